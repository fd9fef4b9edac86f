//! `tavola explain`: the page of a code, from `docs/findings/`.

use std::collections::BTreeMap;

use super::args::ExplainArgs;
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::grid::wrap;
use super::packed;

/// The pages, packed by `build.rs`.
const PAGES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/findings.zlib"));

/// Number of similar codes that a refusal lists.
const NEAREST: usize = 3;

/// Indentation of prose, and of code below it.
const PROSE: &str = "  ";
const CODE: &str = "      ";

/// A page: its first line is `# CODE: TITLE`.
struct FindingPage {
    code: String,
    title: String,
    /// The lines below the title.
    body: String,
}

/// Runs the verb.
///
/// # Errors
/// When there is no such code, or stdout cannot be written.
pub(crate) fn run(args: &ExplainArgs, console: &mut Console) -> VerbResult {
    let pages = pages()?;
    if args.codes.is_empty() {
        pages.iter().try_for_each(|page| console.say(format!("{}  {}", page.code, plain(&page.title))))?;
        return Ok(Exit::Fine);
    }
    let found = args.codes.iter().map(|code| {
        let same = |page: &&FindingPage| page.code.eq_ignore_ascii_case(code.trim());
        pages.iter().find(same).ok_or_else(|| unknown(code, &pages))
    });
    for page in found.collect::<Result<Vec<_>, Stop>>()? {
        show(page, console)?;
    }
    Ok(Exit::Fine)
}

/// The titles of all pages as plain text, by code.
///
/// # Errors
/// When the packed pages cannot be read.
pub(super) fn titles() -> Result<BTreeMap<String, String>, Stop> {
    Ok(pages()?.into_iter().map(|page| (page.code, plain(&page.title))).collect())
}

/// All pages, sorted by code.
fn pages() -> Result<Vec<FindingPage>, Stop> {
    let files = packed::texts(PAGES).map_err(|why| Stop::ours(format!("the pages of findings: {why}")))?;
    Ok(files.into_iter().filter_map(|(_, text)| page(&text)).collect())
}

fn page(text: &str) -> Option<FindingPage> {
    let (head, body) = text.split_once('\n')?;
    let (code, title) = head.strip_prefix("# ")?.split_once(": ")?;
    Some(FindingPage { code: code.to_owned(), title: title.to_owned(), body: body.to_owned() })
}

/// `W0905`: a letter and four digits.
fn is_code(text: &str) -> bool {
    let (letter, digits) = text.split_at_checked(1).unwrap_or_default();
    "EWFM".contains(letter) && digits.len() == 4 && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// Prints a page as plain text: paragraphs are wrapped, code is indented, headings are bold.
fn show(FindingPage { code, title, body }: &FindingPage, console: &mut Console) -> Result<(), Stop> {
    let sort = match code.as_bytes().first() {
        Some(b'E') => "an error",
        Some(b'W') => "a warning",
        Some(b'F') => "a fault during play",
        _ => "a report of `tavola mutate`",
    };
    console.say(format!("{}  {sort}: {}", console.paint.bold(code), plain(title)))?;
    let mut lines = body.trim_end().lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(heading) = line.strip_prefix("## ") {
            console.say(format!("{PROSE}{}", console.paint.bold(heading)))?;
        } else if let Some(fence) = line.strip_prefix("```") {
            if let Some((_, file)) = fence.split_once(' ') {
                console.say(format!("{PROSE}{file}:"))?;
            }
            for line in lines.by_ref().take_while(|line| *line != "```") {
                console.say(format!("{CODE}{line}").trim_end())?;
            }
        } else if line.is_empty() {
            console.say("")?;
        } else {
            let mut paragraph = line.to_owned();
            while let Some(next) = lines.next_if(|next| is_prose(next)) {
                paragraph = paragraph + " " + next;
            }
            wrap(&plain(&paragraph), console.width(), PROSE).iter().try_for_each(|line| console.say(line))?;
        }
    }
    if code.starts_with('W') {
        console.say(format!(
            "\n{PROSE}If it is about a file of rules, a comment at the end of its line accepts it: `# fine: {code} REASON`"
        ))?;
    }
    console.say("")
}

/// True for a line that continues a paragraph. An item of a list begins a new one.
fn is_prose(line: &str) -> bool {
    !line.is_empty() && !["## ", "```", "- "].iter().any(|start| line.starts_with(start))
}

/// A text without the marks of Markdown: `see [limits](../language/limits.md)` is `see limits (docs/language/limits.md)`.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, words, target, after)) = link(rest) {
        let file = target.split('#').next().unwrap_or(target);
        let file =
            file.strip_prefix("../").map_or_else(|| format!("docs/findings/{file}"), |file| format!("docs/{file}"));
        out += &format!("{before}{words} ({file})");
        rest = after;
    }
    out + rest
}

/// The first link of a text: what stands before it, its words, its target, what stands behind it.
fn link(text: &str) -> Option<(&str, &str, &str, &str)> {
    let (head, rest) = text.split_once("](")?;
    let (before, words) = head.rsplit_once('[')?;
    let (target, after) = rest.split_once(')')?;
    Some((before, words, target, after))
}

/// The refusal of a code that does not exist, with the nearest ones.
fn unknown(code: &str, pages: &[FindingPage]) -> Stop {
    let wanted = code.trim().to_uppercase();
    if !is_code(&wanted) {
        return Stop::usage(format!("there is no finding `{code}`: a code is a letter and four digits, like `W0906`"));
    }
    let mut near: Vec<&str> = pages.iter().map(|page| page.code.as_str()).collect();
    near.sort_by_key(|known| strsim::damerau_levenshtein(known, &wanted));
    let near: Vec<String> = near.into_iter().take(NEAREST).map(|code| format!("`{code}`")).collect();
    Stop::usage(format!("there is no finding `{code}`; the nearest codes are {}", near.join(", ")))
}
