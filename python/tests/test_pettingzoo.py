"""Environments of PettingZoo, by its own tests."""

import pickle
import random

import numpy as np
import pytest
from conftest import GAMES
from pettingzoo.test import api_test, seed_test

from tavola.pettingzoo import env, raw_env


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


# PettingZoo's own `max_cycles_test` needs a parallel environment in which every action is legal. These are its assertions for AEC.
@pytest.mark.parametrize("path", ["classics/connect_four", "classics/gomoku", "classics/othello"])
def test_games_of_a_limited_length(load, path):
    environment = env(load(path, 2), max_cycles=3)
    environment.reset(seed=1)
    counts = dict.fromkeys(environment.possible_agents, 0)
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, _ = environment.last()
        assert reward == 0 and not terminated and truncated == (environment.unwrapped._steps == 6)
        counts[agent] += 1
        environment.step(None if truncated else int(observation["action_mask"].argmax()))
    assert list(counts.values()) == [4, 4], "three actions, and the step after the end"
    with pytest.raises(ValueError, match="max_cycles is"):
        env(load(path, 2), max_cycles=0)


def test_the_end_of_a_game_comes_before_the_limit(load):
    game = load("classics/connect_four", 2)
    steps, _ = play(env(game), 2)
    moves = sum(action is not None for _, action in steps)
    limit = -(-moves // 2)
    environment = env(game, max_cycles=limit)
    assert play(environment, 2)[0] == steps and 2 * limit - moves in (0, 1)
    assert environment.unwrapped.play.is_over and not any(environment.truncations.values())


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
