"""Moves typed as commands, in the game's channel and in direct messages, with completions of what is typed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.canasta.cards import card_text
from bot.canasta.moves import IllegalMove, Move
from bot.canasta.views import SeatView
from bot.client.client import CanastaBot
from bot.data.tables import Status, Table
from bot.tables import Look
from bot.tables.errors import NotSeated, NotYourTurn
from bot.ui import move_order, typed_cards
from bot.ui.actions import Interaction, Press, number
from bot.ui.i18n import N_, _
from bot.ui.limits import OPTION_LENGTH
from bot.ui.page import Page, notice
from bot.ui.pages import builder_page, games_page
from bot.ui.typed_names import Offer, begins
from bot.ui.words import move_text
from bot.ui.words.refusals import REFUSED, Refused
from cogs.frame import answered, completes, does, no_game_here, pressed
from cogs.hands import HandsCog, PlayerLook

#: The value of a completion in which no card of the hand joins the pile's top card.
_NOTHING = "-"
#: Cards as most people type them. Nothing that is shown to people is written so.
_PLAIN = re.compile(r"[2-9AKQJTakqjt01SHDCshdc*,/ ]+")
#: The moves for which cards are chosen.
_OF_CARDS = ("take", "meld", "discard")


class TypedMoves(HandsCog):
    """The commands that players use to see and play their cards."""

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

    @app_commands.command(name="take-pile", description=N_("Take the pile instead of drawing"))
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
        self, interaction: discord.Interaction[CanastaBot], card: app_commands.Range[str, 1, 100] | None = None
    ) -> Page | None:
        """Discard the typed card, or let the player choose one."""
        return await self._command(interaction, "discard", card or "")

    @app_commands.command(name="ask-to-go-out", description=N_("Ask your partner for permission to go out"))
    @answered
    async def ask(self, interaction: discord.Interaction[CanastaBot]) -> Page | None:
        """Ask the partner for permission to go out."""
        return await self._command(interaction, "ask")

    @does("canasta undo")
    async def undo(self, interaction: Interaction) -> Page | None:
        """Take back the cards that were just laid."""
        return await self._command(interaction, "undo")

    @does("canasta hint")
    async def hint(self, interaction: Interaction) -> Page | None:
        """Give a hint."""
        return await self._command(interaction, "hint")

    @completes((meld, "cards"))
    async def _offer_melds(self, interaction: Interaction, typed: str) -> list[Offer]:
        return await self._offers(interaction, typed, "meld")

    @completes((discard, "card"))
    async def _offer_discards(self, interaction: Interaction, typed: str) -> list[Offer]:
        return await self._offers(interaction, typed, "discard")

    @completes((take_pile, "using"))
    async def _offer_takes(self, interaction: Interaction, typed: str) -> list[Offer]:
        return await self._offers(interaction, typed, "take")

    # -- how a command is carried out

    async def as_meant(self, interaction: Interaction, offering: Any, options: Mapping[str, Any]) -> Any:
        """Return a command's options as they are meant, without a look at what is offered for plainly typed cards."""
        looked_up = {name: work for name, work in offering.items() if not _PLAIN.fullmatch(options.get(name) or "")}
        return await super().as_meant(interaction, looked_up, options)

    async def _command(self, interaction: Interaction, verb: str, text: str = "") -> Page | None:
        if interaction.guild_id is None:
            found = await self._waiting(interaction, verb)
        elif verb == "table":
            found = [await self._newest_here(interaction)]
        else:
            found = [await self.here(interaction)]
        if len(found) > 1:
            return games_page.which(found, interaction.user.id, verb, text, self._services.teller.pages.place)
        return await self._carry_out(interaction, found[0], verb, text)

    async def _newest_here(self, interaction: Interaction) -> Table:
        """Return this channel's active table, or the last one that was. Raises `Refused` if there is none."""
        games, channel_id = self._services.tables.games, interaction.channel_id or 0
        table = await games.in_channel(channel_id) or await games.last_in_channel(channel_id)
        if table is None:
            raise Refused(no_game_here())
        return table

    async def _waiting(self, interaction: Interaction, verb: str) -> list[Table]:
        """Return the games that a command typed in direct messages may be about. Raises `Refused` if there are none."""
        waiting = (
            [] if verb in ("hand", "table") else await self._services.tables.games.waiting_for(interaction.user.id)
        )
        found = waiting or await self.playing(interaction)
        if not waiting and len(found) > 1 and verb not in ("hand", "table"):
            raise Refused(_("No game is waiting for you now. `/canasta list` shows all your games."))
        return found

    @pressed(games_page.Which)
    async def _which_pressed(self, interaction: Interaction, press: Press[games_page.Which]) -> Page | None:
        table = await self._services.tables.get(number(press.value))
        if table.seat_of(interaction.user.id) is None:
            raise NotSeated
        return await self._carry_out(interaction, table, press.action.verb, press.action.text)

    async def _carry_out(self, interaction: Interaction, table: Table, verb: str, text: str) -> Page | None:
        """Carry out a command at a table and show the resulting hand, or return another page.

        Raises an error of `REFUSED` if it isn't possible.
        """
        self.about(table)
        match verb:
            case "table":
                return await self._table_page(interaction, table.id)
            case "hand":
                await self.show_hand(interaction, table.id)
                return None
            case "hint":
                await self.give_hint(interaction, table.id)
                return None
        look = await self._services.tables.look(table.id, interaction.user.id)
        move: Move | str = verb
        # Somebody without a hand is refused by the table, which knows why they have none.
        if (view := look.mine) is not None:
            if not view.my_turn and look.table.to_move is not None:
                raise NotYourTurn(look.table.to_move)
            if verb in _OF_CARDS:
                if view.my_turn and (problem := move_order.out_of_place(view, verb)) is not None:
                    raise IllegalMove(problem)
                if view.my_turn and verb == "take" and not text and view.untaken is not None:
                    return notice(move_text.untaken(view.untaken))
                typed = _as_typed(view, verb, text)
                if typed is None:
                    return await self._choose(interaction, PlayerLook(look, view), verb)
                move = typed
        await self._play_typed(interaction, look, move)
        await self.show_hand(interaction, table.id, played=True)
        return None

    async def _choose(self, interaction: Interaction, seen: PlayerLook, verb: str) -> Page | None:
        """Let a player choose the cards of a move, or return a page that says why they can't."""
        view = seen.view
        if verb not in view.verbs and view.public.phase == "draw":
            raise IllegalMove("draw-first")
        if verb not in view.verbs:
            return notice(_("You can't lay down anything now: discard a card to end your turn."))
        if verb == "discard":
            await self.show_choice(interaction, builder_page.discarding(await self.parts(seen, interaction)), seen.look)
            return None
        chosen = builder_page.only_way(view) if verb == "take" else ()
        choice = await self.choice(seen, interaction, verb, builder_page.Cards.of(view, chosen))
        parts = await self.parts(seen, interaction, chosen=chosen, counted=choice.counted(view))
        await self.show_choice(interaction, builder_page.laying(parts, choice), seen.look)
        return None

    async def _play_typed(self, interaction: Interaction, look: Look, move: Move | str) -> None:
        """Play the move of a command, which is answered by the hand."""
        table, user = look.table, interaction.user.id
        self.about_to_answer(interaction, table)
        await self._services.tables.turns.play(table.id, user, move, interaction_id=interaction.id)

    async def _table_page(self, interaction: Interaction, table_id: int) -> Page:
        look = await self._services.tables.look(table_id)
        person = await self._services.people.get(interaction.user.id)
        return await self._services.teller.pages.watching(look, person)

    async def _offers(self, interaction: Interaction, typed: str, verb: str) -> list[Offer]:
        """Return the legal choices of a player's own cards, best first; none for anybody else."""
        if interaction.guild_id is not None:
            table = await self._services.tables.games.in_channel(interaction.channel_id or 0)
        else:
            waiting = await self._services.tables.games.waiting_for(interaction.user.id)
            table = waiting[0] if len(waiting) == 1 else None
        if table is None or table.status is not Status.PLAYING:
            return []
        try:
            look = await self.look(table.id, interaction.user.id)
        except REFUSED:
            return []
        return [] if look.mine is None else _offers(look.mine, typed, verb)


def _as_typed(view: SeatView, verb: str, text: str) -> Move | str | None:
    """Return the move that a command's text names, None if the player must choose its cards.

    Raises `Unheard` for a text that can't be read, `NotHeld` for cards that are not in the hand.
    """
    if verb == "take":
        if text:
            using, _slash, also = text.partition("/")
            if using.strip() in ("", _NOTHING):
                return f"take / {typed_cards.groups(also, view.hand)}" if also.strip() else "take"
            return f"take {typed_cards.groups(text, view.hand)}"
        return move_order.plain_take(view)
    if verb == "meld":
        return f"meld {typed_cards.groups(text, view.hand)}" if text else None
    return f"discard {typed_cards.one_card(text, view.hand)}" if text else None


def _offers(view: SeatView, typed: str, verb: str) -> list[Offer]:
    moves = move_order.typed_discards(view) if verb == "discard" else move_order.melds(view, verb)
    rules = view.public.rules
    top = None if rules.takes_freely else view.public.upcard
    wanted = _card_meant(view, typed) if verb == "discard" else None
    found: dict[str, Offer] = {}
    for move in moves:
        value = card_text(move.card) if move.card is not None else " / ".join(map(str, move.groups)) or _NOTHING
        name = move_text.choice(move, top)
        if move.card is not None and (hint := move_text.discard_hint(move.card, rules)):
            name = f"{name} ({hint})"
        if len(value) <= OPTION_LENGTH:
            also = f"{value} {typed}" if value == wanted else value
            found.setdefault(value, Offer(name, value, also))
    # "k" is in "joker" too: where words begin with what was typed, others are left out.
    begun = [offer for offer in found.values() if begins(offer, typed)]
    # "ac" is in "black" too: what was typed as a card's own text comes first.
    return sorted(begun or found.values(), key=lambda offer: offer.value != wanted)


def _card_meant(view: SeatView, typed: str) -> str | None:
    """Return the record's text of the card that a text names so far, None if the hand doesn't have it."""
    try:
        return typed_cards.one_card(typed, view.hand)
    except (typed_cards.Unheard, typed_cards.NotHeld):
        return None
