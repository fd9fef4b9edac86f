//! The files of the games that are watched: what changed since the last look.
//!
//! File events make the verdict fast. A look each second makes it certain: some file systems (network, containers) send no
//! events, and a folder may be replaced as a whole.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::time::{Duration, SystemTime};

use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

use super::Message;
use tavola_syntax::text::is_hidden;

/// Time between two looks if the system sends events.
const SLOW: Duration = Duration::from_secs(1);
/// Time between two looks without events.
const FAST: Duration = Duration::from_millis(200);
/// Endings of files that a verb reads or warns about.
const ENDINGS: [&str; 6] = ["tavola", "yaml", "yml", "txt", "svg", "png"];
/// Maximum depth of folders below a watched one: `GROUP/GAME/scenarios`.
const DEPTH: usize = 3;

/// The watched folders.
pub(super) struct WatchedFiles {
    folders: Vec<PathBuf>,
    /// Folders that may be missing, whose files count, too.
    beside: Vec<PathBuf>,
    /// Folders of both sorts that were there when the system was asked for events.
    watched: Vec<PathBuf>,
    tell: Sender<Message>,
    /// None if the system sends no events.
    watcher: Option<RecommendedWatcher>,
    /// Each file with its time of change and the hash of its contents.
    seen: BTreeMap<PathBuf, (Option<SystemTime>, u64)>,
    /// True while a folder is missing.
    is_missing: bool,
}

impl WatchedFiles {
    /// Watches folders.
    pub(super) fn new(folders: Vec<PathBuf>, tell: Sender<Message>) -> Self {
        let mut files = Self {
            folders,
            beside: Vec::new(),
            watched: Vec::new(),
            tell,
            watcher: None,
            seen: BTreeMap::new(),
            is_missing: false,
        };
        files.watch_again();
        files
    }

    /// The watched folders: `rules/my_game, snapshots/my_game`.
    pub(super) fn names(&self) -> String {
        self.folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ")
    }

    /// Watches the folders that have these paths now.
    pub(super) fn watch_again(&mut self) {
        self.watched = self.audible();
        self.watcher = watcher(&self.watched, self.tell.clone()).ok();
    }

    /// The folders whose events the system can report now.
    fn audible(&self) -> Vec<PathBuf> {
        self.folders.iter().chain(self.beside.iter().filter(|folder| folder.is_dir())).cloned().collect()
    }

    /// Watches these folders, too, which may be missing. The files that new ones among them have now are no changes.
    pub(super) fn watch_beside(&mut self, folders: &[PathBuf]) {
        let is_apart = |folder: &&PathBuf| !self.folders.iter().any(|watched| folder.starts_with(watched));
        let apart: Vec<PathBuf> = folders.iter().filter(is_apart).cloned().collect();
        if apart != self.beside {
            apart.iter().filter(|one| !self.beside.contains(one)).for_each(|one| gather(one, DEPTH, &mut self.seen));
            self.beside = apart;
            self.watch_again();
        }
    }

    /// Time until the next look.
    pub(super) fn patience(&self) -> Duration {
        if self.watcher.is_some() { SLOW } else { FAST }
    }

    /// A folder that is missing since this look. Once all folders are back, they are watched again.
    pub(super) fn missing(&mut self) -> Option<&Path> {
        let gone = self.folders.iter().position(|folder| !folder.is_dir());
        let before = std::mem::replace(&mut self.is_missing, gone.is_some());
        match gone {
            Some(at) if !before => {
                self.watcher = None;
                self.folders.get(at).map(PathBuf::as_path)
            }
            None if before => {
                self.watch_again();
                None
            }
            _ => None,
        }
    }

    /// True while a folder is missing.
    pub(super) fn is_missing(&self) -> bool {
        self.is_missing
    }

    /// Files that changed, appeared or disappeared since the last look.
    pub(super) fn look(&mut self) -> Vec<PathBuf> {
        let mut now = BTreeMap::new();
        self.folders.iter().chain(&self.beside).for_each(|folder| gather(folder, DEPTH, &mut now));
        let other = |(path, stamp): &(&PathBuf, &_)| self.seen.get(*path) != Some(*stamp);
        let changed = now.iter().filter(other).map(|(path, _)| path.clone());
        let gone = self.seen.keys().filter(|path| !now.contains_key(*path)).cloned();
        let changed = changed.chain(gone).collect();
        self.seen = now;
        if self.audible() != self.watched {
            self.watch_again();
        }
        changed
    }
}

/// Adds the files of a folder that count.
fn gather(folder: &Path, depth: usize, found: &mut BTreeMap<PathBuf, (Option<SystemTime>, u64)>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if is_hidden(&path) {
            continue;
        }
        if path.is_dir() {
            if depth > 0 {
                gather(&path, depth - 1, found);
            }
        } else if path.extension().is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known)) {
            let changed = fs::metadata(&path).and_then(|data| data.modified()).ok();
            // Two saves may fall into one tick of the file system's clock.
            let mut hash = DefaultHasher::new();
            fs::read(&path).ok().hash(&mut hash);
            found.insert(path, (changed, hash.finish()));
        }
    }
}

/// A watcher that sends messages for events that may be a change.
fn watcher(folders: &[PathBuf], tell: Sender<Message>) -> notify::Result<RecommendedWatcher> {
    // Events name absolute paths.
    let roots: Vec<PathBuf> = folders.iter().filter_map(|folder| std::path::absolute(folder).ok()).collect();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
        // Without its receiver the watch has ended.
        let _ = event.ok().and_then(|event| message(&event, &roots)).map(|message| tell.send(message));
    })?;
    folders.iter().try_for_each(|folder| watcher.watch(folder, RecursiveMode::Recursive))?;
    Ok(watcher)
}

/// The message of an event. None for read access, also by this program.
fn message(event: &Event, roots: &[PathBuf]) -> Option<Message> {
    match event.kind {
        EventKind::Access(AccessKind::Close(AccessMode::Write)) => Some(Message::Touched),
        EventKind::Access(_) => None,
        EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_))
            if event.paths.iter().any(|path| roots.contains(path)) =>
        {
            Some(Message::Moved)
        }
        _ => Some(Message::Touched),
    }
}
