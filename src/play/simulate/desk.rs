//! One thread's desk: plays games and counts.

use std::sync::atomic::{AtomicBool, Ordering};

use super::report::Trouble;
use super::tally::Tally;
use crate::diagnostic::Diagnostic;
use crate::game::{Fault, Game, Pending, Referee, State};
use crate::play::agent::{Bot, Bots, MAX_ANSWERS};

/// Who looks on at every answer: the state before it, the seat (none: chance), the option.
type Onlooker<'a> = &'a mut dyn FnMut(&mut Referee, &State, Option<usize>, usize);

pub(super) struct Desk {
    game: Game,
    referee: Referee,
    state: State,
    bots: Vec<Bot>,
    check: bool,
    tally: Tally,
}

/// How a game ended.
enum End {
    Over,
    Fault(Fault),
    Endless,
    Stopped,
}

/// Counts of one game.
#[derive(Default)]
struct Counts {
    asked: u64,
    chance: u64,
    forced: u64,
    options: u64,
    most: u64,
}

impl Desk {
    pub(super) fn new(game: &Game, bots: Vec<Bot>, check: bool) -> Self {
        let mut referee = game.referee();
        referee.count(true);
        let tally = Tally::of(game);
        Self { game: game.clone(), referee, state: game.start(), bots, check, tally }
    }

    /// All that was counted.
    pub(super) fn into_tally(mut self) -> Tally {
        self.tally.rules = self.referee.counts();
        self.tally
    }

    /// Plays a game of the run and counts it; `false`, and nothing is counted, where it was stopped.
    pub(super) fn play(&mut self, seed: u64, number: u64, stop: &AtomicBool) -> bool {
        self.follow((seed, number), stop, &mut |_, _, _, _| {})
    }

    /// The same, while somebody looks on.
    pub(super) fn follow(&mut self, (seed, number): (u64, u64), stop: &AtomicBool, onlooker: Onlooker<'_>) -> bool {
        let mut counts = Counts::default();
        let mut trouble = None;
        let end = self.play_out((seed, number, stop), &mut counts, &mut trouble, onlooker);
        let answers = counts.asked + counts.chance;
        let at = |rule| Trouble { game: number, seed, answers, ..rule };
        match end {
            Ok(End::Over) => {
                self.tally.lengths(counts.asked, counts.chance);
                self.tally.options(counts.asked, counts.options, counts.most, counts.forced);
                if let Err(fault) = self.tally.result(&mut self.referee, &self.state) {
                    let fault = self.fault(&fault);
                    self.tally.fault(at(fault));
                }
            }
            Ok(End::Stopped) => return false,
            Ok(End::Endless) => {
                let message = format!("the game is not over after {MAX_ANSWERS} answers");
                let endless = self.trouble(message);
                self.tally.fault(at(endless));
            }
            Ok(End::Fault(fault)) | Err(fault) => {
                let fault = self.fault(&fault);
                self.tally.fault(at(fault));
            }
        }
        self.tally.games += 1;
        if let Some(trouble) = trouble {
            self.tally.broken(Trouble { game: number, seed, ..trouble });
        }
        true
    }

    fn play_out(
        &mut self,
        (seed, number, stop): (u64, u64, &AtomicBool),
        counts: &mut Counts,
        trouble: &mut Option<Trouble>,
        onlooker: Onlooker<'_>,
    ) -> Result<End, Fault> {
        let mut bots = Bots::seated(seed, number, &self.bots);
        self.state = self.game.start();
        for answers in 0..MAX_ANSWERS {
            if stop.load(Ordering::Relaxed) {
                return Ok(End::Stopped);
            }
            let pending = self.referee.run(&mut self.state)?;
            if trouble.is_none() && (self.check || pending == Pending::Over) {
                *trouble = self.broken(answers)?;
            }
            let player = match pending {
                Pending::Over => return Ok(End::Over),
                Pending::Chance => {
                    counts.chance += 1;
                    None
                }
                Pending::Choice(player) => {
                    counts.question(self.referee.options() as u64);
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

impl Counts {
    fn question(&mut self, options: u64) {
        self.asked += 1;
        self.options += options;
        self.most = self.most.max(options);
        self.forced += u64::from(options == 1);
    }
}
