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

#: A player as a game finds them: `mu`, `sigma` grown by the time that has passed, and its square.
_Player = tuple[float, float, float]
#: A team: its players, the sum of their `mu`, and that of their squares.
_Team = tuple[list[_Player], float, float]


def rated(teams: Sequence[Sequence[tuple[float, float]]], ranks: Sequence[int]) -> list[list[tuple[float, float]]]:
    """Return `mu` and `sigma` of all players after a game; `ranks` are the teams', the lowest best, equal for ties."""
    if len(teams) == 2 and ranks[0] != ranks[1]:
        return _won(teams, ranks)
    order = sorted(range(len(teams)), key=ranks.__getitem__)
    found_teams = [_team(teams[index]) for index in order]
    c_squared = 0.0
    for _, _, variance in found_teams:
        c_squared += variance + _BETA_SQUARED
    c = sqrt(c_squared)
    steps = _steps([exp(mu / c) for _, mu, _ in found_teams], [ranks[index] for index in order])
    found: list[list[tuple[float, float]]] = [[] for _ in teams]
    for index, team, (omega, delta) in zip(order, found_teams, steps, strict=True):
        found[index] = _moved(team, c, omega, delta)
    return found


def _won(teams: Sequence[Sequence[tuple[float, float]]], ranks: Sequence[int]) -> list[list[tuple[float, float]]]:
    """Do the same for two teams of which one has won, as in most games: this is what all sums come to then."""
    one, other = _team(teams[0]), _team(teams[1])
    c = sqrt((one[2] + _BETA_SQUARED) + (other[2] + _BETA_SQUARED))
    one_strength, other_strength = exp(one[1] / c), exp(other[1] / c)
    both = one_strength + other_strength
    one_share, other_share = one_strength / both, other_strength / both
    if ranks[0] < ranks[1]:
        one_step, other_step = 1 - one_share, -other_share
    else:
        one_step, other_step = -one_share, 1 - other_share
    return [
        _moved(one, c, one_step, one_share * (1 - one_share)),
        _moved(other, c, other_step, other_share * (1 - other_share)),
    ]


def _team(team: Sequence[tuple[float, float]]) -> _Team:
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


def _ordinal(one: _Player) -> float:
    return one[0] - 3.0 * one[1]


def _moved(team: _Team, c: float, omega: float, delta: float) -> list[tuple[float, float]]:
    players, _, variance = team
    up = omega * (variance / c)
    surer = delta * (variance / c**2) * (sqrt(variance) / c)
    found = []
    for mu, sigma, square in players:
        part = square / variance
        left = 1 - part * surer
        found.append((mu + part * up, sigma * sqrt(left if left > _KAPPA else _KAPPA)))
    return found


def _steps(strengths: Sequence[float], places: Sequence[int]) -> list[tuple[float, float]]:
    """Return the steps of each team's `mu` and `sigma`, before they are scaled. Places ascend."""
    behind = [
        sum((other for other, place in zip(strengths, places, strict=True) if place >= own), 0.0) for own in places
    ]
    ties = [places.count(own) for own in places]
    steps = []
    for index, (own, strength) in enumerate(zip(places, strengths, strict=True)):
        omega = delta = 0.0
        for other, place in enumerate(places):
            if place <= own:
                share = strength / behind[other]
                delta += share * (1 - share) / ties[other]
                omega += (1 - share) / ties[other] if other == index else -share / ties[other]
        steps.append((omega, delta))
    return steps
