//! Matching of brackets and quotes in a line, before any grammar is applied.

/// Number of brackets open after `text`, if `open` were open before it. Brackets in quotes do not count.
pub(super) fn depth(text: &str, open: usize) -> usize {
    outside(text).fold(open, |open, (_, c)| match c {
        '(' | '[' | '{' => open + 1,
        ')' | ']' | '}' => open.saturating_sub(1),
        _ => open,
    })
}

/// A mismatch of brackets or quotes in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BracketMistake {
    /// A quoted text that begins at this byte and never ends.
    OpenText(usize),
    /// A bracket that opens at this byte and is never closed.
    Open(usize, char),
    /// A bracket at this byte that closes nothing.
    Close(usize, char),
    /// A bracket at this byte that closes one of another form: found, expected.
    Other(usize, char, char),
}

/// First mismatch, if any.
pub(super) fn fault(text: &str) -> Option<BracketMistake> {
    if text.matches('"').count() % 2 == 1 {
        return text.rfind('"').map(BracketMistake::OpenText);
    }
    let mut open: Vec<(usize, char)> = Vec::new();
    for (at, c) in outside(text) {
        match c {
            '(' | '[' | '{' => open.push((at, c)),
            ')' | ']' | '}' => match open.pop() {
                None => return Some(BracketMistake::Close(at, c)),
                Some((_, from)) if closing(from) != c => return Some(BracketMistake::Other(at, c, closing(from))),
                Some(_) => {}
            },
            _ => {}
        }
    }
    open.first().map(|&(at, c)| BracketMistake::Open(at, c))
}

/// The bracket that closes `open`.
pub(super) fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// Characters outside quotes, with their byte offsets.
pub(crate) fn outside(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut quoted = false;
    text.char_indices().filter(move |&(_, c)| {
        if c == '"' {
            quoted = !quoted;
            return false;
        }
        !quoted
    })
}
