//! Answers by the ids of [`Game::actions`](crate::Game::actions).

use crate::Error;
use crate::actions::{OpenActions, OpenIds};

use super::Referee;

impl Referee {
    /// Begins an answer to the open question by ids of [`Game::actions`](crate::Game::actions), and lists the ids that can be chosen
    /// first. An id without an alternative is not asked for.
    ///
    /// ```
    /// use tavola_game::{OpenIds, Rules, Setup};
    ///
    /// let rules = "game two \"Two\" for 2 players\n\nplay\n  each p in Player\n    p chooses a in 1..30, b in 1..30 \"Which?\"\n";
    /// let game = Rules::from_texts(&[("two", rules)]).game(&Setup::of(2))?;
    /// let (mut referee, mut state, mut open) = (game.referee(), game.start(), OpenIds::default());
    /// referee.run(&mut state)?;
    /// // 900 answers are asked part by part.
    /// referee.begin_actions(&mut open)?;
    /// let option = loop {
    ///     let seventh = open.ids()[6];
    ///     if let Some(option) = referee.choose_action(&mut open, seventh)? {
    ///         break option;
    ///     }
    /// };
    /// assert_eq!(referee.notation(option), "[7, 7]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If no question is open, or an option has no id: the position holds a value that play cannot bring there.
    pub fn begin_actions(&self, open: &mut OpenIds) -> Result<(), Error> {
        self.chooser()?.list(open)
    }

    /// Chooses one of the listed ids. The result is an option for [`Referee::answer`], or `None` if the answer needs another id:
    /// then these are listed.
    ///
    /// # Errors
    /// If no question is open, the ids belong to another one, or the id cannot be chosen next.
    pub fn choose_action(&self, open: &mut OpenIds, id: u32) -> Result<Option<usize>, Error> {
        self.chooser()?.take(open, id)
    }

    /// The ids to choose, in order, for an option of the open question. `ids` is overwritten.
    ///
    /// # Errors
    /// If no question is open, it has no such option, or an option has no id.
    pub fn actions_for(&self, option: usize, ids: &mut Vec<u32>) -> Result<(), Error> {
        ids.clear();
        if option >= self.option_count() {
            return Err(Error::new(format!("the open question has no option {option}")));
        }
        self.chooser()?.path(option, ids)
    }

    fn chooser(&self) -> Result<OpenActions<'_>, Error> {
        let ask = self.open.id.ok_or_else(|| Error::new("no question is open: call `run` before"))?;
        Ok(OpenActions { space: self.game.actions(), ask, options: &self.open.options })
    }
}
