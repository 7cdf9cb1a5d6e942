"""Parts of simcord that worlds spend much of their time in, written for this bot: they find the same in less time.

simcord looks at everything that a bot of discord.py can wait for. This one has no views, no `Client.wait_for` and no loops of
`discord.ext.tasks`: what it waits for without being busy is the end of a sleep, or tasks that sleep.
"""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any
from unittest import mock

from simcord import _runtime, components, env, gateway
from simcord._settlement import _callback_fire_time
from simcord.http import router


def _code(owner: object, name: str) -> object:
    """Return the code of a coroutine function, None if this Python has no such function."""
    return getattr(getattr(owner, name, None), "__code__", None)


#: The code of the coroutine that sleeps.
_SLEEP = _code(asyncio, "sleep")
#: The code of the coroutines that wait for tasks.
_WAIT_FOR_SOME = {_code(asyncio, "wait"), _code(asyncio.tasks, "_wait")}
_WAIT_FOR_GROUP = {_code(asyncio.TaskGroup, "__aexit__"), _code(asyncio.TaskGroup, "_aexit")} - {None}
_ATOMS = (str, int, float, bool, type(None))


@contextmanager
def lighter() -> Iterator[None]:
    """Have simcord use these parts meanwhile."""
    copies = SimpleNamespace(deepcopy=copied)
    with ExitStack() as stack:
        for module, name, part in (
            (env, "_is_parked", is_parked),
            # Timers of the waits that this bot has not: of views, listeners and loops.
            (env, "_virtualize_recognized_waits", lambda state, pending: None),
            (components, "deepcopy", copied),
            (gateway, "copy", copies),
            (router, "copy", copies),
            # simcord looks for records in lists, and would compare all that they hold.
            (_runtime._CallbackRecord, "__eq__", object.__eq__),
        ):
            stack.enter_context(mock.patch.object(module, name, part))
        yield


def is_parked(state: Any, task: asyncio.Task[Any], deadline: float) -> bool:
    """Return whether a task of the bot's has nothing to do before a time."""
    return task.done() or _rests(state, task, deadline, set())


def _rests(state: Any, task: asyncio.Task[Any], deadline: float, seen: set[asyncio.Task[Any]]) -> bool:
    waiter: Any = getattr(task, "_fut_waiter", None)
    if waiter is None or waiter.done() or task in seen:
        return False
    seen.add(task)
    # A task that waits for a future by way of another: a task, `gather`, `shield`, `wait` or a group.
    others: list[Any] = [waiter] if isinstance(waiter, asyncio.Task) else list(getattr(waiter, "_children", ()))
    for callback, _ in waiter._callbacks or ():
        if getattr(callback, "__qualname__", "").endswith("shield.<locals>._outer_done_callback"):
            cells = dict(zip(callback.__code__.co_freevars, callback.__closure__, strict=True))
            others.append(cells["inner"].cell_contents)
    coroutine: Any = task.get_coro()
    while coroutine is not None:
        code = getattr(coroutine, "cr_code", None)
        if code is _SLEEP:
            return _ends_after(state, coroutine.cr_frame.f_locals["h"], deadline)
        if code in _WAIT_FOR_SOME:
            others += coroutine.cr_frame.f_locals["fs"]
        elif code in _WAIT_FOR_GROUP:
            others += coroutine.cr_frame.f_locals["self"]._tasks
        coroutine = getattr(coroutine, "cr_await", None)
    busy = {other for other in others if not other.done()}
    return bool(busy) and all(other in state.work.tasks and _rests(state, other, deadline, seen) for other in busy)


def _ends_after(state: Any, handle: asyncio.TimerHandle, deadline: float) -> bool:
    """Return whether the timer of a sleep, by simcord's clock or the loop's own, is due after a time."""
    record = next((record for record in state.work.callbacks if record.handle is handle), None)
    due = handle.when() if record is None else _callback_fire_time(state, record)
    return not handle.cancelled() and bool(due > deadline)


def copied(value: Any) -> Any:
    """Return a copy of what came from JSON or goes into it; anything else in it is copied as usual."""
    kind = type(value)
    if kind in _ATOMS:
        return value
    if kind is dict:
        return {key: copied(inner) for key, inner in value.items()}
    if kind is list:
        return [copied(inner) for inner in value]
    return copy.deepcopy(value)
