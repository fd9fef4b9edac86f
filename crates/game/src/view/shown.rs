//! Rows of `display`: values that the author shows to players, evaluated for one viewer.
//!
//! Rows are evaluated over a copy of the box beside the program, so they cannot change play.
//! A value is shown only if everything read by its evaluation is visible to the viewer (taint tracking).
//! Then it is equal in all positions that the viewer cannot tell apart.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use super::goal::{self, MeasureRow};
use crate::Game;
use crate::sight::Eye;
use crate::wording::{Style, show};
use crate::words::words;
use tavola_core::code::{ExprId, MemberName, Reg, ValueShape};
use tavola_core::ir::{self, Showing, TextPart};
use tavola_core::lower::SetUpContext;
use tavola_core::vm::{HiddenParts, Machine, State};

/// A row of `display` with its value for one viewer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shown {
    /// Name for players: `points so far`.
    pub name: String,
    /// Owner: kind, notation and title of a member. `None` for a value of the whole game.
    pub of: Option<(String, String, String)>,
    /// Value for players. `None` if it has none now, or if it reveals something hidden.
    pub value: Option<String>,
    /// True if the owner is a sort of thing, such as a card or tile.
    pub is_thing: bool,
}

/// Presentation of places, tracks and memory, as far as rows of `display` define it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Display {
    elsewhere: Vec<String>,
    titles: Vec<(String, String)>,
}

impl Display {
    /// True if a place, track or variable is hidden, or shown by a row.
    pub fn leaves_out(&self, name: &str) -> bool {
        self.elsewhere.iter().any(|other| other == name)
    }

    /// Title of a place. `None` means its name.
    pub fn title(&self, place: &str) -> Option<&str> {
        self.titles.iter().find(|(name, _)| name == place).map(|(_, title)| title.as_str())
    }
}

/// Lazily made rows of a set-up.
pub(crate) type MadeOnce = OnceLock<Option<Arc<Made>>>;

/// Rows of `display` and measures of `winner`, lowered over a copy of the box.
pub(crate) struct Made {
    pub(super) set_up_context: SetUpContext,
    rows: Vec<ShownRow>,
    pub(super) measures: Vec<Option<MeasureRow>>,
    /// Notations of all sorts of things, without owners.
    things: BTreeSet<String>,
}

struct ShownRow {
    name: String,
    /// Kind of the owners.
    of: Option<u32>,
    reg: Reg,
    parts: Vec<ShownPart>,
}

enum ShownPart {
    Plain(String),
    /// Expression, and the notation of its value.
    Value(ExprId, ValueShape, u32),
}

/// Budget of all rows together, and of all measures, in steps of the machine. Rows that exceed it have no value.
const MOST_STEPS: u64 = 4_000_000;

/// Evaluator of the rows, with its own machine.
#[derive(Default)]
pub(crate) struct DisplayRows {
    machine: Option<Box<Machine>>,
}

impl Game {
    /// Presentation of places, tracks and memory by the rows of `display`.
    pub fn display(&self) -> Display {
        let mut display = Display::default();
        for row in &self.book().display {
            match row.how {
                Showing::Place => {
                    display.titles.extend(row.instead.iter().map(|name| (name.clone(), row.name.clone())))
                }
                Showing::Values | Showing::Nothing => display.elsewhere.extend(row.instead.iter().cloned()),
            }
        }
        display
    }

    pub(super) fn rows(&self) -> Option<Arc<Made>> {
        let make = || {
            let wanted: Vec<&ir::DisplayRow> =
                self.book().display.iter().filter(|row| row.how == Showing::Values).collect();
            if wanted.is_empty() && self.book().winner.is_none() {
                return None;
            }
            let mut set_up_context = SetUpContext::clone(&self.inner.set_up_context);
            let rows: Vec<ShownRow> = wanted.into_iter().filter_map(|row| made(&mut set_up_context, row)).collect();
            let measures = goal::rows(self, &mut set_up_context);
            let own = |piece: &MemberName| piece.notation.split('[').next().unwrap_or_default().to_owned();
            let things = set_up_context.legend().pieces.iter().map(own).collect();
            let is_any = !(rows.is_empty() && measures.is_empty());
            is_any.then(|| Arc::new(Made { set_up_context, rows, measures, things }))
        };
        self.rows.get_or_init(make).clone()
    }
}

/// Lowers a row. `None` if it has no meaning in this set-up, such as a table for another number of players.
fn made(set_up_context: &mut SetUpContext, row: &ir::DisplayRow) -> Option<ShownRow> {
    let (reg, values) = set_up_context.add_shown(row).ok()?;
    let mut values = values.into_iter();
    let mut parts = Vec::new();
    for part in &row.text.parts {
        parts.push(match part {
            TextPart::Plain(text) => ShownPart::Plain(text.clone()),
            TextPart::Value(value) => {
                let (shape, notation) = set_up_context.shape(&value.ty);
                ShownPart::Value(values.next()?, shape, notation)
            }
        });
    }
    Some(ShownRow { name: row.name.clone(), of: row.of.map(|kind| kind.0), reg, parts })
}

impl DisplayRows {
    /// The machine, with its whole budget.
    fn machine_of(&mut self, made: &Made) -> &mut Machine {
        let machine = self.machine.get_or_insert_with(|| Box::new(Machine::new(made.set_up_context.program())));
        machine.share_steps(MOST_STEPS);
        machine
    }

    /// All rows for a viewer. A row with owners appears for each of them, in the order of their kind.
    pub(super) fn shown(&mut self, game: &Game, eye: &mut Eye<'_>, state: &State, viewer: Option<usize>) -> Vec<Shown> {
        let Some(made) = game.rows().filter(|made| !made.rows.is_empty()) else { return Vec::new() };
        made.shown(self.machine_of(&made), state, &mut eye.hidden_parts(state, viewer).renewed())
    }

    /// Values of all measures of `winner` for a viewer: a list for each, by seat. `None` is a value that the viewer may not know,
    /// or that is missing.
    pub(crate) fn measures(
        &mut self,
        game: &Game,
        eye: &mut Eye<'_>,
        state: &State,
        viewer: Option<usize>,
    ) -> Vec<Vec<Option<i64>>> {
        let Some(made) = game.rows().filter(|made| !made.measures.is_empty()) else { return Vec::new() };
        made.measured(self.machine_of(&made), state, &mut eye.hidden_parts(state, viewer).renewed(), game.players())
    }

    /// All rows, and all measures, for a viewer.
    pub(super) fn values(
        &mut self,
        game: &Game,
        eye: &mut Eye<'_>,
        state: &State,
        viewer: Option<usize>,
    ) -> (Vec<Shown>, Vec<Vec<Option<i64>>>) {
        let Some(made) = game.rows() else { return (Vec::new(), Vec::new()) };
        let mut hidden_parts = eye.hidden_parts(state, viewer).renewed();
        let shown = made.shown(self.machine_of(&made), state, &mut hidden_parts);
        (shown, made.measured(self.machine_of(&made), state, &mut hidden_parts, game.players()))
    }
}

impl Made {
    fn shown(&self, machine: &mut Machine, state: &State, hidden_parts: &mut HiddenParts) -> Vec<Shown> {
        let mut all = Vec::new();
        for row in &self.rows {
            let mut show = |of, is_thing, machine: &mut Machine| {
                let value = self.value(machine, state, row, hidden_parts);
                all.push(Shown { name: row.name.clone(), of, value, is_thing });
            };
            let Some(kind) = row.of else {
                show(None, false, machine);
                continue;
            };
            let kind = &self.set_up_context.legend().kinds[kind as usize];
            for (at, member) in kind.members.iter().enumerate() {
                machine.set_regs(row.reg, &[at as i32]);
                let of = Some((kind.name.clone(), member.notation.clone(), member.title.clone()));
                show(of, self.things.contains(&member.notation), machine);
            }
        }
        all
    }

    /// Text of a row. `None` if a value is missing or hidden, or faults.
    fn value(
        &self,
        machine: &mut Machine,
        state: &State,
        row: &ShownRow,
        hidden_parts: &mut HiddenParts,
    ) -> Option<String> {
        let (program, legend) = (self.set_up_context.program(), self.set_up_context.legend());
        let mut text = String::new();
        for part in &row.parts {
            match part {
                ShownPart::Plain(plain) => text.push_str(plain),
                &ShownPart::Value(id, shape, notation) => {
                    let is_in_sight = machine.is_in_sight(program, state, id, hidden_parts);
                    machine.carry_steps();
                    if !is_in_sight {
                        return None;
                    }
                    let words = words(machine, program, state, (id, shape));
                    machine.carry_steps();
                    let words = words.ok()?;
                    text.push_str(&show(legend, notation, &words, Style::People));
                }
            }
        }
        Some(text)
    }
}
