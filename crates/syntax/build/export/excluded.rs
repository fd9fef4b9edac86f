//! Words that are no names: `!(reserved ~ !idc) ~ ..` of pest.

use std::collections::BTreeSet;

use pest_meta::ast::Expr;

use super::flow::{self, Form};
use super::{Rules, classes};

/// Rule of the characters behind the first one of a name.
pub(super) const REST: &str = "idc";

/// A sequence of pest that excludes words: lookahead, first character, characters behind. `None` if it is another sequence.
pub(super) fn name(rules: &Rules, parts: &[&Expr]) -> Option<Form> {
    let [Expr::NegPred(not), first, Expr::Rep(rest)] = parts else { return None };
    assert!(matches!(&**rest, Expr::Ident(rest) if rest == REST), "a name goes on with `{REST}`");
    let Expr::Seq(list, end) = &**not else { return None };
    if !matches!(&**end, Expr::NegPred(_)) {
        return None;
    }
    Some(Form::Except {
        words: words(rules, list),
        first: classes::class(rules, first)?,
        rest: classes::class(rules, rest)?,
    })
}

/// All words of an expression.
fn words(rules: &Rules, expr: &Expr) -> BTreeSet<String> {
    match expr {
        Expr::Str(word) => BTreeSet::from([word.clone()]),
        Expr::Ident(name) => words(rules, &rules.all[name].expr),
        Expr::Choice(one, other) => words(rules, one).into_iter().chain(words(rules, other)).collect(),
        other => panic!("`{other}` is no list of words"),
    }
}

/// A word that is none of these, in alternatives by its first characters. `before` is what was read of it.
pub(super) fn spelt(words: &BTreeSet<String>, before: &str, first: &classes::Class, rest: &classes::Class) -> Form {
    let next: BTreeSet<char> = words.iter().filter_map(|word| word.strip_prefix(before)?.chars().next()).collect();
    let here = if before.is_empty() { first } else { rest };
    let other: classes::Class = here.difference(&next).copied().collect();
    let many = Form::Times(Box::new(Form::Rule(REST.to_owned())), 0, None);
    let mut ways = vec![Form::All(vec![Form::Of(classes::ranges(&other)), many])];
    for c in next {
        let deeper = spelt(words, &format!("{before}{c}"), first, rest);
        ways.push(Form::All(vec![Form::Text(c.to_string()), deeper]));
    }
    let way = flow::one_of(ways).expect("there is one");
    match before.is_empty() || words.contains(before) {
        true => way,
        false => Form::Times(Box::new(way), 0, Some(1)),
    }
}
