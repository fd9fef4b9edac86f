//! `in turn .. until all pass`: round and round until everybody in a row has passed.
//!
//! Whoever answers nothing but "no" and "done" in a turn, or is asked nothing, has passed. Each such loop has a word of its own:
//! 0, as long as nobody watches; 1 in a turn in which nothing was answered yet; 2 when something was. Since no rule can come back
//! to itself, one word a loop is enough, whatever rules its turns run through.

use super::Lower;
use crate::code::{Arith, Expr, Op, Pc, Slot};
use crate::ir::{self, Block, RuleId, Rulebook, StmtKind};
use crate::text::Span;

/// The words of all such loops.
#[derive(Clone, Debug, Default)]
pub(super) struct Passes {
    /// The first word.
    first: Slot,
    /// The loops found so far: the rule that holds each.
    loops: Vec<RuleId>,
    /// Loops around the statement being lowered.
    around: Vec<Slot>,
    /// For each rule, those that may be under way when it is called.
    callers: Vec<Vec<Slot>>,
}

impl Passes {
    /// For a rulebook; gives the words that are needed.
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

    /// A rule's code begins.
    pub(super) fn enter_rule(&mut self) {
        self.around.clear();
    }

    /// The words of the loops that may be under way here.
    fn under_way(&self, rule: RuleId) -> Vec<Slot> {
        let mut all = self.callers[rule.index()].clone();
        all.extend(&self.around);
        all
    }
}

impl Lower {
    /// A rule is called: its answers belong to the loops around the call.
    pub(super) fn note_call(&mut self, callee: RuleId) {
        let Some(caller) = self.rule else { return };
        for slot in self.passes.under_way(caller) {
            let known = &mut self.passes.callers[callee.index()];
            if !known.contains(&slot) {
                known.push(slot);
            }
        }
    }

    /// Somebody does something: nobody who watches may call it a pass.
    pub(super) fn note_deed(&mut self, span: Span) {
        // What is answered in secret must not show before the block ends.
        let Some(rule) = self.rule.filter(|_| self.part.is_none()) else { return };
        for slot in self.passes.under_way(rule) {
            let now = self.emit.push(Expr::Slot(slot), span);
            let twice = self.emit.times(now, 2, span);
            let two = self.emit.konst(2, span);
            let value = self.emit.arith(Arith::Min, twice, two, span);
            self.emit.op(Op::Set { slot, value }, span);
        }
    }

    /// A rule is left: its loops are over, also those that are under way still.
    pub(super) fn forget_passes(&mut self, span: Span) {
        for slot in self.passes.around.clone() {
            self.emit.op(Op::Fill { base: slot, count: 1, word: 0 }, span);
        }
    }

    /// An outer rule is left: no loop in it, or in what it calls, is under way any more.
    pub(super) fn forget_passes_of(&mut self, outer: RuleId, span: Span) {
        let reached = self.called.order(outer);
        for at in 0..self.passes.loops.len() {
            if reached.contains(&self.passes.loops[at]) {
                self.emit.op(Op::Fill { base: self.passes.first + at as u32, count: 1, word: 0 }, span);
            }
        }
    }

    pub(super) fn until_all_pass(&mut self, query: &ir::Query, body: &Block, span: Span) {
        let rule = self.rule.expect("statements are lowered inside a rule");
        let watch = self.passes.first + self.passes.loops.len() as u32;
        self.passes.loops.push(rule);
        let outer = self.frames.mark();
        self.loop_begin();
        let passed = self.frames.word();
        let seats = ir::Query { filter: None, ..query.clone() };
        let again = self.emit.here();
        let list = self.each_start(&seats, span);
        let one = self.emit.konst(1, span);
        let seated = self.emit.push(Expr::Slot(list.list), span);
        let somebody = self.emit.arith(Arith::AtMost, one, seated, span);
        let nobody = self.emit.op(Op::Unless { holds: somebody, to: Pc(0) }, span);
        let next = self.each_next(&seats, &list, span);
        let passes = self.emit.push(Expr::Slot(passed), span);
        let goes_on = self.emit.arith(Arith::Less, passes, seated, span);
        let over = self.emit.op(Op::Unless { holds: goes_on, to: Pc(0) }, span);
        self.emit.op(Op::Set { slot: watch, value: one }, span);
        let skip = query.filter.as_ref().map(|filter| {
            let holds = self.exprs().expr(filter);
            self.emit.op(Op::Unless { holds, to: Pc(0) }, span)
        });
        self.passes.around.push(watch);
        self.block(body);
        self.passes.around.pop();
        if let Some(skip) = skip {
            self.emit.land(skip);
        }
        let (seen, two) = (self.emit.push(Expr::Slot(watch), span), self.emit.konst(2, span));
        let (more, none) = (self.emit.plus(passes, 1, span), self.emit.konst(0, span));
        let acted = self.emit.arith(Arith::Is, seen, two, span);
        let value = self.emit.branch(acted, none, more, span);
        self.emit.op(Op::Set { slot: passed, value }, span);
        self.emit.op(Op::Jump(next), span);
        self.emit.land(next);
        self.emit.op(Op::Jump(again), span);
        self.emit.land(nobody);
        self.emit.land(over);
        self.release(outer, span);
        self.loop_end();
        self.emit.op(Op::Fill { base: watch, count: 1, word: 0 }, span);
    }
}
