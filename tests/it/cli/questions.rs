//! Questions in the terminal: accepted spellings of answers, messages for wrong ones, and the final ranking.

use super::Home;

const GATES: &str = r#"game gates "Gates" for 2 players

kind Spot
  | id         | name         |
  | north_gate | "North Gate" |
  | hill       | "Hill"       |
  | old_bay    | "Old Bay"    |

board land of Spot joined by Path
  north_gate -- hill, old_bay

track fame[Player]

play
  repeat 4 times
    seat(1) chooses one of "Whither?"
      option "North Gate": seat(1) gains 1 fame
      option "North Bay": seat(1) gains 2 fame
      option "ride Ben's road to B": seat(1) gains 3 fame
  repeat 5 times
    seat(1) may choose w in Path "Which way?": seat(1) gains 1 fame
  repeat 2 times
    seat(1) chooses n in {-1, 1} "Up or down?"
    if n > 0: seat(1) gains n fame
  repeat 3 times
    seat(1) may choose n in {0, 2} "How much?" showing "{n} crowns"
      seat(1) gains n fame

winner p in Player by most fame[p]
"#;

pub(super) const DICE: &str = r#"game dice "Dice" for 2 players

kind Town
  | id   | name   |
  | hill | "Hill" |
  | mill | "Mill" |
  | ford | "Ford" |

kind Berth = {a1, b2}

track fame[Player]

play
  repeat 3 times
    seat(1) chooses d in {1, 6}, t in Town, b in Berth "Which town?" showing "die {d}, 0 more, to {t}, boat at {b}"
    seat(1) gains d fame
    if t is hill and b is a1: seat(1) gains 1 fame

winner p in Player by most fame[p]
"#;

const TRADE: &str = r#"game trade "Trade" for 2 players

kind Good
  | id      | name      | copies |
  | oats    | "Oats"    | 2      |
  | tea     | "Tea"     | 1      |
  | old_rye | "Old Rye" | 1      |
  | old_hat | "Old Hat" | 1      |

components
  | component | count  | start |
  | Good      | copies | bag   |

places
  | place        | holds |
  | bag          | Good  |
  | hand[Player] | Good  |

track fame[Player]

play
  move 1 oats from bag to hand[seat(1)]
  move 1 tea from bag to hand[seat(1)]
  seat(1) does trade

menu trade "What do you do?"
  until: done "go home"

action sell(g in Good) of trade "sell {g}"
  when:   g at hand[you] > 0 "you have none"
  effect: move g from hand[you] to bag
          you gains 1 fame

winner p in Player by most fame[p]
"#;

const RANKS: &str = r#"game ranks "Ranks" for 3 players

kind Row = {first_row, last_row}

track points[Player]
track next_step[Player]
track secret[Player]

display
  | of          | name        | shows                                         |
  | p in Player | "for rows"  | points[p] * 2 - 9                             |
  | p in Player | "stands at" | if points[p] > 3 then first_row else last_row |
  | p in Player | -           | secret[p]                                     |

play
  each p in Player
    p chooses n in 0..9 "How many?"
    p gains n points
    p gains 2 next_step
    p gains 1 secret

winner p in Player where points[p] > 0 by most points[p]
"#;

/// The output of a game of these rules for these lines of input.
fn played(rules: &str, lines: &[&str]) -> String {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    Home::with(rules).feed("play rules/gems --seed 1 --no-record", &(input + "quit\n")).ends(0).out
}

/// Anna's answers for these lines of input, as the log shows them.
fn answered(rules: &str, lines: &[&str]) -> Vec<String> {
    let out = played(rules, lines);
    let said = out.lines().filter_map(|line| line.strip_prefix("  Anna: "));
    said.filter(|line| !line.contains(" \u{2192} ")).map(str::to_owned).collect()
}

const FIRST: [&str; 4] = ["1", "1", "1", "1"];

#[test]
fn options_are_chosen_by_number_or_name() {
    let lines = ["4", "2", "north g", "north", "harbor", "North_Bay", "ben's b"];
    assert_eq!(answered(GATES, &lines), ["North Bay", "North Gate", "North Bay", "ride Ben's road to B"]);
    let out = played(GATES, &lines);
    assert!(out.contains("Several options match: 1 North Gate; or 2 North Bay."), "{out}");
    let none = |said: &str| {
        format!(
            "`{said}` is not an answer to this question. Offered: 1 North Gate; 2 North Bay; 3 ride Ben's road to B"
        )
    };
    assert!(out.contains(&none("4")) && out.contains(&none("harbor")), "{out}");
}

/// The ends of a link may come in either order, with any dash.
#[test]
fn links_are_named_from_either_end() {
    let links =
        ["north_gate--old_bay", "North Gate – Old Bay", "north gate - old bay", "Old Bay — North Gate", "old bay"];
    let lines = [&FIRST[..], &["north gate"], &links].concat();
    assert_eq!(answered(GATES, &lines)[4..], ["Which way? North Gate – Old Bay"; 5]);
    let out = played(GATES, &lines);
    assert!(out.contains("Several options match: 1 North Gate – Hill; or 2 North Gate – Old Bay."), "{out}");
    let out = played(GATES, &[&FIRST[..], &["x"]].concat());
    assert!(out.contains("Offered: 1 North Gate – Hill; 2 North Gate – Old Bay; 3 no, choose nothing"), "{out}");
}

#[test]
fn numeric_options_are_their_own_numbers() {
    let before = [&FIRST[..], &["1"; 5]].concat();
    let lines = [&before[..], &["  ", "-1", "1", "1", "2", "n", "0"]].concat();
    let right = ["Up or down? -1", "Up or down? 1", "How much? 2", "How much? no", "How much? 0"];
    assert_eq!(answered(GATES, &lines)[9..], right, "negative numbers keep their signs");
    let out = played(GATES, &lines);
    let right = "Anna: How much?\n   0  0 crowns\n   2  2 crowns\n  no  no, choose nothing\n";
    assert!(
        out.contains(right)
            && out.contains("`1` is not possible: it is not one of the possible choices: 0 crowns, 2 crowns"),
        "{out}"
    );
    let out = played(GATES, &[&lines[..12], &["x"]].concat());
    assert!(out.contains("Offered: 0 0 crowns; 2 2 crowns; no no, choose nothing"), "{out}");
}

/// `show` names the neighbours of the spaces of a board, by the name of the board or of its kind.
#[test]
fn neighbours_on_a_board_are_shown() {
    let out = played(GATES, &["show land", "show Spot"]);
    assert_eq!(out.matches("  Old Bay: next to North Gate\n").count(), 2, "{out}");
}

#[test]
fn many_options_are_asked_part_by_part() {
    let out = played(DICE, &["2", "back", "back", "[6, Mill, b2]"]);
    let part = "  (part by part; `all` lists 12 answers)\n";
    let first = format!("Anna: Which town?\n  1  die 1, 0 more .. (6)\n  2  die 6, 0 more .. (6)\n{part}");
    assert_eq!(out.matches(&first).count(), 4, "{out}");
    let next = "Anna: Which town? die 6, 0 more ..\n  1  to Hill, boat at a1\n  2  to Hill, boat at b2\n";
    assert!(out.contains(next) && out.contains("This question has no answer yet"), "{out}");
    assert_eq!(answered(DICE, &["2", "back", "[6, Mill, b2]"]), ["Which town? 6, Mill, b2"], "an answer as a whole");
    assert_eq!(answered(DICE, &["2", "4"]), ["Which town? 6, Mill, b2"]);
    // `mill` with this die, and `mill` with either die.
    assert_eq!(answered(DICE, &["2", "mill", "2"]), ["Which town? 6, Mill, b2"]);
    // Words in any order, and their commas do not count.
    for words in ["b2 mill 6", "mill, 6, b2"] {
        assert_eq!(answered(DICE, &[words]), ["Which town? 6, Mill, b2"], "{words}");
    }
    let out = played(DICE, &["mill"]);
    assert!(out.contains("Anna: Which town? mill ..\n  1  die 1"), "{out}");
}

/// A refusal repeats the answer as typed, in the words of the rules and of the actions.
#[test]
fn a_refusal_repeats_the_answer_as_typed() {
    let out = played(TRADE, &["Old Hat", "Old rye", "sell Old Rye", "zz Old Rye", "Nothing", "Tea", "why Tea"]);
    for said in ["Old Hat", "Old rye", "sell Old Rye", "zz Old Rye", "Tea"] {
        assert!(out.contains(&format!("`{said}` is not possible: you have none\n")), "{said}: {out}");
    }
    assert!(
        out.contains("`Nothing` is not an answer to this question. Offered: ") && out.contains("  Anna: sell Tea\n"),
        "{out}"
    );
}

/// `island 1` does not mean island 13. A whole word is meant before the beginning of a longer one.
#[test]
fn a_number_or_a_whole_word_is_not_the_beginning_of_another() {
    let rules = TRADE
        .replace("\"Oats\"", "\"Oats 13\"")
        .replace("| tea ", "| oatsx")
        .replace("\"Tea\"    ", "\"Fine Oat\"")
        .replace("move 1 tea", "move 1 oatsx");
    let out = played(&rules, &["why oats 1", "oats 1", "oat"]);
    assert_eq!(out.matches("`oats 1` is not asked for now").count(), 2, "{out}");
    assert!(!out.contains("This option is available") && !out.contains("Several options match"), "{out}");
    assert!(out.contains("  Anna: sell Fine Oat\n") && !out.contains("  Anna: sell Oats 13\n"), "{out}");
}

/// Of a kind without any value, not even its heading is shown.
#[test]
fn a_table_without_values_is_left_out() {
    let towns: String = (1..=9).map(|n| format!("  | town_{n} | \"Town {n}\" |\n")).collect();
    let kind = format!(
        "kind Town\n  | id     | name     |\n{towns}\nmemory\n  | variable  | type   | start |\n  | tax[Town] | 0..5 | 0     |\n\n"
    );
    let display = "display\n  | of        | name  | shows  |\n  | t in Town | \"tax\" | tax[t] |\n\n";
    let rules = TRADE.replace("kind Good", &format!("{kind}{display}kind Good")).replace(
        "  seat(1) does trade",
        "  seat(1) does trade\n  set tax[town_3] = 2\n  seat(1) chooses n in 1..2 \"Why?\"",
    );
    let out = played(&rules, &["go home", "show"]);
    let (before, after) = out.split_once("go home\n").expect("asked");
    assert!(!before.contains("without values") && !before.contains("\ntown"), "{before}");
    assert!(after.contains("Town 3") && after.contains("(8 more without values)"), "{after}");
}

/// The final lines of a game of these rules, with these answers of the three players.
fn ends(rules: &str, answers: [&str; 3]) -> Vec<String> {
    let play = "play rules/gems --seed 1 --no-record --human all";
    let run = Home::with(rules).feed(play, &answers.map(|answer| format!("{answer}\n\n")).concat()).ends(0);
    let end = run.out.split_once("The game is over.\n").expect("it is over").1;
    end.lines().map(|line| line.trim().to_owned()).collect()
}

/// Numbers of the display come before the tracks. Hidden values are not shown.
#[test]
fn ties_share_a_rank() {
    let counts = |points: i32| format!("for rows {}, points {points}, next step 2", points * 2 - 9);
    let two = format!("{}; {}", counts(4), counts(4));
    assert_eq!(
        ends(RANKS, ["4", "4", "5"]),
        [format!("1. Chris  ({})", counts(5)), format!("2. Anna and Ben  ({two})")]
    );
    let shared = [format!("1. Anna and Ben share the victory  ({two})"), format!("3. Chris  ({})", counts(2))];
    assert_eq!(ends(RANKS, ["4", "4", "2"]), shared);
    let drawn = RANKS.replace("points[p] > 0", "points[p] > 6");
    let close = [format!("1. Anna and Ben  ({two})"), shared[1].clone()];
    assert_eq!(ends(&drawn, ["4", "4", "2"]), [vec!["Nobody wins.".to_owned()], close.to_vec()].concat());
    let (head, tail) = RANKS.split_once("track points").expect("tracks");
    let plain = format!("{head}play\n{}", tail.split_once("\nplay\n").expect("play").1);
    let plain: String = plain.lines().filter(|line| !line.contains("gains")).map(|line| format!("{line}\n")).collect();
    let (plain, _) = plain.split_once("winner").expect("a winner");
    let by = |condition: &str| format!("{plain}winner p in Player where {condition}\n");
    assert_eq!(ends(&by("p is seat(1) and p is seat(3)"), ["4", "4", "2"]), ["Nobody wins."]);
    assert_eq!(ends(&by("p is seat(3)"), ["4", "4", "2"]), ["1. Chris", "2. Anna and Ben"]);
}
