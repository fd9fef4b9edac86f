//! Games shown with marks instead of words, so that other words can be filled in without playing them again.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::Game;
use tavola_core::code::{Op, TextId, TextPart};

/// Begins and ends a mark: `TEXT.PART` between them.
const MARK: char = '\u{E000}';
/// Characters with a meaning of their own in what a marked game tells. Rules that use them are not marked.
const RESERVED: RangeInclusive<char> = MARK..='\u{E00F}';

impl Game {
    /// A copy of this game that says marks instead of the words of its questions and log lines. It is played alike.
    /// `None` if the rules use characters from U+E000 to U+E00F, which have a meaning here.
    pub fn marked(&self) -> Option<Self> {
        if self.sources().iter().any(|(_, source)| has_reserved(&source.text)) {
            return None;
        }
        let mut lowered = self.inner.lowered.clone();
        let program = &mut lowered.program;
        let said = program.ops.iter().filter_map(|op| if let Op::Say(text) = op { Some(*text) } else { None });
        let texts: BTreeSet<TextId> = said.chain(program.asks.iter().filter_map(|ask| ask.prompt)).collect();
        for text in texts {
            for (at, part) in program.texts[text.index()].parts.iter_mut().enumerate() {
                if let TextPart::Plain(words) = part {
                    *words = format!("{MARK}{}.{at}{MARK}", text.0);
                }
            }
        }
        Some(self.with_program(lowered))
    }

    /// A text that a [marked](Game::marked) game shown, with the words of this game. `None` if this game has no words for a mark.
    pub fn unmarked(&self, shown: &str) -> Option<String> {
        let mut text = String::new();
        for (at, piece) in shown.split(MARK).enumerate() {
            text.push_str(if at % 2 == 0 { piece } else { self.words_of(piece)? });
        }
        Some(text)
    }

    fn words_of(&self, mark: &str) -> Option<&str> {
        let (text, part) = mark.split_once('.')?;
        let text = self.program().texts.get(text.parse::<usize>().ok()?)?;
        match text.parts.get(part.parse::<usize>().ok()?)? {
            TextPart::Plain(words) if !has_reserved(words) => Some(words),
            _ => None,
        }
    }
}

fn has_reserved(text: &str) -> bool {
    text.contains(|c| RESERVED.contains(&c))
}
