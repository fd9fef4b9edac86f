//! Gives automatic answers before the next answer of a script, or before a check.

use super::driver::{Driver, ScriptStop, drawn, is_any};
use super::forced::ForcedAnswer;
use super::round::about;
use super::whole::Judged;
use super::{Answer, Expect, check};
use crate::transcript::who;
use tavola_game::{Fault, Pending};

/// Maximum number of automatic answers in a row. More of them count as endless.
const MAX_FORCED: usize = 20_000;

/// Context of automatic answers: the end of a case, or a check.
pub(super) struct Wanted<'a> {
    /// The expectations there.
    pub(super) look: Option<&'a Expect>,
    /// Answers for questions that the script does not mention.
    pub(super) unless_said: &'a [Answer],
    /// True if these are also given when no answer of the script is left.
    pub(super) to_the_end: bool,
}

impl Driver {
    /// Gives automatic answers (to questions with one answer, and from `unless_said`) up to the question that the next
    /// answer of the script is for, or that is checked.
    pub(super) fn settle(&mut self, next: Option<&Answer>, wanted: &Wanted<'_>) -> Result<Pending, ScriptStop> {
        let wanted_of = about(next, wanted.look);
        for _ in 0..MAX_FORCED {
            let pending = self.run()?;
            if pending == Pending::Over {
                return Ok(pending);
            }
            let answered = match self.round {
                Some(_) => self.answer_one_of_round(next, wanted)?,
                None => self.answer_automatically(pending, next, wanted, true)?,
            };
            let asked = who(self.referee.game(), pending);
            if answered || self.collects_for(&asked, &wanted_of)? {
                continue;
            }
            for who in &wanted_of {
                if self.turn_to(who)? {
                    break;
                }
            }
            return Ok(self.run()?);
        }
        Err(ScriptStop::Misfit(format!("more than {MAX_FORCED} questions in a row were answered automatically")))
    }

    /// In a simultaneous round, gives one automatic answer. If none of the open questions has one, the question of the
    /// first player who has not answered becomes the current one.
    fn answer_one_of_round(&mut self, next: Option<&Answer>, wanted: &Wanted<'_>) -> Result<bool, ScriptStop> {
        let waiting = self.waiting()?.unwrap_or_default();
        // If the script has an answer for one of them, it may have more for the others.
        let mut defaults = true;
        if let Some(next) = next
            && self.turn_to(&next.who)?
        {
            let pending = self.run()?;
            defaults = !self.is_for(pending, next)?;
        }
        for who in waiting.iter().rev() {
            self.turn_to(who)?;
            let pending = self.run()?;
            if self.answer_automatically(pending, next, wanted, defaults)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Answers the current question if its answer is automatic. Returns true if it was. `defaults`: answers of `unless_said`
    /// are used, too.
    fn answer_automatically(
        &mut self,
        pending: Pending,
        next: Option<&Answer>,
        wanted: &Wanted<'_>,
        defaults: bool,
    ) -> Result<bool, ScriptStop> {
        let forced = if self.referee.option_count() == 1 { self.whole()?.forced()? } else { None };
        let unless = wanted.unless_said.iter().find(|one| who(self.referee.game(), pending) == one.who);
        let unless = unless.filter(|_| defaults);
        if forced.is_none() && unless.is_none() {
            return Ok(false);
        }
        let is_next = match next {
            Some(answer) => self.is_for(pending, answer)?,
            None => false,
        };
        if is_next || self.is_looked_at(pending, wanted.look) {
            return Ok(false);
        }
        let parts = match (forced, unless.filter(|_| next.is_some() || wanted.to_the_end)) {
            (Some(parts), _) => parts,
            (None, Some(answer)) => match self.unless_said(pending, answer)? {
                Some(parts) => parts,
                None => return Ok(false),
            },
            (None, None) => return Ok(false),
        };
        self.choose_answer_automatically(pending, &parts, next)?;
        Ok(true)
    }

    /// The answer of `unless_said`, if it is possible. It is the same each time; from a list for chance the next one is
    /// taken.
    fn unless_said(&mut self, pending: Pending, answer: &Answer) -> Result<Option<Vec<usize>>, Fault> {
        let list = drawn(pending, answer);
        let Some(what) = list.map_or(Some(&answer.what), |list| list.get(self.drawn)) else { return Ok(None) };
        let Judged::Possible(parts) = self.judge(what)? else { return Ok(None) };
        self.drawn += usize::from(list.is_some());
        self.fallen_back.insert(answer.who.clone());
        Ok(Some(parts))
    }

    /// True if the open question is the one that is checked.
    fn is_looked_at(&mut self, pending: Pending, look: Option<&Expect>) -> bool {
        let Some(look) = look else { return false };
        let asked = who(self.referee.game(), pending);
        if look.offered.is_empty() && look.refused.is_empty() {
            let one = look.asked.as_ref().is_some_and(|(names, _)| names.len() > 1 || names.contains(&asked));
            let holds = one && check::asked(self, pending, look).is_none();
            return holds && check::then(self, pending, &look.then).is_empty();
        }
        let offered = || look.offered.iter().filter(|one| one.who == asked);
        let refused = || look.refused.iter().filter(|(answer, _)| answer.who == asked);
        (offered().next().is_some() || refused().next().is_some())
            && check::offered(self, pending, offered()).is_empty()
            && check::refused(self, pending, refused()).is_empty()
    }

    /// True if this answer fits the open question.
    fn is_for(&mut self, pending: Pending, answer: &Answer) -> Result<bool, Fault> {
        if who(self.referee.game(), pending) != answer.who {
            return Ok(false);
        }
        let each = drawn(pending, answer);
        let whole = matches!(self.judge(&answer.what)?, Judged::Possible(_));
        Ok(whole
            || is_any(&answer.who, &answer.what)
            || matches!(each, Some([first, ..]) if matches!(self.judge(first)?, Judged::Possible(_))))
    }

    /// Gives an answer that the script does not mention.
    fn choose_answer_automatically(
        &mut self,
        pending: Pending,
        parts: &[usize],
        next: Option<&Answer>,
    ) -> Result<(), ScriptStop> {
        let position = self.notes.is_on().then(|| self.state.clone());
        let mut words = Vec::new();
        for (at, &option) in parts.iter().enumerate() {
            if at > 0 {
                self.run()?;
            }
            words.push(self.referee.notation(option));
            self.choose(pending, &[option])?;
        }
        let asked = who(self.referee.game(), pending);
        let next = next.map(|next| format!("{}: {}", next.who, next.what.shown()));
        self.forced.add(ForcedAnswer { itself: format!("{asked}: {}", words.join(", ")), next, position });
        Ok(())
    }
}
