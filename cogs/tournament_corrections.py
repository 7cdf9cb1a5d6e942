"""Tournaments for those who run them: players replaced, results of matches corrected, and the log of corrections."""

from __future__ import annotations

from collections import OrderedDict

import discord
from discord import app_commands

from bot.client.client import CanastaBot
from bot.data.tournaments import Forfeit, Match, Played, RequestState
from bot.league.tournaments import TournamentState
from bot.league.tournaments.errors import NoSuchCorrection, NoSuchMatch
from bot.league.tournaments.state import team_numbered
from bot.ui.actions import Interaction, Press, Unreadable
from bot.ui.i18n import N_, _
from bot.ui.page import Page, notice
from bot.ui.pages import tournament_choices_page, tournament_letter_page, tournament_page
from bot.ui.typed_names import Offer, folded, game_number
from bot.ui.words import tournament_names
from bot.ui.words.person_names import plain
from bot.ui.words.refusals import Refused
from bot.ui.words.tournament_text import NoOutcome
from cogs.frame import answered, completes, managed, pressed
from cogs.tournament_cog import Named, TournamentCog, as_player, place_of, player_offers

#: The most corrections that are remembered while they are shown.
_MOST_PREVIEWS = 100
#: The most characters of a reason, and the most points of a side, above 0 or below.
_REASON = 300
_MOST_POINTS = 1_000_000

_FORFEITS = [
    app_commands.Choice(name=N_("the first side"), value=Forfeit.FIRST.value),
    app_commands.Choice(name=N_("the second side"), value=Forfeit.SECOND.value),
    app_commands.Choice(name=N_("both sides"), value=Forfeit.BOTH.value),
]


class TournamentCorrectionsCog(TournamentCog):
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
        """Ask somebody to play in a player's place from now on, also at its table if it is playing now."""
        found, by = await self.find(managed(interaction), tournament), interaction.user
        entry, place = place_of(found, player)
        new = as_player(newcomer)
        await self.check_present(interaction, found.guild_id, newcomer)
        before = team_numbered(found, entry).players[place]
        if newcomer.id == by.id:
            seated = await self._services.organiser.match_tables.substitute(found.id, entry, place, new, by.id)
            await self.tell_replaced(interaction, found, before.user_id, new.name, seated=seated)
            return notice(_("Done: {name} plays from now on.").format(name=newcomer.mention))
        await self._services.organiser.requests.invite(found.id, by.id, by.display_name, entry, place, new)
        self._services.director.wake()
        text = _("{name} is asked and plays as soon as they say yes. Until then {player} keeps the place.")
        return notice(text.format(name=newcomer.mention, player=plain(before.name)))

    def __init__(self, bot: CanastaBot) -> None:
        super().__init__(bot)
        self._previews: OrderedDict[int, tuple[int, Match, Played, str]] = OrderedDict()
        """The corrections that were shown and not made, by the interactions that asked for them."""

    # -- requests from the tables of matches

    @pressed(tournament_letter_page.Approve)
    async def _approve_pressed(self, interaction: Interaction, press: Press[tournament_letter_page.Approve]) -> Page:
        return await self._decide(interaction, press.action.request, approve=True)

    @pressed(tournament_letter_page.DeclineRequest)
    async def _decline_pressed(
        self, interaction: Interaction, press: Press[tournament_letter_page.DeclineRequest]
    ) -> Page:
        return await self._decide(interaction, press.action.request, approve=False)

    async def _decide(self, interaction: Interaction, request_id: int, *, approve: bool) -> Page:
        wanted = await self._services.organiser.requests.get(request_id)
        tournament = await self.organised(interaction, wanted.tournament_id)
        wanted = await self._services.organiser.requests.decide(request_id, interaction.user.id, approve=approve)
        self._services.director.wake()
        if wanted.newcomer_id and wanted.answer is RequestState.APPROVED:
            await self._services.teller.write_again(wanted.newcomer_id)
        return tournament_letter_page.decided(tournament, wanted, await self.place(tournament, wanted))

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
        """Show what a correction would change, and ask if it is to be made."""
        meant = await self.find(managed(interaction), tournament, ended=True)
        state = await self._services.organiser.state(meant.id)
        found = _match(state, match)
        assert found.played is not None
        if forfeit is not None and first is None and second is None:
            played = Played(forfeit=Forfeit(forfeit.value))
        elif forfeit is None and first is not None and second is not None:
            played = Played((first, second), found.played.deals or meant.deals)
        else:
            raise NoOutcome
        why = " ".join(reason.split())
        self._previews[interaction.id] = (interaction.user.id, found, played, why)
        while len(self._previews) > _MOST_PREVIEWS:
            self._previews.popitem(last=False)
        return tournament_choices_page.before_correction(state, found, played, why, interaction.id)

    @pressed(tournament_choices_page.Correct)
    async def _correct_pressed(self, interaction: Interaction, press: Press[tournament_choices_page.Correct]) -> Page:
        tournament = await self._services.organiser.get(managed(interaction), press.action.tournament)
        by, found, played, why = self._previews.get(press.action.token, (0, None, None, ""))
        if found is None or played is None or by != interaction.user.id:
            # The bot was started again since, or the match is another one.
            raise Unreadable
        if _match(await self._services.organiser.state(tournament.id), _match_id(found)).played != found.played:
            raise Refused(_("This result was changed meanwhile. Use `/tournament-admin correct` again."))
        del self._previews[press.action.token]
        state = await self._services.organiser.corrections.correct(
            tournament.id, found.round, found.first, played, by=by, reason=why
        )
        self._services.director.wake()
        now = _match(state, _match_id(found))
        return notice(_("Result now: {match}").format(match=tournament_names.match_line(state, now)))

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
        found = await self.find(managed(interaction), tournament, ended=True)
        number = game_number(correction)
        if number is None:
            raise NoSuchCorrection
        await self._services.organiser.corrections.undo(found.id, number, by=interaction.user.id)
        self._services.director.wake()
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
        found = await self.find(managed(interaction), tournament, ended=True)
        state = await self._services.organiser.state(found.id)
        lines = [
            tournament_names.amended(state, each) for each in await self._services.organiser.corrections.of(found.id)
        ]
        return notice("\n".join(tournament_page.cut(lines)) or _("No moderator has changed a result."))

    # -- completions

    @completes((substitute, "tournament"), (correct, "tournament"), (undo, "tournament"), (log, "tournament"))
    async def _offer_tournaments(self, interaction: Interaction, typed: str) -> list[Offer]:
        return await self.tournament_offers(interaction)

    @completes((substitute, "player"))
    async def _offer_players(self, interaction: Interaction, typed: str) -> list[Offer]:
        tournament = await self.tournament_filled(interaction)
        return [] if tournament is None else player_offers(tournament)

    @completes((correct, "match"))
    async def _offer_matches(self, interaction: Interaction, typed: str) -> list[Offer]:
        tournament = await self.tournament_filled(interaction)
        if tournament is None:
            return []
        state = await self._services.organiser.state(tournament.id)
        return [
            Offer(tournament_names.match_in_a_list(state, match), _match_id(match), apart=_match_id(match))
            for match in reversed(state.matches)
            if match.second is not None and match.played is not None
        ]

    @completes((undo, "correction"))
    async def _offer_corrections(self, interaction: Interaction, typed: str) -> list[Offer]:
        tournament = await self.tournament_filled(interaction)
        if tournament is None:
            return []
        state = await self._services.organiser.state(tournament.id)
        return [
            Offer(tournament_names.correction_in_a_list(state, each), str(each.id))
            for each in state.amended
            if each.undone_at is None
        ]


def _match(state: TournamentState, text: str) -> Match:
    """Return the finished match that was chosen.

    Raises `NoSuchMatch` if there is no such match or it is not over.
    """
    for match in state.matches:
        if _match_id(match) == folded(text) and match.second is not None and match.played is not None:
            return match
    raise NoSuchMatch


def _match_id(match: Match) -> str:
    """Return a match as a completion's value names it: matches have no names that could equal it."""
    return f"{match.round}.{match.number}"


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    bot.add_beneath("tournament-admin", TournamentCorrectionsCog(bot))
