"""A table as a page in a browser shows it: plain values and texts, made of nothing but what its person may see."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, TypeAlias

from bot.canasta.cards import Card, card_text
from bot.canasta.moves import Group, IllegalMove, Move, Ways
from bot.canasta.views import MeldView, PlayerView, PublicView, SeatView, SideView
from bot.data.people import Person
from bot.data.tables import Seat, Status, Table
from bot.tables import Look
from bot.tables.errors import NotYourTurn
from bot.ui import i18n, meld_draft, move_order
from bot.ui.i18n import _, labelled, ngettext, pgettext
from bot.ui.pages import log_page, table_page
from bot.ui.words import (
    card_names,
    command_names,
    happenings,
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
#: Moves that have buttons or cards of their own.
_USUAL = ("draw", "take", "meld", "discard", "answer", "ask", "undo")
#: Formatting that Discord would read.
_MARKS = re.compile(r"\\(.)|\*\*|`|^(?:-# |#{2,3} )|\[([^\]]*)\]\(https://[^)]*\)", re.MULTILINE)
_MENTION = re.compile(r"<@!?(-?\d+)>")


def scene(look: Look, person: Person) -> Values:
    """Return a table as one of its players sees it. The task speaks their language, in the words of the game.

    Cards are their codes, None for one that lies face down. Moves are lines of the record, which the page sends back.
    """
    row, public, mine = look.table, look.public, look.mine
    own = row.seat_of(person.user_id)
    shown: Values = {
        "table": row.id,
        "version": row.version,
        "language": i18n.language(),
        "words": _words(),
        "cards": cards_of(person),
        "theme": person.theme,
        "large": person.card_size == "large",
        "title": score_text.game_of(row),
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
        return shown | _lobby(row, own)
    title = _("## {name}, round {round}").format(name=variant_names.title(public.rules), round=public.round_number)
    shown["title"] = said(title)
    seat = -1 if own is None else own.number
    shown |= {
        "phase": public.phase,
        "stock": public.stock_size,
        "pile": _pile(public, row),
        "sides": _sides(public, row, seat),
        "scores": said(
            score_text.standing_towards(score_text.standing(public, row, seat, public.scores), public.rules), row
        ),
        "feed": [
            said(line, row)
            for line in (
                *happenings.lines_of_round(look.recent, row, _TURNS, seat),
                *log_page.lately(look.deeds),
            )
        ],
    }
    if row.status is not Status.PLAYING or mine is None:
        over = table_page.how_it_ended(public, row, seat) if public.over else [turn_text.whose_turn(public, row)]
        return shown | {"now": [said(line, row) for line in over], "over": row.status is not Status.PLAYING}
    if mine.my_turn and row.deadline is not None:
        shown["until"] = row.deadline
    return shown | {
        "seat": mine.seat,
        "my_turn": mine.my_turn,
        # Beside pictures nothing is said to somebody who can only discard: here no button says it.
        "now": [said(line, row) for line in turn_text.what_now(mine, row, brief=public.phase != "play")],
        "why": [said(line, row) for line in turn_text.why(mine)],
        "hand": _hand(mine),
        "actions": _actions(mine, row),
        "suggested": _suggested(mine),
    }


def cards_of(person: Person) -> str:
    """Return the name of the picture of all cards in a person's looks and in the language that the task speaks."""
    return f"{person.theme}-{person.colours}-{person.back}-{i18n.language()}"


def options(look: Look, chosen: Sequence[Card], ways: dict[str, Ways]) -> Values:
    """Return what a player could do with the cards that they have lifted: moves, and for each verb without any, why.

    `ways` has the ways to lay exactly these cards, by the verbs that lay cards.
    """
    mine, row = look.mine, look.table
    assert mine is not None
    found, refused = list[Values](), dict[str, str]()
    for verb, way in ways.items():
        found += [_option(mine, move) for move in way.moves]
        if not way.moves and way.refusal is not None:
            refused[verb] = said(sentence(way.refusal), row)
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
    row, problem = look.table, move_order.out_of_place(look.mine, "meld")
    error: Exception | None = None
    if not look.mine.my_turn and row.to_move is not None:
        error = NotYourTurn(row.to_move)
    elif problem is not None:
        error = IllegalMove(problem)
    why = "" if error is None else said(sentence(error), row)
    return {"options": [], "refused": dict.fromkeys(("meld", "take", "discard"), why) if why and chosen else {}}


def said(text: str, row: Table | None = None) -> str:
    """Return a text that is written for Discord as it is read on a page: without marks, with names for mentions."""
    names = {} if row is None else {seat.user_id: seat.name for seat in row.seats}
    text = command_names.unmarked(text, i18n.language())
    text = _MARKS.sub(lambda found: found[1] or found[2] or "", text)
    return _MENTION.sub(lambda found: names.get(int(found[1])) or person_names.former(), text)


def _words() -> dict[str, str]:
    """Return the texts of the page itself."""
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
        "your_turn": pgettext("on the page of a table", "Your turn"),
        "leave": pgettext("on the page of a table", "Sign out"),
    }


def _lobby(row: Table, own: Seat | None) -> Values:
    free = row.size - len(row.seats)
    names = ", ".join(person_names.label_of(seat) for seat in row.seats)
    if row.status is not Status.LOBBY:
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


def _pile(public: PublicView, row: Table) -> Values:
    top = public.upcard
    name = "" if not public.pile else _("a face-down card") if top is None else card_names.card(top)
    return {
        "count": len(public.pile),
        "top": top,
        "name": name,
        "states": [person_names.bare(state) for state in text_only.pile_states(public, row)],
    }


def _sides(public: PublicView, row: Table, own: int) -> list[Values]:
    """Return all sides with their players, that of the reader first."""
    mine = public.players[own].side if own >= 0 else -1
    sides = sorted((side for side in public.sides if side.seats), key=lambda side: side.index != mine)
    return [_side(public, side, row, own, mine=side.index == mine) for side in sides]


def _side(public: PublicView, side: SideView, row: Table, own: int, *, mine: bool) -> Values:
    opening = side.opening
    needs = "" if opening is None or public.rules.opening.free else text_only.needs(opening)
    return {
        "mine": mine,
        "score": "" if public.by_player else score_text.points(public.scores[side.index]),
        "needs": needs,
        "worth": _("{points} on the table").format(points=score_text.points(side.worth)) if side.melds else "",
        "players": [_player(public, public.players[seat], row, own) for seat in side.seats],
        "threes": [_card(card) for card in (*side.threes, *side.set_aside)],
        "melds": [_meld(meld) for meld in side.melds],
        "foot": side.foot_size,
    }


def _player(public: PublicView, player: PlayerView, row: Table, own: int) -> Values:
    return {
        "name": _("You") if player.seat == own else person_names.label_of(row.seat(player.seat)),
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


def _actions(view: SeatView, row: Table) -> list[Values]:
    """Return the moves that need no cards of the hand, and the way back into one's seat."""
    seat = row.seat(view.seat)
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
        _option(view, move) | {"lifts": list(move.cards)}
        for verb in ("take", "meld")
        if verb in view.verbs
        for move in move_order.suggested(view, verb)
        if move != plain
    ]


def _option(view: SeatView, move: Move) -> Values:
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
