//! Answers by the ids of [`Game::actions`](crate::Game::actions).

use crate::Error;
use crate::actions::{Choosing, Chose, OpenActions, OpenIds};

use super::Referee;

impl Referee {
    /// Begins an answer to the open question by ids of [`Game::actions`](crate::Game::actions).
    ///
    /// ```
    /// use tavola_game::{Chose, Rules, Setup};
    ///
    /// let rules = "game two \"Two\" for 2 players\n\nplay\n  each p in Player\n    p chooses a in 1..30, b in 1..30 \"Which?\"\n";
    /// let game = Rules::from_texts(&[("two", rules)]).game(&Setup::of(2))?;
    /// let (mut referee, mut state) = (game.referee(), game.start());
    /// referee.run(&mut state)?;
    /// // 900 answers are asked part by part.
    /// let (mut choosing, mut ids) = (referee.begin_choice()?, Vec::new());
    /// let option = loop {
    ///     referee.action_ids(choosing, &mut ids)?;
    ///     match referee.choose_action(choosing, ids[6])? {
    ///         Chose::Option(option) => break option,
    ///         Chose::More(more) => choosing = more,
    ///     }
    /// };
    /// assert_eq!(referee.notation(option), "[7, 7]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If no question is open, or an option has no id: the position holds a value that play cannot bring there.
    pub fn begin_choice(&self) -> Result<Choosing, Error> {
        self.chooser()?.begin()
    }

    /// The ids that can be chosen next, each once, in ascending order. `ids` is overwritten.
    ///
    /// # Errors
    /// If no question is open, or `choosing` belongs to another one.
    pub fn action_ids(&self, choosing: Choosing, ids: &mut Vec<u32>) -> Result<(), Error> {
        ids.clear();
        self.chooser()?.each(choosing, |_, id| ids.push(id))?;
        ids.sort_unstable();
        ids.dedup();
        Ok(())
    }

    /// Sets the entry of each id that can be chosen next to true, and all others to false.
    ///
    /// # Errors
    /// If no question is open, `choosing` belongs to another one, or the mask is shorter than the ids of the question.
    pub fn action_mask(&self, choosing: Choosing, mask: &mut [bool]) -> Result<(), Error> {
        let (chooser, mut short) = (self.chooser()?, false);
        mask.fill(false);
        chooser.each(choosing, |_, id| match mask.get_mut(id as usize) {
            Some(entry) => *entry = true,
            None => short = true,
        })?;
        if short { Err(Error::new("the mask is too short: it needs an entry for each action")) } else { Ok(()) }
    }

    /// Chooses an id. The result is an option for [`Referee::answer`], or a choice that needs another id.
    ///
    /// An id without an alternative is not asked for.
    ///
    /// # Errors
    /// If no question is open, `choosing` belongs to another one, or the id cannot be chosen next.
    pub fn choose_action(&self, choosing: Choosing, id: u32) -> Result<Chose, Error> {
        self.chooser()?.choose(choosing, id)
    }

    /// Begins an answer like [`Referee::begin_choice`], and lists the ids that can be chosen first.
    /// With [`Referee::choose_from`] the ids of each option are found once for each id of an answer, not at each call.
    ///
    /// ```
    /// use tavola_game::{OpenIds, Rules, Setup};
    ///
    /// let rules = "game two \"Two\" for 2 players\n\nplay\n  each p in Player\n    p chooses a in 1..30, b in 1..30 \"Which?\"\n";
    /// let game = Rules::from_texts(&[("two", rules)]).game(&Setup::of(2))?;
    /// let (mut referee, mut state, mut open) = (game.referee(), game.start(), OpenIds::default());
    /// referee.run(&mut state)?;
    /// referee.begin_actions(&mut open)?;
    /// let option = loop {
    ///     let seventh = open.ids()[6];
    ///     if let Some(option) = referee.choose_from(&mut open, seventh)? {
    ///         break option;
    ///     }
    /// };
    /// assert_eq!(referee.notation(option), "[7, 7]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`Referee::begin_choice`].
    pub fn begin_actions(&self, open: &mut OpenIds) -> Result<(), Error> {
        self.chooser()?.list(open)
    }

    /// Chooses one of the listed ids. The result is an option for [`Referee::answer`], or `None` if the answer needs another id:
    /// then these are listed.
    ///
    /// # Errors
    /// If no question is open, or the id cannot be chosen next.
    pub fn choose_from(&self, open: &mut OpenIds, id: u32) -> Result<Option<usize>, Error> {
        self.chooser()?.take(open, id)
    }

    /// The ids to choose, in order, for an option of the open question. `ids` is overwritten.
    ///
    /// # Errors
    /// If no question is open, it has no such option, or an option has no id.
    pub fn actions_for(&self, option: usize, ids: &mut Vec<u32>) -> Result<(), Error> {
        ids.clear();
        if option >= self.options() {
            return Err(Error::new(format!("the open question has no option {option}")));
        }
        self.chooser()?.path(option, ids)
    }

    fn chooser(&self) -> Result<OpenActions<'_>, Error> {
        let ask = self.open.id.ok_or_else(|| Error::new("no question is open: call `run` before"))?;
        Ok(OpenActions { space: self.game.actions(), ask, options: &self.open.options })
    }
}
