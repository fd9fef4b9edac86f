//! How slips fared, counted.

use tavola_game::{Edit, Explained, Rules};
use tavola_lab::{Catcher, Fate, Mutant};

/// How the slips fared.
pub(super) struct Fared<'a> {
    /// Each slip, and what its line says why it need not be noticed, if it survived.
    pub(super) slips: Vec<(&'a Mutant, Option<&'a Explained>)>,
    pub(super) refused: usize,
    /// Those that a scenario notices.
    pub(super) caught: usize,
    /// Those that no scenario notices, and that no line explains.
    pub(super) survived: usize,
    /// Those that no scenario notices, and that their line explains.
    pub(super) explained: usize,
    /// Of those that no scenario notices, those that a transcript does.
    pub(super) transcripts: usize,
    /// Of all others, those that break a law.
    pub(super) laws: usize,
    /// Those that change play only where a setting is turned.
    pub(super) turned: usize,
    pub(super) unseen: usize,
    pub(super) untried: usize,
    /// Explanations of lines whose slips were all tried, and of which none survives.
    pub(super) needless: Vec<&'a Explained>,
}

impl<'a> Fared<'a> {
    pub(super) fn of(rules: &Rules, mutants: &'a [Mutant], explained: &'a [Explained]) -> Self {
        let why = |mutant: &Mutant| explained.iter().find(|one| survives(mutant) && one.covers(&mutant.edit));
        let slips: Vec<(&Mutant, Option<&Explained>)> = mutants.iter().map(|mutant| (mutant, why(mutant))).collect();
        let many = |fits: &dyn Fn(Option<&Fate>) -> bool| mutants.iter().filter(|one| fits(one.fate.as_ref())).count();
        let survivors = many(&|fate| matches!(fate, Some(Fate::Survived { .. })));
        let explains = slips.iter().filter(|(_, why)| why.is_some()).count();
        let edits = rules.edits();
        Self {
            refused: many(&|fate| matches!(fate, Some(Fate::Refused))),
            caught: many(&|fate| matches!(fate, Some(Fate::Caught(_)))),
            survived: survivors - explains,
            explained: explains,
            transcripts: many(&|fate| matches!(further(fate), Some(Catcher::Transcript(_)))),
            laws: many(&|fate| matches!(further(fate), Some(Catcher::Law(_)))),
            turned: many(&|fate| matches!(fate, Some(Fate::Turned { .. }))),
            unseen: many(&|fate| matches!(fate, Some(Fate::Unseen))),
            untried: many(&|fate| fate.is_none()),
            needless: explained.iter().filter(|one| is_needless(one, &edits, mutants)).collect(),
            slips,
        }
    }

    /// Of a hundred slips that change play and that no line explains, scenarios notice so many; of none, all.
    pub(super) fn percent(&self) -> f64 {
        let all = self.caught + self.survived;
        if all == 0 { 100.0 } else { 100.0 * self.caught as f64 / all as f64 }
    }
}

fn survives(mutant: &Mutant) -> bool {
    matches!(mutant.fate, Some(Fate::Survived { .. }))
}

/// Who notices a slip that no scenario does.
pub(super) fn further(fate: Option<&Fate>) -> Option<&Catcher> {
    match fate {
        Some(Fate::Survived { further, .. }) => further.as_ref(),
        _ => None,
    }
}

/// Whether no slip of the line survives; while not all of them were tried, nobody knows.
fn is_needless(explained: &Explained, edits: &[Edit], mutants: &[Mutant]) -> bool {
    let tried = mutants.iter().filter(|mutant| mutant.fate.is_some() && explained.covers(&mutant.edit));
    let all = edits.iter().filter(|edit| explained.covers(edit)).count();
    tried.clone().count() == all && !tried.clone().any(survives)
}
