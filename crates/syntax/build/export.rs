//! Export of the grammar as EBNF and GBNF: rules of a whole text without lookahead, for tools and for constrained decoding.
//!
//! `grammar/tavola.pest` and the frame of a text (`frame`) are read by `pest_meta`; `flow` makes each rule context-free, and
//! `write` prints it. What a context-free grammar cannot say: `docs/how-to/let-a-model-write-rules.md`.

mod classes;
mod ends;
mod excluded;
mod flow;
mod frame;
mod write;

use std::collections::BTreeMap;

use pest_meta::ast::Rule;

/// Notation of an exported grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Notation {
    /// EBNF of the XML specification, as railroad diagrams use it
    Ebnf,
    /// GBNF of llama.cpp
    Gbnf,
}

/// The grammar of a text of rules in a notation. The same for each call.
pub(crate) fn grammar(notation: Notation) -> String {
    write::grammar(&flow::flow(&Rules::read()), notation)
}

/// Rules by name: those of the parser, and those of the frame, which replace them.
struct Rules {
    all: BTreeMap<String, Rule>,
    /// Names of rules of the frame.
    framed: Vec<String>,
}

impl Rules {
    fn read() -> Self {
        let mut all = BTreeMap::new();
        let parsed = rules_of(include_str!("../grammar/tavola.pest"));
        all.extend(parsed.into_iter().map(|rule| (rule.name.clone(), rule)));
        let frame = rules_of(&frame::frame());
        let framed = frame.iter().map(|rule| rule.name.clone()).collect();
        all.extend(frame.into_iter().map(|rule| (rule.name.clone(), rule)));
        Self { all, framed }
    }

    fn is_framed(&self, name: &str) -> bool {
        self.framed.iter().any(|framed| framed == name)
    }
}

/// Rules of a grammar of pest.
fn rules_of(text: &str) -> Vec<Rule> {
    let pairs =
        pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, text).expect("the grammar is one of pest");
    pest_meta::parser::consume_rules(pairs).expect("the rules of the grammar are valid")
}
