"""House rules: named when a table is opened, changed by a form, completed, shared as a code, explained."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest

import cogs.lobby
import cogs.organising
from bot.canasta.rules import Parameter, Rules, load_rules, parameters
from bot.data.tables import Table
from bot.tables.rules import house_rules
from bot.ui import house_rule_choices
from tests.cogs.players import in_world
from tests.cogs.test_settings import manager
from tests.players import bot_of
from tests.world import Answer, Person, Shown, World


def lobby(world: World) -> Shown:
    return next(message for message in reversed(world.messages()) if message.button("House rules"))


async def written(anna: Person, text: str) -> Answer:
    """Fill in the form with all house rules of the lobby."""
    panel = await anna.press("House rules")
    opened = await anna.press("Write or paste…", on=panel.message)
    return await anna.fill(opened, **{field(opened)["custom_id"]: text})


async def chosen(person: Person, panel: Shown | None, *steps: tuple[str, str]) -> Answer:
    """Choose from one menu of a panel after the other; what came of the last."""
    for name, value in steps:
        assert panel
        answer = await person.choose(name, value, on=panel)
        panel = answer.message
    return answer


async def newest(world: World) -> Table:
    return (await bot_of(world).services.tables.games.active())[-1]


def field(answer: Answer) -> dict[str, Any]:
    assert answer.form is not None
    component: dict[str, Any] = answer.form["components"][0]["component"]
    return component


@in_world
async def test_the_lobby_says_how_its_rules_differ_and_by_which_code_they_are_had_again(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", variant="samba", house="target=3000, pile.always_frozen=yes")
    text = lobby(world).text
    assert "Samba, to 3,000 points" in text
    assert "house rule" not in text, "its pile is always frozen anyway"
    panel = await anna.press("House rules")
    assert "Game ends at 3,000 points (standard: 10,000)" in panel.text
    assert "H-" not in text + panel.text
    code = re.search(r"`(H-[^`]+)`", (await anna.press("Show their code", on=panel.message)).text)
    assert code
    await anna.slash("canasta cancel")
    await anna.slash("play", variant="samba", house=code[1])
    table = await newest(world)
    assert table.house == {"target": 3000, "pile.always_frozen": True}
    zoe = world.person("Zoe")
    shown = await zoe.press("House rules")
    assert "Game ends at 3,000 points (standard: 10,000)" in shown.text
    assert "H-" not in shown.text
    assert code[1] in (await zoe.press("Show their code", on=shown.message)).text, (
        "to those who may not change them too"
    )


@in_world
async def test_a_running_table_says_only_in_its_picture_how_long_the_game_is(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", house="rounds=1", computers=3)
    await anna.press("Start")
    shown = await anna.sees(lambda message: "round 1" in message.text and message.button("My hand"), "the table")
    assert "house rule" not in shown.text
    assert any("Round 1 of 1." in alt for alt in shown.alt_texts)


@in_world
async def test_a_running_table_says_in_one_line_how_its_rules_differ(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", variant="samba", house="target=3000, pile.always_frozen=yes", computers=3)
    await anna.press("Start")
    shown = await anna.sees(lambda message: "round 1" in message.text and message.button("My hand"), "the table")
    assert "-# 2 house rules" in shown.text.splitlines()
    zoe = world.person("Zoe")
    watched = await zoe.press("Watch")
    assert "Game ends at 3,000 points (standard: 10,000)" in watched.text
    assert "H-" not in watched.text, "their code is shown on request"
    code = await zoe.press("Show their code", on=watched.message)
    assert house_rules.code({"target": 3000, "pile.always_frozen": True}) in code.text
    assert code.message is not None
    assert watched.message is not None
    assert code.message.id != watched.message.id


@in_world
async def test_a_table_by_the_usual_rules_says_nothing_of_house_rules(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", computers=3)
    assert "House rules" not in lobby(world).text
    await anna.press("Start")
    shown = await anna.sees(lambda message: "round 1" in message.text and message.button("My hand"), "the table")
    assert "House rules" not in shown.text


@in_world
async def test_a_target_and_other_house_rules_go_together(world: World) -> None:
    await world.person("Anna").slash("play", house="out.canastas=2", target=1500)
    assert (await newest(world)).house == {"out.canastas": 2, "target": 1500}


@in_world
async def test_house_rules_that_cannot_be_are_refused_with_the_reason(world: World) -> None:
    anna = world.person("Anna")
    reasons = {
        "targt=3000": "targt; perhaps you mean target.",
        "target.x=3000": "perhaps you mean target.",
        "pinochle=1": "there are target, rounds, more_rounds, side.…, pack.…",
        "target": "name=value",
        "H-nothing": "code",
        "melds.max_size=5": "max_size",
        "out.ask=mst, side.sides=7": "must be one of no, may, must, not mst; perhaps you mean must.",
        "side.sides=3": "4 seats can't be shared evenly by 3 sides: side.sides must be one of 2, 4.",
    }
    for text, reason in reasons.items():
        answer = await anna.slash("play", house=text)
        assert answer.ephemeral
        assert reason in answer.text
        assert "set up: house rules:" not in answer.text, "where it was read goes without saying"
        assert "\n" not in answer.text
    assert world.messages() == []


@pytest.mark.slow
@in_world
async def test_the_host_changes_them_by_a_form_that_shows_what_they_are(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play", target=1000)
    panel = await anna.press("House rules")
    assert panel.ephemeral
    opened = await anna.press("Write or paste…", on=panel.message)
    assert field(opened)["value"] == "target=1000"
    await anna.fill(opened, **{field(opened)["custom_id"]: "target=2000\nturn.draw=2"})
    assert (await newest(world)).house == {"target": 2000, "turn.draw": 2}
    assert "to 2,000 points" in lobby(world).text
    shown = await bruno.press("House rules")
    assert "Game ends at 2,000 points (standard: 5,000)" in shown.text
    assert shown.message
    [button] = shown.message.buttons
    assert button.label == "Show their code", "only the host can change them"

    refused = await written(anna, "side.sides=7")
    assert "can't be set up" in refused.text
    assert refused.ephemeral
    assert (await newest(world)).house == {"target": 2000, "turn.draw": 2}

    await written(anna, "")
    assert (await newest(world)).house == {}


@pytest.mark.slow
@in_world
async def test_a_form_that_was_open_while_the_bot_started_again_still_counts(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play")
    panel = await anna.press("House rules")
    opened = await anna.press("Write or paste…", on=panel.message)
    await world.restart()
    await anna.fill(opened, **{field(opened)["custom_id"]: "target=2500"})
    assert (await newest(world)).house == {"target": 2500}


SUBJECT, RULE, VALUE, OFTEN = "All rules: choose a subject", "Choose a rule", "Choose how you play it", "Often changed"


@pytest.mark.slow
@in_world
async def test_a_rule_is_found_by_its_subject_and_one_of_its_values_chosen(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", variant="samba")
    panel = await anna.press("House rules")
    assert "by the standard rules" in panel.text
    shown = await chosen(anna, panel.message, (SUBJECT, "Going out"), (RULE, "out.canastas"))
    assert "Standard: 2. Here: 2" in shown.text
    shown = await chosen(anna, shown.message, (VALUE, "3"))
    assert (await newest(world)).house == {"out.canastas": 3}
    shown = await chosen(anna, shown.message, (VALUE, "2"))
    assert (await newest(world)).house == {}
    assert "by the standard rules" in shown.text


@pytest.mark.slow
@in_world
async def test_what_is_special_about_a_rank_is_found_by_the_rank(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play")
    panel = await anna.press("House rules")
    shown = await chosen(anna, panel.message, (SUBJECT, "Special ranks"), ("Choose a rank", "fives"))
    shown = await chosen(anna, shown.message, (RULE, "ranks.five.canasta"), (VALUE, "3,000"))
    assert (await newest(world)).house == {"ranks.five.canasta": 3000}
    assert (
        "Fives: What does a canasta of this rank earn, if it scores differently? 3,000 (standard: not set)"
        in shown.text
    )


@pytest.mark.slow
@in_world
async def test_house_rules_by_old_names_are_changed_and_taken_back_by_the_present_ones(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", house="canastas.sevens=1500, canastas.held_sevens=500")
    panel = await anna.press("House rules")
    shown = await chosen(anna, panel.message, (SUBJECT, "Special ranks"), ("Choose a rank", "sevens"))
    shown = await chosen(anna, shown.message, (RULE, "ranks.seven.canasta"), (VALUE, "2,000"))
    assert (await newest(world)).house == {"ranks.seven.canasta": 2000, "ranks.seven.held": 500}
    await chosen(anna, shown.message, (RULE, "ranks.seven.held"), (VALUE, "0"))
    assert (await newest(world)).house == {"ranks.seven.canasta": 2000}


@pytest.mark.slow
@in_world
async def test_what_a_list_holds_is_put_in_and_taken_out_word_by_word(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play")
    panel = await anna.press("House rules")
    shown = await chosen(anna, panel.message, (SUBJECT, "Going out"), (RULE, "out.concealed_needs"))
    assert shown.message
    values = shown.message.menu(VALUE)
    assert values
    assert list(values.options) == [
        "☑ a canasta of your own",
        "☑ adding nothing to your partner's melds",
        "☐ your partner not having laid down anything either",
        "☐ not taking the pile in that turn",
    ]
    shown = await chosen(anna, shown.message, (VALUE, "☐ not taking the pile in that turn"))
    assert (await newest(world)).house == {"out.concealed_needs": ["own-canasta", "own-melds", "no-pile"]}
    shown = await chosen(anna, shown.message, (VALUE, "☑ a canasta of your own"))
    assert (await newest(world)).house == {"out.concealed_needs": ["own-melds", "no-pile"]}
    shown = await chosen(anna, shown.message, (VALUE, "☐ a canasta of your own"))
    await chosen(anna, shown.message, (VALUE, "☑ not taking the pile in that turn"))
    assert (await newest(world)).house == {}


@pytest.mark.slow
@in_world
async def test_the_choices_of_a_rule_are_said_in_words(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play")
    panel = await anna.press("House rules")
    shown = await chosen(anna, panel.message, (SUBJECT, "Discards"), (RULE, "discards.wilds"))
    assert "Standard: allowed. Here: allowed (`discards.wilds`)." in shown.text
    assert shown.message
    values = shown.message.menu(VALUE)
    assert values
    assert list(values.options) == [
        "allowed",
        "only as your last card, or if you hold nothing else",
        "only if you hold nothing else",
    ]
    shown = await chosen(anna, shown.message, (VALUE, "only if you hold nothing else"))
    assert (await newest(world)).house == {"discards.wilds": "forced"}
    assert "Here: only if you hold nothing else" in shown.text
    assert "Wild cards: discarded only if you must (standard: allowed)" in shown.text


@pytest.mark.slow
@in_world
async def test_what_is_changed_often_is_offered_in_few_words(world: World) -> None:
    """A phone shows about forty letters of an option; the value must be among them."""
    anna = world.person("Anna")
    for variant in ("classic", "hand-and-foot", "american", "brazilian", "filanda"):
        await anna.slash("play", variant=variant)
        panel = (await anna.press("House rules")).message
        assert panel
        offered = panel.menu(OFTEN)
        assert offered
        assert all(len(label) <= 40 for label in offered.options)
        for label, value in offered.options.items():
            number = value.partition("=")[2]
            assert not number.isdigit() or f"{int(number):,}" in label
        await anna.slash("canasta cancel")


@pytest.mark.slow
@in_world
async def test_every_rule_of_a_subject_is_offered_once_in_as_many_menus_as_that_takes(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", variant="canadian")
    panel = await anna.press("House rules")
    shown = (await chosen(anna, panel.message, (SUBJECT, "Going out"))).message
    assert shown
    rules = [menu for menu in shown.menus if menu.custom_id.endswith("/out.")]
    offered = [name for menu in rules for name in menu.options.values()]
    assert sorted(offered) == sorted(one.name for one in parameters() if one.name.startswith("out."))
    last = await anna.choose(rules[-1].custom_id, offered[-1], on=shown)
    assert offered[-1] in last.text


@pytest.mark.slow
@in_world
async def test_the_rules_changed_most_are_chosen_at_once(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play")
    panel = await anna.press("House rules")
    shown = await chosen(anna, panel.message, (OFTEN, "target=3000"), (OFTEN, "out.canastas=2"))
    assert (await newest(world)).house == {"target": 3000, "out.canastas": 2}
    shown = await anna.press("Back to standard", on=shown.message)
    assert (await newest(world)).house == {}
    assert shown.message
    assert not next(button for button in shown.message.buttons if button.label == "Back to standard").enabled


@pytest.mark.slow
@in_world
async def test_another_number_and_a_list_are_typed_for_one_rule(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", target=1000)
    panel = await anna.press("House rules")
    opened = await chosen(
        anna, panel.message, (SUBJECT, "The game as a whole"), (RULE, "target"), (VALUE, "Another number…")
    )
    assert field(opened)["value"] == "1000"
    shown = await anna.fill(opened, **{field(opened)["custom_id"]: "1,234"})
    assert (await newest(world)).house == {"target": 1234}
    shown = await chosen(anna, shown.message, (SUBJECT, "Threes"), (RULE, "threes.totals"))
    for text, expected in {
        "[100, 300, 600, 1000]": {"target": 1234, "threes.totals": [100, 300, 600, 1000]},
        "[100]": {"target": 1234, "threes.totals": [100, 300, 600, 1000]},
        "": {"target": 1234},
    }.items():
        opened = await anna.press("Change…", on=shown.message)
        shown = await anna.fill(opened, **{field(opened)["custom_id"]: text})
        assert ("a number for each red three (4)" in shown.text) == (text == "[100]")
        assert (await newest(world)).house == expected


@in_world
async def test_house_rules_are_not_changed_once_the_game_has_begun(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", computers=3)
    panel = (await anna.press("House rules")).message
    assert panel
    await anna.press("Start")
    assert "already begun" in (await anna.choose("Often changed", "target=3000", on=panel)).text
    assert (await newest(world)).house == {}


@in_world
async def test_completions_go_on_from_what_is_typed_and_all_work(world: World) -> None:
    anna = world.person("Anna")
    common = await anna.complete("play", "house", "", variant="samba")
    assert {"target=3000", "pile.always_frozen=no", "turn.draw=1"} <= set(common.values())
    assert "turn.draw=2" not in common.values()
    more = await anna.complete("play", "house", "target=3000, out", variant="samba")
    assert all(len(name) <= 100 for name in more)
    assert any(name.endswith("…") for name in more)
    assert more
    for text in [*common.values(), *more.values()]:
        load_rules("samba", house=house_rules.read(text))
    assert all(text.startswith("target=3000, ") for text in more.values())
    assert "sequences.allowed=yes" in (await anna.complete("play", "house", "sequences.all")).values()
    assert await anna.complete("play", "house", "no such rule=1, t") == {}


@in_world
async def test_a_second_game_takes_its_house_rules_to_its_thread(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play")
    second = await bruno.slash("play", house="target=700, pile.always_frozen=yes")
    await bruno.press("Open a thread", on=second.message)
    assert (await newest(world)).house == {"target": 700, "pile.always_frozen": True}


@in_world
async def test_where_so_many_house_rules_fit_on_no_button_another_channel_is_advised(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play")
    text = "target=700, turn.draw=2, canastas.natural=555, canastas.mixed=333, values.ace=25, values.joker=35"
    second = await bruno.slash("play", house=text)
    assert "another channel" in second.text


@in_world
async def test_the_rules_of_any_variant_with_any_house_rules_are_explained(world: World) -> None:
    anna = world.person("Anna")
    rules = await anna.slash("rules", variant="bolivia", house="target=7000")
    assert "Bolivia" in rules.text
    assert "7,000" in rules.text
    assert "can't be set up" in (await anna.slash("rules", house="target=no")).text
    await anna.slash("play", variant="samba", target=4321)
    assert "4,321" in (await anna.slash("rules")).text
    other = await anna.slash("rules", house="target=1234")
    assert "Samba" in other.text
    assert "1,234" in other.text


@pytest.mark.slow
@in_world
async def test_trying_every_rule_out_keeps_nobody_else_waiting(world: World) -> None:
    threads: list[threading.Thread] = []
    groups, suggestions = house_rule_choices.groups, house_rule_choices.suggestions

    def noted_groups(rules: Rules) -> dict[str, list[Parameter]]:
        threads.append(threading.current_thread())
        return groups(rules)

    def noted_suggestions(*about: Any) -> Iterator[tuple[str, str]]:
        threads.append(threading.current_thread())
        yield from suggestions(*about)

    anna = world.person("Anna")
    with (
        mock.patch.object(house_rule_choices, "groups", noted_groups),
        mock.patch.object(cogs.lobby, "suggestions", noted_suggestions),
        mock.patch.object(cogs.organising, "suggestions", noted_suggestions),
    ):
        await anna.slash("play")
        assert (await anna.press("House rules")).text
        assert await anna.complete("play", "house", "target")
        assert await manager(world).complete("tournament-admin new", "house", "target")
    assert len(threads) == 3
    assert threading.main_thread() not in threads
