"""Actions and observations as numbers, with NumPy and without."""

import array
import random
import re
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT

import tavola


@pytest.mark.parametrize(
    ("path", "players"), [("classics/connect_four", 2), ("classics/kuhn_poker", 2), ("san_marco", 4), ("doge", 3)]
)
def test_masks_and_observations_of_a_game(load, path, players):
    game = load(path, players)
    low, high = np.empty(game.observation_size), np.empty(game.observation_size)
    for plane in game.observation_planes:
        assert plane["stop"] - plane["start"] == np.prod(plane["shape"], dtype=int)
        low[plane["start"] : plane["stop"]], high[plane["start"] : plane["stop"]] = plane["low"], plane["high"]
    play, source, moments = game.start(3), random.Random(3), 0
    while not play.is_over and moments < 500:
        mask, legal = play.action_mask(), play.legal_actions()
        assert mask.dtype == np.int8 and mask.shape == (game.action_count,)
        assert mask.nonzero()[0].tolist() == legal and legal == sorted(set(legal))
        for seat in (*range(players), None):
            seen = play.observation(seat)
            assert seen.dtype == np.float32 and (low <= seen).all() and (seen <= high).all()
        if len(legal) < len(play.options):
            action = source.choice(legal)
        else:
            option = source.randrange(len(play.options))
            action = play.actions_for(option)[0]
        play.step(action)
        moments += 1


def test_planes_say_what_numbers_mean(load):
    game = load("classics/kuhn_poker", 2)
    play = game.start()
    play.answer("king")
    play.answer("jack")
    planes = {plane["name"]: plane for plane in game.observation_planes}
    hand = planes["hand"]
    seen = play.observation(0)[hand["start"] : hand["stop"]].reshape(hand["shape"])
    assert [axis["name"] for axis in hand["axes"]] == ["Player", "thing"]
    things = hand["axes"][1]["members"]
    assert seen[0].tolist() == [float(thing == "king") for thing in things] and not seen[1].any()
    viewer = planes["viewer.seat"]
    assert play.observation(1)[viewer["start"] : viewer["stop"]].tolist() == [0, 1]


def test_actions_are_described(load):
    game = load("classics/connect_four", 2)
    assert game.action_count == 7 == len(game.actions)
    assert [action["notation"] for action in game.actions] == game.start().options
    assert game.actions[2]["id"] == 2 and game.actions[2]["chance"] is False
    assert load("classics/kuhn_poker", 2).actions[-1]["chance"] is True


def test_out_is_written(load):
    game = load("classics/kuhn_poker", 2)
    play = game.start(1)
    batch = np.full((3, game.observation_size), 7, np.float32)
    assert play.observation(0, out=batch[1]) is not None
    assert (batch[1] == play.observation(0)).all() and (batch[[0, 2]] == 7).all()
    columns = np.full((game.observation_size, 3), 7, np.float32)
    play.observation(0, out=columns[:, 1])
    assert (columns[:, 1] == play.observation(0)).all() and (columns[:, [0, 2]] == 7).all()
    mask = array.array("b", [5] * game.action_count)
    assert play.action_mask(out=mask) is mask and list(mask) == play.action_mask().tolist()


SIZE = 25
"""Number of numbers of an observation of Kuhn Poker for two."""


@pytest.mark.parametrize(
    ("out", "kind", "message"),
    [
        (np.zeros(3, np.float32), tavola.TavolaError, "an array of float32 with shape (3,)"),
        (np.zeros(3, np.float64), TypeError, "an array of float64 with shape (3,)"),
        (np.zeros(SIZE, ">f4"), TypeError, f"an array of >f4 with shape ({SIZE},)"),
        ([0.0], TypeError, "[0.0]"),
        ("x", TypeError, "'x'"),
    ],
)
def test_a_wrong_out_is_refused(load, out, kind, message):
    game = load("classics/kuhn_poker", 2)
    assert game.observation_size == SIZE
    with pytest.raises(kind) as raised:
        game.start(1).observation(0, out=out)
    assert str(raised.value) == f"`out` is an array of {SIZE} numbers of float32, not {message}"


def test_an_out_of_any_layout_is_written(load):
    play = load("classics/connect_four", 2).start(1)
    flat = play.observation(0)
    for out in (np.zeros((3, 31), np.float32), np.zeros((31, 3), np.float32, "F"), np.zeros(186, np.float32)[::2], np.zeros(93, np.float32)[::-1]):
        assert play.observation(0, out=out) is out and (out.ravel() == flat).all()


def test_a_read_only_out_is_refused(load):
    game = load("classics/kuhn_poker", 2)
    out = np.zeros(game.observation_size, np.float32)
    out.flags.writeable = False
    with pytest.raises(tavola.TavolaError, match="read-only"):
        game.start(1).observation(0, out=out)


def test_without_numpy(rules_folder):
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import tavola\n"
        "play = tavola.load(sys.argv[1], 2).start(1)\n"
        "print(play.action_mask().tolist(), play.observation(0).format, play.observation(0).nbytes)\n"
    )
    folder = str(rules_folder / "classics" / "connect_four")
    done = subprocess.run([sys.executable, "-c", code, folder], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["[1,", *["1,"] * 5, "1]", "f", str(4 * 93)]


def test_the_page_of_observations_has_the_planes_of_its_example(load):
    page = (ROOT / "docs" / "reference" / "observations.md").read_text()
    rows = re.findall(r"^\| `([a-z._]+)` \| (\w+) \| ([-\d× ]+) \| (\d+)(?:(?: to|,) (\d+))?", page, re.MULTILINE)
    planes = load("classics/kuhn_poker", 2).observation_planes
    shape = lambda plane: " × ".join(map(str, plane["shape"])) or "-"  # noqa: E731
    wanted = [(plane["name"], plane["kind"], shape(plane), plane["start"], plane["stop"] - 1) for plane in planes]
    assert [(name, kind, axes, int(first), int(last or first)) for name, kind, axes, first, last in rows] == wanted
