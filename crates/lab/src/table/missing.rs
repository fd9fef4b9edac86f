//! Explains why a text is no answer, in the words of the table: `Tea` for `sell(tea)`.

use std::collections::BTreeSet;

use tavola_game::Refusal;

/// Maximum number of words that may be left out at the beginning.
const WORDS: usize = 4;

/// Returns the option that a text means, or the reason why it is not offered.
///
/// The text is tried as it is, as a name in the rules, and as an argument of an offered action. The first meaning
/// counts. The refusal quotes the text as it was typed.
///
/// # Errors
/// The refusal; an `unknown` one if no attempt has a meaning.
pub fn missing<'a>(
    text: &str,
    offered: impl Iterator<Item = &'a str>,
    mut find: impl FnMut(&str) -> Result<usize, Refusal>,
) -> Result<usize, Refusal> {
    // A title may begin with words that are not in its name: `bag of Tea` for `tea`.
    let words: Vec<String> = text.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let names: Vec<String> = (0..words.len().min(WORDS)).map(|from| words[from..].join("_")).collect();
    let actions: BTreeSet<&str> = offered.filter_map(|option| Some(option.split_once('(')?.0)).collect();
    let done = |name: &String| actions.iter().map(|action| format!("{action}({name})")).collect::<Vec<_>>();
    let mut tries = vec![(text.to_owned(), true)];
    for (left_out, name) in names.iter().enumerate() {
        let whole = left_out == 0;
        tries.extend([vec![name.clone()], done(name)].concat().into_iter().map(|one| (one, whole)));
    }
    let mut first = None;
    for (one, whole) in tries {
        match find(&one) {
            Ok(option) if whole => return Ok(option),
            // Words were left out, so the player may not mean this option.
            Ok(_) => {}
            Err(refusal) if refusal.unknown => first = first.or(Some(refusal)),
            Err(refusal) => {
                let called = |reason: &String| match reason.strip_prefix(&format!("`{one}`")) {
                    Some(rest) => format!("`{text}`{rest}"),
                    None => reason.clone(),
                };
                let (message, plain) = (called(&refusal.message), called(&refusal.plain));
                return Err(Refusal { message, plain, ..refusal });
            }
        }
    }
    Err(first.unwrap_or_else(|| Refusal { unknown: true, ..Refusal::of(String::new(), None, Vec::new()) }))
}
