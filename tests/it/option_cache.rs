//! The options that a test of an action lists are cached for the action itself.

use tavola_core::vm::{Machine, Options, State, Waiting};

use crate::lookahead_proofs::{asked, lowered};

/// At the end, a purse must hold two coins, including promised ones. The engine finds that by trying.
const PURSE: &str = r#"
game purse "Purse" for 2 players

components
  | component | count | start |
  | coin      | 9     | bank  |

places
  | place         | holds | limit |
  | bank          | coin  |       |
  | purse[Player] | coin  |       |

memory
  | variable | type | start |
  | promised | 0..9 | 0     |

play
  SENTENCES

action take
  choose: n in 1..6 "How many?"
  effect: move n coin from bank to purse[you]
          require coin at purse[you] + promised is 2 "it must be two"

winner p in Player by most coin at purse[p]
"#;

/// The options that `can .. do` lists are reused by `does`, unless another player does the action or the position has changed.
#[test]
fn listed_options_are_reused() {
    let listed = |sentences: &str, again: bool| {
        let (program, plain) = lowered(&PURSE.replace("SENTENCES", sentences), "");
        let (mut machine, mut state) = (Machine::new(&program), State::from_words(program.start.clone()));
        machine.budgets(100_000, 1000);
        let Ok(Waiting::Choice { ask, .. }) = machine.run(&program, &mut state) else { panic!("asks: {sentences}") };
        machine.budgets(100_000, 0);
        let mut options = Options::default();
        let found = machine.options(&program, &state, ask, &mut options);
        assert_eq!(found.is_err(), again, "{sentences}");
        if again {
            machine.budgets(100_000, 1000);
            machine.options(&program, &state, ask, &mut options).expect("when it may be tried");
        }
        let options: Vec<Vec<i32>> = options.iter().map(<[i32]>::to_vec).collect();
        assert_eq!(Some(&options), asked(&plain, 1000, false).as_ref(), "{sentences}");
        options
    };
    assert_eq!(listed("if can seat(1) do take: seat(1) does take", false), [[0, 2]]);
    assert_eq!(listed("if not can seat(1) do take: set promised = 2\n  else: seat(1) does take", false), [[0, 2]]);
    assert_eq!(listed("repeat until not can seat(1) do take: seat(1) does take", false), [[0, 2]]);
    let promised = "if can seat(1) do take\n    set promised = 1\n    seat(1) does take";
    assert_eq!(listed(promised, true), [[0, 1]]);
    assert_eq!(listed("if can seat(2) do take: seat(1) does take", true), [[0, 2]]);
    assert_eq!(
        listed("if can seat(1) do take: move 1 coin from bank to purse[seat(1)]\n  seat(1) does take", true),
        [[0, 1]]
    );
}
