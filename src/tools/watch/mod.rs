//! `--watch`: a verb runs again whenever a file of its games is saved, and the verdict says what the change did.
//!
//! ```text
//! file events, a look each second --> texts changed? --> the run under way is cancelled --> a new run --> headline, what is new
//! ```
//!
//! The main thread waits for messages; one worker thread runs the verb, as a [`CommandRun`] whose output is kept.

mod files;
mod headline;
mod verdict;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, atomic::Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::call::CommandRun;
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::interrupt;
use files::WatchedFiles;
use headline::VerdictPrinter;
pub(super) use verdict::{ComparedFigures, NamedFinding, NamedTest, RunVerdict};

/// Stack size of the worker in bytes. Larger than that of a program's main thread.
const STACK: usize = 16 << 20;
/// Debounce interval: editors save a file in several steps.
const QUIET: Duration = Duration::from_millis(10);

/// A verb that can be watched.
pub(super) trait WatchedVerb: Send {
    /// Folders whose files the verb reads.
    ///
    /// # Errors
    /// When there is no such folder.
    fn folders(&self) -> Result<Vec<PathBuf>, Stop>;

    /// Runs the verb. It prints on the console what it prints without `--watch`, and stops early once [`interrupt::asked`].
    ///
    /// # Errors
    /// Those of the verb.
    fn run(&mut self, changed: &ChangedFiles, console: &mut Console) -> Result<RunVerdict, Stop>;
}

/// Files that changed since the last complete run.
#[derive(Clone, Default)]
pub(super) struct ChangedFiles {
    /// None: all of them, because nothing ran yet.
    files: Option<BTreeSet<PathBuf>>,
}

impl ChangedFiles {
    /// True if a file in this folder changed.
    pub(super) fn is_within(&self, folder: &Path) -> bool {
        self.files.as_ref().is_none_or(|files| files.iter().any(|file| file.starts_with(folder)))
    }
}

/// Events for which the main thread waits.
enum Message {
    /// A file may have changed.
    Touched,
    /// A watched folder was moved or deleted.
    Moved,
    /// The run has ended.
    Ended(Result<RunVerdict, Stop>),
    /// Ctrl-C was pressed.
    Interrupted,
}

/// The refusal of formats for programs.
///
/// # Errors
/// Unless the format is for people.
pub(super) fn for_people(is_pretty: bool) -> Result<(), Stop> {
    let why =
        "`--watch` prints for people; leave out `--format`, or run the command without `--watch` after each change";
    if is_pretty { Ok(()) } else { Err(Stop::usage(why)) }
}

/// Runs a verb now and after each change, until Ctrl-C.
///
/// # Errors
/// When the first run was used wrongly, or stdout cannot be written.
pub(super) fn run(verb: &mut dyn WatchedVerb, console: &mut Console) -> VerbResult {
    let (tell, messages) = mpsc::channel();
    let folders = verb.folders()?;
    let files = WatchedFiles::new(folders, tell.clone());
    interrupt::be_patient();
    let woken = tell.clone();
    interrupt::on_first(move || drop(woken.send(Message::Interrupted)));
    let (orders, wanted) = mpsc::channel::<RunOrder>();
    let printed = console.clone();
    thread::scope(|scope| {
        let work = move || work(verb, &wanted, &tell, &printed);
        let worker = thread::Builder::new().name("run".to_owned()).stack_size(STACK).spawn_scoped(scope, work);
        worker.map_err(|error| Stop::ours(format!("the system gives no thread: {error}")))?;
        let mut watch =
            WatchLoop { files, orders, running: None, begun: Instant::now(), printer: VerdictPrinter::default() };
        let ending = watch.follow(&messages, console);
        watch.cancel();
        ending
    })
}

/// An order to run the verb.
struct RunOrder {
    call: Arc<CommandRun>,
    changed: ChangedFiles,
}

/// Runs the verb at each order.
fn work(verb: &mut dyn WatchedVerb, orders: &Receiver<RunOrder>, tell: &Sender<Message>, console: &Console) {
    while let Ok(RunOrder { call, changed }) = orders.recv() {
        let ended = call.during(|| verb.run(&changed, &mut console.for_call(&call)));
        if tell.send(Message::Ended(ended)).is_err() {
            return;
        }
    }
}

/// The state of the main thread.
struct WatchLoop {
    files: WatchedFiles,
    orders: Sender<RunOrder>,
    /// The run under way.
    running: Option<Arc<CommandRun>>,
    /// Time of the last change.
    begun: Instant,
    printer: VerdictPrinter,
}

impl WatchLoop {
    /// Handles messages until the watch ends.
    fn follow(&mut self, messages: &Receiver<Message>, console: &mut Console) -> VerbResult {
        // Files that no complete run has read yet, and whether a run must begin.
        let (mut changed, mut due) = (ChangedFiles::default(), false);
        self.files.look();
        self.order(changed.clone())?;
        console.note(format!("watching {}; Ctrl-C ends the watch", self.files.names()));
        loop {
            if due && self.running.is_none() && !self.files.is_missing() {
                self.order(changed.clone())?;
                due = false;
            }
            let message = match messages.recv_timeout(self.files.patience()) {
                Ok(message) => message,
                Err(RecvTimeoutError::Timeout) => Message::Touched,
                Err(RecvTimeoutError::Disconnected) => return Err(Stop::ours("the watch has lost its worker")),
            };
            let (message, ended) = settled(message, messages);
            match message {
                Some(Message::Interrupted) => return Ok(Exit::Interrupted),
                Some(Message::Moved) => self.files.watch_again(),
                _ => {}
            }
            if let Some(gone) = self.files.missing() {
                console.note(format!("`{}` is gone; waiting until it is back", gone.display()));
            }
            let new = self.files.look();
            if !new.is_empty() {
                (due, self.begun) = (true, Instant::now());
                changed.files.get_or_insert_default().extend(new);
                self.cancel();
            }
            if let Some(ended) = ended {
                let call = self.running.take();
                // A cancelled run says nothing about the files as they are now.
                if let Some(call) = call.filter(|_| !due) {
                    // A run that was stopped may not have read all of them.
                    if let Ok(verdict) = &ended {
                        changed.files = Some(BTreeSet::new());
                        self.files.watch_beside(&verdict.beside);
                    }
                    self.printer.show(ended, &call, self.begun.elapsed(), console)?;
                    console.flush()?;
                }
            }
        }
    }

    /// Begins a run.
    fn order(&mut self, changed: ChangedFiles) -> Result<(), Stop> {
        let call = CommandRun::watched();
        let order = RunOrder { call: Arc::clone(&call), changed };
        self.orders.send(order).map_err(|_| Stop::ours("the watch has lost its worker"))?;
        self.running = Some(call);
        Ok(())
    }

    /// Cancels the run under way.
    fn cancel(&self) {
        if let Some(call) = &self.running {
            call.flag().store(true, Ordering::SeqCst);
        }
    }
}

/// Waits until file events pause. Returns the message to handle, and the result of a run that ended meanwhile.
fn settled(first: Message, messages: &Receiver<Message>) -> (Option<Message>, Option<Result<RunVerdict, Stop>>) {
    let (mut kept, mut ended) = (None, None);
    let mut next = Some(first);
    while let Some(message) = next {
        let wait = match message {
            Message::Interrupted => return (Some(message), ended),
            Message::Ended(result) => {
                ended = Some(result);
                Duration::ZERO
            }
            Message::Moved => {
                kept = Some(message);
                QUIET
            }
            Message::Touched => QUIET,
        };
        next = messages.recv_timeout(wait).ok();
    }
    (kept, ended)
}
