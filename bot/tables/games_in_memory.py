"""Games in memory: rebuilt from their stored deals and moves, each kept together with the version it stands at."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import OrderedDict, deque
from collections.abc import Sequence

from bot.canasta.cards import cards_text, read_cards
from bot.canasta.errors import explain
from bot.canasta.events import Event
from bot.canasta.game import Game
from bot.canasta.moves import IllegalMove, Move, UnreadableMove, read_move
from bot.canasta.rules import RulesError
from bot.canasta.views import PublicView, SeatView, explained, public_view, seat_view
from bot.data.play import PlayedMove, StoredDeal
from bot.data.tables import Seat, Sitting, Status, Table
from bot.store.games import GameStore
from bot.store.log import LogStore
from bot.store.play import PlayStore
from bot.tables.errors import Unplayable
from bot.tables.rules import players, shuffles
from bot.tables.rules.game_rules import rules_of
from bot.tables.rules.seals import commitment
from bot.tables.views import Happening

log = logging.getLogger(__name__)

#: The most games kept in memory. Any other is rebuilt from its moves when it is next asked for.
KEPT_GAMES = 200
#: How many of the last moves are remembered with their events.
RECENT = 64


class GameInMemory:
    """One game in play and its views, at one version of its table. It is never given out."""

    def __init__(self, table: Table) -> None:
        names = [seat.name for seat in table.seats]
        self.game = Game(rules_of(table), names)
        self.game.abandoned = table.status is Status.ABANDONED
        self.version = table.version
        self.moves = 0
        self.recent: deque[Happening] = deque(maxlen=RECENT)
        self.dealt: tuple[Event, ...] = ()
        """The last deal as everybody at the table saw it."""
        self._public: PublicView | None = None
        self._seats: dict[int, SeatView] = {}
        self._explained: dict[int, SeatView] = {}

    @classmethod
    def rebuild(
        cls,
        table: Table,
        deals: Sequence[StoredDeal],
        moves: Sequence[PlayedMove],
        sittings: Sequence[Sitting] = (),
        *,
        stopped: bool = False,
    ) -> GameInMemory:
        """Deal and play again what is stored; `stopped` says that the game was ended as it stood.

        `sittings` are all who have had the seats.

        Slow for a long game: not for the event loop. Raises `Unplayable` if the rules can't be read any more, or now
        refuse a move that they once allowed.
        """
        try:
            live = cls(table)
        except RulesError as error:
            raise Unplayable(str(error)) from None
        live.redeal(deals[0])
        live.replay(deals, moves, sittings)
        if stopped:
            live.stop()
        live.version = table.version
        return live

    def replay(self, deals: Sequence[StoredDeal], moves: Sequence[PlayedMove], sittings: Sequence[Sitting]) -> None:
        """Play the stored moves that come next; `deals` are those of all rounds, if any round ends with one of them.

        `sittings` are all who have had the seats.

        Raises `Unplayable` as `rebuild` does: the game is good for nothing then.
        """
        for stored in moves:
            try:
                events = self.apply(read_move(stored.line))
            except IllegalMove as error:
                raise Unplayable(f"move {stored.number} is refused now: {explain(error)}") from error
            except UnreadableMove as error:
                raise Unplayable(f"move {stored.number} can't be read: {error}") from error
            if self.game.needs_deal:
                events += self.redeal(deals[stored.round])
            self.record(stored, events, players.mover_of(sittings, stored))

    def seat_again(self, table: Table) -> None:
        """Take over from a table that seats changed hands or that its game was ended, without a move."""
        self.game.names = tuple(seat.name for seat in table.seats)
        self.game.abandoned = table.status is Status.ABANDONED
        self.version = table.version
        self._forget_views()

    def apply(self, move: Move) -> list[Event]:
        """Play a move and return its events. Raises `IllegalMove`, then nothing has changed."""
        events = self.game.apply(move)
        self._forget_views()
        return events

    def stop(self) -> list[Event]:
        """End the game as its totals stand, and return the events."""
        events = self.game.stop()
        self._forget_views()
        return events

    def deal(
        self, chance: random.Random, number: int, secret: str | None = None, last_dealer: int | None = None
    ) -> tuple[StoredDeal, list[Event]]:
        """Shuffle and deal round `number`, and return the deal with its events.

        The first dealer is drawn by lot (docs/rules.md, The deal), or comes after the `last_dealer` of the game before. In
        a series both pack and first dealer follow from its `secret`, and `chance` gives the salt alone.
        """
        pack, players = self.game.fresh_pack(), self.game.next_players()
        if secret is None:
            chance.shuffle(pack)
        else:
            pack = shuffles.shuffled(pack, secret, number)
        text = cards_text(pack)
        salt = f"{chance.getrandbits(128):032x}"
        if number > 1:
            dealer = self.game.next_dealer()
        elif last_dealer in players and secret is None:
            dealer = players[(players.index(last_dealer) + 1) % len(players)]
        else:
            dealer = chance.choice(players) if secret is None else shuffles.first_dealer(players, secret)
        events = self.game.start_round(pack, dealer)
        self.dealt = tuple(events)
        self._forget_views()
        deal = StoredDeal(number, dealer, text, salt, commitment(text, salt))
        return deal, events

    def redeal(self, deal: StoredDeal) -> list[Event]:
        """Deal a stored round again, and return its events."""
        events = self.game.start_round(read_cards(deal.pack), deal.dealer)
        self.dealt = tuple(events)
        self._forget_views()
        return events

    def record(self, played: PlayedMove, events: Sequence[Event], mover: Seat | None) -> Happening:
        """Remember a move that was played and stored, by `mover`, and return it with its events."""
        happening = Happening(played.version, played.round, played.seat, played.line, tuple(events), mover)
        self.version = played.version
        self.moves = played.number
        self.recent.append(happening)
        return happening

    def lap_began(self) -> int:
        """Return the version that led to the last turn of each seat, 0 where the game is younger."""
        turns, seat = 0, None
        for happening in reversed(self.recent):
            if happening.seat != seat:
                turns, seat = turns + 1, happening.seat
            if turns > len(self.game.names):
                return happening.version
        return 0

    def since_turn_of(self, seat: int) -> list[Event]:
        """Return what everybody saw happen in this round since a seat last moved in a turn of its own."""
        events: list[Event] = []
        for happening in reversed(self.recent):
            answered = any(event.kind == "answer" for event in happening.events)
            if happening.round != len(self.game.deals) or (happening.seat == seat and not answered):
                break
            events = [*happening.events, *events]
        return events

    @property
    def last_move(self) -> int:
        """The version that the last move made; before the first one, the present version."""
        return self.recent[-1].version if self.recent else self.version

    def public(self) -> PublicView:
        """Return what everybody may know, made once per version."""
        if self._public is None:
            self._public = public_view(self.game)
        return self._public

    def seat(self, number: int) -> SeatView:
        """Return what one seat may know, made once per version.

        Finding all legal moves can be slow: not for the event loop.
        """
        if number not in self._seats:
            self._seats[number] = seat_view(self.game, number)
        return self._seats[number]

    def explained(self, number: int) -> SeatView:
        """Return the view of `seat` with the reasons why the pile can't be taken, which take longer to find."""
        if number not in self._explained:
            self._explained[number] = explained(self.game, self.seat(number))
        return self._explained[number]

    def explains(self, number: int) -> bool:
        """Return whether the view of `explained` is made already."""
        return number in self._explained

    def _forget_views(self) -> None:
        self._public = None
        self._seats = {}
        self._explained = {}


class GamesInMemory:
    """The games that were in use last. Only whoever holds a table's lock may ask for its game."""

    def __init__(self, seats: GameStore, play: PlayStore, deeds: LogStore) -> None:
        """Rebuild games from the deals and moves of `play`; `deeds` says which were ended as they stood, `seats` who sat there."""
        self._seats = seats
        self._play = play
        self._deeds = deeds
        self._games: OrderedDict[int, GameInMemory] = OrderedDict()

    def __len__(self) -> int:
        """Return how many games are kept."""
        return len(self._games)

    async def of(self, table: Table) -> GameInMemory:
        """Return the game of a table, as it is kept, brought up to date or rebuilt. Raises `Unplayable`."""
        live = self._games.get(table.id)
        if live is not None and live.version != table.version:
            live = await self._brought_up(live, table)
        if live is None or await self._tells_of_one_erased(live, table):
            live = await self._rebuilt(table)
        elif live.game.names != tuple(seat.name for seat in table.seats):
            # Somebody's name was erased, which leaves the table at its version.
            live.seat_again(table)
        self.keep(table.id, live)
        return live

    async def _tells_of_one_erased(self, live: GameInMemory, table: Table) -> bool:
        """Return whether somebody who moved lately, and left, was erased, which leaves the table at its version."""
        left = {one.mover.user_id for one in live.recent if one.mover is not None}
        left -= {None, *(seat.user_id for seat in table.seats)}
        return bool(left) and not left <= {one.user_id for one in await self._seats.sittings(table.id)}

    async def _brought_up(self, live: GameInMemory, table: Table) -> GameInMemory | None:
        """Play in a kept game what another worker has stored since; None where it must be rebuilt."""
        self.drop(table.id)
        if live.version > table.version or not table.active:
            return None
        moves = await self._moves(table, live.moves)
        deals = await self._play.deals(table.id) if table.round > len(live.game.deals) else []
        try:
            await asyncio.to_thread(live.replay, deals, moves, await self._seats.sittings(table.id))
        except Unplayable:
            return None
        live.seat_again(table)
        return live

    async def _rebuilt(self, table: Table) -> GameInMemory:
        # Moves are read first: so each move that ends a round has its deal, even if another process plays
        # meanwhile.
        moves = await self._moves(table)
        deals = await self._play.deals(table.id)
        sittings = await self._seats.sittings(table.id)
        stopped = not table.active and await self._deeds.stopped(table.id)
        try:
            return await asyncio.to_thread(GameInMemory.rebuild, table, deals, moves, sittings, stopped=stopped)
        except Unplayable as error:
            log.error("table %d can't go on: %s", table.id, error.reason)  # noqa: TRY400
            raise

    async def _moves(self, table: Table, after: int = 0) -> list[PlayedMove]:
        """Return the moves after the one of that number which led to this version: there may be others by now."""
        return [move for move in await self._play.moves(table.id, after) if move.version <= table.version]

    def keep(self, table_id: int, live: GameInMemory) -> None:
        """Keep a game that stands at the version of its table."""
        self._games[table_id] = live
        self._games.move_to_end(table_id)
        if len(self._games) > KEPT_GAMES:
            self._games.popitem(last=False)

    def follow(self, before: Table, after: Table) -> None:
        """Bring the game of a table up to a change in which nothing was played, if it is kept."""
        live = self._games.get(after.id)
        if live is not None and live.version == before.version:
            live.seat_again(after)

    def drop(self, table_id: int) -> None:
        """Have a game rebuilt when it is next asked for: it isn't what is stored."""
        self._games.pop(table_id, None)

    def drop_all(self) -> None:
        """Have all games rebuilt when they are next asked for."""
        self._games.clear()
