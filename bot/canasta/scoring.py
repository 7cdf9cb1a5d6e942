"""Scores a finished round: the lines of its sheet, from the cards and what happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from .cards import BLACK_THREES, CALIENTE, RED_THREES, SET_RANKS, SEVEN, THREE, Card
from .events import RoundSheet, ScoreLine
from .going_out.needs import canasta_kinds, suffice
from .melds import CANASTA, BlackThrees, Meld, Melds
from .melds.sets import has_canasta, sets_of
from .rules.model import Rules
from .state import State

#: The lines of a sheet in the order they are read (docs/record-format.md, Score lines).
LINES = (
    "natural", "semi", "mixed", "royal", "wild", "sequence", "aces", "sevens", "twos", "threes", "black_threes", "out",
    "concealed", "concealed_canasta", "foot", "special", "count", "cut", "mirror", "caliente", "cards", "hand", "held",
    "unfinished",
)  # fmt: skip

#: The score of an automatic win in place of the round's (docs/rules.md, An automatic win).
AUTOMATIC_WIN = 5000


def score_round(state: State) -> RoundSheet:
    """Return the sheet of a finished round (docs/rules.md, Scoring).

    It has an entry per side, or per seat where there is a lone player.
    """
    sheets = [_sheet(state, entry) for entry in range(len(state.threes))]
    lines = tuple(
        ScoreLine(tuple((key, sheet[key]) for key in LINES if sheet.get(key)), sum(sheet.values())) for sheet in sheets
    )
    gained = [0] * len(state.scores)
    canastas: list[tuple[tuple[str, int], ...]] = [()] * len(state.scores)
    for seat in range(state.rules.seats):
        gained[state.account(seat)] = lines[state.entry(seat)].total
        canastas[state.account(seat)] = _canastas(state, state.side_of[seat])
    return RoundSheet(
        number=state.number + 1,
        out=state.out,
        ending=state.ending,
        concealed=state.concealed > 0 and state.ending == "out",
        sides=lines,
        scores=tuple(before + more for before, more in zip(state.scores, gained, strict=True)),
        canastas=tuple(canastas),
    )


def _canastas(state: State, side: int) -> tuple[tuple[str, int], ...]:
    """Return how many canastas of each kind a side has on the table."""
    kinds = Counter(_kind(state.rules, meld, meld.canasta) for meld in state.melds[side] if meld.canasta is not None)
    return tuple(sorted(kinds.items()))


def _kind(rules: Rules, meld: Meld, kind: str) -> str:
    """Return the kind as which a canasta counts: its `kind` now, or the kind it was when it was made."""
    return meld.made if rules.canastas.fixed_when_made and meld.made is not None else kind


def _sheet(state: State, entry: int) -> dict[str, int]:
    rules = state.rules
    own, mates = _seats(state, entry)
    side = state.side_of[own[0]]
    if state.ending == "automatic" and state.out in own:
        return {"count": AUTOMATIC_WIN}
    if state.ending == "special" and state.out in own:
        return {"special": state.special}
    melds = state.melds[side]
    kinds = canasta_kinds(state.rules, melds)
    sheet = _canasta_lines(state, melds, went_out=state.out in own + mates)
    sheet["cards"] = _melded(state, melds, kinds)
    if rules.side.mode == "alliance" and mates and "full-share" not in rules.side.pairing:
        sheet = {key: points // 2 for key, points in sheet.items()} | {"cards": 5 * (sheet["cards"] // 10)}
    sheet["black_threes"] = _black_threes(state, side, melds)
    sheet["count"] = sheet.get("count", 0) + _count_bonuses(rules, kinds)
    sheet["unfinished"] = -_unfinished(rules, melds)
    counted = own if rules.side.mode == "alliance" else own + mates
    for seat in counted:
        _count_hand(state, seat, sheet, kinds)
    _count_threes(state, entry, counted, melds, sheet)
    _count_events(state, entry, counted, sheet)
    return sheet


def _seats(state: State, entry: int) -> tuple[list[int], list[int]]:
    """Return the seats of an entry, and the partners whose cards may count too where there is a lone player."""
    own = [seat for seat in range(state.rules.seats) if state.entry(seat) == entry and seat != state.sitting_out]
    mates = [seat for seat in state.order if state.side_of[seat] == state.side_of[own[0]] and seat not in own]
    return own, mates


class MeldWorth(NamedTuple):
    """The part of one meld in what its side's melds are worth.

    `cards` are the values of its cards, `bonus` is that of a canasta, which counts as `kind`, `fine` the penalty for a
    meld that is no canasta, and `four_threes` says that it has four black threes.
    """

    cards: int
    bonus: int
    fine: int
    kind: str | None
    four_threes: bool


def meld_worth(state: State, meld: Meld) -> MeldWorth:
    """Return the part of a meld in what `melds_worth` returns for its side."""
    lines, rules = _canasta_lines(state, (meld,), went_out=False), state.rules
    return MeldWorth(
        cards=_card_values(state, meld),
        bonus=sum(lines.values()),
        fine=_unfinished(rules, (meld,)),
        kind=meld.counts_as(rules),
        four_threes=_has_four_threes(meld),
    )


def melds_worth(rules: Rules, melds: Sequence[MeldWorth]) -> int:
    """Return what a side's melds would count if the round ended now and somebody else went out.

    These are the cards on the table, bonuses for canastas, and penalties for melds that are begun and not completed.
    """
    kinds = [one.kind for one in melds if one.kind is not None]
    worth = _against(rules, sum([one.cards for one in melds]), kinds) + _count_bonuses(rules, kinds)
    worth += sum([one.bonus - one.fine for one in melds])
    return worth + (rules.threes.black_four if any(one.four_threes for one in melds) else 0)


def _melded(state: State, melds: Iterable[Meld], kinds: Sequence[str]) -> int:
    """Return the values of the cards on the table, without four black threes that have a line of their own.

    They count against the side where the rules say so of a side without a canasta.
    """
    return _against(state.rules, sum([_card_values(state, meld) for meld in melds]), kinds)


def _against(rules: Rules, points: int, kinds: Sequence[str]) -> int:
    return -points if "melded-cards" in rules.score.against and not kinds else points


def _card_values(state: State, meld: Meld) -> int:
    """Return the values of a meld's cards that count as cards."""
    if state.rules.threes.black_four and _has_four_threes(meld):
        return 0
    values = state.values
    return sum([values[card >> 2] for card in meld.cards])


def _has_four_threes(meld: Meld) -> bool:
    return isinstance(meld, BlackThrees) and len(meld.cards) >= 4


def _canasta_lines(state: State, melds: Iterable[Meld], *, went_out: bool) -> dict[str, int]:
    lines: dict[str, int] = {}
    for meld in melds:
        kind = meld.canasta
        if kind is not None:
            line, points = meld.earns(state.rules, _kind(state.rules, meld, kind), went_out=went_out)
            lines[line] = lines.get(line, 0) + points * meld.times(state.trump)
    return lines


def _count_bonuses(rules: Rules, kinds: Sequence[str]) -> int:
    """Return the bonuses for a number of canastas (docs/rules.md, Bonuses for canastas)."""
    natural, mixed = kinds.count("natural"), kinds.count("mixed")
    counts = {
        "natural": natural,
        "mixed": mixed,
        "some-mixed": natural + mixed if mixed else 0,
        "any": natural + mixed,
    }
    return sum(points for kind, number, points in rules.canastas.counted if counts[kind] >= number)


def _black_threes(state: State, side: int, melds: Iterable[Meld]) -> int:
    aside = len(state.set_aside[side])
    points = state.rules.threes.set_aside[aside - 1] if aside else 0
    return points + _four_black_threes(state.rules, melds)


def _four_black_threes(rules: Rules, melds: Iterable[Meld]) -> int:
    return rules.threes.black_four if any(map(_has_four_threes, melds)) else 0


def _unfinished(rules: Rules, melds: Iterable[Meld]) -> int:
    """Return the penalties for melds begun and not completed."""
    return sum(meld.owes(rules) for meld in melds if len(meld.cards) < CANASTA)


def _count_hand(state: State, seat: int, sheet: dict[str, int], kinds: Sequence[str]) -> None:
    """Count cards left in a hand, an unplayed foot and talon: their values on `hand`, penalties on `held`."""
    rules = state.rules
    cards = [*(() if _is_nobodys(state, seat) else state.hands[seat])]
    cards += state.feet[seat] if "feet" in rules.score.against else ()
    cards += state.talons[seat] if "side-packets" in rules.score.against else ()
    hand = held = 0
    for card in cards:
        penalty = _held_penalty(state, seat, card) if card >> 2 == THREE else None
        if penalty is not None:
            held += penalty
        elif card >> 2 != THREE or not _tallied(rules, kinds, only=True):
            hand += state.values[card >> 2]
    held += sum([_too_many(state, seat, rank, count) for rank, count in Counter([card >> 2 for card in cards]).items()])
    if state.feet[seat] and state.ending == "out" and state.out in state.mates(seat):
        held += rules.score.foot("partner-left")
    sheet["hand"] = sheet.get("hand", 0) - hand * (1 + cards.count(CALIENTE))
    sheet["held"] = sheet.get("held", 0) - held


def _too_many(state: State, seat: int, rank: int, count: int) -> int:
    """Return what `count` cards of a rank left in a hand cost on top of their values (docs/rules.md, Scoring)."""
    if rank not in SET_RANKS or count < state.rules.ranks[rank].held_from:
        return 0
    own = state.rules.ranks[rank]
    mixed = any(meld.wilds for meld in sets_of(state.side(seat), rank))
    return own.held if own.held_if_mixed or not mixed else 0


def _held_penalty(state: State, seat: int, card: Card) -> int | None:
    """Return what a three kept in a hand costs in place of its value, None if it just costs its value."""
    threes = state.rules.threes
    if card in RED_THREES:
        return _red_penalty(state, seat)
    if card in BLACK_THREES and (black := threes.costs("black")):
        spared = "black" in threes.left_only_out and (state.ending != "out" or state.out == seat)
        return None if spared else black
    return None


def _red_penalty(state: State, seat: int) -> int | None:
    """Return the same for a red three."""
    threes = state.rules.threes
    cost = threes.costs("red") or 0
    if threes.red == "ordinary" or not (cost or threes.red in ("held", "never")):
        return None
    if "red" in threes.left_only_out and state.ending != "out":
        return None if threes.red == "optional" else 0
    early = threes.costs("red-no-turn") if seat in state.no_turn_yet and seat != state.turn else None
    return cost if early is None else early


def _tallied(rules: Rules, kinds: Sequence[str], *, only: bool) -> bool:
    """Return whether kept threes count among the laid ones; with `only`, if they then cost nothing else."""
    rule = rules.threes.held_tally
    if rule == "penalty":
        return not kinds
    return rule == "tally" or (rule == "tally-and-5" and not only)


def _count_threes(state: State, entry: int, seats: Sequence[int], melds: Melds, sheet: dict[str, int]) -> None:
    rules = state.rules
    kinds = canasta_kinds(state.rules, melds)
    cards = list(state.threes[entry])
    if rules.threes.red == "optional" and _tallied(rules, kinds, only=False):
        cards += [card for seat in seats for card in state.hands[seat] if card >> 2 == THREE]
    sign = _sign(state, entry, melds, kinds)
    reds = _total(rules, sum(1 for card in cards if card in RED_THREES)) * sign
    blacks = _total(rules, sum(1 for card in cards if card in BLACK_THREES)) * sign
    sheet["threes"] = reds + (blacks if rules.threes.red == "optional" else 0)
    if rules.threes.red != "optional":
        sheet["black_threes"] += blacks


def _total(rules: Rules, count: int) -> int:
    return rules.threes.totals[min(count, len(rules.threes.totals)) - 1] if count else 0


def _sign(state: State, entry: int, melds: Melds, kinds: Sequence[str]) -> int:
    """Return the factor for the total of a side's threes: 1, 0, −1 or −2."""
    rules = state.rules
    match rules.threes.plus_if:
        case "meld":
            return 1 if melds else -1
        case "canasta":
            return 1 if kinds else -1
        case "ready":
            return 1 if suffice(rules, kinds, len(state.threes[entry])) else -1
        case "two-canastas":
            return (-1, 0, 1)[min(len(kinds), 2)]
        case "sevens":
            return 1 if has_canasta(melds, SEVEN) else -1
        case "pure-and-mixed":
            pure, mixed = "natural" in kinds, "mixed" in kinds
            return 1 if pure and mixed else 0 if pure else -1 if mixed else -2
    return 0


def _count_events(state: State, entry: int, seats: Sequence[int], sheet: dict[str, int]) -> None:
    """Count bonuses for what happened: going out, the cut, the twin of the upcard, canastas laid whole, calientes."""
    rules = state.rules
    if state.ending == "out" and state.out in seats:
        sheet["out"] = rules.out.bonus
        sheet["concealed"] = state.concealed
    if state.cut and entry != state.entry(state.dealer):
        sheet["cut"] = rules.deal.bonus("exact-cut")
    sheet["foot"] = _feet(state, seats)
    sheet["mirror"] = rules.deal.bonus("twin") * len(state.mirror.intersection(seats))
    sheet["concealed_canasta"] = rules.canastas.concealed * state.concealed_canastas[state.side_of[seats[0]]]
    sheet["caliente"] = -rules.extra.caliente_cost * state.threes[entry].count(CALIENTE)


def _feet(state: State, seats: Sequence[int]) -> int:
    """Return the points for the feet of some seats, taken and left (docs/rules.md, Scoring)."""
    rules = state.rules.score
    taken_one, left_one = rules.foot("taken"), rules.foot("left")
    if not (taken_one or left_one) or not state.rules.deal.foot:
        return 0
    takers = state.in_foot if rules.foot_when == "picked-up" else state.in_foot & state.foot_played
    taken = {state.foot_of[seat] for seat in takers}
    places = {state.foot_of[seat] for seat in seats}
    return sum(taken_one if place in taken else -left_one for place in places)


def _is_nobodys(state: State, seat: int) -> bool:
    """Return whether a hand is a foot that counts as not taken, so that its cards count like those of such a foot."""
    rules = state.rules.score
    unplayed = rules.foot_when == "played" and seat in state.in_foot and seat not in state.foot_played
    return unplayed and "feet" not in rules.against
