"""A game as spectators see it: as it is now, or move by move after its end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from bot.canasta.views import PublicView, SeatView
from bot.data.tables import Status, Table
from bot.tables.views import Look, Scene
from bot.ui.actions import TableAction, Unreadable
from bot.ui.components import PRIMARY, button, menus
from bot.ui.i18n import _, amount, current, labelled
from bot.ui.page import Page, gallery
from bot.ui.pages import house_rules_page
from bot.ui.pages.lobby_page import lobby, own_rules
from bot.ui.pages.table_page import AskHand, Replay, open_table
from bot.ui.words import (
    card_names,
    clock_text,
    happenings,
    person_names,
    score_text,
    text_only,
    turn_text,
    variant_names,
)
from renderer import Picture
from renderer.hand import spoken
from renderer.speech import short_enough

#: The most characters of what happened. A message has 4,000; a table and a hand in words need most of the others.
_LONGEST = 1_800
#: The most characters of how the rules differ.
_DIFFERENCES = 300
#: How many turns before the present one a replay tells.
_TURNS_TOLD = 3
_STEP = re.compile(r"[a-z]+ ([0-9]{1,9}) ([0-9]|-)")


class Refresh(TableAction, name="refresh"):
    """The wish to see how the table stands now."""


@dataclass(frozen=True)
class ReplayStep(TableAction, name="step"):
    """A move of a replay, as `step_rest` names it; in a menu, what the menu offers."""

    to: str


def watching(look: Look, picture: Picture | None, user_id: int, *, in_browsers: bool = False) -> Page:
    """Return a running or finished game for a spectator: all open cards and nothing of any hand.

    A lobby is shown by its list of seats. Without a `picture` the table stands in words. `in_browsers`: it can be opened there.
    """
    table, public = look.table, look.public
    if public is None:
        return lobby(table)
    rest = [turn_text.whose_turn(public, table), *filter(None, [clock_text.deadline(table)])]
    if picture is None:
        rest.append(_standing(public, table))
    if own := own_rules(public.rules, _DIFFERENCES):
        rest.append("-# " + labelled(_("House rules"), own))
    buttons = [button(_("Refresh"), Refresh(table.id, table.version), PRIMARY)]
    if table.status is Status.PLAYING and table.seat_of(user_id) is not None:
        buttons.append(button(_("My hand"), AskHand(table.id, table.version)))
    if not table.active:
        buttons.append(button(_("Replay"), Replay(table.id, table.version)))
    if in_browsers:
        buttons.append(open_table(table))
    if own:
        buttons.append(house_rules_page.code_button(table))
    heading = _("## {name}, round {round}").format(name=variant_names.title(public.rules), round=public.round_number)
    text = _told(heading, happenings.LatestTurns(look.recent, table, 2 * table.size).lines(), rest)
    return Page(_table(public, table, picture), ui.TextDisplay(text), ui.ActionRow(*buttons))


def _told(heading: str, turns: Sequence[str], rest: Sequence[str]) -> str:
    """Return the heading, what happened, and the rest; of what happened only the last turns that fit."""
    room = _LONGEST - sum(len(line) + 1 for line in (heading, *rest))
    told: list[str] = []
    for line in reversed(turns):
        room -= len(line) + 1
        if room < 0:
            break
        told.insert(0, line)
    return "\n".join([heading, *told, *rest])


def _table(public: PublicView, table: Table, picture: Picture | None) -> ui.Item[Any]:
    return ui.TextDisplay(text_only.table(public, table)) if picture is None else gallery("table.png", picture)


def _standing(public: PublicView, table: Table) -> str:
    """Return the scores with the names of their players."""
    alone = len(public.scores) == len(public.players)
    names = (
        [person_names.name_of(table.seat(player.seat)) for player in public.players]
        if alone
        else score_text.sides(public, table)
    )
    scores = " · ".join(f"**{name}** {amount(score)}" for name, score in zip(names, public.scores, strict=True))
    return score_text.standing_towards(scores, public.rules)


def replay(scene: Scene, table_picture: Picture | None, hand_picture: Picture | None) -> Page:
    """Return a finished game at one of its moves, with buttons to all others.

    `hand` is that of the chosen seat. Without pictures the table and the hand stand in words.
    """
    table, public = replace(scene.table, status=Status.FINISHED), scene.public
    seat = None if scene.mine is None else scene.mine.seat
    heading = _("## Replay: {name}, round {round} of {rounds}").format(
        name=variant_names.title(public.rules), round=public.round_number, rounds=len(scene.rounds)
    )
    rest = [
        turn_text.whose_turn(public, table),
        *([_standing(public, table)] if table_picture is None else []),
        _("-# Move {move} of {moves} in this round ({step} of {steps} in the game).").format(
            move=scene.move, moves=scene.moves, step=scene.stop + 1, steps=scene.stops
        ),
    ]
    if scene.table.status is Status.ABANDONED and scene.stop == scene.stops - 1:
        rest.insert(-1, _("The game was ended early here."))
    text = _told(heading, happenings.turn_lines(scene.recent, table, _TURNS_TOLD), rest)
    items: list[ui.Item[Any]] = [_table(public, table, table_picture), ui.TextDisplay(text)]
    if scene.mine is not None:
        held = card_names.cards(scene.mine.hand) or _("none")
        cards = _("{name}'s cards: {cards}").format(name=person_names.name_of(table.seat(scene.mine.seat)), cards=held)
        items.append(ui.TextDisplay(cards))
        if hand_picture is not None:
            # The picture's own alt text addresses the player whose hand it is.
            hand_picture = replace(hand_picture, alt=aloud(scene.mine, table))
            items.append(gallery("hand.png", hand_picture))
    return Page(*items, *_steps(scene, seat))


def aloud(mine: SeatView, table: Table) -> str:
    """Return a player's cards as they are read aloud to others."""
    name = person_names.bare(person_names.name_of(table.seat(mine.seat)))

    def words(cut: int) -> str:
        held = spoken(mine.hand, current(), suits=not cut) or _("none")
        return _("{name}'s cards: {cards}").format(name=name, cards=held) + "."

    return short_enough(words, range(2))


def _steps(scene: Scene, seat: int | None) -> list[ui.Item[Any]]:
    """Return buttons and menus that lead to other moves, and to other hands."""
    table, last = scene.table, scene.stops - 1

    def to(label: str, why: str, stop: int) -> ui.Item[Any]:
        step = ReplayStep(table.id, table.version, step_rest(why, stop, seat))
        at_hand = why in ("next", "on")
        return button(label, step, PRIMARY if at_hand else discord.ButtonStyle.secondary, disabled=stop == scene.stop)

    rows: list[ui.Item[Any]] = [
        ui.ActionRow(
            to(_("First"), "first", 0),
            to(_("Previous"), "back", max(scene.stop - 1, 0)),
            to(_("Next"), "next", min(scene.stop + 1, last)),
            to(_("Last"), "last", last),
        ),
        ui.ActionRow(to(_("Previous turn"), "before", scene.turn_before), to(_("Next turn"), "on", scene.turn_after)),
    ]
    if len(scene.rounds) > 1:
        here = max(place for place, first in enumerate(scene.rounds) if first <= scene.stop)
        options = [
            discord.SelectOption(
                label=_("Round {number}").format(number=place + 1),
                value=step_rest("round", first, seat),
                default=place == here,
            )
            for place, first in enumerate(scene.rounds)
        ]
        rows.extend(menus(_("Go to a round"), ReplayStep(table.id, table.version, "rounds"), options))
    hands = [
        discord.SelectOption(label=_("Hide all hands"), value=step_rest("hand", scene.stop, None), default=seat is None)
    ]
    hands += [
        discord.SelectOption(
            label=_("{name}'s cards").format(name=person_names.label_of(table.seat(number))),
            value=step_rest("hand", scene.stop, number),
            default=number == seat,
        )
        for number in range(table.size)
    ]
    rows.extend(menus(_("Show somebody's cards"), ReplayStep(table.id, table.version, "hands"), hands))
    return rows


def step_rest(why: str, stop: int, seat: int | None) -> str:
    """Return what a button of a replay carries: its reason, its stop and the seat whose hand is shown.

    The reason makes sure that no two buttons have the same custom id.
    """
    return f"{why} {stop} {'-' if seat is None else seat}"


def read_step(rest: str) -> tuple[int, int | None]:
    """Return the stop and the seat that `step_rest` wrote. Raises `Unreadable` for any other text."""
    match = _STEP.fullmatch(rest)
    if match is None:
        raise Unreadable
    return int(match[1]), None if match[2] == "-" else int(match[2])
