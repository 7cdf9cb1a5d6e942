"""Settings that can't be read are refused: one sentence names the line and its cure, and never holds the value."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.config import read_settings
from tests.test_main import bot_here, without_settings

ROOT = Path(__file__).parent.parent
#: Each command of the command line that reads anything.
COMMANDS = (
    ("run",), ("health",), ("sandbox",), ("replay", "x"), ("verify", "x"), ("simulate",), ("arena", "easy", "easy"), ("variants",),
    ("database", "check"), ("database", "backup"), ("database", "restore", "x"), ("database", "export", "x"),
    ("database", "copy", "x", "y"), ("database", "rerate"),
)  # fmt: skip
SECRET = "MTIz.s3cr3t.tok3n"
GOOD = "CANASTA_LOG_LEVEL=DEBUG\n"


def refused(folder: Path, *command: str, **environment: str) -> str:
    """Return the one sentence with which a command is refused; it never holds the secret."""
    ended = bot_here(folder, *(command or ("database", "check")), **environment)
    assert ended.returncode == 1
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1
    assert ended.stderr.startswith("Settings: ")
    assert SECRET not in ended.stderr
    assert "Traceback" not in ended.stderr
    return ended.stderr


@pytest.fixture
def settings_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in os.environ.keys() - without_settings().keys():
        monkeypatch.delenv(name)
    return tmp_path / ".env"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f'CANASTA_DATABASE="postgresql://u:{SECRET}@h/d\n', 1),
        (f'{GOOD}\n\nCANASTA_DATABASE="postgresql://u:{SECRET}@h/d\n{GOOD}', 4),
        (f'CANASTA_DATABASE="postgresql://u:{SECRET}@h/d\nCANASTA_LOG_LEVEL="DEBUG"\n', 1),
        (f'CANASTA_TOKEN="{SECRET}\n# said "so\n', 1),
        (f"CANASTA_TOKEN='{SECRET}\n", 1),
        (f"# a comment\r\nCANASTA_DATABASE: postgresql://u:{SECRET}@h/d\r\n", 2),
        (f"CANASTA_TOKEN {SECRET}\n", 1),
        (f"{GOOD}{SECRET}\n", 2),
        (f"{GOOD}CANASTA_TOKEN\n", 2),
        (f"set CANASTA_TOKEN={SECRET}\n", 1),
        (f"CANASTA_TOKEN='{SECRET}'x\n", 1),
        ("[canasta]\n", 1),
        ("; a comment\n", 1),
        ('CANASTA_DATABASE="C:\\new\\tables.sqlite3"\n', 1),
        (f"{GOOD}postgresql://u:{SECRET}@h/d?sslmode=require\n", 2),
        (f"$env:CANASTA_TOKEN = {SECRET}\n", 1),
        (f"{GOOD}CANASTA_TOKE={SECRET}\n", 2),
        (f"TOKEN={SECRET}\n", 1),
        (f"CANASTA_TOKEN=“{SECRET}”\n", 1),
    ],
)
def test_a_line_that_cannot_be_read_is_named_and_nothing_starts(tmp_path: Path, text: str, line: int) -> None:
    (tmp_path / ".env").write_bytes(text.encode())
    assert f"line {line} of .env" in refused(tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == [".env"]


@pytest.mark.parametrize(
    ("raw", "line"),
    [
        (f"{GOOD}# Größe\n".encode("cp1252"), 2),
        (f"CANASTA_TOKEN={SECRET}\n".encode("utf-16"), 1),
        (f"CANASTA_TOKEN={SECRET}\n".encode("utf-16-le"), 1),
        (f"{GOOD}CANASTA_TOKEN={SECRET}\n".encode("utf-16-be"), 1),
        (f"{GOOD}CANASTA_TOKEN={SECRET}\n".encode("utf-32"), 1),
        (f"{GOOD}\r\nCANASTA_TOKEN={SECRET}\0\n".encode(), 3),
    ],
)
def test_a_file_in_another_encoding_is_refused(tmp_path: Path, raw: bytes, line: int) -> None:
    (tmp_path / ".env").write_bytes(raw)
    assert f"line {line} of .env is not in UTF-8" in refused(tmp_path)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_refuses_settings_that_cannot_be_read(tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / ".env").mkdir()
    assert "is a folder" in refused(tmp_path, *command)


def test_a_link_that_leads_nowhere_or_in_a_circle_is_refused(tmp_path: Path) -> None:
    (tmp_path / ".env").symlink_to("nowhere")
    assert "a link to a file that is missing" in refused(tmp_path)
    (tmp_path / "nowhere").symlink_to(".env")
    assert "can't be read" in refused(tmp_path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CANASTA_TOKEN", "two words"),
        ("CANASTA_TOKEN", "a.b\nc"),
        ("CANASTA_TOKEN", f'"{SECRET}"'),
        ("CANASTA_TOKE", SECRET),
        ("canasta_databse", SECRET),
        ("CANASTA_DATABASE", f"postgresql:u:{SECRET}@h/d"),
        ("CANASTA_DATABASE", f"host=h password={SECRET}"),
        ("CANASTA_DATABASE", f"mysql://u:{SECRET}@h/d"),
        ("CANASTA_DATABASE", "'data/canasta.sqlite3'"),
        ("CANASTA_DISCORD_API", "https://host:99999/api"),
        ("CANASTA_DISCORD_API", "https:///api"),
        ("CANASTA_DISCORD_GATEWAY", "wss://host:none"),
        ("CANASTA_LOG_LEVEL", "debug"),
        ("CANASTA_LOG_FORMAT", "xml"),
        ("CANASTA_HTTP_PORT", "65536"),
        ("CANASTA_HTTP_PORT", "80.5"),
        ("CANASTA_COMPUTER_PACE", "nan"),
        ("CANASTA_COMPUTER_PACE", "-0.1"),
        ("CANASTA_DISCARD_PAUSE", "1.5"),
        ("CANASTA_MOST_PRESSES", "-1"),
        ("CANASTA_UPLOAD_EMOJIS", "perhaps"),
        ("CANASTA_WORKERS", "2"),
        ("CANASTA_GATEWAY", "False"),
        ("CANASTA_INTERACTIONS_PORT", "8081"),
        ("CANASTA_INTERACTIONS_KEY", "0" * 63),
        ("CANASTA_PAGE_PORT", "99999"),
        ("CANASTA_PAGE_URL", f"https://u:{SECRET}@table.example.org"),
        ("CANASTA_PAGE_URL", "https://table.example.org/canasta"),
        ("CANASTA_PAGE_URL", "http://table.example.org"),
        ("CANASTA_CLIENT_SECRET", SECRET),
    ],
)
def test_a_value_of_another_kind_or_range_is_refused(tmp_path: Path, name: str, value: str) -> None:
    assert name.upper() in refused(tmp_path, **{name: value})
    (tmp_path / ".env").write_text(f"{name}='{value}'\n", encoding="utf-8")
    assert "Settings: " in refused(tmp_path)


def test_one_port_is_not_served_twice(tmp_path: Path) -> None:
    said = refused(
        tmp_path, CANASTA_HTTP_PORT="8080", CANASTA_INTERACTIONS_PORT="8080", CANASTA_INTERACTIONS_KEY="0" * 64
    )
    assert "another than CANASTA_HTTP_PORT" in said


def test_a_client_secret_needs_a_page_and_is_one_word(settings_of: Path, tmp_path: Path) -> None:
    page = "CANASTA_PAGE_PORT=8081\nCANASTA_PAGE_URL=https://table.example.org\n"
    settings_of.write_text(f"{page}CANASTA_CLIENT_SECRET=a-Secret_1\n", encoding="utf-8")
    settings = read_settings()
    assert settings.client_secret is not None
    assert settings.client_secret.get_secret_value() == "a-Secret_1"
    assert "a-Secret_1" not in repr(settings)
    for wrong in ("two words", "a&client_id=5"):
        given = {"CANASTA_PAGE_PORT": "8081", "CANASTA_PAGE_URL": "https://table.example.org"}
        assert "CANASTA_CLIENT_SECRET" in refused(tmp_path, CANASTA_CLIENT_SECRET=wrong, **given)


def test_a_value_stands_for_itself(settings_of: Path) -> None:
    settings_of.write_text("CANASTA_DATABASE='${HOME}/$HOME/$$'\nCANASTA_VARIANTS=${HOME}\n", encoding="utf-8")
    settings = read_settings()
    assert settings.database == Path("${HOME}/$HOME/$$")
    assert settings.variants == Path("${HOME}")


def test_whatever_editors_make_of_a_good_file_is_read(settings_of: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mark at its beginning, Windows' ends of lines, `export`, spaces, quotation marks, names twice, empty lines and values."""
    settings_of.write_bytes(
        b"\xef\xbb\xbfexport CANASTA_LOG_LEVEL = 'ERROR'  # a comment\r\n\r\n  CANASTA_LOG_LEVEL=\"DEBUG\"\r\n"
        b"canasta_http_port=  8080  \r\nCANASTA_TOKEN=\r\nCANASTA_LOG_FORMAT=json"
    )
    monkeypatch.setenv("CANASTA_LOG_FORMAT", "")
    monkeypatch.setenv("CANASTA_DISCARD_PAUSE", " 7 ")
    monkeypatch.setenv("CANASTA_SERVICE_HOST", "10.0.0.1")
    monkeypatch.setenv("CANASTA_PORT_8080_TCP_ADDR", "10.0.0.1")
    settings = read_settings()
    assert (settings.log_level, settings.log_format, settings.http_port) == ("DEBUG", "json", 8080)
    assert (settings.token, settings.discard_pause) == (None, 7)
    monkeypatch.setenv("CANASTA_LOG_FORMAT", "text")
    assert read_settings().log_format == "text"


@pytest.mark.slow
def test_a_real_process_says_it_in_one_line(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(f'CANASTA_TOKEN="{SECRET}\n'.encode("utf-16"))
    ended = subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=tmp_path,
        env=without_settings() | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1)
