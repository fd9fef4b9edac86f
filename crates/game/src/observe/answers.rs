//! Planes of the answers of `together` blocks.

use tavola_core::code::{AnswerNames, ValueShape};
use tavola_core::lower::Lowered;

use crate::sight::OpenRules;
use crate::view::{AnswerKnown, Viewing, bag_total};

use super::coding::CodingAxes;
use super::plane::{PlaneAxis, PlaneKind, Planes, with_zero};
use super::values::{UNBOUNDED, ValueRows};

/// Planes of a name of a `together` block, with a value for each player.
#[derive(Debug)]
pub(super) struct AnswerRows {
    values: ValueRows,
    known: usize,
    /// Set if the answer can be secret.
    hidden: Option<usize>,
    /// Number of things, for bags.
    total: Option<usize>,
}

impl AnswerRows {
    /// Planes of all names, in the order of the rules.
    pub(super) fn all(planes: &mut Planes, lowered: &Lowered) -> Vec<Self> {
        let names = &lowered.legend.answers;
        (0..names.len()).map(|number| Self::of(planes, lowered, names, number)).collect()
    }

    fn of(planes: &mut Planes, Lowered { program, legend }: &Lowered, all: &[AnswerNames], number: usize) -> Self {
        let names = &all[number];
        let name = match all[..number].iter().filter(|other| other.name == names.name).count() {
            0 => format!("{}.answer", names.name),
            before => format!("{}.answer.{}", names.name, before + 1),
        };
        let players = [PlaneAxis::kind(legend, 0)];
        let mut coding = CodingAxes::of(legend, &program.layout, names.notation, names.shape, UNBOUNDED);
        coding.bounds = with_zero(coding.bounds);
        let optional = names.shape == ValueShape::Word;
        let values = ValueRows::of(planes, (&name, PlaneKind::Answer, &players), coding, optional);
        let mut detail = |suffix: &str, high: f32| {
            planes.add(format!("{name}.{suffix}"), PlaneKind::Detail, players.to_vec(), (0.0, high))
        };
        let known = detail("known", 1.0);
        let is_secret = program.held.iter().any(|held| held.base == names.base && held.each.is_some());
        let hidden = is_secret.then(|| detail("hidden", 1.0));
        let total = matches!(names.shape, ValueShape::Bag(_)).then(|| detail("total", f32::INFINITY));
        Self { values, known, hidden, total }
    }

    /// Writes all answers that the rules still use. `open` is scratch memory.
    pub(super) fn write(all: &[Self], viewing: &mut Viewing<'_>, open: &mut OpenRules, out: &mut [f32]) {
        viewing.each_answer(open, &mut |answer| {
            let AnswerKnown { names, player, words, is_known, is_counted } = answer;
            let rows = &all[names];
            if is_known {
                rows.values.write(player, words, out);
                out[rows.known + player] = 1.0;
            } else if let Some(hidden) = rows.hidden {
                out[hidden + player] = 1.0;
            }
            if let Some(total) = rows.total.filter(|_| is_counted) {
                out[total + player] = bag_total(words) as f32;
            }
        });
    }
}
