//! `tavola test`: scenarios and kept transcripts.

use super::{GEMS, Home};

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
    Home::holding("rules/gems/scenarios/play.yaml", scenarios)
}

#[test]
fn scenarios_pass() {
    let home = home(SCENARIOS);
    let run = home.run("test rules/gems").ends(0);
    assert_eq!(run.out, "2 passed, 0 failed\n");
    assert!(run.err.contains("2 tests in"), "timing is on stderr");
    home.run("test").ends(0).says(&["2 passed"]);
    assert_eq!(home.run("test rules/gems three").ends(0).out, "1 passed, 0 failed\n");
    let nothing = home.run("test rules/gems xyz").ends(2);
    assert_eq!(nothing.out, "");
    assert_eq!(
        nothing.err,
        "error: no test has `xyz` in its name or in that of its file, and none proves such a clause\n"
    );
}

/// A test run succeeds only if it ran a test: a game without tests fails, whether folder, files or cases are missing.
#[test]
fn a_game_without_a_test_is_no_success() {
    let says = ["0 passed, 0 failed", "`gems` has no tests"];
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
    let junit = home.run("test rules/gems --format junit").ends(1).out;
    assert_eq!(junit.matches("<testcase ").count(), 2, "{junit}");
    assert_eq!(junit.matches("<failure ").count(), 1, "{junit}");
    for part in [
        "<testsuite name=\"gems\" tests=\"2\" ",
        "<testcase name=\"gems count\" classname=\"gems\" file=\"rules/gems/scenarios/play.yaml\" line=\"",
        "expected: 7\n  actual:   4",
    ] {
        assert!(junit.contains(part), "`{part}` is missing: {junit}");
    }
}

/// If the rules have errors, a build server must not see an empty suite. Names may contain any character.
#[test]
fn junit_reports_errors_of_the_rules() {
    let home = home(&SCENARIOS.replace("gems count", "a < b & c"));
    let fine = home.run("test rules/gems --format junit").ends(0).out;
    assert!(fine.contains("a &lt; b &amp; c") && !fine.contains("<failure"), "{fine}");
    home.write("rules/gems/gems.tavola", GEMS.replace("n in 1..3", "n in 1..Gemm"));
    let junit = home.run("test rules/gems --format junit").ends(1).out;
    assert!(junit.contains("tests=\"1\" failures=\"0\" errors=\"1\""), "{junit}");
    assert!(junit.contains("<testcase name=\"rules\"") && junit.contains("gems.tavola:"), "{junit}");
}

#[test]
fn mistakes_in_scenarios_are_located() {
    let cases = [
        ("players: [anna, ben]\n  set", "player: [anna, ben]\n  set", "play.yaml:3:", "did you mean `players`"),
        ("{ anna: 2 }", "{ ana: 2 }", "play.yaml:5:", "did you mean `anna`"),
        ("offered: { anna: [1, 2, 3] }", "offered: 5", "play.yaml:", "offered"),
        ("rounds: 1", "round: 1", "play.yaml:4:10", "round"),
        ("rounds: 1", "rounds: many", "play.yaml:4:10", "`rounds` cannot be `many`"),
        ("set: { rounds: 1 }\n", "call:\n    - say \"go\"\n    - go there\n", "play.yaml:6:7", "go"),
        ("{ anna: 2 }", "{ anna: 9 }", "play.yaml:5:", "9"),
        ("\"score[anna]\": 5", "\"skore[anna]\": 5", "play.yaml:6:", "skore"),
        ("- name: gems", "  - name: [gems", "play.yaml:", "play.yaml"),
    ];
    for (old, new, place, says) in cases {
        assert!(SCENARIOS.contains(old), "{old}");
        home(&SCENARIOS.replacen(old, new, 1)).run("test rules/gems").ends(1).says(&[place, says]);
    }
}

/// Cases in a file that is not read would never fail.
#[test]
fn cases_in_unread_files_are_reported() {
    for (stray, why) in [("play.yml", "rename it"), ("PLAY.YAML", "rename it"), ("more/play.yaml", "a folder")] {
        let home = home(SCENARIOS);
        home.write(&format!("rules/gems/scenarios/{stray}"), SCENARIOS);
        for verb in ["test", "check", "mutate"] {
            home.run(&format!("{verb} rules/gems")).ends(2).says(&["is not read", why, "scenarios/*.yaml"]);
        }
    }
}

/// A transcript without a test is reported, with its path.
#[test]
fn orphaned_transcripts_are_reported() {
    let home = home(SCENARIOS);
    // Nobody asked to see the new ones.
    let run = home.run("test rules/gems --update --yes").ends(0).says(&["new: ", "2 new transcripts\n"]);
    assert!(!run.out.contains("    + "), "{}", run.out);
    home.run("test rules/gems").ends(0);
    for name in ["game-9-players", "a-case-of-old"] {
        home.write(&format!("snapshots/gems/{name}.txt"), "gone\n");
        let run = home.run("test rules/gems").ends(1);
        run.says(&[
            &format!("FAILED gems: {name}"),
            &format!("snapshots/gems/{name}.txt:1"),
            "nothing is compared with it",
        ]);
        home.run_words(&["test", "rules/gems", "gems count"]).ends(0);
        std::fs::remove_file(home.path(&format!("snapshots/gems/{name}.txt"))).expect("removed");
    }
}

/// Missing transcripts are one failure after the others, not many among them.
#[test]
fn missing_transcripts_are_listed_together_at_the_end() {
    let kept = SCENARIOS.replace("- name: three", "  snapshot: true\n- name: three");
    let wrong = "- name: a wrong one\n  players: [anna, ben]\n  then: { \"score[anna]\": 9 }\n";
    let home = home(&format!("{kept}  snapshot: true\n{wrong}"));
    home.run("test rules/gems game-2 --update --yes").ends(0);
    let run = home.run("test rules/gems").ends(1);
    let (before, list) = run.out.split_once("FAILED gems: no accepted transcript of 3 tests\n").expect("a list");
    assert!(before.contains("FAILED gems: a wrong one") && !before.contains("transcript"), "{before}");
    assert!(list.contains("\n  accept all missing transcripts: tavola test rules/gems --update\n"), "{list}");
    assert_eq!(list.matches("snapshots/gems/").count(), 3, "{list}");
}

/// Transcripts are kept beside the games, so a copy of a folder has none. Another failure must not hide behind that.
#[test]
fn a_copy_of_a_game_without_transcripts_is_no_failure() {
    let home = home(&format!("{SCENARIOS}  snapshot: true\n"));
    let note =
        "gems: no transcript is kept, so that of 1 test is not compared; keep them: tavola test rules/gems --update";
    home.run("test rules/gems").ends(0).says(&["2 passed, 0 failed\n", note]);
    for format in ["github", "junit", "json"] {
        let out = home.run(&format!("test rules/gems --format {format}")).ends(0).out;
        assert!(!out.contains("<failure") && !out.contains("::error"), "{out}");
    }
    home.write("snapshots/gems/game-2-players.txt", "seed 1\n");
    home.run("test rules/gems three").ends(1).says(&["no accepted transcript: "]);
}

/// Tests that fail since the rules passed over the same table are listed below one head. Programs get each by itself.
#[test]
fn failures_with_the_same_cause_are_listed_together() {
    let rule = "rule gift(n: number)\n  decide\n    | n || do                                |\n    | 1 || each p in Player: p gains 1 score |\n\nwinner";
    let case = |n: usize| {
        format!(
            "- name: gift of {n}\n  players: [anna, ben]\n  call: gift({n})\n  do: [{{ anna: 1 }}]\n  asked: nobody\n"
        )
    };
    let home = home(&(2..5).map(case).collect::<String>());
    home.write("rules/gems/gems.tavola", GEMS.replace("winner", rule));
    let run = home.run("test rules/gems").ends(1);
    let run = run.says(&["FAILED gems: 3 tests for the same cause: no row of `decide` fits\n", "0 passed, 3 failed"]);
    assert_eq!(run.out.matches("FAILED").count(), 1, "{}", run.out);
    run.says(&[
        "  gift of 3: n is 3  rules/gems/scenarios/play.yaml:6:",
        "one of them: tavola test rules/gems \"gift of 2\"",
    ]);
    let json = home.run("test rules/gems --format json").ends(1).json();
    assert_eq!(json["games"][0]["tests"][2]["failures"][0]["hint"], "no row of `decide` fits: n is 4");
    let junit = home.run("test rules/gems --format junit").ends(1).out;
    assert_eq!(junit.matches("<failure ").count(), 3, "{junit}");
}

/// A failure that `--update` cannot write stays, with the reason.
#[test]
fn an_update_says_why_a_failure_stays() {
    let home =
        home("- name: a\n  players: [anna, ben]\n  do: [{ chance: ruby }, { anna: 2 }]\n  then: { winner: [anna] }\n");
    let says =
        ["a: not updated: winner: it is not over yet: anna is asked: Is that all?", "add answers until it is over"];
    home.run("test rules/gems --update --yes").ends(1).says(&says);
}

#[test]
fn transcripts_are_kept() {
    let home = home(&format!("{SCENARIOS}  snapshot: true\n"));
    let missing = ["no accepted transcript: ", "snapshots/gems/three-at-most.txt", "--update"];
    home.run("test rules/gems --update game-2 --yes").ends(0);
    for format in ["pretty", "github", "junit"] {
        let out = home.run(&format!("test rules/gems three --format {format}")).ends(1).says(&missing).out;
        assert!(!out.contains("differs"), "{out}");
    }
    std::fs::remove_dir_all(home.path("snapshots")).expect("removed");
    home.run("test rules/gems --update").ends(0).says(&[
        "new: ",
        "snapshots/gems/three-at-most.txt",
        "2 passed, 0 failed, 2 new transcripts\n",
    ]);
    home.run("test rules/gems")
        .ends(0)
        .says(&["2 passed, 0 failed, 2 transcripts unchanged", "2 tests, 2 transcripts in "]);
    let whole = home.read("snapshots/gems/game-2-players.txt");
    home.write("snapshots/gems/game-2-players.txt", whole.replacen("anna", "amalia", 1));
    let says = ["the transcript differs", "- ", "amalia", "+ "];
    for format in ["github", "junit"] {
        let says = ["the transcript differs: ", "game-2-players.txt", "accept: tavola test rules/gems"];
        home.run(&format!("test rules/gems --format {format}")).ends(1).says(&says);
    }
    home.run("test rules/gems").ends(1).says(&says).says(&["2 passed, 1 failed, 1 transcript unchanged"]);
    home.run("test rules/gems --update game-2").ends(0).says(&["changed: ", "amalia", "1 changed transcript\n"]);
    assert_eq!(home.read("snapshots/gems/game-2-players.txt"), whole);
    // The kept game stays the kept one.
    home.write("snapshots/gems/game-2-players.txt", whole.replacen("seed 1", "seed 3", 1));
    home.run("test rules/gems --update game-2").ends(0).says(&["changed: "]);
    let other = home.read("snapshots/gems/game-2-players.txt");
    assert!(other.lines().next().is_some_and(|line| line.ends_with("seed 3")) && other != whole, "{other}");
    home.run("test rules/gems").ends(0).says(&["2 passed, 0 failed, 2 transcripts unchanged"]);
}

/// A wrong value of a case is corrected in place. Everything around it stays the same.
#[test]
fn a_scenario_is_corrected_after_a_yes() {
    let wrong = "\
# Kept.
- name: gems count      # and this
  clauses: [GM-5]
  players: [anna, ben]
  set: { rounds: 1 }
  do:
    - { chance: ruby }
    - then: { \"hand[anna]\":   [opal],   # one
              \"score[anna]\": 4 }
    - { anna: 2 }
    - { anna: \"yes\" }
    - { chance: opal }
    - { ben: 3 }
    - { ben: \"yes\" }
  then: { \"score[anna]\": 7, \"score[ben]\": 4, winner: ben }

- name: three at most
  clauses: [GM-4]
  players: [anna, ben]
  do: [{ chance: ruby }]
  offered: { anna: [1,  4, 2] }   # two are wrong
- name: so many
  players: [anna, ben]
  do: [{ chance: ruby }, offered: { anna: 12 options }]
  offered: { anna: { options: 1, includes: [2] } }
";
    let right = wrong
        .replace("[opal]", "\"{1 ruby}\"")
        .replace("4 }\n", "0 }\n")
        .replace("\"score[anna]\": 7", "\"score[anna]\": 5")
        .replace("winner: ben", "winner: [anna]")
        .replace("[1,  4, 2]", "[1,  2, 3]")
        .replace("12 options", "3 options")
        .replace("options: 1,", "options: 3,");
    let home = home(wrong);
    let says = ["7 values of the scenarios of `gems` can be updated", "--yes"];
    home.run("test rules/gems --update").ends(2).says(&says);
    assert_eq!(home.read("rules/gems/scenarios/play.yaml"), wrong, "nobody said yes");
    let says =
        ["`score[anna]` is 5, the case says 7", "anna is no longer offered 4, also offered 3", "changed: ", "[GM-4]"];
    home.run("test rules/gems --update --yes").ends(0).says(&says);
    assert_eq!(home.read("rules/gems/scenarios/play.yaml"), right);
    home.run("test rules/gems").ends(0).says(&["3 passed, 0 failed, 2 transcripts unchanged"]);
    home.write("rules/gems/scenarios/play.yaml", wrong.replace('\n', "\r\n"));
    home.run("test rules/gems --update --yes").ends(0);
    assert_eq!(home.read("rules/gems/scenarios/play.yaml"), right.replace('\n', "\r\n"));
    home.run("test rules/gems --yes").ends(2);
}

/// A correction that is no value, or would lose a comment or the layout, is left to the author.
#[test]
fn uncorrectable_cases_stay() {
    let wrong = "\
- name: by hand
  players: [anna, ben]
  do: [{ chance: ruby }]
  then: { \"skore[anna]\": 1 }
  offered:
    anna:
      - 1
      - 4
- name: a comment
  players: [anna, ben]
  do: [{ chance: ruby }]
  offered: { anna: [1, 2,
    9,  # why
    8] }
";
    let home = home(wrong);
    let run = home.run("test rules/gems --update --yes").ends(1).says(&["change it by hand", "skore"]);
    assert_eq!(home.read("rules/gems/scenarios/play.yaml"), wrong, "{}{}", run.out, run.err);
}

/// `FILE/PART` is a part of the name of a case in this file, as `play --scenario` accepts it.
#[test]
fn a_filter_names_a_file_and_a_part() {
    let case = |name: &str| format!("- name: {name}\n  players: [anna, ben]\n  asked: chance\n");
    let home = home(&(case("a draw") + &case("a hand")));
    home.write("rules/gems/scenarios/more.yaml", case("a draw, too"));
    let run = |filter: &str| home.run_words(&["test", "rules/gems", filter]).ends(0);
    run("play/a draw").says(&["1 passed"]);
    run("more/draw").says(&["1 passed"]);
    run("draw").says(&["2 passed"]);
    home.run_words(&["test", "rules/gems", "more/hand"]).ends(2);
    home.feed("play rules/gems --human all --scenario more/draw --no-record", "quit\n").ends(0);
}

/// Values of a case that fails for another reason, too, stay: they may be right where the case plays as it should.
#[test]
fn a_case_that_stays_red_is_not_changed() {
    let wrong = "\
- name: two reasons
  players: [anna, ben]
  do: [{ chance: ruby }]
  then: { \"score[anna]\": 7 }
  offered: { anna: { options: 3, excludes: [2] } }
- name: one reason
  players: [anna, ben]
  do: [{ chance: ruby }]
  then: { \"score[anna]\": 8 }
";
    let home = home(wrong);
    let says = ["play.yaml:4:11: two reasons: no change: this case fails for another reason, too", "the case says 8"];
    home.run("test rules/gems --update --yes").ends(1).says(&says);
    assert_eq!(home.read("rules/gems/scenarios/play.yaml"), wrong.replace('8', "0"));
}

/// For things in a place, the line that moves them is named, not the question before it.
#[test]
fn a_failure_names_the_line_that_moves_the_things() {
    let moved = "      move 1 opal from hand[p] to bag                              [GM-5]\n      p chooses once";
    let home = Home::with(&GEMS.replace("      p chooses once", moved));
    let case = "- name: a\n  players: [anna, ben]\n  do: [{ chance: opal }, { anna: 3 }]\n  then: { \"hand[anna]\": [opal] }\n";
    home.write("rules/gems/scenarios/a.yaml", case);
    let run = home.run("test rules/gems").ends(1);
    let rules = home.read("rules/gems/gems.tavola");
    let line = 1 + rules.lines().position(|line| line.contains("move 1 opal")).expect("a line");
    run.says(&["since `anna: 3`", &format!("rule: rules/gems/gems.tavola:{line}:7 [GM-5]")]);
}

const ROADS: &str = r#"game roads "Roads" for 2 players

kind Town
  | id   | name       |
  | hill | "The Hill" |
  | mill | "Mill"     |
  | ford | "Mill"     |

track fame[Player] 0..

play
  each p in Player
    p chooses t in Town "Where?"
    p chooses one of "What?"
      option "gain {t}": p gains 1 fame
      option "nothing":  p gains 0 fame

winner p in Player by most fame[p]
"#;

/// An answer may be the label that players read, if no other option has it.
#[test]
fn an_answer_may_be_a_label() {
    let home = Home::new();
    home.write("rules/roads/roads.tavola", ROADS);
    let case = |answers: &str| {
        format!("- name: labels\n  players: [anna, ben]\n  do: [{answers}]\n  then: {{ \"fame[anna]\": 1 }}\n")
    };
    home.write(
        "rules/roads/scenarios/play.yaml",
        case("{ anna: The Hill }, { anna: gain The Hill }, { ben: the hill }"),
    );
    home.run("check rules/roads").ends(0);
    home.run("test rules/roads").ends(0).says(&["1 passed"]);
    home.write("rules/roads/scenarios/play.yaml", case("{ anna: Mill }, { anna: gain Mill }"));
    home.run("test rules/roads").ends(1).says(&["`Mill` is not one of the answers", "offered: hill, mill, ford"]);
}
