"""Reading of cards as people type them (`k k 2`, `♠K`, `kings`, `three kings and a joker`).

The cards are returned as a game's record writes them.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

from bot.canasta.cards import (
    CARD_CODES,
    RANKS,
    WILD_CARDS,
    Card,
    UnreadableCard,
    card_text,
    cards_text,
    normalise,
    pick_cards,
    read_card,
)
from bot.canasta.moves import MeldName, UnreadableMove, read_name
from bot.data.signs import is_invisible
from bot.ui.i18n import pgettext
from bot.ui.words import card_names
from renderer import emoji_name

_SUITS = "SHDC"
_SIGNS = "♠♥♦♣"
_PARTS = re.compile(r"[/;\n]")
_WORDS = re.compile(r"[^\s,]+")
#: Signs that may end a sentence, and quotes around words.
_ENDS = ".!?\"'‘’“”„‟«»‹›`"
#: Emojis as phones write them and as Discord copies them: `<:joker:123>`, `:hearts:`.
_EMOJI = re.compile(r"<a?:(\w+):\d+>|:(\w+):")
#: Equal cards together, as alt texts have them and as people write them: `K♥×2`, `Kx3`, `3x K`.
_TIMES = re.compile(r"(?<!\S)(?P<card>[^\s:]+?) ?[×xX] ?(?P<many>[1-9])(?!\w)")
_TIMES_BEFORE = re.compile(r"(?<!\S)(?P<many>[1-9]) ?[×xX] ?(?P<card>\S+)")
#: Signs around a text that was copied or written with Markdown: brackets, quotes, points of lists, backslashes.
_AROUND = " \t()[]_~#>"
_BOLD = re.compile(r"\*\*(?=\S)([^*]+)(?<=\S)\*\*")
_ESCAPED = re.compile(r"\\(?=[^\w\s])")
_POINT = re.compile(r"^[ \t]*[-–—>][ \t]+", re.MULTILINE)
#: A word in which several cards are written together, each with the sign of its suit behind it, or before it.
_TOGETHER = re.compile(rf"[^{_SIGNS}]+[{_SIGNS}]?"), re.compile(rf"[{_SIGNS}][^{_SIGNS}]+")
#: A card of spades in short, which looks like the plural of a rank.
_OF_SPADES = re.compile(rf"([{''.join(RANKS)}])S")
#: Signs of suits and cards on keyboards and in Unicode, signs between cards, and what stands for a number.
_PLAIN = str.maketrans(
    {
        **dict(zip("♤♡♢♧❤", "♠♥♦♣♥", strict=True)),
        **dict.fromkeys("—–‒―−·•|、", " "),
        "→": " → ",
        "⁄": "/",
        "∕": "/",
        "🔟": "10",
        **{chr(0x1F0A0 + 16 * suit + 1): f" A{_SIGNS[suit]} " for suit in range(4)},
        **{chr(0x1F0A0 + 16 * suit + n): f" {n}{_SIGNS[suit]} " for suit in range(4) for n in range(2, 11)},
        **{
            chr(0x1F0A0 + 16 * suit + n): f" {rank}{_SIGNS[suit]} "
            for suit in range(4)
            for n, rank in ((11, "J"), (13, "Q"), (14, "K"))
        },
        **dict.fromkeys("\U0001f0bf\U0001f0cf\U0001f0df", " * "),
    }
)


@functools.cache
def _emojis() -> Mapping[str, str]:
    """Return what each emoji means that stands for a suit, a rank or a card, by its name."""
    numbers = ("two", "three", "four", "five", "six", "seven", "eight", "nine")
    found = {name: str(number) for number, name in enumerate(numbers, 2)}
    found |= {"keycap_ten": "10", "ten": "10", "black_joker": " * ", "heart": "♥"}
    for sign, name in zip(_SIGNS, ("spade", "heart", "diamond", "club"), strict=True):
        found |= dict.fromkeys((name, f"{name}s", f"{name}_suit", f"{name}s_suit"), sign)
    for card in range(CARD_CODES):
        with suppress(UnreadableCard):
            for two_colour in (True, False):
                text = card_text(card)
                found[emoji_name(read_card(text), two_colour=two_colour)] = f" {text} "
    return found


class Unheard(Exception):
    """A typed text that names no cards of the person's hand: `part` of what they typed; `single`: it was to name one card."""

    def __init__(self, part: str, *, single: bool = False) -> None:
        super().__init__(part)
        self.part = part
        self.single = single


class NotHeld(Exception):
    """Typed cards that are not in the person's hand.

    `cards` are those that were typed with their suits, empty if only the `rank` was. `held` says how many cards of the
    rank are in the hand.
    """

    def __init__(self, rank: int, held: int, cards: Sequence[Card] = ()) -> None:
        super().__init__(rank, held, cards)
        self.rank = rank
        self.held = held
        self.cards = tuple(cards)


_WILD_TEXTS = frozenset(map(card_text, WILD_CARDS))


def groups(text: str, hand: Sequence[Card]) -> str:
    """Return typed melds in a record's form (`KS KH 2D / QS QH QD`).

    Melds are separated by `/` or `;`, or by commas if a part between commas has several cards. Wild cards alone after a
    comma still belong to the meld before it. `to kings` after cards names the meld they go to. Raises `Unheard` for a
    text that can't be read, `NotHeld` for cards that are not in the hand.
    """
    text = _made_plain(text)
    left = sorted(hand)
    parts = [part for part in _PARTS.split(text) if part.strip()]
    if len(parts) > 1:
        return " / ".join(_group(part, left, hand) for part in parts)
    pieces = _pieces(text)
    if len(pieces) == 1 or all(_is_one_card(piece, hand) for _between, piece in pieces) or _is_headed(pieces, hand):
        return _group(text, left, hand)
    read = ""
    before: list[str] = []
    for between, piece in pieces:
        group = _group(piece, left, hand)
        cards = group.split()
        joins = _belongs(cards, before, between)
        read += (" " if joins else " / ") + group if read else group
        before = before + cards if joins else cards
    return read


def _is_one_card(piece: str, hand: Sequence[Card]) -> bool:
    """Return whether a part between commas names one card at most, as in `k, k, 2`."""
    return len(_WORDS.findall(piece)) <= 1 and len(list(_tokens(piece, hand))) <= 1


def _is_headed(pieces: Sequence[tuple[str, str]], hand: Sequence[Card]) -> bool:
    """Return whether all parts are the cards of one meld, which the first part names: `Kings: K♠, K♥, K♦`."""
    (_first, head), *rest = pieces
    name, colon, card = head.rpartition(":")
    shown = bool(colon) and _as_shown(head) is None and _rank(name.strip().lower()) is not None
    return shown and all(":" not in piece and _is_one_card(piece, hand) for _between, piece in [("", card), *rest])


def _pieces(text: str) -> list[tuple[str, str]]:
    """Return the parts of a text between commas and plus signs, each with the sign that stands before it."""
    pieces = []
    for part in re.split(r"(?<!\w)\+|\+(?!:)", text):
        split = [part] if _as_shown(part) is not None else part.split(",")
        pieces += [("," if place else "+", piece) for place, piece in enumerate(split)]
    return [(between, piece) for between, piece in pieces if piece.strip()]


def _belongs(cards: Sequence[str], before: Sequence[str], between: str) -> bool:
    """Return whether cards belong to the meld before them.

    So do wild cards alone, what follows one or two of them, and after a plus sign cards of its rank.
    """
    ranks = {card[0] for card in (*before, *cards) if card not in _WILD_TEXTS}
    few = len(before) < 3 and all(card in _WILD_TEXTS for card in before)
    named = ":" in "".join(cards)
    return all(card in _WILD_TEXTS for card in cards) or (not named and (few or (between == "+" and len(ranks) == 1)))


def one_card(text: str, hand: Sequence[Card]) -> str:
    """Return a single typed card in a record's form.

    Raises `Unheard` for a text that can't be read, `NotHeld` for a card that is not in the hand.
    """
    text = _made_plain(text)
    if _rank(text.strip().lower()) is None and (named := _OF_SPADES.fullmatch(_signs(text.strip(_ENDS + " ")))):
        # Where one card is meant, `ks` is the king of spades: read as "kings", it would throw another one away.
        text = f"{named[1]}♠"
    try:
        cards = _cards(text, sorted(hand), hand)
    except Unheard as unheard:
        raise Unheard(unheard.part, single=True) from None
    if len(set(cards)) != 1 and len({card >> 2 for card in cards}) != 1:
        raise Unheard(text.strip(), single=True)
    return card_text(cards[0])


def _group(text: str, left: list[Card], hand: Sequence[Card]) -> str:
    """Return one meld's text and remove its cards from `left`.

    `left` are the cards of the `hand` that the melds before have not used.
    """
    if (shown := _as_shown(text)) is not None:
        meld, said, end = shown
        cards = _cards(said, left, hand)
        for card in cards:
            left.remove(card)
        return f"{meld}: {cards_text(cards)}{end}"
    name, colon, rest = text.rpartition(":")
    target = _target(name) if colon else ""
    # A record, and so a completion, marks a wild card that goes to a run's low end.
    below = " <" if rest.rstrip().endswith("<") else ""
    rest = rest.rstrip().removesuffix("<")
    words = rest.split()
    lowered = [word.lower() for word in words]
    to = next((place for place, word in enumerate(lowered) if word in _words("to")), None)
    if to is not None and to > 0 and not target:
        rank = next((rank for word in lowered[to + 1 :] if (rank := _rank(word)) is not None), None)
        if rank is None:
            raise Unheard(" ".join(words[to:]))
        target, rest = f"{RANKS[rank]}: ", " ".join(words[:to])
    cards = _cards(rest, left, hand)
    for card in cards:
        left.remove(card)
    return target + " ".join(card_text(card) for card in cards) + below


def _target(name: str) -> str:
    """Return the name of a meld that stands before a colon; nothing if it only says which cards follow (`3 kings`)."""
    try:
        return f"{read_name(name)}: "
    except UnreadableMove:
        rank = _rank(name.strip().lower())
        return "" if rank is None else f"{RANKS[rank]}: "


def _as_shown(text: str) -> tuple[MeldName, str, str] | None:
    """Return the meld, the cards and their end, ` <` or nothing, of a text in the bot's own words for where cards go."""
    for template in (card_names.to_a_set(), card_names.below_a_run(), card_names.to_a_run()):
        pattern = re.escape(" ".join(_made_plain(template).split()))
        for name in ("cards", "rank", "lowest"):
            pattern = pattern.replace(rf"\{{{name}\}}", f"(?P<{name}>.+)")
        found = re.fullmatch(pattern, " ".join(text.split()).strip(_ENDS), re.IGNORECASE)
        if found is not None and (meld := _named(found)) is not None:
            return meld, found["cards"], " <" if template == card_names.below_a_run() else ""
    return None


def _named(found: re.Match[str]) -> MeldName | None:
    """Return the meld that the bot's own words name, None if they name none."""
    if "rank" in found.groupdict():
        wanted = found["rank"].lower()
        rank = next((one for one in range(len(RANKS)) if card_names.rank(one, 2).lower() == wanted), None)
        return None if rank is None else MeldName("set", rank)
    try:
        lowest = card_text(read_card(found["lowest"].replace(" ", "")))
        return read_name(lowest[1] + lowest[0])
    except (UnreadableCard, UnreadableMove):
        return None


def _made_plain(text: str) -> str:
    """Return a text with the signs of phones, keyboards and emojis made plain: `❤️`, `:hearts:`, `７`, `🔟`, `🃏`."""
    found = _EMOJI.sub(lambda emoji: _emojis().get((emoji[1] or emoji[2]).lower(), emoji[0]), text)
    visible = "".join(one for one in found if not is_invisible(one))
    plain = _BOLD.sub(r"\1", unicodedata.normalize("NFKC", _POINT.sub("", visible)).translate(_PLAIN))
    plain = _ESCAPED.sub("", plain).strip(_AROUND)
    return _TIMES_BEFORE.sub(_repeated, _TIMES.sub(_repeated, plain))


def _repeated(times: re.Match[str]) -> str:
    """Return cards one by one that were written with their number; words have the number before them."""
    many, card = int(times["many"]), times["card"]
    return " ".join([card] * many if _rank(card.lower()) is None else [str(many), card])


def _cards(text: str, left: Sequence[Card], hand: Sequence[Card]) -> list[Card]:
    tokens = list(_tokens(text, left))
    if not tokens:
        raise Unheard(text.strip() or "?")
    try:
        cards = pick_cards(" ".join(tokens), left)
    except UnreadableCard as error:
        raise Unheard(_as_typed(str(error.args[0]), text)) from None
    rest = list(left)
    for card in cards:
        if card not in rest:
            raise _not_held(card, tokens, cards, hand)
        rest.remove(card)
    return cards


def _as_typed(token: str, text: str) -> str:
    """Return the word of a typed text that was read as a token."""
    words = (word.strip(_ENDS) for word in _WORDS.findall(text))
    return next((word for word in words if _signs(word) == token), token)


def _not_held(card: Card, tokens: Sequence[str], cards: Sequence[Card], hand: Sequence[Card]) -> NotHeld:
    """Return the error for a card that is not in the hand any more; it names suits only if every card had one."""
    held = sum(one >> 2 == card >> 2 for one in hand)
    typed = [token for token, one in zip(tokens, cards, strict=True) if one >> 2 == card >> 2]
    suits = all(len(token) > 1 for token in typed)
    return NotHeld(card >> 2, held, [one for one in cards if one == card] if suits else ())


def _tokens(text: str, hand: Sequence[Card]) -> Iterator[str]:
    """Yield cards and ranks in a form that `pick_cards` reads; words and numbers of cards are resolved."""
    # An exclamation mark by itself is a card.
    typed = (word if word in ("!", "+") else word.lower().strip(_ENDS) for word in _WORDS.findall(text))
    words = [part for word in typed for part in _parts_of(word)]
    count: int | None = None
    place = 0
    while place < len(words):
        word = words[place]
        place += 1
        if not normalise(word) or word in _words("and"):
            continue
        follows = words[place] if place < len(words) else ""
        number = _number(word)
        if number and (rank := _rank(follows)) is not None and not _is_card(word, follows, rank, hand):
            count = number
            continue
        named = _suit(follows) is not None or _rank_or_sign(follows) is not None
        if number == 1 and _rank_or_sign(word) is None and named:
            continue
        if count is None and (before := _suit(word)) is not None and (rank := _rank_or_sign(follows)) is not None:
            place += 1
            yield RANKS[rank] + before
            continue
        later = words[place + 1 : place + 2] if follows in _words("of") else [follows]
        suit = _suit(later[0]) if later else None
        rank = _rank_or_sign(word) if suit is not None and count in (None, 1) else _rank(word)
        if rank is not None:
            if suit is not None and count in (None, 1):
                while place < len(words) and (words[place] in _words("of") or _suit(words[place]) is not None):
                    place += 1
                yield RANKS[rank] + suit
                continue
            many = count if count is not None else _all_of(word, rank, hand)
            yield from [RANKS[rank]] * many
            count = None
            continue
        yield from _plain(word, hand)


def _is_card(number: str, follows: str, counted: int, hand: Sequence[Card]) -> bool:
    """Return whether a number before the name of one card is a card itself, as the second 10 of `10 10 joker`."""
    if not number.isdecimal() or follows not in _words("singular") or (rank := _rank_or_sign(number)) is None:
        return False
    held = [card >> 2 for card in hand]
    return rank in held and held.count(counted) < int(number)


def _parts_of(word: str) -> list[str]:
    """Return a suit and a rank written as one word (`Herzdame`, `Pik-Ass`) as two words, another word as it is."""
    if _suit(word) is None and _rank(word) is None:
        for name in (name for names in _suit_names() for name in names if name.isalpha() and word.startswith(name)):
            rank = word.removeprefix(name).removeprefix("-")
            if _rank_or_sign(rank) is not None:
                return [name, rank]
        if sum(map(word.count, _SIGNS)) > 1:
            cards = _TOGETHER[word[0] in _SIGNS].findall(word)
            if "".join(cards) == word:
                return [part for card in cards for part in _parts_of(card)]
        if "-" in word and len(word) > 1:
            return [part for each in word.split("-") for part in _parts_of(each)]
        sign = next((sign for sign in _SIGNS if sign in (word[0], word[-1])), None) if len(word) > 1 else None
        if sign is not None and _rank(word.strip(_SIGNS)) is not None:
            return [word.strip(_SIGNS), sign]
    return [word]


def _plain(word: str, hand: Sequence[Card]) -> Iterator[str]:
    """Yield the tokens of a word of signs: one card, one rank, or several ranks written together (`kk2`)."""
    token = _signs(word)
    plural = len(token) == 2 and word.endswith("s") and token[0] in RANKS
    if plural and token not in {card_text(card) for card in hand}:
        yield from [token[0]] * max(1, sum(RANKS[card >> 2] == token[0] for card in hand))
    elif len(token) > 1 and all(sign in RANKS for sign in token):
        yield from token
    elif token in ("J*", "JK", "JO", "JOK"):
        yield "*"
    else:
        yield token


def _signs(word: str) -> str:
    return normalise(word.replace("★", "*"))


def _all_of(word: str, rank: int, hand: Sequence[Card]) -> int:
    """Return how many cards a rank's word means: one, or for a plural all of the rank in the hand."""
    plural = word not in _words("singular")
    return max(1, sum(card >> 2 == rank for card in hand)) if plural else 1


def _rank(word: str) -> int | None:
    names = (
        pgettext("words people type for this card", "four fours"),
        pgettext("words people type for this card", "five fives"),
        pgettext("words people type for this card", "six sixes"),
        pgettext("words people type for this card", "seven sevens"),
        pgettext("words people type for this card", "eight eights"),
        pgettext("words people type for this card", "nine nines"),
        pgettext("words people type for this card", "ten tens"),
        pgettext("words people type for this card", "jack jacks knave knaves"),
        pgettext("words people type for this card", "queen queens"),
        pgettext("words people type for this card", "king kings"),
        pgettext("words people type for this card", "ace aces"),
        pgettext("words people type for this card", "two twos deuce deuces"),
        pgettext("words people type for this card", "joker jokers"),
        pgettext("words people type for this card", "three threes"),
        pgettext("words people type for this card", "caliente calientes"),
    )
    return next((rank for rank, known in enumerate(names) if word in known.split()), None)


def _rank_or_sign(word: str) -> int | None:
    """Return the rank that a word or a sign (`k`, `10`) means."""
    rank, sign = _rank(word), normalise(word)
    return RANKS.index(sign) if rank is None and len(sign) == 1 and sign in RANKS else rank


def _suit_names() -> Iterator[list[str]]:
    """Yield the words for each suit."""
    yield pgettext("words people type for this suit", "spade spades ♠").split()
    yield pgettext("words people type for this suit", "heart hearts ♥").split()
    yield pgettext("words people type for this suit", "diamond diamonds ♦").split()
    yield pgettext("words people type for this suit", "club clubs ♣").split()


def _suit(word: str) -> str | None:
    found = next((_SUITS[suit] for suit, known in enumerate(_suit_names()) if word in known), None)
    if found is None and len(word) == 1 and word.upper() in _SUITS and _rank_or_sign(word) is None:
        # A letter as records have it: `7 h`.
        return word.upper()
    return found


def _number(word: str) -> int | None:
    if word.isdecimal():
        return int(word) if len(word) < 3 and int(word) < 30 else None
    numbers = pgettext(
        "numbers in words, from one, with articles first", "a,an,one two three four five six seven eight nine ten"
    )
    return next((n for n, known in enumerate(numbers.split(), 1) if word in known.split(",")), None)


def _words(kind: str) -> frozenset[str]:
    text = {
        "and": pgettext("words people type between cards", "and with plus + & the"),
        "of": pgettext("words people type between a rank and a suit", "of"),
        "to": "→ " + pgettext("words people type before the meld that cards go to", "to on onto"),
        "singular": pgettext(
            "ranks in the singular",
            "four five six seven eight nine ten jack knave queen king ace two deuce joker three",
        ),
    }[kind]
    return frozenset(text.split())
