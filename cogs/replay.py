"""Games seen by spectators: watching one, stepping through a finished one, checking its deals."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import CanastaBot
from bot.tables import NotOver, Table
from bot.ui import words
from bot.ui.actions import Interaction, Press, number
from bot.ui.i18n import N_, _
from bot.ui.limits import COMPLETIONS, OPTION_LENGTH
from bot.ui.page import notice
from bot.ui.pages import record_page, watch_page
from bot.ui.words.refusals import REFUSED, sentence

#: The number of a game has fewer characters than this.
_LONGEST_NUMBER = 18

_Choices = list[app_commands.Choice[str]]


class Replay(commands.Cog):
    """The parts of a game that everybody may see: open cards while it is played, everything after its end."""

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot
        bot.answer_presses(
            watch=self._watch_pressed,
            refresh=self._refresh_pressed,
            replay=self._replay_pressed,
            step=self._step_pressed,
            deal=self._deal_pressed,
            record=self._record_pressed,
        )

    # -- commands

    @app_commands.command(name="watch", description=N_("Look at this channel's game without playing"))
    async def watch(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Show this channel's game to one person."""
        await self._bot.discord_api.defer(interaction)
        tables, channel_id = self._bot.tables, interaction.channel_id or 0
        table = await tables.games.in_channel(channel_id) or await tables.games.last_in_channel(channel_id)
        if table is None:
            await self._say(interaction, _("There is no game in this channel. `/canasta new` starts one."))
        else:
            await self._watch(interaction, table.id)

    @app_commands.command(name="replay", description=N_("Go through a finished game move by move"))
    @app_commands.describe(game=N_("Which game (this channel's last one if you leave it empty)"))
    async def replay(
        self,
        interaction: discord.Interaction[CanastaBot],
        game: app_commands.Range[str, 1, OPTION_LENGTH] | None = None,
    ) -> None:
        """Show the beginning of a game that has ended."""
        await self._bot.discord_api.defer(interaction)
        table = await self._chosen(interaction, game)
        if table is not None:
            await self._show_scene(interaction, table.id, 0, None)

    @app_commands.command(name="record", description=N_("Get the record of a finished game as a file"))
    @app_commands.describe(game=N_("Which game (this channel's last one if you leave it empty)"))
    async def record(
        self,
        interaction: discord.Interaction[CanastaBot],
        game: app_commands.Range[str, 1, OPTION_LENGTH] | None = None,
    ) -> None:
        """Send the record of a game that has ended."""
        await self._bot.discord_api.defer(interaction)
        table = await self._chosen(interaction, game)
        if table is not None:
            await self._show_proof(interaction, table.id, None)

    @replay.autocomplete("game")
    @record.autocomplete("game")
    async def _complete_game(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        ended = await self._bot.tables.games.ended(interaction.channel_id or 0, interaction.user.id, COMPLETIONS)
        named = {str(table.id): self._called(table) for table in ended}
        await self._bot.discord_api.suggest(
            interaction,
            [
                app_commands.Choice(name=name, value=value)
                for value, name in named.items()
                if text.strip().lower() in name.lower() or text.strip() == value
            ],
        )
        return []

    def _called(self, table: Table) -> str:
        """Return a game as a completion shows it."""
        names = ", ".join(seat.name for seat in table.seats)
        return _("{number}: {game}, {names}").format(number=table.id, game=words.game_of(table), names=names)

    async def _chosen(self, interaction: Interaction, game: str | None) -> Table | None:
        """Return the game that a command means, None if there is none; then the person has been told."""
        if game is not None:
            if game.strip().isdecimal() and len(game) < _LONGEST_NUMBER:
                return await self._visible(interaction, int(game))
            await self._say(
                interaction, _("Choose a game from the list, or leave it empty for this channel's last one.")
            )
            return None
        channel_id = interaction.channel_id or 0
        ended = await self._bot.tables.games.ended(channel_id, interaction.user.id, 1)
        if ended and (ended[0].channel_id == channel_id or interaction.guild_id is None):
            return ended[0]
        playing = await self._bot.tables.games.in_channel(channel_id)
        text = sentence(NotOver()) if playing else _("No game has come to its end in this channel yet.")
        await self._say(interaction, text)
        return None

    async def _visible(self, interaction: Interaction, table_id: int) -> Table | None:
        """Return a table that the person may look at: their own, or one in a channel that they see.

        None if they may not, or if there is no such table; then they have been told.
        """
        try:
            table = await self._bot.tables.get(table_id)
        except REFUSED as error:
            await self._say(interaction, sentence(error))
            return None
        if table.seat_of(interaction.user.id) is None and not sees(interaction, table.channel_id):
            await self._say(interaction, _("You can look at your own games, and at those of channels that you see."))
            return None
        return table

    # -- presses

    async def _watch_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.defer(interaction)
        await self._watch(interaction, press.table)

    async def _refresh_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        await self._watch(interaction, press.table)

    async def _replay_pressed(self, interaction: Interaction, press: Press) -> None:
        """Show the beginning of the game of a button, or of the one that was chosen in a menu."""
        await self._bot.discord_api.defer(interaction)
        await self._show_scene(interaction, number(press.value) if press.values else press.table, 0, None)

    async def _step_pressed(self, interaction: Interaction, press: Press) -> None:
        """Show the move that a button or a menu's option stands for, in the message that was pressed."""
        await self._bot.discord_api.acknowledge(interaction)
        step = watch_page.read_step(press.value if press.values else press.rest)
        await self._show_scene(interaction, press.table, *step)

    async def _deal_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.defer(interaction)
        await self._show_proof(interaction, press.table, number(press.rest))

    async def _record_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.defer(interaction)
        await self._show_proof(interaction, press.table, None)

    # -- what is shown

    async def _watch(self, interaction: Interaction, table_id: int) -> None:
        if await self._visible(interaction, table_id) is None:
            return
        try:
            look = await self._bot.tables.look(table_id)
        except REFUSED as error:
            await self._say(interaction, sentence(error))
            return
        person = await self._bot.people.get(interaction.user.id)
        picture = await self._bot.pictures.table(look.public, person) if look.public and person.pictures else None
        await self._bot.discord_api.answer(interaction, watch_page.watching(look, picture, interaction.user.id))

    async def _show_scene(self, interaction: Interaction, table_id: int, stop: int, seat: int | None) -> None:
        if await self._visible(interaction, table_id) is None:
            return
        try:
            scene = await self._bot.tables.replays.scene(table_id, stop, seat)
        except REFUSED as error:
            await self._say(interaction, sentence(error))
            return
        person, pictures = await self._bot.people.get(interaction.user.id), self._bot.pictures
        table = await pictures.table(scene.public, person) if person.pictures else None
        hand = await pictures.hand(scene.mine, person) if scene.mine and person.pictures else None
        await self._bot.discord_api.answer(interaction, watch_page.replay(scene, table, hand))

    async def _show_proof(self, interaction: Interaction, table_id: int, through: int | None) -> None:
        """Send the record and the seals of an ended game, or how to check the deal of a scored round."""
        if await self._visible(interaction, table_id) is None:
            return
        try:
            proof = await self._bot.tables.replays.proof(table_id, through)
        except REFUSED as error:
            await self._say(interaction, sentence(error))
            return
        await self._bot.discord_api.answer(
            interaction, record_page.record(proof) if through is None else record_page.deal_check(proof)
        )

    async def _say(self, interaction: Interaction, text: str) -> None:
        await self._bot.discord_api.answer(interaction, notice(text))


def sees(interaction: Interaction, channel_id: int) -> bool:
    """Return whether a person sees a channel of the server that they are in now.

    Of private threads only the one that they are in counts.
    """
    if interaction.channel_id == channel_id:
        return True
    channel = interaction.guild.get_channel_or_thread(channel_id) if interaction.guild else None
    if channel is None or not isinstance(interaction.user, discord.Member):
        return False
    hidden = isinstance(channel, discord.Thread) and channel.is_private()
    return not hidden and channel.permissions_for(interaction.user).view_channel


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    bot.add_to_canasta(Replay(bot))
