"""Where nobody has a partner, nobody reads of their side: it is they themselves, in every language."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.canasta import Game, IllegalMove, game_from_record, load_rules, public_view, read_move, seat_view
from bot.canasta.cards import card_text
from bot.canasta.errors import ALONE, SENTENCES
from bot.data.tables import Status
from bot.ui.i18n import languages, speaking
from bot.ui.words import move_text, text_only, tips
from tests.canasta.play import classic
from tests.cogs.players import play_and_look
from tests.players import bot_of, sit_down
from tests.ui.words.test_text_only import row
from tests.world import World

#: Names of a side, by language.
SIDE = {
    "de": r"\bPartei", "en": r"\bsides?\b", "es": r"\bequipos?\b", "fr": r"\bcamps?\b", "it": r"\bsquadr",
    "nl": r"\bpartij(?:en)?\b", "pt-BR": r"\btimes?\b", "ro": r"\bechip",
}  # fmt: skip
TABLES = [("classic", "2"), ("burraco", "2"), ("regency", "3"), ("hand-and-foot", "2"), ("sevens", "2")]


def positions(variant: str, layout: str) -> Iterator[Game]:
    """Yield the first moves of a round of a table, before each of them."""
    rules, chance = load_rules(variant, layout), random.Random(11)
    game = Game(rules, [f"P{seat}" for seat in range(rules.seats)])
    pack = game.fresh_pack()
    chance.shuffle(pack)
    game.start_round(pack)
    for _move in range(60):
        if game.needs_deal:
            break
        yield game
        game.apply(chance.choice(game.legal_moves()))


def refusals(game: Game) -> Iterator[IllegalMove]:
    """Yield why what the player to move could try is refused: to take the pile, to lay cards of one rank, to discard."""
    assert game.turn is not None
    seat = game.turn
    hand = [card_text(card) for card in seat_view(game, seat).hand]
    tried = ["draw", "take", "undo", "ask", *(f"discard {card}" for card in hand)]
    tried += [f"meld {' '.join(one for one in hand if one[0] == card[0])}" for card in hand]
    for move in tried:
        refused = game.problem(read_move(f"{seat} {move}"))
        if refused is not None:
            yield refused


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "layout"), TABLES)
def test_no_text_of_a_round_speaks_of_sides(variant: str, layout: str) -> None:
    assert set(SIDE) == set(languages())
    assert not load_rules(variant, layout).has_partners
    refused: dict[tuple[str, str], IllegalMove] = {}
    texts: set[tuple[str, str]] = set()
    for number, game in enumerate(positions(variant, layout)):
        refused |= {(one.code, str(one.facts.get("lacks"))): one for one in refusals(game)}
        assert game.turn is not None
        view, public = seat_view(game, game.turn), public_view(game)
        for language in SIDE if number % 10 == 0 else ():
            with speaking(language):
                texts.add(
                    (
                        language,
                        text_only.table(
                            public, row(tuple(public.players[seat].name for seat in range(len(public.players))))
                        ),
                    )
                )
                texts |= {(language, tips.text(kind, public.rules)) for kind in tips.due(view)}
                texts |= {(language, move_text.untaken(view.untaken))} if view.untaken else set()
    for language in SIDE:
        with speaking(language):
            texts |= {(language, move_text.refusal(one)) for one in refused.values()}
    assert len(refused) > 5
    assert [text for language, text in sorted(texts) if re.search(SIDE[language], text)] == []


def test_every_refusal_that_speaks_of_sides_has_a_sentence_for_people_without_partners() -> None:
    assert {code for code, sentence in SENTENCES.items() if re.search(SIDE["en"], sentence)} == set(ALONE)
    assert [sentence for sentence in ALONE.values() if re.search(SIDE["en"], sentence)] == []


def test_partners_read_of_their_side() -> None:
    """Their melds may be those of their partner."""
    for layout, said in (("2", "You must open before"), ("4", "Your side must open before")):
        game = game_from_record(
            classic(layout, variant="filanda", phase="draw", hands=["7S 7H 7D 4D 5C"], pile="7D 9C 9D")
        )
        untaken = game.take_refusal()
        assert untaken is not None
        assert move_text.untaken(untaken).endswith(said + " you can take the pile.")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "names", "moves"), [("burraco", "Anna Bruno", None), ("regency", "Anna Bruno Carla", 40)]
)
async def test_a_game_speaks_of_no_sides(variant: str, names: str, moves: int | None, tmp_path: Path) -> None:
    """The pages of everybody and of each player, and of a whole game the sheet and the review too."""
    async with World(tmp_path / "canasta.sqlite3", seed=3) as world:
        players = names.split()
        people = await sit_down(
            world, *players, players=str(len(players)), variant=variant, target=100, house="deal.hand=20"
        )
        begun = len(world.sent)
        table = await bot_of(world).services.tables.games.in_channel(world.channel.id)
        assert table is not None
        await play_and_look(world, people, moves=moves)
        over = (await bot_of(world).services.tables.get(table.id)).status is Status.FINISHED
        assert over is (moves is None)
        for command in ("canasta review", "canasta replay", "table") if over else ():
            await people[0].slash(command)
        told = [text for sent in world.sent[begun:] for text in sent.texts()]
        assert [text for text in told if re.search(SIDE["en"], text)] == []
