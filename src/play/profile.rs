//! Where the time of games goes: in the sentences of which rules, in the options of which questions.
//!
//! The only thing here that reads a clock, but for bots that think so long. It is read where the referee goes from one rule to
//! another or begins to work out options, and not at each operation, so that looking on hardly changes what is seen. What bots
//! think is done by referees of their own and not counted.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::Bot;
use super::simulate::{Came, Worker};
use crate::game::{Doing, Game};

/// Where the time of some games went.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Profile {
    /// The games that were played.
    pub games: u64,
    /// How long the referee ran, in seconds.
    pub seconds: f64,
    /// The rules that ran, those that took longest first.
    pub rules: Vec<RuleTime>,
    /// The questions that were asked, those that took longest first.
    pub questions: Vec<QuestionTime>,
    /// Rules that call each other, outermost first, and where a question was asked it as the last: the time that was spent just
    /// there.
    #[serde(skip)]
    pub stacks: Vec<(Vec<String>, Duration)>,
}

/// What a rule took. Shares are of the whole time, from 0 to 1.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RuleTime {
    /// Its name.
    pub rule: String,
    /// `file:line:column`
    pub place: String,
    /// Its own sentences.
    pub own: f64,
    /// The options of the questions that it asks.
    pub options: f64,
    /// Both, and all that it calls.
    pub whole: f64,
    /// How often it ran in a game, on average.
    pub runs: f64,
}

/// What the options of a question took, with all that was looked ahead for them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct QuestionTime {
    /// What it asks, without the values in it; of a question without words the rule that asks.
    pub question: String,
    /// `file:line:column`
    pub place: String,
    /// The share of the whole time, from 0 to 1.
    pub share: f64,
    /// How often it was asked in a game, on average.
    pub asked: f64,
    /// One time, in microseconds on average.
    pub microseconds: f64,
}

/// Plays the first games of a run with this seed and looks where their time goes, on one thread. Once `stop` is set, no game goes on;
/// `progress` is told how many are finished.
pub fn profile(
    game: &Game,
    (bots, seed, games): (&[Bot], u64, u64),
    progress: &dyn Fn(u64),
    stop: &AtomicBool,
) -> Profile {
    let tree = Arc::new(Mutex::new(Tree::default()));
    let told = Arc::clone(&tree);
    let watch = move |doing| told.lock().unwrap_or_else(PoisonError::into_inner).told(doing);
    let mut worker = Worker::new(game, bots.to_vec(), false).watched(Box::new(watch));
    let mut played = 0;
    while played < games && !matches!(worker.play(seed, played, stop), Came::Stopped) {
        played += 1;
        progress(played);
    }
    let (tree, runs) = (tree.lock().unwrap_or_else(PoisonError::into_inner), worker.rules());
    tree.profile(game, played, &runs)
}

/// What takes time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Frame {
    /// What is in no rule.
    Root,
    Rule(usize),
    Question(usize),
}

/// What takes time, called in one way.
#[derive(Debug)]
struct Node {
    frame: Frame,
    outer: usize,
    inner: BTreeMap<Frame, usize>,
    time: Duration,
    times: u64,
}

/// All ways in which rules call each other: a tree, since no rule calls itself.
#[derive(Debug)]
struct Tree {
    nodes: Vec<Node>,
    /// Where the referee is.
    at: usize,
    since: Instant,
}

impl Default for Tree {
    fn default() -> Self {
        let root = Node { frame: Frame::Root, outer: 0, inner: BTreeMap::new(), time: Duration::ZERO, times: 0 };
        Self { nodes: vec![root], at: 0, since: Instant::now() }
    }
}

impl Tree {
    fn told(&mut self, doing: Doing) {
        match doing {
            Doing::Begins => {
                self.leave_question();
                self.since = Instant::now();
            }
            Doing::Runs(rule) => {
                let frame = rule.map_or(Frame::Root, Frame::Rule);
                if self.nodes[self.at].frame != frame {
                    self.spend();
                    self.at = self.under_way(frame).unwrap_or_else(|| self.inner(frame));
                }
            }
            Doing::Offers(question) => {
                self.spend();
                self.at = self.inner(Frame::Question(question));
                self.nodes[self.at].times += 1;
            }
            Doing::Waits => self.spend(),
        }
    }

    /// The time since the last change belongs to where the referee is.
    fn spend(&mut self) {
        let now = Instant::now();
        self.nodes[self.at].time += now - self.since;
        self.since = now;
    }

    fn leave_question(&mut self) {
        if let Frame::Question(_) = self.nodes[self.at].frame {
            self.at = self.nodes[self.at].outer;
        }
    }

    /// A frame that is under way.
    fn under_way(&self, frame: Frame) -> Option<usize> {
        let mut at = self.at;
        while self.nodes[at].frame != frame {
            if at == 0 {
                return None;
            }
            at = self.nodes[at].outer;
        }
        Some(at)
    }

    /// A frame inside of that where the referee is.
    fn inner(&mut self, frame: Frame) -> usize {
        let (outer, next) = (self.at, self.nodes.len());
        let at = *self.nodes[outer].inner.entry(frame).or_insert(next);
        if at == next {
            self.nodes.push(Node { frame, outer, inner: BTreeMap::new(), time: Duration::ZERO, times: 0 });
        }
        at
    }

    /// The frames from the outermost to this one.
    fn path(&self, mut at: usize) -> Vec<Frame> {
        let mut path = Vec::new();
        while at != 0 {
            path.push(self.nodes[at].frame);
            at = self.nodes[at].outer;
        }
        path.reverse();
        path
    }

    fn profile(&self, game: &Game, games: u64, runs: &[u64]) -> Profile {
        let (rules, questions) = (game.rules(), game.questions());
        let all: Duration = self.nodes.iter().map(|node| node.time).sum();
        let share = |time: Duration| if all.is_zero() { 0.0 } else { time.as_secs_f64() / all.as_secs_f64() };
        let each = |times: u64| if games == 0 { 0.0 } else { times as f64 / games as f64 };
        let named = |frame: &Frame, outer: Option<&Frame>| match *frame {
            Frame::Root => game.name().to_owned(),
            Frame::Rule(rule) => rules[rule].0.replace('_', " "),
            Frame::Question(question) if !questions[question].0.is_empty() => questions[question].0.clone(),
            Frame::Question(_) => match outer {
                Some(&Frame::Rule(rule)) => format!("a question of {}", rules[rule].0.replace('_', " ")),
                _ => "a question".to_owned(),
            },
        };
        let (mut own, mut options) = (vec![Duration::ZERO; rules.len()], vec![Duration::ZERO; rules.len()]);
        let mut whole = own.clone();
        let mut asked: BTreeMap<usize, (String, Duration, u64)> = BTreeMap::new();
        let mut stacks = Vec::new();
        for (at, node) in self.nodes.iter().enumerate() {
            let path = self.path(at);
            let outer = path.len().checked_sub(2).map(|outer| &path[outer]);
            for frame in &path {
                if let Frame::Rule(rule) = *frame {
                    whole[rule] += node.time;
                }
            }
            match (node.frame, outer) {
                (Frame::Rule(rule), _) => own[rule] += node.time,
                (Frame::Question(question), outer) => {
                    if let Some(&Frame::Rule(rule)) = outer {
                        options[rule] += node.time;
                    }
                    let known = asked.entry(question).or_insert_with(|| (named(&node.frame, outer), Duration::ZERO, 0));
                    (known.1, known.2) = (known.1 + node.time, known.2 + node.times);
                }
                (Frame::Root, _) => {}
            }
            if !node.time.is_zero() {
                let before = [Frame::Root].into_iter().chain(path.iter().copied());
                let names = before.zip(&path).map(|(outer, frame)| named(frame, Some(&outer)));
                stacks.push(([game.name().to_owned()].into_iter().chain(names).collect(), node.time));
            }
        }
        let ran: BTreeSet<Frame> = self.nodes.iter().map(|node| node.frame).collect();
        let times = rules.into_iter().enumerate().filter(|(rule, _)| ran.contains(&Frame::Rule(*rule)));
        let mut rules: Vec<RuleTime> = times
            .map(|(rule, (name, place))| RuleTime {
                rule: name,
                place,
                own: share(own[rule]),
                options: share(options[rule]),
                whole: share(whole[rule]),
                runs: each(runs.get(rule).copied().unwrap_or(0)),
            })
            .collect();
        rules.sort_by(|a, b| (b.own + b.options).total_cmp(&(a.own + a.options)));
        let mut questions: Vec<QuestionTime> = asked
            .into_iter()
            .map(|(number, (question, time, times))| QuestionTime {
                question,
                place: questions[number].1.clone(),
                share: share(time),
                asked: each(times),
                microseconds: time.as_secs_f64() * 1e6 / times.max(1) as f64,
            })
            .collect();
        questions.sort_by(|a, b| b.share.total_cmp(&a.share));
        Profile { games, seconds: all.as_secs_f64(), rules, questions, stacks }
    }
}
