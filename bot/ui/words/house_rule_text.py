"""House rules in few words: how long a game is, and how a table's rules differ from the standard ones."""

from __future__ import annotations

from bot.canasta.rules import Parameter, Rules, RulesError, load_rules, parameters, value_of
from bot.tables.rules import lengths
from bot.tables.rules.lengths import Length, length_of
from bot.ui.i18n import N_, _, amount, ngettext
from bot.ui.words import rule_values

#: Short texts for the most frequent changes, by rule, or by rule and value where the value is not a number.
_OFTEN = {
    "pile.always_frozen=yes": N_("Pile always frozen"),
    "pile.always_frozen=no": N_("Pile not always frozen"),
    "melds.max_wilds": N_("Most wild cards in a meld: {value}"),
    "out.canastas": N_("Canastas to go out: {value}"),
    "deal.hand": N_("Cards for each player: {value}"),
    "turn.draw": N_("Cards drawn in a turn: {value}"),
    "out.ask=no": N_("No asking before going out"),
    "out.ask=may": N_("You can ask before going out"),
    "out.ask=must": N_("You must ask before going out"),
    "discards.wilds=free": N_("Wild cards can be discarded"),
    "discards.wilds=last-or-forced": N_("Wild cards: only last, or if you must"),
    "discards.wilds=forced": N_("Wild cards: discarded only if you must"),
    "threes.black_meld=never": N_("Black threes can't be melded"),
    "threes.black_meld=going-out": N_("Black threes melded when going out"),
    "threes.black_meld=all": N_("Black threes melded only all together"),
}


def button_of(length: Length) -> str:
    """Return the name of a game of a length, as buttons say it."""
    if length == lengths.ROUND:
        return _("One round")
    if length.rounds:
        return ngettext("{count} round", "{count} rounds", length.rounds).format(count=length.rounds)
    return _("To {target}").format(target=amount(length.target))


def end(length: Length) -> str:
    """Return when a game of a length ends, in few words."""
    if length.rounds:
        text = ngettext("Game ends after {count} round", "Game ends after {count} rounds", length.rounds)
        return text.format(count=length.rounds)
    text = ngettext("Game ends at {target} point", "Game ends at {target} points", length.target)
    return text.format(target=amount(length.target))


def often(parameter: Parameter, value: object) -> str | None:
    """Return a value of a rule that is often changed, in few words; None for any other."""
    if parameter.name == "target" and isinstance(value, int):
        return end(Length(0, value))
    text = _OFTEN.get(f"{parameter.name}={_written(value)}") or _OFTEN.get(parameter.name)
    return None if text is None else _(text).format(value=rule_values.words(parameter, value))


def differences(rules: Rules) -> list[str]:
    """Return how a table's rules differ from its variant, each in few words with the standard rule; empty if they don't."""
    if not rules.house:
        return []
    usual, known = _usual(rules), {one.name: one for one in parameters()}
    said = [] if (changed := length(rules)) is None else [changed]
    for name, value in rules.house:
        parameter = known[name]
        if name in ("target", "rounds") or (usual is not None and value == value_of(usual, name)):
            continue
        short = often(parameter, value)
        text = short or f"{rule_values.meaning(parameter)} {rule_values.words(parameter, value, rules)}"
        # Of a rule that is kept or not, few words say both.
        if usual is not None and not (short and isinstance(value, bool)):
            text = _beside(text, rule_values.words(parameter, value_of(usual, name), usual))
        said.append(text)
    return said


def length(rules: Rules) -> str | None:
    """Return when a game ends, in few words with the standard, if house rules change it; else None."""
    now, usual = length_of(rules), _usual(rules)
    if usual is None:
        return end(now) if any(name in ("target", "rounds") for name, _value in rules.house) else None
    own = length_of(usual)
    if now == own:
        return None
    if now.rounds and own.rounds:
        return _beside(end(now), amount(own.rounds))
    if own.rounds:
        return _beside(end(now), ngettext("{count} round", "{count} rounds", own.rounds).format(count=own.rounds))
    points = ngettext("{count} point", "{count} points", own.target).format(count=amount(own.target))
    return _beside(end(now), points if now.rounds else amount(own.target))


def _beside(text: str, usual: str) -> str:
    """Return a rule with the standard one in brackets."""
    return _("{rule} (standard: {value})").format(rule=text, value=usual)


def _written(value: object) -> str:
    return str(value) if not isinstance(value, bool) else "yes" if value else "no"


def _usual(rules: Rules) -> Rules | None:
    """Return the rules of the same table without house rules; None if the variant's file has been removed."""
    try:
        return load_rules(rules.id, rules.layout)
    except RulesError:
        return None
