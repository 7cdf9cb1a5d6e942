"""A player's own messages: the hand, the table, and buttons for what they may do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import discord
from discord import ui

from bot.canasta.cards import Card, is_wild
from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.computer.discards import Advice, advice
from bot.data.daily import Every
from bot.data.messages import Message
from bot.data.pauses import Pause
from bot.data.tables import Status, Table
from bot.tables.rules import rights
from bot.tables.views import Look, PendingOrders
from bot.ui import meld_draft, move_order
from bot.ui.actions import Action, TableAction
from bot.ui.card_emojis import CardEmojis
from bot.ui.celebrations import Celebrated
from bot.ui.components import GO, PRIMARY, LabelledButton, button, counted, in_lines, in_rows, menus
from bot.ui.i18n import _, ngettext
from bot.ui.limits import COMPONENTS, ROW_BUTTONS
from bot.ui.page import Attachment, Gallery, Page, attachment, gallery, notice
from bot.ui.pages import daily_page, lesson_page, log_page, past_deal_page, proposals_page, what_if_page
from bot.ui.pages.table_page import (
    AskHand,
    Ended,
    OpenReview,
    Record,
    Replay,
    ShareGame,
    how_it_ended,
    joy,
    more,
    once_more,
    open_table,
    sheets,
    todays_deal,
)
from bot.ui.words import (
    card_names,
    clock_text,
    daily_text,
    game_places,
    happenings,
    hint_text,
    lesson_text,
    move_text,
    person_names,
    score_text,
    text_only,
    tips,
    turn_text,
)
from bot.ui.words.game_places import PlaceNames
from renderer import Picture

#: The most buttons of single cards under a hand: a message may have 40 components, and a hand needs some for other things.
_MOST_CARDS = 20


class Draw(TableAction, name="draw"):
    """The move that draws from the stock."""


class Take(TableAction, name="take"):
    """The move that takes the pile, or the choice of how."""


class ChooseMeld(TableAction, name="meld"):
    """The choice of cards to lay down."""


class Discard(TableAction, name="discard"):
    """The choice of a card to discard, as messages of earlier releases offer it."""


@dataclass(frozen=True)
class DiscardOf(TableAction, name="discard-of"):
    """The choice of a card of one rank to discard."""

    rank: int


@dataclass(frozen=True)
class Put(TableAction, name="put"):
    """The discard of a card, which is its code, in the way that the player prefers."""

    card: int


@dataclass(frozen=True)
class Throw(TableAction, name="throw"):
    """The move that discards a card, which is its code."""

    card: int


@dataclass(frozen=True)
class DraftMove(TableAction):
    """A choice of cards that isn't a move yet; `kind` is the first letter of the move's verb."""

    kind: str
    groups: meld_draft.Groups = ()

    @property
    def verb(self) -> str:
        """The verb of the move."""
        return "take" if self.kind == "t" else "meld"

    def rest(self) -> str:
        """Return the fields as the custom id holds them."""
        return self.kind + meld_draft.pack(self.groups)

    @classmethod
    def read_rest(cls, rest: str) -> tuple[Any, ...]:
        """Return the fields that `rest` wrote. Raises `Unreadable` for any other text."""
        return rest[:1], meld_draft.unpack(rest[1:])


class Lay(DraftMove, name="lay"):
    """The move that lays the chosen cards."""


class TakeUp(TableAction, name="take-up"):
    """The way back from a discard that still waits."""


class Yes(TableAction, name="yes"):
    """The answer that the partner may go out."""


class No(TableAction, name="no"):
    """The answer that the partner may not go out."""


class Ask(TableAction, name="ask"):
    """The question to the partner about going out."""


class Undo(TableAction, name="undo"):
    """The step back before the cards that were just laid."""


class AskHint(TableAction, name="hint"):
    """The wish for a hint."""


class OpenOrders(TableAction, name="orders"):
    """The wish to see one's standing orders."""


class WithdrawOrders(TableAction, name="withdraw"):
    """The wish to withdraw one's standing orders, where the hand tells of them."""


class NextGame(Action, name="next"):
    """The wish to see one's hand in the game that has waited longest for one."""


class Also(TableAction, name="also"):
    """The choice of a move that only some games have."""


def waits(table: Table, user_id: int, place: PlaceNames | None, hand: Message) -> Page:
    """Return the way to the message with somebody's cards in a game that waits for them."""
    [name] = game_places.names_of([table], lambda _table: place, user_id)
    link = f"https://discord.com/channels/@me/{hand.channel_id}/{hand.message_id}"
    return notice(_("It's your turn ({game}): [your cards]({link}).").format(game=name, link=link))


@dataclass(frozen=True)
class Drawn:
    """The pictures in a message to one player, of their hand and of the table; each is one or more."""

    hand: tuple[Picture, ...] = ()
    """None, and hand and table stand in words."""
    table: tuple[Picture, ...] = ()
    """None if the player sees the table elsewhere."""

    @property
    def files(self) -> list[Attachment]:
        """Return the pictures as files."""
        named = [*_named("table", self.table), *_named("hand", self.hand)]
        return [attachment(name, picture) for name, picture in named]

    def items(self, table: Table, view: SeatView) -> list[ui.Item[Any]]:
        """Return the table, and below it the hand, in pictures or in words."""
        hand: list[ui.Item[Any]] = [gallery(name, picture) for name, picture in _named("hand", self.hand)]
        shown: list[ui.Item[Any]] = [gallery(name, picture) for name, picture in _named("table", self.table)]
        if not hand:
            hand = [ui.TextDisplay(text_only.hand(view))]
            shown = shown or [ui.TextDisplay(text_only.table(view.public, table, view.seat))]
        return [*shown, *hand]


def _named(name: str, pictures: Iterable[Picture]) -> list[tuple[str, Picture]]:
    """Return pictures with the names of their files."""
    return [
        (f"{name}-{number}.png" if number > 1 else f"{name}.png", picture)
        for number, picture in enumerate(pictures, start=1)
    ]


@dataclass(frozen=True)
class HandParts:
    """The parts of a message to one player: the table, their view of it, where it is, pictures, and what goes with them."""

    look: Look
    view: SeatView
    place: PlaceNames | None
    """None in direct messages."""
    drawn: Drawn = Drawn()
    pause: Pause | None = None
    """The player's discard that waits."""
    emojis: CardEmojis = CardEmojis()
    """Those beside the names of cards on buttons."""
    orders: PendingOrders | None = None
    """The player's standing orders that will still be played."""
    others: bool = False
    """Whether other games are waiting for the player."""
    ended: Ended | None = None
    """The round that was scored last, where its sheet is to be shown."""
    celebrated: Celebrated | None = None
    tip: str | None = None
    """The kind of the tip that they read now, as they meet its subject for the first time."""
    achieved: str | None = None
    """The gains of a finished game for the player, and their next goal."""
    safe_first: bool = True
    """Whether, where there is advice, cards that help opponents least come first."""
    in_browsers: bool = False
    """Whether tables can be opened in browsers."""

    @property
    def beside(self) -> list[LabelledButton]:
        """The buttons of what opens beside the hand: the table in a browser, or the rules of the game of a week."""
        look = self.look
        ways = [open_table(look.table)] if self.in_browsers and look.what_if is None else []
        deal = look.daily or look.past_deal
        unknown = deal is not None and deal.every is Every.WEEK
        return [*ways, daily_page.rules(look)] if unknown else ways

    @cached_property
    def advice(self) -> dict[Card, Advice]:
        """Return what shows about each card that the player may discard; nothing where the table has no advice."""
        return advice(self.view) if self.look.table.advice and self.look.lesson is None else {}

    @property
    def hints(self) -> bool:
        """Whether the player may ask for hints."""
        return not self.look.own and rights.may_hint(self.look.table)

    def throws(self) -> list[Card]:
        """Return the different cards that the player may discard, in the order in which they are offered."""
        cards, shown = move_order.throws(self.view), self.advice
        by_danger = self.safe_first and bool(shown)
        return sorted(cards, key=lambda card: (is_wild(card), shown[card].danger if by_danger else 0))


def hand(parts: HandParts, remark: str | None = None, hint: str | None = None) -> Page:
    """Return a page with a player's own cards and what they may do; a `remark` or `hint` is right above the buttons."""
    look, view, table = parts.look, parts.view, parts.look.table
    if parts.ended is not None and view.public.over:
        if look.what_if is not None:
            return what_if_page.over(look, look.what_if, parts.ended)
        if look.daily is not None:
            return daily_page.over(look, look.daily, parts.ended)
        if look.past_deal is not None:
            return past_deal_page.over(look, look.past_deal, parts.ended)
        if look.lesson is not None:
            return lesson_page.over(look, parts.ended)
        return _over(
            table,
            view,
            parts.place,
            parts.ended,
            parts.celebrated,
            parts.achieved,
            _onwards(waited_for=parts.others),
        )
    told = _told(look, view, parts.place, parts.celebrated, scores=not parts.drawn.table)
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(told)), *parts.drawn.items(table, view)]
    if parts.pause is not None:
        items += _discarded_soon(table, view, parts.pause, parts.advice, remark)
        return Page(*items)
    until = clock_text.own_deadline(table) if view.my_turn else None
    now = lesson_text.lines(look) or [
        *_now(look, view, pictured=bool(parts.drawn.hand), tipped=parts.tip is not None),
        *hint_text.discards(view, table, parts.advice),
    ]
    now = [*turn_text.counts(view), *now, *_ordered(parts.orders)]
    if parts.tip is not None and hint is None:
        now.append(tips.text(parts.tip, view.public.rules))
    items.append(
        ui.TextDisplay("\n".join([*now, *([until] if until else []), *([hint] if hint else []), *remark_lines(remark)]))
    )
    proposed = [*what_if_page.back(look), *_proposed(table, view)]
    room = COMPONENTS - counted([*items, *proposed])
    seat, onwards = table.seat(view.seat), _onwards(waited_for=parts.others)
    if table.status is not Status.PLAYING:
        items += in_rows(onwards)
    elif seat is not None and seat.sitting_in:
        items += in_lines([proposals_page.back(table), more(table), *onwards])
    else:
        helps = _helps(table, view, parts.orders, hints=parts.hints)
        buttons = [*onwards, *_moves(table, view, parts.emojis), *helps, *parts.beside]
        items += _actions(table, view, buttons, parts.throws(), parts.emojis, room)
    return Page(*items, *proposed)


def _now(look: Look, view: SeatView, *, pictured: bool, tipped: bool) -> list[str]:
    """Return what the player may do, beside a tip if they are `tipped`.

    Pictures show what is new, and a button tells why; where nothing is `pictured`, words do both.
    """
    table = look.table
    laid = happenings.lines_of_turn(look.recent, table, view.seat)
    # Beside a tip, the buttons say the usual.
    usual = not laid and not (tipped and pictured)
    said = [*laid, *turn_text.what_now(view, table, brief=pictured, usual=usual)]
    return said if pictured else [*turn_text.new_cards(view), *said, *turn_text.why(view)]


def _told(
    look: Look,
    view: SeatView,
    place: PlaceNames | None,
    celebrated: Celebrated | None,
    *,
    scores: bool,
) -> list[str]:
    """Return the heading, and what has happened since the player's last turn. A picture of the table says the `scores`."""
    return [
        _heading(look, view, place, scores=scores),
        *_celebrated(celebrated),
        *_dealt_threes(look, view),
        *happenings.lines_since_last_turn(look.recent, look.table, view.seat),
        *log_page.lately(look.deeds, look.table),
    ]


def is_waiting(look: Look, view: SeatView) -> bool:
    """Return whether a player waits while others play."""
    seat = look.table.seat(view.seat)
    playing = look.table.status is Status.PLAYING and view.public.turn is not None and not view.my_turn
    return playing and (seat is None or not seat.sitting_in)


def waiting(parts: HandParts, held: Sequence[Attachment] = (), *, table_in_words: bool = False) -> Page:
    """Return what a player sees who waits: what has happened, the table, and their cards in words, as these stay the same.

    `held` are pictures of the table or the hand that the message holds, and that stay.
    """
    look, view, table = parts.look, parts.view, parts.look.table
    files = [*parts.drawn.files, *held]
    told = _told(look, view, parts.place, parts.celebrated, scores=not _pictured("table", files))
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(told)), *map(Gallery, files)]
    lines = [*turn_text.what_now(view, table), *_ordered(parts.orders)]
    if table_in_words:
        items += [ui.TextDisplay(text_only.table(view.public, table, view.seat)), ui.TextDisplay(text_only.hand(view))]
    elif not _pictured("hand", files):
        lines.insert(0, text_only.hand_in_a_line(view))
    items.append(ui.TextDisplay("\n".join(lines)))
    buttons = [
        *_onwards(waited_for=parts.others),
        button(_("My hand"), AskHand(table.id, table.version)),
        *_to_orders(table, parts.orders, offered=True),
        *parts.beside,
        more(table),
    ]
    return Page(*items, *in_lines(buttons), *_proposed(table, view))


def _pictured(name: str, files: Sequence[Attachment]) -> bool:
    return any(file.name.startswith(name) for file in files)


def _onwards(*, waited_for: bool) -> list[LabelledButton]:
    """Return the button to the next game, if others are waiting for the player."""
    return [button(_("Next game"), NextGame(), PRIMARY)] if waited_for else []


def _proposed(table: Table, view: SeatView) -> list[ui.Item[Any]]:
    """Return what the players of a game in play may decide on together, and how the player answers it."""
    seat = table.seat(view.seat)
    if table.status is not Status.PLAYING or seat is None or seat.user_id is None:
        return []
    return [*proposals_page.own_proposals(table, seat.user_id)]


def _over(
    table: Table,
    view: SeatView,
    place: PlaceNames | None,
    ended: Ended,
    celebrated: Celebrated | None,
    achieved: str | None,
    onwards: Sequence[LabelledButton],
) -> Page:
    """Return the end of the game: the sheet of its last round, who has won, and ways to look back and onwards."""
    public, here = view.public, (table.id, table.version)
    buttons = [
        *onwards,
        button(_("Review"), OpenReview(*here, ended.number)),
        button(_("Replay"), Replay(*here)),
        button(_("Record of the game"), Record(*here)),
        *([] if place is None else [button(_("Share"), ShareGame(*here))]),
        todays_deal(),
    ]
    lines = [
        game_places.heading(public, place, None),
        *how_it_ended(public, table, view.seat),
        *filter(None, [achieved]),
    ]
    return Page(
        ui.TextDisplay("\n".join(lines)),
        *ended.items(table, view.seat),
        *joy(celebrated),
        *(sheets(public, table) if len(public.finished) > 1 else []),
        *once_more(public, table),
        *in_rows(buttons),
    )


def _heading(look: Look, view: SeatView, place: PlaceNames | None, *, scores: bool) -> str:
    if look.lesson is not None:
        return lesson_text.heading(look)
    if look.what_if is not None:
        return what_if_page.heading(look, look.what_if)
    if look.daily is not None:
        return daily_text.heading(look.daily, begun=has_moved(look, view))
    if look.past_deal is not None:
        return daily_text.heading_for_fun(look.past_deal)
    public = view.public
    heading = game_places.heading(public, place, None if public.over else public.round_number)
    if not scores:
        return heading
    standing = score_text.standing(public, look.table, view.seat, public.scores)
    return f"{heading}\n{score_text.standing_towards(standing, public.rules)}"


def _celebrated(celebrated: Celebrated | None) -> list[str]:
    """Return what is celebrated in words, unless the lines that tell what happened say it too."""
    return [] if celebrated is None or celebrated.told else [celebrated.title]


def has_moved(look: Look, view: SeatView) -> bool:
    """Return whether a player has made a move in this round."""
    now = view.public.round_number
    return any(move.seat == view.seat and move.round == now for move in look.recent)


def _dealt_threes(look: Look, view: SeatView) -> list[str]:
    """Return the threes that were laid down as they were dealt, until the player's first move of the round."""
    if look.table.status is not Status.PLAYING or has_moved(look, view):
        return []
    laid = [card for event in look.dealt if event.kind == "three" and event.seat == view.seat for card in event.cards]
    if not laid:
        return []
    text = ngettext(
        "You were dealt {cards}: it's on the table, and you got another card for it.",
        "You were dealt {cards}: they're on the table, and you got other cards for them.",
        len(laid),
    )
    return [text.format(cards=card_names.cards(sorted(laid)))]


def _moves(table: Table, view: SeatView, emojis: CardEmojis) -> list[LabelledButton]:
    """Return buttons for all moves that the seat may start now, apart from discards."""
    here = (table.id, table.version)
    verbs, first = set(view.verbs), view.public.phase == "draw"
    offered = [
        (
            "draw",
            button(_("Draw"), Draw(*here), PRIMARY, emoji=emojis.back)
            if first
            else button(_("Throw it, draw again"), Draw(*here), emoji=emojis.back),
        ),
        ("take", button(_("Take the pile"), Take(*here), GO, emoji=emojis.of(view.public.upcard))),
        ("meld", button(_("Lay down…"), ChooseMeld(*here), GO)),
        ("answer", button(_("Yes, go out"), Yes(*here), GO)),
        ("answer", button(_("No, not yet"), No(*here))),
        ("ask", button(_("Ask to go out"), Ask(*here))),
        ("undo", button(_("Take back"), Undo(*here))),
    ]
    buttons: list[LabelledButton] = [item for verb, item in offered if verb in verbs]
    groups = move_order.at_once(view) if "meld" in verbs else ()
    if groups and meld_draft.fits(groups):
        text = turn_text.laying_in_a_line(view, Move(view.seat, "meld", groups))
        buttons.insert(0, button(text, Lay(*here, "m", groups), GO))
    return buttons


def _helps(table: Table, view: SeatView, orders: PendingOrders | None, *, hints: bool) -> list[LabelledButton]:
    """Return buttons for what helps the player to move: a hint, if there are `hints`, and their standing orders."""
    hint = (
        [button(_("Hint"), AskHint(table.id, table.version))] if view.my_turn and hints and len(view.legal) > 1 else []
    )
    return [*hint, *_to_orders(table, orders, offered=not view.my_turn or orders is not None)]


def _to_orders(table: Table, orders: PendingOrders | None, *, offered: bool) -> list[LabelledButton]:
    """Return the button to the standing orders, if it is `offered`, and the one that withdraws them, if there are any."""
    here = (table.id, table.version)
    return [
        *([button(_("Standing orders…"), OpenOrders(*here))] if offered else []),
        *([] if orders is None else [button(_("Withdraw orders"), WithdrawOrders(*here))]),
    ]


def _actions(
    table: Table,
    view: SeatView,
    buttons: Sequence[LabelledButton],
    cards: Sequence[Card],
    emojis: CardEmojis,
    room: int,
) -> list[ui.Item[Any]]:
    """Return the buttons in rows, a menu of moves that only some games have, and below them the `cards` to discard.

    The message has `room` for that many components: if the cards don't fit, their ranks are offered.
    """
    others = menus(_("Other moves"), Also(table.id, table.version), _rare(view))
    rows = [*in_lines([*buttons, more(table)]), *others]
    thrown = _thrown(table, cards, emojis, room - counted(rows) - 1)
    if not thrown:
        return [*rows]
    if len(thrown) % ROW_BUTTONS:
        # Behind the cards, where it takes no row of its own.
        thrown.append(more(table))
        rows = [*in_lines(buttons), *others]
    return [*rows, ui.TextDisplay[Any](_("**Discard:**")), *in_rows(thrown)]


def _ordered(orders: PendingOrders | None) -> list[str]:
    """Return when the player's standing orders will be played, if they will."""
    if orders is None:
        return []
    if orders.at is None:
        return ["📋 " + _("Your standing orders are for your next turn.")]
    text = _("**Your standing orders will play for you {when}**, unless you move first.")
    return ["📋 " + text.format(when=clock_text.far(orders.at))]


def _thrown(table: Table, cards: Sequence[Card], emojis: CardEmojis, room: int) -> list[LabelledButton]:
    """Return buttons that each discard a card; of more cards than fit, a button for each rank."""
    here = (table.id, table.version)
    buttons = [
        button(card_names.card(card), Put(*here, card), emoji=emojis.of(card), wordless=True)
        for card in cards[:_MOST_CARDS]
    ]
    if len(cards) <= _MOST_CARDS and counted(in_rows(buttons)) <= room:
        return buttons
    ranks = dict.fromkeys(card >> 2 for card in cards)
    return [button(card_names.rank(rank, 1).capitalize(), DiscardOf(*here, rank)) for rank in ranks]


def _discarded_soon(
    table: Table, view: SeatView, pause: Pause, advice: Mapping[Card, Advice], remark: str | None
) -> list[ui.Item[Any]]:
    """Return what is waiting to be discarded and until when, and the buttons that take it back or wait no longer."""
    text = _("**{card} goes on the pile {far}.**").format(
        card=card_names.card(pause.card), far=clock_text.far(pause.due_at, "T")
    )
    warning = hint_text.warning(view, table, pause.card, advice[pause.card]) if pause.card in advice else None
    here = (table.id, table.version)
    buttons = [
        button(_("Take it back"), TakeUp(*here), PRIMARY),
        button(_("Discard it now"), Throw(*here, pause.card)),
        more(table),
    ]
    return [ui.TextDisplay("\n".join([text, *remark_lines(warning), *remark_lines(remark)])), *in_lines(buttons)]


def heads_up(look: Look, place: PlaceNames | None) -> Page:
    """Return the message to the player who is next: whose turn it is, and where."""
    public, table = look.public, look.table
    assert public is not None
    playing = table.seat(public.asking) if public.asking is not None else table.to_move
    if place is None:
        text = _("**{name}** is playing in your game in direct messages. You are next.")
        return notice(text.format(name=person_names.name_of(playing)))
    text = _("**{name}** is playing in [{server}, #{channel}]({link}). You are next.")
    return notice(
        text.format(
            name=person_names.name_of(playing),
            server=person_names.plain(place.server),
            channel=person_names.plain(place.channel),
            link=place.link,
        )
    )


def _rare(view: SeatView) -> list[discord.SelectOption]:
    """Return moves that only some games have, as options of a menu."""
    usual = ("draw", "take", "meld", "discard", "answer", "ask")
    return [
        discord.SelectOption(label=move_text.choice(move, view.public.upcard), value=str(move).partition(" ")[2])
        for move in view.legal
        if move.verb not in usual
    ]


def remark_lines(text: str | None) -> list[str]:
    """Return a remark that must be noticed, as a line of its own; no line without a remark."""
    return [f"⚠️ **{text}**"] if text else []
