//! Long runs resume from a progress file: `compare`, `tune`, `impact` (`simulate`: `simulate_resume.rs`).

use super::{GEMS, Home};

const COMPARE: &str = "compare rules/gems --players 2 --seed 5 --set rounds=4 --bots flat:2 --games 200 --format json";
const TUNE: [&str; 12] = [
    "tune",
    "rules/gems",
    "--players",
    "2",
    "--seed",
    "5",
    "--over",
    "rounds=2..5",
    "--goal",
    "questions of a game near 16",
    "--games",
    "800",
];

/// Cuts off the last line of the progress file and removes a third of its lines.
pub(super) fn cut(home: &Home) {
    let text = home.read("it.progress");
    let lines = text.lines().count();
    let some: String = text.lines().take(lines - lines / 3).map(|line| format!("{line}\n")).collect();
    home.write("it.progress", &some[..some.len() - 5]);
}

/// The result is byte-identical, in one run or in two parts.
#[test]
fn a_resumed_run_has_the_same_result() {
    let home = Home::new();
    let whole = home.run(COMPARE).ends(0).out;
    let parts = format!("{COMPARE} --progress it.progress");
    assert!(home.run(&parts).ends(0).out == whole);
    let full = home.read("it.progress").lines().count();
    assert_eq!(full, 2 + 200, "a head, and a line for each pair of games");
    cut(&home);
    assert!(home.run(&format!("{parts} --jobs 1")).ends(0).out == whole);
    home.run(&parts).ends(0);
    assert_eq!(
        home.read("it.progress").lines().count(),
        full,
        "the lost games are there again, and nothing is played twice"
    );
    // The seed is that of the file. The number of games may grow.
    let other = parts.replace(" --seed 5", "").replace("200", "230");
    let run = home.run(&other).ends(0);
    assert_eq!(
        (&run.json()["comparisons"][0]["seed"], &run.json()["comparisons"][0]["pairs"]),
        (&5.into(), &230.into())
    );

    std::fs::remove_file(home.path("it.progress")).expect("it is there");
    let whole = home.run_words(&TUNE).ends(0).out;
    let parts = [&TUNE[..], &["--progress", "it.progress"]].concat();
    assert!(home.run_words(&parts).ends(0).out == whole);
    let full = home.read("it.progress").lines().count();
    cut(&home);
    assert!(home.run_words(&parts).ends(0).out == whole);
    assert_eq!(home.read("it.progress").lines().count(), full);
}

/// Results in the file are not computed again: a changed number in the file is in the report.
#[test]
fn results_in_the_file_are_not_played_again() {
    let home = Home::new();
    let args = "compare rules/gems --players 2 --seed 1 --games 64 --format json --progress it.progress";
    let questions = |home: &Home| {
        let json = home.run(args).ends(0).json();
        let figures = json["comparisons"][0]["figures"].as_array().expect("figures").clone();
        figures.iter().find(|figure| figure["figure"] == "questions").expect("questions")["before"].clone()
    };
    assert_eq!(questions(&home), 12.0);
    // The counts of questions come after the wins of two, shared, and of nobody.
    let text = home.read("it.progress");
    let more: Vec<String> = text.lines().map(|line| line.replacen(" 12 ", " 13 ", 1)).collect();
    home.write("it.progress", format!("{}\n", more.join("\n")));
    assert_eq!(questions(&home), 13.0);
}

#[test]
fn an_impact_resumes() {
    let home = Home::new();
    std::fs::create_dir(home.path("games")).expect("a folder");
    for seed in 1..=3 {
        home.run(&format!("play rules/gems --human none --players 2 --seed {seed} --record games/{seed}.yaml")).ends(0);
    }
    home.write("edited/gems/gems.tavola", GEMS.replace("p gains n score", "p gains n + 1 score"));
    let args = "impact rules/gems edited/gems games --format json";
    let whole = home.run(args).ends(1).out;
    let parts = format!("{args} --progress it.progress");
    assert!(home.run(&parts).ends(1).out == whole);
    cut(&home);
    assert!(home.run(&parts).ends(1).out == whole);
    let changed = home.read("it.progress").replace("score[anna] is", "the score of anna is");
    home.write("it.progress", changed);
    home.run(&parts).ends(1).says(&["the score of anna is"]);
    // Under other rules, results of the old ones are not used.
    home.write("edited/gems/gems.tavola", GEMS.replace("p gains n score", "p gains n + 2 score"));
    home.run(&parts).ends(2).says(&[
        "`it.progress` belongs to another run: since then, this has changed: the rules after;",
        "name another file",
    ]);
}

#[test]
fn progress_of_another_run_is_refused() {
    let home = Home::new();
    let args = "compare rules/gems --players 2 --seed 1 --games 64 --progress it.progress";
    home.run(args).ends(0);
    let refused = |args: &str, why: &str| {
        home.run(args).ends(2).says(&["`it.progress` belongs to another run", why]);
    };
    refused(&args.replace("--seed 1", "--seed 2"), "there the seed is 1, here it is 2");
    refused(&format!("{args} --bots greedy"), "the first side");
    refused(&format!("{args} --by player.seat"), "--by");
    let tune = ["tune", "rules/gems", "--seed", "1", "--over", "rounds", "--goal", "questions of a game below 9"];
    let tune = [&tune[..], &["--progress", "it.progress"]].concat();
    home.run_words(&tune).ends(2).says(&["there the verb is compare, here it is tune"]);
    home.write("it.progress", "my notes\n");
    home.run(args).ends(2).says(&["`it.progress` is not a progress file"]);
    assert_eq!(home.read("it.progress"), "my notes\n");
    for odd in [
        ".",
        #[cfg(unix)]
        "/dev/null",
    ] {
        home.run(&args.replace("it.progress", odd)).ends(2).says(&[&format!("`{odd}` is not a regular file")]);
    }
    home.run(&args.replace("it.progress", "no/where.progress")).ends(2).says(&["no/where.progress"]);
}

/// Ctrl-C reports the results so far and how to resume. The file holds these results.
#[cfg(unix)]
#[test]
fn a_stopped_run_says_how_to_resume() {
    use super::interrupted;
    use crate::waiting::until;

    let home = Home::new();
    let long = "compare rules/gems --players 2 --seed 5 --set rounds=4 --bots flat:2 --games 100000000 --matters 0.001";
    let lines = || std::fs::read_to_string(home.path("it.progress")).map_or(0, |text| text.lines().count());
    let output = interrupted(&home, &format!("{long} --progress it.progress"), |_| {
        until("the first games", || lines() >= 100);
    });
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(out.contains("stopped") && out.contains("a game asks 4.0 questions more"), "{out}");
    let again = format!("resume with: tavola {long} --progress it.progress");
    assert!(err.contains(&again), "{err}");
    assert!(lines() >= 100);
    let shorter = COMPARE.to_owned();
    let whole = home.run(&shorter).ends(0).out;
    assert!(home.run(&format!("{shorter} --progress it.progress")).ends(0).out == whole);
    // Without a file, one is created.
    let unsaid = long.replace(" --seed 5", "");
    let output = super::terminal::interrupted_under_way(&home, &unsaid);
    let err = String::from_utf8_lossy(&output.stderr);
    let again = err.lines().find_map(|line| line.split_once("resume with: tavola ")).expect("how to go on").1;
    let file = again.split_once("--progress ").expect("a file").1;
    assert!(again.contains(" --seed ") && file.starts_with("compare-") && home.path(file).is_file(), "{err}");
    home.run(&again.replace("100000000", "64")).ends(0).says(&["64 pairs of games"]);
}

/// `serve` resumes a record that exists. An option that says something else is not ignored.
#[test]
fn options_that_differ_from_the_record_are_refused() {
    let home = Home::new();
    home.feed("play rules/gems --players 2 --seed 7 --record game.yaml", "quit\n");
    let before = home.read("game.yaml");
    for (option, name) in [
        ("--seed 8", "--seed"),
        ("--players 3", "--players"),
        ("--names zoe,ben", "--names"),
        ("--set rounds=5", "--set"),
        ("--bots greedy", "--bots"),
        ("--variant night", "--variant"),
    ] {
        let run = home.run(&format!("serve rules/gems --port 0 --record game.yaml {option}")).ends(2);
        run.says(&[&format!("the game of `game.yaml` has another `{name}`"), "name another file"]);
    }
    assert_eq!(home.read("game.yaml"), before);
}
