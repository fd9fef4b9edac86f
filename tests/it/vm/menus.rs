//! Menus that are asked as one question.

use super::asm::{Asm, arm, offered, options, pending, take};
use tavola_core::code::{Arith, AtOnce, Expr, ExprId, FIRST_FREE, Op, Pc, Slot, ValueShape};
use tavola_core::vm::{Event, FaultKind, Options};

const X: Slot = FIRST_FREE as Slot;
const STEP: Slot = X + 1;

/// Begin; a menu: `X` goes up by 1 or 2 while it stays below 4, or done; then `behind`, End.
fn menu(shown: impl Fn(&mut Asm) -> ExprId, behind: impl Fn(&mut Asm) -> ExprId) -> Asm {
    let mut asm = Asm::new(3);
    asm.op(Op::Begin);
    let sum = asm.arith(Arith::Add, Expr::Slot(X), Expr::Reg(0));
    let stays = asm.arith(Arith::AtMost, sum, 3);
    let binder = asm.range(0, 1, 2);
    let query = asm.query(&[binder], Some(stays), &[]);
    let store = asm.store(STEP, ValueShape::Word);
    let step = arm(Some(query), vec![store], Pc(3));
    asm.ask(Some(0), true, vec![]);
    asm.ask(Some(0), true, vec![step, arm(None, vec![], Pc(7))]);
    asm.op(Op::Enter(7));
    let sum = asm.arith(Arith::Add, Expr::Slot(X), Expr::Slot(STEP));
    asm.assign(X, sum);
    asm.op(Op::Fill { base: STEP, count: 1, word: 0 });
    asm.op(Op::Jump(Pc(2)));
    let holds = behind(&mut asm);
    asm.require(holds);
    asm.op(Op::End);
    asm.op(Op::Over);
    let shown = vec![shown(&mut asm)];
    asm.p.asks[0].at_once =
        Some(AtOnce { shown, types: vec![0], label: None, regs: 0, exit: Pc(7), regions: Vec::new() });
    asm
}

fn x(asm: &mut Asm) -> ExprId {
    asm.expr(Expr::Slot(X))
}

fn small(asm: &mut Asm) -> ExprId {
    let x = x(asm);
    asm.arith(Arith::AtMost, x, 1)
}

fn yes(asm: &mut Asm) -> ExprId {
    asm.expr(Expr::Const(1))
}

#[test]
fn paths_with_equal_values_are_one_option() {
    let asm = menu(x, yes);
    let (mut machine, mut state) = asm.ready();
    let found = options(&mut machine, &asm.p, &mut state);
    assert_eq!(found.words, [0, 3, 0, 2, 0, 1, 0, 0]);
    assert_eq!(found.weights, [1; 4]);
    take(&mut machine, &asm.p, &mut state, 1);
    assert_eq!(state.words(), [7, 1, 2, 0, 0], "behind the menu");
    let (mut machine, mut state) = (asm.ready().0, asm.ready().1);
    let ask = pending(&mut machine, &asm.p, &mut state);
    let fault = machine.answer(&asm.p, &mut state, ask, &[0, 9]).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Index);
}

#[test]
fn a_path_must_leave_the_rest_possible() {
    let asm = menu(x, small);
    let (mut machine, mut state) = asm.ready();
    assert_eq!(offered(&mut machine, &asm.p, &mut state), [1, 0]);
    // Only whether it moved is shown. Of the paths with the same value, the first that can be finished is taken.
    let moved = |asm: &mut Asm| asm.arith(Arith::Less, 0, Expr::Slot(X));
    let asm = menu(moved, small);
    let (mut machine, mut state) = asm.ready();
    assert_eq!(offered(&mut machine, &asm.p, &mut state), [1, 0]);
    take(&mut machine, &asm.p, &mut state, 0);
    assert_eq!(state.words()[2], 1);
}

#[test]
fn events_of_a_path_are_recorded_once() {
    let asm = menu(x, yes);
    let (mut machine, mut state) = asm.ready();
    machine.record(true);
    machine.count(true);
    let mut plain = (asm.ready().0, state.clone());
    take(&mut machine, &asm.p, &mut state, 0);
    take(&mut plain.0, &asm.p, &mut plain.1, 0);
    assert_eq!(state, plain.1);
    assert_eq!(machine.take_events(), vec![Event::Entered(7); 3]);
    assert_eq!(machine.counts(), [0, 1, 4, 3, 0, 0, 0, 0, 0, 0], "answers, and the rule that begins");
}

#[test]
fn nobody_else_is_asked_within_a_path() {
    for who in [None, Some(1)] {
        let mut asm = menu(x, yes);
        let binder = asm.range(0, 1, 2);
        let query = asm.query(&[binder], None, &[]);
        asm.choose(who, false, query, STEP);
        asm.op(Op::Jump(Pc(2)));
        asm.p.asks[1].arms[0].goto = Pc(10);
        let (mut machine, mut state) = asm.ready();
        let ask = pending(&mut machine, &asm.p, &mut state);
        let fault = machine.options(&asm.p, &state, ask, &mut Options::default()).unwrap_err();
        assert_eq!((fault.kind, fault.pc), (FaultKind::AtOnce, Pc(10)));
    }
}
