"""What people choose, confirm and turn in a tournament: partners, its start, its end, pages of its standings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.league.tournament import TournamentState
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
        placeholder=_("With whom do you play?"),
        custom_id=WithPartner(one.id).pack(),
        min_values=partners,
        max_values=partners,
    )
    return notice(_("Choose with whom you play; it counts once that is agreed to."), ui.ActionRow(Pressable(choice)))


def partner_question(one: Tournament, by: str, partners: Iterable[Player]) -> Page:
    """Return the message that asks partners to play along."""
    text = _("{partner}: {name} would like to play with you in **{tournament}**.").format(
        partner=", ".join(f"<@{partner.user_id}>" for partner in partners), name=plain(by), tournament=plain(one.name)
    )
    row: ui.ActionRow[Any] = ui.ActionRow(
        button(_("Yes, I play along"), PlayAlong(one.id), GO), button(_("No"), Leave(one.id))
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
        "{count} entry takes part in **{name}**. In which order are they to be seeded?",
        "{count} entries take part in **{name}**. In which order are they to be seeded?",
        len(one.teams),
    ).format(count=len(one.teams), name=plain(one.name))
    row: ui.ActionRow[Any] = ui.ActionRow(
        button(_("Start, by a draw"), Begin(one.id, "draw"), GO),
        button(_("Start, by rating"), Begin(one.id, "rating"), GO),
    )
    return notice(text, row)


def before_end(one: Tournament) -> Page:
    """Return the page that asks if a tournament should really be broken off."""
    text = _("Break off **{name}**? It has no winner then. Games that are played now go on for themselves.")
    sure = button(_("Break it off"), BreakOff(one.id), STOP)
    return notice(text.format(name=plain(one.name)), ui.ActionRow(sure))
