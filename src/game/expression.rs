//! Expressions of the language that are asked for again and again: read and checked once, worked out at many positions.

use crate::code::{ExprId, Shape};
use crate::diagnostic::{Diagnostic, any_error};
use crate::ir::Define;
use crate::vm::{Machine, State};

use super::notation::{Style, show};
use super::{Error, Fault, Game, LoadError, Referee, position};

/// What an expression is called where a finding in it is drawn.
const EXPRESSION: &str = "expression";

/// An expression, ready for the referees of the game that it was read for.
#[derive(Clone, Debug)]
pub struct Expression {
    pub(super) define: Define,
}

/// An expression at one referee, with scratch memory of its own.
pub struct Posed {
    id: ExprId,
    shape: Shape,
    notation: u32,
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

    /// A text with a value, in which a player may have one more name; `wrong` may find something in what it means.
    pub(super) fn read(
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

impl Referee {
    /// Makes an expression ready for [`Referee::value_of`] at this referee.
    ///
    /// # Errors
    /// What is found only when it is lowered for the set-up.
    pub fn pose(&mut self, expression: &Expression) -> Result<Posed, Error> {
        let ground = self.ground();
        let id = ground.add(&expression.define).map_err(|findings| {
            let first = findings.first().map_or("it has no meaning here", |finding| finding.message.as_str());
            Error::new(format!("this cannot be asked: {first}"))
        })?;
        let (shape, notation) = ground.shape(&expression.define.value.ty);
        Ok(Posed { id, shape, notation, machine: Machine::new(ground.program()) })
    }

    /// The value of an expression at a position, in the language's notation: `8`, `hill`, `yes`, `[anna, ben]`.
    ///
    /// # Errors
    /// A fault while working it out: it has no value here.
    pub fn value_of(&mut self, state: &State, posed: &mut Posed) -> Result<String, Fault> {
        let words = self.words_of(state, posed)?;
        Ok(show(self.ground().legend(), posed.notation, &words, Style::Language))
    }

    /// Whether a condition is true at a position.
    ///
    /// # Errors
    /// A fault while working it out: it has no value here.
    pub fn holds(&mut self, state: &State, posed: &mut Posed) -> Result<bool, Fault> {
        let words = self.words_of(state, posed)?;
        Ok(words.first().is_some_and(|&word| word != 0))
    }

    fn words_of(&mut self, state: &State, posed: &mut Posed) -> Result<Vec<i32>, Fault> {
        let ground = self.ground();
        position::words(&mut posed.machine, ground.program(), state, (posed.id, posed.shape))
    }
}
