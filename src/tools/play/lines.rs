//! The front end of pipes and plain terminals: everything is printed line by line.

use indicatif::ProgressBar;

use super::front_end::FrontEnd;
use super::position;
use super::question::Numbered;
use crate::tools::console::Console;
use crate::tools::ending::Stop;
use crate::tools::input::Input;
use crate::tools::paint::{Paint, count};
use crate::tools::progress;
use tavola_game::Line;
use tavola_lab::table::GameTable;
use tavola_page::scene::Stage;
use tavola_syntax::text::capital;

/// The console and stdin, line by line.
pub(super) struct PlainLines<'a> {
    console: &'a mut Console,
    input: Input,
    stage: Stage,
    spinner: Option<ProgressBar>,
}

impl<'a> PlainLines<'a> {
    /// The streams of the process.
    pub(super) fn new(console: &'a mut Console, stage: Stage) -> Self {
        Self { console, input: Input::new(), stage, spinner: None }
    }

    /// Prints lines of the log.
    ///
    /// # Errors
    /// If stdout cannot be written.
    pub(super) fn log_lines(&mut self, lines: &[Line]) -> Result<(), Stop> {
        let paint = self.console.paint;
        let shown = |line: &Line| if line.heading { paint.bold(&line.to_string()) } else { line.text.clone() };
        lines.iter().try_for_each(|line| self.console.say(format!("  {}", shown(line))))
    }
}

impl FrontEnd for PlainLines<'_> {
    fn paint(&self) -> Paint {
        self.console.paint
    }

    fn width(&self) -> usize {
        self.console.width()
    }

    fn is_terminal(&self) -> bool {
        self.input.is_terminal()
    }

    fn say(&mut self, line: &str) -> Result<(), Stop> {
        self.console.say(line)
    }

    fn warn(&mut self, line: &str) {
        self.console.warn(line);
    }

    fn note(&mut self, line: &str) {
        self.console.note(line);
    }

    /// Prints the new lines. A long set-up is only summarised.
    fn present(&mut self, table: &mut GameTable, viewer: Option<usize>, afresh: bool) -> Result<(), Stop> {
        if let Some((lines, headings)) = viewer.and_then(|seat| table.pass_set_up(seat)) {
            self.console.say(format!("  set-up: {} (`log` shows them)", count(lines, "line")))?;
            self.log_lines(&headings)?;
        }
        self.log_lines(&table.news(viewer))?;
        if afresh { self.show(table, viewer) } else { Ok(()) }
    }

    fn show(&mut self, table: &mut GameTable, viewer: Option<usize>) -> Result<(), Stop> {
        let view = table.view(viewer);
        self.console.say("")?;
        let lines = position::draw(&view, &self.stage, self.console.paint, self.console.width());
        lines.into_iter().try_for_each(|line| self.console.say(line))
    }

    fn log(&mut self, table: &GameTable, viewer: Option<usize>) -> Result<(), Stop> {
        self.log_lines(&table.lines_of(viewer))
    }

    fn put(&mut self, name: &str, question: &Numbered) -> Result<(), Stop> {
        self.console.say("")?;
        question.piles().iter().try_for_each(|line| self.console.say(format!("  {line}")))?;
        let lines = question.lines(&capital(name), self.console.paint, self.console.width());
        lines.into_iter().try_for_each(|line| self.console.say(line))
    }

    fn next(&mut self) -> Result<Option<String>, Stop> {
        self.input.next("> ", self.console)
    }

    fn read(&mut self, prompt: &str) -> Result<Option<String>, Stop> {
        self.input.read(prompt, self.console)
    }

    fn forget(&mut self) {
        self.input.forget();
    }

    fn hand_over(&mut self, to: &str) -> Result<bool, Stop> {
        self.input.hand_over(to, self.console)
    }

    fn thinking(&mut self, what: Option<&str>) -> Result<(), Stop> {
        let before = std::mem::replace(&mut self.spinner, what.map(progress::thinking));
        before.into_iter().for_each(|spinner| spinner.finish_and_clear());
        Ok(())
    }
}
