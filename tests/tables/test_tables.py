"""Exported tables, read back by polars, DuckDB and pyarrow: they agree with the report of the simulation, and CSV with Parquet."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import duckdb
import polars as pl
import pyarrow.parquet
import pytest

ROOT = Path(__file__).resolve().parents[2]
TAVOLA = Path(os.environ["TAVOLA"])
GUIDE = ROOT / "docs" / "how-to" / "analyse-games-as-data.md"
TABLES = ["games", "players", "tracks", "questions", "answers", "options"]
GAMES = 60


def tavola(folder, *words):
    done = subprocess.run([TAVOLA, *map(str, words)], cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module", params=[("classics/leduc_poker", 2), ("san_marco", 3)], ids=lambda param: param[0])
def exported(request, tmp_path_factory):
    """A folder with `csv` and `parquet`, and the report of the simulation."""
    path, players = request.param
    folder = tmp_path_factory.mktemp("export")
    run = ["simulate", ROOT / "rules" / path, "--players", players, "--games", GAMES, "--seed", 5, "--format", "json"]
    run += ["--records", "records", "--csv-answers", "simulated.csv"]
    report = json.loads(tavola(folder, *run))["runs"][0]["report"]
    for form in ["csv", "parquet"]:
        rules = ["--rules", ROOT / "rules" / path]
        tavola(folder, "export", "records", "-o", form, "--format", form, "--options", *rules)
    return folder, report


def test_duckdb_agrees_with_the_report(exported):
    folder, report = exported

    def one(query, form):
        tables = {table: f"'{folder}/{form}/{table}.{form}'" for table in TABLES}
        return duckdb.sql(query.format(**tables)).fetchall()

    for form in ["csv", "parquet"]:
        (games, questions, chance) = one("select count(*), sum(questions), sum(chance) from {games}", form)[0]
        assert games == report["games"] == report["ended"] == GAMES
        assert float(questions) == pytest.approx(report["questions"]["mean"] * GAMES)
        assert float(chance) == pytest.approx((report["chance"] or {"mean": 0})["mean"] * GAMES)
        wins = dict(one("select player, count(*) from {players} where won > 0 group by player", form))
        assert wins == {seat["player"]: seat["wins"]["count"] for seat in report["seats"] if seat["wins"]["count"]}
        assert one("select count(*) from {answers}", form) == one("select sum(questions + chance) from {games}", form)
        assert one("select sum(options) from {questions}", form) == one("select count(*) from {options}", form)
        tracks = one("select track, index, avg(value::bigint) from {tracks} group by all", form)
        means = {(track["name"], " ".join(track["index"])): track["values"]["mean"] for track in report["tracks"]}
        for track, index, mean in tracks:
            assert mean == pytest.approx(means[track, index or ""])


@pytest.mark.parametrize("table", TABLES)
def test_csv_and_parquet_hold_the_same(exported, table):
    folder, _ = exported
    typed = pl.read_parquet(folder / "parquet" / f"{table}.parquet")
    text = pl.read_csv(folder / "csv" / f"{table}.csv", schema=typed.schema)
    # In CSV, an empty text is an empty cell.
    assert typed.height > 0 or table == "tracks"
    assert text.equals(typed.with_columns(pl.col(pl.String).replace("", None)))
    assert pyarrow.parquet.read_table(folder / "parquet" / f"{table}.parquet").num_rows == typed.height


def test_polars_finds_the_answers_of_the_simulation(exported):
    folder, _ = exported
    answers = pl.read_parquet(folder / "parquet" / "answers.parquet")
    numbers = pl.read_parquet(folder / "parquet" / "games.parquet").select("game", "number")
    ours = answers.join(numbers, on="game").sort("number", "question")
    simulated = pl.read_csv(folder / "simulated.csv", infer_schema=False).cast({"game": pl.UInt64, "answer": pl.UInt64})
    simulated = simulated.sort("game", "answer")
    assert ours.height == simulated.height > GAMES
    assert ours["chosen"].equals(simulated["chosen"]) and ours["who"].equals(simulated["who"])


def test_first_moves_of_the_guide_are_those_of_all_games(exported):
    """Also of games that begin with chance."""
    text = GUIDE.read_text().replace("data/", f"{exported[0]}/csv/")
    query = re.search(r'print\(duckdb\.sql\("""(.*?)"""', text, re.DOTALL)[1]
    assert "first_move" in query and sum(games for _, games, _ in duckdb.sql(query).fetchall()) == GAMES
    names = {}
    exec(re.search(r"^```python\n(import polars.*?)^```", text, re.MULTILINE | re.DOTALL)[1], names)
    assert names["wins"].collect()["games"].sum() == GAMES


def test_the_guide_runs(tmp_path):
    """Commands and programs of the guide run one after another in one folder."""
    blocks = re.findall(r"^```(console|python)\n(.*?)^```", GUIDE.read_text(), re.MULTILINE | re.DOTALL)
    assert {kind for kind, _ in blocks} == {"console", "python"} and len(blocks) > 5
    (tmp_path / "rules").symlink_to(ROOT / "rules")
    path = {**os.environ, "PATH": f"{TAVOLA.parent}:{os.environ['PATH']}"}
    for kind, text in blocks:
        lines = [line[2:] for line in text.splitlines() if line.startswith("$ ")]
        words = ["sh", "-ec", "\n".join(lines)] if kind == "console" else [sys.executable, "-c", text]
        done = subprocess.run(words, cwd=tmp_path, env=path, capture_output=True, text=True)
        assert done.returncode == 0, f"{text}\n{done.stderr}"
