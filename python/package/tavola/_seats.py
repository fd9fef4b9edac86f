"""The players of a game: bots by their names, and functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import SupportsIndex

from . import Game, Play
from ._checked import shown, whole

Opponent = str | Callable[[Play], SupportsIndex]
"""A bot by its name, such as `random` or `mcts:50`, or a function that takes a copy of the play and returns the id of an action."""


def opponents_of(game: Game, opponents: Opponent | Sequence[Opponent]) -> list[Opponent]:
    """One opponent for each other seat. A wrong name of a bot is found here, and not at its first turn."""
    others = len(game.players) - 1
    wanted = [opponents] * others if isinstance(opponents, str) or callable(opponents) else list(opponents)
    if len(wanted) != others:
        raise ValueError(f"`opponents` names {len(wanted)}, and the game has {others} other seats: name one for each, or one for all")
    check_bots(game, wanted)
    return wanted


def check_bots(game: Game, players: Sequence[Opponent]) -> None:
    """Raise `TavolaError` for a wrong name of a bot."""
    for name in {player for player in players if isinstance(player, str)}:
        game.simulate(0, bots=name)


def let_play(play: Play, player: Opponent, draw: Callable[[], int]) -> None:
    """Let a player choose once for the asked seat: a whole answer of a bot, or an action of a function. `draw` seeds bots."""
    if isinstance(player, str):
        play.answer(play.choose(player, draw()))
    else:
        play.step(_action(player(play.copy()), player))


def _action(chosen: SupportsIndex, player: Callable[[Play], SupportsIndex]) -> int:
    """The action that a function returned."""
    try:
        return whole(chosen, "action")
    except TypeError:
        name, what = getattr(player, "__name__", type(player).__name__), shown(chosen)
        raise TypeError(f"an agent returns the id of a legal action (see `Play.legal_actions`), but `{name}` returned {what}") from None
