//! Limits: rules are untrusted input, and nothing they contain may hang or overflow what reads them.
//!
//! Invariant: a text that passes [`check`] gives a tree at most [`MAX_LEVELS`] levels deep (a chain `a.b.c` aside,
//! which [`MAX_CHAIN`] bounds), so every later walk over the tree may recurse.

/// The most bytes of one line, its continuations included.
pub(super) const MAX_LINE: usize = 8 << 10;
/// The most lines of one text.
pub(super) const MAX_LINES: usize = 50_000;
/// The most blocks inside one another.
pub(super) const MAX_BLOCKS: usize = 40;
/// The most brackets inside one another.
pub(super) const MAX_BRACKETS: usize = 40;
/// The most levels of brackets, operators and opening words inside one another.
pub(super) const MAX_LEVELS: usize = 200;
/// The most dots, indexes and calls after one word: `a.b[c](d)`.
pub(super) const MAX_CHAIN: usize = 8;
/// The most `else if` after one `if`.
pub(super) const MAX_ELSE_IF: usize = 60;
/// The most findings of one text.
pub(super) const MAX_FINDINGS: usize = 100;

/// What [`check`] can object to, with the byte where it happens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Excess {
    /// More than [`MAX_LINE`] bytes.
    Length,
    /// More than [`MAX_BRACKETS`] brackets, or [`MAX_LEVELS`] levels.
    Depth(usize),
}

/// Words after which an expression goes one level deeper.
const OPENING: [&str; 16] = [
    "not", "if", "then", "else", "of", "some", "no", "every", "has", "the", "first", "rank", "where", "for", "and",
    "or",
];

/// One level of brackets: what was counted in it, and the deepest of the brackets inside it.
#[derive(Clone, Copy, Default)]
struct BracketLevel {
    own: usize,
    inner: usize,
}

/// Whether a text is short and flat enough to be parsed.
pub(super) fn check(text: &str) -> Result<(), Excess> {
    if text.len() > MAX_LINE {
        return Err(Excess::Length);
    }
    let mut levels = vec![BracketLevel::default()];
    let mut quoted = false;
    let mut at = 0;
    let bytes = text.as_bytes();
    while at < bytes.len() {
        let start = at;
        at += 1;
        match bytes[start] {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'[' | b'{' => levels.push(BracketLevel::default()),
            b')' | b']' | b'}' if levels.len() > 1 => {
                let closed = levels.pop().expect("there is more than one level");
                let top = levels.last_mut().expect("the lowest level is never closed");
                top.inner = top.inner.max(closed.own + closed.inner + 1);
            }
            b'+' | b'-' | b'*' | b'/' | b':' | b'<' | b'>' => count(&mut levels),
            b if b.is_ascii_alphabetic() => {
                // A name goes on with letters of all scripts, which have no byte below 128.
                while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_' || bytes[at] >= 128) {
                    at += 1;
                }
                if OPENING.contains(&&text[start..at]) {
                    count(&mut levels);
                }
            }
            _ => {}
        }
        let open: usize = levels.iter().map(|level| level.own + 1).sum();
        let top = levels.last().expect("the lowest level is never closed");
        if levels.len() > MAX_BRACKETS || open + top.inner > MAX_LEVELS {
            return Err(Excess::Depth(start));
        }
    }
    Ok(())
}

fn count(levels: &mut [BracketLevel]) {
    levels.last_mut().expect("the lowest level is never closed").own += 1;
}
