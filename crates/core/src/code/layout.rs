//! Where everything lies in a state.

use super::{ExprId, Kept, Seers, Set};
use tavola_syntax::text::Span;

/// A word of a state.
pub type Slot = u32;
/// A word of the machine's scratch registers: names inside expressions.
pub type Reg = u16;

/// The layout of a state.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Words of a state.
    pub words: u32,
    /// Words of scratch registers.
    pub regs: u32,
    /// All sorts of things, numbered: at most 256.
    pub pieces: Vec<Piece>,
    /// All places, numbered.
    pub cells: Vec<PlaceCell>,
    /// Places that are alike: a row of the author's table.
    pub families: Vec<PlaceFamily>,
    /// Number of players.
    pub players: u32,
    /// The word that counts open transactions, in games that have any.
    pub transactions: Option<Slot>,
    /// The first word that belongs to rules under way: their names, where they go back to. All before it lies on the table.
    pub frames: Slot,
}

impl Layout {
    /// The pieces that are figures.
    pub fn figures(&self) -> Set {
        let figures = self.pieces.iter().enumerate().filter(|(_, piece)| piece.figure.is_some());
        figures.fold(Set::EMPTY, |all, (piece, _)| all.with(piece as i32))
    }

    /// The words of the order of all places that keep one and may hold such pieces: where each stretch begins, how many.
    pub fn order_of(&self, pieces: Set) -> Vec<(Slot, u32)> {
        let order = |cell: &PlaceCell| {
            let family = &self.families[cell.family as usize];
            let kept = family.kept.filter(|_| !family.holds.and(pieces).is_empty())?;
            Some((cell.base + family.order.len() as u32, kept.words()))
        };
        self.cells.iter().filter_map(order).collect()
    }

    /// The words that say how many of these pieces lie where, in all places.
    pub fn words_of(&self, pieces: Set) -> Vec<Slot> {
        let mut words: Vec<Slot> = pieces.iter().filter_map(|piece| self.pieces.get(piece as usize)?.figure).collect();
        for cell in &self.cells {
            let offsets = &self.families[cell.family as usize].offsets;
            let held = pieces.iter().filter_map(|piece| *offsets.get(piece as usize)?);
            words.extend(held.map(|offset| cell.base + u32::from(offset)));
        }
        words
    }
}

/// A sort of things that are alike: `cart[anna]`, the card `feast`.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Which row of the components.
    pub component: u32,
    /// Its index within the component.
    pub index: u32,
    /// Number of them; `None`: as many as needed (then the start state holds `i32::MAX / 2` in their supply).
    pub copies: Option<u32>,
    /// For a figure: the word that holds the number of the place where it stands.
    pub figure: Option<Slot>,
}

/// A place.
#[derive(Clone, Debug)]
pub struct PlaceCell {
    /// Its family.
    pub family: u32,
    /// Its index within the family.
    pub index: u32,
    /// The first of its words: a count for each sort of things that it may hold, then its order (see [`PlaceFamily::kept`]).
    pub base: Slot,
}

/// Places that are alike.
#[derive(Clone, Debug)]
pub struct PlaceFamily {
    /// Which row of the places.
    pub place: u32,
    /// The number of its first place; they are numbered one after the other.
    pub first: u32,
    /// Number of places.
    pub count: u32,
    /// For each piece: its word behind the base; `None`: may not lie here. Figures have no word (their own says where
    /// they stand) but are in `holds`.
    pub offsets: Vec<Option<u16>>,
    /// What may lie here.
    pub holds: Set,
    /// The pieces in the order of their words.
    pub order: Vec<u32>,
    /// At most so many; expressions over register 0.. (the indexes of the place).
    pub limits: Vec<PlaceLimit>,
    /// The order that its places keep; none: none.
    pub kept: Option<Kept>,
    /// Who sees into its places.
    pub sight: Seers,
}

impl PlaceFamily {
    /// Number of words of each of its places.
    pub fn words(&self) -> u32 {
        self.order.len() as u32 + self.kept.map_or(0, Kept::words)
    }
}

/// At most `most` of `pieces` together in a place of the family.
#[derive(Clone, Debug)]
pub struct PlaceLimit {
    /// Which.
    pub pieces: Set,
    /// Maximum number (none: unlimited), worked out when the things have arrived. May use `regs[index_regs..]`, set to the indexes of the place before it is worked out.
    pub most: ExprId,
    /// Its first register.
    pub index_regs: Reg,
    /// First value and size of each of the place's indexes, to split its number.
    pub dims: Vec<(i32, u32)>,
    /// Its line.
    pub span: Span,
}

impl PlaceLimit {
    /// Puts the indexes of a place into its registers; the last varies fastest.
    pub fn place_regs(&self, index: u32, regs: &mut [i32]) {
        let mut rest = index;
        for (at, &(first, size)) in self.dims.iter().enumerate().rev() {
            regs[usize::from(self.index_regs) + at] = first + (rest % size.max(1)) as i32;
            rest /= size.max(1);
        }
    }
}

/// Number of words of a value, and how to read it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueShape {
    /// One word: a number, a member, yes (1) or no (0), a place, a piece; none is [`super::NONE`].
    Word,
    /// A set in so many words of 32 members.
    Set(u16),
    /// A list: its length, then elements of `element` words each; `width` words in all when it is stored.
    List {
        /// Words in all.
        width: u16,
        /// Words of an element.
        element: u16,
    },
    /// Counts: a word for each piece of the layout.
    Bag(u16),
}

impl ValueShape {
    /// Number of words it takes where it is stored.
    #[inline]
    pub fn width(self) -> u32 {
        u32::from(match self {
            Self::Word => 1,
            Self::Set(width) | Self::Bag(width) | Self::List { width, .. } => width,
        })
    }

    /// Number of words from the first of a value on that may differ from 0: of a list its length and its elements.
    #[inline]
    pub fn filled(self, words: &[i32]) -> usize {
        let width = self.width() as usize;
        match self {
            Self::List { element, .. } => {
                let elements = words.first().and_then(|len| usize::try_from(*len).ok()).unwrap_or(0);
                (1 + elements.saturating_mul(usize::from(element))).min(width)
            }
            _ => width,
        }
    }
}
