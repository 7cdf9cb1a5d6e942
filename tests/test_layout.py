"""How the repository hangs together: who may import whom, what lies at the top, what must not be written down."""

from __future__ import annotations

import ast
import functools
import io
import re
import subprocess
import sys
import tokenize
import tomllib
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from bot.config import Settings

ROOT = Path(__file__).parent.parent
OURS = ("bot", "cogs", "renderer", "tests")

#: Our packages and modules that a package or module (longest name first) may import, itself aside. Each has a line of
#: its own.
MAY_IMPORT = {
    "bot.canasta": (),
    "bot.computer.workshop.audit": ("bot.canasta",),
    "bot.computer.workshop": ("bot.canasta", "bot.computer"),
    # Of the engine, players know cards, moves, rules and what melds may be; of a game, views alone.
    "bot.computer": (
        "bot.canasta.cards",
        "bot.canasta.going_out",
        "bot.canasta.melds",
        "bot.canasta.moves",
        "bot.canasta.rules",
        "bot.canasta.views",
    ),
    "bot.client.throttle": ("bot.ui.i18n",),
    "bot.client.signatures": (),
    "bot.client.webhook_events": (),
    "bot.client.endpoint": (
        "bot.client.signatures",
        "bot.client.webhook_events",
        "bot.data.errors",
        "bot.listener",
        "bot.watching",
    ),
    "bot.listener": (),
    "bot.watching": (),
    # Beside the cogs: it looks at tables, and plays by their services.
    "bot.browser": (
        "bot.canasta.cards",
        "bot.canasta.moves",
        "bot.canasta.views",
        "bot.data",
        "bot.listener",
        "bot.store",
        "bot.tables",
        "bot.ui",
        "bot.watching",
    ),
    # The ground floor: what is known of games and people, however it is stored and shown.
    "bot.data": (),
    "bot.store": ("bot.canasta", "bot.data", "bot.watching"),
    # Pure functions: they know what a table refuses, and nothing of locks, transactions and games in memory.
    "bot.tables.rules": ("bot.canasta", "bot.computer.levels", "bot.data", "bot.tables.errors"),
    "bot.tables": ("bot.canasta", "bot.computer", "bot.data", "bot.store", "bot.watching", "bot.worker"),
    "bot.league": ("bot.canasta", "bot.computer.levels", "bot.data", "bot.store", "bot.tables"),
    # Pages are made of views, of data, and of refusals.
    "bot.ui": (
        "bot.canasta.cards",
        "bot.canasta.errors",
        "bot.canasta.events",
        "bot.canasta.example_round",
        "bot.canasta.melds",
        "bot.canasta.moves",
        "bot.canasta.rules",
        "bot.canasta.untaken",
        "bot.canasta.views",
        "bot.computer.discards",
        "bot.computer.hints",
        "bot.computer.levels",
        "bot.data",
        "bot.league",
        "bot.tables.errors",
        "bot.tables.rules",
        "bot.tables.views",
        "bot.watching",
        "renderer",
    ),
    "bot.messages": (
        "bot.canasta.cards",
        "bot.canasta.views",
        "bot.data",
        "bot.league",
        "bot.store",
        "bot.tables",
        "bot.ui",
        "bot.watching",
        "bot.worker",
        "renderer",
    ),
    "bot.commands.arena": (
        "bot.canasta.rules",
        "bot.commands.options",
        "bot.computer",
        "bot.tables.rules.house_rules",
        "renderer",
    ),
    "bot.commands.daily": (
        "bot.canasta",
        "bot.commands.options",
        "bot.data",
        "bot.tables.daily_round",
        "bot.tables.rules.weekly_plan",
    ),
    "bot.commands.options": ("bot.config",),
    "bot.commands.replay": ("bot.canasta", "bot.commands.options"),
    "bot.commands.simulate": (
        "bot.canasta.rules",
        "bot.commands.options",
        "bot.computer",
        "bot.tables.rules.house_rules",
    ),
    "bot.commands.verify": ("bot.canasta.reading", "bot.commands.options", "bot.tables"),
    "bot.config": (),
    "bot.client.lead": ("bot.store", "bot.worker"),
    "bot.worker": ("bot.data", "bot.store"),
    "bot.commands.variants": ("bot.canasta", "bot.computer", "bot.ui"),
    "bot.commands.database": (
        "bot.commands.options",
        "bot.config",
        "bot.data",
        "bot.league",
        "bot.store",
        "bot.tables",
    ),
    "bot.client.command_places": (),
    "bot.client.greeting": (
        "bot.client.command_places",
        "bot.data",
        "bot.league",
        "bot.messages",
        "bot.store",
        "bot.tables",
        "bot.ui",
    ),
    "bot.client.interactions": (
        "bot.client.command_places",
        "bot.client.greeting",
        "bot.client.throttle",
        "bot.data",
        "bot.messages",
        "bot.ui",
        "bot.watching",
    ),
    "bot.client": (
        "bot.browser",
        "bot.canasta",
        "bot.config",
        "bot.data",
        "bot.league",
        "bot.messages",
        "bot.store",
        "bot.tables",
        "bot.ui",
        "bot.watching",
        "bot.worker",
    ),
    "bot.process": ("bot",),
    "bot.commands.league": ("bot.commands.options", "bot.data", "bot.league", "bot.store"),
    "bot.commands.sandbox": ("bot.canasta.rules", "bot.client", "bot.config", "bot.data", "bot.store"),
    "bot.commands": (),
    "bot.__main__": ("bot",),
    "renderer": ("bot.canasta.cards", "bot.canasta.events", "bot.canasta.rules", "bot.canasta.views"),
    "cogs": (
        "bot.canasta",
        "bot.client.client",
        "bot.computer",
        "bot.data",
        "bot.league",
        "bot.messages",
        "bot.tables",
        "bot.ui",
        "bot.watching",
        "renderer",
    ),
}
#: Code that gets views must not come near a game, nor near code that holds one.
NO_GAME = ("bot.browser", "bot.ui", "bot.messages", "cogs", "renderer")
HOLD_A_GAME = (
    "bot.canasta.game",
    "bot.canasta.record",
    "bot.tables.changes",
    "bot.tables.daily_round",
    "bot.tables.games_in_memory",
    "bot.tables.rules.game_result",
)
#: Modules of the tables that others may import apart from the package itself, which gives out `Tables` and the
#: refusals.
TABLES_FOR_OTHERS = tuple(
    f"bot.tables.{name}"
    for name in (
        "company",
        "daily_round",
        "departures",
        "errors",
        "pauses",
        "privacy",
        "rules",
        "timers",
        "tools",
        "views",
    )
)
#: Packages that only use their arguments: nothing in them waits for a database, for Discord or for anybody else.
ASKS_NOBODY = ("bot.canasta", "bot.data", "bot.tables.rules", "bot.ui", "renderer")
#: They wait for nobody else either, but pictures are drawn in threads, and names of all commands translated bit by bit.
LETS_OTHERS_GO_ON = ("bot.ui.pictures", "bot.ui.words.command_names")
#: Libraries that only one place may touch.
ONLY_IN = {
    "sqlite3": ("bot.store",),
    "aiosqlite": ("bot.store",),
    "psycopg": ("bot.store",),
    "nacl": ("bot.client.signatures",),
    "aiohttp": (
        "bot.browser.acts",
        "bot.browser.beginnings",
        "bot.browser.entrances",
        "bot.browser.exchange",
        "bot.browser.files",
        "bot.browser.guard",
        "bot.browser.streams",
        "bot.browser.lookups",
        "bot.browser.server",
        "bot.client.endpoint",
        "bot.listener",
        "bot.watching.web",
        "bot.messages.discord_api",
        "bot.messages.discord_refusals",
        "bot.__main__",
    ),
    "discord": (
        "bot.client",
        "bot.messages",
        "bot.commands.sandbox",
        "bot.ui",
        "bot.__main__",
        "cogs",
    ),
    "gettext": ("bot.ui.i18n", "renderer"),
    "babel": ("bot.ui",),
    "simcord": ("bot.commands.sandbox",),
    "PIL": ("renderer",),
    "pythonjsonlogger": ("bot.watching.logs",),
    "sentry_sdk": ("bot.watching.logs",),
    "zoneinfo": ("bot.tables.rules.zones",),
    "tzdata": ("bot.tables.rules.zones",),
}
#: Methods of discord.py that reach Discord; only `bot.messages.discord_api` calls them.
DISCORD_CALLS = {
    "create_dm",
    "create_thread",
    "defer",
    "delete_original_response",
    "edit_message",
    "edit_original_response",
    "application_info",
    "fetch_channel",
    "fetch_guild",
    "fetch_member",
    "fetch_message",
    "fetch_user",
    "original_response",
    "send_message",
    "send_modal",
}
TOP_LEVEL = {
    ".ci",
    ".dockerignore",
    ".env.example",
    ".github",
    ".gitignore",
    ".pre-commit-config.yaml",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Dockerfile",
    "LICENSE",
    "README.md",
    "bot",
    "cogs",
    "deploy",
    "docs",
    "findings",
    "pyproject.toml",
    "renderer",
    "requirements.txt",
    "tests",
}
#: Addresses of package indexes and paths of somebody's machine, written so that this file does not hold them itself.
FORBIDDEN = re.compile(
    r"py[p]i\.org|python[h]osted|[n]pmjs\.|[d]ebian\.org|/[w]ork/|/[f]arm/|/[r]oot/|/[t]mp/notes|[c]o-authored-by",
    re.IGNORECASE,
)
#: How comments cite notes that the repository doesn't hold: by the name of a site, of a list, by numbers of their points.
ELSEWHERE = re.compile(
    r"\b(?:pagat|romanian|wikipedia|la-filanda|catalogue):|\b[Ee]ach game's [A-Z]\w*|\beach Scoring\b"
    r"|\brule sheets?\b|\b(?:in|of) the catalogue\b|\b[Aa]mbiguity \d|\bT-[A-Z0-9]{2}-\d|\bA[A-Za-z]{0,2}\d?\.\d"
)


def repository_files() -> list[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    ).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


@functools.cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    paths = [path for top in ("bot", "cogs", "renderer") for path in sorted((ROOT / top).rglob("*.py"))]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in paths]
    return tuple((name, ast.parse(path.read_text(encoding="utf-8"))) for name, path in zip(names, paths, strict=True))


def imported(name: str, tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            # The engine's folder can be copied into another program as it is, so its imports are relative.
            ours = bool(node.level) or (node.module or "").split(".")[0] in OURS
            assert not ours or bool(node.level) == inside(name, "bot.canasta"), f"{name}: {ast.unparse(node)}"
            module = node.module or ""
            if node.level:
                package = name if ROOT.joinpath(*name.split(".")).is_dir() else name.rpartition(".")[0]
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                module = ".".join([*above, module]).rstrip(".")
            # `from bot import client` imports bot.client; `from bot.canasta.cards import Card` is bot.canasta.cards.
            yield from (
                f"{module}.{alias.name}" if is_module(f"{module}.{alias.name}") else module for alias in node.names
            )


def is_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    return path.is_dir() or path.with_suffix(".py").is_file()


def inside(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def out_of_reach(name: str, tree: ast.Module) -> list[str]:
    """Return what a module imports of ours and may not."""
    package = next((package for package in MAY_IMPORT if inside(name, package)), name)
    allowed = (package, *MAY_IMPORT.get(package, ()))
    return [
        f"{name} imports {other}"
        for other in imported(name, tree)
        if other.split(".")[0] in OURS and not any(inside(other, may) for may in allowed)
    ]


def waits(name: str, tree: ast.Module) -> list[str]:
    """Return where a module waits for somebody, if it is one that asks nobody."""
    if name in LETS_OTHERS_GO_ON or not any(inside(name, package) for package in ASKS_NOBODY):
        return []
    kinds = (ast.AsyncFunctionDef, ast.Await, ast.AsyncFor, ast.AsyncWith)
    return [f"{name}:{node.lineno} waits" for node in ast.walk(tree) if isinstance(node, kinds)]


def test_imports_run_one_way() -> None:
    assert [one for name, tree in modules() for one in out_of_reach(name, tree)] == []


def test_only_commands_go_into_the_workshop_of_the_computers() -> None:
    workshop = "bot.computer.workshop"
    outside = [(name, tree) for name, tree in modules() if not inside(name, workshop)]
    users = {name for name, tree in outside if any(inside(other, workshop) for other in imported(name, tree))}
    assert users == {"bot.commands.arena", "bot.commands.simulate", "bot.commands.variants"}


def test_what_is_made_of_data_asks_nobody() -> None:
    assert [one for name, tree in modules() for one in waits(name, tree)] == []


@pytest.mark.parametrize(
    ("name", "source", "wrong"),
    [
        ("bot.ui.pages.new_page", "from bot.data.tables import Table", []),
        ("bot.ui.pages.new_page", "from bot.store.games import Games", ["imports bot.store.games"]),
        ("bot.ui.pages.new_page", "from bot.store import Database", ["imports bot.store"]),
        ("bot.ui.pages.new_page", "def page():\n    from bot.store import games", ["imports bot.store.games"]),
        ("bot.ui.pages.new_page", "from bot.tables import Tables", ["imports bot.tables"]),
        ("bot.tables.rules.new", "from bot.store.games import Games", ["imports bot.store.games"]),
        ("cogs.new", "from bot.store.people import People", ["imports bot.store.people"]),
        ("bot.data.new", "from bot.store.database import Row", ["imports bot.store.database"]),
        ("bot.data.new", "from bot.ui.page import Page", ["imports bot.ui.page"]),
    ],
)
def test_who_may_not_reach_the_database_is_refused(name: str, source: str, wrong: list[str]) -> None:
    assert out_of_reach(name, ast.parse(source)) == [f"{name} {one}" for one in wrong]


@pytest.mark.parametrize(
    ("name", "source", "lines"),
    [
        ("bot.ui.pages.new_page", "def page(table):\n    return table.version", []),
        ("bot.ui.pages.new_page", "async def page(games):\n    return await games.get(1)", [1, 2]),
        ("bot.ui.pages.new_page", "async def page(tables):\n    async for one in tables:\n        pass", [1, 2]),
        ("bot.ui.pages.new_page", "async def page(lock):\n    async with lock:\n        pass", [1, 2]),
        ("bot.tables.rules.new", "async def refuse():\n    pass", [1]),
        ("bot.tables.turns", "async def play(games):\n    return await games.get(1)", []),
    ],
)
def test_a_page_that_waits_for_an_answer_is_refused(name: str, source: str, lines: list[int]) -> None:
    assert waits(name, ast.parse(source)) == [f"{name}:{line} waits" for line in lines]


@pytest.mark.slow
def test_no_two_modules_import_each_other() -> None:
    """Not by way of others either, nor inside of a function; in the engine not even for the sake of types."""
    needs = {name: set(imported(name, tree)) for name, tree in modules()}
    graph = {name: [other for other in others if other in needs and other != name] for name, others in needs.items()}
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"a circle: {' -> '.join(error.args[1])}")
    assert [name for name, tree in modules() if inside(name, "bot.canasta") and "TYPE_CHECKING" in ast.dump(tree)] == []


def test_no_two_public_classes_have_the_same_name() -> None:
    places: dict[str, list[str]] = {}
    for name, tree in modules():
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(name)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_the_engine_needs_the_standard_library_only() -> None:
    code = "import sys; sys.path.insert(0, sys.argv[1]); import bot.canasta; print(bot.canasta.__name__)"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(ROOT)], capture_output=True, check=False, text=True
    )
    assert (done.stdout, done.stderr) == ("bot.canasta\n", "")


def test_every_package_and_module_of_the_bot_has_a_line() -> None:
    """So that a new one is not let in by the line of another."""
    found = {".".join(name.split(".")[:2]) for name, _tree in modules()} - {"bot"}
    tops = {name if name.startswith("bot.") else name.split(".")[0] for name in found}
    assert tops - MAY_IMPORT.keys() == set()
    assert {name for name in MAY_IMPORT if not is_module(name)} == set()


def test_who_talks_to_people_never_holds_a_game() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, tree in modules()
        if any(inside(name, package) for package in NO_GAME)
        for other in imported(name, tree)
        if any(inside(other, module) for module in HOLD_A_GAME)
    ]
    assert wrong == []


def test_tables_are_changed_by_way_of_their_services() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, tree in modules()
        if not inside(name, "bot.tables")
        for other in imported(name, tree)
        if inside(other, "bot.tables") and other != "bot.tables"
        if not any(inside(other, module) for module in TABLES_FOR_OTHERS)
    ]
    assert wrong == []


def test_only_the_tables_reach_for_games_in_memory() -> None:
    wrong = [
        f"{name}:{node.lineno}"
        for name, tree in modules()
        if not inside(name, "bot.tables")
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "in_memory"
    ]
    assert wrong == []


def test_one_place_for_each_library() -> None:
    wrong = [
        f"{name} imports {other}"
        for name, tree in modules()
        for other in imported(name, tree)
        if not any(inside(name, place) for place in ONLY_IN.get(other.split(".")[0], (name,)))
    ]
    assert wrong == []


def test_only_one_module_calls_discord() -> None:
    wrong = [
        f"{name}:{node.lineno} calls {node.func.attr}"
        for name, tree in modules()
        if not inside(name, "bot.messages.discord_api")
        and any(inside(other, "discord") for other in imported(name, tree))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in DISCORD_CALLS
    ]
    assert wrong == []


def test_no_code_asks_for_a_variants_name() -> None:
    wrong = [
        f"{name}:{node.lineno}"
        for name, tree in modules()
        if name.startswith(
            ("bot.canasta", "bot.computer", "bot.tables", "bot.league", "bot.ui", "bot.messages", "cogs", "renderer")
        )
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare)
        and any(
            isinstance(side, ast.Attribute) and side.attr == "id" and ast.unparse(side.value).endswith("rules")
            for side in (node.left, *node.comparators)
        )
    ]
    assert wrong == []


def test_the_top_level_holds_what_it_should() -> None:
    found = {path.relative_to(ROOT).parts[0] for path in repository_files()}
    assert found - TOP_LEVEL == set()
    assert {"README.md", "pyproject.toml", "Dockerfile", ".env.example", ".ci", "LICENSE", "CHANGELOG.md"} <= found


def test_nothing_names_an_index_or_a_machine() -> None:
    wrong = []
    for path in repository_files():
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue
        wrong += [
            f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}"
            for number, line in enumerate(lines, 1)
            if FORBIDDEN.search(line)
        ]
    assert wrong == []


def test_every_setting_is_explained_with_its_default() -> None:
    explained: dict[str, str] = {}
    comment = False
    for line in (ROOT / ".env.example").read_text(encoding="utf-8").splitlines():
        if match := re.fullmatch(r"(\w+)=(.*)", line):
            assert comment, f"{match[1]} has no comment above it"
            explained[match[1]] = match[2]
        else:
            comment = line.startswith("#")
    defaults = {f"CANASTA_{name.upper()}": field.default for name, field in Settings.model_fields.items()}
    assert explained == {name: "" if default is None else str(default) for name, default in defaults.items()}


def test_the_readme_has_two_commands_and_links_what_is_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"^    (\S.*)$", text, re.MULTILINE) == [
        "pip install uv && uv run --no-dev --group sandbox python -m bot sandbox",
        "pip install uv && uv run pytest",
    ]
    linked = re.findall(r"\]\(([^):]+)\)", text)
    assert linked
    assert [path for path in linked if not (ROOT / path.partition("#")[0]).exists()] == []


def test_every_setting_is_on_its_page() -> None:
    text = (ROOT / "docs/settings.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(CANASTA_\w+)`", text))
    assert named == {f"CANASTA_{name.upper()}" for name in Settings.model_fields}


def said_in(path: Path) -> Iterator[tuple[int, str]]:
    """Yield docstrings and runs of comment lines of a file, each with its line: words with single spaces between."""
    source = path.read_text(encoding="utf-8")
    if ".md" not in source and not ELSEWHERE.search(" ".join(source.split())):
        return  # taking a file apart is slow
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef) and (
            docstring := ast.get_docstring(node)
        ):
            yield node.body[0].lineno, " ".join(docstring.split())
    run: list[str] = []
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            if run and token.start[0] > last + 1:
                yield last, " ".join(run)
                run = []
            run += token.string.lstrip("#:").split()
            last = token.start[0]
    if run:
        yield last, " ".join(run)


def headings(page: Path) -> list[str]:
    """Return the headings of a page, examples of text left out."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"^#+ (.+)$", text, re.MULTILINE)


def miscited(said: str) -> Iterator[str]:
    """Yield what a comment cites that isn't in the repository."""
    yield from (match[0] for match in ELSEWHERE.finditer(said))
    for match in re.finditer(r"[\w./-]+\.md\b", said):
        page = ROOT / match[0]
        if not page.is_file():
            yield match[0]
            continue
        heading = re.match(r", ([A-Z`].*)", said[match.end() :])
        # A heading may be followed by other words; it is there if one of the page's is what the rest begins with.
        if heading and not any(re.match(re.escape(one) + r"(?!\w)", heading[1]) for one in headings(page)):
            yield f"{match[0]}, {heading[1][:40]}"


@pytest.mark.slow
def test_comments_cite_what_is_in_the_repository() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {cited}"
        for top in OURS
        for path in sorted((ROOT / top).rglob("*.py"))
        for line, said in said_in(path)
        for cited in miscited(said)
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("See (docs/rules.md, Wild melds; docs/record-format.md).", []),
        ("See docs/rules.md, Wild melds, and docs/rules.md, which says it.", []),
        ("See (docs/rules.md, Tame melds).", ["docs/rules.md, Tame melds)."]),
        ("See (docs/rules.md, Wild meldsters).", ["docs/rules.md, Wild meldsters)."]),
        ("See docs/nowhere.md.", ["docs/nowhere.md"]),
        ("As somewhere says (pagat: classic, Melds).", ["pagat:"]),
        ("The initial meld (each game's Initial meld).", ["each game's Initial"]),
        ("Each game's moves; the romanian one; a gettext catalogue.", []),
    ],
)
def test_what_is_cited_is_looked_for(said: str, wrong: list[str]) -> None:
    assert list(miscited(said)) == wrong


def test_headings_of_docs_can_be_cited_and_linked() -> None:
    for page in sorted((ROOT / "docs").glob("*.md")):
        found = headings(page)
        assert len(set(found)) == len(found), f"{page.name} has a heading twice"
        for target, anchor in re.findall(r"\]\(([\w./-]*)#([\w-]+)\)", page.read_text(encoding="utf-8")):
            other = page.parent / target if target else page
            anchors = {re.sub(r"[^\w -]", "", one).lower().replace(" ", "-") for one in headings(other)}
            assert anchor in anchors, f"{page.name} links to {target}#{anchor}"


@pytest.fixture(scope="module")
def pins() -> dict[str, str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [
        *project["project"]["dependencies"],
        *(line for extra in project["project"]["optional-dependencies"].values() for line in extra),
        *(line for group in project["dependency-groups"].values() for line in group if isinstance(line, str)),
        *project["tool"]["uv"]["constraint-dependencies"],
    ]
    found = {}
    for line in wanted:
        match = re.fullmatch(r"([\w.-]+)(\[\w+\])?==([\w.]+)(; sys_platform != 'win32')?", line)
        assert match, f"{line} is not pinned to one version"
        found[re.sub(r"[._]", "-", match[1]).lower()] = match[3]
    return found


def test_the_container_installs_the_pinned_versions(pins: dict[str, str]) -> None:
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    frozen = dict(re.findall(r"^([\w-]+)==([\w.]+)", text, re.MULTILINE))
    assert frozen.items() <= pins.items()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    direct = {re.split("==", line)[0].lower().replace(".", "-") for line in project["project"]["dependencies"]}
    assert direct <= frozen.keys()
