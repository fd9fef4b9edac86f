//! Texts of authors, made safe for where they are shown: rules are not trusted with the terminal.

/// What is shown for something that a terminal would obey.
pub const REPLACED: &str = "\u{fffd}";

/// Whether a terminal would do something else with a character than show it: control characters but line ends and tabs, and letters that
/// turn the direction of others.
pub fn is_obeyed(c: char) -> bool {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || matches!(c, '\u{2028}' | '\u{2029}') || (c.is_control() && c != '\n' && c != '\t')
}

/// A text on one line and without what a terminal would obey.
pub fn clean(text: &str) -> String {
    text.replace(is_obeyed, REPLACED).replace(['\n', '\t'], " ")
}
