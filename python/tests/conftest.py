"""Folders and games that the tests share."""

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import tavola

ROOT = Path(__file__).resolve().parents[2]

GAMES = [
    *((f"classics/{path.name}", 2) for path in sorted((ROOT / "rules" / "classics").iterdir())),
    *((path, 3) for path in ("doge", "masters_of_venice", "patrons_of_venice", "san_marco", "venice_of_the_north")),
]
"""All shipped games with a number of players, as folders below `rules`."""

FAULTY = """game bad "Bad" for 2 players

track fame[Player] 0..

play
  each p in Player
    p chooses n in 0..3 "How much?"
    require n < 3 "three is too much"
    p gains n fame

winner p in Player by most fame[p]
"""
"""Rules with a mistake that shows in play: the answer 3 is a fault."""

PAGES = ("use-it-from-python", "test-from-python", "use-learning-libraries", "train-an-agent")
GUIDES = [ROOT / "docs" / "how-to" / f"{page}.md" for page in PAGES]


@contextmanager
def interruptible(words: list[str], **options: object) -> Iterator[subprocess.Popen]:
    """A process that hears Ctrl-C, also if these tests run in the background where it is ignored, and that ends with the block."""
    heard = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # noqa: E731
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, preexec_fn=heard, **options) as process:
        try:
            yield process
        finally:
            process.kill()


def programs(spiel: bool) -> list[str]:
    """The programs in Python of the guides: those that need OpenSpiel, or the others."""
    found = [re.findall(r"^```python\n(.*?)^```", guide.read_text(), re.MULTILINE | re.DOTALL) for guide in GUIDES]
    return [program for page in found for program in page if ("pyspiel" in program) == spiel]


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
