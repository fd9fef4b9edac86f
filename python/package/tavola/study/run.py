"""Studies: what is to be played, what is done, and their results."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, Literal

from tavola import Rules, Tally
from tavola._checked import checked

from . import shard
from .base import AnyCell, Folder, P
from .cell import SHARD_GAMES, Cell
from .cluster import RayExecutor
from .comparison import Comparison, Ruling
from .errors import StudyError
from .executors import Executor, LocalExecutor, Task
from .impact import SHARD_RECORDS, Impact
from .progress import Line
from .report import Report
from .results import Result, Results
from .store import Store, clean, open_store
from .tuning import Tuning
from .work import Merged, merge_bucket, patiently, play_shard


@dataclass(frozen=True)
class CellStatus:
    """The progress of a cell."""

    cell: AnyCell[Any]
    done: int
    """Number of shards that are written."""
    shards: int


@dataclass(frozen=True)
class Status:
    """The progress of a study. Shards are counted by their names; `run` and `results` also read them."""

    cells: list[CellStatus]

    @property
    def done(self) -> int:
        """Number of shards that are written."""
        return sum(cell.done for cell in self.cells)

    @property
    def shards(self) -> int:
        """Number of shards of all cells."""
        return sum(cell.shards for cell in self.cells)

    @property
    def is_complete(self) -> bool:
        """True if all shards are written."""
        return self.done == self.shards

    def __str__(self) -> str:
        return f"{self.done:,} of {self.shards:,} shards of {len(self.cells):,} cells"


class Study(Generic[P]):
    """Cells that are played together, see `tavola.study`."""

    @checked
    def __init__(self, cells: Sequence[AnyCell[P]]) -> None:
        """Make a study of cells of one class. Raises `StudyError` if there is none, two are equal, or their classes differ."""
        if not cells:
            raise StudyError("a study has at least one cell")
        if len(kinds := sorted({type(cell).__name__ for cell in cells})) > 1:
            raise StudyError(f"a study has cells of one class, here {' and '.join(kinds)}; make a study of each")
        for key, same in itertools.groupby(sorted(cells, key=lambda cell: cell.key), key=lambda cell: cell.key):
            if len(twice := list(same)) > 1:
                raise StudyError(f"{twice[0]} is in the study {len(twice)} times; leave one of them")
        self.cells = list(cells)

    def __repr__(self) -> str:
        shards = sum(cell.shards for cell in self.cells)
        return f"<Study of {len(self.cells):,} cells, {shards:,} shards>"

    @classmethod
    @checked
    def grid(
        cls,
        rules: Folder | Rules | Sequence[Folder | Rules],
        players: Sequence[int | Sequence[str]],
        *,
        variants: Sequence[str | None] = (None,),
        settings: Mapping[str, Any] | None = None,
        bots: Sequence[str | Sequence[str]] = ("random",),
        games: int = 1000,
        seed: int = 1,
        rotate: bool = False,
        check: bool = False,
        shard_games: int = SHARD_GAMES,
    ) -> Study[Tally]:
        """Make a study of all combinations of rules, players, variants, settings and bots.

        `settings` gives each setting a value or a list of values. All cells have the same seed: games with the same number have the same
        chance where the rules ask for the same. Raises `TavolaError` for a combination that cannot be set up.
        """
        folders = [rules] if isinstance(rules, (str, os.PathLike, Rules)) else rules
        return Study(
            [
                Cell.of(
                    *one,
                    variant=variant,
                    settings=setting,
                    bots=bot,
                    games=games,
                    seed=seed,
                    rotate=rotate,
                    check=check,
                    shard_games=shard_games,
                )
                for *one, variant, setting, bot in itertools.product(
                    folders, players, variants, _combinations(settings), bots
                )
            ]
        )

    @classmethod
    @checked
    def comparisons(
        cls,
        before: Folder | Rules,
        after: Folder | Rules | None = None,
        *,
        players: Sequence[int],
        variants: Sequence[str | None] = (None,),
        settings: Mapping[str, Any] | None = None,
        bots: Sequence[str | Sequence[str]] = ("random",),
        **more: Any,
    ) -> Study[Report]:
        """Make a study that compares `before` with each combination of variants, settings and bots of `after`, see `Comparison.of`.

        `before` has `base_variant`, `base_settings` and `base_bots` of `more`; without `base_bots`, both sides have equal bots. Each
        comparison is one task. Raises `TavolaError` for a combination that cannot be set up.
        """
        grid = itertools.product(players, variants, _combinations(settings), bots)
        return Study(
            [
                Comparison.of(before, after, players=number, variant=variant, settings=setting, bots=bot, **more)
                for number, variant, setting, bot in grid
            ]
        )

    @classmethod
    @checked
    def rulings(
        cls,
        rules: Folder | Rules,
        players: Sequence[int],
        games: int = 20_000,
        seed: int = 1,
        *,
        variant: str | None = None,
        settings: Mapping[str, Any] | None = None,
        bots: str | Sequence[str] = "random",
        rotate: bool = False,
        matters: float = 2.0,
    ) -> Study[Report]:
        """Make a study that compares each alternative answer of each ruling with the default one, as `tavola compare --rulings` does.

        Results have the numbers of players in ascending order, then the rulings with the largest effect first. Raises `StudyError` if
        the rules have no rulings, and `TavolaError` for wrong arguments.
        """
        read = rules if isinstance(rules, Rules) else Rules.read(rules, variant)
        more: dict[str, Any] = {"games": games, "seed": seed, "rotate": rotate, "matters": matters}
        sides: dict[str, Any] = {"variant": variant, "settings": settings, "base_variant": variant, "base_settings": settings}
        cells: list[Comparison] = []
        for number in players:
            default = Comparison.of(rules, players=number, bots=bots, **sides, **more)
            for ruling in Ruling.all(read.with_variant(variant) if variant else read, number):
                after = replace(default.after, settings=(*default.after.settings, (ruling.name, ruling.instead)))
                cells.append(replace(default, after=after, ruling=ruling))
        if not cells:
            raise StudyError(f"`{read.name}` has no rulings with a setting")
        return Study(cells)

    @classmethod
    @checked
    def impact(
        cls,
        before: Folder | Rules,
        after: Folder | Rules,
        records: Sequence[Folder],
        *,
        variant: str | None = None,
        settings: Mapping[str, Any] | None = None,
        shard_records: int = SHARD_RECORDS,
    ) -> Study[Report]:
        """Make a study that replays recorded games under two versions of the rules, see `Impact.of`."""
        return Study([Impact.of(before, after, records, variant=variant, settings=settings, shard_records=shard_records)])

    @classmethod
    @checked
    def tunings(
        cls,
        rules: Folder | Rules,
        goals: Sequence[str],
        over: Sequence[str],
        *,
        players: Sequence[int],
        variants: Sequence[str | None] = (None,),
        settings: Mapping[str, Any] | None = None,
        bots: Sequence[str | Sequence[str]] = ("random",),
        seeds: Sequence[int] = (1,),
        games: int = 20_000,
        candidates: int = 64,
    ) -> Study[Report]:
        """Make a study that tunes each combination of players, variants, settings, bots and seeds, see `Tuning.of`.

        Each search is one task. Raises `TavolaError` for a combination that cannot be set up.
        """
        grid = itertools.product(players, variants, _combinations(settings), bots, seeds)
        more: dict[str, Any] = {"games": games, "candidates": candidates}
        return Study(
            [
                Tuning.of(rules, goals, over, players=number, variant=variant, settings=setting, bots=bot, seed=seed, **more)
                for number, variant, setting, bot, seed in grid
            ]
        )

    @checked
    def run(
        self,
        folder: Folder,
        *,
        executor: Literal["local", "ray"] = "local",
        jobs: int = 0,
        address: str | None = None,
        in_flight: int | None = None,
        retries: int = 3,
        progress: bool | Callable[[int, int], None] = True,
        storage_options: Mapping[str, Any] | None = None,
    ) -> Results[P]:
        """Play the missing shards, and return the merged results.

        `folder` is a folder or the URL of an object storage; the same one resumes the study. `executor` is `local` (this process, with
        `jobs` threads; 0 for the number of cores) or `ray` (the cluster of `ray.init`, or of `address`). `in_flight` limits the tasks of
        Ray at the same time; the default is two for each processor. `retries` is the number of further attempts after an error of a
        file or the loss of a worker. `progress` is True for a line on stderr, or gets the number of written shards and of all.

        Raises `StudyError` if the study cannot continue. What is written is kept.
        """
        store = open_store(folder, storage_options)
        doing: Executor
        match executor:
            case "ray":
                doing = RayExecutor(self.cells, store, retries, address, in_flight)
            case "local":
                doing = LocalExecutor(self.cells, store, jobs, retries)
            case _:
                raise StudyError(f"there is no executor {executor!r}: `executor` is 'local' (this process) or 'ray'")
        line = Line() if progress is True else None
        report = progress if callable(progress) else line or (lambda done, shards: None)
        for _ in range(retries + 1):
            self._play(doing, store, report)
            results, lost = self._merge(doing)
            if not lost:
                for cell in self.cells:
                    _clean(cell, store)
                return results
            for at, number in lost:
                try:
                    store.remove(shard.name(self.cells[at], number))
                except FileNotFoundError:
                    pass
        raise StudyError(f"{len(lost)} shards in `{store.url}` are damaged again after each attempt; check the storage")

    @checked
    def status(self, folder: Folder, storage_options: Mapping[str, Any] | None = None) -> Status:
        """Count the shards in a folder, also while another process plays them."""
        store = open_store(folder, storage_options)
        return Status([CellStatus(cell, sum(_written(cell, store)), cell.shards) for cell in self.cells])

    @checked
    def results(self, folder: Folder, storage_options: Mapping[str, Any] | None = None) -> Results[P]:
        """Merge the shards in a folder. Raises `StudyError` if some are missing or damaged."""
        store = open_store(folder, storage_options)
        results, lost = self._merge(LocalExecutor(self.cells, store, 0, 3))
        if lost:
            raise StudyError(f"{len(lost):,} shards in `{store.url}` are missing or damaged; call `run` with this folder")
        return results

    def _play(self, doing: Executor, store: Store, report: Callable[[int, int], None]) -> None:
        """Play the missing shards."""
        written = [_written(cell, store) for cell in self.cells]
        done, shards = sum(map(sum, written)), sum(cell.shards for cell in self.cells)
        for cell, known in zip(self.cells, written, strict=True):
            _clean(cell, store)
            if not any(known):
                name, text = f"{cell.key}/cell.json", json.dumps(cell.facts, indent=2).encode() + b"\n"
                try:
                    patiently(partial(store.write, name, text), f"write `{store.path(name)}`", 0)
                except FileNotFoundError as error:
                    raise StudyError(f"cannot write `{store.path(name)}`: {error.strerror or error}") from None
        missing: Iterator[Task] = (
            (cell, number) for cell, known in enumerate(written) for number, there in enumerate(known) if not there
        )
        report(done, shards)
        try:
            with closing(doing.each(play_shard, missing)) as played:
                for _ in played:
                    done += 1
                    report(done, shards)
        except StudyError as error:
            kept = f"{done:,} of {shards:,} shards are written, and the same call of `run` plays the others"
            raise StudyError(f"{error}; {kept}") from None

    def _merge(self, doing: Executor) -> tuple[Results[P], list[Task]]:
        """The results, and the missing and damaged shards."""
        parts: list[list[P]] = [[] for _ in self.cells]
        lost: list[Task] = []
        buckets = ((cell, at) for cell, one in enumerate(self.cells) for at in range(shard.buckets(one)))
        for (cell, _), merged in doing.each(merge_bucket, buckets):
            assert isinstance(merged, Merged)
            lost += [(cell, number) for number in merged.missing + merged.damaged]
            parts[cell] += [] if merged.part is None else [merged.part]
        if lost:
            return Results([]), lost
        return Results([Result(cell, cell.merge(some)) for cell, some in zip(self.cells, parts, strict=True)]), []


def _combinations(settings: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """All combinations of values of settings; each has a value or a list of them."""
    chosen = settings or {}
    values = [value if isinstance(value, (list, tuple, range)) else [value] for value in chosen.values()]
    return [dict(zip(chosen, setting, strict=True)) for setting in itertools.product(*values)]


def _written(cell: AnyCell[Any], store: Store) -> bytearray:
    """For each shard of a cell: 1 if it is written."""
    written = bytearray(cell.shards)
    for bucket in range(shard.buckets(cell)):
        first = bucket * shard.BUCKET
        numbers = range(first, min(first + shard.BUCKET, cell.shards))
        names = {shard.name(cell, number).rpartition("/")[2]: number for number in numbers}
        folder = shard.bucket(cell, bucket)
        for name in patiently(partial(_names, store, folder), f"read `{store.path(folder)}`", 0):
            if name in names:
                written[names[name]] = 1
    return written


def _names(store: Store, folder: str) -> list[str]:
    """Names of the files in a folder."""
    return list(store.names(folder))


def _clean(cell: AnyCell[Any], store: Store) -> None:
    """Remove files that a killed worker began to write."""
    for bucket in range(shard.buckets(cell)):
        clean(store, shard.bucket(cell, bucket))
