"""Games seen by spectators: watching one, stepping through a finished one, checking its deals."""

from __future__ import annotations

from bot.client.client import CanastaBot
from bot.tables import is_own
from bot.tables.errors import NotOver, WrongStatus
from bot.ui.actions import Interaction, Press, Unreadable, number
from bot.ui.i18n import _
from bot.ui.page import Page, notice
from bot.ui.pages import record_page, table_page, watch_page
from bot.ui.typed_names import game_number
from bot.ui.words.refusals import Refused
from cogs.frame import Cog, How, does, pressed
from cogs.seen import check_seen


class SpectatorsCog(Cog):
    """The parts of a game that everybody may see: open cards while it is played, everything after its end."""

    # -- what `/canasta` does

    @does("canasta replay")
    async def replay(self, interaction: Interaction, game: str | None) -> Page:
        """Show the beginning of a game that has ended."""
        return await self._scene(interaction, await self._chosen(interaction, game), 0, None)

    @does("canasta record")
    async def record(self, interaction: Interaction, game: str | None) -> Page:
        """Send the record of a game that has ended."""
        return await self._proof(interaction, await self._chosen(interaction, game), None)

    async def _chosen(self, interaction: Interaction, game: str | None) -> int:
        """Return the number of the game that a command means. Raises `Refused` or `NotOver` if there is none."""
        if game is not None:
            if (number := game_number(game)) is not None:
                return number
            raise Refused(_("Choose a game from the list, or leave it empty for this channel's last one."))
        channel_id = interaction.channel_id or 0
        ended = await self._services.tables.games.ended(channel_id, interaction.user.id, 1)
        if ended and (ended[0].channel_id == channel_id or interaction.guild_id is None):
            return ended[0].id
        if await self._services.tables.games.in_channel(channel_id):
            raise NotOver
        raise Refused(_("No game has finished in this channel yet."))

    async def _check_seen(self, interaction: Interaction, table_id: int) -> None:
        """Raise an error of `REFUSED` unless the person may look at a table: their own, or one in a channel they see.

        Have the answer use the words of the table's game.
        """
        if is_own(table_id):
            self.about((await self._services.tables.look(table_id, interaction.user.id)).table)
            return
        await check_seen(self._services.places, interaction, self.about(await self._services.tables.get(table_id)))

    # -- presses

    @pressed(table_page.Watch, how=How.APART)
    async def _watch_pressed(self, interaction: Interaction, press: Press[table_page.Watch]) -> Page:
        return await self._watched(interaction, press.action.table)

    @pressed(watch_page.Refresh)
    async def _refresh_pressed(self, interaction: Interaction, press: Press[watch_page.Refresh]) -> Page:
        return await self._watched(interaction, press.action.table)

    @pressed(table_page.Replay, how=How.APART)
    async def _replay_pressed(self, interaction: Interaction, press: Press[table_page.Replay]) -> Page:
        """Show the beginning of the game of a button, or of the one that was chosen in a menu."""
        table_id = number(press.value) if press.values else press.action.table
        return await self._scene(interaction, table_id, 0, None)

    @pressed(watch_page.ReplayStep)
    async def _step_pressed(self, interaction: Interaction, press: Press[watch_page.ReplayStep]) -> Page:
        """Show the move that a button or a menu's option stands for, in the message that was pressed."""
        step = watch_page.read_step(press.value if press.values else press.action.to)
        return await self._scene(interaction, press.action.table, *step)

    @pressed(table_page.Sealed, how=How.APART)
    async def _seal_pressed(self, interaction: Interaction, press: Press[table_page.Sealed]) -> Page:
        """Show how the deal of the round is sealed."""
        table = await self._services.tables.get(press.action.table)
        if (seal := table_page.seal(table)) is None:
            raise WrongStatus(table)
        return notice(seal)

    @pressed(table_page.CheckDeal, how=How.APART)
    async def _deal_pressed(self, interaction: Interaction, press: Press[table_page.CheckDeal]) -> Page:
        return await self._proof(interaction, press.action.table, press.action.round)

    @pressed(table_page.Sheet, how=How.APART)
    async def _sheet_wanted(self, interaction: Interaction, press: Press[table_page.Sheet]) -> Page:
        return await self._sheet(interaction, press.action.table, press.action.round)

    @pressed(table_page.Sheets)
    async def _sheet_chosen(self, interaction: Interaction, press: Press[table_page.Sheets]) -> Page:
        return await self._sheet(interaction, press.action.table, number(press.value))

    async def _sheet(self, interaction: Interaction, table_id: int, number: int) -> Page:
        await self._check_seen(interaction, table_id)
        look = await self._services.tables.look(table_id)
        person = await self._services.people.get(interaction.user.id)
        if look.public is None or number not in [sheet.number for sheet in look.public.finished]:
            raise Unreadable
        return await self._services.teller.pages.sheet(look, number, person)

    @pressed(table_page.Record, how=How.APART)
    async def _record_pressed(self, interaction: Interaction, press: Press[table_page.Record]) -> Page:
        return await self._proof(interaction, press.action.table, None)

    # -- what is shown

    async def _watched(self, interaction: Interaction, table_id: int) -> Page:
        await self._check_seen(interaction, table_id)
        look = await self._services.tables.look(table_id)
        person = await self._services.people.get(interaction.user.id)
        return await self._services.teller.pages.watching(look, person)

    async def _scene(self, interaction: Interaction, table_id: int, stop: int, seat: int | None) -> Page:
        await self._check_seen(interaction, table_id)
        scene = await self._services.tables.replays.scene(table_id, stop, seat, interaction.user.id)
        person, pictures = await self._services.people.get(interaction.user.id), self._services.pictures
        table = await pictures.table(scene.public, person) if person.pictures else None
        hand = await pictures.hand(scene.mine, person) if scene.mine and person.pictures else None
        return watch_page.replay(scene, table, hand)

    async def _proof(self, interaction: Interaction, table_id: int, through: int | None) -> Page:
        """Return the record and the seals of an ended game, or how to check the deal of a scored round."""
        await self._check_seen(interaction, table_id)
        proof = await self._services.tables.replays.proof(table_id, through, interaction.user.id)
        return record_page.record(proof) if through is None else record_page.deal_check(proof)


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(SpectatorsCog(bot))
