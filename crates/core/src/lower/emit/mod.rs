//! The program under construction: operations, expressions, registers, names and findings.

mod build;
mod nodes;
mod notes;

use crate::lower::codes;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::code::{ExprId, Legend, Op, Pc, Program, Reg, Slot};
use tavola_syntax::diagnostic::{Diagnostic, any_error};
use tavola_syntax::text::Span;

pub(super) use notes::{ProgramNotes, Things};

/// The program under construction.
#[derive(Clone, Debug)]
pub(super) struct Emit {
    pub(super) program: Program,
    pub(super) legend: Legend,
    pub(super) findings: Vec<Diagnostic>,
    pub(super) notes: ProgramNotes,
    /// The source of the statement that is being lowered.
    pub(super) span: Span,
    pub(super) next_reg: u32,
    /// Registers that hold a member of a kind, and the size of that kind.
    pub(super) members: Vec<(Reg, u32)>,
    /// Registers whose values lie in an interval that is known before play: the lowest and highest value.
    pub(super) numbers: BTreeMap<Reg, (i32, i32)>,
    /// The numbers of the boards' arrays that have been built.
    pub(super) board_arrays: BTreeMap<(u32, u8), u32>,
    /// The printed columns that have been lowered, cell by cell. Holds only columns of constants.
    pub(super) printed: BTreeMap<PrintedColumn, Arc<[ExprId]>>,
    /// Number of cells lowered so far in columns that are not constant.
    pub(super) open_cells: usize,
}

/// A column of values that the rules print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PrintedColumn {
    /// An attribute of a kind, with a value for each member.
    Attribute(u32, u32),
    /// A result column of a table, with a value for each row.
    Table(u32, u32),
}

impl Emit {
    /// An empty program.
    pub(super) fn new() -> Self {
        Self {
            program: Program::default(),
            legend: Legend::default(),
            findings: Vec::new(),
            notes: ProgramNotes::default(),
            span: Span::NONE,
            next_reg: 0,
            members: Vec::new(),
            numbers: BTreeMap::new(),
            board_arrays: BTreeMap::new(),
            printed: BTreeMap::new(),
            open_cells: 0,
        }
    }

    /// Reserves memory for a number of nodes, so that the arenas need not be reallocated.
    pub(super) fn make_room(&mut self, nodes: usize) {
        self.program.exprs.reserve(nodes);
        self.program.expr_spans.reserve(nodes);
    }

    /// Records the number of registers in the layout.
    pub(super) fn count_regs(&mut self) {
        self.program.layout.regs = self.next_reg;
    }

    /// Reports an error in the rules, with help.
    pub(super) fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let finding = Diagnostic::error(code, span, message).help(Into::<String>::into(help));
        // The cell of a row with parameters is lowered once for each member. Report a mistake in it only once.
        if !self.findings.iter().any(|known| (known.code, known.span) == (code, span)) {
            self.findings.push(finding);
        }
    }

    /// Allocates registers for a value of `width` words.
    pub(super) fn reg(&mut self, width: u32) -> Reg {
        let reg = self.next_reg;
        self.next_reg += width;
        if self.next_reg > u32::from(u16::MAX) {
            let span = self.span;
            if !any_error(&self.findings) {
                self.error(
                    codes::TOO_MANY_NAMES,
                    span,
                    "the rules have more names inside expressions than the machine has registers",
                    "turn the largest expressions into rules",
                );
            }
            self.next_reg = 0;
            return 0;
        }
        reg as Reg
    }

    pub(super) fn op(&mut self, op: Op, span: Span) -> Pc {
        self.program.ops.push(op);
        self.program.op_spans.push(span);
        Pc(self.program.ops.len() as u32 - 1)
    }

    /// The position of the next operation.
    pub(super) fn here(&self) -> Pc {
        Pc(self.program.ops.len() as u32)
    }

    /// Backpatches a jump that was emitted with a placeholder: its target is the next operation.
    pub(super) fn backpatch(&mut self, at: Pc) {
        let here = self.here();
        match &mut self.program.ops[at.index()] {
            Op::Jump(to)
            | Op::UnlessLogged(to)
            | Op::Unless { to, .. }
            | Op::Probe { otherwise: to, .. }
            | Op::Can { after: to, .. }
            | Op::EachNext { exit: to, .. } => *to = here,
            other => unreachable!("only jumps can land, not {other:?}"),
        }
    }

    /// Emits the end of an extent. `outer`: it is the outermost extent that this rule opened.
    pub(super) fn end_op(&mut self, outer: bool, span: Span) {
        let at = self.op(Op::End, span);
        if outer {
            self.notes.outer_ends.push(at);
        }
    }

    /// Backpatches the returns of a rule. A frame is cleared on return, and its size is known only at the end of the rule.
    pub(super) fn patch_returns(&mut self, entry: Pc, end: Pc, frame: Slot, size: u32) {
        for op in &mut self.program.ops[entry.index()..end.index()] {
            if let Op::Return { base, count, .. } = op
                && *base == frame
                && *count == 0
            {
                *count = size;
            }
        }
    }
}
