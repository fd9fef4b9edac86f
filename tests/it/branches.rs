//! Questions with many options: options are grouped by the first part in which they differ.

use tavola::scene::branches::{are_many, branches};

#[test]
fn options_are_grouped_by_their_first_difference() {
    let mut texts: Vec<[String; 4]> = Vec::new();
    for (die, town, boat) in [(1, "Hill", "a1"), (6, "Hill", "a1"), (6, "Mill", "a1"), (6, "Mill", "b2")] {
        texts.push([format!("die {die}"), ", change 0".into(), format!(", to {town}"), format!(", boat at {boat}")]);
    }
    let mut options: Vec<&[String]> = texts.iter().map(|parts| &parts[..]).collect();
    assert!(!are_many(&options));
    let titles = |options: &[&[String]], some: &[usize]| -> Vec<(String, usize)> {
        branches(options, some).into_iter().map(|branch| (branch.title, branch.options.len())).collect()
    };
    let right = ["die 1, to Hill, boat at a1", "die 6, to Hill, boat at a1", "die 6, to Mill, boat at a1"];
    assert_eq!(
        titles(&options, &[0, 1, 2]).iter().map(|(title, _)| title.as_str()).collect::<Vec<_>>(),
        right.map(|t| t.trim_end_matches(", boat at a1"))
    );
    // With many options, those of one die are one group. Its title adds what they share.
    let many: Vec<usize> = (0..4).chain([2; 9]).collect();
    assert_eq!(titles(&options, &many), [("die 1, to Hill, boat at a1".into(), 1), ("die 6".into(), 12)]);
    assert_eq!(titles(&options, &[2, 3]), [("boat at a1".into(), 1), ("boat at b2".into(), 1)]);
    let no = ["no, choose nothing".to_owned()];
    options.push(&no);
    assert_eq!(titles(&options, &[3, 4])[1], ("no, choose nothing".into(), 1));
    let eleven: Vec<&[String]> = std::iter::repeat_n(&texts[2][..], 11).chain([&texts[0][..]]).collect();
    assert!(are_many(&eleven));
}
