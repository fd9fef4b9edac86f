//! Sets of values: exact below 256, an interval elsewhere.

use crate::code::{NONE, Set};

/// An upper bound of the values that a word can have, or a set or list can contain. None is not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueSet {
    /// Numbers from 0 to 255, such as members of a kind.
    Members(Set),
    /// All numbers from the first to the second one.
    Span(i32, i32),
}

impl ValueSet {
    /// No values.
    pub const EMPTY: Self = Self::Members(Set::EMPTY);
    /// All numbers: nothing is known.
    pub const ANY: Self = Self::Span(NONE + 1, i32::MAX);
    /// The values of a condition.
    pub(crate) const TRUTH: Self = Self::Members(Set([3, 0, 0, 0]));

    /// One value. None gives no values.
    pub fn one(value: i32) -> Self {
        if value == NONE { Self::EMPTY } else { Self::span(value.into(), value.into()) }
    }

    /// All numbers of an interval that a word can hold. An overflow is a fault, so numbers outside are no values.
    pub fn span(low: i64, high: i64) -> Self {
        let (low, high) = (low.max(i64::from(NONE) + 1), high.min(i32::MAX.into()));
        if low > high {
            return Self::EMPTY;
        }
        match (usize::try_from(low), usize::try_from(high)) {
            (Ok(_), Ok(high)) if high < Set::MOST => Self::Members(Set::below(high + 1).from(low as i32)),
            _ => Self::Span(low as i32, high as i32),
        }
    }

    /// The numbers below `count`.
    pub fn below(count: usize) -> Self {
        Self::span(0, count as i64 - 1)
    }

    /// The lowest and the highest value. `None` if there are no values.
    pub fn ends(self) -> Option<(i64, i64)> {
        match self {
            Self::Members(set) => Some((set.first()?.into(), set.iter().last()?.into())),
            Self::Span(low, high) => Some((low.into(), high.into())),
        }
    }

    /// Number of values.
    pub fn size(self) -> u64 {
        match self {
            Self::Members(set) => set.len().into(),
            Self::Span(low, high) => (i64::from(high) - i64::from(low) + 1) as u64,
        }
    }

    /// The values as members. `None` if some are no members.
    pub fn members(self) -> Option<Set> {
        match self {
            Self::Members(set) => Some(set),
            Self::Span(..) => None,
        }
    }

    /// The values of either set.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        match (self, other, self.ends(), other.ends()) {
            (Self::Members(one), Self::Members(two), ..) => Self::Members(one.or(two)),
            (_, _, Some(one), Some(two)) => Self::span(one.0.min(two.0), one.1.max(two.1)),
            (all, _, _, None) | (_, all, None, _) => all,
        }
    }

    /// The values in both sets.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let within = |set: Set, (low, high): (i64, i64)| {
            let inside = set.iter().filter(|member| (low..=high).contains(&i64::from(*member)));
            Self::Members(inside.fold(Set::EMPTY, Set::with))
        };
        match (self, other, self.ends(), other.ends()) {
            (Self::Members(one), Self::Members(two), ..) => Self::Members(one.and(two)),
            (Self::Members(set), _, _, Some(ends)) | (_, Self::Members(set), Some(ends), _) => within(set, ends),
            (_, _, Some(one), Some(two)) => Self::span(one.0.max(two.0), one.1.min(two.1)),
            _ => Self::EMPTY,
        }
    }

    /// Every value plus a constant.
    #[must_use]
    pub fn plus(self, by: i32) -> Self {
        let moved =
            self.ends().map_or(Self::EMPTY, |(low, high)| Self::span(low + i64::from(by), high + i64::from(by)));
        match (self, moved) {
            (Self::Members(set), Self::Members(_)) => Self::Members(set.shifted(by)),
            (_, moved) => moved,
        }
    }

    /// The interval of an operation that is monotonic in each operand, from the ends.
    #[must_use]
    pub fn with(self, other: Self, how: impl Fn(i64, i64) -> i64) -> Self {
        let (Some(one), Some(two)) = (self.ends(), other.ends()) else { return Self::EMPTY };
        let ends = [(one.0, two.0), (one.0, two.1), (one.1, two.0), (one.1, two.1)].map(|(a, b)| how(a, b));
        Self::span(ends.into_iter().min().unwrap_or(0), ends.into_iter().max().unwrap_or(0))
    }
}
