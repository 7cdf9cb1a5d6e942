"""Whole numbers as people write them, and as the bot itself does in any language."""

from __future__ import annotations

import re
import unicodedata

from bot.data.signs import is_invisible

#: Separators of thousands; a number has one kind of them. Spaces of all widths are one kind.
_BETWEEN = r"[,.'’ʼ_]| +"
_GROUPS = rf"[0-9]{{1,3}}(?:(?P<between>{_BETWEEN})[0-9]{{3}}(?:(?P=between)[0-9]{{3}})*)?"
#: In India the groups before the last have two digits.
_INDIAN = r"[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}"
_NUMBER = re.compile(rf"(?P<sign>[-+]?) ?(?P<digits>[0-9]+|{_GROUPS}|{_INDIAN})")
_SIGNS = str.maketrans(dict.fromkeys("−–‒﹣－", "-"))
#: The most digits of a number that means anything here.
_MOST_DIGITS = 9


def plain(text: str) -> str:
    """Return a text in the signs of plain keyboards: full-width ones made narrow, spaces made alike, unseen ones left out.

    Signs that are numbers but no digits, as ½ and ², stay: they would read as other numbers.
    """
    seen = (one for one in text if not is_invisible(one))
    return "".join(one if unicodedata.category(one) == "No" else unicodedata.normalize("NFKC", one) for one in seen)


def whole_number(text: str) -> int | None:
    """Return the whole number that a text writes (`5,000`, `5.000`, `5 000`, `−50`), None if it writes none.

    A number with decimals is none, also where it is whole (`2.0`).
    """
    written = "".join(map(_digit, plain(text.translate(_SIGNS))))
    found = _NUMBER.fullmatch(" ".join(written.split()))
    if found is None:
        return None
    digits = re.sub(r"[^0-9]", "", found["digits"])
    return int(found["sign"] + digits) if len(digits) <= _MOST_DIGITS else None


def _digit(sign: str) -> str:
    """Return a digit of any script as one of ours, any other sign as it is."""
    return str(unicodedata.decimal(sign)) if sign.isdecimal() else sign
