"""The scripts of the guide about studies run, and print what it shows."""

import doctest
import fnmatch
import importlib.util
import re
import subprocess
import sys

import pytest
from conftest import ROOT

import tavola.study

GUIDE = (ROOT / "docs" / "how-to" / "run-a-study-on-ray.md").read_text()
SCRIPTS = dict(re.findall(r"^```python\n# (\S+)\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL))
RUNS = re.findall(r"^```text\n\$ python (\S+)\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with the games and the scripts."""
    folder = tmp_path_factory.mktemp("guide")
    (folder / "rules").symlink_to(ROOT / "rules")
    for name, text in SCRIPTS.items():
        (folder / name).write_text(text)
    return folder


def test_the_guide_has_scripts():
    assert list(SCRIPTS) == ["study.py", "on_ray.py", "rulings.py", "searches.py"]
    assert [name for name, _ in RUNS] == ["study.py", "study.py", "on_ray.py", "rulings.py", "searches.py"]


def test_docstrings(monkeypatch):
    monkeypatch.chdir(ROOT)
    tried = doctest.testmod(tavola.study)
    assert tried.attempted > 3 and tried.failed == 0
    for name in tavola.study.__all__:
        thing = getattr(tavola.study, name)
        members = [member for key, member in vars(thing).items() if not key.startswith("_") and callable(getattr(thing, key))]
        assert thing.__doc__ and all(getattr(member, "__doc__", None) for member in members), name


@pytest.mark.parametrize("number", range(len(RUNS)))
def test_a_script_prints_what_the_guide_shows(folder, number):
    name, shown = RUNS[number]
    if "ray" in name and importlib.util.find_spec("ray") is None:
        pytest.skip("needs Ray: `.ci/run ray`")
    done = subprocess.run([sys.executable, name], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 0, done.stderr
    printed = "".join(line for line in done.stderr.splitlines(keepends=True) if line.startswith("study:")) + done.stdout
    pattern = shown.replace("[", "[[]").replace("\n..\n", "\n*").replace("..", "*")
    assert fnmatch.fnmatchcase(printed, pattern), printed
