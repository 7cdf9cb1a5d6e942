"""Quick games: one round, or to fewer points, chosen in the lobby, when a game is played again, and by command."""

from __future__ import annotations

import pytest

from bot.canasta.rules import list_variants
from bot.data.tables import Status, Table
from bot.tables.rules.game_rules import rules_for, rules_of
from bot.tables.rules.lengths import ROUND, Length, length_of, offered, usual, with_length
from tests.cogs.players import SHORT, in_world, now, play_on, seat_four
from tests.players import bot_of, by_command
from tests.world import Button, Shown, World


def lobby(world: World) -> Shown:
    return next(message for message in reversed(world.messages()) if message.button("Change seats"))


def chosen(shown: Shown) -> str:
    """Return the length that a lobby's title says."""
    return shown.text.splitlines()[0].rpartition(", ")[2]


def lengths_of(buttons: tuple[Button, ...]) -> list[str]:
    """Return the buttons of lengths."""
    return [one.label for one in buttons if ":length:" in one.custom_id or ":again-length:" in one.custom_id]


async def newest(world: World) -> Table:
    return (await bot_of(world).services.tables.games.active())[-1]


@in_world
async def test_a_lobby_offers_quick_games_and_shows_the_chosen_one(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await anna.slash("play", players="4")
    assert lengths_of(lobby(world).buttons) == ["One round", "To 1,000", "To 3,000"]
    assert chosen(lobby(world)) == "to 5,000 points"
    await anna.press("To 1,000")
    assert lengths_of(lobby(world).buttons) == ["One round", "To 3,000", "To 5,000"]
    assert "Classic Canasta, to 1,000 points" in lobby(world).text
    assert "Game ends" not in lobby(world).text, "the title says it"
    assert "house rule" not in lobby(world).text
    await bruno.press("Join")
    refused = await bruno.press("One round")
    assert "Only" in refused.text
    assert refused.message is not None
    assert refused.message.ephemeral
    assert chosen(lobby(world)) == "to 1,000 points"
    await anna.press("One round")
    assert (await newest(world)).house == {"rounds": 1}
    assert chosen(lobby(world)) == "1 round"
    await anna.press("To 5,000")
    assert (await newest(world)).house == {}
    assert "house rule" not in lobby(world).text


@in_world
async def test_a_quick_game_keeps_the_other_house_rules(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", house="target=600, pile.always_frozen=yes")
    assert chosen(lobby(world)) == "to 600 points"
    assert "Pile always frozen" in lobby(world).text.splitlines()
    assert "house rules" not in lobby(world).text, "all are told"
    await anna.press("One round")
    assert (await newest(world)).house == {"pile.always_frozen": True, "rounds": 1}
    panel = await anna.press("House rules")
    assert "Pile always frozen. " not in panel.text
    assert "Game ends after 1 round (standard: 5,000 points). Pile always frozen." in panel.text


@in_world
async def test_a_servers_usual_length_is_offered_too(world: World) -> None:
    await bot_of(world).services.servers.set_house(world.guild.id, "classic", {"target": 2000})
    anna = world.person("Anna")
    await anna.slash("play")
    assert lengths_of(lobby(world).buttons) == ["One round", "To 1,000", "To 3,000", "To 5,000"]
    assert chosen(lobby(world)) == "to 2,000 points"


@in_world
async def test_a_game_of_rounds_offers_rounds(world: World) -> None:
    await world.person("Anna").slash("play", variant="hand-and-foot-rounds", players="4")
    assert lengths_of(lobby(world).buttons) == ["One round"]
    assert chosen(lobby(world)) == "4 rounds"


@in_world
async def test_rounds_and_points_are_options_of_the_command(world: World) -> None:
    anna = world.person("Anna")
    both = await anna.slash("play", target=1000, rounds=1)
    assert "choose one of the two" in both.text
    assert world.messages() == []
    await anna.slash("play", rounds=1, house="target=600, out.canastas=2")
    assert (await newest(world)).house == {"out.canastas": 2, "rounds": 1}
    await anna.press("Cancel table")
    await anna.slash("play", variant="hand-and-foot-rounds", target=1500)
    assert length_of(rules_of(await newest(world))) == Length(0, 1500)


@pytest.mark.slow
@in_world
async def test_one_round_is_a_game(world: World) -> None:
    anna = world.people("Anna", "Bruno", "Carla", "Dino")[0]
    await anna.slash("play", house="deal.hand=20")
    for person in world.people("Bruno", "Carla", "Dino"):
        await person.press("Join")
    await anna.press("One round")
    await anna.press("Start")
    table = await newest(world)
    await play_on(world, table, world.people("Anna", "Bruno", "Carla", "Dino"), by_command)
    table = await now(world, table)
    assert (table.status, table.round) == (Status.FINISHED, 1)


@pytest.mark.slow
@in_world
async def test_a_finished_game_is_played_again_for_one_round_and_the_others_join_it(world: World) -> None:
    table, people = await seat_four(world, **SHORT)
    await play_on(world, table, people, by_command)
    assert (await now(world, table)).status is Status.FINISHED
    result = next(one for one in reversed(world.messages()) if one.button("Play again"))
    assert lengths_of(result.buttons) == ["One round", "To 1,000", "To 3,000", "To 5,000"]
    hand = people[2].messages()[-1]
    assert lengths_of(hand.buttons) == lengths_of(result.buttons)
    await people[2].press("One round", on=hand)
    again = await newest(world)
    assert (again.host_id, again.house) == (people[2].id, {"deal.hand": 20, "rounds": 1})
    assert chosen(lobby(world)) == "1 round"
    other = await people[0].press("To 1,000", on=result)
    assert "the host can choose how long the game is" in other.text
    assert (await newest(world)).house == again.house
    await people[2].press("To 3,000", on=result)
    assert chosen(lobby(world)) == "to 3,000 points"
    await people[2].press("One round", on=result)
    await people[0].press("One round", on=result)
    for person in (people[1], people[3]):
        await person.press("Play again", on=result)
    begun = await newest(world)
    assert (begun.id, begun.status, begun.house) == (again.id, Status.PLAYING, again.house)
    assert [seat.user_id for seat in begun.seats] == [person.id for person in people]


@pytest.mark.parametrize("variant", [one.id for one in list_variants()])
def test_every_variant_offers_its_own_length_and_what_is_shorter(variant: str) -> None:
    for layout in next(one for one in list_variants() if one.id == variant).layouts:
        rules = rules_for(variant, layout.name, {})
        own, found = usual(variant, layout.name), offered(rules, {})
        assert own in found
        assert len(found) <= 5
        assert (ROUND in found) == (rules.side.mode not in ("sit-out", "rotating")), "nobody is left out of the game"
        for one in found:
            assert one.rounds <= max(own.rounds, 1)
            assert one.rounds or own.rounds or own.target / 10 <= one.target <= own.target
            house = with_length({"deal.hand": rules.deal.hand}, one, own)
            assert length_of(rules_for(variant, layout.name, house)) == one
        assert with_length({"target": 400, "rounds": 3, "more_rounds": True}, own, own) == {}


@in_world
async def test_a_lobbys_clock_says_the_same_as_its_settings(world: World) -> None:
    anna = world.person("Anna")
    await anna.slash("play", players="4", computers=3)
    assert "⏳" not in lobby(world).text, "the picture says it"
    assert "Time per turn: no limit" in lobby(world).alt_texts[0]
    settings = await anna.press("Settings")
    line = "⏳ No time limit per turn while you play only with computers; with other people **1 day** per turn."
    assert line in settings.text.splitlines()
    assert settings.message is not None
    menu = settings.message.menu("Time per turn")
    assert menu is not None
    assert menu.options["Time per turn: 1 day"] == menu.chosen[0]
    await anna.choose("Time per turn", "Time per turn: no limit", on=settings.message)
    assert "⏳ No time limit: only computers are waiting." in settings.text.splitlines()
    assert "Time per turn: no limit" in lobby(world).alt_texts[0]
