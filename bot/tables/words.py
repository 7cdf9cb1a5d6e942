"""Cards, moves and happenings in words that people read in a message."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from bot.canasta import errors
from bot.canasta.cards import CALIENTE_RANK, JOKER, JOKER_RANK, THREE, Card, card_at, is_red_three, is_wild
from bot.canasta.events import Event
from bot.canasta.moves import Group, IllegalMove, Move, read_name
from bot.canasta.rules import Rules, RulesError, variant_info
from bot.canasta.rules.card_sets import card_sets
from bot.canasta.turn.take import Untaken
from bot.canasta.views import MeldView, PublicView, SideView
from bot.store.games import Seat, Table
from bot.tables import clock
from bot.tables.live import rules_of
from bot.tables.model import Happening
from bot.texts import N_, _, amount, ngettext, npgettext, pgettext

#: The suits as letters of the text's colour: as emoji, the black ones can hardly be seen on a dark background.
_SIGNS = tuple(sign + "\ufe0e" for sign in "♠♥♦♣")
_SHORT = ("4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "", "3", "")


#: The names in the variants' files, marked for translators; these files are read without this list.
VARIANTS = (
    N_("American, tournament sheet"),
    N_("Biriba"),
    N_("Bolivia"),
    N_("Bolivian, Romanian"),
    N_("Brazilian"),
    N_("Buraco"),
    N_("Buraco STBL"),
    N_("Buraco fechado"),
    N_("Burako"),
    N_("Burraco"),
    N_("Burraco, international"),
    N_("Caliente"),
    N_("Canadian, prize pile"),
    N_("Chilean"),
    N_("Classic"),
    N_("Classic, Regency Club draft"),
    N_("Cuban"),
    N_("Hand & Foot"),
    N_("Hand & Foot, four rounds"),
    N_("Hollywood"),
    N_("Italian"),
    N_("Italian box rules"),
    N_("Joker"),
    N_("La Filanda, three decks"),
    N_("Mexican"),
    N_("Mexicana"),
    N_("Modern American"),
    N_("Original Uruguay"),
    N_("Pennies from Heaven"),
    N_("Romanian"),
    N_("Samba"),
    N_("Samba, Romanian"),
    N_("Six-hand wild melds (Miller)"),
    N_("The Sevens"),
    N_("Tranca"),
    N_("Viennese"),
)
#: The titles of those whose name is none by itself.
_TITLES = (N_("{name} Canasta"),)

#: Characters that turn round the direction in which what follows is written.
_TURNS = dict.fromkeys((*range(0x202A, 0x202F), *range(0x2066, 0x206A)))
#: What Discord reads as formatting, or as the beginning of a mention, an emoji, a time, a link: anywhere, and at the
#: beginning of a line.
_READ = re.compile(r"[\\*_~`|<>@:\[\]]|^[-+#]|(?<=^[0-9])[.)]|(?<=^[0-9]{2})[.)]")
_MARKS = re.compile(r"\\(.)|\*\*")


def title(rules: Rules) -> str:
    """What a game is called in full, as its variant's file says: Classic Canasta, but Burraco."""
    try:
        said = _(variant_info(rules.id).title)
    except RulesError:  # of a file that was taken away meanwhile
        said = "{name}"
    return said.replace("{name}", _(rules.name))


def game_of(table: Table) -> str:
    """What is played at a table; the variant's id where its rules can't be read any more."""
    try:
        return _(rules_of(table).name)
    except RulesError:
        return table.variant


def reason(error: RulesError) -> str:
    """Why rules can't be played, as a part of a sentence; of an operator's file only he can make use, so it isn't named."""
    return errors.reason(error.code, error.facts, _, amount)


def refusal(error: IllegalMove) -> str:
    """Why a move was refused: the engine's sentence, with its cards as players write them."""
    facts = errors.fact_texts(error.facts, _)
    for name, value in error.facts.items():
        if name in ("card", "top") and isinstance(value, int):
            facts[name] = card(value)
        elif name == "cards" and isinstance(value, tuple):
            facts[name] = cards(value)
        elif name == "rank" and isinstance(value, int):
            facts[name] = rank(value, 2)
    return _(errors.sentence(error)).format_map(facts)


def untaken(tried: Untaken) -> str:
    """Why the pile can't be taken, to the player who is to draw."""
    needed, points = tried.error.facts.get("needed"), tried.error.facts.get("points")
    if tried.error.code == "initial-meld-too-low" and isinstance(needed, int):
        text = _(
            "You can't take the pile: your first meld needs {needed} points, and the best you could lay counts {points}."
        )
        return text.format(needed=needed, points=points)
    why = refusal(tried.error)
    if tried.error.code.startswith("pile-") or tried.error.code == "one-card-pile":
        return why
    text = (
        _("You can't take the pile with {cards}. {reason}") if tried.cards else _("You can't take the pile. {reason}")
    )
    return text.format(cards=cards(tried.cards), reason=why)


def name_of(seat: Seat | None) -> str:
    """How a seat is called in a message, computers said to be such; an empty one is said to be free."""
    if seat is None:
        return _("free")
    name = bare_name(seat)
    if seat.sitting_in:
        return _("{name} (away: the computer plays)").format(name=name)
    return _("{name} (computer)").format(name=name) if seat.level else name


def bare_name(seat: Seat | None) -> str:
    """A player's name alone, with nothing in it that Discord would read as formatting."""
    return plain(seat.name if seat else "")


def plain(name: str) -> str:
    """Return a name as a text may hold it: a single line of which nothing is read as formatting, mention or link."""
    line = " ".join(name.translate(_TURNS).split())
    return _READ.sub(lambda found: f"\\{found[0]}", line) or _("Player")


def bare(text: str) -> str:
    """Return a text with names as `plain` makes them as a label shows it, where nothing is read as formatting."""
    return _MARKS.sub(lambda found: found[1] or "", text)


def standing_towards(scores: str, rules: Rules) -> str:
    """How a game stands, with what ends it."""
    if rules.rounds:
        text = ngettext(
            "{scores}; the game is {count} round long.", "{scores}; the game is {count} rounds long.", rules.rounds
        )
        return text.format(scores=scores, count=rules.rounds)
    return _("{scores}; the game goes to {target}.").format(scores=scores, target=amount(rules.target))


def label_of(seat: Seat | None) -> str:
    """How a seat is called on a button or in a menu, where nothing is read as formatting."""
    return bare(name_of(seat))


def card(one: Card) -> str:
    """`K♠`, `10♦`, `Joker`."""
    if one >> 2 == JOKER_RANK:
        return _("Joker")
    if one >> 2 == CALIENTE_RANK:
        return _("Caliente")
    return _SHORT[one >> 2] + _SIGNS[one & 3]


def cards(some: Iterable[Card]) -> str:
    """Cards in the order given, `K♠ K♥ Joker`."""
    return " ".join(card(one) for one in some)


def suit(index: int) -> str:
    """A suit's sign."""
    return _SIGNS[index]


def rank(index: int, number: int) -> str:
    """A rank's name, in the form that goes with `number` cards of it."""
    names = (
        npgettext("rank", "four", "fours", number),
        npgettext("rank", "five", "fives", number),
        npgettext("rank", "six", "sixes", number),
        npgettext("rank", "seven", "sevens", number),
        npgettext("rank", "eight", "eights", number),
        npgettext("rank", "nine", "nines", number),
        npgettext("rank", "ten", "tens", number),
        npgettext("rank", "jack", "jacks", number),
        npgettext("rank", "queen", "queens", number),
        npgettext("rank", "king", "kings", number),
        npgettext("rank", "ace", "aces", number),
        npgettext("rank", "two", "twos", number),
        npgettext("rank", "joker", "jokers", number),
        npgettext("rank", "three", "threes", number),
        npgettext("rank", "caliente", "calientes", number),
    )
    return names[index]


def counted(index: int, number: int) -> str:
    """`3 kings`."""
    return f"{number} {rank(index, number)}"


def meld(one: MeldView) -> str:
    """A meld on the table, `5 kings (1 wild)` or `8 sevens, natural canasta`."""
    count = len(one.cards)
    if one.kind == "set" and one.rank is not None:
        text = counted(one.rank, count)
    elif one.kind == "black-threes":
        text = ngettext("{count} black three", "{count} black threes", count).format(count=count)
    elif one.kind == "wild":
        text = ngettext("{count} wild card", "{count} wild cards", count).format(count=count)
        if jokers := one.cards.count(JOKER):
            text += " " + ngettext("({count} joker)", "({count} jokers)", jokers).format(count=jokers)
    else:
        text = cards(one.cards)
    if one.wilds and one.naturals:
        text += " " + ngettext("({count} wild)", "({count} wild)", one.wilds).format(count=one.wilds)
    if one.canasta:
        kind = {"natural": N_("natural canasta"), "mixed": N_("mixed canasta")}.get(one.canasta, N_("canasta"))
        text += f", **{_(kind)}**"
    return text


def melds(side: SideView) -> str:
    """All that a side has laid, in one line."""
    return " · ".join(meld(one) for one in side.melds) or _("nothing yet")


def points(number: int) -> str:
    """`60 points`."""
    return ngettext("{number} point", "{number} points", number).format(number=amount(number))


def standing(view: PublicView, row: Table, own: int, scores: tuple[int, ...]) -> str:
    """Points by score index with the names of those whose they are, the seat `own` first: `You & Bo 645, Ada & Cy 680`."""
    alone = len(scores) == len(view.players)
    owners = [(player.seat,) for player in view.players] if alone else [side.seats for side in view.sides]
    entries = []
    for seats, score in zip(owners, scores, strict=True):
        ordered = sorted(seats, key=lambda seat: seat != own)
        names = " & ".join(_("You") if seat == own else name_of(row.seat(seat)) for seat in ordered)
        entries.append((own not in seats, f"**{names}** {amount(score)}"))
    return ", ".join(text for _other, text in sorted(entries, key=lambda entry: entry[0]))


def limit(seconds: int) -> str:
    """What a turn may take, `4 hours`; 0 is no limit."""
    if not seconds:
        return _("no limit")
    if seconds % clock.DAY == 0:
        return ngettext("{count} day", "{count} days", seconds // clock.DAY).format(count=seconds // clock.DAY)
    if seconds % clock.HOUR == 0:
        return ngettext("{count} hour", "{count} hours", seconds // clock.HOUR).format(count=seconds // clock.HOUR)
    minutes = seconds // clock.MINUTE
    return ngettext("{count} minute", "{count} minutes", minutes).format(count=minutes)


def span(seconds: int) -> str:
    """About so long, rounded down: `3 days`, `20 hours`."""
    unit = next((unit for unit in (clock.DAY, clock.HOUR) if seconds >= 2 * unit), clock.MINUTE)
    return limit(max(clock.MINUTE, seconds - seconds % unit))


def deadline(row: Table) -> str | None:
    """Until when the present turn may last, for everybody at the table; None without a limit."""
    paused, end = row.timers.get(clock.CALL), row.deadline
    if end is None:
        alone = row.turn_limit is not None and row.to_move is not None and row.to_move.computer is None
        if not alone or clock.is_awaited(row):
            return None
        text = _("⏳ This turn has no time limit: only computers are waiting for **{name}**.")
        return text.format(name=name_of(row.to_move))
    if paused is not None:
        text = _("⏳ The clock rests until {moment}; time is up {far}, then a computer plays this turn.")
    else:
        text = _("⏳ Time is up {far}; then a computer plays this turn.")
    return text.format(moment=_moment(paused), far=f"<t:{end}:R>")


def own_deadline(row: Table) -> str | None:
    """Until when the player to move may take his turn, told to himself; None without a limit."""
    if row.deadline is None or row.turn_limit is None or row.to_move is None:
        return None
    facts = {"moment": _moment(row.deadline), "far": f"<t:{row.deadline}:R>", "reserve": span(row.to_move.bank)}
    if row.to_move.bank:
        text = _(
            "⏳ You have until {moment} ({far}), your reserve of {reserve} included; then a computer plays this turn."
        )
    else:
        text = _("⏳ You have until {moment} ({far}); then a computer plays this turn.")
    return text.format_map(facts)


def reminder(row: Table, due: Collection[str]) -> str:
    """What the player to move is reminded of; `due` are the kinds of reminders."""
    if clock.TENTH not in due:
        return _("It is still your turn, and half of its time is over.")
    if row.to_move is not None and row.to_move.bank:
        return _("It is still your turn, and soon it takes of your reserve.")
    return _("It is still your turn, and its time is nearly over.")


def _moment(at: int | None) -> str:
    return f"<t:{at}:f>"


def group(one: Group) -> str:
    """Cards of one group and where they go, if that is not plain: `2♠ Joker to the kings`."""
    if one.name is not None and one.name.kind == "set" and all(is_wild(each) for each in one.cards):
        return _("{cards} to the {rank}").format(cards=cards(one.cards), rank=rank(one.name.key, 2))
    if one.name is not None and one.name.kind == "sequence" and not one.name.new:
        text = _("{cards} below the run from {lowest}") if one.below else _("{cards} to the run from {lowest}")
        return text.format(cards=cards(one.cards), lowest=card(card_at(one.name.key >> 2, one.name.key & 3)))
    return cards(one.cards)


def groups(some: Iterable[Group]) -> str:
    """Several groups, `K♠ K♥ K♦ + 7♠ 7♦ 2♣`."""
    return " + ".join(group(one) for one in some)


def choice(move: Move, top: Card | None) -> str:
    """A move as an entry of a menu; `top` is the pile's top card where a take melds it."""
    if move.verb == "take" and top is not None:
        first, more = move.groups[0], move.groups[1:]
        if first.cards:
            text = _("{top} with {cards}").format(top=card(top), cards=cards(first.cards))
        elif first.name is not None and (first.name.kind == "sequence" or is_wild(top)):
            text = group(Group((top,), first.name))
        else:
            text = _("{top} to your {rank}").format(top=card(top), rank=rank(top >> 2, 2))
        return text if not more else f"{text} + {groups(more)}"
    match move.verb:
        case "take":
            return _("Take the pile")
        case "discard" if move.card is not None:
            return card(move.card)
        case "three" if move.card is not None:
            return _("Lay {card}").format(card=card(move.card))
        case "pick" if top is not None:
            return _("Take only {top}, for your run").format(top=card(top))
        case "extra":
            return _("Take the extra hand")
        case "caliente":
            return _("Play the caliente")
        case "float":
            return _("End the turn without a discard")
        case "keep":
            return (
                _("Keep the first packet, pass the second")
                if move.word == "hand"
                else _("Keep the second packet, pass the first")
            )
        case "special":
            names = {"straight": N_("straight"), "pairs": N_("pairs"), "garbage": N_("garbage")}
            return _("Lay your special hand: {name}").format(name=_(names[move.word]))
    return groups(move.groups)


def discard_hint(one: Card, rules: Rules) -> str | None:
    """What discarding this card does besides ending the turn."""
    sets = card_sets(rules)
    if is_wild(one) and one in sets.freezing:
        return _("Wild card: freezes the pile")
    if one >> 2 == THREE and not is_red_three(one) and one in sets.blocking:
        return _("Black three: stops the next player")
    return None


def turn_lines(happenings: Sequence[Happening], table: Table, most: int) -> list[str]:
    """What happened, one line for each seat's turn, the last `most` of them, oldest first."""
    turns: list[tuple[int, list[str]]] = []
    laid: list[str] = []
    for event in (event for happening in happenings for event in happening.events):
        seat = -1 if event.seat is None or event.kind in ("deal", "round") else event.seat
        same = bool(turns) and turns[-1][0] == seat
        laid = [*(laid if same else ()), _laid(event)] if event.kind in ("meld", "three") else []
        phrase = _phrase(event, laid)
        if phrase is None:
            continue
        if not same:
            turns.append((seat, [phrase]))
        elif len(laid) > 1:
            turns[-1][1][-1] = phrase
        else:
            turns[-1][1].append(phrase)
    return [
        ", ".join(phrases) if seat < 0 else f"**{name_of(table.seat(seat))}** {', '.join(phrases)}"
        for seat, phrases in turns[-most:]
    ]


def _laid(event: Event) -> str:
    return group(Group(event.cards, read_name(event.word) if event.word else None))


def _phrase(event: Event, laid: Sequence[str]) -> str | None:
    """One event in words, None for those that go without saying. `laid` are all groups laid one after another."""
    match event.kind:
        case "draw" if event.count == 1:
            return pgettext("what a player did", "drew a card")
        case "draw":
            return ngettext("drew {count} card", "drew {count} cards", event.count).format(count=event.count)
        case "take":
            return ngettext("took the pile, {count} card", "took the pile, {count} cards", event.count).format(
                count=event.count
            )
        case "meld" | "three":
            return pgettext("what a player did", "laid {cards}").format(cards=" + ".join(laid))
        case "discard":
            return pgettext("what a player did", "discarded {cards}").format(cards=cards(event.cards))
        case "deal":
            return _("New cards were dealt.")
        case "ask":
            return pgettext("what a player did", "asked “May I go out?”")
        case "answer" if event.word == "yes":
            return pgettext("what a player did", "answered “yes, go out”")
        case "answer":
            return pgettext("what a player did", "answered “no, not yet”")
        case "undo":
            return pgettext("what a player did", "took {cards} back").format(cards=cards(event.cards))
        case "foot":
            return pgettext("what a player did", "picked up the foot")
        case "foot-stock":
            return ngettext(
                "The stock was empty: a foot that nobody had taken is the new one.",
                "The stock was empty: feet that nobody had taken are the new one.",
                event.count,
            )
        case "out":
            return pgettext("what a player did", "went out")
        case "round" if event.word == "stock":
            return _("The stock has run out: the round is over.")
        case _:
            return None


def sides(view: PublicView, table: Table) -> list[str]:
    """Each side's name by side index: its players joined."""
    return [" & ".join(name_of(table.seat(seat)) for seat in side.seats) for side in view.sides]
