"""What everybody's messages show, made from views and pictures: the lobby, the table, scores, sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.buttons import button, custom_id, menus
from bot.canasta.rules import Rules, RulesError, list_variants
from bot.canasta.views import PublicView
from bot.outbound import Attachment, Page, digest
from bot.store.database import changed
from bot.store.games import Lost, Status, Table
from bot.tables import absence, chronicle, handover, house, rulebook, words
from bot.tables.clock import LIMITS
from bot.tables.live import rules_of
from bot.tables.model import Look
from bot.texts import LANGUAGES, _, amount, ngettext, translated
from renderer import Picture

_PRIMARY = discord.ButtonStyle.primary
_GO = discord.ButtonStyle.success
#: So much of what a message may say is for how a table's rules differ.
_DIFFERENCES = 1_500
#: So many digits of a deal's seal are shown where room is scarce; `python -m bot verify` takes as few.
_SEAL = 16
#: The part of it under a running table, where the cards are what people look for.
_DIFFERENCES_IN_PLAY = 300


def notice(text: str, *rows: ui.Item[Any]) -> Page:
    """A sentence, with buttons or menus beneath it."""
    return Page(ui.TextDisplay(text), *rows)


def stands_still(reason: str) -> str:
    """Why a game can't be taken up, and what its players can do about it."""
    return _(
        "This game can't go on with the bot as it is now: {reason}. Nothing of it is lost; tell whoever runs the bot."
    ).format(reason=reason.rstrip("."))


# The channel


def lobby(table: Table, usual: Mapping[str, object] | None = None) -> Page:
    """A table that people can still join; or why it can't be played, where its variant's file has changed meanwhile.

    `usual` are the house rules of its server, if that is known.
    """

    def press(action: str) -> str:
        return custom_id(action, table.id, table.version)

    try:
        rules = rules_of(table)
    except RulesError as error:
        text = _("This table can't be played any more: {reason}. Cancel it, and open another by `/canasta new`.")
        cancel = button(_("Cancel"), press("cancel"))
        return notice(text.format(reason=words.reason(error)), ui.ActionRow(cancel))
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
    under = [own_rules(rules), _usual_here(table.house, usual or {}), partners(table), limits(table)]
    if table.friendly:
        under.append(_("For fun: not counted in the league."))
    under.append(state)
    return Page(
        ui.TextDisplay("\n".join([_lobby_title(rules), *seats])),
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
            button(_("Clock"), press("clock")),
            button(_("Cancel"), press("cancel")),
        ),
    )


def _lobby_title(rules: Rules) -> str:
    if rules.rounds:
        text = ngettext("## Canasta: {name}, {count} round", "## Canasta: {name}, {count} rounds", rules.rounds)
        return text.format(name=_(rules.name), count=rules.rounds)
    return _("## Canasta: {name}, to {target} points").format(name=_(rules.name), target=amount(rules.target))


def _usual_here(own: Mapping[str, object], usual: Mapping[str, object]) -> str | None:
    """Whether a lobby plays by its server's usual house rules; None where there are none."""
    if not usual:
        return None
    if all(name in own and own[name] == value for name, value in usual.items()):
        return _("-# So it is usually played in this server.")
    return _("-# This server's usual house rules don't hold here.")


def own_rules(rules: Rules, longest: int = _DIFFERENCES) -> str | None:
    """How a table's rules differ from its variant's, and the code that names them; None where they don't.

    The differences are cut off after `longest` characters.
    """
    said = rulebook.differences(rules)
    if said is None:
        return None
    if len(said) > longest:
        said = said[: longest - 1] + "…"
    return _("{differences}. Their code: `{code}`").format(differences=said, code=house.code(dict(rules.house)))


def limits(table: Table) -> str:
    """How long a turn of a game may take, and what happens then, in one line."""
    if table.turn_limit is None:
        return _("⏳ A turn may take as long as it likes.")
    facts = {"limit": words.limit(table.turn_limit), "reserve": words.span(table.bank)}
    if not table.bank:
        return _("⏳ **{limit}** for a turn; then a computer plays it.").format_map(facts)
    return _(
        "⏳ **{limit}** for a turn; then a computer plays it. Everybody has {reserve} in reserve for the whole game."
    ).format_map(facts)


def clock_choice(table: Table) -> Page:
    """How long a turn may take in the game of a lobby, and a menu to choose it from."""
    options = limit_options(table.turn_limit or 0)
    return notice(limits(table), *menus(_("Time for a turn"), custom_id("set-clock", table.id, table.version), options))


def limit_options(chosen: int) -> list[discord.SelectOption]:
    """The times that a turn may be limited to, as entries of a menu."""
    return [
        discord.SelectOption(label=words.limit(limit), value=str(limit), default=limit == chosen) for limit in LIMITS
    ]


def rules_page(rules: Rules) -> Page:
    """The rules of a game, as much of them as a message holds."""
    return notice(rulebook.page(rules)[: rulebook.LONGEST])


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


def table(look: Look, public: PublicView, picture: Picture, remark: str | None = None) -> Page:
    """The table as everybody sees it; the `remark` ends it."""
    row = look.table
    text = [
        _("## {name}, round {round}").format(name=words.title(public.rules), round=public.round_number),
        *words.turn_lines(look.recent, row, row.size),
        *chronicle.lately(look.deeds),
        whose_turn(public, row),
    ]
    if until := words.deadline(row):
        text.append(until)
    if own := own_rules(public.rules, _DIFFERENCES_IN_PLAY):
        text.append(f"-# {own}")
    if row.commitment and row.status is Status.PLAYING:
        text.append(_("-# Sealed deal: `{seal}`").format(seal=short_seal(row.commitment)))
    if remark:
        text.append(remark)
    items: list[ui.Item[Any]] = [gallery("table.png", picture), ui.TextDisplay("\n".join(text))]
    if row.status is Status.PLAYING:
        items.append(
            ui.ActionRow(
                button(_("My hand"), custom_id("hand", row.id, row.version), _PRIMARY),
                button(_("Watch"), custom_id("watch", row.id, row.version)),
                *handover.offers(row),
            )
        )
    return Page(*items, attachments=[attachment("table.png", picture)])


def short_seal(commitment: str) -> str:
    """So much of a deal's seal as nobody could meet with another pack."""
    return f"{commitment[:_SEAL]}…"


def whose_turn(public: PublicView, row: Table) -> str:
    """Who is to do what, in one sentence."""
    if row.status is Status.ABANDONED:
        return _("This game was ended before its time. `/canasta new` starts another.")
    if public.over and public.winner is None:
        return _("The game is over: it is a draw.")
    if public.over:
        return _("The game is over: **{winner}** won.").format(winner=winner(public, row))
    if public.turn is None:
        return _("The round is over.")
    if absence.all_away(row):
        return _("Everybody is away: the game waits until one of you is back.")
    name = words.name_of(row.seat(public.turn))
    if public.phase == "answer":
        asker = "" if public.asking is None else words.name_of(row.seat(public.asking))
        return _("**{asker}** asks **{name}**: May I go out?").format(asker=asker, name=name)
    return _("It is the turn of **{name}**.").format(name=name)


def winner(public: PublicView, row: Table) -> str:
    """The names of those who won, empty if nobody did."""
    if public.winner is None:
        return ""
    alone = len(public.scores) == len(public.players)
    return words.name_of(row.seat(public.winner)) if alone else words.sides(public, row)[public.winner]


def ping(row: Table, user_id: int, *, asked: bool, again: str | None = None) -> Page:
    """Calls the player to move; `again` is what he is reminded of."""
    text = _("<@{user}>, your partner asks whether to go out.") if asked else _("<@{user}>, it is your turn.")
    lines = [f"<@{user_id}>: {again}" if again else text.format(user=user_id), words.own_deadline(row)]
    return Page(
        ui.TextDisplay("\n".join(line for line in lines if line)),
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


def not_stored() -> str:
    """Says that the database takes nothing at the moment, and whether something was stored before."""
    if changed():
        return _(
            "A change was stored, but nothing more can be read or stored just now. In a few minutes, before you try "
            "again, see how it stands, at a game with `/hand` or `/table`."
        )
    return _("The games can't be stored just now, so nothing was changed. Please try again in a few minutes.")


def lost(row: Table, why: Lost, server: str, permissions: Sequence[str]) -> Page:
    """Says to a player, or a lobby's host, why his game can't be shown in its channel.

    `permissions` are the names of those missing there.
    """
    game, channel = words.game_of(row), f"<#{row.channel_id}>"
    match why:
        case Lost.GONE:
            text = _("The channel of your game of {game} in {server} was deleted.")
        case Lost.LEFT:
            text = _("I was removed from {server}, where your game of {game} is.")
        case Lost.LOCKED:
            text = _("The thread {channel} of your game of {game} in {server} is locked.")
        case Lost.BARRED if permissions:
            text = _("I can't show your game of {game} in {channel}, {server}: I lack the permission {permissions}.")
        case Lost.BARRED:
            text = _("I may no longer write in {channel}, {server}, where your game of {game} is.")
    kept = (
        _("Nothing is lost, but who joins or leaves your table isn't shown there.")
        if row.status is Status.LOBBY
        else _(
            "Nothing is lost: the game is kept as it stands, and its clock stands still. You can go on playing here."
        )
    )
    match why:
        case Lost.GONE:
            remedy = _("To give it a new place, one of you types `/canasta move` in another channel of that server.")
        case Lost.LEFT:
            remedy = _("It goes on when I am invited to that server again.")
        case Lost.LOCKED:
            remedy = _(
                "A moderator can unlock it, or one of you types `/canasta move` in another channel of that server."
            )
        case Lost.BARRED:
            remedy = _("A moderator can allow me that, or one of you types `/canasta move` in another channel.")
    facts = {"game": game, "server": words.plain(server), "channel": channel, "permissions": ", ".join(permissions)}
    return notice("\n".join([text.format_map(facts), kept, remedy]))


def scores(number: int, picture: Picture, row: Table, commitment: str) -> Page:
    """The sheet of a finished round, and how its deal is checked."""
    fair = _(
        "-# This round's deal was sealed as `{seal}` before it was played. **Check the deal** shows what was sealed."
    )
    return Page(
        ui.TextDisplay(_("## Round {number} is over").format(number=number)),
        gallery("scores.png", picture),
        ui.TextDisplay(fair.format(seal=short_seal(commitment))),
        ui.ActionRow(button(_("Check the deal"), custom_id("deal", row.id, row.version, str(number)))),
        attachments=[attachment("scores.png", picture)],
    )


def result(public: PublicView, row: Table, remark: str | None = None) -> Page:
    """The end of the game; the `remark` stands beneath the points."""
    names = (
        [words.name_of(row.seat(player.seat)) for player in public.players]
        if len(public.scores) == len(public.players)
        else words.sides(public, row)
    )
    ranking = sorted(zip(public.scores, names, strict=True), key=lambda pair: -pair[0])
    won = winner(public, row)
    title = _("## {winner} won the game!").format(winner=won) if won else _("## The game is a draw")
    return Page(
        ui.TextDisplay(
            "\n".join(
                [
                    title,
                    *(f"**{name}**: {words.points(score)}" for score, name in ranking),
                    *([remark] if remark else []),
                ]
            )
        ),
        ui.ActionRow(
            button(_("Replay"), custom_id("replay", row.id, row.version), _PRIMARY),
            button(_("Record of the game"), custom_id("record", row.id, row.version)),
        ),
    )


# Around the game


def seating(row: Table, user_id: int) -> Page:
    """Where one may sit, and whom one may send away."""
    own = row.seat_of(user_id)
    options = [
        discord.SelectOption(
            label=_("Seat {number}: {name}").format(number=number + 1, name=words.label_of(row.seat(number))),
            value=str(number),
        )
        for number in range(row.size)
        if own is None or number != own.number
    ]
    text = [_("You have seat {number}.").format(number=own.number + 1)] if own else []
    if together := partners(row):
        text.append(together)
    rows = [*menus(_("Move to another seat"), custom_id("sit", row.id, row.version), options)]
    others = [
        discord.SelectOption(label=words.label_of(seat), value=str(seat.number))
        for seat in row.seats
        if seat.user_id != user_id and (seat.level or row.host_id == user_id)
    ]
    rows += menus(_("Remove somebody from the table"), custom_id("away", row.id, row.version), others)
    return notice("\n".join(text) or _("Choose a seat."), *rows)


def variant_menus(placeholder: str, action: str, chosen: str) -> list[ui.ActionRow[Any]]:
    """Menus of all variants; `action` gets the chosen id as its value."""
    options = [
        discord.SelectOption(label=_(one.name), value=one.id, default=one.id == chosen) for one in list_variants()
    ]
    return menus(placeholder, custom_id(action, 0, 0), options)


def language_options(chosen: str | None) -> list[discord.SelectOption]:
    """The languages there are, as entries of a menu."""
    return [
        discord.SelectOption(
            label=name,
            value=language,
            default=language == chosen,
            description=None if translated(language) else _("Not translated yet: texts come in English"),
        )
        for language, name in LANGUAGES.items()
    ]


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
    return ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{_file(name, picture)}", description=picture.alt))


def attachment(name: str, picture: Picture) -> Attachment:
    """The file of a picture."""
    return Attachment(_file(name, picture), picture.png, picture.alt)


def _file(name: str, picture: Picture) -> str:
    """The name of a picture's file, which tells what is in it."""
    stem, dot, ending = name.rpartition(".")
    return f"{stem}-{digest(picture.png)}{dot}{ending}"
