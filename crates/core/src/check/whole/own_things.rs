//! Comparisons of things of which each player has an own set: `b[q] is b[p]` where both answers come from `Token[p]`.
//!
//! Such things are the same only if the players are. That is seldom meant: their prints, `b[q].votes`, can be the same.

use std::collections::BTreeMap;

use crate::check::codes;
use crate::check::names::Book;
use crate::ir::visit::{of_stmt, of_texts, statements};
use crate::ir::{Axis, Binary, Expr, ExprKind, LocalId, PLAYER, Query, Rule, StmtKind, Type};
use tavola_syntax::diagnostic::Diagnostic;

/// Domains of the names of a rule.
struct Domains<'b> {
    book: &'b Book,
    of: BTreeMap<LocalId, &'b Expr>,
    /// The player who is asked for a name.
    asked: BTreeMap<LocalId, LocalId>,
}

/// Reports all comparisons.
pub(crate) fn check(book: &mut Book) {
    let mut found: Vec<Diagnostic> = Vec::new();
    for rule in &book.ir.rules {
        let domains = Domains::of(book, rule);
        statements(&rule.body, &mut |stmt| {
            for e in of_stmt(stmt).into_iter().chain(of_texts(stmt)) {
                compared(e, &mut |a, b| {
                    if let (Some(one), Some(other)) = (domains.owner(a), domains.owner(b))
                        && one != other
                    {
                        found.push(finding(rule, [a, b], [one, other]));
                    }
                });
            }
        });
    }
    found.dedup();
    book.found.extend(found);
}

/// Calls `f` for both sides of each comparison in an expression.
fn compared<'e>(e: &'e Expr, f: &mut impl FnMut(&'e Expr, &'e Expr)) {
    crate::ir::visit::each_expr(e, &mut |part| {
        if let ExprKind::Binary(Binary::Is, a, b) = &part.kind {
            f(a, b);
        }
    });
}

fn finding(rule: &Rule, [a, b]: [&Expr; 2], owners: [LocalId; 2]) -> Diagnostic {
    let [one, other] = owners.map(|owner| &rule.locals[owner.index()].name);
    let message = format!("a thing of `{one}` is never one of `{other}`: this holds only if they are the same player");
    let help = "each player has things of their own: compare what is printed on them, as in `a.value is b.value`";
    Diagnostic::warning(codes::OWN_THINGS, a.span.to(b.span), message).help(help)
}

impl<'b> Domains<'b> {
    fn of(book: &'b Book, rule: &'b Rule) -> Self {
        let mut domains = Self { book, of: BTreeMap::new(), asked: BTreeMap::new() };
        statements(&rule.body, &mut |stmt| match &stmt.kind {
            StmtKind::Each(query, _) | StmtKind::InTurn(query, ..) => domains.add(query),
            StmtKind::Ask(ask) => {
                let who = match ask.who.as_ref().map(|who| &who.kind) {
                    Some(ExprKind::Local(who)) => Some(*who),
                    _ => None,
                };
                for query in ask.arms.iter().filter_map(|arm| arm.query.as_ref()) {
                    domains.add(query);
                    let names = query.binders.iter().map(|(name, _)| *name);
                    domains.asked.extend(who.into_iter().flat_map(|who| names.clone().map(move |name| (name, who))));
                }
            }
            _ => {}
        });
        domains
    }

    fn add(&mut self, query: &'b Query) {
        self.of.extend(query.binders.iter().map(|(name, domain)| (*name, domain)));
    }

    /// The name of the player to whose own things a value surely belongs.
    fn owner(&self, e: &Expr) -> Option<LocalId> {
        match &e.kind {
            ExprKind::Local(name) => self.index(self.of.get(name)?),
            ExprKind::AnswerOf(name, who) => {
                let owner = self.index(self.of.get(name)?)?;
                match who.kind {
                    ExprKind::Local(who) if self.asked.get(name) == Some(&owner) => Some(who),
                    _ => None,
                }
            }
            _ => self.index(e),
        }
    }

    /// The player in `Token[p]`.
    fn index(&self, things: &Expr) -> Option<LocalId> {
        let ExprKind::Piece(component, indexes) = &things.kind else { return None };
        let axes = &self.book.ir.components[component.index()].axes;
        let player = axes.iter().position(|axis| matches!(axis, Axis::Kind(PLAYER)))?;
        let index = indexes.get(player)?;
        match (&index.kind, &index.ty) {
            (ExprKind::Local(name), Type::Member(PLAYER)) => Some(*name),
            _ => None,
        }
    }
}
