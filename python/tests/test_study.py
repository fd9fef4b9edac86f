"""Tallies and studies in this process: their reports are those of one run of the program, to the byte."""

import errno
import json
import os
import pickle
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import FAULTY, ROOT

import tavola
from tavola.study import Cell, Study, StudyError
from tavola.study import store as stores

KUHN = "rules/classics/kuhn_poker"


@pytest.fixture(autouse=True)
def root(monkeypatch):
    """Paths are relative to the root of the project, as in the program."""
    monkeypatch.chdir(ROOT)


def printed(program, *words):
    """What the program prints."""
    run = subprocess.run([program, "simulate", *map(str, words), "--format", "json"], capture_output=True)
    assert run.stdout, run.stderr
    return run.stdout.decode()


def quiet(study, folder, **more):
    """Runs a study without its line."""
    return study.run(folder, progress=False, **more)


def files(folder):
    """The shards below a folder, with their bytes."""
    return {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*.shard"))}


def test_tallies_of_parts_merge_to_that_of_one_run(load):
    game = load("classics/kuhn_poker", 2)
    whole = game.tally(0, 100, 7)
    parts = [game.tally(first, 20, 7) for first in range(0, 100, 20)]
    assert whole.games == (0, 100) and whole.seed == 7 and whole.rules_hash == game.hash
    assert whole.report() == game.simulate(100, 7)
    for order in (parts, parts[::-1], [parts[at] for at in (0, 2, 4, 1, 3)]):
        merged = tavola.Tally.merge(order)
        assert merged == whole and merged.to_bytes() == whole.to_bytes() and merged.report() == whole.report()
    assert pickle.loads(pickle.dumps(whole)) == whole and "games 0 to 100" in repr(whole)
    assert tavola.Tally.merge(pickle.loads(pickle.dumps(parts))) == whole


def test_tallies_that_do_not_fit_are_refused(load):
    game, part = load("classics/kuhn_poker", 2), load("classics/kuhn_poker", 2).tally(0, 20, 7)
    for others, message, games in (
        ([game.tally(10, 20, 7)], "games 10 to 19 are in two tallies", (10, 20)),
        ([part], "games 0 to 19 are in two tallies", (0, 20)),
        ([game.tally(30, 20, 7)], "games 20 to 29 are missing", (20, 30)),
        ([game.tally(20, 20, 8)], "the seed: 7 and 8", None),
        ([game.tally(30, 20, 8)], "the seed: 7 and 8", None),
        ([game.tally(20, 20, 7, "greedy")], "the bots: random, random and greedy, greedy", None),
        ([game.tally(20, 20, 7, rotate=True)], "the rotation of bots", None),
        ([load("classics/connect_four", 2).tally(20, 20, 7)], "the fingerprint of the rules", None),
    ):
        with pytest.raises(tavola.MergeError, match=message) as raised:
            tavola.Tally.merge([part, *others])
        assert raised.value.games == games
    with pytest.raises(tavola.TavolaError, match="there is no tally"):
        tavola.Tally.merge([])
    data = part.to_bytes()
    for damaged in (data[:-9], b"", b"{}", data.replace(b'"end":20', b'"end":21')):
        with pytest.raises(tavola.TavolaError, match="play its games again"):
            tavola.Tally.from_bytes(damaged)


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ({"rules": KUHN, "players": 2}, [KUHN, "--players", 2]),
        (
            {"rules": KUHN, "players": 2, "bots": ["flat:5", "random"], "rotate": True},
            [KUHN, "--players", 2, "--bots", "anna=flat:5,ben=random", "--rotate"],
        ),
        (
            {"rules": "rules/san_marco", "players": 3, "variant": "short_evening", "settings": {"toll": 2}},
            ["rules/san_marco", "--players", 3, "--variant", "short_evening", "--set", "toll=2"],
        ),
    ],
)
def test_the_text_is_that_of_the_program(program, tmp_path, cell, words):
    games = 40 if "san_marco" in words[0] else 230
    study = Study([Cell.of(**cell, games=games, seed=7, shard_games=17)])
    results = quiet(study, tmp_path)
    assert results[0].to_json() == printed(program, *words, "--games", games, "--seed", 7) == results.to_json()


def test_equal_faults_end_the_report_as_they_end_a_run(program, tmp_path, monkeypatch):
    rules = tmp_path / "bad"
    rules.mkdir()
    (rules / "bad.tavola").write_text(FAULTY)
    monkeypatch.chdir(tmp_path)
    result = quiet(Study([Cell.of("bad", 2, games=300, shard_games=7)]), "runs")[0]
    text = printed(program, "bad", "--players", 2, "--games", 300, "--seed", 1)
    assert result.report["repeats"] and result.report["games"] < 300 and result.row()["fault_count"] >= 10
    assert json.loads(text)["runs"][0]["findings"] and result.to_json() == text


def test_shards_depend_on_the_games_only(tmp_path):
    study = Study.grid(KUHN, [2], games=50, shard_games=20)
    assert [study.cells[0].bounds(shard) for shard in range(3)] == [(0, 20), (20, 40), (40, 50)]
    quiet(study, tmp_path / "one", jobs=1)
    quiet(pickle.loads(pickle.dumps(study)), tmp_path / "two", jobs=2)
    assert files(tmp_path / "one") == files(tmp_path / "two") and len(files(tmp_path / "one")) == 3


def test_a_run_plays_what_is_missing(tmp_path):
    study, seen = Study.grid(KUHN, [2], games=100, shard_games=10), []

    def stop(done, shards):
        seen.append((done, shards))
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        study.run(tmp_path, progress=stop)
    assert str(study.status(tmp_path)) == "4 of 10 shards of 1 cells" and not study.status(tmp_path).is_complete
    with pytest.raises(StudyError, match="6 shards in .* are missing or damaged"):
        study.results(tmp_path)
    old = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.shard")}
    seen.clear()
    results = study.run(tmp_path, progress=lambda *now: seen.append(now))
    assert seen == [(done, 10) for done in range(4, 11)] and study.status(tmp_path).is_complete
    assert all(path.stat().st_mtime_ns == time for path, time in old.items()) and len(old) == 4
    assert results.to_json() == study.results(tmp_path).to_json()
    longer = Study.grid(KUHN, [2], games=150, shard_games=10)
    assert longer.status(tmp_path).done == 10 and quiet(longer, tmp_path)[0].report["games"] == 150


@pytest.mark.parametrize("damage", [lambda data: data[:-20], lambda data: data.replace(b'"games"', b'"gamez"', 1), lambda data: b""])
def test_a_damaged_shard_is_played_again(tmp_path, damage):
    study = Study.grid(KUHN, [2], games=60, shard_games=20)
    expected = quiet(study, tmp_path).to_json()
    whole = files(tmp_path)
    path = sorted(tmp_path.rglob("*.shard"))[1]
    path.write_bytes(damage(path.read_bytes()))
    assert files(tmp_path) != whole
    with pytest.raises(StudyError, match="1 shards .* are missing or damaged"):
        study.results(tmp_path)
    assert quiet(study, tmp_path).to_json() == expected and files(tmp_path) == whole


def test_a_shard_of_another_cell_is_refused(tmp_path):
    studies = [Study.grid(KUHN, [2], games=40, shard_games=20, seed=seed) for seed in (1, 2)]
    for study in studies:
        quiet(study, tmp_path)
    here, there = (sorted((tmp_path / study.cells[0].key).rglob("*.shard")) for study in studies)
    here[0].write_bytes(there[0].read_bytes())
    with pytest.raises(StudyError, match="belongs to another cell: there seed is 2, here it is 1; remove this file"):
        quiet(studies[0], tmp_path)
    here[0].write_bytes(here[1].read_bytes())
    with pytest.raises(StudyError, match=r"there games is \[20, 40\], here it is \[0, 20\]"):
        quiet(studies[0], tmp_path)


def test_begun_files_are_ignored_and_removed(tmp_path):
    study = Study.grid(KUHN, [2], games=40, shard_games=20)
    expected = quiet(study, tmp_path).to_json()
    shards = sorted(tmp_path.rglob("*.shard"))
    shards[0].rename(part := shards[0].with_name(shards[0].name + ".abc.part"))
    assert study.status(tmp_path).done == 1
    assert quiet(study, tmp_path).to_json() == expected and not part.exists() and shards[0].exists()


def test_a_writer_whose_file_was_removed_writes_it_again(tmp_path, monkeypatch):
    store, replace, times = stores.open_store(tmp_path), os.replace, []

    def robbed(old, new):
        times.append(old)
        if len(times) == 1:
            assert stores.clean(store, "cell") == 1
        replace(old, new)

    monkeypatch.setattr(os, "replace", robbed)
    store.write("cell/shard", b"text")
    assert len(times) == 2 and store.read("cell/shard") == b"text" and list(store.names("cell")) == ["shard"]


def test_errors_of_files_that_pass_are_repeated(tmp_path, monkeypatch):
    write, failures = stores.FolderStore.write, [OSError(errno.EIO, "input/output error")] * 2

    def failing(self, name, data):
        if failures:
            raise failures.pop()
        write(self, name, data)

    study = Study.grid(KUHN, [2], games=40, shard_games=20)
    study.run(tmp_path, progress=lambda *_: monkeypatch.setattr(stores.FolderStore, "write", failing))
    assert not failures and study.status(tmp_path).is_complete


SCRIPT = f"""
import resource, sys
from tavola.study import Study, StudyError
study = Study.grid({KUHN!r}, [2], games=int(sys.argv[2]), shard_games=20)
if len(sys.argv) > 3:
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), int(sys.argv[3])))
try:
    study.run(sys.argv[1], progress=lambda done, shards: print(done, flush=True))
except StudyError as error:
    print("stopped:", error)
"""


def script(*words):
    """Starts a driver."""
    command = [sys.executable, "-c", SCRIPT, *map(str, words)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)


@pytest.mark.skipif(os.name != "posix", reason="needs limits of files")
def test_a_full_disk_loses_nothing(tmp_path):
    done = script(tmp_path, 60).communicate(timeout=60)[0]
    assert done.split() == ["0", "1", "2", "3"]
    before = files(tmp_path)
    out = script(tmp_path, 200, 500).communicate(timeout=60)[0]
    assert "stopped: cannot write" in out and os.strerror(errno.EFBIG) in out
    assert "3 of 10 shards are written, and the same call of `run` plays the others" in out
    assert files(tmp_path) == before and not list(tmp_path.rglob("*.part"))
    out = script(tmp_path, 200).communicate(timeout=60)[0]
    assert out.split() == [str(done) for done in range(3, 11)]


@pytest.mark.skipif(os.name != "posix", reason="needs signals")
def test_a_killed_driver_is_started_again(tmp_path, program):
    driver = script(tmp_path, 40_000)
    while int(driver.stdout.readline()) < 20:
        pass
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    study = Study.grid(KUHN, [2], games=40_000, shard_games=20)
    known = study.status(tmp_path).done
    assert 20 <= known < 2000
    shorter = Study.grid(KUHN, [2], games=20 * known + 400, shard_games=20)
    text = printed(program, KUHN, "--players", 2, "--games", 20 * known + 400, "--seed", 1)
    assert quiet(shorter, tmp_path).to_json() == text


def test_a_grid_makes_rows(tmp_path):
    study = Study.grid(
        "rules/san_marco", players=[4, ["a", "b", "c"]], variants=[None, "short_evening"], settings={"toll": [1, 2]}, games=6, shard_games=4
    )
    assert len(study.cells) == 8 and len({cell.key for cell in study.cells}) == 8
    assert str(study.cells[-1]) == "rules/san_marco, short_evening, toll=2, 3 players, random, seed 1"
    results = quiet(study, tmp_path)
    rows = results.rows()
    assert [(row["players"], row["variant"], row["set[toll]"]) for row in rows] == [
        (players, variant, toll) for players in (4, 3) for variant in (None, "short_evening") for toll in ("1", "2")
    ]
    for row, result in zip(rows, results, strict=True):
        seat = result.report["seats"][0]
        assert row[f"wins[{seat['player']}]"] == seat["wins"]["rate"] and row["games"] == 6
        assert row[f"wins[{seat['player']}].low"] <= row[f"wins[{seat['player']}]"] <= row[f"wins[{seat['player']}].high"]
        assert row["questions.least"] <= row["questions.mean"] <= row["questions.most"]
    head, *lines = results.to_csv().splitlines()
    assert head.startswith("rules,variant,players,set[toll],bots,seed,planned") and len(lines) == 8
    assert len(json.loads(results.to_json())["runs"]) == 8


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Study([]), "at least one cell"),
        (lambda: Study.grid(KUHN, [2, 2]), "is in the study 2 times"),
        (lambda: Study.grid(KUHN, [2], games=0), "at least 1"),
        (lambda: Study.grid(KUHN, [2], bots=["genius"]), "genius"),
        (lambda: Study.grid(KUHN, [2], bots=[["random"] * 3]), "names 3, and the game has 2 seats"),
        (lambda: Study.grid(KUHN, [2], bots=["mcts:10ms"]), "time-limited"),
        (lambda: Study.grid(KUHN, [2], settings={"nothing": [1]}), "nothing"),
        (lambda: Study.grid("rules/nothing", [2]), "does not exist"),
        (lambda: quiet(Study.grid(KUHN, [2]), "nowhere://x"), "cannot be opened|needs fsspec"),
    ],
)
def test_wrong_studies_are_refused(make, message):
    with pytest.raises(tavola.TavolaError, match=message):
        make()


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs a folder that nobody writes into")
def test_a_folder_that_cannot_be_made(tmp_path):
    study = Study.grid(KUHN, [2], games=2)
    assert repr(study) == "<Study of 1 cells, 1 shards>"
    with pytest.raises(StudyError, match="cannot write `/proc/nothing/.*/cell.json`: No such file or directory"):
        study.run("/proc/nothing", progress=False)


def test_an_unknown_executor_is_refused(tmp_path):
    with pytest.raises(StudyError, match="there is no executor 'Ray': `executor` is 'local' .* or 'ray'"):
        Study.grid(KUHN, [2], games=40).run(tmp_path, executor="Ray", progress=False)


def test_object_storage(tmp_path):
    fsspec = pytest.importorskip("fsspec")
    study = Study.grid(KUHN, [2], games=60, shard_games=20)
    expected = quiet(study, tmp_path / "plain").to_json()

    class Remote(type(fsspec.filesystem("file"))):
        """A file system that is not known to put files as a whole."""

        protocol = "remote"

    fsspec.register_implementation("remote", Remote, clobber=True)
    for url in ("memory://studies/july", f"file://{tmp_path}/file", f"remote://{tmp_path}/remote"):
        assert quiet(study, url).to_json() == expected and study.status(url).is_complete
        store = stores.open_store(url)
        folder = f"{study.cells[0].key}/000000"
        names = sorted(store.names(folder))
        assert [f"{folder}/{name}" for name in names] == [str(path) for path in files(tmp_path / "plain")]
        for name in names:
            assert store.read(f"{folder}/{name}") == Path(tmp_path / "plain" / folder / name).read_bytes()
        data = store.read(f"{folder}/{names[0]}")
        store.write(f"{folder}/{names[0]}", data[:-1])
        store.write(f"{folder}/{names[1]}.x.part", b"begun")
        store.remove(f"{folder}/{names[1]}")
        assert study.status(url).done == 2 and quiet(study, url).to_json() == expected
        assert sorted(store.names(folder)) == names


def test_the_line_of_progress(tmp_path, capsys):
    Study.grid(KUHN, [2], games=40, shard_games=20).run(tmp_path)
    assert capsys.readouterr().err == "study: 0 of 2 shards\nstudy: 2 of 2 shards\n"
