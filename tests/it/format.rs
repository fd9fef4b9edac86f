//! The formatter: what it does line by line. Its laws, on all rules and fixtures and on damaged ones, are in `fuzz/src/layouts.rs`.

use tavola::format::{FormatRefusal, MARGIN, WIDTH, format};
use tavola::text::{self, Sources};

/// Formats a text, which must be laid out as the second one.
#[track_caller]
fn becomes(before: &str, after: &str) {
    let formatted = format(before);
    assert_eq!(formatted.refusal, None);
    assert!(formatted.text == after, "\n--- expected\n{after}\n--- found\n{}", formatted.text);
    assert_eq!(format(after).text, after);
}

#[track_caller]
fn stays(text: &str) {
    becomes(text, text);
}

#[test]
fn spaces_are_those_of_blocks_and_words() {
    becomes(
        "\u{feff}\r\n\r\nrule  fill( p in Player ,n:number )\r\n     if n > 0\r\n         move  n jar from store to shelf[ p ]\r\n\r\n\r\n     say \"two  spaces ,  kept\"",
        "rule fill(p in Player, n:number)\n  if n > 0\n    move n jar from store to shelf[p]\n\n  say \"two  spaces ,  kept\"\n",
    );
    becomes("", "");
    becomes("\n \n", "");
    becomes("kind Jar = {a,b}", "kind Jar = {a, b}\n");
}

#[test]
fn tables_have_columns_of_one_width() {
    becomes(
        "places\n  |place|holds|\n |store | jar|\n     | shelf[Player]|jar ,  lid |\n",
        "places\n  | place         | holds    |\n  | store         | jar      |\n  | shelf[Player] | jar, lid |\n",
    );
    becomes(
        "kind Jar\n  | id | name | worth |\n  | a | \"灯\" | 10 |\n  | bcd | \"e\u{301}\" | 1 |\n  | e | \"|\" | - |\n",
        "kind Jar\n  | id  | name | worth |\n  | a   | \"灯\" |    10 |\n  | bcd | \"e\u{301}\"  |     1 |\n  | e   | \"|\"  |     - |\n",
    );
    // Numbers of other tables may be expressions, so they are at the left.
    stays("settings\n  | name | value |\n  | a    | 10    |\n  | b    | 2 * a |\n");
    stays("table f(n: number)\n  | n   || t |\n  | 1   || 2 |\n  | any || 3 |\n");
    becomes(
        "always\n  | what | holds |\n  | \"none is lost\" | jar at store\n      + jar at shelf[Player] is 20 |\n",
        "always\n  | what           | holds                        |\n  | \"none is lost\" | jar at store\n                     + jar at shelf[Player] is 20 |\n",
    );
}

#[test]
fn a_formula_may_begin_below_its_name() {
    stays("define next(n: number) =\n    n + 1\n");
    becomes(
        "define next(n: number) =\n  max(n,\n 2)\n  + 1\nrule r\n  let n =\n    3\n  stop\n",
        "define next(n: number) =\n    max(n,\n        2)\n    + 1\nrule r\n  let n =\n      3\n  stop\n",
    );
}

#[test]
fn few_wide_cells_stick_out() {
    let wide = "jar at store > 0 and ".repeat(5) + "lid at store > 0";
    becomes(
        &format!(
            "always\n  | what | holds | clause |\n  | \"a\" | jar at shelf > 0 | AB-1 |\n  | \"b\" | {wide} | AB-2 |\n"
        ),
        &format!(
            "always\n  | what | holds            | clause |\n  | \"a\"  | jar at shelf > 0 | AB-1   |\n  | \"b\"  | {wide} | AB-2   |\n"
        ),
    );
}

#[test]
fn fields_and_links_are_aligned() {
    becomes(
        "action ride\n when: yes\n choose: t in Town\n effect: move rider to t\n         say \"on\"\n",
        "action ride\n  when:     yes\n  choose:   t in Town\n  effect:   move rider to t\n            say \"on\"\n",
    );
    becomes(
        "track price[Good] 0..9\n  past top: stay\n  past bottom:\n      say \"low\"\n",
        "track price[Good] 0..9\n  past top:    stay\n  past bottom:\n    say \"low\"\n",
    );
    becomes(
        "board b of Town\n  hill -- lake,mill\n  longer_name -- mill\n",
        "board b of Town\n  hill        -- lake, mill\n  longer_name -- mill\n",
    );
}

#[test]
fn citations_are_in_one_column() {
    becomes(
        "rule a   [AB-1]\n  stop [ AB-1.1,AB-2 ]   # why\n  say \"longer\"    [AB-3]\n",
        "rule a          [AB-1]\n  stop          [AB-1.1, AB-2]   # why\n  say \"longer\"  [AB-3]\n",
    );
    // A line of citations alone, and a line that is too long for the column.
    let long = "x".repeat(WIDTH - 20);
    becomes(
        &format!("rule a [AB-1]\n  say \"{long}\" [AB-2]\n  stop\n    [AB-3]\n"),
        &format!("rule a  [AB-1]\n  say \"{long}\"   [AB-2]\n  stop\n        [AB-3]\n"),
    );
}

#[test]
fn comments_stand_behind_or_above() {
    stays("rule a\n  # above\n  stop   # behind\n  # at the end\n\n# of b\nrule b\n  stop\n");
    becomes(
        "define a = 1 # one\ndefine bc = 2 # two\n\ndefine def = 3# three\n",
        "define a = 1    # one\ndefine bc = 2   # two\n\ndefine def = 3   # three\n",
    );
    let wide = |words: usize| vec!["wide"; words].join(" ");
    let (long, lines) = (wide(30), format!("# {}\n# {}", wide(23), wide(7)));
    becomes(&format!("define a = 1   # {long}\n"), &format!("{lines}\ndefine a = 1\n"));
    // A waiver belongs to its line.
    stays(&format!("define a = 1   # fine: W0201 {long}\n"));
    // Lists, pictures, rows and code are no sentences.
    for text in
        [format!("#   {long}"), format!("# - {long}"), format!("# | {long} |"), format!("# {}", "-".repeat(MARGIN))]
    {
        stays(&format!("{text}\ndefine a = 1\n"));
    }
    // What does not fit goes on in the next line, if the sentence does.
    becomes(&format!("# {long} and\n# so on.\ndefine a = 1\n"), &format!("{lines} and so on.\ndefine a = 1\n"));
}

#[test]
fn long_lines_are_broken_where_they_may_go_on() {
    let (a, b) = ("a".repeat(45), "b".repeat(45));
    becomes(
        &format!("rule f(p in Player)\n  if {a} > 1 and {b} > 1 and c > 1 or d\n    stop\n"),
        &format!("rule f(p in Player)\n  if {a} > 1 and {b} > 1 and c > 1\n      or d\n    stop\n"),
    );
    // The citations of a line stay with its first part.
    becomes(
        &format!("define f = if {a} then 1 else if {b} then 2 else 3 [AB-1]\n"),
        &format!("define f = if {a} then 1      [AB-1]\n           else if {b} then 2 else 3\n"),
    );
    let (a, b) = (&a[..36], &b[..36]);
    // Brackets that fit stay whole, and a text in quotes is never broken.
    becomes(
        &format!("define f = {{x in {a} where {b} is (1 + 2) and x > 1}} + {{1, 2, 3}}\n"),
        &format!("define f = {{x in {a} where {b} is (1 + 2) and x > 1}}\n           + {{1, 2, 3}}\n"),
    );
    stays(&format!("rule a\n  say \"{a} and {b} and {a} and {b}\"\n"));
    // The `for` of a sum binds more than a `+`, that of a list less.
    becomes(
        &format!("define f(p in Player) = sum of t.worth for t in bonus[p] + {a} * (camel[p] at on[hill]) - 1\n"),
        &format!(
            "define f(p in Player) = sum of t.worth for t in bonus[p] + {a} * (camel[p] at on[hill])\n                        - 1\n"
        ),
    );
    becomes(
        &format!("define f(p in Player) = [{a} + {b} for t in bonus[p] where t.worth > 100]\n"),
        &format!(
            "define f(p in Player) = [{a} + {b} for t in bonus[p]\n                         where t.worth > 100]\n"
        ),
    );
}

#[test]
fn what_cannot_be_read_stays() {
    // Only indented.
    becomes("rule a\n   moev   1 jar  to [ p ]\n   stop\n", "rule a\n  moev   1 jar  to [ p ]\n  stop\n");
    // Blocks are in doubt: the item stays, the next one does not.
    becomes(
        "rule a\n    if x\n          stop\n      stop  \n\n\n\nrule b\n   stop\n",
        "rule a\n    if x\n          stop\n      stop  \n\nrule b\n  stop\n",
    );
    becomes("rule a\n\tstop\n\n\n\n    stop\nrule b\n   stop\n", "rule a\n\tstop\n\n\n\n    stop\nrule b\n  stop\n");
    // A row with a missing cell.
    becomes(
        "places\n  | place | holds |\n  |  box|\n  | b |jar|\n",
        "places\n  | place | holds |\n  |  box|\n  | b     | jar   |\n",
    );
    // Too many errors for an outline.
    let text = "x y  z\n".repeat(200);
    let formatted = format(&text);
    assert_eq!((formatted.refusal, formatted.text == text), (Some(FormatRefusal::Unread), true));
    assert_eq!(formatted.diagnostics.len(), 100);
}

/// All shipped rules are formatted.
#[test]
fn all_rules_are_formatted() {
    let mut folders = crate::games();
    folders.extend(crate::games().iter().map(|folder| folder.join("variants")));
    let mut seen = 0;
    for file in folders.iter().flat_map(|folder| Sources::list(folder, "tavola").unwrap_or_default()) {
        let text = text::read(&file).expect("rules can be read");
        assert!(format(&text).text == text, "{} is not formatted: cargo run -- fmt rules", file.display());
        seen += 1;
    }
    assert!(seen > 20, "only {seen} files");
}

/// A tab is an error, also where nothing else stands: what is said about it stays.
#[test]
fn lines_with_a_tab_and_no_code_stay() {
    becomes(
        "kind Jar = {a,b}\n\t\n\t# lids\nkind Lid = {c,d}\n",
        "kind Jar = {a, b}\n\t\n\t# lids\nkind Lid = {c, d}\n",
    );
    becomes("kind Jar = {a,b}\n\n# a\tb  \n", "kind Jar = {a, b}\n\n# a\tb\n");
}

/// A heading of two words may be broken as other cells may.
#[test]
fn a_broken_heading_is_one_column() {
    let text = "places\n  | place | holds | seen\n   by |\n  | shelf | jar | all |\n";
    let formatted = format(text);
    assert_eq!((formatted.refusal, formatted.diagnostics), (None, Vec::new()));
    assert_eq!(format(&formatted.text).text, formatted.text);
    stays("places\n  | place | holds | seen by |\n  | shelf | jar   | all     |\n");
}
