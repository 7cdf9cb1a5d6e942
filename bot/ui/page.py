"""Pages: what one message shows, its components in order and the files they refer to."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.ui.actions import let_go, number_alike
from bot.ui.components import LabelledButton
from bot.ui.i18n import _, language, speaking
from bot.ui.limits import TEXT_LENGTH
from bot.ui.words import command_names
from bot.ui.words.person_names import plain_lines
from renderer import Picture

#: The number of hexadecimal digits of its hash in a file's name.
_DIGEST = 8


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a page. `alt` describes a picture (up to 1,024 characters)."""

    name: str
    content: bytes | None
    """None: the message holds it, and it stays as it is."""
    alt: str | None = None

    @property
    def lasting(self) -> bool:
        """Whether every file of this name has this content, in any message."""
        return self.content is None or digest(self.content) in self.name


def digest(content: bytes) -> str:
    """Return a mark of a file's content for its name, so that an edit doesn't upload the same file again."""
    return hashlib.sha256(content).hexdigest()[:_DIGEST]


class _Kept(discord.Attachment):
    """A file that a message holds already; an edit names it by its id alone."""

    def __init__(self, identity: int) -> None:
        self.id = identity

    def to_dict(self) -> Any:
        """Return what the edit says of the file."""
        return {"id": self.id}


class _Upload(discord.File):
    """A file to be sent once. Those of the library refer to themselves when they are closed, and are freed late."""

    def close(self) -> None:
        """Let go of the file."""
        super().close()
        del self.fp.close


@dataclass(frozen=True, slots=True)
class HeldFile:
    """A file that a message holds, by its id, and what describes it."""

    id: int
    alt: str | None = None


#: The files that a message holds, by their names.
Held = Mapping[str, HeldFile]


@dataclass(frozen=True, slots=True)
class Posted:
    """A message by what it shows: its id, the custom ids of its buttons and menus, and its text without commands."""

    id: int
    buttons: tuple[str, ...]
    text: str


class Gallery(ui.MediaGallery[Any]):
    """A picture as a component of a page, with its alt text and its file."""

    def __init__(self, file: Attachment) -> None:
        super().__init__(discord.MediaGalleryItem(f"attachment://{file.name}", description=file.alt))
        self.file = file


class Page(ui.LayoutView):
    """A message's content: components in order, with the files of its galleries and the other `attachments`.

    Empty rows are left out, no two buttons or menus have the same custom id, and the texts are cut to what a message takes.
    """

    def __init__(self, *items: ui.Item[Any], attachments: Sequence[Attachment] = ()) -> None:
        super().__init__(timeout=None)
        # Presses are answered by their custom ids: the library need not keep the page.
        self.stop()
        for item in items:
            if not isinstance(item, ui.ActionRow) or item.children:
                self.add_item(item)
        parts = [*self.walk_children()]
        self._texts = _texts(parts)
        _fit(self._texts)
        number_alike(parts)
        let_go(parts)
        self._attachments = (*(item.file for item in items if isinstance(item, Gallery)), *attachments)
        self._language = language()
        self.incomplete = False
        """Whether a file was left out that should have stayed."""

    def mention_commands(self, ids: Mapping[str, int]) -> None:
        """Make each command in the page's texts a mention that can be pressed, by the ids of commands.

        Where an id isn't known, or a message would get too long, commands are called by their names in the page's language.
        """
        texts = self._texts
        for known in (ids, {}):
            said = [command_names.mentioned(text.content, known, self._language) for text in texts]
            if sum(map(len, said)) <= TEXT_LENGTH or not known:
                for text, now in zip(texts, said, strict=True):
                    text.content = now
                break
        _fit(texts)

    def shown(self) -> Posted:
        """Return what a message with this page shows; its id is 0, as it isn't known."""
        return posted_as(0, self.to_components())  # type: ignore[no-untyped-call]

    @property
    def pictured(self) -> bool:
        """Whether a message that shows this page may already hold some of its files."""
        return any(one.lasting for one in self._attachments)

    def files(self) -> list[discord.File]:
        """Return the attachments as new upload objects (each can be sent once)."""
        return [one for one in self.changes({}) if isinstance(one, discord.File)]

    def drop_emojis(self) -> bool:
        """Have buttons and options show their words alone. Return whether any of them had an emoji."""
        items = self.walk_children()
        parts = [part for item in items for part in (item.options if isinstance(item, ui.Select) else [item])]
        decorated = [
            part for part in parts if isinstance(part, LabelledButton | discord.SelectOption) and part.emoji is not None
        ]
        for part in decorated:
            if isinstance(part, LabelledButton):
                part.drop_emoji()
            else:
                part.emoji = None
        return bool(decorated)

    def put_in_words(self, why: str | None = None) -> bool:
        """Say in words what the pictures show, and `why` at the end. Return whether there were any that could be left out."""
        galleries = [item for item in self.children if isinstance(item, ui.MediaGallery)]
        if not galleries:
            return False
        left_out = {item.media.url for gallery in galleries for item in gallery.items}
        children = [*self.children]
        self.clear_items()
        with speaking(self._language):
            for child in children:
                if not isinstance(child, ui.MediaGallery):
                    self.add_item(child)
                elif words := "\n".join(plain_lines(item.description) for item in child.items if item.description):
                    self.add_item(ui.TextDisplay(words))
            if why:
                self.add_item(ui.TextDisplay(_(why)))
        self._attachments = tuple(one for one in self._attachments if f"attachment://{one.name}" not in left_out)
        self._texts = _texts(self.children)
        _fit(self._texts)
        return True

    def changes(self, held: Held) -> list[discord.Attachment | discord.File]:
        """Return the attachments for a message that holds these files. Files it doesn't hold are new upload objects.

        It leaves out attachments that should stay and are no longer held.
        """
        files: list[discord.Attachment | discord.File] = []
        galleries = [item for item in self.children if isinstance(item, ui.MediaGallery)]
        described = {item.media.url for gallery in galleries for item in gallery.items if item.description}
        for one in self._attachments:
            if one.name in held and one.lasting:
                files.append(_Kept(held[one.name].id))
            elif one.content is not None:
                # The gallery that shows a picture describes it: a second description with the file would say nothing more.
                alt = None if f"attachment://{one.name}" in described else one.alt
                files.append(_Upload(io.BytesIO(one.content), filename=one.name, description=alt))
            else:
                self._drop(one)
        return files

    def _drop(self, file: Attachment) -> None:
        self.incomplete = True
        for item in [*self.children]:
            if isinstance(item, ui.MediaGallery) and any(
                one.media.url == f"attachment://{file.name}" for one in item.items
            ):
                self.remove_item(item)


def _texts(parts: Iterable[ui.Item[Any]]) -> list[ui.TextDisplay[Any]]:
    return [part for part in parts if isinstance(part, ui.TextDisplay)]


def _fit(texts: Sequence[ui.TextDisplay[Any]]) -> None:
    """Cut the longest texts so far that all of them together are no longer than a message takes.

    Names of others can make any text long, and a message that is too long is refused as a whole.
    """
    left = TEXT_LENGTH
    for rank, text in enumerate(sorted(texts, key=lambda text: len(text.content))):
        # The longer texts get the room that shorter ones leave.
        share = left // (len(texts) - rank)
        if len(text.content) > share:
            text.content = _shortened(text.content, share)
        left -= len(text.content)


def _shortened(text: str, most: int) -> str:
    """Return the beginning of a text: whole lines if most of it is left so, else as many characters as fit."""
    kept = text[: max(most - 1, 0)]
    lines = kept.rpartition("\n")[0]
    if 2 * len(lines) > len(kept):
        return f"{lines}\n…"[:most]
    # Neither the sign that keeps the next one from being markup nor half of a link may be last.
    begun = kept.rfind("](")
    if begun != -1 and ")" not in kept[begun:]:
        kept = kept[: kept.rfind("[", 0, begun)]
    return kept.rstrip("\\") + "…"


def posted_as(message_id: int, components: Sequence[Mapping[str, Any]]) -> Posted:
    """Return a message by the components that it shows."""
    parts = list(_walk(components))
    buttons = tuple(str(part["custom_id"]) for part in parts if part.get("custom_id"))
    text = "\n".join(part["content"].strip() for part in parts if part.get("content"))
    return Posted(message_id, buttons, command_names.uncommanded(text))


def _walk(components: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for one in components:
        yield one
        yield from _walk(one.get("components") or ())


def notice(text: str, *rows: ui.Item[Any]) -> Page:
    """Return a page with a text, and with buttons or menus below it."""
    return Page(ui.TextDisplay(text), *rows)


def gallery(name: str, picture: Picture) -> Gallery:
    """Return a picture as a component of a page; `name` is that of its file."""
    return Gallery(attachment(name, picture))


def attachment(name: str, picture: Picture) -> Attachment:
    """Return the file of a picture; its `name` gets a mark of the content."""
    stem, dot, ending = name.rpartition(".")
    return Attachment(f"{stem}-{digest(picture.png)}{dot}{ending}", picture.png, picture.alt)
