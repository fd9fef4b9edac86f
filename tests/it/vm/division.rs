//! Divisions.

use std::collections::{BTreeMap, BTreeSet};

use super::asm::{Asm, arm, pending};
use tavola_core::code::{Binder, Divide, Domain, Expr, Op, Pc, Program, ValueShape};
use tavola_core::vm::{Machine, Options, State, Waiting};

/// A division of things with these numbers of copies into piles. Place 0 is divided, places 1.. are the piles.
fn division(copies: &[u32], piles: u32, none_empty: bool, alike: bool) -> Asm {
    let (pieces, cells) = (copies.len() as u32, piles + 1);
    let matrix = 3 + pieces * cells;
    let mut asm = Asm::new((1 + pieces * cells + pieces * piles) as usize);
    asm.places(copies, cells, 3);
    for (at, &copies) in copies.iter().enumerate() {
        asm.p.start[3 + at] = copies as i32;
    }
    let (from, count) = (asm.expr(Expr::Const(0)), asm.expr(Expr::Const(piles as i32)));
    let to = asm.arith(tavola_core::code::Arith::Add, Expr::Reg(1), 1);
    asm.p.divides.push(Divide {
        from,
        pieces: (0..pieces).collect(),
        piles: count,
        room: piles,
        to,
        pile_reg: 1,
        base: matrix,
        player: None,
        stride: pieces * piles,
        none_empty,
        alike,
    });
    let done = asm.expr(Expr::DivideDone(0));
    let not_done = asm.expr(Expr::Not(done));
    let binder = Binder { reg: 0, width: 1, domain: Domain::Piles(0) };
    let query = asm.query(&[binder], None, &[]);
    let store = asm.store(2, ValueShape::Word);
    asm.op(Op::Unless { holds: not_done, to: Pc(4) });
    asm.ask(Some(0), false, vec![arm(Some(query), vec![store], Pc(2))]);
    asm.op(Op::DivideNote { divide: 0, pile: 2 });
    asm.op(Op::Jump(Pc(0)));
    asm.op(Op::DivideApply(0));
    asm.op(Op::Over);
    asm
}

/// The final states of all answer sequences.
fn ends(machine: &mut Machine, p: &Program, mut state: State, out: &mut Vec<State>) {
    if machine.run(p, &mut state) == Ok(Waiting::Over) {
        out.push(state);
        return;
    }
    let ask = pending(machine, p, &mut state);
    let mut options = Options::default();
    machine.options(p, &state, ask, &mut options).expect("a division never ends in a dead end");
    for option in options.iter() {
        let mut next = state.clone();
        machine.answer(p, &mut next, ask, option).unwrap();
        ends(machine, p, next, out);
    }
}

/// The piles of each final state.
fn piles(copies: &[u32], count: u32, none_empty: bool, alike: bool) -> Vec<Vec<Vec<i32>>> {
    let asm = division(copies, count, none_empty, alike);
    let (mut machine, state) = asm.ready();
    let mut out = Vec::new();
    ends(&mut machine, &asm.p, state, &mut out);
    let pieces = copies.len();
    let matrix = 3 + pieces * (count as usize + 1);
    out.iter()
        .map(|end| {
            assert!(end.words()[matrix..].iter().all(|&word| word == 0), "the matrix is cleared");
            end.words()[3 + pieces..matrix].chunks(pieces).map(<[i32]>::to_vec).collect()
        })
        .collect()
}

#[test]
fn eight_cards_are_divided_into_two_piles() {
    let all = piles(&[1; 8], 2, true, true);
    assert_eq!(all.len(), 127);
    let mut sizes = BTreeMap::new();
    for piles in &all {
        let size = |pile: &Vec<i32>| pile.iter().sum::<i32>();
        *sizes.entry(size(&piles[0]).max(size(&piles[1]))).or_insert(0) += 1;
    }
    assert_eq!(sizes, BTreeMap::from([(4, 35), (5, 56), (6, 28), (7, 8)]));
    let distinct: BTreeSet<_> = all.iter().collect();
    assert_eq!(distinct.len(), 127);
}

#[test]
fn ten_cards_are_divided_into_three_piles() {
    assert_eq!(piles(&[1; 10], 3, true, true).len(), 9330);
}

#[test]
fn piles_that_differ_or_may_be_empty() {
    assert_eq!(piles(&[1; 4], 2, false, false).len(), 16);
    assert_eq!(piles(&[1; 4], 2, true, false).len(), 14);
    assert_eq!(piles(&[1; 4], 2, false, true).len(), 8);
}

#[test]
fn equal_things_are_divided_by_number() {
    let all = piles(&[4], 3, false, false);
    assert_eq!(all.len(), 15);
    assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), 15);
    assert_eq!(piles(&[4], 3, true, false).len(), 3);
    for (copies, count) in [(&[2, 3][..], 3), (&[1, 2, 2], 3), (&[3, 1], 2)] {
        let all = piles(copies, count, true, false);
        let distinct: BTreeSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), all.len());
        let free = piles(copies, count, false, false);
        let none_empty = |piles: &&Vec<Vec<i32>>| piles.iter().all(|pile| pile.iter().any(|&count| count > 0));
        let expected: BTreeSet<_> = free.iter().filter(none_empty).collect();
        assert_eq!(distinct, expected);
    }
}

#[test]
fn too_few_things_may_leave_piles_empty() {
    assert_eq!(piles(&[1], 3, true, true).len(), 1);
}

/// With piles that are alike, each division is reached by exactly one sequence of answers, even with several equal things.
#[test]
fn permutations_of_equal_piles_are_one_division() {
    let cases = [&[2, 1, 1][..], &[2, 2], &[3, 2, 1], &[4, 1, 2], &[1, 3, 1, 1], &[5], &[3, 3]];
    for (copies, count) in cases.into_iter().flat_map(|copies| [(copies, 2), (copies, 3), (copies, 4)]) {
        for none_empty in [false, true] {
            let sorted = |mut piles: Vec<Vec<i32>>| {
                piles.sort();
                piles
            };
            let expected: BTreeSet<_> = piles(copies, count, none_empty, false).into_iter().map(sorted).collect();
            let asked: Vec<_> = piles(copies, count, none_empty, true).into_iter().map(sorted).collect();
            assert_eq!(asked.iter().cloned().collect::<BTreeSet<_>>(), expected, "{copies:?} into {count}");
            assert_eq!(asked.len(), expected.len(), "{copies:?} into {count}: each once");
        }
    }
}
