"""Every refusal has a sentence; that of rules is a code with facts, which can be translated and is English as a text."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bot.canasta.errors import REASONS, reason
from bot.canasta.rules import RulesError, check_file, load_rules
from bot.league.errors import LeagueError
from bot.league.tournaments.errors import TournamentError
from bot.tables.errors import TableError
from bot.tables.rules import house_rules
from bot.ui.words import league_text, refusals, tournament_text
from tests.cases import in_one_test


def rules(text: str) -> Callable[[], Any]:
    return lambda: load_rules("classic", "4", house=house_rules.read(text))


REFUSED: list[tuple[str, str, Callable[[], Any]]] = [
    ("no-such-rule", "there is no rule called targt; perhaps you mean target", rules("targt=1")),
    ("no-such-rule", "no rule called always_frozn; perhaps you mean pile.always_frozen", rules("always_frozn=yes")),
    ("no-such-rule", "there is no rule called target.x; perhaps you mean target", rules("target.x=1")),
    (
        "no-rule-like-it",
        "no rule called values.xxxxxxxxxx; there are values.joker, values.two,",
        rules("values.xxxxxxxxxx=1"),
    ),
    (
        "no-rule-like-it",
        "no rule called pinochle; there are target, rounds, more_rounds, side.…, pack.…,",
        rules("pinochle=1"),
    ),
    ("no-rule-like-it", "there is no rule called house.x; there are", rules("house.x=1")),
    ("no-such-choice", "out.ask must be one of no, may, must, not perhaps", rules("out.ask=perhaps")),
    ("no-such-choice", "must, not mst; perhaps you mean must", rules("out.ask=mst")),
    (
        "not-yes-or-no",
        "pile.always_frozen must be yes or no (in a file true or false), not 3",
        rules("pile.always_frozen=3"),
    ),
    ("not-in-range", "target must be a whole number from 100 to 100,000, not yes", rules("target=yes")),
    ("not-in-range", "100,000, not 99999999999", rules("target=99999999999")),
    (
        "number-in-quotes",
        "target must be a whole number from 100 to 100,000, written without quotes, not “3000”",
        lambda: load_rules("classic", "4", house={"target": "3000"}),
    ),
    (
        "not-yes-or-no",
        "must be yes or no (in a file true or false), not “true”",
        lambda: load_rules("classic", "4", house={"pile.always_frozen": "true"}),
    ),
    ("not-a-list", "discards.close must be a list, not joker", rules("discards.close=joker")),
    ("not-of-cards", "discards.close must be a list of joker, two", rules('discards.close=["king"]')),
    ("not-of-cards", "not jokers; perhaps you mean joker", rules('discards.close=["two", "jokers"]')),
    ("not-of-numbers", "threes.totals must be a list of whole numbers", rules('threes.totals=["x"]')),
    ("not-rows-of", "wilds.bonuses must be rows of [from jokers, points], not 5", rules("wilds.bonuses=[5]")),
    ("row-twice", "canastas.counted has two rows for any, 5", rules('canastas.counted=[["any", 5, 1], ["any", 5, 2]]')),
    ("not-of-rows", "opening.table must be rows of [from score, minimum], not 5", rules("opening.table=[5]")),
    ("no-such-requirement", "must be a number of points or one of canasta,", rules('opening.table=[[0, "much"]]')),
    ("no-such-requirement", "not 50; points are 0 to 1,000, without quotes", rules('opening.table=[[0, "50"]]')),
    ("rows-out-of-order", "rise from row to row; 1,500 doesn't", rules("opening.table=[[2000, 50], [1500, 90]]")),
    ("no-rows", "opening.table needs at least one row", rules("opening.table=[]")),
    ("no-room-for-canastas", "melds.max_size: a meld that can't reach seven cards", rules("melds.max_size=5")),
    ("too-many-dealt", "104 of 108 cards are dealt", rules("deal.hand=13, deal.foot=13")),
    ("needs-wild-melds", "out.needs requires melds of wild cards", rules("out.wild=1")),
    (
        "needs-red-threes",
        "out.red_threes requires more red threes than can be laid down (4)",
        rules("out.red_threes=5"),
    ),
    ("needs-runs", "out.needs requires runs", rules("out.sequence=yes")),
    ("more-kinds-than-canastas", "out.needs asks for 3 canastas", rules("out.natural=3")),
    (
        "more-kinds-than-canastas",
        "but out.canastas is only 1",
        rules("out.natural=2, out.mixed=1"),
    ),
    ("nobody-could-go-out", "melds.cap: with fewer canastas", rules("out.canastas=3, melds.cap=2")),
    ("nobody-could-go-out", "requires (out.canastas is 3), nobody could", rules("out.canastas=3, melds.cap=2")),
    ("nobody-could-go-out", "melds.same_rank: with fewer", rules("out.canastas=3, out.sevens=2")),
    ("too-few-red-totals", "threes.totals needs a number for each red three (4)", rules("threes.totals=[100]")),
    ("too-few-red-totals", "for each red three (4), not 2", rules("threes.totals=[100, 200]")),
    (
        "too-few-black-totals",
        "threes.set_aside needs a number for each black three (4)",
        rules("threes.set_aside=[100]"),
    ),
    ("shared-foot", "not every player can have had a foot", rules("deal.foot=4, deal.foot_of=side, out.foot=played")),
    (
        "foot-of-a-side",
        "deal.foot_choice: with one foot per side",
        rules("deal.foot_per_side=yes, deal.foot_choice=pass"),
    ),
    ("row-twice", "score.feet has two rows for left", rules('score.feet=[["left", 5], ["left", 6]]')),
    ("not-rows-of", "deal.bonuses must be rows of [which, points], not twin", rules('deal.bonuses=["twin"]')),
    ("no-such-choice", "exact-cut, twin, not twn; perhaps you mean twin", rules('deal.bonuses=[["twn", 5]]')),
    ("not-in-range", "score.feet must be a whole number from 0 to 1,000", rules('score.feet=[["left", 5000]]')),
    ("not-of-cards", "not tree; perhaps you mean three", rules('stock.ends_on=["tree"]')),
    ("foot-of-one", "a foot of one card", rules("deal.foot=1")),
    ("needs-feet", "turn.float needs a foot, but none is dealt", rules("turn.float=yes")),
    ("needs-feet", "deal.foot_with needs a foot, but none", rules("deal.foot_with=first-canasta")),
    (
        "needs-used-up-hand",
        "score.foot_when needs a foot that you get by running out of cards",
        rules("deal.foot=4, deal.foot_with=first-canasta, score.foot_when=played"),
    ),
    ("twos-both-ways", "twos can be melds of their own rank", rules("twos.allowed=yes, wilds.allowed=yes")),
    ("uneven-sides", "4 seats can't be shared evenly", rules("side.sides=3")),
    ("uneven-sides", "evenly by 3 sides: side.sides must be one of 2, 4", rules("side.sides=3")),
    ("other-table", "rotating (side.mode) is for 5 seats and 2 sides", rules("side.mode=rotating")),
    ("house-rules-empty", "name at least one house rule", lambda: house_rules.read(", ,")),
    ("house-rules-long", "at most 1,000 characters", lambda: house_rules.read(f"threes.totals={[100] * 300}")),
    (
        "house-rules-written",
        "write house rules as name=value, for example target=3000",
        lambda: house_rules.read("target"),
    ),
    ("unreadable-list", "“[1,” isn't a list that I can read", lambda: house_rules.read("threes.totals=[1,")),
    ("no-code", "codes start with H- and must be copied in full", lambda: house_rules.read("H-nothing")),
    ("no-such-variant", "there is no variant called pinochle; there are american,", lambda: load_rules("pinochle")),
    ("no-such-variant", "viennese; perhaps you mean samba", lambda: load_rules("sambba")),
    (
        "no-such-table",
        "Samba has no layout called 3-lone; choose from 4, 6-trios",
        lambda: load_rules("samba", "3-lone"),
    ),
    ("no-such-table", "Samba has no layout called 99999", lambda: load_rules("samba", "9" * 6000)),
    ("no-table-for-so-many", "Samba has no layout for 5; choose from 4,", lambda: load_rules("samba", players=5)),
    (
        "needs-plain-threes",
        "sequences.ace: threes that can be in runs are ordinary cards, so threes.red must be ordinary",
        rules("sequences.ace=either-end"),
    ),
    (
        "needs-plain-blacks",
        "threes.black must be played",
        rules("threes.red=ordinary, threes.black=may-be-laid"),
    ),
    ("needs-upcard", "sequences.trump needs an upcard", rules("sequences.trump=yes, deal.upcard=no")),
    ("file", "there is no such file", lambda: check_file(Path("nowhere.toml"))),
]


def test_every_reason_is_tried_below() -> None:
    assert {code for code, _said, _act in REFUSED} == set(REASONS)


@in_one_test(REFUSED)
def test_a_refusal_has_its_code_and_says_why_in_any_language(code: str, said: str, act: Callable[[], Any]) -> None:
    with pytest.raises(RulesError) as caught:
        act()
    error = caught.value
    assert error.code == code
    assert said in str(error)
    assert not str(error).endswith(".")
    if code != "file":
        marked = reason(error.code, error.facts, lambda text: f"«{text}»")
        assert marked.startswith("«")
        assert marked.endswith("»")


@pytest.mark.parametrize(
    "act", [lambda: load_rules("classic", "<t:0:R>"), rules("<t:0:R>=1"), rules("deal.hand=<t:0:R>")]
)
def test_what_was_written_is_repeated_without_being_read_as_formatting(act: Callable[[], Any]) -> None:
    with pytest.raises(RulesError) as caught:
        act()
    said = refusals.sentence(caught.value)
    assert "\\<t\\:0\\:r\\>" in said.lower(), said


def test_the_text_says_where_a_value_was_read() -> None:
    with pytest.raises(RulesError, match=r"^house rules: target must be a whole number") as caught:
        load_rules("classic", "4", house={"target": 5})
    assert caught.value.place == "house rules"


def kinds(error: type[Exception]) -> Iterator[type[Exception]]:
    for one in error.__subclasses__():
        yield one
        yield from kinds(one)


@pytest.mark.parametrize(
    ("kind", "place"),
    [
        (kind, place)
        for error, place in ((TableError, refusals), (LeagueError, league_text), (TournamentError, tournament_text))
        for kind in kinds(error)
    ],
    ids=lambda one: one.__name__.rpartition(".")[2],
)
def test_every_error_has_a_sentence(kind: type[Exception], place: ModuleType) -> None:
    """Write it in the module that the test names; where the error brings facts, as a `case` of its own."""
    tree = ast.parse(inspect.getsource(place))
    cases = {ast.unparse(one.cls) for one in ast.walk(tree) if isinstance(one, ast.MatchClass)}
    plain = {one.__name__ for one in refusals._PLAIN}
    assert kind.__name__ in cases | plain
    if kind.__init__ is Exception.__init__:
        assert refusals.sentence(kind()).endswith((".", "?"))
