"""Fair deals: the seal that is published of each deal before it is played, and how anybody checks it afterwards.

The seal is the SHA-256 of a secret salt and the whole pack. When the round is scored both are told, so that everybody can
see that the pack was what it had been when it was dealt.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.canasta.cards import UnreadableCard, cards_text, read_cards
from bot.canasta.game import Game
from bot.canasta.reading import BadRecord
from bot.canasta.record import game_from_record

FORMAT: Final = "canasta-seals/1"
_SEAL: Final = re.compile(r"[0-9a-f]{64}")
_SALT: Final = re.compile(r"[0-9a-f]{32}")
#: A seal as somebody noted it, perhaps with its round; so many digits nobody can meet with another pack.
_NOTED: Final = re.compile(r"(?:([0-9]{1,5}):)?([0-9a-f]{16,64})…?")


@dataclass(frozen=True, slots=True)
class Seal:
    """What seals the deal of a round (counted from 1): the secret salt, and the SHA-256 that was published of it."""

    round: int
    salt: str
    commitment: str


def sealed_text(pack: str, salt: str) -> str:
    """The text that is hashed; `pack` is the record's text, first card on top."""
    return f"{salt} {pack}"


def commitment(pack: str, salt: str) -> str:
    """What is published of a deal: 64 hexadecimal digits."""
    return hashlib.sha256(sealed_text(pack, salt).encode()).hexdigest()


def seals_document(seals: Sequence[Seal]) -> dict[str, object]:
    """What goes beside a record, as JSON, so that its deals can be checked; `read_seals` reads it."""
    rounds = [{"round": one.round, "salt": one.salt, "commitment": one.commitment} for one in seals]
    return {"format": FORMAT, "rounds": rounds}


def read_seals(document: object) -> list[Seal]:
    """The seals that a document holds. Raises `BadRecord` that names what is wrong with it."""
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise BadRecord(f"the seals: it is no document of the format {FORMAT!r}")
    seals: list[Seal] = []
    for index, entry in enumerate(_list(document.get("rounds"), "the seals: rounds")):
        place = f"the seals: rounds[{index}]"
        if not isinstance(entry, Mapping) or set(entry) != {"round", "salt", "commitment"}:
            raise BadRecord(f"{place}: a round needs its number, salt and commitment, and nothing else")
        number, salt, seal = entry["round"], entry["salt"], entry["commitment"]
        if not isinstance(number, int) or number in [one.round for one in seals]:
            raise BadRecord(f"{place}.round: {number!r} is no number of a round, or there twice")
        if not isinstance(salt, str) or not _SALT.fullmatch(salt):
            raise BadRecord(f"{place}.salt must be 32 hexadecimal digits")
        if not isinstance(seal, str) or not _SEAL.fullmatch(seal):
            raise BadRecord(f"{place}.commitment must be 64 hexadecimal digits")
        seals.append(Seal(number, salt, seal))
    return seals


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that was checked, in a sentence; `good` unless it shows that something was changed or is missing."""

    good: bool
    text: str


def verify(record: object, seals: Sequence[Seal], noted: Sequence[str] = ()) -> Iterator[Finding]:
    """Hold each deal of a record against its seal, and play the record again to its end.

    `noted` are commitments, or 16 and more of their first digits, as somebody noted them when the cards were dealt;
    `3:` before one says that it was that of round 3. Raises `BadRecord` where there is nothing that could be checked.
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
    """The packs of a record by number of their round, written as they were hashed."""
    if not isinstance(record, Mapping) or not record.get("rounds"):
        raise BadRecord("the record: there are no rounds in it, so there is no deal to check")
    before = record.get("round", 0)
    if not isinstance(before, int):
        raise BadRecord(f"the record: round: {before!r} is no number")
    packs = {}
    for index, entry in enumerate(_list(record["rounds"], "the record: rounds")):
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
    """Whether all moves can be played, and whether piles became the stock in the order that the packs decide."""
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


def _list(value: Any, place: str) -> list[Any]:
    if not isinstance(value, list):
        raise BadRecord(f"{place} must be a list")
    return value
