"""Menus: Discord doesn't send a choice that is made twice, so a menu's message changes, or has buttons in its place."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.cogs.clubs import play
from tests.cogs.players import in_world
from tests.world import World

COGS = Path(__file__).parents[2] / "cogs"
#: Handlers of what is chosen whose answer comes apart, each with the reason.
APART = {
    "_hand_chosen": "a shortcut to games of other pages of the list, where they have buttons",
    "_replay_pressed": "a menu of the last release; a button now",
    "_points_sent": "a form",
    "_code_sent": "a form",
    "_past_deal_wanted": "a game of its own, while the list of days stays for another one",
}


def test_whatever_is_chosen_in_a_menu_changes_its_message() -> None:
    found = set()
    for path in COGS.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.AsyncFunctionDef):
                continue
            how = [
                ast.unparse(word.value)
                for call in node.decorator_list
                if isinstance(call, ast.Call) and ast.unparse(call.func) == "pressed"
                for word in call.keywords
            ]
            if how == ["How.APART"] and ("press.value" in ast.unparse(node)):
                found.add(node.name)
    assert found == set(APART)


@pytest.mark.slow
@in_world
async def test_the_sheets_of_a_long_game_lead_to_each_other(world: World) -> None:
    people = world.people("Anna", "Bruno")
    table = await play(world, people, target=5000)
    result = next(message for message in reversed(world.messages()) if message.button("Record of the game"))
    rounds = table.round
    assert rounds > 1
    label = "Round 1" if rounds <= 5 else "Score sheets of the rounds"
    for _time in range(2):
        sheet = await people[0].press(label, on=result)
        assert sheet.ephemeral
        assert sheet.message
        menu = sheet.message.menu("Score sheets of the rounds")
        assert menu
        assert len(menu.chosen) == 1
        other = await people[0].choose(menu.custom_id, "2", on=sheet.message)
        assert "## Round 2 is over" in other.text
        assert other.message
        assert other.message.id == sheet.message.id
        assert other.message.menus[0].chosen == ("2",)
