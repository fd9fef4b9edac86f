//! The rules of a game: a folder, parsed and checked once.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use tavola_core::check::{self, RecordedNames};
use tavola_core::ir::{self, Rulebook};
use tavola_core::lower::{Choices, Lowered, SetUpContext};
use tavola_syntax::diagnostic::{Diagnostic, Waived, any_error};
use tavola_syntax::text::{Fingerprint, SourceId, Sources, Span, count};

use super::clauses::RulebookFile;
use super::draft::{CheckedCall, Draft};
use super::folder::{RULEBOOK, Shelf};
use super::layers::{self, Layers, Trees};
use super::names::LazyNames;
use super::prepared::Prepared;
use super::saved::setup_print;
use super::strays::strays;
use super::texts::RulesTexts;
use super::{Error, Game, Inner, LoadError, Setup, codes, settings};

/// The parsed and checked texts of a game's folder, before a set-up is chosen.
///
/// All set-ups and scenarios of a game start from here, so the folder is read only once.
#[derive(Clone)]
pub struct Rules {
    name: String,
    texts: RulesTexts,
    pub(super) book: Option<Arc<Rulebook>>,
    diagnostics: Vec<Diagnostic>,
    waived: Vec<Waived>,
    hash: u64,
    pub(super) names: Arc<LazyNames>,
    pub(super) prepared: Prepared,
    pub(super) interrupt: Option<Arc<AtomicBool>>,
}

/// Source name of the sentences that a scenario runs instead of the game.
pub const SENTENCES: &str = "scenario";

/// Function that lowers a ground to a program.
type Lowering = fn(&SetUpContext, &Arc<Rulebook>, ir::RuleId) -> Result<Lowered, Vec<Diagnostic>>;

impl Rules {
    /// Reads and checks a folder, on the disk or in memory: all its `.tavola` files, and `rulebook.yaml` and `look.yaml` if they exist.
    /// The texts alone decide what the rules are and what their [`Rules::hash`] is.
    ///
    /// `variant` names a variant (`variants/NAME.tavola`), or several in their order: `night,short`.
    /// All findings, errors included, are in [`Rules::diagnostics`].
    ///
    /// # Errors
    /// Only if nothing can be read: the folder, its rules files or the variant do not exist, or a path in memory leads out of the folder.
    pub fn read<'f>(folder: impl Into<Shelf<'f>>, variant: Option<&str>) -> Result<Self, Error> {
        let folder = folder.into();
        folder.is_closed()?;
        Ok(Self::of_texts(RulesTexts::read(folder, variant)?, folder))
    }

    /// Reads the folder of these rules again, with this variant, several or none. Texts that both have are parsed only once. If no text
    /// changed, the result is a copy of these rules, with their warnings for files that are not read.
    ///
    /// # Errors
    /// See [`Rules::read`].
    pub fn read_again<'f>(&self, folder: impl Into<Shelf<'f>>, variant: Option<&str>) -> Result<Self, Error> {
        let folder = folder.into();
        folder.is_closed()?;
        let texts = self.texts.again(folder, variant)?;
        Ok(if texts.are(&self.texts) { self.clone() } else { self.interrupted_alike(Self::of_texts(texts, folder)) })
    }

    /// True if both were made from the same texts: files, variants, rulebook and look.
    pub fn has_texts_of(&self, other: &Self) -> bool {
        self.texts.are(&other.texts)
    }

    /// Checks the texts of a folder that are read already, with all that the folder has beside them.
    pub fn of_texts(texts: RulesTexts, folder: Shelf<'_>) -> Self {
        let mut rules = Self::checked(texts);
        rules.review(folder);
        rules
    }

    /// Rules from texts instead of files: name and text of each. For tests. They know no clauses and no variants; those of a [`GameFolder`](super::GameFolder) do.
    pub fn from_texts(texts: &[(&str, &str)]) -> Self {
        let mut sources = Sources::new();
        for (name, text) in texts {
            sources.add(*name, *text);
        }
        Self::checked(RulesTexts::of(texts.first().map_or_else(String::new, |t| t.0.to_owned()), sources))
    }

    /// These rules with the text of a variant laid over them. `file` is its file name.
    pub fn with_variant(&self, file: &str, text: &str) -> Self {
        self.derived(self.texts.and_over(file, text.to_owned()))
    }

    /// True if a variant is laid over the game.
    pub fn is_variant(&self) -> bool {
        !self.texts.overlays.is_empty()
    }

    /// Sources of the variants, in their order.
    pub fn overlays(&self) -> impl Iterator<Item = SourceId> {
        self.texts.overlays.iter().map(|&id| SourceId(id))
    }

    /// Names of the variants laid over the game, in their order.
    pub fn applied_variants(&self) -> impl Iterator<Item = &str> {
        self.overlays().filter_map(|id| self.texts.sources.get(id)).map(|source| layers::stem(&source.name))
    }

    /// Syntax trees of the game and of its variants.
    pub(super) fn layers(&self) -> Layers {
        self.texts.layers()
    }

    /// Syntax trees of all texts.
    pub(super) fn trees(&self) -> &Trees {
        &self.texts.trees
    }

    /// These rules without the uppermost variant. `None` if it is the only one.
    pub(super) fn below(&self) -> Option<Self> {
        let (&last, below) = self.texts.overlays.split_last().filter(|(_, below)| !below.is_empty())?;
        // An empty text keeps the source ids of all others.
        let sources = self.texts.replaced(SourceId(last), "");
        Some(self.derived(self.texts.other(sources, below.to_vec())))
    }

    /// These rules with one text replaced, checked again.
    pub(super) fn with_text(&self, changed: SourceId, text: &str) -> Self {
        let sources = self.texts.replaced(changed, text);
        self.derived(self.texts.other(sources, self.texts.overlays.clone()))
    }

    /// Rules from texts derived from these. They keep the name, even if they have errors.
    fn derived(&self, texts: RulesTexts) -> Self {
        self.interrupted_alike(Self::checked(RulesTexts { name: self.name.clone(), ..texts }))
    }

    /// Checks texts.
    pub(super) fn checked(texts: RulesTexts) -> Self {
        if texts.is_rulebook_alone() {
            return Self::unwritten(texts);
        }
        let trees = &texts.trees;
        let mut diagnostics: Vec<Diagnostic> =
            trees.iter().flat_map(|(_, parsed)| &parsed.diagnostics).cloned().collect();
        let Layers { game, applied_variants } = texts.layers();
        let mut overlaid = check::apply_variants(game, &applied_variants);
        diagnostics.append(&mut overlaid.diagnostics);
        let ids = texts.clause_ids();
        let checked = check::check(&overlaid, ids.as_ref());
        let (broken, waived) = (any_error(&diagnostics), checked.waived);
        diagnostics.extend(checked.diagnostics.into_iter().filter(|finding| !broken || finding.is_error()));
        let book = checked.rulebook.map(Arc::new);
        let names = Arc::new(LazyNames::new(checked.names, book.clone()));
        let book = book.filter(|_| !any_error(&diagnostics));
        let hash = fingerprint(&texts);
        let name = book.as_ref().map_or_else(|| texts.name.clone(), |book| book.name.clone());
        let prepared = Prepared::with(texts.parsed.clone());
        Self { name, texts, book, diagnostics, waived, hash, names, prepared, interrupt: None }
    }

    /// Rules without a text: the folder has a rulebook alone.
    fn unwritten(texts: RulesTexts) -> Self {
        Self {
            name: texts.name.clone(),
            hash: fingerprint(&texts),
            texts,
            book: None,
            diagnostics: Vec::new(),
            waived: Vec::new(),
            names: Arc::new(LazyNames::new(RecordedNames::default(), None)),
            prepared: Prepared::default(),
            interrupt: None,
        }
    }

    /// True if the folder has a `rulebook.yaml` and no rules yet. It can be checked, searched and printed, but not played.
    pub fn is_unwritten(&self) -> bool {
        self.texts.is_rulebook_alone()
    }

    /// Title for pages: that of the rules, or else that of the printed rulebook, or else the name.
    pub fn shown_title(&self) -> &str {
        let printed = || self.rulebook().map(|book| book.source.title.as_str()).filter(|title| !title.is_empty());
        self.title().or_else(printed).unwrap_or(&self.name)
    }

    /// Error of rules that cannot be played.
    fn unplayable(&self) -> LoadError {
        if self.is_unwritten() {
            let name = &self.name;
            return Error::new(format!("`{name}` has a rulebook and no rules yet: write them into `{name}.tavola`"))
                .into();
        }
        self.findings(self.texts.sources.clone(), self.diagnostics.clone())
    }

    /// Adds the findings of what stands beside the rules: `rulebook.yaml`, the look, and files that are not read because of their names.
    fn review(&mut self, folder: Shelf<'_>) {
        let mut findings = self.texts.clauses.as_ref().map_or_else(Vec::new, |clauses| clauses.findings.clone());
        // They cause others, such as an unknown clause where the other one was renamed.
        let duplicates = self.printed_rulebook().map(RulebookFile::duplicates).unwrap_or_default();
        if let (Some(clauses), Some(book)) = (self.printed_rulebook(), &self.book) {
            let settings: Vec<&str> = book.settings.iter().map(|setting| setting.name.as_str()).collect();
            findings.extend(clauses.review(&book.name, &settings, &folder.variants()));
            findings.extend(self.variants_from_nowhere());
        }
        findings.extend(self.mistakes_of_look(folder));
        let shown = self.columns_of_look();
        self.diagnostics.retain(|finding| finding.code != check::UNUSED || !shown.contains(&finding.span));
        findings.sort_by_key(|finding| finding.span);
        if any_error(&findings) || any_error(&duplicates) {
            self.book = None;
        }
        self.diagnostics.splice(0..0, duplicates);
        self.diagnostics.extend(findings);
        self.diagnostics.extend(self.misnamed_variants());
        if self.texts.clauses.is_none() {
            self.miss_rulebook(&folder.path(RULEBOOK).display().to_string());
        }
        if let Shelf::Disk(folder) = folder {
            self.diagnostics.extend(strays(folder));
        }
    }

    /// Adds a warning if the rules cite clauses and the folder has no `rulebook.yaml`.
    fn miss_rulebook(&mut self, file: &str) {
        if self.cited().is_empty() {
            return;
        }
        let message = format!("the rules cite clauses, but there is no `{file}`");
        let finding = Diagnostic::warning(codes::NO_RULEBOOK, Span::NONE, message);
        self.diagnostics.push(finding.help("write the clauses into that file, or remove the citations"));
    }

    /// All findings.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Warnings that a waiver in the rules accepts.
    pub fn waived(&self) -> &[Waived] {
        &self.waived
    }

    /// The texts with their trees. Rules of a changed folder are read with them ([`RulesTexts::again`]).
    pub fn texts(&self) -> &RulesTexts {
        &self.texts
    }

    /// The texts, for drawing findings.
    pub fn sources(&self) -> &Sources {
        &self.texts.sources
    }

    /// Name of the game, such as `valley`. Name of the folder while the rules have errors.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Title of the game, such as `The Valley`. `None` while the rules have errors.
    pub fn title(&self) -> Option<&str> {
        self.book.as_ref().map(|book| book.title.as_str())
    }

    /// Minimum and maximum number of players. `None` while the rules have errors.
    pub fn players(&self) -> Option<(usize, usize)> {
        self.book.as_ref().map(|book| (usize::from(book.players.0), usize::from(book.players.1)))
    }

    /// Contents of `rulebook.yaml`, if it exists. Clauses have the texts of the variants that are laid over the game.
    pub fn rulebook(&self) -> Option<&RulebookFile> {
        self.texts.worded.as_deref().or_else(|| self.printed_rulebook())
    }

    /// Contents of `rulebook.yaml` as they are written, whatever variants are laid over the game.
    pub fn printed_rulebook(&self) -> Option<&RulebookFile> {
        self.texts.clauses.as_ref()?.file.as_ref()
    }

    /// Texts of the clauses of `rulebook.yaml`, and of its rulings as they are played with these names and values of settings, by id.
    pub fn clause_texts(&self, set: &[(String, String)]) -> BTreeMap<String, String> {
        let Some(book) = self.rulebook() else { return BTreeMap::new() };
        let clauses = book.clauses.iter().map(|clause| (clause.id.clone(), clause.text.clone()));
        let rulings = self.rulings(set).into_iter().map(|played| (played.ruling.id.clone(), played.text()));
        clauses.chain(rulings).collect()
    }

    /// Ids of all entries of `rulebook.yaml`. `None` if the file does not exist or some entries could not be read.
    pub fn clause_ids(&self) -> Option<BTreeSet<String>> {
        self.texts.clause_ids()
    }

    /// Ids of all clauses that the rules cite.
    pub fn cited(&self) -> BTreeSet<String> {
        self.book.iter().flat_map(|book| &book.cites).flat_map(|(_, ids)| ids.iter().cloned()).collect()
    }

    /// All spans with citations, and the cited ids, in the order of the files.
    pub fn citations(&self) -> Vec<(Span, &[String])> {
        let mut all: Vec<(Span, &[String])> = Vec::new();
        all.extend(self.book.iter().flat_map(|book| &book.cites).map(|(span, ids)| (*span, ids.as_slice())));
        all.sort_by_key(|(span, _)| *span);
        all
    }

    /// Clauses that the line at a span cites, or else its item.
    pub fn clauses_at(&self, span: Span) -> Vec<String> {
        self.book.as_ref().map_or_else(Vec::new, |book| book.clauses_at(span).to_vec())
    }

    /// Fingerprint of the rules: 64 bits in hexadecimal. Comments and blank lines do not count.
    pub fn hash(&self) -> String {
        format!("{:016x}", self.hash)
    }

    /// Sets up a game.
    ///
    /// # Errors
    /// [`LoadError::Findings`] if the rules have errors.
    /// [`LoadError::Error`] for rules that are not written yet, a wrong number of players, an unknown setting, or a value out of range.
    pub fn game(&self, setup: &Setup) -> Result<Game, LoadError> {
        self.game_from(setup, None)
    }

    /// Sets up a game that runs these sentences of the language instead of its own rule `play`. For scenarios.
    ///
    /// The sources in the error include the sentences.
    ///
    /// # Errors
    /// Those of [`Rules::game`], and findings in the sentences.
    pub fn game_from(&self, setup: &Setup, sentences: Option<&str>) -> Result<Game, LoadError> {
        self.made(setup, &[], sentences, SetUpContext::lower)
    }

    /// Sets up a draft: enough of a game to put positions, and faster than [`Rules::game`].
    ///
    /// # Errors
    /// Those of [`Rules::game`].
    pub fn draft(&self, setup: &Setup) -> Result<Draft, LoadError> {
        self.made(setup, &[], None, SetUpContext::draft).map(Draft::new)
    }

    pub(super) fn made(
        &self,
        setup: &Setup,
        titles: &[Option<String>],
        sentences: Option<&str>,
        lower: Lowering,
    ) -> Result<Game, LoadError> {
        let Some(own) = &self.book else { return Err(self.unplayable()) };
        let choices = Arc::new(Choices { titles: titles.to_vec(), ..self.choices(own, setup)? });
        let (book, texts, play) = match sentences {
            None => (Arc::clone(own), self.texts.sources.clone(), own.play),
            Some(text) => self.with_sentences(own, setup, text)?,
        };
        let set_up_context = self.prepared.set_up_context(own, &choices);
        let lowered = lower(&set_up_context, &book, play).map_err(|findings| self.findings(texts.clone(), findings))?;
        Ok(Game::new(Inner {
            setup: setup.clone(),
            book,
            set_up_context,
            prepared: self.prepared.clone(),
            sources: texts,
            play,
            lowered,
            look: self.texts.look.clone(),
            hash: self.hash(),
            setup_hash: setup_print(&choices, sentences),
            interrupt: self.interrupt.clone(),
            code_hash: OnceLock::new(),
        }))
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

    /// Checks the sentences of a scenario for this set-up without making a game.
    ///
    /// # Errors
    /// Those of [`Rules::game_from`], except for findings of the lowering, see [`Draft::refused`].
    pub fn understands(&self, setup: &Setup, sentences: &str) -> Result<CheckedCall, LoadError> {
        let Some(book) = &self.book else { return Err(self.unplayable()) };
        self.choices(book, setup)?;
        let (rule, sources) = self.sentences(book, setup, sentences)?;
        Ok(CheckedCall { rule: Arc::new(rule), sources })
    }

    /// Parses and checks sentences as a rule. Returns it with the sources that include the sentences.
    fn sentences(&self, book: &Rulebook, setup: &Setup, text: &str) -> Result<(ir::Rule, Sources), LoadError> {
        let mut sources = self.texts.sources.clone();
        let source = sources.add(SENTENCES, text);
        let (block, mut findings) = self.prepared.parsed.sentences(&sources, source);
        let mut rule = None;
        if let Some(block) = block {
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
        if let Some(missing) =
            named.find(|name| self.applied_variants().all(|applied_variants| applied_variants != *name))
        {
            let how = "read the rules with it (`Rules::read`), or use `Game::load`";
            return Err(Error::new(format!("the set-up names the variant `{missing}`, which these rules lack: {how}")));
        }
        for (at, name) in setup.players.iter().enumerate() {
            if let Some(why) = Setup::unfit_name(name) {
                return Err(Error::new(format!("`{name}` cannot be a player's name: {why}")));
            }
            if setup.players[..at].contains(name) {
                return Err(Error::new(format!("two players are called `{name}`")));
            }
        }
        let settings = settings::chosen(book, setup)?;
        Ok(Choices { seats: setup.players.clone(), titles: Vec::new(), settings })
    }
}

/// FNV-1a hash of the texts without comments, empty lines and trailing blanks. Stable across platforms and releases.
/// Other blanks count: they have meaning in the drawing of a board and as indentation.
fn fingerprint(texts: &RulesTexts) -> u64 {
    let mut print = Fingerprint::default();
    for (id, source) in texts.sources.iter().filter(|(_, source)| source.is_rules()) {
        let text = texts.uncommented(Span::new(id, 0, source.text.len()));
        for line in text.lines().map(str::trim_end).filter(|line| !line.is_empty()) {
            print.add(line.as_bytes());
            print.add(b"\n");
        }
        print.add(&[0]);
    }
    print.number()
}
