//! Lookahead: an action is offered only if it can be finished.

use super::asm::{Asm, arm, offered, pending, take};
use tavola_core::code::{Arith, Expr, ExprId, FIRST_FREE, NONE, Op, Pc, Slot, Together, ValueShape};
use tavola_core::vm::{FaultKind, Options, Waiting};

const A: Slot = FIRST_FREE as Slot;
const B: Slot = A + 1;

/// A question for 1, 2 or 3, answered into a slot.
fn number(asm: &mut Asm, who: Option<i32>, slot: Slot) -> Pc {
    let binder = asm.range(0, 1, 3);
    let query = asm.query(&[binder], None, &[]);
    asm.choose(who, true, query, slot)
}

fn sum_is(asm: &mut Asm, sum: i32) -> ExprId {
    let both = asm.arith(Arith::Add, Expr::Slot(A), Expr::Slot(B));
    asm.arith(Arith::Is, both, sum)
}

/// An action that asks two players (or chance) and requires a sum.
fn action(second: Option<i32>, sum: i32) -> Asm {
    let mut asm = Asm::new(2);
    asm.op(Op::Begin);
    number(&mut asm, Some(0), A);
    number(&mut asm, second, B);
    let holds = sum_is(&mut asm, sum);
    asm.require(holds);
    asm.op(Op::End);
    asm.op(Op::Over);
    asm
}

/// The options of the first question, or the fault.
fn first(asm: &Asm) -> Result<Vec<i32>, FaultKind> {
    let (mut machine, mut state) = asm.ready();
    let ask = pending(&mut machine, &asm.p, &mut state);
    let mut out = Options::default();
    machine.options(&asm.p, &state, ask, &mut out).map_err(|fault| fault.kind)?;
    Ok(out.iter().map(|option| option[1]).collect())
}

#[test]
fn an_option_that_cannot_be_finished_is_not_offered() {
    let asm = action(Some(0), 5);
    let (mut machine, mut state) = asm.ready();
    machine.count(true);
    machine.record(true);
    let start = state.clone();
    assert_eq!(offered(&mut machine, &asm.p, &mut state), [2, 3]);
    assert_eq!(state.words()[2..], start.words()[2..], "looking changes nothing");
    assert_eq!(machine.counts().iter().sum::<u64>(), 0, "and is not counted");
    take(&mut machine, &asm.p, &mut state, 0);
    assert_eq!(offered(&mut machine, &asm.p, &mut state), [3]);
    take(&mut machine, &asm.p, &mut state, 0);
    assert_eq!(machine.run(&asm.p, &mut state), Ok(Waiting::Over));
    assert_eq!(machine.counts().iter().sum::<u64>(), 2, "the two answers");
    assert_eq!(machine.take_events(), []);
}

#[test]
fn an_impossible_action_has_no_options() {
    assert_eq!(first(&action(Some(0), 7)), Err(FaultKind::NothingToChoose));
}

#[test]
fn the_search_stops_at_chance_and_at_another_player() {
    assert_eq!(first(&action(None, 7)), Ok(vec![1, 2, 3]));
    assert_eq!(first(&action(Some(1), 7)), Ok(vec![1, 2, 3]));
}

#[test]
fn without_an_extent_there_is_no_lookahead() {
    let mut asm = action(Some(0), 5);
    asm.p.ops[0] = Op::Fill { base: A, count: 1, word: 0 };
    assert_eq!(first(&asm), Ok(vec![1, 2, 3]));
    let mut asm = action(Some(0), 5);
    asm.p.asks[0].search = false;
    assert_eq!(first(&asm), Ok(vec![1, 2, 3]));
}

#[test]
fn the_search_stops_where_a_secret_part_begins() {
    let mut asm = action(Some(0), 7);
    asm.p.togethers.push(Together {
        part: Pc(2),
        end: Pc(3),
        cursor: 0,
        list: 0,
        answers: vec![],
        scratch: vec![],
        depth: 0,
    });
    assert_eq!(first(&asm), Ok(vec![1, 2, 3]));
    asm.p.togethers[0].part = Pc(1);
    assert_eq!(first(&asm), Err(FaultKind::NothingToChoose), "the first question is in it too");
}

#[test]
fn other_faults_are_not_failures() {
    let mut asm = Asm::new(2);
    asm.op(Op::Begin);
    number(&mut asm, Some(0), A);
    let wrong = asm.arith(Arith::Add, Expr::Slot(A), NONE);
    asm.assign(B, wrong);
    asm.op(Op::End);
    let (mut machine, mut state) = asm.ready();
    let ask = pending(&mut machine, &asm.p, &mut state);
    let fault = machine.options(&asm.p, &state, ask, &mut Options::default()).unwrap_err();
    assert_eq!((fault.kind, fault.pc, fault.expr), (FaultKind::NoValue, Pc(2), Some(wrong)));
}

/// A menu of two actions that need a 2 in `B`: the first can provide it, the second takes 3.
fn menu() -> Asm {
    let mut asm = Asm::new(3);
    let arms = [1, 5, 10].map(|goto| arm(None, vec![], Pc(goto))).map(|mut arm| {
        arm.begins = arm.goto != Pc(10);
        arm
    });
    asm.ask(Some(0), true, arms.to_vec());
    for value in [2, 3] {
        asm.op(Op::Begin);
        asm.assign(B, value);
        let two = asm.arith(Arith::Is, Expr::Slot(B), 2);
        asm.require(two);
        asm.op(Op::End);
    }
    asm.op(Op::Jump(Pc(0)));
    asm.op(Op::Over);
    asm
}

#[test]
fn arms_that_begin_an_extent_are_searched() {
    let asm = menu();
    let (mut machine, mut state) = asm.ready();
    let mut out = Options::default();
    let ask = pending(&mut machine, &asm.p, &mut state);
    machine.options(&asm.p, &state, ask, &mut out).unwrap();
    assert_eq!(out.words, [0, 2]);
}

#[test]
fn a_menu_in_an_action_ends_the_search() {
    // Begin, choose A, Shelve, menu question, Unshelve, require 0: the search does not go past the menu.
    let mut asm = Asm::new(3);
    asm.op(Op::Begin);
    number(&mut asm, Some(0), A);
    let odd = asm.arith(Arith::IsNot, Expr::Slot(A), 2);
    asm.require(odd);
    asm.op(Op::Shelve(4));
    number(&mut asm, Some(0), B);
    asm.op(Op::Unshelve(4));
    asm.require(0);
    asm.op(Op::End);
    assert_eq!(first(&asm), Ok(vec![1, 3]));
}

#[test]
fn probes_ask_whether_what_follows_can_be_finished() {
    let probe = |sum: i32, second: Option<i32>| {
        let mut asm = Asm::new(3);
        asm.op(Op::Probe { otherwise: Pc(7), menu: false });
        asm.op(Op::Begin);
        number(&mut asm, Some(0), A);
        number(&mut asm, second, B);
        let holds = sum_is(&mut asm, sum);
        asm.require(holds);
        asm.op(Op::End);
        asm.op(Op::Over);
        asm.assign(4, 1);
        asm.op(Op::Over);
        let (mut machine, mut state) = asm.ready();
        let pending = machine.run(&asm.p, &mut state).unwrap();
        (state.words()[4], pending != Waiting::Over)
    };
    assert_eq!(probe(6, Some(0)), (0, true));
    assert_eq!(probe(7, Some(0)), (1, false));
    assert_eq!(probe(7, None), (0, true));
    assert_eq!(probe(7, Some(1)), (0, true));
}

#[test]
fn probes_work_inside_the_search() {
    // choose A; probe { B := 0, require A is 2 } otherwise B := 9; require B is 0
    let mut asm = Asm::new(2);
    asm.op(Op::Begin);
    number(&mut asm, Some(0), A);
    asm.op(Op::Probe { otherwise: Pc(7), menu: false });
    asm.op(Op::Begin);
    let two = asm.arith(Arith::Is, Expr::Slot(A), 2);
    asm.require(two);
    asm.op(Op::End);
    asm.op(Op::Jump(Pc(8)));
    asm.assign(B, 9);
    let none = asm.arith(Arith::Is, Expr::Slot(B), 0);
    asm.require(none);
    asm.op(Op::End);
    asm.op(Op::Over);
    assert_eq!(first(&asm), Ok(vec![2]));
}

/// Twenty questions that each add 0 or 1. The final sum is required.
fn twenty(sum: i32) -> Asm {
    let mut asm = Asm::new(2);
    asm.op(Op::Begin);
    for _ in 0..20 {
        let binder = asm.range(0, 0, 1);
        let query = asm.query(&[binder], None, &[]);
        let store = asm.store(A, ValueShape::Word);
        let next = Pc(asm.here().0 + 1);
        asm.ask(Some(0), true, vec![arm(Some(query), vec![store], next)]);
        let add = asm.arith(Arith::Add, Expr::Slot(B), Expr::Slot(A));
        asm.assign(B, add);
        asm.op(Op::Fill { base: A, count: 1, word: 0 });
    }
    let holds = asm.arith(Arith::Is, Expr::Slot(B), sum);
    asm.require(holds);
    asm.op(Op::End);
    asm.op(Op::Over);
    asm
}

#[test]
fn known_states_are_not_searched_again() {
    for (sum, expected) in
        [(20, Ok(vec![1])), (0, Ok(vec![0])), (7, Ok(vec![0, 1])), (21, Err(FaultKind::NothingToChoose))]
    {
        let asm = twenty(sum);
        let (mut machine, mut state) = asm.ready();
        machine.budgets(1_000_000, 900);
        let ask = pending(&mut machine, &asm.p, &mut state);
        let mut out = Options::default();
        let found = machine.options(&asm.p, &state, ask, &mut out).map_err(|fault| fault.kind);
        assert_eq!(found.map(|()| out.iter().map(|option| option[1]).collect()), expected);
    }
}
