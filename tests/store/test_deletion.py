"""Deleted data stays deleted, whatever others read before, write meanwhile or store later; on either store.

Every method of the store that writes has its scene here, in which somebody's data is deleted between what is read for it and
what it writes, in the middle of the writer's transaction, and while the deletion is half done.
"""

from __future__ import annotations

import ast
import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from bot.data.corrections import Amendment, Correction
from bot.data.daily import BegunDeal, MorningPost, Posting
from bot.data.errors import TournamentMoved, VersionMoved
from bot.data.lessons import Progress
from bot.data.line import (
    Gathering,
    InLine,
    LineLetter,
    LinePost,
    LinePosting,
    LineStage,
    LineTrouble,
    StandingPost,
    Wish,
)
from bot.data.log import Deed, LogEntry
from bot.data.messages import Message, MessageKind, Purpose, Told
from bot.data.notices import News, Notice
from bot.data.pauses import Pause
from bot.data.people import NamedPerson
from bot.data.play import PlayedMove, StoredDeal
from bot.data.results import Result
from bot.data.seasons import Season
from bot.data.standing_orders import SeatOrders
from bot.data.tables import Agreement, InChannel, Seat, Status, Table
from bot.data.tournaments import (
    Match,
    Played,
    Player,
    Request,
    RequestState,
    Round,
    Team,
    Tournament,
    TournamentKind,
    TournamentStage,
)
from bot.league import League
from bot.store import Database, privacy
from bot.store.avoid import AvoidStore
from bot.store.browsers import BrowserStore
from bot.store.commands import CommandStore
from bot.store.corrections import CorrectionStore
from bot.store.daily import DailyStore
from bot.store.database import Side, Transaction
from bot.store.deauthorizations import DeauthorizationStore
from bot.store.emojis import EmojiStore
from bot.store.games import GameStore
from bot.store.hints import HintStore
from bot.store.keys import DeletionKey
from bot.store.lessons import LessonStore
from bot.store.line import LineStore
from bot.store.line_posts import LinePostStore
from bot.store.log import LogStore
from bot.store.members import MemberStore
from bot.store.messages import MessageStore
from bot.store.morning_posts import MorningPostStore
from bot.store.notices import NoticeStore
from bot.store.opening import open_database
from bot.store.past_deals import PastDealStore
from bot.store.pauses import PauseStore
from bot.store.people import PersonStore
from bot.store.play import PlayStore
from bot.store.privacy import PrivacyStore
from bot.store.remaking import Remaking
from bot.store.results import ResultStore
from bot.store.seasons import SeasonStore
from bot.store.series import SeriesStore
from bot.store.servers import ServerStore
from bot.store.sqlite import SQLite
from bot.store.standing_orders import StandingOrderStore
from bot.store.standings import Rating, StandingStore
from bot.store.timers import TimerStore
from bot.store.tips import TipStore
from bot.store.tournaments import TournamentStore
from bot.store.vacations import VacationStore
from bot.store.watchers import WatcherStore
from tests.league.games import BEGIN, game
from tests.stored import gathered, place

STORE = Path(__file__).parents[2] / "bot" / "store"

BOB, CARL = 1_800_000_000_000_000_002, 1_800_000_000_000_000_003
#: The refusals of a change that comes too late.
REFUSED = (VersionMoved, TournamentMoved)

_numbers = count(1)


@dataclass(frozen=True)
class Past:
    """Somebody whose traces are everywhere in a server of its own: the numbers of what they had to do with."""

    id: int
    name: str
    guild: int
    running: int
    over: int
    season: int
    result: int
    void: int
    tournament: int
    ended: int

    async def traces(self, database: Database) -> set[str]:
        """Return where their id or name, or the channel of their direct messages, can be found in the database."""
        return (await traces(database, {"": self})).get("", set())


async def traces(database: Database, people: Mapping[str, Past]) -> dict[str, set[str]]:
    """Return where anything of these people can be found in the database; of whom nothing is there is left out."""
    found: dict[str, set[str]] = {}
    for table in await database.forms():
        for row in await database.rows(f"SELECT * FROM {table}"):
            texts = [(column, str(row[column])) for column in row.keys()]  # noqa: SIM118 - a row gives its values
            whole = " ".join(text for _, text in texts)
            for key, one in people.items():
                signs = (str(one.id), str(_direct(one.id)), one.name)
                if any(sign in whole for sign in signs):
                    places = {f"{table}.{column}" for column, text in texts if any(sign in text for sign in signs)}
                    found.setdefault(key, set()).update(places)
    return found


def _direct(user_id: int) -> int:
    """Return the channel of somebody's direct messages."""
    return user_id - 10**18


async def lived(database: Database) -> Past:
    """Let somebody have met the bot in as many ways as there are."""
    number = next(_numbers)
    ann, name, guild = 1_900_000_000_000_000_000 + number, f"Annabella<{number}>", 5_000_000 + number
    games, log, league = GameStore(database), LogStore(database), League(database, clock=lambda: BEGIN)

    async def table(status: Status, **changes: Any) -> int:
        async with database.transaction() as tx:
            made = await tx.insert(
                "INSERT INTO games (guild_id, channel_id, status, version, variant, layout, size, house, host_id, created_at,"
                " updated_at, round) VALUES (?, ?, ?, 5, 'classic', '4', 4, '{}', ?, 0, 0, 1)",
                (guild, next(_numbers), status, ann),
            )
            await PlayStore(database).deal(tx, made, StoredDeal(1, 0, "4♠", "", ""), BEGIN)
            for move, mover in enumerate((ann, BOB, ann), 1):
                played = PlayedMove(move, 1, move, 0, "draw", user_id=mover)
                await PlayStore(database).append(tx, made, played, interaction_id=next(_numbers), at=BEGIN)
            return made

    async def sits(table_id: int, seat: int, user_id: int, called: str, until: int | None = None) -> None:
        sql = "INSERT INTO seats (game_id, seat, from_version, until_version, user_id, name) VALUES (?, ?, 0, ?, ?, ?)"
        await database.write(sql, (table_id, seat, until, user_id, called))

    running, over = await table(Status.PLAYING), await table(Status.FINISHED)
    await sits(running, 0, ann, name, until=3)
    await sits(running, 1, BOB, "Bob")
    await sits(over, 0, ann, name)
    await sits(over, 1, BOB, "Bob")
    row = await games.get(running)
    assert row is not None
    async with database.transaction() as tx:
        after = replace(row, version=6, agreements=(Agreement("substitute", BOB, 6, 1, ann, name),))
        await games.save(tx, row, after)
        entries = [
            LogEntry(Deed.RESIGNED, ann, 0, {"name": name, "newcomer": "Computer"}),
            LogEntry(Deed.AGREED, BOB, 1, {"name": "Bob", "newcomer": name}, newcomer_id=ann),
        ]
        await log.append(tx, after, entries)
        await log.append(tx, replace(after, id=over), entries)
        told = Notice(running, ann, ((News.GONE, {"name": name}),))
        await NoticeStore(database).add(
            tx, [told, replace(told, user_id=BOB), replace(told, table_id=over, user_id=BOB)], 1
        )
        # Where they never sat, somebody has proposed them.
        elsewhere = await tx.insert(
            "INSERT INTO games (guild_id, channel_id, status, version, variant, layout, size, house, host_id, created_at,"
            " updated_at) VALUES (?, ?, 'abandoned', 1, 'classic', '4', 4, '{}', ?, 0, 0)",
            (guild, next(_numbers), BOB),
        )
        await log.append(tx, replace(after, id=elsewhere), entries[1:])
    async with database.transaction() as tx:
        # In a lobby they took somebody's seat away, as a moderator.
        removed = Notice(await _lobby(tx, guild), BOB, ((News.REMOVED, {"by": ann}),))
        await NoticeStore(database).add(tx, [removed], 1)
    await league.seasons.open(guild)
    results = [await ended(database, ann, name, guild, league) for _ in range(2)]
    await league.corrections.void(guild, results[1], by=ann, reason="a trial")
    season = await league.seasons.close(guild)
    await league.seasons.open(guild)
    await ended(database, ann, name, guild, league, friendly=True)
    tournament, past = [
        await entered(database, ann, name, guild, stage)
        for stage in (TournamentStage.RUNNING, TournamentStage.FINISHED)
    ]
    async with database.transaction() as tx:
        await VacationStore(database).begin(tx, ann, 1, 2)
        await StandingOrderStore(database).put(tx, SeatOrders(running, 0, ann, "{}", lasting=True))
    await PauseStore(database).begin(Pause(over, ann, 1, 1, 1, 1))
    await HintStore(database).count(over, ann)
    await LessonStore(database).open(ann, Progress("classic", name, 1))
    daily = DailyStore(database)
    for day, points in ((1, None), (2, 70)):
        await daily.begin_deal(BegunDeal(day, "0" * 32, "", None), 1)
        await daily.begin(day, ann, name, ["1 draw"], 1)
        played = await daily.of(day, ann)
        assert played is not None
        await daily.add(played, ["0 draw"], points, 1)
    deals = PastDealStore(database)
    await deals.begin(1, ann, name, ["1 draw"])
    await deals.begin(2, ann, name, ["1 draw"])
    for_fun = await deals.of(2, ann)
    assert for_fun is not None
    await deals.add(for_fun, ["0 draw"], 70)
    await TipStore(database).tell(ann, "freeze", (over, 1))
    await AvoidStore(database).add(ann, NamedPerson(CARL, name))
    await AvoidStore(database).add(CARL, NamedPerson(ann, name))
    await LineStore(database).enter(InLine(ann, name, guild, Wish(here=True), 1, 2, 1))
    for table_id in (running, elsewhere):
        await WatcherStore(database).allow(ann, table_id, 1, now=1, until=100)
    browsers = BrowserStore(database)
    for secret in ("used", "open"):
        await browsers.add_link(f"{secret} {ann}", ann, over, now=1, until=100)
    assert await browsers.enter(f"used {ann}", f"browser {ann}", now=2, until=100)
    await browsers.add(ann, f"frame {ann}", now=2, until=100)
    await PersonStore(database).dm_opened(ann, _direct(ann))
    sent = [
        Message(running, Purpose(MessageKind.PROPOSAL, 1, ann), 1, next(_numbers), 6),
        Message(running, Purpose(MessageKind.CLOSED, -1, ann), 1, next(_numbers), 6),
        Message(over, Purpose(MessageKind.HAND, 0), _direct(ann), next(_numbers), 6),
    ]
    await MessageStore(database).record(running, Told(6, sent))
    return Past(ann, name, guild, running, over, season.id, results[0], results[1], tournament, past)


async def _lobby(tx: Transaction, guild: int) -> int:
    return await tx.insert(
        "INSERT INTO games (guild_id, channel_id, status, version, variant, layout, size, house, host_id, created_at,"
        " updated_at) VALUES (?, ?, 'lobby', 1, 'classic', '4', 4, '{}', ?, 0, 0)",
        (guild, next(_numbers), BOB),
    )


async def ended(database: Database, ann: int, name: str, guild: int, league: League, *, friendly: bool = False) -> int:
    """Return the number of the result of a game that has just ended."""
    result = game([ann], [BOB], guild_id=guild, friendly=friendly)
    people = tuple(one._replace(name=name if one.user_id == ann else "Bob") for one in result.people)
    async with database.transaction() as tx:
        game_id = await tx.insert(
            "INSERT INTO games (guild_id, channel_id, status, version, variant, layout, size, house, host_id, created_at,"
            " updated_at) VALUES (?, 1, 'finished', 1, 'classic', '4', 4, '{}', 1, 0, 0)",
            (guild,),
        )
        await league.record(tx, replace(result, people=people, game_id=game_id))
    found = await league.result_of_game(guild, game_id)
    assert found is not None
    return found.id


async def entered(database: Database, ann: int, name: str, guild: int, stage: TournamentStage) -> int:
    """Return the number of a tournament in which they take part, which is theirs, and of which they corrected a match."""
    stored = TournamentStore(database)
    one = Tournament(0, guild, 1, ann, "Cup", TournamentKind.SWISS, "classic", "2", 1, 100, 0)
    teams = (Team(1, (Player(name, ann),)), Team(2, (Player("Bob", BOB),)))
    match = Match(1, 1, 2, played=Played())
    async with database.transaction() as tx:
        one = replace(one, id=await stored.add(tx, one))
        one = replace(one, teams=teams, status=stage, version=2)
        await stored.save(tx, one)
        await stored.add_round(tx, one.id, Round(1, 0), [match])
        made = await stored.amend(tx, one.id, match, Played((1, 0)), by=ann, reason="", at=1)
        await stored.undone(tx, made, by=ann, at=2)
    await stored.asked(one.id, next(_numbers), ann)
    return one.id


# The writers


@dataclass(frozen=True)
class Scene:
    """The read for a write, and the write. If it is read `inside`, that is in the transaction that writes."""

    read: Callable[[Database, Past], Awaitable[Any]]
    write: Callable[[Database, Past, Transaction, Any], Awaitable[object]]
    inside: bool = False


async def _nothing(_database: Database, _past: Past) -> None:
    pass


def plain(write: Callable[[Database, Past, Transaction], Awaitable[object]]) -> Scene:
    """Return the scene of a write for which nothing is read."""
    return Scene(_nothing, lambda database, past, tx, _: write(database, past, tx))


async def _in_line(database: Database, past: Past) -> InLine:
    place = await LineStore(database).of(past.id)
    assert place is not None
    return place


async def _call(database: Database, _past: Past, tx: Transaction, place: InLine) -> None:
    line = LineStore(database)
    await line.call(tx, place, await line.gather(tx, Gathering(0, "classic", 2, 600, 0, 1, 2)), 5)


async def _running(database: Database, past: Past) -> Table:
    table = await GameStore(database).get(past.running)
    assert table is not None
    return table


async def _save(database: Database, _past: Past, tx: Transaction, table: Table) -> None:
    """Store a move, by which its player agrees to what was proposed."""
    also = [replace(one, user_id=CARL, version=table.version + 1) for one in table.agreements]
    after = replace(table, version=table.version + 1, turn=1, agreements=(*table.agreements, *also))
    await GameStore(database).save(tx, table, after)
    newcomers = [
        LogEntry(Deed.AGREED, CARL, 1, {"newcomer": one.newcomer}, newcomer_id=one.newcomer_id) for one in also
    ]
    await LogStore(database).append(tx, after, newcomers)


async def _log(database: Database, past: Past, tx: Transaction) -> None:
    """Log what they have done as a moderator of games in which nothing is proposed about them."""
    table = await GameStore(database).get(past.over)
    assert table is not None
    await LogStore(database).append(tx, table, [LogEntry(Deed.SKIPPED, past.id, 1, {"name": "Bob"})])


async def _save_notice(database: Database, past: Past, tx: Transaction, table: Table) -> None:
    await _save(database, past, tx, table)
    await NoticeStore(database).add(tx, [_notice_of(one.newcomer, past) for one in table.agreements], 1)


def _notice_of(newcomer: str, past: Past) -> Notice:
    return Notice(past.running, BOB, ((News.DECLINED, {"newcomer": newcomer}),))


async def _notice(database: Database, past: Past) -> Notice:
    return next(one for one in await NoticeStore(database).all() if one.table_id == past.running)


async def _tournament(database: Database, past: Past) -> Tournament:
    one = await TournamentStore(database).get(past.tournament)
    assert one is not None
    return one


async def _both_tournaments(database: Database, past: Past) -> list[Tournament | None]:
    return [await TournamentStore(database).get(number) for number in (past.tournament, past.ended)]


async def _save_tournaments(database: Database, _past: Past, tx: Transaction, both: list[Tournament]) -> None:
    for one in both:
        await TournamentStore(database).save(tx, replace(one, version=one.version + 1))


async def _orders(database: Database, past: Past) -> SeatOrders | None:
    return await StandingOrderStore(database).of(past.running, past.id)


async def _result(database: Database, past: Past) -> Result:
    """Return the result of the running game, as who sat there are found in the transaction that ends it."""
    rows = await database.rows("SELECT seat, user_id, name FROM seats WHERE game_id = ? ORDER BY seat", (past.running,))
    result = game([1], [2], guild_id=past.guild)
    people = [one._replace(user_id=row[1], name=row[2]) for one, row in zip(result.people, rows, strict=True)]
    return replace(result, people=tuple(people), game_id=past.running)


async def _record(database: Database, _past: Past, tx: Transaction, result: Result) -> None:
    await League(database, clock=lambda: BEGIN).record(tx, result)


async def _kept(database: Database, past: Past) -> tuple[list[Any], list[Any]]:
    standings, scopes = StandingStore(database), ("", "classic")
    async with _looking(database) as tx:
        users = [past.id, BOB]
        return (
            await standings.of(tx, past.guild, [0, past.season], scopes, users),
            await standings.among(tx, past.guild, [0, past.season], users),
        )


class _looking:  # noqa: N801 - it stands for a transaction
    """The committed rows, read as a transaction reads them."""

    def __init__(self, database: Database) -> None:
        self.rows = database.rows

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *_: object) -> None:
        pass


async def _closing(database: Database, past: Past) -> Any:
    season = await SeasonStore(database).get(past.guild, past.season)
    assert season is not None
    return season.closing


async def _remade(database: Database, past: Past) -> tuple[Remaking, Side]:
    """Return a league's standings made again with a result of theirs that didn't count, and the connection of that."""

    def work() -> tuple[Remaking, Side]:
        from bot.league.tally import Book

        side = database.beside()
        one = Remaking(side, past.guild)
        book = Book(set())
        for result in one.results():
            book.add(replace(result, amendment=None, unrated=None, season_id=result.season_id or past.season))
        one.put(book.standings.values(), book.meetings.values())
        one.compare()
        return one, side

    return await asyncio.to_thread(work)


async def _apply(_database: Database, _past: Past, tx: Transaction, made: tuple[Remaking, Side]) -> None:
    one, side = made
    with closing(side):
        await one.apply(tx)


def _sent(past: Past) -> list[Message]:
    return [
        Message(past.running, Purpose(MessageKind.PROPOSAL, 1, past.id), 1, next(_numbers), 6),
        Message(past.running, Purpose(MessageKind.CLOSED, -1, past.id), 1, next(_numbers), 6),
        Message(past.running, Purpose(MessageKind.HAND, 0), _direct(past.id), next(_numbers), 6),
    ]


async def _lesson_of_bob(database: Database, _past: Past, _tx: Transaction) -> None:
    await LessonStore(database).open(BOB, Progress("classic", "Bob", 1))


_match = Match(1, 1, 2, played=Played())
_correction = Correction(0, 0, 0, 0, BOB, "", None, Amendment(void=True))


#: By their names, all methods that write. Those by which people say something about themselves are called by somebody else: what
#: people do after their data was deleted is a new beginning.
def _morning(guild_id: int) -> MorningPost:
    return MorningPost(guild_id, 2, 8, "UTC", 1, 0)


SCENES: dict[str, Scene] = {
    "AvoidStore.add": plain(lambda db, _, __: AvoidStore(db).add(BOB, NamedPerson(CARL, "Carl"))),
    "AvoidStore.remove": plain(lambda db, p, _: AvoidStore(db).remove(p.id, BOB)),
    "CommandStore.keep": plain(lambda db, _, __: CommandStore(db).keep({"draw": 1})),
    "BrowserStore.add": plain(lambda db, p, _: BrowserStore(db).add(p.id, f"late {p.id}", now=2, until=100)),
    "BrowserStore.add_link": plain(
        lambda db, p, _: BrowserStore(db).add_link(f"late {p.id}", p.id, p.over, now=1, until=100)
    ),
    "BrowserStore.enter": plain(
        lambda db, p, _: BrowserStore(db).enter(f"open {p.id}", f"late {p.id}", now=2, until=100)
    ),
    "BrowserStore.seen": plain(lambda db, _, __: BrowserStore(db).seen(1, 3)),
    "BrowserStore.end": plain(lambda db, _, __: BrowserStore(db).end(BOB)),
    "BrowserStore.end_older": plain(lambda db, _, __: BrowserStore(db).end_older(BOB, 3)),
    "CorrectionStore.add": plain(
        lambda db, p, tx: CorrectionStore(db).add(tx, p.guild, replace(_correction, result_id=p.result))
    ),
    "CorrectionStore.undo": plain(lambda db, _, tx: CorrectionStore(db).undo(tx, 1, 1, BOB)),
    "DailyStore.begin_deal": plain(lambda db, _, __: DailyStore(db).begin_deal(BegunDeal(3, "0" * 32, "", None), 1)),
    "DailyStore.close": plain(lambda db, _, __: DailyStore(db).close(1)),
    "DailyStore.set_par": plain(lambda db, _, __: DailyStore(db).set_par(1, 5)),
    "DailyStore.begin": Scene(
        lambda db, p: PersonStore(db).known(p.id),
        lambda db, p, _, known: DailyStore(db).begin(1, p.id, p.name, [], 1, if_known=known),
    ),
    "DailyStore.add": Scene(
        lambda db, p: DailyStore(db).of(1, p.id),
        lambda db, _, __, played: DailyStore(db).add(played, ["0 draw"], 5, 1),
    ),
    "DeletionKey.made": plain(lambda db, _, tx: DeletionKey(db).made(tx)),
    "EmojiStore.add": plain(lambda db, _, __: EmojiStore(db).add(1, "")),
    "EmojiStore.remove": plain(lambda db, _, __: EmojiStore(db).remove([1])),
    "GameStore.add": Scene(
        _running, lambda db, _, tx, t: GameStore(db).add(tx, replace(t, home=InChannel(1, next(_numbers)), host_id=BOB))
    ),
    "GameStore.save": Scene(_running, _save),
    "GameStore.time_orders": Scene(
        _running, lambda db, _, tx, table: GameStore(db).time_orders(tx, replace(table, orders_at=5))
    ),
    "HintStore.count": plain(lambda db, p, _: HintStore(db).count(p.over, p.id)),
    "LessonStore.open": plain(_lesson_of_bob),
    "LessonStore.advance": Scene(
        lambda db, p: LessonStore(db).of(p.id, "classic"),
        lambda db, p, _, lesson: LessonStore(db).advance(p.id, lesson),
    ),
    "DeauthorizationStore.note": plain(lambda db, p, _: DeauthorizationStore(db).note(p.id, 5)),
    "DeauthorizationStore.done": plain(lambda db, p, _: DeauthorizationStore(db).done(p.id, 5)),
    "DeauthorizationStore.drop": plain(lambda db, _, __: DeauthorizationStore(db).drop(5)),
    "LineStore.enter": plain(lambda db, _, __: LineStore(db).enter(InLine(BOB, "Bob", None, Wish(), 1, 2, 1))),
    "LineStore.leave": plain(lambda db, p, _: LineStore(db).leave(p.id)),
    "LineStore.leave_server": plain(lambda db, p, _: LineStore(db).leave_server(p.id)),
    "LineStore.gather": plain(lambda db, _, tx: LineStore(db).gather(tx, Gathering(0, "classic", 2, 600, 0, 1, 2))),
    "LineStore.call": Scene(_in_line, _call),
    "LineStore.agree": plain(lambda db, p, _: LineStore(db).agree(p.id, 1)),
    "LineStore.move": Scene(
        _in_line, lambda db, _, __, one: LineStore(db).move(one, LineStage.OVER, LineLetter.OVER, 5)
    ),
    "LineStore.written": Scene(_in_line, lambda db, _, __, one: LineStore(db).written(one, 5)),
    "LineStore.seated": plain(lambda db, _, tx: LineStore(db).seated(tx, 1)),
    "LineStore.close": plain(lambda db, _, tx: LineStore(db).close(tx, 9)),
    "LineStore.drop": plain(lambda db, _, __: LineStore(db).drop(5)),
    "LinePostStore.set": plain(lambda db, p, _: LinePostStore(db).set(p.guild, 2)),
    "LinePostStore.switch_off": plain(lambda db, p, _: LinePostStore(db).switch_off(p.guild)),
    "LinePostStore.begin": plain(lambda db, p, _: LinePostStore(db).begin(p.guild, LinePosting(2, 3))),
    "LinePostStore.end": plain(lambda db, p, _: LinePostStore(db).end(p.guild, StandingPost(2, 3, "", 4))),
    "LinePostStore.show": plain(lambda db, p, _: LinePostStore(db).show(p.guild, StandingPost(2, 3, "", 4))),
    "LinePostStore.gone": plain(lambda db, p, _: LinePostStore(db).gone(p.guild, 3)),
    "LinePostStore.give_up": plain(
        lambda db, p, _: LinePostStore(db).give_up(LinePost(p.guild, 2), LineTrouble.CLOSED)
    ),
    "LogStore.append": plain(_log),
    "LogStore.rename": plain(lambda db, p, tx: LogStore(db).rename(tx, p.running, "Bob", "Rob")),
    "MemberStore.played": Scene(_result, _record, inside=True),
    "MemberStore.plays_deals": plain(lambda db, p, _: MemberStore(db).plays_deals(p.guild, p.id, p.name, 1)),
    "MemberStore.check": plain(lambda db, p, tx: MemberStore(db).check(tx, p.guild, p.id, False, 1, p.name)),
    "MessageStore.record": plain(lambda db, p, _: MessageStore(db).record(p.running, Told(6, _sent(p)))),
    "MessageStore.outdated": plain(
        lambda db, p, _: MessageStore(db).outdated(p.running, Purpose(MessageKind.PROPOSAL, 1, p.id))
    ),
    "MessageStore.forget_table": plain(lambda db, p, _: MessageStore(db).forget_table(p.over)),
    "MessageStore.retire": plain(lambda db, p, _: MessageStore(db).retire(p.running)),
    "MessageStore.begin_posting": plain(lambda db, p, _: MessageStore(db).begin_posting(p.running)),
    "MessageStore.end_posting": plain(lambda db, p, tx: MessageStore(db).end_posting(tx, p.running)),
    "MorningPostStore.set": plain(lambda db, p, _: MorningPostStore(db).set(p.guild, 2, 8, "UTC", 1)),
    "MorningPostStore.switch_off": plain(lambda db, p, _: MorningPostStore(db).switch_off(p.guild)),
    "MorningPostStore.begin": plain(lambda db, p, _: MorningPostStore(db).begin(p.guild, Posting(1, 2, 3))),
    "MorningPostStore.end": plain(lambda db, p, _: MorningPostStore(db).end(_morning(p.guild), 1, 2)),
    "MorningPostStore.put_off": plain(lambda db, p, _: MorningPostStore(db).put_off(_morning(p.guild), 2)),
    "NoticeStore.add": Scene(_running, _save_notice),
    "NoticeStore.begin": Scene(_notice, lambda db, _, __, notice: NoticeStore(db).begin(notice, 1)),
    "NoticeStore.end": Scene(_notice, lambda db, _, __, notice: NoticeStore(db).end(notice)),
    "NoticeStore.rename": plain(lambda db, p, tx: NoticeStore(db).rename(tx, p.running, "Bob", "Rob")),
    "PastDealStore.begin": Scene(
        lambda db, p: PersonStore(db).known(p.id),
        lambda db, p, _, known: PastDealStore(db).begin(1, p.id, p.name, [], if_known=known),
    ),
    "PastDealStore.begin_again": Scene(
        lambda db, p: PastDealStore(db).of(2, p.id),
        lambda db, _, __, played: PastDealStore(db).begin_again(played, ["1 draw"]),
    ),
    "PastDealStore.add": Scene(
        lambda db, p: PastDealStore(db).of(1, p.id),
        lambda db, _, __, played: PastDealStore(db).add(played, ["0 draw"], 5),
    ),
    "PauseStore.begin": plain(lambda db, p, _: PauseStore(db).begin(Pause(p.running, p.id, 1, 1, 1, 1))),
    "PauseStore.end": Scene(
        lambda db, p: PauseStore(db).of(p.over), lambda db, _, __, pause: PauseStore(db).end(pause)
    ),
    "PersonStore.dm_opened": plain(lambda db, p, _: PersonStore(db).dm_opened(p.id, 5, if_known=True)),
    "PersonStore.dm_closed": plain(lambda db, p, _: PersonStore(db).dm_closed(p.id, 5, if_known=True)),
    "PersonStore.dm_tried": plain(lambda db, p, _: PersonStore(db).dm_tried(p.id, 5)),
    "PersonStore.told_news": plain(lambda db, p, _: PersonStore(db).told_news(p.id, 5, if_known=True)),
    "PersonStore.heard": plain(lambda db, p, _: PersonStore(db).heard(p.id, "en", if_known=True)),
    "PersonStore.set": plain(lambda db, _, tx: PersonStore(db).set(tx, BOB, tips=0)),
    "PlayStore.deal": plain(lambda db, p, tx: PlayStore(db).deal(tx, p.running, StoredDeal(2, 0, "", "", ""), 1)),
    "PlayStore.append": plain(
        lambda db, p, tx: PlayStore(db).append(
            tx, p.running, PlayedMove(9, 1, 9, 1, "draw", user_id=BOB), interaction_id=None, at=1
        )
    ),
    "Remaking.apply": Scene(_remade, _apply),
    "ResultStore.add": Scene(_result, _record, inside=True),
    "ResultStore.amend": plain(lambda db, p, tx: ResultStore(db).amend(tx, p.result, Amendment(void=True))),
    "SeasonStore.add": plain(lambda db, p, tx: SeasonStore(db).add(tx, Season(0, p.guild + 10**9, 1, "", 0))),
    "SeasonStore.close": Scene(
        _closing, lambda db, p, tx, found: SeasonStore(db).close(tx, p.season, 1, found), inside=True
    ),
    "SeasonStore.end_at": plain(lambda db, p, tx: SeasonStore(db).end_at(tx, p.season, 5)),
    "SeasonStore.told": plain(lambda db, p, _: SeasonStore(db).told(p.season, 1, 2)),
    "SeasonStore.telling": plain(lambda db, p, _: SeasonStore(db).telling(p.season, 1)),
    "SeriesStore.add": plain(lambda db, _, __: SeriesStore(db).add("")),
    "SeriesStore.open": plain(lambda db, _, __: SeriesStore(db).open(1)),
    "ServerStore.set": plain(lambda db, p, _: ServerStore(db).set(p.guild, language="de")),
    "ServerStore.set_house": plain(lambda db, p, _: ServerStore(db).set_house(p.guild, "classic", {})),
    "StandingOrderStore.put": plain(
        lambda db, p, tx: StandingOrderStore(db).put(tx, SeatOrders(p.running, 1, BOB, "{}", lasting=True))
    ),
    "StandingOrderStore.change": Scene(
        _orders, lambda db, _, tx, one: StandingOrderStore(db).change(tx, replace(one, played_version=7))
    ),
    "StandingOrderStore.withdraw": plain(lambda db, p, tx: StandingOrderStore(db).withdraw(tx, p.running, BOB)),
    "StandingOrderStore.end_turn": plain(lambda db, p, tx: StandingOrderStore(db).end_turn(tx, p.running, 0)),
    "StandingOrderStore.follow": Scene(
        _running, lambda db, _, tx, table: StandingOrderStore(db).follow(tx, table, table)
    ),
    "StandingStore.put": Scene(_kept, lambda db, p, tx, kept: StandingStore(db).put(tx, p.guild, *kept), inside=True),
    "StandingStore.hide": plain(lambda db, p, tx: StandingStore(db).hide(tx, p.guild, p.id, False)),
    "StandingStore.remade": plain(lambda db, p, tx: StandingStore(db).remade(tx, p.guild)),
    "StandingStore.set_ratings": plain(
        lambda db, p, tx: StandingStore(db).set_ratings(
            tx, p.guild, {(p.season, "", p.id): Rating(1.0, 1.0, 1, 1, 0, "", "[]")}
        )
    ),
    "StandingStore.take_out": plain(
        lambda db, p, tx: StandingStore(db).take_out(tx, p.guild, [(p.season, "", p.id)], [(p.season, p.id, BOB)])
    ),
    "TimerStore.settle": plain(lambda db, p, tx: TimerStore(db).settle(tx, p.running, ["expiry"], 1)),
    "TimerStore.put_off": plain(lambda db, p, _: TimerStore(db).put_off(p.running, ["expiry"], 1, 2)),
    "TipStore.tell": plain(lambda db, p, _: TipStore(db).tell(p.id, "wild", (p.over, 2), if_known=True)),
    "TournamentStore.add": Scene(
        _tournament, lambda db, _, tx, one: TournamentStore(db).add(tx, replace(one, host_id=BOB))
    ),
    "TournamentStore.save": Scene(_both_tournaments, _save_tournaments),
    "TournamentStore.timed": plain(lambda db, p, tx: TournamentStore(db).timed(tx, p.tournament, _match, 1, None)),
    "TournamentStore.wrote": plain(lambda db, p, _: TournamentStore(db).wrote(p.tournament, 1, [])),
    "TournamentStore.asked": plain(lambda db, p, _: TournamentStore(db).asked(p.tournament, next(_numbers), p.id)),
    "TournamentStore.answered": plain(lambda db, _, __: TournamentStore(db).answered(1)),
    "TournamentStore.add_request": plain(
        lambda db, p, tx: TournamentStore(db).add_request(
            tx, Request(0, p.tournament, p.running, "abandon", BOB, "Bob")
        )
    ),
    "TournamentStore.answer_request": plain(
        lambda db, p, _: TournamentStore(db).answer_request(
            Request(1, p.tournament, p.running, "abandon", BOB, "Bob"), RequestState.APPROVED
        )
    ),
    "TournamentStore.put_request": plain(lambda db, _, __: TournamentStore(db).put_request(1, (1, 1))),
    "TournamentStore.settle_request": plain(lambda db, _, __: TournamentStore(db).settle_request(1)),
    "TournamentStore.shown": plain(lambda db, p, _: TournamentStore(db).shown(p.tournament, 2, 1)),
    "TournamentStore.add_round": plain(
        lambda db, p, tx: TournamentStore(db).add_round(tx, p.tournament, Round(2, 0), [replace(_match, round=2)])
    ),
    "TournamentStore.end_round": plain(lambda db, p, tx: TournamentStore(db).end_round(tx, p.tournament, 1, 1)),
    "TournamentStore.extend": plain(lambda db, p, tx: TournamentStore(db).extend(tx, p.tournament, 1, 1)),
    "TournamentStore.told": plain(lambda db, p, _: TournamentStore(db).told(p.tournament, 1, "pairings", 1)),
    "TournamentStore.threaded": plain(lambda db, p, tx: TournamentStore(db).threaded(tx, p.tournament, _match, 1)),
    "TournamentStore.heard": plain(lambda db, p, _: TournamentStore(db).heard(p.tournament, _match, "", 1, 1)),
    "TournamentStore.begun": plain(lambda db, p, tx: TournamentStore(db).begun(tx, p.tournament, _match, p.over)),
    "TournamentStore.decide": plain(lambda db, p, tx: TournamentStore(db).decide(tx, p.tournament, _match, Played())),
    "TournamentStore.amend": plain(
        lambda db, p, tx: TournamentStore(db).amend(tx, p.tournament, _match, Played(), by=p.id, reason="", at=1)
    ),
    "TournamentStore.undone": plain(lambda db, p, tx: TournamentStore(db).undone(tx, 1, by=p.id, at=1)),
    "WatcherStore.allow": plain(lambda db, p, _: WatcherStore(db).allow(BOB, p.over, 1, now=2, until=100)),
    "WatcherStore.follow": plain(lambda db, p, _: WatcherStore(db).follow(p.id, p.running, p.over, 1, 2)),
    "WatcherStore.end": plain(lambda db, p, _: WatcherStore(db).end(p.id, 1)),
    "VacationStore.begin": plain(lambda db, p, tx: VacationStore(db).begin(tx, p.id, 1, 2)),
    "VacationStore.end": plain(lambda db, p, tx: VacationStore(db).end(tx, p.id, 1)),
}

#: How a method writes; and the files that hold what writes for others.
WRITES = {"run", "insert", "many", "fill", "write", "transaction", "carry_out"}
BENEATH = {"copying", "database", "postgresql", "privacy", "soundness", "sqlite", "tools"}


def writers() -> dict[str, bool]:
    """Return the methods of the repositories that write, each with True if it is part of a transaction."""
    found = dict[str, bool]()
    for path in STORE.glob("*.py"):
        module = ast.parse(path.read_text(encoding="utf-8"))
        for one in [] if path.stem in BENEATH else module.body:
            if isinstance(one, ast.ClassDef):
                methods = {each.name: each for each in one.body if isinstance(each, ast.AsyncFunctionDef)}
                names = set[str]()
                while more := {name for name, each in methods.items() if _calls(each) & (WRITES | names)} - names:
                    names |= more
                found |= {
                    f"{one.name}.{name}": any(arg.arg == "tx" for arg in methods[name].args.args)
                    for name in names
                    if not name.startswith(("_", "forget"))
                }
    # A table's messages are forgotten so that they are sent again.
    return found | {"MessageStore.forget_table": False}


def _calls(function: ast.AST) -> set[str]:
    calls = [one for one in ast.walk(function) if isinstance(one, ast.Call)]
    return {one.func.attr for one in calls if isinstance(one.func, ast.Attribute)}


def test_every_writer_has_its_scene() -> None:
    assert len(writers()) > 60
    assert writers().keys() ^ SCENES.keys() == set()


# The deletion


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[tuple[Database, Database]]:
    """Yield what two processes have of one database; a file is for one."""
    where = place(tmp_path / "canasta.sqlite3")
    shared = isinstance(where, str)
    one = await open_database(where, shared=shared)
    other = await open_database(where, shared=shared) if shared else one
    if isinstance(one, SQLite):
        # No power fails here, and there are thousands of writes.
        await one._writer.execute_fetchall("PRAGMA synchronous = OFF")
    yield one, other
    await one.close()
    if shared:
        await other.close()


async def finished(task: asyncio.Task[Any], seconds: float = 0.05) -> bool:
    """Return whether a task ends soon by itself; most that don't wait for somebody else's transaction."""
    await asyncio.wait({task}, timeout=seconds)
    return task.done()


async def written(database: Database, past: Past, scene: Scene, found: Any, *, part: bool) -> None:
    """Store what is written in a scene, in a transaction of its own if it is `part` of one."""
    with suppress(*REFUSED):
        if part:
            async with database.transaction() as tx:
                await scene.write(database, past, tx, await scene.read(database, past) if scene.inside else found)
        else:
            await scene.write(database, past, mock.Mock(), found)


@pytest.mark.slow
async def test_what_was_read_before_a_deletion_brings_nobody_back(both: tuple[Database, Database]) -> None:
    one, other = both
    people: dict[str, Past] = {}
    for name, part in writers().items():
        scene, past = SCENES[name], await lived(one)
        if not people:
            assert {"games.host_id", "log.facts", "agreements.newcomer", "seasons.closing"} <= await past.traces(one)
        people[name] = past
        found = None if scene.inside else await scene.read(one, past)
        assert await PrivacyStore(other).forget(past.id, 1) is not None, name
        await written(one, past, scene, found, part=part)
    assert await traces(one, people) == {}


async def test_a_host_who_sits_nowhere_is_not_written_back(both: tuple[Database, Database]) -> None:
    one, other = both
    past = await lived(one)
    table = await GameStore(one).get(past.over)
    assert table is not None
    assert table.host_id == past.id
    assert await PrivacyStore(other).forget(past.id, 1) is not None
    async with one.transaction() as tx:
        await GameStore(one).save(tx, table, replace(table, version=table.version + 1, updated_at=9))
    assert await past.traces(one) == set()


@pytest.mark.slow
async def test_a_deletion_waits_for_those_who_write_just_then(both: tuple[Database, Database]) -> None:
    one, other = both
    people: dict[str, Past] = {}
    for name in (name for name, part in writers().items() if part):
        scene = SCENES[name]
        past = people[name] = await lived(one)
        with suppress(*REFUSED):
            async with one.transaction() as tx:
                found = await scene.read(one, past)
                forgetting = asyncio.create_task(PrivacyStore(other).forget(past.id, 1))
                assert not await finished(forgetting), name
                await scene.write(one, past, tx, found)
        assert await forgetting is not None
    assert await traces(one, people) == {}


@pytest.mark.slow
async def test_those_who_write_wait_for_a_deletion_that_has_begun(
    both: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = both
    half_way, go_on = asyncio.Event(), asyncio.Event()
    erase = StandingStore.forget

    async def slowly(self: StandingStore, tx: Transaction, user_id: int, ghost_id: int) -> None:
        await erase(self, tx, user_id, ghost_id)
        half_way.set()
        await go_on.wait()

    monkeypatch.setattr(StandingStore, "forget", slowly)
    people: dict[str, Past] = {}
    for name, part in writers().items():
        scene = SCENES[name]
        past = people[name] = await lived(one)
        half_way.clear()
        go_on.clear()
        forgetting = asyncio.create_task(PrivacyStore(other).forget(past.id, 1))
        await half_way.wait()
        found = None if scene.inside else await scene.read(one, past)
        writing = asyncio.create_task(written(one, past, scene, found, part=part))
        assert not await finished(writing, 0.02), name
        go_on.set()
        assert await forgetting is not None
        await writing
    assert await traces(one, people) == {}


async def test_people_who_delete_their_data_at_once_neither_undo_nor_stop_each_other(
    both: tuple[Database, Database],
) -> None:
    one, other = both
    for _ in range(5):
        ann, bea = await lived(one), await lived(one)
        async with one.transaction() as tx:
            for table in (ann.over, bea.over, ann.running):
                for seat, past in enumerate((ann, bea), 2):
                    await tx.run(
                        "INSERT INTO seats (game_id, seat, from_version, until_version, user_id, name)"
                        " VALUES (?, ?, 7, 8, ?, ?)",
                        (table, seat, past.id, past.name),
                    )
                facts: dict[str, str | int] = {"name": ann.name, "newcomer": bea.name, "user_id": ann.id, "by": bea.id}
                row = replace(await _running(one, ann), id=table)
                await LogStore(one).append(tx, row, [LogEntry(Deed.DECLINED, CARL, 0, facts, newcomer_id=bea.id)] * 3)
        ghosts = await asyncio.gather(PrivacyStore(one).forget(ann.id, 1), PrivacyStore(other).forget(bea.id, 1))
        assert None not in ghosts
        assert await ann.traces(one) | await bea.traces(one) == set()


async def test_somebody_who_deletes_their_data_twice_at_once_has_one_ghost(both: tuple[Database, Database]) -> None:
    one, other = both
    past = await lived(one)
    await asyncio.gather(PrivacyStore(one).forget(past.id, 1), PrivacyStore(other).forget(past.id, 1))
    assert await past.traces(one) == set()
    assert len({row[0] for row in await one.rows("SELECT user_id FROM moves WHERE user_id < 0")}) == 1


# In pieces


async def test_many_moves_are_given_to_the_ghost_some_at_a_time(
    both: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = both
    past = await lived(one)
    async with one.transaction() as tx:
        for number in range(10, 60):
            played = PlayedMove(number, 1, number, 0, "draw", user_id=past.id)
            await PlayStore(one).append(tx, past.over, played, interaction_id=None, at=1)
    monkeypatch.setattr(privacy, "_MOVES", 10)
    pieces = []
    some = PlayStore.forget_some

    async def counted(self: PlayStore, tx: Transaction, user_id: int, ghost_id: int, most: int) -> bool:
        assert most == 10
        pieces.append(len(await tx.rows("SELECT 1 FROM moves WHERE user_id = ?", (user_id,))))
        return await some(self, tx, user_id, ghost_id, most)

    monkeypatch.setattr(PlayStore, "forget_some", counted)
    forgetting = asyncio.create_task(PrivacyStore(other).forget(past.id, 1))
    while not forgetting.done():
        # Others write between any two pieces; this move in flight is found all the same.
        await one.write("UPDATE moves SET user_id = ? WHERE game_id = ? AND number = 59", (past.id, past.over))
        await asyncio.sleep(0)
    assert len(pieces) >= 6
    await one.write("UPDATE moves SET user_id = ? WHERE game_id = ? AND number = 59", (await forgetting, past.over))
    assert await past.traces(one) == set()


async def test_a_deletion_that_was_cut_short_goes_on_with_the_same_ghost(
    both: tuple[Database, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = both
    past = await lived(one)
    monkeypatch.setattr(privacy, "_MOVES", 1)

    class Killed(BaseException):
        """The process has ended."""

    class Dying(PlayStore):
        left = 2

        async def forget_some(self, tx: Transaction, user_id: int, ghost_id: int, most: int) -> bool:
            if not self.left:
                raise Killed
            self.left -= 1
            return await super().forget_some(tx, user_id, ghost_id, most)

    dying = PrivacyStore(one)
    dying._play = Dying(one)
    with pytest.raises(Killed):
        await dying.forget(past.id, 1)
    assert await PrivacyStore(one).unfinished() == [past.id]
    assert await PrivacyStore(one).forget(past.id, 2) is not None
    assert await PrivacyStore(one).unfinished() == []
    assert await past.traces(one) == set()
    assert await one.rows("SELECT DISTINCT user_id FROM moves WHERE user_id < 0") == await one.rows(
        "SELECT DISTINCT user_id FROM seats WHERE user_id < 0"
    )


async def test_whoever_sits_at_a_table_is_not_deleted_and_nothing_is(both: tuple[Database, Database]) -> None:
    one, _ = both
    past = await lived(one)
    async with one.transaction() as tx:
        table = await _running(one, past)
        await GameStore(one).save(
            tx, table, replace(table, version=7, seats=(*table.seats, Seat(2, past.id, None, "A")))
        )
    before = await gathered(one, past.id)
    assert await PrivacyStore(one).forget(past.id, 1) is None
    assert await gathered(one, past.id) == before
    assert await PrivacyStore(one).unfinished() == []


# Signs


async def test_a_name_with_a_sign_that_not_every_database_takes_is_the_same_on_all(
    both: tuple[Database, Database],
) -> None:
    one, _ = both
    past = await lived(one)
    table = await _running(one, past)
    async with one.transaction() as tx:
        seats = (*table.seats, Seat(2, CARL, None, "C\0arl"))
        await GameStore(one).save(tx, table, replace(table, version=7, seats=seats))
        await LogStore(one).append(tx, table, [LogEntry(Deed.BACK, CARL, 2, {"name": "C\0arl"})])
        await MemberStore(one).played(tx, past.guild, {CARL: "\0Carl"}, 1)
        await CorrectionStore(one).add(tx, past.guild, replace(_correction, result_id=past.result, reason="no\0thing"))
    seat = (await _running(one, past)).seat(2)
    assert seat is not None
    assert seat.name == "Carl"
    assert (await LogStore(one).of(past.running, 1))[0].facts == {"name": "Carl"}
    assert await MemberStore(one).names(past.guild, [CARL]) == {CARL: "Carl"}
    assert (await CorrectionStore(one).of_result(past.result))[0].reason == "nothing"
