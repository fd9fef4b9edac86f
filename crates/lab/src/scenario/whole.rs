//! Whole answers: judges a bag, a division or an order that a script gives as one answer.
//!
//! The game asks for it part by part, in an order of its own. A depth-first search looks for a path through the parts
//! that gives just this answer. It is possible if there is such a path, and refused if there is none. An answer without
//! any meaning here is neither: the script is wrong.

use std::mem::discriminant;

use super::wanted::{Mismatch, Rest, ScriptPile, WholeAnswer, refusal_of, whole_of};
use crate::term::Term;
use tavola_game::{Fault, Part, Pending, Referee, Refusal, State};
use tavola_syntax::text::{count, one_line};
use tavola_syntax::yaml::Yaml;

/// Maximum number of parts that are tried to judge one whole answer, or to enumerate all.
const MAX_STEPS: usize = 200_000;
/// Maximum number of whole answers of one question.
const MAX_WHOLES: usize = 50_000;

/// Judgement of an answer.
#[derive(Debug)]
pub(super) enum Judged {
    /// It is possible. Indexes of the options of its parts, in order.
    Possible(Vec<usize>),
    /// It has a meaning, but the rules do not allow it.
    Refused(Refusal),
    /// It has no meaning here, for this reason.
    Misfit(String),
}

/// A question with all its parts, from the part that is open.
pub(super) struct Whole<'a> {
    referee: &'a mut Referee,
    /// State at the open part.
    start: State,
    pending: Pending,
    part: Part,
    /// Place of the question in the rules.
    place: String,
    /// Number of options of the first part.
    first: usize,
    steps: usize,
}

impl<'a> Whole<'a> {
    /// Opens the question that a state waits for.
    pub(super) fn open(referee: &'a mut Referee, state: &State) -> Result<Self, Fault> {
        let mut start = state.clone();
        let pending = referee.run(&mut start)?;
        let part = referee.part(&start);
        let place = referee.game().position(&start).1;
        let first = referee.option_count();
        Ok(Self { referee, start, pending, part, place, first, steps: 0 })
    }

    /// True if it is asked in parts.
    fn has_parts(&self) -> bool {
        self.part != Part::Whole
    }

    /// True if the question continues at a state after this number of parts.
    fn goes_on(&mut self, state: &mut State, given: usize) -> Result<bool, Fault> {
        let pending = self.referee.run_in_part(state)?;
        if pending != Some(self.pending) || self.referee.game().position(state).1 != self.place {
            return Ok(false);
        }
        let part = self.referee.part(state);
        Ok(discriminant(&part) == discriminant(&self.part)
            && match part {
                Part::Whole => false,
                Part::Order => given < self.first,
                Part::Bag | Part::Division { .. } => self.referee.half_chosen(state),
            })
    }

    /// The only path through it, as options of its parts. None if there are several.
    pub(super) fn forced(&mut self) -> Result<Option<Vec<usize>>, Fault> {
        let mut state = self.start.clone();
        let mut parts = Vec::new();
        loop {
            self.referee.run(&mut state)?;
            if self.referee.option_count() != 1 {
                return Ok(None);
            }
            parts.push(0);
            self.referee.answer(&mut state, 0)?;
            if !self.has_parts() || !self.goes_on(&mut state, parts.len())? {
                return Ok(Some(parts));
            }
        }
    }

    /// Label of "done" here, as a script writes it: `done "end the turn"`. None if nobody can be done.
    pub(super) fn done(&mut self) -> Result<Option<String>, Fault> {
        let mut state = self.start.clone();
        self.referee.run(&mut state)?;
        Ok(self.referee.done_label(&state).map(|label| format!("done \"{}\"", one_line(&label))))
    }

    /// Judges an answer.
    pub(super) fn judge(&mut self, answer: &Yaml) -> Result<Judged, Fault> {
        if let Some(text) = answer.text().filter(|text| names_done(text)) {
            return match self.done()? {
                None => Ok(Judged::Misfit(format!("`done` is not offered here, so `{text}` has no meaning"))),
                Some(here) if here != one_line(text) => Ok(Judged::Misfit(format!("here players read `{here}`"))),
                Some(_) => self.judge_rest(&Rest::Option(Some("done".to_string()))),
            };
        }
        match Rest::new(&self.part, answer, self.referee.game()) {
            Ok(rest) => self.judge_rest(&rest),
            Err(misfit) => Ok(Judged::Misfit(misfit)),
        }
    }

    /// Judges an answer of which this is still to be given.
    pub(super) fn judge_rest(&mut self, rest: &Rest) -> Result<Judged, Fault> {
        let mut trial = Attempts { parts: Vec::new(), best: None };
        if self.search(&mut self.start.clone(), rest, &mut trial)? {
            return Ok(Judged::Possible(trial.parts));
        }
        if self.steps > MAX_STEPS {
            return Ok(Judged::Misfit(format!("{MAX_STEPS} steps were not enough to decide whether this is possible")));
        }
        if let Some(misfit) = self.misfit(rest)? {
            return Ok(Judged::Misfit(misfit));
        }
        if let Some(refusal) = self.piles_refused(rest)? {
            return Ok(Judged::Refused(refusal));
        }
        Ok(match trial.best {
            Some((_, Mismatch::Refused(refusal))) if !refusal.unknown => Judged::Refused(refusal),
            Some((_, Mismatch::Refused(refusal))) => Judged::Misfit(refusal.message),
            Some((_, Mismatch::Misfit(message))) => Judged::Misfit(message),
            None => Judged::Misfit("no question here takes this answer".to_string()),
        })
    }

    /// Searches for a path through the parts that gives the rest.
    fn search(&mut self, state: &mut State, rest: &Rest, trial: &mut Attempts) -> Result<bool, Fault> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Ok(false);
        }
        self.referee.run(state)?;
        let moves = match rest.moves(self.referee, state) {
            Ok(moves) => moves,
            Err(miss) => {
                trial.note(rest.len(), miss);
                return Ok(false);
            }
        };
        for (option, next) in moves {
            let mut after = state.clone();
            self.referee.run(&mut after)?;
            self.referee.answer(&mut after, option)?;
            trial.parts.push(option);
            let open = self.has_parts() && self.goes_on(&mut after, trial.parts.len())?;
            let found = match (open, next.left_over()) {
                _ if next.is_one_part() => true,
                (true, _) => self.search(&mut after, &next, trial)?,
                (false, None) => true,
                (false, Some(left)) => {
                    let refusal = self.too_much(state, &left)?;
                    trial.note(next.len(), Mismatch::Refused(refusal));
                    false
                }
            };
            if found {
                return Ok(true);
            }
            trial.parts.pop();
        }
        Ok(false)
    }

    /// Refusal of something that is too much, since the question is answered without it.
    fn too_much(&mut self, state: &mut State, left: &str) -> Result<Refusal, Fault> {
        self.referee.run(state)?;
        Ok(self.refusal(format!("`{left}` is too much: the choice is complete without it")))
    }

    /// Refusal of a whole answer to this question.
    fn refusal(&self, message: String) -> Refusal {
        Refusal::of(message, Some(self.place.clone()), self.referee.clauses())
    }

    /// Refusal of a division into too many piles, or with an empty pile that must not be empty.
    fn piles_refused(&mut self, rest: &Rest) -> Result<Option<Refusal>, Fault> {
        let Rest::Division(piles) = rest else { return Ok(None) };
        let mut start = self.start.clone();
        self.referee.run(&mut start)?;
        let Some((numbers, mut empty)) = self.referee.piles(&start) else { return Ok(None) };
        if piles.len() > numbers {
            let (there, named) = (count(numbers, "pile"), piles.len());
            let message = format!("this names {named} piles, but the division has {there}");
            return Ok(Some(self.refusal(message)));
        }
        let filled = |pile: &&ScriptPile| !pile.things.is_empty();
        empty.retain(|number| !piles.iter().filter(filled).any(|pile| pile.number == Some(*number)));
        // A pile without a number fills one of them.
        let others = piles.iter().filter(filled).filter(|pile| pile.number.is_none()).count();
        Ok((empty.len() > others)
            .then(|| self.refusal("this division is not possible: no pile may be empty".to_owned())))
    }

    /// Message for an impossible answer that names things which are not there to be chosen or divided.
    fn misfit(&mut self, rest: &Rest) -> Result<Option<String>, Fault> {
        if let Rest::Division(piles) = rest {
            let divided = self.divided()?;
            let mut left: Vec<Term> = piles.iter().flat_map(|pile| pile.things.iter().cloned()).collect();
            for thing in &divided {
                let Some(at) = left.iter().position(|wanted| wanted.names(&Term::parse(thing))) else {
                    return Ok(Some(format!("`{thing}` is in none of these piles; divided: {}", divided.join(", "))));
                };
                left.swap_remove(at);
            }
            return Ok(
                (!left.is_empty()).then(|| format!("the piles hold more than is divided: {}", divided.join(", ")))
            );
        }
        if let Rest::Bag(things) = rest {
            let mut start = self.start.clone();
            self.referee.run(&mut start)?;
            for thing in things {
                let offered = (0..self.referee.option_count())
                    .any(|option| thing.term.names(&Term::parse(&self.referee.notation(option))));
                let refusal = refusal_of(&thing.text, self.referee, &start);
                if let Some(refusal) = refusal.filter(|refusal| refusal.unknown && !offered) {
                    return Ok(Some(refusal.message));
                }
            }
        }
        Ok(None)
    }

    /// All things of a division, in the order in which they are asked for.
    fn divided(&mut self) -> Result<Vec<String>, Fault> {
        let mut state = self.start.clone();
        let mut things = Vec::new();
        loop {
            self.referee.run(&mut state)?;
            let Part::Division { thing, .. } = self.referee.part(&state) else { return Ok(things) };
            things.push(thing);
            self.referee.answer(&mut state, 0)?;
            if !self.goes_on(&mut state, things.len())? {
                return Ok(things);
            }
        }
    }

    /// All whole answers. None if there are too many.
    pub(super) fn all(&mut self) -> Result<Option<Vec<WholeAnswer>>, Fault> {
        let mut found = Vec::new();
        self.walk(&mut self.start.clone(), &mut Vec::new(), &mut found)?;
        Ok((found.len() <= MAX_WHOLES && self.steps <= MAX_STEPS).then_some(found))
    }

    fn walk(
        &mut self,
        state: &mut State,
        given: &mut Vec<(Part, String)>,
        found: &mut Vec<WholeAnswer>,
    ) -> Result<(), Fault> {
        self.steps += 1;
        if self.steps > MAX_STEPS || found.len() > MAX_WHOLES {
            return Ok(());
        }
        self.referee.run(state)?;
        let part = self.referee.part(state);
        for option in 0..self.referee.option_count() {
            let mut after = state.clone();
            self.referee.run(&mut after)?;
            given.push((part.clone(), self.referee.notation(option)));
            if self.has_parts() {
                self.referee.answer(&mut after, option)?;
            }
            if self.has_parts() && self.goes_on(&mut after, given.len())? {
                self.walk(&mut after, given, found)?;
            } else {
                found.push(whole_of(given));
            }
            given.pop();
        }
        Ok(())
    }
}

/// True if a text gives the label of "done": `done "end the turn"`.
pub(super) fn names_done(text: &str) -> bool {
    text.strip_prefix("done")
        .is_some_and(|label| label.trim_start().starts_with('"') && label.trim_end().ends_with('"'))
}

/// The current attempt, and the failed attempt that came nearest to its end.
struct Attempts {
    parts: Vec<usize>,
    best: Option<(usize, Mismatch)>,
}

impl Attempts {
    fn note(&mut self, left: usize, miss: Mismatch) {
        let nearer = |(other, before): &(usize, Mismatch)| {
            left < *other
                || (left == *other && matches!(before, Mismatch::Misfit(_)) && matches!(miss, Mismatch::Refused(_)))
        };
        if self.best.as_ref().is_none_or(nearer) {
            self.best = Some((left, miss));
        }
    }
}
