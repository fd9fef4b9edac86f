//! Sort of the place of a byte of rules: in a comment, a citation, a cell, a sentence.

use std::ops::Range;

use tavola_syntax::syntax::possible::{TextSort, column_words, labels};
use tavola_syntax::syntax::rows;
use tavola_syntax::text::{indent, without_comment};

use crate::lines::{first_word, in_quotes, line_at, split_word};

/// A place in a file of rules.
pub(super) enum EditSpot<'t> {
    /// Nothing can be offered: a comment, a text in quotes.
    Nothing,
    /// The id of a clause.
    Citation,
    /// The code of a waiver, with the bytes of its line.
    Waiver(Range<usize>),
    /// A cell of a table.
    Cell(CellSpot<'t>),
    /// A text that the grammar reads by itself.
    Text(TextSpot<'t>),
}

/// A cell of a table.
pub(super) struct CellSpot<'t> {
    /// First line of the item.
    pub(super) head: &'t str,
    /// Headings of the table. Empty in the heading itself.
    pub(super) headings: Vec<String>,
    /// Number of the column, from 0.
    pub(super) column: usize,
    /// The cell before the word that is being written.
    pub(super) before: &'t str,
    /// Cells of the same column.
    pub(super) others: Vec<String>,
}

/// A text that the grammar reads by itself.
pub(super) struct TextSpot<'t> {
    /// Sort of text as which it is read.
    pub(super) sort: TextSort,
    /// Its beginning, without the word that is being written.
    pub(super) before: String,
    /// The item up to this place, for its local names.
    pub(super) item: &'t str,
    /// Labels that can stand here instead. Empty after the first word of a line.
    pub(super) labels: Vec<(&'static str, &'static str)>,
    /// True in a variant.
    pub(super) variant: bool,
}

/// The place of a byte.
pub(super) fn spot(text: &str, at: usize) -> EditSpot<'_> {
    let line = line_at(text, at);
    let before = &text[line.start..at];
    let code = without_comment(before);
    if code.len() < before.len() {
        let comment = before[code.len()..].trim_start_matches(['#', ' ']);
        return if comment.starts_with("fine:") { EditSpot::Waiver(line) } else { EditSpot::Nothing };
    }
    let hole = in_quotes(before);
    if hole && !in_hole(before) {
        return EditSpot::Nothing;
    }
    if !hole && in_citation(before) {
        return EditSpot::Citation;
    }
    let item = item_start(text, line.start);
    if !hole && before.trim_start().starts_with('|') {
        return cell(text, item, line.start, before);
    }
    let item_text = &text[item..at];
    let variant = text.lines().any(|line| first_word(line) == "variant" && !line.starts_with(' '));
    let text_spot = |sort, before: &str, labels| {
        let before = split_word(before).0.to_owned();
        EditSpot::Text(TextSpot { sort, before, item: item_text, labels, variant })
    };
    if hole {
        let from = before.rfind('{').map_or(0, |at| at + 1);
        return text_spot(TextSort::Value, &before[from..], Vec::new());
    }
    if indent(before) == 0 && !before.is_empty() && item == line.start || before.is_empty() {
        return text_spot(TextSort::Item, before, Vec::new());
    }
    let joined = joined(text, item, line.start, before);
    inside(&text[item..line.start], before, &joined, text_spot)
}

/// The place of a line inside an item: `above` are the lines of the item before it.
fn inside<'t>(
    above: &str,
    before: &str,
    joined: &str,
    spot: impl Fn(TextSort, &str, Vec<(&'static str, &'static str)>) -> EditSpot<'t>,
) -> EditSpot<'t> {
    let head = above.lines().next().unwrap_or_default();
    let word = item_word(head);
    let fresh = before.trim_start().chars().all(tavola_syntax::syntax::is_name_char);
    match word {
        "action" | "menu" | "card" | "interrupt" | "track" => {
            let own: Vec<_> = labels(word == "track").collect();
            if let Some((label, rest)) = labelled(before, &own) {
                let sort =
                    if label == "effect" || word == "track" { TextSort::Sentence } else { TextSort::Field(label) };
                return spot(sort, rest, Vec::new());
            }
            let deeper = above
                .lines()
                .skip(1)
                .filter(|line| indent(line) < indent(before))
                .filter_map(|line| labelled(line, &own))
                .last();
            let in_block = deeper.is_some_and(|(label, _)| label == "effect" || word == "track");
            let own = if fresh && !in_block { own } else { Vec::new() };
            spot(if in_block || own.is_empty() { TextSort::Sentence } else { TextSort::Field("") }, joined, own)
        }
        "board" => {
            let grids =
                [("grid", "columns and rows of squares: `8, 8`"), ("hexes", "columns and rows of hexagons: `11, 11`")];
            spot(
                TextSort::Field("also"),
                before.rsplit("--").next().unwrap_or(before),
                if fresh { grids.to_vec() } else { Vec::new() },
            )
        }
        "rule" | "phase" | "play" | "hook" => spot(TextSort::Sentence, joined, Vec::new()),
        "define" | "winner" | "payoff" => {
            let value = joined.split_once('=').filter(|_| word == "define").map_or(joined, |(_, value)| value);
            spot(TextSort::Value, value, Vec::new())
        }
        _ if column_words(word).is_empty() && word != "kind" && word != "table" => {
            spot(TextSort::Sentence, joined, Vec::new())
        }
        _ => EditSpot::Nothing,
    }
}

/// The word that says which item a first line begins, behind `change` and `replace`.
pub(super) fn item_word(head: &str) -> &str {
    match first_word(head) {
        overlay @ ("change" | "replace" | "remove") => first_word(&head[overlay.len()..]),
        word => word,
    }
}

/// Label of a line and what follows it: `effect` of `effect: stop`.
fn labelled<'t>(line: &'t str, known: &[(&'static str, &'static str)]) -> Option<(&'static str, &'t str)> {
    let (label, rest) = line.split_once(':')?;
    known.iter().find(|(own, _)| *own == label.trim()).map(|(own, _)| (*own, rest))
}

/// Offset of the first line of the item that contains a line.
fn item_start(text: &str, line: usize) -> usize {
    let begins = |start: usize| {
        let rest = &text[start..];
        !rest.starts_with([' ', '\n', '#', ')', ']', '}']) && !rest.is_empty()
    };
    let mut start = line;
    while !begins(start) && start > 0 {
        start = text[..start - 1].rfind('\n').map_or(0, |end| end + 1);
    }
    start
}

/// Words that continue the line above when a line begins with them.
const JOINERS: [&str; 9] = ["and", "or", "where", "then", "by", "for", "except", "clockwise", "showing"];

/// The beginning of a sentence with the lines above that it continues.
fn joined(text: &str, item: usize, line: usize, before: &str) -> String {
    let mut whole = before.to_owned();
    let mut start = line;
    while start > item {
        let first = whole.trim_start();
        let open = whole.matches(['(', '[', '{']).count() < whole.matches([')', ']', '}']).count();
        if !(JOINERS.contains(&first_word(first)) || first.starts_with(['+', '-']) || open) {
            break;
        }
        let above = line_at(text, start - 1);
        whole = format!("{} {}", uncited(without_comment(&text[above.clone()])).trim_end(), first);
        start = above.start;
    }
    whole
}

/// A line without the citation at its end.
fn uncited(line: &str) -> &str {
    let end = line.trim_end();
    match end.rfind('[').filter(|at| end.ends_with(']') && end[..*at].ends_with(' ')) {
        Some(at) => &end[..at],
        None => line,
    }
}

/// True if the quotes at the end of a line are open, and a hole in them, too.
fn in_hole(before: &str) -> bool {
    let quoted = before.rfind('"').map_or("", |at| &before[at..]);
    quoted.rfind('{') > quoted.rfind('}')
}

/// True in a citation: `  [AB-1, A`.
fn in_citation(before: &str) -> bool {
    let Some(open) = before.rfind('[') else { return false };
    let blank = before[..open].is_empty() || before[..open].ends_with("  ") || before[..open].trim().is_empty();
    blank && before[open + 1..].chars().all(|c| super::is_id_char(c) || ", ".contains(c))
}

fn cell<'t>(text: &'t str, item: usize, line: usize, before: &'t str) -> EditSpot<'t> {
    let head = &text[line_at(text, item)];
    let bars = bars(before);
    let Some(last) = bars.last() else { return EditSpot::Nothing };
    let column = bars.len() - 1;
    let is_row = |line: &&str| line.trim_start().starts_with('|');
    let above = &text[item..line];
    let heading = above.lines().find(is_row);
    let headings = heading.map(|line| rows(line).into_iter().next().unwrap_or_default()).unwrap_or_default();
    let below = text[line..].lines().skip(1).take_while(|line| line.starts_with(' ')).filter(is_row);
    let rest = above.lines().filter(is_row).skip(1).chain(below);
    let others = rest.filter_map(|line| rows(line).into_iter().next()?.get(column).cloned()).collect();
    let before = split_word(&before[*last..]).0;
    EditSpot::Cell(CellSpot { head, headings, column, before, others })
}

/// Offsets behind the bars of a row. A double bar counts once.
fn bars(row: &str) -> Vec<usize> {
    let (mut found, mut quoted, mut last) = (Vec::new(), false, None);
    for (at, byte) in row.bytes().enumerate() {
        quoted ^= byte == b'"';
        if byte == b'|' && !quoted {
            match last {
                Some(before) if before + 1 == at => {
                    found.pop();
                }
                _ => {}
            }
            found.push(at + 1);
            last = Some(at);
        }
    }
    found
}
