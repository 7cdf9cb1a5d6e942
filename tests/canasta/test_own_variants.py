"""Variant files from an operator's folder: read, refused with their reason, and played."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.canasta import variants
from bot.canasta.game import Game
from bot.canasta.rules import RulesError

CLUB = 'name = "Club Samba"\nsource = "our club"\nbase = "samba"\ntarget = 500\n[layouts.4]\nseats = 4\n'


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    own = tmp_path / "own"
    own.mkdir()
    yield own
    if own in variants._folders:
        variants._folders.remove(own)
        variants._forget()


def test_a_file_in_a_folder_is_listed_and_played_to_the_end(folder: Path) -> None:
    (folder / "club-samba.toml").write_text(CLUB, encoding="utf-8")
    assert variants.use_folder(folder) == ["club-samba"]
    assert "club-samba" in [one.id for one in variants.list_variants()]
    rules = variants.load_rules("club-samba")
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
        variants.use_folder(folder)
    assert "bad" not in [one.id for one in variants.list_variants()]
    with pytest.raises(RulesError, match=named):
        variants.check_file(folder / "bad.toml")


def test_a_file_may_not_take_the_name_of_a_variant_that_is_there(folder: Path) -> None:
    (folder / "classic.toml").write_text(CLUB, encoding="utf-8")
    with pytest.raises(RulesError, match="already"):
        variants.use_folder(folder)


def test_a_layout_like_that_of_another_variant_takes_its_changes_over(folder: Path) -> None:
    text = 'name = "X"\nsource = "y"\nbase = "classic"\n[layouts.6-trios]\nseats = 6\nlike = "classic"\ntarget = 800\n'
    (folder / "club-six.toml").write_text(text, encoding="utf-8")
    variants.use_folder(folder)
    rules, classic = variants.load_rules("club-six"), variants.load_rules("classic", "6-trios")
    assert (rules.pack, rules.deal, rules.out) == (classic.pack, classic.deal, classic.out)
    assert (rules.target, classic.target) == (800, 10000)


def test_a_variant_is_of_the_family_that_it_or_its_nearest_base_names(folder: Path) -> None:
    (folder / "club-samba.toml").write_text(CLUB, encoding="utf-8")
    (folder / "club-plain.toml").write_text('name = "X"\nsource = "y"\n[layouts.4]\nseats = 4\n', encoding="utf-8")
    own = CLUB.replace("target", 'family = "filanda"\ntarget')
    (folder / "club-other.toml").write_text(own, encoding="utf-8")
    variants.use_folder(folder)
    families = {one.id: one.family for one in variants.list_variants()}
    assert (families["club-samba"], families["club-plain"], families["club-other"]) == ("samba", "classic", "filanda")
    assert {one for one, family in families.items() if family == "samba"} - {"club-samba"} == {
        "samba", "samba-ro", "bolivia", "bolivian-ro", "brazilian", "hollywood", "italian",
    }  # fmt: skip
    assert {one for one, family in families.items() if family == "american"} == {"american", "american-2007"}
    assert {families[one] for one in ("romanian", "uruguay", "viennese", "regency", "retail")} == {"classic"}
