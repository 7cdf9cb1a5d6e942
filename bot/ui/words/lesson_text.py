"""Lessons in words: what each step explains, what is to be pressed, and what was learned in the end."""

from __future__ import annotations

from collections import Counter

from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.tables.views import Look
from bot.ui import meld_draft, move_order
from bot.ui.i18n import N_, _, amount, pgettext
from bot.ui.words import card_names, person_names, turn_text, variant_names

#: The explanations of each course's steps, in order, and last that of its end. `{left}`, `{partner}` and `{right}` are
#: the players in their places, `{points}` what the person's side has scored, `{game}` the game's name.
_STEPS = {
    "classic": (
        N_(
            "**Welcome!** You and {partner} play against {left} and {right}. Collect cards of the same rank, lay down three or more of them as a *meld*, and make *canastas* of seven. Every turn begins with a card from the stock."
        ),
        N_(
            "You have drawn a red three: it is laid aside for 100 points, and you got another card for it. Now *open*: the first cards that your side lays down must be worth 50 points together. Aces are worth 20 each, so three are enough."
        ),
        N_("Your side has opened. Every turn ends with a discard: a card you don't need."),
        N_(
            "{right} has discarded a king, and you hold two. So you can take the whole pile instead of drawing: the three kings become a meld, and the other cards go into your hand."
        ),
        N_("With the queen from the pile you have three. In your turn you can lay down as many melds as you like."),
        N_(
            "The melds belong to your partner too: {partner} can add cards to them. Discard a card to end your turn, and see what happens."
        ),
        N_(
            "{partner} has added a king to yours. But {left} has discarded a two. Twos and jokers are *wild "
            "cards*: they can stand for other cards. On the pile they *freeze* it: now you need two cards like "
            "the top one in your hand. You hold no aces, so draw."
        ),
        N_("Now you hold two nines. Keep pairs while the pile is frozen: they are the keys to it."),
        N_("A nine lies on the frozen pile, and you hold two: the pile is yours!"),
        N_("What a catch! One button lays down everything that fits without wild cards."),
        N_(
            "There are six kings now. Let the two stand for the seventh: seven cards are a *canasta*. With wild cards it is *mixed*, for 300 points; without them it would be *natural*, for 500."
        ),
        N_(
            "A canasta! Now your side can *go out*: if one of you gets rid of all their cards, the round ends. Discard one of your two cards and keep the other."
        ),
        N_(
            "{right} has discarded a black three: while it lies on top, nobody can take the pile. You have one card left. Draw, and see if you can go out."
        ),
        N_(
            "You can: the queen fits your queens, and the other card is your last discard. You may ask your "
            "partner first, but then you have to do what they say."
        ),
        N_("{partner} says yes. Add the queen to your queens."),
        N_("The last card ends the round."),
        N_(
            "🎉 **You went out: {points} points for your side!**\n- The canasta, the red three, going out and the "
            "cards on the table count for you.\n- The others lose points for the cards in their hands.\n- A game "
            "goes to 5,000 points, over several rounds.\nNow you know how to play: `/play` in a server opens a "
            "table."
        ),
    ),
    "hand-and-foot": (
        N_(
            "**{game}** has more cards. Everyone has two packets: the *hand*, and the *foot*, which waits until the hand is used up. You draw two cards each turn, and nobody takes the pile."
        ),
        N_(
            "Open: your first melds must be worth 50 points together. Kings and queens are worth 10 each, so these are more than enough."
        ),
        N_("Your turn ends with a discard."),
        N_("{left} has played. It's your turn again."),
        N_(
            "Two more kings! Seven kings are a *natural canasta*, without wild cards: 500 points. To go out you need a natural canasta and a mixed one."
        ),
        N_("The sooner your hand is used up, the sooner you play from your foot. Discard what fits nothing."),
        N_("{left} has opened too. Draw."),
        N_("A third six: lay the sixes down."),
        N_(
            "The two is a *wild card* and can stand for a queen. A meld must always have more natural cards than wild ones."
        ),
        N_("One card left. Discard it, and you pick up your foot."),
        N_(
            "This is your foot. If you had laid down your last card instead of discarding it, you would have got your foot at once and played on in the same turn."
        ),
        N_("Most of these cards fit your melds. Lay them down."),
        N_("There are five queens and a two. Let both wild cards join them: a *mixed canasta*, 300 points."),
        N_(
            "You have a natural and a mixed canasta, and you have played from your foot: now you can go out. Discard your last card."
        ),
        N_(
            "🎉 **You went out with {points} points!**\n- Threes can't be melded: a red three left in your hand "
            "or foot costs 500.\n- With partners, both of you must have played from your feet before one of you "
            "goes out.\n`/play` in a server opens a table."
        ),
    ),
}


def heading(look: Look) -> str:
    """Return the heading of a lesson: its game, and how far it has come."""
    lesson = look.lesson
    assert lesson is not None
    assert look.public is not None
    game = variant_names.title(look.public.rules)
    if lesson.move is None:
        return _("### Lesson: {game}, done").format(game=game)
    return _("### Lesson: {game}, step {step} of {steps}").format(game=game, step=lesson.done + 1, steps=lesson.steps)


def lines(look: Look, *, on_page: bool = False) -> list[str]:
    """Return what the present step of a lesson explains, and what is to be pressed; nothing for other tables.

    `on_page`: the cards and buttons are those of the page in a browser.
    """
    lesson, public, mine = look.lesson, look.public, look.mine
    if lesson is None or public is None or mine is None:
        return []
    size = len(public.players)
    places = {"left": 1, "partner": size // 2, "right": size - 1}
    names = {word: person_names.plain(public.players[place].name) for word, place in places.items()}
    facts = names | {"points": amount(public.scores[0]), "game": variant_names.name(public.rules.name)}
    text = _(_STEPS[lesson.course][lesson.done]).format_map(facts)
    return [text] if lesson.move is None else [text, f"➡️ {task(mine, lesson.move, on_page=on_page)}"]


def off(view: SeatView, move: Move, *, on_page: bool = False) -> str:
    """Return the answer to a press that would be allowed, but isn't the next step."""
    wanted = task(view, move, on_page=on_page)
    return _("That's a legal move, but the lesson goes another way. {task}").format(task=wanted)


def task(view: SeatView, move: Move, *, on_page: bool = False) -> str:
    """Return what is to be pressed for a move."""
    match move.verb:
        case "discard" if move.card is not None:
            label = card_names.card(move.card)
            if on_page:
                return pgettext("on the page of a table", "Press **{card}** in your hand, then the pile.").format(
                    card=label
                )
        case "take" if on_page and (plain := move_order.plain_take(view)) is not None:
            label = turn_text.laying(view, plain)
        case "take" if on_page:
            text = pgettext("on the page of a table", "Press **{cards}** in your hand, then the pile.")
            return text.format(cards=card_names.cards(move.cards))
        case "take":
            label = _("Take the pile")
        case "ask":
            label = _("Ask to go out")
        case "meld" if is_natural(view, move):
            label = turn_text.laying_in_a_line(view, move._replace(groups=move_order.natural_melds(view)))
        case "meld":
            # As a button says it after its cards have been pressed.
            groups = tuple(group._replace(cards=tuple(sorted(group.cards))) for group in move.groups)
            choice = turn_text.laying(view, move._replace(groups=groups))
            if on_page:
                text = pgettext("on the page of a table", "Press **{cards}** in your hand, then **{choice}**.")
                return text.format(cards=card_names.cards(move.cards), choice=choice)
            return _("Press **{button}**, then the cards **{cards}**, then **{choice}**.").format(
                button=_("Lay down…"), cards=card_names.cards(move_order.presses(view, move.cards)), choice=choice
            )
        case _:
            label = _("Draw")
    return _("Press **{button}**.").format(button=label)


def is_natural(view: SeatView, move: Move) -> bool:
    """Return whether a move lays exactly the cards that one button lays: all that fit without wild cards."""
    return Counter(meld_draft.cards(move_order.natural_melds(view))) == Counter(move.cards)
