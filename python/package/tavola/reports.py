"""Reports of the commands of `tavola` as data.

Each function runs a command in this process and returns what it prints with `--format json`: `tavola schema` has the schemas, and
`docs/reference/commands.md` explains the options. Commands run on all cores, without the lock of the interpreter; Ctrl-C ends them and
raises `KeyboardInterrupt`. Their warnings become warnings of Python.

Paths are those of folders; where the command accepts `FOLDER@COMMIT`, a string with a commit of git is accepted too. `progress` is a
function that gets the number of finished games (or of other work) and of all, about twenty times a second.

>>> import tavola
>>> report = tavola.test("rules/classics/kuhn_poker")
>>> report["failed"]
0
"""

from __future__ import annotations

import json
import os
import re
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar, cast

from ._checked import checked
from ._tavola import Rules, TavolaError, command
from .data import CompareReport, TestReport

__all__ = ["clauses", "compare", "count", "diff", "explain", "impact", "mutate", "test", "trace", "tune"]

Path: TypeAlias = str | os.PathLike[str]
Settings: TypeAlias = Mapping[str, Any]
Bots: TypeAlias = str | Sequence[str]
T = TypeVar("T")
Progress: TypeAlias = Callable[[int, int], object]


@checked
def test(path: Path, filter: str | None = None, *, variant: str | None = None) -> TestReport:
    """Run the scenarios of a game and compare its transcripts. The game may be a folder with several games.

    `filter` is a text in the name or file of the tests to run. With `variant`, the scenarios of the game run under it, and its own.
    A failing test has `passed` false and `failures`; mistakes in rules or scenarios are `findings`, not exceptions.
    """
    words = [os.fspath(path), *([] if filter is None else [filter])]
    return cast(TestReport, _report("test", words, variant=variant))


@checked
def compare(
    before: Path,
    after: Path | None = None,
    *,
    players: int | str | None = None,
    games: int = 20_000,
    seed: int = 1,
    bots: Bots | None = None,
    base_bots: Bots | None = None,
    settings: Settings | None = None,
    base_settings: Settings | None = None,
    variant: str | None = None,
    base_variant: str | None = None,
    rotate: bool = False,
    by: str | None = None,
    when: str | None = None,
    rulings: bool = False,
    matters: float = 2.0,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> CompareReport:
    """Compare two versions of a game by playing both with the same seeds, with confidence intervals that hold at every moment.

    `before` is the first side, with `base_variant`, `base_settings` and `base_bots`; `after` (by default the same folder) is the
    second, with `variant`, `settings` and `bots`. `players` is a number, or several: `"3-4"`; by default all numbers are compared.
    The run ends when every deciding figure is settled: when its interval says whether the sides differ by `matters` (percentage points
    of shares, percent of other figures), or after `games` pairs of games. `rulings` compares each alternative of each ruling.
    """
    sides, rules = _sides(before, base_variant, after, variant)
    report = _report(
        "compare",
        sides,
        progress,
        rules,
        players=players,
        games=games,
        seed=seed,
        bots=bots_option(bots),
        base_bots=bots_option(base_bots),
        set=settings,
        base_set=base_settings,
        variant=variant,
        base_variant=base_variant,
        rotate=rotate,
        by=by,
        when=when,
        rulings=rulings,
        matters=matters,
        jobs=jobs,
    )
    return cast(CompareReport, report)


@checked
def trace(
    path: Path,
    *,
    games: int = 100,
    seed: int = 1,
    bots: Bots | None = None,
    settings: Settings | None = None,
    variant: str | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Each clause of the rulebook with the rules that cite it, the scenarios that prove it, and how often it ran.

    `games` is the number of games of bots for each number of players; with 0, no games are played.
    """
    rules = _rules_of((path, variant))
    options = {"games": games, "seed": seed, "bots": bots_option(bots), "set": settings, "variant": variant, "jobs": jobs}
    return _report("trace", [os.fspath(path)], progress, rules, **options)


@checked
def clauses(path: Path, *words: str) -> dict[str, Any]:
    """Clauses, settings and variants of a game by id, by name, or by words that all occur in their texts.

    Raises `TavolaError` if nothing is found. `trace` with `games=0` lists all clauses.
    """
    return _report("clause", [os.fspath(path), *words], rules=_rules_of((path, None)))


@checked
def explain(code: str) -> str:
    """The page of a code of findings, as text: its meaning and its remedy."""
    return _run(["explain", "--", code])[1].strip()


@checked
def count(
    path: Path,
    depth: int,
    *,
    per: str = "answer",
    divide: bool = False,
    players: int | str | None = None,
    settings: Settings | None = None,
    variant: str | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Count all sequences of answers up to a depth (perft). One step is an `answer`, or an `action` with all its questions."""
    options = {"depth": depth, "per": per, "divide": divide, "players": players, "set": settings}
    rules = _rules_of((path, variant))
    return _report("count", [os.fspath(path)], progress, rules, variant=variant, jobs=jobs, **options)


@checked
def tune(
    path: Path,
    goals: Sequence[str],
    over: Sequence[str],
    *,
    players: int | None = None,
    games: int = 20_000,
    candidates: int = 64,
    seed: int = 1,
    bots: Bots | None = None,
    settings: Settings | None = None,
    variant: str | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Search for settings that bring a game near its goals: `["questions of a game near 120"]`.

    `over` names the settings to vary, with values or without: `["rounds=4..8", "toll"]`. `games` is the budget of the search.
    """
    options = {"players": players, "games": games, "candidates": candidates, "seed": seed, "bots": bots_option(bots)}
    lists = {"goal": _some(goals, "goals"), "over": _some(over, "over"), "set": settings}
    rules = _rules_of((path, variant))
    return _report("tune", [os.fspath(path)], progress, rules, variant=variant, jobs=jobs, **options, **lists)


@checked
def diff(
    before: Path, after: Path | None = None, *, variant: str | None = None, base_variant: str | None = None
) -> dict[str, Any]:
    """Differences between two versions of a game, or between a game and its variant, by rules, settings and clauses."""
    if after is None and variant is None:
        raise TavolaError("`diff` compares two versions: give `after` or `variant`")
    sides, rules = _sides(before, base_variant, after, variant)
    return _report("diff", sides, None, rules, variant=variant, base_variant=base_variant)


@checked
def impact(
    before: Path,
    after: Path,
    records: Sequence[Path],
    *,
    settings: Settings | None = None,
    variant: str | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """The effect of a change of rules on recorded games. `records` are files, or folders of them."""
    words = [os.fspath(before), os.fspath(after), *(os.fspath(record) for record in _some(records, "records"))]
    rules = _rules_of((before, None), (after, variant))
    return _report("impact", words, progress, rules, set=settings, variant=variant, jobs=jobs)


@checked
def mutate(
    path: Path,
    *,
    only: str | None = None,
    sample: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Which single changes of the rules (mutants) no scenario finds.

    `only` is a clause or `file:line`; `sample` the size of a random sample, drawn by `seed`.
    """
    options = {"only": only, "sample": sample, "seed": seed, "jobs": jobs}
    return _report("mutate", [os.fspath(path)], progress, _rules_of((path, None)), **options)


def _report(
    verb: str,
    words: Sequence[str],
    progress: Progress | None = None,
    rules: Sequence[tuple[str, str | None]] = (),
    **options: Any,
) -> dict[str, Any]:
    """Run a command with options by their names, and return its report."""
    code, out = _run(command_words(verb, words, **options), progress, rules)
    if not out:
        raise TavolaError(f"`tavola {verb}` ended with exit code {code} and no report")
    report: dict[str, Any] = json.loads(out)
    return report


def command_words(verb: str, paths: Sequence[str], **options: Any) -> list[str]:
    """A command with options by their names, as words for `_tavola.command`."""
    flags = [flag for name, value in options.items() for flag in _flags(name.replace("_", "-"), value)]
    return [verb, "--format=json", *flags, "--", *paths]


def _run(
    words: Sequence[str], progress: Progress | None = None, rules: Sequence[tuple[str, str | None]] = ()
) -> tuple[int, str]:
    """Run a command and return its exit code and output, or raise what it complained about."""
    code, out, err = command(words, progress)
    lines = [line for line in err.splitlines() if line.strip()]
    if code != 0 and not out:
        for folder, variant in rules:
            _raise_findings(folder, variant)
        raise TavolaError(_complaint(lines))
    for line in lines:
        if line.startswith("warning: "):
            warnings.warn(line.removeprefix("warning: "), stacklevel=5)
    return code, out


_INVALID = re.compile(r"(?:error: )+invalid value '(.*)' for '--([a-z-]+)[^']*': (.*)")
"""What a command says about a value that an option cannot have."""

_PARAMETERS = {"set": "settings", "base-set": "base_settings", "goal": "goals"}
"""Parameters whose options have other names."""


def _complaint(lines: list[str]) -> str:
    """What a command complained about. It names parameters instead of options."""
    if found := _INVALID.match(lines[0] if lines else ""):
        value, option, remedy = found.groups()
        return f"`{_PARAMETERS.get(option, option.replace('-', '_'))}`: {remedy}, not {value}"
    return "\n".join(lines).removeprefix("error: ")


def _raise_findings(folder: str, variant: str | None) -> None:
    """Raise `RulesError` if the rules in a folder have errors."""
    try:
        rules = Rules.read(folder, variant)
    except TavolaError:
        return
    if not rules.is_playable:
        rules.game(1)


def _some(values: Sequence[T], name: str) -> list[T]:
    """The values of an argument of which at least one is needed."""
    if not values:
        raise TavolaError(f"`{name}` is empty: name at least one")
    return list(values)


def _rules_of(*sides: tuple[Path, str | None]) -> list[tuple[str, str | None]]:
    """Folders with their variants, to find the errors of their rules."""
    return [(os.fspath(path), variant) for path, variant in sides]


def _sides(
    before: Path, base_variant: str | None, after: Path | None, variant: str | None
) -> tuple[list[str], list[tuple[str, str | None]]]:
    """Two versions of a game, or one: as words of a command, and with their variants."""
    words = [os.fspath(side) for side in (before, after) if side is not None]
    return words, [(words[0], base_variant), (words[-1], variant)]


def _flags(name: str, value: Any) -> list[str]:
    """An option as words of a command: none for None and False, several for a list or a dict."""
    if value is None or value is False:
        return []
    if value is True:
        return [f"--{name}"]
    if isinstance(value, Mapping):
        return [f"--{name}={key}={setting_text(entry)}" for key, entry in value.items()]
    if isinstance(value, list):
        return [f"--{name}={entry}" for entry in value]
    return [f"--{name}={value}"]


def setting_text(value: Any) -> str:
    """A value of a setting as the language writes it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def bots_option(bots: Bots | None) -> str | None:
    """Bots as an option: one name for all seats, or a list with one for each."""
    if bots is None or isinstance(bots, str):
        return bots
    return ",".join(f"{seat}={bot}" for seat, bot in enumerate(_some(bots, "bots"), start=1))
