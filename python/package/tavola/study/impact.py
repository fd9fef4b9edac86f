"""Cells of `impact`: recorded games under changed rules, cut by records."""

from __future__ import annotations

import functools
import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tavola import Rules, TavolaError, __version__
from tavola._checked import checked
from tavola.reports import setting_text

from .base import Folder, Source
from .report import File, Report, report
from .whole import ReportCell

KEY = "records"
"""The entries in a report of `impact`."""

SHARD_RECORDS = 1000
"""Default number of records in a shard."""


@dataclass(frozen=True)
class Impact(ReportCell):
    """Recorded games, replayed under two versions of the rules as `tavola impact` does. Make it with `Impact.of`.

    Each record is replayed by itself, so shards add up to the report of one run.
    """

    before: Source
    after: Source
    hashes: tuple[str, str]
    """Fingerprints of the rules before and after."""
    settings: tuple[tuple[str, str], ...]
    """Settings and rulings that are changed after."""
    records: tuple[File, ...] = field(repr=False)
    """Path and content of each record."""
    anchor: bytes = field(repr=False)
    """A record without answers. It is added to each shard and dropped again, since a shard without any readable record has no report."""
    shard_records: int
    """Number of records in a shard; the last one may have fewer."""

    @classmethod
    @checked
    def of(
        cls,
        before: Folder | Rules,
        after: Folder | Rules,
        records: Sequence[Folder],
        *,
        variant: str | None = None,
        settings: Mapping[str, Any] | None = None,
        shard_records: int = SHARD_RECORDS,
    ) -> Impact:
        """Read rules and records. Arguments are those of `tavola.impact`: records are files, or folders of them.

        A file that is not a record is reported as `unplayed`, as the command does; here also if none is one. Raises `RulesError` if
        the rules have errors, and `TavolaError` for wrong arguments.
        """
        if shard_records < 1:
            raise TavolaError(f"`shard_records` is at least 1, here {shard_records}")
        # The program takes the variant of the records before.
        first, old = Source.of(before.with_variant(None) if isinstance(before, Rules) else before, None, None)
        second, new = Source.of(after, variant, None)
        for rules in (old, new):
            rules.game(_least(rules))
        if not records:
            raise TavolaError("there are no records; name files, or folders of them")
        read = tuple((name, Path(name).read_bytes()) for name in _files(records))
        chosen = tuple((name, setting_text(value)) for name, value in (settings or {}).items())
        anchor = old.game(_least(old)).start(seed=0).to_record().to_text().encode()
        return cls(first, second, (old.hash, new.hash), chosen, read, anchor, shard_records)

    @functools.cached_property
    def facts(self) -> dict[str, Any]:
        """The facts that decide the shards of this cell, as JSON data."""
        sides = zip((self.before, self.after), self.hashes, strict=True)
        before, after = (
            {"path": side.path, "texts": side.digest, "variant": side.variant, "rules": rules} for side, rules in sides
        )
        records = [[name, hashlib.sha256(content).hexdigest()] for name, content in self.records]
        return {
            "tavola": __version__,
            "report": "impact",
            "before": before,
            "after": after,
            "settings": list(map(list, self.settings)),
            "records": hashlib.sha256(json.dumps(records).encode()).hexdigest()[:16],
            "shard_records": self.shard_records,
        }

    @property
    def shards(self) -> int:
        """Number of shards."""
        return -(-len(self.records) // self.shard_records)

    def bounds(self, shard: int) -> tuple[int, int]:
        """First record of a shard, and the end of its records."""
        first = shard * self.shard_records
        return first, min(first + self.shard_records, len(self.records))

    def play(self, shard: int, jobs: int = 0) -> Report:
        """Replay the records of a shard on this number of threads; 0 for the number of cores."""
        first, end = self.bounds(shard)
        files = [*self.records[first:end], ("", self.anchor)]
        chosen = {"set": dict(self.settings), "variant": self.after.variant, "jobs": jobs or None}
        found = report("impact", KEY, [self.before, self.after], files, **chosen)
        return Report(found.head, tuple(entry for entry in found.entries if _file(entry)))

    def merge(self, parts: Iterable[Report]) -> Report:
        """All records, by their files, and the number of each sort."""
        whole = Report.merge(parts)
        games = dict(sorted(Counter(str(json.loads(entry)["change"]) for entry in whole.entries).items()))
        return Report({**whole.head, "games": games}, tuple(sorted(whole.entries, key=_file)))

    def report(self, part: Report) -> dict[str, Any]:
        """The report, as `tavola.impact` returns it."""
        found: dict[str, Any] = json.loads(part.text(KEY))
        return found

    def row(self, report: dict[str, Any]) -> dict[str, Any]:
        """Both rules, and the number of records of each sort as `games[SORT]`."""
        games = {f"games[{sort}]": number for sort, number in report["games"].items()}
        return {"before": self.before.path, "after": self.after.path, "records": len(self.records), **games}

    @classmethod
    def document(cls, results: Sequence[tuple[Impact, Report]]) -> str:
        """The text that `tavola impact --format json` prints. Raises `TavolaError` for several cells: the command has one."""
        if len(results) != 1:
            raise TavolaError("the program reports one impact at a time; write the `to_json` of each result")
        return results[0][1].text(KEY)

    def __str__(self) -> str:
        return f"{self.before.path} and {self.after.path}, {len(self.records)} records"


def _least(rules: Rules) -> int:
    """The smallest number of players; 1 for rules with errors, which cannot be set up."""
    return rules.players[0] if rules.players else 1


def _file(entry: str) -> str:
    """The file of a record in a report."""
    return str(json.loads(entry)["file"])


def _files(paths: Sequence[Folder]) -> Iterator[str]:
    """All named files, and all `.yaml` files of named folders by their names, each once."""
    seen = set()
    for path in (os.fspath(path) for path in paths):
        if not os.path.exists(path):
            raise TavolaError(f"there is no `{path}`")
        names = [path]
        if os.path.isdir(path):
            inside = sorted(os.path.join(path, name) for name in os.listdir(path) if name.endswith(".yaml") and name[0] != ".")
            names = [name for name in inside if os.path.isfile(name)]
            if not names:
                raise TavolaError(f"`{path}` contains no records (`.yaml` files)")
        for name in names:
            if (real := os.path.realpath(name)) not in seen:
                seen.add(real)
                yield name
