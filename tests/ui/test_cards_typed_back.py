"""Whatever the bot writes of cards can be typed back, and so can what phones make of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.canasta.cards import CALIENTE, CARD_CODES, JOKER_RANK, card_text, cards_text, read_cards
from bot.canasta.moves import Group, MeldName
from bot.ui.i18n import catalogue, languages, speaking
from bot.ui.typed_cards import groups, one_card
from bot.ui.words import card_names
from cogs.typed_moves import _PLAIN
from renderer import emoji_name, speech
from tests.cases import case

CARDS = [code for code in range(CARD_CODES) if code >> 2 != JOKER_RANK or code == JOKER_RANK * 4]
HAND = sorted([*CARDS, *CARDS, *CARDS])

#: Changes of a text on its way through clients, keyboards and clipboards.
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


@EVERYWHERE
def test_a_card(language: str) -> None:
    for way, change in WAYS.items():
        with case(way), speaking(language):
            for code in CARDS:
                said = change(card_names.card(code))
                if code == CALIENTE and way == "with spaces":
                    continue
                assert one_card(said, HAND) == card_text(code), said


@EVERYWHERE
def test_a_card_in_alt_texts(language: str) -> None:
    texts = catalogue(language)
    with speaking(language):
        for code in CARDS:
            assert one_card(speech.card(code, texts), HAND) == card_text(code)


@EVERYWHERE
def test_several_cards(language: str) -> None:
    for way, change in WAYS.items():
        with case(way), speaking(language):
            for text in ("KS KH KD", "TS TH 2D *", "4S 4H 4C", "3S 3C 3S", "AS AH AD 2S"):
                said = change(card_names.cards(read_cards(text)))
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


@EVERYWHERE
def test_where_cards_go(language: str) -> None:
    for way in sorted(set(WAYS) - {"in quotes", "in other quotes", "with shortcodes"}):
        with case(way), speaking(language):
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


@pytest.mark.parametrize(
    "typed",
    [
        "7-h",
        "(7h)",
        "[7♥]",
        "**7♥**",
        "~7h~",
        "_7h_",
        "||7h||",
        "#7♥",
        "7 h",
        "７ ｈ",
        "- 7♥",
        "> 7♥",
        "7♥x1",
        "\u200f7♥\u200f",
    ],
)
def test_a_card_that_was_marked_or_spaced(typed: str) -> None:
    assert one_card(typed, HAND) == "7H"


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("K♠K♥K♦", "KS KH KD"),
        ("♠K♥K♦K", "KS KH KD"),
        ("K♠️K♥️2♦️", "KS KH 2D"),
        ("10♠10♥🃏", "TS TH *"),
        ("Kx3", "KS KS KS"),
        ("3x K", "KS KS KS"),
        ("3 × K♥", "KH KH KH"),
        ("(K K K)", "KS KS KS"),
        ("> K K 2", "KS KS 2S"),
        ("K K \\*", "KS KS *"),
        ("- K♠ K♥ K♦\n- 7♠ 7♥ 7♦", "KS KH KD / 7S 7H 7D"),
        ("**K♠ K♥** K♦", "KS KH KD"),
        ("777,QQQ", "7S 7S 7S / QS QS QS"),
        ("kk2,QQQ", "KS KS 2S / QS QS QS"),
        ("2, K K, Q Q Q", "2S KS KS / QS QS QS"),
        ("KKK, 2", "KS KS KS 2S"),
        ("Kings: K♠, K♥, K♦", "K: KS KH KD"),
    ],
)
def test_cards_as_people_put_them_together(typed: str, read: str) -> None:
    assert groups(typed, HAND) == read


#: Marks beside which, or between which, a text looks as it did.
MARKS = ("\u200e", "\u200f", "\u202b{}\u202c", "\u2067{}\u2069", "\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad")


@EVERYWHERE
def test_a_line_of_the_hand_with_marks_that_nobody_sees(language: str) -> None:
    for mark in MARKS:
        with case(ascii(mark)), speaking(language):
            line = f"- **{card_names.counted(9, 3)}**: {card_names.cards([36, 37, 38])}"
            marked = mark.format(line) if "{}" in mark else mark + mark.join(line) + mark
            assert groups(marked, HAND) == groups(line, HAND) == cards_text([36, 37, 38])


@EVERYWHERE
def test_nothing_that_is_shown_is_taken_for_plainly_typed_cards(language: str) -> None:
    with speaking(language):
        shown = [card_names.card(code) for code in CARDS] + [card_names.groups([group]) for group in GROUPS]
        assert not [text for text in shown if _PLAIN.fullmatch(text)]
    assert _PLAIN.fullmatch("7")
    assert _PLAIN.fullmatch("k k 2 / 10 10 *")


@pytest.mark.parametrize("language", ["it", "fr"])
def test_a_word_for_a_rank_directly_before_its_suit(language: str) -> None:
    with speaking(language):
        for typed in ("R♥️", "r♥", "R ❤", "♥R"):
            assert one_card(typed, HAND) == "KH"
