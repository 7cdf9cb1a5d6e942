"""Tournaments for those who run them: opened, filled, started, given more time, cancelled."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial
from itertools import islice

import discord
from discord import app_commands

from bot.client.client import CanastaBot
from bot.computer import USUAL
from bot.data.tournaments import Player, Tournament, TournamentKind, TournamentStage
from bot.league.tournaments import length
from bot.league.tournaments.entries import MOST_ENTRIES, can_come_back
from bot.league.tournaments.errors import LeftBefore, WrongStage
from bot.league.tournaments.state import team_numbered
from bot.messages import tournaments
from bot.messages.discord_api import nonce_of
from bot.tables.rules import defaults
from bot.tables.rules.clock import DAY
from bot.tables.rules.house_rules import LONGEST, read
from bot.ui import i18n, typed_times
from bot.ui.actions import Interaction, Press
from bot.ui.house_rule_choices import suggestions
from bot.ui.i18n import N_, _, ngettext
from bot.ui.limits import COMPLETIONS
from bot.ui.page import Page, notice
from bot.ui.pages import (
    tournament_choices_page,
    tournament_letter_page,
    tournament_match_page,
    tournament_page,
)
from bot.ui.typed_names import Offer
from bot.ui.words import variant_names
from bot.ui.words.person_names import plain
from bot.ui.words.refusals import Refused
from bot.ui.words.tournament_text import NoStart, entered
from cogs.frame import How, answered, completes, managed, pressed
from cogs.lobby import CLOCKS
from cogs.tournament_cog import Named, TournamentCog, as_player, entry_of, entry_offers

#: The most characters of a tournament's name.
_NAME = 40
#: The most seconds from now at which a tournament can be set to start.
_YEAR = 366 * DAY
#: The usual seconds for a round of the tournament.
_WEEK = 7 * DAY

_KINDS = [
    app_commands.Choice(name=N_("round robin: everybody plays everybody"), value=TournamentKind.ROUND_ROBIN.value),
    app_commands.Choice(name=N_("Swiss: players with equal results meet"), value=TournamentKind.SWISS.value),
    app_commands.Choice(
        name=N_("Danish: first against second, third against fourth"), value=TournamentKind.DANISH.value
    ),
]
_DEADLINES = [
    app_commands.Choice(name=name, value=days * DAY)
    for days, name in (
        (0, N_("No limit")),
        (1, N_("1 day")),
        (2, N_("2 days")),
        (3, N_("3 days")),
        (5, N_("5 days")),
        (7, N_("7 days")),
        (14, N_("14 days")),
        (30, N_("30 days")),
    )
]


class OrganisingCog(TournamentCog):
    """Commands for those who manage a server. Their permission is checked at every press."""

    organise = app_commands.Group(
        name="tournament-admin",
        description=N_("For moderators: open and run tournaments"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    # -- opening and starting

    @organise.command(name="new", description=N_("Open a tournament for people to sign up"))
    @app_commands.rename(deals="rounds-per-match", same_packs="same-decks")
    @app_commands.describe(
        name=N_("Name of the tournament"),
        kind=N_("Who plays whom"),
        variant=N_("Which Canasta (empty: the usual one); type part of its name"),
        players=N_("How many play at a table (any layout with two sides)"),
        deals=N_("How many rounds a match has (empty: as many as fit)"),
        rounds=N_("How many rounds the tournament has (empty: as many as needed)"),
        deadline=N_("How long a tournament round can last (empty: 7 days or more)"),
        same_packs=N_("Deal the same cards at all tables of a round"),
        clock=N_("How long a turn can take before a computer plays it"),
        house=N_("House rules, for example target=3000, or a code"),
        starts=N_("When it starts by itself: a number of days, or a time such as 2027-01-31 20:00"),
        minimum=N_("How many teams it takes to start by itself (empty: 2)"),
    )
    @app_commands.choices(kind=_KINDS)
    @app_commands.choices(
        deadline=_DEADLINES,
        clock=[app_commands.Choice(name=name, value=limit) for limit, name in CLOCKS.items()],
    )
    @answered
    async def new(
        self,
        interaction: discord.Interaction[CanastaBot],
        name: app_commands.Range[str, 1, _NAME],
        kind: app_commands.Choice[str],
        variant: str | None = None,
        players: str | None = None,
        deals: app_commands.Range[int, 1, 20] | None = None,
        rounds: app_commands.Range[int, 1, 60] | None = None,
        deadline: app_commands.Choice[int] | None = None,
        same_packs: bool = False,
        clock: app_commands.Choice[int] | None = None,
        house: app_commands.Range[str, 1, LONGEST] | None = None,
        starts: Named | None = None,
        minimum: app_commands.Range[int, 2, MOST_ENTRIES] | None = None,
    ) -> Page:
        """Open a tournament in this channel."""
        guild_id, channel = managed(interaction), interaction.channel
        if not isinstance(channel, discord.TextChannel):
            return notice(_("Use this command in a text channel: the matches get threads there."))
        if why := tournaments.trouble(interaction.app_permissions):
            return notice(why)
        starts_at = None if starts is None else await self._start(interaction, starts)
        server = await self._services.servers.get(guild_id)
        variant = variant and variant_names.variant_of(variant)
        players = players and variant_names.layout_of(variant or defaults.game_of(server)[0], players)
        rules, _left_out = defaults.chosen(server, variant, players, read(house) if house else None, None)
        limit = defaults.turn_limit(server) if clock is None else clock.value
        seconds = None if deadline is None else deadline.value or None
        if deals is None:
            within = _WEEK if deadline is None else seconds
            deals = length.usual_deals(rules.id, rules.layout, limit, within)
        if deadline is None:
            offered = [choice.value for choice in _DEADLINES[1:]]
            seconds = length.usual_deadline(rules.id, rules.layout, deals, limit, offered, _WEEK)
        tournament = await self._services.organiser.open(
            Tournament(
                id=0,
                guild_id=guild_id,
                channel_id=channel.id,
                host_id=interaction.user.id,
                name=" ".join(name.split()) or _("Tournament"),
                kind=TournamentKind(kind.value),
                variant=rules.id,
                layout=rules.layout,
                deals=deals,
                scale=1,
                created_at=0,
                house=dict(rules.house),
                rounds=rounds,
                seconds=seconds,
                turn_limit=limit or None,
                same_packs=same_packs,
                starts_at=starts_at,
                minimum=minimum,
            )
        )
        self._services.director.wake()
        offered = [choice.value for choice in _DEADLINES[1:]]
        return tournament_choices_page.opened(tournament, offered)

    @organise.command(name="add", description=N_("Add a player, a pair or computers"))
    @app_commands.describe(
        player=N_("Who should play"),
        partner=N_("Playing with"),
        third=N_("And with, if three play together"),
        computers=N_("How many teams of computers to add"),
        tournament=N_("Which tournament"),
    )
    @answered
    async def add(
        self,
        interaction: discord.Interaction[CanastaBot],
        player: discord.User | None = None,
        partner: discord.User | None = None,
        third: discord.User | None = None,
        computers: app_commands.Range[int, 1, 64] | None = None,
        tournament: Named | None = None,
    ) -> Page:
        """Enter people or computers."""
        found = await self.find(managed(interaction), tournament)
        people = [user for user in (player, partner, third) if user is not None]
        if not people and computers is None:
            return notice(_("Say who should play, or how many computers."))
        if people:
            user = interaction.user
            # Nobody plays who hasn't said yes themselves.
            players = [replace(as_player(each), agreed=each.id == user.id) for each in people]
            await self.check_present(interaction, found.guild_id, *people)
            found = await self._services.organiser.entries.enter(found.id, players)
            team = found.team_of(people[0].id)
            assert team is not None
            if not team.agreed:
                await self.ask(
                    interaction,
                    found,
                    team,
                    partial(tournament_choices_page.invitation, found, team, user.display_name),
                )
            elif found.status is TournamentStage.RUNNING:
                back = partial(tournament_choices_page.told_of, found, team, user.display_name, back=True)
                await self.tell(interaction, found, team.people, back)
        for _number in range(computers or 0):
            found = await self._services.organiser.entries.enter(found.id, await self._computers(found))
        self._services.director.wake()
        mine = [team for team in found.teams if {user.id for user in people} & set(team.people)]
        return notice("\n".join([entered(found), *tournament_choices_page.unanswered(mine)]))

    @organise.command(name="start", description=N_("Start the first round"))
    @app_commands.describe(tournament=N_("Which tournament"))
    @answered
    async def start(
        self,
        interaction: discord.Interaction[CanastaBot],
        tournament: Named | None = None,
    ) -> Page:
        """Ask how the entries should be ordered."""
        return await self._before_start(await self.find(managed(interaction), tournament))

    @pressed(tournament_page.AskSeeding, how=How.APART)
    async def _start_pressed(self, interaction: Interaction, press: Press[tournament_page.AskSeeding]) -> Page:
        return await self._before_start(
            await self._services.organiser.get(managed(interaction), press.action.tournament)
        )

    async def _before_start(self, tournament: Tournament) -> Page:
        await self._check_channel(tournament)
        if tournament.status is not TournamentStage.OPEN:
            raise WrongStage(tournament.status)
        return tournament_choices_page.before_start(tournament)

    @pressed(tournament_choices_page.Begin)
    async def _begin_pressed(self, interaction: Interaction, press: Press[tournament_choices_page.Begin]) -> Page:
        tournament = await self._services.organiser.get(managed(interaction), press.action.tournament)
        await self._check_channel(tournament)
        return await self._begin(
            tournament, await self._ratings(tournament) if press.action.order == "rating" else None
        )

    @pressed(tournament_letter_page.StartAnyway)
    async def _anyway_pressed(self, interaction: Interaction, press: Press[tournament_letter_page.StartAnyway]) -> Page:
        tournament = await self.organised(interaction, press.action.tournament)
        await self._check_channel(tournament)
        return await self._begin(tournament, None)

    @pressed(tournament_letter_page.WaitAWeek)
    async def _wait_pressed(self, interaction: Interaction, press: Press[tournament_letter_page.WaitAWeek]) -> Page:
        tournament = await self.organised(interaction, press.action.tournament)
        tournament = await self._services.organiser.rounds.put_off(tournament.id, _WEEK)
        self._services.director.wake()
        return tournament_letter_page.put_off(tournament)

    async def _begin(self, tournament: Tournament, seeds: dict[int, int] | None) -> Page:
        absent = await self._services.places.absent(
            tournament.guild_id, [user for team in tournament.teams for user in team.people]
        )
        state = await self._services.organiser.rounds.start(tournament.id, seeds=seeds, absent=absent)
        self._services.director.wake()
        text = ngettext(
            "**{name}** has started: {rounds} round. Each match gets a thread, and its players are pinged there.",
            "**{name}** has started: {rounds} rounds. Each match gets a thread, and its players are pinged there.",
            state.last,
        )
        return notice(text.format(name=plain(tournament.name), rounds=state.last))

    async def _check_channel(self, tournament: Tournament) -> None:
        """Raise `Refused` if the bot can't open threads in the tournament's channel."""
        granted = await self._services.places.permissions(tournament.guild_id, tournament.channel_id)
        if granted is None or not isinstance(
            self._services.places.channel(tournament.guild_id, tournament.channel_id), discord.TextChannel
        ):
            raise Refused(tournaments.channel_gone())
        if why := tournaments.trouble(granted):
            raise Refused(why)

    async def _ratings(self, tournament: Tournament) -> dict[int, int]:
        """Return the places of the rated entries in the order of their ratings, from 0.

        An entry's rating is the mean of its players' ratings in this server. Entries without a rated player are left
        out.
        """
        means: dict[int, float] = {}
        for team in tournament.teams:
            found = []
            for player in team.players:
                if player.user_id is not None:
                    profile = await self._services.league.boards.profile(tournament.guild_id, player.user_id)
                    if profile is not None and profile.standing.rated:
                        found.append(profile.standing.rating)
            if found:
                means[team.entry] = sum(found) / len(found)
        return {entry: place for place, entry in enumerate(sorted(means, key=lambda entry: -means[entry]))}

    async def _computers(self, tournament: Tournament) -> list[Player]:
        """Return the players of a new entry of computers."""
        size = await self._services.organiser.entries.size(tournament)
        which = 1 + max((team.entry for team in tournament.teams), default=0)
        letters = "ABC"[:size] if size > 1 else [""]
        return [Player(_("Computer {number}").format(number=f"{which}{letter}"), level=USUAL) for letter in letters]

    # -- while it goes on

    @organise.command(name="extend", description=N_("Give the current round more time"))
    @app_commands.describe(time=N_("How much more"), tournament=N_("Which tournament"))
    @app_commands.choices(time=_DEADLINES[1:])
    @answered
    async def extend(
        self,
        interaction: discord.Interaction[CanastaBot],
        time: app_commands.Choice[int],
        tournament: Named | None = None,
    ) -> Page:
        """Postpone the present round's deadline."""
        return await self._extend(await self.find(managed(interaction), tournament), time.value)

    @pressed(tournament_letter_page.Extend, how=How.APART)
    async def _extend_pressed(self, interaction: Interaction, press: Press[tournament_letter_page.Extend]) -> Page:
        return tournament_letter_page.extension(await self.organised(interaction, press.action.tournament))

    @pressed(tournament_letter_page.ExtendBy)
    async def _extend_chosen(self, interaction: Interaction, press: Press[tournament_letter_page.ExtendBy]) -> Page:
        tournament = await self.organised(interaction, press.action.tournament)
        return await self._extend(tournament, press.action.seconds)

    @pressed(tournament_letter_page.Replace, how=How.APART)
    async def _replace_pressed(self, interaction: Interaction, press: Press[tournament_letter_page.Replace]) -> Page:
        return tournament_letter_page.replacing(await self.organised(interaction, press.action.tournament))

    @pressed(tournament_letter_page.CallThem, how=How.APART)
    async def _call_pressed(self, interaction: Interaction, press: Press[tournament_letter_page.CallThem]) -> Page:
        tournament = await self.organised(interaction, press.action.tournament)
        state, called = await self._services.organiser.state(tournament.id), 0
        for match in state.of_round(tournament.round):
            if tournament.status is not TournamentStage.RUNNING or match.played is not None or match.thread_id is None:
                continue
            with i18n.speaking(await self._services.teller.pages.language_of(tournament.guild_id)):
                page = tournament_match_page.called(state, match)
            people = tournament.people_of(match)
            nonce = nonce_of("call", interaction.id, match.thread_id)
            sent = await self._services.discord_api.messages.post(match.thread_id, page, nonce=nonce, pings=people)
            called += isinstance(sent, int)
        text = ngettext("Called in {count} match.", "Called in {count} matches.", called)
        return notice(text.format(count=called))

    async def _extend(self, tournament: Tournament, seconds: int) -> Page:
        state = await self._services.organiser.state(tournament.id)
        now = state.now
        if now is not None and now.ends_at is None:
            return notice(_("This round has no deadline."))
        until = max(self._bot.seconds(), now.ends_at or 0 if now else 0) + seconds
        await self._services.organiser.rounds.extend(tournament.id, until)
        self._services.director.wake()
        return notice(_("The round lasts until <t:{until}:f>.").format(until=until))

    @organise.command(name="cancel", description=N_("Cancel a tournament"))
    @app_commands.describe(tournament=N_("Which tournament"))
    @answered
    async def cancel(
        self,
        interaction: discord.Interaction[CanastaBot],
        tournament: Named | None = None,
    ) -> Page:
        """Ask if the tournament should really be broken off."""
        return tournament_choices_page.before_end(await self.find(managed(interaction), tournament))

    @organise.command(name="withdraw", description=N_("Withdraw a player, a pair or a team"))
    @app_commands.rename(entry="team")
    @app_commands.describe(entry=N_("Who should leave"), tournament=N_("Which tournament"))
    @answered
    async def withdraw(
        self,
        interaction: discord.Interaction[CanastaBot],
        entry: Named,
        tournament: Named | None = None,
    ) -> Page:
        """Ask if an entry should really be taken out of a tournament."""
        found = await self.find(managed(interaction), tournament)
        team = team_numbered(found, entry_of(found, entry))
        if team.left is not None:
            raise LeftBefore(back=can_come_back(found, team))
        return tournament_choices_page.before_taking_out(found, team)

    @pressed(tournament_choices_page.TakeOut)
    async def _take_out_pressed(self, interaction: Interaction, press: Press[tournament_choices_page.TakeOut]) -> Page:
        tournament = await self._services.organiser.get(managed(interaction), press.action.tournament)
        team = team_numbered(tournament, press.action.entry)
        tournament, back = await self.take_out(interaction, tournament, team)
        return tournament_choices_page.taken_out(tournament, team, back=back)

    @pressed(tournament_choices_page.BringBack)
    async def _bring_back_pressed(
        self, interaction: Interaction, press: Press[tournament_choices_page.BringBack]
    ) -> Page:
        tournament = await self._services.organiser.get(managed(interaction), press.action.tournament)
        tournament = await self.bring_back(interaction, tournament, press.action.entry)
        return notice(entered(tournament))

    @pressed(tournament_letter_page.AskBreakOff, how=How.APART)
    async def _cancel_asked(self, interaction: Interaction, press: Press[tournament_letter_page.AskBreakOff]) -> Page:
        return tournament_choices_page.before_end(await self.organised(interaction, press.action.tournament))

    @pressed(tournament_choices_page.BreakOff)
    async def _cancel_pressed(self, interaction: Interaction, press: Press[tournament_choices_page.BreakOff]) -> Page:
        tournament = await self.organised(interaction, press.action.tournament)
        await self._services.organiser.cancel(tournament.id)
        self._services.director.wake()
        return notice(_("**{name}** has been cancelled.").format(name=plain(tournament.name)))

    # -- completions

    @completes(
        (add, "tournament"),
        (start, "tournament"),
        (extend, "tournament"),
        (cancel, "tournament"),
        (withdraw, "tournament"),
    )
    async def _offer_tournaments(self, interaction: Interaction, typed: str) -> list[Offer]:
        return await self.tournament_offers(interaction)

    @completes((withdraw, "entry"))
    async def _offer_entries(self, interaction: Interaction, typed: str) -> list[Offer]:
        tournament = await self.tournament_filled(interaction)
        return [] if tournament is None else entry_offers(tournament)

    @completes((new, "variant"))
    async def _offer_variants(self, interaction: Interaction, typed: str) -> list[Offer]:
        offered = await self._services.tables.lobbies.offered(interaction.guild_id or 0)
        return [Offer(variant_names.name(one.name), one.id, also=one.id) for one in offered]

    @completes((new, "players"))
    async def _offer_layouts(self, interaction: Interaction, typed: str) -> list[Offer]:
        found = tournament_page.layouts(await self._variant_meant(interaction))
        return [Offer(name, layout, also=layout) for name, layout in found]

    @completes((new, "starts"))
    async def _offer_starts(self, interaction: Interaction, typed: str) -> list[Offer]:
        person = await self._services.people.get(interaction.user.id)
        return typed_times.offers(typed, self._bot.seconds(), person.time_zone)

    async def _start(self, interaction: Interaction, text: str) -> int:
        """Return the time that was typed, by the clocks of the person's zone, in seconds UTC. Raises `NoStart`."""
        zone, now = (await self._services.people.get(interaction.user.id)).time_zone, self._bot.seconds()
        at = typed_times.read(text, now, zone)
        if at is None or not now < at <= now + _YEAR:
            raise NoStart(typed_times.written(now + _WEEK, zone))
        return at

    @completes((new, "house"))
    async def _offer_house_rules(self, interaction: Interaction, typed: str) -> list[Offer]:
        variant, players = await self._variant_meant(interaction), await self.filled(interaction, "players")
        layout = None if players is None else variant_names.layout_of(variant, players)
        found = await asyncio.to_thread(lambda: [*islice(suggestions(variant, layout, typed), COMPLETIONS)])
        return [Offer(name, value, also=typed) for name, value in found]

    async def _variant_meant(self, interaction: Interaction) -> str:
        """Return the variant that is filled in, or else the usual one of this server."""
        chosen = await self.filled(interaction, "variant")
        if chosen is not None:
            return variant_names.variant_of(chosen)
        return defaults.game_of(await self._services.servers.get(interaction.guild_id or 0))[0]


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(OrganisingCog(bot))
