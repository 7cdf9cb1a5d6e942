"""Whole tournaments, played by computers while the bot's process is killed in each round: nothing is lost, nothing
doubled.

The final standings are counted again from the results of the games alone.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.data.tournaments import Forfeit, TournamentKind
from bot.league import check
from bot.league.tournaments.matches import Entry, Fixture, MatchOutcome
from bot.league.tournaments.pairing import pairings
from bot.league.tournaments.victory import Scale
from bot.store import soundness, tools
from tests.cogs.test_settings import manager
from tests.standin import ProcessWorld
from tests.stored import place, rows
from tests.world import Person

#: Classic is played to 5,000 otherwise: 20:0 begins beyond 1,250 a deal.
_TWENTY = 1250
_STEPS = (1, 3, 5, 7, 10, 13, 16, 20, 25, 30)

_SHORT = [("round-robin", 3, 3), ("swiss", 5, 2)]
_LONG = [
    *((kind, entries, rounds) for kind, rounds in (("swiss", 5), ("danish", 5)) for entries in (16, 15)),
    *(("round-robin", entries, 15) for entries in (16, 15)),
]


class Ledger:
    """The bot's database, read beside it."""

    def __init__(self, place: Path | str) -> None:
        self._place = place

    def rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        return rows(self._place, sql, values)

    def one(self, sql: str, *values: object) -> Any:
        return self.rows(sql, *values)[0][0]

    def over(self) -> bool:
        untold = "SELECT count(*) FROM tournament_rounds WHERE standings_message IS NULL"
        told = self.one("SELECT shown_version = version FROM tournaments")
        return bool(self.one("SELECT status FROM tournaments") == "finished" and told and not self.one(untold))

    def being_seated(self, number: int) -> bool:
        """Return whether the tables of a round are being opened, or have just been."""
        sql = "SELECT count(thread_id) FROM tournament_matches WHERE round = ? AND second IS NOT NULL"
        return bool(self.one(sql, number))

    def half_played(self, number: int) -> bool:
        """Return whether some matches of a round are over, others not, or all are over already."""
        sql = "SELECT count(*) FILTER (WHERE over = 1) FROM tournament_matches WHERE round = ? AND second IS NOT NULL"
        return bool(self.one(sql, number))

    def closed(self, number: int) -> bool:
        """Return whether a round is over."""
        return bool(self.rows("SELECT 1 FROM tournament_rounds WHERE number = ? AND ended_at IS NOT NULL", number))


async def wait(world: ProcessWorld, happened: Callable[[], bool], seconds: float = 240.0) -> None:
    """Wait for what happens in the bot's process; Discord's clock goes as that one's does."""
    async with asyncio.timeout(seconds):
        while not happened():
            world.env.backend.clock._epoch = datetime.now(UTC)
            await asyncio.sleep(0.02)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "entries", "rounds"), _SHORT)
async def test_a_tournament_is_played_out_though_its_process_is_killed(
    tmp_path: Path, kind: str, entries: int, rounds: int
) -> None:
    await play(tmp_path / "canasta.sqlite3", kind, entries, rounds, layout="2")


@pytest.mark.skipif("CANASTA_TEST_LONG" not in os.environ, reason="takes minutes")
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("kind", "entries", "rounds"), _LONG)
async def test_pairs_play_a_tournament_though_its_process_is_killed(
    tmp_path: Path, kind: str, entries: int, rounds: int
) -> None:
    await play(tmp_path / "canasta.sqlite3", kind, entries, rounds, layout="4")


async def play(path: Path, kind: str, entries: int, rounds: int, *, layout: str) -> None:
    async with ProcessWorld(path, seed=3) as world:
        mona = manager(world)
        options: dict[str, Any] = {} if kind == "round-robin" else {"rounds": rounds}
        options |= {"same-decks": True, "rounds-per-match": 1}
        await mona.slash("tournament-admin new", name="Cup", kind=kind, variant="classic", players=layout, **options)
        await world.until(lambda: [one for one in world.messages() if one.text.startswith("## Cup")], "the sign-up")
        # A tournament without people ends at once.
        partners: dict[str, Any] = (
            {"player": mona} if layout == "2" else {"player": mona, "partner": world.person("Nora")}
        )
        people = {one.id: one for one in partners.values()}
        answer = await mona.slash("tournament-admin add", computers=entries - 1, **partners)
        await world.until(lambda: f"{entries} team" in answer.text, "they are entered")
        if layout != "2":
            # Whom the organiser adds is asked first.
            invited = next(one for one in world.messages() if one.button("Yes, I'll play"))
            agreed = await partners["partner"].press("Yes, I'll play", on=invited)
            await world.until(lambda: "signed up" in agreed.text, "the yes")
        asked = await mona.slash("tournament-admin start")
        await world.until(lambda: asked.message and asked.message.button("Start, by drawing lots"), "the question")
        await mona.press("Start, by drawing lots", on=asked.message)
        ledger, kills = Ledger(place(path)), 0
        moments = (ledger.being_seated, ledger.half_played, ledger.closed)
        for number in range(1, rounds + 1):
            moment = moments[number % 3]
            if moment != ledger.being_seated:
                await give_up(world, people, ledger, number)
            await wait(world, lambda moment=moment, number=number: moment(number) or ledger.over())  # type: ignore[misc]
            if not ledger.over():
                await world.kill()
                kills += 1
                await world.start()
            if moment == ledger.being_seated:
                await give_up(world, people, ledger, number)
        await wait(world, ledger.over, 3000)
        assert kills >= rounds - 1
        check_what_is_seen(world, ledger)
        check_matches(ledger, kind, entries, rounds)
        check_standings(world, ledger)
        if world.settings.database == path:  # the command looks at files alone
            with tools.snapshot(path) as copy:
                assert [one async for one in check.failures(copy)] + list(soundness.contradictions(copy)) == []
        assert not [line for line in world.log if line.startswith("Traceback")]
        packs = "SELECT m.round, count(DISTINCT pack) FROM rounds JOIN tournament_matches AS m USING (game_id) GROUP BY m.round"
        assert ledger.rows(packs) == [(number, 1) for number in range(1, rounds + 1)]
        assert not ledger.rows("SELECT 1 FROM series WHERE id IN (SELECT series FROM tournament_rounds) AND open = 0")


async def give_up(world: ProcessWorld, people: dict[int, Person], ledger: Ledger, number: int) -> None:
    """Have the people of the first team give up in their match of a round, once its table is there.

    A game waits for somebody where all its people are away, and goes on where nobody is left to wait for.
    """
    sql = "SELECT first, thread_id FROM tournament_matches WHERE round = ? AND 1 IN (first, second) AND second IS NOT NULL"
    if not ledger.rows(sql, number):
        await wait(world, lambda: bool(ledger.rows("SELECT 1 FROM tournament_matches WHERE round = ?", number)))
    for _row in ledger.rows(sql, number):
        await wait(world, lambda: bool(ledger.rows(f"{sql} AND game_id IS NOT NULL", number)))
        ((_first, thread),) = ledger.rows(sql, number)
        channel = next(one for one in world.channel.threads if one.id == thread)
        game = ledger.one("SELECT id FROM games WHERE channel_id = ?", thread)
        for (person,) in ledger.rows("SELECT user_id FROM seats WHERE game_id = ? AND level IS NULL", game):
            asked = await people[person].slash("canasta resign", where=channel)
            await world.until(lambda asked=asked: asked.message, "the question")  # type: ignore[misc]
            answer = await people[person].press("Give up my seat", on=asked.message)
            await world.until(lambda answer=answer: answer.text, "the seat is given up")  # type: ignore[misc]


def check_what_is_seen(world: ProcessWorld, ledger: Ledger) -> None:
    """Check that each match has one thread, table and greeting, and each round one post of each kind."""
    matches = ledger.rows("SELECT round, first, second, thread_id, game_id FROM tournament_matches")
    threads = {channel.id: channel for channel in world.env.backend.channels.values() if channel.is_thread}
    assert set(threads) == {thread for *_who, thread, _game in matches if thread}
    assert len(threads) == sum(second is not None for _round, _first, second, *_ in matches)
    for number, _first, second, thread, game in matches:
        assert (second is None) == (thread is None) == (game is None)
        if thread is not None:
            assert (threads[thread].name or "").startswith(f"Cup {number}.")
            assert ledger.rows("SELECT id FROM games WHERE channel_id = ?", thread) == [(game,)]
            posted = world.env.backend.messages.get(thread, {}).values()
            greetings = [one for one in posted if f":match/1/{number}'" in str(one.components)]
            assert len(greetings) == 1
    texts = [message.text for message in world.messages()]
    rounds = ledger.one("SELECT round FROM tournaments")
    assert sum(text.startswith("## Cup\n") for text in texts) == 1
    for number in range(1, rounds + 1):
        assert sum(text.startswith(f"### Cup: tournament round {number} of") for text in texts) == 1
        if number < rounds:
            assert sum(text.startswith(f"### Cup: standings after round {number}\n") for text in texts) == 1
    assert sum(text.startswith("## Cup: The tournament is over.") for text in texts) == 1
    (final,) = [message for message in world.messages() if message.text.startswith("## Cup: The tournament is over.")]
    assert len(final.pictures) == -(-ledger.one("SELECT count(*) FROM tournament_entries") // 10)


def recounted(ledger: Ledger) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the points of each match from the result of its game, by round and first entry; the first team gave up."""
    found = {}
    sql = "SELECT m.round, first, sides, rounds FROM tournament_matches AS m JOIN results USING (game_id) WHERE first != 1 AND second != 1"
    for number, first, sides, scored in ledger.rows(sql):
        assert scored == 1
        points = [side["points"] if isinstance(side, dict) else side[1] for side in json.loads(sides)]
        found[number, first] = (points[0], points[1])
    return found


def vp(margin: int) -> int:
    steps = sum(abs(margin) * 30 > step * _TWENTY for step in _STEPS)
    return 10 + steps if margin > 0 else 10 - steps


def check_matches(ledger: Ledger, kind: str, entries: int, rounds: int) -> None:
    """Assert that nobody meets anybody twice, that byes are fair, and that each round follows from the games before it."""
    matches = ledger.rows("SELECT round, first, second FROM tournament_matches ORDER BY round, second IS NULL, first")
    met = Counter(frozenset((first, second)) for _round, first, second in matches if second)
    byes = Counter(first for _round, first, second in matches if second is None)
    assert set(met.values()) == {1}
    assert set(byes.values()) <= {1}
    assert sum(byes.values()) == (rounds if entries % 2 else 0)
    if kind == "round-robin":
        assert len(met) == entries * (entries - 1) // 2
    points, seeds = recounted(ledger), ledger.rows("SELECT entry, seed FROM tournament_entries")
    assert sorted(seed for _entry, seed in seeds) == list(range(1, entries + 1))
    for number in range(1, rounds + 1):
        before = [outcome(Fixture(*one), points.get(one[:2])) for one in matches if one[0] < number]
        wanted = pairings(
            TournamentKind(kind), [Entry(*one) for one in seeds], before, number, Scale(_TWENTY, 1), rounds
        )
        assert {Fixture(*one) for one in matches if one[0] == number} == set(wanted)


def outcome(match: Fixture, points: tuple[int, int] | None) -> MatchOutcome:
    """Return how a match ended, from the points of its game; None where it is a bye or the first team gave up."""
    if points is not None:
        return MatchOutcome(match, points, 1)
    forfeit = None if match.second is None else Forfeit.FIRST if match.first == 1 else Forfeit.SECOND
    return MatchOutcome(match, forfeit=forfeit)


def check_standings(world: ProcessWorld, ledger: Ledger) -> None:
    """Check that the final picture says of everybody what the games' results say."""
    totals: dict[int, list[int]] = defaultdict(lambda: [0, 0], {1: [0, 0]})
    points = recounted(ledger)
    for number, first, second in ledger.rows("SELECT round, first, second FROM tournament_matches"):
        if second is None or 1 in (first, second):
            totals[second if first == 1 and second else first][0] += 14
            continue
        one, other = points[number, first]
        for entry, own, theirs in ((first, one, other), (second, other, one)):
            totals[entry][0] += vp(own - theirs)
            totals[entry][1] += own
    (final,) = [message for message in world.messages() if message.text.startswith("## Cup: The tournament is over.")]
    names = defaultdict(list)
    for entry, name in ledger.rows("SELECT entry, name FROM tournament_players ORDER BY entry, place"):
        names[entry].append(name)
    alt = " ".join(final.alt_texts)
    for entry, (victory, made) in totals.items():
        line = next(line for line in alt.split(". ") if f"{' and '.join(names[entry])}: " in line)
        assert line.endswith(f", Points {made:,}, victory points {victory}")
    order = [int(line.rpartition(" ")[2]) for line in alt.split(". ") if "Computer" in line or "Mona" in line]
    assert order == sorted((victory for victory, _made in totals.values()), reverse=True)
    print(f"{len(points)} games; victory points {order}")
