"""A table as the page shows it to somebody who watches: the view of everybody in its channel, the same for all who watch."""

from __future__ import annotations

from bot.browser.exchange import as_text
from bot.browser.scene import Values, in_list, of_person, said, scene
from bot.data.people import Person
from bot.data.tables import Status, Table
from bot.tables import Look
from bot.ui.i18n import pgettext
from bot.ui.words import clock_text

#: Nobody: no seat has this id, so that a scene of theirs has nothing of anybody's.
_NOBODY = Person(0)


def watched(look: Look, following: Table | None) -> Values:
    """Return what all who watch a table see, but for what is each one's own (`of_person`).

    The task speaks their language, in the words of the game. `look` is that of everybody: it has no view of a seat.
    After a game, `following` is the next one in its channel.
    """
    assert look.mine is None
    table, own = look.table, of_person(_NOBODY, look.table.id)
    shown = {name: value for name, value in scene(look, _NOBODY).items() if name not in own}
    if table.status is Status.PLAYING and (deadline := clock_text.deadline(table)):
        shown["now"] = [*shown["now"], said(deadline, table)]
    if table.active:
        shown["why"] = [pgettext("on the page of a table", "You watch: you see all open cards, and nobody's hand.")]
    if following is not None:
        label = pgettext("on the page of a table", "Watch the next game")
        shown["actions"] = [{"do": "follow", "label": label, "go": True}, *shown["actions"]]
    return shown | {"watches": True}


def for_person(common: str, person: Person, table_id: int, *, elsewhere: bool) -> str:
    """Return the JSON that somebody who watches gets, from that of all; `elsewhere`: another table waits for them."""
    return f"{common[:-1]},{as_text(of_person(person, table_id) | {'elsewhere': elsewhere})[1:]}"


def watched_in_list(table: Table, person: Person) -> Values:
    """Return a table that somebody may watch, in the list of their tables."""
    row = in_list(table, person)
    watches = pgettext("on the page of a table", "You watch there.")
    return row | {"waits": f"{watches} {row['waits']}".strip()}
