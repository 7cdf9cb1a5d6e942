"""Lessons: guided hands in direct messages, played with the buttons of every hand."""

from __future__ import annotations

from discord import app_commands

from bot.client.client import CanastaBot
from bot.messages.discord_api import nonce_of
from bot.messages.discord_refusals import Refusal
from bot.tables import COURSES, Look
from bot.ui.actions import Interaction, Press, Unreadable
from bot.ui.page import Page
from bot.ui.pages import help_page, lesson_page
from cogs.frame import Cog, How, does, pressed


class LearnCog(Cog):
    """The way into a lesson. Presses in it are answered as in any game."""

    @does("canasta learn")
    async def learn(self, interaction: Interaction, course: app_commands.Choice[str] | None) -> Page:
        """Send the lesson, as it stands, in a direct message."""
        return await self._sent(interaction, None if course is None else course.value)

    @pressed(help_page.OpenLesson, how=How.APART)
    async def _opened_from_help(self, interaction: Interaction, press: Press[help_page.OpenLesson]) -> Page:
        return await self._sent(interaction, None)

    @pressed(lesson_page.Learn)
    async def _wanted_here(self, interaction: Interaction, press: Press[lesson_page.Learn]) -> Page:
        if press.action.course not in COURSES:
            raise Unreadable
        return await self._page(interaction, await self._open(interaction, press.action.course))

    async def _sent(self, interaction: Interaction, course: str | None) -> Page:
        look = await self._open(interaction, course)
        page, person = await self._page(interaction, look), await self._services.people.get(interaction.user.id)
        nonce = nonce_of("learn", interaction.id)
        sent = await self._services.direct_messages.send(person, page, nonce=nonce)
        if not isinstance(sent, Refusal):
            return lesson_page.sent()
        assert look.lesson is not None
        return lesson_page.closed(look.lesson.course)

    async def _open(self, interaction: Interaction, course: str | None) -> Look:
        user = interaction.user
        look = await self._services.tables.lessons.open(user.id, user.display_name, course)
        self.about(look.table)
        return look

    async def _page(self, interaction: Interaction, look: Look) -> Page:
        person = await self._services.people.get(interaction.user.id)
        return await self._services.teller.pages.hand(look, person)


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(LearnCog(bot))
