"""Variant files from an operator's folder: read, refused with their reason, and played."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.canasta.game import Game
from bot.canasta.rules import RulesError, load

CLUB = 'name = "Club Samba"\nsource = "our club"\nbase = "samba"\ntarget = 500\n[layouts.4]\nseats = 4\n'


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    own = tmp_path / "own"
    own.mkdir()
    yield own
    if own in load._folders:
        load._folders.remove(own)
        load._forget()


def test_a_file_in_a_folder_is_listed_and_played_to_the_end(folder: Path) -> None:
    (folder / "club-samba.toml").write_text(CLUB, encoding="utf-8")
    assert load.use_folder(folder) == ["club-samba"]
    assert "club-samba" in [one.id for one in load.list_variants()]
    rules = load.load_rules("club-samba")
    assert (rules.name, rules.target, rules.sequences.allowed, rules.pack.decks) == ("Club Samba", 500, True, 3)
    chance = random.Random(5)
    game = Game(rules, ["A", "B", "C", "D"])
    while game.winner is None:
        pack = game.fresh_pack()
        chance.shuffle(pack)
        game.start_round(pack)
        while not game.needs_deal and game.winner is None:
            game.apply(chance.choice(game.legal_moves()))
    assert max(game.scores) >= 500


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("name = [", "bad.toml"),
        ('name = "X"\n', "source"),
        ('name = "X"\nsource = "y"\n', "layouts"),
        ('name = "X"\nsource = "y"\n[layouts.4]\nseats = 40\n', "seats"),
        ('name = "X"\nsource = "y"\nno_such = 1\n[layouts.4]\nseats = 4\n', "no_such"),
        ('name = "X"\nsource = "y"\ntarget = "high"\n[layouts.4]\nseats = 4\n', "target"),
        ('name = "X"\nsource = "y"\n[layouts.4]\nseats = 4\nmelds.max_size = 5\n', "melds.max_size"),
        ('name = "X"\nsource = "y"\nbase = "bad"\n[layouts.4]\nseats = 4\n', "circle"),
        ('name = "X"\nsource = "y"\n[layouts.4]\nseats = 4\nlike = "bad"\n', "circle"),
        ('name = "X"\nsource = "y"\n[layouts.8-pairs]\nseats = 8\nlike = "classic"\n', "classic"),
        ('name = "X"\nsource = "y"\n[layouts.4]\nseats = 4\nlike = 7\n', "like"),
        ('name = "X"\nsource = "y"\nfamily = "poker"\n[layouts.4]\nseats = 4\n', "family"),
        ('name = "X"\nsource = "y"\nbase = "nowhere"\n[layouts.4]\nseats = 4\n', "nowhere"),
    ],
)
def test_a_file_that_cannot_work_is_refused_with_its_place(folder: Path, text: str, named: str) -> None:
    (folder / "bad.toml").write_text(text, encoding="utf-8")
    with pytest.raises(RulesError, match=named):
        load.use_folder(folder)
    assert "bad" not in [one.id for one in load.list_variants()]
    with pytest.raises(RulesError, match=named):
        load.check_file(folder / "bad.toml")


#: A file with a mistake of every kind, and what is said of each. None hides another.
MISTAKES = {
    """\
name = 7
bas = "classic"
base = "clasic"
family = "sambba"
target = "3000"
rounds = 500
pile.always_frozn = true
pile.taken = "sevn"
turn.float = "true"
discards.close = ["jokers"]
opening.table = [[0, "50"]]
[layouts]
3 = 3
4 = { seats = "4", targt = 5 }
3-lone = { like = "clasic", pack = { decks = 20 } }
""": [
        "name must be a text in quotes, not 7",
        "source must be a text in quotes and is missing",
        "layouts.3 must be a table, for example { seats = 4 }, not 3",
        "layouts.4.seats must be a whole number from 2 to 8, without quotes, not '4'",
        "layouts.3-lone.seats must be a whole number from 2 to 8, without quotes and is missing",
        "family must be one of classic, american, burraco, caliente, canadian, filanda, hand-and-foot, miller, samba; "
        "or bad, the name of this file, for a family of its own, not 'sambba'; perhaps you mean samba",
        "base must be one of {variants}, not 'clasic'; perhaps you mean classic",
        "there is no key called bas; perhaps you mean base",
        "target must be a whole number from 100 to 100,000, written without quotes, not “3000”",
        "rounds must be a whole number from 0 to 100, not 500",
        "there is no rule called pile.always_frozn; perhaps you mean pile.always_frozen",
        "pile.taken must be one of all, top, five, seven, to-wild, not sevn; perhaps you mean seven",
        "turn.float must be yes or no (in a file true or false), not “true”",
        "discards.close must be a list of joker, two, seven, ace, red-three, black-three, caliente, not jokers; "
        "perhaps you mean joker",
        "opening.table must be a number of points or one of canasta, canasta 200, natural canasta, not 50; "
        "points are 0 to 1,000, without quotes",
        "there is no rule called layouts.4.targt; perhaps you mean layouts.4.target",
        "layouts.3-lone.pack.decks must be a whole number from 1 to 9, not 20",
        "layouts.3-lone.like must be a variant that has a layout 3-lone (classic, sevens, viennese), not 'clasic'; perhaps you mean classic",
    ],
    """\
name = "X"
source = "y"
turn.float = true
[layouts]
4 = { seats = 4, side.sides = 3 }
6 = { seats = 6, melds.max_size = 5 }
""": [
        ", layouts.4: turn.float needs a foot, but none is dealt: deal.foot must be at least 2",
        ", layouts.4: 4 seats can't be shared evenly by 3 sides: side.sides must be one of 2, 4",
        ", layouts.6: melds.max_size: a meld that can't reach seven cards can't become a canasta, so it must be at least 7, "
        "not 5",
        ", layouts.6: turn.float needs a foot, but none is dealt: deal.foot must be at least 2",
    ],
}  # fmt: skip


@pytest.mark.parametrize("text", MISTAKES, ids=["each by itself", "together"])
def test_all_that_is_wrong_with_a_file_is_told_at_once(folder: Path, text: str) -> None:
    there = ", ".join(sorted(one.id for one in load.list_variants()))
    expected = [said.replace("{variants}", there) for said in MISTAKES[text]]
    expected = [f"bad.toml{said}" if said.startswith(",") else f"bad.toml: {said}" for said in expected]
    (folder / "bad.toml").write_text(text, encoding="utf-8")
    for read in (lambda: load.check_file(folder / "bad.toml"), lambda: load.use_folder(folder)):
        with pytest.raises(RulesError) as caught:
            read()
        assert caught.value.lines() == expected


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b'name = "X"\nsource = \xff\n', "bad.toml: it must be text in UTF-8"),
        (
            b'name = "X"\nsource = y\n',
            r"bad.toml: .*at line 2.*; words stand in quotes, and yes and no are true and false",
        ),
        (
            b'name = "X"\nsource = "y"\nlayouts.4 = {seats = 4, sides = 2}\n',
            "no rule called layouts.4.sides; perhaps you mean layouts.4.side.sides",
        ),
        (b'name = "X"\nsource = "y"\ntarget = ' + b"9" * 5000, r"bad.toml: .*4300 digits"),
        (b'base = 7\nname = "X"\nsource = "y"\nlayouts.4.seats = 4\n', "base must be one of .*, not 7"),
        (b'base = []\nname = "X"\nsource = "y"\nlayouts.4.seats = 4\n', r"base must be one of .*, not \[\]"),
        (b'name = "X"\nsource = "y"\nlayouts.4 = {seats = 4, like = []}\n', r"layouts.4.like must be .*, not \[\]"),
        (b'name = "X"\nsource = "y"\nlayouts.4.seats = true\n', "layouts.4.seats must be .*, not True"),
        (b'name = "X"\nsource = "y"\n[layout]\n4 = {seats = 4}\n', "no key called layout; perhaps you mean layouts"),
        (b'name = "X"\nsource = "y"\nlayouts.4.seats = 4\ntarget.x = 4\n', "no rule called target.x; perhaps"),
        (
            b'name = "X"\nsource = "y"\nlayouts.4.seats = 4\nopening.table = { 1 = 50, 2 = 90 }\n',
            r"^bad.toml: opening.table must be rows of \[from score, minimum\], not {'1': 50, '2': 90}$",
        ),
        (
            b'name = "X"\nsource = "y"\nlayouts.4.seats = 4\nthrees.left = 500\n',
            r"threes.left must be rows of \[which, points\], not 500",
        ),
        (
            b'name = "X"\nsource = "y"\nlayouts.4.seats = 4\nout.ask = false\n',
            "out.ask must be one of no, may, must, not false; perhaps you mean “no”",
        ),
    ],
)
def test_whatever_stands_in_a_file_is_refused_in_a_sentence(folder: Path, content: bytes, said: str) -> None:
    (folder / "bad.toml").write_bytes(content)
    with pytest.raises(RulesError) as caught:
        load.check_file(folder / "bad.toml")
    assert re.search(said, "\n".join(caught.value.lines())), caught.value.lines()


def test_a_mistake_in_the_file_that_another_is_based_on_is_told_with_its_own_place(folder: Path) -> None:
    (folder / "club-base.toml").write_text(CLUB.replace("500", "5"), encoding="utf-8")
    (folder / "club-more.toml").write_text(CLUB.replace('"samba"', '"club-base"'), encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load.check_file(folder / "club-more.toml")
    assert caught.value.lines() == ["club-base.toml: target must be a whole number from 100 to 100,000, not 5"]


def test_the_name_of_a_file_must_end_as_those_of_variants_do(folder: Path) -> None:
    (folder / "club.txt").write_text(CLUB, encoding="utf-8")
    with pytest.raises(RulesError, match=r"club\.txt: the name of a variant file ends in \.toml"):
        load.check_file(folder / "club.txt")


def test_the_name_of_a_file_must_fit_into_menus(folder: Path) -> None:
    (folder / f"{'x' * 50}.toml").write_text(CLUB, encoding="utf-8")
    assert load.check_file(folder / f"{'x' * 50}.toml").id == "x" * 50
    (folder / f"{'x' * 51}.toml").write_text(CLUB, encoding="utf-8")
    for read in (lambda: load.check_file(folder / f"{'x' * 51}.toml"), lambda: load.use_folder(folder)):
        with pytest.raises(RulesError, match=r"x\.toml: its name has 51 characters before \.toml, 50 at most"):
            read()


def test_a_file_may_not_take_the_name_of_a_variant_that_is_there(folder: Path) -> None:
    (folder / "classic.toml").write_text(CLUB, encoding="utf-8")
    (folder / "club.toml").write_text(CLUB.replace("500", "5"), encoding="utf-8")
    with pytest.raises(RulesError, match="already") as caught:
        load.use_folder(folder)
    assert caught.value.lines()[1:] == ["club.toml: target must be a whole number from 100 to 100,000, not 5"]
    assert "club" not in [one.id for one in load.list_variants()]


def test_a_layout_like_that_of_another_variant_takes_its_changes_over(folder: Path) -> None:
    text = 'name = "X"\nsource = "y"\nbase = "classic"\n[layouts.6-trios]\nseats = 6\nlike = "classic"\ntarget = 800\n'
    (folder / "club-six.toml").write_text(text, encoding="utf-8")
    load.use_folder(folder)
    rules, classic = load.load_rules("club-six"), load.load_rules("classic", "6-trios")
    assert (rules.pack, rules.deal, rules.out) == (classic.pack, classic.deal, classic.out)
    assert (rules.target, classic.target) == (800, 10000)


def test_a_variant_is_of_the_family_that_it_or_its_nearest_base_names(folder: Path) -> None:
    (folder / "club-samba.toml").write_text(CLUB, encoding="utf-8")
    (folder / "club-plain.toml").write_text('name = "X"\nsource = "y"\n[layouts.4]\nseats = 4\n', encoding="utf-8")
    own = CLUB.replace("target", 'family = "filanda"\ntarget')
    (folder / "club-other.toml").write_text(own, encoding="utf-8")
    load.use_folder(folder)
    families = {one.id: one.family for one in load.list_variants()}
    assert (families["club-samba"], families["club-plain"], families["club-other"]) == ("samba", "classic", "filanda")
    assert {one for one, family in families.items() if family == "samba"} - {"club-samba"} == {
        "samba", "samba-ro", "bolivia", "bolivian-ro", "brazilian", "hollywood", "italian",
    }  # fmt: skip
    assert {one for one, family in families.items() if family == "american"} == {"american", "american-2007"}
    assert {families[one] for one in ("romanian", "uruguay", "viennese", "regency", "retail")} == {"classic"}


def test_a_variant_has_the_words_that_it_or_its_nearest_base_names(folder: Path) -> None:
    based = CLUB.replace('"samba"', '"burako"')
    (folder / "club-like.toml").write_text(based, encoding="utf-8")
    (folder / "club-own.toml").write_text(based.replace("target", 'vocabulary = ["filanda"]\ntarget'), encoding="utf-8")
    (folder / "club-usual.toml").write_text(based.replace("target", "vocabulary = []\ntarget"), encoding="utf-8")
    load.use_folder(folder)
    words = {one.id: one.vocabulary for one in load.list_variants()}
    assert words["club-like"] == words["burako"] == ("burako", "burraco")
    assert (words["club-own"], words["club-usual"], words["classic"]) == (("filanda",), (), ())


def test_words_are_named_in_a_list(folder: Path) -> None:
    (folder / "club.toml").write_text(CLUB.replace("target", 'vocabulary = "burraco"\ntarget'), encoding="utf-8")
    with pytest.raises(RulesError) as refused:
        load.check_file(folder / "club.toml")
    assert "vocabulary must be a list of texts in quotes" in str(refused.value)


def test_a_file_begins_a_family_by_its_own_name_which_others_may_join(folder: Path) -> None:
    (folder / "club.toml").write_text(CLUB.replace("target", 'family = "club"\ntarget'), encoding="utf-8")
    (folder / "club-joins.toml").write_text(CLUB.replace('"samba"', '"club"'), encoding="utf-8")
    named = 'name = "X"\nsource = "y"\nfamily = "club"\n[layouts.4]\nseats = 4\n'
    (folder / "club-named.toml").write_text(named, encoding="utf-8")
    assert load.check_file(folder / "club-named.toml").family == "club"
    assert "club" not in load.families()
    load.use_folder(folder)
    families = {one.id: one.family for one in load.list_variants()}
    assert [families[one] for one in ("club", "club-joins", "club-named", "samba")] == ["club", "club", "club", "samba"]
    assert load.families() == [
        "classic", "american", "burraco", "caliente", "canadian", "club", "filanda", "hand-and-foot", "miller", "samba",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("family", "said"),
    [
        ('"clubb"', "'clubb'; perhaps you mean club"),
        ('"Samba"', "'Samba'; perhaps you mean samba"),
        ('"sevens"', "'sevens'"),  # a variant that is there, and begins no family
        ('["samba"]', "['samba']; perhaps you mean samba"),
        ('""', "''"),
        ("7", "7"),
    ],
)
def test_a_family_that_is_not_there_is_refused_in_a_sentence(folder: Path, family: str, said: str) -> None:
    (folder / "club.toml").write_text(CLUB.replace("target", f"family = {family}\ntarget"), encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        load.check_file(folder / "club.toml")
    [line] = caught.value.lines()
    assert line.startswith("club.toml: family must be one of classic, american, ")
    assert line.endswith(f"for a family of its own, not {said}")


def test_a_family_may_not_lean_on_a_file_that_cannot_be_read(folder: Path) -> None:
    (folder / "bad.toml").write_text("name = [", encoding="utf-8")
    (folder / "club.toml").write_text(CLUB.replace("target", 'family = "bad"\ntarget'), encoding="utf-8")
    with pytest.raises(RulesError, match="family must be one of"):
        load.check_file(folder / "club.toml")


def test_a_file_is_in_use_for_as_long_as_asked(folder: Path) -> None:
    (folder / "club.toml").write_text(CLUB, encoding="utf-8")
    with load.file_in_use(folder / "club.toml") as info:
        assert (info.name, load.load_rules("club").target) == ("Club Samba", 500)
    with pytest.raises(RulesError):
        load.load_rules("club")
