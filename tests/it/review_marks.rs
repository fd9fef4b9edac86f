//! Review marks of clauses in a `rulebook.yaml`: writing one changes nothing else in the file.

use tavola::game::Rules;
use tavola::play::marked;
use tavola::play::scenario::Suite;

use crate::cli::Home;

/// The text after the first clause is marked as reviewed. `MARK` stands for the mark.
fn read(text: &str) -> Result<String, String> {
    let home = Home::new();
    let rules = Rules::read(&home.path("rules/gems"), None).expect("the rules are fine");
    let marked = marked(&rules, &Suite::default(), text, &["GM-1".to_owned()])?;
    let (before, mark) = marked.split_once("GM-1: ").expect("a mark");
    let (mark, after) = mark.split_once('\n').expect("the end of its line");
    assert!(mark.len() == 17 && mark.chars().all(|c| c == '-' || c.is_ascii_hexdigit()), "{mark}");
    Ok(format!("{before}GM-1: MARK\n{after}"))
}

#[test]
fn a_new_mark_replaces_the_old_one() {
    let block = "reviewed:\n  GM-1: MARK\n";
    let whole = |text: &str| read(text).expect("it can be marked");
    assert_eq!(whole("a: 1\n"), format!("a: 1\n\n{block}"));
    assert_eq!(whole("a: 1"), format!("a: 1\n\n{block}"));
    assert_eq!(whole("a: 1\nreviewed:\n  B: 2\n\n  C: 3\n# x\nb: 2\n"), format!("a: 1\n{block}# x\nb: 2\n"));
    assert_eq!(whole("text: 'reviewed: no'\n"), format!("text: 'reviewed: no'\n\n{block}"));
    assert_eq!(whole("reviewed: { B: 2 }\nb: 2\n"), format!("{block}b: 2\n"));
}

#[test]
fn indented_keys_keep_their_indent() {
    let block = "  reviewed:\n    GM-1: MARK\n";
    assert_eq!(read("  a: 1\n  reviewed:\n    B: 2\n  b: 2\n"), Ok(format!("  a: 1\n{block}  b: 2\n")));
    assert_eq!(read("# x\na: 1\n"), Ok("# x\na: 1\n\nreviewed:\n  GM-1: MARK\n".to_owned()));
    assert!(read("{ a: 1 }\n").is_err_and(|why| why.contains("cannot hold the marks")));
}
