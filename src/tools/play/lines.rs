//! Lines that people type, and where the screen must not show them to others.

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Read};

use crate::tools::console::Console;
use crate::tools::ending::Stop;

/// Longer lines are cut.
const LONGEST: u64 = 4096;

/// Stdin, line by line.
pub(super) struct Lines {
    terminal: bool,
    waiting: VecDeque<String>,
}

impl Lines {
    /// The process's stdin.
    pub(super) fn new() -> Self {
        Self { terminal: io::stdin().is_terminal(), waiting: VecDeque::new() }
    }

    /// Whether a person types.
    pub(super) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// The next answer, after a prompt; several in one line are separated by `;`. `None`: the input has ended.
    ///
    /// # Errors
    /// When stdout cannot be written.
    pub(super) fn next(&mut self, prompt: &str, console: &mut Console) -> Result<Option<String>, Stop> {
        if let Some(line) = self.waiting.pop_front() {
            console.say(format!("{prompt}{line}"))?;
            return Ok(Some(line));
        }
        let Some(line) = self.read(prompt, console)? else {
            return Ok(None);
        };
        self.waiting.extend(line.split(';').map(|part| part.trim().to_string()));
        Ok(Some(self.waiting.pop_front().unwrap_or_default()))
    }

    /// Forgets the rest of a line with several answers.
    pub(super) fn forget(&mut self) {
        self.waiting.clear();
    }

    /// A whole line, after a prompt. `None`: the input has ended.
    ///
    /// # Errors
    /// When stdout cannot be written.
    pub(super) fn read(&mut self, prompt: &str, console: &mut Console) -> Result<Option<String>, Stop> {
        console.write(prompt)?;
        console.flush()?;
        let mut bytes = Vec::new();
        let stdin = io::stdin().lock();
        let read = stdin.take(LONGEST).read_until(b'\n', &mut bytes).unwrap_or(0);
        if read == 0 {
            console.say("")?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_string();
        if !self.terminal {
            console.say(crate::tools::paint::clean(&line))?;
        }
        Ok(Some(line))
    }

    /// Hides what is on the screen and waits until the next player sits there. False: the input has ended. Where nobody
    /// looks (pipes), nothing is hidden and nobody waited for.
    ///
    /// # Errors
    /// When stdout cannot be written.
    pub(super) fn hand_over(&mut self, to: &str, console: &mut Console) -> Result<bool, Stop> {
        self.forget();
        if !self.terminal {
            console.say(format!("\n---- {to} ----"))?;
            return Ok(true);
        }
        clear(console)?;
        let asked = self.read(
            &format!("The next question is for {to} alone. {to}, press Enter when nobody else looks. "),
            console,
        )?;
        clear(console)?;
        Ok(asked.is_some())
    }
}

/// Clears the screen and what can be scrolled back to, if there is a screen.
fn clear(console: &mut Console) -> Result<(), Stop> {
    if console.is_terminal() { console.write("\x1b[2J\x1b[3J\x1b[H") } else { Ok(()) }
}
