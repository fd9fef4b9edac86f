//! Values that are the same in every position: worked out once for each combination of the names that they read.

use std::sync::OnceLock;

use super::{NONE, Reading, Reg, Set};

/// What is known of an expression that reads no state, for each combination of values of the names in it. It is the only thing
/// of a program that fills up while the program runs; what it will hold follows from the rest.
#[derive(Clone, Debug)]
pub struct ExprTable {
    /// The names, the last varies fastest.
    pub indexes: Box<[Index]>,
    cells: TableCells,
}

/// A name, and its values. Others are not in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Index {
    /// The name.
    pub reg: Reg,
    /// The lowest value.
    pub low: i32,
    /// Number of values, one after the other.
    pub count: u32,
    /// Whether it may be none, too.
    pub none: bool,
}

impl Index {
    /// Total number of values.
    pub fn size(&self) -> usize {
        self.count as usize + usize::from(self.none)
    }
}

/// An entry: not asked for yet; or none where the expression faults or takes long, which it does anew each time.
type TableEntry<T> = OnceLock<Option<T>>;

/// Entries, made when the first is asked for.
type Entries<T> = OnceLock<Box<[TableEntry<T>]>>;

/// All entries.
#[derive(Clone, Debug)]
enum TableCells {
    Words(Entries<i32>),
    Sets(Entries<Set>),
    Lists(Entries<Box<[i32]>>),
}

impl ExprTable {
    /// A table of values that are read like this.
    pub fn new(indexes: Box<[Index]>, how: Reading) -> Self {
        let cells = match how {
            Reading::Word => TableCells::Words(OnceLock::new()),
            Reading::Set => TableCells::Sets(OnceLock::new()),
            Reading::Words => TableCells::Lists(OnceLock::new()),
        };
        Self { indexes, cells }
    }

    /// How its values are read.
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

    /// Whether it has no entries.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of the entry for the names as they are; none for values that are not in the table.
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

    /// Where a word is kept.
    #[inline(always)]
    pub fn word(&self, at: usize) -> &TableEntry<i32> {
        match &self.cells {
            TableCells::Words(cells) => &cells.get_or_init(|| empty(self.len()))[at],
            _ => unreachable!("it is a table of words"),
        }
    }

    /// Where a set is kept.
    #[inline(always)]
    pub fn set(&self, at: usize) -> &TableEntry<Set> {
        match &self.cells {
            TableCells::Sets(cells) => &cells.get_or_init(|| empty(self.len()))[at],
            _ => unreachable!("it is a table of sets"),
        }
    }

    /// The list for the names as they are, where it was worked out already: its length, then its elements.
    #[inline(always)]
    pub fn known_list(&self, regs: &[i32]) -> Option<&[i32]> {
        let TableCells::Lists(cells) = &self.cells else { return None };
        cells.get()?.get(self.at(regs)?)?.get()?.as_deref()
    }

    /// Where a list is kept: its length, then its elements.
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
