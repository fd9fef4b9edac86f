//! The options of a question on the screen: filter, selection, rows.

use super::super::matching::{fits, plain};
use super::super::question::with_keys;
use crate::tools::grid;

/// Number of options above which they stand in columns, if there is room.
const IN_COLUMNS: usize = 5;
/// Space between columns, with the mark of the selected option.
const GAP: usize = 3;

/// Possible answers, and the selected ones.
#[derive(Default)]
pub(super) struct OptionList {
    /// Keys, and what they stand for: first those that are offered, then whole answers without keys.
    items: Vec<(String, String)>,
    /// Number of items that are offered.
    offered: usize,
    /// The items that fit what is typed.
    shown: Vec<usize>,
    /// Number of the selected one among them.
    selected: usize,
    /// Number of rows when they were last laid out, if they stand in columns.
    down: Option<usize>,
}

/// A row of options: of each its number among those shown, and its text.
pub(super) type OptionRow = Vec<(usize, String)>;

impl OptionList {
    /// All of the offered options, the first one selected. Where a question is asked part by part, `whole` are the answers with all
    /// parts: a text that fits no part may fit them.
    pub(super) fn new(offered: Vec<(String, String)>, whole: Vec<String>) -> Self {
        let (shown, many) = ((0..offered.len()).collect(), offered.len());
        let items = offered.into_iter().chain(whole.into_iter().map(|label| (String::new(), label))).collect();
        Self { items, offered: many, shown, selected: 0, down: None }
    }

    /// Shows the options that fit a text: the beginning of a key or name, or of some of its words; if there are none, the whole answers
    /// that fit it. An exact key is selected.
    pub(super) fn filter(&mut self, text: &str) {
        let text = plain(text);
        let fits = |(key, label): &(String, String)| {
            text.is_empty() || (!key.is_empty() && plain(key).starts_with(&text)) || fits(&plain(label), &text)
        };
        let fitting = |some: std::ops::Range<usize>| some.filter(|&at| fits(&self.items[at])).collect::<Vec<_>>();
        self.shown = fitting(0..self.offered);
        if self.shown.is_empty() {
            self.shown = fitting(self.offered..self.items.len());
        }
        let exact = self.shown.iter().position(|&at| plain(&self.items[at].0) == text);
        self.selected = exact.unwrap_or(0);
    }

    /// Key and text of the selected option.
    pub(super) fn selected(&self) -> Option<&(String, String)> {
        self.shown.get(self.selected).map(|&at| &self.items[at])
    }

    /// True for the selected option of those shown.
    pub(super) fn is_selected(&self, at: usize) -> bool {
        self.selected == at
    }

    /// Number of options that are shown.
    pub(super) fn count(&self) -> usize {
        self.shown.len()
    }

    /// Selects an option further down or up, or in another column.
    pub(super) fn step(&mut self, by: isize) {
        let last = self.shown.len().saturating_sub(1);
        self.selected = self.selected.saturating_add_signed(by).min(last);
    }

    /// Selects an option this number of columns further.
    pub(super) fn step_across(&mut self, by: isize) {
        let Some(down) = self.down else { return self.step(by) };
        let to = self.selected.checked_add_signed(by * down.cast_signed());
        self.selected = to.filter(|to| *to < self.shown.len()).unwrap_or(self.selected);
    }

    /// The options in rows of at most this width: in columns if there are many, else each on lines of its own.
    pub(super) fn rows(&mut self, width: usize) -> Vec<OptionRow> {
        let texts = with_keys(&self.shown.iter().map(|&at| self.items[at].clone()).collect::<Vec<_>>());
        let widest = texts.iter().map(|text| grid::width(text)).max().unwrap_or(0);
        let across = if texts.len() > IN_COLUMNS { (width / (widest + GAP)).max(1) } else { 1 };
        if across > 1 {
            let down = texts.len().div_ceil(across);
            self.down = Some(down);
            let cell = |at: usize| {
                let text = texts.get(at)?;
                Some((at, format!("{text}{}", " ".repeat(widest - grid::width(text)))))
            };
            return (0..down).map(|row| (0..across).filter_map(|column| cell(column * down + row)).collect()).collect();
        }
        self.down = None;
        let lines = |(at, (text, &item)): (usize, (&String, &usize))| {
            let (before, label) = text.split_at(text.len() - self.items[item].1.len());
            let own = grid::wrap(label, width.saturating_sub(grid::width(before) + GAP), "");
            let before = |line: usize| if line == 0 { before.to_owned() } else { " ".repeat(grid::width(before)) };
            own.iter().enumerate().map(|(line, own)| vec![(at, format!("{}{own}", before(line)))]).collect::<Vec<_>>()
        };
        texts.iter().zip(&self.shown).enumerate().flat_map(lines).collect()
    }
}
