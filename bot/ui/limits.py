"""Discord's limits, as far as the bot comes near them: numbers of characters, and of things in one message."""

from __future__ import annotations

#: A custom id.
CUSTOM_ID_LENGTH = 100
#: What an option of a menu or a completion says.
OPTION_LENGTH = 100
#: The options of one menu.
MENU_OPTIONS = 25
#: What a command completes an option to.
COMPLETIONS = 25
#: What stands on a button, and on a menu.
LABEL_LENGTH = 80
PLACEHOLDER_LENGTH = 150
#: A message's 40 components have room for so many menus beside all else that a page shows.
MENUS = 12
#: The words that go with a picture.
ALT_LENGTH = 1_024
#: What tells a message from others that are posted twice by mistake.
NONCE_LENGTH = 25
