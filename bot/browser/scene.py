"""A table as a page in a browser shows it: plain values and texts, made of nothing but what its person may see."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any, TypeAlias

from bot.canasta.cards import Card, card_text
from bot.canasta.moves import Group, IllegalMove, Move, Ways
from bot.canasta.views import MeldView, PlayerView, PublicView, SeatView, SideView
from bot.data.people import Person
from bot.data.tables import Seat, Status, Table
from bot.tables import Look
from bot.tables.errors import NotYourTurn
from bot.tables.rules import lengths, rights
from bot.tables.views import Scene
from bot.ui import i18n, meld_draft, move_order
from bot.ui.i18n import _, labelled, ngettext, pgettext
from bot.ui.pages import log_page, table_page
from bot.ui.words import (
    card_names,
    command_names,
    daily_text,
    happenings,
    house_rule_text,
    move_text,
    person_names,
    score_text,
    text_only,
    turn_text,
    variant_names,
)
from bot.ui.words.refusals import sentence

#: The values that are sent to a page: those that JSON has.
Values: TypeAlias = dict[str, Any]

#: The most turns that the page tells of.
_TURNS = 12
#: The most moves of which the page shows how the cards go, and the kinds of events in which cards do.
_MOVES = 12
_SEEN_TO_MOVE = ("draw", "take", "meld", "discard", "three", "foot")
#: Moves that have buttons or cards of their own.
_USUAL = ("draw", "take", "meld", "discard", "answer", "ask", "undo")
#: All that Discord would read in a text, in one pass: a name is written so that it reads nothing there, and isn't read again.
_MARKS = re.compile(
    r"\\(.)|<@!?(?P<who>-?\d+)>|<t:(?P<when>\d+)(?::\w)?>|\*|`|^(?:-# |#{2,3} )|\[([^\]]*)\]\(https://[^)]*\)",
    re.MULTILINE,
)
_MOMENT = "\x1f"
"""Stands on both sides of a moment (seconds UTC), which the page says in its reader's time; no name has it."""


def story_of(look: Look) -> happenings.LatestTurns:
    """Return what the page tells of a round, for all who look at it in the same moment."""
    return happenings.LatestTurns(look.recent, look.table, _TURNS)


def scene(look: Look, person: Person, story: happenings.LatestTurns | None = None) -> Values:
    """Return a table as one of its players sees it. The task speaks their language, in the words of the game.

    `story` is what `story_of` has found already, if others look too. Cards are their codes, None for one that lies face down. Moves are lines of the record, which the page sends back.
    """
    table, public, mine = look.table, look.public, look.mine
    own = table.seat_of(person.user_id)
    shown: Values = {
        "table": table.id,
        "version": table.version,
        "language": i18n.language(),
        "words": _words(i18n.language(), i18n.vocabulary()),
        "finished": 0,
        "moves": [],
        **of_person(person, table.id),
        "title": score_text.game_of(table),
        "now": [],
        "why": [],
        "until": None,
        "hand": None,
        "actions": [],
        "suggested": [],
        "sides": [],
        "feed": [],
        "my_turn": False,
        "phase": "",
    }
    if public is None:
        return shown | _lobby(table, own)
    shown["title"] = said(_title(look, public))
    seat = -1 if own is None else own.number
    shown |= {
        "phase": public.phase,
        "finished": len(public.finished),
        "moves": _moves(look),
        "stock": public.stock_size,
        "pile": _pile(public, table),
        "sides": _sides(public, table, seat),
        "scores": said(
            score_text.standing_towards(score_text.standing(public, table, seat, public.scores), public.rules), table
        ),
        "feed": [
            said(line, table)
            for line in (
                *(story or story_of(look)).lines(seat),
                *log_page.lately(look.deeds, look.table),
            )
        ],
    }
    if table.status is not Status.PLAYING:
        return shown | _over(look, public, seat)
    if mine is None:
        return shown | {"now": [said(turn_text.whose_turn(public, table), table)]}
    if mine.my_turn and table.deadline is not None:
        shown["until"] = table.deadline
    return shown | {
        "seat": mine.seat,
        "my_turn": mine.my_turn,
        # Beside pictures nothing is said to somebody who can only discard: here no button says it.
        "now": [said(line, table) for line in turn_text.what_now(mine, table, brief=public.phase != "play")],
        "why": [said(line, table) for line in turn_text.why(mine)],
        "hand": _hand(mine),
        "actions": [*_actions(mine, table), *_hint(look, mine)],
        "suggested": _suggested(mine),
    }


def of_person(person: Person, table_id: int) -> Values:
    """Return how a person wants a table shown: the order of their hand, and the looks of cards and page."""
    return {
        "sorted": _order_of_hand(person, table_id),
        "cards": cards_of(person),
        "theme": person.theme,
        "large": person.card_size == "large",
    }


def cards_of(person: Person) -> str:
    """Return the name of the picture of all cards in a person's looks and in the language that the task speaks."""
    return f"{person.theme}-{person.colours}-{person.back}-{i18n.language()}"


def replayed(stop: Scene, person: Person, *, hands: bool = True) -> Values:
    """Return a game that is over as it stood at one of its stops, with the hand of a seat, and the ways to see other `hands`."""
    table = replace(stop.table, status=Status.PLAYING)
    shown = scene(Look(table, stop.public, stop.mine, stop.recent), person)
    title = _("## Replay: {name}, round {round} of {rounds}").format(
        name=variant_names.title(stop.public.rules), round=stop.public.round_number, rounds=len(stop.rounds)
    )
    place = _("-# Move {move} of {moves} in this round ({step} of {steps} in the game).").format(
        move=stop.move, moves=stop.moves, step=stop.stop + 1, steps=stop.stops
    )
    turn = "" if stop.public.turn is None or stop.public.over else turn_text.whose_turn(stop.public, table)
    return shown | {
        "title": said(title),
        "now": [said(place), *([said(turn, table)] if turn else [])],
        "why": [],
        "actions": [],
        "suggested": [],
        "my_turn": False,
        "until": None,
        "replay": {
            "stop": stop.stop,
            "last": stop.stops - 1,
            "turn_before": stop.turn_before,
            "turn_after": stop.turn_after,
            "rounds": list(stop.rounds),
            "seat": None if stop.mine is None else stop.mine.seat,
            "hands": _hands(stop.table) if hands else [],
            "show": _("Show somebody's cards"),
            "hide": _("Hide all hands"),
        },
    }


def _hands(table: Table) -> list[str]:
    """Return what hands are called that a replay can show, by their seats."""
    return [_("{name}'s cards").format(name=person_names.label_of(table.seat(number))) for number in range(table.size)]


def advised(text: str, move: Move, table: Table) -> Values:
    """Return a hint of a `text`, with the cards of the move that it advises."""
    cards = [move.card] if move.card is not None else list(move.cards)
    return {"hint": said(text, table), "lifts": cards}


def in_list(table: Table, person: Person, title: str = "") -> Values:
    """Return a table in the list of somebody's tables: its game or `title`, who else sits there, and what it waits for."""
    names = [person_names.label_of(seat) for seat in table.seats if seat.user_id != person.user_id]
    mover = table.to_move
    mine = mover is not None and mover.user_id == person.user_id and not mover.sitting_in
    free = table.size - len(table.seats)
    if mine:
        waits = pgettext("on the page of a table", "Your turn")
    elif mover is not None:
        waits = said(_("It's **{name}**'s turn.").format(name=person_names.name_of(mover)), table)
    elif table.status is Status.LOBBY:
        waits = ngettext("{count} seat is still free.", "{count} seats are still free.", free).format(count=free)
    else:
        waits = ""
    return {
        "table": table.id,
        "game": title or said(score_text.game_of(table)),
        "names": ", ".join(names),
        "waits": waits,
        "mine": mine,
    }


def options(look: Look, chosen: Sequence[Card], ways: dict[str, Ways]) -> Values:
    """Return what a player could do with the cards that they have lifted: moves, and for each verb without any, why.

    `ways` has the ways to lay exactly these cards, by the verbs that lay cards.
    """
    mine, table = look.mine, look.table
    assert mine is not None
    found, refused = list[Values](), dict[str, str]()
    for verb, way in ways.items():
        found += [option_of(mine, move) for move in way.moves]
        if not way.moves and way.refusal is not None:
            refused[verb] = said(sentence(way.refusal), table)
    if len(chosen) == 1 and mine.public.phase == "play":
        move = Move(mine.seat, "discard", card=chosen[0])
        if move in mine.legal:
            text = _("Discard {card}").format(card=card_names.card(chosen[0]))
            hint = move_text.discard_hint(chosen[0], mine.public.rules)
            found.append(
                {"verb": "discard", "move": str(move), "label": labelled(text, hint) if hint else text, "to": []}
            )
    return {"options": found, "refused": refused}


def not_yet(look: Look, chosen: Sequence[Card]) -> Values:
    """Return the same for a player whose turn doesn't let them lay cards, with the reason."""
    assert look.mine is not None
    table, problem = look.table, move_order.out_of_place(look.mine, "meld")
    error: Exception | None = None
    if not look.mine.my_turn and table.to_move is not None:
        error = NotYourTurn(table.to_move)
    elif problem is not None:
        error = IllegalMove(problem)
    why = "" if error is None else said(sentence(error), table)
    return {"options": [], "refused": dict.fromkeys(("meld", "take", "discard"), why) if why and chosen else {}}


def said(text: str, table: Table | None = None) -> str:
    """Return a text that is written for Discord as it is read on a page: without marks, with names for mentions."""

    def read(found: re.Match[str]) -> str:
        if found["who"]:
            return _called(table, int(found["who"]))
        if found["when"]:
            return f"{_MOMENT}{found['when']}{_MOMENT}"
        return found[1] or found[4] or ""

    return _MARKS.sub(read, command_names.unmarked(text.replace(_MOMENT, ""), i18n.language()))


def _called(table: Table | None, user_id: int) -> str:
    seat = None if table is None else table.seat_of(user_id)
    return person_names.bare(person_names.bare_name(seat))


def _title(look: Look, public: PublicView) -> str:
    if look.daily is not None:
        return daily_text.heading(look.daily, begun=True)
    return _("## {name}, round {round}").format(name=variant_names.title(public.rules), round=public.round_number)


def _over(look: Look, public: PublicView, seat: int) -> Values:
    """Return how a game ended, to the player in a `seat` if there is one, and ways onwards."""
    table, daily = look.table, look.daily
    lines = [turn_text.whose_turn(public, table)]
    if daily is not None and daily.result is not None:
        lines = daily_text.result(daily, daily.result)
    elif public.over:
        lines = table_page.how_it_ended(public, table, seat)
    won = (
        public.over
        and public.winner is not None
        and seat in score_text.owners(public, len(public.scores))[public.winner]
    )
    actions = _once_more(public, table) if seat >= 0 and daily is None else []
    if table.round and (daily is None or daily.closed):
        actions.append({"do": "replay", "label": _("Replay"), "go": False})
    review = pgettext(
        "on the page of a table", "Under the result in Discord, press {button}: it shows your costliest moves."
    )
    reviewed = seat >= 0 and public.finished and (daily is None or daily.closed)
    return {
        "over": True,
        "won": won,
        "now": [said(line, table) for line in lines],
        "why": [review.format(button=_("Review"))] if reviewed else [],
        "actions": actions,
    }


def _once_more(public: PublicView, table: Table) -> list[Values]:
    """Return ways to play the same game again; none where a tournament seats people."""
    if table.series is not None:
        return []
    found: list[Values] = [{"do": "again", "label": _("Play again"), "go": True}]
    if not public.by_player and any(len(side.seats) > 1 for side in public.sides):
        found.append({"do": "again", "with": {"swap": True}, "label": _("Swap partners"), "go": False})
    others = lengths.offered_again(table)
    if others:
        found.append({"head": said(_("**Play again, shorter or longer:**"))})
    return found + [
        {
            "do": "again",
            "with": {"rounds": one.rounds, "target": one.target},
            "label": house_rule_text.button_of(one),
            "go": False,
        }
        for one in others
    ]


def _moves(look: Look) -> list[Values]:
    """Return the last moves as everybody saw them, for the page to show how cards go."""
    return [
        {
            "version": happening.version,
            "seat": happening.seat,
            "events": [
                {
                    "kind": event.kind,
                    "seat": event.seat,
                    "cards": list(event.cards),
                    "count": event.count,
                    "to": event.word,
                }
                for event in happening.events
                if event.kind in _SEEN_TO_MOVE
            ],
        }
        for happening in look.recent[-_MOVES:]
    ]


def _hint(look: Look, view: SeatView) -> list[Values]:
    """Return the question for a hint, where the table has them and there is a choice."""
    seat = look.table.seat(view.seat)
    away = seat is not None and bool(seat.sitting_in)
    if away or look.own or not view.my_turn or len(view.legal) < 2 or not rights.may_hint(look.table):
        return []
    return [{"do": "hint", "label": _("Hint"), "go": False}]


def _order_of_hand(person: Person, table_id: int) -> Values:
    """Return the order in which a person keeps their hand: by rank, by suit, or their own at this table."""
    by, _space, rest = (person.hand_order or "rank").partition(" ")
    number, _space, keys = rest.partition(" ")
    if by == "own" and number != str(table_id):
        by, keys = "rank", ""
    return {"by": by, "order": keys.split()}


@cache
def _words(_language: str, _vocabulary: i18n.Vocabulary) -> dict[str, str]:
    """Return the texts of the page itself, in the language and words of the task: nobody changes them."""
    return {
        "hand": pgettext("on the page of a table", "Your hand"),
        "stock": pgettext("on the page of a table", "Stock"),
        "pile": pgettext("on the page of a table", "Pile"),
        "by_rank": pgettext("on the page of a table", "Sort by rank"),
        "by_suit": pgettext("on the page of a table", "Sort by suit"),
        "put_back": pgettext("on the page of a table", "Put the cards back"),
        "lay": pgettext("on the page of a table", "Lay down here"),
        "feed": pgettext("on the page of a table", "What happened"),
        "table": pgettext("on the page of a table", "The table"),
        "could": pgettext("on the page of a table", "You could"),
        "lost": pgettext("on the page of a table", "The connection is gone. Trying again…"),
        "lift": pgettext("on the page of a table", "Lift cards first: press them in your hand."),
        "lift_for_pile": pgettext("on the page of a table", "Lift the cards that take the pile, then press the pile."),
        "too_many": pgettext("on the page of a table", "Only one card can be discarded: put the others back."),
        "which_way": pgettext("on the page of a table", "There are several ways: choose one above your hand."),
        "time_left": pgettext("on the page of a table", "Your time ends {moment}."),
        "new": pgettext("on the page of a table", "new"),
        "face_down": _("a face-down card"),
        "more": pgettext("on the page of a table", "You could: {move}"),
        "close": pgettext("on the page of a table", "Back to the table"),
        "first": _("First"),
        "turn_before": _("Previous turn"),
        "before": _("Previous"),
        "after": _("Next"),
        "turn_after": _("Next turn"),
        "last": _("Last"),
        "next_game": _("Next game"),
        "your_turn": pgettext("on the page of a table", "Your turn"),
        "tables": pgettext("on the page of a table", "Your tables"),
    }


def _lobby(table: Table, own: Seat | None) -> Values:
    free = table.size - len(table.seats)
    names = ", ".join(person_names.label_of(seat) for seat in table.seats)
    if table.status is not Status.LOBBY:
        return {"now": [said(_("This game is over. `/play` starts another."))], "over": True}
    lines = [labelled(pgettext("on the page of a table", "At the table"), names)]
    if free:
        lines.append(ngettext("{count} seat is still free.", "{count} seats are still free.", free).format(count=free))
    start = [] if free or own is None else [{"do": "start", "label": _("Start"), "go": True}]
    return {"now": lines, "actions": start}


def _card(card: Card, **more: object) -> Values:
    return {"card": card, "name": card_names.card(card), **more}


def _hand(view: SeatView) -> list[Values]:
    fresh = list(view.fresh)
    found = []
    for card in move_order.in_hand(view):
        new = card in fresh
        if new:
            fresh.remove(card)
        found.append(_card(card, text=card_text(card), fresh=new))
    return found


def _pile(public: PublicView, table: Table) -> Values:
    top = public.upcard
    name = "" if not public.pile else _("a face-down card") if top is None else card_names.card(top)
    return {
        "count": len(public.pile),
        "top": top,
        "name": name,
        "states": [person_names.bare(state) for state in text_only.pile_states(public, table)],
    }


def _sides(public: PublicView, table: Table, own: int) -> list[Values]:
    """Return all sides with their players, that of the reader first."""
    mine = public.players[own].side if own >= 0 else -1
    sides = sorted((side for side in public.sides if side.seats), key=lambda side: side.index != mine)
    return [_side(public, side, table, own, mine=side.index == mine) for side in sides]


def _side(public: PublicView, side: SideView, table: Table, own: int, *, mine: bool) -> Values:
    opening = side.opening
    needs = "" if opening is None or public.rules.opening.free else text_only.needs(opening)
    return {
        "mine": mine,
        "score": "" if public.by_player else score_text.points(public.scores[side.index]),
        "needs": needs,
        "worth": _("{points} on the table").format(points=score_text.points(side.worth)) if side.melds else "",
        "players": [_player(public, public.players[seat], table, own) for seat in side.seats],
        "threes": [_card(card) for card in (*side.threes, *side.set_aside)],
        "melds": [_meld(meld) for meld in side.melds],
        "foot": side.foot_size,
    }


def _player(public: PublicView, player: PlayerView, table: Table, own: int) -> Values:
    return {
        "seat": player.seat,
        "name": _("You") if player.seat == own else person_names.label_of(table.seat(player.seat)),
        "about": ", ".join(text_only.state_of(public, player)),
        "turn": public.turn == player.seat,
        "cards": player.hand_size,
    }


def _meld(meld: MeldView) -> Values:
    return {
        "name": meld.name,
        "label": person_names.bare(score_text.meld(meld)),
        "cards": list(meld.cards),
        "canasta": meld.canasta or "",
    }


def _actions(view: SeatView, table: Table) -> list[Values]:
    """Return the moves that need no cards of the hand, and the way back into one's seat."""
    seat = table.seat(view.seat)
    if seat is not None and seat.sitting_in:
        return [{"do": "back", "label": _("I'm back"), "go": True}]
    first = view.public.phase == "draw"
    plain = move_order.plain_take(view)
    offered = [
        ("draw", "draw", _("Draw") if first else _("Throw it, draw again"), first),
        ("answer", "answer yes", _("Yes, go out"), True),
        ("answer", "answer no", _("No, not yet"), False),
        ("ask", "ask", _("Ask to go out"), False),
        ("undo", "undo", _("Take back"), False),
    ]
    found: list[Values] = [
        {"verb": verb, "move": f"{view.seat} {move}", "label": label, "go": go}
        for verb, move, label, go in offered
        if verb in view.verbs
    ]
    if plain is not None:
        found.append({"verb": "take", "move": str(plain), "label": turn_text.laying(view, plain), "go": True})
    rare = [move for move in view.legal if move.verb not in _USUAL]
    return found + [
        {"verb": move.verb, "move": str(move), "label": move_text.choice(move, view.public.upcard), "go": False}
        for move in rare
    ]


def _suggested(view: SeatView) -> list[Values]:
    """Return good ways to take the pile or to lay cards down, each with the cards that it lifts."""
    plain = move_order.plain_take(view)
    return [
        option_of(view, move) | {"lifts": list(move.cards)}
        for verb in ("take", "meld")
        if verb in view.verbs
        for move in move_order.suggested(view, verb)
        if move != plain
    ]


def option_of(view: SeatView, move: Move) -> Values:
    """Return a move that lays cards, as a button says it, with the melds of the table to which it adds any."""
    label = turn_text.laying(view, move)
    top = view.public.upcard if move.verb == "take" and not view.public.rules.takes_freely else None
    if move_order.opening(view) is not None and (counted := move_order.points(view, move.groups, top)):
        label = f"{label} ({score_text.points(counted)})"
    targets = [target for group in move.groups if (target := _target(view, group)) is not None]
    return {"verb": move.verb, "move": str(move), "label": label, "to": targets}


def _target(view: SeatView, group: Group) -> str | None:
    """Return the name of the meld on the table to which a group is added, None if it becomes one of its own."""
    melds, name = move_order.own_side(view).melds, group.name
    if name is not None:
        return None if name.new else next((meld.name for meld in melds if meld.name == str(name)), None)
    rank = meld_draft.target_of(group)
    if rank == meld_draft.WILDS:
        return next((meld.name for meld in melds if meld.kind == "wild"), None)
    return next((meld.name for meld in melds if meld.kind in ("set", "twos") and meld.rank == rank), None)
