"""Tables before and after the play: opening one, sitting down, starting, leaving, rules and records."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from itertools import islice
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.buttons import Interaction, Press, button, custom_id
from bot.canasta.rules import RulesError
from bot.canasta.variants import list_variants, load_rules, variant_info
from bot.client import CanastaBot
from bot.outbound import Page, Refusal
from bot.tables import (
    ChannelBusy,
    NotAllowed,
    NotOver,
    NotSeated,
    SeatsMissing,
    Status,
    Table,
    WrongStatus,
    panels,
    words,
)
from bot.tables.house import LONGEST, code, read, suggestions
from bot.texts import N_, _
from cogs.refusals import REFUSED, sentence

#: The computer player that sits down where nobody says otherwise.
LEVEL = "normal"

#: Discord's limits of a completion: entries, and characters of each.
_SUGGESTED = 25
_CHOICE = 100

_Choices = list[app_commands.Choice[str]]


class Lobby(commands.GroupCog, group_name="canasta", group_description=N_("Play Canasta")):
    """The table itself."""

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot
        self._variants = {one.id: one.name for one in list_variants()}
        bot.answer_presses(
            join=self._join_pressed,
            leave=self._leave_pressed,
            computer=self._computer_pressed,
            seats=self._seats_pressed,
            sit=self._sit_chosen,
            away=self._away_chosen,
            start=self._start_pressed,
            fill=self._fill_pressed,
            cancel=self._cancel_pressed,
            end=self._end_pressed,
            rules=self._rules_pressed,
            record=self._record_pressed,
            resign=self._resign_pressed,
            thread=self._thread_pressed,
            house=self._house_pressed,
            set_house=self._house_sent,
        )

    # -- commands

    @app_commands.command(name="new", description=N_("Open a table in this channel"))
    @app_commands.describe(
        variant=N_("Which Canasta (classic if you leave it empty)"),
        players=N_("How many play, and how"),
        house=N_("House rules, for example target=3000, or a code"),
        target=N_("Points that end the game"),
        computers=N_("How many computer players sit down at once"),
    )
    async def new(
        self,
        interaction: discord.Interaction[CanastaBot],
        variant: str = "classic",
        players: str | None = None,
        house: app_commands.Range[str, 1, LONGEST] | None = None,
        target: app_commands.Range[int, 100, 100_000] | None = None,
        computers: app_commands.Range[int, 0, 7] = 0,
    ) -> None:
        """Open a lobby here."""
        await self._bot.outbound.defer(interaction)
        variant = variant.strip().lower()
        order = ""
        try:
            own = (read(house) if house else {}) | ({"target": target} if target else {})
            load_rules(variant, players, house=own)
            order = f"{variant} {players or '-'} {code(own) if own else '-'} {computers}"
            if interaction.guild_id is None or interaction.channel_id is None:
                text = _("Open a table in a channel of a server, so that others can join.")
            elif missing := _missing_permissions(interaction):
                text = missing
            else:
                await self._open(interaction, interaction.channel_id, order)
                text = _("Your table is open. Others press **Join**; when everybody is there, press **Start**.")
            page = panels.notice(text)
        except ChannelBusy as error:
            page = self._busy(interaction, error.table, order)
        except REFUSED as error:
            page = panels.notice(sentence(error))
        await self._bot.outbound.answer(interaction, page)

    @app_commands.command(name="join", description=N_("Sit down at the table of this channel"))
    async def join(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Sit down."""
        await self._here(
            interaction, lambda table: self._sit_down(interaction, table.id), _("You sit at the table now.")
        )

    @app_commands.command(name="leave", description=N_("Leave the table before the game begins"))
    async def leave(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Get up."""
        await self._here(
            interaction,
            lambda table: self._bot.tables.leave(table.id, interaction.user.id),
            _("You have left the table."),
        )

    @app_commands.command(name="start", description=N_("Begin the game of this channel"))
    async def start(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Deal."""
        await self._bot.outbound.defer(interaction)
        await self._start(interaction, await self._table_here(interaction), fill=None)

    @app_commands.command(name="cancel", description=N_("Close this channel's table, or end its game without a result"))
    async def cancel(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Close the table."""
        await self._bot.outbound.defer(interaction)
        await self._cancel(interaction, await self._table_here(interaction))

    @app_commands.command(name="resign", description=N_("Give your seat in this channel's game to a computer"))
    async def resign(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Ask for confirmation that the seat is given up."""
        await self._bot.outbound.defer(interaction)
        table = await self._table_here(interaction)
        if table is None:
            return
        try:
            if table.seat_of(interaction.user.id) is None:
                raise NotSeated
            if table.status is not Status.PLAYING:
                raise WrongStatus(table)
            row: ui.ActionRow[Any] = ui.ActionRow(
                button(_("Give up my seat"), custom_id("resign", table.id, table.version), discord.ButtonStyle.danger)
            )
            page = panels.notice(_("Give up your seat for good? A computer will play on in your place."), row)
        except REFUSED as error:
            page = panels.notice(sentence(error))
        await self._bot.outbound.answer(interaction, page)

    @app_commands.command(name="list", description=N_("Show the games you are in"))
    async def list(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """List the person's tables, those that wait for him first."""
        await self._bot.outbound.defer(interaction)
        lines = [
            self._line(table, interaction.user.id) for table in await self._bot.tables.of_person(interaction.user.id)
        ]
        await self._bot.outbound.answer(
            interaction, panels.notice("\n".join(lines) or _("You are in no game. `/canasta new` opens a table."))
        )

    @app_commands.command(name="rules", description=N_("Explain how the game is played"))
    @app_commands.describe(
        variant=N_("Which Canasta (this channel's game if you leave it empty)"),
        house=N_("House rules, for example target=3000, or a code"),
    )
    async def rules(
        self,
        interaction: discord.Interaction[CanastaBot],
        variant: str | None = None,
        house: app_commands.Range[str, 1, LONGEST] | None = None,
    ) -> None:
        """Explain a variant, or the game of this channel, perhaps with other house rules."""
        await self._bot.outbound.defer(interaction)
        table = await self._bot.tables.in_channel(interaction.channel_id or 0) if variant is None else None
        try:
            if table is None:
                rules = load_rules((variant or "classic").strip().lower(), house=read(house) if house else {})
            elif house:
                rules = load_rules(table.variant, table.layout, house=read(house))
            else:
                rules = panels.rules_of(table)
            page = panels.rules_page(rules)
        except RulesError as error:
            page = panels.notice(sentence(error))
        await self._bot.outbound.answer(interaction, page)

    @app_commands.command(name="record", description=N_("Get the record of this channel's last game as a file"))
    async def record(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Hand out the record of a finished game."""
        await self._bot.outbound.defer(interaction)
        table = await self._bot.tables.last_in_channel(interaction.channel_id or 0)
        if table is None:
            await self._bot.outbound.answer(interaction, panels.notice(_("No game has been played in this channel.")))
        else:
            await self._record(interaction, table.id)

    @new.autocomplete("variant")
    @rules.autocomplete("variant")
    async def _complete_variant(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        await self._suggest(interaction, text, self._variants)
        return []

    @new.autocomplete("players")
    async def _complete_players(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        try:
            layouts = variant_info(interaction.namespace.variant or "classic").layouts
        except RulesError:
            layouts = ()
        await self._suggest(interaction, text, {one.name: panels.layout_name(one.name, one.seats) for one in layouts})
        return []

    @new.autocomplete("house")
    @rules.autocomplete("house")
    async def _complete_house(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        filled = interaction.namespace
        found = islice(suggestions(filled.variant or "classic", filled.players, text), _SUGGESTED)
        choices = [
            app_commands.Choice(name=name[:_CHOICE], value=value) for name, value in found if len(value) <= _CHOICE
        ]
        await self._bot.outbound.suggest(interaction, choices)
        return []

    async def _suggest(self, interaction: Interaction, text: str, names: dict[str, str]) -> None:
        """Offer the values whose name or self holds what was typed."""
        wanted = text.strip().lower()
        choices = [
            app_commands.Choice(name=name, value=value)
            for value, name in names.items()
            if wanted in name.lower() or wanted in value
        ]
        await self._bot.outbound.suggest(interaction, choices)

    # -- how commands are carried out

    async def _sit_down(self, interaction: Interaction, table_id: int) -> Table:
        """Join a table. Raises `REFUSED`."""
        user = interaction.user
        table = await self._bot.tables.join(table_id, user.id, user.display_name)
        await self._bot.teller.write_again(user.id)
        return table

    async def _open(self, interaction: Interaction, channel_id: int, order: str) -> Table:
        """Open a lobby as ordered (`VARIANT LAYOUT HOUSE COMPUTERS`, `-` for the usual). Raises `REFUSED`."""
        variant, layout, house, computers = order.split(" ")
        assert interaction.guild_id is not None
        table = await self._bot.tables.open_lobby(
            guild_id=interaction.guild_id,
            channel_id=channel_id,
            host_id=interaction.user.id,
            host_name=interaction.user.display_name,
            variant=variant,
            layout=None if layout == "-" else layout,
            house=None if house == "-" else read(house),
        )
        await self._bot.teller.write_again(interaction.user.id)
        for _number in range(min(int(computers), len(table.free))):
            table = await self._bot.tables.add_computer(table.id, interaction.user.id, LEVEL)
        return table

    def _busy(self, interaction: Interaction, table: Table, order: str) -> Page:
        link = self._bot.teller.place(table.guild_id, table.channel_id).link
        try:
            identity = custom_id("thread", table.id, table.version, order)
        except ValueError:
            text = _("There is [a game in this channel]({link}) already: use another channel or a thread.")
            return panels.notice(text.format(link=link))
        text = _("There is [a game in this channel]({link}) already. I can open a thread for yours.").format(link=link)
        return panels.notice(text, ui.ActionRow(button(_("Open a thread"), identity, discord.ButtonStyle.primary)))

    async def _thread_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)
        channel = interaction.channel
        parent = channel.parent if isinstance(channel, discord.Thread) else channel
        if not isinstance(parent, discord.TextChannel):
            await self._say(interaction, _("There are no threads in this kind of channel: use another channel."))
            return
        thread = await self._bot.outbound.open_thread(
            parent, _("Canasta: {name}").format(name=interaction.user.display_name)
        )
        if isinstance(thread, Refusal):
            text = _(
                "I may not open threads here: use another channel, or ask for the permission “Create Public Threads”."
            )
            await self._say(interaction, text)
            return
        try:
            await self._open(interaction, thread, press.rest)
        except REFUSED as error:
            await self._say(interaction, sentence(error))
        else:
            await self._say(interaction, _("Your table is open in <#{thread}>.").format(thread=thread))

    async def _table_here(self, interaction: Interaction) -> Table | None:
        """The active table of this channel. None: there is none, and the person was told."""
        table = await self._bot.tables.in_channel(interaction.channel_id or 0)
        if table is None:
            await self._say(interaction, _("There is no game in this channel. `/canasta new` starts one."))
        return table

    async def _here(self, interaction: Interaction, change: Callable[[Table], Awaitable[Table]], done: str) -> None:
        """Change this channel's table and say that it is done."""
        await self._bot.outbound.defer(interaction)
        table = await self._table_here(interaction)
        if table is None:
            return
        try:
            await change(table)
        except REFUSED as error:
            done = sentence(error)
        await self._say(interaction, done)

    async def _start(self, interaction: Interaction, table: Table | None, *, fill: str | None) -> None:
        if table is None:
            return
        try:
            await self._bot.tables.start(table.id, interaction.user.id, fill=fill, moderator=_moderates(interaction))
        except SeatsMissing as error:
            label = _("Fill up with computers and start")
            row: ui.ActionRow[Any] = ui.ActionRow(
                button(label, custom_id("fill", table.id, table.version), discord.ButtonStyle.success)
            )
            await self._bot.outbound.answer(interaction, panels.notice(sentence(error), row))
        except REFUSED as error:
            await self._say(interaction, sentence(error))
        else:
            await self._say(
                interaction,
                _(
                    "The cards are dealt. You get your hand as a direct message; **My hand** under the table shows it too."
                ),
            )

    async def _cancel(self, interaction: Interaction, table: Table | None) -> None:
        if table is None:
            return
        if table.status is Status.PLAYING:
            row: ui.ActionRow[Any] = ui.ActionRow(
                button(_("End the game"), custom_id("end", table.id, table.version), discord.ButtonStyle.danger)
            )
            text = _("End this game for everybody, without a result?")
            await self._bot.outbound.answer(interaction, panels.notice(text, row))
        else:
            await self._end(interaction, table.id)

    async def _end(self, interaction: Interaction, table_id: int) -> None:
        try:
            await self._bot.tables.cancel(table_id, interaction.user.id, moderator=_moderates(interaction))
        except REFUSED as error:
            await self._say(interaction, sentence(error))
        else:
            await self._say(interaction, _("The table is closed."))

    async def _record(self, interaction: Interaction, table_id: int) -> None:
        try:
            document = await self._bot.tables.record(table_id)
        except NotOver as error:
            await self._say(interaction, sentence(error))
        else:
            content = json.dumps(document, ensure_ascii=False, indent=1).encode()
            await self._bot.outbound.answer(interaction, panels.record(table_id, content))

    async def _say(self, interaction: Interaction, text: str) -> None:
        await self._bot.outbound.answer(interaction, panels.notice(text))

    def _line(self, table: Table, user_id: int) -> str:
        place = self._bot.teller.place(table.guild_id, table.channel_id)
        if table.to_move is None:
            state = _("not begun yet")
        elif table.to_move.user_id == user_id:
            state = _("**your turn**")
        else:
            state = _("turn of {name}").format(name=words.name_of(table.to_move))
        names = ", ".join(words.name_of(seat) for seat in table.seats)
        return f"- [{panels.rules_of(table).name}, {place.server}]({place.link}): {names} · {state}"

    # -- presses under the list of seats

    async def _join_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._seating(interaction, self._sit_down(interaction, press.table))

    async def _leave_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._seating(interaction, self._bot.tables.leave(press.table, interaction.user.id))

    async def _computer_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._seating(interaction, self._bot.tables.add_computer(press.table, interaction.user.id, LEVEL))

    async def _seating(self, interaction: Interaction, change: Awaitable[Table]) -> None:
        """Carry out a change that the lobby will show; only a refusal is answered."""
        await self._bot.outbound.acknowledge(interaction)
        try:
            await change
        except REFUSED as error:
            await self._bot.outbound.whisper(interaction, panels.notice(sentence(error)))

    async def _seats_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.defer(interaction)
        try:
            table = await self._bot.tables.get(press.table)
            if table.seat_of(interaction.user.id) is None:
                raise NotSeated
            page = panels.seating(table, interaction.user.id)
        except REFUSED as error:
            page = panels.notice(sentence(error))
        await self._bot.outbound.answer(interaction, page)

    async def _sit_chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)
        user, number = interaction.user.id, int(press.values[0])
        try:
            table = await self._bot.tables.get(press.table)
            seat, own = table.seat(number), table.seat_of(user)
            if own is not None and seat is not None and seat.user_id is not None and table.host_id == user:
                table = await self._bot.tables.swap(press.table, user, own.number, number)
            else:
                table = await self._bot.tables.change_seat(press.table, user, number)
            page = panels.seating(table, user)
        except REFUSED as error:
            page = panels.notice(sentence(error))
        await self._bot.outbound.answer(interaction, page)

    async def _away_chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)
        try:
            table = await self._bot.tables.remove(
                press.table, interaction.user.id, int(press.values[0]), moderator=_moderates(interaction)
            )
            page = panels.seating(table, interaction.user.id)
        except REFUSED as error:
            page = panels.notice(sentence(error))
        await self._bot.outbound.answer(interaction, page)

    async def _start_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.defer(interaction)
        await self._start_numbered(interaction, press, fill=None)

    async def _fill_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)
        await self._start_numbered(interaction, press, fill=LEVEL)

    async def _start_numbered(self, interaction: Interaction, press: Press, *, fill: str | None) -> None:
        try:
            table = await self._bot.tables.get(press.table)
        except REFUSED as error:
            await self._say(interaction, sentence(error))
        else:
            await self._start(interaction, table, fill=fill)

    async def _cancel_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.defer(interaction)
        await self._end(interaction, press.table)

    async def _end_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)
        await self._end(interaction, press.table)

    async def _resign_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.acknowledge(interaction)
        try:
            await self._bot.tables.resign(press.table, interaction.user.id)
        except REFUSED as error:
            await self._say(interaction, sentence(error))
        else:
            await self._say(interaction, _("A computer plays on for you. Thank you for the game!"))

    async def _rules_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.defer(interaction)
        try:
            page = panels.rules_page(panels.rules_of(await self._bot.tables.get(press.table)))
        except REFUSED as error:
            page = panels.notice(sentence(error))
        await self._bot.outbound.answer(interaction, page)

    async def _house_pressed(self, interaction: Interaction, press: Press) -> None:
        try:
            table = await self._bot.tables.get(press.table)
            if interaction.user.id != table.host_id and not _moderates(interaction):
                raise NotAllowed(table.host_id)
            await self._bot.outbound.open_form(interaction, panels.house_form(table))
        except REFUSED as error:
            await self._bot.outbound.defer(interaction)
            await self._say(interaction, sentence(error))

    async def _house_sent(self, interaction: Interaction, press: Press) -> None:
        await self._seating(interaction, self._set_house(interaction, press))

    async def _set_house(self, interaction: Interaction, press: Press) -> Table:
        """Have a lobby play by the house rules of a form. Raises `REFUSED`."""
        [text] = press.values
        table = await self._bot.tables.get(press.table)
        return await self._bot.tables.set_up(
            table.id,
            interaction.user.id,
            variant=table.variant,
            layout=table.layout,
            house=read(text) if text.strip() else {},
            moderator=_moderates(interaction),
        )

    async def _record_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.outbound.defer(interaction)
        await self._record(interaction, press.table)


def _moderates(interaction: Interaction) -> bool:
    return interaction.permissions.manage_messages


def _missing_permissions(interaction: Interaction) -> str | None:
    """What the bot lacks in this channel to run a table, as a sentence, None if nothing."""
    granted = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed = (
        (granted.view_channel, _("View Channel")),
        (granted.send_messages_in_threads, _("Send Messages in Threads"))
        if in_thread
        else (granted.send_messages, _("Send Messages")),
        (granted.attach_files, _("Attach Files")),
    )
    missing = [name for there, name in needed if not there]
    if not missing:
        return None
    return _("I can't open a table here: in this channel I lack the permission {names}.").format(
        names=", ".join(missing)
    )


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(Lobby(bot))
