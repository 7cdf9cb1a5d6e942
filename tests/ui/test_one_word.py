"""One word for each thing, as the glossary of `bot/locale/README.md` has it: each language has a list of other words."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from babel.messages.pofile import read_po

from bot.ui.i18n import languages
from tests.ui.test_translations import FILES, forms

#: By language, the words that no text says, and those that stand in their place.
FORBIDDEN: dict[str, dict[str, str]] = {
    "en": {
        r"\badvice\b": "hint",
        r"\bpacks?\b": "deck",
        r"\bsequences?\b": "run",
        r"\bboard\b": "leaderboard",
        r"\bmeld, then|\bmeld cards\b": "lay down",
        r"\bin this turn\b": "this turn",
        r"\bif left empty\b": "(empty: …)",
        r"\be\.g\.": "for example",
        r"\bteam-?mates?\b": "partner",
        r"\btime is up\b": "time runs out",
        r"– tied\b": "drawn",
    },
    "de": {
        r"\bRatschl[aä]g": "Tipp",
        r"\bGegenseite": "Gegner",
        r"\bAufträge?\b": "geplanter Zug",
        r"\bTisch (?:wurde )?abge?sag": "auflösen",
        r"\bnächste Person\b": "wer nach dir dran ist",
    },
    "es": {
        r"\bconsejos?\b": "pista",
        r"\b[Cc]ada cual\b": "cada uno",
        r"\b(?:has|ha|han) (?:terminado|empezado|dado|jugado|dicho|cerrado|abierto|robado|descartado)\b": "simple past",
        r"\b[Aa]nular (?:la mesa|el torneo)": "cancelar",
    },
    "fr": {r"\bconseils?\b": "indice", r"puis-je sortir": "je peux sortir", r"\b[Mm]atch nul\b": "égalité"},
    "it": {
        r"\bsuggeriment[oi]\b": "consiglio",
        r"\bordini permanenti\b": "turno programmato",
        r"\bcalientes\b": "caliente",
        r"[Tt]occa a (?:\*\*)?\{": "turno di",
        r"\bva con\b": "si attacca",
        r"\bgetta\b": "scarta",
        r"\bchiu(?:dere|so|sa) (?:la|questa) partita|partita è stata chiusa": "terminare",
    },
    "nl": {
        r"\badvies\b": "tip",
        r"\bopheffen|opgeheven": "sluiten",
        r"\bgeen enkel\b": "geen",
        r"\bWegdoen\b": "weggooien",
        r"\b[Ss]telling\b": "positie",
        r"\bnatuurlijke canasta": "zuivere canasta",
        r"\b[Aa]angemeld": "ingeschreven",
    },
    "pt-BR": {
        r"\bconselhos?\b": "dica",
        r"\bnesta vez\b": "agora",
        r"\bna mesma vez\b": "na mesma jogada",
        r"\b[Oo]rdens\b": "plano",
    },
    "ro": {
        r"\bsfaturi?\b": "indiciu",
        r"\b(?:[Jj]oc(?:ul|ului)? (?:\{round\}|s-a încheiat|următor)|acest joc s-)": "rundă",
        r"\b[Oo]rdin(?:e|ul|ele)\b": "plan",
        r"\brund\w* turneului": "etapă",
        r"\bcoechipier": "partener",
        r"\b[Jj]ocul tău": "partida ta",
    },
}
#: Parts of a text that are no words: commands, placeholders, names of parameters, links.
_ELSEWHERE = re.compile(r"`[^`]*`|\{\w*\}|\b[a-z]+\.[a-z_]+\b|https?://\S+")


def texts(language: str) -> Iterator[str]:
    """Yield all texts that people read in a language, without commands, placeholders and names of parameters."""
    for path in FILES:
        if language not in ("en", path.parts[-3].replace("_", "-")):
            continue
        for message in read_po(path.open("rb")):
            if not message.id or str(message.context).startswith(("the words of", "words people", "name of a")):
                continue
            yield from forms(message.id) if language == "en" else forms(message.string)


def said_otherwise(language: str, said: Iterator[str]) -> list[tuple[str, str]]:
    """Return the texts that say a thing by another word than the language's own, with that word."""
    return [
        (instead, text)
        for text in dict.fromkeys(said)
        for wrong, instead in FORBIDDEN[language].items()
        if re.search(wrong, text if "{" in wrong else _ELSEWHERE.sub("…", text))
    ]


@pytest.mark.parametrize("language", FORBIDDEN)
def test_each_thing_has_one_word(language: str) -> None:
    """Each pair is the word, or the form, to write, and the text that says it otherwise."""
    assert said_otherwise(language, texts(language)) == []


def test_every_language_has_its_list() -> None:
    assert sorted(FORBIDDEN) == sorted(languages())


def test_another_word_would_be_found() -> None:
    assert said_otherwise("en", iter(["No advice", "No hints", "`/canasta advice`"])) == [("hint", "No advice")]
    assert said_otherwise("it", iter(["Tocca a **{name}**.", "È il turno di **{name}**."])) == [
        ("turno di", "Tocca a **{name}**.")
    ]
