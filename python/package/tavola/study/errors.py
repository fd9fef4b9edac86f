"""Exceptions of studies."""

from __future__ import annotations

from tavola import TavolaError


class StudyError(TavolaError):
    """A study cannot continue. The message says what to do; all shards written so far are kept."""


class DamagedShard(Exception):
    """The file of a shard is not whole. Its games are played again."""
