//! Visitors of statements and expressions.

use super::{
    BagChoice, Binary, Block, Expr, ExprKind, LocalId, Quantity, Query, Seen, Seer, Stmt, StmtKind, Text, TextPart,
    Type,
};

/// Calls `f` for every statement of a block, nested ones included, in source order.
pub fn statements<'a>(block: &'a [Stmt], f: &mut impl FnMut(&'a Stmt)) {
    for stmt in block {
        f(stmt);
        for inner in blocks(stmt) {
            statements(inner, f);
        }
    }
}

/// The blocks directly inside a statement.
pub fn blocks(stmt: &Stmt) -> Vec<&Block> {
    use StmtKind as K;
    match &stmt.kind {
        K::If(_, one, two) | K::Transaction(one, two) => vec![one, two],
        K::Each(_, body) | K::Repeat { body, .. } | K::InTurn(_, _, body) | K::Together(_, body) => vec![body],
        K::Ask(ask) => ask.arms.iter().map(|arm| &arm.body).collect(),
        K::AtOnce(once) => vec![&once.body],
        K::Let(..) | K::SetMemory(..) | K::SetTrack(..) | K::Step(..) => Vec::new(),
        K::Move { .. } | K::Draw { .. } | K::Shuffle(_) | K::Divide(..) => Vec::new(),
        K::Call(..) | K::Play(..) | K::BagChoice(_) | K::Order(_) | K::Menu(_) => Vec::new(),
        K::Require(..) | K::Say(_) | K::Stop | K::Return | K::EndOuter(_) => Vec::new(),
    }
}

/// The blocks directly inside a statement, to change them. The same as [`blocks`], in the same order.
pub(crate) fn blocks_mut(stmt: &mut Stmt) -> Vec<&mut Block> {
    use StmtKind as K;
    match &mut stmt.kind {
        K::If(_, one, two) | K::Transaction(one, two) => vec![one, two],
        K::Each(_, body) | K::Repeat { body, .. } | K::InTurn(_, _, body) | K::Together(_, body) => vec![body],
        K::Ask(ask) => ask.arms.iter_mut().map(|arm| &mut arm.body).collect(),
        K::AtOnce(once) => vec![&mut once.body],
        K::Let(..) | K::SetMemory(..) | K::SetTrack(..) | K::Step(..) => Vec::new(),
        K::Move { .. } | K::Draw { .. } | K::Shuffle(_) | K::Divide(..) => Vec::new(),
        K::Call(..) | K::Play(..) | K::BagChoice(_) | K::Order(_) | K::Menu(_) => Vec::new(),
        K::Require(..) | K::Say(_) | K::Stop | K::Return | K::EndOuter(_) => Vec::new(),
    }
}

/// The expressions of a statement itself, without those of its texts and of its blocks.
pub fn of_stmt(stmt: &Stmt) -> Vec<&Expr> {
    use StmtKind as K;
    match &stmt.kind {
        K::Let(_, e) | K::Shuffle(e) | K::If(e, ..) | K::Require(e, _) => vec![e],
        K::SetMemory(_, all, e) | K::SetTrack(_, all, e) | K::Step(_, all, e) => all.iter().chain([e]).collect(),
        K::Move { what, from, to, .. } => {
            let what = match what {
                Quantity::Exactly(a, b) | Quantity::UpTo(a, b) => vec![a, b],
                Quantity::All(a) | Quantity::Bag(a) | Quantity::Figure(a) => vec![a],
            };
            what.into_iter().chain(from).chain([to]).collect()
        }
        K::Draw { count, from, to, except } => {
            let except = except.iter().flat_map(|(_, holds, aside)| [holds, aside]);
            [count, from, to].into_iter().chain(except).collect()
        }
        K::Each(query, _) | K::Together(query, _) => of_query(query),
        K::InTurn(query, until, _) => of_query(query).into_iter().chain(until).collect(),
        K::Repeat { times, until, .. } => times.iter().chain(until).collect(),
        K::Call(_, all, _) => all.iter().collect(),
        K::Play(a, b, _) => vec![a, b],
        K::Ask(ask) => {
            let arms = ask.arms.iter().flat_map(|arm| arm.query.iter().flat_map(of_query).chain(&arm.when));
            ask.who.iter().chain(arms).chain(of_seen(&ask.seen)).collect()
        }
        K::BagChoice(family) => {
            let BagChoice { who, least, most, of, filter, seen, .. } = family;
            who.iter().chain([least]).chain(most).chain([of]).chain(filter).chain(of_seen(seen)).collect()
        }
        K::Order(order) => order.who.iter().chain([&order.of]).chain(of_seen(&order.seen)).collect(),
        K::Divide(a, b, c, _) => vec![a, b, c],
        K::Menu(menu) => std::iter::once(&menu.who).chain(&menu.until).collect(),
        K::AtOnce(once) => std::iter::once(&once.who).chain(&once.shown).collect(),
        K::Transaction(..) | K::Say(_) | K::Stop | K::Return | K::EndOuter(_) => Vec::new(),
    }
}

/// The expressions that determine who sees an answer.
pub(crate) fn of_seen(seen: &Seen) -> impl Iterator<Item = &Expr> {
    seen.iter().flatten().flat_map(of_seer)
}

/// The expressions that determine who sees something, and when.
pub(crate) fn of_seer(seer: &Seer) -> Vec<&Expr> {
    match seer {
        Seer::All(when) => when.iter().collect(),
        Seer::Player(who, when) => std::iter::once(who).chain(when).collect(),
    }
}

/// The values in the texts of a statement itself, without those of its blocks.
pub fn of_texts(stmt: &Stmt) -> Vec<&Expr> {
    use StmtKind as K;
    let texts: Vec<&Text> = match &stmt.kind {
        K::Say(text) => vec![text],
        K::Require(_, text) => text.iter().collect(),
        K::Order(order) => order.prompt.iter().collect(),
        K::Ask(ask) => ask.prompt.iter().chain(ask.arms.iter().filter_map(|arm| arm.label.as_ref())).collect(),
        K::BagChoice(family) => family.prompt.iter().collect(),
        K::Menu(menu) => menu.prompt.iter().chain(&menu.done).collect(),
        K::AtOnce(once) => once.prompt.iter().chain(&once.label.1).collect(),
        K::Let(..) | K::SetMemory(..) | K::SetTrack(..) | K::Step(..) => Vec::new(),
        K::Move { .. } | K::Draw { .. } | K::Shuffle(_) | K::Divide(..) | K::Call(..) | K::Play(..) => Vec::new(),
        K::If(..) | K::Each(..) | K::Repeat { .. } | K::InTurn(..) | K::Together(..) => Vec::new(),
        K::Transaction(..) | K::Stop | K::Return | K::EndOuter(_) => Vec::new(),
    };
    texts.into_iter().flat_map(of_text).collect()
}

/// The values in a text.
pub(crate) fn of_text(text: &Text) -> impl Iterator<Item = &Expr> {
    text.parts.iter().filter_map(|part| if let TextPart::Value(e) = part { Some(e) } else { None })
}

/// The direct operands of an expression.
pub fn parts(e: &Expr) -> Vec<&Expr> {
    use ExprKind as K;
    match &e.kind {
        K::Number(_) | K::YesNo(_) | K::Nothing | K::All(_) | K::Setting(_) | K::Players | K::Local(_) => Vec::new(),
        K::Pieces(_) => Vec::new(),
        K::Member(_, _, all) | K::Track(_, all) | K::Memory(_, all) | K::Row(_, all) | K::Define(_, all) => {
            all.iter().collect()
        }
        K::Can(_, all)
        | K::Builtin(_, all)
        | K::Piece(_, all)
        | K::Cell(_, all)
        | K::SetLiteral(all)
        | K::ListLiteral(all) => all.iter().collect(),
        K::Seat(a) | K::AnswerOf(_, a) | K::Attribute(a, ..) | K::Position(a) | K::ThingIndex(a, _) => vec![a],
        K::Site(a, _) => vec![a],
        K::GridPosition(a, ..) | K::CellOf(a, ..) | K::Column(a, ..) | K::Not(a) | K::Round(a, ..) | K::IsNone(a) => {
            vec![a]
        }
        K::IsSingle(a) | K::IsSeveral(a) | K::Only(a) | K::Size(a) | K::Widen(a) | K::Narrow(a) | K::ThingAs(a, _) => {
            vec![a]
        }
        K::Amounts(all) => all.iter().map(|(_, member)| member).collect(),
        K::Amount(a, b) | K::CanPlay(a, b) | K::Count(a, b) | K::BagAt(a, b) | K::CountInBag(a, b) => vec![a, b],
        K::Binary(_, a, b) => vec![a, b],
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
pub(crate) fn of_query(query: &Query) -> Vec<&Expr> {
    let mut all: Vec<&Expr> = query.binders.iter().map(|(_, domain)| domain).collect();
    all.extend(query.clockwise.iter().map(|(_, from)| &**from));
    all.extend(query.filter.as_deref());
    all.extend(query.keys.iter().map(|key| &key.value));
    all
}

/// Calls `visit` for an expression and all its parts, in pre-order.
pub fn each_expr<'e>(e: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    visit(e);
    for part in parts(e) {
        each_expr(part, visit);
    }
}

/// True if a predicate holds for an expression or a part of it.
pub(crate) fn has_part(e: &Expr, is: impl Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    each_expr(e, &mut |part| found |= is(part));
    found
}

/// True if no part of an expression has the type [`Type::Error`].
pub(crate) fn is_sound(e: &Expr) -> bool {
    !has_part(e, |part| part.ty == Type::Error)
}

/// True if two expressions are surely equal: the same structure over the same names. Always false for queries.
pub fn same(a: &Expr, b: &Expr) -> bool {
    same_by(a, b, &|x, y| x == y)
}

/// Like [`same`], for expressions of two rules: `names` is true for locals of the two rules that correspond to each other.
pub fn same_by(a: &Expr, b: &Expr, names: &dyn Fn(LocalId, LocalId) -> bool) -> bool {
    use ExprKind as K;
    let alike = match (&a.kind, &b.kind) {
        (K::Number(x), K::Number(y)) => x == y,
        (K::YesNo(x), K::YesNo(y)) => x == y,
        (K::Local(x), K::Local(y)) | (K::AnswerOf(x, _), K::AnswerOf(y, _)) => names(*x, *y),
        (K::Setting(x), K::Setting(y)) => x == y,
        (K::Memory(x, _), K::Memory(y, _)) => x == y,
        (K::Track(x, _), K::Track(y, _)) => x == y,
        (K::Define(x, _), K::Define(y, _)) => x == y,
        (K::Cell(x, _), K::Cell(y, _)) => x == y,
        (K::Piece(x, _), K::Piece(y, _)) => x == y,
        (K::Builtin(x, _), K::Builtin(y, _)) => x == y,
        (K::Member(x, f, _), K::Member(y, g, _)) => x == y && f == g,
        (K::Attribute(_, x, f), K::Attribute(_, y, g)) => x == y && f == g,
        (K::All(x), K::All(y)) => x == y,
        (K::Site(_, x), K::Site(_, y)) => x == y,
        (K::Binary(x, ..), K::Binary(y, ..)) => x == y,
        (K::Seat(_), K::Seat(_)) | (K::Only(_), K::Only(_)) | (K::Position(_), K::Position(_)) => true,
        (K::Count(..), K::Count(..)) | (K::Size(_), K::Size(_)) | (K::BagAt(..), K::BagAt(..)) => true,
        (K::Pieces(x), K::Pieces(y)) => x == y,
        (K::Not(_), K::Not(_)) | (K::IsNone(_), K::IsNone(_)) | (K::Amount(..), K::Amount(..)) => true,
        (K::Range(..), K::Range(..)) | (K::Item(..), K::Item(..)) | (K::Players, K::Players) => true,
        (K::Widen(x), _) => return same_by(x, b, names),
        (_, K::Widen(y)) => return same_by(a, y, names),
        _ => false,
    };
    let (left, right) = (parts(a), parts(b));
    alike && left.len() == right.len() && left.into_iter().zip(right).all(|(left, right)| same_by(left, right, names))
}

/// The look-aheads that a statement evaluates itself: every [`ExprKind::Can`] and [`ExprKind::CanPlay`].
pub(crate) fn probes(stmt: &Stmt) -> Vec<&Expr> {
    use StmtKind as K;
    let mut open: Vec<&Expr> = match &stmt.kind {
        K::Let(_, e) | K::If(e, _, _) | K::Require(e, _) => vec![e],
        K::Repeat { until, .. } | K::InTurn(_, until, _) => until.iter().collect(),
        K::Ask(ask) => ask.arms.iter().filter_map(|arm| arm.when.as_ref()).collect(),
        K::Menu(menu) => menu.until.iter().collect(),
        K::SetMemory(..) | K::SetTrack(..) | K::Step(..) | K::Say(_) => Vec::new(),
        K::Move { .. } | K::Draw { .. } | K::Shuffle(_) | K::Divide(..) | K::Call(..) | K::Play(..) => Vec::new(),
        K::Each(..) | K::Together(..) | K::Transaction(..) | K::BagChoice(_) | K::Order(_) => Vec::new(),
        K::AtOnce(_) | K::Stop | K::Return | K::EndOuter(_) => Vec::new(),
    };
    let mut found = Vec::new();
    while let Some(e) = open.pop() {
        match &e.kind {
            ExprKind::Can(..) | ExprKind::CanPlay(..) => found.push(e),
            _ => open.extend(probing_parts(e)),
        }
    }
    found
}

/// The operands of an expression in which a look-ahead may stand.
pub(crate) fn probing_parts(e: &Expr) -> Vec<&Expr> {
    match &e.kind {
        ExprKind::Not(a) | ExprKind::LetIn(_, _, a) | ExprKind::Widen(a) => vec![a],
        ExprKind::Binary(Binary::And | Binary::Or, a, b) => vec![a, b],
        ExprKind::If(c, a, b) => vec![c, a, b],
        _ => Vec::new(),
    }
}

/// True if an expression contains a look-ahead.
pub(crate) fn has_probe(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Can(..) | ExprKind::CanPlay(..)) || probing_parts(e).into_iter().any(has_probe)
}
