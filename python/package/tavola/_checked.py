"""Arguments are checked against their type hints, so that a wrong one is named: "`games` is a whole number, not 'all'"."""

from __future__ import annotations

import functools
import inspect
import numbers
import operator
import os
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, ParamSpec, SupportsIndex, TypeVar, Union, get_args, get_origin, get_type_hints

__all__ = ["checked", "whole"]

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")

SHOWN = 60
"""Maximum number of characters of a wrong value in a message."""


def checked(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Make a function raise TypeError for an argument that does not fit its type hint, with its name and what it may be.

    Numbers of other types, such as those of NumPy, arrive as those of Python.
    """
    signature = inspect.signature(function)
    # At the first call: hints may name what is defined further down.
    hints = functools.cache(lambda: get_type_hints(function))

    @functools.wraps(function)
    def call(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        try:
            given = signature.bind(*args, **kwargs)
        except TypeError:
            return function(*args, **kwargs)  # It raises, with its own name.
        for name, value in given.arguments.items():
            fit = functools.partial(_fitted, name, hints().get(name, Any))
            match signature.parameters[name].kind:
                case inspect.Parameter.VAR_POSITIONAL:
                    given.arguments[name] = tuple(map(fit, value))
                case inspect.Parameter.VAR_KEYWORD:
                    given.arguments[name] = {key: fit(one) for key, one in value.items()}
                case _:
                    given.arguments[name] = fit(value)
        return function(*given.args, **given.kwargs)

    return call


def whole(value: SupportsIndex, name: str) -> int:
    """The whole number that an argument is."""
    fitted: int = _fitted(name, int, value)
    return fitted


def _fitted(name: str, hint: Any, value: Any) -> Any:
    """An argument as a value of its type hint."""
    try:
        return _fit(value, hint)
    except _MisfitError:
        raise TypeError(f"`{name}` is {_words(hint)}, not {shown(value)}") from None


def shown(value: Any) -> str:
    """A value in one line, cut if it is long."""
    text = " ".join(repr(value).split())
    return text if len(text) <= SHOWN else text[:SHOWN] + ".."


class _MisfitError(Exception):
    """A value does not fit a type hint."""


def _fit(value: Any, hint: Any) -> Any:
    """A value as one of a type hint. What is not known here fits."""
    origin, inner = get_origin(hint) or hint, get_args(hint)
    if hint is Any:
        return value
    if origin in (Union, types.UnionType):
        return _fit_any(value, inner)
    if origin in (int, SupportsIndex):
        return _number(value, operator.index)
    if origin is float:
        return _number(value, float if isinstance(value, numbers.Real) else None)
    if origin is Sequence:
        _require(isinstance(value, Sequence) and not isinstance(value, (str, bytes)))
        return [_fit(one, inner[0]) for one in value]
    if origin is Literal:
        # What the choices mean is known to the function, which refuses others.
        _require(isinstance(value, tuple({type(one) for one in inner})))
    elif origin is Callable:
        _require(callable(value))
    elif isinstance(origin, type):
        _require(isinstance(value, origin))
    return value


def _fit_any(value: Any, hints: Sequence[Any]) -> Any:
    """A value as one of the first type hint that it fits."""
    for hint in hints:
        try:
            return _fit(value, hint)
        except _MisfitError:
            pass
    raise _MisfitError


def _number(value: Any, convert: Callable[[Any], Any] | None) -> Any:
    """A number of Python. Truth values are none."""
    _require(convert is not None and not isinstance(value, bool))
    try:
        return convert(value) if convert else value
    except TypeError:
        raise _MisfitError from None


def _require(holds: bool) -> None:
    if not holds:
        raise _MisfitError


_SIMPLE: dict[Any, tuple[str, str]] = {
    str: ("a string", "strings"),
    bool: ("True or False", "truth values"),
    int: ("a whole number", "whole numbers"),
    SupportsIndex: ("a whole number", "whole numbers"),
    float: ("a number", "numbers"),
    os.PathLike: ("a path", "paths"),
    Mapping: ("a dict", "dicts"),
    dict: ("a dict", "dicts"),
    Callable: ("a function", "functions"),
    types.NoneType: ("None", "None"),
}
"""A type hint in words: one, and several of them."""


def _words(hint: Any, several: bool = False) -> str:
    """A type hint in words."""
    origin, inner = get_origin(hint) or hint, get_args(hint)
    if origin in (Union, types.UnionType):
        return _listed([_words(one, several) for one in inner])
    if origin is Literal:
        return _listed([repr(one) for one in inner])
    if origin is Sequence:
        return f"{'lists' if several else 'a list'} of {_words(inner[0], several=True)}"
    name = f"`{getattr(origin, '__name__', origin)}`"
    return _SIMPLE.get(origin, (name, f"{name} objects"))[several]


def _listed(words: list[str]) -> str:
    """Alternatives: `a string, a path or None`."""
    once = list(dict.fromkeys(words))
    return " or ".join(filter(None, [", ".join(once[:-1]), once[-1]]))
