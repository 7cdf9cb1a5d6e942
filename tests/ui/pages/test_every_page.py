"""Every page holds to Discord's limits with the largest data: each function of `bot.ui.pages` that returns one is found and tried."""

from __future__ import annotations

import collections.abc
import dataclasses
import enum
import importlib
import inspect
import pkgutil
import random
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

import pytest

import bot.ui.pages
from bot.canasta.cards import Card
from bot.canasta.events import ScoreLine
from bot.canasta.moves import Move
from bot.canasta.rules import Rules, list_variants, load_rules
from bot.canasta.views import PublicView, SeatView
from bot.computer import choose
from bot.data.line import Wish
from bot.data.notices import Facts
from bot.data.results import Result
from bot.data.tables import InChannel, Table
from bot.data.tournaments import Match, Played, Player, Round, Team, Tournament, TournamentKind, TournamentStage
from bot.league.boards import PAGE
from bot.league.tournaments.entries import MOST_ENTRIES
from bot.league.tournaments.state import TournamentState
from bot.tables import Look, Order, Tables
from bot.tables.rules.standing_orders import CALLS, MOST_DISCARDS, PILE_SIZES, DrawChoice, Orders
from bot.tables.views import CostlyMove, DailyResult, Happening, Lesson, PastDealResult, Proof, Scene
from bot.ui.page import Attachment, Page
from bot.ui.pages import builder_page, tournament_page
from renderer import Picture
from tests.killed import LONG
from tests.tables.club import CHANNEL, GUILD, mover
from tests.ui.pages.test_watch_page import HOUSE, check

#: A name as long as Discord allows, of signs that are all escaped; and another text of people's.
NAME, TEXT = "_" * 32, "*_~" * 100
#: As many of a kind as stand on any page.
MANY = 30
#: An id of Discord's, and a time.
ID, NOW = 1 << 60, 1_800_000_000


def builders() -> Iterator[tuple[str, Callable[..., Page]]]:
    """Yield every function of a page's module that returns a page, with its name."""
    for module in pkgutil.iter_modules(bot.ui.pages.__path__):
        found = importlib.import_module(f"bot.ui.pages.{module.name}")
        for name, work in vars(found).items():
            own = inspect.isfunction(work) and work.__module__ == found.__name__
            if own and not name.startswith("_") and "Page" in str(work.__annotations__.get("return")):
                yield f"{module.name}.{name}", work


class Largest:
    """Makes arguments by their types: the longest texts, the highest numbers, the most of each; the rest by chance."""

    def __init__(self, chance: random.Random, known: Mapping[object, object], named: Mapping[str, object]) -> None:
        self._chance, self._known, self._named = chance, known, named

    def of(self, hint: Any, name: str = "") -> Any:
        """Return the largest of a type, for a parameter or field of that name."""
        origin, inner = typing.get_origin(hint), typing.get_args(hint)
        if name in self._named and _suits(self._named[name], hint):
            return self._named[name]
        if hint in self._known:
            return self._known[hint]
        if origin in (typing.Union, types.UnionType):
            options = [one for one in inner if one is not types.NoneType]
            return (
                None
                if self._chance.random() < 0.2 and len(options) < len(inner)
                else self.of(self._chance.choice(options), name)
            )
        if origin is typing.Literal:
            return self._chance.choice(inner)
        if origin is collections.abc.Callable:
            return lambda *_: self.of(inner[-1])
        if origin is tuple and len(inner) > 1 and inner[1] is not ...:
            return tuple(self.of(one) for one in inner)
        if origin in (collections.abc.Mapping, dict):
            return {self.of(inner[0]): self.of(inner[1]) for _ in range(3)}
        if origin in (set, frozenset):
            return origin({self.of(inner[0])})
        if origin is not None and inner:
            many = [self.of(inner[0]) for _ in range(MOST.get(inner[0], MANY))]
            return tuple(many) if origin is tuple else many
        return self._plain(hint, name)

    def _plain(self, hint: Any, name: str) -> Any:
        if hint is str:
            return NAME if "name" in name else TEXT
        if hint is bool:
            return self._chance.random() < 0.5
        if hint in (int, float):
            return ID
        if hint is bytes:
            return b"x"
        if hint is date:
            return date(2026, 11, 28)
        if inspect.isclass(hint) and issubclass(hint, enum.Enum):
            return self._chance.choice(list(hint))
        if inspect.isclass(hint) and dataclasses.is_dataclass(hint):
            hints = typing.get_type_hints(hint)
            return hint(
                **{one.name: self.of(hints[one.name], one.name) for one in dataclasses.fields(hint) if one.init}
            )
        if inspect.isclass(hint) and issubclass(hint, tuple):
            return hint(**{one: self.of(kind, one) for one, kind in typing.get_type_hints(hint).items()})
        raise TypeError(f"nothing is known of {hint}")

    def call(self, work: Callable[..., Page]) -> Page:
        """Call a function with the largest arguments."""
        hints = typing.get_type_hints(work, vars(inspect.getmodule(work)))
        given, keywords = [], {}
        for one in inspect.signature(work).parameters.values():
            if one.kind is one.VAR_POSITIONAL:
                continue
            value = self.of(hints[one.name], one.name)
            if one.kind is one.KEYWORD_ONLY:
                keywords[one.name] = value
            else:
                given.append(value)
        return work(*given, **keywords)


def _suits(value: object, hint: Any) -> bool:
    """Return whether a value of `NAMED` is meant for a type."""
    if isinstance(value, str | int):
        return hint in (type(value), type(value) | None)
    return value is None or typing.get_origin(hint) in (collections.abc.Mapping, collections.abc.Sequence, dict)


def tournament() -> TournamentState:
    """Return a tournament of the most pairs, in its last round."""
    entries = tuple(
        Team(number, (Player(NAME, ID + number), Player(NAME, ID + 100 + number)), seed=number)
        for number in range(1, MOST_ENTRIES + 1)
    )
    one = Tournament(
        id=ID, guild_id=ID, channel_id=ID, host_id=ID, name=NAME, kind=TournamentKind.SWISS, variant="hand-and-foot", layout="4",
        deals=16, scale=ID, created_at=NOW, house=HOUSE, rounds=9, seconds=2_000_000, turn_limit=2_000_000,
        status=TournamentStage.RUNNING, round=9, teams=entries, seekers=entries[0].players * 10,
    )  # fmt: skip
    matches = [
        Match(number, first, first + 1, thread_id=ID, game_id=ID, played=Played((-ID, ID), 16) if number < 9 else None)
        for number in range(1, 10)
        for first in range(1, MOST_ENTRIES, 2)
    ]
    rounds = [Round(number, NOW, NOW + 2_000_000, NOW + 1_000_000 if number < 9 else None) for number in range(1, 10)]
    return TournamentState.of(one, tuple(rounds), tuple(matches))


def known(look: Look, scene: Scene, proof: Proof) -> dict[object, object]:
    """Return what hangs together, and so can't be made by types alone."""
    assert look.public is not None
    assert look.mine is not None
    orders = Orders((0,), DrawChoice.ALWAYS, (look.mine.hand[0],) * MOST_DISCARDS, frozenset(CALLS), max(PILE_SIZES))
    facts = {
        "old": ID,
        "by": ID,
        "name": NAME,
        "newcomer": NAME,
        "seat": 3,
        "seconds": 604_800,
        "before": "",
        "after": "",
        "reason": TEXT,
    }
    state, picture = tournament(), Picture(png=b"x", width=10, height=10, alt="_" * 1_024)
    team = state.tournament.teams[-1]
    return {
        Look: look, PublicView: look.public, SeatView: look.mine, Table: look.table, Scene: scene, Proof: proof,
        Picture: picture, tuple[Picture, ...]: (picture,), Card: look.mine.hand[0], Happening: look.recent[-1],
        Rules: load_rules("hand-and-foot", "8-pairs", house=HOUSE), object: TEXT, Any: TEXT,
        Tournament: state.tournament, TournamentState: state, Team: team, Match: state.matches[0], Played: Played((-ID, ID), 16),
        builder_page.Choice: builder_page.Choice("meld"), Facts: facts, Orders: orders,
        Wish: Wish("hand-and-foot", 8, 259_200, here=True),
        collections.abc.Sequence[Picture]: [picture] * tournament_page.pages(state),
    }  # fmt: skip


#: Of these a page shows fewer.
MOST = {Result: PAGE, CostlyMove: 3, Attachment: 4, Move: 4, ScoreLine: 4}
#: The contents of parameters and fields of these names, as the store and the pages that ask for them admit nothing
#: longer.
NAMED: dict[str, object] = {
    "page": 0, "number": 1, "place": 0, "seat": 3, "verb": "meld", "scope": "hand-and-foot", "variant": "hand-and-foot",
    "layout": "8-pairs", "family": "hand-and-foot", "house": HOUSE, "usual": HOUSE, "course": "hand-and-foot", "zone": "America/Argentina/Buenos_Aires",
    "offered": ["America/Argentina/Buenos_Aires"] * 25, "region": "America", "area": "Europe", "others": (), "tip": None, "now": NOW,
    "standings": [TEXT] * 8, "kind": "substitute", "orders": "", "time_zone": "America/Argentina/Buenos_Aires", "chosen": "", "mark": "", "rank": 5,
    "games": list_variants() * 2, "hold": 604_800, "code": "ABCDEFGH",
}  # fmt: skip


async def game(tables: Tables) -> tuple[Look, Look, Scene, Proof]:
    """Return a game of eight: as it is looked at by who is to draw and to discard, and when it is over."""
    table = await tables.lobbies.open(
        Order(home=InChannel(GUILD, CHANNEL), host_id=100, variant="hand-and-foot", layout="8-pairs", house=HOUSE),
        NAME,
    )
    for number in range(101, 108):
        await tables.lobbies.join(table.id, number, NAME)
    table, chance = await tables.lobbies.start(table.id, 100), random.Random(2)
    looks: dict[str, Look] = {}
    for _ in range(60):
        look = await tables.look(table.id, mover(table))
        assert look.public is not None
        assert look.mine is not None
        looks[look.public.phase] = look
        table = (await tables.turns.play(table.id, mover(table), choose(look.mine, "easy", chance))).table
    table = await tables.endings.cancel(table.id, 100, moderator=True)
    last = (await tables.replays.scene(table.id, 0)).stops - 1
    return (
        looks["draw"],
        looks["play"],
        await tables.replays.scene(table.id, last, 3),
        await tables.replays.proof(table.id),
    )


@pytest.mark.slow
async def test_no_page_is_too_large_for_a_message(tables: Tables) -> None:
    found = dict(builders())
    drawing, discarding, scene, proof = await game(tables)
    for name, work in found.items():
        for seed in range(4 if LONG else 2):
            look = (drawing, discarding)[seed % 2]
            if name.startswith("lesson_page"):
                look = replace(look, lesson=Lesson("classic", 3, 3, None))
            chance, facts = random.Random(f"{name} {seed}"), known(look, scene, proof)
            if name in ("daily_page.over", "daily_page.shared", "past_deal_page.over"):
                # The round is over.
                for result in (DailyResult, PastDealResult):
                    facts[result | None] = Largest(chance, facts, NAMED).of(result, "result")
            try:
                check(Largest(chance, facts, NAMED).call(work))
            except Exception as error:
                raise AssertionError(f"{name}, {seed}") from error
    assert len(found) > 100
