//! Log lines for answers.

use crate::question::{Asking, is_begun};
use crate::sight::viewers;
use crate::wording::player as titled;
use crate::{Pending, together};
use tavola_core::code::{Arm, ArmKind, Ask, AskPart, ExprId, Legend, Notation, TextId, TextPart};

use super::happened::{Happened, HappenedKind, WithQuestion};
use super::kept::Log;
use super::visibility::visibility;

impl Log {
    /// Logs the answer that is about to be given.
    pub(crate) fn note(&mut self, asking: &mut Asking<'_>, option: usize) {
        let Some(ask) = asking.ask() else { return };
        let (program, legend) = (asking.game.program(), asking.game.legend());
        let state = asking.state;
        self.seers = asking.eye().seers(state);
        let logged_label = asking.logged_label(option);
        let divided = asking.divided_title();
        let label = match &divided {
            Some(thing) => format!("{thing} → {logged_label}"),
            None => logged_label,
        };
        let pending = asking.pending();
        let inside = together::block_of(program, state).is_some();
        let mut seen = visibility(asking, option);
        let mut asked = None;
        let line = match pending {
            Pending::Choice(player) => {
                let who = titled(legend, player);
                asked = WithQuestion::of(asking, ask, option, (&who, &label));
                format!("{who}: {label}")
            }
            _ => {
                let prompt = if ask.prompt.is_some() { asking.prompt() } else { "chance".to_owned() };
                format!("{prompt}: {label}")
            }
        };
        let chance = pending == Pending::Chance;
        let by = if let Pending::Choice(player) = pending { Some(player) } else { None };
        let span = asking.line_of(ask, option);
        let clauses = asking.game.book().clauses_at(span).to_vec();
        let what = match (chance, divided) {
            (true, _) => HappenedKind::Chance,
            (false, Some(_)) => HappenedKind::Divided,
            (false, None) => HappenedKind::Answered,
        };
        // Everybody learns that a secret answer was given, but not which one. Parts of a bag are not counted either.
        let begun = is_begun(program, asking.machine, state, ask);
        let hidden = ask.seen.as_ref().map(|_| match pending {
            Pending::Choice(player) => format!("{} answers in secret", titled(legend, player)),
            _ if ask.prompt.is_some() => format!("{}: kept secret", asking.prompt()),
            _ => "chance: kept secret".to_owned(),
        });
        if inside {
            let own: Vec<bool> = (0..seen.len()).map(|seat| pending == Pending::Choice(seat)).collect();
            let others: Vec<bool> = seen.iter().zip(&own).map(|(sees, own)| *sees && !own).collect();
            if others.contains(&true) {
                let (asked, clauses) = (asked.clone(), clauses.clone());
                let later = Happened::new(line.clone(), others, what);
                self.later.push(Happened { asked, is_final: true, is_repeated: true, by, clauses, span, ..later });
            }
            seen = own;
        }
        let hidden = hidden.filter(|_| !inside && !begun);
        let answer = Happened::new(line, seen, what);
        self.lines.push(Happened { asked, hidden, is_final: chance, by, clauses, span, ..answer });
    }
}

impl WithQuestion {
    /// Line of an answer together with its question. `None` if the answer can be understood without it.
    fn of(asking: &mut Asking<'_>, ask: &Ask, option: usize, (who, label): (&str, &str)) -> Option<Self> {
        let values = asking.open.options.get(option);
        let text = ask.prompt.filter(|_| !tells_itself(asking.game.legend(), ask, values, label))?;
        let prompt = asking.prompt();
        let colon = if prompt.ends_with(['?', '!', '.', ':']) { "" } else { ":" };
        Some(Self { line: format!("{who}: {prompt}{colon} {label}"), readers: readers(asking, text) })
    }
}

/// True if an option can be understood without its question: an action, a label of several words, or answers to several questions at once
/// that name something. A value, yes, no, done or a single word cannot: several questions may offer the same one.
fn tells_itself(legend: &Legend, ask: &Ask, values: &[i32], label: &str) -> bool {
    let arm = ask.arms.get(values[0].max(0) as usize);
    match arm.filter(|_| ask.at_once.is_none()).map(|arm| &arm.kind) {
        Some(ArmKind::Action(_)) => return true,
        Some(ArmKind::Yes | ArmKind::No | ArmKind::Done | ArmKind::Option) => return label.contains(' '),
        Some(ArmKind::Choice) | None => {}
    }
    let is_labelled = ask.label(values).is_some() && !arm.is_some_and(Arm::is_shown);
    let bare = |ty: &u32| matches!(legend.types[*ty as usize], Notation::Number | Notation::YesNo);
    let names_several = ask.at_once.as_ref().is_some_and(|once| !once.types.iter().all(bare));
    let is_pile = matches!(ask.part, AskPart::Division(_));
    is_pile || is_labelled || names_several
}

/// Viewers who may read a question. Its text may name things that only the asked player sees.
fn readers(asking: &mut Asking<'_>, text: TextId) -> Vec<bool> {
    let (program, players, state) = (asking.game.program(), asking.game.players(), asking.state);
    let hole = |part: &TextPart| match part {
        TextPart::Plain(_) => None,
        TextPart::Value(expr, ..) => Some(*expr),
    };
    let holes: Vec<ExprId> = program.texts[text.index()].parts.iter().filter_map(hole).collect();
    if holes.is_empty() {
        return vec![true; players + 1];
    }
    let mut eye = asking.eye();
    let reads = |viewer: Option<usize>| {
        let mut hidden_parts = eye.hidden_parts(state, viewer);
        holes.iter().all(|&hole| eye.machine.is_in_sight(program, state, hole, &mut hidden_parts))
    };
    viewers(players).map(reads).collect()
}
