"""All that a bot reads and draws as soon as it starts: a process that loads this module has it ready."""

from __future__ import annotations

from bot.ui.i18n import catalogue, languages
from renderer import prewarm

for _language in languages():
    catalogue(_language)
prewarm()
