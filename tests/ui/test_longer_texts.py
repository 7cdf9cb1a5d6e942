"""In a language whose texts are two fifths longer than English ones, nothing is cut and nothing is too long for Discord."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from simcord import ChannelHandle, interactions

import renderer.speech
import renderer.text
from bot.canasta.moves import Move
from bot.canasta.rules import parameters
from bot.canasta.views import PublicView, SeatView
from bot.tables import COURSES
from bot.ui import components, i18n, meld_draft, move_order
from bot.ui.actions import read
from bot.ui.limits import OPTION_LENGTH
from bot.ui.pages.builder_page import Cards, LayAs
from bot.ui.words import ways
from renderer import Style, render_hand, render_scores, render_tables
from tests import pseudo
from tests.cogs.clubs import play
from tests.cogs.players import ask_before_discard, on_turn
from tests.cogs.test_learn import seen
from tests.cogs.test_settings import manager
from tests.discord_limits import walk
from tests.players import bot_of, card_buttons, lays, picks
from tests.renderer.samples import SCORES, TABLES, dealt
from tests.ui.test_translations import FORM_TITLE, HINTS, IN_FORMS
from tests.world import Answer, Button, Menu, Person, Shown, World

pytestmark = pytest.mark.slow

SOURCE = Path(i18n.__file__).parents[1] / "locale" / "it" / "LC_MESSAGES" / "canasta.po"
#: Parts of the names of actions and commands that end what others need: they are pressed when all else has been.
LAST = ("cancel", "end", "abandon", "resign", "delete", "leave", "over", "withdraw", "close")
#: Names are cut where there is no room for them. These are short.
NAMES = ("Ana", "Bo", "Cy", "Dan", "Eva", "Flo", "Gus", "Hal")
#: A crowd of whom somebody is asked while another has closed the pile: there the pile's states get what is left.
CROWD = "eight players"
#: A choice of a command says its word first, and Discord takes no more of both than of an option.
AFTER_A_WORD = OPTION_LENGTH - 20


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts that were cut, with what was left of them; those of completions may be cut (`bot.ui.typed_names`)."""
    found: list[str] = []

    def watched(cut: Callable[..., str]) -> Callable[..., str]:
        def watching(text: str, *more: Any) -> str:
            left = cut(text, *more)
            if left != text:
                found.append(f"{text!r} -> {left!r}")
            return left

        return watching

    for original in (renderer.text.shortened, renderer.speech.brief, components.shortened):
        for name, module in list(sys.modules.items()):
            watches = name.startswith(("bot.ui", "renderer")) and name != "bot.ui.typed_names"
            for known, value in list(vars(module).items()) if watches else ():
                if value is original:
                    monkeypatch.setattr(module, known, watched(original))
    return found


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the made-up language's catalogue."""
    folder = tmp_path_factory.mktemp("locale")
    most = {one.doc: OPTION_LENGTH for one in parameters()}
    most |= {does: AFTER_A_WORD for things in ways.WAYS.values() for does in things.values()}
    most |= dict.fromkeys(HINTS, OPTION_LENGTH) | dict.fromkeys(IN_FORMS, FORM_TITLE)
    pseudo.write_catalogue(SOURCE, folder, most)
    return folder


@pytest.fixture
def longer(made_up: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Yield the made-up language in place of English."""
    with monkeypatch.context() as patch:
        patch.setattr(i18n, "_FOLDER", made_up)
        _forget()
        yield
    _forget()


def _forget() -> None:
    """Empty all caches of texts of the bot, by whichever module: they are kept by language. The renderer keeps them by catalogue."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("bot.", "cogs.")):
            for value in list(vars(module).values()):
                if callable(forget := getattr(value, "cache_clear", None)):
                    forget()


class Party:
    """People who press everything once that they are shown."""

    def __init__(self, world: World, people: list[Person]) -> None:
        self._world = world
        self._people = people
        self.pressed: set[str] = set()

    def _seen(self, person: Person) -> Iterator[Shown]:
        """Yield the messages that a person sees, the newest first."""
        for answer in reversed(person.answers):
            yield from (one for one in [*answer.followups, answer.message] if one is not None)
        yield from reversed(person.messages())
        world = self._world
        for channel in list(world.env.backend.channels.values()):
            if channel.guild_id == world.guild.id:
                yield from reversed(world.messages(ChannelHandle(world.env, world.guild, channel)))

    async def press_all(self, *, last: bool = False) -> None:
        """Press until everything was pressed once; what ends things only if it is the `last`."""
        while await self._press_one(last=last):
            pass

    async def _press_one(self, *, last: bool) -> bool:
        """Press the first thing that wasn't pressed yet. Return whether there was any."""
        for person in self._people:
            for shown in self._seen(person):
                parts: list[Button | Menu] = [*shown.buttons, *shown.menus]
                for part in parts:
                    press = read(part.custom_id)
                    action = press.action if press else part.custom_id
                    if not part.enabled or action in self.pressed:
                        continue
                    if not last and any(word in action for word in LAST):
                        continue
                    self.pressed.add(action)
                    await self._fill(person, await self._press(person, shown, part))
                    return True
        return False

    async def _press(self, person: Person, shown: Shown, part: Button | Menu) -> Answer:
        """Press a button, or choose the first option of a menu, or somebody where people are offered."""
        if isinstance(part, Button):
            return await person.press(part.custom_id, on=shown)
        if part.options:
            return await person.choose(part.custom_id, next(iter(part.options.values())), on=shown)
        actor = person._actor(shown)
        return await person._act(actor, actor.select(shown.handle, [self._people[1].member], custom_id=part.custom_id))

    async def _fill(self, person: Person, answer: Answer) -> None:
        """Send the form that an answer has opened, if it has opened one."""
        if answer.form is not None:
            fields = [part for part in walk(answer.form["components"]) if part["type"] == 4]
            await person.fill(answer, **{part["custom_id"]: part.get("value") or "100" for part in fields})

    async def type_all(self, person: Person, where: ChannelHandle) -> None:
        """Type every command that ends nothing, with what its required options need."""
        for root in [one for one in self._world.env.backend.commands[None].values() if one.get("type", 1) == 1]:
            for path, leaf in interactions.command_leaves(root):
                if any(word in path[-1] for word in LAST):
                    continue
                options: dict[str, Any] = {}
                for option in leaf.get("options") or ():
                    if option.get("autocomplete"):
                        offered = await person.complete(" ".join(path), option["name"])
                        if option.get("required"):
                            options[option["name"]] = next(iter(offered.values()), "1")
                    elif option.get("required"):
                        options[option["name"]] = {6: self._people[1], 3: "Spring"}.get(option["type"], 1)
                        if option.get("choices"):
                            options[option["name"]] = option["choices"][0]["value"]
                await self._fill(person, await person.slash(" ".join(path), where=where, **options))


async def to_move(world: World, one: Person, other: Person) -> Person:
    """Have two people begin a game in a channel of its own, with many cards each; return the one who is to move."""
    hall = world.guild.create_text_channel("hall")
    await one.slash("play", where=hall, players="2", friendly=True, house="deal.hand=20")
    for person, action in ((other, "join"), (one, "start")):
        lobby = world.messages(hall)[-1]
        identity = next(
            part.custom_id for part in lobby.buttons if (press := read(part.custom_id)) and press.action == action
        )
        await person.press(identity, on=lobby)
    table = await bot_of(world).services.tables.games.in_channel(hall.id)
    assert table is not None
    return on_turn(table, [one, other])


def short(view: PublicView) -> PublicView:
    """Return a table whose players have short names."""
    return view._replace(players=tuple(player._replace(name=NAMES[player.seat]) for player in view.players))


def draw_games(language: str) -> None:
    """Draw tables, score sheets and hands in a language."""
    style = Style(translation=i18n.catalogue(language))
    for name, view in TABLES.items():
        for phase in ("draw", "play") if view.phase in ("draw", "play") else (view.phase,):
            for large in (False, True) if name != CROWD else ():
                render_tables(short(view._replace(phase=phase)), large=large, style=style)
    for score, view in SCORES.values():
        render_scores(score, short(view), style=style)
    for cards in (0, 30):
        render_hand(dealt(cards), style=style)


@pytest.mark.parametrize("language", i18n.languages())
def test_no_picture_of_a_game_cuts_a_text(language: str, cuts: list[str]) -> None:
    draw_games(language)
    assert cuts == []


@pytest.mark.usefixtures("longer")
def test_no_picture_of_a_game_cuts_a_longer_text(cuts: list[str]) -> None:
    draw_games("en")
    assert cuts == []


@pytest.mark.usefixtures("longer")
async def test_nothing_that_people_are_shown_is_cut(tmp_path: Path, cuts: list[str]) -> None:
    """They type every command and press everything once, in lobbies, games, a league and a tournament; then all ends."""
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        anna, bruno, mona = *world.people("Ana", "Bo"), manager(world)
        over, lobby = world.guild.create_text_channel("over"), world.guild.create_text_channel("lobby")
        await play(world, [anna, mona], where=over)
        await mona.is_shown("canasta-admin")
        await mona.slash("play", players="2", computers=1, target=200)
        await mona.slash("canasta start")
        await anna.slash("play", where=lobby)
        party = Party(world, [mona, anna, bruno])
        await party.type_all(mona, world.channel)
        await party.press_all()
        mover = await to_move(world, anna, bruno)
        for command in ("draw", "meld", "canasta orders"):
            await mover.slash(command, dm=True)
        await party.press_all()
        await mona.slash("league close")
        await anna.slash("preferences delete")
        await party.press_all(last=True)
        assert len(party.pressed) > 70
        assert {"draft", "pick", "orders", "league-close", "privacy-delete"} <= party.pressed
        assert any("éñ" in message.text for message in world.messages())
    # A name may be cut, as this one of somebody whose name can't be written.
    assert sorted(set(cuts) - {"'pláýér ôñé ŧ' -> 'pláýér ôñ…'"}) == []


@pytest.mark.usefixtures("longer")
@pytest.mark.parametrize("course", COURSES)
async def test_no_step_of_a_lesson_is_cut(course: str, tmp_path: Path, cuts: list[str]) -> None:
    """Cards are discarded by the green button, which names the card that was chosen."""
    async with World(tmp_path / "canasta.sqlite3") as world:
        anna = world.person("Ana")
        await anna.slash("canasta learn", course=course)
        await ask_before_discard(world, anna)
        lesson = anna.messages()[-1]
        thrown = 0
        while (look := await seen(world, anna)).lesson is not None and look.lesson.move is not None:
            assert look.mine is not None
            lesson = await by_ids(anna, look.mine, look.lesson.move, lesson)
            for asked in with_action(lesson, "throw"):
                assert "éñ" in lesson.text
                lesson = shown_by(await anna.press(asked, on=lesson))
                thrown += 1
        assert thrown > 1
        assert look.lesson is not None
        assert look.lesson.done == look.lesson.steps
    assert cuts == []


async def by_ids(person: Person, view: SeatView, move: Move, shown: Shown) -> Shown:
    """Press what makes a move under a hand, and return what is shown then. No word leads to it: the words are made up."""
    if move.verb == "discard":
        return shown_by(await person.press(card_buttons(shown)[f"{move.card}"], on=shown))
    if move.groups not in lays(shown).values():
        [begins] = with_action(shown, move.verb)
        shown = shown_by(await person.press(begins, on=shown))
        for place in Cards.of(view, move_order.presses(view, move.cards)) if picks(shown) else ():
            shown = shown_by(await person.press(picks(shown)[place], on=shown))
    same = {
        one: groups for one, groups in lays(shown).items() if sorted(meld_draft.cards(groups)) == sorted(move.cards)
    }
    for identity in sorted(same, key=lambda one: same[one] != move.groups)[:1]:
        return shown_by(await person.press(identity, on=shown))
    for menu in shown.menus:
        if (press := read(menu.custom_id)) is not None and press.action == LayAs.name:
            ways = {one: meld_draft.unpack(one) for one in menu.options.values()}
            [way] = [one for one, groups in ways.items() if _apart(groups) == _apart(move.groups)]
            return shown_by(await person.choose(menu.custom_id, way, on=shown))
    return shown


def _apart(groups: meld_draft.Groups) -> list[tuple[str, list[int]]]:
    """Return what groups are for and the cards of each, in whatever order."""
    return sorted((str(group.name), sorted(group.cards)) for group in groups)


def with_action(shown: Shown, action: str) -> list[str]:
    """Return the custom ids of the buttons with an action."""
    return [one.custom_id for one in shown.buttons if (press := read(one.custom_id)) and press.action == action]


def shown_by(answer: Answer) -> Shown:
    """Return the message that an answer shows."""
    assert answer.message is not None
    return answer.message


def test_the_made_up_language_is_longer_and_keeps_what_machines_read() -> None:
    assert pseudo.longer("Draw") == "Dráw ô"
    assert pseudo.longer("Type `/hand`, <@{user}>: [{name}]({link})").startswith(
        "Týpé `/hand`, <@{user}>: [{name}]({link})"
    )
    assert pseudo.longer("take-pile", "name of a command") == "táké-píléôñé"
    assert len(pseudo.longer("x" * 90, None, 100)) == 100
    text = "Sit down at this channel's table"
    assert len(pseudo.longer(text)) >= 1.4 * len(text)
