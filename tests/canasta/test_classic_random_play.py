"""Whole random games of `classic` in every layout, checked after every move by the second reading in `oracle`."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.canasta import position, record
from bot.canasta.game import Game
from bot.canasta.moves import read_move
from bot.canasta.rules import load_rules
from tests.canasta.oracle import (
    LAYOUTS,
    NATURALS,
    Layout,
    State,
    Table,
    Turn,
    all_cards,
    is_wild,
    meld_is_legal,
    minimum,
    next_turn,
    rank_of_meld,
    side_sheet,
)
from tests.canasta.play import allowed, played, replay, whole_pack

#: Rounds per test and layout: few, for the suite must stay fast; more by the environment when rules change.
ROUNDS = int(os.environ.get("CANASTA_TEST_RANDOM_ROUNDS", "2"))
some = settings(max_examples=ROUNDS, deadline=None, suppress_health_check=[HealthCheck.too_slow])
layouts = pytest.mark.parametrize("layout", list(LAYOUTS))


@dataclass
class Played:
    """A game as it goes: the record so far and what the turn remembers."""

    game: Game
    name: str
    shape: Layout
    rng: random.Random
    turn: Turn = field(default_factory=Turn)
    before_meld: list[Turn] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)

    @property
    def state(self) -> State:
        state = position.state(self.game)
        assert state is not None
        return state

    def table(self, state: State) -> Table | None:
        """Return the seat's question table; None where one side has two melds of a rank."""
        seat = self.game.round.turn if self.game.round is not None else 0
        side = next(number for number, seats in enumerate(self.shape.sides) if seat in seats)
        if any(len({rank_of_meld(m.split()) for m in melds}) < len(melds) for melds in state["melds"]):
            return None
        return Table(self.shape, state, self.turn, seat, self._needs(state, side))

    def _needs(self, state: State, side: int) -> int | None:
        need = state["opening"][side]
        if need is not None:
            assert need == minimum(state["scores"][side], self.shape)
        return need  # type: ignore[no-any-return]

    def apply(self, line: str, state: State) -> None:
        table = self.table(state)
        verb = line.split()[1]
        self.game.apply(read_move(line))
        self.moves.append(line)
        if table is None:
            return
        if verb == "meld":
            self.before_meld.append(self.turn)
        self.turn = next_turn(table, line, self.state)


def start(layout: str, seed: int, scores: list[int] | None = None) -> Played:
    shape = LAYOUTS[layout]
    rng = random.Random(seed)
    game = Game(load_rules("classic", layout), [f"P{seat}" for seat in range(shape.seats)])
    if scores is not None:
        game.scores[:] = scores
    pack = game.fresh_pack()
    rng.shuffle(pack)
    game.start_round(
        pack, dealer=rng.choice([seat for seat in range(shape.seats) if not (layout == "5-sitout" and seat == 4)])
    )
    return Played(game, layout, shape, rng)


def one_round(layout: str, seed: int, eager: float = 0.8) -> Iterator[tuple[Played, State, str]]:
    """Yield each state of a random round with the move made from it; melds and takes are preferred to keep it lively."""
    play = start(layout, seed)
    while not play.game.needs_deal and play.game.winner is None:
        state = play.state
        legal = play.game.legal_moves()
        assert legal, f"no legal move left in {state}"
        lively = [move for move in legal if move.verb in ("take", "meld", "ask", "answer")]
        move = play.rng.choice(lively if lively and play.rng.random() < eager else legal)
        yield play, state, str(move)
        play.apply(str(move), state)
    yield play, play.state, ""


def pack_of(shape: Layout) -> Counter[str]:
    return whole_pack(shape.decks)


seeds = st.integers(0, 2**32)


@layouts
@some
@given(seed=seeds)
def test_cards_are_conserved_and_melds_legal_after_every_move(layout: str, seed: int) -> None:
    """No card lost or doubled, counted again from the text; every meld within the limits."""
    for play, state, _ in one_round(layout, seed):
        assert all_cards(state) == pack_of(play.shape)
        for side in state["melds"]:
            for meld in side:
                assert meld_is_legal(meld.split()), meld
                assert rank_of_meld(meld.split()) != "3" or state["phase"] == "over" or len(play.moves) > 0
            ranks = Counter(rank_of_meld(meld.split()) for meld in side)
            assert layout == "3-lone" or all(count == 1 for count in ranks.values()), "one meld per rank per side"
        for cards in state["hands"]:
            assert not {"3H", "3D"} & set(cards.split()), "red threes are never in a hand"


@layouts
@some
@given(seed=seeds)
def test_every_round_ends_with_totals_that_are_the_sums_of_lines_the_rules_give(layout: str, seed: int) -> None:
    *_, (play, state, _) = one_round(layout, seed)
    entry = played(record.record_of(play.game))["rounds"][0]
    assert state["phase"] == "over"
    assert state["legal"] == []
    out = entry["out"]
    sides = play.shape.sides
    lone = state.get("lone")
    for number, sheet in enumerate(entry["sides"]):
        lines = {key: points for key, points in sheet.items() if key != "total"}
        assert sheet["total"] == sum(lines.values())
        assert state["scores"][number] == sheet["total"]
        seats: tuple[int, ...] = sides[number]
        melds = state["melds"][number]
        if layout == "3-lone" and lone is not None and number != lone:
            seats = tuple(seat for seat in range(3) if seat != lone)
            melds = state["melds"][seats[0]]
        expected = side_sheet(
            state, play.shape, seats, melds, state["threes"][number], out=out in seats, concealed="concealed" in lines
        )
        assert lines == expected
    assert entry["concealed"] == any("concealed" in sheet for sheet in entry["sides"])


@pytest.mark.slow
@layouts
@some
@given(seed=seeds)
def test_every_legal_move_is_accepted(layout: str, seed: int) -> None:
    """No move offered and then refused; each tried from the state fed back as a position."""
    for play, state, _ in one_round(layout, seed):
        legal = play.game.legal_moves()
        for move in play.rng.sample(legal, min(2, len(legal))):
            allowed(as_position(play, state), str(move))


def as_position(play: Played, state: State) -> dict[str, object]:
    """Return a state fed back as a record's position."""
    return {"variant": "classic", "layout": play.name, "scores": state["scores"], "position": state, "moves": []}


@layouts
@some
@given(seed=seeds)
def test_offered_verbs_are_those_of_the_legal_moves(layout: str, seed: int) -> None:
    for play, state, _ in one_round(layout, seed):
        offered = {tuple(line.split()) for line in state["legal"] if not line.endswith("undo")}
        assert offered == {tuple(str(move).split()[:2]) for move in play.game.legal_moves()}


def _whole(rng: random.Random, hand: list[str], spare: str) -> list[str]:
    """Return the hand in groups by rank, one copy of `spare` left out, the wilds with any of them."""
    cards = hand.copy()
    if spare:
        cards.remove(spare)
    wilds = [card for card in cards if is_wild(card)]
    groups: dict[str, list[str]] = {}
    for card in cards:
        if not is_wild(card):
            groups.setdefault(card[0], []).append(card)
    targets = [rank for rank in groups if rank != "3"]
    for card in wilds:
        groups.setdefault(rng.choice(targets) if targets else "K", []).append(card)
    return [" ".join(group) for group in groups.values() if not all(map(is_wild, group))] or [" ".join(cards)]


def candidates(rng: random.Random, seats: int, state: State, count: int) -> Iterator[str]:
    """Yield moves that may or may not be allowed: everything small, and random groups of the cards held."""
    seat = state["turn"]
    hand = state["hands"][seat].split()
    actor = int(state["legal"][0].split()[0])
    yield from (f"{actor} {verb}" for verb in ("draw", "take", "ask", "answer yes", "answer no", "undo"))
    yield from (f"{seat} discard {card}" for card in rng.sample(sorted(set(hand)), min(3, len(set(hand)))))
    yield f"{(actor + 1) % seats} draw"
    ranks = sorted({card[0] for card in hand if card[0] in NATURALS}) or ["K"]
    top = state["pile"].split()[-1][0] if state["pile"] else "K"

    def group(rank: str, pool: list[str], *, named: bool = True) -> str:
        own = [card for card in pool if card[0] == rank and not is_wild(card)]
        wild = [card for card in pool if is_wild(card)]
        cards = own[: rng.choice([len(own), rng.randint(0, len(own))])]
        cards += wild[: rng.choice([0, 0, 1, rng.randint(0, len(wild))])]
        for card in cards:
            pool.remove(card)
        text = " ".join(cards)
        return f"{rank}: {text}" if named and cards and all(map(is_wild, cards)) else text

    if state["phase"] != "draw":
        blacks = [card for card in hand if card in ("3S", "3C")]
        yield from (f"{seat} meld {' '.join(cards)}" for cards in (blacks, blacks[1:]) if cards)

        for spare in ("", rng.choice(hand)):
            yield f"{seat} meld {' / '.join(_whole(rng, hand, spare))}"

    for _ in range(count):
        pool = hand.copy()
        rng.shuffle(pool)
        wanted = rng.sample(ranks, min(len(ranks), rng.choice([1, 1, 2, 3])))
        blacks = [card for card in pool if card in ("3S", "3C")]
        if state["phase"] == "draw":
            groups = [group(top, pool, named=False)]
            if rng.random() < 0.5:
                groups += [text for rank in wanted if rank != top and (text := group(rank, pool))]
            yield f"{seat} take {' / '.join(groups)}".strip()
        else:
            groups = [text for rank in wanted if (text := group(rank, pool))]
            if blacks and rng.random() < 0.3:
                groups.append(" ".join(blacks))
            if groups:
                yield f"{seat} meld {' / '.join(groups)}"


@pytest.mark.slow
@layouts
@some
@given(seed=seeds)
def test_engine_and_a_second_reading_of_the_rules_agree_on_what_is_allowed(layout: str, seed: int) -> None:
    for play, state, _ in one_round(layout, seed):
        table = None if state["phase"] == "over" else play.table(state)
        if table is None or play.rng.random() < 0.6:
            continue
        for line in candidates(play.rng, play.shape.seats, state, 6):
            accepted = replay({**as_position(play, state), "moves": [line]})["ok"]
            assert accepted == table.allows(line), (
                f"{line}: engine {accepted}, rules {not accepted}, in {state}, {table.turn}"
            )


def tight_position(rng: random.Random, layout: str) -> dict[str, object]:
    """Return a record at a position made up of half-built melds, canastas and small hands: where ends of turns are tight."""
    shape = LAYOUTS[layout]
    pack = list(pack_of(shape).elements())
    rng.shuffle(pack)
    sides = len(shape.sides)
    melds: list[list[str]] = [[] for _ in range(sides)]
    for side in range(sides):
        for rank in rng.sample(NATURALS, rng.choice([0, 1, 2, 3])):
            naturals = [card for card in pack if card[0] == rank][: rng.choice([2, 3, 4, 5, 6, 7])]
            wilds = [card for card in pack if is_wild(card)][: rng.choice([0, 1, 2, 3])]
            if meld_is_legal([*naturals, *wilds]):
                melds[side].append(" ".join([*naturals, *wilds]))
                for card in (*naturals, *wilds):
                    pack.remove(card)
    reds = [card for card in pack if card in ("3H", "3D")]
    pack = [card for card in pack if card not in reds]
    held = [rank_of_meld(meld.split()) for side in melds for meld in side]
    pack.sort(key=lambda card: (card[0] not in held and rng.random() < 0.6) or (is_wild(card) and rng.random() < 0.3))
    hands = [[pack.pop(0) for _ in range(rng.choice([1, 2, 3, 4, 5, 8]))] for _ in range(shape.seats)]
    if rng.random() < 0.25:  # a hand that might go out at once, below or above the minimum
        melds[0], wanted = [], rng.sample(NATURALS, 3)
        sizes = dict(
            zip(wanted, rng.choice([(7, 3, 0), (7, 4, 0), (5, 3, 3), (7, 7, 0), (6, 4, 1), (7, 2, 1)]), strict=True)
        )
        hands[0] = [card for rank, size in sizes.items() for card in [one for one in pack if one[0] == rank][:size]]
        hands[0] += [card for card in pack if is_wild(card)][: rng.choice([0, 1, 2])]
        for card in hands[0]:
            pack.remove(card)
    if rng.random() < 0.3:
        blacks = [card for card in pack if card in ("3S", "3C")][: rng.choice([2, 3, 4])]
        hands[0] += blacks
        for card in blacks:
            pack.remove(card)
    if rng.random() < 0.3:  # a pair for the top card
        pack.sort(key=lambda card: card[0] != hands[0][0][0])
    pile = [pack.pop(0) for _ in range(rng.choice([0, 1, 1, 2, 4]))][::-1]
    if pile and rng.random() < 0.1:
        pile = [reds.pop(), *pile]
    if layout == "5-sitout":
        hands[4] = []
    return {
        "variant": "classic",
        "layout": layout,
        "scores": [rng.choice([-100, 0, 1500, 3000]) for _ in range(sides)],
        "position": {
            "turn": 0,
            "phase": "draw",
            "hands": [" ".join(cards) for cards in hands],
            "melds": melds,
            "threes": [""] * sides,
            "stock": " ".join([*reds[: rng.choice([0, 0, 1])], *pack[: rng.choice([0, 2, 6])]]),
            "pile": " ".join(pile),
            **({"lone": rng.choice([0, 1, 2])} if layout == "3-lone" and rng.random() < 0.5 else {}),
        },
        "moves": [],
    }


def _kind(line: str) -> tuple[object, ...]:
    """Return what makes two moves of one group equivalent: the verb, the rank, and how many naturals, twos and jokers."""
    _, verb, *rest = line.split()
    cards = [word for word in rest if not word.endswith(":")]
    named = [word[0] for word in rest if word.endswith(":")]
    ranks = {card[0] for card in cards if not is_wild(card)} or set(named)
    return verb, *sorted(ranks), len(cards), sum(card[0] == "2" for card in cards), cards.count("*")


@pytest.mark.slow
@layouts
@settings(max_examples=10 * ROUNDS, deadline=None)
@given(seed=seeds)
def test_engine_and_a_second_reading_agree_where_ends_of_turns_are_tight(layout: str, seed: int) -> None:
    rng, shape = random.Random(seed), LAYOUTS[layout]
    document: dict[str, Any] = tight_position(rng, layout)
    if "lone" in document["position"]:
        lone = document["position"]["lone"]
        pair = [seat for seat in range(3) if seat != lone]
        document["position"]["melds"][pair[1]] = []
    state, turn, before_meld = allowed(document), Turn(), list[Turn]()
    while state["turn"] == 0 and state["phase"] != "over":
        needs = state["opening"][0]
        table = Table(shape, state, turn, 0, needs)
        offered = [str(move) for move in record.game_from_record(document).legal_moves()]
        assert offered, f"no move left in {document}"
        kinds = set(map(_kind, offered))
        accepted = []
        for line in dict.fromkeys([*offered, *candidates(rng, shape.seats, state, 8)]):
            ok = replay({**document, "moves": [*document["moves"], line]})["ok"]
            assert ok == table.allows(line), f"{line}: engine {ok}, in {document} {turn}"
            assert ok or line not in offered, f"offered and refused: {line} in {document}"
            assert not ok or " ".join(line.split()[:2]) in state["legal"], (
                f"accepted but not offered: {line}, in {document}"
            )
            if ok and needs is None and "/" not in line and not {"undo", "answer"} & set(line.split()):
                assert _kind(line) in kinds, f"accepted and not listed: {line}, in {document}"
            if ok:
                accepted.append(line)
        stay = [line for line in accepted if " discard " not in line]
        line = rng.choice(stay or accepted)
        document = {**document, "moves": [*document["moves"], line]}
        after = allowed(document)
        if line.endswith("undo"):
            turn = replace(before_meld.pop(), may_undo=False)
            break  # whether an earlier meld may be undone next is not said
        if " meld " in line:
            before_meld.append(turn)
        state, turn = after, next_turn(table, line, after)


@layouts
@some
@given(seed=seeds, cut=st.floats(0, 1))
def test_a_state_fed_back_as_a_position_goes_on_the_same_way(layout: str, seed: int, cut: float) -> None:
    *before, (play, last, _) = list(one_round(layout, seed))
    start_at = int(cut * (len(before) - 1))
    state, moves = before[start_at][1], [line for _, _, line in before[start_at:]]
    answer = played(as_position(play, state), *moves)
    assert answer["state"] == last
    whole = played(record.record_of(play.game))
    assert whole["state"] == last
    assert whole["rounds"] == answer["rounds"]


@layouts
@some
@given(seed=seeds)
def test_a_record_replays_to_the_same_states_every_time(layout: str, seed: int) -> None:
    states = [state for _, state, _ in one_round(layout, seed)]
    *_, (play, _, _) = one_round(layout, seed)
    document = record.record_of(play.game)
    traced: list[object] = []
    record.replay(document, lambda _line, state: traced.append(state))
    assert traced == states[1:]
