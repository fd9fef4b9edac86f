//! Symbolic execution: follows the operations after a question with symbolic values and path conditions, and finds what must hold
//! at the question so that nothing fails before the extent ends.
//!
//! For a single arm, execution starts with the facts of a chosen option, and the result is an [`ArmProof`]. For all answers to a
//! question at once, only facts that no answer changes are known. Whatever fails then fails for every answer ([`necessary_conditions`]).
//!
//! The condition of an option and the domains of its names give the initial facts, for example that a place holds a number of a
//! piece. The operations then update a symbolic store, whose values are expressions at the question. A move is proved if three
//! conditions hold: what it takes is known to be there, nothing before it has taken any of it, and its target can hold any number
//! of such pieces. What is not understood proves nothing.

mod capacity;
mod evaluation;
mod loops;
mod obligations;
mod quantities;
mod symbolic_store;

use super::may_fail::MayFail;
use crate::code::effect::{Area, Does, Next, has_result};
use crate::code::{
    Arm, Ask, DEPTH, Domain, ExprId, Move, MoveWhat, Needs, Op, Pc, Program, Reg, Set, Slot, Store, ValueShape,
};
use crate::lower::emit::Things;
use obligations::Need;
pub(super) use obligations::Pool;
use symbolic_store::{EnvId, Lot, SymbolicStore, Touched, WordValue};

/// Maximum number of operations followed for one option.
const MOST_OPS: u32 = 400;
/// Maximum number of visits to expressions for one option. Without this limit, the cost of restating a value at the question can
/// grow exponentially with the number of computed values on the path.
const MOST_VISITS_OF_OPTION: u32 = 20_000;

/// A condition that is known to hold, or known not to hold, in a store version.
#[derive(Clone, Copy)]
struct FactAt {
    holds: ExprId,
    env: EnvId,
    yes: bool,
}

/// Things taken from a place: the piece if it is a single one, the place, and the store version after if all were taken.
#[derive(Clone, Copy)]
struct TakenThing {
    lot: Lot,
    piece: Option<(ExprId, EnvId)>,
    cell: Option<(ExprId, EnvId)>,
    emptied: Option<EnvId>,
}

/// A name that is bound by a choice or a loop.
struct ChosenName {
    reg: Reg,
    /// Its domain, and the store version for it.
    domain: Domain,
    env: EnvId,
    /// Its possible values.
    values: Vec<i32>,
}

/// The result of a proof that the options of an arm can be finished.
pub(super) enum ArmProof {
    /// They always can.
    Sure,
    /// They can if the needs hold.
    If(Needs),
    /// Unknown.
    Open,
}

/// The symbolic execution of one arm of a question, for all its options at once.
pub(super) struct Prover<'a, 'p> {
    program: &'a Program,
    things: &'a Things,
    may_fail: &'a MayFail<'a>,
    /// The player who is asked.
    who: ExprId,
    names: SymbolicStore,
    /// Names that are bound; the first `asked` ones by the option.
    chosen: Vec<ChosenName>,
    asked: usize,
    /// The preconditions found so far.
    needs: Vec<Need>,
    /// True if every need is necessary: none of them could be left out.
    exact: bool,
    /// All answers are followed at once, until their paths diverge. Only conditions that no answer can satisfy later are needed.
    straight: bool,
    pool: &'p mut Pool<'a>,
    ops: u32,
    /// Number of visits to expressions.
    looks: u32,
    /// Number of fresh symbols made for names of queries.
    inner: Reg,
    /// A word in a store version, and its assumed value.
    supposed: Option<((ExprId, EnvId), i32)>,
}

/// The state of one execution path.
#[derive(Clone)]
struct PathState {
    at: usize,
    env: EnvId,
    /// Return positions of the open calls.
    calls: Vec<usize>,
    facts: Vec<FactAt>,
    taken: Vec<TakenThing>,
    /// The path condition, restated at the question: conditions, and whether each holds.
    conditions: Vec<(ExprId, bool)>,
    /// The loop or `together` block around the path. The path ends at its next iteration or part.
    until: Option<usize>,
}

impl PathState {
    /// A path that begins at an operation. In a `together` block it ends with the part.
    fn from(program: &Program, at: usize) -> Self {
        let (calls, facts, taken, conditions) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let until = program.together_around(Pc(at as u32)).map(|block| block.part.index());
        Self { at, env: SymbolicStore::START, calls, facts, taken, conditions, until }
    }
}

impl<'a, 'p> Prover<'a, 'p> {
    fn new(
        program: &'a Program,
        things: &'a Things,
        may_fail: &'a MayFail<'a>,
        who: ExprId,
        pool: &'p mut Pool<'a>,
    ) -> Self {
        let (names, chosen, needs) = (SymbolicStore::new(), Vec::new(), Vec::new());
        let (asked, exact, straight, ops, looks, inner, supposed) = (usize::MAX, true, false, 0, 0, 0, None);
        Self {
            program,
            things,
            may_fail,
            who,
            names,
            chosen,
            asked,
            needs,
            exact,
            straight,
            pool,
            ops,
            looks,
            inner,
            supposed,
        }
    }
}

/// Proves that the options of an arm can be finished, possibly under preconditions.
pub(super) fn proof<'a>(
    program: &'a Program,
    things: &'a Things,
    may_fail: &'a MayFail<'a>,
    (ask, arm): (&Ask, &Arm),
    pool: &mut Pool<'a>,
) -> ArmProof {
    let Some(who) = ask.who.filter(|_| ask.at_once.is_none()) else { return ArmProof::Open };
    pool.begin(arm.span);
    let mut prover = Prover::new(program, things, may_fail, who, pool);
    let succeeds = prover.takes(arm, PathState::from(program, arm.goto.index()));
    let (needs, exact) = (prover.needs, prover.exact);
    if succeeds && needs.is_empty() {
        return ArmProof::Sure;
    }
    match pool.all_of(needs).filter(|_| succeeds) {
        Some((hold, only)) => ArmProof::If(Needs { hold, exact: exact && only, same_for_all: false }),
        None => {
            pool.drop_last();
            ArmProof::Open
        }
    }
}

/// Conditions that must hold at a question for every answer. Execution starts at `from`; the stores in `written` have new values.
pub(super) fn necessary_conditions<'a>(
    program: &'a Program,
    things: &'a Things,
    may_fail: &'a MayFail<'a>,
    (ask, from, stores): (&Ask, usize, &[u32]),
    pool: &mut Pool<'a>,
) -> Vec<ExprId> {
    let Some(who) = ask.who else { return Vec::new() };
    pool.begin(ask.span);
    let mut prover = Prover { straight: true, ..Prover::new(program, things, may_fail, who, pool) };
    let mut path = PathState::from(program, from);
    for &store in stores {
        let (base, count) = program.stores[store as usize].words();
        prover.writes(&mut path, base, count, WordValue::Unknown);
    }
    prover.succeeds(path);
    let necessary_conditions: Vec<ExprId> = prover.needs.iter().map(|need| need.holds).collect();
    if necessary_conditions.is_empty() {
        pool.drop_last();
    }
    necessary_conditions
}

impl Prover<'_, '_> {
    /// Follows an arm, given that it has options.
    fn takes(&mut self, arm: &Arm, mut path: PathState) -> bool {
        let env = path.env;
        if let Some(when) = arm.when {
            self.learn(&mut path.facts, when, env, true);
        }
        if let Some(query) = arm.query {
            let query = &self.program.queries[query.index()];
            if let Some(holds) = query.filter {
                self.learn(&mut path.facts, holds, env, true);
            }
            for (binder, &store) in query.binders.iter().zip(&arm.stores) {
                let store = &self.program.stores[store as usize];
                if binder.width != 1 || store.index.is_some() || !self.choose(binder, env, &mut path.facts) {
                    return false;
                }
                path.env = self.names.slot(path.env, store.base, 1, WordValue::Chosen(binder.reg));
            }
        }
        self.asked = self.asked.min(self.chosen.len());
        path.at = arm.goto.index();
        self.succeeds(path)
    }

    /// Follows a question on the path. True if one of its arms certainly has an option and all of its options can be finished.
    fn asks(&mut self, ask: &Ask, path: &PathState) -> bool {
        let before = self.needs.clone();
        let proved = ask.at_once.is_none()
            && ask.arms.iter().rev().any(|arm| {
                self.needs.clone_from(&before);
                let (mut path, names) = (path.clone(), self.chosen.len());
                let succeeds = self.offers(arm, &mut path) && self.takes(arm, path);
                self.chosen.truncate(names);
                succeeds
            });
        // Another arm may not need what one arm needs, and lookahead ends where another player is asked.
        let same = ask.who.is_some_and(|who| self.same((who, path.env), (self.who, SymbolicStore::START)));
        self.exact &= same && ask.arms.len() == 1 || self.needs == before;
        proved
    }

    /// True if an arm has an option. May add a precondition.
    fn offers(&mut self, arm: &Arm, path: &mut PathState) -> bool {
        let open = arm.when.is_none_or(|when| self.is_true(when, path.env, path) || self.assume(when, path));
        let always = arm.query.is_none_or(|query| has_result(self.program, query) || self.has_pair(query, path));
        open && (always || arm.query.is_some_and(|query| self.assume_some(query, path)))
    }

    /// Follows the operations to the end of the extent. At a condition that is not known, execution forks.
    #[allow(clippy::too_many_lines, reason = "one arm per variant")]
    fn succeeds(&mut self, mut path: PathState) -> bool {
        loop {
            self.ops += 1;
            if self.ops > MOST_OPS || self.looks > MOST_VISITS_OF_OPTION || self.pool.looks == 0 {
                return false;
            }
            if path.until == Some(path.at) || !self.may_fail.from(path.at) || self.may_fail.is_outermost_end(path.at) {
                return true;
            }
            let next = path.at + 1;
            let op = &self.program.ops[path.at];
            path.at = match *op {
                Op::Begin => next,
                Op::End | Op::Ask(_) | Op::EachStart { .. } if self.straight => return false,
                // The lookahead for an inner extent ends here.
                Op::End => {
                    self.exact = false;
                    next
                }
                Op::Set { slot, value } => {
                    let value = WordValue::Of(value, path.env);
                    self.writes(&mut path, slot, 1, value);
                    next
                }
                Op::Fill { base, count, word } => {
                    self.writes(&mut path, base, count, WordValue::Const(word));
                    next
                }
                Op::Store { store, value } if is_plain(&self.program.stores[store as usize]) => {
                    let (base, count) = self.program.stores[store as usize].words();
                    let value = WordValue::Of(value, path.env);
                    self.writes(&mut path, base, count, value);
                    next
                }
                Op::Call { entry, .. } => {
                    path.calls.push(next);
                    entry.index()
                }
                Op::Return { ret, base, count } if self.may_fail.is_own(path.at, ret) => {
                    path.env = self.names.slot(path.env, base, count, WordValue::Const(0));
                    match path.calls.pop() {
                        Some(back) => back,
                        None => return false,
                    }
                }
                Op::Unless { holds, to } => match self.decided(holds, &path) {
                    Some(false) => to.index(),
                    Some(true) => next,
                    None if self.straight => return false,
                    None => {
                        let mut other = path.clone();
                        other.at = to.index();
                        self.learn(&mut other.facts, holds, path.env, false);
                        self.learn(&mut path.facts, holds, path.env, true);
                        match self.restate(holds, path.env) {
                            Some(said) => {
                                other.conditions.push((said, false));
                                path.conditions.push((said, true));
                            }
                            None => self.exact = false,
                        }
                        let names = self.chosen.len();
                        let succeeds = self.succeeds(other);
                        self.chosen.truncate(names);
                        if !succeeds {
                            return false;
                        }
                        next
                    }
                },
                Op::Require { holds, .. } => {
                    if !self.is_true(holds, path.env, &path) && !self.assume(holds, &mut path) && !self.straight {
                        return false;
                    }
                    next
                }
                Op::Ask(id) => return self.asks(&self.program.asks[id.index()], &path),
                Op::Move(number) => {
                    if !self.moves(number, &mut path) {
                        return false;
                    }
                    next
                }
                Op::EachStart { query, list, stride, room } => {
                    self.writes(&mut path, list, 2 + u32::from(stride) * u32::from(room), WordValue::Unknown);
                    match self.follow_loop(query, next, &mut path) {
                        Some(exit) => exit,
                        None => return false,
                    }
                }
                other => match self.passes(other, &mut path) {
                    Some(next) => next,
                    None => return false,
                },
            };
        }
    }

    /// Follows an operation of which only the writes matter. Returns the next position, or `None` if it may fail or has other effects.
    fn passes(&mut self, op: Op, path: &mut PathState) -> Option<usize> {
        let (mut areas, mut next) = (Vec::new(), Next::On);
        op.uses(self.program, &mut |does| match does {
            Does::Writes(area) | Does::MayWrite(area) => areas.push(area),
            Does::Goes(to) => next = to,
            _ => {}
        });
        let depth = Area::Words(DEPTH as Slot, 1);
        if self.may_fail.fails_at(path.at) || areas.contains(&depth) {
            return None;
        }
        for area in areas {
            let part = self.part(area, path.env)?;
            path.env = self.names.changed(path.env, part);
        }
        match next {
            Next::On => Some(path.at + 1),
            Next::To(to) => Some(to.index()),
            Next::Either(_) | Next::Into(..) | Next::Back(_) | Next::Answer(_) | Next::Nowhere => None,
        }
    }

    /// True if a move certainly succeeds. Records what it takes.
    fn moves(&mut self, number: u32, path: &mut PathState) -> bool {
        let code = &self.program.moves[number as usize];
        let all = Set::below(self.program.layout.pieces.len());
        let from = code.from.and_then(|from| self.family(from, path.env));
        let there = from.map_or(all, |from| self.program.layout.families[from as usize].holds);
        let pieces = match code.what {
            MoveWhat::Exactly(count, piece) => {
                let Some(from) = code.from else { return false };
                let pieces = self.pieces(piece, path).unwrap_or(there);
                if !self.may_lie((from, code.to), count, path, pieces) {
                    return false;
                }
                let surely = self.is_there(code.what, from, path, pieces)
                    || self.never_runs_out((from, code.to), count, path.env, pieces);
                if !surely && !self.assume_there((count, piece), (from, pieces), path) {
                    return false;
                }
                pieces
            }
            MoveWhat::All(pieces) => {
                let pieces = self.set_of(pieces).unwrap_or(all).and(there);
                if self.may_fail.fails_at(path.at) && !self.may_lie_in_any_number(code.to, path.env, pieces) {
                    return false;
                }
                pieces
            }
            _ if self.may_fail.fails_at(path.at) => return false,
            _ => all,
        };
        self.moved(code, path, pieces);
        true
    }

    /// Records that such things were moved.
    fn moved(&mut self, code: &Move, path: &mut PathState, pieces: Set) {
        let lot = Lot { family: code.from.and_then(|from| self.family(from, path.env)), pieces };
        let put = Lot { family: self.family(code.to, path.env), pieces };
        let (piece, all) = match code.what {
            MoveWhat::Exactly(_, piece) => (Some((piece, path.env)), false),
            MoveWhat::All(pieces) => (None, self.set_of(pieces).is_some() && !lot.may_equal(&put)),
            _ => (None, false),
        };
        let cell = code.from.map(|from| (from, path.env));
        path.env = self.names.changed(path.env, Touched::Things(lot));
        path.env = self.names.changed(path.env, Touched::Things(put));
        path.taken.push(TakenThing { lot, piece, cell, emptied: all.then_some(path.env) });
    }

    /// Counts a visit to an expression. Returns false if the limit is exceeded; nothing more is proved then.
    fn looks(&mut self) -> bool {
        self.looks = self.looks.saturating_add(1);
        self.pool.looks = self.pool.looks.saturating_sub(1);
        self.looks <= MOST_VISITS_OF_OPTION && self.pool.looks > 0
    }

    /// Assigns a value to words.
    fn writes(&mut self, path: &mut PathState, first: Slot, count: u32, value: WordValue) {
        path.env = self.names.slot(path.env, first, count, value);
    }
}

/// True if a store writes one word or set, without an index.
fn is_plain(store: &Store) -> bool {
    store.index.is_none() && matches!(store.shape, ValueShape::Word | ValueShape::Set(_))
}
