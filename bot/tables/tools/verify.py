"""Checks a recorded game against its seals: that no deal was changed, and that its moves lead where the record says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.canasta.cards import UnreadableCard, cards_text, read_cards
from bot.canasta.game import Game
from bot.canasta.reading import BadRecord
from bot.canasta.record import game_from_record
from bot.tables.rules.seals import Seal, commitment, read_list

#: A seal as somebody noted it, perhaps with its round. At least 16 digits: nobody can find another pack with the same.
_NOTED: Final = re.compile(r"(?:([0-9]{1,5}):)?([0-9a-f]{16,64})…?")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was checked, in a sentence; `good` unless it shows that something was changed or is missing."""

    good: bool
    text: str


def verify(record: object, seals: Sequence[Seal], noted: Sequence[str] = ()) -> Iterator[Finding]:
    """Hold each deal of a record against its seal, and play the record again to its end.

    `noted` are commitments, or at least their first 16 digits, as somebody noted them when the cards were dealt; `3:`
    before one says that it was that of round 3. Raises `BadRecord` where there is nothing that could be checked.
    """
    packs = _packs(record)
    sealed = {one.round: one for one in seals}
    owed = [_noted(text) for text in noted]
    for number, pack in packs.items():
        if number not in sealed:
            yield Finding(good=False, text=f"Round {number}: its salt is missing, so the deal can't be checked.")
            continue
        found, seal = commitment(pack, sealed[number].salt), sealed[number].commitment
        if found != seal:
            text = f"Round {number}: pack and salt give {found}, but the deal was sealed as {seal}."
            yield Finding(good=False, text=text)
            continue
        mine = [one for one in owed if one[0] in (None, number) and found.startswith(one[1])]
        owed = [one for one in owed if one not in mine]
        agrees = ", as you noted it" if mine else ""
        yield Finding(good=True, text=f"Round {number}: this is the deal that was sealed as {found}{agrees}.")
    for number in sorted(set(sealed) - set(packs)):
        yield Finding(good=False, text=f"Round {number} was sealed, but is not in the record.")
    for one in owed:
        yield Finding(good=False, text=f"{one[1]}: no deal of this record gives what you noted.")
    yield from _played_again(record)


def _packs(record: object) -> dict[int, str]:
    """Return the packs of a record by the number of their round, written as they were hashed."""
    if not isinstance(record, Mapping) or not record.get("rounds"):
        raise BadRecord("the record: there are no rounds in it, so there is no deal to check")
    before = record.get("round", 0)
    if not isinstance(before, int):
        raise BadRecord(f"the record: round: {before!r} is no number")
    packs = {}
    for index, entry in enumerate(read_list(record["rounds"], "the record: rounds")):
        place = f"the record: rounds[{index}]"
        if not isinstance(entry, Mapping) or not isinstance(entry.get("pack"), str):
            raise BadRecord(f"{place}: there is no pack")
        try:
            packs[before + index + 1] = cards_text(read_cards(entry["pack"]))
        except UnreadableCard as error:
            raise BadRecord(f"{place}.pack: {error.args[0]!r} is no card") from None
    return packs


def _noted(text: str) -> tuple[int | None, str]:
    match = _NOTED.fullmatch(text.strip().lower())
    if match is None:
        raise BadRecord(f"{text!r} is no commitment: at least its first 16 digits are needed, like 3:5f2c9a01b2c3d4e5")
    return int(match[1]) if match[1] else None, match[2]


def _played_again(record: object) -> Iterator[Finding]:
    """Yield what playing the record again shows of its moves, and of the order in which piles became the stock."""
    try:
        game = game_from_record(record)
    except BadRecord as error:
        yield Finding(good=False, text=f"The record can't be played again: {error}.")
        return
    given = [deal.reshuffles for deal in game.deals]
    try:
        derived = [deal.reshuffles for deal in game_from_record(record, derive=True).deals]
    except BadRecord:
        derived = []
    if given != derived:
        yield Finding(good=False, text="A pile was not shuffled into the new stock as the pack of its round decides.")
        return
    yield Finding(good=True, text=_end(game))


def _end(game: Game) -> str:
    moves = sum(len(deal.moves) for deal in game.deals)
    scores = " : ".join(f"{score:,}" for score in game.scores)
    return f"All {moves} moves can be played again; they lead to {scores}."
