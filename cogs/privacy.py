"""People's rights over their own data: a copy of it, and its deletion."""

from __future__ import annotations

from contextlib import aclosing
from functools import partial

from bot.client.client import CanastaBot
from bot.messages.discord_api import nonce_of
from bot.messages.discord_refusals import Refusal
from bot.tables.privacy import BeingMade
from bot.ui.actions import Interaction, Press
from bot.ui.i18n import _
from bot.ui.page import Page, notice
from bot.ui.pages import privacy_page
from bot.ui.words.refusals import Refused
from cogs.frame import Cog, does, pressed

#: Rows beyond which somebody's data is likely to take several files. It is known at once then if they can't be sent.
_MANY_ROWS = 200_000
_DAY = 24 * 3600


class PrivacyCog(Cog):
    """Export and deletion of a person's own data."""

    @does("preferences export")
    async def export(self, interaction: Interaction) -> Page:
        """Send the archives by direct message, or if that fails and there is one only, in the private answer."""
        try:
            return await self._exported(interaction)
        except BeingMade:
            raise Refused(_("Your data is already being put together. It comes in a direct message.")) from None

    async def _exported(self, interaction: Interaction) -> Page:
        privacy, user_id = self._services.privacy, interaction.user.id
        before = privacy.before(user_id)
        nonce = partial(nonce_of, "privacy", interaction.id)
        if await privacy.rows(user_id) > _MANY_ROWS and not await self._sent(user_id, privacy_page.begun(), nonce(0)):
            raise _too_large()
        if before:
            await self.show(interaction, privacy_page.waiting(before))
        number = 0
        async with aclosing(privacy.export(user_id)) as archives:
            content: bytes | None = await anext(archives)
            while content is not None:
                number += 1
                following = await anext(archives, None)
                page = privacy_page.sent(content, number)
                if not await self._sent(user_id, page, nonce(number)):
                    if number > 1:
                        raise Refused(
                            _("Not all files could be sent. Use `/preferences export` again in some minutes.")
                        )
                    if following is not None:
                        raise _too_large()
                    return privacy_page.shown(content)
                content = following
        return privacy_page.all_sent(number)

    async def _sent(self, user_id: int, page: Page, nonce: str) -> bool:
        """Send a direct message. Return whether that worked."""
        person = await self._services.people.get(user_id)
        sent = await self._services.direct_messages.send(person, page, nonce=nonce)
        return not isinstance(sent, Refusal)

    @does("preferences delete")
    async def delete(self, interaction: Interaction) -> Page:
        """Say what a deletion does, and ask for confirmation."""
        active = len(await self._services.tables.games.of_person(interaction.user.id))
        return privacy_page.before_deletion(active, self._bot.seconds())

    @pressed(privacy_page.DeleteData)
    async def _confirmed(self, interaction: Interaction, press: Press[privacy_page.DeleteData]) -> Page:
        if self._bot.seconds() - press.action.asked_at > _DAY:
            raise Refused(_("That question is more than a day old. Use `/preferences delete` again."))
        await self._services.privacy.delete(interaction.user.id)
        return notice(_("Everything stored about you has been deleted."))


def _too_large() -> Refused:
    return Refused(
        _(
            "There's more data about you than fits in one file, and I can't send you direct messages."
            " Allow them in this server's privacy settings, then use `/preferences export` again."
        )
    )


async def setup(bot: CanastaBot) -> None:
    """Load the cog."""
    await bot.add_cog(PrivacyCog(bot))
