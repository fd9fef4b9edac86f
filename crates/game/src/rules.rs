//! A game's folder, read and checked once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use tavola_core::check;
use tavola_core::ir::{self, Rulebook};
use tavola_core::lower::{Choices, Ground, Lowered};
use tavola_syntax::diagnostic::{Diagnostic, Waived, any_error};
use tavola_syntax::syntax;
use tavola_syntax::text::{Fingerprint, SourceId, Sources, Span, count};

use super::clauses::RulebookFile;
use super::draft::Draft;
use super::layers::{self, Layers, Trees};
use super::prepared::Prepared;
use super::strays::strays;
use super::texts::RulesTexts;
use super::{Error, Game, Inner, LoadError, Setup, codes, settings};

/// A game's folder: its texts, parsed and checked, before a set-up is chosen. Loading several set-ups or scenarios of one
/// game starts from here, so that the rules are read and checked once.
#[derive(Clone)]
pub struct Rules {
    name: String,
    texts: RulesTexts,
    pub(super) book: Option<Arc<Rulebook>>,
    diagnostics: Vec<Diagnostic>,
    waived: Vec<Waived>,
    hash: u64,
    prepared: Prepared,
}

/// What the sources call the sentences that are run instead of a game.
pub const SENTENCES: &str = "scenario";

/// How a ground is made a program.
type Lowering = fn(&Ground, &Arc<Rulebook>, ir::RuleId) -> Result<Lowered, Vec<Diagnostic>>;

impl Rules {
    /// Reads and checks a folder (all its `.tavola` files, `rulebook.yaml` if it is there), with a variant laid over it
    /// (by name: `variants/NAME.tavola`), or several in their order: `night,short`. All findings are in [`Rules::diagnostics`],
    /// also when there are errors.
    ///
    /// # Errors
    /// Only for what cannot be read at all: no such folder, no rules file in it, no such variant.
    pub fn read(folder: &Path, variant: Option<&str>) -> Result<Self, Error> {
        Ok(Self::of_folder(RulesTexts::read(folder, variant)?, folder))
    }

    /// [`Rules::read`] of the folder of these rules with other variants; what both say in the same texts is read once.
    ///
    /// # Errors
    /// See [`Rules::read`].
    pub fn with_variants(&self, folder: &Path, names: &str) -> Result<Self, Error> {
        Ok(Self::laid_over(self.texts.with_variants(folder, names)?, folder))
    }

    /// The rules of a folder, out of its texts.
    pub fn of_folder(texts: RulesTexts, folder: &Path) -> Self {
        let mut rules = Self::laid_over(texts, folder);
        rules.diagnostics.extend(strays(folder));
        rules
    }

    /// [`Rules::of_folder`] for further variants of rules that were read: what else lies in the folder was told with them.
    pub fn laid_over(texts: RulesTexts, folder: &Path) -> Self {
        let mut rules = Self::checked(texts);
        rules.review(folder);
        rules
    }

    /// Texts instead of files, for tests: name and text of each. No clauses are known.
    pub fn from_texts(texts: &[(&str, &str)]) -> Self {
        let mut sources = Sources::new();
        for (name, text) in texts {
            sources.add(*name, *text);
        }
        Self::checked(RulesTexts::of(texts.first().map_or_else(String::new, |t| t.0.to_owned()), sources))
    }

    /// These rules with something changed, as a variant says it but without its first line: for a scenario that needs another card in
    /// the box. Findings are in [`Rules::diagnostics`]. Rules with errors stay as they are.
    pub fn changed(&self, change: &str) -> Self {
        let Some(book) = &self.book else { return self.clone() };
        let text = format!("variant changed \"{}\" of {}\n\n{change}\n", self.name, book.name);
        self.derived(self.texts.and_over(SENTENCES, text))
    }

    /// These rules with the text of a variant laid over them, as the file of that name would say it.
    pub fn with_variant(&self, file: &str, text: &str) -> Self {
        self.derived(self.texts.and_over(file, text.to_owned()))
    }

    /// Whether a variant is laid over the game.
    pub fn is_variant(&self) -> bool {
        !self.texts.overlays.is_empty()
    }

    /// The texts that are laid over the game.
    pub fn overlays(&self) -> impl Iterator<Item = SourceId> {
        self.texts.overlays.iter().map(|&id| SourceId(id))
    }

    /// What the variants are called that are laid over the game, in their order.
    pub fn laid(&self) -> impl Iterator<Item = &str> {
        self.overlays().filter_map(|id| self.texts.sources.get(id)).map(|source| layers::stem(&source.name))
    }

    /// The texts of the game, and of what is laid over it, as they are written.
    pub(super) fn layers(&self) -> Layers {
        self.texts.layers()
    }

    /// What the texts say.
    pub(super) fn trees(&self) -> &Trees {
        &self.texts.trees
    }

    /// These rules without the variant that is laid over all others; none where there are no others.
    pub(super) fn below(&self) -> Option<Self> {
        let (&last, below) = self.texts.overlays.split_last().filter(|(_, below)| !below.is_empty())?;
        // A text that says nothing leaves all others where they are.
        let sources = self.texts.replaced(SourceId(last), "");
        Some(self.derived(self.texts.other(sources, below.to_vec())))
    }

    /// These rules, checked anew with another text in the place of one of theirs.
    pub(super) fn with_text(&self, changed: SourceId, text: &str) -> Self {
        let sources = self.texts.replaced(changed, text);
        self.derived(self.texts.other(sources, self.texts.overlays.clone()))
    }

    /// Rules of texts that were made of these; they keep their name, also where they cannot be understood.
    fn derived(&self, texts: RulesTexts) -> Self {
        Self::checked(RulesTexts { name: self.name.clone(), ..texts })
    }

    /// The rules that texts are.
    fn checked(texts: RulesTexts) -> Self {
        let RulesTexts { sources, trees, .. } = &texts;
        let mut diagnostics: Vec<Diagnostic> =
            trees.iter().flat_map(|(_, parsed)| &parsed.diagnostics).cloned().collect();
        let comments: Vec<Span> = trees.iter().flat_map(|(_, parsed)| &parsed.file.comments).copied().collect();
        let Layers { game, laid } = texts.layers();
        let (files, findings) = check::lay(game, &laid);
        diagnostics.extend(findings);
        let ids = texts.clause_ids();
        let checked = check::check(&files, ids.as_ref());
        let (broken, waived) = (any_error(&diagnostics), checked.waived);
        diagnostics.extend(checked.diagnostics.into_iter().filter(|finding| !broken || finding.is_error()));
        let book = checked.rulebook.filter(|_| !any_error(&diagnostics)).map(Arc::new);
        let hash = fingerprint(sources, &comments);
        let name = book.as_ref().map_or_else(|| texts.name.clone(), |book| book.name.clone());
        Self { name, texts, book, diagnostics, waived, hash, prepared: Prepared::default() }
    }

    /// Compares `rulebook.yaml` of their folder with the rules, if these can be played, and tells what is wrong with how it is written.
    fn review(&mut self, folder: &Path) {
        let mut findings = self.texts.clauses.as_ref().map_or_else(Vec::new, |written| written.findings.clone());
        if let Some(clauses) = self.rulebook() {
            findings.extend(clauses.twice());
            if let Some(book) = &self.book {
                let settings: Vec<&str> = book.settings.iter().map(|setting| setting.name.as_str()).collect();
                findings.extend(clauses.review(&book.name, &settings));
                findings.extend(self.variants_from_nowhere());
            }
        }
        findings.sort_by_key(|finding| finding.span);
        if any_error(&findings) {
            self.book = None;
        }
        self.diagnostics.extend(findings);
        self.diagnostics.extend(self.misnamed_variants());
        if self.texts.clauses.is_none() {
            self.miss_rulebook(&folder.join("rulebook.yaml").display().to_string());
        }
    }

    /// Rules that cite clauses want a `rulebook.yaml`.
    fn miss_rulebook(&mut self, file: &str) {
        if self.cited().is_empty() {
            return;
        }
        let message = format!("the rules cite clauses, and there is no `{file}`");
        let finding = Diagnostic::warning(codes::NO_RULEBOOK, Span::NONE, message);
        self.diagnostics.push(finding.help("write down there what the clauses say, or take the citations out"));
    }

    /// Everything that is wrong or doubtful.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// What would be found, but lines of the rules call it fine.
    pub fn waived(&self) -> &[Waived] {
        &self.waived
    }

    /// The texts, to draw diagnostics with.
    pub fn sources(&self) -> &Sources {
        &self.texts.sources
    }

    /// `valley`; the folder's name while the rules have errors.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// `The Valley`; `None` while the rules have errors.
    pub fn title(&self) -> Option<&str> {
        self.book.as_ref().map(|book| book.title.as_str())
    }

    /// Fewest and most players; `None` while the rules have errors.
    pub fn players(&self) -> Option<(usize, usize)> {
        self.book.as_ref().map(|book| (usize::from(book.players.0), usize::from(book.players.1)))
    }

    /// What `rulebook.yaml` says, if there is one.
    pub fn rulebook(&self) -> Option<&RulebookFile> {
        self.texts.clauses.as_ref()?.file.as_ref()
    }

    /// What the clauses and rulings of `rulebook.yaml` say, by their ids.
    pub fn clause_texts(&self) -> BTreeMap<String, String> {
        let Some(book) = self.rulebook() else { return BTreeMap::new() };
        let clauses = book.clauses.iter().map(|clause| (clause.id.clone(), clause.text.clone()));
        let rulings = book.rulings.iter().map(|r| (r.id.clone(), format!("{} {}", r.question, r.answer)));
        clauses.chain(rulings).collect()
    }

    /// The ids of everything that `rulebook.yaml` tells; none where it is not there, or some could not be read.
    pub fn clause_ids(&self) -> Option<BTreeSet<String>> {
        self.texts.clause_ids()
    }

    /// All clauses that the rules cite.
    pub fn cited(&self) -> BTreeSet<String> {
        self.book.iter().flat_map(|book| &book.cites).flat_map(|(_, ids)| ids.iter().cloned()).collect()
    }

    /// Every stretch of the rules that cites clauses, and which, in the order of the files.
    pub fn citations(&self) -> Vec<(Span, &[String])> {
        let mut all: Vec<(Span, &[String])> = Vec::new();
        all.extend(self.book.iter().flat_map(|book| &book.cites).map(|(span, ids)| (*span, ids.as_slice())));
        all.sort_by_key(|(span, _)| *span);
        all
    }

    /// The clauses that the line around a place cites, or else its item.
    pub(super) fn clauses_at(&self, span: Span) -> Vec<String> {
        self.book.as_ref().map_or_else(Vec::new, |book| book.clauses_at(span).to_vec())
    }

    /// A number that changes whenever what a rules file says changes (64 bits in hex); comments say nothing.
    pub fn hash(&self) -> String {
        format!("{:016x}", self.hash)
    }

    /// The game for one set-up.
    ///
    /// # Errors
    /// [`LoadError::Findings`] while the rules have errors, [`LoadError::Error`] for a wrong number of players, an unknown
    /// setting, a value out of range.
    pub fn game(&self, setup: &Setup) -> Result<Game, LoadError> {
        self.game_from(setup, None)
    }

    /// One set-up of these rules in which instead of the whole game these sentences of the language are run (scenarios). Findings in them are
    /// drawn with the sources of the error.
    ///
    /// # Errors
    /// Those of [`Rules::game`], and findings in the sentences.
    pub fn game_from(&self, setup: &Setup, sentences: Option<&str>) -> Result<Game, LoadError> {
        self.made(setup, sentences, Ground::lower)
    }

    /// What a game of this set-up would be, as far as positions are put in it.
    ///
    /// # Errors
    /// Those of [`Rules::game`].
    pub fn draft(&self, setup: &Setup) -> Result<Draft, LoadError> {
        self.made(setup, None, Ground::draft).map(Draft::new)
    }

    fn made(&self, setup: &Setup, sentences: Option<&str>, lower: Lowering) -> Result<Game, LoadError> {
        let Some(own) = &self.book else {
            return Err(self.findings(self.texts.sources.clone(), self.diagnostics.clone()));
        };
        let choices = Arc::new(self.choices(own, setup)?);
        let (book, sources, play) = match sentences {
            None => (Arc::clone(own), self.texts.sources.clone(), own.play),
            Some(text) => self.with_sentences(own, setup, text)?,
        };
        let ground = self.prepared.ground(own, &choices);
        let lowered = lower(&ground, &book, play).map_err(|findings| self.findings(sources.clone(), findings))?;
        let (hash, prepared) = (self.hash(), self.prepared.clone());
        Ok(Game::new(Inner { setup: setup.clone(), book, ground, prepared, sources, play, lowered, hash }))
    }

    fn findings(&self, sources: Sources, diagnostics: Vec<Diagnostic>) -> LoadError {
        LoadError::Findings { sources: Box::new(sources), diagnostics }
    }

    fn with_sentences(
        &self,
        book: &Arc<Rulebook>,
        setup: &Setup,
        text: &str,
    ) -> Result<(Arc<Rulebook>, Sources, ir::RuleId), LoadError> {
        let (rule, sources) = self.sentences(book, setup, text)?;
        let mut book = Rulebook::clone(book);
        book.rules.push(Arc::new(rule));
        let play = ir::RuleId(book.rules.len() as u32 - 1);
        Ok((Arc::new(book), sources, play))
    }

    /// Whether sentences mean something in this set-up, and which names they have for answers of `together` blocks. They are read
    /// and checked, and no game is made of them.
    ///
    /// # Errors
    /// Those of [`Rules::game_from`], but for what is found only when a game is made.
    pub fn understands(&self, setup: &Setup, sentences: &str) -> Result<Vec<String>, LoadError> {
        let Some(book) = &self.book else {
            return Err(self.findings(self.texts.sources.clone(), self.diagnostics.clone()));
        };
        self.choices(book, setup)?;
        let (rule, _) = self.sentences(book, setup, sentences)?;
        Ok(rule.answers().map(str::to_owned).collect())
    }

    /// Sentences as a rule, and the texts with them among them.
    fn sentences(&self, book: &Rulebook, setup: &Setup, text: &str) -> Result<(ir::Rule, Sources), LoadError> {
        let mut sources = self.texts.sources.clone();
        let source = sources.add(SENTENCES, text);
        let (block, mut findings) = syntax::parse_sentences(&sources, source);
        let mut rule = None;
        if !any_error(&findings) {
            let (checked, more) = self.prepared.sentences(book, &setup.players, &block);
            rule = checked;
            findings.extend(more);
        }
        match rule.filter(|_| !any_error(&findings)) {
            Some(rule) => Ok((rule, sources)),
            None => Err(self.findings(sources, findings)),
        }
    }

    fn choices(&self, book: &Rulebook, setup: &Setup) -> Result<Choices, Error> {
        let players = setup.players.len();
        let (least, most) = (usize::from(book.players.0), usize::from(book.players.1));
        if !(least..=most).contains(&players) {
            let range = if least == most { count(least, "player") } else { format!("{least} to {most} players") };
            return Err(Error::new(format!("{} is for {range}, not for {players}", book.title)));
        }
        let mut named = setup.variant.iter().flat_map(|names| layers::variant_names(names));
        if let Some(missing) = named.find(|name| self.laid().all(|laid| laid != *name)) {
            let how = "read the rules with it (`Rules::read`), or use `Game::load`";
            return Err(Error::new(format!("the set-up names the variant `{missing}`, which these rules lack; {how}")));
        }
        for (at, name) in setup.players.iter().enumerate() {
            if let Some(why) = Setup::unfit_name(name) {
                return Err(Error::new(format!("`{name}` is no name for a player: {why}")));
            }
            if setup.players[..at].contains(name) {
                return Err(Error::new(format!("two players are called `{name}`")));
            }
        }
        let settings = settings::chosen(book, setup)?;
        Ok(Choices { seats: setup.players.clone(), settings })
    }
}

/// FNV-1a over what is written, without comments, empty lines and blanks at the end of a line: stable over platforms and
/// releases. Blanks inside a line count, since in drawings of boards and at the beginning of a line they mean something.
fn fingerprint(sources: &Sources, comments: &[Span]) -> u64 {
    let mut print = Fingerprint::default();
    for (id, source) in sources.iter().filter(|(_, source)| source.is_rules()) {
        let mut own: Vec<&Span> = comments.iter().filter(|span| span.source == id).collect();
        own.sort();
        let (mut rest, mut at) = (String::new(), 0);
        for span in own {
            rest.push_str(source.text.get(at..span.start as usize).unwrap_or_default());
            at = span.end as usize;
        }
        rest.push_str(source.text.get(at..).unwrap_or_default());
        for line in rest.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
            print.add(line.as_bytes());
            print.add(b"\n");
        }
        print.add(&[0]);
    }
    print.number()
}
