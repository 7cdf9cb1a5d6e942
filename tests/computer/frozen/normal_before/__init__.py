"""The level `normal` as it was when `hard` was begun: what later levels are measured against."""

from tests.computer.frozen.normal_before.normal import choose

__all__ = ["choose"]
