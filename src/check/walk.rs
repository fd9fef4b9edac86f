//! Walks over what was made: every expression, every statement.

use crate::ir::{Ask, Block, Expr, ExprKind, Guard, Quantity, Query, Stmt, StmtKind, Text, TextPart};

/// The direct parts of an expression.
pub(super) fn parts(e: &Expr) -> Vec<&Expr> {
    use ExprKind as K;
    match &e.kind {
        K::Number(_) | K::YesNo(_) | K::Nothing | K::All(_) | K::Setting(_) | K::Players | K::Local(_) => Vec::new(),
        K::Pieces(_) | K::Site(..) => Vec::new(),
        K::Member(_, _, all) | K::Track(_, all) | K::Memory(_, all) | K::Row(_, all) | K::Define(_, all) => {
            all.iter().collect()
        }
        K::Builtin(_, all) | K::Piece(_, all) | K::Cell(_, all) | K::SetLiteral(all) | K::ListLiteral(all) => {
            all.iter().collect()
        }
        K::Seat(a) | K::AnswerOf(_, a) | K::Attribute(a, ..) | K::Position(a) | K::ThingIndex(a, _) => vec![a],
        K::GridPosition(a, ..) | K::Column(a, ..) | K::Not(a) | K::Round(a, ..) | K::IsNone(a) => vec![a],
        K::IsSingle(a) | K::IsSeveral(a) | K::Only(a) | K::Size(a) | K::Widen(a) => vec![a],
        K::Count(a, b) | K::BagAt(a, b) | K::CountInBag(a, b) | K::Binary(_, a, b) => vec![a, b],
        K::Divide(a, b, ..) | K::LetIn(_, a, b) | K::Range(a, b) | K::Item(a, b) => vec![a, b],
        K::If(a, b, c) => vec![a, b, c],
        K::Slice(a, b, c) => [a, b].into_iter().chain(c).map(|part| &**part).collect(),
        K::Some(q) | K::The(q) | K::First(q) | K::Rank(q) => of_query(q),
        K::Every(q, c) | K::SetOf(c, q) | K::ListOf(c, q) => {
            let mut all = of_query(q);
            all.push(c);
            all
        }
        K::Aggregate(_, of, q) => {
            let mut all = of_query(q);
            all.extend(of.as_deref());
            all
        }
    }
}

/// The expressions of a query.
pub(super) fn of_query(query: &Query) -> Vec<&Expr> {
    let mut all: Vec<&Expr> = query.binders.iter().map(|(_, domain)| domain).collect();
    all.extend(query.clockwise.iter().map(|(_, from)| &**from));
    all.extend(query.filter.as_deref());
    all.extend(query.keys.iter().map(|key| &key.value));
    all
}

/// Every expression inside an expression, itself included.
pub(super) fn each_expr<'e>(e: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    visit(e);
    for part in parts(e) {
        each_expr(part, visit);
    }
}

/// The expressions of a text.
pub(super) fn of_text(text: Option<&Text>) -> Vec<&Expr> {
    let parts = text.map_or(&[] as &[TextPart], |text| &text.parts);
    parts.iter().filter_map(|part| if let TextPart::Value(e) = part { Some(e) } else { None }).collect()
}

/// Every statement of a block, inner blocks included.
pub(super) fn each_stmt<'b>(block: &'b Block, visit: &mut dyn FnMut(&'b Stmt)) {
    for stmt in block {
        visit(stmt);
        for inner in blocks(stmt) {
            each_stmt(inner, visit);
        }
    }
}

/// The blocks of a statement.
pub(super) fn blocks(stmt: &Stmt) -> Vec<&Block> {
    match &stmt.kind {
        StmtKind::If(_, a, b) => vec![a, b],
        StmtKind::Each(_, body) | StmtKind::InTurn(_, _, body) | StmtKind::Together(_, body) => vec![body],
        StmtKind::Repeat { body, .. } => vec![body],
        StmtKind::Ask(ask) => ask.arms.iter().map(|arm| &arm.body).collect(),
        _ => Vec::new(),
    }
}

/// The expressions of a statement itself, without its blocks.
pub(super) fn of_stmt(stmt: &Stmt) -> Vec<&Expr> {
    use StmtKind as K;
    match &stmt.kind {
        K::Let(_, e) | K::If(e, ..) => vec![e],
        K::SetMemory(_, at, e) | K::SetTrack(_, at, e) | K::Step(_, at, e) => at.iter().chain([e]).collect(),
        K::Move { what, from, to, .. } => {
            let mut all = of_quantity(what);
            all.extend(from);
            all.push(to);
            all
        }
        K::Draw { count, from, to, except } => {
            let mut all = vec![count, from, to];
            all.extend(except.iter().flat_map(|(_, c, to)| [c, to]));
            all
        }
        K::Each(query, _) | K::Together(query, _) => of_query(query),
        K::InTurn(query, until, _) => of_query(query).into_iter().chain(until).collect(),
        K::Repeat { times, until, .. } => times.iter().chain(until).collect(),
        K::Call(_, args, _) => args.iter().collect(),
        K::Play(who, what, _) => vec![who, what],
        K::Ask(ask) => of_ask(ask),
        K::Family(family) => {
            let mut all = vec![&family.least, &family.of];
            all.extend(family.who.iter().chain(&family.most).chain(&family.filter));
            all.extend(of_text(family.prompt.as_ref()));
            all
        }
        K::Order(who, prompt, of, _) => who.iter().chain([of]).chain(of_text(prompt.as_ref())).collect(),
        K::Divide(who, what, into, _) => vec![who, what, into],
        K::Menu(menu) => {
            let mut all = vec![&menu.who];
            all.extend(&menu.until);
            all.extend(menu.at_once.iter().flatten());
            all.extend(of_text(menu.prompt.as_ref()).into_iter().chain(of_text(menu.done.as_ref())));
            all
        }
        K::Require(e, why) => std::iter::once(e).chain(of_text(why.as_ref())).collect(),
        K::Say(text) => of_text(Some(text)),
        K::Stop | K::Return | K::EndOuter(_) => Vec::new(),
    }
}

fn of_quantity(what: &Quantity) -> Vec<&Expr> {
    match what {
        Quantity::Exactly(n, x) | Quantity::UpTo(n, x) => vec![n, x],
        Quantity::All(x) | Quantity::Bag(x) | Quantity::Figure(x) => vec![x],
    }
}

fn of_ask(ask: &Ask) -> Vec<&Expr> {
    let mut all: Vec<&Expr> = ask.who.iter().collect();
    all.extend(of_text(ask.prompt.as_ref()));
    for arm in &ask.arms {
        all.extend(of_text(arm.label.as_ref()));
        all.extend(arm.query.iter().flat_map(of_query));
        all.extend(&arm.when);
    }
    all
}

/// The expressions of a guard.
pub(super) fn of_guard(guard: &Guard) -> Vec<&Expr> {
    match guard {
        Guard::Let(_, e) => vec![e],
        Guard::When { holds, why, .. } => std::iter::once(holds).chain(of_text(why.as_ref())).collect(),
    }
}
