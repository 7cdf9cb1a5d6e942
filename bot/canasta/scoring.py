"""From a finished round to its score sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from bot.canasta.cards import ACE, BLACK_THREES, CALIENTE, JOKER, RED_THREES, SEVEN, THREE, Card
from bot.canasta.melds import CANASTA, Meld
from bot.canasta.requirement import canasta_kinds, requirement_met
from bot.canasta.round import Round
from bot.canasta.rules import Rules
from bot.canasta.views import RoundScore, ScoreLine

#: The lines of a sheet in the order they are read (record.md, "Score lines").
LINES = (
    "natural", "mixed", "wild", "sequence", "aces", "sevens", "twos", "threes", "black_threes", "out", "concealed",
    "concealed_canasta", "special", "count", "cut", "mirror", "caliente", "cards", "hand", "held", "unfinished",
)  # fmt: skip

#: An automatic win scores this in place of the round (catalogue: conflicts, uruguay).
AUTOMATIC_WIN = 5000


def score_round(now: Round) -> RoundScore:
    """The sheet of a finished round, an entry per side, or per seat where there is a lone player (each Scoring)."""
    sheets = [_sheet(now, entry) for entry in range(len(now.threes))]
    lines = tuple(
        ScoreLine(tuple((key, sheet[key]) for key in LINES if sheet.get(key)), sum(sheet.values())) for sheet in sheets
    )
    gained = [0] * len(now.scores)
    canastas: list[tuple[tuple[str, int], ...]] = [()] * len(now.scores)
    for seat in range(now.rules.seats):
        gained[now.account(seat)] = lines[now.entry(seat)].total
        canastas[now.account(seat)] = _canastas(now, now.side_of[seat])
    return RoundScore(
        number=now.number + 1,
        out=now.out,
        ending=now.ending,
        concealed=now.concealed > 0 and now.ending == "out",
        sides=lines,
        scores=tuple(before + more for before, more in zip(now.scores, gained, strict=True)),
        canastas=tuple(canastas),
    )


def _canastas(now: Round, side: int) -> tuple[tuple[str, int], ...]:
    """How many canastas of each kind a side has on the table."""
    kinds = Counter(_kind(now.rules, meld, meld.canasta) for meld in now.melds[side] if meld.canasta is not None)
    return tuple(sorted(kinds.items()))


def _kind(rules: Rules, meld: Meld, kind: str) -> str:
    """What a canasta counts as: what it is (`kind`), or what it was when it was made."""
    return meld.made if rules.canastas.fixed_when_made and meld.made is not None else kind


def _sheet(now: Round, entry: int) -> dict[str, int]:
    rules = now.rules
    own, mates = _seats(now, entry)
    side = now.side_of[own[0]]
    if now.ending == "automatic" and now.out in own:
        return {"count": AUTOMATIC_WIN}
    if now.ending == "special" and now.out in own:
        return {"special": now.special}
    melds = now.melds[side]
    kinds = canasta_kinds(now.rules, melds)
    sheet = _canasta_lines(now, melds, went_out=now.out in own + mates)
    sheet["cards"] = _melded(now, melds)
    if rules.score.cards_against and not kinds:
        sheet["cards"] = -sheet["cards"]
    if rules.side.mode == "alliance" and mates and not rules.side.full_share:
        sheet = {key: points // 2 for key, points in sheet.items()} | {"cards": 5 * (sheet["cards"] // 10)}
    sheet["black_threes"] = _black_threes(now, side, melds)
    sheet["count"] = sheet.get("count", 0) + _count_bonuses(rules, kinds)
    sheet["unfinished"] = -_unfinished(rules, melds)
    counted = own if rules.side.mode == "alliance" else own + mates
    for seat in counted:
        _count_hand(now, seat, sheet, kinds)
    _count_threes(now, entry, counted, melds, sheet)
    _count_events(now, entry, counted, sheet)
    return sheet


def _seats(now: Round, entry: int) -> tuple[list[int], list[int]]:
    """The seats of an entry, and with a lone player the partner whose cards may count too."""
    own = [seat for seat in range(now.rules.seats) if now.entry(seat) == entry and seat != now.sitting_out]
    mates = [seat for seat in now.order if now.side_of[seat] == now.side_of[own[0]] and seat not in own]
    return own, mates


def _melded(now: Round, melds: Iterable[Meld]) -> int:
    """The values of the cards on the table, four black threes left to their own line where they have a bonus."""
    bonus = now.rules.threes.black_four
    counted = (meld for meld in melds if not (bonus and meld.kind == "black-threes" and len(meld.cards) >= 4))
    return sum(now.values[card >> 2] for meld in counted for card in meld.cards)


def _canasta_lines(now: Round, melds: Iterable[Meld], *, went_out: bool) -> dict[str, int]:
    lines: dict[str, int] = {}
    for meld in melds:
        kind = meld.canasta
        if kind is not None:
            line, points = _bonus(now.rules, meld, kind, went_out)
            lines[line] = lines.get(line, 0) + points
    return lines


def _bonus(rules: Rules, meld: Meld, kind: str, went_out: bool) -> tuple[str, int]:
    """The line and points of one canasta."""
    kind = _kind(rules, meld, kind)
    jokers = meld.cards.count(JOKER)
    match kind:
        case "natural" | "mixed" if meld.rank == SEVEN and rules.canastas.sevens is not None:
            return "sevens", rules.canastas.sevens
        case "natural" if meld.rank == ACE and rules.canastas.aces is not None:
            return "aces", rules.canastas.aces
        case "natural":
            return "natural", rules.canastas.natural
        case "mixed":
            return "mixed", rules.canastas.mixed
        case "sequence":
            wild = meld.wilds and rules.sequences.bonus_wild is not None
            return "sequence", (rules.sequences.bonus_wild or 0) if wild else rules.sequences.bonus
        case "twos":
            points = rules.twos.mixed if jokers else rules.twos.natural
            return "twos", points if went_out else 0
    return "wild", _wild_bonus(rules, jokers)


def _wild_bonus(rules: Rules, jokers: int) -> int:
    wilds = rules.wilds
    if jokers == 0 and wilds.bonus_twos is not None:
        return wilds.bonus_twos
    if jokers >= 6 and wilds.bonus_six_jokers is not None:
        return wilds.bonus_six_jokers
    if jokers >= 4 and wilds.bonus_four_jokers is not None:
        return wilds.bonus_four_jokers
    return wilds.bonus


def _count_bonuses(rules: Rules, kinds: Sequence[str]) -> int:
    """For five canastas of a kind, or many of any (romanian: italian, Bonuses and AI.7)."""
    points, natural, mixed = rules.canastas, kinds.count("natural"), kinds.count("mixed")
    return (
        points.five_natural * (natural >= 5)
        + points.five_mixed * (mixed >= 5)
        + points.five_any * (natural + mixed >= 5 and mixed > 0)
        + points.ten * (natural + mixed >= 10)
    )


def _black_threes(now: Round, side: int, melds: Iterable[Meld]) -> int:
    aside = len(now.set_aside[side])
    points = now.rules.threes.set_aside[aside - 1] if aside else 0
    four = any(meld.kind == "black-threes" and len(meld.cards) >= 4 for meld in melds)
    return points + (now.rules.threes.black_four if four else 0)


def _unfinished(rules: Rules, melds: Iterable[Meld]) -> int:
    """Penalties for melds begun and not completed."""
    due = 0
    for meld in melds:
        size = len(meld.cards)
        if size >= CANASTA:
            continue
        if meld.kind == "wild":
            due += rules.wilds.unfinished
        elif meld.kind == "sequence" and size <= rules.sequences.unfinished_up_to:
            due += rules.sequences.unfinished
        elif meld.kind == "set" and meld.rank == SEVEN:
            due += rules.canastas.unfinished_sevens
        elif meld.kind == "set" and meld.rank == ACE and not meld.wilds:
            due += rules.canastas.unfinished_aces
    return due


def _count_hand(now: Round, seat: int, sheet: dict[str, int], kinds: Sequence[str]) -> None:
    """Cards left in a hand, an unplayed foot and talon: their values on `hand`, penalties on `held`."""
    rules = now.rules
    cards = [*now.hands[seat], *(now.feet[seat] if rules.score.foot_against else ())]
    cards += now.talons[seat] if rules.score.talon_against else ()
    hand = held = 0
    for card in cards:
        penalty = _held_penalty(now, seat, card)
        if penalty is not None:
            held += penalty
        elif card >> 2 != THREE or not _tallied(rules, kinds, only=True):
            hand += now.values[card >> 2]
    counts = [sum(1 for card in cards if card >> 2 == rank) for rank in (SEVEN, ACE)]
    held += rules.canastas.held_sevens if counts[0] >= rules.canastas.held_from else 0
    mixed_aces = any(meld.rank == ACE and meld.kind == "set" and meld.wilds for meld in now.melds[now.side_of[seat]])
    if counts[1] >= rules.canastas.held_from and (rules.canastas.held_aces_if_mixed or not mixed_aces):
        held += rules.canastas.held_aces
    if now.feet[seat] and now.ending == "out" and now.out in now.mates(seat):
        held += rules.out.foot_penalty
    sheet["hand"] = sheet.get("hand", 0) - hand * (1 + cards.count(CALIENTE))
    sheet["held"] = sheet.get("held", 0) - held


def _held_penalty(now: Round, seat: int, card: Card) -> int | None:
    """What a three kept in a hand costs in place of its value, None if it costs just that."""
    threes = now.rules.threes
    if card in RED_THREES and (threes.held or threes.red in ("held", "never")):
        if threes.held_only_out and now.ending != "out":
            return None if threes.red == "optional" else 0
        early = seat in now.no_turn_yet and seat != now.turn and threes.held_no_turn is not None
        return threes.held_no_turn if early else threes.held
    if card in BLACK_THREES and threes.black_held:
        if threes.black_held_only_out and (now.ending != "out" or now.out == seat):
            return None
        return threes.black_held
    return None


def _tallied(rules: Rules, kinds: Sequence[str], *, only: bool) -> bool:
    """Whether kept threes count among the laid ones; with `only`, whether they then cost nothing besides."""
    rule = rules.threes.held_tally
    if rule == "penalty":
        return not kinds
    return rule == "tally" or (rule == "tally-and-5" and not only)


def _count_threes(now: Round, entry: int, seats: Sequence[int], melds: Sequence[Meld], sheet: dict[str, int]) -> None:
    rules = now.rules
    kinds = canasta_kinds(now.rules, melds)
    cards = list(now.threes[entry])
    if rules.threes.red == "optional" and _tallied(rules, kinds, only=False):
        cards += [card for seat in seats for card in now.hands[seat] if card >> 2 == THREE]
    sign = _sign(now, entry, melds, kinds)
    reds = _total(rules, sum(1 for card in cards if card in RED_THREES)) * sign
    blacks = _total(rules, sum(1 for card in cards if card in BLACK_THREES)) * sign
    sheet["threes"] = reds + (blacks if rules.threes.red == "optional" else 0)
    if rules.threes.red != "optional":
        sheet["black_threes"] += blacks


def _total(rules: Rules, count: int) -> int:
    return rules.threes.totals[min(count, len(rules.threes.totals)) - 1] if count else 0


def _sign(now: Round, entry: int, melds: Sequence[Meld], kinds: Sequence[str]) -> int:
    """How a side's threes count: 1, 0, −1 or −2 times their total."""
    rules = now.rules
    match rules.threes.plus_if:
        case "meld":
            return 1 if melds else -1
        case "canasta":
            return 1 if kinds else -1
        case "ready":
            return 1 if requirement_met(rules, kinds, len(now.threes[entry])) else -1
        case "two-canastas":
            return (-1, 0, 1)[min(len(kinds), 2)]
        case "pure-and-mixed":
            pure, mixed = "natural" in kinds, "mixed" in kinds
            return 1 if pure and mixed else 0 if pure else -1 if mixed else -2
    return 0


def _count_events(now: Round, entry: int, seats: Sequence[int], sheet: dict[str, int]) -> None:
    """Bonuses for what happened: going out, the cut, the twin of the upcard, canastas laid whole, calientes."""
    rules = now.rules
    if now.ending == "out" and now.out in seats:
        sheet["out"] = rules.out.bonus
        sheet["concealed"] = now.concealed
    if now.cut and entry != now.entry(now.dealer):
        sheet["cut"] = rules.deal.cut_bonus
    sheet["mirror"] = rules.deal.mirror_bonus * len(now.mirror.intersection(seats))
    sheet["concealed_canasta"] = rules.canastas.concealed * now.concealed_canastas[now.side_of[seats[0]]]
    sheet["caliente"] = -rules.extra.caliente_cost * now.threes[entry].count(CALIENTE)
