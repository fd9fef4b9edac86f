//! `tavola test`: scenarios and kept transcripts.

use super::Home;

const SCENARIOS: &str = "\
- name: gems count
  clauses: [GM-5]
  players: [anna, ben]
  set: { rounds: 1 }
  do: [{ chance: ruby }, { anna: 2 }, { anna: \"yes\" }, { chance: opal }, { ben: 3 }, { ben: \"yes\" }]
  then: { \"score[anna]\": 5, \"score[ben]\": 4, winner: [anna] }
- name: three at most
  clauses: [GM-4]
  players: [anna, ben]
  do: [{ chance: ruby }]
  offered: { anna: [1, 2, 3] }
";

fn home(scenarios: &str) -> Home {
    let home = Home::new();
    home.write("rules/gems/scenarios/play.yaml", scenarios);
    home
}

#[test]
fn scenarios_pass() {
    let home = home(SCENARIOS);
    let run = home.run("test rules/gems").ends(0);
    assert_eq!(run.out, "2 passed, 0 failed\n");
    assert!(run.err.contains("2 tests in"), "timing is on stderr");
    home.run("test").ends(0).says(&["2 passed"]);
    assert_eq!(home.run("test rules/gems three").ends(0).out, "1 passed, 0 failed\n");
    home.run("test rules/gems xyz").ends(2).says(&["there is no test with `xyz`"]);
}

/// Success is what a test has shown: a game without any is none, whether the folder, its files or their cases are missing.
#[test]
fn a_game_without_a_test_is_no_success() {
    let says = ["0 passed, 0 failed", "`gems` has no test: nothing is proved of it"];
    Home::new().run("test rules/gems").ends(1).says(&says);
    for nothing in ["", "# later\n", "[]\n"] {
        let home = home(nothing);
        let run = home.run("test rules/gems").ends(1);
        assert!(!run.out.contains("1 passed"), "{}", run.out);
    }
    let home = home(SCENARIOS);
    let rules = home.read("rules/gems/gems.tavola");
    home.write("rules/rubies/rubies.tavola", rules.replace("game gems", "game rubies"));
    home.run("test").ends(1).says(&["2 passed, 0 failed", "`rubies` has no test"]);
}

#[test]
fn a_failure_says_everything() {
    let home = home(&SCENARIOS.replace("\"score[ben]\": 4", "\"score[ben]\": 7"));
    let says = ["FAILED gems: gems count", "score[ben]", "expected: 7", "actual:   4", "play.yaml:6:"];
    let run = home.run("test rules/gems").ends(1).says(&says).says(&["1 passed, 1 failed"]);
    let again = run.out.lines().find_map(|line| line.trim().strip_prefix("again: tavola ")).expect("a command");
    assert_eq!(again, "test rules/gems \"gems count\"");
    let json = home.run("test rules/gems --format json").ends(1).json();
    assert_eq!((&json["passed"], &json["failed"]), (&1.into(), &1.into()));
    assert_eq!(json["games"][0]["tests"][0]["failures"][0]["actual"], "4");
    let github = home.run("test rules/gems --format github").ends(1).out;
    assert!(github.starts_with("::error title=gems count,file=rules/gems/scenarios/play.yaml,line=6"), "{github}");
}

#[test]
fn mistakes_in_scenarios_are_located() {
    let cases = [
        ("players: [anna, ben]\n  set", "player: [anna, ben]\n  set", "play.yaml:3:", "did you mean `players`"),
        ("{ anna: 2 }", "{ ana: 2 }", "play.yaml:5:", "did you mean `anna`"),
        ("offered: { anna: [1, 2, 3] }", "offered: 5", "play.yaml:", "offered"),
        ("rounds: 1", "round: 1", "play.yaml:", "round"),
        ("{ anna: 2 }", "{ anna: 9 }", "play.yaml:5:", "9"),
        ("\"score[anna]\": 5", "\"skore[anna]\": 5", "play.yaml:6:", "skore"),
        ("- name: gems", "  - name: [gems", "play.yaml:", "play.yaml"),
    ];
    for (old, new, place, says) in cases {
        assert!(SCENARIOS.contains(old), "{old}");
        home(&SCENARIOS.replacen(old, new, 1)).run("test rules/gems").ends(1).says(&[place, says]);
    }
}

#[test]
fn transcripts_are_kept() {
    let home = home(&format!("{SCENARIOS}  snapshot: true\n"));
    home.run("test rules/gems").ends(1).says(&["no transcript was accepted yet", "--update", "1 passed, 1 failed"]);
    home.run("test rules/gems --update").ends(0).says(&["new: ", "snapshots/gems/three-at-most.txt", "4 passed"]);
    home.run("test rules/gems").ends(0).says(&["4 passed, 0 failed"]);
    let whole = home.read("snapshots/gems/game-2-players.txt");
    home.write("snapshots/gems/game-2-players.txt", whole.replacen("anna", "amalia", 1));
    let says = ["the transcript differs", "- ", "amalia", "+ "];
    home.run("test rules/gems").ends(1).says(&says).says(&["3 passed, 1 failed"]);
    home.run("test rules/gems --update game-2").ends(0).says(&["changed: ", "amalia"]);
    assert_eq!(home.read("snapshots/gems/game-2-players.txt"), whole);
}
