//! Expressions as the proofs read them: defines written out, names told apart once and for all, so that two that say the same
//! are built alike.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::names::Book;
use crate::ir::visit::parts;
use crate::ir::{
    Aggregate, Binary, Builtin, Expr, ExprKind, KindId, LocalId, MemoryId, PlaceId, Query, RuleId, SettingId, TrackId,
    Type,
};

/// Depth limit of defines that are inlined; what lies deeper is told apart from everything.
const FORM_DEPTH: u32 = 24;
/// Maximum number of parts of a form: a name stands for all that its value says, so that names made of each other, each several
/// times, would double it again and again. What would be larger is told apart from everything.
const MAX_SIZE: usize = 2_000;

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Form {
    /// A name of a rule or of a query.
    Var(u32),
    Number(i64),
    YesNo(bool),
    App(FormHead, Vec<Form>),
    Query(Word, Box<Ranged>),
}

/// What an expression does with its parts, as far as proofs know it.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum FormHead {
    And,
    Or,
    Not,
    Less,
    AtMost,
    Is,
    In,
    Add,
    Sub,
    Mul,
    Min,
    Max,
    IsNone,
    IsSingle,
    IsSeveral,
    Size,
    /// Number of things in places, or in a bag.
    Count,
    /// Written out: a set or a list.
    Written,
    Join,
    Without,
    /// The first group of a ranking.
    Best,
    If,
    Range,
    Others,
    Around,
    Players,
    All(KindId),
    Setting(SettingId),
    Cell(PlaceId),
    Track(TrackId),
    Memory(MemoryId),
    Site(Vec<PlaceId>),
    /// Whether a sheet can be finished.
    Can(RuleId),
    /// Anything else, by a text that tells it apart.
    Other(String),
}

/// What is made of a query.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Word {
    Some,
    /// A set or list of what it finds.
    Found,
    Other(String),
}

/// Names with their domains, and what must hold of them; then values and keys.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Ranged {
    pub(super) vars: Vec<(u32, Form)>,
    pub(super) conds: Vec<Form>,
    pub(super) values: Vec<Form>,
}

/// What the local names of a rule or define stand for.
pub(super) type Env = BTreeMap<LocalId, Form>;

/// Makes forms.
pub(super) struct Maker<'b> {
    pub(super) book: &'b Book,
    next: u32,
    /// Number of parts that the form that is being made may still have.
    room: usize,
}

impl<'b> Maker<'b> {
    pub(super) fn new(book: &'b Book) -> Self {
        Self { book, next: 0, room: MAX_SIZE }
    }

    /// A name that is no other one.
    pub(super) fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// Whether so many more parts have room in the form; if so they take it.
    fn takes(&mut self, parts: usize) -> bool {
        let left = self.room.checked_sub(parts);
        self.room = left.unwrap_or_default();
        left.is_some()
    }

    pub(super) fn form(&mut self, e: &Expr, env: &Env) -> Form {
        self.room = MAX_SIZE;
        self.deep(e, env, 0)
    }

    fn deep(&mut self, e: &Expr, env: &Env, depth: u32) -> Form {
        if depth > FORM_DEPTH || !self.takes(1) {
            return Form::Var(self.fresh());
        }
        let down = depth + 1;
        match &e.kind {
            ExprKind::Number(n) => Form::Number(*n),
            ExprKind::YesNo(yes) => Form::YesNo(*yes),
            ExprKind::Local(id) => match env.get(id) {
                Some(form) if self.takes(form.size()) => form.clone(),
                _ => Form::Var(self.fresh()),
            },
            ExprKind::Widen(inner) | ExprKind::Narrow(inner) => self.deep(inner, env, down),
            ExprKind::LetIn(id, value, body) => {
                let mut env = env.clone();
                env.insert(*id, self.deep(value, &env, down));
                self.deep(body, &env, down)
            }
            ExprKind::Define(id, args) => {
                let book = self.book;
                let own = &book.ir.defines[id.index()];
                let args = args.iter().enumerate().map(|(at, arg)| (LocalId(at as u32), self.deep(arg, env, down)));
                let env: Env = args.collect();
                self.deep(&own.value, &env, down)
            }
            ExprKind::Some(query) => self.query(Word::Some, query, &[], env, down),
            ExprKind::Every(query, holds) => {
                let Form::Query(_, mut ranged) = self.query(Word::Some, query, &[holds], env, down) else {
                    unreachable!()
                };
                let holds = ranged.values.remove(0);
                flat(not(holds), &mut ranged.conds);
                not(Form::Query(Word::Some, ranged))
            }
            ExprKind::SetOf(value, query) | ExprKind::ListOf(value, query) => {
                self.query(Word::Found, query, &[value], env, down)
            }
            ExprKind::Aggregate(Aggregate::Count, None, query) => {
                Form::App(FormHead::Size, vec![self.query(Word::Found, query, &[], env, down)])
            }
            ExprKind::Aggregate(which, of, query) => {
                let of: Vec<&Expr> = of.iter().map(|of| &**of).collect();
                self.query(Word::Other(format!("{which:?}")), query, &of, env, down)
            }
            ExprKind::The(query) => self.query(Word::Other("the".into()), query, &[], env, down),
            ExprKind::First(query) => self.query(Word::Other("first".into()), query, &[], env, down),
            ExprKind::Rank(query) => self.query(Word::Other("rank".into()), query, &[], env, down),
            ExprKind::CanPlay(..) => Form::Var(self.fresh()),
            _ => {
                let all = parts(e).into_iter().map(|part| self.deep(part, env, down)).collect();
                Form::App(head(e), all)
            }
        }
    }

    /// What a query looks for: its names, what must hold.
    pub(super) fn ranged(&mut self, query: &Query, env: &mut Env) -> Ranged {
        self.room = MAX_SIZE;
        self.ranged_at(query, env, 0)
    }

    fn ranged_at(&mut self, query: &Query, env: &mut Env, depth: u32) -> Ranged {
        let mut ranged = Ranged::default();
        for (id, domain) in &query.binders {
            let domain = self.deep(domain, env, depth);
            let var = self.fresh();
            env.insert(*id, Form::Var(var));
            self.bind(var, domain, &mut ranged);
        }
        if let Some(filter) = &query.filter {
            let filter = self.deep(filter, env, depth);
            flat(filter, &mut ranged.conds);
        }
        ranged
    }

    /// `x in {y in S where C}` is `x in S where C`.
    fn bind(&mut self, var: u32, domain: Form, ranged: &mut Ranged) {
        if let Form::Query(Word::Found, inner) = &domain
            && let Some((own, of)) = inner.plain()
        {
            self.bind(var, of.clone(), ranged);
            ranged.conds.extend(inner.conds.iter().map(|cond| cond.with(*own, &Form::Var(var))));
        } else {
            ranged.vars.push((var, domain));
        }
    }

    fn query(&mut self, word: Word, query: &Query, of: &[&Expr], env: &Env, depth: u32) -> Form {
        let mut env = env.clone();
        let mut ranged = self.ranged_at(query, &mut env, depth);
        if word != Word::Some || !of.is_empty() {
            ranged.values = of.iter().map(|e| self.deep(e, &env, depth)).collect();
        }
        if matches!(word, Word::Other(_)) {
            let keys = query.keys.iter().map(|key| (key.most, self.deep(&key.value, &env, depth)));
            let keys: Vec<Form> =
                keys.map(|(most, key)| Form::App(FormHead::Other(format!("key {most}")), vec![key])).collect();
            ranged.values.extend(keys);
        }
        Form::Query(word, Box::new(ranged))
    }
}

impl Ranged {
    /// Names with their domains, and what must hold of them.
    pub(super) fn new(vars: Vec<(u32, Form)>, conds: Vec<Form>) -> Self {
        Self { vars, conds, values: Vec::new() }
    }

    /// Its one name with its domain, where that is what it finds.
    pub(super) fn plain(&self) -> Option<&(u32, Form)> {
        let [own] = self.vars.as_slice() else { return None };
        (self.values.is_empty() || self.values == [Form::Var(own.0)]).then_some(own)
    }
}

impl Form {
    /// `value in set`
    pub(super) fn member(value: Form, set: Form) -> Self {
        Self::App(FormHead::In, vec![value, set])
    }

    /// `low < high`
    pub(super) fn less(low: Form, high: Form) -> Self {
        Self::App(FormHead::Less, vec![low, high])
    }

    /// `set is none`
    pub(super) fn is_none(set: Form) -> Self {
        Self::App(FormHead::IsNone, vec![set])
    }

    /// What a comparison that holds, or does not, says of the order of its sides: `low + apart <= high`.
    pub(super) fn order(&self, holds: bool) -> Option<(&Form, &Form, i64)> {
        match (self, holds) {
            (Form::App(FormHead::Less, sides), true) => Some((&sides[0], &sides[1], 1)),
            (Form::App(FormHead::Less, sides), false) => Some((&sides[1], &sides[0], 0)),
            (Form::App(FormHead::AtMost, sides), true) => Some((&sides[0], &sides[1], 0)),
            (Form::App(FormHead::AtMost, sides), false) => Some((&sides[1], &sides[0], 1)),
            _ => None,
        }
    }

    /// This form with something instead of a name.
    pub(super) fn with(&self, var: u32, by: &Form) -> Form {
        match self {
            Form::Var(own) if *own == var => by.clone(),
            _ => self.of(&|part| part.with(var, by)),
        }
    }

    /// This form with something instead of a part of it.
    pub(super) fn swap(&self, part: &Form, by: &Form) -> Form {
        if self.same(part) { by.clone() } else { self.of(&|own| own.swap(part, by)) }
    }

    /// This form of other parts.
    fn of(&self, other: &dyn Fn(&Form) -> Form) -> Form {
        let all = |parts: &[Form]| parts.iter().map(other).collect::<Vec<_>>();
        match self {
            Form::Var(_) | Form::Number(_) | Form::YesNo(_) => self.clone(),
            Form::App(head, parts) => Form::App(head.clone(), all(parts)),
            Form::Query(word, ranged) => {
                let vars = ranged.vars.iter().map(|(own, domain)| (*own, other(domain))).collect();
                let ranged = Ranged { vars, conds: all(&ranged.conds), values: all(&ranged.values) };
                Form::Query(word.clone(), Box::new(ranged))
            }
        }
    }

    /// Number of parts, itself included.
    pub(super) fn size(&self) -> usize {
        let mut parts = 0;
        self.each(&mut |_| parts += 1);
        parts
    }

    /// Whether it is too large to be known.
    pub(super) fn is_too_large(&self) -> bool {
        self.size() > MAX_SIZE
    }

    /// Every part, itself included.
    pub(super) fn each(&self, visit: &mut dyn FnMut(&Form)) {
        visit(self);
        match self {
            Form::App(_, parts) => parts.iter().for_each(|part| part.each(visit)),
            Form::Query(_, ranged) => {
                let domains = ranged.vars.iter().map(|(_, domain)| domain);
                domains.chain(&ranged.conds).chain(&ranged.values).for_each(|part| part.each(visit));
            }
            _ => {}
        }
    }

    pub(super) fn mentions(&self, var: u32) -> bool {
        let mut found = false;
        self.each(&mut |part| found |= *part == Form::Var(var));
        found
    }

    /// Whether two say the same; names of queries may differ.
    pub(super) fn same(&self, other: &Form) -> bool {
        same(self, other, &mut Vec::new())
    }
}

fn same(a: &Form, b: &Form, pairs: &mut Vec<(u32, u32)>) -> bool {
    let all = |a: &[Form], b: &[Form], pairs: &mut Vec<(u32, u32)>| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b, pairs))
    };
    match (a, b) {
        (Form::Var(x), Form::Var(y)) => {
            let bound = pairs.iter().rev().find(|(own, other)| own == x || other == y);
            bound.map_or(x == y, |pair| *pair == (*x, *y))
        }
        (Form::App(x, own), Form::App(y, other)) => x == y && all(own, other, pairs),
        (Form::Query(x, own), Form::Query(y, other)) => {
            if x != y || own.vars.len() != other.vars.len() {
                return false;
            }
            let from = pairs.len();
            let mut alike = true;
            for ((x, of), (y, from)) in own.vars.iter().zip(&other.vars) {
                alike = alike && same(of, from, pairs);
                pairs.push((*x, *y));
            }
            alike = alike && all(&own.conds, &other.conds, pairs) && all(&own.values, &other.values, pairs);
            pairs.truncate(from);
            alike
        }
        _ => a == b,
    }
}

/// A condition, each part of an `and` by itself.
pub(super) fn flat(cond: Form, into: &mut Vec<Form>) {
    match cond {
        Form::App(FormHead::And, parts) => parts.into_iter().for_each(|part| flat(part, into)),
        Form::YesNo(true) => {}
        cond => into.push(cond),
    }
}

pub(super) fn not(cond: Form) -> Form {
    match cond {
        Form::App(FormHead::Not, mut parts) if parts.len() == 1 => parts.remove(0),
        Form::YesNo(yes) => Form::YesNo(!yes),
        cond => Form::App(FormHead::Not, vec![cond]),
    }
}

/// What can be written in play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Writable {
    Place(PlaceId),
    Track(TrackId),
    Memory(MemoryId),
    /// All of it.
    Anything,
}

/// What a form reads of the state.
pub(super) fn reads(form: &Form) -> BTreeSet<Writable> {
    let mut all = BTreeSet::new();
    form.each(&mut |part| match part {
        Form::App(FormHead::Cell(id), _) => drop(all.insert(Writable::Place(*id))),
        Form::App(FormHead::Track(id), _) => drop(all.insert(Writable::Track(*id))),
        Form::App(FormHead::Memory(id), _) => drop(all.insert(Writable::Memory(*id))),
        Form::App(FormHead::Can(_), _) => drop(all.insert(Writable::Anything)),
        Form::App(FormHead::Site(places), _) => all.extend(places.iter().map(|id| Writable::Place(*id))),
        _ => {}
    });
    all
}

fn head(e: &Expr) -> FormHead {
    use ExprKind as K;
    match &e.kind {
        K::Binary(op, ..) => match op {
            Binary::And => FormHead::And,
            Binary::Or => FormHead::Or,
            Binary::Less => FormHead::Less,
            Binary::AtMost => FormHead::AtMost,
            Binary::Is => FormHead::Is,
            Binary::In => FormHead::In,
            Binary::Add => FormHead::Add,
            Binary::Sub => FormHead::Sub,
            Binary::Mul => FormHead::Mul,
            Binary::Join => FormHead::Join,
            Binary::Without => FormHead::Without,
        },
        K::Not(_) => FormHead::Not,
        K::IsNone(_) => FormHead::IsNone,
        K::IsSingle(_) => FormHead::IsSingle,
        K::IsSeveral(_) => FormHead::IsSeveral,
        K::Size(_) => FormHead::Size,
        K::Count(..) | K::CountInBag(..) => FormHead::Count,
        K::SetLiteral(all) | K::ListLiteral(all) if all.iter().all(is_surely_there) => FormHead::Written,
        K::If(..) => FormHead::If,
        K::Item(list, at) if matches!(list.kind, K::Rank(_)) && at.kind == K::Number(1) => FormHead::Best,
        K::Range(..) => FormHead::Range,
        K::Players => FormHead::Players,
        K::All(kind) => FormHead::All(*kind),
        K::Setting(id) => FormHead::Setting(*id),
        K::Cell(id, _) => FormHead::Cell(*id),
        K::Track(id, _) => FormHead::Track(*id),
        K::Memory(id, _) => FormHead::Memory(*id),
        K::Site(_, places) => FormHead::Site(places.iter().map(|(id, _)| *id).collect()),
        K::Can(id, _) => FormHead::Can(*id),
        K::Builtin(Builtin::Others, _) => FormHead::Others,
        K::Builtin(Builtin::Min, _) => FormHead::Min,
        K::Builtin(Builtin::Max, _) => FormHead::Max,
        K::Builtin(Builtin::Neighbours(_) | Builtin::Links(_), _) => FormHead::Around,
        _ => FormHead::Other(shell(e)),
    }
}

/// Whether an element that is written out is one: none is left out of sets and lists.
fn is_surely_there(e: &Expr) -> bool {
    !matches!(&e.kind, ExprKind::Only(inner) if matches!(inner.ty, Type::Option(_)))
}

/// What an expression is, without its parts.
fn shell(e: &Expr) -> String {
    use ExprKind as K;
    match &e.kind {
        K::Member(kind, family, _) => format!("member {kind:?} {family}"),
        K::Seat(_) => "seat".into(),
        K::AnswerOf(id, _) => format!("answer {id:?} {:?}", e.span),
        K::Attribute(_, kind, at) => format!("attribute {kind:?} {at}"),
        K::Amounts(all) => format!("amounts {:?}", all.iter().map(|(n, _)| *n).collect::<Vec<_>>()),
        K::Amount(..) => "amount".into(),
        K::Position(_) => "position".into(),
        K::ThingIndex(_, at) => format!("index {at}"),
        K::ThingAs(_, all) => format!("indexes {all:?}"),
        K::GridPosition(_, board, row) => format!("grid {board:?} {row}"),
        K::CellOf(_, kind, pair, board) => format!("cell of {kind:?} {pair} {board:?}"),
        K::Row(table, _) => format!("row {table:?}"),
        K::Column(_, table, at) => format!("column {table:?} {at}"),
        K::Builtin(which, _) => format!("builtin {which:?}"),
        K::Piece(id, _) => format!("piece {id:?}"),
        K::Pieces(all) => format!("pieces {all:?}"),
        K::BagAt(..) => "bag".into(),
        K::Divide(_, _, how, to) | K::Round(_, how, to) => format!("round {how:?} {to}"),
        K::Only(_) => "only".into(),
        K::Item(..) => "item".into(),
        K::Slice(..) => "slice".into(),
        K::Nothing => "nothing".into(),
        _ => format!("at {:?}", e.span),
    }
}
