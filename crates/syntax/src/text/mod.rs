//! Sources and positions: byte spans, lines and columns.
//!
//! The only layer that reads the files of a game. Invariant: a [`Span`] refers to a source of the
//! [`Sources`] it came from, and lies on character boundaries.

mod count;
mod fingerprint;
mod lines;
mod shown;
mod sources;

use std::ops::Range;

pub use count::{count, thousands};
pub use fingerprint::Fingerprint;
pub use lines::{
    capital, indent, is_word, lines_around, name_list, one_line, place_parts, plain_ends, shell_path, with_edits,
    without_comment,
};
pub use shown::{REPLACED, clean, is_obeyed};
pub use sources::{MAX_SOURCE_BYTES, Source, SourceId, Sources, in_words, is_hidden, read, unread};

/// A range of bytes of one source: `start..end`. `Span::NONE` marks parts without a source text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Source of the bytes.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// Byte after the last one.
    pub end: u32,
}

impl Span {
    /// Span of parts without a source text.
    pub const NONE: Self = Self { source: SourceId(u16::MAX), start: 0, end: 0 };

    /// The range `start..end` of a source.
    pub fn new(source: SourceId, start: usize, end: usize) -> Self {
        let cut = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { source, start: cut(start), end: cut(end) }
    }

    /// The smallest range that covers both. If the sources differ, the first range.
    pub fn to(self, other: Self) -> Self {
        if self.source != other.source {
            return self;
        }
        Self { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// True if the other range lies in this one.
    pub fn covers(self, other: Self) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }

    /// The bytes in the text of its source.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// True for [`Span::NONE`].
    pub fn is_none(self) -> bool {
        self.source == Self::NONE.source
    }
}

impl std::fmt::Debug for Span {
    /// Writes `3:120..124`, and nothing with `{:-?}`. That flag reaches every part of a tree, so trees can be compared without places.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if f.sign_minus() {
            return Ok(());
        }
        write!(f, "{}:{}..{}", self.source.0, self.start, self.end)
    }
}

/// Declares index types, one for each list.
#[macro_export]
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
        pub struct $name(pub u32);
        impl $name {
            /// The number as an index.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}
pub use ids;
