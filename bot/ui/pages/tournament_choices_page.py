"""What people choose, confirm and turn in a tournament: partners, its start, its end, pages of its standings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.league.tournaments import TournamentState
from bot.store.tournaments import Player, Tournament
from bot.ui.actions import Action, Pressable
from bot.ui.components import GO, STOP, button
from bot.ui.i18n import _, ngettext
from bot.ui.page import Page, attachment, gallery, notice
from bot.ui.pages.tournament_page import Leave, PlayAlong, pages
from bot.ui.words.person_names import plain
from renderer import Picture


@dataclass(frozen=True)
class WithPartner(Action, name="cup-partner"):
    """The choice of those with whom one enters."""

    tournament: int


@dataclass(frozen=True)
class TurnPage(Action, name="cup-page"):
    """The wish to see another page of the standings."""

    tournament: int
    page: int


@dataclass(frozen=True)
class Begin(Action, name="cup-begin"):
    """The step to begin, with the entries in an order: by a draw, or by their rating."""

    tournament: int
    order: str


@dataclass(frozen=True)
class BreakOff(Action, name="cup-cancel"):
    """The step to break a tournament off."""

    tournament: int


def partner_choice(one: Tournament, partners: int) -> Page:
    """Return the page on which somebody chooses with whom they enter; `partners` is how many they need."""
    choice: ui.UserSelect[Any] = ui.UserSelect(
        placeholder=_("Who is your partner?"),
        custom_id=WithPartner(one.id).pack(),
        min_values=partners,
        max_values=partners,
    )
    return notice(_("Choose your partner. You are signed up once they agree."), ui.ActionRow(Pressable(choice)))


def partner_question(one: Tournament, by: str, partners: Iterable[Player]) -> Page:
    """Return the message that asks partners to play along."""
    text = _("{partner}: {name} would like to play with you in **{tournament}**.").format(
        partner=", ".join(f"<@{partner.user_id}>" for partner in partners), name=plain(by), tournament=plain(one.name)
    )
    row: ui.ActionRow[Any] = ui.ActionRow(
        button(_("Yes, I'll play"), PlayAlong(one.id), GO), button(_("No"), Leave(one.id))
    )
    return notice(text, row)


def standings(state: TournamentState, page: int, picture: Picture) -> Page:
    """Return a page of the standings, with buttons to the pages before and after."""
    one, last = state.tournament, pages(state)
    row: ui.ActionRow[Any] = ui.ActionRow()
    for label, to in ((_("Previous"), page - 1), (_("Next"), page + 1)):
        row.add_item(button(label, TurnPage(one.id, to), disabled=not 1 <= to <= last))
    items: list[ui.Item[Any]] = [gallery("standings.png", picture), *([row] if last > 1 else [])]
    return Page(*items, attachments=[attachment("standings.png", picture)])


def before_start(one: Tournament) -> Page:
    """Return the page that asks in which order the entries are seeded."""
    text = ngettext(
        "**{name}** has {count} team. How should the teams be seeded?",
        "**{name}** has {count} teams. How should the teams be seeded?",
        len(one.teams),
    ).format(count=len(one.teams), name=plain(one.name))
    row: ui.ActionRow[Any] = ui.ActionRow(
        button(_("Start, by drawing lots"), Begin(one.id, "draw"), GO),
        button(_("Start, by rating"), Begin(one.id, "rating"), GO),
    )
    return notice(text, row)


def before_end(one: Tournament) -> Page:
    """Return the page that asks if a tournament should really be broken off."""
    text = _("Cancel **{name}**? It will have no winner. Games that are under way continue on their own.")
    sure = button(_("Cancel the tournament"), BreakOff(one.id), STOP)
    return notice(text.format(name=plain(one.name)), ui.ActionRow(sure))
