//! Aggregates of values that are no numbers: `sum of worth in hand[p]` for `sum of c.worth for c in hand[p]`.

use super::typer::Typer;
use crate::check::codes;
use crate::check::names::{Book, in_words};
use crate::ir::{Aggregate, ComponentId, Expr, KindId, PLAYER, Type};
use tavola_syntax::diagnostic::{Fix, Remedy};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

/// An aggregate whose values are no numbers.
pub(super) struct Unaddable<'a> {
    /// Which aggregate.
    pub(super) which: Aggregate,
    /// Its name for each value, if nothing stands before it: `worth` in `sum of worth in hand[p]`.
    pub(super) name: Option<&'a ast::Name>,
    /// Its name for what it ranges over, if something else stands before it: `c` in `sum of c for c in hand[p]`.
    pub(super) each: Option<&'a ast::Name>,
    /// Expression over which it ranges.
    pub(super) domain: &'a ast::Expr,
    /// True if nothing but the domain follows the name.
    pub(super) is_bare: bool,
    /// Place of the values.
    pub(super) span: Span,
}

impl Typer<'_> {
    /// Reports values of this type where numbers are aggregated.
    pub(super) fn wrong_values(&mut self, of: &Unaddable<'_>, ty: &Type) -> Expr {
        let (noun, word) = match of.which {
            Aggregate::Max => ("a maximum", "max"),
            Aggregate::Min => ("a minimum", "min"),
            _ => ("a sum", "sum"),
        };
        let kind = kind_of(self.book, ty);
        let found = match kind {
            Some(PLAYER) => "players".to_owned(),
            Some(kind) if !self.book.ir.kinds[kind.index()].name.is_empty() => {
                format!("members of `{}`", self.book.ir.kinds[kind.index()].name)
            }
            _ => self.book.say(ty),
        };
        let message = format!("{noun} needs numbers, found {found}");
        let domain = in_words(of.domain).unwrap_or_else(|| "..".to_owned());
        let columns = kind.map(|kind| numeric_columns(self.book, kind)).unwrap_or_default();
        let named = of.name.and_then(|name| columns.iter().find(|column| **column == name.text));
        let each = of.each.map_or_else(|| self.free_letter(kind), |each| each.text.clone());
        let help = match (named.or(columns.first()), of.name) {
            (Some(column), name) => {
                let help = format!("write `{word} of {each}.{column} for {each} in {domain}`");
                match name.filter(|_| named.is_some() && of.is_bare) {
                    Some(name) => {
                        let new = format!("{each}.{column} for {each}");
                        Remedy::new(help, Fix::new(format!("replace `{column}` with `{new}`"), name.span, new))
                    }
                    None => help.into(),
                }
            }
            (None, name) => {
                let each = name.map_or(each.as_str(), |name| name.text.as_str());
                format!("say which number of each: `{word} of NUMBER for {each} in {domain}`").into()
            }
        };
        self.book.wrong(codes::MISMATCH, of.span, message, help)
    }

    /// A name for each member of a kind that means nothing here yet: its first letter if possible.
    fn free_letter(&self, kind: Option<KindId>) -> String {
        let first = kind.and_then(|kind| self.book.ir.kinds[kind.index()].name.chars().next());
        let letters =
            first.map(|first| first.to_ascii_lowercase()).into_iter().chain("xyzabcdefghijklmnopqrstuvw".chars());
        let is_free = |name: &String| self.scope.lookup(name).is_none() && self.book.names.get(name).is_empty();
        letters.map(String::from).find(is_free).unwrap_or_else(|| "one".to_owned())
    }
}

/// Kind of a member, or of things that all have one.
pub(super) fn kind_of(book: &Book, ty: &Type) -> Option<KindId> {
    match ty {
        Type::Member(kind) => Some(*kind),
        Type::Thing(components) => {
            let kind = |of: &ComponentId| book.ir.components[of.index()].kind;
            let first = kind(components.first()?)?;
            components.iter().all(|of| kind(of) == Some(first)).then_some(first)
        }
        Type::Option(inner) => kind_of(book, inner),
        _ => None,
    }
}

/// Names of the columns of a kind that hold numbers.
fn numeric_columns(book: &Book, kind: KindId) -> Vec<String> {
    let is_number = |ty: &Type| match ty {
        Type::Option(inner) => **inner == Type::Number,
        ty => *ty == Type::Number,
    };
    let attributes = &book.ir.kinds[kind.index()].attributes;
    attributes.iter().filter(|attribute| is_number(&attribute.ty)).map(|attribute| attribute.name.clone()).collect()
}
