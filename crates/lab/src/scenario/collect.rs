//! Answers to a `together` block that the driver keeps: whose question is in front, and when the game gets the answers.

use super::driver::{Driver, ScriptStop};
use super::round::ScriptRound;
use crate::transcript::answered;
use tavola_game::{Fault, Pending};

impl Driver {
    /// Names of all who still have to answer in the open `together` block. None outside of a block.
    pub(super) fn waiting(&mut self) -> Result<Option<Vec<String>>, Fault> {
        let seats = match &self.round {
            Some(round) => round.gathering.still_to_answer(),
            None => match self.trial.gather(&self.state)? {
                Some(gathering) => gathering.still_to_answer(),
                None => return Ok(None),
            },
        };
        Ok(Some(self.names(&seats)))
    }

    /// Begins to keep answers if one of these players takes part in the open block and is not the one who is asked.
    /// Returns `true` if it has begun.
    pub(super) fn collects_for(&mut self, asked: &str, wanted: &[&str]) -> Result<bool, Fault> {
        if self.round.is_some() || wanted.iter().all(|who| *who == asked) {
            return Ok(false);
        }
        let Some(gathering) = self.trial.gather(&self.state)? else { return Ok(false) };
        let (waiting, base) = (gathering.still_to_answer(), self.state.clone());
        let players = &self.referee.game().setup().players;
        let wanted =
            |seat: &usize| players.get(*seat).is_some_and(|name| name != asked && wanted.contains(&name.as_str()));
        let Some(front) = waiting.into_iter().find(wanted) else { return Ok(false) };
        self.round = Some(ScriptRound { gathering, base, front, said: false, kept: Vec::new() });
        self.face(front)?;
        Ok(true)
    }

    /// Puts a player's question in front, while answers are kept. Returns `true` if there is one.
    pub(super) fn turn_to(&mut self, who: &str) -> Result<bool, Fault> {
        match self.seat(who) {
            Some(seat) if self.round.is_some() => self.face(seat),
            _ => Ok(false),
        }
    }

    /// The question of this player, if answers to it are kept; otherwise the open question.
    pub(super) fn question_of(&mut self, who: &str, open: Pending) -> Pending {
        match (self.turn_to(who), &self.round) {
            (Ok(true), Some(round)) => Pending::Choice(round.front),
            _ => open,
        }
    }

    pub(super) fn seat(&self, who: &str) -> Option<usize> {
        self.referee.game().setup().players.iter().position(|name| name == who)
    }

    fn face(&mut self, seat: usize) -> Result<bool, Fault> {
        let Some(round) = &mut self.round else { return Ok(false) };
        let Some(position) = round.gathering.position(seat) else { return Ok(false) };
        self.state = position.clone();
        round.front = seat;
        self.referee.run(&mut self.state)?;
        Ok(true)
    }

    /// Keeps the answer to the question in front. When nobody has to answer any more, the game gets all of them.
    pub(super) fn collect_answer(&mut self, parts: &[usize]) -> Result<(), ScriptStop> {
        let Some(round) = &mut self.round else { return Ok(()) };
        for &option in parts {
            round.gathering.run_to_question(&mut self.trial, round.front)?;
            if self.notes.is_on()
                && let Some(position) = round.gathering.position(round.front)
            {
                round.kept.push(answered(&mut self.trial, position, Pending::Choice(round.front), option));
            }
            round.gathering.answer(&mut self.trial, round.front, option)?;
        }
        let waiting = round.gathering.still_to_answer();
        match waiting.iter().find(|seat| **seat == round.front).or(waiting.first()) {
            Some(&seat) => self.face(seat).map(drop).map_err(ScriptStop::Fault),
            None => self.hand_over(),
        }
    }

    /// Gives the game all kept answers, in its own order.
    fn hand_over(&mut self) -> Result<(), ScriptStop> {
        let Some(round) = self.round.take() else { return Ok(()) };
        self.state = round.base;
        for player in round.gathering.members() {
            for number in 0..round.gathering.answer_count(player) {
                let pending = self.run()?;
                let Some(option) = round.gathering.option(&self.referee, player, number) else {
                    return Err(ScriptStop::Misfit(
                        "a question that was answered before is no longer asked".to_owned(),
                    ));
                };
                self.choose(pending, &[option])?;
            }
        }
        Ok(())
    }

    /// Ends the transcript with the kept answers: the game has not received them, so they would be missing.
    pub(super) fn note_kept(&mut self) {
        let Some(round) = self.round.as_ref().filter(|round| !round.kept.is_empty()) else { return };
        let waiting = self.names(&round.gathering.still_to_answer()).join(", ");
        self.notes.line(&format!("kept until all have answered (missing: {waiting}):"));
        for answer in &round.kept {
            self.notes.line(&format!("    {}", answer.replace('\n', "\n    ")));
        }
    }

    /// Names of players, by seat.
    pub(super) fn names(&self, seats: &[usize]) -> Vec<String> {
        let players = &self.referee.game().setup().players;
        seats.iter().filter_map(|&seat| players.get(seat).cloned()).collect()
    }

    /// Notes that the script has given an answer that is kept.
    pub(super) fn has_said(&mut self) {
        if let Some(round) = &mut self.round {
            round.said = true;
        }
    }

    /// Ends the keeping of answers if the script has given none. The error says who has to answer first.
    pub(super) fn lets_go(&mut self) -> Result<(), String> {
        match self.round.take() {
            Some(round) if round.said => {
                self.round = Some(round);
                let waiting = self.waiting().ok().flatten().unwrap_or_default().join(", ");
                Err(format!(
                    "the answers in the `together` block are kept until all have answered (missing: {waiting})"
                ))
            }
            Some(round) => {
                self.state = round.base;
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The note `; what ben has answered is kept until all have`, if it applies.
    pub(super) fn kept_text(&self, who: &str) -> String {
        match (self.seat(who), &self.round) {
            (Some(seat), Some(round))
                if round.gathering.answer_count(seat) > 0 && round.gathering.position(seat).is_none() =>
            {
                format!("; what {who} has answered is kept until all have")
            }
            _ => String::new(),
        }
    }
}
