//! Members selected by a condition on their rows of words.

use super::asm::Asm;
use tavola_core::code::{Arith, Binder, Column, Domain, Expr, ExprId, FIRST_FREE, NONE};
use tavola_core::vm::FaultKind;

/// Rows of two words for the members 0 to 4.
const ROWS: [[i32; 2]; 5] = [[1, 0], [0, 0], [0, 1], [1, 1], [0, 0]];

/// The number of words tested in each row, and their distance.
fn column(step: u16, (words, apart): (u16, u16), not: bool) -> Asm {
    let mut asm = Asm::new(10);
    asm.p.start[FIRST_FREE..].copy_from_slice(ROWS.as_flattened());
    asm.p.columns.push(Column { base: FIRST_FREE as u32, step, count: 10 / step, words, apart, not });
    asm
}

fn rows(whole: bool, not: bool) -> Asm {
    column(2, (if whole { 2 } else { 1 }, 1), not)
}

/// The members of `among` whose word at `index` is (or is not) `value`.
fn matching(asm: &mut Asm, index: i32, value: i32, among: &[i32]) -> ExprId {
    let [index, value] = [index, value].map(|word| asm.expr(Expr::Const(word)));
    let among = asm.set(among);
    asm.expr(Expr::Matching { column: 0, index, value, among })
}

#[test]
fn members_are_selected_by_a_word_of_their_row() {
    let all = [0, 1, 2, 3, 4];
    for (whole, not, index, value, expected) in [
        (false, false, 0, 1, &[0, 3][..]),
        (false, false, 1, 1, &[2, 3]),
        (false, true, 1, 1, &[0, 1, 4]),
        (false, false, 1, 7, &[]),
        (true, false, 0, 0, &[1, 4]),
        (true, true, 0, 0, &[0, 2, 3]),
        (true, false, 0, 1, &[3]),
    ] {
        let mut asm = rows(whole, not);
        let those = matching(&mut asm, index, value, &all);
        assert_eq!(asm.members(those), expected, "whole {whole}, not {not}, word {index}, {value}");
        let some = matching(&mut asm, index, value, &all[1..4]);
        let within: Vec<i32> = expected.iter().copied().filter(|member| (1..4).contains(member)).collect();
        assert_eq!(asm.members(some), within, "of some members");
    }
}

/// The same words as two rows of five: 1 0 0 0 0 and 1 1 1 0 0.
#[test]
fn several_words_of_a_row_are_tested() {
    for (asked, not, index, value, expected) in [
        ((2, 2), false, 0, 1, &[1][..]),
        ((2, 2), true, 0, 1, &[0]),
        ((2, 2), false, 2, 0, &[0]),
        ((2, 2), false, 1, 0, &[0]),
        ((3, 1), false, 0, 1, &[1]),
        ((3, 1), false, 2, 0, &[0]),
        ((2, 1), false, 3, 0, &[0, 1]),
        ((2, 3), true, 1, 0, &[1]),
    ] {
        let mut asm = column(5, asked, not);
        let those = matching(&mut asm, index, value, &[0, 1]);
        assert_eq!(asm.members(those), expected, "{asked:?}, not {not}, from {index} on, {value}");
        let beyond = asm.p.columns[0].places() as i32;
        let none = matching(&mut asm, beyond, value, &[0, 1]);
        let size = asm.expr(Expr::SetSize(none));
        assert_eq!(asm.fault(size).kind, FaultKind::Index, "{asked:?} do not fit from {beyond} on");
    }
}

#[test]
fn a_member_without_a_row_and_a_word_without_a_place_are_faults() {
    let mut asm = rows(false, false);
    let beyond = matching(&mut asm, 0, 1, &[1, 5]);
    let word = matching(&mut asm, 2, 1, &[1]);
    for set in [beyond, word] {
        let size = asm.expr(Expr::SetSize(set));
        assert_eq!(asm.fault(size).kind, FaultKind::Index);
    }
}

#[test]
fn the_first_element_of_a_list_is_found_by_its_row() {
    let mut asm = rows(false, false);
    let [first, second, one, seven] = [0, 1, 1, 7].map(|word| asm.expr(Expr::Const(word)));
    let (list, beyond, nothing) = (asm.list(&[4, 3, 0, 2]), asm.list(&[1, 5, 0]), asm.list(&[]));
    let far = asm.expr(Expr::Const(9));
    for (index, value, list, expected) in [
        (first, one, list, 3),
        (second, one, list, 3),
        (first, seven, list, NONE),
        // Without members, nothing is tested.
        (far, one, nothing, NONE),
    ] {
        let found = asm.expr(Expr::FirstMatching { column: 0, index, value, list });
        assert_eq!(asm.word(found), expected);
    }
    let found = asm.expr(Expr::FirstMatching { column: 0, index: first, value: one, list: beyond });
    assert_eq!(asm.fault(found).kind, FaultKind::Index);
}

/// Sets in a list are selected by the number of members that they share with another set.
#[test]
fn a_set_is_selected_by_its_common_members() {
    let mut asm = rows(false, false);
    // {0, 1}, {0, 2, 3}, {4}
    let (lines, nothing, there) = (asm.list(&[0b00011, 0b01101, 0b10000]), asm.list(&[]), asm.set(&[0, 3]));
    let two = asm.list(&[0b01101, 0b01001]);
    let beyond = matching(&mut asm, 0, 1, &[5]);
    let mut some = |list, set, least, most| {
        let e = asm.expr(Expr::SomeOverlaps { list, set, width: 1, least, most });
        asm.word(e)
    };
    for (least, most, expected) in [(2, 2, 1), (1, 1, 1), (0, 0, 1), (3, 3, 0), (3, u16::MAX, 0), (1, u16::MAX, 1)] {
        assert_eq!(some(lines, there, least, most), expected, "{least} to {most}");
    }
    for (least, most, expected) in [(0, 1, 0), (1, 2, 1), (3, 5, 0), (0, 5, 1)] {
        assert_eq!(some(two, there, least, most), expected, "two each: {least} to {most}");
    }
    // Without rows, nothing is tested.
    assert_eq!(some(nothing, beyond, 0, 9), 0);
    let fault = asm.expr(Expr::SomeOverlaps { list: lines, set: beyond, width: 1, least: 0, most: 9 });
    assert_eq!(asm.fault(fault).kind, FaultKind::Index);
}

/// A query without a remaining condition is answered as a set. If that faults, it is evaluated value by value.
#[test]
fn a_query_without_a_condition_is_not_iterated() {
    for among in [&[0, 1, 2, 3, 4][..], &[3, 5]] {
        let mut asm = rows(false, false);
        let (left, x) = (matching(&mut asm, 0, 1, among), asm.expr(Expr::Reg(0)));
        let domain = asm.set(&[0, 1, 2, 3, 4]);
        let binder = Binder { reg: 0, width: 1, domain: Domain::Set(domain) };
        let (zero, three) = (asm.arith(Arith::Is, x, 0), asm.arith(Arith::Is, x, 3));
        let filter = asm.expr(Expr::Or(zero, three));
        let query = asm.query(&[binder], Some(filter), &[]);
        asm.p.queries[query.index()].left = vec![Some(left)];
        for (expr, expected) in [(Expr::Some(query), 1), (Expr::First(query), 0), (Expr::CountOf(query), 2)] {
            let e = asm.expr(expr);
            assert_eq!(asm.word(e), expected, "{expr:?} {among:?}");
        }
        let set = asm.expr(Expr::SetOf(query, x));
        assert_eq!(asm.members(set), [0, 3], "{among:?}");
    }
}
