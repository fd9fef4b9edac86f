//! Evaluation of expressions as words: lists (length, then elements) and bags (a count for each piece).
//!
//! A view borrows a value in place, from the state or the stack, at its actual length, without the padding of a stored list. Values
//! in registers are copied, because registers may change during the evaluation.

use std::ops::Range;

use super::evaluator::Eval;
use super::scratch::MOST_STACK_WORDS;
use crate::code::{Expr, ExprId, ValueShape};
use crate::vm::fault::kind::{FaultKind, Res};

/// The location of words.
#[derive(Clone, Debug)]
pub(in crate::vm) enum WordsView<'p> {
    /// In a memo table.
    Table(&'p [i32]),
    /// In the state.
    State(Range<usize>),
    /// On the stack.
    Stack(Range<usize>),
}

impl<'p> Eval<'p> {
    /// The words of a view.
    #[inline]
    pub(in crate::vm) fn seen(&self, view: &WordsView<'p>) -> &[i32] {
        match view {
            WordsView::Table(words) => words,
            WordsView::State(range) => &self.s[range.clone()],
            WordsView::Stack(range) => &self.m.stack[range.clone()],
        }
    }

    /// Evaluates an expression as words. The caller truncates the stack.
    pub(in crate::vm) fn view(&mut self, e: ExprId) -> Res<WordsView<'p>> {
        match self.exprs[e.index()] {
            Expr::Slots { base, shape } => self.stored(base as usize, shape, e),
            Expr::SlotsAt { store, .. } => {
                let p = self.p;
                let store = &p.stores[store as usize];
                let at = self.target(store)?;
                self.stored(at, store.shape, e)
            }
            Expr::Regs { reg, shape } => {
                let words = &self.m.regs[usize::from(reg)..];
                let Some(len) = exact(words, shape) else {
                    return self.fail(FaultKind::Index, e);
                };
                let start = self.m.stack.len();
                self.m.stack.extend_from_slice(&words[..len]);
                Ok(WordsView::Stack(start..self.m.stack.len()))
            }
            Expr::If(holds, a, b) => {
                if self.holds(holds)? {
                    self.view(a)
                } else {
                    self.view(b)
                }
            }
            Expr::Let { .. } | Expr::LetSet { .. } | Expr::LetWords { .. } | Expr::Call { .. } => {
                let body = self.bind(e)?;
                self.view(body)
            }
            Expr::Tabled { table, value } => self.tabled_view(table, value),
            Expr::Item { list, index, element } => {
                let item = self.item(list, index, element)?;
                self.inner_list(item, e)
            }
            _ => {
                let start = self.m.stack.len();
                self.build(e)?;
                if self.m.stack.len() > MOST_STACK_WORDS {
                    return self.fail(FaultKind::ListFull, e);
                }
                Ok(WordsView::Stack(start..self.m.stack.len()))
            }
        }
    }

    /// Copies the words of a memo table to the stack, so that the view does not borrow the program.
    pub(in crate::vm) fn lying(&mut self, view: WordsView<'p>) -> WordsView<'static> {
        match view {
            WordsView::Table(words) => {
                let start = self.m.stack.len();
                self.m.stack.extend_from_slice(words);
                WordsView::Stack(start..self.m.stack.len())
            }
            WordsView::State(range) => WordsView::State(range),
            WordsView::Stack(range) => WordsView::Stack(range),
        }
    }

    /// Pushes an expression's value as words, and nothing else. Returns where it begins.
    pub(in crate::vm) fn load(&mut self, e: ExprId) -> Res<usize> {
        let start = self.m.stack.len();
        match self.view(e)? {
            WordsView::Table(words) => {
                self.m.stack.truncate(start);
                self.m.stack.extend_from_slice(words);
            }
            WordsView::State(range) => {
                self.m.stack.truncate(start);
                self.m.stack.extend_from_slice(&self.s[range]);
            }
            WordsView::Stack(range) => {
                let end = start + range.len();
                if range.start != start {
                    self.m.stack.copy_within(range, start);
                }
                self.m.stack.truncate(end);
            }
        }
        if self.m.stack.len() > MOST_STACK_WORDS {
            return self.fail(FaultKind::ListFull, e);
        }
        Ok(start)
    }

    /// A view of a value in the state. A list whose length is impossible is a fault: only a damaged state has one.
    fn stored(&mut self, base: usize, shape: ValueShape, e: ExprId) -> Res<WordsView<'p>> {
        match exact(&self.s[base..], shape) {
            Some(len) => Ok(WordsView::State(base..base + len)),
            None => self.fail(FaultKind::Index, e),
        }
    }

    /// A view of an element with `element` words. `None` if it is past the end.
    fn item(&mut self, list: ExprId, index: ExprId, element: u16) -> Res<Option<WordsView<'p>>> {
        let index = self.word(index)?;
        let view = self.view(list)?;
        let len = self.seen(&view)[0];
        if index < 1 || index > len {
            return Ok(None);
        }
        let width = usize::from(element);
        let at = 1 + (index - 1) as usize * width;
        Ok(Some(match view {
            WordsView::Table(words) => WordsView::Table(&words[at..at + width]),
            WordsView::State(range) => WordsView::State(range.start + at..range.start + at + width),
            WordsView::Stack(range) => WordsView::Stack(range.start + at..range.start + at + width),
        }))
    }

    /// A view of an element that is a list of words. Only such lists can be elements.
    fn inner_list(&mut self, item: Option<WordsView<'p>>, e: ExprId) -> Res<WordsView<'p>> {
        let Some(item) = item else {
            let start = self.m.stack.len();
            self.m.stack.push(0);
            return Ok(WordsView::Stack(start..start + 1));
        };
        let words = self.seen(&item);
        let Some(len) = usize::try_from(words[0]).ok().map(|len| 1 + len).filter(|&len| len <= words.len()) else {
            return self.fail(FaultKind::Index, e);
        };
        Ok(match item {
            WordsView::Table(words) => WordsView::Table(&words[..len]),
            WordsView::State(range) => WordsView::State(range.start..range.start + len),
            WordsView::Stack(range) => WordsView::Stack(range.start..range.start + len),
        })
    }

    /// Evaluates an element as a word.
    pub(super) fn item_word(&mut self, list: ExprId, index: ExprId) -> Res<i32> {
        let mark = self.m.stack.len();
        let item = self.item(list, index, 1)?;
        let word = item.map_or(crate::code::NONE, |item| self.seen(&item)[0]);
        self.m.stack.truncate(mark);
        Ok(word)
    }

    /// Evaluates an element as a set.
    pub(super) fn item_set(&mut self, list: ExprId, index: ExprId, element: u16) -> Res<crate::code::Set> {
        let mark = self.m.stack.len();
        let item = self.item(list, index, element)?;
        let set = item.map_or(crate::code::Set::EMPTY, |item| crate::code::Set::from_words(self.seen(&item)));
        self.m.stack.truncate(mark);
        Ok(set)
    }
}

/// Number of these words that a value of a shape has. `None` for a list whose length is impossible.
#[inline]
fn exact(words: &[i32], shape: ValueShape) -> Option<usize> {
    match shape {
        ValueShape::List { width, element } => {
            let len = usize::try_from(words[0]).ok()?.checked_mul(usize::from(element))?;
            (len < usize::from(width)).then_some(1 + len)
        }
        other => Some(other.width() as usize),
    }
}
