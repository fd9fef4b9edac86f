"""Studies of comparisons, rulings, recorded games and searches for settings: their reports are those of one run of the program, to the byte."""

import json
import pickle
import subprocess
import tempfile
from pathlib import Path

import pytest
from conftest import ROOT

import tavola
from tavola.study import Cell, Comparison, Report, Study, StudyError, Tuning

KUHN, DOGE = "rules/classics/kuhn_poker", "rules/doge"
TWO = """game two "Two" for 2..3 players

settings
  | name  | value | range | meaning           |
  | limit | 4     | 2..4  | "the upper limit" |

rulings
  | name  | answer | instead of | question                     |
  | calm  | yes    | no         | "Is it “calm” & <so> on?"    |
  | bonus | nobody | some, all  | "Does everybody get points?" |
  | twice | once   | two, three | "How often are they asked?"  |

track fame[Player] 0..

play
  each p in Player
    asked(p)
    if twice is not once
      asked(p)
    if twice is three
      asked(p)
    if bonus is all
      p gains 3 fame

winner p in Player by most fame[p]

rule asked(p in Player)
  p chooses n in 0..3 "How much?"
  require n < limit "it is above the limit"
  p gains n fame
"""


@pytest.fixture(autouse=True)
def root(monkeypatch):
    """Paths are relative to the root of the project, as in the program."""
    monkeypatch.chdir(ROOT)


@pytest.fixture
def two(tmp_path, monkeypatch):
    """A game with rulings that change it differently, and a setting that leads to faults. The current folder is above it."""
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "two.tavola").write_text(TWO)
    monkeypatch.chdir(tmp_path)
    return "two"


@pytest.fixture
def records(tmp_path):
    """Records of Doge, one of another game, and files that are no records."""
    folder = tmp_path / "games"
    folder.mkdir()
    for seed in range(6):
        play = tavola.load(DOGE, 3).start(seed=seed)
        for _ in range(10 + seed):
            play.answer(0)
        play.to_record().write(folder / f"{seed}.yaml")
    tavola.load(KUHN, 2).start(seed=1).to_record().write(folder / "kuhn.yaml")
    (folder / "2.yaml").write_bytes(b"\xff\xfe")
    (folder / "3.yaml").write_text("nonsense\n")
    (folder / ".hidden.yaml").write_text("nonsense\n")
    (folder / "notes.txt").write_text("nonsense\n")
    return folder


def printed(program, *words):
    """What the program prints."""
    run = subprocess.run([program, *map(str, words), "--format", "json"], capture_output=True)
    assert run.stdout, run.stderr
    return run.stdout.decode()


def quiet(study, folder, **more):
    """Runs a study without its line."""
    return study.run(folder, progress=False, **more)


def files(folder):
    """The shards below a folder, with their bytes."""
    return {path.relative_to(folder): path.read_bytes() for path in sorted(Path(folder).rglob("*.shard"))}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"before": DOGE, "players": [3], "variants": ["open_ballot"]}, [DOGE, "--players", 3, "--variant", "open_ballot"]),
        (
            {"before": "rules/san_marco", "players": [3, 4], "settings": {"toll": [2]}, "base_settings": {"rolls": 5}, "matters": 0.003},
            ["rules/san_marco", "--players", "3-4", "--set", "toll=2", "--base-set", "rolls=5", "--matters", 0.003],
        ),
        (
            {"before": f"{KUHN}/", "players": [2], "bots": [["flat:5", "random"]], "base_bots": "random", "rotate": True}
            | {"by": "player.seat", "when": "end"},
            [f"{KUHN}/", "--bots", "1=flat:5,2=random", "--base-bots", "random", "--rotate", "--by", "player.seat", "--when", "end"],
        ),
    ],
)
def test_a_comparison_is_that_of_the_program(program, tmp_path, arguments, words):
    results = quiet(Study.comparisons(games=25, seed=7, **arguments), tmp_path)
    assert results.to_json() == printed(program, "compare", *words, "--games", 25, "--seed", 7)
    for result, comparison in zip(results, json.loads(results.to_json())["comparisons"], strict=True):
        assert result.report == comparison and json.loads(result.to_json())["comparisons"] == [comparison]


def test_two_versions_and_rules_without_a_folder(program, two, tmp_path):
    (tmp_path / "new").mkdir()
    (tmp_path / "new" / "two.tavola").write_text(TWO.replace("gains 3 fame", "gains 2 fame").replace("n < limit", "n <= limit"))
    words = ["two", "new", "--players", 2, "--set", "limit=2", "--games", 60, "--seed", 3]
    text = printed(program, "compare", *words)
    cell = Comparison.of("two", "new", players=2, settings={"limit": 2}, games=60, seed=3)
    assert quiet(Study([cell]), "runs")[0].to_json() == text
    assert '"place": "new/two.tavola:' in text
    old, new = (tavola.Rules.from_texts({"two.tavola": Path(folder, "two.tavola").read_text()}) for folder in ("two", "new"))
    cell = Comparison.of(old, new, players=2, settings={"limit": 2}, games=60, seed=3, base_path="two", path="new")
    assert quiet(Study([pickle.loads(pickle.dumps(cell))]), "memory")[0].to_json() == text


@pytest.mark.parametrize("settings", [{}, {"limit": 2}])
def test_rulings_are_those_of_the_program(program, two, settings):
    study = Study.rulings(two, [3, 2], games=200, seed=4, settings=settings)
    results = quiet(study, "runs")
    words = ["--rulings", "--games", 200, "--seed", 4, *(f"--set={name}={value}" for name, value in settings.items())]
    assert results.to_json() == printed(program, "compare", two, *words)
    rows = results.rows()
    order = [(row["players"], -row["effect"]) for row in rows]
    assert len(study.cells) == len(rows) == 10 and order == sorted(order)
    if not settings:
        assert [(row["ruling"], row["instead"]) for row in rows[:2]] == [("twice", "three"), ("twice", "two")]
        assert [cell.ruling.name for cell in study.cells[:2]] == ["calm", "bonus"] and rows[0]["effect"] > 50
        assert rows[0]["questions.verdict"] == "more" and rows[0]["questions.low"] <= rows[0]["questions"]
        assert results.to_csv().count("\n") == 11


def test_rulings_of_a_game_with_a_variant(program, tmp_path):
    results = quiet(Study.rulings(DOGE, [3], games=20, seed=4, variant="open_ballot"), tmp_path)
    words = ["--rulings", "--players", 3, "--games", 20, "--seed", 4, "--variant", "open_ballot"]
    assert results.to_json() == printed(program, "compare", DOGE, *words)


def test_a_run_plays_what_is_missing(two, tmp_path):
    study = Study.rulings(two, [2, 3], games=100, seed=4)

    def stop(done, shards):
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study.run("runs", progress=stop)
    assert str(study.status("runs")) == "4 of 10 shards of 10 cells"
    old, seen = {path: path.stat().st_mtime_ns for path in Path("runs").rglob("*.shard")}, []
    results = study.run("runs", progress=lambda *now: seen.append(now))
    assert seen == [(done, 10) for done in range(4, 11)] and len(old) == 4
    assert all(path.stat().st_mtime_ns == time for path, time in old.items())
    assert quiet(study, "whole", jobs=1).to_json() == results.to_json() and files("whole") == files("runs")


@pytest.mark.parametrize("damage", [lambda data: data[:-20], lambda data: data.replace(b'\\"pairs\\": 1', b'\\"pairs\\": 2', 1)])
def test_a_damaged_report_is_made_again(two, damage):
    study = Study.rulings(two, [2], games=100, seed=4)
    expected, whole = quiet(study, "runs").to_json(), files("runs")
    path = sorted(Path("runs").rglob("*.shard"))[1]
    path.write_bytes(damage(path.read_bytes()))
    assert files("runs") != whole
    with pytest.raises(StudyError, match="1 shards .* are missing or damaged"):
        study.results("runs")
    assert quiet(study, "runs").to_json() == expected and files("runs") == whole


def test_the_impact_is_that_of_the_program(program, records, tmp_path):
    words = [DOGE, DOGE, records / "5.yaml", records, "--set", "rings=5"]
    text = printed(program, "impact", *words)
    for size in (1, 3, 100):
        study = Study.impact(DOGE, DOGE, [records / "5.yaml", records], settings={"rings": 5}, shard_records=size)
        assert study.cells[0].shards == -(-7 // size)
        result = quiet(study, tmp_path / str(size))[0]
        assert result.to_json() == text and result.report == json.loads(text)
        assert result.row()["records"] == 7 and result.row()["games[unplayed]"] == 3


def test_a_damaged_part_of_an_impact_is_made_again(program, records, tmp_path):
    study = Study.impact(DOGE, DOGE, [records], variant="open_ballot", shard_records=2)
    expected, whole = quiet(study, tmp_path / "runs").to_json(), files(tmp_path / "runs")
    assert expected == printed(program, "impact", DOGE, DOGE, records, "--variant", "open_ballot")
    paths = sorted((tmp_path / "runs").rglob("*.shard"))
    paths[0].write_bytes(paths[0].read_bytes()[:-1])
    paths[2].unlink()
    assert study.status(tmp_path / "runs").done == 3
    assert quiet(study, tmp_path / "runs").to_json() == expected and files(tmp_path / "runs") == whole
    (records / "0.yaml").write_bytes((records / "1.yaml").read_bytes())
    changed = Study.impact(DOGE, DOGE, [records], variant="open_ballot", shard_records=2)
    assert changed.status(tmp_path / "runs").done == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"goals": ["questions of a game near 4"], "over": ["limit=2..4", "twice"]}, ["--goal", "questions of a game near 4", "--over", "limit=2..4", "--over", "twice"]),
        (
            {"goals": ["several win together below 10%"], "over": ["bonus"], "settings": {"limit": 3, "twice": "two"}}
            | {"bots": ["greedy", "random"], "candidates": 2},
            ["--goal", "several win together below 10%", "--over", "bonus", "--set", "limit=3", "--set", "twice=two"]
            + ["--bots", "1=greedy,2=random", "--candidates", 2],
        ),
    ],
)
def test_a_search_is_that_of_the_program(program, two, arguments, words):
    result = quiet(Study([Tuning.of(two, players=2, games=300, seed=5, **arguments)]), "runs")[0]
    text = printed(program, "tune", two, "--players", 2, "--games", 300, "--seed", 5, *words)
    assert result.to_json() == text and result.report == json.loads(text)
    row = result.row()
    assert row["misses"] == result.report["tried"][0]["miss"] <= row["unchanged.misses"]


def test_a_grid_of_searches(program, two):
    goals, over = ["questions of a game near 6"], ["twice", "bonus"]
    study = Study.tunings(two, goals, over, players=[2, 3], settings={"limit": [3, 4]}, seeds=[1, 2], games=200)
    results = quiet(study, "runs")
    for result, (players, limit, seed) in zip(results, [(p, n, s) for p in (2, 3) for n in (3, 4) for s in (1, 2)], strict=True):
        words = ["--players", players, f"--set=limit={limit}", "--seed", seed, "--games", 200, "--goal", *goals, "--over", "twice", "--over", "bonus"]
        assert result.to_json() == printed(program, "tune", two, *words)
    faulty, row = (results.rows()[number] for number in (0, 2))
    assert "it is above the limit" in faulty["fault"] and row["fault"] is None
    assert (row["best[twice]"], row["questions"], row["questions.unchanged"]) == ("three", 6, 2) and row["misses"] == 0
    assert results.to_csv().count("\n") == 9
    with pytest.raises(tavola.TavolaError, match="one search at a time"):
        results.to_json()
    assert str(study.status("runs")) == "8 of 8 shards of 8 cells"
    assert Study.tunings(two, goals, over, players=[2], games=201).status("runs").done == 0


def test_a_wrong_goal_is_refused_by_the_search(two):
    with pytest.raises(StudyError, match="(?s)two, random, 2 players, tuned to quests near 6, seed 1 cannot be played: .*quests"):
        quiet(Study.tunings(two, ["quests near 6"], ["twice"], players=[2], games=5), "runs")


def test_nothing_is_left_of_the_copies(two, tmp_path, monkeypatch):
    (tmp_path / "copies").mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "copies"))
    cell = Comparison.of(two, players=2, settings={"limit": 2}, games=20, by="player.hat")
    told = r"(?s)two, random against two, limit=2, random, .* cannot be played: .*0 of 1 shards are written"
    with pytest.raises(StudyError, match=told) as raised:
        quiet(Study([cell]), "runs")
    assert "hat" in str(raised.value) and str(tmp_path / "copies") not in str(raised.value)
    quiet(Study.comparisons(two, players=[2], games=5), "runs")
    assert not list((tmp_path / "copies").iterdir())


def test_errors_name_the_paths_of_the_cell(two, monkeypatch):
    def failing(words):
        return 2, "", f"error: {words[-2]}/two.tavola:1:1: no\n"

    monkeypatch.setattr("tavola.study.report.command", failing)
    with pytest.raises(StudyError, match="cannot be played: two/two.tavola:1:1: no; 0 of 1 shards"):
        quiet(Study([Comparison.of(two, players=2, games=5)]), "runs")


def test_cells_differ_by_all_that_decides_their_report():
    rules = tavola.Rules.read(DOGE)
    printed, varied = (Comparison.of(rules, players=3, variant=variant) for variant in (None, "open_ballot"))
    assert varied.before == printed.before == printed.after and varied.after.source.variant == "open_ballot"
    assert varied.after.rules_hash == rules.with_variant("open_ballot").hash != printed.after.rules_hash
    ruling = Study.rulings(DOGE, [3]).cells[0]
    plain = Comparison.of(DOGE, players=3, settings={ruling.ruling.name: ruling.ruling.instead})
    assert plain.after == ruling.after and plain.key != ruling.key
    others = [{"games": 9}, {"seed": 2}, {"rotate": True}, {"by": "player.seat"}, {"matters": 3}]
    others += [{"base_bots": "greedy"}, {"bots": "greedy"}]
    assert len({Comparison.of(DOGE, players=3, **other).key for other in [{}, *others]}) == 8


def test_reports_are_cut_and_put_together_without_a_change():
    texts = ['{"a": "x\\n],[\\"y", "b": 1e-5}', "{\n      \"a\": []\n    }"]
    for entries in ([], texts[:1], texts):
        inner = ",".join(f"\n    {entry}" for entry in entries)
        text = '{\n  "version": 1,\n  "list": [' + (f"{inner}\n  ]" if entries else "]") + "\n}\n"
        report = Report.of(text, "list")
        assert report.entries == tuple(entries) and report.text("list") == text
        assert Report.from_bytes(report.to_bytes()) == report and b"\n" not in report.to_bytes()
    for damaged in (b"", b"[]", b'{"head": {}}', b'{"head": 1, "entries": []}'):
        with pytest.raises(tavola.TavolaError, match="the report is damaged"):
            Report.from_bytes(damaged)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Study([Cell.of(KUHN, 2), Comparison.of(KUHN, players=2)]), "Cell and Comparison; make a study of each"),
        (lambda: Study([Comparison.of(KUHN, players=2)] * 2), "is in the study 2 times"),
        (lambda: Comparison.of(KUHN, players=2, games=0), "at least 1"),
        (lambda: Comparison.of(KUHN, players=2, matters=0), "above 0"),
        (lambda: Comparison.of(KUHN, players=9), "9"),
        (lambda: Comparison.of(KUHN, players=2, bots="mcts:10ms"), "time-limited"),
        (lambda: Comparison.of(KUHN, players=2, base_settings={"nothing": 1}), "nothing"),
        (lambda: Tuning.of(KUHN, [], ["ante"], players=2), "needs goals"),
        (lambda: Tuning.of(KUHN, ["questions of a game near 4"], ["ante"], players=2, games=0), "at least 1"),
        (lambda: Tuning.of(KUHN, ["questions of a game near 4"], ["ante"], players=2, bots="mcts:10ms"), "time-limited"),
        (lambda: Study.rulings(KUHN, [2]), "has no rulings with a setting"),
        (lambda: Study.impact(DOGE, DOGE, []), "there are no records"),
        (lambda: Study.impact(DOGE, DOGE, ["nowhere"]), "there is no `nowhere`"),
        (lambda: Study.impact(DOGE, DOGE, ["rules"]), "contains no records"),
        (lambda: Study.impact(DOGE, DOGE, ["README.md"], shard_records=0), "at least 1"),
    ],
)
def test_wrong_studies_are_refused(make, message):
    with pytest.raises(tavola.TavolaError, match=message):
        make()
