//! Values of a program: sets, tables of sets, things in ordered places.

use tavola_core::code::{Entry, ExprTable, Index, NONE, Reading, Set};

fn some() -> Set {
    [0, 1, 63, 64, 100, 191, 200, 255].into_iter().fold(Set::EMPTY, Set::with)
}

#[test]
fn a_set_is_split_at_a_member() {
    for least in [i32::MIN, -1, 0, 1, 2, 63, 64, 65, 128, 192, 255, 256, 300] {
        let one_by_one = some().iter().filter(|&member| member >= least);
        assert_eq!(some().from(least).iter().collect::<Vec<_>>(), one_by_one.collect::<Vec<_>>(), "from {least}");
    }
}

#[test]
fn shifting_moves_every_member() {
    for by in [-300, -256, -130, -64, -63, -1, 0, 1, 5, 63, 64, 65, 128, 192, 255, 256, 300] {
        let one_by_one = some().iter().filter_map(|member| Some(member + by).filter(|to| (0..256).contains(to)));
        assert_eq!(some().shifted(by).iter().collect::<Vec<_>>(), one_by_one.collect::<Vec<_>>(), "by {by}");
    }
}

#[test]
fn each_combination_of_names_has_its_own_entry() {
    let index = |reg, low, count, none| Index { reg, low, count, none };
    let table = ExprTable::new(Box::new([index(0, -1, 3, false), index(2, 5, 2, true)]), Reading::Word);
    assert_eq!(table.len(), 9);
    let mut all = Vec::new();
    for first in -1..=1 {
        for second in [5, 6, NONE] {
            all.extend(table.at(&[first, 77, second]));
        }
    }
    assert_eq!(all, (0..9).collect::<Vec<_>>());
    for outside in [[2, 0, 5], [-2, 0, 5], [0, 0, 4], [0, 0, 7], [NONE, 0, 5], [i32::MAX, 0, i32::MAX]] {
        assert_eq!(table.at(&outside), None, "{outside:?}");
    }
}

#[test]
fn a_word_holds_a_thing_of_an_ordered_place() {
    for piece in [0, 1, 255] {
        let first = Entry::new(piece).first_of_packet(0x1_0001);
        assert_eq!((first.piece(), first.begins(), first.knowers()), (Some(piece), true, 0x1_0001));
        assert_eq!(first.inside(), Entry::new(piece));
        assert!(!first.inside().begins());
    }
    assert_eq!(Entry::NONE.piece(), None);
}
