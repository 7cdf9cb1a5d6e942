"""Whatever the bot writes of cards can be typed back, and so can what phones make of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.canasta.cards import CALIENTE, CARD_CODES, JOKER_RANK, card_text, cards_text, read_cards
from bot.canasta.moves import Group, MeldName
from bot.ui.i18n import catalogue, languages, speaking
from bot.ui.typed_cards import groups, one_card
from bot.ui.words import card_names
from renderer import emoji_name
from renderer.words import cards_words

CARDS = [code for code in range(CARD_CODES) if code >> 2 != JOKER_RANK or code == JOKER_RANK * 4]
HAND = sorted([*CARDS, *CARDS, *CARDS])

#: What becomes of a text on its way through clients, keyboards and clipboards.
WAYS: dict[str, Callable[[str], str]] = {
    "as it is": str,
    "without selectors": lambda text: text.replace("\ufe0e", ""),
    "as emojis": lambda text: text.replace("\ufe0e", "\ufe0f"),
    "with spaces": lambda text: text.replace("♥", " ♥").replace("♠", " ♠"),
    "with the heart of phones": lambda text: text.replace("♥\ufe0e", "❤\ufe0f"),
    "with the bare heart of phones": lambda text: text.replace("♥\ufe0e", "❤"),
    "with white suits": lambda text: text.translate(str.maketrans("♠♥♦♣", "♤♡♢♧")),
    "in full width": lambda text: "".join(chr(ord(one) + 0xFEE0) if "!" <= one <= "~" else one for one in text),
    "with keycaps": lambda text: "".join(
        f"{one}\ufe0f\u20e3" if one.isdecimal() else one for one in text.replace("10", "🔟")
    ),
    "with shortcodes": lambda text: (
        text.replace("♠\ufe0e", ":spades:")
        .replace("♥\ufe0e", ":hearts:")
        .replace("♦\ufe0e", ":diamonds:")
        .replace("♣\ufe0e", ":clubs:")
    ),
    "with spaced shortcodes": lambda text: text.replace("♥\ufe0e", " :heart:").replace("♦\ufe0e", " :diamonds:"),
    "in quotes": lambda text: f"“{text}”",
    "in other quotes": lambda text: f"« {text} »",
    "with an ellipsis": lambda text: f"{text}…",
    "after what nobody sees": lambda text: f"\u200b{text}\u2060",
    "with wide spaces": lambda text: text.replace(" ", "\u00a0") + "\u202f",
    "in small letters": str.lower,
}
EVERYWHERE = pytest.mark.parametrize("language", sorted(languages()))


@pytest.mark.parametrize("way", WAYS)
@EVERYWHERE
def test_a_card(language: str, way: str) -> None:
    with speaking(language):
        for code in CARDS:
            said = WAYS[way](card_names.card(code))
            if code == CALIENTE and way == "with spaces":
                continue
            assert one_card(said, HAND) == card_text(code), said


@EVERYWHERE
def test_a_card_in_alt_texts(language: str) -> None:
    texts = catalogue(language)
    with speaking(language):
        for code in CARDS:
            assert one_card(cards_words([code], texts), HAND) == card_text(code)
        several = read_cards("KS KH KH 2S * *")
        assert groups(cards_words(several, texts), HAND) == cards_text(several)


@pytest.mark.parametrize("way", WAYS)
@EVERYWHERE
def test_several_cards(language: str, way: str) -> None:
    with speaking(language):
        for text in ("KS KH KD", "TS TH 2D *", "4S 4H 4C", "3S 3C 3S", "AS AH AD 2S"):
            said = WAYS[way](card_names.cards(read_cards(text)))
            assert groups(said, HAND) == text, said


@pytest.mark.parametrize("between", [", ", "，", "、", "—", " – ", " + ", "·", "-"])
def test_signs_between_cards(between: str) -> None:
    assert groups(between.join(["4♥", "4♦", "4♣"]), HAND) == "4H 4D 4C"
    assert groups(between.join("4444"), HAND) == "4S 4S 4S 4H"


GROUPS = [Group(tuple(read_cards("2S *")), MeldName("set", rank)) for rank in (0, 3, 6, 7, 8, 9, 10, 13)] + [
    Group(tuple(read_cards("2S")), MeldName("sequence", 5 * 4 + 1), below=True),
    Group(tuple(read_cards("*")), MeldName("sequence", 5 * 4 + 1)),
    Group(tuple(read_cards("5H 6H 7H"))),
    Group(tuple(read_cards("KS KH 2D"))),
]


@pytest.mark.parametrize("way", sorted(set(WAYS) - {"in quotes", "in other quotes", "with shortcodes"}))
@EVERYWHERE
def test_where_cards_go(language: str, way: str) -> None:
    with speaking(language):
        for group in GROUPS:
            said = WAYS[way](card_names.group(group))
            assert groups(said, HAND) == str(group), said


@EVERYWHERE
def test_several_melds(language: str) -> None:
    with speaking(language):
        some = [GROUPS[-1], GROUPS[0], Group(tuple(read_cards("7S 7H 7D"))), Group(tuple(read_cards("QS QH QD 2S")))]
        assert groups(card_names.groups(some), HAND) == " / ".join(map(str, some))


@EVERYWHERE
def test_a_line_of_the_hand_in_words(language: str) -> None:
    with speaking(language):
        for rank in (0, 6, 9, 10):
            cards = [rank * 4, rank * 4 + 1, rank * 4 + 2]
            line = f"- **{card_names.counted(rank, 3)}**: {card_names.cards(cards)}".replace("*", "")
            assert groups(line, HAND) == cards_text(cards)


def test_the_bots_own_emojis() -> None:
    for code in CARDS:
        for two_colour in (True, False):
            name = emoji_name(code, two_colour=two_colour)
            assert one_card(f":{name}:", HAND) == one_card(f"<:{name}:123456789>", HAND) == card_text(code)


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("🃏", "*"),
        ("🃏\ufe0f", "*"),
        ("7️⃣", "7S"),
        ("🔟♠️", "TS"),
        ("7❤️", "7H"),
        ("7❤", "7H"),
        ("７♥", "7H"),
        ("4:diamonds:", "4D"),
        ("4 :diamonds:", "4D"),
        (":four: :hearts:", "4H"),
        ("“4”", "4S"),
        ("4…", "4S"),
        ("4，", "4S"),
        ("\u200b4", "4S"),
        ("4\u2060", "4S"),
        ("4—4", "4S"),
        ("4、4", "4S"),
        ("🂮", "KS"),
        ("🂷", "7H"),
        ("k\u00a0♥", "KH"),
        ("♥️ 10", "TH"),
        (":joker:", "*"),
        (":black_joker:", "*"),
    ],
)
def test_what_phones_write(typed: str, read: str) -> None:
    assert one_card(typed, HAND) == read


@pytest.mark.parametrize("language", ["it", "fr"])
def test_a_word_for_a_rank_directly_before_its_suit(language: str) -> None:
    with speaking(language):
        for typed in ("R♥️", "r♥", "R ❤", "♥R"):
            assert one_card(typed, HAND) == "KH"
