"""Cells whose parts are reports of the program, and those of them that are played as a whole."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from .base import AnyCell
from .report import Report


class ReportCell(AnyCell[Report]):
    """A job whose parts are reports."""

    def read(self, data: bytes) -> Report:
        """The report of a shard."""
        return Report.from_bytes(data)


class WholeCell(ReportCell):
    """A job that is one shard, whose report has one entry."""

    games: int
    """Number of its games."""

    @property
    def shards(self) -> int:
        """Number of shards: the job is played as a whole."""
        return 1

    def bounds(self, shard: int) -> tuple[int, int]:
        """All of its games."""
        return 0, self.games

    def merge(self, parts: Iterable[Report]) -> Report:
        """The report of the only shard."""
        return Report.merge(parts)

    def report(self, part: Report) -> dict[str, Any]:
        """The only entry, as data."""
        found: dict[str, Any] = json.loads(part.entries[0])
        return found
