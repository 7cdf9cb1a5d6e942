"""The log: lines for people or for programs, each with the interaction and the table that it is about, never a card or a name."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Literal, TextIO

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

_interaction: ContextVar[int | None] = ContextVar("interaction", default=None)
_table: ContextVar[int | None] = ContextVar("table", default=None)


def about(*, interaction: int | None = None, table: int | None = None) -> None:
    """Have what the running task logs from now on say which interaction and table it is about."""
    _interaction.set(interaction)
    _table.set(table)


@contextmanager
def at_table(table_id: int) -> Iterator[None]:
    """Have what is logged inside say that it is about a table."""
    before = _table.get()
    _table.set(table_id)
    try:
        yield
    finally:
        _table.set(before)


def handler(form: Literal["text", "json"]) -> logging.StreamHandler[TextIO]:
    """Return what writes the log to standard error: as text, or one JSON object a line."""
    made = logging.StreamHandler()
    made.addFilter(_marked)
    made.setFormatter(
        logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s%(about)s")
        if form == "text"
        else JsonFormatter(
            "%(levelname)s %(name)s %(message)s",
            rename_fields={"levelname": "level", "name": "logger"},
            timestamp="time",
            json_ensure_ascii=False,
            reserved_attrs=[*RESERVED_ATTRS, "about"],
        )
    )
    return made


def _marked(record: logging.LogRecord) -> bool:
    """Note in a record what it is about; every record passes."""
    known = {"interaction": _interaction.get(), "table": _table.get()}
    known = {name: value for name, value in known.items() if value is not None}
    record.__dict__.update(known)
    record.about = "".join(f" [{name} {value}]" for name, value in known.items())
    return True
