"""The order for a new table: where it is to be, its rules, its clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.canasta.rules import Rules
from bot.data.tables import Home, Status, Table
from bot.tables.rules.clock import reserve
from bot.tables.rules.game_rules import rules_for


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """A table that somebody wants opened.

    Without a `layout`, it is the one for four or else the variant's first. A turn may take `turn_limit` seconds (None:
    any time); `bank` is how many seconds everybody may exceed that by in the whole game (None: the usual number). A
    `friendly` game isn't counted in the league. All tables of a `series` are dealt the same packs.
    `in_match`: it is played in a tournament. `in_open_league`: it counts there, to which all its people have said yes.
    """

    home: Home
    host_id: int
    variant: str = "classic"
    layout: str | None = None
    house: Mapping[str, object] = field(default_factory=dict)
    turn_limit: int | None = None
    bank: int | None = None
    friendly: bool = False
    series: int | None = None
    in_match: bool = False
    in_open_league: bool = False

    def rules(self) -> Rules:
        """Return the rules that are ordered; slow at first use. Raises `RulesError`."""
        return rules_for(self.variant, self.layout, self.house)

    def lobby(self, rules: Rules, now: int) -> Table:
        """Return a lobby for this order, not stored yet, in which nobody sits; `rules` are those ordered."""
        return Table(
            id=0,
            home=self.home,
            status=Status.LOBBY,
            version=1,
            variant=rules.id,
            layout=rules.layout,
            size=rules.seats,
            house=dict(self.house),
            host_id=self.host_id,
            seats=(),
            round=0,
            commitment=None,
            turn=None,
            turn_since=None,
            scores=(),
            winner=None,
            created_at=now,
            updated_at=now,
            ended_at=None,
            turn_limit=self.turn_limit,
            bank=bank_for(self.turn_limit, self.bank),
            friendly=self.friendly,
            series=self.series,
            in_match=self.in_match,
            in_open_league=self.in_open_league,
        )


def bank_for(turn_limit: int | None, bank: int | None) -> int:
    """Return the seconds by which everybody may exceed their turns in all; without a limit there are none to exceed."""
    if turn_limit is None:
        return 0
    return reserve(turn_limit) if bank is None else bank
