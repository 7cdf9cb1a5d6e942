"""Hostile values from a seed: texts, numbers and custom ids that no honest client would send, and some almost right."""

from __future__ import annotations

import base64
import json
import random
import zlib
from collections.abc import Sequence

#: Numbers in unusual forms: `int` reads some of them, and fails for some that `isdigit` accepts.
NUMBERS = (
    "0", "-0", "-1", "1", "007", "1e9", "1.5", "٣", "²", "½", "一", "Ⅷ", "１２", "+5", " 7 ", "0x10", "1_000", "1,000",
    "2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "9" * 30, "9" * 90, "nan", "inf",
)  # fmt: skip

#: Texts that have broken programs.
NASTY = (
    "", " ", "\n", "\t\r\n", "\0", "a\0b", "\x1b[31m", "\x7f", "\ufeff", "\ufffe", "\u200b", "\u200b\u200d\u2060", "\u202e",
    "\u202eK K K", "\u2066\u2067\u2069", "e\u0301" * 20, "Z\u0351\u0343\u0318a\u0334\u035dlgo", "\u0e47" * 50,
    "🃏", "👨‍👩‍👧‍👦", "🏳️‍🌈", "♠️♥️♦️♣️", "♠", "♠♠", "K♠K♥", "★", "ẞßſİıŉ", "ﷺ", "𒐫" * 10, "𝕂 𝕂 𝟚", "Ｋ Ｋ ２", "١٢٣",
    "@everyone", "@here", "<@1>", "<@&1>", "<#1>", "</canasta new:1>", "<t:0:R>", "[a](https://example.com)", "`", "```",
    "**", "__", "~~", "||", "> ", "# ", "\\", "\\\\", "{", "}", "{}", "{0}", "{name}", "{count}", "{0.__class__}", "%s", "%n",
    "%(name)s", "$(id)", "${x}", "'; DROP TABLE games; --", '" OR 1=1', "../../etc/passwd", "<script>", "&amp;", "null",
    "None", "true", "[]", "{}", '{"a":', "[" * 500, "/" * 100, "," * 100, ";" * 100, ":" * 20, ": K", "K:", "K2: K", "=",
    "a=", "=b", "target=", "target=9" + "9" * 40, "target=٣", "target=²", "target=-5", "target=[1]", "pile=3", "house=1",
    "target=3000,target=4000", "turn.draw=99999999999", "rules.id=x", "id=x", "seats=9", "deal.hand=[1,2", "H-", "H-!!!!",
    "h-AAAA", "H-" + "A" * 300, "H5#2: H6", "WILD: 2 2", "WILD99999999999: 2", "K99999999999999999999: K", "S4#999999999: S5",
    "K K K <", "<", "< <", "K K -", "-", "to", "K to", "to K", "a a to a to a", "10", "1 0", "100 kings", "29 kings", "30 kings",
    "three three threes", "all", "and", "the", "joker of spades", "0 draw", "1 discard K", "99 meld K K K", "discard", "undo",
)  # fmt: skip

#: Texts that honest people type; with a little damage they get deep into the readers.
HONEST = (
    "K K 2", "k k k / 7 7 2", "♠K", "kings", "three kings and a joker", "10 10 10", "7", "7♠", "QH QD QC", "KS KH / QS QH 2D",
    "a a a to aces", "H5 H6 H7", "4 4 4; 5 5 5", "Q Q 2, 7 7 7", "*", "joker", "take", "classic", "samba", "hand-and-foot",
    "4", "2", "3", "target=3000", "target=3000, pile.always_frozen=yes", "deal.hand=13", "out.canastas=2", "none", "yes",
    "Europe/Berlin", "22:00-07:00", "22:00", "en", "de", "12h", "1 d", "3 days", "Anna", "2026-12-24",
)  # fmt: skip

_RANGES = (
    (0x20, 0x7E), (0xA0, 0x24F), (0x300, 0x36F), (0x370, 0x5FF), (0x600, 0x6FF), (0x900, 0x97F), (0xE00, 0xE7F),
    (0x1100, 0x11FF), (0x2000, 0x206F), (0x2460, 0x24FF), (0x2660, 0x2667), (0x3040, 0x30FF), (0x4E00, 0x4FFF),
    (0xE000, 0xE0FF), (0xFE00, 0xFE0F), (0xFF00, 0xFFEF), (0x1D400, 0x1D7FF), (0x1F0A0, 0x1F0F5), (0x1F300, 0x1F64F),
    (0xE0000, 0xE007F), (0x10FF00, 0x10FFFD),
)  # fmt: skip


def _code(content: str) -> str:
    """Return a text that looks like a code of house rules and unpacks to this content."""
    packer = zlib.compressobj(9, wbits=-15)
    packed = packer.compress(content.encode()) + packer.flush()
    return "H-" + base64.urlsafe_b64encode(packed).decode().rstrip("=")


_TARGETS: tuple[object, ...] = (3000, -1, 10**40, True, None, [], {}, "x", [[0, 50]], "x" * 19_000)
CODES = tuple(
    map(
        _code,
        (
            *(json.dumps({"target": value}) for value in _TARGETS),
            '{"target": 1e999}',
            '{"target": NaN}',
            '{"target": ' + "9" * 5000 + "}",
            "[" * 3000,
            '{"a":' * 3000,
            "{}",
            "[]",
            "3",
            '"x"',
            "\0" * 5_000_000,
            json.dumps({"\ud800": 1}),
            json.dumps({"a\n" * 100: "`" * 100}),
            json.dumps({f"melds.{number}": number for number in range(300)}),
        ),
    )
)


class Hostile:
    """A source of hostile values; the same seed gives the same values."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def text(self, longest: int = 6000) -> str:
        """Return a text of up to `longest` characters."""
        match self.chance.randrange(9):
            case 0 | 1:
                made = self.chance.choice(NASTY)
            case 2:
                made = self.chance.choice(NUMBERS)
            case 3:
                made = self.noise(self.chance.choice((1, 3, 10, 40, 100, 300)))
            case 4:
                made = self.chance.choice([*NASTY, *HONEST]) * self.chance.choice((2, 10, 100, 3000))
            case 5:
                made = self.chance.choice(CODES)
            case 6:
                made = self.chance.choice((" ", "/", " / ", ",", "=", ":", "")).join(
                    self.chance.choice([*HONEST, *NASTY, *NUMBERS]) for _ in range(self.chance.randrange(1, 8))
                )
            case _:
                made = self.damaged(self.chance.choice(HONEST))
        return made[: self.chance.choice((longest, longest, 100, 20))] if self.chance.random() < 0.5 else made[:longest]

    def noise(self, length: int) -> str:
        """Return `length` characters of one script, or of all."""
        few = [self.chance.choice(_RANGES)] if self.chance.random() < 0.5 else _RANGES
        return "".join(chr(self.chance.randint(*self.chance.choice(few))) for _ in range(length))

    def damaged(self, text: str) -> str:
        """Return the text with a few characters lost, doubled, replaced or inserted."""
        signs = list(text)
        for _ in range(self.chance.randrange(1, 4)):
            place = self.chance.randrange(len(signs) + 1)
            match self.chance.randrange(4):
                case 0:
                    del signs[place : place + 1]
                case 1:
                    signs[place:place] = self.chance.choice(NASTY)[:5]
                case 2:
                    signs[place : place + 1] = self.noise(1)
                case _:
                    signs[place:place] = signs[max(0, place - 3) : place]
        return "".join(signs)

    def number(self) -> int:
        """Return a whole number that Discord would let through; most of them make no sense."""
        return self.chance.choice((-1, 0, 1, 2, 7, 8, 99, 100, 101, 99_999, 100_000, 100_001, -(2**53) + 1, 2**53 - 1))

    def base36(self, honest: Sequence[int]) -> str:
        """Return a table's number or a version as a custom id would hold it: mostly a real one, else of any size."""
        if honest and self.chance.random() < 0.75:
            return base36(max(0, self.chance.choice(honest) + self.chance.choice((0, 0, 0, 0, 0, -1, 1))))
        return self.chance.choice(
            (
                "0",
                "1",
                "zz",
                "0000001",
                base36(2**31),
                base36(2**63 - 1),
                base36(2**63),
                base36(2**64),
                "z" * 40,
                "z" * 70,
            )
        )


def base36(number: int) -> str:
    """Return the number in base 36."""
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
        if number == 0:
            return digits
