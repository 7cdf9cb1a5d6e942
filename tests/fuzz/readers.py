"""All readers of what comes from outside, each with valid examples and the refusals that it declares."""

from __future__ import annotations

import importlib
import pkgutil
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from bot.canasta import position
from bot.canasta.cards import cards_text, read_cards
from bot.canasta.game import Game
from bot.canasta.moves import UnreadableMove, read_move, read_name
from bot.canasta.reading import BadRecord
from bot.canasta.record import game_from_record, record_of, replay
from bot.canasta.rules import RulesError, check_file, load_rules
from bot.canasta.rules import stored as stored_rules
from bot.tables.rules import house_rules, seals, standing_orders
from bot.tables.tools.verify import verify
from bot.ui import meld_draft, pages
from bot.ui.actions import Action, Unreadable, read
from bot.ui.pages import builder_page
from bot.ui.typed_cards import NotHeld, Unheard, groups, one_card
from bot.ui.words import time_zones
from tests.fuzz.damage import Damage
from tests.fuzz.requests import Refused, Taking, request

#: Refusals that say in a sentence what can't be read; anything else that is raised is a mistake.
Refusals = tuple[type[Exception], ...]


@dataclass(frozen=True)
class Reader:
    """Something that reads inputs.

    `make` returns an input, `read` reads it and raises one of `refusals` if it can't be read. Of a hundred inputs, about
    `share` are for this reader.
    """

    name: str
    share: int
    make: Callable[[Damage], Any]
    read: Callable[[Any], object]
    refusals: Refusals


class Changed(AssertionError):
    """A text that was read and written again is read as something else."""


def readers(folder: Path) -> list[Reader]:
    """Return all readers; those of files have their inputs written into `folder`."""
    records = list(_records())
    verified = [record for record in records if "rounds" in record]
    sealed = [_sealed(record) for record in verified]
    variants = [
        path.read_text(encoding="utf-8")
        for path in resources.files("bot.canasta.rules").joinpath("variants").iterdir()
        if path.name in ("samba.toml", "hand-and-foot.toml", "burraco.toml", "sevens.toml")
    ]
    lines = [line for record in verified for line in record["rounds"][0]["moves"]]
    codes = [house_rules.code({"target": 3000}), house_rules.code({"pile.always_frozen": True, "deal.hand": 13})]
    lists = ["target=3000", "target=3000, pile.always_frozen=yes", "deal.hand=13; out.canastas=2", "none", *codes]
    lists += ["opening.table=[[0, 50], [1500, 90]]", "draw.count=none"]
    typed = ["k k 2", "♠K ♥K", "three kings and a joker", "kings, 10 10 10", "2 to kings", "K: 2S *", "C9: 2H <"]
    actions = _actions()
    ids = [f"c:{name}:{table}:{version}:{rest}" for name in actions for table, version, rest in _PARTS]
    drafts = ["", "A", "ABC.DEF", "K=AB", "H5=QR<", "K2=A.B+=C", "WILD=0"]
    return [
        Reader("records", 12, lambda one: one.document(records, lines), _record, (BadRecord,)),
        Reader("replays", 6, lambda one: one.document(records, lines), replay, ()),
        Reader("seals", 6, lambda one: one.document(sealed, ["ab" * 16]), seals.read_seals, (BadRecord,)),
        Reader(
            "deals to verify",
            4,
            lambda one: (one.document(verified, lines), one.chance.choice(sealed), one.text(["3:5f2c9a01b2c3d4e5"])),
            _verified,
            (BadRecord,),
        ),
        Reader("variant files", 1, lambda one: one.octets(variants), _VariantFile(folder), (RulesError,)),
        Reader("house rules", 16, lambda one: one.text(lists), _house, (RulesError,)),
        Reader("rules of games", 4, lambda one: one.text(_STORED), stored_rules.read, (RulesError,)),
        Reader("typed melds", 12, lambda one: one.text(typed), _typed, (Unheard, NotHeld, UnreadableMove)),
        Reader("typed cards", 5, lambda one: one.text([*typed, "7♠", "q"]), _typed_card, (Unheard, NotHeld)),
        Reader("moves", 10, lambda one: one.text(lines), _move, (UnreadableMove,)),
        Reader(
            "names of melds", 3, lambda one: one.text(["K", "K2", "K+", "WILD", "H5#2"]), read_name, (UnreadableMove,)
        ),
        Reader(
            "custom ids",
            12,
            lambda one: one.text(ids, 100),
            lambda text: _action(actions, text),
            (Unreadable, RulesError),
        ),
        Reader("drafts of melds", 5, lambda one: one.text(drafts), _draft, (Unreadable,)),
        Reader("chosen cards", 2, lambda one: one.text(["0", "1", "zz", "1ekf"]), _chosen, (Unreadable,)),
        Reader("standing orders", 1, lambda one: one.text(_ORDERS), standing_orders.unpack, (ValueError,)),
        Reader("requests over HTTP", 10, request, Taking(), (Refused,)),
        Reader("places and clocks", 1, lambda one: one.text(["Berlin", "22:10", "9.15 pm"], 100), _zone, ()),
    ]


# -- examples

_PARTS = (
    ("1", "1", ""),
    ("1s", "3", "7"),
    ("zz", "10", "m/ABC"),
    ("2", "2", "mABC.DE"),
    ("2", "2", "classic 4 - 1 86400"),
)
_STORED = (stored_rules.write(load_rules("classic")), stored_rules.write(load_rules("samba", house={"target": 5000})))
_ORDERS = (
    standing_orders.pack(
        standing_orders.Orders((3,), standing_orders.DrawChoice.ALWAYS, tuple(read_cards("4S KH")), frozenset(), 5)
    ),
)
_HAND = read_cards("4H 4C 5S TS TH TD QS QH KS KH KD KC 2S 2H * 3S")
_TABLES = (("classic", "4"), ("samba", "4"), ("hand-and-foot", "4"), ("burraco", "4"))


def _records() -> Iterator[Any]:
    """Yield short records of several games, from a deal and from a position, with moves drawn by lot."""
    for seed, (variant, layout) in enumerate(_TABLES):
        chance = random.Random(seed)
        rules = load_rules(variant, layout)
        game = Game(rules, [f"Player {seat}" for seat in range(rules.seats)])
        pack = game.fresh_pack()
        chance.shuffle(pack)
        game.start_round(pack)
        for move in range(20):
            if move == 12:
                now = {key: value for key, value in (position.state(game) or {}).items() if key in position.KEYS}
            if game.turn is None:
                break
            game.apply(chance.choice(game.legal_moves()))
        yield record_of(game)
        moves = record_of(game)["rounds"][0]["moves"][12:]
        yield {"variant": variant, "layout": layout, "position": now, "moves": moves}


def _sealed(record: Any) -> Any:
    """Return the seals of a record of one round, as a document."""
    salt = "0123456789abcdef" * 2
    pack = cards_text(read_cards(record["rounds"][0]["pack"]))
    return seals.seals_document([seals.Seal(1, salt, seals.commitment(pack, salt))])


def _actions() -> dict[str, type[Action]]:
    """Return all actions that pages declare, by their names."""
    for module in pkgutil.iter_modules(pages.__path__, f"{pages.__name__}."):
        importlib.import_module(module.name)

    def beneath(kind: type[Action]) -> Iterator[type[Action]]:
        for one in kind.__subclasses__():
            yield one
            yield from beneath(one)

    return {one.name: one for one in beneath(Action) if one.name and one.__module__.startswith(pages.__name__)}


# -- reading, and what has to hold of what was read


def _record(document: object) -> None:
    game = game_from_record(document)
    if game.deals:
        written = record_of(game)
        if record_of(game_from_record(written)) != written:
            raise Changed(str(written))


def _verified(given: tuple[Any, Any, str]) -> None:
    record, document, noted = given
    for finding in verify(record, seals.read_seals(document), [noted]):
        assert finding.text


@dataclass(frozen=True)
class _VariantFile:
    folder: Path

    def __call__(self, content: bytes) -> None:
        path = self.folder / "under-test.toml"
        path.write_bytes(content)
        check_file(path)


def _house(text: str) -> None:
    house = house_rules.read(text)
    rules = load_rules("classic", "4", house=house)
    own = dict(rules.house)
    if dict(load_rules("classic", "4", house=house_rules.read(house_rules.code(own))).house if own else {}) != own:
        raise Changed(text)


def _typed(text: str) -> None:
    read_move(f"0 meld {groups(text, _HAND)}", _HAND)


def _typed_card(text: str) -> None:
    if read_cards(one_card(text, _HAND))[0] not in _HAND:
        raise Changed(text)


def _move(line: str) -> None:
    move = read_move(line)
    if read_move(str(move)) != move and move.verb not in ("meld", "take"):
        raise Changed(str(move))


def _action(actions: dict[str, type[Action]], text: str) -> None:
    written = read(text)
    if written is None or written.action not in actions:
        raise Unreadable
    one = actions[written.action].unpack(written)
    try:
        again = one.pack()
    except ValueError:
        return  # it would be too long, or was only read leniently
    back = read(again)
    if back is None or actions[written.action].unpack(back) != one:
        raise Changed(text)


def _draft(text: str) -> None:
    # The first meld of a name is written without its number.
    groups = tuple(
        group if group.name is None or group.name.nth != 1 else group._replace(name=group.name._replace(nth=0))
        for group in meld_draft.unpack(text)
    )
    if meld_draft.unpack(meld_draft.pack(groups)) != groups:
        raise Changed(text)


def _chosen(text: str) -> None:
    cards = builder_page.Cards.read(text)
    if builder_page.Cards.read(str(cards)) != cards:
        raise Changed(text)


def _zone(text: str) -> None:
    for zone in time_zones.found(text, 1_700_000_000, "en"):
        time_zones.described(zone, 1_700_000_000, "en")
