"""The table as everybody sees it: open cards, turn, scores, results, and why it can't be shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from bot.canasta.views import PublicView
from bot.store.games import Lost, Status, Table
from bot.tables.rules import absence
from bot.tables.views import Look
from bot.ui.actions import TableAction
from bot.ui.components import PRIMARY, button
from bot.ui.i18n import _
from bot.ui.page import Page, attachment, gallery, notice
from bot.ui.pages import log_page, proposals_page
from bot.ui.pages.lobby_page import own_rules
from bot.ui.words import clock_text, happenings, person_names, score_text, variant_names
from renderer import Picture

#: How many digits of a deal's seal are shown where there is little room; `python -m bot verify` accepts as few.
_SEAL = 16
#: The most characters of the rules' differences below a running table, where people look for the cards.
_DIFFERENCES_IN_PLAY = 300


class Hand(TableAction, name="hand"):
    """The question what one holds."""


class Watch(TableAction, name="watch"):
    """The wish to look at the table as a spectator."""


@dataclass(frozen=True)
class CheckDeal(TableAction, name="deal"):
    """The question how a round's deal can be checked."""

    round: int


class Replay(TableAction, name="replay"):
    """The wish to go through a finished game: the table's, or one that is chosen."""


class Record(TableAction, name="record"):
    """The wish for a finished game's record."""


def table(look: Look, public: PublicView, picture: Picture, remark: str | None = None) -> Page:
    """Return the table as everybody sees it; the `remark` is its last line."""
    row = look.table
    text = [
        _("## {name}, round {round}").format(name=variant_names.title(public.rules), round=public.round_number),
        *happenings.turn_lines(look.recent, row, row.size),
        *log_page.lately(look.deeds),
        whose_turn(public, row),
    ]
    if until := clock_text.deadline(row):
        text.append(until)
    if own := own_rules(public.rules, _DIFFERENCES_IN_PLAY):
        text.append(f"-# {own}")
    if row.commitment and row.status is Status.PLAYING:
        text.append(_("-# Sealed deal: `{seal}`").format(seal=short_seal(row.commitment)))
    if remark:
        text.append(remark)
    items: list[ui.Item[Any]] = [gallery("table.png", picture), ui.TextDisplay("\n".join(text))]
    if row.status is Status.PLAYING:
        items.append(
            ui.ActionRow(
                button(_("My hand"), Hand(row.id, row.version), PRIMARY),
                button(_("Watch"), Watch(row.id, row.version)),
                *proposals_page.offers(row),
            )
        )
    return Page(*items, attachments=[attachment("table.png", picture)])


def short_seal(commitment: str) -> str:
    """Return the beginning of a deal's seal, long enough that nobody can find another pack with the same."""
    return f"{commitment[:_SEAL]}…"


def whose_turn(public: PublicView, row: Table) -> str:
    """Return who must do what now, in one sentence."""
    if row.status is Status.ABANDONED:
        return _("This game was ended early. `/canasta new` starts another.")
    if public.over and public.winner is None:
        return _("The game is over. It's a draw!")
    if public.over:
        return _("The game is over. **{winner}** won!").format(winner=winner(public, row))
    if public.turn is None:
        return _("The round is over.")
    if absence.all_away(row):
        return _("Everybody is away: the game waits until one of you is back.")
    name = person_names.name_of(row.seat(public.turn))
    if public.phase == "answer":
        asker = "" if public.asking is None else person_names.name_of(row.seat(public.asking))
        return _("**{asker}** asks **{name}**: May I go out?").format(asker=asker, name=name)
    return _("It's **{name}**'s turn.").format(name=name)


def winner(public: PublicView, row: Table) -> str:
    """Return the names of those who won, an empty text if nobody did."""
    if public.winner is None:
        return ""
    alone = len(public.scores) == len(public.players)
    return person_names.name_of(row.seat(public.winner)) if alone else score_text.sides(public, row)[public.winner]


def ping(row: Table, user_id: int, *, asked: bool, again: str | None = None) -> Page:
    """Return the message that calls the player to move; `again` is a reminder's text."""
    text = _("<@{user}>, your partner asks: may I go out?") if asked else _("<@{user}>, it's your turn.")
    lines = [f"<@{user_id}>: {again}" if again else text.format(user=user_id), clock_text.own_deadline(row)]
    return Page(
        ui.TextDisplay("\n".join(line for line in lines if line)),
        ui.ActionRow(button(_("My hand"), Hand(row.id, row.version), PRIMARY)),
    )


def closed_messages(user_id: int) -> Page:
    """Return the notice that somebody can't get direct messages."""
    return notice(
        _(
            "<@{user}>, I can't send you direct messages. Nothing is lost: press **My hand** under the table to see "
            "your cards and play here. (To get messages, allow them in this server's privacy settings.)"
        ).format(user=user_id)
    )


def lost(row: Table, why: Lost, server: str, permissions: Sequence[str]) -> Page:
    """Return why a game can't be shown in its channel, as told to a player or a lobby's host.

    `permissions` are the names of the permissions that the bot lacks there.
    """
    game, channel = score_text.game_of(row), f"<#{row.channel_id}>"
    match why:
        case Lost.GONE:
            text = _("The channel of your game of {game} in {server} was deleted.")
        case Lost.LEFT:
            text = _("I was removed from {server}, where your game of {game} is.")
        case Lost.LOCKED:
            text = _("The thread {channel} of your game of {game} in {server} is locked.")
        case Lost.BARRED if permissions:
            text = _("I can't show your game of {game} in {channel}, {server}: I need the permission {permissions}.")
        case Lost.BARRED:
            text = _("I'm no longer allowed to write in {channel}, {server}, where your game of {game} is.")
    kept = (
        _("Nothing is lost, but it isn't shown there when somebody joins or leaves your table.")
        if row.status is Status.LOBBY
        else _("Nothing is lost: the game is kept as it is and its clock is stopped. You can keep playing here.")
    )
    match why:
        case Lost.GONE:
            remedy = _("To move it, one of you can use `/canasta move` in another channel of that server.")
        case Lost.LEFT:
            remedy = _("It will go on when I'm invited back to that server.")
        case Lost.LOCKED:
            remedy = _(
                "A moderator can unlock it, or one of you can use `/canasta move` in another channel of that server."
            )
        case Lost.BARRED:
            remedy = _("A moderator can allow that again, or one of you can use `/canasta move` in another channel.")
    facts = {
        "game": game,
        "server": person_names.plain(server),
        "channel": channel,
        "permissions": ", ".join(permissions),
    }
    return notice("\n".join([text.format_map(facts), kept, remedy]))


def scores(number: int, picture: Picture, row: Table, commitment: str) -> Page:
    """Return the score sheet of a finished round, and how its deal can be checked."""
    fair = _(
        "-# This round's deal was sealed as `{seal}` before the first move. **Check the deal** shows what was sealed."
    )
    return Page(
        ui.TextDisplay(_("## Round {number} is over").format(number=number)),
        gallery("scores.png", picture),
        ui.TextDisplay(fair.format(seal=short_seal(commitment))),
        ui.ActionRow(button(_("Check the deal"), CheckDeal(row.id, row.version, number))),
        attachments=[attachment("scores.png", picture)],
    )


def result(public: PublicView, row: Table, remark: str | None = None) -> Page:
    """Return the end of the game; the `remark` is below the points."""
    names = (
        [person_names.name_of(row.seat(player.seat)) for player in public.players]
        if len(public.scores) == len(public.players)
        else score_text.sides(public, row)
    )
    ranking = sorted(zip(public.scores, names, strict=True), key=lambda pair: -pair[0])
    won = winner(public, row)
    title = _("## {winner} won the game!").format(winner=won) if won else _("## The game is a draw")
    return Page(
        ui.TextDisplay(
            "\n".join(
                [
                    title,
                    *(f"**{name}**: {score_text.points(score)}" for score, name in ranking),
                    *([remark] if remark else []),
                ]
            )
        ),
        ui.ActionRow(
            button(_("Replay"), Replay(row.id, row.version), PRIMARY),
            button(_("Record of the game"), Record(row.id, row.version)),
        ),
    )
