"""A game's state in words: what is played, melds, points, sides."""

from __future__ import annotations

from collections.abc import Iterable

from bot.canasta.cards import JOKER
from bot.canasta.rules import Rules, RulesError
from bot.canasta.views import MeldView, PublicView, SideView
from bot.data.tables import Table
from bot.tables.rules.game_rules import rules_of
from bot.ui.i18n import N_, _, amount, ngettext
from bot.ui.words import variant_names
from bot.ui.words.card_names import cards, counted
from bot.ui.words.person_names import bare, bare_name, name_of


def game_of(table: Table) -> str:
    """Return what is played at a table: the game's full name, or the variant's id if its rules can't be read any more."""
    try:
        return variant_names.title(rules_of(table))
    except RulesError:
        return table.variant


def in_a_list(table: Table) -> str:
    """Return a game for a list to choose from, by its number, its variant and its players."""
    names = ", ".join(bare(bare_name(seat)) for seat in table.seats)
    return _("{number}: {game}, {names}").format(number=table.id, game=game_of(table), names=names)


def standing_towards(scores: str, rules: Rules) -> str:
    """Return the scores with what ends the game."""
    if rules.rounds:
        text = ngettext(
            "{scores}; the game is {count} round long.", "{scores}; the game is {count} rounds long.", rules.rounds
        )
        return text.format(scores=scores, count=rules.rounds)
    return _("{scores}; the game goes to {target}.").format(scores=scores, target=amount(rules.target))


def meld(meld: MeldView) -> str:
    """Return a meld on the table, `5 kings (1 wild)` or `8 sevens, natural canasta`."""
    count = len(meld.cards)
    if meld.kind == "set" and meld.rank is not None:
        text = counted(meld.rank, count)
    elif meld.kind == "black-threes":
        text = ngettext("{count} black three", "{count} black threes", count).format(count=count)
    elif meld.kind == "wild":
        text = ngettext("{count} wild card", "{count} wild cards", count).format(count=count)
        if jokers := meld.cards.count(JOKER):
            text += " " + ngettext("({count} joker)", "({count} jokers)", jokers).format(count=jokers)
    else:
        text = cards(meld.cards)
    if meld.wilds and meld.naturals:
        text += " " + ngettext("({count} wild)", "({count} wild)", meld.wilds).format(count=meld.wilds)
    if meld.canasta:
        kind = {"natural": N_("natural canasta"), "mixed": N_("mixed canasta")}.get(meld.canasta, N_("canasta"))
        text += f", **{_(kind)}**"
    return text


def melds(side: SideView) -> str:
    """Return all that a side has laid, in one line."""
    return " · ".join(meld(one) for one in side.melds) or _("nothing yet")


def points(number: int) -> str:
    """Return a number of points in words, `60 points`."""
    return ngettext("{number} point", "{number} points", number).format(number=amount(number))


def standing(view: PublicView, table: Table, own: int, scores: tuple[int, ...]) -> str:
    """Return scores with the names of their players, the seat `own` first: `You & Bo 645, Ada & Cy 680`.

    `scores` are in the order of the view's scores: one for each side, or for each player.
    """
    entries = []
    for seats, score in zip(owners(view, len(scores)), scores, strict=True):
        entries.append((own not in seats, f"**{names(seats, table, own)}** {amount(score)}"))
    return ", ".join(text for _other, text in sorted(entries, key=lambda entry: entry[0]))


def owners(view: PublicView, scores: int) -> list[tuple[int, ...]]:
    """Return the seats that share each of this many scores: one for each side, or for each player."""
    alone = scores == len(view.players)
    return [(player.seat,) for player in view.players] if alone else [tuple(side.seats) for side in view.sides]


def winner(public: PublicView, table: Table) -> str:
    """Return the names of those who won, an empty text if nobody did."""
    if public.winner is None:
        return ""
    alone = len(public.scores) == len(public.players)
    return name_of(table.seat(public.winner)) if alone else sides(public, table)[public.winner]


def names(seats: Iterable[int], table: Table, own: int) -> str:
    """Return the names of those who share a score, the seat `own` first: `You & Bo`."""
    ordered = sorted(seats, key=lambda seat: seat != own)
    return " & ".join(_("You") if seat == own else name_of(table.seat(seat)) for seat in ordered)


def sides(view: PublicView, table: Table) -> list[str]:
    """Return each side's name by side index: its players' names joined."""
    return [" & ".join(name_of(table.seat(seat)) for seat in side.seats) for side in view.sides]
