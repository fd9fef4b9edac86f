//! Stores: writing answers and values of expressions to the state.

use crate::code::{AskId, Binder, Domain, ExprId, PC, Program, Query, QueryId, Slot, Store, ValueShape};
use crate::vm::eval::view::WordsView;
use crate::vm::fault::kind::{FaultKind, Res};
use crate::vm::machine::Machine;

/// A list of results over which a loop runs, see [`crate::code::Op::EachNext`].
pub(in crate::vm) struct Each {
    pub(in crate::vm) list: usize,
    pub(in crate::vm) stride: usize,
    pub(in crate::vm) room: usize,
}

impl Each {
    #[inline]
    pub(in crate::vm) fn new(list: Slot, stride: u16, room: u16) -> Self {
        Self { list: list as usize, stride: usize::from(stride), room: usize::from(room) }
    }
}

impl Machine {
    /// Stores an answer's values and jumps to the target of its arm.
    #[inline]
    pub(in crate::vm) fn apply(&mut self, p: &Program, s: &mut [i32], ask: AskId, option: &[i32]) -> Res<()> {
        let arms = &p.asks[ask.index()].arms;
        let Some(arm) = usize::try_from(option[0]).ok().and_then(|arm| arms.get(arm)) else {
            return self.m.fail(FaultKind::Index, None);
        };
        if let Some(query) = arm.query {
            let mut at = 1;
            for (number, binder) in p.queries[query.index()].binders.iter().enumerate() {
                let (store, width) = (arm.stores[number], usize::from(binder.width));
                self.store_words(p, s, &p.stores[store as usize], &option[at..at + width])?;
                at += width;
            }
        }
        s[PC] = arm.goto.0 as i32;
        Ok(())
    }

    /// The first word of a store's destination.
    #[inline(always)]
    fn target(&mut self, p: &Program, s: &[i32], store: &Store) -> Res<usize> {
        match store.index {
            None => Ok(store.base as usize),
            Some(_) => self.eval(p, s).target(store),
        }
    }

    /// Evaluates a value and stores it in the shape of the store.
    #[inline(never)]
    pub(in crate::vm) fn store(&mut self, p: &Program, s: &mut [i32], store: &Store, value: ExprId) -> Res<()> {
        let to = self.target(p, s, store)?;
        let width = store.shape.width() as usize;
        match store.shape {
            ValueShape::Word => s[to] = self.eval(p, s).hot_word(value)?,
            ValueShape::Set(_) if self.changed_in_place(p, s, (store, to), value)? => {}
            ValueShape::Set(_) => {
                let set = self.eval(p, s).hot_set(value)?;
                set.to_words(&mut s[to..to + width]);
            }
            ValueShape::List { .. } | ValueShape::Bag(_) => {
                let mark = self.m.stack.len();
                let mut eval = self.eval(p, s);
                let view = eval.view(value)?;
                let view = eval.lying(view);
                // The unused words of a list on the table are 0 already. Words of a frame may hold something else.
                let filled = if store.base < p.layout.frames { store.shape.filled(&s[to..]) } else { width };
                let len = match &view {
                    WordsView::Table(words) => words.len(),
                    WordsView::State(range) | WordsView::Stack(range) => range.len(),
                };
                if len > width {
                    return self.m.fail(FaultKind::ListFull, Some(value));
                }
                match view {
                    WordsView::Table(words) => s[to..to + len].copy_from_slice(words),
                    WordsView::State(range) => s.copy_within(range, to),
                    WordsView::Stack(range) => s[to..to + len].copy_from_slice(&self.m.stack[range]),
                }
                s[to + len..to + filled.max(len)].fill(0);
                self.m.stack.truncate(mark);
            }
        }
        Ok(())
    }

    /// Adds or removes a member of a set in place. Returns false if the set must be stored as a whole.
    #[inline]
    fn changed_in_place(
        &mut self,
        p: &Program,
        s: &mut [i32],
        (store, to): (&Store, usize),
        value: ExprId,
    ) -> Res<bool> {
        let Some((member, joins)) = store.change_of(p, value) else {
            return Ok(false);
        };
        let member = self.eval(p, s).operand(member)?;
        let inside = member >= 0 && (member as u32) < 32 * store.shape.width();
        if inside {
            let (word, bit) = (&mut s[to + member as usize / 32], 1 << (member % 32));
            *word = if joins { *word | bit } else { *word & !bit };
        }
        Ok(inside)
    }

    /// Stores given words, padded with 0.
    pub(super) fn store_words(&mut self, p: &Program, s: &mut [i32], store: &Store, words: &[i32]) -> Res<()> {
        let to = self.target(p, s, store)?;
        let width = store.shape.width() as usize;
        if let (1, [word]) = (width, words) {
            s[to] = *word;
            return Ok(());
        }
        let len = words.len().min(width);
        s[to..to + len].copy_from_slice(&words[..len]);
        s[to + len..to + width].fill(0);
        Ok(())
    }

    /// Evaluates a query and writes its results to a list in the state.
    #[inline(never)]
    pub(in crate::vm) fn each_start(&mut self, p: &Program, s: &mut [i32], query: QueryId, each: &Each) -> Res<()> {
        let code = &p.queries[query.index()];
        if let Some(set) = plain_set(code) {
            let members = self.eval(p, s).hot_set(set)?;
            let len = members.len() as usize;
            self.m.spend(len as u64)?;
            if len > each.room {
                return self.m.fail(FaultKind::LoopFull, None);
            }
            (s[each.list], s[each.list + 1]) = (len as i32, 0);
            s[each.list + 2..].iter_mut().zip(members.iter()).for_each(|(word, member)| *word = member);
            return Ok(());
        }
        let keys = code.keys.len();
        let start = self.eval(p, s).collect(query, false, each.stride, &mut |eval| {
            for binder in &code.binders {
                let reg = usize::from(binder.reg);
                match binder.width {
                    1 => eval.m.rows.push(eval.m.regs[reg]),
                    width => eval.m.rows.extend_from_slice(&eval.m.regs[reg..reg + usize::from(width)]),
                }
            }
            Ok(())
        })?;
        let row = keys + each.stride;
        let rows = &self.m.rows[start..];
        let len = rows.len() / row;
        if len > each.room {
            return self.m.fail(FaultKind::LoopFull, None);
        }
        s[each.list] = len as i32;
        s[each.list + 1] = 0;
        let to = &mut s[each.list + 2..][..len * each.stride];
        match keys {
            0 => to.copy_from_slice(rows),
            _ => {
                for (to, from) in to.chunks_exact_mut(each.stride).zip(rows.chunks_exact(row)) {
                    to.copy_from_slice(&from[keys..]);
                }
            }
        }
        self.m.rows.truncate(start);
        Ok(())
    }

    /// Writes the next result to its stores. Returns false if there is none.
    pub(in crate::vm) fn each_next(&mut self, p: &Program, s: &mut [i32], each: &Each, stores: &[Store]) -> Res<bool> {
        let (len, position) = (s[each.list], s[each.list + 1]);
        if position >= len {
            s[each.list..each.list + 2 + each.room * each.stride].fill(0);
            return Ok(false);
        }
        if position < 0 || len as usize > each.room {
            // Only a damaged state has such a list.
            return self.m.fail(FaultKind::Index, None);
        }
        let mut from = each.list + 2 + position as usize * each.stride;
        for store in stores {
            let to = self.target(p, s, store)?;
            let width = store.shape.width() as usize;
            match width {
                1 => s[to] = s[from],
                _ => s.copy_within(from..from + width, to),
            }
            from += width;
        }
        s[each.list + 1] = position + 1;
        Ok(true)
    }
}

/// The set that a query ranges over, if it does nothing else.
fn plain_set(query: &Query) -> Option<ExprId> {
    match query.binders[..] {
        [Binder { domain: Domain::Set(set), .. }] if query.filter.is_none() && query.keys.is_empty() => Some(set),
        _ => None,
    }
}
