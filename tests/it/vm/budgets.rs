//! Rules are untrusted: every program ends, with a fault that has a place.

use super::asm::{Asm, arm, pending};
use tavola_core::code::{Arith, Expr, FIRST_FREE, Fun, NONE, Op, Pc, Slot, ValueShape};
use tavola_core::vm::{FaultKind, Options};

const A: Slot = FIRST_FREE as Slot;

#[test]
fn loops_end() {
    let mut asm = Asm::new(1);
    asm.assign(A, 1);
    asm.op(Op::Jump(Pc(1)));
    let (mut machine, mut state) = asm.ready();
    let fault = machine.run(&asm.p, &mut state).unwrap_err();
    assert_eq!((fault.kind, fault.pc), (FaultKind::Steps, Pc(1)));
}

#[test]
fn queries_and_calls_end() {
    let mut asm = Asm::new(1);
    let binders = [asm.range(0, 1, i32::MAX), asm.range(1, 1, i32::MAX)];
    let query = asm.query(&binders, None, &[]);
    let count = asm.expr(Expr::CountOf(query));
    assert_eq!(asm.fault(count).kind, FaultKind::Steps);
    let no = asm.expr(Expr::Const(0));
    let nothing = asm.query(&binders, Some(no), &[]);
    asm.assign(A, 1);
    asm.choose(Some(0), false, nothing, A);
    let (mut machine, mut state) = asm.ready();
    let ask = pending(&mut machine, &asm.p, &mut state);
    let fault = machine.options(&asm.p, &state, ask, &mut Options::default()).unwrap_err();
    assert_eq!((fault.kind, fault.pc), (FaultKind::Steps, Pc(1)));
    // f0 = 1, f(n + 1) = f(n) + f(n): doubles with each define
    let mut body = asm.expr(Expr::Const(1));
    for fun in 0..64 {
        asm.p.funs.push(Fun { name: String::new(), params: vec![], body });
        let call = Expr::Call { fun, args: 0 };
        body = asm.arith(Arith::Max, call, call);
    }
    assert_eq!(asm.fault(body).kind, FaultKind::Steps);
}

#[test]
fn lists_stay_small() {
    let mut asm = Asm::new(1);
    let mut list = asm.list(&[1, 2, 3]);
    for reg in 0..30u16 {
        asm.p.funs.push(Fun { name: String::new(), params: vec![], body: list });
        let call = Expr::Call { fun: u32::from(reg), args: 0 };
        let (a, b) = (asm.expr(call), asm.expr(call));
        list = asm.expr(Expr::Join(a, b));
    }
    let size = asm.expr(Expr::ListSize(list));
    assert_eq!(asm.fault(size).kind, FaultKind::ListFull);
}

/// Endless questions, each adding the chosen number.
fn endless() -> Asm {
    let mut asm = Asm::new(2);
    asm.op(Op::Begin);
    let binder = asm.range(0, 1, 2);
    let query = asm.query(&[binder], None, &[]);
    let store = asm.store(A, ValueShape::Word);
    asm.ask(Some(0), true, vec![arm(Some(query), vec![store], Pc(2))]);
    let sum = asm.arith(Arith::Add, Expr::Slot(A + 1), Expr::Slot(A));
    asm.assign(A + 1, sum);
    asm.op(Op::Jump(Pc(1)));
    asm
}

#[test]
fn the_search_ends() {
    for (steps, search, expected) in
        [(1_000_000, 200_000, FaultKind::Search), (1_000_000, 100, FaultKind::Search), (10, 200_000, FaultKind::Steps)]
    {
        let asm = endless();
        let (mut machine, mut state) = asm.ready();
        machine.budgets(steps, search);
        let ask = pending(&mut machine, &asm.p, &mut state);
        let fault = machine.options(&asm.p, &state, ask, &mut Options::default()).unwrap_err();
        assert_eq!(fault.kind, expected);
        assert!((1..4).contains(&fault.pc.0));
        assert_eq!(
            machine.options(&asm.p, &state, ask, &mut Options::default()),
            Err(fault),
            "and the machine goes on"
        );
    }
}

#[test]
fn a_fault_leaves_no_trace() {
    let mut asm = Asm::new(1);
    let (list, fault) = (asm.list(&[1, 2]), asm.arith(Arith::Add, NONE, 1));
    let bad = asm.lists(&[list, fault]);
    let bad = asm.expr(Expr::List { first: bad + 1, count: 1 });
    let both = asm.expr(Expr::Join(list, bad));
    let (mut machine, state) = asm.ready();
    assert!(machine.words(&asm.p, &state, both).is_err());
    assert_eq!(machine.words(&asm.p, &state, list), Ok(vec![2, 1, 2]));
}
