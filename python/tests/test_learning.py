"""The training example and the notebooks run. They need `python/requirements-learn.txt`."""

import csv
import re
import subprocess
import sys

import pytest
from conftest import ROOT

pytest.importorskip("sb3_contrib", reason="`python/requirements-learn.txt` is not installed")
nbformat = pytest.importorskip("nbformat", reason="`python/requirements-learn.txt` is not installed")
nbclient = pytest.importorskip("nbclient", reason="`python/requirements-learn.txt` is not installed")

NOTEBOOKS = sorted((ROOT / "python" / "notebooks").glob("*.ipynb"))


def test_a_short_training_run_learns(tmp_path):
    example = ROOT / "python" / "examples" / "train_connect_four.py"
    command = [sys.executable, example, "--steps", "25000", "--games", "150", "--out", tmp_path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = list(csv.DictReader((tmp_path / "curve.csv").open()))
    means = {rival: [float(row["mean"]) for row in rows if row["rival"] == rival] for rival in ("random", "mcts:50")}
    first, *_, last = means["random"]
    assert last > 0.2 and last > first + 0.1, "an agent that did not learn stays at 0, with a standard error of 0.08"
    assert len(means["mcts:50"]) == len(means["random"]) >= 10
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG") and (tmp_path / "model.zip").is_file()


def test_there_are_notebooks_for_both_users():
    assert [path.stem for path in NOTEBOOKS] == ["agent_study", "balance_study"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(cell.outputs or cell.execution_count for cell in cells), "notebooks are committed without outputs"
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(ROOT)}}).execute()
    outputs = [output for cell in cells for output in cell.outputs]
    pictures = [output for output in outputs if "image/png" in output.get("data", {})]
    assert len(pictures) >= 2 and re.search(r"\d", str(outputs))
    assert not [output for output in outputs if output.output_type == "error" or output.get("name") == "stderr"], outputs
