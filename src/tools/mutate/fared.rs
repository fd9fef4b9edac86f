//! Fates of mutants, counted.

use tavola_game::{Edit, Explained};
use tavola_lab::{Catcher, Fate, Mutant};

/// The fates of mutants.
pub(super) struct Fared<'a> {
    /// Each mutant, with the waiver of its line if it survived.
    pub(super) mutants: Vec<(&'a Mutant, Option<&'a Explained>)>,
    pub(super) refused: usize,
    /// Mutants that a scenario kills.
    pub(super) killed: usize,
    /// Mutants that no scenario kills and no line waives.
    pub(super) survived: usize,
    /// Survivors that their line waives.
    pub(super) waived: usize,
    /// Survivors that a transcript finds.
    pub(super) transcripts: usize,
    /// Other survivors that break a law or meet a fault.
    pub(super) laws: usize,
    /// Mutants that change play only with another setting.
    pub(super) setting_only: usize,
    /// Mutants without effect in the random games.
    pub(super) unobserved: usize,
    pub(super) not_run: usize,
    /// Waivers of lines whose mutants were all run, and of which none survives.
    pub(super) unneeded_waivers: Vec<&'a Explained>,
}

impl<'a> Fared<'a> {
    /// `edits` are all mutants that could be run.
    pub(super) fn of(edits: &[Edit], tried: &'a [Mutant], explained: &'a [Explained]) -> Self {
        let why = |mutant: &Mutant| explained.iter().find(|one| survives(mutant) && one.covers(&mutant.edit));
        let mutants: Vec<(&Mutant, Option<&Explained>)> = tried.iter().map(|mutant| (mutant, why(mutant))).collect();
        let many = |fits: &dyn Fn(Option<&Fate>) -> bool| tried.iter().filter(|one| fits(one.fate.as_ref())).count();
        let survivors = many(&|fate| matches!(fate, Some(Fate::Survived { .. })));
        let explains = mutants.iter().filter(|(_, why)| why.is_some()).count();
        Self {
            refused: many(&|fate| matches!(fate, Some(Fate::Refused))),
            killed: many(&|fate| matches!(fate, Some(Fate::Killed(_)))),
            survived: survivors - explains,
            waived: explains,
            transcripts: many(&|fate| matches!(further(fate), Some(Catcher::Transcript(_)))),
            laws: many(&|fate| matches!(further(fate), Some(Catcher::Law(_) | Catcher::Fault(_)))),
            setting_only: many(&|fate| matches!(fate, Some(Fate::SettingOnly { .. }))),
            unobserved: many(&|fate| matches!(fate, Some(Fate::Unobserved))),
            not_run: many(&|fate| fate.is_none()),
            unneeded_waivers: explained.iter().filter(|one| is_unneeded(one, edits, tried)).collect(),
            mutants,
        }
    }

    /// Mutation score in percent: killed out of those that change play and are not waived; 100 without any.
    pub(super) fn score(&self) -> f64 {
        let all = self.killed + self.survived;
        if all == 0 { 100.0 } else { 100.0 * self.killed as f64 / all as f64 }
    }
}

fn survives(mutant: &Mutant) -> bool {
    matches!(mutant.fate, Some(Fate::Survived { .. }))
}

/// The transcript, law or fault that finds a survivor.
pub(super) fn further(fate: Option<&Fate>) -> Option<&Catcher> {
    match fate {
        Some(Fate::Survived { further, .. }) => further.as_ref(),
        _ => None,
    }
}

/// True if all mutants of the line were run and none survives.
fn is_unneeded(explained: &Explained, edits: &[Edit], mutants: &[Mutant]) -> bool {
    let tried = mutants.iter().filter(|mutant| mutant.fate.is_some() && explained.covers(&mutant.edit));
    let all = edits.iter().filter(|edit| explained.covers(edit)).count();
    tried.clone().count() == all && !tried.clone().any(survives)
}
