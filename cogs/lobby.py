"""Tables around the game: opening, joining and leaving them, starting and ending a game, rules."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from itertools import islice

import discord
from discord import app_commands, ui

from bot.canasta.rules import Rules, RulesError, load_rules, variant_info
from bot.client.client import CanastaBot
from bot.data.tables import Home, InChannel, InDirectMessages, Status, Table
from bot.messages.discord_refusals import Reason, Refusal
from bot.tables import Order
from bot.tables.errors import ChannelBusy, NotAllowed, SeatsMissing, TableError
from bot.tables.rules import defaults, invitations
from bot.tables.rules.clock import LIMITS
from bot.tables.rules.game_rules import rules_of
from bot.tables.rules.house_rules import LONGEST, NONE, read
from bot.tables.rules.lengths import Length
from bot.ui.actions import Interaction, Press, Unreadable
from bot.ui.house_rule_choices import suggestions
from bot.ui.i18n import N_, _, using_words
from bot.ui.limits import COMPLETIONS
from bot.ui.page import Page, notice
from bot.ui.pages import games_page, help_page, lobby_page, notice_page, proposals_page, rules_page, table_page
from bot.ui.permissions import lacking, moderates
from bot.ui.typed_names import Offer
from bot.ui.words import move_text, variant_names
from bot.ui.words.command_names import ROUNDS_OF_A_GAME
from bot.ui.words.refusals import Refused, sentence
from bot.ui.words.tournament_text import NotAPerson
from cogs.frame import Cog, How, about_person, answered, completes, does, not_now, pressed
from renderer import Picture

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


class LobbyCog(Cog):
    """The commands and buttons of a table before its game, and those that start and end the game."""

    # -- commands

    @app_commands.command(name="play", description=N_("Open a table in this channel"))
    @app_commands.describe(
        variant=N_("Which Canasta (empty: the usual one); type part of its name"),
        players=N_("How many play, and how"),
        house=N_("House rules, for example target=3000, or a code"),
        target=N_("Points that end the game"),
        rounds=N_("How many rounds the game has, whatever the points"),
        computers=N_("How many computers sit down right away"),
        clock=N_("How long a turn can take before a computer plays it"),
        friendly=N_("For fun: not counted in the league"),
    )
    @app_commands.rename(rounds=ROUNDS_OF_A_GAME)
    @app_commands.choices(clock=[app_commands.Choice(name=name, value=limit) for limit, name in CLOCKS.items()])
    @answered
    async def play(
        self,
        interaction: discord.Interaction[CanastaBot],
        variant: str | None = None,
        players: str | None = None,
        house: app_commands.Range[str, 1, LONGEST] | None = None,
        target: app_commands.Range[int, 100, 100_000] | None = None,
        rounds: app_commands.Range[int, 1, 100] | None = None,
        computers: app_commands.Range[int, 0, 7] = 0,
        clock: int | None = None,
        friendly: bool = False,
    ) -> Page:
        """Open a lobby in this channel."""
        server = await self._services.servers.get(interaction.guild_id or 0)
        variant = variant and variant_names.variant_of(variant)
        players = players and variant_names.layout_of(variant or defaults.game_of(server)[0], players)
        if target is not None and rounds is not None:
            raise Refused(_("A game ends at a number of points or after a number of rounds: choose one of the two."))
        length = None if target is None and rounds is None else Length(rounds or 0, target or 0)
        rules, left_out = defaults.chosen(server, variant, players, read(house) if house else None, length)
        limit = defaults.turn_limit(server) if clock is None else clock
        order = lobby_page.NewTable(rules.id, rules.layout, dict(rules.house), computers, limit, friendly)
        return await self._open_here(interaction, order, left_out)

    @pressed(help_page.OpenTable, how=How.APART)
    async def _table_wanted(self, interaction: Interaction, press: Press[help_page.OpenTable]) -> Page:
        """Open a lobby of this server's usual game in this channel."""
        server = await self._services.servers.get(interaction.guild_id or 0)
        rules, left_out = defaults.chosen(server, None, None, None, None)
        limit = defaults.turn_limit(server)
        order = lobby_page.NewTable(rules.id, rules.layout, dict(rules.house), 0, limit, friendly=False)
        return await self._open_here(interaction, order, left_out)

    async def _open_here(
        self, interaction: Interaction, order: lobby_page.NewTable, left_out: RulesError | None
    ) -> Page:
        """Open a lobby in this channel; `left_out` is why the server's house rules were left out, None if they weren't."""
        if interaction.guild_id is None or interaction.channel_id is None:
            table = await self._open(interaction, InDirectMessages(), order)
            return await self._reached(interaction, table, notice(lobby_page.opened_directly(table)))
        await self.check_open(interaction)
        in_thread = isinstance(interaction.channel, discord.Thread)
        if missing := lacking(interaction.app_permissions, thread=in_thread):
            raise Refused(lobby_page.not_opened(missing))
        try:
            table = await self._open(interaction, InChannel(interaction.guild_id, interaction.channel_id), order)
        except ChannelBusy as error:
            place = self._services.teller.pages.place(error.table)
            assert place is not None
            return lobby_page.busy(error.table, place.link, order)
        text = lobby_page.opened(table, len(await self._services.tables.games.waiting_for(interaction.user.id)))
        if left_out is not None:
            remark = _("This server's house rules don't fit that game and were left out: {reason}.")
            text += "\n" + remark.format(reason=move_text.reason(left_out))
        return notice(text)

    @about_person("Challenge to Canasta")
    async def challenge(self, interaction: Interaction, person: discord.User) -> None:
        """Open a table in direct messages, and write to a person who has met the bot, unless one of the two avoids the other.

        The answer comes first, and says nothing of that: neither it nor its time tells who avoids whom.
        """
        user = interaction.user
        if person.bot:
            raise NotAPerson(person.display_name)
        if person.id == user.id:
            raise Refused(_("Somebody else has to play with you: choose another person."))
        # Old messages offer the menu of people who have left, perhaps because of somebody there.
        await self.check_present(interaction, interaction.guild_id or 0, person)
        server = await self._services.servers.get(interaction.guild_id or 0)
        variant = defaults.game_of(server)[0]
        two = next((one.name for one in variant_info(variant).layouts if one.seats == 2), None)
        rules, _left_out = defaults.chosen(server, variant, two, None, None)
        limit = defaults.turn_limit(server)
        order = lobby_page.NewTable(rules.id, rules.layout, dict(rules.house), 0, limit, friendly=False)
        table = await self._open(interaction, InDirectMessages(), order)
        await self.show(
            interaction, await self._reached(interaction, table, lobby_page.challenge_sent(person.display_name))
        )
        challenged = await self._services.people.get(person.id)
        if await self._services.avoid.pairs([user.id, person.id]) or not await self._services.people.met(person.id):
            return
        if not challenged.direct or challenged.dm_closed:
            return
        with suppress(TableError):
            # The challenger may have left it, or begun with computers, in this moment.
            await self._services.tables.lobbies.challenge(table.id, user.id, person.id)

    @pressed(lobby_page.AcceptChallenge)
    async def _challenge_accepted(self, interaction: Interaction, press: Press[lobby_page.AcceptChallenge]) -> Page:
        return await self._join_by(interaction, press.action.code)

    @does("canasta join")
    async def join(self, interaction: Interaction, code: str | None) -> Page:
        """Take a seat at this channel's table, or at one in direct messages by its code."""
        if code is not None:
            return await self._join_by(interaction, code)
        if interaction.guild_id is None:
            return lobby_page.by_code()
        await self._sit_down(interaction, (await self.here(interaction)).id)
        return notice(_("You are at the table now."))

    @pressed(lobby_page.AskCode, how=How.FORM)
    async def _code_form_wanted(self, interaction: Interaction, press: Press[lobby_page.AskCode]) -> ui.Modal:
        return lobby_page.code_form()

    @pressed(lobby_page.JoinByCode, how=How.APART)
    async def _code_sent(self, interaction: Interaction, press: Press[lobby_page.JoinByCode]) -> Page:
        return await self._join_by(interaction, press.value)

    @pressed(lobby_page.NewCode, how=How.QUIETLY)
    async def _new_code_wanted(self, interaction: Interaction, press: Press[lobby_page.NewCode]) -> None:
        await self._services.tables.lobbies.invite_anew(press.action.table, interaction.user.id)

    @does("canasta leave")
    async def leave(self, interaction: Interaction) -> Page:
        """Leave this channel's table before the game."""
        await self._services.tables.lobbies.leave((await self.here(interaction)).id, interaction.user.id)
        return notice(_("You have left the table."))

    @does("canasta start")
    async def start(self, interaction: Interaction) -> Page:
        """Start this channel's game."""
        return await self._start(interaction, await self.here(interaction), fill=None)

    @does("canasta cancel")
    async def cancel(self, interaction: Interaction) -> Page:
        """Close this channel's lobby, or ask before its running game ends.

        A player is asked to propose it to the others, a moderator to confirm it.
        """
        table = await self.here(interaction)
        if table.status is not Status.PLAYING:
            return await self._end(interaction, table.id)
        if table.seat_of(interaction.user.id) is not None:
            others = self._services.tables.proposals.present(table) - {interaction.user.id}
            return proposals_page.before_abandoning(table, others)
        if not moderates(interaction.permissions):
            raise NotAllowed(table.host_id)
        return proposals_page.before_ending(table)

    @app_commands.command(name="rules", description=N_("Explain how the game is played"))
    @app_commands.describe(
        variant=N_("Which Canasta (empty: this channel's); type part of its name"),
        house=N_("House rules, for example target=3000, or a code"),
    )
    @answered
    async def rules(
        self,
        interaction: discord.Interaction[CanastaBot],
        variant: str | None = None,
        house: app_commands.Range[str, 1, LONGEST] | None = None,
    ) -> Page:
        """Show the rules of this channel's game or of the one that `/play` would open.

        House rules can be given with it.
        """
        table = await self._services.tables.games.in_channel(interaction.channel_id or 0) if variant is None else None
        if table is None:
            server = await self._services.servers.get(interaction.guild_id or 0)
            named = variant and variant_names.variant_of(variant)
            rules, _left_out = defaults.chosen(server, named, None, read(house) if house else None, None)
        elif house:
            rules = load_rules(table.variant, table.layout, house=read(house))
        else:
            return rules_page.of_table(table)
        return rules_page.of_rules(rules)

    @pressed(help_page.OpenRules, how=How.APART)
    async def _rules_wanted(self, interaction: Interaction, press: Press[help_page.OpenRules]) -> Page:
        """Show the rules of the person's game, or of the one that `/play` would open."""
        own = games_page.in_order(await self._services.tables.games.of_person(interaction.user.id), interaction.user.id)
        if own:
            return rules_page.of_table(own[0])
        server = await self._services.servers.get(interaction.guild_id or 0)
        return rules_page.of_rules(defaults.chosen(server, None, None, None, None)[0])

    @completes((play, "variant"), (rules, "variant"))
    async def _offer_variants(self, interaction: Interaction, typed: str) -> list[Offer]:
        offered = await self._services.tables.lobbies.offered(interaction.guild_id or 0)
        return [Offer(variant_names.name(one.name), one.id, also=one.id) for one in offered]

    @completes((play, "players"))
    async def _offer_layouts(self, interaction: Interaction, typed: str) -> list[Offer]:
        try:
            layouts = variant_info((await self._variant_meant(interaction))[0]).layouts
        except RulesError:
            layouts = ()
        return [Offer(variant_names.layout(one.name, one.seats), one.name, also=one.name) for one in layouts]

    @completes((play, "house"), (rules, "house"))
    async def _offer_house_rules(self, interaction: Interaction, typed: str) -> list[Offer]:
        variant, layout = await self._meant(interaction)
        server = await self._services.servers.get(interaction.guild_id or 0)
        found = await asyncio.to_thread(lambda: [*islice(suggestions(variant, layout, typed), COMPLETIONS)])
        offers = [Offer(name, value, also=typed) for name, value in found]
        if defaults.house_of(server, variant):
            offers.insert(0, Offer(_("none: without this server's house rules"), NONE))
        return offers

    async def _variant_meant(self, interaction: Interaction) -> tuple[str, str | None]:
        """Return the variant that is filled in, or else the usual one of this server with its usual layout."""
        chosen = await self.filled(interaction, "variant")
        if chosen is not None:
            return variant_names.variant_of(chosen), None
        return defaults.game_of(await self._services.servers.get(interaction.guild_id or 0))

    async def _meant(self, interaction: Interaction) -> tuple[str, str | None]:
        """Return the variant and layout that are filled in, or else the usual ones of this server."""
        variant, layout = await self._variant_meant(interaction)
        players = await self.filled(interaction, "players")
        return variant, layout if players is None else variant_names.layout_of(variant, players)

    # -- how commands are carried out

    async def _join_by(self, interaction: Interaction, code: str) -> Page:
        """Join the table in direct messages to which a code invites."""
        user = interaction.user
        table = await self._services.tables.lobbies.join_by(invitations.read(code), user.id, user.display_name)
        self.about(table)
        return await self._reached(interaction, table, notice(_("You are at the table now.")))

    async def _reached(self, interaction: Interaction, table: Table, page: Page) -> Page:
        """Return a page for somebody who sits at a table in direct messages by now; another one if these are closed."""
        user_id = interaction.user.id
        await self._services.teller.write_again(user_id)
        self._services.teller.wake(table.id)
        await self._services.teller.shown(table.id)
        return lobby_page.unreachable() if (await self._services.people.get(user_id)).dm_closed else page

    async def _sit_down(self, interaction: Interaction, table_id: int) -> Table:
        """Join a table. Raises an error of `REFUSED` if that isn't possible."""
        user = interaction.user
        table = await self._services.tables.lobbies.join(table_id, user.id, user.display_name)
        await self._services.teller.write_again(user.id)
        return table

    async def _open(self, interaction: Interaction, home: Home, order: lobby_page.NewTable) -> Table:
        """Open a lobby as ordered.

        Raises `Unreadable` for a limit that isn't offered, or an error of `REFUSED`.
        """
        if order.limit not in LIMITS:
            raise Unreadable
        guild_id = home.guild_id if isinstance(home, InChannel) else None
        table = await self._services.tables.lobbies.open(
            Order(
                home=home,
                host_id=interaction.user.id,
                variant=order.variant,
                layout=order.layout,
                house=order.house,
                turn_limit=order.limit or None,
                bank=(await self._services.servers.get(guild_id)).bank,
                friendly=order.friendly,
            ),
            interaction.user.display_name,
        )
        await self._services.teller.write_again(interaction.user.id)
        for _number in range(min(order.computers, len(table.free))):
            table = await self._services.tables.lobbies.add_computer(table.id, interaction.user.id)
        return table

    @pressed(lobby_page.OpenThread)
    async def _thread_pressed(self, interaction: Interaction, press: Press[lobby_page.OpenThread]) -> Page:
        order = press.action.order
        load_rules(order.variant, order.layout, house=order.house)
        channel = interaction.channel
        parent = channel.parent if isinstance(channel, discord.Thread) else channel
        if not isinstance(parent, discord.TextChannel):
            raise Refused(_("There are no threads in this kind of channel: use another channel."))
        thread = await self._services.discord_api.places.open_thread(
            parent, _("Canasta: {name}").format(name=interaction.user.display_name), since=interaction.id
        )
        if isinstance(thread, Refusal):
            if thread is Refusal.FULL:
                raise Refused(
                    _("I can't open threads here, as this server has too many open ones: use another channel.")
                )
            if thread.about is not Reason.PLACE:
                raise Refused(not_now())
            raise Refused(
                _(
                    "I'm not allowed to open threads here: use another channel, or ask for the permission “Create Public Threads”."
                )
            )
        await self._open(interaction, InChannel(parent.guild.id, thread), order)
        return notice(_("Your table is open in <#{thread}>.").format(thread=thread))

    async def _without_gone(self, interaction: Interaction, table: Table) -> tuple[Table, str | None]:
        """Return a lobby without those who have left the server, and a sentence that says who has; None if nobody has."""
        table, left = await self._services.presence.without_gone(table, interaction.user.id)
        return table, lobby_page.left(left) if left else None

    async def _start(self, interaction: Interaction, table: Table, *, fill: str | None) -> Page:
        if table.status is Status.LOBBY and (moderates(interaction.permissions) or table.seat_of(interaction.user.id)):
            table, left = await self._without_gone(interaction, table)
            if left is not None and not table.active:
                return notice(left)
            if left is not None:
                return lobby_page.seats_missing(table, left)
        try:
            await self._services.tables.lobbies.start(
                table.id, interaction.user.id, fill=fill, moderator=moderates(interaction.permissions)
            )
        except SeatsMissing as error:
            return lobby_page.seats_missing(table, sentence(error))
        return _dealt(table)

    @pressed(table_page.PlayAgain, how=How.APART)
    async def _again_pressed(self, interaction: Interaction, press: Press[table_page.PlayAgain]) -> Page:
        return await self._again(interaction, press.action.table, swap=False)

    @pressed(notice_page.JoinAgain, how=How.APART)
    async def _called_pressed(self, interaction: Interaction, press: Press[notice_page.JoinAgain]) -> Page:
        self.about(await self._services.tables.get(press.action.game))
        return await self._again(interaction, press.action.game, swap=False)

    @pressed(table_page.SwapPartners, how=How.APART)
    async def _swap_pressed(self, interaction: Interaction, press: Press[table_page.SwapPartners]) -> Page:
        return await self._again(interaction, press.action.table, swap=True)

    @pressed(table_page.PlayAgainFor, how=How.APART)
    async def _again_for_pressed(self, interaction: Interaction, press: Press[table_page.PlayAgainFor]) -> Page:
        length = Length(press.action.rounds, press.action.target)
        return await self._again(interaction, press.action.table, swap=False, length=length)

    async def _again(
        self, interaction: Interaction, table_id: int, *, swap: bool, length: Length | None = None
    ) -> Page:
        old = await self._services.tables.get(table_id)
        if interaction.channel_id == old.channel_id:
            await self.check_open(interaction)
        present = await self._services.tables.games.after(old)
        if present is not None and present.status is Status.LOBBY and len(present.free) == 1:
            # Where everybody is back, it is dealt at once.
            await self._without_gone(interaction, present)
        table = await self._services.tables.lobbies.again(table_id, interaction.user.id, swap=swap, length=length)
        await self._services.teller.write_again(interaction.user.id)
        if table.status is Status.PLAYING:
            return _dealt(table)
        if table.host_id == interaction.user.id and table.channel_id is None:
            said = lobby_page.opened_directly(table)
        elif table.host_id == interaction.user.id:
            said = _("Your table is open in <#{thread}>.").format(thread=table.channel_id)
        else:
            said = _("You are at the table now.")
        return notice("\n".join(filter(None, [said, lobby_page.partners(table)])))

    async def _end(self, interaction: Interaction, table_id: int) -> Page:
        await self._services.tables.endings.cancel(
            table_id, interaction.user.id, moderator=moderates(interaction.permissions)
        )
        return notice(_("The table is closed."))

    # -- presses under the list of seats

    @pressed(lobby_page.Join, how=How.QUIETLY)
    async def _join_pressed(self, interaction: Interaction, press: Press[lobby_page.Join]) -> None:
        await self._sit_down(interaction, press.action.table)

    @pressed(lobby_page.Leave, how=How.QUIETLY)
    async def _leave_pressed(self, interaction: Interaction, press: Press[lobby_page.Leave]) -> None:
        await self._services.tables.lobbies.leave(press.action.table, interaction.user.id)

    @pressed(lobby_page.AddComputer, how=How.QUIETLY)
    async def _computer_pressed(self, interaction: Interaction, press: Press[lobby_page.AddComputer]) -> None:
        await self._services.tables.lobbies.add_computer(press.action.table, interaction.user.id)

    @pressed(lobby_page.Start, how=How.APART)
    async def _start_pressed(self, interaction: Interaction, press: Press[lobby_page.Start]) -> Page:
        return await self._start(interaction, await self._services.tables.get(press.action.table), fill=None)

    @pressed(lobby_page.Fill)
    async def _fill_pressed(self, interaction: Interaction, press: Press[lobby_page.Fill]) -> Page:
        table = await self._services.tables.get(press.action.table)
        return await self._start(interaction, table, fill=table.computers)

    @pressed(lobby_page.Cancel, how=How.APART)
    async def _cancel_pressed(self, interaction: Interaction, press: Press[lobby_page.Cancel]) -> Page:
        return await self._end(interaction, press.action.table)

    @pressed(proposals_page.EndGame)
    async def _end_pressed(self, interaction: Interaction, press: Press[proposals_page.EndGame]) -> Page:
        return await self._end(interaction, press.action.table)

    @pressed(lobby_page.SetLength, how=How.QUIETLY)
    async def _length_chosen(self, interaction: Interaction, press: Press[lobby_page.SetLength]) -> None:
        await self._services.tables.lobbies.set_length(
            press.action.table,
            interaction.user.id,
            Length(press.action.rounds, press.action.target),
            moderator=moderates(interaction.permissions),
        )

    @pressed(lobby_page.RulesOf, how=How.APART)
    async def _rules_pressed(self, interaction: Interaction, press: Press[lobby_page.RulesOf]) -> Page:
        return rules_page.of_table(await self._services.tables.get(press.action.table))

    @pressed(rules_page.TurnToRules)
    async def _rules_turned(self, interaction: Interaction, press: Press[rules_page.TurnToRules]) -> Page:
        table, page = await self._services.tables.get(press.action.table), press.action.number
        return rules_page.of_table(table, page, await self._sheet(interaction.user.id, rules_of(table), page))

    @pressed(rules_page.TurnRulesTo)
    async def _named_rules_turned(self, interaction: Interaction, press: Press[rules_page.TurnRulesTo]) -> Page:
        rules, page = press.action.rules(), press.action.number
        return rules_page.of_rules(rules, page, await self._sheet(interaction.user.id, rules, page))

    @pressed(rules_page.OpenRulesOf, how=How.APART)
    async def _named_rules_opened(self, interaction: Interaction, press: Press[rules_page.OpenRulesOf]) -> Page:
        return rules_page.of_rules(press.action.rules(), press.action.number)

    async def _sheet(self, user_id: int, rules: Rules, page: int) -> Picture | None:
        """Draw the points of the example on a page of rules; None where there is none, or a person wants no pictures."""
        example = await asyncio.to_thread(rules_page.example_on, rules, page)
        if example is None or not (person := await self._services.people.get(user_id)).pictures:
            return None
        with using_words(variant_names.vocabulary(rules.id)):
            return await self._services.pictures.scores(example.sheet, example.after, person)


def _dealt(table: Table) -> Page:
    if table.channel_id is None:
        return notice(_("The cards are dealt. You get your hand in a direct message."))
    return notice(
        _("The cards are dealt. You get your hand in a direct message; **My hand** under the table shows it too.")
    )


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(LobbyCog(bot))
