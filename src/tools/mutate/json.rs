//! The mutation report for programs.

use schemars::JsonSchema;
use serde::Serialize;

use super::fared::{Fared, further};
use tavola_game::{Explained, Rules};
use tavola_lab::statistics::round;
use tavola_lab::{self as play, Catcher, Fate, Mutant};

/// Results of the mutants of a game.
#[derive(Serialize, JsonSchema)]
pub(in crate::tools) struct MutantsReport<'a> {
    version: u32,
    /// The version of the engine.
    tavola: &'static str,
    /// Name of the game.
    game: &'a str,
    /// The fingerprint of the rules.
    rules: String,
    /// Seed of the random games.
    seed: u64,
    /// Mutants that a scenario kills.
    killed: usize,
    /// Mutants that change play, that no scenario kills and no line waives.
    survived: usize,
    /// Survivors that a waiver of their line accepts; not counted in `survived`.
    waived: usize,
    /// Survivors that differ from a transcript; waived ones are included.
    transcripts: usize,
    /// Other survivors that break a law or meet a fault; waived ones are included.
    laws: usize,
    /// Mutants that are no rules: `tavola check` finds an error.
    refused: usize,
    /// Mutants that change play only with another setting.
    setting_only: usize,
    /// Mutants without effect in the random games.
    unobserved: usize,
    /// Mutants that were not run, since the run was stopped.
    not_run: usize,
    /// Mutation score in percent: `killed` out of `killed` and `survived`; 100 without any.
    score: f64,
    /// The mutants, in the order of the rules.
    mutants: Vec<MutantReport<'a>>,
    /// Waivers on lines of which no mutant survives.
    unneeded_waivers: Vec<UnneededWaiver<'a>>,
}

/// A mutant.
#[derive(Serialize, JsonSchema)]
struct MutantReport<'a> {
    /// `file:line:column` of the change.
    place: &'a str,
    /// The changed line, before and after.
    edit: &'a str,
    /// Clauses that the line cites.
    clauses: &'a [String],
    /// `killed`, `survived`, `waived`, `refused`, `setting_only`, `unobserved` or `not_run`.
    status: &'static str,
    /// The scenario that kills it.
    #[serde(skip_serializing_if = "Option::is_none")]
    scenario: Option<&'a str>,
    /// The transcript that finds a survivor.
    #[serde(skip_serializing_if = "Option::is_none")]
    transcript: Option<&'a str>,
    /// The law that a survivor breaks, where no transcript finds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    law: Option<&'a str>,
    /// The fault that a random game meets, where no transcript finds the survivor.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'a str>,
    /// Reason of its waiver.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    /// The setting with which play differs: `toll: 3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    setting: Option<&'a str>,
    /// The random game that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<PlayDiffersReport>,
}

/// First difference of random play: `tavola play FOLDER --players N --human none --seed SEED --game G`
/// plays the same answers.
#[derive(Serialize, JsonSchema)]
struct PlayDiffersReport {
    /// Seed of the random games.
    seed: u64,
    /// Number of players.
    players: usize,
    /// Number of the game.
    game: u64,
    /// Number of answers before the difference.
    answers: u64,
}

/// A waiver without a survivor.
#[derive(Serialize, JsonSchema)]
struct UnneededWaiver<'a> {
    /// `file:line:column` of the line.
    place: &'a str,
    /// Reason of the waiver.
    reason: &'a str,
}

pub(super) fn report<'a>(rules: &'a Rules, fared: &Fared<'a>) -> MutantsReport<'a> {
    let Fared { refused, killed, survived, waived, transcripts, laws, setting_only, unobserved, not_run, .. } = *fared;
    MutantsReport {
        version: 3,
        tavola: env!("CARGO_PKG_VERSION"),
        game: rules.name(),
        rules: rules.hash(),
        seed: play::MUTANT_SEED,
        killed,
        survived,
        waived,
        transcripts,
        laws,
        refused,
        setting_only,
        unobserved,
        not_run,
        score: round(fared.score()),
        mutants: fared.mutants.iter().map(|(mutant, waiver)| reported(mutant, *waiver)).collect(),
        unneeded_waivers: fared
            .unneeded_waivers
            .iter()
            .map(|one| UnneededWaiver { place: &one.place, reason: &one.reason })
            .collect(),
    }
}

fn reported<'a>(mutant: &'a Mutant, waiver: Option<&'a Explained>) -> MutantReport<'a> {
    let Mutant { edit, fate } = mutant;
    let differs = match fate {
        Some(Fate::Survived { differs: Some(at), .. } | Fate::SettingOnly { differs: at, .. }) => {
            let play::PlayDiffers { players, game, answers } = *at;
            Some(PlayDiffersReport { seed: play::MUTANT_SEED, players, game, answers })
        }
        _ => None,
    };
    let (status, scenario) = match fate {
        Some(Fate::Refused) => ("refused", None),
        Some(Fate::Killed(name)) => ("killed", Some(name.as_str())),
        Some(Fate::Survived { .. }) if waiver.is_some() => ("waived", None),
        Some(Fate::Survived { .. }) => ("survived", None),
        Some(Fate::SettingOnly { .. }) => ("setting_only", None),
        Some(Fate::Unobserved) => ("unobserved", None),
        None => ("not_run", None),
    };
    let setting = match fate {
        Some(Fate::SettingOnly { setting, .. }) => Some(setting.as_str()),
        _ => None,
    };
    let (transcript, law, fault) = match further(fate.as_ref()) {
        Some(Catcher::Transcript(name)) => (Some(name.as_str()), None, None),
        Some(Catcher::Law(law)) => (None, Some(law.as_str()), None),
        Some(Catcher::Fault(fault)) => (None, None, Some(fault.as_str())),
        None => (None, None, None),
    };
    MutantReport {
        place: &edit.place,
        edit: &edit.words,
        clauses: &edit.clauses,
        status,
        scenario,
        transcript,
        law,
        fault,
        reason: waiver.map(|waiver| waiver.reason.as_str()),
        setting,
        differs,
    }
}
