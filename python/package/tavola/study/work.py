"""The work of workers: play a shard, merge the shards of a folder. Both can be repeated, and give the same bytes each time."""

from __future__ import annotations

import errno
import hashlib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tavola import MergeError, TavolaError

from . import shard
from .base import AnyCell
from .errors import DamagedShard, StudyError
from .store import Store

READERS = 16
"""Number of shards that are read at the same time. An object storage answers each after some milliseconds."""

LASTING = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM})
"""Errors of files that another attempt does not mend."""

T = TypeVar("T")

Work = Callable[[AnyCell[Any], Store, int, int, int], Any]
"""Work on a cell: the cell, the store, the number of the shard or folder, threads, and attempts after errors of files."""


@dataclass
class Merged:
    """The merged shards of a folder."""

    part: Any = None
    """None if shards are missing or damaged."""
    missing: list[int] = field(default_factory=list)
    damaged: list[int] = field(default_factory=list)


def play_shard(cell: AnyCell[Any], store: Store, number: int, jobs: int, retries: int) -> str:
    """Play a shard and write it. Return the SHA-256 of its file."""
    try:
        part = cell.play(number, jobs)
    except StudyError:
        raise
    except TavolaError as error:
        raise StudyError(f"{cell} cannot be played: {error}") from None
    name, data = shard.name(cell, number), shard.encode(cell, number, part)
    patiently(lambda: store.write(name, data), f"write `{store.path(name)}`", retries)
    return hashlib.sha256(data).hexdigest()


def merge_bucket(cell: AnyCell[Any], store: Store, number: int, jobs: int, retries: int) -> Merged:
    """Merge the shards of a folder."""
    merged = Merged()
    first = number * shard.BUCKET
    numbers = range(first, min(first + shard.BUCKET, cell.shards))

    def read(number: int) -> bytes | None:
        name = shard.name(cell, number)
        try:
            return patiently(lambda: store.read(name), f"read `{store.path(name)}`", retries)
        except FileNotFoundError:
            return None

    def parts() -> Iterator[Any]:
        for start in range(numbers.start, numbers.stop, 4 * READERS):
            some = range(start, min(start + 4 * READERS, numbers.stop))
            for at, data in zip(some, readers.map(read, some), strict=True):
                if data is None:
                    merged.missing.append(at)
                    continue
                try:
                    yield shard.decode(cell, at, data, store.path(shard.name(cell, at)))
                except DamagedShard:
                    merged.damaged.append(at)

    with ThreadPoolExecutor(READERS) as readers:
        try:
            merged.part = cell.merge(parts())
        except StudyError:
            raise
        except MergeError as error:
            if error.games is None:
                raise StudyError(f"shards of {cell} do not fit together: {error}") from None
        except TavolaError:
            # There is no shard.
            pass
    if merged.missing or merged.damaged:
        merged.part = None
    return merged


def patiently(work: Callable[[], T], what: str, retries: int) -> T:
    """Work with files, repeated after errors that may pass. `FileNotFoundError` is raised at once."""
    for attempt in range(retries + 1):
        try:
            return work()
        except FileNotFoundError:
            raise
        except OSError as error:
            if attempt == retries or error.errno in LASTING:
                raise StudyError(f"cannot {what}: {error.strerror or error}") from None
            time.sleep(min(0.1 * 2**attempt, 10))
    raise AssertionError
