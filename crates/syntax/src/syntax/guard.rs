//! Resource limits of the parser. Rules are untrusted input and must not hang it or overflow its stack.
//!
//! Invariant: a text that passes [`check`] gives a tree of at most [`MAX_LEVELS`] levels, so every pass over the tree may recurse.
//! Chains such as `a.b.c` are limited by [`MAX_CHAIN`].

/// Maximum length of a line in bytes, with its continuations.
pub(super) const MAX_LINE: usize = 8 << 10;
/// Maximum number of lines of a text.
pub(super) const MAX_LINES: usize = 50_000;
/// Maximum nesting depth of blocks.
pub(super) const MAX_BLOCKS: usize = 40;
/// Maximum nesting depth of brackets.
pub(super) const MAX_BRACKETS: usize = 40;
/// Maximum nesting depth of brackets, operators and opening words together.
pub(super) const MAX_LEVELS: usize = 200;
/// Maximum number of dots, indexes and calls after one word: `a.b[c](d)`.
pub(super) const MAX_CHAIN: usize = 8;
/// Maximum number of `else if` after one `if`.
pub(super) const MAX_ELSE_IF: usize = 60;
/// Maximum number of findings for one text.
pub(super) const MAX_FINDINGS: usize = 100;

/// A limit that [`check`] found exceeded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Excess {
    /// More than [`MAX_LINE`] bytes.
    Length,
    /// More than [`MAX_BRACKETS`] brackets, or [`MAX_LEVELS`] levels, at this byte.
    Depth(usize),
}

/// Words that add a nesting level to an expression.
const OPENING: [&str; 16] = [
    "not", "if", "then", "else", "of", "some", "no", "every", "has", "the", "first", "rank", "where", "for", "and",
    "or",
];

/// A level of brackets: its own count, and the maximum depth inside it.
#[derive(Clone, Copy, Default)]
struct BracketLevel {
    own: usize,
    inner: usize,
}

/// Checks that a text is short and flat enough to be parsed.
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
                // Letters of other scripts have only bytes from 128.
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
