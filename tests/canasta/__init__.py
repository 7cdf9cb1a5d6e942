"""The rules, held by examples: records and positions go in, the documented answers come out.

What the rules are, and what was decided where sources differ, is in docs/rules.md and docs/variants.md; the text form of
games is in docs/record-format.md.
"""
