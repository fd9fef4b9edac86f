//! The code lines of items in their layout.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::syntax::outlined::{Outlined, OutlinedItem, WrittenLine, label_width};

use super::breaks::{self, LinePlace};
use super::line::{CodeLine, FormattedLine};
use super::spaces::{pad, tidy, tidy_cites, width};
use super::tables::{self, WrittenRow};

/// Spaces of a block.
const STEP: usize = 2;

const LABEL: usize = 10;
const TRACK_LABEL: usize = 13;

/// Lines of the layout, for each line as it is written that has code or belongs to a part that stays.
pub(super) type CodeLines = BTreeMap<usize, Vec<FormattedLine>>;

/// A line with all its continuations, as it is written. A field and the sentence after its label are one.
struct WrittenUnit<'t> {
    /// Index of its first line in the item.
    line: usize,
    indent: usize,
    at: usize,
    text: String,
    /// Lines of the text on which it stands.
    source_lines: Range<usize>,
    lines: Vec<&'t WrittenLine>,
    /// Width of its label with the spaces behind it.
    label: Option<usize>,
    /// True if its words and spaces may change.
    read: bool,
}

/// Lays out all code.
pub(super) fn code_lines(outlined: &Outlined, text: &str) -> CodeLines {
    let mut lines = CodeLines::new();
    for (at, item) in outlined.items.iter().enumerate() {
        let end = outlined.items.get(at + 1).and_then(|next| next.lines.first()).map_or(usize::MAX, |line| line.at);
        let Some(start) = item.lines.first().map(|line| line.at) else { continue };
        let first = outlined.source_lines.partition_point(|line| line.all.end < start);
        let last = outlined.source_lines.partition_point(|line| line.all.start < end);
        let is_code =
            |at: &usize| !outlined.source_lines[*at].code.is_empty() || !outlined.source_lines[*at].cites.is_empty();
        let Some(last) = (first..last).rev().find(is_code) else { continue };
        let source_lines = &outlined.source_lines[first..=last];
        if !item.clear || source_lines.iter().any(|line| text[line.all.clone()].contains('\t')) {
            let raw = source_lines.iter().map(|line| vec![FormattedLine::Raw(text[line.all.clone()].to_owned())]);
            lines.extend((first..).zip(raw));
            continue;
        }
        let layout = ItemLayout { outlined, item, text };
        layout.item(first..last + 1, &mut lines);
    }
    lines
}

struct ItemLayout<'t> {
    outlined: &'t Outlined,
    item: &'t OutlinedItem,
    text: &'t str,
}

impl<'t> ItemLayout<'t> {
    fn item(&self, source_lines: Range<usize>, lines: &mut CodeLines) {
        let units = self.units(&source_lines);
        let names = units.iter().filter(|unit| unit.read).filter_map(|unit| self.link(unit));
        let widest = names.map(width).max().unwrap_or(0);
        let mut at = 0;
        while let Some(unit) = units.get(at) {
            let rows = units[at..].iter().take_while(|row| self.is_row(row) && self.parent(row) == self.parent(unit));
            let rows = rows.count();
            if rows > 0 {
                self.table(&units[at..at + rows], lines);
            } else {
                self.put(unit, self.line(unit, widest), 0, lines);
            }
            at += rows.max(1);
        }
    }

    fn is_row(&self, unit: &WrittenUnit) -> bool {
        self.item.lines[unit.line].is_row()
    }

    fn parent(&self, unit: &WrittenUnit) -> Option<usize> {
        self.item.lines[unit.line].parent
    }

    /// Lines of the item with their indentation.
    fn units(&self, within: &Range<usize>) -> Vec<WrittenUnit<'t>> {
        let lines = &self.item.lines;
        let mut units: Vec<WrittenUnit> = Vec::new();
        // Indentation of the block of each line.
        let mut blocks: Vec<usize> = Vec::new();
        for (at, line) in lines.iter().enumerate() {
            let indent = line.parent.map_or(0, |parent| blocks[parent]);
            let label = line.parent.and_then(|_| label_width(&self.item.word, &line.text));
            let first = self.outlined.source_lines.partition_point(|source| source.all.end < line.at);
            if let Some(field) =
                units.last_mut().filter(|field| field.source_lines.contains(&first) && field.at < line.at)
            {
                // The sentence after a label: its block and its line are those of the field.
                let gap = (line.at - field.at).saturating_sub(field.text.len());
                field.text = format!("{}{}{}", field.text, " ".repeat(gap), line.text);
                blocks.push(indent + STEP);
                continue;
            }
            let next = lines.get(at + 1).map_or(usize::MAX, |next| next.at);
            let inline = lines.get(at + 1).is_some_and(|next| self.outlined.source_lines[first].all.contains(&next.at));
            let next = if inline { lines.get(at + 2).map_or(usize::MAX, |next| next.at) } else { next };
            let last = (first..within.end).take_while(|&at| self.outlined.source_lines[at].all.end < next).last();
            let source_lines = first..last.unwrap_or(first) + 1;
            let label = label.map(|label| match self.item.word.as_str() {
                "track" => TRACK_LABEL.max(label + 1),
                _ => LABEL.max(label + 1),
            });
            blocks.push(indent + if inline { label.unwrap_or(STEP) } else { STEP });
            let code = source_lines.clone().map(|at| &self.outlined.source_lines[at]);
            let code = code.filter(|line| !line.code.is_empty() || !line.cites.is_empty()).collect();
            let unit = WrittenUnit {
                line: at,
                indent,
                at: line.at,
                text: line.text.clone(),
                source_lines,
                lines: code,
                label,
                read: true,
            };
            units.push(unit);
        }
        for unit in &mut units {
            let end = unit.at + unit.text.len();
            let findings = self.outlined.parsed.diagnostics.iter().map(|finding| finding.span);
            let touches = |start: usize, stop: usize| start <= end && unit.at <= stop;
            unit.read = !findings.into_iter().any(|span| touches(span.start as usize, span.end as usize));
        }
        units
    }

    /// Lines of a unit that is no row. `widest` is the width of the longest name before `--`.
    fn line(&self, unit: &WrittenUnit, widest: usize) -> Vec<Vec<(usize, String)>> {
        if !unit.read {
            return self.kept(unit);
        }
        let mut parts: Vec<String> = unit.lines.iter().map(|line| tidy(&self.text[line.code.clone()])).collect();
        let Some(first) = parts.first_mut() else { return Vec::new() };
        let labelled = aligned(unit, first);
        let label = unit.label.filter(|_| labelled.is_some());
        if let Some(name) = self.link(unit) {
            *first = format!("{}{}", pad(name, widest), &first[name.len()..]);
        }
        *first = labelled.unwrap_or_else(|| std::mem::take(first));
        breaks::lay(&LinePlace { item: &self.item.word, indent: unit.indent, label }, &parts)
    }

    /// Lines of a unit that cannot be read: only indented, and a value is aligned behind its label.
    fn kept(&self, unit: &WrittenUnit) -> Vec<Vec<(usize, String)>> {
        let first = unit.lines.first().map_or(0, |line| line.indent);
        let indent = |line: &WrittenLine| match line.indent == first {
            true => unit.indent,
            false => (unit.indent + line.indent).saturating_sub(first).max(1),
        };
        let mut lines = Vec::new();
        for line in &unit.lines {
            let code = &self.text[line.code.clone()];
            let labelled = lines.is_empty().then(|| aligned(unit, code)).flatten();
            lines.push(vec![(indent(line), labelled.unwrap_or_else(|| code.to_owned()))]);
        }
        lines
    }

    /// First place of a line of a board that says what adjoins it.
    fn link<'u>(&self, unit: &'u WrittenUnit) -> Option<&'u str> {
        let place = unit.text.split(" -- ").next().filter(|place| place.len() < unit.text.len())?;
        let place = place.trim_end_matches(' ');
        (self.item.word == "board" && unit.label.is_none() && !place.contains([' ', '"'])).then_some(place)
    }

    fn table(&self, units: &[WrittenUnit], lines: &mut CodeLines) {
        let indent = units.first().map_or(0, |unit| unit.indent);
        let row = |unit: &WrittenUnit| WrittenRow {
            text: unit.text.clone(),
            starts: unit.lines.iter().map(|line| line.code.start - unit.at).collect(),
            tidy: unit.read,
        };
        let rows: Vec<WrittenRow> = units.iter().map(row).collect();
        let table = tables::lay(indent, &rows, self.item.word == "kind");
        for (unit, row) in units.iter().zip(table.rows) {
            let parts = row.filter(|row| row.len() == unit.lines.len());
            let parts = parts.map_or_else(|| self.kept(unit), |row| row.into_iter().map(|line| vec![line]).collect());
            self.put(unit, parts, table.width, lines);
        }
    }

    /// Adds citations and comments to the lines of a unit.
    fn put(&self, unit: &WrittenUnit, parts: Vec<Vec<(usize, String)>>, table: usize, lines: &mut CodeLines) {
        let places = unit.source_lines.clone().filter(|&at| {
            let line = &self.outlined.source_lines[at];
            !line.code.is_empty() || !line.cites.is_empty()
        });
        for (at, part) in places.zip(parts) {
            let source = &self.outlined.source_lines[at];
            let mut formatted: Vec<FormattedLine> = Vec::new();
            for (nth, (indent, code)) in part.into_iter().enumerate() {
                let mut line = CodeLine { indent, code, table, ..CodeLine::default() };
                if line.code.is_empty() && at == unit.source_lines.start {
                    // A citation that belongs to nothing.
                    line.code = tidy_cites(&self.text[source.cites.clone()]);
                } else if nth == 0 {
                    line.cites = tidy_cites(&self.text[source.cites.clone()]);
                }
                if nth == 0 {
                    self.text[source.comment.clone()].trim_end_matches(' ').clone_into(&mut line.comment);
                }
                formatted.push(FormattedLine::Code(line));
            }
            lines.insert(at, formatted);
        }
    }
}

/// The first line of a field with its value aligned, if it has a value.
fn aligned(unit: &WrittenUnit, code: &str) -> Option<String> {
    let (word, value) = code.split_once(':')?;
    let value = value.trim_start_matches(' ');
    let label = unit.label.filter(|_| !value.is_empty())?;
    Some(format!("{}{value}", pad(&format!("{word}:"), label)))
}
