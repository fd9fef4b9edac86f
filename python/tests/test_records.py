"""Records: written, read, replayed."""

import pickle
import subprocess

import pytest

import tavola

WRONG = "game: two\nrules: abc\nplayers: [anna, ben]\nseed: 1\nanswers:\n- chris: drop(4)\n"


def played(game, answers, seed=3):
    """A play after some answers of a random player."""
    play = game.start(seed)
    for number in range(answers):
        if play.is_over:
            break
        play.answer(play.choose("random", seed=number))
    return play


@pytest.mark.parametrize(("path", "players"), [("classics/kuhn_poker", 2), ("doge", 3), ("san_marco", 3)])
def test_a_record_leads_to_the_same_play(load, path, players):
    play = played(load(path, players), 40)
    record = play.to_record()
    assert record.replay(play.game.rules) == play
    assert (record.game, record.players, record.rules_hash) == (play.game.name, play.game.players, play.game.hash)
    assert tavola.Record.from_text(record.to_text()) == record == pickle.loads(pickle.dumps(record))
    assert record.replay(play.game.rules).to_record() == record


def test_a_finished_game_has_a_result(load):
    play = load("classics/connect_four", 2).start()
    for column in (1, 2, 1, 2, 1, 2, 1):
        assert play.to_record().winners is None
        play.answer(f"drop({column})")
    record = play.to_record()
    assert record.winners == ["anna"] and record.ranking[0] == ["anna"]
    assert record.answers[0] == ("anna", "drop(1)") and len(record) == 7
    assert record.bots == ["random", "random"] and record.people is None and record.variant is None


def test_positions_of_a_record(load):
    play = played(load("doge", 3), 12)
    record = play.to_record()
    plays = list(record.plays(play.game.rules))
    assert len(plays) == len(record) + 1 and plays[-1] == play
    for (who, answer), before, after in zip(record.answers, plays, plays[1:]):
        assert who == ("chance" if before.is_chance else before.game.players[before.player])
        before.answer(answer)
        assert before == after
    assert record.replay(play.game.rules, 5) == list(record.plays(play.game.rules))[5]
    with pytest.raises(tavola.TavolaError, match="there are"):
        record.replay(play.game.rules, 10_000)


def test_the_history_of_copies_and_refused_answers(load):
    play = played(load("classics/connect_four", 2), 4)
    twin = play.copy()
    twin.answer(0)
    with pytest.raises(tavola.Refused):
        play.answer("drop(9)")
    assert len(play.to_record()) == 4 and len(twin.to_record()) == 5
    for unknown in (pickle.loads(pickle.dumps(play)), play.game.restore(play.save())):
        with pytest.raises(tavola.TavolaError, match="began at a saved position"):
            unknown.to_record()


def test_the_set_up_of_a_record(rules_folder):
    rules = tavola.Rules.read(rules_folder / "san_marco")
    game = rules.with_variant("short_evening").game(["zoe", "yan", "xan"], {"toll": 2})
    record = game.start(seed=1).to_record()
    assert (record.variant, record.settings, record.seed) == ("short_evening", {"toll": "2"}, 1)
    assert record.set_up(rules) == game
    other = tavola.Rules.read(rules_folder / "doge")
    with pytest.raises(tavola.TavolaError, match="this is a record of `san_marco`"):
        record.replay(other)


def test_records_of_the_program(rules_folder, program, tmp_path):
    file = tmp_path / "game.yaml"
    words = [program, "play", rules_folder / "doge", "--players", "3", "--human", "none", "--seed", "3", "--record", file]
    subprocess.run(words, capture_output=True, check=True)
    record, rules = tavola.Record.read(file), tavola.Rules.read(rules_folder / "doge")
    play = record.replay(rules)
    assert play.is_over and [play.game.players[seat] for seat in play.winners()] == record.winners
    assert record.to_text() == file.read_text()
    # The same seed gives the same chance.
    own = play.game.start(record.seed)
    for who, answer in record.answers:
        if who != "chance":
            own.answer(answer)
    assert own == play
    copy = tmp_path / "copy.yaml"
    own.to_record().write(copy)
    replayed = subprocess.run([program, "replay", copy, "--rules", rules_folder / "doge"], capture_output=True, text=True)
    assert replayed.returncode == 0, replayed.stderr


def test_an_answer_that_is_not_possible(load):
    game = load("classics/connect_four", 2)
    text = game.start().to_record().to_text() + "- anna: drop(1)\n- ben: drop(9)\n- anna: drop(1)\n"
    record = tavola.Record.from_text(text)
    with pytest.raises(tavola.TavolaError, match=r"answer 2 of 3 \(`ben: drop\(9\)`\) is not possible") as raised:
        record.replay(game.rules)
    assert isinstance(raised.value.__cause__, tavola.Refused)
    plays = record.plays(game.rules)
    assert next(plays).player == 0 and next(plays).player == 1
    with pytest.raises(tavola.TavolaError):
        next(plays)
    assert list(plays) == []
    swapped = tavola.Record.from_text(text.replace("- anna: drop(1)\n- ben", "- ben: drop(1)\n- ben", 1))
    with pytest.raises(tavola.TavolaError, match="the question is for anna"):
        swapped.replay(game.rules, 1)


def test_files_that_are_no_records(tmp_path):
    with pytest.raises(tavola.RecordError) as raised:
        tavola.Record.from_text(WRONG, "wrong.yaml")
    finding = raised.value.findings[0]
    assert (finding.code, finding.file, finding.line) == ("E1105", "wrong.yaml", 6)
    with pytest.raises(tavola.TavolaError, match="nothing.yaml"):
        tavola.Record.read(tmp_path / "nothing.yaml")
