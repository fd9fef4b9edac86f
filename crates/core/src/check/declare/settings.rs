//! Declares `settings` and `rulings`: constants of one set-up.

use std::collections::BTreeSet;

use super::{constant, plain};
use crate::check::codes;
use crate::check::exprs::Typer;
use crate::check::names::{Book, DeclarationSort, Def, fold, printed, word_family};
use crate::ir::visit::is_sound;
use crate::ir::{Expr, ExprKind, KindBody, Setting, SettingId, SettingValue, Type, Unknown, settle};
use tavola_syntax::syntax::ast::{self, ItemKind};
use tavola_syntax::text::count;

/// Declares their names and types.
pub(super) fn declare(book: &mut Book, items: &[&ast::Item]) {
    let known: Vec<&str> = setting_rows(items).map(|row| row.name.text.as_str()).collect();
    for row in setting_rows(items) {
        let ty = setting_type(book, row, &known);
        add(book, &row.name, ty, false, row.meaning.as_ref());
    }
    for row in ruling_rows(items) {
        let ty = ruling_type(book, row);
        add(book, &row.name, ty, true, row.question.as_ref());
    }
}

fn setting_rows<'a>(items: &[&'a ast::Item]) -> impl Iterator<Item = &'a ast::Setting> {
    items.iter().flat_map(|item| if let ItemKind::Settings(rows) = &item.kind { rows.as_slice() } else { &[] })
}

fn ruling_rows<'a>(items: &[&'a ast::Item]) -> impl Iterator<Item = &'a ast::RulingRow> {
    items.iter().flat_map(|item| if let ItemKind::Rulings(rows) = &item.kind { rows.as_slice() } else { &[] })
}

fn add(book: &mut Book, name: &ast::Name, ty: Type, ruling: bool, meaning: Option<&ast::Text>) {
    book.claim(name, Def::Setting(SettingId(book.ir.settings.len() as u32)));
    book.ir.settings.push(Setting {
        name: name.text.clone(),
        ty,
        value: SettingValue { cases: Vec::new() },
        range: Vec::new(),
        ruling,
        meaning: meaning.map(plain),
        span: name.span,
    });
}

/// Type of a setting: a number unless its value is `yes`, `no` or a word. A setting of words must list all of them in its range.
fn setting_type(book: &mut Book, row: &ast::Setting, known: &[&str]) -> Type {
    let values = row.value.iter().flat_map(|value| value.cases.iter().map(|(_, e)| e));
    let numeric = |e: &ast::Expr| matches!(e.kind, ast::ExprKind::Range(..) | ast::ExprKind::Number(_));
    if row.range.iter().any(numeric) {
        return Type::Number; // A word among its values is then the mistake, not the range.
    }
    let mut words: Vec<(&str, tavola_syntax::text::Span)> = Vec::new();
    let mut numbers = false;
    for e in values.chain(&row.range) {
        numbers |= !matches!(e.kind, ast::ExprKind::Name(_));
        if let ast::ExprKind::Name(word) = &e.kind {
            if matches!(word.as_str(), "yes" | "no") {
                return Type::YesNo;
            }
            if word != "players" && !known.contains(&word.as_str()) && !words.iter().any(|(seen, _)| seen == word) {
                words.push((word, e.span));
            }
        }
    }
    if numbers {
        return Type::Number;
    }
    if !words.is_empty() && row.range.len() < 2 {
        let message = format!("the words of `{}` are not listed", row.name.text);
        let help = "list all of them in the column `range`";
        book.error(codes::RULING_WORDS, row.name.span, message, help);
    }
    words_kind(book, &words, row.name.span)
}

fn words_kind(book: &mut Book, words: &[(&str, tavola_syntax::text::Span)], span: tavola_syntax::text::Span) -> Type {
    if words.is_empty() {
        return Type::Number;
    }
    let families = words.iter().map(|(word, span)| word_family(word, *span)).collect();
    let kind = book.add_kind("", KindBody::Members(families), span);
    book.declares_members(DeclarationSort::Word, kind);
    Type::Member(kind)
}

fn ruling_type(book: &mut Book, row: &ast::RulingRow) -> Type {
    let mut words: Vec<(&str, tavola_syntax::text::Span)> = Vec::new();
    let mut lacks_answer = false;
    for word in row.answer.iter().chain(&row.instead) {
        if let Some((_, first)) = words.iter().find(|(seen, _)| *seen == word.text).copied() {
            let message = format!("`{}` is listed twice", word.text);
            book.error(codes::RULING_WORDS, word.span, message, "write each answer once");
            book.label(first, "the first is here");
            lacks_answer = true;
        } else {
            words.push((&word.text, word.span));
        }
    }
    // Otherwise an answer is listed twice, which was reported.
    if words.len() < 2 && row.instead.is_empty() {
        let help = "write another answer in `instead of`, or remove the ruling";
        book.error(codes::RULING_WORDS, row.name.span, format!("`{}` has no alternative", row.name.text), help);
    }
    if !words.is_empty() && words.iter().all(|(word, _)| matches!(*word, "yes" | "no")) {
        return Type::YesNo;
    }
    match words_kind(book, &words, row.name.span) {
        // The answer that is meant is not known, so a comparison with it is no finding.
        Type::Number => Type::Error,
        _ if lacks_answer => Type::Error,
        ty => ty,
    }
}

/// Types their values and ranges.
pub(super) fn values(book: &mut Book, items: &[&ast::Item]) {
    let mut at = 0;
    for row in setting_rows(items) {
        setting_value(book, at, row);
        at += 1;
    }
    for row in ruling_rows(items) {
        ruling_value(book, at, row);
        at += 1;
    }
    book.printed = printed(&book.ir);
    if worked_out(book) {
        for (at, row) in setting_rows(items).enumerate() {
            in_range(book, at, row);
        }
    }
}

/// Reports settings that have no value. Returns true if all have one.
fn worked_out(book: &mut Book) -> bool {
    let (low, high) = book.ir.players;
    let (mut all, mut done) = (true, BTreeSet::new());
    for players in low..=high {
        let values = settle(&book.ir.settings, Some(i64::from(players)), |_| None);
        for (at, value) in values.iter().enumerate() {
            let Err(unknown) = *value else { continue };
            let told_at = if let Unknown::Circle(id) = unknown { id.index() } else { at };
            if unknown != Unknown::Elsewhere && done.insert(told_at) {
                all &= !without_value(book, told_at, unknown, players);
                if matches!(unknown, Unknown::Circle(_)) {
                    let circle = (0..values.len()).filter(|&at| values[at] == *value);
                    circle.for_each(|at| label_value(book, at, players));
                }
            }
        }
    }
    all
}

/// Adds the value of a setting in a circle to the last finding.
fn label_value(book: &mut Book, at: usize, players: u8) {
    let setting = &book.ir.settings[at];
    let mut cases = setting.value.cases.iter();
    let case = cases.find(|(count, _)| count.is_none_or(|count| count == i64::from(players)));
    if let Some((_, value)) = case {
        let (span, text) = (value.span, format!("`{}` is computed here", setting.name));
        book.label(span, &text);
    }
}

/// Reports a setting without a value, unless its place already has a finding. Returns true if it reports one.
fn without_value(book: &mut Book, at: usize, unknown: Unknown, players: u8) -> bool {
    let setting = &book.ir.settings[at];
    let (name, span) = (setting.name.clone(), setting.span);
    match unknown {
        Unknown::Circle(_) => {
            let help = "settings may depend on each other, but not in a circle: give one of them a number";
            book.error(codes::RECURSION, span, format!("`{name}` depends on itself"), help);
        }
        Unknown::TooLarge(span) => {
            let help = "the largest number is 2147483647: compute it from smaller numbers";
            let message = format!("`{name}` is too large with {players} player{}", if players == 1 { "" } else { "s" });
            book.error(codes::OUT_OF_RANGE, span, message, help);
        }
        Unknown::NotConstant(span) if book.found.iter().any(|finding| finding.span == span) => return false,
        Unknown::NotConstant(span) => {
            let help = "compute it from numbers, other settings and `players`";
            book.error(codes::NOT_CONSTANT, span, format!("the value of `{name}` is not known before play"), help);
        }
        Unknown::Elsewhere => return false,
    }
    true
}

fn setting_value(book: &mut Book, at: usize, row: &ast::Setting) {
    let ty = book.ir.settings[at].ty.clone();
    let Some(value) = &row.value else {
        let message = format!("`{}` has no value", row.name.text);
        book.error(codes::NOT_CONSTANT, row.name.span, message, "fill the column `value`: `25`, or `3: 2, 4: 1`");
        return;
    };
    let cases: Vec<(Option<i64>, Expr)> = value
        .cases
        .iter()
        .map(|(count, e)| {
            let e = if ty == Type::Number { constant(book, e) } else { Typer::new(book).typed(e, &ty) };
            (*count, e)
        })
        .collect();
    cover_players(book, &row.name, value, &cases);
    book.ir.settings[at].value.cases = cases;
    let range = row.range.iter().filter_map(|e| range_of(book, e, &ty)).collect();
    book.ir.settings[at].range = range;
}

fn cover_players(book: &mut Book, name: &ast::Name, value: &ast::ByPlayers, cases: &[(Option<i64>, Expr)]) {
    if cases.iter().any(|(count, _)| count.is_none()) {
        return;
    }
    let (low, high) = book.ir.players;
    let missing = (low..=high).find(|n| !cases.iter().any(|(count, _)| *count == Some(i64::from(*n))));
    if let Some(missing) = missing {
        let message = format!("`{}` has no value for {}", name.text, count(missing, "player"));
        let help = format!("add `{missing}: ..`; the game is for {low} to {high} players");
        book.error(codes::PLAYER_COUNT, value.span, message, help);
    }
    for (at, (number, e)) in cases.iter().enumerate() {
        let Some(number) = number else { continue };
        if cases[..at].iter().any(|(other, _)| other == &Some(*number)) {
            let message = format!("`{}` has two values for {}", name.text, count(*number, "player"));
            book.error(codes::PLAYER_COUNT, e.span, message, "leave one of them out");
        } else if *number < i64::from(low) || *number > i64::from(high) {
            let message = format!("the game is never played by {number}");
            book.error(codes::PLAYER_COUNT, e.span, message, format!("it is for {low} to {high} players"));
        }
    }
}

/// One entry of the column `range` of a setting. It must be constant, as it limits the values that a set-up can choose.
fn range_of(book: &mut Book, e: &ast::Expr, ty: &Type) -> Option<(i64, i64)> {
    let made = match ty {
        Type::Number => Typer::new(book).value(e, None),
        ty => Typer::new(book).typed(e, ty),
    };
    let range = match &made.kind {
        ExprKind::Range(low, high) => fold(book, low, None).zip(fold(book, high, None)),
        _ => fold(book, &made, None).map(|n| (n, n)),
    };
    if range.is_none() && is_sound(&made) {
        let help = "write its ends as numbers: `1..9`";
        book.error(codes::NOT_CONSTANT, e.span, "a range cannot depend on settings or on the number of players", help);
    }
    range
}

fn in_range(book: &mut Book, at: usize, row: &ast::Setting) {
    let setting = &book.ir.settings[at];
    if setting.range.is_empty() {
        return;
    }
    let (low, high) = book.ir.players;
    for (count, e) in setting.value.cases.clone() {
        let counts = count.map_or(i64::from(low)..=i64::from(high), |n| n..=n);
        for n in counts {
            let Some(value) = fold(book, &e, Some(n)) else { continue };
            let range = &book.ir.settings[at].range;
            if !range.iter().any(|(low, high)| (*low..=*high).contains(&value)) {
                let help = "widen the range or change the value";
                book.error(codes::OUT_OF_RANGE, e.span, format!("`{}` is outside its own range", row.name.text), help);
                // What is computed from a wrong value says nothing.
                book.printed.iter_mut().for_each(|values| values[at] = None);
                return;
            }
        }
    }
}

fn ruling_value(book: &mut Book, at: usize, row: &ast::RulingRow) {
    let ty = book.ir.settings[at].ty.clone();
    let mut range = Vec::new();
    for (nth, word) in row.answer.iter().chain(&row.instead).enumerate() {
        let expr = ast::Expr { kind: ast::ExprKind::Name(word.text.clone()), span: word.span };
        let made = Typer::new(book).typed(&expr, &ty);
        if let Some(value) = fold(book, &made, None) {
            range.push((value, value));
        }
        if nth == 0 {
            book.ir.settings[at].value.cases = vec![(None, made)];
        }
    }
    if row.answer.is_none() {
        let message = format!("`{}` has no answer", row.name.text);
        let help = "fill the column `answer` with the word that holds: `yes`";
        book.error(codes::NOT_CONSTANT, row.name.span, message, help);
    }
    book.ir.settings[at].range = range;
}
