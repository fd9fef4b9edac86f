//! Lenses: which scenarios prove an item of the rules, how a case ends that is played now, and a game from its position on.

use std::collections::BTreeSet;
use std::ops::Range;

use tavola_game::{GameFolder, Rules};
use tavola_lab::scenario::{CaseResult, Scenario, run};

use crate::declared::{Declared, NameSort};
use crate::lines::{lines, words};
use crate::tokens::citations;
use crate::workspace::Workspace;
use tavola_syntax::text::{count, without_comment};

/// Action of a lens on its cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LensAction {
    /// Runs them as tests.
    Run,
    /// Plays a game from the position of its case on, in a terminal.
    Play,
}

/// A line above a part of a file that offers to play cases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseLens {
    /// Action of the lens.
    pub action: LensAction,
    /// Bytes of the name below it.
    pub bytes: Range<usize>,
    /// Text: `3 scenarios prove this: run`.
    pub title: String,
    /// The cases: `FILE/NAME`.
    pub cases: Vec<String>,
}

/// Cases that can be played on another thread.
pub struct CaseJob {
    rules: Rules,
    folder: GameFolder,
    cases: Vec<Scenario>,
}

impl Workspace {
    /// Lenses of a file: for items of rules that scenarios prove, and for cases.
    pub fn lenses(&self, path: &str) -> Vec<CaseLens> {
        let Some(text) = self.text(path) else { return Vec::new() };
        let symbols = self.symbols(path);
        if path.starts_with("scenarios/") {
            let topic = path.trim_start_matches("scenarios/").trim_end_matches(".yaml");
            let lens = |case: &Declared, (action, title): (LensAction, &str)| {
                let cases = vec![format!("{topic}/{}", case.name)];
                CaseLens { action, bytes: case.bytes.clone(), title: title.to_owned(), cases }
            };
            let lenses = |case: Declared| {
                [(LensAction::Run, "run"), (LensAction::Play, "play from here")].map(|which| lens(&case, which))
            };
            return symbols.into_iter().flat_map(|symbol| lenses(symbol.declared)).collect();
        }
        let lens = |item: Declared| {
            let cases = self.proofs(&item, &text[item.whole.clone()]);
            let prove = if cases.len() == 1 { "proves" } else { "prove" };
            let title = format!("{} {prove} this: run", count(cases.len() as u64, "scenario"));
            let action = LensAction::Run;
            (!cases.is_empty()).then_some(CaseLens { action, bytes: item.bytes, title, cases })
        };
        symbols.into_iter().map(|symbol| symbol.declared).filter(|item| is_run(item.sort)).filter_map(lens).collect()
    }

    /// Cases that call an item, or prove one of the clauses that it cites.
    fn proofs(&self, item: &Declared, text: &str) -> Vec<String> {
        let cited: BTreeSet<&str> = lines(text)
            .flat_map(|(_, line)| {
                let code = without_comment(line);
                citations(code).into_iter().map(move |bytes| &code[bytes])
            })
            .collect();
        let calls = |case: &&Scenario| {
            let call = case.call.as_deref().unwrap_or_default();
            words(call).iter().any(|(_, word)| *word == item.name)
        };
        let proves = |case: &&Scenario| cited.iter().any(|id| case.proves(id)) || calls(case);
        self.scenarios().scenarios.iter().filter(proves).map(id).collect()
    }

    /// A job that plays cases, by their `FILE/NAME`, with the last rules without errors.
    ///
    /// # Errors
    /// The reason why they cannot be played: there are no such rules, or no such case.
    pub fn play(&self, cases: &[String]) -> Result<CaseJob, String> {
        let rules = self.rules().ok_or("the rules have errors")?.clone();
        let all = &self.scenarios().scenarios;
        if let Some(unknown) = cases.iter().find(|name| !all.iter().any(|case| id(case) == **name)) {
            return Err(format!("there is no case `{unknown}`, or it has mistakes"));
        }
        if cases.is_empty() {
            return Err("no case is named".to_owned());
        }
        let cases = all.iter().filter(|case| cases.contains(&id(case))).cloned().collect();
        Ok(CaseJob { rules, folder: self.job().folder, cases })
    }
}

impl CaseJob {
    /// Plays the cases in their order.
    pub fn run(self) -> Vec<CaseResult> {
        let result = |case: &Scenario| {
            let Some(variant) = case.setup.variant.as_deref() else { return run(&self.rules, case) };
            match self.rules.read_again(&self.folder, Some(variant)) {
                Ok(rules) => run(&rules, case),
                // The case then says itself that there is no such variant.
                Err(_) => run(&self.rules, case),
            }
        };
        self.cases.iter().map(result).collect()
    }
}

/// `FILE/NAME`
fn id(case: &Scenario) -> String {
    format!("{}/{}", case.topic, case.name)
}

/// True for items that say what happens.
fn is_run(sort: NameSort) -> bool {
    use NameSort::{Action, Card, Define, Hook, Interrupt, Menu, Phase, Rule, Section, Table, Track};
    matches!(sort, Action | Card | Define | Hook | Interrupt | Menu | Phase | Rule | Section | Table | Track)
}
