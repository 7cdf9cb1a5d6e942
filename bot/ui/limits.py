"""Discord's limits that the bot comes near: numbers of characters, and of things in one message."""

from __future__ import annotations

#: The most characters of a custom id.
CUSTOM_ID_LENGTH = 100
#: The most components of a message, those within others counted too.
COMPONENTS = 40
#: The most characters of a menu's option or of a completion.
OPTION_LENGTH = 100
#: The most options of one menu.
MENU_OPTIONS = 25
#: The most buttons in a row.
ROW_BUTTONS = 5
#: The most completions of a command's option.
COMPLETIONS = 25
#: The most characters on a button, and of a menu's placeholder.
LABEL_LENGTH = 80
PLACEHOLDER_LENGTH = 150
#: The most menus of a page. A message may have 40 components, and a page needs some for other things.
MENUS = 12
#: The most characters of all texts of a message together.
TEXT_LENGTH = 4_000
