"""Environments of Gymnasium, by its own checker."""

import os
import pickle
import warnings

import gymnasium
import numpy as np
import pytest
from conftest import GAMES, ROOT
from gymnasium.utils.env_checker import check_env

import tavola
from tavola.gymnasium import ID, SeatEnv, env

FLAWS = "A Box observation space m(ax|in)imum value is -?infinity|Not able to test alternative render modes"
"""Warnings of the checker that say what is so: some numbers of games have no bound."""


def check(environment):
    """Runs the checker of Gymnasium. Its warnings are errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message=f".*({FLAWS})")
        check_env(environment)


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize(("path", "players"), GAMES)
def test_the_checker_of_gymnasium(load, path, players, flat):
    check(env(load(path, players), seat=players - 1, flat=flat))


def test_the_checker_with_a_registered_id(monkeypatch):
    monkeypatch.chdir(ROOT)
    made = gymnasium.make(f"tavola.gymnasium:{ID}", path="rules/classics/connect_four", players=2, seat=None)
    assert made.spec.id == ID and isinstance(made.unwrapped, SeatEnv)
    check(made.unwrapped)


def episode(environment, seed):
    """Plays by random legal actions. Returns the rewards, and the infos of all steps."""
    environment.action_space.seed(seed)
    _, info = environment.reset(seed=seed)
    rewards, infos, ended = [], [info], False
    while not ended:
        action = environment.action_space.sample(environment.unwrapped.action_masks().astype(np.int8))
        observation, reward, ended, truncated, info = environment.step(action)
        assert environment.observation_space.contains(observation) and not truncated
        rewards.append(reward)
        infos.append(info)
    return rewards, infos


@pytest.mark.parametrize(("path", "players"), GAMES)
def test_games_to_their_end(load, path, players):
    environment = env(load(path, players), seat=None)
    for seed in range(2):
        rewards, infos = episode(environment, seed)
        play = environment.play
        assert play.is_over and rewards[-1] == play.returns()[environment.seat] and not any(rewards[:-1])
        assert not environment.action_masks().any()
        end = play.save()
        assert episode(environment, seed) == (rewards, infos) and environment.play.save() == end
        with pytest.raises(tavola.TavolaError, match="call `reset`"):
            environment.step(0)


def test_a_step_before_an_episode(load):
    with pytest.raises(tavola.TavolaError, match="no episode has begun: call `reset` first"):
        env(load("classics/connect_four", 2)).step(0)


def test_seats(load):
    game = load("classics/connect_four", 2)
    assert env(game, "ben").reset(seed=1)[1]["seat"] == 1
    sampled = env(game, None)
    seats = [sampled.reset(seed=9)[1]["seat"], *(sampled.reset()[1]["seat"] for _ in range(30))]
    assert set(seats) == {0, 1}
    viewer = next(plane for plane in game.observation_planes if plane["name"] == "viewer.seat")
    seen = sampled.reset()[0]["observation"][viewer["start"] : viewer["stop"]]
    assert seen.argmax() == sampled.seat and seen.sum() == 1


def test_opponents(load):
    game = load("classics/connect_four", 2)

    def wins(opponent):
        environment = env(game, opponents=opponent)
        return sum(episode(environment, seed)[0][-1] > 0 for seed in range(30))

    assert wins("mcts:100") < 6 < wins("random")
    asked = []

    def last(play):
        asked.append(play.player)
        action = play.legal_actions()[-1]
        play.step(action)
        return np.int64(action)

    environment = env(game, seat=1, opponents=last)
    environment.reset(seed=1)
    environment.step(0)
    assert asked == [0, 0] and environment.play.view(None) == environment.play.copy().view(None)
    pieces = [place for place in environment.play.view(None)["places"] if place["place"] == "on" and place["things"]]
    assert len(pieces) == 3, "the function changed a copy, and the game saw one action for each turn"


def test_an_opponent_for_each_seat(load):
    game, asked = load("san_marco", 3), []

    def first(name):
        return lambda play: asked.append((name, play.player)) or play.legal_actions()[0]

    episode(env(game, 1, [first("one"), first("two")]), 3)
    assert set(asked) == {("one", 0), ("two", 2)}


def test_illegal_actions(load):
    game = load("classics/kuhn_poker", 2)
    environment = env(game)
    _, info = environment.reset(seed=1)
    wrong = int(np.flatnonzero(~environment.action_masks())[0])
    observation, reward, terminated, truncated, info = environment.step(wrong)
    assert (reward, terminated, truncated) == (-2.0, True, False), "the lowest return of Kuhn poker"
    assert info["illegal_action"] is True and not observation["action_mask"].any()
    strict = env(game, illegal="raise", flat=True)
    _, info = strict.reset(seed=1)
    before = strict.play.save()
    with pytest.raises(ValueError, match=f"action {wrong} is not legal: legal actions are "):
        strict.step(wrong)
    assert strict.play.save() == before
    assert (info["action_mask"] == strict.action_masks()).all()
    strict.step(int(info["action_mask"].argmax()))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seat": 2}, "there is no seat 2"),
        ({"seat": "zoe"}, "there is no seat 'zoe'"),
        ({"opponents": "genius"}, "is not a bot"),
        ({"opponents": ["random", "random"]}, "`opponents` names 2, and the game has 1 other seats"),
        ({"illegal": "ignore"}, "illegal is"),
        ({"render_mode": "human"}, "render_mode is"),
    ],
)
def test_wrong_arguments(load, options, message):
    with pytest.raises((ValueError, tavola.TavolaError), match=message):
        env(load("classics/connect_four", 2), **options)


def test_vectors_and_pickles(load, rules_folder):
    vector = gymnasium.make_vec(
        f"tavola.gymnasium:{ID}", num_envs=3, path=os.fspath(rules_folder / "classics/connect_four"), players=2, flat=True
    )
    observations, infos = vector.reset(seed=1)
    assert observations.shape == (3, 93) and infos["action_mask"].shape == (3, 7)
    vector.step(np.array([0, 1, 2]))
    environment = env(load("classics/connect_four", 2))
    environment.reset(seed=1)
    twin = pickle.loads(pickle.dumps(environment))
    assert twin.play == environment.play and episode(twin, 5) == episode(environment, 5)


def test_render(load):
    environment = env(load("classics/connect_four", 2), render_mode="ansi")
    environment.reset(seed=1)
    assert "anna" in environment.render()


def test_actions_are_whole_numbers(load):
    environment = env(load("classics/connect_four", 2))
    environment.reset(seed=1)
    with pytest.raises(TypeError):
        environment.step(1.5)
    environment.step(np.int64(1))
