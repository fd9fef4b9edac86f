//! How slips fared, for programs.

use serde::Serialize;

use super::fared::{Fared, further};
use tavola_game::Explained;
use tavola_lab::{self as play, Catcher, Fate, Mutant};

/// All slips.
#[derive(Serialize)]
pub(super) struct SlipsReport<'a> {
    version: u32,
    game: &'a str,
    caught: usize,
    survived: usize,
    explained: usize,
    /// Of those that no scenario notices, those that a transcript does, and of all others those that break a law.
    transcripts: usize,
    laws: usize,
    refused: usize,
    /// Those that change play only where a setting is turned.
    turned: usize,
    unseen: usize,
    untried: usize,
    percent: f64,
    slips: Vec<Slip<'a>>,
    /// Explanations of lines of which no slip survives.
    needless: Vec<Needless<'a>>,
}

/// A slip.
#[derive(Serialize)]
struct Slip<'a> {
    place: &'a str,
    words: &'a str,
    clauses: &'a [String],
    fate: &'static str,
    /// The scenario that notices it.
    #[serde(skip_serializing_if = "Option::is_none")]
    scenario: Option<&'a str>,
    /// Where no scenario does: the transcript that notices it.
    #[serde(skip_serializing_if = "Option::is_none")]
    transcript: Option<&'a str>,
    /// Where no scenario and no transcript does: the law that it breaks.
    #[serde(skip_serializing_if = "Option::is_none")]
    law: Option<&'a str>,
    /// Why it need not be noticed, as its line says.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    /// The setting that must be turned for play to go otherwise: `toll: 3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    setting: Option<&'a str>,
    /// The random game that goes otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    differs: Option<PlayDiffersReport>,
}

/// Where random play goes otherwise: `tavola play GAME --players N --human none --seed 1 --game GAME` plays the same answers.
#[derive(Serialize)]
struct PlayDiffersReport {
    seed: u64,
    players: usize,
    game: u64,
    answers: u64,
}

/// An explanation that explains nothing.
#[derive(Serialize)]
struct Needless<'a> {
    place: &'a str,
    reason: &'a str,
}

pub(super) fn report<'a>(game: &'a str, fared: &Fared<'a>) -> SlipsReport<'a> {
    let Fared { refused, caught, survived, explained, transcripts, laws, turned, unseen, untried, .. } = *fared;
    SlipsReport {
        version: 1,
        game,
        caught,
        survived,
        explained,
        transcripts,
        laws,
        refused,
        turned,
        unseen,
        untried,
        percent: fared.percent(),
        slips: fared.slips.iter().map(|(mutant, explained)| slip(mutant, *explained)).collect(),
        needless: fared.needless.iter().map(|one| Needless { place: &one.place, reason: &one.reason }).collect(),
    }
}

fn slip<'a>(mutant: &'a Mutant, explained: Option<&'a Explained>) -> Slip<'a> {
    let Mutant { edit, fate } = mutant;
    let differs = match fate {
        Some(Fate::Survived { differs: Some(at), .. } | Fate::Turned { differs: at, .. }) => {
            let play::PlayDiffers { players, game, answers } = *at;
            Some(PlayDiffersReport { seed: play::MUTANT_SEED, players, game, answers })
        }
        _ => None,
    };
    let (word, scenario) = match fate {
        Some(Fate::Refused) => ("refused", None),
        Some(Fate::Caught(name)) => ("caught", Some(name.as_str())),
        Some(Fate::Survived { .. }) if explained.is_some() => ("explained", None),
        Some(Fate::Survived { .. }) => ("survived", None),
        Some(Fate::Turned { .. }) => ("turned", None),
        Some(Fate::Unseen) => ("unseen", None),
        None => ("untried", None),
    };
    let setting = match fate {
        Some(Fate::Turned { setting, .. }) => Some(setting.as_str()),
        _ => None,
    };
    let (transcript, law) = match further(fate.as_ref()) {
        Some(Catcher::Transcript(name)) => (Some(name.as_str()), None),
        Some(Catcher::Law(law)) => (None, Some(law.as_str())),
        None => (None, None),
    };
    Slip {
        place: &edit.place,
        words: &edit.words,
        clauses: &edit.clauses,
        fate: word,
        scenario,
        transcript,
        law,
        reason: explained.map(|explained| explained.reason.as_str()),
        setting,
        differs,
    }
}
