//! Lines that go on below: the column of a continuation, and where a line that is too long is broken.

use crate::syntax::outlined::{ends_in_cites, is_joiner, outside, takes_value};

use super::WIDTH;
use super::spaces::{char_width, value_at, width};

/// Last column at which a continuation is aligned with the value above it.
const VALUE: usize = WIDTH / 3;

/// Last column at which a continuation is aligned with the bracket above it.
const BRACKET: usize = WIDTH / 2;

/// Columns from a line to a continuation that is aligned with nothing.
const HANG: usize = 4;

/// A line of code and its place in the item.
pub(super) struct Place<'t> {
    /// First word of the item.
    pub(super) item: &'t str,
    /// Spaces before the line.
    pub(super) indent: usize,
    /// Width of the label of a field with the spaces behind it: 10 of `choose:   t in Town`.
    pub(super) label: Option<usize>,
}

/// An open bracket.
#[derive(Clone, Copy)]
struct Open {
    /// Its column.
    column: usize,
    /// Indentation of its line.
    indent: usize,
    /// True if it is the last character of its line.
    last: bool,
}

/// Lays out a line with its continuations. Returns the lines of each part, each with its indentation.
pub(super) fn lay(place: &Place, parts: &[String]) -> Vec<Vec<(usize, String)>> {
    let mut layout = Layout { place, hang: HANG, valued: false, open: Vec::new() };
    let Some(first) = parts.first() else { return Vec::new() };
    layout.hang = layout.hang_of(first);
    layout.valued = takes_value(word_of(first));
    parts.iter().enumerate().map(|(at, part)| layout.part(part, at == 0)).collect()
}

struct Layout<'p> {
    place: &'p Place<'p>,
    /// Column of continuations outside brackets.
    hang: usize,
    /// True if an `else` can begin a continuation.
    valued: bool,
    open: Vec<Open>,
}

impl Layout<'_> {
    /// Column of continuations outside brackets: that of the value, if it is not too far to the right.
    fn hang_of(&self, first: &str) -> usize {
        let Place { item, indent, label } = *self.place;
        let sentence = &first[label.unwrap_or(0).min(first.len())..];
        let word = word_of(if label.is_some() { first } else { sentence });
        let has_value = ["define", "let", "set", "payoff", "kind", "remember"].contains(&word)
            || ["let", "set"].contains(&word_of(sentence));
        let value = has_value.then(|| value_at(first)).flatten();
        let ranked = (item == "winner" && label.is_none()).then(|| first.find(" by ").map(|at| at + 1)).flatten();
        let at = value.or(ranked).map(|at| indent + width(&first[..at]));
        match (at.filter(|&at| at <= VALUE), label) {
            (Some(at), _) => at,
            (None, Some(label)) if word == "effect" || word == "past" => indent + label + HANG,
            (None, Some(label)) => indent + label,
            (None, None) => indent + HANG,
        }
    }

    /// Lays out a part, which becomes several lines if it is too long.
    fn part(&mut self, part: &str, is_first: bool) -> Vec<(usize, String)> {
        let mut lines = Vec::new();
        let mut rest = part;
        let from = if is_first { value_at(part).or(self.place.label).unwrap_or(0) } else { 0 };
        let mut from = from.min(part.len());
        let mut column = if is_first { self.place.indent } else { self.column(part) };
        while column + width(rest) > WIDTH {
            let Some(at) = self.cut(rest, column, from) else { break };
            lines.push((column, rest[..at].to_owned()));
            self.read(&rest[..at], column);
            rest = &rest[at + 1..];
            (from, column) = (0, self.column(rest));
        }
        self.read(rest, column);
        lines.push((column, rest.to_owned()));
        lines
    }

    /// Column of a line that goes on.
    fn column(&self, code: &str) -> usize {
        if code.starts_with([')', ']', '}']) {
            return match self.open.last() {
                Some(open) if open.last => open.indent + HANG / 2,
                Some(open) if open.column <= BRACKET => open.column,
                _ => self.hang,
            };
        }
        let column = |open: &Open| if open.last { open.indent + HANG } else { open.column + 1 };
        self.open.iter().rev().map(column).find(|&column| column <= BRACKET).unwrap_or(self.hang)
    }

    /// Keeps the brackets that a line opens or closes.
    fn read(&mut self, code: &str, indent: usize) {
        let mut column = indent;
        let mut seen = 0;
        for (at, c) in outside(code) {
            column += width(&code[seen..at]);
            seen = at;
            match c {
                '(' | '[' | '{' => {
                    self.open.push(Open { column, indent, last: at + c.len_utf8() == code.len() });
                }
                ')' | ']' | '}' => {
                    self.open.pop();
                }
                _ => {}
            }
        }
    }

    /// The space at which a line is broken: outside as many brackets as possible, before the word that binds least, as far to
    /// the right as possible. If nothing fits, the first space at which it can be broken.
    fn cut(&self, code: &str, indent: usize, from: usize) -> Option<usize> {
        let mut depth = self.open.len();
        let mut best: Option<((usize, u8), usize)> = None;
        let (mut column, mut seen) = (indent, 0);
        for (at, c) in outside(code) {
            column += code[seen..at].chars().map(char_width).sum::<usize>();
            seen = at;
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                ' ' if at > from => {
                    let Some(rank) = self.rank(&code[..at], &code[at + 1..], depth) else { continue };
                    if column > WIDTH {
                        return best.map(|(_, at)| at).or(Some(at));
                    }
                    if best.is_none_or(|(known, _)| (depth, rank) <= known) {
                        best = Some(((depth, rank), at));
                    }
                }
                _ => {}
            }
        }
        best.map(|(_, at)| at)
    }

    /// How little the next word binds, from 0 for least. `None` if no line can begin with it.
    fn rank(&self, before: &str, next: &str, depth: usize) -> Option<u8> {
        if before.ends_with(']') && ends_in_cites(before) || next.starts_with("for each") {
            return None;
        }
        match word_of(next) {
            "showing" => Some(0),
            "where" | "by" | "for" | "except" | "clockwise" => Some(1),
            "then" => Some(2),
            "else" if depth > 0 || self.valued => Some(2),
            "or" => Some(3),
            "and" => Some(4),
            word if is_joiner(word) => Some(4),
            _ if next.starts_with("+ ") || next.starts_with("- ") => Some(5),
            _ => (depth > 0 && before.ends_with(',')).then_some(6),
        }
    }
}

/// First word of a text, or nothing if it begins with a sign.
fn word_of(text: &str) -> &str {
    text.split(|c: char| !(c == '_' || c.is_alphanumeric())).next().unwrap_or("")
}
