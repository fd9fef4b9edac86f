//! `tavola capture`: answers of a recorded game as a scenario.

use super::{GEMS, Home};

/// A row of spots on which players lay stones in turn, with no chance and nothing before the first question.
pub(super) const STONES: &str = r#"game stones "Stones" for 2 players

kind Spot = {left, middle, right, far}

components
  | component     | count | start |
  | stone[Player] | 5     | box   |

places
  | place    | holds | limit |
  | box      | stone |       |
  | on[Spot] | stone | 1     |

play
  in turn p in Player until no s in Spot where on[s] is none
    p does lay                                                  [ST-1]

action lay(s in Spot) "lay a stone on {s}"
  when:     on[s] is none                                       [ST-1]
  effect:   move 1 stone[you] from box to on[s]

winner p in Player where stone[p] at on[far] is 1
"#;

/// Three loaves are divided into two piles, then one may be taken.
const PILES: &str = r#"game piles "Piles" for 2 players

kind Good = {bread, jar}

components
  | component | count | start |
  | Good      | 6     | store |

places
  | place             | holds |
  | store             | Good  |
  | basket[Player]    | Good  |
  | lot[Player, 1..2] | Good  |

play
  move 2 bread from store to basket[seat(1)]
  move 1 jar from store to basket[seat(1)]
  seat(1) divides basket[seat(1)] into lot[seat(1), 1..2]
  seat(2) may "Go on?": move 1 bread from store to basket[seat(2)]

winner p in Player by most p.seat
"#;

/// A folder with a record of a game.
fn recorded(rules: &str, game: &str, settings: &str, answers: &[&str]) -> Home {
    let home = Home::with(rules);
    if game != "gems" {
        home.write(&format!("rules/{game}/{game}.tavola"), rules);
        let clause = "  - { id: ST-1, section: Play, text: One stone on a spot., kind: rule }\n";
        let book = format!("game: {game}\nsource: {{ title: Stones }}\nclauses:\n{clause}");
        home.write(&format!("rules/{game}/rulebook.yaml"), book);
    }
    let answers: String = answers.iter().map(|answer| format!("- {answer}\n")).collect();
    let head = format!("game: {game}\nrules: 0\n{settings}players: [anna, ben]\nseed: 1\n");
    home.write("game.yaml", format!("{head}answers:\n{answers}"));
    home
}

/// One round: Ben draws a ruby and wins.
fn gems() -> Home {
    let answers = ["chance: opal", "anna: 3", "anna: yes", "chance: ruby", "ben: 2", "ben: no"];
    recorded(GEMS, "gems", "settings: { rounds: 1 }\n", &answers)
}

/// The rules are under way after a draw, so the answers lead there. Chance is scripted, and the end of the game is expected.
#[test]
fn answers_of_a_game_become_a_scenario_that_passes() {
    let home = gems();
    let run = home.run("capture game.yaml --at 4 --for 3").ends(0);
    let wanted = r#"# captured by: tavola capture game.yaml --at 4 --for 3
- name: "answers 4 to 6 of game"
  # clauses: [GM-3, GM-4]    # cited where these answers were asked: keep those that the case proves
  players: [anna, ben]
  set: { rounds: 1 }
  do:
    - chance: opal
    - anna: 3
    - anna: yes
    # from here: answer 4 of the record
    - chance: ruby
    - ben: 2
    - ben: no
  asked: nobody
  then:
    "score[anna]": 4
    "score[ben]": 5
    "ruby at hand[ben]": 1
    winner: [ben]
"#;
    assert_eq!(run.out, wanted);
    home.write("rules/gems/scenarios/captured.yaml", &run.out);
    home.run("test rules/gems").ends(0).says(&["1 passed"]);
    // The comment is a line that can be used.
    let proving = run.out.replace("  # clauses:", "  clauses:");
    home.write("rules/gems/scenarios/captured.yaml", proving);
    home.run("test rules/gems GM-3").ends(0).says(&["1 passed"]);
}

/// If the game can begin in a position, it is given, and the answers since then follow. One line of `then` may be deleted.
#[test]
fn a_position_is_given_where_that_leads_to_it() {
    let home = recorded(STONES, "stones", "", &["anna: lay(left)", "ben: lay(far)", "anna: lay(right)"]);
    let run = home.run("capture game.yaml --at 3 --name third").ends(0);
    let given = "  given:\n    \"stone[anna] at on[left]\": 1\n    \"stone[ben] at on[far]\": 1\n  do:\n    - anna: lay(right)\n";
    let run = run.says(&[given, "  asked: ben\n  then: { \"stone[anna] at on[right]\": 1 }\n", "# clauses: [ST-1]"]);
    home.write("rules/stones/scenarios/captured.yaml", &run.out);
    home.run("test rules/stones").ends(0).says(&["1 passed"]);
    // Ben's turn is no beginning of the game: the last position of Anna's is.
    let home =
        recorded(STONES, "stones", "", &["anna: lay(left)", "ben: lay(far)", "anna: lay(right)", "ben: lay(middle)"]);
    let run = home.run("capture game.yaml --at 4").ends(0);
    let said =
        ["    - anna: lay(right)\n    # from here: answer 4 of the record\n    - ben: lay(middle)\n", "winner: [ben]"];
    let run = run.says(&[given, said[0], said[1]]);
    home.write("rules/stones/scenarios/captured.yaml", &run.out);
    home.run("test rules/stones").ends(0).says(&["1 passed"]);
}

/// A case is appended, and the rest of the file stays. The same name is refused before anything is written.
#[test]
fn a_captured_case_is_added_to_a_file() {
    let home = gems();
    let file = "rules/gems/scenarios/mine.yaml";
    let first = "# ours\n- name: first   # stays\n  players: 2\n  then: { \"1 is 1\": yes }\n";
    home.write(file, first);
    home.run(&format!("capture game.yaml --at 2 -o {file}")).ends(0).says(&["has the new case `answer 2 of game`"]);
    let text = home.read(file);
    assert!(text.starts_with(first) && text.contains("- name: \"answer 2 of game\"\n"), "{text}");
    home.run("test rules/gems").ends(0).says(&["2 passed"]);
    home.run(&format!("capture game.yaml --at 2 -o {file}")).ends(2).says(&["already has a case", "--name"]);
    home.run("capture game.yaml --at 2 -o rules/gems/mine.yaml").ends(2).says(&["into its folder `scenarios`"]);
    assert_eq!(home.read(file), text);
}

/// `replay` prints the numbers that `--at` takes.
#[test]
fn the_replay_numbers_the_answers() {
    let home = gems();
    let replayed = home.run("replay game.yaml").ends(0).out;
    let numbered: Vec<(&str, &str)> = replayed
        .lines()
        .filter_map(|line| line.trim_start().split_once("  ").filter(|(number, _)| number.parse::<u64>().is_ok()))
        .collect();
    let numbers: Vec<String> = (1..=6).map(|number| number.to_string()).collect();
    assert_eq!(numbered.iter().map(|(number, _)| *number).collect::<Vec<_>>(), numbers, "{replayed}");
    for (number, answer) in numbered {
        let who = answer.split_once(':').expect("a player").0;
        let captured = home.run(&format!("capture game.yaml --at {number}")).ends(0).out;
        let (_, script) = captured.split_once("do:").expect("answers");
        assert!(script.contains(&format!("{who}: ")), "{number} {answer}: {captured}");
    }
}

/// A division counts as one question.
#[test]
fn a_division_is_captured_whole() {
    let answers = ["anna: 1", "anna: 2", "anna: 2", "ben: yes"];
    let home = recorded(PILES, "piles", "", &answers);
    let run = home.run("capture game.yaml --at 2").ends(0).says(&["captured whole: answers 1 to 3", "asked: ben"]);
    assert_eq!(run.out.matches("- anna: ").count(), 3, "{}", run.out);
    home.write("rules/piles/scenarios/captured.yaml", &run.out);
    home.run("test rules/piles").ends(0).says(&["1 passed"]);
}

/// A part of a division is no whole question: what can be captured ends before it.
#[test]
fn an_unfinished_division_is_not_captured() {
    let home = recorded(PILES, "piles", "", &["anna: 1", "anna: 2"]);
    let why = "answer 1 begins a bag, an order or a division that is not finished: finish it\n";
    home.run("capture game.yaml --at 2").ends(1).says(&[why]);
    let second = PILES.replace(
        "  seat(1) divides",
        "  seat(2) may \"Wait?\": move 1 bread from store to basket[seat(2)]\n  seat(1) divides",
    );
    let home = recorded(&second, "piles", "", &["ben: no", "anna: 1", "anna: 2"]);
    let why =
        "answer 2 begins a bag, an order or a division that is not finished: finish it, or capture answers up to 1";
    home.run("capture game.yaml --at 1 --for 2").ends(1).says(&[why]);
    home.run("capture game.yaml --at 1").ends(0).says(&["ben: no"]);
}

#[test]
fn what_cannot_be_captured_is_explained() {
    let home = gems();
    home.run("capture game.yaml --at 7").ends(2).says(&["`game.yaml` has 6 answers: there is no answer 7"]);
    let few = ["has 6 answers: from answer 5 on there are 2, fewer than `--for 3`"];
    home.run("capture game.yaml --at 5 --for 3").ends(2).says(&few);
    home.run("capture game.yaml --at 0").ends(2).says(&["answers are numbered from 1", "`tavola replay RECORD`"]);
    home.run("capture nowhere.yaml --at 1").ends(2).says(&["nowhere.yaml"]);
    home.run("capture rules/gems/rulebook.yaml --at 1").ends(2).says(&["rulebook.yaml"]);
    home.run("capture game.yaml --at 1 --name=").ends(2).says(&["a case needs a name"]);
    home.write("seen.yaml", "seen_by: anna\ngame: gems\nplayers: [anna, ben]\nstory:\n- Anna draws\n");
    home.run("capture seen.yaml --at 1").ends(2).says(&["a game as anna saw it, not a record"]);
    home.write("rules/other/other.tavola", STONES.replace("game stones", "game other"));
    let other = ["this is a record of `gems`, but these are the rules of `other`"];
    home.run("capture game.yaml --at 1 --rules rules/other").ends(2).says(&other);
}

/// With changed rules, an answer that is no longer possible is named with its place. What comes before can be captured.
#[test]
fn a_record_of_changed_rules_says_what_differs() {
    let home = gems();
    home.write("rules/gems/gems.tavola", GEMS.replace("n in 1..3", "n in 2..3").replace("GM-1", "GM-2"));
    home.run("capture game.yaml --at 5").ends(0).says(&["the rules have changed"]);
    home.write("rules/gems/gems.tavola", GEMS.replace("n in 1..3", "n in 1..1"));
    let says = ["the rules have changed", "game.yaml:8:3: answer 2 of 6 (`anna: 3`) is no longer possible"];
    home.run("capture game.yaml --at 2").ends(1).says(&says);
    home.run("capture game.yaml --at 1").ends(0).says(&["asked: anna"]);
}
