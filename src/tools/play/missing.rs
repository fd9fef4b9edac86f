//! Why something is no answer, asked in the words of the table: `Tea` for `sell(tea)`.

use std::collections::BTreeSet;

use tavola_game::Refusal;

/// So many words at the beginning may be left out.
const WORDS: usize = 4;

/// The option that a text means, or why it is not offered: as it stands, as a name of the rules, and as what an action that is offered could be
/// done with; the first that is understood. What is refused is called as it was typed.
///
/// # Errors
/// The refusal; an `unknown` one where nothing of that is understood.
pub(crate) fn missing<'a>(
    text: &str,
    offered: impl Iterator<Item = &'a str>,
    mut find: impl FnMut(&str) -> Result<usize, Refusal>,
) -> Result<usize, Refusal> {
    // A title may begin with words that its name has not: `bag of Tea` for `tea`.
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
            // What was left out may name nothing: nobody has said that he means this.
            Ok(_) => {}
            Err(refusal) if refusal.unknown => first = first.or(Some(refusal)),
            Err(refusal) => {
                let called = |told: &String| match told.strip_prefix(&format!("`{one}`")) {
                    Some(rest) => format!("`{text}`{rest}"),
                    None => told.clone(),
                };
                let (message, plain) = (called(&refusal.message), called(&refusal.plain));
                return Err(Refusal { message, plain, ..refusal });
            }
        }
    }
    Err(first.unwrap_or_else(|| Refusal { unknown: true, ..Refusal::of(String::new(), None, Vec::new()) }))
}
