"""`undo`: one's own last meld of this turn, while nothing hidden was seen since and no other move followed (docs/rules.md, Undo)."""

from __future__ import annotations

from tests.canasta.play import allowed, classic, refused, round_entry, verbs

OPENED = classic(hands=["9S 9H 9D QS QH QD 5S 6S"], melds=[["AS AH AD"]], pile="7H", stock="4C 8D")


def _same_but_for_the_turns_memory(state: dict[str, object]) -> dict[str, object]:
    """Return a state without what it remembers of the turn, which may or may not mention a move taken back."""
    return {key: value for key, value in state.items() if key not in ("so_far", "laid")}


def test_undo_takes_back_the_last_meld() -> None:
    before = allowed(OPENED, "0 draw")
    after = allowed(OPENED, "0 draw", "0 meld 9S 9H 9D", "0 undo")
    assert _same_but_for_the_turns_memory(after) == _same_but_for_the_turns_memory(before)
    assert allowed(OPENED, "0 draw", "0 meld 9S 9H 9D", "0 undo", "0 meld QS QH QD", "0 discard 5S")["turn"] == 1


def test_undo_is_offered_when_it_is_possible() -> None:
    assert "undo" not in verbs(allowed(OPENED, "0 draw"))
    assert "undo" in verbs(allowed(OPENED, "0 draw", "0 meld 9S 9H 9D"))


def test_undo_takes_back_a_move_with_all_its_groups() -> None:
    before = allowed(OPENED, "0 draw")
    after = allowed(OPENED, "0 draw", "0 meld 9S 9H 9D / QS QH QD", "0 undo")
    assert _same_but_for_the_turns_memory(after) == _same_but_for_the_turns_memory(before)


def test_undo_takes_back_only_the_last_meld() -> None:
    once = allowed(OPENED, "0 draw", "0 meld 9S 9H 9D")
    after = allowed(OPENED, "0 draw", "0 meld 9S 9H 9D", "0 meld QS QH QD", "0 undo")
    assert _same_but_for_the_turns_memory(after) == _same_but_for_the_turns_memory(once)


def test_undo_of_cards_added_to_a_meld_restores_the_meld() -> None:
    game = classic(hands=["AC 2S 5S 6S"], melds=[["AS AH AD"]], pile="7H", stock="4C 8D")
    after = allowed(game, "0 draw", "0 meld A: AC 2S", "0 undo")
    assert after["melds"] == [["AS AH AD"], []]
    assert after["hands"] == allowed(game, "0 draw")["hands"]


def test_undo_of_the_initial_meld_restores_the_requirement() -> None:
    game = classic(hands=["9S 9H 9D QS QH QD 5S 6S"], pile="7H", stock="4C 8D")
    after = allowed(game, "0 draw", "0 meld 9S 9H 9D / QS QH QD", "0 undo")
    assert after["opening"] == [50, 50]
    assert after["melds"] == [[], []]
    moves = ["0 draw", "0 meld 9S 9H 9D / QS QH QD", "0 undo", "0 meld 9S 9H 9D"]
    assert refused(game, *moves) == "initial-meld-too-low"


def test_undo_before_any_meld_is_refused() -> None:
    refused(OPENED, "0 undo")
    refused(OPENED, "0 draw", "0 undo")


def test_undo_never_takes_back_a_draw_or_a_taken_pile() -> None:
    game = classic(hands=["9S 9H 5S 6S"], melds=[["AS AH AD"]], pile="7H 9D", stock="4C 8D")
    refused(game, "0 take 9S 9H", "0 undo")
    game = classic(hands=["9S 9H QS QH QD 5S 6S"], melds=[["AS AH AD"]], pile="7H 9D", stock="4C 8D")
    refused(game, "0 take 9S 9H / QS QH QD", "0 undo")


def test_undo_of_a_meld_made_after_the_take_is_allowed() -> None:
    game = classic(hands=["9S 9H AC 5S 6S"], melds=[["AS AH AD"]], pile="7H 9D", stock="4C 8D")
    before = allowed(game, "0 take 9S 9H")
    after = allowed(game, "0 take 9S 9H", "0 meld AC", "0 undo")
    assert _same_but_for_the_turns_memory(after) == _same_but_for_the_turns_memory(before)
    refused(game, "0 take 9S 9H", "0 meld AC", "0 undo", "0 undo")


def test_undo_after_the_discard_is_refused() -> None:
    refused(OPENED, "0 draw", "0 meld 9S 9H 9D", "0 discard 5S", "0 undo")


def test_undo_by_somebody_else_is_refused() -> None:
    for seat in (1, 2, 3):
        refused(OPENED, "0 draw", "0 meld 9S 9H 9D", f"{seat} undo")


def test_undo_after_an_answer_is_refused() -> None:
    game = classic(hands=["QS QH QD 9S 9H"], melds=[["KS KH KD KC KS KH KD"]], pile="7H 9D", stock="4C 8D")
    refused(game, "0 take 9S 9H", "0 ask", "2 answer no", "0 undo")
    allowed(game, "0 take 9S 9H", "0 ask", "2 answer yes", "0 meld QS QH QD", "0 undo", "0 meld QS QH QD")


def test_undo_lets_the_pile_be_decided_no_more() -> None:
    """An undo gives back the cards of the meld, not the choice between stock and pile."""
    game = classic(hands=["9S 9H 9D 5S 6S"], melds=[["AS AH AD"]], pile="8H 9C", stock="4C 8D")
    refused(game, "0 draw", "0 meld 9S 9H 9D", "0 undo", "0 take 9S 9H")
    refused(game, "0 draw", "0 meld 9S 9H 9D", "0 undo", "0 draw")


def test_undone_meld_does_not_count_as_having_melded() -> None:
    """Going out concealed asks that nothing was melded before; what was taken back was not."""
    game = classic(hands=["KS KH KD KC KS KH KD 9S 9H 9D"], scores=[0, 0], pile="7H", stock="5S 8D")
    moves = [
        "0 draw",
        "0 meld KS KH KD KC KS KH KD",
        "0 undo",
        "0 meld KS KH KD KC KS KH KD / 9S 9H 9D",
        "0 discard 5S",
    ]
    assert round_entry(game, *moves)["concealed"] is True
