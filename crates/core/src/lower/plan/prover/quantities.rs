//! Quantities in symbolic states: the number of a piece that lies in a place.

use super::evaluation::Root;
use super::symbolic_store::{EnvId, Lot, SymbolicStore, Touched, WordValue};
use super::{ChosenName, FactAt, PathState, Prover, TakenThing};
use crate::code::{Arith, Binder, Domain, Expr, ExprId, MoveWhat, QueryId, Reg, Set};

/// A number of a piece that must lie in a place, in a store version.
#[derive(Clone, Copy)]
struct WantedThings {
    cell: ExprId,
    piece: ExprId,
    count: ExprId,
    env: EnvId,
}

impl Prover<'_, '_> {
    /// Binds a name of a question or loop in a store version. Returns false if it is bound already.
    pub(super) fn choose(&mut self, binder: &Binder, env: EnvId, facts: &mut Vec<FactAt>) -> bool {
        if self.chosen.iter().any(|name| name.reg == binder.reg) {
            return false;
        }
        let (domain, env, filter) = self.drawn_from(binder.domain, env);
        if let Some((reg, holds)) = filter {
            let env = self.names.reg(env, reg, WordValue::Chosen(binder.reg));
            self.learn(facts, holds, env, true);
        }
        let mut values = self.values(domain).unwrap_or_default();
        values.retain(|&value| self.may_be(facts, &[(binder.reg, value)]));
        self.chosen.push(ChosenName { reg: binder.reg, domain, values, env });
        true
    }

    /// Resolves a domain that is the results of another query: its domain, store version, and filter with the register of its name.
    fn drawn_from(&mut self, domain: Domain, env: EnvId) -> (Domain, EnvId, Option<(Reg, ExprId)>) {
        let Domain::Set(set) = domain else { return (domain, env, None) };
        let Root::Node(set, then) = self.root(set, env) else { return (domain, env, None) };
        if let Expr::SetOf(query, value) = self.program.exprs[set.index()] {
            let query = &self.program.queries[query.index()];
            if let ([binder], Expr::Reg(reg)) = (query.binders.as_slice(), self.program.exprs[value.index()])
                && reg == binder.reg
            {
                return (binder.domain, then, query.filter.map(|holds| (reg, holds)));
            }
        }
        (domain, env, None)
    }

    /// The possible values of a piece.
    pub(super) fn pieces(&mut self, piece: ExprId, path: &PathState) -> Option<Set> {
        let Some((_, found)) = self.by_name(piece, path.env, &path.facts) else {
            return self.any_piece(piece, path.env);
        };
        let known = Set::below(self.program.layout.pieces.len());
        let all = || found.iter().map(|found| found.1);
        all().all(|piece| known.has(piece)).then(|| all().fold(Set::EMPTY, Set::with))
    }

    /// The single name on which a piece depends, by its number, and the piece for each of its values.
    fn by_name(&mut self, piece: ExprId, env: EnvId, facts: &[FactAt]) -> Option<(usize, Vec<(i32, i32)>)> {
        (0..self.chosen.len()).find_map(|at| Some((at, self.pieces_by(at, piece, env, facts)?)))
    }

    /// The piece for each possible value of a name, if it depends on nothing else.
    pub(super) fn pieces_by(
        &mut self,
        name: usize,
        piece: ExprId,
        env: EnvId,
        facts: &[FactAt],
    ) -> Option<Vec<(i32, i32)>> {
        let (reg, values): (Reg, Vec<i32>) = (self.chosen[name].reg, self.chosen[name].values.clone());
        let mut found = Vec::new();
        for value in values {
            if self.may_be(facts, &[(reg, value)]) {
                found.push((value, self.eval(piece, env, &[(reg, value)])?));
            }
        }
        Some(found).filter(|found| !found.is_empty())
    }

    /// True if two pieces, each of which depends on a name, are certainly different.
    fn differ(&mut self, one: (ExprId, EnvId), other: (ExprId, EnvId), facts: &[FactAt]) -> bool {
        let names = (self.by_name(one.0, one.1, facts), self.by_name(other.0, other.1, facts));
        let (Some((a, one)), Some((b, other))) = names else { return false };
        let (a, b) = (self.chosen[a].reg, self.chosen[b].reg);
        let mut both = one.iter().flat_map(|one| other.iter().map(move |other| (one, other)));
        a != b && both.all(|(one, other)| one.1 != other.1 || !self.may_be(facts, &[(a, one.0), (b, other.0)]))
    }

    /// The family of a place.
    pub(super) fn family(&mut self, cell: ExprId, env: EnvId) -> Option<u32> {
        match self.root(cell, env) {
            Root::Const(cell) => {
                let cell = self.program.layout.cells.get(usize::try_from(cell).ok()?)?;
                Some(cell.family)
            }
            Root::Node(e, _) => self.things.places.get(&e).copied(),
            _ => None,
        }
    }

    /// True if a place certainly holds the number of a piece that a move takes.
    pub(super) fn is_there(&mut self, what: MoveWhat, from: ExprId, path: &PathState, pieces: Set) -> bool {
        let MoveWhat::Exactly(count, piece) = what else { return false };
        if !self.is_natural(count, path.env) {
            return false;
        }
        if self.has_no_end(from, path.env, pieces) {
            return true;
        }
        if !self.is_left(piece, from, path, pieces) {
            return false;
        }
        let wanted = WantedThings { cell: from, piece, count, env: path.env };
        self.was_chosen_there(&wanted, path) || path.facts.iter().any(|fact| self.says(*fact, &wanted, path))
    }

    /// True if nothing on the path took a piece, which is one of `pieces`, from a place.
    pub(super) fn is_left(&mut self, piece: ExprId, from: ExprId, path: &PathState, pieces: Set) -> bool {
        let lot = Lot { family: self.family(from, path.env), pieces };
        let others = |taken: &TakenThing| {
            !taken.lot.may_equal(&lot)
                || taken.piece.is_some_and(|it| self.differ(it, (piece, path.env), &path.facts))
                || taken.cell.is_some_and(|cell| {
                    self.has_none(cell, piece, path, &taken.lot) || self.has_no_room_for(cell, (piece, pieces), path)
                })
        };
        lot.family.is_some() && path.taken.iter().all(others)
    }

    /// True if a fact implies that a place held none of a piece when things of this lot were taken from it.
    fn has_none(&mut self, (cell, then): (ExprId, EnvId), piece: ExprId, path: &PathState, lot: &Lot) -> bool {
        let lies = Touched::Things(*lot);
        path.facts.iter().any(|fact| {
            let Expr::Arith(Arith::Is, a, b) = self.program.exprs[fact.holds.index()] else { return false };
            let mut says = |count: ExprId, none: ExprId| {
                let Some((there, counted)) = self.counted(count) else { return false };
                self.eval(none, fact.env, &[]) == Some(0)
                    && self.same((there, fact.env), (cell, then))
                    && self.same((counted, fact.env), (piece, path.env))
            };
            fact.yes && (says(a, b) || says(b, a)) && self.names.unchanged(fact.env, then, &lies, &self.program.layout)
        })
    }

    /// True if a fact implies that a place was full of other pieces, and so held none of a piece, which is one of `pieces`.
    fn has_no_room_for(
        &mut self,
        (cell, then): (ExprId, EnvId),
        (piece, pieces): (ExprId, Set),
        path: &PathState,
    ) -> bool {
        let Some(family) = self.family(cell, then) else { return false };
        let places = &self.program.layout.families[family as usize];
        path.facts.iter().any(|fact| {
            let Some((count, least)) = self.at_least(fact) else { return false };
            let Some((there, counted)) = self.counted(count) else { return false };
            let Some(others) = self.any_piece(counted, fact.env) else { return false };
            let full = places.limits.iter().any(|limit| {
                let most = self.eval(limit.most, SymbolicStore::START, &[]);
                others.or(pieces).minus(limit.pieces).is_empty() && most.is_some_and(|most| most <= least)
            });
            let lies = Touched::Things(Lot { family: Some(family), pieces: others });
            let (other, this) = ((counted, fact.env), (piece, path.env));
            full && self.same((there, fact.env), (cell, then))
                && self.names.unchanged(fact.env, then, &lies, &self.program.layout)
                && (others.and(pieces).is_empty()
                    || self.differ(other, this, &path.facts)
                    || self.differ_by_word(other, this)
                    || self.differ_by_word(this, other))
        })
    }

    /// The expression that a fact bounds from below, and the bound.
    fn at_least(&mut self, fact: &FactAt) -> Option<(ExprId, i32)> {
        let (more, parts) = match self.program.exprs[fact.holds.index()] {
            Expr::Arith(Arith::Is, a, b) => (0, [(a, b), (b, a)]),
            Expr::Arith(Arith::AtMost, least, count) => (0, [(count, least); 2]),
            Expr::Arith(Arith::Less, less, count) => (1, [(count, less); 2]),
            _ => return None,
        };
        let mut known = |(count, least): (ExprId, ExprId)| Some((count, self.eval(least, fact.env, &[])? + more));
        parts.into_iter().find_map(|part| known(part).filter(|_| fact.yes))
    }

    /// True if two pieces are certainly different, where one is indexed by a word of the state: `thing[you]` and `thing[left(you)]`.
    fn differ_by_word(&mut self, one: (ExprId, EnvId), other: (ExprId, EnvId)) -> bool {
        let Root::Node(e, env) = self.root(one.0, one.1) else { return false };
        let (word, first) = match self.program.exprs[e.index()] {
            Expr::Slot(_) => ((e, env), 0),
            Expr::Arith(Arith::Add, a, b) => {
                let numbers = (self.eval(a, env, &[]), self.eval(b, env, &[]));
                let (word, first) = match numbers {
                    (None, Some(first)) => (a, first),
                    (Some(first), None) => (b, first),
                    _ => return false,
                };
                let Root::Node(word, env) = self.root(word, env) else { return false };
                ((word, env), first)
            }
            _ => return false,
        };
        let Some(pieces) = self.any_piece(one.0, one.1) else { return false };
        if !matches!(self.program.exprs[word.0.index()], Expr::Slot(_)) {
            return false;
        }
        let differ = pieces.iter().all(|piece| {
            self.supposed = Some((word, piece - first));
            self.eval(other.0, other.1, &[]).is_some_and(|other| other != piece)
        });
        self.supposed = None;
        differ
    }

    /// True if a place has an unlimited supply of these pieces.
    fn has_no_end(&mut self, from: ExprId, env: EnvId, pieces: Set) -> bool {
        let Some(cell) = self.eval(from, env, &[]) else { return false };
        let layout = &self.program.layout;
        let Some(cell) = usize::try_from(cell).ok().and_then(|cell| layout.cells.get(cell)) else { return false };
        let offsets = &layout.families[cell.family as usize].offsets;
        pieces.iter().all(|piece| {
            let endless = layout.pieces[piece as usize].copies.is_none();
            let word = offsets[piece as usize].map(|offset| cell.base as usize + usize::from(offset));
            endless && word.is_some_and(|word| self.program.start[word] >= i32::MAX / 2)
        })
    }

    /// True if the piece was chosen from this place at the question.
    fn was_chosen_there(&mut self, wanted: &WantedThings, path: &PathState) -> bool {
        if self.eval(wanted.count, wanted.env, &[]).is_none_or(|count| count > 1) {
            return false;
        }
        (0..self.chosen.len()).any(|at| {
            let (cell, less) = match self.chosen[at].domain {
                Domain::Cell { cell, less, .. } => (cell, less),
                Domain::Bag { bag, less } => match self.program.exprs[bag.index()] {
                    Expr::BagAt { cell, .. } => (cell, less),
                    _ => return false,
                },
                _ => return false,
            };
            let asked = (cell, self.chosen[at].env);
            let is = |found: Vec<(i32, i32)>| found.into_iter().all(|(value, piece)| value + less == piece);
            self.same((wanted.cell, wanted.env), asked)
                && self.pieces_by(at, wanted.piece, wanted.env, &path.facts).is_some_and(is)
        })
    }

    /// True if a fact implies that the wanted number is there.
    fn says(&mut self, fact: FactAt, wanted: &WantedThings, path: &PathState) -> bool {
        let Root::Node(e, env) = self.root(fact.holds, fact.env) else { return false };
        let part = |holds: ExprId, yes: bool| FactAt { holds, env, yes };
        match (self.program.exprs[e.index()], fact.yes) {
            (Expr::And(a, b), true) => self.says(part(a, true), wanted, path) || self.says(part(b, true), wanted, path),
            (Expr::Or(a, b), false) => {
                self.says(part(a, false), wanted, path) || self.says(part(b, false), wanted, path)
            }
            (Expr::Not(a), yes) => self.says(part(a, !yes), wanted, path),
            // Disjunctive syllogism: if one operand is false, the other one holds.
            (Expr::Or(a, b), true) => {
                self.is_false(part(a, false), path) && self.says(part(b, true), wanted, path)
                    || self.is_false(part(b, false), path) && self.says(part(a, true), wanted, path)
            }
            // Universal instantiation: it holds for each bound name.
            (Expr::Every(query, holds), true) => self.instances(query, env).into_iter().any(|env| {
                let fact = FactAt { holds, env, yes: true };
                self.says(fact, wanted, path)
            }),
            (Expr::Arith(Arith::Is, a, b), true) => [(a, b), (b, a)]
                .into_iter()
                .any(|(count, number)| self.counts(count, env, wanted) && self.covers((number, env), 0, wanted)),
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

    /// For each bound name whose values all lie in a query's domain, the store version that binds the query's name to it.
    fn instances(&mut self, query: QueryId, env: EnvId) -> Vec<EnvId> {
        let query = &self.program.queries[query.index()];
        let [binder] = query.binders.as_slice() else { return Vec::new() };
        let Some(all) = self.values(binder.domain).filter(|_| query.filter.is_none()) else { return Vec::new() };
        let fits = |values: &[i32]| values.iter().all(|value| all.contains(value));
        let names: Vec<Reg> = self.chosen.iter().filter(|name| fits(&name.values)).map(|name| name.reg).collect();
        names.into_iter().map(|name| self.names.reg(env, binder.reg, WordValue::Chosen(name))).collect()
    }

    /// True if an expression counts the wanted things.
    fn counts(&mut self, e: ExprId, env: EnvId, wanted: &WantedThings) -> bool {
        let Root::Node(e, env) = self.root(e, env) else { return false };
        let Some((cell, piece)) = self.counted(e) else { return false };
        self.same((cell, env), (wanted.cell, wanted.env)) && self.same((piece, env), (wanted.piece, wanted.env))
    }

    /// The place and the piece of a node that counts things.
    fn counted(&self, e: ExprId) -> Option<(ExprId, ExprId)> {
        match (self.things.counts.get(&e), self.program.exprs[e.index()]) {
            (Some(&counted), _) => Some(counted),
            (None, Expr::Count { cell, piece }) => Some((cell, piece)),
            _ => None,
        }
    }

    /// True if `least + more` is at least the wanted number.
    fn covers(&mut self, least: (ExprId, EnvId), more: i32, wanted: &WantedThings) -> bool {
        let goal = (wanted.count, wanted.env);
        let numbers = (self.eval(least.0, least.1, &[]), self.eval(goal.0, goal.1, &[]));
        match numbers {
            (Some(least), Some(wanted)) => wanted <= least.saturating_add(more),
            _ => self.same(least, goal),
        }
    }

    /// True if a condition is known not to hold.
    fn is_false(&mut self, fact: FactAt, path: &PathState) -> bool {
        if self.eval(fact.holds, fact.env, &[]) == Some(0) {
            return true;
        }
        let (said, yes) = self.said(fact.holds, fact.env);
        path.facts.iter().any(|known| {
            let (known_said, known_yes) = self.said(known.holds, known.env);
            (known.yes == known_yes) != yes && self.same(known_said, said)
        })
    }

    /// A condition without its negations, and true if their number is even.
    fn said(&mut self, e: ExprId, env: EnvId) -> ((ExprId, EnvId), bool) {
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

impl Prover<'_, '_> {
    /// Adds a condition that holds, or does not hold, to the facts, split into its conjuncts.
    pub(super) fn learn(&mut self, facts: &mut Vec<FactAt>, holds: ExprId, env: EnvId, yes: bool) {
        let Root::Node(e, env) = self.root(holds, env) else { return };
        match (self.program.exprs[e.index()], yes) {
            (Expr::And(a, b), true) | (Expr::Or(a, b), false) => {
                self.learn(facts, a, env, yes);
                self.learn(facts, b, env, yes);
            }
            (Expr::Not(a), yes) => self.learn(facts, a, env, !yes),
            _ => facts.push(FactAt { holds: e, env, yes }),
        }
    }

    /// The truth value of a condition, if it is known.
    pub(super) fn decided(&mut self, holds: ExprId, path: &PathState) -> Option<bool> {
        match self.is_true(holds, path.env, path) {
            true => Some(true),
            false => self.is_false(FactAt { holds, env: path.env, yes: true }, path).then_some(false),
        }
    }

    /// True if a condition certainly holds.
    pub(super) fn is_true(&mut self, holds: ExprId, env: EnvId, path: &PathState) -> bool {
        if self.eval(holds, env, &[]).is_some_and(|holds| holds != 0) {
            return true;
        }
        let Root::Node(e, env) = self.root(holds, env) else { return false };
        if path.facts.iter().any(|fact| fact.yes && self.same((fact.holds, fact.env), (e, env))) {
            return true;
        }
        match self.program.exprs[e.index()] {
            Expr::And(a, b) => self.is_true(a, env, path) && self.is_true(b, env, path),
            Expr::Not(a) => path.facts.iter().any(|fact| !fact.yes && self.same((fact.holds, fact.env), (a, env))),
            // If the first operand is false, the second must hold.
            Expr::Or(a, b) => {
                let mut otherwise = path.clone();
                self.learn(&mut otherwise.facts, a, env, false);
                self.is_true(a, env, path) || self.is_true(b, env, &otherwise)
            }
            Expr::Arith(Arith::AtMost, least, count) => {
                let Some(&(cell, piece)) = self.things.counts.get(&count) else { return false };
                let there = PathState { env, ..path.clone() };
                let pieces = self.pieces(piece, &there);
                pieces.is_some_and(|pieces| self.is_there(MoveWhat::Exactly(least, piece), cell, &there, pieces))
            }
            _ => false,
        }
    }
}

impl Prover<'_, '_> {
    /// True if a query certainly has a result, because it asks for two members of a set in either order and the set has two.
    pub(super) fn has_pair(&mut self, query: QueryId, path: &PathState) -> bool {
        let query = &self.program.queries[query.index()];
        let ([one, other], Some(fits)) = (query.binders.as_slice(), query.filter) else { return false };
        let (Domain::Set(set), Domain::Set(same)) = (one.domain, other.domain) else { return false };
        let domain = self.drawn_from(one.domain, path.env).0;
        let Some(values) = self.values(domain).filter(|_| self.same((set, path.env), (same, path.env))) else {
            return false;
        };
        let mut fit =
            |a: i32, b: i32| self.eval(fits, path.env, &[(one.reg, a), (other.reg, b)]).is_some_and(|holds| holds != 0);
        let mut pairs = values.iter().enumerate().flat_map(|(at, &a)| values[..at].iter().map(move |&b| (a, b)));
        pairs.all(|(a, b)| fit(a, b) || fit(b, a)) && path.facts.iter().any(|fact| self.says_two(*fact, set, path))
    }

    /// True if a fact implies that a set has two members.
    fn says_two(&mut self, fact: FactAt, set: ExprId, path: &PathState) -> bool {
        let Root::Node(e, env) = self.root(fact.holds, fact.env) else { return false };
        let part = |holds: ExprId| FactAt { holds, env, yes: true };
        match (self.program.exprs[e.index()], fact.yes) {
            // Disjunctive syllogism: if one operand is false, the other one holds.
            (Expr::Or(a, b), true) => {
                self.is_false(part(a), path) && self.says_two(part(b), set, path)
                    || self.is_false(part(b), path) && self.says_two(part(a), set, path)
            }
            (Expr::Arith(Arith::AtMost, least, size), true) => {
                let Expr::SetSize(all) = self.program.exprs[size.index()] else { return false };
                let two = match self.eval(least, env, &[]) {
                    Some(least) => least >= 2,
                    None => {
                        let found = self.by_name(least, env, &path.facts);
                        found.is_some_and(|(_, found)| found.iter().all(|&(_, least)| least >= 2))
                    }
                };
                two && self.same((all, env), (set, path.env))
            }
            _ => false,
        }
    }
}
