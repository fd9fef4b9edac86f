//! Texts: table rows, comments, and plurals after numbers.

use tavola::text::{count, without_comment};
use tavola_syntax::syntax::rows;

#[test]
fn bars_in_quotes_do_not_separate_cells() {
    let text = "kind X\n  | id | name    |\n  | a  | \"b | c\" |\n  | d  || - |  # a comment\n";
    assert_eq!(rows(text), [vec!["id", "name"], vec!["a", "\"b | c\""], vec!["d", "-"]]);
}

#[test]
fn a_row_ends_with_its_bar() {
    let text = "always\n  | what | holds |\n  | \"#1\" | a  # first\n    # then\n      or b |\n  | \"c\" | d |\n";
    assert_eq!(rows(text), [vec!["what", "holds"], vec!["\"#1\"", "a or b"], vec!["\"c\"", "d"]]);
}

#[test]
fn comments_are_ignored() {
    assert_eq!(without_comment("cost: 1 # why"), "cost: 1 ");
    assert_eq!(without_comment("say \"no # 1\" # why"), "say \"no # 1\" ");
}

#[test]
fn one_takes_the_singular() {
    assert_eq!((count(1u64, "game"), count(0usize, "game")), ("1 game".to_owned(), "0 games".to_owned()));
    assert_eq!(count(1_234_567u32, "game"), "1,234,567 games");
}
