//! `rulebook.yaml`: the clauses in our own words, the rulings, what was reconstructed.

mod read;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use super::codes;
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{Sources, Span};
use tavola_syntax::yaml::{self, suggestion};

/// What `rulebook.yaml` holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulebookFile {
    /// The game's name.
    pub game: String,
    /// Where that stands.
    game_at: Option<Span>,
    /// The printed rulebook.
    pub source: PrintedRulebook,
    /// Its clauses.
    pub clauses: Vec<Clause>,
    /// What we rule where it is silent or ambiguous.
    pub rulings: Vec<RulingText>,
    /// What it does not print.
    pub reconstructed: Vec<Reconstructed>,
    /// What was changed in it since it was printed, in the order of their dates.
    pub errata: Vec<Erratum>,
    /// What clauses, their rules and their scenarios said when somebody last read them: ids, fingerprints, where they stand.
    pub reviewed: Vec<(String, String, Span)>,
    /// Every entry has its id: what is not among them is not in the rulebook.
    whole: bool,
}

/// The printed rulebook that is followed.
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
    /// Its section.
    pub section: String,
    /// What it says, in our own words.
    pub text: String,
    /// What sort of sentence it is.
    pub kind: ClauseKind,
    /// For which numbers of players it holds; none: for all.
    pub player_counts: Option<Vec<i64>>,
    /// Why neither a rule can put it into effect nor a scenario show it, where it states a rule.
    pub not_observable: Option<String>,
    /// Where its id stands.
    pub span: Span,
}

/// What sort of sentence a clause is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// It says what happens.
    Rule,
    /// It says what there is.
    Data,
    /// It only advises.
    Hint,
    /// It says what a word means.
    Definition,
}

/// A clause of ours.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct RulingText {
    pub id: String,
    pub question: String,
    pub answer: String,
    /// Other answers, which the switch in `setting` plays.
    pub alternatives: Vec<String>,
    /// Other readings that nobody can play: they were thought of and dropped.
    pub rejected: Vec<String>,
    pub why: Option<String>,
    /// The setting or ruling in the rules that turns it, if there is one.
    pub setting: Option<String>,
    /// Where that name stands.
    pub setting_span: Span,
    /// Where its id stands.
    pub span: Span,
}

impl RulingText {
    /// Its question and its answer.
    pub fn text(&self) -> String {
        format!("{} {}", self.question, self.answer)
    }
}

/// Whether a citation means a clause, itself or by its section: `A-4` stands for `A-4.1`, too.
pub fn means(cited: &str, id: &str) -> bool {
    let own = |rest: &str| rest.strip_prefix('.').is_some_and(|own| !own.contains('.'));
    id.strip_prefix(cited).is_some_and(|rest| rest.is_empty() || own(rest))
}

/// What was filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Reconstructed {
    pub id: String,
    pub what: String,
    pub how: String,
}

/// A change of a clause that was published after the rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Erratum {
    /// `2024-03-01`
    pub date: String,
    /// Where it was published.
    pub source: String,
    /// The clause.
    pub clause: String,
    /// What the clause said, in our own words.
    pub before: String,
    /// What it says since then.
    pub after: String,
    /// Where the clause's id stands.
    pub span: Span,
}

/// A `rulebook.yaml` as it is written.
#[derive(Debug)]
pub(super) struct WrittenClauses {
    /// What could be read of it.
    pub(super) file: Option<RulebookFile>,
    /// What is wrong with how it is written.
    pub(super) findings: Vec<Diagnostic>,
}

impl WrittenClauses {
    /// Reads `rulebook.yaml` of a game's folder and adds it to the sources; none if there is none. What stands with the same id among
    /// other sources is known.
    pub(super) fn read(
        folder: &Path,
        sources: &mut Sources,
        known: Option<(&Sources, &Arc<Self>)>,
    ) -> Option<Arc<Self>> {
        let path = folder.join("rulebook.yaml");
        if !path.exists() && !path.is_symlink() {
            return None;
        }
        let id = match sources.read_file(&path) {
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
    /// The ids of all clauses, rulings and reconstructed data; none if some are not known, because they could not be read.
    pub(super) fn known(&self) -> Option<BTreeSet<String>> {
        self.whole.then(|| self.ids())
    }

    /// The ids of all clauses, rulings and reconstructed data.
    pub fn ids(&self) -> BTreeSet<String> {
        let rebuilt = self.reconstructed.iter().map(|part| part.id.as_str());
        self.told().map(|(id, _)| id).chain(rebuilt).map(str::to_owned).collect()
    }

    /// The ids of clauses and rulings, with what they say; a ruling asks first: `Who begins? The oldest.`
    pub fn texts(&self) -> Vec<(String, String)> {
        let clauses = self.clauses.iter().map(|clause| (clause.id.clone(), clause.text.clone()));
        let rulings = self.rulings.iter().map(|r| (r.id.clone(), r.text()));
        clauses.chain(rulings).collect()
    }

    /// Clauses and rulings, and where they stand; what was reconstructed may be a clause that is told there.
    fn told(&self) -> impl Iterator<Item = (&str, Span)> {
        let clauses = self.clauses.iter().map(|clause| (clause.id.as_str(), clause.span));
        clauses.chain(self.rulings.iter().map(|ruling| (ruling.id.as_str(), ruling.span)))
    }

    /// Ids that stand twice.
    pub(super) fn twice(&self) -> Vec<Diagnostic> {
        let mut known: BTreeMap<&str, Span> = BTreeMap::new();
        let mut found = Vec::new();
        for (id, span) in self.told() {
            if let Some(first) = known.get(id) {
                let finding = Diagnostic::error(codes::ID_TWICE, span, format!("`{id}` stands there twice"));
                found.push(finding.label(*first, "here it stands first").help("give one of them an id of its own"));
            } else {
                known.insert(id, span);
            }
        }
        found
    }

    /// What does not agree with the rules: switches that are not there, alternatives that no switch plays. `settings` are
    /// the names of all settings and rulings, `game` is the name of the game.
    pub(super) fn review(&self, game: &str, settings: &[&str]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        if !self.game.is_empty() && self.game != game {
            let message = format!("this is the rulebook of `{}`, and the rules beside it are of `{game}`", self.game);
            let finding = Diagnostic::error(codes::OTHER_GAME, self.game_at.unwrap_or(Span::NONE), message);
            found.push(finding.help(format!("write `game: {game}`")));
        }
        for ruling in &self.rulings {
            match &ruling.setting {
                Some(name) if !settings.contains(&name.as_str()) => {
                    let message = format!("the rules have no setting or ruling `{name}`");
                    let near = settings.iter().min_by_key(|known| strsim::levenshtein(known, name));
                    let help = near.map_or("take `setting:` away".to_owned(), |near| format!("did you mean `{near}`?"));
                    found.push(Diagnostic::error(codes::NO_SETTING, ruling.setting_span, message).help(help));
                }
                None if !ruling.alternatives.is_empty() => {
                    let message = format!("nobody can play the alternatives of `{}`", ruling.id);
                    let help = "name what turns it (`setting: NAME`), or call them `rejected:`";
                    found.push(Diagnostic::warning(codes::NO_WAY_TO_PLAY, ruling.span, message).help(help));
                }
                _ => {}
            }
        }
        let known = self.ids();
        for (id, _, span) in self.reviewed.iter().filter(|(id, ..)| !known.contains(id)) {
            let finding = Diagnostic::error(codes::UNKNOWN_CLAUSE, *span, format!("the rulebook has no clause `{id}`"));
            found.push(finding.help("take the line out"));
        }
        found.extend(self.errata.iter().enumerate().filter_map(|(at, erratum)| self.stale(at, erratum)));
        found
    }

    /// An erratum of a clause that is not there, or after which the text goes on otherwise: with the next erratum of the same
    /// clause, or with what the clause says today.
    fn stale(&self, at: usize, erratum: &Erratum) -> Option<Diagnostic> {
        let id = &erratum.clause;
        let Some(clause) = self.clauses.iter().find(|clause| clause.id == *id) else {
            let message = format!("the rulebook has no clause `{id}`");
            let near = self.clauses.iter().map(|clause| clause.id.as_str());
            let help = suggestion(id, near).unwrap_or_else(|| "add it to `clauses:`, as it reads today".to_owned());
            return Some(Diagnostic::error(codes::UNKNOWN_CLAUSE, erratum.span, message).help(help));
        };
        let next = self.errata[at + 1..].iter().find(|next| next.clause == *id);
        let (goes_on, what, span) = match next {
            Some(next) => (&next.before, "the next erratum begins otherwise", next.span),
            None => (&clause.text, "the clause reads otherwise", clause.span),
        };
        if same_words(&erratum.after, goes_on) {
            return None;
        }
        let message = format!("`{id}` does not read as its erratum of {} leaves it", erratum.date);
        let finding = Diagnostic::warning(codes::ERRATUM, erratum.span, message).label(span, what);
        Some(finding.help("bring `after:` and what follows it in line, or add the erratum that lies between"))
    }
}

/// Whether two texts say the same, however their lines are broken.
fn same_words(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace())
}
