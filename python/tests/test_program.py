"""The program that the package brings."""

import os
import signal
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest
from conftest import interruptible

import tavola

SCRIPT = Path(sysconfig.get_path("scripts")) / ("tavola.exe" if os.name == "nt" else "tavola")
WAYS = [pytest.param([SCRIPT], id="script"), pytest.param([sys.executable, "-m", "tavola"], id="module")]


@pytest.fixture(params=WAYS)
def tool(request):
    """A way to start the program."""
    if request.param == [SCRIPT] and not SCRIPT.is_file():
        pytest.skip("the package is not installed")
    return request.param


def run(tool, *words, **more):
    return subprocess.run([*tool, *map(str, words)], capture_output=True, text=True, **more)


def test_the_version_and_exit_codes(tool, rules_folder, tmp_path):
    shown = run(tool, "--version")
    assert (shown.returncode, shown.stdout) == (0, f"tavola {tavola.__version__}\n")
    assert run(tool, "check", rules_folder / "classics" / "kuhn_poker").returncode == 0
    (tmp_path / "two.tavola").write_text('game two "Two" for 2 players\n\nplay\n  each p in Playr\n    p gains 1 fame\n')
    assert run(tool, "check", tmp_path).returncode == 1
    wrong = run(tool, "check", tmp_path / "nowhere")
    assert wrong.returncode == 2 and wrong.stdout == "" and wrong.stderr.startswith("error: ")
    usage = run(tool, "bogus")
    assert usage.returncode == 2 and "Usage: tavola" in usage.stderr


def test_output_is_that_of_the_program(tool, program, rules_folder):
    for words in (["help", "simulate"], ["clause", rules_folder / "san_marco", "toll"], ["explain", "W0906"]):
        one, other = run(tool, *words), run([program], *words)
        assert (one.returncode, one.stdout, one.stderr) == (other.returncode, other.stdout, other.stderr)


def test_games_are_part_of_the_package(tool, tmp_path):
    assert run(tool, "games", "-o", tmp_path / "own", "kuhn_poker").returncode == 0
    assert run(tool, "check", tmp_path / "own" / "kuhn_poker").returncode == 0


@pytest.mark.skipif(os.name != "posix", reason="needs a pipe and its signal")
def test_a_reader_that_leaves(tool, rules_folder):
    words = [*tool, "doc", str(rules_folder / "san_marco")]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() != ""
    process.stdout.close()
    err = process.stderr.read()
    assert process.wait(timeout=20) in (0, 141) and err == ""


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_ctrl_c_reports_the_results_so_far(tool, rules_folder, tmp_path):
    words = [*tool, "simulate", str(rules_folder / "classics" / "connect_four"), "--games", "1000000000"]
    with interruptible(words, cwd=tmp_path, stderr=subprocess.PIPE) as process:
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert process.returncode == 130 and "Connect Four" in out and "Traceback" not in err
