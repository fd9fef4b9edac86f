//! The page of tables lists the columns of the library. `TAVOLA_WRITE=1 cargo test --test it docs::tables` writes it.

use std::collections::BTreeSet;
use std::fs;

use tavola::game::{Rules, Setup};
use tavola::play::rows::{DataColumn, RecordTable, SimulatedRows};

use super::read;

const PAGE: &str = "docs/reference/tables.md";

const HEAD: &str = "\
# Tables

Every table that Tavola writes for other programs, with its columns. For anyone who reads them with DuckDB, polars, R or a spreadsheet.
This page is generated.

How to use them: [analyse games as data](../how-to/analyse-games-as-data.md).

## Types

| type | in CSV | in Parquet | in Arrow (Python) |
|---|---|---|---|
| count | digits | INT64, unsigned | `uint64` |
| integer | digits, `-` | INT64, signed | `int64` |
| number | decimal | DOUBLE | `float64` |
| boolean | `true`, `false` | BOOLEAN | `bool` |
| text | UTF-8 | BYTE_ARRAY, string | `utf8` |

A cell may be empty in every column: null in Parquet and Arrow. In CSV, an empty text is the same as an empty cell.

";

/// A heading with the columns below it.
fn section(title: &str, about: &str, columns: &[DataColumn]) -> String {
    let names: BTreeSet<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names.len(), columns.len(), "{title}: each column has a name of its own");
    let mut text = format!("## {title}\n\n{about}\n\n| column | type | meaning |\n|---|---|---|\n");
    for DataColumn { name, sort, meaning } in columns {
        text += &format!("| `{name}` | {} | {meaning} |\n", sort.name());
    }
    text + "\n"
}

fn page() -> String {
    let mut page = HEAD.to_owned();
    for table in RecordTable::ALL {
        let (name, meaning) = (table.name(), table.meaning());
        page += &section(
            &format!("`{name}` of `tavola export`"),
            &format!("The file `{name}`: {meaning}."),
            &table.columns(),
        );
    }
    let rules =
        "game two \"Two\" for 2 players\n\ntrack fame[Player] 0..\n\nplay\n  each p in Player: p gains 1 fame\n";
    let game = Rules::from_texts(&[("two", rules)]).game(&Setup::of(2)).expect("a game");
    let rows = SimulatedRows::new(&game, 1, true);
    let names = game.setup().players.join(" and ");
    let about = format!(
        "`--csv`, `--parquet` and `Game.table` of Python: a row for each game. Here the players are {names}, with a track `fame` for \
         each.\nWith `--by`, each player also has a column `by`."
    );
    page += &section("Games of `tavola simulate`", &about, &rows.game_columns());
    let about = "`Game.table(\"players\")` of Python: a row for each player of each game.";
    page += &section("Players of simulated games", about, &rows.player_columns());
    let about = "`--csv-answers`, `--parquet-answers` and `Game.table(\"answers\")` of Python: a row for each answer.";
    page += &section("Answers of `tavola simulate`", about, &rows.answer_columns());
    page.truncate(page.trim_end().len());
    page + "\n"
}

#[test]
fn the_page_of_tables_lists_all_columns() {
    let page = page();
    if std::env::var_os("TAVOLA_WRITE").is_some() {
        fs::write(PAGE, &page).expect("writable");
    }
    assert!(read(PAGE) == page, "{PAGE} differs from the columns: TAVOLA_WRITE=1 cargo test --test it docs::tables");
}
