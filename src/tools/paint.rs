//! Colour and weight of words on a terminal, and text made safe for one.

/// Paints, or leaves as it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    on: bool,
}

impl Paint {
    /// Paints if `on`.
    pub(crate) fn new(on: bool) -> Self {
        Self { on }
    }

    /// Whether it paints.
    pub(crate) fn is_on(self) -> bool {
        self.on
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.on && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }

    /// For headings and what matters.
    pub(crate) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    /// For what may be overlooked.
    pub(crate) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    /// For failures.
    pub(crate) fn red(self, text: &str) -> String {
        self.with("1;31", text)
    }

    /// For success.
    pub(crate) fn green(self, text: &str) -> String {
        self.with("1;32", text)
    }

    /// For warnings.
    pub(crate) fn yellow(self, text: &str) -> String {
        self.with("1;33", text)
    }

    /// For questions.
    pub(crate) fn cyan(self, text: &str) -> String {
        self.with("1;36", text)
    }
}

/// A text of the rules on one line and without control characters: rules are not trusted with the terminal.
pub(crate) fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// `1 game`, `2 games`.
pub(crate) fn count(n: impl Into<u64>, one: &str) -> String {
    let n = n.into();
    if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rules_text_cannot_clear_the_screen() {
        assert_eq!(clean("The\x1b[2J\nValley"), "The [2J Valley");
    }

    #[test]
    fn paint_that_is_off_changes_nothing() {
        assert_eq!(Paint::new(false).red("no"), "no");
        assert_eq!(Paint::new(true).red("no"), "\x1b[1;31mno\x1b[0m");
    }
}
