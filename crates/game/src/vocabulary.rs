//! Words that the log of a game can contain.

use super::wording::plain;
use super::{Game, log};
use tavola_core::code::TextPart;
use tavola_core::ir;
use tavola_syntax::text::capital;

impl Game {
    /// First word of a text that no label, name or log line of this game contains. `None` if there is none.
    ///
    /// Numbers are always accepted. The first and the last word may be parts of words.
    pub fn unsaid<'t>(&self, text: &'t str) -> Option<&'t str> {
        let said = self.said_at_all();
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        let mut words = words.filter(|word| !word.chars().all(|c| c.is_ascii_digit()));
        words.find(|word| !said.contains(word))
    }

    /// True if a word means something: a word of the language, a number, a player, or a member, thing, rule or setting.
    pub fn knows(&self, word: &str) -> bool {
        let inner = &self.inner;
        let legend = &inner.lowered.legend;
        let mut names = legend.kinds.iter().flat_map(|kind| kind.members.iter()).chain(legend.pieces.iter());
        ["yes", "no", "done", "none"].contains(&word)
            || word.parse::<i64>().is_ok()
            || inner.book.names().any(|name| name == word)
            || inner.setup.players.iter().any(|player| player == word)
            || names.any(|name| name.notation == word)
    }

    /// True if some question has an option with this label.
    pub fn is_label(&self, text: &str) -> bool {
        let program = &self.inner.lowered.program;
        let mut labels = program.asks.iter().flat_map(|ask| &ask.arms).filter_map(|arm| arm.label);
        labels.any(|label| plain(program, label) == text)
    }

    /// All texts and names of the game, line by line.
    fn said_at_all(&self) -> String {
        let (book, lowered) = (&self.inner.book, &self.inner.lowered);
        let (program, legend) = (&lowered.program, &lowered.legend);
        let plain = |part: &TextPart| if let TextPart::Plain(text) = part { Some(text.clone()) } else { None };
        let titled = |text: &ir::Text| {
            let plain =
                |part: &ir::TextPart| if let ir::TextPart::Plain(text) = part { Some(text.clone()) } else { None };
            text.parts.iter().filter_map(plain).collect::<Vec<_>>()
        };
        let names = (legend.places.iter().map(|place| &place.name))
            .chain(legend.tracks.iter().chain(&legend.memory).map(|variable| &variable.name))
            .chain(book.components.iter().map(|component| &component.name))
            .chain(book.rules.iter().map(|rule| &rule.name))
            .map(|name| name.replace('_', " "));
        let members = legend.kinds.iter().flat_map(|kind| kind.members.iter()).chain(legend.pieces.iter());
        let prints = legend.prints.iter().flatten().map(|print| &print.of);
        let said = (program.texts.iter().flat_map(|text| &text.parts).filter_map(plain))
            .chain(names)
            .chain(members.chain(prints).map(|name| name.title.clone()))
            .chain(book.components.iter().map(|component| component.title.clone()))
            .chain(book.rules.iter().filter_map(|rule| rule.title.as_ref()).flat_map(titled))
            // Headings begin with a capital letter.
            .flat_map(|text| [capital(&text), text])
            .chain(log::WORDS.iter().map(|word| (*word).to_owned()));
        said.collect::<Vec<_>>().join("\n")
    }
}
