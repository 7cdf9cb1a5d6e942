"""Corrections of outcomes: a moderator says how a match counts, and that can be undone."""

from __future__ import annotations

from bot.data.tournaments import Amended, Played, TournamentStage
from bot.league.tournaments.changes import TournamentChanges
from bot.league.tournaments.errors import CorrectionUndone, NoSuchCorrection
from bot.league.tournaments.state import TournamentState, outcome


class TournamentCorrections:
    """The corrections of the tournaments of one database."""

    def __init__(self, changes: TournamentChanges) -> None:
        self._changes = changes

    async def of(self, tournament_id: int) -> list[Amended]:
        """Return the moderators' corrections of outcomes, the latest first."""
        return await self._changes.stored.amended(tournament_id)

    async def correct(
        self, tournament_id: int, number: int, first: int, played: Played, *, by: int, reason: str
    ) -> TournamentState:
        """Replace the outcome of a match. Rounds that were paired since stay as they were played.

        Raises `NoSuchMatch`, `WrongStage`.
        """
        async with self._changes.changing(tournament_id, TournamentStage.RUNNING, TournamentStage.FINISHED) as (
            tx,
            state,
        ):
            match = state.finished(number, first)
            outcome(match, played)
            now = self._changes.now()
            await self._changes.stored.amend(tx, tournament_id, match, played, by=by, reason=reason, at=now)
            await self._changes.save(tx, state.tournament)
        return await self._changes.state(tournament_id)

    async def undo(self, tournament_id: int, correction_id: int, *, by: int) -> TournamentState:
        """Undo the last correction of a match that still holds.

        Raises `NoSuchCorrection`, `CorrectionUndone`, `WrongStage`.
        """
        async with self._changes.changing(tournament_id, TournamentStage.RUNNING, TournamentStage.FINISHED) as (
            tx,
            state,
        ):
            made = await self._changes.stored.amended(tournament_id, tx)
            correction = next((each for each in made if each.id == correction_id), None)
            if correction is None:
                raise NoSuchCorrection
            standing = [
                e for e in made if (e.round, e.first) == (correction.round, correction.first) and e.undone_at is None
            ]
            if not standing or standing[0].id != correction.id:
                raise CorrectionUndone
            await self._changes.stored.decide(
                tx, tournament_id, state.finished(correction.round, correction.first), correction.before
            )
            await self._changes.stored.undone(tx, correction.id, by=by, at=self._changes.now())
            await self._changes.save(tx, state.tournament)
        return await self._changes.state(tournament_id)
