"""The league for those who manage a server: seasons, what counts, and corrections of results."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.client import CanastaBot
from bot.league import LeagueError, NoSuchResult, WrongScores
from bot.store.corrections import Correction
from bot.store.results import Result
from bot.store.seasons import Calendar
from bot.ui.actions import Interaction, Press, Unreadable, custom_id, number
from bot.ui.components import STOP, button, field, form
from bot.ui.i18n import N_, _, pgettext
from bot.ui.page import Page, notice
from bot.ui.pages import league_settings_page
from bot.ui.words import bare, league_text
from bot.ui.words.refusals import REFUSED, NotManager, sentence

#: The most characters of a text typed into a completion, and how many pages of games or corrections are offered.
_CHOICE = 100
_PAGES = 3
#: The most characters of moderators' texts: a season's name, a reason, the points of a game's sides.
_SEASON, _REASON, _POINTS = 40, 300, 1_000
#: The most characters of the log of corrections in a message.
_TEXT = 3_600
#: The most points that a side can be given.
_MOST_POINTS = 1_000_000
_TYPED = re.compile(r"[-−–]?[0-9]{1,7}")

_Choices = list[app_commands.Choice[str]]


class Seasons(commands.Cog):
    """Moderators' commands for the league. Their permission is checked at every press."""

    league = app_commands.Group(
        name="league",
        description=N_("For moderators: seasons, and results to be put right"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot
        bot.answer_presses(
            league_close=self._close_pressed,
            league_open=self._open_pressed,
            league_set=self._setting_chosen,
            league_channel=self._channel_chosen,
            league_points=self._points_sent,
            league_log=self._log_turned,
        )

    # -- seasons

    @league.command(name="open", description=N_("Open a season"))
    @app_commands.describe(name=N_("How it is to be called, for example Spring League"))
    async def open(
        self, interaction: discord.Interaction[CanastaBot], name: app_commands.Range[str, 1, _SEASON] | None = None
    ) -> None:
        """Open a season."""
        await self._bot.discord_api.defer(interaction)
        await self._do(interaction, lambda guild_id: self._opened(guild_id, name or ""))

    async def _open_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        await self._do(interaction, lambda guild_id: self._opened(guild_id, ""))

    async def _opened(self, guild_id: int, name: str) -> Page:
        season = await self._bot.league.open_season(guild_id, " ".join(name.split()))
        text = _("**{season}** is open: games that end from now on belong to it.").format(
            season=league_settings_page.called(season)
        )
        return notice("\n".join([text, league_settings_page.until(season)]))

    @league.command(name="close", description=N_("Close the season, and post what it brought"))
    async def close(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Ask if the season should really be closed."""
        await self._bot.discord_api.defer(interaction)
        await self._do(interaction, self._before_closing)

    async def _before_closing(self, guild_id: int) -> Page:
        season = await self._bot.league.season(guild_id)
        if season is None or not season.open:
            return notice(_("No season is open. `/league open` opens one."))
        text = _(
            "Close **{season}**? Its final standings are posted and kept. Until another season is opened, games count for nothing."
        )
        close = button(_("Close it"), custom_id("league-close", 0, 0, str(season.id)), STOP)
        return notice(text.format(season=league_settings_page.called(season)), ui.ActionRow(close))

    async def _close_pressed(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        asked_in = interaction.channel_id or 0
        await self._do(interaction, lambda guild_id: self._closed(guild_id, number(press.rest), asked_in))

    async def _closed(self, guild_id: int, season_id: int, channel_id: int) -> Page:
        """Close a season, unless it is closed already: then a second press must not close the next one."""
        season = await self._bot.league.season(guild_id)
        if season is None or season.id != season_id or not season.open:
            return notice(_("That season is closed already."))
        season = await self._bot.league.close_season(guild_id)
        told_in = await self._bot.season_announcer.tell(guild_id, season.id, channel_id)
        text = _("**{season}** is closed.").format(season=league_settings_page.called(season))
        if told_in is None:
            told = _(
                "What it brought could not be posted yet: choose a channel in which I may write by `/league settings`."
            )
        else:
            told = _("What it brought stands in <#{channel}>.").format(channel=told_in)
        again = button(_("Open the next season"), custom_id("league-open", 0, 0))
        return notice(f"{text} {told}", ui.ActionRow(again))

    # -- settings

    @league.command(name="settings", description=N_("Set when seasons end, what is rated, and where it is told"))
    async def settings(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Show the panel of the league's settings."""
        await self._bot.discord_api.defer(interaction)
        await self._do(interaction, self._panel)

    async def _setting_chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)

        async def choose(guild_id: int) -> Page:
            if press.rest == "calendar" and press.value in set(Calendar):
                await self._bot.servers.set(guild_id, calendar=press.value)
                await self._bot.league.calendar_changed(guild_id)
                self._bot.season_announcer.wake()
            elif press.rest == "rate_computers" and press.value in ("0", "1"):
                await self._bot.servers.set(guild_id, rate_computers=int(press.value))
            else:
                raise Unreadable
            return await self._panel(guild_id)

        await self._do(interaction, choose)

    async def _channel_chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)

        async def choose(guild_id: int) -> Page:
            channel_id = None if press.rest == "none" else number(press.value)
            guild = self._bot.get_guild(guild_id)
            if channel_id is not None and (guild is None or guild.get_channel(channel_id) is None):
                raise Unreadable
            await self._bot.servers.set(guild_id, league_channel=channel_id)
            return await self._panel(guild_id)

        await self._do(interaction, choose)

    async def _panel(self, guild_id: int) -> Page:
        server = await self._bot.servers.get(guild_id)
        return league_settings_page.settings(server, await self._bot.league.season(guild_id))

    # -- results

    @league.command(name="correct", description=N_("Put other points in place of a game's"))
    @app_commands.describe(game=N_("Which game, by its number"))
    async def correct(
        self, interaction: discord.Interaction[CanastaBot], game: app_commands.Range[str, 1, _CHOICE]
    ) -> None:
        """Open a form that holds a game's points as they are."""
        result = await self._found(interaction, game)
        if isinstance(result, Page):
            await self._bot.discord_api.defer(interaction)
            await self._bot.discord_api.answer(interaction, result)
            return
        await self._bot.discord_api.open_form(interaction, lambda: _points_form(result))

    async def _points_sent(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.defer(interaction)
        if len(press.values) != 2:
            raise Unreadable
        typed, reason = press.values
        by = interaction.user.id

        async def correct(guild_id: int) -> Page:
            result = await self._bot.league.result(guild_id, number(press.rest))
            if result is None:
                raise NoSuchResult
            points = _read_points(typed, len(result.sides))
            return await self._changing(
                result,
                lambda: self._bot.league.correct(guild_id, result.id, by=by, reason=_reason(reason), points=points),
                _("The points of game {game} are corrected."),
            )

        await self._do(interaction, correct)

    @league.command(name="void", description=N_("Have a game count for nothing"))
    @app_commands.describe(game=N_("Which game, by its number"), reason=N_("Why; it stands in the log"))
    async def void(
        self,
        interaction: discord.Interaction[CanastaBot],
        game: app_commands.Range[str, 1, _CHOICE],
        reason: app_commands.Range[str, 1, _REASON],
    ) -> None:
        """Void a game, so that it counts for nothing."""
        await self._bot.discord_api.defer(interaction)
        by = interaction.user.id

        async def void(guild_id: int) -> Page:
            result = await self._named(guild_id, game)
            return await self._changing(
                result,
                lambda: self._bot.league.void(guild_id, result.id, by=by, reason=_reason(reason)),
                _("Game {game} counts for nothing now; histories still show it."),
            )

        await self._do(interaction, void)

    @league.command(name="undo", description=N_("Undo what a moderator did to a result"))
    @app_commands.describe(correction=N_("What is to be undone"))
    async def undo(
        self, interaction: discord.Interaction[CanastaBot], correction: app_commands.Range[str, 1, _CHOICE]
    ) -> None:
        """Undo a correction."""
        await self._bot.discord_api.defer(interaction)
        by = interaction.user.id

        async def undo(guild_id: int) -> Page:
            found = await self._correction(guild_id, correction)
            result = await self._bot.league.result(guild_id, found.result_id)
            if result is None:
                raise NoSuchResult
            return await self._changing(
                result,
                lambda: self._bot.league.undo(guild_id, found.id, by=by),
                _("What was done to game {game} is undone."),
            )

        await self._do(interaction, undo)

    @league.command(name="log", description=N_("Show what moderators did to results, and why"))
    async def log(self, interaction: discord.Interaction[CanastaBot]) -> None:
        """Show the latest corrections."""
        await self._bot.discord_api.defer(interaction)
        await self._do(interaction, lambda guild_id: self._log(guild_id, None))

    async def _log_turned(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        await self._do(interaction, lambda guild_id: self._log(guild_id, number(press.rest) or None))

    async def _log(self, guild_id: int, before: int | None) -> Page:
        found = await self._bot.league.corrections(guild_id, before=before)
        if not found:
            return notice(_("No moderator has changed a result here."))
        lines = [_("### What moderators did to results")]
        shown: list[Correction] = []
        for one in found:
            told = league_text.correction(one)
            if sum(map(len, lines)) + len(lines) + len(told) > _TEXT:
                break
            lines.append(told)
            shown.append(one)
        row: ui.ActionRow[Any] = ui.ActionRow(
            button(pgettext("corrections", "Latest"), custom_id("league-log", 0, 0, "0"))
        )
        if await self._bot.league.corrections(guild_id, before=shown[-1].id):
            row.add_item(button(pgettext("corrections", "Older"), custom_id("league-log", 0, 0, str(shown[-1].id))))
        return notice("\n".join(lines), row)

    @correct.autocomplete("game")
    @void.autocomplete("game")
    async def _complete_game(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        named: list[tuple[str, str]] = []
        before = None
        for _page in range(_PAGES if _manages(interaction) else 0):
            found = await self._bot.league.history(interaction.guild_id or 0, before=before)
            named += [(_choice(result), str(result.game_id)) for result in found.results]
            before = found.before
            if before is None:
                break
        await self._suggest(interaction, text, named)
        return []

    @undo.autocomplete("correction")
    async def _complete_correction(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        named: list[tuple[str, str]] = []
        before = None
        for _page in range(_PAGES if _manages(interaction) else 0):
            found = await self._bot.league.corrections(interaction.guild_id or 0, before=before)
            named += [(_undoing(one), str(one.id)) for one in found if one.undone_at is None]
            if not found:
                break
            before = found[-1].id
        await self._suggest(interaction, text, named)
        return []

    async def _suggest(self, interaction: Interaction, typed: str, named: list[tuple[str, str]]) -> None:
        wanted = typed.strip().casefold()
        choices = [app_commands.Choice(name=name, value=value) for name, value in named if wanted in name.casefold()]
        await self._bot.discord_api.suggest(interaction, choices)

    # -- what all commands have in common

    async def _do(self, interaction: Interaction, act: Callable[[int], Awaitable[Page]]) -> None:
        """Do something with the server's league for a person who may manage it, and show the result."""
        try:
            page = await act(_managed(interaction))
        except LeagueError as error:
            page = notice(league_text.refusal(error))
        except NotManager:
            page = notice(_not_manager())
        except REFUSED as error:
            page = notice(sentence(error))
        await self._bot.discord_api.answer(interaction, page)

    async def _found(self, interaction: Interaction, game: str) -> Result | Page:
        """Return the result of a game for a person who may correct it, or a page that says why there is none."""
        try:
            return await self._named(_managed(interaction), game)
        except LeagueError as error:
            return notice(league_text.refusal(error))
        except NotManager:
            return notice(_not_manager())

    async def _named(self, guild_id: int, game: str) -> Result:
        """Return the result of a game that was typed or chosen. Raises `NoSuchResult` if there is none."""
        wanted = game.strip().removeprefix("#")
        result = None
        if re.fullmatch(r"[0-9]{1,18}", wanted):
            result = await self._bot.league.result_of_game(guild_id, int(wanted))
        if result is None:
            raise NoSuchResult
        return result

    async def _correction(self, guild_id: int, text: str) -> Correction:
        """Return the correction that was typed or chosen. Raises `NoSuchResult` if there is none."""
        wanted = text.strip()
        if re.fullmatch(r"[0-9]{1,17}", wanted):
            for one in await self._bot.league.corrections(guild_id, before=int(wanted) + 1):
                if one.id == int(wanted):
                    return one
        raise NoSuchResult

    async def _changing(self, result: Result, change: Callable[[], Awaitable[Correction]], done: str) -> Page:
        """Change a result, update the game's own message, and return a page that says whose ratings changed."""
        before = await self._ratings(result)
        one = await change()
        after = await self._ratings(result)
        await self._bot.teller.result_changed(result.game_id)
        lines = [done.format(game=result.game_id), league_text.moved(before, after), league_text.correction(one)]
        return notice("\n".join(lines))

    async def _ratings(self, result: Result) -> list[tuple[str, int | None]]:
        """Return the names and ratings of all people who had a seat in a game, in its season."""
        found: list[tuple[str, int | None]] = []
        for user_id, name in {one.user_id: one.name for one in result.people}.items():
            profile = None
            if result.season_id is not None:
                profile = await self._bot.league.profile(result.guild_id, user_id, season=result.season_id)
            found.append((name, profile.standing.rating if profile and profile.standing.rated else None))
        return found


def _points_form(result: Result) -> ui.Modal:
    """Return a form that holds a game's points as they are."""
    points = field(
        _("Points"), _("A line for each side, the points at its end"), league_text.sides_typed(result),
        longest=_POINTS, required=True,
    )  # fmt: skip
    reason = field(_("Reason"), _("It stands in the log"), longest=_REASON, required=True)
    title = _("Game {number}").format(number=result.game_id)
    return form(title, custom_id("league-points", 0, 0, str(result.id)), points, reason)


def _manages(interaction: Interaction) -> bool:
    return interaction.guild_id is not None and interaction.permissions.manage_guild


def _managed(interaction: Interaction) -> int:
    """Return the server's id for a person who may manage it. Raises `NotManager` for anybody else."""
    if interaction.guild_id is None or not _manages(interaction):
        raise NotManager
    return interaction.guild_id


def _not_manager() -> str:
    return _("Only those who may manage this server can do that.")


def _reason(text: str) -> str:
    return " ".join(text.split())


def _choice(result: Result) -> str:
    """Return a game as a completion shows it."""
    told = bare(league_text.outcome(result, 12))
    return _("No. {number}: {sides}").format(number=result.game_id, sides=told)


def _undoing(one: Correction) -> str:
    """Return a correction as a completion shows it."""
    return _("{number}: game {game}, {before} → {after}: {reason}").format(
        number=one.id,
        game=one.game_id,
        before=league_text.amendment(one.before),
        after=league_text.amendment(one.after),
        reason=one.reason,
    )


def _read_points(typed: str, sides: int) -> list[int]:
    """Return the points at the ends of the lines, one for each side.

    Raises `WrongScores` if there is not one line with points for each side.
    """
    points = []
    for line in filter(None, map(str.strip, typed.splitlines())):
        last = re.sub(r"[\s.,]", "", line.rpartition(":")[2])
        if not _TYPED.fullmatch(last):
            raise WrongScores(sides)
        points.append(int(last.replace("−", "-").replace("–", "-")))
    if len(points) != sides or any(abs(one) > _MOST_POINTS for one in points):
        raise WrongScores(sides)
    return points


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(Seasons(bot))
