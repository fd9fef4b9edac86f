//! Findings where `look.yaml` names something that the rules do not have.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::names::{RuleNameSort, families, sorts, wrong};
use super::{BoardFile, Icon, LookFile, cards};
use crate::codes;
use tavola_core::ir::{Board, Rulebook};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::Span;
use tavola_syntax::yaml::suggestion;

/// Names that can have a colour.
pub(super) const COLOURED: [RuleNameSort; 3] = [RuleNameSort::Member, RuleNameSort::Component, RuleNameSort::Kind];
/// Names that can have an icon.
pub(super) const SIGNED: [RuleNameSort; 4] =
    [RuleNameSort::Member, RuleNameSort::Component, RuleNameSort::Kind, RuleNameSort::Track];

impl LookFile {
    /// Findings about names, and about sizes and positions of boards. The first rulebook is that of the game, the others those of its
    /// variants.
    pub(crate) fn review(&self, books: &[Arc<Rulebook>]) -> Vec<Diagnostic> {
        let known: BTreeMap<&str, RuleNameSort> = books.iter().rev().flat_map(|book| sorts(book)).collect();
        let mut found = Vec::new();
        for (name, (_, span)) in &self.colours {
            found.extend(wrong(&known, name, *span, &COLOURED, "has no colour in a picture"));
        }
        for (name, (icon, span)) in &self.icons {
            found.extend(wrong(&known, name, *span, &SIGNED, "has no icon"));
            let is = |sort| known.get(name.as_str()) == Some(&sort);
            if matches!(icon, Icon::Picture(_)) && (is(RuleNameSort::Kind) || is(RuleNameSort::Track)) {
                let message = format!(
                    "`{name}` is {}, whose icon stands in lines of text",
                    if is(RuleNameSort::Kind) { "a kind" } else { "a track" }
                );
                let finding = Diagnostic::error(codes::ICON, *span, message);
                found.push(finding.help("write one or two signs; members and components can have a picture"));
            }
            if *icon == Icon::Pips && known.contains_key(name.as_str()) && !is(RuleNameSort::Component) {
                let message = format!("`{name}` is no component, so it cannot be a die");
                found.push(
                    Diagnostic::error(codes::ICON, *span, message)
                        .help("give the component of the dice the icon `pips`"),
                );
            }
        }
        let most = books.iter().map(|book| usize::from(book.players.1)).max().unwrap_or(0);
        if let Some((_, span)) = self.seats.get(most) {
            let message = format!("{} colours for at most {most} players", self.seats.len());
            found.push(Diagnostic::error(codes::COLOUR, *span, message).help("remove the others"));
        }
        for (name, (board, span)) in &self.boards {
            found.extend(wrong(&known, name, *span, &[RuleNameSort::Board], "cannot be drawn as a board"));
            found.extend(board.review(name, books, &known));
        }
        found.extend(cards::review(&self.cards, books, &known));
        found
    }
}

impl BoardFile {
    /// Findings about the spaces of a board of this name. None if no rulebook has it.
    fn review(&self, name: &str, books: &[Arc<Rulebook>], known: &BTreeMap<&str, RuleNameSort>) -> Vec<Diagnostic> {
        let boards = books.iter().flat_map(|book| book.boards.iter().map(move |board| (&**book, board)));
        let own: Vec<(&Rulebook, &Board)> = boards.filter(|(_, board)| board.name == name).collect();
        if own.is_empty() {
            return Vec::new();
        }
        let is_grid = own.iter().all(|(_, board)| board.grid.is_some());
        if let Some(at) = self.positions_at.or(self.size_at).filter(|_| is_grid) {
            let message = format!("the spaces of `{name}` have their places already");
            let help = "remove `size:` and `positions:`; only spaces that links join can have other places";
            return vec![Diagnostic::error(codes::POSITION, at, message).help(help)];
        }
        let spaces = own.iter().flat_map(|(book, board)| families(book, board.nodes));
        let spaces: Vec<&str> = spaces.map(|family| family.name.as_str()).collect();
        let stray = |(space, (_, span)): (&String, &((i64, i64), Span))| {
            let family = space.split('(').next().unwrap_or_default();
            if spaces.contains(&family) {
                return None;
            }
            let (code, message) = match known.get(family) {
                Some(sort) => (codes::OTHER_SORT, format!("`{space}` is {}, not a space of `{name}`", sort.words())),
                None => (codes::NO_SUCH_NAME, format!("the board `{name}` has no space `{space}`")),
            };
            let near = suggestion(*span, space, spaces.iter().copied());
            Some(
                Diagnostic::error(code, *span, message)
                    .help(near.unwrap_or_else(|| "name a space of the board".into())),
            )
        };
        self.positions.iter().filter_map(stray).collect()
    }
}
