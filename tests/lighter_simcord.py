"""Parts of simcord that worlds spend much of their time in, written for this bot: they find the same in less time.

simcord looks at everything that a bot of discord.py can wait for. This one has no views, no `Client.wait_for` and no loops of
`discord.ext.tasks`: what it waits for without being busy is the end of a sleep, or tasks that sleep.
"""

from __future__ import annotations

import asyncio
import copy
import math
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any
from unittest import mock

from simcord import _dpy_internals, _runtime, components, env, gateway
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
_track_callback = _runtime._track_callback
_ATOMS = (str, int, float, bool, type(None))


@contextmanager
def lighter() -> Iterator[None]:
    """Have simcord use these parts meanwhile."""
    copies = SimpleNamespace(deepcopy=copied)
    with ExitStack() as stack:
        for module, name, part in (
            (env, "_is_parked", rests),
            # Timers of the waits that this bot has not: of views, listeners and loops.
            (env, "_virtualize_recognized_waits", lambda state, pending: None),
            (components, "deepcopy", copied),
            (gateway, "copy", copies),
            (router, "copy", copies),
            # simcord looks for records in lists, and would compare all that they hold.
            (_runtime._CallbackRecord, "__eq__", object.__eq__),
            (_runtime, "_track_callback", _tracked),
            (_dpy_internals, "_clock_monotonic", _monotonic),
        ):
            stack.enter_context(mock.patch.object(module, name, part))
        yield


def _tracked(
    work: Any, original: Any, callback: Any, args: tuple[Any, ...], *, when: float | None, **options: Any
) -> asyncio.Handle:
    """Schedule a callback as simcord does, without a record of a task's next step: that it isn't done is seen in the task."""
    if when is None and isinstance(getattr(callback, "__self__", None), asyncio.Task):
        handle: asyncio.Handle = original(callback, *args, context=options["context"])
        return handle
    return _track_callback(work, original, callback, args, when=when, **options)


def _monotonic() -> float:
    """Return the time by simcord's clock in what the bot does, and by the machine's elsewhere."""
    scope = _runtime._BOT_SCOPE.get()
    if scope is None:
        return _dpy_internals._REAL_MONOTONIC()
    world, generation = scope
    if world._runtime is None or not world._started or generation != world._generation:
        return _dpy_internals._REAL_MONOTONIC()
    elapsed: float = world.backend.clock.elapsed
    return elapsed


def rests(state: Any, task: asyncio.Task[Any], deadline: float) -> bool:
    """Return whether a task of the bot's has nothing to do before a time, if that is asked of all its tasks.

    A task that was found to rest still does while it waits for the same: each task that it waits for is asked too.
    """
    waiter: Any = getattr(task, "_fut_waiter", None)
    awaited, timer = state.resting.get(task, (None, None))
    if (
        waiter is not None
        and waiter is awaited
        and not waiter.done()
        and (timer is None or _due(state, *timer) > deadline)
    ):
        return True
    if not is_parked(state, task, deadline):
        return False
    if waiter is not None and not task.done():
        handle = next((frame.f_locals["h"] for code, frame in _frames(task) if code is _SLEEP), None)
        state.resting[task] = (waiter, None if handle is None else (handle, _record(state, handle)))
    return True


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
    for code, frame in _frames(task):
        if code is _SLEEP:
            handle = frame.f_locals["h"]
            return _due(state, handle, _record(state, handle)) > deadline
        if code in _WAIT_FOR_SOME:
            others += frame.f_locals["fs"]
        elif code in _WAIT_FOR_GROUP:
            others += frame.f_locals["self"]._tasks
    busy = {other for other in others if not other.done()}
    return bool(busy) and all(other in state.work.tasks and _rests(state, other, deadline, seen) for other in busy)


def _frames(task: asyncio.Task[Any]) -> Iterator[tuple[object, Any]]:
    """Yield the codes and the frames of the coroutines in which a task waits, the outermost first."""
    coroutine: Any = task.get_coro()
    while coroutine is not None:
        yield getattr(coroutine, "cr_code", None), getattr(coroutine, "cr_frame", None)
        coroutine = getattr(coroutine, "cr_await", None)


def _record(state: Any, handle: asyncio.TimerHandle) -> Any:
    """Return simcord's record of the timer of a sleep, None if the loop alone has it."""
    return next((record for record in state.work.callbacks if record.handle is handle), None)


def _due(state: Any, handle: asyncio.TimerHandle, record: Any) -> float:
    """Return when the timer of a sleep is due, by simcord's clock or the loop's own."""
    if handle.cancelled():
        return -math.inf
    return handle.when() if record is None else _callback_fire_time(state, record)


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
