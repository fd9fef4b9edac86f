//! Sets of at most 256 members.

/// A set of numbers below 256: members of a kind, pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Set(pub [u64; 4]);

impl Set {
    /// How many members a domain may have.
    pub const MOST: usize = 256;
    /// Nothing.
    pub const EMPTY: Self = Self([0; 4]);

    /// `{0, 1, .., n - 1}`.
    pub fn below(n: usize) -> Self {
        (0..n.min(Self::MOST)).fold(Self::EMPTY, |set, member| set.with(member as i32))
    }

    /// With one more member. What is no number below 256 (none, say) adds nothing.
    #[must_use]
    pub fn with(mut self, member: i32) -> Self {
        if let Ok(at) = usize::try_from(member)
            && at < Self::MOST
        {
            self.0[at / 64] |= 1 << (at % 64);
        }
        self
    }

    /// Whether it is a member.
    #[inline]
    pub fn has(self, member: i32) -> bool {
        usize::try_from(member).is_ok_and(|at| at < Self::MOST && self.0[at / 64] >> (at % 64) & 1 == 1)
    }

    /// How many members.
    #[inline]
    pub fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether it has none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    /// Members of either.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }

    /// Members of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }

    /// Members of this one only.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & !other.0[at]))
    }

    /// Every member larger by so much; what leaves 0..256 is dropped.
    #[must_use]
    pub fn shifted(self, by: i32) -> Self {
        self.iter().fold(Self::EMPTY, |set, member| set.with(member + by))
    }

    /// The smallest member.
    pub fn first(self) -> Option<i32> {
        self.iter().next()
    }

    /// The members in rising order.
    pub fn iter(self) -> impl Iterator<Item = i32> {
        self.0.into_iter().enumerate().flat_map(|(at, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                let bit = rest.trailing_zeros();
                (bit < 64).then(|| {
                    rest &= rest - 1;
                    (at as u32 * 64 + bit) as i32
                })
            })
        })
    }

    /// From words of 32 members each, as a state holds it.
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

    /// Into words of 32 members each.
    #[inline]
    pub fn to_words(self, words: &mut [i32]) {
        for (at, word) in words.iter_mut().enumerate().take(8) {
            *word = (self.0[at / 2] >> (at % 2 * 32)) as u32 as i32;
        }
    }
}
