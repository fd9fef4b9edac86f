"""Cells of `tune`: searches for settings that bring a game near goals. A search is played as a whole."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tavola import Rules, TavolaError, __version__
from tavola._checked import checked
from tavola.reports import bots_option

from .base import Folder
from .report import Report, printed
from .side import Side
from .whole import WholeCell


@dataclass(frozen=True)
class Tuning(WholeCell):
    """One search for settings with one number of players, as `tavola tune` makes it. Make it with `Tuning.of`."""

    side: Side
    """The unchanged game and its bots."""
    players: int
    goals: tuple[str, ...]
    over: tuple[str, ...]
    """The settings to vary, with or without values."""
    games: int
    """Number of games of the whole search."""
    candidates: int
    """Maximum number of combinations that are tried."""
    seed: int

    @classmethod
    @checked
    def of(
        cls,
        rules: Folder | Rules,
        goals: Sequence[str],
        over: Sequence[str],
        *,
        players: int,
        variant: str | None = None,
        settings: Mapping[str, Any] | None = None,
        bots: str | Sequence[str] = "random",
        games: int = 20_000,
        candidates: int = 64,
        seed: int = 1,
        path: str | None = None,
    ) -> Tuning:
        """Make a search, and check that the unchanged game can be set up. Arguments are those of `tavola.tune`.

        `path` is printed in errors instead of the folder. Raises `RulesError` if the rules have errors, and `TavolaError` for wrong
        arguments. Goals and `over` are read when the search is played.
        """
        if games < 1 or candidates < 1:
            raise TavolaError(f"`games` and `candidates` are at least 1, here {games} and {candidates}")
        if not goals or not over:
            raise TavolaError("a search needs goals, such as `questions of a game near 120`, and settings to vary")
        side = Side.of(rules, players, variant, settings, bots, path)
        return cls(side, players, tuple(goals), tuple(over), games, candidates, seed)

    @functools.cached_property
    def facts(self) -> dict[str, Any]:
        """The facts that decide this search, as JSON data."""
        names = ("players", "games", "candidates", "seed")
        return {
            "tavola": __version__,
            "report": "tune",
            "game": self.side.facts,
            "goals": list(self.goals),
            "over": list(self.over),
            **{name: getattr(self, name) for name in names},
        }

    def play(self, shard: int, jobs: int = 0) -> Report:
        """Play the search on this number of threads; 0 for the number of cores."""
        text = printed(
            "tune",
            [self.side.source],
            players=self.players,
            games=self.games,
            candidates=self.candidates,
            seed=self.seed,
            goal=list(self.goals),
            over=list(self.over),
            variant=self.side.source.variant,
            set=dict(self.side.settings),
            bots=bots_option(self.side.bots),
            jobs=jobs or None,
        )
        return Report({}, (text,))

    def row(self, report: dict[str, Any]) -> dict[str, Any]:
        """Main figures of the report of `tavola.tune` as a flat dict.

        `best[NAME]`: value of each varied setting in the best candidate, absent if that is the unchanged game. `misses` and
        `unchanged.misses`: the distances of both from the goals. `fault`: why a game of the best one broke off. For each figure of a
        goal, such as `questions`: its mean in fresh games of the best candidate, with `.unchanged` for the game as it is, and `.low` and
        `.high` of the interval of their difference.
        """
        best, unchanged = report["tried"][0], next((one for one in report["tried"] if one["as_it_is"]), None)
        row: dict[str, Any] = {
            "rules": self.side.source.path,
            "variant": self.side.source.variant,
            "players": self.players,
            **{f"set[{name}]": value for name, value in self.side.settings},
            "bots": self.side.bots_text,
            "seed": self.seed,
            **{f"best[{name}]": value for name, value in best["settings"]},
            "misses": best["miss"],
            "unchanged.misses": unchanged["miss"] if unchanged else None,
            "fault": best.get("fault"),
        }
        for figure in report["fresh"] or []:
            name = figure["figure"] + (f"[{figure['of']}]" if "of" in figure else "")
            row.update({name: figure["tuned"], f"{name}.unchanged": figure["as_it_is"]})
            row.update({f"{name}.{end}": figure[end] for end in ("low", "high")})
        return row

    @classmethod
    def document(cls, results: Sequence[tuple[Tuning, Report]]) -> str:
        """The text that `tavola tune --format json` prints. Raises `TavolaError` for several cells: the command has one."""
        if len(results) != 1:
            raise TavolaError("the program reports one search at a time; write the `to_json` of each result")
        return results[0][1].entries[0]

    def __str__(self) -> str:
        return f"{self.side}, {self.players} players, tuned to {'; '.join(self.goals)}, seed {self.seed}"
