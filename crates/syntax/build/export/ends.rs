//! Beginnings and ends of expressions: where a space must stand, and where a line may continue on the next one.

use std::collections::{BTreeMap, BTreeSet};

use pest_meta::ast::Expr;

use super::{Rules, classes};

/// Words that continue the line above when a line begins with them.
const JOINERS: [&str; 9] = ["and", "or", "where", "then", "by", "for", "except", "clockwise", "showing"];

/// Rules of operators that may begin a line: `+ 2`, `- 2`.
const OPERATORS: [&str; 3] = ["plus", "minus", "k_plus"];

/// A word or sign at an end of an expression.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Token {
    /// A word or a number
    Word,
    /// A word that may begin a line that continues another
    Joiner,
    /// `if`, `else`
    Branch,
    /// `+`, `-` between two values
    Operator,
    /// Another sign
    Sign,
}

impl Token {
    fn of(text: &str) -> Self {
        match text {
            _ if JOINERS.contains(&text) => Self::Joiner,
            "if" | "else" => Self::Branch,
            _ if text.starts_with(|c: char| c.is_alphanumeric() || c == '_') => Self::Word,
            _ => Self::Sign,
        }
    }

    /// True if it is written in letters.
    pub(super) fn is_word(self) -> bool {
        matches!(self, Self::Word | Self::Joiner | Self::Branch)
    }
}

/// Tokens with which an expression begins and ends, and whether it can be empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Ends {
    pub(super) first: BTreeSet<Token>,
    pub(super) last: BTreeSet<Token>,
    pub(super) empty: bool,
}

impl Ends {
    fn of(token: Token) -> Self {
        Self { first: BTreeSet::from([token]), last: BTreeSet::from([token]), empty: false }
    }

    fn nothing() -> Self {
        Self { empty: true, ..Self::default() }
    }

    fn or(mut self, other: Self) -> Self {
        self.first.extend(other.first);
        self.last.extend(other.last);
        self.empty |= other.empty;
        self
    }

    /// This, followed by another expression.
    pub(super) fn then(mut self, other: Self) -> Self {
        if self.empty {
            self.first.extend(other.first);
        }
        let mut last = other.last;
        if other.empty {
            last.extend(self.last);
        }
        Self { first: self.first, last, empty: self.empty && other.empty }
    }
}

/// Ends of all rules.
pub(super) struct AllEnds(BTreeMap<String, Ends>);

impl AllEnds {
    pub(super) fn of(rules: &Rules) -> Self {
        let mut all = Self(BTreeMap::new());
        loop {
            let found = rules.all.iter().map(|(name, rule)| {
                let operator = OPERATORS.contains(&name.as_str());
                let ends = if operator { Ends::of(Token::Operator) } else { all.ends(&rule.expr) };
                (name.clone(), ends)
            });
            let found: BTreeMap<String, Ends> = found.collect();
            if found == all.0 {
                return all;
            }
            all.0 = found;
        }
    }

    /// Ends of an expression.
    pub(super) fn ends(&self, expr: &Expr) -> Ends {
        let optional = |expr: &Expr| Ends { empty: true, ..self.ends(expr) };
        match expr {
            Expr::Str(text) if text.is_empty() => Ends::nothing(),
            Expr::Str(text) | Expr::Insens(text) => {
                let last = text.chars().next_back().map(|c| Token::of(&c.to_string()));
                Ends { last: last.into_iter().collect(), ..Ends::of(Token::of(text)) }
            }
            Expr::Ident(name) => match (self.0.get(name), classes::built_in(name)) {
                (Some(ends), _) => ends.clone(),
                (None, Some(_)) => Ends::of(Token::Word),
                (None, None) if name == "ANY" => Ends::of(Token::Word).or(Ends::of(Token::Sign)),
                (None, None) if name == "SOI" || name == "EOI" => Ends::nothing(),
                // A rule that has not been seen yet in this round.
                (None, None) => Ends::default(),
            },
            Expr::Range(..) => Ends::of(Token::Word),
            Expr::PosPred(_) | Expr::NegPred(_) => Ends::nothing(),
            Expr::Seq(one, other) => self.ends(one).then(self.ends(other)),
            Expr::Choice(one, other) => self.ends(one).or(self.ends(other)),
            Expr::Opt(inner) | Expr::Rep(inner) | Expr::RepMax(inner, _) | Expr::RepMinMax(inner, 0, _) => {
                optional(inner)
            }
            Expr::RepOnce(inner) | Expr::RepExact(inner, _) | Expr::RepMin(inner, _) | Expr::RepMinMax(inner, ..) => {
                self.ends(inner)
            }
            other => panic!("the grammar uses `{other}`, which no exported grammar has"),
        }
    }
}
