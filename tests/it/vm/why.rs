//! Explanations of why an answer is not offered.

use super::asm::{Asm, arm, pending};
use tavola_core::code::{Arith, AtOnce, Expr, FIRST_FREE, NONE, Op, Pc, Slot, TextId, ValueShape};
use tavola_core::vm::{FaultKind, HiddenParts, Reason, ReasonKind};

const A: Slot = FIRST_FREE as Slot;
const B: Slot = A + 1;

fn why(asm: &Asm, option: &[i32]) -> Option<Reason> {
    let (mut machine, mut state) = asm.ready();
    let ask = pending(&mut machine, &asm.p, &mut state);
    let before = state.clone();
    let reason = machine.why_not(&asm.p, &state, ask, option, &mut HiddenParts::new(&asm.p)).unwrap();
    assert_eq!(state, before);
    reason
}

#[test]
fn the_smallest_failing_condition_is_named() {
    // x, y in 1..x where let z = x + y in (x is not 2 and z <= 4) and z < 6
    let mut asm = Asm::new(2);
    let (x, y) = (asm.expr(Expr::Reg(0)), asm.expr(Expr::Reg(1)));
    let not_two = asm.arith(Arith::IsNot, x, 2);
    let at_most = asm.arith(Arith::AtMost, Expr::Reg(2), 4);
    let less = asm.arith(Arith::Less, Expr::Reg(2), 6);
    let left = asm.and(not_two, at_most);
    let body = asm.and(left, less);
    let value = asm.arith(Arith::Add, x, y);
    let filter = asm.expr(Expr::Let { reg: 2, value, body });
    let binders = [asm.range(0, 1, 5), asm.range(1, 1, x)];
    let query = asm.query(&binders, Some(filter), &[]);
    let stores = vec![asm.store(A, ValueShape::Word), asm.store(B, ValueShape::Word)];
    let closed = asm.arith(Arith::Less, Expr::Slot(A), 0);
    let mut second = arm(None, vec![], Pc(1));
    second.when = Some(closed);
    asm.ask(Some(0), false, vec![arm(Some(query), stores, Pc(1)), second]);
    asm.op(Op::Over);

    assert_eq!(why(&asm, &[0, 3, 1]), None);
    let reason =
        |kind, expr, sides| Some(Reason { kind, expr: Some(expr), pc: None, sides, each: Vec::new(), full: None });
    assert_eq!(why(&asm, &[0, 2, 1]), reason(ReasonKind::Filter, not_two, None));
    assert_eq!(why(&asm, &[0, 4, 3]), reason(ReasonKind::Filter, at_most, Some((7, 4))));
    assert_eq!(why(&asm, &[0, 3, 4]).unwrap().kind, ReasonKind::Domain(1));
    assert_eq!(why(&asm, &[0, 7, 1]).unwrap().kind, ReasonKind::Domain(0));
    assert_eq!(why(&asm, &[1, 0, 0]), reason(ReasonKind::When, closed, Some((0, 0))));
}

#[test]
fn the_failure_behind_most_answers_is_named() {
    // Begin; choose A in 1..3; A is 1 fails immediately; choose B in 1..2; require A + B is 9 and A < 0; End
    let mut asm = Asm::new(2);
    asm.op(Op::Begin);
    let numbers = |asm: &mut Asm, most: i32| {
        let binder = asm.range(0, 1, most);
        asm.query(&[binder], None, &[])
    };
    let query = numbers(&mut asm, 3);
    asm.choose(Some(0), true, query, A);
    let early = asm.arith(Arith::IsNot, Expr::Slot(A), 1);
    asm.require(early);
    let query = numbers(&mut asm, 2);
    asm.choose(Some(0), true, query, B);
    let sum = asm.arith(Arith::Add, Expr::Slot(A), Expr::Slot(B));
    let (nine, negative) = (asm.arith(Arith::Is, sum, 9), asm.arith(Arith::Less, Expr::Slot(A), 0));
    let holds = asm.and(nine, negative);
    let why_text = Some(TextId(5));
    asm.op(Op::Require { holds, why: why_text });
    asm.op(Op::End);
    asm.op(Op::Over);
    let fails = |why, expr, pc| {
        Some(Reason {
            kind: ReasonKind::Fails(FaultKind::Require(why)),
            expr: Some(expr),
            pc: Some(Pc(pc)),
            sides: None,
            each: Vec::new(),
            full: None,
        })
    };
    assert_eq!(why(&asm, &[0, 1]), fails(None, early, 2));
    assert_eq!(why(&asm, &[0, 2]), fails(why_text, nine, 4));
}

#[test]
fn a_spent_budget_is_a_reason() {
    let mut asm = Asm::new(2);
    asm.op(Op::Begin);
    let binder = asm.range(0, 1, 2);
    let query = asm.query(&[binder], None, &[]);
    asm.choose(Some(0), true, query, A);
    let sum = asm.arith(Arith::Add, Expr::Slot(B), 1);
    asm.assign(B, sum);
    asm.op(Op::Jump(Pc(1)));
    assert_eq!(why(&asm, &[0, 1]).unwrap().kind, ReasonKind::Search);
}

#[test]
fn a_menu_asked_as_one_question_has_no_such_path() {
    let mut asm = Asm::new(1);
    asm.ask(Some(0), false, vec![]);
    let binder = asm.range(0, 1, 2);
    let query = asm.query(&[binder], None, &[]);
    asm.choose(Some(0), false, query, A);
    asm.op(Op::Over);
    let shown = vec![asm.expr(Expr::Slot(A))];
    asm.p.asks[0].at_once =
        Some(AtOnce { shown, types: vec![0], label: None, regs: 0, exit: Pc(2), regions: Vec::new() });
    assert_eq!(why(&asm, &[0, 2]), None);
    assert_eq!(why(&asm, &[0, NONE]).unwrap().kind, ReasonKind::NoWay);
}
