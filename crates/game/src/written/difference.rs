//! What differs between two rules of a game, part by part: a game and its variant, or two versions.

use super::RulePart;
use crate::{RulebookFile, Rules};

/// How a part differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Differs {
    /// Only the rules of after have it.
    Added,
    /// Only the rules of before have it.
    Removed,
    /// It says something else, or cites something else.
    Changed,
    /// Its rows stand in another order.
    Order,
}

/// A part of the rules that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How.
    pub differs: Differs,
    /// As the rules of before have it; none where they do not.
    pub before: Option<RulePart>,
    /// As the rules of after have it; none where they do not.
    pub after: Option<RulePart>,
}

/// A clause, ruling or reconstruction of which the rulebooks tell something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseDifference {
    /// `VL-3.1`
    pub id: String,
    /// What the rulebook of before tells; none where it does not have it.
    pub before: Option<String>,
    /// What the rulebook of after tells; none where it does not have it.
    pub after: Option<String>,
}

impl Difference {
    /// The part as it is, or as it was where it is no more.
    pub fn part(&self) -> &RulePart {
        self.after.as_ref().or(self.before.as_ref()).expect("a difference has a part on one side")
    }

    /// The clauses that either side cites, each once; of a row that cites none those of its table.
    pub fn cites(&self) -> Vec<&str> {
        let mut all: Vec<&str> = Vec::new();
        for id in [&self.before, &self.after].into_iter().flatten().flat_map(RulePart::clauses) {
            if !all.contains(&id.as_str()) {
                all.push(id);
            }
        }
        all
    }
}

/// What differs, in the order of the rules of after; what they do not have comes last. Comments, blanks and the order of items are no difference.
pub fn differences(before: &Rules, after: &Rules) -> Vec<Difference> {
    let (old, new) = (before.parts(), after.parts());
    let mut found: Vec<Difference> = Vec::new();
    for part in &new {
        match old.iter().find(|own| own.id == part.id) {
            Some(own) if own.says_as(part) => {}
            Some(own) => {
                found.push(Difference {
                    differs: Differs::Changed,
                    before: Some(own.clone()),
                    after: Some(part.clone()),
                });
            }
            None => found.push(Difference { differs: Differs::Added, before: None, after: Some(part.clone()) }),
        }
        if part.id.row.is_none() || !first_row(&new, part) || rows(&old, part).next().is_none() {
            continue;
        }
        let (was, is) = (order(&old, part, &new), order(&new, part, &old));
        if was != is {
            let whole = |rows: Vec<&str>| RulePart {
                id: part.id.item(),
                lines: vec![rows.join(", ")],
                cites: Vec::new(),
                ..part.clone()
            };
            found.push(Difference { differs: Differs::Order, before: Some(whole(was)), after: Some(whole(is)) });
        }
    }
    let gone = old.iter().filter(|part| !new.iter().any(|own| own.id == part.id));
    found.extend(gone.map(|part| Difference { differs: Differs::Removed, before: Some(part.clone()), after: None }));
    found
}

/// The parts that stand in the same item.
fn rows<'p>(parts: &'p [RulePart], part: &RulePart) -> impl Iterator<Item = &'p RulePart> {
    parts.iter().filter(|own| own.id.shares_item(&part.id))
}

/// Whether it is the first row of its table.
fn first_row(parts: &[RulePart], part: &RulePart) -> bool {
    rows(parts, part).find(|own| own.id.row.is_some()) == Some(part)
}

/// The names of the rows of a part's table, in their order, that the others have, too.
fn order<'p>(parts: &'p [RulePart], part: &RulePart, others: &[RulePart]) -> Vec<&'p str> {
    let both = |own: &&RulePart| others.iter().any(|other| other.id == own.id);
    rows(parts, part).filter(both).filter_map(|own| own.id.row.as_deref()).collect()
}

/// What the rulebooks tell otherwise, in the order of that of after.
pub fn clause_differences(before: &Rules, after: &Rules) -> Vec<ClauseDifference> {
    let texts = |rules: &Rules| rules.rulebook().map(RulebookFile::texts).unwrap_or_default();
    let (old, new) = (texts(before), texts(after));
    let text = |all: &[(String, String)], id: &str| all.iter().find(|(own, _)| own == id).map(|(_, text)| text.clone());
    let gone = old.iter().filter(|(id, _)| text(&new, id).is_none());
    let ids = new.iter().chain(gone).map(|(id, _)| id.clone());
    let all = ids.map(|id| ClauseDifference { before: text(&old, &id), after: text(&new, &id), id });
    all.filter(|one| one.before != one.after).collect()
}
