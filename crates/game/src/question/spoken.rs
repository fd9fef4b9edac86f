//! Conditions in words: the name of a define with the values of its arguments.

use crate::wording::{Style, bracketed, player as player_title, show};
use tavola_core::code::{Arm, ArmKind};
use tavola_core::ir::{DefineUse, Expr, ExprKind, LocalId, StmtKind, visit};
use tavola_syntax::text::{Span, one_line};

use super::refusal::Refused;

impl Refused<'_> {
    /// Message that something is not in the source of the options. `None` unless that is a place or a define.
    pub(super) fn not_in(&self, text: &str) -> Option<String> {
        Some(match self.source(text)? {
            OptionSource::Place(words) => format!("it does not lie in {words}"),
            OptionSource::Define(words) => format!("it is not among the {words}"),
        })
    }

    /// Message that the source of the options is empty. `None` unless that is a place or a define.
    pub(super) fn nothing_in(&self, text: &str) -> Option<String> {
        Some(match self.source(text)? {
            OptionSource::Place(words) => format!("nothing lies in {words}"),
            OptionSource::Define(words) => format!("there are no {words}"),
        })
    }

    /// The one place or define that a text of the rules names.
    fn source(&self, text: &str) -> Option<OptionSource> {
        let name = text.split(['(', '[']).next().unwrap_or_default();
        let words = name.replace('_', " ");
        let book = self.game.book();
        let is_whole = name == text || bracketed(text).is_some_and(|(before, ..)| before == name);
        if is_whole && book.places.iter().any(|place| place.name == name) {
            Some(OptionSource::Place(words))
        } else if is_whole && book.defines.iter().any(|define| define.name == name) {
            Some(OptionSource::Define(words))
        } else {
            None
        }
    }

    /// A condition that only calls a define, with the values of this answer: `it is not so: majority (Anna, Hill)`.
    /// Local names without a value stay names. `None` if the condition has other parts.
    pub(super) fn spoken(&self, span: Span, arm: &Arm, option: &[i32]) -> Option<String> {
        let DefineUse { rule, name, args, denied } = self.game.book().define_at(span)?;
        let rule = &self.game.book().rules[rule];
        let mut asks: Option<LocalId> = None;
        let mut chosen: Vec<LocalId> = Vec::new();
        match (&arm.kind, &rule.sheet) {
            (ArmKind::Action(action), Some(sheet)) if *action == rule.name => {
                asks = Some(LocalId(0));
                chosen.extend(sheet.params.binders.iter().map(|(local, _)| *local));
            }
            _ => visit::statements(&rule.body, &mut |stmt| {
                let StmtKind::Ask(ask) = &stmt.kind else { return };
                let Some(own) = ask.arms.iter().find(|own| own.span == arm.span) else { return };
                if let Some(Expr { kind: ExprKind::Local(who), .. }) = &ask.who {
                    asks = Some(*who);
                }
                chosen = own.query.iter().flat_map(|query| &query.binders).map(|(local, _)| *local).collect();
            }),
        }
        let plain = |arg: &Expr| one_line(self.game.sources().text(arg.span)).replace('_', " ");
        let word = |arg: &Expr| {
            let ExprKind::Local(local) = arg.kind else { return plain(arg) };
            if let Some(player) = self.asked.filter(|_| asks == Some(local)) {
                return player_title(self.game.legend(), player);
            }
            let at = chosen.iter().position(|one| *one == local);
            let value = at.and_then(|at| self.ask.values(self.game.program(), option).get(at).copied());
            let shown = |(ty, words)| show(self.game.legend(), ty, words, Style::People);
            value.map_or_else(|| plain(arg), shown)
        };
        let words: Vec<String> = args.iter().map(word).collect();
        let of = if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) };
        Some(format!("it is {}so: {}{of}", if denied { "" } else { "not " }, name.replace('_', " ")))
    }
}

/// Source of options, in words.
enum OptionSource {
    Place(String),
    Define(String),
}
