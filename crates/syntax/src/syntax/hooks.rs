//! Hooks, and the moments of rules at which hooks and interrupts run.

use super::ast::{Hook, ItemKind, Name, RuleMoment, SheetKind, When};
use super::grammar::{Pair, Rule};
use super::layout::{self, LineBlock};
use super::line::SourceLine;
use super::mistakes::ReadSpot;
use super::reader::{Build, PairParts, Reader};
use super::{codes, stmts};
use crate::diagnostic::Diagnostic;
use crate::text::Span;

/// Label of the only line of a hook that is not a sentence.
const ORDER: &str = "order:";

/// A hook from the parts of its first line, at byte `at`, and its other lines.
pub(super) fn hook(reader: &mut Reader, mut parts: PairParts, at: usize, body: Vec<SourceLine>) -> ItemKind {
    let mut build = reader.build(at);
    let name = build.name(&parts.must());
    let moment = parts.accept(Rule::moment).map(|moment| build.moment(moment));
    let filter = parts.next().map(|filter| build.expr(filter));
    let (orders, nodes): (Vec<LineBlock>, Vec<LineBlock>) =
        layout::blocks(reader, body).into_iter().partition(|node| node.line.text.starts_with(ORDER));
    let order = orders.into_iter().flat_map(|node| order(reader, node)).collect();
    if nodes.is_empty() && moment.is_some() {
        let finding = Diagnostic::error(codes::BLOCK_MISSING, name.span, "there are no sentences below this line");
        reader.report(finding.help("indent the sentences that belong to it"));
    }
    ItemKind::Hook(Hook { name, at: moment, filter, order, body: stmts::block(reader, nodes) })
}

/// `order: after tax, toll`
fn order(reader: &mut Reader, node: LineBlock) -> Vec<Name> {
    if let Some(below) = node.block.first() {
        stmts::report_no_block(reader, &below.line, "`order:` takes no block");
    }
    let spot = ReadSpot::new(codes::BROKEN_FIELD, "`order:` needs the hooks that come before: `after toll`");
    let at = node.line.at + ORDER.len();
    let Some(pair) = reader.read(Rule::f_order, &node.line.text[ORDER.len()..], at, &spot) else {
        return Vec::new();
    };
    reader.build(at).names(PairParts::of(pair))
}

/// Reports a hook or interrupt without a moment. Only removed or changed ones may lack it.
pub(super) fn has_moment(reader: &mut Reader, item: &ItemKind, head: Span) -> bool {
    let (word, example) = match item {
        ItemKind::Hook(Hook { at: None, .. }) => ("a hook", "`hook gift after wages(p, n)`"),
        ItemKind::Sheet(sheet) if sheet.kind == SheetKind::Interrupt && sheet.at.is_none() => {
            ("an interrupt", "`interrupt cut_in before next_turn \"my turn first\"`")
        }
        _ => return true,
    };
    let end = reader.span(head.end as usize, head.end as usize);
    let message = format!("{word} must say when it happens");
    reader.report(Diagnostic::error(codes::BROKEN_ITEM, end, message).help(example));
    false
}

impl Build<'_> {
    /// `after pay_out(p, n)`
    pub(super) fn moment(&mut self, pair: Pair) -> RuleMoment {
        let mut parts = PairParts::of(pair);
        let when = match parts.must().as_str().split(' ').next() {
            Some("before") => When::Before,
            Some("after") => When::After,
            _ => When::Instead,
        };
        let rule = self.name(&parts.must());
        RuleMoment { when, rule, params: self.params(parts.accept(Rule::params)) }
    }
}
