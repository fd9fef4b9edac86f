//! One thread's desk: plays games and counts.

use std::sync::atomic::{AtomicBool, Ordering};

use super::leads::Leads;
use super::played::{Played, Questions};
use super::report::Trouble;
use crate::diagnostic::Diagnostic;
use crate::game::{Fault, Game, Pending, Referee, State};
use crate::play::agent::{Bot, Bots, MAX_ANSWERS};

/// Who looks on at every answer: the state before it, the seat (none: chance), the option.
type Onlooker<'a> = &'a mut dyn FnMut(&mut Referee, &State, Option<usize>, usize);

pub(in crate::play) struct Desk {
    game: Game,
    referee: Referee,
    state: State,
    bots: Vec<Bot>,
    check: bool,
    /// Where it is looked who is ahead.
    leads: Option<Leads>,
}

/// What a game came to.
pub(in crate::play) enum Came {
    /// It is over; and the first invariant that did not hold.
    Played(Played, Option<Trouble>),
    /// A fault ended it, or it does not end.
    Fault(Trouble, Option<Trouble>),
    /// It was stopped.
    Stopped,
}

/// How a game ended.
enum End {
    Over,
    Fault(Fault),
    Endless,
    Stopped,
}

impl Desk {
    /// A desk for games with these bots, seat by seat. `check`: the invariants are looked at after every answer, and not only at the end.
    pub(in crate::play) fn new(game: &Game, bots: Vec<Bot>, check: bool) -> Self {
        let mut referee = game.referee();
        referee.count(true);
        Self { game: game.clone(), referee, state: game.start(), bots, check, leads: None }
    }

    /// The same, and it is looked who is ahead.
    pub(in crate::play) fn with_leads(self) -> Self {
        Self { leads: Some(Leads::new()), ..self }
    }

    /// How often each rule ran, in all games of this desk together.
    pub(in crate::play) fn rules(&self) -> Vec<u64> {
        self.referee.counts()
    }

    /// Plays a game of the run.
    pub(in crate::play) fn play(&mut self, seed: u64, number: u64, stop: &AtomicBool) -> Came {
        self.follow((seed, number), stop, &mut |_, _, _, _| {})
    }

    /// The same, while somebody looks on.
    pub(super) fn follow(&mut self, (seed, number): (u64, u64), stop: &AtomicBool, onlooker: Onlooker<'_>) -> Came {
        let mut questions = Questions::default();
        let mut broken = None;
        let end = self.play_out((seed, number, stop), &mut questions, &mut broken, onlooker);
        let broken = broken.map(|trouble| Trouble { game: number, seed, ..trouble });
        let answers = questions.asked + questions.chance;
        let trouble = match end {
            Ok(End::Stopped) => return Came::Stopped,
            Ok(End::Over) => match Played::at_end(&mut self.referee, &self.state, questions) {
                Ok(mut played) => {
                    let leads = self.leads.as_mut();
                    let of = |leads: &mut Leads| leads.end(answers, &played.winners, &mut self.referee, &self.state);
                    played.lead = leads.and_then(of);
                    return Came::Played(played, broken);
                }
                Err(fault) => self.fault(&fault),
            },
            Ok(End::Endless) => self.trouble(format!("the game is not over after {MAX_ANSWERS} answers")),
            Ok(End::Fault(fault)) | Err(fault) => self.fault(&fault),
        };
        Came::Fault(Trouble { game: number, seed, answers, ..trouble }, broken)
    }

    fn play_out(
        &mut self,
        (seed, number, stop): (u64, u64, &AtomicBool),
        questions: &mut Questions,
        trouble: &mut Option<Trouble>,
        onlooker: Onlooker<'_>,
    ) -> Result<End, Fault> {
        let mut bots = Bots::seated(seed, number, &self.bots);
        self.state = self.game.start();
        self.leads.iter_mut().for_each(Leads::begin);
        for answers in 0..MAX_ANSWERS {
            if stop.load(Ordering::Relaxed) {
                return Ok(End::Stopped);
            }
            let pending = self.referee.run(&mut self.state)?;
            if trouble.is_none() && (self.check || pending == Pending::Over) {
                *trouble = self.broken(answers)?;
            }
            if let Some(leads) = &mut self.leads {
                leads.look(answers, &mut self.referee, &self.state);
            }
            let player = match pending {
                Pending::Over => return Ok(End::Over),
                Pending::Chance => {
                    questions.chance += 1;
                    None
                }
                Pending::Choice(player) => {
                    questions.ask(self.referee.options() as u64);
                    Some(player)
                }
            };
            let option = bots.answer(pending, &mut self.referee, &self.state);
            onlooker(&mut self.referee, &self.state, player, option);
            if let Err(fault) = self.referee.answer(&mut self.state, option) {
                return Ok(End::Fault(fault));
            }
        }
        Ok(End::Endless)
    }

    /// The first invariant that does not hold.
    fn broken(&mut self, answers: u64) -> Result<Option<Trouble>, Fault> {
        if self.referee.in_action(&self.state) {
            return Ok(None);
        }
        let names = self.referee.broken(&self.state)?;
        Ok(names.into_iter().next().map(|name| Trouble { answers, ..self.trouble(name) }))
    }

    fn fault(&self, fault: &Fault) -> Trouble {
        let diagnostic = self.game.diagnose(fault);
        let trouble = self.trouble(sentence(&diagnostic));
        let place = self.game.sources().place(diagnostic.span).unwrap_or(trouble.place);
        Trouble { place, diagnostic: Some(diagnostic), ..trouble }
    }

    fn trouble(&self, what: String) -> Trouble {
        let (rule, place) = self.referee.position(&self.state);
        Trouble { what, rule, place, seed: 0, game: 0, games: 1, answers: 0, diagnostic: None }
    }
}

fn sentence(diagnostic: &Diagnostic) -> String {
    match &diagnostic.clause {
        Some(clause) => format!("{} ({clause})", diagnostic.message),
        None => diagnostic.message.clone(),
    }
}
