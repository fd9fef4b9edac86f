//! What the laws work with.

use crate::seeds::{self, Generator};
use crate::transcript::meaning;
use tavola_game::{Fault, Game, Pending, Referee, State};

/// The question (or the end) that the laws look at; the state has been run to it.
pub(super) struct BenchMoment<'a> {
    pub(super) state: &'a State,
    pub(super) pending: Pending,
    /// How many answers were given on the way.
    pub(super) answers: u64,
}

/// Referees to try things on, and what is known of the game so far. A law may leave them at any state: [`Bench::open`]
/// comes before every use of their options.
pub(super) struct Bench {
    pub(super) game: Game,
    pub(super) referee: Referee,
    pub(super) other: Referee,
    pub(super) plain: Plain,
    /// Deals from what has happened.
    pub(super) past: Referee,
    pub(super) rng: Generator,
    /// How many things there were at the beginning, if all can be counted.
    pub(super) things: Option<u64>,
    /// Options of earlier questions, without repetition.
    pub(super) strangers: Vec<String>,
    /// Twins of the moment, after so many answers, for a player.
    twins: Vec<((u64, usize), State)>,
}

/// A second game beside the one that is played, with the same answers: nothing in it was proved or tuned.
pub(super) struct Plain {
    pub(super) referee: Referee,
    /// Where it stands; none: where the other one does.
    pub(super) state: Option<State>,
}

impl Plain {
    /// Of a plain game.
    pub(super) fn new(game: &Game) -> Self {
        Self { referee: game.referee(), state: None }
    }

    /// How many names of options it has written.
    pub(super) fn names_written(&self) -> u64 {
        self.referee.names_written()
    }

    /// Takes the answer that is given in the game.
    pub(super) fn answer(&mut self, option: usize) -> Result<(), String> {
        let Some(state) = &mut self.state else { return Ok(()) };
        self.referee.answer(state, option).map_err(|fault| sentence(&self.referee, &fault))
    }
}

/// So many strangers are remembered.
const STRANGERS: usize = 200;

/// An action has at most so many answers.
const MAX_STEPS: usize = 20_000;

impl Bench {
    pub(super) fn new(game: &Game, plain: &Game, rng: Generator) -> Self {
        let [mut referee, mut other, mut past] = [(); 3].map(|()| game.referee());
        // What happens in the game is noted, in a game that needs it or not.
        for (referee, notes) in [(&mut referee, true), (&mut other, false), (&mut past, false)] {
            referee.remember(notes);
        }
        let (game, plain) = (game.clone(), Plain::new(plain));
        let mut bench =
            Self { game, referee, other, plain, past, rng, things: None, strangers: Vec::new(), twins: Vec::new() };
        bench.things = bench.count_things(&bench.game.start());
        bench
    }

    /// How many names of options all referees have written.
    pub(super) fn names_written(&self) -> u64 {
        self.referee.names_written() + self.other.names_written() + self.plain.names_written()
    }

    /// How many things lie in all places; none if a supply is unlimited.
    pub(super) fn count_things(&mut self, state: &State) -> Option<u64> {
        self.referee.view(state, None).places.iter().map(|place| place.total.map(u64::from)).sum()
    }

    /// A copy of the moment's state, open on the first referee.
    pub(super) fn open(&mut self, moment: &BenchMoment<'_>) -> Result<State, String> {
        let mut state = moment.state.clone();
        run(&mut self.referee, &mut state)?;
        Ok(state)
    }

    /// What a fault of the first referee means.
    pub(super) fn meaning(&self, fault: &Fault) -> String {
        sentence(&self.referee, fault)
    }

    /// The notations of the first referee's options.
    pub(super) fn notations(&self) -> Vec<String> {
        notations(&self.referee)
    }

    /// Keeps options for later questions: of very many, some.
    pub(super) fn remember(&mut self, options: &[String]) {
        for at in self.sample(options.len(), STRANGERS) {
            let option = &options[at];
            if self.strangers.contains(option) {
                continue;
            }
            if self.strangers.len() < STRANGERS {
                self.strangers.push(option.clone());
            } else {
                let at = self.pick(STRANGERS);
                self.strangers[at].clone_from(option);
            }
        }
    }

    /// A number below `below`.
    pub(super) fn pick(&mut self, below: usize) -> usize {
        seeds::pick_index(&mut self.rng, below)
    }

    /// Some of the numbers below `below`, in order: all if there are not more than `most`.
    pub(super) fn sample(&mut self, below: usize, most: usize) -> Vec<usize> {
        if below <= most {
            return (0..below).collect();
        }
        let mut picked: Vec<usize> = (0..most).map(|_| self.pick(below)).collect();
        picked.sort_unstable();
        picked.dedup();
        picked
    }

    /// Goes on with random answers on the first referee until no action is under way.
    pub(super) fn finish(&mut self, state: &mut State) -> Result<(), String> {
        for _ in 0..MAX_STEPS {
            let pending = run(&mut self.referee, state)?;
            if pending == Pending::Over || !self.referee.game().in_action(state) {
                return Ok(());
            }
            let option = self.pick(self.referee.options());
            answer(&mut self.referee, state, option)?;
        }
        Err(format!("an action is not finished after {MAX_STEPS} answers"))
    }
}

/// Runs; a fault is a sentence.
pub(super) fn run(referee: &mut Referee, state: &mut State) -> Result<Pending, String> {
    referee.run(state).map_err(|fault| sentence(referee, &fault))
}

/// Answers; a fault is a sentence.
pub(super) fn answer(referee: &mut Referee, state: &mut State, option: usize) -> Result<(), String> {
    referee.answer(state, option).map_err(|fault| sentence(referee, &fault))
}

/// What a fault means, in one line.
pub(super) fn sentence(referee: &Referee, fault: &Fault) -> String {
    format!("fault: {}", meaning(referee, fault))
}

/// The notations of a referee's options.
pub(super) fn notations(referee: &Referee) -> Vec<String> {
    (0..referee.options()).map(|option| referee.notation(option)).collect()
}

/// What twins that are dealt from what has happened may take in a game, in answers that are given again: so many at once, and so many
/// more for each answer of the game.
const TWINS: [u64; 2] = [10_000, 100];

/// A state that looks the same to the viewer. One that is dealt from what has happened takes long: it serves all laws of a moment, and
/// where they have taken too much of the game there is none.
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
    let twin = dealt.map_err(|why| format!("what is hidden from {name} cannot be dealt anew: {why}"))?;
    if takes_long {
        bench.twins.retain(|((answers, _), _)| *answers == moment.answers);
        bench.twins.push((place, twin.clone()));
    }
    Ok(Some(twin))
}

/// Whether what was recalled has taken more answers than so many, and so many for each answer of the game.
pub(super) fn has_taken_long(referee: &Referee, [at_once, more]: [u64; 2], moment: &BenchMoment<'_>) -> bool {
    referee.recalled_answers() > at_once + more * moment.answers
}

/// Some player, now and then (for views) the bystander.
pub(super) fn somebody(bench: &mut Bench) -> Option<usize> {
    let players = bench.game.setup().players.len();
    Some(bench.pick(players + 1)).filter(|&seat| seat < players)
}

/// Who is waited for.
pub(super) fn awaited(bench: &Bench, pending: Pending) -> String {
    match pending {
        Pending::Choice(seat) => format!("{} is asked", named(bench, Some(seat))),
        Pending::Chance => "chance is asked".to_string(),
        Pending::Over => "the game is over".to_string(),
    }
}

/// How two moments differ: in who is waited for, or else in their positions.
pub(super) fn apart(bench: &Bench, here: Pending, there: Pending) -> String {
    if here == there {
        return format!("{} in two positions", awaited(bench, here));
    }
    format!("{} here, {} there", awaited(bench, here), awaited(bench, there))
}

pub(super) fn named(bench: &Bench, viewer: Option<usize>) -> String {
    let players = &bench.game.setup().players;
    viewer.and_then(|seat| players.get(seat)).cloned().unwrap_or_else(|| "a bystander".to_string())
}
