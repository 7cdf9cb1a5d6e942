"""Discord's refusals, as rules over the request bodies a bot sends (its documented limits of 2026)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

COMPONENTS_V2: Final = 1 << 15
EPHEMERAL: Final = 1 << 6

_V2_KINDS: Final = {9, 10, 11, 12, 13, 14, 17}
_SELECTS: Final = {3, 5, 6, 7, 8}
_SUBCOMMANDS: Final = {1, 2}
_FILE_BYTES: Final = 10 * 1024 * 1024
_COMMAND_NAME: Final = re.compile(r"^[-_\w]{1,32}$")


@dataclass(frozen=True)
class Upload:
    """A file of a multipart request; `description` is the alt text given with it."""

    filename: str
    data: bytes
    description: str | None


def complaints(method: str, path: str, body: Any, uploads: Sequence[Upload] = ()) -> list[str]:
    """Return every rule a request breaks, as sentences; an empty list for a request Discord would take.

    `path` is the part of the address after `/api/v10`; `body` the decoded JSON (`payload_json` of a multipart request).
    """
    return [f"{method} {path}: {complaint}" for complaint in _complaints(method, path, body, uploads)]


def walk(components: Any) -> Iterator[dict[str, Any]]:
    """Yield every component of a message or modal, nested ones and accessories included, in reading order."""
    for component in components or ():
        yield component
        yield from walk(component.get("components"))
        yield from walk([component[key] for key in ("accessory", "component") if component.get(key)])


def _complaints(method: str, path: str, body: Any, uploads: Sequence[Upload]) -> Iterator[str]:
    yield from _uploads(uploads)
    parts = path.strip("/").split("/")
    if parts[-1] == "callback":
        yield from _callback(body)
    elif body is not None and ("messages" in parts[2:4] or (parts[0] == "webhooks" and len(parts) == 3)):
        yield from _message(body)
    elif parts[0] == "applications" and parts[-1] == "commands":
        yield from _commands(body if isinstance(body, list) else [body])


def _callback(body: dict[str, Any]) -> Iterator[str]:
    data = body.get("data") or {}
    match body["type"]:
        case 4 | 7:
            yield from _message(data)
        case 5:
            if set(data) - {"flags"} or data.get("flags", 0) not in {0, EPHEMERAL}:
                yield f"a deferral may only say whether it is ephemeral, not {data}"
        case 8:
            choices = data.get("choices", [])
            yield from _at_most(25, len(choices), "autocomplete choices")
            for choice in choices:
                yield from _length(choice["name"], 1, 100, "an autocomplete choice's name")
                if isinstance(choice["value"], str):
                    yield from _length(choice["value"], 1, 100, "an autocomplete choice's value")
        case 9:
            yield from _modal(data)


def _uploads(uploads: Sequence[Upload]) -> Iterator[str]:
    yield from _at_most(10, len(uploads), "files")
    for upload in uploads:
        yield from _at_most(_FILE_BYTES, len(upload.data), f"bytes in {upload.filename}")
        yield from _length(upload.description or "", 0, 1024, f"alt text of {upload.filename}")


def _message(body: dict[str, Any]) -> Iterator[str]:
    components = list(walk(body.get("components")))
    if (body.get("flags") or 0) & COMPONENTS_V2 or any(part["type"] in _V2_KINDS for part in components):
        for key in ("content", "embeds", "embed", "poll", "sticker_ids"):
            if body.get(key):
                yield f"{key} beside Components V2"
        yield from _at_most(40, len(components), "components, nested ones counted")
        text = sum(len(part["content"]) for part in components if part["type"] == 10)
        yield from _at_most(4000, text, "characters of text in Components V2")
    else:
        yield from _at_most(5, len(body.get("components") or []), "rows of components")
        yield from _at_most(2000, len(body.get("content") or ""), "characters of content")
        yield from _at_most(10, len(body.get("embeds") or []), "embeds")
    for attachment in body.get("attachments") or []:
        yield from _length(attachment.get("description") or "", 0, 1024, "an attachment's alt text")
    yield from _components(components)


def _modal(data: dict[str, Any]) -> Iterator[str]:
    yield from _length(data.get("title", ""), 1, 45, "a modal's title")
    yield from _length(data.get("custom_id", ""), 1, 100, "a modal's custom_id")
    if not 1 <= len(data.get("components", [])) <= 5:
        yield f"a modal has 1 to 5 components, not {len(data.get('components', []))}"
    yield from _components(list(walk(data.get("components"))))


def _components(components: list[dict[str, Any]]) -> Iterator[str]:
    names = [part["custom_id"] for part in components if part.get("custom_id") is not None]
    for name in names:
        yield from _length(name, 1, 100, f"custom_id {name}")
    for name in _repeated(names):
        yield f"custom_id {name} stands twice in one message"
    for part in components:
        yield from _component(part)


def _component(part: dict[str, Any]) -> Iterator[str]:
    kind = part["type"]
    if kind == 1:
        children = part["components"]
        most = 1 if any(child["type"] in _SELECTS for child in children) else 5
        if not 1 <= len(children) <= most:
            yield f"a row holds 1 to 5 buttons or one select, not {len(children)} components"
    elif kind == 2:
        yield from _length(part.get("label") or "", 0, 80, "a button's label")
        if not part.get("label") and not part.get("emoji"):
            yield "a button with neither label nor emoji"
    elif kind in _SELECTS:
        yield from _select(part)
    elif kind == 4:
        yield from _length(part.get("label") or "", 0, 45, "a text input's label")
        yield from _length(part.get("placeholder") or "", 0, 100, "a text input's placeholder")
        yield from _length(part.get("value") or "", 0, 4000, "a text input's value")
    elif kind == 9:
        if not 1 <= len(part["components"]) <= 3:
            yield f"a section holds 1 to 3 texts, not {len(part['components'])}"
        if not part.get("accessory"):
            yield "a section without accessory"
    elif kind == 10:
        yield from _length(part["content"], 1, 4000, "a text")
    elif kind == 11:
        yield from _length(part.get("description") or "", 0, 1024, "a thumbnail's alt text")
    elif kind == 12:
        if not 1 <= len(part["items"]) <= 10:
            yield f"a gallery holds 1 to 10 pictures, not {len(part['items'])}"
        for item in part["items"]:
            yield from _length(item.get("description") or "", 0, 1024, "a picture's alt text")
    elif kind == 17:
        if not part["components"]:
            yield "an empty container"
    elif kind == 18:
        yield from _length(part.get("label") or "", 1, 45, "a label")
        yield from _length(part.get("description") or "", 0, 100, "a label's description")


def _select(part: dict[str, Any]) -> Iterator[str]:
    yield from _length(part.get("placeholder") or "", 0, 150, "a select's placeholder")
    if part["type"] != 3:
        return
    options = part.get("options", [])
    if not 1 <= len(options) <= 25:
        yield f"a select has 1 to 25 options, not {len(options)}"
    low, high = part.get("min_values", 1), part.get("max_values", 1)
    if not 0 <= low <= high <= len(options):
        yield f"a select of {len(options)} options asks for {low} to {high} values"
    for option in options:
        yield from _length(option["label"], 1, 100, "an option's label")
        yield from _length(option["value"], 1, 100, "an option's value")
        yield from _length(option.get("description") or "", 0, 100, "an option's description")
    for value in _repeated([option["value"] for option in options]):
        yield f"option value {value} stands twice in one select"
    if sum(bool(option.get("default")) for option in options) > high:
        yield f"more default options than the {high} allowed"


def _commands(commands: list[dict[str, Any]]) -> Iterator[str]:
    yield from _at_most(100, sum(command.get("type", 1) == 1 for command in commands), "slash commands")
    for name in _repeated([f"{command.get('type', 1)}:{command['name']}" for command in commands]):
        yield f"command {name} is defined twice"
    for command in commands:
        yield from _at_most(8000, _longest(command), f"characters in the definition of /{command['name']}")
        if command.get("type", 1) == 1:
            yield from _definition(command, f"/{command['name']}")


def _definition(node: dict[str, Any], where: str) -> Iterator[str]:
    """Yield a command, a group, a subcommand or an option: they share names, descriptions and what may be inside."""
    for name in [node["name"], *(node.get("name_localizations") or {}).values()]:
        if not _COMMAND_NAME.match(name) or name != name.lower():
            yield f"{where}: {name!r} is no name (1 to 32 lower case letters, digits, - or _)"
    for description in [node.get("description", ""), *(node.get("description_localizations") or {}).values()]:
        yield from _length(description, 1, 100, f"{where}: description")
    options = node.get("options") or []
    yield from _at_most(25, len(options), f"options of {where}")
    for name in _repeated([option["name"] for option in options]):
        yield f"{where}: option {name} is defined twice"
    required = [bool(option.get("required")) for option in options if option["type"] not in _SUBCOMMANDS]
    if required != sorted(required, reverse=True):
        yield f"{where}: a required option stands behind an optional one"
    choices = node.get("choices") or []
    yield from _at_most(25, len(choices), f"choices of {where}")
    if choices and node.get("autocomplete"):
        yield f"{where}: choices and autocomplete exclude each other"
    for choice in choices:
        for name in [choice["name"], *(choice.get("name_localizations") or {}).values()]:
            yield from _length(name, 1, 100, f"{where}: a choice's name")
        if isinstance(choice["value"], str):
            yield from _length(choice["value"], 1, 100, f"{where}: a choice's value")
    for option in options:
        yield from _definition(option, f"{where} {option['name']}")


def _longest(node: dict[str, Any]) -> int:
    """Characters that count towards a definition's 8,000, each text by its longest localisation."""
    total = 0
    for key in ("name", "description"):
        texts = [node.get(key) or "", *(node.get(f"{key}_localizations") or {}).values()]
        total += max(map(len, texts))
    total += len(node["value"]) if isinstance(node.get("value"), str) else 0
    return total + sum(map(_longest, [*(node.get("options") or []), *(node.get("choices") or [])]))


def _at_most(limit: int, count: int, what: str) -> Iterator[str]:
    if count > limit:
        yield f"{count} {what}, at most {limit} are allowed"


def _length(text: str, low: int, high: int, what: str) -> Iterator[str]:
    if not low <= len(text) <= high:
        yield f"{what} has {len(text)} characters, {low} to {high} are allowed: {text[:60]!r}"


def _repeated(names: Iterable[str]) -> list[str]:
    seen: set[str] = set()
    return [name for name in names if name in seen or seen.add(name)]  # type: ignore[func-returns-value]
