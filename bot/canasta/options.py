"""What the seat to move may do: its verbs, and its moves up to equivalence.

Moves that differ only in suits where the rules don't care, or in how an opening larger than needed is put together,
are listed once. Every move listed is accepted; if any move of a verb is legal, at least one of it is listed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, islice, product
from typing import Final, NamedTuple

from bot.canasta.cards import CARD_CODES, JOKER, NATURAL_RANKS, THREE, TWO, Card, is_natural, is_wild
from bot.canasta.discarding import discardable
from bot.canasta.hands import Hand, picks_for
from bot.canasta.leaving import ask_problem, may_answer, must_go_out, out_plan
from bot.canasta.melds import CANASTA, Meld, may_start, may_start_wild
from bot.canasta.moves import Group, IllegalMove, MeldName, Move
from bot.canasta.opening import laid_for_free
from bot.canasta.rarities import may_float, may_play_caliente, may_take_extra, special_points
from bot.canasta.round import Round
from bot.canasta.rules import Rules
from bot.canasta.runs import run_groups
from bot.canasta.specials import NAMES as SPECIAL_HANDS
from bot.canasta.taking import pile_problem, sets_of, taking_groups, taking_others, taking_sets

#: At most so many openings are listed for a hand that could open in thousands of ways.
MAX_OPENINGS: Final = 200
#: At most about so many that take the pile, however many ways there are to take it.
_MAX_TAKES: Final = 1000
#: So many beginnings of an opening are tried at most.
_PRELUDES: Final = 300
#: Points of cards are multiples of this, and so many openings that are too low are looked at for each sum.
_POINTS: Final = 5
_TOO_LOW: Final = 5


class Untaken(NamedTuple):
    """A take that the rules refuse: the cards of the hand that were to take the pile, and why."""

    cards: tuple[Card, ...]
    error: IllegalMove


def verbs(game_round: Round, legal: Iterable[Move]) -> list[str]:
    """The verbs of the seat's legal moves, in the order of a turn, with `undo` where it may be said."""
    found = list(dict.fromkeys(move.verb for move in legal))
    return [*found, "undo"] if game_round.may_undo() else found


def legal_moves(game_round: Round) -> list[Move]:
    """The moves of the seat to move, up to equivalence; `undo` is a verb but no move that leads on, and is left out."""
    seat = game_round.actor()
    if seat is None:
        return []
    if game_round.phase == "answer":
        return [Move(seat, "answer", word=word) for word in ("yes", "no") if may_answer(game_round, word)]
    if game_round.phase == "pass":
        return [Move(seat, "keep", word=word) for word in ("hand", "foot")]
    if game_round.phase == "draw":
        found = [] if game_round.must_take() or game_round.answer == "yes" else [Move(seat, "draw")]
        found += takes(game_round)
        found += picks(game_round)
        found += threes(game_round)
        if game_round.opens_before_draw(seat):
            found += melds(game_round)
        if ask_problem(game_round) is None:
            found.append(Move(seat, "ask"))
        return found
    found = threes(game_round)
    if not game_round.rules.opening.before_draw or game_round.required(seat) is None:
        found += melds(game_round)
    if game_round.has_rarities:
        found += _rarities(game_round, seat)
    if ask_problem(game_round) is None:
        found.append(Move(seat, "ask"))
    found += discards(game_round)
    return found


def threes(game_round: Round) -> list[Move]:
    """Threes that may be laid now."""
    seat = game_round.turn
    held = sorted(game_round.layable.intersection(game_round.hands[seat])) if game_round.layable else ()
    return [Move(seat, "three", card=card) for card in held if game_round.may_lay_three(seat, card)]


def _rarities(game_round: Round, seat: int) -> Iterator[Move]:
    """What only some games have: the extra hand, calientes, special hands, ending a turn without a discard."""
    if may_take_extra(game_round, seat):
        yield Move(seat, "extra")
    if may_play_caliente(game_round, seat):
        yield Move(seat, "caliente")
    for name in SPECIAL_HANDS:
        if special_points(game_round, seat, name) is not None:
            yield Move(seat, "special", word=name)
    if may_float(game_round, seat):
        yield Move(seat, "float")


def picks(game_round: Round) -> Iterable[Move]:
    """Taking the top card alone for a run of one's own."""
    if game_round.rules.pile.sequences != "top-card" or not game_round.pile:
        return ()
    seat = game_round.turn
    runs = (meld for meld in game_round.melds[game_round.side_of[seat]] if meld.kind == "sequence")
    names = (MeldName("sequence", meld.rank * 4 + meld.suit) for meld in runs)
    return filter(game_round.is_legal, (Move(seat, "pick", (Group((), name),)) for name in names))


#: Every discard there is, by seat and card: most of the moves listed are discards.
_DISCARDS: Final = tuple(tuple(Move(seat, "discard", card=card) for card in range(CARD_CODES)) for seat in range(8))


def discards(game_round: Round) -> Iterable[Move]:
    """One discard for each card of the hand that may go, copies once."""
    seat = game_round.turn
    hand, by_card = game_round.hands[seat], _DISCARDS[seat]
    if len(hand) == 1 and not game_round.foot(seat):
        return filter(game_round.is_legal, [by_card[hand[0]]])
    if must_go_out(game_round, game_round.side_of[seat]):
        return ()
    return [by_card[card] for card, why in discardable(game_round, seat).items() if why is None]


def _by_rank(game_round: Round, hand: Hand, rank: int, of_rank: Sequence[Meld]) -> list[Group]:
    """All groups of one rank that can be laid now, the initial meld's minimum apart."""
    held = hand.naturals[rank]
    found: list[Group] = []
    for place, meld in enumerate(of_rank, 1):
        bare = _SET_NAMES[rank] if len(of_rank) == 1 else MeldName("set", rank, place)
        name = None if len(of_rank) == 1 else bare
        picks = picks_for(game_round, hand, rank, meld)
        additions = game_round.sizes.additions(meld.naturals, meld.wilds, len(held), len(picks) - 1)
        found += [
            Group((*held[:more], *mix), name if more else bare)
            for more, wild in additions
            if more or wild
            for mix in picks[wild]
        ]
    if held and (not of_rank or may_start(game_round.rules, of_rank)):
        new = MeldName("set", rank, new=True) if of_rank else None
        picks = picks_for(game_round, hand, rank, None)
        additions = game_round.sizes.additions(0, 0, len(held), len(picks) - 1)
        found += [Group((*held[:more], *mix), new) for more, wild in additions for mix in picks[wild]]
    return found


_SET_NAMES: Final = tuple(MeldName("set", rank) for rank in range(NATURAL_RANKS))


def _unchecked(game_round: Round, held: int) -> int:
    """How many of `held` cards may be laid without a look at whether the turn can be ended then; -1 where any laying needs it.

    Of groups that fit their melds only: with two cards left, nothing but a limit of melds, a bond to go out or threes that
    can't be discarded refuse them.
    """
    rules, seat = game_round.rules, game_round.turn
    bound = game_round.melds_limited or must_go_out(game_round, game_round.side_of[seat])
    if rules.discards.threes == "last":
        bound = bound or any(card >> 2 == THREE for card in (*game_round.hands[seat], *game_round.pile))
    return -1 if bound else held - 2


def melds(game_round: Round) -> Iterable[Move]:
    """Every meld of one group, or before the side has opened every opening (up to equivalence)."""
    seat = game_round.turn
    side = game_round.side_of[seat]
    if game_round.required(seat) is not None:
        return _openings(game_round)
    hand = Hand(game_round, game_round.hands[seat])
    if hand.size == 1 and laid_for_free(game_round):
        return ()
    of_ranks: list[list[Meld]] = [[] for _ in range(NATURAL_RANKS)]
    for meld in game_round.melds[side]:
        if meld.kind == "set":
            of_ranks[meld.rank].append(meld)
    unchecked = _unchecked(game_round, hand.size)
    least = game_round.rules.melds.min_naturals
    found = []
    for rank, of_rank in enumerate(of_ranks):
        held = len(hand.naturals[rank])
        if held >= least or (of_rank and (held or len(hand.spare) > 1)):
            for group in _by_rank(game_round, hand, rank, of_rank):
                move = Move(seat, "meld", (group,))
                if len(group.cards) <= unchecked or game_round.is_legal(move):
                    found.append(move)
    others = (Move(seat, "meld", (group,)) for group in _other_groups(game_round, hand))
    found += filter(game_round.is_legal, others)
    return found


def _other_groups(game_round: Round, hand: Hand) -> Iterator[Group]:
    """Black threes, wild cards by themselves, twos as a rank, and runs, where the rules have them."""
    rules = game_round.rules
    for count in range(len(hand.blacks), 2, -1):
        yield Group(tuple(hand.blacks[:count]))
    if not (rules.wilds.allowed or rules.twos.allowed or rules.sequences.allowed):
        return
    melds = game_round.melds[game_round.side_of[game_round.turn]]
    mixes = [mix for of_size in hand.wilds[1:] for mix in of_size]
    if rules.wilds.allowed:
        mine = [one for one in melds if one.kind == "wild"]
        for nth in range(1, len(mine) + 1):
            yield from (Group(mix, MeldName("wild", 0, nth)) for mix in mixes)
        if may_start_wild(rules, melds):
            yield from (Group(mix, MeldName("wild", new=True) if mine else None) for mix in mixes if len(mix) > 2)
    if rules.twos.allowed:
        least = 1 if any(one.kind == "twos" for one in melds) else 3
        yield from (Group(mix, MeldName("set", TWO)) for mix in mixes if len(mix) >= least)
    yield from _runs(game_round, melds)


def _runs(game_round: Round, melds: Sequence[Meld]) -> Iterator[Group]:
    """Runs of every length that the hand holds, and every card that extends one on the table by one place."""
    rules = game_round.rules
    if not rules.sequences.allowed:
        return
    seat = game_round.turn
    hand = game_round.hands[seat]
    for group in run_groups(game_round.table(game_round.side_of[seat]), hand):
        yield group
        if group.name is not None and group.name.new:
            longer, higher = group.cards, group.name.key + 4 * len(group.cards)
            while len(longer) < CANASTA and higher < TWO * 4 and higher in hand:
                longer, higher = (*longer, higher), higher + 4
                yield Group(longer, group.name)


def _openings(game_round: Round) -> list[Move]:
    """Bundles that reach the requirement, or the concealed one that needn't."""
    found = list(islice(_reaching(game_round, None), MAX_OPENINGS))
    if found:
        return found
    plan = out_plan(game_round)
    return [Move(game_round.turn, "meld", plan.groups)] if plan is not None and plan.groups else []


def _reaching(game_round: Round, taking: Group | None, lower: int | None = None) -> Iterator[Move]:
    """Bundles that reach the requirement and would not without any one of their groups.

    `taking` is the group that takes the pile, whose cards and top card count unless all must come from the hand first.
    With a `lower` requirement the bundles reach that, and may be refused.
    """
    seat, rules = game_round.turn, game_round.rules.opening
    needed, hand = game_round.required(seat) if lower is None else lower, game_round.hands[seat]
    least = _short(needed)
    held = len(hand)
    own: list[Group] = []
    if taking is not None:
        hand = list(hand)
        _remove(hand, taking.cards)
        held += len(game_round.taken_cards())
        if rules.with_pile != "first-from-hand":
            own = [Group((*taking.cards, game_round.pile[-1]), taking.name)]
            least -= _points(game_round, own[0].cards)
    if rules.splash == "no" and _points(game_round, hand) < least:
        return
    room = game_round.canastas_left(game_round.side_of[seat])
    if taking is not None and len(taking.cards) + 1 >= CANASTA:
        room -= 1
    opened = game_round.melds[game_round.side_of[seat]]
    plain = isinstance(needed, int) and not rules.pure and rules.triple == "no" and not opened
    if taking is not None and not (own and is_natural(own[0].cards[0]) and _kind(taking) == "set"):
        plain = False
    unchecked = _unchecked(game_round, held) if plain else -1
    skip = own[0].cards[0] >> 2 if own and own[0].cards[1:] and _kind(own[0]) == "set" else None
    for prelude, rest in _preludes(game_round, hand, needed, own):
        left = room - len([group for group in prelude if len(group.cards) >= CANASTA])
        if left < 0 or (rules.pure and _is_spoilt(game_round, needed, prelude, taking)):
            continue
        splash = _is_splash(rules.splash, (*prelude, *own))
        short = 0 if splash else least - _points(game_round, [card for group in prelude for card in group.cards])
        if short > 0 or not (prelude or taking):
            bundles = _bundles(game_round, Hand(game_round, rest), short, left, skip)
        else:
            bundles = iter([()])
        for bundle in bundles:
            # Wild cards laid by themselves may hold back those of other melds, so they come last.
            groups = (*sorted((*prelude, *bundle), key=lambda group: _naturals(group) == 0),)
            if taking is not None:
                move = Move(seat, "take", (taking, *groups))
            elif groups:
                move = Move(seat, "meld", groups)
            else:
                continue
            size = sum(len(group.cards) for group in move.groups)
            if lower is not None or (size <= unchecked and not prelude) or game_round.is_legal(move):
                yield move


def _is_splash(rule: str, groups: Sequence[Group]) -> bool:
    """Whether one of these groups is a canasta that needs no minimum."""
    whole = [group for group in groups if len(group.cards) >= CANASTA and _kind(group) != "sequence"]
    if rule == "natural-or-wild":
        return any(_naturals(group) in (0, len(group.cards)) for group in whole)
    return rule == "any" and bool(whole)


def _kind(group: Group) -> str:
    """Return the kind of meld that a group names; a set or a new meld of wild cards needn't name any."""
    return "set" if group.name is None else group.name.kind


def _demands(rules: Rules, needed: int | str | None) -> list[Callable[[Group], bool]]:
    """Return what an opening asks for besides points, each as a question about one of its groups."""

    def is_canasta(group: Group) -> bool:
        mixed = _kind(group) != "sequence" and 0 < _naturals(group) < len(group.cards)
        return len(group.cards) >= CANASTA and not (mixed and needed == "natural canasta")

    def is_triple(group: Group) -> bool:
        naturals = sum(1 for card in group.cards if is_natural(card))
        if naturals == 0:
            return rules.opening.triple == "or-wild-meld" and is_wild(group.cards[0])
        return naturals >= 3 and _kind(group) == "set"

    return [
        *([is_canasta] if isinstance(needed, str) else []),
        *([is_triple] if rules.opening.triple != "no" else []),
    ]


def _is_spoilt(game_round: Round, needed: int | str | None, prelude: Sequence[Group], taking: Group | None) -> bool:
    """Whether wild cards among these groups forbid to open with them, where the initial meld must be pure."""
    cards = [(*taking.cards, game_round.pile[-1])] if taking is not None else []
    cards += [group.cards for group in prelude]
    splash = game_round.rules.opening.splash != "no" and any(len(one) >= CANASTA for one in cards)
    return needed != 0 and not splash and any(is_wild(card) for one in cards for card in one)


def _points(game_round: Round, cards: Iterable[Card]) -> int:
    values = game_round.values
    return sum([values[card >> 2] for card in cards])


def _short(needed: int | str | None) -> int:
    """The points of a requirement."""
    if isinstance(needed, int):
        return needed
    return 200 if needed == "canasta 200" else 0


def _preludes(
    game_round: Round, hand: Sequence[Card], needed: int | str | None, own: Sequence[Group]
) -> Iterator[tuple[tuple[Group, ...], Sequence[Card]]]:
    """Groups to begin an opening with, besides plain melds: what the requirement demands, then runs and wild melds.

    First come single ones and none, then combinations of up to four, each with the cards that are left. `own` is the group
    of the pile's top card where it counts, which may be all that is demanded.
    """
    rules = game_round.rules
    demands = [] if _is_splash(rules.opening.splash, own) else _demands(rules, needed)
    demands = [meets for meets in demands if not any(map(meets, own))]
    plain = not (rules.wilds.allowed or rules.twos.allowed or rules.sequences.allowed)
    if plain and not demands and rules.opening.splash == "no":
        yield (), hand
        return
    pure = rules.opening.pure and needed != 0 and rules.opening.splash == "no"
    usable = [card for card in hand if not is_wild(card)] if pure else hand
    free = [
        group
        for group in _other_groups(game_round, Hand(game_round, usable))
        if group.cards[0] >> 2 != THREE and all(card in usable for card in group.cards)
    ]
    keys: list[tuple[Group, ...]] = [()]
    if demands or rules.opening.splash != "no":
        sorted_hand = Hand(game_round, usable)
        sets = [group for rank in range(NATURAL_RANKS) for group in _by_rank(game_round, sorted_hand, rank, ())]
        sets = sorted((*sets, *free), key=lambda group: -len(group.cards))
        keys = [] if demands else keys
        keys = [*((one,) for one in sets if _is_key(rules, demands, one)), *keys]
        keys += [both for both in product(*(filter(meets, sets) for meets in demands)) if len(set(both)) > 1]
    budget = _PRELUDES
    for size in range(5):
        for start in keys:
            for others in combinations(free, size):
                budget -= 1
                if budget < 0:
                    return
                left = list(hand)
                if _remove(left, [card for group in (*start, *others) for card in group.cards]):
                    yield (*start, *others), left
        if not free:
            return


def _is_key(rules: Rules, demands: Sequence[Callable[[Group], bool]], group: Group) -> bool:
    """Return whether a group is all that is demanded, or makes that needless."""
    return _is_splash(rules.opening.splash, [group]) or (bool(demands) and all(meets(group) for meets in demands))


def _naturals(group: Group) -> int:
    return sum(1 for card in group.cards if not is_wild(card))


def _remove(hand: list[Card], cards: Iterable[Card]) -> bool:
    for card in cards:
        if card not in hand:
            return False
        hand.remove(card)
    return True


def _bundles(
    game_round: Round, hand: Hand, needed: int, canastas: int, skip: int | None
) -> Iterator[tuple[Group, ...]]:
    """At most `MAX_OPENINGS` combinations of one group a rank that together count just enough, the best first.

    `canastas` says how many may be made; the rank `skip` is left out. An ally who has still to open may add to the melds of his partner.
    """
    values, melds = game_round.values, game_round.melds[game_round.side_of[game_round.turn]]
    two, joker = values[TWO], values[JOKER >> 2]
    ranks = [
        rank
        for rank in range(NATURAL_RANKS)
        if rank != skip
        and (len(hand.naturals[rank]) >= game_round.rules.melds.min_naturals or (melds and sets_of(melds, rank)))
    ]
    most = [0]
    for rank in reversed(ranks):
        most.insert(0, most[0] + len(hand.naturals[rank]) * values[rank])
    if most[0] + len(hand.twos) * two + hand.jokers * joker < needed:
        return
    pools = []
    pure = game_round.rules.opening.pure and needed > 0
    for rank in ranks:
        pool = []
        for group in _by_rank(game_round, hand, rank, sets_of(melds, rank)):
            mixed = group.cards.count(JOKER)
            count = _naturals(group)
            plain = len(group.cards) - count - mixed
            if (not pure or count == len(group.cards)) and (canastas > 0 or len(group.cards) < CANASTA):
                pool.append((count * values[rank] + mixed * joker + plain * two, plain, mixed, group))
        pools.append(sorted(pool, key=lambda entry: -entry[0]))
    search = _Pools(needed, two, joker, pools, most)
    yield from islice(_filled(search, 0, 0, hand.twos, hand.jokers, ()), MAX_OPENINGS)


class _Pools(NamedTuple):
    """What bundles are put together from: by rank, (points, twos, jokers, group) with the best first.

    `most` says what all naturals come to from each rank on; `needed`, `two` and `joker` are points.
    """

    needed: int
    two: int
    joker: int
    ranks: Sequence[Sequence[tuple[int, int, int, Group]]]
    most: Sequence[int]


def _filled(
    pools: _Pools, place: int, points: int, twos: Sequence[Card], jokers: int, chosen: tuple[Group, ...]
) -> Iterator[tuple[Group, ...]]:
    """The bundles that begin with those chosen, and go on with the ranks from `place` and the wild cards left."""
    if points >= pools.needed and (chosen or pools.needed > 0):
        yield chosen
        return
    hope = points + pools.most[place] + len(twos) * pools.two + jokers * pools.joker
    if hope < pools.needed or place == len(pools.ranks):
        return
    for worth, plain, mixed, group in pools.ranks[place]:
        if plain <= len(twos) and mixed <= jokers:
            naturals = group.cards[: len(group.cards) - plain - mixed]
            own = Group((*naturals, *twos[:plain], *((JOKER,) * mixed)), group.name) if plain else group
            yield from _filled(pools, place + 1, points + worth, twos[plain:], jokers - mixed, (*chosen, own))
    yield from _filled(pools, place + 1, points, twos, jokers, chosen)


def takes(game_round: Round) -> Iterable[Move]:
    """Every way to take the pile (up to equivalence)."""
    seat = game_round.turn
    if pile_problem(game_round, seat) is not None:
        return ()
    if game_round.required(seat) is not None:
        apart = game_round.rules.opening.with_pile == "first-from-hand"
        groups = _taking_apart(game_round) if apart else list(taking_groups(game_round))
        most = min(MAX_OPENINGS, max(10, _MAX_TAKES // max(1, len(groups))))
        return (move for group in groups for move in islice(_reaching(game_round, group), most))
    found = [Move(seat, "take", (group,)) for group in taking_sets(game_round)]
    if found:
        unchecked = _unchecked(game_round, len(game_round.hands[seat]) + len(game_round.taken_cards()))
        found = [move for move in found if len(move.groups[0].cards) <= unchecked or game_round.is_legal(move)]
    others = (Move(seat, "take", (group,)) for group in taking_others(game_round))
    found += filter(game_round.is_legal, others)
    return found


def take_refusal(game_round: Round) -> Untaken | None:
    """Why the hand to draw can't take the pile: of the refusals of all that it could try, the one nearest to success.

    None where it can. It is slow: for people who wonder, not for those who compute.
    """
    nearest: Untaken | None = None
    for move in _tried_takes(game_round):
        try:
            game_round.check(move)
        except IllegalMove as error:
            refusal = Untaken(move.groups[0].cards, error)
            if nearest is None or _nearness(refusal) > _nearness(nearest):
                nearest = refusal
        else:
            return None
    return nearest


def _nearness(refusal: Untaken) -> tuple[bool, bool, int]:
    """How near a refused take came: cards that take the pile, then an initial meld, then as many points as can be."""
    code, points = refusal.error.code, refusal.error.facts.get("points")
    takes_it = not code.startswith("pile-") and code != "take-with-other-ranks"
    return takes_it, code != "initial-meld-too-low", points if isinstance(points, int) else 0


def _tried_takes(game_round: Round) -> Iterator[Move]:
    """What a hand could try to take the pile with, though it would be refused: its cards of that rank, wild ones, openings."""
    seat = game_round.turn
    yield Move(seat, "take", (Group(()),))
    if pile_problem(game_round, seat) is not None:
        return
    hand, top = game_round.hands[seat], game_round.pile[-1]
    if game_round.rules.opening.with_pile == "first-from-hand" and game_round.required(seat) is not None:
        able = _taking_apart(game_round)
    else:
        able = list(taking_groups(game_round))
    if not able:
        same = [card for card in hand if card >> 2 == top >> 2]
        wilds = [card for card in hand if is_wild(card) and card >> 2 != top >> 2]
        able = [
            Group((*same[:naturals], *wilds[:wild]))
            for naturals in range(len(same) + 1)
            for wild in range(len(wilds) + 1)
        ]
    yield from (Move(seat, "take", (group,)) for group in able)
    needed = game_round.required(seat)
    if isinstance(needed, int):
        for lower in range(needed, 0, -_POINTS):
            tries = [move for group in able for move in islice(_reaching(game_round, group, lower), _TOO_LOW)]
            yield from tries
            if tries:
                return


def _taking_apart(game_round: Round) -> list[Group]:
    """Return the groups that take the pile where they don't count for the opening (pagat: american-modern).

    They are the smallest of one rank, any other kind, and none at all if the opening holds the pair.
    """
    rank = game_round.pile[-1] >> 2
    same = [card for card in game_round.hands[game_round.turn] if card >> 2 == rank]
    sets = list(taking_sets(game_round))
    least = min((len(group.cards) for group in sets), default=0)
    small = [group for group in sets if len(group.cards) == least]
    return [*([Group(())] if len(same) >= 2 else []), *small, *taking_others(game_round)]
