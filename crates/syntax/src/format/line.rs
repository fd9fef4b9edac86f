//! Lines of the new layout.

/// A line of the new layout.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum FormattedLine {
    /// A line that stays as it is written.
    Raw(String),
    /// An empty line.
    Blank,
    /// A comment on a line of its own.
    Comment {
        /// Spaces before it.
        indent: usize,
        /// Its text from `#` on.
        text: String,
    },
    /// A line of code.
    Code(CodeLine),
}

/// A line of code with what stands behind it.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct CodeLine {
    /// Spaces before it.
    pub(super) indent: usize,
    /// Code. Empty if the line only cites.
    pub(super) code: String,
    /// `[VL-4.1]`, or empty.
    pub(super) cites: String,
    /// `# on foot`, or empty.
    pub(super) comment: String,
    /// Width of the table to which it belongs, with its indentation. Zero for other lines.
    pub(super) table: usize,
}
