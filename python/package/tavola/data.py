"""Types of the plain data that Tavola returns, for type hints: all are dicts at run time."""

from typing import Any, TypedDict


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


class Plane(TypedDict):
    """A part of an observation."""

    name: str
    kind: str
    axes: list[tuple[str, list[str]]]
    """Name and members of each axis, from the slowest to the fastest."""
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
    thing: str | None
    division: dict[str, Any] | None


class View(TypedDict):
    """What a seat may see."""

    viewer: int | None
    places: list[dict[str, Any]]
    tracks: list[dict[str, Any]]
    memory: list[dict[str, Any]]
    answers: list[dict[str, Any]]
    shown: list[dict[str, Any]]
    asked: int | None


class Refusal(TypedDict):
    """The reason why an answer is not offered."""

    message: str
    plain: str
    said: bool
    place: str | None
    clauses: list[str]
    unknown: bool


class Rated(TypedDict):
    """Rating of an option by a bot."""

    option: int
    notation: str
    value: float
    playouts: int


class Thought(TypedDict):
    """Result of a search, best option first."""

    options: list[Rated]
    playouts: int
