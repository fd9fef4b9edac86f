//! `tavola tune`: settings that bring a game near to its goals.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use super::args::{Figures, TuneArgs};
use super::checkpoint::{self, Checkpoint};
use super::compare::words;
use super::console::Console;
use super::document::{Document, Ink, TextLine, TextTable};
use super::ending::{Exit, Stop, VerbResult};
use super::paint::{count, thousands};
use super::{folders, interrupt, load, progress, seats};
use tavola_game::{Error, Game, LoadError, Rules, Setup};
use tavola_lab::compare::{self, Comparison, Misses, Side, StopReason, Trial};
use tavola_lab::goals::Goal;
use tavola_lab::tune::{self, SearchSpace, Tried, Tuned};
use tavola_lab::{Bot, RunHooks, seeds};

/// Threshold of the comparison between the best candidate and the unchanged game, in percentage points.
const MATTERS: f64 = 1.0;
/// Probability that one of the intervals between these two is wrong.
const ERROR: f64 = 0.05;
/// Maximum number of candidates that are listed.
const LISTED: usize = 8;
/// More combinations than this are not drawn from.
const MANY: u128 = 1 << 60;

/// A setting may be tried with fewer values than this.
const MANY_VALUES: i64 = 100_000;

/// Values of settings, in the order of `--over`.
type Values = Vec<(String, String)>;

/// Settings that are tried.
struct Candidate {
    /// Empty for the unchanged game, unless its values are one of the combinations.
    values: Values,
    game: Game,
    goals: Vec<Goal>,
}

/// Settings that were tried, and how near they come to the goals.
#[derive(Serialize, JsonSchema)]
pub(super) struct Tuning<'a> {
    version: u32,
    tavola: &'static str,
    game: &'a str,
    players: usize,
    /// Bots, by seat.
    bots: &'a [Bot],
    /// The fingerprint of the rules.
    rules: String,
    seed: u64,
    goals: Vec<&'a str>,
    /// The best first.
    tried: Vec<TriedSettings<'a>>,
    /// True if it was interrupted; without fresh games, the best is not known yet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stopped: bool,
    /// The best against the unchanged game, in fresh games; none where the game unchanged is the best.
    fresh: Option<Vec<Fresh>>,
    /// Distances of both from the goals, in the fresh games.
    #[serde(skip_serializing_if = "Option::is_none")]
    fresh_misses: Option<FreshMisses>,
}

/// `before` is the unchanged game, `after` the best.
#[derive(Serialize, JsonSchema)]
struct FreshMisses {
    #[serde(flatten)]
    misses: Misses,
    /// The verdict as the report prints it.
    verdict: String,
}

#[derive(Serialize, JsonSchema)]
struct TriedSettings<'a> {
    settings: Vec<(&'a str, &'a str)>,
    as_it_is: bool,
    games: u64,
    miss: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'a str>,
}

#[derive(Serialize, JsonSchema)]
struct Fresh {
    #[serde(flatten)]
    of: compare::Metric,
    as_it_is: f64,
    tuned: f64,
    /// The ends of the 95% interval of `tuned`.
    tuned_low: Option<f64>,
    tuned_high: Option<f64>,
    /// The ends of the 95% interval of the difference.
    low: Option<f64>,
    high: Option<f64>,
}

/// Runs the verb.
///
/// # Errors
/// When something cannot be read, the rules have errors, a setting or goal is none, or stdout cannot be written.
pub(crate) fn run(args: &TuneArgs, console: &mut Console) -> VerbResult {
    let seed = checkpoint::seed(args.seed, args.progress.as_deref())?.unwrap_or_else(seats::any_seed);
    interrupt::be_patient();
    let folder = folders::one(&args.path)?;
    let rules = load::rules(&folder, args.choices.variant.as_deref(), console)?;
    let most = seats::most(&rules);
    let players = args.players.unwrap_or(most);
    seats::admit(players, &rules)?;
    let setup = seats::setup(players, &args.choices);
    let bots = seats::steady_bots(args.bots.as_deref(), &setup.players)?;
    let printed = load::fast_game(&rules, &setup, console)?;
    let read = |game: &Game| args.goal.iter().map(|goal| Goal::read(goal, game)).collect::<Result<Vec<Goal>, String>>();
    let wanted = read(&printed).map_err(Stop::usage)?;
    let axes = axes(args, players, &rules)?;
    let (all, mut drawn) = combinations(&axes, args.candidates.into(), seed);
    let combined = drawn.len() as u64;
    // The game unchanged stands first, with its values if they are one of the combinations.
    let now = current(&axes, &rules, &setup);
    let values = if drawn.contains(&now) { now.clone() } else { Values::new() };
    let mut seen = BTreeSet::from([now]);
    drawn.retain(|values| seen.insert(values.clone()));
    let first = Candidate { values, game: printed, goals: wanted };
    let (others, impossible) = candidates(drawn, &rules, &setup, &read, console)?;
    let candidates: Vec<Candidate> = std::iter::once(first).chain(others).collect();
    let sides: Vec<Side<'_>> = candidates
        .iter()
        .map(|one| Side { game: &one.game, bots: bots.clone(), seed, rotate: false, by: None })
        .collect();
    let goals: Vec<&[Goal]> = candidates.iter().map(|one| one.goals.as_slice()).collect();
    let jobs = args.jobs.threads();
    let names: Vec<String> = (0..candidates.len()).map(|at| name(&candidates, at)).collect();
    let search = SearchSpace { candidates: &sides, names: &names, goals: &goals, games: args.games, jobs };
    let bar = progress::bar(search.planned(), "games");
    let keeper = keeper(args, &rules, players, seed)?;
    let advance = |done| checkpoint::advance(Some(keeper.journal()), &bar, done);
    let tuned = tune::tune(&search, keeper.journal(), &advance, &interrupt::flag());
    bar.finish_and_clear();
    let Tuned { mut tried, stopped } = tuned;
    tried.retain(|tried| tried.games > 0 || tried.fault.is_some());
    if tried.is_empty() {
        keeper.end(console);
        return Err(Stop { exit: Exit::Interrupted, message: Some("stopped before a game ended".to_owned()) });
    }
    let best = tried[0].candidate;
    let is_found = best != 0 && tried[0].fault.is_none() && !stopped;
    let fresh = is_found.then(|| fresh(&search, best, seed.wrapping_add(1), &keeper)).transpose()?;
    keeper.end(console);
    let results =
        Results { rules: &rules, candidates: &candidates, tried: &tried, stopped, fresh: fresh.as_ref(), seed };
    match args.format {
        Figures::Json => console.json(&results.data(&bots, players))?,
        format => {
            let (tried, games) =
                (count(combined - impossible.len() as u64, "combination"), results.games(search.planned()));
            let mut out = results.page(&bots, format!("{tried} of {all}, {games}"));
            out.lines(impossible.first().map(|why| format!("{} cannot be set up: {why}", impossible.len())));
            results.document(&mut out);
            out.write(format, console)?;
        }
    }
    Ok(Exit::Fine)
}

/// The settings of `--over`, each with the values that it may have.
fn axes(args: &TuneArgs, players: usize, rules: &Rules) -> Result<Vec<(String, Vec<String>)>, Stop> {
    let axes = args.over.iter().map(|over| axis(over, players, rules)).collect::<Result<Vec<_>, Stop>>()?;
    match (1..axes.len()).find(|&at| axes[..at].iter().any(|(name, _)| *name == axes[at].0)) {
        Some(at) => Err(Stop::usage(format!("`--over {}`: `{}` is given twice", args.over[at], axes[at].0))),
        None => Ok(axes),
    }
}

/// The checkpoint, with everything that determines the result.
fn keeper(args: &TuneArgs, rules: &Rules, players: usize, seed: u64) -> Result<Checkpoint, Stop> {
    let facts = [
        ("the game", format!("{}, {players} players", rules.hash())),
        ("--variant", args.choices.variant.clone().unwrap_or_default()),
        ("--set", checkpoint::settings(&args.choices)),
        ("--bots", args.bots.clone().unwrap_or_default()),
    ];
    Checkpoint::new("tune", args.progress.as_deref(), Some(seed), &facts)
}

/// The best candidate against the unchanged game, in fresh games.
fn fresh(search: &SearchSpace<'_>, best: usize, seed: u64, keeper: &Checkpoint) -> Result<FreshGames, Error> {
    let both = [0, best].map(|at| Side { seed, ..search.candidates[at].clone() });
    let most = search.games / 4 + 1;
    // A goal is a value, not a difference, so all games are played where the difference is known sooner, too.
    let (jobs, relevance_threshold) = (search.jobs, MATTERS);
    let trial = Trial { max_pairs: most, jobs, relevance_threshold, error: ERROR, by: None, stops_early: false };
    let checkpoint = Some(keeper.part(format!("fresh {}", search.names[best])));
    let bar = progress::bar(most, "pairs of fresh games");
    let advance = |done| checkpoint::advance(Some(keeper.journal()), &bar, done);
    let goals = [0, best].map(|at| search.goals[at]);
    let hooks = RunHooks { checkpoint, progress: &advance, stop: &interrupt::flag() };
    let compared = compare::compare_misses(&both, goals, &trial, hooks);
    bar.finish_and_clear();
    let (comparison, misses) = compared?;
    Ok(FreshGames { comparison, misses })
}

/// The game with each of these values; and of those that cannot be set up, why not.
fn candidates(
    drawn: Vec<Values>,
    rules: &Rules,
    setup: &Setup,
    read: &dyn Fn(&Game) -> Result<Vec<Goal>, String>,
    console: &mut Console,
) -> Result<(Vec<Candidate>, Vec<String>), Stop> {
    let (mut candidates, mut impossible) = (Vec::new(), Vec::new());
    for values in drawn {
        let mut setup = setup.clone();
        setup.settings.extend(values.iter().cloned());
        match rules.game(&setup) {
            Ok(game) => match read(&game) {
                Ok(goals) => candidates.push(Candidate { values, game, goals }),
                Err(_) => impossible.push("a figure of a goal is missing".to_owned()),
            },
            Err(LoadError::Error(error)) => impossible.push(error.message),
            Err(error) => return Err(load::stop(error, rules.name(), Exit::Findings, console)),
        }
    }
    Ok((candidates, impossible))
}

/// A setting and the values that it may have: `rounds`, `rounds=4..8`, `start=2,4`.
fn axis(over: &str, players: usize, rules: &Rules) -> Result<(String, Vec<String>), Stop> {
    let (name, wanted) = over.split_once('=').map_or((over, None), |(name, values)| (name, Some(values)));
    let settings = rules.settings(players);
    let Some(setting) = settings.iter().find(|setting| setting.name == name.trim()) else {
        let names: Vec<&str> = settings.iter().map(|setting| setting.name.as_str()).collect();
        let others = match names.as_slice() {
            [] => "the game has no settings".to_owned(),
            _ => format!("there are {}", names.join(", ")),
        };
        return Err(Stop::usage(format!("`--over {over}`: there is no setting `{name}`; {others}")));
    };
    let values = match wanted {
        None => setting.values.clone(),
        Some(wanted) => {
            let backwards = |part: &&str| {
                let ends = part.split_once("..").map(|(low, high)| (low.trim().parse(), high.trim().parse()));
                matches!(ends, Some((Ok::<i64, _>(low), Ok::<i64, _>(high))) if high < low)
            };
            let within = |part: &str| {
                let (low, high) = part.split_once("..").unwrap_or((part, part));
                let (low, high) = (low.trim(), high.trim());
                if setting.numbers && setting.values.is_empty() {
                    // Too many to be listed; one that is out of the range cannot be set up, and says so.
                    let ends = low.parse().ok().zip(high.parse().ok());
                    let ends = ends.filter(|(low, high): &(i64, i64)| high.saturating_sub(*low) < MANY_VALUES);
                    return ends
                        .map_or(Vec::new(), |(low, high)| (low..=high).map(|value| value.to_string()).collect());
                }
                let at = |end: &str| setting.values.iter().position(|value| value == end);
                let ends = at(low).zip(at(high));
                ends.and_then(|(low, high)| setting.values.get(low..=high)).unwrap_or_default().to_vec()
            };
            if let Some(part) = wanted.split(',').find(backwards) {
                let (high, low) = part.split_once("..").unwrap_or_default();
                let why = format!("`{}` runs backwards: write {}..{}", part.trim(), low.trim(), high.trim());
                return Err(Stop::usage(format!("`--over {over}`: {why}")));
            }
            let parts: Vec<Vec<String>> = wanted.split(',').map(within).collect();
            if parts.iter().any(Vec::is_empty) {
                return Err(Stop::usage(format!("`--over {over}`: `{name}` may be {}", setting.range)));
            }
            parts.concat()
        }
    };
    if values.is_empty() {
        let why = format!("`{name}` may be {}: give the values to try, as {name}=4..8", setting.range);
        return Err(Stop::usage(format!("`--over {over}`: {why}")));
    }
    Ok((setting.name.clone(), values))
}

/// The number of combinations as text, and all of them or a random sample of `most`.
fn combinations(axes: &[(String, Vec<String>)], most: usize, seed: u64) -> (String, Vec<Values>) {
    let all = axes.iter().fold(1u128, |all, (_, values)| all.saturating_mul(values.len() as u128)).min(MANY);
    let of = |mut number: u64| -> Values {
        let value = |(name, values): &(String, Vec<String>)| {
            let at = (number % values.len() as u64) as usize;
            number /= values.len() as u64;
            (name.clone(), values[at].clone())
        };
        axes.iter().map(value).collect()
    };
    if all <= most as u128 {
        return (all.to_string(), (0..all as u64).map(of).collect());
    }
    let mut rng = seeds::generator(seed, 0, seeds::CHANCE);
    let mut numbers = BTreeSet::new();
    while numbers.len() < most {
        numbers.insert(seeds::pick_wide(&mut rng, all as u64));
    }
    let many = if all == MANY { "very many".to_owned() } else { thousands(all as u64) };
    (many, numbers.into_iter().map(of).collect())
}

/// The values that these settings have in the unchanged game.
fn current(axes: &[(String, Vec<String>)], rules: &Rules, setup: &Setup) -> Values {
    let settings = rules.settings(setup.players.len());
    let value = |name: &String| {
        let default = || settings.iter().find(|setting| setting.name == *name).map(|setting| setting.value.clone());
        let given = setup.settings.iter().rev().find(|(own, _)| own == name).map(|(_, value)| value.clone());
        given.or_else(default).unwrap_or_default()
    };
    axes.iter().map(|(name, _)| (name.clone(), value(name))).collect()
}

/// `rounds=4, start=2`, `unchanged`, or `unchanged (rounds=3)` if this is one of the combinations.
fn name(candidates: &[Candidate], at: usize) -> String {
    let values = candidates[at].values.iter().map(|(name, value)| format!("{name}={value}"));
    let values = values.collect::<Vec<_>>().join(", ");
    match (at, values.is_empty()) {
        (0, true) => "unchanged".to_owned(),
        (0, false) => format!("unchanged ({values})"),
        _ => values,
    }
}

/// The best candidate against the unchanged game.
struct FreshGames {
    comparison: Comparison,
    misses: Misses,
}

/// The results.
struct Results<'a> {
    rules: &'a Rules,
    candidates: &'a [Candidate],
    tried: &'a [Tried],
    stopped: bool,
    fresh: Option<&'a FreshGames>,
    seed: u64,
}

impl Results<'_> {
    fn as_it_is(&self) -> &Candidate {
        &self.candidates[0]
    }

    /// Number of games to play; if the run was stopped, also the number of games played.
    fn games(&self, most: u64) -> String {
        let most = count(most, "game");
        let played = self.tried.iter().map(|tried| tried.games).sum();
        if self.stopped { format!("stopped after {} of {most}", thousands(played)) } else { most }
    }

    fn settings(&self, tried: &Tried) -> String {
        name(self.candidates, tried.candidate)
    }

    /// Why the unchanged game is the best. Candidates that were left out after a few games may look better by chance.
    fn nothing_found(&self) -> &'static str {
        let is_nearer = |tried: &Tried| tried.fault.is_none() && tried.miss < self.tried[0].miss;
        match self.tried.iter().any(is_nearer) {
            true => "no candidate with as many games comes nearer to the goals than the unchanged game",
            false => "no candidate comes nearer to the goals than the unchanged game",
        }
    }

    /// A page with its heads. `ran`: what was tried.
    fn page(&self, bots: &[Bot], ran: String) -> Document {
        let title = self.as_it_is().game.title();
        let mut out = Document::new(format!("{title}: tuned"));
        let head = TextLine::of(Ink::Strong, format!("{title}, {}", count(bots.len() as u64, "player")));
        out.title(head.plain(format!(": {ran}, seed {}", self.seed)));
        out.line(seats::provenance(&seats::players(bots), &self.rules.hash()));
        out
    }

    fn document(&self, out: &mut Document) {
        let goals: Vec<&str> = self.as_it_is().goals.iter().map(|goal| goal.text.as_str()).collect();
        out.line(format!("goals: {}", goals.join("; ")));
        out.gap();
        let as_it_is = self.tried.iter().skip(LISTED).find(|tried| tried.candidate == 0);
        let rows = self.tried.iter().take(LISTED).chain(as_it_is).map(|tried| {
            let miss = match &tried.fault {
                Some(fault) => format!("a fault: {}", fault.what),
                None => format!("{:.1}", tried.miss),
            };
            [self.settings(tried), thousands(tried.games), miss]
        });
        if self.tried.windows(2).any(|two| two[0].games != two[1].games) {
            out.line("`misses by` is larger where few games were played: compare only rows with as many games");
        }
        out.table(TextTable::new(["", "games", "misses by"]).rows(rows));
        out.gap();
        if self.stopped {
            return out.line("stopped before the best candidate was found; no fresh games were played");
        }
        let Some(FreshGames { comparison: fresh, misses }) = self.fresh else {
            return out.line(self.nothing_found());
        };
        let (best, games) = (self.settings(&self.tried[0]), count(fresh.pairs, "fresh game"));
        let stopped = if fresh.stop_reason == StopReason::Stopped { ", stopped early" } else { "" };
        out.line(format!("{best} in {games} of each{stopped}"));
        let rows = fresh.figures.iter().filter(|figure| self.is_wanted(&figure.of)).map(|figure| {
            let of = &figure.of;
            let [before, after] = [figure.before, figure.after].map(|value| words::value(of, value));
            let tuned = figure.after_interval.map_or_else(String::new, |(low, high)| {
                format!("{} to {}", words::value(of, low), words::value(of, high))
            });
            [words::name(of), before, after, tuned, words::signed(of, figure.difference), words::interval(figure)]
        });
        let heads = ["", "unchanged", "tuned", "95% interval", "difference", "95% interval"];
        out.table(TextTable::new(heads).rows(rows));
        out.gap();
        out.line(self.verdict(misses));
    }

    /// `In fresh games minimum=4 misses by 7.2, unchanged by 2.4: no improvement shows.`
    fn verdict(&self, misses: &Misses) -> String {
        let Misses { before, after, interval } = misses;
        let shows = match interval {
            Some((low, high)) if misses.is_improved() => {
                format!("an improvement of {:.1} (95% interval {:.1} to {:.1})", before - after, -high, -low)
            }
            Some((low, high)) if after < before => {
                format!("no sure improvement (95% interval of the difference {low:+.1} to {high:+.1}); play more games")
            }
            None if after < before => "too few games to tell an improvement from chance".to_owned(),
            _ => "no improvement shows".to_owned(),
        };
        format!(
            "In fresh games {} misses by {after:.1}, unchanged by {before:.1}: {shows}.",
            self.settings(&self.tried[0])
        )
    }

    fn is_wanted(&self, of: &compare::Metric) -> bool {
        self.as_it_is().goals.iter().any(|goal| goal.of.contains(of))
    }

    fn data<'a>(&'a self, bots: &'a [Bot], players: usize) -> Tuning<'a> {
        let tried = self.tried.iter().map(|tried| {
            let values = &self.candidates[tried.candidate].values;
            TriedSettings {
                settings: values.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect(),
                as_it_is: tried.candidate == 0,
                games: tried.games,
                miss: tried.miss,
                fault: tried.fault.as_ref().map(|fault| fault.what.as_str()),
            }
        });
        let comparison = self.fresh.map(|fresh| &fresh.comparison);
        let misses = self.fresh.map(|fresh| fresh.misses);
        let fresh = comparison.map(|fresh| {
            let wanted = fresh.figures.iter().filter(|figure| self.is_wanted(&figure.of));
            let fresh = wanted.map(|figure| Fresh {
                of: figure.of.clone(),
                as_it_is: figure.before,
                tuned: figure.after,
                tuned_low: figure.after_interval.map(|ends| ends.0),
                tuned_high: figure.after_interval.map(|ends| ends.1),
                low: figure.interval.map(|ends| ends.0),
                high: figure.interval.map(|ends| ends.1),
            });
            fresh.collect()
        });
        Tuning {
            version: 2,
            tavola: env!("CARGO_PKG_VERSION"),
            game: self.as_it_is().game.title(),
            players,
            bots,
            rules: self.rules.hash(),
            seed: self.seed,
            goals: self.as_it_is().goals.iter().map(|goal| goal.text.as_str()).collect(),
            tried: tried.collect(),
            stopped: self.stopped || comparison.is_some_and(|fresh| fresh.stop_reason == StopReason::Stopped),
            fresh,
            fresh_misses: misses.map(|misses| FreshMisses { misses, verdict: self.verdict(&misses) }),
        }
    }
}
