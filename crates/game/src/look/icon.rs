//! Short texts as people see them: their length, whether they are visible, and how messages quote them.

/// Number of signs of a text that a message quotes.
const QUOTED: usize = 40;

/// Number of signs that a reader sees. An emoji of several characters is one, and so is a letter with its accents.
pub fn signs(text: &str) -> usize {
    let (mut count, mut joined, mut flag) = (0, false, false);
    for sign in text.chars() {
        let regional = ('\u{1f1e6}'..='\u{1f1ff}').contains(&sign);
        if !(joined || extends(sign) || flag && regional) {
            count += 1;
        }
        joined = sign == '\u{200d}';
        flag = regional && !flag;
    }
    count
}

/// True for characters that belong to the sign before them.
fn extends(sign: char) -> bool {
    matches!(sign,
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{200d}' | '\u{20d0}'..='\u{20ff}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}')
}

/// True for a character that is drawn, or that joins or changes those that are.
pub(super) fn is_visible(sign: char) -> bool {
    let is_empty = matches!(sign,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}'
        | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}');
    !(is_empty || sign.is_control() || sign.is_whitespace())
}

/// A text of the file for a message: on one line, and not longer than a line.
pub(super) fn short(text: &str) -> String {
    let escape =
        |sign: char| if is_visible(sign) || sign == ' ' { sign.to_string() } else { sign.escape_default().to_string() };
    let start: String = text.chars().take(QUOTED).map(escape).collect();
    if text.chars().nth(QUOTED).is_some() { format!("{start}\u{2026}") } else { start }
}
