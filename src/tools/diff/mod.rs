//! `tavola diff`: differences between a game and its variant, or two versions, as rules, settings and clauses.

mod as_game;
mod as_variant;
mod errata;
pub(super) mod json;
mod pretty;

use std::path::Path;

use similar::{ChangeTag, TextDiff};

use super::args::{DiffArgs, Figures, Page, page_format, to_file};
use super::console::Console;
use super::document::Document;
use super::ending::{Exit, Stop, VerbResult};
use super::version::Version;
use super::{create, load, seats};
use tavola_game::{
    ClauseDifference, Difference, Differs, PartName, RulePart, RulebookFile, Rules, Setup, clause_differences,
    differences,
};

/// Name of the text that holds the values of `--set`. It is no file.
const SET_FILE: &str = "(--set)";

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
    fn read(
        version: &Version,
        variant: Option<&str>,
        set: &[(String, String)],
        console: &mut Console,
    ) -> Result<Self, Stop> {
        let variant_suffix = variant.map(|name| format!(", {name}"));
        let set_to = set.iter().map(|(name, value)| format!(", {name}={value}"));
        let name = std::iter::once(version.name.clone()).chain(variant_suffix).chain(set_to).collect();
        let rules = load::rules(&version.folder, variant, console)?;
        let rules = if set.is_empty() { rules } else { with_settings(&rules, set, console)? };
        Ok(Self { name, rules })
    }
}

/// Runs the verb.
///
/// # Errors
/// When rules cannot be read or have errors, they are of two games, or stdout cannot be written.
pub(crate) fn run(args: &DiffArgs, console: &mut Console) -> VerbResult {
    let first = Version::of(&args.before)?;
    let other = args.after.as_deref().map(Version::of).transpose()?;
    let before = DiffSide::read(&first, args.base_variant.as_deref(), &[], console)?;
    let after = DiffSide::read(other.as_ref().unwrap_or(&first), args.variant.as_deref(), &args.set, console)?;
    load::one_game(&before.rules, &after.rules)?;
    if args.as_game {
        return as_game::write(&first.folder, args, &after, console);
    }
    if let Some(name) = &args.as_variant {
        return as_variant::write(name, args, &before, &after, console);
    }
    let mut differences = differences(&before.rules, &after.rules);
    differences.iter_mut().for_each(place_in_game);
    let clauses = clause_differences(&before.rules, &after.rules);
    let compared = Compared { before, after, differences, clauses };
    let sheet = || errata::sheet(&compared, args.title.as_deref(), args.date.as_deref());
    match (args.format, to_file(args.output.as_deref())) {
        (Figures::Json | Figures::Pretty, None) if args.title.is_some() || args.date.is_some() => {
            let message = "`--title` and `--date` belong to a sheet for players: add `--format markdown` or `html`";
            return Err(Stop::usage(message));
        }
        (Figures::Json, Some(_)) => return Err(Stop::usage("`-o` writes a sheet: use `--format markdown` or `html`")),
        (format, Some(file)) => write(&sheet(), format, file, console)?,
        (Figures::Json, None) => json::say(&compared, console)?,
        (Figures::Pretty, None) => pretty::document(&compared).write(args.format, console)?,
        (format, None) => sheet().write(format, console)?,
    }
    let alike = compared.differences.is_empty() && compared.clauses.is_empty();
    Ok(if alike { Exit::Fine } else { Exit::Findings })
}

/// Rules with other values of settings and rulings, as a variant of them.
fn with_settings(rules: &Rules, set: &[(String, String)], console: &mut Console) -> Result<Rules, Stop> {
    let most = seats::most(rules);
    load::game(rules, &Setup { settings: set.to_vec(), ..Setup::of(most) }, console)?;
    let parts = rules.parts();
    let is_ruling =
        |name: &String| parts.iter().any(|part| part.id.sort == "rulings" && part.id.row.as_ref() == Some(name));
    let titles: Vec<String> = set.iter().map(|(name, value)| format!("{}: {value}", name.replace('_', " "))).collect();
    let mut text = format!("variant settings \"{}\" of {}, house rules\n", titles.join(", "), rules.name());
    for (name, value) in set {
        let (table, column) = if is_ruling(name) { ("rulings", "answer") } else { ("settings", "value") };
        let value = match value.as_str() {
            "true" => "yes",
            "false" => "no",
            value => value,
        };
        text += &format!("\nchange {table}\n  | name | {column} |\n  | {name} | {value} |\n");
    }
    Ok(rules.with_variant(SET_FILE, &text))
}

/// A value that `--set` gives stands in no file: its place is that of the setting.
fn place_in_game(one: &mut Difference) {
    if let (Some(before), Some(after)) = (&one.before, &mut one.after)
        && after.place.strip_prefix(SET_FILE).is_some_and(|rest| rest.starts_with(':'))
    {
        after.place.clone_from(&before.place);
    }
}

/// Writes a sheet to a file.
fn write(sheet: &Document, format: Figures, file: &Path, console: &mut Console) -> Result<(), Stop> {
    let is_html = match format {
        Figures::Html => true,
        Figures::Markdown => false,
        Figures::Pretty | Figures::Json => page_format(Some(file)) == Some(Page::Html),
    };
    let text = if is_html { sheet.html()? } else { sheet.markdown() };
    create::file(file, &text, console)
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
    /// Names of settings, rulings, tables and defines that differ and that its rules read.
    reads: Vec<&'a str>,
}

impl<'a> ComparedClause<'a> {
    fn is_affected(&self) -> bool {
        self.differs.is_some() || !self.cited.is_empty() || !self.reads.is_empty()
    }

    /// Names of what its rules read and what differs. Empty if a part that differs cites the clause: that says more.
    fn used(&self) -> Vec<&'a str> {
        if self.cited.is_empty() { self.reads.clone() } else { Vec::new() }
    }
}

impl Compared {
    /// All clauses, rulings and reconstructions in the order of the rulebook, removed ones last.
    fn all_clauses(&self) -> impl Iterator<Item = ComparedClause<'_>> {
        let texts = |side: &DiffSide| side.rules.rulebook().map(RulebookFile::texts).unwrap_or_default();
        let (old, new) = (texts(&self.before), texts(&self.after));
        let gone: Vec<_> = old.into_iter().filter(|(id, _)| new.iter().all(|(own, _)| own != id)).collect();
        let readers: Vec<(&str, Vec<String>)> = self.differences.iter().filter_map(|one| self.readers(one)).collect();
        new.into_iter().chain(gone).map(move |(id, text)| {
            let differs = self.clauses.iter().find(|clause| clause.id == id);
            let cited = self.differences.iter().filter(|one| one.cites().contains(&id.as_str())).collect();
            let reads = readers.iter().filter(|(_, clauses)| clauses.contains(&id)).map(|(name, _)| *name).collect();
            ComparedClause { id, text, differs, cited, reads }
        })
    }

    /// The clauses that differ, that a part that differs cites, or whose rules read one.
    fn clauses(&self) -> Vec<ComparedClause<'_>> {
        self.all_clauses().filter(ComparedClause::is_affected).collect()
    }

    /// Name of a part, and the clauses whose rules read it.
    fn readers<'a>(&self, one: &'a Difference) -> Option<(&'a str, Vec<String>)> {
        // The rules after the change read what is added, those before it what is removed.
        let side = if one.after.is_some() { &self.after } else { &self.before };
        let PartName { name, row, .. } = &one.part().id;
        let clauses = side.rules.readers(&one.part().id);
        (!clauses.is_empty()).then(|| (row.as_ref().unwrap_or(name).as_str(), clauses))
    }
}
