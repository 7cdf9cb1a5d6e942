"""One picture of each kind as it is read aloud, in every language.

`uv run python -m tests.ui.aloud` writes the texts in English and German to `tests/ui/aloud.json`, with which a test
compares them. Read them before you commit them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final, cast

from bot.canasta.cards import read_cards
from bot.canasta.events import Event
from bot.canasta.rules import load_rules
from bot.data.results import Result, ResultPerson, ResultSide, Role, SoloRow
from bot.data.seasons import Award, Closing, Honour, PodiumPlace, Season
from bot.data.standings import Meeting, Standing
from bot.data.tables import InChannel, Seat, Status, Table
from bot.data.tournaments import Match, Played, Player, Round, Team, Tournament, TournamentKind, TournamentStage
from bot.league.boards import Board, BoardRow, By, Partner, Profile
from bot.league.solo import SoloBoard
from bot.league.tournaments.state import TournamentState
from bot.tables.rules.daily_days import DailyDays
from bot.tables.views import RoundReview
from bot.ui import celebrations
from bot.ui.i18n import current, language, speaking
from bot.ui.pages import league_page, lobby_page, share_page, tournament_page, watch_page
from bot.ui.words import command_names, daily_text, happenings, review_text
from renderer import (
    CelebrationView,
    ClosingView,
    ProfileView,
    Style,
    celebration,
    closing,
    hand,
    lobby,
    profile,
    scores,
    standings,
    table,
)
from renderer.canvas import MAX_ALT
from renderer.table import AFTER, turn_words
from renderer.text import whole_phrases
from tests.renderer import samples

GOLDEN: Final = Path(__file__).with_suffix(".json")
#: The languages whose texts are kept.
KEPT: Final = ("en", "de")
_DAY: Final = 86_400


def _hand() -> str:
    cards = read_cards("* * 2S AH AD KS KC KD QH JD TC 7S 7C 3C")
    return hand.describe(cards, read_cards("KC 7S"), read_cards("KS KC KD"), _style())


def _table() -> str:
    view = samples.FOUR_PLAYERS._replace(talons_left=(4, 11))
    return table.describe(view, _style(), turn_words(view, current()))


def _own_table() -> str:
    view = samples.FIRST_TURN
    return table.describe(view, _style(), turn_words(view, current(), own=True, chosen=30))


def _crowded_table() -> str:
    view = samples.EIGHT_PLAYERS
    return table.describe(view, _style(), turn_words(view, current()))


def _runs() -> str:
    view = samples.LONG_RUNS._replace(phase=AFTER)
    return table.describe(view, _style(), turn_words(view, current()))


def _kinds_of_melds() -> str:
    view = samples.SIX_IN_TRIOS
    return table.describe(view, _style(), turn_words(view, current()))


def _sheet() -> str:
    return scores.describe(*samples.SCORES["game won"], _style())


def _long_sheet() -> str:
    lines = {key: -1000 - place for place, key in enumerate(scores.line_labels(load_rules("classic"), current()))}
    return scores.describe(samples.round_score([lines] * 6, [-100_000] * 6), samples.SIX_SIDES, _style())


_SPRING: Final = Season(
    1,
    7,
    3,
    "",
    opened_at=1_772_323_200,
    closed_at=1_780_272_000,
    closing=Closing(
        124,
        31,
        (PodiumPlace(1, 101, "Anna", 1_742), PodiumPlace(2, 102, "Bruno", 1_699), PodiumPlace(3, 103, "Carla", 1_656)),
        (
            Award(Honour.CHAMPION, (101,), ("Anna",), (1_742,)),
            Award(Honour.PAIR, (101, 103), ("Anna", "Carla"), (12, 15)),
            Award(Honour.CANASTAS, (102,), ("Bruno",), (118,)),
            Award(Honour.ROUND, (104,), ("Dino",), (2_340,)),
            Award(Honour.RELIABLE, (101,), ("Anna",), (99, 100)),
        ),
    ),
)
_ANNA: Final = Standing(
    1,
    "",
    101,
    mu=30,
    sigma=2,
    rating=1_234,
    rated=12,
    games=14,
    wins=9,
    losses=4,
    ties=1,
    points=45_600,
    rounds=30,
    canastas=66,
    natural=21,
    mixed=45,
    concealed=2,
    best_round=1_850,
    turns=100,
    missed=3,
    seconds=97 * 5_400,
    trend=(1_200, 1_234),
)
_BRUNO: Final = replace(_ANNA, user_id=102, rating=1_100, rated=2, points=-450, trend=(1_150, 1_100), wins=1)
_PAIR: Final = Meeting(1, 101, 102, together=8, together_won=6, together_tied=1, together_points=9_600)


def _board(by: By) -> str:
    if by is By.PAIRS:
        rows: tuple[BoardRow, ...] = (BoardRow(1, (101, 102), ("Anna", "Bruno"), 0, pair=_PAIR),)
    else:
        rows = (
            BoardRow(1, (101,), ("Anna",), 0, standing=_ANNA),
            BoardRow(2, (102,), ("Bruno",), 0, standing=_BRUNO),
        )
    return standings.describe(league_page.board(Board(_SPRING, "", by, 1, 3, 30, rows, rows[0]), ""), _style())


def _solo() -> str:
    rows = (SoloRow(1, 101, 120, 64, 40, "Anna"), SoloRow(2, 102, 90, 51, 30, "Bruno"))
    return standings.describe(league_page.solo_board(SoloBoard(1, 1, 2, rows, rows[1])), _style())


def _empty_board() -> str:
    view = league_page.solo_board(SoloBoard(1, 1, 0, (), None))
    return standings.describe(replace(view, empty=command_names.unmarked(view.empty, language())), _style())


def _tournament() -> str:
    teams = tuple(
        Team(number, (Player(one, 100 + number), Player(other, 200 + number)), seed=number)
        for number, (one, other) in enumerate((("Anna", "Carla"), ("Bruno", "Dino")), 1)
    )
    one = Tournament(
        id=1,
        guild_id=1,
        channel_id=1,
        host_id=1,
        name="Cup",
        kind=TournamentKind.ROUND_ROBIN,
        variant="classic",
        layout="4",
        deals=4,
        scale=1_000,
        created_at=0,
        rounds=1,
        status=TournamentStage.FINISHED,
        round=1,
        teams=teams,
    )
    meets = (Match(1, 1, 2, played=Played((3_400, -250), 4)),)
    state = TournamentState.of(one, (Round(1, 0, _DAY, _DAY),), meets)
    return standings.describe(tournament_page.standings_view(state, own=1), _style())


def profile_view() -> ProfileView:
    """Return the profile of somebody with everything, in the current language."""
    families = (replace(_ANNA, scope="classic"), replace(_BRUNO, scope="hand-and-foot"))
    return league_page.profile(Profile(_SPRING, 101, "Anna", _ANNA, 3, 24, families, Partner(102, "Bruno", _PAIR)))


def _profile() -> str:
    return profile.describe(profile_view(), _style())


def _newcomer() -> str:
    standing = Standing(1, "", 101, mu=25, sigma=8, rating=1_000)
    return profile.describe(league_page.profile(Profile(_SPRING, 101, "Anna", standing, None, 24, (), None)), _style())


def closing_view() -> ClosingView:
    """Return the end of a season with every honour, in the current language."""
    return league_page.closing(_SPRING)


def _closing() -> str:
    return closing.describe(closing_view(), _style())


def _shared() -> str:
    sides = (
        ResultSide((0, 2), 5_120, 1, {"natural": 3, "mixed": 4}, 0, 1_850),
        ResultSide((1, 3), -340, 2, {"mixed": 2}, 0, 900),
    )
    people = (ResultPerson(0, 101, "Anna", 0, Role.PLAYED, 40, 0, 900),)
    result = Result(
        family="classic",
        abandoned=False,
        sides=sides,
        people=people,
        game_id=1,
        guild_id=1,
        variant="classic",
        layout="4",
        house={},
        friendly=False,
        rounds=5,
        moves=300,
        began_at=0,
        ended_at=1_780_272_000,
        computers=(1, 2, 3),
        computer_names={1: "Ada", 2: "Blaise", 3: "Carl"},
    )
    return closing.describe(share_page.view(result, 101, "Classic Canasta", 3), _style())


def _lobby() -> str:
    view = lobby_page.pictured(_seated(Status.LOBBY))
    assert view is not None
    return lobby.describe(view, current())


def _seated(status: Status = Status.PLAYING) -> Table:
    seats = tuple(Seat(number, 100 + number, None, name) for number, name in enumerate(("Anna", "Bruno", "Carla")))
    return Table(
        id=1,
        home=InChannel(1, 1),
        status=status,
        version=9,
        variant="classic",
        layout="4",
        size=4,
        house={},
        host_id=100,
        round=1,
        commitment=None,
        turn=0,
        turn_since=0,
        scores=(0, 0),
        winner=None,
        created_at=0,
        updated_at=0,
        ended_at=None,
        turn_limit=_DAY,
        seats=seats,
    )


def _celebrated(view: CelebrationView | None) -> str:
    assert view is not None
    return celebration.describe(view, _style())


def _canasta() -> str:
    event = Event("canasta", 0, tuple(read_cards("KS KS KH KH KD KC 2S")), 7, "mixed")
    return _celebrated(CelebrationView("canasta", f"{{name}} {happenings.phrase(event)}", ("Anna",)))


def _round_won() -> str:
    sheet, view = samples.SCORES["game won"]
    return _celebrated(celebrations.of_round(sheet, view))


def _comeback() -> str:
    sheet, view = samples.SCORES["four players"]
    gained = (replace(sheet.sides[0], total=2_400), sheet.sides[1])
    return _celebrated(celebrations.of_round(replace(sheet, scores=(3_625, 3_600), sides=gained), view))


def _game_won() -> str:
    _sheet, view = samples.SCORES["game won"]
    return _celebrated(celebrations.of_game(view._replace(scores=(-4_400, 5_120))))


def _lead() -> str:
    class Review:
        table, seat, public, leads = _seated(), 0, samples.FOUR_PLAYERS, (140, 0, -1_005, 600)
        costliest = ()

    return review_text.lead(cast(RoundReview, Review())).words


def _curve() -> str:
    return daily_text.curve(DailyDays(((9_000, 140), (9_001, 0), (9_003, -1_005)), 9_003), 9_003, 5).words


def _replayed_hand() -> str:
    return watch_page.aloud(samples.hand_view(read_cards("* KS KC 7S 3H")), _seated())


def _sample() -> str:
    return current().gettext("An example: {cards}.").format(cards=hand.spoken(read_cards("* 2H KS KH"), current()))


KINDS: Final[Mapping[str, Callable[[], str]]] = {
    "hand": _hand,
    "sample of looks": _sample,
    "hand in a replay": _replayed_hand,
    "table": _table,
    "own table": _own_table,
    "table of runs": _runs,
    "table of every meld": _kinds_of_melds,
    "crowded table": _crowded_table,
    "score sheet": _sheet,
    "long score sheet": _long_sheet,
    "board by rating": lambda: _board(By.RATING),
    "board by wins": lambda: _board(By.WINS),
    "board by points": lambda: _board(By.POINTS),
    "board by canastas": lambda: _board(By.CANASTAS),
    "board of pairs": lambda: _board(By.PAIRS),
    "board against computers": _solo,
    "empty board": _empty_board,
    "tournament": _tournament,
    "profile": _profile,
    "profile of a newcomer": _newcomer,
    "season's end": _closing,
    "shared result": _shared,
    "lobby": _lobby,
    "canasta": _canasta,
    "round won": _round_won,
    "comeback": _comeback,
    "game won": _game_won,
    "lead in a review": _lead,
    "curve of the deals of the day": _curve,
}


def _style() -> Style:
    return Style(translation=current())


@cache
def aloud(spoken: str) -> dict[str, str]:
    """Return the alt text of one picture of each kind in a language."""
    with speaking(spoken):
        return {kind: whole_phrases(words(), MAX_ALT) for kind, words in KINDS.items()}


def main() -> None:
    """Write the texts that are kept."""
    kept = {spoken: aloud(spoken) for spoken in KEPT}
    GOLDEN.write_text(json.dumps(kept, ensure_ascii=False, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
