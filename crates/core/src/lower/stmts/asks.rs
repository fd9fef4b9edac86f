//! Questions and texts.

use super::Lower;
use crate::code::{Arm, ArmKind, Ask, Op, Pc};
use crate::ir;
use crate::lower::exprs::scope::Home;
use tavola_syntax::text::Span;

impl Lower<'_> {
    pub(in crate::lower) fn ask(&mut self, ask: &ir::Ask, span: Span) {
        let mark = self.frames.mark();
        let who = ask.who.as_ref().map(|who| self.exprs().expr(who));
        let prompt = ask.prompt.as_ref().map(|prompt| self.exprs().text(prompt));
        let seen = self.exprs().seen_by(&ask.seen);
        let live_on = ask.arms.iter().all(|arm| arm.query.is_none() || arm.body.is_empty());
        let homes: Vec<Vec<Home>> = ask.arms.iter().map(|arm| self.answer_homes(arm)).collect();
        let mut arms = Vec::new();
        for (arm, homes) in ask.arms.iter().zip(&homes) {
            arms.push(self.arm(arm, homes, ask.extent));
        }
        let at = self.ask_op(Ask { seen, ..Ask::new(who, prompt, arms, span) }, span);
        let chosen: Vec<Home> = if live_on { homes.concat() } else { Vec::new() };
        let mut jumps = Vec::new();
        for (number, (arm, homes)) in ask.arms.iter().zip(&homes).enumerate() {
            self.set_goto(at, number);
            if ask.who.is_some() && arm.kind != ir::ArmKind::No {
                self.note_deed(arm.span);
            }
            if arm.query.is_none() && arm.kind == ir::ArmKind::No {
                self.exprs().nothing_chosen(&chosen, arm.span);
            }
            self.hold_answers(at, number, arm, homes);
            let secret = self.exprs().secret_of(ask.who.as_ref(), &ask.seen);
            let secrets = self.secrets.len();
            self.secrets.extend(secret);
            self.arm_body(arm, ask.extent);
            self.secrets.truncate(secrets);
            if !live_on {
                self.let_go(mark);
            }
            if number + 1 < ask.arms.len() {
                jumps.push(self.emit.op(Op::Jump(Pc(0)), arm.span));
            }
        }
        for jump in jumps {
            self.emit.backpatch(jump);
        }
        if !live_on {
            self.release(mark, span);
        }
    }

    fn arm_body(&mut self, arm: &ir::Arm, extent: bool) {
        if !extent {
            return self.block(&arm.body);
        }
        self.emit.op(Op::Begin, arm.span);
        self.extents += 1;
        self.block(&arm.body);
        self.extents -= 1;
        self.emit.end_op(self.extents == 0, arm.span);
    }

    fn answer_homes(&mut self, arm: &ir::Arm) -> Vec<Home> {
        let binders = arm.query.iter().flat_map(|query| &query.binders);
        binders.map(|(local, _)| self.home_for(*local)).collect()
    }

    pub(super) fn set_goto(&mut self, ask_at: Pc, arm: usize) {
        let here = self.emit.here();
        let Op::Ask(id) = self.emit.program.ops[ask_at.index()] else {
            return;
        };
        self.emit.program.asks[id.index()].arms[arm].goto = here;
    }

    fn arm(&mut self, arm: &ir::Arm, homes: &[Home], extent: bool) -> Arm {
        let when = arm.when.as_ref().map(|when| self.probed(when));
        let mut label = None;
        let mut types = Vec::new();
        let query = arm.query.as_ref().map(|query| {
            let (id, text) = self.exprs().query_with(query, |lower| arm.label.as_ref().map(|text| lower.text(text)));
            label = text;
            types = self.exprs().binder_types(query);
            for ((local, _), home) in query.binders.iter().zip(homes) {
                self.scope.set(*local, *home);
            }
            id
        });
        if arm.query.is_none() {
            label = arm.label.as_ref().map(|text| self.exprs().text(text));
        }
        let stores = homes.iter().map(|home| self.exprs().store_of(*home, arm.span)).collect();
        let kind = match arm.kind {
            ir::ArmKind::Choice => ArmKind::Choice,
            ir::ArmKind::Yes => ArmKind::Yes,
            ir::ArmKind::No => ArmKind::No,
            ir::ArmKind::Option => ArmKind::Option,
        };
        Arm {
            kind,
            label,
            when,
            query,
            stores,
            types,
            goto: Pc(0),
            begins: extent,
            sure: false,
            needs: None,
            span: arm.span,
        }
    }
}
