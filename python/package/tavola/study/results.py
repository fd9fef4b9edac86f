"""Results of a study: a report for each cell."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tavola import Tally

from .cell import Cell


@dataclass(frozen=True)
class Result:
    """The games of a cell."""

    cell: Cell
    tally: Tally

    @property
    def report(self) -> dict[str, Any]:
        """The report, as `Game.simulate` returns it."""
        return self.tally.report()

    def to_json(self) -> str:
        """The text that `tavola simulate --format json` prints for all games of the cell in one run."""
        return Tally.document([(self.cell.path, self.tally)])

    def row(self) -> dict[str, Any]:
        """Main figures as a flat dict.

        `wins[NAME]`, `drawn`: shares of the games that ended, with `.low` and `.high` of their 95% intervals. `bot[NAME]`: games won by
        one of these bots. `questions`: mean number of questions to players, with deviation, minimum and maximum.
        """
        report, cell = self.report, self.cell
        row: dict[str, Any] = {
            "rules": cell.path,
            "variant": cell.variant,
            "players": len(cell.players),
            **{f"set[{name}]": value for name, value in cell.settings},
            "bots": cell.bots[0] if len(set(cell.bots)) == 1 else ",".join(cell.bots),
            "seed": cell.seed,
            **{name: report[name] for name in ("planned", "games", "ended", "fault_count", "broken_count")},
        }
        for seat in report["seats"]:
            _share(row, f"wins[{seat['player']}]", seat["wins"])
        for bot in report["bots"]:
            _share(row, f"bot[{bot['bot']}]", bot["wins"])
        _share(row, "drawn", report["drawn"])
        if (first := report["first_seat"]) is not None:
            row.update({"first_seat": first["mean"], "first_seat.low": first["low"], "first_seat.high": first["high"]})
        if (questions := report["questions"]) is not None:
            row.update({f"questions.{name}": questions[name] for name in ("mean", "deviation", "least", "most")})
        return row


def _share(row: dict[str, Any], name: str, share: dict[str, Any]) -> None:
    """Add a share with its interval to a row."""
    row.update({name: share["rate"], f"{name}.low": share["low"], f"{name}.high": share["high"]})


class Results:
    """Results of all cells, in their order."""

    def __init__(self, results: list[Result]) -> None:
        self._results = results

    def __iter__(self) -> Iterator[Result]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    def __getitem__(self, number: int) -> Result:
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
        """One document with the runs of all cells, in the form of `tavola simulate --format json`."""
        return Tally.document([(result.cell.path, result.tally) for result in self._results])
