"""Reviews: somebody's costliest moves of a round, who was ahead and what turned it; for themselves, and shown if they wish."""

from __future__ import annotations

from bot.canasta.views import SeatView
from bot.client.client import CanastaBot
from bot.data.tables import Status, Table
from bot.messages.discord_api import nonce_of
from bot.messages.discord_refusals import Refusal
from bot.tables.errors import NotSeated
from bot.tables.rules.daily_times import is_daily
from bot.tables.views import RoundReview
from bot.ui import i18n
from bot.ui.actions import Interaction, Press, Unreadable, number
from bot.ui.i18n import _
from bot.ui.limits import COMPLETIONS
from bot.ui.page import Page, notice
from bot.ui.pages import review_page, share_page, table_page
from bot.ui.typed_names import game_number
from bot.ui.words import review_text, score_text
from bot.ui.words.refusals import REFUSED, Refused
from cogs.frame import Cog, How, does, not_now, pressed
from renderer import Picture


class ReviewCog(Cog):
    """Looking back at one's own play."""

    @does("canasta review")
    async def review(self, interaction: Interaction, game: str | None, number: int | None) -> Page:
        """Show the review of a round of one's own."""
        return await self._page(interaction, await self._chosen(interaction, game), number)

    async def _chosen(self, interaction: Interaction, game: str | None) -> int:
        """Return the number of the game that a command means. Raises `Refused` if there is none."""
        if game is not None:
            if (chosen := game_number(game)) is not None:
                return chosen
            raise Refused(_("Choose a game from the list, or leave it empty for your last one."))
        own = await reviewable(self._bot, interaction.user.id)
        here = [table for table in own if table.channel_id == interaction.channel_id]
        if not own:
            raise Refused(_("You haven't finished a round yet."))
        return (here or own)[0].id

    # -- presses

    @pressed(table_page.OpenReview, how=How.APART)
    async def _wanted(self, interaction: Interaction, press: Press[table_page.OpenReview]) -> Page:
        return await self._page(interaction, press.action.table, press.action.round)

    @pressed(review_page.BackToReview)
    async def _wanted_again(self, interaction: Interaction, press: Press[review_page.BackToReview]) -> Page:
        return await self._page(interaction, press.action.table, press.action.round)

    @pressed(review_page.ChooseRound)
    async def _round_chosen(self, interaction: Interaction, press: Press[review_page.ChooseRound]) -> Page:
        return await self._page(interaction, press.action.table, number(press.value))

    @pressed(review_page.ShowMove)
    async def _move_wanted(self, interaction: Interaction, press: Press[review_page.ShowMove]) -> Page:
        found = await self._found(interaction, press.action.table, press.action.round)
        if not 1 <= press.action.number <= len(found.costliest):
            raise Unreadable
        pictures = await self._pictured(interaction, found.costliest[press.action.number - 1].before)
        return review_page.position(found, press.action.number, *pictures)

    @pressed(review_page.AskPuzzle)
    async def _puzzle_wanted(self, interaction: Interaction, press: Press[review_page.AskPuzzle]) -> Page:
        return await self._puzzle(interaction, press.action.table, press.action.round)

    @pressed(review_page.Guess)
    async def _guessed(self, interaction: Interaction, press: Press[review_page.Guess]) -> Page:
        return await self._puzzle(interaction, press.action.table, press.action.round, press.action.choice)

    async def _puzzle(
        self, interaction: Interaction, table_id: int, round_number: int, guess: int | None = None
    ) -> Page:
        found = await self._found(interaction, table_id, round_number)
        asked = found.puzzle
        if asked is None or (guess is not None and guess >= len(asked.choices)):
            raise Unreadable
        return review_page.puzzle(found, asked, *await self._pictured(interaction, asked.move.before), guess)

    async def _pictured(self, interaction: Interaction, before: SeatView) -> tuple[Picture | None, Picture | None]:
        """Return table and hand as a player saw them, in pictures as the person likes them; None for words."""
        person, pictures = await self._services.people.get(interaction.user.id), self._services.pictures
        if not person.pictures:
            return None, None
        return await pictures.table(before.public, person), await pictures.hand(before, person)

    @pressed(review_page.ShowOthers)
    async def _others_wanted(self, interaction: Interaction, press: Press[review_page.ShowOthers]) -> Page:
        found = await self._found(interaction, press.action.table, press.action.round)
        if not is_daily(found.table.id) or not found.costliest:
            raise Unreadable
        place = found.costliest[0].place
        turn = await self._services.tables.daily.others_turn(found.table.id, interaction.user.id, place)
        if turn is None:
            return review_page.nobody_alike(found)
        return review_page.others(found, *turn, *await self._pictured(interaction, turn[0].before))

    @pressed(review_page.ShareReview)
    async def _shared(self, interaction: Interaction, press: Press[review_page.ShareReview]) -> Page:
        """Show a review in the channel of its table, and say so in the message that was pressed."""
        found = await self._found(interaction, press.action.table, press.action.round)
        table = found.table
        if table.channel_id is None:
            raise Unreadable
        server = await self._services.servers.get(table.guild_id)
        with i18n.speaking(await self._services.teller.pages.language_of(table.guild_id)):
            course = await self._services.pictures.lead(review_text.lead(found), server)
            page = review_page.review(found, course, shared=True)
        nonce = nonce_of("review", interaction.id)
        posted = await self._services.discord_api.messages.post(table.channel_id, page, nonce=nonce, silent=True)
        return await self._shown(interaction, found, _said(table, posted))

    @pressed(review_page.PlayOn)
    async def _play_on(self, interaction: Interaction, press: Press[review_page.PlayOn]) -> Page:
        """Set a position up to be played on, in the message that was pressed."""
        action, user_id = press.action, interaction.user.id
        look = await self._services.tables.what_ifs.open(action.table, user_id, action.round, action.place)
        person = await self._services.people.get(user_id)
        return await self._services.teller.pages.hand(look, person)

    @pressed(table_page.ShareGame, how=How.APART)
    async def _result_shared(self, interaction: Interaction, press: Press[table_page.ShareGame]) -> Page:
        """Show the result of a game of one's own in the channel of its table."""
        table, user_id = self.about(await self._services.tables.get(press.action.table)), interaction.user.id
        if table.channel_id is None:
            raise Unreadable
        result = await self._services.league.result_of_game(table.guild_id, table.id)
        if result is None or all(person.user_id != user_id for person in result.people):
            raise NotSeated
        solo = await self._services.league.solo.by(user_id, table.id)
        streak = 0 if solo is None or result.solo is None else solo[1].streak
        server = await self._services.servers.get(table.guild_id)
        with i18n.speaking(await self._services.teller.pages.language_of(table.guild_id)):
            game = score_text.game_of(table)
            picture = await self._services.pictures.closing(share_page.view(result, user_id, game, streak), server)
            page = share_page.shared(result, user_id, game, picture)
        nonce = nonce_of("share", table.id, user_id)
        return notice(
            _said(
                table, await self._services.discord_api.messages.post(table.channel_id, page, nonce=nonce, silent=True)
            )
        )

    # -- what is shown

    async def _found(self, interaction: Interaction, table_id: int, round_number: int | None) -> RoundReview:
        """Return a review. While it is thought, the answer says so; if that fails, how to have it all the same."""
        begun: list[tuple[Table, int, int]] = []

        async def begins(table: Table, number: int, moves: int) -> None:
            begun.append((self.about(table), number, moves))
            await self.show(interaction, review_page.looking(*begun[0]))

        async def waits(before: int) -> None:
            await self.show(interaction, review_page.looking(*begun[0], before))

        try:
            found = await self._services.tables.reviews.of(table_id, interaction.user.id, round_number, waits, begins)
        except Exception as error:
            if begun and not isinstance(error, REFUSED):
                await self.show(interaction, review_page.unfinished(*begun[0][:2]))
            raise
        self.about(found.table)
        return found

    async def _page(self, interaction: Interaction, table_id: int, round_number: int | None) -> Page:
        return await self._shown(interaction, await self._found(interaction, table_id, round_number))

    async def _shown(self, interaction: Interaction, found: RoundReview, remark: str | None = None) -> Page:
        person = await self._services.people.get(interaction.user.id)
        course = await self._services.pictures.lead(review_text.lead(found), person) if person.pictures else None
        return review_page.review(found, course, remark)


def _said(table: Table, posted: int | Refusal) -> str:
    """Return what somebody reads who has shown something in the channel of a table."""
    if isinstance(posted, Refusal):
        return not_now() if posted.passing else _("I can't write in the game's channel.")
    return _("Everybody can see it now in <#{channel}>.").format(channel=table.channel_id)


async def reviewable(bot: CanastaBot, user_id: int) -> list[Table]:
    """Return a person's games in which a round may be over: those that are played first, each kind newest first."""
    playing = [table for table in await bot.services.tables.games.of_person(user_id) if table.status is Status.PLAYING]
    ended = await bot.services.tables.games.ended(0, user_id, COMPLETIONS)
    return [table for table in [*playing, *ended] if table.round > 1 or not table.active]


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(ReviewCog(bot))
