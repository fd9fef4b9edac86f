//! What is lowered once for a set-up, and the programs that stand on it.

use std::sync::Arc;

use super::frames::Frames;
use super::scope::{Home, Scope};
use super::{Choices, Lower, Lowered, boxes, plan};
use crate::code::{ExprId, Legend, Program, Reg, Shape, Slot};
use crate::diagnostic::{Diagnostic, any_error};
use crate::ir::{self, LocalId, Rulebook};

/// Everything that lies in the box of one set-up: what programs and other expressions stand on. Made once, used for
/// all runs and scenarios of the set-up.
#[derive(Clone)]
pub struct Ground(Lower);

impl Ground {
    /// Deals out numbers and words to kinds, things, places, tracks and memory.
    pub fn new(book: &Arc<Rulebook>, choices: &Arc<Choices>) -> Self {
        let mut lower = Lower::new(book, choices);
        lower.boxes();
        Self(lower)
    }

    /// The program of a run. `play` is the rule of `book` that is the whole run: the game's, or a scenario's sentences
    /// (`book` may have more rules than the ground's own, nothing else).
    ///
    /// # Errors
    /// What cannot be for this set-up: a kind of more than 256 members, a state beyond [`super::MOST_WORDS`], more things than a
    /// start place may hold, a setting that makes a track's ends change sides.
    pub fn lower(&self, book: &Arc<Rulebook>, play: ir::RuleId) -> Result<Lowered, Vec<Diagnostic>> {
        self.lowered(book, play, |lower| {
            let floors = lower.floors();
            plan::prove(&mut lower.program, &lower.extent_notes, &floors);
            lower.tune();
        })
    }

    /// The same program as it is before anything is proved and tuned, over the same states: slower, to compare.
    ///
    /// # Errors
    /// See [`Ground::lower`].
    pub fn lower_plainly(&self, book: &Arc<Rulebook>, play: ir::RuleId) -> Result<Lowered, Vec<Diagnostic>> {
        self.lowered(book, play, |lower| plan::doubt(&mut lower.program))
    }

    fn lowered(
        &self,
        book: &Arc<Rulebook>,
        play: ir::RuleId,
        improve: impl FnOnce(&mut Lower),
    ) -> Result<Lowered, Vec<Diagnostic>> {
        let mut measured = self.0.clone();
        measured.book = Arc::clone(book);
        let first = measured.first_frame;
        measured.first_frame += measured.passes.begin(book, first);
        measured.first_frame += measured.transactions.begin(book, measured.first_frame);
        let mut lower = measured.clone();
        measured.rules(play);
        if any_error(&measured.findings) {
            return Err(measured.findings);
        }
        lower.frames = Frames::placed(book, &measured.frames, measured.first_frame);
        lower.rules(play);
        lower.finish(play);
        if any_error(&lower.findings) {
            return Err(lower.findings);
        }
        improve(&mut lower);
        plan::mark(&mut lower.program);
        Ok(Lowered { program: lower.program, legend: lower.legend })
    }

    /// Adds an expression that is not part of the rules: a define without parameters. Read it with [`Ground::program`].
    ///
    /// # Errors
    /// What cannot be for this set-up.
    pub fn add(&mut self, define: &ir::Define) -> Result<ExprId, Vec<Diagnostic>> {
        self.0.findings.clear();
        let id = self.0.define_body(define);
        self.0.program.layout.regs = self.0.next_reg;
        if any_error(&self.0.findings) { Err(std::mem::take(&mut self.0.findings)) } else { Ok(id) }
    }

    /// Adds a row of what players are shown: the register of the member whose it is, and the expressions of its text in their
    /// order. Read them with [`Ground::program`].
    ///
    /// # Errors
    /// What cannot be for this set-up.
    pub fn add_shown(&mut self, row: &ir::Shown) -> Result<(Reg, Vec<ExprId>), Vec<Diagnostic>> {
        self.0.findings.clear();
        let reg = self.0.reg(1);
        let mut scope = Scope::of(&row.locals);
        if row.of.is_some() {
            scope.set(LocalId(0), Home::Reg(reg, Shape::Word));
        }
        let values = self.0.within(scope, |lower| {
            let values = row.text.parts.iter().filter_map(|part| match part {
                ir::TextPart::Value(value) => Some(lower.expr(value)),
                ir::TextPart::Plain(_) => None,
            });
            values.collect()
        });
        self.0.program.layout.regs = self.0.next_reg;
        if any_error(&self.0.findings) { Err(std::mem::take(&mut self.0.findings)) } else { Ok((reg, values)) }
    }

    /// The shape of values of a type, and how they are written (an index of the legend's types).
    pub fn shape(&mut self, ty: &ir::Type) -> (Shape, u32) {
        (self.0.shape(ty), self.0.notation_of(ty))
    }

    /// What was chosen.
    pub fn choices(&self) -> &Choices {
        &self.0.choices
    }

    /// The expressions; there is nothing to run.
    pub fn program(&self) -> &Program {
        &self.0.program
    }

    /// Names, for the values.
    pub fn legend(&self) -> &Legend {
        &self.0.legend
    }

    /// A track (or else a variable of the memory): its first word, the shape of a value, its indexes.
    pub fn variable(&self, track: bool, id: usize) -> (Slot, Shape, Vec<(i32, u32)>) {
        let data = if track { &self.0.tracks[id] } else { &self.0.memory[id] };
        (data.base, data.shape, data.dims.clone())
    }

    /// The pieces of a component (by its row) that are prints of a member of its kind.
    pub fn prints(&self, component: Option<usize>, member: i32) -> Vec<u32> {
        let Some(data) = component.and_then(|at| self.0.components.get(at)) else {
            return Vec::new();
        };
        let own = |at: &u32| boxes::split(*at, &data.dims).first() == Some(&member);
        (0..data.count).filter(own).map(|at| data.first + at).collect()
    }

    /// The place where a piece starts; of several the first.
    pub fn start_of(&self, piece: u32) -> Option<u32> {
        self.0.start_cells(piece).first().copied()
    }
}
