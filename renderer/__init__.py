"""Pictures of hands, tables, score sheets and the league, made from views, as PNG bytes with alt text.

Everything here is pure and thread-safe, and blocks for some milliseconds: call it from a worker thread.
"""

from __future__ import annotations

from bot.canasta.cards import CALIENTE_RANK, JOKER, JOKER_RANK, RANKS, Card
from bot.canasta.events import RoundSheet
from bot.canasta.views import PublicView, SeatView
from renderer import celebration, closing, curve, hand, lead, lobby, profile, scores, sheet, sprites, standings, table
from renderer.canvas import ENGLISH, Picture, Style
from renderer.celebration import MOVING, Animation, CelebrationView
from renderer.closing import ClosingView
from renderer.curve import CurveView
from renderer.emojis import BACK_NAME, Emoji, emoji_name, emojis
from renderer.lead import LeadView
from renderer.lobby import LobbySeat, LobbyView
from renderer.profile import ProfileView
from renderer.standings import StandingsView
from renderer.table import AFTER
from renderer.text import clean_name
from renderer.theme import BACKS, THEMES
from renderer.words import joker_word

__all__ = [
    "AFTER",
    "BACKS",
    "BACK_NAME",
    "MOVING",
    "THEMES",
    "Animation",
    "CelebrationView",
    "ClosingView",
    "CurveView",
    "Emoji",
    "LeadView",
    "LobbySeat",
    "LobbyView",
    "Picture",
    "ProfileView",
    "StandingsView",
    "Style",
    "clean_name",
    "emoji_name",
    "emojis",
    "prewarm",
    "render_animation",
    "render_celebration",
    "render_closing",
    "render_curve",
    "render_hand",
    "render_large_hand",
    "render_lead",
    "render_lobby",
    "render_profile",
    "render_sample",
    "render_scores",
    "render_sheet",
    "render_standings",
    "render_table",
    "render_tables",
]

_DEFAULT = Style()


def render_hand(view: SeatView, *, chosen: tuple[Card, ...] = (), style: Style = _DEFAULT) -> Picture:
    """Draw a seat's own cards, for its player only; cards just received are marked, `chosen` ones are lifted.

    The picture is 920 pixels wide, and at most 585 high for up to 80 cards. Raises `KeyError` for an unknown theme or
    back.
    """
    return hand.render(view.hand, view.fresh, chosen, style)


def render_large_hand(view: SeatView, *, chosen: tuple[Card, ...] = (), style: Style = _DEFAULT) -> tuple[Picture, ...]:
    """Draw a hand as `render_hand` does, in cards about half as large again, in up to three pictures.

    The pictures continue each other from left to right. Raises `KeyError` for an unknown theme or back.
    """
    return hand.render_large(view.hand, view.fresh, chosen, style)


def render_sample(*, large: bool, style: Style = _DEFAULT) -> Picture:
    """Draw a few cards that show what a style looks like. Raises `KeyError` for an unknown theme or back."""
    return hand.render_sample(large, style)


def render_table(view: PublicView, *, style: Style = _DEFAULT, own: bool = False, chosen: int = 0) -> Picture:
    """Draw the table as everybody may see it in one picture, 920 pixels wide and at most 585 high.

    With `own` the picture is for the player to move alone, whose message says what they may do, how many cards they hold
    and how many are in the stock. It shows how many points they have `chosen` to lay down, if they need some to open.
    Raises `KeyError` for an unknown theme.
    """
    return table.render(view, style, own=own, chosen=chosen)


def render_tables(
    view: PublicView, *, large: bool, style: Style = _DEFAULT, own: bool = False, chosen: int = 0
) -> tuple[Picture, ...]:
    """Draw the table as `render_table` does, in as many pictures as it takes to count the cards of every meld.

    That is one, or more for a crowd. With `large` everything is about a third larger, in up to three pictures for a
    usual table: they are 672 pixels wide and at most 427 high, and shown as wide as others. Raises `KeyError` for an
    unknown theme or back.
    """
    return table.render_parts(view, style, own=own, chosen=chosen, large=large)


def render_scores(round_score: RoundSheet, view: PublicView, *, style: Style = _DEFAULT) -> Picture:
    """Draw the score sheet of a finished round, 920 pixels wide and at most 585 high.

    `view` supplies the names and, once the game has ended, the winner. Raises `KeyError` for an unknown theme or back.
    """
    return scores.render(round_score, view, style)


def render_sheet(*, style: Style = _DEFAULT) -> Picture:
    """Draw all cards and a back beside each other, for a page in a browser; see `renderer.sheet` for where each lies.

    Raises `KeyError` for an unknown theme or back.
    """
    return sheet.render(style)


def render_standings(view: StandingsView, *, style: Style = _DEFAULT) -> Picture:
    """Draw a board of the league or a tournament, 920 pixels wide and at most 585 high.

    Raises `KeyError` for an unknown theme or back.
    """
    return standings.render(view, style)


def render_profile(view: ProfileView, *, style: Style = _DEFAULT) -> Picture:
    """Draw a player's season, 920 pixels wide and at most 585 high.

    Raises `KeyError` for an unknown theme or back.
    """
    return profile.render(view, style)


def render_closing(view: ClosingView, *, style: Style = _DEFAULT) -> Picture:
    """Draw how a season ended, 920 pixels wide and at most 585 high.

    Raises `KeyError` for an unknown theme or back.
    """
    return closing.render(view, style)


def render_curve(view: CurveView, *, style: Style = _DEFAULT) -> Picture:
    """Draw a person's last weeks with the deal of the day, 920 pixels wide and 412 high. Raises `KeyError` for an unknown theme.

    The words of the view are its alt text.
    """
    return curve.render(view, style)


def render_lead(view: LeadView, *, style: Style = _DEFAULT) -> Picture:
    """Draw by how much a side was ahead in the course of a round, 920 pixels wide and 360 high.

    Raises `KeyError` for an unknown theme or back.
    """
    return lead.render(view, style)


def render_lobby(view: LobbyView, *, style: Style = _DEFAULT) -> Picture:
    """Draw a table that waits for players, 920 pixels wide and 435 high.

    Raises `KeyError` for an unknown theme or back.
    """
    return lobby.render(view, style)


def render_celebration(view: CelebrationView, *, style: Style = _DEFAULT) -> Picture:
    """Draw what is celebrated, 920 pixels wide and 335 high. Raises `KeyError` for an unknown kind, theme or back."""
    return celebration.render(view, style)


def render_animation(view: CelebrationView, *, style: Style = _DEFAULT) -> Animation:
    """Draw going out (`out`) or winning (`won`) as `render_celebration` does; things sway a little, then stand still.

    Nothing flashes. Raises `KeyError` for another kind, an unknown theme or back.
    """
    return celebration.animate(view, style)


def prewarm() -> None:
    """Draw the cards that piles and hands of up to about 28 cards need, so that the first pictures are as quick as later ones.

    This takes half a second: call it once, in a background thread. A card of a larger hand is drawn when one has it.
    """
    word = joker_word(ENGLISH)
    codes = [
        rank * 4 + suit for rank in range(len(RANKS)) if rank not in (JOKER_RANK, CALIENTE_RANK) for suit in range(4)
    ]
    for width in hand.WIDTHS[:2]:
        for code in (*codes, JOKER):
            for follows in (False, True):
                for last in (False, True):
                    sprites.card(code, width, follows=follows, last=last, low=False, joker_word=word)
    for code in (*codes, JOKER):
        sprites.card(code, table.HEAP_WIDTH, follows=False, last=True, low=False, joker_word=word)
