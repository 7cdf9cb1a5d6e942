"""The common part of the cogs about players' cards: a hand is shown in one private answer, or in the message that
follows its table."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from bot.canasta.cards import Card
from bot.canasta.moves import Ways
from bot.canasta.views import SeatView
from bot.client.client import CanastaBot
from bot.data.tables import Table
from bot.tables import Look
from bot.tables.errors import NotSeated, WrongStatus
from bot.ui.actions import CustomId, Interaction
from bot.ui.page import Page, notice
from bot.ui.pages import builder_page, games_page, hand_page, help_page, orders_page, table_page
from bot.ui.words import hint_text
from bot.ui.words.refusals import REFUSED, sentence
from cogs.answers import Answers, for_one
from cogs.frame import Cog

#: The actions whose refusal is shown by itself: choices of a game, and ways to the hand.
_OF_LISTS = (games_page.Which.name, games_page.ShowHandOf.name, hand_page.NextGame.name, orders_page.HandOf.name)
_OF_HANDS = (table_page.AskHand.name, builder_page.BackToHand.name, help_page.OpenHand.name)


class PlayerLook(NamedTuple):
    """A table, and what one of its players sees of it."""

    look: Look
    view: SeatView


class HandsCog(Cog):
    """A cog whose commands and buttons are answered by a player's hand."""

    def __init__(self, bot: CanastaBot, answers: Answers) -> None:
        """Show hands; `answers` are remembered together with those of the other cogs of this kind."""
        super().__init__(bot)
        self._answers = answers

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
                await self.show_hand(interaction, pressed.table, sentence(error))
                return
        if is_private(interaction):
            await self._services.discord_api.answers.whisper(interaction, notice(sentence(error)))
        else:
            await super().refuse(interaction, error, pressed)

    async def redraw(self, user_id: int) -> None:
        """Show a person's hands again after a change of their looks.

        Only private answers that can still be changed are updated.
        """
        for answer in self._answers.of(user_id):
            if not answer.choice:
                with suppress(*REFUSED):
                    await self.show_hand(answer.interaction, answer.table)

    async def show_hand(
        self,
        interaction: Interaction,
        table_id: int,
        remark: str | None = None,
        hint: tuple[int, str] | None = None,
        *,
        played: bool = False,
    ) -> None:
        """Answer with a person's hand as it is now; in words if they have just `played` and wait for others.

        A `hint` comes with the version of the table that it is for, and isn't shown if the game has gone on since.

        Raises `NotSeated` or `WrongStatus` if they have none.
        """
        while True:
            seen = await self.seen(table_id, interaction.user.id)
            brief = played and remark is None and hand_page.is_waiting(*seen)
            parts = await self.parts(seen, interaction, brief=brief)
            advised = hint[1] if hint is not None and hint[0] == seen.look.table.version else None
            page = hand_page.waiting(parts) if brief else hand_page.hand(parts, remark, advised)
            await self._show(interaction, page, seen.look)
            if not await self.follows(interaction, table_id):
                return
            # The answer may have overwritten an update that the message got meanwhile.
            if (await self._services.tables.get(table_id)).version <= seen.look.table.version:
                return

    async def give_hint(self, interaction: Interaction, table_id: int) -> None:
        """Answer with the hand, and a hint that is made from nothing but what its player sees."""
        table, view, hint = await self._services.tables.hints.ask(table_id, interaction.user.id)
        await self.show_hand(interaction, table_id, hint=(table.version, hint_text.hint(view, table, hint)))

    async def show_choice(self, interaction: Interaction, page: Page, look: Look) -> None:
        """Answer with a choice of cards, made from what `look` shows."""
        await self._show(interaction, page, look, choice=True)

    async def _show(self, interaction: Interaction, page: Page, look: Look, *, choice: bool = False) -> None:
        """Answer with a player's hand, or with a choice of cards; it replaces the last such answer."""
        followed = interaction.message if not for_one(interaction) else None
        if followed is not None and choice:
            self._services.teller.choosing(followed.id, interaction.user.id, look)
        await self._answer(interaction, page, look.table.id, choice=choice)
        if followed is not None and not choice:
            self._services.teller.chosen(followed.id)

    async def _answer(self, interaction: Interaction, page: Page, table_id: int, *, choice: bool = False) -> None:
        message_id = await self._services.discord_api.answers.answer(interaction, page)
        if message_id is not None and for_one(interaction):
            for old in self._answers.given(interaction, message_id, table_id, choice=choice):
                await self._services.discord_api.answers.withdraw(old.interaction)

    async def choice(
        self, seen: PlayerLook, interaction: Interaction, verb: str, cards: builder_page.Cards, page: int = 0
    ) -> builder_page.Choice:
        """Return chosen cards together with the moves of a verb that lay them.

        Raises `NotYourTurn` and `WrongStatus` where the game has gone on.
        """
        held, ways = cards.held(seen.view), Ways()
        if held or verb == "take":
            ways = await self._services.tables.turns.ways(seen.look.table.id, interaction.user.id, verb, held)
        return builder_page.Choice(verb, cards, ways, page)

    def about_to_answer(self, interaction: Interaction, table: Table) -> None:
        """Note where a person will see the outcome of the move that they are about to make at a table.

        In a channel their direct message can wait for the rest of their turn. In direct messages the answer stands below it.
        """
        self._services.teller.answered(interaction.user.id, table, elsewhere=interaction.guild_id is not None)

    async def follows(self, interaction: Interaction, table_id: int) -> bool:
        """Return whether the pressed message follows the table by itself, without an answer."""
        message = interaction.message
        if message is None or message.flags.ephemeral:
            return False
        return await self._services.teller.keeps(table_id, message.id)

    async def seen(self, table_id: int, user_id: int) -> PlayerLook:
        """Return a table as a player sees it, and use the words of its game.

        Raises `NotSeated` or `WrongStatus` if they have no hand there.
        """
        look = await self.look(table_id, user_id)
        if look.mine is None:
            raise NotSeated if look.table.seat_of(user_id) is None else WrongStatus(look.table)
        return PlayerLook(look, look.mine)

    async def parts(
        self,
        seen: PlayerLook,
        interaction: Interaction,
        *,
        chosen: tuple[Card, ...] = (),
        counted: int = 0,
        brief: bool = False,
    ) -> hand_page.HandParts:
        """Return what a message to the person is made from, with pictures as they like them; `brief`: not of their hand.

        The table is among them unless the message is in the table's own channel. The `chosen` cards are lifted in the
        picture of the hand; the table says how many points they have `counted` towards opening.
        """
        person = await self._services.people.get(interaction.user.id)
        with_table = interaction.channel_id not in (None, seen.look.table.channel_id)
        return await self._services.teller.pages.parts(
            *seen, person, with_table=with_table, with_hand=not brief, chosen=chosen, counted=counted
        )


def is_private(interaction: Interaction) -> bool:
    """Return whether only this person sees the message that was pressed."""
    message = interaction.message
    return interaction.guild_id is None or (message is not None and message.flags.ephemeral)
