"""Cells of simulations: a set-up, bots, a seed and a number of games."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tavola import Game, Rules, Tally, TavolaError, __version__
from tavola._checked import checked

from .base import AnyCell, Source, bots_of
from .errors import StudyError

SHARD_GAMES = 1000
"""Default number of games in a shard."""


@dataclass(frozen=True)
class Cell(AnyCell[Tally]):
    """One simulation: a set-up of a game, bots, a seed and a number of games. Make it with `Cell.of`.

    Shards are numbered from 0. Their bounds follow from `games` and `shard_games` only.
    """

    source: Source
    """Texts of the rules, with their folder and variant."""
    rules_hash: str
    """Fingerprint of the rules."""
    players: tuple[str, ...]
    """Names of the players, by seat."""
    settings: tuple[tuple[str, str], ...]
    """Changed settings and rulings."""
    bots: tuple[str, ...]
    """Bots, by seat in game 0."""
    games: int
    seed: int
    rotate: bool
    """True if bots move one seat on after each game."""
    check: bool
    """True if invariants are checked after every answer."""
    shard_games: int
    """Number of games in a shard; the last one may have fewer."""

    @classmethod
    @checked
    def of(
        cls,
        rules: str | os.PathLike[str] | Rules,
        players: int | Sequence[str],
        *,
        variant: str | None = None,
        settings: Mapping[str, Any] | None = None,
        bots: str | Sequence[str] = "random",
        games: int = 1000,
        seed: int = 1,
        rotate: bool = False,
        check: bool = False,
        shard_games: int = SHARD_GAMES,
        path: str | None = None,
    ) -> Cell:
        """Make a cell, and check that its game can be set up.

        `rules` is the folder of a game, or rules. `players`, `settings` and `bots` are those of `Rules.game` and `Game.simulate`, but
        for time-limited bots: each time a shard is played, it must be the same. `path` is printed in reports instead of the folder.

        Raises `RulesError` if the rules have errors, and `TavolaError` for wrong arguments.
        """
        if games < 1 or shard_games < 1:
            raise TavolaError(f"`games` and `shard_games` are at least 1, here {games} and {shard_games}")
        source, read = Source.of(rules, variant, path)
        game = read.game(players, dict(settings or {}))
        return cls(
            source=source,
            rules_hash=game.hash,
            players=tuple(game.players),
            settings=tuple(game.settings.items()),
            bots=bots_of(game, bots),
            games=games,
            seed=seed,
            rotate=rotate,
            check=check,
            shard_games=shard_games,
        )

    @functools.cached_property
    def facts(self) -> dict[str, Any]:
        """The facts that decide the shards of this cell, as JSON data. The number of games is not among it: a cell can grow."""
        return {
            "tavola": __version__,
            "path": self.source.path,
            "rules": self.rules_hash,
            "texts": self.source.digest,
            "variant": self.source.variant,
            "players": list(self.players),
            "settings": [list(setting) for setting in self.settings],
            "bots": list(self.bots),
            "seed": self.seed,
            "rotate": self.rotate,
            "check": self.check,
            "shard_games": self.shard_games,
        }

    @property
    def shards(self) -> int:
        """Number of shards."""
        return -(-self.games // self.shard_games)

    def bounds(self, shard: int) -> tuple[int, int]:
        """First game of a shard, and the end of its games."""
        first = shard * self.shard_games
        return first, min(first + self.shard_games, self.games)

    def game(self) -> Game:
        """The game, from the texts of the rules."""
        return _game(self)

    def play(self, shard: int, jobs: int = 0) -> Tally:
        """Play the games of a shard on this number of threads; 0 for the number of cores."""
        first, end = self.bounds(shard)
        bots = list(self.bots)
        return self.game().tally(first, end - first, self.seed, bots, jobs, rotate=self.rotate, check=self.check)

    def read(self, data: bytes) -> Tally:
        """The tally of a shard."""
        return Tally.from_bytes(data)

    def merge(self, parts: Iterable[Tally]) -> Tally:
        """Merge tallies."""
        return Tally.merge(parts)

    def report(self, part: Tally) -> dict[str, Any]:
        """The report, as `Game.simulate` returns it."""
        return part.report()

    def row(self, report: dict[str, Any]) -> dict[str, Any]:
        """Main figures as a flat dict.

        `wins[NAME]`, `drawn`: shares of the games that ended, with `.low` and `.high` of their 95% intervals. `bot[NAME]`: games won by
        one of these bots. `questions`: mean number of questions to players, with deviation, minimum and maximum.
        """
        row: dict[str, Any] = {
            "rules": self.source.path,
            "variant": self.source.variant,
            "players": len(self.players),
            **{f"set[{name}]": value for name, value in self.settings},
            "bots": self.bots[0] if len(set(self.bots)) == 1 else ",".join(self.bots),
            "seed": self.seed,
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

    @classmethod
    def document(cls, results: Sequence[tuple[Cell, Tally]]) -> str:
        """The text that `tavola simulate --format json` prints."""
        return Tally.document([(cell.source.path, tally) for cell, tally in results])

    def __str__(self) -> str:
        variant = f", {self.source.variant}" if self.source.variant else ""
        settings = "".join(f", {name}={value}" for name, value in self.settings)
        bots = self.bots[0] if len(set(self.bots)) == 1 else ",".join(self.bots)
        return f"{self.source.path}{variant}{settings}, {len(self.players)} players, {bots}, seed {self.seed}"

    def __hash__(self) -> int:
        return hash(self.key)


def _share(row: dict[str, Any], name: str, share: dict[str, Any]) -> None:
    """Add a share with its interval to a row."""
    row.update({name: share["rate"], f"{name}.low": share["low"], f"{name}.high": share["high"]})


@functools.lru_cache(maxsize=8)
def _game(cell: Cell) -> Game:
    """The game of a cell. A worker keeps the last few, since it plays many shards of a cell."""
    if cell.facts["tavola"] != __version__:
        raise StudyError(f"the driver has tavola {cell.facts['tavola']}, this worker {__version__}; install the same version")
    rules = Rules.from_texts(cell.source.texts, cell.source.variant, cell.source.path)
    return rules.game(list(cell.players), dict(cell.settings))
