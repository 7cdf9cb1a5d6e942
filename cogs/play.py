"""Playing: the buttons and menus by which players see and play their cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.canasta.cards import Card
from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.client.client import CanastaBot
from bot.tables import Look, is_own
from bot.tables.errors import Stale, TableError
from bot.ui import meld_draft, move_order
from bot.ui.actions import Interaction, Press, TableAction, Unreadable, number
from bot.ui.i18n import _
from bot.ui.page import Page
from bot.ui.pages import builder_page, games_page, hand_page, help_page, orders_page, round_page, table_page
from bot.ui.words.refusals import REFUSED, Refused, sentence
from cogs.answers import Answers
from cogs.drafts import Draft, Drafts
from cogs.frame import How, pressed
from cogs.hands import HandsCog, PlayerLook, is_private
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


class PlayCog(HandsCog):
    """The buttons and menus that players use to see and play their cards."""

    def __init__(self, bot: CanastaBot, answers: Answers) -> None:
        super().__init__(bot, answers)
        self._drafts = Drafts()

    @pressed(table_page.AskHand, builder_page.BackToHand, how=_beside)
    async def _hand_pressed(self, interaction: Interaction, press: Press[TableAction]) -> None:
        await self.show_hand(interaction, press.action.table)

    @pressed(help_page.OpenHand, how=How.APART)
    async def _hand_wanted(self, interaction: Interaction, press: Press[help_page.OpenHand]) -> None:
        await self.show_hand(interaction, press.action.table)

    @pressed(orders_page.HandOf, how=How.APART)
    async def _called_hand_wanted(self, interaction: Interaction, press: Press[orders_page.HandOf]) -> None:
        await self.show_hand(interaction, press.action.game)

    @pressed(games_page.ShowHandOf, how=How.APART)
    async def _hand_chosen(self, interaction: Interaction, press: Press[games_page.ShowHandOf]) -> None:
        """Show the hand of a game chosen from a list; the list remains."""
        await self.show_hand(interaction, number(press.value))

    @pressed(games_page.ShowHand, how=How.APART)
    async def _listed_hand_wanted(self, interaction: Interaction, press: Press[games_page.ShowHand]) -> None:
        """Show the hand of a game of a list; the list remains."""
        await self.show_hand(interaction, press.action.table)

    @pressed(hand_page.NextGame, how=How.APART)
    async def _next_wanted(self, interaction: Interaction, press: Press[hand_page.NextGame]) -> None:
        waiting = await self._services.tables.games.waiting_for(interaction.user.id)
        if not waiting:
            raise Refused(_("No game is waiting for you now."))
        if interaction.guild_id is None and (
            there := await self._services.teller.hand_there(waiting[0], interaction.user.id)
        ):
            place = await self._services.teller.pages.find_place(waiting[0])
            await self.show(interaction, hand_page.waits(waiting[0], interaction.user.id, place, there))
            return
        await self.show_hand(interaction, waiting[0].id)

    @pressed(round_page.NextRound)
    async def _next_round_wanted(self, interaction: Interaction, press: Press[round_page.NextRound]) -> Page:
        """Show the hand of the next round below the sheet of this one."""
        table, user = press.action.table, interaction.user.id
        seen = await self.seen(table, user)
        if not 0 < press.action.round <= len(seen.view.public.finished):
            raise Unreadable
        person = await self._services.people.get(user)
        self._services.teller.next_hand(table, user)
        return await self._services.teller.pages.round_over(seen.look, press.action.round, person, onwards=False)

    @pressed(hand_page.Draw, hand_page.Ask, hand_page.Undo, hand_page.Yes, hand_page.No)
    async def _plain_pressed(self, interaction: Interaction, press: Press[TableAction]) -> None:
        verb = _VERBS[type(press.action)]
        await self._play(interaction, press.action, lambda view: verb)

    @pressed(hand_page.AskHint)
    async def _hint_pressed(self, interaction: Interaction, press: Press[hand_page.AskHint]) -> None:
        await self.give_hint(interaction, press.action.table)

    @pressed(hand_page.WithdrawOrders)
    async def _orders_withdrawn(self, interaction: Interaction, press: Press[hand_page.WithdrawOrders]) -> None:
        await self._services.tables.standing_orders.withdraw(press.action.table, interaction.user.id)
        await self.show_hand(interaction, press.action.table)

    @pressed(hand_page.Also)
    async def _also_chosen(self, interaction: Interaction, press: Press[hand_page.Also]) -> None:
        move = press.value
        await self._play(interaction, press.action, lambda view: move)

    @pressed(hand_page.Throw)
    async def _throw_pressed(self, interaction: Interaction, press: Press[hand_page.Throw]) -> None:
        await self._services.pauses.withdraw(press.action.table, interaction.user.id)
        await self._discard(interaction, press.action, meld_draft.card(press.action.card))

    async def _discard(self, interaction: Interaction, action: TableAction, card: Card) -> None:
        await self._play(
            interaction,
            action,
            lambda view: Move(view.seat, "discard", card=card),
            lambda parts, remark: builder_page.discarding(parts, remark=remark),
        )

    @pressed(hand_page.Lay)
    async def _lay_pressed(self, interaction: Interaction, press: Press[hand_page.Lay]) -> None:
        await self._lay(interaction, press.action, press.action.verb, press.action.groups)

    @pressed(builder_page.OldRank, builder_page.OldCards, builder_page.OldReady, builder_page.OldOver)
    async def _old_menu_pressed(self, interaction: Interaction, press: Press[builder_page.OldMenu]) -> None:
        """Show the hand, from which cards can be chosen again."""
        await self.show_hand(interaction, press.action.table)

    @pressed(builder_page.LayAs)
    async def _way_chosen(self, interaction: Interaction, press: Press[builder_page.LayAs]) -> None:
        await self._lay(interaction, press.action, press.action.verb, meld_draft.unpack(press.value))

    async def _lay(self, interaction: Interaction, action: TableAction, verb: str, groups: meld_draft.Groups) -> None:
        """Lay groups, or show again the choice of their cards if that is refused."""
        cards = meld_draft.cards(groups)

        def again(parts: hand_page.HandParts, remark: str) -> Page:
            chosen = builder_page.Cards.of(parts.view, cards)
            return builder_page.laying(parts, builder_page.Choice(verb, chosen), remark)

        await self._play(interaction, action, lambda view: Move(view.seat, verb, groups), again, cards)

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
            cards = builder_page.Cards.of(seen.view, builder_page.only_way(seen.view))
            await self._choose(interaction, press.action, seen, "take", cards)

    @pressed(hand_page.ChooseMeld)
    async def _meld_pressed(self, interaction: Interaction, press: Press[hand_page.ChooseMeld]) -> None:
        seen = await self.seen(press.action.table, interaction.user.id)
        await self._choose(interaction, press.action, seen, "meld", builder_page.Cards())

    async def _choose(
        self, interaction: Interaction, action: TableAction, seen: PlayerLook, verb: str, cards: builder_page.Cards
    ) -> None:
        """Open the choice of cards to lay, with some chosen already."""
        draft = self._drafts.begin(interaction, (seen.look.table.id, seen.look.last_move, verb), cards)
        await self._show_draft(interaction, action, seen, draft)

    @pressed(builder_page.Pick)
    async def _card_picked(self, interaction: Interaction, press: Press[builder_page.Pick]) -> None:
        """Choose cards to lay or put them back, also those of presses that are still being answered."""
        action = press.action
        seen = await self.seen(action.table, interaction.user.id)
        action.more.held(seen.view)
        draft = self._draft(interaction, action, seen)
        draft.cards, draft.page = builder_page.Cards((draft.cards - action.less) | action.more), action.page
        await self._show_draft(interaction, action, seen, draft)

    @pressed(builder_page.PickRank)
    async def _rank_picked(self, interaction: Interaction, press: Press[builder_page.PickRank]) -> None:
        """Choose a card with its rank; only itself if another press has chosen one of that rank in the meantime."""
        action = press.action
        seen = await self.seen(action.table, interaction.user.id)
        draft = self._draft(interaction, action, seen)
        draft.cards, draft.page = builder_page.Cards(draft.cards | action.more(seen.view, draft.cards)), action.page
        await self._show_draft(interaction, action, seen, draft)

    @pressed(builder_page.MoreCards)
    async def _page_turned(self, interaction: Interaction, press: Press[builder_page.MoreCards]) -> None:
        seen = await self.seen(press.action.table, interaction.user.id)
        draft = self._draft(interaction, press.action, seen)
        draft.page = press.action.page
        await self._show_draft(interaction, press.action, seen, draft)

    def _draft(self, interaction: Interaction, action: builder_page.OfChoice, seen: PlayerLook) -> Draft:
        """Return the choice that is under way in the message that was pressed. Raises `Stale` where the game has gone on."""
        if _is_stale(action, seen.look):
            raise Stale(seen.look.table)
        return self._drafts.of(interaction, (seen.look.table.id, seen.look.last_move, action.verb))

    async def _show_draft(self, interaction: Interaction, action: TableAction, seen: PlayerLook, draft: Draft) -> None:
        """Show chosen cards and what they would do, unless the answer to another press has shown the same."""
        async with draft.lock:
            if draft.shown == (draft.cards, draft.page):
                return
            choice = await self.choice(seen, interaction, draft.verb, draft.cards, draft.page)
            choice = replace(choice, mark=self._drafts.mark(draft))
            await self._turn_to(
                interaction,
                action,
                lambda parts: builder_page.laying(parts, choice),
                choice.cards.held(seen.view),
                counted=choice.counted(seen.view),
                seen=seen,
            )
            draft.shown = choice.cards, choice.page

    @pressed(hand_page.Discard)
    async def _discard_pressed(self, interaction: Interaction, press: Press[hand_page.Discard]) -> None:
        await self._turn_to(interaction, press.action, builder_page.discarding)

    @pressed(hand_page.DiscardOf)
    async def _discard_of_pressed(self, interaction: Interaction, press: Press[hand_page.DiscardOf]) -> None:
        rank = press.action.rank
        await self._turn_to(interaction, press.action, lambda parts: builder_page.discarding(parts, rank=rank))

    @pressed(hand_page.Put)
    async def _card_pressed(self, interaction: Interaction, press: Press[hand_page.Put]) -> None:
        """Discard a card at once, in a moment, or after a question, as the player prefers."""
        action, card = press.action, meld_draft.card(press.action.card)
        way = (await self._services.people.get(interaction.user.id)).discarding
        if way == "ask":
            await self._turn_to(
                interaction, action, lambda parts: builder_page.discarding(parts, rank=card >> 2, card=card), (card,)
            )
        elif way == "undo" and self._services.pauses.wanted and not is_own(action.table):
            await self._discard_soon(interaction, action, card)
        else:
            await self._discard(interaction, action, card)

    async def _discard_soon(self, interaction: Interaction, action: TableAction, card: Card) -> None:
        """Have a discard wait, and show how it can be taken back; whoever has never discarded is asked instead."""
        seen = await self.seen(action.table, interaction.user.id)
        if card not in move_order.throws(seen.view) or _is_stale(action, seen.look):
            await self._discard(interaction, action, card)
            return
        if await self._services.pauses.asks_first(interaction.user.id, seen.look.table):
            await self._turn_to(interaction, action, lambda parts: builder_page.asking(parts, card), (card,), seen=seen)
            return
        await self._services.pauses.begin(
            action.table, interaction.user.id, card, version=action.version, interaction_id=interaction.id
        )
        await self.show_hand(interaction, action.table)

    @pressed(hand_page.TakeUp)
    async def _take_up_pressed(self, interaction: Interaction, press: Press[hand_page.TakeUp]) -> None:
        taken = await self._services.pauses.withdraw(press.action.table, interaction.user.id)
        remark = None if taken else _("It's too late to take that card back.")
        await self.show_hand(interaction, press.action.table, remark)

    @pressed(builder_page.DiscardRank)
    async def _rank_chosen(self, interaction: Interaction, press: Press[builder_page.DiscardRank]) -> None:
        rank = number(press.value)
        await self._turn_to(interaction, press.action, lambda parts: builder_page.discarding(parts, rank=rank))

    @pressed(builder_page.DiscardCard)
    async def _card_chosen(self, interaction: Interaction, press: Press[builder_page.DiscardCard]) -> None:
        card = meld_draft.card(number(press.value))
        await self._turn_to(
            interaction, press.action, lambda parts: builder_page.discarding(parts, rank=card >> 2, card=card), (card,)
        )

    async def _turn_to(
        self,
        interaction: Interaction,
        action: TableAction,
        page: Callable[[hand_page.HandParts], Page],
        chosen: tuple[Card, ...] = (),
        *,
        counted: int = 0,
        seen: PlayerLook | None = None,
    ) -> None:
        """Show another page in the player's own message, if no move has been made since it was shown.

        `chosen` and `counted` are as in `parts`. `seen` is what has just been looked at, if anything.
        """
        seen = seen or await self.seen(action.table, interaction.user.id)
        if _is_stale(action, seen.look):
            raise Stale(seen.look.table)
        parts = await self.parts(seen, interaction, chosen=chosen, counted=counted)
        await self.show_choice(interaction, page(parts), seen.look)
        if await self.follows(interaction, action.table):
            now = await self._services.tables.look(action.table)
            if now.last_move > seen.look.table.version:
                raise Stale(now.table)

    async def _play(
        self,
        interaction: Interaction,
        action: TableAction,
        move: Callable[[SeatView], Move | str],
        again: Callable[[hand_page.HandParts, str], Page] | None = None,
        chosen: tuple[Card, ...] = (),
        *,
        seen: PlayerLook | None = None,
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
            await self._services.tables.turns.play(
                action.table, user, move(seen.view), version=action.version, interaction_id=interaction.id
            )
        except REFUSED as error:
            if again is None or isinstance(error, TableError):
                raise
            parts = await self.parts(seen, interaction, chosen=chosen)
            await self.show_choice(interaction, again(parts, sentence(error)), seen.look)
            return
        if not follows:
            await self.show_hand(interaction, action.table, played=True)


def _is_stale(action: TableAction, look: Look) -> bool:
    """Return whether a move has been made since the message was shown in which an action was pressed."""
    return not look.last_move <= action.version <= look.table.version


async def setup(bot: CanastaBot) -> None:
    """Load the cogs that show hands."""
    answers = Answers(bot.seconds)
    play = PlayCog(bot, answers)
    bot.redraw_also(play.redraw)
    await bot.add_cog(play)
    await bot.add_cog(TypedMoves(bot, answers))
