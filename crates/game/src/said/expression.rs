//! Expressions of the language that are asked for again and again: read and checked once, worked out at many positions.

use crate::codes;
use crate::words::words;
use crate::{Error, Game, LoadError};
use tavola_core::code::{ExprId, ValueShape};
use tavola_core::ir::{Define, Type};
use tavola_core::lower::Ground;
use tavola_core::vm::{Fault, Machine, State};
use tavola_syntax::diagnostic::{Diagnostic, any_error};

use super::Terms;

/// What an expression is called where a finding in it is drawn.
const EXPRESSION: &str = "expression";

/// What a condition is called where a finding in it is drawn.
const CONDITION: &str = "condition";

/// An expression, ready for the referees of the game that it was read for.
#[derive(Clone, Debug)]
pub struct Expression {
    define: Define,
}

/// An expression at one referee, with scratch memory of its own.
pub struct Posed {
    id: ExprId,
    shape: ValueShape,
    pub(crate) notation: u32,
    machine: Machine,
}

impl Game {
    /// A text of the language that has a value for each player, who is called `name` in it: `fame[player]`. One for each seat, in
    /// their order; the players' own names are in sight, too.
    ///
    /// # Errors
    /// Located findings in the text: it cannot be read, a name is unknown.
    pub fn expressions(&self, text: &str, name: &str) -> Result<Vec<Expression>, LoadError> {
        (0..self.players()).map(|seat| self.read(text, EXPRESSION, Some((name, seat)), |_| None)).collect()
    }

    /// A text of the language that is true or not at each position, with the players' names in it: `fame[anna] > 10`. For
    /// [`Referee::holds`](crate::Referee::holds).
    ///
    /// # Errors
    /// Located findings in the text: it cannot be read, a name is unknown, it is no condition.
    pub fn condition(&self, text: &str) -> Result<Expression, LoadError> {
        self.read(text, CONDITION, None, no_condition)
    }

    /// A text with a value, in which a player may have one more name; `wrong` may find something in what it means.
    fn read(
        &self,
        text: &str,
        called: &str,
        also: Option<(&str, usize)>,
        wrong: impl FnOnce(&Define) -> Option<Diagnostic>,
    ) -> Result<Expression, LoadError> {
        let inner = &self.inner;
        let mut sources = inner.sources.clone();
        let source = sources.add(called, text);
        let (define, mut findings) =
            inner.prepared.typed(&inner.book, (&inner.setup.players, also), (&sources, source));
        findings.extend(define.as_ref().and_then(wrong));
        match define.filter(|_| !any_error(&findings)) {
            Some(define) => Ok(Expression { define }),
            None => Err(LoadError::Findings { sources: Box::new(sources), diagnostics: findings }),
        }
    }
}

impl Terms<'_> {
    /// Makes an expression ready.
    pub(crate) fn pose(&mut self, expression: &Expression) -> Result<Posed, Error> {
        let id = self.ground.add(&expression.define).map_err(|findings| {
            let first = findings.first().map_or("it has no meaning here", |finding| finding.message.as_str());
            Error::new(format!("this cannot be asked: {first}"))
        })?;
        let (shape, notation) = self.ground.shape(&expression.define.value.ty);
        Ok(Posed { id, shape, notation, machine: Machine::new(self.ground.program()) })
    }
}

impl Posed {
    /// The words of its value at a position.
    pub(crate) fn words(&mut self, ground: &Ground, state: &State) -> Result<Vec<i32>, Fault> {
        words(&mut self.machine, ground.program(), state, (self.id, self.shape))
    }
}

fn no_condition(define: &Define) -> Option<Diagnostic> {
    if matches!(define.value.ty, Type::YesNo | Type::Error) {
        return None;
    }
    let finding = Diagnostic::error(codes::MISMATCH, define.span, "this is no condition: it is neither true nor false");
    Some(finding.help("compare it with something: `fame[anna] > 10`, `rider at hill`"))
}
