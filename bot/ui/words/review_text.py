"""Reviews in words: what turned a round, which moves cost their player most, and who was ahead."""

from __future__ import annotations

from bot.canasta.cards import Card
from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.data.tables import Table
from bot.tables.views import CostlyMove, OthersTurn, Puzzle, RoundReview, TurnMade
from bot.ui.i18n import _, amount, current, labelled, ngettext, signed
from bot.ui.words import daily_text, happenings, move_text, person_names, warmth
from renderer import LeadView
from renderer.speech import together

#: How many turning points are shown, and by how many points a turn must have changed the lead to be one.
_POINTS = 3
_CHANGED = 100
#: The number of turns, at most, whose lead stands in words.
_TOLD = 12


def lead(found: RoundReview) -> LeadView:
    """Return the course of a round for its picture; the turns of the costliest moves are marked, in their order."""
    names = [seat.name for seat in map(found.table.seat, _mates(found)) if seat is not None]
    return LeadView(
        title=_("{names}: the lead after each turn"),
        names=tuple(names),
        leads=found.leads,
        marks=tuple(found.turn_of(one.place) - 1 for one in found.costliest),
        words=person_names.bare(course(found)),
    )


def course(found: RoundReview) -> str:
    """Return by how much the side of a review's player was ahead in the course of the round."""
    step = -(-len(found.leads) // _TOLD)
    last = len(found.leads)
    numbers = sorted({*range(step, last + 1, step), last})
    told = [_("turn {number}: {points}").format(number=at, points=_ahead(found.leads[at - 1])) for at in numbers]
    text = _("{names}: the lead after each turn").format(names=_names(found))
    return f"{labelled(text, ', '.join(told))}."


def _ahead(lead: int) -> str:
    if not lead:
        return _("level")
    if lead > 0:
        return ngettext("{count} point ahead", "{count} points ahead", lead).format(count=amount(lead))
    return ngettext("{count} point behind", "{count} points behind", -lead).format(count=amount(-lead))


def turning_points(found: RoundReview, reader: int = -1) -> list[str]:
    """Return the turns that changed the lead most, in lines, in the order in which they were played."""
    leads = (0, *found.leads)
    changes = {number: leads[number] - leads[number - 1] for number in range(1, len(leads))}
    heaviest = sorted((one for one in changes if abs(changes[one]) >= _CHANGED), key=lambda one: -abs(changes[one]))
    lines = []
    for number in sorted(heaviest[:_POINTS]):
        turn = found.turns[number - 1]
        said = happenings.turn_lines(found.moves[turn.first : turn.end], found.table, turn.end - turn.first, reader)
        facts = {"number": number, "what": said[0] if said else "", "points": signed(changes[number])}
        lines.append("- " + _("Turn {number}: {what}: **{points}**").format_map(facts))
    if lines:
        lines.insert(0, _("**What turned the round:**"))
    return lines


def costliest(found: RoundReview) -> list[str]:
    """Return the costliest moves of a review's player, in numbered lines, for everybody at the table."""
    if not found.costliest:
        return [_("Not one costly move by {name}. Well played!").format(name=_name(found))]
    lines = [_("**{name}'s costliest moves:**").format(name=_name(found))]
    return lines + [f"{number}. {costly(found, one)}" for number, one in enumerate(found.costliest, 1)]


def own_costliest(found: RoundReview) -> list[str]:
    """Return the costliest moves of a review's player, in numbered lines, for themselves.

    The first is hidden until it is pressed: it is what the puzzle asks.
    """
    if not found.costliest:
        return [f"🌟 {warmth.clean(found.table.id)}"]
    told = [costly(found, one, found.seat) for one in found.costliest]
    told[0] = f"||{told[0]}||"
    return [_("**Your costliest moves:**"), *(f"{number}. {line}" for number, line in enumerate(told, 1))]


def puzzle_title(asked: Puzzle) -> str:
    """Return the question of a puzzle."""
    return _("Your turn {number}: what would you play?").format(number=asked.turn)


def deed(costly: CostlyMove, move: Move) -> str:
    """Return a move that could be made in the position before a costly one, as a button says it."""
    return _said(move, _top(costly))


def _said(move: Move, top: Card | None) -> str:
    """Return a move as a button says it; `top` is the top card of the pile."""
    said = move_text.choice(move, top)
    match move.verb:
        case "draw":
            return _("Draw")
        case "take" if move.groups:
            return labelled(_("Take the pile"), said)
        case "meld":
            return _("Lay down {cards}").format(cards=said)
        case "discard":
            return _("Discard {card}").format(card=said)
    return said


def solution(asked: Puzzle, guess: int) -> list[str]:
    """Return whether a guess at a puzzle is right, which move is best and why, and what was played, in lines."""
    move = asked.move
    return [
        "✅ " + _("**Right!**") if guess == asked.best else "❌ " + _("**Not the best move.**"),
        labelled(_("Best"), f"**{deed(move, asked.choices[asked.best])}**") + f". {_better(move)}",
        labelled(_("You played"), f"**{deed(move, asked.choices[asked.made])}**") + ".",
    ]


def costly(found: RoundReview, costly: CostlyMove, reader: int = -1) -> str:
    """Return a costly move and what would have been better; to the player in the seat `reader` if there is one."""
    said = happenings.turn_lines([found.moves[costly.place]], found.table, 1, reader)
    turn = _("Turn {number}: {what}.").format(number=found.turn_of(costly.place), what=said[0] if said else "")
    return f"{turn} {_better(costly)}"


def others(turn: OthersTurn, par: int) -> list[str]:
    """Return what others did in a turn of a review's player, in lines. Nobody is named."""
    heading = _("### Your turn {number}: what others did").format(number=turn.number)
    if turn.parted:
        about = _(
            "-# Nobody else came to the position of your costliest turn. Here your round parted from the best one."
        )
    else:
        about = ngettext(
            "-# {count} other player had the same cards and the same table here.",
            "-# {count} other players had the same cards and the same table here.",
            turn.count,
        ).format(count=amount(turn.count))
    lines = [heading, about, labelled(f"**{_('You')}**", _deeds(turn, turn.own))]
    if turn.count > 1:
        most = _("Most, {count} of {all}").format(count=amount(turn.most.count), all=amount(turn.count))
        lines.append(labelled(f"**{most}**", _deeds(turn, turn.most)))
    if turn.best is None:
        lines.append(_("Nobody ended with more points than you."))
    else:
        who = _("The best of all") if turn.whole else _("The best of them")
        ended = daily_text.above(turn.best.points - par)
        lines.append(labelled(f"**{who} ({ended})**", _deeds(turn, turn.best)))
    return lines


def _deeds(turn: OthersTurn, made: TurnMade) -> str:
    """Return the moves of a turn as buttons say them, or that it was the same as the person's own."""
    if made is not turn.own and made.same:
        return _("the same as you")
    pile = _top_of(turn.before)
    return " → ".join(_said(move, pile) for move in made.moves)


def how_judged() -> str:
    """Return what a move is judged by."""
    return _("-# Each move is judged by what could be seen at the time, not by what came out later.")


def _better(costly: CostlyMove) -> str:
    """Return what would have been better than a move, and by how many points."""
    move: Move = costly.better
    points = max(round(costly.points, -1), 10)
    match move.verb:
        case "draw":
            text = ngettext(
                "Drawing would have earned about {points} point more by the end of the round.",
                "Drawing would have earned about {points} points more by the end of the round.",
                points,
            )
        case "take":
            text = ngettext(
                "Taking the pile ({move}) would have earned about {points} point more by the end of the round.",
                "Taking the pile ({move}) would have earned about {points} points more by the end of the round.",
                points,
            )
        case "meld":
            text = ngettext(
                "Laying down {move} would have earned about {points} point more by the end of the round.",
                "Laying down {move} would have earned about {points} points more by the end of the round.",
                points,
            )
        case _:
            text = ngettext(
                "Discarding {move} would have earned about {points} point more by the end of the round.",
                "Discarding {move} would have earned about {points} points more by the end of the round.",
                points,
            )
    return text.format(points=amount(points), move=move_text.choice(move, _top(costly)))


def _top(costly: CostlyMove) -> Card | None:
    """Return the top card of the pile before a move, None where a take doesn't meld it."""
    return _top_of(costly.before)


def _top_of(view: SeatView) -> Card | None:
    return None if view.public.rules.takes_freely else view.public.upcard


def name(table: Table, seat: int) -> str:
    """Return the name of a seat's player in a text."""
    return person_names.bare_name(table.seat(seat))


def _name(found: RoundReview) -> str:
    return name(found.table, found.seat)


def _names(found: RoundReview) -> str:
    return together([name(found.table, seat) for seat in _mates(found)], current())


def _mates(found: RoundReview) -> list[int]:
    """Return the seats of the side of a review's player, their own first."""
    players = found.public.players
    side = players[found.seat].side
    return [found.seat, *(one.seat for one in players if one.side == side and one.seat != found.seat)]
