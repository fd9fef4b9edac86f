"""Games of OpenSpiel, by its own tests, and its algorithms beside its own games."""

import doctest
import pickle
import random

import numpy as np
import pytest
from conftest import GAMES, ROOT, programs

pyspiel = pytest.importorskip("pyspiel", reason="`python/requirements-open-spiel.txt` is not installed")

from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, get_all_states, mcts  # noqa: E402
from open_spiel.python.observation import INFO_STATE_OBS_TYPE, make_observation  # noqa: E402

import tavola  # noqa: E402
import tavola.open_spiel  # noqa: E402


@pytest.fixture(autouse=True)
def root(monkeypatch):
    """Paths of games begin at the root of the project."""
    monkeypatch.chdir(ROOT)


def loaded(path, players=2, **others):
    words = "".join(f",{name}={value}" for name, value in others.items())
    return pyspiel.load_game(f"tavola(path=rules/{path},players={players}{words})")


def test_examples_of_docstrings():
    tried = doctest.testmod(tavola.open_spiel)
    assert tried.attempted > 3 and tried.failed == 0


def test_programs_of_the_guides(capsys):
    found = programs(spiel=True)
    assert found
    for program in found:
        exec(program, {})
    assert float(capsys.readouterr().out.split("exploitability:")[1]) < 0.05


@pytest.mark.parametrize("path", [path for path, players in GAMES if players == 2])
def test_random_games_of_open_spiel(path):
    pyspiel.random_sim_test(loaded(path), num_sims=1, serialize=False, verbose=False)


def test_a_random_game_of_open_spiel_with_three_players():
    """Of the long games one: the test asks for all information states, and each replays the game."""
    game = loaded("san_marco", 3, settings="passages:1")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("path", ["classics/tic_tac_toe", "classics/kuhn_poker", "classics/leduc_poker", "classics/amazons"])
def test_random_games_of_open_spiel_with_serialization(path):
    pyspiel.random_sim_test(loaded(path), num_sims=2, serialize=True, verbose=False)


def test_types_follow_from_the_rules():
    kinds = pyspiel.GameType
    poker, chess, marco = (loaded(*game).get_type() for game in (("classics/kuhn_poker",), ("classics/chess",), ("san_marco", 4)))
    assert poker.chance_mode == marco.chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    assert chess.chance_mode == kinds.ChanceMode.DETERMINISTIC
    assert poker.information == marco.information == kinds.Information.IMPERFECT_INFORMATION
    assert chess.information == kinds.Information.PERFECT_INFORMATION
    assert poker.utility == kinds.Utility.GENERAL_SUM and chess.utility == marco.utility == kinds.Utility.ZERO_SUM
    assert (marco.min_num_players, marco.max_num_players, marco.long_name) == (3, 4, "San Marco")
    assert loaded("classics/kuhn_poker", zero_sum=True).get_type().utility == kinds.Utility.ZERO_SUM
    game = loaded("classics/kuhn_poker", max_game_length=3)
    assert (game.min_utility(), game.max_utility(), game.max_game_length()) == (-2, 2, 3)
    assert game.num_distinct_actions() == game.rules.action_count and game.max_chance_outcomes() == 3


def test_variants_and_settings():
    game = loaded("san_marco", 3, variant="short_evening", settings="toll:2;jump_price:0")
    assert game.rules.rules.variant == "short_evening" and game.rules.settings == {"toll": "2", "jump_price": "0"}
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game) and again.rules == game.rules


def test_a_payoff_that_is_not_zero_sum(tmp_path):
    text = 'game two "Two" for 2 players\n\ntrack fame[Player] 0..3\n\nplay\n  each p in Player\n    p chooses n in 0..3 "How much?"\n    p gains n fame\n\nwinner p in Player by most fame[p]\npayoff p in Player = fame[p]\n'
    (tmp_path / "two.tavola").write_text(text)
    general, wrong = (pyspiel.load_game("tavola", {"path": str(tmp_path), "zero_sum": zero}) for zero in (False, True))
    for game in (general, wrong):
        state = game.new_initial_state()
        state.apply_action(2)
        state.apply_action(1)
        if game is general:
            assert state.returns() == [2, 1] and game.get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
        else:
            with pytest.raises(tavola.TavolaError, match="do not add up to 0"):
                state.returns()


def test_a_game_that_is_longer_than_its_bound():
    state = loaded("classics/connect_four", max_game_length=4).new_initial_state()
    for action in (3, 0, 3, 0):
        state.apply_action(action)
    with pytest.raises(tavola.TavolaError, match="more than 4 actions of players: raise `max_game_length`"):
        state.clone().apply_action(3)
    poker = loaded("classics/kuhn_poker", max_game_length=3)
    assert all(state.moves <= 3 for state in get_all_states.get_all_states(poker).values())


@pytest.mark.parametrize(
    ("game", "message"),
    [
        ("tavola()", "folder of the rules is missing"),
        ("tavola(path=no/such)", "does not exist"),
        ("tavola(path=rules/san_marco,players=2)", "is for 3 to 4 players"),
        ("tavola(path=rules/san_marco,players=3,settings=toll)", "is no setting with a value"),
        ("tavola(path=rules/san_marco,players=3,settings=toll:9)", "9"),
        ("tavola(path=rules/san_marco,colour=red)", "colour"),
    ],
)
def test_wrong_games(game, message):
    with pytest.raises(Exception, match=message):
        pyspiel.load_game(game)


def walk(game, seed):
    """All states of a random game."""
    state, source = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        yield state
        state.apply_action(source.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize(("path", "players"), [game for game in GAMES if game[1] == 3] + [("classics/kuhn_poker", 2), ("classics/chess", 2)])
def test_states_are_plays(path, players):
    game, chance = loaded(path, players), 0
    for number, state in enumerate(walk(game, 4)):
        play = state.play
        assert play.is_over == state.is_terminal() and state.rewards() == state.returns()
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes())
            assert list(outcomes) == sorted(set(outcomes)) and sum(probabilities) == pytest.approx(1) and min(probabilities) > 0
            assert min(outcomes) >= 0 and max(outcomes) < game.max_chance_outcomes()
            chance += 1
        elif not state.is_terminal():
            player = state.current_player()
            assert player == play.player and state.legal_actions() == play.legal_actions()
            assert np.array_equal(state.observation_tensor(player), play.observation(player))
            if number % 100 == 0:
                assert state.information_state_string(player).startswith(play.information_state(player))
            names = [state.action_to_string(player, action) for action in state.legal_actions()]
            assert len(set(names)) == len(names)
        if number % 100 == 0:
            twins = [state.clone(), pickle.loads(pickle.dumps(state))]
            twins.append(pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))[1])
            for twin in twins:
                assert str(twin) == str(state) and twin.history() == state.history() and twin.play == play
    assert state.returns() == state.play.returns() and (chance > 0) == (path != "classics/chess")


def test_chance_in_parts(tmp_path):
    """A roll with too many results for an id each is answered part by part. A part has the probability of all that it begins."""
    text = 'game dice "Dice" for 1 player\n\ntrack fame[Player] 0..\n\nplay\n  chance a in 1..70, b in 1..80 "two dice"\n  each p in Player\n    p gains a + b fame\n\nwinner p in Player by most fame[p]\n'
    (tmp_path / "dice.tavola").write_text(text)
    game = pyspiel.load_game("tavola", {"path": str(tmp_path), "players": 1})
    state, depths = game.new_initial_state(), []
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        depths.append(len(outcomes))
        assert [probability for _, probability in outcomes] == pytest.approx([1 / len(outcomes)] * len(outcomes))
        assert [outcome for outcome, _ in outcomes] == state.legal_actions()
        state.apply_action(outcomes[-1][0])
    assert depths == [70, 80] and state.is_terminal() and state.returns() == [state.play.returns()[0]]


def test_an_answer_in_parts_is_known_to_who_chooses():
    game = loaded("classics/chess")
    state = game.new_initial_state()
    before = [state.information_state_string(seat) for seat in (0, 1)]
    seen = [state.observation_string(seat) for seat in (0, 1)]
    state.apply_action(state.legal_actions()[0])
    assert state.current_player() == 0 and len(state.parts) == 1
    assert state.information_state_string(0) != before[0] and state.information_state_string(1) == before[1]
    assert state.observation_string(0) != seen[0] and state.observation_string(1) == seen[1]


def test_observers():
    game = loaded("classics/kuhn_poker")
    state = game.new_initial_state()
    for name in ("king", "jack"):
        state.apply_action(next(action for action in state.legal_actions() if state.action_to_string(action) == name))
    seen = make_observation(game)
    seen.set_from(state, 0)
    assert seen.dict["hand"].shape == (2, 3) and seen.dict["hand"].sum() == 1 == seen.tensor[np.flatnonzero(seen.dict["hand"])].size
    assert "hand[anna,king]=1" in seen.string_from(state, 0) and "king" not in seen.string_from(state, 1)
    recalled = make_observation(game, INFO_STATE_OBS_TYPE)
    assert recalled.tensor is None and recalled.string_from(state, 1) == state.play.information_state(1)
    public = make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE))
    assert public.string_from(state, 0) == public.string_from(state, 1) and "king" not in public.string_from(state, 0)
    with pytest.raises(ValueError, match="public"):
        make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS))


def information_states(game):
    states = get_all_states.get_all_states(game, include_terminals=False, include_chance_states=False, to_string=lambda s: s.history_str())
    return {(state.current_player(), state.information_state_string()) for state in states.values()}


@pytest.mark.parametrize(("name", "states", "iterations"), [("kuhn_poker", 12, 100), ("leduc_poker", 936, 3)])
def test_cfr_is_that_of_the_games_of_open_spiel(name, states, iterations):
    """The same tree gives the same average policies: their values and their exploitability are equal after each iteration."""
    ours, theirs = loaded(f"classics/{name}", zero_sum=True), pyspiel.load_game(name)
    assert len(information_states(ours)) == len(information_states(theirs)) == states
    found = []
    for game in (ours, theirs):
        solver, rows = cfr.CFRSolver(game), []
        for number in range(1, iterations + 1):
            solver.evaluate_and_update_policy()
            if number in (1, 3, 10, 30, iterations):
                average = solver.average_policy()
                values = expected_game_score.policy_value(game.new_initial_state(), [average] * 2)
                rows.append([*values, exploitability.exploitability(game, average)])
        found.append(rows)
    ours_found, theirs_found = found
    assert np.allclose(ours_found, theirs_found, rtol=0, atol=1e-6), (ours_found, theirs_found)
    assert ours_found[-1][2] < 0.8 * ours_found[0][2], "it learns"


def test_uniform_play_and_the_solver_in_cpp():
    """The solver in C++ takes our game, and uniform play has the known exploitability."""
    game = loaded("classics/kuhn_poker", zero_sum=True)
    assert exploitability.exploitability(game, policies.UniformRandomPolicy(game)) == pytest.approx(11 / 24)
    solver = pyspiel.CFRSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [solver.average_policy()] * 2)[0]
    assert value == pytest.approx(-1 / 18, abs=2e-3)


def test_search_of_open_spiel_plays_our_game():
    """In Python: the `MCTSBot` in C++ of OpenSpiel 2.0.2 crashes with all games that are written in Python, its own included."""
    game = loaded("classics/connect_four", max_game_length=42)
    state = game.new_initial_state()
    for action in (3, 0, 3, 0, 3, 1):
        state.apply_action(action)
    source = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 100, mcts.RandomRolloutEvaluator(1, source), random_state=source)
    assert bot.step(state) == 3, "it wins at once"
