//! Construction of quoted texts with holes.

use super::ast::{Expr, Text, TextPart};
use super::codes;
use super::grammar::{Pair, Rule};
use super::mistakes::ReadSpot;
use super::reader::{Build, PairParts};
use crate::diagnostic::{Diagnostic, Fix, Remedy};

impl Build<'_> {
    /// Converts a text such as `"ride {owner}'s road to {there}"`. A broken hole is reported and left out.
    pub(super) fn text(&mut self, pair: &Pair) -> Text {
        let span = self.span(pair);
        let quoted = pair.as_str().trim_end();
        let inner = &quoted[1..quoted.len() - 1];
        let at = self.at + pair.as_span().start() + 1;
        let mut parts = Vec::new();
        let mut from = 0;
        while let Some(open) = inner[from..].find('{').map(|found| from + found) {
            plain(&mut parts, &inner[from..open]);
            let Some(close) = closing(inner, open) else {
                let hole = self.reader.span(at + open, at + inner.len());
                let finding = Diagnostic::error(codes::HOLE, hole, "the hole `{` in this text is never closed");
                // Behind a single name there is one place for it.
                let name =
                    inner[open + 1..].find(|c: char| !super::is_name_char(c)).map_or(inner.len(), |at| open + 1 + at);
                let end = self.reader.span(at + name, at + name);
                let plain = !inner[name..].contains(['(', '[', '{', '.', '+']);
                let fix = Fix::new("add `}`", end, "}").safe_if(plain && name > open + 1);
                self.reader.report(finding.help(Remedy::new("close it with `}`: \"to {there}\"", fix)));
                from = inner.len();
                break;
            };
            if let Some(hole) = self.hole(&inner[open + 1..close], at + open + 1) {
                parts.push(TextPart::Hole(hole));
            }
            from = close + 1;
        }
        plain(&mut parts, &inner[from..]);
        Text { parts, span }
    }

    fn hole(&mut self, text: &str, at: usize) -> Option<Expr> {
        if text.trim().is_empty() {
            let span = self.reader.span(at - 1, at + text.len() + 1);
            let finding = Diagnostic::error(codes::HOLE, span, "this hole in the text is empty");
            self.reader.report(finding.help("write the value to show: \"to {there}\""));
            return None;
        }
        let spot = ReadSpot::new(codes::HOLE, "");
        let pair = self.reader.read(Rule::only_expr, text, at, &spot)?;
        Some(self.reader.build(at).expr(PairParts::of(pair).must()))
    }
}

/// End of the hole that begins at `open`. Sets inside it have braces of their own.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, sign) in text[open..].match_indices(['{', '}']) {
        depth += if sign == "{" { 1 } else { -1 };
        if depth == 0 {
            return Some(open + at);
        }
    }
    None
}

fn plain(parts: &mut Vec<TextPart>, text: &str) {
    if !text.is_empty() {
        parts.push(TextPart::Plain(text.to_owned()));
    }
}
