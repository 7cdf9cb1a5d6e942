"""The rules over request bodies do notice what Discord would refuse."""

from __future__ import annotations

from typing import Any

import pytest

from tests import openapi
from tests.discord_limits import COMPONENTS_V2, Upload, complaints

MESSAGES = "/channels/1/messages"


def row(*children: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(children)}


def button(label: str = "Draw", custom_id: str = "draw") -> dict[str, Any]:
    return {"type": 2, "style": 1, "label": label, "custom_id": custom_id}


def menu(count: int) -> dict[str, Any]:
    options = [{"label": str(number), "value": str(number)} for number in range(count)]
    return {"type": 3, "custom_id": "menu", "options": options}


def text(length: int) -> dict[str, Any]:
    return {"type": 10, "content": "x" * length}


def layout(*components: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"flags": COMPONENTS_V2, "components": list(components), **more}


def command(**more: Any) -> dict[str, Any]:
    return {"name": "draw", "description": "Draw from the stock", "type": 1, **more}


def option(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "description": "Cards", "type": 3, **more}


def form(**more: Any) -> dict[str, Any]:
    return {"title": "Meld", "custom_id": "form", "components": [text(1)], **more}


GALLERY = {"type": 12, "items": [{"media": {"url": "attachment://hand.png"}, "description": "x" * 1025}]}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (MESSAGES, layout(text(1), content="beside")),
        (MESSAGES, layout(text(4000), text(1))),
        (MESSAGES, layout(*[{"type": 14}] * 41)),
        (MESSAGES, layout({"type": 17, "components": [row(button("x", str(i))) for i in range(20)]})),
        (MESSAGES, layout(row(button(), button()))),
        (MESSAGES, layout(row(button("x" * 81)))),
        (MESSAGES, layout(row(button("x", "y" * 101)))),
        (MESSAGES, layout(row(*[button("x", str(number)) for number in range(6)]))),
        (MESSAGES, layout(row(menu(26)))),
        (MESSAGES, layout(GALLERY)),
        (MESSAGES, {"content": "x" * 2001}),
        ("/webhooks/1/token", layout(text(4001))),
        ("/webhooks/1/token/messages/@original", layout(text(4001))),
        ("/interactions/1/token/callback", {"type": 4, "data": layout(text(4001))}),
        ("/interactions/1/token/callback", {"type": 5, "data": {"flags": COMPONENTS_V2}}),
        ("/interactions/1/token/callback", {"type": 8, "data": {"choices": [{"name": "x", "value": "x"}] * 26}}),
        ("/interactions/1/token/callback", {"type": 8, "data": {"choices": [{"name": "x" * 101, "value": "x"}]}}),
        (
            "/interactions/1/token/callback",
            {"type": 9, "data": {"title": "x" * 46, "custom_id": "x", "components": []}},
        ),
        ("/applications/1/commands", [command(name="Draw")]),
        ("/applications/1/commands", [command(description="x" * 101)]),
        ("/applications/1/commands", [command(options=[option(f"o{number}") for number in range(26)])]),
        ("/applications/1/commands", [command(options=[option("a"), option("b", required=True)])]),
        ("/applications/1/commands", [command(name=f"c{number}") for number in range(101)]),
        (
            "/applications/1/commands",
            [command(options=[option(f"o{i}", choices=[{"name": "x" * 90, "value": "x"}] * 25) for i in range(4)])],
        ),
    ],
)
def test_too_much_is_noticed(path: str, body: Any) -> None:
    assert complaints("POST", path, body)


def test_an_ordinary_message_is_fine() -> None:
    body = layout({"type": 17, "components": [text(4000), row(button()), row(menu(25))]})
    assert complaints("POST", MESSAGES, body) == []


def test_a_big_file_is_noticed() -> None:
    assert complaints("POST", MESSAGES, {}, [Upload("hand.png", bytes(10 * 1024 * 1024 + 1), None)])


@pytest.mark.skipif(not openapi.DESCRIPTION.exists(), reason="Discord's API description is not at hand")
def test_the_published_description_is_asked() -> None:
    assert openapi.complaint("POST", MESSAGES, layout(row(button()))) is None
    wrong = openapi.complaint("POST", MESSAGES, layout(row(button("x" * 81, "other"), button("x", "y"))))
    assert wrong
    assert "label" in wrong
    assert openapi.complaint("POST", "/channels/1/nonsense", {})
