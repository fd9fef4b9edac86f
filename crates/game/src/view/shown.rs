//! What the author wants players to see of a position besides what lies there: rows of `display`, worked out for one
//! viewer.
//!
//! A row is worked out over the box of the game beside its program, so nothing that is shown can change play. A value is
//! told only where everything that was read on the way to it is in sight of the viewer: then it is the same in all positions
//! that he cannot tell apart.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use crate::Game;
use crate::sight::Eye;
use crate::wording::{Style, show};
use crate::words::words;
use tavola_core::code::{ExprId, MemberName, Reg, ValueShape};
use tavola_core::ir::{self, Showing, TextPart};
use tavola_core::lower::Ground;
use tavola_core::vm::{Machine, State, Veil};

/// A value that players are shown, as one of them may know it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Shown {
    /// How players call it: `points so far`.
    pub name: String,
    /// Whose it is: the kind, the member in the language, and as players read it; none: of the whole game.
    pub of: Option<(String, String, String)>,
    /// The value as players read it; none: it has none now, or tells what the viewer does not see.
    pub value: Option<String>,
    /// Whether it is a sort of thing that it is told of: a card, a tile.
    pub is_thing: bool,
}

/// How places, tracks and memory are shown, where the rows of `display` say so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Display {
    elsewhere: Vec<String>,
    titles: Vec<(String, String)>,
}

impl Display {
    /// Whether a place, track or variable is left out, or shown by a row.
    pub fn leaves_out(&self, name: &str) -> bool {
        self.elsewhere.iter().any(|other| other == name)
    }

    /// How players call a place; none: by its name.
    pub fn title(&self, place: &str) -> Option<&str> {
        self.titles.iter().find(|(name, _)| name == place).map(|(_, title)| title.as_str())
    }
}

/// The rows of a set-up, made when they are first wanted.
pub(crate) type MadeOnce = OnceLock<Option<Arc<Made>>>;

/// A box of its own, and the rows that are read with it.
pub(crate) struct Made {
    ground: Ground,
    rows: Vec<ShownRow>,
    /// Sorts of things, in notation without whose they are.
    things: BTreeSet<String>,
}

struct ShownRow {
    name: String,
    /// The kind whose members it has values of.
    of: Option<u32>,
    reg: Reg,
    parts: Vec<ShownPart>,
}

enum ShownPart {
    Plain(String),
    /// What is worked out, and how its value is written.
    Value(ExprId, ValueShape, u32),
}

/// The budget of all rows together, in steps of the machine; what would take more is not shown.
const MOST_STEPS: u64 = 4_000_000;

/// Works the rows out, on a machine of their own.
#[derive(Default)]
pub(crate) struct DisplayRows {
    machine: Option<Box<Machine>>,
}

impl Game {
    /// What the rows of `display` say of places, tracks and memory.
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

    fn rows(&self) -> Option<Arc<Made>> {
        let make = || {
            let wanted: Vec<&ir::DisplayRow> =
                self.book().display.iter().filter(|row| row.how == Showing::Values).collect();
            if wanted.is_empty() {
                return None;
            }
            let mut ground = Ground::clone(&self.inner.ground);
            let rows = wanted.into_iter().filter_map(|row| made(&mut ground, row)).collect();
            let own = |piece: &MemberName| piece.notation.split('[').next().unwrap_or_default().to_owned();
            let things = ground.legend().pieces.iter().map(own).collect();
            Some(Arc::new(Made { ground, rows, things }))
        };
        self.rows.get_or_init(make).clone()
    }
}

/// A row over the box; none if it means nothing in this set-up (a table of another number of players, say).
fn made(ground: &mut Ground, row: &ir::DisplayRow) -> Option<ShownRow> {
    let (reg, values) = ground.add_shown(row).ok()?;
    let mut values = values.into_iter();
    let mut parts = Vec::new();
    for part in &row.text.parts {
        parts.push(match part {
            TextPart::Plain(text) => ShownPart::Plain(text.clone()),
            TextPart::Value(value) => {
                let (shape, notation) = ground.shape(&value.ty);
                ShownPart::Value(values.next()?, shape, notation)
            }
        });
    }
    Some(ShownRow { name: row.name.clone(), of: row.of.map(|kind| kind.0), reg, parts })
}

impl DisplayRows {
    /// All rows for a viewer, those with an owner for each in the order of its kind.
    pub(super) fn shown(&mut self, game: &Game, eye: &mut Eye<'_>, state: &State, viewer: Option<usize>) -> Vec<Shown> {
        let Some(made) = game.rows() else { return Vec::new() };
        let mut veil = eye.veil(state, viewer).renewed();
        let machine = self.machine.get_or_insert_with(|| Box::new(Machine::new(made.ground.program())));
        machine.share_steps(MOST_STEPS);
        let mut all = Vec::new();
        for row in &made.rows {
            let mut show = |of, is_thing, machine: &mut Machine| {
                let value = made.value(machine, state, row, &mut veil);
                all.push(Shown { name: row.name.clone(), of, value, is_thing });
            };
            let Some(kind) = row.of else {
                show(None, false, machine);
                continue;
            };
            let kind = &made.ground.legend().kinds[kind as usize];
            for (at, member) in kind.members.iter().enumerate() {
                machine.set_regs(row.reg, &[at as i32]);
                let of = Some((kind.name.clone(), member.notation.clone(), member.title.clone()));
                show(of, made.things.contains(&member.notation), machine);
            }
        }
        all
    }
}

impl Made {
    /// The text of a row; none where a value is not there, is not in sight, or where working it out goes wrong.
    fn value(&self, machine: &mut Machine, state: &State, row: &ShownRow, veil: &mut Veil) -> Option<String> {
        let (program, legend) = (self.ground.program(), self.ground.legend());
        let mut text = String::new();
        for part in &row.parts {
            match part {
                ShownPart::Plain(plain) => text.push_str(plain),
                &ShownPart::Value(id, shape, notation) => {
                    let is_in_sight = machine.is_in_sight(program, state, id, veil);
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
