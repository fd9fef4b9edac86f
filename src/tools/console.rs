//! The two streams of the program: results on stdout, everything else on stderr.
//!
//! A write to stdout can fail (nobody reads any more, the disk is full): that is a [`Stop`], never a panic. What cannot be
//! said on stderr is lost without a word.

use std::io::{self, IsTerminal, Write};

use super::args::Color;
use super::ending::{Exit, Stop};
use super::paint::Paint;

/// Stdout and stderr with what they can show.
pub(crate) struct Console {
    /// Paints for stdout.
    pub(crate) paint: Paint,
    err_paint: Paint,
}

impl Console {
    /// The process's streams.
    pub(crate) fn new(color: Color) -> Self {
        let asked = |terminal: bool| match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => {
                let set = |name| std::env::var_os(name).is_some_and(|v| !v.is_empty());
                terminal && !set("NO_COLOR") && std::env::var_os("TERM").is_none_or(|t| t != "dumb")
            }
        };
        Self {
            paint: Paint::new(asked(io::stdout().is_terminal())),
            err_paint: Paint::new(asked(io::stderr().is_terminal())),
        }
    }

    /// A text on stdout, as it is.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Stop> {
        io::stdout().write_all(text.as_bytes()).map_err(|e| unwritten(&e))
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
            serde_json::to_string_pretty(value).map_err(|e| Stop::ours(format!("no JSON could be made: {e}")))?;
        self.say(text)
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
        let _ = writeln!(io::stderr(), "{}", line.as_ref());
    }

    /// A warning on stderr.
    pub(crate) fn warn(&self, line: impl AsRef<str>) {
        let _ = writeln!(io::stderr(), "{}: {}", self.err_paint.yellow("warning"), line.as_ref());
    }

    /// An error on stderr.
    pub(crate) fn complain(&self, line: impl AsRef<str>) {
        let _ = writeln!(io::stderr(), "{}: {}", self.err_paint.red("error"), line.as_ref());
    }

    /// Paints for stderr.
    pub(crate) fn err_paint(&self) -> Paint {
        self.err_paint
    }

    /// Whether a person reads stdout on a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// How many columns to fill: what `COLUMNS` says, else 80.
    pub(crate) fn width(&self) -> usize {
        std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok()).unwrap_or(80).clamp(40, 200)
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
