//! `enough`: a question that repeats within a turn is declined for the rest of the turn.

use super::{GEMS, Home};

const PLAY: &str = r#"play
  repeat 2 times: each p in Player: turn(p)
phase turn(p in Player) "{p}'s turn"
  repeat 4 times: between(p, 2)
  p chooses n in 7..8 "How much?"
  between(p, 2)
  between(p, 3)
rule between(p in Player, most: number)
  p may choose n in 1..most "In between?": p gains n score
winner p in Player by most score[p]
"#;

/// The rules of a game in which each player is asked four times a turn for an optional action in between, then once more,
/// finally with one more option.
pub(crate) fn rules() -> String {
    let (head, _) = GEMS.split_once("play\n").expect("it is played");
    head.to_owned() + PLAY
}

const ASKED: &str = "\nAnna: In between?";
const OFFER: &str = "(`enough`: no, choose nothing, for the rest of the turn)";

#[test]
fn a_repeated_question_can_be_declined_for_the_turn() {
    let home = Home::with(&rules());
    let command = "play rules/gems --players 2 --seed 7 --human anna,ben";
    let run =
        home.feed(command, "enough\nno\nenough\n7\n3\nno\nno\nno\nno\n8\nno\nno\nenough\nundo\n1\nquit\n").ends(0);
    let (first, rest) = run.out.split_once("---- ben ----").expect("ben is asked");
    // Asked twice, then not again before another question offers more.
    assert_eq!(first.matches(ASKED).count(), 3, "{first}");
    assert!(first.contains("`enough` can be used where the question names it"), "it is not offered at once: {first}");
    assert_eq!(first.matches(OFFER).count(), 2, "{first}");
    let (bens, again) = rest.split_once("---- anna ----").expect("anna's second turn");
    assert_eq!(bens.matches("\nBen: In between?").count(), 6, "ben has not said `enough`: {bens}");
    // A player who has said `enough` once is offered it at the first question. After an undo, the question is asked again.
    let (before, after) = again.split_once("Taken back: no").expect("it is taken back");
    assert_eq!((before.matches(ASKED).count(), before.matches(OFFER).count()), (1, 1), "{before}");
    assert!(after.contains(ASKED) && after.contains(OFFER), "{after}");
    let record = home.read("gems-7.yaml");
    let annas: Vec<&str> = record.lines().filter_map(|line| line.strip_prefix("- anna: ")).collect();
    assert_eq!(annas, ["no", "no", "no", "no", "7", "no", "3", "1"], "plain answers");
    home.run("replay gems-7.yaml").ends(0);
}
