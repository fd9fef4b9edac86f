//! The rulebook itself, for readers and proof-readers: clauses in order with headings, tables and numbers of the box, rulings and errata
//! as notes, and examples from the scenarios. It contains no line of the rules.
//!
//! Nothing is printed twice: a ruling, a table and a scenario each stand below the first clause that they belong to.

mod changed;
mod examples;
mod keyed;
mod names;
mod rows;
mod tables;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use super::clauses::{answered, letters, others, without_variants};
use super::head::imprint;
use super::markdown::{anchor, hanging, heading_anchor, joined, long, mark, plain, players};
pub use changed::{ChangedPart, ChangedValue, PartChange, changes_in_words};
use examples::Examples;
use tables::Tables;
use tavola_game::{Clause, ClauseKind, Difference, Error, PlayedRuling, RulePart, RulebookFile, Rules, differences};
use tavola_lab::scenario::{Example, Scenario};
use tavola_lab::{Traced, scenario, trace_all};
use tavola_syntax::text::name_list;

/// A rulebook as Markdown.
pub struct PrintedRules {
    head: String,
    body: String,
    /// Names of the players in the examples, by seat. Empty if there are no examples, or if they name the same seat differently.
    pub players: Vec<String>,
    /// The scenarios that are printed as examples, by their place: `file:line:column`.
    pub examples: BTreeSet<String>,
}

impl PrintedRules {
    /// The page. `picture` is Markdown (or a block of HTML) that shows the set-up; it may be empty.
    pub fn page(&self, picture: &str) -> String {
        let Self { head, body, .. } = self;
        let gap = if picture.is_empty() { "" } else { "\n\n" };
        format!("{head}{picture}{gap}{body}")
    }
}

/// The printed rulebook. `rules` were read from `folder`; with a variant, its changes are marked at the clauses. `play` makes an example
/// of a scenario, none where it does not hold.
///
/// # Errors
/// If the game has no `rulebook.yaml`, the rules have errors, or the scenarios cannot be read.
pub fn prose(folder: &Path, rules: &Rules, play: &dyn Fn(&Scenario) -> Option<Example>) -> Result<PrintedRules, Error> {
    if rules.title().is_none() && !rules.is_unwritten() {
        return Err(Error::new(format!("`{}` has errors: `tavola check` shows them", folder.display())));
    }
    let Some(book) = rules.rulebook() else {
        let why = "has no `rulebook.yaml`: there are no clauses to print";
        return Err(Error::new(format!("`{}` {why}", folder.display())));
    };
    let suite = scenario::read(&folder.join("scenarios"), None, None)?;
    let base = rules.is_variant().then(|| Rules::read(folder, None)).transpose()?;
    let counts = rules.players().is_some_and(|(fewest, most)| fewest != most);
    let mut prose = Prose {
        book,
        rulings: rules.rulings(&[]),
        traced: trace_all(rules, &suite),
        tables: Tables::new(rules, base.as_ref(), book),
        changed: base.as_ref().map(|base| differences(base, rules)).unwrap_or_default(),
        described: rules
            .headlines()
            .into_iter()
            .flat_map(|headline| headline.cites)
            .filter(|id| book.clauses.iter().any(|clause| clause.id == *id))
            .collect(),
        examples: Examples::new(&suite.scenarios, counts, play),
        noted: BTreeSet::new(),
        out: String::new(),
    };
    prose.clauses();
    prose.rest();
    let body = std::mem::take(&mut prose.out);
    prose.head(rules);
    let Examples { players, shown, .. } = prose.examples;
    Ok(PrintedRules { head: prose.out, body, players: players.unwrap_or_default(), examples: shown })
}

/// The rulebook while it is written.
struct Prose<'a> {
    book: &'a RulebookFile,
    /// The rulings with the answers that are played.
    rulings: Vec<PlayedRuling<'a>>,
    traced: Vec<Traced>,
    tables: Tables<'a>,
    /// The differences between the variant and the game.
    changed: Vec<Difference>,
    /// Clauses of the rulebook that describe the variant.
    described: Vec<String>,
    examples: Examples<'a>,
    /// The rulings that stand at a clause.
    noted: BTreeSet<String>,
    out: String,
}

/// A link to a clause of the page.
fn link(id: &str) -> String {
    format!("[{id}](#{})", anchor(id))
}

impl Prose<'_> {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.out, "{line}\n");
    }

    fn head(&mut self, rules: &Rules) {
        self.line(&format!("# {}", plain(rules.shown_title())));
        if let Some(titles) = rules.variant_titles() {
            self.line(&format!("**{}**", plain(&titles)));
        }
        imprint(rules, &mut self.out);
        if !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
        let mut sections: Vec<&str> = self.book.clauses.iter().map(|clause| clause.section.as_str()).collect();
        sections.dedup();
        let links: Vec<String> =
            sections.iter().map(|title| format!("[{}](#{})", plain(title), heading_anchor(title))).collect();
        self.line(&links.join(" · "));
        if let Some(legend) = self.examples.legend() {
            self.line(&legend);
        }
    }

    fn clauses(&mut self) {
        let book = self.book;
        let mut section = "";
        for clause in &book.clauses {
            if clause.section != section {
                section = &clause.section;
                self.line(&format!("## {}", plain(section)));
            }
            self.clause(clause);
        }
    }

    fn clause(&mut self, clause: &Clause) {
        let with = players(clause.player_counts.as_deref()).map_or_else(String::new, |with| format!("*With {with}.* "));
        let hinted = |words: &str| format!("*{}*", plain(words));
        let style: &dyn Fn(&str) -> String = if clause.kind == ClauseKind::Hint { &hinted } else { &plain };
        let text = joined(long(&clause.text, style), &without_variants(clause));
        self.line(&format!("{}**{}** {with}{text}", mark(&anchor(&clause.id)), clause.id));
        self.changes(clause);
        self.data(&clause.id);
        let Some(at) = self.traced.iter().position(|traced| traced.id == clause.id) else { return };
        self.notes(at);
        if clause.kind == ClauseKind::Rule
            && let Some(example) = self.examples.of(&clause.id)
        {
            self.line(&example);
        }
    }

    /// Prints the numbers and tables of a clause; without an id those of no clause.
    fn data(&mut self, id: &str) {
        let (numbers, tables) = (self.tables.numbers(id), self.tables.of(id));
        numbers.iter().for_each(|number| self.line(number));
        tables.iter().for_each(|table| self.line(table.trim_end()));
    }

    /// Prints the changes of a variant in the rules that carry the clause out. If the variant has a text for the clause, only numbers and
    /// words that changed are printed beside it.
    fn changes(&mut self, clause: &Clause) {
        let id = clause.id.as_str();
        let cites =
            |part: &Option<RulePart>| part.as_ref().is_some_and(|part| part.clauses().iter().any(|own| own == id));
        let is_told = |one: &Difference| clause.without_variants.is_some() && one.part().id.row.is_none();
        let touched = |one: &&Difference| (cites(&one.before) || cites(&one.after)) && !is_told(one);
        let mut parts: Vec<String> = Vec::new();
        for part in self.changed.iter().filter(touched).filter_map(|one| self.tables.difference_here(one)) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
        if parts.is_empty() {
            return;
        }
        let is_unsaid = self.changed.iter().filter(touched).any(|one| self.tables.is_unsaid(one));
        let see: Vec<String> =
            self.described.iter().filter(|own| is_unsaid && *own != id).map(|own| link(own)).collect();
        let see = if see.is_empty() { String::new() } else { format!("; see {}", name_list(&see)) };
        self.line(&format!("**In this variant:** {}{see}.", name_list(&parts)));
    }

    /// Prints the rulings of the clause, and its errata. A ruling that names no clause belongs to the first beside which it is cited.
    fn notes(&mut self, at: usize) {
        let Traced { rulings, errata, .. } = &self.traced[at];
        let mut lines = Vec::new();
        let belongs = |played: &&PlayedRuling<'_>| match &played.ruling.of {
            Some(of) => *of == self.traced[at].id,
            None => rulings.iter().any(|(id, _)| *id == played.ruling.id),
        };
        for played in self.rulings.iter().filter(belongs) {
            if self.noted.insert(played.ruling.id.clone()) {
                lines.push(note(played));
            }
        }
        for erratum in errata {
            let (date, source) = (plain(&erratum.date), plain(&erratum.source));
            let before = hanging(&long(&erratum.before, &plain), "> ");
            lines.push(format!("> *Changed on {date} ({source}). Before:* {before}"));
        }
        if !lines.is_empty() {
            self.line(&lines.join("\n>\n"));
        }
    }

    /// Prints changes, rulings, numbers and reconstructions that belong to no clause, and a legend.
    fn rest(&mut self) {
        let book = self.book;
        self.other_changes();
        let open = self.rulings.iter().filter(|played| !self.noted.contains(&played.ruling.id));
        let open: Vec<String> = open.map(note).collect();
        if !open.is_empty() {
            self.line("## Other rulings");
            open.iter().for_each(|note| self.line(note));
        }
        if !self.tables.numbers("").is_empty() || !self.tables.of("").is_empty() {
            self.line("## Other numbers");
            self.data("");
        }
        let rebuilt = book.reconstructed.iter().filter(|part| book.clauses.iter().all(|clause| clause.id != part.id));
        let rebuilt: Vec<String> =
            rebuilt.map(|part| format!("- **{}** {} *{}*", part.id, plain(&part.what), plain(&part.how))).collect();
        if !rebuilt.is_empty() {
            self.line("## What was reconstructed");
            self.line(&rebuilt.join("\n"));
        }
        self.legend();
    }

    /// Prints the changes of a variant that no clause of the rulebook is cited for: no clause above is marked with them.
    fn other_changes(&mut self) {
        let is_listed = |id: &String| self.book.clauses.iter().any(|clause| clause.id == *id);
        let cites = |part: &Option<RulePart>| part.as_ref().is_some_and(|part| part.clauses().iter().any(is_listed));
        // The changed answer of a ruling stands in its note.
        let is_other = |one: &&Difference| one.part().id.sort != "rulings" && !cites(&one.before) && !cites(&one.after);
        let parts: Vec<String> =
            self.changed.iter().filter(is_other).filter_map(|one| self.tables.difference(one)).collect();
        if !parts.is_empty() {
            self.line("## Also changed in this variant");
            self.line("The rules for these cite no clause, so a clause above may still state what was before:");
            self.line(&parts.iter().map(|part| format!("- {part}")).collect::<Vec<_>>().join("\n"));
        }
    }

    /// Explains the letters in ids and the notes, as far as they occur.
    fn legend(&mut self) {
        let letters = letters(self.book).into_iter();
        let notes = (!self.rulings.is_empty()).then(|| {
            let other = self.rulings.iter().any(|played| others(played).next().is_some());
            let other = if other { " After *Variant:* stands an answer that a setting or a variant plays instead." } else { "" };
            format!("A ruling is a question in italics that the printed rules leave open, and the answer that is played.{other}")
        });
        let lines: Vec<String> = letters.chain(notes).collect();
        if !lines.is_empty() {
            self.line(&format!("*Legend.* {}", lines.join(" ")));
        }
    }
}

/// A ruling as a note.
fn note(played: &PlayedRuling<'_>) -> String {
    format!("> **{}** {}", played.ruling.id, answered(played))
}
