//! Questions and texts.

use crate::code::{self, Arm, ArmKind, Ask, NONE, Op, Pc, SeenBy, Shape, TextId, TextPart};
use crate::ir;
use crate::text::Span;

use super::Lower;
use super::scope::Home;

impl Lower {
    pub(super) fn text(&mut self, text: &ir::Text) -> TextId {
        let parts = text.parts.iter().map(|part| match part {
            ir::TextPart::Plain(text) => TextPart::Plain(text.clone()),
            ir::TextPart::Value(value) => {
                let notation = self.notation_of(&value.ty);
                TextPart::Value(self.expr(value), notation, self.shape(&value.ty))
            }
        });
        let parts = parts.collect();
        self.program.texts.push(code::Text { parts });
        TextId(self.program.texts.len() as u32 - 1)
    }

    pub(super) fn ask(&mut self, ask: &ir::Ask, span: Span) {
        let mark = self.frames.mark();
        let who = ask.who.as_ref().map(|who| self.expr(who));
        let prompt = ask.prompt.as_ref().map(|prompt| self.text(prompt));
        let seen = self.seen_by(&ask.seen);
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
                self.nothing_chosen(&chosen, arm.span);
            }
            self.hold_answers(at, number, arm, homes);
            let secret = self.secret_of(ask.who.as_ref(), &ask.seen);
            let secrets = self.secrets.len();
            self.secrets.extend(secret);
            self.arm_body(arm, ask.extent);
            self.secrets.truncate(secrets);
            if !live_on {
                self.let_go(mark);
            }
            if number + 1 < ask.arms.len() {
                jumps.push(self.op(Op::Jump(Pc(0)), arm.span));
            }
        }
        for jump in jumps {
            self.land(jump);
        }
        if !live_on {
            self.release(mark, span);
        }
    }

    /// Who is told an answer.
    pub(super) fn seen_by(&mut self, seen: &ir::Seen) -> Option<Vec<SeenBy>> {
        seen.as_ref().map(|seen| seen.iter().map(|seer| self.seer(seer)).collect())
    }

    fn arm_body(&mut self, arm: &ir::Arm, extent: bool) {
        if !extent {
            return self.block(&arm.body);
        }
        self.op(Op::Begin, arm.span);
        self.extents += 1;
        self.block(&arm.body);
        self.extents -= 1;
        self.end_op(self.extents == 0, arm.span);
    }

    fn answer_homes(&mut self, arm: &ir::Arm) -> Vec<Home> {
        let binders = arm.query.iter().flat_map(|query| &query.binders);
        binders.map(|(local, _)| self.home_for(*local)).collect()
    }

    /// The names that may be none are none.
    fn nothing_chosen(&mut self, homes: &[Home], span: Span) {
        for home in homes {
            if matches!(home, Home::Slot(_, Shape::Word) | Home::Each(_, Shape::Word)) {
                let none = self.konst(NONE, span);
                self.save(*home, none, span);
            }
        }
    }

    pub(super) fn set_goto(&mut self, ask_at: Pc, arm: usize) {
        let here = self.here();
        let Op::Ask(id) = self.program.ops[ask_at.index()] else {
            return;
        };
        self.program.asks[id.index()].arms[arm].goto = here;
    }

    fn arm(&mut self, arm: &ir::Arm, homes: &[Home], extent: bool) -> Arm {
        let when = arm.when.as_ref().map(|when| self.probed(when));
        let mut label = None;
        let mut types = Vec::new();
        let query = arm.query.as_ref().map(|query| {
            let (id, text) = self.query_with(query, |lower| arm.label.as_ref().map(|text| lower.text(text)));
            label = text;
            types = self.binder_types(query);
            for ((local, _), home) in query.binders.iter().zip(homes) {
                self.scope.set(*local, *home);
            }
            id
        });
        if arm.query.is_none() {
            label = arm.label.as_ref().map(|text| self.text(text));
        }
        let stores = homes.iter().map(|home| self.store_of(*home, arm.span)).collect();
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

    /// How the values of a query's names are written.
    pub(super) fn binder_types(&mut self, query: &ir::Query) -> Vec<u32> {
        let types: Vec<ir::Type> = query
            .binders
            .iter()
            .map(|(local, _)| self.scope.type_of(*local).cloned().unwrap_or(ir::Type::Number))
            .collect();
        types.iter().map(|ty| self.notation_of(ty)).collect()
    }
}
