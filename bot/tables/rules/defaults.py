"""Defaults of a new table: a server's settings, else the bot's own choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress

from bot.canasta.rules import Rules, RulesError, VariantInfo, families, list_variants, variant_info
from bot.data.servers import Server
from bot.tables.rules.clock import DEFAULT_LIMIT
from bot.tables.rules.game_rules import rules_for
from bot.tables.rules.lengths import Length, length_of, with_length

VARIANT = "classic"


def chosen(
    server: Server, variant: str | None, layout: str | None, house: Mapping[str, object] | None, length: Length | None
) -> tuple[Rules, RulesError | None]:
    """Return the rules that somebody wants for a new table; what they leave open (None) is as in the server.

    The second value is the reason why the server's house rules had to be left out, None if they were not. Raises
    `RulesError`.
    """
    usual, table = game_of(server)
    variant = variant or usual
    if layout is None and variant == usual:
        layout = table

    def so_long(house: Mapping[str, object]) -> Mapping[str, object]:
        own = rules_for(variant, layout, {})
        return house if length is None else with_length(house, length, length_of(own))

    if house is not None:
        return rules_for(variant, layout, so_long(house)), None
    try:
        return rules_for(variant, layout, so_long(house_of(server, variant))), None
    except RulesError as error:
        return rules_for(variant, layout, so_long({})), error


def game_of(server: Server) -> tuple[str, str | None]:
    """Return the variant and layout of a server, or the nearest that can be played.

    An operator's variant file may be gone.
    """
    variant = server.variant or VARIANT
    for layout in (server.layout, None):
        with suppress(RulesError):
            rules_for(variant, layout, {})
            return variant, layout
    return VARIANT, None


def offered(server: Server, tables: Iterable[str]) -> list[VariantInfo]:
    """Return all variants, the likeliest first.

    First comes the server's usual one, then those of its `tables` (the most frequent first), then one of each family.
    """
    played = (variant for variant, _count in Counter(tables).most_common())
    first = list(dict.fromkeys([game_of(server)[0], *played, *families()]))
    places = {variant: place for place, variant in enumerate(first)}
    return sorted(list_variants(), key=lambda one: places.get(one.id, len(first)))


def house_of(server: Server, variant: str) -> Mapping[str, object]:
    """Return the house rules by which a server usually plays a variant."""
    return server.house.get(variant, {})


def layout_for(variant: str, house: Mapping[str, object]) -> str:
    """Return the usual layout of a variant, or the first other one in which these house rules can be played.

    Raises `RulesError` that says why they can't be played in the usual one.
    """
    try:
        return rules_for(variant, None, house).layout
    except RulesError:
        for layout in variant_info(variant).layouts:
            with suppress(RulesError):
                return rules_for(variant, layout.name, house).layout
        raise


def turn_limit(server: Server) -> int:
    """Return how long a turn may take in a new game of a server, in seconds; 0 is no limit."""
    return DEFAULT_LIMIT if server.turn_limit is None else server.turn_limit
