//! Lines that people type, and the screen between two players.

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Read};

use rustyline::error::ReadlineError;
use rustyline::{Config, DefaultEditor};

use super::console::Console;
use super::ending::Stop;
use super::interrupt;

/// Maximum length of a line: bytes from a pipe, characters from the editor. The rest is cut.
const LONGEST: u64 = 4096;

/// Stdin, line by line.
pub(crate) struct Input {
    terminal: bool,
    editor: Option<DefaultEditor>,
    waiting: VecDeque<String>,
}

impl Input {
    /// The process's stdin.
    pub(crate) fn new() -> Self {
        Self { terminal: io::stdin().is_terminal(), editor: editor(), waiting: VecDeque::new() }
    }

    /// True if stdin is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.terminal
    }

    /// Reads the next answer after a prompt. Answers in one line are separated by `;`. `None` at the end of the input.
    ///
    /// # Errors
    /// When stdout cannot be written.
    pub(crate) fn next(&mut self, prompt: &str, console: &mut Console) -> Result<Option<String>, Stop> {
        if let Some(line) = self.waiting.pop_front() {
            console.say(format!("{prompt}{line}"))?;
            return Ok(Some(line));
        }
        let Some(line) = self.read(prompt, console)? else {
            return Ok(None);
        };
        if let Some(editor) = &mut self.editor {
            // Without history the player types the line again, no more.
            let _ = editor.add_history_entry(&line);
        }
        self.waiting.extend(answers(&line));
        Ok(Some(self.waiting.pop_front().unwrap_or_default()))
    }

    /// Discards the other answers of a line.
    pub(crate) fn forget(&mut self) {
        self.waiting.clear();
    }

    /// Reads a whole line after a prompt. `None` at the end of the input.
    ///
    /// # Errors
    /// If stdout cannot be written, or Ctrl-C was pressed.
    pub(crate) fn read(&mut self, prompt: &str, console: &mut Console) -> Result<Option<String>, Stop> {
        let line = match &mut self.editor {
            Some(editor) => edited(editor, prompt, console)?,
            None => plain(prompt, console)?,
        };
        let Some(line) = line else {
            console.say("")?;
            return Ok(None);
        };
        let line = line.trim().to_string();
        if !self.terminal {
            console.say(super::paint::clean(&line))?;
        }
        Ok(Some(line))
    }

    /// Clears the screen and waits until the next player sits there. Returns false at the end of the input.
    /// Without a terminal (pipes) nothing is cleared and nothing waits.
    ///
    /// # Errors
    /// When stdout cannot be written.
    pub(crate) fn hand_over(&mut self, to: &str, console: &mut Console) -> Result<bool, Stop> {
        self.forget();
        // The next player must not see what the last one typed.
        if let Some(editor) = &mut self.editor {
            let _ = editor.clear_history();
        }
        if !self.terminal {
            console.say(format!("\n---- {to} ----"))?;
            return Ok(true);
        }
        console.clear()?;
        let asked = self.read(
            &format!("The next question is only for {to}. {to}, press Enter when nobody else can see the screen. "),
            console,
        )?;
        console.clear()?;
        Ok(asked.is_some())
    }
}

/// The answers in one line, separated by `;`.
pub(crate) fn answers(line: &str) -> impl Iterator<Item = String> {
    line.split(';').map(|part| part.trim().to_string())
}

/// Reads a line from the editor.
fn edited(editor: &mut DefaultEditor, prompt: &str, console: &mut Console) -> Result<Option<String>, Stop> {
    let (above, prompt) = prompt.rsplit_once('\n').map_or((None, prompt), |(above, prompt)| (Some(above), prompt));
    above.map_or(Ok(()), |above| console.say(above))?;
    console.flush()?;
    match editor.readline(prompt) {
        Ok(line) => Ok(Some(line.chars().take(LONGEST as usize).collect())),
        Err(ReadlineError::Interrupted) => Err(interrupt::now()),
        Err(_) => Ok(None),
    }
}

/// Reads a line from a pipe, or from a terminal that cannot edit.
fn plain(prompt: &str, console: &mut Console) -> Result<Option<String>, Stop> {
    console.write(prompt)?;
    console.flush()?;
    let mut bytes = Vec::new();
    let read = io::stdin().lock().take(LONGEST).read_until(b'\n', &mut bytes).unwrap_or(0);
    Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Creates an editor if both stdin and stdout are terminals. Pasted lines count as typed ones.
fn editor() -> Option<DefaultEditor> {
    let seen = io::stdin().is_terminal() && io::stdout().is_terminal();
    let config = Config::builder().bracketed_paste(false).build();
    seen.then(|| DefaultEditor::with_config(config).ok()).flatten()
}
