//! Codes of syntax findings, each with a text that causes it.

/// A tab: `\tmove rider to hill`.
pub const TAB: &str = "E0101";
/// An indented line with nothing above it that it could belong to.
pub const ORPHAN: &str = "E0102";
/// A line that stands between two blocks, or not in line with its block.
pub const MISALIGNED: &str = "E0103";
/// A block under a line that takes none: a deeper line under `stop`.
pub const NO_BLOCK_HERE: &str = "E0104";
/// A line that needs a block and has none: `if free_back` with nothing below.
pub const BLOCK_MISSING: &str = "E0105";
/// A text that is never closed: `"Where?`.
pub const OPEN_TEXT: &str = "E0106";
/// A bracket that is never closed, or closes nothing: `far(c, d`.
pub const BRACKET: &str = "E0107";
/// Brackets, conditions or blocks nested too deep.
pub const TOO_DEEP: &str = "E0108";
/// A line or a text that is too long.
pub const TOO_LONG: &str = "E0109";
/// A line in column 1 that begins with no known word: `acton build`.
pub const UNKNOWN_ITEM: &str = "E0110";
/// The first line of an item that cannot be read: `track [Player]`.
pub const BROKEN_ITEM: &str = "E0111";
/// An item with the wrong sort of body: sentences where a table belongs.
pub const WRONG_BODY: &str = "E0112";
/// `change`, `replace` or `remove` of something that cannot be changed like this: `remove game x`.
pub const OVERLAY: &str = "E0113";
/// A table without its heading.
pub const NO_TABLE: &str = "E0120";
/// A row that does not end in a bar: `| 1 | 2`.
pub const ROW_OPEN: &str = "E0121";
/// A row with more or fewer cells than the heading.
pub const CELL_COUNT: &str = "E0122";
/// A column that this table does not have: `valeu`.
pub const UNKNOWN_COLUMN: &str = "E0123";
/// A column that is required and missing, or that appears twice.
pub const COLUMN: &str = "E0124";
/// `||` where the table has no such division, or none where it needs one.
pub const DIVISION: &str = "E0125";
/// A cell that does not fit its column: `two and a half` in `count`.
pub const BROKEN_CELL: &str = "E0126";
/// A field that a sheet does not have: `effects:`.
pub const UNKNOWN_FIELD: &str = "E0130";
/// A field that cannot be read: `limit: twice`.
pub const BROKEN_FIELD: &str = "E0131";
/// A line that is neither a sentence nor a call: `mvoe rider to hill`.
pub const UNKNOWN_SENTENCE: &str = "E0140";
/// A sentence that cannot be read: `move rider hill`.
pub const BROKEN_SENTENCE: &str = "E0141";
/// `else` without its `if`, `option` without its `one of`.
pub const STRAY: &str = "E0142";
/// `if c: a; b` on one line: it is unclear whether `b` is under the condition.
pub const AFTER_COLON: &str = "E0143";
/// An expression that cannot be read: `1 +`.
pub const BROKEN_EXPRESSION: &str = "E0150";
/// A sign or phrase of other languages and of rulebooks: `=`, `!=`, `&&`, `is more than`.
pub const SIGN: &str = "E0151";
/// A missing word: `each p Player`.
pub const WORD_MISSING: &str = "E0152";
/// A reserved word used as a name: `let to = 3`.
pub const RESERVED: &str = "E0153";
/// A number that is too large.
pub const NUMBER: &str = "E0154";
/// A hole in a text that cannot be read: `"{owner"`.
pub const HOLE: &str = "E0155";
/// A character that is not allowed here: curly quotes, special spaces, accents in names.
pub const CHARACTER: &str = "E0156";
/// A citation that is not a clause id: `[SM 4.1]`.
pub const CITATION: &str = "E0157";
