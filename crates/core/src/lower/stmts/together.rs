//! `together` blocks: the players' parts run one after the other, and each answer is visible only to its owner until the end.

use super::Lower;
use crate::code::{AnswerNames, Answers, DEPTH, Expr, NONE, Op, Pc, Slot, Together, ValueShape};
use crate::ir::{self, Block, LocalId};
use crate::lower::exprs::scope::Home;
use tavola_syntax::text::Span;

/// The `together` block that is being lowered.
#[derive(Clone, Debug)]
pub(super) struct OpenBlock {
    /// The word that holds the player whose part is running.
    pub(in crate::lower) cursor: Slot,
    /// Divisions whose things move at the end of the block.
    pub(super) divides: Vec<(u32, Span)>,
    /// Words of each player's answers.
    answers: Vec<Answers>,
    /// The next free word of the pool for answers.
    pool: Slot,
}

impl Lower<'_> {
    pub(super) fn together(&mut self, query: &ir::Query, body: &Block, span: Span) {
        let players = self.boxes.choices.seats.len() as u32;
        let names = self.exprs().together_names(body);
        let pool = self.exprs().pool_size(&names, body).saturating_mul(players);
        let pool = self.frames.words(pool);
        let mark = self.frames.mark();
        let part = OpenBlock { cursor: 0, divides: Vec::new(), answers: Vec::new(), pool };
        let outer = self.part.replace(part);
        let depth = self.frames.word();
        let open = self.emit.push(Expr::Slot(DEPTH as Slot), span);
        self.emit.op(Op::Set { slot: depth, value: open }, span);
        let held = self.holding.len();
        self.answer_words(&names, span);
        let list = self.each_start(query, span);
        let next = self.each_next(query, &list, span);
        let cursor = match query.binders.first().map(|(local, _)| self.scope.home(*local)) {
            Some(Home::Slot(cursor, _)) => cursor,
            _ => unreachable!("a `together` block is over one name"),
        };
        if let Some(part) = &mut self.part {
            part.cursor = cursor;
        }
        let scratch = self.frames.mark();
        self.block(body);
        let used = (scratch, self.frames.high() - scratch);
        self.emit.op(Op::Jump(next), span);
        self.emit.backpatch(next);
        let end = self.emit.here();
        self.held_from(held, end);
        self.emit.op(Op::Answered, span);
        let part = std::mem::replace(&mut self.part, outer).expect("it was set above");
        self.reveal(query, &part, span);
        self.release(mark, span);
        self.note_deed(span);
        self.emit.program.togethers.push(Together {
            part: next,
            end,
            cursor,
            list: list.list,
            answers: part.answers,
            scratch: vec![used],
            depth,
        });
        self.name_answers(&names);
    }

    /// Records the names of the answers for views.
    fn name_answers(&mut self, names: &[LocalId]) {
        let rule = self.rule.expect("statements are lowered inside a rule");
        let locals = &self.book.rules[rule.index()].locals;
        for name in names {
            let (Home::Each(base, shape), Some(local)) = (self.scope.home(*name), locals.get(name.index())) else {
                continue;
            };
            let notation = self.exprs().notation_of(&local.ty);
            let block = self.emit.program.togethers.len() as u32 - 1;
            let name = local.name.clone();
            self.emit.legend.answers.push(AnswerNames { name, base, shape, notation, block, until: Pc(u32::MAX) });
        }
    }

    /// Applies the divisions, player by player.
    fn reveal(&mut self, query: &ir::Query, part: &OpenBlock, span: Span) {
        if part.divides.is_empty() {
            return;
        }
        let list = self.each_start(query, span);
        let first = self.emit.program.stores.len() as u16;
        self.emit.store(part.cursor, None, 1, ValueShape::Word);
        let (list, stride, room) = (list.list, list.stride, list.room);
        let next = self.emit.op(Op::EachNext { list, stride, room, first, count: 1, exit: Pc(0) }, span);
        for &(divide, at) in &part.divides {
            self.emit.op(Op::DivideApply(divide), at);
        }
        self.emit.op(Op::Jump(next), span);
        self.emit.backpatch(next);
    }

    /// Allocates the homes of the names declared in the block. Their values are none at first.
    fn answer_words(&mut self, names: &[LocalId], span: Span) {
        for &name in names {
            let shape = self.exprs().answer_shape(name);
            let unasked = if shape == ValueShape::Word { NONE } else { 0 };
            let base = self.each_words(shape.width(), unasked);
            self.scope.set(name, Home::Each(base, shape));
            self.exprs().not_asked(base, shape, span);
        }
    }

    /// Allocates words for each player from the block's pool.
    pub(super) fn each_words(&mut self, stride: u32, unasked: i32) -> Slot {
        let players = self.boxes.choices.seats.len() as u32;
        let Some(part) = &mut self.part else { unreachable!("only inside a `together` block") };
        let base = part.pool;
        part.pool += stride * players;
        part.answers.push(Answers { base, stride, unasked });
        base
    }
}
