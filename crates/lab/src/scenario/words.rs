//! The words of a case that can name a rule or a define.

use std::collections::BTreeSet;

use super::{Answer, Expect, Given, LogCheck, Offered, Scenario, SightCheck, Step, Then};

impl Scenario {
    /// True if what becomes of the case may depend on every text of the rules: it changes the rules, or expects that nothing says something.
    pub(super) fn depends_on_everything(&self) -> bool {
        let denies = |expect: &Expect| expect.log.iter().any(|log| !log.is_shown);
        let step = |step: &Step| matches!(step, Step::Check(expect) if denies(expect));
        self.change.is_some() || !self.unless_said.is_empty() || denies(&self.end) || self.steps.iter().any(step)
    }

    /// True if its result has the words of questions or log lines: it keeps a transcript, or checks the log.
    pub(super) fn reads_words(&self) -> bool {
        self.snapshot || self.listens()
    }

    /// Words that can name what the case runs and asks for. `play` is among them if it plays the whole game.
    pub(super) fn words(&self) -> BTreeSet<String> {
        // Each field is named, so that a new one is not forgotten.
        let Self {
            setup,
            given,
            call,
            steps,
            unless_said,
            end,
            name: _,
            topic: _,
            place: _,
            span: _,
            clauses: _,
            like: _,
            instead: _,
            set_at: _,
            variant_at: _,
            change: _,
            call_at: _,
            impossible: _,
            snapshot: _,
        } = self;
        let mut texts: Vec<String> = vec![call.clone().unwrap_or_else(|| "play".to_owned())];
        texts.extend(setup.settings.iter().map(|(name, value)| format!("{name} {value}")));
        texts.extend(given.iter().map(put));
        texts.extend(unless_said.iter().map(answered));
        for step in steps {
            match step {
                Step::Answer(answer) => texts.push(answered(answer)),
                Step::Check(expect) => expected(expect, &mut texts),
                Step::Put(given) => texts.extend(given.iter().map(put)),
            }
        }
        expected(end, &mut texts);
        let words = texts.iter().flat_map(|text| text.split(|c: char| !c.is_alphanumeric() && c != '_'));
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    }
}

fn put(given: &Given) -> String {
    let Given { left, right, right_at: _, after: _, place: _, span: _ } = given;
    format!("{left} {right}")
}

fn answered(answer: &Answer) -> String {
    let Answer { who, what, place: _ } = answer;
    format!("{who} {}", what.shown())
}

fn expected(expect: &Expect, texts: &mut Vec<String>) {
    let Expect { then, offered, refused, sights, asked: _, log } = expect;
    for Then { expression, value, place: _, span: _ } in then {
        texts.push(format!("{expression} {}", value.shown()));
    }
    for Offered { who: _, count: _, exactly, whole: _, includes, excludes, place: _ } in offered {
        texts.extend(exactly.iter().flatten().chain(includes).chain(excludes).map(|item| item.shown()));
    }
    texts.extend(refused.iter().map(|(answer, _)| answered(answer)));
    texts.extend(sights.iter().map(|SightCheck { what, .. }| what.clone()));
    texts.extend(log.iter().map(|LogCheck { text, .. }| text.clone()));
}
