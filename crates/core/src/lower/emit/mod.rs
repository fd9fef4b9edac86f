//! The program under construction: operations, expressions, registers, names for people, findings.

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

/// What has been made so far.
#[derive(Clone, Debug)]
pub(super) struct Emit {
    pub(super) program: Program,
    pub(super) legend: Legend,
    pub(super) findings: Vec<Diagnostic>,
    pub(super) notes: ProgramNotes,
    /// The line that is being lowered.
    pub(super) span: Span,
    pub(super) next_reg: u32,
    /// Registers of names that are members of a kind, and how many members it has.
    pub(super) members: Vec<(Reg, u32)>,
    /// Registers of names that go through numbers which are known before play: the lowest and the highest.
    pub(super) numbers: BTreeMap<Reg, (i32, i32)>,
    /// The numbers of arrays of boards that are made already.
    pub(super) board_arrays: BTreeMap<(u32, u8), u32>,
    /// The printed columns that are made already, cell by cell; only those that are constants.
    pub(super) printed: BTreeMap<PrintedColumn, Arc<[ExprId]>>,
    /// Number of cells of other columns made so far.
    pub(super) open_cells: usize,
}

/// A column of values that are printed in the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PrintedColumn {
    /// Of a kind: its attribute, member by member.
    Attribute(u32, u32),
    /// Of a table: its result column, row by row.
    Table(u32, u32),
}

impl Emit {
    /// Nothing is made yet.
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

    /// Reserves room for a number of nodes, which need not be copied then as they grow.
    pub(super) fn make_room(&mut self, nodes: usize) {
        self.program.exprs.reserve(nodes);
        self.program.expr_spans.reserve(nodes);
    }

    /// Notes in the layout how many registers there are by now.
    pub(super) fn count_regs(&mut self) {
        self.program.layout.regs = self.next_reg;
    }

    /// Reports an error of the rules, and what to do about it.
    pub(super) fn error(
        &mut self,
        code: &'static str,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let finding = Diagnostic::error(code, span, message).help(help);
        // A cell of a row with parameters is worked out for each member: one mistake is one finding.
        if !self.findings.iter().any(|told| (told.code, told.span) == (code, span)) {
            self.findings.push(finding);
        }
    }

    /// New registers.
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
                    "make rules of the largest expressions",
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

    /// Where the next operation will be.
    pub(super) fn here(&self) -> Pc {
        Pc(self.program.ops.len() as u32)
    }

    /// Lets an operation that was emitted with a placeholder go on here.
    pub(super) fn land(&mut self, at: Pc) {
        let here = self.here();
        match &mut self.program.ops[at.index()] {
            Op::Jump(to)
            | Op::Tell(to)
            | Op::Unless { to, .. }
            | Op::Probe { otherwise: to, .. }
            | Op::Can { behind: to, .. }
            | Op::EachNext { exit: to, .. } => *to = here,
            other => unreachable!("only jumps can land, not {other:?}"),
        }
    }

    /// Ends an extent; `outer`: the outermost that this rule opened.
    pub(super) fn end_op(&mut self, outer: bool, span: Span) {
        let at = self.op(Op::End, span);
        if outer {
            self.notes.outer_ends.push(at);
        }
    }

    /// Frames are cleared whole when they are left; how long they are is known at their end.
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
