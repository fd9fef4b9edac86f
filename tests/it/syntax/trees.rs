//! The meaning of a text as a syntax tree.

use tavola::text::Sources;
use tavola_syntax::syntax::ast::{
    Block, ChoiceOf, ChoicePhrase, Expr, ExprKind, ItemKind, Multiplicity, Query, StmtKind,
};
use tavola_syntax::syntax::{parse_expr, parse_sentences};

/// An expression with all its brackets, after parsing.
fn show(text: &str) -> String {
    let mut sources = Sources::new();
    let id = sources.add("text", text);
    let (expr, findings) = parse_expr(&sources, id);
    assert_eq!(findings, [], "{text}");
    brackets(&expr.expect("a text without findings is read"))
}

fn brackets(expr: &Expr) -> String {
    let all = |exprs: &[Expr]| exprs.iter().map(brackets).collect::<Vec<_>>().join(", ");
    match &expr.kind {
        ExprKind::Number(number) => number.to_string(),
        ExprKind::Text(_) => "text".to_owned(),
        ExprKind::Name(name) => name.clone(),
        ExprKind::Edge(a, b) => format!("{}--{}", a.text, b.text),
        ExprKind::Attribute(of, name) => format!("{}.{}", brackets(of), name.text),
        ExprKind::Index(of, inner) => format!("{}[{}]", brackets(of), all(inner)),
        ExprKind::Call(of, inner) => format!("{}({})", brackets(of), all(inner)),
        ExprKind::At(thing, place) => format!("({} at {})", brackets(thing), brackets(place)),
        ExprKind::Not(inner) => format!("(not {})", brackets(inner)),
        ExprKind::Binary(operator, a, b) => format!("({} {operator:?} {})", brackets(a), brackets(b)),
        ExprKind::Rounded(inner, how, to) => format!("({} {how:?} {to:?})", brackets(inner)),
        ExprKind::Is(inner, negated, Multiplicity::Single(name)) => {
            format!("({} is {negated} single {:?})", brackets(inner), name.as_ref().map(|name| &name.text))
        }
        ExprKind::Is(inner, negated, shape) => format!("({} is {negated} {shape:?})", brackets(inner)),
        ExprKind::Range(a, b) => format!("({}..{})", brackets(a), b.as_ref().map_or(String::new(), |b| brackets(b))),
        ExprKind::If(a, b, c) => {
            let otherwise = c.as_ref().map_or(String::new(), |c| format!(" else {}", brackets(c)));
            format!("(if {} then {}{otherwise})", brackets(a), brackets(b))
        }
        ExprKind::Some(inner) => format!("(some {})", query(inner)),
        ExprKind::No(inner) => format!("(no {})", query(inner)),
        ExprKind::Every(inner, has) => format!("(every {} has {})", query(inner), brackets(has)),
        ExprKind::Can(who, what, plays) => {
            format!("(can {} {} {})", brackets(who), if *plays { "play" } else { "do" }, brackets(what))
        }
        ExprKind::CanStep(up, track, by) => {
            format!("(can {} {} by {})", if *up { "raise" } else { "lower" }, brackets(track), brackets(by))
        }
        ExprKind::Aggregate(which, value, over) => format!(
            "({which:?} {}{})",
            value.as_ref().map_or(String::new(), |value| brackets(value)),
            over.as_ref().map_or(String::new(), |over| format!(" for {}", query(over)))
        ),
        ExprKind::The(inner) => format!("(the {})", query(inner)),
        ExprKind::First(inner) => format!("(first {})", query(inner)),
        ExprKind::Rank(inner) => format!("(rank {})", query(inner)),
        ExprKind::Set(inner) => format!("{{{}}}", all(inner)),
        ExprKind::SetOf(value, over) => {
            format!("{{{:?} for {}}}", value.as_ref().map(|value| brackets(value)), query(over))
        }
        ExprKind::List(inner) => format!("[{}]", all(inner)),
        ExprKind::ListOf(value, over) => {
            format!("[{:?} for {}]", value.as_ref().map(|value| brackets(value)), query(over))
        }
        ExprKind::Tuple(inner) => format!("({})", all(inner)),
    }
}

fn query(query: &Query) -> String {
    let mut out: Vec<String> =
        query.binders.iter().map(|(name, of)| format!("{} in {}", name.text, brackets(of))).collect();
    out.extend(query.clockwise.iter().map(|from| format!("clockwise {}", brackets(from))));
    out.extend(query.filter.iter().map(|filter| format!("where {}", brackets(filter))));
    out.extend(query.keys.iter().map(|key| format!("by {} {}", key.most, brackets(&key.value))));
    out.join("; ")
}

fn sentences(text: &str) -> Block {
    let mut sources = Sources::new();
    let id = sources.add("text", text);
    let (block, findings) = parse_sentences(&sources, id);
    assert_eq!(findings, [], "{text}");
    block
}

#[test]
fn operators_have_the_usual_precedence() {
    assert_eq!(show("a + b * c - d"), "((a Add (b Mul c)) Sub d)");
    assert_eq!(show("not a and b or c is d"), "(((not a) And b) Or (c Is d))");
    assert_eq!(show("x in 1..n - 1"), "(x In (1..(n Sub 1)))");
    assert_eq!(show("a at b[c] > 0"), "((a at b[c]) More 0)");
    assert_eq!(show("10 * (t / 100 rounded half up to 5)"), "(10 Mul ((t Div 100) HalfUp Some(5)))");
    assert_eq!(show("p is not q"), "(p IsNot q)");
    assert_eq!(show("x not in S + T"), "(x NotIn (S Add T))");
    assert_eq!(show("t[2..]"), "t[(2..)]");
    assert_eq!(show("castello--san_marco"), "castello--san_marco");
    assert_eq!(show("a - -1"), "(a Sub -1)");
    assert_eq!(show("(4, 0)"), "(4, 0)");
    assert_eq!(
        show("not can p do build(a + b) and can q play c"),
        "((not (can p do build((a Add b)))) And (can q play c))"
    );
}

#[test]
fn shapes_are_not_comparisons() {
    assert_eq!(show("p[1] is single q"), "(p[1] is false single Some(\"q\"))");
    assert_eq!(show("p[1] is not none"), "(p[1] is true None)");
    assert_eq!(show("p[1] is several"), "(p[1] is false Several)");
    assert_eq!(show("p is none_left"), "(p Is none_left)");
}

/// A counted expression ends before the next operator, a summed one before `+`.
#[test]
fn aggregates_bind_tightly() {
    assert_eq!(show("count of a + count of b"), "((Count a) Add (Count b))");
    assert_eq!(show("count of a * count of b"), "((Count a) Mul (Count b))");
    assert_eq!(show("count of a[x] at b < 3"), "((Count (a[x] at b)) Less 3)");
    assert_eq!(show("sum of c.v * 2 for c in h[p] + 1"), "((Sum (c.v Mul 2) for c in h[p]) Add 1)");
    assert_eq!(show("max of count of x in A for c in B"), "(Max (Count  for x in A) for c in B)");
    assert_eq!(show("count of x in S where x is y and z"), "(Count  for x in S; where ((x Is y) And z))");
    assert_eq!(show("min(n, count of b)"), "min(n, (Count b))");
}

#[test]
fn queries_have_all_their_parts() {
    let text = "rank p in A, q in B clockwise from left(p)\n  where p is not q\n  by most p.x,\n  then least q.y";
    let meant = "(rank p in A; q in B; clockwise left(p); where (p IsNot q); by true p.x; by false q.y)";
    assert_eq!(show(text), meant);
    assert_eq!(show("{x for w in ways(8), x in ray(s, w)}"), "{Some(\"x\") for w in ways(8); x in ray(s, w)}");
    assert_eq!(show("[p in Player by most b[p]]"), "[None for p in Player; by true b[p]]");
    assert_eq!(show("{}"), "{}");
    assert_eq!(show("every q in others(p) has a > b"), "(every q in others(p) has (a More b))");
    assert_eq!(show("the d in D where d.face is f"), "(the d in D; where (d.face Is f))");
}

#[test]
fn conditions_nest_to_the_right() {
    assert_eq!(show("if a then b else if c then d else e"), "(if a then b else (if c then d else e))");
    assert_eq!(show("(if a then 2 else 1) + 1"), "((if a then 2 else 1) Add 1)");
}

#[test]
fn an_else_belongs_to_the_if_with_its_indent() {
    let block = sentences("if a: stop\nelse if b\n  stop\nelse\n  if c: stop\nstop");
    assert_eq!(block.len(), 2);
    let StmtKind::If(_, _, Some(second)) = &block[0].kind else { panic!("{block:?}") };
    let [stmt] = second.as_slice() else { panic!("{second:?}") };
    let StmtKind::If(_, _, Some(third)) = &stmt.kind else { panic!("{stmt:?}") };
    assert!(matches!(&third[0].kind, StmtKind::If(_, _, None)));
}

#[test]
fn an_else_after_may_is_its_other_answer() {
    let block = sentences("p may \"Go?\": stop\nelse: go\np may choose d in D\nelse: go");
    assert!(matches!(&block[0].kind, StmtKind::May { otherwise: Some(_), .. }));
    assert!(matches!(&block[1].kind, StmtKind::MayChoose { body: None, otherwise: Some(_), .. }));
}

#[test]
fn a_colon_holds_one_sentence_and_a_cell_several() {
    let block = sentences("each p in A: if b: stop\ndecide\n  | x || do |\n  | 1 || each p in A: go; stop |");
    let StmtKind::Each(_, body) = &block[0].kind else { panic!("{block:?}") };
    assert!(matches!(&body[0].kind, StmtKind::If(..)));
    let StmtKind::Decide(heads, rows) = &block[1].kind else { panic!("{block:?}") };
    assert_eq!((heads.len(), rows[0].body.len()), (1, 2));
}

#[test]
fn citations_belong_to_their_sentence() {
    let block = sentences("if a  [AB-1, AB-2.3]\n  stop  [AB-3]\nelse   [AB-4]  # otherwise\n  go     [AB-5]");
    let cites = |block: &Block| block[0].cites.iter().map(|cite| cite.text.clone()).collect::<Vec<_>>();
    assert_eq!(cites(&block), ["AB-1", "AB-2.3"]);
    let StmtKind::If(_, yes, Some(no)) = &block[0].kind else { panic!("{block:?}") };
    assert_eq!((cites(yes), cites(no)), (vec!["AB-3".to_owned()], vec!["AB-4".to_owned(), "AB-5".to_owned()]));
}

#[test]
fn spans_are_those_of_the_whole_text() {
    let text = "# é\nrule r  # two lines\n  let x = aa +   # with a comment between\n      bb\n  p chooses c in {aa,\n    # here too\n    bb} \"{c}?\"\n";
    let (sources, parsed) = super::parsed(text);
    assert_eq!(parsed.diagnostics.len(), 1, "`+` at the end of a line does not continue it");
    assert_eq!(parsed.file.comments.len(), 4);
    let ItemKind::Rule { body, .. } = &parsed.file.items[0].kind else { panic!("{parsed:?}") };
    let StmtKind::Choose(
        who,
        ChoicePhrase { of: ChoiceOf::Query(query), prompt: Some(prompt), seen: None, label: None },
    ) = &body[0].kind
    else {
        panic!("{body:?}")
    };
    assert_eq!(sources.text(who.span), "p");
    assert_eq!(sources.text(prompt.span), "\"{c}?\"");
    let ExprKind::Set(members) = &query.binders[0].1.kind else { panic!("{query:?}") };
    assert_eq!(sources.text(members[1].span), "bb");
    assert_eq!(sources.place(members[1].span).as_deref(), Some("text:7:5"));
}

#[test]
fn a_broken_piece_hides_no_other() {
    let text =
        "kind K\n  | id | n |\n  | a | 1 + |\n  | b | 2 |\nacton x\nrule r\n  mvoe x to y\n  stop\ngrid\nplay\n  r\n";
    let (_, parsed) = super::parsed(text);
    let codes: Vec<_> = parsed.diagnostics.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, ["E0126", "E0110", "E0140", "E0110"]);
    assert_eq!(parsed.file.items.len(), 3);
    let ItemKind::Rule { body, .. } = &parsed.file.items[1].kind else { panic!("{parsed:?}") };
    assert_eq!(body.len(), 1);
}
