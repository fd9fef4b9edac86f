"""Simulations, also beside the program, and their interruption."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest
from conftest import interruptible

import tavola


@pytest.mark.parametrize(
    ("path", "players", "bots", "games"),
    [("classics/connect_four", 2, None, 300), ("san_marco", 3, "random", 50), ("classics/kuhn_poker", 2, "flat:10", 100)],
)
def test_the_report_is_that_of_the_program(rules_folder, program, path, players, bots, games):
    folder = rules_folder / path
    command = [program, "simulate", folder, "--players", str(players), "--games", str(games), "--seed", "7"]
    command += ["--format", "json", *(["--bots", bots] if bots else [])]
    printed = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    report = tavola.simulate(folder, players, games, 7, bots)
    assert json.loads(json.dumps(report)) == printed["runs"][0]["report"]
    assert report["games"] == games and sum(seat["wins"]["count"] for seat in report["seats"]) > 0


def test_simulations_of_bots(load):
    game = load("classics/connect_four", 2)
    report = game.simulate(30, seed=1, bots=["mcts:60", "random"], rotate=True)
    wins = {bot["bot"]: bot["wins"]["rate"] for bot in report["bots"]}
    assert wins["mcts:60"] > 0.8 > wins["random"]
    assert game.simulate(50, seed=3, jobs=1) == game.simulate(50, seed=3, jobs=2)
    with pytest.raises(tavola.TavolaError, match="`bots` names 3, and the game has 2 seats"):
        game.simulate(bots=["random"] * 3)


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("call", ["game.simulate(10**9)", "game.start(1).rollout(10**9)"])
def test_ctrl_c_ends_long_work(rules_folder, call):
    code = (
        "import sys, tavola\n"
        "game = tavola.load(sys.argv[1], 2)\n"
        "print('begun', flush=True)\n"
        f"try:\n    {call}\nexcept KeyboardInterrupt:\n    print('interrupted')\n"
    )
    folder = str(rules_folder / "classics" / "connect_four")
    with interruptible([sys.executable, "-c", code, folder]) as process:
        assert process.stdout.readline() == "begun\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=20)
    assert out == "interrupted\n" and process.returncode == 0
