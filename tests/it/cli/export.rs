//! `tavola export`: recorded games as tables and as JSON documents.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;

use super::{GEMS, Home, Run};

/// A folder with `records` of simulated games.
fn recorded(games: u64, more: &str) -> Home {
    let home = Home::new();
    let line =
        format!("simulate rules/gems --players 2 --games {games} --seed 7 --records records --format json {more}");
    fs::write(home.path("report.json"), home.run(&line).ends(0).out).expect("a file");
    home
}

fn export(home: &Home, args: &str) -> Run {
    home.run(&format!("export records -o data {args}"))
}

/// Rows of a CSV file, each with its cells by column.
fn rows(home: &Home, table: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(home.path(table)).expect("a file");
    let head: Vec<String> = reader.headers().expect("a head").iter().map(str::to_owned).collect();
    let row = |row: csv::StringRecord| head.iter().cloned().zip(row.iter().map(str::to_owned)).collect();
    reader.records().map(|found| row(found.expect("a row"))).collect()
}

fn sum(rows: &[BTreeMap<String, String>], column: &str) -> f64 {
    rows.iter().map(|row| row[column].parse::<f64>().unwrap_or(0.0)).sum()
}

/// Names of the files in a folder.
fn files(home: &Home, folder: &str) -> Vec<String> {
    let entries = fs::read_dir(home.path(folder)).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn tables_agree_with_the_report_of_the_simulation() {
    let home = recorded(40, "--csv-answers simulated.csv");
    export(&home, "--options").ends(0).says(&["data/games.csv: 40 rows", "40 games exported"]);
    let report: Value = serde_json::from_str(&home.read("report.json")).expect("JSON");
    let report = &report["runs"][0]["report"];
    let table = |name: &str| rows(&home, &format!("data/{name}.csv"));
    let (games, players, answers) = (table("games"), table("players"), table("answers"));
    assert_eq!((games.len(), players.len()), (40, 80));
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{value}"));
    assert_eq!(sum(&games, "questions"), (number(&report["questions"]["mean"]) * 40.0).round());
    assert_eq!(sum(&games, "chance"), (number(&report["chance"]["mean"]) * 40.0).round());
    for (at, name) in ["anna", "ben"].iter().enumerate() {
        let wins = players.iter().filter(|row| row["player"] == *name && row["won"] != "0").count();
        assert_eq!(wins as f64, number(&report["seats"][at]["wins"]["count"]), "{name}");
    }
    // The same answers as the rows of the simulation.
    let simulated = rows(&home, "simulated.csv");
    assert_eq!(answers.len(), simulated.len());
    let key = |row: &BTreeMap<String, String>, number: &str| {
        [&row[number], &row["who"], &row["rule"], &row["chosen"]].map(Clone::clone)
    };
    let by_number = |all: &[BTreeMap<String, String>], game: &str, number: &str| {
        let own = all.iter().filter(|row| row["game"] == game);
        own.map(|row| key(row, number)).collect::<Vec<_>>()
    };
    for game in &games {
        let other = by_number(&simulated, &game["number"], "answer");
        assert_eq!(by_number(&answers, &game["game"], "question"), other, "{}", game["file"]);
    }
    let options = table("options");
    assert_eq!(sum(&table("questions"), "options"), options.len() as f64);
    assert_eq!(options.iter().filter(|row| row["taken"] == "true").count(), answers.len());
    let scores: f64 = table("tracks").iter().map(|row| row["value"].parse::<f64>().expect("a number")).sum();
    assert_eq!(sum(&players, "score"), scores, "score is the only track of the game");
    assert!(sum(&players, "return") == 0.0 && players.iter().any(|row| row["place"] == "2"));
}

#[test]
fn a_document_for_each_game_has_all_options_and_the_end() {
    let home = recorded(3, "");
    export(&home, "--format json").ends(0).says(&["data/games.jsonl: 3 rows"]);
    let text = home.read("data/games.jsonl");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3);
    for game in &lines {
        let questions = game["questions"].as_array().expect("questions");
        for question in questions {
            let options = question["options"].as_array().expect("options");
            let answer = &question["answer"];
            let chosen = &options[answer["option"].as_u64().expect("a number") as usize];
            assert_eq!(chosen["notation"], answer["notation"]);
            assert_eq!(question["option_count"], options.len());
            assert!(!chosen["actions"].as_array().expect("ids").is_empty(), "{chosen}");
        }
        assert_eq!(game["over"], true);
        assert_eq!(game["end"]["viewer"], Value::Null);
        assert_eq!(game["end"]["players"], serde_json::json!(["Anna", "Ben"]));
    }
}

/// A file with the first answer changed, and why it is refused.
#[test]
fn a_broken_record_stops_the_export_or_is_left_out() {
    let home = recorded(3, "");
    let name = "records/gems-7-1.yaml";
    let whole = home.read(name);
    let illegal = whole.replacen("- anna: ", "- anna: \"9\" # ", 1);
    let other_rules = whole.lines().map(|line| match line.starts_with("rules:") {
        true => "rules: \"0000000000000000\"\n".to_owned(),
        false => format!("{line}\n"),
    });
    let cases = [
        (illegal, 1, "answer 2 of"),
        (whole.replacen("players:", "player:", 1), 2, "gems-7-1.yaml:"),
        (other_rules.collect(), 2, "--rules FOLDER@COMMIT"),
        (whole.replacen("game: gems", "game: germs", 1), 2, "--rules PATH"),
    ];
    for (text, code, why) in cases {
        home.write(name, text);
        export(&home, "").ends(code).says(&["gems-7-1.yaml", why, "--skip-broken leaves such records out"]);
        assert_eq!(files(&home, "data"), [""; 0], "nothing is left");
        export(&home, "--skip-broken").ends(0).says(&["left out:", "2 games exported; 1 left out"]);
        assert_eq!(
            rows(&home, "data/games.csv").iter().map(|row| row["game"].as_str()).collect::<Vec<_>>(),
            ["0", "1"]
        );
        fs::remove_dir_all(home.path("data")).expect("a folder");
    }
    fs::remove_file(home.path("records/gems-7-0.yaml")).expect("a file");
    fs::remove_file(home.path("records/gems-7-2.yaml")).expect("a file");
    export(&home, "--skip-broken").ends(2).says(&["no record could be exported"]);
    assert_eq!(files(&home, "data"), [""; 0]);
}

#[test]
fn records_of_two_versions_are_replayed_with_their_own_rules() {
    let home = recorded(2, "");
    home.write("old/gems/gems.tavola", home.read("rules/gems/gems.tavola"));
    home.write("old/gems/rulebook.yaml", home.read("rules/gems/rulebook.yaml"));
    home.write("rules/gems/gems.tavola", GEMS.replace("n in 1..3", "n in 1..2"));
    export(&home, "").ends(2);
    let new = "simulate rules/gems --players 2 --games 2 --seed 8 --records records";
    home.run(new).ends(0);
    export(&home, "--rules rules/gems --rules old/gems").ends(0).says(&["4 games exported"]);
    let rules: Vec<String> = rows(&home, "data/games.csv").iter().map(|row| row["rules"].clone()).collect();
    assert!(rules[0] == rules[1] && rules[1] != rules[2], "{rules:?}");
}

#[test]
fn paths_come_from_folders_files_and_stdin_each_once() {
    let home = recorded(3, "");
    home.run("export records records/gems-7-0.yaml -o data").ends(0).says(&["3 games exported"]);
    let lines = "records/gems-7-2.yaml\n\nrecords/gems-7-0.yaml\nrecords/gems-7-2.yaml\n";
    home.feed("export - -o other", lines).ends(0).says(&["2 games exported"]);
    let files: Vec<String> = rows(&home, "other/games.csv").iter().map(|row| row["file"].clone()).collect();
    assert_eq!(files, ["records/gems-7-2.yaml", "records/gems-7-0.yaml"]);
    home.run("export nowhere -o third").ends(2).says(&["there is no `nowhere`"]);
    home.run("export rules/gems/scenarios records -o third").ends(2).says(&["there is no"]);
}

#[test]
fn existing_files_are_not_overwritten() {
    let home = recorded(2, "");
    home.write("data/answers.csv", "mine");
    export(&home, "").ends(2).says(&["data/answers.csv` exists and is not overwritten"]);
    assert_eq!(files(&home, "data"), ["answers.csv"]);
    assert_eq!(home.read("data/answers.csv"), "mine");
    // What a killed program left is no obstacle.
    fs::remove_file(home.path("data/answers.csv")).expect("a file");
    home.write("data/games.csv.part", "half of a fi");
    export(&home, "").ends(0);
    assert_eq!(rows(&home, "data/games.csv").len(), 2);
    assert_eq!(files(&home, "data"), ["answers.csv", "games.csv", "players.csv", "questions.csv", "tracks.csv"]);
    let records = home.run("simulate rules/gems --players 2 --games 2 --seed 7 --records records").ends(2);
    records.says(&["records/gems-7-0.yaml` exists and is not overwritten"]);
}

/// A game that is not over has its open question, and its results are empty.
#[test]
fn a_game_that_is_not_over_is_exported_with_a_warning() {
    let home = recorded(1, "");
    let name = "records/gems-7-0.yaml";
    let text = home.read(name);
    let lines: Vec<&str> = text.lines().collect();
    home.write(name, lines[..lines.len() - 1].join("\n") + "\n");
    export(&home, "").ends(0).says(&["not over: 1 game"]);
    let (games, players) = (rows(&home, "data/games.csv"), rows(&home, "data/players.csv"));
    assert_eq!((games[0]["over"].as_str(), games[0]["winners"].as_str()), ("false", ""));
    assert!(players.iter().all(|row| row["won"].is_empty() && row["return"].is_empty()));
    assert_eq!(rows(&home, "data/questions.csv").len(), rows(&home, "data/answers.csv").len() + 1);
}

#[test]
fn the_rows_do_not_depend_on_the_number_of_threads() {
    let home = recorded(30, "");
    home.run("export records -o one --jobs 1").ends(0);
    home.run("export records -o four --jobs 4").ends(0);
    for name in files(&home, "one") {
        assert_eq!(home.read(&format!("one/{name}")), home.read(&format!("four/{name}")), "{name}");
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_leaves_no_files() {
    use std::os::unix::fs::PermissionsExt;
    let home = recorded(2, "");
    let waiting = |child: &mut std::process::Child| {
        let paths = "records/gems-7-0.yaml\n".repeat(1000);
        std::io::Write::write_all(child.stdin.as_mut().expect("a pipe"), paths.as_bytes()).expect("a pipe");
        let begun = std::time::Instant::now();
        while files(&home, "data").len() < 5 {
            assert!(begun.elapsed().as_secs() < 60, "no file is begun");
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    };
    let run = Run::of(super::interrupted(&home, "export records - -o data", waiting)).ends(130);
    assert_eq!(files(&home, "data"), [""; 0], "{}", run.err);
    export(&home, "").ends(0);
    let mode = fs::metadata(home.path("data/games.csv")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "secrets are for their owner");
}

#[test]
#[cfg(not(feature = "parquet"))]
fn without_parquet_the_message_says_how_to_get_it() {
    let home = recorded(1, "");
    export(&home, "--format parquet").ends(2).says(&["--features parquet", "--format csv writes the same rows"]);
    assert!(!home.path("data").exists());
}
