"""Cards as people type them."""

from __future__ import annotations

import pytest

from bot.canasta.cards import CALIENTE, RANKS, read_cards
from bot.ui.i18n import speaking
from bot.ui.typed_cards import NotHeld, Unheard, groups, one_card

HAND = read_cards("4H 4C 5S TS TH TD QS QH KS KH KD KC 2S 2H * 3S")


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("k k 2", "KS KH 2S"),
        ("K K 2", "KS KH 2S"),
        ("♠K ♥K", "KS KH"),
        ("K♠ K♥", "KS KH"),
        ("kings", "KS KH KD KC"),
        ("three kings and a joker", "KS KH KD *"),
        ("3 kings", "KS KH KD"),
        ("10 10 10", "TS TH TD"),
        ("10 10 joker", "TS TH *"),
        ("kk2", "KS KH 2S"),
        ("k, k, 2", "KS KH 2S"),
        ("two kings, joker", "KS KH *"),
        ("king of spades and king of hearts", "KS KH"),
        ("a king of clubs and one ten of ♦", "KC TD"),
        ("k of spades, 10 of hearts and q ♠", "KS / TH QS"),
        ("king queen ♠", "KS QS"),
        ("k k k / q q 2", "KS KH KD / QS QH 2S"),
        ("k k k; q q 2", "KS KH KD / QS QH 2S"),
        ("kings, 10 10 10", "KS KH KD KC / TS TH TD"),
        ("2 to kings", "K: 2S"),
        ("joker on the kings", "K: *"),
        ("K: 2S *", "K: 2S *"),
        ("KS KH / QS QH 2H", "KS KH / QS QH 2H"),
        ("4s", "4H 4C"),
        ("two kings and one 2", "KS KH 2S"),
        ("C9: 2H <", "C9: 2H <"),
        # Phones leave behind what makes a sign colourful, also where the sign is gone.
        ("k \ufe0f k 2\ufe0f", "KS KH 2S"),
    ],
)
def test_melds(text: str, read: str) -> None:
    assert groups(text, HAND) == read


@pytest.mark.parametrize(
    ("text", "cards", "held"),
    [
        ("7", [], 0),
        ("k k k k k", [], 4),
        ("k k k / k k", [], 4),
        ("q q q, 2", [], 2),
        ("five kings", [], 4),
        ("5 kings", [], 4),
        ("sevens", [], 0),
        ("**", [], 1),
        ("A♠", ["AS"], 0),
        ("K♠ Q♠ T♠ 5♠ 4♠", ["4S"], 2),
        ("K♠ K♠", ["KS", "KS"], 4),
        ("9" * 6000, [], 0),
        ("9" * 6000 + " kings", [], 0),
    ],
)
def test_cards_that_are_not_held_are_named_as_they_were_typed(text: str, cards: list[str], held: int) -> None:
    with pytest.raises(NotHeld) as error:
        groups(text, HAND)
    assert (list(error.value.cards), error.value.held) == (read_cards(" ".join(cards)), held)


@pytest.mark.parametrize("text", ["", "/", "2 to", "🎴"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(Unheard):
        groups(text, HAND) or groups("?", HAND)


@pytest.mark.parametrize(
    ("text", "part"), [("banana", "banana"), ("3x", "3x"), ("K K Banana!", "Banana"), ("2 10x", "10x"), ("k♥★", "k♥★")]
)
def test_what_is_no_card_is_said_back_as_it_was_typed(text: str, part: str) -> None:
    with pytest.raises(Unheard) as melds:
        groups(text, HAND)
    with pytest.raises(Unheard) as card:
        one_card(text, HAND)
    assert (melds.value.part, melds.value.single) == (part, False)
    assert (card.value.part, card.value.single) == (part, True)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("4", "4H"),
        ("4♣", "4C"),
        ("joker", "*"),
        ("king of clubs", "KC"),
        ("4 of clubs", "4C"),
        ("kings", "KS"),
        ("2", "2S"),
    ],
)
def test_one_card(text: str, read: str) -> None:
    assert one_card(text, HAND) == read


@pytest.mark.parametrize(("text", "card"), [("KS", "KS"), ("ks", "KS"), (" Ks ", "KS"), ("4s", "4S"), ("10s", "TS")])
def test_one_card_of_spades_is_no_plural(text: str, card: str) -> None:
    held = read_cards("KH KD 4H 4C TH TD")
    with pytest.raises(NotHeld) as caught:
        one_card(text, held)
    assert list(caught.value.cards) == read_cards(card)
    assert one_card(text, [*held, *read_cards(card)]) == card
    assert one_card("kings", held) == "KH"


def test_a_sign_that_shows_nothing_is_no_card() -> None:
    with pytest.raises(NotHeld) as caught:
        groups("k \ufe0f 2\ufe0f 2\ufe0f 2", HAND)
    assert (caught.value.rank, caught.value.held) == (RANKS.index("2"), 2)
    with pytest.raises(Unheard):
        one_card("\ufe0f", HAND)


def test_one_card_is_not_two() -> None:
    with pytest.raises(Unheard) as caught:
        one_card("k Q", HAND)
    assert (caught.value.part, caught.value.single) == ("k Q", True)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("trei regi și un joker", "KS KH KD *"),
        ("toti regii", "KS KH KD KC"),
        ("doi zecari + doiar", "TS TH 2S"),
        ("R R 2", "KS KH 2S"),
        ("rege de treflă, popă de cupă", "KC / KH"),
        ("K de inimă roșie, dama de pica", "KH / QS"),
        ("10 de caro", "TD"),
        ("un doiar la regi", "K: 2S"),
        ("patrarii", "4H 4C"),
    ],
)
def test_cards_in_romanian(text: str, read: str) -> None:
    with speaking("ro"):
        assert groups(text, HAND) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("tre re e un jolly", "KS KH KD *"),
        ("R R pinella", "KS KH 2S"),
        ("re di fiori, donna di picche", "KC / QS"),
        ("10 di quadri", "TD"),
        ("una pinella ai re", "K: 2S"),
        ("due dieci + due", "TS TH 2S"),
    ],
)
def test_cards_in_italian(text: str, read: str) -> None:
    with speaking("it"):
        assert groups(text, HAND) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("tres reyes y un comodín", "KS KH KD *"),
        ("los reyes", "KS KH KD KC"),
        ("dos dieces con un dos", "TS TH 2S"),
        ("rey de tréboles, reina de picas", "KC / QS"),
        ("rey de corazon / dama de espadas", "KH / QS"),
        ("10 de diamantes", "TD"),
        ("un dos sobre los reyes", "K: 2S"),
    ],
)
def test_cards_in_spanish(text: str, read: str) -> None:
    with speaking("es"):
        assert groups(text, HAND) == read


def test_the_spanish_word_for_to_is_read_as_an_ace() -> None:
    with speaking("es"):
        assert groups("2 a", read_cards("2S AS")) == "2S AS"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("trois rois et un joker", "KS KH KD *"),
        ("R R deux", "KS KH 2S"),
        ("roi de trèfle, dame de pique", "KC / QS"),
        ("10 de carreau", "TD"),
        ("un deux aux rois", "K: 2S"),
        ("deux dix + deux", "TS TH 2S"),
        ("les rois", "KS KH KD KC"),
        ("4 de coeur, quatre de trefle", "4H / 4C"),
        ("tous les rois", "KS KH KD KC"),
        ("deux dames et un 2", "QS QH 2S"),
    ],
)
def test_cards_in_french(text: str, read: str) -> None:
    with speaking("fr"):
        assert groups(text, HAND) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("drei Könige und ein Joker", "KS KH KD *"),
        ("alle Könige", "KS KH KD KC"),
        ("K K Zweier", "KS KH 2S"),
        ("Kreuz König, Pik-Dame", "KC / QS"),
        ("eine Herzdame", "QH"),
        ("Karo 10", "TD"),
        ("König von Pik und König von Herz", "KS KH"),
        ("ein Zweier zu den Königen", "K: 2S"),
        ("zwei Zehner + Zwei", "TS TH 2S"),
        ("drei Zehnen und eine Zwei", "TS TH TD 2S"),
        ("beide Damen mit einem 2er", "QS QH 2S"),
        ("zwei 10er", "TS TH"),
        ("fuenf", "5S"),
    ],
)
def test_cards_in_german(text: str, read: str) -> None:
    with speaking("de"):
        assert groups(text, HAND) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("três reis e um joker", "KS KH KD *"),
        ("todos os reis", "KS KH KD KC"),
        ("reis + coringa", "KS KH KD KC *"),
        ("o rei de paus, a dama de espadas", "KC / QS"),
        ("10 de ouros", "TD"),
        ("um dois nos reis", "K: 2S"),
        ("duas damas com um curinga", "QS QH *"),
        ("quatros", "4H 4C"),
    ],
)
def test_cards_in_brazilian_portuguese(text: str, read: str) -> None:
    with speaking("pt-BR"):
        assert groups(text, HAND) == read


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("drie heren en een joker", "KS KH KD *"),
        ("alle heren", "KS KH KD KC"),
        ("K K twee", "KS KH 2S"),
        ("een klaverheer en de schoppenvrouw", "KC QS"),
        ("ruiten 10", "TD"),
        ("heer van schoppen en hartenheer", "KS KH"),
        ("een twee bij de heren", "K: 2S"),
        ("twee tienen + twee", "TS TH 2S"),
        ("koningen", "KS KH KD KC"),
        ("één vier, vijf", "4H / 5S"),
        ("schuppenheer en koeken koning", "KS KD"),
    ],
)
def test_cards_in_dutch(text: str, read: str) -> None:
    with speaking("nl"):
        assert groups(text, HAND) == read


@pytest.mark.parametrize("text", ["!", "caliente", "Caliente!"])
def test_the_caliente(text: str) -> None:
    assert one_card(text, [*HAND, CALIENTE]) == "!"
