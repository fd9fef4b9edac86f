//! What expressions say at a moment: whether two say the same, what number one is.

use super::names::{Env, Value};
use super::{Fact, Known};
use crate::code::{Arith, Domain, Expr, ExprId, Query, QueryId, Reading, Reg};

/// So many values of a name are gone through.
const MOST_VALUES: i32 = 256;
/// So deep expressions are looked into.
const MOST_DEEP: u32 = 48;

/// A name and the value that it is thought to have.
pub(super) type Thought = Option<(Reg, i32)>;

/// What an expression comes down to.
#[derive(Clone, Copy)]
pub(super) enum Root {
    /// A node, and the moment of its parts.
    Node(ExprId, Env),
    Chosen(Reg),
    Const(i32),
    Unknown,
}

impl Known<'_> {
    /// Through names and defines to what is said.
    pub(super) fn root(&mut self, mut e: ExprId, mut env: Env) -> Root {
        for _ in 0..MOST_DEEP {
            let value = match self.program.exprs[e.index()] {
                Expr::Const(value) => return Root::Const(value),
                Expr::Slot(slot) => self.names.of_slot(env, slot),
                Expr::Reg(reg) => self.names.of_reg(env, reg).or(Some(Value::Chosen(reg))),
                Expr::Let { reg, value, body } => {
                    env = self.names.reg(env, reg, Value::Of(value, env));
                    e = body;
                    continue;
                }
                Expr::Call { fun, args } => {
                    let fun = &self.program.funs[fun as usize];
                    let mut inner = env;
                    for (at, &(reg, shape)) in fun.params.iter().enumerate() {
                        let arg = self.program.lists[args as usize + at];
                        let value = if shape.width() == 1 { Value::Of(arg, env) } else { Value::Unknown };
                        inner = self.names.reg(inner, reg, value);
                    }
                    (e, env) = (fun.body, inner);
                    continue;
                }
                _ => None,
            };
            match value {
                None => return Root::Node(e, env),
                Some(Value::Of(of, at)) => (e, env) = (of, at),
                Some(Value::Chosen(reg)) => return Root::Chosen(reg),
                Some(Value::Const(value)) => return Root::Const(value),
                Some(Value::Unknown) => return Root::Unknown,
            }
        }
        Root::Unknown
    }

    /// Whether two expressions surely say the same, each at its moment.
    pub(super) fn same(&mut self, a: (ExprId, Env), b: (ExprId, Env)) -> bool {
        let (one, other) = match (self.root(a.0, a.1), self.root(b.0, b.1)) {
            (Root::Const(one), Root::Const(other)) => return one == other,
            (Root::Chosen(one), Root::Chosen(other)) => return one == other,
            (Root::Node(one, at), Root::Node(other, then)) => ((one, at), (other, then)),
            _ => return false,
        };
        let (mut left, mut right) = (self.program.exprs[one.0.index()], self.program.exprs[other.0.index()]);
        if self.reads_the_table(left) && !self.names.same_table(one.1, other.1) {
            return false;
        }
        if let (Expr::First(left), Expr::First(right)) = (left, right) {
            return self.same_results(left, one.1, right, other.1);
        }
        if !is_followed(left) || matches!(left, Expr::SlotAt { base, .. } if base >= self.program.layout.frames) {
            return false;
        }
        let (mut parts, mut others) = (Vec::new(), Vec::new());
        left.each_operand(Reading::Word, &mut |part, _| parts.push(std::mem::take(part)));
        right.each_operand(Reading::Word, &mut |part, _| others.push(std::mem::take(part)));
        left == right
            && parts.len() == others.len()
            && parts.iter().zip(&others).all(|(&a, &b)| self.same((a, one.1), (b, other.1)))
    }

    /// Whether two queries of one name, without keys, surely have the same results.
    fn same_results(&mut self, a: QueryId, at: Env, b: QueryId, then: Env) -> bool {
        let (a, b) = (&self.program.queries[a.index()], &self.program.queries[b.index()]);
        let ([one], [other]) = (a.binders.as_slice(), b.binders.as_slice()) else { return false };
        let domains = match (one.domain, other.domain) {
            (Domain::Set(one), Domain::Set(other)) => self.same((one, at), (other, then)),
            _ => false,
        };
        // The same name for both, which is none of the question's.
        self.inner += 1;
        let name = Value::Chosen(Reg::MAX - self.inner);
        let (at, then) = (self.names.reg(at, one.reg, name), self.names.reg(then, other.reg, name));
        let filters = match (a.filter, b.filter) {
            (Some(a), Some(b)) => self.same((a, at), (b, then)),
            (a, b) => a.is_none() && b.is_none(),
        };
        domains && filters && a.keys.is_empty() && b.keys.is_empty()
    }

    /// The number that an expression surely is, where a name is thought to have a value.
    pub(super) fn eval(&mut self, e: ExprId, env: Env, thought: Thought) -> Option<i32> {
        let (e, env) = match self.root(e, env) {
            Root::Const(value) => return Some(value),
            Root::Chosen(reg) => return thought.filter(|thought| thought.0 == reg).map(|thought| thought.1),
            Root::Unknown => return None,
            Root::Node(e, env) => (e, env),
        };
        let yes = |yes: bool| Some(i32::from(yes));
        match self.program.exprs[e.index()] {
            Expr::RegPlus(reg, by) => match self.names.of_reg(env, reg) {
                None => thought.filter(|thought| thought.0 == reg)?.1.checked_add(by),
                Some(_) => None,
            },
            Expr::Arith(op, a, b) => {
                let (a, b) = (self.eval(a, env, thought)?, self.eval(b, env, thought)?);
                match op {
                    Arith::Add => a.checked_add(b),
                    Arith::Sub => a.checked_sub(b),
                    Arith::Mul => a.checked_mul(b),
                    Arith::Min => Some(a.min(b)),
                    Arith::Max => Some(a.max(b)),
                    Arith::Gap => a.checked_sub(b)?.checked_abs(),
                    Arith::Less => yes(a < b),
                    Arith::AtMost => yes(a <= b),
                    Arith::Is => yes(a == b),
                    Arith::IsNot => yes(a != b),
                }
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
            Expr::SetHas(set, member) => {
                let member = self.eval(member, env, thought)?;
                self.has(set, env, member)
            }
            _ => None,
        }
    }

    /// Of two conditions one that decides is enough.
    fn either(&mut self, a: ExprId, b: ExprId, env: Env, thought: Thought, decides: i32) -> Option<i32> {
        let decided = |value: Option<i32>| value.map(|value| i32::from(value != 0));
        let a = decided(self.eval(a, env, thought));
        if a == Some(decides) {
            return a;
        }
        let b = decided(self.eval(b, env, thought));
        if b == Some(decides) { b } else { a.and(b) }
    }

    /// Whether a set has a member.
    fn has(&mut self, set: ExprId, env: Env, member: i32) -> Option<i32> {
        let Root::Node(set, env) = self.root(set, env) else { return None };
        match self.program.exprs[set.index()] {
            Expr::SetConst(at) => Some(i32::from(self.program.sets[at as usize].has(member))),
            Expr::One(a) => Some(i32::from(self.eval(a, env, None)? == member)),
            Expr::Union(a, b) => match (self.has(a, env, member), self.has(b, env, member)) {
                (Some(1), _) | (_, Some(1)) => Some(1),
                (a, b) => a.and(b),
            },
            Expr::SetOf(query, value) => self.is_result(query, value, env, member),
            _ => None,
        }
    }

    /// Whether a value is one of those of a query over constants.
    fn is_result(&mut self, query: QueryId, value: ExprId, env: Env, member: i32) -> Option<i32> {
        let query: &Query = &self.program.queries[query.index()];
        let [binder] = query.binders.as_slice() else { return None };
        let mut found = 0;
        for at in self.values(binder.domain)? {
            let thought = Some((binder.reg, at));
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

    /// What a name can be, where that is known.
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

    /// Whether a number is surely 0 or more.
    pub(super) fn is_natural(&mut self, e: ExprId, env: Env) -> bool {
        match self.root(e, env) {
            Root::Const(value) => value >= 0,
            Root::Chosen(reg) => {
                let values = self.chosen.iter().find(|chosen| chosen.0 == reg);
                values.is_some_and(|(_, _, values)| !values.is_empty() && values.iter().all(|&value| value >= 0))
            }
            Root::Unknown => false,
            Root::Node(e, _) if self.things.counts.contains_key(&e) => true,
            Root::Node(e, env) => match self.program.exprs[e.index()] {
                Expr::Array { array, .. } => self.program.arrays[array as usize].iter().all(|&value| value >= 0),
                Expr::SetSize(_) | Expr::CountOf(_) | Expr::Count { .. } | Expr::CountAll { .. } => true,
                Expr::Arith(Arith::Add | Arith::Mul | Arith::Min, a, b) => {
                    self.is_natural(a, env) && self.is_natural(b, env)
                }
                Expr::If(_, a, b) => self.is_natural(a, env) && self.is_natural(b, env),
                _ => false,
            },
        }
    }

    /// Whether a node reads what may lie on the table.
    fn reads_the_table(&self, expr: Expr) -> bool {
        match expr {
            Expr::Slot(slot) => slot < self.program.layout.frames,
            Expr::SlotAt { .. } | Expr::Count { .. } | Expr::CountAll { .. } | Expr::First(_) => true,
            _ => false,
        }
    }

    /// Whether a value of a name agrees with everything that is known.
    pub(super) fn may_be(&mut self, facts: &[Fact], thought: (Reg, i32)) -> bool {
        facts
            .iter()
            .all(|fact| self.eval(fact.holds, fact.env, Some(thought)).is_none_or(|holds| (holds != 0) == fact.yes))
    }
}

/// Whether a node says nothing but what its parts say and what lies on the table.
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
            | Expr::SetHas(..)
            | Expr::SetConst(_)
            | Expr::SetArray { .. }
            | Expr::One(_)
            | Expr::If(..)
    )
}
