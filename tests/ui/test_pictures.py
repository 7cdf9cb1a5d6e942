"""Pictures for readers of different languages: who reads the same texts shares one drawing."""

from __future__ import annotations

from bot.canasta.record import game_from_record
from bot.canasta.views import seat_view
from bot.ui import i18n
from bot.ui.pictures import Pictures
from renderer import Picture

GAME = {
    "variant": "classic",
    "scores": [0, 0],
    "position": {
        "turn": 0,
        "phase": "play",
        "hands": ["KS KH 7C", "4C 4D 5C", "5D 6D", "6S 8D"],
        "melds": [[], []],
        "stock": "5H 6D 7C 8C",
        "pile": "5H",
    },
    "moves": [],
}


async def test_readers_of_the_same_texts_share_one_drawing() -> None:
    view = seat_view(game_from_record(GAME), 0)
    pictures = Pictures()

    async def drawn(language: str) -> tuple[Picture, Picture]:
        with i18n.speaking(language):
            return await pictures.hand(view), await pictures.table(view.public)

    try:
        english = await drawn("en")
        for language in ("en-GB", "en-US", "ja", "zh-CN"):
            for ours, theirs in zip(await drawn(language), english, strict=True):
                assert ours is theirs, f"drawn again for {language}"
        for ours, theirs in zip(await drawn("it"), english, strict=True):
            assert ours.alt != theirs.alt
    finally:
        pictures.close()
