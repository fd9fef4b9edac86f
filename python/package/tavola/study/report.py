"""Reports of commands of the program as parts of a study: run on copies of texts, cut into entries, and put together again."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tavola import TavolaError
from tavola._tavola import command
from tavola.reports import command_words

from .base import Source

File = tuple[str, bytes]
"""Path of a file as reports print it, and its content."""


@dataclass(frozen=True)
class Report:
    """Entries of a report, each as the program prints it. Numbers are never rewritten."""

    head: Mapping[str, Any]
    """The text of the report before its entries."""
    entries: tuple[str, ...]

    def to_bytes(self) -> bytes:
        """The report as one line of JSON."""
        return json.dumps({"head": dict(self.head), "entries": self.entries}).encode()

    @classmethod
    def from_bytes(cls, data: bytes) -> Report:
        """Read what `to_bytes` wrote. Raises `TavolaError` if it is damaged."""
        try:
            read = json.loads(data)
            return cls(dict(read["head"]), tuple(map(str, read["entries"])))
        except (ValueError, KeyError, TypeError) as error:
            raise TavolaError(f"the report is damaged ({error}); make it again") from None

    @classmethod
    def merge(cls, reports: Iterable[Report]) -> Report:
        """All entries under one head. Raises `TavolaError` if there is no report."""
        parts = list(reports)
        if not parts:
            raise TavolaError("there is no report")
        return cls(parts[0].head, tuple(entry for part in parts for entry in part.entries))

    @classmethod
    def of(cls, text: str, key: str) -> Report:
        """Cut the text of a report whose last field is a list of entries."""
        head = {name: value for name, value in json.loads(text).items() if name != key}
        return cls(head, tuple(_entries(text, text.index(f'"{key}": [') + len(key) + 5)))

    def text(self, key: str) -> str:
        """The report as the program prints it."""
        empty = json.dumps({**self.head, key: []}, indent=2, ensure_ascii=False)
        entries = ",".join(f"\n    {entry}" for entry in self.entries)
        return empty.removesuffix("]\n}") + (f"{entries}\n  ]\n}}\n" if entries else "]\n}\n")


def _entries(text: str, at: int) -> Iterator[str]:
    """The entries of a list, from the place after its bracket."""
    decoder = json.JSONDecoder()
    while (start := re.compile(r"[\s,]*").match(text, at)) and text[at := start.end()] != "]":
        begin, (_, at) = at, decoder.raw_decode(text, at)
        yield text[begin:at]


def report(verb: str, key: str, sources: Sequence[Source], files: Sequence[File] = (), **options: Any) -> Report:
    """Run a command, and cut its report, see `printed`."""
    return Report.of(printed(verb, sources, files, **options), key)


def printed(verb: str, sources: Sequence[Source], files: Sequence[File] = (), **options: Any) -> str:
    """Run a command on these games and files, which are written below a temporary folder and removed again. Return its report.

    Reports and errors have the paths of the sources and files. Warnings are dropped. Raises `TavolaError` if there is no report.
    """
    shown = [*(source.path for source in sources), *(name for name, _ in files)]
    with tempfile.TemporaryDirectory(prefix="tavola-", ignore_cleanup_errors=True) as folder:
        places = [Path(folder, f"{number:09}") for number in range(len(shown))]
        for place, source in zip(places, sources):
            for name, text in source.texts.items():
                path = Path(place, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(text.encode())
        for place, (_, content) in zip(places[len(sources) :], files):
            place.write_bytes(content)
        _, out, err = command(command_words(verb, list(map(str, places)), **options))
    if not out:
        message = _renamed(err, folder, shown, str).strip().removeprefix("error: ")
        raise TavolaError(message or f"`tavola {verb}` ended without a report")
    return _renamed(out, folder, shown, lambda path: json.dumps(path, ensure_ascii=False)[1:-1])


def _renamed(text: str, folder: str, shown: Sequence[str], escaped: Any) -> str:
    """A text with the shown paths in place of those below the temporary folder."""

    def name(found: re.Match[str]) -> str:
        path = shown[int(found[1])]
        return str(escaped(path.rstrip("/") + found[2] if found[2] else path))

    return re.sub(re.escape(escaped(folder + os.sep)) + r"(\d{9})(/?)", name, text)
