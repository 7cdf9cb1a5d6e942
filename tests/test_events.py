"""The table of who hears of what (docs/events.md) has a row for each event of the program, and no other."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

from bot.data.log import Deed
from bot.data.notices import News
from bot.league import League
from bot.league.corrections import ResultCorrections
from bot.league.members import Members
from bot.league.seasons import Seasons
from bot.league.tournaments import Organiser
from bot.league.tournaments.corrections import TournamentCorrections
from bot.league.tournaments.entries import Entries
from bot.league.tournaments.match_tables import MatchTables
from bot.league.tournaments.requests import Requests
from bot.league.tournaments.rounds import TournamentRounds
from bot.tables.channels import Channels
from bot.tables.computers import Computers
from bot.tables.endings import Endings
from bot.tables.hints import Hints
from bot.tables.lobbies import Lobbies
from bot.tables.moderation import Moderation
from bot.tables.out_of_reach import OutOfReach
from bot.tables.pauses import Pauses
from bot.tables.preferences import Preferences
from bot.tables.proposals import Proposals
from bot.tables.seating import Seating
from bot.tables.standing_orders import StandingOrders
from bot.tables.turns import Turns
from bot.tables.vacations import Vacations
from tests.cases import in_one_test

TABLE = Path(__file__).parent.parent / "docs" / "events.md"
#: The services that change something which people may have to hear of.
SERVICES = {
    service.__name__: service
    for service in (
        Channels,
        Computers,
        ResultCorrections,
        Endings,
        Entries,
        Hints,
        League,
        Lobbies,
        MatchTables,
        Members,
        Moderation,
        Organiser,
        OutOfReach,
        Pauses,
        Preferences,
        Proposals,
        Requests,
        TournamentCorrections,
        TournamentRounds,
        Seasons,
        Seating,
        StandingOrders,
        Turns,
        Vacations,
    )
}
#: Their methods that only look, are a step of others, or note the messages that were sent.
OTHERS = {
    "Computers.close",
    "Computers.resume",
    "ResultCorrections.page",
    "Entries.answered_questions",
    "Entries.close_question",
    "Entries.note_question",
    "Entries.size",
    "Hints.taken",
    "League.guilds",
    "League.history",
    "League.history_in_direct_messages",
    "League.result",
    "League.result_of_game",
    "Lobbies.offered",
    "MatchTables.not_begun",
    "MatchTables.note_thread",
    "MatchTables.note_words",
    "Members.in_open_league",
    "Members.servers_of",
    "Members.to_check",
    "Organiser.active",
    "Organiser.get",
    "Organiser.letter",
    "Organiser.note_letter",
    "Organiser.note_overview",
    "Organiser.of_guild",
    "Organiser.state",
    "OutOfReach.waiting",
    "Pauses.asks_first",
    "Pauses.close",
    "Requests.get",
    "Requests.note_message",
    "Requests.open",
    "Requests.settle",
    "TournamentRounds.note_post",
    "Seasons.at",
    "Seasons.ended",
    "Seasons.get",
    "Seasons.meant",
    "Seasons.next_end",
    "Seasons.note_announcement",
    "Seasons.note_channel",
    "Seasons.of_guild",
    "Seasons.unannounced",
    "Seating.seat_for",
    "Seating.stood_in",
    "StandingOrders.of",
    "StandingOrders.pending",
    "StandingOrders.untold",
    "TournamentCorrections.of",
    "Turns.ways",
    "Vacations.of",
}


def events() -> set[str]:
    """Return the events of the program: the changes of its services, the entries of the log, and the notices."""
    methods = {
        f"{called}.{name}"
        for called, service in SERVICES.items()
        for name, method in vars(service).items()
        if inspect.iscoroutinefunction(method) and not name.startswith("_")
    }
    return (methods - OTHERS) | {deed.name for deed in Deed} | {news.name for news in News}


def rows() -> list[list[str]]:
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if not line.startswith("| event")]


def test_each_event_has_a_row_and_each_row_an_event() -> None:
    named = {name for row in rows() for name in re.findall(r"`([A-Za-z_.]+)`", row[0])}
    assert named == events()


@in_one_test(rows())
def test_each_row_says_whom_it_concerns_and_how_they_hear_of_it(row: list[str]) -> None:
    assert len(row) == 3
    assert all(row)


def test_each_news_is_a_notice() -> None:
    for row in rows():
        if {news.name for news in News} & set(re.findall(r"`([A-Z_]+)`", row[0])):
            assert "notice" in row[2]
