//! `merge`: parts of a simulation that were played apart give the report of one run, to the byte.

use super::{GEMS, Home, Run};

const GEMS_RUN: &str = "simulate rules/gems --seed 5";

/// Games whose faults end the run: in one of three, a division by zero.
fn faulty() -> String {
    let rules = GEMS
        .replace("      p gains n score\n", "      p gains n score\n      set odd = 6 / (n * n - 1) rounded down\n");
    let rules = rules.replace("repeat rounds times", "repeat 1 times").replace("for 2..3", "for 2");
    rules.replace("play\n", "memory\n  | variable | type   | start |\n  | odd      | number | 0     |\n\nplay\n")
}

/// Plays the games between these ones, each part with its own file. The files are named in another order.
fn parts(home: &Home, run: &str, ends: &[u64]) -> String {
    let files = ends.windows(2).map(|ends| {
        let (first, games) = (ends[0], ends[1] - ends[0]);
        let part = home.run(&format!("{run} --first-game {first} --games {games} --progress {first}.progress"));
        assert!(part.code < 2, "{}", part.err);
        format!(" {first}.progress")
    });
    let mut files: Vec<String> = files.collect();
    let half = files.len() / 2;
    files.rotate_left(half);
    format!("merge{}", files.concat())
}

/// The report of the parts is that of one run in each format, and so is the exit code.
fn same(home: &Home, run: &str, ends: &[u64], code: i32) {
    let merge = parts(home, run, ends);
    for format in ["pretty", "json"] {
        let games = ends.last().expect("ends");
        let one = home.run(&format!("{run} --games {games} --format {format} --html one.html")).ends(code);
        let merged = home.run(&format!("{merge} --format {format} --html merged.html")).ends(code);
        assert!(merged.out == one.out, "{run} {ends:?}\n--- merged\n{}\n--- one\n{}", merged.out, one.out);
        assert!(home.read("merged.html") == home.read("one.html"), "{run} {ends:?}");
    }
    for first in &ends[..ends.len() - 1] {
        std::fs::remove_file(home.path(&format!("{first}.progress"))).expect("it is there");
    }
}

#[test]
fn the_report_of_any_cut_is_that_of_one_run() {
    let home = Home::new();
    let random = format!("{GEMS_RUN} --closely 25");
    same(&home, &random, &[0, 60], 0);
    same(&home, &random, &[0, 1, 60], 0);
    same(&home, &random, &[0, 16, 31, 60], 0);
    let bots = format!("{GEMS_RUN} --players 2 --set rounds=2 --bots anna=flat:2 --rotate");
    same(&home, &bots, &[0, 33, 34, 60], 0);
    let by = format!("{GEMS_RUN} --players 3 --by score[player]>9 --when end");
    same(&home, &by, &[0, 20, 40, 60], 0);
    let laws = format!("{GEMS_RUN} --players 2 --set rounds=1 --check");
    same(&home, &laws, &[0, 10, 25, 30], 0);
}

/// Ten equal faults end the merged run where they end one run, also if no part has ten of them.
#[test]
fn equal_faults_end_a_merged_run() {
    let home = Home::with(&faulty());
    let json = home.run(&format!("{GEMS_RUN} --games 60 --format json")).ends(1).json();
    let report = &json["runs"][0]["report"];
    let (games, faults) = (report["games"].as_u64().expect("a number"), &report["fault_count"]);
    assert!(report["repeats"] == true && games < 60 && faults.as_u64() < Some(games), "{report}");
    assert!(json["runs"][0]["findings"][0]["code"].is_string(), "{json}");
    same(&home, GEMS_RUN, &[0, 60], 1);
    same(&home, GEMS_RUN, &[0, 8, 60], 1);
    same(&home, GEMS_RUN, &[0, 7, 14, 21, 28, 40, 60], 1);
    same(&home, &format!("{GEMS_RUN} --check"), &[0, 9, 30], 1);
}

/// A file that serves several runs counts with the last one; games that it holds are not played again.
#[test]
fn the_last_run_of_a_file_counts() {
    let home = Home::new();
    let run = "simulate rules/gems --players 2 --seed 5 --bots greedy";
    let one = home.run(&format!("{run} --games 60")).ends(0).out;
    home.run(&format!("{run} --games 20 --progress a.progress")).ends(0);
    home.run(&format!("{run} --first-game 30 --games 30 --progress b.progress")).ends(0);
    let hole = home.run("merge a.progress b.progress").ends(2);
    let missing = "games 20 to 29 of `rules/gems` with 2 players are missing; play them with: ";
    let command = hole.err.split_once(missing).expect("the missing games").1.trim();
    home.run(command.strip_prefix("tavola ").expect("a command")).ends(0);
    assert!(home.run("merge a.progress b.progress games-20.progress").ends(0).out == one);
    home.run(&format!("{run} --games 30 --progress a.progress")).ends(0).says(&["20 of them from the checkpoint"]);
    assert!(home.run("merge a.progress b.progress").ends(0).out == one);
    let lines = home.read("a.progress").lines().count();
    home.run(&format!("{run} --games 30 --progress a.progress")).ends(0);
    assert_eq!(home.read("a.progress").lines().count(), lines, "an equal run adds nothing");
    // A part has a report of its own, also from a file; its games are those of the run.
    let part = home.run(&format!("{run} --first-game 30 --games 30 --format json --csv part.csv")).ends(0).json();
    assert_eq!((&part["runs"][0]["report"]["first"], &part["runs"][0]["report"]["games"]), (&30.into(), &30.into()));
    home.run(&format!("{run} --games 60 --csv one.csv")).ends(0);
    let [part, whole] = ["part.csv", "one.csv"].map(|file| home.read(file));
    let rows: Vec<&str> = part.lines().skip(1).collect();
    assert!(rows.len() == 30 && whole.ends_with(&format!("{}\n", rows.join("\n"))), "{part}\n{whole}");
    home.run(&format!("{run} --first-game 30 --games 3")).ends(0).says(&["3 games from game 30 on, seed 5"]);
}

fn refused(home: &Home, args: &str, why: &[&str]) -> Run {
    home.run(args).ends(2).says(why)
}

#[test]
fn parts_that_do_not_fit_are_refused() {
    let home = Home::new();
    let first = "simulate rules/gems --players 2 --seed 1 --games 20 --progress a.progress";
    home.run(first).ends(0);
    let next = "simulate rules/gems --players 2 --seed 1 --first-game 20 --games 10";
    let other = |run: String, why: &[&str]| {
        let _ = std::fs::remove_file(home.path("b.progress"));
        home.run(&format!("{run} --progress b.progress")).ends(0);
        let run = refused(&home, "merge b.progress a.progress", why);
        assert!(run.out.is_empty(), "{}", run.out);
    };
    let differs = |run: String, what: &str| {
        other(
            run,
            &["`a.progress` and `b.progress` belong to different runs: ", what, "only --first-game and --games"],
        );
    };
    differs(next.replace("--seed 1", "--seed 2"), "the seed: 1 in the first, 2 in the second");
    differs(format!("{next} --set rounds=5"), "the settings: nothing in the first, rounds=5 in the second");
    differs(format!("{next} --bots greedy"), "the bots: random, random in the first, greedy, greedy in the second");
    differs(format!("{next} --closely 3"), "analysed in detail: 200 in the first, 3 in the second");
    differs(format!("{next} --by player.seat"), "--by: nothing in the first, player.seat in the second");
    differs(format!("{next} --check"), "--check: false in the first, true in the second");
    differs(next.replace("rules/gems", "./rules/gems"), "the path of the game: rules/gems in the first");
    other(next.replace("--players 2", "--players 3"), &["games 0 to 19 of `rules/gems` with 3 players are missing"]);
    other(next.replace("--players 2", ""), &["games 0 to 19 of `rules/gems` with 3 players are missing"]);
    other(
        next.replace("game 20", "game 15"),
        &["`a.progress` and `b.progress` both hold games 15 to 19 with 2 players"],
    );
    other(next.replace("game 20", "game 19"), &["both hold game 19 with 2 players", "leave one file out"]);
    other(next.replace("game 20", "game 21"), &["game 20 of `rules/gems` with 2 players is missing; play it with: "]);
    refused(&home, "merge b.progress", &["games 0 to 20 of `rules/gems` with 2 players are missing", "--games 21"]);
    refused(&home, "merge a.progress a.progress", &["`a.progress` and `a.progress` both hold games 0 to 19"]);
    home.write("rules/gems/gems.tavola", GEMS.replace("p gains n score", "p gains n + 1 score"));
    differs(next.to_owned(), "the fingerprint of the rules: ");
    // Laws are checked in the first games only, unless the number of games is given.
    home.write("rules/gems/gems.tavola", GEMS);
    home.run("simulate rules/gems --players 2 --seed 1 --set rounds=1 --check --progress laws.progress").ends(0);
    let rest = "simulate rules/gems --players 2 --seed 1 --set rounds=1 --check --first-game 1000 --games 5";
    home.run(&format!("{rest} --progress rest.progress")).ends(0);
    let why =
        ["in `laws.progress` the laws were checked in games 0 to 19 only", "--games 1000", "--progress laws.progress"];
    refused(&home, "merge laws.progress rest.progress", &why);
}

#[test]
fn files_that_are_damaged_are_refused() {
    let home = Home::new();
    home.run("simulate rules/gems --players 2 --seed 1 --bots greedy --games 20 --progress a.progress").ends(0);
    let whole = home.read("a.progress");
    home.run("merge a.progress").ends(0).says(&["20 games, seed 1"]);
    let damaged = |text: &str, why: &str| {
        home.write("it.progress", text);
        refused(&home, "merge it.progress", &["it.progress", why]);
    };
    damaged(&whole[..whole.len() - 9], "holds no finished run; run its command with `--progress it.progress` again");
    let games = whole.lines().filter(|line| !line.starts_with("tally ")).map(|line| format!("{line}\n"));
    damaged(&games.collect::<String>(), "holds no finished run");
    damaged(
        &whole.replacen("[\"anna\",\"ben\"]", "7", 1),
        "it.progress:23: not a line of a progress file; remove this line",
    );
    damaged(&whole.replace("\"end\":20", "\"end\":21"), "it.progress:23: the games of this run are not all there");
    damaged(&whole.replace("\"start\":0", "\"start\":21"), "it.progress:23: the games of this run are not all there");
    // Games stand in the order in which they ended, which threads decide.
    let third = whole.lines().position(|line| line.starts_with("gems 2\t3\t")).expect("game 3 has a line") + 1;
    let why = format!("it.progress:{third}: not a line of a progress file");
    damaged(&whole.replacen("gems 2\t3\t", "gems 2\tx\t", 1), &why);
    damaged("my notes\n", "is not a progress file");
    damaged("", "is not a progress file");
    let version = format!("\"{}\"", env!("CARGO_PKG_VERSION"));
    damaged(&whole.replacen(&version, "\"0.0.1\"", 1), "there the version is 0.0.1, here it is ");
    home.run("compare rules/gems --players 2 --seed 1 --games 64 --progress it.progress").ends(2);
    std::fs::remove_file(home.path("it.progress")).expect("it is there");
    home.run("compare rules/gems --players 2 --seed 1 --games 64 --progress it.progress").ends(0);
    refused(&home, "merge it.progress", &["there the verb is compare, here it is simulate"]);
    refused(&home, "merge nowhere.progress", &["cannot read `nowhere.progress`: there is no such file"]);
    refused(&home, "merge .", &["`.` is not a regular file"]);
    home.run("merge").ends(2);
}
