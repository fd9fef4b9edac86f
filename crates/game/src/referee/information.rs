//! Information states: replays from the beginning that collect what one viewer saw.

use crate::history::{InformationState, OwnQuestion, SeenEntry, SeenPosition};
use crate::sight::Eye;
use crate::view::Viewing;
use crate::{Error, Pending};
use tavola_core::vm::{History, State};

use super::Referee;
use super::answer_history::HistoryPath;

/// An answer to repeat: the number of an option, or its words.
enum RepeatedAnswer<'a> {
    Number(usize),
    Words(&'a [i32]),
}

/// Observations of a replay.
struct Collected {
    viewer: Option<usize>,
    seen: Vec<SeenEntry>,
    /// The position at the last question that the viewer saw.
    position: SeenPosition,
}

impl Referee {
    /// All that one viewer saw since the beginning of the game, in order, see [`InformationState`].
    /// `viewer` is a seat, or `None` for a spectator.
    ///
    /// The game is played again from its start by the answers that the state carries, so a call takes as long as the game so far.
    ///
    /// ```
    /// use tavola_game::{Rules, Setup};
    ///
    /// let rules = "game two \"Two\" for 2 players\n\ntrack fame[Player] 0..\n\nplay\n  each p in Player\n    \
    ///              p chooses n in 1..2 \"How much?\"\n    p gains n fame\n\nwinner p in Player by most fame[p]\n";
    /// let game = Rules::from_texts(&[("two", rules)]).game(&Setup::of(2))?;
    /// let (mut referee, mut state) = (game.referee(), game.start());
    /// referee.remember(true);
    /// referee.run(&mut state)?;
    /// referee.answer(&mut state, 1)?;
    /// referee.run(&mut state)?;
    ///
    /// let anna = referee.information_state(&state, Some(0))?;
    /// assert_eq!(anna.to_string(), "anna | How much? [1, 2]: 2 | Anna: fame 0 → 2 (+2) | seat 2");
    /// let ben = referee.information_state(&state, Some(1))?;
    /// assert_eq!(ben.to_string(), "ben | Anna: How much? 2 | Anna: fame 0 → 2 (+2) | How much? [1, 2]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If there is no such seat, or the state does not carry all answers since the start of the game. Referees record them after
    /// [`Referee::remember`]. [`Referee::complete`] and [`Game::restore`](crate::Game::restore) leave them out.
    pub fn information_state(&mut self, state: &State, viewer: Option<usize>) -> Result<InformationState, Error> {
        let options = since_start(state).ok_or_else(|| {
            Error::new("the position does not carry the answers since the start: call `Referee::remember` before the first one")
        })?;
        let mut answers = options.into_iter().map(RepeatedAnswer::Number);
        let (found, end) = self.collected(viewer, &mut answers)?;
        let (mut tip, mut again) = (state.clone(), self.again());
        let ran = again.run(&mut tip).map_err(|fault| Error::new(self.game.diagnose(&fault).message));
        self.again = Some(again);
        ran?;
        if end == tip { Ok(found) } else { Err(Error::new("the answers that the position carries do not lead to it")) }
    }

    /// [`Referee::information_state`] for the end of a way from the start of the game.
    ///
    /// # Errors
    /// If there is no such seat, or the way does not begin at the start.
    pub fn information_along(&mut self, way: &HistoryPath, viewer: Option<usize>) -> Result<InformationState, Error> {
        if !way.is_whole {
            return Err(Error::new("the way does not begin at the start of the game"));
        }
        let mut answers = way.steps.iter().map(|step| RepeatedAnswer::Words(&step.option));
        Ok(self.collected(viewer, &mut answers)?.0)
    }

    /// Replays these answers with the second referee. Returns what the viewer saw, and the position at the end.
    fn collected(
        &mut self,
        viewer: Option<usize>,
        answers: &mut dyn Iterator<Item = RepeatedAnswer<'_>>,
    ) -> Result<(InformationState, State), Error> {
        self.game.check_viewer(viewer)?;
        let name = viewer.map(|seat| self.game.setup().players[seat].clone());
        let mut state = self.game.start();
        let mut again = self.again();
        again.collect_events(true);
        let position = again.seen_position(&state, viewer);
        let mut collected = Collected { viewer, seen: Vec::new(), position };
        let pending = again.collect(&mut state, answers, &mut collected);
        again.collect_events(false);
        self.again = Some(again);
        Ok((InformationState { viewer, name, seen: collected.seen, pending: pending? }, state))
    }

    /// Replays answers, and returns the party that is asked at the end, if the viewer sees that.
    fn collect(
        &mut self,
        state: &mut State,
        answers: &mut dyn Iterator<Item = RepeatedAnswer<'_>>,
        collected: &mut Collected,
    ) -> Result<Option<Pending>, Error> {
        loop {
            let pending = self.run(state).map_err(|fault| Error::new(self.game.diagnose(&fault).message))?;
            let is_own = collected.viewer.is_some_and(|seat| pending == Pending::Choice(seat));
            let is_seen = is_own || self.is_question_public(state);
            self.note_events(state, collected, is_seen);
            let answer = match answers.next() {
                None => None,
                Some(RepeatedAnswer::Number(option)) => Some(option),
                Some(RepeatedAnswer::Words(words)) => {
                    let found = self.open.options.iter().position(|option| option == words);
                    Some(found.ok_or_else(|| Error::new("an answer of the way is not offered"))?)
                }
            };
            if is_own {
                collected.seen.push(SeenEntry::Question(self.own_question(state, answer)));
            }
            let Some(answer) = answer else { return Ok(Some(pending).filter(|_| is_seen)) };
            self.try_answer(state, answer).map_err(|error| Error::new(error.to_string()))?;
        }
    }

    /// Collects events since the last question. Changes of the position count from one question that the viewer sees to the next.
    fn note_events(&mut self, state: &State, collected: &mut Collected, is_seen: bool) {
        let viewer = collected.viewer;
        let events = self.happened(state);
        let others = events.iter().filter(|event| !event.is_answer_by(viewer));
        collected.seen.extend(others.filter_map(|event| event.entry(viewer)).map(SeenEntry::Log));
        if is_seen {
            collected.position.change_to(self.seen_position(state, viewer), &mut collected.seen);
        }
    }

    fn own_question(&mut self, state: &State, answer: Option<usize>) -> OwnQuestion {
        let options = (0..self.option_count()).map(|option| self.notation(option)).collect();
        OwnQuestion { prompt: self.prompt(state), clauses: self.clauses(), options, answer }
    }

    fn seen_position(&mut self, state: &State, viewer: Option<usize>) -> SeenPosition {
        let Self { game, machine, .. } = self;
        let eye = Eye { lowered: game.lowered(), machine };
        SeenPosition::of(&mut Viewing { game, eye, state, viewer })
    }
}

/// The options that were chosen since the start of the game. `None` if they were not recorded.
fn since_start(state: &State) -> Option<Vec<usize>> {
    let (mut options, mut past) = (Vec::new(), state.history());
    while let Some(answer) = past.last() {
        options.push(answer.option());
        past = answer.before();
    }
    options.reverse();
    matches!(past, History::Start).then_some(options)
}
