"""The commands that each bot of a world registers: they are the same, so they are described and checked once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest import mock

import discord
from discord import app_commands

from bot.ui.i18n import catalogue

_descriptions: dict[object, Any] = {}
_checked: list[Any] = []


class Commands(list[Any]):
    """Commands on their way to the simulated Discord, which would copy each text of theirs for its log."""

    def __deepcopy__(self, memo: dict[int, Any]) -> Commands:
        return self


@contextmanager
def described_once() -> Iterator[None]:
    """Have a command be described to Discord as it was before in this process, with the same catalogues.

    To put a thousand texts into each language takes half of a bot's start.
    """

    def remembering(describe: Callable[..., Any]) -> Callable[..., Any]:
        async def described(command: Any, tree: Any, translator: app_commands.Translator) -> Any:
            texts = tuple(catalogue(language.value) for language in discord.Locale)
            key = (command.qualified_name, type(translator), texts)
            if key not in _descriptions:
                _descriptions[key] = await describe(command, tree, translator)
            return _descriptions[key]

        return described

    with ExitStack() as stack:
        for kind in (app_commands.Command, app_commands.Group):
            real = kind.get_translated_payload
            stack.enter_context(mock.patch.object(kind, "get_translated_payload", remembering(real)))
        yield


def checked_once(method: str, body: Any, check: Callable[[], list[str]]) -> list[str]:
    """Return the complaints about a request; commands that were found to be right are not looked at again."""
    if method != "PUT" or not isinstance(body, list):
        return check()
    if body in _checked:
        return []
    complaints = check()
    if not complaints:
        _checked.append(body)
    return complaints
