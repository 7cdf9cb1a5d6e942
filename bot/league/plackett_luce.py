"""Plackett-Luce ratings, as Weng and Lin have them (Journal of Machine Learning Research 12, 2011, algorithm 4).

The numbers are openskill's to the last bit, with its defaults: a test compares them. A league is rated again after a
correction, and this takes a twentieth of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

#: openskill's own defaults, written out so that a newer one can't change what was rated.
MU, SIGMA = 25.0, 25.0 / 3
_BETA_SQUARED = (25.0 / 6) ** 2
_TAU = 25.0 / 300
_TAU_SQUARED = _TAU * _TAU
_KAPPA = 0.0001

#: `mu` and `sigma` of a player.
_Skill = tuple[float, float]
#: A player as a game finds them: `mu`, `sigma` grown by the time that has passed, and its square.
_Player = tuple[float, float, float]
#: A team: its players, the sum of their `mu`, and that of their squares.
_Team = tuple[list[_Player], float, float]


def rated(teams: Sequence[Sequence[_Skill]], ranks: Sequence[int]) -> list[list[_Skill]]:
    """Return `mu` and `sigma` of all players after a game; `ranks` are the teams', the lowest best, equal for ties."""
    first = plain_winner(teams, ranks)
    if first is not None:
        winners, losers = teams[first], teams[1 - first]
        after = [*(beaten if len(winners) == 1 else pair_beaten)(*winners, *losers)]
        sides = after[: len(winners)], after[len(winners) :]
        return [sides[first], sides[1 - first]]
    order = sorted(range(len(teams)), key=ranks.__getitem__)
    found_teams = [_team(teams[index]) for index in order]
    c_squared = 0.0
    for _, _, variance in found_teams:
        c_squared += variance + _BETA_SQUARED
    c = sqrt(c_squared)
    steps = _steps([exp(mu / c) for _, mu, _ in found_teams], [ranks[index] for index in order])
    found: list[list[_Skill]] = [[] for _ in teams]
    for index, team, (omega, delta) in zip(order, found_teams, steps, strict=True):
        found[index] = _moved(team, c, omega, delta)
    return found


def plain_winner(teams: Sequence[Sequence[object]], ranks: Sequence[int]) -> int | None:
    """Return which team has won a game that `beaten` or `pair_beaten` can rate, None for any other game."""
    if len(teams) == 2 and ranks[0] != ranks[1] and len(teams[0]) == len(teams[1]) <= 2:
        return 0 if ranks[0] < ranks[1] else 1
    return None


def pair_beaten(one: _Skill, partner: _Skill, other: _Skill, others: _Skill) -> tuple[_Skill, _Skill, _Skill, _Skill]:
    """Return the same of a pair that has beaten another: most games are such, and this takes a sixth of the time."""
    (one_mu, one_sigma), (partner_mu, partner_sigma), (other_mu, other_sigma), (others_mu, others_sigma) = (
        one,
        partner,
        other,
        others,
    )
    one_sigma = sqrt(one_sigma * one_sigma + _TAU_SQUARED)
    partner_sigma = sqrt(partner_sigma * partner_sigma + _TAU_SQUARED)
    other_sigma = sqrt(other_sigma * other_sigma + _TAU_SQUARED)
    others_sigma = sqrt(others_sigma * others_sigma + _TAU_SQUARED)
    one_square, partner_square, other_square, others_square = (
        one_sigma**2,
        partner_sigma**2,
        other_sigma**2,
        others_sigma**2,
    )
    won, lost = one_square + partner_square, other_square + others_square
    c = sqrt((won + _BETA_SQUARED) + (lost + _BETA_SQUARED))
    c_squared = c**2
    one_strength, other_strength = exp((one_mu + partner_mu) / c), exp((other_mu + others_mu) / c)
    both = one_strength + other_strength
    one_share, other_share = one_strength / both, other_strength / both
    up = (1 - one_share) * (won / c)
    surer = one_share * (1 - one_share) * (won / c_squared) * (sqrt(won) / c)
    down = -other_share * (lost / c)
    sure = other_share * (1 - other_share) * (lost / c_squared) * (sqrt(lost) / c)
    one_part, partner_part, other_part, others_part = (
        one_square / won,
        partner_square / won,
        other_square / lost,
        others_square / lost,
    )
    one_left, partner_left = 1 - one_part * surer, 1 - partner_part * surer
    other_left, others_left = 1 - other_part * sure, 1 - others_part * sure
    return (
        (one_mu + one_part * up, one_sigma * sqrt(one_left if one_left > _KAPPA else _KAPPA)),
        (partner_mu + partner_part * up, partner_sigma * sqrt(partner_left if partner_left > _KAPPA else _KAPPA)),
        (other_mu + other_part * down, other_sigma * sqrt(other_left if other_left > _KAPPA else _KAPPA)),
        (others_mu + others_part * down, others_sigma * sqrt(others_left if others_left > _KAPPA else _KAPPA)),
    )


def beaten(one: _Skill, other: _Skill) -> tuple[_Skill, _Skill]:
    """Return the same of two players of whom the first has beaten the second."""
    (one_mu, one_sigma), (other_mu, other_sigma) = one, other
    one_sigma = sqrt(one_sigma * one_sigma + _TAU_SQUARED)
    other_sigma = sqrt(other_sigma * other_sigma + _TAU_SQUARED)
    won, lost = one_sigma**2, other_sigma**2
    c = sqrt((won + _BETA_SQUARED) + (lost + _BETA_SQUARED))
    c_squared = c**2
    one_strength, other_strength = exp(one_mu / c), exp(other_mu / c)
    both = one_strength + other_strength
    one_share, other_share = one_strength / both, other_strength / both
    one_left = 1 - one_share * (1 - one_share) * (won / c_squared) * (sqrt(won) / c)
    other_left = 1 - other_share * (1 - other_share) * (lost / c_squared) * (sqrt(lost) / c)
    return (
        (one_mu + (1 - one_share) * (won / c), one_sigma * sqrt(one_left if one_left > _KAPPA else _KAPPA)),
        (other_mu - other_share * (lost / c), other_sigma * sqrt(other_left if other_left > _KAPPA else _KAPPA)),
    )


def _team(team: Sequence[_Skill]) -> _Team:
    """Return a team as a game finds it. The order of the sums is openskill's: the strongest player first."""
    players = []
    mus = variances = 0.0
    for mu, sigma in team:
        wider = sqrt(sigma * sigma + _TAU_SQUARED)
        square = wider**2
        players.append((mu, wider, square))
        mus += mu
        variances += square
    if len(players) > 2:
        mus = variances = 0.0
        for mu, _, square in sorted(players, key=_ordinal, reverse=True):
            mus += mu
            variances += square
    return players, mus, variances


def _ordinal(player: _Player) -> float:
    return player[0] - 3.0 * player[1]


def _moved(team: _Team, c: float, omega: float, delta: float) -> list[_Skill]:
    players, _, variance = team
    up = omega * (variance / c)
    surer = delta * (variance / c**2) * (sqrt(variance) / c)
    found = []
    for mu, sigma, square in players:
        part = square / variance
        left = 1 - part * surer
        found.append((mu + part * up, sigma * sqrt(left if left > _KAPPA else _KAPPA)))
    return found


def _steps(strengths: Sequence[float], places: Sequence[int]) -> list[_Skill]:
    """Return the steps of each team's `mu` and `sigma`, before they are scaled. Places ascend."""
    firsts = [places.index(own) for own in places]
    behind = [sum(strengths[first:], 0.0) for first in firsts]
    ties = [places.count(own) for own in places]
    steps = []
    for index, strength in enumerate(strengths):
        omega = delta = 0.0
        for other in range(firsts[index] + ties[index]):
            share = strength / behind[other]
            delta += share * (1 - share) / ties[other]
            omega += (1 - share) / ties[other] if other == index else -share / ties[other]
        steps.append((omega, delta))
    return steps
