//! A terminal for the program: tests wait for its output and press keys.

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};

use super::{Home, command, ended_by_ctrl_c};

/// Timeout for expected output.
const PATIENCE: Duration = Duration::from_secs(60);

/// The output and input of a program at a terminal.
pub(super) struct Screen {
    keys: File,
    shown: Receiver<String>,
    seen: String,
}

impl Screen {
    /// A terminal of unknown size, with the program's side of it.
    pub(super) fn new() -> (Self, OwnedFd) {
        Self::open(None)
    }

    /// A terminal of this size, with the program's side of it.
    pub(super) fn sized(columns: u16, rows: u16) -> (Self, OwnedFd) {
        Self::open(Some(Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }))
    }

    fn open(size: Option<Winsize>) -> (Self, OwnedFd) {
        let pty = openpty(size.as_ref(), None).expect("a terminal");
        let keys = File::from(pty.master);
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
        (Self { keys, shown, seen: String::new() }, pty.slave)
    }

    /// Presses keys.
    pub(super) fn types(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("it is typed");
    }

    /// Waits until the terminal shows a text.
    pub(super) fn until(&mut self, wanted: &str) {
        self.until_it(wanted, |seen| seen.contains(wanted));
    }

    /// Waits until the terminal shows a text once more than at the last call.
    pub(super) fn until_next(&mut self, wanted: &str) {
        self.until(wanted);
        let behind = self.seen.find(wanted).map_or(0, |at| at + wanted.len());
        self.seen.drain(..behind);
    }

    /// Waits until the progress bar has moved: `12/90000000 games`.
    pub(super) fn until_progress(&mut self) {
        let moved = |word: &str| {
            let parts = word.split_once('/').map(|(done, all)| (done.parse::<u64>(), all.parse::<u64>()));
            matches!(parts, Some((Ok(1..), Ok(_))))
        };
        self.until_it("progress", |seen| seen.split_whitespace().any(moved));
    }

    fn until_it(&mut self, what: &str, is_there: impl Fn(&str) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !is_there(&self.seen) {
            match self.shown.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(text) => self.seen += &text,
                Err(_) => panic!("{what} does not come: {}", self.seen),
            }
        }
    }

    /// The whole output, up to the end of the program.
    pub(super) fn rest(mut self) -> String {
        self.seen.extend(self.shown.iter());
        self.seen
    }
}

/// Waits for the end of a program at a terminal. A program that waits for more keys is a failure.
pub(super) fn ends(mut child: Child) -> ExitStatus {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(status) = child.try_wait().expect("it is ours") {
            return status;
        }
        if Instant::now() > end {
            let _ = child.kill();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// The output of a run whose stderr is a terminal. It gets Ctrl-C as soon as `begun` returns.
pub(super) fn interrupted_at(home: &Home, mut run: Command, begun: impl FnOnce(&mut Screen)) -> Output {
    let (mut screen, side) = Screen::new();
    run.current_dir(home.path("")).env("TERM", "xterm").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(side);
    let child: Child = run.spawn().expect("the program starts");
    // The command holds the terminal, too. The terminal ends when nobody holds it any more.
    drop(run);
    begun(&mut screen);
    let output = ended_by_ctrl_c(child);
    Output { stderr: screen.rest().into_bytes(), ..output }
}

/// The output of a run that gets Ctrl-C as soon as its progress bar has moved.
pub(super) fn interrupted_under_way(home: &Home, args: &str) -> Output {
    interrupted_at(home, command(args), Screen::until_progress)
}
