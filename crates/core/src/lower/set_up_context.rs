//! The part of lowering that is done once for a set-up, and the programs and expressions built on it.

use std::sync::Arc;

use super::boxes::{Boxes, split};
use super::declare::declare;
use super::emit::Emit;
use super::exprs::Exprs;
use super::exprs::scope::{Home, LocalHomes};
use super::stmts::Lower;
use super::{Choices, Lowered, plan, tune};
use crate::code::{ExprId, Legend, Program, Reg, Slot, ValueShape};
use crate::ir::{self, LocalId, Rulebook};
use tavola_syntax::diagnostic::{Diagnostic, any_error};

/// The declarations of one set-up, on which its programs and expressions are built. Created once and used for all
/// runs and scenarios of the set-up.
#[derive(Clone)]
pub struct SetUpContext {
    boxes: Arc<Boxes>,
    emit: Emit,
}

impl SetUpContext {
    /// Assigns numbers and words to kinds, things, places, tracks and memory.
    pub fn new(book: &Arc<Rulebook>, choices: &Arc<Choices>) -> Self {
        Self::like(None, book, choices)
    }

    /// Like [`SetUpContext::new`], but shares the names of another set-up of the same rules where they are equal.
    pub fn like(other: Option<&Self>, book: &Arc<Rulebook>, choices: &Arc<Choices>) -> Self {
        let other = other.map(|other| (&*other.boxes, &other.emit.legend));
        let (boxes, emit) = declare(book, choices, other);
        Self { boxes: Arc::new(boxes), emit }
    }

    /// Lowers a run. `play` is the rule of `book` that is the whole run: the rule of the game, or the statements of a
    /// scenario. `book` may have more rules than the ground's own book; all else must be the same.
    ///
    /// # Errors
    /// Returns the findings if the rules exceed a limit for this set-up: a kind with more than 256 members, a state of more than
    /// 4 MiB, too many things for a start place, or a setting that swaps the ends of a track.
    pub fn lower(&self, book: &Arc<Rulebook>, play: ir::RuleId) -> Result<Lowered, Vec<Diagnostic>> {
        self.lowered(book, play, |lower| {
            let floors = lower.exprs().floors();
            plan::prove(&mut lower.emit.program, &lower.emit.notes, &floors);
            tune::tune(&mut lower.emit);
            plan::mark_regions(&mut lower.emit.program);
        })
    }

    /// Lowers a run without analyses and optimisation: only the first of the two passes, with the layout and start state of
    /// [`SetUpContext::lower`] and all findings. The result is for inspection. It cannot run, because its operations lack the homes of names.
    ///
    /// # Errors
    /// See [`SetUpContext::lower`].
    pub fn draft(&self, book: &Arc<Rulebook>, play: ir::RuleId) -> Result<Lowered, Vec<Diagnostic>> {
        let mut lower = self.measured(book, play)?;
        lower.place_frames();
        finished(lower, play).map(done)
    }

    /// The findings of lowering each of these rules of `book`, without the others.
    pub fn findings_of(&self, book: &Rulebook, rules: &[ir::RuleId]) -> Vec<Vec<Diagnostic>> {
        let found = Lower::new(book, &self.boxes, &self.emit, None).findings_of(rules);
        found.into_iter().map(|found| with_clauses(book, found)).collect()
    }

    /// Lowers a run without proofs and optimisation, over the same states as [`SetUpContext::lower`]. Slower; for comparison.
    ///
    /// # Errors
    /// See [`SetUpContext::lower`].
    pub fn lower_plainly(&self, book: &Arc<Rulebook>, play: ir::RuleId) -> Result<Lowered, Vec<Diagnostic>> {
        self.lowered(book, play, |lower| {
            plan::assume_unproved(&mut lower.emit.program);
            plan::mark_regions(&mut lower.emit.program);
        })
    }

    fn lowered(
        &self,
        book: &Arc<Rulebook>,
        play: ir::RuleId,
        improve: impl FnOnce(&mut Lower<'_>),
    ) -> Result<Lowered, Vec<Diagnostic>> {
        let measured = self.measured(book, play)?;
        let mut lower = Lower::new(book, &self.boxes, &self.emit, Some(&measured));
        lower.rules(play);
        let mut lower = finished(lower, play)?;
        lower.reach(play);
        improve(&mut lower);
        Ok(done(lower))
    }

    /// The first pass, which determines the sizes of the frames.
    fn measured<'b>(&self, book: &'b Rulebook, play: ir::RuleId) -> Result<Lower<'b>, Vec<Diagnostic>> {
        let mut lower = Lower::new(book, &self.boxes, &self.emit, None);
        lower.rules(play);
        if any_error(&lower.emit.findings) {
            return Err(with_clauses(book, lower.emit.findings));
        }
        Ok(lower)
    }

    fn exprs<'a>(&'a mut self, scope: &'a mut LocalHomes) -> Exprs<'a> {
        Exprs { boxes: &self.boxes, emit: &mut self.emit, scope, cursor: 0 }
    }

    /// Returns what was added, or the findings if there is an error.
    fn checked<T>(&mut self, added: T) -> Result<T, Vec<Diagnostic>> {
        self.emit.count_regs();
        if any_error(&self.emit.findings) {
            return Err(with_clauses(&self.boxes.book, std::mem::take(&mut self.emit.findings)));
        }
        Ok(added)
    }

    /// Adds an expression that is not part of the rules, as a define without parameters. Evaluate it with [`SetUpContext::program`].
    ///
    /// # Errors
    /// Returns the findings if the expression exceeds a limit for this set-up.
    pub fn add(&mut self, define: &ir::Define) -> Result<ExprId, Vec<Diagnostic>> {
        self.emit.findings.clear();
        let id = self.exprs(&mut LocalHomes::default()).define_body(define);
        self.checked(id)
    }

    /// Adds a row of the display section. Returns the register of the member to which the row belongs, and the expressions of
    /// its text in order. Evaluate them with [`SetUpContext::program`].
    ///
    /// # Errors
    /// Returns the findings if the row exceeds a limit for this set-up.
    pub fn add_shown(&mut self, row: &ir::DisplayRow) -> Result<(Reg, Vec<ExprId>), Vec<Diagnostic>> {
        self.emit.findings.clear();
        let reg = self.emit.reg(1);
        let mut scope = LocalHomes::of(&row.locals);
        if row.of.is_some() {
            scope.set(LocalId(0), Home::Reg(reg, ValueShape::Word));
        }
        let values = self.exprs(&mut LocalHomes::default()).within(scope, |lower| {
            let values = row.text.parts.iter().filter_map(|part| match part {
                ir::TextPart::Value(value) => Some(lower.expr(value)),
                ir::TextPart::Plain(_) => None,
            });
            values.collect()
        });
        self.checked((reg, values))
    }

    /// The shape of values of a type, and their notation (an index into the legend's types).
    pub fn shape(&mut self, ty: &ir::Type) -> (ValueShape, u32) {
        (self.boxes.shape(ty), self.exprs(&mut LocalHomes::default()).notation_of(ty))
    }

    /// The choices of this set-up.
    pub fn choices(&self) -> &Choices {
        &self.boxes.choices
    }

    /// The program that holds the expressions. It has no operations.
    pub fn program(&self) -> &Program {
        &self.emit.program
    }

    /// The names that values are printed with.
    pub fn legend(&self) -> &Legend {
        &self.emit.legend
    }

    /// A track (`track`) or a variable of the memory: its first word, the shape of a value, and the first value and size of each index.
    pub fn variable(&self, track: bool, id: usize) -> (Slot, ValueShape, Vec<(i32, u32)>) {
        let data = if track { &self.boxes.tracks[id] } else { &self.boxes.memory[id] };
        (data.base, data.shape, data.dims.clone())
    }

    /// The pieces of a component (by its number) that are prints of one member of its kind.
    pub fn prints(&self, component: Option<usize>, member: i32) -> Vec<u32> {
        let Some(data) = component.and_then(|at| self.boxes.components.get(at)) else {
            return Vec::new();
        };
        let own = |at: &u32| split(*at, &data.dims).first() == Some(&member);
        (0..data.count).filter(own).map(|at| data.first + at).collect()
    }

    /// The place where a piece starts, or the first of several.
    pub fn start_of(&self, piece: u32) -> Option<u32> {
        self.boxes.start_cells(piece).first().copied()
    }
}

/// Lowers everything but the rules. Returns the findings if there is an error by then.
fn finished(mut lower: Lower<'_>, play: ir::RuleId) -> Result<Lower<'_>, Vec<Diagnostic>> {
    lower.finish(play);
    if any_error(&lower.emit.findings) {
        return Err(with_clauses(lower.book, lower.emit.findings));
    }
    Ok(lower)
}

fn done(lower: Lower<'_>) -> Lowered {
    Lowered { program: lower.emit.program, legend: lower.emit.legend }
}

/// Adds to each finding the clauses that are cited at its position.
fn with_clauses(book: &Rulebook, findings: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let clause = |finding: Diagnostic| {
        let clauses = book.clauses_at(finding.span);
        finding.clauses(clauses)
    };
    findings.into_iter().map(clause).collect()
}
