//! Representation of order in a place: the words after its counts.
//!
//! A **row** has a word for each thing, from left to right. A **stack** and a **shuffled** place begin with two numbers: how many
//! things are in packets on the top, and how many in packets at the bottom. A word for each of these follows, from the top down.
//! Things in no packet are the unordered middle; if there are none, all packets count as top packets. The words of a packet are
//! sorted by piece, and unused words are 0. The representation is canonical: equal positions have equal words.

use super::{Reg, SeenBy};

/// The order that the places of a family keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OrderKind {
    /// Left to right; new things go to the right end.
    Row,
    /// Packets; new things go on the top.
    Stack,
    /// Packets; new things are shuffled with everything else.
    Shuffled,
}

/// An order and its capacity.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StoredOrder {
    /// The kind of order.
    pub how: OrderKind,
    /// Maximum number of things that can lie there.
    pub room: u32,
}

impl StoredOrder {
    /// Number of words of the order.
    pub fn words(self) -> u32 {
        match self.how {
            OrderKind::Row => self.room,
            OrderKind::Stack | OrderKind::Shuffled => self.room + HEAD as u32,
        }
    }
}

/// Number of words before the packets.
pub const HEAD: usize = 2;

/// An end of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The top, which is drawn first.
    Top,
    /// The bottom, which is drawn last.
    Bottom,
}

/// The players who see into the places of a family: alternatives.
#[derive(Clone, Debug, Default)]
pub struct Seers {
    /// The conditions, evaluated with the indexes of the place in registers `index_regs..`.
    pub seers: Vec<SeenBy>,
    /// The first register for the indexes.
    pub index_regs: Reg,
    /// First value and size of each index.
    pub dims: Vec<(i32, u32)>,
}

/// A thing in a place that keeps order, packed into one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry(pub i32);

/// Number of bits for a piece, counted from 1.
const PIECE: u32 = 9;

impl Entry {
    /// An unused word.
    pub const NONE: Self = Self(0);

    /// A thing inside a packet, or in a row.
    pub fn new(piece: i32) -> Self {
        Self((piece + 1) & ((1 << PIECE) - 1))
    }

    /// This thing as the first of its packet, with the players who know the packet: a bit for each seat, then one for everybody
    /// else.
    #[must_use]
    pub fn first_of_packet(self, knowers: u32) -> Self {
        Self(self.inside().0 | 1 << PIECE | ((knowers & ((1 << 20) - 1)) << (PIECE + 1)) as i32)
    }

    /// This thing, not first in its packet.
    #[must_use]
    pub fn inside(self) -> Self {
        Self(self.0 & ((1 << PIECE) - 1))
    }

    /// The piece. `None` for an unused word.
    pub fn piece(self) -> Option<i32> {
        let piece = self.inside().0;
        (piece > 0).then(|| piece - 1)
    }

    /// True if it is the first of its packet.
    pub fn begins(self) -> bool {
        self.0 >> PIECE & 1 == 1
    }

    /// The players who know its packet, if it is the first.
    pub fn knowers(self) -> u32 {
        (self.0 >> (PIECE + 1)) as u32
    }
}
