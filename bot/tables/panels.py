"""What everybody's messages show, made from views and pictures: the lobby, the table, scores, sentences."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from bot.buttons import button, custom_id, form, menu
from bot.canasta.rules import Rules
from bot.canasta.variants import load_rules
from bot.canasta.views import PublicView
from bot.outbound import Attachment, Page
from bot.store.games import Status, Table
from bot.tables import house, rulebook, words
from bot.tables.model import Look
from bot.texts import _, ngettext
from renderer import Picture

_PRIMARY = discord.ButtonStyle.primary
_GO = discord.ButtonStyle.success
#: What Discord lets a message say in all, and the part of it for how a table's rules differ.
_TEXT_LENGTH = 4_000
_DIFFERENCES = 1_500


def notice(text: str, *rows: ui.Item[Any]) -> Page:
    """A sentence, with buttons or menus beneath it."""
    return Page(ui.TextDisplay(text), *rows)


def rules_of(table: Table) -> Rules:
    """The rules that a table plays by."""
    return load_rules(table.variant, table.layout, house=table.house)


# The channel


def lobby(table: Table) -> Page:
    """A table that people can still join."""
    rules = rules_of(table)
    seats = []
    for number in range(table.size):
        seat = table.seat(number)
        seats.append(f"{number + 1}. **{words.name_of(seat)}**" if seat else f"{number + 1}. *{_('free')}*")
    free = len(table.free)
    state = (
        ngettext("{count} seat is free: press Join.", "{count} seats are free: press Join.", free).format(count=free)
        if free
        else _("Everybody is here: press Start.")
    )
    title = _("## Canasta: {name}, to {target} points").format(name=rules.name, target=f"{rules.target:,}")
    under = [own_rules(rules), partners(table), state]

    def press(action: str) -> str:
        return custom_id(action, table.id, table.version)

    return Page(
        ui.TextDisplay("\n".join([title, *seats])),
        ui.TextDisplay("\n".join(line for line in under if line)),
        ui.ActionRow(
            button(_("Join"), press("join"), _GO, disabled=not free),
            button(_("Leave"), press("leave")),
            button(_("Add computer"), press("computer"), disabled=not free),
            button(_("Change seats"), press("seats")),
        ),
        ui.ActionRow(
            button(_("Start"), press("start"), _PRIMARY),
            button(_("Rules"), press("rules")),
            button(_("House rules"), press("house")),
            button(_("Cancel"), press("cancel")),
        ),
    )


def own_rules(rules: Rules) -> str | None:
    """How a table's rules differ from its variant's, and the code that names them; None where they don't."""
    said = rulebook.differences(rules)
    if said is None:
        return None
    if len(said) > _DIFFERENCES:
        said = said[: _DIFFERENCES - 1] + "…"
    return _("{differences}. Their code: `{code}`").format(differences=said, code=house.code(dict(rules.house)))


def house_form(table: Table) -> ui.Modal:
    """A form with the house rules of a lobby."""
    return form(
        _("House rules"),
        custom_id("set-house", table.id, table.version),
        _("How your rules differ"),
        _("For example target=3000, pile.always_frozen=yes; or a code. Leave empty for none."),
        house.write(table.house),
        longest=house.LONGEST,
    )


def rules_page(rules: Rules) -> Page:
    """The rules of a game, as much of them as a message holds."""
    return notice(rulebook.page(rules)[:_TEXT_LENGTH])


def partners(table: Table) -> str | None:
    """Who plays together, as far as a lobby can tell; None where everybody plays for himself or sides form later."""
    rules = rules_of(table)
    if rules.side.mode != "fixed" or rules.side.sides >= table.size:
        return None
    names = []
    for side in range(rules.side.sides):
        seats = range(side, table.size, rules.side.sides)
        names.append(" & ".join(words.name_of(table.seat(number)) for number in seats))
    return _("Together: {sides}").format(sides=_(" against ").join(names))


def closed_lobby() -> Page:
    """A lobby that was cancelled."""
    return notice(_("This table was cancelled. `/canasta new` opens another."))


def table(look: Look, public: PublicView, picture: Picture) -> Page:
    """The table as everybody sees it."""
    row = look.table
    text = [
        _("## {name} Canasta, round {round}").format(name=public.rules.name, round=public.round_number),
        *words.turn_lines(look.recent, row, row.size),
        whose_turn(public, row),
    ]
    items: list[ui.Item[Any]] = [gallery("table.png", picture), ui.TextDisplay("\n".join(text))]
    if row.status is Status.PLAYING:
        items.append(ui.ActionRow(button(_("My hand"), custom_id("hand", row.id, row.version), _PRIMARY)))
    return Page(*items, attachments=[attachment("table.png", picture)])


def whose_turn(public: PublicView, row: Table) -> str:
    """Who is to do what, in one sentence."""
    if row.status is Status.ABANDONED:
        return _("This game was ended before its time. `/canasta new` starts another.")
    if public.winner is not None:
        return _("The game is over: **{winner}** won.").format(winner=winner(public, row))
    if public.turn is None:
        return _("The round is over.")
    name = words.name_of(row.seat(public.turn))
    if public.phase == "answer":
        asker = "" if public.asking is None else words.name_of(row.seat(public.asking))
        return _("**{asker}** asks **{name}**: May I go out?").format(asker=asker, name=name)
    return _("It is the turn of **{name}**.").format(name=name)


def winner(public: PublicView, row: Table) -> str:
    """The names of those who won."""
    if public.winner is None:
        return ""
    alone = len(public.scores) == len(public.players)
    return words.name_of(row.seat(public.winner)) if alone else words.sides(public, row)[public.winner]


def ping(row: Table, user_id: int, *, asked: bool) -> Page:
    """Calls the player to move."""
    text = _("<@{user}>, your partner asks whether to go out.") if asked else _("<@{user}>, it is your turn.")
    return Page(
        ui.TextDisplay(text.format(user=user_id)),
        ui.ActionRow(button(_("My hand"), custom_id("hand", row.id, row.version), _PRIMARY)),
    )


def closed_messages(user_id: int) -> Page:
    """Says once that somebody gets no direct messages."""
    return notice(
        _(
            "<@{user}>, I can't send you direct messages. Nothing is lost: press **My hand** under the table to see "
            "your cards and play here. (To get messages, allow them in this server's privacy settings.)"
        ).format(user=user_id)
    )


def scores(number: int, picture: Picture) -> Page:
    """The sheet of a finished round."""
    return Page(
        ui.TextDisplay(_("## Round {number} is over").format(number=number)),
        gallery("scores.png", picture),
        attachments=[attachment("scores.png", picture)],
    )


def result(public: PublicView, row: Table) -> Page:
    """The end of the game."""
    names = (
        [words.name_of(row.seat(player.seat)) for player in public.players]
        if len(public.scores) == len(public.players)
        else words.sides(public, row)
    )
    ranking = sorted(zip(public.scores, names, strict=True), key=lambda pair: -pair[0])
    return Page(
        ui.TextDisplay(
            "\n".join(
                [
                    _("## {winner} won the game!").format(winner=winner(public, row)),
                    *(f"**{name}**: {words.points(score)}" for score, name in ranking),
                ]
            )
        ),
        ui.ActionRow(button(_("Record of the game"), custom_id("record", row.id, row.version))),
    )


# Around the game


def seating(row: Table, user_id: int) -> Page:
    """Where one may sit, and whom one may send away."""
    own = row.seat_of(user_id)
    options = [
        discord.SelectOption(
            label=_("Seat {number}: {name}").format(number=number + 1, name=words.name_of(row.seat(number)))[:100],
            value=str(number),
        )
        for number in range(row.size)
        if own is None or number != own.number
    ]
    text = [_("You have seat {number}.").format(number=own.number + 1)] if own else []
    if together := partners(row):
        text.append(together)
    rows = [menu(_("Move to another seat"), custom_id("sit", row.id, row.version), options)]
    others = [
        discord.SelectOption(label=words.name_of(seat)[:100], value=str(seat.number))
        for seat in row.seats
        if seat.user_id != user_id and (seat.level or row.host_id == user_id)
    ]
    if others:
        rows.append(menu(_("Remove somebody from the table"), custom_id("away", row.id, row.version), others))
    return notice("\n".join(text) or _("Choose a seat."), *rows)


def record(table_id: int, content: bytes) -> Page:
    """A record to download."""
    name = f"canasta-{table_id}.json"
    return Page(
        ui.TextDisplay(_("The record of the game: every pack and every move.")),
        ui.File(f"attachment://{name}"),
        attachments=[Attachment(name, content)],
    )


def layout_name(name: str, seats: int) -> str:
    """A table's layout as a choice."""
    kind = name.partition("-")[2]
    count = ngettext("{count} player", "{count} players", seats).format(count=seats)
    how = {
        "solo": _("each alone"),
        "lone": _("one against two"),
        "alliance": _("one against two, each scored alone"),
        "sitout": _("one rests each round"),
        "rotating": _("changing partners"),
        "pairs": _("in pairs"),
        "trios": _("two sides of three"),
    }.get(kind)
    return f"{count}, {how}" if how else count


def gallery(name: str, picture: Picture) -> ui.MediaGallery[Any]:
    """A picture in a page, with what it shows in words; `name` is its attachment's."""
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=picture.alt))


def attachment(name: str, picture: Picture) -> Attachment:
    """The file of a picture."""
    return Attachment(name, picture.png, picture.alt)
