//! Interface of a session to the place where people read and type: lines on a console, or a full screen.

use super::question::Numbered;
use crate::tools::ending::Stop;
use crate::tools::paint::Paint;
use tavola_game::Error;
use tavola_lab::table::GameTable;

/// A place where people see the game and type answers and commands.
pub(super) trait FrontEnd {
    /// Styles of texts.
    fn paint(&self) -> Paint;

    /// Number of columns for texts.
    fn width(&self) -> usize;

    /// True if a person reads and types here, and no program does.
    fn is_terminal(&self) -> bool;

    /// Shows a line: the result of a command, or why there is none.
    ///
    /// # Errors
    /// If it cannot be shown.
    fn say(&mut self, line: &str) -> Result<(), Stop>;

    /// Shows a warning.
    fn warn(&mut self, line: &str);

    /// Shows advice.
    fn note(&mut self, line: &str);

    /// Shows what a viewer has not seen yet; `afresh`: also the whole position. No viewer: a spectator.
    ///
    /// # Errors
    /// If it cannot be shown.
    fn present(&mut self, table: &mut GameTable, viewer: Option<usize>, afresh: bool) -> Result<(), Stop>;

    /// Shows the position, as the player wishes.
    ///
    /// # Errors
    /// If it cannot be shown.
    fn show(&mut self, table: &mut GameTable, viewer: Option<usize>) -> Result<(), Stop>;

    /// Shows the whole log, as the player wishes.
    ///
    /// # Errors
    /// If it cannot be shown.
    fn log(&mut self, table: &GameTable, viewer: Option<usize>) -> Result<(), Stop>;

    /// Shows the open question to the player of this name.
    ///
    /// # Errors
    /// If it cannot be shown.
    fn put(&mut self, name: &str, question: &Numbered) -> Result<(), Stop>;

    /// Waits for an answer to the question, or a command. `None` at the end of the input.
    ///
    /// # Errors
    /// If nothing can be shown, or Ctrl-C was pressed.
    fn next(&mut self) -> Result<Option<String>, Stop>;

    /// Waits for a line after a prompt. `None` at the end of the input.
    ///
    /// # Errors
    /// If nothing can be shown, or Ctrl-C was pressed.
    fn read(&mut self, prompt: &str) -> Result<Option<String>, Stop>;

    /// True if the last line was typed as a command.
    fn is_command(&self) -> bool {
        false
    }

    /// The command that lists the others, as it is typed here.
    fn help_command(&self) -> &'static str {
        "help"
    }

    /// Discards the answers that were typed ahead in one line.
    fn forget(&mut self);

    /// Hides everything until the next player sits there. Returns false at the end of the input.
    ///
    /// # Errors
    /// If nothing can be shown, or Ctrl-C was pressed.
    fn hand_over(&mut self, to: &str) -> Result<bool, Stop>;

    /// Shows that a bot is thinking, until `None`.
    ///
    /// # Errors
    /// If it cannot be shown.
    fn thinking(&mut self, what: Option<&str>) -> Result<(), Stop>;
}

/// Shows that the record cannot be written at present.
pub(super) fn unwritten(front: &mut dyn FrontEnd, error: &Error) {
    front.forget();
    front.warn(&error.message);
    front.note(
        "No answer was taken: an answer counts only once it is recorded. Answer again when the record can be written, \
         or type `save FILE` to continue in that file.",
    );
}
