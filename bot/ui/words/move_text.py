"""Moves in words: as options of menus, and why they are refused."""

from __future__ import annotations

from bot.canasta import errors
from bot.canasta.cards import THREE, Card, is_red_three, is_wild
from bot.canasta.moves import Group, IllegalMove, Move
from bot.canasta.rules import Rules, RulesError, list_variants, variant_info
from bot.canasta.rules.card_sets import card_sets
from bot.canasta.untaken import Untaken
from bot.ui.i18n import N_, _, amount, clauses
from bot.ui.words import variant_names
from bot.ui.words.card_names import card, cards, group, groups, rank
from bot.ui.words.person_names import plain

#: The fact of a `RulesError` that repeats what a person wrote, where it isn't `value`.
_WRITTEN = {"no-such-rule": "name", "no-rule-like-it": "name"}


def reason(error: RulesError) -> str:
    """Return why rules can't be played, as a part of a sentence.

    A variant's file is not named, as only the operator could do something about it. Variants and layouts are called
    as in lists of them.
    """
    facts = dict(error.facts)
    written = _WRITTEN.get(error.code, "value")
    if isinstance(value := facts.get(written), str) and value.strip():
        # Nothing in it is read as formatting, mention or link.
        facts[written] = plain(value)
    names: dict[object, str] = {}
    if error.code == "no-such-variant":
        names = {one.id: variant_names.name(one.name) for one in list_variants()}
    elif isinstance(variant := error.facts.get("id"), str):
        facts["variant"] = variant_names.named(variant)
        names = {one.name: variant_names.layout(one.name, one.seats) for one in variant_info(variant).layouts}
    if names:
        facts["choices"] = " · ".join(names.values())
    if facts.get("close") in names:
        facts["close"] = names[facts["close"]]
    return errors.reason(error.code, facts, _, amount)


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
        elif name == "lacks" and isinstance(value, tuple):
            facts[name] = clauses(_(errors.LACKS[lack.what]).format_map(lack._asdict()) for lack in value)
    return _(errors.sentence(error)).format_map(facts)


def untaken(tried: Untaken) -> str:
    """Return why the pile can't be taken, in the words for the player who must draw."""
    needed, points = tried.error.facts.get("needed"), tried.error.facts.get("points")
    if tried.error.code == "initial-meld-too-low" and isinstance(needed, int):
        text = _(
            "You can't take the pile: you need {needed} points to open, and the most you could lay down is {points}."
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
            return _("Lay down {card}").format(card=card(move.card))
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
            names = {"straight": N_("straight"), "pairs": N_("seven pairs"), "garbage": N_("garbage")}
            return _("Lay down your special hand: {name}").format(name=_(names[move.word]))
    return groups(move.groups)


def discard_hint(card: Card, rules: Rules) -> str | None:
    """Return what discarding this card does in addition to ending the turn, None if nothing."""
    sets = card_sets(rules)
    if is_wild(card) and card in sets.freezing:
        return _("Wild card: freezes the pile")
    if card >> 2 == THREE and not is_red_three(card) and card in sets.blocking:
        return _("Black three: stops the next player")
    return None
