"""Plays: questions, answers, copies, pickles, misuse."""

import copy
import pickle
import random
import statistics
import threading
import time

import pytest
from conftest import FAULTY

import tavola
from tavola import Rules


def test_questions_and_answers(load):
    play = load("classics/connect_four", 2).start()
    assert (play.player, play.is_over, play.is_chance) == (0, False, False)
    assert play.options == [f"drop({column})" for column in range(1, 8)]
    assert [choice["notation"] for choice in play.question["options"]] == play.options
    assert play.labels[3] == play.question["options"][3]["label"]
    for _ in range(6):
        play.answer("drop(4)")
    with pytest.raises(tavola.Refused) as raised:
        play.answer("drop(4)")
    assert raised.value.clauses == ["CF-2"] and "connect_four.tavola:" in raised.value.place
    assert play.why_not("drop(4)")["clauses"] == ["CF-2"] and play.why_not("drop(3)") is None
    for wrong in (True, 1.0, None):
        with pytest.raises(TypeError, match=f"`option` is its notation, such as `drop\\(4\\)` or `yes`, or its number, not {wrong}"):
            play.answer(wrong)
    with pytest.raises(TypeError, match="`action` is a whole number below 7, not True"):
        play.step(True)
    assert len(play.options) == 6, "a refused answer changes nothing"


def test_play_to_the_end(load):
    play = load("classics/connect_four", 2).start()
    for column in (1, 2, 1, 2, 1, 2, 1):
        play.answer(column - 1)
    assert play.is_over and play.player is None and play.options == [] and play.question is None
    assert play.returns() == [1.0, -1.0] and play.winners() == [0]
    assert play.legal_actions() == [] and not play.action_mask().any()
    for misuse in (lambda: play.answer(0), lambda: play.step(0), lambda: play.think("greedy")):
        with pytest.raises(tavola.TavolaError):
            misuse()


def test_chance_of_the_caller_and_of_a_seed(load):
    game = load("classics/kuhn_poker", 2)
    play = game.start()
    assert play.is_chance and play.player is None and play.question is None
    assert play.options == ["jack", "queen", "king"] and play.probabilities == pytest.approx([1 / 3] * 3)
    assert min(play.legal_actions()) >= game.action_count and not play.action_mask().any()
    assert "chance" in repr(play)
    play.answer("king")
    play.step(play.legal_actions()[0])
    assert play.player == 0 and play.probabilities == []
    hands = {game.start(seed).save() for seed in range(60)}
    assert len(hands) == 6, "every deal comes"
    assert game.start(7) == game.start(7) and not game.start(7).is_chance


def test_views_keep_secrets(load):
    play = load("classics/kuhn_poker", 2).start(3)
    for seat in (0, 1, None):
        view = play.view(seat)
        hands = {place["index"][0]: place for place in view["places"] if place["place"] == "hand"}
        seen = [bool(hands[name]["things"]) for name in ("anna", "ben")]
        assert view["viewer"] == seat and seen == [seat == 0, seat == 1]
        assert [hands[name]["total"] for name in ("anna", "ben")] == [1, 1]


def walk(play, seed):
    """Plays by random actions."""
    source = random.Random(seed)
    while not play.is_over:
        play.step(source.choice(play.legal_actions()))
    return play


@pytest.mark.parametrize(
    ("path", "players"),
    [("classics/kuhn_poker", 2), ("classics/chess", 2), ("san_marco", 4), ("venice_of_the_north", 2)],
)
def test_copies_and_pickles_at_every_moment(load, path, players):
    play, moments = load(path, players).start(5), []
    while not play.is_over and len(moments) < 300:
        moments.append(play.copy())
        play.step(random.Random(len(moments)).choice(play.legal_actions()))
    assert len({*moments}) > 0.9 * len(moments)
    for moment in moments[:: max(1, len(moments) // 40)]:
        for twin in (moment.copy(), copy.copy(moment), copy.deepcopy(moment), pickle.loads(pickle.dumps(moment))):
            assert twin == moment and hash(twin) == hash(moment)
            assert twin.legal_actions() == moment.legal_actions()
            action = moment.legal_actions()[-1]
            after = moment.copy()
            assert twin.step(action) == after.step(action)
            assert twin == after and twin != moment


def test_chance_continues_the_same_way_in_copies_and_pickles(load):
    play = load("san_marco", 3).start(5)
    for _ in range(20):
        play.step(play.legal_actions()[0])
    twins = [play.copy(), pickle.loads(pickle.dumps(play))]
    walk(play, 1)
    for twin in twins:
        assert walk(twin, 1) == play


def test_an_answer_in_parts(load):
    game = load("classics/chess", 2)
    play = game.start()
    wanted = play.options[0]
    first, second = play.actions_for(wanted)
    other = play.copy()
    other.answer(wanted)
    assert play.step(first) is False
    assert play != game.start() and play.player == 0
    half = pickle.loads(pickle.dumps(play))
    assert half == play and half.legal_actions() == play.legal_actions() and second in half.legal_actions()
    assert half.step(second) is True and half == other
    with pytest.raises(tavola.TavolaError, match="not offered"):
        play.step(first)
    play.answer(wanted)
    assert play == other, "a whole answer replaces the parts"


def test_saved_positions(load):
    game = load("classics/leduc_poker", 2)
    play = game.start(1)
    saved = play.save()
    assert game.restore(saved, 1) == play
    for wrong, message in (("nothing", "no saved position"), (saved[:40], "cut off")):
        with pytest.raises(tavola.SavedStateError, match=message):
            game.restore(wrong)
    with pytest.raises(tavola.SavedStateError, match="belongs to the game"):
        load("classics/kuhn_poker", 2).restore(saved)


def test_misuse_raises(load):
    play = load("classics/connect_four", 2).start()
    before = play.save()
    for misuse, message in (
        (lambda: play.answer(7), "there is no option 7: options are 0 to 6"),
        (lambda: play.answer(-1), "there is no option -1"),
        (lambda: play.answer("fly"), "fly"),
        (lambda: play.step(99), "there is no action 99"),
        (lambda: play.view(2), "there is no seat 2"),
        (lambda: play.observation(2), "there is no seat 2"),
        (lambda: play.think("genius"), "is not a bot"),
        (lambda: play.rollout(bots=["random"]), "`bots` names 1, and the game has 2 seats"),
    ):
        with pytest.raises(tavola.TavolaError, match=message):
            misuse()
    assert play.save() == before


def test_a_fault_of_the_rules_has_a_place_and_changes_nothing():
    play = Rules.from_texts({"bad.tavola": FAULTY}).game(2).start()
    before = play.save()
    with pytest.raises(tavola.FaultError, match="three is too much") as raised:
        play.answer("3")
    assert raised.value.finding.line == 8 and raised.value.finding.code.startswith("F")
    assert play.save() == before and play.player == 0
    play.answer("2")
    assert play.player == 1


def test_bots(load):
    play = load("classics/connect_four", 2).start()
    for answer in ("drop(4)", "drop(1)", "drop(4)", "drop(1)", "drop(4)", "drop(2)"):
        play.answer(answer)
    before = play.save()
    thought = play.think("mcts:300", seed=1)
    assert thought["options"][0]["notation"] == "drop(4)", "it wins at once"
    assert thought["playouts"] == 300 and thought == play.think("mcts:300", seed=1)
    assert play.options[play.choose("greedy")] == "drop(4)"
    assert {play.choose("random", seed) for seed in range(100)} == set(range(7))
    assert play.rollout(5, seed=4, bots="mcts:200") == [[1.0, -1.0]] * 5
    assert play.rollout(5, seed=1) == play.rollout(5, seed=1) != play.rollout(5, seed=2)
    assert play.save() == before, "bots and rollouts change nothing"


def test_rollouts_begin_at_the_position(load):
    play = walk(load("san_marco", 3).start(2), 2)
    assert play.rollout(2) == [play.returns()] * 2, "a game that is over stays over"


def test_threads_search_at_the_same_time(load):
    game = load("san_marco", 3)
    wanted, found = game.start(1).think("mcts:100", 9), []

    def search():
        found.append(game.start(1).think("mcts:100", 9))

    threads = [threading.Thread(target=search) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [wanted] * 4


def test_a_play_in_use_by_another_thread_is_refused(load):
    play = load("san_marco", 3).start(1)
    thread = threading.Thread(target=lambda: play.think("mcts:1500ms"))
    thread.start()
    refused = 0
    while thread.is_alive():
        try:
            play.answer(99)
        except RuntimeError:
            refused += 1
        except tavola.TavolaError:
            pass
    thread.join()
    assert refused > 0, "the lock of the interpreter is free while a bot thinks"


def test_information_states_have_perfect_recall(load):
    game = load("classics/kuhn_poker", 2)

    def deal(first, second):
        play = game.start()
        play.answer(first)
        play.answer(second)
        return play

    one, other = deal("king", "jack"), deal("king", "queen")
    assert one.information_state(0) == other.information_state(0) and one.information_state(None) == other.information_state(None)
    assert one.information_state(1) != other.information_state(1) and "queen" in other.information_state(1)
    before = one.information_state(0)
    one.answer("bet")
    assert one.information_state(0).startswith(before) and "bet" in one.information_state(1)
    assert one.copy().information_state(1) == one.information_state(1), "copies know their answers"
    for restored in (game.restore(one.save()), pickle.loads(pickle.dumps(one))):
        with pytest.raises(tavola.TavolaError, match="its earlier answers are not known"):
            restored.information_state(0)
    with pytest.raises(tavola.TavolaError, match="there is no seat 2"):
        one.information_state(2)
    chess = load("classics/chess", 2).start()
    chess.answer(0)
    assert chess.options[0] in chess.information_state(1)


def test_what_is_known_of_a_game(load):
    marco, chess, poker = load("san_marco", 3), load("classics/chess", 2), load("classics/kuhn_poker", 2)
    assert [game.is_zero_sum for game in (marco, chess, poker)] == [True, True, False]
    assert [game.has_hidden_information for game in (marco, chess, poker)] == [True, False, True]


BIG = 2**64


@pytest.mark.parametrize(
    ("misuse", "message"),
    [
        (lambda game, play: game.start(seed=-1), "`seed` is a whole number from 0 to 18446744073709551615, not -1"),
        (lambda game, play: game.start(seed=BIG), f"`seed` is a whole number from 0 to {BIG - 1}, not {BIG}"),
        (lambda game, play: game.restore(play.save(), seed=-1), "`seed` is a whole number"),
        (lambda game, play: game.simulate(jobs=-1), "`jobs` is a whole number from 0 to 1024, not -1"),
        (lambda game, play: game.simulate(games=-1), "`games` is a whole number from 0 to"),
        (lambda game, play: game.simulate(first_game=-1), "`first_game` is a whole number from 0 to"),
        (lambda game, play: game.table(seed=BIG), "`seed` is a whole number"),
        (lambda game, play: game.tally(first=-1), "`first` is a whole number"),
        (lambda game, play: game.batch(-1), "`size` is a whole number from 1 to 16777216, not -1"),
        (lambda game, play: game.batch(0), "`size` is a whole number from 1 to 16777216, not 0"),
        (lambda game, play: play.why_not(), "name the answer that you ask about"),
        (lambda game, play: game.batch(2).restart(-1), "there is no row -1: rows are 0 to 1"),
        (lambda game, play: game.batch(2).play(BIG), f"there is no row {BIG}: rows are 0 to 1"),
        (lambda game, play: game.batch(2).step([-1, 0]), "row 0: there is no action -1: ids are below 7"),
        (lambda game, play: play.step(-1), "there is no action -1: ids are below 7"),
        (lambda game, play: play.step(BIG), f"there is no action {BIG}: ids are below 7"),
        (lambda game, play: play.step(7), "there is no action 7: ids are below 7"),
        (lambda game, play: play.answer(-1), "there is no option -1: options are 0 to 6"),
        (lambda game, play: play.actions_for(BIG), f"there is no option {BIG}: options are 0 to 6"),
        (lambda game, play: play.observation(-1), "there is no seat -1: seats are 0 to 1"),
        (lambda game, play: play.observation(2), "there is no seat 2: seats are 0 to 1"),
        (lambda game, play: play.view(BIG), f"there is no seat {BIG}: seats are 0 to 1"),
        (lambda game, play: play.show(-1), "there is no seat -1"),
        (lambda game, play: play.information_state(-1), "there is no seat -1"),
        (lambda game, play: play.choose("greedy", -1), "`seed` is a whole number"),
        (lambda game, play: play.rollout(games=-1), "`games` is a whole number"),
        (lambda game, play: game.rules.game(-1), "`players` is a whole number from 0 to 64, not -1"),
        (lambda game, play: game.rules.settings(-1), "`players` is a whole number from 0 to 64, not -1"),
        (lambda game, play: play.to_record().replay(game.rules, -1), "`answers` is a whole number"),
    ],
)
def test_numbers_out_of_range_are_named(load, misuse, message):
    game = load("classics/connect_four", 2)
    with pytest.raises(tavola.TavolaError) as raised:
        misuse(game, game.start(1))
    assert message in str(raised.value)


def test_what_is_no_whole_number(load):
    game = load("classics/connect_four", 2)
    for misuse in (lambda: game.start(1.5), lambda: game.start().step(1.5), lambda: game.start().observation("anna")):
        with pytest.raises(TypeError):
            misuse()


def test_an_action_while_chance_is_asked(load):
    play = load("classics/kuhn_poker", 2).start()
    with pytest.raises(tavola.TavolaError, match="is not offered here: chance is asked"):
        play.step(0)


def test_a_bot_continues_from_its_last_position(load):
    """What a bot has replayed is kept, so that an answer takes as long at the end of a game as at its beginning."""
    game = load("san_marco", 3)
    play, source, spent = game.start(1), random.Random(1), []
    while not play.is_over and len(spent) < 300:
        begun = time.process_time()
        option = play.choose("flat:1", seed=len(spent))
        spent.append(time.process_time() - begun)
        if len(spent) % 60 == 0:
            assert option == play.copy().choose("flat:1", seed=len(spent) - 1), "what was replayed decides nothing"
        play.answer(source.randrange(len(play.options)))
    early, late = (statistics.median(part) for part in (spent[20:80], spent[-60:]))
    assert late < 2 * early


def test_a_single_option_needs_no_bot(load):
    play = load("classics/othello", 2).start()
    while len(play.options) > 1:
        play.answer(0)
    assert play.choose("mcts:1000000") == 0


def test_random_rates_nothing(load):
    with pytest.raises(tavola.TavolaError, match="`random` rates no options"):
        load("classics/connect_four", 2).start().think("random")


def test_cut_positions(load):
    game = load("classics/tic_tac_toe", 2)
    saved = game.start(1).save()
    for cut in range(1, len(saved)):
        with pytest.raises(tavola.SavedStateError) as raised:
            game.restore(saved[:-cut])
        assert any(word in str(raised.value) for word in ("cut off", "no saved position", "belongs", "differ")), raised.value


def test_texts_outside_of_the_folder():
    with pytest.raises(tavola.TavolaError, match="`../a.tavola` is no path in the folder of a game"):
        Rules.from_texts({"../a.tavola": 'game a "A" for 2 players\n'})


SECRETS = [("classics/kuhn_poker", 2), ("classics/leduc_poker", 2), ("classics/chess", 2), ("san_marco", 3), ("doge", 3)]


def seen_by(play, seat):
    """All that a seat may look at."""
    own = (play.legal_actions(), play.question) if play.player == seat else play.player
    return play.view(seat), play.observation(seat).tolist(), play.scene(seat), own


@pytest.mark.parametrize(("path", "players"), SECRETS)
def test_a_guess_is_what_a_seat_thinks_possible(load, path, players):
    play, source, hidden = load(path, players).start(3), random.Random(2), set()
    for moment in range(60):
        if play.is_over:
            break
        if moment % 4 == 0:
            for seat in range(players):
                guesses = [play.guess(seat, seed) for seed in range(4)]
                assert all(seen_by(guess, seat) == seen_by(play, seat) for guess in guesses)
                assert guesses[0] == play.guess(seat, 0), "the same seed guesses the same"
                hidden |= {moment for guess in guesses if guess.save() != play.save()}
        play.step(source.choice(play.legal_actions()))
    assert bool(hidden) == play.game.has_hidden_information


def test_a_guess_has_chance_of_its_own():
    text = """game die "Die" for 2 players

track fame[Player] 0..

play
  each p in Player
    chance n in 1..6 "die"
    p chooses k in 1..n "How much?"
    p gains k fame

winner p in Player by most fame[p]
"""
    game = Rules.from_texts({"die.tavola": text}).game(2)
    play, rolls = game.start(4), set()
    for seed in range(40):
        guess = play.guess(0, seed)
        guess.answer(0)
        rolls.add(len(guess.options))
    assert rolls == {1, 2, 3, 4, 5, 6}, "a copy always rolls the same"
    assert game.start().guess(0).is_chance, "chance that is asked stays so"


def test_a_guess_keeps_the_parts_of_an_answer(load):
    play = load("classics/chess", 2).start()
    play.step(play.legal_actions()[0])
    assert play.guess(0) == play and play.guess(0).legal_actions() == play.legal_actions()
    assert play.guess(1) == play.game.start(), "nobody else sees what is not yet answered"


def test_a_guess_that_is_not_found():
    text = """game wish "Wish" for 2 players

memory
  | variable          | type           | start | seen by |
  | wish[p in Player] | list of number | []    | nobody  |

play
  set wish[seat(2)] = [7, 7]
  seat(1) may "Ready?": say "on"

winner p in Player by most p.seat
"""
    play = Rules.from_texts({"wish.tavola": text}).game(2).start(1)
    assert play.guess(0).view(0) == play.view(0)
    restored = play.game.restore(play.save(), 1)
    with pytest.raises(tavola.TavolaError, match="no position was found that anna thinks possible: cannot list the values of `wish`"):
        restored.guess(0)
    with pytest.raises(tavola.TavolaError, match="there is no seat 2: seats are 0 to 1"):
        play.guess(2)
