"""How well computers play is chosen in the lobby, and so is advice: hints in one's own turn, which are counted for all to see."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from bot.canasta.cards import card_text, read_cards
from bot.canasta.moves import Group, Move
from bot.canasta.record import game_from_record
from bot.canasta.rules import list_variants, load_rules
from bot.canasta.views import SeatView, seat_view
from bot.computer import UnsupportedLevel
from bot.computer.discards import advice as advice_of
from bot.computer.hints import Hint
from bot.data.tables import Seat
from bot.tables.errors import NoAdviceHere
from bot.tables.rules import rights
from bot.ui.pages import builder_page, hand_page
from bot.ui.words import hint_text, person_names
from tests.cogs.players import in_world, now, on_turn, play_on, seat_four
from tests.cogs.test_panels import check, own
from tests.computer.playouts import dealt
from tests.computer.positions import view_of
from tests.killed import LONG
from tests.players import bot_of, by_command
from tests.world import Person, World


async def choose_in_settings(person: Person, menu: str, value: str) -> str:
    """Return what the page of a lobby's settings says after a choice, or why the choice was refused."""
    shown = await person.press("Settings")
    return (await person.choose(menu, value, on=shown.message)).text


@in_world
async def test_the_level_of_computers_is_chosen_for_all_and_for_each(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", computers=2)
    assert "at level **hard**" in await choose_in_settings(anna, "How well do computers play?", "hard")
    seats = await anna.press("Change seats")
    await anna.choose("Change a computer's level", "1 easy", on=seats.message)
    await anna.press("Add computer")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    assert [seat.level for seat in table.seats] == [None, "easy", "hard", "hard"]
    assert "🤖 (easy)" in world.messages()[-1].text


@in_world
async def test_beginners_are_not_offered_where_they_play_no_better_than_chance(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", variant="romanian", computers=1)
    tables = bot_of(world).services.tables
    table = await tables.games.in_channel(world.channel.id)
    assert table is not None
    await tables.lobbies.set_level(table.id, anna.id, "easy")
    await tables.lobbies.set_up(table.id, anna.id, variant="romanian", layout="3-solo")
    shown = await anna.press("Settings")
    assert shown.message is not None
    menu = shown.message.menu("How well do computers play?")
    assert menu is not None
    assert list(menu.options) == ["Computers: normal"]
    table = await tables.games.in_channel(world.channel.id)
    assert table is not None
    assert table.computers == "normal"
    assert {seat.level for seat in table.seats} == {None, "normal"}
    with pytest.raises(UnsupportedLevel):
        await tables.lobbies.set_level(table.id, anna.id, "easy")


@in_world
async def test_a_level_that_does_not_know_the_game_is_not_offered(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", variant="samba", computers=1)
    shown = await anna.press("Settings")
    assert shown.message is not None
    menu = shown.message.menu("How well do computers play?")
    assert menu is not None
    assert list(menu.options) == ["Computers: easy", "Computers: normal"]
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    with pytest.raises(UnsupportedLevel):
        await bot_of(world).services.tables.lobbies.set_level(table.id, anna.id, "hard")
    assert await now(world, table) == table


@in_world
async def test_advice_is_for_games_that_do_not_count_unless_the_server_says_so(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play")
    assert "advice" not in (await anna.press("Settings")).text.lower()
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    with pytest.raises(NoAdviceHere):
        await bot_of(world).services.tables.lobbies.advise(table.id, anna.id, advice=True)
    assert await now(world, table) == table
    await bot_of(world).services.servers.set(world.guild.id, advice=1)
    assert "can ask for hints" in await choose_in_settings(anna, "Does everybody get hints?", "1")
    assert (await now(world, table)).advice


@pytest.mark.slow
@in_world
async def test_hints_are_given_on_request_in_ones_own_turn_and_counted(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play", friendly=True, players="2", target=100, house="deal.hand=20")
    await choose_in_settings(anna, "Does everybody get hints?", "1")
    await bruno.press("Join")
    await anna.press("Start")
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    people = [anna, bruno]
    person = on_turn(table, people)
    other = people[1 - people.index(person)]
    assert "turn" in (await other.slash("canasta hint")).text
    assert not any(one.label == "Hint" for one in person.hands()[-1].buttons), "nothing but drawing is possible"
    await person.press("Draw", dm=True)
    hinted = await person.press("Hint", dm=True)
    assert "💡 **Hint: " in hinted.text
    assert "💡" in (await person.slash("canasta hint")).text
    assert await bot_of(world).services.tables.hints.taken(table.id) == {person.id: 2}
    assert (await now(world, table)).version == table.version + 1, "only the draw counts"
    await play_on(world, table, people, by_command)
    assert any(f"Hints taken: {person.name} 2." in message.text for message in world.messages())


async def drawn_alone(world: World) -> Person:
    """Return somebody who has drawn in their first turn, at a table with three computers."""
    anna = world.person("Anna")
    await anna.slash("play", players="4", computers=3)
    await anna.press("Start")
    await anna.press("Draw", dm=True)
    return anna


@in_world
async def test_a_hint_that_comes_after_the_next_move_is_not_shown_with_another_hand(world: World) -> None:
    anna = await drawn_alone(world)
    services = bot_of(world).services
    table = await services.tables.games.in_channel(world.channel.id)
    assert table is not None
    think = services.tables.thinkers.hint

    async def think_long(view: SeatView, chance: random.Random) -> Hint:
        hint = await think(view, chance)
        discard = next(move for move in view.legal if move.verb == "discard")
        await services.tables.turns.play(table.id, anna.id, discard)
        return hint

    services.tables.thinkers.hint = think_long  # type: ignore[method-assign]
    before = len(world.sent)
    await anna.press("Hint", dm=True)
    texts = [text for one in world.sent[before:] for text in one.texts()]
    assert any("Waiting for **" in text for text in texts)
    assert not any("Hint: " in text for text in texts)


@in_world
async def test_where_a_game_counts_it_is_said_where_hints_are(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    refused = (await person.slash("canasta hint")).text
    assert "There are no hints in this game, as it counts." in refused
    assert "against computers alone, and in games for fun" in refused
    assert not any(message.button("Hint") for message in person.messages())
    assert await bot_of(world).services.tables.hints.taken(table.id) == {}


@pytest.mark.parametrize("friendly", [True, False])
def test_hints_are_for_games_for_fun_and_for_people_who_play_together_against_computers(friendly: bool) -> None:
    def may(*people: int, **changes: Any) -> bool:
        seats = [
            Seat(one, one + 1 if one in people else None, None if one in people else "easy", "x") for one in range(4)
        ]
        return rights.may_hint(replace(own("TD").look.table, seats=tuple(seats), friendly=friendly, **changes))

    assert may(0)
    assert may(0, 2), "partners"
    assert may(0, 1) is friendly, "opponents"
    assert may(0, 1, 2, 3) is friendly
    assert may(0, 1, 2, 3, advice=True)
    assert not may(0, in_match=True, advice=True)
    assert not may(0, series=1)


def test_who_has_left_a_game_against_people_leaves_no_hints_behind() -> None:
    seats = (Seat(0, 1, None, "Anna"), *(Seat(one, None, "easy", "x", since=one) for one in (0, 7, 0)))
    seats = tuple(replace(seat, number=number) for number, seat in enumerate(seats))
    table = replace(own("TD").look.table, seats=seats, friendly=False)
    assert not rights.may_hint(table), "the game counts for who was replaced"
    assert rights.may_hint(replace(table, seats=tuple(replace(seat, since=0) for seat in seats)))


@in_world
async def test_against_computers_alone_a_hint_is_a_button_and_a_command(world: World) -> None:
    anna = await drawn_alone(world)
    hinted = await anna.press("Hint", dm=True)
    assert "💡 **Hint: " in hinted.text
    assert "💡 **Hint: " in (await anna.slash("canasta hint")).text
    table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
    assert table is not None
    assert await bot_of(world).services.tables.hints.taken(table.id) == {anna.id: 2}
    assert not table.advice, "warnings stay with tables that have advice"


def test_a_hint_says_that_a_discard_is_safe_unless_the_next_best_is_so_too() -> None:
    view = view_of(
        ["9C 8S 8H 8D 8C 8S 8H 8D 3S *", *["4C 4D 5C"] * 3],
        melds=[["KS KH KD"], ["9S 9H 9D"]],
        pile="8C 4S",
        stock="5S 5H 5D 5C 6S 6H 6D 6C",
        rules={"pile.natural_and_wild": False},
    )
    by_card = {str(move).split()[-1]: move for move in view.legal if move.verb == "discard"}
    table, eight, nine = own("TD").look.table, by_card["8S"], by_card["9C"]

    def said(found: Hint) -> str:
        return hint_text.hint(view, table, found).replace("\N{VARIATION SELECTOR-15}", "")

    assert said(Hint(eight, nine, 384)) == "💡 **Hint: discard 8♠.** The next player can't take the pile with it."
    assert said(Hint(eight, by_card["8H"], 384)).startswith("💡 **Hint: discard 8♠.** That should bring about 380")
    only = hint_text.hint(view._replace(legal=(nine,)), table, Hint(nine))
    assert only.endswith("** You can do nothing else now.")


def advised(
    position: hand_page.HandParts, view: SeatView, *, advice: bool = True, safe_first: bool = True
) -> hand_page.HandParts:
    """Return what a player of a table with or without advice is shown."""
    look = replace(position.look, table=replace(position.look.table, advice=advice))
    return replace(position, view=view, look=look, safe_first=safe_first)


def test_a_hint_says_why_by_what_lies_on_the_table() -> None:
    view = view_of(["TD 9C KS KH 4S", *["4C 4D 5C"] * 3], melds=[["KS KH KD"], ["9S 9H 9D 9S 9H 9D"]])
    by_card = {str(move).split()[-1]: move for move in view.legal if move.verb == "discard"}
    ten, nine, table = by_card["TD"], by_card["9C"], own("TD").look.table
    said = hint_text.hint(view, table, Hint(ten, nine, 384)).replace("\N{VARIATION SELECTOR-15}", "")
    assert said.startswith("💡 **Hint: discard 10♦.** 9♣ would complete your opponents' canasta of nines.")
    assert re.search(r"about 380 points more than discarding 9♣\.$", said)
    assert "about as good" in hint_text.hint(view, table, Hint(ten, nine, 3))


@pytest.mark.parametrize(
    ("move", "instead", "advised", "as_good", "better"),
    [
        (
            Move(0, "draw"),
            Move(0, "discard", card=read_cards("TD")[0]),
            "Hint: draw.",
            "Discarding 10♦ is about as good.",
            "than discarding 10♦.",
        ),
        (
            Move(0, "answer", word="yes"),
            Move(0, "draw"),
            "Hint: say yes.",
            "Drawing is about as good.",
            "than drawing.",
        ),
        (
            Move(0, "answer", word="no"),
            Move(0, "meld", (Group(tuple(read_cards("KS KH KD"))),)),
            "Hint: say no.",
            "Laying down K♠ K♥ K♦ is about as good.",
            "than laying down K♠ K♥ K♦.",
        ),
        (
            Move(0, "ask"),
            Move(0, "discard", card=read_cards("9C")[0]),
            "Hint: ask for permission to go out.",
            "Discarding 9♣ is about as good.",
            "than discarding 9♣.",
        ),
        (
            Move(0, "take", (Group(tuple(read_cards("KS KH"))),)),
            Move(0, "take", (Group(tuple(read_cards("KS KD"))),)),
            "Hint: take the pile (4♠ with K♠ K♥).",
            "Another way to take it is about as good: 4♠ with K♠ K♦.",
            "than taking the pile (4♠ with K♠ K♦).",
        ),
    ],
)
def test_a_hint_names_what_it_advises_and_what_it_compares_that_with(
    move: Move, instead: Move, advised: str, as_good: str, better: str
) -> None:
    view = view_of(["TD 9C KS KH 4S", *["4C 4D 5C"] * 3])
    table = own("TD").look.table

    def said(points: int | None) -> str:
        found = hint_text.hint(view, table, Hint(move, instead, points))
        return found.replace("\N{VARIATION SELECTOR-15}", "")

    alone = "" if move.verb == "answer" else " Nothing else seems better."
    assert said(None) == f"💡 **{advised}**{alone}"
    assert said(3) == f"💡 **{advised}** {as_good} Choose as you like."
    assert said(384) == (f"💡 **{advised}** That should bring about 380 points more {better}")


@pytest.mark.parametrize("advice", [True, False])
def test_a_discard_that_opponents_collect_is_warned_of_where_there_is_advice(advice: bool) -> None:
    view = view_of(["TD 9C KS KH 4S", *["4C 4D 5C"] * 3], melds=[["KS KH KD"], ["9S 9H 9D"]])
    nine = next(move.card for move in view.legal if str(move).endswith("discard 9C"))
    shown = advised(own("TD 9C KS KH 4S"), view, advice=advice)
    page = builder_page.discarding(shown, card=nine)
    assert ("Your opponents are collecting nines." in str([*check(page)["components"]])) is advice
    assert ("Your opponents are collecting nines." in str([*check(hand_page.hand(shown))["components"]])) is advice


def test_ranks_that_opponents_collect_are_warned_of_in_one_sentence() -> None:
    view = view_of(["TD 9C KS KH 4S", *["4C 4D 5C"] * 3], melds=[["KS KH KD"], ["9S 9H 9D", "TS TH TC"]])
    shown = advised(own("TD 9C KS KH 4S"), view, advice=True)
    assert "💡 Your opponents are collecting nines and tens." in str([*check(hand_page.hand(shown))["components"]])


def test_safe_discards_come_first_by_preference_where_there_is_advice() -> None:
    """The next player, who has opened, can add a nine to their meld; nobody else can hold an eight."""
    view = view_of(
        ["9C 8S 8H 8D 8C 8S 8H 8D 3S *", *["4C 4D 5C"] * 3],
        melds=[["KS KH KD"], ["9S 9H 9D"]],
        pile="8C 4S",
        stock="5S 5H 5D 5C 6S 6H 6D 6C",
        rules={"pile.natural_and_wild": False},
    )
    position = own("9C")
    by_hand = advised(position, view, safe_first=False).throws()
    safe = advised(position, view).throws()
    assert by_hand == advised(position, view, advice=False).throws()
    assert [card_text(card) for card in by_hand[-1:]] == ["*"], "wild cards are last, whatever somebody prefers"
    assert sorted(by_hand) == sorted(safe)
    assert [card_text(card) for card in safe[-2:]] == ["9C", "*"]
    said = str(check(hand_page.hand(advised(position, view)))["components"])
    assert "can't take the pile: 8♠ 8♥ 8♦ 8♣." in said.replace("\N{VARIATION SELECTOR-15}", "")


def test_who_collects_and_who_holds_cards_from_the_pile_is_named_where_they_play_alone() -> None:
    game = game_from_record(
        {
            "variant": "classic",
            "layout": "2",
            "position": {
                "turn": 1,
                "phase": "draw",
                "hands": ["7C 9C KS 4S JD", "8S 8H TD TC"],
                "melds": [["QS QH QD"], ["9S 9H 9D"]],
                "stock": "5S 5H 5D 5C 6S 6H",
                "pile": "7H 8D",
            },
            "moves": ["1 take 8S 8H", "1 discard TD", "0 draw"],
        }
    )
    view = seat_view(game, 0)
    shown = advice_of(view)
    table = own("7C").look.table
    said = {card_text(card): hint_text.option(view, table, card, one) for card, one in shown.items()}
    name = person_names.bare(person_names.bare_name(table.seat(1)))
    assert said["9C"] == f"{name} is collecting nines."
    assert said["7C"] == f"{name} has sevens in hand from the pile."
    assert said["KS"] is None


#: Every table in the long form; in the short one those that differ in how piles are taken.
TABLES = [
    (one.id, layout.name)
    for one in list_variants()
    for layout in one.layouts
    if LONG or (one.id, layout.name) in (("classic", "4"), ("viennese", "3-lone"), ("canadian", "4"), ("samba", "4"))
]


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "layout"), TABLES)
def test_no_pile_is_taken_with_a_card_that_was_called_safe(variant: str, layout: str) -> None:
    chance, rules, called = random.Random(7), load_rules(variant, layout), 0
    for seed in range(20 if LONG else 3):
        game = dealt(rules, seed)
        while game.turn is not None:
            view = seat_view(game, game.turn)
            safe = {card for card, one in advice_of(view).items() if one.safe}
            wanted = [move for move in view.legal if move.verb == "discard" and move.card in safe]
            move = chance.choice(wanted or view.legal)
            game.apply(move)
            if wanted and game.turn not in (None, view.seat):
                called += 1
                assert not [one for one in game.legal_moves() if one.verb == "take"], f"after {move}"
    assert called or variant != "classic"
