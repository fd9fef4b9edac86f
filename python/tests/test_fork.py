"""Forked processes: a child loads, simulates and steps, whatever its parent has done before. `multiprocessing` forks by default on Linux."""

import os
import pickle
import signal
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

import tavola

pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="counts threads as Linux lists them")

SECONDS = 60
"""Time until a child counts as hanging."""


def threads() -> set[str]:
    """The threads of this process, by their numbers."""
    return set(os.listdir("/proc/self/task"))


def ended(before: set[str]) -> bool:
    """True as soon as there are no threads but these. The system takes a moment to clear away one that has ended."""
    deadline = time.monotonic() + 5
    while threads() - before and time.monotonic() < deadline:
        time.sleep(0.01)
    return not threads() - before


def child(work) -> None:
    """Does work in a forked child. Fails if it raises, or does not end."""
    process = os.fork()
    if process == 0:
        try:
            work()
            os._exit(0)
        finally:
            os._exit(1)
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        done, status = os.waitpid(process, os.WNOHANG)
        if done:
            assert os.waitstatus_to_exitcode(status) == 0
            return
        time.sleep(0.02)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    pytest.fail("the child hangs")


WORKS = {
    "load": lambda folder, game: tavola.load(folder, 2),
    "unpickle": lambda folder, game: pickle.loads(pickle.dumps(game.start(seed=1))),
    "with_variant": lambda folder, game: game.rules.with_variant(None),
    "simulate": lambda folder, game: game.simulate(games=20, jobs=2, by="player is anna"),
    "table": lambda folder, game: game.table(games=20, jobs=2),
    "tally": lambda folder, game: game.tally(games=20, jobs=2),
    "think": lambda folder, game: game.start().think("mcts:20"),
    "rollout": lambda folder, game: game.start().rollout(games=5),
    "check": lambda folder, game: tavola.check(folder),
    "test": lambda folder, game: tavola.test(folder),
    "compare": lambda folder, game: tavola.compare(folder, games=10, bots="random", base_bots="greedy", jobs=2),
}


@pytest.mark.parametrize("work", WORKS.values(), ids=WORKS)
def test_a_child_does_what_its_parent_did(rules_folder, work):
    folder = rules_folder / "classics" / "tic_tac_toe"
    game = tavola.load(folder, 2)
    before = threads()
    work(folder, game)
    assert ended(before), "no thread stays that a child would lack"
    child(lambda: work(folder, game))


def test_a_child_steps_a_batch_of_its_parent(load):
    batch = load("classics/tic_tac_toe", 2).batch(8, seed=1, jobs=2)
    batch.step(batch.sample())

    def step():
        alone = batch.game.batch(8, seed=1)
        alone.step(alone.sample())
        for one in (batch, alone):
            one.step(one.sample())
        assert (batch.masks == alone.masks).all() and np.array_equal(batch.observations, alone.observations)

    child(step)
    batch.step(batch.sample())


def length(play: tavola.Play) -> int:
    return len(play.rollout(games=3)[0])


def test_pools_of_processes(load):
    plays = [load("classics/tic_tac_toe", 2).start(seed) for seed in range(4)]
    with get_context("fork").Pool(2) as pool:
        assert pool.map_async(length, plays).get(SECONDS) == [2] * 4
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as executor:
        assert list(executor.map(length, plays, timeout=SECONDS)) == [2] * 4
