//! Labels of options in segments: each value that an option names, with the words around it.

use tavola::game::{Rules, Setup};

const FAIR: &str = r#"game fair "Fair" for 2 players

kind Town
  | id   | name   |
  | hill | "Hill" |
  | ford | "Ford" |

kind Good
  | id   | name   |
  | silk | "Silk" |

kind Side
  | id   | name   |
  | left | "left" |

play
  ask(seat(2), 6, 2, silk, left, hill, ford)

rule ask(p in Player, six: number, two: number, good in Good, side in Side, town in Town, other in Town)
  seat(1) chooses one of "Which?"
    option "LABEL": say "x"
    option "no": say "x"

winner p in Player by most p.seat
"#;

/// The segments of an option with this text.
fn cut(label: &str) -> Vec<String> {
    let rules = Rules::from_texts(&[("fair.tavola", &FAIR.replace("LABEL", label))]);
    let errors: Vec<_> = rules.diagnostics().iter().filter(|finding| finding.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let players = Setup { players: vec!["anna".into(), "ben".into()], ..Setup::of(2) };
    let game = rules.game(&players).unwrap_or_else(|error| panic!("{error}"));
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.run(&mut state).expect("the rules do not fault");
    let mut question = referee.question(&state).expect("somebody is asked");
    let option = question.options.swap_remove(0);
    assert_eq!(option.parts.concat(), option.label);
    option.parts
}

#[test]
fn a_label_is_cut_at_its_values() {
    assert_eq!(cut("die {six}, to {town}, boat at {other}"), ["die 6", ", to Hill", ", boat at Ford"]);
    assert_eq!(cut("the {good} on {p}'s {side} cart"), ["the Silk", " on Ben", "'s left cart"]);
    assert_eq!(cut("{two} carts, to {town} (far)"), ["2 carts", ", to Hill (far)"]);
    assert_eq!(cut("die {six}, with a load, to {town}"), ["die 6, with a load", ", to Hill"], "up to the last stop");
    assert_eq!(cut("sell no more"), ["sell no more"]);
    assert_eq!(cut("sell {good} now"), ["sell Silk now"]);
    assert_eq!(cut("{good}{two}"), ["Silk", "2"]);
}
