"""Types of the plain data that Tavola returns, for type hints: all are dicts at run time."""

from typing import Any, NotRequired, TypedDict


class Setting(TypedDict):
    """A setting or ruling."""

    name: str
    value: str
    """Default for the number of players."""
    allowed: str
    values: list[str]
    """All allowed values. Empty if there are too many."""
    meaning: str
    is_ruling: bool


class Action(TypedDict):
    """An action: a whole answer, or a part of one."""

    id: int
    notation: str
    label: str
    rule: str
    """Name of the rule that asks, or of the action of a menu."""
    place: str
    prompt: str
    part: int | None
    """Number of the part, from 1. None for whole answers."""
    chance: bool


class Axis(TypedDict):
    """An axis of a plane."""

    name: str
    members: list[str]


class Plane(TypedDict):
    """A part of an observation."""

    name: str
    kind: str
    axes: list[Axis]
    """From the slowest to the fastest."""
    shape: list[int]
    low: float
    high: float
    start: int
    stop: int
    """Its numbers are `observation[start:stop]`."""


class Choice(TypedDict):
    """An option of a question."""

    notation: str
    label: str
    parts: list[str]
    way: list[str]
    """Labels of the single answers that it stands for, if several questions are asked as one."""
    steps: list[str]
    """Notations of these answers."""
    drawn: list[dict[str, Any]]


class Question(TypedDict):
    """The open question of a player."""

    player: int
    prompt: str
    clauses: list[str]
    options: list[Choice]
    declined: str | None
    cards: list[dict[str, Any]]
    part: Any
    about: NotRequired[list[dict[str, Any]]]
    """Things that the prompt names."""
    thing: str | None
    division: dict[str, Any] | None


class View(TypedDict):
    """The view of a seat."""

    viewer: int | None
    places: list[dict[str, Any]]
    tracks: list[dict[str, Any]]
    memory: list[dict[str, Any]]
    answers: list[dict[str, Any]]
    display_rows: list[dict[str, Any]]
    measures: list[list[int | None]]
    """Values of the measures of `winner`: for each a list by seat. None for those that the viewer may not know."""
    asked: int | None


class Refusal(TypedDict):
    """The reason why an answer is not offered."""

    message: str
    plain: str
    said: bool
    place: str | None
    """`file:line:column` of the failing condition."""
    condition: str | None
    """The failing condition in the text of the rules."""
    clauses: list[str]
    unknown: bool


class OptionRating(TypedDict):
    """Rating of an option by a bot."""

    option: int
    notation: str
    value: float
    playouts: int


class SearchResult(TypedDict):
    """Result of a search, best option first."""

    options: list[OptionRating]
    playouts: int


class Scene(TypedDict):
    """A position as one viewer may see it, ready to be drawn. `docs/scene.md` explains each field."""

    version: int
    title: str
    viewer: str | None
    players: list[str]
    asked: list[str]
    goal: dict[str, Any] | None
    """The ranking that decides who wins."""
    standing: list[dict[str, Any]]
    """The measures of each player, by seat."""
    boards: list[dict[str, Any]]
    panels: list[dict[str, Any]]
    tables: list[dict[str, Any]]
    piles: list[dict[str, Any]]
    values: list[dict[str, str]]
    log: list[dict[str, Any]]
    question: dict[str, Any] | None
    colours: NotRequired[list[dict[str, Any]]]
    """Colours of players that the game chooses."""


class Failure(TypedDict):
    """An expectation of a scenario that failed."""

    what: str
    expected: str
    actual: str
    place: str
    """`file:line:column` in the scenario."""
    rule: NotRequired[str]
    """`file:line:column` in the rules."""
    clauses: NotRequired[list[str]]
    hint: NotRequired[str]


class TestResult(TypedDict):
    """One test: a scenario, or the transcript of a game."""

    name: str
    place: NotRequired[str]
    clauses: NotRequired[list[str]]
    """Clauses that it proves."""
    passed: bool
    caused_by: NotRequired[list[str]]
    """Changes of the variant without which it would pass."""
    failures: NotRequired[list[Failure]]
    transcript: NotRequired[dict[str, Any]]
    """A transcript that differs: `file`, `missing`, `difference`."""


class GameTests(TypedDict):
    """The tests of one game."""

    game: str
    path: str
    rules: str
    """Fingerprint of the rules."""
    findings: list[dict[str, Any]]
    affected_clauses: list[dict[str, str]]
    """Clauses that failures are about: `id`, `text`."""
    tests: list[TestResult]


class TestReport(TypedDict):
    """Report of `tavola test --format json`."""

    version: int
    passed: int
    failed: int
    games: list[GameTests]


class Figure(TypedDict):
    """A figure on both sides of a comparison. Shares are from 0 to 1."""

    figure: str
    of: NotRequired[str]
    """Seat, track or rule."""
    decides: bool
    before: float
    after: float
    difference: float
    low: float | None
    high: float | None
    relevance_threshold: float
    """Smallest relevant difference, in the unit of the figure."""
    verdict: str
    """`more`, `less`, `same`, `differs` (relevance open) or `open`."""


class Comparison(TypedDict):
    """Two sides with one number of players."""

    game: str
    players: int
    before: dict[str, Any]
    after: dict[str, Any]
    ruling: NotRequired[dict[str, Any]]
    seed: int
    rotate: NotRequired[bool]
    by: NotRequired[dict[str, str]]
    max_pairs: int
    """Maximum number of pairs of games."""
    pairs: int
    pairs_alike: int
    """Number of pairs whose two games have the same figures."""
    stop_reason: str
    """`decided`, `played`, `stopped` or `faults`."""
    error: float
    relevance_threshold: float
    """In percentage points; for other figures than shares in percent of the first side's mean."""
    figures: list[Figure]
    only_before: list[dict[str, Any]]
    only_after: list[dict[str, Any]]
    faults: list[dict[str, Any]]


class CompareReport(TypedDict):
    """Report of `tavola compare --format json`."""

    version: int
    tavola: str
    comparisons: list[Comparison]
