"""People may be called whatever Discord lets them: their names call nobody, lead nowhere, and are read as they are written."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.data.tables import Seat
from bot.ui.words.person_names import bare, begun, label_of, name_of, plain
from renderer.text import clean_name
from tests.cogs.clubs import play
from tests.cogs.players import in_world
from tests.cogs.test_settings import manager
from tests.cogs.test_tournaments import opened, shown, started
from tests.players import bot_of
from tests.world import Person, Sent, World

#: Somebody who has nothing to do with any of this.
VICTIM = 223344556677889900
NAMES = (
    f"<@{VICTIM}>",
    f"@everyone <@&{VICTIM}>",
    "[a](https://evil.example)",
    "**b** ||c|| `d` <t:1:R>",
    "</evil:1> <#99> <a:e:9> :smile:",
    "# e\\",
)
#: Parts of those names that Discord would read, unless there is a backslash before them.
_LIVE = re.compile(
    r"(?<!\\)(?:<@[!&]?223344556677889900>|@everyone|\[a\]\(|https://evil|\|\|c|`d|<t:1:|</evil|<#99|<a:e|:smile:|\*\*b|^# e)",
    re.MULTILINE,
)


def live(text: str) -> list[str]:
    """Return what of the names is not only text."""
    # A backslash that is meant as such takes the meaning from none that follows.
    return _LIVE.findall(text.replace("\\\\", ""))


@pytest.mark.parametrize(
    "name",
    [
        *NAMES,
        "Jean-Luc O'Neil & Sons",
        "- x",
        "12. x",
        "3) x",
        "+1",
        "> q",
        "¯\\_(ツ)_/¯",
        "a_b",
        "~~x~~",
        "http://a.b/c",
    ],
)
def test_a_name_is_shown_as_it_is_written(name: str) -> None:
    assert bare(plain(name)) == name
    assert live(plain(name)) == []


def test_a_name_is_one_line_and_never_nothing() -> None:
    assert plain("a\n# b\t c") == "a # b c"
    assert plain(" \n") == "a former player"
    assert plain("\u202eevil") == "evil"


def people(world: World) -> list[Person]:
    """Return members of the server who are called so."""
    found = []
    for number, name in enumerate(NAMES):
        user = world.env.create_user(f"mallory{number}", global_name=name)
        found.append(Person(world, world.guild.add_member(user)))
    return found


def said(sent: Sent) -> Iterator[str]:
    """Yield the texts of a message in which formatting is read."""
    body = sent.body if isinstance(sent.body, dict) else {}
    yield from _texts(body.get("data") or body)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if value.get("type") == 10 or (isinstance(value.get("content"), str) and "components" in value):
            yield value.get("content") or ""
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def check(world: World, *meant: Person) -> None:
    """Only those who were meant were called, and no text holds anything live of a name."""
    found = [(text, live(text)) for sent in world.sent for text in said(sent)]
    assert not [each for each in found if each[1]]
    for sent in world.sent:
        body = sent.body if isinstance(sent.body, dict) else {}
        allowed = (body.get("data") or body).get("allowed_mentions") or {}
        assert set(map(int, allowed.get("users") or ())) <= {person.id for person in meant}, sent.body
        assert not allowed.get("parse")
    if meant:
        pinged = {one for message in world.messages() for one in message.pinged}
        assert pinged <= {person.id for person in meant}
    spoken = " ".join(bare(text) for text, _live in found)
    assert NAMES[0] in spoken, "names are told"


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["\u3164", "\u2800\u2800", "\u200b", "\u115f \u1160", "\uffa0\ufe0f", "\u0301", "\u034f"]
)
def test_who_has_a_name_that_nobody_sees_is_called_by_their_place(name: str) -> None:
    """Discord takes such names, and people like them: the sentence would have nobody in it."""
    assert plain(name) == "a player"
    assert begun(f"**{plain(name)}** joins") == "**A player** joins"
    seat = Seat(1, 5, None, name)
    assert name_of(seat) == "Player 2"
    assert label_of(seat) == clean_name(name, "Player 2")


def test_a_name_of_any_script_is_seen() -> None:
    names = ("Åsa", "日本", "שלום", "مرحبا", "नमस्ते", "🦊", "♠", ".", "7", "ᄀ")
    assert [plain(name) for name in names] == list(names)


@in_world
async def test_names_at_a_table(world: World) -> None:
    anna, bruno, carla, dino, eva, franco = people(world)
    # In words, as pictures show names anyhow.
    for person in (anna, bruno):
        await person.slash("preferences")
        await bot_of(world).services.tables.preferences.set(person.id, pictures=False)
    await anna.slash("play", players="4", clock=600)
    for person in (bruno, carla, dino):
        await person.press("Join")
    await anna.press("Change seats")
    await anna.press("Start")
    for person in (anna, bruno, carla):
        for command in ("hand", "table", "draw", "canasta list", "canasta log"):
            await person.slash(command)
    # A name that calls the victim proposes; one more plays for another who is called like a link.
    asked = await anna.slash("canasta abandon")
    await anna.press("Propose to end it", on=asked.message)
    await carla.press("No")
    await carla.slash("canasta substitute", player=eva, seat=1)
    for person in (eva, bruno, dino):
        await person.press("Agree")
    mona = manager(world)
    await mona.is_shown("canasta-admin")
    await mona.slash("canasta-admin skip")
    await mona.slash("canasta-admin computer", seat=2)
    await mona.slash("canasta-admin extend", time=3600)
    await bruno.slash("canasta back")
    await mona.slash("canasta-admin substitute", player=franco, seat=3)
    await world.env.advance_time(3 * 3600)
    await franco.slash("canasta log")
    await mona.slash("canasta log")
    await mona.slash("canasta replay")
    asked = await mona.slash("canasta-admin end")
    await mona.press("End the game", on=asked.message)
    await mona.slash("canasta replay")
    await eva.slash("canasta log")
    check(world, anna, bruno, carla, dino, eva, franco)
    calls = [sent for sent in world.sent if f"{NAMES[0]}" in str(sent.body) and "allowed_mentions" in str(sent.body)]
    assert all(VICTIM not in (sent.body.get("allowed_mentions") or {}).get("users", []) for sent in calls)


@pytest.mark.slow
@in_world
async def test_names_in_a_league(world: World) -> None:
    anna, bruno, carla, *_ = people(world)
    for person in (anna, bruno, carla):
        await bot_of(world).services.tables.preferences.set(person.id, pictures=False)
    await play(world, [anna, bruno])
    await play(world, [anna, carla], seed=2)
    mona = manager(world)
    for person in (anna, mona):
        await bot_of(world).services.tables.preferences.set(person.id, pictures=False)
        for command, options in (
            ("leaderboard", {}),
            ("leaderboard", {"by": "pairs"}),
            ("profile", {"player": anna}),
            ("profile", {"against": bruno}),
            ("canasta history", {}),
            ("canasta history", {"player": anna}),
        ):
            await person.slash(command, **options)
    await mona.slash("league void", game="1", reason=f"<@{VICTIM}> [a](https://evil.example)")
    await mona.slash("league log")
    await mona.slash("league open", name="**b** ||c||")
    await mona.slash("league settings")
    asked = await mona.slash("league close")
    await mona.press("Close it", on=shown(asked))
    await mona.slash("league open", name=f"<@{VICTIM}>")
    await anna.slash("leaderboard")
    check(world, anna, bruno, carla)


@pytest.mark.slow
@in_world
async def test_names_in_a_tournament(world: World) -> None:
    crowd = people(world)
    mona = manager(world)
    await opened(world, mona)
    for person in crowd:
        await person.press("Join")
    await started(world, mona)
    for person in (mona, crowd[0]):
        for command in ("tournament standings", "tournament pairings", "tournament"):
            await person.slash(command)
    offered = await mona.complete("tournament-admin correct", "match")
    assert offered == {}, "nothing is over"
    options = await mona.complete("tournament-admin substitute", "player")
    assert set(NAMES) <= set(options), "a list shows them as they are"
    await world.env.advance_time(60)
    await crowd[0].slash("tournament withdraw")
    asked = await mona.slash("tournament-admin cancel")
    await mona.press("Cancel the tournament", on=shown(asked))
    await world.env.advance_time(60)
    check(world, *crowd)


@in_world
async def test_names_of_those_who_ask_for_a_partner(world: World) -> None:
    anna, bruno, *_ = people(world)
    mona = manager(world)
    options: dict[str, Any] = {"variant": "classic", "kind": "swiss", "players": "4", "rounds-per-match": 1}
    await mona.slash("tournament-admin new", name=f"Cup <@{VICTIM}>"[:30], **options)
    asked = shown(await anna.press("Join with a partner…"))
    await anna._act(anna.member, anna.member.select(asked.handle, [bruno.member], custom_id=asked.menus[0].custom_id))
    calls = [message for message in world.messages() if message.pinged]
    assert [message.pinged for message in calls] == [(bruno.id,)]
    check(world, bruno)
