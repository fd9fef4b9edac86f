"""Types of plain data: the keys that each has are those of the dicts at run time."""

import shutil
import typing

import pytest

import tavola
from tavola import data

TYPES = {name: kind for name, kind in vars(data).items() if typing.is_typeddict(kind)}

FAILING = """- name: the king wins too much
  clauses: [KP-1]
  players: [anna, ben]
  do: [{ chance: king }, { chance: jack }, { anna: check }, { ben: check }]
  then: { "won[anna]": 77 }
"""
"""A scenario of Kuhn Poker that fails."""


def parts(value, hint):
    """A value and the values in it, each with its type of `data`."""
    args = typing.get_args(hint)
    if typing.is_typeddict(hint):
        yield hint, value
        for name, inner in typing.get_type_hints(hint).items():
            if name in value:
                yield from parts(value[name], inner)
    elif isinstance(value, list) and args:
        for one in value:
            yield from parts(one, args[0])
    elif value is not None:
        for one in filter(typing.is_typeddict, args):
            yield from parts(value, one)


@pytest.fixture(scope="module")
def samples(load, rules_folder, tmp_path_factory):
    """Values at run time with their type hints."""
    found = []
    for path, players in (("classics/kuhn_poker", 2), ("classics/connect_four", 2), ("san_marco", 3), ("doge", 3)):
        game = load(path, players)
        play = game.start(seed=1)
        found += [(list[data.Setting], game.rules.settings(players)), (list[data.Action], game.actions)]
        found += [(list[data.Plane], game.observation_planes), (data.SearchResult, play.think("flat:1"))]
        for _ in range(12):
            if (seat := play.player) is None:
                break
            found += [(data.Question, play.question), (data.View, play.view(seat)), (data.Scene, play.scene(seat))]
            found += [(data.Refusal, play.why_not("nonsense"))]
            play.answer(0)
    four = load("classics/connect_four", 2).start()
    for _ in range(6):
        four.answer("drop(4)")
    found += [(data.Refusal, four.why_not("drop(4)"))]
    folder = tmp_path_factory.mktemp("types") / "kuhn_poker"
    shutil.copytree(rules_folder / "classics" / "kuhn_poker", folder)
    (folder / "scenarios" / "wrong.yaml").write_text(FAILING)
    found += [(data.TestReport, tavola.test(folder)), (data.CompareReport, tavola.compare(folder, games=4, bots="flat:1", base_bots="random"))]
    return found


def test_keys_are_those_of_the_types(samples):
    wrong, seen = set(), set()
    for hint, value in samples:
        for kind, part in parts(value, hint):
            seen.add(kind.__name__)
            missing, unknown = kind.__required_keys__ - part.keys(), part.keys() - kind.__annotations__.keys()
            wrong |= {f"{kind.__name__} has no `{key}`" for key in unknown}
            wrong |= {f"`{key}` of {kind.__name__} is missing" for key in missing}
    assert not wrong and seen == TYPES.keys()
