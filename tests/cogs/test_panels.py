"""Pages with the largest hands there can be, held against Discord's limits; choices that travel in custom ids."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from bot.canasta.cards import cards_text, full_pack, is_wild, read_cards
from bot.canasta.game import Game
from bot.canasta.moves import Group, Move, Ways, read_name
from bot.canasta.record import game_from_record
from bot.canasta.rules import load_rules
from bot.canasta.views import SeatView, explained, public_view, seat_view
from bot.computer import choose
from bot.data.tables import InChannel, Seat, Status, Table
from bot.tables import Look
from bot.ui import i18n, meld_draft, move_order
from bot.ui.actions import CustomId, read
from bot.ui.limits import CUSTOM_ID_LENGTH
from bot.ui.page import Page
from bot.ui.pages import builder_page, hand_page
from bot.ui.words import move_text, person_names, tips, turn_text
from bot.ui.words.game_places import PlaceNames
from renderer import render_hand, render_large_hand, render_table
from renderer.hand import groups as fans
from tests import discord_limits
from tests.discord_limits import walk
from tests.ui.test_phone import TWO_LINES


def table_row(**changes: Any) -> Table:
    seats = tuple(Seat(number, 100 + number, None, f"Player {number} with a long, long name") for number in range(4))
    values: dict[str, Any] = {
        "id": 999_999, "home": InChannel(10**18, 10**18), "status": Status.PLAYING, "version": 99_999,
        "variant": "classic", "layout": "4", "size": 4, "house": {}, "host_id": 100, "seats": seats, "round": 1,
        "commitment": None, "turn": 0, "turn_since": 0, "scores": (0, 0), "winner": None, "created_at": 0,
        "updated_at": 0, "ended_at": None,
    }  # fmt: skip
    return Table(**(values | changes))


#: The games of which views were made, by the views' ids.
_GAMES: dict[int, tuple[SeatView, Game]] = {}


def game_of(mine: hand_page.HandParts) -> Game:
    return _GAMES[id(mine.view)][1]


def own(
    hand: str,
    *,
    phase: str = "play",
    melds: str = "",
    pile: str = "5H",
    score: int = 0,
    variant: str = "classic",
    rules: dict[str, object] | None = None,
    **position: Any,
) -> hand_page.HandParts:
    document = {
        "variant": variant,
        "scores": [score, 0],
        "rules": rules or {},
        "position": {
            "turn": 0,
            "phase": phase,
            "hands": [hand, "4C 4D 5C", "5D 6D", "6S 8D"],
            "melds": [melds.split(" / ") if melds else [], []],
            "stock": "5H 6D 7C 8C",
            "pile": pile,
            **position,
        },
        "moves": [],
    }
    game = game_from_record(document)
    view = explained(game, seat_view(game, 0))
    _GAMES[id(view)] = view, game
    look = Look(table_row(), public_view(game), view, ())
    return hand_page.HandParts(
        look,
        view,
        PlaceNames("A server", "a-channel", "https://discord.com/channels/1/2"),
        hand_page.Drawn((render_hand(view),)),
    )


def check(page: Any) -> dict[str, Any]:
    body = {"components": page.to_components(), "flags": 1 << 15}
    uploads = [discord_limits.Upload(file.filename, b"x", file.description) for file in page.files()]
    assert not list(discord_limits.complaints("POST", "/channels/1/messages", body, uploads))
    return body


def big_hand(size: int) -> str:
    return cards_text([card for card in full_pack(2, 4) if card >> 2 != 13][::2][:size])


@pytest.mark.parametrize("look", ["usual", "large", "words"])
@pytest.mark.parametrize("size", [13, 26, 40, 48])
def test_every_page_of_a_big_hand_keeps_discord_s_limits(size: int, look: str) -> None:
    mine = own(big_hand(size), melds="KS KH KC")
    if look == "large":
        mine = replace(mine, drawn=hand_page.Drawn(render_large_hand(mine.view)))
    if look == "words":
        mine = replace(mine, drawn=hand_page.Drawn())
    check(hand_page.hand(mine))
    beside = (render_table(mine.view.public),) * (4 - len(mine.drawn.hand) if look == "large" else 1)
    check(hand_page.hand(replace(mine, drawn=replace(mine.drawn, table=beside))))
    check(builder_page.discarding(mine))
    every = builder_page.Cards(range(size))
    for page in range(3):
        check(laying(mine, chosen=every, page=page))
        check(laying(mine, page=page))


def laying(
    mine: hand_page.HandParts, verb: str = "meld", *, chosen: builder_page.Cards | None = None, page: int = 0
) -> Page:
    """Return the page on which cards are chosen, with the ways to lay those that are."""
    cards = builder_page.Cards() if chosen is None else chosen
    ways = game_of(mine).ways(verb, cards.held(mine.view)) if cards or verb == "take" else Ways()
    return builder_page.laying(mine, builder_page.Choice(verb, cards, ways, page))


def chosen(mine: hand_page.HandParts, cards: str) -> builder_page.Cards:
    return builder_page.Cards.of(mine.view, read_cards(cards))


def greens(page: Page) -> list[tuple[str, bool]]:
    """Return what the buttons say that lay chosen cards, and whether they can be pressed."""
    parts = [part for part in walk(check(page)["components"]) if part.get("custom_id", "").startswith("c:lay")]
    return [(part["label"].replace("\ufe0e", ""), not part.get("disabled")) for part in parts if part.get("style") == 3]


def test_pages_of_a_large_hand_reach_every_card() -> None:
    mine = own(big_hand(48), melds="KS KH KC")
    picks = [
        builder_page.PickRank.unpack(written).place
        if written.action == "pick-rank"
        else next(iter(builder_page.Pick.unpack(written).more))
        for page in range(3)
        for part in walk(check(laying(mine, page=page))["components"])
        if (written := read(part.get("custom_id", ""))) is not None and written.action in ("pick", "pick-rank")
        if written.action == "pick-rank" or len(builder_page.Pick.unpack(written).more) == 1
    ]
    assert picks == [*range(48)]


@pytest.mark.parametrize(
    ("variant", "held", "chosen", "more"),
    [
        ("classic", "KS KH KD 2C 2H *", "", ["KS KH KD", "KS KH KD", "KS KH KD", "*", "2H", "2C"]),
        ("classic", "KS KH KD QC", "KS", ["KH", "KD", "QC"]),
        ("samba", "KS KH QS", "", ["KS", "KH", "QS"]),
    ],
)
def test_a_press_chooses_a_whole_rank_of_natural_cards_where_none_of_it_is_chosen_and_no_runs_are_laid(
    variant: str, held: str, chosen: str, more: list[str]
) -> None:
    mine = own(held, variant=variant)
    cards = builder_page.Cards.of(mine.view, read_cards(chosen))
    added = []
    for part in walk(check(laying(mine, chosen=cards))["components"]):
        written = read(part.get("custom_id", ""))
        if written is not None and written.action == "pick-rank":
            added.append(builder_page.PickRank.unpack(written).more(mine.view, cards))
        elif written is not None and written.action == "pick" and (one := builder_page.Pick.unpack(written)).more:
            added.append(one.more)
    assert [cards_text(one.held(mine.view)) for one in added] == more


@pytest.mark.parametrize(("held", "said"), [("8H 8C 2S QS QH 9C", False), ("QS QH 9C 7C 6C", True)])
def test_where_the_pile_is_taken_a_sentence_says_what_it_takes_only_if_no_button_does(held: str, *, said: bool) -> None:
    mine = own(held, phase="draw", melds="KC KD KH", pile="8D")
    texts = [part["content"] for part in walk(check(laying(mine, "take"))["components"]) if part.get("type") == 10]
    assert any("To take the pile, use 8♦" in text.replace("\ufe0e", "") for text in texts) == said


@pytest.mark.parametrize(
    ("held", "label"),
    [
        ("AD AC 9H 8C 6C", "Add A♦ A♣ to the aces"),
        ("KD KC AD AC 9H 8C", "Add A♦ A♣ + K♦ K♣"),
        ("JS JH JD TS TH TD 9H 8C", "Lay down 10♠ 10♥ 10♦ + J♠ J♥ J♦"),
        ("JS JH JD TS TH TD 9S 9H 9D 8C 7C", "Lay down 9 9 9 + 10 10 10 + J J J"),
    ],
)
def test_the_button_of_suggested_melds_stays_a_line_on_a_phone(held: str, label: str) -> None:
    mine = own(held, melds="AS AH AD / KS KH KD")
    labels = [part.get("label", "").replace("\ufe0e", "") for part in walk(check(hand_page.hand(mine))["components"])]
    assert label in labels


def test_the_button_of_many_cards_for_runs_leaves_out_to_which_they_go() -> None:
    mine = own("2H QS JS 5C 6C 7C JC TH 4D", variant="burraco", melds="8C 9C TC / 4H 5H 6H / KS KH KD")
    move = Move(0, "meld", move_order.at_once(mine.view))
    with i18n.speaking("fr"):
        said = turn_text.laying_in_a_line(mine.view, move)
    assert said.replace("\ufe0e", "") == "Poser 5♣ 6♣ 7♣ + J♣"


@pytest.mark.parametrize("top", ["4S", "KS"])
def test_a_pile_whose_top_card_joins_a_meld_is_taken_without_choosing_cards(top: str) -> None:
    mine = own("4H KH QS QH 9C", phase="draw", melds="4C 4D 4H / KC KD KH", pile=top)
    [(label, enabled)] = greens(laying(mine, "take"))
    assert enabled
    assert label.startswith("Take the pile: ")


def test_the_pile_cannot_be_taken_before_cards_are_chosen_that_it_needs() -> None:
    mine = own("8H 8C 2S QS QH 9C", phase="draw", melds="KC KD KH", pile="8D")
    assert greens(laying(mine, "take")) == [("Take the pile", False)]
    assert greens(laying(mine, "take", chosen=chosen(mine, "8H 9C"))) == [("Take the pile", False)]
    assert greens(laying(mine, "take", chosen=chosen(mine, "8H 8C"))) == [
        ("Take the pile: 8♦ with 8♥ 8♣ (30 points)", True)
    ]


@pytest.mark.parametrize(
    ("cards", "labels"),
    [
        ("QS QH *", ["Lay down Q♠ Q♥ Joker (70 points)"]),
        ("AS", ["Add A♠ to the aces (20 points)"]),
        ("AS KS", ["Add K♠ to the kings + A♠ to the aces (30 points)"]),
        ("QS QH * AS", ["Lay down Q♠ Q♥ Joker + A♠ (90 points)"]),
        ("*", ["Add Joker to the aces (50 points)", "Add Joker to the kings (50 points)"]),
        ("AS KS 2S", [
            "Add K♠ 2♠ to the kings + A♠ to the aces (50 points)", "Add K♠ to the kings + A♠ 2♠ to the aces (50 points)",
        ]),
    ],
)  # fmt: skip
def test_a_button_says_what_the_chosen_cards_would_do(cards: str, labels: list[str]) -> None:
    mine = own("QS QH * AS KS 2S 4D 5D 7C", melds="AH AD AC / KH KD KC")
    assert greens(laying(mine, chosen=chosen(mine, cards))) == [(label, True) for label in labels]


def test_a_wild_card_in_a_run_stands_where_its_player_says() -> None:
    mine = own("8H 9H TH 2S 4D JC KD", melds="AS AC AD", variant="hollywood")
    labels = [label for label, _ in greens(laying(mine, chosen=chosen(mine, "8H 9H TH 2S")))]
    assert labels == ["Lay down 8♥ 9♥ 10♥ 2♠ (50 points)", "Lay down 2♠ 8♥ 9♥ 10♥ (50 points)"]


def test_what_is_missing_is_said_in_one_sentence() -> None:
    mine = own("QS QH * AS KS 2S 4D 5D 7C")
    page = check(laying(mine, chosen=chosen(mine, "QS QH")))
    said = [part["content"] for part in walk(page["components"]) if part.get("content")]
    assert said[-1].endswith("You need 50 points to open.\nA meld needs at least three cards.")
    assert greens(laying(mine, chosen=chosen(mine, "QS QH"))) == [("Lay down", False)]


def test_more_ways_than_there_is_room_for_are_offered_by_a_menu() -> None:
    mine = own("2S 4D 5D 7C", melds="AH AD AC / KH KD KC / QS QH QD / JS JH JD / TS TH TD")
    page = check(laying(mine, chosen=chosen(mine, "2S")))
    [menu] = [part for part in walk(page["components"]) if part.get("placeholder") == "Lay them down where?"]
    assert len(menu["options"]) == 5
    assert greens(laying(mine, chosen=chosen(mine, "2S"))) == []


def test_of_a_rank_that_was_pressed_its_cards_alone_are_offered_and_a_single_one_is_chosen() -> None:
    many = own("4S 4H 4D 5S 5H 5D 5C 6S 6H 6D 6C 7S 7H 7D 7C 8S 8H 8D 8C TS TH 9C")
    four, nine = (card >> 2 for card in read_cards("4S 9C"))

    def parts(page: Page) -> tuple[list[str], bool]:
        found = list(walk(check(page)["components"]))
        [menu] = [part for part in found if part.get("placeholder") == "Which card?"]
        [discard] = [part for part in found if part.get("label", "").startswith("Discard")]
        return [option["label"].replace("\ufe0e", "") for option in menu["options"]], not discard.get("disabled")

    assert parts(builder_page.discarding(many, rank=four)) == (["4♠", "4♥", "4♦"], False)
    assert parts(builder_page.discarding(many, rank=nine)) == (["9♣"], True)
    assert len(parts(builder_page.discarding(many))[0]) == 22


def test_a_choice_survives_its_journey_through_a_custom_id() -> None:
    groups = (
        Group(tuple(read_cards("KS KH 2D *"))),
        Group(tuple(read_cards("2S")), read_name("Q")),
        Group(tuple(read_cards("4H 5H 6H")), read_name("H4#2"), below=True),
    )
    assert meld_draft.unpack(meld_draft.pack(groups)) == groups
    written = read(hand_page.Lay(123456, 789, "m", groups).pack())
    assert written is not None
    assert (written.action, written.table, written.version) == ("lay", 123456, 789)
    assert meld_draft.unpack(written.rest[1:]) == groups
    assert hand_page.Lay.unpack(written) == hand_page.Lay(123456, 789, "m", groups)


def test_custom_ids_that_are_too_long_are_not_made() -> None:
    with pytest.raises(ValueError, match="characters"):
        str(CustomId("lay", 1, 1, "x" * CUSTOM_ID_LENGTH))
    assert read("something else") is None
    assert read("c:lay:zz") is None


def test_ready_choices_are_best_first() -> None:
    mine = own("QS QH QD QC 2S 4S 4H 4D 6C 7C", melds="QS QH QD")
    first = move_order.melds(mine.view, "meld")[0]
    assert str(first) == "0 meld QS QH QD QC", "the canasta without a wild card"


def test_discards_are_in_the_order_of_the_hand_where_there_is_no_advice() -> None:
    mine = own("3S 9C KS KH 2D *", melds="7S 7H 7D")
    assert mine.throws() == sorted((card for fan in fans(mine.view.hand) for card in fan), key=is_wild)


def test_a_pile_that_is_taken_freely_is_taken_by_one_button() -> None:
    mine = own("9S 4C JD", phase="draw", variant="buraco", pile="7H KD")
    way = move_order.plain_take(mine.view)
    assert str(way) == "0 take"
    assert "or take the pile: K" in turn_text.what_now(mine.view, mine.look.table)[0]
    assert move_text.choice(mine.view.legal[1], None) == "Take the pile"


def test_a_first_card_that_may_be_thrown_is_thrown_by_a_button_that_says_so() -> None:
    where: dict[str, Any] = {"variant": "burako", "so_far": ["draw"], "drawn": "9C", "no_turn_yet": [0, 1, 2, 3]}
    mine = own("4C 9C JD", rules={"turn.exchange": True}, **where)
    assert "You can also throw 9♣ away and draw another card." in "\n".join(
        turn_text.what_now(mine.view, mine.look.table)
    ).replace("\ufe0e", "")
    labels = [part.get("label") for part in walk(check(hand_page.hand(mine))["components"])]
    assert "Throw it, draw again" in labels
    assert "Draw" not in labels


@pytest.mark.parametrize(
    ("hand", "melds", "top", "label"),
    [
        ("5H 6H 9S JC", "", "7H", "7♥ with 5♥ 6♥"),
        ("2C 6H 9S JC", "4H 5H 6H", "7H", "7♥ to the run from 4♥"),
        ("QS JC 9S 4D", "4H 5H 6H", "2C", "2♣ to the run from 4♥"),
        ("QS JC 9S 4D", "KS KH KC", "2C", "2♣ to the kings"),
    ],
)
def test_each_way_to_take_a_closed_pile_travels_in_a_message_and_back(
    hand: str, melds: str, top: str, label: str
) -> None:
    mine = own(hand, phase="draw", variant="buraco-fechado", melds=melds, pile=f"9D {top}")
    card = read_cards(top)[0]
    ways = move_order.melds(mine.view, "take")
    assert label in [move_text.choice(move, card).replace("\ufe0e", "") for move in ways]
    for move in ways:
        assert meld_draft.unpack(meld_draft.pack(move.groups)) == move.groups
        assert greens(laying(mine, "take", chosen=builder_page.Cards.of(mine.view, move.cards)))[0][1]


def test_cards_chosen_for_a_run_go_with_the_top_card() -> None:
    mine = own("5H 6H 9S JC", phase="draw", variant="buraco-fechado", pile="9D 7H")
    [move] = game_of(mine).ways("take", read_cards("6H 5H")).moves
    assert str(move) == "0 take H5+: 5H 6H"


def test_beside_pictures_a_partner_s_question_takes_two_lines() -> None:
    hands = ["QS 4C", "4C 4D 5C", "KC 6D", "6S 8D"]
    mine = own("", hands=hands, turn=2, melds="KS KH KD KC KS KH KD", so_far=["draw"])
    game = game_of(mine)
    game.apply(Move(2, "ask"))
    view = explained(game, seat_view(game, 0))
    table = replace(
        mine.look.table, seats=tuple(replace(seat, name=f"P{seat.number}") for seat in mine.look.table.seats)
    )
    [brief], [whole] = turn_text.what_now(view, table, brief=True), turn_text.what_now(view, table)
    assert brief == "**May P2 go out?** If you say yes, they must, this turn."
    assert "if you say no, they can't" in whole


#: Hand & Foot with a pile for those who play from their foot.
IN_FOOT: dict[str, Any] = {"variant": "hand-and-foot", "pile": "9D", "rules": {"pile.open_to": "in-foot"}}


def why_not(mine: hand_page.HandParts) -> str:
    """Return what a player who is to draw can read of the pile."""
    assert turn_text.what_now(mine.view, mine.look.table) == ["**Your turn.** Draw from the stock."]
    return "\n".join(turn_text.why(mine.view)).replace("\ufe0e", "")


@pytest.mark.parametrize(
    ("said", "hand", "where"),
    [
        ("use 8♦ with two cards from your hand, or add it to one of your melds", "9S TC 4D", {"melds": "KS KH KC", "pile": "8D"}),
        ("need two natural cards of the same rank as 8♦", "9S TC 4D", {"melds": "KS KH KC", "pile": "2S 8D"}),
        ("3♠ on top blocks the pile", "9S TC 4D", {"melds": "KS KH KC", "pile": "3S"}),
        ("use 10♥ with two cards from your hand", "TH 9S 4D 5C", {"melds": "KS KH KC", "pile": "TH"}),
        (
            "you need 90 points to open, and the most you could lay down is 40",
            "JS JH JD 5C 6D 8H 9H",
            {"pile": "JS", "score": 1500},
        ),
        (
            "you need 90 points to open, and the most you could lay down is 75",
            "JS JH KS KH KD 5C 5D 5H 9H",
            {"pile": "JS", "score": 1500},
        ),
        (
            "You can't take the pile with 8♥ 8♣. You can't go out yet (canastas: 0 of 1)",
            "8H 8C 4D",
            {"melds": "KS KH KC", "pile": "8D"},
        ),
        ("Your side must open before you can take the pile", "7S 7H 4D 5C", {"variant": "filanda", "pile": "7D"}),
        ("You can take the pile only while you play from your foot", "9S 9C 4D", IN_FOOT),
    ],
)  # fmt: skip
def test_a_pile_that_stays_is_explained_by_the_refusal_of_what_the_hand_could_try(
    said: str, hand: str, where: dict[str, Any]
) -> None:
    assert said in why_not(own(hand, phase="draw", **where))


def test_that_a_pile_is_never_taken_is_not_told_each_turn() -> None:
    assert why_not(own("9S TC 4D", phase="draw", variant="hand-and-foot", pile="3D", melds="KS KH KC")) == ""


def test_where_sides_open_before_drawing_it_is_told_as_long_as_they_can() -> None:
    wanted = "To open, lay down cards worth at least 50 points together before you draw."
    assert wanted in why_not(own("7S 7H 4D 5C", phase="draw", variant="filanda", pile="7D"))
    mine = own("7S 7H 4D 5C", variant="filanda", pile="7D")
    assert turn_text.what_now(mine.view, mine.look.table) == ["**Your turn.** Discard a card to end your turn."]
    assert turn_text.why(mine.view) == []


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("4D", "**Your turn.** Discard your last card to go out."),
        ("4D 5C", "**Your turn.** Discard a card to end your turn."),
    ],
)
def test_it_is_told_that_a_last_card_goes_out(hand: str, said: str) -> None:
    mine = own(hand, melds="KS KS KH KH KD KD KC")
    assert turn_text.what_now(mine.view, mine.look.table) == [said]


@pytest.mark.parametrize(
    ("variant", "rules", "said"),
    [
        ("classic", {}, []),
        ("filanda", {}, ["The melds that you open with can't contain wild cards."]),
        ("classic", {"opening.triple": "yes"}, ["You need three natural cards of one rank to open."]),
    ],
)
def test_what_else_than_points_it_takes_to_open_is_told_with_them(
    variant: str, rules: dict[str, object], said: list[str]
) -> None:
    mine = own("7S 7H 2D 4D 5C", phase="draw", variant=variant, rules=rules, pile="KD")
    told = turn_text.why(mine.view)
    [place] = [number for number, line in enumerate(told) if line.startswith("To open, ")]
    assert told[place + 1 :] == said


def test_names_cannot_format_or_ping() -> None:
    seat = Seat(0, 1, None, "**@everyone** `x` [a](http://b)")
    assert "**" not in person_names.name_of(seat).replace("\\*", "")
    assert person_names.name_of(Seat(0, 1, None, "")) == "a former player"
    assert person_names.name_of(Seat(0, 1, None, "  ")) == "Player 1"


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["classic", "samba", "hand-and-foot", "caliente"])
def test_whatever_is_chosen_the_next_page_keeps_discord_s_limits(variant: str) -> None:
    chance, pages = random.Random(4), 0
    rules = load_rules(variant)
    game = Game(rules, [str(seat) for seat in range(rules.seats)])
    pack = game.fresh_pack()
    chance.shuffle(pack)
    game.start_round(pack, dealer=0)
    while game.turn is not None and pages < 400:
        view = seat_view(game, game.turn)
        look = Look(table_row(size=rules.seats), public_view(game), view, ())
        mine = hand_page.HandParts(look, view, PlaceNames("A server", "a-channel", "https://discord.com/channels/1/2"))
        check(hand_page.hand(mine))
        laying = [verb for verb in ("take", "meld") if verb in view.verbs]
        for verb in laying:
            for way in move_order.melds(view, verb)[:6]:
                cards = builder_page.Cards.of(view, way.cards)
                check(builder_page.laying(mine, builder_page.Choice(verb, cards, game.ways(verb, way.cards))))
                pages += 1
        game.apply(choose(view, "normal", chance) if laying else chance.choice(game.legal_moves()))
    assert pages > 50


def words(page: Page) -> list[str]:
    """Return the texts of a page, without the marks of bold words."""
    parts = [str(part["content"]) for part in walk(check(page)["components"]) if "content" in part]
    return [part.replace("**", "").replace("\N{VARIATION SELECTOR-15}", "") for part in parts]


@pytest.mark.parametrize("language", sorted(i18n.languages()))
def test_the_question_before_a_first_discard_and_what_a_choice_lacks_take_two_lines_at_most(language: str) -> None:
    mine = own("KS KH AS 9S 8S 7C 6C")
    mine = replace(mine, drawn=replace(mine.drawn, table=(render_table(mine.view.public),)))
    with i18n.speaking(language):
        for page in (builder_page.asking(mine, mine.view.hand[0]), laying(mine, chosen=chosen(mine, "KS KH"))):
            assert len(words(page)[-1]) <= TWO_LINES


def test_a_hint_stands_in_the_place_of_a_tip() -> None:
    mine = replace(own("KS KH AS 9S 8S 7C 6C"), tip="wild")
    tip = tips.text("wild", mine.view.public.rules)
    assert tip in "\n".join(words(hand_page.hand(mine)))
    assert tip not in "\n".join(words(hand_page.hand(mine, hint="💡 **Hint: discard 6♣.**")))
