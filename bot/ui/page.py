"""A page: what one message shows, its components in order and the files they refer to."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.ui.actions import number_alike
from renderer import Picture

#: So many digits tell one content of a file from another in its name.
_DIGEST = 8


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes with a page. `alt` describes a picture (up to 1,024 characters)."""

    name: str
    content: bytes
    alt: str | None = None

    @property
    def lasting(self) -> bool:
        """Whether a file of this name holds this content, in whatever message it is."""
        return digest(self.content) in self.name


def digest(content: bytes) -> str:
    """What tells a content from others in the name of its file, so that an edit needn't upload it again."""
    return hashlib.sha256(content).hexdigest()[:_DIGEST]


class _Kept(discord.Attachment):
    """A file that a message holds already, as an edit names it: by its id alone."""

    def __init__(self, identity: int) -> None:
        self.id = identity

    def to_dict(self) -> Any:
        """What the edit says of it."""
        return {"id": self.id}


#: The ids of the files that a message holds, by their names.
Held = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Posted:
    """A message by what it shows: its id, the custom ids of its buttons and menus, and its text."""

    id: int
    buttons: tuple[str, ...]
    text: str


class Page(ui.LayoutView):
    """What one message shows: components in order, and the files that they refer to.

    Rows without anything in them are left out, and no two buttons or menus keep the same custom id.
    """

    def __init__(self, *items: ui.Item[Any], attachments: Sequence[Attachment] = ()) -> None:
        super().__init__(timeout=None)
        for item in items:
            if not isinstance(item, ui.ActionRow) or item.children:
                self.add_item(item)
        number_alike(self.walk_children())
        self._attachments = tuple(attachments)

    def shown(self) -> Posted:
        """Return what a message with this page shows, whose id isn't known."""
        return posted_as(0, self.to_components())  # type: ignore[no-untyped-call]

    @property
    def pictured(self) -> bool:
        """Whether a message that shows this may hold files of it already."""
        return any(one.lasting for one in self._attachments)

    def files(self) -> list[discord.File]:
        """The attachments as new upload objects (each serves once)."""
        return [one for one in self.changes({}) if isinstance(one, discord.File)]

    def changes(self, held: Held) -> list[discord.Attachment | discord.File]:
        """The attachments for a message that holds these files: those that it has not are new upload objects."""
        return [
            _Kept(held[one.name])
            if one.name in held and one.lasting
            else discord.File(io.BytesIO(one.content), filename=one.name, description=one.alt)
            for one in self._attachments
        ]


def posted_as(message_id: int, components: Sequence[Mapping[str, Any]]) -> Posted:
    """Return a message by the components that it shows."""
    parts = list(_walk(components))
    buttons = tuple(str(part["custom_id"]) for part in parts if part.get("custom_id"))
    return Posted(message_id, buttons, "\n".join(part["content"].strip() for part in parts if part.get("content")))


def _walk(components: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for one in components:
        yield one
        yield from _walk(one.get("components") or ())


def notice(text: str, *rows: ui.Item[Any]) -> Page:
    """A sentence, with buttons or menus beneath it."""
    return Page(ui.TextDisplay(text), *rows)


def gallery(name: str, picture: Picture) -> ui.MediaGallery[Any]:
    """A picture in a page, with what it shows in words; `name` is its attachment's."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{_file(name, picture)}", description=picture.alt))


def attachment(name: str, picture: Picture) -> Attachment:
    """The file of a picture."""
    return Attachment(_file(name, picture), picture.png, picture.alt)


def _file(name: str, picture: Picture) -> str:
    """The name of a picture's file, which tells what is in it."""
    stem, dot, ending = name.rpartition(".")
    return f"{stem}-{digest(picture.png)}{dot}{ending}"
