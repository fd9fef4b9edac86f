//! Long lists of a state, and compact copies of states that leave out the unused room of such lists.

use super::position::State;
use crate::code::{Program, Store, ValueShape};

/// Lists with more room than this are copied as far as they are filled.
const LONG: usize = 64;

/// The lists of a state that have much room. Behind the elements of a list all its words are 0, so these need not be copied where
/// they are 0 already: a position that remembers hundreds of others is mostly room.
#[derive(Debug, Default)]
pub struct LongLists(Vec<LongList>);

/// Where a list lies.
#[derive(Clone, Copy, Debug)]
struct LongList {
    base: usize,
    shape: ValueShape,
}

impl LongLists {
    /// Those of a program that lie on the table. What belongs to rules under way may lie there by turns, and is copied whole.
    pub fn new(p: &Program) -> Self {
        let long = |shape: ValueShape| matches!(shape, ValueShape::List { width, .. } if usize::from(width) > LONG);
        let stores = p.stores.iter().filter(|store| store.base < p.layout.frames && long(store.shape));
        let lists = stores.flat_map(|&Store { base, count, shape, .. }| {
            let base = move |at: u32| (base + at * shape.width()) as usize;
            (0..count).map(move |at| LongList { base: base(at), shape })
        });
        let mut lists: Vec<LongList> = lists.collect();
        lists.sort_by_key(|list| list.base);
        lists.dedup_by_key(|list| list.base);
        Self(lists)
    }

    /// Makes a state a copy of these words.
    #[inline]
    pub fn copy(&self, from: &[i32], to: &mut State) {
        if self.0.is_empty() || to.words().len() != from.len() {
            return to.copy_from(from);
        }
        let (mut at, to) = (0, to.running());
        for list in &self.0 {
            let filled = |words: &[i32]| list.shape.filled(&words[list.base..]);
            let end = list.base + filled(from).max(filled(to));
            to[at..end].copy_from_slice(&from[at..end]);
            at = list.base + list.shape.width() as usize;
        }
        to[at..].copy_from_slice(&from[at..]);
    }
}
