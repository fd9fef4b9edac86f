"""Costs of studies: `python python/bench_study.py`, after `pip install './python[ray]'`. Needs two idle cores and two minutes.

Connect Four with `flat:10`, 1,600 games in 40 shards, in this process and on one and two processors of Ray: games per second, and per
second of processor time of the workers, which other programs on the machine do not change. Then the costs of a shard with one random
game: on Ray, for the merge, for the list of written shards. Times are the best of three.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Callable

import ray

from tavola.study import Cell, Study
from tavola.study.cluster import RayExecutor
from tavola.study.store import Store, open_store
from tavola.study.work import play_shard

GAME = "rules/classics/connect_four"
TRIES = 3


def best(work: Callable[[str], object]) -> float:
    """Shortest time of the work, each time in a new folder."""
    times = []
    for _ in range(TRIES):
        folder = tempfile.mkdtemp()
        begun = time.perf_counter()
        work(folder)
        times.append(time.perf_counter() - begun)
        shutil.rmtree(folder)
    return min(times)


def study(bots: str, games: int, size: int) -> Study:
    return Study([Cell.of(GAME, 2, bots=bots, games=games, shard_games=size)])


def on_ray(plan: Study) -> Callable[[str], object]:
    return lambda folder: plan.run(folder, executor="ray", progress=False)


def timed(cell: Cell, store: Store, number: int, jobs: int, retries: int) -> float:
    """Plays a shard, and returns its processor time in seconds."""
    begun = time.process_time()
    play_shard(cell, store, number, jobs, retries)
    return time.process_time() - begun


def seconds(plan: Study) -> float:
    """Processor time of all shards on Ray, and nothing else."""
    executor = RayExecutor(plan.cells, open_store(tempfile.mkdtemp()), 3)
    return sum(took for _, took in executor.each(timed, iter((0, shard) for shard in range(plan.cells[0].shards))))


def main() -> None:
    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    alone = best(lambda folder: study("flat:10", 1600, 40).run(folder, jobs=1, progress=False))
    print(f"without Ray, one thread: {1600 / alone:.0f} games/s")
    for processors in (1, 2):
        begun = time.perf_counter()
        ray.init(num_cpus=processors, log_to_driver=False, include_dashboard=False)
        started = time.perf_counter() - begun
        on_ray(study("random", 10 * processors, 1))(tempfile.mkdtemp())
        took, tiny = best(on_ray(study("flat:10", 1600, 40))), best(on_ray(study("random", 1000, 1)))
        print(f"{processors} processors: start {started:.1f} s, {1600 / took:.0f} games/s, {tiny:.2f} ms for a shard of one game")
        print(f"  {1600 / seconds(study('flat:10', 1600, 40)):.0f} games per second of processor time")
        ray.shutdown()
    folder, plan = tempfile.mkdtemp(), study("random", 2000, 1)
    plan.run(folder, progress=False)
    merge = best(lambda _: plan.results(folder))
    listed = best(lambda _: plan.status(folder))
    print(f"merge {merge / 2:.3f} ms a shard, list {listed / 2 * 1000:.1f} µs a shard")


if __name__ == "__main__":
    main()
