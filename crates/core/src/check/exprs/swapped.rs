//! Arguments and indexes in the wrong order.
//!
//! If the parts of a call have the wrong types, and two of them swapped have the right ones, their order is the mistake: one finding at
//! the call. If all calls of a rule have the same wrong order, the mistake is where the rule is declared.

use super::typer::Typer;
use crate::check::codes;
use crate::check::names::{Book, SwappedCall};
use crate::ir::{Expr, Type};
use tavola_syntax::diagnostic::{Diagnostic, Fix, Label, Remedy};
use tavola_syntax::syntax::ast;

/// Maximum number of calls that are shown.
const MAX_CALLS: usize = 4;
/// Maximum number of findings after which no order is tried any more.
const MAX_TRIED: usize = 200;

impl Typer<'_> {
    /// Types the parts of a call or an index.
    pub(super) fn in_order<W>(
        &mut self,
        name: &str,
        parts: &[ast::Expr],
        wants: &[W],
        one: impl Fn(&mut Self, &ast::Expr, &W) -> Expr,
    ) -> Vec<Expr> {
        let unknown = |book: &Book| book.unknown.values().map(Vec::len).sum::<usize>();
        let (from, before) = (self.book.found.len(), unknown(self.book));
        let typed: Vec<Expr> = parts.iter().zip(wants).map(|(part, want)| one(self, part, want)).collect();
        // An unknown name is reported once, so in another order it would seem to be right.
        let wrong = self.book.found.len() > from && unknown(self.book) == before;
        let swap = (wrong && from < MAX_TRIED).then(|| self.right_order(parts, wants, &one)).flatten();
        let orders = self.book.orders.entry(name.to_owned()).or_default();
        orders.count += 1;
        if let (Some(swap), [first, .., last]) = (swap, parts) {
            let [a, b] = swap.map(|at| parts[at].span);
            orders.swapped.push(SwappedCall { span: first.span.to(last.span), swap, parts: [a, b] });
            self.book.found.truncate(from);
        }
        typed
    }

    /// The two parts that have the right types if they are swapped.
    fn right_order<W>(
        &mut self,
        parts: &[ast::Expr],
        wants: &[W],
        one: &impl Fn(&mut Self, &ast::Expr, &W) -> Expr,
    ) -> Option<[usize; 2]> {
        let from = self.book.found.len();
        let pairs = (0..parts.len()).flat_map(|a| (a + 1..parts.len()).map(move |b| [a, b]));
        for [a, b] in pairs {
            let mut order: Vec<usize> = (0..parts.len()).collect();
            order.swap(a, b);
            let mark = self.scope.mark();
            let typed: Vec<Expr> = order.iter().zip(wants).map(|(at, want)| one(self, &parts[*at], want)).collect();
            self.scope.forget(mark);
            let right = self.book.found.len() == from && typed.iter().all(|part| part.ty != Type::Error);
            self.book.found.truncate(from);
            if right {
                return Some([a, b]);
            }
        }
        None
    }
}

/// Reports what was called in the wrong order: at its declaration if all calls agree, else at each call.
pub(crate) fn report(book: &mut Book) {
    for (name, orders) in std::mem::take(&mut book.orders) {
        let Some([a, b]) = orders.swapped.first().map(|call| call.swap) else { continue };
        let declared = book.names.get(&name).first().and_then(|def| book.span_of(*def));
        let agree = orders.swapped.len() == orders.count && orders.swapped.iter().all(|call| call.swap == [a, b]);
        let ordinal = |at: usize| format!("value {}", at + 1);
        if let Some(declared) = declared.filter(|_| agree && orders.count > 1) {
            let message =
                format!("`{name}` gets {} and {} in the other order wherever it is used", ordinal(a), ordinal(b));
            let help = "declare them in the order in which they are used";
            let mut finding = Diagnostic::error(codes::MISMATCH, declared, message).help(help);
            let label = |call: &SwappedCall| Label { span: call.span, text: "used like this".into() };
            finding.labels = orders.swapped.iter().take(MAX_CALLS).map(label).collect();
            book.found.push(finding);
            continue;
        }
        for SwappedCall { span, swap: [a, b], parts: [first, second] } in orders.swapped {
            let message = format!("{} and {} of `{name}` are in the wrong order", ordinal(a), ordinal(b));
            let mut finding = Diagnostic::error(codes::MISMATCH, span, message)
                .help(Remedy::new("swap them", Fix::swap("swap them", first, second)));
            finding.labels.extend(declared.map(|span| Label { span, text: "declared here".into() }));
            book.found.push(finding);
        }
    }
}
