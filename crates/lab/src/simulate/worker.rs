//! Worker of a simulation: plays and counts games on one thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::by::{Asker, Grouping};
use super::first_answer::FirstAnswer;
use super::heat::{ChoiceCounter, ChoiceCounters};
use super::leads::Leads;
use super::played::{Played, QuestionCounts};
use super::troubles::Trouble;
use crate::agent::{Bot, Bots, MAX_ANSWERS};
use crate::endless::Endless;
use tavola_game::{CoverageCode, CoverageWatch, Error, Fault, Game, Pending, Reached, Referee, State, Watch};
use tavola_syntax::diagnostic::{Diagnostic, Finding};

/// Observer of every answer: the state before it, the seat (none: chance), the option.
type Onlooker<'a> = &'a mut dyn FnMut(&mut Referee, &State, Option<usize>, usize);

pub(crate) struct Worker {
    game: Game,
    referee: Referee,
    state: State,
    bots: Vec<Bot>,
    /// True if the bots rotate by one seat after each game.
    rotate: bool,
    check: bool,
    /// Number of games, from the first on, that are analysed in detail: leads on the way, and choices.
    closely: u64,
    /// Sampler of leads.
    leads: Option<Leads>,
    /// Counter of choices.
    heat: Option<ChoiceCounter>,
    by: Option<Asker>,
    /// Phases with a heading, as indexes of rules, with the number of their runs before this game.
    phases: Vec<(usize, u64)>,
    /// First answers of this game, seat by seat; empty if it is not analysed in detail.
    first_answers: Vec<Option<FirstAnswer>>,
    /// Parts that games can reach; none if they are not recorded.
    reachable: Option<Arc<CoverageCode>>,
    /// Recorder of what games reach. It is made for the first game that is analysed in detail: many workers have none.
    /// Boxed because a worker moves for each game.
    coverage: Option<Box<CoverageWatch>>,
    /// First answers of the next game, if they are known. Bots do not search for them again.
    known: Vec<usize>,
}

/// Result of a game.
pub(crate) enum PlayResult {
    /// It is over, with the first invariant that did not hold.
    Played(Played, Option<Trouble>),
    /// A fault ended it, or it does not end.
    Fault(Trouble, Option<Trouble>),
    /// It was stopped.
    Stopped,
}

/// End of a game.
enum GameEnd {
    Over,
    Fault(Fault),
    /// Not over after [`MAX_ANSWERS`].
    Endless,
    Stopped,
}

impl Worker {
    /// Creates a worker for games with these bots, seat by seat; random ones sit in the other seats. `check`: invariants are checked after every answer,
    /// not only at the end.
    pub(crate) fn new(game: &Game, bots: &[Bot], check: bool) -> Self {
        let bots = Bot::in_all_seats(bots, game.players());
        let mut referee = game.referee().without_checks_and_history();
        referee.count(true);
        let (game, state) = (game.clone(), game.start());
        let (closely, known) = (u64::MAX, Vec::new());
        let (leads, heat, by, reachable, coverage) = (None, None, None, None, None);
        let (rotate, first_answers) = (false, Vec::new());
        let phases = game.phases().into_iter().map(|(rule, _)| (rule, 0)).collect();
        Self {
            game,
            referee,
            state,
            bots,
            rotate,
            check,
            closely,
            leads,
            heat,
            by,
            phases,
            first_answers,
            reachable,
            coverage,
            known,
        }
    }

    /// Lets the bots rotate by one seat after each game, if `rotate`.
    pub(crate) fn rotating(self, rotate: bool) -> Self {
        Self { rotate, ..self }
    }

    /// Measures leads. `over_time`: scores during the game, too.
    pub(crate) fn with_leads(mut self, over_time: bool) -> Self {
        self.leads = Some(Leads::new(&mut self.referee, &self.state, over_time));
        self
    }

    /// Analyses only games with a number below this one in detail.
    pub(super) fn closely(self, closely: u64) -> Self {
        Self { closely, ..self }
    }

    /// Counts choices: those of bots that search, if there are any.
    pub(super) fn with_heat(self) -> Self {
        Self { heat: Some(ChoiceCounter::default()), ..self }
    }

    /// Evaluates an expression for each player.
    ///
    /// # Errors
    /// If it has no meaning in this set-up.
    pub(crate) fn with_by(mut self, by: Option<&Grouping>) -> Result<Self, Error> {
        self.by = by.map(|by| Asker::new(&mut self.referee, by)).transpose()?;
        Ok(self)
    }

    /// Records the lines and conditions that games reach, if there is a program for it.
    pub(super) fn with_coverage(self, code: Option<&Arc<CoverageCode>>) -> Self {
        Self { reachable: code.cloned(), ..self }
    }

    /// Reports the work of the referee to an observer.
    pub(crate) fn watched(mut self, watch: Watch) -> Self {
        self.referee.watch(Some(watch));
        self
    }

    /// Sets the first answers of the next game.
    pub(super) fn begin_with(&mut self, known: Vec<usize>) {
        self.known = known;
    }

    /// Choices in all games of this worker.
    pub(super) fn heats(&self) -> ChoiceCounters {
        let mut heats = ChoiceCounters::new();
        self.heat.iter().for_each(|heat| heat.add_to(&mut heats));
        heats
    }

    /// Lines and conditions that the games of this worker reached.
    pub(super) fn reached(&mut self) -> Reached {
        self.coverage.as_mut().map(|watch| watch.reached()).unwrap_or_default()
    }

    /// Runs of each rule, in all games of this worker.
    pub(crate) fn rules(&self) -> Vec<u64> {
        self.referee.counts()
    }

    /// Plays a game of the run.
    pub(crate) fn play(&mut self, seed: u64, number: u64, stop: &AtomicBool) -> PlayResult {
        self.follow((seed, number), stop, &mut |_, _, _, _| {})
    }

    /// Plays a game with an observer.
    pub(super) fn follow(
        &mut self,
        (seed, number): (u64, u64),
        stop: &AtomicBool,
        onlooker: Onlooker<'_>,
    ) -> PlayResult {
        if let Some(code) = self.reachable.as_ref().filter(|_| number < self.closely) {
            self.coverage.get_or_insert_with(|| Box::new(CoverageWatch::new(code)));
        }
        let mut questions = QuestionCounts::default();
        let mut broken = None;
        let end = self.play_out((seed, number, stop), &mut questions, &mut broken, onlooker);
        let broken = broken.map(|trouble| Trouble { game: number, seed, ..trouble });
        let answers = questions.asked + questions.chance;
        let trouble = match end {
            Ok(GameEnd::Stopped) => return PlayResult::Stopped,
            Ok(GameEnd::Over) => match Played::at_end(&mut self.referee, &self.state, questions) {
                Ok(mut played) => {
                    let leads = self.leads.as_mut();
                    let of = |leads: &mut Leads| leads.end(answers, &played.winners, &mut self.referee, &self.state);
                    played.lead = leads.and_then(of);
                    played.bots = self.seated(number);
                    played.phases =
                        self.phases.iter().map(|&(rule, before)| self.referee.runs(rule) - before).collect();
                    played.first_answers = std::mem::take(&mut self.first_answers);
                    self.heat.iter_mut().for_each(|heat| heat.end(&played.winners));
                    played.by = self.by.as_ref().map(Asker::said).unwrap_or_default();
                    return PlayResult::Played(played, broken);
                }
                Err(fault) => self.fault(&fault),
            },
            Ok(GameEnd::Endless) => self.endless(),
            Ok(GameEnd::Fault(fault)) | Err(fault) => self.fault(&fault),
        };
        PlayResult::Fault(Trouble { game: number, seed, answers, ..trouble }, broken)
    }

    fn play_out(
        &mut self,
        (seed, number, stop): (u64, u64, &AtomicBool),
        questions: &mut QuestionCounts,
        trouble: &mut Option<Trouble>,
        onlooker: Onlooker<'_>,
    ) -> Result<GameEnd, Fault> {
        let seated = self.seated(number);
        let thinking = self.bots.iter().any(|bot| bot.thinks());
        let mut bots = Bots::seated(seed, number, &seated);
        self.referee.remember(thinking && self.referee.may_need_past());
        let mut known = std::mem::take(&mut self.known).into_iter();
        self.state = self.game.start();
        self.phases.iter_mut().for_each(|(rule, before)| *before = self.referee.runs(*rule));
        let closely = number < self.closely;
        self.leads.iter_mut().for_each(|leads| leads.begin(closely));
        self.heat.iter_mut().for_each(ChoiceCounter::begin);
        self.first_answers = if closely && self.heat.is_some() { vec![None; seated.len()] } else { Vec::new() };
        if let Some(by) = &mut self.by {
            by.begin(&mut self.referee, &self.state);
        }
        for answers in 0..MAX_ANSWERS {
            if stop.load(Ordering::Relaxed) {
                return Ok(GameEnd::Stopped);
            }
            let watch = self.coverage.as_mut().filter(|_| closely);
            watch.into_iter().for_each(|watch| watch.runs_on(&self.state));
            let pending = self.referee.run(&mut self.state)?;
            if trouble.is_none() && (self.check || pending == Pending::Over) {
                *trouble = self.broken(answers)?;
            }
            self.look(answers, pending);
            let player = match pending {
                Pending::Over => return Ok(GameEnd::Over),
                Pending::Chance => {
                    questions.chance += 1;
                    None
                }
                Pending::Choice(player) => {
                    questions.ask(self.referee.option_count() as u64);
                    Some(player)
                }
            };
            let options = self.referee.option_count();
            let option = match known.next() {
                Some(option) if option < options => {
                    bots.answered(pending);
                    option
                }
                found => {
                    // After an invalid answer, the known answers that follow do not apply.
                    if found.is_some() {
                        known = Vec::new().into_iter();
                    }
                    bots.answer_until(pending, &mut self.referee, &self.state, stop)
                }
            };
            let counted = player.filter(|&seat| closely && seated[seat].thinks() == thinking);
            counted.into_iter().for_each(|seat| self.choose(seat, option, thinking));
            onlooker(&mut self.referee, &self.state, player, option);
            let watch = self.coverage.as_mut().filter(|_| closely);
            watch.into_iter().for_each(|watch| watch.answers(&mut self.referee, &self.state, option));
            if let Err(fault) = self.referee.answer(&mut self.state, option) {
                return Ok(GameEnd::Fault(fault));
            }
        }
        Ok(GameEnd::Endless)
    }

    /// Counts the answer of a seat in a game that is analysed in detail. `offers`: what was offered is counted, too.
    fn choose(&mut self, seat: usize, option: usize, offers: bool) {
        let Some(heat) = &mut self.heat else { return };
        heat.answered(&self.referee, &self.state, (seat, option), offers);
        if let Some(first @ None) = self.first_answers.get_mut(seat) {
            *first = Some(FirstAnswer::of(&self.referee, &self.state, option));
        }
    }

    /// Shows the position before an answer to leads and grouping.
    fn look(&mut self, answers: u64, pending: Pending) {
        if let Some(leads) = &mut self.leads {
            leads.look(answers, &self.state);
        }
        if let Some(by) = &mut self.by {
            by.look(pending, &mut self.referee, &self.state);
        }
    }

    /// Bots by seat, in a game of the run.
    pub(super) fn seated(&self, number: u64) -> Vec<Bot> {
        if self.rotate { Bot::rotated(&self.bots, number) } else { self.bots.clone() }
    }

    /// The first invariant that does not hold.
    fn broken(&mut self, answers: u64) -> Result<Option<Trouble>, Fault> {
        if self.referee.game().in_action(&self.state) {
            return Ok(None);
        }
        let names = self.referee.broken_invariants(&self.state)?;
        Ok(names.into_iter().next().map(|name| Trouble { answers, ..self.trouble(name) }))
    }

    /// Trouble of an endless game, at the loop that is never left.
    fn endless(&self) -> Trouble {
        let Endless { what, of } = Endless::at(&self.game, &self.state);
        let trouble = self.trouble(what);
        match of {
            Some(of) => Trouble { rule: of.rule, place: of.place, ..trouble },
            None => trouble,
        }
    }

    fn fault(&self, fault: &Fault) -> Trouble {
        let diagnostic = self.game.diagnose(fault);
        let trouble = self.trouble(sentence(&diagnostic));
        let place = self.game.sources().place(diagnostic.span).unwrap_or(trouble.place);
        let finding = Some(Box::new(Finding::new(&diagnostic, self.game.sources())));
        Trouble { place, finding, diagnostic: Some(diagnostic), ..trouble }
    }

    fn trouble(&self, what: String) -> Trouble {
        let (rule, place) = self.referee.game().position(&self.state);
        Trouble { what, rule, place, seed: 0, game: 0, games: 1, answers: 0, finding: None, diagnostic: None }
    }
}

fn sentence(diagnostic: &Diagnostic) -> String {
    match diagnostic.clauses.as_slice() {
        [] => diagnostic.message.clone(),
        clauses => format!("{} ({})", diagnostic.message, clauses.join(", ")),
    }
}
