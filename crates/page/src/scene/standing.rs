//! The ranking of players, and the leader as far as the viewer may know it.

use std::cmp::Ordering;

use super::{Clause, MeasuredValue, PlayerScore, Stage, WinningRule};
use tavola_game::{MeasureLook, MeasureOrder, View};

impl Stage {
    /// The measures of the rules, in words. None if they have no `winner`.
    pub(super) fn goal(&self) -> Option<WinningRule> {
        let goal = &self.look.goal;
        let clause = |id: &String| Clause { id: id.clone(), text: self.clauses.get(id).cloned().unwrap_or_default() };
        let clauses: Vec<Clause> = goal.clauses.iter().map(clause).collect();
        let text = match said(&goal.measures) {
            text if !text.is_empty() => text,
            // A condition alone is best read in the words of its clause.
            _ => clauses.iter().map(|clause| clause.text.clone()).find(|text| !text.is_empty())?,
        };
        Some(WinningRule { text, clauses })
    }

    /// The measures of each player, and the ranks, as far as the viewer may know them.
    pub fn standing(&self, view: &View) -> Vec<PlayerScore> {
        let measures = &self.look.goal.measures;
        let known = |seat: usize, at: usize| view.measures.get(at).and_then(|values| *values.get(seat)?);
        let of_seat = |seat: usize| {
            let own = measures.iter().enumerate().filter(|(_, measure)| measure.sort != MeasureOrder::Condition);
            own.map(move |(at, measure)| MeasuredValue { name: measure.name.clone(), value: known(seat, at) })
        };
        let ranks = ranks(measures, &view.measures, self.names.len());
        let score = |(seat, player): (usize, &String)| PlayerScore {
            player: player.clone(),
            rank: ranks.as_ref().map(|ranks| ranks[seat]),
            measures: of_seat(seat).collect(),
        };
        self.names.iter().enumerate().map(score).collect()
    }
}

/// `Most fame wins; ties: most cart at site Hill`. Empty if nothing is counted.
fn said(measures: &[MeasureLook]) -> String {
    let counted = |[most, least, fewest]: [&str; 3]| -> Vec<String> {
        let said = |measure: &MeasureLook| match measure.sort {
            MeasureOrder::Condition => None,
            MeasureOrder::Most => Some(format!("{most} {}", measure.name)),
            MeasureOrder::Least if measure.counted => Some(format!("{fewest} {}", measure.name)),
            MeasureOrder::Least => Some(format!("{least} {}", measure.name)),
        };
        measures.iter().filter_map(said).collect()
    };
    let Some(first) = counted(["Most", "Least", "Fewest"]).into_iter().next() else { return String::new() };
    let condition = measures.iter().find(|measure| measure.sort == MeasureOrder::Condition);
    let condition = condition.map_or_else(String::new, |measure| format!("; required: {}", measure.name));
    let ties = counted(["most", "least", "fewest"]).split_off(1).join(", then ");
    let ties = if ties.is_empty() { ties } else { format!("; ties: {ties}") };
    format!("{first} wins{condition}{ties}")
}

/// Ranks by seat, from 1; equal players share one. None if nothing is counted, or if they depend on a value that is not known.
fn ranks(measures: &[MeasureLook], values: &[Vec<Option<i64>>], players: usize) -> Option<Vec<usize>> {
    if measures.len() != values.len() || measures.iter().all(|measure| measure.sort == MeasureOrder::Condition) {
        return None;
    }
    let compare = |one: usize, other: usize| -> Option<Ordering> {
        for (measure, values) in measures.iter().zip(values) {
            let (own, others) = ((*values.get(one)?)?, (*values.get(other)?)?);
            let order = if measure.sort == MeasureOrder::Least { own.cmp(&others) } else { others.cmp(&own) };
            if order != Ordering::Equal {
                return Some(order);
            }
        }
        Some(Ordering::Equal)
    };
    let rank = |seat: usize| {
        let orders: Option<Vec<Ordering>> =
            (0..players).filter(|&other| other != seat).map(|other| compare(other, seat)).collect();
        Some(1 + orders?.into_iter().filter(|order| *order == Ordering::Less).count())
    };
    (0..players).map(rank).collect()
}
