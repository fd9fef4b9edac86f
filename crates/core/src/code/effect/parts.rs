//! The parts of nodes and queries, to compare or to replace them.

use std::mem::take;

use super::{Reading, Use};
use crate::code::{Expr, ExprId, Program, Query, QueryId};

/// The parts from which a node is computed.
pub struct NodeParts {
    /// Its operands, those in a list first.
    pub operands: Vec<ExprId>,
    /// Its query.
    pub over: Option<QueryId>,
    /// The expression that is evaluated for each result of the query.
    pub each: Option<ExprId>,
}

impl Query {
    /// Calls `f` for each operand of a domain, the filter, and each key, without what optimisation adds.
    pub(crate) fn parts_mut(&mut self, f: &mut dyn FnMut(&mut ExprId)) {
        self.binders.iter_mut().for_each(|binder| binder.domain.operands_mut(&mut |part, _| f(part)));
        self.filter.iter_mut().chain(self.keys.iter_mut().map(|key| &mut key.value)).for_each(f);
    }
}

impl Program {
    /// The parts of two nodes, if the nodes are equal but for these: both compute the same from the same parts. A define is no part.
    pub fn parts_of_alike(&self, one: Expr, other: Expr) -> Option<[NodeParts; 2]> {
        let ((one, ours), (other, theirs)) = (self.apart(one), self.apart(other));
        (one == other && ours.operands.len() == theirs.operands.len()).then_some([ours, theirs])
    }

    /// A node without its parts, and these.
    fn apart(&self, mut expr: Expr) -> (Expr, NodeParts) {
        let mut parts = NodeParts { operands: self.listed(&expr).to_vec(), over: None, each: None };
        expr.uses_mut(Reading::Word, &mut |part| match part {
            Use::Operand(part, _) => parts.operands.push(take(part)),
            Use::Listed(first, ..) | Use::Define(_, first) => *first = 0,
            Use::Over(query) => parts.over = Some(take(query)),
            Use::Each(each, _) => parts.each = Some(take(each)),
            Use::Reads(_) | Use::Looks(_) | Use::Reg(..) | Use::Own(..) => {}
        });
        (expr, parts)
    }
}
