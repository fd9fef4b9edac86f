//! Each sentence by itself: what it says, and whether it takes a block.

use super::ast::{Block, End, Expr, ExprKind, Quantity, Seer, StmtKind, Text, Until};
use super::grammar::{Pair, Rule};
use super::layout::Node;
use super::lexicon::{self, SENTENCES};
use super::reader::{Build, Parts, Reader};
use super::{codes, kinds, stmts};
use crate::diagnostic::Diagnostic;
use crate::text::Span;

/// What stands under a sentence.
pub(super) enum Body {
    /// On the same line, after `:`.
    Same(Block),
    /// On the lines below it.
    Below(Vec<Node>),
}

impl Body {
    pub(super) fn may_be_empty(self, reader: &mut Reader) -> Block {
        match self {
            Self::Same(block) => block,
            Self::Below(nodes) => stmts::block(reader, nodes),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        matches!(self, Self::Below(nodes) if nodes.is_empty())
    }

    /// The block, which must be there.
    pub(super) fn must(self, reader: &mut Reader, span: Span, word: &str) -> Block {
        if self.is_empty() {
            let finding = Diagnostic::error(codes::BLOCK_MISSING, span, format!("nothing stands under this `{word}`"));
            reader.report(finding.help("write a sentence after `:`, or sentences on the lines below it, indented"));
        }
        self.may_be_empty(reader)
    }

    /// For a sentence that takes no block.
    fn none(self, reader: &mut Reader, span: Span) {
        match self {
            Self::Same(_) => {
                let finding = Diagnostic::error(codes::NO_BLOCK_HERE, span, "nothing can stand under this sentence");
                reader.report(finding.help("two sentences on one line are divided by `;`"));
            }
            Self::Below(nodes) => {
                if let Some(node) = nodes.first() {
                    stmts::report_no_block(
                        reader,
                        &node.line,
                        "this line is indented, but the one above takes no block",
                    );
                }
            }
        }
    }
}

/// A sentence that is neither `else` nor `option`.
pub(super) fn sentence(build: &mut Build, pair: Pair, span: Span, body: Body) -> Option<StmtKind> {
    let rule = pair.as_rule();
    let parts = Parts::of(pair);
    match rule {
        Rule::s_subject => return subject(build, parts, span, body),
        Rule::s_if
        | Rule::s_each
        | Rule::s_repeat
        | Rule::s_turn
        | Rule::s_between
        | Rule::s_together
        | Rule::s_transaction
        | Rule::s_decide => {
            return block_sentence(build, rule, parts, span, body);
        }
        _ => body.none(build.reader, span),
    }
    Some(plain(build, rule, parts))
}

/// Sentences that stand on one line.
fn plain(build: &mut Build, rule: Rule, mut parts: Parts) -> StmtKind {
    match rule {
        Rule::s_let => StmtKind::Let(build.name(&parts.must()), build.expr(parts.must())),
        Rule::s_set => StmtKind::Set(build.expr(parts.must()), build.expr(parts.must())),
        Rule::s_add => StmtKind::Add(build.expr(parts.must()), build.expr(parts.must())),
        Rule::s_remove => StmtKind::Remove(build.expr(parts.must()), build.expr(parts.must())),
        Rule::s_move => {
            let what = quantity(build, parts.must());
            let from = parts.accept(Rule::from).map(|from| build.expr(Parts::of(from).must()));
            let end = parts.accept(Rule::w_end);
            let end = end.map(|end| if end.as_str().starts_with("top") { End::Top } else { End::Bottom });
            StmtKind::Move { what, from, to: build.expr(parts.must()), end }
        }
        Rule::s_draw => {
            let count = build.expr(parts.must());
            let from = build.expr(parts.must());
            let to = build.expr(parts.must());
            let except = parts.next().map(|except| {
                let mut parts = Parts::of(except);
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
        _ => StmtKind::Stop,
    }
}

fn quantity(build: &mut Build, pair: Pair) -> Quantity {
    let rule = pair.as_rule();
    let mut parts = Parts::of(pair);
    match rule {
        Rule::q_all => Quantity::All(parts.next().map(|what| build.expr(what))),
        Rule::q_up_to => Quantity::UpTo(build.expr(parts.must()), build.expr(parts.must())),
        _ => {
            let first = build.expr(parts.must());
            match parts.next() {
                Some(what) => Quantity::Exactly(first, build.expr(what)),
                None => Quantity::The(first),
            }
        }
    }
}

/// Sentences with a block.
fn block_sentence(build: &mut Build, rule: Rule, mut parts: Parts, span: Span, body: Body) -> Option<StmtKind> {
    Some(match rule {
        Rule::s_if => {
            let condition = build.expr(parts.must());
            StmtKind::If(condition, body.must(build.reader, span, "if"), None)
        }
        Rule::s_each => {
            let query = build.query(parts.must());
            StmtKind::Each(query, body.must(build.reader, span, "each"))
        }
        Rule::s_together => {
            let query = build.query(parts.must());
            StmtKind::Together(query, body.must(build.reader, span, "together"))
        }
        Rule::s_between => {
            let (who, menu) = (build.expr(parts.must()), build.expr(parts.must()));
            StmtKind::Between(who, menu, body.must(build.reader, span, "between steps"))
        }
        Rule::s_transaction => StmtKind::Transaction(body.must(build.reader, span, "transaction")),
        Rule::s_repeat => repeat(build, parts, span, body),
        Rule::s_turn => in_turn(build, parts, span, body),
        _ => match body {
            Body::Below(nodes) => {
                let (heads, rows) = kinds::decide(build.reader, &nodes, span);
                StmtKind::Decide(heads, rows)
            }
            Body::Same(_) => {
                let finding = Diagnostic::error(codes::NO_TABLE, span, "the table of this `decide` is missing");
                build.reader.report(finding.help("write its rows on the lines below it, indented"));
                return None;
            }
        },
    })
}

fn repeat(build: &mut Build, mut parts: Parts, span: Span, body: Body) -> StmtKind {
    let mut times = None;
    let mut counter = None;
    if let Some(pair) = parts.accept(Rule::times) {
        let mut parts = Parts::of(pair);
        times = Some(build.expr(parts.must()));
        counter = parts.next().map(|name| build.name(&name));
    }
    let until = parts.next().map(|until| build.expr(Parts::of(until).must()));
    StmtKind::Repeat { times, counter, until, body: body.must(build.reader, span, "repeat") }
}

fn in_turn(build: &mut Build, parts: Parts, span: Span, body: Body) -> StmtKind {
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
    StmtKind::InTurn { query, until, body: body.must(build.reader, span, "in turn") }
}

/// `p gains 3 fame`, `send(you, on[c])`: sentences that begin with somebody, and calls.
fn subject(build: &mut Build, mut parts: Parts, span: Span, body: Body) -> Option<StmtKind> {
    let who = build.expr(parts.must());
    let Some(verb) = parts.next() else {
        body.none(build.reader, span);
        return call(build, who);
    };
    let rule = verb.as_rule();
    let mut parts = Parts::of(verb);
    match rule {
        Rule::v_chooses if parts.peek() == Some(Rule::one_of) => {
            let mut parts = Parts::of(parts.must());
            let prompt = parts.accept(Rule::string).map(|prompt| build.text(&prompt));
            let seen = build.seen_by(parts.next());
            return one_of(build, who, (prompt, seen), span, body);
        }
        Rule::v_may => return Some(may(build, who, parts, span, body)),
        _ => body.none(build.reader, span),
    }
    Some(match rule {
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
        _ => StmtKind::Plays(who, build.expr(parts.must()), parts.next().is_some()),
    })
}

fn may(build: &mut Build, who: Expr, mut parts: Parts, span: Span, body: Body) -> StmtKind {
    let asked = parts.must();
    if asked.as_rule() == Rule::choice {
        let choice = build.choice(asked);
        let body = (!body.is_empty()).then(|| body.may_be_empty(build.reader));
        return StmtKind::MayChoose { who, choice, body, otherwise: None };
    }
    let prompt = build.text(&asked);
    let seen = build.seen_by(parts.next());
    StmtKind::May { who, prompt, seen, body: body.must(build.reader, span, "may"), otherwise: None }
}

fn one_of(
    build: &mut Build,
    who: Expr,
    (prompt, seen): (Option<Text>, Option<Vec<Seer>>),
    span: Span,
    body: Body,
) -> Option<StmtKind> {
    match body {
        Body::Below(nodes) if !nodes.is_empty() => {
            let arms = stmts::arms(build.reader, nodes);
            Some(StmtKind::OneOf { who, prompt, seen, arms })
        }
        _ => {
            let finding = Diagnostic::error(codes::BLOCK_MISSING, span, "the options of this `one of` are missing");
            build
                .reader
                .report(finding.help("write `option` lines below it, indented: `option \"sort\": you do sort`"));
            None
        }
    }
}

/// A sentence that is only an expression must be a call.
fn call(build: &mut Build, what: Expr) -> Option<StmtKind> {
    let example = match &what.kind {
        ExprKind::Name(name) => lexicon::example(&SENTENCES, name),
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
            let finding = Diagnostic::error(codes::UNKNOWN_SENTENCE, what.span, "this is no sentence");
            build
                .reader
                .report(finding.help("a sentence says what happens: `move robot to attic`, `p gains 2 pennies`"));
            None
        }
    }
}
