"""The pages on which a player builds a move: cards to lay or discard, and how to take the pile."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.canasta.cards import NATURAL_RANKS, THREE, Card, is_wild
from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.ui import meld_draft, move_order
from bot.ui.actions import TableAction, Unreadable, number
from bot.ui.card_emojis import CardEmojis
from bot.ui.components import GO, button, menus
from bot.ui.i18n import _, pgettext
from bot.ui.limits import MENU_OPTIONS
from bot.ui.page import Page
from bot.ui.pages.hand_page import Draft, Lay, Own, Throw, files_in_view, in_view, remark_lines
from bot.ui.words import card_names, hint_text, lesson_text, move_text, score_text, turn_text

#: How many wild cards of each kind the menu of one meld offers.
_WILDS_OFFERED = 6
#: The character that stands for the target 0 in a custom id.
_FIRST_TARGET = ord("A")


class Back(TableAction, name="back"):
    """The way from a choice of cards back to the hand."""


class DiscardRank(TableAction, name="discard-rank"):
    """The choice of the rank of a card to discard."""


class DiscardCard(TableAction, name="discard-card"):
    """The choice of a card to discard."""


class Ready(Draft, name="ready"):
    """The choice of cards that are ready to lay."""


class Rank(Draft, name="rank"):
    """The choice of the meld whose cards are to be chosen."""


class Over(Draft, name="over"):
    """The choice of cards from the beginning."""


@dataclass(frozen=True)
class Cards(Draft, name="cards"):
    """The choice of cards for a meld, the `target` (see `meld_draft`)."""

    target: int = 0

    def rest(self) -> str:
        """Return the fields as the custom id holds them."""
        return f"{self.kind}{chr(_FIRST_TARGET + self.target)}{meld_draft.pack(self.groups)}"

    @classmethod
    def read_rest(cls, rest: str) -> tuple[Any, ...]:
        """Return the fields that `rest` wrote. Raises `Unreadable` for any other text."""
        if len(rest) < 2:
            raise Unreadable
        return rest[0], meld_draft.unpack(rest[2:]), ord(rest[1]) - _FIRST_TARGET


def building(
    own: Own, verb: str, groups: meld_draft.Groups, *, target: int | None = None, remark: str | None = None
) -> Page:
    """Return the page that builds a `meld` or a `take`; `target` is the meld whose cards are being chosen.

    Cards must be chosen first, unless the pile can be taken without any. Raises `ValueError` if the choice is too long
    for a custom id.
    """
    row, view = own.look.table, own.view
    kind = verb[0]
    items = in_view(own)
    items.append(
        ui.TextDisplay(
            "\n".join([*turn_text.counts(view), *lesson_text.lines(own.look), *_so_far(view, verb, groups, remark)])
        )
    )
    most = 1 if verb == "take" else MENU_OPTIONS
    items += menus(_("Melds, best first"), Ready(row.id, row.version, kind), _ready(own, verb, groups), most=most)
    items += _one_meld(own, verb, groups, target)
    items.append(
        ui.ActionRow(
            button(
                _("Take the pile with these") if verb == "take" else _("Lay these down"),
                Lay(row.id, row.version, kind, groups),
                GO,
                disabled=not groups and not move_order.takes_alone(view, verb),
            ),
            button(_("Start over"), Over(row.id, row.version, kind), disabled=not groups),
            button(_("Back"), Back(row.id, row.version)),
        )
    )
    return Page(*items, attachments=files_in_view(own))


def _ready(own: Own, verb: str, groups: meld_draft.Groups) -> list[discord.SelectOption]:
    """Return the whole melds, or ways to take the pile, that a player can choose; those of `groups` are chosen."""
    view = own.view
    top = view.public.upcard if verb == "take" else None
    chosen = meld_draft.pack(groups)
    ready: dict[str, discord.SelectOption] = {}
    for move in move_order.melds(view, verb):
        value = meld_draft.pack(meld_draft.of_move(move, top))
        if len(value) > meld_draft.LENGTH or value in ready:
            continue
        laid = meld_draft.unpack(value)
        ready[value] = discord.SelectOption(
            label=move_text.choice(move, top),
            value=value or "-",
            description=_what_it_does(view, move, top),
            default=value == chosen if verb == "take" else bool(groups) and set(laid) <= set(groups),
            emoji=own.emojis.of(next(iter(meld_draft.cards(laid)), top)),
        )
        if len(ready) == MENU_OPTIONS:
            break
    return [*ready.values()]


def _one_meld(own: Own, verb: str, groups: meld_draft.Groups, target: int | None) -> list[ui.ActionRow[Any]]:
    """Return the menu of melds to choose cards for, and that of the cards for the meld `target`."""
    row, view, kind = own.look.table, own.view, verb[0]
    # A card in one meld of the draft can't go to another.
    offered = {
        one: cards for one in move_order.targets(view, verb) if (cards := _card_options(view, groups, one, own.emojis))
    }
    targets = [
        discord.SelectOption(label=_target_label(view, one), value=str(one), default=one == target) for one in offered
    ]
    rows = menus(_("Or choose a meld"), Rank(row.id, row.version, kind, groups), targets)
    if target in offered:
        cards_of = Cards(row.id, row.version, kind, groups, target)
        rows += menus(_("Which cards?"), cards_of, offered[target], most=MENU_OPTIONS)
    return rows


def taking(own: Own) -> Page:
    """Return the page that builds a `take`; if there is only one way, it is chosen already."""
    return building(own, "take", only_way(own.view))


def only_way(view: SeatView) -> meld_draft.Groups:
    """Return the cards that take the pile if there is only one way to; none if there are several."""
    ways = move_order.melds(view, "take")
    groups = meld_draft.of_move(ways[0], view.public.upcard) if len(ways) == 1 else ()
    return groups if meld_draft.fits(groups) else ()


def _what_it_does(view: SeatView, move: Move, top: Card | None) -> str:
    """Return what a move that lays cards does and what its cards count, `completes the queens: +300 (60 points)`."""
    counted = score_text.points(move_order.points(view, move.groups, top))
    done = [
        _("completes the {rank}: +{points}").format(rank=card_names.rank(rank, 7), points=points)
        for rank, points in move_order.completed(view, move)
    ]
    needed = move_order.opening(view)
    if needed:
        done.append(_("opens, {needed} are needed").format(needed=needed))
    return f"{', '.join(done)} ({counted})" if done else counted


def _so_far(view: SeatView, verb: str, groups: meld_draft.Groups, remark: str | None) -> list[str]:
    top = view.public.upcard if verb == "take" else None
    lines = [
        _("**Take the pile with {top} on top.** Choose the cards that go with it.").format(top=card_names.card(top))
        if top is not None
        else _("**Lay down cards.** Choose from the list, or choose cards and press the green button.")
    ]
    lines.append(_("Already laid down: {melds}.").format(melds=score_text.melds(move_order.own_side(view))))
    needed = move_order.opening(view)
    if needed:
        count = move_order.points(view, groups, top)
        text = (
            _("**{count} points: enough.** You need {needed} to open.")
            if count >= needed
            else _("**{count} points so far.** You need {needed} to open.")
        )
        lines.append(text.format(count=count, needed=needed))
    lines += remark_lines(remark)
    # The list is last: Discord shows a line after a list as a part of its last point.
    values = view.public.rules.card_values
    for group in groups:
        count = sum(values[card >> 2] for card in group.cards)
        shown = group if group.cards or top is None else group._replace(cards=(top,))
        lines.append(f"- {card_names.group(shown)} ({score_text.points(count)})")
    return lines


def _rank_label(view: SeatView, rank: int) -> str:
    return pgettext("rank and how many of it are held", "{rank}: you hold {count}").format(
        rank=card_names.rank(rank, 2).capitalize(), count=sum(card >> 2 == rank for card in view.hand)
    )


def _target_label(view: SeatView, target: int) -> str:
    if target < meld_draft.WILDS:
        return _rank_label(view, target)
    if target == meld_draft.WILDS:
        return _("Wild cards: you hold {count}").format(count=sum(map(is_wild, view.hand)))
    if target < meld_draft.JOIN:
        return _("A run of {suit}").format(suit=card_names.suit(target - meld_draft.RUN))
    run = next(meld for meld in move_order.own_side(view).melds if meld.name == meld_draft.run_named(target))
    return _("Your run {cards}").format(cards=score_text.meld(run).replace("*", ""))


def _card_options(
    view: SeatView, groups: meld_draft.Groups, target: int, emojis: CardEmojis
) -> list[discord.SelectOption]:
    """Return the cards of the hand that may go to a target, wild cards too.

    Cards of the draft's other melds are left out.
    """
    left = list(view.hand)
    for group in meld_draft.without(groups, target):
        for card in group.cards:
            if card in left:
                left.remove(card)
    if target < meld_draft.WILDS:
        offered = [card for card in left if card >> 2 == target]
    else:
        suit = (target - meld_draft.RUN) & 3
        ranks = {*range(NATURAL_RANKS), *([THREE] if view.public.rules.plain_threes else [])}
        offered = sorted(
            {card for card in left if target >= meld_draft.RUN and card >> 2 in ranks and card & 3 == suit}
        )
    most = MENU_OPTIONS if target == meld_draft.WILDS else _WILDS_OFFERED
    if target <= meld_draft.WILDS or view.public.rules.sequences.max_wilds:
        for wild in sorted({card >> 2 for card in left if is_wild(card)} - {target}):
            offered += [card for card in left if card >> 2 == wild][:most]
    return [
        discord.SelectOption(
            label=_copy(card, offered[:number].count(card)),
            value=f"{number}.{card}",
            description=_wild_hint(card),
            emoji=emojis.of(card),
        )
        for number, card in enumerate(offered[:MENU_OPTIONS])
    ]


def _copy(card: Card, before: int) -> str:
    """Return a card's name, numbered if other copies of it were named before."""
    return (
        _("{card} ({number})").format(card=card_names.card(card), number=before + 1)
        if before
        else card_names.card(card)
    )


def _wild_hint(card: Card) -> str | None:
    return _("Wild card") if is_wild(card) else None


def read_card_options(values: tuple[str, ...]) -> tuple[Card, ...]:
    """Return the cards that were chosen in the menu of cards, sorted: clients send them in an order of their own.

    Raises `Unreadable` if a value isn't one of a card.
    """
    return tuple(sorted(meld_draft.card(number(value.partition(".")[2])) for value in values))


def discarding(own: Own, *, rank: int | None = None, card: Card | None = None, remark: str | None = None) -> Page:
    """Return the page that chooses a card to discard and confirms it; if there are many, by rank first.

    Of a `rank` without a card its cards alone are offered, and a single one is chosen.
    """
    row, view = own.look.table, own.view
    shown, advice = own.throws(), own.advice
    of_rank = [one for one in shown if one >> 2 == rank]
    by_rank = len(shown) > MENU_OPTIONS
    offered = of_rank if by_rank or (card is None and of_rank) else shown
    if card is None and len(of_rank) == 1:
        [card] = of_rank
    warning = hint_text.warning(view, row, card, advice[card]) if card in advice else None
    text = [*turn_text.counts(view), *lesson_text.lines(own.look), _("**Discard a card.** This ends your turn.")]
    text += [*remark_lines(warning), *remark_lines(remark)]
    items = [*in_view(own), ui.TextDisplay("\n".join(text))]
    if by_rank:
        ranks = list(dict.fromkeys(one >> 2 for one in shown))
        options = [
            discord.SelectOption(label=_rank_label(view, one), value=str(one), default=one == rank) for one in ranks
        ]
        items += menus(_("Which rank?"), DiscardRank(row.id, row.version), options)
    options = [
        discord.SelectOption(
            label=card_names.card(one),
            value=str(one),
            default=one == card,
            description=(hint_text.option(view, row, one, advice[one]) if one in advice else None)
            or _discard_label(view, one),
            emoji=own.emojis.of(one),
        )
        for one in offered
    ]
    items += menus(_("Which card?"), DiscardCard(row.id, row.version), options)
    confirm = _("Discard") if card is None else _("Discard {card}").format(card=card_names.card(card))
    items.append(
        ui.ActionRow(
            button(
                confirm, Throw(row.id, row.version, card or 0), GO, disabled=card is None, emoji=own.emojis.of(card)
            ),
            button(_("Back"), Back(row.id, row.version)),
        )
    )
    return Page(*items, attachments=files_in_view(own))


def _discard_label(view: SeatView, card: Card) -> str:
    held = sum(one >> 2 == card >> 2 for one in view.hand)
    return move_text.discard_hint(card, view.public.rules) or pgettext(
        "what the player holds", "You hold {cards}"
    ).format(cards=card_names.counted(card >> 2, held))
