//! `tavola diff`: differences between a game and its variant, or two versions, as rules, settings and clauses.

mod as_variant;
mod errata;
pub(super) mod json;
mod pretty;

use similar::{ChangeTag, TextDiff};

use super::args::{DiffArgs, Figures};
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::load;
use super::version::Version;
use tavola_game::{
    ClauseDifference, Difference, Differs, RulePart, RulebookFile, Rules, clause_differences, differences,
};

/// Two rules and their differences.
struct Compared {
    before: DiffSide,
    after: DiffSide,
    differences: Vec<Difference>,
    clauses: Vec<ClauseDifference>,
}

/// One of the two.
struct DiffSide {
    /// `rules/my_game, night`
    name: String,
    rules: Rules,
}

impl DiffSide {
    fn read(version: &Version, variant: Option<&str>, console: &mut Console) -> Result<Self, Stop> {
        let laid = variant.map(|name| format!(", {name}")).unwrap_or_default();
        Ok(Self { name: format!("{}{laid}", version.name), rules: load::rules(&version.folder, variant, console)? })
    }
}

/// Runs the verb.
///
/// # Errors
/// When rules cannot be read or have errors, they are of two games, or stdout cannot be written.
pub(crate) fn run(args: &DiffArgs, console: &mut Console) -> VerbResult {
    let first = Version::of(&args.before)?;
    let other = args.after.as_deref().map(Version::of).transpose()?;
    let before = DiffSide::read(&first, args.base_variant.as_deref(), console)?;
    let after = DiffSide::read(other.as_ref().unwrap_or(&first), args.variant.as_deref(), console)?;
    load::one_game(&before.rules, &after.rules)?;
    if let Some(name) = &args.as_variant {
        return as_variant::write(name, args, &before, &after, console);
    }
    let (differences, clauses) =
        (differences(&before.rules, &after.rules), clause_differences(&before.rules, &after.rules));
    let compared = Compared { before, after, differences, clauses };
    match args.format {
        Figures::Json => json::say(&compared, console)?,
        Figures::Pretty => pretty::document(&compared).write(args.format, console)?,
        format => errata::sheet(&compared, args.date.as_deref()).write(format, console)?,
    }
    let alike = compared.differences.is_empty() && compared.clauses.is_empty();
    Ok(if alike { Exit::Fine } else { Exit::Findings })
}

/// Name of a part: `settings, rounds`, `rule score`, `play`.
fn title(part: &RulePart) -> String {
    let name = if part.id.name.is_empty() { String::new() } else { format!(" {}", part.id.name) };
    let row = part.id.row.as_ref().map(|row| format!(", {row}")).unwrap_or_default();
    format!("{}{name}{row}", part.id.sort)
}

/// `added`, `removed`, `changed`, `in another order`.
fn sort(differs: Differs) -> &'static str {
    match differs {
        Differs::Added => "added",
        Differs::Removed => "removed",
        Differs::Changed => "changed",
        Differs::Order => "in another order",
    }
}

/// The lines that differ, with one around each group; ` `, `-` or `+` before each, and `..` where lines are left out.
fn lines(difference: &Difference) -> Vec<(char, String)> {
    let text = |part: &Option<RulePart>| part.as_ref().map(|part| part.lines.join("\n") + "\n").unwrap_or_default();
    let (before, after) = (text(&difference.before), text(&difference.after));
    let diff = TextDiff::from_lines(before.as_str(), after.as_str());
    let mut out = Vec::new();
    for (at, group) in diff.grouped_ops(1).iter().enumerate() {
        if at > 0 {
            out.push((' ', "..".to_owned()));
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let sign = match change.tag() {
                ChangeTag::Equal => ' ',
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
            };
            out.push((sign, change.value().trim_end_matches('\n').to_owned()));
        }
    }
    let cites = |part: &Option<RulePart>| part.as_ref().map(|part| part.cites.join(", ")).unwrap_or_default();
    let (was, is) = (cites(&difference.before), cites(&difference.after));
    if difference.differs == Differs::Changed && was != is {
        out.push(('-', format!("[{was}]")));
        out.push(('+', format!("[{is}]")));
    }
    out
}

/// A clause with its differences.
struct ComparedClause<'a> {
    id: String,
    /// Its text now, or the last one.
    text: String,
    /// The difference of its texts.
    differs: Option<&'a ClauseDifference>,
    /// Parts of the rules that cite it and differ.
    cited: Vec<&'a Difference>,
}

impl Compared {
    /// All clauses, rulings and reconstructions in the order of the rulebook, removed ones last.
    fn all_clauses(&self) -> impl Iterator<Item = ComparedClause<'_>> {
        let texts = |side: &DiffSide| side.rules.rulebook().map(RulebookFile::texts).unwrap_or_default();
        let (old, new) = (texts(&self.before), texts(&self.after));
        let gone: Vec<_> = old.into_iter().filter(|(id, _)| new.iter().all(|(own, _)| own != id)).collect();
        new.into_iter().chain(gone).map(|(id, text)| {
            let differs = self.clauses.iter().find(|clause| clause.id == id);
            let cited = self.differences.iter().filter(|one| one.cites().contains(&id.as_str())).collect();
            ComparedClause { id, text, differs, cited }
        })
    }

    /// The clauses that differ or that a part that differs cites.
    fn clauses(&self) -> Vec<ComparedClause<'_>> {
        self.all_clauses().filter(|clause| clause.differs.is_some() || !clause.cited.is_empty()).collect()
    }
}
