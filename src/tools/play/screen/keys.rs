//! Actions of keys.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::state::{Focus, ScreenState, Scroll, Typing};
use crate::tools::play::help::HELP;

/// The keys, above the commands.
pub(super) const KEYS: &str = "\
Keys
  cursor keys, PageUp,
  PageDown, Home, End   choose an option; after Tab: scroll
  Enter                 answer with the selected option
  letters and digits    show only options that fit; a text that fits none is an answer or a command as typed
  Tab                   go to the position, to the log, and back to the options
  /                     search: in the options, or in the position or log after Tab; Enter: next line found
  :                     type a command
  u                     undo
  Backspace             delete a letter; without one: back one part of an answer
  Esc                   close this, discard what was typed, back to the options
  Ctrl-L                draw everything anew
  Ctrl-D, Ctrl-C        stop; the game can be resumed

Answers and commands (after `:`)";

/// Action of a key.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Pressed {
    /// The screen changes at most.
    Nothing,
    /// A line was typed.
    Line(String),
    /// The screen is drawn anew.
    Redraw,
    /// The input ends.
    End,
}

impl ScreenState {
    /// Handles a key.
    pub(super) fn press(&mut self, key: KeyEvent) -> Pressed {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            return self.press_control(key.code);
        }
        if !self.notice.is_empty() && self.press_at_notice(key.code) {
            return Pressed::Nothing;
        }
        match key.code {
            KeyCode::Enter => return self.enter(),
            KeyCode::Esc if self.is_search() => self.clear_typed(),
            KeyCode::Esc => {
                self.clear_typed();
                self.focus = Focus::Options;
            }
            KeyCode::Tab => self.turn(&[Focus::Options, Focus::Position, Focus::Log]),
            KeyCode::BackTab => self.turn(&[Focus::Options, Focus::Log, Focus::Position]),
            KeyCode::Backspace => return self.delete(),
            KeyCode::Left => self.options.step_across(-1),
            KeyCode::Right => self.options.step_across(1),
            KeyCode::Char(c) => return self.letter(c),
            code => distance(code, self.page_height()).into_iter().for_each(|by| self.step(by)),
        }
        Pressed::Nothing
    }

    fn press_control(&mut self, code: KeyCode) -> Pressed {
        match code {
            KeyCode::Char('d') => return Pressed::End,
            KeyCode::Char('l') => return Pressed::Redraw,
            KeyCode::Char('u') => self.clear_typed(),
            _ => {}
        }
        Pressed::Nothing
    }

    /// Handles a key while lines lie over the rest. Returns false if the key belongs to the rest.
    fn press_at_notice(&mut self, code: KeyCode) -> bool {
        let Some(by) = distance(code, self.notice_scroll.height) else {
            self.notice.clear();
            return matches!(code, KeyCode::Enter | KeyCode::Esc);
        };
        if self.notice_scroll.lines <= self.notice_scroll.height {
            self.notice.clear();
            return false;
        }
        self.notice_scroll.step(by);
        true
    }

    fn enter(&mut self) -> Pressed {
        let (typing, typed) = (self.typing, self.typed.trim().to_owned());
        if self.is_search() {
            self.search(self.hit + 1);
            return Pressed::Nothing;
        }
        let selected = self.options.selected().map(|(key, label)| if key.is_empty() { label } else { key }.clone());
        let line = match selected {
            Some(selected) if typing != Typing::Command && self.prompt.is_none() => selected,
            _ => typed,
        };
        self.is_command = typing == Typing::Command;
        self.clear_typed();
        self.focus = Focus::Options;
        if line.is_empty() && self.prompt.is_none() { Pressed::Nothing } else { Pressed::Line(line) }
    }

    /// Goes to the next part of the screen, in this order.
    fn turn(&mut self, order: &[Focus]) {
        let at = order.iter().position(|focus| *focus == self.focus).unwrap_or(0);
        self.focus = order[(at + 1) % order.len()];
        self.clear_typed();
    }

    fn delete(&mut self) -> Pressed {
        if self.typed.pop().is_some() {
            self.typed_changed();
        } else if self.typing != Typing::Answer {
            self.clear_typed();
        } else if self.question.as_ref().is_some_and(|question| question.is_narrowed) && self.prompt.is_none() {
            return Pressed::Line("back".to_owned());
        }
        Pressed::Nothing
    }

    fn letter(&mut self, c: char) -> Pressed {
        let begins = self.typed.is_empty() && self.typing == Typing::Answer && self.prompt.is_none();
        match c {
            ':' if begins => self.typing = Typing::Command,
            '/' if begins => self.typing = Typing::Search,
            '?' if begins => {
                self.notice = KEYS.lines().chain(HELP.lines()).map(str::to_owned).collect();
                self.notice_scroll = Scroll::default();
            }
            'u' if begins => return Pressed::Line("undo".to_owned()),
            _ => {
                if self.typing == Typing::Answer {
                    self.focus = Focus::Options;
                }
                self.typed.push(c);
                self.typed_changed();
            }
        }
        Pressed::Nothing
    }

    fn typed_changed(&mut self) {
        match self.typing {
            Typing::Command => {}
            _ if self.is_search() => self.search(self.scroll().from),
            _ => self.options.filter(&self.typed),
        }
    }

    /// Scrolls to the first line with the typed text, from a line on, then from the beginning.
    fn search(&mut self, from: usize) {
        let found = self.found();
        let Some(&at) = found.iter().find(|&&at| at >= from).or(found.first()) else { return };
        self.hit = at;
        let scroll = self.scroll_mut();
        scroll.from = at;
        scroll.fit(scroll.lines, scroll.height);
    }

    fn step(&mut self, by: isize) {
        match self.focus {
            Focus::Options => self.options.step(by),
            Focus::Position | Focus::Log => self.scroll_mut().step(by),
        }
    }

    /// Number of lines of the part in which keys move.
    fn page_height(&self) -> usize {
        if self.focus == Focus::Options { self.options_height } else { self.scroll().height }
    }

    fn scroll_mut(&mut self) -> &mut Scroll {
        if self.focus == Focus::Log { &mut self.log_scroll } else { &mut self.position_scroll }
    }
}

/// Distance that a key moves on a page of this many lines. None for a key that does not move.
fn distance(code: KeyCode, page: usize) -> Option<isize> {
    let page = page.max(1).cast_signed();
    Some(match code {
        KeyCode::Up => -1,
        KeyCode::Down => 1,
        KeyCode::PageUp => -page,
        KeyCode::PageDown => page,
        KeyCode::Home => isize::MIN,
        KeyCode::End => isize::MAX,
        _ => return None,
    })
}
