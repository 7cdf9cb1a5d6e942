"""The command line as an operator meets it: a process in a directory of its own."""

from __future__ import annotations

import contextvars
import io
import json
import logging
import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import chdir, contextmanager, redirect_stderr, redirect_stdout
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from unittest import mock

import pytest

from bot.__main__ import main
from bot.canasta.rules import load, load_rules
from bot.ui.i18n import languages, speaking
from bot.ui.words import rules_text
from tests.stored import rows
from tests.test_sandbox import sandbox

ROOT = Path(__file__).parent.parent


def bot(directory: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=directory,
        env=without_settings() | {"PYTHONPATH": str(ROOT)} | settings,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=300,
    )


def bot_here(directory: Path, *arguments: str, stdin: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
    """Run a command in this process, which takes a fraction of the time; what it leaves behind is undone."""
    out, errors, folders = io.StringIO(), io.StringIO(), load._folders.copy()
    warnings = logging.StreamHandler(errors)
    warnings.setLevel(logging.WARNING)
    logging.getLogger().addHandler(warnings)
    with (
        chdir(directory),
        mock.patch.dict(os.environ, without_settings() | settings, clear=True),
        mock.patch("sys.stdin", io.StringIO(stdin)),
        redirect_stdout(out),
        redirect_stderr(errors),
    ):
        try:
            status = contextvars.copy_context().run(main, list(arguments))
        except SystemExit as ended:
            said, status = (None, ended.code) if isinstance(ended.code, int) else (ended.code, 1)
            if said is not None:
                print(said, file=errors)
        finally:
            logging.getLogger().removeHandler(warnings)
    if load._folders != folders:
        load._folders[:] = folders
        load._forget()
    return subprocess.CompletedProcess(arguments, status, out.getvalue(), errors.getvalue())


def without_settings() -> dict[str, str]:
    """Return the environment of a bot without any settings."""
    return {name: value for name, value in os.environ.items() if not name.startswith("CANASTA_")}


def test_without_a_token_one_sentence_says_what_to_do(tmp_path: Path) -> None:
    ended = bot(tmp_path)
    assert ended.returncode != 0
    assert ended.stdout == ""
    assert ended.stderr.count("\n") == 1
    assert ".env" in ended.stderr
    assert "python -m bot sandbox" in ended.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_wrong_setting_is_named_and_its_value_is_not_repeated(tmp_path: Path) -> None:
    ended = bot(tmp_path, CANASTA_DISCORD_API="localhost", CANASTA_COMPUTER_PACE="secret-in-the-wrong-place")
    assert ended.returncode != 0
    assert "CANASTA_DISCORD_API" in ended.stderr
    assert "CANASTA_COMPUTER_PACE" in ended.stderr
    assert "secret-in-the-wrong-place" not in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.slow
def test_an_address_where_nobody_answers_is_said_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    ended = bot(tmp_path, CANASTA_TOKEN="a.b.c", CANASTA_DISCORD_API=f"http://127.0.0.1:{port}/api")
    assert ended.returncode != 0
    assert "CANASTA_DISCORD_API" in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr
    assert "a.b.c" not in ended.stderr


class _OutOfOrder(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(503)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing of it belongs into the output of the tests."""


@pytest.mark.slow
def test_an_error_of_discords_at_the_start_is_said_in_one_sentence(tmp_path: Path) -> None:
    with HTTPServer(("127.0.0.1", 0), _OutOfOrder) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        ended = bot(tmp_path, CANASTA_TOKEN="a.b.c", CANASTA_DISCORD_API=f"http://127.0.0.1:{server.server_port}/api")
        server.shutdown()
        thread.join()
    assert ended.returncode != 0
    assert "in a few minutes" in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr


@contextmanager
def discord_that_lets_in() -> Iterator[str]:
    """Yield the address of a Discord that knows every token, and no more than that."""
    with HTTPServer(("127.0.0.1", 0), _LetsIn) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/api"
        server.shutdown()
        thread.join()


@pytest.mark.slow
def test_a_database_that_cannot_be_used_is_said_in_one_sentence(tmp_path: Path) -> None:
    """Discord lets the bot in before it opens its database."""
    (tmp_path / "file").write_text("not a folder", encoding="utf-8")
    database = tmp_path / "file" / "games.sqlite3"
    with discord_that_lets_in() as address:
        ended = bot(tmp_path, CANASTA_TOKEN="a.b.c", CANASTA_DISCORD_API=address, CANASTA_DATABASE=str(database))
    assert ended.returncode != 0
    assert "Check the folder and its permissions" in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr


@pytest.mark.slow
def test_a_second_bot_on_one_database_says_so_and_ends(tmp_path: Path) -> None:
    """The first may be looked after meanwhile, and killed: then the next one starts."""
    database = tmp_path / "games.sqlite3"
    settings = {"CANASTA_TOKEN": "a.b.c", "CANASTA_DATABASE": str(database)}
    process = subprocess.Popen(
        [sys.executable, "-m", "bot", "sandbox", "--database", str(database)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert process.stdout is not None
        while "Ctrl-C ends" not in (line := process.stdout.readline()):
            assert line, "it ended"
        posted = rows(database, "SELECT message_id FROM messages")
        assert posted
        with discord_that_lets_in() as address:
            second = bot(tmp_path, CANASTA_DISCORD_API=address, **settings)
        for refused in (second, bot(tmp_path, "sandbox", "--database", str(database))):
            assert refused.returncode != 0
            assert refused.stderr.splitlines()[-1].startswith(f"{database} is in use by another bot process. Stop that")
            assert "Traceback" not in refused.stderr
        assert rows(database, "SELECT message_id FROM messages") == posted, "the second one touched nothing"
        for beside in (("database", "backup"), ("database", "check"), ("database", "export", "all.zip")):
            assert bot_here(tmp_path, *beside, **settings).returncode == 0
        restored = bot_here(tmp_path, "database", "restore", str(next(tmp_path.glob("games-*.sqlite3"))), **settings)
        assert (restored.returncode, "is in use" in restored.stderr) == (1, True)
    finally:
        process.kill()
        process.communicate()
    with sandbox("--database", str(database)) as (printed, _addresses, _):
        assert f"Games are kept in {database}" in printed


class _LetsIn(_OutOfOrder):
    def do_GET(self) -> None:
        user = {"id": "1", "username": "Canasta", "discriminator": "0", "avatar": None}
        about = {
            "name": "Canasta",
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
        }
        body = json.dumps(user | about | {"owner": user, "flags": 0, "verify_key": ""}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def test_a_misspelt_line_in_the_settings_file_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("CANASTA_TOKE=1\n", encoding="utf-8")
    ended = bot_here(tmp_path)
    assert ended.returncode != 0
    assert "CANASTA_TOKE " in ended.stderr


@pytest.mark.slow
def test_health_follows_the_beat(tmp_path: Path) -> None:
    database = tmp_path / "games.sqlite3"
    beat = tmp_path / "games.sqlite3.alive"
    assert bot(tmp_path, "health", CANASTA_DATABASE=str(database)).returncode != 0
    beat.touch()
    assert bot(tmp_path, "health", CANASTA_DATABASE=str(database)).returncode == 0
    os.utime(beat, (1, 1))
    stale = bot(tmp_path, "health", CANASTA_DATABASE=str(database))
    assert stale.returncode != 0
    assert "ago" in stale.stderr


@pytest.mark.slow
def test_simulate_prints_one_document_and_its_records_replay(tmp_path: Path) -> None:
    ended = bot(tmp_path, "simulate", "--layout", "2", "--games", "1", "--seed", "3", "--records", "games")
    assert ended.returncode == 0, ended.stderr
    report = json.loads(ended.stdout)
    assert (report["games"], report["violations"]) == (1, [])
    records = [str(path) for path in (tmp_path / "games").iterdir()]
    replayed = bot(tmp_path, "replay", *records)
    assert replayed.returncode == 0
    assert len(json.loads(replayed.stdout)["rounds"]) == report["rounds"]


def test_simulate_says_what_it_could_play_instead(tmp_path: Path) -> None:
    ended = bot_here(tmp_path, "simulate", "--layout", "9")
    assert ended.returncode != 0
    assert "6-trios" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.slow
def test_variants_lists_tables_and_parameters(tmp_path: Path) -> None:
    listed = bot(tmp_path, "variants").stdout
    assert listed.startswith("classic: Classic (tables: 2, ")
    families = re.findall(r"; family: (.*?); rules: ", listed)
    assert len(families) == len(listed.splitlines())
    assert families == [one for family in dict.fromkeys(families) for one in families if one == family]
    assert "; family: samba; rules: romanian: italian)" in listed
    assert (
        "\npile.always_frozen (yes or no, true | false; default false): "
        in bot_here(tmp_path, "variants", "--parameters").stdout
    )


@pytest.mark.slow
def test_parameters_are_listed_by_a_word_or_a_group(tmp_path: Path) -> None:
    def listed(*words: str) -> list[str]:
        ended = bot_here(tmp_path, "variants", "--parameters", *words)
        assert ended.returncode == 0, ended.stderr
        return [line.split(" ")[0] for line in ended.stdout.splitlines() if not line.startswith(" ")]

    every = listed()
    group = [name for name in every if name.startswith("pile.")]
    piles = listed("pile")
    assert piles[: len(group)] == group
    assert set(group) < set(piles) < set(every)
    assert "opening.with_pile" in piles, "it has the word in its name"
    assert listed("opening.table") == ["opening.table"]
    assert listed("PILE") == piles
    assert listed("frozen")[0] == "pile.always_frozen"
    assert listed("wilds")[0] == "wilds.allowed", "old names come last"
    said = bot_here(tmp_path, "variants", "--parameters", "wilds").stdout
    assert "; default [[0, 2000]]): " in said
    assert '; default "none"): ' in said
    assert "stock.end" in listed("shuffled"), "the meaning of one of its choices has the word"


def test_a_word_of_no_parameter_is_answered_with_what_would_work(tmp_path: Path) -> None:
    ended = bot_here(tmp_path, "variants", "--parameters", "forzen")
    assert (ended.returncode, ended.stdout) == (1, "")
    assert "has “forzen” in its name or meaning; perhaps you mean frozen; the groups are side, pack," in ended.stderr
    assert ended.stderr.count("\n") == 1


CLUB = (
    'name = "Two *Clubs*"\nsource = "y"\nbase = "samba"\nfamily = "club"\n[layouts]\n4 = { seats = 4, target = 700 }\n'
)


def test_the_page_of_a_game_is_printed_as_plain_text_in_a_language(tmp_path: Path) -> None:
    ended = bot_here(tmp_path, "variants", "--page", "italian", "--layout", "6-trios", "--language", "it", COLUMNS="60")
    assert (ended.returncode, ended.stderr) == (0, "")
    title, line, _, *rest = ended.stdout.splitlines()
    with speaking("it"):
        said = "\n".join(one.text for one in rules_text.with_example(load_rules("italian", "6-trios")))
    assert (title, line) == (said.splitlines()[0].removeprefix("## "), "=" * len(title))
    printed = [one for one in rest if set(one) != {"="}]
    assert " ".join(" ".join(printed).split()) == " ".join(re.sub("[*#]", "", said.partition("\n")[2]).split())
    assert max(map(len, rest)) <= 60


def test_the_page_is_of_the_usual_table_and_a_language_may_be_called_as_its_folder_is(tmp_path: Path) -> None:
    usual = bot_here(tmp_path, "variants", "--page", "classic", "--language", "pt_BR")
    assert usual.returncode == 0
    named = bot_here(tmp_path, "variants", "--page", "classic", "--language", "pt-BR", "--layout", "4")
    assert usual.stdout == named.stdout


def test_the_page_of_a_file_that_is_not_in_use_is_printed(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(CLUB, encoding="utf-8")
    ended = bot_here(tmp_path, "variants", "--page", "club.toml")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("Two Clubs\n=========\n\nCollect cards that go together, ")
    assert "reaches 700 points" in " ".join(ended.stdout.split())
    assert bot_here(tmp_path, "variants", "--page", "club", CANASTA_VARIANTS=str(tmp_path)).stdout == ended.stdout


def test_a_page_that_discord_cuts_off_is_told(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(CLUB.replace("Clubs", "Clubs " * 600), encoding="utf-8")
    ended = bot_here(tmp_path, "variants", "--page", "club.toml")
    assert ended.returncode == 0
    assert re.fullmatch(
        r"(variants: .+ has \d,\d+ characters; Discord shows the first 4,000 only\.\n){3}", ended.stderr
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["clasic"], r"no variant called clasic; .*; perhaps you mean classic\."),
        (["no-such.toml"], r"no-such\.toml: there is no such file\."),
        (["./classic"], r"there is no such file\."),
        (["classic", "--layout", "7"], r"Classic has no layout for 7; "),
        (["classic", "--language", "xx"], rf"there is no language xx; there are {', '.join(languages())}\."),
    ],
)
def test_a_page_that_there_is_not_is_answered_with_what_would_work(
    tmp_path: Path, arguments: list[str], said: str
) -> None:
    ended = bot_here(tmp_path, "variants", "--page", *arguments)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert re.search(said, ended.stderr), ended.stderr
    assert ended.stderr.count("\n") == 1


def test_games_are_listed_with_the_family_that_a_file_begins(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(CLUB, encoding="utf-8")
    listed = bot_here(tmp_path, "variants", CANASTA_VARIANTS=str(tmp_path)).stdout
    assert "\nclub: Two *Clubs* (tables: 4; family: club; rules: y)\n" in listed


@pytest.mark.slow
def test_a_file_in_which_nobody_can_go_out_is_warned_of_and_can_be_played(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(
        CLUB.replace("samba", "classic").replace("target = 700", "out.canastas = 12"), encoding="utf-8"
    )
    ended = bot_here(tmp_path, "variants", "--check", "club.toml")
    assert (ended.returncode, ended.stdout) == (0, "club: Two *Clubs* can be played (tables: 4)\n")
    said = [line for line in ended.stderr.splitlines() if not line.endswith(" …")]
    assert len(said) == 1
    assert said[0].startswith("variants: warning: club.toml, layouts.4: nobody can go out, it seems: ")
    (tmp_path / "club.toml").write_text(CLUB, encoding="utf-8")
    assert "warning" not in bot_here(tmp_path, "variants", "--check", "club.toml").stderr


@pytest.mark.slow
def test_words_that_nobody_has_are_warned_of(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('vocabulary = ["burracco", "burraco"]\n' + CLUB, encoding="utf-8")
    ended = bot_here(tmp_path, "variants", "--check", "club.toml")
    assert ended.returncode == 0
    assert "warning: club.toml: no vocabulary is called burracco; there are biriba, buraco" in ended.stderr
    assert ended.stderr.count("warning") == 1


def test_all_mistakes_in_a_variant_file_are_said_each_in_a_line(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    file = tmp_path / "own" / "club.toml"
    file.write_text('name = "X"\nsource = "y"\nbase = "clasic"\ntarget = "3000"\n[layouts]\n4 = { seats = 4 }\n')
    checked = bot_here(tmp_path, "variants", "--check", str(file))
    started = bot_here(tmp_path, "variants", CANASTA_VARIANTS=str(tmp_path / "own"))
    for ended in (checked, started):
        assert (ended.returncode, ended.stdout) == (1, "")
        base, target = ended.stderr.splitlines()
        assert re.fullmatch(r"[Vv]ariants: club\.toml: base must be .*, not 'clasic'; perhaps you mean classic\.", base)
        assert target.endswith(
            "club.toml: target must be a whole number from 100 to 100,000, written without quotes, not “3000”."
        )
