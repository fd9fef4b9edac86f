//! Names of types in messages.

use super::book::Book;
use super::defs::listed;
use crate::ir::{ComponentId, KindId, PLAYER, Type};
use tavola_syntax::syntax::ast;

impl Book {
    /// Name of a type in the vocabulary of the language.
    pub(crate) fn say(&self, ty: &Type) -> String {
        match ty {
            Type::Error => "something unknown".into(),
            Type::Number => "a number".into(),
            Type::YesNo => "yes or no".into(),
            Type::Member(PLAYER) => "a player".into(),
            Type::Member(kind) => self.say_member(*kind),
            Type::Thing(_) => "a thing".into(),
            Type::Option(inner) => format!("{} or none", self.say(inner)),
            Type::Set(inner) => format!("a set of {}", self.say_many(inner)),
            Type::List(inner) => format!("a list of {}", self.say_many(inner)),
            Type::Bag(_) => "a bag of things".into(),
            Type::Amounts(kind) => format!("amounts of {}", self.say_many(&Type::Member(*kind))),
            Type::Place => "a place".into(),
            Type::Row(table) => format!("a row of `{}`", self.ir.tables[table.index()].name),
            Type::Text => "a text".into(),
            Type::Nothing => "nothing".into(),
        }
    }

    /// Names of two types that do not fit. Where both have the same name, it says which components they are of.
    pub(crate) fn say_both(&self, one: &Type, other: &Type) -> [String; 2] {
        let both = [one, other].map(|ty| self.say(ty));
        if both[0] != both[1] {
            return both;
        }
        let of = |ty: &Type| match components(ty) {
            Some(ids) if !ids.is_empty() => {
                let names = ids.iter().map(|id| format!("`{}`", self.ir.components[id.index()].name));
                format!(" of {}", names.collect::<Vec<_>>().join(" or "))
            }
            _ => String::new(),
        };
        [of(one), of(other)].map(|of| format!("{}{of}", both[0]))
    }

    /// Help text that shows how to write a value of a type.
    pub(crate) fn such(&self, ty: &Type) -> String {
        match ty {
            Type::Number => "a number is `3`, `players`, `count of hand[p]`, `jar at store`, a track, a setting".into(),
            Type::YesNo => "a condition compares, `n > 2`, `x is y`, `x in SET`, or is `yes` or `no`".into(),
            Type::Member(PLAYER) => "a player is `seat(1)`, `left(p)`, or a name like `p` in `each p in Player`".into(),
            Type::Member(kind) if self.member_names(*kind).is_empty() => {
                let kind = self.kind_name(*kind);
                format!("a member is a name like `x` in `each x in {kind}`, or `first x in {kind} where ..`")
            }
            Type::Member(kind) => listed(&self.member_names(*kind)),
            Type::Thing(_) => {
                "a thing is a name of the table `components`, or a member of a kind that stands there".into()
            }
            Type::Option(inner) => self.such(inner),
            Type::Set(_) => "a set is `{a, b}`, `{x in KIND where ..}`, or a kind".into(),
            Type::List(_) => "a list is `[a, b]`, or `[x in SET by ..]`".into(),
            Type::Bag(_) => "things in a place are `hand[p]`, or `Good at hand[p]`".into(),
            Type::Amounts(_) => "amounts are a column of a kind with cells like `2 wool, 1 gold`".into(),
            Type::Place => "a place is its name with all its indexes: `store`, `shelf[p]`".into(),
            Type::Row(table) => format!("look it up: `{}(..)`", self.ir.tables[table.index()].name),
            Type::Text => "a text is in quotes".into(),
            Type::Nothing | Type::Error => "write `none`, or leave it out".into(),
        }
    }

    fn kind_name(&self, kind: KindId) -> &str {
        match self.ir.kinds[kind.index()].name.as_str() {
            "" => "KIND",
            name => name,
        }
    }

    fn say_member(&self, kind: KindId) -> String {
        let named = &self.ir.kinds[kind.index()];
        if !named.name.is_empty() {
            return format!("a member of `{}`", named.name);
        }
        let words: Vec<String> = self.member_names(kind).iter().take(6).map(|word| format!("`{word}`")).collect();
        if words.is_empty() { "a member of an unnamed kind".into() } else { format!("one of {}", words.join(", ")) }
    }

    fn say_many(&self, ty: &Type) -> String {
        match ty {
            Type::Number => "numbers".into(),
            Type::Member(PLAYER) => "players".into(),
            Type::Member(kind) if !self.ir.kinds[kind.index()].name.is_empty() => {
                format!("`{}`", self.ir.kinds[kind.index()].name)
            }
            Type::Thing(_) => "things".into(),
            Type::Place => "places".into(),
            Type::Set(_) => "sets".into(),
            Type::List(_) => "lists".into(),
            other => self.say(other),
        }
    }
}

/// The components whose things a type holds.
fn components(ty: &Type) -> Option<&[ComponentId]> {
    match ty {
        Type::Thing(ids) | Type::Bag(ids) => Some(ids),
        Type::Option(inner) | Type::Set(inner) | Type::List(inner) => components(inner),
        _ => None,
    }
}

/// A short expression as the author wrote it, for a correction in a help. `None` for one of another sort.
pub(crate) fn in_words(e: &ast::Expr) -> Option<String> {
    let all = |parts: &[ast::Expr]| Some(parts.iter().map(in_words).collect::<Option<Vec<_>>>()?.join(", "));
    match &e.kind {
        ast::ExprKind::Name(name) => Some(name.clone()),
        ast::ExprKind::Number(n) => Some(n.to_string()),
        ast::ExprKind::Edge(a, b) => Some(format!("{}--{}", a.text, b.text)),
        ast::ExprKind::At(things, place) => Some(format!("{} at {}", in_words(things)?, in_words(place)?)),
        ast::ExprKind::Attribute(of, name) => Some(format!("{}.{}", in_words(of)?, name.text)),
        ast::ExprKind::Index(of, at) => Some(format!("{}[{}]", in_words(of)?, all(at)?)),
        ast::ExprKind::Call(of, args) => Some(format!("{}({})", in_words(of)?, all(args)?)),
        _ => None,
    }
}
