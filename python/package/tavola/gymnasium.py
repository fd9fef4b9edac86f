"""Games as environments of Gymnasium: one seat is the agent, the others are bots or functions.

>>> import tavola
>>> from tavola.gymnasium import env
>>> environment = env(tavola.load("rules/classics/connect_four", players=2), opponents="greedy")
>>> observation, info = environment.reset(seed=1)
>>> observation, reward, terminated, truncated, info = environment.step(3)
>>> int(observation["action_mask"].sum())
7

Importing this module registers the id `tavola/Game-v0`: `gymnasium.make("tavola/Game-v0", path="rules/chess", players=2)`.
Install `tavola[gymnasium]` for it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Literal, SupportsFloat, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces

from . import Game, TavolaError, load
from ._checked import checked, whole
from ._seats import Opponent, let_play, opponents_of
from ._spaces import masked_space, numbers_space

__all__ = ["ID", "Opponent", "SeatEnv", "env", "make"]

ID = "tavola/Game-v0"
"""The registered id of `gymnasium.make`, whose keywords are those of `make`."""

STARTS = 1000
"""Games that end before the agent is asked, one after the other, until `reset` gives up."""


class SeatEnv(gymnasium.Env[Any, np.int64]):
    """A game as an environment in which one seat is the agent.

    Actions are the ids of `Game.actions`. An answer of several parts takes several steps. Chance, bots and sampled seats follow
    the seed of `reset`, but bots with a time limit do not. The reward is 0 until the end of the game, and then that seat's entry in
    `Play.returns`. `info` has `seat`, the number of the agent's seat.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    @checked
    def __init__(
        self,
        game: Game,
        seat: int | str | None = 0,
        opponents: Opponent | Sequence[Opponent] = "random",
        *,
        flat: bool = False,
        illegal: Literal["end", "raise"] = "end",
        render_mode: str | None = None,
    ) -> None:
        """Put an agent on a seat of a game.

        `seat` is a number or a name; with None each `reset` samples one. `opponents` is one for all other seats, or a sequence with
        one for each of them in the order of seats.

        An observation is a dict with `observation` (float32) and `action_mask` (int8). With `flat`, it is the array alone, and the
        mask is in `info`. The method `action_masks` gives the mask either way, as sb3-contrib asks for it.

        An action that is not legal ends the episode with the lowest return of the game (-1 if it has no known bound), and with
        `illegal_action` in `info`. With `illegal="raise"` it raises ValueError, and nothing changes.
        """
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is None or 'ansi', not {render_mode!r}")
        if illegal not in ("end", "raise"):
            raise ValueError(f"illegal is 'end' or 'raise', not {illegal!r}")
        self.game = game
        self.render_mode = render_mode
        self._chosen_seat = _seat(game, seat)
        self._opponents = opponents_of(game, opponents)
        self._flat, self._raises = flat, illegal == "raise"
        bounds = game.returns_bounds
        self._penalty = -1.0 if bounds is None else bounds[0]
        self.observation_space = numbers_space(game) if flat else masked_space(game)
        self.action_space = spaces.Discrete(game.action_count)
        self._ended: bool | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start a game and play to the first question to the agent."""
        super().reset(seed=None if seed is None else whole(seed, "seed"))
        seats = len(self.game.players)
        for _ in range(STARTS):
            self.seat = int(self.np_random.integers(seats)) if self._chosen_seat is None else self._chosen_seat
            self._others = dict(zip((seat for seat in range(seats) if seat != self.seat), self._opponents))
            self.play = self.game.start(self._draw())
            self._ended = False
            self._advance()
            if not self.play.is_over:
                return self._observation(), self._info()
        raise TavolaError(f"{STARTS} games ended before `{self.game.players[self.seat]}` was asked: choose another seat")

    def step(self, action: SupportsIndex) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Choose an action for the agent, and play to the next question to it or to the end."""
        if self._ended is not False:
            raise TavolaError("the episode is over: call `reset`" if self._ended else "no episode has begun: call `reset` first")
        legal, chosen = self.play.legal_actions(), whole(action, "action")
        if chosen not in legal:
            if self._raises:
                raise ValueError(f"action {chosen} is not legal: legal actions are {legal}")
            self._ended = True
            return self._observation(), self._penalty, True, False, self._info() | {"illegal_action": True}
        self.play.step(chosen)
        self._advance()
        self._ended = self.play.is_over
        reward = self.play.returns()[self.seat] if self._ended else 0.0
        return self._observation(), reward, self._ended, False, self._info()

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """True for each action that is legal now. The MaskablePPO of sb3-contrib calls this."""
        return self._mask().astype(np.bool_)

    def render(self) -> str | None:
        """The open question as text."""
        return repr(self.play) if self.render_mode == "ansi" else None

    def _draw(self) -> int:
        return int(self.np_random.integers(2**63))

    def _advance(self) -> None:
        """Play for the others to the next question to the agent, or to the end."""
        while (seat := self.play.player) is not None and seat != self.seat:
            let_play(self.play, self._others[seat], self._draw)

    def _mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        mask: np.ndarray[Any, np.dtype[np.int8]] = self.play.action_mask()
        return np.zeros_like(mask) if self._ended else mask

    def _observation(self) -> Any:
        numbers = self.play.observation(self.seat)
        return numbers if self._flat else {"observation": numbers, "action_mask": self._mask()}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"seat": self.seat}
        return info | {"action_mask": self._mask()} if self._flat else info


def _seat(game: Game, seat: int | str | None) -> int | None:
    """The number of a seat, checked."""
    if isinstance(seat, str) and seat in game.players:
        return game.players.index(seat)
    if isinstance(seat, str) or (seat is not None and not 0 <= seat < len(game.players)):
        raise ValueError(f"there is no seat {seat!r}: a seat is 0 to {len(game.players) - 1}, a name of {game.players}, or None")
    return seat


def env(game: Game, seat: int | str | None = 0, opponents: Opponent | Sequence[Opponent] = "random", **options: Any) -> SeatEnv:
    """An environment of a game. See `SeatEnv` for its arguments."""
    return SeatEnv(game, seat, opponents, **options)


def make(
    path: str | os.PathLike[str],
    players: int | Sequence[str],
    settings: Mapping[str, Any] | None = None,
    variant: str | None = None,
    **options: Any,
) -> SeatEnv:
    """An environment of the rules in a folder: the arguments of `tavola.load`, then those of `SeatEnv`."""
    return SeatEnv(load(path, players, settings, variant), **options)


if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point="tavola.gymnasium:make")
