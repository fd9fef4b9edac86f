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
            self.stray_brace(&inner[from..open], at + from);
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
        self.stray_brace(&inner[from..], at + from);
        plain(&mut parts, &inner[from..]);
        Text { parts, span }
    }

    /// Reports the first `}` between holes. `at` is the place of the plain text.
    fn stray_brace(&mut self, plain: &str, at: usize) {
        let Some(close) = plain.find('}') else { return };
        let span = self.reader.span(at + close, at + close + 1);
        let finding = Diagnostic::error(codes::HOLE, span, "this `}` closes no hole");
        let before = &plain[..close];
        let name = &before[before.trim_end_matches(super::is_name_char).len()..];
        let begins_name = name.starts_with(|first: char| first.is_alphabetic() || first == '_');
        let help = if begins_name {
            let start = at + close - name.len();
            let fix = Fix::new("add `{`", self.reader.span(start, start), "{");
            Remedy::new(format!("begin the hole with `{{`: `\"{{{name}}} ..\"`"), fix)
        } else {
            let fix = Fix::new("remove `}`", span, "").safe_if(false);
            Remedy::new("remove it: in a text, braces stand only around holes", fix)
        };
        self.reader.report(finding.help(help));
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
