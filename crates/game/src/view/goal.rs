//! The ranking of players: the measures of `winner`.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::Game;
use tavola_core::code::{ExprId, Reg, ValueShape};
use tavola_core::ir::{Component, DisplayRow, Measure, MeasureSort, PLAYER, TextPart};
use tavola_core::lower::SetUpContext;

/// The line `winner` of the rules.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WinnerLook {
    /// Its measures, most significant first.
    pub measures: Vec<MeasureLook>,
    /// Clauses that it cites.
    pub clauses: Vec<String>,
}

/// A measure of a ranking of players.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeasureLook {
    /// Name for players: `fame`.
    pub name: String,
    /// Its order.
    pub sort: MeasureOrder,
    /// True if it is the number of things in places: `cards in hand`.
    pub counted: bool,
}

/// Order in which a measure is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MeasureOrder {
    /// A condition: players who satisfy it come first. Its value is 1 or 0.
    Condition,
    /// A larger value is better.
    Most,
    /// A smaller value is better.
    Least,
}

/// Measures of a set-up, lowered.
pub(super) struct MeasureRow {
    pub(super) reg: Reg,
    pub(super) value: ExprId,
    pub(super) shape: ValueShape,
}

impl Game {
    /// The measures of the line `winner`. Empty if there is none.
    pub fn goal(&self) -> WinnerLook {
        let Some(winner) = &self.book().winner else { return WinnerLook::default() };
        let span = self.book().defines[winner.ranks.index()].span;
        let sort = |sort| match sort {
            MeasureSort::Condition => MeasureOrder::Condition,
            MeasureSort::Most => MeasureOrder::Most,
            MeasureSort::Least => MeasureOrder::Least,
        };
        let measure = |measure: &Measure| {
            let (name, counted) = self.measure_name(measure);
            MeasureLook { name, sort: sort(measure.sort), counted }
        };
        WinnerLook {
            measures: winner.measures.iter().map(measure).collect(),
            clauses: self.book().clauses_at(span).to_vec(),
        }
    }

    /// The name of the row of `display` with the same value in words, or the words of the rules without their player; and whether these
    /// words count things.
    fn measure_name(&self, measure: &Measure) -> (String, bool) {
        let player = |row: &DisplayRow| row.locals.first().map_or("", |local| local.name.as_str()).to_owned();
        let own = self.in_words(self.sources().text(measure.row.span), &player(&measure.row));
        let is_shown = |row: &&DisplayRow| match row.text.parts.as_slice() {
            [TextPart::Value(value)] => self.in_words(self.sources().text(value.span), &player(row)) == own,
            _ => false,
        };
        let shown = self.book().display.iter().filter(|row| row.of == Some(PLAYER)).find(is_shown);
        shown.map_or(own, |row| (row.name.clone(), false))
    }

    /// `cart[p] at site[hill]` as `cart at site Hill`; and whether it counts all that lies in places.
    fn in_words(&self, text: &str, player: &str) -> (String, bool) {
        let members = || self.legend().kinds.iter().flat_map(|kind| kind.members.iter());
        let word = |word: &str| {
            let title = members().find(|member| member.notation == word).map(|member| member.title.clone());
            title.unwrap_or_else(|| word.replace('_', " "))
        };
        let text = text.replace(&format!("[{player}]"), "").replace(&format!("({player})"), "");
        let is_of_name = |sign: char| sign.is_alphanumeric() || sign == '_';
        let mut words: Vec<String> = Vec::new();
        for part in text.split(|sign: char| sign.is_whitespace() || "[](){}".contains(sign)) {
            if !part.is_empty() && part != player {
                words.push(if part.chars().all(is_of_name) { word(part) } else { part.to_owned() });
            }
        }
        let text = words.join(" ");
        // Who leads has the most of it, so it need not say that it counts.
        let counted = text.strip_prefix("count of ").unwrap_or(&text).trim_end_matches(" of");
        match self.contents_of(counted).filter(|_| counted != text) {
            Some(things) => (format!("{things} in {counted}"), true),
            None => (counted.to_owned(), false),
        }
    }

    /// Word for all that lies in the places with this name, if there are such places: `cards` if each has a name of its own, the title
    /// of the component if they hold no other.
    fn contents_of(&self, name: &str) -> Option<String> {
        let at = self.legend().places.iter().position(|place| place.name.replace('_', " ") == name)?;
        let layout = &self.program().layout;
        let held = layout.families[at].holds.iter().map(|piece| layout.pieces[piece as usize].component as usize);
        let held: Vec<&Component> =
            held.collect::<BTreeSet<usize>>().into_iter().map(|at| &self.book().components[at]).collect();
        Some(match held[..] {
            _ if held.iter().all(|component| component.kind.is_some()) => "cards".to_owned(),
            [only] if only.title.ends_with('s') => only.title.clone(),
            [only] => format!("{}s", only.title),
            _ => "things".to_owned(),
        })
    }
}

/// Lowers the measures. `None` for one that has no meaning in this set-up.
pub(super) fn rows(game: &Game, context: &mut SetUpContext) -> Vec<Option<MeasureRow>> {
    let measures = game.book().winner.iter().flat_map(|winner| &winner.measures);
    let mut made = |measure: &Measure| {
        let [TextPart::Value(value)] = measure.row.text.parts.as_slice() else { return None };
        let (reg, values) = context.add_shown(&measure.row).ok()?;
        let (shape, _) = context.shape(&value.ty);
        Some(MeasureRow { reg, value: *values.first()?, shape })
    };
    measures.map(&mut made).collect()
}
