//! Plays a game from a script: asks, gives the script's answers, and explains why one does not fit.

use std::collections::BTreeSet;

use super::Answer;
use super::forced::Forced;
use super::invariants::Invariants;
use super::round::{ScriptRound, Taken};
use super::wanted::WholeAnswer;
use super::whole::{Judged, Whole, names_done};
use crate::term::Term;
use crate::transcript::{Notes, options, who};
use tavola_game::{Fault, Game, Happened, Pending, Referee, Refusal, RuleLine, State};
use tavola_syntax::yaml::{Yaml, YamlValue, suggestion};

/// Maximum number of whole answers that are listed.
const SHOWN: usize = 24;

/// Reason why a script cannot continue.
#[derive(Clone, Debug)]
pub(super) enum ScriptStop {
    /// The answer is not offered.
    Refused(Refusal),
    /// A fault of the rules.
    Fault(Fault),
    /// Script and questions do not fit together, for this reason.
    Misfit(String),
}

impl From<Fault> for ScriptStop {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// A game that is being played from a script.
pub(super) struct Driver {
    pub(super) referee: Referee,
    /// Referee for trying answers. Nothing of this is logged.
    pub(super) trial: Referee,
    pub(super) state: State,
    /// The `together` block whose answers are kept.
    pub(super) round: Option<ScriptRound>,
    /// Last answer of each player to a question of a `together` block, if they gave no other answer after it.
    pub(super) taken: Vec<Taken>,
    pub(super) notes: Notes,
    /// Log lines of each player, if the case checks them.
    pub(super) player_logs: Option<Vec<Vec<String>>>,
    /// Number of answers of chance that were taken from `unless_said`.
    pub(super) drawn: usize,
    /// Players whose answers were taken from `unless_said`.
    pub(super) fallen_back: BTreeSet<String>,
    /// Answers that were given automatically.
    pub(super) forced: Forced,
    pub(super) invariants: Invariants,
    /// Positions before each run, while a transcript is kept.
    pub(super) runs: Vec<State>,
}

impl Driver {
    /// Line of the rules where the game stands, and the clauses that it cites.
    pub(super) fn line(&self) -> RuleLine {
        let game = self.referee.game();
        RuleLine { place: game.position(&self.state).1, clauses: game.clauses_here(&self.state) }
    }

    /// Creates a driver at the start of a game. `listens`: log lines of players are kept. `may_break`: invariants may
    /// be broken.
    pub(super) fn new(game: &Game, noted: bool, listens: bool, may_break: bool) -> Self {
        let mut referee = game.referee();
        referee.collect_events(noted || listens);
        referee.count(true);
        let player_logs = listens.then(|| vec![Vec::new(); game.players()]);
        let (mut trial, state) = (game.referee(), game.start());
        let invariants = Invariants::new(&mut trial, &state, may_break);
        Self {
            referee,
            trial,
            state,
            round: None,
            taken: Vec::new(),
            notes: Notes::new(noted),
            player_logs,
            drawn: 0,
            fallen_back: BTreeSet::new(),
            forced: Forced::default(),
            invariants,
            runs: Vec::new(),
        }
    }

    /// Runs to the next question.
    pub(super) fn run(&mut self) -> Result<Pending, Fault> {
        if self.notes.is_on() {
            self.runs.push(self.state.clone());
        }
        let pending = self.referee.run(&mut self.state)?;
        if self.notes.is_on() || self.player_logs.is_some() {
            let happened = self.referee.happened(&self.state);
            self.notes.tell(&happened);
            self.listen(&happened);
        }
        if !self.trial.game().in_action(&self.state) {
            self.check_invariants()?;
        }
        Ok(pending)
    }

    /// Checks the invariants in the current position.
    pub(super) fn check_invariants(&mut self) -> Result<(), Fault> {
        self.invariants.check(&mut self.trial, &self.state)
    }

    /// Collects log lines. An answer that is logged with its question is also added without it, since scenarios name
    /// answers.
    fn listen(&mut self, happened: &[Happened]) {
        for (player, lines) in self.player_logs.iter_mut().flatten().enumerate() {
            for one in happened {
                let (line, bare) = (one.tell(Some(player)), one.tell_bare(Some(player)));
                lines.extend(line.filter(|line| bare.as_ref() != Some(line)));
                lines.extend(bare);
            }
        }
    }

    /// Gives options one after the other.
    pub(super) fn choose(&mut self, pending: Pending, parts: &[usize]) -> Result<(), ScriptStop> {
        if self.round.is_some() {
            return self.collect_answer(parts);
        }
        for (at, &option) in parts.iter().enumerate() {
            if at > 0 {
                self.run()?;
            }
            self.notes.answer(&mut self.referee, &self.state, pending, option);
            self.referee.answer(&mut self.state, option)?;
        }
        Ok(())
    }

    /// The open question with all its parts, for trying.
    pub(super) fn whole(&mut self) -> Result<Whole<'_>, Fault> {
        Whole::open(&mut self.trial, &self.state)
    }

    /// Judges an answer to the open question.
    pub(super) fn judge(&mut self, answer: &Yaml) -> Result<Judged, Fault> {
        self.whole()?.judge(answer)
    }

    /// Label of "done" at the open question, as a script writes it.
    pub(super) fn done(&mut self) -> Result<Option<String>, Fault> {
        self.whole()?.done()
    }

    /// All whole answers to the open question. None if there are too many.
    pub(super) fn wholes(&mut self) -> Result<Option<Vec<WholeAnswer>>, Fault> {
        self.whole()?.all()
    }

    /// Lists the possible answers: whole answers, if there are not too many.
    pub(super) fn offered(&mut self) -> String {
        match self.wholes() {
            Ok(Some(all)) => listed(&all),
            _ => options(&self.referee).join(", "),
        }
    }

    /// Adds a suggestion to the message for a meaningless answer, and lists whole answers instead of their first parts.
    fn with_guess(&mut self, message: String, answer: &Answer) -> String {
        let Some((what, _)) = message.split_once("; offered: ") else { return message };
        let named: Vec<String> = (0..self.referee.option_count()).map(|option| self.referee.notation(option)).collect();
        let guess =
            answer.what.text().and_then(|word| suggestion(answer.what.span, word, named.iter().map(String::as_str)));
        let guess = guess.map_or_else(String::new, |guess| format!(" ({})", guess.help));
        format!("{what}{guess}; offered: {}", self.offered())
    }

    /// If it applies: `` ; there `cross` was not possible: the toll is 2, Anna has 0 [CD-2] `` about a question that was
    /// answered automatically, since the answer that the script gives was refused.
    fn refused_before(&mut self, answer: &Answer) -> String {
        for (_, position) in self.forced.answers_of(&answer.who) {
            let judged = Whole::open(&mut self.trial, &position).and_then(|mut whole| whole.judge(&answer.what));
            if let Ok(Judged::Refused(Refusal { message, clauses, .. })) = judged {
                let cited = if clauses.is_empty() { String::new() } else { format!(" [{}]", clauses.join(", ")) };
                return format!("; there, {message}{cited}");
            }
        }
        String::new()
    }

    /// If it applies: `` `oars 5` names nothing in this game; ``, or that this option belongs to another question.
    fn unknown_text(&self, answer: &Answer) -> String {
        let game = self.referee.game();
        let is_label = answer.what.text().is_some_and(names_done);
        let term = Term::of(&answer.what, game);
        let mut words = Vec::new();
        term.words(&mut words);
        let unknown = words.into_iter().find(|word| !is_label && !["_", "any"].contains(word) && !game.knows(word));
        unknown.map_or_else(String::new, |word| match game.is_label(word) {
            true => format!("`{word}` is no answer to this question; "),
            false => format!("`{word}` names nothing in this game; "),
        })
    }

    /// If an action was meant, and its player was not asked since the last answer: how that can be, and how to see the reason.
    fn passed_over_text(&self, answer: &Answer) -> String {
        let who = &answer.who;
        let action = match Term::of(&answer.what, self.referee.game()) {
            Term::Word(name) | Term::Of(name, _) => name,
            _ => return String::new(),
        };
        let is_action = self.referee.game().rules().iter().any(|(name, _)| **name == *action);
        if !is_action || self.forced.has_answered(who) {
            return String::new();
        }
        format!(
            "; {who} was not asked: `if possible` passes over a player who can do nothing (`call: {who} does MENU` shows why)"
        )
    }

    /// Gives an answer of the script. `pick` chooses the option where the script says `any`.
    pub(super) fn give(
        &mut self,
        pending: Pending,
        answer: &Answer,
        pick: &mut dyn FnMut(usize) -> usize,
    ) -> Result<(), ScriptStop> {
        if pending == Pending::Over {
            let refused = self.refused_before(answer);
            return Err(ScriptStop::Misfit(format!(
                "{}the game has no further question here{}{refused}{}",
                self.unknown_text(answer),
                self.forced.text_for(&answer.who),
                self.passed_over_text(answer)
            )));
        }
        let asked = who(self.referee.game(), pending);
        if asked != answer.who {
            let (prompt, refused) = (self.referee.prompt(&self.state), self.refused_before(answer));
            return Err(ScriptStop::Misfit(format!(
                "{}the question is for {asked}: {prompt}{}{}{}{}{refused}",
                self.unknown_text(answer),
                self.kept_text(&answer.who),
                self.later_text(answer),
                self.taken_text(&asked),
                self.forced.text_for(&answer.who)
            )));
        }
        let judged = if is_any(&answer.who, &answer.what) {
            Judged::Possible(vec![pick(self.referee.option_count())])
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
                let message = format!("{}{}", refusal.message, self.early_text(answer));
                return Err(ScriptStop::Refused(Refusal { message, ..refusal }));
            }
            (Judged::Misfit(message), None) => {
                let message = self.with_guess(message, answer);
                let early = self.early_text(answer);
                return Err(ScriptStop::Misfit(format!("{message}{early}{}", self.forced.text_for(&answer.who))));
            }
        }
        self.forced.script_answers();
        Ok(())
    }

    /// Gives several draws, one after the other.
    fn draw(&mut self, mut pending: Pending, things: &[Yaml]) -> Result<(), ScriptStop> {
        for (at, thing) in things.iter().enumerate() {
            if at > 0 {
                pending = self.run()?;
            }
            if pending != Pending::Chance {
                let rest: Vec<String> = things[at..].iter().map(Yaml::shown).collect();
                let rest = rest.join(", ");
                return Err(ScriptStop::Misfit(match pending {
                    Pending::Over => format!("there is no further draw; unused: {rest}"),
                    _ => {
                        let asked = who(self.referee.game(), pending);
                        format!("this question draws {at}; {asked} is asked next: give {rest} after that answer")
                    }
                }));
            }
            match self.judge(thing)? {
                Judged::Possible(parts) => self.choose(pending, &parts)?,
                Judged::Refused(refusal) => return Err(ScriptStop::Refused(refusal)),
                Judged::Misfit(message) => return Err(ScriptStop::Misfit(message)),
            }
        }
        Ok(())
    }
}

/// Lists whole answers. If there are many, it shows the first ones and their number.
pub(super) fn listed(all: &[WholeAnswer]) -> String {
    let shown: Vec<&str> = all.iter().take(SHOWN).map(|one| one.text.as_str()).collect();
    let more = if all.len() > SHOWN { format!(", .. {} options", all.len()) } else { String::new() };
    format!("{}{more}", shown.join(", "))
}

/// The single draws of an answer that stands for several.
pub(super) fn drawn(pending: Pending, answer: &Answer) -> Option<&[Yaml]> {
    match &answer.what.value {
        YamlValue::List(items) if pending == Pending::Chance => Some(items),
        _ => None,
    }
}

/// True if any result of chance is accepted.
pub(super) fn is_any(who: &str, what: &Yaml) -> bool {
    who == crate::record::CHANCE && what.text() == Some("any")
}
