//! The front end of a whole terminal: position, hand, log and question side by side, answered by keys.

mod draw;
mod keys;
mod log;
mod options;
mod regions;
mod state;
mod styled;

use std::collections::VecDeque;
use std::io::{self, IsTerminal, Stdout};
use std::sync::mpsc;

use ratatui::Terminal;
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use terminal_size::terminal_size_of;

use self::keys::Pressed;
use self::state::{Focus, ScreenState, Scroll};
use super::front_end::FrontEnd;
use super::question::Numbered;
use crate::tools::console::Console;
use crate::tools::ending::Stop;
use crate::tools::input::answers;
use crate::tools::interrupt;
use crate::tools::paint::Paint;
use tavola_lab::table::GameTable;
use tavola_page::scene::Stage;

/// The smallest terminal whose whole screen is used: columns and rows.
const SMALLEST: (u16, u16) = (60, 16);
/// Maximum length of a typed text.
const LONGEST: usize = 4096;

/// Source of events, which are asked for one by one with what the screen shows. `None` at the end of the input.
pub(crate) type KeySource<'k> = dyn FnMut(&Buffer) -> Option<Event> + 'k;

/// True if a person can play on the whole screen of this terminal.
pub(super) fn is_possible(table: &GameTable, console: &Console) -> bool {
    let size = terminal_size_of(io::stdout()).map(|(columns, rows)| (columns.0, rows.0));
    let is_large = size.is_some_and(|(columns, rows)| columns >= SMALLEST.0 && rows >= SMALLEST.1);
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    is_large && !is_dumb && io::stdin().is_terminal() && console.is_terminal() && table.humans.contains(&true)
}

/// Takes the whole screen until the front end is dropped.
///
/// # Errors
/// If the terminal refuses it.
pub(super) fn take(
    stage: Stage,
    title: String,
    colours: bool,
) -> Result<FullScreen<'static, CrosstermBackend<Stdout>>, Stop> {
    interrupt::restore_by(give_back);
    enable_raw_mode().and_then(|()| execute!(io::stdout(), EnterAlternateScreen)).map_err(|e| undrawn(&e))?;
    #[cfg(unix)]
    end_by_signals();
    let (send, pressed) = mpsc::channel();
    // A thread of its own, so that Ctrl-C also ends the program while a bot thinks.
    std::thread::spawn(move || {
        while let Ok(event) = event::read() {
            if is_ctrl_c(&event) {
                interrupt::end();
            }
            if send.send(event).is_err() {
                break;
            }
        }
    });
    FullScreen::new(CrosstermBackend::new(io::stdout()), Box::new(move |_| pressed.recv().ok()), stage, title, colours)
}

/// Ends the program as Ctrl-C does when it is terminated or its terminal is closed, so that the terminal is given back first.
#[cfg(unix)]
fn end_by_signals() {
    use signal_hook::consts::{SIGHUP, SIGTERM};
    // If that fails, the system's default stays.
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP]) else { return };
    std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            interrupt::end();
        }
    });
}

/// Gives the terminal back as it was.
fn give_back() {
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

fn is_ctrl_c(event: &Event) -> bool {
    matches!(event, Event::Key(KeyEvent { code: KeyCode::Char('c'), modifiers: KeyModifiers::CONTROL, .. }))
}

/// The stop of a screen that cannot be drawn. The terminal is given back first: there may be no [`FullScreen`] yet whose end does it.
fn undrawn(error: &impl std::fmt::Display) -> Stop {
    interrupt::restore();
    Stop::ours(format!("the screen cannot be drawn: {error}; --plain prints lines instead"))
}

/// A whole screen and its keys.
pub(crate) struct FullScreen<'k, B: Backend> {
    terminal: Terminal<B>,
    keys: Box<KeySource<'k>>,
    state: ScreenState,
    /// Answers that were typed ahead in one line.
    waiting: VecDeque<String>,
}

impl<'k, B: Backend> FullScreen<'k, B> {
    /// A screen that shows nothing yet.
    ///
    /// # Errors
    /// If its size is unknown.
    pub(crate) fn new(
        backend: B,
        keys: Box<KeySource<'k>>,
        stage: Stage,
        title: String,
        colours: bool,
    ) -> Result<Self, Stop> {
        let terminal = Terminal::new(backend).map_err(|e| undrawn(&e))?;
        Ok(Self { terminal, keys, state: ScreenState::new(stage, title, colours), waiting: VecDeque::new() })
    }

    /// Waits until a line is typed.
    fn line(&mut self) -> Result<Option<String>, Stop> {
        loop {
            let state = &mut self.state;
            let shown = self.terminal.draw(|frame| draw::draw(frame, state)).map_err(|e| undrawn(&e))?;
            let Some(event) = (self.keys)(shown.buffer) else { return Ok(None) };
            let Event::Key(key) = event else { continue };
            if key.kind == KeyEventKind::Release {
                continue;
            }
            match self.state.press(key) {
                Pressed::Nothing => {}
                Pressed::Line(line) => return Ok(Some(line.chars().take(LONGEST).collect())),
                Pressed::Redraw => self.terminal.clear().map_err(|e| undrawn(&e))?,
                Pressed::End => return Ok(None),
            }
        }
    }

    fn add(&mut self, line: &str) {
        if self.state.notice.is_empty() {
            self.state.notice_scroll = Scroll::default();
        }
        self.state.notice.extend(line.lines().map(str::to_owned));
    }
}

impl<B: Backend> Drop for FullScreen<'_, B> {
    fn drop(&mut self) {
        interrupt::restore();
    }
}

impl<B: Backend> FrontEnd for FullScreen<'_, B> {
    fn paint(&self) -> Paint {
        Paint::new(true)
    }

    fn width(&self) -> usize {
        self.terminal.size().map_or(80, |size| size.width.into())
    }

    fn is_terminal(&self) -> bool {
        true
    }

    fn say(&mut self, line: &str) -> Result<(), Stop> {
        self.add(line);
        Ok(())
    }

    fn warn(&mut self, line: &str) {
        let warned = format!("{}: {line}", self.paint().yellow("warning"));
        self.add(&warned);
    }

    fn note(&mut self, line: &str) {
        self.add(line);
    }

    fn present(&mut self, table: &mut GameTable, viewer: Option<usize>, _: bool) -> Result<(), Stop> {
        self.state.see(table, viewer);
        Ok(())
    }

    fn show(&mut self, _: &mut GameTable, _: Option<usize>) -> Result<(), Stop> {
        self.state.focus = Focus::Position;
        Ok(())
    }

    fn log(&mut self, _: &GameTable, _: Option<usize>) -> Result<(), Stop> {
        self.state.focus = Focus::Log;
        Ok(())
    }

    fn put(&mut self, name: &str, question: &Numbered) -> Result<(), Stop> {
        self.state.ask(name, question);
        Ok(())
    }

    fn next(&mut self) -> Result<Option<String>, Stop> {
        if let Some(line) = self.waiting.pop_front() {
            return Ok(Some(line));
        }
        let Some(line) = self.line()? else { return Ok(None) };
        self.waiting.extend(answers(&line));
        Ok(Some(self.waiting.pop_front().unwrap_or_default()))
    }

    fn is_command(&self) -> bool {
        self.state.is_command
    }

    fn help_command(&self) -> &'static str {
        ":help"
    }

    fn read(&mut self, prompt: &str) -> Result<Option<String>, Stop> {
        self.state.prompt = Some(prompt.to_owned());
        self.state.who.clear();
        self.state.clear_typed();
        let line = self.line();
        self.state.prompt = None;
        line
    }

    fn forget(&mut self) {
        self.waiting.clear();
    }

    fn hand_over(&mut self, to: &str) -> Result<bool, Stop> {
        self.forget();
        self.state.hide();
        let prompt =
            format!("The next question is only for {to}. {to}, press Enter when nobody else can see the screen.");
        Ok(self.read(&prompt)?.is_some())
    }

    fn thinking(&mut self, what: Option<&str>) -> Result<(), Stop> {
        let Some(what) = what else { return Ok(()) };
        let before = std::mem::replace(&mut self.state.who, what.to_owned());
        self.state.is_busy = true;
        let state = &mut self.state;
        self.terminal.draw(|frame| draw::draw(frame, state)).map_err(|e| undrawn(&e))?;
        (self.state.who, self.state.is_busy) = (before, false);
        Ok(())
    }
}
