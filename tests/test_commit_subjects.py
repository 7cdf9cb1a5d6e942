"""The hook of `.pre-commit-config.yaml` that keeps a commit's subject at 72 characters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

CONFIGURED = yaml.safe_load((Path(__file__).parents[1] / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
HOOK = next(hook for hook in CONFIGURED["repos"][0]["hooks"] if hook["id"] == "subject")


def refused(message: str) -> bool:
    """Return whether the hook finds its pattern in a message, which it reads as pre-commit's `pygrep` does."""
    return re.search(HOOK["entry"].encode(), message.encode(), re.MULTILINE) is not None


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("x" * 72, False),
        ("x" * 73, True),
        ("é" * 72, False),
        ("é" * 73, True),
        ("Say it\n\n" + "x" * 100, False),
        ("x" * 73 + "\n\nWhy.", True),
    ],
)
def test_a_subject_has_72_characters_at_most(message: str, expected: bool) -> None:
    assert refused(message) == expected


def test_git_runs_the_hook_on_messages() -> None:
    assert HOOK["stages"] == ["commit-msg"]
    assert "--multiline" in HOOK["args"]
    assert "commit-msg" in CONFIGURED["default_install_hook_types"]
    assert CONFIGURED["default_stages"] == ["pre-commit"]
