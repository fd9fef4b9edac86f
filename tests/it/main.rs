//! All tests of the crate in one binary.
mod anew;
mod at_once;
#[cfg(feature = "serve")]
mod at_once_served;
mod boards;
mod bots;
mod branches;
mod cases;
mod change_served;
mod check;
mod classics;
mod cli;
mod compare;
mod counts;
#[cfg(all(feature = "serve", target_os = "linux"))]
mod crowd_served;
mod deals;
mod declared;
mod directions;
mod display;
mod divided;
mod division_served;
mod docs;
mod drawn_findings;
mod draws;
mod effects;
mod endings;
#[cfg(feature = "serve")]
mod enough_served;
mod exploited;
mod files;
mod foresight;
mod fuzz;
mod grouped;
mod guesses;
mod heard;
mod hidden;
#[cfg(unix)]
mod hostile;
mod hotseat_served;
mod in_step;
mod kept;
mod labels;
mod lawful;
mod library;
mod listed;
#[cfg(feature = "serve")]
mod log_served;
mod looks;
mod maps;
mod mistaken;
mod newcomers;
mod notations;
mod order;
mod overlays;
mod played;
mod positions;
mod profile;
mod proof;
mod questions;
#[cfg(feature = "serve")]
mod record_served;
mod recorded;
mod refusals;
mod reviewed;
mod scene;
#[cfg(feature = "serve")]
mod sealed_served;
#[cfg(feature = "serve")]
mod seats_served;
mod secrets;
#[cfg(feature = "serve")]
mod serve;
mod set_up;
#[cfg(feature = "serve")]
mod slow_served;
mod statistics;
mod syntax;
mod telling;
mod things;
mod tidy;
mod tuned;
#[cfg(feature = "serve")]
mod undone_served;
mod veiled;
mod vm;
mod walkers;
mod why_not;
mod written;

use std::path::{Path, PathBuf};

use tavola::text::Sources;

/// The folders of all games that are shipped: those in `rules`, and those in folders there that are no games.
fn games() -> Vec<PathBuf> {
    let folders = |path: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(path).expect("a folder can be read").flatten().map(|entry| entry.path());
        entries.filter(|path| path.is_dir()).collect()
    };
    let is_game = |path: &PathBuf| Sources::list(path, "tavola").is_ok_and(|files| !files.is_empty());
    let all = folders(Path::new("rules")).into_iter();
    let mut games: Vec<PathBuf> =
        all.flat_map(|folder| if is_game(&folder) { vec![folder] } else { folders(&folder) }).collect();
    games.sort();
    assert!(games.len() > 10 && games.iter().all(is_game), "{games:?}");
    games
}
