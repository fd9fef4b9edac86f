//! The analysis: names, words of the state, and the iteration to a fixpoint.

use std::collections::BTreeMap;

use super::stored::{self, Stored, Storing, copies};
use super::value_set::ValueSet;
use crate::code::{Domain, Expr, ExprId, Legend, Notation, Pc, Program, QueryId, Reg, Set, Slot, Variable};

/// Maximum depth of nested evaluations. What lies deeper is not bounded.
const MOST_NESTED_EVALUATIONS: u32 = 200;
/// Number of rounds after which values that still grow are not bounded (widening).
const ROUNDS: u32 = 8;

/// The bounded item.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bounded {
    Expr(ExprId),
    Reg(Reg),
    Words(Slot, u32),
    Elements(Slot, u32),
}

/// The bounded item, and the rule whose names it reads: frames of different rules share words.
type BoundKey = (Option<usize>, Bounded);

/// A value that a name gets.
#[derive(Clone, Copy)]
enum Binding {
    Domain(Domain),
    Value(ExprId),
}

/// Value sets of a program, evaluated on request.
pub struct ValueSets<'p> {
    pub(super) p: &'p Program,
    legend: &'p Legend,
    /// The values of each register.
    names: BTreeMap<Reg, Vec<Binding>>,
    stored: Vec<Storing>,
    /// The first word and the number of words of each rule's frame.
    frames: Vec<Option<(Slot, u32)>>,
    /// The piece whose number a word holds.
    things: BTreeMap<Slot, u32>,
    /// Final results.
    known: BTreeMap<BoundKey, ValueSet>,
    /// Results of this round and of the round before.
    now: BTreeMap<BoundKey, ValueSet>,
    before: BTreeMap<BoundKey, ValueSet>,
    rule: Option<usize>,
    depth: u32,
}

impl<'p> ValueSets<'p> {
    /// Prepares the analysis of a program.
    pub fn new(p: &'p Program, legend: &'p Legend) -> Self {
        let mut things = BTreeMap::new();
        for cell in &p.layout.cells {
            let order = p.layout.families[cell.family as usize].order.iter();
            things.extend((cell.base..).zip(order.copied()));
        }
        Self {
            p,
            legend,
            names: names(p),
            stored: stored::all(p, legend),
            frames: stored::frames(p),
            things,
            known: BTreeMap::new(),
            now: BTreeMap::new(),
            before: BTreeMap::new(),
            rule: None,
            depth: 0,
        }
    }

    /// The values of a name of a query that an operation evaluates.
    pub fn name_at(&mut self, at: Pc, query: QueryId, number: usize) -> ValueSet {
        self.solve(at, |sets| sets.name(query, number))
    }

    /// The values of an expression that an operation evaluates: of a word, or of the members of a set and the elements of a list.
    pub fn expr_at(&mut self, at: Pc, e: ExprId) -> ValueSet {
        self.solve(at, |sets| sets.expr(e))
    }

    /// All values of a type. For sets and lists, those of their elements.
    pub fn of_type(&self, ty: u32) -> ValueSet {
        match &self.legend.types[ty as usize] {
            Notation::Number | Notation::Amounts(_) => ValueSet::ANY,
            Notation::YesNo => ValueSet::TRUTH,
            Notation::Member(kind) => ValueSet::below(self.legend.kinds[*kind as usize].members.len()),
            Notation::Piece | Notation::Bag => ValueSet::below(self.p.layout.pieces.len()),
            Notation::Cell => ValueSet::below(self.p.layout.cells.len()),
            Notation::Set(inner) | Notation::List(inner, _) => self.of_type(*inner),
        }
    }

    /// Iterates to a fixpoint.
    fn solve(&mut self, at: Pc, find: impl Fn(&mut Self) -> ValueSet) -> ValueSet {
        self.rule = stored::rule_at(self.p, at);
        let mut round = 0;
        loop {
            let found = find(self);
            let grown =
                |(key, values): &(&BoundKey, &ValueSet)| self.before.get(key).unwrap_or(&ValueSet::EMPTY) != *values;
            let grown: Vec<BoundKey> = self.now.iter().filter(grown).map(|(key, _)| *key).collect();
            self.before = std::mem::take(&mut self.now);
            if grown.is_empty() {
                self.known.append(&mut self.before);
                return found;
            }
            // Each round after the first ones settles a value.
            if round >= ROUNDS {
                self.known.extend(grown.into_iter().map(|key| (key, ValueSet::ANY)));
            }
            round += 1;
        }
    }

    /// The values of a word, the members of a set, the elements of a list, or the pieces of a bag. Sets and lists inside a list count
    /// with their members.
    pub(super) fn expr(&mut self, e: ExprId) -> ValueSet {
        self.once(Bounded::Expr(e), |sets| sets.found(e))
    }

    pub(super) fn any_of(&mut self, exprs: impl IntoIterator<Item = ExprId>) -> ValueSet {
        exprs.into_iter().fold(ValueSet::EMPTY, |all, e| all.or(self.expr(e)))
    }

    /// The values of a name of a query.
    pub(super) fn name(&mut self, query: QueryId, number: usize) -> ValueSet {
        let binder = self.p.queries[query.index()].binders.get(number);
        binder.map_or(ValueSet::ANY, |binder| self.domain(binder.domain))
    }

    pub(super) fn reg(&mut self, reg: Reg) -> ValueSet {
        self.once(Bounded::Reg(reg), |sets| {
            let Some(named) = sets.names.get(&reg).cloned() else { return ValueSet::ANY };
            named.into_iter().fold(ValueSet::EMPTY, |all, named| {
                all.or(match named {
                    Binding::Domain(domain) => sets.domain(domain),
                    Binding::Value(value) => sets.expr(value),
                })
            })
        })
    }

    /// The values of consecutive words of the state.
    pub(super) fn words(&mut self, base: Slot, count: u32) -> ValueSet {
        let things: Vec<u32> = self.things.range(base..base + count).map(|(_, &piece)| piece).collect();
        let p = self.p;
        let all = things.iter().fold(ValueSet::EMPTY, |all, &piece| all.or(copies(p, Set::EMPTY.with(piece as i32))));
        if things.len() as u32 == count {
            return all;
        }
        let stored = self.once(Bounded::Words(base, count), |sets| {
            sets.join(base, count, |sets, value, several| if several { ValueSet::ANY } else { sets.value(value) })
        });
        all.or(stored).and(self.declared(base, count))
    }

    /// The elements of sets or lists in consecutive words of the state.
    pub(super) fn elements(&mut self, base: Slot, count: u32) -> ValueSet {
        let stored = self.once(Bounded::Elements(base, count), |sets| {
            sets.join(base, count, |sets, value, several| match value {
                _ if several => sets.value(value),
                Stored::Known(zero) if zero == ValueSet::one(0) => ValueSet::EMPTY,
                _ => ValueSet::ANY,
            })
        });
        stored.and(self.declared(base, count))
    }

    /// The values of the type of the variable that these words belong to.
    fn declared(&self, base: Slot, count: u32) -> ValueSet {
        let mut variables = self.legend.tracks.iter().chain(&self.legend.memory);
        let holds = |own: &&Variable| own.base <= base && base + count <= own.base + stored::width(own);
        variables.find(holds).map_or(ValueSet::ANY, |own| self.of_type(own.notation))
    }

    /// Joins everything that is stored in these words while the present rule runs.
    fn join(
        &mut self,
        base: Slot,
        count: u32,
        mut values: impl FnMut(&mut Self, Stored, bool) -> ValueSet,
    ) -> ValueSet {
        let here = self.rule;
        let own = stored::in_frame(&self.frames, here, base, count);
        // A rule that is not running here uses the same words for names of its own.
        let is_other = |storing: &Storing| own && storing.owner.is_some() && storing.owner != here;
        let overlaps = |storing: &&Storing| storing.base < base + count && base < storing.base + storing.count;
        let found = self.stored.iter().filter(overlaps).filter(|storing| !is_other(storing)).copied();
        let found: Vec<Storing> = found.collect();
        let mut all = ValueSet::EMPTY;
        for storing in found {
            self.rule = storing.rule;
            all = all.or(values(self, storing.value, storing.several));
        }
        self.rule = here;
        all
    }

    fn value(&mut self, stored: Stored) -> ValueSet {
        match stored {
            Stored::Known(known) => known,
            Stored::Value(value) => self.expr(value),
            Stored::Between(low, high) => self.domain(Domain::Range(low, high)),
            Stored::Name(query, number) => self.name(query, number),
        }
    }

    /// Evaluates something once a round. What depends on itself reads the result of the round before.
    fn once(&mut self, what: Bounded, find: impl FnOnce(&mut Self) -> ValueSet) -> ValueSet {
        let key = (self.rule, what);
        if let Some(&known) = self.known.get(&key).or_else(|| self.now.get(&key)) {
            return known;
        }
        if self.depth >= MOST_NESTED_EVALUATIONS {
            return ValueSet::ANY;
        }
        let before = self.before.get(&key).copied().unwrap_or(ValueSet::EMPTY);
        self.now.insert(key, before);
        self.depth += 1;
        let found = find(self).or(before);
        self.depth -= 1;
        self.now.insert(key, found);
        found
    }
}

/// The values of each register.
fn names(p: &Program) -> BTreeMap<Reg, Vec<Binding>> {
    let mut names: BTreeMap<Reg, Vec<Binding>> = BTreeMap::new();
    for binder in p.queries.iter().flat_map(|query| &query.binders) {
        names.entry(binder.reg).or_default().push(Binding::Domain(binder.domain));
    }
    for expr in &p.exprs {
        match *expr {
            Expr::Let { reg, value, .. } | Expr::LetSet { reg, value, .. } | Expr::LetWords { reg, value, .. } => {
                names.entry(reg).or_default().push(Binding::Value(value));
            }
            Expr::Call { fun, .. } => {
                for (&(reg, _), &value) in p.funs[fun as usize].params.iter().zip(p.listed(expr)) {
                    names.entry(reg).or_default().push(Binding::Value(value));
                }
            }
            _ => {}
        }
    }
    names
}
