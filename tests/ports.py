"""Ports of this machine for servers that a test starts in another process, which must know them before."""

from __future__ import annotations

import itertools
import os
import socket

#: Below the ports that systems give to connections and to servers that take any: one of those may be gone a moment later.
#: Each process has a stretch of its own.
_STRETCH = 64
_FIRST = 10_000 + os.getpid() % 320 * _STRETCH

_turns = itertools.cycle(range(_FIRST, _FIRST + _STRETCH))


def free_port() -> int:
    """Return the next port of this process on which nobody listens."""
    for port in itertools.islice(_turns, _STRETCH):
        with socket.socket() as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise RuntimeError(f"no port from {_FIRST} to {_FIRST + _STRETCH - 1} is free")
