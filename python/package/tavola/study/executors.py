"""Executors: where the work of a study is done, here in this process."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from typing import Any, Protocol

from .base import AnyCell
from .store import Store
from .work import Work

Task = tuple[int, int]
"""Number of the cell, and number of its shard or folder."""


class Executor(Protocol):
    """Does the same work on many shards."""

    def each(self, work: Work, tasks: Iterator[Task]) -> Generator[tuple[Task, Any], None, None]:
        """Do the work and return results as they come, in any order. Only a bounded number of tasks is taken ahead. Closing it ends the others.

        Raises `StudyError` if a task fails for good.
        """


class LocalExecutor:
    """This process: one shard after the other, each on several threads."""

    def __init__(self, cells: Sequence[AnyCell[Any]], store: Store, jobs: int, retries: int) -> None:
        self._cells, self._store, self._jobs, self._retries = cells, store, jobs, retries

    def each(self, work: Work, tasks: Iterator[Task]) -> Generator[tuple[Task, Any], None, None]:
        """Do the work, in the order of the tasks."""
        for task in tasks:
            cell, number = task
            yield task, work(self._cells[cell], self._store, number, self._jobs, self._retries)
