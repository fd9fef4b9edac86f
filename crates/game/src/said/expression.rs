//! Prepared expressions: parsed and checked once, evaluated at many positions.

use crate::codes;
use crate::words::words;
use crate::{Error, Game, LoadError};
use tavola_core::code::{ExprId, ValueShape};
use tavola_core::ir::{Define, Type};
use tavola_core::lower::SetUpContext;
use tavola_core::vm::{Fault, Machine, State};
use tavola_syntax::diagnostic::{Diagnostic, any_error};

use super::Terms;

/// Source name of an expression in findings.
const EXPRESSION: &str = "expression";

/// Source name of a condition in findings.
const CONDITION: &str = "condition";

/// A parsed and checked expression. Any referee of the same game can evaluate it after [`Referee::prepare`](crate::Referee::prepare).
#[derive(Clone, Debug)]
pub struct Expression {
    define: Define,
}

/// An expression lowered for one referee, with its own scratch memory.
pub struct PreparedExpression {
    id: ExprId,
    shape: ValueShape,
    pub(crate) notation: u32,
    machine: Machine,
}

impl Game {
    /// Parses an expression with a value for each player, in which `name` stands for the player: `fame[player]`.
    ///
    /// Returns one expression for each seat, in order. The players' own names can be used, too.
    ///
    /// # Errors
    /// Located findings in the text, such as a syntax error or an unknown name.
    pub fn expressions(&self, text: &str, name: &str) -> Result<Vec<Expression>, LoadError> {
        (0..self.players()).map(|seat| self.read(text, EXPRESSION, Some((name, seat)), |_| None)).collect()
    }

    /// Parses a condition for [`Referee::holds`](crate::Referee::holds), in which the players' names can be used: `fame[anna] > 10`.
    ///
    /// # Errors
    /// Located findings in the text, such as a syntax error, an unknown name, or a text that is not a condition.
    pub fn condition(&self, text: &str) -> Result<Expression, LoadError> {
        self.read(text, CONDITION, None, no_condition)
    }

    /// Parses an expression. `also` is an additional name of a player. `wrong` can reject the parsed expression.
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
    /// Lowers an expression for a referee.
    pub(crate) fn prepare(&mut self, expression: &Expression) -> Result<PreparedExpression, Error> {
        let id = self.set_up_context.add(&expression.define).map_err(|findings| {
            let first = findings.first().map_or("it has no meaning here", |finding| finding.message.as_str());
            Error::new(format!("this cannot be asked: {first}"))
        })?;
        let (shape, notation) = self.set_up_context.shape(&expression.define.value.ty);
        Ok(PreparedExpression { id, shape, notation, machine: Machine::new(self.set_up_context.program()) })
    }
}

impl PreparedExpression {
    /// Words of the value at a position.
    pub(crate) fn words(&mut self, set_up_context: &SetUpContext, state: &State) -> Result<Vec<i32>, Fault> {
        words(&mut self.machine, set_up_context.program(), state, (self.id, self.shape))
    }
}

fn no_condition(define: &Define) -> Option<Diagnostic> {
    if matches!(define.value.ty, Type::YesNo | Type::Error) {
        return None;
    }
    let finding =
        Diagnostic::error(codes::MISMATCH, define.span, "this is not a condition: it is neither true nor false");
    Some(finding.help("compare it with something: `fame[anna] > 10`, `rider at hill`"))
}
