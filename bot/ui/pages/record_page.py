"""The record of a game and the check of its deals, with their files."""

from __future__ import annotations

import json
from collections.abc import Mapping

from discord import ui

from bot.tables.rules.seals import sealed_text, seals_document
from bot.tables.views import Proof
from bot.ui.i18n import _
from bot.ui.page import Attachment, Page


def deal_check(proof: Proof) -> Page:
    """Return a page that tells how to check that the last deal of a proof was not changed after it was dealt."""
    seal, pack = proof.seals[-1], _packs(proof)[-1]
    name = f"canasta-{proof.table.id}-round-{seal.round}"
    text = _(
        "### The deal of round {round}\nSealed before the first card:\n```\n{commitment}\n```\nWhat was sealed is in the file **{file}**: any SHA-256 calculator turns that file into the same number. The other two files hold all rounds so far."
    ).format(round=seal.round, commitment=seal.commitment, file=f"{name}-sealed.txt")
    return _with_files(proof, text, name, {f"{name}-sealed.txt": sealed_text(pack, seal.salt).encode()})


def _packs(proof: Proof) -> list[str]:
    rounds = proof.record["rounds"]
    assert isinstance(rounds, list)
    return [entry["pack"] for entry in rounds]


def record(proof: Proof) -> Page:
    """Return a game's record to download, and the seals of its deals."""
    text = _("The whole game in one file: every deck and every move. The file of seals shows that no deal was changed.")
    return _with_files(proof, text, f"canasta-{proof.table.id}")


def _with_files(proof: Proof, text: str, name: str, more: Mapping[str, bytes] | None = None) -> Page:
    """Return a page with the record of a game, the seals of its deals and `more` files before them."""
    files = {
        **(more or {}),
        f"{name}.json": _json(proof.record),
        f"{name}-seals.json": _json(seals_document(proof.seals)),
    }
    return Page(
        ui.TextDisplay(text),
        *(ui.File(f"attachment://{one}") for one in files),
        attachments=[Attachment(one, content) for one, content in files.items()],
    )


def _json(document: Mapping[str, object]) -> bytes:
    return json.dumps(document, ensure_ascii=False, indent=1).encode()
