"""Labels of pictures have room in every language: none is cut beside usual numbers."""

from __future__ import annotations

import pytest

from bot.ui.i18n import current, languages, speaking
from renderer import Style, closing, profile
from renderer.text import shortened
from tests.ui import aloud


@pytest.fixture
def cut(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the list to which every text that a profile or a season's end cuts is added."""
    found: list[str] = []

    def watched(text: str, size: int, weight: str, room: int) -> str:
        drawn = shortened(text, size, weight, room)
        if drawn != text:
            found.append(text)
        return drawn

    for module in (profile, closing):
        monkeypatch.setattr(module, "shortened", watched)
    return found


@pytest.mark.parametrize("language", languages())
def test_a_profile_has_room_for_its_labels(language: str, cut: list[str]) -> None:
    with speaking(language):
        view = aloud.profile_view()
        profile.render.__wrapped__(view, Style(translation=current()))
    names = {family.name for family in view.families}
    assert [text for text in cut if text not in names] == []


@pytest.mark.parametrize("language", languages())
def test_a_seasons_end_has_room_for_its_honours(language: str, cut: list[str]) -> None:
    with speaking(language):
        closing.render.__wrapped__(aloud.closing_view(), Style(translation=current()))
    assert cut == []
