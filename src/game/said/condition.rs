//! Conditions: expressions that are true or not.

use crate::diagnostic::Diagnostic;
use crate::game::{Game, LoadError};
use crate::ir::{Define, Type};

use super::Expression;

/// What a condition is called where a finding in it is drawn.
const CONDITION: &str = "condition";

impl Game {
    /// A text of the language that is true or not at each position, with the players' names in it: `fame[anna] > 10`. For
    /// [`Referee::holds`](crate::game::Referee::holds).
    ///
    /// # Errors
    /// Located findings in the text: it cannot be read, a name is unknown, it is no condition.
    pub fn condition(&self, text: &str) -> Result<Expression, LoadError> {
        self.read(text, CONDITION, None, no_condition)
    }
}

fn no_condition(define: &Define) -> Option<Diagnostic> {
    if matches!(define.value.ty, Type::YesNo | Type::Error) {
        return None;
    }
    let finding = Diagnostic::error("E0301", define.span, "this is no condition: it is neither true nor false");
    Some(finding.help("compare it with something: `fame[anna] > 10`, `rider at hill`"))
}
