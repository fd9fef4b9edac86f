//! `tavola simulate --matrix`: bots against bots; and the length of games in phases.

use serde_json::Value;

use super::{GEMS, Home};

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("a number: {value}"))
}

/// Each pair has the games of a run of these two bots.
#[test]
fn every_pair_plays_as_in_a_run_of_its_own() {
    let home = Home::new();
    let args = "simulate rules/gems --players 2 --games 30 --seed 4 --format json";
    let run = home.run(&format!("{args} --bots random,greedy,flat:3 --matrix")).ends(0).json();
    let run = &run["runs"][0];
    assert_eq!((&run["seed"], &run["games"], &run["players"]), (&4.into(), &30.into(), &2.into()));
    let pairs = run["pairs"].as_array().expect("pairs");
    assert_eq!((pairs.len(), run["seatings"].as_array().map(Vec::len)), (6, Some(3)));
    for (one, other) in [("random", "greedy"), ("random", "flat:3"), ("greedy", "flat:3")] {
        let own = home.run(&format!("{args} --bots 1={one},2={other} --rotate")).ends(0).json();
        for bot in own["runs"][0]["report"]["bots"].as_array().expect("bots") {
            let against = if bot["bot"] == one { other } else { one };
            let pair = pairs.iter().find(|pair| pair["bot"] == bot["bot"] && pair["against"] == against);
            assert_eq!(pair.expect("a pair")["wins"], bot["wins"], "{one} {other}");
        }
    }
    for bot in run["bots"].as_array().expect("bots") {
        let own = pairs.iter().filter(|pair| pair["bot"] == bot["bot"]);
        assert_eq!(
            (number(&bot["wins"]["count"]), number(&bot["seats"])),
            (own.map(|pair| number(&pair["wins"]["count"])).sum(), 60)
        );
    }
}

/// With three players and two bots: one in two seats, or the other one. Rotations are one seating.
#[test]
fn all_seatings_of_more_players_are_played() {
    let home = Home::new();
    let args = "simulate rules/gems --players 3 --games 12 --seed 4 --format json --bots random,greedy --matrix";
    let run = home.run(args).ends(0);
    for jobs in [1, 3] {
        assert_eq!(home.run(&format!("{args} --jobs {jobs}")).ends(0).out, run.out, "{jobs}");
    }
    let run = &run.json()["runs"][0];
    let seated: Vec<String> =
        run["seatings"].as_array().expect("seatings").iter().map(|seating| seating["bots"].to_string()).collect();
    assert_eq!(seated, [r#"["random","random","greedy"]"#, r#"["random","greedy","greedy"]"#]);
    assert_eq!(run["pairs"].as_array().map(Vec::len), Some(0));
    let bots = run["bots"].as_array().expect("bots");
    assert!(bots.iter().all(|bot| number(&bot["seats"]) == 36), "{bots:?}");
    // Where all win, each seat does.
    home.write("rules/gems/gems.tavola", GEMS.replace("by most score[p]", "where score[p] > 0"));
    let run = home.run(args).ends(0).json();
    let bots = run["runs"][0]["bots"].as_array().expect("bots").clone();
    assert!(bots.iter().all(|bot| number(&bot["wins"]["count"]) == 36), "{bots:?}");
}

#[test]
fn the_matrix_is_a_table() {
    let home = Home::new();
    let args = "simulate rules/gems --players 2 --games 20 --seed 4 --bots random,greedy --matrix";
    let text = home.run(&format!("{args} --html matrix.html")).ends(0);
    text.says(&[
        "Gems, 2 players: 20 games of each seating, seed 4",
        "against random",
        "against greedy",
        "equal bots win 50.0%",
    ]);
    let page = home.read("matrix.html");
    assert!(page.contains("<th") && page.contains("against greedy") && page.contains('%'), "{page}");
    assert_eq!(home.run(&format!("{args} --format html")).ends(0).out, page);
    home.run(&format!("{args} --format markdown")).ends(0).says(&["| against random |"]);
}

#[test]
fn wrong_lists_of_bots_are_explained() {
    let home = Home::new();
    let refused = |bots: &str, says: &[&str]| {
        home.run(&format!("simulate rules/gems --bots {bots} --matrix")).ends(2).says(says);
    };
    refused("random", &["needs two bots or more"]);
    refused("1=random,greedy", &["with --matrix, bots have no seats"]);
    refused("random,greedy,random", &["`random` is given twice"]);
    refused("random,gredy", &["gredy"]);
    refused(
        "random,greedy,flat:1,flat:2,flat:3,flat:4,flat:5,flat:6",
        &["more than 100 ways with 3 players", "fewer bots"],
    );
    home.run("simulate rules/gems --matrix").ends(2).says(&["--bots"]);
    home.run("simulate rules/gems --bots random,greedy --matrix --rotate").ends(2).says(&["--rotate"]);
}

/// Phases that run several times say how many rounds a game has. Rules without any have no such line.
#[test]
fn games_are_counted_in_phases() {
    let home = Home::new();
    let plain = home.run("simulate rules/gems --players 2 --games 20 --seed 1").ends(0).out;
    assert!(!plain.contains("phase “"), "{plain}");
    let rules = GEMS.replace("  repeat rounds times\n", "  opening\n  repeat rounds times: stage\n  each p in Player: p gains sum of g.value for g in hand[p] score  [GM-5]\n\nphase opening \"opening\"\n  say \"it begins\"\n\nphase stage \"round\"\n");
    let (head, body) = rules.split_once("phase stage \"round\"\n").expect("a phase");
    let (body, winner) = body.split_once("  each p in Player: p gains sum").expect("the end");
    let (_, winner) = winner.split_once('\n').expect("a line");
    let body = body.replace("\n    ", "\n  ").replacen("    each", "  each", 1);
    home.write("rules/gems/gems.tavola", format!("{head}phase stage \"round\"\n{body}{winner}"));
    let args = "simulate rules/gems --players 2 --games 20 --seed 1 --set rounds=4";
    let run = home.run(&format!("{args} --format json")).ends(0).json();
    let phases = &run["runs"][0]["report"]["phases"];
    assert_eq!(phases.as_array().map(Vec::len), Some(1), "the opening is not counted: {phases}");
    assert_eq!(
        (&phases[0]["title"], &phases[0]["runs"]["least"], &phases[0]["runs"]["most"]),
        (&"round".into(), &4.into(), &4.into())
    );
    let text = home.run(&format!("{args} --html page.html")).ends(0);
    let line = text.out.lines().find(|line| line.contains("phase “round”")).expect("a line");
    assert_eq!(line.split_whitespace().skip(2).collect::<Vec<_>>(), ["4.0", "0.0", "4", "4"]);
    // All games have the same number of questions: a chart of one bar says nothing.
    assert!(!home.read("page.html").contains("Questions to players per game, in percent"));
    assert!(home.run("merge --help").ends(0).out.contains("--html"));
}
