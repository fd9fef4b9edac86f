//! Expressions of words and sets.

use super::asm::Asm;
use tavola_core::code::{Arith, Binder, Domain, Expr, Fun, NONE, Rounding, ValueShape};
use tavola_core::vm::FaultKind;

#[test]
fn arithmetic_is_checked() {
    let mut asm = Asm::new(0);
    for (how, a, b, expected) in [
        (Arith::Add, 3, 4, 7),
        (Arith::Sub, 3, 4, -1),
        (Arith::Mul, -3, 4, -12),
        (Arith::Min, 3, 4, 3),
        (Arith::Max, 3, 4, 4),
        (Arith::Gap, 3, 7, 4),
        (Arith::Less, 3, 3, 0),
        (Arith::AtMost, 3, 3, 1),
        (Arith::Is, NONE, NONE, 1),
        (Arith::IsNot, NONE, 3, 1),
    ] {
        let e = asm.arith(how, a, b);
        assert_eq!(asm.word(e), expected, "{how:?} {a} {b}");
    }
    for (how, a, b, kind) in [
        (Arith::Add, i32::MAX, 1, FaultKind::Overflow),
        (Arith::Sub, -i32::MAX, 1, FaultKind::Overflow),
        (Arith::Mul, 1 << 20, 1 << 20, FaultKind::Overflow),
        (Arith::Gap, i32::MAX, -1, FaultKind::Overflow),
        (Arith::Add, NONE, 1, FaultKind::NoValue),
        (Arith::Less, 1, NONE, FaultKind::NoValue),
    ] {
        let e = asm.arith(how, a, b);
        let fault = asm.fault(e);
        assert_eq!((fault.kind, fault.expr), (kind, Some(e)), "{how:?} {a} {b}");
    }
}

#[test]
fn constants_are_folded_to_what_play_computes() {
    let numbers = [NONE, -i32::MAX, -1, 0, 1, 3, i32::MAX];
    let operators = [Arith::Add, Arith::Sub, Arith::Mul, Arith::Min, Arith::Max, Arith::Gap];
    for how in operators.into_iter().chain([Arith::Less, Arith::AtMost, Arith::Is, Arith::IsNot]) {
        for (a, b) in numbers.iter().flat_map(|a| numbers.iter().map(move |b| (*a, *b))) {
            let mut asm = Asm::new(0);
            let e = asm.arith(how, a, b);
            let (mut machine, state) = asm.ready();
            assert_eq!(how.value(a, b), machine.word(&asm.p, &state, e).ok(), "{how:?} {a} {b}");
        }
    }
}

#[test]
fn division_rounds_as_rulebooks_do() {
    let mut asm = Asm::new(0);
    let mut divide = |how, to, a, b| {
        let (a, b) = (asm.expr(Expr::Const(a)), asm.expr(Expr::Const(b)));
        let e = asm.expr(Expr::Divide { how, to, a, b });
        let (mut machine, state) = asm.ready();
        machine.word(&asm.p, &state, e).map_err(|fault| fault.kind)
    };
    assert_eq!(divide(Rounding::Down, 1, 7, 2), Ok(3));
    assert_eq!(divide(Rounding::Up, 1, 7, 2), Ok(4));
    assert_eq!(divide(Rounding::HalfUp, 1, 7, 2), Ok(4));
    assert_eq!(divide(Rounding::HalfUp, 1, 4, 3), Ok(1));
    assert_eq!(divide(Rounding::Down, 1, -7, 2), Ok(-4));
    assert_eq!(divide(Rounding::Up, 1, -7, 2), Ok(-3));
    assert_eq!(divide(Rounding::Up, 1, 7, -2), Ok(-3));
    assert_eq!(divide(Rounding::Up, 5, 11, 1), Ok(15));
    assert_eq!(divide(Rounding::Down, 5, 14, 1), Ok(10));
    assert_eq!(divide(Rounding::HalfUp, 5, 25, 2), Ok(15));
    assert_eq!(divide(Rounding::Down, 1, 7, 0), Err(FaultKind::DivideByZero));
    assert_eq!(divide(Rounding::Down, 1, NONE, 1), Err(FaultKind::NoValue));
}

#[test]
fn and_and_or_short_circuit() {
    let mut asm = Asm::new(0);
    let fault = asm.arith(Arith::Add, NONE, 1);
    let (yes, no) = (asm.expr(Expr::Const(1)), asm.expr(Expr::Const(0)));
    let (and, or) = (asm.expr(Expr::And(no, fault)), asm.expr(Expr::Or(yes, fault)));
    let chosen = asm.expr(Expr::If(yes, no, fault));
    assert_eq!([asm.word(and), asm.word(or), asm.word(chosen)], [0, 1, 0]);
    assert_eq!(asm.fault(fault).kind, FaultKind::NoValue);
}

#[test]
fn variables_and_arrays_are_indexed() {
    let mut asm = Asm::new(3);
    asm.p.start[2..].copy_from_slice(&[5, 6, 7]);
    asm.p.arrays.push(vec![10, 20]);
    let mut at = |index| {
        let index = asm.expr(Expr::Const(index));
        let slot = asm.expr(Expr::SlotAt { base: 2, count: 3, index });
        let array = asm.expr(Expr::Array { array: 0, index });
        let (mut machine, state) = asm.ready();
        let slot = machine.word(&asm.p, &state, slot).map_err(|fault| fault.kind);
        (slot, machine.word(&asm.p, &state, array).unwrap())
    };
    assert_eq!(at(1), (Ok(6), 20));
    assert_eq!(at(2), (Ok(7), NONE));
    assert_eq!(at(3), (Err(FaultKind::Index), NONE));
    assert_eq!(at(-1), (Err(FaultKind::Index), NONE));
    assert_eq!(at(NONE), (Err(FaultKind::NoValue), NONE));
}

#[test]
fn sets_have_union_and_difference() {
    let mut asm = Asm::new(2);
    asm.p.start[2] = 0b1010;
    asm.p.start[3] = 1;
    let (a, b) = (asm.set(&[1, 70, 200]), asm.expr(Expr::SetSlots { base: 2, width: 2 }));
    for (expr, expected) in [
        (Expr::Union(a, b), vec![1, 3, 32, 70, 200]),
        (Expr::Both(a, b), vec![1]),
        (Expr::Minus(a, b), vec![70, 200]),
        (Expr::Shift(a, 60), vec![61, 130]),
        (Expr::Shift(a, -2), vec![68, 198]),
        (Expr::Empty, vec![]),
    ] {
        let e = asm.expr(expr);
        assert_eq!(asm.members(e), expected, "{expr:?}");
    }
    let (three, none) = (asm.expr(Expr::Const(3)), asm.expr(Expr::Const(NONE)));
    let (one, nobody) = (asm.expr(Expr::One(three)), asm.expr(Expr::One(none)));
    assert_eq!((asm.members(one), asm.members(nobody)), (vec![3], vec![]));
    for (expr, expected) in [
        (Expr::SetHas(b, three), 1),
        (Expr::SetHas(a, three), 0),
        (Expr::SetHas(b, none), 0),
        (Expr::SetSize(b), 3),
        (Expr::SetFirst(b), 1),
        (Expr::SetFirst(nobody), NONE),
        (Expr::SetIs(one, one), 1),
        (Expr::SetIs(one, b), 0),
    ] {
        let e = asm.expr(expr);
        assert_eq!(asm.word(e), expected, "{expr:?}");
    }
}

#[test]
fn reach_follows_open_edges() {
    // 0 - 1 - 2   3: edges a (0-1) and b (1-2). Only open edges count.
    let mut asm = Asm::new(0);
    let set = |members: &[i32]| members.iter().fold(tavola_core::code::Set::EMPTY, |set, &member| set.with(member));
    asm.p.set_arrays.push(vec![set(&[1]), set(&[0, 2]), set(&[1]), set(&[])]);
    let mut edges = vec![NONE; 16];
    for (a, b, edge) in [(0, 1, 0), (1, 2, 1)] {
        (edges[a * 4 + b], edges[b * 4 + a]) = (edge, edge);
    }
    asm.p.arrays.push(edges);
    let from = asm.expr(Expr::Const(0));
    for (open, expected) in [(vec![0, 1], vec![0, 1, 2]), (vec![1], vec![0]), (vec![0], vec![0, 1])] {
        let over = asm.set(&open);
        let e = asm.expr(Expr::Reach { neighbours: 0, edge: 0, from, over });
        assert_eq!(asm.members(e), expected);
    }
}

#[test]
fn steps_follow_rows_and_wrap_around() {
    // 0 - 1 - 2, direction 0 up, 1 down. From 2, direction 2 wraps around to 0, and so on.
    let mut asm = Asm::new(0);
    let mut steps = vec![NONE; 3 * tavola_core::code::DIRECTIONS];
    for (cell, way, next) in [(0, 0, 1), (1, 0, 2), (2, 1, 1), (1, 1, 0), (0, 2, 1), (1, 2, 2), (2, 2, 0)] {
        steps[cell * tavola_core::code::DIRECTIONS + way] = next;
    }
    asm.p.arrays.push(steps);
    for (cell, ways, stops, seen) in [
        (0, vec![0], vec![], vec![1, 2]),
        (0, vec![0], vec![1], vec![1]),
        (1, vec![0, 1], vec![], vec![0, 2]),
        (1, vec![2], vec![], vec![0, 2]),
        (1, vec![2], vec![1], vec![0, 2]),
        (0, vec![], vec![], vec![]),
        (NONE, vec![0], vec![], vec![]),
        (7, vec![0], vec![], vec![]),
    ] {
        let (from, ways, stops) = (asm.expr(Expr::Const(cell)), asm.set(&ways), asm.set(&stops));
        let e = asm.expr(Expr::Sight { steps: 0, from, ways, stops });
        assert_eq!(asm.members(e), seen, "{cell}");
    }
    for (cell, way, cells) in
        [(0, 0, vec![1, 2]), (2, 2, vec![0, 1]), (2, 0, vec![]), (NONE, 0, vec![]), (0, NONE, vec![])]
    {
        let (from, on) = (asm.expr(Expr::Const(cell)), asm.expr(Expr::Const(way)));
        let e = asm.expr(Expr::Ray { steps: 0, from, way: on });
        let list: Vec<_> = (1..=3)
            .map(|at| {
                let index = asm.expr(Expr::Const(at));
                let item = asm.expr(Expr::Item { list: e, index, element: 1 });
                asm.word(item)
            })
            .filter(|word| *word != NONE)
            .collect();
        assert_eq!(list, cells, "{cell} {way}");
    }
}

#[test]
fn nodes_are_connected_within_a_set() {
    let mut asm = Asm::new(0);
    let set = |members: &[i32]| members.iter().fold(tavola_core::code::Set::EMPTY, |set, &member| set.with(member));
    asm.p.set_arrays.push(vec![set(&[1]), set(&[0, 2]), set(&[1]), set(&[])]);
    for (from, among, reached) in [
        (vec![0], vec![0, 1, 2, 3], vec![0, 1, 2]),
        (vec![0, 3], vec![0, 2, 3], vec![0, 3]),
        (vec![1], vec![0, 2], vec![]),
    ] {
        let (from, among) = (asm.set(&from), asm.set(&among));
        let e = asm.expr(Expr::ReachNodes { neighbours: 0, from, among });
        assert_eq!(asm.members(e), reached);
    }
}

#[test]
fn arguments_are_evaluated_before_parameters_change() {
    // f(a, S, L) = a + size of S + size of L; f(f(1, {1}, [7]), {1, 2}, [7, 8]) = 3 + 2 + 2
    let mut asm = Asm::new(0);
    let a = asm.expr(Expr::Reg(0));
    let s = asm.expr(Expr::SetRegs { reg: 1, width: 1 });
    let shape = ValueShape::List { width: 4, element: 1 };
    let l = asm.expr(Expr::Regs { reg: 2, shape });
    let (s, l) = (asm.expr(Expr::SetSize(s)), asm.expr(Expr::ListSize(l)));
    let sum = asm.arith(Arith::Add, s, l);
    let body = asm.arith(Arith::Add, a, sum);
    asm.p.funs.push(Fun {
        name: "f".into(),
        params: vec![(0, ValueShape::Word), (1, ValueShape::Set(1)), (2, shape)],
        body,
    });
    let call = |asm: &mut Asm, a, s: &[i32], l: &[i32]| {
        let items = [a, asm.set(s), asm.list(l)];
        let args = asm.lists(&items);
        asm.expr(Expr::Call { fun: 0, args })
    };
    let one = asm.expr(Expr::Const(1));
    let inner = call(&mut asm, one, &[1], &[7]);
    let outer = call(&mut asm, inner, &[1, 2], &[7, 8]);
    assert_eq!((asm.word(inner), asm.word(outer)), (3, 7));
    let full = call(&mut asm, one, &[1], &[1, 2, 3, 4]);
    assert_eq!(asm.fault(full).kind, FaultKind::ListFull);
}

#[test]
fn two_indexes_in_one_node() {
    let mut asm = Asm::new(0);
    let mut scaled = |a, by, b, plus| {
        let (a, b) = (asm.expr(Expr::Const(a)), asm.expr(Expr::Const(b)));
        let e = asm.expr(Expr::Scaled { a, by, b, plus });
        let (mut machine, state) = asm.ready();
        machine.word(&asm.p, &state, e).map_err(|fault| (fault.kind, fault.expr == Some(e)))
    };
    assert_eq!(scaled(3, 4, 2, 5), Ok(19));
    assert_eq!(scaled(-3, 4, 2, 0), Ok(-10));
    for (a, b) in [(NONE, 1), (1, NONE)] {
        assert_eq!(scaled(a, 4, b, 0), Err((FaultKind::NoValue, true)));
    }
    for (a, by, b, plus) in [(1 << 30, 4, 0, 0), (1, i32::MAX, 1, 0), (1, 1, i32::MAX - 1, 1), (1 << 30, -2, 0, 0)] {
        assert_eq!(scaled(a, by, b, plus), Err((FaultKind::Overflow, true)), "{a} {by} {b} {plus}");
    }
}

#[test]
fn names_hold_words_sets_and_lists() {
    let mut asm = Asm::new(0);
    let (word, set, list) = (asm.expr(Expr::Const(5)), asm.set(&[4, 40]), asm.list(&[9, 8]));
    let reg = asm.expr(Expr::Reg(0));
    let let_word = asm.expr(Expr::Let { reg: 0, value: word, body: reg });
    let regs = asm.expr(Expr::SetRegs { reg: 1, width: 2 });
    let let_set = asm.expr(Expr::LetSet { reg: 1, width: 2, value: set, body: regs });
    let shape = ValueShape::List { width: 5, element: 1 };
    let regs = asm.expr(Expr::Regs { reg: 3, shape });
    let let_list = asm.expr(Expr::LetWords { reg: 3, width: 5, value: list, body: regs });
    let doubled = asm.expr(Expr::Join(let_list, let_list));
    assert_eq!(asm.word(let_word), 5);
    assert_eq!(asm.members(let_set), [4, 40]);
    assert_eq!(asm.words(doubled), [4, 9, 8, 9, 8]);
}

#[test]
fn deep_expressions_fit_the_stack() {
    let mut asm = Asm::new(0);
    let mut e = asm.expr(Expr::Const(1));
    for _ in 0..150 {
        let one = asm.expr(Expr::Const(1));
        e = asm.expr(Expr::And(one, e));
        let binder = asm.range(0, 1, 1);
        let query = asm.query(&[binder], Some(e), &[]);
        e = asm.expr(Expr::Some(query));
    }
    assert_eq!(asm.word(e), 1);
}

#[test]
fn a_set_is_empty_without_members() {
    let mut asm = Asm::new(2);
    asm.p.start[3] = 4;
    let (all, x, none) = (asm.set(&[1, 2]), asm.expr(Expr::Reg(0)), asm.expr(Expr::Const(NONE)));
    let never = asm.expr(Expr::Const(0));
    let binder = Binder { reg: 0, width: 1, domain: Domain::Set(all) };
    let (some, nothing) = (asm.query(&[binder], None, &[]), asm.query(&[binder], Some(never), &[]));
    for (set, empty) in [
        (Expr::SetSlots { base: 2, width: 1 }, 1),
        (Expr::SetSlots { base: 2, width: 2 }, 0),
        (Expr::SetOf(some, x), 0),
        (Expr::SetOf(nothing, x), 1),
        (Expr::SetOf(some, none), 1),
        (Expr::One(none), 1),
    ] {
        let set = asm.expr(set);
        let e = asm.expr(Expr::SetEmpty(set));
        assert_eq!(asm.word(e), empty, "{:?}", asm.p.exprs[set.index()]);
    }
}
