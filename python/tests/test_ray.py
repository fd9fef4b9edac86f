"""Studies on a cluster of Ray with two nodes, some of which are killed. Needs `requirements-ray.txt`."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import ROOT

from tavola.study import Cell, Study, StudyError

ray = pytest.importorskip("ray")
cluster_utils = pytest.importorskip("ray.cluster_utils")

FOUR, DOGE = "rules/classics/connect_four", "rules/doge"
GAMES, SHARD = 400, 10


@pytest.fixture(scope="module")
def cluster():
    """Two nodes with one processor each."""
    os.chdir(ROOT)
    cluster = cluster_utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    cluster.add_node(num_cpus=1)
    yield cluster
    ray.shutdown()
    cluster.shutdown()


@pytest.fixture(autouse=True)
def root(monkeypatch):
    """Paths are relative to the root of the project, as in the program."""
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="module")
def expected(program):
    """What the program prints for all games in one run."""
    words = [FOUR, "--players", "2", "--bots", "flat:10", "--games", str(GAMES), "--seed", "5", "--format", "json"]
    return subprocess.run([program, "simulate", *words], capture_output=True, check=True, cwd=ROOT).stdout.decode()


def study(games=GAMES):
    return Study([Cell.of(FOUR, 2, bots="flat:10", games=games, seed=5, shard_games=SHARD)])


def files(folder):
    return {path.relative_to(folder): path.read_bytes() for path in sorted(Path(folder).rglob("*.shard"))}


def workers(raylet: int) -> list[int]:
    """Processes of a node that play a shard now."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1]) if entry.name.isdigit() else 0
            if parent == raylet and b"play_shard" in (entry / "cmdline").read_bytes():
                found.append(int(entry.name))
        except (FileNotFoundError, ProcessLookupError):
            pass
    return found


def raylet(node) -> int:
    return node.all_processes["raylet"][0].process.pid


def kill_worker(*nodes) -> list[int]:
    """Kills a worker of one of these nodes as soon as it plays. Returns its process, or none if none plays within two seconds."""
    for _ in range(200):
        if found := [worker for node in nodes for worker in workers(raylet(node))]:
            os.kill(found[0], signal.SIGKILL)
            return found[:1]
        time.sleep(0.01)
    return []


def test_killed_workers_and_nodes_change_no_byte(cluster, tmp_path, expected):
    nodes, killed = list(cluster.worker_nodes), []

    def kill(done, shards):
        if done == 5 and not killed:
            cluster.wait_for_nodes()
            killed.extend("worker" for _ in kill_worker(cluster.head_node))
        if done == 15 and len(killed) == 1:
            os.kill(raylet(nodes[0]), signal.SIGKILL)
            cluster.remove_node(nodes[0], allow_graceful=False)
            killed.append("node")
        if done == 25 and len(killed) == 2:
            cluster.add_node(num_cpus=1)
            killed.append("added")

    results = study().run(tmp_path / "ray", executor="ray", address=cluster.address, progress=kill)
    assert killed == ["worker", "node", "added"]
    assert results.to_json() == expected
    alone = study(100)
    alone.run(tmp_path / "local", progress=False)
    whole = files(tmp_path / "ray")
    assert len(whole) == GAMES // SHARD
    assert all(whole[name] == data for name, data in files(tmp_path / "local").items())
    assert not list(tmp_path.rglob("*.part"))


def test_a_killed_worker_changes_no_byte_of_a_comparison(cluster, tmp_path, program):
    words = [DOGE, "--rulings", "--players", "3-4", "--games", "100", "--seed", "5", "--format", "json"]
    text = subprocess.run([program, "compare", *words], capture_output=True, check=True, cwd=ROOT).stdout.decode()
    rulings, killed, seen = Study.rulings(DOGE, [3, 4], games=100, seed=5), [], []

    def kill(done, shards):
        seen.append((done, shards))
        if done == 2 and not killed:
            killed.extend(kill_worker(*cluster.list_all_nodes()))

    results = rulings.run(tmp_path / "ray", executor="ray", address=cluster.address, progress=kill)
    assert len(killed) == 1 and seen == [(done, 10) for done in range(11)]
    assert results.to_json() == text
    rulings.run(tmp_path / "local", progress=False)
    assert files(tmp_path / "local") == files(tmp_path / "ray") and not list(tmp_path.rglob("*.part"))


def test_a_killed_worker_changes_no_byte_of_a_search(cluster, tmp_path, program):
    goals, over, seeds = ["questions of a game near 800"], ["rings=4..6"], [1, 2, 3, 4]
    searches, killed = Study.tunings(DOGE, goals, over, players=[3], seeds=seeds, games=60), []

    def kill(done, shards):
        if done == 1 and not killed:
            killed.extend(kill_worker(*cluster.list_all_nodes()))

    results = searches.run(tmp_path / "ray", executor="ray", address=cluster.address, progress=kill)
    assert len(killed) == 1 and len(results) == 4
    words = ["--players", "3", "--games", "60", "--goal", *goals, "--over", *over, "--format", "json"]
    for result, seed in zip(results, seeds, strict=True):
        run = subprocess.run([program, "tune", DOGE, *words, "--seed", str(seed)], capture_output=True, check=True, cwd=ROOT)
        assert result.to_json() == run.stdout.decode()
    searches.run(tmp_path / "local", progress=False)
    assert files(tmp_path / "local") == files(tmp_path / "ray")


def test_a_killed_driver_is_started_again(cluster, tmp_path, expected):
    code = (
        "import sys; from tavola.study import Cell, Study\n"
        f"cell = Cell.of({FOUR!r}, 2, bots='flat:10', games={GAMES}, seed=5, shard_games={SHARD})\n"
        "Study([cell]).run(sys.argv[1], executor='ray', address=sys.argv[2],"
        " progress=lambda done, _: print('written', done, flush=True))\n"
    )
    driver = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path), cluster.address], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    for line in driver.stdout:
        if line.startswith("written") and int(line.split()[1]) >= 15:
            break
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    time.sleep(1)
    folder = next(tmp_path.rglob("*.shard")).parent
    begun = folder / "000000000000-000000000010.shard.dead.part"
    begun.write_bytes(b"begun")
    known = study().status(tmp_path).done
    assert 15 <= known < GAMES // SHARD
    seen = []
    results = study().run(tmp_path, executor="ray", address=cluster.address, progress=lambda done, _: seen.append(done))
    assert seen[0] >= known and results.to_json() == expected and not begun.exists()


def test_few_tasks_are_in_flight(cluster, tmp_path):
    from tavola.study.cluster import RayExecutor
    from tavola.study.store import open_store
    from tavola.study.work import play_shard

    cells, taken, done = study(200).cells, [], 0
    executor = RayExecutor(cells, open_store(tmp_path), 3, cluster.address, in_flight=3)
    tasks = (taken.append(number) or (0, number) for number in range(cells[0].shards))
    for _ in executor.each(play_shard, tasks):
        done += 1
        assert len(taken) - done <= 3
    assert done == 20 and study(200).results(tmp_path)[0].report["games"] == 200


def test_errors_of_workers_say_what_to_do(cluster, tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StudyError, match=r"cannot (write|read)|Not a directory"):
        study(60).run(tmp_path / "file" / "below", executor="ray", address=cluster.address, progress=False)


def test_a_full_disk_loses_nothing(cluster, tmp_path):
    disk = tmp_path / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", disk], capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    try:
        with pytest.raises(StudyError, match=r"cannot write .*No space left.*of 40 shards are written"):
            study().run(disk, executor="ray", address=cluster.address, progress=False)
        kept = files(disk)
        assert 0 < len(kept) < 40 and not list(disk.rglob("*.part"))
        subprocess.run(["mount", "-o", "remount,size=8m", disk], check=True)
        results = study().run(disk, executor="ray", address=cluster.address, progress=False)
        assert results[0].report["games"] == GAMES
        assert all(files(disk)[name] == data for name, data in kept.items())
    finally:
        subprocess.run(["umount", disk], check=True)
