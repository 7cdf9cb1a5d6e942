"""Views that between them show all a picture can hold, and the pictures kept of them.

`uv run python -m tests.renderer.samples` draws the kept pictures again: those in `tests/renderer/golden` that
tests compare with, and those in `docs/pictures` that the documents show. It writes and names those that look different:
look at them before you commit them.
"""

from __future__ import annotations

import gettext
import io
import random
import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final
from unittest import mock

from PIL import Image, ImageChops

from bot.canasta.cards import ACE, RANKS, SUITS, Card, full_pack, is_wild, read_card, read_cards
from bot.canasta.events import RoundSheet, ScoreLine
from bot.canasta.rules import load_rules
from bot.canasta.views import MeldView, PlayerView, PublicView, SeatView, SideView
from renderer import (
    CelebrationView,
    LobbySeat,
    LobbyView,
    Picture,
    Style,
    png,
    render_celebration,
    render_closing,
    render_hand,
    render_lobby,
    render_profile,
    render_scores,
    render_standings,
    render_table,
    render_tables,
)
from tests.renderer.league import BOARDS, CLOSINGS, PROFILES

GOLDEN: Final = Path(__file__).parent / "golden"
DOCS: Final = Path(__file__).parent.parent.parent / "docs" / "pictures"


class _Pseudo(gettext.NullTranslations):
    """A language whose words have no letters, so that what was left in English stands out."""

    plain: Final = gettext.NullTranslations()

    def gettext(self, message: str) -> str:
        return re.sub(r"({\w+})|[A-Za-z]", lambda found: found[1] or "¤", message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(super().ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        return self.gettext(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


PSEUDO: Final = _Pseudo()


def meld(name: str, cards: str, kind: str = "set") -> MeldView:
    """Return a meld as the engine would show it; a canasta from seven cards on."""
    codes = tuple(read_cards(cards))
    wilds = len(codes) if kind == "wild" else 0 if kind == "twos" else sum(map(is_wild, codes))
    canasta = {"wild": "wild", "twos": "twos", "sequence": "sequence"}.get(kind, "mixed" if wilds else "natural")
    return MeldView(
        kind=kind,
        name=name,
        cards=codes,
        rank=RANKS.index(name[0]) if kind == "set" else _lowest_place(codes) if kind == "sequence" else None,
        suit=SUITS.index(name[0]) if kind == "sequence" else None,
        naturals=len(codes) - wilds,
        wilds=wilds,
        canasta=canasta if len(codes) >= 7 else None,
    )


def _lowest_place(run: Sequence[Card]) -> int:
    """Return the place of the first card of a run: its first natural from the four to the king tells."""
    return next((card >> 2) - at for at, card in enumerate(run) if card >> 2 < ACE)


def player(seat: int, name: str, side: int, hand: int, **more: Any) -> PlayerView:
    """Return a player with `hand` cards and nothing special about them but `more`."""
    plain: dict[str, Any] = {"foot_size": 0, "in_foot": False, "talon_size": 0, "sitting_out": False, "lone": False}
    return PlayerView(seat, name, side, hand, **(plain | more))


def side(
    index: int, seats: Sequence[int], score: int, melds: Iterable[MeldView] = (), threes: str = "", **more: Any
) -> SideView:
    """Return a side; it has opened if it has melds, unless `more` says what it needs."""
    melds = tuple(melds)
    plain: dict[str, Any] = {"opening": None if melds else 50, "set_aside": (), "worth": sum(map(_worth, melds))}
    return SideView(
        index=index, seats=tuple(seats), score=score, melds=melds, threes=tuple(read_cards(threes)), **(plain | more)
    )


def _worth(meld: MeldView) -> int:
    """Return what a meld counts in the classic game, its canasta included."""
    bonus = {"natural": 500, "mixed": 300, "sequence": 500, "wild": 1000}.get(meld.canasta or "", 0)
    values = load_rules("classic", "4").card_values
    return bonus + sum(values[card >> 2] for card in meld.cards)


def table(players: Sequence[PlayerView], sides: Sequence[SideView], pile: str, **more: Any) -> PublicView:
    """Return a table in round 3, seat 1 to draw."""
    plain: dict[str, Any] = {
        "rules": load_rules("classic", "4"),
        "round_number": 3,
        "dealer": 0,
        "turn": 1,
        "phase": "draw",
        "stock_size": 38,
        "frozen": False,
        "blocked": False,
        "closed_by": None,
        "freezing": None,
        "scores": tuple(one.score for one in sides),
        "so_far": (),
        "asking": None,
        "finished": (),
        "winner": None,
    }
    return PublicView(pile=tuple(read_cards(pile)), players=tuple(players), sides=tuple(sides), **(plain | more))


def round_score(lines: Sequence[dict[str, int]], scores: Sequence[int], **more: Any) -> RoundSheet:
    """Round 3, which seat 3 ended by going out; each side's total is the sum of its lines."""
    plain: dict[str, Any] = {"number": 3, "out": 3, "ending": "out", "concealed": False}
    sheets = tuple(ScoreLine(tuple(one.items()), sum(one.values())) for one in lines)
    return RoundSheet(sides=sheets, scores=tuple(scores), **(plain | more))


MANY_MELDS: Final = (
    meld("K", "KS KH KD KC KS KH KD"),
    meld("A", "AS AH AD AC AS AH AD 2S *"),
    meld("T", "TS TH TD TC TS TH TD 2S"),
    meld("Q", "QS QH QD QC QS 2H"),
    meld("9", "9S 9H 9D"),
    meld("J", "JS JH JD JC 2S"),
    meld("7", "7S 7H 7D 7C 7S 2H *"),
    meld("8", "8S 8H 8D"),
    meld("4", "4S 4H 4D 4C"),
    meld("5", "5S 5H 5D 5C"),
)
KINDS_OF_MELDS: Final = (
    meld("H5", "5H 6H 7H 8H 9H TH JH", "sequence"),
    meld("S4", "4S 5S 2S 7S", "sequence"),
    meld("DT", "TD JD QD KD AD", "sequence"),
    meld("WILD", "2S * 2H *", "wild"),
    meld("WILD2", "2S * 2H * 2S 2S 2D", "wild"),
    meld("2", "2S 2H 2D", "twos"),
    meld("22", "2S 2H 2D 2C 2S 2H 2H", "twos"),
    meld("3", "3S 3S 3C", "black-threes"),
)
FOUR_PLAYERS: Final = table(
    [player(0, "Ana", 0, 9), player(1, "Ilinca", 1, 11), player(2, "Ștefan", 0, 13), player(3, "Niccolò", 1, 6)],
    [
        side(0, (0, 2), 2385, (*MANY_MELDS[:2], MANY_MELDS[3], MANY_MELDS[4], MANY_MELDS[9]), "3H 3D"),
        side(1, (1, 3), 1940, (MANY_MELDS[2], MANY_MELDS[5], MANY_MELDS[7], MANY_MELDS[8]), "3H"),
    ],
    "5S 6D 7H 7S KD 2S 9S 8S 9D 9H 4H 5H QD 9H",
    frozen=True,
    freezing=read_card("2S"),
)
FIRST_TURN: Final = table(
    [player(0, "Ana", 0, 15), player(1, "Bo", 1, 15)],
    [side(0, (0,), 0), side(1, (1,), 0)],
    "4S",
    rules=load_rules("classic", "2"),
    round_number=1,
    stock_size=77,
)
THREE_PLAYERS: Final = table(
    [
        player(0, "Ana", 0, 9),
        player(1, "Matei", 1, 14),
        player(2, "Niccolò D’Amico the Great of Palermo", 2, 6, lone=True),
    ],
    [
        side(0, (0,), 2385, MANY_MELDS[:4], "3H 3D 3D 3H"),
        side(1, (1,), -115),
        side(2, (2,), 11940, MANY_MELDS[4:], "3H"),
    ],
    "4S 3S",
    blocked=True,
    stock_size=0,
    phase="play",
)
_SIX_NAMES: Final = ("Ana", "Bartholomew the Third", "日本", "Дмитрий", "Ester", "Θεοδώρα")
SIX_SIDES: Final = table(
    [player(seat, name, seat, 9 + seat) for seat, name in enumerate(_SIX_NAMES)],
    [side(seat, (seat,), 10000 * seat, MANY_MELDS, "3H 3D 3D 3H") for seat in range(6)],
    "",
)
SIX_IN_TRIOS: Final = table(
    [player(seat, name, seat % 2, 9 + seat, sitting_out=seat == 4) for seat, name in enumerate(_SIX_NAMES)],
    [side(0, (0, 2, 4), 4400, KINDS_OF_MELDS, "3H 3D 3D 3H 3H"), side(1, (1, 3, 5), 5120, MANY_MELDS[:6], "3H")],
    "4S 2S",
    frozen=True,
    freezing=read_card("2S"),
    turn=None,
    phase="over",
    winner=1,
    over=True,
)
EIGHT_PLAYERS: Final = table(
    [
        player(
            seat,
            name,
            seat % 4,
            9 + seat,
            foot_size=11 if seat % 3 else 0,
            in_foot=seat % 3 == 0,
            talon_size=seat % 2 * 4,
        )
        for seat, name in enumerate((*_SIX_NAMES, "Gigi", "Horațiu-Alexandru"))
    ],
    [
        side(0, (0, 4), 0, KINDS_OF_MELDS),
        side(1, (1, 5), 10000, (), "3H", opening="canasta"),
        side(2, (2, 6), 20000, (), "3H 3D", opening=0),
        side(3, (3, 7), 30000, KINDS_OF_MELDS, "3H 3D 3D", set_aside=tuple(read_cards("3S 3C"))),
    ],
    "5S 6D 3H 7S",
    frozen=True,
    freezing=read_card("3H"),
    closed_by=1,
    turn=6,
    asking=2,
    phase="answer",
)
FIVE_ROTATING: Final = table(
    [player(seat, name, int(seat in (1, 3, 4)), 9 + seat) for seat, name in enumerate(_SIX_NAMES[:5])],
    [side(0, (0, 2), 0, MANY_MELDS[:5]), side(1, (1, 3, 4), 0)],
    "7S 7H",
    scores=(1000, 200, 300, 12400, -500),
)
LONG_RUNS: Final = table(
    [
        player(0, "Anna", 0, 6),
        player(1, "Bruno", 1, 4, foot_size=11),
        player(2, "Carla", 0, 9, in_foot=True),
        player(3, "Dario", 1, 11),
    ],
    [
        side(
            0,
            (0, 2),
            425,
            [
                meld("HA", "AH 2S 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "sequence"),
                meld("D6", "6D 7D 8D 9D TD * QD KD AD", "sequence"),
                meld("CA", "AC 2D 3C 4C", "sequence"),
                meld("3", "3S 3H 3D 2D"),
            ],
        ),
        side(1, (1, 3), 870, [meld("S8", "8S 9S TS JS QS KS AS", "sequence"), meld("A", "AS AH AC AD")]),
    ],
    "KD 4C 6H",
    rules=load_rules("burraco", "4"),
    trump=SUITS.index("C"),
)

TABLES: Final = {
    "four players": FOUR_PLAYERS,
    "first turn": FIRST_TURN,
    "three players": THREE_PLAYERS,
    "six sides": SIX_SIDES,
    "six in trios": SIX_IN_TRIOS,
    "eight players": EIGHT_PLAYERS,
    "five rotating": FIVE_ROTATING,
    "long runs": LONG_RUNS,
}

SCORES: Final = {
    "four players": (
        round_score(
            [
                {"natural": 500, "mixed": 300, "threes": 200, "cards": 385, "hand": -145},
                {"mixed": 300, "threes": 100, "out": 100, "cards": 290, "hand": -60},
            ],
            (3625, 2670),
        ),
        FOUR_PLAYERS,
    ),
    "three players": (
        round_score(
            [
                {"natural": 500, "cards": 385, "hand": -145},
                {"hand": -160},
                {"mixed": 600, "out": 100, "concealed": 100, "cards": 290},
            ],
            (3125, -275, 13030),
            out=2,
            concealed=True,
        ),
        THREE_PLAYERS,
    ),
    "six sides": (
        round_score(
            [{"mixed": 300 * place, "threes": 800, "cards": 385, "hand": -1450} for place in range(6)],
            [10000 * place + 300 * place - 265 for place in range(6)],
            out=None,
            ending="stock",
        ),
        SIX_SIDES,
    ),
    "game won": (
        round_score([{"natural": 500, "hand": -145}, {"mixed": 300, "out": 100, "cards": 290}], (4755, 5810)),
        SIX_IN_TRIOS,
    ),
    "five rotating": (
        round_score([{"natural": 500}, {"mixed": 300, "cards": 290}], (1500, 790, 800, 12990, 90)),
        FIVE_ROTATING,
    ),
}


CELEBRATIONS: Final = {
    "canasta": CelebrationView(
        "canasta",
        "{name}: a natural canasta",
        ("Ana", "Ștefan"),
        "Seven kings and no wild card: +500",
        tuple(read_cards("KS KS KH KH KD KD KC")),
    ),
    "red-threes": CelebrationView(
        "red-threes", "{name} has all four red threes", ("Bartholomew the Third",), "800 points for 400", side=1
    ),
    "concealed": CelebrationView(
        "concealed", "{name} went out concealed", ("Θεοδώρα",), "Nobody saw it coming", tuple(read_cards("KS KS AH *"))
    ),
    "stolen-pile": CelebrationView(
        "stolen-pile", "{name} took the frozen pile", ("Ilinca",), "14 cards with two nines", tuple(read_cards("9H"))
    ),
    "comeback": CelebrationView("comeback", "{name}: from last to first", ("Ana", "Cy"), "1,240 points behind"),
    "out": CelebrationView("out", "{name} went out", ("Niccolò",), "Round 3: +730", tuple(read_cards("* 2H QS"))),
    "gained": CelebrationView("gained", "{name} gained most", ("Ana", "Ștefan"), "Round 3: 730 points"),
    "won": CelebrationView("won", "{name} won the game", ("Ana", "Ștefan"), "5,810 to 4,755"),
}


LOBBIES: Final = {
    "two": LobbyView(
        "Classic canasta",
        ("Everybody for themselves", "To 5,000 points", "A day for each turn"),
        (LobbySeat(0, "Ana"), LobbySeat(1)),
    ),
    "three": LobbyView(
        "Samba",
        ("Everybody for themselves", "To 10,000 points", ""),
        (LobbySeat(0, "Bartholomew the Third"), LobbySeat(1, "日本"), LobbySeat(2, "Hal", True)),
    ),
    "pairs": LobbyView(
        "Classic canasta",
        ("Two pairs, across the table", "To 5,000 points", "A day for each turn"),
        (LobbySeat(0, "Ana"), LobbySeat(1, "Horațiu-Alexandru", True), LobbySeat(0, "Ștefan"), LobbySeat(1)),
    ),
    "five": LobbyView(
        "Bolivian canasta of the Mediterranean and other seas",
        ("Five play, one of them sits out each round, as was agreed long ago", "To 15,000 points " * 4, "A day " * 30),
        tuple(LobbySeat(place % 2, name) for place, name in enumerate((*_SIX_NAMES[:4], None))),
    ),
    "six": LobbyView(
        "Hand & Foot",
        ("Three pairs", "Four rounds", "As long as you like"),
        tuple(LobbySeat(place % 3, name, place > 3) for place, name in enumerate((*_SIX_NAMES[:5], "محمد"))),
    ),
    "nobody": LobbyView("", (), tuple(LobbySeat(place % 2) for place in range(8))),
}


def hand_view(cards: Sequence[Card], fresh: Sequence[Card] = ()) -> SeatView:
    """Seat 0 of the four players with these cards."""
    return SeatView(FOUR_PLAYERS, 0, tuple(sorted(cards)), tuple(sorted(fresh)), (), ())


def dealt(size: int, seed: int = 0) -> SeatView:
    """Return a hand of `size` cards from three packs, the same for the same seed, every seventh card fresh."""
    chance = random.Random(seed)
    hand = sorted(chance.sample(full_pack(3, 6), size))
    return hand_view(hand, hand[::7])


def plane_of(draw: Callable[[], Picture]) -> bytes:
    """Return the palette's indices that a picture is encoded from."""
    with mock.patch.object(png, "encode", wraps=png.encode) as encode:
        draw()
    plane: Image.Image = encode.call_args.args[0]
    return plane.tobytes()


def _enlarged(number: int) -> Picture:
    return render_tables(FOUR_PLAYERS, large=True, style=Style("light", back="ocean"))[number]


def _kept() -> dict[str, Callable[[], Picture]]:
    hand = hand_view(read_cards("* 2S AH AD KS KC KD QH JD JC 7S 7C 7D 3C"), read_cards("KC 7D"))
    themes = ("green", "light", "night") * 3
    pictures: dict[str, Callable[[], Picture]] = {
        "hand": partial(render_hand, hand),
        "hand-0": partial(render_hand, hand_view(())),
        "hand-chosen": partial(render_hand, hand, chosen=tuple(read_cards("KS KC 7D *"))),
        "hand-40": partial(render_hand, dealt(40)),
        "hand-40-four-colours": partial(render_hand, dealt(40), style=Style(two_colour=False)),
        "hand-80": partial(render_hand, dealt(80), style=Style(theme="light")),
    }
    for (name, view), theme in zip(TABLES.items(), themes, strict=False):
        pictures[f"table-{name.replace(' ', '-')}"] = partial(render_table, view, style=Style(theme=theme))
    for number in range(3):
        pictures[f"table-large-{number + 1}"] = partial(_enlarged, number)
    for (name, (score, view)), theme in zip(SCORES.items(), themes, strict=False):
        pictures[f"scores-{name.replace(' ', '-')}"] = partial(render_scores, score, view, style=Style(theme=theme))
    for (name, event), theme in zip(CELEBRATIONS.items(), themes, strict=False):
        pictures[f"celebration-{name}"] = partial(render_celebration, event, style=Style(theme=theme))
    for (name, waiting), theme in zip(LOBBIES.items(), themes, strict=False):
        pictures[f"lobby-{name}"] = partial(render_lobby, waiting, style=Style(theme=theme))
    for (name, board), theme in zip(BOARDS.items(), themes, strict=False):
        pictures[f"standings-{name}"] = partial(render_standings, board, style=Style(theme=theme))
    for (name, profile), theme in zip(PROFILES.items(), themes, strict=False):
        pictures[f"profile-{name}"] = partial(render_profile, profile, style=Style(theme=theme))
    for (name, closing), theme in zip(CLOSINGS.items(), themes, strict=False):
        pictures[f"closing-{name}"] = partial(render_closing, closing, style=Style(theme=theme))
    return pictures


#: The kept pictures by file name.
PICTURES: Final = _kept()


#: The documents' pictures by file name, and which of the kept ones they are.
DOCUMENT_PICTURES: Final = {
    "hand": "hand",
    "table": "table-four-players",
    "scores": "scores-four-players",
    "standings": "standings-ratings",
    "profile": "profile-champion",
    "closing": "closing-spring",
}


def main() -> None:
    """Draw all kept pictures again, and write those that look different: another zlib packs the same picture in other bytes."""
    for name, draw in PICTURES.items():
        _write(GOLDEN / f"{name}.png", draw().png)
    for name, kept in DOCUMENT_PICTURES.items():
        _write(DOCS / f"{name}.png", PICTURES[kept]().png)


def _write(path: Path, drawn: bytes) -> None:
    if not path.exists() or not alike(path.read_bytes(), drawn):
        path.write_bytes(drawn)
        print(path)


def alike(one: bytes, other: bytes) -> bool:
    """Return whether two pictures look the same."""
    first, second = (Image.open(io.BytesIO(png)).convert("RGB") for png in (one, other))
    return first.size == second.size and ImageChops.difference(first, second).getbbox() is None


if __name__ == "__main__":
    main()
