"""Pages of a tournament, to choose, confirm and turn: partners, its start, its end, pages of its standings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from discord import ui

from bot.data.tournaments import Match, Played, Player, Team, Tournament, TournamentStage
from bot.league.tournaments import TournamentState, length
from bot.ui.actions import Action
from bot.ui.components import GO, PRIMARY, STOP, button
from bot.ui.i18n import _, amount, labelled, ngettext, pgettext
from bot.ui.page import Page, gallery, notice
from bot.ui.pages.tournament_page import AskSeeding, pages
from bot.ui.words.clock_text import limit
from bot.ui.words.person_names import plain
from bot.ui.words.tournament_names import match_line, player, team_name
from renderer import Picture

#: The most places of the standings that a preview shows.
_PREVIEWED = 10


@dataclass(frozen=True)
class WithPartner(Action, name="cup-partner"):
    """The choice of those with whom one enters."""

    tournament: int


@dataclass(frozen=True)
class SayYes(Action, name="cup-yes"):
    """Consent to play in the entry of which the person `by` is the first player."""

    tournament: int
    by: int


@dataclass(frozen=True)
class SayNo(Action, name="cup-no"):
    """A No to playing in the entry of which the person `by` is the first player."""

    tournament: int
    by: int


@dataclass(frozen=True)
class WithdrawEntry(Action, name="cup-withdraw"):
    """The step to take one's own entry out."""

    tournament: int


@dataclass(frozen=True)
class Stay(Action, name="cup-stay"):
    """The wish to take part again, after one's entry has left."""

    tournament: int


@dataclass(frozen=True)
class TakeOut(Action, name="cup-out"):
    """The step to take an entry out, as a moderator."""

    tournament: int
    entry: int


@dataclass(frozen=True)
class BringBack(Action, name="cup-in"):
    """The step to bring an entry back that has left, as a moderator."""

    tournament: int
    entry: int


@dataclass(frozen=True)
class TurnStandings(Action, name="cup-page"):
    """The wish to see another page of the standings."""

    tournament: int
    page: int


@dataclass(frozen=True)
class Begin(Action, name="cup-begin"):
    """The step to begin, with the entries in an order: by a draw, or by their rating."""

    tournament: int
    order: str


@dataclass(frozen=True)
class Correct(Action, name="cup-correct"):
    """The step to make the correction that `token` names."""

    tournament: int
    token: int


@dataclass(frozen=True)
class BreakOff(Action, name="cup-cancel"):
    """The step to break a tournament off."""

    tournament: int


def partner_choice(tournament: Tournament, partners: int) -> Page:
    """Return the page on which somebody chooses with whom they enter; `partners` is how many they need."""
    choice: ui.UserSelect[Any] = ui.UserSelect(
        placeholder=_("Who is your partner?"),
        custom_id=WithPartner(tournament.id).pack(),
        min_values=partners,
        max_values=partners,
    )
    return notice(_("Choose your partner. You are signed up once they agree."), ui.ActionRow(choice))


def partner_question(tournament: Tournament, by: int, name: str, partners: Iterable[Player]) -> Page:
    """Return the message that asks partners to play along with the person `by`."""
    text = _("{partner}: {name} would like to play with you in **{tournament}**.").format(
        partner=", ".join(f"<@{partner.user_id}>" for partner in partners),
        name=plain(name),
        tournament=plain(tournament.name),
    )
    return notice(text, _yes_or_no(tournament, by))


def invitation(tournament: Tournament, team: Team, name: str) -> Page:
    """Return the message that asks the players of an entry if they play, for somebody who runs the tournament, called `name`."""
    text = ngettext(
        "{players}: {name} invites you to play in **{tournament}**.",
        "{players}: {name} invites you to play in **{tournament}** as a team.",
        len(team.players),
    ).format(
        players=", ".join(f"<@{user}>" for user in team.people), name=plain(name), tournament=plain(tournament.name)
    )
    return notice(text, _yes_or_no(tournament, team.people[0]))


def _yes_or_no(tournament: Tournament, by: int) -> ui.ActionRow[Any]:
    return ui.ActionRow(
        button(_("Yes, I'll play"), SayYes(tournament.id, by), GO), button(_("No"), SayNo(tournament.id, by))
    )


def seeking(tournament: Tournament) -> Page:
    """Return the answer to somebody who now looks for a partner."""
    text = _(
        "You are now looking for a partner in **{name}**: whoever looks next is to play with you. Press the button again to stop looking."
    )
    return notice(text.format(name=plain(tournament.name)))


def not_seeking(tournament: Tournament) -> Page:
    """Return the answer to somebody who doesn't look for a partner any more."""
    return notice(_("You aren't looking for a partner in **{name}** any more.").format(name=plain(tournament.name)))


def before_leaving(tournament: Tournament, team: Team) -> Page:
    """Return the page that asks somebody if their entry should really leave."""
    lines = [_("Leave **{name}**?").format(name=plain(tournament.name))]
    lines += [_("Your whole team leaves: {team}.").format(team=team_name(team))] if len(team.players) > 1 else []
    lines += [_last_match()] if tournament.status is TournamentStage.RUNNING else []
    return notice(" ".join(lines), ui.ActionRow(button(_("Leave the tournament"), WithdrawEntry(tournament.id), STOP)))


def left(tournament: Tournament, *, before: bool, back: bool) -> Page:
    """Return the answer to somebody whose entry has left, now or `before`; `back`: it can still come back."""
    text = _("You have already left **{name}**.") if before else _("You have left **{name}**.")
    text = text.format(name=plain(tournament.name))
    if not back:
        return notice(text)
    stay = button(_("Stay in the tournament"), Stay(tournament.id), GO)
    return notice(f"{text} {_last_match()}", ui.ActionRow(stay))


def before_taking_out(tournament: Tournament, team: Team) -> Page:
    """Return the page that asks a moderator if an entry should really be taken out."""
    text = _("Withdraw {team} from **{name}**?").format(team=team_name(team), name=plain(tournament.name))
    return notice(text, ui.ActionRow(button(_("Withdraw them"), TakeOut(tournament.id, team.entry), STOP)))


def taken_out(tournament: Tournament, team: Team, *, back: bool) -> Page:
    """Return the answer to a moderator who has taken an entry out; `back`: it can still come back."""
    text = _("{team} left **{name}**.").format(team=team_name(team), name=plain(tournament.name))
    row: ui.ActionRow[Any] = ui.ActionRow(button(_("Bring them back"), BringBack(tournament.id, team.entry)))
    return notice(text, *([row] if back else []))


def told_of(tournament: Tournament, team: Team, by: str, *, back: bool) -> str:
    """Return the message to the players of an entry that `by` took out, or brought `back`."""
    if back:
        text = _("{name} has brought your team back into **{tournament}**: {team}.")
    else:
        text = _("{name} has withdrawn your team from **{tournament}**: {team}.")
    return text.format(name=plain(by), tournament=plain(tournament.name), team=team_name(team))


def replaced(tournament: Tournament, newcomer: str) -> str:
    """Return the message to somebody in whose place a `newcomer` plays from now on."""
    text = _("{newcomer} plays in your place in **{tournament}** from now on: an organiser has decided that.")
    return text.format(newcomer=plain(newcomer), tournament=plain(tournament.name))


def refused(tournament: Tournament, by: str) -> str:
    """Return the message to somebody whose partner, called `by`, said no."""
    text = _("{name} said no: you aren't signed up for **{tournament}** any more.")
    return text.format(name=plain(by), tournament=plain(tournament.name))


def _last_match() -> str:
    return _("The current match is the last; until the next round is paired, coming back is possible.")


def standings(state: TournamentState, page: int, picture: Picture) -> Page:
    """Return a page of the standings, with buttons to the pages before and after."""
    tournament, last = state.tournament, pages(state)
    row: ui.ActionRow[Any] = ui.ActionRow()
    for label, to in ((_("Previous"), page - 1), (_("Next"), page + 1)):
        row.add_item(button(label, TurnStandings(tournament.id, to), disabled=not 1 <= to <= last))
    return Page(gallery("standings.png", picture), *([row] if last > 1 else []))


def opened(tournament: Tournament, deadlines: Sequence[int]) -> Page:
    """Return the answer to a moderator who has opened a tournament: how long its matches take, and a warning if that
    can't be.

    `deadlines` are those on offer, in seconds.
    """
    count = length.turns(tournament.variant, tournament.layout, tournament.deals)
    lines = [
        _("**{name}** is open: people sign up under its message in this channel.").format(name=plain(tournament.name))
    ]
    about = ngettext(
        "A match of {count} deal has about {turns} turns.",
        "A match of {count} deals has about {turns} turns.",
        tournament.deals,
    )
    lines.append(about.format(count=tournament.deals, turns=amount(count)))
    if tournament.seconds is not None and length.seconds(count, tournament.turn_limit) > tournament.seconds:
        lines.append(_too_long(tournament, deadlines))
    row: ui.ActionRow[Any] = ui.ActionRow(button(_("Start"), AskSeeding(tournament.id), PRIMARY))
    return notice("\n".join(lines), row)


def _too_long(tournament: Tournament, deadlines: Sequence[int]) -> str:
    """Return the warning that matches can't be played in time, and what would do."""
    deals = length.usual_deals(tournament.variant, tournament.layout, tournament.turn_limit, tournament.seconds)
    longer = length.usual_deadline(
        tournament.variant, tournament.layout, tournament.deals, tournament.turn_limit, deadlines, 0
    )
    ways = [] if deals == tournament.deals else [ngettext("{count} deal", "{count} deals", deals).format(count=deals)]
    ways.append(_("no limit") if longer is None else limit(longer))
    ways.append(_("a shorter clock"))
    text = _("⚠️ At this clock that hardly fits into {time}. Better choose one of: {ways}.")
    return text.format(time=limit(tournament.seconds or 0), ways=", ".join(ways))


def before_correction(state: TournamentState, match: Match, played: Played, reason: str, token: int) -> Page:
    """Return the page that shows what a correction would change, and asks if it is to be made."""
    after = replace(match, played=played)
    matches = tuple(after if (one.round, one.first) == (match.round, match.first) else one for one in state.matches)
    then = TournamentState.of(state.tournament, state.rounds, matches)
    lines = [
        _("Change this result?"),
        match_line(state, match),
        "→ " + match_line(then, after),
        labelled(_("Reason"), plain(reason)),
        _("The standings would be:"),
        *(
            f"{each.rank}. {team_name(state.tournament.team(each.entry))}: {each.vp} "
            + pgettext("heading: victory points", "VP")
            for each in then.standings[:_PREVIEWED]
        ),
    ]
    return notice(
        "\n".join(lines), ui.ActionRow(button(_("Change the result"), Correct(state.tournament.id, token), STOP))
    )


def before_start(tournament: Tournament) -> Page:
    """Return the page that asks in which order the entries are seeded; those that wait for a yes start without."""
    ready = [each for each in tournament.teams if each.agreed]
    text = ngettext(
        "**{name}** has {count} team. How should the teams be seeded?",
        "**{name}** has {count} teams. How should the teams be seeded?",
        len(ready),
    ).format(count=len(ready), name=plain(tournament.name))
    text += "".join(f"\n{line}" for line in unanswered(tournament.teams))
    row: ui.ActionRow[Any] = ui.ActionRow(
        button(_("Start, by drawing lots"), Begin(tournament.id, "draw"), GO),
        button(_("Start, by rating"), Begin(tournament.id, "rating"), GO),
    )
    return notice(text, row)


def unanswered(teams: Iterable[Team]) -> list[str]:
    """Return the line that says who of some entries hasn't said yes, none if all have."""
    waiting = [player(who) for each in teams for who in each.players if not who.agreed]
    text = _("No answer yet from {names}: their teams aren't paired until they say yes.")
    return [text.format(names=", ".join(waiting))] if waiting else []


def before_end(tournament: Tournament) -> Page:
    """Return the page that asks if a tournament should really be broken off."""
    text = _("Cancel **{name}**? It will have no winner. Games that are under way continue on their own.")
    sure = button(_("Cancel the tournament"), BreakOff(tournament.id), STOP)
    return notice(text.format(name=plain(tournament.name)), ui.ActionRow(sure))
