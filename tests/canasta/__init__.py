"""The rules, held by examples: records and positions go in, the documented answers come out.

docs/rules.md and docs/variants.md have the rules and the decisions where sources differ; docs/record-format.md has the
text form of games.
"""
