//! Types the expressions and sentences of scenarios against a finished rulebook. Players can be named.

use std::sync::Arc;

use super::declare::rule;
use super::exprs::Typer;
use super::names::{Book, Meaning, Recorder};
use super::sentences::Sentences;
use super::types::fit;
use super::whole::transactions;
use crate::ir::{Define, Expr, ExprKind, Rule, RuleKind, Rulebook, Type};
use tavola_syntax::diagnostic::{Diagnostic, any_error, in_order};
use tavola_syntax::syntax::ast;
use tavola_syntax::text::Span;

/// Expected type of an expression.
#[derive(Clone, Copy)]
pub enum Want<'a> {
    /// Any value.
    Any,
    /// A value that is coerced to this type if possible.
    Type(&'a Type),
    /// Things.
    Things,
}

/// A name in a text of a scenario, and what it refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TextName {
    /// Place in the text.
    pub at: Span,
    /// Place of its declaration in the rules.
    pub to: Span,
    /// True for a name after a dot. A kind is read there in lower case.
    pub column: bool,
}

/// Names of a finished rulebook, for the expressions and sentences of scenarios.
pub struct Vocabulary {
    book: Book,
}

impl Vocabulary {
    /// Vocabulary for scenarios of these rules.
    pub fn new(rulebook: &Rulebook) -> Self {
        Self { book: Book::over(signatures(rulebook)) }
    }

    /// Types an expression. `seats[i]` is the name of player `i`; `also` is an optional second name of one player. Things and places
    /// are values, too. The value is coerced to what is wanted if possible, such as a member of a part to a member of the union.
    pub fn expression(
        &mut self,
        (seats, also): (&[String], Option<(&str, usize)>),
        expr: &ast::Expr,
        want: Want<'_>,
    ) -> (Option<Define>, Vec<Diagnostic>) {
        self.book.index = Recorder::default();
        let mut typer = seated(&mut self.book, seats, also, expr.span);
        let value = match want {
            Want::Any => typer.value(expr, None),
            Want::Type(want) => {
                let value = typer.value(expr, Some(want));
                fit(typer.book, value, want).unwrap_or_else(|value| value)
            }
            Want::Things => typer.things(expr),
        };
        let locals = typer.scope.locals;
        let define = Define { name: String::new(), params: 0, locals, value, span: expr.span };
        let found = self.findings();
        ((!any_error(&found)).then_some(define), found)
    }

    /// Types sentences. Unlike in rules, `set` may change memory and tracks directly.
    pub fn sentences(&mut self, seats: &[String], block: &ast::Block) -> (Option<Rule>, Vec<Diagnostic>) {
        let span = block.first().map_or(Span::NONE, |first| first.span);
        self.book.index = Recorder::default();
        let typer = seated(&mut self.book, seats, None, span);
        let mut sentences = Sentences::outright(typer);
        let body = sentences.block(block);
        let locals = sentences.typer.scope.locals;
        let mut rule = Rule { locals, body, ..rule("", RuleKind::Rule, span) };
        transactions::close_all(&self.book.ir, &mut rule);
        let found = self.findings();
        ((!any_error(&found)).then_some(rule), found)
    }

    /// Names of the rules in the text that was typed last. Names that the text itself declares are not among them.
    pub fn names(&self) -> Vec<TextName> {
        let Recorder { uses, declared, .. } = &self.book.index;
        let is_own = |to: Span| declared.iter().any(|own| own.span == to);
        let names = uses.iter().filter(|used| !is_own(used.to));
        let mut names: Vec<TextName> =
            names.map(|used| TextName { at: used.at, to: used.to, column: used.column }).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn findings(&mut self) -> Vec<Diagnostic> {
        in_order(std::mem::take(&mut self.book.found))
    }
}

/// A typer with the players' names in scope. A name that the game itself uses keeps the game's meaning.
fn seated<'b>(book: &'b mut Book, seats: &[String], also: Option<(&str, usize)>, span: Span) -> Typer<'b> {
    let mut typer = Typer::new(book);
    let seats = seats.iter().enumerate().map(|(at, seat)| (seat.as_str(), at));
    for (seat, at) in seats.chain(also) {
        if typer.book.names.get(seat).is_empty() {
            let name = ast::Name { text: seat.to_owned(), span };
            typer.scope.bring_into_scope(&name, Meaning::Seat(at as i64 + 1));
        }
    }
    typer
}

/// A copy of a rulebook without bodies: names and types only.
pub fn signatures(full: &Rulebook) -> Rulebook {
    let no_value =
        |define: &Define| Expr { kind: ExprKind::Nothing, ty: define.value.ty.clone(), span: define.value.span };
    let defines = full.defines.iter().map(|define| Define {
        name: define.name.clone(),
        params: define.params,
        locals: define.locals.iter().take(define.params as usize).cloned().collect(),
        value: no_value(define),
        span: define.span,
    });
    let rules = full.rules.iter().map(|rule| Rule {
        name: rule.name.clone(),
        title: None,
        kind: rule.kind,
        params: rule.params,
        locals: rule.locals.iter().take(rule.params as usize).cloned().collect(),
        body: Vec::new(),
        sheet: None,
        heading: rule.heading,
        span: rule.span,
    });
    Rulebook {
        name: full.name.clone(),
        title: full.title.clone(),
        players: full.players,
        settings: full.settings.clone(),
        kinds: full.kinds.clone(),
        boards: full.boards.clone(),
        components: full.components.clone(),
        places: full.places.clone(),
        tracks: full.tracks.clone(),
        memory: full.memory.clone(),
        defines: defines.collect(),
        tables: full.tables.clone(),
        rules: rules.map(Arc::new).collect(),
        play: full.play,
        winner: full.winner.clone(),
        payoff: None,
        always: Vec::new(),
        display: Vec::new(),
        cites: Vec::new(),
        changed_rows: Vec::new(),
    }
}
