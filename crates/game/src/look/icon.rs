//! Lengths of short texts as people count them.

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
