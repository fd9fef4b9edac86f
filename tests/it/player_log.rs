//! The log as players read it: answers with their questions, and headings.

use tavola::play::laws;
use tavola::text;

use crate::hidden::{game, play};

/// Answers that say little alone, and one that does not. The first question shows something that only one player sees.
const BARE: &str = r#"game bare "Bare" for 2 players
kind Town
  | id   |
  | hill |
  | mill |
memory
  | variable         | type | start | seen by |
  | die[p in Player] | 1..6 | 1     | p       |
track fame[Player] 0..
play
  each p in Player
    chance n in 1..6 "die" seen by p
    set die[p] = n
    p chooses m in 0..6 "You rolled {die[p]}. How much?"
    p gains m fame
  each p in Player: p may "Go on, {p}?": p gains 1 fame
  each p in Player
    p chooses one of "Which way?"
      option "up": p gains 2 fame
      option "down the hill": p gains 3 fame
  each p in Player: p chooses t in Town "Where to?"
winner p in Player by most fame[p]
"#;

/// The line of the rules is for their author: no line for a player has it.
#[test]
fn each_line_of_the_log_has_the_line_of_the_rules_that_caused_it() {
    let game = game("bare", BARE, 2);
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.collect_events(true);
    play(&mut referee, &mut state, &["4", "3", "2", "0", "no", "yes", "up", "down the hill", "hill", "mill"]);
    let caused = |line: &str| {
        let line = text::place_parts(line).and_then(|(_, line, _)| line.parse::<usize>().ok()).expect("a place");
        BARE.lines().nth(line - 1).expect("a line").trim()
    };
    let mut lines = Vec::new();
    for happened in referee.happened(&state) {
        let rule = happened.rule_line(&game).expect("a line of the rules");
        lines.push((happened.tell_all(), caused(&rule.place)));
        assert!(
            (0..2)
                .map(Some)
                .chain([None])
                .filter_map(|viewer| happened.tell(viewer))
                .all(|line| !line.contains(&rule.place))
        );
    }
    let behind = |words: &str| lines.iter().find(|(line, _)| line.contains(words)).map(|(_, rule)| *rule);
    assert_eq!(behind("die: 4"), Some("chance n in 1..6 \"die\" seen by p"));
    assert_eq!(behind("How much? 3"), Some("p chooses m in 0..6 \"You rolled {die[p]}. How much?\""));
    assert_eq!(behind("Anna: fame 0 → 3"), Some("p gains m fame"));
    assert_eq!(behind("Go on, Ben? yes"), Some("each p in Player: p may \"Go on, {p}?\": p gains 1 fame"));
    assert_eq!(behind("down the hill"), Some("option \"down the hill\": p gains 3 fame"));
    assert_eq!(behind("Ben: fame 1 → 4"), Some("option \"down the hill\": p gains 3 fame"));
}

#[test]
fn a_bare_answer_is_logged_with_its_question_if_visible() {
    let game = game("bare", BARE, 2);
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.collect_events(true);
    play(&mut referee, &mut state, &["4", "3", "2", "0", "no", "yes", "up", "down the hill", "hill", "mill"]);
    let happened = referee.happened(&state);
    let log_of = |viewer: Option<usize>| {
        let answers = happened.iter().filter(|one| one.is_answer());
        answers.filter_map(|one| one.tell(viewer)).collect::<Vec<_>>()
    };
    let open = [
        "Anna: Go on, Anna? no",
        "Ben: Go on, Ben? yes",
        "Anna: Which way? up",
        "Ben: down the hill",
        "Anna: Where to? hill",
        "Ben: Where to? mill",
    ];
    let of = |own: [&str; 4]| own.into_iter().chain(open).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(log_of(Some(0)), of(["die: 4", "Anna: You rolled 4. How much? 3", "die: kept secret", "Ben: 0"]));
    assert_eq!(log_of(Some(1)), of(["die: kept secret", "Anna: 3", "die: 2", "Ben: You rolled 2. How much? 0"]));
    assert_eq!(log_of(None), of(["die: kept secret", "Anna: 3", "die: kept secret", "Ben: 0"]));
    let all: Vec<String> = happened.iter().filter(|one| one.is_answer()).map(|one| one.tell_all()).collect();
    assert_eq!(all[1], "Anna: You rolled 4. How much? 3");
    let broken = laws(&game, 3, 10);
    assert!(broken.is_empty(), "{broken:?}");
}

/// Phases that everybody sees; one that begins only under a hidden condition; one whose title names a player.
const PHASES: &str = r#"game phases "Phases" for 2 players
memory
  | variable         | type | start | seen by |
  | die[p in Player] | 1..6 | 1     | p       |
track fame[Player] 0..
play
  set_up()
  repeat 2 times: day()
phase set_up "setting up"
  each p in Player
    chance n in 1..6 "die" seen by p
    set die[p] = n
phase day
  each p in Player: turn(p)
  if die[seat(1)] > 3: omen()
phase turn(p in Player) "{p}'s turn"
  p chooses n in 0..1 "How much?"
  p gains n fame
phase omen
  set die[seat(1)] = 1
winner p in Player by most fame[p]
"#;

#[test]
fn a_phase_is_a_heading_unless_that_reveals_something() {
    let game = game("phases", PHASES, 2);
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.collect_events(true);
    referee.run(&mut state).expect("the rules do not fault");
    let mut happened = referee.happened(&state);
    for answer in ["4", "2", "1", "0", "0", "1"] {
        play(&mut referee, &mut state, &[answer]);
        happened.extend(referee.happened(&state));
    }
    for viewer in [Some(0), Some(1), None] {
        let lines: Vec<String> = happened.iter().filter_map(|one| one.tell(viewer)).collect();
        assert_eq!(lines[0], "-- Setting up --", "{lines:?}");
        assert_eq!(lines[3..5], ["-- Day --", "-- Anna's turn --"], "{lines:?}");
        let lines = happened.iter().filter_map(|one| one.line(viewer));
        let headings: Vec<String> = lines.filter(|line| line.heading).map(|line| line.to_string()).collect();
        let turns = ["-- Anna's turn --", "-- Ben's turn --"];
        assert_eq!(headings, [&["-- Setting up --", "-- Day --"], &turns[..], &["-- Day 2 --"], &turns[..]].concat());
    }
    let broken = laws(&game, 3, 10);
    assert!(broken.is_empty(), "{broken:?}");
}
