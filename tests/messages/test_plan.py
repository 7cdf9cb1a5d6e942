"""Plans of a table's messages, by examples: a table, its messages and its people, and what is to be done."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.canasta.events import Event, RoundSheet
from bot.canasta.rules import load_rules
from bot.canasta.views import PlayerView, PublicView
from bot.data.log import Deed, LogEntry
from bot.data.messages import Message, MessageKind, MessageState, Purpose
from bot.data.people import Person
from bot.data.tables import Agreement, InChannel, Lost, Seat, Status, Table
from bot.messages import plan as module
from bot.messages.plan import Delete, Forget, Plan, SendMode, Show, Situation, planned
from bot.tables.rules import clock
from bot.tables.views import Happening, Look

ANNA, BRUNO, CARLA = 101, 102, 103
CHANNEL, ELSEWHERE = 50, 51
NOW = 1_800_000_000
PUBLIC = PublicView(
    rules=load_rules("classic", "2"), round_number=1, dealer=0, turn=1, phase="draw", stock_size=50, pile=(), frozen=False,
    blocked=False, closed_by=None, freezing=None, players=(), sides=(), scores=(0, 0), so_far=(), asking=None, finished=(),
    winner=None,
)  # fmt: skip
SHEET = RoundSheet(1, 0, "out", False, (), (100, 50))
#: Anna has drawn (5) and discarded (6): it is Bruno's turn.
MOVES = (
    Happening(4, 1, 1, "discard", ()),
    Happening(5, 1, 0, "draw", ()),
    Happening(6, 1, 0, "discard", ()),
)
TABLE = Table(
    id=7, home=InChannel(1, CHANNEL), status=Status.PLAYING, version=6, variant="classic", layout="2", size=2, house={},
    host_id=ANNA, seats=(Seat(0, ANNA, None, "Anna"), Seat(1, BRUNO, None, "Bruno")), round=1, commitment=None, turn=1,
    turn_since=NOW, scores=(0, 0), winner=None, created_at=NOW, updated_at=NOW, ended_at=None,
)  # fmt: skip
LOBBY = replace(TABLE, status=Status.LOBBY, round=0, turn=None, version=2)
PEOPLE = {ANNA: Person(ANNA, 1010), BRUNO: Person(BRUNO, 1020)}


def message(kind: MessageKind, shows: int, number: int = -1, user_id: int = 0, **others: Any) -> Message:
    """Return a message of the table; hands lie in their people's direct messages."""
    place = (1010, 1020)[number] if kind is MessageKind.HAND else CHANNEL
    plain = {"channel_id": place, "message_id": list(MessageKind).index(kind) * 100 + number + 1, **others}
    return Message(TABLE.id, Purpose(kind, number, user_id), shows_version=shows, **plain)


#: All was shown when Anna had drawn.
BEFORE = (message(MessageKind.TABLE, 5), message(MessageKind.HAND, 5, 0, called=4), message(MessageKind.HAND, 4, 1))
#: All is shown.
AFTER = (message(MessageKind.TABLE, 6), message(MessageKind.HAND, 6, 0), message(MessageKind.HAND, 6, 1, called=6))


def situation(
    messages: tuple[Message, ...] = AFTER,
    people: dict[int, Person] | None = None,
    *,
    table: Table = TABLE,
    **others: Any,
) -> Situation:
    """Return a table with messages and people; what a look or the situation adds."""
    seen: dict[str, Any] = {"public": PUBLIC, "mine": None, "recent": MOVES}
    seen |= {name: others.pop(name) for name in ("recent", "deeds", "public") if name in others}
    look = Look(table, **seen)
    return Situation(look, messages, PEOPLE | (people or {}), NOW, **others)


def without(messages: tuple[Message, ...], kind: MessageKind) -> tuple[Message, ...]:
    return tuple(one for one in messages if one.purpose.kind is not kind)


def said(plan: Plan) -> list[str]:
    """Return a plan in words: where, what, and for whom."""
    lines = [f"channel: {_step(one)}" for one in plan.channel]
    lines += [f"{_what(row[0])}: {_step(one)}" for row in plan.direct for one in row]
    lines += [f"useless: {_step(one)}" for one in plan.useless]
    return lines


def _what(step: module.Step) -> str:
    purpose = step.purpose if isinstance(step, Show) else step.message.purpose
    if purpose.kind is MessageKind.SCORES:
        return "hand"
    return str(purpose.kind) if purpose.kind in (MessageKind.HAND, MessageKind.HEADS_UP) else "lost"


def _step(step: module.Step) -> str:
    if isinstance(step, Forget):
        return f"forget {_purpose(step.message.purpose)}"
    if isinstance(step, Delete):
        return f"delete {_purpose(step.message.purpose)}{' that called' if step.called else ''}"
    calls = f" calling {', '.join(map(str, step.pings))}" if step.pings else ""
    quiet = " silently" if step.silent else ""
    place = f" in place of {_purpose(step.old.purpose)}" if step.takes and step.old is not None else ""
    return f"{step.way.name.lower()} {_purpose(step.purpose)}{place}{calls}{quiet}"


def _purpose(purpose: Purpose) -> str:
    number = "" if purpose.number == -1 else f" {purpose.number}"
    return f"{purpose.kind}{number}{f' of {purpose.user_id}' if purpose.user_id else ''}"


NEXT_TURN = ["channel: post_if_scrolled table silently", "hand: edit hand 0", "hand: post hand 1"]
CALLED_HERE = ["channel: post table calling 102", "hand: edit hand 0"]
FIRST = ["channel: edit table silently", "hand: post hand 0 silently", "hand: post hand 1"]
PINGED = {BRUNO: replace(PEOPLE[BRUNO], pinged=True)}
SITTING_IN = replace(TABLE, seats=(TABLE.seats[0], replace(TABLE.seats[1], sitting_in="normal")))
HALF_DUE = replace(TABLE, timers={clock.HALF: NOW - 1, clock.EXPIRY: NOW + 1})
ABANDONING = replace(TABLE, agreements=(Agreement("abandon", ANNA, 6),), version=6)
ASKED = LogEntry(Deed.AGREED, ANNA, version=6)
PROPOSED = message(MessageKind.PROPOSAL, 5)

DRAWN = Happening(7, 1, 1, "draw", (Event("draw", 1, count=1),))
LAID = Happening(8, 1, 1, "meld", (Event("meld", 1),))
THREE = Happening(7, 1, 1, "three", (Event("three", 1),))
DRAWN_THREE = Happening(7, 1, 1, "draw", (Event("draw", 1, count=1), Event("three", 1)))

WARNED = {ANNA: replace(PEOPLE[ANNA], heads_up=True)}
TWO = PUBLIC._replace(players=tuple(PlayerView(seat, "", seat, 11, 0, False, 0, False, False) for seat in (0, 1)))
HEADS_UP = message(MessageKind.HEADS_UP, 6, 0, channel_id=1010)

#: Anna has ended a round by the move that dealt the next one.
DEALT = (*MOVES[:2], replace(MOVES[2], events=(Event("deal"),)))
NEXT_ROUND = PUBLIC._replace(finished=(SHEET,), round_number=2)
ROUND_OVER = (message(MessageKind.TABLE, 5), message(MessageKind.HAND, 5, 0), message(MessageKind.HAND, 4, 1))
READ = (
    message(MessageKind.TABLE, 6),
    message(MessageKind.SCORES, 6, 1),
    message(MessageKind.SCORES, 6, 1, ANNA, channel_id=1010, message_id=901),
    message(MessageKind.SCORES, 6, 1, BRUNO, channel_id=1020, message_id=902),
    AFTER[2],
)

EXAMPLES: dict[str, tuple[Situation, list[str]]] = {
    "everything is told": (situation(), []),
    "the turn passes on": (situation(BEFORE), NEXT_TURN),
    "somebody draws, and only they and the channel see more": (
        situation(table=replace(TABLE, version=7), recent=(*MOVES, Happening(7, 1, 1, "draw", ()))),
        ["channel: edit table silently", "hand: edit hand 1"],
    ),
    "somebody draws, and their turn may soon be over: the channel need not see it": (
        situation(table=replace(TABLE, version=7), recent=(*MOVES, DRAWN), patient=True),
        ["hand: edit hand 1"],
    ),
    "they draw a red three, which is laid down by itself": (
        situation(table=replace(TABLE, version=7), recent=(*MOVES, DRAWN_THREE), patient=True, answered={BRUNO: 6}),
        [],
    ),
    "they draw a red three, and their turn doesn't go on": (
        situation(table=replace(TABLE, version=7), recent=(*MOVES, DRAWN_THREE), answered={BRUNO: 6}),
        ["channel: edit table silently", "hand: edit hand 1"],
    ),
    "they lay down a red three themselves": (
        situation(table=replace(TABLE, version=7), recent=(*MOVES, THREE), patient=True, answered={BRUNO: 6}),
        ["channel: edit table silently"],
    ),
    "they see what they draw elsewhere than in their direct messages": (
        situation(table=replace(TABLE, version=7), recent=(*MOVES, DRAWN), patient=True, answered={BRUNO: 6}),
        [],
    ),
    "their turn doesn't go on": (
        situation(table=replace(TABLE, version=7), recent=(*MOVES, DRAWN), answered={BRUNO: 6}),
        ["channel: edit table silently", "hand: edit hand 1"],
    ),
    "they had drawn before, and then something was proposed": (
        situation(table=replace(ABANDONING, version=8), recent=(*MOVES, DRAWN), patient=True, answered={BRUNO: 6}),
        ["channel: edit table silently", "channel: edit proposal calling 102", "hand: edit hand 1"],
    ),
    "they draw, and lay down in their direct messages": (
        situation(table=replace(TABLE, version=8), recent=(*MOVES, DRAWN, LAID), patient=True, answered={BRUNO: 6}),
        ["hand: edit hand 1"],
    ),
    "they have laid down in their direct messages, and their turn doesn't go on": (
        situation(table=replace(TABLE, version=8), recent=(*MOVES, DRAWN, LAID), answered={BRUNO: 6}),
        ["channel: edit table silently", "hand: edit hand 1"],
    ),
    "they draw and lay down elsewhere": (
        situation(table=replace(TABLE, version=8), recent=(*MOVES, DRAWN, LAID), patient=True, answered={BRUNO: 7}),
        ["channel: edit table silently"],
    ),
    "nothing was told of a game yet": (situation(()), FIRST),
    "a lobby": (
        situation((message(MessageKind.TABLE, 1),), table=LOBBY, public=None, recent=()),
        ["channel: edit table"],
    ),
    "the message of a lobby is forgotten": (
        situation((), table=LOBBY, public=None, recent=()),
        ["channel: edit table"],
    ),
    "whoever is called rests": (
        situation(BEFORE, resting=True),
        ["channel: edit table silently", "hand: edit hand 0", "hand: post hand 1 silently"],
    ),
    "they have rested": (
        situation((*AFTER[:2], replace(AFTER[2], called=0)), table=replace(TABLE, timers={clock.CALL: NOW - 1})),
        ["hand: post hand 1"],
    ),
    "whoever is called in the channel rests": (
        situation(BEFORE, PINGED, resting=True),
        ["channel: edit table silently", "hand: edit hand 0", "hand: edit hand 1"],
    ),
    "they have rested, who are called in the channel": (
        situation(
            (*AFTER[:2], replace(AFTER[2], called=0)), PINGED, table=replace(TABLE, timers={clock.CALL: NOW - 1})
        ),
        ["channel: post table calling 102"],
    ),
    "whoever is called prefers that in the channel": (situation(BEFORE, PINGED), [*CALLED_HERE, "hand: edit hand 1"]),
    "they were called, and draw": (
        situation(
            (message(MessageKind.TABLE, 6, called=6), AFTER[1], replace(AFTER[2], called=0)),
            PINGED,
            table=replace(TABLE, version=7),
            recent=(*MOVES, DRAWN),
        ),
        ["channel: edit table silently", "hand: edit hand 1"],
    ),
    "they were called by a direct message, before they preferred it otherwise": (situation(people=PINGED), []),
    "whoever is called has closed their messages, and that was not said yet": (
        situation(without(BEFORE, MessageKind.HAND), {BRUNO: replace(PEOPLE[BRUNO], dm_closed=True)}),
        [CALLED_HERE[0], "channel: post closed of 102 silently", "hand: post hand 0 silently"],
    ),
    "they have, it was said, and there is a message from before": (
        situation(
            (*BEFORE, message(MessageKind.CLOSED, 2, user_id=BRUNO)), {BRUNO: replace(PEOPLE[BRUNO], dm_closed=True)}
        ),
        [*CALLED_HERE, "hand: edit_only hand 1"],
    ),
    "whoever is called wants no direct messages": (
        situation(BEFORE, {BRUNO: replace(PEOPLE[BRUNO], direct=False)}),
        [*CALLED_HERE, "hand: delete hand 1"],
    ),
    "a computer plays for whoever is called": (
        situation(BEFORE, table=SITTING_IN),
        ["channel: edit table silently", "hand: edit hand 0", "hand: edit hand 1"],
    ),
    "somebody is to be reminded, in their direct messages": (situation(table=HALF_DUE), ["hand: post hand 1"]),
    "they can only be reminded in the channel": (
        situation(
            (message(MessageKind.TABLE, 6, called=6), *AFTER[1:], message(MessageKind.CLOSED, 2, user_id=BRUNO)),
            {BRUNO: replace(PEOPLE[BRUNO], dm_closed=True)},
            table=HALF_DUE,
        ),
        ["channel: post table calling 102"],
    ),
    "they want no reminders": (
        situation(people={BRUNO: replace(PEOPLE[BRUNO], reminders=False)}, table=HALF_DUE),
        [],
    ),
    "a round is over": (
        situation(BEFORE, public=PUBLIC._replace(finished=(SHEET,))),
        [
            "channel: post_if_scrolled scores 1 in place of table",
            "channel: post table silently",
            "hand: edit hand 0",
            "hand: post hand 1",
        ],
    ),
    "a round is over, and whoever begins the next one reads its sheet first": (
        situation(ROUND_OVER, public=NEXT_ROUND, recent=DEALT, onwards=False),
        [
            "channel: post_if_scrolled scores 1 in place of table",
            "channel: post table silently",
            "hand: edit scores 1 of 101 in place of hand 0 silently",
            "hand: edit scores 1 of 102 in place of hand 1 silently",
            "hand: post hand 1",
        ],
    ),
    "they have read it for a while": (
        situation(READ, public=NEXT_ROUND, recent=DEALT),
        ["hand: edit_only scores 1 of 101", "hand: post hand 0 silently"],
    ),
    "they want to go on": (
        situation(READ, public=NEXT_ROUND, recent=DEALT, onwards=False, redraw={ANNA}),
        ["hand: post hand 0 silently"],
    ),
    "they read on": (situation(READ, public=NEXT_ROUND, recent=DEALT, onwards=False), []),
    "nobody waits for whoever reads": (
        situation(
            ROUND_OVER,
            table=replace(TABLE, seats=(Seat(0, None, "normal", "Ada"), TABLE.seats[1])),
            public=NEXT_ROUND,
            recent=DEALT,
            onwards=False,
        ),
        [
            "channel: post_if_scrolled scores 1 in place of table",
            "channel: post table silently",
            "hand: edit scores 1 of 102 in place of hand 1 silently",
            "useless: delete hand 0",
        ],
    ),
    "the game is over, of which nobody is written to twice a day": (
        situation(
            BEFORE,
            {BRUNO: replace(PEOPLE[BRUNO], news_at=NOW - clock.DAY + 1)},
            table=replace(TABLE, status=Status.FINISHED, turn=None),
            public=PUBLIC._replace(finished=(SHEET,), over=True, turn=None),
        ),
        [
            "channel: edit scores 1 in place of table",
            "channel: edit result",
            "hand: post hand 0",
            "hand: edit hand 1",
        ],
    ),
    "a result was corrected": (
        situation(
            (
                message(MessageKind.TABLE, 6),
                message(MessageKind.RESULT, 0),
                message(MessageKind.HAND, 6, 0),
                message(MessageKind.HAND, 6, 1),
            ),
            table=replace(TABLE, status=Status.FINISHED, turn=None),
        ),
        ["channel: edit result"],
    ),
    "something is proposed": (
        situation((*BEFORE[:1], *AFTER[1:]), table=ABANDONING, deeds=(ASKED,)),
        ["channel: post_if_scrolled table silently", "channel: edit proposal calling 102"],
    ),
    "it is proposed again in the turn in which its message was deleted": (
        situation((*AFTER, replace(PROPOSED, state=MessageState.DELETED, shows_version=6)), table=ABANDONING),
        ["channel: edit proposal"],
    ),
    "it is proposed again in a later turn": (
        situation((*AFTER, replace(PROPOSED, state=MessageState.DELETED, shows_version=5)), table=ABANDONING),
        ["channel: edit proposal calling 102"],
    ),
    "what was proposed is settled": (situation((*AFTER, PROPOSED)), ["useless: delete proposal that called"]),
    "what was proposed in an earlier turn was deleted then": (
        situation((*AFTER, replace(PROPOSED, state=MessageState.DELETED, shows_version=5))),
        ["useless: forget proposal"],
    ),
    "messages that others have replaced": (
        situation((*AFTER, message(MessageKind.HAND, 2, 1, state=MessageState.REPLACED, message_id=900))),
        ["useless: delete hand 1"],
    ),
    "all messages were retired": (
        situation(tuple(replace(one, state=MessageState.REPLACED) for one in AFTER)),
        [*FIRST, *(f"useless: delete {_purpose(one.purpose)}" for one in AFTER)],
    ),
    "a seat has nobody any more": (
        situation(table=replace(TABLE, seats=(TABLE.seats[0], Seat(1, None, "normal", "Computer")))),
        ["useless: delete hand 1"],
    ),
    "somebody else has got a seat": (
        situation(
            people={CARLA: Person(CARLA)},
            table=replace(TABLE, seats=(TABLE.seats[0], Seat(1, CARLA, None, "Carla", since=7)), version=7),
        ),
        [
            "channel: post_if_scrolled table silently",
            "hand: edit hand 0",
            "hand: delete hand 1",
            "hand: post hand 1",
        ],
    ),
    "the game has another channel": (
        situation((replace(AFTER[0], channel_id=ELSEWHERE, called=6), *AFTER[1:2]), PINGED),
        ["channel: post table calling 102", "hand: post hand 1 silently"],
    ),
    "the channel is gone": (
        situation(BEFORE, table=replace(TABLE, lost=Lost.GONE)),
        ["hand: edit hand 0", "hand: post hand 1", "lost: post gone 0", "lost: post gone 1"],
    ),
    "the channel is open again": (
        situation((*AFTER, message(MessageKind.BARRED, 5, 0))),
        ["useless: delete barred 0"],
    ),
    "a lobby can't be shown": (
        situation((message(MessageKind.TABLE, 2),), table=replace(LOBBY, lost=Lost.BARRED), public=None, recent=()),
        ["lost: post barred"],
    ),
    "the bot is not in the server any more": (
        situation(BEFORE, there=False),
        ["hand: edit hand 0", "hand: post hand 1"],
    ),
    "somebody wants to be told that they are next": (
        situation(people=WARNED, public=TWO),
        ["heads-up: post heads-up 0 silently"],
    ),
    "they were told": (situation((*AFTER, HEADS_UP), WARNED, public=TWO), []),
    "now it is their turn": (
        situation(
            (AFTER[0], replace(AFTER[1], called=6), AFTER[2], HEADS_UP),
            WARNED,
            public=TWO._replace(turn=0),
            table=replace(TABLE, turn=0),
            recent=MOVES[:1],
        ),
        ["useless: delete heads-up 0"],
    ),
    "a partner is asked meanwhile": (
        situation((*AFTER, HEADS_UP), WARNED, public=TWO._replace(turn=0, asking=1)),
        [],
    ),
    "a computer plays before them": (
        situation((*AFTER, HEADS_UP), WARNED, public=TWO, table=SITTING_IN),
        ["useless: delete heads-up 0"],
    ),
    "they want that no more": (situation((*AFTER, HEADS_UP), public=TWO), ["useless: delete heads-up 0"]),
    "somebody likes their cards otherwise": (situation(redraw={ANNA}), ["hand: edit hand 0"]),
    "the message that told somebody of the end of a game is drawn again": (
        situation(
            (*AFTER, message(MessageKind.SCORES, 6, 1), message(MessageKind.RESULT, 6)),
            table=replace(TABLE, status=Status.FINISHED, turn=None),
            redraw={ANNA},
        ),
        ["hand: edit hand 0"],
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_what_is_planned(name: str) -> None:
    now, expected = EXAMPLES[name]
    assert said(planned(now)) == expected


CARLAS = replace(TABLE, seats=(*TABLE.seats, Seat(2, CARLA, None, "Carla")), size=3, turn=2, version=8)
BRUNO_PLAYED = (*MOVES, Happening(7, 1, 1, "draw", ()), Happening(8, 1, 1, "discard", ()))


@pytest.mark.parametrize(
    ("others", "table", "hand"),
    [
        ({}, True, True),
        ({"redraw": {ANNA}}, False, False),
        ({"recent": tuple(replace(one, mover=Seat(1, None, "normal", "Ada")) for one in BRUNO_PLAYED)}, False, True),
        ({"recent": (*BRUNO_PLAYED[:-1], replace(BRUNO_PLAYED[-1], line="keep 1"))}, True, False),
        ({"messages": (message(MessageKind.HAND, 5, 0),)}, False, False),
    ],
    ids=["others play", "they like their cards otherwise", "a computer plays", "packets are passed on", "own move"],
)
def test_whoever_waits_keeps_the_pictures_that_stay_true(others: dict[str, Any], table: bool, hand: bool) -> None:
    known = {"messages": AFTER, "recent": BRUNO_PLAYED} | others
    now = situation(table=CARLAS, people={CARLA: Person(CARLA, 1030)}, **known)
    [step] = [step for row in planned(now).direct for step in row if isinstance(step, Show) and step.to == ANNA]
    assert (step.way, step.keeps_table, step.keeps_hand) == (SendMode.EDIT, table, hand)


def test_what_waits_for_the_rest_of_a_turn_is_left_for_later() -> None:
    drawn = {"table": replace(TABLE, version=7), "recent": (*MOVES, DRAWN)}
    assert planned(situation(**drawn, patient=True)).later  # type: ignore[arg-type]
    assert not planned(situation(**drawn)).later  # type: ignore[arg-type]
    assert not planned(situation(patient=True)).later


def test_a_message_in_which_its_reader_chooses_stays_as_it_is() -> None:
    own = replace(BEFORE[2], called=4)
    table = replace(TABLE, version=7)
    plan = planned(situation((*AFTER[:2], own), table=table, recent=MOVES[:1], choosing={own.message_id}, people={}))
    assert own.message_id in plan.waiting
    assert plan.unshown
    assert not [one for row in plan.direct for one in row if isinstance(one, Show) and one.old == own]


def test_a_new_message_leaves_the_one_in_which_its_reader_chooses() -> None:
    own = AFTER[2]
    plan = planned(situation(table=HALF_DUE, choosing={own.message_id}))
    [[step]] = plan.direct
    assert isinstance(step, Show)
    assert (step.way, step.old, step.kept) == (SendMode.POST, own, True)
    assert plan.waiting == {own.message_id}
    assert not plan.unshown


def test_a_reminder_is_distinguished_from_the_call_and_does_what_is_due() -> None:
    first, again = (planned(situation(table=table, redraw={BRUNO})) for table in (TABLE, HALF_DUE))
    [[edit]], [[post]] = first.direct, again.direct
    assert isinstance(edit, Show)
    assert isinstance(post, Show)
    assert (edit.mark, edit.calls) == ("", None)
    assert post.mark
    assert post.calls is not None
    assert post.calls.due == (clock.HALF,)


def test_a_deal_calls_only_whose_turn_it_is() -> None:
    dealt = replace(MOVES[2], events=(Event("deal"),))
    steps = [step for row in planned(situation(BEFORE, recent=(*MOVES[:2], dealt))).direct for step in row]
    assert [step.way for step in steps if isinstance(step, Show)] == [SendMode.EDIT, SendMode.POST]


def test_a_plan_neither_knows_discord_nor_does_anything() -> None:
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    imports = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imports |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert not [name for name in imports if name.startswith(("discord", "bot.ui", "bot.messages", "asyncio"))]
    assert not [node for node in ast.walk(tree) if isinstance(node, (ast.AsyncFunctionDef, ast.Await))]
