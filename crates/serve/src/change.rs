//! Live reload of the rules: the folder is watched, and the game continues under the changed rules if possible.
//! Only the host is shown an answer that is no longer legal, because the host may see hidden information.

use std::path::{MAIN_SEPARATOR, Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use super::changed::{Changed, RulesErrors, RulesReader};
use super::keys::Chair;
use super::refused::{RequestRefused, why};
use super::served_table::{ServedTable, SharedTable, lock};
use tavola_game::{Error, LoadError, Rules, draw_finding};
use tavola_lab::isolation::isolated;
use tavola_lab::table::Carried;
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{Sources, clean};

/// Debounce interval: editors save a file in several steps.
const QUIET: Duration = Duration::from_millis(150);
/// Maximum total debounce time.
const PATIENCE: Duration = Duration::from_secs(2);
/// Finding if the record cannot be written for a game under changed rules.
const UNWRITTEN: &str = "The record cannot be written at present. Save the rules again when it can be.";
/// Finding if the program panics on the changed rules.
const BUG: &str = "tavola has a bug and could not use these rules; see the terminal";
/// Stack size, in bytes, of the thread that reads changed rules. Larger than that of the thread that read the first rules.
const STACK: usize = 16 << 20;
/// Maximum number of findings shown.
const SHOWN: usize = 5;

impl ServedTable {
    /// Applies changed rules, or shows the findings that prevent it.
    pub(super) fn change(&mut self, read: Result<Rules, RulesErrors>, folder: &Path) {
        let Changed { hash, went_on, .. } = std::mem::take(&mut self.changed);
        self.changed.hash = hash;
        match read {
            Err(errors) => self.changed.errors = errors,
            // Unchanged content: a program may save a file twice.
            Ok(rules)
                if rules.hash() == self.changed.hash
                    && rules.looks_like(&self.rules)
                    && rules.clause_texts(&self.table.game().setup().settings) == self.table.clauses =>
            {
                self.changed.went_on = went_on;
            }
            Ok(rules) => self.carry(rules),
        }
        // Messages must not reveal the location of the folder.
        let own = format!("{}{MAIN_SEPARATOR}", folder.display());
        for text in &mut self.changed.errors.texts {
            *text = text.replace(&own, "");
        }
        self.go_on(None);
    }

    fn carry(&mut self, rules: Rules) {
        let game = &self.table.keeper.record().game;
        if rules.name() != game {
            let text = format!("these are the rules of `{}`; the game being played is `{game}`", rules.name());
            self.changed.errors = RulesErrors::plain(text);
            return;
        }
        let carried = match self.carried(rules.clone()) {
            Ok(carried) => carried,
            Err(error) => {
                self.changed.errors = messages(&error);
                return;
            }
        };
        if self.has_secret_answers() {
            let stopped = carried.map_or_else(|error| Some(error.message), |carried| carried.stopped);
            self.changed.stopped = stopped.as_deref().map(clean);
            (self.changed.offer, self.changed.waits) = (Some(rules), true);
            return;
        }
        match carried {
            Ok(carried) => match &carried.stopped {
                None => match self.table.write_under(&carried) {
                    Ok(()) => self.go_on_under(carried),
                    Err(_) => self.changed.errors = RulesErrors::plain(UNWRITTEN),
                },
                Some(stopped) => {
                    self.changed.stopped = Some(clean(stopped));
                    self.changed.offer = Some(rules);
                }
            },
            Err(error) => self.changed.stopped = Some(clean(&error.message)),
        }
    }

    /// The game with the chosen names, as far as its answers are legal under these rules.
    pub(super) fn carried(&self, rules: Rules) -> Result<Result<Carried, Error>, LoadError> {
        let game = rules.game_with_titles(&self.table.keeper.record().setup(), &self.talk.titles)?;
        Ok(self.table.carry(rules, &game))
    }

    /// Tries the offered rules again, after answers were taken back or another game began.
    pub(super) fn carry_again(&mut self) {
        if let Some(rules) = self.changed.offer.take() {
            (self.changed.stopped, self.changed.waits) = (None, false);
            self.carry(rules);
        }
    }

    /// Tries rules that waited for secret answers, once these are revealed. True if it did.
    pub(super) fn carry_after_secrets(&mut self) -> bool {
        let is_time = self.changed.waits && !self.has_secret_answers();
        if is_time {
            self.carry_again();
        }
        is_time
    }

    /// True if somebody has given an answer that others must not know yet. Who writes the rules at the studio's table sees all seats.
    fn has_secret_answers(&self) -> bool {
        !self.table.keeper.record().sealed.is_empty() && !matches!(self.reader, RulesReader::Writer)
    }

    fn go_on_under(&mut self, carried: Carried) {
        let before = (self.rules.hash(), self.table.clauses.clone());
        self.rules = self.table.go_on_under(carried);
        self.set_stage();
        // A new look is seen; only new rules or clauses are worth a notice.
        let is_other = before.0 != self.rules.hash() || before.1 != self.table.clauses;
        self.changed = Changed { went_on: is_other.then(|| self.table.answers()), ..Changed::new(&self.rules) };
        self.open_again();
    }

    /// Continues under the changed rules from the last answer that is still legal. Only the host may do this.
    pub(super) fn go_on_from_there(&mut self, key: &str, number: u64) -> Result<(), RequestRefused> {
        self.host(key)?;
        self.is_fresh(Chair::Host, number)?;
        let rules = self.changed.offer.clone().ok_or_else(|| why("There are no changed rules to switch to."))?;
        let cannot = || why("The game cannot continue under these rules.");
        let carried = self.carried(rules).map_err(|_| cannot())?.map_err(|_| cannot())?;
        if self.table.write_under(&carried).is_err() {
            return Err(self.unwritten());
        }
        self.go_on_under(carried);
        self.go_on(Some(Chair::Host));
        Ok(())
    }
}

/// Watches the folder of a table's rules until the returned watcher is dropped.
///
/// # Errors
/// If the system cannot watch the folder or start a thread.
pub(super) fn watch(folder: PathBuf, served_table: SharedTable) -> notify::Result<RecommendedWatcher> {
    let (tell, messages) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(tell)?;
    watcher.watch(&folder, RecursiveMode::Recursive)?;
    let variant = lock(&served_table).table.keeper.record().variant.clone();
    let look = move || {
        while let Ok(event) = messages.recv() {
            if !is_change(&event) {
                continue;
            }
            let begin = Instant::now();
            while begin.elapsed() < PATIENCE && messages.recv_timeout(QUIET).is_ok() {}
            let bug = || Err(RulesErrors::plain(BUG));
            let read = isolated(|| read(&folder, variant.as_deref())).unwrap_or_else(bug);
            if isolated(|| lock(&served_table).change(read, &folder)).is_none() {
                lock(&served_table).change(bug(), &folder);
            }
        }
    };
    thread::Builder::new().name("rules".to_owned()).stack_size(STACK).spawn(look).map_err(notify::Error::io)?;
    Ok(watcher)
}

/// True if the event may be a write. Read access, also by this program, does not count.
fn is_change(event: &notify::Result<Event>) -> bool {
    event.as_ref().is_ok_and(|event| !event.kind.is_access())
}

/// Reads the rules of a folder, or returns what is wrong with them.
fn read(folder: &Path, variant: Option<&str>) -> Result<Rules, RulesErrors> {
    let rules = Rules::read(folder, variant).map_err(|error| RulesErrors::plain(clean(&error.message)))?;
    let errors = errors(rules.diagnostics(), rules.sources());
    if errors.is_empty() { Ok(rules) } else { Err(RulesErrors::drawn(errors)) }
}

/// The reasons why a table cannot be set up.
fn messages(error: &LoadError) -> RulesErrors {
    match error {
        LoadError::Error(error) => RulesErrors::plain(clean(&error.message)),
        LoadError::Findings { sources, diagnostics } => RulesErrors::drawn(errors(diagnostics, sources)),
    }
}

/// The first errors among the findings, drawn as text.
fn errors(findings: &[Diagnostic], sources: &Sources) -> Vec<String> {
    let errors = findings.iter().filter(|finding| finding.is_error());
    errors.take(SHOWN).map(|finding| draw_finding(finding, sources, false, 80)).collect()
}
