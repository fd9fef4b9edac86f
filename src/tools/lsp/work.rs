//! Work on other threads: checks of games, and cases that are played. The server stays responsive meanwhile.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread;

use lsp_server::RequestId;
use tavola_ide::{CaseJob, CheckJob};
use tavola_lab::isolation::isolated;

use super::events::{Done, ServerEvent};

/// Checks a game. Setting the returned flag stops the check at its next stage.
pub(super) fn check(events: &Sender<ServerEvent>, folder: PathBuf, job: CheckJob) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let (events, asked) = (events.clone(), Arc::clone(&stop));
    thread::spawn(move || {
        let done = isolated(|| job.run(&|| asked.load(Ordering::Relaxed)));
        let stopped = matches!(done, Some(None));
        let done = Done::Checked { folder, checked: done.flatten().map(Box::new), stopped };
        // The server may have ended.
        let _ = events.send(ServerEvent::Done(done));
    });
    stop
}

/// Plays cases.
pub(super) fn play(events: &Sender<ServerEvent>, id: RequestId, job: CaseJob) {
    let events = events.clone();
    thread::spawn(move || {
        let results = isolated(|| job.run());
        let _ = events.send(ServerEvent::Done(Done::Played { id, results }));
    });
}
