//! The frame of a text as rules of pest: `grammar/text.pest`, with levels, fields, columns and widths filled in.

use std::fmt::Write;

/// A table of the box: its word, its number of required columns, its columns with the rules of their cells.
type BoxTable = (&'static str, usize, &'static [(&'static str, &'static str)]);

/// Tables of the box. The first columns are the required ones.
const TABLES: [BoxTable; 7] = [
    ("settings", 1, &[("name", "c_name"), ("value", "c_value"), ("range", "c_exprs"), ("meaning", "c_text")]),
    ("rulings", 1, &[("name", "c_name"), ("answer", "c_name"), ("instead of", "c_names"), ("question", "c_text")]),
    ("components", 1, &[("component", "c_place"), ("count", "c_expr"), ("start", "c_exprs"), ("name", "c_text")]),
    (
        "places",
        1,
        &[
            ("place", "c_place"),
            ("holds", "c_names"),
            ("order", "c_order"),
            ("limit", "c_limit"),
            ("seen by", "c_seers"),
        ],
    ),
    ("memory", 1, &[("variable", "c_place"), ("type", "c_type"), ("start", "c_expr"), ("seen by", "c_seers")]),
    ("always", 2, &[("what", "c_text"), ("holds", "c_expr")]),
    ("display", 1, &[("shows", "c_shown"), ("of", "c_binder"), ("name", "c_label")]),
];

/// Levels of blocks that an exported grammar has, two spaces each.
const LEVELS: usize = 9;
/// Columns of a kind.
const KIND_COLUMNS: usize = 16;
/// Columns of a `table` or `decide`, on each side of `||`.
const SIDE_COLUMNS: usize = 5;

/// Name of the level below the last one. No rule has it.
pub(super) fn no_level() -> String {
    format!("_{}", LEVELS + 1)
}

/// The frame as a grammar of pest.
pub(super) fn frame() -> String {
    let mut out = String::new();
    for rule in include_str!("../../grammar/text.pest").split("\n///") {
        let rule = rule.split("\n// -").next().unwrap_or_default();
        let rule = format!("\n///{rule}");
        if rule.contains("_here ") {
            (1..=LEVELS).for_each(|level| out += &at_level(&rule, level));
        } else if !rule.contains("//!") {
            out += &rule;
        }
    }
    out.push('\n');
    for level in 1..=LEVELS {
        rule(&mut out, &format!("in_{level}"), &format!("\"{}\"", " ".repeat(2 * level)));
    }
    rule(&mut out, "deepest", &format!("\"{}\"", " ".repeat(2 * LEVELS + 1)));
    boxes(&mut out);
    kinds(&mut out);
    sides(&mut out, "table_rows", "\"  \"", ["c_heading", "c_heading"], "c_expr");
    for level in 1..=LEVELS {
        decide(&mut out, level);
    }
    out
}

/// A rule of each level at one level.
fn at_level(rule: &str, level: usize) -> String {
    rule.replace("_here", &format!("_{level}")).replace("_below", &format!("_{}", level + 1))
}

fn rule(out: &mut String, name: &str, body: &str) {
    writeln!(out, "{name} = ${{ {body} }}").expect("a string can be written to");
}

/// Tables of the box: their columns in a fixed order, each of them only if it is wanted.
fn boxes(out: &mut String) {
    let names: Vec<String> = TABLES.iter().map(|(word, ..)| format!("box_{word}")).collect();
    rule(out, "box", &names.join(" | "));
    for (word, required, columns) in TABLES {
        let mut forms = Vec::new();
        for chosen in 0..1_usize << (columns.len() - required + 1) {
            let is_chosen = |at: usize| at < required || chosen & (1 << (at - required)) != 0;
            let mut cells: Vec<(&str, String)> = Vec::new();
            for (at, (name, cell)) in columns.iter().enumerate().filter(|(at, _)| is_chosen(*at)) {
                cells.push((*name, format!("{cell}{}", if at < required { "" } else { "?" })));
            }
            if word == "display" {
                // What is shown stands behind its owner and its name.
                cells.rotate_left(1);
            }
            if is_chosen(columns.len()) {
                cells.push(("clause", "c_clauses?".to_owned()));
            }
            let heads: Vec<String> = cells.iter().map(|(name, _)| format!("\"{name}\"")).collect();
            let cells: Vec<String> = cells.into_iter().map(|(_, cell)| cell).collect();
            let form = format!("{word}_{}", forms.len() + 1);
            rule(out, &format!("row_{form}"), &row("\"  \"", &cells, None));
            rule(out, &format!("box_{form}"), &format!("{} ~ row_{form}*", row("\"  \"", &heads, None)));
            forms.push(format!("box_{form}"));
        }
        rule(out, &format!("box_{word}"), &format!("\"{word}\" ~ eol ~ ({})", forms.join(" | ")));
    }
}

/// A row with its bars. `left` is the number of cells before `||`. An empty cell has a space.
fn row(indent: &str, cells: &[String], left: Option<usize>) -> String {
    let mut text = format!("{indent} ~ \"|\"");
    for (at, cell) in cells.iter().enumerate() {
        let bar = if left == Some(at + 1) { "||" } else { "|" };
        let cell = match cell.strip_suffix('?') {
            Some(cell) => format!("(\" \"* ~ {cell} ~ \" \"* | \" \"+)"),
            None => format!("\" \"* ~ {cell} ~ \" \"*"),
        };
        write!(text, " ~ {cell} ~ \"{bar}\"").expect("a string can be written to");
    }
    text + " ~ row_end"
}

/// Tables of kinds, by their number of columns.
fn kinds(out: &mut String) {
    rule(out, "row_end", "\" \"* ~ comment? ~ \"\\n\" ~ blank_line*");
    let mut forms = Vec::new();
    for width in 1..=KIND_COLUMNS {
        for clause in [false, true] {
            let mut heads = vec!["c_heading".to_owned(); width];
            let mut cells = vec!["c_attr?".to_owned(); width];
            "c_member".clone_into(&mut cells[0]);
            if clause {
                heads.push("\"clause\"".to_owned());
                cells.push("c_clauses?".to_owned());
            }
            let form = format!("{width}{}", if clause { "_clause" } else { "" });
            rule(out, &format!("row_kind_{form}"), &row("\"  \"", &cells, None));
            rule(out, &format!("kind_{form}"), &format!("{} ~ row_kind_{form}*", row("\"  \"", &heads, None)));
            forms.push(format!("kind_{form}"));
        }
    }
    rule(out, "kind_table", &forms.join(" | "));
}

/// Tables with `||`, by their number of columns.
fn sides(out: &mut String, name: &str, indent: &str, heads: [&str; 2], value: &str) {
    let mut forms = Vec::new();
    for left in 1..=SIDE_COLUMNS {
        for right in 1..=SIDE_COLUMNS {
            for clause in [false, true] {
                let mut all_heads = vec![heads[0].to_owned(); left];
                all_heads.extend(vec![heads[1].to_owned(); right]);
                let mut cells = vec!["c_test".to_owned(); left];
                cells.extend(vec![format!("(\"-\" | {value})?"); right]);
                if clause {
                    all_heads.push("\"clause\"".to_owned());
                    cells.push("c_clauses?".to_owned());
                }
                let form = format!("{left}_{right}{}", if clause { "_clause" } else { "" });
                let row_name = format!("row_table_{form}");
                rule(out, &row_name, &row(indent, &cells, Some(left)));
                rule(out, &format!("table_{form}"), &format!("{} ~ {row_name}*", row(indent, &all_heads, Some(left))));
                forms.push(format!("table_{form}"));
            }
        }
    }
    rule(out, name, &forms.join(" | "));
}

/// Table of a `decide` at a level.
fn decide(out: &mut String, level: usize) {
    let mut forms = Vec::new();
    for left in 1..=SIDE_COLUMNS {
        for clause in [false, true] {
            let mut heads = vec!["c_expr".to_owned(); left];
            let mut cells = vec!["c_test".to_owned(); left];
            heads.push("\"do\"".to_owned());
            cells.push("c_do?".to_owned());
            if clause {
                heads.push("\"clause\"".to_owned());
                cells.push("c_clauses?".to_owned());
            }
            let form = format!("{left}{}", if clause { "_clause" } else { "" });
            if level == 1 {
                rule(out, &format!("head_decide_{form}"), &row("\"\"", &heads, Some(left)));
                rule(out, &format!("row_decide_{form}"), &row("\"\"", &cells, Some(left)));
            }
            forms.push(format!("in_{level} ~ head_decide_{form} ~ (in_{level} ~ row_decide_{form})*"));
        }
    }
    rule(out, &format!("decide_{level}"), &forms.join(" | "));
}
