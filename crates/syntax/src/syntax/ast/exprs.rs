//! Syntax trees of expressions and queries.

use super::{Name, Text};
use crate::text::Span;

/// An expression with its place.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// Sort of expression.
    pub kind: ExprKind,
    /// Place in the source.
    pub span: Span,
}

/// Sort of expression.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// `3`, `-1`.
    Number(i64),
    /// `"a text"`.
    Text(Box<Text>),
    /// `hill`, `Town`, `none`, `yes`.
    Name(String),
    /// `hill--mill`: the link between two nodes.
    Edge(Name, Name),
    /// `t.tax`.
    Attribute(Box<Expr>, Name),
    /// `fame[p]`, `podium[1]`; the range `t[2..]` has a [`ExprKind::Range`] inside.
    Index(Box<Expr>, Vec<Expr>),
    /// `score_of(p)`.
    Call(Box<Expr>, Vec<Expr>),
    /// `cart[p] at town[t]`: a count. After `of` and `in` it means the things themselves.
    At(Box<Expr>, Box<Expr>),
    /// `not c`.
    Not(Box<Expr>),
    /// `a + b`, `x < y`, `c and d`, `x in S`, `a is b` (if `b` is no shape).
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `x / 2 rounded up to 5`: the expression, the direction, and the multiple to round to.
    Rounded(Box<Expr>, Rounding, Option<i64>),
    /// `podium[1] is single p`, `X is not none`, `there is q = owner(r)` (as `single`): the subject, true if negated, the shape.
    Is(Box<Expr>, bool, Multiplicity),
    /// `1..6`, `2..`.
    Range(Box<Expr>, Option<Box<Expr>>),
    /// `if c then a else b`, `if c then a`.
    If(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// `some Q`.
    Some(Box<Query>),
    /// `no Q`.
    No(Box<Query>),
    /// `every Q has C`.
    Every(Box<Query>, Box<Expr>),
    /// `can p do build`, `can p play c` (`true`): the player, and the sheet.
    Can(Box<Expr>, Box<Expr>, bool),
    /// `can raise price[g] by 2` (`true`), `can lower ..`: the track, and the number of steps.
    CanStep(bool, Box<Expr>, Box<Expr>),
    /// `count of S` (without query), `count of Q`, `sum of E for Q`, `max of E for Q`.
    Aggregate(Aggregate, Option<Box<Expr>>, Option<Box<Query>>),
    /// `the Q`: the only member.
    The(Box<Query>),
    /// `first Q`: the first member, or none.
    First(Box<Query>),
    /// `rank Q`: a list of tie groups.
    Rank(Box<Query>),
    /// `{a, b}`, `{}`.
    Set(Vec<Expr>),
    /// `{x in S where C}` (without value), `{far(c, d) for c in S}`.
    SetOf(Option<Box<Expr>>, Box<Query>),
    /// `[a, b]`, `[]`.
    List(Vec<Expr>),
    /// `[x in S by most K]` (without value), `[E for Q]`.
    ListOf(Option<Box<Expr>>, Box<Query>),
    /// `(4, 0)`: a pair. A single expression in brackets is that expression.
    Tuple(Vec<Expr>),
}

/// Binary operators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    More,
    /// `>=`
    AtLeast,
    /// `is`
    Is,
    /// `is not`
    IsNot,
    /// `in`
    In,
    /// `not in`
    NotIn,
    /// `and`
    And,
    /// `or`
    Or,
}

/// Direction of rounding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// `rounded up`
    Up,
    /// `rounded down`
    Down,
    /// `rounded half up`
    HalfUp,
}

/// Aggregate functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Aggregate {
    /// `count of`
    Count,
    /// `sum of`
    Sum,
    /// `max of`
    Max,
    /// `min of`
    Min,
}

/// Shape of a value: how many members it has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Multiplicity {
    /// `none`
    None,
    /// `several`
    Several,
    /// `single p`: exactly one member, with the name `p` from here on.
    Single(Option<Name>),
}

/// `x in S, y in T clockwise from e where C by most K, then least L`.
#[derive(Clone, PartialEq, Debug)]
pub struct Query {
    /// Names with their domains.
    pub binders: Vec<(Name, Expr)>,
    /// `clockwise from e`.
    pub clockwise: Option<Expr>,
    /// `where C`.
    pub filter: Option<Expr>,
    /// `by most K, then least L`.
    pub keys: Vec<Key>,
    /// Place in the source.
    pub span: Span,
}

/// `most K`, `least K`.
#[derive(Clone, PartialEq, Debug)]
pub struct Key {
    /// True for `most`, false for `least`.
    pub most: bool,
    /// Expression to compare.
    pub value: Expr,
}
