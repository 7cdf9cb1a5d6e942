"""Help: what to do now, by command or by the word typed in a direct message; commands by topic; words explained."""

from __future__ import annotations

import re

import discord
import pytest
from discord import app_commands

from bot.computer import choose
from bot.ui.pages import help_page
from bot.ui.words import terms
from bot.ui.words.rules_chapters.meanings import Term
from bot.ui.words.ways import WAYS
from tests.cogs.players import in_world
from tests.cogs.test_my_games import let_play, new_game, new_lobby
from tests.players import bot_of, sit_down
from tests.world import Person, Shown, World


async def asked(person: Person) -> Shown:
    answer = await person.slash("help")
    assert answer.ephemeral
    assert answer.message is not None
    return answer.message


@in_world
async def test_help_says_what_to_do_now_and_leads_on(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    shown = await asked(anna)
    assert world.mention("play") in shown.text
    assert shown.button("My hand") is None
    rules = await anna.press("Rules", on=shown)
    assert "Classic Canasta" in rules.text
    table = await new_game(world, "mine", [anna, bruno], layout="2", variant="hand-and-foot")
    await let_play(world, table, anna)
    shown = await asked(anna)
    assert "1 game is waiting for you" in shown.text
    last = shown.text.splitlines()[-1]
    assert last.startswith("- "), "after a list a line would be shown as a part of its last point"
    assert f"https://discord.com/channels/{table.guild_id}/{table.channel_id}" in last
    assert "Your hand" in (await anna.press("My hand", on=shown)).message.alt_texts[-1]  # type: ignore[union-attr]
    assert "Hand & Foot" in (await anna.press("Rules", on=shown)).text
    assert "Your preferences" in (await anna.press("Preferences", on=shown)).text
    assert "No game is waiting" in (await asked(bruno)).text


@in_world
async def test_whoever_opened_a_table_is_reminded_to_start_it(world: World) -> None:
    anna, bruno = world.people("Anna", "Bruno")
    await new_lobby(world, world.guild.create_text_channel("later"), [anna, bruno])
    assert "**Your table hasn't started yet.** Press **Start**" in (await asked(anna)).text
    assert "No game is waiting" in (await asked(bruno)).text


@in_world
async def test_every_command_is_in_exactly_one_topic(world: World) -> None:
    anna = world.person("Anna")
    shown = await asked(anna)
    listed: list[str] = []
    for number in range(len(help_page.TOPICS)):
        answer = await anna.choose("Commands by topic", str(number), on=shown)
        assert answer.message
        menu = answer.message.menu("Commands by topic")
        assert menu
        assert menu.chosen == (str(number),)
        assert answer.message.button("Back")
        listed += re.findall(r"^- (</.+>(?: › \*.+\*)?): \S", answer.text, re.MULTILINE)
    commands = [one for one in bot_of(world).tree.walk_commands() if isinstance(one, app_commands.Command)]
    paths = [f"{command} {name}" for command, does in WAYS.items() for name in does]
    assert sorted(listed) == sorted(world.mention(name) for name in [*paths, *(one.qualified_name for one in commands)])


@in_world
async def test_the_word_typed_in_a_direct_message_is_answered_and_nothing_else_is(world: World) -> None:
    anna = world.person("Anna")
    for text in ("hello", "help me to win", "my plover", "/hand", f"<@{bot_of(world).user.id}> plover"):  # type: ignore[union-attr]
        await anna.member.user.send_dm(text)
    assert [one for one in anna.messages() if one.text.startswith("## Canasta")] == []
    await anna.member.user.send_dm("Help!")
    shown = anna.messages()[-1]
    assert "Canasta: help" in shown.text
    assert "Classic Canasta" in (await anna.press("Rules", on=shown)).text
    await bot_of(world).services.tables.preferences.set(anna.id, language="it")
    await anna.member.user.send_dm("aiuto")
    assert "Canasta: aiuto" in anna.messages()[-1].text
    await anna.member.send(world.channel, "help")
    assert len(world.messages()) == 1, "only direct messages are answered"
    assert not any("plover" in line for line in world.log)
    stored = b"".join(path.read_bytes() for path in world.file.parent.iterdir())
    assert b"plover" not in stored


@in_world
async def test_the_bots_own_messages_are_not_read_when_the_gateway_tells_of_them(world: World) -> None:
    anna, read = world.person("Anna"), []

    async def note(message: discord.Message) -> None:
        read.append((message.author.id, message.content))

    bot_of(world).add_listener(note, "on_message")
    await anna.member.user.send_dm("Help!")
    assert "Canasta: help" in anna.messages()[-1].text
    assert read == [(anna.id, "Help!")]


@pytest.mark.slow
@in_world
async def test_the_words_that_a_page_shows_are_explained_and_no_others(world: World) -> None:
    """Over a whole game: of each word that can come and go, the table's meanings hold it exactly while a page shows the word.

    Beside a hand only those stand that matter to its player now.
    """
    people = await sit_down(world, "Anna", "Bruno", "Carla", "Dino", players="4", target=100)
    words = {
        Term.FROZEN: r"\bfrozen\b",
        Term.BLOCKED: r"\bblocked\b",
        Term.OPENING: r"\bto open\b",
        Term.CANASTA: r"\b(natural|mixed) canasta\b",
        Term.THREES: r"\bthrees:",
        Term.WILD: r"\(\d+ wild\)",
    }
    seen: set[Term] = set()
    tables = bot_of(world).services.tables
    for person in people:
        await tables.preferences.set(person.id, pictures=0)
    table = await tables.games.in_channel(world.channel.id)
    assert table is not None
    while (table := await tables.get(table.id)).to_move is not None:
        mover = next(person for person in people if person.id == table.to_move.user_id)
        look = await tables.look(table.id, mover.id)
        assert look.mine is not None
        assert look.public is not None
        shown = {one for one in terms.shown(look.public, None) if one in words}
        own = {one for one in terms.shown(look.public, look.mine) if one in words}
        assert own - {Term.WILD} <= shown
        if shown - seen or len(look.recent) % 40 == 0:
            hand = (await mover.slash("hand")).message
            assert hand is not None
            told = (await mover.press("⋯", on=hand)).text
            page = "\n".join(line for line in hand.text.splitlines() if line.startswith("- "))
            assert {one for one, pattern in words.items() if re.search(pattern, page)} == shown
            assert ("**Wild cards:**" in told) == (Term.WILD in own)
            assert ("**Frozen:**" in told) == (Term.FROZEN in own)
            assert ("**Stock:**" in told) == bool({"draw", "take"} & set(look.mine.verbs))
            side = look.public.sides[look.public.players[look.mine.seat].side]
            assert ("**Opening:**" in told) == (not side.melds)
            assert ("**Canasta:**" in told) == any(meld.canasta for meld in side.melds)
            seen |= shown
        await tables.turns.play(table.id, mover.id, choose(look.mine, "normal", world.chance))
    assert seen >= {Term.FROZEN, Term.OPENING, Term.CANASTA, Term.THREES, Term.WILD}


@in_world
async def test_the_meanings_come_from_the_tables_own_rules(world: World) -> None:
    [anna] = await sit_down(world, "Anna", players="2", variant="hand-and-foot", computers=1)
    table = await anna.press("What does this mean?")
    assert table.ephemeral
    assert "**Pile:** the cards that everyone has discarded. Nobody takes the pile." in table.text
    assert "The packet with the lower bottom card is your *hand*" in table.text
    assert "frozen" not in table.text.lower()
