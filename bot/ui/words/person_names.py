"""Names of people, written so that Discord reads nothing in them as formatting, mention or link."""

from __future__ import annotations

import re
from functools import lru_cache

from bot.data.signs import has_visible
from bot.data.tables import Seat
from bot.ui.i18n import _, pgettext

#: Characters that change the direction of the text after them.
_TURNS = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
#: Signs that Discord reads as formatting or as the beginning of a mention, an emoji, a time or a link. Some characters
#: count everywhere, some only at the beginning of a line.
_READ = re.compile(r"[\\*_~`|<>@:\[\]]|^[-+#]|(?<=^[0-9])[.)]|(?<=^[0-9]{2})[.)]")
_MARKS = re.compile(r"\\(.)|\*\*")


def name_of(seat: Seat | None) -> str:
    """Return a seat's name in a message; a computer is marked as such, and an empty seat is called free."""
    if seat is None:
        return _("free")
    name = bare_name(seat)
    if seat.sitting_in:
        return _("{name} (a computer plays)").format(name=name)
    return f"{name} 🤖" if seat.level else name


def mover_name(seat: Seat | None, *, to: int | None = None) -> str:
    """Return who made a move, by the seat as it was then; a person (`to`) reads "you" of the computer that played for them."""
    if seat is None or not seat.sitting_in:
        return name_of(seat)
    if to is not None and seat.user_id == to:
        return _("A computer, for you")
    return _("A computer, for {name}").format(name=bare_name(seat))


def bare_name(seat: Seat | None) -> str:
    """Return a player's name alone, with nothing in it that Discord would read as formatting.

    Somebody of whose name nothing is seen has their place for a name, as in the pictures.
    """
    if seat is not None and seat.name and not has_visible(seat.name):
        return _("Player {number}").format(number=seat.number + 1)
    return plain(seat.name if seat else "")


def plain(name: str) -> str:
    """Return a name as a text may hold it: a single line of which nothing is read as formatting, mention or link."""
    return _plain(name) or (_nameless() if name.strip() else former())


@lru_cache(1024)
def _plain(name: str) -> str:
    """Return the same, an empty text for a name of which nothing is seen; each text of a table names its players again."""
    if not has_visible(name):
        return ""
    line = " ".join(name.translate(_TURNS).split())
    return _READ.sub(lambda found: f"\\{found[0]}", line)


def plain_lines(text: str) -> str:
    """Return a text with names as they are, as a message may hold it: nothing is read as formatting, mention or link."""
    return "\n".join(_READ.sub(lambda found: f"\\{found[0]}", line) for line in text.splitlines())


def former() -> str:
    """Return what somebody is called who has no name left, as they had their data deleted."""
    return _("a former player")


def unnamed(user_id: int) -> str:
    """Return what somebody is called whose name isn't there: they had their data deleted, or don't want it to be shown."""
    return former() if user_id < 0 else _nameless()


def _nameless() -> str:
    return pgettext("somebody whose name isn't shown", "a player")


def begun(sentence: str) -> str:
    """Return a sentence with a capital where it begins with what somebody is called who has no name, or none left."""
    bold = len(sentence) - len(sentence.lstrip("*"))
    if not sentence.startswith((former(), _nameless()), bold):
        return sentence
    return sentence[:bold] + sentence[bold].upper() + sentence[bold + 1 :]


def mention(user_id: int | None) -> str:
    """Return a mention of a person; of one whose data was deleted there is only a number below 0 left, or none."""
    return f"<@{user_id}>" if user_id is not None and user_id > 0 else former()


def bare(text: str) -> str:
    """Return a text with names that `plain` made, for a label, where Discord reads nothing as formatting."""
    return _MARKS.sub(lambda found: found[1] or "", text)


def label_of(seat: Seat | None) -> str:
    """Return a seat's name for a button or a menu, where Discord reads nothing as formatting."""
    return bare(name_of(seat))
