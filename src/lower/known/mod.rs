//! What is known of an option when it is chosen, and what can therefore not fail behind it.
//!
//! An option is offered where its condition holds and where its values come from: so many of a thing lie in a place, a thing was
//! chosen out of a place. From there on the operations are followed with what each word of a frame holds, said in terms of the
//! question. A move is proved where what it takes is known to be there, nothing before it has taken of it, and where it goes
//! everything of its sort may lie in any number. What is not understood proves nothing.

mod counts;
mod names;
mod values;

use std::collections::BTreeMap;

use super::search::Risk;
use crate::code::{Arm, Ask, Domain, ExprId, MoveWhat, Op, Program, QueryId, Reg, Set, Slot};
use names::{Env, Names, Value};

/// So many operations are followed for one option.
const MOST_OPS: u32 = 400;

/// What expressions say of things, where it was plain when they were lowered.
#[derive(Clone, Debug, Default)]
pub(in crate::lower) struct Things {
    /// The family of the place that an expression names.
    pub(in crate::lower) places: BTreeMap<ExprId, u32>,
    /// The place and the piece that an expression counts.
    pub(in crate::lower) counts: BTreeMap<ExprId, (ExprId, ExprId)>,
}

/// A condition that is known, or known not to hold, in terms of some moment.
#[derive(Clone, Copy)]
struct Fact {
    holds: ExprId,
    env: Env,
    yes: bool,
}

/// What left a place: its family (none: any), which pieces.
#[derive(Clone, Copy)]
struct Taken {
    family: Option<u32>,
    pieces: Set,
}

/// One option of a question: all that its arm offers, at once.
pub(super) struct Known<'a> {
    program: &'a Program,
    things: &'a Things,
    risk: &'a Risk<'a>,
    names: Names,
    /// Names that were chosen: what they range over, and what they can be.
    chosen: Vec<(Reg, Domain, Vec<i32>)>,
    ops: u32,
    /// Names of queries that were looked into.
    inner: Reg,
}

/// Where a way stands.
#[derive(Clone)]
struct Way {
    at: usize,
    env: Env,
    /// Calls on the way: where they go on.
    calls: Vec<usize>,
    facts: Vec<Fact>,
    taken: Vec<Taken>,
    /// The loop that it is in: its next result is the end.
    until: Option<usize>,
}

/// Whether nothing can fail behind an arm.
pub(super) fn proves(program: &Program, things: &Things, risk: &Risk<'_>, ask: &Ask, arm: &Arm) -> bool {
    if ask.who.is_none() || ask.at_once.is_some() {
        return false;
    }
    let mut known = Known { program, things, risk, names: Names::default(), chosen: Vec::new(), ops: 0, inner: 0 };
    let start = known.names.start();
    let mut facts: Vec<Fact> = arm.when.map(|holds| Fact { holds, env: start, yes: true }).into_iter().collect();
    let mut env = start;
    if let Some(query) = arm.query {
        let query = &program.queries[query.index()];
        facts.extend(query.filter.map(|holds| Fact { holds, env: start, yes: true }));
        for (binder, &store) in query.binders.iter().zip(&arm.stores) {
            let store = &program.stores[store as usize];
            if binder.width != 1 || store.index.is_some() {
                return false;
            }
            known.choose(binder, &facts);
            env = known.names.slot(env, store.base, 1, Value::Chosen(binder.reg));
        }
    }
    let way = Way { at: arm.goto.index(), env, calls: Vec::new(), facts, taken: Vec::new(), until: None };
    known.ends_well(way)
}

impl Known<'_> {
    /// Follows the operations to the end of the extent; at a condition that is not known, both ways.
    #[allow(clippy::too_many_lines, reason = "an arm a variant")]
    fn ends_well(&mut self, mut way: Way) -> bool {
        loop {
            self.ops += 1;
            if self.ops > MOST_OPS {
                return false;
            }
            if way.until == Some(way.at) || !self.risk.from(way.at) || self.risk.is_last(way.at) {
                return true;
            }
            let next = way.at + 1;
            let op = &self.program.ops[way.at];
            way.at = match *op {
                Op::Begin | Op::End | Op::Enter(_) | Op::Say(_) => next,
                Op::Jump(to) => to.index(),
                Op::Set { slot, value } => {
                    let value = Value::Of(value, way.env);
                    self.writes(&mut way, slot, 1, value);
                    next
                }
                Op::Fill { base, count, word } => {
                    self.writes(&mut way, base, count, Value::Const(word));
                    next
                }
                Op::Store { store, .. } | Op::Append { store, .. } | Op::Collect { store, .. } => {
                    let (base, count) = self.program.stores[store as usize].words();
                    self.writes(&mut way, base, count, Value::Unknown);
                    next
                }
                Op::Call { entry, .. } => {
                    way.calls.push(next);
                    entry.index()
                }
                Op::Return { ret, base, count } if self.risk.is_own(way.at, ret) => {
                    way.env = self.names.slot(way.env, base, count, Value::Const(0));
                    match way.calls.pop() {
                        Some(back) => back,
                        None => return false,
                    }
                }
                Op::Unless { holds, to } => match self.eval(holds, way.env, None) {
                    Some(0) => to.index(),
                    Some(_) => next,
                    None => {
                        let mut other = way.clone();
                        other.at = to.index();
                        other.facts.push(Fact { holds, env: way.env, yes: false });
                        way.facts.push(Fact { holds, env: way.env, yes: true });
                        if !self.ends_well(other) {
                            return false;
                        }
                        next
                    }
                },
                Op::Move(number) => {
                    if !self.moves(number, &mut way) {
                        return false;
                    }
                    next
                }
                Op::Step(number) if !self.risk.fails_at(way.at) => {
                    let step = &self.program.steps[number as usize];
                    self.writes(&mut way, step.base, step.count, Value::Unknown);
                    next
                }
                Op::EachStart { query, list, stride, room } => {
                    self.writes(&mut way, list, 2 + u32::from(stride) * u32::from(room), Value::Unknown);
                    match self.goes_round(query, next, &mut way) {
                        Some(exit) => exit,
                        None => return false,
                    }
                }
                _ => return false,
            };
        }
    }

    /// A move: whether it surely succeeds. Notes what it takes.
    fn moves(&mut self, number: u32, way: &mut Way) -> bool {
        let code = &self.program.moves[number as usize];
        let all = Set::below(self.program.layout.pieces.len());
        let pieces = match code.what {
            MoveWhat::Exactly(_, piece) => {
                let Some(from) = code.from else { return false };
                let Some(pieces) = self.pieces(piece, way) else { return false };
                if !self.is_there(code.what, from, way, pieces) || !self.may_lie(code.to, way.env, pieces) {
                    return false;
                }
                pieces
            }
            _ if self.risk.fails_at(way.at) => return false,
            _ => all,
        };
        let family = code.from.and_then(|from| self.family(from, way.env));
        way.taken.push(Taken { family, pieces });
        way.env = self.names.changed(way.env);
        true
    }

    /// Words get a value. Those on the table are read by others than their own name, too.
    fn writes(&mut self, way: &mut Way, first: Slot, count: u32, value: Value) {
        way.env = self.names.slot(way.env, first, count, value);
        if first < self.program.layout.frames {
            way.env = self.names.changed(way.env);
        }
    }

    /// A loop with one move for each value of a name, of another piece each time: where it goes on if no round of it can fail.
    fn goes_round(&mut self, query: QueryId, next: usize, way: &mut Way) -> Option<usize> {
        let Op::EachNext { first, count: 1, exit, .. } = self.program.ops[next] else { return None };
        let moves: Vec<u32> = (next + 1..exit.index())
            .filter_map(|at| match self.program.ops[at] {
                Op::Move(number) => Some(Some(number)),
                Op::Set { .. } | Op::Fill { .. } | Op::Unless { .. } | Op::Jump(_) => None,
                _ => Some(None),
            })
            .collect::<Option<_>>()?;
        let [number] = moves.as_slice() else { return None };
        let MoveWhat::Exactly(_, piece) = self.program.moves[*number as usize].what else { return None };
        let code = &self.program.queries[query.index()];
        let ([binder], slot) = (code.binders.as_slice(), &self.program.stores[usize::from(first)]) else { return None };
        if binder.width != 1 || slot.index.is_some() {
            return None;
        }
        let before = way.env;
        // What other rounds do lies before each of them.
        way.env = self.names.changed(way.env);
        let mut round = Way { at: next + 1, until: Some(next), ..way.clone() };
        round.facts.extend(code.filter.map(|holds| Fact { holds, env: before, yes: true }));
        self.choose(binder, &round.facts);
        round.env = self.names.slot(round.env, slot.base, 1, Value::Chosen(binder.reg));
        let mut pieces: Vec<i32> =
            self.pieces_by(self.chosen.len() - 1, piece, &round)?.into_iter().map(|(_, piece)| piece).collect();
        let rounds = pieces.len();
        pieces.sort_unstable();
        pieces.dedup();
        if pieces.len() < rounds || !self.ends_well(round) {
            return None;
        }
        let pieces = pieces.into_iter().fold(Set::EMPTY, Set::with);
        let family = self.program.moves[*number as usize].from.and_then(|from| self.family(from, way.env));
        way.taken.push(Taken { family, pieces });
        self.writes(way, slot.base, 1, Value::Unknown);
        way.env = self.names.changed(way.env);
        Some(exit.index())
    }

    /// Whether any number of these pieces may lie in a place.
    fn may_lie(&mut self, to: ExprId, env: Env, pieces: Set) -> bool {
        let Some(family) = self.family(to, env) else { return false };
        let family = &self.program.layout.families[family as usize];
        pieces.minus(family.holds).is_empty() && family.limits.iter().all(|limit| limit.pieces.and(pieces).is_empty())
    }
}
