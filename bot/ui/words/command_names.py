"""The names of commands and their options in every language, for Discord's menus and in what people read.

Texts name a command in English, as `/play` between backticks, and what it does by its option `what` with it, as
`/canasta log`. Names that come back from Discord are English too.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping

import discord
from discord import app_commands

from bot.ui.components import shortened
from bot.ui.i18n import NC_, _, catalogue, labelled, pgettext, speaking
from bot.ui.words import ways

#: The names of all commands and groups, and of what some do by their option `what`. The library takes them from the cogs;
#: this list is for translators only.
COMMANDS = (
    # translators: propose to end the game without a result
    NC_("name of a command, lower case, no spaces", "abandon"),
    # translators: to a tournament: a player, a pair or computers
    NC_("name of a command, lower case, no spaces", "add"),
    # translators: ask your partner for permission to go out
    NC_("name of a command, lower case, no spaces", "ask-to-go-out"),
    # translators: people with whom you don't want to be put together: a verb
    NC_("name of a command, lower case, no spaces", "avoid"),
    # translators: take your seat back from the computer
    NC_("name of a command, lower case, no spaces", "back"),
    NC_("name of a command, lower case, no spaces", "canasta"),
    # translators: what moderators can do about a game
    NC_("name of a command, lower case, no spaces", "canasta-admin"),
    # translators: a table or a tournament
    NC_("name of a command, lower case, no spaces", "cancel"),
    # translators: a season
    NC_("name of a command, lower case, no spaces", "close"),
    # translators: have a computer play for somebody
    NC_("name of a command, lower case, no spaces", "computer"),
    # translators: a result: a verb
    NC_("name of a command, lower case, no spaces", "correct"),
    # translators: the deal of the day
    NC_("name of a command, lower case, no spaces", "daily"),
    NC_("name of a command, lower case, no spaces", "delete"),
    # translators: a verb
    NC_("name of a command, lower case, no spaces", "discard"),
    # translators: from the stock
    NC_("name of a command, lower case, no spaces", "draw"),
    # translators: a game, without a result: a verb
    NC_("name of a command, lower case, no spaces", "end"),
    # translators: what is stored about you
    NC_("name of a command, lower case, no spaces", "export"),
    # translators: give somebody, or a round, more time
    NC_("name of a command, lower case, no spaces", "extend"),
    # translators: others to play with: a verb
    NC_("name of a command, lower case, no spaces", "find"),
    # translators: a seat, to its player
    NC_("name of a command, lower case, no spaces", "give-back"),
    # translators: the cards that you hold
    NC_("name of a command, lower case, no spaces", "hand"),
    # translators: what to do now, and all commands: a noun
    NC_("name of a command, lower case, no spaces", "help"),
    # translators: advice in one's own turn: a noun
    NC_("name of a command, lower case, no spaces", "hint"),
    # translators: a player's finished games
    NC_("name of a command, lower case, no spaces", "history"),
    # translators: a table
    NC_("name of a command, lower case, no spaces", "join"),
    # translators: the standings of the league
    NC_("name of a command, lower case, no spaces", "leaderboard"),
    NC_("name of a command, lower case, no spaces", "league"),
    # translators: to play, in a guided hand: a verb
    NC_("name of a command, lower case, no spaces", "learn"),
    # translators: a table
    NC_("name of a command, lower case, no spaces", "leave"),
    # translators: of your games, or of tournaments
    NC_("name of a command, lower case, no spaces", "list"),
    # translators: what happened, apart from the moves
    NC_("name of a command, lower case, no spaces", "log"),
    # translators: lay down cards: a verb
    NC_("name of a command, lower case, no spaces", "meld"),
    # translators: a game into this channel: a verb
    NC_("name of a command, lower case, no spaces", "move"),
    # translators: open a tournament
    NC_("name of a command, lower case, no spaces", "new"),
    # translators: a season: a verb
    NC_("name of a command, lower case, no spaces", "open"),
    # translators: what should be played for you
    NC_("name of a command, lower case, no spaces", "orders"),
    # translators: who plays whom in a tournament
    NC_("name of a command, lower case, no spaces", "pairings"),
    # translators: open a table: a verb
    NC_("name of a command, lower case, no spaces", "play"),
    NC_("name of a command, lower case, no spaces", "preferences"),
    # translators: of a player
    NC_("name of a command, lower case, no spaces", "profile"),
    # translators: all moves of a finished game, as a file: a noun
    NC_("name of a command, lower case, no spaces", "record"),
    # translators: go through a finished game
    NC_("name of a command, lower case, no spaces", "replay"),
    # translators: give your seat to a computer
    NC_("name of a command, lower case, no spaces", "resign"),
    # translators: of one's own play in a round: a noun
    NC_("name of a command, lower case, no spaces", "review"),
    NC_("name of a command, lower case, no spaces", "rules"),
    NC_("name of a command, lower case, no spaces", "settings"),
    # translators: a turn
    NC_("name of a command, lower case, no spaces", "skip"),
    # translators: what you have achieved alone against computers
    NC_("name of a command, lower case, no spaces", "solo"),
    # translators: of a tournament
    NC_("name of a command, lower case, no spaces", "standings"),
    # translators: a game or a tournament: a verb
    NC_("name of a command, lower case, no spaces", "start"),
    # translators: how the bot is doing: a noun
    NC_("name of a command, lower case, no spaces", "status"),
    # translators: have somebody else play a seat: a verb
    NC_("name of a command, lower case, no spaces", "substitute"),
    # translators: what lies on the table
    NC_("name of a command, lower case, no spaces", "table"),
    NC_("name of a command, lower case, no spaces", "take-pile"),
    NC_("name of a command, lower case, no spaces", "tournament"),
    # translators: what moderators can do about tournaments
    NC_("name of a command, lower case, no spaces", "tournament-admin"),
    # translators: a moderator's correction of a result: a verb
    NC_("name of a command, lower case, no spaces", "undo"),
    # translators: a table that is stuck
    NC_("name of a command, lower case, no spaces", "unstick"),
    # translators: make a result count for nothing: a verb
    NC_("name of a command, lower case, no spaces", "void"),
    # translators: from a tournament: yourself, or of a moderator somebody else
    NC_("name of a command, lower case, no spaces", "withdraw"),
)
#: The commands in the menu of a person in a server, for translators only: Discord takes 32 characters.
PERSON_MENU = (
    # translators: ask that person to play: an order, as on a button
    NC_("name of a command in the menu of a person", "Challenge to Canasta"),
    # translators: compare that person with oneself
    NC_("name of a command in the menu of a person", "Head to head"),
)
#: The names of all options of commands, for translators only.
OPTIONS = (
    # translators: the player with whom somebody is compared
    NC_("name of an option, lower case, no spaces", "against"),
    # translators: what else you lay down when you take the pile
    NC_("name of an option, lower case, no spaces", "also"),
    # translators: what the standings are sorted by
    NC_("name of an option, lower case, no spaces", "by"),
    NC_("name of an option, lower case, no spaces", "card"),
    NC_("name of an option, lower case, no spaces", "cards"),
    # translators: how long a turn can take
    NC_("name of an option, lower case, no spaces", "clock"),
    # translators: by which people come to a table
    NC_("name of an option, lower case, no spaces", "code"),
    # translators: how many computers
    NC_("name of an option, lower case, no spaces", "computers"),
    # translators: of a result
    NC_("name of an option, lower case, no spaces", "correction"),
    # translators: of lessons
    NC_("name of an option, lower case, no spaces", "course"),
    # translators: of a tournament's round
    NC_("name of an option, lower case, no spaces", "deadline"),
    # translators: the points of the side named first
    NC_("name of an option, lower case, no spaces", "first"),
    # translators: who forfeits a match
    NC_("name of an option, lower case, no spaces", "forfeit"),
    # translators: a game that isn't rated
    NC_("name of an option, lower case, no spaces", "friendly"),
    NC_("name of an option, lower case, no spaces", "game"),
    # translators: house rules
    NC_("name of an option, lower case, no spaces", "house"),
    # translators: round robin, Swiss or Danish
    NC_("name of an option, lower case, no spaces", "kind"),
    # translators: of a tournament
    NC_("name of an option, lower case, no spaces", "match"),
    # translators: how many teams a tournament needs
    NC_("name of an option, lower case, no spaces", "minimum"),
    NC_("name of an option, lower case, no spaces", "name"),
    # translators: who plays from now on
    NC_("name of an option, lower case, no spaces", "newcomer"),
    NC_("name of an option, lower case, no spaces", "partner"),
    NC_("name of an option, lower case, no spaces", "player"),
    NC_("name of an option, lower case, no spaces", "players"),
    NC_("name of an option, lower case, no spaces", "reason"),
    # translators: of a tournament
    NC_("name of an option, lower case, no spaces", "round"),
    # translators: of a tournament
    NC_("name of an option, lower case, no spaces", "rounds"),
    # translators: how many rounds of Canasta a match has
    NC_("name of an option, lower case, no spaces", "rounds-per-match"),
    # translators: the same cards at all tables
    NC_("name of an option, lower case, no spaces", "same-decks"),
    NC_("name of an option, lower case, no spaces", "season"),
    NC_("name of an option, lower case, no spaces", "seat"),
    # translators: the points of the side named second
    NC_("name of an option, lower case, no spaces", "second"),
    # translators: when a tournament starts
    NC_("name of an option, lower case, no spaces", "starts"),
    # translators: to how many points the game is played
    NC_("name of an option, lower case, no spaces", "target"),
    # translators: a team or player of a tournament
    NC_("name of an option, lower case, no spaces", "team"),
    # translators: the third player of a team
    NC_("name of an option, lower case, no spaces", "third"),
    # translators: how much more of it
    NC_("name of an option, lower case, no spaces", "time"),
    NC_("name of an option, lower case, no spaces", "time-zone"),
    NC_("name of an option, lower case, no spaces", "tournament"),
    NC_("name of an option, lower case, no spaces", "variant"),
    # translators: what a command is to do
    NC_("name of an option, lower case, no spaces", "what"),
    # translators: cards with which you take the pile
    NC_("name of an option, lower case, no spaces", "with"),
)
#: The option for a round of a game. Most languages have another word for a round of a tournament.
ROUND_OF_A_GAME = app_commands.locale_str(
    NC_("name of an option, lower case, no spaces: a round of a game", "round"),
    context="name of an option, lower case, no spaces: a round of a game",
)
#: The option for how many rounds a game has.
ROUNDS_OF_A_GAME = app_commands.locale_str(
    NC_("name of an option, lower case, no spaces: of a game", "rounds"),
    context="name of an option, lower case, no spaces: of a game",
)

#: How many texts are translated before the event loop goes on.
_AT_ONCE = 100
_COMMAND = "name of a command, lower case, no spaces"
#: A player's undo in their turn has another name than a moderator's undoing of a correction, though not in English.
_IN_A_TURN = "name of what a player does in their turn, lower case, no spaces"
_TAKING_BACK = NC_("name of what a player does in their turn, lower case, no spaces", "undo")
_OPTION = "name of an option, lower case, no spaces"
#: A command in a text. A name in which there was such a thing has backslashes before its backticks.
_SAID = re.compile(r"(?<!\\)`/([a-z-]+(?: [a-z-]+){0,2})`")
#: A command in a message that was sent: a mention, or its name in some language, and what is to be chosen then.
_SENT = re.compile(r"(?:</[^:>]+:[0-9]+>|(?<!\\)`/[^`\n]+`)(?: › \*[^*\n]+\*)?")


def called(command: str, language: str) -> str:
    """Return what a command such as `league open` is called in a language."""
    names = catalogue(language)
    if command == _TAKING_BACK:
        return names.pgettext(_IN_A_TURN, command)
    return " ".join(names.pgettext(_COMMAND, name) for name in command.split())


def option(parameter: app_commands.Parameter) -> str:
    """Return what an option of a command is called in the language of the moment."""
    context = {} if parameter.locale_name is None else parameter.locale_name.extras
    return pgettext(context.get("context", _OPTION), parameter.display_name)


def mentioned(text: str, ids: Mapping[str, int], language: str) -> str:
    """Return a text for a message, in which each command is a mention that can be pressed.

    `ids` are those of commands and groups by their English names. Where the id isn't known, the command is called by its
    name in `language`.
    """

    def mention(found: re.Match[str]) -> str:
        command, way = ways.split(found[1])
        known = ids.get(command.partition(" ")[0])
        said = f"`/{called(command, language)}`" if known is None else f"</{command}:{known}>"
        return said if way is None else f"{said} › *{called(way, language)}*"

    return _SAID.sub(mention, text)


def unmarked(text: str, language: str) -> str:
    """Return a text for a picture: its commands are called by their names in `language`, and nothing can be pressed."""
    return _SAID.sub(
        lambda found: "/" + " › ".join(called(part, language) for part in ways.split(found[1]) if part), text
    )


def uncommanded(text: str) -> str:
    """Return a text that is the same before its commands were mentioned or called by their names, and after it."""
    return _SENT.sub("`/`", text)


class CommandTranslator(app_commands.Translator):
    """A translator of the commands' names and descriptions into every language that has a catalogue.

    It lets the event loop go on now and then, as Discord wants all of them at once, some thousand.
    """

    def __init__(self) -> None:
        self._translated = 0

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the text in `locale`, None if it is the same as in English. Names have contexts of their own."""
        texts = catalogue(locale.value)
        if texts is catalogue("en"):
            return None
        self._translated += 1
        if self._translated % _AT_ONCE == 0:
            await asyncio.sleep(0)
        place = app_commands.TranslationContextLocation
        match context.location:
            case place.command_name if isinstance(context.data, app_commands.ContextMenu):
                translated = texts.pgettext("name of a command in the menu of a person", string.message)
            case place.command_name | place.group_name:
                translated = texts.pgettext(_COMMAND, string.message)
            case place.choice_name if "way" in string.extras:
                translated = _as_choice(string.extras["way"], string.extras["does"], locale.value)
            case place.parameter_name:
                translated = texts.pgettext(string.extras.get("context", _OPTION), string.message)
            case _:
                translated = texts.gettext(string.message)
        return None if translated == string.message else translated


def choices(command: str) -> list[app_commands.Choice[str]]:
    """Return the choices of a command's option `what`: each thing's name, and what it does."""
    return [
        app_commands.Choice(name=app_commands.locale_str(_as_choice(name, does, "en"), way=name, does=does), value=name)
        for name, does in ways.WAYS[command].items()
    ]


def _as_choice(name: str, does: str, language: str) -> str:
    with speaking(language):
        return shortened(labelled(called(name, language), _(does)))
