"""A player who may take the pile is offered a way to: what is accepted has a listed form, and what is listed is
accepted."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.canasta import record
from bot.canasta.moves import IllegalMove, read_move
from tests.canasta.play import Document, allowed, classic, refused, replay, verbs, with_moves

ROUNDS = int(os.environ.get("CANASTA_TEST_RANDOM_ROUNDS", "2"))


def offered(document: Document, verb: str = "take") -> list[str]:
    """Return the takes that are listed for the seat to move, each of which must be accepted."""
    moves = [str(move) for move in record.game_from_record(document).legal_moves() if move.verb == verb]
    assert (f"0 {verb}" in allowed(document)["legal"]) == bool(moves)
    for line in moves:
        allowed(document, line)
    return moves


def always(requirement: object) -> dict[str, object]:
    """House rules by which every initial meld needs this."""
    return {"opening.table": [[-1000000, requirement]]}


# Requirements of an opening apart from points may be met by the group that takes the pile.


@pytest.mark.parametrize(
    ("rules", "hand", "pile", "score", "line"),
    [
        ({"opening.triple": "yes"}, "KS KH AS AH 2D 5S 6S", "KD", 0, "0 take KS KH / AS AH 2D"),
        ({"opening.triple": "or-wild-meld"}, "KS KH AS AH 2D 5S 6S", "KD", 0, "0 take KS KH / AS AH 2D"),
        (always("canasta"), "KS KH KC KS KH KC 5S 6S", "KD", 0, "0 take KS KH KC KS KH KC"),
        (always("canasta"), "KS KH KC KS 2S * 5S 6S", "KD", 0, "0 take KS KH KC KS 2S *"),
        (always("natural canasta"), "KS KH KC KS KH KC 5S 6S", "KD", 0, "0 take KS KH KC KS KH KC"),
        (always("canasta 200"), "AS AH AC AS 2S * KS KH KC 5S", "AD", 0, "0 take AS AH AC AS 2S * / KS KH KC"),
        ({"opening.splash": "any"}, "6S 6H 6C 6S 6H 6C 5S 9S", "6D", 3000, "0 take 6S 6H 6C 6S 6H 6C"),
        ({"opening.splash": "natural-or-wild"}, "6S 6H 6C 6S 6H 6C 5S 9S", "6D", 3000, "0 take 6S 6H 6C 6S 6H 6C"),
    ],
)
def test_the_top_card_helps_to_what_an_opening_asks_for(
    rules: dict[str, Any], hand: str, pile: str, score: int, line: str
) -> None:
    game = classic(rules=rules, hands=[hand], pile=f"8H {pile}", scores=[score, 0])
    allowed(game, line)
    assert offered(game)


@pytest.mark.parametrize(
    ("rules", "hand", "line"),
    [
        ({"opening.triple": "yes"}, "KS 2H AS AH 2D 5S", "0 take KS 2H / AS AH 2D"),
        (always("natural canasta"), "KS KH KC KS KH 2S 5S 6S", "0 take KS KH KC KS KH 2S"),
        (always("canasta 200"), "KS KH KC KS KH KC 5S 6S", "0 take KS KH KC KS KH KC"),
        ({"opening.splash": "natural-or-wild"}, "KS KH KC KS KH 2S 5S 6S", "0 take KS KH KC KS KH 2S"),
    ],
)
def test_a_take_that_lacks_what_the_opening_asks_for_is_not_offered(
    rules: dict[str, Any], hand: str, line: str
) -> None:
    rules = {**rules, "pile.frozen_for_unopened": False}
    game = classic(rules=rules, hands=[hand], pile="8H KD", scores=[3000, 0])
    refused(game, line)
    assert offered(game) == []


def test_a_triple_for_the_opening_may_be_another_than_that_of_the_top_card() -> None:
    rules = {"opening.triple": "yes", "pile.frozen_for_unopened": False}
    game = classic(rules=rules, hands=["KS 2H AS AH AD 5S"], pile="8H KD", scores=[0, 0])
    assert "0 take KS 2H / AS AH AD" in offered(game)


def test_the_minimum_is_still_asked_for_beside_the_triple() -> None:
    game = classic(rules={"opening.triple": "yes"}, hands=["6S 6H AS AH 2D 5S 9S"], pile="8H 6D", scores=[1500, 0])
    assert refused(game, "0 take 6S 6H / AS AH 2D") == "initial-meld-too-low"
    assert offered(game) == []


def test_where_the_hand_opens_alone_the_top_card_helps_to_nothing() -> None:
    """American: neither the pair nor the top card counts, so the three of a kind must be another."""
    game = classic(variant="american", hands=["KS KH AS AH 2D * QS QH 2S 5S 6S"], pile="8H KD", scores=[0, 0])
    assert refused(game, "0 take KS KH / AS AH 2D * / QS QH 2S") == "initial-meld-triple"
    assert offered(game) == []


def test_what_takes_the_pile_beside_a_hand_that_opens_alone_is_what_takes_any_other() -> None:
    rules = {"opening.with_pile": "first-from-hand", "pile.frozen_for_unopened": False}
    game = classic(rules=rules, hands=["KS 2H AS AH AD 5S 6S"], pile="8H KD", scores=[0, 0])
    assert "0 take KS 2H / AS AH AD" in offered(game)


def test_a_hand_that_must_open_alone_lays_a_meld_though_no_points_are_asked_for() -> None:
    rules = {"opening.with_pile": "first-from-hand", **always(0)}
    game = classic(rules=rules, hands=["KS KH KC 5S 6S"], pile="8H KD", scores=[0, 0])
    allowed(game, "0 take / KS KH KC")
    refused(game, "0 take KS KH")
    assert offered(game) == ["0 take / KS KH KC"]


# Other top cards than naturals.

NOT_BLACK = {"discards.block": ["joker", "two", "red-three", "caliente"]}
READY = "QS QH QC QD QS QH QC"


def test_black_threes_that_do_not_block_are_taken_by_a_player_who_goes_out_with_them() -> None:
    game = classic(rules=NOT_BLACK, hands=["3S 3S 5S"], melds=[[READY]], pile="QD 3C")
    allowed(game, "0 take 3S 3S")
    assert offered(game) == ["0 take 3S 3S"]


def test_black_threes_take_the_pile_in_an_opening_too() -> None:
    hand = "3S 3S QS QH QC QD QS QH QC 5S"
    game = classic(rules=NOT_BLACK, hands=[hand], pile="3C", scores=[0, 0])
    allowed(game, "0 take 3S 3S / QS QH QC QD QS QH QC")
    assert any(line.startswith("0 take 3S 3S / ") for line in offered(game))


@pytest.mark.parametrize(
    ("hand", "melds"),
    [("3S 3S 5S 6S", [READY]), ("3S 3S 5S", []), ("3S 5S 6S", [READY]), ("3S 3S 5S", [READY.replace(" QC", "", 1)])],
)
def test_black_threes_take_no_pile_for_a_player_who_stays_in(hand: str, melds: list[str]) -> None:
    game = classic(rules=NOT_BLACK, hands=[hand], melds=[melds], pile="5D 3C")
    refused(game, "0 take 3S 3S")
    assert offered(game) == []


@pytest.mark.parametrize(
    ("rules", "hand", "pile", "line"),
    [
        # 110 points without the black threes.
        ({}, f"{READY} 8S 8H 8D 3S 3S 3C", "8C", f"0 take 8S 8H 8D / {READY} / 3S 3S 3C"),
        ({}, f"{READY} 8S 8H 8D 3S 3S 3C", "QD 8C", f"0 take 8S 8H 8D / {READY} / 3S 3S 3C"),
        # The last four opens nothing, as it is laid with three fours of the pile.
        ({}, f"{READY} 8S 8H 8D 3S 3S 3C 4S", "4H 4D 4C 8C", f"0 take 8S 8H 8D / {READY} / 3S 3S 3C"),
        (
            {"opening.with_pile": "first-from-hand"},
            f"{READY} 9S 9H 9D 8S 8H 3S 3S 3C",
            "8C",
            f"0 take 8S 8H / {READY} / 9S 9H 9D / 3S 3S 3C",
        ),
    ],
)
def test_a_take_that_opens_with_black_threes_alone_is_offered_to_who_goes_out_by_it(
    rules: dict[str, object], hand: str, pile: str, line: str
) -> None:
    game = classic(rules={**rules, **always(115)}, hands=[hand], pile=pile, scores=[0, 0])
    allowed(game, line)
    assert offered(game)
    assert record.game_from_record(game).take_refusal() is None


def test_who_opens_before_drawing_is_offered_to_go_out_with_black_threes() -> None:
    rules = {**always(115), "opening.before_draw": True}
    game = classic(rules=rules, hands=[f"{READY} 8S 8H 8D 8C 3S 3S 3C"], pile="5C", scores=[0, 0])
    allowed(game, f"0 meld {READY} / 8S 8H 8D 8C / 3S 3S 3C")
    assert offered(game, "meld")


def test_no_take_is_offered_that_opens_with_black_threes_and_leaves_cards() -> None:
    hand = f"{READY} 8S 8H 8D 3S 3S 3C 9D TH"
    game = classic(rules=always(115), hands=[hand], pile="8C", scores=[0, 0])
    refused(game, f"0 take 8S 8H 8D / {READY} / 3S 3S 3C")
    assert offered(game) == []


def test_more_wild_cards_than_the_pair_may_take_a_wild_top_card() -> None:
    """A wild meld that must be a canasta when it is laid; and one that the minimum needs."""
    whole = {"wilds.allowed": True, "wilds.whole": True, "pile.wild_top": True}
    game = classic("6-trios", rules=whole, hands=["2S 2S 2H 2H * * 5S 6S"], melds=[["QS QH QC"]], pile="8H 2D")
    assert offered(game) == ["0 take 2S 2S 2H 2H * *"]
    plain = {"wilds.allowed": True, "pile.wild_top": True}
    game = classic("6-trios", rules=plain, hands=["2S 2S 2H 2H * * 5S 6S"], pile="8H 2D", scores=[3000, 0])
    assert "0 take 2S 2S 2H 2H" not in offered(game)
    assert "0 take 2S 2S * *" in offered(game)


def test_twos_as_a_rank_are_taken_like_wild_melds() -> None:
    rules = {"discards.block": ["black-three"]}
    game = classic(variant="italian", rules=rules, hands=["2S 2H 5S 6S 9S"], melds=[["QS QH QC"]], pile="8H 2D")
    allowed(game, "0 take 2S 2H")
    assert offered(game) == ["0 take 2S 2H"]


# Runs.

samba_whole = {"pile.sequences": "whole"}


@pytest.mark.parametrize(
    ("rules", "hand", "melds", "pile", "score"),
    [
        ({}, "9H JH QH KH 5S 6S", [], "TH", 0),
        ({"sequences.max_wilds": 1}, "9H 2S QH KH AH 5S 6S", [], "TH", 0),
        ({}, "8H KS QD", ["5H 6H 7H"], "9H", 0),
        ({}, "6H KS QD", ["7H 8H 9H"], "5H", 0),
        ({"sequences.max_wilds": 2}, "2S * KS QD", ["5H 6H 7H"], "TH", 0),
        ({"sequences.min_naturals": 4}, "5H 6H 7H KS QD", ["QS QH QC"], "8H", 0),
    ],
)
def test_runs_of_every_length_take_the_pile(
    rules: dict[str, Any], hand: str, melds: list[str], pile: str, score: int
) -> None:
    document = classic(
        variant="samba", rules={**samba_whole, **rules}, hands=[hand], melds=[melds], pile=f"8S {pile}",
        scores=[score, 0],
    )  # fmt: skip
    assert offered(document)


# Whatever the opening asks for.

#: Parameters that change who may open, or take the pile, and how; the first is the usual.
CHOICES: dict[str, list[Any]] = {
    "opening.triple": ["no", "yes", "or-wild-meld"],
    "opening.table": [
        [[-1000000, 15], [0, 50], [1500, 90], [3000, 120]],
        *([[-1000000, words]] for words in ("canasta", "canasta 200", "natural canasta")),
    ],
    "opening.splash": ["no", "natural-or-wild", "any"],
    "opening.pure": [False, True],
    "opening.with_pile": ["top-counts", "first-from-hand"],
    "discards.block": [
        ["joker", "two", "red-three", "black-three"], ["joker", "two", "red-three"], ["red-three"], [],
    ],
    "pile.frozen_for_unopened": [True, False],
    "pile.natural_and_wild": [True, False],
    "pile.wild_helps": [False, True],
    "pile.frozen_needs": [2, 3],
    "pile.wild_top": [False, True],
    "pile.sequences": ["no", "whole"],
    "wilds.allowed": [False, True],
    "wilds.whole": [False, True],
    "sequences.allowed": [False, True],
    "sequences.max_wilds": [0, 1],
    "melds.max_wilds": [3, 2],
    "melds.cap": [None, 1],
    "threes.black_meld": ["going-out", "never"],
    "out.canastas": [1, 0],
}  # fmt: skip
WILD = ("2S", "2H", "2D", "2C", "*")


def near_an_opening(rng: random.Random) -> Document:
    """Return a position in which somebody might open with the pile, or take it once opened, under some of those rules."""
    names = rng.sample(sorted(CHOICES), rng.randint(1, 5))
    if "opening.triple" not in names and "opening.splash" not in names and rng.random() < 0.8:
        names.append(rng.choice(["opening.triple", "opening.table", "opening.splash"]))
    rules = {name: rng.choice(CHOICES[name][1:]) for name in names}
    if rules.get("pile.wild_top") or rules.get("wilds.whole") or rules.get("opening.triple") == "or-wild-meld":
        rules["wilds.allowed"] = True
    if rules.get("pile.sequences") == "whole" or rules.get("sequences.max_wilds"):
        rules["sequences.allowed"] = True
        rules["pile.sequences"] = "whole"
    ranks = rng.sample("456789TJQKA", 3)
    top_rank = rng.choice([*ranks[:1] * 6, "3", "2"])
    top = {"3": "3C", "2": rng.choice(["2D", "*"])}.get(top_rank, top_rank + rng.choice("SHDC"))
    pool = [top_rank + suit for suit in "SHDC" * 5]
    pool += [rank + suit for rank in ranks for suit in "SHDC" * 2]
    pool += [*WILD, "*", "*", "3S", "3C"]
    if rules.get("sequences.allowed"):
        at = "456789TJQKA".find(top_rank)
        pool += [
            "456789TJQKA"[place] + top[-1] for place in range(max(0, at - 3), at + 4) if at >= 0 and place < 11
        ] * 4
    melds = [] if rng.random() < 0.8 else [rng.choice(["9S 9H 9C", "8S 8H 8C 8D 8S 8H 8C"])]
    pile = f"{rng.choice(['', '', '6C', '2S 6C 7C'])} {top}"
    used = Counter(" ".join([pile, *melds]).split())
    hand: list[str] = []
    for card in rng.sample(pool, rng.randint(2, 10)):
        if used[card] < 3 and not (card in WILD and sum(one in WILD for one in hand) > 3):
            used[card] += 1
            hand.append(card)
    return classic(
        "6-trios",
        rules=rules,
        hands=[" ".join(hand), *[""] * 5],
        melds=[melds],
        pile=pile,
        stock="",
        scores=[rng.choice([-100, 0, 1500, 3000]), 0],
        frozen=rng.random() < 0.2,
    )


def _shares(cards: Sequence[str]) -> Iterator[tuple[list[str], list[str]]]:
    """Yield every choice of some of these cards (copies of a rank are alike), with the others."""
    kinds = Counter(cards)
    for counts in product(*(range(count + 1) for count in kinds.values())):
        chosen = [card for card, count in zip(kinds, counts, strict=True) for _ in range(count)]
        yield chosen, list((Counter(cards) - Counter(chosen)).elements())


def _ways(naturals: Sequence[list[str]], wilds: list[str]) -> Iterator[list[list[str]]]:
    """Yield every way to lay groups of these ranks and wild cards: of each rank none or some, with some of the wild cards."""
    if not naturals:
        yield []
        yield from ([chosen] for chosen, _ in _shares(wilds) if len(chosen) >= 3)
        return
    first, *others = naturals
    for count in range(len(first) + 1):
        for chosen, left in _shares(wilds) if count else [([], wilds)]:
            if count and count + len(chosen) < 3:
                continue
            for rest in _ways(others, left):
                yield [*([[*first[:count], *chosen]] if count else []), *rest]


def _runs(cards: Sequence[str], wilds: int) -> Iterator[list[str]]:
    """Yield every run of one suit that these cards make, some of its places left out to be filled with wild cards."""
    held = set(cards)
    order = "456789TJQKA"
    for suit in "SHDC":
        for low in range(9):
            for high in range(low + 2, min(low + 7, 11)):
                have = [rank + suit for rank in order[low : high + 1] if rank + suit in held]
                if have and high - low + 1 - len(have) <= wilds:
                    yield have


def every_take(hand: list[str], top: str) -> Iterator[str]:
    """Takes by brute force: each group for the top card, with each way to lay others; most of them are wrong."""
    wilds = sorted(card for card in hand if card in WILD)
    ranks: dict[str, list[str]] = {}
    for card in sorted(hand):
        if card not in WILD:
            ranks.setdefault(card[0], []).append(card)
    first = [chosen for chosen, _ in _shares(wilds)]
    same = ranks.get(top[0], []) if top not in WILD else []
    groups = [[*same[:count], *chosen] for count in range(len(same) + 1) for chosen in first]
    for run in _runs([*hand, top], len(wilds)):
        if top in run:
            own = [card for card in run if card != top]
            groups += [[*own[:place], *mix, *own[place:]] for mix in first[:6] for place in range(len(own) + 1)]
    runs = [[], *([run] for run in _runs(hand, 0)), *map(list, combinations(list(_runs(hand, 0))[:4], 2))]
    for group in groups:
        left = Counter(hand) - Counter(group)
        for extra in runs:
            if Counter(card for run in extra for card in run) - left:
                continue
            rest = list((left - Counter(card for run in extra for card in run)).elements())
            naturals: dict[str, list[str]] = {}
            for card in sorted(rest):
                if card not in WILD:
                    naturals.setdefault(card[0], []).append(card)
            for others in _ways(list(naturals.values()), sorted(card for card in rest if card in WILD)):
                # Wild cards by themselves may hold back those of other melds, so they come last.
                yield "0 take " + " / ".join(" ".join(cards) for cards in (group, *extra, *others))


def is_run(line: str, top: str) -> bool:
    """Return whether a take is for a run, by the cards that join the top card."""
    first = line.removeprefix("0 take").split("/")[0].rpartition(":")[2].split()
    return len({card[0] for card in (*first, top) if card not in WILD}) > 1


def test_a_run_is_reached_by_the_wild_card_that_a_two_of_its_suit_sets_free() -> None:
    """The two goes to its own place, where the run's one wild card lay: that fills the gap below the top card."""
    game = classic(variant="buraco-fechado", hands=["5D 6S 8C TS 2D"], melds=[["AD 2C 3D 4D"]], pile="KD 7D")
    assert "0 take DA: 5D 2D" in offered(game)
    assert allowed(game, "0 take DA: 5D 2D")["melds"][0] == ["AD 2D 3D 4D 5D 2C 7D"]


#: This many takes are tried of a kind that isn't listed.
TRIED = 4000


@pytest.mark.slow
@settings(max_examples=120 * ROUNDS, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 2**32))
def test_a_pile_that_may_be_taken_is_offered(seed: int) -> None:
    """By cards of its rank, or for a run: whatever way is accepted has one of its kind listed."""
    rng = random.Random(seed)
    document = near_an_opening(rng)
    answer = replay(document)
    if not answer["ok"]:
        return  # these house rules can't be; what they say then is tested with the options
    listed = [str(move) for move in record.game_from_record(document).legal_moves() if move.verb == "take"]
    assert ("take" in verbs(answer["state"])) == bool(listed)
    for line in rng.sample(listed, min(len(listed), 6)):
        assert replay(with_moves(document, line))["ok"], f"{line} is listed and refused in {document}"
    game = record.game_from_record(document)
    hand, top = document["position"]["hands"][0].split(), document["position"]["pile"].split()[-1]
    kinds = {is_run(line, top) for line in listed}
    tries = [line for line in every_take(hand, top) if is_run(line, top) not in kinds]
    for line in rng.sample(tries, min(len(tries), TRIED)):
        try:
            game.apply(read_move(line))
        except IllegalMove:
            continue
        raise AssertionError(f"{line} is accepted and no take of its kind is listed in {document}")


# Cards that join a run only together.


def test_a_card_of_the_hand_frees_the_wild_card_of_a_run_for_the_gap_to_the_top_card() -> None:
    game = classic(
        "2", variant="buraco-fechado", hands=["6S TS 8S", "6C"], melds=[["9S 2C JS QS KS"]], pile="5S", stock="4D"
    )
    assert offered(game) == ["0 take S9: 6S 8S TS"]


def test_a_two_of_a_suit_that_would_go_to_its_own_place_is_offered_with_the_card_beyond_the_gap() -> None:
    melds = ["3S 4S 5S 6S"]
    game = classic(variant="burako", phase="play", hands=["8S 9S 2S KD"], melds=[melds], pile="", stock="4D")
    assert "0 meld S3: 2S 8S" in offered(game, "meld")
    assert "0 meld S3: 8S" not in offered(game, "meld")
    other = classic(variant="burako", phase="play", hands=["8S 9S 2H KD"], melds=[melds], pile="", stock="4D")
    assert offered(other, "meld") == ["0 meld S3: 2H"]


def test_a_wild_card_that_frees_the_two_of_a_run_is_offered_with_the_ace_below_it() -> None:
    game = classic(
        "2", variant="buraco-fechado", phase="play", hands=["9C 9D AS 2H"], melds=[["3S 4S 2S 6S"]], pile="", stock="4D"
    )
    assert "0 meld S3: 2H AS" in offered(game, "meld")
