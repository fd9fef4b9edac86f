//! Possible continuations of a text, for completion: from the grammar, and from the tables of the messages.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use pest::error::{ErrorVariant, InputLocation};

use super::grammar::{self, Rule};
use super::{columns, guard, items, lexicon, sheets, words};

/// A sort of text that is read by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextSort {
    /// First line of an item.
    Item,
    /// Sentences.
    Sentence,
    /// An expression.
    Value,
    /// Field of a sheet, after its label.
    Field(&'static str),
    /// Cell of a table of the box: the word of the table, and the heading.
    Cell(&'static str, &'static str),
}

/// Possible continuations of a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Possible {
    /// Words of the language.
    pub words: BTreeSet<String>,
    /// True if a value can stand there.
    pub value: bool,
    /// True if a name can stand there that need not be a value.
    pub name: bool,
    /// True if a text in quotes can stand there.
    pub text: bool,
}

/// Possible continuations of `before`, the beginning of a text without the word that is being written. Empty if `before` cannot
/// be read.
pub fn possible(sort: TextSort, before: &str) -> Possible {
    let Some(rule) = rule(sort) else { return Possible::default() };
    // No rule reads this character, so the parser stops there at the latest.
    let text = format!("{}\u{1}", before.trim_start());
    if guard::check(&text).is_err() {
        return Possible::default();
    }
    let Err(failure) = grammar::read(rule, &text) else { return Possible::default() };
    let (InputLocation::Pos(stop) | InputLocation::Span((stop, _))) = failure.location;
    let rest = text.get(stop..).unwrap_or_default().trim_start_matches(' ');
    let ErrorVariant::ParsingError { positives, .. } = &failure.variant else { return Possible::default() };
    let mut found = Possible::default();
    if rest == "\u{1}" {
        positives.iter().for_each(|rule| found.add(*rule));
    }
    found
}

/// Rules of the grammar that begin with a word, by the rule of that word.
const BEGIN: [(Rule, Rule); 24] = [
    (Rule::from, Rule::k_from),
    (Rule::to, Rule::k_to),
    (Rule::seating, Rule::k_clockwise),
    (Rule::r#where, Rule::k_where),
    (Rule::ranked, Rule::k_ranked_by),
    (Rule::key, Rule::w_key),
    (Rule::is_tail, Rule::k_is),
    (Rule::until, Rule::k_until),
    (Rule::seen_by, Rule::k_seen),
    (Rule::showing, Rule::k_showing),
    (Rule::rounded, Rule::k_rounded),
    (Rule::moment, Rule::w_moment),
    (Rule::laid_over, Rule::k_over),
    (Rule::step, Rule::k_step),
    (Rule::start, Rule::k_start),
    (Rule::comparator, Rule::k_in),
    (Rule::than, Rule::k_in),
    (Rule::all_pass, Rule::k_all),
    (Rule::one_of, Rule::k_one),
    (Rule::can_do, Rule::k_do),
    (Rule::can_play, Rule::k_play),
    (Rule::l_once, Rule::k_once),
    (Rule::shape, Rule::w_shape),
    (Rule::then_by, Rule::k_then),
];

/// Words that begin a value.
const VALUES: [Rule; 11] = [
    Rule::k_count,
    Rule::w_fold,
    Rule::w_pick,
    Rule::k_rank,
    Rule::k_some,
    Rule::k_no,
    Rule::k_every,
    Rule::w_not,
    Rule::k_if,
    Rule::k_can,
    Rule::w_shape,
];

impl Possible {
    fn add(&mut self, rule: Rule) {
        let name = format!("{rule:?}");
        if name.starts_with("k_add") || matches!(rule, Rule::sentences | Rule::chain) || name.starts_with("s_") {
            self.words.extend(lexicon::sentences().map(|(word, _)| word.to_owned()));
            self.value = true;
        } else if ["k_", "w_", "l_"].iter().any(|start| name.starts_with(start)) {
            let spelt = words::words(rule).map(|word| word.split_whitespace().collect::<Vec<_>>().join(" "));
            self.words.extend(spelt.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())));
        } else if let Some(verb) = name.strip_prefix("v_") {
            self.words.insert(verb.to_owned());
        } else if let Some((_, word)) = BEGIN.iter().find(|(own, _)| *own == rule) {
            self.add(*word);
        }
        match rule {
            Rule::string => self.text = true,
            Rule::r#type => {
                self.words.extend(TYPES.map(str::to_owned));
                self.name = true;
            }
            Rule::name | Rule::place_name | Rule::param | Rule::axis => self.name = true,
            rule if is_value(rule) && !self.value => {
                self.value = true;
                VALUES.into_iter().for_each(|begin| self.add(begin));
            }
            _ => {}
        }
    }
}

/// Words that begin a type.
const TYPES: [&str; 6] = ["set of", "list of", "bag of", "yes or no", "number", "place"];

fn is_value(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::expr
            | Rule::or_e
            | Rule::and_e
            | Rule::not_e
            | Rule::compare
            | Rule::range_e
            | Rule::near_range
            | Rule::sum
            | Rule::product
            | Rule::counted
            | Rule::postfix
            | Rule::primary
            | Rule::word
            | Rule::group
            | Rule::q_exact
            | Rule::q_all
            | Rule::q_up_to
            | Rule::times
            | Rule::query
            | Rule::binder
            | Rule::choice
            | Rule::limit
            | Rule::seer
            | Rule::test
            | Rule::case
            | Rule::count_of
            | Rule::number
            | Rule::set
            | Rule::list
    )
}

fn rule(sort: TextSort) -> Option<Rule> {
    match sort {
        TextSort::Item => Some(Rule::item_head),
        TextSort::Sentence => Some(Rule::sentences),
        TextSort::Value => Some(Rule::only_expr),
        TextSort::Field(label) => sheets::FIELDS.iter().find(|(own, ..)| *own == label).map(|(_, rule, _)| *rule),
        TextSort::Cell(table, heading) => {
            columns::of(table)?.iter().find(|column| column.name == heading).map(|column| column.rule)
        }
    }
}

/// Words that begin an item, each with an example. Variants write some of them before another word.
pub fn item_words(variant: bool) -> impl Iterator<Item = (&'static str, &'static str)> {
    lexicon::items().chain(items::OVERLAY_EXAMPLES.into_iter().filter(move |_| variant))
}

/// Words that begin a sentence, each with an example.
pub fn sentence_words() -> impl Iterator<Item = (&'static str, &'static str)> {
    lexicon::sentences()
}

/// Verbs after a player, each with an example.
pub fn verb_words() -> impl Iterator<Item = (&'static str, &'static str)> {
    lexicon::verbs()
}

/// Labels of the lines of a sheet, or of a track, each with what its value is.
pub fn labels(track: bool) -> impl Iterator<Item = (&'static str, &'static str)> {
    let all: &[_] = if track { &sheets::PAST } else { &sheets::FIELDS };
    all.iter().map(|(label, _, wants)| (*label, *wants))
}

/// Columns of a table of the box (`settings`), each with what its cells need. Empty for other items.
pub fn column_words(table: &str) -> Vec<(&'static str, &'static str)> {
    let own = columns::of(table).unwrap_or_default();
    let clause = (!own.is_empty()).then_some(("clause", "clauses of the rulebook: `AB-4.1, AB-4.2`"));
    own.iter().map(|column| (column.name, column.wants)).chain(clause).collect()
}

/// All words of the language.
pub fn keywords() -> &'static BTreeSet<String> {
    static WORDS: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
        let spelt = |rule: &Rule| {
            let name = format!("{rule:?}");
            let own = ["k_", "w_", "l_", "t_", "s_"].iter().any(|start| name.starts_with(start));
            if own { words::words(*rule).collect::<Vec<_>>() } else { Vec::new() }
        };
        let grammar = Rule::all_rules().iter().flat_map(spelt);
        let known =
            lexicon::items().chain(lexicon::sentences()).chain(lexicon::verbs()).map(|(word, _)| word.to_owned());
        let split = grammar.chain(known).flat_map(|words| words.split(' ').map(str::to_owned).collect::<Vec<_>>());
        split.filter(|word| word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase())).collect()
    });
    &WORDS
}
