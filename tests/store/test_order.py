"""Every query of the store says in which order its rows come, the same on every database, or is known to need none."""

from __future__ import annotations

import ast
import re
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.data.pauses import Pause
from bot.data.tables import InChannel
from bot.store import Database
from bot.store.games import GameStore
from bot.store.opening import open_database
from bot.store.pauses import PauseStore
from bot.store.timers import TimerStore
from bot.tables import Order, Tables
from tests.stored import gathered, place

STORE = Path(__file__).parents[2] / "bot" / "store"

#: How statements are run that give rows.
READS = {"rows", "_read", "_shown", "execute", "_run"}

#: Rows read without an order, and why no order matters.
UNORDERED = {
    "one row at most": {
        "BrowserStore.add",
        "BrowserStore.enter",
        "BrowserStore.whose_link",
        "CorrectionStore.get",
        "DailyStore.best",
        "DailyStore.deal",
        "DailyStore.has_won",
        "DailyStore.knew",
        "DailyStore.of",
        "DailyStore.place",
        "DailyStore.played",
        "DeauthorizationStore.acted_since",
        "DeletionKey.known",
        "GameStore.following",
        "GameStore.get",
        "GameStore.invited_by",
        "GameStore.in_channel",
        "GameStore.plays_in_series",
        "LessonStore.of",
        "LineStore.gathering",
        "LinePostStore.of",
        "LineStore.of",
        "LogStore.has",
        "LogStore.last_at",
        "LogStore.stopped",
        "MemberStore.check",
        "MessageStore.is_posting",
        "MessageStore.newest_table",
        "MorningPostStore.of",
        "MorningPostStore.soonest",
        "PastDealStore.of",
        "PauseStore.of",
        "PersonStore.get",
        "PersonStore.known",
        "PersonStore.met",
        "PlayStore.began_at",
        "PlayStore.has_discarded",
        "PlayStore.by_interaction",
        "PlayStore.moved_in",
        "PrivacyStore.forget",
        "PrivacyStore._ghost",
        "PrivacyStore.counted",
        "PostgreSQL._was_committed",
        "PostgreSQL.size",
        "_Locks._free",
        "_Locks.holds",
        "Rereading.result",
        "postgresql._migrate",
        "PostgreSQLTransaction.hold",
        "PostgreSQLTransaction.number_after",
        "ResultStore.counted",
        "ResultStore.get",
        "ResultStore.of_game",
        "SeasonStore.get",
        "SeasonStore.next_end",
        "SeriesStore.get",
        "ResultStore.count_solo",
        "ResultStore.solo_of",
        "ServerStore.get",
        "ServerStore.set_house",
        "StandingOrderStore.any",
        "StandingOrderStore.of",
        "StandingOrderStore._pending",
        "StandingOrderStore.soonest",
        "StandingStore.above",
        "StandingStore.count",
        "StandingStore.count_pairs",
        "StandingStore.meeting",
        "StandingStore.next_above",
        "StandingStore.of_person",
        "StandingStore.pairs_above",
        "TimerStore.late",
        "TimerStore.soonest",
        "TournamentStore.get",
        "TournamentStore.letter",
        "TournamentStore.of_game",
        "TournamentStore.request",
        "copying._copy",
        "postgresql._begin",
        "postgresql._check",
        "postgresql._look",
        "postgresql._take",
        "postgresql._try_lock",
        "postgresql._version",
        "tools._copy",
        "tools._ready_for_use",
        "tools.examined",
        "tools.schema_of",
    },
    "found by a key, or a set": {
        "AvoidStore.forget",
        "AvoidStore.pairs",
        "AvoidStore.avoided_by",
        "AvoidStore.with_list",
        "BrowserStore.known",
        "CommandStore.ids",
        "EmojiStore.digests",
        "GameStore.counted",
        "GameStore.former_names",
        "GameStore.former_seats",
        "MemberStore.gone",
        "MemberStore.names",
        "MessageStore.behind",
        "MessageStore.in_channel",
        "PersonStore.all",
        "PostgreSQL.last_numbers",
        "Remaking.gone",
        "Rereading.gone",
        "ResultStore.levels",
        "ResultStore.levels_as_seen",
        "SQLite.last_numbers",
        "StandingStore.among",
        "StandingStore.of",
        "StandingStore.ratings",
        "TipStore.of",
    },
    "each row is changed by itself": {
        "LogStore.forget",
        "LogStore.rename",
        "NoticeStore.rename",
        "NoticeStore.forget",
        "log.names_at",
        "Remaking.__init__",
        "Remaking.apply",
        "Remaking.compare",
        "Remaking.put",
        "SeasonStore.forget",
    },
    "what others ask for is passed on": {
        "CorrectionStore._read",
        "GameStore._read",
        "LineStore._read",
        "ResultStore._read",
        "SeasonStore._read",
        "StandingOrderStore._read",
        "TournamentStore._read",
    },
    "rows of one file, as they lie in it": {
        "dump.rows",
        "soundness._missing_rows",
        "soundness.contradictions",
        "soundness._things",
    },
}

#: The last part of an order, by which no two rows of a query are alike.
UNIQUE = {
    "{}",
    "began_at",
    "cid",
    "course",
    "day",
    "entry",
    "first",
    "from_version",
    "game_id",
    "guild_id",
    "id",
    "kind",
    "line",
    "message_id",
    "name",
    "newcomer_id",
    "number",
    "ordinal_position",
    "other_id",
    "place",
    "result_id",
    "scope",
    "seat",
    "season_id",
    "secret_hash",
    "user_id",
}


def readers() -> Iterator[tuple[str, str]]:
    """Yield the functions of the store that run statements with rows, each with all text in it."""
    for path in sorted(STORE.glob("*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        holders: list[ast.Module | ast.ClassDef] = [
            module,
            *(one for one in module.body if isinstance(one, ast.ClassDef)),
        ]
        for holder in holders:
            for one in holder.body:
                if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and _reads(one):
                    yield f"{holder.name if isinstance(holder, ast.ClassDef) else path.stem}.{one.name}", _text(one)


def _reads(function: ast.AST) -> bool:
    asks = any(
        isinstance(one, ast.Call)
        and (one.func.attr if isinstance(one.func, ast.Attribute) else getattr(one.func, "id", "")) in READS
        for one in ast.walk(function)
    )
    return asks and bool(
        re.search(r"SELECT |WHERE |_TABLE|_CORRECTION|_SEASON|_TOURNAMENT|_STATE|RESULT|SHOW|_LEVELS", _text(function))
    )


def _text(function: ast.AST) -> str:
    """Return the texts in a function, and the names of those that stand elsewhere."""
    return " ".join([*texts(function), *(one.id for one in ast.walk(function) if isinstance(one, ast.Name))])


def texts(code: ast.AST) -> list[str]:
    """Return the texts in some code, with {} for what is put into them."""
    whole = [one for one in ast.walk(code) if isinstance(one, ast.JoinedStr)]
    parts = {id(part) for one in whole for part in one.values}
    found = [
        "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in one.values) for one in whole
    ]
    found += [
        one.value
        for one in ast.walk(code)
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in parts
    ]
    return [" ".join(one.split()) for one in found]


def test_every_query_of_several_rows_has_an_order() -> None:
    known = {name for names in UNORDERED.values() for name in names}
    found = dict(readers())
    assert len(found) > 100
    without = {name for name, text in found.items() if "ORDER BY" not in text}
    assert without - known == set(), "give it an ORDER BY, or say in UNORDERED why it needs none"
    assert known - without == set(), "UNORDERED names what is gone, or has an order"


def test_every_order_ends_with_what_no_two_rows_share() -> None:
    orders = [
        (path.name, order)
        for path in sorted(STORE.glob("*.py"))
        for text in texts(ast.parse(path.read_text(encoding="utf-8")))
        # Those who rank equal share a place.
        for order in re.findall(
            r"(?<!rank\(\) OVER \()ORDER BY (.+?)(?= LIMIT| WHERE|\)|$)", re.sub(r" IN \([^)]*\)", " IN", text)
        )
    ]
    assert len(orders) > 60
    for name, order in orders:
        last = order.split(", ")[-1].removesuffix(" DESC").rpartition(".")[2]
        assert last in UNIQUE, f"{name}: ORDER BY {order}"


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    database = await open_database(place(tmp_path / "canasta.sqlite3"))
    yield database
    await database.close()


async def opened(database: Database, tables: int) -> list[int]:
    """Return the numbers of new tables, each of the same host."""
    service = Tables(database, clock=lambda: 1_800_000_000)
    return [
        (await service.lobbies.open(Order(home=InChannel(1, number), host_id=5), "Ana")).id
        for number in range(1, tables + 1)
    ]


async def test_what_is_due_at_the_same_time_comes_by_its_number(database: Database) -> None:
    numbers = await opened(database, 4)
    pauses, timers = PauseStore(database), TimerStore(database)
    for number in reversed(numbers):
        await pauses.begin(Pause(number, 5, 1, 7, number, 1_800_000_005))
        await database.write("INSERT INTO timers (game_id, kind, at) VALUES (?, 'expiry', 10)", (number,))
    assert [pause.game_id for pause in await pauses.all()] == numbers
    assert [*await timers.due(20)] == numbers


async def test_what_is_gathered_comes_in_the_order_of_its_keys(database: Database) -> None:
    numbers = await opened(database, 5)
    for _ in range(3):
        # A server puts a row that was changed behind the others.
        await database.write("UPDATE games SET updated_at = updated_at + 1 WHERE id = ?", (numbers[1],))
    found = await gathered(database, 5)
    assert [row["id"] for row in found["games"]] == numbers
    assert [row["game_id"] for row in found["seats"]] == numbers
    assert [table.id for table in await GameStore(database).active()] == numbers
