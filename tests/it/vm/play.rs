//! The main loop: calls, loops, lists of results, questions, chance, events.

use super::asm::{Asm, arm, offered, options, pending, take};
use tavola_core::code::{
    Arith, Binder, DEPTH, Domain, Expr, FIRST_FREE, NONE, Op, PC, PastEnd, Pc, Store, Text, TextId, TextPart,
    TrackStep, ValueShape,
};
use tavola_core::vm::{Event, FaultKind, Options, State, Waiting};

#[test]
fn calls_return_and_frames_are_cleared() {
    // 2: result. Frame of the rule: 3 return address, 4 parameter, 5 local.
    let mut asm = Asm::new(4);
    let call = |asm: &mut Asm, value: i32| {
        asm.assign(4, value);
        asm.op(Op::Call { entry: Pc(5), ret: 3 });
    };
    call(&mut asm, 20);
    call(&mut asm, 1);
    asm.op(Op::Over);
    assert_eq!(asm.here(), Pc(5));
    let (result, param) = (asm.expr(Expr::Slot(2)), asm.expr(Expr::Slot(4)));
    let sum = asm.arith(Arith::Add, result, param);
    asm.op(Op::Enter(0));
    asm.assign(5, sum);
    let local = asm.expr(Expr::Slot(5));
    asm.assign(2, local);
    asm.op(Op::Return { ret: 3, base: 3, count: 3 });
    let (mut machine, mut state) = asm.ready();
    machine.count(true);
    assert_eq!(machine.run(&asm.p, &mut state), Ok(Waiting::Over));
    assert_eq!(state.words(), [4, 0, 21, 0, 0, 0]);
    assert_eq!(machine.counts(), [0, 0, 0, 0, 0, 2, 0, 0, 0], "how often the rule began");
}

#[test]
fn reports_are_skipped_without_a_listener() {
    let mut asm = Asm::new(3);
    asm.op(Op::UnlessLogged(Pc(2)));
    asm.assign(2, 7);
    asm.op(Op::Over);
    for (listens, word) in [(false, 0), (true, 7)] {
        let (mut machine, mut state) = asm.ready();
        machine.record(listens);
        machine.run(&asm.p, &mut state).unwrap();
        assert_eq!(state.words()[2], word);
    }
}

#[test]
fn each_iterates_over_its_results_and_clears_them() {
    // each x, y where x < y by most x: 2 := 2 * 10 + y. The list is at 3 with room for 4, x and y at 13 and 14.
    let mut asm = Asm::new(13);
    let (x, y) = (asm.expr(Expr::Reg(0)), asm.expr(Expr::Reg(1)));
    let less = asm.arith(Arith::Less, x, y);
    let binders = [asm.range(0, 1, 3), asm.range(1, 1, 3)];
    let query = asm.query(&binders, Some(less), &[(true, x)]);
    let first = asm.store(13, ValueShape::Word) as u16;
    asm.store(14, ValueShape::Word);
    asm.op(Op::EachStart { query, list: 3, stride: 2, room: 4 });
    let next = asm.op(Op::EachNext { list: 3, stride: 2, room: 4, first, count: 2, exit: Pc(4) });
    let (sum, y) = (asm.expr(Expr::Slot(2)), asm.expr(Expr::Slot(14)));
    let tens = asm.arith(Arith::Mul, sum, 10);
    let sum = asm.arith(Arith::Add, tens, y);
    asm.assign(2, sum);
    asm.op(Op::Jump(next));
    asm.op(Op::Fill { base: 13, count: 2, word: 0 });
    asm.op(Op::Over);
    let (mut machine, mut state) = asm.ready();
    machine.run(&asm.p, &mut state).unwrap();
    assert_eq!(state.words()[2], 323);
    assert!(state.words()[3..].iter().all(|&word| word == 0));
    if let Op::EachStart { room, .. } = &mut asm.p.ops[0] {
        *room = 2;
    }
    let (mut machine, mut state) = asm.ready();
    let fault = machine.run(&asm.p, &mut state).unwrap_err();
    assert_eq!((fault.kind, fault.pc), (FaultKind::LoopFull, Pc(0)));
}

/// A number from a player into 2, one from chance into 3, and their sum into 4.
fn dice() -> Asm {
    let mut asm = Asm::new(3);
    let binder = asm.range(0, 1, 3);
    let query = asm.query(&[binder], None, &[]);
    asm.choose(Some(1), false, query, 2);
    asm.choose(None, false, query, 3);
    let (a, b) = (asm.expr(Expr::Slot(2)), asm.expr(Expr::Slot(3)));
    let sum = asm.arith(Arith::Add, a, b);
    asm.assign(4, sum);
    asm.op(Op::Over);
    asm
}

#[test]
fn waiting_changes_nothing() {
    let asm = dice();
    let (mut machine, mut state) = asm.ready();
    let first = machine.run(&asm.p, &mut state).unwrap();
    assert!(matches!(first, Waiting::Choice { player: 1, .. }));
    let before = state.clone();
    assert_eq!(machine.run(&asm.p, &mut state), Ok(first));
    assert_eq!(state, before);
    take(&mut machine, &asm.p, &mut state, 1);
    assert!(matches!(machine.run(&asm.p, &mut state), Ok(Waiting::Chance { .. })));
    assert_eq!(offered(&mut machine, &asm.p, &mut state), [1, 2, 3]);
}

#[test]
fn copies_with_the_same_answers_stay_equal() {
    let asm = dice();
    let (mut machine, mut state) = asm.ready();
    pending(&mut machine, &asm.p, &mut state);
    let (mut other, mut copy) = (asm.ready().0, state.clone());
    for at in [2, 0] {
        take(&mut machine, &asm.p, &mut state, at);
        take(&mut other, &asm.p, &mut copy, at);
        assert_eq!(state, copy);
    }
    assert_eq!(machine.run(&asm.p, &mut state), Ok(Waiting::Over));
    assert_eq!(state.words()[FIRST_FREE..], [3, 1, 4]);
    copy.clone_from(&state);
    assert_eq!(copy, State::from_words(state.words().to_vec()));
}

#[test]
fn options_name_their_arm_and_are_padded() {
    let mut asm = Asm::new(2);
    let binders = [asm.range(0, 1, 2), asm.range(1, 5, 5)];
    let query = asm.query(&binders, None, &[]);
    let stores = vec![asm.store(2, ValueShape::Word), asm.store(3, ValueShape::Word)];
    let mut arms = vec![arm(Some(query), stores, Pc(1)), arm(None, vec![], Pc(2))];
    let closed = asm.expr(Expr::Const(0));
    arms.push(arm(None, vec![], Pc(2)));
    arms[2].when = Some(closed);
    asm.ask(Some(0), false, arms);
    asm.op(Op::Over);
    let (mut machine, mut state) = asm.ready();
    let found = options(&mut machine, &asm.p, &mut state);
    assert_eq!((found.stride, found.len()), (3, 3));
    assert_eq!(found.words, [0, 1, 5, 0, 2, 5, 1, 0, 0]);
    take(&mut machine, &asm.p, &mut state, 1);
    assert_eq!(state.words(), [1, 0, 2, 5]);
    let label = asm.arith(Arith::Add, Expr::Reg(0), Expr::Reg(1));
    let ask = tavola_core::code::AskId(0);
    let value = machine.with_option(&asm.p, ask, found.get(0), |machine| machine.word(&asm.p, &state, label));
    assert_eq!(value, Ok(6));
}

#[test]
fn a_question_without_options_is_a_fault() {
    for who in [Some(0), None] {
        let mut asm = Asm::new(1);
        let binder = asm.range(0, 2, 1);
        let query = asm.query(&[binder], None, &[]);
        asm.assign(2, 1);
        asm.choose(who, false, query, 2);
        let (mut machine, mut state) = asm.ready();
        let ask = pending(&mut machine, &asm.p, &mut state);
        let mut out = Options::default();
        let fault = machine.options(&asm.p, &state, ask, &mut out).unwrap_err();
        assert_eq!((fault.kind, fault.pc), (FaultKind::NothingToChoose, Pc(1)));
    }
}

#[test]
fn chance_weights_sorts_by_their_copies() {
    let mut asm = Asm::new(6);
    asm.places(&[9, 9, 9], 1, 2);
    asm.p.start[2..5].copy_from_slice(&[4, 0, 2]);
    let (cell, pieces) = (asm.expr(Expr::Const(0)), asm.set(&[0, 1, 2]));
    let list = asm.list(&[6, 1, 6]);
    let weighed = |domain, who: Option<i32>, key: bool| {
        let mut asm = Asm { p: asm.p.clone() };
        let binder = Binder { reg: 0, width: 1, domain };
        let x = asm.expr(Expr::Reg(0));
        let keys = [(true, x)];
        let query = asm.query(&[binder], None, if key { &keys } else { &[] });
        asm.choose(who, false, query, 5);
        let (mut machine, mut state) = asm.ready();
        let found = options(&mut machine, &asm.p, &mut state);
        let pairs: Vec<_> = found.iter().map(|option| option[1]).zip(found.weights.iter().copied()).collect();
        pairs
    };
    let things = Domain::Cell { cell, pieces, less: 0 };
    assert_eq!(weighed(things, None, false), [(0, 4), (2, 2)]);
    assert_eq!(weighed(things, None, true), [(2, 2), (0, 4)]);
    assert_eq!(weighed(things, Some(0), false), [(0, 1), (2, 1)]);
    assert_eq!(weighed(Domain::List(list), None, false), [(6, 2), (1, 1)]);
    assert_eq!(weighed(Domain::List(list), Some(0), false), [(6, 1), (1, 1)]);
}

#[test]
fn tracks_stop_continue_or_refuse() {
    let run = |past: PastEnd, by: i32| {
        let mut asm = Asm::new(2);
        asm.p.start[3] = 5;
        let (index, by) = (asm.expr(Expr::Const(1)), asm.expr(Expr::Const(by)));
        asm.p.steps.push(TrackStep {
            base: 2,
            count: 2,
            index,
            by,
            low: Some(0),
            high: Some(6),
            top: past,
            bottom: past,
            open: None,
        });
        asm.op(Op::Step(0));
        asm.op(Op::Over);
        let (mut machine, mut state) = asm.ready();
        machine.record(true);
        let ran = machine.run(&asm.p, &mut state).map_err(|fault| fault.kind);
        ran.map(|_| (state.words()[3], machine.take_events().len()))
    };
    assert_eq!(run(PastEnd::Refuse, 1), Ok((6, 1)));
    assert_eq!(run(PastEnd::Refuse, 2), Err(FaultKind::Refused));
    assert_eq!(run(PastEnd::Refuse, -6), Err(FaultKind::Refused));
    assert_eq!(run(PastEnd::Stay, 4), Ok((6, 1)));
    assert_eq!(run(PastEnd::Stay, 0), Ok((5, 0)));
    assert_eq!(run(PastEnd::Go, -7), Ok((-2, 1)));
    assert_eq!(run(PastEnd::Go, i32::MAX), Err(FaultKind::Overflow));
}

#[test]
fn lists_and_bags_grow_word_by_word() {
    let mut asm = Asm::new(6);
    asm.places(&[9, 9], 0, 0);
    let (seven, one) = (asm.expr(Expr::Const(7)), asm.expr(Expr::Const(1)));
    let list = Store { base: 2, index: None, count: 1, shape: ValueShape::List { width: 3, element: 1 } };
    let bag = Store { base: 5, index: None, count: 1, shape: ValueShape::Bag(2) };
    asm.p.stores.extend([list, bag]);
    let append = Op::Append { store: 0, value: seven };
    asm.op(append);
    asm.op(Op::Collect { store: 1, piece: one });
    asm.op(Op::Collect { store: 1, piece: one });
    asm.op(append);
    asm.op(append);
    let (mut machine, mut state) = asm.ready();
    let fault = machine.run(&asm.p, &mut state).unwrap_err();
    assert_eq!((fault.kind, fault.pc), (FaultKind::ListFull, Pc(4)));
    assert_eq!(state.words()[2..], [2, 7, 7, 0, 2, 0]);
}

#[test]
fn shelving_stores_the_depth() {
    let mut asm = Asm::new(2);
    asm.op(Op::Begin);
    asm.op(Op::Shelve(2));
    let (depth, shelf) = (asm.expr(Expr::Slot(DEPTH as u32)), asm.expr(Expr::Slot(2)));
    let tens = asm.arith(Arith::Mul, shelf, 10);
    let both = asm.arith(Arith::Add, tens, depth);
    asm.assign(3, both);
    asm.op(Op::Unshelve(2));
    asm.op(Op::End);
    asm.op(Op::Over);
    let (mut machine, mut state) = asm.ready();
    machine.run(&asm.p, &mut state).unwrap();
    assert_eq!(state.words(), [5, 0, 0, 10]);
}

#[test]
fn messages_keep_their_values() {
    let mut asm = Asm::new(1);
    let (word, set, list) = (asm.expr(Expr::Slot(2)), asm.set(&[1, 33]), asm.list(&[8, 9]));
    let fault = asm.arith(Arith::Add, NONE, 1);
    let list_shape = ValueShape::List { width: 9, element: 1 };
    let parts = [(word, ValueShape::Word), (set, ValueShape::Set(2)), (list, list_shape), (fault, ValueShape::Word)];
    asm.p.texts.push(Text { parts: parts.map(|(e, shape)| TextPart::Value(e, 0, shape)).to_vec(), heading: false });
    asm.op(Op::Enter(3));
    asm.assign(2, 4);
    asm.op(Op::Say(TextId(0)));
    asm.assign(2, 5);
    asm.op(Op::Over);
    let (mut machine, mut state) = asm.ready();
    machine.record(true);
    assert_eq!(machine.run(&asm.p, &mut state), Ok(Waiting::Over));
    let said = vec![vec![4], vec![2, 2], vec![2, 8, 9], vec![]];
    assert_eq!(machine.take_events(), [Event::Entered(3), Event::Said(TextId(0), said)]);
    assert_eq!(machine.take_events(), []);
}

#[test]
fn answers_are_stored_by_index() {
    let mut asm = Asm::new(4);
    asm.p.start[2] = 1;
    let binder = asm.range(0, 7, 8);
    let query = asm.query(&[binder], None, &[]);
    let index = asm.expr(Expr::Slot(2));
    asm.p.stores.push(Store { base: 3, index: Some(index), count: 3, shape: ValueShape::Word });
    asm.ask(Some(0), false, vec![arm(Some(query), vec![0], Pc(1))]);
    asm.op(Op::Over);
    let (mut machine, mut state) = asm.ready();
    take(&mut machine, &asm.p, &mut state, 1);
    assert_eq!(state.words()[PC], 1);
    assert_eq!(state.words()[2..], [1, 0, 8, 0]);
}
