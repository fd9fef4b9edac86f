//! Evaluation of expressions as sets.

use super::evaluator::Eval;
use crate::code::{Expr, ExprId, NONE, Set};
use crate::vm::fault::kind::{FaultKind, Res};

impl Eval<'_> {
    /// Evaluates an expression as a set.
    pub(in crate::vm) fn set(&mut self, e: ExprId) -> Res<Set> {
        match self.exprs[e.index()] {
            Expr::SetConst(set) => Ok(self.p.sets[set as usize]),
            Expr::SetSlots { base, width } => Ok(Set::from_words(&self.s[base as usize..][..usize::from(width)])),
            Expr::SetSlotsAt { base, width, count, index } => {
                let width = usize::from(width);
                let at = base as usize + self.index(index, u32::from(count))? * width;
                Ok(Set::from_words(&self.s[at..at + width]))
            }
            Expr::SetRegs { reg, width } => Ok(Set::from_words(&self.m.regs[usize::from(reg)..][..usize::from(width)])),
            Expr::Tabled { table, value } => self.tabled_set(table, value),
            Expr::Hoisted { reg, value } => {
                let reg = usize::from(reg);
                if self.m.regs[reg] == 0 {
                    let set = self.set(value)?;
                    set.to_words(&mut self.m.regs[reg + 1..reg + 9]);
                    self.m.regs[reg] = 1;
                    return Ok(set);
                }
                Ok(Set::from_words(&self.m.regs[reg + 1..reg + 9]))
            }
            Expr::One(member) => {
                let member = self.operand(member)?;
                self.joined(Set::EMPTY, member, e)
            }
            Expr::Union(a, b) => Ok(self.set(a)?.or(self.set(b)?)),
            Expr::Both(a, b) => {
                let a = self.members(a)?;
                Ok(a.and(self.looked_up(a, b)?))
            }
            Expr::Minus(a, b) => {
                let a = self.members(a)?;
                Ok(a.minus(self.looked_up(a, b)?))
            }
            Expr::SetArray { array, index } => {
                let index = self.operand(index)?;
                let array = &self.p.set_arrays[array as usize];
                Ok(usize::try_from(index).ok().and_then(|at| array.get(at)).copied().unwrap_or_default())
            }
            Expr::If(holds, a, b) => {
                let holds = self.holds(holds)?;
                self.members(if holds { a } else { b })
            }
            Expr::Sight { steps, from, ways, stops } => self.sight(steps, from, ways, stops),
            Expr::Matching { column, index, value, among } => self.matching((column, index, value), among),
            Expr::Let { .. } | Expr::LetSet { .. } | Expr::LetWords { .. } | Expr::Call { .. } => {
                let body = self.bind(e)?;
                self.set(body)
            }
            _ => self.set_of_many(e),
        }
    }

    /// [`Eval::set`] for operands, with constant and stored sets inlined.
    #[inline(always)]
    pub(in crate::vm) fn members(&mut self, e: ExprId) -> Res<Set> {
        match self.exprs[e.index()] {
            Expr::SetConst(set) => Ok(self.p.sets[set as usize]),
            Expr::SetSlots { base, width: 1 } => Ok(Set::from_words(&self.s[base as usize..=base as usize])),
            _ => self.set(e),
        }
    }

    /// Evaluates the emptiness test of a set.
    #[inline(never)]
    pub(super) fn set_empty(&mut self, e: ExprId) -> Res<i32> {
        Ok(i32::from(match self.exprs[e.index()] {
            Expr::SetSlots { base, width } => {
                self.s[base as usize..][..usize::from(width)].iter().all(|&word| word == 0)
            }
            _ => self.set(e)?.is_empty(),
        }))
    }

    /// Adds a member to a set. None adds nothing; a number that no set can contain is a fault.
    #[inline]
    pub(super) fn joined(&mut self, set: Set, member: i32, at: ExprId) -> Res<Set> {
        if Set::can_contain(member) || member == NONE {
            return Ok(set.with(member));
        }
        self.fail(FaultKind::NotKept, at)
    }

    /// Evaluates a set of which only these members matter.
    #[inline]
    fn looked_up(&mut self, members: Set, e: ExprId) -> Res<Set> {
        if self.m.bits.on
            && let Expr::SetSlots { base, width } = self.exprs[e.index()]
        {
            self.m.bits.note_all(base, width, members);
        }
        match self.exprs[e.index()] {
            Expr::One(member) => {
                let member = self.operand(member)?;
                self.joined(Set::EMPTY, member, e)
            }
            _ => self.set(e),
        }
    }

    /// Evaluates a set from results, elements or edges.
    #[inline(never)]
    fn set_of_many(&mut self, e: ExprId) -> Res<Set> {
        match self.exprs[e.index()] {
            Expr::Shift(set, by) => Ok(self.set(set)?.shifted(by)),
            Expr::SetOf(query, value) => {
                // The query's values are the members themselves.
                if let [name] = &self.p.queries[query.index()].binders[..]
                    && self.exprs[value.index()] == Expr::Reg(name.reg)
                    && let Some(set) = self.left_alone(query, false)
                {
                    return Ok(set);
                }
                let mut set = Set::EMPTY;
                self.each(query, false, &mut |eval: &mut Self| {
                    let member = eval.operand(value)?;
                    set = eval.joined(set, member, value)?;
                    Ok(true)
                })?;
                Ok(set)
            }
            Expr::UnionOf(query, value) => {
                let mut set = Set::EMPTY;
                self.each(query, false, &mut |eval: &mut Self| {
                    set = set.or(eval.set(value)?);
                    Ok(true)
                })?;
                Ok(set)
            }
            Expr::ListSet(list) => self.list_set(list),
            Expr::BagSet(bag, less) => self.bag_set(bag, less),
            Expr::Reach { neighbours, edge, from, over } => self.reach(neighbours, edge, from, over),
            Expr::ReachNodes { neighbours, from, among } => self.reach_nodes(neighbours, from, among),
            Expr::Item { list, index, element } => self.item_set(list, index, element),
            Expr::Empty => Ok(Set::EMPTY),
            other => unreachable!("lowering does not read as a set: {other:?}"),
        }
    }

    /// The nodes that can be reached, by breadth-first search.
    fn reach(&mut self, neighbours: u32, edge: u32, from: ExprId, over: ExprId) -> Res<Set> {
        let from = self.word(from)?;
        let over = self.set(over)?;
        let (neighbours, edges) = (&self.p.set_arrays[neighbours as usize], &self.p.arrays[edge as usize]);
        if from == NONE {
            return Ok(Set::EMPTY);
        }
        let nodes = neighbours.len();
        let mut reached = Set::EMPTY.with(from);
        let mut wave = reached;
        while !wave.is_empty() {
            let mut next = Set::EMPTY;
            for node in wave.iter() {
                self.m.step()?;
                let Some(beside) = neighbours.get(node as usize) else {
                    continue;
                };
                for far in beside.minus(reached).iter() {
                    if over.has(edges[node as usize * nodes + far as usize]) {
                        next = next.with(far);
                    }
                }
            }
            wave = next.minus(reached);
            reached = reached.or(next);
        }
        Ok(reached)
    }
}
