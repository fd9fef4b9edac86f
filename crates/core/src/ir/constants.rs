//! Constant folding: values of constant expressions, and of settings that depend on each other.
//!
//! The checker evaluates printed values with it, a set-up its own settings.

use super::visit::each_expr;
use super::{Binary, Builtin, Expr, ExprKind, Setting, SettingId, Type};
use tavola_syntax::text::Span;

/// Reason why an expression has no value before play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// It depends on itself; the setting at which the cycle was found.
    Circle(SettingId),
    /// It lies outside the number range of the virtual machine.
    TooLarge(Span),
    /// The expression at this location is not constant.
    NotConstant(Span),
    /// A value that it depends on is missing; that is reported separately.
    Elsewhere,
}

/// Evaluates all settings for a number of players, each once, in dependency order.
///
/// With `None` for `players`, only settings that do not depend on the number of players have a value. `given` returns the
/// values that a set-up sets; these are not evaluated. Words are represented by their index in the setting's kind, `yes` by 1.
pub fn settle(
    settings: &[Setting],
    players: Option<i64>,
    given: impl Fn(SettingId) -> Option<i64>,
) -> Vec<Result<i64, Unknown>> {
    let mut values: Vec<Option<Result<i64, Unknown>>> =
        (0..settings.len()).map(|at| given(SettingId(at as u32)).map(Ok)).collect();
    let mut open = vec![false; settings.len()];
    for first in 0..settings.len() {
        let mut path = vec![(first, None::<Vec<usize>>)];
        while let Some((at, needs)) = path.last_mut() {
            let at = *at;
            if values[at].is_some() {
                path.pop();
                continue;
            }
            let case = case(&settings[at], players);
            open[at] = true;
            let next = needs.get_or_insert_with(|| case.map(needed).unwrap_or_default()).pop();
            match next {
                Some(need) if values[need].is_some() => {}
                Some(need) if open[need] => {
                    let circle = Unknown::Circle(SettingId(need as u32));
                    let from = path.iter().position(|(at, _)| *at == need).unwrap_or(0);
                    path[from..].iter().for_each(|(at, _)| values[*at] = Some(Err(circle)));
                }
                Some(need) => path.push((need, None)),
                None => {
                    let known = |id: SettingId| values[id.index()].unwrap_or(Err(Unknown::Elsewhere)).ok();
                    let value = case.ok_or(Unknown::Elsewhere).and_then(|e| constant(e, players, &known));
                    values[at] = Some(value);
                }
            }
        }
    }
    values.into_iter().map(|value| value.unwrap_or(Err(Unknown::Elsewhere))).collect()
}

/// Value expression of a setting for a number of players.
fn case(setting: &Setting, players: Option<i64>) -> Option<&Expr> {
    let cases = &setting.value.cases;
    cases.iter().find(|(count, _)| count.is_none() || *count == players).map(|(_, e)| e)
}

/// Indexes of the settings that a value depends on.
fn needed(e: &Expr) -> Vec<usize> {
    let mut all = Vec::new();
    each_expr(e, &mut |e| {
        if let ExprKind::Setting(id) = e.kind {
            all.push(id.index());
        }
    });
    all
}

/// Evaluates a constant expression. `setting` returns the value of a setting that has one.
///
/// # Errors
/// Returns the reason if the expression has no value.
pub fn constant(e: &Expr, players: Option<i64>, setting: &impl Fn(SettingId) -> Option<i64>) -> Result<i64, Unknown> {
    let part = |e: &Expr| constant(e, players, setting);
    let value = match &e.kind {
        _ if e.ty == Type::Error => return Err(Unknown::Elsewhere),
        ExprKind::Number(n) => Some(*n),
        ExprKind::YesNo(yes) => Some(i64::from(*yes)),
        ExprKind::Players => return players.ok_or(Unknown::NotConstant(e.span)),
        ExprKind::Member(_, family, args) if args.is_empty() => Some(i64::from(*family)),
        ExprKind::Setting(id) => return setting(*id).ok_or(Unknown::Elsewhere),
        ExprKind::Widen(inner) => return part(inner),
        ExprKind::Not(inner) => Some(i64::from(part(inner)? == 0)),
        ExprKind::If(condition, yes, no) => return part(if part(condition)? == 0 { no } else { yes }),
        ExprKind::Binary(op, a, b) => return two_sided(*op, (a, b), e.span, &part),
        ExprKind::Divide(a, b, how, to) => match (part(a)?, part(b)?) {
            (_, 0) => return Err(Unknown::NotConstant(e.span)),
            (a, b) => how.divide(a, b, *to),
        },
        ExprKind::Round(a, how, to) => how.divide(part(a)?, 1, *to),
        ExprKind::Builtin(which @ (Builtin::Min | Builtin::Max), all) => {
            let all: Result<Vec<i64>, Unknown> = all.iter().map(part).collect();
            let all = all?.into_iter();
            if *which == Builtin::Min { all.min() } else { all.max() }
        }
        _ => return Err(Unknown::NotConstant(e.span)),
    };
    fits(value, e.span)
}

fn two_sided(
    op: Binary,
    (a, b): (&Expr, &Expr),
    span: Span,
    part: &impl Fn(&Expr) -> Result<i64, Unknown>,
) -> Result<i64, Unknown> {
    let plain = |e: &Expr| matches!(e.ty, Type::Number | Type::YesNo | Type::Member(_) | Type::Error);
    if !plain(a) || !plain(b) {
        return Err(Unknown::NotConstant(span));
    }
    let a = part(a)?;
    match op {
        Binary::And if a == 0 => return Ok(0),
        Binary::Or if a != 0 => return Ok(1),
        _ => {}
    }
    let b = part(b)?;
    match op {
        Binary::And | Binary::Or => Ok(b),
        Binary::Less => Ok(i64::from(a < b)),
        Binary::AtMost => Ok(i64::from(a <= b)),
        Binary::Is => Ok(i64::from(a == b)),
        Binary::Add | Binary::Sub | Binary::Mul => fits(op.of_numbers(a, b), span),
        Binary::In | Binary::Join | Binary::Without => Err(Unknown::NotConstant(span)),
    }
}

/// Checks the number range of the virtual machine. The smallest `i32` is excluded, since it represents none.
fn fits(value: Option<i64>, span: Span) -> Result<i64, Unknown> {
    let most = i64::from(i32::MAX);
    value.filter(|value| (-most..=most).contains(value)).ok_or(Unknown::TooLarge(span))
}
