"""Data about people: how they can be reached, and what they prefer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple


@dataclass(frozen=True, slots=True)
class Person:
    """One person: how direct messages reach them, and what they prefer.

    `dm_channel_id` is the channel of their direct messages once known, `dm_closed` says that they have closed them to
    the bot. `dm_tried_at` is when Discord refused a direct message to them, or when one may be tried in spite of that
    (seconds
    UTC); None since it took one. A preference that was never set has the bot's own choice. `language` None: that of
    their Discord, which was
    `locale` when the bot last heard from them. `colours` are 2 or 4, `card_size` is `normal` or `large`, `theme` and
    `back` are names of the renderer's. Quiet hours are minutes after midnight in `time_zone` (an IANA name); both are
    None where there
    are none. `discarding` says what a press on a card does: `undo` (the discard waits some seconds and can be taken
    back),
    `ask` (it is asked first), `at once`. `heads_up`: they want a message, without a sound, when they are next.
    `hand_order` is the order of their hand on the page of a table: `rank` (None too), `suit`, or `own`, then the number of a
    table and its cards.
    `pinged`: they are called to their turns in the channel, and their direct message follows without a sound.
    `tips`: they want one when they meet something for the first time. `safe_first`: where a table has advice, they want
    the
    cards first of which the discard helps opponents least, and not the order of their hand.
    `named`: their name may stand where people of all servers see it: on the boards of the deal of the day and of the open league.
    `news_at` is when they were last written to of something else than a turn of theirs (seconds UTC).
    """

    user_id: int
    dm_channel_id: int | None = None
    dm_closed: bool = False
    dm_tried_at: int | None = None
    locale: str | None = None
    news_at: int = 0
    language: str | None = None
    direct: bool = True
    pictures: bool = True
    colours: int = 2
    card_size: str = "normal"
    theme: str = "green"
    back: str = "ruby"
    reminders: bool = True
    quiet_from: int | None = None
    quiet_until: int | None = None
    time_zone: str | None = None
    discarding: str = "undo"
    heads_up: bool = False
    tips: bool = True
    safe_first: bool = True
    pinged: bool = False
    hand_order: str | None = None
    named: bool = False


#: The most people that somebody can avoid.
MOST_AVOIDED: Final = 25


class InDiscord(NamedTuple):
    """A person as Discord says who they are, with the language of their Discord (empty: it isn't known)."""

    user_id: int
    locale: str


class NamedPerson(NamedTuple):
    """A person under the name by which somebody else knows them."""

    user_id: int
    name: str
