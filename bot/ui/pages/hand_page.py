"""A player's own messages: the hand, the table, and buttons for what they may do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.canasta.cards import Card, is_wild
from bot.canasta.views import SeatView
from bot.store.games import Status, Table
from bot.tables.views import Look
from bot.ui import meld_draft, move_order
from bot.ui.actions import TableAction
from bot.ui.components import GO, PRIMARY, STOP, button, in_rows, menus
from bot.ui.i18n import _, ngettext
from bot.ui.page import Attachment, Page, attachment, gallery
from bot.ui.pages import log_page, proposals_page
from bot.ui.pages.table_page import Hand, whose_turn
from bot.ui.words import (
    card_names,
    clock_text,
    happenings,
    move_text,
    person_names,
    score_text,
    text_only,
    variant_names,
)
from renderer import Picture

#: The most buttons of single cards under a hand: a message may have 40 components, and a hand needs some for other things.
_MOST_CARDS = 20


class Draw(TableAction, name="draw"):
    """The move that draws from the stock."""


class Take(TableAction, name="take"):
    """The move that takes the pile, or the choice of how."""


class Meld(TableAction, name="meld"):
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
class Draft(TableAction):
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


class Lay(Draft, name="lay"):
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


class OpenOrders(TableAction, name="orders"):
    """The wish to see one's standing orders."""


class Also(TableAction, name="also"):
    """The choice of a move that only some games have."""


@dataclass(frozen=True, slots=True)
class Place:
    """A table's place: the names of its server and channel, and a link to the channel."""

    server: str
    channel: str
    link: str


def entry(table: Table, place: Place, user_id: int) -> discord.SelectOption:
    """Return a game as an option in a menu of somebody's games: where it is, whose turn it is, and with whom."""
    to_move = table.to_move
    turn = (
        _("your turn")
        if to_move is not None and to_move.user_id == user_id
        else _("{name}'s turn").format(name=person_names.label_of(to_move))
    )
    others = ", ".join(person_names.label_of(seat) for seat in table.seats if seat.user_id != user_id)
    label = _("{server}, #{channel}").format(server=place.server, channel=place.channel)
    description = _("{turn}, with {names}").format(turn=turn, names=others)
    return discord.SelectOption(label=label, value=str(table.id), description=description)


@dataclass(frozen=True, slots=True)
class Own:
    """What a message to one player is made from: the table, their view of it, where it is, and pictures.

    `hand` and `table` have one or more pictures each. `table` is empty if the player sees the table elsewhere. Without
    pictures of the hand, both are told in words.
    """

    look: Look
    view: SeatView
    place: Place
    hand: tuple[Picture, ...]
    table: tuple[Picture, ...] = ()


def hand(own: Own, remark: str | None = None) -> Page:
    """Return a page with a player's own cards and what they may do; `remark` is right above the buttons."""
    row, view = own.look.table, own.view
    text = [_heading(own), *_last_round(own), *_dealt_threes(own)]
    text += [*happenings.lines_since_last_turn(own.look.recent, row, view.seat), *log_page.lately(own.look.deeds)]
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(text)), *hand_items(own)]
    pictures = hand_files(own)
    for number, picture in enumerate(own.table):
        items.append(gallery(_file("table", number), picture))
        pictures.append(attachment(_file("table", number), picture))
    if not own.table and not own.hand:
        items.append(ui.TextDisplay(text_only.table(view.public, row)))
    until = clock_text.own_deadline(row) if view.my_turn else None
    items.append(ui.TextDisplay("\n".join([*what_now(view, row), *([until] if until else []), *remark_lines(remark)])))
    items.extend(_actions(view, row))
    seat = row.seat(view.seat)
    if row.status is Status.PLAYING and seat is not None and seat.user_id is not None:
        items.extend(proposals_page.own_proposals(row, seat.user_id))
    return Page(*items, attachments=pictures)


def hand_items(own: Own) -> list[ui.Item[Any]]:
    """Return the player's hand, in pictures or in words."""
    if not own.hand:
        return [ui.TextDisplay(text_only.hand(own.view))]
    return [gallery(_file("hand", number), picture) for number, picture in enumerate(own.hand)]


def hand_files(own: Own) -> list[Attachment]:
    """Return the pictures of the player's hand as files."""
    return [attachment(_file("hand", number), picture) for number, picture in enumerate(own.hand)]


def _file(name: str, number: int) -> str:
    return f"{name}-{number + 1}.png" if number else f"{name}.png"


def what_now(view: SeatView, row: Table) -> list[str]:
    """Return what the player may do, in sentences."""
    public = view.public
    lines: list[str] = []
    seat = row.seat(view.seat)
    if row.status is Status.PLAYING and seat is not None and seat.sitting_in:
        return [_("**You were away, so a computer is playing for you.** Press **I'm back** to take over again.")]
    if not view.my_turn or row.status is not Status.PLAYING:
        return [whose_turn(public, row)]
    if public.phase == "answer":
        asker = "" if public.asking is None else person_names.name_of(row.seat(public.asking))
        return [_("**Your partner {asker} asks: May I go out?** Your answer binds both of you.").format(asker=asker)]
    top = public.upcard
    if public.phase == "draw":
        if "take" in view.verbs and top is not None:
            lines.append(
                ngettext(
                    "**Your turn.** Draw from the stock, or take the pile: {top} is its only card.",
                    "**Your turn.** Draw from the stock, or take the pile: {top} is on top, {count} cards in all.",
                    len(public.pile),
                ).format(top=card_names.card(top), count=len(public.pile))
                if "draw" in view.verbs
                else _("**Your turn.** You must take the pile: {top} fits your cards.").format(top=card_names.card(top))
            )
        else:
            lines.append(_("**Your turn.** Draw from the stock."))
            if top is not None and view.untaken is not None:
                lines.append(move_text.untaken(view.untaken))
    elif public.phase == "pass":
        lines.append(
            _("**Your turn.** Keep one of your two packets as your foot; the other goes to the player on your left.")
        )
    else:
        if view.fresh:
            lines.append(_("New in your hand: {cards}.").format(cards=card_names.cards(view.fresh)))
        lines.append(
            _("**Your turn.** Lay down cards if you like, then discard one to end your turn.")
            if "meld" in view.verbs
            else _("**Your turn.** Discard a card to end your turn.")
        )
        if "draw" in view.verbs:
            lines.append(
                _("You can also throw {card} away and draw another card.").format(card=card_names.cards(view.fresh))
            )
    needed = move_order.opening(view)
    said = view.untaken is not None and view.untaken.error.code == "initial-meld-too-low"
    if needed and not said:
        lines.append(
            _("To open, the cards you lay down must be worth at least {needed} points together.").format(needed=needed)
        )
    return lines


def _heading(own: Own) -> str:
    public, place = own.view.public, own.place
    title = _("### [{game} in {server}, #{channel}]({link}), round {round}").format(
        game=variant_names.title(public.rules),
        server=person_names.plain(place.server),
        channel=person_names.plain(place.channel),
        link=place.link,
        round=public.round_number,
    )
    scores = score_text.standing(public, own.look.table, own.view.seat, public.scores)
    return f"{title}\n{score_text.standing_towards(scores, public.rules)}"


def _last_round(own: Own) -> list[str]:
    """Return what the round before brought, until the player's first move in this one."""
    public = own.view.public
    if not public.finished or public.over or _has_moved(own):
        return []
    last = public.finished[-1]
    brought = tuple(sheet.total for sheet in last.sides)
    scores = score_text.standing(public, own.look.table, own.view.seat, brought)
    return [_("Round {round}: {scores}.").format(round=last.number, scores=scores)]


def _has_moved(own: Own) -> bool:
    """Return whether the player has made a move in this round."""
    now = own.view.public.round_number
    return any(one.seat == own.view.seat and one.round == now for one in own.look.recent)


def _dealt_threes(own: Own) -> list[str]:
    """Return the threes that were laid down as they were dealt, until the player's first move of the round."""
    if own.look.table.status is not Status.PLAYING or _has_moved(own):
        return []
    laid = [card for one in own.look.dealt if one.kind == "three" and one.seat == own.view.seat for card in one.cards]
    if not laid:
        return []
    text = ngettext(
        "You were dealt {cards}. It was laid down, and you got another card instead.",
        "You were dealt {cards}. They were laid down, and you got other cards instead.",
        len(laid),
    )
    return [text.format(cards=card_names.cards(sorted(laid)))]


def _actions(view: SeatView, row: Table) -> list[ui.Item[Any]]:
    """Return rows of buttons for all that the seat may start now, and one that updates the message."""
    here = (row.id, row.version)
    if row.status is not Status.PLAYING:
        return []
    seat = row.seat(view.seat)
    if seat is not None and seat.sitting_in:
        return [ui.ActionRow(proposals_page.back(row), button(_("Refresh"), Hand(*here)))]
    verbs, first = set(view.verbs), view.public.phase == "draw"
    offered = [
        ("draw", button(_("Draw"), Draw(*here), PRIMARY) if first else button(_("Throw and draw"), Draw(*here))),
        ("take", button(_("Take the pile"), Take(*here), GO)),
        ("meld", button(_("Lay down…"), Meld(*here), GO)),
        ("answer", button(_("Yes, go out"), Yes(*here), GO)),
        ("answer", button(_("No, not yet"), No(*here), STOP)),
        ("ask", button(_("Ask to go out"), Ask(*here))),
        ("undo", button(_("Take back"), Undo(*here))),
    ]
    buttons = [item for verb, item in offered if verb in verbs]
    if not view.my_turn:
        buttons.append(button(_("Standing orders…"), OpenOrders(*here)))
    groups = move_order.natural_melds(view) if "meld" in verbs else ()
    if groups and len(meld_draft.pack(groups)) <= meld_draft.LENGTH:
        text = _("Lay down {cards}").format(cards=card_names.groups(groups))
        buttons.insert(0, button(text, Lay(*here, "m", groups), GO))
    rows: list[ui.Item[Any]] = [
        *menus(_("Other moves"), Also(*here), _rare(view)),
        *_cards_to_discard(view, row),
        *in_rows([*buttons, button(_("Refresh"), Hand(*here))]),
    ]
    return rows


def _cards_to_discard(view: SeatView, row: Table) -> list[ui.ActionRow[Any]]:
    """Return rows of buttons that each discard a card; of more cards than fit, a button for each rank."""
    here = (row.id, row.version)
    cards = move_order.throws(view)
    if len(cards) > _MOST_CARDS:
        ranks = dict.fromkeys(card >> 2 for card in cards)
        buttons = [button(card_names.rank(rank, 1).capitalize(), DiscardOf(*here, rank)) for rank in ranks]
    else:
        buttons = [
            button(card_names.card(card), Put(*here, card), STOP if is_wild(card) else discord.ButtonStyle.secondary)
            for card in cards
        ]
    return in_rows(buttons)


def discarded_soon(own: Own, card: Card) -> Page:
    """Return the page while a discard waits, with the button that takes it back."""
    row = own.look.table
    text = _("**{card} goes on the pile in a moment.** Until then you can take it back.").format(
        card=card_names.card(card)
    )
    buttons = ui.ActionRow[Any](
        button(_("Take it back"), TakeUp(row.id, row.version), PRIMARY),
        button(_("Discard it now"), Throw(row.id, row.version, card)),
    )
    return Page(*hand_items(own), ui.TextDisplay(text), buttons, attachments=hand_files(own))


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
