"""Standing orders as their owner sees them: what is to be played in their turn, chosen step by step, shown, withdrawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import discord
from discord import ui

from bot.canasta.cards import NATURAL_RANKS, RANKS, Card, UnreadableCard, cards_text, read_cards
from bot.data.standing_orders import SeatOrders, Stop
from bot.data.tables import Table
from bot.tables.rules.standing_orders import CALLS, MOST_DISCARDS, PILE_SIZES, DrawChoice, Orders, unpack
from bot.ui.actions import Action, TableAction, Unreadable, number
from bot.ui.card_emojis import CardEmojis
from bot.ui.components import GO, STOP, button, menus
from bot.ui.i18n import _, clauses, ngettext
from bot.ui.page import Page
from bot.ui.pages.games_page import entries
from bot.ui.words import card_names, person_names
from bot.ui.words.game_places import PlaceNames


class OrdersChange(Enum):
    """The changes of the orders by a choice."""

    DRAW = "d"
    TAKE = "t"
    DISCARD = "c"
    CALLS = "w"
    LASTING = "l"
    NOTHING = "n"


class WhichOrders(Action, name="which-orders"):
    """The choice of the game that orders are for."""


@dataclass(frozen=True)
class HandOf(Action, name="hand-of"):
    """The wish to see one's hand in the game of a number; the message isn't one of those that follow it."""

    game: int


@dataclass(frozen=True)
class OrdersOf(Action, name="orders-of"):
    """The wish to see one's orders in the game of a number; the message isn't one of those that follow it."""

    game: int


class DropOrders(TableAction, name="no-orders"):
    """The wish to withdraw one's orders."""


@dataclass(frozen=True)
class DraftOrders(TableAction):
    """Orders that are being put together: ranks and cards as a record writes them, `calls` as the bits of `CALLS`."""

    lasting: int
    draw: DrawChoice
    take: str
    calls: int
    pile: int | None
    discards: str

    @property
    def orders(self) -> Orders:
        """The orders. Raises `Unreadable` where the fields hold none."""
        if self.calls >> len(CALLS) or not set(self.take) <= set(RANKS[:NATURAL_RANKS]):
            raise Unreadable
        try:
            discards = tuple(read_cards(self.discards))
        except UnreadableCard:
            raise Unreadable from None
        return Orders(
            take=tuple(RANKS.index(rank) for rank in self.take),
            draw=self.draw,
            discards=discards,
            calls=frozenset(call for place, call in enumerate(CALLS) if self.calls >> place & 1),
            pile=self.pile,
        )


@dataclass(frozen=True)
class Redraft(DraftOrders, name="draft"):
    """A change of one part of the orders."""

    part: OrdersChange


class Give(DraftOrders, name="give"):
    """The wish to give these orders."""


@dataclass(frozen=True, slots=True)
class Drafted:
    """A page of orders: the orders being put together, those given (None: none), and the hand they are for.

    `emojis` are those beside the names of cards.
    """

    table: Table
    hand: Sequence[Card]
    orders: Orders
    lasting: bool
    given: SeatOrders | None
    emojis: CardEmojis = CardEmojis()


#: The orders with which the page begins where nothing has been given.
FIRST = Orders(draw=DrawChoice.ALWAYS)


def begun(table: Table, hand: Sequence[Card], given: SeatOrders | None, emojis: CardEmojis) -> Drafted:
    """Return what the page shows first: what has been given, as far as the cards are still there."""
    if given is None:
        return Drafted(table, hand, FIRST, False, None, emojis)
    try:
        orders = unpack(given.orders)
    except ValueError:
        orders = FIRST
    return Drafted(table, hand, _held(orders, hand), given.lasting, given, emojis)


def changed(orders: Orders, lasting: bool, part: OrdersChange, values: Sequence[str]) -> tuple[Orders, bool]:
    """Return orders after a choice that changes one part. Raises `Unreadable` for choices that aren't offered."""
    match part:
        case OrdersChange.LASTING:
            return orders, not lasting
        case OrdersChange.NOTHING:
            return Orders(), lasting
        case OrdersChange.DRAW:
            return replace(orders, draw=_draw(values)), lasting
        case OrdersChange.TAKE:
            return replace(orders, take=tuple(sorted(_natural_rank(value) for value in values))), lasting
        case OrdersChange.DISCARD:
            card = _card(values)
            return replace(orders, discards=(*orders.discards, card)[:MOST_DISCARDS]), lasting
        case OrdersChange.CALLS:
            sizes = [number(value) for value in values if value.isdecimal()]
            calls = frozenset(call for call in CALLS if call.value in values)
            return replace(orders, calls=calls, pile=min(sizes, default=None)), lasting


def page(now: Drafted, remark: str | None = None) -> Page:
    """Return the page of somebody's orders."""
    here = (now.table.id, now.table.version)
    lines = ["### " + _("Standing orders"), *_state(now), *([f"⚠️ **{remark}**"] if remark else [])]
    # The list is last: Discord shows a line after a list as a part of its last point.
    orders = "\n".join([*_how_long(now), *described(now.orders)])
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(lines)), ui.TextDisplay(orders)]
    items += _menus(now)
    last = _("For one turn only") if now.lasting else _("Until the round ends")
    buttons = [
        button(_("Give these orders"), _as_draft(Give, now), GO, disabled=now.orders.empty),
        button(last, _as_redraft(now, OrdersChange.LASTING)),
        button(_("Start over"), _as_redraft(now, OrdersChange.NOTHING)),
    ]
    if now.given is not None:
        buttons.append(button(_("Withdraw"), DropOrders(*here), STOP))
    return Page(*items, ui.ActionRow(*buttons))


def which(tables: Sequence[Table], user_id: int, places: Iterable[PlaceNames | None]) -> Page:
    """Return the question which game orders are for."""
    place_of = {table.id: place for table, place in zip(tables, places, strict=True)}
    options = entries(tables, lambda table: place_of[table.id], user_id)
    return Page(ui.TextDisplay(_("Which game are the orders for?")), *menus(_("Game"), WhichOrders(), options))


def stopped(table: Table, place: PlaceNames | None, seat_orders: SeatOrders) -> Page:
    """Return the message that calls the owner of orders that have stopped."""
    if place is None:
        text = _("**It is your turn in direct messages: your standing orders have stopped.** {reason}").format(
            reason=reason(seat_orders)
        )
    else:
        text = _(
            "**It is your turn in [{server}, #{channel}]({link}): your standing orders have stopped.** {reason}"
        ).format(
            server=person_names.plain(place.server),
            channel=person_names.plain(place.channel),
            link=place.link,
            reason=reason(seat_orders),
        )
    return Page(
        ui.TextDisplay(text),
        ui.ActionRow(button(_("My hand"), HandOf(table.id)), button(_("Standing orders…"), OrdersOf(table.id))),
    )


def reason(seat_orders: SeatOrders) -> str:
    """Return why orders have stopped, in a sentence."""
    try:
        stop, pile = seat_orders.stopped or Stop.REFUSED, unpack(seat_orders.orders).pile or 0
    except ValueError:
        stop, pile = Stop.REFUSED, 0
    return {
        Stop.FROZEN: _("The pile was frozen."),
        Stop.OPENED: _("Somebody has opened."),
        Stop.PILE: ngettext(
            "The pile has more than {count} card.", "The pile has more than {count} cards.", pile
        ).format(count=pile),
        Stop.TAKEABLE: _("You can take the pile."),
        Stop.LAYABLE: _("You can lay down cards."),
        Stop.TOOK: _("The pile was taken for you. Now choose what to lay down and discard."),
        Stop.HOW_TO_TAKE: _("You can take the pile, but your orders don't say which cards to use for it."),
        Stop.NO_DRAW: _("You can't draw now."),
        Stop.NO_CARD: _("No card that you named can be discarded now."),
        Stop.REFUSED: _("Your orders can't be played as they are."),
    }[stop]


def described(orders: Orders) -> list[str]:
    """Return orders as steps, each in a line."""
    steps = []
    called = [_call_text(call) for call in CALLS if call in orders.calls]
    if orders.pile is not None:
        called.append(_pile_text(orders.pile))
    if called:
        steps.append(_("Ping me instead of playing if: {reasons}.").format(reasons=clauses(called)))
    if orders.take:
        ranks = ", ".join(card_names.rank(rank, 2) for rank in orders.take)
        steps.append(
            _("If one of these is on top, take the pile with all my cards of that rank: {ranks}.").format(ranks=ranks)
        )
    if orders.draw is DrawChoice.ALWAYS:
        steps.append(_("Draw from the stock."))
    elif orders.draw is DrawChoice.ALONE:
        steps.append(_("Draw from the stock if that is all I can do."))
    if orders.discards:
        cards = ", ".join(card_names.card(card) for card in orders.discards)
        steps.append(_("After drawing, discard the first of these that I may discard: {cards}.").format(cards=cards))
    elif not orders.empty:
        steps.append(_("Leave the rest of the turn to me."))
    return [f"{place}. {step}" for place, step in enumerate(steps, start=1)] or [_("You haven't given any orders yet.")]


def _state(now: Drafted) -> list[str]:
    """Return what has been given, and what that means."""
    if now.given is None:
        return [
            _("Say what should be played for you in your turn. Only you can see it."),
            _(
                "Your orders run a little after your turn begins, so that nobody can tell. If you move first, they "
                "don't run."
            ),
        ]
    if now.given.stopped is not None:
        return [
            "⚠️ "
            + _("**Your orders have stopped.** {reason} Give them again to keep them running.").format(
                reason=reason(now.given)
            )
        ]
    lasts = _("Your orders apply until the round ends.") if now.given.lasting else _("Your orders apply for one turn.")
    return [
        "✅ " + _("**You have given orders.** {lasts}").format(lasts=lasts),
        *([_("Your orders start with your next turn.")] if now.given.later else []),
        _(
            "Your orders run a little after your turn begins, so that nobody can tell. If you move first, they "
            "don't run."
        ),
        *([] if _as_given(now) else [_("The choices below haven't been given as orders yet.")]),
    ]


def _as_given(now: Drafted) -> bool:
    """Return whether the orders that are shown are those that have been given."""
    if now.given is None or now.given.stopped is not None:
        return False
    return (now.orders, now.lasting) == (begun(now.table, now.hand, now.given, now.emojis).orders, now.given.lasting)


def _how_long(now: Drafted) -> list[str]:
    """Return how long the orders that are shown would apply, if they haven't been given yet."""
    if now.orders.empty or _as_given(now):
        return []
    return [
        _("These orders would apply until the round ends.")
        if now.lasting
        else _("These orders would apply for one turn.")
    ]


def _menus(now: Drafted) -> list[ui.Item[Any]]:
    orders = now.orders
    draws = [
        (DrawChoice.ALWAYS, _("Draw")),
        (DrawChoice.ALONE, _("Draw if that is all I can do")),
        (DrawChoice.NEVER, _("Don't draw")),
    ]
    left = _left(now.hand, orders.discards)
    calls = [(call.value, _call_text(call), call in orders.calls) for call in CALLS]
    calls += [(str(size), _pile_text(size), size == orders.pile) for size in PILE_SIZES]
    ranks = sorted({card >> 2 for card in now.hand if card >> 2 < NATURAL_RANKS} | set(orders.take))
    return [
        *menus(
            _("Draw?"),
            _as_redraft(now, OrdersChange.DRAW),
            [_option(text, one.value, orders.draw is one) for one, text in draws],
        ),
        *menus(
            _("Next card to discard") if orders.discards else _("Card to discard"),
            _as_redraft(now, OrdersChange.DISCARD),
            [_option(card_names.card(card), cards_text([card]), emoji=now.emojis.of(card)) for card in left]
            if len(orders.discards) < MOST_DISCARDS
            else [],
        ),
        *menus(
            _("Take the pile with…"),
            _as_redraft(now, OrdersChange.TAKE),
            [_option(card_names.rank(rank, 2), RANKS[rank], rank in orders.take) for rank in ranks],
            most=len(ranks),
        ),
        *menus(
            _("Ping me if…"),
            _as_redraft(now, OrdersChange.CALLS),
            [_option(text, value, chosen) for value, text, chosen in calls],
            most=len(calls),
        ),
    ]


def _option(
    label: str, value: str, default: bool = False, emoji: discord.PartialEmoji | None = None
) -> discord.SelectOption:
    return discord.SelectOption(label=label, value=value, default=default, emoji=emoji)


def _call_text(call: Stop) -> str:
    return {
        Stop.FROZEN: _("the pile was frozen since my last turn"),
        Stop.OPENED: _("somebody opened"),
        Stop.TAKEABLE: _("I can take the pile"),
        Stop.LAYABLE: _("I can lay down cards after drawing"),
    }[call]


def _pile_text(size: int) -> str:
    text = ngettext("the pile has more than {count} card", "the pile has more than {count} cards", size)
    return text.format(count=size)


def _as_redraft(now: Drafted, part: OrdersChange) -> Redraft:
    return Redraft(*_fields(now), part)


def _as_draft(action: type[Give], now: Drafted) -> Give:
    return action(*_fields(now))


def _fields(now: Drafted) -> tuple[int, int, int, DrawChoice, str, int, int | None, str]:
    orders = now.orders
    calls = sum(1 << place for place, call in enumerate(CALLS) if call in orders.calls)
    take = "".join(RANKS[rank] for rank in orders.take)
    table = now.table
    return table.id, table.version, int(now.lasting), orders.draw, take, calls, orders.pile, cards_text(orders.discards)


def _held(orders: Orders, hand: Sequence[Card]) -> Orders:
    """Return orders without the cards that have gone from the hand."""
    left, held = list(hand), []
    for card in orders.discards:
        if card in left:
            left.remove(card)
            held.append(card)
    return replace(orders, discards=tuple(held))


def _left(hand: Sequence[Card], named: Sequence[Card]) -> list[Card]:
    """Return the cards of the hand that have not been named."""
    left = list(hand)
    for card in named:
        if card in left:
            left.remove(card)
    return left


def _draw(values: Sequence[str]) -> DrawChoice:
    try:
        return DrawChoice("".join(values))
    except ValueError:
        raise Unreadable from None


def _natural_rank(value: str) -> int:
    if len(value) != 1 or value not in RANKS[:NATURAL_RANKS]:
        raise Unreadable
    return RANKS.index(value)


def _card(values: Sequence[str]) -> Card:
    try:
        [card] = read_cards(" ".join(values))
    except ValueError:
        raise Unreadable from None
    return card
