//! `crates/core/src/code/effect` lists the operands of expressions and domains in matches without a wildcard. Here an example of each
//! variant shows that the lists are complete. `effects.rs` tests operations.

use std::fmt::Debug;
use std::fs;

use tavola_core::code::{
    Arith, Binder, Domain, Expr, ExprId, Fun, Program, Query, QueryId, Reading, Rounding, Store, ValueShape,
};

/// Variants that are computed from words without an expression.
const UNNAMED: [&str; 3] = ["DivideDone", "Next", "Piles"];

/// The names of the variants of an enum in a source.
fn variants(path: &str, name: &str) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let body = text.split(&format!("pub enum {name} {{\n")).nth(1).unwrap_or_else(|| panic!("{path}: no enum {name}"));
    let body = body.split("\n}").next().unwrap_or("");
    let starts = |line: &&str| line.starts_with("    ") && line[4..].starts_with(|c: char| c.is_ascii_uppercase());
    let word = |line: &str| line.trim().split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("").to_owned();
    body.lines().filter(starts).map(word).collect()
}

/// An example of every expression, with operands numbered from 1, query 0, and other parts numbered from 0.
#[allow(clippy::too_many_lines, reason = "a line a variant")]
fn expressions() -> Vec<Expr> {
    let (a, b, c, query) = (ExprId(1), ExprId(2), ExprId(3), QueryId(0));
    vec![
        Expr::Const(1),
        Expr::Slot(1),
        Expr::SlotAt { base: 1, count: 1, index: a },
        Expr::Reg(1),
        Expr::RegPlus(1, 1),
        Expr::SlotPlus(1, 1),
        Expr::Scaled { a, by: 1, b, plus: 1 },
        Expr::Arith(Arith::Add, a, b),
        Expr::Divide { how: Rounding::Up, to: 1, a, b },
        Expr::Not(a),
        Expr::And(a, b),
        Expr::Or(a, b),
        Expr::Array { array: 0, index: a },
        Expr::Narrow { array: 0, index: a },
        Expr::Digit { index: a, first: 1, count: 2 },
        Expr::Count { cell: a, piece: b },
        Expr::CountAll { cell: a, pieces: b },
        Expr::Worth { cell: a, array: 0 },
        Expr::SumAt { base: 1, step: 2, count: 3, room: 2, index: a },
        Expr::SetSize(a),
        Expr::SetEmpty(a),
        Expr::SetHas(a, b),
        Expr::SetIs(a, b),
        Expr::WordsAre(a, b),
        Expr::SetFirst(a),
        Expr::ListSize(a),
        Expr::ListHas(a, b),
        Expr::Occurrences(a, b),
        Expr::BagSize(a),
        Expr::BagGet(a, b),
        Expr::BagFirst(a),
        Expr::Some(query),
        Expr::Every(query, a),
        Expr::CountOf(query),
        Expr::SumOf(query, a),
        Expr::MaxOf(query, a),
        Expr::MinOf(query, a),
        Expr::The(query),
        Expr::First(query),
        Expr::DivideDone(0),
        Expr::FirstMatching { column: 0, index: a, value: b, list: c },
        Expr::SomeOverlaps { list: a, set: b, width: 1, least: 1, most: 1 },
        Expr::SetConst(0),
        Expr::SetSlots { base: 1, width: 1 },
        Expr::SetSlotsAt { base: 1, width: 1, count: 1, index: a },
        Expr::SetRegs { reg: 1, width: 1 },
        Expr::One(a),
        Expr::Union(a, b),
        Expr::Both(a, b),
        Expr::Minus(a, b),
        Expr::Shift(a, 1),
        Expr::SetArray { array: 0, index: a },
        Expr::Matching { column: 0, index: a, value: b, among: c },
        Expr::SetOf(query, a),
        Expr::UnionOf(query, a),
        Expr::ListSet(a),
        Expr::BagSet(a, 1),
        Expr::Reach { neighbours: 0, edge: 0, from: a, over: b },
        Expr::ReachNodes { neighbours: 0, from: a, among: b },
        Expr::Sight { steps: 0, from: a, ways: b, stops: c },
        Expr::Slots { base: 1, shape: ValueShape::Word },
        Expr::SlotsAt { base: 1, count: 1, store: 0 },
        Expr::Regs { reg: 1, shape: ValueShape::Word },
        Expr::List { first: 0, count: 3 },
        Expr::ListOfSets { first: 1, count: 2, width: 1 },
        Expr::ListOf(query, a),
        Expr::Rank { query, width: 1 },
        Expr::Join(a, b),
        Expr::Ray { steps: 0, from: a, way: b },
        Expr::Slice { list: a, element: 1, bounds: 1 },
        Expr::Chains { touching: 0, over: a, width: 1 },
        Expr::Cut { list: a, size: b, room: 1 },
        Expr::BagAt { cell: a, pieces: b },
        Expr::Pick { first: 2, count: 2, index: a },
        Expr::BagJoin(a, b),
        Expr::BagMinus(a, b),
        Expr::Empty,
        Expr::If(a, b, c),
        Expr::Let { reg: 1, value: a, body: b },
        Expr::LetSet { reg: 1, width: 1, value: a, body: b },
        Expr::LetWords { reg: 1, width: 1, value: a, body: b },
        Expr::Hoisted { reg: 1, value: a },
        Expr::Tabled { table: 0, value: a },
        Expr::Call { fun: 0, args: 1 },
        Expr::Item { list: a, index: b, element: 1 },
    ]
}

/// An example of every domain, with operands numbered from 1.
fn domains() -> Vec<Domain> {
    let (a, b, c) = (ExprId(1), ExprId(2), ExprId(3));
    vec![
        Domain::Range(a, b),
        Domain::Set(a),
        Domain::Clockwise { set: a, from: b, of: 1 },
        Domain::List(a),
        Domain::Bag { bag: a, less: 0 },
        Domain::Cell { cell: a, pieces: b, less: 0 },
        Domain::Next { cell: a },
        Domain::Piles(0),
        Domain::NextPiece { bag: a, chosen: b, need: Some(c), less: 0 },
    ]
}

/// The other parts: lists from 10, the body of a define, the index of a variable, a query with a condition.
fn program() -> Program {
    let store = Store { base: 1, index: Some(ExprId(21)), count: 1, shape: ValueShape::Word };
    Program {
        exprs: vec![Expr::Empty],
        lists: (10..15).map(ExprId).collect(),
        funs: vec![Fun {
            name: "f".into(),
            params: vec![(1, ValueShape::Word), (2, ValueShape::Word)],
            body: ExprId(20),
        }],
        stores: vec![store],
        queries: vec![Query { filter: Some(ExprId(22)), ..Query::default() }],
        ..Program::default()
    }
}

/// The numbers that follow a word in the text of a variant.
fn numbers(text: &str, word: &str) -> Vec<u32> {
    let number = |rest: &str| rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or("").parse().ok();
    text.split(word).skip(1).filter_map(number).collect()
}

/// The operands of an expression, by its debug text.
fn operands_in_text(text: &str) -> Vec<u32> {
    let mut found = numbers(text, "ExprId(");
    let field = |name: &str| numbers(text, name).first().copied();
    // The numbers of an index are no operands.
    if !text.starts_with("Digit")
        && let (Some(first), Some(count)) = (field("first: "), field("count: "))
    {
        found.extend((first..first + count).map(|at| 10 + at));
    }
    found.extend(field("bounds: ").into_iter().flat_map(|at| [10 + at, 11 + at]));
    found.extend(field("args: ").into_iter().flat_map(|at| [10 + at, 11 + at, 20]));
    found.extend(field("store: ").map(|_| 21));
    found.extend(numbers(text, "QueryId(").first().map(|_| 22));
    found.sort_unstable();
    found
}

/// The name of a variant.
fn name(of: &impl Debug) -> String {
    format!("{of:?}").split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("").to_owned()
}

/// Checks that there is one example of each variant, and no other.
fn check_examples<T: Debug>(enumeration: &str, examples: &[T]) {
    let shown: Vec<String> = examples.iter().map(name).collect();
    assert_eq!(
        shown,
        variants("crates/core/src/code/exprs.rs", enumeration),
        "an example of each {enumeration}, in their order"
    );
}

#[test]
fn every_expression_is_walked() {
    check_examples("Expr", &expressions());
    let mut program = program();
    for expr in expressions() {
        program.exprs[0] = expr;
        let mut walked = Vec::new();
        let known = program.each_part(ExprId(0), &mut |part| walked.push(part.0));
        walked.sort_unstable();
        assert_eq!(walked, operands_in_text(&format!("{expr:?}")), "the parts of {expr:?}");
        assert_eq!(known, !UNNAMED.contains(&name(&expr).as_str()), "whether all parts of {expr:?} are known");
    }
}

#[test]
fn operands_can_be_replaced() {
    for mut expr in expressions() {
        let wanted = numbers(&format!("{expr:?}"), "ExprId(").len();
        expr.operands_mut(Reading::Word, &mut |part, _| *part = ExprId(part.0 + 100));
        if let Some((query, value)) = expr.over() {
            *query = QueryId(100);
            value.into_iter().for_each(|(value, _)| *value = ExprId(value.0 + 100));
        }
        let text = format!("{expr:?}");
        assert_eq!(numbers(&text, "ExprId(").iter().filter(|&&id| id > 100).count(), wanted, "{text}");
        assert!(numbers(&text, "QueryId(").iter().all(|&id| id == 100), "{text}");
    }
}

#[test]
fn branches_are_read_in_the_same_way_as_their_expression() {
    for how in [Reading::Word, Reading::Set, Reading::Words] {
        let (a, b, c) = (ExprId(1), ExprId(2), ExprId(3));
        let mut read = Vec::new();
        Expr::If(a, b, c).operands_mut(how, &mut |_, how| read.push(how));
        Expr::LetSet { reg: 1, width: 1, value: a, body: b }.operands_mut(how, &mut |_, how| read.push(how));
        Expr::Hoisted { reg: 1, value: a }.operands_mut(how, &mut |_, how| read.push(how));
        assert_eq!(read, [Reading::Word, how, how, Reading::Set, how, how]);
    }
}

#[test]
fn every_domain_is_walked() {
    check_examples("Domain", &domains());
    let mut program = program();
    for domain in domains() {
        program.queries[0].binders = vec![Binder { reg: 1, width: 1, domain }];
        let mut walked = Vec::new();
        let known = program.each_part_of_query(QueryId(0), &mut |part| walked.push(part.0));
        let mut operands = numbers(&format!("{domain:?}"), "ExprId(");
        operands.push(22);
        assert_eq!(walked, operands, "the parts of {domain:?}");
        assert_eq!(known, !UNNAMED.contains(&name(&domain).as_str()), "whether all parts of {domain:?} are known");
    }
}
