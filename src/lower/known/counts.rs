//! How many of a thing lie in a place.

use super::names::{Env, Value};
use super::values::Root;
use super::{Fact, Known, Way};
use crate::code::{Arith, Binder, Domain, Expr, ExprId, MoveWhat, QueryId, Reg, Set};

/// Things in a place: the place, the piece, how many; at a moment.
#[derive(Clone, Copy)]
struct Wanted {
    cell: ExprId,
    piece: ExprId,
    count: ExprId,
    env: Env,
}

impl Known<'_> {
    /// A name of the question.
    pub(super) fn choose(&mut self, binder: &Binder, facts: &[Fact]) {
        let mut values = self.values(binder.domain).unwrap_or_default();
        values.retain(|&value| self.may_be(facts, (binder.reg, value)));
        self.chosen.push((binder.reg, binder.domain, values));
    }

    /// What a piece can be.
    pub(super) fn pieces(&mut self, piece: ExprId, way: &Way) -> Option<Set> {
        let all: Vec<i32> = match self.eval(piece, way.env, None) {
            Some(piece) => vec![piece],
            None => {
                let found = (0..self.chosen.len()).find_map(|at| self.pieces_by(at, piece, way))?;
                found.into_iter().map(|(_, piece)| piece).collect()
            }
        };
        let known = Set::below(self.program.layout.pieces.len());
        all.iter().all(|&piece| known.has(piece)).then(|| all.into_iter().fold(Set::EMPTY, Set::with))
    }

    /// The piece for each value that a name of the question can have, where nothing else matters.
    pub(super) fn pieces_by(&mut self, name: usize, piece: ExprId, way: &Way) -> Option<Vec<(i32, i32)>> {
        let (reg, values): (Reg, Vec<i32>) = (self.chosen[name].0, self.chosen[name].2.clone());
        let mut found = Vec::new();
        for value in values {
            if self.may_be(&way.facts, (reg, value)) {
                found.push((value, self.eval(piece, way.env, Some((reg, value)))?));
            }
        }
        Some(found).filter(|found| !found.is_empty())
    }

    /// The family of a place.
    pub(super) fn family(&mut self, cell: ExprId, env: Env) -> Option<u32> {
        match self.root(cell, env) {
            Root::Const(cell) => {
                let cell = self.program.layout.cells.get(usize::try_from(cell).ok()?)?;
                Some(cell.family)
            }
            Root::Node(e, _) => self.things.places.get(&e).copied(),
            _ => None,
        }
    }

    /// Whether so many of a piece surely lie in a place.
    pub(super) fn is_there(&mut self, what: MoveWhat, from: ExprId, way: &Way, pieces: Set) -> bool {
        let MoveWhat::Exactly(count, piece) = what else { return false };
        if !self.is_natural(count, way.env) {
            return false;
        }
        if self.has_no_end(from, way.env, pieces) {
            return true;
        }
        let family = self.family(from, way.env);
        let left = |taken: &super::Taken| {
            let elsewhere = taken.family.is_some() && family.is_some() && taken.family != family;
            elsewhere || taken.pieces.and(pieces).is_empty()
        };
        if family.is_none() || !way.taken.iter().all(left) {
            return false;
        }
        let wanted = Wanted { cell: from, piece, count, env: way.env };
        self.was_chosen_there(&wanted, way) || way.facts.iter().any(|fact| self.says(*fact, &wanted, way))
    }

    /// Whether a place is where a piece comes from that has no end.
    fn has_no_end(&mut self, from: ExprId, env: Env, pieces: Set) -> bool {
        let Some(cell) = self.eval(from, env, None) else { return false };
        let layout = &self.program.layout;
        let Some(cell) = usize::try_from(cell).ok().and_then(|cell| layout.cells.get(cell)) else { return false };
        let offsets = &layout.families[cell.family as usize].offsets;
        pieces.iter().all(|piece| {
            let endless = layout.pieces[piece as usize].copies.is_none();
            let word = offsets[piece as usize].map(|offset| cell.base as usize + usize::from(offset));
            endless && word.is_some_and(|word| self.program.start[word] >= i32::MAX / 2)
        })
    }

    /// Whether the question chose the piece out of this place.
    fn was_chosen_there(&mut self, wanted: &Wanted, way: &Way) -> bool {
        if self.eval(wanted.count, wanted.env, None).is_none_or(|count| count > 1) {
            return false;
        }
        (0..self.chosen.len()).any(|at| {
            let (cell, less) = match self.chosen[at].1 {
                Domain::Cell { cell, less, .. } => (cell, less),
                Domain::Bag { bag, less } => match self.program.exprs[bag.index()] {
                    Expr::BagAt { cell, .. } => (cell, less),
                    _ => return false,
                },
                _ => return false,
            };
            let asked = (cell, self.names.begin());
            let is = |found: Vec<(i32, i32)>| found.into_iter().all(|(value, piece)| value + less == piece);
            self.same((wanted.cell, wanted.env), asked) && self.pieces_by(at, wanted.piece, way).is_some_and(is)
        })
    }

    /// Whether a fact says that so many are there.
    fn says(&mut self, fact: Fact, wanted: &Wanted, way: &Way) -> bool {
        let Root::Node(e, env) = self.root(fact.holds, fact.env) else { return false };
        let part = |holds: ExprId, yes: bool| Fact { holds, env, yes };
        match (self.program.exprs[e.index()], fact.yes) {
            (Expr::And(a, b), true) => self.says(part(a, true), wanted, way) || self.says(part(b, true), wanted, way),
            (Expr::Or(a, b), false) => self.says(part(a, false), wanted, way) || self.says(part(b, false), wanted, way),
            (Expr::Not(a), yes) => self.says(part(a, !yes), wanted, way),
            // One of the two holds: the one that the other does not rule out.
            (Expr::Or(a, b), true) => {
                self.is_false(part(a, false), way) && self.says(part(b, true), wanted, way)
                    || self.is_false(part(b, false), way) && self.says(part(a, true), wanted, way)
            }
            // So it is for each value of a name: for one that is at hand as well.
            (Expr::Every(query, holds), true) => self.instances(query, env).into_iter().any(|env| {
                let fact = Fact { holds, env, yes: true };
                self.says(fact, wanted, way)
            }),
            (Expr::Arith(Arith::AtMost, least, count), true) => {
                self.counts(count, env, wanted) && self.covers((least, env), 0, wanted)
            }
            (Expr::Arith(Arith::Less, less, count), true) => {
                self.counts(count, env, wanted) && self.covers((less, env), 1, wanted)
            }
            (Expr::Arith(Arith::AtMost, count, most), false) => {
                self.counts(count, env, wanted) && self.covers((most, env), 1, wanted)
            }
            (Expr::Arith(Arith::Less, count, most), false) => {
                self.counts(count, env, wanted) && self.covers((most, env), 0, wanted)
            }
            _ => false,
        }
    }

    /// For each name at hand that has only values which a query goes through: the moment in which the query's name is that one.
    fn instances(&mut self, query: QueryId, env: Env) -> Vec<Env> {
        let query = &self.program.queries[query.index()];
        let [binder] = query.binders.as_slice() else { return Vec::new() };
        let Some(all) = self.values(binder.domain).filter(|_| query.filter.is_none()) else { return Vec::new() };
        let fits = |values: &[i32]| values.iter().all(|value| all.contains(value));
        let names: Vec<Reg> = self.chosen.iter().filter(|chosen| fits(&chosen.2)).map(|chosen| chosen.0).collect();
        names.into_iter().map(|name| self.names.reg(env, binder.reg, Value::Chosen(name))).collect()
    }

    /// Whether an expression counts these wanted.
    fn counts(&mut self, e: ExprId, env: Env, wanted: &Wanted) -> bool {
        let Root::Node(e, env) = self.root(e, env) else { return false };
        let (cell, piece) = match (self.things.counts.get(&e), self.program.exprs[e.index()]) {
            (Some(&counted), _) => counted,
            (None, Expr::Count { cell, piece }) => (cell, piece),
            _ => return false,
        };
        self.same((cell, env), (wanted.cell, wanted.env)) && self.same((piece, env), (wanted.piece, wanted.env))
    }

    /// Whether `least + more` is as many as are wanted.
    fn covers(&mut self, least: (ExprId, Env), more: i32, wanted: &Wanted) -> bool {
        let goal = (wanted.count, wanted.env);
        let numbers = (self.eval(least.0, least.1, None), self.eval(goal.0, goal.1, None));
        match numbers {
            (Some(least), Some(wanted)) => wanted <= least.saturating_add(more),
            _ => self.same(least, goal),
        }
    }

    /// Whether it is known that a condition does not hold.
    fn is_false(&mut self, fact: Fact, way: &Way) -> bool {
        if self.eval(fact.holds, fact.env, None) == Some(0) {
            return true;
        }
        let (said, yes) = self.said(fact.holds, fact.env);
        way.facts.iter().any(|known| {
            let (known_said, known_yes) = self.said(known.holds, known.env);
            (known.yes == known_yes) != yes && self.same(known_said, said)
        })
    }

    /// A condition without its `not`, and whether it was said without.
    fn said(&mut self, e: ExprId, env: Env) -> ((ExprId, Env), bool) {
        match self.root(e, env) {
            Root::Node(e, env) => match self.program.exprs[e.index()] {
                Expr::Not(a) => {
                    let (inner, yes) = self.said(a, env);
                    (inner, !yes)
                }
                _ => ((e, env), true),
            },
            _ => ((e, env), true),
        }
    }
}
