"""Seats of running games: taking one back, giving one up, replacing a player, ending a game together, the log."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import CanastaBot
from bot.tables import AlreadySeated, NotSeated, Status, Table, WrongStatus
from bot.tables.rules import agreements
from bot.ui import words
from bot.ui.actions import Interaction, Press, number
from bot.ui.i18n import N_, _
from bot.ui.page import Page, notice
from bot.ui.pages import log_page, proposals_page
from bot.ui.words.refusals import REFUSED, sentence

#: The highest number of a seat; people count seats from 1.
_MOST_SEATS = 8


class Seats(commands.Cog):
    """Commands and buttons about seats after the first deal, and about ending a game."""

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot
        bot.answer_presses(**{"return": self._back_pressed})
        bot.answer_presses(
            resign=self._resign_pressed,
            abandon=self._abandon_pressed,
            newcomer=self._newcomer_pressed,
            take_seat=self._seat_chosen,
            agree=self._agree_pressed,
            decline=self._decline_pressed,
        )

    # -- commands

    @app_commands.command(name="back", description=N_("Take your seat back from the computer that plays for you"))
    async def back(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Take the person's seat back: in this channel's game, or in a direct message in all games."""
        await self._bot.discord_api.defer(interaction)
        if interaction.guild_id is None:
            own = await self._bot.tables.games.of_person(interaction.user.id)
            away = [table for table in own if (seat := table.seat_of(interaction.user.id)) and seat.sitting_in]
        else:
            here = await self._here(interaction)
            if here is None:
                return
            away = [here]
        lines = [await self._back(interaction, table.id) for table in away]
        await self._say(interaction, "\n".join(lines) or _("No computer plays for you anywhere."))

    @app_commands.command(name="resign", description=N_("Give your seat to a computer, for good"))
    async def resign(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Ask if the player really wants to give up their seat."""
        await self._ask(interaction, proposals_page.before_resigning)

    @app_commands.command(name="abandon", description=N_("Propose to end the game without a result, or agree to it"))
    async def abandon(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Ask if the player really wants to propose to end the game."""
        tables, user = self._bot.tables, interaction.user.id
        await self._ask(
            interaction, lambda table: proposals_page.before_abandoning(table, tables.proposals.present(table) - {user})
        )

    @app_commands.command(name="substitute", description=N_("Propose somebody who plays on in a seat of this game"))
    @app_commands.describe(
        player=N_("Who shall play"), seat=N_("In which seat (if you leave it empty: the one that a computer plays)")
    )
    async def substitute(
        self,
        interaction: discord.Interaction[CanastaBot],
        player: discord.User,
        seat: app_commands.Range[int, 1, _MOST_SEATS] | None = None,
    ) -> None:
        """Propose that another person plays on in a seat, or agree to it."""
        await self._bot.discord_api.defer(interaction)
        table = await self._here(interaction)
        if table is None:
            return
        taken = proposals_page.can_be_taken(table)
        if player.bot:
            await self._say(interaction, _("{name} is a bot. Choose a person.").format(name=words.plain(player.name)))
        elif table.seat_of(player.id) is not None and player != interaction.user:
            await self._say(interaction, _("{name} plays in this game already.").format(name=player.mention))
        elif seat is None and len(taken) != 1:
            await self._say(interaction, _("Say which seat you mean: the list of seats shows who plays them."))
        else:
            number = taken[0] if seat is None else seat - 1
            await self._propose(interaction, table, number, player.id, player.display_name)

    @app_commands.command(name="log", description=N_("Show what happened to this channel's game beside its moves"))
    async def log(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Show the log of this channel's newest game."""
        await self._bot.discord_api.defer(interaction)
        table = await self._bot.tables.games.last_in_channel(interaction.channel_id or 0)
        if table is None:
            await self._say(interaction, _("No game has been played in this channel."))
        else:
            await self._bot.discord_api.answer(interaction, log_page.page(await self._bot.tables.history(table.id)))

    @substitute.autocomplete("seat")
    async def _complete_seat(
        self, interaction: discord.Interaction[CanastaBot], text: int | str
    ) -> list[app_commands.Choice[int]]:
        table = await self._bot.tables.games.in_channel(interaction.channel_id or 0)
        await self._bot.discord_api.suggest(interaction, proposals_page.seat_choices(table, str(text)))
        return []

    # -- how commands are carried out

    async def _here(self, interaction: Interaction) -> Table | None:
        """Return this channel's game or, in a direct message, the only game that the person plays.

        None if there is not exactly one; then the person has been told.
        """
        if interaction.guild_id is not None:
            table = await self._bot.tables.games.in_channel(interaction.channel_id or 0)
            found = [table] if table else []
            nothing = _("There is no game in this channel. `/canasta new` starts one.")
        else:
            own = await self._bot.tables.games.of_person(interaction.user.id)
            found = [table for table in own if table.status is Status.PLAYING]
            nothing = _("You are in no game now. Type `/canasta new` in a server's channel to start one.")
        if len(found) == 1:
            return found[0]
        text = nothing
        if found:
            places = [self._bot.teller.place(table.guild_id, table.channel_id) for table in found]
            links = ", ".join(f"[{words.plain(place.server)}]({place.link})" for place in places)
            text = _("You are in several games: please type that in the channel of the one you mean: {links}.")
            text = text.format(links=links)
        await self._say(interaction, text)
        return None

    async def _ask(self, interaction: Interaction, page: Callable[[Table], Page]) -> None:
        """Ask a player of a running game for confirmation of a step that can't be undone."""
        await self._bot.discord_api.defer(interaction)
        table = await self._here(interaction)
        if table is None:
            return
        if table.status is not Status.PLAYING:
            await self._say(interaction, sentence(WrongStatus(table)))
        elif table.seat_of(interaction.user.id) is None:
            await self._say(interaction, sentence(NotSeated()))
        else:
            await self._bot.discord_api.answer(interaction, page(table))

    async def _back(self, interaction: Interaction, table_id: int) -> str:
        """Give a person their seat back and return a sentence about it."""
        try:
            table = await self._bot.tables.seating.back(table_id, interaction.user.id)
        except REFUSED as error:
            return sentence(error)
        await self._bot.teller.write_again(interaction.user.id)
        link = self._bot.teller.place(table.guild_id, table.channel_id).link
        if table.to_move == table.seat_of(interaction.user.id):
            return _("Welcome back! You play [your seat]({link}) yourself again, and it is your turn.").format(
                link=link
            )
        return _("Welcome back! You play [your seat]({link}) yourself again.").format(link=link)

    async def _propose(
        self, interaction: Interaction, table: Table, seat: int, newcomer_id: int, newcomer: str | None
    ) -> None:
        """Agree that a newcomer plays a seat, or withdraw that, and say what follows from it."""
        user = interaction.user.id
        try:
            after = await self._bot.tables.proposals.substitute(table.id, user, seat, newcomer_id, newcomer)
        except AlreadySeated as error:
            other = user != newcomer_id
            await self._say(interaction, _("That person plays in this game already.") if other else sentence(error))
            return
        except REFUSED as error:
            await self._say(interaction, sentence(error))
            return
        await self._bot.teller.write_again(newcomer_id)
        await self._say(interaction, _outcome(after, user, agreements.SUBSTITUTE, seat, newcomer_id))

    async def _say(self, interaction: Interaction, text: str) -> None:
        await self._bot.discord_api.answer(interaction, notice(text))

    # -- presses

    async def _back_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.defer(interaction)
        await self._say(interaction, await self._back(interaction, press.table))

    async def _resign_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        await self._done(
            interaction,
            self._bot.tables.seating.resign(press.table, interaction.user.id),
            lambda after: _("A computer plays on for you. Thank you for the game!"),
        )

    async def _abandon_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        user = interaction.user.id
        await self._done(
            interaction,
            self._bot.tables.proposals.abandon(press.table, user),
            lambda after: _outcome(after, user, agreements.ABANDON),
        )

    async def _newcomer_pressed(self, interaction: Interaction, press: Press) -> None:
        """Let a person who would like to play choose a seat, or propose them for the only one."""
        await self._bot.discord_api.defer(interaction)
        try:
            table = await self._bot.tables.get(press.table)
            if table.status is not Status.PLAYING:
                raise WrongStatus(table)
            own = table.seat_of(interaction.user.id)
            if own is not None:
                raise AlreadySeated(own.number)
        except REFUSED as error:
            await self._say(interaction, sentence(error))
            return
        seats = proposals_page.can_be_taken(table)
        if not seats:
            await self._say(interaction, _("All seats of this game are played by people now."))
        elif len(seats) == 1:
            await self._propose(interaction, table, seats[0], interaction.user.id, interaction.user.display_name)
        else:
            await self._bot.discord_api.answer(interaction, proposals_page.take_a_seat(table))

    async def _seat_chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        seat, user = number(press.value), interaction.user
        try:
            table = await self._bot.tables.get(press.table)
        except REFUSED as error:
            await self._say(interaction, sentence(error))
            return
        if seat not in proposals_page.can_be_taken(table):
            await self._say(interaction, _("Somebody plays there now. Choose another seat."))
        else:
            await self._propose(interaction, table, seat, user.id, user.display_name)

    async def _agree_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.defer(interaction)
        try:
            table = await self._bot.tables.get(press.table)
            one = proposals_page.proposal(table, press.rest)
        except REFUSED as error:
            await self._say(interaction, sentence(error))
            return
        user = interaction.user.id
        if one.kind == agreements.SUBSTITUTE:
            await self._propose(interaction, table, one.seat, one.newcomer_id, None)
        else:
            change = self._bot.tables.proposals.abandon(table.id, user)
            await self._done(interaction, change, lambda after: _outcome(after, user, one.kind))

    async def _decline_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.defer(interaction)
        try:
            one = proposals_page.proposal(await self._bot.tables.get(press.table), press.rest)
        except REFUSED as error:
            await self._say(interaction, sentence(error))
            return
        change = self._bot.tables.proposals.decline(
            press.table, interaction.user.id, one.kind, one.seat, one.newcomer_id
        )
        await self._done(interaction, change, lambda after: _("You said no: the proposal is off the table."))

    async def _done(self, interaction: Interaction, change: Awaitable[Table], done: Callable[[Table], str]) -> None:
        """Make a change and say what came of it."""
        try:
            text = done(await change)
        except REFUSED as error:
            text = sentence(error)
        await self._say(interaction, text)


def _outcome(after: Table, user_id: int, kind: str, seat: int = -1, newcomer_id: int = 0) -> str:
    """Return a sentence about what came of a person's agreement, or of its withdrawal."""
    if after.status is not Status.PLAYING:
        return _("The game has ended without a result.")
    if kind == agreements.SUBSTITUTE and after.seat_of(newcomer_id) is not None:
        if user_id == newcomer_id:
            return _("The seat is yours: you get your cards as a direct message; **My hand** shows them too.")
        return _("All agreed: <@{newcomer}> plays on from now.").format(newcomer=newcomer_id)
    same = [one for one in agreements.proposals(after) if one.about == (kind, seat, newcomer_id)]
    if not any(user_id in one.agreed for one in same):
        return _("You don't agree any more.")
    people = ", ".join(f"<@{one}>" for one in same[0].missing)
    return _("You agree. Still to agree: {people}. (Press again, and you don't agree any more.)").format(people=people)


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    bot.add_to_canasta(Seats(bot))
