"""The league for everybody: boards, profiles, two players compared, finished games."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from operator import itemgetter

import discord
from discord import app_commands

from bot.canasta.rules import list_variants
from bot.client.client import CanastaBot
from bot.data.seasons import Season
from bot.data.servers import OPEN_LEAGUE
from bot.league import ALL_TIME, Board, By
from bot.ui.actions import Interaction, Press, Unreadable, number
from bot.ui.i18n import N_, _, capitalised
from bot.ui.limits import COMPLETIONS
from bot.ui.page import Page
from bot.ui.pages import boards_page, find_page, league_page
from bot.ui.typed_names import Offer, folded, named_id, read_id, the_one
from bot.ui.words import league_text, variant_names
from bot.ui.words.refusals import Refused
from cogs.frame import Cog, How, about_person, answered, completes, does, pressed

_CHOICE = 100
#: How many times a board is made again after people on it turned out to have left. Each time others move up, who may
#: have left too.
_TRIES = 3
#: The text that stands for all of a server's time in place of a season.
_ALL = "all"
#: The board of the open league as it opens first.
_OPEN_BOARD = boards_page.ShowBoard(OPEN_LEAGUE, None, By.RATING, 1, "")

_BY = [
    app_commands.Choice(name=N_("rating"), value=By.RATING.value),
    app_commands.Choice(name=N_("games won"), value=By.WINS.value),
    app_commands.Choice(name=N_("points"), value=By.POINTS.value),
    app_commands.Choice(name=N_("canastas"), value=By.CANASTAS.value),
    app_commands.Choice(name=N_("pairs"), value=By.PAIRS.value),
]


class LeagueCog(Cog, name="League"):
    """Boards, profiles and histories.

    A view names the page, and buttons carry it; its server is 0 where the button's message is in a server, unless it is of the open
    league.
    """

    # -- commands

    @app_commands.command(name="leaderboard", description=N_("Show this server's leaderboard"))
    @app_commands.describe(
        season=N_("Which season (empty: the current one)"),
        variant=N_("Only games of one kind of Canasta"),
        by=N_("What the leaderboard is sorted by"),
    )
    @app_commands.choices(by=_BY)
    @answered
    async def leaderboard(
        self,
        interaction: discord.Interaction[CanastaBot],
        season: app_commands.Range[str, 1, _CHOICE] | None = None,
        variant: app_commands.Range[str, 1, _CHOICE] | None = None,
        by: app_commands.Choice[str] | None = None,
    ) -> Page:
        """Show a board."""
        sorting = By.RATING if by is None else By(by.value)

        async def view(guild_id: int) -> boards_page.LeagueView:
            chosen = await self._season_id(guild_id, season)
            plain = season is None and variant is None and by is None
            if plain and guild_id != OPEN_LEAGUE and await self._only_solo(guild_id):
                return boards_page.ShowSoloBoard(guild_id, 1)
            return boards_page.ShowBoard(guild_id, chosen, sorting, 1, _family(variant))

        return await self._open(interaction, view)

    @app_commands.command(name="profile", description=N_("Show a player's rating, record and partners"))
    @app_commands.describe(
        player=N_("Which player (empty: you)"),
        against=N_("Another player: what the two have done together and against each other"),
        season=N_("Which season"),
    )
    @answered
    async def profile(
        self,
        interaction: discord.Interaction[CanastaBot],
        player: discord.User | None = None,
        against: discord.User | None = None,
        season: app_commands.Range[str, 1, _CHOICE] | None = None,
    ) -> Page:
        """Show a player's profile, or compare two players."""
        who = player or interaction.user

        async def view(guild_id: int) -> boards_page.LeagueView:
            if against is None:
                return boards_page.ShowProfile(guild_id, who.id, await self._season_id(guild_id, season))
            return boards_page.Compare(guild_id, who.id, against.id, await self._season_id(guild_id, season or _ALL))

        return await self._open(interaction, view)

    @about_person("Head to head")
    async def compare(self, interaction: Interaction, person: discord.User) -> Page:
        """Compare a person with the one who asks or, for themselves, show their profile."""

        async def view(guild_id: int) -> boards_page.LeagueView:
            if person.id == interaction.user.id:
                return boards_page.ShowProfile(guild_id, person.id, await self._season_id(guild_id, None))
            return boards_page.Compare(guild_id, interaction.user.id, person.id, await self._season_id(guild_id, _ALL))

        return await self._open(interaction, view)

    @does("canasta history")
    async def history(self, interaction: Interaction, player: discord.User | None) -> Page:
        """Show a player's last games."""
        who = player or interaction.user

        async def view(guild_id: int) -> boards_page.LeagueView:
            return boards_page.ShowHistory(guild_id, who.id, 0)

        if (
            who.id != interaction.user.id
            or not (await self._services.league.history_in_direct_messages(who.id)).results
        ):
            return await self._open(interaction, view)
        return await self._open(interaction, view, OPEN_LEAGUE)

    @completes((leaderboard, "season"), (profile, "season"))
    async def _offer_seasons(self, interaction: Interaction, typed: str) -> list[Offer]:
        guild_id = interaction.guild_id
        found = [] if guild_id is None else await self._services.league.seasons.of_guild(guild_id)
        offers = [Offer(_season_choice(one), named_id(one.number), apart=f"#{one.number}") for one in found]
        # All time stands last in the list, but among those that Discord shows.
        return [*offers[: COMPLETIONS - 1], Offer(league_text.season(None), _ALL), *offers[COMPLETIONS - 1 :]]

    @completes((leaderboard, "variant"))
    async def _offer_variants(self, interaction: Interaction, typed: str) -> list[Offer]:
        guild_id = interaction.guild_id
        scopes = [] if guild_id is None else await self._services.league.boards.scopes(guild_id)
        return [Offer(league_text.family(scope), scope, also=scope) for scope in scopes]

    # -- presses

    @pressed(
        boards_page.ShowBoard,
        boards_page.ShowProfile,
        boards_page.Compare,
        boards_page.ShowHistory,
        boards_page.ShowSoloBoard,
        boards_page.ShowSeasonEnd,
    )
    async def _pressed(self, interaction: Interaction, press: Press[boards_page.LeagueView]) -> Page:
        """Show the page that a button names."""
        return await self._follow(interaction, press.action)

    @pressed(find_page.OpenLeague, how=How.APART)
    async def _open_league_wanted(self, interaction: Interaction, press: Press[find_page.OpenLeague]) -> Page:
        return await self._page(interaction, _OPEN_BOARD)

    @pressed(boards_page.SortBoard)
    async def _sorting_chosen(self, interaction: Interaction, press: Press[boards_page.SortBoard]) -> Page:
        now = press.action
        if press.value not in set(By):
            raise Unreadable
        board = boards_page.ShowBoard(now.server, now.season, By(press.value), 1, now.scope)
        return await self._follow(interaction, board)

    @pressed(boards_page.InServer)
    async def _server_chosen(self, interaction: Interaction, press: Press[boards_page.InServer]) -> Page:
        """Show the page for the server that was chosen in direct messages."""
        return await self._follow(interaction, replace(press.action.view, server=number(press.value)))

    async def _follow(self, interaction: Interaction, view: boards_page.LeagueView) -> Page:
        """Return the page of a view, in direct messages only of the open league and of a server of which the person is a member."""
        if view.server == OPEN_LEAGUE:
            return await self._page(interaction, view)
        if interaction.guild_id is not None:
            return await self._page(interaction, replace(view, server=interaction.guild_id))
        if view.server not in await self._servers_of(interaction.user.id):
            return boards_page.nowhere()
        return await self._page(interaction, view)

    # -- which server is meant

    async def _open(
        self, interaction: Interaction, view: Callable[[int], Awaitable[boards_page.LeagueView]], *also: int
    ) -> Page:
        """Return a page of this server's league, or in direct messages of the only league in which the person plays.

        That is the open one where they play in none. If they play in several, ask which one is meant; `also` are offered too.
        """
        user_id = interaction.user.id
        if interaction.guild_id:
            return await self._page(interaction, await view(interaction.guild_id))
        servers = [*also, *await self._servers_of(user_id)]
        if not servers or (not also and await self._services.league.members.in_open_league(user_id)):
            servers.append(OPEN_LEAGUE)
        if len(servers) == 1:
            return await self._page(interaction, await view(servers[0]))
        # A season's number doesn't mean the same season in all servers.
        wanted = await view(0)
        return boards_page.which_server(wanted, [(one, self._name(one, wanted)) for one in servers])

    async def _servers_of(self, user_id: int) -> list[int]:
        """Return the servers in whose leagues a person has played and of which they are still a member."""
        league = self._services.league
        for guild_id in await league.members.servers_of(user_id):
            await self._asked_for(guild_id, [user_id])
        there = await league.members.servers_of(user_id)
        return [one for one, is_there in there.items() if is_there and await self._services.places.there(one)]

    def _name(self, guild_id: int, wanted: boards_page.LeagueView) -> str:
        if guild_id == OPEN_LEAGUE:
            # One's own games there are all those in direct messages.
            history = isinstance(wanted, boards_page.ShowHistory)
            return capitalised(_("direct messages")) if history else league_text.open_league_name()
        guild = self._services.places.guild(guild_id)
        return guild.name if guild else "?"

    # -- what is shown

    async def _page(self, interaction: Interaction, view: boards_page.LeagueView) -> Page:
        """Return the page of a view of the server that it names; in that server, its buttons name none."""
        guild_id, shown = view.server, view
        if interaction.guild_id and guild_id != OPEN_LEAGUE:
            shown = replace(view, server=0)
        if isinstance(shown, boards_page.ShowSoloBoard) and guild_id == OPEN_LEAGUE:
            # It has no board of games against computers, whose rows would name people who haven't asked for it.
            shown = _OPEN_BOARD
        match shown:
            case boards_page.ShowBoard():
                return await self._board(interaction, guild_id, shown)
            case boards_page.ShowProfile():
                return await self._profile(interaction, guild_id, shown)
            case boards_page.Compare():
                return await self._head_to_head(interaction, guild_id, shown)
            case boards_page.ShowHistory():
                before, user_id = shown.before or None, interaction.user.id
                if guild_id == OPEN_LEAGUE:
                    # Nobody sees other people's games in direct messages, whoever a button names.
                    found = await self._services.league.history_in_direct_messages(user_id, before=before)
                    return boards_page.history(found, replace(shown, user=user_id), user_id)
                found = await self._services.league.history(guild_id, shown.user, before=before)
                return boards_page.history(found, shown, user_id)
            case boards_page.ShowSoloBoard():
                return await self._solo_board(guild_id, shown, interaction.user.id)
            case boards_page.ShowSeasonEnd():
                return await self._season_end(interaction, guild_id, shown.season)
        raise Unreadable

    async def _board(self, interaction: Interaction, guild_id: int, shown: boards_page.ShowBoard) -> Page:
        league, user_id = self._services.league, interaction.user.id
        await self._check_season(guild_id, shown.season)
        shown = replace(shown, page=max(1, shown.page), scope="" if shown.by is By.PAIRS else shown.scope)

        async def found() -> Board:
            return await league.boards.board(
                guild_id, season=shown.season, scope=shown.scope, by=shown.by, page=shown.page, me=user_id
            )

        for _try in range(_TRIES):
            board = await found()
            if not await self._asked_for(guild_id, {one for row in board.rows for one in row.user_ids}):
                break
        else:
            board = await found()
        has_season = board.season is not None or await league.seasons.get(guild_id) is not None
        empty = boards_page.empty_board(board.season, seasons=has_season)
        if guild_id == OPEN_LEAGUE:
            empty = boards_page.empty_open_board()
        view = league_page.board(board, empty, open_league=guild_id == OPEN_LEAGUE)
        person = await self._services.people.get(user_id)
        picture = await self._services.pictures.standings(view, person) if person.pictures else None
        return boards_page.board(view, board, shown, picture, user_id, await self._ended(guild_id, board.season))

    async def _ended(self, guild_id: int, shown: Season | None) -> Season | None:
        """Return the season of the open league whose end can be seen from a board: the one that it shows, else the last one."""
        if guild_id != OPEN_LEAGUE:
            return None
        found = [one for one in await self._services.league.seasons.of_guild(guild_id) if one.closing is not None]
        return next((one for one in found if shown is not None and one.id == shown.id), next(iter(found), None))

    async def _season_end(self, interaction: Interaction, guild_id: int, season_id: int) -> Page:
        """Return what a season of the open league has brought."""
        league, user_id = self._services.league, interaction.user.id
        season = await league.seasons.ended(guild_id, season_id, user_id) if guild_id == OPEN_LEAGUE else None
        if season is None:
            raise Refused(_no_such_choice())
        board = await league.boards.board(guild_id, season=season.id, me=user_id)
        view, person = league_page.closing(season), await self._services.people.get(user_id)
        closing = await self._services.pictures.closing(view, person) if person.pictures else None
        standings = None
        if closing is not None and board.rows:
            standings = await self._services.pictures.standings(
                league_page.board(board, boards_page.empty_open_board(), open_league=True), person
            )
        return boards_page.open_season_end(season, closing, standings, league_page.closing_text(view))

    async def _only_solo(self, guild_id: int) -> bool:
        """Return whether nobody stands on a server's board, and somebody has played against computers."""
        board = await self._services.league.boards.board(guild_id, season=None, scope="", by=By.RATING, page=1, me=0)
        return not board.rows and bool((await self._services.league.solo.board(guild_id, 1, 0)).rows)

    async def _solo_board(self, guild_id: int, shown: boards_page.ShowSoloBoard, user_id: int) -> Page:
        league = self._services.league
        board = await league.solo.board(guild_id, shown.page, user_id)
        if await self._asked_for(guild_id, {one.user_id for one in board.rows}):
            board = await league.solo.board(guild_id, shown.page, user_id)
        view, person = league_page.solo_board(board), await self._services.people.get(user_id)
        picture = await self._services.pictures.standings(view, person) if person.pictures else None
        return boards_page.solo_board(view, board, shown, picture, user_id)

    async def _profile(self, interaction: Interaction, guild_id: int, shown: boards_page.ShowProfile) -> Page:
        await self._check_season(guild_id, shown.season)
        boards, reader = self._services.league.boards, interaction.user.id
        found = None
        if await boards.may_see(guild_id, shown.user, reader):
            found = await boards.profile(guild_id, shown.user, season=shown.season, reader=reader)
        solo = await self._services.league.solo.of(shown.user, guild_id)
        if found is None:
            return boards_page.no_profile(shown, solo, interaction.user.id)
        days = await self._services.tables.daily.days_of(shown.user, closed=True)
        person = await self._services.people.get(interaction.user.id)
        view = league_page.profile(found, open_league=guild_id == OPEN_LEAGUE)
        picture = await self._services.pictures.profile(view, person) if person.pictures else None
        return boards_page.profile(view, found, shown, solo, days, picture, interaction.user.id)

    async def _head_to_head(self, interaction: Interaction, guild_id: int, shown: boards_page.Compare) -> Page:
        if shown.one == shown.other:
            return boards_page.alone()
        boards, reader = self._services.league.boards, interaction.user.id
        if guild_id == OPEN_LEAGUE:
            # Others' games with each other, and their tables' other people, are nobody's concern.
            other = shown.other if shown.one == reader else shown.one
            if reader not in (shown.one, shown.other) or not await boards.may_see(guild_id, other, reader):
                solo = await self._services.league.solo.of(other, guild_id)
                return boards_page.no_profile(boards_page.ShowProfile(guild_id, other, None), solo, reader)
        await self._check_season(guild_id, shown.season)
        season = ALL_TIME if shown.season is None else shown.season
        found = await boards.head_to_head(guild_id, shown.one, shown.other, season=season, reader=reader)
        return boards_page.head_to_head(found, shown.one, shown.other)

    # -- seasons

    async def _season_id(self, guild_id: int, text: str | None) -> int | None:
        """Return the id of the season that was typed or chosen, None for the latest.

        Raises `Refused` if there is no such season.
        """
        if text is None:
            return None
        found = await self._services.league.seasons.of_guild(guild_id)
        if (chosen := read_id(text)) is not None:
            meant = next((one for one in found if (one.number,) == chosen), None)
        elif text == _ALL:
            return ALL_TIME
        else:
            # Each season may be called by its name or by its number.
            names = {(one.id, name) for one in found for name in (league_text.season(one), str(one.number))}
            named = the_one([*names, (ALL_TIME, _ALL), (ALL_TIME, league_text.season(None))], text, itemgetter(1))
            if named is not None:
                return named[0]
            meant = the_one(found, text, _season_choice)
        if meant is None:
            raise Refused(_no_such_choice())
        return meant.id

    async def _check_season(self, guild_id: int, season_id: int | None) -> None:
        """Raise `Refused` for a season of another server."""
        if season_id and await self._services.league.seasons.get(guild_id, season_id) is None:
            raise Refused(_no_such_choice())


def _family(text: str | None) -> str:
    """Return the family of variants that was typed or chosen, or the family of the variant that was.

    Raises `Refused` if there is no such family or variant.
    """
    if text is None:
        return ""
    wanted = folded(text)
    for one in list_variants():
        if wanted in map(folded, (one.id, one.family, one.name, variant_names.name(one.name))):
            return one.family
    raise Refused(_no_such_choice())


def _season_choice(season: Season) -> str:
    """Return a season as a completion shows it."""
    name = league_text.season(season)
    return _("{season} (the current one)").format(season=name) if season.open else name


def _no_such_choice() -> str:
    return _("This server's league doesn't have that season or kind of Canasta. Choose one from the list.")


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(LeagueCog(bot))
