//! Short marks of things for small spaces.

use std::collections::BTreeMap;

use super::{NamedText, Stage, Thing, is_picture, sort_and_index};
use tavola_game::{CountedThing, Look};

/// Marks of all sorts of things of a set-up.
pub(super) struct Marks<'a> {
    stage: &'a Stage,
    letters: BTreeMap<&'a str, String>,
    /// Titles of sorts of things.
    sorts: BTreeMap<&'a str, &'a str>,
    /// Values of sorts of things.
    values: BTreeMap<String, Vec<NamedText>>,
}

impl<'a> Marks<'a> {
    pub(super) fn new(stage: &'a Stage, values: BTreeMap<String, Vec<NamedText>>) -> Self {
        let look = &stage.look;
        let mut letters: BTreeMap<&str, String> = BTreeMap::new();
        for piece in &look.pieces {
            let own = look.marks.get(family(&piece.id)).and_then(|mark| mark.symbol.clone());
            let taken = |mark: &String| letters.values().any(|other| other == mark);
            let mark = own.unwrap_or_else(|| {
                let free = candidates(&piece.title).into_iter().find(|mark| !taken(mark));
                free.unwrap_or_else(|| piece.title.clone())
            });
            let before = look.marks.get(family(&piece.id)).and_then(|mark| mark.before.as_deref());
            let mark = format!("{}{mark}", before.unwrap_or_default());
            letters.insert(&piece.id, mark);
        }
        let sorts = look.pieces.iter().map(|piece| (piece.id.as_str(), piece.title.as_str())).collect();
        Self { stage, letters, sorts, values }
    }

    pub(super) fn thing(&self, (notation, title, count): &CountedThing) -> Thing {
        let (base, indexes) = sort_and_index(notation);
        let is_index = |name: &&String| indexes.is_some_and(|all| all.split(", ").any(|index| index == *name));
        let owner = self.stage.ids.iter().zip(&self.stage.names).find(|(id, _)| is_index(id));
        let marks = &self.stage.look.marks;
        let look = marks.get(family(base));
        // A thing without a look of its own has that of its index or parameter: a card of a region has the colour of the region.
        let parameter = base.strip_suffix(')').and_then(|inner| inner.split_once('(')).map(|(_, parameter)| parameter);
        let index = indexes.or(parameter).filter(|_| owner.is_none()).and_then(|index| marks.get(family(index)));
        let icon = look.and_then(|mark| mark.icon.clone().or_else(|| mark.before.clone()));
        let lent = index.filter(|_| icon.is_none()).and_then(|mark| mark.icon.clone());
        let own = self.letters.get(base).cloned().unwrap_or_else(|| title.clone());
        let lit = look.filter(|mark| mark.colour.is_some()).or(index);
        Thing {
            id: notation.clone(),
            title: title.clone(),
            sort: self.sorts.get(base).map_or_else(|| title.clone(), |sort| (*sort).to_owned()),
            count: *count,
            owner: owner.map(|(_, name)| name.clone()),
            mark: lent.clone().filter(|lent| !is_picture(lent)).unwrap_or(own),
            colour: lit.and_then(|mark| mark.colour.clone()),
            ink: lit.and_then(|mark| mark.ink.clone()),
            icon: icon.or(lent),
            values: self.values.get(base).cloned().unwrap_or_default(),
            texts: self.stage.look.texts.get(family(base)).cloned().unwrap_or_default(),
            face: self.stage.faces.get(base).cloned(),
            pips: look.is_some_and(|mark| mark.is_die).then_some(0),
        }
    }
}

/// The icon of a member in `look.yaml`.
pub(super) fn icon_of<'l>(id: &str, look: &'l Look) -> Option<&'l String> {
    look.marks.get(family(id))?.icon.as_ref()
}

/// The base of an id: `visit` of `visit(hill)`.
pub(super) fn family(id: &str) -> &str {
    id.split('(').next().unwrap_or_default()
}

/// Candidates for a short name: the first letter, the first letters of its words, the first two to four letters.
fn candidates(title: &str) -> Vec<String> {
    let capital =
        |text: String| text.chars().take(1).flat_map(char::to_uppercase).chain(text.chars().skip(1)).collect();
    let start = |n: usize| -> String { capital(title.chars().filter(|c| c.is_alphanumeric()).take(n).collect()) };
    let initials: String = title.split_whitespace().filter_map(|word| word.chars().next()).take(3).collect();
    let skeleton: String = title.chars().filter(|c| c.is_alphanumeric() && !"aeiou".contains(*c)).take(2).collect();
    let mut all = vec![start(1), initials.to_uppercase(), start(2), capital(skeleton), start(3), start(4)];
    all.retain(|mark: &String| !mark.is_empty());
    all
}
