//! Bit sets of at most 256 members.

/// A set of numbers below 256, such as members of a kind or pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Set(pub [u64; 4]);

impl Set {
    /// Maximum number of members of a domain.
    pub const MOST: usize = 256;
    /// The empty set.
    pub const EMPTY: Self = Self([0; 4]);

    /// The set of all 256 numbers.
    pub const ALL: Self = Self([u64::MAX; 4]);

    /// `{0, 1, .., n - 1}`.
    pub fn below(n: usize) -> Self {
        (0..n.min(Self::MOST)).fold(Self::EMPTY, |set, member| set.with(member as i32))
    }

    /// True if this is `{0, 1, .., n - 1}`.
    #[inline]
    pub fn is_below(self, n: usize) -> bool {
        let lowest = |many: usize| if many < 64 { (1 << many) - 1 } else { u64::MAX };
        self.0.iter().enumerate().all(|(at, &word)| word == lowest(n.saturating_sub(at * 64)))
    }

    /// True if a set can contain this member.
    #[inline]
    pub(crate) fn can_contain(member: i32) -> bool {
        (member as u32) < Self::MOST as u32
    }

    /// The set with one more member. A number outside 0..256, such as none, adds nothing.
    #[must_use]
    #[inline]
    pub fn with(mut self, member: i32) -> Self {
        if let Ok(at) = usize::try_from(member)
            && at < Self::MOST
        {
            self.0[at / 64] |= 1 << (at % 64);
        }
        self
    }

    /// True if it is a member.
    #[inline]
    pub fn has(self, member: i32) -> bool {
        usize::try_from(member).is_ok_and(|at| at < Self::MOST && self.0[at / 64] >> (at % 64) & 1 == 1)
    }

    /// Number of members.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// True if it has no members.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    /// The union.
    #[must_use]
    #[inline]
    pub fn or(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a | e, b | f, c | g, d | h])
    }

    /// The intersection.
    #[must_use]
    #[inline]
    pub fn and(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a & e, b & f, c & g, d & h])
    }

    /// The difference: the members of this set only.
    #[must_use]
    #[inline]
    pub fn minus(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a & !e, b & !f, c & !g, d & !h])
    }

    /// The members that are at least this.
    #[must_use]
    pub fn from(mut self, least: i32) -> Self {
        for (at, word) in self.0.iter_mut().enumerate() {
            match least.saturating_sub(at as i32 * 64) {
                ..=0 => {}
                below @ 1..=63 => *word &= u64::MAX << below,
                _ => *word = 0,
            }
        }
        self
    }

    /// Every member plus a constant. Results outside 0..256 are dropped.
    #[must_use]
    pub fn shifted(self, by: i32) -> Self {
        if by == 0 {
            return self;
        }
        let (words, bits) = ((by.unsigned_abs() / 64) as usize, by.unsigned_abs() % 64);
        // A word of the result combines two neighbours: the bits that stay in their word, and those carried over.
        let from = |at: Option<usize>| at.and_then(|at| self.0.get(at)).copied().unwrap_or(0);
        let carried = |word: u64, shift: u32| if shift == 64 { 0 } else { word };
        Self(std::array::from_fn(|at| {
            if by >= 0 {
                let stay = from(at.checked_sub(words)) << bits;
                stay | carried(from(at.checked_sub(words + 1)), 64 - bits).wrapping_shr(64 - bits)
            } else {
                let stay = from(at.checked_add(words)) >> bits;
                stay | carried(from(at.checked_add(words + 1)), 64 - bits).wrapping_shl(64 - bits)
            }
        }))
    }

    /// The smallest member.
    #[inline]
    pub fn first(self) -> Option<i32> {
        self.iter().next()
    }

    /// The members in ascending order.
    #[inline]
    pub fn iter(self) -> Members {
        Members { words: self.0, at: 0 }
    }

    /// Decodes a set from words of 32 members each, as in a state.
    #[inline]
    pub fn from_words(words: &[i32]) -> Self {
        if let [only] = words {
            return Self([u64::from(*only as u32), 0, 0, 0]);
        }
        let mut set = [0u64; 4];
        for (at, &word) in words.iter().enumerate().take(8) {
            set[at / 2] |= u64::from(word as u32) << (at % 2 * 32);
        }
        Self(set)
    }

    /// Encodes the set into words of 32 members each.
    #[inline]
    pub fn to_words(self, words: &mut [i32]) {
        for (at, word) in words.iter_mut().enumerate().take(8) {
            *word = (self.0[at / 2] >> (at % 2 * 32)) as u32 as i32;
        }
    }
}

/// The members of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Members {
    words: [u64; 4],
    at: usize,
}

impl Iterator for Members {
    type Item = i32;

    #[inline]
    fn next(&mut self) -> Option<i32> {
        while let Some(word) = self.words.get_mut(self.at) {
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some((self.at as u32 * 64 + bit) as i32);
            }
            self.at += 1;
        }
        None
    }
}
