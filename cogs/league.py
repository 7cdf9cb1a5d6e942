"""The league for everybody: boards, profiles, two players compared, finished games."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from bot.canasta.rules import list_variants
from bot.client import CanastaBot
from bot.league import ALL_TIME, By
from bot.messages.discord_api import Refusal
from bot.store.seasons import Season
from bot.ui.actions import Interaction, Press, Unreadable, custom_id, number
from bot.ui.components import button, menus
from bot.ui.i18n import N_, _
from bot.ui.limits import COMPLETIONS
from bot.ui.page import Page, attachment, gallery, notice
from bot.ui.pages import history_page, league_page
from bot.ui.words import league_text, plain
from bot.ui.words.refusals import REFUSED, NoSuchChoice, sentence

_CHOICE = 100
#: Seconds for which the bot trusts what it knows about a person's membership in a server.
_DAY = 24 * 3600
#: How many times a board is made again after people on it turned out to have left. Each time others move up, who may
#: have left too.
_TRIES = 3
#: The text that stands for all of a server's time in place of a season.
_ALL = "all"

_Choices = list[app_commands.Choice[str]]
_BY = [
    app_commands.Choice(name=N_("rating"), value=By.RATING.value),
    app_commands.Choice(name=N_("games won"), value=By.WINS.value),
    app_commands.Choice(name=N_("points"), value=By.POINTS.value),
    app_commands.Choice(name=N_("canastas"), value=By.CANASTAS.value),
    app_commands.Choice(name=N_("pairs"), value=By.PAIRS.value),
]


class LeagueCog(commands.Cog, name="League"):
    """Boards, profiles and histories.

    A view with several pages, or one that can be opened again, is named by a path that its buttons carry. The path
    begins with the server (0 is the one where the button is pressed); then comes what is shown.
    """

    def __init__(self, bot: CanastaBot) -> None:
        self._bot = bot
        self._show: dict[str, Callable[[Interaction, int, str], Awaitable[Page]]] = {
            "board": self._board,
            "profile": self._profile,
            "head": self._head_to_head,
            "history": self._history,
        }
        bot.answer_presses(
            board=self._pressed,
            board_by=self._sorting_chosen,
            profile=self._pressed,
            head=self._pressed,
            history=self._pressed,
            league_in=self._server_chosen,
        )

    # -- commands

    @app_commands.command(name="leaderboard", description=N_("Show who stands where in this server's league"))
    @app_commands.describe(
        season=N_("Which season (the present one if you leave it empty)"),
        variant=N_("Only games of one kind of Canasta"),
        by=N_("What the board is sorted by"),
    )
    @app_commands.choices(by=_BY)
    async def leaderboard(
        self,
        interaction: discord.Interaction[CanastaBot],
        season: app_commands.Range[str, 1, _CHOICE] | None = None,
        variant: app_commands.Range[str, 1, _CHOICE] | None = None,
        by: app_commands.Choice[str] | None = None,
    ) -> None:
        """Show a board."""
        await self._bot.discord_api.defer(interaction)
        sorting = By.RATING.value if by is None else by.value

        async def path(guild_id: int) -> str:
            return f"{await self._season_id(guild_id, season)}/{sorting}/1/{_family(variant)}"

        await self._open(interaction, "board", path)

    @app_commands.command(name="profile", description=N_("Show a player's rating, record and partners"))
    @app_commands.describe(player=N_("Whose (yours if you leave it empty)"), season=N_("Which season"))
    async def profile(
        self,
        interaction: discord.Interaction[CanastaBot],
        player: discord.User | None = None,
        season: app_commands.Range[str, 1, _CHOICE] | None = None,
    ) -> None:
        """Show a player's profile."""
        await self._bot.discord_api.defer(interaction)
        who = player or interaction.user

        async def path(guild_id: int) -> str:
            return f"{who.id}/{await self._season_id(guild_id, season)}"

        await self._open(interaction, "profile", path)

    @app_commands.command(
        name="head-to-head", description=N_("Show what two players have done with and against each other")
    )
    @app_commands.describe(player=N_("Against whom"), other=N_("Who else, if not you"), season=N_("Which season"))
    async def head_to_head(
        self,
        interaction: discord.Interaction[CanastaBot],
        player: discord.User,
        other: discord.User | None = None,
        season: app_commands.Range[str, 1, _CHOICE] | None = None,
    ) -> None:
        """Compare two players."""
        await self._bot.discord_api.defer(interaction)
        one, two = (interaction.user, player) if other is None else (player, other)

        async def path(guild_id: int) -> str:
            return f"{one.id}/{two.id}/{await self._season_id(guild_id, season or _ALL)}"

        await self._open(interaction, "head", path)

    @app_commands.command(name="history", description=N_("Show a player's finished games"))
    @app_commands.describe(player=N_("Whose (yours if you leave it empty)"))
    async def history(self, interaction: discord.Interaction[CanastaBot], player: discord.User | None = None) -> None:
        """Show a player's last games."""
        await self._bot.discord_api.defer(interaction)
        who = player or interaction.user

        async def path(_guild: int) -> str:
            return f"{who.id}/0"

        await self._open(interaction, "history", path)

    @leaderboard.autocomplete("season")
    @profile.autocomplete("season")
    @head_to_head.autocomplete("season")
    async def _complete_season(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        guild_id = interaction.guild_id
        found = [] if guild_id is None else await self._bot.league.seasons(guild_id)
        named = [(_season_choice(season), str(season.number)) for season in found[: COMPLETIONS - 1]]
        named.append((league_text.season(None), _ALL))
        await self._suggest(interaction, text, named)
        return []

    @leaderboard.autocomplete("variant")
    async def _complete_variant(self, interaction: discord.Interaction[CanastaBot], text: str) -> _Choices:
        guild_id = interaction.guild_id
        scopes = [] if guild_id is None else await self._bot.league.scopes(guild_id)
        await self._suggest(interaction, text, [(league_text.family(scope), scope) for scope in scopes])
        return []

    async def _suggest(self, interaction: Interaction, typed: str, named: Iterable[tuple[str, str]]) -> None:
        wanted = typed.strip().casefold()
        await self._bot.discord_api.suggest(
            interaction,
            [
                app_commands.Choice(name=name, value=value)
                for name, value in named
                if wanted in name.casefold() or wanted == value
            ],
        )

    # -- presses

    async def _pressed(self, interaction: Interaction, press: Press) -> None:
        """Show the page that a button's path names."""
        await self._bot.discord_api.acknowledge(interaction)
        await self._follow(interaction, press.action, press.rest)

    async def _sorting_chosen(self, interaction: Interaction, press: Press) -> None:
        await self._bot.discord_api.acknowledge(interaction)
        server, season, _by, _page, scope = _parts(press.rest, 5)
        await self._follow(interaction, "board", f"{server}/{season}/{press.value}/1/{scope}")

    async def _server_chosen(self, interaction: Interaction, press: Press) -> None:
        """Show the page for the server that was chosen in direct messages."""
        await self._bot.discord_api.acknowledge(interaction)
        action, rest = _parts(press.rest, 2)
        await self._follow(interaction, action, f"{number(press.value)}/{rest}")

    async def _follow(self, interaction: Interaction, action: str, path: str) -> None:
        server, rest = _parts(path, 2)
        if action not in self._show:
            raise Unreadable
        guild_id = interaction.guild_id
        if guild_id is None:
            guild_id = number(server) if number(server) in await self._servers_of(interaction.user.id) else None
        if guild_id is None:
            await self._say(interaction, _nowhere())
        else:
            await self._answer(interaction, action, guild_id, rest)

    # -- which server is meant

    async def _open(self, interaction: Interaction, action: str, path: Callable[[int], Awaitable[str]]) -> None:
        """Show a page of this server's league, or in direct messages of the only server in which the person plays.

        If they play in several servers, ask which one is meant.
        """
        servers = [interaction.guild_id] if interaction.guild_id else await self._servers_of(interaction.user.id)
        try:
            if len(servers) == 1:
                await self._answer(interaction, action, servers[0], await path(servers[0]))
            elif servers:
                # A season's number doesn't mean the same season in all servers.
                page = history_page.which_server(action, await path(0), [(one, self._name(one)) for one in servers])
                await self._bot.discord_api.answer(interaction, page)
            else:
                await self._say(interaction, _nowhere())
        except NoSuchChoice:
            await self._say(interaction, _no_such_choice())

    async def _servers_of(self, user_id: int) -> list[int]:
        """Return the servers in whose leagues a person has played and of which they are still a member."""
        league = self._bot.league
        for guild_id in await league.servers_of(user_id):
            await self._look_for(guild_id, await league.stale(guild_id, [user_id], older_than=_DAY))
        there = await league.servers_of(user_id)
        return [one for one, is_there in there.items() if is_there and self._bot.get_guild(one) is not None]

    def _name(self, guild_id: int) -> str:
        guild = self._bot.get_guild(guild_id)
        return guild.name if guild else "?"

    async def _look_for(self, guild_id: int, people: Collection[int]) -> None:
        """Ask Discord whether people are still in a server, and remember the answers."""
        answers = await asyncio.gather(*(self._bot.discord_api.member(guild_id, one) for one in people))
        for user_id, name in zip(people, answers, strict=True):
            if name is Refusal.ABSENT:
                await self._bot.league.gone(guild_id, user_id)
            elif not isinstance(name, Refusal):
                await self._bot.league.seen(guild_id, user_id, name)

    # -- what is shown

    async def _answer(self, interaction: Interaction, action: str, guild_id: int, rest: str) -> None:
        try:
            page = await self._show[action](interaction, guild_id, rest)
        except NoSuchChoice:
            page = notice(_no_such_choice())
        except REFUSED as error:
            page = notice(sentence(error))
        await self._bot.discord_api.answer(interaction, page)

    async def _board(self, interaction: Interaction, guild_id: int, rest: str) -> Page:
        season_text, by_text, page_text, scope = _parts(rest, 4)
        league, user_id = self._bot.league, interaction.user.id
        season, page = await self._season(guild_id, season_text), max(1, number(page_text))
        if by_text not in set(By):
            raise Unreadable
        by = By(by_text)
        scope = "" if by is By.PAIRS else scope
        for _try in range(_TRIES):
            board = await league.board(guild_id, season=season, scope=scope, by=by, page=page, me=user_id)
            people = {one for row in board.rows for one in row.user_ids}
            stale = await league.stale(guild_id, people, older_than=_DAY)
            if not stale:
                break
            await self._look_for(guild_id, stale)
        else:
            board = await league.board(guild_id, season=season, scope=scope, by=by, page=page, me=user_id)
        view = league_page.board(board, await self._how_to_get_there(guild_id, board.season))
        person = await self._bot.people.get(user_id)
        picture = await self._bot.pictures.standings(view, person) if person.pictures else None
        server = 0 if interaction.guild_id else guild_id
        items: list[ui.Item[Any]] = []
        if picture is None:
            items.append(ui.TextDisplay(league_page.board_text(view)))
        else:
            heading = _("### {season}, by {what}").format(season=plain(view.title), what=league_page.sorted_by(by))
            items += [ui.TextDisplay(heading), gallery("board.png", picture)]

        def path(page: int) -> str:
            return f"{server}/{season_text}/{by.value}/{page}/{scope}"

        options = [
            discord.SelectOption(
                label=_("Sorted by: {what}").format(what=league_page.sorted_by(one)), value=one.value, default=one is by
            )
            for one in By
        ]
        items += menus(_("Sorted by"), custom_id("board-by", 0, 0, path(0)), options)
        row: ui.ActionRow[Any] = ui.ActionRow()
        if board.pages > 1:
            at = board.page
            row.add_item(button(_("Back"), custom_id("board", 0, 0, path(at - 1)), disabled=at <= 1))
            row.add_item(button(_("More"), custom_id("board", 0, 0, path(at + 1)), disabled=at >= board.pages))
        row.add_item(button(_("Show again"), custom_id("board", 0, 0, path(board.page))))
        row.add_item(button(_("My profile"), custom_id("profile", 0, 0, f"{server}/{user_id}/{season_text}")))
        attachments = [] if picture is None else [attachment("board.png", picture)]
        return Page(*items, row, attachments=attachments)

    async def _how_to_get_there(self, guild_id: int, season: Season | None) -> str:
        """Return the text of an empty board."""
        if season is not None and not season.open:
            return _("Nobody stands here: no game of that season counted.")
        if season is None and await self._bot.league.season(guild_id) is None:
            return _("Nobody stands here yet: finish a game with others, and you do.")
        return _("Nobody stands here yet: /canasta new opens a table, and a finished game counts.")

    async def _profile(self, interaction: Interaction, guild_id: int, rest: str) -> Page:
        user_text, season_text = _parts(rest, 2)
        user_id, season = number(user_text), await self._season(guild_id, season_text)
        found = await self._bot.league.profile(guild_id, user_id, season=season)
        server = 0 if interaction.guild_id else guild_id
        games = button(_("Games"), custom_id("history", 0, 0, f"{server}/{user_id}/0"))
        if found is None:
            text = _("<@{user}> has finished no game here that counts yet. `/canasta new` opens a table.")
            return notice(text.format(user=user_id), ui.ActionRow(games))
        person = await self._bot.people.get(interaction.user.id)
        view = league_page.profile(found)
        items: list[ui.Item[Any]] = []
        attachments = []
        if person.pictures:
            picture = await self._bot.pictures.profile(view, person)
            heading = _("### {name}, {season}").format(
                name=league_text.name(view.name), season=plain(league_text.season(found.season))
            )
            items += [ui.TextDisplay(heading), gallery("profile.png", picture)]
            attachments.append(attachment("profile.png", picture))
        else:
            items.append(ui.TextDisplay(league_page.profile_text(view)))
        row: ui.ActionRow[Any] = ui.ActionRow(games)
        if user_id != interaction.user.id:
            path = f"{server}/{interaction.user.id}/{user_id}/{ALL_TIME}"
            row.add_item(button(_("Against me"), custom_id("head", 0, 0, path)))
        again = ALL_TIME if found.season is not None else ""
        label = _("All time") if found.season is not None else _("This season")
        row.add_item(button(label, custom_id("profile", 0, 0, f"{server}/{user_id}/{again}")))
        return Page(*items, row, attachments=attachments)

    async def _head_to_head(self, interaction: Interaction, guild_id: int, rest: str) -> Page:
        one_text, other_text, season_text = _parts(rest, 3)
        one, other = number(one_text), number(other_text)
        if one == other:
            return notice(_("Choose somebody else: nobody plays with or against himself."))
        season = await self._season(guild_id, season_text)
        found = await self._bot.league.head_to_head(guild_id, one, other, season=ALL_TIME if season is None else season)
        return notice(
            history_page.listed(history_page.meetings(found, one, other), found.recent),
            *history_page.replays(found.recent),
        )

    async def _history(self, interaction: Interaction, guild_id: int, rest: str) -> Page:
        user_text, before_text = _parts(rest, 2)
        user_id, before = number(user_text), number(before_text) or None
        found = await self._bot.league.history(guild_id, user_id, before=before)
        if not found.results and before is None:
            text = _("<@{user}> has finished no game in this server yet. `/canasta new` opens a table.")
            return notice(text.format(user=user_id))
        server = 0 if interaction.guild_id else guild_id
        heading = _("### Games of <@{user}>").format(user=user_id)
        items: list[ui.Item[Any]] = [
            ui.TextDisplay(history_page.listed(heading, found.results)),
            *history_page.replays(found.results),
        ]
        row: ui.ActionRow[Any] = ui.ActionRow()
        if before is not None:
            row.add_item(button(_("Latest games"), custom_id("history", 0, 0, f"{server}/{user_id}/0")))
        if found.before is not None:
            path = f"{server}/{user_id}/{found.before}"
            row.add_item(button(_("Older games"), custom_id("history", 0, 0, path)))
        path = f"{server}/{user_id}/"
        row.add_item(button(_("Profile"), custom_id("profile", 0, 0, path)))
        return Page(*items, row)

    # -- seasons

    async def _season_id(self, guild_id: int, text: str | None) -> str:
        """Return the id of the season that was typed or chosen, `` for the latest.

        Raises `NoSuchChoice` if there is no such season.
        """
        if text is None:
            return ""
        wanted = text.strip().casefold()
        if wanted in (_ALL, league_text.season(None).casefold()):
            return str(ALL_TIME)
        for season in await self._bot.league.seasons(guild_id):
            if wanted in (str(season.number), league_text.season(season).casefold(), _season_choice(season).casefold()):
                return str(season.id)
        raise NoSuchChoice

    async def _season(self, guild_id: int, text: str) -> int | None:
        """Return the id of the season that a path names, None for the latest.

        Raises `NoSuchChoice` for a season of another server.
        """
        if not text:
            return None
        season_id = number(text)
        if season_id != ALL_TIME and await self._bot.league.season(guild_id, season_id) is None:
            raise NoSuchChoice
        return season_id

    async def _say(self, interaction: Interaction, text: str) -> None:
        await self._bot.discord_api.answer(interaction, notice(text))


def _parts(path: str, count: int) -> list[str]:
    """Return `count` parts of a path, the last one whole. Raises `Unreadable` if there are fewer."""
    parts = path.split("/", count - 1)
    if len(parts) != count:
        raise Unreadable
    return parts


def _family(text: str | None) -> str:
    """Return the family of variants that was typed or chosen, or the family of the variant that was.

    Raises `NoSuchChoice` if there is no such family or variant.
    """
    if text is None:
        return ""
    wanted = text.strip().casefold()
    for one in list_variants():
        if wanted in (one.id, one.family, one.name.casefold(), _(one.name).casefold()):
            return one.family
    raise NoSuchChoice


def _season_choice(season: Season) -> str:
    """Return a season as a completion shows it."""
    name = league_text.season(season)
    return _("{season} (the present one)").format(season=name) if season.open else name


def _no_such_choice() -> str:
    return _("This server's league has no such season or kind of Canasta. Choose one from the list.")


def _nowhere() -> str:
    return _(
        "In direct messages this shows the league of a server in which you have played. Use it in the server's channel."
    )


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(LeagueCog(bot))
