"""The base of all cells: one mechanism plays, writes, resumes and merges them."""

from __future__ import annotations

import functools
import hashlib
import json
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar, cast

from tavola import Game, Rules

from .errors import StudyError

Folder = str | os.PathLike[str]


class Part(Protocol):
    """The content of a shard. The parts of a cell merge to one."""

    def to_bytes(self) -> bytes:
        """The part as bytes without a line end. Equal parts have equal bytes."""


P = TypeVar("P", bound=Part)


class AnyCell(ABC, Generic[P]):
    """A job as plain data that a process can send to another one. It is cut into shards, which are numbered from 0."""

    @property
    @abstractmethod
    def facts(self) -> dict[str, Any]:
        """The facts that decide the shards of this cell, as JSON data."""

    @functools.cached_property
    def key(self) -> str:
        """Name of the folder with the shards of this cell: a hash of `facts`."""
        return hashlib.sha256(json.dumps(self.facts, sort_keys=True).encode()).hexdigest()[:20]

    @property
    @abstractmethod
    def shards(self) -> int:
        """Number of shards."""

    @abstractmethod
    def bounds(self, shard: int) -> tuple[int, int]:
        """First game of a shard, and the end of its games."""

    @abstractmethod
    def play(self, shard: int, jobs: int = 0) -> P:
        """Play the games of a shard on this number of threads; 0 for the number of cores."""

    @abstractmethod
    def read(self, data: bytes) -> P:
        """The part of a shard from its bytes. Raises `TavolaError` if they are damaged."""

    @abstractmethod
    def merge(self, parts: Iterable[P]) -> P:
        """Merge parts in any order. Raises `TavolaError` if there is none, and `MergeError` if they do not fit together."""

    @abstractmethod
    def report(self, part: P) -> dict[str, Any]:
        """The report of the merged part."""

    @abstractmethod
    def row(self, report: dict[str, Any]) -> dict[str, Any]:
        """Main figures of a report as a flat dict."""

    @classmethod
    @abstractmethod
    def document(cls, results: Sequence[tuple[Any, P]]) -> str:
        """The text that the program prints with `--format json`, for cells with their merged parts."""

    def order(self, part: P) -> tuple[float, ...]:
        """Where the result of this cell is listed: by this key, then in the order of the study."""
        return ()


@dataclass(frozen=True)
class Source:
    """Texts of a game, so that no other process needs its files."""

    path: str
    """Folder of the rules, as reports print it."""
    texts: Mapping[str, str] = field(repr=False, hash=False)
    """Texts of the rules by their path in the folder."""
    variant: str | None

    @classmethod
    def of(cls, rules: Folder | Rules, variant: str | None, path: str | None) -> tuple[Source, Rules]:
        """The texts of a folder or of rules, and the rules. `path` is printed instead of the folder."""
        read = rules if isinstance(rules, Rules) else Rules.read(rules, variant)
        if variant is not None and read.variant != variant:
            read = read.with_variant(variant)
        # What a pickle of rules holds: their texts, and the name of their folder.
        texts, variant, name = cast(tuple[Any, tuple[dict[str, str], str | None, str]], read.__reduce__())[1]
        shown = path if path is not None else name if isinstance(rules, Rules) else os.fspath(rules)
        return cls(shown, texts, variant), read

    @property
    def digest(self) -> str:
        """A hash of the texts, comments included."""
        return hashlib.sha256(json.dumps(dict(self.texts), sort_keys=True).encode()).hexdigest()[:16]


def bots_of(game: Game, bots: str | Sequence[str]) -> tuple[str, ...]:
    """Bots by seat. Raises `TavolaError` if one is unknown or time-limited, or their number is wrong."""
    names = [bots] * len(game.players) if isinstance(bots, str) else list(bots)
    game.tally(0, 0, bots=names)
    if timed := [name for name in names if name.endswith("ms")]:
        raise StudyError(f"`{timed[0]}` is time-limited, so its games cannot be repeated; give a number of playouts, such as mcts:200")
    return tuple(names)
