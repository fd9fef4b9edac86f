"""Environments of PettingZoo, by its own tests."""

import pickle
import random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from tavola.pettingzoo import env, raw_env

GAMES = [("classics/connect_four", 2), ("classics/kuhn_poker", 2), ("classics/chess", 2), ("san_marco", 3)]


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(("path", "players"), GAMES)
def test_api(load, path, players):
    api_test(env(load(path, players)), num_cycles=300)


@pytest.mark.parametrize(("path", "players"), GAMES)
def test_seeds(load, path, players):
    seed_test(lambda: env(load(path, players)), num_cycles=100)


def play(environment, seed):
    """Plays a game by random legal actions. Returns its steps and the sum of each agent's rewards."""
    environment.reset(seed=seed)
    source, steps, sums = random.Random(seed), [], dict.fromkeys(environment.agents, 0.0)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, _ = environment.last()
        sums[agent] += reward
        assert environment.observation_space(agent).contains(observation)
        action = None
        if not (terminated or truncated):
            action = source.choice(observation["action_mask"].nonzero()[0].tolist())
        steps.append((agent, action))
        environment.step(action)
    return steps, sums


@pytest.mark.parametrize(("path", "players"), GAMES)
def test_a_game_to_its_end(load, path, players):
    game = load(path, players)
    environment = env(game)
    steps, sums = play(environment, 11)
    assert steps == play(env(game), 11)[0] and environment.agents == []
    assert list(sums.values()) == environment.unwrapped.play.returns()
    assert sum(sums.values()) == pytest.approx(0), "these games are zero-sum"


def test_games_after_one_seed_differ_and_are_reproducible(load):
    def hands():
        environment = raw_env(load("classics/kuhn_poker", 2))
        environment.reset(seed=5)
        found = []
        for _ in range(12):
            environment.reset()
            found.append(environment.play.save())
        return found

    assert hands() == hands() and len(set(hands())) > 2


def test_who_is_not_asked_has_no_action(load):
    environment = env(load("classics/connect_four", 2))
    environment.reset(seed=1)
    assert environment.agent_selection == "anna" == environment.agents[0]
    assert environment.observe("anna")["action_mask"].sum() == 7
    assert environment.observe("ben")["action_mask"].sum() == 0


def test_an_environment_can_be_pickled(load):
    environment = raw_env(load("classics/chess", 2))
    environment.reset(seed=1)
    environment.step(int(environment.observe("anna")["action_mask"].argmax()))
    twin = pickle.loads(pickle.dumps(environment))
    for agent in environment.agents:
        assert (twin.observe(agent)["action_mask"] == environment.observe(agent)["action_mask"]).all()
        assert np.array_equal(twin.observe(agent)["observation"], environment.observe(agent)["observation"])


def test_render(load):
    environment = env(load("classics/connect_four", 2), render_mode="ansi")
    environment.reset(seed=1)
    assert "anna" in environment.render()
    with pytest.raises(ValueError, match="human"):
        env(load("classics/connect_four", 2), render_mode="human")
