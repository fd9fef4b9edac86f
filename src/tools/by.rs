//! `--by`: breakdown of wins by an expression.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::console::Console;
use super::ending::{Exit, Stop};
use super::load;
use tavola_game::Game;
use tavola_lab::simulate::{Grouping, Moment};
use tavola_syntax::diagnostic::nearest;

/// Name of the player in the expression.
const PLAYER: &str = "player";

/// A breakdown, as the user requested it.
#[derive(Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub(super) struct Breakdown {
    /// The expression.
    pub(super) expression: String,
    /// `start`, `setup`, `end`, or the name of a rule.
    pub(super) when: String,
}

/// Default moment: the first question to a player.
const SETUP: &str = "setup";

impl Breakdown {
    /// True if the moment is the default one.
    pub(super) fn is_default(&self) -> bool {
        self.when == SETUP
    }

    /// The moment in words: `at the end`.
    pub(super) fn moment(&self) -> String {
        match self.when.as_str() {
            SETUP => "at the first question to a player".to_owned(),
            "start" | "end" => format!("at the {}", self.when),
            rule => format!("when {} first ran", rule.replace('_', " ")),
        }
    }
}

/// Parses `--by` and `--when`.
///
/// # Errors
/// If the expression has errors (which are drawn), or there is no such moment.
pub(super) fn read(
    by: Option<&str>,
    when: Option<&str>,
    game: &Game,
    console: &mut Console,
) -> Result<Option<(Grouping, Breakdown)>, Stop> {
    let Some(text) = by else { return Ok(None) };
    let when = when.unwrap_or(SETUP).trim();
    let moment = moment(when, game)?;
    let name = text.trim();
    if game.rules().iter().any(|(rule, _)| rule == name) {
        let why = "a rule or an action has no value; let a track count it, as in `you gains 1 times`";
        return Err(Stop::usage(format!("`--by {name}`: {why}, and write `--by 'times[player]' --when end`")));
    }
    let expressions = game.expressions(text, PLAYER);
    let expressions = expressions.map_err(|error| load::stop(error, "--by", Exit::Usage, console))?;
    let grouped_by = Breakdown { expression: text.trim().to_owned(), when: when.to_owned() };
    Ok(Some((Grouping { expressions, moment }, grouped_by)))
}

fn moment(when: &str, game: &Game) -> Result<Moment, Stop> {
    Moment::of(when, game).ok_or_else(|| {
        let rules = game.rules();
        let near = nearest(when, rules.iter().map(|(rule, _)| rule.as_str()));
        let near = near.map(|rule| format!("; did you mean `{rule}`?")).unwrap_or_default();
        Stop::usage(format!("`--when {when}`: write start, setup, end, or the name of a rule{near}"))
    })
}
