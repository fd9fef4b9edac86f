"""Train an agent for Connect Four with MaskablePPO, and draw how it learns.

Run it in the root of the project: `python python/examples/train_connect_four.py --steps 80000`.
The agent plays both seats, in half of the environments against random players and in half against a bot that searches a little.
It is evaluated by games of fresh seeds, also against a bot that is stronger than those it trains with.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path

import matplotlib
import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

import tavola
from tavola import Game
from tavola.gymnasium import SeatEnv

GAME = "rules/classics/connect_four"
RIVALS = ("random", "mcts:50")
TEACHERS = ("random", "mcts:20")
ENVIRONMENTS = 16
EVALUATIONS = 10


def evaluate(model: MaskablePPO, game: Game, rival: str, games: int, seed: int) -> np.ndarray:
    """Returns of games against a rival, half of them as the first player. The agent samples its actions, as in training."""
    environments = [SeatEnv(game, number % 2, rival, flat=True) for number in range(games)]
    observations = [environment.reset(seed=seed + number)[0] for number, environment in enumerate(environments)]
    returns, running = np.empty(games), list(range(games))
    while running:
        masks = np.stack([environments[number].action_masks() for number in running])
        actions, _ = model.predict(np.stack([observations[number] for number in running]), action_masks=masks)
        steps = [(number, environments[number].step(action)) for number, action in zip(running, actions)]
        for number, (observation, reward, _, _, _) in steps:
            observations[number], returns[number] = observation, reward
        running = [number for number, (_, _, ended, _, _) in steps if not ended]
    return returns


def interval(returns: np.ndarray) -> tuple[float, float]:
    """Mean return, and half of the width of its confidence interval of 95 percent."""
    return float(returns.mean()), float(1.96 * returns.std(ddof=1) / len(returns) ** 0.5)


class Curve(BaseCallback):
    """Evaluates the agent during training and keeps the results as rows: steps, rival, mean return, half interval."""

    def __init__(self, game: Game, steps: int, games: int) -> None:
        super().__init__()
        self.game, self.games, self.every, self.next = game, games, max(1, steps // EVALUATIONS), 0
        self.rows: list[tuple[int, str, float, float]] = []

    def measure(self) -> None:
        """Evaluate the agent as it is now. No two evaluations have the same seeds."""
        for rival in RIVALS:
            seed = 1_000_000 + len(self.rows) * self.games
            mean, half = interval(evaluate(self.model, self.game, rival, self.games, seed))
            self.rows.append((self.num_timesteps, rival, mean, half))
            print(f"{self.num_timesteps:8,} steps  against {rival:8}  mean return {mean:+.2f} ±{half:.2f}", flush=True)

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= self.next:
            self.measure()
            self.next += self.every

    def _on_step(self) -> bool:
        return True


def draw(rows: list[tuple[int, str, float, float]], path: Path) -> None:
    """Draw the curve of each rival with its confidence intervals."""
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6.4, 3.6), layout="constrained")
    for rival in RIVALS:
        steps, means, halves = (np.array(column) for column in zip(*(row[:1] + row[2:] for row in rows if row[1] == rival)))
        axes.plot(steps / 1000, means, marker=".", label=f"against {rival}")
        axes.fill_between(steps / 1000, means - halves, means + halves, alpha=0.2)
    axes.axhline(0, color="gray", linewidth=0.8)
    axes.set(xlabel="Steps of training (thousands)", ylabel="Mean return", ylim=(-1.02, 1.02), title="Connect Four, MaskablePPO")
    axes.legend(loc="center right")
    figure.savefig(path, dpi=110)


def main() -> None:
    """Train, print and save the curve."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--steps", type=int, default=80_000, help="steps of training")
    options.add_argument("--games", type=int, default=150, help="games of an evaluation against each rival")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--out", type=Path, default=Path("."), help="folder for curve.csv, curve.png and model.zip")
    given = options.parse_args()
    torch.set_num_threads(1)  # small networks are slower on several

    begun, game = time.perf_counter(), tavola.load(GAME, players=2)
    made = iter(range(ENVIRONMENTS))

    def environment() -> SeatEnv:
        return SeatEnv(game, None, TEACHERS[next(made) % 2], flat=True)

    vector = make_vec_env(environment, ENVIRONMENTS, seed=given.seed)
    network = {"net_arch": [256, 256], "activation_fn": torch.nn.ReLU}
    model = MaskablePPO(
        "MlpPolicy", vector, seed=given.seed, policy_kwargs=network, device="cpu",
        n_steps=128, batch_size=512, n_epochs=6, learning_rate=7e-4, gamma=1.0, gae_lambda=0.9, ent_coef=0.01,
    )  # fmt: skip
    curve = Curve(game, given.steps, given.games)
    model.learn(given.steps, callback=curve)
    curve.measure()

    given.out.mkdir(parents=True, exist_ok=True)
    with open(given.out / "curve.csv", "w", newline="") as file:
        csv.writer(file).writerows([("steps", "rival", "mean", "half_interval"), *curve.rows])
    draw(curve.rows, given.out / "curve.png")
    model.save(given.out / "model.zip")
    print(f"{time.perf_counter() - begun:.0f} s; curve.csv, curve.png and model.zip are in {given.out}")


if __name__ == "__main__":
    main()
