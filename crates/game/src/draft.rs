//! A set-up that is looked at and not played: what a check of scenarios needs of a game.

use super::said::Terms;
use super::{Error, Game};
use tavola_core::lower::Ground;
use tavola_core::vm::State;

/// A game that was lowered once of two times, and of which nothing was found out before play: made in a fourth of the time.
pub struct Draft {
    game: Game,
    /// For what is asked of it, once something is.
    ground: Option<Ground>,
}

impl Draft {
    pub(super) fn new(game: Game) -> Self {
        Self { game, ground: None }
    }

    /// How many rules can run.
    pub fn rules(&self) -> usize {
        self.game.program().rules.len()
    }

    /// The position before anything is asked.
    pub fn start(&self) -> State {
        self.game.start()
    }

    /// As [`Game::understands`].
    pub fn understands(&self, text: &str) -> Result<(), Error> {
        self.game.understands(text)
    }

    /// As [`Referee::put`](super::Referee::put).
    pub fn put(&mut self, state: &mut State, place: &str, value: &str) -> Result<(), Error> {
        let Self { game, ground } = self;
        let ground = ground.get_or_insert_with(|| Ground::clone(&game.inner.ground));
        Terms { game, ground }.put(state, place, value)
    }
}

#[cfg(test)]
mod tests {
    use crate::{Rules, Setup};

    /// What is put in a draft lies in a game in the same words.
    #[test]
    fn positions_are_those_of_the_game() {
        let folders =
            std::fs::read_dir("../../rules").expect("a folder can be read").flatten().map(|entry| entry.path());
        // A folder of games is none itself.
        let games: Vec<Rules> = folders.filter_map(|folder| Rules::read(&folder, None).ok()).collect();
        assert!(games.len() > 4, "games are found");
        for rules in games {
            let folder = rules.name().to_owned();
            let (fewest, most) = rules.players().expect("its rules have no errors");
            for players in fewest..=most {
                let (draft, game) = (rules.draft(&Setup::of(players)), rules.game(&Setup::of(players)));
                let (Ok(draft), Ok(game)) = (draft, game) else { panic!("{folder} for {players} can be made") };
                assert_eq!(draft.start(), game.start(), "{folder} for {players}");
                assert_eq!(draft.rules(), game.rules().len(), "{folder} for {players}");
                let laid = |game: &crate::Game| {
                    let layout = &game.program().layout;
                    format!("{:?} {:?} {:?}", layout.families, layout.cells, layout.pieces)
                };
                assert_eq!(laid(&draft.game), laid(&game), "{folder} for {players}");
            }
        }
    }
}
