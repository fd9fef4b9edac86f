"""Cells of comparisons: two sides that play the same games. A comparison is one shard, since it ends when its figures are decided."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tavola import Rules, TavolaError, __version__
from tavola._checked import checked
from tavola.reports import bots_option

from .base import Folder
from .report import Report, report
from .side import Side
from .whole import WholeCell

KEY = "comparisons"
"""The entries in a report of `compare`."""


@dataclass(frozen=True)
class Ruling:
    """Another answer to a ruling."""

    name: str
    """Its name in the rules."""
    question: str
    default: str
    """The default answer."""
    instead: str
    """The answer of the second side."""

    @classmethod
    def all(cls, rules: Rules, players: int) -> list[Ruling]:
        """Each alternative answer of each ruling, in the order of the rules."""
        return [
            cls(ruling["name"], ruling["meaning"], ruling["value"], instead)
            for ruling in rules.settings(players)
            if ruling["is_ruling"]
            for instead in ruling["values"]
            if instead != ruling["value"]
        ]


@dataclass(frozen=True)
class Comparison(WholeCell):
    """One comparison of two sides with one number of players, as `tavola compare` makes it. Make it with `Comparison.of`."""

    before: Side
    after: Side
    players: int
    games: int
    """Maximum number of pairs of games."""
    seed: int
    rotate: bool
    """True if bots move one seat on after each game."""
    by: str | None
    when: str | None
    matters: float
    ruling: Ruling | None
    """The ruling that the second side answers otherwise, where rulings are compared."""

    @classmethod
    @checked
    def of(
        cls,
        before: Folder | Rules,
        after: Folder | Rules | None = None,
        *,
        players: int,
        variant: str | None = None,
        settings: Mapping[str, Any] | None = None,
        bots: str | Sequence[str] = "random",
        base_variant: str | None = None,
        base_settings: Mapping[str, Any] | None = None,
        base_bots: str | Sequence[str] | None = None,
        games: int = 20_000,
        seed: int = 1,
        rotate: bool = False,
        by: str | None = None,
        when: str | None = None,
        matters: float = 2.0,
        path: str | None = None,
        base_path: str | None = None,
    ) -> Comparison:
        """Make a comparison, and check that both games can be set up. Arguments are those of `tavola.compare`.

        `base_path` and `path` are printed in reports instead of the folders. Raises `RulesError` if the rules have errors, and
        `TavolaError` for wrong arguments.
        """
        if games < 1 or not 0 < matters <= 100:
            raise TavolaError(f"`games` is at least 1, and `matters` is above 0 and at most 100, here {games} and {matters}")
        other, shown = (before, path or base_path) if after is None else (after, path)
        first = Side.of(before, players, base_variant, base_settings, bots if base_bots is None else base_bots, base_path)
        second = Side.of(other, players, variant, settings, bots, shown)
        return cls(first, second, players, games, seed, rotate, by, when, matters, None)

    @functools.cached_property
    def facts(self) -> dict[str, Any]:
        """The facts that decide this comparison, as JSON data."""
        names = ("players", "games", "seed", "rotate", "by", "when", "matters")
        return {
            "tavola": __version__,
            "report": "compare",
            "before": self.before.facts,
            "after": self.after.facts,
            **{name: getattr(self, name) for name in names},
            "ruling": asdict(self.ruling) if self.ruling else None,
        }

    def play(self, shard: int, jobs: int = 0) -> Report:
        """Play the comparison on this number of threads; 0 for the number of cores."""
        found = report(
            "compare",
            KEY,
            [self.before.source, self.after.source],
            players=self.players,
            games=self.games,
            seed=self.seed,
            rotate=self.rotate,
            by=self.by,
            when=self.when,
            matters=self.matters,
            base_variant=self.before.source.variant,
            variant=self.after.source.variant,
            base_set=dict(self.before.settings),
            set=dict(self.after.settings),
            base_bots=bots_option(self.before.bots),
            bots=bots_option(self.after.bots),
            jobs=jobs or None,
        )
        return found if self.ruling is None else Report(found.head, tuple(_with(entry, self.ruling) for entry in found.entries))

    def row(self, report: dict[str, Any]) -> dict[str, Any]:
        """Main figures of an entry of `comparisons` as a flat dict.

        `effect` is the smallest difference that is certain, as a multiple of the threshold. For each deciding figure, such as
        `wins[anna]`: the difference, with `.low` and `.high` of its interval and `.verdict`.
        """
        row = {
            "before": str(self.before),
            "after": str(self.after),
            "players": self.players,
            "seed": self.seed,
            **({"ruling": self.ruling.name, "instead": self.ruling.instead} if self.ruling else {}),
            **{name: report[name] for name in ("max_pairs", "pairs", "stop_reason")},
            "effect": _effect(report),
        }
        for figure in filter(_decides, report["figures"]):
            name = figure["figure"] + (f"[{figure['of']}]" if "of" in figure else "")
            row[name] = figure["difference"]
            row.update({f"{name}.{what}": figure[what] for what in ("low", "high", "verdict")})
        return row

    def order(self, part: Report) -> tuple[float, ...]:
        """Rulings by the number of players, then by their effect, the largest first. Other comparisons keep their order."""
        return (self.players, -_effect(self.report(part))) if self.ruling else ()

    @classmethod
    def document(cls, results: Sequence[tuple[Comparison, Report]]) -> str:
        """The text that `tavola compare --format json` prints."""
        return Report.merge(part for _, part in results).text(KEY)

    def __str__(self) -> str:
        return f"{self.before} against {self.after}, {self.players} players, seed {self.seed}"


def _decides(figure: dict[str, Any]) -> bool:
    """True if a comparison is played until this figure is decided."""
    return bool(figure["decides"])


def _effect(report: dict[str, Any]) -> float:
    """The largest guaranteed difference of a deciding figure, in units of its smallest relevant difference."""
    sure = [
        max(figure["low"], -figure["high"], 0.0) / (figure["relevance_threshold"] or 1.0)
        for figure in filter(_decides, report["figures"])
        if figure["low"] is not None
    ]
    return max(sure, default=0.0)


def _with(entry: str, ruling: Ruling) -> str:
    """The text of a comparison with the ruling where `tavola compare --rulings` prints it."""
    before, seed, rest = entry.partition('\n      "seed": ')
    text = json.dumps(asdict(ruling), indent=2, ensure_ascii=False).replace("\n", "\n      ")
    return f'{before}\n      "ruling": {text},{seed}{rest}'
