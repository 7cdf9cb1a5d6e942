"""The bot still reads and answers the custom ids that the last release wrote into buttons, menus and forms.

Turns last for days, so such messages lie in channels and direct messages when the bot is replaced by a newer one.
`last_release_actions.json` holds up to four custom ids of each action, gathered while that release (7c5d3aa) ran its
tests.
"""

from __future__ import annotations

import json
from pathlib import Path

from bot.ui.actions import read
from tests.cogs.players import in_world
from tests.players import bot_of
from tests.ui.test_actions import declared
from tests.world import World

WRITTEN: dict[str, list[str]] = json.loads(
    Path(__file__).with_name("last_release_actions.json").read_text(encoding="utf-8")
)


def test_custom_ids_of_the_last_release_say_what_they_said() -> None:
    actions = declared()
    for action, written in WRITTEN.items():
        for text in written:
            press = read(text)
            assert press is not None, text
            assert press.action == action
            assert str(press) == text
            assert actions[action].unpack(press).pack() == text


@in_world
async def test_every_action_of_the_last_release_is_answered(world: World) -> None:
    assert [action for action in WRITTEN if action not in bot_of(world).services.interactions._answerers] == []
