//! States: copies with long lists, and their history.

use tavola_core::code::{Layout, Program, Store, ValueShape};
use tavola_core::vm::long::LongLists;
use tavola_core::vm::{History, HistoryAnswer, State};

/// Two lists of pairs with room for 40 each begin at word 2. A third list with the same room belongs to a rule.
#[test]
fn only_the_used_part_of_a_long_list_is_copied() {
    let store = |base, count, width| Store { base, index: None, count, shape: ValueShape::List { width, element: 2 } };
    let layout = Layout { words: 300, frames: 180, ..Layout::default() };
    let stores = vec![store(2, 2, 81), store(2, 2, 81), store(170, 1, 9), store(190, 1, 81)];
    let lists = LongLists::new(&Program { layout, stores, ..Program::default() });
    let state = |lens: [usize; 2], mark: i32| {
        let mut words = vec![mark; 300];
        for (base, len) in [2, 83].into_iter().zip(lens) {
            words[base] = len as i32;
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
    for (word, what) in [(60, "the first list"), (141, "the second list"), (230, "the list of a rule")] {
        to.words_mut()[word] = 5;
        lists.copy(&state([3, 4], 7), &mut to);
        let is_kept = to.words()[word] == 5;
        assert_eq!(is_kept, word < 180, "what is empty in both is left as it is, on the table: {what}");
    }
    let mut none = State::default();
    lists.copy(&state([3, 4], 7), &mut none);
    assert_eq!(none.words(), state([3, 4], 7), "a new state is a whole copy");
}

#[test]
fn a_long_history_is_dropped_without_recursion() {
    let mut past = History::Start;
    for answer in 0..1_000_000 {
        past = past.and(answer % 7, None);
    }
    let shared = past.clone();
    drop(past);
    assert_eq!(shared.last().map(HistoryAnswer::option), Some(999_999 % 7));
}
