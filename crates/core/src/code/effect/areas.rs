//! Abstract locations: the parts of a state that code may touch, as far as that is known statically.

use crate::code::{Expr, ExprId, Program, Set, Slot};

/// A part of a state that is read or written.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs, reason = "the doc of a variant explains its fields")]
pub enum Area {
    /// A number of consecutive words from the first one on.
    Words(Slot, u32),
    /// One of `count` values of `width` words each, from `base` on, selected by `index`.
    OneOf { base: Slot, width: u32, count: u32, index: ExprId },
    /// The destination of a store in [`Program::stores`].
    Store(u32),
    /// The word at `index` of each row of a [`Program::columns`] entry, or all words of its rows.
    Column { column: u32, index: ExprId },
    /// The number of things of these pieces in a place. `None`: in any place.
    Things { cell: Option<ExprId>, pieces: Pieces },
    /// The order of such things, in places that keep one.
    Order(Pieces),
    /// A part that no expression names: the state of a division, the top of a stack.
    Unnamed,
}

/// A set of pieces, known exactly or by an expression.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pieces {
    /// The piece that a word evaluates to.
    One(ExprId),
    /// The figure that a word evaluates to.
    Figure(ExprId),
    /// The members of a set expression.
    Of(ExprId),
    /// The pieces with a nonzero entry in a constant array.
    Worth(u32),
    /// A known set.
    These(Set),
    /// All pieces.
    All,
}

impl Area {
    /// All words that it can denote: the first word and their number. `None` if it denotes things, not words.
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
    /// An upper bound of the set. `word` returns the possible values of a word expression, if they are known.
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
