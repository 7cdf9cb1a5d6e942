"""Whether a request is Discord's own: its signature fits, it has just been made, and it hasn't come before."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

#: Seconds by which a request's time may differ from this machine's.
WINDOW = 60.0

_SIGNATURE = re.compile(r"[0-9a-fA-F]{128}")
_TIMESTAMP = re.compile(r"[0-9]{1,12}")


class Unsigned(Exception):
    """A request isn't Discord's, or is one that was made long ago or came before; `args[0]` says which, in a word."""


class Signatures:
    """The check of what an application's key has signed."""

    def __init__(self, public_key: str, now: Callable[[], float]) -> None:
        """Check by a key, 64 hexadecimal digits, and a clock in seconds UTC. Raises `ValueError` for what is no key."""
        self._key = VerifyKey(bytes.fromhex(public_key))
        self._now = now
        self._seen: set[bytes] = set()
        self._order: deque[tuple[float, bytes]] = deque()

    def timely(self, signature: str, timestamp: str) -> None:
        """Raise `Unsigned` if a signature and its time can't be right, whatever they sign."""
        if not _SIGNATURE.fullmatch(signature) or not _TIMESTAMP.fullmatch(timestamp):
            raise Unsigned("unsigned")
        if abs(self._now() - int(timestamp)) > WINDOW:
            raise Unsigned("late")

    def check(self, signature: str, timestamp: str, body: bytes) -> None:
        """Raise `Unsigned` unless a body was signed with its time, a moment ago, and is given for the first time."""
        self.timely(signature, timestamp)
        given = bytes.fromhex(signature)
        try:
            self._key.verify(timestamp.encode() + body, given)
        except BadSignatureError:
            raise Unsigned("unsigned") from None
        self._forget()
        if given in self._seen:
            raise Unsigned("replayed")
        # Only what Discord has signed is remembered, so nobody else can make the memory grow.
        self._seen.add(given)
        self._order.append((self._now() + 2 * WINDOW, given))

    def _forget(self) -> None:
        """Forget the signatures whose time is over: `timely` refuses them."""
        while self._order and self._order[0][0] < self._now():
            self._seen.discard(self._order.popleft()[1])
