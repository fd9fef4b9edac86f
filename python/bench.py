"""Speed of games from Python on one core, beside other programs in the same run.

Run it in the root of the project: `python python/bench.py`. Add what to compare with:
`--against open_spiel`, `--against pettingzoo` (its Connect Four needs pygame), `--program PATH` (a release build of `tavola`).
Both sides of a comparison take turns, and seconds are those of the processor, since other work on a machine comes and goes.
Printed are medians.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
import random
import re
import statistics
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

import tavola
from tavola import Game

Run = Callable[[int], tuple[int, int]]
"""Plays a number of games and returns the numbers of games and steps."""

CLASSICS = ["connect_four", "breakthrough", "othello", "hex"]
MARCO = "rules/san_marco"
SIZE = 1024
"""Number of plays of a batch."""


def repeated(game: Callable[[int], int]) -> Run:
    """Plays games one after another."""

    def run(games: int) -> tuple[int, int]:
        return games, sum(game(seed) for seed in range(games))

    return run


def steps(game: Game) -> Run:
    """A game by ids alone."""

    def one(seed: int) -> int:
        play, count, choice = game.start(seed), 0, random.choice
        while not play.is_over:
            play.step(choice(play.legal_actions()))
            count += 1
        return count

    return repeated(one)


def spiel(name: str) -> Run:
    """The same with OpenSpiel."""
    import pyspiel

    game = pyspiel.load_game(name)

    def one(_: int) -> int:
        state, count, choice = game.new_initial_state(), 0, random.choice
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            count += 1
        return count

    return repeated(one)


def observed(game: Game, rows: bool) -> Run:
    """A game with the observation and the mask of the asked player at each step, in new arrays or in the same rows.

    The player draws from the listed actions: to find them in the mask with NumPy would take longer than to write both.
    """
    seen, mask = np.zeros(game.observation_size, np.float32), np.zeros(game.action_count, np.int8)

    def fresh(seed: int) -> int:
        play, count, choice = game.start(seed), 0, random.choice
        while not play.is_over:
            play.observation(play.player)
            play.action_mask()
            play.step(choice(play.legal_actions()))
            count += 1
        return count

    def written(seed: int) -> int:
        play, count, choice = game.start(seed), 0, random.choice
        while not play.is_over:
            play.observation(play.player, out=seen)
            play.action_mask(out=mask)
            play.step(choice(play.legal_actions()))
            count += 1
        return count

    return repeated(written if rows else fresh)


def zoo(environment: Any) -> Run:
    """A game in an environment of PettingZoo."""

    def one(seed: int) -> int:
        environment.reset(seed=seed)
        count = 0
        for _ in environment.agent_iter():
            observation, _, terminated, _, _ = environment.last()
            action = None if terminated else random.choice(observation["action_mask"].nonzero()[0].tolist())
            environment.step(action)
            count += 1
        return count

    return repeated(one)


def rollouts(game: Game) -> Run:
    """A game in one call."""

    def one(seed: int) -> int:
        game.start(seed).rollout(1, seed)
        return 0

    return repeated(one)


def batched(game: Game, observe: bool) -> Run:
    """A batch of random games, which goes on from run to run. Games are steps by the mean length of all games that have ended."""
    batch = game.batch(SIZE, seed=1, observe=observe)
    ended = actions = 0

    def step() -> None:
        nonlocal ended, actions
        batch.step(batch.sample())
        ended += int(batch.dones.sum())
        actions += int(batch.lengths[batch.dones].sum())

    # Short games end first, so that several of each row are played before.
    while ended < 4 * SIZE:
        step()

    def run(games: int) -> tuple[int, int]:
        length = actions / ended
        steps = round(games * length / SIZE) or 1
        for _ in range(steps):
            step()
        return round(steps * SIZE / length), steps * SIZE

    return run


def simulated(game: Game) -> Run:
    """The simulation that `tavola simulate --jobs 1` runs, which writes neither ids nor numbers."""

    def run(games: int) -> tuple[int, int]:
        game.simulate(games, jobs=1)
        return games, 0

    return run


def program(path: str, game: Game) -> Run:
    """The program itself, its start included."""

    def run(games: int) -> tuple[int, int]:
        words = ["simulate", MARCO, "--players", str(len(game.players)), "--games", str(games), "--jobs", "1"]
        subprocess.run([path, *words], check=True, capture_output=True)
        return games, 0

    return run


def processor() -> float:
    """Seconds of processor time of this process and of those that it ran. Other work on a machine hardly counts."""
    return sum(os.times()[:4])


def sized(run: Run, seconds: float) -> int:
    """Number of games that take about this long."""
    games, took = 1, 0.0
    while took < seconds / 8:
        games *= 2
        began = processor()
        run(games)
        took = processor() - began
    return max(1, round(games * seconds / took))


def rates(runs: list[Run], seconds: float, times: int) -> Iterator[tuple[float, float]]:
    """Median games and steps a second of each run. They take turns."""
    games = [sized(run, seconds) for run in runs]
    measured: list[list[tuple[float, float]]] = [[] for _ in runs]
    for _ in range(times):
        for run, count, found in zip(runs, games, measured):
            began = processor()
            played, stepped = run(count)
            took = processor() - began
            found.append((played / took, stepped / took))
    for found in measured:
        yield statistics.median(rate for rate, _ in found), statistics.median(rate for _, rate in found)


def line(game: str, what: str, rate: tuple[float, float], base: float | None = None) -> None:
    """Prints a row of the table. `base` is the rate that the ratio divides by."""
    ratio = f"{rate[0] / base:.2f}" if base else ""
    print(f"| {game} | {what} | {rate[0]:,.0f} | {rate[1]:,.0f} | {ratio} |", flush=True)


def compared(title: str, own: list[tuple[str, Run]], other: tuple[str, Run] | None, options: argparse.Namespace) -> None:
    """Measures ways of ours beside another program."""
    every = [*own, *([other] if other else [])]
    found = list(rates([run for _, run in every], options.seconds, options.times))
    base = found[-1][0] if other else None
    for (what, _), rate in zip(own, found):
        line(title, what, rate, base)
    if other:
        line(title, other[0], found[-1])


def versions(against: list[str]) -> str:
    """What is measured."""
    packages = ["numpy", *(name for name in against if re.fullmatch(r"open_spiel|pettingzoo", name))]
    known = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in packages)
    return f"tavola {tavola.__version__}, Python {platform.python_version()}, {known}"


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--against", action="append", default=[], help="open_spiel or pettingzoo")
    parser.add_argument("--program", help="a release build of `tavola`")
    parser.add_argument("--seconds", type=float, default=1.0, help="seconds of one repetition")
    parser.add_argument("--times", type=int, default=5, help="repetitions")
    options = parser.parse_args()
    random.seed(1)
    print(versions(options.against) + "\n\n| game | what | games/s | steps/s | ratio |\n|---|---|---|---|---|")
    games = {name: tavola.load(f"rules/classics/{name}", 2) for name in CLASSICS}
    for name, game in games.items():
        other = ("OpenSpiel", spiel(name)) if "open_spiel" in options.against else None
        compared(game.title, [("legal_actions, step", steps(game))], other, options)
    four, other = games["connect_four"], None
    if "pettingzoo" in options.against:
        from pettingzoo.classic import connect_four_v3

        other = ("PettingZoo's own", zoo(connect_four_v3.env()))
    from tavola.pettingzoo import env

    compared(four.title, [("PettingZoo", zoo(env(four)))], other, options)
    marco = tavola.load(MARCO, 4)
    for game in (four, marco):
        ways = [
            ("observation, action_mask, legal_actions, step", observed(game, rows=False)),
            ("the same with out=", observed(game, rows=True)),
            ("start, rollout", rollouts(game)),
        ]
        compared(game.title, ways, None, options)
    own = [
        ("legal_actions, step", steps(marco)),
        ("batch", batched(marco, True)),
        ("batch, observe=False", batched(marco, False)),
        *([("tavola simulate", program(options.program, marco))] if options.program else []),
    ]
    compared(marco.title, own, ("simulate", simulated(marco)), options)
    compared(marco.title, [("PettingZoo", zoo(env(marco)))], None, options)
    compared(four.title, [("batch", batched(four, True)), ("batch, observe=False", batched(four, False))], None, options)


main()
