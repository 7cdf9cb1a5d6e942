"""House rules: named when a table is opened, changed by a form, completed, shared as a code, explained."""

from __future__ import annotations

import re
from typing import Any

from bot.canasta.variants import load_rules
from bot.tables import Table, house
from tests.cogs.players import in_world
from tests.players import bot_of
from tests.world import Answer, Shown, World


def lobby(world: World) -> Shown:
    return next(message for message in reversed(world.messages()) if message.button("House rules"))


async def newest(world: World) -> Table:
    return (await bot_of(world).tables.active())[-1]


def field(answer: Answer) -> dict[str, Any]:
    assert answer.form is not None
    component: dict[str, Any] = answer.form["components"][0]["component"]
    return component


@in_world
async def test_the_lobby_says_how_its_rules_differ_and_by_which_code_they_are_had_again(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("canasta new", variant="samba", house="target=3000, pile.always_frozen=yes")
    text = lobby(world).text
    assert "Samba, to 3,000 points" in text
    assert "3,000 (10,000)" in text
    code = re.search(r"`(H-[^`]+)`", text)
    assert code
    await anna.slash("canasta cancel")
    await anna.slash("canasta new", variant="samba", house=code[1])
    table = await newest(world)
    assert table.house == {"target": 3000, "pile.always_frozen": True}
    assert code[1] in lobby(world).text


@in_world
async def test_a_table_by_the_usual_rules_says_nothing_of_house_rules(world: World) -> None:
    await world.person("Anna").slash("canasta new")
    assert "House rules" not in lobby(world).text


@in_world
async def test_a_target_and_other_house_rules_go_together(world: World) -> None:
    await world.person("Anna").slash("canasta new", house="out.canastas=2", target=1500)
    assert (await newest(world)).house == {"out.canastas": 2, "target": 1500}


@in_world
async def test_house_rules_that_cannot_be_are_refused_with_the_reason(world: World) -> None:
    anna = world.person("Anna")
    reasons = {
        "targt=3000": "targt",
        "target": "name=value",
        "H-nothing": "code",
        "melds.max_size=5": "max_size",
    }
    for text, reason in reasons.items():
        answer = await anna.slash("canasta new", house=text)
        assert answer.ephemeral
        assert reason in answer.text
        assert "\n" not in answer.text
    assert world.messages() == []


@in_world
async def test_the_host_changes_them_by_a_form_that_shows_what_they_are(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("canasta new", target=1000)
    opened = await anna.press("House rules")
    assert field(opened)["value"] == "target=1000"
    await anna.fill(opened, **{field(opened)["custom_id"]: "target=2000\nturn.draw=2"})
    assert (await newest(world)).house == {"target": 2000, "turn.draw": 2}
    assert "to 2,000 points" in lobby(world).text
    assert "Only" in (await bruno.press("House rules")).text

    refused = await anna.press("House rules")
    answer = await anna.fill(refused, **{field(refused)["custom_id"]: "side.sides=7"})
    assert "can't be set up" in answer.text
    assert answer.followups[0].ephemeral
    assert (await newest(world)).house == {"target": 2000, "turn.draw": 2}

    emptied = await anna.press("House rules")
    await anna.fill(emptied, **{field(emptied)["custom_id"]: ""})
    assert (await newest(world)).house == {}


@in_world
async def test_a_form_that_was_open_while_the_bot_started_anew_still_counts(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("canasta new")
    opened = await anna.press("House rules")
    await world.restart()
    await anna.fill(opened, **{field(opened)["custom_id"]: "target=2500"})
    assert (await newest(world)).house == {"target": 2500}


@in_world
async def test_completions_go_on_from_what_is_typed_and_all_work(world: World) -> None:
    anna = world.person("Anna")
    common = await anna.complete("canasta new", "house", "", variant="samba")
    assert {"target=3000", "pile.always_frozen=no", "turn.draw=1"} <= set(common.values())
    assert "turn.draw=2" not in common.values()
    more = await anna.complete("canasta new", "house", "target=3000, out", variant="samba")
    assert more
    for text in [*common.values(), *more.values()]:
        load_rules("samba", house=house.read(text))
    assert all(text.startswith("target=3000, ") for text in more.values())
    assert "sequences.allowed=yes" in (await anna.complete("canasta new", "house", "sequences.all")).values()
    assert await anna.complete("canasta new", "house", "no such rule=1, t") == {}


@in_world
async def test_a_second_game_takes_its_house_rules_to_its_thread(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("canasta new")
    second = await bruno.slash("canasta new", house="target=700, pile.always_frozen=yes")
    await bruno.press("Open a thread", on=second.message)
    assert (await newest(world)).house == {"target": 700, "pile.always_frozen": True}


@in_world
async def test_where_so_many_house_rules_fit_on_no_button_another_channel_is_advised(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("canasta new")
    text = "target=700, turn.draw=2, canastas.natural=555, canastas.mixed=333, values.ace=25, values.joker=35"
    second = await bruno.slash("canasta new", house=text)
    assert "another channel" in second.text


@in_world
async def test_the_rules_of_any_variant_with_any_house_rules_are_explained(world: World) -> None:
    anna = world.person("Anna")
    rules = await anna.slash("canasta rules", variant="bolivia", house="target=7000")
    assert "Bolivia" in rules.text
    assert "7,000" in rules.text
    assert "can't be set up" in (await anna.slash("canasta rules", house="target=no")).text
    await anna.slash("canasta new", variant="samba", target=4321)
    assert "4,321" in (await anna.slash("canasta rules")).text
    other = await anna.slash("canasta rules", house="target=1234")
    assert "Samba" in other.text
    assert "1,234" in other.text
