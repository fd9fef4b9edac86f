"""Programs of the guide and examples of docstrings run; stubs and docstrings are whole."""

import ast
import doctest
import inspect
import subprocess
import sys

import pytest
from conftest import ROOT, programs

import tavola
import tavola.gymnasium
import tavola.pettingzoo
import tavola.reports
from tavola import _tavola

PROGRAMS = programs(spiel=False)
STUB = ast.parse((ROOT / "python" / "package" / "tavola" / "_tavola.pyi").read_text())


def test_the_guides_have_programs():
    assert len(PROGRAMS) >= 13


@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_a_program_of_a_guide(number):
    done = subprocess.run([sys.executable, "-c", PROGRAMS[number]], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("module", [tavola, tavola.gymnasium, tavola.pettingzoo, tavola.reports])
def test_examples_of_docstrings(module, monkeypatch):
    monkeypatch.chdir(ROOT)
    tried = doctest.testmod(module)
    assert tried.attempted >= 3 and tried.failed == 0


def public(names):
    return {name for name in names if not name.startswith("_")}


@pytest.mark.parametrize("name", sorted(public(vars(_tavola))))
def test_stubs_and_docstrings(name):
    thing = getattr(_tavola, name)
    assert thing.__doc__, f"{name} has a docstring"
    stub = next(node for node in STUB.body if getattr(node, "name", None) == name)
    assert ast.get_docstring(stub), f"{name} has a docstring in the stub"
    members = {node.name: node for node in getattr(stub, "body", []) if isinstance(node, ast.FunctionDef)}
    for member in public(members) if inspect.isclass(thing) else ():
        assert getattr(thing, member).__doc__ and ast.get_docstring(members[member]), f"{name}.{member}"


def mypy(*words):
    """Runs a module of mypy with the settings of the project."""
    config = ["--mypy-config-file" if "stubtest" in words[0] else "--config-file", "pyproject.toml"]
    command = [sys.executable, "-m", *words, *config]
    return subprocess.run(command, cwd=ROOT / "python", capture_output=True, text=True)


def test_stubs_are_those_of_the_module():
    done = mypy("mypy.stubtest", "tavola._tavola")
    assert done.returncode == 0, done.stdout


def test_types():
    done = mypy("mypy", "-p", "tavola")
    assert done.returncode == 0, done.stdout
