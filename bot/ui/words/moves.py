"""Moves in words: as options of menus, as what happened, and why they are refused."""

from __future__ import annotations

from collections.abc import Sequence

from bot.canasta import errors
from bot.canasta.cards import THREE, Card, is_red_three, is_wild
from bot.canasta.events import Event
from bot.canasta.moves import Group, IllegalMove, Move, read_name
from bot.canasta.rules import Rules, RulesError
from bot.canasta.rules.card_sets import card_sets
from bot.canasta.turn.take import Untaken
from bot.store.games import Table
from bot.tables.views import Happening
from bot.ui.i18n import N_, _, amount, ngettext, pgettext
from bot.ui.words.card_names import card, cards, group, groups, rank
from bot.ui.words.people import name_of


def reason(error: RulesError) -> str:
    """Return why rules can't be played, as a part of a sentence.

    A variant's file is not named, as only the operator could do something about it.
    """
    return errors.reason(error.code, error.facts, _, amount)


def refusal(error: IllegalMove) -> str:
    """Return why a move was refused: the engine's sentence, with its cards as players write them."""
    facts = errors.fact_texts(error.facts, _)
    for name, value in error.facts.items():
        if name in ("card", "top") and isinstance(value, int):
            facts[name] = card(value)
        elif name == "cards" and isinstance(value, tuple):
            facts[name] = cards(value)
        elif name == "rank" and isinstance(value, int):
            facts[name] = rank(value, 2)
    return _(errors.sentence(error)).format_map(facts)


def untaken(tried: Untaken) -> str:
    """Return why the pile can't be taken, as told to the player who must draw."""
    needed, points = tried.error.facts.get("needed"), tried.error.facts.get("points")
    if tried.error.code == "initial-meld-too-low" and isinstance(needed, int):
        text = _(
            "You can't take the pile: your first meld needs {needed} points, and the best you could lay counts {points}."
        )
        return text.format(needed=needed, points=points)
    why = refusal(tried.error)
    if tried.error.code.startswith("pile-") or tried.error.code == "one-card-pile":
        return why
    text = (
        _("You can't take the pile with {cards}. {reason}") if tried.cards else _("You can't take the pile. {reason}")
    )
    return text.format(cards=cards(tried.cards), reason=why)


def choice(move: Move, top: Card | None) -> str:
    """Return a move as an option of a menu; `top` is the pile's top card if a take melds it."""
    if move.verb == "take" and top is not None:
        first, more = move.groups[0], move.groups[1:]
        if first.cards:
            text = _("{top} with {cards}").format(top=card(top), cards=cards(first.cards))
        elif first.name is not None and (first.name.kind == "sequence" or is_wild(top)):
            text = group(Group((top,), first.name))
        else:
            text = _("{top} to your {rank}").format(top=card(top), rank=rank(top >> 2, 2))
        return text if not more else f"{text} + {groups(more)}"
    match move.verb:
        case "take":
            return _("Take the pile")
        case "discard" if move.card is not None:
            return card(move.card)
        case "three" if move.card is not None:
            return _("Lay {card}").format(card=card(move.card))
        case "pick" if top is not None:
            return _("Take only {top}, for your run").format(top=card(top))
        case "extra":
            return _("Take the extra hand")
        case "caliente":
            return _("Play the caliente")
        case "float":
            return _("End the turn without a discard")
        case "keep":
            return (
                _("Keep the first packet, pass the second")
                if move.word == "hand"
                else _("Keep the second packet, pass the first")
            )
        case "special":
            names = {"straight": N_("straight"), "pairs": N_("pairs"), "garbage": N_("garbage")}
            return _("Lay your special hand: {name}").format(name=_(names[move.word]))
    return groups(move.groups)


def discard_hint(one: Card, rules: Rules) -> str | None:
    """Return what discarding this card does in addition to ending the turn, None if nothing."""
    sets = card_sets(rules)
    if is_wild(one) and one in sets.freezing:
        return _("Wild card: freezes the pile")
    if one >> 2 == THREE and not is_red_three(one) and one in sets.blocking:
        return _("Black three: stops the next player")
    return None


def turn_lines(happenings: Sequence[Happening], table: Table, most: int) -> list[str]:
    """Return what happened, one line for each seat's turn: the last `most` turns, oldest first."""
    turns: list[tuple[int, list[str]]] = []
    laid: list[str] = []
    for event in (event for happening in happenings for event in happening.events):
        seat = -1 if event.seat is None or event.kind in ("deal", "round") else event.seat
        same = bool(turns) and turns[-1][0] == seat
        laid = [*(laid if same else ()), _laid(event)] if event.kind in ("meld", "three") else []
        phrase = _phrase(event, laid)
        if phrase is None:
            continue
        if not same:
            turns.append((seat, [phrase]))
        elif len(laid) > 1:
            turns[-1][1][-1] = phrase
        else:
            turns[-1][1].append(phrase)
    return [
        ", ".join(phrases) if seat < 0 else f"**{name_of(table.seat(seat))}** {', '.join(phrases)}"
        for seat, phrases in turns[-most:]
    ]


def _laid(event: Event) -> str:
    return group(Group(event.cards, read_name(event.word) if event.word else None))


def _phrase(event: Event, laid: Sequence[str]) -> str | None:
    """Return one event in words, None for events that need no telling.

    `laid` are all groups that were laid one after another.
    """
    match event.kind:
        case "draw" if event.count == 1:
            return pgettext("what a player did", "drew a card")
        case "draw":
            return ngettext("drew {count} card", "drew {count} cards", event.count).format(count=event.count)
        case "take":
            return ngettext("took the pile, {count} card", "took the pile, {count} cards", event.count).format(
                count=event.count
            )
        case "meld" | "three":
            return pgettext("what a player did", "laid {cards}").format(cards=" + ".join(laid))
        case "discard":
            return pgettext("what a player did", "discarded {cards}").format(cards=cards(event.cards))
        case "deal":
            return _("New cards were dealt.")
        case "ask":
            return pgettext("what a player did", "asked “May I go out?”")
        case "answer" if event.word == "yes":
            return pgettext("what a player did", "answered “yes, go out”")
        case "answer":
            return pgettext("what a player did", "answered “no, not yet”")
        case "undo":
            return pgettext("what a player did", "took {cards} back").format(cards=cards(event.cards))
        case "foot":
            return pgettext("what a player did", "picked up the foot")
        case "foot-stock":
            return ngettext(
                "The stock was empty: a foot that nobody had taken is the new one.",
                "The stock was empty: feet that nobody had taken are the new one.",
                event.count,
            )
        case "out":
            return pgettext("what a player did", "went out")
        case "round" if event.word == "stock":
            return _("The stock has run out: the round is over.")
        case _:
            return None
