//! `tavola print`: sheets as a file or on stdout.

use super::{GEMS, Home};

#[test]
fn sheets_go_to_a_file_or_to_stdout() {
    let home = Home::with(GEMS);
    let run = home.run("print rules/gems").ends(0).says(&["wrote `gems-print.html`"]);
    assert!(run.out.is_empty(), "{}", run.out);
    let page = home.read("gems-print.html");
    assert!(page.contains("<td>38</td>"), "38 gems: {page}");
    let printed = home.run("print rules/gems -o -").ends(0);
    assert_eq!(printed.out, page);
    home.run("print rules/gems --only cards --no-backs --low-ink --paper letter -o cards.html").ends(0);
    let cards = home.read("cards.html");
    assert!(cards.contains("size:letter") && !cards.contains("piece back"), "{cards}");
}

#[test]
fn wrong_set_ups_are_refused() {
    let home = Home::with(GEMS);
    home.run("print rules/gems --players 7").ends(2).says(&["is for 2 to 3 players, not for 7"]);
    home.run("print rules/gems --set rounds=77").ends(2).says(&["`rounds`"]);
    home.run("print rules/gems --only dice").ends(2);
    home.run("print rules/gems -o no/such/folder.html").ends(2).says(&["cannot write"]);
    assert!(!home.path("gems-print.html").exists());
}
