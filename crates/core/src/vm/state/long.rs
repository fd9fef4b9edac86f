//! Long lists of a state, and copies of states that skip the unused words of such lists.

use super::position::State;
use crate::code::{Program, Store, ValueShape};

/// Lists with more words than this are copied only up to their length.
const LONG: usize = 64;

/// The long lists of a state. Unused words of a list are 0, so they need no copy if the target has 0 there, too. A state that
/// remembers hundreds of positions consists mostly of unused words.
#[derive(Debug, Default)]
pub struct LongLists(Vec<LongList>);

/// The location of a list.
#[derive(Clone, Copy, Debug)]
struct LongList {
    base: usize,
    shape: ValueShape,
}

impl LongLists {
    /// The long lists on the table. Words of frames are shared by several lists, so they are copied completely.
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

    /// Copies these words to a state.
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
