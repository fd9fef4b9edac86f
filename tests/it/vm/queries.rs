//! Queries.

use super::asm::Asm;
use tavola_core::code::{Arith, Binder, Domain, Expr, NONE, ValueShape};
use tavola_core::vm::FaultKind;

#[test]
fn results_are_aggregated() {
    let mut asm = Asm::new(0);
    let x = asm.expr(Expr::Reg(0));
    let binder = asm.range(0, 1, 5);
    let odd = {
        let half = asm.expr(Expr::Const(2));
        let down = asm.expr(Expr::Divide { how: tavola_core::code::Rounding::Down, to: 1, a: x, b: half });
        let double = asm.arith(Arith::Mul, down, 2);
        asm.arith(Arith::IsNot, double, x)
    };
    let all = asm.query(&[binder], None, &[]);
    let odds = asm.query(&[binder], Some(odd), &[]);
    let never = asm.expr(Expr::Const(0));
    let none = asm.query(&[binder], Some(never), &[]);
    let one = asm.arith(Arith::Is, x, 4);
    let four = asm.query(&[binder], Some(one), &[]);
    for (expr, expected) in [
        (Expr::Some(odds), 1),
        (Expr::Some(none), 0),
        (Expr::Every(odds, odd), 1),
        (Expr::Every(all, odd), 0),
        (Expr::Every(none, odd), 1),
        (Expr::CountOf(odds), 3),
        (Expr::SumOf(odds, x), 9),
        (Expr::MaxOf(all, x), 5),
        (Expr::MinOf(all, x), 1),
        (Expr::MaxOf(none, x), 0),
        (Expr::The(four), 4),
        (Expr::First(odds), 1),
        (Expr::First(none), NONE),
    ] {
        let e = asm.expr(expr);
        assert_eq!(asm.word(e), expected, "{expr:?}");
    }
    for (query, fault) in [(none, FaultKind::NoResult), (all, FaultKind::SeveralResults)] {
        let e = asm.expr(Expr::The(query));
        assert_eq!(asm.fault(e).kind, fault);
    }
    let (set, list) = (asm.expr(Expr::SetOf(odds, x)), asm.expr(Expr::ListOf(odds, x)));
    assert_eq!((asm.members(set), asm.words(list)), (vec![1, 3, 5], vec![3, 1, 3, 5]));
}

#[test]
fn the_last_name_varies_fastest_and_domains_read_earlier_names() {
    let mut asm = Asm::new(0);
    let (x, y) = (asm.expr(Expr::Reg(0)), asm.expr(Expr::Reg(1)));
    let binders = [asm.range(0, 1, 3), asm.range(1, x, 2)];
    let query = asm.query(&binders, None, &[]);
    let tens = asm.arith(Arith::Mul, x, 10);
    let both = asm.arith(Arith::Add, tens, y);
    let list = asm.expr(Expr::ListOf(query, both));
    assert_eq!(asm.words(list), [3, 11, 12, 22]);
}

#[test]
fn sorting_is_stable_and_ranks_group_ties() {
    let mut asm = Asm::new(0);
    asm.p.arrays.push(vec![5, 3, 5, 8, 3]);
    let x = asm.expr(Expr::Reg(0));
    let key = asm.expr(Expr::Array { array: 0, index: x });
    let binder = asm.range(0, 0, 4);
    let most = asm.query(&[binder], None, &[(true, key)]);
    let least = asm.query(&[binder], None, &[(false, key), (true, x)]);
    let (down, up) = (asm.expr(Expr::ListOf(most, x)), asm.expr(Expr::ListOf(least, x)));
    assert_eq!(asm.words(down), [5, 3, 0, 2, 1, 4]);
    assert_eq!(asm.words(up), [5, 4, 1, 2, 0, 3]);
    let (best, worst) = (asm.expr(Expr::First(most)), asm.expr(Expr::First(least)));
    assert_eq!((asm.word(best), asm.word(worst)), (3, 4));
    let rank = asm.expr(Expr::Rank { query: most, width: 1 });
    assert_eq!(asm.words(rank), [3, 1 << 3, 1 << 0 | 1 << 2, 1 << 1 | 1 << 4]);
    let together = asm.query(&[binder], None, &[]);
    let rank = asm.expr(Expr::Rank { query: together, width: 1 });
    assert_eq!(asm.words(rank), [1, 0b11111]);
}

#[test]
fn domains_have_a_fixed_order() {
    let mut asm = Asm::new(3);
    asm.places(&[9, 9, 9], 1, 2);
    asm.p.start[2..].copy_from_slice(&[2, 0, 1]);
    let (players, from) = (asm.set(&[0, 2, 3]), asm.expr(Expr::Const(2)));
    let list = asm.list(&[9, 7, 9]);
    let (cell, pieces) = (asm.expr(Expr::Const(0)), asm.set(&[0, 1, 2]));
    let bag = asm.expr(Expr::BagAt { cell, pieces });
    let x = asm.expr(Expr::Reg(0));
    for (domain, expected) in [
        (Domain::Clockwise { set: players, from, of: 4 }, vec![3, 2, 3, 0]),
        (Domain::Set(players), vec![3, 0, 2, 3]),
        (Domain::List(list), vec![3, 9, 7, 9]),
        (Domain::Bag { bag, less: -5 }, vec![3, 5, 5, 7]),
        (Domain::Cell { cell, pieces, less: 0 }, vec![3, 0, 0, 2]),
    ] {
        let query = asm.query(&[Binder { reg: 0, width: 1, domain }], None, &[]);
        let e = asm.expr(Expr::ListOf(query, x));
        assert_eq!(asm.words(e), expected, "{domain:?}");
    }
}

/// Copies of a sort are adjacent, wherever they are in a bag.
#[test]
fn the_things_of_a_bag_are_found_wherever_they_are() {
    for len in 1..40 {
        for at in 0..len {
            let mut asm = Asm::new(len);
            asm.places(&vec![5; len], 1, 2);
            asm.p.start[2 + at] = 3;
            asm.p.start[1 + len] = 2;
            let (cell, all) = (asm.expr(Expr::Const(0)), (0..len as i32).collect::<Vec<_>>());
            let pieces = asm.set(&all);
            let bag = asm.expr(Expr::BagAt { cell, pieces });
            let query = asm.query(&[Binder { reg: 0, width: 1, domain: Domain::Bag { bag, less: 0 } }], None, &[]);
            let x = asm.expr(Expr::Reg(0));
            let found = asm.expr(Expr::ListOf(query, x));
            let last = len as i32 - 1;
            let first = if at + 1 < len { vec![at as i32; 3] } else { Vec::new() };
            assert_eq!(asm.words(found)[1..], [first, vec![last; 2]].concat(), "{at} of {len}");
        }
    }
}

#[test]
fn lists_inside_lists_do_not_disturb_each_other() {
    // [x + (sum of y in [..x] for y) for x in [3, 1, 2]] by most x
    let mut asm = Asm::new(0);
    let (x, y) = (asm.expr(Expr::Reg(0)), asm.expr(Expr::Reg(1)));
    let (list, below) = (asm.list(&[3, 1, 2]), asm.list(&[1, 2, 3]));
    let over = |reg, list| Binder { reg, width: 1, domain: Domain::List(list) };
    let small = asm.arith(Arith::AtMost, y, x);
    let inner = asm.query(&[over(1, below)], Some(small), &[(true, y)]);
    let inner = asm.expr(Expr::ListOf(inner, y));
    let z = asm.expr(Expr::Reg(2));
    let each = asm.query(&[over(2, inner)], None, &[]);
    let sum = asm.expr(Expr::SumOf(each, z));
    let value = asm.arith(Arith::Add, x, sum);
    let outer = asm.query(&[over(0, list)], None, &[(true, value)]);
    let e = asm.expr(Expr::ListOf(outer, value));
    assert_eq!(asm.words(e), [3, 9, 5, 2]);
}

#[test]
fn elements_may_be_sets() {
    let mut asm = Asm::new(0);
    let sets = [asm.set(&[1, 40]), asm.set(&[2]), asm.set(&[])];
    let first = asm.lists(&sets);
    let list = asm.expr(Expr::ListOfSets { first, count: 3, width: 2 });
    let binder = Binder { reg: 4, width: 2, domain: Domain::List(list) };
    let value = asm.expr(Expr::SetRegs { reg: 4, width: 2 });
    let size = asm.expr(Expr::SetSize(value));
    let query = asm.query(&[binder], None, &[]);
    let union = asm.expr(Expr::UnionOf(query, value));
    let sizes = asm.expr(Expr::ListOf(query, size));
    assert_eq!((asm.members(union), asm.words(sizes)), (vec![1, 2, 40], vec![3, 2, 1, 0]));
    assert_eq!(ValueShape::Set(2).width(), 2);
}

#[test]
fn a_piece_is_offered_if_enough_are_left() {
    let mut asm = Asm::new(6);
    asm.places(&[9, 9, 9], 2, 2);
    asm.p.start[2..].copy_from_slice(&[2, 1, 1, 0, 0, 0]);
    let cells = [asm.expr(Expr::Const(0)), asm.expr(Expr::Const(1))];
    let pieces = asm.set(&[0, 1, 2]);
    let bag = |cell| Expr::BagAt { cell, pieces };
    let (bag, chosen) = (asm.expr(bag(cells[0])), asm.expr(bag(cells[1])));
    let x = asm.expr(Expr::Reg(0));
    let mut next = |chosen_counts: &[i32], need| {
        asm.p.start[5..].copy_from_slice(chosen_counts);
        let need = asm.expr(Expr::Const(need));
        let domain = Domain::NextPiece { bag, chosen, need: Some(need), less: 0 };
        let binder = Binder { reg: 0, width: 1, domain };
        let query = asm.query(&[binder], None, &[]);
        let e = asm.expr(Expr::ListOf(query, x));
        asm.words(e)[1..].to_vec()
    };
    assert_eq!(next(&[0, 0, 0], 1), [0, 1, 2]);
    assert_eq!(next(&[0, 0, 0], 2), [0, 1]);
    assert_eq!(next(&[0, 0, 0], 4), [0]);
    assert_eq!(next(&[0, 0, 0], 5), Vec::<i32>::new());
    assert_eq!(next(&[2, 0, 0], 1), [1, 2]);
    assert_eq!(next(&[0, 1, 0], 1), [2]);
}

#[test]
fn a_filtered_set_is_iterated_and_faults_fall_back_to_values() {
    for (word, expected) in [(2, vec![0, 1, 3]), (NONE, vec![0, 1, 2, 3]), (300, vec![0, 1, 2, 3])] {
        let mut asm = Asm::new(1);
        asm.p.start[2] = word;
        let (x, other, all) = (asm.expr(Expr::Reg(0)), asm.expr(Expr::Slot(2)), asm.set(&[0, 1, 2, 3]));
        let one = asm.expr(Expr::One(other));
        let left = asm.expr(Expr::Minus(all, one));
        let filter = asm.arith(Arith::IsNot, x, other);
        let query = asm.query(&[Binder { reg: 0, width: 1, domain: Domain::Set(all) }], Some(filter), &[]);
        asm.p.queries[query.index()].left = vec![Some(left)];
        let set = asm.expr(Expr::SetOf(query, x));
        assert_eq!(asm.members(set), expected, "{word}");
    }
}

#[test]
fn the_contents_of_a_place_are_summed_thing_by_thing() {
    let mut asm = Asm::new(3);
    asm.places(&[5, 5, 5], 1, 2);
    asm.p.start[2..].copy_from_slice(&[2, 0, 3]);
    asm.p.arrays.extend([vec![4, NONE, 5], vec![i32::MAX / 2, 0, 1]]);
    let (x, cell) = (asm.expr(Expr::Reg(0)), asm.expr(Expr::Const(0)));
    let sets = [asm.set(&[0, 1, 2]), asm.set(&[0, 1])];
    let sums = [(0, 0), (0, 1), (1, 0)].map(|(array, set)| {
        let value = asm.expr(Expr::Array { array, index: x });
        let domain = Domain::Cell { cell, pieces: sets[set], less: 0 };
        let query = asm.query(&[Binder { reg: 0, width: 1, domain }], None, &[]);
        asm.expr(Expr::SumOf(query, value))
    });
    assert_eq!((asm.word(sums[0]), asm.word(sums[1])), (23, 8));
    assert_eq!(asm.fault(sums[2]).kind, FaultKind::Overflow);
    asm.p.start[3] = 1;
    assert_eq!(asm.fault(sums[0]).kind, FaultKind::NoValue);
}
