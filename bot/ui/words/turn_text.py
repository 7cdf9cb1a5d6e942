"""Whose turn it is at a table, and what a player can do in theirs, in sentences."""

from __future__ import annotations

from bot.canasta.cards import Card
from bot.canasta.moves import Group, IllegalMove, Move
from bot.canasta.views import PublicView, SeatView
from bot.data.tables import Status, Table
from bot.tables.rules import absence
from bot.ui import meld_draft, move_order, phone
from bot.ui.i18n import _, ngettext
from bot.ui.limits import LABEL_LENGTH
from bot.ui.words import card_names, move_text, person_names, score_text


def whose_turn(public: PublicView, table: Table) -> str:
    """Return whose turn it is, or that nobody can play any more, in one sentence."""
    if table.status is Status.ABANDONED:
        if table.in_match:
            return _("This match was ended early: it counts as it stands.")
        return _("This game was ended early. `/play` starts another.")
    if table.in_match and public.over and not public.finished:
        return _("This match is over, and no round was scored.")
    if public.over and public.winner is None:
        return _("The game is over. It's a draw!")
    if public.over:
        return _("The game is over. **{winner}** won!").format(winner=score_text.winner(public, table))
    if public.turn is None:
        return _("The round is over.")
    if absence.all_away(table):
        return _("Everybody is away: the game waits until one of you is back.")
    seat = table.seat(public.turn)
    name = person_names.name_of(seat)
    # The last moves say already that somebody asks to go out.
    if public.phase == "answer" or (seat is not None and seat.computer is not None):
        return _("Waiting for **{name}**.").format(name=name)
    return _("It's **{name}**'s turn.").format(name=name)


def what_now(view: SeatView, table: Table, *, brief: bool = False, usual: bool = True) -> list[str]:
    """Return what the player may do, in a sentence or two; `why` says more about it.

    It is `brief` beside pictures, which say more. Without the `usual`, it leaves out what is so after each draw.
    """
    public, seat = view.public, table.seat(view.seat)
    if table.status is Status.PLAYING and seat is not None and seat.sitting_in:
        if seat.missed < absence.MISSES:
            return [_("**A computer is playing for you.** Press **I'm back** to take over again.")]
        return [_("**You were away, so a computer is playing for you.** Press **I'm back** to take over again.")]
    if table.status is Status.PLAYING and public.turn is not None and not view.my_turn:
        if public.asking != view.seat:
            return [_("Waiting for **{name}**.").format(name=person_names.name_of(table.to_move))]
        return [_("Your partner hasn't answered yet. When they have, your turn goes on.")]
    if not view.my_turn or table.status is not Status.PLAYING:
        return [whose_turn(public, table)]
    match public.phase:
        case "answer":
            asker = "" if public.asking is None else person_names.name_of(table.seat(public.asking))
            if brief:
                return [_("**May {asker} go out?** If you say yes, they must, this turn.").format(asker=asker)]
            return [
                _(
                    "**May your partner {asker} go out?** If you say yes, they must go out this turn; if you say no, they "
                    "can't."
                ).format(asker=asker)
            ]
        case "draw":
            return [_before_draw(view, brief=brief)]
        case "pass":
            return [
                _(
                    "**Your turn.** Keep one of your two packets as your foot; the other goes to the player on your left."
                )
            ]
        case _:
            return _after_draw(view, brief=brief, usual=usual)


def why(view: SeatView) -> list[str]:
    """Return why the player to move can't take the pile, and what they need to open, in sentences."""
    public, lines = view.public, list[str]()
    if not view.my_turn or public.phase not in ("draw", "play"):
        return lines
    # The rules mention a pile that nobody ever takes, not each turn.
    closed = public.phase == "draw" and "take" not in view.verbs and public.rules.pile.can_be_taken
    if closed and public.upcard is not None and view.untaken is not None:
        lines.append(move_text.untaken(view.untaken))
    needed = move_order.opening(view)
    said = view.untaken is not None and view.untaken.error.code == "initial-meld-too-low"
    if needed and not said and (text := _how_to_open(view)):
        lines += [text.format(needed=needed), *_which_cards_open(public)]
    return lines


def laying(view: SeatView, move: Move) -> str:
    """Return what a move that lays cards does, as its button says it: `Lay down K♠ K♥ Joker`, `Add A♦ to the aces`."""
    if move.verb == "take":
        top = None if view.public.rules.takes_freely else view.public.upcard
        way = move_text.choice(move, top)
        return way if top is None else _("Take the pile: {way}").format(way=way)
    if not _only_adds(view, move):
        return _("Lay down {cards}").format(cards=card_names.groups(move.groups))
    said = _("Add {cards}").format(cards=" + ".join(map(_added, move.groups)))
    return said if len(said) < LABEL_LENGTH else _("Add {cards}").format(cards=card_names.groups(move.groups))


def laying_in_a_line(view: SeatView, move: Move) -> str:
    """Return the same of natural cards, as a button says it in one line on a phone.

    Of many cards it says less: not to which melds they go, then no suits.
    """
    text = _("Add {cards}") if _only_adds(view, move) else _("Lay down {cards}")
    alone = " + ".join(card_names.cards(group.cards) for group in move.groups)
    ways = [card_names.groups(move.groups), alone, *_without_suits(move)]
    said = [laying(view, move), *(text.format(cards=cards) for cards in ways)]
    return next(filter(phone.in_a_line, said), said[-1])


def suggestion_in_a_line(move: Move, top: Card | None) -> str:
    """Return a suggested move as a button says it: many cards that are laid down without suits, in one line on a phone.

    `top` is the pile's top card if a take melds it.
    """
    said = [move_text.choice(move, top), *(_without_suits(move) if move.verb == "meld" else [])]
    return next(filter(phone.in_a_line, said), said[-1])


def _without_suits(move: Move) -> list[str]:
    """Return the ranks that a move lays down, in no or one text: none where its suits matter."""
    if not all(group.name is None or group.name.kind == "set" for group in move.groups):
        return []
    return [" + ".join(card_names.ranks(group.cards) for group in move.groups)]


def _only_adds(view: SeatView, move: Move) -> bool:
    return all(move_order.joins(view, group) for group in move.groups)


def _added(group: Group) -> str:
    """Return the cards of a group and the meld of the table to which they are added."""
    text, name = card_names.group(group), group.name
    if name is None or name.kind == "set":
        rank = card_names.rank(meld_draft.target_of(group), 2)
        text = card_names.to_a_set().format(cards=card_names.cards(group.cards), rank=rank)
    return f"{text} ({name.nth})" if name is not None and name.nth > 1 else text


def _before_draw(view: SeatView, *, brief: bool) -> str:
    """Return how the player can begin their turn: by drawing, or by taking the pile."""
    public, top = view.public, view.public.upcard
    if top is None or "take" not in view.verbs:
        return _("**Your turn.** Draw from the stock.")
    if "draw" not in view.verbs:
        return _("**Your turn.** You must take the pile: {top} fits your cards.").format(top=card_names.card(top))
    if brief:
        return _("Draw from the stock, or take the pile.")
    text = ngettext(
        "**Your turn.** Draw from the stock, or take the pile: {top} is its only card.",
        "**Your turn.** Draw from the stock, or take the pile: {top} is on top, {count} cards in all.",
        len(public.pile),
    )
    return text.format(top=card_names.card(top), count=len(public.pile))


def new_cards(view: SeatView) -> list[str]:
    """Return what the player has drawn or picked up in this turn, for those who see no picture of it."""
    return [_("New in your hand: {cards}.").format(cards=card_names.cards(view.fresh))] if view.fresh else []


def _after_draw(view: SeatView, *, brief: bool, usual: bool) -> list[str]:
    """Return how the player can go on and end their turn."""
    lines: list[str] = []
    if _goes_out_by_discarding(view):
        return [*lines, _("**Your turn.** Discard your last card to go out.")]
    if view.public.answer == "yes":
        return [*lines, _("**Your turn.** You must go out this turn.")]
    if usual and brief and "meld" in view.verbs:
        lines.append(_("Lay down cards if you like, then discard."))
    elif usual and not brief:
        lines.append(
            _("**Your turn.** Lay down cards if you like, then discard one to end your turn.")
            if "meld" in view.verbs
            else _("**Your turn.** Discard a card to end your turn.")
        )
    if view.public.answer == "no":
        lines.append(_("You can't go out this turn."))
    if "draw" in view.verbs:
        lines.append(
            _("You can also throw {card} away and draw another card.").format(card=card_names.cards(view.fresh))
        )
    return lines


def _goes_out_by_discarding(view: SeatView) -> bool:
    """Return whether the player has one card left, and ends the round by discarding it."""
    left = len(view.hand) + view.public.players[view.seat].foot_size
    return left == 1 and "discard" in view.verbs and not view.public.rules.out.play_on


def _how_to_open(view: SeatView) -> str:
    """Return what a player who hasn't opened needs to open, an empty text if they can't in this turn any more."""
    if not view.public.rules.opening.before_draw:
        return _("To open, the cards you lay down must be worth at least {needed} points together.")
    if view.public.phase == "draw":
        return _("To open, lay down cards worth at least {needed} points together before you draw.")
    return ""


def _which_cards_open(public: PublicView) -> list[str]:
    """Return what else than points the melds need with which a side opens."""
    needs = [
        ("initial-meld-pure", public.rules.opening.pure),
        ("initial-meld-triple", public.rules.opening.triple == "yes"),
    ]
    return [move_text.refusal(IllegalMove(code)) for code, needed in needs if needed]


def counts(view: SeatView) -> list[str]:
    """Return how many cards there are to draw and in the player's hand, in their turn: the picture of the table doesn't."""
    if not view.my_turn:
        return []
    held = view.public.players[view.seat].hand_size
    return [_("-# Cards: {stock} in the stock, {hand} in your hand.").format(stock=view.public.stock_size, hand=held)]
