//! `tavola play --scenario`: a game that begins at the position of a scenario.

use super::capture::STONES;
use super::{GEMS, Home, Run};

const CASES: &str = r#"- name: after a draw
  players: [anna, ben]
  set: { rounds: 1 }
  do: [{ chance: opal }, { anna: 3 }]
  then: { "score[anna]": 3 }
- name: after another draw
  players: [anna, ben]
  do: [{ chance: ruby }, { anna: 7 }]
  asked: anna
- name: rich already
  players: [anna, ben]
  given: { "score[anna]": 9 }
- name: richer than ben
  like: rich already
  do: [{ chance: opal }]
  then: { "score[anna]": 9 }
- name: a gain alone
  players: [anna, ben]
  call: anna gains 2 score
  then: { "score[anna]": 2 }
- name: a tie alone
  players: [anna, ben]
  given: { "score[ben]": 2 }
  call: anna gains 2 score
  then: { winner: [anna, ben] }
"#;

fn gems() -> Home {
    Home::holding("rules/gems/scenarios/draws.yaml", CASES)
}

/// Plays from a scenario, with more arguments.
fn play(home: &Home, name: &str, more: &str) -> Run {
    let args = [&["play", "rules/gems", "--scenario", name, "--seed", "3"][..], &more.split(' ').collect::<Vec<_>>()];
    home.run_words(&args.concat())
}

/// The answers of the scenario are the first ones of the record, so the game can be replayed and resumed.
#[test]
fn a_game_continues_after_the_answers_of_a_scenario() {
    let home = gems();
    let run = play(&home, "after a draw", "--human none --record out.yaml").ends(0);
    run.says(&["from the scenario `after a draw`", "recorded in `out.yaml`", "The game is over."]);
    let record = home.read("out.yaml");
    assert!(record.contains("settings: { rounds: 1 }\n"), "{record}");
    let answers = record.split_once("answers:\n").expect("answers").1;
    assert!(answers.starts_with("- chance: opal\n- anna: 3\n- anna: ") && answers.lines().count() == 7, "{record}");
    home.run("replay out.yaml").ends(0).says(&["1. Anna and Ben share the victory"]);
    // Anna is asked what follows, and a game that she leaves is resumed there.
    let run = play(&home, "draws/after a draw", "--record left.yaml").ends(0);
    run.says(&["Is that all?", "--resume left.yaml"]);
    home.feed("play rules/gems --resume left.yaml", "yes\nquit\n").ends(0).says(&["after 2 answers", "Is that all?"]);
}

/// The question before the answers of the scenario is asked, and none is in the record.
#[test]
fn a_game_begins_before_the_answers_of_a_scenario() {
    let home = gems();
    let args =
        ["play", "rules/gems", "--scenario", "after a draw", "--no-answers", "--human", "none", "--record", "out.yaml"];
    home.run_words(&[&args[..], &["--seed", "3"]].concat()).ends(0);
    let record = home.read("out.yaml");
    assert!(record.contains("settings: { rounds: 1 }\n") && !record.contains("- anna: 3\n- anna: yes\n"), "{record}");
    home.run("play rules/gems --no-answers").ends(2).says(&["--scenario"]);
}

/// A position that is given comes from no answers, so there is no record, and nothing to resume.
#[test]
fn a_given_position_is_played_and_not_recorded() {
    let home = Home::with(STONES);
    home.write("rules/stones/stones.tavola", STONES);
    let case = "- name: two stones\n  players: [anna, ben]\n  given: { \"stone[ben] at on[far]\": 1, \"stone[anna] at on[left]\": 1 }\n  \
                offered: { anna: [lay(middle), lay(right)] }\n";
    home.write("rules/stones/scenarios/mine.yaml", case);
    // The only case in a file is named by the file, too.
    let run =
        home.feed("play rules/stones --scenario mine.yaml --seed 3", "save out.yaml\nundo\nlay(middle)\n").ends(0);
    let run = run.says(&["The game is not recorded", "nothing was saved", "The game is over.", "1. Ben"]);
    assert!(!home.path("out.yaml").exists() && !run.out.contains("3  lay"), "{}", run.out);
    let run = home.feed("play rules/stones --scenario mine.yaml --seed 3", "quit\n").ends(0);
    run.says(&["This game cannot be resumed: its scenario gives"]);
    // Bots that search play from there, too.
    let bots = "play rules/stones --scenario mine.yaml --human none --bots mcts:20 --seed 1";
    home.run(bots).ends(0).says(&["The game is over."]);
}

/// A case that only gives others its position is a position. After a call the ranking is that of the position.
#[test]
fn positions_of_other_cases_and_calls_are_played() {
    let home = gems();
    let play =
        |name: &str| home.run_words(&["play", "rules/gems", "--scenario", name, "--human", "none", "--seed", "3"]);
    play("rich already").ends(0).says(&["not recorded", "The game is over.", "1. Anna"]);
    play("richer than ben").ends(0).says(&["The game is over.", "1. Anna"]);
    let run = play("a gain alone").ends(0);
    let run = run.says(&["The rule that the scenario calls has ended.\nIf the game ended here:\n  1. Anna", "2. Ben"]);
    assert!(!run.out.contains("The game is over."), "{}", run.out);
    let run = play("a tie alone").ends(0);
    run.says(&["If the game ended here:\n  1. Anna and Ben share the victory"]);
}

#[test]
fn a_scenario_that_cannot_be_played_is_explained() {
    let home = gems();
    let play = |name: &str| home.run_words(&["play", "rules/gems", "--scenario", name]);
    play("nothing like this").ends(2).says(&["no scenario has `nothing like this` in its name"]);
    play("after").ends(2).says(&["`after` names 2 scenarios", "  draws/after a draw\n  draws/after another draw"]);
    let says = ["draws.yaml:8:28: the scenario `after another draw` cannot be played: anna: 7: `7` is not possible"];
    play("after another draw").ends(1).says(&says);
    home.run("play rules/gems --scenario rich --players 3").ends(2).says(&["--players"]);
    home.write("rules/gems/gems.tavola", GEMS.replace("p gains n score", "p gains n scores"));
    play("rich already").ends(1).says(&["scores"]);
}

/// A name as reports write it, and a misspelt one.
#[test]
fn a_scenario_is_named_with_its_file() {
    let home = gems();
    let run = |name: &str| play(&home, name, "--human none --no-record");
    for name in ["draws, after a draw", "draws/after a draw", "after a draw"] {
        run(name).ends(0).says(&["from the scenario `after a draw`"]);
    }
    run("after a drow").ends(2).says(&["did you mean `draws/after a draw`?"]);
    run("draws/rich alredy").ends(2).says(&["did you mean `draws/rich already`?"]);
}

/// A first question with one answer waits for a person, who can ask why the others are refused. Later ones do not.
#[test]
fn the_first_question_is_asked_even_if_it_has_one_answer() {
    let home = Home::with(STONES);
    home.write("rules/stones/stones.tavola", STONES);
    let case = "- name: one spot\n  players: [anna, ben]\n  given: { \"stone[ben] at on[far]\": 1, \"stone[anna] at on[left]\": 1, \"stone[ben] at on[middle]\": 1 }\n  \
                offered: { anna: [lay(right)] }\n";
    home.write("rules/stones/scenarios/mine.yaml", case);
    for more in ["", " --no-answers"] {
        let play = format!("play rules/stones --scenario mine.yaml --seed 3{more}");
        let run = home.feed(&play, "why lay(middle)\nlay(right)\n").ends(0);
        run.says(&["Anna: ", "`lay(middle)` is not possible", "[ST-1]", "The game is over."]);
    }
    // Two spots are left: the last answer is Ben's only one.
    home.write(
        "rules/stones/scenarios/mine.yaml",
        case.replace(", \"stone[ben] at on[middle]\": 1", "").replace("[lay(right)]", "2 options"),
    );
    let run = home.feed("play rules/stones --scenario mine.yaml --seed 3 --human anna,ben", "lay(right)\n").ends(0);
    run.says(&["The game is over."]);
}
