//! Symbolic evaluation of expressions in a version of the store: equality of two expressions, and reduction to a constant.

use super::symbolic_store::{EnvId, Lot, Touched, WordValue};
use super::{FactAt, Prover};
use crate::code::effect::{Area, Pieces, natural_if};
use crate::code::{Domain, Expr, ExprId, NONE, Query, QueryId, Reg, Set};

/// Maximum number of values that are enumerated for a name.
const MOST_VALUES: i32 = 256;
/// Maximum number of names and calls that are resolved for one expression.
const MOST_DEEP: u32 = 48;

/// Names with assumed values.
pub(super) type Assumed<'a> = &'a [(Reg, i32)];

/// An expression after its names and calls have been resolved.
#[derive(Clone, Copy)]
pub(super) enum Root {
    /// A node, and the store version of its operands.
    Node(ExprId, EnvId),
    Chosen(Reg),
    Const(i32),
    Unknown,
}

impl Prover<'_, '_> {
    /// Resolves names, words and calls of defines to the expression that they stand for.
    pub(super) fn root(&mut self, mut e: ExprId, mut env: EnvId) -> Root {
        for _ in 0..MOST_DEEP {
            if !self.looks() {
                break;
            }
            let value = match self.program.exprs[e.index()] {
                Expr::Const(value) => return Root::Const(value),
                Expr::Slot(slot) => self.names.of_slots(env, slot, 1),
                Expr::SetSlots { base, width } => self.names.of_slots(env, base, u32::from(width)),
                Expr::Reg(reg) => self.names.of_reg(env, reg).or(Some(WordValue::Chosen(reg))),
                Expr::Let { reg, value, body } => {
                    env = self.names.reg(env, reg, WordValue::Of(value, env));
                    e = body;
                    continue;
                }
                Expr::Call { fun, args } => {
                    let fun = &self.program.funs[fun as usize];
                    let mut inner = env;
                    for (at, &(reg, shape)) in fun.params.iter().enumerate() {
                        let arg = self.program.lists[args as usize + at];
                        let value = if shape.width() == 1 { WordValue::Of(arg, env) } else { WordValue::Unknown };
                        inner = self.names.reg(inner, reg, value);
                    }
                    (e, env) = (fun.body, inner);
                    continue;
                }
                _ => None,
            };
            match value {
                None => return Root::Node(e, env),
                Some(WordValue::Of(of, at)) => (e, env) = (of, at),
                Some(WordValue::Chosen(reg)) => return Root::Chosen(reg),
                Some(WordValue::Const(value)) => return Root::Const(value),
                Some(WordValue::Unknown) => return Root::Unknown,
            }
        }
        Root::Unknown
    }

    /// True if two expressions certainly have the same value, each in its store version.
    pub(super) fn same(&mut self, a: (ExprId, EnvId), b: (ExprId, EnvId)) -> bool {
        let (one, other) = match (self.root(a.0, a.1), self.root(b.0, b.1)) {
            (Root::Const(one), Root::Const(other)) => return one == other,
            (Root::Chosen(one), Root::Chosen(other)) => return one == other,
            (Root::Node(one, at), Root::Node(other, then)) => ((one, at), (other, then)),
            _ => return false,
        };
        let (left, right) = (self.program.exprs[one.0.index()], self.program.exprs[other.0.index()]);
        if let (Expr::SetConst(_), Expr::SetConst(_)) = (left, right) {
            return self.set_of(one.0) == self.set_of(other.0);
        }
        let Some([parts, others]) = self.program.parts_of_alike(left, right) else { return false };
        if let (Some(a), Some(b)) = (parts.over, others.over) {
            return self.same_results((a, one.1), (b, other.1), parts.each.zip(others.each));
        }
        if !is_followed(left) {
            return false;
        }
        let Some(read) = self.reads(one.0, one.1) else { return false };
        read.is_none_or(|read| self.names.unchanged(one.1, other.1, &read, &self.program.layout))
            && parts.operands.iter().zip(&others.operands).all(|(&a, &b)| self.same((a, one.1), (b, other.1)))
    }

    /// True if two queries over one name, without keys, certainly have the same results, and `each` the same value for each result.
    fn same_results(&mut self, a: (QueryId, EnvId), b: (QueryId, EnvId), each: Option<(ExprId, ExprId)>) -> bool {
        let ((a, at), (b, then)) = (a, b);
        let (a, b) = (&self.program.queries[a.index()], &self.program.queries[b.index()]);
        let ([one], [other]) = (a.binders.as_slice(), b.binders.as_slice()) else { return false };
        let domains = match (one.domain, other.domain) {
            (Domain::Set(one), Domain::Set(other)) => self.same((one, at), (other, then)),
            (Domain::Range(low, high), Domain::Range(least, most)) => {
                self.same((low, at), (least, then)) && self.same((high, at), (most, then))
            }
            (Domain::Cell { cell, pieces, less }, Domain::Cell { cell: there, pieces: all, less: by }) => {
                let read = self.draws(one.domain, at).flatten();
                less == by
                    && self.same((cell, at), (there, then))
                    && self.same((pieces, at), (all, then))
                    && read.is_some_and(|read| self.names.unchanged(at, then, &read, &self.program.layout))
            }
            _ => false,
        };
        // Both names get the same fresh symbol, which belongs to no question.
        self.inner += 1;
        let name = WordValue::Chosen(Reg::MAX - self.inner);
        let (at, then) = (self.names.reg(at, one.reg, name), self.names.reg(then, other.reg, name));
        let filters = match (a.filter, b.filter) {
            (Some(a), Some(b)) => self.same((a, at), (b, then)),
            (a, b) => a.is_none() && b.is_none(),
        };
        let each = each.is_none_or(|(a, b)| self.same((a, at), (b, then)));
        domains && filters && each && a.keys.is_empty() && b.keys.is_empty()
    }

    /// The constant value of an expression, given assumed values of names. `None` if unknown.
    pub(super) fn eval(&mut self, e: ExprId, env: EnvId, thought: Assumed<'_>) -> Option<i32> {
        let (e, env) = match self.root(e, env) {
            Root::Const(value) => return Some(value),
            Root::Chosen(reg) => return thought.iter().find(|thought| thought.0 == reg).map(|thought| thought.1),
            Root::Unknown => return None,
            Root::Node(e, env) => (e, env),
        };
        let yes = |yes: bool| Some(i32::from(yes));
        match self.program.exprs[e.index()] {
            Expr::Slot(_) => {
                let (word, value) = self.supposed?;
                self.same((e, env), word).then_some(value)
            }
            Expr::Arith(op, a, b) => {
                let (a, b) = (self.eval(a, env, thought)?, self.eval(b, env, thought)?);
                op.value(a, b)
            }
            Expr::Not(a) => yes(self.eval(a, env, thought)? == 0),
            Expr::And(a, b) => self.either(a, b, env, thought, 0),
            Expr::Or(a, b) => self.either(a, b, env, thought, 1),
            Expr::If(holds, a, b) => {
                let branch = if self.eval(holds, env, thought)? != 0 { a } else { b };
                self.eval(branch, env, thought)
            }
            Expr::Array { array, index } | Expr::Narrow { array, index } => {
                let index = self.eval(index, env, thought)?;
                self.program.arrays[array as usize].get(usize::try_from(index).ok()?).copied()
            }
            Expr::Digit { index, first, count } => {
                let at = self.eval(index, env, thought)?.checked_sub(first)?;
                ((at as u32) < count).then_some(at)
            }
            Expr::SetHas(set, member) => match self.eval(member, env, thought)? {
                NONE => Some(0),
                member => self.has(set, env, member),
            },
            _ => None,
        }
    }

    /// The value of `and` or `or`. An operand with the value `decides` decides it alone.
    fn either(&mut self, a: ExprId, b: ExprId, env: EnvId, thought: Assumed<'_>, decides: i32) -> Option<i32> {
        let decided = |value: Option<i32>| value.map(|value| i32::from(value != 0));
        let a = decided(self.eval(a, env, thought));
        if a == Some(decides) {
            return a;
        }
        let b = decided(self.eval(b, env, thought));
        if b == Some(decides) { b } else { a.and(b) }
    }

    /// Membership of a constant, which is not none, in a set (1 or 0). `None` if unknown.
    fn has(&mut self, set: ExprId, env: EnvId, member: i32) -> Option<i32> {
        let Root::Node(set, env) = self.root(set, env) else { return None };
        match self.program.exprs[set.index()] {
            Expr::SetConst(at) => Some(i32::from(self.program.sets[at as usize].has(member))),
            Expr::One(a) => Some(i32::from(self.eval(a, env, &[])? == member)),
            Expr::Union(a, b) => match (self.has(a, env, member), self.has(b, env, member)) {
                (Some(1), _) | (_, Some(1)) => Some(1),
                (a, b) => a.and(b),
            },
            Expr::SetOf(query, value) => self.is_result(query, value, env, member),
            _ => None,
        }
    }

    /// Membership of a value in the results of a query over constants (1 or 0). `None` if unknown.
    fn is_result(&mut self, query: QueryId, value: ExprId, env: EnvId, member: i32) -> Option<i32> {
        let query: &Query = &self.program.queries[query.index()];
        let [binder] = query.binders.as_slice() else { return None };
        let mut found = 0;
        for at in self.values(binder.domain)? {
            let thought = &[(binder.reg, at)];
            let holds = match query.filter {
                Some(filter) => self.eval(filter, env, thought)?,
                None => 1,
            };
            if holds != 0 && self.eval(value, env, thought)? == member {
                found = 1;
            }
        }
        Some(found)
    }

    /// The possible values of a name, if they are known.
    pub(super) fn values(&self, domain: Domain) -> Option<Vec<i32>> {
        let constant = |e: ExprId| match self.program.exprs[e.index()] {
            Expr::Const(value) => Some(value),
            _ => None,
        };
        let members = |e: ExprId, less: i32| match self.program.exprs[e.index()] {
            Expr::SetConst(at) => Some(self.program.sets[at as usize].iter().map(|member| member - less).collect()),
            _ => None,
        };
        match domain {
            Domain::Range(low, high) => {
                let (low, high) = (constant(low)?, constant(high)?);
                (high.checked_sub(low)? <= MOST_VALUES).then(|| (low..=high).collect())
            }
            Domain::Set(set) | Domain::Clockwise { set, .. } => members(set, 0),
            Domain::Cell { pieces, less, .. } => members(pieces, less),
            Domain::Bag { bag, less } => match self.program.exprs[bag.index()] {
                Expr::BagAt { pieces, .. } => members(pieces, less),
                _ => None,
            },
            _ => None,
        }
    }

    /// True if a number is certainly not negative.
    pub(super) fn is_natural(&mut self, e: ExprId, env: EnvId) -> bool {
        match self.root(e, env) {
            Root::Const(value) => value >= 0,
            Root::Chosen(reg) => {
                let name = self.chosen.iter().find(|name| name.reg == reg);
                name.is_some_and(|name| !name.values.is_empty() && name.values.iter().all(|&value| value >= 0))
            }
            Root::Unknown => false,
            Root::Node(e, _) if self.things.counts.contains_key(&e) => true,
            Root::Node(e, env) => natural_if(self.program, e)
                .is_some_and(|parts| parts.into_iter().all(|part| self.is_natural(part, env))),
        }
    }

    /// The part of the state that a node itself reads, besides its operands, if it reads any. `None` if unknown.
    pub(super) fn reads(&mut self, e: ExprId, env: EnvId) -> Option<Option<Touched>> {
        if let Some(&(cell, piece)) = self.things.counts.get(&e) {
            return Some(self.part(Area::Things { cell: Some(cell), pieces: Pieces::One(piece) }, env));
        }
        let mut areas = Vec::new();
        self.program.exprs[e.index()].each_area(&mut |area| areas.push(area));
        self.only_part(&areas, env)
    }

    /// The part of the state that a domain itself reads, besides its operands, if it reads any. `None` if unknown.
    pub(super) fn draws(&mut self, domain: Domain, env: EnvId) -> Option<Option<Touched>> {
        let mut areas = Vec::new();
        domain.each_area(&mut |area| areas.push(area));
        self.only_part(&areas, env)
    }

    /// The only area among these, if there is one. Orders are left out: they change only together with the things of the same places.
    fn only_part(&mut self, areas: &[Area], env: EnvId) -> Option<Option<Touched>> {
        let areas: Vec<Area> = areas.iter().copied().filter(|area| !matches!(area, Area::Order(_))).collect();
        match areas[..] {
            [] => Some(None),
            [area] => Some(Some(self.part(area, env)?)),
            _ => None,
        }
    }

    pub(super) fn part(&mut self, area: Area, env: EnvId) -> Option<Touched> {
        let program = self.program;
        match area {
            Area::Things { cell, pieces } => {
                let pieces = pieces.set(program, &mut |piece| self.any_piece(piece, env));
                Some(Touched::Things(Lot { family: cell.and_then(|cell| self.family(cell, env)), pieces }))
            }
            Area::Words(..) | Area::OneOf { .. } | Area::Store(_) | Area::Column { .. } => {
                area.words(program).map(|(base, count)| Touched::words(base, count))
            }
            Area::Order(_) | Area::Unnamed => None,
        }
    }

    /// The value of a constant set.
    pub(super) fn set_of(&self, e: ExprId) -> Option<Set> {
        match self.program.exprs[e.index()] {
            Expr::SetConst(at) => Some(self.program.sets[at as usize]),
            _ => None,
        }
    }

    /// The possible values of a piece, for every choice.
    pub(super) fn any_piece(&mut self, piece: ExprId, env: EnvId) -> Option<Set> {
        match self.eval(piece, env, &[]) {
            Some(piece) if Set::can_contain(piece) => Some(Set::EMPTY.with(piece)),
            Some(_) => None,
            None => self.things.pieces.get(&piece).copied(),
        }
    }

    /// True if assumed values of names are consistent with all facts.
    pub(super) fn may_be(&mut self, facts: &[FactAt], thought: Assumed<'_>) -> bool {
        facts.iter().all(|fact| self.eval(fact.holds, fact.env, thought).is_none_or(|holds| (holds != 0) == fact.yes))
    }
}

/// True if the value of a node depends only on its operands and the state.
fn is_followed(expr: Expr) -> bool {
    matches!(
        expr,
        Expr::Slot(_)
            | Expr::SlotAt { .. }
            | Expr::Count { .. }
            | Expr::CountAll { .. }
            | Expr::Arith(..)
            | Expr::Divide { .. }
            | Expr::Not(_)
            | Expr::And(..)
            | Expr::Or(..)
            | Expr::Array { .. }
            | Expr::Narrow { .. }
            | Expr::Digit { .. }
            | Expr::SetHas(..)
            | Expr::SetConst(_)
            | Expr::SetArray { .. }
            | Expr::SetSlots { .. }
            | Expr::One(_)
            | Expr::If(..)
    )
}
