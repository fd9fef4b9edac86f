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

/// Tokens of each player lie in a bag of their own.
#[test]
fn players_have_bags_of_their_own() {
    let pawns = "  | pawn[Player] | 3 | box | \"pawn\" | GM-1 |\n\nplaces";
    let rules = GEMS
        .replace("\nplaces", pawns)
        .replace("| bag               |", "| box | pawn | heap | all | GM-3 |\n  | bag               |");
    let home = Home::with(&rules);
    home.run("print rules/gems --players 2 --format tts").ends(0);
    let saved: serde_json::Value = serde_json::from_str(&home.read("gems-tts/gems.json")).expect("JSON");
    let objects = saved["ObjectStates"].as_array().expect("objects");
    let bags: Vec<(&str, usize)> = objects
        .iter()
        .filter(|object| object["Name"] == "Bag")
        .map(|bag| (bag["Nickname"].as_str().expect("a name"), bag["ContainedObjects"].as_array().map_or(0, Vec::len)))
        .collect();
    assert_eq!(bags, [("pawn: Anna", 3), ("pawn: Ben", 3)]);
}

#[test]
fn a_folder_for_tabletop_simulator_is_written() {
    let home = Home::with(GEMS);
    let run = home.run("print rules/gems --format tts").ends(0);
    run.says(&[
        "wrote `gems-tts/gems.json`",
        "next: open `gems-tts/images.html`",
        "2 pictures",
        "not in the folder: score; use counters",
    ]);
    let folder = home.path("gems-tts").canonicalize().expect("a folder");
    let saved: serde_json::Value = serde_json::from_str(&home.read("gems-tts/gems.json")).expect("JSON");
    let deck = &saved["ObjectStates"][0];
    let sheet = &deck["CustomDeck"]["1"];
    let face = sheet["FaceURL"].as_str().and_then(|url| url.strip_prefix("file:///")).expect("an address");
    assert_eq!(format!("/{face}"), folder.join("cards-1.png").display().to_string());
    assert!(home.read("gems-tts/cards-1.svg").starts_with("<svg xmlns"));
    assert!(home.read("gems-tts/images.html").contains("alt=\"back-1\""));
    let counts = |id: u64| deck["DeckIDs"].as_array().expect("cards").iter().filter(|card| **card == id).count();
    assert_eq!((counts(100), counts(101)), (8, 30), "rubies and opals");
    home.run("print rules/gems --format tts -o other --images https://example.org/gems/").ends(0);
    assert!(home.read("other/gems.json").contains("\"https://example.org/gems/back-1.png\""));
    let refused = |more: &str, says: &str| {
        home.run(&format!("print rules/gems {more}")).ends(2).says(&[says]);
    };
    refused("--format tts --only mats", "no mats");
    refused("--format tts --low-ink", "for paper");
    for wrong in ["", "x", "javascript:alert(1)", "https://a/?q=1", "https://a/#f"] {
        let run = home.run_words(&["print", "rules/gems", "--format", "tts", "-o", "wrong", "--images", wrong]).ends(2);
        run.says(&["`--images` is the address of a folder"]);
    }
    refused("--format tts -o rules/gems", "has other files");
    refused("--images https://example.org", "needs `--format tts`");
    home.write("taken", "a file");
    refused("--format tts -o taken", "cannot write");
}
