"""The seal of a deal, published before it is played: the SHA-256 of a secret salt and the whole pack.

When the round is scored both are shown, so that everybody can check that the pack was not changed after the deal.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.canasta.reading import BadRecord

FORMAT: Final = "canasta-seals/1"
_SEAL: Final = re.compile(r"[0-9a-f]{64}")
_SALT: Final = re.compile(r"[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Seal:
    """The seal of a round's deal: the round (counted from 1), the secret salt, and the published SHA-256."""

    round: int
    salt: str
    commitment: str


def sealed_text(pack: str, salt: str) -> str:
    """Return the text that is hashed; `pack` is the record's text, first card on top."""
    return f"{salt} {pack}"


def commitment(pack: str, salt: str) -> str:
    """Return what is published of a deal: 64 hexadecimal digits."""
    return hashlib.sha256(sealed_text(pack, salt).encode()).hexdigest()


def seals_document(seals: Sequence[Seal]) -> dict[str, object]:
    """Return the JSON document that goes with a record, so that its deals can be checked; `read_seals` reads it."""
    rounds = [{"round": one.round, "salt": one.salt, "commitment": one.commitment} for one in seals]
    return {"format": FORMAT, "rounds": rounds}


def read_seals(document: object) -> list[Seal]:
    """Return the seals that a document holds. Raises `BadRecord` that names what is wrong with it."""
    if not isinstance(document, Mapping) or document.get("format") != FORMAT:
        raise BadRecord(f"the seals: it is no document of the format {FORMAT!r}")
    seals: list[Seal] = []
    for index, entry in enumerate(read_list(document.get("rounds"), "the seals: rounds")):
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


def read_list(value: Any, place: str) -> list[Any]:
    """Return a document's list, which is at `place`. Raises `BadRecord` if it is not a list."""
    if not isinstance(value, list):
        raise BadRecord(f"{place} must be a list")
    return value
