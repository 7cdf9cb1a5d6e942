"""Settings, numbers and documents: several commands read and print them."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from bot.config import Settings, SettingsError, read_settings


def settings() -> Settings:
    """Return the settings. Exits if one of them is wrong."""
    try:
        return read_settings()
    except SettingsError as error:
        sys.exit(f"Settings: {error}.")


def count(text: str) -> int:
    """Return the number from 1 on that an argument is. Raises `ArgumentTypeError` for any other text."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)


def read_json(name: str | Path) -> object:
    """Return the document in a file, or in standard input for `-`. Raises `OSError`, `ValueError`, `RecursionError`."""
    text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
    document: object = json.loads(text)
    return document


def print_document(document: object) -> None:
    """Print a document as JSON in one line."""
    print(json.dumps(document, ensure_ascii=False), flush=True)
