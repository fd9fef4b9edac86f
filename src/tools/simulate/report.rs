//! The figures of a run as a document.

use super::verdict::verdict;
use super::words::{percent, provenance, row, spaced};
use super::{BrokenLaw, Simulation, course, profile};
use crate::tools::charts::histogram;
use crate::tools::document::{Document, Ink, TextLine, TextTable};
use crate::tools::grid;
use crate::tools::paint::{count, thousands};
use tavola_lab::Report;
use tavola_lab::simulate::{NotableWhat, Trouble};
use tavola_lab::statistics::{Spread, Summary};

/// The command that shows a game again, by its number and the number of answers at which its trouble is seen. None: the whole game.
pub(super) type SeeAgain<'a> = dyn Fn(u64, Option<u64>) -> TextLine + 'a;

/// Makes it. `again` says how a game is seen again; `laws_again` gives the command that checks the laws again up to this game.
pub(super) fn document(run: &Simulation, again: &SeeAgain<'_>, laws_again: &dyn Fn(u64) -> String) -> Document {
    let report = &run.report;
    let mut out = Document::new(format!("{}: figures", report.game));
    head(run, &mut out);
    faults(report, again, &mut out);
    verdict(run).into_iter().for_each(|line| out.verdict(line));
    notable(report, again, &mut out);
    if report.ended == 0 {
        out.line(TextLine::of(Ink::Bad, "no game ended").plain(": no results and no lengths"));
    } else {
        course::wins(run, &mut out);
        course::course(report, &mut out);
        tracks(report, &mut out);
        lengths(report, &mut out);
        course::chosen(run, &mut out);
        course::first_answers(report, &mut out);
    }
    rules(report, &mut out);
    if let Some(found) = &run.profile {
        profile::write(found, &mut out);
    }
    out.gap();
    out.line(invariants(run));
    troubles(&report.broken, again, &mut out);
    laws(run, laws_again, &mut out);
    out.gap();
    out
}

/// Faults of the rules, before all figures: these are of the other games only.
fn faults(report: &Report, again: &SeeAgain<'_>, out: &mut Document) {
    if report.fault_count == 0 {
        return;
    }
    // A fault leaves no position after the answer that led to it.
    let before = |game: u64, answers: Option<u64>| again(game, answers.map(|answers| answers.saturating_sub(1)));
    out.line(TextLine::of(Ink::Bad, "faults").plain(format!(" in {}", count(report.fault_count, "game"))));
    troubles(&report.faults, &before, out);
}

fn head(run: &Simulation, out: &mut Document) {
    let report = &run.report;
    let stopped = match report.games < report.planned {
        true => format!("stopped after {} of ", thousands(report.games)),
        false => String::new(),
    };
    let first = if report.first > 0 { format!(" from game {} on", report.first) } else { String::new() };
    let most = report.faults.iter().map(|fault| fault.games).max().unwrap_or_default();
    let why = if report.repeats { format!(": one fault broke off {most} of them") } else { String::new() };
    let games = format!("{stopped}{}{first}{why}, seed {}", count(report.planned, "game"), report.seed);
    let variant = run.variant.iter().map(|variant| format!(", {variant}"));
    let settings = run.settings.iter().map(|(name, value)| format!(", {name}={value}"));
    let chosen: String = variant.chain(settings).collect();
    let title = TextLine::of(Ink::Strong, report.game.as_str());
    out.title(title.plain(format!(", {}: {games}{chosen}", count(run.players as u64, "player"))));
    out.line(provenance(run));
}

/// Result of the invariants, and when they were checked.
fn invariants(run: &Simulation) -> TextLine {
    let report = &run.report;
    let line = TextLine::from("invariants: ");
    let times = match (run.laws.is_some(), report.ended) {
        (true, _) => "after every answer".to_owned(),
        (false, 0) => return line.and(Ink::Warning, "not checked").plain(": no game ended"),
        (false, ended) if ended == report.games => "at the end of every game".to_owned(),
        (false, ended) => format!("at the end of the {} that ended", count(ended, "game")),
    };
    match (report.broken_count, report.invariants) {
        (_, 0) => line.plain("none declared (`always`)"),
        (0, _) => line.and(Ink::Good, "all held").plain(format!(" {times}")),
        (n, _) => line.and(Ink::Bad, "broken").plain(format!(" in {}", count(n, "game"))),
    }
}

/// Games that are worth a look, each with the command that plays it again.
fn notable(report: &Report, again: &SeeAgain<'_>, out: &mut Document) {
    let rows = report.notable.iter().map(|one| {
        let figure = match one.what {
            NotableWhat::Shortest | NotableWhat::Longest => count(one.value.unsigned_abs(), "question"),
            NotableWhat::Closest | NotableWhat::Widest => format!("lead {}", one.value),
            // The leader is who would win if the game ended then, also where all is scored at the end.
            NotableWhat::MostChanges => format!("{} (if it had ended then)", count(one.value.unsigned_abs(), "change")),
        };
        let what = match one.what {
            NotableWhat::Shortest => "shortest",
            NotableWhat::Longest => "longest",
            NotableWhat::Closest => "closest",
            NotableWhat::Widest => "clearest",
            NotableWhat::MostChanges => "most lead changes",
        };
        [TextLine::from(what), figure.into(), again(one.game, None)]
    });
    if !report.notable.is_empty() {
        out.section("games to look at");
        out.table(TextTable::default().rows(rows));
    }
}

fn tracks(report: &Report, out: &mut Document) {
    if report.tracks.is_empty() {
        return;
    }
    let mut table = TextTable::new(["", "mean", "std dev", "min", "max", "winners"]);
    for track in &report.tracks {
        let Some(values) = &track.values else { continue };
        let name = if track.index.is_empty() { spaced(&track.name) } else { format!("  {}", track.index.join(" ")) };
        table.row(row(
            name,
            cells(values).into_iter().chain(track.winners.map(|winners| format!("{:.1}", winners.mean))),
        ));
    }
    out.section("final values of tracks");
    out.table(table);
}

fn lengths(report: &Report, out: &mut Document) {
    let some = match report.games - report.ended {
        0 => String::new(),
        _ => format!(" (of the {} that ended)", thousands(report.ended)),
    };
    out.section(format!("per game{some}"));
    let mut table = TextTable::new(["", "mean", "std dev", "min", "max"]);
    let rows = [("answers", &report.answers), ("questions to players", &report.questions), ("chance", &report.chance)];
    for (name, summary) in rows {
        summary.iter().for_each(|summary| table.row(row(name, cells(summary))));
    }
    report.phases.iter().for_each(|phase| table.row(row(format!("phase “{}”", phase.title), cells(&phase.runs))));
    let options = &report.options;
    let (mean, most) = (format!("{:.1}", options.mean), options.most.to_string());
    table.row(["options per question".to_owned(), mean, String::new(), String::new(), most]);
    table.row(["questions with one option".to_owned(), percent(options.forced.rate)]);
    out.table(table);
    if let Some(length) = report.length.as_ref().filter(|length| length.least < length.most) {
        let Spread { low, lower, median, upper, high, .. } = length;
        let all = format!("5% {low}, 25% {lower}, median {median}, 75% {upper}, 95% {high}");
        out.list([format!("percentiles of questions to players: {all}")]);
    }
    let caption = "Questions to players per game, in percent of games.";
    let lengths = report.lengths.clone();
    // One bar says nothing.
    if lengths.len() > 1 {
        out.figure(move || histogram(std::slice::from_ref(&lengths)), caption);
    }
}

fn rules(report: &Report, out: &mut Document) {
    let ran = report.rules.iter().filter(|rule| rule.runs > 0);
    let widest = ran.clone().map(|rule| grid::width(&rule.rule)).max().unwrap_or(0);
    let each = |runs: u64| match runs as f64 / report.games.max(1) as f64 {
        often if often >= 0.095 => format!("{often:.1}"),
        seldom => format!("{seldom:.4}"),
    };
    out.section("runs of rules per game");
    out.columns(ran.map(|rule| format!("{:widest$}  {:>8}", spaced(&rule.rule), each(rule.runs))).collect());
    out.line(match report.never_ran.as_slice() {
        // A fault leaves a rule unfinished.
        [] if report.ended > 0 => TextLine::from("every rule ran"),
        [] => TextLine::from("every rule started"),
        never => TextLine::of(Ink::Warning, "never ran").plain(format!(": {}", never.join(", "))),
    });
    coverage(report, out);
}

/// Lines that never ran, and conditions that always had the same value.
fn coverage(report: &Report, out: &mut Document) {
    let (lines, conditions) = (&report.lines_never_ran, &report.constant_conditions);
    if report.closely == 0 {
        return;
    }
    let games = count(report.closely, "game");
    let some = |number: usize, what: &str| count(number as u64, what);
    if lines.is_empty() && conditions.is_empty() {
        out.line(format!(
            "every line of them ran in {games}, and each condition was true at some time and false at another"
        ));
        return;
    }
    if !lines.is_empty() {
        out.line(TextLine::of(Ink::Warning, some(lines.len(), "line")).plain(format!(" never ran in {games}")));
        out.list(lines.iter().map(|line| TextLine::from(format!("{}: {}", line.place, line.text))));
    }
    for (value, always) in [(true, "always true"), (false, "always false")] {
        let own: Vec<_> = conditions.iter().filter(|condition| condition.value == value).collect();
        if !own.is_empty() {
            let number = TextLine::of(Ink::Warning, some(own.len(), "condition"));
            let were = if own.len() == 1 { "was" } else { "were" };
            out.line(number.plain(format!(" {were} {always} in {games}")));
            out.list(own.into_iter().map(|one| TextLine::from(format!("{}: {}", one.place, one.text))));
        }
    }
}

fn troubles(troubles: &[Trouble], again: &SeeAgain<'_>, out: &mut Document) {
    out.list(troubles.iter().map(|trouble| {
        let at = match trouble.place.as_str() {
            "" => "at the end of the game".to_owned(),
            place => format!("after {} in {} ({place})", count(trouble.answers, "answer"), trouble.rule),
        };
        let often = if trouble.games > 1 { format!(" (in {})", count(trouble.games, "game")) } else { String::new() };
        TextLine::from(trouble.what.as_str())
            .plain(format!(": {at}{often}"))
            .broken("again: ")
            .with(again(trouble.game, Some(trouble.answers)))
    }));
}

fn laws(run: &Simulation, again: &dyn Fn(u64) -> String, out: &mut Document) {
    let Some(broken) = &run.laws else { return };
    let line = TextLine::from("laws: ");
    if !broken.is_empty() {
        out.line(line.and(Ink::Bad, count(broken.len() as u64, "broken law")));
        out.list(broken.iter().take(LAWS).map(|BrokenLaw { first: law, games }| {
            let at = match law.place.as_str() {
                "" => "at its end".to_owned(),
                place => format!("after {} ({place})", count(law.answers, "answer")),
            };
            let more = if *games > 1 { format!(" (and in {} more)", count(games - 1, "game")) } else { String::new() };
            let line = TextLine::from(format!("{}: ", law.law)).plain(law.what.as_str());
            line.broken(format!("in game {} {at}{more}", law.game)).broken(format!("again: {}", again(law.game)))
        }));
        let more = broken.len().saturating_sub(LAWS);
        out.list((more > 0).then(|| format!("... and {more} more")));
        return;
    }
    out.line(match run.law_games_wanted {
        Some(wanted) => {
            let known = match run.law_moments {
                0 => "before all were checked at a question".to_owned(),
                moments => format!("at {}, all held there", count(moments, "question")),
            };
            let games = format!("{} of {} to the end", thousands(run.law_games), count(wanted, "game"));
            line.and(Ink::Warning, "stopped").plain(format!(" {known} ({games})"))
        }
        None => {
            let held = if run.report.faults.is_empty() { "all held" } else { "all others held" };
            let games = count(run.law_games_closely, "game");
            let games = match run.law_games.saturating_sub(run.law_games_closely) {
                0 if run.law_games < run.report.planned => {
                    format!("the first {games} (--games N --check checks all N)")
                }
                0 => games,
                rest => {
                    let sampled = thousands(rest);
                    format!("{games}, and at a sample of the questions of {sampled} more (--check-all: at every one)")
                }
            };
            line.and(Ink::Good, held).plain(format!(" at every question of {games}"))
        }
    });
}

/// Maximum number of broken laws that are listed.
const LAWS: usize = 20;

fn cells(summary: &Summary) -> [String; 4] {
    let mean = format!("{:.1}", summary.mean);
    [mean, format!("{:.1}", summary.deviation), summary.least.to_string(), summary.most.to_string()]
}
