"""Shards: parts of the work of a cell as files, which show when they are damaged or belong elsewhere.

A file has three lines of text: a head (JSON: format, games, facts of the cell), the part (JSON), and the SHA-256 of both lines.
The same games give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from tavola import TavolaError

from .base import AnyCell, P
from .errors import DamagedShard, StudyError

FORMAT = 1
BUCKET = 1000
"""Number of shards in a folder."""


def name(cell: AnyCell[Any], shard: int) -> str:
    """Path of a shard in the store."""
    first, end = cell.bounds(shard)
    return f"{bucket(cell, shard // BUCKET)}/{first:012}-{end:012}.shard"


def bucket(cell: AnyCell[Any], number: int) -> str:
    """Folder of the shards from `number * BUCKET` on."""
    return f"{cell.key}/{number:06}"


def buckets(cell: AnyCell[Any]) -> int:
    """Number of folders with shards."""
    return -(-cell.shards // BUCKET)


def encode(cell: AnyCell[P], shard: int, part: P) -> bytes:
    """The file of a shard."""
    head = {"tavola_shard": FORMAT, "games": list(cell.bounds(shard)), "cell": cell.facts}
    text = json.dumps(head, sort_keys=True).encode() + b"\n" + part.to_bytes() + b"\n"
    return text + hashlib.sha256(text).hexdigest().encode() + b"\n"


def decode(cell: AnyCell[P], shard: int, data: bytes, path: str) -> P:
    """The part in the file of a shard.

    Raises `DamagedShard` if the file is not whole, and `StudyError` if it belongs to another cell or other games.
    """
    lines = data.split(b"\n")
    if len(lines) != 4 or hashlib.sha256(b"\n".join(lines[:2]) + b"\n").hexdigest().encode() != lines[2]:
        raise DamagedShard(path)
    head: dict[str, Any] = json.loads(lines[0])
    here = {"format": FORMAT, "games": list(cell.bounds(shard)), **cell.facts}
    there = {"format": head.get("tavola_shard"), "games": head.get("games"), **head.get("cell", {})}
    for what in dict.fromkeys([*here, *there]):
        if here.get(what) != there.get(what):
            raise StudyError(
                f"`{path}` belongs to another cell: there {what} is {there.get(what)!r}, here it is {here.get(what)!r}; "
                "remove this file, or name another folder"
            )
    try:
        return cell.read(lines[1])
    except TavolaError as error:
        raise DamagedShard(path) from error
