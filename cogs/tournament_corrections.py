"""Tournaments for those who run them: players replaced, results of matches corrected, and the log of corrections."""

from __future__ import annotations

import re

import discord
from discord import app_commands

from bot.client import CanastaBot
from bot.league.tournaments import (
    EnteredAlready,
    NoSuchCorrection,
    NoSuchEntry,
    NoSuchMatch,
    TournamentState,
    WrongProgress,
)
from bot.league.tournaments.matches import Forfeit
from bot.store.tournaments import Meet, Played, Player, Progress, Tournament
from bot.tables import AlreadySeated, WrongStatus
from bot.ui.i18n import N_, _, labelled
from bot.ui.page import Page, notice
from bot.ui.pages import tournament_page
from bot.ui.words.tournament_text import NoOutcome
from cogs.frame import answered, managed
from cogs.tournament_cog import Choices, Named, TournamentCog, as_player

#: The most characters of a reason, and the most points of a side, above 0 or below.
_REASON = 300
_MOST_POINTS = 1_000_000

_FORFEITS = [
    app_commands.Choice(name=N_("the first side"), value=Forfeit.FIRST.value),
    app_commands.Choice(name=N_("the second side"), value=Forfeit.SECOND.value),
    app_commands.Choice(name=N_("both sides"), value=Forfeit.BOTH.value),
]


class TournamentCorrections(TournamentCog):
    """Commands for those who manage a server, when something has gone wrong. Their permission is checked each time."""

    @app_commands.command(name="substitute", description=N_("Have somebody else play in a player's place"))
    @app_commands.describe(
        player=N_("The player to replace"),
        newcomer=N_("Who should play from now on"),
        tournament=N_("Which tournament"),
    )
    @answered
    async def substitute(
        self,
        interaction: discord.Interaction[CanastaBot],
        player: Named,
        newcomer: discord.User,
        tournament: Named | None = None,
    ) -> Page:
        """Replace a player of an entry, also at its table if it is playing now."""
        one = await self.find(managed(interaction), tournament)
        entry, place = _place(one, player)
        new = as_player(newcomer)
        if one.team_of(newcomer.id) is not None:
            raise EnteredAlready(new.name)
        if one.status not in (Progress.OPEN, Progress.RUNNING):
            raise WrongProgress(one.status)
        await self._substitute_at_table(one, entry, place, new, interaction.user.id)
        await self._bot.organiser.entries.substitute(one.id, entry, place, new)
        await self._bot.teller.write_again(newcomer.id)
        self._bot.director.wake()
        return notice(_("{name} plays from now on.").format(name=newcomer.mention))

    async def _substitute_at_table(self, one: Tournament, entry: int, place: int, new: Player, by: int) -> None:
        for match in (await self._bot.organiser.state(one.id)).of_round(one.round):
            if entry in (match.first, match.second) and match.game_id is not None and match.played is None:
                seat = 2 * place + (0 if entry == match.first else 1)
                try:
                    await self._bot.tables.moderation.replace_player(
                        match.game_id, by, seat, new.user_id or 0, new.name
                    )
                except AlreadySeated as error:
                    # An earlier attempt was interrupted after this step.
                    if error.seat != seat:
                        raise
                except WrongStatus:
                    pass

    @app_commands.command(name="correct", description=N_("Correct the result of a match"))
    @app_commands.describe(
        match=N_("Which match"),
        reason=N_("Why (shown in the log)"),
        first=N_("The points of the side named first"),
        second=N_("The points of the side named second"),
        forfeit=N_("Who forfeits the match, instead of points"),
        tournament=N_("Which tournament"),
    )
    @app_commands.choices(forfeit=_FORFEITS)
    @answered
    async def correct(
        self,
        interaction: discord.Interaction[CanastaBot],
        match: Named,
        reason: app_commands.Range[str, 1, _REASON],
        first: app_commands.Range[int, -_MOST_POINTS, _MOST_POINTS] | None = None,
        second: app_commands.Range[int, -_MOST_POINTS, _MOST_POINTS] | None = None,
        forfeit: app_commands.Choice[str] | None = None,
        tournament: Named | None = None,
    ) -> Page:
        """Correct a match's outcome."""
        one = await self.find(managed(interaction), tournament, ended=True)
        found = _match(await self._bot.organiser.state(one.id), match)
        assert found.played is not None
        if forfeit is not None and first is None and second is None:
            played = Played(forfeit=forfeit.value)
        elif forfeit is None and first is not None and second is not None:
            played = Played((first, second), found.played.deals or one.deals)
        else:
            raise NoOutcome
        state = await self._bot.organiser.corrections.correct(
            one.id, found.round, found.first, played, by=interaction.user.id, reason=" ".join(reason.split())
        )
        self._bot.director.wake()
        now = _match(state, f"{found.round}.{found.first}")
        return notice(_("Result now: {match}").format(match=tournament_page.match_line(state, now)))

    @app_commands.command(name="undo", description=N_("Undo the correction of a match"))
    @app_commands.describe(correction=N_("What to undo"), tournament=N_("Which tournament"))
    @answered
    async def undo(
        self,
        interaction: discord.Interaction[CanastaBot],
        correction: Named,
        tournament: Named | None = None,
    ) -> Page:
        """Undo a correction."""
        one = await self.find(managed(interaction), tournament, ended=True)
        if not re.fullmatch(r"[0-9]{1,17}", correction.strip()):
            raise NoSuchCorrection
        await self._bot.organiser.corrections.undo(one.id, int(correction), by=interaction.user.id)
        self._bot.director.wake()
        return notice(_("The correction has been undone."))

    @app_commands.command(name="log", description=N_("Show which results were corrected, and why"))
    @app_commands.describe(tournament=N_("Which tournament"))
    @answered
    async def log(
        self,
        interaction: discord.Interaction[CanastaBot],
        tournament: Named | None = None,
    ) -> Page:
        """Show the corrections, the latest first."""
        one = await self.find(managed(interaction), tournament, ended=True)
        state = await self._bot.organiser.state(one.id)
        lines = [tournament_page.amended(state, each) for each in await self._bot.organiser.corrections.of(one.id)]
        return notice("\n".join(tournament_page.cut(lines)) or _("No moderator has changed a result."))

    # -- completions

    @substitute.autocomplete("tournament")
    @correct.autocomplete("tournament")
    @undo.autocomplete("tournament")
    @log.autocomplete("tournament")
    async def _complete_tournament(self, interaction: discord.Interaction[CanastaBot], text: str) -> Choices:
        await self.complete_tournament(interaction, text)
        return []

    @substitute.autocomplete("player")
    async def _complete_player(self, interaction: discord.Interaction[CanastaBot], text: str) -> Choices:
        one = await self.filled(interaction)
        named = [
            (player.name or _("somebody"), f"{team.entry}.{place}")
            for team in (one.teams if one else ())
            for place, player in enumerate(team.players)
        ]
        await self.suggest(interaction, text, named)
        return []

    @correct.autocomplete("match")
    async def _complete_match(self, interaction: discord.Interaction[CanastaBot], text: str) -> Choices:
        one = await self.filled(interaction)
        named = []
        if one is not None:
            state = await self._bot.organiser.state(one.id)
            named = [
                (tournament_page.match_in_a_list(state, match), f"{match.round}.{match.first}")
                for match in reversed(state.matches)
                if match.second is not None and match.played is not None
            ]
        await self.suggest(interaction, text, named)
        return []

    @undo.autocomplete("correction")
    async def _complete_correction(self, interaction: discord.Interaction[CanastaBot], text: str) -> Choices:
        one = await self.filled(interaction)
        made = await self._bot.organiser.corrections.of(one.id) if one is not None else []
        named = [
            (labelled(f"{each.round}.{each.first}", each.reason), str(each.id))
            for each in made
            if each.undone_at is None
        ]
        await self.suggest(interaction, text, named)
        return []


def _place(one: Tournament, text: str) -> tuple[int, int]:
    """Return the entry and place of a player who was chosen, or typed by their name.

    Raises `NoSuchEntry` if there is no such player.
    """
    wanted = text.strip()
    for team in one.teams:
        for place, player in enumerate(team.players):
            if wanted == f"{team.entry}.{place}" or wanted.casefold() == player.name.casefold():
                return team.entry, place
    raise NoSuchEntry


def _match(state: TournamentState, text: str) -> Meet:
    """Return the finished match that was chosen.

    Raises `NoSuchMatch` if there is no such match or it is not over.
    """
    for match in state.matches:
        if f"{match.round}.{match.first}" == text.strip() and match.second is not None and match.played is not None:
            return match
    raise NoSuchMatch


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    bot.add_beneath("tournament-admin", TournamentCorrections(bot))
