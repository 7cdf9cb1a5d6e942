"""Somebody else's program at a seat: it reads views as lines of JSON, and answers each by a line with a move."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shlex
from typing import Any, Final

from bot.canasta.cards import card_text, cards_text
from bot.canasta.moves import Move, UnreadableMove, read_move
from bot.canasta.views import SeatView

#: The longest answer that is read, in bytes.
MAX_LINE: Final = 4096


class Fault(Exception):
    """Faults of a program: `args[0]` is `hung`, `died` or `nonsense`."""


class Program:
    """A running program at one seat, for one round. It must be closed."""

    def __init__(self, command: str, limit: float) -> None:
        """Start a command line, without a shell. It has `limit` seconds for each answer. Raises `OSError`."""
        self._limit = limit
        self._loop = asyncio.new_event_loop()
        try:
            self._process = self._loop.run_until_complete(_start(command))
        except BaseException:
            self._loop.close()
            raise

    def answer(self, view: SeatView) -> Move:
        """Return the program's move, which may be illegal. Raises `Fault`; after `hung` and `died` it has ended."""
        try:
            line = self._loop.run_until_complete(asyncio.wait_for(self._ask(view), self._limit))
        except TimeoutError:
            raise Fault("hung") from None
        except ConnectionError:
            raise Fault("died") from None
        except ValueError:  # the line is too long
            raise Fault("nonsense") from None
        if not line.endswith(b"\n"):
            raise Fault("died")
        try:
            return read_move(line.decode(), seat=view.seat)
        except (UnicodeDecodeError, UnreadableMove):
            raise Fault("nonsense") from None

    async def _ask(self, view: SeatView) -> bytes:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(document(view), ensure_ascii=False).encode() + b"\n")
        await self._process.stdin.drain()
        return await self._process.stdout.readline()

    def close(self) -> None:
        """End the program, if it hasn't ended by itself."""
        self._loop.run_until_complete(_stop(self._process))
        self._loop.close()


async def _start(command: str) -> asyncio.subprocess.Process:
    pipe, nowhere = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    return await asyncio.create_subprocess_exec(
        *shlex.split(command), stdin=pipe, stdout=pipe, stderr=nowhere, limit=MAX_LINE
    )


async def _stop(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with contextlib.suppress(ProcessLookupError):  # It may just have ended by itself.
            process.kill()
    # The pipes must be read to their end, or the process is never known to have ended.
    await process.communicate()


def document(view: SeatView) -> dict[str, Any]:
    """Return a view as a program gets it (docs/arena.md, What a program reads)."""
    public = view.public
    return {
        "variant": public.rules.id,
        "layout": public.rules.layout,
        "rules": dict(public.rules.house),
        "seat": view.seat,
        "hand": cards_text(view.hand),
        "fresh": cards_text(view.fresh),
        "legal": [str(move) for move in view.legal],
        "round": public.round_number,
        "dealer": public.dealer,
        "phase": public.phase,
        "so_far": list(public.so_far),
        "asking": public.asking,
        "stock": public.stock_size,
        "pile": " ".join("?" if card is None else card_text(card) for card in public.pile),
        "frozen": public.frozen,
        "blocked": public.blocked,
        "closed_by": public.closed_by,
        "trump": None if public.trump is None else "SHDC"[public.trump],
        "scores": list(public.scores),
        "players": [
            {
                "side": one.side,
                "hand": one.hand_size,
                "foot": one.foot_size,
                "in_foot": one.in_foot,
                "talon": one.talon_size,
                "sitting_out": one.sitting_out,
                "opening": one.opening,
                "picked": cards_text(memory.picked),
                "discards": cards_text(memory.discards),
                "passed": cards_text(memory.passed),
            }
            for one, memory in zip(public.players, public.memory, strict=True)
        ],
        "sides": [
            {
                "seats": list(one.seats),
                "melds": [cards_text(meld.cards) for meld in one.melds],
                "threes": cards_text(one.threes),
                "set_aside": cards_text(one.set_aside),
            }
            for one in public.sides
        ],
    }
