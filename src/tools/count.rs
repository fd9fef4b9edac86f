//! `tavola count`: exact numbers of ways a game can go, on all cores; progress on stderr.

use std::path::Path;
use std::time::Instant;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::{CountArgs, CountStep, Figures};
use super::console::Console;
use super::document::{Document, Ink, TextLine, TextTable};
use super::ending::{Exit, Stop, VerbResult};
use super::paint::{count, thousands};
use super::subject::{Figured, Subject};
use super::{folders, interrupt, load, progress, seats};
use tavola_game::Rules;
use tavola_lab::{self as play, Branch, Counted, Levels, Per, Walk};

/// The counts of one game with one number of players.
#[derive(Serialize, JsonSchema)]
pub(super) struct GameCounts {
    #[serde(flatten)]
    of: Subject,
    /// A step: `answer` or `action`.
    per: &'static str,
    /// A depth each, from 1.
    depths: Vec<LevelReport>,
    /// Below each first step; only with `--divide`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divided: Vec<Below>,
    /// True if it was stopped: the counts are lower bounds.
    stopped: bool,
}

/// The sequences with so many steps.
#[derive(Serialize, JsonSchema)]
struct LevelReport {
    depth: usize,
    sequences: u64,
    /// Number of them that end the game.
    over: u64,
    /// Number of games that are over after at most this number of steps.
    over_by: u64,
}

/// The deepest sequences that begin with a step.
#[derive(Serialize, JsonSchema)]
struct Below {
    /// Its answers.
    first: Vec<String>,
    sequences: u64,
    over_by: u64,
}

/// Runs the verb.
///
/// # Errors
/// When something cannot be read, the rules have errors or go wrong on the way, or stdout cannot be written.
pub(crate) fn run(args: &CountArgs, console: &mut Console) -> VerbResult {
    interrupt::be_patient();
    let folder = folders::one(&args.path)?;
    let rules = load::rules(&folder, args.choices.variant.as_deref(), console)?;
    let (mut runs, mut all) = (Vec::new(), Document::default());
    for players in seats::wanted(args.players.as_deref(), &rules)? {
        if interrupt::asked() {
            break;
        }
        let run = one(args, &folder, &rules, players, console)?;
        let part = document(&run, &rules);
        if args.format == Figures::Pretty {
            part.write(args.format, console)?;
        }
        all.append(part);
        runs.push(run);
    }
    match args.format {
        Figures::Pretty => {}
        Figures::Json => console.json(&Figured::new(1, &runs))?,
        Figures::Html | Figures::Markdown => all.write(args.format, console)?,
    }
    Ok(Exit::Fine)
}

fn one(
    args: &CountArgs,
    folder: &Path,
    rules: &Rules,
    players: usize,
    console: &mut Console,
) -> Result<GameCounts, Stop> {
    let game = load::fast_game(rules, &seats::setup(players, &args.choices), console)?;
    let per = match args.per {
        CountStep::Answer => Per::Answer,
        CountStep::Action => Per::Action,
    };
    let walk = Walk { depth: args.depth.into(), per, jobs: args.jobs.unwrap_or(0).into() };
    let begun = Instant::now();
    let bar = progress::bar(0, "subtrees");
    let advance = |done: u64, all: u64| {
        bar.set_length(all);
        bar.set_position(done);
    };
    let counted = play::count(&game, &walk, &advance, &interrupt::flag());
    bar.finish_and_clear();
    let Counted { levels, branches, stopped } = counted.map_err(|fault| load::faulted(&game, &fault, console))?;
    let seconds = begun.elapsed().as_secs_f64();
    let walked: u64 = levels.0.iter().map(|level| level.sequences).fold(0, u64::saturating_add);
    console.note(format!(
        "{} in {seconds:.1} s: {} positions/s",
        count(walked, "position"),
        thousands((walked as f64 / seconds.max(1e-9)) as u64)
    ));
    let divided =
        if args.divide { branches.iter().map(|branch| below(branch, walk.depth)).collect() } else { Vec::new() };
    Ok(GameCounts {
        of: Subject::new(folder, players, &args.choices, rules),
        per: match args.per {
            CountStep::Answer => "answer",
            CountStep::Action => "action",
        },
        depths: depths(&levels, walk.depth),
        divided,
        stopped,
    })
}

/// A row for each depth, also where all games are over before.
fn depths(levels: &Levels, deepest: usize) -> Vec<LevelReport> {
    let row = |depth: usize| {
        let level = levels.0.get(depth).copied().unwrap_or_default();
        LevelReport { depth, sequences: level.sequences, over: level.over, over_by: levels.over_by(depth) }
    };
    (1..=deepest).map(row).collect()
}

fn below(branch: &Branch, depth: usize) -> Below {
    let sequences = branch.levels.0.get(depth).map_or(0, |level| level.sequences);
    Below { first: branch.first.clone(), sequences, over_by: branch.levels.over_by(depth) }
}

fn document(run: &GameCounts, rules: &Rules) -> Document {
    let title = rules.title().unwrap_or_else(|| rules.name());
    let variant = run.of.variant.iter().map(|name| format!(", variant {name}"));
    let set = run.of.settings.iter().map(|(name, value)| format!(", {name}={value}"));
    let set: String = variant.chain(set).collect();
    let step = if run.per == "answer" { "an answer" } else { "a whole action" };
    let mut out = Document::new(format!("{title}: counts"));
    out.title(format!("{title}, {}{set}; a step is {step}", count(run.of.players as u64, "player")));
    out.table(TextTable::new(["steps", "sequences", "end the game", "finished games"]).rows(run.depths.iter().map(
        |level| [level.depth.to_string(), thousands(level.sequences), thousands(level.over), thousands(level.over_by)],
    )));
    if !run.divided.is_empty() {
        let sequences = format!("sequences of {}", run.depths.len());
        out.table(
            TextTable::new(["first", &sequences, "finished games"]).rows(
                run.divided
                    .iter()
                    .map(|below| [below.first.join(", "), thousands(below.sequences), thousands(below.over_by)]),
            ),
        );
    }
    if run.stopped {
        out.line(TextLine::of(Ink::Bad, "stopped: these counts are lower bounds"));
    }
    out
}
