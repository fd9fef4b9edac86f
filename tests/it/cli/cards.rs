//! `tavola cards`: tables of kinds as CSV files, and back.

use super::Home;
use tavola::play::read_all;
use tavola_ide::written_tables;

const STALL: &str = r#"game stall "Stall" for 2 players

# What is sold.
kind Fruit
  | id   | name   | worth |
  # In a basket.
  | pear | "Pear" |     1 |
  # Purple | or yellow.
  | plum | "Plum" |     2 |   # ripe in August
  | fig  | "Fig"  |     4 |

kind Day
  | id     | hours |
  | monday |     3 |

track fame[Player] 0..

play
  each p in Player
    p chooses f in Fruit "Which?"
    p gains f.worth fame
  each d in Day: seat(1) gains d.hours fame

winner p in Player by most fame[p]
"#;

fn stall() -> Home {
    Home::holding("stall/stall.tavola", STALL)
}

#[test]
fn tables_are_listed_and_written() {
    let home = stall();
    let list = "Fruit: 3 rows; id, name, worth (stall.tavola)\nDay: 1 row; id, hours (stall.tavola)\n";
    assert_eq!(home.run("cards stall").ends(0).out, list);
    let fruit = "id,name,worth\npear,Pear,1\nplum,Plum,2\nfig,Fig,4\n";
    assert_eq!(home.run("cards stall --kind Fruit --csv -").ends(0).out, fruit);
    home.run("cards stall --csv sheets/")
        .ends(0)
        .says(&["wrote `sheets/Fruit.csv`: 3 rows", "`sheets/Day.csv`: 1 row"]);
    assert_eq!(home.read("sheets/Fruit.csv"), fruit);
    home.run("cards stall -o others/").ends(0).says(&["wrote `others/Fruit.csv`: 3 rows"]);
    home.run("cards stall --csv one.csv").ends(2).says(&["several kinds have a table", "Fruit, Day"]);
    home.run("cards stall --csv one.csv --kind Fish").ends(2).says(&["no table of a kind `Fish`"]);
    assert_eq!(home.run("cards stall --from sheets").ends(0).out, "Fruit: unchanged\nDay: unchanged\n");
    assert_eq!(home.read("stall/stall.tavola"), STALL);
}

#[test]
fn edited_rows_are_put_back_with_their_comments() {
    let home = stall();
    // From another program: semicolons, a mark at the beginning, columns in another order.
    home.write(
        "edited/Fruit.csv",
        "\u{feff}worth;id;name\r\n2;plum;Damson\r\n3;pear;Pear\r\n;;\r\n5;lime;Sour lime\r\n",
    );
    home.write("edited/Day.csv", "id,hours\nmonday,4\n");
    // The heading tells the kind where it fits one kind alone.
    home.write("goods.csv", "id,hours\nmonday,3\n");
    assert_eq!(home.run("cards stall --from goods.csv").ends(0).out, "Day: unchanged\n");
    home.write("goods.csv", "id\nmonday\n");
    home.run("cards stall --from goods.csv").ends(2).says(&["`tavola cards stall --from goods.csv --kind Fruit`"]);
    let expected = "Fruit: 5 changes\n  ~ plum, name: Plum -> Damson\n  ~ pear, worth: 1 -> 3\n  + lime\n  - fig\n  \
                rows are in another order\nDay: 1 change\n  ~ monday, hours: 3 -> 4\n";
    let diff = home.run("cards stall --from edited --diff").ends(1);
    assert!(diff.out.starts_with(expected) && diff.out.contains("+  | lime | \"Sour lime\" |     5 |"), "{}", diff.out);
    assert_eq!(home.read("stall/stall.tavola"), STALL, "--diff writes nothing");
    assert_eq!(home.run("cards stall --from edited").ends(0).out, expected);
    let table = r#"kind Fruit
  | id   | name        | worth |
  # Purple | or yellow.
  | plum | "Damson"    |     2 |   # ripe in August
  # In a basket.
  | pear | "Pear"      |     3 |
  | lime | "Sour lime" |     5 |

kind Day
  | id     | hours |
  | monday |     4 |
"#;
    let text = home.read("stall/stall.tavola");
    assert!(text.contains(table), "{text}");
    home.run("fmt --check stall").ends(0);
}

#[test]
fn rows_that_do_not_fit_are_refused() {
    let home = stall();
    for (text, why) in [
        ("id,name,weight\npear,Pear,1\n", "`Fruit` has no column `weight`; its columns: `id`, `name`, `worth`"),
        ("id,id\npear,pear\n", "the column `id` is there twice"),
        ("name,worth\nPear,1\n", "the column `id`, which names the rows, is missing"),
        ("id,worth\npear,1\npear,2\n", "row 3: `pear` is there twice"),
        ("id,worth\n,1\n", "row 2 has no `id`"),
        ("id,worth\npear,1|2\n", "row 2, column `worth`: a cell has one line"),
        ("id,name\npear,\"A \"\"good\"\" pear\"\n", "row 2, column `name`: a cell has one line"),
        ("id,worth\npear,1,2\n", "row 2: 3 cells below 2 columns"),
        ("", "has no heading"),
        ("id,worth\n\npear,1\n,\n,2\n", "row 5 has no `id`"),
        ("id,worth\n\n\npear,1,2\n", "row 4: 3 cells below 2 columns"),
        ("id,name\npear,Pe\u{1b}ar\n", "row 2, column `name`: a cell has one line"),
        ("id,name\npear,Pe\0ar\n", "row 2, column `name`: a cell has one line"),
    ] {
        home.write("bad.csv", text);
        home.run("cards stall --from bad.csv --kind Fruit").ends(2).says(&[why]);
    }
    // What the rules do not allow is a finding, and nothing is written.
    home.write("Fruit.csv", "id,worth\npear,many\n");
    home.run("cards stall --from Fruit.csv").ends(1).says(&["many", "nothing was written"]);
    home.run("cards stall --from Fruit.csv --diff").ends(1).says(&["+  | pear", "many", "nothing was written"]);
    home.run("cards stall --from no.csv --kind Fruit").ends(2).says(&["no.csv"]);
    assert_eq!(home.read("stall/stall.tavola"), STALL);
}

/// Errors are located in the file of the spreadsheet, by its rows and columns.
#[test]
fn errors_name_the_row_and_the_column_of_the_file() {
    let rules = STALL
        .replace("| worth |", "| worth | copies | takes         |")
        .replace("|     1 |\n", "|     1 |      2 | 1 monday      |\n")
        .replace("|     2 |   #", "|     2 |      3 | 2 monday      |   #")
        .replace("|     4 |\n", "|     4 |      1 | 3 monday      |\n")
        .replace(
            "track fame",
            "components\n  | component | count  | start |\n  | Fruit     | copies | shelf |\n\nplaces\n  | place | \
             holds |\n  | shelf | Fruit |\n\ntrack fame",
        );
    let home = Home::holding("stall/stall.tavola", &rules);
    home.run("fmt stall");
    let rules = home.read("stall/stall.tavola");
    let import = |rows: &str| {
        home.write("Fruit.csv", format!("id,worth,copies,takes\n{rows}"));
        home.run("cards stall --from Fruit.csv")
    };
    let good = "pear,1,2,1 monday\nplum,2,3,2 monday\nfig,4,1,3 monday\n";
    for (before, after, what) in [
        ("pear,1,", "pear,\"1,5\",", "Fruit.csv, row 2 (`pear`), `worth`: `1,5` is not a whole number\n"),
        ("plum,2,", "plum,2.5,", "Fruit.csv, row 3 (`plum`), `worth`: `2.5` is not a whole number\n"),
        ("fig,4,1,", "fig,4,,", "Fruit.csv, row 4 (`fig`): `fig` has no number of copies; write a whole number"),
        ("1 monday", "1 munday", "row 2 (`pear`), `takes`: there is no `munday`"),
        ("1 monday", "1 munday", "did you mean `monday`?\n"),
    ] {
        let run = import(&good.replace(before, after)).ends(1);
        assert!(!run.out.contains("-->"), "no line of the rules: {}", run.out);
        run.says(&[what, "nothing was written"]);
    }
    assert_eq!(home.read("stall/stall.tavola"), rules);
    // A member without a number is one of it.
    import(&good.replace("1 monday", "monday")).ends(0).says(&["~ pear, takes: 1 monday -> monday"]);
}

/// Programs that save in another encoding are told the name of the right one.
#[test]
fn a_file_that_is_not_utf_8_is_refused() {
    let home = stall();
    home.write("Fruit.csv", b"id,name\npear,P\xe4ar\n");
    home.run("cards stall --from Fruit.csv").ends(2).says(&["byte 14 is not UTF-8; save it as `CSV UTF-8`"]);
}

/// An error of the rules may hide others, so nothing is written while one is left.
#[test]
fn rows_are_not_written_into_rules_with_other_errors() {
    let rules = STALL.replace("f in Fruit", "f in Friut");
    let home = Home::holding("stall/stall.tavola", &rules);
    home.write("Fruit.csv", "id,worth\npear,2.5\n");
    home.run("cards stall --from Fruit.csv")
        .ends(1)
        .says(&["the column `worth` needs a number", "nothing was written"]);
    home.write("Fruit.csv", "id,worth\npear,2\nplum,2\nfig,4\n");
    home.run("cards stall --from Fruit.csv").ends(1).says(&["Friut", "nothing was written"]);
    assert_eq!(home.read("stall/stall.tavola"), rules);
    // The wrong cell itself can be put right.
    home.write("stall/stall.tavola", STALL.replace("|     1 |", "|  pera |"));
    home.write("Fruit.csv", "id,worth\npear,purm\nplum,2\nfig,4\n");
    home.run("cards stall --from Fruit.csv").ends(1).says(&["purm", "nothing was written"]);
    home.write("Fruit.csv", "id,worth\npear,1\nplum,2\nfig,4\n");
    home.run("cards stall --from Fruit.csv").ends(0);
    assert_eq!(home.read("stall/stall.tavola"), STALL);
}

#[test]
fn a_text_keeps_the_blanks_at_its_ends() {
    let rules = STALL.replace("\"Pear\"", "\" Pear \"");
    let home = Home::holding("stall/stall.tavola", &rules);
    home.run("cards stall --csv sheets/").ends(0);
    assert_eq!(home.run("cards stall --from sheets").ends(0).out, "Fruit: unchanged\nDay: unchanged\n");
}

/// The tables of all shipped games are the same, byte by byte, after they are written and read back.
#[test]
fn tables_of_all_games_come_back_unchanged() {
    let mut tables = 0;
    for folder in crate::games() {
        let game = read_all(&folder).expect("it can be read");
        let all = written_tables(&game);
        for table in &all {
            let (same, changes) = table.with_rows(&game, (&table.columns, &table.rows)).expect("it fits");
            assert!(changes.is_empty() && same == game, "{}: {}: {changes:?}", folder.display(), table.kind);
            tables += 1;
        }
        // A changed cell is written where it was, and changed back it is as before.
        let Some(table) = all.iter().find(|table| table.columns.len() > 1) else { continue };
        let mut rows = table.rows.clone();
        rows[0][1] = "other".to_owned();
        let (other, changes) = table.with_rows(&game, (&table.columns, &rows)).expect("it fits");
        assert_eq!(changes.len(), 1, "{}: {}: {changes:?}", folder.display(), table.kind);
        let now = written_tables(&other).into_iter().find(|now| now.kind == table.kind).expect("it is there");
        assert!(now.rows == rows, "{}: {}", folder.display(), table.kind);
        let (back, _) = now.with_rows(&other, (&table.columns, &table.rows)).expect("it fits");
        assert!(back == game, "{}: {}", folder.display(), table.kind);
    }
    assert!(tables > 30, "{tables}");
}

#[cfg(unix)]
#[test]
fn a_write_protected_file_stays_as_it_is() {
    use std::os::unix::fs::PermissionsExt;
    let home = stall();
    home.write("Fruit.csv", "id,worth\npear,7\nplum,2\nfig,4\n");
    let rules = STALL.replace("p gains f.worth fame", "p gains  f.worth fame");
    home.write("stall/stall.tavola", &rules);
    let protect = |mode| std::fs::set_permissions(home.path("stall/stall.tavola"), PermissionsExt::from_mode(mode));
    protect(0o444).expect("the mode can change");
    for words in ["cards stall --from Fruit.csv", "fmt stall"] {
        home.run(words).ends(2).says(&["cannot write `stall/stall.tavola`: it is write-protected"]);
        assert_eq!(home.read("stall/stall.tavola"), rules);
    }
    protect(0o644).expect("the mode can change");
    home.run("cards stall --from Fruit.csv").ends(0);
}
