//! Time profile of games: time spent in the sentences of each rule and in the options of each question.
//!
//! The clock is read when the referee changes rules or begins to enumerate options, not at each operation, so the
//! overhead is small. Bots search with referees of their own, whose time is not counted.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use schemars::JsonSchema;
use serde::Serialize;

use super::Bot;
use super::simulate::{PlayResult, Worker};
use tavola_game::{Doing, Game};

/// Time profile of some games.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Profile {
    /// Number of games played.
    pub games: u64,
    /// Running time of the referee, in seconds.
    pub seconds: f64,
    /// Rules that ran, slowest first.
    pub rules: Vec<RuleTime>,
    /// Questions that were asked, slowest first.
    pub questions: Vec<QuestionTime>,
    /// Call stacks with the time spent at their innermost frame. Rules come outermost first; a question is the last
    /// frame.
    #[serde(skip)]
    pub stacks: Vec<(Vec<String>, Duration)>,
}

/// Time of a rule. Shares are of the total time, from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RuleTime {
    /// Name of the rule.
    pub rule: String,
    /// `file:line:column`
    pub place: String,
    /// Share of its own sentences.
    pub own: f64,
    /// Share of the options of its questions.
    pub options: f64,
    /// Share of both, with all rules that it calls.
    pub whole: f64,
    /// Mean number of runs per game.
    pub runs: f64,
}

/// Time to enumerate the options of a question, with lookahead.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct QuestionTime {
    /// Prompt without its values; without a prompt, the rule that asks.
    pub question: String,
    /// `file:line:column`
    pub place: String,
    /// Share of the total time, from 0 to 1.
    pub share: f64,
    /// Mean number of times asked per game.
    pub asked: f64,
    /// Mean time per question, in microseconds.
    pub microseconds: f64,
}

/// Plays these games of a run with this seed on one thread and profiles them.
///
/// `progress` gets the number of finished games. Once `stop` is set, the open game is abandoned.
pub fn profile(
    game: &Game,
    (bots, seed, games): (&[Bot], u64, Range<u64>),
    progress: &dyn Fn(u64),
    stop: &AtomicBool,
) -> Profile {
    let tree = Arc::new(Mutex::new(CallTree::default()));
    let record = Arc::clone(&tree);
    let watch = move |doing| record.lock().unwrap_or_else(PoisonError::into_inner).record(doing);
    let mut worker = Worker::new(game, bots, false).watched(Box::new(watch));
    let mut played = 0;
    for game in games {
        if matches!(worker.play(seed, game, stop), PlayResult::Stopped) {
            break;
        }
        played += 1;
        progress(played);
    }
    let tree = tree.lock().unwrap_or_else(PoisonError::into_inner);
    let all = tree.nodes.iter().map(|node| node.time).sum();
    let (rules, questions) = (game.rules(), game.questions());
    Telling { tree: &tree, game: game.name(), rules, questions, games: played, all }.profile(&worker.rules())
}

/// Frame of a call stack.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum ProfileFrame {
    /// Everything outside of rules.
    Root,
    Rule(usize),
    Question(usize),
}

/// Node of the call tree: a frame, called along one path.
#[derive(Debug)]
struct ProfileNode {
    frame: ProfileFrame,
    outer: usize,
    inner: BTreeMap<ProfileFrame, usize>,
    time: Duration,
    times: u64,
}

/// Call tree. It is finite, since no rule calls itself.
#[derive(Debug)]
struct CallTree {
    nodes: Vec<ProfileNode>,
    /// Node of the frame that runs.
    at: usize,
    since: Instant,
}

impl Default for CallTree {
    fn default() -> Self {
        let root =
            ProfileNode { frame: ProfileFrame::Root, outer: 0, inner: BTreeMap::new(), time: Duration::ZERO, times: 0 };
        Self { nodes: vec![root], at: 0, since: Instant::now() }
    }
}

impl CallTree {
    fn record(&mut self, doing: Doing) {
        match doing {
            Doing::Begins => {
                self.leave_question();
                self.since = Instant::now();
            }
            Doing::Runs(rule) => {
                let frame = rule.map_or(ProfileFrame::Root, ProfileFrame::Rule);
                if self.nodes[self.at].frame != frame {
                    self.spend();
                    self.at = self.under_way(frame).unwrap_or_else(|| self.inner(frame));
                }
            }
            Doing::Offers(question) => {
                self.spend();
                self.at = self.inner(ProfileFrame::Question(question));
                self.nodes[self.at].times += 1;
            }
            Doing::Waits => self.spend(),
        }
    }

    /// Adds the time since the last change to the frame that runs.
    fn spend(&mut self) {
        let now = Instant::now();
        self.nodes[self.at].time += now - self.since;
        self.since = now;
    }

    fn leave_question(&mut self) {
        if let ProfileFrame::Question(_) = self.nodes[self.at].frame {
            self.at = self.nodes[self.at].outer;
        }
    }

    /// Innermost node of this frame that is under way.
    fn under_way(&self, frame: ProfileFrame) -> Option<usize> {
        let mut at = self.at;
        while self.nodes[at].frame != frame {
            if at == 0 {
                return None;
            }
            at = self.nodes[at].outer;
        }
        Some(at)
    }

    /// Child of the current node with this frame, created if missing.
    fn inner(&mut self, frame: ProfileFrame) -> usize {
        let (outer, next) = (self.at, self.nodes.len());
        let at = *self.nodes[outer].inner.entry(frame).or_insert(next);
        if at == next {
            self.nodes.push(ProfileNode { frame, outer, inner: BTreeMap::new(), time: Duration::ZERO, times: 0 });
        }
        at
    }

    /// Frames from the outermost to this one.
    fn path(&self, mut at: usize) -> Vec<ProfileFrame> {
        let mut path = Vec::new();
        while at != 0 {
            path.push(self.nodes[at].frame);
            at = self.nodes[at].outer;
        }
        path.reverse();
        path
    }
}

/// Evaluation of a call tree.
struct Telling<'t> {
    tree: &'t CallTree,
    game: &'t str,
    /// Names and places.
    rules: Vec<(String, String)>,
    questions: Vec<(String, String)>,
    games: u64,
    /// Total time.
    all: Duration,
}

impl Telling<'_> {
    fn share(&self, time: Duration) -> f64 {
        if self.all.is_zero() { 0.0 } else { time.as_secs_f64() / self.all.as_secs_f64() }
    }

    /// Mean number per game.
    fn each(&self, times: u64) -> f64 {
        if self.games == 0 { 0.0 } else { times as f64 / self.games as f64 }
    }

    /// Name of a frame that is called by another one.
    fn name(&self, frame: ProfileFrame, outer: ProfileFrame) -> String {
        match (frame, outer) {
            (ProfileFrame::Root, _) => self.game.to_owned(),
            (ProfileFrame::Rule(rule), _) => self.rules[rule].0.replace('_', " "),
            (ProfileFrame::Question(question), _) if !self.questions[question].0.is_empty() => {
                self.questions[question].0.clone()
            }
            (ProfileFrame::Question(_), outer) => format!("a question of {}", self.name(outer, ProfileFrame::Root)),
        }
    }

    /// Rules that ran, slowest first.
    fn rules(&self, runs: &[u64]) -> Vec<RuleTime> {
        let none = Duration::ZERO;
        let mut times = vec![None; self.rules.len()];
        for (at, node) in self.tree.nodes.iter().enumerate() {
            let path = self.tree.path(at);
            for (nth, frame) in path.iter().enumerate() {
                let ProfileFrame::Rule(rule) = *frame else { continue };
                let (own, options, whole) = times[rule].get_or_insert((none, none, none));
                *whole += node.time;
                match &path[nth + 1..] {
                    [] => *own += node.time,
                    [ProfileFrame::Question(_)] => *options += node.time,
                    _ => {}
                }
            }
        }
        let ran = times.into_iter().zip(&self.rules).enumerate();
        let mut rules: Vec<RuleTime> = ran
            .filter_map(|(rule, (times, (name, place)))| {
                let [own, options, whole] = <[Duration; 3]>::from(times?).map(|time| self.share(time));
                let runs = self.each(runs.get(rule).copied().unwrap_or(0));
                Some(RuleTime { rule: name.clone(), place: place.clone(), own, options, whole, runs })
            })
            .collect();
        rules.sort_by(|a, b| (b.own + b.options).total_cmp(&(a.own + a.options)));
        rules
    }

    /// Questions that were asked, slowest first.
    fn questions(&self) -> Vec<QuestionTime> {
        let mut asked: BTreeMap<usize, (String, Duration, u64)> = BTreeMap::new();
        for node in &self.tree.nodes {
            let ProfileFrame::Question(question) = node.frame else { continue };
            let name = || (self.name(node.frame, self.tree.nodes[node.outer].frame), Duration::ZERO, 0);
            let (_, time, times) = asked.entry(question).or_insert_with(name);
            (*time, *times) = (*time + node.time, *times + node.times);
        }
        let record = asked.into_iter().map(|(number, (question, time, times))| QuestionTime {
            question,
            place: self.questions[number].1.clone(),
            share: self.share(time),
            asked: self.each(times),
            microseconds: time.as_secs_f64() * 1e6 / times.max(1) as f64,
        });
        let mut questions: Vec<QuestionTime> = record.collect();
        questions.sort_by(|a, b| b.share.total_cmp(&a.share));
        questions
    }

    fn stacks(&self) -> Vec<(Vec<String>, Duration)> {
        let spent = self.tree.nodes.iter().enumerate().filter(|(_, node)| !node.time.is_zero());
        let stack = spent.map(|(at, node)| {
            let frames: Vec<ProfileFrame> = [ProfileFrame::Root].into_iter().chain(self.tree.path(at)).collect();
            let inner = frames.windows(2).map(|pair| self.name(pair[1], pair[0]));
            ([self.game.to_owned()].into_iter().chain(inner).collect(), node.time)
        });
        stack.collect()
    }

    fn profile(&self, runs: &[u64]) -> Profile {
        let (rules, questions, stacks) = (self.rules(runs), self.questions(), self.stacks());
        Profile { games: self.games, seconds: self.all.as_secs_f64(), rules, questions, stacks }
    }
}
