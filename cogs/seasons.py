"""The league for those who manage a server: seasons, what counts, and corrections of results."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import discord
from discord import app_commands, ui

from bot.client.client import CanastaBot
from bot.data.corrections import Correction
from bot.data.results import Result
from bot.data.seasons import Calendar
from bot.league.errors import NoSuchResult, WrongScores
from bot.tables.rules.numbers import plain, whole_number
from bot.ui.actions import Interaction, Press, Unreadable, number
from bot.ui.i18n import N_, _
from bot.ui.page import Page, notice
from bot.ui.pages import league_settings_page, seasons_page
from bot.ui.typed_names import Offer, game_number
from bot.ui.words import league_text
from bot.ui.words.person_names import bare
from bot.ui.words.refusals import REFUSED, Refused, sentence
from cogs.frame import Cog, How, answered, answered_by_form, completes, managed, manages, pressed

#: The most characters of a text typed into a completion, and how many pages of games or corrections are offered.
_CHOICE = 100
_PAGES = 3
#: The most characters of moderators' texts: a season's name, a reason.
_SEASON, _REASON = 40, 300
#: Seconds after which somebody who changes a result is asked to look later. Discord takes an answer for a quarter of an
#: hour.
_PATIENCE = 600.0
#: The most points that a side can be given.
_MOST_POINTS = 1_000_000

_Done = TypeVar("_Done")


class SeasonsCog(Cog):
    """Moderators' commands for the league. Their permission is checked at every press."""

    def __init__(self, bot: CanastaBot) -> None:
        super().__init__(bot)
        self._changes: set[asyncio.Task[Any]] = set()

    async def cog_unload(self) -> None:
        """Break off the changes that nobody waits for any more."""
        for changing in self._changes:
            changing.cancel()
        await asyncio.gather(*self._changes, return_exceptions=True)

    league = app_commands.Group(
        name="league",
        description=N_("For moderators: seasons, and correcting results"),
        guild_only=True,
        default_permissions=discord.Permissions(manage_guild=True),
    )

    # -- seasons

    @league.command(name="open", description=N_("Open a season"))
    @app_commands.describe(name=N_("Name of the season, for example Spring League"))
    @answered
    async def open(
        self, interaction: discord.Interaction[CanastaBot], name: app_commands.Range[str, 1, _SEASON] | None = None
    ) -> Page:
        """Open a season."""
        return await self._opened(managed(interaction), name or "")

    @pressed(seasons_page.OpenSeason)
    async def _open_pressed(self, interaction: Interaction, press: Press[seasons_page.OpenSeason]) -> Page:
        return await self._opened(managed(interaction), "")

    async def _opened(self, guild_id: int, name: str) -> Page:
        return seasons_page.opened(await self._services.league.seasons.open(guild_id, " ".join(name.split())))

    @league.command(name="close", description=N_("Close the season and post its results"))
    @answered
    async def close(self, interaction: discord.Interaction[CanastaBot]) -> Page:
        """Ask if the season should really be closed."""
        season = await self._services.league.seasons.get(managed(interaction))
        if season is None or not season.open:
            raise Refused(_("No season is open. `/league open` opens one."))
        return seasons_page.before_closing(season)

    @pressed(seasons_page.CloseSeason)
    async def _close_pressed(self, interaction: Interaction, press: Press[seasons_page.CloseSeason]) -> Page:
        """Close a season, unless it is closed already: then a second press must not close the next one."""
        guild_id = managed(interaction)
        season = await self._services.league.seasons.get(guild_id)
        if season is None or season.id != press.action.season or not season.open:
            raise Refused(_("That season is already closed."))
        season = await self._services.league.seasons.close(guild_id)
        told_in = await self._services.season_announcer.tell(guild_id, season.id, interaction.channel_id or 0)
        return seasons_page.closed(season, told_in)

    # -- settings

    @league.command(
        name="settings", description=N_("Set when seasons end, which games are rated, where results are posted")
    )
    @answered
    async def settings(self, interaction: discord.Interaction[CanastaBot]) -> Page:
        """Show the panel of the league's settings."""
        return await self._panel(managed(interaction))

    @pressed(league_settings_page.SetLeague)
    async def _setting_chosen(self, interaction: Interaction, press: Press[league_settings_page.SetLeague]) -> Page:
        guild_id, setting, value = managed(interaction), press.action.setting, press.value
        if setting == "calendar" and value in set(Calendar):
            await self._services.servers.set(guild_id, calendar=value)
            await self._services.league.seasons.calendar_changed(guild_id)
            self._services.season_announcer.wake()
        elif setting == "rate_computers" and value in ("0", "1"):
            await self._services.servers.set(guild_id, rate_computers=int(value))
        else:
            raise Unreadable
        return await self._panel(guild_id)

    @pressed(league_settings_page.SetChannel)
    async def _channel_chosen(self, interaction: Interaction, press: Press[league_settings_page.SetChannel]) -> Page:
        guild_id = managed(interaction)
        channel_id = None if press.action.which == "none" else number(press.value)
        if channel_id is not None:
            await self._services.places.learn(guild_id, channel_id)
            if not isinstance(self._services.places.channel(guild_id, channel_id), discord.abc.GuildChannel):
                raise Unreadable
        await self._services.servers.set(guild_id, league_channel=channel_id)
        return await self._panel(guild_id)

    async def _panel(self, guild_id: int) -> Page:
        server = await self._services.servers.get(guild_id)
        return league_settings_page.settings(server, await self._services.league.seasons.get(guild_id))

    # -- results

    @league.command(name="correct", description=N_("Correct the points of a game"))
    @app_commands.describe(game=N_("Which game, by its number"))
    @answered_by_form
    async def correct(
        self, interaction: discord.Interaction[CanastaBot], game: app_commands.Range[str, 1, _CHOICE]
    ) -> ui.Modal:
        """Open a form that holds a game's points as they are."""
        return seasons_page.points_form(await self._named(managed(interaction), game))

    @pressed(seasons_page.SetPoints, how=How.APART)
    async def _points_sent(self, interaction: Interaction, press: Press[seasons_page.SetPoints]) -> Page:
        if len(press.values) != 2:
            raise Unreadable
        typed, reason = press.values
        guild_id, by = managed(interaction), interaction.user.id
        result = await self._services.league.result(guild_id, press.action.result)
        if result is None:
            raise NoSuchResult
        points = _read_points(typed, len(result.sides))
        return await self._changing(
            interaction,
            result,
            lambda: self._services.league.corrections.correct(
                guild_id, result.id, by=by, reason=_reason(reason), points=points
            ),
            _("The points of game {game} have been corrected."),
        )

    @league.command(name="void", description=N_("Void a game's result"))
    @app_commands.describe(game=N_("Which game, by its number"), reason=N_("Why (shown in the log)"))
    @answered
    async def void(
        self,
        interaction: discord.Interaction[CanastaBot],
        game: app_commands.Range[str, 1, _CHOICE],
        reason: app_commands.Range[str, 1, _REASON],
    ) -> Page:
        """Void a game, so that it counts for nothing."""
        guild_id, by = managed(interaction), interaction.user.id
        result = await self._named(guild_id, game)
        return await self._changing(
            interaction,
            result,
            lambda: self._services.league.corrections.void(guild_id, result.id, by=by, reason=_reason(reason)),
            _("Game {game} no longer counts; it still appears in lists of games."),
        )

    @league.command(name="undo", description=N_("Undo a moderator's correction of a result"))
    @app_commands.describe(correction=N_("What to undo"))
    @answered
    async def undo(
        self, interaction: discord.Interaction[CanastaBot], correction: app_commands.Range[str, 1, _CHOICE]
    ) -> Page:
        """Undo a correction."""
        guild_id, by = managed(interaction), interaction.user.id
        found = await self._correction(guild_id, correction)
        result = await self._services.league.result(guild_id, found.result_id)
        if result is None:
            raise NoSuchResult
        return await self._changing(
            interaction,
            result,
            lambda: self._services.league.corrections.undo(guild_id, found.id, by=by),
            _("The correction of game {game} has been undone."),
        )

    @league.command(name="log", description=N_("Show which results moderators corrected, and why"))
    @answered
    async def log(self, interaction: discord.Interaction[CanastaBot]) -> Page:
        """Show the latest corrections."""
        return await self._log(managed(interaction), None)

    @pressed(seasons_page.TurnLog)
    async def _log_turned(self, interaction: Interaction, press: Press[seasons_page.TurnLog]) -> Page:
        return await self._log(managed(interaction), press.action.before or None)

    async def _log(self, guild_id: int, before: int | None) -> Page:
        found = await self._services.league.corrections.page(guild_id, before=before)
        if not found:
            raise Refused(_("No moderator has changed a result here."))
        shown, lines = seasons_page.fitting(found)
        older = await self._services.league.corrections.page(guild_id, before=shown[-1].id)
        return seasons_page.log(lines, shown[-1].id if older else None)

    @completes((correct, "game"), (void, "game"))
    async def _offer_games(self, interaction: Interaction, typed: str) -> list[Offer]:
        offers: list[Offer] = []
        before = None
        for _page in range(_PAGES if manages(interaction) else 0):
            found = await self._services.league.history(interaction.guild_id or 0, before=before)
            offers += [Offer(_choice(result), str(result.game_id)) for result in found.results]
            before = found.before
            if before is None:
                break
        return offers

    @completes((undo, "correction"))
    async def _offer_corrections(self, interaction: Interaction, typed: str) -> list[Offer]:
        offers: list[Offer] = []
        before = None
        for _page in range(_PAGES if manages(interaction) else 0):
            found = await self._services.league.corrections.page(interaction.guild_id or 0, before=before)
            offers += [Offer(_undoing(one), str(one.id)) for one in found if one.undone_at is None]
            if not found:
                break
            before = found[-1].id
        return offers

    # -- what all commands have in common

    async def _named(self, guild_id: int, game: str) -> Result:
        """Return the result of a game that was typed or chosen. Raises `NoSuchResult` if there is none."""
        wanted = game_number(game)
        result = None if wanted is None else await self._services.league.result_of_game(guild_id, wanted)
        if result is None:
            raise NoSuchResult
        return result

    async def _correction(self, guild_id: int, text: str) -> Correction:
        """Return the correction that was typed or chosen. Raises `NoSuchResult` if there is none."""
        wanted = game_number(text)
        if wanted is not None:
            for one in await self._services.league.corrections.page(guild_id, before=wanted + 1):
                if one.id == wanted:
                    return one
        raise NoSuchResult

    async def _changing(
        self, interaction: Interaction, result: Result, change: Callable[[], Awaitable[Correction]], done: str
    ) -> Page:
        """Change a result, update the game's own message, and return a page that says whose ratings changed."""

        async def changed() -> Correction:
            correction = await change()
            await self._services.teller.result_changed(result.game_id)
            return correction

        before = await self._ratings(result)
        changing = self._going_on(changed())
        await asyncio.wait({changing}, timeout=_PATIENCE)
        if not changing.done():
            self._going_on(self._say_if_it_fails(interaction, changing))
            return notice(_("This takes longer than usual. `/league log` shows the correction when it's done."))
        correction = await changing
        after = await self._ratings(result)
        lines = [done.format(game=result.game_id), league_text.moved(before, after), league_text.correction(correction)]
        return notice("\n".join(lines))

    def _going_on(self, work: Coroutine[Any, Any, _Done]) -> asyncio.Task[_Done]:
        """Do some work, also when nobody waits for it any more."""
        task = asyncio.create_task(work)
        self._changes.add(task)
        task.add_done_callback(self._changes.discard)
        return task

    async def _say_if_it_fails(self, interaction: Interaction, changing: asyncio.Task[Correction]) -> None:
        """Tell a moderator who no longer waits for a change why it was not made."""
        try:
            try:
                await changing
            except REFUSED as error:
                await self._services.discord_api.answers.whisper(interaction, notice(sentence(error)))
        except Exception as error:
            await self._services.interactions.failed(interaction, error)

    async def _ratings(self, result: Result) -> list[tuple[str, int | None]]:
        """Return the names and ratings of all people who had a seat in a game, in its season."""
        found: list[tuple[str, int | None]] = []
        for user_id, name in {one.user_id: one.name for one in result.people}.items():
            profile = None
            if result.season_id is not None:
                profile = await self._services.league.boards.profile(result.league, user_id, season=result.season_id)
            found.append((name, profile.standing.rating if profile and profile.standing.rated else None))
        return found


def _reason(text: str) -> str:
    return " ".join(text.split())


def _choice(result: Result) -> str:
    """Return a game as a completion shows it."""
    told = bare(league_text.outcome(result, 12))
    return _("No. {number}: {sides}").format(number=result.game_id, sides=told)


def _undoing(correction: Correction) -> str:
    """Return a correction as a completion shows it."""
    return _("{number}: game {game}, {before} → {after}: {reason}").format(
        number=correction.id,
        game=correction.game_id,
        before=league_text.amendment(correction.before),
        after=league_text.amendment(correction.after),
        reason=correction.reason,
    )


def _read_points(typed: str, sides: int) -> list[int]:
    """Return the points at the ends of the lines, one for each side.

    Raises `WrongScores` if there is not one line with points for each side.
    """
    points = []
    for line in filter(None, map(str.strip, typed.splitlines())):
        read = whole_number(plain(line).rpartition(":")[2])
        if read is None:
            raise WrongScores(sides)
        points.append(read)
    if len(points) != sides or any(abs(one) > _MOST_POINTS for one in points):
        raise WrongScores(sides)
    return points


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(SeasonsCog(bot))
