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

import random
from collections.abc import Iterator
from typing import Any, NoReturn

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger

from . import Game, Play
from ._checked import checked, whole
from ._spaces import masked_space

__all__ = ["TavolaEnv", "env", "raw_env"]


def env(game: Game, render_mode: str | None = None, max_cycles: int | None = None) -> TavolaEnv:
    """An environment of a game. It checks the order of calls and each action itself, so no wrappers of PettingZoo are around it."""
    return TavolaEnv(game, render_mode, max_cycles)


def raw_env(game: Game, render_mode: str | None = None, max_cycles: int | None = None) -> TavolaEnv:
    """The same as `env`: environments of PettingZoo have both."""
    return TavolaEnv(game, render_mode, max_cycles)


class TavolaEnv(AECEnv):
    """A game as an environment in which one agent acts at a time.

    Agents are the players by name. Chance is sampled by the seed of `reset`. An answer of several parts takes several steps
    of the same agent. An observation is a dict with `observation` (float32, what the seat may know) and `action_mask` (int8).
    Rewards are 0 until the end of the game, and then `Play.returns`. An action that is not offered raises `tavola.TavolaError`, and
    the environment is as it was. Before the first `reset` nothing but the spaces is there.

    With `max_cycles`, a game is truncated after that many steps for each player, counted together. Rewards are then 0.
    """

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False, "name": "tavola_v0"}

    @checked
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
        self._seats = {name: seat for seat, name in enumerate(game.players)}
        self.observation_spaces = {name: masked_space(game) for name in self.possible_agents}
        self.action_spaces = {name: spaces.Discrete(game.action_count) for name in self.possible_agents}
        self._nothing = np.zeros(game.action_count, np.int8)
        self._seed_source = random.Random()

    def __getattr__(self, name: str) -> NoReturn:
        """Only called for what is not there."""
        hint = "" if name.startswith("__") else ": call `reset` first"
        raise AttributeError(f"this environment has no `{name}`{hint}")

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of observations of an agent."""
        return self.observation_spaces[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of actions of an agent: ids below `Game.action_count`."""
        return self.action_spaces[self.possible_agents[self._seat(agent)]]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. With a seed chance is reproducible, and that of the games after it."""
        if seed is not None:
            self._seed_source.seed(whole(seed, "seed"))
        self.play: Play = self.game.start(self._seed_source.getrandbits(63))
        self._steps = 0
        self.agents: list[str] = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = self.rewards.copy()
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._waits = False
        self._arrive()

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """The observation of an agent, with its mask. The mask is empty (0) for agents who are not asked."""
        play, seat = self.play, self._seat(agent)
        mask = play.action_mask() if play.player == seat else self._nothing.copy()
        return {"observation": play.observation(seat), "action_mask": mask}

    def _seat(self, agent: str) -> int:
        """The seat of an agent."""
        try:
            return self._seats[agent]
        except (KeyError, TypeError):
            raise ValueError(f"there is no agent {agent!r}: `agent` is one of {self.possible_agents}") from None

    def last(
        self, observe: bool = True
    ) -> tuple[dict[str, np.ndarray] | None, float, bool, bool, dict[str, Any]]:
        """Observation, sum of rewards, termination, truncation and infos of the selected agent."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def step(self, action: int | None) -> None:
        """Choose an action for the selected agent. None for an agent whose game has ended."""
        self._waits = False
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
        elif self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
        elif action is None:
            raise ValueError(f"`{self.agent_selection}` is asked: choose an action")
        else:
            # Rewards are 0 before the end, so there is nothing to add or to clear.
            self.play.step(action)
            self._steps += 1
            self._arrive()

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The selected agent, again and again until the game has ended for all. Call `step` or `reset` between two."""
        while self.agents and max_iter > 0:
            assert not self._waits, "call `step` or `reset` in a loop over `agent_iter`"
            self._waits = True
            max_iter -= 1
            yield self.agent_selection

    def _arrive(self) -> None:
        """Select the asked player, or end the game."""
        seat = self.play.player
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
            if self._steps == self._max_steps:
                self.truncations = dict.fromkeys(self.agents, True)
        else:
            self.rewards = dict(zip(self.possible_agents, self.play.returns()))
            self._cumulative_rewards = self.rewards.copy()
            self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """The open question as text."""
        return repr(self.play) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held that must be closed."""
