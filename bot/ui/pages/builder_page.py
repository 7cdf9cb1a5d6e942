"""The pages on which a player builds a move: cards to lay or discard, and how to take the pile."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.canasta.cards import Card
from bot.canasta.moves import Group, Move, Ways
from bot.canasta.views import SeatView
from bot.data.tables import Table
from bot.ui import meld_draft, move_order, phone
from bot.ui.actions import Action, TableAction, Unreadable, base36, number, read
from bot.ui.card_emojis import CardEmojis
from bot.ui.components import GO, PRIMARY, LabelledButton, button, in_lines, in_rows, menus
from bot.ui.i18n import _, pgettext
from bot.ui.limits import LABEL_LENGTH, MENU_OPTIONS, ROW_BUTTONS
from bot.ui.page import Page
from bot.ui.pages.hand_page import DraftMove, Drawn, HandParts, Lay, Throw, remark_lines
from bot.ui.words import card_names, hint_text, lesson_text, move_text, score_text, turn_text

#: The most buttons of single cards at a time: a message may have 40 components, and a choice needs some for other things.
_MOST_CARDS = 20
#: The lines of suggested moves that fit on a phone's screen: beside few rows of cards, and beside more.
_LINES, _FEW_ROWS, _LINES_BESIDE_MANY = 4, 3, 2
#: The most ways to lay the same cards that get a button each; more of them are offered by a menu.
_MOST_BUTTONS = 3
_BASE36 = re.compile("[0-9a-z]+")


@dataclass(frozen=True)
class BackToHand(TableAction, name="back"):
    """The way from a choice of cards back to the hand; of cards to lay with the `mark` of the `Choice` that is shown."""

    mark: int | None = None


class DiscardRank(TableAction, name="discard-rank"):
    """The choice of the rank of a card to discard."""


class DiscardCard(TableAction, name="discard-card"):
    """The choice of a card to discard."""


@dataclass(frozen=True)
class OldMenu(TableAction):
    """A choice of cards to lay by menus, as messages of earlier releases offer it; the text behind them is kept as it is."""

    written: str

    def rest(self) -> str:
        """Return the field as the custom id holds it."""
        return self.written

    @classmethod
    def read_rest(cls, rest: str) -> tuple[Any, ...]:
        """Return the field that `rest` wrote."""
        return (rest,)


class OldRank(OldMenu, name="rank"):
    """The rank of cards to lay."""


class OldCards(OldMenu, name="cards"):
    """The cards of a rank to lay."""


class OldReady(OldMenu, name="ready"):
    """One of the suggested moves."""


class OldOver(OldMenu, name="over"):
    """The wish to begin the choice again."""


class Cards(frozenset[int]):
    """Cards of a hand, by their places in it (`move_order.in_hand`): a hand can hold several of a card."""

    def __str__(self) -> str:
        """Return the places as custom ids hold them."""
        return base36(sum(1 << place for place in self))

    @classmethod
    def read(cls, text: str) -> Cards:
        """Return the places of such a text. Raises `Unreadable` for any other text."""
        if _BASE36.fullmatch(text) is None:
            raise Unreadable
        bits = int(text, 36)
        return cls(place for place in range(bits.bit_length()) if bits >> place & 1)

    @classmethod
    def of(cls, view: SeatView, cards: Iterable[Card]) -> Cards:
        """Return the places of cards in a hand; of equal ones the first, and none for cards that it doesn't hold."""
        wanted, places = Counter(cards), set[int]()
        for place, card in enumerate(move_order.in_hand(view)):
            if wanted[card] > 0:
                wanted[card] -= 1
                places.add(place)
        return cls(places)

    def held(self, view: SeatView) -> tuple[Card, ...]:
        """Return the cards at these places. Raises `Unreadable` if the hand has fewer."""
        hand = move_order.in_hand(view)
        if any(place >= len(hand) for place in self):
            raise Unreadable
        return tuple(hand[place] for place in sorted(self))


@dataclass(frozen=True)
class OfChoice(TableAction):
    """A change of a choice of cards to lay; `kind` is the first letter of the move's verb.

    `page` counts, from 0, the cards that the message shows of a hand that is too large for one.
    """

    kind: str
    page: int

    @property
    def verb(self) -> str:
        """The verb of the move."""
        return "take" if self.kind == "t" else "meld"


@dataclass(frozen=True)
class Pick(OfChoice, name="pick"):
    """The choice of `more` cards to lay, or of those that are put back, `less`.

    A button says nothing of other chosen cards: so it stays the same button while these change, and can be pressed on.
    """

    more: Cards = Cards()
    less: Cards = Cards()

    def rest(self) -> str:
        """Return the fields as the custom id holds them."""
        return f"{self.kind}{self.more}.{self.less}.{self.page}"

    @classmethod
    def read_rest(cls, rest: str) -> tuple[Any, ...]:
        """Return the fields that `rest` wrote. Raises `Unreadable` for any other text."""
        kind, parts = rest[:1], rest[1:].split(".")
        if kind not in ("m", "t") or len(parts) != 3:
            raise Unreadable
        return kind, number(parts[2]), *map(Cards.read, parts[:2])


@dataclass(frozen=True)
class PickRank(OfChoice, name="pick-rank"):
    """The choice of a card of which no other of its rank is chosen, and so of the whole rank; `place` is the card's."""

    place: int

    def more(self, view: SeatView, chosen: Cards) -> Cards:
        """Return what this adds to the cards that are `chosen` by now. Raises `Unreadable` if the hand has no such card."""
        alone = Cards([self.place])
        alone.held(view)
        rank = Cards(move_order.along(view, self.place))
        return alone if chosen & rank else rank


@dataclass(frozen=True)
class MoreCards(OfChoice, name="pick-page"):
    """The wish to see the other cards of a large hand; `chosen` are all cards that are chosen."""

    chosen: Cards = Cards()

    def rest(self) -> str:
        """Return the fields as the custom id holds them."""
        return f"{self.kind}{self.chosen}.{self.page}"

    @classmethod
    def read_rest(cls, rest: str) -> tuple[Any, ...]:
        """Return the fields that `rest` wrote. Raises `Unreadable` for any other text."""
        kind, parts = rest[:1], rest[1:].split(".")
        if kind not in ("m", "t") or len(parts) != 2:
            raise Unreadable
        return kind, number(parts[1]), Cards.read(parts[0])


def chosen_in(custom_ids: Iterable[str]) -> Cards:
    """Return the cards that a message with these buttons shows as chosen."""
    chosen = set[int]()
    for written in filter(None, map(read, custom_ids)):
        if written.action == Pick.name and not (pick := Pick.unpack(written)).more:
            chosen |= pick.less
        elif written.action == MoreCards.name:
            chosen |= MoreCards.unpack(written).chosen
    return Cards(chosen)


def mark_in(custom_ids: Iterable[str]) -> int | None:
    """Return the mark of the choice that a message with these buttons shows, None if it has none."""
    marks = (
        BackToHand.unpack(written).mark
        for written in filter(None, map(read, custom_ids))
        if written.action == BackToHand.name
    )
    return next(marks, None)


class LayAs(DraftMove, name="lay-as"):
    """The choice among several ways to lay the chosen cards."""


@dataclass(frozen=True)
class Choice:
    """The cards that a player has chosen to lay by a `verb`, and the moves that lay exactly these; `page` is as in `Pick`.

    Each time that a choice is shown it gets another `mark`, of all workers, so that a press says what its message showed.
    """

    verb: str
    cards: Cards = Cards()
    ways: Ways = Ways()
    page: int = 0
    mark: int | None = None

    def counted(self, view: SeatView) -> int:
        """Return what the chosen cards count towards opening, 0 where that isn't asked or none are chosen."""
        if move_order.opening(view) is None or not self.cards:
            return 0
        groups = self.ways.moves[0].groups if self.ways.moves else (Group(self.cards.held(view)),)
        return move_order.points(view, groups, view.public.upcard if self.verb == "take" else None)


def laying(parts: HandParts, choice: Choice, remark: str | None = None) -> Page:
    """Return the page on which cards are chosen by pressing them; a button says what would be laid, or a line what is missing."""
    table, view, drawn = parts.look.table, parts.view, parts.drawn
    missing = []
    moves = [move for move in choice.ways.moves if meld_draft.fits(move.groups)]
    # Texts above the cards don't move them on a phone, which holds the end of a message in place.
    suggestions = [] if choice.cards else _suggestions(table, view, choice)
    refusal = choice.ways.refusal
    if choice.ways.moves and not moves:
        remark = remark or _("That is as much as you can lay down in one go: lay these down first.")
    elif refusal is not None and (choice.cards or (choice.verb == "take" and not suggestions)):
        missing = [move_text.refusal(refusal)]
    # Beside pictures, what is missing stands in the place of what to do: both would take three lines.
    lines = [*lesson_text.lines(parts.look), *_asked(view, choice, drawn, usual=not (missing and drawn.hand)), *missing]
    lines += remark_lines(remark)
    labels = [_label(view, move, beside_table=bool(drawn.table)) for move in moves]
    items = [*drawn.items(table, view), ui.TextDisplay[Any]("\n".join(lines))]
    items += [*in_lines(suggestions), *in_rows(_cards(table, view, choice, parts.emojis))]
    items += _green(table, choice, moves, labels)
    return Page(*items)


def _asked(view: SeatView, choice: Choice, drawn: Drawn, *, usual: bool) -> list[str]:
    """Return what is `usual` to do, in a line; where no picture shows it, what it takes to open, and which cards are chosen."""
    top = view.public.upcard
    if choice.verb == "take" and top is not None:
        what, needed = _("**Press the cards that take the pile with {top}.**").format(top=card_names.card(top)), None
    else:
        what, needed = _("**Press the cards that you lay down.**"), None if drawn.table else move_order.opening(view)
    said = [what, *_how_to_press(view, choice)] if usual else []
    if needed:
        said.append(_("You need {needed} points to open.").format(needed=needed))
    lines = [" ".join(said)] if said else []
    if not drawn.hand and (chosen := choice.cards.held(view)):
        lines.append(_("Chosen: {cards}.").format(cards=card_names.cards(chosen)))
    return lines


def _how_to_press(view: SeatView, choice: Choice) -> list[str]:
    """Return what a press does beyond the card itself: first that it chooses a whole rank, then that it can be put back."""
    if all(len(move_order.along(view, at)) == 1 for at in range(len(view.hand))):
        return []
    return [_("Press one again to put it back.") if choice.cards else _("One press picks the whole rank.")]


def _suggestions(table: Table, view: SeatView, choice: Choice) -> list[LabelledButton]:
    """Return a button for each move that is suggested.

    It lays its cards at once; where that could not be taken back, it chooses them.
    """
    here, kind = (table.id, table.version), choice.verb[0]
    buttons: list[LabelledButton] = []
    lines = _LINES if len(view.hand) <= _FEW_ROWS * ROW_BUTTONS else _LINES_BESIDE_MANY
    for move in move_order.suggested(view, choice.verb, 2 * lines):
        cards = Cards.of(view, move.cards)
        every = Cards(range(len(view.hand)))
        action: Action = Pick(*here, kind, choice.page, cards, Cards(every - cards))
        if choice.verb == "meld" and len(move.cards) < len(view.hand) and meld_draft.fits(move.groups):
            action = Lay(*here, kind, move.groups)
        top = None if choice.verb == "meld" else view.public.upcard
        more = [*buttons, button(turn_text.suggestion_in_a_line(move, top), action, PRIMARY)]
        if len(in_lines(more)) > lines:
            break
        buttons = more
    return buttons


def _cards(table: Table, view: SeatView, choice: Choice, emojis: CardEmojis) -> list[LabelledButton]:
    """Return a button for each card of the hand, blue where it is chosen; of a large hand as many as fit, and one to the others."""
    here, kind, hand = (table.id, table.version), choice.verb[0], move_order.in_hand(view)
    pages = -(-len(hand) // _MOST_CARDS)
    page = choice.page % max(pages, 1)
    buttons = []
    for place, card in list(enumerate(hand))[page * _MOST_CARDS : (page + 1) * _MOST_CARDS]:
        chosen, alone, rank = place in choice.cards, Cards([place]), move_order.along(view, place)
        more, less = (Cards(), alone) if chosen else (alone, Cards())
        name = f"✓ {card_names.card(card)}" if chosen else card_names.card(card)
        whole = len(rank) > 1 and not choice.cards & rank
        action = PickRank(*here, kind, page, place) if whole else Pick(*here, kind, page, more, less)
        style = PRIMARY if chosen else discord.ButtonStyle.secondary
        buttons.append(button(name, action, style, emoji=emojis.of(card), wordless=True))
    if pages > 1:
        buttons.append(button(_("More cards"), MoreCards(*here, kind, (page + 1) % pages, choice.cards)))
    return buttons


def _green(table: Table, choice: Choice, moves: Sequence[Move], labels: Sequence[str]) -> list[ui.ActionRow[Any]]:
    """Return what lays the chosen cards, in each of the ways that there are, and the way back to the hand."""
    here, kind = (table.id, table.version), choice.verb[0]
    back = button(_("Back"), BackToHand(*here, choice.mark))
    if not moves:
        label = _("Take the pile") if choice.verb == "take" else _("Lay down")
        return [ui.ActionRow(button(label, Lay(*here, kind), GO, disabled=True), back)]
    if len(moves) <= _MOST_BUTTONS:
        ways = [button(label, Lay(*here, kind, move.groups), GO) for label, move in zip(labels, moves, strict=True)]
        return in_lines([*ways, back])
    options = [
        discord.SelectOption(label=label, value=meld_draft.pack(move.groups))
        for label, move in zip(labels, moves, strict=True)
    ]
    return [*menus(_("Lay them down where?"), LayAs(*here, kind), options), ui.ActionRow(back)]


def _label(view: SeatView, move: Move, *, beside_table: bool) -> str:
    """Return what a button says that lays cards, with what these count, `Lay down K♠ K♥ Joker (70 points)`.

    Where it stands `beside_table`, a picture that says what they count too, only a label of one line says it.
    """
    top = view.public.upcard if move.verb == "take" and not view.public.rules.takes_freely else None
    counted = move_order.points(view, move.groups, top)
    said = turn_text.laying(view, move)
    whole = f"{said} ({score_text.points(counted)})" if counted else said
    return whole if phone.in_a_line(whole) or (not beside_table and len(whole) <= LABEL_LENGTH) else said


def only_way(view: SeatView) -> tuple[Card, ...]:
    """Return the cards that take the pile if there is only one way to; none if there are several."""
    ways = move_order.melds(view, "take")
    return ways[0].cards if len(ways) == 1 else ()


def _rank_label(view: SeatView, rank: int) -> str:
    return pgettext("rank and how many of it are held", "{rank}: you hold {count}").format(
        rank=card_names.rank(rank, 2).capitalize(), count=sum(card >> 2 == rank for card in view.hand)
    )


def discarding(
    parts: HandParts, *, rank: int | None = None, card: Card | None = None, remark: str | None = None
) -> Page:
    """Return the page that chooses a card to discard and confirms it; if there are many, by rank first.

    Of a `rank` without a card its cards alone are offered, and a single one is chosen.
    """
    table, view = parts.look.table, parts.view
    shown, advice = parts.throws(), parts.advice
    of_rank = [one for one in shown if one >> 2 == rank]
    by_rank = len(shown) > MENU_OPTIONS
    offered = of_rank if by_rank or (card is None and of_rank) else shown
    if card is None and len(of_rank) == 1:
        [card] = of_rank
    warning = hint_text.warning(view, table, card, advice[card]) if card in advice else None
    text = [*turn_text.counts(view), *lesson_text.lines(parts.look), _("**Discard a card.** This ends your turn.")]
    text += [*remark_lines(warning), *remark_lines(remark)]
    items = [*parts.drawn.items(table, view), ui.TextDisplay("\n".join(text))]
    if by_rank:
        ranks = list(dict.fromkeys(one >> 2 for one in shown))
        options = [
            discord.SelectOption(label=_rank_label(view, one), value=str(one), default=one == rank) for one in ranks
        ]
        items += menus(_("Which rank?"), DiscardRank(table.id, table.version), options)
    options = [
        discord.SelectOption(
            label=card_names.card(one),
            value=str(one),
            default=one == card,
            description=(hint_text.option(view, table, one, advice[one]) if one in advice else None)
            or _discard_label(view, one),
            emoji=parts.emojis.of(one),
        )
        for one in offered
    ]
    items += menus(_("Which card?"), DiscardCard(table.id, table.version), options)
    confirm = _("Discard") if card is None else _("Discard {card}").format(card=card_names.card(card))
    items.append(
        ui.ActionRow(
            button(
                confirm,
                Throw(table.id, table.version, card or 0),
                GO,
                disabled=card is None,
                emoji=parts.emojis.of(card),
            ),
            button(_("Back"), BackToHand(table.id, table.version)),
        )
    )
    return Page(*items)


def asking(parts: HandParts, card: Card) -> Page:
    """Return the question to somebody who has pressed a card for the first time, if it is to be discarded."""
    table = parts.look.table
    here = (table.id, table.version)
    text = _("**Discard {card}?** That ends your turn.")
    buttons = ui.ActionRow[Any](
        button(_("Discard"), Throw(*here, card), GO, emoji=parts.emojis.of(card)),
        button(_("Keep it"), BackToHand(*here)),
    )
    return Page(
        *parts.drawn.items(table, parts.view),
        ui.TextDisplay[Any](text.format(card=card_names.card(card))),
        buttons,
    )


def _discard_label(view: SeatView, card: Card) -> str:
    held = sum(one >> 2 == card >> 2 for one in view.hand)
    return move_text.discard_hint(card, view.public.rules) or pgettext(
        "what the player holds", "You hold {cards}"
    ).format(cards=card_names.counted(card >> 2, held))
