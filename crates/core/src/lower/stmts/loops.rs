//! Loops: `each`, `repeat`, `in turn`; `until all pass` is in [`super::passes`].

use super::Lower;
use crate::code::{Arith, Binder, Domain, Expr, Op, Pc, QueryId, Set, Slot, ValueShape};
use crate::ir::{self, Block, LocalId};
use crate::lower::exprs::scope::Home;
use tavola_syntax::text::Span;

/// Maximum number of results that a loop keeps.
pub(super) const MOST_RESULTS: u32 = 4096;

/// A loop around the statement being lowered.
#[derive(Clone, Debug, Default)]
pub(super) struct Loop {
    /// Jumps of `stop`, which continue after the loop.
    exits: Vec<Pc>,
    /// The first word that belongs to the loop.
    mark: Slot,
    /// Number of extents that were open at its beginning.
    extents: u32,
}

/// The result list of an `each`.
#[derive(Clone, Copy, Debug)]
pub(super) struct EachList {
    pub(in crate::lower) list: Slot,
    pub(in crate::lower) stride: u16,
    pub(in crate::lower) room: u16,
}

/// The jump operations of a loop over turns.
pub(super) struct TurnJumps {
    /// The beginning of a round.
    pub(super) again: Pc,
    /// The beginning of a turn. Jumps to the next round after the last turn.
    pub(super) next: Pc,
    /// The jump that leaves the loop by its condition.
    pub(super) over: Pc,
    /// The jump that skips a player who is no longer in.
    pub(super) skip: Option<Pc>,
    /// The jump that leaves the loop if no player is in.
    pub(super) nobody: Option<Pc>,
}

impl Lower<'_> {
    /// Begins a loop. Words allocated from now on belong to it.
    pub(super) fn loop_begin(&mut self) {
        let mark = self.frames.mark();
        self.loops.push(Loop { exits: Vec::new(), mark, extents: self.extents });
    }

    /// Ends a loop: `stop` continues here.
    pub(super) fn loop_end(&mut self) {
        let ended = self.loops.pop().expect("a loop that ends has begun");
        for exit in ended.exits {
            self.emit.backpatch(exit);
        }
    }

    pub(in crate::lower) fn stop(&mut self, span: Span) {
        let Some(innermost) = self.loops.last() else { return };
        let (mark, extents) = (innermost.mark, innermost.extents);
        self.end_extents(extents, span);
        let count = self.frames.mark() - mark;
        if count > 0 {
            self.emit.op(Op::Fill { base: mark, count, word: 0 }, span);
        }
        let jump = self.emit.op(Op::Jump(Pc(0)), span);
        self.loops.last_mut().expect("it was there before").exits.push(jump);
    }

    pub(in crate::lower) fn each(&mut self, query: &ir::Query, body: &Block, span: Span) {
        self.loop_begin();
        let lowered = self.exprs().query(query);
        match self.name_by_name(query, lowered) {
            Some(queries) => self.each_in_each(&queries, body, span),
            None => self.loop_over((query, lowered), span, |lower| lower.block(body)),
        }
        self.loop_end();
    }

    /// Emits the loop over the first query around those over the others.
    fn each_in_each(&mut self, queries: &[ir::Query], body: &Block, span: Span) {
        let Some((query, inner)) = queries.split_first() else { return self.block(body) };
        let lowered = self.exprs().query(query);
        self.loop_over((query, lowered), span, |lower| lower.each_in_each(inner, body, span));
    }

    fn loop_over(&mut self, (query, lowered): (&ir::Query, QueryId), span: Span, body: impl FnOnce(&mut Self)) {
        let (outer, start) = (self.frames.mark(), self.emit.here());
        let list = self.list_of((query, lowered), span);
        let next = self.each_next(query, &list, span);
        body(self);
        self.emit.op(Op::Jump(next), span);
        self.emit.backpatch(next);
        match self.fill_of(start) {
            Some(fill) => {
                // The loop wrote none of its own words.
                self.emit.program.ops.truncate(start.index());
                self.emit.program.op_spans.truncate(start.index());
                self.emit.op(fill, span);
                self.frames.release(outer);
            }
            None => self.release(outer, span),
        }
    }

    /// A query for each name, if together they may have more results than a list keeps, and nested loops have the same results: the body
    /// cannot change what they range over.
    fn name_by_name(&mut self, query: &ir::Query, lowered: QueryId) -> Option<Vec<ir::Query>> {
        let is_plain = query.clockwise.is_none() && query.keys.is_empty();
        let is_large = query.binders.len() > 1 && is_plain && self.most_results(query, lowered) > MOST_RESULTS;
        if !is_large || self.emit.program.query_reads_state(lowered) {
            return None;
        }
        let last = query.binders.len() - 1;
        let one = |(at, binder): (usize, &(LocalId, ir::Expr))| ir::Query {
            binders: vec![binder.clone()],
            clockwise: None,
            filter: if at == last { query.filter.clone() } else { None },
            keys: Vec::new(),
            span: query.span,
        };
        Some(query.binders.iter().enumerate().map(one).collect())
    }

    /// Maximum number of results of a query without its filter.
    fn most_results(&mut self, query: &ir::Query, lowered: QueryId) -> u32 {
        let binders = &self.emit.program.queries[lowered.index()].binders;
        let domains: Vec<Domain> = binders.iter().map(|binder| binder.domain).collect();
        let names = query.binders.iter().zip(domains);
        names.fold(1, |all, ((_, domain), lowered)| all.saturating_mul(self.exprs().results(domain, lowered)))
    }

    /// The fill that replaces a loop from `start` to here, if the loop only sets all values of a variable to one constant.
    fn fill_of(&self, start: Pc) -> Option<Op> {
        let program = &self.emit.program;
        let [
            Op::EachStart { query, .. },
            Op::EachNext { first, count: 1, .. },
            Op::Store { store, value },
            Op::Jump(_),
        ] = program.ops[start.index()..]
        else {
            return None;
        };
        let query = &program.queries[query.index()];
        let ([Binder { domain: Domain::Set(all), .. }], None) = (&query.binders[..], query.filter) else {
            return None;
        };
        let (named, store) = (program.stores[usize::from(first)], program.stores[store as usize]);
        let by_name = store.index.is_some_and(|index| program.exprs[index.index()] == Expr::Slot(named.base));
        let everywhere = match program.exprs[all.index()] {
            Expr::SetConst(all) => program.sets[all as usize] == Set::below(store.count as usize),
            _ => false,
        };
        let word = match program.exprs[value.index()] {
            Expr::Const(word) if store.shape == ValueShape::Word => word,
            Expr::SetConst(set) if program.sets[set as usize].is_empty() => 0,
            Expr::Empty => 0,
            _ => return None,
        };
        let (base, count) = store.words();
        let fill = Op::Fill { base, count, word };
        (by_name && everywhere).then_some(fill)
    }

    /// Emits the evaluation of a query into a result list in the frame.
    pub(super) fn each_start(&mut self, query: &ir::Query, span: Span) -> EachList {
        let lowered = self.exprs().query(query);
        self.list_of((query, lowered), span)
    }

    fn list_of(&mut self, (query, lowered): (&ir::Query, QueryId), span: Span) -> EachList {
        let room = self.most_results(query, lowered).min(MOST_RESULTS) as u16;
        let stride: u32 = self.emit.program.queries[lowered.index()].binders.iter().map(|b| u32::from(b.width)).sum();
        let stride = stride as u16;
        let words = self.frames.words(2 + u32::from(room) * u32::from(stride));
        self.emit.op(Op::EachStart { query: lowered, list: words, stride, room }, span);
        EachList { list: words, stride, room }
    }

    /// Emits the assignment of the next result to the query's names. The operation must be backpatched to exit after the loop.
    pub(super) fn each_next(&mut self, query: &ir::Query, list: &EachList, span: Span) -> Pc {
        let homes: Vec<Home> = query.binders.iter().map(|(local, _)| self.home_for(*local)).collect();
        let first = self.emit.program.stores.len() as u16;
        for home in &homes {
            if let Home::Slot(base, shape) = *home {
                self.emit.store(base, None, 1, shape);
            }
        }
        let EachList { list, stride, room } = *list;
        self.emit.op(Op::EachNext { list, stride, room, first, count: homes.len() as u8, exit: Pc(0) }, span)
    }

    pub(super) fn repeat(
        &mut self,
        times: Option<&ir::Expr>,
        counter: Option<LocalId>,
        until: Option<&ir::Expr>,
        body: &Block,
        span: Span,
    ) {
        let outer = self.frames.mark();
        self.loop_begin();
        let times = times.map(|times| self.exprs().expr(times));
        if let (Some(times), None, None) = (times, counter, until)
            && self.emit.constant_of(times) == Some(1)
        {
            self.block(body);
            return self.loop_end();
        }
        let count = times.map(|times| {
            let left = self.frames.word();
            self.emit.op(Op::Set { slot: left, value: times }, span);
            (left, counter.map(|counter| self.home_for(counter)))
        });
        let again = self.emit.here();
        let mut exits = Vec::new();
        let one = self.emit.konst(1, span);
        if let Some((left, _)) = count {
            let left = self.emit.push(Expr::Slot(left), span);
            let holds = self.emit.arith(Arith::AtMost, one, left, span);
            exits.push(self.emit.op(Op::Unless { holds, to: Pc(0) }, span));
        }
        if let Some(until) = until {
            let until_span = until.span;
            let until = self.probed(until);
            let holds = self.emit.not(until, until_span);
            exits.push(self.emit.op(Op::Unless { holds, to: Pc(0) }, until_span));
        }
        if let Some((left, counter)) = count {
            self.change(left, -1, span);
            if let Some(Home::Slot(counter, _)) = counter {
                self.change(counter, 1, span);
            }
        }
        self.block(body);
        self.emit.op(Op::Jump(again), span);
        for exit in exits {
            self.emit.backpatch(exit);
        }
        self.release(outer, span);
        self.loop_end();
    }

    /// Loops over the players of the query until the condition holds, or nobody is left to ask.
    pub(super) fn in_turn(&mut self, query: &ir::Query, until: Option<&ir::Expr>, body: &Block, span: Span) {
        let Some(until) = until else {
            return self.until_all_pass(query, body, span);
        };
        let outer = self.frames.mark();
        self.loop_begin();
        let again = self.emit.here();
        let list = self.each_start(query, span);
        let nobody = self.unless_seated(query, &list, span);
        let next = self.each_next(query, &list, span);
        let end = self.probed(until);
        let holds = self.emit.not(end, until.span);
        let over = self.emit.op(Op::Unless { holds, to: Pc(0) }, until.span);
        let skip = self.unless_still_in(query, span);
        self.block(body);
        self.turns_end(&TurnJumps { again, next, over, skip, nobody }, outer, span);
    }

    /// Ends a turn: continues with the next seat, and after the last one with the next round.
    pub(super) fn turns_end(&mut self, jumps: &TurnJumps, outer: Slot, span: Span) {
        jumps.skip.into_iter().for_each(|skip| self.emit.backpatch(skip));
        self.emit.op(Op::Jump(jumps.next), span);
        self.emit.backpatch(jumps.next);
        self.emit.op(Op::Jump(jumps.again), span);
        jumps.nobody.into_iter().for_each(|nobody| self.emit.backpatch(nobody));
        self.emit.backpatch(jumps.over);
        self.release(outer, span);
        self.loop_end();
    }

    /// Emits the jump that leaves the loop if its round has no players. `None` if there is always a player.
    pub(super) fn unless_seated(&mut self, query: &ir::Query, list: &EachList, span: Span) -> Option<Pc> {
        if query.filter.is_none() && self.all_players(query) {
            return None;
        }
        let seated = self.emit.push(Expr::Slot(list.list), span);
        let one = self.emit.konst(1, span);
        let somebody = self.emit.arith(Arith::AtMost, one, seated, span);
        Some(self.emit.op(Op::Unless { holds: somebody, to: Pc(0) }, span))
    }

    /// Emits the jump that skips a player who has left since the round began. `None` if no player can leave.
    pub(super) fn unless_still_in(&mut self, query: &ir::Query, span: Span) -> Option<Pc> {
        let still =
            (!self.all_players(query)).then(|| still_in(query)).flatten().map(|still| self.exprs().expr(&still));
        let filter = query.filter.as_ref().map(|filter| self.exprs().expr(filter));
        let holds = match (still, filter) {
            (Some(still), Some(filter)) => self.emit.both(still, filter, span),
            (one, other) => one.or(other)?,
        };
        Some(self.emit.op(Op::Unless { holds, to: Pc(0) }, span))
    }

    /// True if a query always ranges over all players.
    pub(super) fn all_players(&self, query: &ir::Query) -> bool {
        matches!(query.binders.as_slice(), [(_, domain)] if matches!(domain.kind, ir::ExprKind::All(_)))
    }
}

/// The condition that the player of a query with one name is still in its domain.
fn still_in(query: &ir::Query) -> Option<ir::Expr> {
    let [(local, domain)] = query.binders.as_slice() else { return None };
    let ty = ir::Type::Member(ir::PLAYER);
    let player = ir::Expr { kind: ir::ExprKind::Local(*local), ty, span: query.span };
    let kind = ir::ExprKind::Binary(ir::Binary::In, Box::new(player), Box::new(domain.clone()));
    Some(ir::Expr { kind, ty: ir::Type::YesNo, span: query.span })
}
