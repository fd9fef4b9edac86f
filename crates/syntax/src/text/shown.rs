//! Sanitizing of untrusted texts for terminals.

/// Replacement for control characters.
pub const REPLACED: &str = "\u{fffd}";

/// True for a character that a terminal would interpret: control characters except line ends and tabs, and bidirectional controls.
pub fn is_obeyed(c: char) -> bool {
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || matches!(c, '\u{2028}' | '\u{2029}') || (c.is_control() && c != '\n' && c != '\t')
}

/// A text on one line, with control characters replaced.
pub fn clean(text: &str) -> String {
    text.replace(is_obeyed, REPLACED).replace(['\n', '\t'], " ")
}
