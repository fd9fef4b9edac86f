//! `together`: everybody's part one after the other, each answer in words that only its owner sees until the end.

use crate::code::{NONE, Op, Pc, Shape, Slot, Together};
use crate::ir::{self, Block, LocalRole, StmtKind};
use crate::text::Span;

use super::Lower;
use super::scope::Home;

/// The `together` block that is being lowered.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The word that holds the player whose part runs.
    pub(super) cursor: Slot,
    /// Divisions whose things move at the end.
    pub(super) divides: Vec<(u32, Span)>,
    /// Words of each player.
    answers: Vec<(Slot, u32)>,
    /// Words set aside for answers of each player: next free one.
    pool: Slot,
}

/// Words that divisions and answers inside a `together` block may take for each player.
const PART_WORDS: u32 = 512;

impl Lower {
    pub(super) fn together(&mut self, query: &ir::Query, body: &Block, span: Span) {
        let players = self.choices.seats.len() as u32;
        let pool = self.pool_size(body) * players;
        let pool = self.frames.words(pool);
        let mark = self.frames.mark();
        let part = Part { cursor: 0, divides: Vec::new(), answers: Vec::new(), pool };
        let outer = self.part.replace(part);
        self.answer_words(body, span);
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
        self.op(Op::Jump(next), span);
        self.land(next);
        let end = self.here();
        let part = std::mem::replace(&mut self.part, outer).expect("it was set above");
        self.reveal(query, &part, span);
        self.release(mark, span);
        self.note_deed(span);
        self.program.togethers.push(Together {
            part: next,
            end,
            cursor,
            list: list.list,
            answers: part.answers,
            scratch: vec![used],
        });
    }

    /// Divided things move now, player by player.
    fn reveal(&mut self, query: &ir::Query, part: &Part, span: Span) {
        if part.divides.is_empty() {
            return;
        }
        let list = self.each_start(query, span);
        let first = self.program.stores.len() as u16;
        self.store(part.cursor, None, 1, Shape::Word);
        let (list, stride, room) = (list.list, list.stride, list.room);
        let next = self.op(Op::EachNext { list, stride, room, first, count: 1, exit: Pc(0) }, span);
        for &(divide, at) in &part.divides {
            self.op(Op::DivideApply(divide), at);
        }
        self.op(Op::Jump(next), span);
        self.land(next);
    }

    /// Words of one player: his answers, and the matrices of his divisions.
    fn pool_size(&mut self, body: &Block) -> u32 {
        let mut size = 0;
        for (_, ty) in self.together_names() {
            size += self.shape(&ty).width();
        }
        ir::visit::statements(body, &mut |stmt| {
            if let StmtKind::Divide(_, what, into, _) = &stmt.kind {
                size += self.matrix_size(what, into);
            }
        });
        size.min(PART_WORDS * 8)
    }

    fn matrix_size(&self, what: &ir::Expr, into: &ir::Expr) -> u32 {
        let place = |expr: &ir::Expr| match &expr.kind {
            ir::ExprKind::Cell(id, _) => Some(id.index()),
            ir::ExprKind::BagAt(_, place) => match &place.kind {
                ir::ExprKind::Cell(id, _) => Some(id.index()),
                _ => None,
            },
            _ => None,
        };
        let pieces = place(what)
            .and_then(|at| self.program.layout.families.get(at))
            .map_or(self.program.layout.pieces.len(), |family| family.order.len());
        let room = place(into).and_then(|at| self.places[at].dims.last()).map_or(1, |d| d.1);
        pieces as u32 * room
    }

    fn together_names(&self) -> Vec<(ir::LocalId, ir::Type)> {
        let rule = self.rule.expect("statements are lowered inside a rule");
        let locals = &self.book.rules[rule.index()].locals;
        let born = locals.iter().enumerate().filter(|(_, local)| local.role == LocalRole::Together);
        born.map(|(at, local)| (ir::LocalId(at as u32), local.ty.clone())).collect()
    }

    /// Homes of the names that are born in the block, none at first.
    fn answer_words(&mut self, body: &Block, span: Span) {
        let mut born = Vec::new();
        ir::visit::statements(body, &mut |stmt| match &stmt.kind {
            StmtKind::Let(local, _) => born.push(*local),
            StmtKind::Family(family) => born.push(family.name),
            StmtKind::Order(_, _, _, local) => born.push(*local),
            StmtKind::Ask(ask) => {
                born.extend(ask.arms.iter().flat_map(|arm| &arm.query).flat_map(|q| q.binders.iter().map(|b| b.0)));
            }
            _ => {}
        });
        for (local, ty) in self.together_names() {
            if born.contains(&local) && self.scope.role(local) == Some(LocalRole::Together) {
                let shape = self.shape(&ty);
                let base = self.each_words(shape.width());
                self.scope.set(local, Home::Each(base, shape));
                self.not_asked(base, shape, span);
            }
        }
    }

    /// Whoever is not asked has answered none.
    fn not_asked(&mut self, base: Slot, shape: Shape, span: Span) {
        if shape != Shape::Word {
            return;
        }
        for player in 0..self.choices.seats.len() as u32 {
            let value = self.konst(NONE, span);
            self.op(Op::Set { slot: base + player, value }, span);
        }
    }

    /// Words of each player from the block's pool.
    pub(super) fn each_words(&mut self, stride: u32) -> Slot {
        let players = self.choices.seats.len() as u32;
        let Some(part) = &mut self.part else { unreachable!("only inside a `together` block") };
        let base = part.pool;
        part.pool += stride * players;
        part.answers.push((base, stride));
        base
    }
}
