"""A tournament's pages: its entries, its pairings, its matches and its standings."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.canasta.rules import RulesError, load_rules, variant_info
from bot.data.tournaments import Match, Team, Tournament, TournamentKind, TournamentStage
from bot.league.tournaments import TournamentState, fits
from bot.league.tournaments.ranking import TournamentStanding
from bot.ui.actions import Action
from bot.ui.components import GO, button
from bot.ui.i18n import _, amount, capitalised, labelled, ngettext, pgettext
from bot.ui.page import Page, gallery, notice
from bot.ui.words import league_text, variant_names
from bot.ui.words.clock_text import far, limit
from bot.ui.words.person_names import plain
from bot.ui.words.tournament_names import match_line, mentions, player, team_in_a_list, team_name
from renderer import Picture
from renderer.standings import Column, StandingsRow, StandingsView

#: The most characters of a text: Discord's limit, less room for what is around it.
_TEXT = 3_400
_SHOWN = 10


@dataclass(frozen=True)
class ShowStandings(Action, name="cup"):
    """The wish to see a tournament's standings; `post` is the kind of post that the button is under, `round` its round."""

    post: str
    tournament: int
    round: int


@dataclass(frozen=True)
class JoinTournament(Action, name="cup-join"):
    """The step to enter a tournament alone."""

    tournament: int


@dataclass(frozen=True)
class PairUp(Action, name="cup-pair"):
    """The question with whom one wants to play."""

    tournament: int


@dataclass(frozen=True)
class Seek(Action, name="cup-seek"):
    """The wish to find a partner, or to look for none any more."""

    tournament: int


@dataclass(frozen=True)
class PlayAlong(Action, name="cup-agree"):
    """Consent to play with those who have asked."""

    tournament: int


@dataclass(frozen=True)
class LeaveTournament(Action, name="cup-leave"):
    """The step to leave a tournament."""

    tournament: int


@dataclass(frozen=True)
class ShowRules(Action, name="cup-rules"):
    """The wish to see by which rules a tournament's matches are played."""

    tournament: int


@dataclass(frozen=True)
class AskSeeding(Action, name="cup-start"):
    """The question in which order the entries are seeded."""

    tournament: int


def kind(tournament: Tournament) -> str:
    """Return the name of a tournament's kind."""
    return {
        TournamentKind.ROUND_ROBIN: _("round robin"),
        TournamentKind.SWISS: _("Swiss system"),
        TournamentKind.DANISH: _("Danish system"),
    }[tournament.kind]


def listed(state: TournamentState) -> str:
    """Return a tournament in one line."""
    return labelled(f"**{plain(state.tournament.name)}** ({kind(state.tournament)})", _progress(state))


def not_paired(waiting: Team) -> str:
    """Return that an entry wasn't paired, for the organiser."""
    text = _(
        "{team}: not paired in this round, as somebody isn't in this server any more. `/tournament-admin substitute` puts somebody else in their place."
    )
    return text.format(team=team_name(waiting))


def answered(tournament: Tournament, complete: Team | None) -> Page:
    """Return what stands in place of a question to partners; `complete` is the entry if all have said yes."""
    if complete is None:
        return notice(_("The invitation to **{name}** isn't open any more.").format(name=plain(tournament.name)))
    text = _("Signed up for **{name}**: {team}.")
    return notice(text.format(team=team_name(complete), name=plain(tournament.name)))


def layouts(variant: str) -> list[tuple[str, str]]:
    """Return the ways to play a variant in matches, as names and ids of layouts; none if there is no such variant."""
    found = []
    with suppress(RulesError):
        for one in variant_info(variant).layouts:
            if fits(load_rules(variant, one.name, house={})):
                found.append((variant_names.layout(one.name, one.seats), one.name))
    return found


def identity(what: str, tournament: Tournament, number: int = 0) -> str:
    """Return the custom id of a post's button, by which the post is found again.

    `what` is the kind of post, `number` its round.
    """
    return ShowStandings(what, tournament.id, number).pack()


# The tournament's own message


def overview(state: TournamentState, *, size: int, trouble: str = "") -> Page:
    """Return a tournament's own message: its terms, its entries and, until it starts, buttons to sign up.

    `size` is the number of players in an entry. `trouble` says why the tournament can't go on, if so.
    """
    tournament = state.tournament
    lines = [f"## {plain(tournament.name)}", f"-# {_terms(tournament)}", _progress(state)]
    lines += [f"**{trouble}**"] if trouble else []
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines))]
    if tournament.teams:
        items.append(ui.TextDisplay(_entries(state)))
    if tournament.status is TournamentStage.OPEN:
        if tournament.seekers:
            names = ", ".join(player(seeker) for seeker in tournament.seekers)
            items.append(ui.TextDisplay(labelled(_("Looking for a partner"), names)))
        items.append(_sign_up(tournament, size))
    row: ui.ActionRow[Any] = ui.ActionRow(
        button(_("Standings"), ShowStandings("standings", tournament.id, 0)),
        button(_("Rules"), ShowRules(tournament.id)),
    )
    return Page(*items, row)


def _terms(tournament: Tournament) -> str:
    deals = ngettext("{count} deal per match", "{count} deals per match", tournament.deals).format(
        count=tournament.deals
    )
    # The name of a layout begins with its number of seats.
    layout = variant_names.layout(tournament.layout, int(tournament.layout.partition("-")[0]))
    terms = [kind(tournament), variant_names.named(tournament.variant), layout, deals]
    if tournament.rounds is not None:
        terms.append(_rounds(tournament.rounds))
    if tournament.seconds is not None:
        terms.append(_("{time} for each tournament round").format(time=limit(tournament.seconds)))
    if tournament.same_packs:
        terms.append(_("the same decks at all tables"))
    return capitalised(", ".join(terms))


def _rounds(count: int) -> str:
    return ngettext("{count} tournament round", "{count} tournament rounds", count).format(count=count)


def _progress(state: TournamentState) -> str:
    tournament = state.tournament
    match tournament.status:
        case TournamentStage.OPEN:
            return " ".join(_beginning(tournament))
        case TournamentStage.RUNNING:
            text = _("Tournament round {round} of {rounds} is under way.").format(
                round=tournament.round, rounds=state.last
            )
            until = state.until
            return text if until is None else f"{text} " + _("It ends {far} at the latest.").format(far=far(until))
        case TournamentStage.FINISHED:
            winners = [entry.entry for entry in state.standings if entry.rank == 1]
            names = ", ".join(team_name(tournament.team(entry)) for entry in winners)
            return _("The tournament is over. **{names}** won!").format(names=names)
    return _("The tournament was cancelled.")


def _beginning(tournament: Tournament) -> list[str]:
    """Return when a tournament starts, and how many entries it wants for that, as sentences."""
    lines = [_("Sign up below.")]
    if tournament.starts_at is not None:
        text = ngettext(
            "Starts on <t:{at}:F> (<t:{at}:R>) if at least {count} team has joined.",
            "Starts on <t:{at}:F> (<t:{at}:R>) if at least {count} teams have joined.",
            tournament.least,
        )
        lines.append(text.format(at=tournament.starts_at, count=tournament.least))
    elif tournament.missed_at is not None:
        text = _("Too few teams had joined on <t:{at}:F>: the organiser decides whether the tournament starts.")
        lines.append(text.format(at=tournament.missed_at))
    else:
        lines.append(_("A moderator starts the tournament."))
    if tournament.wanting and (tournament.starts_at, tournament.missed_at, tournament.minimum) != (None, None, None):
        text = ngettext("{count} more team is wanted.", "{count} more teams are wanted.", tournament.wanting)
        lines.append(text.format(count=tournament.wanting))
    return lines


def _entries(state: TournamentState) -> str:
    tournament, away = state.tournament, state.unpaired() if state.tournament.status is TournamentStage.RUNNING else []
    lines: list[str] = []
    length = 0
    for place, each in enumerate(tournament.teams, 1):
        waiting = [player(other) for other in each.players if not other.agreed]
        line = f"{place}. {team_name(each)}"
        if waiting:
            line += " " + _("({name} hasn't said yes yet)").format(name=", ".join(waiting))
        if each.left is not None:
            line += " " + _("(left)")
        elif each in away:
            line += " " + _("(not in this server)")
        length += len(line) + 1
        if length > _TEXT:
            left = len(tournament.teams) - place + 1
            return "\n".join([*lines, ngettext("and {count} more", "and {count} more", left).format(count=left)])
        lines.append(line)
    return "\n".join(lines)


def _sign_up(tournament: Tournament, size: int) -> ui.ActionRow[Any]:
    row: ui.ActionRow[Any] = ui.ActionRow()
    if size == 1:
        row.add_item(
            button(
                pgettext("in a tournament", "Join"),
                JoinTournament(tournament.id),
                GO,
            )
        )
    else:
        label = pgettext("in a tournament", "Join with a partner…")
        row.add_item(button(label, PairUp(tournament.id), GO))
        row.add_item(button(_("Looking for a partner"), Seek(tournament.id)))
    if any(not each.agreed for other in tournament.teams for each in other.players):
        row.add_item(button(_("Yes, I'll play"), PlayAlong(tournament.id)))
    row.add_item(button(pgettext("in a tournament", "Leave"), LeaveTournament(tournament.id)))
    return row


# Rounds


def pairings(state: TournamentState, number: int) -> Page:
    """Return the pairings of a round, with links to the tables."""
    tournament = state.tournament
    which = pgettext("of a tournament", "tournament round {round} of {rounds}").format(round=number, rounds=state.last)
    lines = ["### " + labelled(plain(tournament.name), which)]
    lines += [match_line(state, match) for match in state.of_round(number)]
    if tournament.status is TournamentStage.CANCELLED and number == tournament.round:
        lines.append(_("The tournament was cancelled."))
    if number == tournament.round:
        lines += waits_for(state)
    if number == tournament.round and tournament.status is TournamentStage.RUNNING and state.until is not None:
        until = _("Until <t:{until}:f> (<t:{until}:R>); unfinished matches then count as they stand.")
        lines.append(until.format(until=state.until))
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(cut(lines)))]
    items.append(ui.ActionRow(button(_("Standings"), ShowStandings("pairings", tournament.id, number))))
    return Page(*items)


def waits_for(state: TournamentState) -> list[str]:
    """Return the line that says what the next round waits for, none if nothing does."""
    tournament = state.tournament
    left = sum(each.played is None for each in state.of_round(tournament.round))
    if tournament.status is not TournamentStage.RUNNING or not left:
        return []
    if tournament.round >= state.last:
        text = ngettext(
            "The tournament ends when {count} more match is over.",
            "The tournament ends when {count} more matches are over.",
            left,
        )
        return [text.format(count=left)]
    text = ngettext(
        "Tournament round {round} begins when {count} more match is over.",
        "Tournament round {round} begins when {count} more matches are over.",
        left,
    )
    return [text.format(round=tournament.round + 1, count=left)]


def greeting(state: TournamentState, match: Match) -> Page:
    """Return the message that calls the players of a match to their thread."""
    tournament, number = state.tournament, match.round
    first, second = tournament.sides(match)
    against = _("{first} against {second}").format(
        first=mentions(first) if first else "", second=mentions(second) if second else ""
    )
    deals = ngettext("This match has {count} deal.", "This match has {count} deals.", tournament.deals).format(
        count=tournament.deals
    )
    which = pgettext("of a tournament", "tournament round {round}, match {number}")
    lines = [
        f"### {plain(tournament.name)}, " + which.format(round=number, number=match.number),
        against,
        deals,
    ]
    until = state.ends_at(match)
    if tournament.status is TournamentStage.CANCELLED:
        lines.append(_("The tournament was cancelled."))
    elif match.played is not None:
        lines.append(match_line(state, match))
    elif until is not None:
        lines.append(_("Until <t:{until}:f> (<t:{until}:R>).").format(until=until))
    row: ui.ActionRow[Any] = ui.ActionRow(button(_("Standings"), ShowStandings("match", tournament.id, number)))
    return Page(ui.TextDisplay("\n".join(lines)), row)


def pages(state: TournamentState) -> int:
    """Return how many pages the standings have."""
    return max(1, -(-len(state.standings) // _SHOWN))


def standings_view(state: TournamentState, *, page: int = 1, own: int | None = None) -> StandingsView:
    """Return a page of a tournament's standings for its picture; `own` is the reader's entry."""
    tournament = state.tournament
    shown = state.standings[(page - 1) * _SHOWN : page * _SHOWN]
    mine = next((each for each in state.standings if each.entry == own), None)
    notes = [_("VP: victory points, 20 per match")]
    won, lost, drawn = league_text.record_words()
    if pages(state) > 1:
        notes.append(_("page {page} of {pages}").format(page=page, pages=pages(state)))
    if gone := [team_in_a_list(each) for entry in state.annulled if (each := tournament.team(entry)) is not None]:
        text = _("not counted, left too early: {names}")
        notes.append(text.format(names=", ".join(gone)))
    return StandingsView(
        title=tournament.name,
        subtitle=_subtitle(state),
        columns=(
            Column(_("Played")),
            Column(pgettext("heading: matches won, drawn and lost", "W–D–L"), spoken=(won, drawn, lost)),
            Column(_("Points")),
            Column(pgettext("heading: victory points", "VP"), "main", (_("victory points"),)),
        ),
        rows=tuple(_row(tournament, each) for each in shown),
        own=None if mine is None else shown.index(mine) if mine in shown else _row(tournament, mine),
        notes=tuple(notes),
        empty=_("Nobody has signed up yet."),
    )


def _subtitle(state: TournamentState) -> str:
    over = sum(each.ended_at is not None for each in state.rounds)
    played = kind(state.tournament)
    if not over:
        return capitalised(", ".join([played, _rounds(state.last)]))
    text = _("{kind}, after round {round} of {rounds}")
    return capitalised(text.format(kind=played, round=over, rounds=state.last))


def _row(tournament: Tournament, each: TournamentStanding) -> StandingsRow:
    who = tournament.team(each.entry)
    names = tuple(other.name or _("somebody") for other in who.players) if who else ()
    cells = (amount(each.played), f"{each.won}–{each.drew}–{each.lost}", amount(each.made), amount(each.vp))
    return StandingsRow(each.rank, names, cells)


def standings(state: TournamentState, number: int, pictures: Sequence[Picture]) -> Page:
    """Return the standings after a round, and the winner if it was the last; one picture for each page."""
    tournament = state.tournament
    if tournament.status is TournamentStage.FINISHED and number == tournament.round:
        heading = "## " + labelled(plain(tournament.name), _progress(state))
    else:
        after = _("standings after round {round}").format(round=number)
        heading = "### " + labelled(plain(tournament.name), after)
    results = [match_line(state, match) for match in state.of_round(number)]
    return Page(
        ui.TextDisplay("\n".join(cut([heading, *results]))),
        *(gallery(f"standings-{page}.png", picture) for page, picture in enumerate(pictures, 1)),
        ui.ActionRow(button(_("Standings"), ShowStandings("standings", tournament.id, number))),
    )


def cut(lines: list[str]) -> list[str]:
    """Return as many lines as fit into a message."""
    kept: list[str] = []
    length = 0
    for line in lines:
        length += len(line) + 1
        if length > _TEXT:
            return [*kept, "…"]
        kept.append(line)
    return kept
