"""Absent players: turns played for them, computers that sit in until they are back, substitutes, agreements, the log."""

from __future__ import annotations

import asyncio
import random

import pytest

from bot.data.log import Deed
from bot.data.messages import Message, MessageKind, MessageState, Purpose, Told
from bot.data.tables import InChannel, Seat, Status, Table
from bot.store import Database
from bot.store.messages import MessageStore
from bot.store.people import PersonStore
from bot.tables import Order, Tables
from bot.tables.errors import (
    AlreadySeated,
    ComputerThere,
    Declined,
    NoSuchProposal,
    NotAway,
    NotSeated,
    SatElsewhere,
    Stale,
    TooMuchProposed,
    WrongStatus,
)
from bot.tables.rules.absence import PATIENCE
from bot.tables.rules.agreements import proposals
from tests.stored import REFUSED
from tests.tables.club import ANA, BO, CHANNEL, CY, DI, EVA, NAMES, Clock, choice, lobby, mover, started
from tests.tables.test_computers import until_a_person_moves

FAY = 106


async def expire(tables: Tables, table: Table) -> Table:
    return await tables.turns.expire(table.id, (await tables.get(table.id)).version)


async def stay_away(tables: Tables, table: Table, user: int, turns: int = 3) -> Table:
    """Let everybody else play on until this person has missed this many turns."""
    chance = random.Random(5)
    missed = 0
    while missed < turns:
        table = await until_a_person_moves(tables, table.id)
        assert table.status is Status.PLAYING
        if mover(table) == user:
            table = await expire(tables, table)
            missed += 1
        else:
            table = (await tables.turns.play(table.id, mover(table), await choice(tables, table, chance))).table
    return table


async def deeds(tables: Tables, table: Table) -> list[Deed]:
    return [entry.deed for entry in await tables.history(table.id)]


def seat_of(table: Table, user: int) -> Seat:
    seat = table.seat_of(user)
    assert seat is not None
    return seat


async def test_a_missed_turn_is_played_and_counted(tables: Tables, database: Database) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    gone = mover(table)
    after = await expire(tables, table)
    assert mover(after) != gone
    assert (seat_of(after, gone).missed, seat_of(after, gone).sitting_in) == (1, None)
    rows = await database.rows("SELECT line, user_id, interaction_id FROM moves ORDER BY number")
    assert [row["line"].split()[1] for row in rows] == ["draw", "discard"]
    assert {(row["user_id"], row["interaction_id"]) for row in rows} == {(None, None)}
    [entry] = await tables.history(table.id)
    assert (entry.deed, entry.user_id, entry.seat) == (Deed.MISSED, None, table.turn)
    assert (entry.facts["name"], entry.version) == (NAMES[gone], after.version)


async def test_a_turn_that_has_begun_is_finished_and_not_taken_back(tables: Tables, database: Database) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    gone = mover(table)
    await tables.turns.play(table.id, gone, "draw")
    after = await expire(tables, table)
    assert mover(after) != gone
    assert seat_of(after, gone).missed == 1
    verbs = [row["line"].split()[1] for row in await database.rows("SELECT line FROM moves ORDER BY number")]
    assert verbs == ["draw", "discard"]


async def test_an_expiry_that_comes_too_late_does_nothing(tables: Tables) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    moved = (await tables.turns.play(table.id, mover(table), "draw")).table
    assert await tables.turns.expire(table.id, table.version) == moved
    twice = await asyncio.gather(*(tables.turns.expire(table.id, moved.version) for _ in range(3)))
    assert len({one.version for one in twice}) == 1
    assert await deeds(tables, table) == [Deed.MISSED]


async def test_an_expiry_cut_short_is_finished_and_counted_once(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed after the draw: the next attempt plays the discard, and it is one missed turn."""
    table = await started(tables, ANA, BO, CY, DI)
    gone = mover(table)
    real, calls = tables.changes.play.append, 0

    async def once(*args: object, **options: object) -> None:
        nonlocal calls
        calls += 1
        if calls == 2:
            raise OSError("the disk is gone")
        await real(*args, **options)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(tables.changes.play, "append", once)
        with pytest.raises(OSError, match="disk"):
            await expire(tables, table)
    between = await tables.get(table.id)
    assert (between.turn, seat_of(between, gone).missed) == (table.turn, 0)
    after = await expire(tables, table)
    assert (mover(after) != gone, seat_of(after, gone).missed) == (True, 1)
    assert await deeds(tables, table) == [Deed.MISSED]


@pytest.mark.slow
async def test_an_answer_that_is_not_given_is_no(tables: Tables) -> None:
    table = await started(tables, ANA, BO, CY, DI, house={"target": 100000})
    chance = random.Random(3)
    while True:
        mine = (await tables.look(table.id, mover(table))).mine
        assert mine is not None
        ask = next((move for move in mine.legal if move.verb == "ask"), None)
        if ask is not None:
            break
        table = (await tables.turns.play(table.id, mover(table), chance.choice(mine.legal))).table
    asker = mover(table)
    table = (await tables.turns.play(table.id, asker, ask)).table
    asked = mover(table)
    after = await expire(tables, table)
    assert mover(after) == asker
    assert (await tables.look(table.id)).recent[-1].line.split()[1] == "answer"
    assert seat_of(after, asked).missed == 1


async def test_moving_oneself_begins_the_count_again(tables: Tables) -> None:
    table = await started(tables, ANA, BO, layout="2")
    gone = mover(table)
    table = await stay_away(tables, table, gone, turns=2)
    assert seat_of(table, gone).missed == 2
    while mover(table) != gone:
        table = (await tables.turns.play(table.id, mover(table), await choice(tables, table, random.Random(1)))).table
    table = (await tables.turns.play(table.id, gone, "draw")).table
    assert seat_of(table, gone).missed == 0


async def test_after_the_third_missed_turn_in_a_row_a_computer_sits_in(tables: Tables, database: Database) -> None:
    table = await started(tables, ANA, BO, layout="2")
    table = await stay_away(tables, table, ANA)
    own = seat_of(table, ANA)
    assert (own.user_id, own.level, own.sitting_in, own.computer, own.since) == (
        ANA,
        None,
        "normal",
        "normal",
        table.version,
    )
    assert (await deeds(tables, table))[-2:] == [Deed.MISSED, Deed.SITTING_IN]
    assert ANA not in [table.to_move.user_id for table in await tables.games.waiting_for(ANA) if table.to_move]
    for _ in range(3):
        table = await until_a_person_moves(tables, table.id)
        assert mover(table) == BO
        table = (await tables.turns.play(table.id, BO, await choice(tables, table, random.Random(2)))).table
    played = await database.rows("SELECT DISTINCT user_id FROM moves WHERE seat = ?", (own.number,))
    assert [row["user_id"] for row in played] == [None]


async def test_back_at_any_moment(tables: Tables) -> None:
    table = await started(tables, ANA, BO, layout="2")
    table = await stay_away(tables, table, ANA)
    after = await tables.seating.back(table.id, ANA)
    own = seat_of(after, ANA)
    assert (own.missed, own.sitting_in, own.since, after.version) == (0, None, after.version, table.version + 1)
    with pytest.raises(NotAway):
        await tables.seating.back(table.id, ANA)
    with pytest.raises(NotSeated):
        await tables.seating.back(table.id, EVA)
    while mover(after) != ANA:
        after = (await tables.turns.play(table.id, BO, await choice(tables, after, random.Random(2)))).table
    assert (await tables.turns.play(table.id, ANA, "draw")).table.turn == own.number
    assert (await deeds(tables, table))[-1] is Deed.BACK


async def test_back_in_the_middle_of_the_computers_turn(database: Database, clock: Clock) -> None:
    """The computer has drawn and is about to go on: what it drew stays drawn, and the person goes on from there."""
    waiting, go_on = asyncio.Event(), asyncio.Event()

    async def sleep(seconds: float) -> None:
        waiting.set()
        await go_on.wait()
        go_on.clear()

    tables = Tables(database, clock=clock, chance=random.Random(8), pace=1.0, sleep=sleep)
    table = await started(tables, ANA, BO, layout="2")
    table = await stay_away(tables, table, ANA)
    chance = random.Random(2)
    while table.to_move is not None and table.to_move.user_id == BO:
        table = (await tables.turns.play(table.id, BO, await choice(tables, table, chance))).table
    while (await tables.get(table.id)).version == table.version:
        await waiting.wait()
        waiting.clear()
        go_on.set()
        await asyncio.sleep(0.01)
    drawn = await tables.get(table.id)
    assert drawn.turn == seat_of(drawn, ANA).number
    after = await tables.seating.back(table.id, ANA)
    go_on.set()
    await until_a_person_moves(tables, table.id)
    assert (await tables.get(table.id)).version == after.version
    look = await tables.look(table.id, ANA)
    assert look.mine is not None
    assert look.mine.my_turn
    await tables.turns.play(table.id, ANA, await choice(tables, after, chance))
    await tables.computers.close()


async def test_where_everybody_is_away_the_game_waits(tables: Tables) -> None:
    table = await started(tables, ANA, BO, layout="2")
    for _ in range(6):
        table = await expire(tables, table)
    assert all(seat.computer for seat in table.seats)
    table = await until_a_person_moves(tables, table.id)
    version = table.version
    await asyncio.sleep(0.01)
    assert (await tables.get(table.id)).version == version
    await tables.seating.back(table.id, BO)
    assert mover(await until_a_person_moves(tables, table.id)) == BO


async def test_absence_survives_a_restart(tables: Tables, database: Database, clock: Clock) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    table = await stay_away(tables, table, BO)
    table = await until_a_person_moves(tables, table.id)
    await tables.proposals.abandon(table.id, CY)
    before = await tables.get(table.id)
    again = Tables(database, clock=clock, chance=random.Random(7))
    assert await again.get(table.id) == before
    assert [one.user_id for one in before.agreements] == [CY]
    assert await again.look(table.id, ANA) == await tables.look(table.id, ANA)


# -- agreements


async def test_a_game_is_abandoned_when_all_who_are_present_agree(tables: Tables) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    table = await stay_away(tables, table, DI)
    table = await until_a_person_moves(tables, table.id)
    with pytest.raises(NotSeated):
        await tables.proposals.abandon(table.id, EVA)
    await tables.proposals.abandon(table.id, ANA)
    table = await tables.proposals.abandon(table.id, BO)
    [proposal] = proposals(table)
    assert (proposal.agreed, proposal.missing) == ((ANA, BO), (CY,))
    table = await tables.proposals.abandon(table.id, BO)
    assert proposals(table)[0].agreed == (ANA,)
    await tables.proposals.abandon(table.id, BO)
    table = await tables.proposals.abandon(table.id, CY)
    assert (table.status, table.turn, table.agreements) == (Status.ABANDONED, None, ())
    assert (await deeds(tables, table))[-5:] == [
        Deed.AGREED,
        Deed.AGREED,
        Deed.WITHDREW,
        Deed.AGREED,
        Deed.ABANDONED,
    ]
    with pytest.raises(WrongStatus):
        await tables.proposals.abandon(table.id, ANA)


async def test_one_person_among_computers_abandons_at_once(tables: Tables) -> None:
    table = await started(tables, ANA, fill="random")
    assert (await tables.proposals.abandon(table.id, ANA)).status is Status.ABANDONED


async def test_an_agreement_is_void_when_the_round_of_people_changes(tables: Tables) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    await tables.proposals.abandon(table.id, ANA)
    await tables.proposals.abandon(table.id, BO)
    table = await tables.seating.resign(table.id, CY)
    assert table.agreements == ()
    await tables.proposals.abandon(table.id, ANA)
    table = await tables.proposals.abandon(table.id, DI)
    assert (table.status, len(table.agreements)) == (Status.PLAYING, 2)


async def test_one_no_does_away_with_a_proposal(tables: Tables) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    await tables.proposals.abandon(table.id, ANA)
    with pytest.raises(NotSeated):
        await tables.proposals.decline(table.id, EVA, "abandon")
    table = await tables.proposals.decline(table.id, BO, "abandon")
    assert table.agreements == ()
    with pytest.raises(NoSuchProposal):
        await tables.proposals.decline(table.id, BO, "abandon")


async def test_without_a_clock_whoever_lets_the_others_wait_for_a_week_is_not_asked(
    tables: Tables, clock: Clock
) -> None:
    table = await started(tables, ANA, BO, layout="2")
    waiting = mover(table)
    other = BO if waiting == ANA else ANA
    assert (await tables.proposals.abandon(table.id, other)).status is Status.PLAYING
    clock.now += PATIENCE
    assert (await tables.proposals.abandon(table.id, other)).status is Status.ABANDONED


async def test_what_waited_only_for_somebody_who_is_away_now_is_done(tables: Tables) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    table = await stay_away(tables, table, DI, turns=2)
    for user in (ANA, BO, CY):
        table = await tables.proposals.abandon(table.id, user)
    assert (table.status, proposals(table)[0].missing) == (Status.PLAYING, (DI,))
    while mover(table) != DI:
        table = (await tables.turns.play(table.id, mover(table), await choice(tables, table, random.Random(3)))).table
    table = await expire(tables, table)
    assert (table.status, table.turn, table.to_move) == (Status.ABANDONED, None, None)
    assert (await deeds(tables, table))[-3:] == [Deed.MISSED, Deed.SITTING_IN, Deed.ABANDONED]
    assert await tables.get(table.id) == table


async def test_a_substitute_steps_in_for_somebody_who_is_away_now(tables: Tables) -> None:
    table = await started(tables, ANA, BO, layout="2")
    for user in (ANA, EVA):
        table = await tables.proposals.substitute(table.id, user, 1, EVA, "Eva")
    table = await tables.moderation.sit_in(table.id, CY, 1)
    assert seat_of(table, EVA).number == 1
    assert await deeds(tables, table) == [Deed.AGREED, Deed.AGREED, Deed.SEATED_COMPUTER, Deed.SUBSTITUTED]


# -- substitutes


async def test_a_substitute_takes_a_seat_when_they_and_all_who_are_present_agree(
    tables: Tables, database: Database
) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    table = await stay_away(tables, table, BO)
    table = await until_a_person_moves(tables, table.id)
    seat = seat_of(table, BO)
    await tables.proposals.substitute(table.id, ANA, seat.number, EVA, "Eva")
    await tables.proposals.substitute(table.id, EVA, seat.number, EVA)
    table = await tables.proposals.substitute(table.id, CY, seat.number, EVA)
    assert proposals(table)[0].missing == (DI,)
    table = await tables.proposals.substitute(table.id, DI, seat.number, EVA)
    new = table.seat(seat.number)
    assert new is not None
    assert (new.user_id, new.level, new.name, new.missed, new.sitting_in) == (EVA, None, "Eva", 0, None)
    assert (new.since, table.agreements) == (table.version, ())
    history = await database.rows(
        "SELECT user_id, until_version FROM seats WHERE seat = ? ORDER BY from_version", (seat.number,)
    )
    assert [tuple(row) for row in history] == [(BO, table.version), (EVA, None)]
    last = (await tables.history(table.id))[-1]
    assert (last.deed, last.seat, dict(last.facts)) == (
        Deed.SUBSTITUTED,
        seat.number,
        {"name": "Bo", "newcomer": "Eva"},
    )
    look = await tables.look(table.id, EVA)
    assert look.mine is not None
    assert look.mine.seat == seat.number
    with pytest.raises(NotSeated):
        await tables.seating.back(table.id, BO)


async def test_a_person_who_is_present_is_not_replaced_without_their_consent(tables: Tables) -> None:
    table = await started(tables, ANA, BO, layout="2")
    seat = seat_of(table, BO)
    await tables.proposals.substitute(table.id, ANA, seat.number, EVA, "Eva")
    table = await tables.proposals.substitute(table.id, EVA, seat.number, EVA)
    assert table.seat_of(BO) is not None
    table = await tables.proposals.substitute(table.id, BO, seat.number, EVA)
    assert table.seat_of(EVA) is not None


async def test_a_resigned_seat_is_taken_by_a_newcomer(tables: Tables) -> None:
    table = await started(tables, ANA, BO, CY, layout="3-lone")
    table = await tables.seating.resign(table.id, BO)
    with pytest.raises(NotSeated):
        await tables.proposals.substitute(table.id, FAY, 1, EVA, "Eva")
    await tables.proposals.substitute(table.id, EVA, 1, EVA, "Eva")
    await tables.proposals.substitute(table.id, ANA, 1, EVA)
    table = await tables.proposals.substitute(table.id, CY, 1, EVA)
    assert seat_of(table, EVA).number == 1


async def test_who_has_seen_a_hand_takes_no_other(tables: Tables) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    await tables.seating.resign(table.id, BO)
    await tables.seating.resign(table.id, CY)
    with pytest.raises(SatElsewhere):
        await tables.proposals.substitute(table.id, BO, 2, BO, "Bo")
    with pytest.raises(AlreadySeated):
        await tables.proposals.substitute(table.id, ANA, 2, DI, "Di")
    for who in (BO, ANA, DI):
        table = await tables.proposals.substitute(table.id, who, 1, BO, "Bo")
    assert seat_of(table, BO).number == 1


async def test_a_newcomer_who_thinks_better_of_it_ends_the_proposal(tables: Tables) -> None:
    table = await started(tables, ANA, BO, layout="2")
    await tables.proposals.substitute(table.id, ANA, 1, EVA, "Eva")
    await tables.proposals.substitute(table.id, EVA, 1, EVA)
    table = await tables.proposals.substitute(table.id, EVA, 1, EVA)
    assert table.agreements == ()
    with pytest.raises(NoSuchProposal):
        await tables.proposals.substitute(table.id, BO, 1, EVA)


async def test_who_was_declined_does_not_ask_again_but_may_be_asked(tables: Tables) -> None:
    table = await started(tables, ANA, BO, layout="2")
    await tables.proposals.substitute(table.id, EVA, 1, EVA, "Eva")
    await tables.proposals.decline(table.id, BO, "substitute", 1, EVA)
    with pytest.raises(Declined):
        await tables.proposals.substitute(table.id, EVA, 1, EVA, "Eva")
    await tables.proposals.substitute(table.id, BO, 1, EVA, "Eva")
    await tables.proposals.substitute(table.id, EVA, 1, EVA)
    table = await tables.proposals.substitute(table.id, ANA, 1, EVA)
    assert seat_of(table, EVA).number == 1


async def test_a_newcomer_gets_the_whole_reserve(tables: Tables, clock: Clock) -> None:
    table = await tables.lobbies.open(
        Order(home=InChannel(7, CHANNEL), host_id=ANA, layout="2", turn_limit=3600, bank=7200), "Ana"
    )
    await tables.lobbies.join(table.id, BO, "Bo")
    table = await tables.lobbies.start(table.id, ANA)
    for seat in (0, 1):
        table = await tables.moderation.replace_player(table.id, CY, seat, FAY + seat, "New")
        assert seat_of(table, FAY + seat).bank == 7200


async def test_proposals_do_not_pile_up(tables: Tables) -> None:
    table = await started(tables, ANA, BO, layout="2")
    for newcomer in range(200, 205):
        await tables.proposals.substitute(table.id, newcomer, 1, newcomer, f"N{newcomer}")
    with pytest.raises(TooMuchProposed):
        await tables.proposals.substitute(table.id, 205, 1, 205, "N205")


# -- moderators


async def test_a_moderator_skips_a_turn(tables: Tables) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    gone = mover(table)
    await PersonStore(tables.changes.database).heard(EVA, "en")
    after = await tables.moderation.skip(table.id, EVA)
    assert mover(after) != gone
    assert seat_of(after, gone).missed == 0
    [entry] = await tables.history(table.id)
    assert (entry.deed, entry.user_id, entry.seat) == (Deed.SKIPPED, EVA, table.turn)


async def test_a_moderator_seats_a_computer_and_gives_the_seat_back(tables: Tables) -> None:
    table = await started(tables, ANA, BO, layout="2")
    seat = seat_of(table, BO).number
    table = await tables.moderation.sit_in(table.id, EVA, seat)
    assert seat_of(table, BO).sitting_in == "normal"
    with pytest.raises(ComputerThere):
        await tables.moderation.sit_in(table.id, EVA, seat)
    table = await tables.moderation.give_back(table.id, EVA, seat)
    assert seat_of(table, BO).sitting_in is None
    with pytest.raises(NotAway):
        await tables.moderation.give_back(table.id, EVA, seat)
    assert await deeds(tables, table) == [Deed.SEATED_COMPUTER, Deed.GAVE_BACK]


async def test_a_moderator_replaces_a_player(tables: Tables) -> None:
    table = await started(tables, ANA, BO, layout="2")
    table = await tables.moderation.replace_player(table.id, EVA, 0, FAY, "Fay")
    assert (seat_of(table, FAY).number, table.host_id) == (0, BO)
    assert await deeds(tables, table) == [Deed.SUBSTITUTED_BY_MODERATOR]


async def test_unsticking_reads_all_again_and_has_it_told_again(tables: Tables) -> None:
    table = await started(tables, ANA, BO, layout="2")
    purposes = (Purpose(MessageKind.TABLE), Purpose(MessageKind.SCORES, 1))
    sent = [Message(table.id, one, CHANNEL, number, table.version) for number, one in enumerate(purposes, start=1)]
    messages = MessageStore(tables.changes.database)
    await messages.record(table.id, Told(table.version, sent, all=True))
    live = await tables.changes.in_memory.of(table)
    after = await tables.moderation.unstick(table.id, EVA)
    assert await tables.changes.in_memory.of(after) is not live
    states = {one.message_id: one.state for one in await messages.of(table.id)}
    assert states == {1: MessageState.REPLACED, 2: MessageState.SHOWN}
    assert await messages.lagging() == [table.id]
    assert await deeds(tables, table) == [Deed.UNSTUCK]


# -- the log


async def test_the_log_is_only_ever_appended(tables: Tables, database: Database) -> None:
    table = await started(tables, ANA, BO, layout="2")
    await expire(tables, table)
    with pytest.raises(REFUSED, match="only ever appended"):
        await database.write("UPDATE log SET kind = 'back'")


async def test_nothing_of_this_is_for_a_lobby(tables: Tables) -> None:
    table = await lobby(tables, ANA, BO)
    for deed in (
        tables.seating.back(table.id, ANA),
        tables.proposals.abandon(table.id, ANA),
        tables.proposals.substitute(table.id, ANA, 1, EVA, "Eva"),
        tables.moderation.skip(table.id, EVA),
        tables.moderation.sit_in(table.id, EVA, 0),
    ):
        with pytest.raises(WrongStatus):
            await deed
    assert await tables.turns.expire(table.id, table.version) == table


async def test_a_change_made_elsewhere_is_not_overwritten(tables: Tables, database: Database, clock: Clock) -> None:
    table = await started(tables, ANA, BO, layout="2")
    other = Tables(database, clock=clock)
    results = await asyncio.gather(
        tables.proposals.abandon(table.id, ANA), other.moderation.sit_in(table.id, EVA, 1), return_exceptions=True
    )
    assert all(isinstance(one, Table | Stale) for one in results)
    made = sum(isinstance(one, Table) for one in results)
    assert (await tables.get(table.id)).version == table.version + made


async def test_when_the_game_is_over_nobody_is_away(tables: Tables) -> None:
    table = await started(tables, ANA, BO, layout="2")
    await tables.moderation.sit_in(table.id, EVA, 1)
    table = await tables.proposals.abandon(table.id, ANA)
    assert (table.status, [seat.computer for seat in table.seats]) == (Status.ABANDONED, [None, None])
    assert await tables.get(table.id) == table


async def test_a_player_who_moves_is_back(tables: Tables) -> None:
    table = await started(tables, ANA, BO, layout="2")
    for _ in range(6):
        table = await expire(tables, table)
    assert all(seat.computer for seat in table.seats)
    own = table.to_move
    assert own is not None
    assert own.user_id is not None
    table = (await tables.turns.play(table.id, own.user_id, "draw")).table
    assert seat_of(table, own.user_id).computer is None
    assert (await deeds(tables, table))[-1] is Deed.BACK
    assert table.turn == own.number


async def test_a_proposal_about_a_seat_ends_when_its_player_is_back(tables: Tables) -> None:
    table = await started(tables, ANA, BO, CY, DI)
    for by_themselves in (True, False):
        seat = seat_of(table, DI)
        await tables.moderation.sit_in(table.id, CY, seat.number)
        for user in (ANA, BO, EVA):
            table = await tables.proposals.substitute(table.id, user, seat.number, EVA, "Eva")
        table = await tables.proposals.abandon(table.id, ANA)
        assert len(proposals(table)) == 2
        if by_themselves:
            table = await tables.seating.back(table.id, DI)
        else:
            table = await tables.moderation.give_back(table.id, CY, seat.number)
        assert [one.kind for one in proposals(table)] == ["abandon"]
        with pytest.raises(NoSuchProposal):
            await tables.proposals.substitute(table.id, DI, seat.number, EVA)
        table = await tables.proposals.abandon(table.id, ANA)


async def test_a_proposal_about_a_seat_ends_when_the_player_who_was_away_moves(tables: Tables, clock: Clock) -> None:
    table = await started(tables, ANA, BO, layout="2")
    waiting = mover(table)
    other = BO if waiting == ANA else ANA
    seat = seat_of(table, waiting).number
    table = await tables.proposals.substitute(table.id, other, seat, EVA, "Eva")
    assert len(proposals(table)) == 1
    clock.now += PATIENCE
    table = (await tables.turns.play(table.id, waiting, "draw")).table
    assert proposals(table) == []


async def test_a_proposal_to_which_a_player_who_is_there_agreed_outlives_their_move(tables: Tables) -> None:
    table = await started(tables, ANA, BO, layout="2")
    leaving = mover(table)
    await tables.proposals.substitute(table.id, leaving, seat_of(table, leaving).number, EVA, "Eva")
    table = (await tables.turns.play(table.id, leaving, "draw")).table
    assert len(proposals(table)) == 1
