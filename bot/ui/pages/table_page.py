"""The table as everybody sees it: open cards, turn, scores, results, and why it can't be shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import discord
from discord import ui

from bot.canasta.views import PublicView, SeatView
from bot.data.tables import Lost, Status, Table
from bot.tables.rules import lengths
from bot.tables.views import Look, RoundStory
from bot.ui.actions import Action, TableAction
from bot.ui.celebrations import Celebrated
from bot.ui.components import PRIMARY, LabelledButton, button, in_lines, in_rows, menus
from bot.ui.i18n import _, labelled
from bot.ui.limits import ROW_BUTTONS
from bot.ui.page import Gallery, Page, gallery, notice
from bot.ui.pages import log_page, proposals_page
from bot.ui.pages.lobby_page import rules_changed
from bot.ui.words import (
    clock_text,
    happenings,
    house_rule_text,
    league_text,
    person_names,
    round_text,
    score_text,
    terms,
    turn_text,
    variant_names,
    warmth,
)
from renderer import Picture


class AskHand(TableAction, name="hand"):
    """The question what one holds."""


class Sealed(TableAction, name="sealed"):
    """The question how the round's deal is sealed."""


class Watch(TableAction, name="watch"):
    """The wish to look at the table as a spectator."""


class Shown(Enum):
    """The content of a message: the table, or somebody's hand beside it."""

    TABLE = "table"
    HAND = "hand"


@dataclass(frozen=True)
class Meanings(TableAction, name="words"):
    """The question what the words mean that a message shows."""

    shown: Shown


@dataclass(frozen=True)
class CheckDeal(TableAction, name="deal"):
    """The question how a round's deal can be checked."""

    round: int


class Sheets(TableAction, name="sheets"):
    """The choice of a round whose score sheet is shown."""


@dataclass(frozen=True)
class Sheet(TableAction, name="sheet"):
    """The wish to see the score sheet of a round."""

    round: int


class OpenInBrowser(TableAction, name="browser"):
    """The wish of a player to open the table in their browser."""


@dataclass(frozen=True)
class OpenReview(TableAction, name="review"):
    """The wish of somebody who played a round to see its review."""

    round: int


class Replay(TableAction, name="replay"):
    """The wish to go through a finished game: the table's, or one that is chosen."""


class ShareGame(TableAction, name="share"):
    """The wish to show everybody a finished game of one's own, in a picture."""


class Record(TableAction, name="record"):
    """The wish for a finished game's record."""


class OpenDaily(Action, name="daily"):
    """The wish to play the deal of the day."""


class PlayAgain(TableAction, name="again"):
    """The wish to play a game that is over again, everybody in their seats."""


@dataclass(frozen=True)
class PlayAgainFor(TableAction, name="again-length"):
    """The wish to play a game that is over again with another length, as `Length` says it."""

    rounds: int
    target: int


class SwapPartners(TableAction, name="again-swapped"):
    """The wish to play a game that is over again, with other partners."""


def table(
    look: Look,
    public: PublicView,
    picture: Picture,
    remark: str | None = None,
    celebrated: Celebrated | None = None,
    *,
    call: str | None = None,
    in_browsers: bool = False,
) -> Page:
    """Return the table as everybody sees it; the `remark` is its last line, the `call` is to the player to move.

    `in_browsers`: it can be opened there.
    """
    table = look.table
    text = [
        _("## {name}, round {round}").format(name=variant_names.title(public.rules), round=public.round_number),
        *happenings.LatestTurns(look.recent, table, table.size).lines(),
        *log_page.lately(look.deeds, look.table),
        *([turn_text.whose_turn(public, table), clock_text.deadline(table)] if call is None else [call]),
    ]
    if changed := rules_changed(public.rules, in_match=table.in_match):
        text.append(changed)
    if table.in_open_league:
        text.append(f"-# {league_text.table_counts(table)}")
    if remark:
        text.append(remark)
    if celebrated is not None and not celebrated.told:
        text.insert(1, celebrated.words)
    items: list[ui.Item[Any]] = [gallery("table.png", picture), ui.TextDisplay("\n".join(filter(None, text)))]
    items += joy(celebrated)
    if table.status is Status.PLAYING:
        items += in_rows(
            [
                button(_("My hand"), AskHand(table.id, table.version), PRIMARY),
                button(_("Watch"), Watch(table.id, table.version)),
                *([open_table(table)] if in_browsers else []),
                what_it_means(table),
                *([button(_("Sealed deal"), Sealed(table.id, table.version))] if table.commitment else []),
                *proposals_page.offers(table),
            ]
        )
    return Page(*items)


def joy(celebrated: Celebrated | None) -> list[ui.Item[Any]]:
    """Return the picture of what is celebrated, if there is one by now."""
    return [] if celebrated is None or celebrated.file is None else [Gallery(celebrated.file)]


def what_it_means(table: Table) -> ui.Item[Any]:
    """Return the button that explains the words of a message that shows the table."""
    return button(_("What does this mean?"), Meanings(table.id, table.version, Shown.TABLE))


def open_table(table: Table) -> LabelledButton:
    """Return the button by which a player gets a link that opens the table in their browser."""
    return button(open_name(), OpenInBrowser(table.id, table.version))


def open_name() -> str:
    """Return what that button is called."""
    return _("Open the table")


def more(table: Table) -> LabelledButton:
    """Return the button that tells more about a player's hand."""
    return button("⋯", Meanings(table.id, table.version, Shown.HAND))


def meanings(look: Look, public: PublicView, mine: SeatView | None) -> Page:
    """Return what the words mean that the table shows, and where its result counts.

    With a view of one's own: why the pile can't be taken and what opening takes, the words beside the hand too, and a way to the hand as it is now.
    """
    explained = [terms.explained(public, mine)]
    if not look.own and (counts := league_text.table_counts(look.table)) is not None:
        explained.append(counts)
    if mine is None:
        return notice("\n".join(explained))
    refresh = button(_("Refresh"), AskHand(look.table.id, look.table.version))
    return notice("\n".join([*turn_text.why(mine), *explained]), ui.ActionRow(refresh))


def seal(table: Table) -> str | None:
    """Return the seal of the round's deal, and what it is good for; None if there is none."""
    if not table.commitment or table.status is not Status.PLAYING:
        return None
    return _(
        "This round's deck was sealed before the deal with SHA-256 `{seal}`. Once the round is over, anybody can check it: press **Check the deal** under the score sheet."
    ).format(seal=table.commitment)


def call(public: PublicView, table: Table, again: str | None = None) -> str:
    """Return the lines that call the player to move in the channel; `again` is a reminder's text."""
    user_id = None if table.to_move is None else table.to_move.user_id
    asked = public.phase == "answer"
    text = _("<@{user}>, your partner asks: may I go out?") if asked else _("<@{user}>, it's your turn.")
    lines = [f"<@{user_id}>: {again}" if again else text.format(user=user_id), clock_text.own_deadline(table)]
    return "\n".join(line for line in lines if line)


def unshown(table: Table, *, full: bool) -> Page:
    """Return the message to a table's host that Discord refuses to show it; `full`: as there are too many open threads."""
    text = _(
        "Discord refuses my messages about your game in <#{channel}>. A name in them may look like a harmful link. People can play in their direct messages meanwhile, and I keep trying."
    )
    if full:
        text = _(
            "I can't open the thread <#{channel}> of your game again: this server has too many open ones. People can play in their direct messages meanwhile, and I go on once some are closed."
        )
    return notice(text.format(channel=table.channel_id))


def for_newcomers(table: Table) -> Page:
    """Return what somebody who sits at the table learns of the button by which others take a seat, and the way to their hand."""
    text = _(
        "You play here already. **Take a seat** is for somebody else, who would like to take over from a computer."
    )
    return notice(text, ui.ActionRow(button(_("My hand"), AskHand(table.id, table.version), PRIMARY)))


def moved(table: Table) -> Page:
    """Return what stands in the channel from which a game has moved."""
    return notice(moved_to(table))


def moved_to(table: Table) -> str:
    """Return where a game has moved, in one sentence."""
    return _("The game has moved to {channel}.").format(channel=f"<#{table.channel_id}>")


def closed_messages(user_id: int) -> Page:
    """Return the notice that somebody can't get direct messages."""
    return notice(
        _(
            "<@{user}>, I can't send you direct messages. Nothing is lost: press **My hand** under the table to see "
            "your cards and play here. (To get messages, allow them in this server's privacy settings.)"
        ).format(user=user_id)
    )


def lost(table: Table, why: Lost, server: str, permissions: Sequence[str]) -> Page:
    """Return why a game can't be shown in its channel, in the words for a player or a lobby's host.

    `permissions` are the names of the permissions that the bot lacks there.
    """
    game, channel = score_text.game_of(table), f"<#{table.channel_id}>"
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
        _("Nothing is lost, but people there can't see who joins or leaves your table.")
        if table.status is Status.LOBBY
        else _("Nothing is lost: the game is kept as it is and its clock is stopped. You can keep playing here.")
    )
    match why:
        case Lost.GONE:
            remedy = _("To move the game, one of you can use `/canasta move` in another channel of that server.")
        case Lost.LEFT:
            remedy = _("The game will go on when I'm invited back to that server.")
        case Lost.LOCKED:
            remedy = _(
                "A moderator can unlock the thread, or one of you can use `/canasta move` in another channel of that server."
            )
        case Lost.BARRED:
            remedy = _(
                "A moderator can let me write there again. If it is a private thread, mention me there. Or one of you can use `/canasta move` in another channel."
            )
    facts = {
        "game": game,
        "server": person_names.plain(server),
        "channel": channel,
        "permissions": ", ".join(permissions),
    }
    return notice("\n".join([text.format_map(facts), kept, remedy]))


@dataclass(frozen=True, slots=True)
class Ended:
    """A round that was scored: its number, its sheet, and its story where that may be shown; the sheet stands
    `in_words` if wanted."""

    number: int
    sheet: Picture
    story: RoundStory | None
    in_words: bool = False

    @property
    def sheet_item(self) -> ui.Item[Any]:
        """The sheet."""
        # An alt text holds names as they are: Discord reads nothing in it, as it does in a message.
        words = ui.TextDisplay[Any](person_names.plain(self.sheet.alt))
        return words if self.in_words else gallery("scores.png", self.sheet)

    def items(self, table: Table, reader: int = -1) -> list[ui.Item[Any]]:
        """Return the sheet and the story; to the player in the seat `reader` if there is one."""
        lines = [] if self.story is None else round_text.story(self.story, table, reader)
        return [self.sheet_item, *([ui.TextDisplay("\n".join(lines))] if lines else [])]


def scores(
    ended: Ended, table: Table, celebrated: Celebrated | None = None, others: Sequence[ui.ActionRow[Any]] = ()
) -> Page:
    """Return the score sheet of a finished round, its story, and a button that shows how its deal can be checked.

    `others` lead to the sheets of other rounds.
    """
    title = _("## Round {number} is over").format(number=ended.number)
    return Page(
        ui.TextDisplay(title if celebrated is None else f"{title}\n{celebrated.words}"),
        *ended.items(table),
        *joy(celebrated),
        ui.ActionRow(
            button(_("Check the deal"), CheckDeal(table.id, table.version, ended.number)),
            button(_("Review"), OpenReview(table.id, table.version, ended.number)),
        ),
        *others,
    )


def result(public: PublicView, table: Table, remark: str | None = None, celebrated: Celebrated | None = None) -> Page:
    """Return the end of the game; the `remark` is below the points."""
    return Page(
        ui.TextDisplay("\n".join([*how_it_ended(public, table), *([remark] if remark else [])])),
        *joy(celebrated),
        *sheets(public, table),
        *once_more(public, table),
        ui.ActionRow(
            *(
                [button(_("Review"), OpenReview(table.id, table.version, len(public.finished)))]
                if public.finished
                else []
            ),
            button(_("Replay"), Replay(table.id, table.version)),
            button(_("Record of the game"), Record(table.id, table.version)),
            *([button(_("Share"), ShareGame(table.id, table.version))] if public.finished else []),
            todays_deal(),
        ),
    )


def todays_deal() -> LabelledButton:
    """Return the button that opens the deal of the day: a game to go on with, whoever has time."""
    return button(_("Play today's deal"), OpenDaily())


def once_more(public: PublicView, table: Table) -> list[ui.Item[Any]]:
    """Return the buttons for the next game of the same people, also for other lengths; none where a tournament seats them."""
    if table.series is not None:
        return []
    here = (table.id, table.version)
    buttons = [button(_("Play again"), PlayAgain(*here), PRIMARY)]
    if not public.by_player and any(len(side.seats) > 1 for side in public.sides):
        buttons.append(button(_("Swap partners"), SwapPartners(*here)))
    others = [
        button(house_rule_text.button_of(one), PlayAgainFor(*here, one.rounds, one.target))
        for one in lengths.offered_again(table)
    ]
    word = [ui.TextDisplay[Any](_("**Play again, shorter or longer:**"))] if others else []
    return [*in_rows(buttons), *word, *in_lines(others)]


def sheets(public: PublicView, table: Table) -> list[ui.ActionRow[Any]]:
    """Return buttons to the score sheets of the rounds; where these are many, one that leads to the last.

    There is no menu in a message that stays as it is: Discord doesn't send a choice that is made twice.
    """
    here, rounds = (table.id, table.version), [sheet.number for sheet in public.finished]
    if len(rounds) > ROW_BUTTONS:
        return [ui.ActionRow(button(_("Score sheets of the rounds"), Sheet(*here, rounds[-1])))]
    return in_rows([button(_("Round {number}").format(number=one), Sheet(*here, one)) for one in rounds])


def other_sheets(public: PublicView, table: Table, shown: int) -> list[ui.ActionRow[Any]]:
    """Return as many menus as all rounds' score sheets need, for the page that shows one of them."""
    options = [
        discord.SelectOption(
            label=_("Round {number}").format(number=sheet.number),
            value=str(sheet.number),
            default=sheet.number == shown,
        )
        for sheet in public.finished
    ]
    return menus(_("Score sheets of the rounds"), Sheets(table.id, table.version), options) if len(options) > 1 else []


def how_it_ended(public: PublicView, table: Table, reader: int = -1) -> list[str]:
    """Return who has won a game, and everybody's points; to the player in the seat `reader` if there is one."""
    owners = score_text.owners(public, len(public.scores))
    names = [score_text.names(seats, table, reader) for seats in owners]
    ranking = sorted(zip(public.scores, names, strict=True), key=lambda pair: -pair[0])
    won = score_text.winner(public, table)
    title = _("## {winner} won the game!").format(winner=won) if won else _("## It's a draw!")
    if table.in_match and not public.finished:
        title = _("## This match is over")
    if public.winner is not None and reader in owners[public.winner]:
        title = _("## You win!")
    points = [labelled(f"**{name}**", score_text.points(score)) for score, name in ranking]
    drawn = [] if won or (table.in_match and not public.finished) else [warmth.drawn(table.id)]
    return [title, *drawn, *points]
