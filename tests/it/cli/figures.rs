//! `check` and `simulate`: figures that people and programs read.

use super::Home;

#[test]
fn a_fine_game() {
    let home = Home::new();
    home.run("check rules/gems").ends(0).says(&["gems: fine", "2-3 players", "1 setting"]);
    home.run("check rules/gems/gems.tavola").ends(0).says(&["gems: fine"]);
    let json = home.run("check rules --format json").ends(0).json();
    assert_eq!(json["version"], 1);
    assert_eq!((&json["errors"], &json["games"][0]["game"]), (&0.into(), &"gems".into()));
    assert_eq!(home.run("check rules/gems --format github").ends(0).out, "");
}

#[test]
fn a_simulation_reports() {
    let home = Home::new();
    let run = home.run("simulate rules/gems --players 3 --games 60 --seed 5").ends(0);
    let run = run.says(&["Gems, 3 players", "seed 5", "anna", "95% interval", "score", "answers", "invariants"]);
    assert!(run.err.contains("games/s") && run.err.contains("--seed 5"), "{}", run.err);
    assert!(!run.out.contains("games/s"), "timing is not for stdout");
    let run = home.run("simulate rules/gems --games 10").ends(0);
    assert!(run.err.contains("--seed "), "the seed is printed: {}", run.err);
}

#[test]
fn the_same_bytes_for_any_number_of_jobs() {
    let home = Home::new();
    let figures = |jobs: u32| {
        let args = format!("simulate rules/gems --games 200 --seed 9 --format json --jobs {jobs}");
        home.run(&args).ends(0)
    };
    let (one, two) = (figures(1), figures(2));
    assert_eq!(one.out, two.out);
    let json = one.json();
    assert_eq!(json["runs"].as_array().map(Vec::len), Some(2), "for 2 and for 3 players");
    assert_eq!(json["runs"][1]["report"]["games"], 200);
}

#[test]
fn laws_are_checked() {
    let home = Home::new();
    home.run("simulate rules/gems --players 2 --games 20 --seed 1 --check").ends(0).says(&["laws: all held"]);
    let json = home.run("simulate rules/gems --players 2 --games 5 --seed 1 --check --format json").ends(0).json();
    assert_eq!(json["runs"][0]["laws"], serde_json::json!([]));
}

#[test]
fn a_setting_changes_the_game() {
    let home = Home::new();
    let answers = |set: &str| {
        let run = home.run(&format!("simulate rules/gems --players 2 --games 9 --seed 1 --format json {set}")).ends(0);
        run.json()["runs"][0]["report"]["answers"]["mean"].as_f64()
    };
    assert_eq!(answers(""), Some(18.0));
    assert_eq!(answers("--set rounds=1"), Some(6.0));
}

#[test]
fn a_broken_invariant_can_be_seen_again() {
    let always = "always\n  | what | holds |\n  | \"nobody has 9\" | every p in Player has score[p] < 9 |\n";
    let home = Home::with(&format!("{}\n{always}", super::GEMS));
    let run = home
        .run("simulate rules/gems --players 2 --games 20 --seed 1")
        .ends(1)
        .says(&["nobody has 9: at the end of the game\n", "again: "]);
    let again = run.out.lines().find_map(|line| line.trim().strip_prefix("again: tavola ")).expect("a command");
    home.run(&format!("{again} --no-record")).ends(0).says(&["The game is over"]);
}
