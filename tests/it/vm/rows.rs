//! The cache of a question's paths: rows of words, the values shown at their ends, equivalence classes of nodes.

use tavola_core::vm::ends::EndRows;
use tavola_core::vm::read_sets::ReadSets;
use tavola_core::vm::table::RowTable;

#[test]
fn rows_are_numbered_once() {
    let mut table = RowTable::default();
    for round in 0..3 {
        let mut count = 0;
        for n in 0..1000 {
            let row = [n % 7, n, n / 3];
            let row = &row[..(n % 3) as usize + 1];
            let known = table.find(row);
            let number = table.number(row);
            assert_eq!(known.unwrap_or(count), number);
            assert_eq!((table.get(number), table.find(row)), (row, Some(number)), "round {round}");
            count += u32::from(known.is_none());
        }
        assert_eq!(count, 673, "7 alone, 333 pairs, 333 of three");
        table.clear();
        assert_eq!(table.find(&[1]), None);
    }
}

#[test]
fn filled_rows_keep_known_values_and_equal_rows_share_a_number() {
    let mut ends = EndRows::default();
    for _ in 0..2 {
        ends.begin(2);
        let mut numbers = Vec::new();
        for value in 0..100 {
            let first = ends.filled(0, 0b01, &[value, 7]);
            let both = ends.filled(first, 0b11, &[9, value]);
            assert_eq!(ends.get(first), (0b01, &[value, 0][..]));
            assert_eq!(ends.get(both), (0b11, &[value, value][..]), "the first value was known");
            assert_eq!(ends.filled(0, 0b11, &[value, value]), both);
            assert_eq!(ends.filled(both, 0b11, &[1, 1]), both, "nothing is open");
            numbers.extend([first, both]);
        }
        assert_eq!(numbers, (1..=200).collect::<Vec<u32>>());
        assert_eq!(ends.get(0), (0, &[0, 0][..]));
    }
}

#[test]
fn only_words_that_vary_separate_classes() {
    let mut read_sets = ReadSets::new(0, [1, 2, 3].into_iter());
    assert_eq!(read_sets.number(0b001, [1, 2, 3].into_iter()), (0, 0b111), "nothing varies: all counts as read");
    assert_eq!(read_sets.number(0b001, [1, 5, 3].into_iter()), (1, 0b101), "the second word varies and was not read");
    assert_eq!(read_sets.number(0b010, [1, 2, 3].into_iter()), (2, 0b111));
    assert_eq!(read_sets.number(0b100, [1, 5, 3].into_iter()), (1, 0b101));
    assert_eq!(read_sets.current().collect::<Vec<_>>(), [(1, 0b101), (2, 0b111)], "the first is from before");
    assert_eq!(read_sets.emptied().current().collect::<Vec<_>>(), [(0, 0b101), (1, 0b111)]);
}
