//! The table beside the rules: games at it, their earlier positions, and the rules behind what is seen there.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use tavola_game::Rules;
use tavola_lab::table::GameSoFar;
use tavola_serve::Chair;

use crate::bodies::{AnswersKept, OriginAsked, TableAsked};
use crate::links;
use crate::lock::lock;
use crate::studio::{OpenStudio, PageRefused, TableWish, value};

impl OpenStudio {
    /// The seats of the table, of a new game if one is asked for or none was begun.
    pub(crate) fn table(&self, asked: &TableAsked) -> Result<Value, PageRefused> {
        let mut seats = lock(&self.seats);
        if asked.new || seats.is_empty() {
            let settings = asked.set.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
            let shared = &self.shared;
            let other = asked.pattern.as_ref().map(|pattern| shared.manual.pattern(pattern)).transpose()?;
            let is_pattern = other.is_some();
            let (variant, case) = (asked.variant.clone(), asked.case.clone());
            let wish = TableWish { variant, players: asked.players, people: asked.people, settings, case, other };
            let (rules, table) = match &asked.figured {
                Some(figured) => self.figures.open(figured.run, &figured.game)?,
                None => (shared.begin)(self.files.folder(), &wish)?,
            };
            let humans = table.humans.clone();
            // A pattern does not change with the rules of the game.
            let folder = (!is_pattern).then(|| self.files.folder().to_owned());
            let links = shared.place.open(table, &rules, folder).map_err(|error| error.to_string())?;
            self.has_pattern.store(is_pattern, Ordering::Relaxed);
            let names = self.game()?.1.shown_names();
            // The host's page is for guests, which a studio does not have.
            let seat = |link: tavola_serve::SeatLink| {
                let kind = match link.chair {
                    Chair::Player(seat) if humans.get(seat) == Some(&true) => "person",
                    Chair::Player(_) => "bot",
                    Chair::Spectator => "spectator",
                    Chair::Host => return None,
                };
                let who = match link.chair {
                    Chair::Player(seat) => names.get(seat).cloned().unwrap_or(link.who),
                    _ => link.who,
                };
                Some(json!({ "who": who, "kind": kind, "path": format!("/{}", link.key) }))
            };
            *seats = links.into_iter().filter_map(seat).collect();
        }
        Ok(json!({ "seats": *seats }))
    }

    /// The game at the table and its rules.
    pub(crate) fn game(&self) -> Result<(Rules, GameSoFar), PageRefused> {
        self.shared.place.so_far().ok_or_else(|| PageRefused(409, "There is no game at the table yet.".to_owned()))
    }

    /// Refuses what needs the game itself at the table.
    ///
    /// # Errors
    /// If a pattern of the gallery is there.
    pub(crate) fn refuse_pattern(&self) -> Result<(), PageRefused> {
        if !self.has_pattern.load(Ordering::Relaxed) {
            return Ok(());
        }
        let why = "A pattern of the gallery is at the table; its rules are in the manual. \"New game\" begins yours.";
        Err(PageRefused(409, why.to_owned()))
    }

    /// The page of a seat after a number of answers: `still/KEY/ANSWERS`.
    pub(crate) fn still(&self, path: &str) -> Result<String, PageRefused> {
        let unknown = || PageRefused(404, "There is no such page.".to_owned());
        let (key, answers) = path.strip_prefix("still/").and_then(|rest| rest.split_once('/')).ok_or_else(unknown)?;
        let answers = answers.parse().map_err(|_| unknown())?;
        Ok(self.shared.place.still(key, answers).map_err(links::refusal)?)
    }

    /// Continues the game at the table from an earlier answer.
    pub(crate) fn rewind(&self, asked: &AnswersKept) -> Result<Value, PageRefused> {
        self.shared.place.rewind(asked.answers).map_err(links::refusal)?;
        Ok(json!({}))
    }

    /// The rules behind something at the table.
    pub(crate) fn origin(&self, asked: &OriginAsked) -> Result<Value, PageRefused> {
        self.refuse_pattern()?;
        let workspace = self.workspace();
        Ok(value(links::origin((&self.files, &workspace), &self.shared.place, asked)?))
    }
}
