//! Sets of characters: built-in ones of pest, and rules that match one character.

use pest_meta::ast::Expr;

use super::Rules;

/// Last character that an exported set has: scripts beyond Latin would make each set thousands of ranges long.
const LAST: char = '\u{24f}';

/// A set of characters.
pub(super) type Class = std::collections::BTreeSet<char>;

/// The set of a built-in rule of pest. `None` if it is not a set.
pub(super) fn built_in(name: &str) -> Option<Class> {
    let all = || '\0'..=LAST;
    let of = |is: fn(&char) -> bool| Some(all().filter(is).collect());
    match name {
        "ASCII_DIGIT" => of(char::is_ascii_digit),
        "ASCII_ALPHA" => of(char::is_ascii_alphabetic),
        "ASCII_ALPHA_UPPER" => of(char::is_ascii_uppercase),
        "ASCII_ALPHA_LOWER" => of(char::is_ascii_lowercase),
        "ASCII_ALPHANUMERIC" => of(char::is_ascii_alphanumeric),
        _ => {
            let is = pest::unicode::by_name(name)?;
            Some(all().filter(|c| is(*c)).collect())
        }
    }
}

/// The set of an expression that matches one character. `None` if it is another expression.
pub(super) fn class(rules: &Rules, expr: &Expr) -> Option<Class> {
    match expr {
        Expr::Str(text) => {
            let mut chars = text.chars();
            chars.next().filter(|_| chars.next().is_none()).map(|c| Class::from([c]))
        }
        Expr::Range(from, to) => Some((from.parse().ok()?..=to.parse().ok()?).collect()),
        Expr::Choice(one, other) => {
            let mut all = class(rules, one)?;
            all.extend(class(rules, other)?);
            Some(all)
        }
        Expr::Ident(name) => match rules.all.get(name) {
            Some(rule) => class(rules, &rule.expr),
            None => built_in(name),
        },
        _ => None,
    }
}

/// The ranges of a set, in order.
pub(super) fn ranges(class: &Class) -> Vec<(char, char)> {
    let mut ranges: Vec<(char, char)> = Vec::new();
    for &c in class {
        match ranges.last_mut() {
            Some((_, last)) if u32::from(*last) + 1 == u32::from(c) => *last = c,
            _ => ranges.push((c, c)),
        }
    }
    ranges
}
