"""The progress of a study on stderr."""

from __future__ import annotations

import sys
import time

EVERY = {True: 0.5, False: 60.0}
"""Seconds between two lines, on a terminal and in a log."""


class Line:
    """A line with shards and time, which a terminal overwrites."""

    def __init__(self) -> None:
        self._begun = self._shown = time.monotonic()
        self._first: int | None = None

    def __call__(self, done: int, shards: int) -> None:
        """Show that this number of shards is written."""
        terminal, now = sys.stderr.isatty(), time.monotonic()
        if self._first is None:
            self._first = done
        elif done < shards and now - self._shown < EVERY[terminal]:
            return
        self._shown = now
        rate = (done - self._first) / max(now - self._begun, 1e-9)
        left = f", {rate:,.1f} shards/s, {(shards - done) / rate:,.0f} s left" if rate > 0 and done < shards else ""
        text = f"study: {done:,} of {shards:,} shards{left}"
        end = "" if terminal and done < shards else "\n"
        print(f"\r{text:<79}" if terminal else text, end=end, file=sys.stderr, flush=True)
