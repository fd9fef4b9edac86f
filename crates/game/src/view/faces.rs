//! Faces and backs of cards as `look.yaml` lays them out, with the values of the rules.

use std::collections::{BTreeMap, BTreeSet};

use super::look::{CardFace, FaceSign, FaceValue, Look, Mark};
use crate::Game;
use crate::look::{CardFile, LookFile, backs, card_files, colour, ink, is_covered};
use crate::wording::Style;
use tavola_core::code::MemberName;
use tavola_core::ir::{Kind, KindBody, Type};
use tavola_core::lower::SetUpContext;
use tavola_syntax::text::capital;

impl Look {
    /// Adds faces and backs of cards. Colours and icons are there already.
    pub(super) fn dress_cards(&mut self, game: &Game, file: &LookFile, context: &mut SetUpContext) {
        let files = card_files(&file.cards, game.book());
        let letters = letters(game);
        for (at, kind) in game.kinds_of_members() {
            let members = &game.legend().kinds[at].members;
            let used: BTreeSet<&str> =
                members.iter().filter_map(|name| files.get(family(name))).flat_map(CardFile::columns).collect();
            let mut columns = BTreeMap::new();
            for (column, attribute) in kind
                .attributes
                .iter()
                .enumerate()
                .filter(|(_, own)| used.contains(own.name.as_str()) && own.ty != Type::Text)
            {
                let texts = [Style::People, Style::Language].map(|style| game.column(context, (at, column), style));
                columns.insert(attribute.name.as_str(), (game.column_name((at, column)), texts));
            }
            for (member, name) in members.iter().enumerate() {
                let family = family(name);
                let Some(card) = files.get(family) else { continue };
                let value = |column: &str| {
                    let Some((name, [people, language])) = columns.get(column) else {
                        return prose(kind, family, column);
                    };
                    self.value(name, people.get(member)?, language.get(member)?, &letters)
                };
                let face = face(card, self.marks.get(family), &value);
                self.faces.insert(name.notation.clone(), face);
            }
        }
        let backs = backs(&files, game.book());
        for place in game.book().places.iter().filter(|place| is_covered(place)) {
            let mut own = place.holds.iter().map(|component| backs[component.index()].as_ref().map(|(back, _)| back));
            if let Some(Some(first)) = own.next().filter(|first| own.all(|other| other == *first)) {
                self.backs.insert(place.name.clone(), first.clone());
            }
        }
    }

    /// A value of a column. `None` if there is nothing to show.
    fn value(&self, name: &str, text: &str, notation: &str, letters: &BTreeMap<&str, String>) -> Option<FaceValue> {
        if text.is_empty() || text == "none" || text == "no" {
            return None;
        }
        let all = notation.strip_prefix('{').and_then(|all| all.strip_suffix('}')).unwrap_or(notation);
        let sign = |item: &str| {
            let (count, id) = match item.split_once(' ') {
                Some((count, id)) => (count.parse().ok()?, id),
                None => (1, item),
            };
            let family = id.split('(').next()?;
            let mut mark = self.marks.get(family)?.clone();
            let has_sign = mark.icon.is_some() || mark.symbol.is_some();
            let is_drawn = mark.colour.is_some() || has_sign;
            if !has_sign {
                mark.symbol = letters.get(family).cloned();
            }
            is_drawn.then(|| FaceSign { count, id: id.to_owned(), mark })
        };
        let signs = all.split(", ").map(sign).collect::<Option<Vec<_>>>().unwrap_or_default();
        Some(FaceValue { name: name.to_owned(), text: text.to_owned(), is_prose: false, signs })
    }
}

/// Greatest number of letters of a member's sign.
const LETTERS: usize = 4;

/// For each member the shortest beginning of its id that no other member of its kind has: `Si` and `Sp` for `silk` and `spice`.
fn letters(game: &Game) -> BTreeMap<&str, String> {
    let beginning = |id: &str, many: usize| -> String { id.chars().take(many).collect() };
    let mut all = BTreeMap::new();
    for kind in game.legend().kinds.iter() {
        let ids: BTreeSet<&str> = kind.members.iter().map(family).collect();
        for &id in &ids {
            let is_own =
                |many: &usize| ids.iter().all(|other| *other == id || beginning(other, *many) != beginning(id, *many));
            let many = (1..LETTERS).find(is_own).unwrap_or(LETTERS);
            all.insert(id, capital(&beginning(id, many)));
        }
    }
    all
}

/// The text of a member in a column of texts.
fn prose(kind: &Kind, family: &str, column: &str) -> Option<FaceValue> {
    let KindBody::Members(families) = &kind.body else { return None };
    let (_, text) = families.iter().find(|own| own.name == family)?.texts.iter().find(|(own, _)| own == column)?;
    Some(FaceValue { name: column.replace('_', " "), text: text.clone(), is_prose: true, signs: Vec::new() })
}

/// The name of a member without its parameters.
fn family(name: &MemberName) -> &str {
    name.notation.split('(').next().unwrap_or_default()
}

fn face(card: &CardFile, mark: Option<&Mark>, value: &dyn Fn(&str) -> Option<FaceValue>) -> CardFace {
    let shown = |column: &Option<(String, _)>| column.as_ref().and_then(|(column, _)| value(column));
    let own = || Some((mark?.colour.clone()?, mark?.ink.clone()));
    let band = match &card.band {
        Some((text, _)) => colour(text).map(|fill| (fill, None)).or_else(|| {
            let signs = value(text)?.signs;
            let mark = &signs.first()?.mark;
            Some((mark.colour.clone()?, mark.ink.clone()))
        }),
        None => None,
    };
    CardFace {
        corner: shown(&card.corner),
        centre: shown(&card.centre),
        lines: card.text.iter().filter_map(|(column, _)| value(column)).collect(),
        band: band.or_else(own).map(|(fill, text)| {
            // A colour of the rules may be one that only browsers know.
            let known = colour(&fill);
            let text = text.or_else(|| Some(ink(known.as_ref()?).to_owned()));
            (known.unwrap_or(fill), text.unwrap_or_else(|| ink("#808080").to_owned()))
        }),
        picture: card.picture.clone(),
        back: card.back.as_ref().map(|(back, _)| back.clone()),
    }
}
