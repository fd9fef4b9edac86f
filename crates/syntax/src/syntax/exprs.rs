//! Construction of expression trees and queries.

use super::ast::{Aggregate, Binary, Expr, ExprKind, Key, Multiplicity, Name, Query, Rounding};
use super::codes;
use super::grammar::{Pair, Rule};
use super::guard::MAX_CHAIN;
use super::reader::{Build, PairParts};
use crate::diagnostic::Diagnostic;
use crate::text::Span;

impl Build<'_> {
    /// Converts any pair of the grammar that is an expression.
    pub(super) fn expr(&mut self, pair: Pair) -> Expr {
        let span = self.span(&pair);
        let rule = pair.as_rule();
        let kind = match rule {
            Rule::expr | Rule::range_e | Rule::near_range | Rule::sum | Rule::product | Rule::counted => {
                return self.layer(pair, span);
            }
            Rule::or_e | Rule::and_e => return self.layer(pair, span),
            Rule::not_e | Rule::compare | Rule::postfix | Rule::group => return self.layer(pair, span),
            Rule::conditional => {
                let mut parts = PairParts::of(pair);
                let (condition, yes) = (self.boxed(parts.must()), self.boxed(parts.must()));
                ExprKind::If(condition, yes, parts.next().map(|no| self.boxed(no)))
            }
            Rule::number => ExprKind::Number(self.number(&pair)),
            Rule::negative => ExprKind::Number(-self.number(&PairParts::of(pair).must())),
            Rule::string => ExprKind::Text(Box::new(self.text(&pair))),
            Rule::word => return self.word(pair, span),
            Rule::name => ExprKind::Name(pair.as_str().trim_end().to_owned()),
            Rule::some => ExprKind::Some(self.boxed_query(pair)),
            Rule::none => ExprKind::No(self.boxed_query(pair)),
            Rule::rank => ExprKind::Rank(self.boxed_query(pair)),
            Rule::every => {
                let mut parts = PairParts::of(pair);
                let query = Box::new(self.query(parts.must()));
                ExprKind::Every(query, Box::new(self.expr(parts.must())))
            }
            Rule::can => {
                let mut parts = PairParts::of(pair);
                let who = self.boxed(parts.must());
                let what = parts.must();
                let plays = what.as_rule() == Rule::can_play;
                ExprKind::Can(who, self.boxed(PairParts::of(what).must()), plays)
            }
            Rule::can_step => {
                let mut parts = PairParts::of(pair);
                let up = parts.must().as_str().trim_end() == "raise";
                ExprKind::CanStep(up, self.boxed(parts.must()), self.boxed(parts.must()))
            }
            Rule::there => {
                let mut parts = PairParts::of(pair);
                let name = self.name(&parts.must());
                ExprKind::Is(self.boxed(parts.must()), false, Multiplicity::Single(Some(name)))
            }
            Rule::pick => {
                let mut parts = PairParts::of(pair);
                let the = parts.must().as_str() == "the";
                let query = Box::new(self.query(parts.must()));
                if the { ExprKind::The(query) } else { ExprKind::First(query) }
            }
            Rule::count_of | Rule::fold_of => self.aggregate(pair),
            Rule::set | Rule::list => self.many(pair),
            other => unreachable!("the grammar has no expression {other:?}"),
        };
        Expr { kind, span }
    }

    pub(super) fn boxed(&mut self, pair: Pair) -> Box<Expr> {
        Box::new(self.expr(pair))
    }

    /// Converts a precedence level of the grammar. Most levels have one part, which is the expression.
    fn layer(&mut self, pair: Pair, span: Span) -> Expr {
        let rule = pair.as_rule();
        let mut parts = PairParts::of(pair.clone());
        let first = parts.must();
        match rule {
            Rule::not_e if first.as_rule() == Rule::w_not => {
                let inner = self.boxed(parts.must());
                Expr { kind: ExprKind::Not(inner), span }
            }
            Rule::group => self.group(first, parts, span),
            Rule::postfix => self.postfix(first, parts),
            Rule::compare => self.compare(first, parts, span),
            Rule::range_e | Rule::near_range => self.range(pair, span),
            Rule::counted => {
                let thing = self.expr(first);
                match parts.next() {
                    None => thing,
                    Some(place) => {
                        let place = self.boxed(place);
                        Expr { kind: ExprKind::At(Box::new(thing), place), span }
                    }
                }
            }
            _ => self.operators(rule, first, parts),
        }
    }

    /// `a + b - c rounded up`, `a or b`: left associative.
    fn operators(&mut self, rule: Rule, first: Pair, parts: PairParts) -> Expr {
        let mut left = self.expr(first);
        // `or` and `and` are skipped: each is the only operator of its level.
        let only = match rule {
            Rule::or_e => Some(Binary::Or),
            Rule::and_e => Some(Binary::And),
            _ => None,
        };
        let mut operator = only;
        for part in parts {
            match part.as_rule() {
                Rule::plus => operator = Some(Binary::Add),
                Rule::minus => operator = Some(Binary::Sub),
                Rule::times_sign => operator = Some(Binary::Mul),
                Rule::over => operator = Some(Binary::Div),
                Rule::rounded => {
                    let span = left.span.to(self.span(&part));
                    left = Expr { kind: self.rounded(part, left), span };
                }
                _ => {
                    let operator = std::mem::replace(&mut operator, only);
                    let operator = operator.expect("the rule of an operator is not called `k_..`");
                    let right = self.boxed(part);
                    let span = left.span.to(right.span);
                    left = Expr { kind: ExprKind::Binary(operator, Box::new(left), right), span };
                }
            }
        }
        left
    }

    fn rounded(&mut self, pair: Pair, what: Expr) -> ExprKind {
        let mut parts = PairParts::of(pair);
        let how = match parts.must().as_str().trim_end() {
            "up" => Rounding::Up,
            "down" => Rounding::Down,
            _ => Rounding::HalfUp,
        };
        let to = parts.next().map(|number| self.number(&number));
        ExprKind::Rounded(Box::new(what), how, to)
    }

    /// `1..6`, `2..`, or only its first part.
    fn range(&mut self, pair: Pair, span: Span) -> Expr {
        let open = pair.clone().into_inner().any(|part| part.as_rule() == Rule::k_dots);
        let mut parts = PairParts::of(pair);
        let from = self.expr(parts.must());
        if !open {
            return from;
        }
        let to = parts.next().map(|to| self.boxed(to));
        Expr { kind: ExprKind::Range(Box::new(from), to), span }
    }

    fn compare(&mut self, first: Pair, mut parts: PairParts, span: Span) -> Expr {
        let left = self.boxed_or(first);
        let Some(tail) = parts.next() else { return *left };
        let than = tail.as_rule() == Rule::than;
        let mut tail = PairParts::of(tail);
        if than {
            let operator = comparison(tail.must().as_str());
            let right = self.boxed(tail.must());
            return Expr { kind: ExprKind::Binary(operator, left, right), span };
        }
        let negated = tail.accept(Rule::w_not).is_some();
        let right = tail.must();
        if right.as_rule() == Rule::shape {
            return Expr { kind: ExprKind::Is(left, negated, self.shape(right)), span };
        }
        let operator = if negated { Binary::IsNot } else { Binary::Is };
        Expr { kind: ExprKind::Binary(operator, left, self.boxed(right)), span }
    }

    fn boxed_or(&mut self, pair: Pair) -> Box<Expr> {
        Box::new(self.expr(pair))
    }

    pub(super) fn shape(&mut self, pair: Pair) -> Multiplicity {
        let mut parts = PairParts::of(pair);
        match parts.must().as_str().trim_end() {
            "none" => Multiplicity::None,
            "several" => Multiplicity::Several,
            _ => Multiplicity::Single(parts.next().map(|name| self.name(&name))),
        }
    }

    /// `t.tax`, `hand[p]`, `far(c, d)`.
    fn postfix(&mut self, first: Pair, parts: PairParts) -> Expr {
        let mut left = self.expr(first);
        for (length, part) in parts.enumerate() {
            let span = left.span.to(self.span(&part));
            if length == MAX_CHAIN {
                let message = format!("more than {MAX_CHAIN} dots and brackets in a row here");
                let finding = Diagnostic::error(codes::TOO_DEEP, self.span(&part), message);
                self.reader.report(finding.help("name a part with `let` or `define`"));
                break;
            }
            let kind = match part.as_rule() {
                Rule::attribute => ExprKind::Attribute(Box::new(left), self.name(&PairParts::of(part).must())),
                Rule::index => ExprKind::Index(Box::new(left), self.exprs(PairParts::of(part))),
                Rule::arguments => ExprKind::Call(Box::new(left), self.exprs(PairParts::of(part))),
                other => unreachable!("the grammar has no part {other:?} of an expression"),
            };
            left = Expr { kind, span };
        }
        left
    }

    pub(super) fn exprs(&mut self, parts: PairParts) -> Vec<Expr> {
        parts.map(|part| self.expr(part)).collect()
    }

    /// `(a + b)` is its contents, `(4, 0)` is a pair.
    fn group(&mut self, first: Pair, parts: PairParts, span: Span) -> Expr {
        let first = self.expr(first);
        let mut all = vec![first];
        all.extend(self.exprs(parts));
        if all.len() == 1 {
            let inner = all.pop().expect("there is one");
            // A name keeps its own place, so that all uses of a name are spans of names.
            let span = if matches!(inner.kind, ExprKind::Name(_)) { inner.span } else { span };
            return Expr { kind: inner.kind, span };
        }
        Expr { kind: ExprKind::Tuple(all), span }
    }

    /// `hill`, `hill--mill`.
    fn word(&mut self, pair: Pair, span: Span) -> Expr {
        let mut parts = PairParts::of(pair);
        let from = parts.must();
        let kind = match parts.next() {
            None => ExprKind::Name(from.as_str().to_owned()),
            Some(to) => ExprKind::Edge(self.name(&from), self.name(&to)),
        };
        Expr { kind, span }
    }

    fn aggregate(&mut self, pair: Pair) -> ExprKind {
        let counts = pair.as_rule() == Rule::count_of;
        let mut parts = PairParts::of(pair);
        let which = match counts {
            true => Aggregate::Count,
            false => match parts.must().as_str().trim_end() {
                "sum" => Aggregate::Sum,
                "max" => Aggregate::Max,
                "min" => Aggregate::Min,
                other => unreachable!("the grammar has no `{other} of`"),
            },
        };
        let value = match parts.peek() {
            Some(Rule::near_query) => None,
            _ => Some(self.boxed(parts.must())),
        };
        let query = parts.next().map(|query| Box::new(self.query(query)));
        ExprKind::Aggregate(which, value, query)
    }

    /// `{a, b}`, `{x in S}`, `[E for Q]`.
    fn many(&mut self, pair: Pair) -> ExprKind {
        let set = pair.as_rule() == Rule::set;
        let parts = PairParts::of(pair);
        let mut values = Vec::new();
        let mut query = None;
        for part in parts {
            if part.as_rule() == Rule::query {
                query = Some(Box::new(self.query(part)));
            } else {
                values.push(self.expr(part));
            }
        }
        match (query, set) {
            (Some(query), true) => ExprKind::SetOf(values.pop().map(Box::new), query),
            (Some(query), false) => ExprKind::ListOf(values.pop().map(Box::new), query),
            (None, true) => ExprKind::Set(values),
            (None, false) => ExprKind::List(values),
        }
    }

    fn boxed_query(&mut self, pair: Pair) -> Box<Query> {
        Box::new(self.query(PairParts::of(pair).must()))
    }

    /// `p in Player clockwise from q where C by most K`, also the head of `in turn`.
    pub(super) fn query(&mut self, pair: Pair) -> Query {
        let span = self.span(&pair);
        let mut query = Query { binders: Vec::new(), clockwise: None, filter: None, keys: Vec::new(), span };
        for part in PairParts::of(pair) {
            self.query_part(&mut query, part);
        }
        query
    }

    /// Adds a binder, `clockwise from`, `where` or `by` to a query. Returns any other part.
    pub(super) fn query_part<'t>(&mut self, query: &mut Query, part: Pair<'t>) -> Option<Pair<'t>> {
        match part.as_rule() {
            Rule::binder | Rule::near_binder => query.binders.push(self.binder(part)),
            Rule::seating => query.clockwise = Some(self.expr(PairParts::of(part).must())),
            Rule::r#where => query.filter = Some(self.expr(PairParts::of(part).must())),
            Rule::ranked => {
                for key in PairParts::of(part) {
                    let key = if key.as_rule() == Rule::then_by { PairParts::of(key).must() } else { key };
                    query.keys.push(self.key(key));
                }
            }
            _ => return Some(part),
        }
        None
    }

    pub(super) fn binder(&mut self, pair: Pair) -> (Name, Expr) {
        let mut parts = PairParts::of(pair);
        let name = self.name(&parts.must());
        (name, self.expr(parts.must()))
    }

    fn key(&mut self, pair: Pair) -> Key {
        let mut parts = PairParts::of(pair);
        let most = parts.must().as_str().trim_end() == "most";
        Key { most, value: self.expr(parts.must()) }
    }
}

/// `<`, `not in`.
pub(super) fn comparison(sign: &str) -> Binary {
    match sign.trim_end() {
        "<" => Binary::Less,
        "<=" => Binary::AtMost,
        ">" => Binary::More,
        ">=" => Binary::AtLeast,
        "in" => Binary::In,
        sign if sign.starts_with("not ") => Binary::NotIn,
        other => unreachable!("the grammar has no comparison `{other}`"),
    }
}
