//! Types references to players: who sees something, who is asked.

use super::typer::Typer;
use crate::check::codes;
use crate::check::names::{did_you_mean, nearest};
use crate::check::types::{coerce, nothing, one, only, set, test};
use crate::ir::{Expr, ExprKind, PLAYER, Seer, Type};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::syntax::ast;

/// Words for the player to whom a place belongs, which has a name of its own here.
const OWNERS: [&str; 5] = ["owner", "own", "self", "me", "player"];

/// Words of `seen by` that are no players.
const WORDS: [&str; 2] = ["all", "nobody"];

impl Typer<'_> {
    fn is_unknown(&self, word: &str) -> bool {
        self.scope.lookup(word).is_none() && self.book.names.get(word).is_empty()
    }

    /// Types one entry of `seen by`, for a place, a variable or an answer. None stands for `nobody`.
    pub(crate) fn seer(&mut self, seer: &ast::Seer) -> Option<Seer> {
        let when = seer.when.as_ref().map(|when| self.condition(when));
        match &seer.who.kind {
            ast::ExprKind::Name(word) if matches!(word.as_str(), "all" | "nobody") => {
                self.book.word_at(word, seer.who.span);
                (word == "all").then_some(Seer::All(when))
            }
            ast::ExprKind::Name(word) if self.is_unknown(word) && nearest(word, WORDS.into_iter()).is_some() => {
                let help = did_you_mean(seer.who.span, word, WORDS.into_iter());
                let finding = Diagnostic::error(codes::UNKNOWN_NAME, seer.who.span, format!("there is no `{word}`"));
                self.book.found.push(finding.help(help.unwrap_or_else(|| "write `all` or `nobody`".into())));
                None
            }
            ast::ExprKind::Name(word) if OWNERS.contains(&word.as_str()) && self.is_unknown(word) => {
                let help = "name the owner in the first column, like `hand[p in Player]`, and write `p` here";
                self.book.error(codes::UNKNOWN_NAME, seer.who.span, format!("there is no `{word}`"), help);
                None
            }
            _ => {
                let players = set(Type::Member(PLAYER));
                let who = self.value(&seer.who, Some(&players));
                let want = if matches!(who.ty, Type::Set(_)) { players } else { Type::Member(PLAYER) };
                let who = coerce(self.book, who, &want);
                Some(Seer::Player(who, when))
            }
        }
    }

    /// Types one player, an optional player or several players, as a set or list.
    pub(crate) fn players(&mut self, e: &ast::Expr) -> Expr {
        let player = Type::Member(PLAYER);
        let several = set(player.clone());
        let found = self.value(e, Some(&several));
        let span = found.span;
        match &found.ty {
            ty if *ty == player => one(found),
            Type::Option(inner) if **inner == player => {
                let none = Box::new(test(ExprKind::IsNone(Box::new(found.clone())), span));
                let (nobody, one) = (nothing(several.clone(), span), one(only(found, player)));
                Expr { kind: ExprKind::If(none, Box::new(nobody), Box::new(one)), ty: several, span }
            }
            Type::Set(inner) | Type::List(inner) if **inner == player => found,
            Type::Error => found,
            other => {
                let message = format!("expected one or more players, found {}", self.book.say(other));
                self.book.wrong(codes::MISMATCH, span, message, "write `p`, `others(p)`, `{p, q}` or `none`")
            }
        }
    }
}
