"""A player who may not use up their cards reads what their side really lacks to go out, under any rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.canasta.cards import ACE, RANK_NAMES, SEVEN
from bot.canasta.events import Lack
from bot.canasta.going_out.needs import lacking
from bot.canasta.melds import KINDS, Meld
from bot.canasta.rules import load_rules
from bot.canasta.rules.model import OutRules, Rules
from tests.canasta.play import classic, refused, replay, with_moves

NATURAL = "KS KH KD KC KS KH KD"
MIXED = "QS QH QD QC QS 2H 2D"
JACKS = "JS JH JD"
WILDS_AND_RUNS = {"wilds.allowed": True, "sequences.allowed": True}


#: Samba's rules without those conditions of going out that it has of its own.
PLAIN = {"turn.draw": 1, "out.canastas": 1, "out.pure_or_sequence": False}


def said(game: Mapping[str, Any]) -> str:
    """Return the answer to a player who has drawn and would add the last but one of their cards to their jacks."""
    moves = "0 draw", "0 meld JC"
    assert refused(game, *moves) == "keep-a-card"
    return str(replay(with_moves(game, *moves))["error"]["message"])


@pytest.mark.parametrize(
    ("rules", "melds", "lacks"),
    [
        ({}, [], "canastas: 0 of 1"),
        ({"out.canastas": 2}, [NATURAL], "canastas: 1 of 2"),
        ({"out.natural": 1}, [MIXED], "natural canastas: 0 of 1"),
        ({"out.canastas": 2, "out.mixed": 1}, [NATURAL, NATURAL], "mixed canastas: 0 of 1"),
        ({"out.wild": 1}, [NATURAL], "wild canastas: 0 of 1"),
        ({"out.canastas": 2, "out.natural": 1}, [MIXED], "canastas: 1 of 2; natural canastas: 0 of 1"),
        (
            {"out.canastas": 3, "out.natural": 1, "out.mixed": 2, "out.either_way": True},
            [NATURAL, NATURAL, NATURAL],
            "mixed canastas: 0 of 1",
        ),
        ({"out.sevens": 1}, [NATURAL, "7S 7H 7D"], "canastas of sevens: 0 of 1"),
        ({"out.sequence": True}, [NATURAL], "a run of seven is missing"),
        ({"out.pure_or_sequence": True}, [MIXED], "a natural canasta or a run of seven is missing"),
        ({"out.red_threes": 2}, [NATURAL], "red threes on the table: 1 of 2"),
        (
            {"melds.cap_red_threes": "going-out"},
            [NATURAL, MIXED],
            "red threes, as many as canastas: 1 of 2",
        ),
        ({"wilds.binds": True}, [NATURAL, "2C 2S *"], "the wild meld isn't a canasta yet: 3 of 7 cards"),
        ({"out.specials_complete": True}, [NATURAL, "7S 7H 7D 7C"], "the meld of sevens isn't a canasta yet: 4 of 7"),
        ({"out.specials_complete": True}, [NATURAL, "AS AH AD"], "the meld of aces isn't a canasta yet: 3 of 7"),
        ({"out.last_not": ["ace"]}, [NATURAL], "the card you would keep can't be your last discard"),
    ],
)
def test_each_condition_of_going_out_is_named_where_it_is_missing(
    rules: dict[str, object], melds: list[str], lacks: str
) -> None:
    drawn = "AD" if "out.last_not" in rules else "9D"
    game = classic(
        variant="samba",
        hands=["JC"],
        melds=[[*melds, JACKS]],
        threes=["3H"],
        pile="5H",
        rules=WILDS_AND_RUNS | PLAIN | rules,
        stock=f"{drawn} 8D",
    )
    assert f"({lacks}" in said(game)
    assert said(game).count("; ") == lacks.count("; ")


@pytest.mark.parametrize(
    ("rules", "position", "lacks"),
    [
        ({"out.foot": "played"}, {"in_foot": [0, 2]}, "partners who have played a card from their foot: 0 of 1"),
        ({"out.foot": "both-picked-up"}, {"in_foot": [0]}, "partners who have picked up their foot: 0 of 1"),
        ({"out.team_no_threes": True}, {"hands": ["JC", "4S", "5S 3S"]}, "nobody on your side may be holding a three"),
    ],
)
def test_what_the_partner_has_to_do_is_named(rules: dict[str, object], position: dict[str, Any], lacks: str) -> None:
    setting = {"out.canastas": 1, "out.natural": 0, "out.mixed": 0, "out.foot": "no", "turn.draw": 1} | rules
    where: dict[str, Any] = {"hands": ["JC", "4S", "5S"], "in_foot": [0]} | position
    game = classic(
        variant="hand-and-foot",
        **where,
        melds=[[NATURAL, JACKS]],
        stock="9D 8D",
        pile="5H",
        rules=setting,
    )
    assert f"({lacks})" in said(game)


def test_threes_of_the_partner_are_not_told_where_something_else_is_missing() -> None:
    game = classic(
        variant="hand-and-foot",
        hands=["JC", "4S", "5S 3S"],
        in_foot=[0, 2],
        foot_played=[0, 2],
        melds=[[JACKS]],
        stock="9D 8D",
        pile="5H",
        rules={"out.team_no_threes": True, "turn.draw": 1},
    )
    assert "canastas: 0 of 5" in said(game)
    assert "three" not in said(game)


def test_leave_is_asked_for_only_where_nothing_else_is_missing() -> None:
    rules = {"out.ask": "must"}
    short = classic(hands=["JC"], melds=[[JACKS]], stock="9D 8D", pile="5H", rules=rules)
    assert "(canastas: 0 of 1)" in said(short)
    game = classic(hands=["JC"], melds=[[NATURAL, JACKS]], stock="9D 8D", pile="5H", rules=rules)
    assert refused(game, "0 draw", "0 meld JC") == "ask-first"


def test_to_keep_the_last_card_is_told_only_where_it_would_do() -> None:
    rules = {"out.discard": "required"}
    short = classic(hands=["JC"], melds=[[JACKS]], stock="JS 8D", pile="5H", rules=rules)
    assert refused(short, "0 draw", "0 meld JC JS") == "keep-a-card"
    ready = classic(hands=["JC"], melds=[[NATURAL, JACKS]], stock="JS 8D", pile="5H", rules=rules)
    assert refused(ready, "0 draw", "0 meld JC JS") == "keep-the-discard"


def test_a_three_that_nothing_would_replace_is_refused_for_that_reason() -> None:
    game = classic(
        variant="american",
        phase="play",
        hands=["3H 5S"],
        melds=[[NATURAL]],
        drawn="3H",
        so_far=["draw"],
        stock="",
        pile="5H",
        rules={"stock.three_ends": False},
    )
    assert refused(game, "0 three 3H") == "three-not-replaced"


CLASSIC = load_rules("classic", "4")
few = st.integers(0, 3)
out_rules = st.builds(
    OutRules,
    canastas=few,
    needs=st.lists(
        st.sampled_from(["natural", "mixed", "wild", "run", "natural-or-run", "four", "seven"]), max_size=5
    ).map(tuple),
    either_way=st.booleans(),
    red_threes=few,
)


@st.composite
def rule_sets(draw: st.DrawFn) -> Rules:
    capped = draw(st.sampled_from(["no", "always", "going-out"]))
    complete = draw(st.booleans())
    return replace(
        CLASSIC,
        out=draw(out_rules),
        ranks=replace(
            CLASSIC.ranks,
            **{name: replace(getattr(CLASSIC.ranks, name), complete=complete) for name in ("seven", "ace")},
        ),
        melds=replace(CLASSIC.melds, cap_red_threes=capped),  # type: ignore[arg-type]
        wilds=replace(
            CLASSIC.wilds,
            bars=("discards-and-going-out",) if draw(st.booleans()) else (),
            pure_twos=draw(st.booleans()),
        ),
    )


@st.composite
def melds_of_a_side(draw: st.DrawFn) -> list[Meld]:
    melds = []
    for kind in draw(st.lists(st.sampled_from(["set", "wild", "sequence"]), max_size=5)):
        size = draw(st.sampled_from([3, 6, 7]))
        wilds = size if kind == "wild" else draw(st.integers(0, 1)) if kind == "set" else 0
        meld = KINDS[kind](draw(st.sampled_from([0, 3, 10])))
        meld.naturals, meld.wilds = size - wilds, wilds
        meld.cards = [0] * size
        melds.append(meld)
    return melds


@given(rule_sets(), melds_of_a_side(), few)
def test_something_is_named_exactly_where_going_out_is_not_allowed(rules: Rules, melds: list[Meld], reds: int) -> None:
    named = lacking(rules, melds, reds)
    assert (named == []) == _may_go_out(rules, melds, reds)
    assert all(one.have < one.needed for one in named)
    assert all(isinstance(one, Lack) for one in named)


def _may_go_out(rules: Rules, melds: list[Meld], reds: int) -> bool:
    """Return whether a side may go out, said once more in another way."""
    need, pure_twos = rules.out, rules.wilds.pure_twos
    whole = [meld for meld in melds if len(meld.cards) >= 7]
    runs = sum(meld.kind == "sequence" for meld in whole)
    # These wild melds are of fours by their numbers, so none holds a joker.
    wild = 0 if pure_twos else sum(meld.kind == "wild" for meld in whole)
    own = [RANK_NAMES[meld.rank] for meld in whole if meld.kind == "set" and RANK_NAMES[meld.rank] in need.needs]
    plain = [meld for meld in whole if meld.kind == "set" and RANK_NAMES[meld.rank] not in need.needs]
    mixed = sum(meld.wilds > 0 for meld in plain)
    natural = len(whole) - runs - wild - mixed - len(own)
    asked = {kind: list(need.needs).count(kind) for kind in need.needs}
    if len(whole) < need.canastas or wild < asked.get("wild", 0) or reds < need.red_threes:
        return False
    if rules.melds.cap_red_threes == "going-out" and len(whole) > reds:
        return False
    pure, dirty = asked.get("natural", 0), asked.get("mixed", 0)
    straight = natural >= pure and mixed >= dirty
    if not straight and not (need.either_way and natural >= dirty and mixed >= pure):
        return False
    if natural + runs < asked.get("natural-or-run", 0) or runs < asked.get("run", 0):
        return False
    if any(own.count(kind) < count for kind, count in asked.items() if kind in RANK_NAMES):
        return False
    for meld in melds:
        if len(meld.cards) < 7:
            special = meld.rank == SEVEN or (meld.rank == ACE and not meld.wilds)
            if (meld.kind == "wild" and rules.wilds.binds) or (
                meld.kind == "set" and rules.ranks.seven.complete and special
            ):
                return False
    return True
