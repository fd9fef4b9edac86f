"""Rules, findings, settings, variants and set-ups."""

import pickle

import pytest

import tavola
from tavola import Rules

TWO = 'game two "Two" for 2..3 players\n\ntrack fame[Player] 0..\n\nplay\n  each p in Player\n    p chooses n in 1..3 "How much?"\n    p gains n fame\n\nwinner p in Player by most fame[p]\n'
BROKEN = TWO.replace("each p in Player\n", "each p in Playr\n")


def test_rules_of_a_folder(rules_folder):
    rules = Rules.read(rules_folder / "san_marco")
    assert (rules.name, rules.title, rules.players) == ("san_marco", "San Marco", (3, 4))
    assert rules.is_playable and rules.findings == []
    assert "short_evening" in rules.variants and rules.variant is None
    short = rules.with_variant("short_evening")
    assert short.variant == "short_evening" and short.hash != rules.hash
    assert short == Rules.read(rules_folder / "san_marco", "short_evening")
    assert short != rules and len({short, rules, rules.with_variant(None)}) == 2


def test_findings_are_objects_with_places():
    rules = Rules.from_texts({"two.tavola": BROKEN})
    (finding,) = rules.findings
    assert finding.is_error and finding.code == "E0201"
    assert (finding.file, finding.line, finding.column) == ("game/two.tavola", 6, 13)
    assert finding.help == "did you mean `Player`?"
    assert "^^^^^" in str(finding) and "6:13" in repr(finding)
    assert finding.to_dict()["end_column"] == 18
    with pytest.raises(tavola.RulesError, match="two.tavola:6:13") as raised:
        rules.game(2)
    assert raised.value.findings == [finding]


def test_texts_with_a_variant():
    files = {"two.tavola": TWO, "variants/three.tavola": 'variant three "Three" of two\n'}
    rules = Rules.from_texts(files)
    assert rules.variants == ["three"]
    assert rules.with_variant("three").game(2).rules.variant == "three"
    with pytest.raises(tavola.TavolaError, match="four"):
        rules.with_variant("four")


def test_set_ups(rules_folder):
    rules = Rules.read(rules_folder / "san_marco")
    toll = next(setting for setting in rules.settings(4) if setting["name"] == "toll")
    assert toll["value"] == "1" and not toll["is_ruling"] and toll["allowed"] == "0..5"
    game = rules.game(["zoe", "yan", "xenia"], {"toll": 2})
    assert game.players == ["zoe", "yan", "xenia"] and game.settings == {"toll": "2"}
    assert game == rules.game(["zoe", "yan", "xenia"], {"toll": 2})
    assert game != rules.game(3) and len({game, rules.game(3), rules.game(3)}) == 2
    copy = pickle.loads(pickle.dumps(game))
    assert copy == game and copy.hash == game.hash and copy.settings == game.settings


@pytest.mark.parametrize(
    ("players", "settings", "message"),
    [
        (2, None, "San Marco is for 3 to 4 players, not for 2"),
        (10**30, None, "`players` is a whole number from 0 to 64"),
        (["a", "a", "b"], None, "two players are called `a`"),
        (3, {"tall": 1}, "there is no setting `tall`"),
        (3, {"toll": 9}, "9"),
    ],
)
def test_wrong_set_ups(rules_folder, players, settings, message):
    with pytest.raises(tavola.TavolaError, match=message):
        Rules.read(rules_folder / "san_marco").game(players, settings)


def test_missing_folder():
    with pytest.raises(tavola.TavolaError, match="does not exist"):
        Rules.read("no/such/folder")


def test_texts_without_rules():
    for files in ({}, {"notes.md": "Notes"}):
        with pytest.raises(tavola.TavolaError, match="these texts are not a game: none has a path that ends in `.tavola`"):
            Rules.from_texts(files)


def test_check(rules_folder, tmp_path):
    assert tavola.check(rules_folder / "classics" / "hex", threshold=100) == []
    (tmp_path / "two.tavola").write_text(BROKEN)
    assert [finding.code for finding in tavola.check(tmp_path)] == ["E0201"]
    with pytest.raises(tavola.TavolaError, match="`threshold` is a whole number from 0 to 100, not"):
        tavola.check(tmp_path, threshold=101)
