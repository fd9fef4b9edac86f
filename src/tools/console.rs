//! The two streams of the program: results on stdout, everything else on stderr.
//!
//! A write to stdout can fail (nobody reads any more, the disk is full): that is a [`Stop`], never a panic. What cannot be
//! said on stderr is lost without a word.

use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use terminal_size::terminal_size_of;

use super::ending::{Exit, Stop};
use super::paint::{Color, Paint, is_obeyed};

/// Stdout and stderr with what they can show.
#[derive(Clone)]
pub(crate) struct Console {
    /// Paints for stdout.
    pub(crate) paint: Paint,
    err_paint: Paint,
}

impl Console {
    /// The process's streams.
    pub(crate) fn new(color: Color) -> Self {
        let asked = |can: ColorChoice| match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => can != ColorChoice::Never,
        };
        Self {
            paint: Paint::new(asked(AutoStream::choice(&io::stdout()))),
            err_paint: Paint::new(asked(AutoStream::choice(&io::stderr()))),
        }
    }

    /// A text on stdout, without what a terminal would obey.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Stop> {
        io::stdout().write_all(self.paint.harmless(text).as_bytes()).map_err(|e| unwritten(&e))
    }

    /// Clears the screen and what can be scrolled back to, if there is a screen.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn clear(&mut self) -> Result<(), Stop> {
        if !self.is_terminal() {
            return Ok(());
        }
        io::stdout().write_all(b"\x1b[2J\x1b[3J\x1b[H").map_err(|e| unwritten(&e))
    }

    /// A line on stdout.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn say(&mut self, line: impl AsRef<str>) -> Result<(), Stop> {
        self.write(line.as_ref())?;
        self.write("\n")
    }

    /// A serializable value as indented JSON on stdout.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn json(&mut self, value: &impl serde::Serialize) -> Result<(), Stop> {
        let text =
            serde_json::to_string_pretty(value).map_err(|e| Stop::ours(format!("JSON could not be written: {e}")))?;
        // Inside a text of JSON a letter may be written as its number.
        let escaped = |c: char| if is_obeyed(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() };
        self.say(if text.contains(is_obeyed) { text.chars().map(escaped).collect() } else { text })
    }

    /// Hands on what stdout still holds back.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn flush(&mut self) -> Result<(), Stop> {
        io::stdout().flush().map_err(|e| unwritten(&e))
    }

    /// A line on stderr: progress, timing, hints.
    pub(crate) fn note(&self, line: impl AsRef<str>) {
        let _ = writeln!(io::stderr(), "{}", self.err_paint.harmless(line.as_ref()));
    }

    /// A warning on stderr.
    pub(crate) fn warn(&self, line: impl AsRef<str>) {
        self.note(format!("{}: {}", self.err_paint.yellow("warning"), line.as_ref()));
    }

    /// An error on stderr.
    pub(crate) fn complain(&self, line: impl AsRef<str>) {
        self.note(format!("{}: {}", self.err_paint.red("error"), line.as_ref()));
    }

    /// Paints for stderr.
    pub(crate) fn err_paint(&self) -> Paint {
        self.err_paint
    }

    /// Whether a person reads stdout on a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// How many columns to fill: what `COLUMNS` says, else as many as the terminal has, else 80.
    pub(crate) fn width(&self) -> usize {
        let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let seen = || terminal_size_of(io::stdout()).map(|(columns, _)| columns.0.into());
        said.or_else(seen).unwrap_or(80).clamp(40, 200)
    }
}

/// How a process ends that only had to write something: what cannot be written is told.
pub(crate) fn ending_of(written: io::Result<()>) -> Exit {
    let Err(error) = written else { return Exit::Fine };
    let stop = unwritten(&error);
    if let Some(message) = &stop.message {
        Console::new(Color::Auto).complain(message);
    }
    stop.exit
}

fn unwritten(error: &io::Error) -> Stop {
    if error.kind() == io::ErrorKind::BrokenPipe {
        Stop::quiet(Exit::Closed)
    } else {
        Stop::ours(format!("the output cannot be written: {error}"))
    }
}
