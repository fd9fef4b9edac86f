"""The executor on a cluster of Ray."""

from __future__ import annotations

import importlib
import time
from collections.abc import Generator, Iterator, Sequence
from typing import Any

from .base import AnyCell
from .errors import StudyError
from .executors import Task
from .store import Store
from .work import Work

AHEAD = 2
"""Number of tasks in flight for each processor of the cluster, so that none waits for the driver."""

LOOK = 5.0
"""Seconds between two looks at the size of the cluster."""


class RayExecutor:
    """Tasks of Ray, each on one processor with one thread.

    Ray repeats a task whose worker or node died, at most `retries` times. The driver keeps a bounded number of tasks in flight, and
    results are small, so its memory does not grow with the number of shards.
    """

    def __init__(
        self,
        cells: Sequence[AnyCell[Any]],
        store: Store,
        retries: int,
        address: str | None = None,
        in_flight: int | None = None,
    ) -> None:
        try:
            self._ray: Any = importlib.import_module("ray")
        except ImportError:
            raise StudyError("the executor `ray` needs Ray: pip install 'tavola[ray]'") from None
        if not self._ray.is_initialized():
            self._ray.init(address=address, log_to_driver=False)
        self._cells, self._retries, self._in_flight = cells, retries, in_flight
        self._store = self._ray.put(store)
        self._sent: tuple[int, Any] = (-1, None)
        self._looked, self._limit = -LOOK, 0

    def each(self, work: Work, tasks: Iterator[Task]) -> Generator[tuple[Task, Any], None, None]:
        """Do the work, and return results as they come."""
        ray = self._ray
        remote = ray.remote(num_cpus=1, max_retries=self._retries)(work)
        flying: dict[Any, Task] = {}
        try:
            while True:
                limit = self._at_most()
                while len(flying) < limit and (task := next(tasks, None)) is not None:
                    flying[remote.remote(self._cell(task[0]), self._store, task[1], 1, self._retries)] = task
                if not flying:
                    return
                ray.wait(list(flying), num_returns=1, timeout=LOOK)
                ready, _ = ray.wait(list(flying), num_returns=len(flying), timeout=0)
                for ref in ready:
                    task = flying.pop(ref)
                    yield task, self._result(ref, task)
        finally:
            for ref in flying:
                ray.cancel(ref, force=True)

    def _cell(self, number: int) -> Any:
        """The cell in the object store of Ray. It is sent to each node once, and dropped when the last task with it is done."""
        if self._sent[0] != number:
            self._sent = number, self._ray.put(self._cells[number])
        return self._sent[1]

    def _at_most(self) -> int:
        """Maximum number of tasks in flight. It follows the size of the cluster."""
        if self._in_flight is not None:
            return max(self._in_flight, 1)
        if time.monotonic() - self._looked >= LOOK:
            self._looked = time.monotonic()
            self._limit = AHEAD * max(int(self._ray.cluster_resources().get("CPU", 1)), 2)
        return self._limit

    def _result(self, ref: Any, task: Task) -> Any:
        """The result of a task. Raises `StudyError` if it failed for good."""
        exceptions = self._ray.exceptions
        try:
            return self._ray.get(ref)
        except exceptions.RayTaskError as error:
            cause = getattr(error, "cause", error)
            told = str(cause) if isinstance(cause, StudyError) else f"{type(cause).__name__}: {cause}"
            raise StudyError(told) from None
        except exceptions.RayError as error:
            what = f"shard {task[1]} of {self._cells[task[0]]} was lost {self._retries + 1} times with its worker or node"
            raise StudyError(f"{what} ({type(error).__name__}); look for memory limits, or give more `retries`") from None
