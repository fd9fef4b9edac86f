//! Many options of several parts, shown part by part: which die, then where to, then how. An answer is still one answer; only
//! fewer options are shown at once.

/// Number of options up to which all are listed at once.
pub const FEW: usize = 10;

/// Options with the same next part. A single option is an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionBranch {
    /// The parts that distinguish them from the others.
    pub title: String,
    /// Indexes of the options.
    pub options: Vec<usize>,
}

/// True if options, each given by its parts, are better shown part by part than all at once.
pub fn are_many(options: &[&[String]]) -> bool {
    let all: Vec<usize> = (0..options.len()).collect();
    options.len() > FEW && branches(options, &all).iter().any(|branch| branch.options.len() > 1)
}

/// Groups some of the options by the first part in which they differ. Parts that are the same in all of them are left out.
pub fn branches(options: &[&[String]], some: &[usize]) -> Vec<OptionBranch> {
    let part = |option: usize, at: usize| options[option].get(at).map(String::as_str);
    let longest = some.iter().map(|&option| options[option].len()).max().unwrap_or(0);
    let is_same = |some: &[usize], at: usize| some.iter().all(|&option| part(option, at) == part(some[0], at));
    let title = |own: &[usize]| {
        let label: String = (0..longest)
            .filter(|&at| is_same(own, at) && !is_same(some, at))
            .filter_map(|at| part(own[0], at))
            .collect();
        alone(&label).to_owned()
    };
    let Some(first) = (0..longest).find(|&at| !is_same(some, at)) else {
        return some
            .iter()
            .map(|&option| OptionBranch { title: options[option].concat(), options: vec![option] })
            .collect();
    };
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for &option in some {
        let own = |group: &&mut Vec<usize>| some.len() > FEW && part(group[0], first) == part(option, first);
        match groups.iter_mut().find(own) {
            Some(group) => group.push(option),
            None => groups.push(vec![option]),
        }
    }
    groups.into_iter().map(|options| OptionBranch { title: title(&options), options }).collect()
}

/// A part without the words that join it to the part before.
fn alone(part: &str) -> &str {
    let part = part.strip_prefix("'s ").unwrap_or(part);
    part.trim_start_matches([',', ';', ':', ' '])
}
