//! Memory layout of a state: which words hold which things, and in which shape.

use super::{ExprId, Seers, Set, StoredOrder};
use tavola_syntax::text::Span;

/// The number of a word in a state.
pub type Slot = u32;
/// The number of a scratch register. Registers hold the names inside expressions.
pub type Reg = u16;

/// The layout of a state.
#[derive(Clone, Debug, Default)]
pub struct Layout {
    /// Number of words of a state.
    pub words: u32,
    /// Number of scratch registers.
    pub regs: u32,
    /// All pieces (types of things), numbered; at most 256.
    pub pieces: Vec<Piece>,
    /// All places, numbered.
    pub cells: Vec<PlaceCell>,
    /// Families of places: one for each row of the author's table.
    pub families: Vec<PlaceFamily>,
    /// Number of players.
    pub players: u32,
    /// The word that counts open transactions, if the game has any.
    pub transactions: Option<Slot>,
    /// The first word of the rules' frames (locals and return addresses). All words before it are on the table.
    pub frames: Slot,
}

impl Layout {
    /// The pieces that are figures.
    pub fn figures(&self) -> Set {
        let figures = self.pieces.iter().enumerate().filter(|(_, piece)| piece.figure.is_some());
        figures.fold(Set::EMPTY, |all, (piece, _)| all.with(piece as i32))
    }

    /// The order words of all places that keep one and may hold such pieces, as ranges: first word and number of words.
    pub(crate) fn order_of(&self, pieces: Set) -> Vec<(Slot, u32)> {
        let order = |cell: &PlaceCell| {
            let family = &self.families[cell.family as usize];
            let order = family.stored_order.filter(|_| !family.holds.and(pieces).is_empty())?;
            Some((cell.base + family.order.len() as u32, order.words()))
        };
        self.cells.iter().filter_map(order).collect()
    }

    /// The words that count these pieces, in all places.
    pub fn words_of(&self, pieces: Set) -> Vec<Slot> {
        let mut words: Vec<Slot> = pieces.iter().filter_map(|piece| self.pieces.get(piece as usize)?.figure).collect();
        let held =
            |family: &PlaceFamily| pieces.iter().filter_map(|piece| *family.offsets.get(piece as usize)?).collect();
        let held: Vec<Vec<u16>> = self.families.iter().map(held).collect();
        for cell in &self.cells {
            words.extend(held[cell.family as usize].iter().map(|&offset| cell.base + u32::from(offset)));
        }
        words
    }
}

/// A piece: a type of interchangeable things, such as `cart[anna]` or the card `feast`.
#[derive(Clone, Debug)]
pub struct Piece {
    /// The row of the components.
    pub component: u32,
    /// Its index within the component.
    pub index: u32,
    /// Number of copies. `None`: unlimited; then the start state has `i32::MAX / 2` in the supply.
    pub copies: Option<u32>,
    /// For a figure: the word that holds the number of its place.
    pub figure: Option<Slot>,
}

/// A place.
#[derive(Clone, Debug)]
pub struct PlaceCell {
    /// Its family.
    pub family: u32,
    /// Its index within the family.
    pub index: u32,
    /// Its first word. It begins the counts of the pieces that it may hold; its order follows (see [`PlaceFamily::stored_order`]).
    pub base: Slot,
}

/// A family of places: they hold the same pieces in the same layout.
#[derive(Clone, Debug)]
pub struct PlaceFamily {
    /// The row of the places.
    pub place: u32,
    /// The number of its first place. The numbers of a family are consecutive.
    pub first: u32,
    /// Number of places.
    pub count: u32,
    /// For each piece, the offset of its word from the base. `None`: it may not lie here, or it is a figure (in `holds`, with a
    /// word of its own).
    pub offsets: Vec<Option<u16>>,
    /// The pieces that may lie here.
    pub holds: Set,
    /// The pieces in the order of their words.
    pub order: Vec<u32>,
    /// Maximum numbers of things; expressions over registers with the indexes of the place.
    pub limits: Vec<PlaceLimit>,
    /// The order that its places keep. `None`: none.
    pub stored_order: Option<StoredOrder>,
    /// The players who see into its places.
    pub sight: Seers,
}

impl PlaceFamily {
    /// Number of words of each of its places.
    pub fn words(&self) -> u32 {
        self.order.len() as u32 + self.stored_order.map_or(0, StoredOrder::words)
    }
}

/// A limit of a family's places: at most `most` of `pieces` together.
#[derive(Clone, Debug)]
pub struct PlaceLimit {
    /// The pieces that it counts.
    pub pieces: Set,
    /// Maximum number (none: unlimited), evaluated after the things have arrived. The indexes of the place are in
    /// `regs[index_regs..]`.
    pub most: ExprId,
    /// The first register for the indexes.
    pub index_regs: Reg,
    /// First value and size of each index, to split the place's number.
    pub dims: Vec<(i32, u32)>,
    /// Its line in the rules.
    pub span: Span,
}

impl PlaceLimit {
    /// Writes the indexes of a place into the registers; the last index varies fastest.
    pub(crate) fn place_regs(&self, index: u32, regs: &mut [i32]) {
        let mut rest = index;
        for (at, &(first, size)) in self.dims.iter().enumerate().rev() {
            regs[usize::from(self.index_regs) + at] = first + (rest % size.max(1)) as i32;
            rest /= size.max(1);
        }
    }
}

/// The shape of a stored value: its number of words and its representation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueShape {
    /// One word: a number, a member, yes (1) or no (0), a place, a piece. None is [`super::NONE`].
    Word,
    /// A set, as a number of words with 32 members each.
    Set(u16),
    /// A list: its length, then elements of `element` words each. It takes `width` words when stored.
    List {
        /// Total number of words.
        width: u16,
        /// Number of words of an element.
        element: u16,
    },
    /// A bag: a count for each piece of the layout, one word each.
    Bag(u16),
}

impl ValueShape {
    /// Number of words of a stored value.
    #[inline]
    pub fn width(self) -> u32 {
        u32::from(match self {
            Self::Word => 1,
            Self::Set(width) | Self::Bag(width) | Self::List { width, .. } => width,
        })
    }

    /// Number of leading words that may differ from 0: for a list, its length and elements.
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
