//! Structural diff of two rule sets, such as a game and its variant, or two versions.

use super::RulePart;
use crate::{PlayedRuling, RulebookFile, Rules};

/// Sort of difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Differs {
    /// The part is new.
    Added,
    /// The part was removed.
    Removed,
    /// Its contents or its citations changed.
    Changed,
    /// The order of its rows changed.
    Order,
}

/// A part of the rules that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Sort of difference.
    pub differs: Differs,
    /// The part before. `None` if it is new.
    pub before: Option<RulePart>,
    /// The part after. `None` if it was removed.
    pub after: Option<RulePart>,
}

/// A clause, ruling or reconstruction whose text differs between two rulebooks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseDifference {
    /// Id, such as `VL-3.1`.
    pub id: String,
    /// Text before. `None` if the entry is new.
    pub before: Option<String>,
    /// Text after. `None` if the entry was removed.
    pub after: Option<String>,
}

impl Difference {
    /// The part after the change, or before it if it was removed.
    pub fn part(&self) -> &RulePart {
        self.after.as_ref().or(self.before.as_ref()).expect("a difference has a part on one side")
    }

    /// Clauses that either side cites, without duplicates. For a row that cites none, those of its table.
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

/// Differences, in the order of the rules after, with removed parts last. Comments, blanks and the order of items do not count.
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

/// Parts in the same item.
fn rows<'p>(parts: &'p [RulePart], part: &RulePart) -> impl Iterator<Item = &'p RulePart> {
    parts.iter().filter(|own| own.id.shares_item(&part.id))
}

/// True if a part is the first row of its table.
fn first_row(parts: &[RulePart], part: &RulePart) -> bool {
    rows(parts, part).find(|own| own.id.row.is_some()) == Some(part)
}

/// Names of the rows of a part's table that both sides have, in order.
fn order<'p>(parts: &'p [RulePart], part: &RulePart, others: &[RulePart]) -> Vec<&'p str> {
    let both = |own: &&RulePart| others.iter().any(|other| other.id == own.id);
    rows(parts, part).filter(both).filter_map(|own| own.id.row.as_deref()).collect()
}

/// Differences between the clauses of two rulebooks, and between the rulings as the rules play them, in the order of the rulebook after.
pub fn clause_differences(before: &Rules, after: &Rules) -> Vec<ClauseDifference> {
    let (old, new) = (texts(before, &before.rulings(&[])), texts(after, &after.rulings_since(before)));
    differing(&old, &new)
}

/// Differences between the texts of two rulebooks as they are written, in the order of the rulebook after.
pub fn text_differences(before: &Rules, after: &Rules) -> Vec<ClauseDifference> {
    let texts = |rules: &Rules| rules.rulebook().map(RulebookFile::texts).unwrap_or_default();
    differing(&texts(before), &texts(after))
}

/// Ids and texts of all clauses, and of these rulings.
fn texts(rules: &Rules, rulings: &[PlayedRuling<'_>]) -> Vec<(String, String)> {
    let clauses = rules.rulebook().into_iter().flat_map(RulebookFile::valid_clauses);
    let clauses = clauses.map(|clause| (clause.id.clone(), clause.text.clone()));
    clauses.chain(rulings.iter().map(|played| (played.ruling.id.clone(), played.text()))).collect()
}

fn differing(old: &[(String, String)], new: &[(String, String)]) -> Vec<ClauseDifference> {
    let text = |all: &[(String, String)], id: &str| all.iter().find(|(own, _)| own == id).map(|(_, text)| text.clone());
    let gone = old.iter().filter(|(id, _)| text(new, id).is_none());
    let ids = new.iter().chain(gone).map(|(id, _)| id.clone());
    let all = ids.map(|id| ClauseDifference { before: text(old, &id), after: text(new, &id), id });
    all.filter(|one| one.before != one.after).collect()
}
