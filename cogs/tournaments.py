"""Tournaments: `/tournament` for those who play in them and those who run them, and the buttons under their posts."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable
from itertools import islice
from typing import Any, cast

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.buttons import Interaction, Press, Pressable, Unreadable, button, custom_id, number
from bot.client import CanastaBot
from bot.league import director, posts
from bot.league.matches import Forfeit
from bot.league.pairing import Kind
from bot.league.tournament import (
    AlreadyUndone,
    EnteredAlready,
    Full,
    NameTaken,
    NoSuchEntry,
    NoSuchMatch,
    NoSuchTournament,
    NotAgreed,
    NotTwoSides,
    Stand,
    TooFew,
    TournamentError,
    WrongNumber,
    WrongProgress,
)
from bot.outbound import Page
from bot.store.tournaments import Meet, Played, Player, Progress, Tournament
from bot.tables import AlreadySeated, WrongStatus, panels, usual
from bot.tables.clock import DAY
from bot.tables.house import LONGEST, read, suggestions
from bot.tables.panels import attachment, gallery
from bot.tables.words import plain
from bot.texts import N_, _, ngettext
from cogs.lobby import CLOCKS, LEVEL
from cogs.refusals import REFUSED, NotManager, sentence

_NAME, _REASON, _CHOICE, _TEXT = 40, 300, 100, 3_600
_MOST_POINTS = 1_000_000
#: The rounds of a match and the time for a round of the tournament, where nobody says otherwise.
_DEALS, _WEEK = 4, 7 * DAY

_Choices = list[app_commands.Choice[str]]
_KINDS = [
    app_commands.Choice(name=N_("round robin: everybody meets everybody"), value=Kind.ROUND_ROBIN.value),
    app_commands.Choice(name=N_("Swiss: those meet who have won as much"), value=Kind.SWISS.value),
    app_commands.Choice(name=N_("Danish: first against second, third against fourth"), value=Kind.DANISH.value),
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
    )
]
_FORFEITS = [
    app_commands.Choice(name=N_("the first side"), value=Forfeit.FIRST.value),
    app_commands.Choice(name=N_("the second side"), value=Forfeit.SECOND.value),
    app_commands.Choice(name=N_("both sides"), value=Forfeit.BOTH.value),
]


class _Several(TournamentError):
    """Several tournaments go on, and nobody said which is meant."""


class _Bot(TournamentError):
    """A bot can't play: `name`."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class _NoOutcome(TournamentError):
    """A correction needs the points of both sides, or who forfeits."""


class _Trouble(TournamentError):
    """Something has to be done before it can start; the text says what."""


class Tournaments(commands.Cog):
    """Tournaments of a server; who may manage them is asked again at every press."""

    tournament = app_commands.Group(
        name="tournament", description=N_("Play in tournaments, or run them"), guild_only=True
    )

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot
        bot.answer_presses(
            cup=self._standings_pressed,
            cup_page=self._page_turned,
            cup_join=self._join_pressed,
            cup_pair=self._pair_pressed,
            cup_partner=self._partner_chosen,
            cup_agree=self._agree_pressed,
            cup_leave=self._leave_pressed,
            cup_start=self._start_pressed,
            cup_begin=self._begin_pressed,
            cup_cancel=self._cancel_pressed,
        )

    # -- for moderators: opening and starting

    @tournament.command(name="new", description=N_("For moderators: open a tournament for people to sign up"))
    @app_commands.rename(same_packs="same-packs")
    @app_commands.describe(
        name=N_("How it is to be called"),
        kind=N_("Who meets whom"),
        variant=N_("Which Canasta (this server's usual one if you leave it empty)"),
        players=N_("How many play at a table: any with two sides"),
        deals=N_("How many rounds of Canasta a match has (4 if you leave it empty)"),
        rounds=N_("How many rounds the tournament has (as many as fit if you leave it empty)"),
        deadline=N_("How long a round of the tournament may last (7 days if you leave it empty)"),
        same_packs=N_("Whether all tables of a round are dealt the same cards"),
        clock=N_("How long a turn may take; then a computer plays it"),
        house=N_("House rules, for example target=3000, or a code; none: without this server's"),
    )
    @app_commands.choices(kind=_KINDS)
    @app_commands.choices(
        deadline=_DEADLINES,
        clock=[app_commands.Choice(name=name, value=limit) for limit, name in CLOCKS.items()],
    )
    async def new(
        self,
        interaction: discord.Interaction[CanastaBot],
        name: app_commands.Range[str, 1, _NAME],
        kind: str,
        variant: str | None = None,
        players: str | None = None,
        deals: app_commands.Range[int, 1, 20] = _DEALS,
        rounds: app_commands.Range[int, 1, 60] | None = None,
        deadline: int = _WEEK,
        same_packs: bool = False,
        clock: int | None = None,
        house: app_commands.Range[str, 1, LONGEST] | None = None,
    ) -> None:
        """Open a tournament in this channel."""
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            guild_id, channel = _managed(interaction), interaction.channel
            if not isinstance(channel, discord.TextChannel):
                return panels.notice(_("Type that in a text channel: the matches get threads beneath it."))
            if why := director.trouble(channel):
                return panels.notice(why)
            server = await self._bot.tables.servers.get(guild_id)
            rules, _left_out = usual.chosen(
                server, variant and variant.strip().lower(), players, read(house) if house else None, None
            )
            limit = usual.turn_limit(server) if clock is None else clock
            one = await self._bot.organiser.open(
                Tournament(
                    id=0,
                    guild_id=guild_id,
                    channel_id=channel.id,
                    host_id=interaction.user.id,
                    name=" ".join(name.split()) or _("Tournament"),
                    kind=Kind(kind).value,
                    variant=rules.id,
                    layout=rules.layout,
                    deals=deals,
                    scale=1,
                    created_at=0,
                    house=dict(rules.house),
                    rounds=rounds,
                    seconds=deadline or None,
                    turn_limit=limit or None,
                    same_packs=same_packs,
                )
            )
            self._bot.director.wake()
            text = _("**{name}** is open: people sign up under its message in this channel.")
            return panels.notice(text.format(name=plain(one.name)))

        await self._do(interaction, act)

    @tournament.command(name="add", description=N_("For moderators: enter a player or pair, or computers"))
    @app_commands.describe(
        player=N_("Who shall play"),
        partner=N_("With whom"),
        third=N_("And with whom, where three play together"),
        computers=N_("How many entries of computers alone to add"),
        tournament=N_("Which tournament"),
    )
    async def add(
        self,
        interaction: discord.Interaction[CanastaBot],
        player: discord.User | None = None,
        partner: discord.User | None = None,
        third: discord.User | None = None,
        computers: app_commands.Range[int, 1, 64] | None = None,
        tournament: app_commands.Range[str, 1, _CHOICE] | None = None,
    ) -> None:
        """Enter people or computers."""
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            one = await self._find(_managed(interaction), tournament)
            people = [user for user in (player, partner, third) if user is not None]
            if not people and computers is None:
                return panels.notice(_("Say who shall play, or how many computers."))
            if people:
                one = await self._bot.organiser.enter(one.id, [_player(user) for user in people])
            for _number in range(computers or 0):
                one = await self._bot.organiser.enter(one.id, await self._computers(one))
            self._bot.director.wake()
            return panels.notice(_entered(one))

        await self._do(interaction, act)

    @tournament.command(name="start", description=N_("For moderators: begin with the first round"))
    @app_commands.describe(tournament=N_("Which tournament"))
    async def start(
        self,
        interaction: discord.Interaction[CanastaBot],
        tournament: app_commands.Range[str, 1, _CHOICE] | None = None,
    ) -> None:
        """Ask how the entries are to be ordered."""
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            return self._before_start(await self._find(_managed(interaction), tournament))

        await self._do(interaction, act)

    async def _start_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            return self._before_start(await self._bot.organiser.get(_managed(interaction), number(press.rest)))

        await self._do(interaction, act)

    def _before_start(self, one: Tournament) -> Page:
        self._check_channel(one)
        if one.status is not Progress.OPEN:
            raise WrongProgress(one.status)
        text = ngettext(
            "{count} entry takes part in **{name}**. In which order are they to be seeded?",
            "{count} entries take part in **{name}**. In which order are they to be seeded?",
            len(one.teams),
        ).format(count=len(one.teams), name=plain(one.name))
        row: ui.ActionRow[Any] = ui.ActionRow(
            button(_("Start, by a draw"), custom_id("cup-begin", 0, 0, f"{one.id}/draw"), discord.ButtonStyle.success),
            button(
                _("Start, by rating"), custom_id("cup-begin", 0, 0, f"{one.id}/rating"), discord.ButtonStyle.success
            ),
        )
        return panels.notice(text, row)

    async def _begin_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)

        async def act() -> Page:
            which, _slash, how = press.rest.partition("/")
            one = await self._bot.organiser.get(_managed(interaction), number(which))
            self._check_channel(one)
            stand = await self._bot.organiser.start(one.id, seeds=await self._ratings(one) if how == "rating" else None)
            self._bot.director.wake()
            text = ngettext(
                "**{name}** has begun: {rounds} round. Each match gets a thread; its players are called there.",
                "**{name}** has begun: {rounds} rounds. Each match gets a thread; its players are called there.",
                stand.last,
            )
            return panels.notice(text.format(name=plain(one.name), rounds=stand.last))

        await self._do(interaction, act)

    def _check_channel(self, one: Tournament) -> None:
        """Raises `_Trouble` where threads can't be opened."""
        channel = self._bot.get_channel(one.channel_id)
        if not isinstance(channel, discord.TextChannel):
            raise _Trouble(_("Its channel is gone: cancel it, and open another."))
        if why := director.trouble(channel):
            raise _Trouble(why)

    async def _ratings(self, one: Tournament) -> dict[int, int]:
        """The entries of which somebody is rated in this server, with their places by the mean of what is known."""
        means: dict[int, float] = {}
        for team in one.teams:
            found = []
            for player in team.players:
                if player.user_id is not None:
                    profile = await self._bot.league.profile(one.guild_id, player.user_id)
                    if profile is not None and profile.standing.rated:
                        found.append(profile.standing.rating)
            if found:
                means[team.entry] = sum(found) / len(found)
        return {entry: place for place, entry in enumerate(sorted(means, key=lambda entry: -means[entry]))}

    # -- signing up

    async def _join_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            one = await self._bot.organiser.get(interaction.guild_id or 0, number(press.rest))
            one = await self._bot.organiser.enter(one.id, [_player(interaction.user)])
            self._bot.director.wake()
            return panels.notice(_("You take part in **{name}**.").format(name=plain(one.name)))

        await self._do(interaction, act)

    async def _pair_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            one = await self._bot.organiser.get(interaction.guild_id or 0, number(press.rest))
            if one.team_of(interaction.user.id) is not None:
                raise EnteredAlready(interaction.user.display_name)
            partners = await self._bot.organiser.size(one) - 1
            choice: ui.UserSelect[Any] = ui.UserSelect(
                placeholder=_("With whom do you play?"),
                custom_id=custom_id("cup-partner", 0, 0, str(one.id)),
                min_values=partners,
                max_values=partners,
            )
            return panels.notice(
                _("Choose with whom you play; it counts once that is agreed to."), ui.ActionRow(Pressable(choice))
            )

        await self._do(interaction, act)

    async def _partner_chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)

        async def act() -> Page:
            one = await self._bot.organiser.get(interaction.guild_id or 0, number(press.rest))
            partners = [_resolved(interaction, value) for value in press.values]
            one = await self._bot.organiser.enter(one.id, [_player(interaction.user), *partners])
            self._bot.director.wake()
            team = one.team_of(interaction.user.id)
            nonce = f"ask-{one.id}-{team.entry if team else 0}"
            await self._bot.outbound.post(
                one.channel_id, _ask(one, interaction.user.display_name, partners), nonce=nonce, pings=True
            )
            names = ", ".join(posts.player(partner) for partner in partners)
            text = _("You are entered in **{name}** with {partner}, who has still to say yes.")
            return panels.notice(text.format(name=plain(one.name), partner=names))

        await self._do(interaction, act)

    async def _agree_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            one = await self._bot.organiser.get(interaction.guild_id or 0, number(press.rest))
            one = await self._bot.organiser.agree(one.id, interaction.user.id)
            self._bot.director.wake()
            return panels.notice(_("You take part in **{name}**.").format(name=plain(one.name)))

        await self._do(interaction, act)

    async def _leave_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            return await self._withdrawn(
                await self._bot.organiser.get(interaction.guild_id or 0, number(press.rest)), interaction.user.id
            )

        await self._do(interaction, act)

    @tournament.command(name="withdraw", description=N_("Leave a tournament; moderators can have others leave"))
    @app_commands.describe(entry=N_("For moderators: who shall leave"), tournament=N_("Which tournament"))
    async def withdraw(
        self,
        interaction: discord.Interaction[CanastaBot],
        entry: app_commands.Range[str, 1, _CHOICE] | None = None,
        tournament: app_commands.Range[str, 1, _CHOICE] | None = None,
    ) -> None:
        """Let an entry go."""
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            if entry is None:
                return await self._withdrawn(
                    await self._find(interaction.guild_id or 0, tournament), interaction.user.id
                )
            one = await self._find(_managed(interaction), tournament)
            one = await self._bot.organiser.withdraw(one.id, _entry(one, entry))
            self._bot.director.wake()
            return panels.notice(_entered(one))

        await self._do(interaction, act)

    async def _withdrawn(self, one: Tournament, user_id: int) -> Page:
        team = one.team_of(user_id)
        if team is None:
            raise NoSuchEntry
        one = await self._bot.organiser.withdraw(one.id, team.entry)
        self._bot.director.wake()
        text = _("You have left **{name}**.")
        if one.status is Progress.RUNNING:
            text = _("You have left **{name}**: the present match is your last.")
        return panels.notice(text.format(name=plain(one.name)))

    # -- looking

    @tournament.command(name="standings", description=N_("Show how a tournament stands"))
    @app_commands.describe(tournament=N_("Which tournament"))
    async def standings(
        self,
        interaction: discord.Interaction[CanastaBot],
        tournament: app_commands.Range[str, 1, _CHOICE] | None = None,
    ) -> None:
        """Show the standings."""
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            one = await self._find(interaction.guild_id or 0, tournament, ended=True)
            return await self._standings(one, interaction.user.id, 1)

        await self._do(interaction, act)

    async def _standings_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            parts = press.rest.split("/")
            one = await self._bot.organiser.get(interaction.guild_id or 0, number(parts[1] if len(parts) == 3 else ""))
            return await self._standings(one, interaction.user.id, 1)

        await self._do(interaction, act)

    async def _page_turned(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)

        async def act() -> Page:
            which, _slash, page = press.rest.partition("/")
            one = await self._bot.organiser.get(interaction.guild_id or 0, number(which))
            return await self._standings(one, interaction.user.id, number(page))

        await self._do(interaction, act)

    async def _standings(self, one: Tournament, user_id: int, page: int) -> Page:
        stand, team = await self._bot.organiser.stand(one.id), one.team_of(user_id)
        pages = posts.pages(stand)
        page = min(max(1, page), pages)
        person = await self._bot.tables.people.get(user_id)
        view = posts.standings_view(stand, page=page, own=team.entry if team else None)
        picture = await self._bot.pictures.standings(view, person)
        row: ui.ActionRow[Any] = ui.ActionRow()
        for label, to in ((_("Previous"), page - 1), (_("Next"), page + 1)):
            row.add_item(button(label, custom_id("cup-page", 0, 0, f"{one.id}/{to}"), disabled=not 1 <= to <= pages))
        items: list[ui.Item[Any]] = [gallery("standings.png", picture), *([row] if pages > 1 else [])]
        return Page(*items, attachments=[attachment("standings.png", picture)])

    @tournament.command(name="pairings", description=N_("Show who meets whom"))
    @app_commands.describe(
        round=N_("In which round (the present one if you leave it empty)"), tournament=N_("Which tournament")
    )
    async def pairings(
        self,
        interaction: discord.Interaction[CanastaBot],
        round: app_commands.Range[int, 1, 100] | None = None,  # noqa: A002 - people see the name
        tournament: app_commands.Range[str, 1, _CHOICE] | None = None,
    ) -> None:
        """Show the matches of a round."""
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            one = await self._find(interaction.guild_id or 0, tournament, ended=True)
            stand = await self._bot.organiser.stand(one.id)
            wanted = one.round if round is None else round
            if not 1 <= wanted <= len(stand.rounds):
                if not stand.rounds:
                    raise WrongProgress(one.status)
                count = len(stand.rounds)
                text = ngettext("So far there is {count} round.", "So far there are {count} rounds.", count)
                return panels.notice(text.format(count=count))
            return posts.pairings(stand, wanted)

        await self._do(interaction, act)

    @tournament.command(name="list", description=N_("Show this server's tournaments"))
    async def list_all(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Show the tournaments, those that go on first."""
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            lines = []
            for one in await self._bot.organiser.of_guild(interaction.guild_id or 0):
                lines.append(posts.listed(await self._bot.organiser.stand(one.id)))
            nothing = _("There has been no tournament here. A moderator opens one by `/tournament new`.")
            return panels.notice("\n".join(posts.cut(lines)) or nothing)

        await self._do(interaction, act)

    # -- for moderators: what goes wrong

    @tournament.command(
        name="substitute", description=N_("For moderators: have somebody else play in a player's place")
    )
    @app_commands.describe(
        player=N_("In whose place"), newcomer=N_("Who shall play from now on"), tournament=N_("Which tournament")
    )
    async def substitute(
        self,
        interaction: discord.Interaction[CanastaBot],
        player: app_commands.Range[str, 1, _CHOICE],
        newcomer: discord.User,
        tournament: app_commands.Range[str, 1, _CHOICE] | None = None,
    ) -> None:
        """Replace a player of an entry, and at its table if it plays now."""
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            one = await self._find(_managed(interaction), tournament)
            entry, place = _place(one, player)
            new = _player(newcomer)
            if one.team_of(newcomer.id) is not None:
                raise EnteredAlready(new.name)
            if one.status not in (Progress.OPEN, Progress.RUNNING):
                raise WrongProgress(one.status)
            await self._substitute_at_table(one, entry, place, new, interaction.user.id)
            await self._bot.organiser.substitute(one.id, entry, place, new)
            await self._bot.teller.write_again(newcomer.id)
            self._bot.director.wake()
            return panels.notice(_("{name} plays on from now.").format(name=newcomer.mention))

        await self._do(interaction, act)

    async def _substitute_at_table(self, one: Tournament, entry: int, place: int, new: Player, by: int) -> None:
        for match in (await self._bot.organiser.stand(one.id)).of_round(one.round):
            if entry in (match.first, match.second) and match.game_id is not None and match.played is None:
                seat = 2 * place + (0 if entry == match.first else 1)
                try:
                    await self._bot.tables.replace_player(match.game_id, by, seat, new.user_id or 0, new.name)
                except AlreadySeated as error:
                    # The last time it was interrupted after that step.
                    if error.seat != seat:
                        raise
                except WrongStatus:
                    pass

    @tournament.command(name="correct", description=N_("For moderators: put another outcome in place of a match's"))
    @app_commands.describe(
        match=N_("Which match"),
        reason=N_("Why; it stands in the log"),
        first=N_("The points of the side named first"),
        second=N_("The points of the side named second"),
        forfeit=N_("Who forfeits the match, instead of points"),
        tournament=N_("Which tournament"),
    )
    @app_commands.choices(forfeit=_FORFEITS)
    async def correct(
        self,
        interaction: discord.Interaction[CanastaBot],
        match: app_commands.Range[str, 1, _CHOICE],
        reason: app_commands.Range[str, 1, _REASON],
        first: app_commands.Range[int, -_MOST_POINTS, _MOST_POINTS] | None = None,
        second: app_commands.Range[int, -_MOST_POINTS, _MOST_POINTS] | None = None,
        forfeit: str | None = None,
        tournament: app_commands.Range[str, 1, _CHOICE] | None = None,
    ) -> None:
        """Correct an outcome."""
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            one = await self._find(_managed(interaction), tournament, ended=True)
            found = _match(await self._bot.organiser.stand(one.id), match)
            assert found.played is not None
            if forfeit is not None and first is None and second is None:
                played = Played(forfeit=Forfeit(forfeit).value)
            elif forfeit is None and first is not None and second is not None:
                played = Played((first, second), found.played.deals or one.deals)
            else:
                raise _NoOutcome
            stand = await self._bot.organiser.correct(
                one.id, found.round, found.first, played, by=interaction.user.id, reason=" ".join(reason.split())
            )
            self._bot.director.wake()
            now = _match(stand, f"{found.round}.{found.first}")
            return panels.notice(_("It stands so now: {match}").format(match=posts.match_line(stand, now)))

        await self._do(interaction, act)

    @tournament.command(name="undo", description=N_("For moderators: undo what was done to a match's outcome"))
    @app_commands.describe(correction=N_("What is to be undone"), tournament=N_("Which tournament"))
    async def undo(
        self,
        interaction: discord.Interaction[CanastaBot],
        correction: app_commands.Range[str, 1, _CHOICE],
        tournament: app_commands.Range[str, 1, _CHOICE] | None = None,
    ) -> None:
        """Undo a correction."""
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            one = await self._find(_managed(interaction), tournament, ended=True)
            if not re.fullmatch(r"[0-9]{1,17}", correction.strip()):
                raise NoSuchMatch
            await self._bot.organiser.undo(one.id, int(correction), by=interaction.user.id)
            self._bot.director.wake()
            return panels.notice(_("That is undone."))

        await self._do(interaction, act)

    @tournament.command(name="log", description=N_("For moderators: show what was done to outcomes, and why"))
    @app_commands.describe(tournament=N_("Which tournament"))
    async def log(
        self,
        interaction: discord.Interaction[CanastaBot],
        tournament: app_commands.Range[str, 1, _CHOICE] | None = None,
    ) -> None:
        """Show the corrections, the latest first."""
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            one = await self._find(_managed(interaction), tournament, ended=True)
            stand = await self._bot.organiser.stand(one.id)
            lines = [posts.amended(stand, each) for each in await self._bot.organiser.corrections(one.id)]
            return panels.notice("\n".join(posts.cut(lines)) or _("No moderator has changed an outcome."))

        await self._do(interaction, act)

    @tournament.command(name="extend", description=N_("For moderators: give the present round more time"))
    @app_commands.describe(time=N_("How much more"), tournament=N_("Which tournament"))
    @app_commands.choices(time=_DEADLINES[1:])
    async def extend(
        self,
        interaction: discord.Interaction[CanastaBot],
        time: int,
        tournament: app_commands.Range[str, 1, _CHOICE] | None = None,
    ) -> None:
        """Put the deadline off."""
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            one = await self._find(_managed(interaction), tournament)
            now = (await self._bot.organiser.stand(one.id)).now
            if now is not None and now.ends_at is None:
                return panels.notice(_("This round has no deadline."))
            until = max(self._bot.seconds(), now.ends_at or 0 if now else 0) + time
            await self._bot.organiser.extend(one.id, until)
            self._bot.director.wake()
            return panels.notice(_("The round lasts until <t:{until}:f>.").format(until=until))

        await self._do(interaction, act)

    @tournament.command(name="cancel", description=N_("For moderators: break a tournament off"))
    @app_commands.describe(tournament=N_("Which tournament"))
    async def cancel(
        self,
        interaction: discord.Interaction[CanastaBot],
        tournament: app_commands.Range[str, 1, _CHOICE] | None = None,
    ) -> None:
        """Ask for confirmation."""
        await self._bot.outbound.defer(interaction)

        async def act() -> Page:
            one = await self._find(_managed(interaction), tournament)
            text = _("Break off **{name}**? It has no winner then. Games that are played now go on for themselves.")
            sure = button(_("Break it off"), custom_id("cup-cancel", 0, 0, str(one.id)), discord.ButtonStyle.danger)
            return panels.notice(text.format(name=plain(one.name)), ui.ActionRow(sure))

        await self._do(interaction, act)

    async def _cancel_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)

        async def act() -> Page:
            one = await self._bot.organiser.get(_managed(interaction), number(press.rest))
            await self._bot.organiser.cancel(one.id)
            self._bot.director.wake()
            return panels.notice(_("**{name}** is broken off.").format(name=plain(one.name)))

        await self._do(interaction, act)

    # -- completions

    @new.autocomplete("variant")
    async def _complete_variant(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        await self._suggest(interaction, text, posts.variants())
        return []

    @new.autocomplete("players")
    async def _complete_players(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        server = await self._bot.tables.servers.get(interaction.guild_id or 0)
        variant = str(interaction.namespace.variant or usual.game_of(server)[0]).strip().lower()
        await self._suggest(interaction, text, posts.layouts(variant))
        return []

    @new.autocomplete("house")
    async def _complete_house(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        filled = interaction.namespace
        server = await self._bot.tables.servers.get(interaction.guild_id or 0)
        variant = str(filled.variant or usual.game_of(server)[0]).strip().lower()
        found = ((name, value) for name, value in suggestions(variant, filled.players, text) if len(value) <= _CHOICE)
        choices = [app_commands.Choice(name=name, value=value) for name, value in islice(found, 25)]
        await self._bot.outbound.suggest(interaction, choices)
        return []

    @add.autocomplete("tournament")
    @start.autocomplete("tournament")
    @withdraw.autocomplete("tournament")
    @standings.autocomplete("tournament")
    @pairings.autocomplete("tournament")
    @substitute.autocomplete("tournament")
    @correct.autocomplete("tournament")
    @undo.autocomplete("tournament")
    @log.autocomplete("tournament")
    @extend.autocomplete("tournament")
    @cancel.autocomplete("tournament")
    async def _complete_tournament(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        found = await self._bot.organiser.of_guild(interaction.guild_id or 0)
        await self._suggest(interaction, text, [(one.name, str(one.id)) for one in found])
        return []

    @withdraw.autocomplete("entry")
    async def _complete_entry(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        one = await self._filled(interaction)
        await self._suggest(
            interaction, text, [(posts.team_in_a_list(team), str(team.entry)) for team in one.teams] if one else []
        )
        return []

    @substitute.autocomplete("player")
    async def _complete_player(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        one = await self._filled(interaction)
        named = [
            (player.name or _("somebody"), f"{team.entry}.{place}")
            for team in (one.teams if one else ())
            for place, player in enumerate(team.players)
        ]
        await self._suggest(interaction, text, named)
        return []

    @correct.autocomplete("match")
    async def _complete_match(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        one = await self._filled(interaction)
        named = []
        if one is not None:
            stand = await self._bot.organiser.stand(one.id)
            named = [
                (posts.match_in_a_list(stand, match), f"{match.round}.{match.first}")
                for match in reversed(stand.matches)
                if match.second is not None and match.played is not None
            ]
        await self._suggest(interaction, text, named)
        return []

    @undo.autocomplete("correction")
    async def _complete_correction(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        one = await self._filled(interaction)
        made = await self._bot.organiser.corrections(one.id) if one is not None else []
        named = [(f"{each.round}.{each.first}: {each.reason}", str(each.id)) for each in made if each.undone_at is None]
        await self._suggest(interaction, text, named)
        return []

    async def _filled(self, interaction: Interaction) -> Tournament | None:
        """The tournament that a moderator's command is about so far."""
        try:
            return await self._find(_managed(interaction), interaction.namespace.tournament or None, ended=True)
        except (TournamentError, NotManager):
            return None

    async def _suggest(self, interaction: Interaction, typed: str, named: Iterable[tuple[str, str]]) -> None:
        wanted = typed.strip().casefold()
        choices = [app_commands.Choice(name=name, value=value) for name, value in named if wanted in name.casefold()]
        await self._bot.outbound.suggest(interaction, choices)

    # -- what all of them go through

    async def _do(self, interaction: Interaction, act: Callable[[], Awaitable[Page]]) -> None:
        """Do something, and show what came of it, or why it can't be done."""
        try:
            page = await act()
        except TournamentError as error:
            page = panels.notice(_refusal(error))
        except NotManager:
            page = panels.notice(_("Only those who may manage this server can do that."))
        except REFUSED as error:
            page = panels.notice(sentence(error))
        await self._bot.outbound.answer(interaction, page)

    async def _find(self, guild_id: int, text: str | None, *, ended: bool = False) -> Tournament:
        """The tournament that was typed or chosen; without a text the one that goes on, or, if wanted, the last `ended`.

        Raises `NoSuchTournament`, `_Several`.
        """
        found = await self._bot.organiser.of_guild(guild_id)
        if text is not None:
            wanted = text.strip().casefold()
            if re.fullmatch(r"[0-9]{1,17}", wanted) and all(one.name.casefold() != wanted for one in found):
                return await self._bot.organiser.get(guild_id, int(wanted))
            found = [one for one in found if one.name.casefold() == wanted][:1]
        going = [one for one in found if one.status in (Progress.OPEN, Progress.RUNNING)]
        if len(going) > 1:
            raise _Several
        if not going and (not found or not (ended or text is not None)):
            raise NoSuchTournament
        return (going or found)[0]

    async def _computers(self, one: Tournament) -> list[Player]:
        """The players of an entry of computers."""
        size = await self._bot.organiser.size(one)
        which = 1 + max((team.entry for team in one.teams), default=0)
        letters = "ABC"[:size] if size > 1 else [""]
        return [Player(_("Computer {number}").format(number=f"{which}{letter}"), level=LEVEL) for letter in letters]


def _managed(interaction: Interaction) -> int:
    """The server that the person may manage. Raises `NotManager`."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise NotManager
    return interaction.guild_id


def _player(user: discord.User | discord.Member) -> Player:
    """A person as a player. Raises `_Bot`."""
    if user.bot:
        raise _Bot(user.display_name)
    return Player(user.display_name, user.id)


def _resolved(interaction: Interaction, value: str) -> Player:
    """Somebody who was chosen from a menu, as the interaction describes him, not asked yet. Raises `_Bot`, `Unreadable`."""
    resolved = cast("dict[str, Any]", interaction.data or {}).get("resolved") or {}
    user, member = (resolved.get(kind, {}).get(value) for kind in ("users", "members"))
    if user is None:
        raise Unreadable
    name = str((member or {}).get("nick") or user.get("global_name") or user.get("username"))
    if user.get("bot"):
        raise _Bot(name)
    return Player(name, number(value), agreed=False)


def _ask(one: Tournament, by: str, partners: Iterable[Player]) -> Page:
    """Asks those who are to play along."""
    text = _("{partner}: {name} would like to play with you in **{tournament}**.").format(
        partner=", ".join(f"<@{partner.user_id}>" for partner in partners), name=plain(by), tournament=plain(one.name)
    )
    row: ui.ActionRow[Any] = ui.ActionRow(
        button(_("Yes, I play along"), custom_id("cup-agree", 0, 0, str(one.id)), discord.ButtonStyle.success),
        button(_("No"), custom_id("cup-leave", 0, 0, str(one.id))),
    )
    return panels.notice(text, row)


def _entered(one: Tournament) -> str:
    return ngettext(
        "{count} entry takes part in **{name}** now.", "{count} entries take part in **{name}** now.", len(one.teams)
    ).format(count=len(one.teams), name=plain(one.name))


def _entry(one: Tournament, text: str) -> int:
    """The number of the entry that was chosen or typed by its name. Raises `NoSuchEntry`."""
    wanted = text.strip()
    for team in one.teams:
        if wanted == str(team.entry) or wanted.casefold() == posts.team_in_a_list(team).casefold():
            return team.entry
    raise NoSuchEntry


def _place(one: Tournament, text: str) -> tuple[int, int]:
    """The entry and place of a player who was chosen or typed by his name. Raises `NoSuchEntry`."""
    wanted = text.strip()
    for team in one.teams:
        for place, player in enumerate(team.players):
            if wanted == f"{team.entry}.{place}" or wanted.casefold() == player.name.casefold():
                return team.entry, place
    raise NoSuchEntry


def _match(stand: Stand, text: str) -> Meet:
    """The match that was chosen, if it is over. Raises `NoSuchMatch`."""
    for match in stand.matches:
        if f"{match.round}.{match.first}" == text.strip() and match.second is not None and match.played is not None:
            return match
    raise NoSuchMatch


def _refusal(error: TournamentError) -> str:
    """Why something was refused, to the person who asked for it."""
    match error:
        case NoSuchTournament():
            return _("There is no such tournament here. `/tournament list` shows those there are.")
        case _Several():
            return _("Several tournaments go on here: say which you mean.")
        case NoSuchEntry():
            return _("Whoever that is does not take part. `/tournament standings` shows who does.")
        case NoSuchMatch():
            return _("There is no such match, or it is not over yet: choose from the list.")
        case NameTaken():
            return _("Another tournament of that name goes on here: choose another name.")
        case NotTwoSides():
            return _("Matches need a table with two sides: choose for example 2 or 4 players.")
        case WrongProgress(status=Progress.OPEN):
            return _("It has not begun yet.")
        case WrongProgress(status=Progress.RUNNING):
            return _("It has begun already.")
        case WrongProgress():
            return _("That tournament is over.")
        case EnteredAlready(name=name):
            return _("{name} takes part already.").format(name=plain(name))
        case WrongNumber(wanted=wanted):
            return ngettext(
                "Here everybody plays alone: name one player.", "Here {count} play together: name all of them.", wanted
            ).format(count=wanted)
        case Full():
            return _("Nobody can join any more: every place is taken, or the last round is played.")
        case TooFew():
            return _("It takes two entries at least. `/tournament add` can enter computers too.")
        case NotAgreed(names=names):
            return _(
                "These have not said yes yet: {names}. They press **Yes, I play along**, or you have them leave."
            ).format(names=", ".join(map(plain, names)))
        case AlreadyUndone():
            return _("That has been undone already, or a later correction stands: undo that first.")
        case _Bot(name=name):
            return _("{name} is a bot. Choose a person.").format(name=plain(name))
        case _NoOutcome():
            return _("Give the points of both sides, or say who forfeits.")
        case _:
            return str(error)


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(Tournaments(bot))
