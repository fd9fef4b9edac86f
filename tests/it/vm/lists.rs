//! Lists and bags.

use super::asm::Asm;
use tavola_core::code::{Expr, ExprId, NONE, Op, Store, ValueShape};

fn slice(asm: &mut Asm, list: ExprId, element: u16, from: i32, to: i32) -> ExprId {
    let items = [asm.expr(Expr::Const(from)), asm.expr(Expr::Const(to))];
    let bounds = asm.lists(&items);
    asm.expr(Expr::Slice { list, element, bounds })
}

#[test]
fn lists_are_cut_joined_and_reversed() {
    let mut asm = Asm::new(0);
    let list = asm.list(&[1, 2, 3, 4, 5]);
    for (from, to, expected) in
        [(2, 3, vec![2, 2, 3]), (4, NONE, vec![2, 4, 5]), (4, 99, vec![2, 4, 5]), (6, 7, vec![0]), (3, 2, vec![0])]
    {
        let e = slice(&mut asm, list, 1, from, to);
        assert_eq!(asm.words(e), expected, "{from}..{to}");
    }
    let (short, two) = (asm.list(&[9]), asm.expr(Expr::Const(2)));
    let join = asm.expr(Expr::Join(list, short));
    assert_eq!(asm.words(join), [6, 1, 2, 3, 4, 5, 9]);
    let cut = asm.expr(Expr::Cut { list, size: two, room: 3 });
    assert_eq!(asm.words(cut), [3, 2, 1, 2, 0, 2, 3, 4, 0, 1, 5, 0, 0]);
    let three = asm.expr(Expr::Const(3));
    let item = |index| Expr::Item { list: cut, index, element: 4 };
    let (second, last) = (asm.expr(item(two)), asm.expr(item(three)));
    let both = asm.expr(Expr::Join(last, second));
    assert_eq!(asm.words(both), [3, 5, 3, 4], "what fills up an element does not belong to it");
}

#[test]
fn items_are_words_sets_or_lists() {
    let mut asm = Asm::new(0);
    let sets = [asm.set(&[1, 40]), asm.set(&[2])];
    let first = asm.lists(&sets);
    let list = asm.expr(Expr::ListOfSets { first, count: 2, width: 2 });
    let mut at = |index, expected: &[i32]| {
        let index = asm.expr(Expr::Const(index));
        let e = asm.expr(Expr::Item { list, index, element: 2 });
        assert_eq!(asm.members(e), expected);
    };
    at(1, &[1, 40]);
    at(2, &[2]);
    at(3, &[]);
    at(0, &[]);
    at(NONE, &[]);
    let tail = slice(&mut asm, list, 2, 2, NONE);
    assert_eq!(asm.words(tail), [1, 4, 0]);
    let words = asm.list(&[7, 8]);
    for (index, expected) in [(1, 7), (2, 8), (3, NONE), (0, NONE)] {
        let index = asm.expr(Expr::Const(index));
        let e = asm.expr(Expr::Item { list: words, index, element: 1 });
        assert_eq!(asm.word(e), expected);
    }
}

#[test]
fn stored_lists_have_their_declared_length() {
    let mut asm = Asm::new(8);
    asm.p.start[2..6].copy_from_slice(&[2, 5, 6, 0]);
    asm.p.start[6..10].copy_from_slice(&[1, 7, 0, 0]);
    let shape = ValueShape::List { width: 4, element: 1 };
    let first = asm.expr(Expr::Slots { base: 2, shape });
    let one = asm.expr(Expr::Const(1));
    asm.p.stores.push(Store { base: 2, index: Some(one), count: 2, shape });
    let second = asm.expr(Expr::SlotsAt { base: 2, count: 2, store: 0 });
    let join = asm.expr(Expr::Join(second, first));
    assert_eq!(asm.words(join), [3, 7, 5, 6]);
    let six = asm.expr(Expr::Const(6));
    for (expr, expected) in [
        (Expr::ListSize(first), 2),
        (Expr::ListHas(first, six), 1),
        (Expr::ListHas(second, six), 0),
        (Expr::WordsAre(first, first), 1),
        (Expr::WordsAre(first, second), 0),
    ] {
        let e = asm.expr(expr);
        assert_eq!(asm.word(e), expected, "{expr:?}");
    }
    let set = asm.expr(Expr::ListSet(join));
    assert_eq!(asm.members(set), [5, 6, 7]);
}

#[test]
fn bags_are_counts() {
    let mut asm = Asm::new(6);
    asm.places(&[5, 5, 5], 2, 2);
    asm.p.start[2..].copy_from_slice(&[2, 0, 3, 1, 1, 0]);
    let cells = [asm.expr(Expr::Const(0)), asm.expr(Expr::Const(1))];
    let (all, some) = (asm.set(&[0, 1, 2]), asm.set(&[0, 1]));
    let a = asm.expr(Expr::BagAt { cell: cells[0], pieces: all });
    let b = asm.expr(Expr::BagAt { cell: cells[1], pieces: some });
    let empty = asm.expr(Expr::Empty);
    let none = asm.expr(Expr::BagMinus(empty, b));
    let two = cells[1];
    for (expr, expected) in [
        (Expr::BagJoin(a, b), vec![3, 1, 3]),
        (Expr::BagMinus(a, b), vec![1, 0, 3]),
        (Expr::BagJoin(empty, b), vec![1, 1, 0]),
    ] {
        let e = asm.expr(expr);
        assert_eq!(asm.words(e), expected, "{expr:?}");
    }
    for (expr, expected) in [
        (Expr::BagSize(a), 5),
        (Expr::BagGet(b, two), 1),
        (Expr::BagGet(a, two), 0),
        (Expr::BagFirst(a), 0),
        (Expr::BagFirst(empty), NONE),
        (Expr::WordsAre(none, empty), 1),
        (Expr::Count { cell: cells[0], piece: cells[0] }, 2),
        (Expr::CountAll { cell: cells[0], pieces: all }, 5),
    ] {
        let e = asm.expr(expr);
        assert_eq!(asm.word(e), expected, "{expr:?}");
    }
    let set = asm.expr(Expr::BagSet(a, -1));
    assert_eq!(asm.members(set), [1, 3]);
}

#[test]
fn unused_room_is_filled_in_the_state() {
    let mut asm = Asm::new(8);
    asm.p.start[2..].fill(9);
    let list = ValueShape::List { width: 4, element: 1 };
    let (to, set) = (asm.store(2, list), asm.store(6, ValueShape::Set(2)));
    let (value, members) = (asm.list(&[7]), asm.set(&[33]));
    asm.op(Op::Store { store: to, value });
    asm.op(Op::Store { store: set, value: members });
    asm.op(Op::Over);
    let (mut machine, mut state) = asm.ready();
    machine.run(&asm.p, &mut state).unwrap();
    assert_eq!(state.words()[2..], [1, 7, 0, 0, 0, 2, 9, 9]);
}
