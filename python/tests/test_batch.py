"""Batches beside single plays, whatever the number of threads; their errors."""

import copy
import os
import pickle
import subprocess
import sys

import numpy as np
import pytest
from conftest import FAULTY

import tavola

GAMES = [
    ("san_marco", 3),
    ("doge", 3),
    ("venice_of_the_north", 2),
    ("masters_of_venice", 2),
    ("patrons_of_venice", 3),
    ("classics/connect_four", 2),
    ("classics/kuhn_poker", 2),
    ("classics/chess", 2),
    ("classics/breakthrough", 2),
]


class Row:
    """A row of a batch, by hand: a single play, and the next one after its end."""

    def __init__(self, game, seed):
        self.game = game
        self.begin(seed)

    def begin(self, seed):
        self.play, self.length = self.game.start(seed), 0

    def step(self, action):
        self.play.step(action)
        self.length += 1
        return self.play.is_over


@pytest.mark.parametrize(("path", "players"), GAMES)
def test_a_batch_is_single_plays(load, path, players):
    game = load(path, players)
    batch = game.batch(3, seed=8)
    rows = [Row(game, int(seed)) for seed in batch.seeds]
    ended = 0
    assert batch.observations.shape == (3, game.observation_size) and batch.observations.dtype == np.float32
    assert batch.masks.shape == (3, game.action_count) and batch.masks.dtype == np.int8
    assert batch.rewards.shape == (3, players) and batch.dones.dtype == np.bool_
    for _ in range(700):
        for at, row in enumerate(rows):
            assert row.play.player == batch.players[at] and batch.play(at) == row.play
            assert (row.play.observation(row.play.player) == batch.observations[at]).all()
            assert (row.play.action_mask() == batch.masks[at]).all()
        actions = batch.sample().copy()
        batch.step(actions)
        for at, row in enumerate(rows):
            over = row.step(int(actions[at]))
            assert batch.dones[at] == over and batch.lengths[at] == row.length
            assert batch.rewards[at].tolist() == (np.float32(row.play.returns()).tolist() if over else [0] * players)
            if over:
                ended += 1
                row.begin(int(batch.seeds[at]))
    assert ended > 0 or path in ("doge", "classics/chess")


@pytest.mark.parametrize("observe", [True, False])
@pytest.mark.parametrize(("path", "players"), [("san_marco", 4), ("classics/leduc_poker", 2), ("doge", 3)])
def test_threads_change_nothing(load, path, players, observe):
    game = load(path, players)
    one, two = game.batch(37, seed=3, observe=observe), game.batch(37, seed=3, jobs=2, observe=observe)
    assert (one.jobs, two.jobs, len(one)) == (1, 2, 37)
    names = ["masks", "players", "rewards", "dones", "lengths", "seeds", "actions", *(["observations"] if observe else [])]
    for _ in range(300):
        for batch in (one, two):
            batch.step(batch.sample())
        for name in names:
            assert getattr(one, name).tobytes() == getattr(two, name).tobytes(), name
    assert (one.observations is None) == (not observe)


def test_seeds_differ_by_batch_row_and_game(load):
    game = load("classics/kuhn_poker", 2)
    batch, other = game.batch(50, seed=1), game.batch(50, seed=2)
    seen = {*batch.seeds.tolist(), *other.seeds.tolist()}
    assert len(seen) == 100
    for _ in range(8):
        batch.step(batch.sample())
        seen |= set(batch.seeds[batch.dones].tolist())
    assert len(seen) > 200


def test_samples_are_uniform(load):
    batch = load("classics/connect_four", 2).batch(7_000, seed=5)
    counts = np.bincount(batch.sample(), minlength=7)
    assert (abs(counts - 1_000) < 150).all()
    assert (batch.masks[np.arange(7_000), batch.actions] == 1).all()


def state(batch):
    """All that a batch shows."""
    names = ["observations", "masks", "players", "rewards", "dones", "lengths", "seeds"]
    return [getattr(batch, name).tobytes() for name in names] + [batch.play(row).save() for row in range(len(batch))]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_illegal_action_changes_nothing(load, jobs):
    game = load("classics/chess", 2)
    batch = game.batch(5, seed=1, jobs=jobs)
    for _ in range(31):
        batch.step(batch.sample())
    before = state(batch)
    actions = batch.sample().copy()
    actions[3] = int((batch.masks[3] == 0).argmax())
    with pytest.raises(tavola.TavolaError, match=rf"^row 3: the action {actions[3]}, `.*`, is not offered here$") as caught:
        batch.step(actions)
    assert caught.value.row == 3 and state(batch) == before
    batch.step(batch.sample())
    assert state(batch) != before


def test_an_error_does_not_end_games_of_other_rows(load):
    game = load("classics/kuhn_poker", 2)
    batch = game.batch(40, seed=1)
    batch.step(batch.sample())
    before = state(batch)
    actions = batch.sample().copy()
    actions[39] = 99
    with pytest.raises(tavola.TavolaError, match="row 39: there is no action 99: ids are below"):
        batch.step(actions)
    assert state(batch) == before
    batch.step(batch.sample())
    assert batch.dones.any(), "the failed step had ended games, too"


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0, 0], "`actions` has 2 actions for 3 rows"),
        ([0, -1, 0], "row 1: there is no action -1"),
        ([0, 2**70, 0], "row 1: there is no action 1180591620717411303424"),
        (np.array([0, 0, 2**40]), "row 2: there is no action 1099511627776"),
        (np.array([0, 0, 2**63], np.uint64), "row 2: there is no action 9223372036854775808"),
    ],
)
def test_wrong_actions_are_refused(load, actions, message):
    with pytest.raises(tavola.TavolaError, match=message) as raised:
        load("classics/connect_four", 2).batch(3).step(actions)
    named = message.startswith("row ") and int(message.split(":")[0][4:])
    assert getattr(raised.value, "row", False) == named


@pytest.mark.parametrize(
    ("actions", "found"),
    [
        (np.zeros(3), "an array of float64 with shape (3,)"),
        (np.zeros(3, np.bool_), "an array of bool with shape (3,)"),
        (np.zeros((3, 1), np.int64), "an array of int64 with shape (3, 1)"),
        ("abc", "'abc'"),
        ([0, True, 0], "[0, True, 0]"),
        (None, "None"),
        (3, "3"),
    ],
)
def test_what_is_no_sequence_of_actions(load, actions, found):
    with pytest.raises(TypeError) as raised:
        load("classics/connect_four", 2).batch(3).step(actions)
    assert str(raised.value) == f"`actions` is a flat array or sequence of 3 whole numbers, not {found}"


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint8, np.int16, ">i8", ">i4", np.uint64, list])
def test_kinds_of_actions(load, kind):
    batch = load("classics/connect_four", 2).batch(3)
    actions = [1, 2, 3] if kind is list else np.array([[1, 9], [2, 9], [3, 9]], kind)[:, 0]
    batch.step(actions)
    assert batch.lengths.tolist() == [1, 1, 1] and [batch.play(row).options[0] for row in range(3)] == ["drop(1)"] * 3


NOTHING = """game none "None" for 2 players

track fame[Player] 0..

play
  each p in Player: p gains 1 fame

winner p in Player by most fame[p]
"""


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_names_its_row_and_changes_nothing(jobs):
    game = tavola.Rules.from_texts({"bad.tavola": FAULTY}).game(2)
    batch = game.batch(6, seed=1, jobs=jobs)
    batch.step([0] * 6)
    before = state(batch)
    with pytest.raises(tavola.FaultError, match="three is too much") as caught:
        batch.step([1, 0, 0, 0, 3, 3])
    assert caught.value.row == 4 and caught.value.finding.line == 8
    assert state(batch) == before
    batch.step([1, 0, 0, 0, 2, 2])
    assert batch.dones.all() and batch.lengths.tolist() == [2] * 6
    assert batch.rewards.tolist() == [[-1, 1], *[[0, 0]] * 3, *[[-1, 1]] * 2]


def test_restart_cuts_a_game(load):
    game = load("classics/chess", 2)
    batch = game.batch(2, seed=1)
    for _ in range(9):
        batch.step(batch.sample())
    seeds, other = batch.seeds.copy(), batch.play(0)
    batch.restart(1)
    assert batch.play(1) == game.start() and batch.play(0) == other
    assert batch.seeds[0] == seeds[0] and batch.seeds[1] != seeds[1]
    assert batch.lengths.tolist() == [9, 0] and not batch.dones.any()
    assert (batch.masks[1] == game.start().action_mask()).all()
    with pytest.raises(tavola.TavolaError, match="there is no row 2: rows are 0 to 1"):
        batch.restart(2)


def test_a_game_without_questions_is_refused():
    game = tavola.Rules.from_texts({"none.tavola": NOTHING}).game(2)
    with pytest.raises(tavola.TavolaError, match="1000 games in a row are over"):
        game.batch(2)


@pytest.mark.parametrize("size", [0, 2**40])
def test_a_wrong_size_is_refused(load, size):
    with pytest.raises(tavola.TavolaError, match="`size` is a whole number from 1 to 16777216, not"):
        load("classics/connect_four", 2).batch(size)


@pytest.mark.parametrize("make", [pickle.dumps, copy.copy, copy.deepcopy])
def test_a_batch_is_not_copied(load, make):
    with pytest.raises(TypeError, match="pickle single plays"):
        make(load("classics/connect_four", 2).batch(2))


def test_arrays_outlive_their_batch(load):
    batch = load("classics/connect_four", 2).batch(4)
    masks = batch.masks
    assert batch.masks is masks
    del batch
    assert masks.sum() == 28


def test_without_numpy(rules_folder):
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import tavola\n"
        "batch = tavola.load(sys.argv[1], 2).batch(2)\n"
        "batch.step(batch.sample())\n"
        "print(batch.masks.tolist(), batch.dones.tolist(), batch.observations.shape, batch.observations.format)\n"
    )
    folder = str(rules_folder / "classics" / "connect_four")
    done = subprocess.run([sys.executable, "-c", code, folder], capture_output=True, text=True, check=True)
    assert done.stdout == f"{[[1] * 7] * 2} [False, False] (2, 93) f\n"


INTERRUPTED = """
import signal, sys, tavola

batch = tavola.load(sys.argv[1], 2).batch(2_000, jobs=int(sys.argv[2]), observe=False)
signal.signal(signal.SIGALRM, signal.default_int_handler)
done = False
while not done:
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    try:
        while True:
            actions, lengths = batch.sample(), batch.lengths.copy()
            try:
                batch.step(actions)
            except KeyboardInterrupt:
                done = True
                raise
    except KeyboardInterrupt:
        print("interrupted", len({*(batch.lengths == lengths).tolist()}) == 1)
batch.step(batch.sample())
"""
"""An interrupt between two steps does not count: then it tries once more."""


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_a_step_and_changes_all_rows_or_none(rules_folder, jobs):
    command = [sys.executable, "-c", INTERRUPTED, rules_folder / "venice_of_the_north", str(jobs)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert set(done.stdout.splitlines()) == {"interrupted True"} and done.stderr == ""


def test_actions_in_two_dimensions(load):
    batch = load("classics/tic_tac_toe", 2).batch(4, seed=1)
    for wrong in (np.zeros((2, 2), np.int32), np.zeros((4, 1), np.int64), np.zeros(4, np.float32)):
        with pytest.raises(TypeError, match="flat array or sequence of 4 whole numbers"):
            batch.step(wrong)
