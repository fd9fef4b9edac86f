//! `together`: everybody's part one after the other, each answer in words that only its owner sees until the end.

use crate::code::{AnswerNames, Answers, DEPTH, Expr, NONE, Op, Pc, Shape, Slot, Together};
use crate::ir::{self, Block, LocalId, LocalRole, StmtKind};
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
    answers: Vec<Answers>,
    /// Words set aside for answers of each player: next free one.
    pool: Slot,
}

impl Lower {
    pub(super) fn together(&mut self, query: &ir::Query, body: &Block, span: Span) {
        let players = self.choices.seats.len() as u32;
        let names = self.together_names(body);
        let pool = self.pool_size(&names, body).saturating_mul(players);
        let pool = self.frames.words(pool);
        let mark = self.frames.mark();
        let part = Part { cursor: 0, divides: Vec::new(), answers: Vec::new(), pool };
        let outer = self.part.replace(part);
        let depth = self.frames.word();
        let open = self.push(Expr::Slot(DEPTH as Slot), span);
        self.op(Op::Set { slot: depth, value: open }, span);
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
        self.op(Op::Jump(next), span);
        self.land(next);
        let end = self.here();
        self.held_from(held, end);
        self.op(Op::Answered, span);
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
            depth,
        });
        self.name_answers(&names);
    }

    /// What the answers are called, for views.
    fn name_answers(&mut self, names: &[LocalId]) {
        let rule = self.rule.expect("statements are lowered inside a rule");
        let book = self.book.clone();
        let locals = &book.rules[rule.index()].locals;
        for name in names {
            let (Home::Each(base, shape), Some(local)) = (self.scope.home(*name), locals.get(name.index())) else {
                continue;
            };
            let notation = self.notation_of(&local.ty);
            let block = self.program.togethers.len() as u32 - 1;
            let name = local.name.clone();
            self.legend.answers.push(AnswerNames { name, base, shape, notation, block, until: Pc(u32::MAX) });
        }
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
    fn pool_size(&self, names: &[LocalId], body: &Block) -> u32 {
        let mut size = 0u32;
        for name in names {
            size = size.saturating_add(self.answer_shape(*name).width());
        }
        ir::visit::statements(body, &mut |stmt| {
            if let StmtKind::Divide(_, what, into, _) = &stmt.kind {
                size = size.saturating_add(self.matrix_size(what, into));
            }
        });
        size
    }

    fn answer_shape(&self, name: LocalId) -> Shape {
        self.scope.type_of(name).map_or(Shape::Word, |ty| self.shape(ty))
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

    /// The names that are born in the block for each player, each once.
    fn together_names(&self, body: &Block) -> Vec<LocalId> {
        let mut born = Vec::new();
        ir::visit::statements(body, &mut |stmt| match &stmt.kind {
            StmtKind::Let(local, _) => born.push(*local),
            StmtKind::Family(family) => born.push(family.name),
            StmtKind::Order(order) => born.push(order.name),
            StmtKind::Ask(ask) => {
                born.extend(ask.arms.iter().flat_map(|arm| &arm.query).flat_map(|q| q.binders.iter().map(|b| b.0)));
            }
            _ => {}
        });
        born.retain(|local| self.scope.role(*local) == Some(LocalRole::Together));
        born.sort_unstable();
        born.dedup();
        born
    }

    /// Homes of the names that are born in the block, none at first.
    fn answer_words(&mut self, names: &[LocalId], span: Span) {
        for &name in names {
            let shape = self.answer_shape(name);
            let unasked = if shape == Shape::Word { NONE } else { 0 };
            let base = self.each_words(shape.width(), unasked);
            self.scope.set(name, Home::Each(base, shape));
            self.not_asked(base, shape, span);
        }
    }

    /// Whoever is not asked has answered none.
    fn not_asked(&mut self, base: Slot, shape: Shape, span: Span) {
        if shape != Shape::Word {
            return;
        }
        self.op(Op::Fill { base, count: self.choices.seats.len() as u32, word: NONE }, span);
    }

    /// Words of each player from the block's pool.
    pub(super) fn each_words(&mut self, stride: u32, unasked: i32) -> Slot {
        let players = self.choices.seats.len() as u32;
        let Some(part) = &mut self.part else { unreachable!("only inside a `together` block") };
        let base = part.pool;
        part.pool += stride * players;
        part.answers.push(Answers { base, stride, unasked });
        base
    }
}
