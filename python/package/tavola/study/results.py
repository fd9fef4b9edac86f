"""Results of a study: a report for each cell."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Generic

from .base import AnyCell, P


@dataclass(frozen=True)
class Result(Generic[P]):
    """The merged shards of a cell."""

    cell: AnyCell[P]
    part: P
    """The counts: a `Tally` for a simulation."""

    @property
    def report(self) -> dict[str, Any]:
        """The report as data: that of `Game.simulate`, or an entry of `comparisons`, or the report of `impact` or `tune`."""
        return self.cell.report(self.part)

    def to_json(self) -> str:
        """The text that the program prints with `--format json` for this cell in one run."""
        return self.cell.document([(self.cell, self.part)])

    def row(self) -> dict[str, Any]:
        """Main figures as a flat dict, see `Cell.row`, `Comparison.row`, `Impact.row` and `Tuning.row`."""
        return self.cell.row(self.report)


class Results(Generic[P]):
    """Results of all cells, in their order; those of rulings by their effect, the largest first."""

    def __init__(self, results: list[Result[P]]) -> None:
        self._results = sorted(results, key=lambda result: result.cell.order(result.part))

    def __iter__(self) -> Iterator[Result[P]]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    def __getitem__(self, number: int) -> Result[P]:
        return self._results[number]

    def rows(self) -> list[dict[str, Any]]:
        """One row for each cell, see `Result.row`. Cells with other players or settings have other columns."""
        return [result.row() for result in self._results]

    def to_csv(self) -> str:
        """The rows as CSV. A column that a cell does not have is empty there."""
        rows = self.rows()
        out = io.StringIO()
        writer = csv.DictWriter(out, list(dict.fromkeys(name for row in rows for name in row)), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return out.getvalue()

    def to_json(self) -> str:
        """One document for all cells, in the form that the program prints with `--format json`."""
        return self._results[0].cell.document([(result.cell, result.part) for result in self._results])
