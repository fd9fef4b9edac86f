//! Loops of `in turn .. until all pass`: rounds continue until all players have passed in succession.
//!
//! A player passes if in their turn they are asked nothing, or answer only "no" and "done". A set in the frame holds the players who
//! have passed since somebody last acted. The loop ends when it contains all players who are in at that moment. A player who has
//! left no longer counts, and a player who has joined has not passed.
//!
//! Each such loop has a word: 0 outside of turns, 1 in a turn without an action so far, 2 after an action. Rules are not recursive,
//! so one word for each loop is enough.

use super::Lower;
use super::loops::TurnJumps;
use crate::code::{Arith, Expr, ExprId, Op, Pc, Set, Slot, ValueShape};
use crate::ir::{self, Block, RuleId, Rulebook, StmtKind};
use crate::lower::exprs::scope::Home;
use tavola_syntax::text::Span;

/// The words of all loops with `until all pass`.
#[derive(Clone, Debug, Default)]
pub(super) struct Passes {
    /// The first word.
    first: Slot,
    /// For each loop found so far, its rule.
    loops: Vec<RuleId>,
    /// Words of the loops around the statement being lowered.
    around: Vec<Slot>,
    /// For each rule, the words of the loops that may be active when it is called.
    callers: Vec<Vec<Slot>>,
}

impl Passes {
    /// Counts the loops of a rulebook. Returns the number of words that they need.
    pub(in crate::lower) fn begin(&mut self, book: &Rulebook, first: Slot) -> u32 {
        *self = Self { first, callers: vec![Vec::new(); book.rules.len()], ..Self::default() };
        let mut count = 0;
        for rule in &book.rules {
            ir::visit::statements(&rule.body, &mut |stmt| {
                count += u32::from(matches!(stmt.kind, StmtKind::InTurn(_, None, _)));
            });
        }
        count
    }

    /// Begins the code of a rule.
    pub(super) fn enter_rule(&mut self) {
        self.around.clear();
    }

    /// The words of the loops that may be active here.
    fn under_way(&self, rule: RuleId) -> Vec<Slot> {
        let mut all = self.callers[rule.index()].clone();
        all.extend(&self.around);
        all
    }
}

impl Lower<'_> {
    /// Records a call: answers in the callee belong to the loops around the call.
    pub(super) fn note_call(&mut self, callee: RuleId) {
        let Some(caller) = self.rule else { return };
        for slot in self.passes.under_way(caller) {
            let known = &mut self.passes.callers[callee.index()];
            if !known.contains(&slot) {
                known.push(slot);
            }
        }
    }

    /// Emits that a player has acted, so that no loop counts the turn as a pass.
    pub(super) fn note_deed(&mut self, span: Span) {
        // A secret answer must have no visible effect before the block ends.
        let Some(rule) = self.rule.filter(|_| self.part.is_none()) else { return };
        for slot in self.passes.under_way(rule) {
            let now = self.emit.push(Expr::Slot(slot), span);
            let doubled = self.emit.times(now, 2, span);
            let two = self.emit.konst(2, span);
            let value = self.emit.arith(Arith::Min, doubled, two, span);
            self.emit.op(Op::Set { slot, value }, span);
        }
    }

    /// Emits that the loops of a rule are over when it is left, including active ones.
    pub(super) fn forget_passes(&mut self, span: Span) {
        for slot in self.passes.around.clone() {
            self.emit.op(Op::Fill { base: slot, count: 1, word: 0 }, span);
        }
    }

    /// Emits that all loops in an outer rule and its callees are over when the rule is left.
    pub(super) fn forget_passes_of(&mut self, outer: RuleId, span: Span) {
        let reached = self.called.order(outer);
        for at in 0..self.passes.loops.len() {
            if reached.contains(&self.passes.loops[at]) {
                self.emit.op(Op::Fill { base: self.passes.first + at as u32, count: 1, word: 0 }, span);
            }
        }
    }

    /// Loops until all players who are in have passed since somebody last acted.
    pub(super) fn until_all_pass(&mut self, query: &ir::Query, body: &Block, span: Span) {
        let rule = self.rule.expect("statements are lowered inside a rule");
        let watch = self.passes.first + self.passes.loops.len() as u32;
        self.passes.loops.push(rule);
        let outer = self.frames.mark();
        self.loop_begin();
        let width = self.boxes.domain(&ir::Type::Member(ir::PLAYER)).div_ceil(32).max(1) as u16;
        let base = self.frames.words(u32::from(width));
        let again = self.emit.here();
        let list = self.each_start(query, span);
        let nobody = self.unless_seated(query, &list, span);
        // Lower this before the name gets its home in the frame: here it is a name of the query.
        let everybody = self.exprs().expr(&all_of(query));
        let next = self.each_next(query, &list, span);
        let passed = self.emit.push(Expr::SetSlots { base, width }, span);
        let undecided = self.emit.push(Expr::Minus(everybody, passed), span);
        let decided = self.emit.push(Expr::SetEmpty(undecided), span);
        let goes_on = self.emit.not(decided, span);
        let over = self.emit.op(Op::Unless { holds: goes_on, to: Pc(0) }, span);
        let skip = self.unless_still_in(query, span);
        let one = self.emit.konst(1, span);
        self.emit.op(Op::Set { slot: watch, value: one }, span);
        self.passes.around.push(watch);
        self.block(body);
        self.passes.around.pop();
        self.note_pass(query, watch, Home::Slot(base, ValueShape::Set(width)), passed, span);
        self.turns_end(&TurnJumps { again, next, over, skip, nobody }, outer, span);
        self.emit.op(Op::Fill { base: watch, count: 1, word: 0 }, span);
    }

    /// Ends a turn: an action clears the set of passes; otherwise the player is added to it.
    fn note_pass(&mut self, query: &ir::Query, watch: Slot, home: Home, passed: ExprId, span: Span) {
        let [(local, _)] = query.binders.as_slice() else { return };
        let seen = self.emit.push(Expr::Slot(watch), span);
        let two = self.emit.konst(2, span);
        let acted = self.emit.arith(Arith::Is, seen, two, span);
        let own = self.scope.home(*local);
        let player = self.exprs().local(own, span);
        let player = self.emit.push(Expr::One(player), span);
        let with = self.emit.push(Expr::Union(passed, player), span);
        let none = self.emit.set(Set::EMPTY, span);
        let value = self.emit.branch(acted, none, with, span);
        self.exprs().save(home, value, span);
    }
}

/// The set of all players of a query with one name, as it is evaluated now.
fn all_of(query: &ir::Query) -> ir::Expr {
    let player = ir::Type::Member(ir::PLAYER);
    let span = query.span;
    let (value, set) = (query.binders[0].0, ir::Type::Set(Box::new(player.clone())));
    match &query.binders[0].1 {
        domain if query.filter.is_none() && matches!(domain.ty, ir::Type::Set(_)) => domain.clone(),
        _ => {
            let value = ir::Expr { kind: ir::ExprKind::Local(value), ty: player, span };
            let unsorted = ir::Query { clockwise: None, keys: Vec::new(), ..query.clone() };
            ir::Expr { kind: ir::ExprKind::SetOf(Box::new(value), Box::new(unsorted)), ty: set, span }
        }
    }
}
