//! Moves of things.

use super::asm::{Asm, piece};
use tavola::text::Span;
use tavola_core::code::{Arith, Expr, ExprId, Move, MoveWhat, NONE, Op, Pc, PlaceCell, PlaceFamily, PlaceLimit, Set};
use tavola_core::vm::{Event, FaultKind, Waiting};

/// Three places for three sorts. The first two hold something.
fn table(first: [i32; 3], second: [i32; 3]) -> Asm {
    let mut asm = Asm::new(9);
    asm.places(&[9, 9, 9], 3, 2);
    asm.p.start[2..5].copy_from_slice(&first);
    asm.p.start[5..8].copy_from_slice(&second);
    asm
}

/// Moves from the first place to the second, and returns the contents.
fn moved(mut asm: Asm, what: MoveWhat) -> Result<Vec<i32>, FaultKind> {
    let (from, to) = (asm.expr(Expr::Const(0)), asm.expr(Expr::Const(1)));
    asm.p.moves.push(Move { what, from: Some(from), to, end: None, begun: None, sure: false });
    asm.op(Op::Move(0));
    asm.op(Op::Over);
    let (mut machine, mut state) = asm.ready();
    machine.run(&asm.p, &mut state).map_err(|fault| fault.kind)?;
    let things: i32 = asm.p.start[2..11].iter().sum();
    assert_eq!(state.words()[2..11].iter().sum::<i32>(), things, "nothing is made or lost");
    Ok(state.words()[5..8].to_vec())
}

fn exactly(count: i32, piece: i32) -> Result<Vec<i32>, FaultKind> {
    let mut asm = table([2, 1, 0], [0, 0, 0]);
    let what = MoveWhat::Exactly(asm.expr(Expr::Const(count)), asm.expr(Expr::Const(piece)));
    moved(asm, what)
}

#[test]
fn an_exact_number_is_moved_or_the_move_fails() {
    assert_eq!(exactly(2, 0), Ok(vec![2, 0, 0]));
    assert_eq!(exactly(0, 2), Ok(vec![0, 0, 0]));
    assert_eq!(exactly(2, 1), Err(FaultKind::NotEnough));
    assert_eq!(exactly(-1, 0), Err(FaultKind::NotEnough));
    assert_eq!(exactly(1, NONE), Err(FaultKind::NoValue));
}

#[test]
fn at_most_a_number_is_moved() {
    for (count, expected) in [(1, 1), (5, 2), (-3, 0)] {
        let mut asm = table([2, 1, 0], [0, 0, 0]);
        let what = MoveWhat::UpTo(asm.expr(Expr::Const(count)), asm.expr(Expr::Const(0)));
        assert_eq!(moved(asm, what), Ok(vec![expected, 0, 0]));
    }
}

#[test]
fn several_sorts_are_moved_only_without_a_choice() {
    let some = |count: i32, pieces: &[i32], exact: bool| {
        let mut asm = table([2, 1, 0], [0, 0, 0]);
        let (count, pieces) = (asm.expr(Expr::Const(count)), asm.set(pieces));
        let what = if exact { MoveWhat::ExactlyOf(count, pieces) } else { MoveWhat::UpToOf(count, pieces) };
        moved(asm, what)
    };
    for exact in [true, false] {
        assert_eq!(some(3, &[0, 1, 2], exact), Ok(vec![2, 1, 0]));
        assert_eq!(some(1, &[0, 2], exact), Ok(vec![1, 0, 0]));
        assert_eq!(some(0, &[0, 1], exact), Ok(vec![0, 0, 0]));
        assert_eq!(some(2, &[0, 1], exact), Err(FaultKind::Ambiguous));
    }
    assert_eq!(some(4, &[0, 1], true), Err(FaultKind::NotEnough));
    assert_eq!(some(4, &[0, 1], false), Ok(vec![2, 1, 0]));
    assert_eq!(some(1, &[2], true), Err(FaultKind::NotEnough));
    assert_eq!(some(1, &[2], false), Ok(vec![0, 0, 0]));
}

#[test]
fn all_of_a_set_and_bags_are_moved() {
    let mut asm = table([2, 1, 3], [0, 0, 0]);
    let what = MoveWhat::All(asm.set(&[0, 2]));
    assert_eq!(moved(asm, what), Ok(vec![2, 0, 3]));
    for (held, expected) in [([1, 1, 0], Ok(vec![2, 2, 0])), ([0, 0, 1], Err(FaultKind::NotEnough))] {
        let mut asm = table([2, 1, 0], held);
        let (cell, pieces) = (asm.expr(Expr::Const(1)), asm.set(&[0, 1, 2]));
        let bag = asm.expr(Expr::BagAt { cell, pieces });
        assert_eq!(moved(asm, MoveWhat::Bag(bag)), expected);
    }
}

#[test]
fn places_have_limits_and_do_not_hold_everything() {
    let with = |change: &dyn Fn(&mut PlaceFamily, ExprId), count: i32| {
        let mut asm = table([5, 5, 5], [0, 1, 0]);
        // The limit is 1 + the first index + 2 * the second. The place is (0, 1).
        let (a, b) = (asm.expr(Expr::Reg(4)), asm.expr(Expr::Reg(5)));
        let double = asm.arith(Arith::Mul, b, 2);
        let sum = asm.arith(Arith::Add, a, double);
        let most = asm.arith(Arith::Add, sum, 1);
        change(&mut asm.p.layout.families[0], most);
        let what = MoveWhat::Exactly(asm.expr(Expr::Const(count)), asm.expr(Expr::Const(0)));
        moved(asm, what)
    };
    let limit = |pieces: Set| {
        move |family: &mut PlaceFamily, most: ExprId| {
            family.limits.push(PlaceLimit {
                pieces,
                most,
                index_regs: 4,
                dims: vec![(0, 2), (0, 2)],
                span: Span::NONE,
            });
        }
    };
    let both = limit(Set::below(2));
    assert_eq!(with(&both, 2), Ok(vec![2, 1, 0]));
    assert_eq!(with(&both, 3), Err(FaultKind::Full));
    let others = limit(Set::EMPTY.with(1));
    assert_eq!(with(&others, 5), Ok(vec![5, 1, 0]));
    let only = |family: &mut PlaceFamily, _: ExprId| {
        family.offsets[0] = None;
        family.holds = Set::EMPTY.with(1);
    };
    assert_eq!(with(&only, 1), Err(FaultKind::NotEnough), "it does not lie in the first place either");
}

#[test]
fn things_move_only_where_they_are_allowed() {
    let mut asm = table([2, 0, 0], [0, 0, 0]);
    let other = PlaceFamily {
        place: 1,
        first: 1,
        count: 2,
        offsets: vec![None, Some(0), Some(1)],
        holds: Set::EMPTY.with(1).with(2),
        ..asm.p.layout.families[0].clone()
    };
    asm.p.layout.families.push(other);
    for (index, cell) in asm.p.layout.cells.iter_mut().enumerate().skip(1) {
        *cell = PlaceCell { family: 1, index: index as u32 - 1, base: cell.base };
    }
    let what = MoveWhat::Exactly(asm.expr(Expr::Const(1)), asm.expr(Expr::Const(0)));
    assert_eq!(moved(asm, what), Err(FaultKind::NotHeld));
}

#[test]
fn figures_stand_where_they_are_put() {
    let mut asm = Asm::new(2);
    asm.places(&[1], 2, 3);
    asm.p.layout.pieces = vec![piece(0, 1)];
    asm.p.layout.pieces[0].figure = Some(2);
    asm.p.layout.families[0].offsets = vec![None];
    asm.p.start[2] = NONE;
    let (figure, to) = (asm.expr(Expr::Const(0)), asm.expr(Expr::Const(1)));
    for sure in [true, false] {
        asm.p.moves.push(Move { what: MoveWhat::Figure(figure), from: None, to, end: None, begun: None, sure });
    }
    asm.op(Op::Move(0));
    asm.op(Op::Over);
    let stands = asm.expr(Expr::Count { cell: to, piece: figure });
    let (mut machine, mut state) = asm.ready();
    machine.record(true);
    assert_eq!(machine.word(&asm.p, &state, stands), Ok(0));
    assert_eq!(machine.run(&asm.p, &mut state), Ok(Waiting::Over));
    assert_eq!(machine.word(&asm.p, &state, stands), Ok(1));
    let event = Event::Moved { piece: 0, count: 1, from: NONE, to: 1, end: None };
    assert_eq!(machine.take_events(), [event]);
}

#[test]
fn an_empty_place_is_refilled() {
    for (held, expected) in [([0, 0, 0], [2, 1, 0]), ([0, 1, 0], [0, 1, 0])] {
        let mut asm = table([2, 1, 0], held);
        let (from, empty) = (asm.expr(Expr::Const(0)), asm.expr(Expr::Const(1)));
        asm.op(Op::Refill { empty, from });
        asm.op(Op::Over);
        let (mut machine, mut state) = asm.ready();
        assert_eq!(machine.run(&asm.p, &mut state), Ok(Waiting::Over));
        assert_eq!(state.words()[5..8], expected);
    }
}

#[test]
fn a_missing_place_is_a_fault() {
    let mut asm = table([2, 0, 0], [0, 0, 0]);
    let (from, to) = (asm.expr(Expr::Const(0)), asm.expr(Expr::Const(NONE)));
    let what = MoveWhat::All(asm.set(&[0]));
    asm.p.moves.push(Move { what, from: Some(from), to, end: None, begun: None, sure: true });
    asm.op(Op::Move(0));
    let (mut machine, mut state) = asm.ready();
    let fault = machine.run(&asm.p, &mut state).unwrap_err();
    assert_eq!((fault.kind, fault.pc, fault.expr), (FaultKind::NoValue, Pc(0), Some(to)));
}
