"""From a finished round to its score sheet."""

from __future__ import annotations

from bot.canasta.cards import TWO
from bot.canasta.goingout import canasta_kinds
from bot.canasta.melds import CANASTA, Meld
from bot.canasta.round import BLACK_THREES, Round
from bot.canasta.views import RoundScore, ScoreLine

#: The lines of a sheet in the order they are read (record.md, "Score lines").
LINES = (
    "natural", "mixed", "wild", "sequence", "aces", "sevens", "twos", "threes", "black_threes", "out", "concealed",
    "concealed_canasta", "special", "count", "cut", "mirror", "caliente", "cards", "hand", "held", "unfinished",
)  # fmt: skip


def score_round(game_round: Round) -> RoundScore:
    """The sheet of a finished round, one entry per account (side, or seat with a lone player).

    pagat: classic, Scoring at hand end; classic-3p, Scores.
    """
    sheets = [_sheet(game_round, account) for account in range(len(game_round.scores))]
    lines = tuple(
        ScoreLine(tuple((key, sheet[key]) for key in LINES if sheet.get(key)), sum(sheet.values())) for sheet in sheets
    )
    return RoundScore(
        number=game_round.number + 1,
        out=game_round.out,
        ending=game_round.ending,
        concealed=game_round.concealed,
        sides=lines,
        scores=tuple(before + line.total for before, line in zip(game_round.scores, lines, strict=True)),
    )


def _sheet(game_round: Round, account: int) -> dict[str, int]:
    rules, values = game_round.rules, game_round.values
    seats = _seats(game_round, account)
    melds = game_round.melds[game_round.side_of[seats[0]]]
    sheet = {
        "cards": sum(values[card >> 2] for meld in melds for card in meld.cards),
        "hand": 0,
        "held": 0,
        "threes": _threes(game_round, account, melds),
    }
    for kind, points in ((kind, _bonus(game_round, meld)) for meld in melds if (kind := meld.canasta) is not None):
        sheet[kind] = sheet.get(kind, 0) + points
    for seat in seats:
        for card in game_round.hands[seat] + game_round.feet[seat]:
            if card in BLACK_THREES and rules.threes.black_held:
                sheet["held"] -= rules.threes.black_held
            else:
                sheet["hand"] -= values[card >> 2]
    if any(meld.kind == "wild" and len(meld.cards) < CANASTA for meld in melds):
        sheet["unfinished"] = -rules.wilds.unfinished
    if game_round.out in seats:
        sheet["out"] = rules.out.bonus
        if game_round.concealed:
            sheet["concealed"] = rules.out.concealed
    if account in game_round.cut_accounts:
        sheet["cut"] = rules.deal.cut_bonus
    return sheet


def _seats(game_round: Round, account: int) -> list[int]:
    """The seats whose cards count for an account; with a lone player, both partners' for each of them."""
    if game_round.rules.side.mode == "lone":
        return [seat for seat in game_round.order if game_round.side_of[seat] == game_round.side_of[account]]
    return [seat for seat in game_round.order if game_round.side_of[seat] == account]


def _bonus(game_round: Round, meld: Meld) -> int:
    rules = game_round.rules
    match meld.canasta:
        case "natural":
            return rules.canastas.natural
        case "mixed":
            return rules.canastas.mixed
        case "sequence":
            return rules.sequences.bonus
        case _:
            twos = sum(1 for card in meld.cards if card >> 2 == TWO)
            if twos == len(meld.cards) and rules.wilds.bonus_twos is not None:
                return rules.wilds.bonus_twos
            if len(meld.cards) - twos >= 4 and rules.wilds.bonus_four_jokers is not None:
                return rules.wilds.bonus_four_jokers
            return rules.wilds.bonus


def _threes(game_round: Round, account: int, melds: list[Meld]) -> int:
    count = len(game_round.threes[account])
    if not count:
        return 0
    points = game_round.rules.threes.totals[count - 1]
    earned = bool(melds) if game_round.rules.threes.plus_if == "meld" else bool(canasta_kinds(melds))
    return points if earned else -points
