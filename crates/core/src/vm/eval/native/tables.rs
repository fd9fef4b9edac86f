//! Lookup tables of compiled functions: constant arrays, memo tables, the words that count things.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use tavola_native::{Lists, Sets, Words};

use crate::code::{Expr, ExprId, ExprTable, NONE, Program, Reading, Set};
use crate::vm::eval::evaluator::Eval;
use crate::vm::state::cells::CellWords;

/// Maximum number of entries of a memo table that is filled completely. Larger tables have the entries that were used so far.
const MOST_FILLED_ENTRIES: usize = 1 << 14;

/// Maximum number of pieces whose counts are added one by one.
const MOST_COUNTED: usize = 16;

/// All lookup tables, made when a function first needs them.
#[derive(Debug)]
pub(super) struct NativeTables {
    arrays: Box<[OnceLock<Words>]>,
    set_arrays: Box<[OnceLock<Sets>]>,
    tables: Box<[OnceLock<KnownTable>]>,
    slots: Box<[OnceLock<Words>]>,
}

/// The words that count some pieces in places.
#[derive(Debug)]
pub(super) struct CountWords {
    /// For each place, its first counting word, or -1.
    pub(super) first: Words,
    /// The offset of each counting word from the first one, and the worth of what it counts.
    pub(super) behind: Vec<(u32, i32)>,
}

/// A snapshot of a memo table when it was compiled.
#[derive(Debug)]
pub(super) enum KnownTable {
    /// Words, and the word that marks unknown entries, if there are any.
    Words(Words, Option<i32>),
    /// Sets, and 1 for each known entry, if some are unknown.
    Sets(Sets, Option<Words>),
    /// Lists.
    Lists(Lists),
}

/// Calls `f` once for an expression and for each node that it depends on.
pub(super) fn each_node(p: &Program, e: ExprId, f: &mut dyn FnMut(ExprId)) {
    let (mut open, mut seen) = (vec![e], BTreeSet::new());
    while let Some(e) = open.pop() {
        if !seen.insert(e) {
            continue;
        }
        f(e);
        p.each_part(e, &mut |part| open.push(part));
        let mut expr = p.exprs[e.index()];
        if let Some((query, _)) = expr.over() {
            let query = &p.queries[query.index()];
            open.extend(query.early.iter().flatten().chain(query.left.iter().flatten()).chain(&query.rest));
        }
    }
}

impl NativeTables {
    pub(super) fn new(p: &Program) -> Self {
        Self {
            arrays: p.arrays.iter().map(|_| OnceLock::new()).collect(),
            set_arrays: p.set_arrays.iter().map(|_| OnceLock::new()).collect(),
            tables: p.tables.iter().map(|_| OnceLock::new()).collect(),
            slots: p.layout.pieces.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// A constant array; indexes outside give none.
    pub(super) fn array(&self, p: &Program, array: u32) -> &Words {
        self.arrays[array as usize].get_or_init(|| Words::new(&p.arrays[array as usize], NONE))
    }

    /// A constant array of sets.
    pub(super) fn sets(&self, p: &Program, array: u32) -> &Sets {
        let sets = || p.set_arrays[array as usize].iter().map(|set| set.0).collect::<Vec<_>>();
        self.set_arrays[array as usize].get_or_init(|| Sets::new(&sets()))
    }

    /// For each place, the word that counts a piece there, or -1.
    pub(super) fn slots(&self, p: &Program, cells: &CellWords, piece: i32) -> Option<&Words> {
        let slots = self.slots.get(usize::try_from(piece).ok()?)?;
        let places = 0..p.layout.cells.len() as i32;
        let slot = |cell: i32| cells.slot(cell, piece).map_or(-1, |slot| slot as i32);
        Some(slots.get_or_init(|| Words::new(&places.map(slot).collect::<Vec<_>>(), -1)))
    }

    /// The words that count pieces in a range of places, each with its worth. `None` if one of the pieces is a figure, there are
    /// too many, or the places have different layouts.
    pub(super) fn counts(
        p: &Program,
        cells: &CellWords,
        (low, high): (i32, i32),
        worth: impl Fn(i32) -> i32,
    ) -> Option<CountWords> {
        let (mut first, mut behind) = (Vec::new(), None);
        for cell in 0..p.layout.cells.len() as i32 {
            let mut slots: Vec<(u32, i32)> = Vec::new();
            let holds = if (low..=high).contains(&cell) { cells.holds(cell) } else { Set::EMPTY };
            let things = holds.iter().map(|piece| (piece, worth(piece)));
            for (piece, worth) in things.filter(|&(_, worth)| worth != 0) {
                slots.push((cells.slot(cell, piece)? as u32, worth));
            }
            let Some(&(least, _)) = slots.iter().min() else {
                first.push(-1);
                continue;
            };
            first.push(least as i32);
            let there: Vec<(u32, i32)> = slots.iter().map(|&(slot, worth)| (slot - least, worth)).collect();
            if there.len() > MOST_COUNTED || *behind.get_or_insert_with(|| there.clone()) != there {
                return None;
            }
        }
        Some(CountWords { first: Words::new(&first, -1), behind: behind.unwrap_or_default() })
    }

    /// A memo table that [`NativeTables::fill`] has prepared.
    pub(super) fn table(&self, table: u32) -> Option<&KnownTable> {
        self.tables[table as usize].get()
    }

    /// True if an expression takes no step of the budget and is translated completely. Its tables have been filled.
    pub(super) fn take_no_step(&self, p: &Program, e: ExprId) -> bool {
        match p.exprs[e.index()] {
            Expr::Tabled { table, .. } => {
                matches!(self.table(table), Some(KnownTable::Words(_, None) | KnownTable::Sets(_, None)))
            }
            Expr::Const(_)
            | Expr::Slot(_)
            | Expr::SlotAt { .. }
            | Expr::Reg(_)
            | Expr::RegPlus(..)
            | Expr::SlotPlus(..)
            | Expr::Scaled { .. }
            | Expr::Arith(..)
            | Expr::Not(_)
            | Expr::And(..)
            | Expr::Or(..)
            | Expr::If(..)
            | Expr::Array { .. }
            | Expr::Digit { .. }
            | Expr::Count { .. }
            | Expr::CountAll { .. }
            | Expr::SetSize(_)
            | Expr::SetEmpty(_)
            | Expr::SetHas(..)
            | Expr::SetIs(..)
            | Expr::SetConst(_)
            | Expr::SetSlots { .. }
            | Expr::SetSlotsAt { .. }
            | Expr::SetRegs { .. }
            | Expr::One(_)
            | Expr::Union(..)
            | Expr::Both(..)
            | Expr::Minus(..)
            | Expr::SetArray { .. } => {
                let mut none = true;
                p.each_part(e, &mut |part| none &= self.take_no_step(p, part));
                none
            }
            _ => false,
        }
    }

    /// Prepares the memo tables that an expression uses.
    pub(super) fn fill(&self, eval: &mut Eval<'_>, e: ExprId) {
        let mut open = Vec::new();
        each_node(eval.p, e, &mut |e| {
            if let Expr::Tabled { table, value } = eval.p.exprs[e.index()]
                && self.table(table).is_none()
            {
                open.push((table, value));
            }
        });
        let (regs, weight) = (eval.m.regs.clone(), eval.m.weight);
        for (table, value) in open {
            let known = known(eval, table, value);
            self.tables[table as usize].get_or_init(|| known);
        }
        (eval.m.regs, eval.m.weight) = (regs, weight);
    }
}

/// Calls `f` for each entry of a memo table, with the values of its names.
fn each_entry(table: &ExprTable, f: &mut dyn FnMut(usize, &[i32])) {
    let mut values = vec![0; table.indexes.len()];
    for at in 0..table.len() {
        let mut rest = at;
        for (value, index) in values.iter_mut().zip(&table.indexes).rev() {
            let number = (rest % index.size()) as u32;
            *value = if number == index.count { NONE } else { index.low.wrapping_add(number as i32) };
            rest /= index.size();
        }
        f(at, &values);
    }
}

/// A snapshot of a memo table, after filling it.
fn known(eval: &mut Eval<'_>, number: u32, value: ExprId) -> KnownTable {
    let table = &eval.p.tables[number as usize];
    let how = table.reading();
    if table.len() <= MOST_FILLED_ENTRIES {
        each_entry(table, &mut |_, values| {
            for (index, &value) in table.indexes.iter().zip(values) {
                eval.m.regs[usize::from(index.reg)] = value;
            }
            let (steps, fault) = (eval.m.steps, eval.m.fault);
            // An entry that faults stays unknown, and its fault is discarded.
            let _faults = eval.with_rollback(|eval| match how {
                Reading::Word => eval.tabled_word(number, value).map(|_| ()),
                Reading::Set => eval.tabled_set(number, value).map(|_| ()),
                Reading::Words => {
                    let start = eval.m.stack.len();
                    let view = eval.tabled_view(number, value).map(|_| ());
                    eval.m.stack.truncate(start);
                    view
                }
            });
            eval.m.give_steps(steps);
            eval.m.fault = fault;
        });
    }
    let entries = 0..table.len();
    match how {
        Reading::Word => {
            let known: Vec<Option<i32>> = entries.map(|at| table.word(at).get().copied().flatten()).collect();
            let taken: BTreeSet<i32> = known.iter().flatten().copied().collect();
            let unknown = (NONE + 1..).find(|word| !taken.contains(word)).unwrap_or(NONE);
            let words: Vec<i32> = known.iter().map(|word| word.unwrap_or(unknown)).collect();
            KnownTable::Words(Words::new(&words, unknown), known.contains(&None).then_some(unknown))
        }
        Reading::Set => {
            let known: Vec<Option<Set>> = entries.map(|at| table.set(at).get().copied().flatten()).collect();
            let sets: Vec<[u64; 4]> = known.iter().map(|set| set.unwrap_or_default().0).collect();
            let there: Vec<i32> = known.iter().map(|set| i32::from(set.is_some())).collect();
            KnownTable::Sets(Sets::new(&sets), there.contains(&0).then(|| Words::new(&there, 0)))
        }
        Reading::Words => {
            let lists = entries.map(|at| table.list(at).get().and_then(Option::as_deref));
            KnownTable::Lists(Lists::new(lists))
        }
    }
}
