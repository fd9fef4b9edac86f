//! Rows in Parquet files equal those in CSV files, with types.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use parquet::basic::Type as Physical;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use tempfile::TempDir;

/// A game that faults if a player takes three stones. Nobody wins a tie.
const STONES: &str = r#"game stones "Stones" for 2 players

settings
  | name | value | range | meaning            |
  | most | 3     | 1..3  | "stones at a time" |

track stones[Player] 0..

play
  repeat 2 times
    each p in Player clockwise from seat(1)
      p chooses n in 1..most "How many?"
      p gains (6 / (3 - n) rounded down) stones

winner p in Player by most stones[p]
"#;

/// A folder with the game in it.
fn home() -> TempDir {
    let home = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(home.path().join("stones")).expect("a folder");
    fs::write(home.path().join("stones/stones.tavola"), STONES).expect("a file");
    home
}

/// The exit code of `tavola` with these arguments, and its whole output.
fn run(home: &TempDir, args: &str) -> (i32, String) {
    let output =
        Command::new(env!("CARGO_BIN_EXE_tavola")).args(args.split_whitespace()).current_dir(home.path()).output();
    let output = output.expect("the program starts");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().unwrap_or(-1), String::from_utf8(said).expect("UTF-8"))
}

/// The columns of a file, and all rows in the format of CSV.
fn parquet(path: &Path) -> (Vec<(String, Physical)>, Vec<Vec<String>>, usize) {
    let reader = SerializedFileReader::new(File::open(path).expect("the file")).expect("a file of Parquet");
    let file = reader.metadata().file_metadata();
    assert_eq!(file.created_by(), Some(concat!("tavola ", env!("CARGO_PKG_VERSION"))));
    let columns = file.schema_descr().columns().iter().map(|of| (of.name().to_owned(), of.physical_type())).collect();
    let cell = |field: &Field| match field {
        Field::Null => String::new(),
        Field::ULong(number) => number.to_string(),
        Field::Long(number) => number.to_string(),
        Field::Double(number) => number.to_string(),
        Field::Str(text) => text.clone(),
        other => panic!("nothing of this type is written: {other:?}"),
    };
    let row = |row: parquet::record::Row| row.get_column_iter().map(|(_, field)| cell(field)).collect();
    let rows = reader.get_row_iter(None).expect("rows").map(|found| row(found.expect("a row"))).collect();
    (columns, rows, reader.metadata().num_row_groups())
}

/// The header of a CSV file, and all rows.
fn csv(path: &Path) -> (Vec<String>, Vec<Vec<String>>) {
    let mut reader = csv::Reader::from_path(path).expect("the file");
    let cells = |record: &csv::StringRecord| record.iter().map(str::to_owned).collect();
    let head = cells(reader.headers().expect("a head"));
    (head, reader.records().map(|record| cells(&record.expect("a row"))).collect())
}

/// Plays with all four files. Returns the columns of games and the row groups of answers.
fn both(home: &TempDir, args: &str, code: i32) -> (Vec<(String, Physical)>, usize, usize) {
    let at = |name: &str| -> PathBuf { home.path().join(name) };
    let files = "--csv g.csv --csv-answers a.csv --parquet g.parquet --parquet-answers a.parquet";
    let (ended, said) = run(home, &format!("simulate stones {files} {args}"));
    assert_eq!(ended, code, "{said}");
    let mut found = Vec::new();
    for name in ["g", "a"] {
        let (columns, rows, groups) = parquet(&at(&format!("{name}.parquet")));
        let (head, same) = csv(&at(&format!("{name}.csv")));
        assert_eq!(columns.iter().map(|column| &column.0).collect::<Vec<_>>(), head.iter().collect::<Vec<_>>());
        assert_eq!(rows.len(), same.len());
        rows.iter().zip(&same).for_each(|(row, same)| assert_eq!(row, same));
        found.push((columns, rows.len(), groups));
    }
    let (_, rows, groups) = found.remove(1);
    (found.remove(0).0, rows, groups)
}

#[test]
fn parquet_rows_equal_csv_rows() {
    let home = home();
    let (columns, ..) = both(&home, "--games 12 --seed 18446744073709551615 --by stones[player] --when end", 1);
    let of = |name: &str| columns.iter().find(|column| column.0 == name).map(|column| column.1);
    assert_eq!(of("seed"), Some(Physical::INT64));
    assert_eq!(of("end"), Some(Physical::BYTE_ARRAY));
    assert_eq!(of("won[ben]"), Some(Physical::DOUBLE));
    assert_eq!(of("score[anna]"), Some(Physical::INT64));
    assert_eq!(of("by[anna]"), Some(Physical::BYTE_ARRAY));
    let games = csv(&home.path().join("g.csv")).1;
    let faults = games.iter().filter(|row| row[2] != "over").count();
    assert!(0 < faults && faults < games.len(), "{games:?}");
}

/// Rows are written in groups, so the memory does not grow.
#[test]
fn many_rows_are_written_in_groups() {
    let home = home();
    let (_, rows, groups) = both(&home, "--games 12000 --seed 1 --set most=2", 0);
    assert_eq!(rows, 12_000 * 4);
    // 6 columns, 262,144 cells per group.
    assert_eq!(groups, 2);
}

#[test]
fn an_unwritable_file_is_reported() {
    let (code, said) = run(&home(), "simulate stones --games 3 --parquet no/where.parquet");
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("no/where.parquet"), "{said}");
    #[cfg(target_os = "linux")]
    {
        let (code, said) = run(&home(), "simulate stones --games 3 --set most=2 --parquet /dev/full");
        assert_eq!(code, 2, "{said}");
        assert!(said.contains("/dev/full") && said.contains("the disk is full"), "{said}");
    }
}
