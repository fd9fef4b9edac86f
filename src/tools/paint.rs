//! Colour and weight of words on a terminal, and text made safe for one.

use std::borrow::Cow;

use anstyle::{AnsiColor, Style};
use clap::ValueEnum;
pub(crate) use tavola_syntax::text::{REPLACED, clean, count, is_obeyed, thousands};

/// Use of colours.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Paints, or leaves as it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    on: bool,
}

impl Paint {
    /// Paints if `on`.
    pub(crate) fn new(on: bool) -> Self {
        Self { on }
    }

    /// True if colours are on.
    pub(crate) fn is_on(self) -> bool {
        self.on
    }

    fn with(self, style: Style, text: &str) -> String {
        if self.on && !text.is_empty() { format!("{style}{text}{style:#}") } else { text.to_string() }
    }

    /// For headings and what matters.
    pub(crate) fn bold(self, text: &str) -> String {
        self.with(Style::new().bold(), text)
    }

    /// For what may be overlooked.
    pub(crate) fn dim(self, text: &str) -> String {
        self.with(Style::new().dimmed(), text)
    }

    /// For failures.
    pub(crate) fn red(self, text: &str) -> String {
        self.with(AnsiColor::Red.on_default().bold(), text)
    }

    /// For success.
    pub(crate) fn green(self, text: &str) -> String {
        self.with(AnsiColor::Green.on_default().bold(), text)
    }

    /// For warnings.
    pub(crate) fn yellow(self, text: &str) -> String {
        self.with(AnsiColor::Yellow.on_default().bold(), text)
    }

    /// For questions.
    pub(crate) fn cyan(self, text: &str) -> String {
        self.with(AnsiColor::Cyan.on_default().bold(), text)
    }

    /// A text that a terminal only shows: what it would obey (control characters but line ends and tabs, letters that turn
    /// the direction of others) is replaced, except for colours and weights where this paints.
    pub(crate) fn harmless(self, text: &str) -> Cow<'_, str> {
        if !text.contains(is_obeyed) {
            return Cow::Borrowed(text);
        }
        let mut shown = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let painted = if self.on { style_at(rest) } else { 0 };
            let (kept, length) = if painted > 0 {
                (&rest[..painted], painted)
            } else if is_obeyed(c) {
                (REPLACED, c.len_utf8())
            } else {
                (&rest[..c.len_utf8()], c.len_utf8())
            };
            shown.push_str(kept);
            rest = &rest[length..];
        }
        Cow::Owned(shown)
    }
}

/// Length in bytes of the colour or weight sequence at the start of a text; 0 if none. Sequences for hidden and blinking
/// letters do not count.
fn style_at(text: &str) -> usize {
    let Some(rest) = text.strip_prefix("\x1b[") else { return 0 };
    let Some((codes, _)) = rest.split_once('m') else { return 0 };
    let known = match codes.split(';').collect::<Vec<_>>().as_slice() {
        ["38", "5", color] => color.parse::<u8>().is_ok(),
        codes => codes.iter().all(|code| matches!(code.parse::<u8>(), Ok(0..=4 | 22 | 30..=37 | 39 | 90..=97))),
    };
    if known { "\x1b[m".len() + codes.len() } else { 0 }
}
