"""Speed of random games through Python: one core, step by step, about five seconds for each line.

Run it in the root of the project: `python python/bench.py`.
"""

import random
import time
from collections.abc import Callable

import tavola
from tavola import Game

SECONDS = 5.0


def steps(game: Game, seed: int) -> int:
    """A game by ids alone."""
    play, count = game.start(seed), 0
    while not play.is_over:
        play.step(random.choice(play.legal_actions()))
        count += 1
    return count


def observed(game: Game, seed: int) -> int:
    """A game with the observation and the mask of the asked player at each step."""
    play, count = game.start(seed), 0
    while not play.is_over:
        play.observation(play.player)
        mask = play.action_mask()
        play.step(random.choice(mask.nonzero()[0].tolist()))
        count += 1
    return count


def zoo(game: Game, seed: int) -> int:
    """A game in an environment of PettingZoo, with its checks."""
    from tavola.pettingzoo import env

    environment, count = env(game), 0
    environment.reset(seed=seed)
    for _ in environment.agent_iter():
        observation, _, terminated, _, _ = environment.last()
        action = None if terminated else random.choice(observation["action_mask"].nonzero()[0].tolist())
        environment.step(action)
        count += 1
    return count


def rollouts(game: Game, seed: int) -> int:
    """A game in one call."""
    game.start(seed).rollout(1, seed)
    return 0


def measure(title: str, game: Game, play: Callable[[Game, int], int]) -> None:
    """Plays for a while and prints games and steps a second."""
    random.seed(1)
    begun, games, count = time.perf_counter(), 0, 0
    while (took := time.perf_counter() - begun) < SECONDS:
        count += play(game, games)
        games += 1
    print(f"{game.title:14} {title:28} {games / took:10,.0f} games/s {count / took:12,.0f} steps/s")


for path, players in (("rules/classics/connect_four", 2), ("rules/san_marco", 4)):
    game = tavola.load(path, players)
    measure("steps", game, steps)
    measure("steps, observations, masks", game, observed)
    measure("PettingZoo", game, zoo)
    measure("rollout of one game", game, rollouts)
