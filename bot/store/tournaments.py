"""Tournaments as stored: the entries, the matches of each round, and their outcomes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import ClassVar

from bot.data.errors import TournamentMoved
from bot.data.tournaments import (
    Amended,
    Forfeit,
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
from bot.store.about import About
from bot.store.database import Row, Store, Transaction
from bot.store.people import DOER

_COLUMNS = (
    "guild_id", "channel_id", "host_id", "name", "kind", "variant", "layout", "deals", "scale", "created_at", "house",
    "rounds", "seconds", "turn_limit", "same_packs", "status", "round", "version", "shown_version", "message_id",
    "ended_at", "starts_at", "minimum", "missed_at",
)  # fmt: skip
#: The columns that don't change with the version: a ghost may have taken the host's place, and the message is noted by itself.
_KEPT = ("guild_id", "host_id", "created_at", "shown_version", "message_id")
_TOURNAMENT = f"""
SELECT id, {", ".join(_COLUMNS)},
       (SELECT coalesce(json_group_array(json_array(entry, seed, joined, "left", json((
            SELECT coalesce(json_group_array(json_array(name, user_id, level, agreed)), '[]') FROM
                (SELECT * FROM tournament_players AS one WHERE one.tournament_id = tournaments.id
                    AND one.entry = team.entry ORDER BY place))))), '[]')
        FROM (SELECT * FROM tournament_entries WHERE tournament_id = tournaments.id ORDER BY entry) AS team) AS teams,
       (SELECT coalesce(json_group_array(json_array(name, user_id)), '[]')
        FROM (SELECT * FROM tournament_seekers WHERE tournament_id = tournaments.id ORDER BY place) AS seeker) AS seekers
FROM tournaments
"""
_ROUND = (
    "SELECT number, began_at, ends_at, ended_at, series, pairings_message, standings_message FROM tournament_rounds"
)
_MATCH = (
    "SELECT round, first, second, thread_id, game_id, over, points_first, points_second, deals, forfeit, late, stopped_at,"
    " number, greeting_id, result_id, said FROM tournament_matches"
)


_REQUEST = (
    "SELECT id, tournament_id, game_id, kind, user_id, asker, entry, place, newcomer_id, newcomer, holder_id, holder,"
    " absent, answer,"
    " channel_id, message_id FROM tournament_requests"
)

#: The statement after which the messages of all active tournaments are shown again.
SHOW_ANEW = "UPDATE tournaments SET shown_version = 0 WHERE status IN ('open', 'running')"


class TournamentStore(Store):
    """The stored tournaments."""

    ABOUT: ClassVar[About] = {
        "tournaments": ("host_id",),
        "tournament_players": ("user_id",),
        "tournament_seekers": ("user_id",),
        "tournament_corrections": ("user_id", "undone_by"),
        "tournament_questions": ("by",),
        "tournament_requests": ("user_id", "newcomer_id", "holder_id"),
    }

    # -- tournaments and entries

    async def get(self, tournament_id: int, tx: Transaction | None = None) -> Tournament | None:
        """Return the tournament of that number, as `tx` sees it; or None."""
        return next(iter(await self._read("WHERE id = ?", tournament_id, tx=tx)), None)

    async def of_guild(self, guild_id: int, *, most: int = 25) -> list[Tournament]:
        """Return a server's tournaments, the active ones first, then the latest."""
        order = "ORDER BY status IN ('open', 'running') DESC, id DESC LIMIT ?"
        return await self._read(f"WHERE guild_id = ? {order}", guild_id, most)

    async def active(self) -> list[int]:
        """Return the numbers of all tournaments that are active, or whose message doesn't show the last change yet."""
        sql = "SELECT id FROM tournaments WHERE status IN ('open', 'running') OR shown_version < version ORDER BY id"
        return [row[0] for row in await self._database.rows(sql)]

    async def add(self, tx: Transaction, tournament: Tournament) -> int:
        """Store a new tournament without entries, and return its number."""
        sql = f"INSERT INTO tournaments ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"
        return await tx.insert(sql, _stored(tournament))

    async def save(self, tx: Transaction, tournament: Tournament) -> None:
        """Store a tournament at its new version, with all its entries and those who look for a partner. Raises `TournamentMoved`."""
        sets = ", ".join(f"{name} = ?" for name in _COLUMNS if name not in _KEPT)
        values = [value for name, value in zip(_COLUMNS, _stored(tournament), strict=True) if name not in _KEPT]
        changed = await tx.run(
            f"UPDATE tournaments SET {sets} WHERE id = ? AND version = ?",
            (*values, tournament.id, tournament.version - 1),
        )
        if changed != 1:
            raise TournamentMoved
        await tx.run("DELETE FROM tournament_players WHERE tournament_id = ?", (tournament.id,))
        await tx.run("DELETE FROM tournament_entries WHERE tournament_id = ?", (tournament.id,))
        await tx.many(
            'INSERT INTO tournament_entries (tournament_id, entry, seed, joined, "left") VALUES (?, ?, ?, ?, ?)',
            [(tournament.id, team.entry, team.seed, team.joined, team.left) for team in tournament.teams],
        )
        await tx.many(
            "INSERT INTO tournament_players (tournament_id, entry, place, user_id, level, name, agreed)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (tournament.id, team.entry, place, player.user_id, player.level, player.name, player.agreed)
                for team in tournament.teams
                for place, player in enumerate(team.players)
            ],
        )
        await tx.run("DELETE FROM tournament_seekers WHERE tournament_id = ?", (tournament.id,))
        await tx.many(
            "INSERT INTO tournament_seekers (tournament_id, place, user_id, name) VALUES (?, ?, ?, ?)",
            [(tournament.id, place, seeker.user_id, seeker.name) for place, seeker in enumerate(tournament.seekers)],
        )

    async def shown(self, tournament_id: int, version: int, message_id: int | None) -> None:
        """Note that a tournament's message shows this version."""
        sql = "UPDATE tournaments SET shown_version = ?, message_id = ? WHERE id = ?"
        await self._database.write(sql, (version, message_id, tournament_id))

    # -- rounds and matches

    async def rounds(self, tournament_id: int, tx: Transaction | None = None) -> list[Round]:
        """Return the rounds that have begun, in order."""
        rows = await (tx or self._database).rows(f"{_ROUND} WHERE tournament_id = ? ORDER BY number", (tournament_id,))
        return [Round(*row) for row in rows]

    async def matches(self, tournament_id: int, tx: Transaction | None = None) -> list[Match]:
        """Return all matches so far, by rounds, byes last in each."""
        order = "ORDER BY round, second IS NULL, number, first"
        rows = await (tx or self._database).rows(f"{_MATCH} WHERE tournament_id = ? {order}", (tournament_id,))
        return [_match(row) for row in rows]

    async def of_game(self, game_id: int, tx: Transaction | None = None) -> tuple[int, Match] | None:
        """Return the tournament's number and the match that is played in a game, or None."""
        rows = await (tx or self._database).rows(
            f"{_MATCH.replace('SELECT ', 'SELECT tournament_id, ')} WHERE game_id = ?", (game_id,)
        )
        return next(((row[0], _match(row[1:])) for row in map(tuple, rows)), None)

    async def add_round(self, tx: Transaction, tournament_id: int, round_: Round, matches: Iterable[Match]) -> None:
        """Store a round that begins, with its matches."""
        await tx.run(
            "INSERT INTO tournament_rounds (tournament_id, number, series, began_at, ends_at) VALUES (?, ?, ?, ?, ?)",
            (tournament_id, round_.number, round_.series, round_.began_at, round_.ends_at),
        )
        await tx.many(
            "INSERT INTO tournament_matches (tournament_id, round, first, second, over, stopped_at, number)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (
                    tournament_id,
                    round_.number,
                    match.first,
                    match.second,
                    match.second is None,
                    match.stopped_at,
                    match.number,
                )
                for match in matches
            ],
        )

    async def end_round(self, tx: Transaction, tournament_id: int, number: int, at: int) -> None:
        """Note that a round is over."""
        sql = "UPDATE tournament_rounds SET ended_at = ? WHERE tournament_id = ? AND number = ?"
        await tx.run(sql, (at, tournament_id, number))

    async def extend(self, tx: Transaction, tournament_id: int, number: int, ends_at: int | None) -> None:
        """Set when a round ends at the latest."""
        sql = "UPDATE tournament_rounds SET ends_at = ? WHERE tournament_id = ? AND number = ?"
        await tx.run(sql, (ends_at, tournament_id, number))

    async def told(self, tournament_id: int, number: int, which: str, message_id: int) -> None:
        """Note which message announced a round's `pairings` or `standings`; 0 where none could be posted."""
        if which not in ("pairings", "standings"):
            raise ValueError(which)
        sql = f"UPDATE tournament_rounds SET {which}_message = ? WHERE tournament_id = ? AND number = ?"
        await self._database.write(sql, (message_id, tournament_id, number))

    async def threaded(self, tx: Transaction, tournament_id: int, match: Match, thread_id: int | None) -> None:
        """Note the thread of a match, None if it needs one: no message is there yet.

        News that a match with a game has heard stays heard.
        """
        await tx.run(
            "UPDATE tournament_matches SET thread_id = ?, greeting_id = NULL, result_id = NULL,"
            " said = CASE WHEN game_id IS NULL THEN NULL ELSE said END"
            " WHERE tournament_id = ? AND round = ? AND first = ?",
            (thread_id, tournament_id, match.round, match.first),
        )

    async def heard(
        self, tournament_id: int, match: Match, said: str, greeting_id: int | None, result_id: int | None
    ) -> None:
        """Note what the thread of a match has heard last, and its messages."""
        await self._database.write(
            "UPDATE tournament_matches SET said = ?, greeting_id = ?, result_id = ?"
            " WHERE tournament_id = ? AND round = ? AND first = ?",
            (said, greeting_id, result_id, tournament_id, match.round, match.first),
        )

    async def begun(self, tx: Transaction, tournament_id: int, match: Match, game_id: int) -> None:
        """Note the game in which a match is played."""
        sql = "UPDATE tournament_matches SET game_id = ? WHERE tournament_id = ? AND round = ? AND first = ?"
        await tx.run(sql, (game_id, tournament_id, match.round, match.first))

    async def timed(self, tx: Transaction, tournament_id: int, match: Match, late: int, stopped_at: int | None) -> None:
        """Store by how many seconds a match ends later than its round, and since when its time stands still."""
        await tx.run(
            "UPDATE tournament_matches SET late = ?, stopped_at = ? WHERE tournament_id = ? AND round = ? AND first = ?",
            (late, stopped_at, tournament_id, match.round, match.first),
        )

    async def decide(self, tx: Transaction, tournament_id: int, match: Match, played: Played) -> None:
        """Store the outcome of a match."""
        await tx.run(
            "UPDATE tournament_matches SET over = 1, points_first = ?, points_second = ?, deals = ?, forfeit = ?"
            " WHERE tournament_id = ? AND round = ? AND first = ?",
            (*played.points, played.deals, played.forfeit, tournament_id, match.round, match.first),
        )

    # -- corrections

    async def amend(
        self, tx: Transaction, tournament_id: int, match: Match, after: Played, *, by: int, reason: str, at: int
    ) -> int:
        """Replace the outcome of a match that is over, log the correction, and return its number.

        Raises `ValueError` for a match that isn't over.
        """
        if match.played is None:
            raise ValueError("only an outcome can be corrected")
        await self.decide(tx, tournament_id, match, after)
        return await tx.insert(
            "INSERT INTO tournament_corrections (user_id, tournament_id, round, first, at, reason, before, after)"
            f" VALUES ({DOER}, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            (by, tournament_id, match.round, match.first, at, reason, _text(match.played), _text(after)),
        )

    async def amended(self, tournament_id: int, tx: Transaction | None = None) -> list[Amended]:
        """Return the moderators' corrections of a tournament's outcomes, the latest first."""
        rows = await (tx or self._database).rows(
            "SELECT id, round, first, at, user_id, reason, before, after, undone_at, undone_by"
            " FROM tournament_corrections WHERE tournament_id = ? ORDER BY id DESC",
            (tournament_id,),
        )
        return [_amended(row) for row in rows]

    async def undone(self, tx: Transaction, correction_id: int, *, by: int, at: int) -> None:
        """Note that a correction was undone."""
        sql = f"UPDATE tournament_corrections SET undone_by = {DOER}, undone_at = ?2 WHERE id = ?3"
        await tx.run(sql, (by, at, correction_id))

    # -- questions and letters to the organiser and partners

    async def letter(self, tournament_id: int) -> tuple[int | None, set[str]]:
        """Return when the organiser was last written to (seconds UTC; None: never), and the keys of what was said."""
        rows = await self._database.rows("SELECT letter_at, letter FROM tournaments WHERE id = ?", (tournament_id,))
        return next(((at, set(json.loads(keys))) for at, keys in map(tuple, rows)), (None, set()))

    async def wrote(self, tournament_id: int, at: int | None, keys: Iterable[str]) -> None:
        """Note when the organiser was last written to, and the keys of what was said and is still so."""
        sql = "UPDATE tournaments SET letter_at = ?, letter = ? WHERE id = ?"
        await self._database.write(sql, (at, json.dumps(sorted(keys)), tournament_id))

    async def questions(self, tournament_id: int) -> dict[int, int]:
        """Return the messages that ask partners and still have buttons, each with the person who asked."""
        sql = "SELECT message_id, by FROM tournament_questions WHERE tournament_id = ? ORDER BY message_id"
        return {row[0]: row[1] for row in await self._database.rows(sql, (tournament_id,))}

    async def asked(self, tournament_id: int, message_id: int, by: int) -> None:
        """Note that a message asks the partners of the person `by`; of nobody if they have left the tournament by now."""
        sql = (
            "INSERT INTO tournament_questions (message_id, tournament_id, by) VALUES (?1, ?2, CASE WHEN EXISTS"
            " (SELECT 1 FROM tournament_players WHERE tournament_id = ?2 AND user_id = ?3) THEN ?3 ELSE 0 END)"
        )
        await self._database.write(sql, (message_id, tournament_id, by))

    async def answered(self, message_id: int) -> None:
        """Note that a question to partners has no buttons any more."""
        await self._database.write("DELETE FROM tournament_questions WHERE message_id = ?", (message_id,))

    # -- requests to the organiser

    async def requests(self, tournament_id: int, tx: Transaction | None = None) -> list[Request]:
        """Return what the organiser of a tournament is asked for, oldest first."""
        rows = await (tx or self._database).rows(f"{_REQUEST} WHERE tournament_id = ? ORDER BY id", (tournament_id,))
        return [_request(row) for row in rows]

    async def request(self, request_id: int, tx: Transaction | None = None) -> Request | None:
        """Return the request of that number, as `tx` sees it if it is given; None if it is settled."""
        rows = await (tx or self._database).rows(f"{_REQUEST} WHERE id = ?", (request_id,))
        return next((_request(row) for row in rows), None)

    async def add_request(self, tx: Transaction, request: Request) -> int:
        """Store a new request, and return its number."""
        return await tx.insert(
            "INSERT INTO tournament_requests (tournament_id, game_id, kind, user_id, asker, entry, place, newcomer_id,"
            " newcomer, holder_id, holder, absent, answer) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                request.tournament_id, request.game_id, request.kind, request.user_id, request.asker, request.entry,
                request.place, request.newcomer_id, request.newcomer,
                request.holder_id, request.holder, request.absent, request.answer,
            ),
        )  # fmt: skip

    async def answer_request(self, request: Request, answer: RequestState) -> bool:
        """Note what has become of a request, unless it was decided since it was read. Return whether it was noted.

        Where the newcomer is to be asked, no message has buttons for that yet.
        """
        kept = "channel_id = NULL, message_id = NULL, " if answer is RequestState.ASKED else ""
        sql = f"UPDATE tournament_requests SET {kept}answer = ? WHERE id = ? AND coalesce(answer, '') = ?"
        async with self._database.transaction() as tx:
            return await tx.run(sql, (answer, request.id, request.answer or "")) == 1

    async def put_request(self, request_id: int, message: tuple[int, int] | None) -> None:
        """Note in which message a request has its buttons, None if it has none any more."""
        sql = "UPDATE tournament_requests SET channel_id = ?, message_id = ? WHERE id = ?"
        await self._database.write(sql, (*(message or (None, None)), request_id))

    async def settle_request(self, request_id: int) -> None:
        """Forget a request of which everybody has heard."""
        await self._database.write("DELETE FROM tournament_requests WHERE id = ?", (request_id,))

    # -- people

    async def forget(self, tx: Transaction, user_id: int, ghost_id: int) -> None:
        """Put a ghost without a name in a person's place, also where active tournaments show them; who looks for a partner is left out.

        All their tournaments get a new version: what was read of them before can't be stored.
        """
        await tx.run(
            "UPDATE tournaments SET version = version + 1,"
            " shown_version = shown_version + CASE WHEN status IN ('open', 'running') THEN 0 ELSE 1 END"
            " WHERE id IN (SELECT tournament_id FROM tournament_players WHERE user_id = ?"
            " UNION SELECT tournament_id FROM tournament_seekers WHERE user_id = ?)",
            (user_id, user_id),
        )
        await tx.run("DELETE FROM tournament_seekers WHERE user_id = ?", (user_id,))
        # A computer may sit in their place by now, and somebody be asked to play for it: the name is theirs.
        await tx.run(
            "UPDATE tournament_requests SET holder = '' WHERE (tournament_id, entry, place) IN"
            " (SELECT tournament_id, entry, place FROM tournament_players WHERE user_id = ?)",
            (user_id,),
        )
        await tx.run("UPDATE tournaments SET host_id = ? WHERE host_id = ?", (ghost_id, user_id))
        await tx.run("UPDATE tournament_players SET user_id = ?, name = '' WHERE user_id = ?", (ghost_id, user_id))
        for column in ("user_id", "newcomer_id", "holder_id"):
            await tx.run(f"DELETE FROM tournament_requests WHERE {column} = ?", (user_id,))
        await tx.run("UPDATE tournament_questions SET by = ? WHERE by = ?", (ghost_id, user_id))
        for column in ("user_id", "undone_by"):
            sql = f"UPDATE tournament_corrections SET {column} = ? WHERE {column} = ?"
            await tx.run(sql, (ghost_id, user_id))

    async def _read(self, where: str, *parameters: object, tx: Transaction | None = None) -> list[Tournament]:
        return [_tournament(row) for row in await (tx or self._database).rows(f"{_TOURNAMENT} {where}", parameters)]


def _stored(tournament: Tournament) -> tuple[object, ...]:
    return tuple(
        json.dumps(dict(tournament.house)) if name == "house" else getattr(tournament, name) for name in _COLUMNS
    )


def _tournament(row: Row | Sequence[object]) -> Tournament:
    tournament_id, *columns, teams, seekers = tuple(row)
    values = dict(zip(_COLUMNS, columns, strict=True))
    values["house"] = json.loads(str(values["house"]))
    values["same_packs"] = bool(values["same_packs"])
    values["status"], values["kind"] = TournamentStage(str(values["status"])), TournamentKind(str(values["kind"]))
    return Tournament(
        id=tournament_id,
        teams=tuple(
            Team(entry, tuple(_player(*one) for one in players), seed, joined, left)
            for entry, seed, joined, left, players in json.loads(teams)
        ),
        seekers=tuple(Player(name, user_id) for name, user_id in json.loads(seekers)),
        **values,
    )


def _player(name: str, user_id: int | None, level: str | None, agreed: int) -> Player:
    return Player(name, user_id, level, bool(agreed))


def _match(row: Row | Sequence[object]) -> Match:
    number, first, second, thread_id, game_id, over, points, others, deals, forfeit, *more = tuple(row)
    played = _outcome(points, others, deals, forfeit) if over else None
    return Match(number, first, second, thread_id, game_id, played, *more)


def _request(row: Row | Sequence[object]) -> Request:
    *facts, absent, answer, channel_id, message_id = tuple(row)
    message = None if message_id is None else (channel_id, message_id)
    return Request(*(*facts, bool(absent), None if answer is None else RequestState(answer), message))


def _amended(row: Row | Sequence[object]) -> Amended:
    number, round_, first, at, user_id, reason, before, after, undone_at, undone_by = tuple(row)
    return Amended(number, round_, first, at, user_id, reason, _played(before), _played(after), undone_at, undone_by)


def _text(played: Played) -> str:
    return json.dumps([*played.points, played.deals, played.forfeit])


def _played(text: str) -> Played:
    first, second, deals, forfeit = json.loads(text)
    return _outcome(first, second, deals, forfeit)


def _outcome(first: int, second: int, deals: int, forfeit: str | None) -> Played:
    return Played((first, second), deals, None if forfeit is None else Forfeit(forfeit))
