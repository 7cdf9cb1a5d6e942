"""The table: everything in its panel, and the words that stand for the picture."""

import dataclasses

import pytest

from bot.canasta.rules import load_rules
from bot.canasta.views import PublicView
from renderer import Style, render_table, render_tables
from renderer.canvas import ENGLISH, MAX_HEIGHT, WIDTH
from renderer.heading import Heading, tags
from renderer.melds import meld_height, meld_of
from renderer.sprites import CHIP_WIDTH
from renderer.table import LARGE_WIDTH, TurnText, _draw, plan_of, plans_of, turn_words
from renderer.theme import SIDE_INKS
from tests.renderer import samples
from tests.renderer.samples import (
    EIGHT_PLAYERS,
    FOUR_PLAYERS,
    KINDS_OF_MELDS,
    MANY_MELDS,
    SIX_IN_TRIOS,
    SIX_SIDES,
    TABLES,
    THREE_PLAYERS,
    player,
    side,
    table,
)
from tests.renderer.test_league import watched


def crowded(sides: int, per_side: int, melds: int) -> PublicView:
    """Return this many sides of this many players with this many melds each, and long names."""
    seats = sides * per_side
    return table(
        [player(seat, f"Bartholomew the {seat}th of Somewhere", seat % sides, 20 + seat) for seat in range(seats)],
        [
            side(index, range(index, seats, sides), -12345, ((*MANY_MELDS, *KINDS_OF_MELDS) * 2)[:melds], "3H " * 8)
            for index in range(sides)
        ],
        "4S",
    )


CROWDS = [(6, 1, 10), (5, 1, 14), (3, 1, 10), (3, 2, 18), (2, 3, 24), (4, 2, 12), (2, 1, 30), (5, 1, 10)]


@pytest.mark.parametrize("view", [*TABLES.values(), *(crowded(*crowd) for crowd in CROWDS)])
def test_melds_lie_in_their_panels(view: PublicView) -> None:
    plan = plan_of(view, ENGLISH, turn_words(view, ENGLISH))
    assert plan.height <= MAX_HEIGHT
    assert [len(panel.melds) for panel in plan.panels] == [len(one.melds) for one in view.sides]
    tall = meld_height(plan.meld_width)
    for panel in plan.panels:
        assert panel.left >= 0
        assert panel.top >= plan.header
        assert panel.right <= WIDTH
        assert panel.bottom <= plan.height
        taken: list[tuple[int, int, int]] = []
        for meld, x, y in panel.melds:
            right = x + meld.width(plan.meld_width)
            assert x >= panel.left
            assert right <= panel.right
            assert y >= panel.top + panel.heading.height(tight=plan.tight) - 6
            assert y + tall <= panel.bottom
            assert all(other_y != y or x >= other_right or right <= other_x for other_x, other_y, other_right in taken)
            taken.append((x, y, right))
    for place, panel in enumerate(plan.panels):
        for other in plan.panels[place + 1 :]:
            assert other.left >= panel.right or other.top >= panel.bottom


def test_melds_are_as_large_as_fits() -> None:
    assert plan_of(FOUR_PLAYERS, ENGLISH, turn_words(FOUR_PLAYERS, ENGLISH)).meld_width == 87
    assert plan_of(crowded(3, 1, 10), ENGLISH, turn_words(crowded(3, 1, 10), ENGLISH)).meld_width >= 50
    assert plan_of(SIX_SIDES, ENGLISH, turn_words(SIX_SIDES, ENGLISH)).meld_width == CHIP_WIDTH


@pytest.mark.parametrize("view", [*TABLES.values(), *(crowded(*crowd) for crowd in CROWDS)])
def test_alt_is_never_cut(view: PublicView) -> None:
    alt = render_table(view).alt
    assert 0 < len(alt) <= 1024
    assert not alt.endswith("…")


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("view", [*TABLES.values(), *(crowded(*crowd) for crowd in CROWDS)])
def test_every_side_is_in_one_of_the_pictures(view: PublicView, large: bool) -> None:
    plans = plans_of(view, ENGLISH, turn_words(view, ENGLISH), large=large)
    melds = [len(panel.melds) for plan in plans for panel in plan.panels]
    assert melds == [len(one.melds) for one in view.sides]
    assert [bool(plan.header) for plan in plans] == [True] + [False] * (len(plans) - 1)
    assert len(plans) <= 3
    for plan in plans:
        assert (plan.room, plan.height <= MAX_HEIGHT) in {(WIDTH, True), (LARGE_WIDTH, True)}
        assert plan.height / plan.room <= 7 / 11
        for panel in plan.panels:
            assert panel.bottom <= plan.height
            assert all(x + meld.width(plan.meld_width) <= panel.right for meld, x, _ in panel.melds)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("view", [*TABLES.values(), *(crowded(*crowd) for crowd in CROWDS)])
def test_nothing_lies_on_a_text(view: PublicView, large: bool) -> None:
    for plan in plans_of(view, ENGLISH, turn_words(view, ENGLISH), large=large):
        with watched() as (_, wrong):
            _draw(plan, view, Style(), turn_words(view, ENGLISH))
        assert wrong == []


@pytest.mark.parametrize("name", ["four players", "first turn", "three players", "long runs"])
def test_a_usual_table_is_one_picture_and_can_be_enlarged(name: str) -> None:
    view = TABLES[name]
    [whole] = render_tables(view, large=False)
    assert whole == render_table(view)
    parts = render_tables(view, large=True)
    assert {part.width for part in parts} == {LARGE_WIDTH}
    assert parts[0].alt == whole.alt
    for part in parts[1:]:
        assert part.alt in whole.alt


def test_the_name_of_whose_turn_it_is_stays_where_there_is_no_room_for_more_words() -> None:
    turn = TurnText("{name} must answer before the turn goes on", "Magdalena", "")
    first = plans_of(FOUR_PLAYERS, ENGLISH, turn, large=True)[0]
    with watched() as (written, wrong):
        _draw(first, FOUR_PLAYERS, Style(), turn)
    assert "Magdalena" in [words for words, _ in written]
    assert wrong == []


def test_a_crowd_takes_a_second_picture_where_cards_are_not_counted_in_one() -> None:
    [first, second] = render_tables(EIGHT_PLAYERS, large=False)
    assert first.alt == render_table(EIGHT_PLAYERS).alt
    assert render_table(EIGHT_PLAYERS).crowded
    assert not render_table(FOUR_PLAYERS).crowded
    assert "five of hearts to jack of hearts" in second.alt, "what the first has no room for"
    assert plan_of(EIGHT_PLAYERS, ENGLISH, turn_words(EIGHT_PLAYERS, ENGLISH)).meld_width == CHIP_WIDTH
    assert all(
        plan.meld_width > CHIP_WIDTH
        for plan in plans_of(EIGHT_PLAYERS, ENGLISH, turn_words(EIGHT_PLAYERS, ENGLISH), large=False)
    )


def test_melds_show_their_suits() -> None:
    queens = meld_of(samples.meld("Q", "QC QS QH 2D"))
    assert queens.below == (("gold", "star"), ("face", "spade"), ("face", "heart"))
    assert queens.pip == "club"
    assert meld_of(samples.meld("3", "3S 3C 3C", "black-threes")).below == (("slate", "spade"), ("slate", "club"))
    assert {pip for _, pip in queens.plain().below} == {""}
    canasta = meld_of(samples.meld("K", "KS KH KD KC KS KH KD"))
    assert (canasta.below, canasta.pip) == ((("face", ""),) * 4, "")


def test_alt_says_all_that_the_picture_says() -> None:
    assert render_table(FOUR_PLAYERS).alt == (
        "Round 3, playing to 5,000 points. Ilinca’s turn: Draw 1 card, or take the pile. Stock: 38 cards. Pile: 14 cards, "
        "nine of hearts on top. Frozen. Ana, 9 cards, and Ștefan, 13 cards: score 2,385, 2 red threes, 1,200 points on the "
        "table; natural canasta: 7 kings; mixed canasta: 7 aces and 2 wild cards; 5 queens and 1 wild card; 3 nines; 4 "
        "fives. Ilinca, 11 cards, and Niccolò, 6 cards: score 1,940, 1 red three, 500 points on the table; mixed canasta: "
        "7 tens and 1 wild card; 4 jacks and 1 wild card; 3 eights; 4 fours."
    )
    assert render_table(THREE_PLAYERS).alt == (
        "Round 3, playing to 5,000 points. Matei’s turn: Lay down, then discard. Stock: 0 cards. Pile: 2 cards, three of "
        "spades on top. Blocked. Ana, 9 cards: score 2,385, 4 red threes, 1,540 points on the table; natural canasta: 7 "
        "kings; mixed canasta: 7 aces and 2 wild cards; mixed canasta: 7 tens and 1 wild card; 5 queens and 1 wild card. "
        "Matei, 14 cards: score minus 115, 50 to open. Niccolò D’Amico the Great of Palermo, 6 cards, plays alone: score "
        "11,940, 1 red three, 555 points on the table; 3 nines; 4 jacks and 1 wild card; mixed canasta: 5 sevens and 2 "
        "wild cards; 3 eights; 4 fours; 4 fives."
    )


def test_alt_of_everything_rare() -> None:
    alt = render_table(EIGHT_PLAYERS).alt
    for words in (
        "Gigi is asked: May Player 3 go out?",
        "Closed by Bartholomew the Third.",
        "Ana, 9 cards, plays from the foot, and Ester, 13 cards, 11 cards in the foot: score 0,",
        "Bartholomew, 10 cards, 11 cards in the foot, 4 cards in the talon, and Θεοδώρα,",
        "a canasta to open",
        "no minimum to open",
        "3 red threes, 2 black threes",
        "8 melds, 3 canastas",
    ):
        assert words in alt
    alt = render_table(SIX_IN_TRIOS).alt
    for words in (
        "Bartholomew the Third, Дмитрий and Θεοδώρα: Won the game.",
        "and Ester, sits out:",
        "; run canasta: five of hearts to jack of hearts, 7 cards;",
        "; four of spades to seven of spades, 4 cards, 1 wild card;",
        "; 2 jokers and 2 twos;",
        "; wild canasta: 2 jokers and 5 twos;",
        "; canasta of twos: 7 twos;",
        "; 3 black threes.",
    ):
        assert words in alt


def test_alt_of_a_crowd_still_counts_melds_and_canastas() -> None:
    view = crowded(6, 1, 16)
    alt = render_table(view).alt
    canastas = sum(meld.canasta is not None for meld in view.sides[0].melds)
    assert alt.count(f"16 melds, {canastas} canastas.") == 6


def test_nobody_is_told_to_take_what_they_may_not() -> None:
    """A closed pile; one that is for those who play from their foot; one for nobody."""
    assert "or take the pile" in render_table(FOUR_PLAYERS).alt
    closed = FOUR_PLAYERS._replace(closed_by=2, blocked=True)
    assert "Draw 1 card." in render_table(closed).alt
    assert "Closed by" in render_table(closed).alt
    assert "Blocked" not in render_table(closed).alt
    assert "take the pile" in render_table(FOUR_PLAYERS._replace(closed_by=FOUR_PLAYERS.turn)).alt
    foot = load_rules("hand-and-foot", house={"pile.open_to": "in-foot"})
    waiting = FOUR_PLAYERS._replace(rules=foot)
    assert "take the pile" not in render_table(waiting).alt
    players = tuple(one._replace(in_foot=True) for one in FOUR_PLAYERS.players)
    assert "take the pile" in render_table(waiting._replace(players=players)).alt


def test_the_foot_of_a_side_is_drawn_and_told_beside_the_side_not_its_first_player() -> None:
    first, second = FOUR_PLAYERS.sides
    waiting = dataclasses.replace(first, foot_size=11)
    players = (FOUR_PLAYERS.players[0]._replace(foot_size=11, in_foot=False), *FOUR_PLAYERS.players[1:])
    of_side = FOUR_PLAYERS._replace(players=players, sides=(waiting, second))
    own = render_table(of_side._replace(sides=(first, second)))
    shared = render_table(of_side)
    assert "11 cards in the foot" in own.alt
    assert "11 cards in the foot" not in shared.alt
    assert ", 11 cards in the side's foot," in shared.alt
    assert own.png != shared.png


def test_the_foot_of_a_side_is_in_words_in_every_picture_whose_names_are_whole() -> None:
    """Long names make lines, and don't turn the words into a number alone."""
    rules, spaces = load_rules("burraco"), set()
    for name in ("Bo", "Bartholomew", "Bartholomew the Third"):
        players = tuple(one._replace(name=name, foot_size=0, in_foot=False) for one in FOUR_PLAYERS.players)
        sides = tuple(dataclasses.replace(side, foot_size=11) for side in FOUR_PLAYERS.sides)
        view = FOUR_PLAYERS._replace(rules=rules, players=players, sides=sides)
        for own in (False, True):
            turn = turn_words(view, ENGLISH, own=own)
            for panel in plan_of(view, ENGLISH, turn).panels:
                assert panel.heading._foot == ("packet", "11 in the foot"), (name, own)
                spaces.add(panel.heading.height(tight=False))
    assert len(spaces) > 1, "the longest names need more lines"


def test_who_has_nothing_beside_their_name_is_last_in_the_alt_text() -> None:
    """Their own picture doesn't count the cards of the player to move: "Bruno, and Carla, 18 cards" would be unclear."""
    alt = render_table(FOUR_PLAYERS._replace(turn=0), own=True).alt
    assert " Ștefan, 13 cards, and Ana: score 2,385, " in alt


def test_a_wild_canasta_tells_its_jokers() -> None:
    def alt_and_picture(cards: str) -> tuple[str, bytes]:
        melds = (samples.meld("WILD", cards, "wild"),)
        first = dataclasses.replace(FOUR_PLAYERS.sides[0], melds=melds)
        picture = render_table(FOUR_PLAYERS._replace(sides=(first, *FOUR_PLAYERS.sides[1:])))
        return picture.alt, picture.png

    twos, four, all_jokers = map(alt_and_picture, ("2S 2S 2H 2H 2D 2C 2C", "* * * * 2D 2C 2C", "* * * * * * *"))
    assert "wild canasta: 7 twos." in twos[0]
    assert "wild canasta: 4 jokers and 3 twos" in four[0]
    assert "wild canasta: 7 jokers" in all_jokers[0]
    assert len({twos[1], four[1], all_jokers[1]}) == 3


def pixels(view: PublicView) -> bytes:
    return render_table(view).png


def test_a_game_of_so_many_rounds_and_a_draw_are_told_in_words() -> None:
    rules = load_rules("classic", "4", house={"rounds": 8})
    assert render_table(FOUR_PLAYERS._replace(rules=rules)).alt.startswith("Round 3 of 8. ")
    over = FOUR_PLAYERS._replace(over=True, turn=None, phase="over")
    assert "It's a draw." in render_table(over).alt


@pytest.mark.parametrize(
    "change",
    [
        {"stock_size": 37},
        {"frozen": False, "freezing": None},
        {"blocked": True},
        {"closed_by": 2},
        {"turn": 2},
        {"phase": "play"},
        {"round_number": 4},
        {"winner": 0, "over": True, "turn": None, "phase": "over"},
        {"winner": None, "over": True, "turn": None, "phase": "over"},
        {"rules": load_rules("classic", "4", house={"rounds": 8})},
        {"turn": None, "phase": "over"},
        {"turn": 3, "asking": 1, "phase": "answer"},
        {"pile": ()},
        {"pile": FOUR_PLAYERS.pile[:-1]},
        {"pile": (None,)},
        {"talons_left": (4, 3)},
    ],
)
def test_what_changes_shows(change: dict[str, object]) -> None:
    changed = FOUR_PLAYERS._replace(**change)  # type: ignore[arg-type]
    assert pixels(changed) != pixels(FOUR_PLAYERS)
    assert render_table(changed).alt != render_table(FOUR_PLAYERS).alt


def test_runs_from_a_low_ace_and_the_trump_are_told() -> None:
    alt = render_table(samples.LONG_RUNS).alt
    assert "ace of hearts to king of hearts, 13 cards, 1 wild card" in alt
    assert "ace of clubs to four of clubs, 4 cards, 1 wild card" in alt
    assert "Trump is clubs." in alt


@pytest.mark.parametrize("large", [False, True])
def test_the_picture_for_the_player_to_move_stays_true_when_they_draw(large: bool) -> None:
    before = FOUR_PLAYERS._replace(stock_size=40)
    mover = before.turn
    assert mover is not None

    def holding(more: int, seat: int) -> PublicView:
        players = [one._replace(hand_size=one.hand_size + (more if one.seat == seat else 0)) for one in before.players]
        return before._replace(stock_size=before.stock_size - more, players=tuple(players))

    def shown(view: PublicView, own: bool) -> list[tuple[bytes, str]]:
        return [(one.png, one.alt) for one in render_tables(view, large=large, own=own)]

    assert shown(holding(1, mover), True) == shown(before, True)
    assert shown(holding(1, mover), False) != shown(before, False)
    assert shown(holding(1, (mover + 1) % 4), True) != shown(before, True), "what others hold is counted"
    [(first, alt), *_] = shown(before, True)
    assert "Stock" not in alt
    assert first != shown(before._replace(stock_size=0), True)[0][0], "an empty stock is seen"


def test_what_is_chosen_to_open_is_drawn_beside_what_is_needed() -> None:
    """For the player to move alone, and only where they need points."""
    needy = samples.FIRST_TURN._replace(
        players=tuple(one._replace(opening=50) for one in samples.FIRST_TURN.players), phase="play"
    )
    alts = {chosen: render_table(needy, own=True, chosen=chosen).alt for chosen in (0, 30, 50)}
    assert alts[0].endswith("Ana, 15 cards: score 0, 50 to open. Bo: score 0, 50 to open.")
    assert alts[30].endswith("Ana, 15 cards: score 0, 50 to open. Bo: score 0, 30 of 50 to open.")
    assert alts[50].endswith("Bo: score 0, 50 of 50 to open.")
    pictures = [
        render_tables(needy, own=True, chosen=chosen, large=large) for chosen in (0, 30, 50) for large in (False, True)
    ]
    assert len({one[-1].png for one in pictures}) == 6
    assert "30 of 50" not in render_table(needy, chosen=30).alt, "what is chosen concerns nobody else"
    free = needy._replace(players=tuple(one._replace(opening=0) for one in needy.players))
    free = free._replace(sides=tuple(dataclasses.replace(one, opening=0) for one in free.sides))
    assert "30 of" not in render_table(free, own=True, chosen=30).alt


def test_where_nobody_ever_needs_anything_to_open_nothing_is_said_of_it() -> None:
    rules = load_rules("burraco")
    free = samples.FIRST_TURN._replace(
        rules=rules,
        players=tuple(one._replace(opening=0) for one in samples.FIRST_TURN.players),
        sides=tuple(dataclasses.replace(one, opening=0) for one in samples.FIRST_TURN.sides),
    )
    assert "to open" not in render_table(free).alt
    varied = free._replace(rules=load_rules("classic"))
    assert "no minimum to open" in render_table(varied).alt, "others do need something"


def test_only_what_the_player_to_move_needs_is_in_the_colour_of_a_demand() -> None:
    turn = turn_words(samples.FIRST_TURN, ENGLISH)
    asked = {
        (side.index, needed): Heading(
            samples.FIRST_TURN, dataclasses.replace(side, opening=needed), 890, ENGLISH, own=False
        )._opening_ink
        for side in samples.FIRST_TURN.sides
        for needed in (0, 50, "canasta")
    }
    assert turn.name == "Bo"
    assert {key for key, ink in asked.items() if ink == "accent"} == {(1, 50), (1, "canasta")}
    assert "accent" not in SIDE_INKS


@pytest.mark.parametrize(
    "name", ["Newcomer", "Maximiliane Annegret von und zu Ö", "Бартоломью Константинопольский Й", "WWWWWWWWWWWWWWWW"]
)
@pytest.mark.parametrize(
    ("variant", "layout"),
    [
        ("classic", "2"),
        ("classic", "4"),
        ("hand-and-foot", "4"),
        ("burraco", "4"),
        ("samba", "4"),
        ("classic", "3-lone"),
    ],
)
def test_names_are_whole_where_there_is_room(variant: str, layout: str, name: str) -> None:
    """Whatever stands beside them: feet, threes, what it takes to open, and large scores."""
    rules = load_rules(variant, layout)
    foot = 11 * bool(rules.deal.foot)
    sides = rules.side.sides if rules.side.mode == "fixed" else rules.seats
    view = table(
        [player(seat, f"{name[:31]}{seat}", seat % sides, 13, foot_size=foot) for seat in range(rules.seats)],
        [
            side(
                index,
                range(index, rules.seats, sides),
                -12345,
                MANY_MELDS[: 3 * (index % 2)],
                "3H 3D",
                opening=120 * (1 - index % 2),
            )
            for index in range(sides)
        ],
        "4S",
        rules=rules,
    )
    for own in (False, True):
        with watched() as (written, wrong):
            turn = turn_words(view, ENGLISH, own=own)
            _draw(plan_of(view, ENGLISH, turn), view, Style(), turn)
        assert wrong == []
        assert {one.name for one in view.players} <= {words for words, _ in written}


def test_a_side_has_one_line_unless_it_needs_more() -> None:
    def heights(view: PublicView) -> list[int]:
        return [panel.heading.height(tight=False) for panel in plan_of(view, ENGLISH, turn_words(view, ENGLISH)).panels]

    assert heights(FOUR_PLAYERS) == heights(samples.LONG_RUNS) == [65, 65]
    assert heights(SIX_IN_TRIOS)[1] > 65
    nothing = dataclasses.replace(SIX_IN_TRIOS.sides[1], threes=(), melds=(), opening=None)
    alone = SIX_IN_TRIOS._replace(sides=(SIX_IN_TRIOS.sides[0], nothing))
    assert heights(alone)[1] == 65 + 45, "names on two lines, and no third one that is empty"


def test_a_packet_of_a_side_is_no_foot() -> None:
    """An icon of its own, explained in words where there is room."""
    hand, burraco = (
        FOUR_PLAYERS._replace(
            rules=load_rules(variant, "4"),
            players=tuple(one._replace(in_foot=one.seat < 2) for one in FOUR_PLAYERS.players),
        )
        for variant in ("hand-and-foot", "burraco")
    )
    icons = [
        {tag.icon for one in view.players for tag in tags(view, one, ENGLISH, own=False)} for view in (hand, burraco)
    ]
    assert icons == [{"cards", "foot"}, {"cards", "packet"}]
    of_side = burraco._replace(sides=tuple(dataclasses.replace(one, foot_size=11, threes=()) for one in burraco.sides))
    of_side = of_side._replace(players=tuple(one._replace(in_foot=False) for one in FOUR_PLAYERS.players))
    with watched() as (written, _):
        turn = turn_words(of_side, ENGLISH)
        _draw(plan_of(of_side, ENGLISH, turn), of_side, Style(), turn)
    assert "11 in the foot" in [words for words, _ in written]
    assert "11 cards in the side's foot" in render_table(of_side).alt
