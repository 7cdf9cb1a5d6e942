"""House rules, chosen in menus or written: the common ones, and every rule by its subject."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import discord
from discord import ui

from bot.canasta.rules import Parameter, Rules, load_rules, value_of
from bot.data.tables import Table
from bot.tables.rules import house_rules
from bot.tables.rules.game_rules import rules_of
from bot.ui import house_rule_choices
from bot.ui.actions import Action, TableAction
from bot.ui.components import LabelledButton, button, field, form, menus, shortened, whole_sentences
from bot.ui.i18n import N_, _, pgettext
from bot.ui.options import variant_menus
from bot.ui.page import Page, notice
from bot.ui.pages import lobby_page
from bot.ui.words import house_rule_text, rule_values, variant_names

#: Values of menus that are not values of a rule: the usual value, and a number to be typed.
USUAL = "usual"
OTHER = "other"
#: The marks of a word that is in a list, and of one that isn't.
_IN, _OUT = "☑", "☐"
#: The most characters of a typed value.
_ONE_VALUE = 200
_SUBJECTS = {
    "": N_("The game as a whole"),
    "side": N_("Who plays with whom"),
    "pack": N_("Decks and jokers"),
    "values": N_("What cards are worth"),
    "deal": N_("The deal"),
    "turn": N_("A turn"),
    "threes": N_("Threes"),
    "melds": N_("Melds"),
    "ranks": N_("Special ranks"),
    "wilds": N_("Wild melds"),
    "twos": N_("Melds of twos"),
    "sequences": N_("Runs"),
    "canastas": N_("Canastas and their bonuses"),
    "opening": N_("Opening"),
    "pile": N_("Taking the pile"),
    "discards": N_("Discards"),
    "out": N_("Going out"),
    "stock": N_("When the stock is empty"),
    "extra": N_("Extra and special hands"),
    "score": N_("The score"),
}


class OpenSettings(Action, name="settings"):
    """The way to the server's settings."""


@dataclass(frozen=True)
class Rule(TableAction):
    """A step with the house rules of a lobby, or of a server for a `variant`; then the table is 0.

    It is about the `chosen` group (ends with `.`) or rule, if that isn't empty.
    """

    variant: str
    chosen: str = ""


class ShowRule(Rule, name="house-at"):
    """The choice of a group or rule to look at."""


class SetRule(Rule, name="house-set"):
    """The choice of a rule's value."""


class WriteRule(Rule, name="house-text"):
    """The wish to type a rule's value, or all house rules."""


class ShowCode(Rule, name="house-code"):
    """The wish to see the code that names all house rules."""


class Clear(Rule, name="house-none"):
    """The step that makes everything as usual."""


class Written(Rule, name="set-house"):
    """A rule's value, or all house rules, as they were typed."""


class HouseOf(Action, name="house-of"):
    """The choice of the variant whose house rules are set for a server."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """The house rules that are being chosen: a lobby's, or without a table those of a server for a variant."""

    table: Table | None
    variant: str
    layout: str
    house: Mapping[str, object]

    def to(self, step: type[Rule], chosen: str = "") -> Rule:
        """Return a step with these house rules that is about the chosen group (ends with `.`) or rule."""
        if self.table is None:
            return step(0, 0, self.variant, chosen)
        return step(self.table.id, self.table.version, "", chosen)

    def rules(self) -> Rules:
        """Return the rules as chosen so far. Raises `RulesError` if they can't be played."""
        return load_rules(self.variant, self.layout, house=self.house)


def panel(place: Chosen, chosen: str, remark: str | None) -> Page:
    """Return the panel, opened at the `chosen` group (ends with `.`) or rule; `remark` is below it."""
    rules = place.rules()
    subject = chosen.rpartition(".")[0]
    first = subject.partition(".")[0]
    parameter = house_rules.KNOWN.get(chosen)
    found = house_rule_choices.groups(rules)
    if parameter is not None and parameter not in found.get(subject, ()):
        found.setdefault(subject, []).append(parameter)

    items: list[ui.Item[Any]] = [ui.TextDisplay(_heading(place, rules))]
    if place.table is None:
        items += variant_menus(_("Of which variant?"), HouseOf(), place.variant)
    items += _common_menus(place, rules)
    subjects = [
        discord.SelectOption(label=_(name), value=f"{group}.", default=bool(chosen) and group == first)
        for group, name in _SUBJECTS.items()
        if group in found or any(one.startswith(f"{group}.") for one in found)
    ]
    items += menus(_("All rules: choose a subject"), place.to(ShowRule), subjects)
    ranks = [
        discord.SelectOption(
            label=rule_values.rank(group.removeprefix(f"{first}.")), value=f"{group}.", default=group == subject
        )
        for group in found
        if first and group.startswith(f"{first}.")
    ]
    items += menus(_("Choose a rank"), place.to(ShowRule, f"{first}."), ranks)
    if chosen and subject in found:
        options = [_rule_option(one, rules, chosen) for one in found[subject]]
        items += menus(_("Choose a rule"), place.to(ShowRule, f"{subject}."), options)
    if parameter is not None:
        items.append(ui.TextDisplay(_about(parameter, rules)))
        if options := _value_options(parameter, rules):
            items += menus(_("Choose how you play it"), place.to(SetRule, chosen), options)
        else:
            items.append(ui.ActionRow(button(_("Change…"), place.to(WriteRule, chosen))))
    if remark:
        items.append(ui.TextDisplay(f"⚠️ **{remark}**"))
    row: ui.ActionRow[Any] = ui.ActionRow(
        button(_("Write or paste…"), place.to(WriteRule)),
        button(_("Back to standard"), place.to(Clear), disabled=not place.house),
        _code_button(place.to(ShowCode), disabled=not place.house),
    )
    if place.table is None:
        row.add_item(button(_("Back"), OpenSettings()))
    return Page(*items, row)


def shown(table: Table) -> Page:
    """Return a table's house rules for somebody who may not change them."""
    own = lobby_page.own_rules(rules_of(table))
    if own is None:
        return notice(_("Everything is played by the standard rules."))
    return notice(own, ui.ActionRow(code_button(table)))


def code_button(table: Table) -> LabelledButton:
    """Return the button that shows the code of a table's house rules."""
    return _code_button(ShowCode(table.id, table.version, ""))


def _code_button(step: Rule, *, disabled: bool = False) -> LabelledButton:
    return button(_("Show their code"), step, disabled=disabled)


def code(house: Mapping[str, object]) -> str:
    """Return the code that names house rules, and what it is good for."""
    return _(
        "Code of these house rules: `{code}`. Paste it after **Write or paste…**, or into `/play`, here or in another server."
    ).format(code=house_rules.code(dict(house)))


def written_form(place: Chosen, chosen: str) -> ui.Modal:
    """Return the form for the `chosen` rule, or for all rules if it names none."""
    parameter = house_rules.KNOWN.get(chosen)
    if parameter is None:
        return form(
            _("House rules"),
            place.to(Written),
            field(
                _("How your rules differ"),
                _("For example target=3000, pile.always_frozen=yes; or a code. Leave empty for none."),
                house_rules.write(place.house),
                longest=house_rules.LONGEST,
            ),
        )
    now = house_rules.write({chosen: value_of(place.rules(), chosen)}).partition("=")[2]
    return form(
        _("House rules"),
        place.to(Written, chosen),
        field(
            parameter.name[:45],
            shortened(rule_values.meaning(parameter)),
            now,
            longest=_ONE_VALUE,
            empty=_("Leave empty for the standard rule."),
        ),
    )


def _heading(place: Chosen, rules: Rules) -> str:
    title = _("### House rules of {variant}") if place.table else _("### House rules of {variant} in this server")
    return "\n".join(
        [
            title.format(variant=variant_names.title(rules)),
            lobby_page.own_rules(rules) or _("Everything is played by the standard rules."),
        ]
    )


def _common_menus(place: Chosen, rules: Rules) -> list[ui.ActionRow[Any]]:
    options = [
        discord.SelectOption(
            label=house_rule_text.often(parameter, value) or rule_values.meaning(parameter),
            value=house_rules.write({parameter.name: value}),
            description=_effect(rules, parameter, value),
        )
        for parameter, value in house_rule_choices.common(place.variant, place.layout, place.house)
    ]
    return menus(_("Often changed"), place.to(SetRule), options)


def _rule_option(parameter: Parameter, rules: Rules, chosen: str) -> discord.SelectOption:
    now = rule_values.words(parameter, value_of(rules, parameter.name), rules)
    return discord.SelectOption(
        label=rule_values.meaning(parameter).rstrip("."),
        value=parameter.name,
        description=pgettext("how a rule is played", "now: {value}").format(value=now),
        default=parameter.name == chosen,
    )


def _about(parameter: Parameter, rules: Rules) -> str:
    usual = load_rules(rules.id, rules.layout)
    return _("**{meaning}**\nStandard: {usual}. Here: {now} (`{name}`).").format(
        meaning=rule_values.meaning(parameter),
        usual=rule_values.words(parameter, value_of(usual, parameter.name), usual),
        now=rule_values.words(parameter, value_of(rules, parameter.name), rules),
        name=parameter.name,
    )


def _value_options(parameter: Parameter, rules: Rules) -> list[discord.SelectOption]:
    """Return the values to choose from, each with its effect; none if the value must be written, as a table.

    In a list of words, each word is an option: it is added, or removed if it is marked.
    """
    now = value_of(rules, parameter.name)
    usual = value_of(load_rules(rules.id, rules.layout), parameter.name)
    if parameter.type == "list of words":
        held = cast(tuple[str, ...], now)
        return [
            discord.SelectOption(
                label=f"{_IN if word in held else _OUT} {rule_values.words(parameter, word)}",
                value=house_rules.write({parameter.name: value}) if value != usual else USUAL,
                description=_effect(rules, parameter, value),
            )
            for word, value in house_rule_choices.switched(parameter, held)
        ]
    offered = house_rule_choices.values(parameter)
    if parameter.type.startswith("number"):
        offered = sorted({*offered, usual, now}, key=lambda value: -1 if value is None else cast(int, value))
    options = [
        discord.SelectOption(
            label=rule_values.words(parameter, value),
            value=house_rules.write({parameter.name: value}) if value != usual else USUAL,
            description=_effect(rules, parameter, value),
            default=value == now,
        )
        for value in offered
    ]
    if options and parameter.type.startswith("number"):
        options.append(discord.SelectOption(label=_("Another number…"), value=OTHER))
    return options


def _effect(rules: Rules, parameter: Parameter, value: object) -> str | None:
    """Return the effect of a value as an option says it, None if it has none or is too long for one."""
    said = house_rule_choices.effect(rules, parameter.name, value)
    return whole_sentences((said or "").replace("*", "")) or None
