//! Lines that go on below: the column of a continuation, and where a line that is too long is broken.

use crate::syntax::outlined::{ends_in_cites, first_word, is_joiner, outside, takes_value};

use super::WIDTH;
use super::spaces::{value_at, width};

/// Last column at which a continuation is aligned with the value above it.
const VALUE: usize = WIDTH / 3;

/// Last column at which a continuation is aligned with the bracket above it.
const BRACKET: usize = WIDTH / 2;

/// Columns from a line to a continuation that is aligned with nothing.
const HANG: usize = 4;

/// A line of code and its place in the item.
pub(super) struct LinePlace<'t> {
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

/// Rank of `else`. The first one is broken before, so that each case has a line of its own.
const ELSE: u8 = 2;

/// A space at which a line can be broken.
struct BreakSpot {
    at: usize,
    /// True if the line would not be too long.
    fits: bool,
    depth: usize,
    rank: u8,
    /// The innermost bracket around it that its line opens.
    inside: Option<usize>,
}

/// Lays out a line with its continuations. Returns the lines of each part, each with its indentation.
pub(super) fn lay(place: &LinePlace, parts: &[String]) -> Vec<Vec<(usize, String)>> {
    let Some(first) = parts.first() else { return Vec::new() };
    let value = value(place, first);
    let mut layout = LineLayout {
        place,
        hang: hang(place, value.map(|at| width(&first[..at])), first),
        from: value.or(place.label).unwrap_or(0),
        valued: takes_value(first_word(first)),
        open: Vec::new(),
    };
    parts.iter().enumerate().map(|(at, part)| layout.part(part, at == 0)).collect()
}

/// Byte at which the value of a definition begins, or what a winner is ranked by.
fn value(place: &LinePlace, first: &str) -> Option<usize> {
    let sentence = first.get(place.label.unwrap_or(0)..).unwrap_or("");
    if ["define", "let", "set", "payoff", "kind"].contains(&first_word(sentence))
        || ["let", "remember"].contains(&first_word(first))
    {
        return value_at(first);
    }
    (place.item == "winner").then(|| first.find(" by ")).flatten().map(|at| at + 1)
}

/// Column of continuations outside brackets: that of the value, if it is not too far to the right.
fn hang(place: &LinePlace, value: Option<usize>, first: &str) -> usize {
    let value = value.map(|value| place.indent + value).filter(|&value| value <= VALUE);
    match (value, place.label) {
        (Some(value), _) => value,
        (None, Some(label)) if ["effect", "past"].contains(&first_word(first)) => place.indent + label + HANG,
        (None, Some(label)) => place.indent + label,
        (None, None) => place.indent + HANG,
    }
}

struct LineLayout<'p> {
    place: &'p LinePlace<'p>,
    /// Column of continuations outside brackets.
    hang: usize,
    /// First byte of the first line at which it may be broken.
    from: usize,
    /// True if an `else` can begin a continuation.
    valued: bool,
    open: Vec<Open>,
}

impl LineLayout<'_> {
    /// Lays out a part, which becomes several lines if it is too long.
    fn part(&mut self, part: &str, is_first: bool) -> Vec<(usize, String)> {
        let mut lines = Vec::new();
        let mut rest = part;
        let mut from = if is_first { self.from } else { 0 };
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
    /// the right as possible. If nothing fits, the first space at which it can be broken. Brackets that fit stay whole.
    fn cut(&self, code: &str, indent: usize, from: usize) -> Option<usize> {
        let mut spots: Vec<BreakSpot> = Vec::new();
        // Brackets that this line opens: where they open, and of all of them whether they close too far to the right.
        let (mut open, mut long): (Vec<usize>, Vec<bool>) = (Vec::new(), Vec::new());
        let (mut column, mut seen) = (indent, 0);
        for (at, c) in outside(code) {
            column += width(&code[seen..at]);
            seen = at;
            match c {
                '(' | '[' | '{' => {
                    open.push(long.len());
                    long.push(true);
                }
                ')' | ']' | '}' => {
                    if let Some(bracket) = open.pop() {
                        long[bracket] = column >= WIDTH;
                    }
                }
                ' ' if at > from => {
                    let depth = self.open.len() + open.len();
                    let rank = self.rank(&code[..at], &code[at + 1..], depth);
                    let inside = open.last().copied();
                    spots.extend(rank.map(|rank| BreakSpot { at, fits: column <= WIDTH, depth, rank, inside }));
                }
                _ => {}
            }
        }
        spots.retain(|spot| spot.inside.is_none_or(|bracket| long[bracket]));
        let rightmost = |spot: &&BreakSpot| if spot.rank == ELSE { spot.at } else { usize::MAX - spot.at };
        let best = spots.iter().filter(|spot| spot.fits).min_by_key(|spot| (spot.depth, spot.rank, rightmost(spot)));
        best.or(spots.first()).map(|spot| spot.at)
    }

    /// Binding strength of the next word, from 0 for the least. `None` if no line can begin with it.
    fn rank(&self, before: &str, next: &str, depth: usize) -> Option<u8> {
        if before.ends_with(']') && ends_in_cites(before) || next.starts_with("for each") {
            return None;
        }
        match first_word(next) {
            "showing" => Some(0),
            "then" if before.ends_with(',') => Some(0),
            "for" if is_in_total(before) => Some(7),
            "where" | "by" | "for" | "except" | "clockwise" => Some(1),
            "else" if depth > 0 || self.valued => Some(ELSE),
            "then" => Some(3),
            "or" => Some(4),
            word if is_joiner(word) => Some(5),
            _ if next.starts_with("+ ") || next.starts_with("- ") => Some(6),
            _ => (depth > 0 && before.ends_with(',')).then_some(7),
        }
    }
}

/// True if a `for` after this text belongs to a `sum of`, `max of` or `min of`: these end before a `+`, which binds less.
fn is_in_total(before: &str) -> bool {
    let mut inside = vec![String::new()];
    for (_, c) in outside(before) {
        match c {
            '(' | '[' | '{' => inside.push(String::new()),
            ')' | ']' | '}' if inside.len() > 1 => drop(inside.pop()),
            c => inside.iter_mut().last().into_iter().for_each(|text| text.push(c)),
        }
    }
    let words: Vec<&str> = inside.last().map_or_else(Vec::new, |text| text.split_whitespace().collect());
    let is_begun = |two: &&[&str]| matches!(two, ["sum" | "max" | "min", "of"]);
    words.windows(2).filter(is_begun).count() > words.iter().filter(|word| **word == "for").count()
}
