"""Tournaments for those who play in them: signing up, leaving, standings and pairings."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord
from discord import app_commands

from bot.client.client import CanastaBot
from bot.data.tournaments import Player, RequestState, Team, Tournament, TournamentStage
from bot.league.tournaments.entries import can_come_back
from bot.league.tournaments.errors import EnteredAlready, NoSuchEntry, WrongStage
from bot.tables import rules_for
from bot.ui.actions import Interaction, Press, Unreadable
from bot.ui.i18n import N_, _, ngettext
from bot.ui.page import Page, notice
from bot.ui.pages import home_page, rules_page, tournament_choices_page, tournament_letter_page, tournament_page
from bot.ui.typed_names import Offer
from bot.ui.words import tournament_names, variant_names
from bot.ui.words.command_names import choices
from bot.ui.words.person_names import plain
from cogs.frame import How, answered_by_what, completes, does, pressed
from cogs.tournament_cog import Named, TournamentCog, as_player


class TournamentsCog(TournamentCog):
    """Commands and buttons of a server's tournaments for everybody."""

    @app_commands.command(name="tournament", description=N_("Play in tournaments"))
    @app_commands.guild_only()
    @app_commands.describe(
        what=N_("What you want to do (empty: a page with everything)"),
        tournament=N_("Which tournament"),
        number=N_("In which round (empty: the current one)"),
    )
    @app_commands.rename(number="round")
    @app_commands.choices(what=choices("tournament"))
    @answered_by_what
    async def tournament(
        self,
        interaction: discord.Interaction[CanastaBot],
        what: app_commands.Choice[str] | None = None,
        tournament: Named | None = None,
        number: app_commands.Range[int, 1, 100] | None = None,
    ) -> Page:
        """Show this server's tournaments, with ways to everything else."""
        lines = []
        for one in await self._services.organiser.of_guild(interaction.guild_id or 0):
            lines.append(tournament_page.listed(await self._services.organiser.state(one.id)))
        nothing = _("There hasn't been a tournament here yet. A moderator opens one with `/tournament-admin new`.")
        return notice(
            "\n".join(tournament_page.cut(lines)) or nothing, *(home_page.ways("tournament") if lines else ())
        )

    @completes((tournament, "tournament"))
    async def _offer_tournaments(self, interaction: Interaction, typed: str) -> list[Offer]:
        return await self.tournament_offers(interaction)

    # -- signing up

    @pressed(tournament_page.JoinTournament, how=How.APART)
    async def _join_pressed(self, interaction: Interaction, press: Press[tournament_page.JoinTournament]) -> Page:
        tournament = await self._pressed(interaction, press.action.tournament)
        tournament = await self._services.organiser.entries.enter(tournament.id, [as_player(interaction.user)])
        return self._signed_up(tournament)

    @pressed(tournament_page.PairUp, how=How.APART)
    async def _pair_pressed(self, interaction: Interaction, press: Press[tournament_page.PairUp]) -> Page:
        tournament = await self._pressed(interaction, press.action.tournament)
        team = tournament.team_of(interaction.user.id)
        if team is not None and team.left is None:
            raise EnteredAlready(interaction.user.display_name)
        partners = await self._services.organiser.entries.size(tournament) - 1
        if partners < 1:
            raise Unreadable
        return tournament_choices_page.partner_choice(tournament, partners)

    @pressed(tournament_choices_page.WithPartner)
    async def _partner_chosen(
        self, interaction: Interaction, press: Press[tournament_choices_page.WithPartner]
    ) -> Page:
        tournament = await self._pressed(interaction, press.action.tournament)
        partners = [self._chosen(interaction, value) for value in press.values]
        tournament = await self._services.organiser.entries.enter(
            tournament.id, [as_player(interaction.user), *partners]
        )
        self._services.director.wake()
        return await self._ask_partners(interaction, tournament, partners)

    def _chosen(self, interaction: Interaction, value: str) -> Player:
        """Return a person chosen in a menu as a player who has not agreed yet."""
        user_id, name = self.chosen_person(interaction, value)
        return Player(name, user_id, agreed=False)

    @pressed(tournament_page.Seek, how=How.APART)
    async def _seek_pressed(self, interaction: Interaction, press: Press[tournament_page.Seek]) -> Page:
        tournament, user = await self._pressed(interaction, press.action.tournament), interaction.user
        if tournament.seeks(user.id):
            return await self._stop_seeking(tournament, user.id)
        seekers = [seeker.user_id for seeker in tournament.seekers if seeker.user_id]
        absent = await self._services.places.absent(tournament.guild_id, seekers)
        tournament, partners = await self._services.organiser.entries.seek(tournament.id, as_player(user), absent)
        self._services.director.wake()
        if partners:
            return await self._ask_partners(interaction, tournament, partners)
        return tournament_choices_page.seeking(tournament)

    async def _stop_seeking(self, tournament: Tournament, user_id: int) -> Page:
        await self._services.organiser.entries.stop_seeking(tournament.id, [user_id])
        self._services.director.wake()
        return tournament_choices_page.not_seeking(tournament)

    async def _ask_partners(self, interaction: Interaction, tournament: Tournament, partners: Sequence[Player]) -> Page:
        """Ask the partners of somebody who has entered with them for their yes."""
        user = interaction.user
        asked = await self.ask(
            interaction,
            tournament,
            _own(tournament, user.id),
            lambda: tournament_choices_page.partner_question(tournament, user.id, user.display_name, partners),
        )
        names = ", ".join(tournament_names.player(partner) for partner in partners)
        text = _("You are signed up for **{name}** with {partner}, who still has to say yes.")
        if not asked:
            text = _(
                "You are signed up for **{name}** with {partner}, but Discord didn't let me ask for their yes. Leave with `/tournament withdraw`, then join again in a few minutes."
            )
        return notice(text.format(name=plain(tournament.name), partner=names))

    @pressed(tournament_page.PlayAlong, how=How.APART)
    async def _agree_pressed(self, interaction: Interaction, press: Press[tournament_page.PlayAlong]) -> Page:
        tournament = await self._pressed(interaction, press.action.tournament)
        tournament = await self._services.organiser.entries.agree(tournament.id, interaction.user.id)
        return self._signed_up(tournament)

    @pressed(tournament_choices_page.SayYes, how=How.APART)
    async def _yes_pressed(self, interaction: Interaction, press: Press[tournament_choices_page.SayYes]) -> Page:
        tournament = await self._pressed(interaction, press.action.tournament)
        tournament = await self._services.organiser.entries.agree(tournament.id, interaction.user.id, press.action.by)
        return self._signed_up(tournament)

    def _signed_up(self, tournament: Tournament) -> Page:
        self._services.director.wake()
        return notice(_("You are signed up for **{name}**.").format(name=plain(tournament.name)))

    @pressed(tournament_choices_page.SayNo, how=How.APART)
    async def _no_pressed(self, interaction: Interaction, press: Press[tournament_choices_page.SayNo]) -> Page:
        tournament, user = await self._pressed(interaction, press.action.tournament), interaction.user
        refused = await self._services.organiser.entries.refuse(tournament.id, user.id, press.action.by)
        self._services.director.wake()
        await self.tell(
            interaction,
            tournament,
            refused.people,
            lambda: tournament_choices_page.refused(tournament, user.display_name),
        )
        return notice(_("You said no. You aren't signed up for **{name}**.").format(name=plain(tournament.name)))

    @pressed(tournament_letter_page.TakePlace)
    async def _stand_in_pressed(self, interaction: Interaction, press: Press[tournament_letter_page.TakePlace]) -> Page:
        return await self._respond(interaction, press.action.request, yes=True)

    @pressed(tournament_letter_page.DeclinePlace)
    async def _stand_off_pressed(
        self, interaction: Interaction, press: Press[tournament_letter_page.DeclinePlace]
    ) -> Page:
        return await self._respond(interaction, press.action.request, yes=False)

    async def _respond(self, interaction: Interaction, request_id: int, *, yes: bool) -> Page:
        wanted = await self._services.organiser.requests.get(request_id)
        tournament = (await self._services.organiser.state(wanted.tournament_id)).tournament
        if yes:
            await self.check_present(interaction, tournament.guild_id, interaction.user)
        wanted, seated = await self._services.organiser.requests.respond(request_id, interaction.user.id, yes=yes)
        self._services.director.wake()
        if wanted.answer is RequestState.AGREED:
            await self._services.teller.write_again(interaction.user.id)
            await self.tell_replaced(interaction, tournament, wanted.holder_id, wanted.newcomer, seated=seated)
        if interaction.guild_id is None:
            return tournament_letter_page.stood_in(tournament, wanted)
        return tournament_letter_page.decided(tournament, wanted, await self.place(tournament, wanted))

    @pressed(tournament_page.LeaveTournament, how=How.APART)
    async def _leave_pressed(self, interaction: Interaction, press: Press[tournament_page.LeaveTournament]) -> Page:
        return await self._before_leaving(
            await self._pressed(interaction, press.action.tournament), interaction.user.id
        )

    async def _pressed(self, interaction: Interaction, number: int) -> Tournament:
        """Return the tournament of a button, if it is one of this server. Raises `NoSuchTournament` if it isn't."""
        return await self._services.organiser.get(interaction.guild_id or 0, number)

    @does("tournament withdraw")
    async def withdraw(self, interaction: Interaction, tournament: str | None) -> Page:
        """Ask if the person's own entry should leave a tournament."""
        return await self._before_leaving(await self.find(interaction.guild_id or 0, tournament), interaction.user.id)

    async def _before_leaving(self, tournament: Tournament, user_id: int) -> Page:
        if tournament.seeks(user_id):
            return await self._stop_seeking(tournament, user_id)
        team = _own(tournament, user_id)
        if tournament.status not in (TournamentStage.OPEN, TournamentStage.RUNNING):
            raise WrongStage(tournament.status)
        if team.left is not None:
            return tournament_choices_page.left(tournament, before=True, back=can_come_back(tournament, team))
        return tournament_choices_page.before_leaving(tournament, team)

    @pressed(tournament_choices_page.WithdrawEntry)
    async def _withdraw_pressed(
        self, interaction: Interaction, press: Press[tournament_choices_page.WithdrawEntry]
    ) -> Page:
        tournament, user = await self._pressed(interaction, press.action.tournament), interaction.user
        team = _own(tournament, user.id)
        if team.left is not None:
            return tournament_choices_page.left(tournament, before=True, back=can_come_back(tournament, team))
        tournament, back = await self.take_out(interaction, tournament, team)
        return tournament_choices_page.left(tournament, before=False, back=back)

    @pressed(tournament_choices_page.Stay)
    async def _stay_pressed(self, interaction: Interaction, press: Press[tournament_choices_page.Stay]) -> Page:
        tournament = await self._pressed(interaction, press.action.tournament)
        tournament = await self.bring_back(interaction, tournament, _own(tournament, interaction.user.id).entry)
        return notice(_("You are back in **{name}**.").format(name=plain(tournament.name)))

    # -- looking

    @pressed(tournament_page.ShowRules, how=How.APART)
    async def _rules_pressed(self, interaction: Interaction, press: Press[tournament_page.ShowRules]) -> Page:
        tournament = await self._pressed(interaction, press.action.tournament)
        variant_names.speak_of(tournament.variant)
        rules = await asyncio.to_thread(rules_for, tournament.variant, tournament.layout, tournament.house)
        return rules_page.of_rules(rules)

    @does("tournament standings")
    async def standings(self, interaction: Interaction, tournament: str | None) -> Page:
        """Show the standings."""
        found = await self.find(interaction.guild_id or 0, tournament, ended=True)
        return await self._standings(found, interaction.user.id, 1)

    @pressed(tournament_page.ShowStandings, how=How.APART)
    async def _standings_pressed(self, interaction: Interaction, press: Press[tournament_page.ShowStandings]) -> Page:
        tournament = await self._pressed(interaction, press.action.tournament)
        return await self._standings(tournament, interaction.user.id, 1)

    @pressed(tournament_choices_page.TurnStandings)
    async def _page_turned(self, interaction: Interaction, press: Press[tournament_choices_page.TurnStandings]) -> Page:
        tournament = await self._pressed(interaction, press.action.tournament)
        return await self._standings(tournament, interaction.user.id, press.action.page)

    async def _standings(self, tournament: Tournament, user_id: int, page: int) -> Page:
        state, team = await self._services.organiser.state(tournament.id), tournament.team_of(user_id)
        pages = tournament_page.pages(state)
        page = min(max(1, page), pages)
        person = await self._services.people.get(user_id)
        view = tournament_page.standings_view(state, page=page, own=team.entry if team else None)
        picture = await self._services.pictures.standings(view, person)
        return tournament_choices_page.standings(state, page, picture)

    @does("tournament pairings")
    async def pairings(self, interaction: Interaction, tournament: str | None, number: int | None) -> Page:
        """Show the matches of a round."""
        found = await self.find(interaction.guild_id or 0, tournament, ended=True)
        state = await self._services.organiser.state(found.id)
        wanted = found.round if number is None else number
        if not 1 <= wanted <= len(state.rounds):
            if not state.rounds:
                raise WrongStage(found.status)
            count = len(state.rounds)
            text = ngettext("So far there is {count} round.", "So far there are {count} rounds.", count)
            return notice(text.format(count=count))
        return tournament_page.pairings(state, wanted)


def _own(tournament: Tournament, user_id: int) -> Team:
    """Return the entry of a person. Raises `NoSuchEntry`."""
    team = tournament.team_of(user_id)
    if team is None:
        raise NoSuchEntry
    return team


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(TournamentsCog(bot))
