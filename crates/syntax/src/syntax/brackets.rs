//! Brackets and quotes of a line, before any grammar looks at it.

/// How many brackets are open after `text`, if `open` were before it. Texts in quotes do not count.
pub(super) fn depth(text: &str, open: usize) -> usize {
    outside(text).fold(open, |open, (_, c)| match c {
        '(' | '[' | '{' => open + 1,
        ')' | ']' | '}' => open.saturating_sub(1),
        _ => open,
    })
}

/// What is wrong with the brackets and quotes of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BracketMistake {
    /// A text in quotes that begins at this byte and never ends.
    OpenText(usize),
    /// A bracket that opens at this byte and is never closed.
    Open(usize, char),
    /// A bracket at this byte that closes nothing.
    Close(usize, char),
    /// A bracket at this byte that closes one of another form.
    Other(usize, char, char),
}

/// The first fault, if there is one.
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

/// The bracket that closes another.
pub(super) fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// The characters outside quotes, with their bytes.
pub(super) fn outside(text: &str) -> impl Iterator<Item = (usize, char)> {
    let mut quoted = false;
    text.char_indices().filter(move |&(_, c)| {
        if c == '"' {
            quoted = !quoted;
            return false;
        }
        !quoted
    })
}
