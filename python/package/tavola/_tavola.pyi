"""The native module of `tavola`."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, final

from .data import Action, Plane, Question, Refusal, Scene, Setting, SearchResult, View

__all__ = [
    "__version__",
    "Batch",
    "FaultError",
    "MergeError",
    "RecordError",
    "Refused",
    "RulesError",
    "SavedStateError",
    "TavolaError",
    "Finding",
    "Game",
    "check",
    "Picture",
    "Play",
    "command",
    "mean",
    "program",
    "check_run",
    "share",
    "Plays",
    "Record",
    "Rules",
    "Table",
    "Tally",
]

__version__: str

class TavolaError(Exception):
    """An error of Tavola: the base of its exceptions."""

    row: int
    """The row of the batch. Only errors of `Batch` have it."""

class RulesError(TavolaError):
    """The rules have errors. The message shows each in its text."""

    findings: list[Finding]
    """All findings, warnings included."""

class Refused(TavolaError):
    """An answer is not offered."""

    plain: str
    """The reason for players, without text of the rules."""
    place: str | None
    """The failing line of the rules: `file:line:column`."""
    clauses: list[str]
    """Clauses that the line cites."""

class FaultError(TavolaError):
    """A mistake in the rules that showed in play."""

    finding: Finding
    """The fault with its place."""

class MergeError(TavolaError):
    """Tallies cannot be merged: they belong to different runs, count a game twice, or leave games out."""

    games: tuple[int, int] | None
    """First and end of the games that are missing or counted twice. None for different runs."""

class RecordError(TavolaError):
    """A file is not a record, or a damaged one."""

    findings: list[Finding]
    """All findings."""

class SavedStateError(TavolaError):
    """A saved position is damaged, or belongs to other rules."""

@final
class Finding:
    """An error or warning about rules, with its place. `print` shows it in its text."""

    @property
    def code(self) -> str:
        """The code, such as `E0201`. `tavola explain CODE` says what it means."""
    @property
    def is_error(self) -> bool:
        """True for an error, false for a warning."""
    @property
    def message(self) -> str:
        """The message."""
    @property
    def file(self) -> str | None:
        """The file. None if the finding is about the whole game."""
    @property
    def line(self) -> int | None:
        """The line, from 1."""
    @property
    def column(self) -> int | None:
        """The column, from 1, in characters."""
    @property
    def help(self) -> str | None:
        """The help."""
    @property
    def clause(self) -> str | None:
        """The first clause that the line cites. `to_dict()["clauses"]` has all."""
    @property
    def variant(self) -> str | None:
        """The variant with which it was found."""
    @property
    def text(self) -> str:
        """The finding drawn in its text, in several lines."""
    def to_dict(self) -> dict[str, Any]:
        """The finding as plain data, as `tavola check --format json` prints it."""

@final
class Rules:
    """Parsed and checked rules of a game, with or without a variant. They never change."""

    @staticmethod
    def read(path: str | os.PathLike[str], variant: str | None = None) -> Rules:
        """Read the folder of a game. Mistakes in the rules are no exceptions here, but `findings`."""
    @staticmethod
    def from_texts(files: Mapping[str, str], variant: str | None = None, name: str = "game") -> Rules:
        """Rules from texts by their path in the folder, such as `valley.tavola` or `variants/short.tavola`."""
    def with_variant(self, variant: str | None) -> Rules:
        """The rules of the same folder with a variant, or with several: `night,short`."""
    @property
    def findings(self) -> list[Finding]:
        """All errors and warnings."""
    @property
    def is_playable(self) -> bool:
        """True if there is no error, so that the game can be played."""
    @property
    def name(self) -> str:
        """Name of the game in the rules."""
    @property
    def title(self) -> str | None:
        """Title of the game. None while the rules have errors."""
    @property
    def players(self) -> tuple[int, int] | None:
        """Minimum and maximum number of players. None while the rules have errors."""
    @property
    def variants(self) -> list[str]:
        """Names of the variants in the folder."""
    @property
    def variant(self) -> str | None:
        """Name of the variant of these rules."""
    @property
    def hash(self) -> str:
        """Fingerprint of the rules. Comments and blank lines do not count."""
    def settings(self, players: int) -> list[Setting]:
        """Settings and rulings with their defaults for a number of players."""
    def game(self, players: int | Sequence[str], settings: Mapping[str, Any] | None = None) -> Game:
        """Set up a game. `players` is their number or their names, `settings` changes settings and rulings."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Game:
    """One set-up of rules: players and settings. It never changes, and threads can share it."""

    @property
    def rules(self) -> Rules:
        """The rules of this game."""
    @property
    def title(self) -> str:
        """Title of the game."""
    @property
    def name(self) -> str:
        """Name of the game in the rules."""
    @property
    def players(self) -> list[str]:
        """Names of the players, by seat."""
    @property
    def settings(self) -> dict[str, str]:
        """Changed settings and rulings."""
    @property
    def action_count(self) -> int:
        """Number of actions of players. Their ids are below it."""
    @property
    def actions(self) -> list[Action]:
        """All actions in the order of their ids, those of chance last."""
    @property
    def observation_size(self) -> int:
        """Number of numbers in an observation."""
    @property
    def observation_planes(self) -> list[Plane]:
        """The planes of an observation, in the order of their numbers."""
    @property
    def returns_bounds(self) -> tuple[float, float] | None:
        """The lowest and the highest return of a player. None if the payoff of the rules has no known bounds."""
    @property
    def is_cooperative(self) -> bool:
        """True if all players win or lose together."""
    @property
    def is_zero_sum(self) -> bool:
        """True if the returns of all players are known to add up to 0. Of a payoff of the rules it is not known."""
    @property
    def has_hidden_information(self) -> bool:
        """True if a place, a variable or an answer can be hidden from a player. A face-down deck that all draw from counts, too."""
    @property
    def hash(self) -> str:
        """Fingerprint of the rules."""
    def start(self, seed: int | None = None) -> Play:
        """Start a play. With a seed, chance is sampled by it. Without one, chance is a question that the caller answers."""
    def restore(self, saved: str, seed: int | None = None) -> Play:
        """A play at a saved position, see `Play.save`."""
    def batch(self, size: int, seed: int = 0, jobs: int = 1, observe: bool = True) -> Batch:
        """Start `size` plays that are stepped together, by `jobs` threads (0: one for each core)."""
    def simulate(
        self,
        games: int = 1000,
        seed: int = 1,
        bots: str | Sequence[str] | None = None,
        jobs: int = 0,
        rotate: bool = False,
        check: bool = False,
        by: str | None = None,
        when: str = "setup",
        first_game: int = 0,
        progress: Callable[[int, int], object] | None = None,
    ) -> dict[str, Any]:
        """Play many games of bots and return the report of `tavola simulate --format json` as a dict."""
    def table(
        self,
        rows: str = "games",
        games: int = 1000,
        seed: int = 1,
        bots: str | Sequence[str] | None = None,
        jobs: int = 0,
        rotate: bool = False,
    ) -> Table:
        """Play many games of bots and return a row for each game, for each of its players (`rows="players"`) or for each answer.

        With `rows="answers"`, the columns are those of `tavola simulate --csv-answers`; those of games are those of `--csv`.
        Rows of the same games are joined by `game`, and by `player` and `who`. Raises `TavolaError` for other `rows`.
        If the same fault ends ten games, the run stops; a warning says how many games are there, and the fault.
        """
    def tally(
        self,
        first: int = 0,
        games: int = 1000,
        seed: int = 1,
        bots: str | Sequence[str] | None = None,
        jobs: int = 0,
        rotate: bool = False,
        check: bool = False,
    ) -> Tally:
        """Play games `first` to `first + games - 1` of a run, and count them. Arguments are those of `simulate`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Picture:
    """A position as a seat or a spectator sees it. Notebooks show it; `str` is the SVG."""

    @property
    def svg(self) -> str:
        """The SVG."""
    @property
    def viewer(self) -> str | None:
        """Name of the player who sees this. None for a spectator."""
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the SVG into a file."""
    def _repr_html_(self) -> str: ...
    def _repr_svg_(self) -> str: ...

@final
class Record:
    """A game as it was played: its set-up, and all answers in notation. It never changes."""

    @staticmethod
    def read(path: str | os.PathLike[str]) -> Record:
        """Read a record from a file. Raises `RecordError` for a file that is no record."""
    @staticmethod
    def from_text(text: str, name: str = "record") -> Record:
        """A record from its text. `name` stands for the file in messages."""
    @property
    def game(self) -> str:
        """Name of the game."""
    @property
    def rules_hash(self) -> str:
        """Fingerprint of the rules by which it was played."""
    @property
    def variant(self) -> str | None:
        """Name of the variant, or of several: `night,short`."""
    @property
    def settings(self) -> dict[str, str]:
        """Changed settings and rulings."""
    @property
    def players(self) -> list[str]:
        """Names of the players, by seat."""
    @property
    def people(self) -> list[str] | None:
        """Names of the players who are people. None if this is not known."""
    @property
    def bots(self) -> list[str]:
        """Names of the bots, by seat."""
    @property
    def seed(self) -> int:
        """Seed of chance and bots."""
    @property
    def answers(self) -> list[tuple[str, str]]:
        """All answers in order: the name of a player or `chance`, and the notation of the option."""
    @property
    def winners(self) -> list[str] | None:
        """Names of the winners. None if the game was not over."""
    @property
    def ranking(self) -> list[list[str]] | None:
        """Names of the players in groups of equals, the best first. None if the game was not over."""
    def set_up(self, rules: Rules) -> Game:
        """The game of this record, set up by these rules with the variant of the record."""
    def replay(self, rules: Rules, answers: int | None = None) -> Play:
        """The play after the first `answers` answers; None for all."""
    def plays(self, rules: Rules) -> Plays:
        """The play before each answer and after the last one, as an iterator. Each is a copy."""
    def to_text(self) -> str:
        """The record as text, as `tavola play` writes it."""
    def write(self, path: str | os.PathLike[str]) -> None:
        """Write the record into a file."""
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Plays:
    """Plays of a record, one at each question."""

    def __iter__(self) -> Plays: ...
    def __next__(self) -> Play: ...

@final
class Table:
    """Rows of simulated games with typed columns, which polars, pandas, DuckDB and pyarrow read without a copy in Python.

    `polars.DataFrame(table)`, `pandas.DataFrame.from_arrow(table)`, `duckdb.sql("from table")`, `pyarrow.table(table)`.
    """

    @property
    def columns(self) -> list[str]:
        """Names of the columns, in their order."""
    @property
    def meanings(self) -> dict[str, str]:
        """Meaning of each column by its name, with the unit of numbers."""
    def to_dict(self) -> dict[str, list[Any]]:
        """The columns as lists by their names. Empty cells are None."""
    def _repr_html_(self) -> str: ...
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...
    def __len__(self) -> int: ...

@final
class Play:
    """A position of a game, and the question that is open there. It changes with each answer."""

    @property
    def game(self) -> Game:
        """The game of this play."""
    @property
    def is_over(self) -> bool:
        """True if the game is over."""
    @property
    def is_chance(self) -> bool:
        """True if chance is asked. This cannot be if it is sampled."""
    @property
    def player(self) -> int | None:
        """Seat of the asked player. None if chance is asked or the game is over."""
    @property
    def question(self) -> Question | None:
        """The open question of a player, with its options. None if chance is asked or the game is over."""
    @property
    def options(self) -> list[str]:
        """Notations of the options of the open question. Their order numbers the options."""
    @property
    def labels(self) -> list[str]:
        """Labels of the options for players."""
    @property
    def probabilities(self) -> list[float]:
        """Probabilities of the options, if chance is asked. Empty otherwise."""
    def answer(self, option: str | int) -> None:
        """Answer with an option, by its notation or its number, and run to the next question."""
    def why_not(self, *names: str) -> Refusal | None:
        """The reason why an answer is not offered. None if it is offered."""
    def view(self, seat: int | None) -> View:
        """The view of a seat; None for a spectator."""
    def information_state(self, seat: int | None) -> str:
        """All that a seat saw since the start of the game, as one line: a key with perfect recall. None for a spectator."""
    def legal_actions(self) -> list[int]:
        """Ids of the actions that can be chosen now, in ascending order. Empty if the game is over."""
    def action_mask(self, out: Any = None) -> Any:
        """1 for each action of players that can be chosen now, else 0. An array of int8, or `out`."""
    def step(self, action: int) -> bool:
        """Choose an action. True if this completes the answer, False if it needs another action of the same player."""
    def actions_for(self, option: str | int) -> list[int]:
        """Ids of the actions to choose, in order, for an option."""
    def observation(self, seat: int | None, out: Any = None) -> Any:
        """The observation of a seat; None for a spectator. An array of float32, or `out`."""
    def returns(self) -> list[float]:
        """The return of each player, by seat: the payoff of the rules, or a number from 1 to -1 for the place.

        Before the end it is what the position is worth as it stands, hidden cards and secret answers included: no agent may see it.
        """
    def winners(self) -> list[int]:
        """Seats of the winners. Before the end, of those who are ahead, hidden cards and secret answers included: no agent may see it."""
    def think(self, bot: str, seed: int = 0) -> SearchResult:
        """Let a bot rate the options of the open question, as the asked player. The play does not change. `random` rates nothing."""
    def choose(self, bot: str, seed: int = 0) -> int:
        """The option, by its number, that a bot takes. A single option needs no search."""
    def rollout(self, games: int = 1, seed: int = 0, bots: str | Sequence[str] | None = None) -> list[list[float]]:
        """Play copies of the play to their end and return what each player gets: `result[game][seat]`."""
    def scene(self, seat: int | None = None) -> Scene:
        """The position as a seat may see it, as data for drawing; None for a spectator."""
    def svg(self, seat: int | None = None) -> str:
        """The position as a seat may see it, as an SVG; None for a spectator."""
    def show(self, seat: int | None = None) -> Picture:
        """The position as a seat may see it, as a picture that a notebook shows; None for a spectator."""
    def _repr_html_(self) -> str: ...
    def _repr_svg_(self) -> str: ...
    def to_record(self) -> Record:
        """The record of this play. Raises `TavolaError` for a play that began at a saved position or was pickled."""
    def save(self) -> str:
        """The position as one line of text, for `Game.restore`. It holds all secrets of the game."""
    def copy(self) -> Play:
        """A copy with the same position and the same generator of chance: it knows hidden cards and future dice, see `guess`."""
    def guess(self, seat: int, seed: int = 0) -> Play:
        """A play at a position that a seat thinks possible, drawn at random by `seed`: to look ahead without the secrets of the game.

        What the seat sees is the same: its view, its observation, its question. Hidden things, secret memory and secret answers of others
        are drawn again. Chance is sampled by `seed`, not as in this play; without a seed of `start`, chance is asked there, too.
        Raises `TavolaError` with the reason if no such position is found.
        """
    def __copy__(self) -> Play: ...
    def __deepcopy__(self, memo: Any, /) -> Play: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Tally:
    """Counts of successive games of a run. Tallies of adjacent games merge to that of one run, from which reports are made."""

    @staticmethod
    def from_bytes(data: bytes) -> Tally:
        """Read what `to_bytes` wrote. Raises `TavolaError` if it is damaged."""
    def to_bytes(self) -> bytes:
        """The tally as JSON. Equal tallies have equal bytes."""
    @staticmethod
    def merge(tallies: Iterable[Tally]) -> Tally:
        """Merge tallies of one run, in any order. Raises `MergeError` if they do not fit together."""
    @property
    def games(self) -> tuple[int, int]:
        """First and end of the planned games, by their numbers in the run."""
    @property
    def seed(self) -> int:
        """Seed of the run."""
    @property
    def rules_hash(self) -> str:
        """Fingerprint of the rules."""
    def report(self) -> dict[str, Any]:
        """The report, as `Game.simulate` returns it."""
    @staticmethod
    def document(runs: Sequence[tuple[str, Tally]]) -> str:
        """The text that `tavola simulate --format json` prints for these runs: each a tally with the path of its game."""
    def __eq__(self, other: object, /) -> bool: ...

@final
class Batch:
    """Many plays of one game. `step` gives each an action and writes what follows into the same arrays.

    A game that ends is followed by the next one of its row at once. The arrays are of NumPy if it is installed, else memoryviews.
    They are made once: copy what you keep.
    """

    @property
    def game(self) -> Game:
        """The game of this batch."""
    @property
    def seed(self) -> int:
        """The seed of this batch."""
    @property
    def jobs(self) -> int:
        """Number of threads that step."""
    @property
    def observations(self) -> Any:
        """Observations of the asked player of each play: float32, size x `Game.observation_size`. None with `observe=False`."""
    @property
    def masks(self) -> Any:
        """1 for each action that can be chosen now, else 0: int8, size x `Game.action_count`."""
    @property
    def players(self) -> Any:
        """Seats of the asked players: int32, size."""
    @property
    def rewards(self) -> Any:
        """Returns of the games that the last step ended, by seat, else 0: float32, size x seats."""
    @property
    def dones(self) -> Any:
        """True for each game that the last step ended: bool, size."""
    @property
    def lengths(self) -> Any:
        """Number of actions of each game up to the last step: int32, size. For a game that it ended, its length."""
    @property
    def seeds(self) -> Any:
        """The seed of each play: uint64, size. `Game.start` with it begins the same play."""
    @property
    def actions(self) -> Any:
        """The actions that `sample` drew: int32, size."""
    def step(self, actions: Any) -> None:
        """Choose an action in each play and write the arrays. After an error all plays and arrays are as they were."""
    def sample(self) -> Any:
        """Draw a uniformly random legal action for each play, write it into `actions` and return that array."""
    def restart(self, row: int) -> None:
        """Leave the game of a row and start its next one. Its reward is 0, and it is not done."""
    def play(self, row: int) -> Play:
        """A copy of the play of a row."""
    def __len__(self) -> int: ...

def check(
    path: str | os.PathLike[str], variant: str | None = None, threshold: int | None = None
) -> list[Finding]:
    """Check the game in a folder as `tavola check` does: rules, variants, scenarios, budgets. Return all findings."""

def command(
    words: Sequence[str], progress: Callable[[int, int], object] | None = None
) -> tuple[int, str, str]:
    """Run a command of `tavola` and return its exit code, and what it printed on stdout and stderr."""

def check_run(games: int, seed: int) -> None:
    """Raise `TavolaError` for a number of games or a seed that `Game.simulate` refuses."""

def share(count: int, tries: int) -> dict[str, Any]:
    """The share of `count` in `tries` as reports write it: `count`, `rate`, and the 95% interval from `low` to `high`."""

def mean(numbers: Sequence[float], bounds: tuple[float, float] | None = None) -> dict[str, float] | None:
    """The mean of numbers as reports write it: `mean`, and the 95% interval from `low` to `high`. None for fewer than two.

    `bounds` are the lowest and the highest number that there can be: then the interval is Wilson's for such numbers, and stays within.
    """

def program(words: Sequence[str]) -> int:
    """Run the program `tavola` with these arguments and return its exit code."""
