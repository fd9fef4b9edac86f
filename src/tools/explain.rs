//! `tavola explain`: the meaning of the code of a finding, from `docs/findings.md`.

use super::args::ExplainArgs;
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};

/// The page that explains every code.
const PAGE: &str = include_str!("../../docs/findings.md");

/// Number of similar codes that a refusal lists.
const NEAREST: usize = 3;

/// A code with its explanation.
struct ExplainedCode<'p> {
    code: &'p str,
    meaning: String,
    what_to_do: String,
}

/// Runs the verb.
///
/// # Errors
/// When there is no such code, or stdout cannot be written.
pub(crate) fn run(args: &ExplainArgs, console: &mut Console) -> VerbResult {
    let all: Vec<ExplainedCode<'_>> = PAGE.lines().filter_map(row).collect();
    let found = args.codes.iter().map(|code| {
        let same = |one: &&ExplainedCode<'_>| one.code.eq_ignore_ascii_case(code.trim());
        all.iter().find(same).ok_or_else(|| unknown(code, &all))
    });
    for one in found.collect::<Result<Vec<_>, Stop>>()? {
        show(one, console)?;
    }
    Ok(Exit::Fine)
}

/// A row of the page: `| W0905 | meaning | what to do |`. None for other lines.
fn row(line: &str) -> Option<ExplainedCode<'_>> {
    let inner = line.strip_prefix("| ")?.strip_suffix(" |")?;
    // Bars within a cell have a backslash before them.
    let cells: Vec<&str> = inner.split(" | ").collect();
    let [code, meaning, what_to_do] = cells.as_slice() else { return None };
    is_code(code).then(|| ExplainedCode { code, meaning: plain(meaning), what_to_do: plain(what_to_do) })
}

/// `W0905`: a letter and four digits.
fn is_code(text: &str) -> bool {
    let (letter, digits) = text.split_at_checked(1).unwrap_or_default();
    "EWFM".contains(letter) && digits.len() == 4 && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// A cell without the marks of Markdown: `see [limits](language/limits.md)` is `see limits (docs/language/limits.md)`.
fn plain(cell: &str) -> String {
    let mut out = String::new();
    let mut rest = cell;
    while let Some((before, words, link, after)) = link(rest) {
        let page = link.split('#').next().filter(|page| !page.is_empty()).unwrap_or("findings.md");
        out += &format!("{before}{words} (docs/{page})");
        rest = after;
    }
    (out + rest).replace("\\|", "|")
}

/// The first link of a text: what stands before it, its words, its target, what stands behind it.
fn link(text: &str) -> Option<(&str, &str, &str, &str)> {
    let (head, rest) = text.split_once("](")?;
    let (before, words) = head.rsplit_once('[')?;
    let (link, after) = rest.split_once(')')?;
    Some((before, words, link, after))
}

fn show(ExplainedCode { code, meaning, what_to_do }: &ExplainedCode<'_>, console: &mut Console) -> Result<(), Stop> {
    let sort = match code.as_bytes().first() {
        Some(b'E') => "an error",
        Some(b'W') => "a warning",
        Some(b'F') => "a fault during play",
        _ => "a report of `tavola mutate`",
    };
    console.say(format!("{}  {sort}", console.paint.bold(code)))?;
    console.say(format!("  {meaning}"))?;
    console.say(format!("  What to do: {what_to_do}"))?;
    if code.starts_with('W') {
        console.say(format!(
            "  If it is about a file of rules, a comment at the end of its line accepts it: `# fine: {code} REASON`"
        ))?;
    }
    console.say("")
}

/// The refusal of a code that does not exist, with the nearest ones.
fn unknown(code: &str, all: &[ExplainedCode<'_>]) -> Stop {
    let wanted = code.trim().to_uppercase();
    if !is_code(&wanted) {
        return Stop::usage(format!("there is no finding `{code}`: a code is a letter and four digits, like `W0906`"));
    }
    let mut near: Vec<&str> = all.iter().map(|one| one.code).collect();
    near.sort_by_key(|known| strsim::damerau_levenshtein(known, &wanted));
    let near: Vec<String> = near.into_iter().take(NEAREST).map(|code| format!("`{code}`")).collect();
    Stop::usage(format!("there is no finding `{code}`; the nearest codes are {}", near.join(", ")))
}
