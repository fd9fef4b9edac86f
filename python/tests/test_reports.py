"""Reports of commands, beside the program itself."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import warnings
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import interruptible

import tavola


def printed(program, *words):
    """What the program prints, as data; findings are allowed."""
    done = subprocess.run([program, *map(str, words), "--format", "json"], capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def broken(rules_folder, tmp_path):
    """A copy of Kuhn Poker with a scenario that fails."""
    folder = tmp_path / "kuhn_poker"
    shutil.copytree(rules_folder / "classics" / "kuhn_poker", folder)
    scenario = (
        "- name: the king wins too much\n  clauses: [KP-1]\n  players: [anna, ben]\n"
        "  do: [{ chance: king }, { chance: jack }, { anna: check }, { ben: check }]\n"
        '  then: { "won[anna]": 77 }\n'
    )
    (folder / "scenarios" / "wrong.yaml").write_text(scenario)
    return folder


def test_tests_are_those_of_the_program(rules_folder, program):
    folder = rules_folder / "classics" / "kuhn_poker"
    report = tavola.test(folder)
    assert report == printed(program, "test", folder)
    assert report["passed"] > 3 and report["failed"] == 0
    name = report["games"][0]["tests"][0]["name"]
    assert tavola.test(folder, name)["passed"] < report["passed"]


def test_a_failing_scenario_has_its_message(broken, program):
    report = tavola.test(broken, "too much")
    assert report["failed"] == 1 and report == printed(program, "test", broken, "too much")
    failure = report["games"][0]["tests"][0]["failures"][0]
    assert (failure["what"], failure["expected"], failure["actual"]) == ("won[anna]", "77", "1")
    assert "wrong.yaml:5:" in failure["place"]


def test_scenarios_under_a_variant(rules_folder, program):
    folder = rules_folder / "doge"
    report = tavola.test(folder, variant="open_ballot")
    assert report == printed(program, "test", folder, "--variant", "open_ballot")


def test_a_wrong_filter_or_path(rules_folder, tmp_path):
    folder = rules_folder / "classics" / "kuhn_poker"
    with pytest.raises(tavola.TavolaError, match="no test has `nonsense` in its name"):
        tavola.test(folder, "nonsense")
    with pytest.raises(tavola.TavolaError, match="no file ends in .tavola"):
        tavola.test(tmp_path)


def test_comparisons_are_those_of_the_program(rules_folder, program):
    folder, calls = rules_folder / "doge", []
    report = tavola.compare(
        folder, variant="open_ballot", players=3, games=60, seed=7, progress=lambda done, all: calls.append((done, all))
    )
    words = ["compare", folder, "--variant", "open_ballot", "--players", 3, "--games", 60, "--seed", 7]
    assert report == printed(program, *words)
    assert report["comparisons"][0]["pairs"] == 60
    assert calls[-1] == (60, 60) and calls == sorted(calls)


def test_a_comparison_of_bots_and_settings(rules_folder, program):
    folder = rules_folder / "classics" / "kuhn_poker"
    report = tavola.compare(folder, bots=["flat:10", "random"], base_bots="random", games=40, seed=1, jobs=1)
    words = ["compare", folder, "--bots", "1=flat:10,2=random", "--base-bots", "random", "--games", 40, "--seed", 1]
    assert report == printed(program, *words)
    with pytest.warns(UserWarning, match="both sides are the same rules"):
        tavola.compare(folder, games=5)


def test_other_reports_are_those_of_the_program(rules_folder, program):
    doge = rules_folder / "doge"
    kuhn = rules_folder / "classics" / "kuhn_poker"
    assert tavola.clauses(rules_folder / "san_marco", "toll") == printed(
        program, "clause", rules_folder / "san_marco", "toll"
    )
    assert tavola.trace(doge, games=10, seed=2) == printed(program, "trace", doge, "--games", 10, "--seed", 2)
    assert tavola.diff(doge, variant="open_ballot") == printed(program, "diff", doge, "--variant", "open_ballot")
    assert tavola.count(kuhn, 3, divide=True) == printed(program, "count", kuhn, "--depth", 3, "--divide")
    goal = "questions of a game near 800"
    tuned = tavola.tune(doge, [goal], ["rings=4..6"], players=3, games=60, seed=1)
    words = ["tune", doge, "--over", "rings=4..6", "--goal", goal, "--players", 3, "--games", 60, "--seed", 1]
    assert tuned == printed(program, *words)
    mutants = tavola.mutate(kuhn, sample=5, seed=3)
    assert mutants == printed(program, "mutate", kuhn, "--sample", 5, "--seed", 3)


def test_the_impact_on_records(rules_folder, program, tmp_path):
    doge, play = rules_folder / "doge", tavola.load(rules_folder / "doge", 3).start(seed=5)
    for _ in range(20):
        play.answer(0)
    record = tmp_path / "game.yaml"
    play.to_record().write(record)
    report = tavola.impact(doge, doge, [record], settings={"rings": 5})
    assert report == printed(program, "impact", doge, doge, record, "--set", "rings=5")
    assert len(report["records"]) == 1


def test_refused_values_name_their_parameter(rules_folder):
    folder = rules_folder / "classics" / "kuhn_poker"
    for call, message in (
        (lambda: tavola.count(folder, -1), "`depth`: write a whole number from 0 to 65535, not -1"),
        (lambda: tavola.compare(folder, games=-1), "`games`: write a whole number of at least 1, not -1"),
        (lambda: tavola.compare(folder, matters=-1), "`matters`: write a number above 0 and up to 100, for instance 2 or 0.5, not -1.0"),
        (lambda: tavola.trace(folder, settings={"bad name": 1}), "there is no setting `bad name`"),
    ):
        with pytest.raises(tavola.TavolaError) as raised:
            call()
        assert str(raised.value).startswith(message) and "--" not in str(raised.value)


def test_explanations():
    assert tavola.explain("w0906").startswith("W0906  a warning: ")
    with pytest.raises(tavola.TavolaError, match="there is no finding `W9999`"):
        tavola.explain("W9999")


def test_rules_with_errors_raise_their_findings(broken):
    file = broken / "kuhn_poker.tavola"
    file.write_text(file.read_text().replace("Player", "Playr", 1))
    with pytest.raises(tavola.RulesError) as raised:
        tavola.trace(broken, games=0)
    assert any(finding.is_error for finding in raised.value.findings)
    assert tavola.test(broken)["games"][0]["findings"]


def test_commands_that_need_a_person_are_refused(rules_folder):
    code, out, err = tavola._tavola.command(["play", str(rules_folder / "doge")])
    assert (code, out) == (2, "") and "run it in a terminal" in err


def test_a_failing_callback_ends_the_work(rules_folder, load):
    def fail(done, all):
        raise ValueError("enough")

    begun = time.monotonic()
    with pytest.raises(ValueError, match="enough"):
        load("classics/connect_four", 2).simulate(10**9, progress=fail)
    with pytest.raises(ValueError, match="enough"):
        tavola.compare(rules_folder / "doge", variant="open_ballot", games=10**9, matters=0.001, progress=fail)
    assert time.monotonic() - begun < 30


def test_a_simulation_in_parts_and_by_an_expression(rules_folder, program, load):
    folder, game = rules_folder / "classics" / "connect_four", load("classics/connect_four", 2)
    words = ["simulate", folder, "--games", 30, "--seed", 4, "--first-game", 10, "--by", "player.seat", "--when", "end"]
    calls = []
    report = game.simulate(
        30, 4, first_game=10, by="player.seat", when="end", progress=lambda *now: calls.append(now)
    )
    assert json.loads(json.dumps(report)) == printed(program, *words)["runs"][0]["report"]
    assert calls[-1] == (30, 30)
    with pytest.raises(tavola.TavolaError, match="there is no rule `nowhere`"):
        game.simulate(5, by="player.seat", when="nowhere")
    with pytest.raises(tavola.TavolaError):
        game.simulate(5, by="player.hat")


def test_calls_side_by_side_keep_their_own_output(rules_folder):
    folders = [rules_folder / "classics" / name for name in ("kuhn_poker", "tic_tac_toe", "connect_four")] * 3
    with ThreadPoolExecutor(len(folders)) as pool:
        reports = list(pool.map(tavola.test, folders))
    assert [report["games"][0]["path"] for report in reports] == [str(folder) for folder in folders]
    assert all(report["passed"] and not report["failed"] for report in reports)


INTERRUPTED = [
    "tavola.compare(folder, bots='mcts:20', base_bots='random', games=10**9, matters=0.001)",
    "tavola.count(folder, 60)",
    "tavola.mutate(folder + '/../chess')",
    "tavola.mutate(folder + '/../othello')",  # some of its mutants run as long as a rule may
    "game.start().think('mcts:10000000')",
    "game.start().choose('mcts:60000ms')",
]


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("call", INTERRUPTED)
def test_ctrl_c_ends_commands_and_searches(rules_folder, tmp_path, call):
    code = (
        "import sys, tavola\n"
        "folder = sys.argv[1]\n"
        "game = tavola.load(folder, 2)\n"
        "print('begun', flush=True)\n"
        f"try:\n    {call}\nexcept KeyboardInterrupt:\n    print('interrupted')\n"
    )
    command = [sys.executable, "-c", code, str(rules_folder / "classics" / "connect_four")]
    with interruptible(command, cwd=tmp_path) as process:
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        out, _ = process.communicate(timeout=30)
    assert time.monotonic() - sent < 2, "a machine with other work needs some of it"
    assert out == "interrupted\n" and process.returncode == 0
    assert list(tmp_path.iterdir()) == []  # no checkpoint of a run that nobody named


def test_warnings_point_at_the_caller(rules_folder):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        folder = rules_folder / "classics" / "kuhn_poker"
        tavola.compare(folder, folder, games=2, seed=1)
    assert caught[0].filename == __file__
