//! The values of settings for a number of players.

use crate::ir::{Expr, ExprKind, Rulebook};

/// The printed value of every setting for so many players; words by their number.
pub fn settings(book: &Rulebook, players: usize) -> Vec<i64> {
    let mut values = vec![0; book.settings.len()];
    for (at, setting) in book.settings.iter().enumerate() {
        let cases = &setting.value.cases;
        let own = cases.iter().find(|(count, _)| count.is_none_or(|count| count == players as i64));
        values[at] = own.and_then(|(_, expr)| value(expr, &values, players)).unwrap_or(0);
    }
    values
}

fn value(expr: &Expr, settings: &[i64], players: usize) -> Option<i64> {
    match &expr.kind {
        ExprKind::Number(n) => Some(*n),
        ExprKind::YesNo(yes) => Some(i64::from(*yes)),
        ExprKind::Member(_, family, _) => Some(i64::from(*family)),
        ExprKind::Setting(id) => settings.get(id.index()).copied(),
        ExprKind::Players => Some(players as i64),
        ExprKind::Widen(inner) => value(inner, settings, players),
        ExprKind::Binary(op, a, b) => {
            let (a, b) = (value(a, settings, players)?, value(b, settings, players)?);
            op.of_numbers(a, b)
        }
        _ => None,
    }
}
