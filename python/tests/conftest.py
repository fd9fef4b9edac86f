"""Folders and games that the tests share."""

import os
from pathlib import Path

import pytest

import tavola

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def rules_folder() -> Path:
    """The folder of the shipped games."""
    return ROOT / "rules"


@pytest.fixture(scope="session")
def load(rules_folder):
    """Loads a shipped game by the path of its folder, once for each set-up."""
    games = {}

    def load(path: str, players: int) -> tavola.Game:
        key = (path, players)
        if key not in games:
            games[key] = tavola.load(rules_folder / path, players)
        return games[key]

    return load


@pytest.fixture(scope="session")
def program() -> Path:
    """The program `tavola`, built before (`cargo build`)."""
    path = Path(os.environ.get("TAVOLA", ROOT / "target" / "debug" / "tavola"))
    if not path.is_file():
        pytest.skip("the program is not built: `cargo build`")
    return path
