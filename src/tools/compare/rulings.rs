//! Each alternative of each ruling against the default answer, the largest effect first.

use schemars::JsonSchema;
use serde::Serialize;

use super::{ChosenSide, NamedComparison, keeper, one, report, words};
use crate::tools::args::{CompareArgs, SetupArgs};
use crate::tools::console::Console;
use crate::tools::document::{Document, TextTable};
use crate::tools::ending::Stop;
use crate::tools::paint::{count, thousands};
use crate::tools::version::Version;
use crate::tools::{interrupt, load, seats};
use tavola_game::Rules;
use tavola_lab::compare::{Figure, StopReason, Verdict};

/// Another answer to a ruling.
#[derive(Serialize, JsonSchema)]
pub(super) struct RulingAnswer {
    /// The ruling's id in `rulebook.yaml`; empty if it has none there.
    #[serde(skip)]
    pub(super) id: String,
    /// Its name in the rules.
    pub(super) name: String,
    /// Its question.
    pub(super) question: String,
    /// The default answer.
    pub(super) default: String,
    /// The answer of the second side.
    pub(super) instead: String,
}

/// Compares them, for each number of players that is asked for; those that change most come first.
///
/// # Errors
/// When something cannot be read, the rules have errors, or there are no rulings.
pub(super) fn run(args: &CompareArgs, seed: u64, console: &mut Console) -> Result<Vec<NamedComparison>, Stop> {
    let version = Version::of(&args.before)?;
    let rules = load::rules(&version.folder, args.choices.variant.as_deref(), console)?;
    let side =
        |choices: SetupArgs| ChosenSide { version: &version, rules: &rules, choices, bots: args.bots.as_deref() };
    let default = side(args.choices.clone());
    let keeper = keeper(args, [&default, &default], seed)?;
    let (mut runs, mut all) = (Vec::new(), 0);
    for players in seats::wanted(args.players.as_deref(), &rules)? {
        let answers = answers(&rules, players);
        if answers.is_empty() {
            return Err(Stop::usage(format!("`{}` has no rulings with a setting", rules.name())));
        }
        all += answers.len();
        for answer in answers {
            if interrupt::asked() {
                break;
            }
            console.note(format!("{}, {}: {}", count(players as u64, "player"), answer.name, answer.instead));
            let mut other = args.choices.clone();
            other.set.push((answer.name.clone(), answer.instead.clone()));
            let kept = keeper.part(format!("{players} {}={}", answer.name, answer.instead));
            let run = one(&[side(args.choices.clone()), side(other)], players, (args, seed), kept, console)?;
            runs.push(NamedComparison { ruling: Some(answer), ..run });
        }
    }
    keeper.end(console);
    if interrupt::asked() {
        let done =
            runs.iter().filter(|run: &&NamedComparison| run.comparison.stop_reason != StopReason::Stopped).count();
        console.note(format!("stopped: {done} of {} compared", count(all, "other answer")));
    }
    runs.sort_by(|one, other| (one.players.cmp(&other.players)).then(weight(other).total_cmp(&weight(one))));
    Ok(runs)
}

fn answers(rules: &Rules, players: usize) -> Vec<RulingAnswer> {
    let book = rules.rulebook().map(|book| book.rulings.as_slice()).unwrap_or_default();
    let mut answers = Vec::new();
    for ruling in rules.settings(players).into_iter().filter(|setting| setting.ruling) {
        let entry = book.iter().find(|entry| entry.setting.as_deref() == Some(&ruling.name));
        for instead in ruling.values.iter().filter(|value| **value != ruling.value) {
            answers.push(RulingAnswer {
                id: entry.map(|entry| entry.id.clone()).unwrap_or_default(),
                name: ruling.name.clone(),
                question: ruling.meaning.clone(),
                default: ruling.value.clone(),
                instead: instead.clone(),
            });
        }
    }
    answers
}

/// The figure with the largest certain effect, if there is one.
fn heaviest(run: &NamedComparison) -> Option<&Figure> {
    let figures = || run.comparison.figures.iter().filter(|figure| figure.decides);
    figures().max_by(|one, other| one.weight().total_cmp(&other.weight())).filter(|figure| figure.weight() > 0.0)
}

fn weight(run: &NamedComparison) -> f64 {
    heaviest(run).map_or(0.0, Figure::weight)
}

/// Effect of the other answer, in words.
fn effect(run: &NamedComparison) -> String {
    let comparison = &run.comparison;
    let same = || comparison.figures.iter().filter(|f| f.decides).all(|figure| figure.verdict == Verdict::Same);
    match heaviest(run) {
        _ if comparison.pairs == 0 => "no game ended".to_owned(),
        Some(figure) => words::sentence(figure),
        None if report::others(comparison).is_empty() && same() => "no difference seen".to_owned(),
        None if same() => {
            let most = report::others(comparison)[0];
            format!("no deciding figure; {}", words::sentence(most))
        }
        None => "open; it needs more games".to_owned(),
    }
}

/// The rulings with a table for each number of players; `asked`: with a column for their questions.
pub(super) fn document(runs: &[NamedComparison], asked: bool) -> Document {
    let mut out = Document::new(runs.first().map_or("", |run| run.title.as_str()));
    for runs in runs.chunk_by(|one, next| one.players == next.players) {
        let (first, players) = (&runs[0], count(runs[0].players as u64, "player"));
        out.title(format!("{}, {players}: rulings by the size of their effect", first.title));
        out.line(&report::sides(first)[0]);
        out.line(format!("seed {}; {}", first.seed, report::threshold(&first.trial)));
        out.line("the intervals of a ruling have a joint confidence of 95%");
        let question = asked.then_some("question");
        let heads = ["default", "instead", "times the threshold", "pairs", "effect"];
        let mut table = TextTable::new(["ruling"].into_iter().chain(question).chain(heads));
        for run in runs {
            let Some(answer) = &run.ruling else { continue };
            let stopped = if run.comparison.stop_reason == StopReason::Stopped { ", stopped" } else { "" };
            let pairs = format!("{}{stopped}", thousands(run.comparison.pairs));
            let ruling = if answer.id.is_empty() { &answer.name } else { &answer.id };
            let cells =
                [answer.default.clone(), answer.instead.clone(), format!("{:.1}", weight(run)), pairs, effect(run)];
            let question = asked.then_some(&answer.question);
            table.row([ruling].into_iter().chain(question).cloned().chain(cells));
        }
        out.table(table);
        out.lines(runs.iter().flat_map(|run| report::faults(&run.comparison)));
        out.gap();
    }
    out
}
