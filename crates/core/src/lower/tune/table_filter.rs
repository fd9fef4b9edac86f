//! Filters that become tables: a state-independent condition on a member is memoised as the set of members that satisfy it.
//!
//! For `c in own where c.row is 1`, the members in the first row are a table of sets, and the name ranges over the intersection of
//! that set and `own`.

use super::pool::{constant_set, push};
use super::pushdown::MANY;
use super::tabulate::{LEAST_STEPS_TABLED, Tabulator};
use crate::code::{Arith, Binder, Domain, Expr, ExprId, Query, QueryId, Set};

impl Tabulator<'_> {
    /// Moves conditions that become tables from a query's filter into its domains. Players must not be shown the filter of this query.
    pub(super) fn tabulate_filter(&mut self, id: QueryId) {
        let Some(filter) = self.p.queries[id.index()].filter else { return };
        let (mut open, mut rest, mut found) = (vec![filter], Vec::new(), false);
        while let Some(e) = open.pop() {
            if let Expr::And(a, b) = self.p.exprs[e.index()] {
                open.extend([b, a]);
                continue;
            }
            match self.member_table(e, id) {
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

    /// For a condition that depends on one name of a query: the number of the name, and a table of the members that satisfy it.
    fn member_table(&mut self, e: ExprId, query: QueryId) -> Option<(usize, ExprId)> {
        let reads = self.reads(e).clone();
        if reads.state || reads.steps < LEAST_STEPS_TABLED || !self.never_fails(e) {
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

    /// True if an expression has a value for all values of its names. It may then be evaluated for members that the program never tests.
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
