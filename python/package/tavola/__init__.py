"""Board games whose rules are data: load, play, observe, simulate.

>>> import tavola
>>> game = tavola.load("rules/classics/connect_four", players=2)
>>> play = game.start(seed=1)
>>> play.answer("drop(4)")
>>> play.options[0]
'drop(1)'

`Rules` are the checked texts of a game, a `Game` is one set-up of them, a `Play` is a position with its open question, a `Batch` many plays
that are stepped together, a `Record` a game as it was played. `evaluate` plays games of an agent of your own. `test`, `compare` and others
return the reports of the commands of `tavola` as data.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ._tavola import (
    Batch,
    FaultError,
    Finding,
    Game,
    MergeError,
    Picture,
    Play,
    Record,
    RecordError,
    Refused,
    Rules,
    RulesError,
    SavedStateError,
    Table,
    Tally,
    TavolaError,
    __version__,
    check,
)
from .evaluation import evaluate
from .reports import clauses, compare, count, diff, explain, impact, mutate, test, trace, tune

__all__ = [
    "Batch",
    "FaultError",
    "Finding",
    "Game",
    "MergeError",
    "Picture",
    "Play",
    "Record",
    "RecordError",
    "Refused",
    "Rules",
    "RulesError",
    "SavedStateError",
    "Table",
    "Tally",
    "TavolaError",
    "__version__",
    "check",
    "clauses",
    "compare",
    "count",
    "diff",
    "evaluate",
    "explain",
    "impact",
    "load",
    "mutate",
    "simulate",
    "test",
    "trace",
    "tune",
]


def load(
    path: str | os.PathLike[str],
    players: int | Sequence[str],
    settings: Mapping[str, Any] | None = None,
    variant: str | None = None,
) -> Game:
    """Read the rules in a folder and set up a game.

    Raises `RulesError` if the rules have errors, and `TavolaError` for a wrong path, number of players or setting.
    """
    return Rules.read(path, variant).game(players, settings)


def simulate(
    path: str | os.PathLike[str],
    players: int | Sequence[str],
    games: int = 1000,
    seed: int = 1,
    bots: str | Sequence[str] | None = None,
    *,
    settings: Mapping[str, Any] | None = None,
    variant: str | None = None,
    jobs: int = 0,
    rotate: bool = False,
    check: bool = False,
    by: str | None = None,
    when: str = "setup",
    first_game: int = 0,
    progress: Callable[[int, int], object] | None = None,
) -> dict[str, Any]:
    """Play many games of bots and return the report as a dict. See `Game.simulate`."""
    game = load(path, players, settings, variant)
    return game.simulate(
        games,
        seed,
        bots,
        jobs=jobs,
        rotate=rotate,
        check=check,
        by=by,
        when=when,
        first_game=first_game,
        progress=progress,
    )
