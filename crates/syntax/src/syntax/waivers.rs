//! Comments that waive a finding of their line: `# fine: W0704 the bank is never empty`.

use super::ast::{Name, Waiver};
use super::grammar::{self, Rule};
use super::line::SourceLine;
use super::reader::Reader;
use crate::text::Span;

/// Waivers among the comments of a text, which is at byte `at` of its source and has these lines.
pub(super) fn among(
    reader: &Reader,
    comments: &[Span],
    (text, at): (&str, usize),
    lines: &[SourceLine],
) -> Vec<Waiver> {
    let waiver = |comment: &Span| {
        let (start, end) = (comment.start as usize - at, comment.end as usize - at);
        let mut waiver = read(reader, text.get(start..end)?, start + at)?;
        let before = text[..start].rsplit('\n').next().unwrap_or_default();
        if !before.trim().is_empty() {
            let line = lines[..lines.partition_point(|line| line.at < start + at)].last()?;
            waiver.line = Some(reader.span(line.at, line.end().max(end + at)));
        }
        Some(waiver)
    };
    comments.iter().filter_map(waiver).collect()
}

/// Parses a comment as a waiver.
fn read(reader: &Reader, comment: &str, at: usize) -> Option<Waiver> {
    let pair = grammar::read(Rule::waiver, comment.trim_end()).ok()?;
    let span = reader.span(at, at + comment.len());
    let mut waiver = Waiver { span, line: None, codes: Vec::new(), reason: String::new() };
    for part in pair.into_inner() {
        let text = part.as_str();
        match part.as_rule() {
            Rule::finding => {
                let start = at + part.as_span().start();
                waiver.codes.push(Name { text: text.to_owned(), span: reader.span(start, start + text.len()) });
            }
            Rule::reason => text.trim().clone_into(&mut waiver.reason),
            _ => {}
        }
    }
    Some(waiver)
}
