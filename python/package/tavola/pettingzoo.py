"""Games as environments of PettingZoo, for multi-agent reinforcement learning.

>>> import tavola
>>> from tavola.pettingzoo import env
>>> game = tavola.load("rules/classics/kuhn_poker", players=2)
>>> environment = env(game)
>>> environment.reset(seed=1)
>>> environment.agent_selection
'anna'

Install `tavola[pettingzoo]` for it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import Game, Play
from ._spaces import masked_space

__all__ = ["TavolaEnv", "env", "raw_env"]


def env(game: Game, render_mode: str | None = None, max_cycles: int | None = None) -> AECEnv:
    """An environment of a game, with the usual checks of PettingZoo around it."""
    wrapped = wrappers.AssertOutOfBoundsWrapper(raw_env(game, render_mode, max_cycles))
    return wrappers.OrderEnforcingWrapper(wrapped)


def raw_env(game: Game, render_mode: str | None = None, max_cycles: int | None = None) -> TavolaEnv:
    """An environment of a game, without checks."""
    return TavolaEnv(game, render_mode, max_cycles)


class TavolaEnv(AECEnv):
    """A game as an environment in which one agent acts at a time.

    Agents are the players by name. Chance is sampled by the seed of `reset`. An answer of several parts takes several steps
    of the same agent. An observation is a dict with `observation` (float32, what the seat may know) and `action_mask` (int8).
    Rewards are 0 until the end of the game, and then `Play.returns`.

    With `max_cycles`, a game is truncated after that many steps for each player, counted together. Rewards are then 0.
    """

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False, "name": "tavola_v0"}

    def __init__(self, game: Game, render_mode: str | None = None, max_cycles: int | None = None) -> None:
        super().__init__()
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles is None or at least 1, not {max_cycles}")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is None or 'ansi', not {render_mode!r}")
        self.game = game
        self._max_steps = None if max_cycles is None else max_cycles * len(game.players)
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"{game.name}_v0"}
        self.possible_agents = list(game.players)
        self.agents: list[str] = []
        self._seats = {name: seat for seat, name in enumerate(game.players)}
        self.observation_spaces = {name: masked_space(game) for name in self.possible_agents}
        self.action_spaces = {name: spaces.Discrete(game.action_count) for name in self.possible_agents}
        self._seed_source = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of actions of an agent: ids below `Game.action_count`."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. With a seed chance is reproducible, and that of the games after it."""
        if seed is not None:
            self._seed_source = np.random.default_rng(seed)
        self.play: Play = self.game.start(int(self._seed_source.integers(2**63)))
        self._steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._arrive()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent may know. The mask is empty (0) for agents who are not asked."""
        seat = self._seats[agent]
        if self.play.player == seat:
            mask = self.play.action_mask()
        else:
            mask = np.zeros(self.game.action_count, np.int8)
        return {"observation": self.play.observation(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Choose an action for the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if action is None:
            raise ValueError(f"`{agent}` is asked: choose an action")
        self.play.step(int(action))
        self._steps += 1
        self._arrive()
        self._accumulate_rewards()

    def _arrive(self) -> None:
        """Select the asked player, or end the game."""
        seat = self.play.player
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
            if self._steps == self._max_steps:
                self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.rewards = dict(zip(self.possible_agents, self.play.returns()))
            self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """The open question as text."""
        return repr(self.play) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held that must be closed."""
