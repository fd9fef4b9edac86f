"""Wrong arguments: each is named, with what it may be."""

import pytest

import tavola
from tavola import Record, Rules, Tally
from tavola._checked import checked, whole
from tavola.study import Study

np = pytest.importorskip("numpy")

TWO = 'game two "Two" for 2 players\n\nplay\n  each p in Player\n    p chooses a in 1..3 "Which?"\n'
"""Rules in memory."""

WRONG = [
    *(None, -1, 2**70, 1.5, "x", b"x", [], {}, {"a": 1}, (1,), True, object()),
    *(np.int8(-1), np.uint64(7), np.float32(1), np.float64(2), np.bool_(True), np.str_("x"), np.zeros(3), np.array("x")),
]
"""Values of many types. Most arguments take some of them."""


@pytest.fixture(scope="module")
def calls(load, rules_folder, tmp_path_factory):
    """Functions by their names, each with correct arguments."""
    folder = rules_folder / "classics" / "kuhn_poker"
    game, file = load("classics/kuhn_poker", 2), tmp_path_factory.mktemp("arguments") / "record.yaml"
    play, batch = game.start(1), game.batch(2)
    record, tally, rules = play.to_record(), game.tally(games=1), game.rules
    record.write(file)
    run = {"games": 0, "seed": 1, "bots": None, "jobs": 1, "rotate": False}
    sides = {"bots": None, "settings": None, "variant": None, "jobs": 1, "progress": None}
    return {
        "Rules.read": (Rules.read, {"path": folder, "variant": None}),
        "Rules.from_texts": (Rules.from_texts, {"files": {"two.tavola": TWO}, "variant": None, "name": "game"}),
        "Rules.with_variant": (rules.with_variant, {"variant": None}),
        "Rules.settings": (rules.settings, {"players": 2}),
        "Rules.game": (rules.game, {"players": 2, "settings": None}),
        "Game.start": (game.start, {"seed": None}),
        "Game.restore": (game.restore, {"saved": play.save(), "seed": None}),
        "Game.batch": (game.batch, {"size": 2, "seed": 1, "jobs": 1, "observe": True}),
        "Game.simulate": (game.simulate, {**run, "check": False, "by": None, "when": "setup", "first_game": 0, "progress": None}),
        "Game.table": (game.table, {"rows": "games", **run}),
        "Game.tally": (game.tally, {"first": 0, **run, "check": False}),
        "Record.read": (Record.read, {"path": file}),
        "Record.from_text": (Record.from_text, {"text": record.to_text(), "name": "record"}),
        "Record.set_up": (record.set_up, {"rules": rules}),
        "Record.replay": (record.replay, {"rules": rules, "answers": None}),
        "Record.plays": (record.plays, {"rules": rules}),
        "Play.answer": (lambda option: play.copy().answer(option), {"option": 0}),
        "Play.actions_for": (play.actions_for, {"option": 0}),
        "Play.guess": (play.guess, {"seat": 0, "seed": 0}),
        "Play.why_not": (lambda names: play.why_not(names), {"names": "bet"}),
        **{
            f"Play.{method}": (getattr(play, method), {"seat": 0})
            for method in ("view", "scene", "svg", "show", "information_state")
        },
        "Play.step": (lambda action: play.copy().step(action), {"action": 0}),
        "Play.observation": (play.observation, {"seat": 0, "out": None}),
        "Play.action_mask": (play.action_mask, {"out": None}),
        "Play.think": (play.think, {"bot": "flat:1", "seed": 0}),
        "Play.choose": (play.choose, {"bot": "flat:1", "seed": 0}),
        "Play.rollout": (play.rollout, {"games": 1, "seed": 0, "bots": None}),
        "Batch.step": (batch.step, {"actions": [0, 0]}),
        "Batch.restart": (batch.restart, {"row": 0}),
        "Batch.play": (batch.play, {"row": 0}),
        "Tally.from_bytes": (Tally.from_bytes, {"data": tally.to_bytes()}),
        "Tally.merge": (Tally.merge, {"tallies": [tally]}),
        "Tally.document": (Tally.document, {"runs": [("a", tally)]}),
        "check": (tavola.check, {"path": folder, "variant": None, "threshold": None}),
        "load": (tavola.load, {"path": folder, "players": 2, "settings": None, "variant": None}),
        "evaluate": (
            tavola.evaluate,
            {"game": game, "agent": "random", "opponents": "random", "games": 0, "seed": 1, "rotate": True, "progress": None},
        ),
        "test": (tavola.test, {"path": folder, "filter": None, "variant": None}),
        "explain": (tavola.explain, {"code": "E0201"}),
        "trace": (tavola.trace, {"path": folder, "games": 0, "seed": 1, **sides}),
        "impact": (tavola.impact, {"before": folder, "after": folder, "records": [file], "settings": None, "variant": None}),
        "Study.grid": (Study.grid, {"rules": folder, "players": [2], "games": 1, "seed": 1, "rotate": False, "shard_games": 5}),
    }


def test_type_errors_name_their_argument(calls):
    unnamed = []
    for function, (call, correct) in calls.items():
        call(**correct)
        for name in correct:
            for wrong in WRONG:
                try:
                    call(**{**correct, name: wrong})
                except (tavola.TavolaError, ValueError):
                    pass  # The value is refused, not its type.
                except TypeError as error:
                    if not str(error).startswith(f"`{name}` is ") or " not " not in str(error):
                        unnamed.append(f"{function}({name}={wrong!r}): {error}")
    assert not unnamed, "\n".join(unnamed)


@pytest.mark.parametrize(
    ("function", "name", "wrong", "message"),
    [
        ("Rules.game", "players", "two", "`players` is a number from 2 to 2, or a list with the names of the players, not 'two'"),
        ("Rules.game", "settings", {1: 2}, "`settings` is a dict whose keys are the names of settings, not {1: 2}"),
        ("Game.start", "seed", "now", "`seed` is a whole number from 0 to 18446744073709551615, not 'now'"),
        ("Game.simulate", "rotate", 1, "`rotate` is True or False, not 1"),
        ("Game.simulate", "progress", "yes", "`progress` is a function of two numbers, or None, not 'yes'"),
        ("Game.simulate", "bots", 3, "`bots` is the name of a bot, or a list with a name for each seat, not 3"),
        ("Play.view", "seat", "anna", "`seat` is a whole number from 0 to 1, not 'anna'"),
        ("Play.step", "action", True, "`action` is a whole number below 7, not True"),
        ("Record.replay", "rules", "rules/chess", "`rules` is `tavola.Rules`, not 'rules/chess'"),
        ("Study.grid", "players", 2, "`players` is a list of whole numbers or lists of strings, not 2"),
        ("trace", "settings", ["toll=2"], "`settings` is a dict or None, not ['toll=2']"),
        ("evaluate", "game", "rules/chess", "`game` is `Game`, not 'rules/chess'"),
        ("check", "path", 3, "`path` is the path of a file or folder, a string or an object like `pathlib.Path`, not 3"),
    ],
)
def test_messages(calls, function, name, wrong, message):
    call, correct = calls[function]
    with pytest.raises(TypeError) as raised:
        call(**{**correct, name: wrong})
    assert str(raised.value) == message


def test_a_long_value_is_cut(calls):
    with pytest.raises(TypeError) as raised:
        calls["Game.start"][0]([0] * 1000)
    assert str(raised.value).endswith(", not [" + "0, " * 19 + "0,..")


def test_numbers_of_numpy_arrive_as_those_of_python(calls):
    grid, correct = calls["Study.grid"]
    study = grid(**{**correct, "seed": np.int64(3), "games": np.uint8(2), "players": [np.int32(2)]})
    assert study.cells == grid(**{**correct, "seed": 3, "games": 2}).cells
    assert type(whole(np.int8(3), "n")) is int

    @checked
    def half(number: float, *others: int) -> tuple[object, ...]:
        return (number, *others)

    assert [type(one) for one in half(np.float32(1), np.int8(2))] == [float, int]
    with pytest.raises(TypeError, match="`others` is a whole number, not 0.5"):
        half(1.0, 2, 0.5)
    with pytest.raises(TypeError, match=r"half\(\) missing 1 required positional argument: 'number'"):
        half()
