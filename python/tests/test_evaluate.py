"""An agent of your own against bots: the games, and the report of them."""

import random

import pytest

import tavola


def last(play):
    """The last legal action."""
    return play.legal_actions()[-1]


def first(play):
    """The first legal action."""
    return play.legal_actions()[0]


def test_the_report_counts_as_simulations_do(load):
    game = load("classics/connect_four", 2)
    report = tavola.evaluate(game, last, "random", games=40, seed=3)
    simulated = game.simulate(games=40, bots=["greedy", "random"], rotate=True)
    assert report["games"] == 40 and [bot["bot"] for bot in report["bots"]] == ["last", "random"]
    for part in ("seats", "bots"):
        for own, same in zip(report[part], simulated[part], strict=True):
            assert own.keys() - {"returns"} == same.keys() and own["wins"].keys() == same["wins"].keys()
    won = [bot["wins"]["count"] for bot in report["bots"]]
    assert sum(won) + report["drawn"]["count"] == 40 and sum(seat["wins"]["count"] for seat in report["seats"]) == sum(won)
    mine = report["bots"][0]
    assert mine["wins"]["low"] < mine["wins"]["rate"] < mine["wins"]["high"]
    assert mine["wins"] == tavola.evaluate(game, last, "random", games=40, seed=3)["bots"][0]["wins"]
    assert mine["returns"]["mean"] == pytest.approx((won[0] - won[1]) / 40, abs=1e-6)


def test_everybody_moves_on(load):
    game, seats = load("doge", 3), []

    def agent(play):
        seats.append(play.player)
        return first(play)

    report = tavola.evaluate(game, agent, ["random", first], games=3)
    assert set(seats) == {0, 1, 2} and [bot["bot"] for bot in report["bots"]] == ["agent", "random", "first"]
    seats.clear()
    tavola.evaluate(game, agent, first, games=2, rotate=False)
    assert set(seats) == {0}


def test_a_good_agent_wins(load):
    game = load("classics/tic_tac_toe", 2)
    report = tavola.evaluate(game, "mcts:100", games=20)
    assert report["bots"][0]["bot"] == "mcts:100" and report["bots"][0]["wins"]["rate"] > 0.7


def test_progress_and_mistakes(load):
    game, seen = load("classics/tic_tac_toe", 2), []
    tavola.evaluate(game, first, games=3, progress=lambda *now: seen.append(now))
    assert seen == [(1, 3), (2, 3), (3, 3)]
    with pytest.raises(tavola.TavolaError, match="is not a bot"):
        tavola.evaluate(game, "genius")
    with pytest.raises(ValueError, match="names 2, and the game has 1 other"):
        tavola.evaluate(game, first, ["random", "random"])
    with pytest.raises(tavola.TavolaError, match="there is no action 99"):
        tavola.evaluate(game, lambda play: 99)
    for wrong in (None, 1.5, "place(a1)", True, [0]):
        with pytest.raises(TypeError, match="an agent returns the id of a legal action .*, but `agent` returned ") as raised:

            def agent(play):
                return wrong

            tavola.evaluate(game, agent)
        assert str(raised.value).endswith(f" {wrong!r}")
    with pytest.raises(tavola.TavolaError, match="`seed` is a whole number from 0 to 18446744073709551615, not -1"):
        tavola.evaluate(game, first, seed=-1)
    with pytest.raises(tavola.TavolaError, match="`games` is a whole number from 0 to .*, not -3"):
        tavola.evaluate(game, first, games=-3)


def test_an_agent_that_draws(load):
    game, source = load("classics/kuhn_poker", 2), random.Random(1)
    report = tavola.evaluate(game, lambda play: source.choice(play.legal_actions()), games=30)
    assert report["bots"][0]["bot"] == "<lambda>" and report["bots"][0]["returns"]["low"] < 0.5


COIN = """game coin "Coin" for 3 players

track luck 0..1
  past top: stay

play
  chance side in 0..1 "the coin"
  each p in Player
    p may "Ready?": raise luck by side

winner p in Player where luck is 1
"""
"""A game in which chance decides whether all win or lose together."""


def test_seats_that_win_together_are_one_number():
    game = tavola.Rules.from_texts({"coin.tavola": COIN}).game(3)
    assert game.is_cooperative

    def ready(play):
        return play.legal_actions()[play.options.index("yes")]

    for bot in tavola.evaluate(game, ready, [ready, last], games=40, seed=1)["bots"]:
        wins, returns = bot["wins"], bot["returns"]
        for part, share in (("mean", "rate"), ("low", "low"), ("high", "high")):
            assert returns[part] == pytest.approx(2 * wins[share] - 1, abs=1e-5)


BIDS = """game bids "Bids" for 4 players

track bid[Player] 0..

play
  each p in Player
    p chooses n in 1..6 "How much?"
    p gains n bid

winner p in Player by most bid[p]
"""
"""A game in which one wins what the others lose."""


def test_the_interval_of_the_others_is_mirrored():
    game = tavola.Rules.from_texts({"bids.tavola": BIDS}).game(4)
    half = game.actions[3]["id"]
    bots = tavola.evaluate(game, "random", ["random", lambda play: half, lambda play: half], games=30, seed=2)["bots"]
    pair, others = (bot["returns"] for bot in bots)
    assert [bot["seats"] for bot in bots] == [2, 2] and game.is_zero_sum
    assert (pair["mean"], pair["low"], pair["high"]) == (-others["mean"], -others["high"], -others["low"])


def test_returns_stay_within_their_bounds(load):
    game = load("classics/tic_tac_toe", 2)
    bots = tavola.evaluate(game, "mcts:200", first, games=4, seed=1)["bots"]
    for returns in (bot["returns"] for bot in bots):
        assert -1 <= returns["low"] < returns["high"] <= 1
