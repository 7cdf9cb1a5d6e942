"""Playing: the buttons and menus by which players see and play their cards."""

from __future__ import annotations

from collections.abc import Callable

from bot.canasta.cards import Card
from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.client import CanastaBot
from bot.tables import OWN_TABLES, Look, Stale, TableError
from bot.ui import meld_draft, move_order
from bot.ui.actions import Interaction, Press, TableAction, Unreadable, number
from bot.ui.i18n import _
from bot.ui.page import Page
from bot.ui.pages import builder_page, games_page, hand_page, help_page, orders_page, table_page
from bot.ui.words import card_names
from bot.ui.words.refusals import REFUSED, Refused, sentence
from cogs.answers import Answers
from cogs.frame import How, pressed
from cogs.hands import Hands, Seen, is_private
from cogs.typed_moves import TypedMoves

#: The moves of buttons that need no cards.
_VERBS: dict[type[TableAction], str] = {
    hand_page.Draw: "draw",
    hand_page.Ask: "ask",
    hand_page.Undo: "undo",
    hand_page.Yes: "answer yes",
    hand_page.No: "answer no",
}


def _beside(interaction: Interaction, _values: tuple[str, ...]) -> How:
    """Return how a hand is shown: in the pressed message if only this person sees that, else apart."""
    return How.IN_PLACE if is_private(interaction) else How.APART


class Play(Hands):
    """The buttons and menus that players use to see and play their cards."""

    @pressed(table_page.Hand, builder_page.Back, how=_beside)
    async def _hand_pressed(self, interaction: Interaction, press: Press[TableAction]) -> None:
        await self.show_hand(interaction, press.action.table)

    @pressed(help_page.OpenHand, how=How.APART)
    async def _hand_wanted(self, interaction: Interaction, press: Press[help_page.OpenHand]) -> None:
        await self.show_hand(interaction, press.action.table)

    @pressed(orders_page.HandOf, how=How.APART)
    async def _called_hand_wanted(self, interaction: Interaction, press: Press[orders_page.HandOf]) -> None:
        await self.show_hand(interaction, press.action.game)

    @pressed(games_page.Show, how=How.APART)
    async def _hand_chosen(self, interaction: Interaction, press: Press[games_page.Show]) -> None:
        """Show the hand of a game chosen from a list; the list remains."""
        await self.show_hand(interaction, number(press.value))

    @pressed(games_page.ShowHand, how=How.APART)
    async def _listed_hand_wanted(self, interaction: Interaction, press: Press[games_page.ShowHand]) -> None:
        """Show the hand of a game of a list; the list remains."""
        await self.show_hand(interaction, press.action.table)

    @pressed(hand_page.NextGame, how=How.APART)
    async def _next_wanted(self, interaction: Interaction, press: Press[hand_page.NextGame]) -> None:
        waiting = await self._bot.tables.games.waiting_for(interaction.user.id)
        if not waiting:
            raise Refused(_("None of your games is waiting for you now."))
        if interaction.guild_id is None and (
            there := await self._bot.teller.hand_there(waiting[0], interaction.user.id)
        ):
            place = await self._bot.teller.pages.find_place(waiting[0].guild_id, waiting[0].channel_id)
            await self.show(interaction, hand_page.waits(waiting[0], interaction.user.id, place, there))
            return
        await self.show_hand(interaction, waiting[0].id)

    @pressed(hand_page.Draw, hand_page.Ask, hand_page.Undo, hand_page.Yes, hand_page.No)
    async def _plain_pressed(self, interaction: Interaction, press: Press[TableAction]) -> None:
        verb = _VERBS[type(press.action)]
        await self._play(interaction, press.action, lambda view: verb)

    @pressed(hand_page.AskHint)
    async def _hint_pressed(self, interaction: Interaction, press: Press[hand_page.AskHint]) -> None:
        await self.give_hint(interaction, press.action.table)

    @pressed(hand_page.WithdrawOrders)
    async def _orders_withdrawn(self, interaction: Interaction, press: Press[hand_page.WithdrawOrders]) -> None:
        await self._bot.tables.standing_orders.withdraw(press.action.table, interaction.user.id)
        await self.show_hand(interaction, press.action.table)

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
            meld_draft.cards(groups),
        )

    @pressed(hand_page.Take)
    async def _take_pressed(self, interaction: Interaction, press: Press[hand_page.Take]) -> None:
        """Open the choice of how to take the pile.

        If there is only one way, and it uses no wild cards, take the pile at once.
        """
        seen = await self.seen(press.action.table, interaction.user.id)
        only = move_order.plain_take(seen.view)
        if only is not None:
            await self._play(interaction, press.action, lambda view: only, seen=seen)
        else:
            chosen = meld_draft.cards(builder_page.only_way(seen.view))
            await self._turn_to(interaction, press.action, builder_page.taking, chosen, seen=seen)

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
        chosen = meld_draft.cards(groups) if meld_draft.fits(groups) else ()

        def page(own: hand_page.Own, remark: str | None = None) -> Page:
            if short := meld_draft.short_of(groups, own.view.hand):
                remark = _("You don't have enough cards for all of that: you would need {cards} twice.")
                return builder_page.building(own, verb, (), remark=remark.format(cards=card_names.cards(short)))
            try:
                return builder_page.building(own, verb, groups, remark=remark)
            except ValueError:
                return builder_page.building(own, verb, (), remark=_("That is too much to lay down in one go."))

        seen = await self.seen(press.action.table, interaction.user.id)
        hand = seen.view.hand
        # A pile that is taken can't be put back, nor a hand of which nothing is left.
        undoable = verb == "meld" and len(chosen) < len(hand)
        if undoable and chosen and not meld_draft.short_of(groups, hand):
            move = meld_draft.to_move(seen.view, verb, groups)
            await self._play(interaction, press.action, lambda view: move, page, chosen, seen=seen)
        else:
            await self._turn_to(interaction, press.action, page, chosen, seen=seen)

    @pressed(builder_page.Rank)
    async def _target_chosen(self, interaction: Interaction, press: Press[builder_page.Rank]) -> None:
        verb, groups, target = press.action.verb, press.action.groups, number(press.value)
        await self._turn_to(
            interaction,
            press.action,
            lambda own: builder_page.building(own, verb, groups, target=target),
            meld_draft.cards(groups),
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

        await self._turn_to(
            interaction, press.action, page, meld_draft.cards(groups if meld_draft.fits(groups) else before)
        )

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
        seen = await self.seen(action.table, interaction.user.id)
        if card not in move_order.throws(seen.view) or _is_stale(action, seen.look):
            await self._discard(interaction, action, card)
            return
        await self._bot.pauses.begin(
            action.table, interaction.user.id, card, version=action.version, interaction_id=interaction.id
        )
        await self.show_hand(interaction, action.table)

    @pressed(hand_page.TakeUp)
    async def _take_up_pressed(self, interaction: Interaction, press: Press[hand_page.TakeUp]) -> None:
        taken = await self._bot.pauses.withdraw(press.action.table, interaction.user.id)
        remark = None if taken else _("It's too late to take that card back.")
        await self.show_hand(interaction, press.action.table, remark)

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
        *,
        seen: Seen | None = None,
    ) -> None:
        """Show another page in the player's own message, if no move has been made since it was shown.

        The `chosen` cards are lifted in the picture of the hand. `seen` is what has just been looked at, if anything.
        """
        seen = seen or await self.seen(action.table, interaction.user.id)
        if _is_stale(action, seen.look):
            raise Stale(seen.look.table)
        own = await self.own(seen, interaction, chosen=chosen)
        await self.show_choice(interaction, page(own), seen.look)
        if await self.follows(interaction, action.table):
            now = await self._bot.tables.look(action.table)
            if now.last_move > seen.look.table.version:
                raise Stale(now.table)

    async def _play(
        self,
        interaction: Interaction,
        action: TableAction,
        move: Callable[[SeatView], Move | str],
        again: Callable[[hand_page.Own, str], Page] | None = None,
        chosen: tuple[Card, ...] = (),
        *,
        seen: Seen | None = None,
    ) -> None:
        """Play the move of a press.

        If the move is refused, `again` makes the page that lets the player choose once more, with the `chosen` cards lifted.
        `seen` is what has just been looked at, if anything.
        """
        user = interaction.user.id
        seen = seen or await self.seen(action.table, user)
        follows = await self.follows(interaction, action.table)
        self.about_to_answer(interaction, seen.look.table)
        try:
            await self._bot.tables.turns.play(
                action.table, user, move(seen.view), version=action.version, interaction_id=interaction.id
            )
        except REFUSED as error:
            if again is None or isinstance(error, TableError):
                raise
            own = await self.own(seen, interaction, chosen=chosen)
            await self.show_choice(interaction, again(own, sentence(error)), seen.look)
            return
        if not follows:
            await self.show_hand(interaction, action.table)


def _is_stale(action: TableAction, look: Look) -> bool:
    """Return whether a move has been made since the message was shown in which an action was pressed."""
    return not look.last_move <= action.version <= look.table.version


async def setup(bot: CanastaBot) -> None:
    """Load the cogs that show hands."""
    answers = Answers(bot.seconds)
    play = Play(bot, answers)
    bot.redraw_also(play.redraw)
    await bot.add_cog(play)
    await bot.add_cog(TypedMoves(bot, answers))
