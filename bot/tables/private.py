"""What a player's own messages show: his hand, what he may do, and the choices that lead to a move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.buttons import button, custom_id, menus, number
from bot.canasta.cards import NATURAL_RANKS, THREE, Card, is_wild
from bot.canasta.views import SeatView
from bot.outbound import Attachment, Page
from bot.store.games import Status, Table
from bot.tables import choices, chronicle, draft, handover, plain, words
from bot.tables.model import Look
from bot.tables.panels import attachment, gallery, whose_turn
from bot.texts import _, ngettext, pgettext
from renderer import Picture

_PRIMARY = discord.ButtonStyle.primary
_GO = discord.ButtonStyle.success
_STOP = discord.ButtonStyle.danger
#: A menu's limit of options, and how many of each kind of wild card the menu of one meld offers.
_OPTIONS = 25
_WILDS_OFFERED = 6
#: A choice of so many characters fits in every custom id that carries it.
_DRAFT_LENGTH = 70


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table stands: the names of its server and channel, and a link to that."""

    server: str
    channel: str
    link: str


def entry(table: Table, place: Place, user_id: int) -> discord.SelectOption:
    """A game in a menu of somebody's games: where it is, whose turn, and with whom."""
    to_move = table.to_move
    turn = (
        _("your turn")
        if to_move is not None and to_move.user_id == user_id
        else _("turn of {name}").format(name=words.label_of(to_move))
    )
    others = ", ".join(words.label_of(seat) for seat in table.seats if seat.user_id != user_id)
    label = _("{server}, #{channel}").format(server=place.server, channel=place.channel)
    description = _("{turn}, with {names}").format(turn=turn, names=others)
    return discord.SelectOption(label=label, value=str(table.id), description=description)


@dataclass(frozen=True, slots=True)
class Own:
    """What a message to one player is made from: the table, his view of it, where it stands, and pictures.

    `hand` is in one or more pictures, `table` None where he sees the table elsewhere. Without pictures of his hand
    he reads both.
    """

    look: Look
    view: SeatView
    place: Place
    hand: tuple[Picture, ...]
    table: Picture | None = None


def hand(own: Own, remark: str | None = None) -> Page:
    """A player's own cards and what he may do with them. `remark` stands right above the buttons."""
    row, view = own.look.table, own.view
    text = [_heading(own), *_last_round(own), *_dealt_threes(own)]
    text += [*words.turn_lines(own.look.recent, row, row.size), *chronicle.lately(own.look.deeds)]
    items: list[ui.Item[Any]] = [ui.TextDisplay("\n".join(text)), *_cards(own)]
    pictures = _files(own)
    if own.table is not None:
        items.append(gallery("table.png", own.table))
        pictures.append(attachment("table.png", own.table))
    elif not own.hand:
        items.append(ui.TextDisplay(plain.table(view.public, row)))
    until = words.own_deadline(row) if view.my_turn else None
    items.append(ui.TextDisplay("\n".join([*what_now(view, row), *([until] if until else []), *_remark(remark)])))
    items.extend(_actions(view, row))
    seat = row.seat(view.seat)
    if row.status is Status.PLAYING and seat is not None and seat.user_id is not None:
        items.extend(handover.own_proposals(row, seat.user_id))
    return Page(*items, attachments=pictures)


def _cards(own: Own) -> list[ui.Item[Any]]:
    """The player's hand, in pictures or in words."""
    if not own.hand:
        return [ui.TextDisplay(plain.hand(own.view))]
    return [gallery(_file(number), picture) for number, picture in enumerate(own.hand)]


def _files(own: Own) -> list[Attachment]:
    return [attachment(_file(number), picture) for number, picture in enumerate(own.hand)]


def _file(number: int) -> str:
    return f"hand-{number + 1}.png" if number else "hand.png"


def what_now(view: SeatView, row: Table) -> list[str]:
    """What the player may do, in sentences."""
    public = view.public
    lines: list[str] = []
    seat = row.seat(view.seat)
    if row.status is Status.PLAYING and seat is not None and seat.sitting_in:
        return [_("**You were away, so a computer plays for you.** Press **I'm back** to play on yourself.")]
    if not view.my_turn or row.status is not Status.PLAYING:
        return [whose_turn(public, row)]
    if public.phase == "answer":
        asker = "" if public.asking is None else words.name_of(row.seat(public.asking))
        return [_("**Your partner {asker} asks: May I go out?** Your answer binds both of you.").format(asker=asker)]
    top = public.upcard
    if public.phase == "draw":
        if "take" in view.verbs and top is not None:
            lines.append(
                ngettext(
                    "**Your turn.** Draw from the stock, or take the pile: {top} lies on top of {count} card.",
                    "**Your turn.** Draw from the stock, or take the pile: {top} lies on top, {count} cards in all.",
                    len(public.pile),
                ).format(top=words.card(top), count=len(public.pile))
                if "draw" in view.verbs
                else _("**Your turn.** You must take the pile: {top} fits your cards.").format(top=words.card(top))
            )
        else:
            lines.append(_("**Your turn.** Draw from the stock."))
            if top is not None and view.untaken is not None:
                lines.append(words.untaken(view.untaken))
    elif public.phase == "pass":
        lines.append(
            _(
                "**Your turn.** Of your two packets you keep one as your foot; the other goes to the player on your left."
            )
        )
    else:
        if view.fresh:
            lines.append(_("New in your hand: {cards}.").format(cards=words.cards(view.fresh)))
        lines.append(
            _("**Your turn.** Lay down cards if you like, then discard one to end your turn.")
            if "meld" in view.verbs
            else _("**Your turn.** Discard a card to end your turn.")
        )
    needed = choices.opening(view)
    said = view.untaken is not None and view.untaken.error.code == "initial-meld-too-low"
    if needed and not said:
        lines.append(
            _("The first cards your side lays must count at least {needed} points together.").format(needed=needed)
        )
    return lines


def _heading(own: Own) -> str:
    public, place = own.view.public, own.place
    title = _("### [{game} Canasta in {server}, #{channel}]({link}), round {round}").format(
        game=_(public.rules.name),
        server=words.plain(place.server),
        channel=words.plain(place.channel),
        link=place.link,
        round=public.round_number,
    )
    scores = words.standing(public, own.look.table, own.view.seat, public.scores)
    return f"{title}\n{words.standing_towards(scores, public.rules)}"


def _last_round(own: Own) -> list[str]:
    """What the round before brought, until the player has made his first move of this one."""
    public = own.view.public
    if not public.finished or public.over or _has_moved(own):
        return []
    last = public.finished[-1]
    brought = tuple(sheet.total for sheet in last.sides)
    scores = words.standing(public, own.look.table, own.view.seat, brought)
    return [_("Round {round} brought {scores}.").format(round=last.number, scores=scores)]


def _has_moved(own: Own) -> bool:
    """Whether the player has made a move in this round."""
    now = own.view.public.round_number
    return any(one.seat == own.view.seat and one.round == now for one in own.look.recent)


def _dealt_threes(own: Own) -> list[str]:
    """The threes that were dealt to the player and laid down at once, until he has made his first move of the round."""
    if own.look.table.status is not Status.PLAYING or _has_moved(own):
        return []
    laid = [card for one in own.look.dealt if one.kind == "three" and one.seat == own.view.seat for card in one.cards]
    if not laid:
        return []
    text = ngettext(
        "Dealt to you: {cards}. It was laid down, and you got another card in its place.",
        "Dealt to you: {cards}. They were laid down, and you got other cards in their place.",
        len(laid),
    )
    return [text.format(cards=words.cards(sorted(laid)))]


def _actions(view: SeatView, row: Table) -> list[ui.Item[Any]]:
    """Rows of buttons for everything the seat may start now, and one that shows the message afresh."""

    def press(action: str) -> str:
        return custom_id(action, row.id, row.version)

    if row.status is not Status.PLAYING:
        return []
    seat = row.seat(view.seat)
    if seat is not None and seat.sitting_in:
        return [ui.ActionRow(handover.back(row), button(_("Show again"), press("hand")))]
    verbs = set(view.verbs)
    offered = [
        ("draw", button(_("Draw"), press("draw"), _PRIMARY)),
        ("take", button(_("Take the pile"), press("take"), _GO)),
        ("meld", button(_("Lay down…"), press("meld"), _GO)),
        ("discard", button(_("Discard…"), press("discard"), _PRIMARY)),
        ("answer", button(_("Yes, go out"), press("yes"), _GO)),
        ("answer", button(_("No, not yet"), press("no"), _STOP)),
        ("ask", button(_("Ask to go out"), press("ask"))),
        ("undo", button(_("Take back"), press("undo"))),
    ]
    buttons = [item for verb, item in offered if verb in verbs]
    rows: list[ui.Item[Any]] = [ui.ActionRow(*buttons, button(_("Show again"), press("hand")))]
    return [*menus(_("Something else you may do"), press("also"), _rare(view)), *rows]


def _rare(view: SeatView) -> list[discord.SelectOption]:
    """Moves that only some games have, as entries of a menu."""
    usual = ("draw", "take", "meld", "discard", "answer", "ask")
    return [
        discord.SelectOption(label=words.choice(move, view.public.upcard), value=str(move).partition(" ")[2])
        for move in view.legal
        if move.verb not in usual
    ]


# Choosing cards


def building(
    own: Own, verb: str, groups: draft.Groups, *, target: int | None = None, remark: str | None = None
) -> Page:
    """Put together what to lay (`meld`), or how to take the pile (`take`); `target`: for what cards are being chosen.

    Cards must be chosen first, unless the pile can be taken with none.

    Raises `ValueError` if the choice is too long to be kept in a message.
    """
    row, view = own.look.table, own.view
    kind, chosen = verb[0], draft.pack(groups)
    top = view.public.upcard if verb == "take" else None
    items = _cards(own)
    items.append(ui.TextDisplay("\n".join(_so_far(view, verb, groups, remark))))

    ready: list[discord.SelectOption] = []
    for move in choices.melds(view, verb):
        value = draft.pack(draft.of_move(move, top))
        if len(value) <= _DRAFT_LENGTH and value not in {option.value for option in ready}:
            worth = words.points(choices.points(view, move.groups, top))
            option = discord.SelectOption(
                label=words.choice(move, top), value=value or "-", description=worth, default=value == chosen
            )
            ready.append(option)
        if len(ready) == _OPTIONS:
            break
    items += menus(_("Ready to lay, best first"), custom_id("ready", row.id, row.version, kind), ready)

    # What a meld of the draft has taken can't go to another.
    offered = {one: cards for one in choices.targets(view, verb) if (cards := _card_options(view, groups, one))}
    targets = [
        discord.SelectOption(label=_target_label(view, one), value=str(one), default=one == target) for one in offered
    ]
    identity = custom_id("rank", row.id, row.version, kind + chosen)
    items += menus(_("Or choose yourself: which meld?"), identity, targets)
    if target in offered:
        identity = custom_id("cards", row.id, row.version, f"{kind}{chr(ord('A') + target)}{chosen}")
        items += menus(_("Which cards?"), identity, offered[target], most=_OPTIONS)

    fire = custom_id("lay", row.id, row.version, kind + chosen)
    items.append(
        ui.ActionRow(
            button(
                _("Take the pile so") if verb == "take" else _("Lay these down"),
                fire,
                _GO,
                disabled=not groups and not choices.takes_alone(view, verb),
            ),
            button(_("Start over"), custom_id("over", row.id, row.version, kind), disabled=not groups),
            button(_("Back"), custom_id("back", row.id, row.version)),
        )
    )
    return Page(*items, attachments=_files(own))


def taking(own: Own) -> Page:
    """How to take the pile; where there is only one way it is chosen already."""
    ways = choices.melds(own.view, "take")
    groups = draft.of_move(ways[0], own.view.public.upcard) if len(ways) == 1 else ()
    return building(own, "take", groups if len(draft.pack(groups)) <= _DRAFT_LENGTH else ())


def _so_far(view: SeatView, verb: str, groups: draft.Groups, remark: str | None) -> list[str]:
    top = view.public.upcard if verb == "take" else None
    lines = [
        _("**Take the pile with {top} on top.** Choose the cards that go with it.").format(top=words.card(top))
        if top is not None
        else _("**Lay down cards.** Choose what to lay, then press the green button.")
    ]
    lines.append(_("Your side has laid {melds}.").format(melds=words.melds(choices.own_side(view))))
    values = view.public.rules.card_values
    for group in groups:
        count = sum(values[card >> 2] for card in group.cards)
        shown = group if group.cards or top is None else group._replace(cards=(top,))
        lines.append(f"- {words.group(shown)} ({words.points(count)})")
    needed = choices.opening(view)
    if needed:
        count = choices.points(view, groups, top)
        text = (
            _("**{count} points: enough.** The first cards of your side need {needed}.")
            if count >= needed
            else _("**{count} points so far.** The first cards of your side need {needed}.")
        )
        lines.append(text.format(count=count, needed=needed))
    return lines + _remark(remark)


def _remark(text: str | None) -> list[str]:
    """Something that has to be noticed, as a line of its own."""
    return [f"⚠️ **{text}**"] if text else []


def _rank_label(view: SeatView, rank: int) -> str:
    return pgettext("rank and how many of it are held", "{rank}: you hold {count}").format(
        rank=words.rank(rank, 2).capitalize(), count=sum(card >> 2 == rank for card in view.hand)
    )


def _target_label(view: SeatView, target: int) -> str:
    if target < draft.WILDS:
        return _rank_label(view, target)
    if target == draft.WILDS:
        return _("Wild cards: you hold {count}").format(count=sum(map(is_wild, view.hand)))
    if target < draft.JOIN:
        return _("A run of {suit}").format(suit=words.suit(target - draft.RUN))
    run = next(meld for meld in choices.own_side(view).melds if meld.name == draft.run_named(target))
    return _("Your run {cards}").format(cards=words.meld(run).replace("*", ""))


def _card_options(view: SeatView, groups: draft.Groups, target: int) -> list[discord.SelectOption]:
    """The cards of the hand that may go to a target, and wild ones; those of the draft's other melds left out."""
    left = list(view.hand)
    for group in draft.without(groups, target):
        for card in group.cards:
            if card in left:
                left.remove(card)
    if target < draft.WILDS:
        offered = [card for card in left if card >> 2 == target]
    else:
        suit = (target - draft.RUN) & 3
        ranks = {*range(NATURAL_RANKS), *([THREE] if view.public.rules.plain_threes else [])}
        offered = sorted({card for card in left if target >= draft.RUN and card >> 2 in ranks and card & 3 == suit})
    most = _OPTIONS if target == draft.WILDS else _WILDS_OFFERED
    if target <= draft.WILDS or view.public.rules.sequences.max_wilds:
        for wild in sorted({card >> 2 for card in left if is_wild(card)} - {target}):
            offered += [card for card in left if card >> 2 == wild][:most]
    return [
        discord.SelectOption(
            label=_copy(card, offered[:number].count(card)), value=f"{number}.{card}", description=_wild_hint(card)
        )
        for number, card in enumerate(offered[:_OPTIONS])
    ]


def _copy(card: Card, before: int) -> str:
    """A card's name, with a number where as many copies of it have been named before."""
    return _("{card} ({number})").format(card=words.card(card), number=before + 1) if before else words.card(card)


def _wild_hint(card: Card) -> str | None:
    return _("Wild card") if is_wild(card) else None


def read_card_options(values: tuple[str, ...]) -> tuple[Card, ...]:
    """The cards that were chosen in the menu of cards. Raises `Unreadable`."""
    return tuple(draft.card(number(value.partition(".")[2])) for value in values)


def discarding(own: Own, *, rank: int | None = None, card: Card | None = None, remark: str | None = None) -> Page:
    """Choose a card to discard, by rank first where there are too many, and confirm it."""
    row, view = own.look.table, own.view
    moves = choices.discards(view)
    shown = [move.card for move in moves if move.card is not None]
    text = [_("**Discard a card.** This ends your turn."), *_remark(remark)]
    items = [*_cards(own), ui.TextDisplay("\n".join(text))]
    if len(shown) > _OPTIONS:
        ranks = list(dict.fromkeys(one >> 2 for one in shown))
        options = [
            discord.SelectOption(label=_rank_label(view, one), value=str(one), default=one == rank) for one in ranks
        ]
        items += menus(_("Which rank?"), custom_id("discard-rank", row.id, row.version), options)
        shown = [one for one in shown if one >> 2 == rank]
    options = [
        discord.SelectOption(
            label=words.card(one), value=str(one), default=one == card, description=_discard_label(view, one)
        )
        for one in shown
    ]
    items += menus(_("Which card?"), custom_id("discard-card", row.id, row.version), options)
    confirm = _("Discard") if card is None else _("Discard {card}").format(card=words.card(card))
    items.append(
        ui.ActionRow(
            button(confirm, custom_id("throw", row.id, row.version, str(card or 0)), _GO, disabled=card is None),
            button(_("Back"), custom_id("back", row.id, row.version)),
        )
    )
    return Page(*items, attachments=_files(own))


def _discard_label(view: SeatView, card: Card) -> str:
    held = sum(one >> 2 == card >> 2 for one in view.hand)
    return words.discard_hint(card, view.public.rules) or pgettext("what the player holds", "You hold {cards}").format(
        cards=words.counted(card >> 2, held)
    )
