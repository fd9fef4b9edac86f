//! Construction of sentence heads. Their bodies are added by `stmts`.

use super::ast::{Block, End, Expr, ExprKind, Quantity, StmtKind, Until};
use super::codes;
use super::grammar::{Pair, Rule};
use super::lexicon;
use super::reader::{Build, PairParts};
use crate::diagnostic::Diagnostic;
use crate::text::Span;

/// A sentence other than `else` and `option`, without its body.
pub(super) fn sentence(build: &mut Build, pair: Pair, span: Span) -> Option<StmtKind> {
    let rule = pair.as_rule();
    let mut parts = PairParts::of(pair);
    Some(match rule {
        Rule::s_subject => return subject(build, parts),
        Rule::s_if => StmtKind::If(build.expr(parts.must()), Block::new(), None),
        Rule::s_each => StmtKind::Each(build.query(parts.must()), Block::new()),
        Rule::s_together => StmtKind::Together(build.query(parts.must()), Block::new()),
        Rule::s_between => StmtKind::Between(build.expr(parts.must()), build.expr(parts.must()), Block::new()),
        Rule::s_transaction => StmtKind::Transaction(Block::new()),
        Rule::s_repeat => repeat(build, parts),
        Rule::s_turn => in_turn(build, parts, span),
        Rule::s_decide => StmtKind::Decide(Vec::new(), Vec::new()),
        _ => plain(build, rule, parts),
    })
}

/// Sentences of one line.
fn plain(build: &mut Build, rule: Rule, mut parts: PairParts) -> StmtKind {
    match rule {
        Rule::s_let => StmtKind::Let(build.name(&parts.must()), build.expr(parts.must())),
        Rule::s_set => StmtKind::Set(build.expr(parts.must()), build.expr(parts.must())),
        Rule::s_add => StmtKind::Add(build.expr(parts.must()), build.expr(parts.must())),
        Rule::s_remove => StmtKind::Remove(build.expr(parts.must()), build.expr(parts.must())),
        Rule::s_move => {
            let what = quantity(build, parts.must());
            let from = parts.accept(Rule::from).map(|from| build.expr(PairParts::of(from).must()));
            let end = parts.accept(Rule::w_end);
            let end = end.map(|end| if end.as_str().starts_with("top") { End::Top } else { End::Bottom });
            StmtKind::Move { what, from, to: build.expr(parts.must()), end }
        }
        Rule::s_draw => {
            let count = build.expr(parts.must());
            let from = build.expr(parts.must());
            let to = build.expr(parts.must());
            let except = parts.next().map(|except| {
                let mut parts = PairParts::of(except);
                (build.name(&parts.must()), build.expr(parts.must()), build.expr(parts.must()))
            });
            StmtKind::Draw { count, from, to, except }
        }
        Rule::s_shuffle => StmtKind::Shuffle(build.expr(parts.must())),
        Rule::s_chance => StmtKind::Chance(build.choice(parts.must())),
        Rule::s_step => {
            let raise = parts.must().as_str().trim_end() == "raise";
            StmtKind::Step(raise, build.expr(parts.must()), build.expr(parts.must()))
        }
        Rule::s_require => {
            let condition = build.expr(parts.must());
            StmtKind::Require(condition, parts.next().map(|why| build.text(&why)))
        }
        Rule::s_say => StmtKind::Say(build.text(&parts.must())),
        Rule::s_end => StmtKind::End(build.name(&parts.must())),
        Rule::s_stop => StmtKind::Stop,
        other => unreachable!("the grammar has no sentence {other:?}"),
    }
}

fn quantity(build: &mut Build, pair: Pair) -> Quantity {
    let rule = pair.as_rule();
    let mut parts = PairParts::of(pair);
    match rule {
        Rule::q_all => Quantity::All(parts.next().map(|what| build.expr(what))),
        Rule::q_up_to => Quantity::UpTo(build.expr(parts.must()), build.expr(parts.must())),
        Rule::q_exact => {
            let first = build.expr(parts.must());
            match parts.next() {
                Some(what) => Quantity::Exactly(first, build.expr(what)),
                None => Quantity::The(first),
            }
        }
        other => unreachable!("the grammar has no quantity {other:?}"),
    }
}

fn repeat(build: &mut Build, mut parts: PairParts) -> StmtKind {
    let mut times = None;
    let mut counter = None;
    if let Some(pair) = parts.accept(Rule::times) {
        let mut parts = PairParts::of(pair);
        times = Some(build.expr(parts.must()));
        counter = parts.next().map(|name| build.name(&name));
    }
    let until = parts.next().map(|until| build.expr(PairParts::of(until).must()));
    StmtKind::Repeat { times, counter, until, body: Block::new() }
}

fn in_turn(build: &mut Build, parts: PairParts, span: Span) -> StmtKind {
    let mut query = build.empty_query(span);
    let mut until = Until::AllPass;
    let mut end = span;
    for part in parts {
        let here = build.span(&part);
        let Some(rest) = build.query_part(&mut query, part) else {
            end = here;
            continue;
        };
        if rest.as_rule() != Rule::all_pass {
            until = Until::Condition(build.expr(rest));
        }
    }
    if let Some((name, _)) = query.binders.first() {
        query.span = name.span.to(end);
    }
    StmtKind::InTurn { query, until, body: Block::new() }
}

/// Sentences that begin with a player (`p gains 3 fame`), and calls (`send(you, on[c])`).
fn subject(build: &mut Build, mut parts: PairParts) -> Option<StmtKind> {
    let who = build.expr(parts.must());
    let Some(verb) = parts.next() else { return call(build, who) };
    let rule = verb.as_rule();
    let mut parts = PairParts::of(verb);
    Some(match rule {
        Rule::v_chooses if parts.peek() == Some(Rule::one_of) => {
            let mut parts = PairParts::of(parts.must());
            let prompt = parts.accept(Rule::string).map(|prompt| build.text(&prompt));
            StmtKind::OneOf { who, prompt, seen: build.seen_by(parts.next()), arms: Vec::new() }
        }
        Rule::v_may => may(build, who, parts),
        Rule::v_gains => StmtKind::Gains(who, build.expr(parts.must()), build.name(&parts.must())),
        Rule::v_pays => {
            let amount = build.expr(parts.must());
            let of = build.name(&parts.must());
            StmtKind::Pays(who, amount, of, parts.next().map(|to| build.expr(to)))
        }
        Rule::v_chooses => StmtKind::Choose(who, build.choice(parts.must())),
        Rule::v_divides => {
            let what = build.expr(parts.must());
            let into = build.expr(parts.must());
            let none_empty = parts.accept(Rule::none_empty).is_some();
            StmtKind::Divide { who, what, into, none_empty, alike: parts.next().is_some() }
        }
        Rule::v_does => StmtKind::Does(who, build.expr(parts.must()), parts.next().is_some()),
        Rule::v_plays => StmtKind::Plays(who, build.expr(parts.must()), parts.next().is_some()),
        other => unreachable!("the grammar has no verb {other:?}"),
    })
}

fn may(build: &mut Build, who: Expr, mut parts: PairParts) -> StmtKind {
    let asked = parts.must();
    if asked.as_rule() == Rule::choice {
        return StmtKind::MayChoose { who, choice: build.choice(asked), body: None, otherwise: None };
    }
    let prompt = build.text(&asked);
    StmtKind::May { who, prompt, seen: build.seen_by(parts.next()), body: Block::new(), otherwise: None }
}

/// A sentence that is only an expression, which must be a call.
fn call(build: &mut Build, what: Expr) -> Option<StmtKind> {
    let example = match &what.kind {
        ExprKind::Name(name) => lexicon::of(lexicon::sentences(), name),
        _ => None,
    };
    if let Some(example) = example {
        let finding = Diagnostic::error(codes::BROKEN_SENTENCE, what.span, "this sentence ends too early");
        build.reader.report(finding.help(format!("it reads like `{example}`")));
        return None;
    }
    match what.kind {
        ExprKind::Name(_) => Some(StmtKind::Call(what)),
        ExprKind::Call(..) => Some(StmtKind::Call(what)),
        _ => {
            let finding = Diagnostic::error(codes::UNKNOWN_SENTENCE, what.span, "this is not a sentence");
            build
                .reader
                .report(finding.help("a sentence says what happens: `move robot to attic`, `p gains 2 pennies`"));
            None
        }
    }
}
