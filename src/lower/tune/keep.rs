//! What stays the same while a loop goes on is worked out once.
//!
//! Loops are the names of queries, one inside the other; they are numbered from outside, from 1. What a node *depends on* are
//! the loops whose names it reads. A node inside a loop on which it does not depend becomes [`Expr::Kept`]: its value is worked
//! out when it is first asked for, and forgotten when the loop begins anew. So nothing is worked out that was not before.

use std::mem;

use crate::code::{Domain, Expr, ExprId, Program, Query, QueryId, Reg, Shape};

use super::operands::{Reading, each_operand, loop_of};
use super::{cost_of, peep::push};

/// Numbers of loops, as bits; bit 0 is never set.
type Loops = u64;

/// Deeper loops are left as they are.
const DEEPEST: usize = 60;
/// What takes fewer steps is not worth keeping.
pub(super) const WORTH: u32 = 3;
/// Words of a set that is kept.
const SET: u32 = 8;

/// Works on all expressions that the program starts from. Registers that there are then.
pub(super) fn keep(p: &mut Program, regs: u32) -> u32 {
    let costs = (0..p.funs.len()).map(|fun| cost_of(p, fun)).collect();
    let mut keeper = Keeper { of: vec![0; regs as usize], path: Vec::new(), costs, next: regs, p };
    for at in 0..keeper.p.funs.len() {
        let (body, shape) = (keeper.p.funs[at].body, Reading::Word);
        keeper.p.funs[at].body = keeper.root(body, shape);
    }
    for at in 0..keeper.p.asks.len() {
        for arm in 0..keeper.p.asks[at].arms.len() {
            if let Some(query) = keeper.p.asks[at].arms[arm].query {
                keeper.p.asks[at].arms[arm].query = Some(keeper.query(query, None).0);
            }
            if let Some(when) = keeper.p.asks[at].arms[arm].when {
                keeper.p.asks[at].arms[arm].when = Some(keeper.root(when, Reading::Word));
            }
        }
    }
    for at in 0..keeper.p.ops.len() {
        keeper.op(at);
    }
    keeper.next
}

pub(super) struct Keeper<'p> {
    pub(super) p: &'p mut Program,
    /// For each register the loops on which its value depends.
    of: Vec<Loops>,
    /// The loops around: the query, and which of its names.
    path: Vec<(QueryId, usize)>,
    pub(super) costs: Vec<u32>,
    next: u32,
}

/// A node that was gone through.
#[derive(Clone, Copy)]
struct Seen {
    e: ExprId,
    on: Loops,
    cost: u32,
}

impl Seen {
    /// The innermost loop that it depends on.
    fn innermost(self) -> usize {
        63 - (self.on | 1).leading_zeros() as usize
    }
}

impl Keeper<'_> {
    fn op(&mut self, at: usize) {
        use crate::code::Op;
        let mut op = self.p.ops[at];
        match &mut op {
            Op::Set { value: e, .. } | Op::Unless { holds: e, .. } | Op::Require { holds: e, .. } => {
                *e = self.root(*e, Reading::Word);
            }
            Op::Store { store, value } => {
                let how = match self.p.stores[*store as usize].shape {
                    Shape::Word => Reading::Word,
                    Shape::Set(_) => Reading::Set,
                    Shape::List { .. } | Shape::Bag(_) => Reading::Words,
                };
                *value = self.root(*value, how);
            }
            Op::EachStart { query, .. } => *query = self.query(*query, None).0,
            _ => return,
        }
        self.p.ops[at] = op;
    }

    fn root(&mut self, e: ExprId, how: Reading) -> ExprId {
        self.node(e, how).e
    }

    /// A node, with what is kept inside it.
    fn node(&mut self, e: ExprId, how: Reading) -> Seen {
        let before = self.p.exprs[e.index()];
        let mut expr = before;
        let mut parts: Vec<(Seen, Reading)> = Vec::new();
        let (mut on, mut cost) = (0, 1);
        match before {
            Expr::CountAll { .. } | Expr::BagAt { .. } | Expr::BagSize(_) => cost = WORTH,
            Expr::Reg(reg) | Expr::RegPlus(reg, _) => return Seen { e, on: self.loops(reg, 1), cost: 0 },
            Expr::SetRegs { reg, width } => return Seen { e, on: self.loops(reg, width), cost: 0 },
            Expr::Regs { reg, shape } => return Seen { e, on: self.loops(reg, shape.width() as u16), cost: 0 },
            Expr::Const(_)
            | Expr::Slot(_)
            | Expr::SlotPlus(..)
            | Expr::SetConst(_)
            | Expr::SetSlots { .. }
            | Expr::Slots { .. }
            | Expr::Empty => return Seen { e, on: 0, cost: 0 },
            Expr::Let { reg, .. } => return self.with_name(e, how, (reg, 1)),
            Expr::LetSet { reg, width, .. } | Expr::LetWords { reg, width, .. } => {
                return self.with_name(e, how, (reg, width));
            }
            Expr::Call { fun, args } => {
                let count = self.p.funs[fun as usize].params.len();
                on |= self.listed(args, count);
                cost += self.costs[fun as usize];
            }
            Expr::List { first, count } | Expr::ListOfSets { first, count, .. } => {
                on |= self.listed(first, usize::from(count));
            }
            Expr::Pick { first, count, .. } => on |= self.listed(first, usize::from(count)),
            Expr::Slice { bounds, .. } => on |= self.listed(bounds, 2),
            Expr::SlotsAt { store, .. } => {
                if let Some(index) = self.p.stores[store as usize].index {
                    on |= self.depends(index);
                }
            }
            // How things are divided is read from the state and from registers of its own.
            Expr::DivideDone(_) => on = Loops::MAX & !1,
            _ => {}
        }
        if loop_of(&mut expr).is_some() {
            return self.fold(e, before);
        }
        each_operand(&mut expr, how, &mut |part, how| parts.push((self.node(*part, how), how)));
        for (part, _) in &parts {
            on |= part.on;
            cost = cost.saturating_add(part.cost);
        }
        let whole = Seen { e, on, cost };
        let mut parts = parts.into_iter();
        each_operand(&mut expr, how, &mut |part, _| {
            let (seen, how) = parts.next().expect("the same operands again");
            *part = self.kept_below(seen, how, whole.innermost());
        });
        let e = if expr == before { e } else { push(self.p, expr, e) };
        Seen { e, ..whole }
    }

    /// A part of a node that depends on the loop `innermost`: kept, if it does not itself.
    fn kept_below(&mut self, part: Seen, how: Reading, innermost: usize) -> ExprId {
        let own = part.innermost();
        if own >= innermost.min(self.path.len()) || part.cost < WORTH || how == Reading::Words {
            return part.e;
        }
        if matches!(self.p.exprs[part.e.index()], Expr::Kept { .. }) {
            return part.e;
        }
        let (query, level) = self.path[own];
        let width = if how == Reading::Set { 1 + SET } else { 2 };
        let Some(reg) = self.new_reg(width) else {
            return part.e;
        };
        let kept = &mut self.p.queries[query.index()].kept;
        kept.resize_with(kept.len().max(level + 1), Vec::new);
        kept[level].push(reg);
        push(self.p, Expr::Kept { reg, value: part.e }, part.e)
    }

    /// `let`: the name depends on what its value depends on.
    fn with_name(&mut self, e: ExprId, how: Reading, (reg, width): (Reg, u16)) -> Seen {
        let before = self.p.exprs[e.index()];
        let mut expr = before;
        let (mut on, mut cost) = (0, 1u32);
        let mut old = None;
        each_operand(&mut expr, how, &mut |part, how| {
            let seen = self.node(*part, how);
            on |= seen.on;
            cost = cost.saturating_add(seen.cost);
            *part = seen.e;
            // The value comes first, then the body.
            if old.is_none() {
                old = Some(self.name(reg, width, seen.on));
            }
        });
        let old = old.unwrap_or_default();
        self.of[usize::from(reg)..][..old.len()].copy_from_slice(&old);
        let e = if expr == before { e } else { push(self.p, expr, e) };
        Seen { e, on, cost }
    }

    /// A word, set or list over the results of a query.
    fn fold(&mut self, e: ExprId, before: Expr) -> Seen {
        let mut expr = before;
        let (query, value) = loop_of(&mut expr).expect("only called for these");
        let value_in = value.as_ref().map(|(value, how)| (**value, *how));
        let (new, value_out, on, cost) = self.query(*query, value_in);
        *query = new;
        if let (Some((value, _)), Some(new)) = (value, value_out) {
            *value = new;
        }
        let e = if expr == before { e } else { push(self.p, expr, e) };
        Seen { e, on, cost }
    }

    /// A query, with what is worked out for each result: a copy where something is kept in it.
    fn query(&mut self, id: QueryId, value: Option<(ExprId, Reading)>) -> (QueryId, Option<ExprId>, Loops, u32) {
        let before = self.p.queries[id.index()].clone();
        let (outer, mut value) = (self.path.len(), value);
        if outer + before.binders.len() > DEEPEST {
            return (id, value.map(|(e, _)| e), Loops::MAX & !1, u32::MAX / 2);
        }
        let mut code = before.clone();
        let shared = self.share(&mut code, value);
        if let (Some((e, _)), Some(once)) = (&mut value, shared) {
            *e = once;
        }
        let copy = QueryId(self.p.queries.len() as u32);
        self.p.queries.push(Query { kept: mem::take(&mut code.kept), ..Query::default() });
        let mut all = Seen { e: ExprId(0), on: 0, cost: 4 };
        let mut names = Vec::new();
        let mut first = Vec::new();
        for (level, binder) in code.binders.iter_mut().enumerate() {
            self.domain(&mut binder.domain, level == 0, &mut first, &mut all);
            self.path.push((copy, level));
            let number = 1 << self.path.len();
            names.push((binder.reg, self.name(binder.reg, binder.width, number)));
        }
        if let Some(filter) = &mut code.filter {
            *filter = self.inner(*filter, Reading::Word, &mut all);
            (code.early, code.rest) = self.early(*filter, outer, self.path.len());
        }
        for key in &mut code.keys {
            key.value = self.inner(key.value, Reading::Word, &mut all);
        }
        let value = value.map(|(e, how)| self.inner(e, how, &mut all));
        for (reg, old) in names.into_iter().rev() {
            self.of[usize::from(reg)..][..old.len()].copy_from_slice(&old);
        }
        self.path.truncate(outer);
        all.on &= (1 << (outer + 1)) - 1;
        // Where the whole does not stay, what the first name ranges over may.
        if let Some(binder) = code.binders.first_mut() {
            let mut first = first.into_iter();
            each_of_domain(&mut binder.domain, &mut |e, _| {
                let (seen, how) = first.next().expect("the same operands again");
                *e = self.kept_below(seen, how, all.innermost());
            });
        }
        code.kept = mem::take(&mut self.p.queries[copy.index()].kept);
        if code == before && copy.index() + 1 == self.p.queries.len() {
            self.p.queries.pop();
            return (id, value, all.on, all.cost);
        }
        self.p.queries[copy.index()] = code;
        (copy, value, all.on, all.cost)
    }

    /// What a name ranges over; of the first name it is decided later what of it is kept.
    fn domain(&mut self, domain: &mut Domain, is_first: bool, first: &mut Vec<(Seen, Reading)>, all: &mut Seen) {
        let depth = self.path.len();
        each_of_domain(domain, &mut |e, how| {
            let seen = self.node(*e, how);
            all.on |= seen.on;
            all.cost = all.cost.saturating_add(seen.cost);
            if is_first {
                first.push((seen, how));
                *e = seen.e;
            } else {
                *e = self.kept_below(seen, how, depth);
            }
        });
        if matches!(domain, Domain::Piles(_)) {
            all.on = Loops::MAX & !1;
        }
    }

    /// What is looked at for each result.
    fn inner(&mut self, e: ExprId, how: Reading, all: &mut Seen) -> ExprId {
        let seen = self.node(e, how);
        all.on |= seen.on;
        all.cost = all.cost.saturating_add(seen.cost.saturating_mul(4));
        self.kept_below(seen, how, self.path.len())
    }

    /// So many new registers, if there is room.
    pub(super) fn new_reg(&mut self, width: u32) -> Option<Reg> {
        let reg = Reg::try_from(self.next + width).ok()? - width as Reg;
        self.next += width;
        Some(reg)
    }

    /// Parts of a condition that do not read the last names, by how many names must be known; what is left of it.
    fn early(&mut self, filter: ExprId, outer: usize, depth: usize) -> (Vec<Vec<ExprId>>, Option<ExprId>) {
        let mut early = vec![Vec::new(); depth - outer];
        let (mut open, mut rest) = (vec![filter], Vec::new());
        while let Some(e) = open.pop() {
            if let Expr::And(a, b) = self.p.exprs[e.index()] {
                open.extend([b, a]);
                continue;
            }
            // Only what is kept: then looking early costs nothing.
            if matches!(self.p.exprs[e.index()], Expr::Kept { .. }) {
                let seen = Seen { e, on: self.depends(e), cost: 0 };
                early[seen.innermost().saturating_sub(outer)].push(e);
            } else {
                rest.push(e);
            }
        }
        if early.iter().all(Vec::is_empty) {
            return (Vec::new(), None);
        }
        let last = rest.pop();
        let rest = last.map(|last| rest.iter().rev().fold(last, |rest, &e| push(self.p, Expr::And(e, rest), filter)));
        (early, rest)
    }

    fn listed(&mut self, first: u32, count: usize) -> Loops {
        let parts = self.p.lists[first as usize..][..count].to_vec();
        parts.into_iter().fold(0, |on, e| on | self.depends(e))
    }

    /// What an expression depends on, found without changing anything. Names of its own count as outer ones, which is never
    /// too little: they are at most as deep as where it stands.
    fn depends(&self, e: ExprId) -> Loops {
        let (mut open, mut on) = (vec![e], 0);
        while let Some(e) = open.pop() {
            match self.p.exprs[e.index()] {
                Expr::Reg(reg) | Expr::RegPlus(reg, _) => on |= self.loops(reg, 1),
                Expr::SetRegs { reg, width } => on |= self.loops(reg, width),
                Expr::Regs { reg, shape } => on |= self.loops(reg, shape.width() as u16),
                Expr::DivideDone(_) => on = Loops::MAX & !1,
                _ => {}
            }
            if !self.p.each_part(e, &mut |part| open.push(part)) {
                on = Loops::MAX & !1;
            }
        }
        on
    }

    fn loops(&self, reg: Reg, width: u16) -> Loops {
        let regs = self.of.get(usize::from(reg)..).unwrap_or_default();
        regs.iter().take(usize::from(width)).fold(0, |on, loops| on | loops)
    }

    /// Registers get a value that depends on these loops; on which they depended before.
    fn name(&mut self, reg: Reg, width: u16, on: Loops) -> Vec<Loops> {
        let regs = &mut self.of[usize::from(reg)..][..usize::from(width)];
        let old = regs.to_vec();
        regs.fill(on);
        old
    }
}

/// What a domain is worked out from.
fn each_of_domain(domain: &mut Domain, f: &mut dyn FnMut(&mut ExprId, Reading)) {
    match domain {
        Domain::Range(a, b) => {
            f(a, Reading::Word);
            f(b, Reading::Word);
        }
        Domain::Set(a) => f(a, Reading::Set),
        Domain::Clockwise { set, from, .. } => {
            f(set, Reading::Set);
            f(from, Reading::Word);
        }
        Domain::List(a) | Domain::Bag { bag: a, .. } => f(a, Reading::Words),
        Domain::Cell { cell, pieces, .. } => {
            f(cell, Reading::Word);
            f(pieces, Reading::Set);
        }
        Domain::Next { cell } => f(cell, Reading::Word),
        Domain::NextPiece { bag, chosen, need, .. } => {
            f(bag, Reading::Words);
            f(chosen, Reading::Words);
            f(need, Reading::Word);
        }
        Domain::Piles(_) => {}
    }
}
