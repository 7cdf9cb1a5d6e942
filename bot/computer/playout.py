"""The policy by which a compact round is played to its end, and the score that it comes to."""

from __future__ import annotations

from typing import Final

from bot.canasta.cards import NATURAL_RANKS
from bot.canasta.melds import CANASTA
from bot.computer.compact import BLACKS, JOKERS, REDS, TWOS, LogGroup, LogMove, PlayoutRules, Position

_RANKS: Final = range(NATURAL_RANKS)
#: The cost of a discard for its player, by how many of its rank they hold: one, two, three or more.
_KEPT: Final = (0, 4, 22, 60, 60, 60, 60, 60, 60, 60, 60, 60, 60)
#: The cost of discarding a card that could have been laid on a meld.
_LAID: Final = 70
#: The value of each card of the pile to the player who takes it, and of the pile at least.
_CARD, _PILE = 9, 12
#: The additional cost of discarding a card that the next player can lay on a meld, by the size of the meld.
_GIVEN: Final = (0, 0, 0, 0, 0, 60, 200, *[0] * 24)
#: A pile that costs a wild card is taken only if it has more cards than this many draws bring.
_DEAR: Final = 3
#: The chance that the next player takes the pile with a rank that nothing is known of, and with one they have discarded.
_MAYBE, _HARDLY = 0.5, 0.1


def play_out(facts: PlayoutRules, now: Position, log: list[LogMove] | None = None) -> list[int]:
    """Play a round to its end by the policy, and return the points of each side. The position is used up.

    `log` gets every move.
    """
    order, sides, sizes, hands = now.order, now.sides, now.sizes, now.hands
    seat = now.turn
    place = order.index(seat)
    count = len(order)
    while now.out is None:
        side = sides[seat]
        if not now.melded[seat]:
            start = now.lying[side][:]
        took = False
        if not now.drew:
            took = _take(facts, now, seat, side, log)
            if not took:
                if log is not None:
                    log.append((seat, "draw", (), -1))
                if not now.draw(facts, seat):
                    return score(facts, now)
        if now.laid[side] or now.canastas[side]:
            _meld(facts, now, seat, side, log)
        else:
            _open(facts, now, seat, side, log)
        size = sizes[seat]
        if size:
            kind = _discard(facts, now, seat, side, order[place - count + 1])
            if log is not None:
                log.append((seat, "discard", (), kind))
            hands[seat][kind] -= 1
            size -= 1
            sizes[seat] = size
            if size:
                now.pile.append(kind)
                if TWOS <= kind <= JOKERS:
                    now.frozen = True
                now.threw[seat] |= 1 << kind
        if not size:
            now.out = seat
            if not now.melded[seat]:
                now.laid[side] += _concealed(facts, start, now.lying[side], took=took)
            break
        if not now.melded[seat] and start != now.lying[side]:
            now.melded[seat] = True
        place = place + 1 if place + 1 < count else 0
        seat = order[place]
        now.drew = False
    return score(facts, now)


def _brought(pile: list[int]) -> int:
    """Return how many cards of a taken pile come into the hand: its top card is laid, and red threes lie apart."""
    return len(pile) - 1 - pile.count(REDS)


def _take(facts: PlayoutRules, now: Position, seat: int, side: int, log: list[LogMove] | None) -> bool:
    """Take the pile where the policy wants it. Return whether it was taken."""
    pile = now.pile
    if not pile:
        return False
    top = pile[-1]
    if top >= TWOS:
        return False
    hand, size = now.hands[seat], len(pile)
    lying = now.lying[side]
    have = hand[top]
    onto = lying[top]
    if not now.laid[side]:
        if have < 2 or now.sizes[seat] + size - 1 < 5 or (size == 1 and now.sizes[seat] <= 1):
            return False
        groups = _opening(facts, now, seat, side, top)
        if not groups:
            return False
        if log is not None:
            log.append((seat, "take", tuple(groups), -1))
        for group in groups[1:]:
            now.lay(facts, seat, group)
        now.take(facts, seat, groups[0])
        return True
    if have < 2 and not onto and not (have and facts.natural_and_wild):
        return False
    if onto >= CANASTA and not facts.own_canasta:
        return False
    if size == 1 and now.sizes[seat] <= 1 and not facts.one_card:
        return False
    frozen = now.frozen or facts.frozen
    if onto and not frozen and _fits(facts, onto, now.wilds[side][top]):
        if size <= facts.draw and onto != CANASTA - 1 and now.stock:
            return False
        group = (top, 0, 0, 0)
    elif have >= 2 and (size > facts.draw or onto or not now.stock):
        group = (top, 2, 0, 0)
    elif (
        have == 1
        and not onto
        and not frozen
        and facts.natural_and_wild
        and (size > _DEAR * facts.draw or not now.stock)
    ):
        if hand[TWOS]:
            group = (top, 1, 1, 0)
        elif hand[JOKERS]:
            group = (top, 1, 0, 1)
        else:
            return False
    else:
        return False
    left = now.sizes[seat] - group[1] - group[2] - group[3] + _brought(pile)
    if left < 2:
        made = now.canastas[side] + (onto < CANASTA <= onto + 1 + group[1] + group[2] + group[3])
        if made < facts.needed:
            return False
    if log is not None:
        log.append((seat, "take", (group,), -1))
    now.take(facts, seat, group)
    return True


def _fits(facts: PlayoutRules, size: int, wilds: int) -> bool:
    """Return whether another natural may join a meld; it always may, as limits are on wild cards."""
    return wilds <= facts.max_wilds and size > 0


def _opening(facts: PlayoutRules, now: Position, seat: int, side: int, top: int) -> list[LogGroup]:
    """Return groups that open, the one for the top card of the pile first if there is one (`top` is -1 if not)."""
    hand, values = now.hands[seat], facts.values
    needed = now.opening[side]
    points, cards = 0, 0
    groups: list[LogGroup] = []
    if top >= 0:
        points = values[top] * (1 + hand[top])
        groups.append((top, hand[top], 0, 0))
        cards = hand[top]
    pairs = 0
    for rank in _RANKS:
        have = hand[rank]
        if have >= 2 and rank != top:
            if have > 2:
                points += have * values[rank]
                groups.append((rank, have, 0, 0))
                cards += have
            else:
                pairs += 1
    # More than one card to discard and one to hold are left over, or the side couldn't end its turn.
    room = now.sizes[seat] - 2 - cards + (_brought(now.pile) if top >= 0 else 0)
    if points >= needed and groups:
        return groups if room >= 0 else []
    twos, jokers = hand[TWOS], hand[JOKERS]
    if not pairs or not twos + jokers:
        return []
    for rank in reversed(_RANKS):
        if hand[rank] == 2 and rank != top:
            short = needed - points - 2 * values[rank]
            joker = jokers and (not twos or values[TWOS] < short <= values[JOKERS])
            if joker:
                jokers -= 1
            elif twos:
                twos -= 1
            else:
                return []
            room -= 3
            points += 2 * values[rank] + values[JOKERS if joker else TWOS]
            groups.append((rank, 2, 0, 1) if joker else (rank, 2, 1, 0))
            if points >= needed:
                return groups if room >= 0 else []
    return []


def _open(facts: PlayoutRules, now: Position, seat: int, side: int, log: list[LogMove] | None) -> None:
    groups = _opening(facts, now, seat, side, -1)
    if groups:
        if log is not None:
            log.append((seat, "meld", tuple(groups), -1))
        for group in groups:
            now.lay(facts, seat, group)
        if now.laid[side]:
            _meld(facts, now, seat, side, log)


def _meld(facts: PlayoutRules, now: Position, seat: int, side: int, log: list[LogMove] | None) -> None:
    """Lay what the policy lays: all naturals that go, wild cards that complete canastas, everything to go out."""
    hand, lying, sizes = now.hands[seat], now.lying[side], now.sizes
    for rank in _RANKS:
        have = hand[rank]
        if have and (have > 2 or lying[rank]):
            grown = lying[rank] + have
            left = sizes[seat] - have
            if left < 2 and now.canastas[side] + (lying[rank] < CANASTA <= grown) < facts.needed:
                have -= 2 - left
                if have <= 0 or (not lying[rank] and have < 3):
                    continue
            group = (rank, have, 0, 0)
            if log is not None:
                log.append((seat, "meld", (group,), -1))
            now.lay(facts, seat, group)
            if not sizes[seat]:
                return
    wilds = hand[TWOS] + hand[JOKERS]
    if wilds and sizes[seat] > 1:
        _spend(facts, now, seat, side, wilds, log)


def _spend(facts: PlayoutRules, now: Position, seat: int, side: int, wilds: int, log: list[LogMove] | None) -> None:
    """Lay wild cards: to go out, to complete a canasta, and all of them while there is time."""
    hand, lying, spent = now.hands[seat], now.lying[side], now.wilds[side]
    sizes = now.sizes
    if (
        now.canastas[side] >= facts.needed
        and sizes[seat] - wilds <= 1 + 2 * wilds
        and _leave(facts, now, seat, side, wilds, log)
    ):
        return
    late = len(now.stock) < 3 * len(now.order)
    least = 3 if late else CANASTA - 3
    growing = [(size, rank) for rank, size in enumerate(lying) if least <= size < CANASTA]
    if not growing:
        return
    growing.sort(reverse=True)
    for size, rank in growing:
        add = CANASTA - size
        most = min(facts.max_wilds - spent[rank], wilds)
        if facts.as_naturals:
            most = min(most, size - 2 * spent[rank])
        if late and most < add:
            add = most
        if add <= 0 or most < add:
            continue
        left = sizes[seat] - add
        if left < 2 and now.canastas[side] + (size + add >= CANASTA) < facts.needed:
            continue
        twos = min(add, hand[TWOS])
        group = (rank, 0, twos, add - twos)
        if log is not None:
            log.append((seat, "meld", (group,), -1))
        now.lay(facts, seat, group)
        wilds -= add
        if not wilds or sizes[seat] <= 1:
            return


def _leave(facts: PlayoutRules, now: Position, seat: int, side: int, wilds: int, log: list[LogMove] | None) -> bool:
    """Lay the whole hand, but for a card to discard, if it can be laid. Return whether it was laid."""
    hand, lying, spent = now.hands[seat], now.lying[side], now.wilds[side]
    pairs = []
    single = hand[BLACKS]
    for rank in _RANKS:
        if hand[rank]:
            # Three or more, and cards of melds, were laid before, unless a card had to stay.
            if hand[rank] == 1:
                single += 1
            else:
                pairs.append(rank)
    if single > 1 or len(pairs) > wilds:
        return False
    left = wilds - len(pairs)
    room: list[tuple[int, int]] = []
    if left and not (single == 0 and left == 1):
        for rank in _RANKS:
            if lying[rank]:
                most = facts.max_wilds - spent[rank]
                if facts.as_naturals:
                    most = min(most, lying[rank] - 2 * spent[rank])
                if most > 0:
                    add = min(most, left)
                    room.append((rank, add))
                    left -= add
                    if not left:
                        break
        if left + single > 1:
            return False
    for rank in pairs:
        group = (rank, 2, 1, 0) if hand[TWOS] else (rank, 2, 0, 1)
        if log is not None:
            log.append((seat, "meld", (group,), -1))
        now.lay(facts, seat, group)
    for rank, add in room:
        twos = min(add, hand[TWOS])
        group = (rank, 0, twos, add - twos)
        if log is not None:
            log.append((seat, "meld", (group,), -1))
        now.lay(facts, seat, group)
    return True


def _discard(facts: PlayoutRules, now: Position, seat: int, side: int, after: int) -> int:
    """Return the kind that the policy discards."""
    hand, pile = now.hands[seat], len(now.pile)
    if hand[BLACKS] and (pile > 1 or now.sizes[seat] < 4):
        return BLACKS
    other = now.sides[after]
    mine, threw = now.lying[side], now.threw[after]
    theirs = now.lying[other]
    stakes = _PILE + _CARD * pile
    sure = stakes if now.laid[other] and not (now.frozen or facts.frozen) else 0.0
    maybe, hardly = stakes * _MAYBE, stakes * _HARDLY
    best, least = -1, 1e9
    for rank in _RANKS:
        have = hand[rank]
        if have:
            cost = _KEPT[have] + (
                sure + _GIVEN[theirs[rank]] if sure and theirs[rank] else hardly if threw >> rank & 1 else maybe
            )
            if mine[rank]:
                cost += _LAID
            if cost < least:
                best, least = rank, cost
    if hand[BLACKS] and (best < 0 or least > 14):
        return BLACKS
    if best < 0:
        return TWOS if hand[TWOS] else JOKERS
    return best


def _concealed(facts: PlayoutRules, before: list[int], after: list[int], *, took: bool) -> int:
    """Return what going out earns a player on top who had laid nothing in turns before."""
    needs = facts.concealed_needs
    own = [rank for rank in _RANKS if after[rank] and not before[rank]]
    if (took and "no-pile" in needs) or before == after:
        return 0
    if "own-melds" in needs and any(after[rank] > before[rank] > 0 for rank in _RANKS):
        return 0
    if "partner-unmelded" in needs and any(before):
        return 0
    if "own-canasta" not in needs or any(after[rank] >= CANASTA for rank in own):
        return facts.concealed
    return facts.concealed_plain


def score(facts: PlayoutRules, now: Position) -> list[int]:
    """Return the points of each side in a round that has ended."""
    points = now.laid[:]
    values = facts.values
    for side, lying in enumerate(now.lying):
        canastas = now.canastas[side]
        if canastas:
            wilds = now.wilds[side]
            for rank in _RANKS:
                if lying[rank] >= CANASTA:
                    points[side] += facts.mixed if wilds[rank] else facts.natural
        reds = now.reds[side]
        if reds:
            worth = facts.threes[min(reds, len(facts.threes)) - 1]
            good = canastas if facts.threes_by_canasta else any(lying)
            points[side] += worth if good else -worth
    for seat in now.order:
        if now.sizes[seat]:
            side = now.sides[seat]
            points[side] -= sum([have * value for have, value in zip(now.hands[seat], values, strict=False)])
    if now.out is not None:
        points[now.sides[now.out]] += facts.out
    return points
