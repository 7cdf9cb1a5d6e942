"""The findings at a season's end: how much was played, who stands first, and who is honoured."""

from __future__ import annotations

from bot.data.seasons import Award, Closing, Honour, PodiumPlace, Season
from bot.data.servers import OPEN_LEAGUE
from bot.league.rating import SURE
from bot.store.members import MemberStore
from bot.store.results import ResultStore
from bot.store.standings import StandingStore

#: Places on the podium, and the most people honoured for one thing when their figures are equal.
_PODIUM = 3
_EQUALS = 4

#: The games that a pair must have played together, and the turns after which somebody can be called reliable.
PAIR_GAMES = 3
RELIABLE_TURNS = 50


async def closing(season: Season, results: ResultStore, standings: StandingStore, members: MemberStore) -> Closing:
    """Return all that is found at a season's end, as the standings are now.

    People who have left the server get no honour. The open league's has no names: who may be named is asked when it is shown.
    """
    place = season.guild_id, season.id
    podium = await standings.best(*place, "rating DESC", "rated > 0", _PODIUM)
    champions = await standings.best(*place, "rating DESC", f"rated > 0 AND earlier + rated >= {SURE}", _EQUALS)
    canastas = await standings.best(*place, "canastas DESC", "canastas > 0", _EQUALS)
    rounds = await standings.best(*place, "best_round DESC", "best_round > 0", _EQUALS)
    reliable = await standings.best(*place, "1.0 * missed / turns, turns DESC", f"turns >= {RELIABLE_TURNS}", _EQUALS)
    pair = await standings.best_pair(*place, PAIR_GAMES)
    honoured = {one.user_id for one in (*podium, *champions, *canastas, *rounds, *reliable)}
    honoured |= {pair.user_id, pair.other_id} if pair else set()
    names = {} if season.guild_id == OPEN_LEAGUE else await members.names(season.guild_id, honoured)

    def award(honour: Honour, figures: list[tuple[int, tuple[int, ...]]]) -> list[Award]:
        """Return an honour for the first and all with figures equal to the first's; nothing if nobody is listed."""
        users = tuple(user for user, own in figures if own == figures[0][1])
        return [Award(honour, users, tuple(names.get(user, "") for user in users), figures[0][1])] if users else []

    found = [
        # Where no rating is sure yet, as among few who play slowly, the first is champion all the same.
        *award(Honour.CHAMPION, [(one.user_id, (one.rating,)) for one in champions or podium]),
        *award(Honour.CANASTAS, [(one.user_id, (one.canastas,)) for one in canastas]),
        *award(Honour.ROUND, [(one.user_id, (one.best_round,)) for one in rounds]),
        *award(Honour.RELIABLE, [(one.user_id, (one.turns - one.missed, one.turns)) for one in reliable]),
    ]
    if pair is not None:
        both = pair.user_id, pair.other_id
        figures = pair.together_won, pair.together
        found.insert(1, Award(Honour.PAIR, both, tuple(names.get(user, "") for user in both), figures))
    return Closing(
        await results.counted(season.guild_id, season.id),
        await standings.count(*place, "", "games"),
        tuple(
            PodiumPlace(
                1 + sum(other.rating > one.rating for other in podium),
                one.user_id,
                names.get(one.user_id, ""),
                one.rating,
            )
            for one in podium
        ),
        tuple(found),
    )
