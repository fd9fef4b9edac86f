//! Playing at a terminal: what is typed faster than it is asked.

use std::fs::File;
use std::io::{Read, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::time::Duration;

use nix::pty::openpty;

use super::{Home, command};

/// How long a silent terminal is waited for before the test fails.
const PATIENCE: Duration = Duration::from_secs(60);

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
    let pty = openpty(None, None).expect("a terminal");
    let side = || Stdio::from(pty.slave.try_clone().expect("another handle of it"));
    let mut play = command("play rules/thrice --no-record --seed 1")
        .current_dir(home.path("."))
        .env("TERM", "xterm")
        .stdin(side())
        .stdout(side())
        .stderr(side())
        .spawn()
        .expect("it starts");
    drop(pty.slave);
    let mut keys = File::from(pty.master);
    let mut screen = keys.try_clone().expect("another handle of it");
    let (send, shown) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = screen.read(&mut bytes) {
            let text = String::from_utf8_lossy(&bytes[..count]).into_owned();
            if send.send(text).is_err() {
                break;
            }
        }
    });
    let mut seen = String::new();
    let mut until = |wanted: &str| {
        while !seen.contains(wanted) {
            match shown.recv_timeout(PATIENCE) {
                Ok(text) => seen += &text,
                Err(_) => panic!("`{wanted}` does not come: {seen}"),
            }
        }
    };
    until("How many, 1?");
    keys.write_all(b"3\r3\r2\r").expect("it is typed");
    until("fame 8");
    play.wait().expect("it ends");
}
