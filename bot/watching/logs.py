"""The log: lines for people or for programs, each with the interaction and the table that it is about, never a card or a name."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Literal, TextIO

from pythonjsonlogger.core import RESERVED_ATTRS
from pythonjsonlogger.json import JsonFormatter

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

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


def report_to(dsn: str) -> None:
    """Report what is logged as an error to a Sentry server as well: the line, where it happened, and what it is about.

    No values of variables, names, requests or lines before it are sent. Raises `ModuleNotFoundError` without the library, and
    `ValueError` for what is no address of a project.
    """
    import sentry_sdk
    from sentry_sdk.integrations.atexit import AtexitIntegration
    from sentry_sdk.integrations.dedupe import DedupeIntegration
    from sentry_sdk.integrations.logging import LoggingIntegration

    sentry_sdk.init(
        dsn,
        # The others look into requests, commands and variables.
        default_integrations=False,
        auto_enabling_integrations=False,
        integrations=[LoggingIntegration(level=None), AtexitIntegration(lambda _, __: None), DedupeIntegration()],
        before_send=_tagged,
        include_local_variables=False,
        max_breadcrumbs=0,
        send_default_pii=False,
        auto_session_tracking=False,
        server_name="",
    )


def _tagged(event: Event, _: Hint) -> Event:
    """Return a report with the interaction and the table that it is about, and without the texts of errors.

    A library may have put into them what it was given; the log has them under the same reference.
    """
    for raised in event.get("exception", {}).get("values", ()):
        raised["value"] = ""
    return event | {"tags": {name: str(value) for name, value in _known().items()}, "extra": {}}


def _known() -> dict[str, int]:
    """Return what the running task is about, as far as it is known."""
    known = {"interaction": _interaction.get(), "table": _table.get()}
    return {name: value for name, value in known.items() if value is not None}


def _marked(record: logging.LogRecord) -> bool:
    """Note in a record what it is about; every record passes."""
    known = _known()
    record.__dict__.update(known)
    record.about = "".join(f" [{name} {value}]" for name, value in known.items())
    return True
