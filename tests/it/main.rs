//! All tests of the workspace in one binary.
mod actions;
mod affected;
mod at_once;
mod boards;
mod bots;
mod branches;
#[cfg(feature = "serve")]
mod change_served;
mod check;
mod classics;
mod cli;
mod compare;
mod course_of_games;
#[cfg(all(feature = "serve", target_os = "linux"))]
mod crowd_served;
mod deals;
mod declarations;
#[cfg(feature = "serve")]
mod decline_for_turn_served;
mod directions;
mod display;
#[cfg(feature = "serve")]
mod division_served;
mod divisions;
mod docs;
mod draws;
mod editors;
mod effects;
mod embedded;
#[cfg(feature = "serve")]
mod ended_served;
mod endings;
mod exploitability;
mod exported_grammar;
mod files;
mod format;
mod fuzz;
mod grouped_wins;
mod guesses;
mod hidden;
mod hidden_reasons;
#[cfg(unix)]
mod hostile;
#[cfg(feature = "serve")]
mod hotseat_served;
mod ide;
mod ide_names;
mod information;
mod inherited_positions;
mod labels;
mod law_checks;
mod library;
#[cfg(feature = "serve")]
mod log_served;
mod look;
mod look_changes;
mod lookahead_proofs;
#[cfg(feature = "lsp")]
mod lsp;
mod maps;
mod merged;
mod names;
mod newcomers;
mod notations;
mod observed;
mod offered_fixes;
mod operands;
mod option_cache;
mod order;
mod overlays;
mod page_style;
mod payoffs;
mod pending_answers;
mod plain_rust;
mod player_log;
mod positions;
mod printed;
mod profile;
mod questions;
#[cfg(feature = "serve")]
mod record_served;
mod records;
mod refusals;
mod rendered_findings;
mod returns;
mod revealing_lines;
mod review_marks;
#[cfg(feature = "serve")]
mod rpc;
#[cfg(feature = "serve")]
mod rpc_secrets;
mod rule_parts;
mod saved;
mod scenario_blame;
mod scenario_failures;
mod scenario_files;
mod scenario_messages;
mod scenario_mistakes;
mod scene;
#[cfg(feature = "serve")]
mod sealed_served;
#[cfg(feature = "serve")]
mod seats_served;
mod secrets;
mod sequence_counts;
#[cfg(feature = "serve")]
mod serve;
mod set_up;
#[cfg(feature = "serve")]
mod slow_served;
mod small_games;
mod statistics;
#[cfg(feature = "studio")]
mod studio;
#[cfg(feature = "studio")]
mod studio_begin;
#[cfg(feature = "studio")]
mod studio_figures;
#[cfg(feature = "studio")]
mod studio_layout;
#[cfg(feature = "studio")]
mod studio_manual;
#[cfg(feature = "studio")]
mod studio_table;
mod syntax;
mod tabletop;
#[cfg(feature = "serve")]
mod talk_served;
mod things;
mod tidy;
#[cfg(feature = "serve")]
mod together_served;
mod tuning;
#[cfg(feature = "serve")]
mod undo_served;
mod vm;
mod waiting;
mod why_not;
mod wide_options;

use std::path::{Path, PathBuf};

use tavola::game::{Game, Referee, State};
use tavola::text::Sources;

/// The next question of a game after these answers, those of chance included.
fn answered(game: &Game, answers: &[&str]) -> (Referee, State) {
    let (mut referee, mut state) = (game.referee(), game.start());
    for answer in answers {
        referee.run(&mut state).expect("the rules do not fault");
        let option = referee.find(&state, answer).unwrap_or_else(|refusal| panic!("{answer}: {}", refusal.message));
        referee.answer(&mut state, option).expect("it was offered");
    }
    referee.run(&mut state).expect("the rules do not fault");
    (referee, state)
}

/// The folders of all shipped games: in `rules`, and in subfolders of `rules` that are no games themselves.
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
