//! Test bench of the laws.

use crate::seeds::{self, Generator};
use crate::transcript::meaning;
use tavola_game::{Fault, Game, Pending, Referee, State};

/// The question (or the end) at which laws are checked. The state has been run to it.
pub(super) struct BenchMoment<'a> {
    pub(super) state: &'a State,
    pub(super) pending: Pending,
    /// Number of answers given on the way.
    pub(super) answers: u64,
}

/// Referees for experiments, and facts about the game so far. A law may leave them at any state, so [`Bench::open`]
/// must come before every use of their options.
pub(super) struct Bench {
    pub(super) game: Game,
    pub(super) referee: Referee,
    pub(super) other: Referee,
    pub(super) plain: Plain,
    /// Referee that deals positions from the events so far.
    pub(super) past: Referee,
    pub(super) rng: Generator,
    /// Number of things at the start, if all can be counted.
    pub(super) things: Option<u64>,
    /// Options of earlier questions, without repetition.
    pub(super) foreign_options: Vec<String>,
    /// Twins of the moment, by number of answers and player.
    twins: Vec<((u64, usize), State)>,
}

/// A second game with the same answers, compiled without proofs and optimisations.
pub(super) struct Plain {
    pub(super) referee: Referee,
    /// Its state. None: the same as that of the first game.
    pub(super) state: Option<State>,
}

impl Plain {
    /// Creates it for a plain game.
    pub(super) fn new(game: &Game) -> Self {
        Self { referee: game.referee(), state: None }
    }

    /// Number of option names that it has written.
    pub(super) fn names_written(&self) -> u64 {
        self.referee.names_written()
    }

    /// Gives the answer that is given in the first game.
    pub(super) fn answer(&mut self, option: usize) -> Result<(), String> {
        let Some(state) = &mut self.state else { return Ok(()) };
        self.referee.answer(state, option).map_err(|fault| sentence(&self.referee, &fault))
    }
}

/// Maximum number of stored options.
const STRANGERS: usize = 200;

/// Maximum number of answers in an action.
const MAX_STEPS: usize = 20_000;

impl Bench {
    pub(super) fn new(game: &Game, plain: &Game, rng: Generator) -> Self {
        let [mut referee, mut other, mut past] = [(); 3].map(|()| game.referee());
        // Events of the game are recorded even if the game does not need them.
        for (referee, notes) in [(&mut referee, true), (&mut other, false), (&mut past, false)] {
            referee.remember(notes);
        }
        let (game, plain) = (game.clone(), Plain::new(plain));
        let mut bench = Self {
            game,
            referee,
            other,
            plain,
            past,
            rng,
            things: None,
            foreign_options: Vec::new(),
            twins: Vec::new(),
        };
        bench.things = bench.count_things(&bench.game.start());
        bench
    }

    /// Number of option names that all referees have written.
    pub(super) fn names_written(&self) -> u64 {
        self.referee.names_written() + self.other.names_written() + self.plain.names_written()
    }

    /// Number of things in all places. None if a supply is unlimited.
    pub(super) fn count_things(&mut self, state: &State) -> Option<u64> {
        self.referee.view(state, None).places.iter().map(|place| place.total.map(u64::from)).sum()
    }

    /// Copies the moment's state and opens it on the first referee.
    pub(super) fn open(&mut self, moment: &BenchMoment<'_>) -> Result<State, String> {
        let mut state = moment.state.clone();
        run(&mut self.referee, &mut state)?;
        Ok(state)
    }

    /// Message of a fault of the first referee.
    pub(super) fn meaning(&self, fault: &Fault) -> String {
        sentence(&self.referee, fault)
    }

    /// Notations of the first referee's options.
    pub(super) fn notations(&self) -> Vec<String> {
        notations(&self.referee)
    }

    /// Stores options for later questions: all, or a sample of very many.
    pub(super) fn remember(&mut self, options: &[String]) {
        for at in self.sample(options.len(), STRANGERS) {
            let option = &options[at];
            if self.foreign_options.contains(option) {
                continue;
            }
            if self.foreign_options.len() < STRANGERS {
                self.foreign_options.push(option.clone());
            } else {
                let at = self.pick(STRANGERS);
                self.foreign_options[at].clone_from(option);
            }
        }
    }

    /// Random number below `below`.
    pub(super) fn pick(&mut self, below: usize) -> usize {
        seeds::pick_index(&mut self.rng, below)
    }

    /// Random sample of the numbers below `below`, in order: all of them if there are at most `most`.
    pub(super) fn sample(&mut self, below: usize, most: usize) -> Vec<usize> {
        if below <= most {
            return (0..below).collect();
        }
        let mut picked: Vec<usize> = (0..most).map(|_| self.pick(below)).collect();
        picked.sort_unstable();
        picked.dedup();
        picked
    }

    /// Continues with random answers on the first referee until no action is under way.
    pub(super) fn finish(&mut self, state: &mut State) -> Result<(), String> {
        for _ in 0..MAX_STEPS {
            let pending = run(&mut self.referee, state)?;
            if pending == Pending::Over || !self.referee.game().in_action(state) {
                return Ok(());
            }
            let option = self.pick(self.referee.option_count());
            answer(&mut self.referee, state, option)?;
        }
        Err(format!("an action is not finished after {MAX_STEPS} answers"))
    }
}

/// Runs a state. A fault becomes a message.
pub(super) fn run(referee: &mut Referee, state: &mut State) -> Result<Pending, String> {
    referee.run(state).map_err(|fault| sentence(referee, &fault))
}

/// Gives an answer. A fault becomes a message.
pub(super) fn answer(referee: &mut Referee, state: &mut State, option: usize) -> Result<(), String> {
    referee.answer(state, option).map_err(|fault| sentence(referee, &fault))
}

/// Begins the message of a fault.
pub(super) const FAULT: &str = "fault: ";

/// Message of a fault, in one line.
pub(super) fn sentence(referee: &Referee, fault: &Fault) -> String {
    format!("{FAULT}{}", meaning(referee, fault))
}

/// Notations of a referee's options.
pub(super) fn notations(referee: &Referee) -> Vec<String> {
    (0..referee.option_count()).map(|option| referee.notation(option)).collect()
}

/// Budget for twins that are dealt from the events so far, in replayed answers: a fixed number, and a number for each
/// answer of the game.
const TWINS: [u64; 2] = [10_000, 100];

/// Deals a state that looks the same to the viewer (a twin). A deal from the events so far is expensive, so all laws of
/// a moment share it. None if the budget is exhausted.
pub(super) fn twin(bench: &mut Bench, moment: &BenchMoment<'_>, viewer: usize) -> Result<Option<State>, String> {
    let place = (moment.answers, viewer);
    if let Some((_, twin)) = bench.twins.iter().find(|(at, _)| *at == place) {
        return Ok(Some(twin.clone()));
    }
    let takes_long = bench.past.needs_past(moment.state, viewer);
    if takes_long && has_taken_long(&bench.past, TWINS, moment) {
        return Ok(None);
    }
    let Bench { past, rng, .. } = bench;
    let dealt = past.complete(moment.state, viewer, &mut |below| seeds::pick(rng, below));
    let name = named(bench, Some(viewer));
    let twin = dealt.map_err(|why| format!("what is hidden from {name} cannot be dealt again: {why}"))?;
    if takes_long {
        bench.twins.retain(|((answers, _), _)| *answers == moment.answers);
        bench.twins.push((place, twin.clone()));
    }
    Ok(Some(twin))
}

/// True if recalled answers exceed a fixed number plus a number for each answer of the game.
pub(super) fn has_taken_long(referee: &Referee, [at_once, more]: [u64; 2], moment: &BenchMoment<'_>) -> bool {
    referee.recalled_answers() > at_once + more * moment.answers
}

/// A random viewer: a player or, for views, sometimes a spectator.
pub(super) fn somebody(bench: &mut Bench) -> Option<usize> {
    let players = bench.game.setup().players.len();
    Some(bench.pick(players + 1)).filter(|&seat| seat < players)
}

/// Description of who must act.
pub(super) fn awaited(bench: &Bench, pending: Pending) -> String {
    match pending {
        Pending::Choice(seat) => format!("{} is asked", named(bench, Some(seat))),
        Pending::Chance => "chance is asked".to_string(),
        Pending::Over => "the game is over".to_string(),
    }
}

/// Difference between two moments: in who must act, or else in their positions.
pub(super) fn apart(bench: &Bench, here: Pending, there: Pending) -> String {
    if here == there {
        return format!("{} in two positions", awaited(bench, here));
    }
    format!("{} here, {} there", awaited(bench, here), awaited(bench, there))
}

pub(super) fn named(bench: &Bench, viewer: Option<usize>) -> String {
    let players = &bench.game.setup().players;
    viewer.and_then(|seat| players.get(seat)).cloned().unwrap_or_else(|| "a spectator".to_string())
}
