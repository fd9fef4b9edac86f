//! Conditions on a member of a set that no position changes: of `c in own where c.row is 1` the members that are in the first row
//! are a table of sets, and the name goes through those of them that are in the set.

use super::narrow::MANY;
use super::pool::{constant_set, push};
use super::tables::{Finder, WORTH};
use crate::code::{Arith, Binder, Domain, Expr, ExprId, Query, QueryId, Set};

impl Finder<'_> {
    /// Takes parts of the condition of a query out that are such tables. It must be none whose condition is told to players.
    pub(super) fn fix(&mut self, id: QueryId) {
        let Some(filter) = self.p.queries[id.index()].filter else { return };
        let (mut open, mut rest, mut found) = (vec![filter], Vec::new(), false);
        while let Some(e) = open.pop() {
            if let Expr::And(a, b) = self.p.exprs[e.index()] {
                open.extend([b, a]);
                continue;
            }
            match self.fixed(e, id) {
                Some((level, fewer)) => {
                    self.p.queries[id.index()].binders[level].domain = Domain::Set(fewer);
                    found = true;
                }
                None => rest.push(e),
            }
        }
        if found {
            let all = rest.into_iter().rev().reduce(|rest, e| push(self.p, Expr::And(e, rest), filter));
            self.p.queries[id.index()].filter = all;
        }
    }

    /// If a condition asks for a table of a name of a query: which name, and the members for which it holds.
    fn fixed(&mut self, e: ExprId, query: QueryId) -> Option<(usize, ExprId)> {
        let reads = self.reads(e);
        if reads.state || reads.steps < WORTH || !self.never_fails(e) {
            return None;
        }
        let binders = &self.p.queries[query.index()].binders;
        let mut names = (0..binders.len()).filter(|&at| reads.names.contains(&(binders[at].reg, binders[at].width)));
        let (Some(level), None) = (names.next(), names.next()) else { return None };
        let Binder { reg, width: 1, domain: Domain::Set(from) } = binders[level] else { return None };
        let known = match self.p.exprs[from.index()] {
            Expr::SetConst(set) => Some(self.p.sets[set as usize]).filter(|set| set.len() >= MANY),
            _ => Some(Set::below(Set::MOST)),
        }?;
        let all = constant_set(self.p, known);
        let [all, name] = [all, Expr::Reg(reg)].map(|expr| push(self.p, expr, e));
        let binders = vec![Binder { reg, width: 1, domain: Domain::Set(all) }];
        let those = QueryId(self.p.queries.len() as u32);
        self.p.queries.push(Query { binders, filter: Some(e), ..Query::default() });
        let those = push(self.p, Expr::SetOf(those, name), e);
        let tabled = self.table(those, crate::code::Reading::Set);
        let constant = matches!(self.p.exprs[from.index()], Expr::SetConst(_));
        tabled.then(|| (level, if constant { those } else { push(self.p, Expr::Both(from, those), e) }))
    }

    /// Whether an expression has a value whatever the names in it are: then it may be asked of members that nobody asks it of.
    fn never_fails(&self, e: ExprId) -> bool {
        match self.p.exprs[e.index()] {
            Expr::Const(_) | Expr::Reg(_) | Expr::SetConst(_) => true,
            Expr::Array { index: a, .. } | Expr::Not(a) => self.never_fails(a),
            Expr::Arith(Arith::Is | Arith::IsNot, a, b) | Expr::And(a, b) | Expr::Or(a, b) | Expr::SetHas(a, b) => {
                self.never_fails(a) && self.never_fails(b)
            }
            Expr::If(holds, a, b) => [holds, a, b].into_iter().all(|e| self.never_fails(e)),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tables::mark;
    use super::*;
    use crate::code::{Op, Program};
    use tavola_syntax::text::Span;

    /// What some(x in set where array[array[x]] `how` 1 and word) goes through, for a set of the state: the domain and the condition.
    fn fixed(how: Arith) -> (Expr, Expr) {
        let mut p = Program { arrays: vec![vec![0, 1, 2, 3]], ..Program::default() };
        let exprs = [
            Expr::SetSlots { base: 0, width: 1 },
            Expr::Reg(0),
            Expr::Array { array: 0, index: ExprId(1) },
            Expr::Array { array: 0, index: ExprId(2) },
            Expr::Const(1),
            Expr::Arith(how, ExprId(3), ExprId(4)),
            Expr::Slot(7),
            Expr::And(ExprId(5), ExprId(6)),
            Expr::Some(QueryId(0)),
        ];
        p.exprs = exprs.to_vec();
        p.expr_spans = vec![Span::NONE; exprs.len()];
        p.layout.regs = 1;
        let binders = vec![Binder { reg: 0, width: 1, domain: Domain::Set(ExprId(0)) }];
        p.queries = vec![Query { binders, filter: Some(ExprId(7)), ..Query::default() }];
        p.ops = vec![Op::Set { slot: 9, value: ExprId(8) }];
        mark(&mut p, &[]);
        let query = &p.queries[0];
        let (Domain::Set(from), Some(filter)) = (query.binders[0].domain, query.filter) else { panic!("{query:?}") };
        (p.exprs[from.index()], p.exprs[filter.index()])
    }

    #[test]
    fn what_no_position_changes_is_a_set_of_members() {
        let (from, filter) = fixed(Arith::Is);
        assert!(matches!(from, Expr::Both(..)), "{from:?}");
        assert_eq!(filter, Expr::Slot(7));
    }

    #[test]
    fn what_may_fail_is_asked_of_those_members_alone_that_it_was_written_for() {
        let (from, filter) = fixed(Arith::Less);
        assert!(matches!((from, filter), (Expr::SetSlots { .. }, Expr::And(..))), "{from:?}, {filter:?}");
    }
}
