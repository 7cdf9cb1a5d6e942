"""Players in tests who know their moves: by slash commands in the channel, or by buttons in direct messages."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

import discord

from bot.canasta.cards import Card
from bot.canasta.moves import Move
from bot.canasta.views import SeatView
from bot.client.client import CanastaBot
from bot.computer import choose
from bot.data.tables import Status, Table
from bot.tables import Look
from bot.ui import meld_draft, move_order
from bot.ui.actions import Action, read
from bot.ui.pages.builder_page import Cards, Pick, PickRank, chosen_in
from bot.ui.pages.hand_page import Lay
from tests.world import Answer, Person, Shown, World

#: The verbs of moves that have their own slash commands; an answer to the partner is a button in the hand.
COMMANDS = ("draw", "take", "meld", "discard", "ask", "undo", "answer")

#: The menu of the ways to lay chosen cards, where there are many.
LAY_WHERE = "Lay them down where?"

Way = Callable[[Person, Move, SeatView], Awaitable[Answer]]


async def by_command(person: Person, move: Move, _: SeatView) -> Answer:
    """Play a move by a slash command in the channel; answering the partner is possible only by a button."""
    groups = [str(group) for group in move.groups]
    match move.verb:
        case "discard":
            return await person.slash("discard", card=_arguments(move))
        case "meld":
            return await person.slash("meld", cards=" / ".join(groups))
        case "take":
            options: dict[str, Any] = {"with": "".join(groups[:1]) or "-"}
            if len(groups) > 1:
                options["also"] = " / ".join(groups[1:])
            return await person.slash("take-pile", **options)
        case "answer":
            hand = await person.slash("hand")
            return await person.press(_answer(move), on=hand.message)
        case "undo":
            return await person.slash("canasta", what="undo")
        case _:
            return await person.slash({"draw": "draw", "ask": "ask-to-go-out"}[move.verb])


async def by_button(person: Person, move: Move, view: SeatView) -> Answer:
    """Play a move by the buttons and menus of the person's newest direct message."""
    match move.verb:
        case "discard":
            return await _discard(person, move)
        case "meld":
            await person.press("Lay down…", dm=True)
            return await _lay(person, move, view)
        case "take":
            taken = await person.press("Take the pile", dm=True)
            if move_order.plain_take(view) is not None:
                return taken
            return await _lay(person, move, view)
        case "answer":
            return await person.press(_answer(move), dm=True)
        case "draw" | "ask" | "undo":
            return await person.press({"draw": "Draw", "ask": "Ask to go out", "undo": "Take back"}[move.verb], dm=True)
        case _:
            return await person.choose("Other moves", str(move).partition(" ")[2], dm=True)


async def _discard(person: Person, move: Move) -> Answer:
    """Press the card, or where a hand has too many, its rank first."""
    shown = await person.sees(cards_or_ranks, "cards to press", dm=True)
    if card_buttons(shown):
        return await person.press(card_buttons(shown)[f"{move.card}"], on=shown)
    assert move.card is not None
    await person.press(rank_buttons(shown)[f"{move.card >> 2}"], on=shown)
    await person.sees(lambda shown: shown.menu("Which card?"), "the cards of that rank", dm=True)
    await person.choose("Which card?", str(move.card), dm=True)
    return await _confirm(person, "throw")


async def _lay(person: Person, move: Move, view: SeatView) -> Answer:
    """Press the cards of a move, and the button that lays them; only that button if the move is among what is suggested."""
    shown = await person.sees(picks, "cards to press", dm=True)
    if move.groups in lays(shown).values():
        return await person.press(_laying(shown, move), on=shown)
    return await lay(person, move, await pick(person, view, move.cards))


async def lay(person: Person, move: Move, shown: Shown) -> Answer:
    """Lay the cards that a message shows as chosen, as a move does."""
    if (menu := shown.menu(LAY_WHERE)) is not None:
        return await person.choose(LAY_WHERE, _same(move, menu.options), on=shown)
    return await person.press(_laying(shown, move), on=shown)


async def pick(person: Person, view: SeatView, cards: Sequence[Card]) -> Shown:
    """Choose exactly these cards of a hand by as few presses as that takes, in the newest direct message; return it then."""
    shown = await person.sees(picks, "cards to press", dm=True)
    wanted = Cards.of(view, cards)
    while different := _chosen(shown) ^ wanted:
        # Missing cards come first: a press on one may choose a whole rank.
        place = min(wanted - _chosen(shown) or different)
        while place not in picks(shown):
            await person.press("More cards", on=shown)
            shown = await person.sees(picks, "cards to press", dm=True)
        before = _chosen(shown)
        await person.press(picks(shown)[place], on=shown)
        shown = await person.sees(partial(_other_cards, before), "another choice of cards", dm=True)
    return shown


def _other_cards(before: Cards, shown: Shown) -> bool:
    return bool(picks(shown)) and _chosen(shown) != before


def picks(message: Shown) -> dict[int, str]:
    """Return the custom ids of the buttons that each choose a card to lay, or put it back, by the cards' places in the hand."""
    pressed = [(button.custom_id, _action(button.custom_id)) for button in message.buttons]
    singles = {
        next(iter(one.more | one.less)): identity
        for identity, one in pressed
        if isinstance(one, Pick) and len(one.more | one.less) == 1
    }
    return singles | {one.place: identity for identity, one in pressed if isinstance(one, PickRank)}


def _chosen(message: Shown) -> Cards:
    return chosen_in(button.custom_id for button in message.buttons)


def lays(message: Shown) -> dict[str, meld_draft.Groups]:
    """Return what the buttons lay that lay cards, by their custom ids."""
    pressed = ((button.custom_id, _action(button.custom_id)) for button in message.buttons if button.enabled)
    return {identity: one.groups for identity, one in pressed if isinstance(one, Lay)}


def _laying(message: Shown, move: Move) -> str:
    """Return the custom id of the button that makes a move: the very same, or else one that lays the same cards."""
    found = lays(message)
    same = [identity for identity, groups in found.items() if sorted(meld_draft.cards(groups)) == sorted(move.cards)]
    return next((identity for identity in same if found[identity] == move.groups), same[0])


def _same(move: Move, options: Mapping[str, str]) -> str:
    return next(
        (one for one in options.values() if meld_draft.unpack(one) == move.groups), next(iter(options.values()))
    )


def _action(custom_id: str) -> Action | None:
    """Return the action of a button that has to do with laying cards, None for other buttons."""
    written = read(custom_id)
    kinds: dict[str, type[Action]] = {"pick": Pick, "pick-rank": PickRank, "lay": Lay}
    return kinds[written.action].unpack(written) if written is not None and written.action in kinds else None


async def _confirm(person: Person, action: str) -> Answer:
    shown = await person.sees(lambda shown: green(shown, action), "what to confirm", dm=True)
    return await person.press(green(shown, action), on=shown)


def has_new_cards(shown: Shown | Answer) -> bool:
    """Return whether a message, or an answer with its further messages, says which cards of a hand are new."""
    messages = [shown] if isinstance(shown, Shown) else [*filter(None, [shown.message]), *shown.followups]
    return any("Just received: " in alt for message in messages for alt in message.alt_texts)


async def refresh(person: Person, on: Shown) -> Answer:
    """Have a hand shown as it is now, where a message tells more about the hand."""
    more = await person.press("⋯", on=on)
    assert more.message
    return await person.press("Refresh", on=more.message)


async def call_here(world: World, people: Sequence[Person]) -> None:
    """Have people prefer to be called in the channel."""
    for person in people:
        await bot_of(world).services.tables.preferences.set(person.id, pinged=1)


def calls(world: World, people: Sequence[Person], table: Table) -> list[int]:
    """Return who is called to the present turn: by a ping in the channel, or by each new direct message of theirs that makes a sound."""
    mover = table.to_move
    if mover is None:
        return []
    silent = discord.MessageFlags.suppress_notifications.flag
    hands = [
        one.channel_id
        for person in people
        if person.id == mover.user_id
        for one in person.messages()
        if one.pictures and one.button("⋯") and not one.handle._message.flags & silent
    ]
    pinged = [user for one in world.messages() if one.pictures for user in one.pinged]
    return pinged or [mover.user_id or 0] * len(hands)


def card_buttons(message: Shown) -> dict[str, str]:
    """Return the custom ids of the buttons that each discard a card, by the cards' codes."""
    return _buttons(message, "put")


def rank_buttons(message: Shown) -> dict[str, str]:
    """Return the custom ids of the buttons that each open the choice of a rank's cards, by the ranks' codes."""
    return _buttons(message, "discard-of")


def _buttons(message: Shown, action: str) -> dict[str, str]:
    found = (button.custom_id for button in message.buttons if button.custom_id.startswith(f"c:{action}:"))
    return {identity.rpartition(":")[2]: identity for identity in found}


def cards_or_ranks(message: Shown) -> dict[str, str]:
    """Return the buttons to discard by: one for each card, or where a hand has too many, one for each of its ranks."""
    return card_buttons(message) or rank_buttons(message)


def newest_call(people: Iterable[Person], channel: int | None = None) -> tuple[int, int] | None:
    """Return the newest hand in direct messages with which somebody can draw, and whose it is; if named, of a channel's game."""
    link = "" if channel is None else f"/{channel})"
    calls = [
        (one.id, person.id) for person in people for one in person.messages() if one.button("Draw") and link in one.text
    ]
    return max(calls, default=None)


def green(message: Shown, action: str, *, enabled: bool = True) -> str:
    """Return the custom id of the button that carries out a choice, an empty text if there is none."""
    buttons = (button.custom_id for button in message.buttons if button.enabled or not enabled)
    return next((identity for identity in buttons if identity.startswith(f"c:{action}:")), "")


def _arguments(move: Move) -> str:
    return str(move).split(" ", 2)[2]


def _answer(move: Move) -> str:
    return "Yes, go out" if move.word == "yes" else "No, not yet"


async def sit_down(world: World, *names: str, players: str, variant: str = "classic", **options: Any) -> list[Person]:
    """Open a table in the channel, seat people in this order, and deal.

    `players` is the layout's name, `options` are more options of the command.
    """
    people = world.people(*names)
    await people[0].slash("play", variant=variant, players=players, **options)
    for person in people[1:]:
        await person.press("Join")
        # A bot in its own process answers a press before it has seated anybody.
        await person.sees(lambda shown, name=person.name: f"**{name}**" in shown.text, "their seat")  # type: ignore[misc]
    await people[0].press("Start")
    return people


def bot_of(world: World) -> CanastaBot:
    """Return the bot that runs in this world now."""
    assert isinstance(world.env.bot, CanastaBot)
    return world.env.bot


async def look(world: World, person: Person) -> Look:
    """Return the channel's newest table as one person sees it."""
    tables = bot_of(world).services.tables
    table = await tables.games.last_in_channel(world.channel.id)
    assert table is not None
    return await tables.look(table.id, person.id)


async def to_move(world: World, people: list[Person]) -> tuple[Person, SeatView] | None:
    """Return the player to move and their view; None when the game is over."""
    seen = await look(world, people[0])
    if seen.table.status is not Status.PLAYING or seen.table.to_move is None:
        return None
    person = next(person for person in people if person.id == seen.table.to_move.user_id)
    view = (await look(world, person)).mine
    assert view is not None
    return person, view


async def play_to_the_end(world: World, people: list[Person], way: Way) -> AsyncIterator[Move]:
    """Play sensible moves until the game is over; yield each move after it was played."""
    chance = random.Random(7)
    while (turn := await to_move(world, people)) is not None:
        person, view = turn
        move = choose(view, "normal", chance)
        version = (await look(world, person)).table.version
        answer = await way(person, move, view)
        after = await look(world, person)
        assert after.table.version == version + 1, f"{person.name} could not play {move}: {answer.text}"
        yield move
