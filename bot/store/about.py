"""The type in which a repository says where it keeps people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

#: The tables of a repository, each with the columns that hold people's ids.
About: TypeAlias = Mapping[str, tuple[str, ...]]
