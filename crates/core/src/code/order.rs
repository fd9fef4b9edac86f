//! How a place that keeps order holds it: words behind its counts.
//!
//! A **row** has a word for each thing, from left to right. A **stack** and a **shuffled** place have two numbers first: how
//! many things lie in packets on the top, how many in packets at the bottom; then a word for each of these, from the top
//! down. What lies in no packet is the unordered middle; where nothing does, all packets count as those of the top. The
//! words of a packet stand in the order of their pieces; all other words are 0. So equal positions are equal words.

use super::{Reg, SeenBy};

/// How places of a family keep their things in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keep {
    /// Left to right; what comes goes to the right end.
    Row,
    /// Packets; what comes goes on the top.
    Stack,
    /// Packets; what comes is shuffled with everything else.
    Shuffled,
}

/// Order that is kept: how, and for how many things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kept {
    /// How.
    pub how: Keep,
    /// As many things as can ever lie there.
    pub room: u32,
}

impl Kept {
    /// Number of words it takes.
    pub fn words(self) -> u32 {
        match self.how {
            Keep::Row => self.room,
            Keep::Stack | Keep::Shuffled => self.room + HEAD as u32,
        }
    }
}

/// The numbers before the packets.
pub const HEAD: usize = 2;

/// An end of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// What is drawn next.
    Top,
    /// What is drawn last.
    Bottom,
}

/// Who sees into the places of a family: alternatives.
#[derive(Clone, Debug, Default)]
pub struct Seers {
    /// Worked out with the indexes of the place in registers `index_regs..`.
    pub seers: Vec<SeenBy>,
    /// The first register.
    pub index_regs: Reg,
    /// First value and size of each index.
    pub dims: Vec<(i32, u32)>,
}

/// A thing in a place that keeps order: one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry(pub i32);

/// Bits of a piece, counted from 1.
const PIECE: u32 = 9;

impl Entry {
    /// Nothing.
    pub const NONE: Self = Self(0);

    /// A thing inside a packet, or in a row.
    pub fn new(piece: i32) -> Self {
        Self((piece + 1) & ((1 << PIECE) - 1))
    }

    /// This thing as the first of its packet, with those who know the packet: a bit for each seat, then one for everybody else.
    #[must_use]
    pub fn first_of_packet(self, knowers: u32) -> Self {
        Self(self.inside().0 | 1 << PIECE | ((knowers & ((1 << 20) - 1)) << (PIECE + 1)) as i32)
    }

    /// This thing, not as the first of a packet.
    #[must_use]
    pub fn inside(self) -> Self {
        Self(self.0 & ((1 << PIECE) - 1))
    }

    /// Which sort; none where nothing lies.
    pub fn piece(self) -> Option<i32> {
        let piece = self.inside().0;
        (piece > 0).then(|| piece - 1)
    }

    /// Whether it is the first of its packet.
    pub fn begins(self) -> bool {
        self.0 >> PIECE & 1 == 1
    }

    /// Who knows its packet, where it is the first.
    pub fn knowers(self) -> u32 {
        (self.0 >> (PIECE + 1)) as u32
    }
}
