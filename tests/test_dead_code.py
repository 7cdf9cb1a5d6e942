"""Nothing in the bot is left over: every name that it defines is used by it, or by a library that calls it."""

from __future__ import annotations

from pathlib import Path

import pytest
from vulture import Vulture

ROOT = Path(__file__).parent.parent

#: Names that others call or read, or that name a whole row of things of which some are used.
USED_ELSEWHERE = {
    "discord.py": ("on_*", "setup", "setup_hook", "cog_unload", "interaction_check", "from_custom_id", "callback"),
    "discord.py, to a stand-in's address": ("BASE", "DEFAULT_GATEWAY"),
    "discord.py, of an answer that has been given": ("_response_type",),
    "discord.py, of a message's parts": ("_parent", "to_component_dict"),
    "discord.py, of a command": ("allowed_installs", "allowed_contexts"),
    "pydantic": ("model_config",),
    "asyncio, of a connection": ("connection_made",),
    "aiohttp, of an answer": ("etag",),
    "simcord, of its page and its patience": (
        "_preview",
        "_media_worker",
        "validate",
        "settle_timeout",
        "initial_response_deadline",
    ),
    "sqlite3": ("row_factory",),
    "inspect": ("__signature__",),
    "Python, when a subclass is made": ("__init_subclass__",),
    "Babel, which finds the names of variants and commands there": ("VARIANTS", "COMMANDS", "OPTIONS", "PERSON_MENU"),
    "rules, which are read by the names of their fields": (
        "king",
        "queen",
        "jack",
        "ten",
        "nine",
        "seven",
        "six",
        "five",
    ),
    "the ranks, all of which have a name": (
        "FOUR",
        "FIVE",
        "SIX",
        "EIGHT",
        "NINE",
        "JACK",
        "QUEEN",
        "KING",
        "LOW_THREE",
    ),
    "tests, which wait until all is told": ("idle", "repeated"),
}
DECORATORS = [
    "@about_person*",
    "@*.autocomplete*",
    "@completes*",
    "@*.command*",
    "@commands.*",
    "@*.listener*",
    "@pressed*",
    "@field_validator*",
]


def unused(*folders: Path) -> list[str]:
    """Return what nothing in some folders uses, each as its file, line and name."""
    names = [name for names in USED_ELSEWHERE.values() for name in names]
    search = Vulture(ignore_names=names, ignore_decorators=DECORATORS)
    search.scavenge([str(folder) for folder in folders])
    return [f"{item.filename}:{item.first_lineno}: {item.typ} {item.name}" for item in search.get_unused_code()]


@pytest.mark.slow
def test_everything_that_is_defined_is_used() -> None:
    assert unused(ROOT / "bot", ROOT / "cogs", ROOT / "renderer") == []


def test_what_is_left_over_is_found(tmp_path: Path) -> None:
    (tmp_path / "left.py").write_text("def forgotten() -> int:\n    return 1\n", encoding="utf-8")
    assert [line.rsplit(" ", 1)[-1] for line in unused(tmp_path)] == ["forgotten"]
