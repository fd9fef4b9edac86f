//! Value ranges of words (interval analysis).

use crate::NONE;

/// Minimum and maximum, both included.
pub(crate) type Range = (i32, i32);

/// The range of an unknown word.
pub(crate) const ANY: Range = (i32::MIN, i32::MAX);

/// True if a word of this range may be none.
pub(crate) fn may_be_none(range: Range) -> bool {
    range.0 == NONE
}

/// The union of two ranges (their convex hull).
pub(crate) fn either(a: Range, b: Range) -> Range {
    (a.0.min(b.0), a.1.max(b.1))
}

/// A range that was computed in 64 bits, if it contains only words that are not none.
pub(crate) fn narrow(low: i64, high: i64) -> Option<Range> {
    let low = i32::try_from(low).ok().filter(|&low| low != NONE)?;
    Some((low, i32::try_from(high).ok()?))
}

/// Minimum and maximum of the values at the corners of two ranges.
pub(crate) fn corners<const N: usize>(values: [i64; N]) -> (i64, i64) {
    values.iter().fold((i64::MAX, i64::MIN), |(low, high), &value| (low.min(value), high.max(value)))
}
