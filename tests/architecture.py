"""The picture of how the packages import each other, drawn from the imports: `python -m tests.architecture` writes it again."""

from __future__ import annotations

import functools
import re
import sys
from pathlib import Path

import networkx as nx

from tests.test_layout import imported, inside, modules

FILE = Path(__file__).parent.parent / "docs" / "architecture.md"
#: Each package with what the picture says of it; everything outside them is the program itself.
PACKAGES = {
    "bot.commands": "the command line",
    "bot.client": "the Discord client",
    "cogs": "commands and presses",
    "bot.browser": "a page to play on",
    "bot.messages": "keeps Discord up to date",
    "bot.ui": "what people see",
    "bot.league": "ratings, seasons, tournaments",
    "bot.tables": "games in play",
    "bot.store": "the database",
    "bot.data": "games, people, results",
    "bot.computer": "computer players",
    "bot.canasta": "the rules engine",
    "renderer": "pictures",
    "bot.worker": "work in the background",
    "bot.listener": "an HTTP server for strangers",
    "bot.watching": "log, figures, health",
    "bot.config": "settings",
}
PROGRAM = "bot"
_PICTURE = re.compile(r"(?<=```mermaid\n).*?(?=```)", re.DOTALL)


def package_of(module: str) -> str:
    """Return which package of the picture a module belongs to."""
    return next((package for package in PACKAGES if inside(module, package)), PROGRAM)


@functools.cache
def imports() -> nx.DiGraph[str]:
    """Return which package imports which."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    for name, tree in modules():
        for other in imported(name, tree):
            if other.split(".")[0] in ("bot", "cogs", "renderer") and package_of(other) != package_of(name):
                graph.add_edge(package_of(name), package_of(other))
    return graph


def picture() -> str:
    """Return the picture in Mermaid's language, without the arrows that others imply where there is no circle."""
    graph = imports()
    arrows = nx.transitive_reduction(graph).edges if nx.is_directed_acyclic_graph(graph) else graph.edges
    lines = ["flowchart TD"]
    lines += [
        f'    {name.replace(".", "_")}["{name}<br>{PACKAGES.get(name, "start")}"]' for name in (PROGRAM, *PACKAGES)
    ]
    lines += [f"    {one.replace('.', '_')} --> {other.replace('.', '_')}" for one, other in sorted(arrows)]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Put the picture into the document."""
    text = FILE.read_text(encoding="utf-8")
    FILE.write_text(_PICTURE.sub(lambda _: picture(), text), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
