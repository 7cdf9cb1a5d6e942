"""The files for those who run the bot agree with the bot: its figures, settings, commands and pages."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import babel
import discord
import PIL
import psycopg
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from bot.__main__ import main
from bot.client.endpoint import PATH
from bot.config import Settings, place
from bot.watching import metrics

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"
TRIM = DEPLOY / "trim-packages.sh"
_ENDS = {
    "histogram": ("_bucket", "_sum", "_count"),
    "counter": ("_total",),
    "gauge": ("",),
    "summary": ("_sum", "_count", ""),
}


def figures() -> set[str]:
    """Return the names of all that the bot counts and times, as queries name them."""
    text = metrics.page({"playing": 1}, 1, 0, 0.0, {"connected": True}, 1).decode()
    families = [one for one in text_string_to_metric_families(text) if not one.name.endswith("_created")]
    return {f"{one.name}{end}" for one in families for end in _ENDS[one.type]}


def named_in(query: str) -> set[str]:
    """Return the names of figures in a query."""
    return set(re.findall(r"\b(?:canasta|process|python)_\w+", re.sub(r'"[^"]*"', "", query)))


def dashboard_queries() -> Iterator[str]:
    board = json.loads((DEPLOY / "grafana" / "canasta.json").read_text(encoding="utf-8"))
    for panel in board["panels"]:
        for target in panel["targets"]:
            yield target["expr"]


def alerts() -> list[dict[str, Any]]:
    document = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text(encoding="utf-8"))
    return [rule for group in document["groups"] for rule in group["rules"]]


def test_queries_name_figures_that_the_bot_has() -> None:
    known = figures()
    for query in [*dashboard_queries(), *(rule["expr"] for rule in alerts())]:
        assert named_in(query) or query.startswith("up{")
        assert named_in(query) <= known, query


def test_the_dashboard_shows_every_figure_of_the_bots_own() -> None:
    shown = {name for query in dashboard_queries() for name in named_in(query)}
    families = {re.sub(r"_(bucket|sum|count|total)$", "", name) for name in figures() if name.startswith("canasta_")}
    assert {name for name in families if not any(one.startswith(name) for one in shown)} == set()


def test_what_alerts_count_is_there_before_the_first_event() -> None:
    """In a process of its own: in this one, events may have been counted already."""
    code = "from bot.watching import metrics; print(metrics.page({}, 0, 0, 0.0, {}, 1).decode())"
    page = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert 'canasta_discord_calls_total{status="429"} 0.0' in page
    assert "canasta_errors_total 0.0" in page
    assert 'canasta_first_answer_seconds_bucket{kind="completion",le="+Inf"} 0.0' in page


def test_each_alert_has_a_case_in_which_it_goes_off_and_one_in_which_it_does_not() -> None:
    document = yaml.safe_load((DEPLOY / "prometheus" / "alerts_test.yml").read_text(encoding="utf-8"))
    cases = [case for test in document["tests"] for case in test["alert_rule_test"]]
    for goes_off in (True, False):
        assert {case["alertname"] for case in cases if bool(case.get("exp_alerts")) == goes_off} == {
            rule["alert"] for rule in alerts()
        }


def test_every_alert_is_explained() -> None:
    page = (ROOT / "docs" / "watching.md").read_text(encoding="utf-8")
    explained = re.findall(r"^### (\w+)$", page, re.MULTILINE)
    assert explained == [rule["alert"] for rule in alerts()]
    for rule in alerts():
        assert rule["annotations"]["page"] == f"docs/watching.md#{rule['alert'].lower()}"
        assert rule["annotations"]["summary"]
        assert rule["labels"]["severity"] in ("page", "ticket")


def test_compose_runs_the_bot_and_its_backups_with_nothing_writable_but_their_folder() -> None:
    document = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    assert set(document["services"]) == {"bot", "backup"}
    settings = {f"CANASTA_{name.upper()}" for name in Settings.model_fields}
    for service in document["services"].values():
        assert set(service["environment"]) <= settings
        assert service["read_only"] is True
        assert service["volumes"] == ["data:/data"]
        assert [one.split(":")[0] for one in service["tmpfs"]] == ["/tmp"]
        assert (DEPLOY / service["build"] / "Dockerfile").is_file()
    assert document["services"]["bot"]["ports"] == ["127.0.0.1:9464:9464"]
    assert set(document["volumes"]) == {"data"}


def test_pages_name_the_container_and_the_services_that_there_are() -> None:
    pages = "\n".join(one.read_text(encoding="utf-8") for one in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
    run_by_hand = set(re.findall(r"docker run -d --name (\S+)", pages))
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]["bot"][
        "container_name"
    ]
    assert run_by_hand == {composed}
    assert set(re.findall(r"docker (?:exec|stop|start|rm|logs|cp) (\w+)", pages)) == {composed}
    named = re.findall(r"docker compose -f (\S+) (?:run|up) (?:-\S+ (?:\w+:\S+ )?)*(\w+)", pages)
    assert named
    for file, service in named:
        assert service in yaml.safe_load((ROOT / file).read_text(encoding="utf-8"))["services"], (file, service)


def test_compose_runs_the_bot_on_postgresql_too() -> None:
    document = yaml.safe_load((DEPLOY / "compose-postgresql.yaml").read_text(encoding="utf-8"))
    bot, database, backup = (document["services"][name] for name in ("bot", "database", "backup"))
    assert set(bot["environment"]) <= {f"CANASTA_{name.upper()}" for name in Settings.model_fields}
    assert bot["read_only"] is True
    assert "volumes" not in bot
    assert [one.split(":")[0] for one in bot["tmpfs"]] == ["/tmp"]
    address = place(re.sub(r"\$\{POSTGRES_PASSWORD:[^}]*\}", "secret", bot["environment"]["CANASTA_DATABASE"]))
    assert isinstance(address, str)
    parts = psycopg.conninfo.conninfo_to_dict(address)
    made = database["environment"]
    assert (parts["user"], parts["dbname"], parts["host"]) == (made["POSTGRES_USER"], made["POSTGRES_DB"], "database")
    assert "ports" not in database
    assert {f"PG{name.upper()}" for name in ("host", "user", "database", "password")} == set(backup["environment"])
    used = {one.split(":")[0] for service in document["services"].values() for one in service.get("volumes", ())}
    assert set(document["volumes"]) == used
    assert bot["depends_on"] == backup["depends_on"] == {"database": {"condition": "service_healthy"}}


class _Overlay(yaml.SafeLoader):
    """Reads a file that is laid over another one, of which it may leave something out."""


def _nothing(_loader: yaml.SafeLoader, node: yaml.Node) -> list[object]:
    return list(node.value)


_Overlay.add_constructor("!reset", _nothing)


def test_compose_runs_several_processes_behind_a_balancer() -> None:
    over = yaml.load((DEPLOY / "compose-several.yaml").read_text(encoding="utf-8"), _Overlay)
    under = yaml.safe_load((DEPLOY / "compose-postgresql.yaml").read_text(encoding="utf-8"))
    bot, balancer = over["services"]["bot"], over["services"]["balancer"]
    assert set(over["services"]) & set(under["services"]) == {"bot"}
    assert set(bot["environment"]) <= {f"CANASTA_{name.upper()}" for name in Settings.model_fields}
    settings: dict[str, Any] = {
        name.removeprefix("CANASTA_").lower(): value for name, value in bot["environment"].items()
    }
    # Each of them can be as it is written.
    assert Settings(**settings, interactions_key="0" * 64).workers == "several"
    proxy = over["services"]["proxy"]
    assert bot["environment"]["CANASTA_DISCORD_API"] == f"http://proxy/api/v{discord.http.INTERNAL_API_VERSION}"
    assert (proxy["environment"]["PORT"], "ports" in proxy) == ("80", False), "whoever reaches it is the bot"
    assert bot["ports"] == []
    assert bot["deploy"]["replicas"] == 3
    written = over["configs"]["balancer"]["content"]
    assert f"dynamic a bot {bot['environment']['CANASTA_INTERACTIONS_PORT']} {{" in written
    assert f"handle {PATH} {{" in written
    assert written.count("{") == written.count("}")
    assert [one["source"] for one in balancer["configs"]] == [*over["configs"]]
    assert {one.split(":")[0] for one in balancer["volumes"]} == set(over["volumes"])
    assert balancer["read_only"] is True


def test_the_image_runs_as_nobody_in_particular_and_holds_the_program_alone() -> None:
    lines = (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines()
    assert sum(line.startswith("FROM ") for line in lines) == 2
    assert [line for line in lines if line.startswith("USER ")] == ["USER 10001"]
    copied = {one for line in lines if line.startswith("COPY ") and "--from" not in line for one in line.split()[1:-1]}
    let_in = {
        line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line.startswith("!")
    }
    assert copied == let_in == {"bot", "cogs", "deploy/trim-packages.sh", "renderer", "requirements.txt"}


def test_the_image_keeps_what_babel_knows_of_the_languages_of_discord() -> None:
    (kept,) = re.findall(r"/\(root\|([a-z|]+)\)", TRIM.read_text(encoding="utf-8"))
    assert set(kept.split("|")) == {language.value.partition("-")[0] for language in discord.Locale}


@pytest.mark.slow
def test_the_packages_of_the_image_still_work_and_are_much_smaller(tmp_path: Path) -> None:
    for package in (discord, babel, PIL):
        folder = Path(package.__path__[0])
        shutil.copytree(folder, tmp_path / folder.name)
    # Beside it lie the libraries that it loads, where the system has none.
    libraries = Path(PIL.__path__[0]).with_name("pillow.libs")
    if libraries.exists():
        shutil.copytree(libraries, tmp_path / libraries.name)
    shared = next((tmp_path / "PIL").glob("_imaging.*"))
    (tmp_path / "in a cache").hardlink_to(shared)
    whole = shared.read_bytes()
    before = _bytes_in(tmp_path)
    subprocess.run(["sh", TRIM, tmp_path, sys.executable], check=True)
    assert not [*tmp_path.rglob("*.py")]
    assert (tmp_path / "in a cache").read_bytes() == whole
    assert _bytes_in(tmp_path) < before * 2 / 3
    draw = (
        "import babel, discord, PIL\n"
        "from bot.client import client\n"
        "from bot.ui import i18n\n"
        "from renderer import render_sample\n"
        "import importlib\n"
        "for name in client.COGS: importlib.import_module(name)\n"
        "for language in i18n.languages(): i18n.catalogue(language)\n"
        "assert render_sample(large=False).png.startswith(b'\\x89PNG')\n"
        "print(babel.__file__, discord.__file__, PIL.__file__)\n"
    )
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (tmp_path, ROOT)))}
    done = subprocess.run(
        [sys.executable, "-c", draw], cwd=tmp_path, env=environment, check=True, capture_output=True, text=True
    )
    assert done.stdout.split() == [str(tmp_path / name / "__init__.pyc") for name in ("babel", "discord", "PIL")]


def _bytes_in(folder: Path) -> int:
    return sum(one.stat().st_size for one in folder.rglob("*") if one.is_file() and "__pycache__" not in one.parts)


def test_the_service_names_settings_that_there_are() -> None:
    text = (DEPLOY / "canasta.service").read_text(encoding="utf-8")
    named = set(re.findall(r"CANASTA_\w+", text))
    assert named
    assert named <= {f"CANASTA_{name.upper()}" for name in Settings.model_fields}


@pytest.mark.parametrize("path", sorted((ROOT / ".github").rglob("*.yml")), ids=lambda path: path.name)
def test_hosted_checks_use_actions_of_a_named_version(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    document = yaml.safe_load(text)
    steps = [step for job in document.get("jobs", {}).values() for step in job["steps"]]
    for step in steps:
        assert ("uses" in step) != ("run" in step)
        assert "uses" not in step or re.fullmatch(r"[\w./-]+@v\d[\d.]*", step["uses"])


def commands_in(path: Path) -> list[str]:
    """Return the commands of the bot that a page or a file tells, without what starts Python."""
    text = path.read_text(encoding="utf-8")
    return re.findall(r"python -m bot ((?:database|health|variants)\b[^`;\n&|]*)", text)


TOLD = sorted(
    {
        (path.name, one.strip())
        for path in [*(ROOT / "docs").rglob("*.md"), DEPLOY / "compose.yaml"]
        for one in commands_in(path)
    }
)


@pytest.mark.parametrize(("page", "command"), TOLD)
def test_commands_that_pages_tell_are_understood(
    page: str, command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CANASTA_DATABASE", str(tmp_path / "none.sqlite3"))
    with contextlib.suppress(SystemExit):
        main(shlex.split(command))
    assert "usage:" not in capsys.readouterr().err, page


def test_tests_that_pages_name_are_there() -> None:
    named = {
        (page.name, path)
        for page in (ROOT / "docs").rglob("*.md")
        for path in re.findall(r"`(tests/[\w/]+(?:\.py)?)`", page.read_text(encoding="utf-8"))
    }
    assert len(named) > 10
    assert [(page, path) for page, path in sorted(named) if not (ROOT / path).exists()] == []


def test_settings_made_by_the_page_leave_the_database_to_the_unit() -> None:
    """A line of the environment's file would count before the unit's own, and name a folder that the unit can't write to."""
    page = (ROOT / "docs/operating/install.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"sed '([^']+)' \.env > /etc/canasta\.env", page)
    example = ROOT / ".env.example"
    assert re.search(r"^CANASTA_DATABASE=", example.read_text(encoding="utf-8"), re.MULTILINE)
    made = subprocess.run(["sed", script, example], check=True, capture_output=True, text=True).stdout
    assert re.findall(r"^(CANASTA_(?:DATABASE|TOKEN))=", made, re.MULTILINE) == ["CANASTA_TOKEN"]


def test_containers_with_the_settings_of_a_file_keep_the_database_in_their_volume() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    joined = [re.sub(r"\\\n\s*", "", page.read_text(encoding="utf-8")) for page in pages]
    runs = [line for page in joined for line in page.splitlines() if "--env-file .env" in line]
    assert len(runs) == 2
    assert [line for line in runs if "-e CANASTA_DATABASE=/data/" not in line] == []
