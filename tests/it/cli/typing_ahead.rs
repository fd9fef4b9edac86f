//! Typing ahead at a terminal.

use super::terminal::{Screen, ends};
use super::{Home, command};

const THRICE: &str = r#"game thrice "Thrice" for 2 players

track fame[Player] 0..

play
  repeat 3 times as turn
    seat(1) chooses n in 1..3 "How many, {turn}?"
    seat(1) gains n fame

winner p in Player by most fame[p]
"#;

/// Three answers that are pasted at once are three answers.
#[test]
fn answers_that_are_typed_ahead_are_kept() {
    let home = Home::new();
    home.write("rules/thrice/thrice.tavola", THRICE);
    let (mut screen, side) = Screen::new();
    let handle = || side.try_clone().expect("another handle of it");
    let mut play = command("play rules/thrice --no-record --seed 1");
    play.current_dir(home.path(".")).env("TERM", "xterm").stdin(handle()).stdout(handle()).stderr(side);
    let playing = play.spawn().expect("it starts");
    drop(play);
    screen.until("How many, 1?");
    screen.types("3\r3\r2\r");
    screen.until("fame 8");
    ends(playing);
}
