"""Cells: what is simulated, as plain data that a process can send to another one."""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from tavola import Game, Rules, Tally, TavolaError, __version__

from .errors import StudyError

SHARD_GAMES = 1000
"""Default number of games in a shard."""


@dataclass(frozen=True)
class Cell:
    """One simulation: a set-up of a game, bots, a seed and a number of games. Make it with `Cell.of`.

    It holds the texts of the rules, so that no other process needs their files. Shards are numbered from 0. Their bounds follow
    from `games` and `shard_games` only.
    """

    path: str
    """Folder of the rules, as reports print it."""
    texts: Mapping[str, str] = field(repr=False)
    """Texts of the rules by their path in the folder."""
    rules_hash: str
    """Fingerprint of the rules."""
    variant: str | None
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
        read = rules if isinstance(rules, Rules) else Rules.read(rules, variant)
        if variant is not None and read.variant != variant:
            read = read.with_variant(variant)
        # What a pickle of rules holds: their texts, and the name of their folder.
        texts, variant, name = cast(tuple[Any, tuple[dict[str, str], str | None, str]], read.__reduce__())[1]
        shown = path if path is not None else name if isinstance(rules, Rules) else os.fspath(rules)
        game = read.game(players, dict(settings or {}))
        return cls(
            path=shown,
            texts=texts,
            rules_hash=game.hash,
            variant=variant,
            players=tuple(game.players),
            settings=tuple(game.settings.items()),
            bots=_bots(game, bots),
            games=games,
            seed=seed,
            rotate=rotate,
            check=check,
            shard_games=shard_games,
        )

    @functools.cached_property
    def facts(self) -> dict[str, Any]:
        """What decides the shards of this cell, as JSON data. The number of games is not among it: a cell can grow."""
        texts = json.dumps(dict(self.texts), sort_keys=True).encode()
        return {
            "tavola": __version__,
            "path": self.path,
            "rules": self.rules_hash,
            "texts": hashlib.sha256(texts).hexdigest()[:16],
            "variant": self.variant,
            "players": list(self.players),
            "settings": [list(setting) for setting in self.settings],
            "bots": list(self.bots),
            "seed": self.seed,
            "rotate": self.rotate,
            "check": self.check,
            "shard_games": self.shard_games,
        }

    @functools.cached_property
    def key(self) -> str:
        """Name of the folder with the shards of this cell: a hash of `facts`."""
        return hashlib.sha256(json.dumps(self.facts, sort_keys=True).encode()).hexdigest()[:20]

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

    def __str__(self) -> str:
        variant = f", {self.variant}" if self.variant else ""
        settings = "".join(f", {name}={value}" for name, value in self.settings)
        bots = self.bots[0] if len(set(self.bots)) == 1 else ",".join(self.bots)
        return f"{self.path}{variant}{settings}, {len(self.players)} players, {bots}, seed {self.seed}"

    def __hash__(self) -> int:
        return hash(self.key)


def _bots(game: Game, bots: str | Sequence[str]) -> tuple[str, ...]:
    """Bots by seat. Raises `TavolaError` if one is unknown or time-limited, or their number is wrong."""
    names = [bots] * len(game.players) if isinstance(bots, str) else list(bots)
    game.tally(0, 0, bots=names)
    if timed := [name for name in names if name.endswith("ms")]:
        raise StudyError(f"`{timed[0]}` is time-limited, so its games cannot be repeated; give a number of playouts, such as mcts:200")
    return tuple(names)


@functools.lru_cache(maxsize=8)
def _game(cell: Cell) -> Game:
    """The game of a cell. A worker keeps the last few, since it plays many shards of a cell."""
    if cell.facts["tavola"] != __version__:
        raise StudyError(f"the driver has tavola {cell.facts['tavola']}, this worker {__version__}; install the same version")
    rules = Rules.from_texts(cell.texts, cell.variant, cell.path)
    return rules.game(list(cell.players), dict(cell.settings))
