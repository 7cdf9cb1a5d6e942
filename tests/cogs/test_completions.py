"""Offers of commands while people type: a command gets the same whether Discord sends an offer's value or its name."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any
from unittest import mock

import pytest
from discord import app_commands

from bot.ui.i18n import languages
from bot.ui.limits import OPTION_LENGTH
from bot.ui.typed_names import Ambiguous, Offer, fitting, meant, named_id, read_id, the_one, told_apart
from bot.ui.words.refusals import Refused
from cogs.frame import Cog, offers_of
from cogs.tournament_cog import entry_of, entry_offers, place_of
from tests.cogs.players import in_world, on_turn, seat_four
from tests.cogs.test_settings import manager
from tests.cogs.test_tournaments import begun, play_round, shown, state
from tests.killed import LONG
from tests.players import bot_of
from tests.world import Person, World

#: Values filled in beside an option for more offers.
FILLED: dict[tuple[str, str], list[dict[str, Any]]] = {
    ("play", "players"): [{}, {"variant": "samba"}],
    ("play", "house"): [{}, {"variant": "burraco", "players": "4-pairs"}],
}
OF_CARDS = ("meld", "discard", "take-pile")
#: Texts typed into an option.
TYPED = {"house": ["", "pile", "target=3000, melds"], "time-zone": ["", "rome", "germany"]}
#: How many of an option's offers are sent back in each language, which draws its own; the long form sends all.
DRAWN = 100 if LONG else 3


class Spy:
    """Values that commands have got, in place of their work."""

    def __init__(self) -> None:
        self.got: dict[str, Any] = {}
        self._real = Cog.as_meant

    def instead(self) -> Callable[..., Awaitable[Any]]:
        """Return what notes a command's options, and refuses the command."""

        async def as_meant(cog: Cog, interaction: Any, offering: Any, options: Mapping[str, Any]) -> Any:
            self.got = dict(await self._real(cog, interaction, offering, options))
            raise Refused("noted")

        return as_meant


def commands_with_offers(world: World) -> list[tuple[app_commands.Command[Any, ..., Any], app_commands.Parameter]]:
    return [
        (command, option)
        for command in bot_of(world).tree.walk_commands()
        if isinstance(command, app_commands.Command)
        for option in command.parameters
        if option.autocomplete
    ]


@in_world
async def test_every_option_with_completions_has_what_a_shown_name_means_looked_up(world: World) -> None:
    found = commands_with_offers(world)
    assert len(found) > 25
    for command, option in found:
        assert option.name in offers_of(command), (
            f"/{command.qualified_name} {option.name} isn't declared by `completes`"
        )
        if option.max_value is not None and option.type.name == "string":
            assert option.max_value >= OPTION_LENGTH, f"/{command.qualified_name}: a shown name may be longer"


async def others(world: World, command: app_commands.Command[Any, ..., Any], option: str) -> dict[str, Any]:
    """Return values for the other options that a command requires."""
    values: dict[str, Any] = {}
    for one in command.parameters:
        if one.required and one.display_name != option:
            kind = one.type.name
            values[one.display_name] = {"user": world.person("Eva"), "integer": 1}.get(kind, "something")
            if one.choices:
                values[one.display_name] = one.choices[0].value
    return values


async def offered_and_sent_back(world: World, people: list[Person], language: str, only: Sequence[str] = ()) -> int:
    """Have people, a moderator first, complete everything and send it back; return how many offers there were."""
    for person in people:
        await bot_of(world).services.tables.preferences.set(person.id, language=language)
    spy, chance, count = Spy(), random.Random(language), 0
    for command, option in commands_with_offers(world):
        name = command.qualified_name
        if option.type.name == "integer" or (only and name not in only):
            continue
        # Moderators' commands are theirs alone; cards are offered to whoever holds them.
        for person in people[1:] if name in OF_CARDS else people[:1]:
            for typed in TYPED.get(option.display_name, [""]):
                for filled in FILLED.get((name, option.display_name), [{}]):
                    offers = await person.complete(name, option.display_name, typed, **filled)
                    beside = await others(world, command, option.display_name) | filled
                    count += len(offers)
                    drawn = chance.sample(sorted(offers.items()), min(DRAWN, len(offers)))
                    with mock.patch.object(Cog, "as_meant", spy.instead()):
                        for label, value in drawn:
                            for sent in dict.fromkeys((value, label, label.replace("\ufe0e", "").strip())):
                                await person.slash(name, **{**beside, option.display_name: sent})
                                got = spy.got[option.name]
                                assert got == value, f"{language}: /{name} {option.display_name}: {sent!r} is {got!r}"
    return count


@pytest.mark.slow
@in_world
async def test_whatever_is_offered_can_be_sent_back_by_its_name(world: World) -> None:
    mona = await begun(world, *world.people("Anna", "Bruno", "Carla", "Dino"))
    await play_round(world)
    match = next(iter((await mona.complete("tournament-admin correct", "match")).values()))
    asked = await mona.slash("tournament-admin correct", match=match, reason="miscounted", first=50, second=3000)
    await mona.press("Change the result", on=[*asked.followups, *([asked.message] if asked.message else [])][0])
    await mona.press("Close it", on=shown(await mona.slash("league close")))
    await mona.slash("league open", name="Season 1")
    await mona.press("Close it", on=shown(await mona.slash("league close")))
    await mona.slash("league open", name="1")
    game = next(iter((await mona.complete("league void", "game")).values()))
    await mona.slash("league void", game=game, reason="A test")
    table, people = await seat_four(world)
    drawer = on_turn(table, people)
    spoken = sorted(languages())
    totals = [await offered_and_sent_back(world, [mona, drawer], language) for language in spoken]
    await drawer.slash("draw")
    for language, total in zip(spoken, totals, strict=True):
        assert total + await offered_and_sent_back(world, [drawer, drawer], language, only=OF_CARDS) > 300


@in_world
async def test_a_player_whose_name_is_a_number_is_not_taken_for_another(world: World) -> None:
    numbered, bruno, carla, decimal = world.people("2", "Bruno", "Carla", "2.0")
    mona = await begun(world, numbered, bruno, carla, decimal)
    entries = await mona.complete("tournament-admin withdraw", "team")
    players = await mona.complete("tournament-admin substitute", "player")
    assert len(set(entries.values())) == len(set(players.values())) == 4
    assert not {*entries.values(), *players.values()} & {"2", "2.0", "1", "1.0"}
    eva, franco = world.people("Eva", "Franco")
    await mona.slash("tournament-admin substitute", player=players["Bruno"], newcomer=eva)
    await eva.press("Yes, I'll play", dm=True)
    assert [team.players[0].name for team in (await state(world)).tournament.teams] == ["2", "Eva", "Carla", "2.0"]
    await mona.slash("tournament-admin substitute", player="2.0", newcomer=franco)
    await franco.press("Yes, I'll play", dm=True)
    assert [team.players[0].name for team in (await state(world)).tournament.teams] == ["2", "Eva", "Carla", "Franco"]
    await mona.press("Withdraw them", on=shown(await mona.slash("tournament-admin withdraw", team=entries["Carla"])))
    assert [team.left is not None for team in (await state(world)).tournament.teams] == [False, False, True, False]
    assert "isn't in this tournament" in (await mona.slash("tournament-admin withdraw", team="4")).text
    await mona.press("Withdraw them", on=shown(await mona.slash("tournament-admin withdraw", team="2")))
    assert [team.left is not None for team in (await state(world)).tournament.teams] == [True, False, True, False]


@in_world
async def test_two_players_of_one_name_are_offered_apart_and_never_guessed(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await begun(world, anna, bruno)
    one = (await state(world)).tournament
    twins = replace(
        one, teams=(*one.teams, replace(one.teams[0], entry=3, players=(replace(one.teams[0].players[0], user_id=5),)))
    )
    labels = [offer.name for offer in told_apart(entry_offers(twins))]
    assert labels == ["Anna (#1)", "Bruno", "Anna (#3)"]
    for label, entry in zip(labels, (1, 2, 3), strict=True):
        value = meant(entry_offers(twins), label)
        assert isinstance(value, str)
        assert entry_of(twins, value) == entry
    with pytest.raises(Ambiguous):
        entry_of(twins, "anna")
    with pytest.raises(Ambiguous):
        place_of(twins, "Anna")
    assert entry_of(twins, f"<@{anna.id}>") == 1
    assert place_of(twins, "<@!5>") == (3, 0)


@pytest.mark.parametrize("written", ["<@{id}>", "<@!{id}>", "@Bruno", "bruno", "  BRUNO ", "@ bruno", "Br\u200buno"])
async def test_people_are_named_as_they_are_mentioned(written: str, tmp_path: Any) -> None:
    async with World(tmp_path / "canasta.sqlite3", seed=1) as world:
        anna, bruno, eva = world.people("Anna", "Bruno", "Eva")
        mona = await begun(world, anna, bruno)
        typed = written.format(id=bruno.id)
        await mona.slash("tournament-admin substitute", player=typed, newcomer=eva)
        await eva.press("Yes, I'll play", dm=True)
        assert [team.players[0].name for team in (await state(world)).tournament.teams] == ["Anna", "Eva"]


@in_world
async def test_a_season_is_not_taken_for_another_whose_number_is_its_name(world: World) -> None:
    mona = manager(world)
    await mona.slash("league open")
    await mona.press("Close it", on=shown(await mona.slash("league close")))
    await mona.slash("league open", name="1")
    await mona.press("Close it", on=shown(await mona.slash("league close")))
    await mona.slash("league open", name="Season 1")
    offered = await mona.complete("leaderboard", "season")
    assert list(offered) == ["Season 1 (the current one)", "1", "Season 1", "All time"]
    seasons = bot_of(world).services.league.seasons
    cog = bot_of(world).cogs["League"]
    numbers = {one.id: one.number for one in await seasons.of_guild(world.guild.id)}
    for label, number in (("Season 1 (the current one)", 3), ("1", 2), ("Season 1", 1)):
        assert read_id(offered[label]) == (number,)
        assert numbers[await cog._season_id(world.guild.id, offered[label])] == number  # type: ignore[attr-defined]
    # Whoever types what the list shows means that one; otherwise nothing is guessed.
    with pytest.raises(Ambiguous):
        await cog._season_id(world.guild.id, "1")  # type: ignore[attr-defined]


def test_names_that_come_back_changed_are_found() -> None:
    offers = [Offer("Cup #general", "a"), Offer("Ada\u00a0& Bob", "b"), Offer("x" * 120, "c"), Offer("x" * 110, "d")]
    assert meant(offers, "Cup <#123>") == "a"
    assert meant(offers, " ada & bob ") == "b"
    shown_names = [one.name for one in told_apart(offers)]
    assert max(map(len, shown_names)) <= OPTION_LENGTH
    assert [meant(offers, name) for name in shown_names] == ["a", "b", "c", "d"]
    assert meant(offers, "Ada") is None


def test_every_typed_word_is_looked_for() -> None:
    offers = [Offer("10♥\ufe0e", "TH", also="TH"), Offer("2♥\ufe0e (Wild card: freezes the pile)", "2H", also="2H")]
    assert [one.value for one in fitting(offers, "10♥\ufe0f")] == ["TH"]
    assert [one.value for one in fitting(offers, "❤")] == ["TH", "2H"]
    assert [one.value for one in fitting(offers, "pile 2h")] == ["2H"]


def test_a_name_in_the_typed_case_goes_before_others() -> None:
    assert the_one(["Anna", "ANNA"], "Anna", str) == "Anna"
    with pytest.raises(Ambiguous):
        the_one(["Anna", "ANNA"], "anna", str)


def test_no_name_is_an_id() -> None:
    assert read_id(named_id(7)) == (7,)
    assert read_id(named_id(3, 1)) == (3, 1)
    assert [read_id(text) for text in ("#7", "7", "#" + "0" * 39)] == [None, None, None]
    assert len(named_id(1)) > 40
