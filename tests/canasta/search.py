"""`python -m tests.canasta.search` looks for moves that are accepted but not listed, and for seats without a move.

It draws rule sets over all rule parameters, plays rounds under them, and in many positions, made tight on purpose too,
tries what a mischievous player might. It prints its findings as records that replay, with as few house rules and cards
as show them; the same seed finds the same.

**A finding is**

- a move that is accepted though nothing that *covers* it is listed;
- a move that is listed and refused;
- a move after which whoever is to move has none, in a round that isn't over;
- a position from which the engine goes on otherwise than the game that it is of; any other exception than a refusal.

**What covers an accepted move**

- of a verb that stands alone, and of a discard, three, answer, `keep` or `special`: the very same move;
- `undo`: that it is among the verbs;
- a pick: a pick for a run of that name;
- melds and takes of a side that has still to open, and strokes of several groups: any listed move of that verb, since
  openings that are larger than needed, or put together otherwise, are listed once;
- melds and takes of a single group: a listed move of that verb that leaves the same melds on the table, by their ranks
  and numbers of naturals, twos and jokers; suits matter in runs only. Where a run results, it is covered too if it
comes of
  listed moves one after the other: cards are added to runs one place a move. A run in which a wild card stands for a
card
  that the hand still holds is not looked for: the card itself is listed there.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice

from bot.canasta import record
from bot.canasta.game import Game
from bot.canasta.moves import IllegalMove, Move, UnreadableMove, read_move
from bot.canasta.position import state as position_state
from bot.canasta.reading import BadRecord
from bot.canasta.rules import Rules, RulesError, list_variants, load_rules
from tests.canasta.play import Document, State
from tests.canasta.tight import side_of, tight
from tests.canasta.tries import PLACES, Place, is_run, is_wild, low_place, lowest, tries
from tests.perft.rule_sets import draw
from tests.perft.walk import Start, begin

UNLISTED = "accepted but not listed"
REFUSED = "listed but refused"
STUCK = "no legal move left"
FORGOTTEN = "goes on otherwise from its position"
BROKEN = "breaks"

STEPS_A_ROUND = 160
"""This many moves of a round are played at most."""
SCORING = (
    "values.", "score.", "canastas.", "wilds.bonus", "wilds.unfinished", "sequences.bonus", "sequences.unfinished", "twos.na",
    "twos.mixed", "threes.totals", "threes.plus_if", "threes.left", "threes.black_four", "out.bonus",
    "out.concealed", "deal.bonuses", "extra.caliente_cost",
)  # fmt: skip
"""Every third rule set has no parameter that begins so: they say what a round is worth, and seldom what may be done."""

CLOSE = (
    "melds.",
    "wilds.",
    "twos.",
    "sequences.",
    "opening.",
    "pile.",
    "discards.",
    "out.",
    "threes.red",
    "threes.black",
)
"""Every third rule set has such parameters alone: they say most about what may be laid, taken and discarded."""

LISTED = 30
"""This many of the listed moves are tried in a position at most."""


@dataclass(frozen=True)
class Finding:
    """Something wrong: after the moves of a record that begins at a position, the last of which may be what is wrong."""

    kind: str
    document: Document
    line: str = ""

    def text(self) -> str:
        """Return it as one line of JSON: what is wrong, and the record."""
        record_of_it = {**self.document, "moves": [*self.document["moves"], *([self.line] if self.line else [])]}
        return f"{self.kind}: {self.line}\n    {json.dumps(record_of_it, ensure_ascii=False)}"

    def alike(self) -> tuple[object, ...]:
        """Return the common part of findings with the same cause, as far as it is visible from outside."""
        verb = self.line.split()[1] if self.line else ""
        return self.kind, verb, tuple(sorted(self.document.get("rules", {})))


class Broken(Exception):
    """The engine raised something else than a refusal."""


@dataclass
class Position:
    """A record that begins at a position, with what is asked of it: what is listed, and what comes of a move."""

    document: Document
    _game: Game | None = None
    _listed: list[Move] | None = None
    _effects: dict[str, set[object]] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """A game that stands there. Raises `BadRecord` where the record can't be read."""
        if self._game is None:
            self._game = record.game_from_record(self.document)
        return self._game

    @property
    def listed(self) -> list[Move]:
        if self._listed is None:
            game = self.game
            try:
                self._listed = [*game.legal_moves()]
            except Exception as error:
                raise Broken(f"legal_moves: {error!r}") from error
        return self._listed

    def accepts(self, line: str) -> Game | None:
        """Return the game after a move, None if it is refused; this position stays."""
        game = self.game
        try:
            move = read_move(line)
        except UnreadableMove:
            return None
        try:
            game.apply(move)
        except IllegalMove:
            return None
        except ValueError as error:
            self._game = None
            if "shuffle" in type(error).__name__.lower():
                return None  # the pile became the stock, and the position doesn't say in which order
            raise Broken(repr(error)) from error
        except Exception as error:
            self._game = None
            raise Broken(repr(error)) from error
        self._game = None
        return game

    def effects(self, verb: str) -> set[object]:
        """Return what the listed moves of a verb leave on the table."""
        if verb not in self._effects:
            after = (self.accepts(str(move)) for move in self.listed if move.verb == verb)
            self._effects[verb] = {effect(_state(game), game.rules) for game in after if game is not None}
        return self._effects[verb]


def _state(game: Game) -> State:
    state = position_state(game)
    assert state is not None
    return state


def _shape(meld: Sequence[str], rules: Rules) -> tuple[object, ...]:
    """Return what matters of a meld: suits in runs only, and there not which wild card lies where, nor those that move on."""
    plain = ["2" if card[0] == "2" else card for card in meld]
    ranks = {card[0] for card in meld if not is_wild(card)}
    alone = len(ranks) == 1 == rules.melds.min_naturals  # a meld of a rank then, though it would be a run elsewhere
    if alone or not (rules.sequences.allowed and is_run(meld)):
        return (*ranks, len(meld), plain.count("2"), plain.count("*"))
    suit, low = low_place(meld)[0], lowest(meld)
    natural = [card == rank + suit for card, rank in zip(meld, PLACES[low:], strict=False)]
    standing = [card if own else "?" for card, own in zip(meld, natural, strict=True)]
    wilds = "".join(sorted(card for card, own in zip(plain, natural, strict=True) if not own))
    if not rules.sequences.free_wild:
        return suit + PLACES[low], *standing, wilds
    first, last = natural.index(True), len(natural) - natural[::-1].index(True)
    return suit + PLACES[low + first], *standing[first:last], wilds


def effect(state: State, rules: Rules) -> object:
    """Return what lies on the table, every side's melds as a bag."""
    return tuple(tuple(sorted((_shape(one.split(), rules) for one in side), key=repr)) for side in state["melds"])


def covered(position: Position, line: str, after: State) -> bool:
    """Return whether what is listed covers an accepted move (as the module says)."""
    move = read_move(line)
    if move.verb == "undo":
        return "undo" in position.game.legal_verbs()
    same = [one for one in position.listed if one.verb == move.verb]
    if move.verb == "pick":
        names = {(one.groups[0].name.kind, one.groups[0].name.key) for one in same if one.groups[0].name is not None}
        name = move.groups[0].name
        return name is not None and (name.kind, name.key) in names
    if move.verb not in ("meld", "take"):
        return move in same
    state = _state(position.game)
    if len(move.groups) > 1 or not _has_opened(position.game, state, move.seat):
        return bool(same)
    if effect(after, position.game.rules) in position.effects(move.verb) or _by_steps(position, move.verb, after):
        return True
    return _keeps_the_card(state, after, move.seat)


def _keeps_the_card(before: State, after: State, seat: int) -> bool:
    """Return whether a wild card of the run just laid stands for a card that the hand holds."""
    lying = Counter(one for side in before["melds"] for one in side)
    laid = Counter(one for side in after["melds"] for one in side) - lying
    runs = (one.split() for one in laid if is_run(one.split()))
    held = after["hands"][seat].split()
    return any(
        card != rank + low_place(run)[0] and rank + low_place(run)[0] in held
        for run in runs
        for card, rank in zip(run, PLACES[lowest(run) :], strict=False)
    )


def _has_opened(game: Game, state: State, seat: int) -> bool:
    rules = game.rules
    apart = rules.side.mode in ("lone", "alliance") and "shared-opening" not in rules.side.pairing
    return not apart and bool(state["melds"][side_of(rules, state, game.played + len(game.rounds), seat)])


def _by_steps(position: Position, verb: str, after: State) -> bool:
    """Return whether listed moves, one after the other, come to these melds; all of them add to one run."""
    rules = position.game.rules
    before, goal = _state(position.game), effect(after, rules)
    lying = _bag(after, rules) & _bag(before, rules)
    run, *others = list(_bag(after, rules) - _bag(before, rules)) or [()]
    if others or not run or not isinstance(run[0], str) or len(run[0]) != 2:
        return False
    seen: set[object] = set()
    todo = [(position, verb)]
    while todo:
        here, verb = todo.pop()
        for line in (str(move) for move in here.listed if move.verb == verb and _is_for_run(move, run[0][0])):
            game = here.accepts(line)
            state = before if game is None else _state(game)
            if effect(state, rules) == goal:
                return True
            (part, *more), rest = list(_bag(state, rules) - lying) or [()], lying - _bag(state, rules)
            if rest or more or not part or not _is_part(part, run, rules) or effect(state, rules) in seen:
                continue
            seen.add(effect(state, rules))
            if state["turn"] == before["turn"] and state["phase"] == "play":
                todo.append((Position({**here.document, "moves": [*here.document["moves"], line]}), "meld"))
    return False


def _bag(state: State, rules: Rules) -> Counter[tuple[object, ...]]:
    return Counter(_shape(meld.split(), rules) for side in state["melds"] for meld in side)


def _is_for_run(move: Move, suit: str) -> bool:
    name = move.groups[0].name
    return len(move.groups) == 1 and (name is None or str(name).startswith(suit))


def _is_part(part: Sequence[object], run: Sequence[object], rules: Rules) -> bool:
    """Return whether a shape is a run that lies within another one."""
    (name, *cards, wilds), (whole, *places, more) = map(str, part), map(str, run)
    if len(name) != 2 or name[0] != whole[0] or Counter(wilds) - Counter(more):
        return False
    if rules.sequences.free_wild:
        return not Counter(cards) - Counter(["?"] * len(cards) + places)
    at = PLACES.index(name[1]) - PLACES.index(whole[1])
    return at >= 0 and places[at : at + len(cards)] == cards


def place_of(game: Game) -> Place:
    """Return what whoever is to move sees."""
    state = _state(game)
    seat = game.turn
    assert seat is not None
    side = side_of(game.rules, state, game.played + len(game.rounds), seat)
    pile = state["pile"].split()
    melds = tuple(tuple(meld.split()) for meld in state["melds"][side])
    return Place(seat, tuple(state["hands"][seat].split()), melds, pile[-1] if pile else None)


def _is_stuck(game: Game) -> bool:
    try:
        return game.turn is not None and not game.legal_moves()
    except Exception as error:
        raise Broken(f"legal_moves: {error!r}") from error


def examine(document: Document, chance: random.Random, many: int) -> tuple[list[Finding], list[str]]:
    """Try moves in a position: what is wrong there, and the moves that were accepted."""
    position = Position(document)
    found: list[Finding] = []
    accepted: list[str] = []
    listed = [str(move) for move in position.listed]
    some = chance.sample(listed, min(len(listed), LISTED))
    for line in dict.fromkeys([*some, *tries(chance, place_of(position.game), many)]):
        try:
            game = position.accepts(line)
            if game is None:
                if line in some and _kind(document, line) == REFUSED:
                    found.append(Finding(REFUSED, document, line))
                continue
            accepted.append(line)
            if _is_stuck(game):
                found.append(Finding(STUCK, document, line))
            if line not in listed and not covered(position, line, _state(game)):
                found.append(Finding(UNLISTED, document, line))
        except Broken:
            found.append(Finding(BROKEN, document, line))
    return found, accepted


def _kind(document: Document, line: str) -> str | None:
    """Return what is wrong with a move in a position, None if nothing is. Raises `BadRecord`."""
    position = Position(document)
    try:
        if not line:
            return FORGOTTEN if _forgets(document) else None
        listed = [str(move) for move in position.listed]
        game = position.accepts(line)
        if game is None:
            lost = line in listed and _is_refused(document, line)
            return REFUSED if lost else None
        if line not in listed and not covered(position, line, _state(game)):
            return UNLISTED
        return STUCK if _is_stuck(game) and position.listed else None
    except Broken:
        return BROKEN


def _is_refused(document: Document, line: str) -> bool:
    game = Position(document).game
    try:
        game.apply(read_move(line))
    except IllegalMove:
        return True
    except ValueError:
        pass
    return False


def _forgets(document: Document) -> bool:
    """Return whether the state after the moves lists other moves when it is fed back as a position."""
    game = Position(document).game
    again = {**document, "position": _state(game), "scores": _state(game)["scores"], "moves": []}
    try:
        return sorted(map(str, Position(again).listed)) != sorted(map(str, game.legal_moves()))
    except BadRecord:
        return True


# Going through positions


def _next(chance: random.Random, lines: Sequence[str]) -> str:
    """Return a move to go on with: one that lays cards mostly, so that rounds get somewhere."""
    lively = [line for line in lines if line.split()[1] not in ("draw", "discard", "undo", "float")]
    forward = [line for line in lines if not line.endswith("undo")]
    return chance.choice(lively if lively and chance.random() < 0.75 else forward or list(lines))


def positions(start: Start) -> Iterator[Document]:
    """Yield positions of one round, as it is played by moves drawn by the seed."""
    chance = random.Random(f"search {start.seed}")
    game = begin(start)
    for _ in range(STEPS_A_ROUND):
        if game.turn is None:
            return
        state = _state(game)
        yield {
            "variant": start.variant,
            "layout": start.layout,
            "rules": dict(start.house),
            "scores": state["scores"],
            "round": game.played,
            "position": state,
            "moves": [],
        }
        legal = game.legal_moves()
        if not legal:
            return
        game.apply(read_move(_next(chance, list(map(str, legal)))))


def search(start: Start, many: int, looked_at: Counter[str]) -> Iterator[Finding]:
    """Yield what is wrong in one round and in tight positions made from it; `looked_at` counts positions and moves."""
    chance = random.Random(f"look {start.seed}")
    for document in positions(start):
        state = document["position"]
        if chance.random() < 0.08:
            yield from _follow(document, chance, many, 1, looked_at)
        if state["phase"] == "draw" and "answer" not in state and chance.random() < 0.25:
            rules = load_rules(start.variant, start.layout, house=dict(start.house))
            yield from _follow(tight(chance, rules, document), chance, many, 5, looked_at)


def _follow(
    document: Document, chance: random.Random, many: int, steps: int, looked_at: Counter[str]
) -> Iterator[Finding]:
    """Yield what is wrong in a position and in those that come of it."""
    for step in range(steps):
        try:
            position = Position(document)
            if position.game.turn is None or not position.listed:
                return  # no play leads to this position, or the round is over
            found, accepted = examine(document, chance, many)
        except BadRecord:
            looked_at["unreadable"] += 1
            return
        except Broken:
            yield Finding(BROKEN, document)
            return
        looked_at["positions"] += 1
        looked_at["accepted"] += len(accepted)
        yield from found
        if found or not accepted:
            return
        document = {**document, "moves": [*document["moves"], _next(chance, accepted)]}
        if step and _forgets(document):
            yield Finding(FORGOTTEN, document)


# Making findings small


def holds(finding: Finding) -> bool:
    """Return whether a finding is still there."""
    try:
        load_rules(finding.document["variant"], finding.document["layout"], house=finding.document.get("rules", {}))
        return _kind(finding.document, finding.line) == finding.kind
    except (RulesError, BadRecord):
        return False


def shrunk(finding: Finding) -> Finding:
    """Return the same finding with as few house rules, moves, and cards as show it."""
    finding = _flat(finding)
    for _ in range(2):
        for name in list(finding.document.get("rules", {})):
            rules = {one: value for one, value in finding.document["rules"].items() if one != name}
            finding = _if_holds(finding, {**finding.document, "rules": rules})
        for key in list(finding.document["position"]):
            if key not in ("turn", "phase", "hands"):
                finding = _if_holds(finding, _with_position(finding, {}, without=key))
        for key in ("stock", "pile"):
            finding = _fewer_cards(finding, key)
        for key in ("melds", "hands", "threes", "feet", "talons"):
            for index in range(len(finding.document["position"].get(key, []))):
                finding = _fewer_in(finding, key, index)
        finding = _if_holds(finding, {**finding.document, "scores": [0] * len(finding.document["scores"])})
    return finding


def _flat(finding: Finding) -> Finding:
    """Return it with the state before the last move as its position, if it is there then too."""
    if not finding.document["moves"]:
        return finding
    try:
        state = _state(record.game_from_record(finding.document))
    except BadRecord:
        return finding
    return _if_holds(finding, {**finding.document, "position": state, "scores": state["scores"], "moves": []})


def _if_holds(finding: Finding, document: Document) -> Finding:
    smaller = Finding(finding.kind, document, finding.line)
    return smaller if holds(smaller) else finding


def _with_position(finding: Finding, changed: Mapping[str, object], without: str = "") -> Document:
    position = {**finding.document["position"], **changed}
    position.pop(without, None)
    return {**finding.document, "position": position}


def _fewer_cards(finding: Finding, key: str) -> Finding:
    cards = finding.document["position"].get(key, "").split()
    finding = _if_holds(finding, _with_position(finding, {key: ""}))
    finding = _if_holds(finding, _with_position(finding, {key: " ".join(cards[-1:])}))
    for card in list(finding.document["position"].get(key, "").split()):
        left = finding.document["position"][key].split()
        left.remove(card)
        finding = _if_holds(finding, _with_position(finding, {key: " ".join(left)}))
    return finding


def _fewer_in(finding: Finding, key: str, index: int) -> Finding:
    """Take away cards of one hand, or whole melds of one side."""

    def replaced(items: Sequence[object]) -> Document:
        packets = list(finding.document["position"][key])
        packets[index] = list(items) if key == "melds" else " ".join(map(str, items))
        return _with_position(finding, {key: packets})

    def present() -> list[str]:
        packet = finding.document["position"][key][index]
        return list(packet) if key == "melds" else packet.split()

    if key == "hands" and index != finding.document["position"]["turn"] and len(present()) > 2:
        finding = _if_holds(finding, replaced(present()[:2]))
    for item in present():
        left = present()
        left.remove(item)
        if left or key != "hands":
            finding = _if_holds(finding, replaced(left))
    return finding


def starts(seed: int, rule_sets: int, table: str | None = None) -> Iterator[Start]:
    """Yield rounds to look at: one for each rule set, of one table if it is named (`samba/4`, or `samba`)."""
    streams = (
        draw(seed),
        draw(seed, lambda name: not name.startswith(SCORING)),
        draw(seed, lambda name: name.startswith(CLOSE) and not name.startswith(SCORING)),
    )
    drawn = (next(stream) for stream in cycle(streams))
    if table is not None:
        variant, _, layout = table.partition("/")
        drawn = (one for one in drawn if one[0] == variant and layout in ("", one[1]))
    for number, (variant, layout, house) in enumerate(islice(drawn, rule_sets)):
        yield Start(variant, layout, house, seed * 100000 + number)


def shipped(seed: int) -> Iterator[Start]:
    """Yield a round to look at for every table that comes with the bot, by its own rules."""
    tables = ((one.id, layout.name) for one in list_variants(own=False) for layout in one.layouts)
    for number, (variant, layout) in enumerate(tables):
        yield Start(variant, layout, {}, seed * 100000 + number)


def main(arguments: Sequence[str]) -> int:
    """Search, print each kind of finding once, and return 1 if there is any."""
    parser = argparse.ArgumentParser(prog="python -m tests.canasta.search", description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rule-sets", type=int, default=100)
    parser.add_argument("--table", help="one table only: samba/4, or all of samba")
    parser.add_argument("--shipped", action="store_true", help="every table by its own rules, in place of rule sets")
    parser.add_argument("--tries", type=int, default=60, help="moves of each kind that are tried in a position")
    options = parser.parse_args(arguments)
    looked_at: Counter[str] = Counter()
    seen: Counter[tuple[object, ...]] = Counter()
    drawn = starts(options.seed, options.rule_sets, options.table)
    for start in shipped(options.seed) if options.shipped else drawn:
        looked_at["rule sets"] += 1
        for finding in search(start, options.tries, looked_at):
            small = shrunk(finding)
            seen[small.alike()] += 1
            if seen[small.alike()] == 1:
                print(f"{start.seed} {small.text()}", flush=True)
    print("; ".join(f"{number} {what}" for what, number in looked_at.items()))
    for alike, number in seen.most_common():
        print(number, *alike)
    return 1 if seen else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
