//! Searches: a loop that compares each of its values with a hidden one finds it, unlike a single condition that holds or not.

use std::collections::BTreeSet;

use super::expr_reads::substitute;
use super::opens::Repeated;
use super::origins::Origins;
use super::reads::{Read, ReadSource, add_read};
use crate::ir::visit;
use crate::ir::{Binary, Block, Expr, ExprKind, LocalId, Query, RuleId, Rulebook, StmtKind};

/// Notes what tells the names of a loop.
pub(super) fn find_by_loop(origins: &mut Origins<'_>, query: &Query) {
    for (name, _) in &query.binders {
        let reads = reads_of_query(origins, *name, query);
        origins.find(*name, reads);
    }
}

/// Notes which names of the loops around a condition it compares with something. `params`: parameters of the rule that get values of
/// a loop.
pub(super) fn find_by_condition(
    origins: &mut Origins<'_>,
    loops: &[Repeated<'_>],
    params: impl Iterator<Item = LocalId>,
    condition: &Expr,
) {
    let queries = loops.iter().filter_map(|one| if let Repeated::Each(query) = one { Some(query) } else { None });
    let names = queries.flat_map(|query| query.binders.iter().map(|(name, _)| *name));
    for name in names.chain(params) {
        let reads = reads_of_condition(origins, name, condition);
        origins.find(name, reads);
    }
}

/// Parameters of rules that get the values of a loop of a caller, one after the other: `t` of `note` in `each t in Town: note(t)`.
pub(super) fn looped_params(book: &Rulebook) -> BTreeSet<(RuleId, LocalId)> {
    let mut found = BTreeSet::new();
    loop {
        let known = found.len();
        for (at, rule) in book.rules.iter().enumerate() {
            let id = RuleId(at as u32);
            let mut names: Vec<LocalId> = params_of(&found, id).collect();
            collect_looped(&rule.body, &mut names, &mut found);
        }
        if found.len() == known {
            return found;
        }
    }
}

/// The parameters of a rule among those of all rules.
pub(super) fn params_of(all: &BTreeSet<(RuleId, LocalId)>, rule: RuleId) -> impl Iterator<Item = LocalId> {
    all.range((rule, LocalId(0))..=(rule, LocalId(u32::MAX))).map(|(_, name)| *name)
}

/// Adds the parameters that get one of these names, or one of a loop inside of the block.
fn collect_looped(block: &Block, names: &mut Vec<LocalId>, found: &mut BTreeSet<(RuleId, LocalId)>) {
    for stmt in block {
        let known = names.len();
        match &stmt.kind {
            StmtKind::Call(rule, args, _) => {
                let is_looped = |arg: &Expr| matches!(arg.kind, ExprKind::Local(name) if names.contains(&name));
                let looped = args.iter().enumerate().filter(|(_, arg)| is_looped(unwidened(arg)));
                found.extend(looped.map(|(at, _)| (*rule, LocalId(at as u32))));
            }
            StmtKind::Each(query, _) => names.extend(query.binders.iter().map(|(name, _)| *name)),
            _ => {}
        }
        visit::blocks(stmt).into_iter().for_each(|inner| collect_looped(inner, names, found));
        names.truncate(known);
    }
}

fn unwidened(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Widen(inner) | ExprKind::Narrow(inner) | ExprKind::Only(inner) => unwidened(inner),
        _ => e,
    }
}

/// The reads that tell the value of a loop's name, from its domain and its conditions.
fn reads_of_query(origins: &Origins<'_>, name: LocalId, query: &Query) -> Vec<Read> {
    let mut search = LoopSearch::new(origins);
    if let Some((_, domain)) = query.binders.iter().find(|(binder, _)| *binder == name) {
        search.domain(domain);
    }
    query.filter.iter().for_each(|filter| search.compared(filter, name, None));
    search.reads
}

/// The reads with which a condition compares the value of a loop's name: those of `wish` in `t is wish`. A name that is only an index,
/// as in `guess[q] is wish`, is not compared.
fn reads_of_condition(origins: &Origins<'_>, name: LocalId, condition: &Expr) -> Vec<Read> {
    let mut search = LoopSearch::new(origins);
    search.compared(condition, name, None);
    search.reads
}

struct LoopSearch<'s, 'b> {
    origins: &'s Origins<'b>,
    reads: Vec<Read>,
    /// Names whose values are being followed. A name may be set from itself.
    names: Vec<LocalId>,
}

impl<'s, 'b> LoopSearch<'s, 'b> {
    fn new(origins: &'s Origins<'b>) -> Self {
        Self { origins, reads: Vec::new(), names: Vec::new() }
    }

    /// Adds what tells the members of a domain. How many things lie in a place is public, and their names have a taint of their own.
    fn domain(&mut self, domain: &Expr) {
        match &domain.kind {
            _ if domain.ty.is_of_places() => {}
            ExprKind::BagAt(..) => {}
            ExprKind::SetOf(_, query) | ExprKind::ListOf(_, query) => {
                for (name, domain) in &query.binders {
                    self.domain(domain);
                    query.filter.iter().for_each(|filter| self.compared(filter, *name, None));
                }
            }
            ExprKind::Local(id) if !self.names.contains(id) => {
                if let Some(value) = self.origins.value(*id) {
                    self.names.push(*id);
                    self.domain(value);
                    self.names.pop();
                }
            }
            ExprKind::Memory(..) => self.add(domain, None),
            _ => visit::parts(domain).into_iter().for_each(|part| self.domain(part)),
        }
    }

    /// Adds what a condition compares a name with. In the body of a define, `args` are the values of its parameters.
    fn compared(&mut self, e: &Expr, name: LocalId, args: Option<&[Expr]>) {
        match &e.kind {
            ExprKind::Binary(Binary::Less | Binary::AtMost | Binary::Is | Binary::In, a, b) => {
                for (one, other) in [(a, b), (b, a)] {
                    if self.has_value(one, name, args) && !self.is_of_thing(other) {
                        self.add(other, args);
                    }
                }
            }
            ExprKind::Define(id, given) => {
                let given: Vec<Expr> = given.iter().map(|arg| substitute(arg, args)).collect();
                self.compared(&self.origins.book.ir.defines[id.index()].value, name, Some(&given));
            }
            _ => visit::parts(e).into_iter().for_each(|part| self.compared(part, name, args)),
        }
    }

    /// True if a value is that of a chosen thing, such as `c.worth`. Once the thing is shown, the value is no secret any more.
    fn is_of_thing(&self, e: &Expr) -> bool {
        let mut is_thing = false;
        visit::each_expr(e, &mut |part| {
            let ExprKind::Local(id) = part.kind else { return };
            is_thing |= self.origins.names.get(&id).is_some_and(|origin| {
                !origin.is_value && origin.reads.iter().any(|read| matches!(read.what, ReadSource::Place(_)))
            });
        });
        is_thing
    }

    fn add(&mut self, e: &Expr, args: Option<&[Expr]>) {
        self.origins.reads_in(e, args).into_iter().for_each(|read| add_read(&mut self.reads, read));
    }

    /// True if the value of an expression is computed from that of a name, which is not only an index into the state or the owner of a
    /// thing.
    fn has_value(&self, e: &Expr, name: LocalId, args: Option<&[Expr]>) -> bool {
        match &e.kind {
            ExprKind::Local(id) => match args {
                None => *id == name,
                Some(args) => args.get(id.index()).is_some_and(|arg| self.has_value(arg, name, None)),
            },
            // The first index of a card is its sort.
            ExprKind::Piece(id, at) => {
                let is_card = self.origins.book.ir.components[id.index()].kind.is_some();
                at.first().is_some_and(|sort| is_card && self.has_value(sort, name, args))
            }
            ExprKind::Memory(..)
            | ExprKind::Track(..)
            | ExprKind::Cell(..)
            | ExprKind::Count(..)
            | ExprKind::AnswerOf(..) => false,
            _ => visit::parts(e).into_iter().any(|part| self.has_value(part, name, args)),
        }
    }
}
