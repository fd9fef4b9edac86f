//! Declarations: assigns numbers and words to everything that the rules declare, and lowers the defines.

mod boards;
mod kinds;
mod things;
mod variables;

use std::sync::Arc;

use crate::code::{FIRST_FREE, Legend};
use crate::ir::Rulebook;
use crate::lower::Choices;
use crate::lower::boxes::Boxes;
use crate::lower::emit::Emit;
use crate::lower::exprs::Exprs;
use crate::lower::exprs::scope::LocalHomes;

/// The declarations while they are built.
struct Declaring<'b> {
    book: &'b Rulebook,
    boxes: Boxes,
    emit: Emit,
    scope: LocalHomes,
    next_word: u32,
}

/// Builds the declarations of a set-up and the expressions that belong to them. `like`: another set-up of the same rules.
pub(super) fn declare(book: &Arc<Rulebook>, choices: &Arc<Choices>, like: Option<(&Boxes, &Legend)>) -> (Boxes, Emit) {
    let (boxes, emit, scope) = (Boxes::new(book, choices), Emit::new(), LocalHomes::default());
    let mut declaring = Declaring { book, boxes, emit, scope, next_word: FIRST_FREE as u32 };
    declaring.boxes(like);
    declaring.boxes.words = declaring.next_word;
    (declaring.boxes, declaring.emit)
}

impl Declaring<'_> {
    fn exprs(&mut self) -> Exprs<'_> {
        Exprs { boxes: &self.boxes, emit: &mut self.emit, scope: &mut self.scope, cursor: 0 }
    }

    /// Builds all declarations, then the defines.
    fn boxes(&mut self, like: Option<(&Boxes, &Legend)>) {
        self.emit.program.layout.players = self.boxes.choices.seats.len() as u32;
        self.kinds();
        self.boards();
        self.name_kinds(like);
        self.components();
        self.places();
        self.variables();
        self.defines();
        self.place_conditions();
    }
}
