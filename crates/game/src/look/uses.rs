//! Names of the rules that `look.yaml` uses.

use super::LookFile;
use super::names::{RuleNameSort, families};
use super::review::{COLOURED, SIGNED};
use crate::Rules;
use crate::outside_names::{NameForm, OutsideName, place_of_name};
use tavola_core::ir::{KindBody, KindId, Rulebook};
use tavola_syntax::text::Span;

impl Rules {
    /// Names of these rules in `look.yaml`, each with its declaration. Empty while the rules have errors.
    pub fn names_in_look(&self) -> Vec<OutsideName> {
        let (Some(look), Some(book)) = (&self.texts().look, &self.book) else { return Vec::new() };
        let mut found = Vec::new();
        let mut add = |at: Span, name: &str, declared: Vec<Span>| {
            let (at, is_placed) = match place_of_name(self.sources(), at, name) {
                Some(at) => (at, true),
                None => (at, false),
            };
            let is_sure = is_placed && declared.len() == 1;
            let names = declared.into_iter().map(|to| OutsideName { at, to, form: NameForm::AsDeclared, is_sure });
            found.extend(names);
        };
        look.file.each_name(book, &mut add);
        found
    }
}

impl LookFile {
    /// Calls `add` with the place of each name, the name, and the places of what it may be.
    fn each_name(&self, book: &Rulebook, add: &mut dyn FnMut(Span, &str, Vec<Span>)) {
        let coloured = self.colours.iter().map(|(name, (_, at))| (name, *at, COLOURED.as_slice()));
        let signed = self.icons.iter().map(|(name, (_, at))| (name, *at, SIGNED.as_slice()));
        let boards = self.boards.iter().map(|(name, (_, at))| (name, *at, [RuleNameSort::Board].as_slice()));
        let cards = [RuleNameSort::Kind, RuleNameSort::Member];
        let cards = self.cards.iter().map(|(name, (_, at))| (name, *at, cards.as_slice()));
        for (name, at, sorts) in coloured.chain(signed).chain(boards).chain(cards) {
            add(at, name, declared(book, name, sorts));
        }
        for (name, (board, _)) in &self.boards {
            let own = || book.boards.iter().filter(|board| board.name == *name);
            for (space, (_, at)) in &board.positions {
                let family = space.split('(').next().unwrap_or_default();
                let spaces = own().flat_map(|board| families(book, board.nodes));
                add(*at, family, places(spaces.filter(|space| space.name == family).map(|space| space.span)));
            }
        }
        for (name, (card, _)) in &self.cards {
            for (column, at) in card.shown() {
                add(*at, column, columns(book, name, column));
            }
        }
    }
}

/// Places of the things of a name that are of one of these sorts. The last sort that has the name counts, as where the look is read.
fn declared(book: &Rulebook, name: &str, sorts: &[RuleNameSort]) -> Vec<Span> {
    let of = |sort: &RuleNameSort| match sort {
        RuleNameSort::Kind => places(book.kinds.iter().filter(|it| it.name == name).map(|it| it.span)),
        RuleNameSort::Component => {
            let components = book.components.iter().filter(|it| it.kind.is_none() && it.name == name);
            places(components.map(|it| it.span))
        }
        RuleNameSort::Track => places(book.tracks.iter().filter(|it| it.name == name).map(|it| it.span)),
        RuleNameSort::Board => places(book.boards.iter().filter(|it| it.name == name).map(|it| it.span)),
        RuleNameSort::Member => {
            let members = (0..book.kinds.len()).flat_map(|at| families(book, KindId(at as u32)));
            places(members.filter(|it| it.name == name).map(|it| it.span))
        }
        RuleNameSort::Place | RuleNameSort::Memory | RuleNameSort::Setting | RuleNameSort::Rule => Vec::new(),
    };
    let order = [RuleNameSort::Kind, RuleNameSort::Member, RuleNameSort::Component, RuleNameSort::Track];
    let ranked = order.iter().chain([&RuleNameSort::Board]).filter(|sort| sorts.contains(sort));
    ranked.map(of).find(|found| !found.is_empty()).unwrap_or_default()
}

/// Places of the columns of a name that the cards of this kind or member have.
fn columns(book: &Rulebook, card: &str, column: &str) -> Vec<Span> {
    let of_kind = |at: usize| families(book, KindId(at as u32)).into_iter().map(|family| family.span);
    let meant: Vec<Span> = (0..book.kinds.len()).filter(|at| book.kinds[*at].name == card).flat_map(of_kind).collect();
    let has_card = |body: &KindBody| match body {
        KindBody::Members(families) => families.iter().any(|it| it.name == card || meant.contains(&it.span)),
        _ => false,
    };
    let kinds = book.kinds.iter().filter(|kind| has_card(&kind.body));
    places(kinds.flat_map(|kind| &kind.attributes).filter(|own| own.name == column).map(|own| own.span))
}

fn places(spans: impl Iterator<Item = Span>) -> Vec<Span> {
    let mut all: Vec<Span> = spans.filter(|span| !span.is_none()).collect();
    all.sort_unstable();
    all.dedup();
    all
}
