"""The only place that calls Discord. A call that Discord refuses returns why, as a value.

Each call names the refusals that say something of its own. Any other may be returned too: those that pass by themselves
are the caller's to try again.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

import aiohttp
import discord
import yarl
from discord import app_commands, ui
from prometheus_client import Histogram

from bot.messages.discord_refusals import (
    Attempts,
    Refusal,
    TooMany,
    meaning,
    note_hiccup,
    of_the_files,
)
from bot.messages.outages import Outages
from bot.ui.components import shortened
from bot.ui.i18n import N_
from bot.ui.limits import COMPLETIONS
from bot.ui.page import Attachment, Held, HeldFile, Page, Posted, _Kept, posted_as
from bot.watching import metrics

log = logging.getLogger(__name__)
T = TypeVar("T")
_Key = TypeVar("_Key", int, str)
Edited = TypeVar("Edited", bound=discord.Message)

#: How many new direct message channels may be opened within `_BURST_SECONDS`: bots that open many at once are flagged.
_BURST = 20
_BURST_SECONDS = 60.0

#: Seconds for which no picture is tried where the bot may post none: Discord shuts out bots that are refused too often.
_WORDY_SECONDS = 600.0
#: The reason that a message gives there, by Discord's codes.
_NO_PICTURES = {
    50013: N_("I can't show pictures here: I need the permission **Attach Files**."),
    400001: N_("Discord takes no pictures in this server at the moment."),
}

#: The most seconds that a first answer may take (Discord accepts none after 3), and any later answer.
_FIRST_SECONDS = 5.0
_ANSWER_SECONDS = 60.0

#: Seconds after which an answer that takes longer is announced: each announcement is a call more. Discord waits for three.
QUICK_SECONDS = 0.75

#: The key under which an interaction keeps the id of the message that answers it.
_ANSWERED = "answered"
#: The key under which an interaction keeps how its answer is announced, until that is decided.
_ANNOUNCED = "announced"
#: The key under which an interaction keeps that its answer is written into the message that was pressed.
_IN_PLACE = "in place"
#: The key under which an interaction keeps that its answer has been announced and not been given.
_AWAITED = "awaited"
#: The key under which an interaction keeps when the edit is over that answers it.
_EDITED = "edited"
#: The key under which an interaction keeps its kind and when it arrived, by the monotonic clock.
_BEGAN = "began"

#: In place of a channel's id, keys for what Discord limits for all channels together: opening direct messages,
#: commands, and emojis.
_OPENING = 0
_REGISTERING = 1
_EMOJIS = 2
_ANSWERING = 3

#: How calls are named of which there are more than one.
_EDIT, _READ, _LOOK = "edit a message", "read a channel", "look up a place or a person"

#: Refusals that keep an answer from changing the pressed message, but not from coming in another one.
_NOT_IN_PLACE = (Refusal.GONE, Refusal.AGED)

#: Discord's code for a message that is too old to be edited again so soon, which it sends as a rate limit.
_AGED = 30046

#: Minutes without a message after which Discord hides a thread: the most that it offers. Edits don't count.
_OPEN_MINUTES: Final = 10_080

#: Seconds after each of the attempts to open a thread of which Discord doesn't say whether it has opened one.
_THREAD_AGAIN_AFTER = (1.0, 2.0, 0.0)
#: The end of a call that is repeated only after a search for the effects of the first one.
_SENT_ONCE = "/threads"

#: How many messages of a channel are searched for one that may have been posted.
_LOOKED_THROUGH = 500

#: Seconds between two looks for limits of Discord's that may be forgotten.
_FORGETTING_SECONDS = 60.0

#: The number of messages whose files are remembered, and of nonces that were used up; for any other Discord is asked.
_REMEMBERED = 5_000


#: Half as many characters as a nonce has, of which Discord takes 25.
_NONCE_BYTES = 12
#: How many nonces are tried at a time for a message that was deleted within the minutes in which Discord knows its nonce.
_COPIES = 10


#: The answers in the making from which on a further one is announced at once: each takes about a thirtieth of `QUICK_SECONDS`.
_MOST_AT_ONCE = 10


class Unshowable(Exception):
    """Discord refuses to show an answer for what it says."""


class _Announcement:
    """Announces an answer a little later, unless it is given before. Until then it is among those that are `waiting`."""

    def __init__(self, announce: Callable[[], Awaitable[object]], waiting: set[_Announcement]) -> None:
        self._announce = announce
        self._waiting = waiting
        self._under_way: asyncio.Task[object] | None = None
        self._timer = asyncio.get_running_loop().call_later(QUICK_SECONDS, self._begin)
        waiting.add(self)

    def _begin(self) -> None:
        self._waiting.discard(self)
        self._under_way = asyncio.ensure_future(self._announce())

    async def needless(self) -> bool:
        """Return whether nothing was announced, and announce nothing from now on."""
        self._waiting.discard(self)
        self._timer.cancel()
        if self._under_way is None:
            return True
        await self._under_way
        return False


class DiscordApi:
    """The calls to Discord that this bot needs."""

    def __init__(
        self, client: discord.Client, *, greet: Callable[[discord.Interaction[Any]], Awaitable[None]] | None = None
    ) -> None:
        """Call Discord as `client`.

        `greet` looks up the person who asks. It is called after the first answer, for which Discord waits at most 3
        seconds. Before a form it is called first, as the form is in that person's language.
        """
        self._client = client
        _forget_limits_seldom(client.http)
        self._greet = greet or _greet_nobody
        self._opened: deque[float] = deque(maxlen=_BURST)
        #: The channels where no pictures may be posted, until when none is tried, and why.
        self._wordy: OrderedDict[int, tuple[float, str]] = OrderedDict()
        self._attempts = Attempts()
        self.outages = Outages()
        self._rests: dict[int, float] = {}
        self._edits_rest: dict[int, float] = {}
        self._announcements = set[_Announcement]()
        self._pressed: dict[int, discord.Interaction[Any]] = {}
        """By messages the last press in each that has not been answered."""
        self._held: OrderedDict[int, Held] = OrderedDict()
        self._copies: OrderedDict[str, int] = OrderedDict()
        """By nonces how many messages in a row were deleted that were posted with them."""
        self._commands: Mapping[str, int] = {}
        self.emojis_unknown: Callable[[], None] = lambda: None
        """Called when Discord has refused a page that it takes without emojis."""

    async def register(self, tree: app_commands.CommandTree[Any]) -> dict[str, int] | Refusal:
        """Have Discord offer these commands, and no others, everywhere, and return their ids by their names.

        Refusals: only passing ones.
        """
        done = await self._in(_REGISTERING, "register commands", tree.sync)
        return done if isinstance(done, Refusal) else {command.name: command.id for command in done}

    def mention_commands(self, ids: Mapping[str, int]) -> None:
        """Have the commands that answers in servers name be mentions that can be pressed, by these ids."""
        self._commands = ids

    # -- emojis

    async def emojis(self) -> dict[str, int] | Refusal:
        """Return the ids of the bot's own emojis by their names. Refusals: only passing ones."""

        async def find() -> dict[str, int]:
            return {one.name: one.id for one in await self._client.fetch_application_emojis()}

        return await self._in(_EMOJIS, "list emojis", find)

    async def upload_emoji(self, name: str, picture: bytes) -> int | Refusal:
        """Upload an emoji of the bot, which none has the name of, and return its id. Refusals: `FULL`, `MALFORMED`."""

        async def upload() -> int:
            return (await self._client.create_application_emoji(name=name, image=picture)).id

        uploaded = await self._in(_EMOJIS, "upload an emoji", upload)
        if not isinstance(uploaded, Refusal):
            return uploaded
        # Discord may have carried it out and answered by an error. Sent again, the name is taken by the emoji itself.
        there = await self.emojis()
        return uploaded if isinstance(there, Refusal) else there.get(name, uploaded)

    async def delete_emoji(self, emoji_id: int) -> Refusal | None:
        """Delete an emoji of the bot; one that no longer exists counts as deleted. Refusals: only passing ones."""

        async def delete() -> None:
            await (await self._client.fetch_application_emoji(emoji_id)).delete()

        deleted = await self._in(_EMOJIS, "delete an emoji", delete)
        return None if deleted is Refusal.GONE else deleted

    # -- messages

    async def post(
        self, channel_id: int, page: Page, *, nonce: str, pings: Collection[int] = (), silent: bool = False
    ) -> int | Refusal:
        """Post a page and return the message's id.

        `nonce` (up to 25 characters, see `nonce_of`) tells the message from all others that the bot ever posts, in whichever
        channel. Posting with it again within a few minutes makes no second message, unless the first was deleted. `pings` are the ids of the people who are notified
        if the page mentions them. A `silent` message appears without a sound. Refusals: `NOWHERE`, `BARRED`, `LOCKED`,
        `CLOSED`.
        """
        for _ in range(_COPIES):
            copy = self._copies.get(nonce, 0)
            known_by = nonce_of(nonce, copy) if copy else nonce
            sent = await self._posted_once(channel_id, page, known_by, pings, silent=silent)
            if sent is not Refusal.GONE:
                break
            # Discord makes no second message of a nonce, although the first one was deleted.
            _keep(self._copies, nonce, copy + 1)
        if sent is Refusal.GONE:
            return await self.there(channel_id) or Refusal.UNSURE
        if isinstance(sent, Refusal):
            return sent
        self._remember(sent)
        return sent.id

    async def _posted_once(
        self, channel_id: int, page: Page, nonce: str, pings: Collection[int], *, silent: bool
    ) -> discord.Message | Refusal:
        async def send() -> discord.Message | Refusal:
            return await self._in(
                channel_id,
                "post",
                lambda: self._show(
                    page,
                    lambda: self._client.get_partial_messageable(channel_id).send(
                        view=page,
                        files=page.files(),
                        nonce=nonce,
                        silent=silent,
                        allowed_mentions=_only(pings),
                    ),
                    channel_id=channel_id,
                ),
            )

        sent = await send()
        if sent is not Refusal.UNSURE:
            return sent
        # The nonce prevents a second message, and without this call the message's id would be lost.
        again = await send()
        return sent if again is Refusal.LATER else again

    async def edit(self, channel_id: int, message_id: int, page: Page) -> Refusal | None:
        """Show another page in a message of the bot; files that stay the same are kept.

        If somebody has just pressed something in the message, this answers the press.

        Refusals: `GONE`, `NOWHERE`, `BARRED`, `LOCKED`, `AGED`, `CLOSED`.
        """
        if await self._answers_press(message_id, page):
            return None
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)

        async def edit() -> discord.Message:
            if page.pictured and message_id not in self._held:
                with contextlib.suppress(discord.Forbidden, discord.NotFound):
                    self._remember(await message.fetch())
            return await self._changed(
                message_id,
                page,
                lambda files: message.edit(view=page, attachments=files, allowed_mentions=_only(())),
                channel_id=channel_id,
            )

        edited = await self._in(channel_id, _EDIT, edit)
        return edited if isinstance(edited, Refusal) else None

    async def _answers_press(self, message_id: int, page: Page) -> bool:
        """Show another page in a message as the first answer to a press in it. Return whether that is done."""
        pressed = self._pressed.get(message_id)
        if pressed is None:
            return False
        # Until then the press isn't over, and nothing else may answer it.
        over = pressed.extras[_EDITED] = asyncio.Event()
        try:
            if not await self._not_announced(pressed):
                return False
            if message_id not in self._held and pressed.message is not None:
                self._remember(pressed.message)
            with contextlib.suppress(Unshowable):
                if not isinstance(await self._edit_at_once(pressed, message_id, page), Refusal):
                    return True
            await self._announce(pressed)
            return False
        finally:
            over.set()

    async def held(self, channel_id: int, message_id: int) -> list[Attachment]:
        """Return the files that a message of the bot holds, for an edit that keeps them; none if Discord doesn't say."""
        if message_id not in self._held:
            message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)

            async def fetch() -> discord.Message:
                return await message.fetch()

            fetched = await self._in(channel_id, _READ, fetch)
            if isinstance(fetched, Refusal):
                return []
            self._remember(fetched)
        return [Attachment(name, None, one.alt) for name, one in self._held[message_id].items()]

    async def _changed(
        self,
        message_id: int | None,
        page: Page,
        edit: Callable[[Sequence[discord.Attachment | discord.File]], Awaitable[Edited]],
        answered: discord.Interaction[Any] | None = None,
        *,
        channel_id: int | None = None,
    ) -> Edited:
        """Edit a message with the page's files, without uploading those that it holds already; the rest is as of `_show`."""
        # Until Discord has answered, it isn't known which files the message holds.
        held: Held = {} if message_id is None else self._held.pop(message_id, {})

        async def change() -> Edited:
            files = page.changes(held)
            try:
                return await edit(files)
            except discord.HTTPException as error:
                if not _of_the_content(error) or not any(isinstance(file, _Kept) for file in files):
                    raise
                # Meanwhile another edit of the same message may have removed a file.
                return await edit(page.files())

        edited = await self._show(page, change, answered, channel_id=channel_id)
        self._remember(edited)
        return edited

    async def _show(
        self,
        page: Page,
        show: Callable[[], Awaitable[T]],
        answered: discord.Interaction[Any] | None = None,
        *,
        channel_id: int | None = None,
    ) -> T:
        """Show a page by a call to Discord: as the answer to an interaction, or in a channel as a message of its own.

        Commands can be pressed only in answers in servers. In direct messages, a press doesn't type a command, and clients
        that have just started show its mention raw. If Discord refuses the page's emojis, one of them may have been
        deleted: the page is shown without. If it takes no pictures, the page says in words what they show.
        """
        until, why = self._wordy.get(channel_id or 0, (0.0, ""))
        if time.monotonic() < until:
            page.put_in_words(why)
        page.mention_commands({} if answered is None or answered.guild_id is None else self._commands)
        try:
            return await show()
        except discord.HTTPException as error:
            if of_the_files(error):
                return await self._show_in_words(page, show, error, channel_id)
            if not _of_the_content(error) or not page.drop_emojis():
                raise
            log.warning("A message was refused with its emojis (%s), and is sent without", error.code)
            self.emojis_unknown()
            return await show()

    async def _show_in_words(
        self, page: Page, show: Callable[[], Awaitable[T]], error: discord.HTTPException, channel_id: int | None
    ) -> T:
        """Show a page without pictures, after Discord's error for the page with them. Raises that if there are none."""
        why = None if channel_id is None else _NO_PICTURES.get(error.code)
        if not page.put_in_words(why):
            raise error
        shown = await show()
        text = "A message was refused with its pictures (%s, %s), and is sent in words"
        log.log(logging.INFO if why else logging.WARNING, text, error.status, error.code)
        if channel_id is not None and why is not None:
            _keep(self._wordy, channel_id, (time.monotonic() + _WORDY_SECONDS, why))
        return shown

    def _remember(self, message: discord.Message) -> None:
        """Remember which files a message holds."""
        _keep(self._held, message.id, _held_by(message))

    async def delete(self, channel_id: int, message_id: int) -> Refusal | None:
        """Delete a message of the bot.

        A message that no longer exists counts as deleted. Refusals: `BARRED`, `LOCKED`.
        """
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        deleted = await self._in(channel_id, "delete a message", message.delete)
        gone = deleted in (Refusal.GONE, Refusal.NOWHERE, Refusal.CLOSED)
        return deleted if isinstance(deleted, Refusal) and not gone else None

    async def open_direct(self, user_id: int) -> int | Refusal:
        """Return the id of the direct message channel with a person. Refusals: `CLOSED`, `MALFORMED`."""
        now = time.monotonic()
        if len(self._opened) == _BURST and now - self._opened[0] < _BURST_SECONDS:
            return Refusal.LATER
        self._opened.append(now)

        async def open_it() -> int:
            # The library's own way goes on giving the first id that it has met, which may be another by now.
            return int((await self._client.http.start_private_message(user_id))["id"])

        return await self._in(_OPENING, "open direct messages", open_it)

    async def written_since(self, channel_id: int, message_id: int, most: int) -> list[int] | Refusal:
        """Return the ids of up to `most` messages after one; none if the bot may not read the channel's history.

        Refusals: `NOWHERE`, `BARRED`.
        """
        channel = self._client.get_partial_messageable(channel_id)
        return await self._in(
            channel_id, _READ, lambda: _ids(channel.history(after=discord.Object(message_id), limit=most))
        )

    async def own(self, channel_id: int, since: int) -> list[Posted] | Refusal:
        """Return the messages that the bot has posted in a channel after a message, unless they are too old.

        Answers to commands and presses are left out. If the bot may not read the channel's history, there are none.
        Refusals: `NOWHERE`, `BARRED`.
        """
        channel = self._client.get_partial_messageable(channel_id)

        async def find() -> list[Posted]:
            found = []
            async for message in channel.history(limit=_LOOKED_THROUGH):
                if message.id <= since:
                    break
                own = self._client.user is not None and message.author.id == self._client.user.id
                if own and message.interaction_metadata is None:
                    found.append(posted_as(message.id, [one.to_dict() for one in message.components]))
            return found

        return await self._in(channel_id, _READ, find)

    def rest(self, channel_id: int | None, *, of_edits: bool = False) -> float:
        """Return for how many seconds Discord wants no calls for a channel, or `of_edits` no edits there.

        None as the channel stands for opening direct messages.
        """
        now = time.monotonic()
        until = self._rests.get(_OPENING if channel_id is None else channel_id, 0.0)
        if of_edits and channel_id is not None:
            until = max(until, self._edits_rest.get(channel_id, 0.0))
        if channel_id is None and len(self._opened) == _BURST:
            until = max(until, self._opened[0] + _BURST_SECONDS)
        return max(0.0, until - now)

    async def posted(self, channel_id: int, since: int, identity: str) -> int | Refusal | None:
        """Return the bot's first message after a moment (seconds UTC) that has a button with this custom id.

        None if there is no such message, or if the bot may not read the channel's history. Refusals: `NOWHERE`,
        `BARRED`.
        """
        channel = self._client.get_partial_messageable(channel_id)
        moment = discord.utils.time_snowflake(datetime.fromtimestamp(since, UTC))

        async def find() -> int | None:
            async for message in channel.history(after=discord.Object(moment), limit=_LOOKED_THROUGH):
                own = self._client.user is not None and message.author.id == self._client.user.id
                if own and any(identity == button for button in _buttons_of(message)):
                    return message.id
            return None

        return await self._in(channel_id, _READ, find)

    async def shards(self) -> int:
        """Return how many connections to its gateway Discord recommends. Raises `discord.GatewayNotFound`."""
        shards, _address, _starts = await self._client.http.get_bot_gateway()
        return shards

    async def answers(self) -> bool:
        """Return whether Discord answers the bot at all."""
        return not isinstance(
            await self._in(_OPENING, "look up the application", self._client.application_info), Refusal
        )

    async def guild(self, guild_id: int) -> discord.Guild | Refusal:
        """Return a server without its channels and members. Refusals: `NOWHERE`, `BARRED`."""
        return await self._in(-guild_id, _LOOK, lambda: self._client.fetch_guild(guild_id, with_counts=False))

    async def channel(
        self, guild: discord.Guild, channel_id: int
    ) -> discord.abc.GuildChannel | discord.Thread | Refusal:
        """Return a server's channel or thread. Refusals: `NOWHERE`, `BARRED`."""

        async def find() -> discord.abc.GuildChannel | discord.Thread | Refusal:
            try:
                return await guild.fetch_channel(channel_id)
            except discord.InvalidData:  # it is another server's
                return Refusal.NOWHERE

        return await self._in(channel_id, _LOOK, find)

    async def self_in(self, guild: discord.Guild) -> discord.Member | Refusal:
        """Return the bot as a member of a server. Refusals: `ABSENT`, `NOWHERE`, `BARRED`."""
        user = self._client.user
        assert user is not None
        return await self._in(-guild.id, _LOOK, lambda: guild.fetch_member(user.id))

    async def granted(self, guild: discord.Guild, user_id: int) -> discord.Permissions | Refusal:
        """Return what a person may do in a server. Refusals: `ABSENT`, `NOWHERE`, `BARRED`."""
        found = await self._in(-guild.id, _LOOK, lambda: guild.fetch_member(user_id))
        return found if isinstance(found, Refusal) else found.guild_permissions

    async def member(self, guild: discord.Guild, user_id: int) -> str | Refusal:
        """Return a person's name in a server. Refusals: `ABSENT`, `NOWHERE`, `BARRED`."""
        # A server's oldest channel may have the server's id, and a rest for that channel is not a rest for the server.
        found = await self._in(-guild.id, _LOOK, lambda: guild.fetch_member(user_id))
        if found is Refusal.CLOSED:
            # No such person exists any more.
            return Refusal.ABSENT
        return found if isinstance(found, Refusal) else found.display_name

    async def there(self, channel_id: int) -> Refusal | None:
        """Return None if a channel can be seen, else the refusal. Refusals: `NOWHERE`, `BARRED`."""
        found = await self._in(channel_id, _LOOK, lambda: self._client.fetch_channel(channel_id))
        return found if isinstance(found, Refusal) else None

    async def open_thread(self, channel: discord.TextChannel, name: str, *, since: int) -> int | Refusal:
        """Open a thread that everybody in a channel sees, and return its id.

        `since` is the id of something that is older than the thread, and younger than all others of that name. Refusals:
        `NOWHERE`, `BARRED`, `FULL`, `UNFIT`.
        """
        kind = discord.ChannelType.news_thread if channel.is_news() else discord.ChannelType.public_thread
        for again_after in _THREAD_AGAIN_AFTER:
            thread = await self._in(
                channel.id,
                "open a thread",
                lambda: channel.create_thread(name=name, type=kind, auto_archive_duration=_OPEN_MINUTES),
            )
            if not isinstance(thread, Refusal):
                return thread.id
            if thread is not Refusal.UNSURE:
                return thread
            # Discord lets many threads have one name: before it is asked again, it is looked for.
            there = await self.threads(channel, since)
            if isinstance(there, Refusal):
                break
            if own := [thread_id for thread_id, one in there.items() if one == name]:
                return max(own)
            await asyncio.sleep(again_after)
        return Refusal.UNSURE

    async def threads(self, channel: discord.TextChannel, after: int) -> dict[int, str] | Refusal:
        """Return the names of the bot's own open threads of a channel by their ids, if they are younger than a message.

        Refusals: `NOWHERE`, `BARRED`.
        """

        async def find() -> dict[int, str]:
            return {
                thread.id: thread.name
                for thread in await channel.guild.active_threads()
                if thread.parent_id == channel.id
                and thread.id > after
                and self._client.user is not None
                and thread.owner_id == self._client.user.id
            }

        return await self._in(channel.id, "list threads", find)

    async def _in(self, channel_id: int, what: str, call: Callable[[], Awaitable[T]]) -> T | Refusal:
        """Make a call for a channel, unless Discord has asked for a rest there; an archived thread is opened for it.

        `what` says what kind of call it is.
        """
        if self.rest(channel_id, of_edits=what == _EDIT):
            return Refusal.LATER
        done = await self._attempted(channel_id, what, call)
        if done is Refusal.LOCKED:
            kept_shut = await self._opened_again(channel_id)
            if kept_shut is None:
                return await self._attempted(channel_id, what, call)
            if kept_shut is Refusal.FULL or kept_shut.passing:
                return kept_shut
        return done

    async def _attempted(self, channel_id: int, what: str, call: Callable[[], Awaitable[T]]) -> T | Refusal:
        # Edits have limits of their own: a channel in which none can be made for now takes other calls.
        rests = self._edits_rest if what == _EDIT else self._rests
        rests.pop(channel_id, None)
        try:
            return self.outages.noted(channel_id, await self._attempts.attempt(call(), what))
        except discord.RateLimited as error:
            rest = error.retry_after
        except TooMany as error:
            rest = error.rest
        log.warning("Discord asks for a rest of %.0f s in channel %s, of those who %s", rest, channel_id, what)
        rests[channel_id] = time.monotonic() + rest
        return Refusal.LATER

    async def _opened_again(self, channel_id: int) -> Refusal | None:
        """Take a thread out of the archive if the bot may. Return what keeps it from that, if anything does."""

        async def open_again() -> None:
            thread = await self._client.fetch_channel(channel_id)
            if isinstance(thread, discord.Thread):
                await thread.edit(archived=False)

        return await self._attempted(channel_id, "open a thread again", open_again)

    # -- interactions

    async def expect(self, interaction: discord.Interaction[Any], *, in_place: bool = False) -> None:
        """Prepare an answer: for this person only, as a message of its own; or `in_place`, in the message that was pressed.

        `answer` gives it at once, unless it takes longer than a moment: then it is announced first, in time for Discord.
        While several others are in the making, it is announced now: a busy bot says soon that it has heard.
        """
        if in_place:
            # Even if Discord doesn't say that it has accepted this, it may have: no answer may overwrite what others see.
            interaction.extras[_IN_PLACE] = True
            if interaction.message is not None:
                self._pressed[interaction.message.id] = interaction
        if len(self._announcements) >= _MOST_AT_ONCE:
            await self._announce(interaction)
        else:
            announcement = _Announcement(lambda: self._announce(interaction), self._announcements)
            interaction.extras[_ANNOUNCED] = announcement
        await self._greet(interaction)

    async def accept(self, interaction: discord.Interaction[Any]) -> None:
        """Accept a press whose outcome other messages show, unless it has been answered."""
        if await self._unanswered(interaction):
            await self._announce(interaction)

    async def _announce(self, interaction: discord.Interaction[Any]) -> None:
        if in_place(interaction):
            kind = discord.InteractionResponseType.deferred_message_update
            await self._first(interaction, kind, interaction.response.defer())
        else:
            interaction.extras[_AWAITED] = True
            kind = discord.InteractionResponseType.deferred_channel_message
            await self._first(interaction, kind, interaction.response.defer(ephemeral=True, thinking=True))

    async def _unanswered(self, interaction: discord.Interaction[Any]) -> bool:
        """Return whether the expected answer is still to be given as the first one; it will not be announced then."""
        if (edited := interaction.extras.get(_EDITED)) is not None:
            await edited.wait()
        return await self._not_announced(interaction)

    async def _not_announced(self, interaction: discord.Interaction[Any]) -> bool:
        """Return whether an answer was expected and has not been announced; from now on it will not be."""
        if interaction.message is not None and self._pressed.get(interaction.message.id) is interaction:
            del self._pressed[interaction.message.id]
        announcement: _Announcement | None = interaction.extras.pop(_ANNOUNCED, None)
        return announcement is not None and await announcement.needless()

    async def open_form(self, interaction: discord.Interaction[Any], form: Callable[[], ui.Modal]) -> bool:
        """Answer a press with a form, which is made once the reader is known.

        Return whether Discord accepted that in time.
        """
        await self._greet(interaction)
        kind = discord.InteractionResponseType.modal
        return _given(await self._first(interaction, kind, interaction.response.send_modal(form())))

    async def suggest(self, interaction: discord.Interaction[Any], choices: Sequence[app_commands.Choice[Any]]) -> bool:
        """Answer an autocompletion. Return whether Discord accepted that in time.

        Up to 25 choices are sent, their names shortened to fit. This must be called before the library answers by
        itself, as it lets no answer fail.
        """
        for choice in choices:
            choice.name = shortened(choice.name)
        answer = interaction.response.autocomplete(list(choices)[:COMPLETIONS])
        try:
            done = await self._attempts.in_time(_FIRST_SECONDS, answer, "suggest", level=logging.INFO)
            observe(metrics.FIRST_ANSWERS, interaction)
            return _given(done)
        finally:
            # The library would treat a failed answer as none, and give one of its own, which fails too.
            interaction.response._response_type = discord.InteractionResponseType.autocomplete_result

    async def answer(self, interaction: discord.Interaction[Any], page: Page) -> int | None:
        """Give the expected answer, or change the message that was pressed.

        A pressed message that others see stays as it is, and the page comes as a further message that only this person
        sees. The same happens if the pressed message has been deleted meanwhile. Return the id of the message that
        shows the page now and can be edited, None if there is none.
        """
        if _others_see(interaction):
            await self.whisper(interaction, page)
            return None
        pressed = interaction.message if in_place(interaction) else None
        at_once = await self._unanswered(interaction)
        if at_once and pressed is None:
            return await self._answer_at_once(interaction, page)
        if pressed is not None and pressed.id not in self._held:
            self._remember(pressed)
        interaction.extras.pop(_AWAITED, None)
        answered = interaction.extras.get(_ANSWERED) if pressed is None else pressed.id
        if at_once:
            edited = await self._edit_at_once(interaction, answered, page, interaction)
        else:
            edited = await self._edit_later(interaction, answered, page)
        if (
            isinstance(edited, Refusal)
            and edited in _NOT_IN_PLACE
            and pressed is not None
            and _ANSWERED not in interaction.extras
        ):
            await self.whisper(interaction, page)
        if isinstance(edited, Refusal):
            return None
        interaction.extras[_ANSWERED] = edited.id
        return edited.id

    async def _edit_at_once(
        self,
        interaction: discord.Interaction[Any],
        message_id: int | None,
        page: Page,
        answered: discord.Interaction[Any] | None = None,
    ) -> discord.Message | Refusal:
        """Change the message that was pressed, as the first answer; `answered` as of `_show`."""
        # Presses are answered by their custom ids: the library need not keep the page.
        page.stop()

        async def edit(files: Sequence[discord.Attachment | discord.File]) -> discord.InteractionMessage:
            done = await interaction.response.edit_message(view=page, attachments=files, allowed_mentions=_only(()))
            assert done is not None
            assert isinstance(done.resource, discord.InteractionMessage)
            return done.resource

        kind = discord.InteractionResponseType.message_update
        edited = await self._first(interaction, kind, self._changed(message_id, page, edit, answered))
        if edited is Refusal.DONE:
            # Only what Discord said of it is lost.
            return await self._later_answer(interaction.original_response())
        return edited

    async def _edit_later(
        self, interaction: discord.Interaction[Any], message_id: int | None, page: Page
    ) -> discord.Message | Refusal:
        """Change the message that was pressed, or the answer that was announced or given."""

        def edit(files: Sequence[discord.Attachment | discord.File]) -> Awaitable[discord.InteractionMessage]:
            return interaction.edit_original_response(view=page, attachments=files, allowed_mentions=_only(()))

        return await self._later_answer(self._changed(message_id, page, edit, interaction))

    async def _answer_at_once(self, interaction: discord.Interaction[Any], page: Page) -> int | None:
        """Give an answer for this person only that is the first one, and return the message's id, None if that failed."""
        # Presses are answered by their custom ids: the library need not keep the page.
        page.stop()
        sent = await self._first(
            interaction,
            discord.InteractionResponseType.channel_message,
            self._show(
                page,
                lambda: interaction.response.send_message(
                    view=page, files=page.files(), ephemeral=True, allowed_mentions=_only(())
                ),
                interaction,
            ),
        )
        if sent is Refusal.DONE:
            # Only the message's id is lost.
            message: object = await self._later_answer(interaction.original_response())
        else:
            message = None if isinstance(sent, Refusal) else sent.resource
        if not isinstance(message, discord.InteractionMessage):
            return None
        self._remember(message)
        interaction.extras[_ANSWERED] = message.id
        return message.id

    async def withdraw(self, interaction: discord.Interaction[Any]) -> None:
        """Delete an answer that only this person sees, if that is still possible."""
        # If not, the person has been answered already, and the message does no harm.
        await self._later_answer(interaction.delete_original_response())

    async def whisper(self, interaction: discord.Interaction[Any], page: Page) -> None:
        """Send a message that only this person sees, beside the one that was pressed and other answers."""
        if await self._unanswered(interaction) or not interaction.response.is_done():
            # Whatever is answered later belongs to this message: the pressed one can no longer be changed.
            interaction.extras.pop(_IN_PLACE, None)
            await self._answer_at_once(interaction, page)
            return
        if interaction.extras.pop(_AWAITED, False):
            # Discord would write the first further message there too, but another one if it is sent again.
            await self._later_answer(
                self._show(
                    page,
                    lambda: interaction.edit_original_response(
                        view=page, attachments=page.files(), allowed_mentions=_only(())
                    ),
                )
            )
            return
        await self._later_answer(
            self._show(
                page,
                lambda: interaction.followup.send(
                    view=page, files=page.files(), ephemeral=True, allowed_mentions=_only(())
                ),
                interaction,
            )
        )

    async def _first(
        self, interaction: discord.Interaction[Any], kind: discord.InteractionResponseType, answer: Awaitable[T]
    ) -> T | Refusal:
        """Give a first answer of some kind, which may come too late for Discord. Raises `Unshowable`."""
        done = await self._attempts.in_time(_FIRST_SECONDS, answer, "answer")
        observe(metrics.FIRST_ANSWERS, interaction)
        if done is Refusal.DONE:
            # The library knows of the answers alone that Discord has confirmed.
            interaction.response._response_type = kind
        return _shown(self.outages.noted(_ANSWERING, done))

    async def _later_answer(self, answer: Awaitable[T]) -> T | Refusal:
        """Give a later answer; one that can't be given is not raised as an error.

        The person's act is stored, and `/hand` shows it. Raises `Unshowable`.
        """
        done = await self._attempts.in_time(_ANSWER_SECONDS, answer, "answer later")
        return _shown(self.outages.noted(_ANSWERING, done))


def _keep(known: OrderedDict[_Key, T], key: _Key, value: T) -> None:
    """Remember something as the latest; what was remembered long ago is forgotten."""
    known[key] = value
    known.move_to_end(key)
    if len(known) > _REMEMBERED:
        known.popitem(last=False)


def _given(answer: object) -> bool:
    """Return whether Discord has accepted a first answer."""
    return answer is Refusal.DONE or not isinstance(answer, Refusal)


def nonce_of(*what: object) -> str:
    """Return the nonce of a message, from all that tells it from every other message of the bot.

    Discord looks for a nonce in all channels: if a message can stand in more than one, its channel is to be named too.
    """
    return hashlib.blake2b(" ".join(map(str, what)).encode(), digest_size=_NONCE_BYTES).hexdigest()


def _forget_limits_seldom(http: discord.http.HTTPClient) -> None:
    """Have the library look for limits that it may forget once in a while.

    It keeps one for each channel and kind of call in the last five minutes. Once there are 256 it would go over all of them
    whenever one is added, which takes a fifth of the processor time where hundreds of people play.
    """
    forget: Callable[[], None] = http._try_clear_expired_ratelimits
    after = 0.0

    def seldom() -> None:
        nonlocal after
        if time.monotonic() >= after:
            after = time.monotonic() + _FORGETTING_SECONDS
            forget()

    http._try_clear_expired_ratelimits = seldom  # type: ignore[method-assign]


def counting_calls() -> aiohttp.TraceConfig:
    """Return what has a session of aiohttp count its calls by status: the library tells nobody of most limits that it meets.

    Where Discord refuses to edit a message that is older than an hour, the library takes that for a rest. It would make the
    same call again, or say nothing of the reason, so that is raised as the error that it is. So is an error of Discord's own
    where a second call would do the same once more; any other call the library sends again, and it is noted.
    """

    async def ended(_: aiohttp.ClientSession, __: object, call: aiohttp.TraceRequestEndParams) -> None:
        metrics.DISCORD_CALLS.labels(str(call.response.status)).inc()
        if call.response.status == 429 and call.method == "PATCH":
            said = await discord.http.json_or_text(call.response)
            if isinstance(said, dict) and said.get("code") == _AGED:
                raise discord.HTTPException(call.response, said)
        if call.response.status >= 500:
            note_hiccup(call.response.status)
            if call.method == "POST" and call.url.path.endswith(_SENT_ONCE):
                raise discord.DiscordServerError(call.response, await discord.http.json_or_text(call.response))

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(ended)
    return trace


def begin(interaction: discord.Interaction[Any], kind: str) -> None:
    """Note that an interaction of some kind has just arrived."""
    interaction.extras[_BEGAN] = (kind, time.monotonic())


def observe(histogram: Histogram, interaction: discord.Interaction[Any]) -> None:
    """Note how long ago an interaction arrived, if its arrival was noted."""
    if (began := interaction.extras.get(_BEGAN)) is not None:
        histogram.labels(began[0]).observe(time.monotonic() - began[1])


def _shown(done: T | Refusal) -> T | Refusal:
    """Return what became of an answer. Raises `Unshowable` if a sentence can say to its reader why."""
    if done is Refusal.UNFIT:
        raise Unshowable
    return done


def _of_the_content(error: discord.HTTPException) -> bool:
    """Return whether a message may have been refused for the form of what it holds."""
    return error.status == 400 and meaning(error) in (Refusal.MALFORMED, Refusal.UNKNOWN, Refusal.GONE)


async def _greet_nobody(_: discord.Interaction[Any]) -> None:
    """Do nothing, where nobody needs to be looked up."""


def _only(people: Collection[int]) -> discord.AllowedMentions:
    """Return the permission to notify these people and nobody else, whatever mentions a text holds.

    People who had their data deleted have ids below 0 and are left out.
    """
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(one) for one in people if one > 0]
    )


def _others_see(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an answer would be written into a message that others see too."""
    if not in_place(interaction):
        return False
    return interaction.guild_id is not None and not (interaction.message and interaction.message.flags.ephemeral)


def in_place(interaction: discord.Interaction[Any]) -> bool:
    """Return whether an answer is written into the message that was pressed."""
    return _IN_PLACE in interaction.extras


def _held_by(message: discord.Message) -> Held:
    """Return the files of a message, with those that only its pictures name.

    Discord need not list such files among the attachments.
    """
    held = {file.filename: HeldFile(file.id, file.description) for file in message.attachments}
    # The library leaves this out of a message that came without.
    for part in getattr(message, "components", ()):
        if isinstance(part, discord.MediaGalleryComponent):
            for item in part.items:
                if item.media.attachment_id is not None:
                    held[yarl.URL(item.media.url).name] = HeldFile(item.media.attachment_id, item.description)
    return held


def _buttons_of(message: discord.Message) -> list[str | None]:
    rows = (row for row in message.components if isinstance(row, discord.ActionRow))
    return [item.custom_id for row in rows for item in row.children]


async def _ids(messages: AsyncIterator[discord.Message]) -> list[int]:
    return [message.id async for message in messages]
