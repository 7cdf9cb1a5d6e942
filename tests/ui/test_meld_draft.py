"""Cards chosen one by one: every way to lay one meld, of any kind, can be put together so."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

from bot.canasta.game import Game
from bot.canasta.moves import Group, Move, read_move, read_name
from bot.canasta.record import game_from_record
from bot.canasta.rules import load_rules
from bot.canasta.views import seat_view
from bot.tables.rules.standing_orders import Orders
from bot.ui import meld_draft
from bot.ui.actions import Unreadable
from bot.ui.card_emojis import CardEmojis
from bot.ui.pages import builder_page, orders_page
from bot.ui.pages.orders_page import Part
from tests.canasta.play import classic


def _offered(game: Game, target: int) -> Counter[int]:
    assert game.turn is not None
    options = builder_page._card_options(seat_view(game, game.turn), (), target, CardEmojis())
    return Counter(builder_page.read_card_options(tuple(option.value for option in options)))


KINDS = [("samba", "run"), ("bolivia", "run"), ("hollywood", "run"), ("italian", "run"), ("american-2007", "wild"),
         ("burraco", "run"), ("buraco", "run")]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "kind"), KINDS)
def test_every_meld_can_be_put_together_card_by_card(variant: str, kind: str) -> None:
    kinds = Counter[str]()
    for seed in range(4):
        chance = random.Random(seed)
        game = Game(load_rules(variant), ["Anna", "Bruno", "Carla", "Dino"][: load_rules(variant).seats])
        pack = game.fresh_pack()
        chance.shuffle(pack)
        game.start_round(pack, dealer=0)
        while game.turn is not None:
            legal = game.legal_moves()
            single = [move.groups[0] for move in legal if move.verb == "meld" and len(move.groups) == 1]
            for group in chance.sample(single, min(10, len(single))):
                if group.below or (group.name is not None and group.name.nth > 1):
                    continue
                target = meld_draft.target_of(group)
                assert Counter(group.cards) <= _offered(game, target)
                [built] = meld_draft.put((), target, group.cards)
                assert meld_draft.target_of(built) == target
                assert _accepted(game, built), f"{group} was put together as {built}"
                kinds["set" if target < meld_draft.WILDS else "wild" if target == meld_draft.WILDS else "run"] += 1
            laying = [move for move in legal if move.verb in ("take", "meld")]
            game.apply(chance.choice(laying if laying and chance.random() < 0.6 else legal))
    assert kinds["set"] or variant == "buraco"
    assert kinds[kind]


def test_a_run_that_begins_below_the_four_is_a_target_of_its_own() -> None:
    names = [read_name(name) for name in ("SA", "CA", "H2", "D3", "S4", "CQ", "SA#2", "H2#3")]
    targets = [meld_draft.target_of(Group((0,), name)) for name in names]
    assert len({*targets}) == len(names)
    assert min(targets) >= meld_draft.JOIN
    assert [meld_draft.run_named(target) for target in targets] == ["SA", "CA", "H2", "D3", "S4", "CQ", "SA#2", "H2#3"]


def _accepted(game: Game, group: Group) -> bool:
    assert game.turn is not None
    assert game.round is not None
    return game.problem(Move(game.turn, "meld", (group,))) is None


@pytest.mark.parametrize("variant", ["american", "american-2007"])
def test_pile_is_taken_with_an_opening_from_the_hand_as_its_cards_were_chosen(variant: str) -> None:
    hand = "KS KH KC 2H AS AH AD * 4S 5S"
    game = game_from_record(classic(variant=variant, hands=[hand], pile="9C KD"))
    view = seat_view(game, 0)
    move = read_move("0 take / KS KH KC 2H / AS AH AD *")
    groups = meld_draft.of_move(move, view.public.upcard)
    assert game.round is not None
    assert game.problem(meld_draft.to_move(view, "take", groups)) is None
    shown = builder_page._so_far(view, "take", groups, None)
    assert any(line.startswith("**160 points: enough.**") for line in shown)
    for listed in game.legal_moves():
        if listed.verb == "take":
            assert (
                game.problem(meld_draft.to_move(view, "take", meld_draft.of_move(listed, view.public.upcard))) is None
            )


def test_pile_is_taken_with_a_pair_that_counts_nothing_to_an_opening_from_the_hand() -> None:
    game = game_from_record(classic(variant="american", hands=["KS KH QS QH QD 2H AS AH AD * 4S 5S"], pile="9C KD"))
    view = seat_view(game, 0)
    groups = meld_draft.of_move(read_move("0 take KS KH / QS QH QD 2H / AS AH AD *"), view.public.upcard)
    assert game.round is not None
    assert game.problem(meld_draft.to_move(view, "take", groups)) is None
    shown = builder_page._so_far(view, "take", groups, None)
    assert any(line.startswith("**160 points: enough.**") for line in shown)


def test_a_new_meld_has_no_number() -> None:
    assert str(read_name("K2+")) == "K+"
    (group,) = meld_draft.unpack("K2+=C")
    assert meld_draft.unpack(meld_draft.pack((group,))) == (group,)


@pytest.mark.parametrize("text", ["=", ".", "=.="])
def test_a_group_of_nothing_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        meld_draft.unpack(text)


def test_the_order_in_which_a_client_sends_what_was_chosen_changes_nothing() -> None:
    for order in itertools.permutations(("0.28", "1.29", "2.53", "3.4")):
        assert builder_page.read_card_options(order) == (4, 28, 29, 53)
    for ranks in itertools.permutations(("9", "5", "7")):
        orders, _lasting = orders_page.changed(Orders(), False, Part.TAKE, ranks)
        assert orders.take == (1, 3, 5)
