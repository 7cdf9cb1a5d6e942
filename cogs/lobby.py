"""Tables around the game: opening, joining and leaving them, starting and ending a game, rules."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from itertools import islice
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.canasta.rules import RulesError, load_rules, variant_info
from bot.client import CanastaBot
from bot.messages.discord_api import Refusal
from bot.tables import ChannelBusy, NotAllowed, NotSeated, Order, SeatsMissing, Status, Table, rules_of
from bot.tables.rules import defaults
from bot.tables.rules.clock import LIMITS
from bot.tables.rules.house_rules import LONGEST, NONE, code, read
from bot.ui import words
from bot.ui.actions import Interaction, Press, Unreadable, custom_id, number
from bot.ui.components import GO, PRIMARY, button
from bot.ui.house_rule_choices import suggestions
from bot.ui.i18n import N_, _
from bot.ui.limits import COMPLETIONS
from bot.ui.options import layout_name
from bot.ui.page import Page, notice
from bot.ui.pages import lobby_page, proposals_page
from bot.ui.permissions import lacking, moderates
from bot.ui.words.refusals import REFUSED, sentence

#: The level of computer players.
LEVEL = "normal"

_CHOICE = 100

_Choices = list[app_commands.Choice[str]]

#: Time limits of a turn: seconds, with their names.
CLOCKS = dict(
    zip(
        LIMITS,
        (
            N_("No limit"),
            N_("10 minutes"),
            N_("1 hour"),
            N_("4 hours"),
            N_("12 hours"),
            N_("1 day"),
            N_("2 days"),
            N_("3 days"),
            N_("5 days"),
            N_("7 days"),
        ),
        strict=True,
    )
)


#: The end of an order for a table that does not count in the league.
_FRIENDLY = " friendly"


class Lobby(commands.GroupCog, group_name="canasta", group_description=N_("Play Canasta")):
    """The commands and buttons of a table before its game, and those that start and end the game."""

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot
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
            clock=self._clock_pressed,
            set_clock=self._clock_chosen,
            thread=self._thread_pressed,
        )

    # -- commands

    @app_commands.command(name="new", description=N_("Open a table in this channel"))
    @app_commands.describe(
        variant=N_("Which Canasta (empty: this server's usual one); type part of its name to find the others"),
        players=N_("How many play, and how"),
        house=N_("House rules, for example target=3000, or a code; none: without this server's"),
        target=N_("Points that end the game"),
        computers=N_("How many computer players sit down at once"),
        clock=N_("How long a turn may take; then a computer plays it"),
        friendly=N_("For fun: not counted in the league"),
    )
    @app_commands.choices(clock=[app_commands.Choice(name=name, value=limit) for limit, name in CLOCKS.items()])
    async def new(
        self,
        interaction: discord.Interaction[CanastaBot],
        variant: str | None = None,
        players: str | None = None,
        house: app_commands.Range[str, 1, LONGEST] | None = None,
        target: app_commands.Range[int, 100, 100_000] | None = None,
        computers: app_commands.Range[int, 0, 7] = 0,
        clock: int | None = None,
        friendly: bool = False,
    ) -> None:
        """Open a lobby in this channel."""
        await self._bot.discord_api.defer(interaction)
        order = ""
        try:
            server = await self._bot.servers.get(interaction.guild_id or 0)
            rules, left_out = defaults.chosen(
                server, variant and variant.strip().lower(), players, read(house) if house else None, target
            )
            order = f"{rules.id} {rules.layout} {code(dict(rules.house)) if rules.house else '-'} {computers}"
            order += f" {defaults.turn_limit(server) if clock is None else clock}{_FRIENDLY if friendly else ''}"
            if interaction.guild_id is None or interaction.channel_id is None:
                text = _("Open a table in a channel of a server, so that others can join.")
            elif missing := _missing_permissions(interaction):
                text = missing
            else:
                await self._open(interaction, interaction.channel_id, order)
                text = _("Your table is open. Others press **Join**; when everybody is there, press **Start**.")
                if left_out is not None:
                    remark = _("This server's house rules don't fit that game and were left out: {reason}.")
                    text += "\n" + remark.format(reason=words.reason(left_out))
            page = notice(text)
        except ChannelBusy as error:
            page = self._busy(interaction, error.table, order)
        except REFUSED as error:
            page = notice(sentence(error))
        await self._bot.discord_api.answer(interaction, page)

    @app_commands.command(name="join", description=N_("Sit down at the table of this channel"))
    async def join(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Take a seat at this channel's table."""
        await self._here(
            interaction, lambda table: self._sit_down(interaction, table.id), _("You sit at the table now.")
        )

    @app_commands.command(name="leave", description=N_("Leave the table before the game begins"))
    async def leave(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Leave this channel's table before the game."""
        await self._here(
            interaction,
            lambda table: self._bot.tables.lobbies.leave(table.id, interaction.user.id),
            _("You have left the table."),
        )

    @app_commands.command(name="start", description=N_("Begin the game of this channel"))
    async def start(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Start this channel's game."""
        await self._bot.discord_api.defer(interaction)
        await self._start(interaction, await self._table_here(interaction), fill=None)

    @app_commands.command(name="cancel", description=N_("Close this channel's table, or end its game without a result"))
    async def cancel(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Close this channel's table."""
        await self._bot.discord_api.defer(interaction)
        await self._cancel(interaction, await self._table_here(interaction))

    @app_commands.command(name="rules", description=N_("Explain how the game is played"))
    @app_commands.describe(
        variant=N_("Which Canasta (empty: this channel's game); type part of its name to find the others"),
        house=N_("House rules, for example target=3000, or a code"),
    )
    async def rules(
        self,
        interaction: discord.Interaction[CanastaBot],
        variant: str | None = None,
        house: app_commands.Range[str, 1, LONGEST] | None = None,
    ) -> None:
        """Show the rules of this channel's game or of the one that `/canasta new` would open.

        House rules can be given with it.
        """
        await self._bot.discord_api.defer(interaction)
        table = await self._bot.tables.games.in_channel(interaction.channel_id or 0) if variant is None else None
        try:
            if table is None:
                server = await self._bot.servers.get(interaction.guild_id or 0)
                named = variant and variant.strip().lower()
                rules, _left_out = defaults.chosen(server, named, None, read(house) if house else None, None)
            elif house:
                rules = load_rules(table.variant, table.layout, house=read(house))
            else:
                rules = rules_of(table)
            page = lobby_page.rules_page(rules)
        except RulesError as error:
            page = notice(sentence(error))
        await self._bot.discord_api.answer(interaction, page)

    @new.autocomplete("variant")
    @rules.autocomplete("variant")
    async def _complete_variant(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        offered = await self._bot.tables.lobbies.offered(interaction.guild_id or 0)
        await self._suggest(interaction, text, {one.id: _(one.name) for one in offered})
        return []

    @new.autocomplete("players")
    async def _complete_players(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        try:
            layouts = variant_info((await self._meant(interaction))[0]).layouts
        except RulesError:
            layouts = ()
        await self._suggest(interaction, text, {one.name: layout_name(one.name, one.seats) for one in layouts})
        return []

    @new.autocomplete("house")
    @rules.autocomplete("house")
    async def _complete_house(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        variant, layout = await self._meant(interaction)
        server = await self._bot.servers.get(interaction.guild_id or 0)
        found = islice(suggestions(variant, layout, text), COMPLETIONS)
        choices = [app_commands.Choice(name=name, value=value) for name, value in found if len(value) <= _CHOICE]
        if defaults.house_of(server, variant) and NONE.startswith(text.strip().lower()):
            choices.insert(0, app_commands.Choice(name=_("none: without this server's house rules"), value=NONE))
        await self._bot.discord_api.suggest(interaction, choices)
        return []

    async def _meant(self, interaction: Interaction) -> tuple[str, str | None]:
        """Return the variant and layout that are filled in, or else the usual ones of this server."""
        filled = interaction.namespace
        variant, layout = defaults.game_of(await self._bot.servers.get(interaction.guild_id or 0))
        if filled.variant:
            return filled.variant.strip().lower(), filled.players
        return variant, filled.players or layout

    async def _suggest(self, interaction: Interaction, text: str, names: dict[str, str]) -> None:
        """Offer the values of which the name or the value itself contains what was typed."""
        wanted = text.strip().lower()
        choices = [
            app_commands.Choice(name=name, value=value)
            for value, name in names.items()
            if wanted in name.lower() or wanted in value
        ]
        await self._bot.discord_api.suggest(interaction, choices)

    # -- how commands are carried out

    async def _sit_down(self, interaction: Interaction, table_id: int) -> Table:
        """Join a table. Raises an error of `REFUSED` if that isn't possible."""
        user = interaction.user
        table = await self._bot.tables.lobbies.join(table_id, user.id, user.display_name)
        await self._bot.teller.write_again(user.id)
        return table

    async def _open(self, interaction: Interaction, channel_id: int, order: str) -> Table:
        """Open a lobby as ordered.

        Raises `Unreadable` if the order can't be read, or an error of `REFUSED`.
        """
        variant, layout, house, computers, limit = _read_order(order.removesuffix(_FRIENDLY))
        assert interaction.guild_id is not None
        table = await self._bot.tables.lobbies.open(
            Order(
                guild_id=interaction.guild_id,
                channel_id=channel_id,
                host_id=interaction.user.id,
                variant=variant,
                layout=layout,
                house=house,
                turn_limit=limit or None,
                bank=(await self._bot.servers.get(interaction.guild_id)).bank,
                friendly=order.endswith(_FRIENDLY),
            ),
            interaction.user.display_name,
        )
        await self._bot.teller.write_again(interaction.user.id)
        for _number in range(min(computers, len(table.free))):
            table = await self._bot.tables.lobbies.add_computer(table.id, interaction.user.id, LEVEL)
        return table

    def _busy(self, interaction: Interaction, table: Table, order: str) -> Page:
        link = self._bot.teller.place(table.guild_id, table.channel_id).link
        try:
            identity = custom_id("thread", table.id, table.version, order)
        except ValueError:
            text = _("There is [a game in this channel]({link}) already: use another channel or a thread.")
            return notice(text.format(link=link))
        text = _("There is [a game in this channel]({link}) already. I can open a thread for yours.").format(link=link)
        return notice(text, ui.ActionRow(button(_("Open a thread"), identity, PRIMARY)))

    async def _thread_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        try:
            variant, layout, house, _computers, _limit = _read_order(press.rest.removesuffix(_FRIENDLY))
            load_rules(variant, layout, house=house)
        except REFUSED as error:
            await self._say(interaction, sentence(error))
            return
        channel = interaction.channel
        parent = channel.parent if isinstance(channel, discord.Thread) else channel
        if not isinstance(parent, discord.TextChannel):
            await self._say(interaction, _("There are no threads in this kind of channel: use another channel."))
            return
        thread = await self._bot.discord_api.open_thread(
            parent, _("Canasta: {name}").format(name=interaction.user.display_name)
        )
        if isinstance(thread, Refusal):
            text = _(
                "I may not open threads here: use another channel, or ask for the permission “Create Public Threads”."
            )
            if thread.passing:
                text = _("Discord opens no thread just now. Please try again in a few minutes.")
            await self._say(interaction, text)
            return
        try:
            await self._open(interaction, thread, press.rest)
        except REFUSED as error:
            await self._say(interaction, sentence(error))
        else:
            await self._say(interaction, _("Your table is open in <#{thread}>.").format(thread=thread))

    async def _table_here(self, interaction: Interaction) -> Table | None:
        """Return this channel's active table, None if there is none; then the person has been told."""
        table = await self._bot.tables.games.in_channel(interaction.channel_id or 0)
        if table is None:
            await self._say(interaction, _("There is no game in this channel. `/canasta new` starts one."))
        return table

    async def _here(self, interaction: Interaction, change: Callable[[Table], Awaitable[Table]], done: str) -> None:
        """Change this channel's table and say that it is done."""
        await self._bot.discord_api.defer(interaction)
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
            await self._bot.tables.lobbies.start(
                table.id, interaction.user.id, fill=fill, moderator=moderates(interaction.permissions)
            )
        except SeatsMissing as error:
            label = _("Fill up with computers and start")
            row: ui.ActionRow[Any] = ui.ActionRow(button(label, custom_id("fill", table.id, table.version), GO))
            await self._bot.discord_api.answer(interaction, notice(sentence(error), row))
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
        """Close a lobby, or ask before a running game ends.

        A player is asked to propose it to the others, a moderator to confirm it.
        """
        if table is None:
            return
        if table.status is not Status.PLAYING:
            await self._end(interaction, table.id)
        elif table.seat_of(interaction.user.id) is not None:
            others = self._bot.tables.proposals.present(table) - {interaction.user.id}
            await self._bot.discord_api.answer(interaction, proposals_page.before_abandoning(table, others))
        elif moderates(interaction.permissions):
            await self._bot.discord_api.answer(interaction, proposals_page.before_ending(table))
        else:
            await self._say(interaction, sentence(NotAllowed(table.host_id)))

    async def _end(self, interaction: Interaction, table_id: int) -> None:
        try:
            await self._bot.tables.endings.cancel(
                table_id, interaction.user.id, moderator=moderates(interaction.permissions)
            )
        except REFUSED as error:
            await self._say(interaction, sentence(error))
        else:
            await self._say(interaction, _("The table is closed."))

    async def _say(self, interaction: Interaction, text: str) -> None:
        await self._bot.discord_api.answer(interaction, notice(text))

    # -- presses under the list of seats

    async def _join_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._seating(interaction, lambda: self._sit_down(interaction, press.table))

    async def _leave_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._seating(interaction, lambda: self._bot.tables.lobbies.leave(press.table, interaction.user.id))

    async def _computer_pressed(self, interaction: Interaction, press: Press) -> None:
        add = partial(self._bot.tables.lobbies.add_computer, press.table, interaction.user.id, LEVEL)
        await self._seating(interaction, add)

    async def _seating(self, interaction: Interaction, change: Callable[[], Awaitable[Table]]) -> None:
        """Make a change that the lobby will show; only a refusal gets an answer."""
        await self._bot.discord_api.acknowledge(interaction)
        try:
            await change()
        except REFUSED as error:
            await self._bot.discord_api.whisper(interaction, notice(sentence(error)))

    async def _seats_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.defer(interaction)
        try:
            table = await self._bot.tables.get(press.table)
            if table.seat_of(interaction.user.id) is None:
                raise NotSeated
            page = lobby_page.seating(table, interaction.user.id)
        except REFUSED as error:
            page = notice(sentence(error))
        await self._bot.discord_api.answer(interaction, page)

    async def _sit_chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        user, wanted = interaction.user.id, number(press.value)
        try:
            table = await self._bot.tables.get(press.table)
            seat, own = table.seat(wanted), table.seat_of(user)
            if own is not None and seat is not None and seat.user_id is not None and table.host_id == user:
                table = await self._bot.tables.lobbies.swap(press.table, user, own.number, wanted)
            else:
                table = await self._bot.tables.lobbies.change_seat(press.table, user, wanted)
            page = lobby_page.seating(table, user)
        except REFUSED as error:
            page = notice(sentence(error))
        await self._bot.discord_api.answer(interaction, page)

    async def _away_chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        try:
            table = await self._bot.tables.lobbies.remove(
                press.table, interaction.user.id, number(press.value), moderator=moderates(interaction.permissions)
            )
            page = lobby_page.seating(table, interaction.user.id)
        except REFUSED as error:
            page = notice(sentence(error))
        await self._bot.discord_api.answer(interaction, page)

    async def _start_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.defer(interaction)
        await self._start_numbered(interaction, press, fill=None)

    async def _fill_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        await self._start_numbered(interaction, press, fill=LEVEL)

    async def _start_numbered(self, interaction: Interaction, press: Press, *, fill: str | None) -> None:
        try:
            table = await self._bot.tables.get(press.table)
        except REFUSED as error:
            await self._say(interaction, sentence(error))
        else:
            await self._start(interaction, table, fill=fill)

    async def _cancel_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.defer(interaction)
        await self._end(interaction, press.table)

    async def _end_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        await self._end(interaction, press.table)

    async def _clock_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.defer(interaction)
        try:
            page = lobby_page.clock_choice(await self._bot.tables.get(press.table))
        except REFUSED as error:
            page = notice(sentence(error))
        await self._bot.discord_api.answer(interaction, page)

    async def _clock_chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        limit = number(press.value)
        try:
            if limit not in LIMITS:
                raise Unreadable
            bank = (await self._bot.servers.get(interaction.guild_id or 0)).bank
            table = await self._bot.tables.lobbies.limit(
                press.table, interaction.user.id, limit or None, bank=bank, moderator=moderates(interaction.permissions)
            )
            page = lobby_page.clock_choice(table)
        except REFUSED as error:
            page = notice(sentence(error))
        await self._bot.discord_api.answer(interaction, page)

    async def _rules_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.defer(interaction)
        try:
            page = lobby_page.rules_page(rules_of(await self._bot.tables.get(press.table)))
        except REFUSED as error:
            page = notice(sentence(error))
        await self._bot.discord_api.answer(interaction, page)


def _read_order(order: str) -> tuple[str, str | None, dict[str, object], int, int]:
    """Return a table's variant, layout, house rules, number of computers and limit of a turn in seconds.

    The order reads `VARIANT LAYOUT HOUSE COMPUTERS LIMIT`; `-` is the usual layout or no house rules. Raises
    `Unreadable` for any other text, `RulesError` for house rules that can't be read.
    """
    parts = order.split(" ")
    if len(parts) != 5 or number(parts[4]) not in LIMITS:
        raise Unreadable
    variant, layout, house, computers, limit = parts
    own = {} if house == "-" else read(house)
    return variant, None if layout == "-" else layout, own, number(computers), number(limit)


def _missing_permissions(interaction: Interaction) -> str | None:
    """Return a sentence with the permissions that a table here needs and the bot lacks, None if it lacks none."""
    missing = lacking(interaction.app_permissions, thread=isinstance(interaction.channel, discord.Thread))
    if not missing:
        return None
    return _("I can't open a table here: in this channel I lack the permission {names}.").format(
        names=", ".join(missing)
    )


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(Lobby(bot))
