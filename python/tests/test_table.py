"""Rows of simulated games as tables: beside the files of the program, and read by other libraries."""

import csv
import subprocess

import pytest

import tavola
from conftest import FAULTY

GAMES = 80


@pytest.fixture(scope="module", params=[("classics/leduc_poker", 2), ("san_marco", 3)], ids=lambda param: param[0])
def sides(request, rules_folder, program, load, tmp_path_factory):
    """The tables of a game, and the files of the program with the same rows."""
    path, players = request.param
    folder = tmp_path_factory.mktemp("rows")
    command = [program, "simulate", rules_folder / path, "--players", str(players), "--games", str(GAMES), "--seed", "3"]
    command += ["--csv", folder / "games.csv", "--csv-answers", folder / "answers.csv"]
    subprocess.run(command, check=True, capture_output=True)
    game = load(path, players)
    return {rows: (game.table(rows, games=GAMES, seed=3), folder / f"{rows}.csv") for rows in ["games", "answers"]}


def shown(cell):
    """A cell as the program writes it."""
    if cell is None:
        return ""
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


@pytest.mark.parametrize("rows", ["games", "answers"])
def test_the_rows_are_those_of_the_program(sides, rows):
    table, file = sides[rows]
    with file.open(newline="") as lines:
        head, *cells = csv.reader(lines)
    assert table.columns == head and len(table) == len(cells) >= GAMES
    columns = table.to_dict()
    assert [[shown(cell) for cell in row] for row in zip(*columns.values(), strict=True)] == cells
    assert set(table.meanings) == set(head) and all(table.meanings.values())


@pytest.mark.parametrize(("path", "players"), [("classics/leduc_poker", 2), ("san_marco", 3)])
def test_players_join_answers_and_games(load, path, players):
    run = {"games": 30, "seed": 3, "bots": ["flat:1"] + ["random"] * (players - 1), "rotate": True}
    game = load(path, players)
    games, seats, answers = (game.table(rows, **run) for rows in ("games", "players", "answers"))
    assert seats.columns == ["game", "seat", "player", "bot", "won", "score"] and all(seats.meanings.values())
    whole, rows = games.to_dict(), list(zip(*seats.to_dict().values(), strict=True))
    assert [row[:3] for row in rows] == [
        (number, seat, player) for number in range(30) for seat, player in enumerate(game.players, start=1)
    ]
    for number, _, player, *found in rows:
        assert found == [whole[f"{column}[{player}]"][number] for column in ("bot", "won", "score")]
    known = {row[:1] + row[2:3] for row in rows}
    who = {(number, who) for number, who in zip(answers.to_dict()["game"], answers.to_dict()["who"]) if who != "chance"}
    assert who == known, "everybody answers"


def test_types_and_batches(load):
    table = load("classics/leduc_poker", 2).table("answers", games=12000, seed=1)
    columns = table.to_dict()
    assert len(table) > 1 << 16, "it has several batches"
    assert columns["game"] == sorted(columns["game"]) and columns["game"][-1] == 11999
    assert isinstance(columns["game"][0], int) and isinstance(columns["chosen"][0], str)
    pandas = pytest.importorskip("pandas")
    assert len(pandas.DataFrame.from_arrow(table)) == len(table)


def test_other_libraries_read_it(sides):
    polars, duckdb, pyarrow = map(pytest.importorskip, ["polars", "duckdb", "pyarrow"])
    for rows, (found, _) in sides.items():
        columns = found.to_dict()
        assert polars.DataFrame(found).to_dict(as_series=False) == columns, rows
        assert pyarrow.table(found).to_pydict() == columns, rows
        assert duckdb.sql("select count(*) from found").fetchall() == [(len(found),)], rows
    games = polars.DataFrame(sides["games"][0])
    assert games.schema["seed"] == polars.UInt64 and games.schema["won[anna]"] == polars.Float64


def test_a_notebook_shows_the_first_rows(sides):
    table, _ = sides["games"]
    html = table._repr_html_()
    assert html.count("<tr>") == 11 and "won[anna]" in html and f"{GAMES} rows" in html
    assert repr(table) == f"<Table of {GAMES} rows and {len(table.columns)} columns>"


def test_wrong_arguments(load):
    game = load("classics/leduc_poker", 2)
    with pytest.raises(tavola.TavolaError, match='`rows` is "games", "players" or "answers"'):
        game.table("options")
    assert len(game.table(games=0)) == 0 and game.table(games=0).to_dict()["game"] == []


def test_missing_games_are_a_warning():
    game = tavola.Rules.from_texts({"bad.tavola": FAULTY}).game(2)
    with pytest.warns(UserWarning, match=r"the table has \d+ of 300 games: .*one fault broke off \d+ of them: .*three is too much") as warned:
        table = game.table(games=300)
    assert len(table) == game.simulate(300)["games"] < 300
    assert warned[0].filename == __file__, "it names the caller"
    assert len(game.table(games=3)) == 3, "a fault alone is no reason: the column `end` has it"
