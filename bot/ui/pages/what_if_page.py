"""A position to play on from: a position that somebody plays on from, in the message of its review, and how that
ended."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.tables.views import Look, WhatIf
from bot.ui.components import PRIMARY, button
from bot.ui.i18n import _
from bot.ui.page import Page
from bot.ui.pages.review_page import BackToReview
from bot.ui.pages.table_page import Ended
from bot.ui.words import score_text, variant_names


def heading(look: Look, origin: WhatIf) -> str:
    """Return what is played on, and that it counts nowhere."""
    assert look.public is not None
    title = _("### What if: {game}, round {number}").format(
        game=variant_names.title(look.public.rules), number=origin.round
    )
    return "\n".join([title, _("-# You play on from this position against computers. It counts nowhere.")])


def back(look: Look) -> list[ui.Item[Any]]:
    """Return the way back to the review, for a table that somebody plays on at."""
    origin = look.what_if
    if origin is None:
        return []
    return [ui.ActionRow(button(_("Back to the review"), BackToReview(origin.table, look.table.version, origin.round)))]


def over(look: Look, origin: WhatIf, ended: Ended) -> Page:
    """Return how the round ended this time, beside how it did end."""
    public, mine = look.public, look.mine
    assert public is not None
    assert mine is not None
    index = mine.seat if public.by_player else public.players[mine.seat].side
    before = origin.before[index]
    scored = _("Your points in the round as it was played: {was}. This time: {now}.").format(
        was=score_text.points(origin.after[index] - before),
        now=f"**{score_text.points(public.scores[index] - before)}**",
    )
    buttons = [button(_("Back to the review"), BackToReview(origin.table, look.table.version, origin.round), PRIMARY)]
    return Page(
        ui.TextDisplay(f"{heading(look, origin)}\n{scored}"),
        *ended.items(look.table),
        ui.ActionRow(*buttons),
    )
