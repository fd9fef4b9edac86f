//! The table beside the rules: games at it, their earlier positions, and the rules behind what is seen there.

use serde_json::{Value, json};
use tavola_game::Rules;
use tavola_lab::table::GameSoFar;
use tavola_serve::Chair;

use crate::bodies::{AnswersKept, OriginAsked, TableAsked};
use crate::links;
use crate::studio::{OpenStudio, PageRefused, TableWish, lock, value};

impl OpenStudio {
    /// The seats of the table, of a new game if one is asked for or none was begun.
    pub(crate) fn table(&self, asked: &TableAsked) -> Result<Value, PageRefused> {
        let mut seats = lock(&self.seats);
        if asked.new || seats.is_empty() {
            let settings = asked.set.iter().map(|(name, value)| (name.clone(), value.clone())).collect();
            let wish = TableWish { variant: asked.variant.clone(), settings, case: asked.case.clone() };
            let (rules, table) = (self.begin)(&wish)?;
            let humans = table.humans.clone();
            let folder = self.files.folder().to_owned();
            let links = self.place.open(table, &rules, folder).map_err(|error| error.to_string())?;
            // The host's page is for guests, which a studio does not have.
            let seat = |link: tavola_serve::SeatLink| {
                let kind = match link.chair {
                    Chair::Player(seat) if humans.get(seat) == Some(&true) => "person",
                    Chair::Player(_) => "bot",
                    Chair::Watch => "spectator",
                    Chair::Host => return None,
                };
                Some(json!({ "who": link.who, "kind": kind, "path": format!("/{}", link.key) }))
            };
            *seats = links.into_iter().filter_map(seat).collect();
        }
        Ok(json!({ "seats": *seats }))
    }

    /// The game at the table and its rules.
    pub(crate) fn game(&self) -> Result<(Rules, GameSoFar), PageRefused> {
        self.place.so_far().ok_or_else(|| PageRefused(409, "There is no game at the table yet.".to_owned()))
    }

    /// The page of a seat after a number of answers: `still/KEY/ANSWERS`.
    pub(crate) fn still(&self, path: &str) -> Result<String, PageRefused> {
        let unknown = || PageRefused(404, "There is no such page.".to_owned());
        let (key, answers) = path.strip_prefix("still/").and_then(|rest| rest.split_once('/')).ok_or_else(unknown)?;
        let answers = answers.parse().map_err(|_| unknown())?;
        Ok(self.place.still(key, answers).map_err(links::refusal)?)
    }

    /// Continues the game at the table from an earlier answer.
    pub(crate) fn rewind(&self, asked: &AnswersKept) -> Result<Value, PageRefused> {
        self.place.rewind(asked.answers).map_err(links::refusal)?;
        Ok(json!({}))
    }

    /// The rules behind something at the table.
    pub(crate) fn origin(&self, asked: &OriginAsked) -> Result<Value, PageRefused> {
        let workspace = self.workspace();
        Ok(value(links::origin((&self.files, &workspace), &self.place, asked)?))
    }
}
