"""Checking deals: an honest record agrees with its seals, and whatever was changed in either is found and named."""

from __future__ import annotations

import copy
import hashlib
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.__main__ import main
from bot.canasta.cards import cards_text
from bot.canasta.game import Game
from bot.canasta.reading import BadRecord
from bot.canasta.record import record_of
from bot.canasta.rules import load_rules
from bot.tables.rules.seals import Seal, commitment, read_seals, seals_document
from bot.tables.tools.verify import Finding, verify
from tests.test_main import bot


def played(variant: str, seed: int, house: dict[str, object], rounds: int = 3) -> tuple[dict[str, Any], list[Seal]]:
    """Return a record of some rounds and what sealed them, as the tables make both."""
    chance = random.Random(seed)
    rules = load_rules(variant, house=house)
    game = Game(rules, ["Ana", "Bo", "Cy", "Di"][: rules.seats])
    seals = []
    for number in range(1, rounds + 1):
        pack = game.fresh_pack()
        chance.shuffle(pack)
        salt = f"{chance.getrandbits(128):032x}"
        seals.append(Seal(number, salt, commitment(cards_text(pack), salt)))
        game.start_round(pack)
        while not game.needs_deal:
            game.apply(chance.choice(game.legal_moves()))
    return json.loads(json.dumps(record_of(game))), seals


CLASSIC, SEALS = played("classic", 1, {"target": 100_000})
SHUFFLED, SHUFFLED_SEALS = played("classic", 2, {"target": 100_000, "stock.end": "reshuffle"}, rounds=1)


def findings(record: object, seals: list[Seal], *noted: str) -> list[Finding]:
    return list(verify(record, seals, noted))


def wrong(record: object, seals: list[Seal], *noted: str) -> list[str]:
    return [finding.text for finding in findings(record, seals, *noted) if not finding.good]


def changed(record: dict[str, Any], number: int, **entries: Any) -> dict[str, Any]:
    record = copy.deepcopy(record)
    record["rounds"][number] |= entries
    return record


def test_a_seal_is_the_hash_of_salt_and_pack_as_anybody_can_reckon_it() -> None:
    sealed = f"{SEALS[0].salt} {CLASSIC['rounds'][0]['pack']}"
    assert SEALS[0].commitment == hashlib.sha256(sealed.encode("ascii")).hexdigest()
    reckoned = subprocess.run(["sha256sum"], input=sealed, capture_output=True, text=True, check=True)
    assert reckoned.stdout.split()[0] == SEALS[0].commitment


@pytest.mark.parametrize("variant", ["classic", "samba", "hand-and-foot", "uruguay"])
def test_an_honest_record_agrees(variant: str) -> None:
    record, seals = played(variant, 7, {"target": 100_000}, rounds=2)
    assert wrong(record, seals) == []
    assert all(seal.commitment in found.text for seal, found in zip(seals, findings(record, seals), strict=False))


def test_an_honest_record_with_shuffled_piles_agrees() -> None:
    assert SHUFFLED["rounds"][0]["reshuffles"]
    assert wrong(SHUFFLED, SHUFFLED_SEALS) == []


def test_rounds_from_the_middle_of_a_game_agree() -> None:
    later = CLASSIC | {"round": 1, "rounds": CLASSIC["rounds"][1:], "scores": [0, 0]}
    assert wrong(later, SEALS[1:]) == []
    assert "Round 1 was sealed" in wrong(later, SEALS)[0]


def test_a_pack_typed_leniently_is_the_same_pack() -> None:
    pack = CLASSIC["rounds"][0]["pack"].lower().replace("td", "10♦")
    assert wrong(changed(CLASSIC, 0, pack=pack), SEALS) == []


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(number=st.integers(0, 2), one=st.integers(0, 107), other=st.integers(0, 107))
def test_two_cards_exchanged_in_a_pack_are_found(number: int, one: int, other: int) -> None:
    pack = CLASSIC["rounds"][number]["pack"].split()
    pack[one], pack[other] = pack[other], pack[one]
    found = wrong(changed(CLASSIC, number, pack=" ".join(pack)), SEALS)
    assert (found != []) == (" ".join(pack) != CLASSIC["rounds"][number]["pack"])
    assert not found or f"Round {number + 1}:" in found[0]


@pytest.mark.slow
@settings(deadline=None, max_examples=40)
@given(number=st.integers(0, 2), digit=st.integers(0, 31), other=st.sampled_from("0123456789abcdef"))
def test_another_salt_is_found(number: int, digit: int, other: str) -> None:
    seal = SEALS[number]
    salt = seal.salt[:digit] + other + seal.salt[digit + 1 :]
    seals = [*SEALS[:number], Seal(seal.round, salt, seal.commitment), *SEALS[number + 1 :]]
    assert [text[:8] for text in wrong(CLASSIC, seals)] == ([f"Round {number + 1}:"] if salt != seal.salt else [])


def test_a_pile_in_another_order_than_the_pack_decides_is_found() -> None:
    order = SHUFFLED["rounds"][0]["reshuffles"][-1].split()
    stock_end = [*order[:-2], order[-1], order[-2]]
    assert stock_end != order
    forged = changed(SHUFFLED, 0, reshuffles=[*SHUFFLED["rounds"][0]["reshuffles"][:-1], " ".join(stock_end)])
    assert len(wrong(forged, SHUFFLED_SEALS)) == 1


def test_a_move_that_cannot_be_played_is_found() -> None:
    moves = CLASSIC["rounds"][1]["moves"]
    [found] = wrong(changed(CLASSIC, 1, moves=[moves[0], *moves]), SEALS)
    assert "rounds[1].moves[1]" in found


def test_a_round_without_its_seal_or_without_its_record_is_found() -> None:
    assert wrong(CLASSIC, SEALS[:2]) == ["Round 3: its salt is missing, so the deal can't be checked."]
    shorter = CLASSIC | {"rounds": CLASSIC["rounds"][:2]}
    assert wrong(shorter, SEALS) == ["Round 3 was sealed, but is not in the record."]


def test_what_somebody_noted_is_found_among_the_seals_or_missed() -> None:
    second = SEALS[1].commitment
    for noted in (second, second[:16], f"{second[:16]}…", second.upper(), f"2:{second[:20]}"):
        told = findings(CLASSIC, SEALS, noted)
        assert all(finding.good for finding in told)
        assert [("as you noted" in finding.text) for finding in told] == [False, True, False, False]
    for noted in (f"3:{second}", "0" * 64, second[:15] + ("0" if second[15] != "0" else "1")):
        assert ["you noted" in text for text in wrong(CLASSIC, SEALS, noted)] == [True]


@pytest.mark.parametrize("noted", ["", "abc", "0" * 15, "0" * 65, "x" * 64, "1:2:" + "0" * 64])
def test_what_is_no_commitment_is_refused(noted: str) -> None:
    with pytest.raises(BadRecord, match="16 digits"):
        findings(CLASSIC, SEALS, noted)


@pytest.mark.parametrize(
    "record",
    [
        None, [], "x", {}, {"rounds": []}, {"rounds": 3}, {"rounds": [3]}, {"rounds": [{}]}, {"rounds": [{"pack": "no cards"}]},
        CLASSIC | {"round": "x"}, {"variant": "classic", "position": {"hands": []}},
    ],
)  # fmt: skip
def test_where_there_is_no_deal_to_check_it_is_said(record: object) -> None:
    with pytest.raises(BadRecord, match=r"^the record: "):
        findings(record, SEALS)


def test_seals_are_read_as_they_were_written() -> None:
    assert read_seals(json.loads(json.dumps(seals_document(SEALS)))) == SEALS


@pytest.mark.parametrize(
    ("document", "named"),
    [
        ([], "format"),
        (CLASSIC, "format"),
        ({"format": "canasta-seals/1"}, "list"),
        ({"format": "canasta-seals/1", "rounds": [3]}, r"rounds\[0\]"),
        ({"format": "canasta-seals/1", "rounds": [{"round": 1}]}, r"rounds\[0\]"),
        ({"format": "canasta-seals/1", "rounds": [{"round": 1, "salt": "", "commitment": "0" * 64}]}, "salt"),
        ({"format": "canasta-seals/1", "rounds": [{"round": 1, "salt": "0" * 32, "commitment": 5}]}, "commitment"),
        ({"format": "canasta-seals/1", "rounds": [{"round": "1", "salt": "0" * 32, "commitment": "0" * 64}]}, "round"),
        ({"format": "canasta-seals/1", "rounds": 2 * seals_document(SEALS)["rounds"]}, "twice"),  # type: ignore[operator]
    ],
)
def test_what_are_no_seals_is_named(document: object, named: str) -> None:
    with pytest.raises(BadRecord, match=named):
        read_seals(document)


# The command


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Return a folder with a record and its seals, as they are downloaded."""
    (tmp_path / "game.json").write_text(json.dumps(CLASSIC), encoding="utf-8")
    (tmp_path / "game-seals.json").write_text(json.dumps(seals_document(SEALS)), encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_the_command_finds_the_seals_beside_the_record(files: Path) -> None:
    ended = bot(files, "verify", "game.json", "--commitment", SEALS[2].commitment[:16])
    assert (ended.returncode, ended.stderr) == (0, "")
    *rounds, moves, all_in_all = ended.stdout.splitlines()
    assert [line[:8] for line in rounds] == ["Round 1:", "Round 2:", "Round 3:"]
    assert "as you noted it" in rounds[2]
    assert "can be played again" in moves
    assert all_in_all == "Every deal is the one that was sealed."


def test_the_command_ends_with_1_where_something_was_changed(
    files: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = [Seal(one.round, "0" * 32, one.commitment) for one in SEALS]
    (files / "other").write_text(json.dumps(seals_document(other)), encoding="utf-8")
    monkeypatch.chdir(files)
    assert main(["verify", "game.json", "--seals", "other"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "Not everything agrees."
    assert main(["verify", "game.json", "--commitment", "0" * 64]) == 1


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["nowhere.json"], "nowhere.json: there is no such file"),
        (["lonely.json"], "lonely-seals.json: there is no such file; the seals come with the record"),
        (["broken.json"], "broken.json: that is no JSON document"),
        (["bytes.json"], "bytes.json: that is no JSON document"),
        (["."], ".: Is a directory"),
        (["-"], "--seals must say where"),
        (["game.json", "--seals", "game.json"], "the seals: "),
        (["game-seals.json", "--seals", "game-seals.json"], "the record: "),
        (["game.json", "--commitment", "5"], "'5' is no commitment"),
    ],
)
def test_the_command_says_in_one_sentence_what_it_cannot_read(
    files: Path, arguments: list[str], named: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (files / "lonely.json").write_text(json.dumps(CLASSIC), encoding="utf-8")
    (files / "broken.json").write_text("{", encoding="utf-8")
    (files / "bytes.json").write_bytes(b"\xff\xfe\x00{")
    monkeypatch.chdir(files)
    assert main(["verify", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"verify: {named}")
    assert said.err.count("\n") == 1


@pytest.mark.slow
def test_the_command_reads_standard_input(files: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "bot", "verify", "-", "--seals", str(files / "game-seals.json")],
        input=json.dumps(CLASSIC),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
