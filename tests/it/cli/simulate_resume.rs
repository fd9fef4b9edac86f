//! `simulate` resumes from a progress file: it keeps the answers of each game of bots that search, so none searches again.

use super::resume::cut;
use super::{GEMS, Home};
#[cfg(unix)]
use crate::waiting::until;

const ARGS: &str = "simulate rules/gems --players 2 --seed 5 --set rounds=4 --bots anna=flat:2 --rotate --games 60";

/// Files of rows of games and of answers, and the report.
fn all(home: &Home, args: &str) -> [String; 3] {
    let out = home.run(&format!("{args} --format json --csv games.csv --csv-answers answers.csv")).ends(0).out;
    [out, home.read("games.csv"), home.read("answers.csv")]
}

/// Number of lines with a game of two players.
fn games(home: &Home) -> usize {
    home.read("it.progress").lines().filter(|line| line.starts_with("gems 2\t")).count()
}

/// The results are byte-identical, in one run or in several parts, with any number of jobs, and with any figures.
#[test]
fn a_simulation_in_parts_has_the_same_result() {
    let home = Home::new();
    let kept = |args: &str| format!("{args} --progress it.progress");
    let whole = all(&home, ARGS);
    assert!(all(&home, &kept(ARGS)) == whole);
    let full = games(&home);
    assert_eq!(full, 60);
    cut(&home);
    assert!(all(&home, &format!("{} --jobs 1", kept(ARGS))) == whole);
    assert!(all(&home, &kept(ARGS)) == whole);
    assert_eq!(games(&home), full, "nothing is played twice");
    // More games, and fewer; other figures of the same games. The seed is that of the file.
    let more = ARGS.replace("60", "90");
    assert!(all(&home, &kept(&more.replace(" --seed 5", ""))) == all(&home, &more));
    assert_eq!(games(&home), 90);
    let by = format!("{} --by score[player]>9 --when end --closely 7 --check", ARGS.replace("60", "20"));
    assert!(all(&home, &kept(&by)) == all(&home, &by));
    assert_eq!(games(&home), 90);
    // Several numbers of players in one file.
    let many = "simulate rules --seed 5 --games 30 --bots greedy --format json";
    let whole = home.run(many).ends(0).out;
    let many = format!("{many} --progress many.progress");
    assert!(home.run(&many).ends(0).out == whole);
    home.write("it.progress", home.read("many.progress"));
    cut(&home);
    home.write("many.progress", home.read("it.progress"));
    home.run(&many).ends(0).says(&["30 games in", " of them from the checkpoint; seed 5"]);
    assert!(home.run(&many).ends(0).out == whole);
}

/// Random games are played again as fast as their answers are read. The file holds their tally, and whatever it held before.
#[test]
fn random_games_keep_only_their_tally() {
    let home = Home::new();
    let random = "simulate rules/gems --players 2 --seed 5 --games 60";
    for figures in ["", " --by score[player]>9 --when end --closely 7 --check"] {
        for bots in ["", " --bots random"] {
            let args = format!("{random}{figures}{bots}");
            let _ = std::fs::remove_file(home.path("it.progress"));
            let whole = all(&home, &args);
            let kept = format!("{args} --progress it.progress");
            assert!(all(&home, &kept) == whole);
            let text = home.read("it.progress");
            assert_eq!((games(&home), text.lines().count()), (0, 3), "a head and a tally: {text}");
            home.write("it.progress", &text[..text.len() - 9]);
            assert!(all(&home, &kept) == whole, "it was stopped while it wrote");
            assert_eq!(home.read("it.progress"), text);
            // Files of earlier versions hold the answers of each game.
            let head: Vec<&str> = text.lines().take(2).collect();
            home.write("it.progress", format!("{}\ngems 2\t0\t[0,0]\ngems 2\t1\t[0]\n", head.join("\n")));
            assert!(all(&home, &kept) == whole);
            let merged = |file: &str| home.run(&format!("merge {file} --format json")).out;
            let old = merged("it.progress");
            home.write("it.progress", text);
            assert!(merged("it.progress") == old);
        }
    }
    let more = random.replace("60", "90");
    let kept = format!("{more} --progress it.progress");
    let _ = std::fs::remove_file(home.path("it.progress"));
    home.run(&format!("{random} --progress it.progress")).ends(0);
    assert!(all(&home, &kept) == all(&home, &more));
}

/// Answers come from the file. From the first missing answer on, bots answer again.
#[test]
fn answers_in_the_file_are_not_searched_again() {
    let home = Home::new();
    let run = "simulate rules/gems --players 2 --seed 1 --games 9";
    let (flat, greedy) = (format!("{run} --bots flat:1"), format!("{run} --bots greedy"));
    let [played, thought] = [all(&home, &flat), all(&home, &greedy)].map(|[_, _, answers]| answers);
    let chosen = |rows: &str| rows.lines().map(|row| row.replace("flat:1", "greedy")).collect::<Vec<_>>();
    assert!(chosen(&played) != chosen(&thought));
    home.run(&format!("{flat} --progress it.progress")).ends(0);
    let text = home.read("it.progress");
    home.write("it.progress", text.replace(r#"["--bots","flat:1"]"#, r#"["--bots","greedy"]"#));
    let kept = format!("{greedy} --progress it.progress");
    assert!(chosen(&all(&home, &kept)[2]) == chosen(&played));
    let none: Vec<&str> = text.lines().take(2).collect();
    let none = none.join("\n").replace(r#"["--bots","flat:1"]"#, r#"["--bots","greedy"]"#);
    let games: String = (0..9).map(|game| format!("gems 2\t{game}\t[7000000]\n")).collect();
    home.write("it.progress", format!("{none}\n{games}"));
    assert!(all(&home, &kept)[2] == thought);
    home.write("it.progress", format!("{none}\ngems 2\t0\tscribble\n{games}"));
    home.run(&kept).ends(2).says(&["it.progress:3: not a line of a progress file; remove this line"]);
}

/// `trace` plays games, too, and keeps them in the same way.
#[test]
fn a_trace_in_parts_has_the_same_result() {
    let home = Home::new();
    let args = "trace rules/gems --games 30 --bots flat:2 --format json";
    let whole = home.run(args).ends(0).out;
    let kept = format!("{args} --progress it.progress");
    assert!(home.run(&kept).ends(0).out == whole);
    let full = home.read("it.progress").lines().count();
    assert_eq!(full, 2 + 2 * 30, "games of two, and of three");
    cut(&home);
    assert!(home.run(&kept).ends(0).out == whole);
    assert_eq!(home.read("it.progress").lines().count(), full);
    home.run(&format!("{kept} --seed 2")).ends(2).says(&["there the seed is 1, here it is 2"]);
}

#[test]
fn games_of_another_simulation_are_refused() {
    let home = Home::new();
    let args = "simulate rules/gems --players 2 --seed 1 --games 20 --progress it.progress";
    home.run(args).ends(0);
    let before = home.read("it.progress");
    let refused = |args: &str, why: &str| {
        home.run(args).ends(2).says(&["`it.progress` belongs to another run", why, "name another file"]);
    };
    refused(&args.replace("--seed 1", "--seed 2"), "there the seed is 1, here it is 2");
    refused(&args.replace("--players 2", "--players 3"), "there the number of players is 2, here it is 3");
    refused(&format!("{args} --bots greedy"), "there --bots is random, here it is greedy");
    refused(&format!("{args} --bots anna=greedy --rotate"), "--bots");
    refused(&format!("{args} --set rounds=5"), "there --set is , here it is rounds=5");
    refused(&args.replace("simulate", "compare"), "there the verb is simulate, here it is compare");
    home.write("rules/gems/gems.tavola", GEMS.replace("p gains n score", "p gains n + 1 score"));
    refused(args, "since then, this has changed: the fingerprint of the rules; name another file");
    assert_eq!(home.read("it.progress"), before);
    home.run(&args.replace("it.progress", "no/where.progress")).ends(2).says(&["no/where.progress"]);
}

/// Ctrl-C without a progress file creates one with the games so far, and prints how to resume.
#[cfg(unix)]
#[test]
fn a_stopped_simulation_says_how_to_resume() {
    use super::terminal::interrupted_under_way;

    let home = Home::new();
    let long = "simulate rules/gems --players 2 --bots flat:200 --games 100000000 --format json";
    let output = interrupted_under_way(&home, long);
    let err = String::from_utf8_lossy(&output.stderr);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("known results are reported");
    let report = &json["runs"][0]["report"];
    let (games, seed) = (report["games"].as_u64().expect("a number"), report["seed"].as_u64().expect("a seed"));
    assert!(games > 0, "{report}");
    let again = err.lines().find_map(|line| line.split_once("resume with: tavola ")).expect("how to go on").1;
    assert_eq!(again, format!("{long} --seed {seed} --progress simulate-{seed}.progress"));
    // Unfinished games are in the file, too, up to their last answer.
    let kept = home.read(&format!("simulate-{seed}.progress")).lines().count() as u64 - 2;
    assert!(kept >= games, "{kept} of {games}");
    let some = again.replace("100000000", &(games + 3).to_string());
    let whole = home.run(some.split(" --progress").next().expect("a command")).ends(0).out;
    assert!(home.run(&some).ends(0).says(&[" of them from the checkpoint"]).out == whole);
    // Games of random players replay as fast as they are read. They are kept only in an explicit progress file.
    let output = interrupted_under_way(&home, "simulate rules/gems --players 2 --games 100000000 --seed 77");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("to go on"));
    assert!(!home.path("simulate-77.progress").exists());
}

/// A full disk: the games are played and reported, a message says that they are not kept, and the file stays intact.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let home = Home::new();
    let args = "simulate rules/gems --players 2 --seed 1 --games 80 --bots greedy --format json";
    let whole = home.run(args).ends(0).out;
    let kept = format!("{args} --progress it.progress");
    let script = format!("trap '' XFSZ; ulimit -f 4; exec {} {kept}", env!("CARGO_BIN_EXE_tavola"));
    let mut shell = std::process::Command::new("sh");
    let output = shell.args(["-c", &script]).current_dir(home.path("")).output().expect("it ends");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && output.stdout == whole.as_bytes(), "{err}");
    assert!(err.contains("warning: the checkpoint is incomplete: cannot write `it.progress`: "), "{err}");
    let text = home.read("it.progress");
    let lines = text.lines().count();
    assert!((3..82).contains(&lines) && text.ends_with("]\n"), "{text}");
    assert!(home.run(&kept).ends(0).out == whole);
    assert_eq!(games(&home), 80);
}

/// A progress file that was moved away keeps nothing. The program says so.
#[cfg(unix)]
#[test]
fn a_replaced_progress_file_is_reported() {
    let home = Home::new();
    let long = "compare rules/gems --players 2 --seed 5 --bots flat:2 --games 100000000 --matters 0.001 --progress it.progress";
    let lines = || std::fs::read_to_string(home.path("it.progress")).map_or(0, |text| text.lines().count());
    let output = super::interrupted(&home, long, |_| {
        until("the first games", || lines() >= 20);
        home.write("other", "mine\n");
        std::fs::rename(home.path("other"), home.path("it.progress")).expect("ours");
    });
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(err.contains("the checkpoint is incomplete") && err.contains("it was replaced"), "{err}");
    assert_eq!(home.read("it.progress"), "mine\n");
}
