//! Memo tables for expressions that read no state, indexed by the names that they read.

use std::sync::OnceLock;

use super::{NONE, Reading, Reg, Set};

/// The memo table of an expression, with an entry for each combination of its names' values. Tables are the only part of a program
/// that changes while it runs. Their contents are a function of the program.
#[derive(Clone, Debug)]
pub struct ExprTable {
    /// The names; the last one varies fastest.
    pub indexes: Box<[Index]>,
    cells: TableCells,
}

/// A name and the range of its values. Values outside are not in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Index {
    /// The register of the name.
    pub reg: Reg,
    /// The lowest value.
    pub low: i32,
    /// Number of consecutive values.
    pub count: u32,
    /// True if it may also be none.
    pub none: bool,
}

impl Index {
    /// Number of values, none included.
    pub fn size(&self) -> usize {
        self.count as usize + usize::from(self.none)
    }
}

/// An entry. Unset: not evaluated yet. `None`: the expression faults or takes long, so it is evaluated each time.
type TableEntry<T> = OnceLock<Option<T>>;

/// Entries, allocated on first use.
type Entries<T> = OnceLock<Box<[TableEntry<T>]>>;

/// All entries.
#[derive(Clone, Debug)]
enum TableCells {
    Words(Entries<i32>),
    Sets(Entries<Set>),
    Lists(Entries<Box<[i32]>>),
}

impl ExprTable {
    /// An empty table for values of this representation.
    pub fn new(indexes: Box<[Index]>, how: Reading) -> Self {
        let cells = match how {
            Reading::Word => TableCells::Words(OnceLock::new()),
            Reading::Set => TableCells::Sets(OnceLock::new()),
            Reading::Words => TableCells::Lists(OnceLock::new()),
        };
        Self { indexes, cells }
    }

    /// The representation of its values.
    pub fn reading(&self) -> Reading {
        match self.cells {
            TableCells::Words(_) => Reading::Word,
            TableCells::Sets(_) => Reading::Set,
            TableCells::Lists(_) => Reading::Words,
        }
    }

    /// Number of entries.
    pub fn len(&self) -> usize {
        self.indexes.iter().map(Index::size).product()
    }

    /// True if it has no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The index of the entry for the present values of the names. `None` if a value is not in the table.
    #[inline(always)]
    pub fn at(&self, regs: &[i32]) -> Option<usize> {
        let mut at = 0;
        for index in &self.indexes {
            let value = regs[usize::from(index.reg)];
            let mut number = value.wrapping_sub(index.low) as u32;
            if number >= index.count {
                if !index.none || value != NONE {
                    return None;
                }
                number = index.count;
            }
            at = at * index.size() + number as usize;
        }
        Some(at)
    }

    /// The entry of a word.
    #[inline(always)]
    pub fn word(&self, at: usize) -> &TableEntry<i32> {
        match &self.cells {
            TableCells::Words(cells) => &cells.get_or_init(|| empty(self.len()))[at],
            _ => unreachable!("it is a table of words"),
        }
    }

    /// The entry of a set.
    #[inline(always)]
    pub fn set(&self, at: usize) -> &TableEntry<Set> {
        match &self.cells {
            TableCells::Sets(cells) => &cells.get_or_init(|| empty(self.len()))[at],
            _ => unreachable!("it is a table of sets"),
        }
    }

    /// The cached list for the present values of the names, if it is known: its length, then its elements.
    #[inline(always)]
    pub(crate) fn known_list(&self, regs: &[i32]) -> Option<&[i32]> {
        let TableCells::Lists(cells) = &self.cells else { return None };
        cells.get()?.get(self.at(regs)?)?.get()?.as_deref()
    }

    /// The entry of a list: its length, then its elements.
    #[inline(always)]
    pub fn list(&self, at: usize) -> &TableEntry<Box<[i32]>> {
        match &self.cells {
            TableCells::Lists(cells) => &cells.get_or_init(|| empty(self.len()))[at],
            _ => unreachable!("it is a table of lists"),
        }
    }
}

fn empty<T>(len: usize) -> Box<[TableEntry<T>]> {
    (0..len).map(|_| OnceLock::new()).collect()
}
