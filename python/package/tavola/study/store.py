"""Stores: folders and object storages with files that are there as a whole or not at all."""

from __future__ import annotations

import importlib
import os
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from .errors import StudyError

PART = ".part"
"""End of the name of a file while it is written."""

WHOLE = frozenset({"s3", "s3a", "gs", "gcs", "az", "abfs", "abfss", "adl", "memory"})
"""Protocols of `fsspec` that put an object as a whole. With others, it is written under another name and moved."""


class Store(Protocol):
    """Files by their names, such as `key/000000/games.shard`. A store can be sent to another process."""

    @property
    def url(self) -> str:
        """The folder or URL."""

    def write(self, name: str, data: bytes) -> None:
        """Write a file as a whole: after an error or a kill it is there or not. An older one is replaced."""

    def read(self, name: str) -> bytes:
        """Read a file. Raises `FileNotFoundError` if there is none."""

    def remove(self, name: str) -> None:
        """Remove a file."""

    def names(self, folder: str) -> Iterator[str]:
        """Names of the files in a folder, without the folder. A missing folder has none."""

    def path(self, name: str) -> str:
        """The full name of a file, for messages."""


def open_store(url: str | os.PathLike[str], options: Mapping[str, Any] | None = None) -> Store:
    """The store of a folder (`runs/july`, `file:///runs/july`) or of an object storage (`s3://bucket/july`, through `fsspec`).

    `options` go to the file system of `fsspec`.
    """
    text = os.fspath(url)
    protocol, separator, rest = text.partition("://")
    if separator and protocol not in ("file", "local"):
        return ObjectStore(text.rstrip("/"), dict(options or {}))
    return FolderStore(os.path.abspath(rest if separator else text))


def clean(store: Store, folder: str) -> int:
    """Remove files of a folder that somebody began to write, and return their number. A living writer writes its file again."""
    parts = [name for name in store.names(folder) if name.endswith(PART)]
    for part in parts:
        try:
            store.remove(f"{folder}/{part}")
        except FileNotFoundError:
            pass
    return len(parts)


@dataclass(frozen=True)
class FolderStore:
    """A folder, also one that several machines share (NFS)."""

    url: str

    def write(self, name: str, data: bytes) -> None:
        """Write a file: under another name, to the disk, then renamed."""
        path = Path(self.url, name)
        for last in (False, False, True):
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_name(f"{path.name}.{secrets.token_hex(6)}{PART}")
            try:
                with open(part, "xb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(part, path)
                return _sync(path.parent)
            except FileNotFoundError:
                # Somebody cleaned the folder meanwhile.
                if last:
                    raise
            except BaseException:
                part.unlink(missing_ok=True)
                raise

    def read(self, name: str) -> bytes:
        """Read a file."""
        return Path(self.url, name).read_bytes()

    def remove(self, name: str) -> None:
        """Remove a file."""
        Path(self.url, name).unlink()

    def names(self, folder: str) -> Iterator[str]:
        """Names of the files in a folder."""
        try:
            with os.scandir(Path(self.url, folder)) as entries:
                for entry in entries:
                    yield entry.name
        except FileNotFoundError:
            return

    def path(self, name: str) -> str:
        """The full name of a file."""
        return os.path.join(self.url, name)


def _sync(folder: Path) -> None:
    """Write the names of the files in a folder to the disk."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@dataclass(frozen=True)
class ObjectStore:
    """An object storage, or any other file system of `fsspec`."""

    url: str
    options: dict[str, Any] = field(default_factory=dict, repr=False)

    def _system(self) -> Any:
        """The file system. `fsspec` makes it once in a process."""
        try:
            fsspec = importlib.import_module("fsspec")
        except ImportError:
            raise StudyError(f"`{self.url}` needs fsspec: pip install 'tavola[ray]'") from None
        try:
            return fsspec.filesystem(self.url.partition("://")[0], **self.options)
        except (ImportError, ValueError) as error:
            raise StudyError(f"`{self.url}` cannot be opened: {error}") from None

    def write(self, name: str, data: bytes) -> None:
        """Put an object as a whole; where that cannot be, write another one and move it."""
        system, path = self._system(), self.path(name)
        system.makedirs(path.rpartition("/")[0], exist_ok=True)
        if self.url.partition("://")[0] in WHOLE:
            system.pipe_file(path, data)
            return
        part = f"{path}.{secrets.token_hex(6)}{PART}"
        try:
            system.pipe_file(part, data)
            system.mv(part, path)
        except BaseException:
            if system.exists(part):
                system.rm_file(part)
            raise

    def read(self, name: str) -> bytes:
        """Read an object."""
        return bytes(self._system().cat_file(self.path(name)))

    def remove(self, name: str) -> None:
        """Remove an object."""
        self._system().rm_file(self.path(name))

    def names(self, folder: str) -> Iterator[str]:
        """Names of the objects in a folder."""
        system, path = self._system(), self.path(folder)
        system.invalidate_cache(path)
        try:
            found = system.ls(path, detail=False)
        except FileNotFoundError:
            return
        for name in found:
            yield str(name).rpartition("/")[2]

    def path(self, name: str) -> str:
        """The full name of an object."""
        return f"{self.url}/{name}"
