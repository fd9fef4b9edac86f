//! Encoding of the words of an option as ids.

use tavola_core::code::{NONE, Set};
use tavola_core::lower::values::ValueSet;

/// Maximum number of ids of one arm of a question. An arm with more options is asked part by part.
pub(crate) const MOST_AT_ONCE: u64 = 512;

/// Number of ids for the digits of a number with more than [`MOST_AT_ONCE`] values.
const DIGITS: u32 = 16;

/// Numbers the values of a word.
#[derive(Clone, Debug)]
pub(super) enum Numbering {
    /// One id for each value.
    Listed {
        low: i32,
        /// The number of each value from `low` on; [`u16::MAX`] for numbers that are no values. `None`: all are.
        ranks: Option<Box<[u16]>>,
        /// Number of values.
        count: u32,
        /// True if it may also be none, which comes last.
        none: bool,
    },
    /// Digits to the base 16 of the distance from `low`, the first one first.
    Digits { low: i64, digits: u32 },
}

impl Numbering {
    /// Numbers these values. `none`: the word may also be none.
    pub(super) fn of(values: ValueSet, none: bool) -> Self {
        let (low, high) = values.ends().unwrap_or((0, -1));
        if values.size() > MOST_AT_ONCE {
            // From a multiple of 16 on, so that the last digit is that of the number. None is the lowest word.
            let low = if none { NONE.into() } else { low.div_euclid(DIGITS.into()) * i64::from(DIGITS) };
            let bits = u64::BITS - ((high - low) as u64).leading_zeros();
            return Self::Digits { low, digits: bits.div_ceil(4) };
        }
        let ranks = values.members().filter(|set| u64::from(set.len()) <= (high - low) as u64).map(|set| {
            let mut ranks = vec![u16::MAX; (high - low) as usize + 1];
            (0..).zip(set.iter()).for_each(|(rank, member)| ranks[(i64::from(member) - low) as usize] = rank);
            ranks.into()
        });
        Self::Listed { low: low as i32, ranks, count: values.size() as u32, none }
    }

    /// Number of ids.
    pub(super) fn ids(&self) -> u32 {
        match self {
            Self::Listed { count, none, .. } => count + u32::from(*none),
            Self::Digits { .. } => DIGITS,
        }
    }

    /// The values in the order of their ids. `None` if the ids are digits.
    pub(super) fn values(&self) -> Option<Vec<i32>> {
        let Self::Listed { low, ranks, count, none } = self else { return None };
        let is_value = |at: &i32| ranks.as_ref().is_none_or(|ranks| ranks[*at as usize] != u16::MAX);
        let room = ranks.as_ref().map_or(*count, |ranks| ranks.len() as u32);
        let values = (0..room as i32).filter(is_value).map(|at| low + at);
        Some(values.chain(none.then_some(NONE)).collect())
    }

    /// Number of ids that name one value.
    fn length(&self) -> usize {
        match self {
            Self::Listed { .. } => 1,
            Self::Digits { digits, .. } => *digits as usize,
        }
    }

    /// The number of a value, or of one of its digits.
    #[inline]
    fn rank(&self, value: i32, digit: usize) -> Option<u32> {
        match self {
            Self::Listed { low, ranks, count, none } => {
                let at = value.wrapping_sub(*low) as u32;
                match ranks {
                    _ if value == NONE => none.then_some(*count),
                    None => Some(at).filter(|at| at < count),
                    Some(ranks) => {
                        ranks.get(at as usize).filter(|rank| **rank != u16::MAX).map(|rank| u32::from(*rank))
                    }
                }
            }
            Self::Digits { low, digits } => {
                let distance = u64::try_from(i64::from(value) - low).ok()?;
                let shift = 4 * (digits - 1 - digit as u32);
                let is_in_room = distance >> (4 * digits) == 0;
                is_in_room.then_some((distance >> shift) as u32 % DIGITS)
            }
        }
    }
}

/// The form of a part.
#[derive(Clone, Debug)]
pub(super) enum PartForm {
    /// A word.
    One,
    /// A set of this number of words: its members in ascending order, then the end.
    Set(usize),
    /// A list of words: its elements, then the end.
    List,
}

/// A value of an option that is asked by itself.
#[derive(Clone, Debug)]
pub(super) struct PartCode {
    /// Its first id.
    pub(super) first: u32,
    /// Its first word in the option.
    pub(super) at: usize,
    pub(super) form: PartForm,
    pub(super) numbering: Numbering,
}

impl PartCode {
    /// The words of its value.
    fn words<'o>(&self, option: &'o [i32]) -> &'o [i32] {
        option.get(self.at..).unwrap_or(&[])
    }

    /// Number of ids that name its value in an option.
    fn length(&self, option: &[i32]) -> usize {
        let values = match self.form {
            PartForm::One => return self.numbering.length(),
            PartForm::Set(width) => Set::from_words(&self.words(option)[..width]).len() as usize,
            PartForm::List => usize::try_from(self.words(option)[0]).unwrap_or(0),
        };
        values * self.numbering.length() + 1
    }

    /// The id at a depth below [`PartCode::length`].
    fn id(&self, option: &[i32], depth: usize) -> Option<u32> {
        let (words, length) = (self.words(option), self.numbering.length());
        let value = match self.form {
            PartForm::One => words.first().copied(),
            PartForm::Set(width) => Set::from_words(&words[..width]).iter().nth(depth / length),
            PartForm::List => words.get(1..=usize::try_from(words[0]).ok()?)?.get(depth / length).copied(),
        };
        let rank = match value {
            Some(value) => self.numbering.rank(value, depth % length)?,
            None => self.numbering.ids(),
        };
        Some(self.first + rank)
    }
}

/// Encoding of the options of an arm as ids.
#[derive(Clone, Debug)]
pub(super) enum ArmCode {
    /// This set-up never offers it.
    Closed,
    /// One id for each option: the first id, and for each word after the arm its numbering and the distance of its ids.
    Whole(u32, Box<[(Numbering, u32)]>),
    /// Several ids for each option.
    Parts(Box<[PartCode]>),
}

impl ArmCode {
    /// The id of an option at a depth. `None` if there is none.
    #[inline]
    pub(super) fn id(&self, option: &[i32], depth: usize) -> Option<u32> {
        match self {
            Self::Closed => None,
            Self::Whole(first, names) => {
                let mut id = *first;
                for ((numbering, distance), &value) in names.iter().zip(&option[1..]) {
                    id += numbering.rank(value, 0)? * distance;
                }
                (depth == 0).then_some(id)
            }
            Self::Parts(parts) => {
                let mut left = depth;
                for part in parts {
                    let length = part.length(option);
                    if left < length {
                        return part.id(option, left);
                    }
                    left -= length;
                }
                None
            }
        }
    }
}
