"""Codes of invitations, as people type and copy them."""

from __future__ import annotations

import random

import pytest

from bot.tables.rules import invitations


@pytest.mark.parametrize(
    "typed",
    [
        "KMNP-QR45",
        "kmnpqr45",
        " **KMNP-QR45** ",
        "`kmnp qr45`.",
        "KMNP\u2011QR45",
        "KMNP–QR45",
        "ＫＭＮＰ－ＱＲ４５",
        "\u2068KMNP-QR45\u2069",
        "🔑 Give friends this code: **KMNP-QR45**. They join with `/canasta join`.",
        "/canasta join code: kmnp-qr45",
        "kmnp-qr45 (once more: KMNP-QR45)",
    ],
)
def test_a_code_is_read_however_it_was_typed_or_copied(typed: str) -> None:
    assert invitations.read(typed) == "KMNPQR45"


@pytest.mark.parametrize(
    "typed", ["", "?", "KMNP-QR4", "KMNP-QR456", "0MNP-QR45", "KMNP-QR45 or KMNP-QR46", "xKMNP-QR45"]
)
def test_a_text_that_is_no_code_or_could_be_two_is_none(typed: str) -> None:
    assert invitations.read(typed) is None


def test_a_code_is_read_as_it_is_written() -> None:
    code = invitations.drawn(random.Random(1), 0).code
    assert invitations.read(invitations.written(code)) == code
