//! `tavola play` at a terminal: it takes the whole screen and gives it back.

use std::os::fd::OwnedFd;
use std::process::{Child, Command};

use nix::sys::termios::{LocalFlags, tcgetattr};

use super::terminal::{Screen, ends};
use super::{Home, command};

/// Begin and end of the alternate screen.
const TAKEN: &str = "\x1b[?1049h";
const GIVEN_BACK: &str = "\x1b[?1049l";

/// The cursor is shown where something is typed.
const CURSOR: &str = "\x1b[?25h";

/// `tavola play` at a terminal of this size.
struct AtTerminal {
    screen: Screen,
    side: OwnedFd,
    child: Running,
    _home: Home,
}

/// A program that does not outlive its test.
struct Running(Option<Child>);

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl AtTerminal {
    fn new((columns, rows): (u16, u16), args: &str, term: &str) -> Self {
        let home = Home::new();
        let (screen, side) = Screen::sized(columns, rows);
        let handle = || side.try_clone().expect("another handle of it");
        let mut play = command(&format!("play rules/gems --no-record --seed 7 {args}"));
        play.current_dir(home.path(".")).env("TERM", term).stdin(handle()).stdout(handle()).stderr(handle());
        let child = Running(Some(play.spawn().expect("it starts")));
        Self { screen, side, child, _home: home }
    }

    /// Sends a signal to the program.
    fn signals(&self, name: &str) {
        let id = self.child.0.as_ref().expect("it runs").id().to_string();
        let sent = Command::new("kill").args([name, &id]).status().expect("kill is there");
        assert!(sent.success());
    }

    /// The rest of the output, after the program has ended with this exit code. The terminal must echo lines again.
    fn ended(mut self, code: i32) -> String {
        let exit = ends(self.child.0.take().expect("it runs"));
        let flags = tcgetattr(&self.side).expect("a terminal").local_flags;
        assert!(flags.contains(LocalFlags::ECHO | LocalFlags::ICANON | LocalFlags::ISIG), "{flags:?}");
        drop(self.side);
        let rest = self.screen.rest();
        assert_eq!(exit.code(), Some(code), "{rest}");
        rest
    }
}

#[test]
fn the_game_takes_the_screen_and_gives_it_back() {
    let mut playing = AtTerminal::new((80, 24), "", "xterm");
    playing.screen.until(TAKEN);
    playing.screen.until("How much?");
    playing.screen.types("3\r");
    playing.screen.until("Is that all?");
    playing.screen.types(":quit\r");
    let rest = playing.ended(0);
    let (_, after) = rest.split_once(GIVEN_BACK).expect("the screen is given back");
    assert!(after.contains("this game cannot be resumed"), "{after:?}");
}

/// The ranking is printed below what was there before.
#[test]
fn a_whole_game_ends_with_the_ranking() {
    let mut playing = AtTerminal::new((80, 24), "--set rounds=1", "xterm");
    playing.screen.until("How much?");
    playing.screen.types("3\r1\r");
    let rest = playing.ended(0);
    let (_, after) = rest.split_once(GIVEN_BACK).expect("the screen is given back");
    assert!(after.contains("The game is over.") && after.contains("1. "), "{after:?}");
}

#[test]
fn ctrl_c_gives_the_screen_back() {
    let mut playing = AtTerminal::new((80, 24), "", "xterm");
    playing.screen.until("How much?");
    playing.screen.types("\x03");
    let rest = playing.ended(130);
    let (_, after) = rest.split_once(GIVEN_BACK).expect("the screen is given back");
    assert!(after.contains("this game cannot be resumed"), "{after:?}");
}

#[test]
fn a_signal_gives_the_screen_back() {
    for signal in ["-INT", "-TERM", "-HUP"] {
        let mut playing = AtTerminal::new((80, 24), "", "xterm");
        playing.screen.until("How much?");
        playing.signals(signal);
        assert!(playing.ended(130).contains(GIVEN_BACK), "{signal}");
    }
}

/// Keys are read while a bot thinks, too.
#[test]
fn ctrl_c_ends_a_bot_that_thinks() {
    let mut playing = AtTerminal::new((80, 24), "--bots mcts:60000ms", "xterm");
    playing.screen.until("How much?");
    playing.screen.types("3\r1\r");
    playing.screen.until("is thinking");
    playing.screen.until("Ctrl-C stop");
    playing.screen.types("\x03");
    assert!(playing.ended(130).contains(GIVEN_BACK));
}

/// The question moves to the new last lines, and the log to the right.
#[test]
fn a_terminal_may_change_its_size() {
    let mut playing = AtTerminal::new((80, 24), "", "xterm");
    playing.screen.until("How much?");
    // Once a key is read, a signal is, too.
    playing.screen.types(":");
    playing.screen.until(CURSOR);
    let side = playing.side.try_clone().expect("another handle of it");
    let sized =
        Command::new("stty").args(["columns", "130", "rows", "45"]).stdin(side).status().expect("stty is there");
    assert!(sized.success());
    playing.signals("-WINCH");
    // Only the larger terminal has a line 45, where the keys stand.
    playing.screen.until("\x1b[45;1H");
    playing.screen.types("quit\r");
    playing.ended(0);
}

#[test]
fn lines_are_printed_where_the_screen_cannot_be_taken() {
    for (size, args, term) in [((80, 24), "--plain", "xterm"), ((80, 24), "", "dumb"), ((59, 15), "", "xterm")] {
        let mut playing = AtTerminal::new(size, args, term);
        playing.screen.until("How much?");
        playing.screen.types("quit\r");
        let rest = playing.ended(0);
        assert!(!rest.contains(TAKEN), "{args} {term}: {rest:?}");
    }
    let playing = AtTerminal::new((80, 24), "--human none", "xterm");
    let rest = playing.ended(0);
    assert!(!rest.contains(TAKEN) && rest.contains("The game is over."), "{rest:?}");
}
