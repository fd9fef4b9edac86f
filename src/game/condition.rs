//! Conditions of the language that are asked for again and again: read and checked once, worked out at many positions.

use crate::code::{ExprId, Shape};
use crate::diagnostic::{Diagnostic, any_error};
use crate::ir::{Define, Type};
use crate::vm::{Machine, State};

use super::{Error, Fault, Game, LoadError, Referee, position};

/// What a condition is called where a finding in it is drawn.
const CONDITION: &str = "condition";

/// A condition, ready for the desks of the game that it was read for.
#[derive(Clone, Debug)]
pub struct Condition {
    define: Define,
}

/// A condition on one desk, with scratch memory of its own.
pub struct Posed {
    id: ExprId,
    machine: Machine,
}

impl Game {
    /// A text of the language that is true or not at each position, with the players' names in it: `fame[anna] > 10`.
    ///
    /// # Errors
    /// Located findings in the text: it cannot be read, a name is unknown, it is no condition.
    pub fn condition(&self, text: &str) -> Result<Condition, LoadError> {
        let inner = &self.inner;
        let mut sources = inner.sources.clone();
        let source = sources.add(CONDITION, text);
        let (define, mut findings) = inner.desk.typed(&inner.book, &inner.setup.players, (&sources, source));
        if let Some(define) = &define
            && !matches!(define.value.ty, Type::YesNo | Type::Error)
        {
            let finding = Diagnostic::error("E0301", define.span, "this is no condition: it is neither true nor false");
            findings.push(finding.help("compare it with something: `fame[anna] > 10`, `rider at hill`"));
        }
        match define.filter(|_| !any_error(&findings)) {
            Some(define) => Ok(Condition { define }),
            None => Err(LoadError::Findings { sources: Box::new(sources), diagnostics: findings }),
        }
    }
}

impl Referee {
    /// Makes a condition ready for [`Referee::holds`] on this desk.
    ///
    /// # Errors
    /// What is found only when it is lowered for the set-up.
    pub fn pose(&mut self, condition: &Condition) -> Result<Posed, Error> {
        let ground = self.ground();
        let id = ground.add(&condition.define).map_err(|findings| {
            let first = findings.first().map_or("it has no meaning here", |finding| finding.message.as_str());
            Error::new(format!("the condition cannot be asked: {first}"))
        })?;
        Ok(Posed { id, machine: Machine::new(ground.program()) })
    }

    /// Whether a condition is true at a position.
    ///
    /// # Errors
    /// A fault while working it out: it has no value here.
    pub fn holds(&mut self, state: &State, posed: &mut Posed) -> Result<bool, Fault> {
        let ground = self.ground();
        let words = position::words(&mut posed.machine, ground, state, (posed.id, Shape::Word))?;
        Ok(words.first().is_some_and(|&word| word != 0))
    }
}
