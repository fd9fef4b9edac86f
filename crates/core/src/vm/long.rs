//! The lists of a state that have much room, and copies of states that leave out what is empty of them.

use super::state::State;
use crate::code::{Program, Store, ValueShape};

/// Lists with more room than this are copied as far as they are filled.
const LONG: usize = 64;

/// The lists of a state that have much room. Behind the elements of a list all its words are 0, so these need not be copied where
/// they are 0 already: a position that remembers hundreds of others is mostly room.
#[derive(Debug, Default)]
pub(super) struct LongLists(Vec<LongList>);

/// Where a list lies.
#[derive(Clone, Copy, Debug)]
struct LongList {
    base: usize,
    shape: ValueShape,
}

impl LongLists {
    /// Those of a program that lie on the table. What belongs to rules under way may lie there by turns, and is copied whole.
    pub(super) fn new(p: &Program) -> Self {
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
    pub(super) fn copy(&self, from: &[i32], to: &mut State) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Layout;

    /// Two lists of pairs with room for 40 each begin at word 2; a list of the same room belongs to a rule.
    #[test]
    fn of_long_lists_only_what_is_filled_is_copied() {
        let store =
            |base, count, width| Store { base, index: None, count, shape: ValueShape::List { width, element: 2 } };
        let layout = Layout { words: 300, frames: 180, ..Layout::default() };
        let stores = vec![store(2, 2, 81), store(2, 2, 81), store(170, 1, 9), store(190, 1, 81)];
        let lists = LongLists::new(&Program { layout, stores, ..Program::default() });
        let places: Vec<usize> = lists.0.iter().map(|list| list.base).collect();
        assert_eq!(places, [2, 83]);
        let state = |lens: [usize; 2], mark: i32| {
            let mut words = vec![mark; 300];
            for (base, len) in places.iter().zip(lens) {
                words[*base] = len as i32;
                words[base + 1 + 2 * len..base + 81].fill(0);
            }
            words
        };
        for lens in [[0, 0], [3, 0], [0, 40], [40, 40], [7, 8]] {
            for before in [[0, 0], [40, 1], [5, 40], [40, 40]] {
                let (from, mut to) = (state(lens, 7), State::from_words(state(before, -1)));
                lists.copy(&from, &mut to);
                assert_eq!(to.words(), from, "{lens:?} over {before:?}");
            }
        }
        let mut to = State::from_words(state([1, 2], -1));
        to.words_mut()[60] = 5;
        lists.copy(&state([3, 4], 7), &mut to);
        assert_eq!(to.words()[60], 5, "what is empty in both is left as it is");
        let mut none = State::default();
        lists.copy(&state([3, 4], 7), &mut none);
        assert_eq!(none.words(), state([3, 4], 7), "a new state is a whole copy");
    }
}
