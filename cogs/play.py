"""Playing: commands in the game's channel and in direct messages, and the buttons and menus for the same moves."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import discord
from discord import app_commands

from bot.canasta.cards import Card, card_text
from bot.canasta.moves import IllegalMove, Move
from bot.canasta.views import SeatView
from bot.client import CanastaBot
from bot.tables import OWN_TABLES, Look, NotSeated, NotYourTurn, Stale, Status, Table, TableError, WrongStatus
from bot.ui import meld_draft, move_order, typed_cards
from bot.ui.actions import CustomId, Interaction, Press, TableAction, Unreadable, number
from bot.ui.i18n import N_, _
from bot.ui.limits import COMPLETIONS
from bot.ui.page import Page, notice
from bot.ui.pages import builder_page, games_page, hand_page, help_page, table_page, watch_page
from bot.ui.words import card_names, hint_text, move_text
from bot.ui.words.refusals import REFUSED, Refused, sentence
from cogs.answers import Answers, for_one
from cogs.frame import Cog, How, answered, pressed

_Choices = list[app_commands.Choice[str]]
#: The value of a completion in which no card of the hand joins the pile's top card.
_NOTHING = "-"
#: The moves of buttons that need no cards.
_VERBS: dict[type[TableAction], str] = {
    hand_page.Draw: "draw",
    hand_page.Ask: "ask",
    hand_page.Undo: "undo",
    hand_page.Yes: "answer yes",
    hand_page.No: "answer no",
}
#: The actions whose refusal is shown by itself: choices of a game, and ways to the hand.
_OF_LISTS = (games_page.Which.name, games_page.Show.name, hand_page.NextGame.name)
_OF_HANDS = (table_page.Hand.name, builder_page.Back.name, help_page.OpenHand.name)


def _beside(interaction: Interaction, _values: tuple[str, ...]) -> How:
    """Return how a hand is shown: in the pressed message if only this person sees that, else apart."""
    return How.IN_PLACE if _is_private(interaction) else How.APART


class Play(Cog):
    """The commands, buttons and menus that players use to see and play their cards."""

    def __init__(self, bot: CanastaBot) -> None:
        super().__init__(bot)
        self._answers = Answers(bot.seconds)
        bot.redraw_also(self._redraw)

    # -- commands

    @app_commands.command(name="hand", description=N_("Show your hand and what you can do"))
    @answered
    async def hand(self, interaction: discord.Interaction[CanastaBot]) -> Page | None:
        """Show players their hand."""
        return await self._command(interaction, "hand")

    @app_commands.command(name="table", description=N_("Show the table"))
    @answered
    async def table(self, interaction: discord.Interaction[CanastaBot]) -> Page | None:
        """Show the table."""
        return await self._command(interaction, "table")

    @app_commands.command(name="draw", description=N_("Draw from the stock"))
    @answered
    async def draw(self, interaction: discord.Interaction[CanastaBot]) -> Page | None:
        """Draw from the stock."""
        return await self._command(interaction, "draw")

    @app_commands.command(name="take-pile", description=N_("Take the pile"))
    @app_commands.rename(using="with")
    @app_commands.describe(
        using=N_("Your cards to go with the top card, for example K K (empty: a list)"),
        also=N_("Other melds to lay down at the same time, for example Q Q 2 / 7 7 7"),
    )
    @answered
    async def take_pile(
        self,
        interaction: discord.Interaction[CanastaBot],
        using: app_commands.Range[str, 1, 100] | None = None,
        also: app_commands.Range[str, 1, 200] | None = None,
    ) -> Page | None:
        """Take the pile with the typed cards, or let the player choose how."""
        return await self._command(interaction, "take", (using or "") + (f" / {also}" if also else ""))

    @app_commands.command(name="meld", description=N_("Lay down cards"))
    @app_commands.describe(cards=N_("For example K K 2, or two melds: K K K / 7 7 2 (empty: a list)"))
    @answered
    async def meld(
        self, interaction: discord.Interaction[CanastaBot], cards: app_commands.Range[str, 1, 300] | None = None
    ) -> Page | None:
        """Lay the typed cards, or let the player choose some."""
        return await self._command(interaction, "meld", cards or "")

    @app_commands.command(name="discard", description=N_("Discard a card and end your turn"))
    @app_commands.describe(card=N_("For example 7, or 7♠ (leave empty to choose from a list)"))
    @answered
    async def discard(
        self, interaction: discord.Interaction[CanastaBot], card: app_commands.Range[str, 1, 50] | None = None
    ) -> Page | None:
        """Discard the typed card, or let the player choose one."""
        return await self._command(interaction, "discard", card or "")

    @app_commands.command(name="ask-to-go-out", description=N_("Ask your partner for permission to go out"))
    @answered
    async def ask(self, interaction: discord.Interaction[CanastaBot]) -> Page | None:
        """Ask the partner for permission to go out."""
        return await self._command(interaction, "ask")

    @app_commands.command(name="undo", description=N_("Take back the cards you have just laid down"))
    @answered
    async def undo(self, interaction: discord.Interaction[CanastaBot]) -> Page | None:
        """Take back the cards that were just laid."""
        return await self._command(interaction, "undo")

    @app_commands.command(name="hint", description=N_("Say what a strong player would do in your turn"))
    @answered
    async def hint(self, interaction: discord.Interaction[CanastaBot]) -> Page | None:
        """Give a hint."""
        return await self._command(interaction, "hint")

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

    async def _command(self, interaction: Interaction, verb: str, text: str = "") -> Page | None:
        if interaction.guild_id is None:
            await self._bot.teller.write_again(interaction.user.id)
            found = await self._waiting(interaction, verb)
        else:
            found = [await self.here(interaction)]
        if len(found) > 1:
            return games_page.which(found, interaction.user.id, verb, text, self._place)
        return await self._carry_out(interaction, found[0], verb, text)

    async def _waiting(self, interaction: Interaction, verb: str) -> list[Table]:
        """Return the games that a command typed in direct messages may be about. Raises `Refused` if there are none."""
        waiting = [] if verb in ("hand", "table") else await self._bot.tables.games.waiting_for(interaction.user.id)
        found = waiting or await self.playing(interaction)
        if not waiting and len(found) > 1 and verb not in ("hand", "table"):
            raise Refused(_("None of your games is waiting for you now. `/canasta list` shows them all."))
        return found

    def _place(self, table: Table) -> hand_page.Place:
        return self._bot.teller.place(table.guild_id, table.channel_id)

    @pressed(games_page.Which)
    async def _which_pressed(self, interaction: Interaction, press: Press[games_page.Which]) -> Page | None:
        table = await self._bot.tables.get(number(press.value))
        if table.seat_of(interaction.user.id) is None:
            raise NotSeated
        return await self._carry_out(interaction, table, press.action.verb, press.action.text)

    async def _carry_out(self, interaction: Interaction, table: Table, verb: str, text: str) -> Page | None:
        """Carry out a command at a table and show the resulting hand, or return another page.

        Raises an error of `REFUSED` if it isn't possible.
        """
        if verb == "table":
            return await self._table_page(interaction, table.id)
        if verb == "hint":
            await self._give_hint(interaction, table.id)
            return None
        look = await self._bot.tables.look(table.id, interaction.user.id)
        to_move = look.table.to_move
        if verb != "hand" and look.mine is not None and not look.mine.my_turn and to_move is not None:
            raise NotYourTurn(to_move)
        if verb in ("take", "meld", "discard") and look.mine is not None and look.mine.my_turn:
            if (problem := move_order.out_of_place(look.mine, verb)) is not None:
                raise IllegalMove(problem)
            if verb == "take" and not text and look.mine.untaken is not None:
                return notice(move_text.untaken(look.mine.untaken))
        if verb != "hand" and look.mine is not None and (move := _as_typed(look, verb, text)) is not None:
            await self._play_typed(interaction, look, move)
        elif verb in ("take", "meld", "discard") and look.mine is not None:
            if verb not in look.mine.verbs and look.mine.public.phase == "draw":
                raise IllegalMove("draw-first")
            if verb not in look.mine.verbs:
                return notice(_("You can't lay down anything now: discard a card to end your turn."))
            chosen = _cards(builder_page.only_way(look.mine)) if verb == "take" else ()
            own = await self._own(table.id, interaction.user.id, chosen=chosen)
            await self._show(interaction, _choice(own, verb), own.look, choice=True)
            return None
        elif verb != "hand":
            await self._play_typed(interaction, look, verb)
        await self._show_hand(interaction, table.id)
        return None

    async def _play_typed(self, interaction: Interaction, look: Look, move: Move | str) -> None:
        """Play the move of a command, which is answered by the hand."""
        table, user = look.table, interaction.user.id
        self._bot.teller.answered(user, table, elsewhere=True)
        await self._bot.tables.turns.play(table.id, user, move, interaction_id=interaction.id)

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

    @pressed(table_page.Hand, builder_page.Back, how=_beside)
    async def _hand_pressed(self, interaction: Interaction, press: Press[TableAction]) -> None:
        await self._show_hand(interaction, press.action.table)

    @pressed(help_page.OpenHand, how=How.APART)
    async def _hand_wanted(self, interaction: Interaction, press: Press[help_page.OpenHand]) -> None:
        await self._show_hand(interaction, press.action.table)

    @pressed(games_page.Show, how=How.APART)
    async def _hand_chosen(self, interaction: Interaction, press: Press[games_page.Show]) -> None:
        """Show the hand of a game chosen from a list; the list remains."""
        await self._show_hand(interaction, number(press.value))

    @pressed(hand_page.NextGame, how=How.APART)
    async def _next_wanted(self, interaction: Interaction, press: Press[hand_page.NextGame]) -> None:
        waiting = await self._bot.tables.games.waiting_for(interaction.user.id)
        if not waiting:
            raise Refused(_("None of your games is waiting for you now."))
        await self._show_hand(interaction, waiting[0].id)

    @pressed(hand_page.Draw, hand_page.Ask, hand_page.Undo, hand_page.Yes, hand_page.No)
    async def _plain_pressed(self, interaction: Interaction, press: Press[TableAction]) -> None:
        verb = _VERBS[type(press.action)]
        await self._play(interaction, press.action, lambda view: verb)

    @pressed(hand_page.AskHint)
    async def _hint_pressed(self, interaction: Interaction, press: Press[hand_page.AskHint]) -> None:
        await self._give_hint(interaction, press.action.table)

    async def _give_hint(self, interaction: Interaction, table_id: int) -> None:
        """Show the hand with a hint that is made from nothing but what its player sees."""
        table, view, hint = await self._bot.tables.hints.ask(table_id, interaction.user.id)
        await self._show_hand(interaction, table_id, hint=hint_text.hint(view, table, hint))

    @pressed(hand_page.Also)
    async def _also_chosen(self, interaction: Interaction, press: Press[hand_page.Also]) -> None:
        move = press.value
        await self._play(interaction, press.action, lambda view: move)

    @pressed(hand_page.Throw)
    async def _throw_pressed(self, interaction: Interaction, press: Press[hand_page.Throw]) -> None:
        await self._bot.pauses.withdraw(press.action.table, interaction.user.id)
        await self._discard(interaction, press.action, meld_draft.card(press.action.card))

    async def _discard(self, interaction: Interaction, action: TableAction, card: Card) -> None:
        await self._play(
            interaction,
            action,
            lambda view: Move(view.seat, "discard", card=card),
            lambda own, remark: builder_page.discarding(own, remark=remark),
        )

    @pressed(hand_page.Lay)
    async def _lay_pressed(self, interaction: Interaction, press: Press[hand_page.Lay]) -> None:
        verb, groups = press.action.verb, press.action.groups
        await self._play(
            interaction,
            press.action,
            lambda view: meld_draft.to_move(view, verb, groups),
            lambda own, remark: builder_page.building(own, verb, groups, remark=remark),
            _cards(groups),
        )

    @pressed(hand_page.Take)
    async def _take_pressed(self, interaction: Interaction, press: Press[hand_page.Take]) -> None:
        """Open the choice of how to take the pile.

        If there is only one way, and it uses no wild cards, take the pile at once.
        """
        look = await self._bot.tables.look(press.action.table, interaction.user.id)
        only = move_order.plain_take(look.mine) if look.mine is not None else None
        if only is not None:
            await self._play(interaction, press.action, lambda view: only)
        else:
            chosen = _cards(builder_page.only_way(look.mine)) if look.mine is not None else ()
            await self._turn_to(interaction, press.action, builder_page.taking, chosen)

    @pressed(hand_page.Meld)
    async def _meld_pressed(self, interaction: Interaction, press: Press[hand_page.Meld]) -> None:
        await self._build(interaction, press.action, "meld")

    @pressed(builder_page.Over)
    async def _over_pressed(self, interaction: Interaction, press: Press[builder_page.Over]) -> None:
        await self._build(interaction, press.action, press.action.verb)

    async def _build(self, interaction: Interaction, action: TableAction, verb: str) -> None:
        """Open the choice of cards to lay."""
        await self._turn_to(interaction, action, lambda own: builder_page.building(own, verb, ()))

    @pressed(builder_page.Ready)
    async def _ready_chosen(self, interaction: Interaction, press: Press[builder_page.Ready]) -> None:
        """Lay the melds that were chosen together, or show them if that can't be done, or not be taken back."""
        verb = press.action.verb
        groups = meld_draft.joined(meld_draft.unpack(value.replace("-", "")) for value in press.values)
        chosen = _cards(groups) if meld_draft.fits(groups) else ()

        def page(own: hand_page.Own, remark: str | None = None) -> Page:
            if short := meld_draft.short_of(groups, own.view.hand):
                remark = _("You hold too few cards for all of that: {cards} would be needed twice.")
                return builder_page.building(own, verb, (), remark=remark.format(cards=card_names.cards(short)))
            try:
                return builder_page.building(own, verb, groups, remark=remark)
            except ValueError:
                return builder_page.building(own, verb, (), remark=_("That is too much to lay down in one go."))

        look, view = await self._look(press.action.table, interaction.user.id)
        # A pile that is taken can't be put back, nor a hand of which nothing is left; lessons go step by step.
        undoable = verb == "meld" and len(chosen) < len(view.hand) and look.lesson is None
        if undoable and chosen and not meld_draft.short_of(groups, view.hand):
            await self._play(
                interaction, press.action, lambda view: meld_draft.to_move(view, verb, groups), page, chosen
            )
        else:
            await self._turn_to(interaction, press.action, page, chosen)

    @pressed(builder_page.Rank)
    async def _target_chosen(self, interaction: Interaction, press: Press[builder_page.Rank]) -> None:
        verb, groups, target = press.action.verb, press.action.groups, number(press.value)
        await self._turn_to(
            interaction,
            press.action,
            lambda own: builder_page.building(own, verb, groups, target=target),
            _cards(groups),
        )

    @pressed(builder_page.Cards)
    async def _cards_chosen(self, interaction: Interaction, press: Press[builder_page.Cards]) -> None:
        verb, before, target = press.action.verb, press.action.groups, press.action.target
        groups = meld_draft.put(before, target, builder_page.read_card_options(press.values))

        def page(own: hand_page.Own) -> Page:
            if target not in move_order.targets(own.view, verb):
                raise Unreadable
            try:
                return builder_page.building(own, verb, groups)
            except ValueError:
                remark = _("That is as much as you can lay down in one go: lay these down first.")
                return builder_page.building(own, verb, before, remark=remark)

        await self._turn_to(interaction, press.action, page, _cards(groups if meld_draft.fits(groups) else before))

    @pressed(hand_page.Discard)
    async def _discard_pressed(self, interaction: Interaction, press: Press[hand_page.Discard]) -> None:
        await self._turn_to(interaction, press.action, builder_page.discarding)

    @pressed(hand_page.DiscardOf)
    async def _discard_of_pressed(self, interaction: Interaction, press: Press[hand_page.DiscardOf]) -> None:
        rank = press.action.rank
        await self._turn_to(interaction, press.action, lambda own: builder_page.discarding(own, rank=rank))

    @pressed(hand_page.Put)
    async def _card_pressed(self, interaction: Interaction, press: Press[hand_page.Put]) -> None:
        """Discard a card at once, in a moment, or after a question, as the player prefers."""
        action, card = press.action, meld_draft.card(press.action.card)
        way = (await self._bot.people.get(interaction.user.id)).discarding
        if way == "ask":
            await self._turn_to(
                interaction, action, lambda own: builder_page.discarding(own, rank=card >> 2, card=card), (card,)
            )
        elif way == "undo" and self._bot.pauses.wanted and action.table not in OWN_TABLES:
            await self._discard_soon(interaction, action, card)
        else:
            await self._discard(interaction, action, card)

    async def _discard_soon(self, interaction: Interaction, action: TableAction, card: Card) -> None:
        """Have a discard wait, and show how it can be taken back."""
        look, view = await self._look(action.table, interaction.user.id)
        if card not in move_order.throws(view) or not look.last_move <= action.version <= look.table.version:
            await self._discard(interaction, action, card)
            return
        await self._bot.pauses.begin(
            action.table, interaction.user.id, card, version=action.version, interaction_id=interaction.id
        )
        await self._show_hand(interaction, action.table)

    @pressed(hand_page.TakeUp)
    async def _take_up_pressed(self, interaction: Interaction, press: Press[hand_page.TakeUp]) -> None:
        taken = await self._bot.pauses.withdraw(press.action.table, interaction.user.id)
        remark = None if taken else _("It's too late to take that card back.")
        await self._show_hand(interaction, press.action.table, remark)

    @pressed(builder_page.DiscardRank)
    async def _rank_chosen(self, interaction: Interaction, press: Press[builder_page.DiscardRank]) -> None:
        rank = number(press.value)
        await self._turn_to(interaction, press.action, lambda own: builder_page.discarding(own, rank=rank))

    @pressed(builder_page.DiscardCard)
    async def _card_chosen(self, interaction: Interaction, press: Press[builder_page.DiscardCard]) -> None:
        card = meld_draft.card(number(press.value))
        await self._turn_to(
            interaction, press.action, lambda own: builder_page.discarding(own, rank=card >> 2, card=card), (card,)
        )

    async def _turn_to(
        self,
        interaction: Interaction,
        action: TableAction,
        page: Callable[[hand_page.Own], Page],
        chosen: tuple[Card, ...] = (),
    ) -> None:
        """Show another page in the player's own message, if no move has been made since it was shown.

        The `chosen` cards are lifted in the picture of the hand.
        """
        own = await self._own(action.table, interaction.user.id, chosen=chosen)
        if not own.look.last_move <= action.version <= own.look.table.version:
            raise Stale(own.look.table)
        await self._show(interaction, page(own), own.look, choice=True)
        if await self._follows(interaction, action.table):
            now = await self._bot.tables.look(action.table)
            if now.last_move > own.look.table.version:
                raise Stale(now.table)

    async def _play(
        self,
        interaction: Interaction,
        action: TableAction,
        move: Callable[[SeatView], Move | str],
        again: Callable[[hand_page.Own, str], Page] | None = None,
        chosen: tuple[Card, ...] = (),
    ) -> None:
        """Play the move of a press.

        If the move is refused, `again` makes the page that lets the player choose once more, with the `chosen` cards lifted.
        """
        user = interaction.user.id
        look, view = await self._look(action.table, user)
        follows = await self._follows(interaction, action.table)
        self._bot.teller.answered(user, look.table, elsewhere=not follows)
        try:
            await self._bot.tables.turns.play(
                action.table, user, move(view), version=action.version, interaction_id=interaction.id
            )
        except REFUSED as error:
            if again is None or isinstance(error, TableError):
                raise
            own = await self._drawn(look, view, user, chosen=chosen)
            await self._show(interaction, again(own, sentence(error)), own.look, choice=True)
            return
        if not follows:
            await self._show_hand(interaction, action.table)

    # -- what is shown

    async def show(self, interaction: Interaction, page: Page) -> None:
        """Answer with a page that is useful only now; the next answer replaces it."""
        await self._answer(interaction, page, 0)

    async def refuse(self, interaction: Interaction, error: Exception, pressed: CustomId | None) -> None:
        """Answer why something was refused; where cards were chosen, with the hand as it is now."""
        if pressed is None or pressed.action in _OF_LISTS:
            await super().refuse(interaction, error, pressed)
            return
        if pressed.action not in _OF_HANDS:
            # If the hand can't be shown either, the refusal is shown by itself.
            with suppress(*REFUSED):
                await self._show_hand(interaction, pressed.table, sentence(error))
                return
        if _is_private(interaction):
            await self._bot.discord_api.whisper(interaction, notice(sentence(error)))
        else:
            await super().refuse(interaction, error, pressed)

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

    async def _show_hand(
        self, interaction: Interaction, table_id: int, remark: str | None = None, hint: str | None = None
    ) -> None:
        shown: Table | None = None
        while shown is None or await self._overtaken(interaction, shown) is not None:
            own = await self._own(table_id, interaction.user.id, shown_in=interaction.channel_id)
            await self._show(interaction, hand_page.hand(own, remark, hint), own.look)
            shown = own.look.table

    async def _follows(self, interaction: Interaction, table_id: int) -> bool:
        """Return whether the pressed message follows the table by itself, without an answer."""
        message = interaction.message
        return message is not None and await self._bot.teller.keeps(table_id, message.id)

    async def _overtaken(self, interaction: Interaction, shown: Table) -> Table | None:
        """Return the table as it is now if this answer may have overwritten a newer state of it, else None."""
        if not await self._follows(interaction, shown.id):
            return None
        now = await self._bot.tables.get(shown.id)
        return now if now.version > shown.version else None

    async def _table_page(self, interaction: Interaction, table_id: int) -> Page:
        look = await self._bot.tables.look(table_id)
        person = await self._bot.people.get(interaction.user.id)
        picture = await self._bot.pictures.table(look.public, person) if look.public and person.pictures else None
        return watch_page.watching(look, picture, interaction.user.id)

    async def _own(
        self, table_id: int, user_id: int, *, shown_in: int | None = None, chosen: tuple[Card, ...] = ()
    ) -> hand_page.Own:
        """Return the table as a player sees it, with their hand, in which the `chosen` cards are lifted.

        The table is added if the answer goes to another channel than the table's. Raises `NotSeated` or `WrongStatus`
        if the person has no hand.
        """
        look, view = await self._look(table_id, user_id)
        with_table = shown_in not in (None, look.table.channel_id)
        return await self._drawn(look, view, user_id, with_table=with_table, chosen=chosen)

    async def _drawn(
        self,
        look: Look,
        view: SeatView,
        user_id: int,
        *,
        with_table: bool = False,
        chosen: tuple[Card, ...] = (),
    ) -> hand_page.Own:
        """Return the table as a player saw it, with their hand."""
        person = await self._bot.people.get(user_id)
        return await self._bot.teller.own(look, view, person, with_table=with_table, chosen=chosen)

    async def _look(self, table_id: int, user_id: int) -> tuple[Look, SeatView]:
        """Return the table as a player sees it, without pictures. Raises `NotSeated` or `WrongStatus` if they have no hand."""
        look = await self._bot.tables.look(table_id, user_id)
        if look.mine is None:
            raise _no_hand(look, user_id)
        return look, look.mine


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
        name = move_text.choice(move, top)
        if move.card is not None and (hint := move_text.discard_hint(move.card, rules)):
            name = f"{name} ({hint})"
        plain = f"{name} {value}".lower()
        if len(value) <= 100 and (not wanted or wanted in plain or _similar(wanted, plain)):
            found.setdefault(value, name)
    return [app_commands.Choice(name=name, value=value) for value, name in list(found.items())[:COMPLETIONS]]


def _similar(wanted: str, offered: str) -> bool:
    """Return whether every typed word is somewhere in the offered text."""
    return all(word in offered for word in wanted.split())


def _cards(groups: meld_draft.Groups) -> tuple[Card, ...]:
    """Return the cards of the hand that groups hold."""
    return tuple(card for group in groups for card in group.cards)


def _choice(own: hand_page.Own, verb: str) -> Page:
    """Return the page on which the player chooses the cards of a move."""
    if verb == "meld":
        return builder_page.building(own, verb, ())
    return builder_page.discarding(own) if verb == "discard" else builder_page.taking(own)


def _is_ephemeral(interaction: Interaction) -> bool:
    return interaction.message is not None and interaction.message.flags.ephemeral


def _is_private(interaction: Interaction) -> bool:
    """Return whether only this person sees the message that was pressed."""
    return interaction.guild_id is None or _is_ephemeral(interaction)


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(Play(bot))
