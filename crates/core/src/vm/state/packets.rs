//! Packets: things that were put down together, with one word for each thing, see [`crate::code::Entry`].

use std::ops::Range;

use crate::code::{End, Entry, HEAD};

/// The packets of a place, in its words. Counts of a corrupt state are clamped to the capacity.
pub(in crate::vm) struct Packets<'a> {
    words: &'a mut [i32],
}

/// Number of things in packets on the top, and at the bottom.
pub(in crate::vm) fn counts(words: &[i32]) -> (usize, usize) {
    let room = words.len().saturating_sub(HEAD);
    let upto =
        |word: usize, most: usize| words.get(word).map_or(0, |&count| usize::try_from(count).unwrap_or(0).min(most));
    let top = upto(0, room);
    (top, upto(1, room - top))
}

/// The things in packets, from the top down.
pub(in crate::vm) fn entries(words: &[i32]) -> &[i32] {
    let (top, bottom) = counts(words);
    words.get(HEAD..HEAD + top + bottom).unwrap_or(&[])
}

/// Number of things of a piece in packets.
pub(in crate::vm) fn packed(words: &[i32], piece: i32) -> i32 {
    among(entries(words), piece)
}

/// Number of these things that are of a piece.
pub(in crate::vm) fn among(entries: &[i32], piece: i32) -> i32 {
    entries.iter().filter(|&&word| Entry(word).piece() == Some(piece)).count() as i32
}

/// The packet that contains an entry.
pub(in crate::vm) fn around(entries: &[i32], at: usize) -> Range<usize> {
    let begins = |&word: &i32| Entry(word).begins();
    let first = entries[..=at].iter().rposition(begins).unwrap_or(0);
    let more = entries[at + 1..].iter().position(begins);
    first..more.map_or(entries.len(), |more| at + 1 + more)
}

impl<'a> Packets<'a> {
    pub(in crate::vm) fn new(words: &'a mut [i32]) -> Self {
        Self { words }
    }

    fn entry(&self, at: usize) -> Entry {
        Entry(self.words[HEAD + at])
    }

    fn all(&self) -> &[i32] {
        entries(self.words)
    }

    /// Forgets all order.
    pub(in crate::vm) fn clear(&mut self) {
        self.words.fill(0);
    }

    /// Removes the topmost thing of a piece. `middle` is the number of such things in no packet. Players who know the packet still
    /// know it if they are in `seen` or all its things are equal. Returns the players who certainly know what left.
    pub(in crate::vm) fn leave(&mut self, piece: i32, middle: i32, seen: u32) -> u32 {
        let (top, bottom) = counts(self.words);
        let is = |word: &i32| Entry(*word).piece() == Some(piece);
        let above = self.all()[..top].iter().position(is);
        let below = || (middle <= 0).then(|| self.all()[top..].iter().position(is)).flatten();
        let Some(at) = above.or_else(|| below().map(|at| top + at)) else {
            return 0;
        };
        let packet = around(self.all(), at);
        let knowers = self.entry(packet.start).knowers();
        let alike = self.all()[packet.clone()].iter().all(is);
        let end = HEAD + top + bottom;
        self.words.copy_within(HEAD + at + 1..end, HEAD + at);
        self.words[end - 1] = 0;
        self.words[usize::from(at >= top)] -= 1;
        self.know(packet.start..packet.end - 1, if alike { knowers } else { knowers & seen });
        if alike { knowers } else { 0 }
    }

    /// Puts a thing at an end: as a packet of its own, or in the outermost packet there. Returns false if there is no room.
    pub(in crate::vm) fn put(&mut self, end: End, piece: i32, knowers: u32, join: bool) -> bool {
        let (top, bottom) = counts(self.words);
        let len = top + bottom;
        if HEAD + len >= self.words.len() {
            return false;
        }
        let packet = match end {
            _ if !join || len == 0 => {
                if end == End::Top {
                    0..0
                } else {
                    len..len
                }
            }
            End::Top => around(self.all(), 0),
            End::Bottom => around(self.all(), len - 1),
        };
        let knowers = if packet.is_empty() { knowers } else { knowers & self.entry(packet.start).knowers() };
        let before = |word: &i32| Entry(*word).piece() <= Some(piece);
        let at = packet.start + self.all()[packet.clone()].iter().take_while(|word| before(word)).count();
        self.words.copy_within(HEAD + at..HEAD + len, HEAD + at + 1);
        self.words[HEAD + at] = Entry::new(piece).0;
        self.words[usize::from(end == End::Bottom)] += 1;
        self.know(packet.start..packet.end + 1, knowers);
        true
    }

    /// Makes these entries one packet.
    fn know(&mut self, packet: Range<usize>, knowers: u32) {
        for at in packet.clone() {
            let entry = self.entry(at);
            let entry = if at == packet.start { entry.first_of_packet(knowers) } else { entry.inside() };
            self.words[HEAD + at] = entry.0;
        }
    }

    /// If the middle is empty (of `all` things), makes all packets top packets.
    pub(in crate::vm) fn settle(&mut self, all: i32) {
        let (top, bottom) = counts(self.words);
        if bottom > 0 && (top + bottom) as i64 >= i64::from(all) {
            (self.words[0], self.words[1]) = ((top + bottom) as i32, 0);
        }
    }
}
