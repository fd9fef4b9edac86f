//! Sources and places in them: byte spans, lines and columns.
//!
//! The only layer that touches the files of a game. Invariant: a [`Span`] always names a source of the
//! [`Sources`] it came from and lies on character boundaries.

mod count;
mod fingerprint;
mod lines;
mod shown;
mod sources;

pub use count::{count, thousands};
pub use fingerprint::Fingerprint;
pub use lines::{capital, is_word, lines_around, one_line, without_comment};
pub use shown::{REPLACED, clean, is_obeyed};
pub use sources::{MAX_SOURCE_BYTES, Source, SourceId, Sources, in_words, is_hidden, read};

/// A stretch of bytes of one source: `start..end`. `Span::NONE` stands for "nowhere" (what the machine itself made).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// The source the bytes belong to.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// Nowhere: for what no text stands for.
    pub const NONE: Self = Self { source: SourceId(u16::MAX), start: 0, end: 0 };

    /// The stretch `start..end` of `source`.
    pub fn new(source: SourceId, start: usize, end: usize) -> Self {
        let cut = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { source, start: cut(start), end: cut(end) }
    }

    /// The smallest stretch that covers both; of two sources the first wins.
    pub fn to(self, other: Self) -> Self {
        if self.source != other.source {
            return self;
        }
        Self { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// Whether the other stretch lies in this one.
    pub fn covers(self, other: Self) -> bool {
        self.source == other.source && self.start <= other.start && other.end <= self.end
    }

    /// Whether this is [`Span::NONE`].
    pub fn is_none(self) -> bool {
        self.source == Self::NONE.source
    }
}

impl std::fmt::Debug for Span {
    /// `3:120..124`; with `{:-?}`, which reaches every part of a tree, nothing: two trees that read alike then are the same but for
    /// the places where their parts stand.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if f.sign_minus() {
            return Ok(());
        }
        write!(f, "{}:{}..{}", self.source.0, self.start, self.end)
    }
}

/// Numbers of the elements of a list, each list with a type of its own.
#[macro_export]
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
        pub struct $name(pub u32);
        impl $name {
            /// As an index of the list it names.
            #[inline]
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}
pub use ids;
