"""`/canasta`: what waits, and everything about this channel's table and one's own games behind one name."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.client.client import CanastaBot
from bot.data.tables import Status
from bot.ui.actions import Interaction, Press
from bot.ui.i18n import N_
from bot.ui.limits import COMPLETIONS, OPTION_LENGTH
from bot.ui.page import Page
from bot.ui.pages import games_page, home_page, lesson_page, proposals_page
from bot.ui.permissions import moderates
from bot.ui.typed_names import Offer
from bot.ui.words import score_text
from bot.ui.words.command_names import ROUND_OF_A_GAME, choices
from cogs.frame import Answer, Cog, How, answered_by_what, completes, pressed
from cogs.past_deals import past_offers
from cogs.review import reviewable

#: The actions in one of one's own running games, of which the option `game` names one.
_OF_OWN_GAMES = ("resign", "abandon", "log")
#: The highest number of a seat, as people count from 1, and of a round that can be asked for.
_MOST_SEATS, _MOST_ROUNDS = 8, 10_000


class CanastaCog(Cog):
    """The command, its page, and what is chosen there. Other cogs do it."""

    @app_commands.command(name="canasta", description=N_("What is waiting for you, and what you can do at this table"))
    @app_commands.describe(
        what=N_("What you want to do (empty: a page with everything)"),
        player=N_("Who should play, or whose games to show"),
        seat=N_("In which seat (empty: where a computer plays)"),
        game=N_("Which game (empty: the last one)"),
        number=N_("Which round (empty: the last finished one)"),
        course=N_("Which lesson (empty: yours goes on)"),
        code=N_("The code of a table in direct messages"),
    )
    @app_commands.rename(number=ROUND_OF_A_GAME)
    @app_commands.choices(
        what=choices("canasta"),
        course=[app_commands.Choice(name=name, value=course) for course, name in lesson_page.COURSES.items()],
    )
    @answered_by_what
    async def canasta(
        self,
        interaction: discord.Interaction[CanastaBot],
        what: app_commands.Choice[str] | None = None,
        player: discord.User | None = None,
        seat: app_commands.Range[int, 1, _MOST_SEATS] | None = None,
        game: app_commands.Range[str, 1, OPTION_LENGTH] | None = None,
        number: app_commands.Range[int, 1, _MOST_ROUNDS] | None = None,
        course: app_commands.Choice[str] | None = None,
        code: app_commands.Range[str, 1, OPTION_LENGTH] | None = None,
    ) -> Page:
        """Show what waits, and what can be done."""
        games, user_id = self._services.tables.games, interaction.user.id
        in_server = interaction.guild_id is not None
        return home_page.page(
            games_page.in_order(await games.of_person(user_id), user_id),
            user_id,
            self._services.teller.pages.place,
            await games.in_channel(interaction.channel_id or 0) if in_server else None,
            in_server=in_server,
            moderator=moderates(interaction.permissions),
        )

    @completes((canasta, "seat"))
    async def _offer_seats(self, interaction: Interaction, typed: str) -> list[Offer]:
        return proposals_page.seat_offers(await self._services.tables.games.in_channel(interaction.channel_id or 0))

    @completes((canasta, "game"))
    async def _offer_games(self, interaction: Interaction, typed: str) -> list[Offer]:
        user_id = interaction.user.id
        if interaction.namespace.what == "daily":
            return await past_offers(self._bot, user_id, typed)
        if interaction.namespace.what == "review":
            found = await reviewable(self._bot, user_id)
        elif interaction.namespace.what in _OF_OWN_GAMES:
            playing = await self._services.tables.games.of_person(user_id)
            found = [table for table in playing if table.status is Status.PLAYING]
        else:
            found = await self._services.tables.games.ended(interaction.channel_id or 0, user_id, COMPLETIONS)
        return [Offer(score_text.in_a_list(table), str(table.id)) for table in found]

    @pressed(home_page.Choose)
    async def _chosen(self, interaction: Interaction, press: Press[home_page.Choose]) -> Answer:
        return await self.do(interaction, f"{press.action.command} {press.value}", {})

    @pressed(home_page.Do, how=How.APART)
    async def _wanted(self, interaction: Interaction, press: Press[home_page.Do]) -> Answer:
        return await self.do(interaction, f"{press.action.command} {press.action.what}", {})


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(CanastaCog(bot))
