"""Preferences of people: set on one panel, kept over a restart, and used from the next message on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.data.people import Person as Known
from bot.tables.rules import clock
from bot.ui import i18n
from bot.ui.pages.preferences_page import Pane, TurnToPane
from bot.ui.pictures import after_last_move
from bot.ui.words import card_names, person_names, text_only
from renderer import Style, render_hand, render_large_hand, render_table, render_tables
from renderer.canvas import WIDTH
from renderer.table import LARGE_WIDTH
from tests.cogs.players import choose_discard, in_world, now, on_turn, play_on, seat_four
from tests.discord_limits import walk
from tests.players import bot_of, by_button, by_command
from tests.world import Answer, Person, Shown, World

FROM, UNTIL = "Quiet hours from", "Quiet hours until"


ITALIAN = r"""
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\n"

msgid "Draw"
msgstr "Pesca"

msgid "### Your preferences"
msgstr "### Le tue preferenze"

msgid "**Discard:**"
msgstr "**Scarta:**"
"""


@pytest.fixture
def italian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Yield some sentences in Italian, whatever is translated by now."""
    folder = tmp_path / "locale" / "it" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "canasta.po").write_text(ITALIAN, encoding="utf-8")
    monkeypatch.setattr(i18n, "_FOLDER", tmp_path / "locale")
    i18n.catalogue.cache_clear()
    yield
    i18n.catalogue.cache_clear()


async def opened(person: Person) -> Shown:
    answer = await person.slash("preferences")
    assert answer.ephemeral
    assert answer.message
    return answer.message


async def turned(person: Person, panel: Shown | None, name: str) -> Shown:
    """Turn the panel's pages until it shows a button or a menu."""
    assert panel
    for pane in Pane:
        if panel.button(name) or panel.menu(name):
            break
        way = panel.button(TurnToPane(pane).pack())
        if way and way.enabled:
            panel = (await person.press(TurnToPane(pane).pack(), on=panel)).message
            assert panel
    return panel


async def press(person: Person, panel: Shown | None, *names: str) -> Shown:
    """Press one button of the panel after the other; the panel as it is then."""
    for name in names:
        panel = await turned(person, panel, name)
        panel = (await person.press(name, on=panel)).message
    assert panel
    return panel


async def choose(person: Person, panel: Shown | None, *steps: tuple[str, str]) -> Shown:
    """Choose from one menu of the panel after the other; the panel as it is then."""
    for name, value in steps:
        panel = await turned(person, panel, name)
        panel = (await person.choose(name, value, on=panel)).message
    assert panel
    return panel


async def forged(person: Person, panel: Shown, identity: str, value: str) -> Answer:
    """Choose from a menu that a changed client has put in the place of the panel's own."""
    message = panel.handle._message
    row = next(one for one in walk(message.components) if one["type"] == 1)
    row["components"] = [{"type": 3, "id": 1, "custom_id": identity, "options": [{"label": "?", "value": value}]}]
    message.components = [row]
    return await person._act(person.member, person.member.select(panel.handle, [value], custom_id=identity))


def field_of(answer: Answer) -> str:
    """Return the custom id of the only field of a form."""
    assert answer.form is not None
    return str(answer.form["components"][0]["component"]["custom_id"])


async def in_zone(person: Person, text: str) -> Answer:
    """Type a place as an option of the command."""
    options: dict[str, Any] = {"time-zone": text}
    return await person.slash("preferences", **options)


async def told(world: World) -> None:
    """Wait until everybody has been shown what there is to show."""
    await asyncio.gather(*bot_of(world).services.teller.passes)


async def known(world: World, person: Person) -> Known:
    return await bot_of(world).services.people.get(person.id)


@in_world
async def test_a_noun_keeps_its_capital_within_a_sentence(world: World) -> None:
    anna = world.person("Anna")
    await bot_of(world).services.tables.preferences.set(anna.id, language="de")
    assert "grüner Tisch" in (await press(anna, await opened(anna), TurnToPane(Pane.CARDS).pack())).text


@pytest.mark.slow
@in_world
async def test_everything_set_on_the_panel_is_kept_over_a_restart(world: World) -> None:
    anna = world.person("Anna")
    panel = await press(
        anna, await opened(anna), "Direct messages: on", "Reminders: on", "Cards: standard size", "Suits: two colours"
    )
    panel = await choose(anna, panel, ("Colours of the table", "Light table"))
    panel = await choose(anna, panel, ("Backs of the cards", "Violet backs with stars"))
    panel = await press(anna, panel, "Time zone…")
    panel = await choose(anna, panel, ("Where do you live?", "Europe"), ("Which place?", "Europe/Bucharest"))
    panel = await choose(anna, panel, (FROM, "1380"), (UNTIL, "420"), ("Language", "Italiano"))
    await world.restart()
    assert await known(world, anna) == Known(
        anna.id,
        locale="en-US",
        language="it",
        direct=False,
        colours=4,
        card_size="large",
        theme="light",
        back="stars",
        reminders=False,
        quiet_from=23 * 60,
        quiet_until=7 * 60,
        time_zone="Europe/Bucharest",
    )
    panel = await opened(anna)
    others = [(await press(anna, panel, TurnToPane(pane).pack())).text for pane in (Pane.CARDS, Pane.TIMES)]
    text = "".join([panel.text, *others])
    for said in ("Italiano", "quattro colori", "grandi", "tavolo chiaro", "23:00", "07:00", "Bucarest (Romania)"):
        assert said in text


@pytest.mark.parametrize(
    ("steps", "pressed", "style"),
    [
        ((("Colours of the table", "Dark table"),), (), Style("night")),
        ((("Backs of the cards", "Orange backs with a sun"),), (), Style(back="sun")),
        ((), ("Suits: two colours",), Style(two_colour=False)),
    ],
    ids=["theme", "back", "colours"],
)
async def test_what_is_shown_already_is_drawn_again_as_its_reader_likes_it(
    tmp_path: Path, steps: tuple[tuple[str, str], ...], pressed: tuple[str, ...], style: Style
) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        table, people = await seat_four(world)
        waiting, other = people[(table.turn or 0) - 1], on_turn(table, people)
        private = (await waiting.slash("hand")).message
        assert private
        [direct] = waiting.messages()
        [others] = other.messages()
        await press(waiting, await choose(waiting, await opened(waiting), *steps), *pressed)
        await told(world)
        look = await bot_of(world).services.tables.look(table.id, waiting.id)
        mine = look.mine
        assert mine
        seen = after_last_move(look, mine.public)
        hand, drawn = render_hand(mine, style=style).png, render_table(seen, style=style).png
        assert world.show(private.handle).pictures == (hand,)
        [again] = waiting.messages()
        assert again.id == direct.id, "nobody is called for it"
        assert again.pictures == (drawn, hand)
        [left] = other.messages()
        assert left.pictures == others.pictures


@pytest.mark.slow
@in_world
async def test_words_or_large_cards_or_a_language_show_at_once_too(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    await press(person, await opened(person), "Cards: standard size")
    await told(world)
    mine = (await bot_of(world).services.tables.look(table.id, person.id)).mine
    assert mine
    drawn = (*render_tables(mine.public, large=True, own=True), *render_large_hand(mine))
    assert person.messages()[-1].pictures == tuple(picture.png for picture in drawn)
    assert {picture.width for picture in drawn} == {WIDTH, LARGE_WIDTH}
    await press(person, await opened(person), "Pictures: on")
    await told(world)
    assert person.messages()[-1].pictures == ()
    await choose(person, await opened(person), ("Language", "Italiano"))
    await told(world)
    assert len(person.messages()) == 1
    assert person.messages()[-1].button("Pesca")


@pytest.mark.slow
@in_world
async def test_looks_that_could_not_be_shown_are_shown_later(world: World) -> None:
    table, people = await seat_four(world)
    waiting = people[(table.turn or 0) - 1]
    [direct] = waiting.messages()
    path = f"/channels/{waiting.member.user.dm_channel.id}/messages/{direct.id}"
    world.env.inject_error("PATCH", path, status=503, code=0, message="No", times=1)
    await press(waiting, await opened(waiting), "Suits: two colours")
    await told(world)
    [same] = waiting.messages()
    assert same.pictures == direct.pictures
    bot_of(world).services.teller.wake(table.id)
    await told(world)
    [again] = waiting.messages()
    assert again.pictures != direct.pictures


@in_world
async def test_a_hand_is_drawn_as_its_holder_likes_it_from_the_next_message_on(world: World) -> None:
    table, people = await seat_four(world)
    person, other = on_turn(table, people), people[(table.turn or 0) - 1]
    await press(person, await opened(person), "Suits: two colours")
    await choose(person, await opened(person), ("Colours of the table", "Dark table"))
    await person.press("Draw", dm=True)
    look = await bot_of(world).services.tables.look(table.id, person.id)
    assert look.mine
    style = Style("night", two_colour=False)
    pictures = (render_table(look.mine.public, style=style, own=True).png, render_hand(look.mine, style=style).png)
    assert person.messages()[-1].pictures == pictures
    shown = await other.slash("hand", dm=True)
    look = await bot_of(world).services.tables.look(table.id, other.id)
    assert look.mine
    assert shown.message
    seen = after_last_move(look, look.mine.public)
    assert shown.message.pictures == (render_table(seen).png, render_hand(look.mine).png)


@in_world
async def test_large_cards_come_in_as_many_pictures_as_they_take(world: World) -> None:
    table, people = await seat_four(world, variant="samba")
    person = on_turn(table, people)
    await press(person, await opened(person), "Cards: standard size")
    shown = (await person.slash("hand")).message
    look = await bot_of(world).services.tables.look(table.id, person.id)
    assert shown
    assert look.mine
    large = render_large_hand(look.mine)
    assert shown.pictures == tuple(picture.png for picture in large)
    assert shown.alt_texts == tuple(picture.alt for picture in large)


@pytest.mark.slow
@in_world
async def test_somebody_who_would_rather_read_gets_their_hand_and_the_table_in_words_and_can_play(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    panel = await press(person, await opened(person), "Pictures: on")
    assert not panel.pictures
    assert not panel.menu("Colours of the table")
    await play_on(world, table, people, by_button, moves=30)
    look = await bot_of(world).services.tables.look(table.id, person.id)
    assert look.mine
    shown = person.messages()[-1]
    assert shown.pictures == ()
    assert [
        line for line in shown.text.splitlines() if line in text_only.hand(look.mine).splitlines()
    ] == text_only.hand(look.mine).splitlines()
    listed = text_only.hand(look.mine)
    assert sum(listed.count(card_names.card(card)) for card in set(look.mine.hand)) >= len(set(look.mine.hand))
    assert f"**You** ({len(look.mine.hand)} cards)" in shown.text
    for other in people:
        named = person_names.bare_name((await now(world, table)).seat_of(other.id)) in shown.text
        assert named == (other is not person)
    others = [message for one in people if one is not person for message in one.messages()[-1:]]
    assert all(message.pictures for message in others)


@pytest.mark.slow
@in_world
async def test_without_direct_messages_a_person_is_called_and_plays_in_the_channel(world: World) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    assert person.messages()
    await press(person, await opened(person), "Direct messages: on")
    assert person.messages() == []
    await play_on(world, table, people, by_command, moves=12)
    assert person.messages() == []
    while on_turn(table := await now(world, table), people) is not person:
        await play_on(world, table, people, by_command, moves=1)
    ping = next(message for message in reversed(world.messages()) if message.pinged)
    assert ping.pinged == (person.id,)
    hand = await person.press("My hand", on=ping)
    assert hand.ephemeral
    assert hand.message
    drawn = not hand.message.button("Draw")
    await (choose_discard(world, person, on=hand.message) if drawn else person.press("Draw", on=hand.message))
    assert not any("can't send you direct messages" in message.text for message in world.messages())
    await press(person, await opened(person), "Direct messages: off")
    assert person.messages()[-1].alt_texts[-1].startswith("Your hand")


@pytest.mark.slow
@in_world
async def test_quiet_hours_need_a_time_zone_and_last_half_a_day_at_most(world: World) -> None:
    anna = world.person("Anna")
    shown = await choose(anna, await opened(anna), (FROM, "1320"))
    assert "choose it first" in shown.text
    assert (await known(world, anna)).quiet_from is None
    shown = await choose(anna, shown, ("Where do you live?", "Europe"), ("Which place?", "Europe/Rome"))
    for step, expected in (
        ((FROM, "1320"), (1320, 360)),
        ((UNTIL, "480"), (1320, 480)),
        ((FROM, "540"), (540, 1020)),
        ((UNTIL, "540"), (60, 540)),
        ((UNTIL, "0"), (960, 0)),
        ((FROM, "-"), (None, None)),
    ):
        shown = await choose(anna, shown, step)
        person = await known(world, anna)
        assert (person.quiet_from, person.quiet_until) == expected
    assert "**Quiet hours:** none" in shown.text


@pytest.mark.slow
@in_world
async def test_a_time_zone_is_found_by_city_country_or_the_time_of_ones_clock(world: World) -> None:
    anna = world.person("Anna")
    for text, zone in {"bucurești": "Europe/Bucharest", "Italy": "Europe/Rome", "Asia/Tokyo": "Asia/Tokyo"}.items():
        answer = await in_zone(anna, text)
        assert (await known(world, anna)).time_zone == zone
        assert "Your preferences" in answer.text
    local = world.now().astimezone(ZoneInfo("Asia/Kathmandu"))
    await in_zone(anna, f"{local:%H:%M}")
    assert (await known(world, anna)).time_zone == "Asia/Kathmandu"
    several = await in_zone(anna, "United States")
    assert (await known(world, anna)).time_zone == "Asia/Kathmandu"
    await choose(anna, several.message, ("Which place?", "America/Chicago"))
    assert (await known(world, anna)).time_zone == "America/Chicago"


@in_world
async def test_a_place_that_is_not_known_is_answered_with_what_would_work(world: World) -> None:
    anna = world.person("Anna")
    panel = await press(anna, await opened(anna), "Time zone…")
    for text in ("Atlantis", "", "99:99", "**xq**", "\u202e" * 50):
        form = await anna.press("Type your city or time…", on=panel)
        answer = await anna.fill(form, **{field_of(form): text})
        assert "largest city near you" in answer.text
    assert (await known(world, anna)).time_zone is None


@pytest.mark.slow
@in_world
async def test_time_zones_are_completed_with_what_their_clocks_show(world: World) -> None:
    anna = world.person("Anna")
    first = await anna.complete("preferences", "time-zone")
    assert len(first) == 25
    assert "America/New_York" in list(first.values())[:3]
    assert list((await anna.complete("preferences", "time-zone", "bucha")).values()) == ["Europe/Bucharest"]
    assert await anna.complete("preferences", "time-zone", "nowhere at all") == {}
    found = await anna.complete("preferences", "time-zone", "tokyo", dm=True)
    assert found == {f"Tokyo (Japan), {world.now().astimezone(ZoneInfo('Asia/Tokyo')):%H:%M}": "Asia/Tokyo"}


@pytest.mark.slow
@in_world
async def test_a_vacation_is_begun_for_so_many_days_and_ended_at_any_moment(world: World) -> None:
    anna = world.person("Anna")
    shown = await press(anna, await opened(anna), "Vacation…")
    assert "14 days" in shown.text
    shown = await choose(anna, shown, ("Start now, for how long?", "5 days"))
    vacation = await bot_of(world).services.tables.vacations.of(anna.id)
    assert vacation.until == bot_of(world).seconds() + 5 * clock.DAY
    assert f"<t:{vacation.until}:f>" in shown.text
    assert "9 days" in shown.text
    await world.env.advance_time(3 * clock.DAY)
    shown = await press(anna, await opened(anna), "Back from vacation")
    assert "11 days" in shown.text
    assert shown.button("Vacation…")


@in_world
async def test_choices_that_are_not_there_change_nothing(world: World) -> None:
    anna = world.person("Anna")
    await opened(anna)
    before = await known(world, anna)
    for identity, value in (
        ("c:prefer:0:0:language", "xx"),
        ("c:prefer:0:0:direct", "2"),
        ("c:prefer:0:0:direct", "yes"),
        ("c:prefer:0:0:theme", "no such theme"),
        ("c:prefer:0:0:back", "no such back"),
        ("c:prefer:0:0:card_size", ""),
        ("c:prefer:0:0:quiet_until", "1440"),
        ("c:prefer:0:0:user_id", "1"),
        ("c:prefer:0:0:dm_channel_id", "1"),
        ("c:zone:0:0:", "Europe/Atlantis"),
        ("c:zone:0:0:", "../etc/passwd"),
        ("c:zones:0:0:region", "Atlantis"),
        ("c:vacation:0:0:begin", "100000"),
    ):
        answer = await forged(anna, await opened(anna), identity, value)
        assert "this code:" not in answer.text, identity
        assert answer.text
    assert await known(world, anna) == before
    assert (await bot_of(world).services.tables.vacations.of(anna.id)).until is None


@pytest.mark.slow
@pytest.mark.usefixtures("italian")
@in_world
async def test_answers_and_direct_messages_are_in_a_persons_language_and_the_channel_in_the_servers(
    world: World,
) -> None:
    table, people = await seat_four(world)
    person = on_turn(table, people)
    panel = await choose(person, await opened(person), ("Language", "Italiano"))
    assert "Le tue preferenze" in panel.text
    await person.press("Pesca", dm=True)
    assert "Scarta:" in person.messages()[-1].text
    assert "Scarta:" not in "".join(message.text for message in world.messages())
    others = [other for other in people if other is not person]
    assert not any("Scarta:" in message.text for other in others for message in other.messages())
    panel = await choose(person, panel, ("Language", "-"))
    assert "Your preferences" in panel.text


@pytest.mark.usefixtures("italian")
@in_world
async def test_somebody_who_has_chosen_no_language_is_written_to_in_that_of_their_discord(world: World) -> None:
    table, people = await seat_four(world)
    person = people[((table.turn or 0) + 1) % 4]
    await bot_of(world).services.people.heard(person.id, "it")
    while on_turn(table := await now(world, table), people) is not person:
        await play_on(world, table, people, by_command, moves=1)
    assert person.messages()[-1].button("Pesca")
    assert not any(shown.button("Pesca") for shown in world.messages())
