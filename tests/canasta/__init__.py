"""The rules, held by examples: records and positions go in, the documented answers come out.

`T-CL-03`, `Ambiguity 4`, `[derived]` and section names such as `classic-3p` are those of the rule sheets that the
engine is written from; "record format" is the text form that `python -m bot replay` reads and prints.
"""
