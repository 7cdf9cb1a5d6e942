"""Discord's published description of its API as an oracle for request bodies; silent where the file is not at hand."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from jsonschema_rs import Draft202012Validator, ValidationError

DESCRIPTION: Final = Path(__file__).parents[2] / "shared" / "discord" / "openapi.json"


def complaint(method: str, path: str, body: Any) -> str | None:
    """Return why Discord's description refuses this request, or None. `path` is the part after `/api/v10`."""
    if not DESCRIPTION.exists():
        return None
    template = _template(tuple("0" if part.isdigit() else part for part in path.strip("/").split("/")))
    operation = _description()["paths"][template].get(method.lower()) if template else None
    if template is None or operation is None:
        return f"{method} {path}: not in Discord's description"
    if body is None:
        return None
    if "requestBody" not in operation:
        return f"{method} {path}: takes no body"
    error = next(_validator(template, method.lower()).iter_errors(_with_textual_ids(body)), None)
    if error is None:
        return None
    inmost = _inmost(error)
    return f"{method} {path}: {'/'.join(map(str, inmost.instance_path))}: {inmost.message[:300]}"


def _with_textual_ids(value: Any) -> Any:
    """discord.py writes some snowflakes as numbers, which Discord takes although it describes them as texts."""
    if isinstance(value, list):
        return [_with_textual_ids(inner) for inner in value]
    if not isinstance(value, dict):
        return value
    result = {key: _with_textual_ids(inner) for key, inner in value.items()}
    for attachment in result.get("attachments") or ():
        attachment["id"] = str(attachment["id"])
    if isinstance(emoji := result.get("emoji"), dict) and emoji.get("id") is not None:
        emoji["id"] = str(emoji["id"])
    if "recipient_id" in result:
        result["recipient_id"] = str(result["recipient_id"])
    if isinstance(allowed := result.get("allowed_mentions"), dict) and "users" in allowed:
        allowed["users"] = [str(one) for one in allowed["users"]]
    return result


def _inmost(error: ValidationError) -> ValidationError:
    """Return the error inside the alternative that was meant: the one whose component type matches."""
    for errors in getattr(error.kind, "context", ()):
        if not any(inner.instance_path and inner.instance_path[-1] == "type" for inner in errors):
            return _inmost(errors[0])
    return error


@functools.cache
def _description() -> dict[str, Any]:
    description: dict[str, Any] = json.loads(DESCRIPTION.read_text(encoding="utf-8"))
    return description


@functools.cache
def _validator(template: str, method: str) -> Draft202012Validator:
    pointer = quote(template.replace("~", "~0").replace("/", "~1"))
    schema = f"#/paths/{pointer}/{method}/requestBody/content/application~1json/schema"
    return Draft202012Validator({**_description(), "$ref": schema})


@functools.cache
def _templates() -> list[tuple[tuple[str, ...], str]]:
    """Path templates split into parts, those with more literal parts first."""
    split = [(tuple(path.strip("/").split("/")), path) for path in _description()["paths"]]
    return sorted(split, key=lambda pair: sum(part.startswith("{") for part in pair[0]))


@functools.lru_cache(maxsize=1000)
def _template(parts: tuple[str, ...]) -> str | None:
    for template, path in _templates():
        if len(template) == len(parts) and all(
            ours == theirs or theirs.startswith("{") for ours, theirs in zip(parts, template, strict=True)
        ):
            return path
    return None
