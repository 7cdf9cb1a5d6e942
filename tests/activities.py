"""Activities in the simulated Discord, which knows none: it starts them, and answers other requests otherwise than usual."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from simcord.backend import errors
from simcord.http import router

#: The type of the answer to an interaction that starts an Activity.
LAUNCH = 12
_CALLBACK = "/interactions/{interaction_id}/{token}/callback"


@contextmanager
def answered_otherwise(method: str, template: str, answer: Any) -> Iterator[None]:
    """Have the simulated Discord answer a kind of request by `answer`, which gets its usual handler first."""
    routes, parts = router._ROUTES[method], template.strip("/").split("/")
    [place] = [number for number, (segments, _handler) in enumerate(routes) if segments == parts]
    segments, real = routes[place]
    with mock.patch.dict(router._ROUTES, {method: [*routes]}):
        router._ROUTES[method][place] = (segments, lambda context: answer(real, context))
        yield


@contextmanager
def launches() -> Iterator[list[int]]:
    """Have the simulated Discord start Activities, for the people whose ids are noted."""
    started = list[int]()

    def launch(real: Any, context: Any) -> Any:
        if context.body()["type"] != LAUNCH:
            return real(context)
        record = context.backend.interactions[context.int_arg("interaction_id")]
        if record.responded:
            raise errors.already_acknowledged()
        record.pong()
        started.append(record.user_id)
        instance = {"id": "i-1-gc-2-3"}
        return {
            "interaction": {"id": str(record.id), "type": record.type, "activity_instance_id": instance["id"]},
            "resource": {"type": LAUNCH, "activity_instance": instance},
        }

    with answered_otherwise("POST", _CALLBACK, launch):
        yield started
