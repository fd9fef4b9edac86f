//! The two streams of the program: results on stdout, everything else on stderr.
//!
//! A failed write to stdout (closed pipe, full disk) is a [`Stop`], never a panic. A failed write to stderr is ignored.

use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use anstream::{AutoStream, ColorChoice};
use terminal_size::terminal_size_of;

use super::call::CommandRun;
use super::ending::{Exit, Stop};
use super::paint::{Color, Paint, is_obeyed};
use tavola_game::Error;

/// Stdout and stderr, with their colours.
#[derive(Clone)]
pub(crate) struct Console {
    /// Colours for stdout.
    pub(crate) paint: Paint,
    err_paint: Paint,
    /// The call that keeps what is printed. None: the streams of the process.
    kept: Option<Arc<CommandRun>>,
}

impl Console {
    /// Opens the streams of the process.
    pub(crate) fn new(color: Color) -> Self {
        let asked = |can: ColorChoice| match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => can != ColorChoice::Never,
        };
        Self {
            paint: Paint::new(asked(AutoStream::choice(&io::stdout()))),
            err_paint: Paint::new(asked(AutoStream::choice(&io::stderr()))),
            kept: None,
        }
    }

    /// Streams that a call keeps, without colours.
    pub(crate) fn kept_by(call: Arc<CommandRun>) -> Self {
        Self { paint: Paint::new(false), err_paint: Paint::new(false), kept: Some(call) }
    }

    /// This console with its colours; a call keeps what it prints.
    pub(crate) fn for_call(&self, call: &Arc<CommandRun>) -> Self {
        Self { kept: Some(Arc::clone(call)), ..self.clone() }
    }

    /// Returns what `print` writes to stdout.
    ///
    /// # Errors
    /// Those of `print`.
    pub(crate) fn captured(&self, print: impl FnOnce(&mut Self) -> Result<(), Stop>) -> Result<String, Stop> {
        let call = CommandRun::new(Vec::new());
        print(&mut self.for_call(&call))?;
        Ok(String::from_utf8_lossy(&call.take_out()).into_owned())
    }

    /// Writes a text to stdout, without control characters that a terminal would execute.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn write(&mut self, text: &str) -> Result<(), Stop> {
        let text = self.paint.harmless(text);
        match &self.kept {
            Some(call) => call.print(text.as_bytes()),
            None => io::stdout().write_all(text.as_bytes()).map_err(|e| unwritten(&e))?,
        }
        Ok(())
    }

    /// Writes the text of a file to stdout: as it is, unless stdout is a terminal.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn write_file(&mut self, text: &str) -> Result<(), Stop> {
        match &self.kept {
            None if !self.is_terminal() => io::stdout().write_all(text.as_bytes()).map_err(|e| unwritten(&e)),
            _ => self.write(text),
        }
    }

    /// Clears the screen and its scrollback, if stdout is a terminal.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn clear(&mut self) -> Result<(), Stop> {
        if !self.is_terminal() {
            return Ok(());
        }
        io::stdout().write_all(b"\x1b[2J\x1b[3J\x1b[H").map_err(|e| unwritten(&e))
    }

    /// Writes a line to stdout.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn say(&mut self, line: impl AsRef<str>) -> Result<(), Stop> {
        self.write(line.as_ref())?;
        self.write("\n")
    }

    /// Writes a serializable value to stdout as indented JSON.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn json(&mut self, value: &impl serde::Serialize) -> Result<(), Stop> {
        let text = json_text(value)?;
        self.say(text)
    }

    /// Writes a serializable value to stdout as JSON on one line, and flushes it.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn json_line(&mut self, value: &impl serde::Serialize) -> Result<(), Stop> {
        let text = serde_json::to_string(value).map_err(|e| Stop::ours(format!("JSON could not be written: {e}")))?;
        self.say(escaped(text))?;
        self.flush()
    }

    /// Flushes stdout.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(crate) fn flush(&mut self) -> Result<(), Stop> {
        io::stdout().flush().map_err(|e| unwritten(&e))
    }

    /// Writes a line to stderr: progress, timing, hints.
    pub(crate) fn note(&self, line: impl AsRef<str>) {
        let line = format!("{}\n", self.err_paint.harmless(line.as_ref()));
        match &self.kept {
            Some(call) => call.note(line.as_bytes()),
            None => drop(io::stderr().write_all(line.as_bytes())),
        }
    }

    /// Writes a warning to stderr.
    pub(crate) fn warn(&self, line: impl AsRef<str>) {
        self.note(format!("{}: {}", self.err_paint.yellow("warning"), line.as_ref()));
    }

    /// Writes an error to stderr.
    pub(crate) fn complain(&self, line: impl AsRef<str>) {
        self.note(format!("{}: {}", self.err_paint.red("error"), line.as_ref()));
    }

    /// Reports input that cannot be read, so that the next game is still looked at. The verb then ends with [`Exit::Usage`].
    ///
    /// # Errors
    /// The stop itself, if it has another reason.
    pub(crate) fn skip(&self, stop: Stop) -> Result<(), Stop> {
        match &stop.message {
            Some(message) if stop.exit == Exit::Usage => self.complain(message),
            _ => return Err(stop),
        }
        Ok(())
    }

    /// Colours for stderr.
    pub(crate) fn err_paint(&self) -> Paint {
        self.err_paint
    }

    /// True if stdout is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.kept.is_none() && io::stdout().is_terminal()
    }

    /// Number of columns to fill: `COLUMNS` if it is set, else the width of the terminal, else 80.
    pub(crate) fn width(&self) -> usize {
        let said = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let seen = || terminal_size_of(io::stdout()).map(|(columns, _)| columns.0.into());
        said.or_else(seen).unwrap_or(80).clamp(40, 200)
    }
}

/// A serializable value as indented JSON, as reports print it.
///
/// # Errors
/// When it has no form in JSON.
pub(crate) fn json_text(value: &impl serde::Serialize) -> Result<String, Stop> {
    let text = serde_json::to_string_pretty(value);
    text.map(escaped).map_err(|e| Stop::ours(format!("JSON could not be written: {e}")))
}

/// JSON without control characters: in a string, each can be written as an escape.
fn escaped(text: String) -> String {
    let escaped = |c: char| if is_obeyed(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() };
    if text.contains(is_obeyed) { text.chars().map(escaped).collect() } else { text }
}

/// Exit code of a process that only had to write something. Reports a failed write.
pub(crate) fn ending_of(output: io::Result<()>) -> Exit {
    let Err(error) = output else { return Exit::Fine };
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
        Error::unwritten("write", Path::new("stdout"), error).into()
    }
}
