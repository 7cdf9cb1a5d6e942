"""Playing: commands in the game's channel and in direct messages, and the buttons and menus for the same moves."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from bot.canasta.cards import Card, card_text
from bot.canasta.moves import IllegalMove, Move
from bot.client import CanastaBot
from bot.tables import Look, NotSeated, NotYourTurn, Stale, Status, Table, TableError, WrongStatus
from bot.ui import meld_draft, move_order, typed_cards, words
from bot.ui.actions import Interaction, Press, Unreadable, custom_id, number
from bot.ui.components import menus
from bot.ui.i18n import N_, _
from bot.ui.limits import COMPLETIONS
from bot.ui.page import Page, notice
from bot.ui.pages import builder_page, hand_page, watch_page
from bot.ui.words.refusals import REFUSED, sentence
from cogs.answers import Answers, for_one

_Choices = list[app_commands.Choice[str]]
#: The value of a completion in which no card of the hand joins the pile's top card.
_NOTHING = "-"
#: The moves of buttons whose action has another name than the move.
_VERBS = {"yes": "answer yes", "no": "answer no"}


class Play(commands.Cog):
    """The commands, buttons and menus that players use to see and play their cards."""

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot
        self._answers = Answers(bot.seconds)
        bot.redraw_also(self._redraw)
        bot.answer_presses(
            hand=self._hand_pressed,
            back=self._hand_pressed,
            which=self._which_pressed,
            show=self._hand_chosen,
            draw=self._plain_pressed,
            ask=self._plain_pressed,
            undo=self._plain_pressed,
            yes=self._plain_pressed,
            no=self._plain_pressed,
            also=self._plain_pressed,
            take=self._lay_opened,
            meld=self._lay_opened,
            ready=self._ready_chosen,
            rank=self._target_chosen,
            cards=self._cards_chosen,
            over=self._lay_opened,
            lay=self._lay_pressed,
            discard=self._discard_opened,
            discard_rank=self._discard_opened,
            discard_card=self._discard_opened,
            throw=self._throw_pressed,
        )

    # -- commands

    @app_commands.command(name="hand", description=N_("Show your hand and what you can do"))
    async def hand(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Show players their hand."""
        await self._command(interaction, "hand")

    @app_commands.command(name="table", description=N_("Show the table"))
    async def table(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Show the table."""
        await self._command(interaction, "table")

    @app_commands.command(name="draw", description=N_("Draw from the stock"))
    async def draw(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Draw from the stock."""
        await self._command(interaction, "draw")

    @app_commands.command(name="take-pile", description=N_("Take the discard pile"))
    @app_commands.rename(using="with")
    @app_commands.describe(
        using=N_("Your cards that go with the top card, for example K K (leave empty to choose from a list)"),
        also=N_("Other melds laid at the same time, for example Q Q 2 / 7 7 7"),
    )
    async def take_pile(
        self,
        interaction: discord.Interaction[CanastaBot],
        using: app_commands.Range[str, 1, 100] | None = None,
        also: app_commands.Range[str, 1, 200] | None = None,
    ) -> None:
        """Take the pile with the typed cards, or let the player choose how."""
        await self._command(interaction, "take", (using or "") + (f" / {also}" if also else ""))

    @app_commands.command(name="meld", description=N_("Lay down cards"))
    @app_commands.describe(
        cards=N_("For example K K 2, or several melds: K K K / 7 7 2 (leave empty to choose from a list)")
    )
    async def meld(
        self, interaction: discord.Interaction[CanastaBot], cards: app_commands.Range[str, 1, 300] | None = None
    ) -> None:
        """Lay the typed cards, or let the player choose some."""
        await self._command(interaction, "meld", cards or "")

    @app_commands.command(name="discard", description=N_("Discard a card and end your turn"))
    @app_commands.describe(card=N_("For example 7, or 7♠ (leave empty to choose from a list)"))
    async def discard(
        self, interaction: discord.Interaction[CanastaBot], card: app_commands.Range[str, 1, 50] | None = None
    ) -> None:
        """Discard the typed card, or let the player choose one."""
        await self._command(interaction, "discard", card or "")

    @app_commands.command(name="ask-to-go-out", description=N_("Ask your partner whether you may go out"))
    async def ask(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Ask the partner for permission to go out."""
        await self._command(interaction, "ask")

    @app_commands.command(name="undo", description=N_("Take back the cards you have just laid down"))
    async def undo(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Take back the cards that were just laid."""
        await self._command(interaction, "undo")

    @meld.autocomplete("cards")
    async def _complete_meld(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        await self._bot.discord_api.suggest(interaction, await self._complete(interaction, text, "meld"))
        return []

    @discard.autocomplete("card")
    async def _complete_discard(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        await self._bot.discord_api.suggest(interaction, await self._complete(interaction, text, "discard"))
        return []

    @take_pile.autocomplete("using")
    async def _complete_take(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        await self._bot.discord_api.suggest(interaction, await self._complete(interaction, text, "take"))
        return []

    # -- how a command is carried out

    async def _command(self, interaction: Interaction, verb: str, text: str = "") -> None:
        await self._bot.discord_api.defer(interaction)
        if interaction.guild_id is None:
            await self._bot.teller.write_again(interaction.user.id)
        try:
            table = await self._meant(interaction, verb, text)
            if table is not None:
                await self._carry_out(interaction, table, verb, text)
        except REFUSED as error:
            await self._say(interaction, notice(sentence(error)))

    async def _meant(self, interaction: Interaction, verb: str, text: str) -> Table | None:
        """Return the game that a command is about.

        None if there is none or if several could be meant; then the person has been told.
        """
        if interaction.guild_id is not None:
            table = await self._bot.tables.games.in_channel(interaction.channel_id or 0)
            found = [table] if table else []
            page = notice(_("There is no game in this channel. `/canasta new` starts one."))
        else:
            own = await self._bot.tables.games.of_person(interaction.user.id)
            found = [table for table in own if table.status is Status.PLAYING]
            page = notice(_("You are in no game now. Type `/canasta new` in a server's channel to start one."))
            waiting = await self._bot.tables.games.waiting_for(interaction.user.id)
            if waiting and verb not in ("hand", "table"):
                found = waiting
            elif len(found) > 1 and verb not in ("hand", "table"):
                found = []
                page = notice(_("None of your games waits for you now. `/canasta list` shows them all."))
        if len(found) == 1:
            return found[0]
        if found:
            page = self._which(found, interaction.user.id, f"{verb} {text}".strip())
        await self._say(interaction, page)
        return None

    def _which(self, tables: list[Table], user_id: int, order: str) -> Page:
        """Return the page that asks which of several games a command is for."""
        try:
            identity = custom_id("which", 0, 0, order)
        except ValueError:
            links = [f"- {self._place(table).link}" for table in tables[:10]]
            text = _(
                "You are in several games, and that is too long to be kept while you choose. Type it where you play:"
            )
            return notice("\n".join([text, *links]))
        options = [hand_page.entry(table, self._place(table), user_id) for table in tables]
        return notice(
            _("You are in several games. Which one do you mean?"), *menus(_("Which game?"), identity, options)
        )

    def _place(self, table: Table) -> hand_page.Place:
        return self._bot.teller.place(table.guild_id, table.channel_id)

    async def _which_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        verb, _space, text = press.rest.partition(" ")
        try:
            table = await self._bot.tables.get(number(press.value))
            if table.seat_of(interaction.user.id) is None:
                raise NotSeated
            await self._carry_out(interaction, table, verb, text)
        except REFUSED as error:
            await self._say(interaction, notice(sentence(error)))

    async def _carry_out(self, interaction: Interaction, table: Table, verb: str, text: str) -> None:
        """Carry out a command at a table and show the resulting hand.

        Raises an error of `REFUSED` if it isn't possible.
        """
        if verb == "table":
            await self._show_table(interaction, table.id)
            return
        look = await self._bot.tables.look(table.id, interaction.user.id)
        to_move = look.table.to_move
        if verb != "hand" and look.mine is not None and not look.mine.my_turn and to_move is not None:
            raise NotYourTurn(to_move)
        if verb in ("take", "meld", "discard") and look.mine is not None and look.mine.my_turn:
            if (problem := move_order.out_of_place(look.mine, verb)) is not None:
                raise IllegalMove(problem)
            if verb == "take" and not text and look.mine.untaken is not None:
                await self._say(interaction, notice(words.untaken(look.mine.untaken)))
                return
        if verb != "hand" and look.mine is not None and (move := _as_typed(look, verb, text)) is not None:
            await self._bot.tables.turns.play(table.id, interaction.user.id, move, interaction_id=interaction.id)
        elif verb in ("take", "meld", "discard") and look.mine is not None:
            if verb not in look.mine.verbs and look.mine.public.phase == "draw":
                raise IllegalMove("draw-first")
            if verb not in look.mine.verbs:
                text = _("You can lay nothing down now: discard a card to end your turn.")
                await self._say(interaction, notice(text))
                return
            own = await self._own(table.id, interaction.user.id)
            page = builder_page.building(own, verb, ())
            if verb != "meld":
                page = builder_page.discarding(own) if verb == "discard" else builder_page.taking(own)
            await self._show(interaction, page, own.look, choice=True)
            return
        elif verb != "hand":
            await self._bot.tables.turns.play(table.id, interaction.user.id, verb, interaction_id=interaction.id)
        await self._show_hand(interaction, table.id)

    async def _complete(self, interaction: Interaction, text: str, verb: str) -> _Choices:
        """Return completions of what a player types: legal choices of their own cards, best first.

        Anybody else gets none.
        """
        if interaction.guild_id is not None:
            table = await self._bot.tables.games.in_channel(interaction.channel_id or 0)
        else:
            waiting = await self._bot.tables.games.waiting_for(interaction.user.id)
            table = waiting[0] if len(waiting) == 1 else None
        if table is None or table.status is not Status.PLAYING:
            return []
        try:
            look = await self._bot.tables.look(table.id, interaction.user.id)
        except REFUSED:
            return []
        return _completions(look, text, verb)

    # -- presses

    async def _hand_pressed(self, interaction: Interaction, press: Press) -> None:
        """Show the hand: in the pressed message if that is private, else in a new one."""
        if _is_private(interaction):
            await self._bot.discord_api.acknowledge(interaction)
        else:
            await self._bot.discord_api.defer(interaction)
        try:
            await self._show_hand(interaction, press.table)
        except REFUSED as error:
            await self._refuse(interaction, error)

    async def _hand_chosen(self, interaction: Interaction, press: Press) -> None:
        """Show the hand of a game chosen from a list; the list remains."""
        await self._bot.discord_api.defer(interaction)
        try:
            await self._show_hand(interaction, number(press.value))
        except REFUSED as error:
            await self._say(interaction, notice(sentence(error)))

    async def _plain_pressed(self, interaction: Interaction, press: Press) -> None:
        verb = press.value if press.action == "also" else _VERBS.get(press.action, press.action)
        await self._bot.discord_api.acknowledge(interaction)
        await self._play(interaction, press, lambda own: verb)

    async def _throw_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        card = meld_draft.card(number(press.rest))
        await self._play(
            interaction,
            press,
            lambda own: Move(own.view.seat, "discard", card=card),
            lambda own, remark: builder_page.discarding(own, remark=remark),
        )

    async def _lay_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        verb, groups = _verb(press), meld_draft.unpack(press.rest[1:])
        await self._play(
            interaction,
            press,
            lambda own: meld_draft.to_move(own.view, verb, groups),
            lambda own, remark: builder_page.building(own, verb, groups, remark=remark),
        )

    async def _lay_opened(self, interaction: Interaction, press: Press) -> None:
        """Open the choice of cards to lay.

        If there is only one way to take the pile, and it uses no wild cards, take the pile at once.
        """
        await self._bot.discord_api.acknowledge(interaction)
        verb = _verb(press) if press.action == "over" else press.action
        try:
            look = await self._bot.tables.look(press.table, interaction.user.id)
        except REFUSED as error:
            await self._refuse(interaction, error, press)
            return
        only = move_order.plain_take(look.mine) if press.action == "take" and look.mine is not None else None
        if only is not None:
            await self._play(interaction, press, lambda own: only)
        elif press.action == "take":
            await self._turn_to(interaction, press, builder_page.taking)
        else:
            await self._turn_to(interaction, press, lambda own: builder_page.building(own, verb, ()))

    async def _ready_chosen(self, interaction: Interaction, press: Press) -> None:
        groups = meld_draft.unpack(press.value.replace("-", ""))
        await self._bot.discord_api.acknowledge(interaction)
        await self._turn_to(interaction, press, lambda own: builder_page.building(own, _verb(press), groups))

    async def _target_chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        groups, target = meld_draft.unpack(press.rest[1:]), number(press.value)
        await self._turn_to(
            interaction, press, lambda own: builder_page.building(own, _verb(press), groups, target=target)
        )

    async def _cards_chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        if len(press.rest) < 2:
            raise Unreadable
        target, before = ord(press.rest[1]) - ord("A"), meld_draft.unpack(press.rest[2:])
        groups = meld_draft.put(before, target, builder_page.read_card_options(press.values))

        def page(own: hand_page.Own) -> Page:
            if target not in move_order.targets(own.view, _verb(press)):
                raise Unreadable
            try:
                return builder_page.building(own, _verb(press), groups)
            except ValueError:
                remark = _("That is as much as can be laid in one go: lay these first.")
                return builder_page.building(own, _verb(press), before, remark=remark)

        await self._turn_to(interaction, press, page)

    async def _discard_opened(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        value = number(press.value) if press.values else None
        rank, card = _chosen(press.action, value)
        await self._turn_to(interaction, press, lambda own: builder_page.discarding(own, rank=rank, card=card))

    async def _turn_to(self, interaction: Interaction, press: Press, page: Callable[[hand_page.Own], Page]) -> None:
        """Show another page in the player's own message, if no move has been made since it was shown."""
        try:
            own = await self._own(press.table, interaction.user.id)
            if not own.look.last_move <= press.version <= own.look.table.version:
                raise Stale(own.look.table)
            await self._show(interaction, page(own), own.look, choice=True)
            now = await self._bot.tables.look(press.table)
            if now.last_move > own.look.table.version and await self._follows(interaction, press.table):
                raise Stale(now.table)
        except REFUSED as error:
            await self._refuse(interaction, error, press)

    async def _play(
        self,
        interaction: Interaction,
        press: Press,
        move: Callable[[hand_page.Own], Move | str],
        again: Callable[[hand_page.Own, str], Page] | None = None,
    ) -> None:
        """Play the move of a press.

        If the move is refused, `again` makes the page that lets the player choose once more.
        """
        user = interaction.user.id
        try:
            own = await self._own(press.table, user)
            try:
                await self._bot.tables.turns.play(
                    press.table, user, move(own), version=press.version, interaction_id=interaction.id
                )
            except REFUSED as error:
                if again is None or isinstance(error, TableError):
                    raise
                await self._show(interaction, again(own, sentence(error)), own.look, choice=True)
                return
            if not await self._follows(interaction, press.table):
                await self._show_hand(interaction, press.table)
        except REFUSED as error:
            await self._refuse(interaction, error, press)

    # -- what is shown

    async def _refuse(self, interaction: Interaction, error: Exception, press: Press | None = None) -> None:
        """Say why a press was refused: with the hand as it is now, or in a message by itself."""
        remark = sentence(error)
        if press is not None:
            # If the hand can't be shown either, the refusal is shown by itself.
            with suppress(*REFUSED):
                await self._show_hand(interaction, press.table, remark)
                return
        if _is_private(interaction):
            await self._bot.discord_api.whisper(interaction, notice(remark))
        else:
            await self._say(interaction, notice(remark))

    async def _say(self, interaction: Interaction, page: Page) -> None:
        """Answer with a page that is useful only now; the next answer replaces it."""
        await self._answer(interaction, page, 0)

    async def _show(self, interaction: Interaction, page: Page, look: Look, *, choice: bool = False) -> None:
        """Answer with a player's hand, or with a choice of cards; it replaces the last such answer."""
        followed = interaction.message if not for_one(interaction) else None
        if followed is not None and choice:
            self._bot.teller.choosing(followed.id, interaction.user.id, look)
        await self._answer(interaction, page, look.table.id, choice=choice)
        if followed is not None and not choice:
            self._bot.teller.chosen(followed.id)

    async def _answer(self, interaction: Interaction, page: Page, table_id: int, *, choice: bool = False) -> None:
        message_id = await self._bot.discord_api.answer(interaction, page)
        if message_id is not None and for_one(interaction):
            for old in self._answers.given(interaction, message_id, table_id, choice=choice):
                await self._bot.discord_api.withdraw(old.interaction)

    async def _redraw(self, user_id: int) -> None:
        """Show a person's hands again after a change of their looks.

        Only private answers that can still be changed are updated.
        """
        for answer in self._answers.of(user_id):
            if not answer.choice:
                with suppress(*REFUSED):
                    await self._show_hand(answer.interaction, answer.table)

    async def _show_hand(self, interaction: Interaction, table_id: int, remark: str | None = None) -> None:
        shown: Table | None = None
        while shown is None or await self._overtaken(interaction, shown) is not None:
            own = await self._own(table_id, interaction.user.id, shown_in=interaction.channel_id)
            await self._show(interaction, hand_page.hand(own, remark), own.look)
            shown = own.look.table

    async def _follows(self, interaction: Interaction, table_id: int) -> bool:
        """Return whether the pressed message follows the table by itself, without an answer."""
        message = interaction.message
        return message is not None and await self._bot.teller.keeps(table_id, message.id)

    async def _overtaken(self, interaction: Interaction, shown: Table) -> Table | None:
        """Return the table as it is now if this answer may have overwritten a newer state of it, else None."""
        now = await self._bot.tables.get(shown.id)
        return now if now.version > shown.version and await self._follows(interaction, shown.id) else None

    async def _show_table(self, interaction: Interaction, table_id: int) -> None:
        look = await self._bot.tables.look(table_id)
        person = await self._bot.people.get(interaction.user.id)
        picture = await self._bot.pictures.table(look.public, person) if look.public and person.pictures else None
        await self._say(interaction, watch_page.watching(look, picture, interaction.user.id))

    async def _own(self, table_id: int, user_id: int, *, shown_in: int | None = None) -> hand_page.Own:
        """Return the table as a player sees it, with their hand.

        The table is added if the answer goes to another channel than the table's. Raises `NotSeated` or `WrongStatus`
        if the person has no hand.
        """
        look = await self._bot.tables.look(table_id, user_id)
        if look.mine is None:
            raise _no_hand(look, user_id)
        person = await self._bot.people.get(user_id)
        with_table = shown_in not in (None, look.table.channel_id)
        return await self._bot.teller.own(look, look.mine, person, with_table=with_table)


def _no_hand(look: Look, user_id: int) -> TableError:
    return NotSeated() if look.table.seat_of(user_id) is None else WrongStatus(look.table)


def _as_typed(look: Look, verb: str, text: str) -> Move | str | None:
    """Return the move that a command's text names, None if the player must choose.

    Raises `Unheard` for a text that can't be read, `NotHeld` for cards that are not in the hand.
    """
    view = look.mine
    assert view is not None
    if verb == "take":
        if text:
            using, _slash, also = text.partition("/")
            if using.strip() in ("", _NOTHING):
                return f"take / {typed_cards.groups(also, view.hand)}" if also.strip() else "take"
            return f"take {typed_cards.groups(text, view.hand)}"
        return move_order.plain_take(view)
    if verb == "meld":
        return f"meld {typed_cards.groups(text, view.hand)}" if text else None
    if verb == "discard":
        return f"discard {typed_cards.one_card(text, view.hand)}" if text else None
    return None


def _completions(look: Look, text: str, verb: str) -> _Choices:
    view = look.mine
    if view is None:
        return []
    moves = move_order.discards(view) if verb == "discard" else move_order.melds(view, verb)
    rules = view.public.rules
    top = None if rules.takes_freely else view.public.upcard
    wanted = text.strip().lower()
    found: dict[str, str] = {}
    for move in moves:
        value = card_text(move.card) if move.card is not None else " / ".join(map(str, move.groups)) or _NOTHING
        name = words.choice(move, top)
        if move.card is not None and (hint := words.discard_hint(move.card, rules)):
            name = f"{name} ({hint})"
        plain = f"{name} {value}".lower()
        if len(value) <= 100 and (not wanted or wanted in plain or _similar(wanted, plain)):
            found.setdefault(value, name)
    return [app_commands.Choice(name=name, value=value) for value, name in list(found.items())[:COMPLETIONS]]


def _similar(wanted: str, offered: str) -> bool:
    """Return whether every typed word is somewhere in the offered text."""
    return all(word in offered for word in wanted.split())


def _verb(press: Press) -> str:
    return "take" if press.rest.startswith("t") else "meld"


def _chosen(action: str, value: int | None) -> tuple[int | None, Card | None]:
    """Return the rank and card after a choice in the menus of the discard."""
    if action == "discard-card" and value is not None:
        return value >> 2, meld_draft.card(value)
    return value if action == "discard-rank" else None, None


def _is_ephemeral(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


def _is_private(interaction: Interaction) -> bool:
    """Return whether only this person sees the message that was pressed."""
    return interaction.guild_id is None or _is_ephemeral(interaction)


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(Play(bot))
