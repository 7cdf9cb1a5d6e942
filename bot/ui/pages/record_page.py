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
    text = _(
        "### The deal of round {round}\nBefore the first card was played, the whole deck was sealed with this SHA-256, which **Sealed deal** under the table shows while the round is played:\n```\n{commitment}\n```\nNow that the round is over, this is what was sealed: a random salt, then the cards from the top of the deck. Its SHA-256 must be the same. Check it with any SHA-256 calculator, or in a terminal:\n```\nprintf %s '{sealed}' | sha256sum\n```\nThe files hold all rounds so far: `python -m bot verify` checks them and plays them again."
    ).format(round=seal.round, commitment=seal.commitment, sealed=sealed_text(pack, seal.salt))
    return _with_files(proof, text, f"canasta-{proof.table.id}-round-{seal.round}")


def _packs(proof: Proof) -> list[str]:
    rounds = proof.record["rounds"]
    assert isinstance(rounds, list)
    return [entry["pack"] for entry in rounds]


def record(proof: Proof) -> Page:
    """Return a game's record to download, and the seals of its deals."""
    text = _("The whole game in one file: every deck and every move. The file of seals shows that no deal was changed.")
    return _with_files(proof, text, f"canasta-{proof.table.id}")


def _with_files(proof: Proof, text: str, name: str) -> Page:
    files = {f"{name}.json": proof.record, f"{name}-seals.json": seals_document(proof.seals)}
    return Page(
        ui.TextDisplay(text),
        *(ui.File(f"attachment://{one}") for one in files),
        attachments=[Attachment(one, _json(document)) for one, document in files.items()],
    )


def _json(document: Mapping[str, object]) -> bytes:
    return json.dumps(document, ensure_ascii=False, indent=1).encode()
