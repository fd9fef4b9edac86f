//! The outline of a text as plain data, for the layer `format`: its lines as written, and the block to which each one belongs.

use std::ops::Range;

pub(crate) use super::brackets::outside;
use super::grammar::{self, Rule};
use super::guard::{MAX_FINDINGS, MAX_LINES};
pub(crate) use super::layout::first_word;
use super::layout::{self, Chunk, LineBlock};
use super::line::SourceLine;
use super::reader::Reader;
use super::{Parsed, items, parse, sheets, text_of};
use crate::text::{SourceId, Sources};

/// A text with its outline.
pub(crate) struct Outlined {
    /// Tree and findings.
    pub(crate) parsed: Parsed,
    /// All lines of the text, in its order.
    pub(crate) source_lines: Vec<WrittenLine>,
    /// All items, in the order of the text.
    pub(crate) items: Vec<OutlinedItem>,
}

/// A line as it is written. Ranges are bytes of the source, empty for a part that is missing.
#[derive(Clone, Debug, Default)]
pub(crate) struct WrittenLine {
    /// The whole line without its end.
    pub(crate) all: Range<usize>,
    /// Number of spaces at its start.
    pub(crate) indent: usize,
    /// Code without citations.
    pub(crate) code: Range<usize>,
    /// `[VL-4.1]`
    pub(crate) cites: Range<usize>,
    /// `# on foot`
    pub(crate) comment: Range<usize>,
}

/// An item with its lines, the first line included.
#[derive(Debug)]
pub(crate) struct OutlinedItem {
    /// `action`, `places`, also after `change` and other overlays.
    pub(crate) word: String,
    /// True if all its lines are in blocks without doubt.
    pub(crate) clear: bool,
    /// Its lines, in the order of the text.
    pub(crate) lines: Vec<OutlinedLine>,
}

/// A line with its continuations.
#[derive(Debug)]
pub(crate) struct OutlinedLine {
    /// Byte where its text begins.
    pub(crate) at: usize,
    /// Text without comments and citations. Spaces stand for these, so each byte is at its place.
    pub(crate) text: String,
    /// Index of the line in whose block it is. `None` for the first line of an item.
    pub(crate) parent: Option<usize>,
}

impl OutlinedLine {
    /// True for a row of a table.
    pub(crate) fn is_row(&self) -> bool {
        self.text.starts_with('|')
    }
}

/// Reads the outline of a text. `None` if it has too many lines or findings for that.
pub(crate) fn outlined(sources: &Sources, source: SourceId) -> Option<Outlined> {
    let parsed = parse(sources, source);
    let (text, at) = text_of(sources, source);
    if parsed.diagnostics.len() >= MAX_FINDINGS || text.matches('\n').count() > MAX_LINES {
        return None;
    }
    let mut reader = Reader::new(source);
    let outline = layout::outline(&mut reader, text, at, false);
    let loose = (!outline.loose.is_empty()).then(|| OutlinedItem {
        word: String::new(),
        clear: false,
        lines: outline.loose.into_iter().map(|line| outlined_line(line, None)).collect(),
    });
    let items = outline.chunks.into_iter().map(|chunk| item(source, chunk));
    Some(Outlined { parsed, source_lines: source_lines(text, at)?, items: loose.into_iter().chain(items).collect() })
}

fn source_lines(text: &str, at: usize) -> Option<Vec<WrittenLine>> {
    let untabbed = text.replace('\t', " ");
    let pairs = grammar::read(Rule::outline, &untabbed).ok()?;
    let mut lines = Vec::new();
    let mut start = at;
    for line in text.split('\n') {
        let code = start + line.len();
        lines.push(WrittenLine { all: start..code, code: code..code, ..WrittenLine::default() });
        start = code + 1;
    }
    for pair in pairs.into_inner() {
        let place = |pair: &grammar::Pair| at + pair.as_span().start()..at + pair.as_span().end();
        let whole = place(&pair);
        let line = lines.partition_point(|line| line.all.end < whole.start);
        let Some(line) = lines.get_mut(line) else { continue };
        match pair.as_rule() {
            Rule::comment => {
                line.indent = whole.start - line.all.start;
                line.comment = whole;
            }
            Rule::line => {
                for part in pair.into_inner() {
                    match part.as_rule() {
                        Rule::indent => line.indent = part.as_str().len(),
                        Rule::code => {
                            line.code = place(&part);
                            line.code.end = line.code.start + part.as_str().trim_end_matches(' ').len();
                        }
                        Rule::comment => line.comment = place(&part),
                        _ => line.cites = place(&part),
                    }
                }
            }
            _ => {}
        }
    }
    Some(lines)
}

fn item(source: SourceId, chunk: Chunk) -> OutlinedItem {
    let Chunk { head, body } = chunk;
    let word = items::first_word(&head.text).1.to_owned();
    let mut reader = Reader::new(source);
    let body = sheets::split_fields(&word, body);
    let mut lines = vec![outlined_line(head, None)];
    flatten(layout::blocks(&mut reader, body), 0, &mut lines);
    OutlinedItem { word, clear: reader.finish().is_empty(), lines }
}

fn flatten(nodes: Vec<LineBlock>, parent: usize, lines: &mut Vec<OutlinedLine>) {
    for node in nodes {
        let at = lines.len();
        lines.push(outlined_line(node.line, Some(parent)));
        flatten(node.block, at, lines);
    }
}

fn outlined_line(line: SourceLine, parent: Option<usize>) -> OutlinedLine {
    OutlinedLine { at: line.at, text: line.text, parent }
}

/// Bars and cells of a row, as ranges of its text. `None` if it is no row.
pub(crate) fn row_parts(text: &str) -> Option<Vec<(bool, Range<usize>)>> {
    let pair = grammar::read(Rule::row, text).ok()?;
    let parts = pair.into_inner().filter(|part| matches!(part.as_rule(), Rule::bar | Rule::cell));
    Some(parts.map(|part| (part.as_rule() == Rule::bar, part.as_span().start()..part.as_span().end())).collect())
}

/// Length of the label of a field with its colon, if a line of an item that begins with `word` has one.
pub(crate) fn label_width(word: &str, line: &str) -> Option<usize> {
    sheets::label_width(word, line)
}

/// True if a word continues the line above when a line begins with it.
pub(crate) fn is_joiner(word: &str) -> bool {
    layout::JOINERS.contains(&word)
}

/// True if a deeper `if` or `else` below a line that begins with this word belongs to its value.
pub(crate) fn takes_value(word: &str) -> bool {
    layout::VALUES.contains(&word)
}

/// True if the end of a line would be read as citations.
pub(crate) fn ends_in_cites(text: &str) -> bool {
    grammar::read(Rule::outline, text)
        .is_ok_and(|pair| pair.into_inner().flatten().any(|part| part.as_rule() == Rule::cites))
}

/// True for a comment that waives a finding of its line.
pub(crate) fn is_waiver(comment: &str) -> bool {
    grammar::read(Rule::waiver, comment.trim_end()).is_ok()
}
