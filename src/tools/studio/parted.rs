//! Games of a comparison whose two sides part.

use std::sync::atomic::AtomicBool;

use crate::tools::document::{Ink, TextLine};
use crate::tools::impact;
use tavola_game::{Game, Rules};
use tavola_lab::impact::Divergence;
use tavola_lab::simulate::record_until;
use tavola_lab::{Plan, Record};

/// Number of games that are looked at, and maximum number of those that are listed.
const LOOKED: u64 = 6;
const LISTED: usize = 3;
/// Begins the names of these games. Others are numbers.
const NAME: &str = "before-";

/// A game of the first side that goes another way under the rules of the second side.
pub(super) struct PartedGame {
    record: Record,
    first: Divergence,
}

/// The first games that part, as the bots of the first side play them. Empty once `stop` is set.
pub(super) fn parted(sides: [(&Rules, &Game); 2], plan: &Plan, most: u64, stop: &AtomicBool) -> Vec<PartedGame> {
    let [(rules, game), _] = sides;
    let numbers = 0..most.min(LOOKED);
    let records = numbers.map_while(|number| record_until(rules, game, plan, number, stop));
    let records: Vec<Record> = records.collect();
    let sides = sides.map(|(rules, game)| (rules, game.setup().clone()));
    let found = impact::of_games(sides, &records, stop);
    let parted = records.into_iter().zip(found).filter_map(|(record, found)| {
        let first = found?.first?;
        Some(PartedGame { record, first })
    });
    parted.take(LISTED).collect()
}

impl PartedGame {
    /// Answer at which it parts, with a button that opens it there.
    pub(super) fn line(&self) -> TextLine {
        let (Self { record, first }, answers) = (self, self.first.answer as u64);
        let name = format!("{NAME}{}", record.number);
        let at = format!("game {} parts before answer {}: {} ", record.number, answers + 1, first.difference);
        let line = TextLine::from(at).with(TextLine::at_table(&name, Some(answers))).plain(" ");
        line.and(Ink::Code, first.rule.as_str()).plain(format!(" {}", first.place))
    }
}

/// The answers of a listed game, by its name.
pub(super) fn answers(games: &[PartedGame], name: &str) -> Option<Vec<(String, String)>> {
    let number: u64 = name.strip_prefix(NAME)?.parse().ok()?;
    let game = games.iter().find(|game| game.record.number == number)?;
    Some(game.record.answers.clone())
}
