//! A game that is cut off at its start continues after its last question.

use crate::lookahead_proofs::lowered;

/// The line of the rules at which the end begins, if there is one.
fn ending(play: &str) -> Option<String> {
    let text = format!(
        "game tiny \"Tiny\" for 2..2 players\ntrack points[Player] 0.. start 0\nplay\n{play}rule ask(p in Player)\n  p may \"One more?\": p gains 1 points\n"
    );
    let program = lowered(&text, "").0;
    let begin = program.op_spans[program.ending.as_ref()?.begin.index()].start as usize;
    let line = text[..begin].matches('\n').count();
    text.lines().nth(line).map(|line| line.trim().to_owned())
}

#[test]
fn the_end_begins_after_the_last_question() {
    let gains = "each p in Player: p gains 2 points";
    assert_eq!(ending(&format!("  ask(seat(1))\n  {gains}\n")).as_deref(), Some(gains));
    let last = format!(
        "  ask(seat(1))\n  if points[seat(1)] is 1\n    ask(seat(2))\n  else: seat(1) gains 1 points\n  {gains}\n"
    );
    assert_eq!(ending(&last).as_deref(), Some(gains), "somebody may be asked in the sentence before");
    let by_chance = "chance n in 1..6 \"a die\"";
    assert_eq!(ending(&format!("  ask(seat(1))\n  {by_chance}\n  {gains}\n")).as_deref(), Some(by_chance));
}

#[test]
fn a_game_without_a_question_has_no_end_to_jump_to() {
    assert_eq!(ending("  seat(1) gains 1 points\n"), None);
}

#[test]
fn a_question_as_the_last_sentence_ends_the_game() {
    let asked_last = ending("  each p in Player: p gains 2 points\n  ask(seat(1))\n");
    assert_eq!(asked_last.as_deref(), Some("play"), "only the return is left");
}
