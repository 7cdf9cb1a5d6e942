"""Seats of running games: taking one back, giving one up, replacing a player, ending a game together, the log."""

from __future__ import annotations

import discord

from bot.client.client import CanastaBot
from bot.data.log import Deed
from bot.data.tables import Status, Table
from bot.messages.discord_refusals import Refusal
from bot.tables.errors import AlreadySeated, InMatch, NotAway, NotSeated, Unplayable, WrongStatus
from bot.tables.rules import absence, agreements, seat_plan
from bot.ui.actions import Interaction, Press, number
from bot.ui.i18n import _
from bot.ui.page import Page, notice
from bot.ui.pages import log_page, notice_page, proposals_page, table_page
from bot.ui.words import person_names
from bot.ui.words.game_places import names_of
from bot.ui.words.refusals import REFUSED, Refused, sentence
from cogs.frame import Cog, How, does, not_here, not_now, pressed

#: The address of all direct messages in a Discord client.
_DIRECT_MESSAGES = "https://discord.com/channels/@me"


def _beside(interaction: Interaction, _values: tuple[str, ...]) -> How:
    """Return how a press on a notice is answered: in its place where only its reader sees it."""
    return How.IN_PLACE if interaction.guild_id is None else How.APART


class SeatsCog(Cog):
    """Commands and buttons about seats after the first deal, and about ending a game."""

    # -- commands

    @does("canasta back")
    async def back(self, interaction: Interaction) -> Page:
        """Take the person's seat back: in this channel's game, or in a direct message in all games."""
        if interaction.guild_id is None:
            own = await self._services.tables.games.of_person(interaction.user.id)
            away = [table for table in own if (seat := table.seat_of(interaction.user.id)) and seat.sitting_in]
        else:
            away = [await self.here(interaction)]
        lines = []
        for table in away:
            try:
                lines.append(await self._back(interaction, table.id))
            except REFUSED as error:
                lines.append(sentence(error))
        return notice("\n".join(lines) or _("No computer is playing for you."))

    @does("canasta resign")
    async def resign(self, interaction: Interaction, game: str | None) -> Page:
        """Ask if the player really wants to give up their seat."""
        return proposals_page.before_resigning(await self._played(interaction, game))

    @does("canasta abandon")
    async def abandon(self, interaction: Interaction, game: str | None) -> Page:
        """Ask if the player really wants to propose to end the game."""
        table = await self._played(interaction, game)
        return proposals_page.before_abandoning(
            table, self._services.tables.proposals.present(table) - {interaction.user.id}
        )

    @does("canasta substitute")
    async def substitute(self, interaction: Interaction, player: discord.User | None, seat: int | None) -> Page:
        """Propose that another person plays on in a seat, or agree to it."""
        table = await self._meant(interaction)
        if table.guild_id is None:
            raise Refused(_no_substitutes())
        if player is None:
            return proposals_page.who_plays(await self._played(interaction))
        taken = proposals_page.can_be_taken(table)
        if player.bot:
            raise Refused(_("{name} is a bot. Choose a person.").format(name=person_names.plain(player.name)))
        if table.seat_of(player.id) is not None and player != interaction.user:
            raise Refused(_("{name} is already in this game.").format(name=player.mention))
        if seat is None and len(taken) != 1:
            raise Refused(_("Say which seat you mean: the list of seats shows who is playing."))
        await self.check_present(interaction, table.guild_id, player)
        number = taken[0] if seat is None else seat - 1
        return await self._propose(interaction, table, number, player.id, player.display_name)

    @pressed(proposals_page.Propose)
    async def _person_chosen(self, interaction: Interaction, press: Press[proposals_page.Propose]) -> Page:
        """Propose the chosen person for the only seat that can be taken, or ask which seat they should have."""
        player_id, _name = self.chosen_person(interaction, press.value)
        table = await self._services.tables.get(press.action.table)
        taken = proposals_page.can_be_taken(table)
        if len(taken) == 1:
            return await self._propose_chosen(interaction, table, taken[0], player_id)
        return proposals_page.which_seat(table, player_id)

    @pressed(proposals_page.ProposeFor)
    async def _seat_for_them_chosen(self, interaction: Interaction, press: Press[proposals_page.ProposeFor]) -> Page:
        table = await self._services.tables.get(press.action.table)
        return await self._propose_chosen(interaction, table, number(press.value), press.action.player)

    async def _propose_chosen(self, interaction: Interaction, table: Table, seat: int, player_id: int) -> Page:
        mention = person_names.mention(player_id)
        if table.seat_of(player_id) is not None:
            raise Refused(_("{name} is already in this game.").format(name=mention))
        if table.guild_id is None:
            raise Refused(_no_substitutes())
        name = await self.name_there(table.guild_id, player_id)
        if isinstance(name, Refusal):
            raise Refused(not_now() if name.passing else not_here(mention))
        return await self._propose(interaction, table, seat, player_id, name)

    @does("canasta log")
    async def log(self, interaction: Interaction, game: str | None) -> Page:
        """Show the log of the game that is named, of this channel's newest one, or in direct messages of one's own."""
        if interaction.guild_id is None or game is not None:
            table: Table | None = await self._meant(interaction, game)
        else:
            table = await self._services.tables.games.last_in_channel(interaction.channel_id or 0)
        if table is None:
            raise Refused(_("No game has been played in this channel."))
        history = await self._services.tables.history(self.about(table).id)
        try:
            public = (await self._services.tables.look(table.id)).public
        except Unplayable:
            public = None
        return log_page.page(history, *([] if public is None else table_page.sheets(public, table)))

    # -- how commands are carried out

    async def _meant(self, interaction: Interaction, game: str | None = None) -> Table:
        """Return the person's own game that is named, this channel's or, in a direct message, the only one that they play.

        In direct messages a game that is only there comes before others. Raises `Refused` if there is not exactly one.
        """
        if game is not None:
            return await self.own_game(interaction, game)
        if interaction.guild_id is not None:
            return await self.here(interaction)
        found = await self.playing(interaction)
        direct = [table for table in found if table.channel_id is None]
        found = direct if len(direct) == 1 else found
        if len(found) > 1:
            place_of = self._services.teller.pages.place
            names = names_of(found, place_of, interaction.user.id)
            places = map(place_of, found)
            links = ", ".join(
                name if place is None else f"[{name}]({place.link})" for place, name in zip(places, names, strict=True)
            )
            text = _("You are in several games. Choose yours with the option “game”: {links}.")
            raise Refused(text.format(links=links))
        return found[0]

    async def _played(self, interaction: Interaction, game: str | None = None) -> Table:
        """Return the running game that is meant, in which the person has a seat."""
        table = await self._meant(interaction, game)
        if table.status is not Status.PLAYING:
            raise WrongStatus(table)
        if table.seat_of(interaction.user.id) is None:
            raise NotSeated
        return table

    async def _back(self, interaction: Interaction, table_id: int) -> str:
        """Give a person their seat back and return a sentence about it."""
        try:
            table = await self._services.tables.seating.back(table_id, interaction.user.id)
        except NotAway:
            raise Refused(_("No computer is playing for you.")) from None
        await self._services.teller.write_again(interaction.user.id)
        place = self._services.teller.pages.place(table)
        link = _DIRECT_MESSAGES if place is None else place.link
        if table.to_move == table.seat_of(interaction.user.id):
            return _("Welcome back! [Your seat]({link}) is yours again, and it's your turn.").format(link=link)
        return _("Welcome back! [Your seat]({link}) is yours again.").format(link=link)

    async def _propose(
        self, interaction: Interaction, table: Table, seat: int, newcomer_id: int, newcomer: str | None
    ) -> Page:
        """Agree that a newcomer plays a seat, or withdraw that, and return what follows from it."""
        user = interaction.user.id
        if table.in_match:
            if newcomer is None:
                raise InMatch
            await self._services.organiser.requests.to_substitute(
                table.id, user, interaction.user.display_name, seat, newcomer_id, newcomer
            )
            self._services.director.wake()
            return notice(proposals_page.asked())
        try:
            after = await self._services.tables.proposals.substitute(table.id, user, seat, newcomer_id, newcomer)
        except AlreadySeated:
            if user == newcomer_id:
                raise
            raise Refused(_("That person is already in this game.")) from None
        await self._services.teller.write_again(newcomer_id)
        return notice(_outcome(after, user, agreements.SUBSTITUTE, seat, newcomer_id))

    # -- presses

    @pressed(proposals_page.Return, how=How.APART)
    async def _back_pressed(self, interaction: Interaction, press: Press[proposals_page.Return]) -> Page:
        return notice(await self._back(interaction, press.action.table))

    @pressed(notice_page.ReturnTo, how=_beside)
    async def _return_pressed(self, interaction: Interaction, press: Press[notice_page.ReturnTo]) -> Page:
        """Give the person their seat back. The message with the button is of no more use."""
        table = self.about(await self._services.tables.get(press.action.game))
        answer = notice(await self._back(interaction, table.id))
        if interaction.guild_id is not None and interaction.message is not None and table.channel_id is not None:
            await self._services.discord_api.messages.delete(table.channel_id, interaction.message.id)
        return answer

    @pressed(notice_page.StandIn, how=How.APART)
    async def _stand_in_pressed(self, interaction: Interaction, press: Press[notice_page.StandIn]) -> Page:
        """Let a computer play for somebody who can't be reached. Then the message with the button is of no more use."""
        number = press.action.seat
        table = await self._services.tables.out_of_reach.stand_in(press.action.game, interaction.user.id, number)
        if interaction.channel_id is not None and interaction.message is not None:
            await self._services.discord_api.messages.delete(interaction.channel_id, interaction.message.id)
        return notice(log_page.sentence(absence.entry(Deed.AWAY, seat_plan.seated(table, number))))

    @pressed(proposals_page.Resign)
    async def _resign_pressed(self, interaction: Interaction, press: Press[proposals_page.Resign]) -> Page:
        await self._services.tables.seating.resign(press.action.table, interaction.user.id)
        return notice(_("A computer takes over for you. Thanks for the game!"))

    @pressed(proposals_page.Abandon)
    async def _abandon_pressed(self, interaction: Interaction, press: Press[proposals_page.Abandon]) -> Page:
        return await self._abandon(interaction, press.action.table)

    async def _abandon(self, interaction: Interaction, table_id: int) -> Page:
        user = interaction.user.id
        if (await self._services.tables.get(table_id)).in_match:
            await self._services.organiser.requests.to_end(table_id, user, interaction.user.display_name)
            self._services.director.wake()
            return notice(proposals_page.asked())
        return notice(_outcome(await self._services.tables.proposals.abandon(table_id, user), user, agreements.ABANDON))

    @pressed(proposals_page.Newcomer, how=How.APART)
    async def _newcomer_pressed(self, interaction: Interaction, press: Press[proposals_page.Newcomer]) -> Page:
        """Let a person who would like to play choose a seat, or propose them for the only one."""
        table = await self._services.tables.get(press.action.table)
        if table.status is not Status.PLAYING:
            raise WrongStatus(table)
        if table.seat_of(interaction.user.id) is not None:
            return table_page.for_newcomers(table)
        seats = proposals_page.can_be_taken(table)
        if not seats:
            raise Refused(_("People are playing all seats of this game now."))
        if len(seats) > 1:
            return proposals_page.take_a_seat(table)
        return await self._propose(interaction, table, seats[0], interaction.user.id, interaction.user.display_name)

    @pressed(proposals_page.TakeSeat)
    async def _seat_chosen(self, interaction: Interaction, press: Press[proposals_page.TakeSeat]) -> Page:
        seat, user = number(press.value), interaction.user
        table = await self._services.tables.get(press.action.table)
        if seat not in proposals_page.can_be_taken(table):
            raise Refused(_("Somebody is playing there now. Choose another seat."))
        return await self._propose(interaction, table, seat, user.id, user.display_name)

    @pressed(proposals_page.Agree, how=How.APART)
    async def _agree_pressed(self, interaction: Interaction, press: Press[proposals_page.Agree]) -> Page:
        table = await self._services.tables.get(press.action.table)
        proposal = proposals_page.proposal(table, press.action.about)
        if proposal.kind == agreements.SUBSTITUTE:
            return await self._propose(interaction, table, proposal.seat, proposal.newcomer_id, None)
        return await self._abandon(interaction, table.id)

    @pressed(proposals_page.Decline, how=How.APART)
    async def _decline_pressed(self, interaction: Interaction, press: Press[proposals_page.Decline]) -> Page:
        table = await self._services.tables.get(press.action.table)
        proposal = proposals_page.proposal(table, press.action.about)
        await self._services.tables.proposals.decline(
            table.id, interaction.user.id, proposal.kind, proposal.seat, proposal.newcomer_id
        )
        return notice(_("You said no: the proposal is cancelled."))


def _no_substitutes() -> str:
    """Return why nobody can be proposed for a seat at a table in direct messages."""
    return _("In a game in direct messages, a computer plays the seat of somebody who gives it up.")


def _outcome(after: Table, user_id: int, kind: str, seat: int = -1, newcomer_id: int = 0) -> str:
    """Return a sentence about what came of a person's agreement, or of its withdrawal."""
    if after.status is not Status.PLAYING:
        return _("The game has ended without a result.")
    if kind == agreements.SUBSTITUTE and after.seat_of(newcomer_id) is not None:
        if user_id == newcomer_id:
            return _("The seat is yours. You get your cards in a direct message; **My hand** shows them too.")
        return _("Everybody agreed: <@{newcomer}> takes over now.").format(newcomer=newcomer_id)
    same = [one for one in agreements.proposals(after) if one.about == (kind, seat, newcomer_id)]
    if not any(user_id in one.agreed for one in same):
        return _("You no longer agree.")
    people = ", ".join(person_names.mention(one) for one in same[0].missing)
    return _("You agree. Still to answer: {people}. To withdraw your yes, press **Agree** again.").format(people=people)


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(SeatsCog(bot))
