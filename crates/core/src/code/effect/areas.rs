//! Words of a position, as far as it is plain which without running anything.

use crate::code::{Expr, ExprId, Program, Set, Slot};

/// What is read or written of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the doc of a variant explains its fields")]
pub enum Area {
    /// So many words from one on.
    Words(Slot, u32),
    /// One of `count` values of `width` words each, from `base` on; `index` says which.
    OneOf { base: Slot, width: u32, count: u32, index: ExprId },
    /// Where [`Program::stores`] leads.
    Store(u32),
    /// The word at `index` of each row of [`Program::columns`], or all words of the rows.
    Column { column: u32, index: ExprId },
    /// Which things lie in a place (in any, where none is named), of these pieces.
    Things { cell: Option<ExprId>, pieces: Pieces },
    /// The order in which such things lie, in places that keep one.
    Order(Pieces),
    /// What no expression names: how things are divided, what is on the top.
    Unnamed,
}

/// Some of all pieces.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pieces {
    /// The one that a word names.
    One(ExprId),
    /// One, by its number; it is a figure.
    Figure(ExprId),
    /// Those in a set.
    Of(ExprId),
    /// Those that an array says something else than 0 of.
    Worth(u32),
    /// These.
    These(Set),
    /// All.
    All,
}

impl Area {
    /// All words that it can mean: the first, how many. None where it is not words that are meant.
    pub fn words(self, p: &Program) -> Option<(Slot, u32)> {
        match self {
            Self::Words(base, count) => Some((base, count)),
            Self::OneOf { base, width, count, .. } => Some((base, width * count)),
            Self::Store(store) => Some(p.stores[store as usize].words()),
            Self::Column { column, .. } => {
                let column = p.columns[column as usize];
                Some((column.base, u32::from(column.step) * u32::from(column.count)))
            }
            Self::Things { .. } | Self::Order(_) | Self::Unnamed => None,
        }
    }
}

impl Pieces {
    /// Those that are surely all; `word` tells what a word names, where that is known.
    pub fn set(self, p: &Program, word: &mut dyn FnMut(ExprId) -> Option<Set>) -> Set {
        let all = || Set::below(p.layout.pieces.len());
        match self {
            Self::One(piece) => word(piece).unwrap_or_else(all),
            Self::Figure(piece) => word(piece).unwrap_or_else(all).and(p.layout.figures()),
            Self::Of(pieces) => match p.exprs[pieces.index()] {
                Expr::SetConst(set) => p.sets[set as usize],
                _ => all(),
            },
            Self::Worth(array) => {
                let worth = p.arrays[array as usize].iter().enumerate().filter(|(_, worth)| **worth != 0);
                worth.fold(Set::EMPTY, |pieces, (piece, _)| pieces.with(piece as i32))
            }
            Self::These(pieces) => pieces,
            Self::All => all(),
        }
    }
}
