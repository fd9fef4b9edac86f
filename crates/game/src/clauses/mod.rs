//! The rulebook file `rulebook.yaml`: clauses in our own words, rulings, reconstructed data and errata.

mod blocks;
mod read;
mod sections;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

pub use blocks::{BlockText, TextBlock};

use super::codes;
use super::folder::{RULEBOOK, Shelf};
use tavola_syntax::diagnostic::{Diagnostic, Fix, Remedy};
use tavola_syntax::syntax::removed_clause;
use tavola_syntax::text::{Sources, Span};
use tavola_syntax::yaml::{self, suggestion};

/// Contents of a `rulebook.yaml`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulebookFile {
    /// Name of the game.
    pub game: String,
    /// Place of the name in the file.
    game_at: Option<Span>,
    /// The printed rulebook that the rules implement.
    pub source: PrintedRulebook,
    /// Clauses of the printed rulebook.
    pub clauses: Vec<Clause>,
    /// Rulings: our answers where the rulebook is silent or ambiguous.
    pub rulings: Vec<RulingText>,
    /// Data that the rulebook does not print and that had to be reconstructed.
    pub reconstructed: Vec<Reconstructed>,
    /// Published changes of clauses, sorted by date.
    pub errata: Vec<Erratum>,
    /// Texts of clauses under a variant.
    pub variants: Vec<VariantText>,
    /// Review marks: id, fingerprint of the clause with its rules and scenarios when it was last read, and place of the mark.
    pub reviewed: Vec<(String, String, Span)>,
    /// True if every entry has an id. Only then is an id that is missing here missing from the rulebook.
    whole: bool,
}

/// Bibliographic data of the printed rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct PrintedRulebook {
    pub title: String,
    pub designers: Vec<String>,
    pub publisher: Option<String>,
    pub year: Option<u64>,
    pub edition: Option<String>,
    pub follows: Option<String>,
}

/// A numbered sentence of the rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// `VL-4.1`
    pub id: String,
    /// Section of the rulebook, such as `Setup`.
    pub section: String,
    /// Place of the section.
    section_span: Span,
    /// Content of the clause, in our own words; under a variant that has a text of its own, that text.
    pub text: String,
    /// Its text without variants, if a variant has another one.
    pub without_variants: Option<String>,
    /// True if a variant that is played removes it. No rule needs to cite it then.
    pub is_removed: bool,
    /// Sort of statement that the clause makes.
    pub kind: ClauseKind,
    /// Numbers of players to which the clause applies. `None` means all.
    pub player_counts: Option<Vec<i64>>,
    /// Reason why no rule can implement and no scenario can show this clause, although it states a rule.
    pub not_observable: Option<String>,
    /// Place of the key `not_observable` with its value.
    pub not_observable_span: Span,
    /// Place of the id.
    pub span: Span,
}

impl Clause {
    /// Reason why no rule has to cite this clause and no scenario to prove it. `None` if it states a rule that can be observed.
    pub fn exempt(&self) -> Option<&'static str> {
        match (self.kind, &self.not_observable) {
            (ClauseKind::Rule, None) => None,
            (ClauseKind::Rule, Some(_)) => Some("not observable"),
            (ClauseKind::Data, _) => Some("data"),
            (ClauseKind::Hint, _) => Some("hint"),
            (ClauseKind::Definition, _) => Some("definition"),
        }
    }
}

/// Sort of statement that a clause makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// It states what happens.
    Rule,
    /// It lists what there is, such as components.
    Data,
    /// It only gives advice.
    Hint,
    /// It defines a term.
    Definition,
}

/// A ruling: our answer to a question that the rulebook leaves open.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct RulingText {
    pub id: String,
    pub question: String,
    pub answer: String,
    /// Other answers, which the setting in `setting` selects, in the order of its other values.
    pub alternatives: Vec<String>,
    /// Other readings that were considered and dropped. They cannot be played.
    pub rejected: Vec<String>,
    pub why: Option<String>,
    /// Id of the clause below which it is printed.
    pub of: Option<String>,
    /// Place of that id.
    pub of_span: Span,
    /// Name of the setting or ruling in the rules that selects the answer.
    pub setting: Option<String>,
    /// Place of that name.
    pub setting_span: Span,
    /// Place of the id.
    pub span: Span,
}

impl RulingText {
    /// Question and answer of the rulebook as one text.
    pub fn text(&self) -> String {
        format!("{} {}", self.question, self.answer)
    }

    /// Name of the setting or ruling that selects the answer.
    pub(super) fn setting_name(&self) -> Option<&str> {
        self.setting.as_deref()
    }
}

impl RulebookFile {
    /// Place of the name of the game.
    pub(super) fn game_at(&self) -> Option<Span> {
        self.game_at
    }
}

/// True if a citation covers a clause, directly or by its section: `A-4` covers `A-4` and `A-4.1`, but not `A-4.1.2`.
pub fn means(cited: &str, id: &str) -> bool {
    let own = |rest: &str| rest.strip_prefix('.').is_some_and(|own| !own.contains('.'));
    id.strip_prefix(cited).is_some_and(|rest| rest.is_empty() || own(rest))
}

/// Data that had to be reconstructed because the rulebook does not print it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Reconstructed {
    pub id: String,
    pub what: String,
    pub how: String,
    /// Place of the id.
    pub span: Span,
}

/// A change of a clause that was published after the rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Erratum {
    /// `2024-03-01`
    pub date: String,
    /// Place of publication, such as a web page.
    pub source: String,
    /// Id of the changed clause.
    pub clause: String,
    /// Text of the clause before the change, in our own words.
    pub before: String,
    /// Text of the clause after the change.
    pub after: String,
    /// Place of the clause's id.
    pub span: Span,
}

/// Text of a clause under a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantText {
    /// Name of the variant.
    pub variant: String,
    /// Place of that name.
    pub variant_span: Span,
    /// Id of the clause.
    pub clause: String,
    /// Words of the clause under the variant. None if the variant removes it.
    pub text: Option<String>,
    /// Place of the clause's id.
    pub span: Span,
}

impl VariantText {
    /// The words of the clause under the variant, or that it is removed.
    pub fn shown(&self) -> &str {
        self.text.as_deref().unwrap_or("Removed.")
    }
}

/// A parsed `rulebook.yaml` with the findings of the parser.
#[derive(Debug)]
pub(super) struct WrittenClauses {
    /// The file, if it could be read.
    pub(super) file: Option<RulebookFile>,
    /// Syntax findings.
    pub(super) findings: Vec<Diagnostic>,
}

impl WrittenClauses {
    /// Reads `rulebook.yaml` of a game's folder and adds it to the sources. Returns `None` if the folder has none.
    ///
    /// `known` is an earlier result with its sources. It is reused if the source with the same id is unchanged.
    pub(super) fn read(
        folder: Shelf<'_>,
        sources: &mut Sources,
        known: Option<(&Sources, &Arc<Self>)>,
    ) -> Option<Arc<Self>> {
        if !folder.has(RULEBOOK) {
            return None;
        }
        let id = match folder.read(RULEBOOK, sources) {
            Ok(id) => id,
            Err(message) => {
                let help = "the clauses are a text file in UTF-8 that everybody may read";
                let finding = Diagnostic::error(yaml::codes::UNREADABLE, Span::NONE, message).help(help);
                return Some(Arc::new(Self { file: None, findings: vec![finding] }));
            }
        };
        let here = sources.get(id);
        if let Some((_, known)) = known.filter(|(others, _)| others.get(id) == here) {
            return Some(Arc::clone(known));
        }
        let (file, findings) = read::read(id, sources.whole(id));
        Some(Arc::new(Self { file, findings }))
    }
}

impl RulebookFile {
    /// The rulebook with the texts of these variants, of which later ones come first. `None` if they have none.
    pub(super) fn under<'n>(&self, variants: impl Iterator<Item = &'n str>) -> Option<Self> {
        let variants: Vec<&str> = variants.collect();
        let text = |id: &str| {
            let own = |variant: &&str| self.variants.iter().find(|own| own.variant == **variant && own.clause == id);
            variants.iter().rev().find_map(own)
        };
        let mut under = self.clone();
        for clause in &mut under.clauses {
            if let Some(own) = text(&clause.id) {
                clause.without_variants = Some(std::mem::replace(&mut clause.text, own.shown().to_owned()));
                clause.is_removed = own.text.is_none();
            }
        }
        under.clauses.iter().any(|clause| clause.without_variants.is_some()).then_some(under)
    }

    /// Ids of all clauses, rulings and reconstructed data. `None` if entries without a readable id make the list incomplete.
    pub(super) fn known(&self) -> Option<BTreeSet<String>> {
        self.whole.then(|| self.ids())
    }

    /// Ids of all clauses, rulings and reconstructed data.
    pub fn ids(&self) -> BTreeSet<String> {
        let rebuilt = self.reconstructed.iter().map(|part| part.id.as_str());
        self.spanned_texts().map(|(id, _)| id).chain(rebuilt).map(str::to_owned).collect()
    }

    /// Clauses that no variant that is played removes.
    pub fn valid_clauses(&self) -> impl Iterator<Item = &Clause> {
        self.clauses.iter().filter(|clause| !clause.is_removed)
    }

    /// Ids and texts of clauses and rulings. The text of a ruling is its question and its answer: `Who begins? The oldest.`
    pub fn texts(&self) -> Vec<(String, String)> {
        let clauses = self.valid_clauses().map(|clause| (clause.id.clone(), clause.text.clone()));
        let rulings = self.rulings.iter().map(|r| (r.id.clone(), r.text()));
        clauses.chain(rulings).collect()
    }

    /// Ids and places of clauses and rulings. Reconstructed data are left out: they may share their id with a clause.
    pub fn spanned_texts(&self) -> impl Iterator<Item = (&str, Span)> {
        let clauses = self.clauses.iter().map(|clause| (clause.id.as_str(), clause.span));
        clauses.chain(self.rulings.iter().map(|ruling| (ruling.id.as_str(), ruling.span)))
    }

    /// Findings for ids that are defined twice.
    pub(super) fn duplicates(&self) -> Vec<Diagnostic> {
        let mut known: BTreeMap<&str, Span> = BTreeMap::new();
        let mut found = Vec::new();
        for (id, span) in self.spanned_texts() {
            if let Some(first) = known.get(id) {
                let finding = Diagnostic::error(codes::ID_TWICE, span, format!("`{id}` is defined twice"));
                found.push(finding.label(*first, "first defined here").help("give one of them another id"));
            } else {
                known.insert(id, span);
            }
        }
        found
    }

    /// Findings where the rulebook and the rules disagree: unknown settings, alternatives without a setting, stale errata.
    ///
    /// `game` is the name in the rules. `settings` lists the names of all settings and rulings, `variants` those of all variants.
    pub(super) fn review(&self, game: &str, settings: &[&str], variants: &[String]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        if !self.game.is_empty() && self.game != game {
            let message = format!("this is the rulebook of `{}`, but the rules beside it are of `{game}`", self.game);
            let finding = Diagnostic::error(codes::OTHER_GAME, self.game_at.unwrap_or(Span::NONE), message);
            // The whole file may be that of another game.
            let fix = Fix::replace(self.game_at.unwrap_or(Span::NONE), &self.game, game).safe_if(false);
            found.push(finding.help(Remedy::new(format!("write `game: {game}`"), fix)));
        }
        for ruling in &self.rulings {
            match &ruling.setting {
                Some(name) if !settings.contains(&name.as_str()) => {
                    let message = format!("the rules have no setting or ruling `{name}`");
                    let near = suggestion(ruling.setting_span, name, settings.iter().copied());
                    let help = near.unwrap_or_else(|| "remove `setting:`".into());
                    found.push(Diagnostic::error(codes::NO_SETTING, ruling.setting_span, message).help(help));
                }
                None if !ruling.alternatives.is_empty() => {
                    let message = format!("nobody can play the alternatives of `{}`", ruling.id);
                    let help = "name the setting that plays them (`setting: NAME`), or list them under `rejected:`";
                    found.push(Diagnostic::warning(codes::NO_WAY_TO_PLAY, ruling.span, message).help(help));
                }
                _ => {}
            }
        }
        found.extend(sections::interruptions(&self.clauses));
        found.extend(self.rulings.iter().filter_map(|ruling| self.misplaced(ruling)));
        let known = self.ids();
        for (id, _, span) in self.reviewed.iter().filter(|(id, ..)| !known.contains(id)) {
            let finding = Diagnostic::error(codes::UNKNOWN_CLAUSE, *span, format!("the rulebook has no clause `{id}`"));
            found.push(
                finding
                    .help("remove the line; a clause with a new id is marked with `tavola check GAME --reviewed ID`"),
            );
        }
        found.extend(self.variants.iter().filter_map(|own| self.unknown_variant(own, variants)));
        found.extend(self.errata.iter().enumerate().filter_map(|(at, erratum)| self.stale(at, erratum)));
        found
    }

    /// Finding for a ruling of a clause that the rulebook does not have.
    fn misplaced(&self, ruling: &RulingText) -> Option<Diagnostic> {
        let of = ruling.of.as_ref()?;
        self.no_clause(of, ruling.of_span, "name a clause of `clauses:`, or remove `of:`")
    }

    /// Finding for a text of a clause or a variant that the game does not have.
    fn unknown_variant(&self, own: &VariantText, variants: &[String]) -> Option<Diagnostic> {
        if variants.contains(&own.variant) {
            return self.no_clause(&own.clause, own.span, "name a clause of `clauses:`");
        }
        let message = format!("the game has no variant `{}`", own.variant);
        let near = suggestion(own.variant_span, &own.variant, variants.iter().map(String::as_str));
        let help = near.unwrap_or_else(|| "name a file of `variants/`, without its ending".into());
        Some(Diagnostic::error(codes::NO_VARIANT, own.variant_span, message).help(help))
    }

    /// Finding for an id that is no clause.
    fn no_clause(&self, id: &str, span: Span, help: &'static str) -> Option<Diagnostic> {
        if self.clauses.iter().any(|clause| clause.id == id) {
            return None;
        }
        let finding = Diagnostic::error(codes::UNKNOWN_CLAUSE, span, format!("the rulebook has no clause `{id}`"));
        Some(finding.help(self.meant(id, span).unwrap_or_else(|| help.into())))
    }

    /// Help for an unknown clause: that it was removed from between two others, or a similar one.
    fn meant(&self, id: &str, span: Span) -> Option<Remedy> {
        let removed = removed_clause(id, |id| self.clauses.iter().any(|clause| clause.id == id));
        let near = || suggestion(span, id, self.clauses.iter().map(|clause| clause.id.as_str()));
        removed.map(Remedy::from).or_else(near)
    }

    /// Finding for an erratum whose clause is unknown, or whose new text does not match what follows.
    /// The next erratum of the clause follows, or the clause's text of today.
    fn stale(&self, at: usize, erratum: &Erratum) -> Option<Diagnostic> {
        let id = &erratum.clause;
        let Some(clause) = self.clauses.iter().find(|clause| clause.id == *id) else {
            let message = format!("the rulebook has no clause `{id}`");
            let help = self.meant(id, erratum.span).unwrap_or_else(|| "add it to `clauses:`, as it reads today".into());
            return Some(Diagnostic::error(codes::UNKNOWN_CLAUSE, erratum.span, message).help(help));
        };
        let next = self.errata[at + 1..].iter().find(|next| next.clause == *id);
        let (goes_on, what, span) = match next {
            Some(next) => (&next.before, "the next erratum starts from another text", next.span),
            None => (&clause.text, "the clause has another text", clause.span),
        };
        if same_words(&erratum.after, goes_on) {
            return None;
        }
        let message = format!("the erratum of {} does not lead to the text of `{id}`", erratum.date);
        let finding = Diagnostic::warning(codes::ERRATUM, erratum.span, message).label(span, what);
        Some(finding.help("make `after:` match the text that follows, or add the missing erratum"))
    }
}

/// True if two texts have the same words, however their lines are broken.
fn same_words(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace())
}
