//! A game that is being played from a script: which question an answer is for, and what answers itself.

use super::round::{Round, Taken, about};
use super::wanted::Written;
use super::whole::{Judged, Whole};
use super::{Answer, Expect, check};
use crate::game::{Fault, Game, Happened, Pending, Referee, Refusal, State};
use crate::play::transcript::{Notes, meaning, options, who};
use crate::yaml::{Value, Yaml, suggestion};

/// More questions in a row that answer themselves do so for ever, it seems.
const MAX_FORCED: usize = 20_000;

/// So many whole answers are listed.
const SHOWN: usize = 24;

/// Why a script cannot go on.
#[derive(Clone, Debug)]
pub(super) enum Stop {
    /// The answer is not offered.
    Refused(Refusal),
    /// A fault of the rules.
    Fault(Fault),
    /// The script and the questions do not fit together: a sentence.
    Misfit(String),
}

impl From<Fault> for Stop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// A game that is being played from a script.
pub(super) struct Driver {
    pub(super) referee: Referee,
    /// Where answers are tried: nothing that is tried there is noted.
    pub(super) trial: Referee,
    pub(super) state: State,
    /// The `together` block of which answers are kept.
    pub(super) round: Option<Round>,
    /// The last answer of each player to a question of a `together` block, where nothing of his came after it.
    pub(super) taken: Vec<Taken>,
    pub(super) notes: Notes,
    /// What each player has been told, if the case looks at that.
    pub(super) told: Option<Vec<Vec<String>>>,
    /// How many of the answers of chance that the case gives `unless_said` have been taken.
    drawn: usize,
    /// What has answered itself: `anna: mill`, and before which answer of the script.
    alone: Vec<(String, Option<String>)>,
    /// How much of it was before the last answer of the script.
    before: usize,
    /// What must always hold, and does not, since it was last asked for.
    pub(super) broken: Option<String>,
    /// What need not hold yet: an empty table has not been set up. It must hold from when it does.
    excused: Vec<String>,
    /// Whether the case asks for a position that breaks it.
    may_break: bool,
}

impl Driver {
    /// The line of the rules where the machine stands, and the clauses that it cites.
    pub(super) fn line(&self) -> (String, Vec<String>) {
        (self.referee.position(&self.state).1, self.referee.clauses_here(&self.state))
    }

    /// At the start of a game. `listens`: what players are told is kept; `may_break`: what must always hold may be broken.
    pub(super) fn new(game: &Game, noted: bool, listens: bool, may_break: bool) -> Self {
        let mut referee = game.referee();
        referee.record(noted || listens);
        referee.count(true);
        let told = listens.then(|| vec![Vec::new(); game.players()]);
        let (mut trial, state) = (game.referee(), game.start());
        let excused = trial.broken(&state).unwrap_or_default();
        Self {
            referee,
            trial,
            state,
            round: None,
            taken: Vec::new(),
            notes: Notes::new(noted),
            told,
            drawn: 0,
            alone: Vec::new(),
            before: 0,
            broken: None,
            excused,
            may_break,
        }
    }

    /// Runs to the next question.
    pub(super) fn ask(&mut self) -> Result<Pending, Fault> {
        let pending = self.referee.run(&mut self.state)?;
        if self.notes.is_on() || self.told.is_some() {
            let happened = self.referee.happened(&self.state);
            self.notes.tell(&mut self.referee, &happened);
            self.listen(&happened);
        }
        if !self.trial.in_action(&self.state) {
            self.look()?;
        }
        Ok(pending)
    }

    /// Looks whether what must always hold does in the position as it is.
    pub(super) fn look(&mut self) -> Result<(), Fault> {
        if self.broken.is_some() {
            return Ok(());
        }
        let broken = match self.trial.broken(&self.state) {
            // What cannot even be asked does not hold.
            Err(fault) if self.may_break => vec![meaning(&self.trial, &fault)],
            broken => broken?,
        };
        self.excused.retain(|one| broken.contains(one));
        self.broken = broken.into_iter().find(|one| !self.excused.contains(one));
        Ok(())
    }

    /// An answer that is told with its question counts without it, too: scenarios name answers.
    fn listen(&mut self, happened: &[Happened]) {
        for (player, lines) in self.told.iter_mut().flatten().enumerate() {
            for one in happened {
                let (told, bare) = (self.referee.tell(one, Some(player)), self.referee.tell_bare(one, Some(player)));
                lines.extend(told.filter(|told| bare.as_ref() != Some(told)));
                lines.extend(bare);
            }
        }
    }

    /// Gives options one after the other.
    pub(super) fn choose(&mut self, pending: Pending, parts: &[usize]) -> Result<(), Stop> {
        if self.round.is_some() {
            return self.keep(parts);
        }
        for (at, &option) in parts.iter().enumerate() {
            if at > 0 {
                self.ask()?;
            }
            self.notes.answer(&mut self.referee, &self.state, pending, option);
            self.referee.answer(&mut self.state, option)?;
        }
        Ok(())
    }

    /// Gives an answer that the script does not mention.
    fn choose_by_itself(&mut self, pending: Pending, parts: &[usize], next: Option<&Answer>) -> Result<(), Stop> {
        let mut words = Vec::new();
        for (at, &option) in parts.iter().enumerate() {
            if at > 0 {
                self.ask()?;
            }
            words.push(self.referee.notation(option));
            self.choose(pending, &[option])?;
        }
        let asked = who(self.referee.game(), pending);
        let next = next.map(|next| format!("{}: {}", next.who, next.what.shown()));
        self.alone.push((format!("{asked}: {}", words.join(", ")), next));
        Ok(())
    }

    /// The open question with all its parts, for trying.
    fn whole(&mut self) -> Result<Whole<'_>, Fault> {
        Whole::open(&mut self.trial, &self.state)
    }

    /// What comes of an answer to the open question.
    pub(super) fn judge(&mut self, answer: &Yaml) -> Result<Judged, Fault> {
        self.whole()?.judge(answer)
    }

    /// How players read "done" at the open question, as a script writes it.
    pub(super) fn done(&mut self) -> Result<Option<String>, Fault> {
        self.whole()?.done()
    }

    /// All whole answers to the open question; none if they are too many.
    pub(super) fn wholes(&mut self) -> Result<Option<Vec<Written>>, Fault> {
        self.whole()?.all()
    }

    /// What can be answered: whole answers, if they can be told apart.
    pub(super) fn offered(&mut self) -> String {
        match self.wholes() {
            Ok(Some(all)) => listed(&all),
            _ => options(&self.referee).join(", "),
        }
    }

    /// What an answer that means nothing is told, with whole answers instead of their first parts, and what may have been meant.
    fn with_guess(&mut self, message: String, answer: &Answer) -> String {
        let Some((what, _)) = message.split_once("; offered: ") else { return message };
        let named: Vec<String> = (0..self.referee.options()).map(|option| self.referee.notation(option)).collect();
        let guess = answer.what.text().and_then(|word| suggestion(word, named.iter().map(String::as_str)));
        let guess = guess.map_or_else(String::new, |guess| format!(" ({guess})"));
        format!("{what}{guess}; offered: {}", self.offered())
    }

    /// Whether this answer is one to the open question.
    fn is_for(&mut self, pending: Pending, answer: &Answer) -> Result<bool, Fault> {
        if who(self.referee.game(), pending) != answer.who {
            return Ok(false);
        }
        let each = drawn(pending, answer);
        let whole = matches!(self.judge(&answer.what)?, Judged::Possible(_));
        Ok(whole
            || is_any(answer)
            || matches!(each, Some([first, ..]) if matches!(self.judge(first)?, Judged::Possible(_))))
    }

    /// Answers what answers itself (a question with one answer; one for which the case has an answer `unless_said`), up to the
    /// question that the next answer of the script is for, or that is looked at.
    pub(super) fn settle(&mut self, next: Option<&Answer>, wanted: &Wanted<'_>) -> Result<Pending, Stop> {
        let wanted_of = about(next, wanted.look);
        for _ in 0..MAX_FORCED {
            let pending = self.ask()?;
            if pending == Pending::Over {
                return Ok(pending);
            }
            let answered = match self.round {
                Some(_) => self.one_of_all(next, wanted)?,
                None => self.by_itself(pending, next, wanted, true)?,
            };
            let asked = who(self.referee.game(), pending);
            if answered || self.keeps_for(&asked, &wanted_of)? {
                continue;
            }
            for who in &wanted_of {
                if self.turn_to(who)? {
                    break;
                }
            }
            return Ok(self.ask()?);
        }
        Err(Stop::Misfit(format!("more than {MAX_FORCED} questions that answer themselves, one after the other")))
    }

    /// Answers one of the questions to which answers are kept, if one answers itself; else the first of them is in front.
    fn one_of_all(&mut self, next: Option<&Answer>, wanted: &Wanted<'_>) -> Result<bool, Stop> {
        let waiting = self.waiting()?.unwrap_or_default();
        // Where the script has an answer for one of them, it may have more for the others.
        let mut defaults = true;
        if let Some(next) = next
            && self.turn_to(&next.who)?
        {
            let pending = self.ask()?;
            defaults = !self.is_for(pending, next)?;
        }
        for who in waiting.iter().rev() {
            self.turn_to(who)?;
            let pending = self.ask()?;
            if self.by_itself(pending, next, wanted, defaults)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Answers the open question, if it answers itself; whether it has. `defaults`: also by what the case says `unless_said`.
    fn by_itself(
        &mut self,
        pending: Pending,
        next: Option<&Answer>,
        wanted: &Wanted<'_>,
        defaults: bool,
    ) -> Result<bool, Stop> {
        let forced = if self.referee.options() == 1 { self.whole()?.forced()? } else { None };
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
        self.choose_by_itself(pending, &parts, next)?;
        Ok(true)
    }

    /// What is answered where the script says nothing, if it is possible: the same each time; of a list for chance one after the other.
    fn unless_said(&mut self, pending: Pending, answer: &Answer) -> Result<Option<Vec<usize>>, Fault> {
        let list = drawn(pending, answer);
        let Some(what) = list.map_or(Some(&answer.what), |list| list.get(self.drawn)) else { return Ok(None) };
        let Judged::Possible(parts) = self.judge(what)? else { return Ok(None) };
        self.drawn += usize::from(list.is_some());
        Ok(Some(parts))
    }

    /// Whether the open question is the one that something is said about here.
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

    /// Gives an answer of the script. `pick` says which option is taken where the script says `any`.
    pub(super) fn give(
        &mut self,
        pending: Pending,
        answer: &Answer,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Result<(), Stop> {
        if pending == Pending::Over {
            return Err(Stop::Misfit(format!("nothing is asked any more{}", self.told_by_itself(&answer.who))));
        }
        let asked = who(self.referee.game(), pending);
        if asked != answer.who {
            let prompt = self.referee.prompt(&self.state);
            return Err(Stop::Misfit(format!(
                "the question is for {asked}: {prompt}{}{}{}{}",
                self.told_kept(&answer.who),
                self.told_later(answer),
                self.told_taken(&asked),
                self.told_by_itself(&answer.who)
            )));
        }
        let judged = if is_any(answer) {
            Judged::Possible(vec![pick(self.referee.options())])
        } else {
            self.judge(&answer.what)?
        };
        match (judged, drawn(pending, answer)) {
            (Judged::Possible(parts), _) => {
                self.takes(answer);
                self.has_said();
                self.choose(pending, &parts)?;
            }
            (_, Some(things)) => self.draw(pending, things)?,
            (Judged::Refused(refusal), None) => {
                let message = format!("{}{}", refusal.message, self.told_early(answer));
                return Err(Stop::Refused(Refusal { message, ..refusal }));
            }
            (Judged::Misfit(message), None) => {
                let message = self.with_guess(message, answer);
                let early = self.told_early(answer);
                return Err(Stop::Misfit(format!("{message}{early}{}", self.told_by_itself(&answer.who))));
            }
        }
        self.before = self.alone.len();
        Ok(())
    }

    /// Several draws, one after the other. A draw of what must come is not mentioned.
    fn draw(&mut self, mut pending: Pending, things: &[Yaml]) -> Result<(), Stop> {
        for (at, thing) in things.iter().enumerate() {
            if at > 0 {
                pending = self.ask()?;
            }
            if pending != Pending::Chance {
                let rest: Vec<String> = things[at..].iter().map(Yaml::shown).collect();
                return Err(Stop::Misfit(format!("nothing is drawn any more, left over: {}", rest.join(", "))));
            }
            match self.judge(thing)? {
                Judged::Possible(parts) => self.choose(pending, &parts)?,
                Judged::Refused(refusal) => return Err(Stop::Refused(refusal)),
                Judged::Misfit(message) => return Err(Stop::Misfit(message)),
            }
        }
        Ok(())
    }

    /// `; answered by themselves: anna: mill`: since the last answer of the script; if nothing has, what of this player's did before.
    fn told_by_itself(&self, who: &str) -> String {
        let new: Vec<&str> = self.alone[self.before..].iter().map(|(itself, _)| itself.as_str()).collect();
        match new.as_slice() {
            [] => {
                let own = |itself: &&(String, Option<String>)| {
                    itself.0.strip_prefix(who).is_some_and(|rest| rest.starts_with(':'))
                };
                let Some((itself, before)) = self.alone.iter().rfind(own) else { return String::new() };
                let before = before.as_ref().map_or(String::new(), |next| format!(" before `{next}`"));
                format!("; `{itself}` answered itself{before}")
            }
            [.., a, b, c, d, e] if new.len() > 5 => {
                format!("; {} questions answered themselves, the last: {a}; {b}; {c}; {d}; {e}", new.len())
            }
            all => format!("; answered by themselves: {}", all.join("; ")),
        }
    }
}

/// What the end of a case, or a look at it, says about questions that answer themselves.
pub(super) struct Wanted<'a> {
    /// What is looked at there.
    pub(super) look: Option<&'a Expect>,
    /// The answers of those of whom the script says nothing.
    pub(super) unless_said: &'a [Answer],
    /// Whether they are given where no answer of the script is left.
    pub(super) to_the_end: bool,
}

/// Whole answers, of many the first and how many there are.
pub(super) fn listed(all: &[Written]) -> String {
    let shown: Vec<&str> = all.iter().take(SHOWN).map(|one| one.text.as_str()).collect();
    let more = if all.len() > SHOWN { format!(", .. {} options", all.len()) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

/// The single draws of an answer that stands for several.
fn drawn(pending: Pending, answer: &Answer) -> Option<&[Yaml]> {
    match &answer.what.value {
        Value::List(items) if pending == Pending::Chance => Some(items),
        _ => None,
    }
}

/// Whether whatever chance says must do.
pub(super) fn is_any(answer: &Answer) -> bool {
    answer.who == crate::play::record::CHANCE && answer.what.text() == Some("any")
}
