//! The file `look.yaml`: what it changes in pictures, what is wrong in it, and that it changes nothing else.

mod cards;
mod served;

use std::collections::BTreeMap;

use tavola::diagnostic::Diagnostic;
use tavola::draw;
use tavola::game::{GameFolder, Rules, Setup};
use tavola::print::{BoxPart, Paper, PrintBox, PrintOptions, sheets};
use tavola::scene::{Scene, Stage};
use tavola_ide::Workspace;

use crate::scene::VALLEY;

/// A small picture with a script, which no browser may run.
pub(crate) const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\" onload=\"alert(1)\">\
                   <script>alert(1)</script><rect width=\"1\" height=\"1\"/></svg>";
/// A PNG of one pixel.
const PNG: &str = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/// The valley with a look and other files.
fn folder(look: Option<&str>, more: &[(&str, &str)]) -> GameFolder {
    let own = [("valley.tavola", Some(VALLEY)), ("look.yaml", look)];
    let files = own.iter().filter_map(|(name, text)| Some((*name, (*text)?))).chain(more.iter().copied());
    let files = files.map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
    GameFolder { name: "valley".to_owned(), files }
}

fn rules(look: Option<&str>, more: &[(&str, &str)]) -> Rules {
    Rules::read(&folder(look, more), None).expect("it can be read")
}

/// The position at the question where Anna's cart goes, after Ben's card.
fn scene(rules: &Rules) -> Scene {
    let errors: Vec<&Diagnostic> = rules.diagnostics().iter().filter(|finding| finding.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let game = rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"));
    let (mut referee, state) = crate::answered(&game, &["sun", "fog", "hill"]);
    let stage = Stage::new(&game, BTreeMap::default());
    stage.scene(&referee.view(&state, Some(1)), referee.question(&state).as_ref(), Vec::new())
}

fn svg(look: Option<&str>, more: &[(&str, &str)]) -> String {
    draw::svg(&scene(&rules(look, more)))
}

/// Code, marked text and help of each finding.
fn findings(look: &str, more: &[(&str, &str)]) -> Vec<(&'static str, String, String)> {
    let rules = rules(Some(look), more);
    let line = |finding: &Diagnostic| {
        let marked = rules.sources().text(finding.span).to_owned();
        (finding.code, marked, finding.help.clone().unwrap_or_default())
    };
    rules.diagnostics().iter().map(line).collect()
}

/// The upper left corner of a node of the board.
fn corner(svg: &str, id: &str) -> (i64, i64) {
    let own = svg.split_once(&format!("<g class=\"cell\" data-id=\"{id}\"")).expect("the node is drawn").1;
    let numbers = own.split_once("translate(").expect("a place").1.split(')').next().expect("numbers");
    let (x, y) = numbers.split_once(' ').expect("two numbers");
    (x.parse().expect("a number"), y.parse().expect("a number"))
}

#[test]
fn an_empty_look_changes_nothing() {
    let plain = rules(None, &[]);
    for look in ["", "# later\n", "colours: {}\nicons: {}\nboards: { valley: {} }\n"] {
        let dressed = rules(Some(look), &[("cart.svg", SVG)]);
        assert!(draw::svg(&scene(&plain)) == draw::svg(&scene(&dressed)), "{look}");
        assert_eq!(scene(&plain), scene(&dressed));
        assert_eq!(plain.hash(), dressed.hash());
    }
    assert_eq!(rules(Some("colours: { hill: red }"), &[]).hash(), plain.hash(), "the look is no part of the rules");
}

#[test]
fn spaces_stand_where_the_look_says() {
    let look =
        "boards:\n  valley:\n    size: [100, 50]\n    positions: { hill: [80, 40], mill: [20, 10], ford: [80, 10] }\n";
    let drawn = svg(Some(look), &[]);
    let [hill, mill, ford] = ["hill", "mill", "ford"].map(|id| corner(&drawn, id));
    assert!(mill.0 < ford.0 && ford.0 == hill.0 && ford.1 < hill.1, "{hill:?} {mill:?} {ford:?}");
    // Both axes have one scale, measured from centre to centre: boxes of one height, as for `mill` and `ford`.
    let height = |id: &str| {
        let own =
            drawn.split_once(&format!("data-id=\"{id}\"")).expect("a node").1.split_once("height=\"").expect("a box").1;
        own.split('"').next().expect("a number").parse::<i64>().expect("a number")
    };
    let across = (ford.0 - mill.0) as f64 / 60.0;
    let down = (hill.1 + height("hill") / 2 - ford.1 - height("ford") / 2) as f64 / 30.0;
    assert!((across - down).abs() < 0.1, "{across} {down}");
    // Without a size the picture is as narrow as the boxes allow.
    let loose = svg(Some("boards: { valley: { positions: { hill: [0, 9], mill: [0, 0], ford: [0, 3] } } }"), &[]);
    let [hill, mill, ford] = ["hill", "mill", "ford"].map(|id| corner(&loose, id));
    assert!(mill.0 == ford.0 && ford.0 == hill.0 && mill.1 < ford.1 && ford.1 < hill.1, "{hill:?} {mill:?} {ford:?}");
}

/// Letters are the larger on a screen, the smaller the map is.
#[test]
fn spaces_side_by_side_are_narrow_where_that_makes_a_smaller_map() {
    let width = |positions: &str| {
        let drawn = svg(Some(&format!("boards: {{ valley: {{ size: [100, 90], positions: {positions} }} }}")), &[]);
        let own = drawn.split_once("class=\"box\" width=\"").expect("a box").1;
        own.split('"').next().expect("a number").parse::<i64>().expect("a number")
    };
    assert_eq!(width("{ hill: [10, 10], mill: [11, 40], ford: [10, 70] }"), 156, "below each other");
    assert!(width("{ hill: [10, 10], mill: [50, 10], ford: [90, 10] }") < 130, "side by side");
}

#[test]
fn spaces_without_a_position_stand_below_the_others() {
    for size in ["", "size: [100, 50], "] {
        let look = format!("boards: {{ valley: {{ {size}positions: {{ hill: [80, 40], mill: [20, 10] }} }} }}");
        let drawn = svg(Some(&look), &[]);
        let [hill, mill, ford] = ["hill", "mill", "ford"].map(|id| corner(&drawn, id));
        assert!(mill.1 < hill.1 && hill.1 < ford.1, "{hill:?} {mill:?} {ford:?}");
    }
}

#[test]
fn colours_choose_a_readable_text() {
    let look = "colours: { Player: [navy, yellow], hill: \"#102030\", mill: \"#fe8\", Card: gold, gate: black }";
    let drawn = svg(Some(look), &[]);
    assert!(drawn.contains("svg .p0{fill:#000080") && drawn.contains("svg .t0{fill:#ffffff}"), "{drawn}");
    assert!(drawn.contains("svg .p1{fill:#ffff00") && drawn.contains("svg .t1{fill:#1c1b19}"), "{drawn}");
    assert!(drawn.contains("style=\"fill:#102030\"") && drawn.contains("style=\"fill:#ffffff\">Hill"), "{drawn}");
    assert!(drawn.contains("style=\"fill:#ffee88\"") && drawn.contains("style=\"fill:#1c1b19\">Mill"), "{drawn}");
    assert!(drawn.contains("style=\"fill:#ffffff\">G<"), "the letter on a black gate is light: {drawn}");
    assert!(
        drawn.contains("<g class=\"inked\" style=\"--letters:#"),
        "letters beside chips have the ink of a coloured space: {drawn}"
    );
    // The letters of owners stay: colour alone tells nothing apart.
    assert!(drawn.contains("t0\" x=\"19\" y=\"35\">A<"), "{drawn}");
    let page = draw::table(&scene(&rules(Some(look), &[])), &draw::Seat::default(), "key", 1);
    assert!(page.contains(".c0{background:#000080;color:#ffffff}") && page.contains("--band:#ffd700"), "{page}");
}

#[test]
fn icons_stand_for_letters() {
    let drawn = svg(Some("icons: { cart: \u{265c}, fame: \u{2605}, Card: \u{2618} }"), &[]);
    assert!(drawn.contains(">\u{265c}</text>") && drawn.contains("\u{2605} fame"), "{drawn}");
    let page = draw::table(&scene(&rules(Some("icons: { Card: \u{2618} }"), &[])), &draw::Seat::default(), "key", 1);
    assert!(page.contains("<span aria-hidden=\"true\">\u{2618}</span> <span class=\"name\">Fog"), "{page}");
    // A picture is defined once, however often it is drawn.
    let drawn = svg(
        Some("icons: { cart: pictures/cart.svg, gate: gate.png }"),
        &[("pictures/cart.svg", SVG), ("gate.png", PNG)],
    );
    assert_eq!(drawn.matches("<symbol id=\"look-pictures/cart.svg\"").count(), 1, "{drawn}");
    assert!(
        drawn.contains("<use href=\"#look-pictures/cart.svg\"") && drawn.contains("<use href=\"#look-gate.png\""),
        "{drawn}"
    );
}

#[test]
fn a_picture_is_only_ever_an_image() {
    let look = "icons: { cart: cart.svg }\nboards: { valley: { background: cart.svg } }";
    let rules = rules(Some(look), &[("cart.svg", SVG)]);
    let scene = scene(&rules);
    let game = rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"));
    let options = PrintOptions { paper: Paper::A4, backs: true, low_ink: false, only: None::<BoxPart> };
    let pages = [
        draw::svg(&scene),
        draw::table(&scene, &draw::Seat::default(), "key", 1),
        sheets(&PrintBox::new(&rules, &game), options),
    ];
    for page in pages {
        assert!(page.contains("#look-cart.svg") && page.contains("<image "), "{page}");
        assert!(!page.contains("alert(1)") && !page.contains("onload"), "{page}");
    }
    // A table refers to its server, so that no picture is sent again after each answer.
    let page = draw::table(&scene, &draw::Seat::default(), "key", 1);
    assert!(page.contains("href=\"/look/") && !page.contains("data:image"), "{page}");
    assert!(!serde_json::to_string(&scene).expect("data").contains("data:image"));
}

/// A die shows the number of its place by pips, one in a place without a number is blank, and 7 is written.
#[test]
fn dice_show_the_number_of_their_place() {
    let mut scene = scene(&rules(Some("icons: { cart: pips }"), &[]));
    let drawn = |scene: &Scene| draw::svg(scene).matches("class=\"pip").count();
    assert_eq!(drawn(&scene), 0, "no place of the valley has a number");
    let show = |scene: &mut Scene, shown: u32| {
        let cells = scene.boards.iter_mut().flat_map(|board| &mut board.cells);
        let dice = cells.flat_map(|cell| &mut cell.piles).flat_map(|pile| &mut pile.things);
        dice.filter(|thing| thing.pips.is_some()).map(|thing| thing.pips = Some(shown)).count()
    };
    let dice = show(&mut scene, 5);
    assert!(dice > 0, "carts stand on the board");
    assert_eq!(drawn(&scene), 5 * dice);
    show(&mut scene, 7);
    assert!(drawn(&scene) == 0 && draw::svg(&scene).contains(">7</text>"));
}

#[test]
fn each_mistake_is_found_at_its_place() {
    let one = |look: &str| match findings(look, &[("cart.svg", SVG), ("fake.svg", "<html/>"), ("fake.png", "GIF89a")])
        .as_slice()
    {
        [one] => one.clone(),
        all => panic!("{look}: {all:#?}"),
    };
    let expected = [
        ("colours: { hil: red }", "E1170", "hil", "did you mean `hill`?"),
        ("icons: { carts: X }", "E1170", "carts", "did you mean `cart`?"),
        ("boards: { vally: {} }", "E1170", "vally", "did you mean `valley`?"),
        ("boards: { valley: { positions: { mil: [1, 1] } } }", "E1170", "mil", "did you mean `mill`?"),
        ("colours: { fame: red }", "E1171", "fame", "name a member"),
        ("icons: { yard: X }", "E1171", "yard", "name a member"),
        ("boards: { hill: {} }", "E1171", "hill", "name a board"),
        ("boards: { valley: { positions: { sun: [1, 1] } } }", "E1171", "sun", "name a space"),
        ("colours: { hill: redd }", "E1172", "redd", "did you mean `red`?"),
        ("colours: { hill: [red] }", "E1172", "red", "\"#rrggbb\""),
        ("colours: { Player: [red, blue, gold] }", "E1172", "gold", "remove"),
        ("icons: { hill: pips }", "E1175", "hill", "give the component"),
        ("icons: { cart: cards.svg }", "E1173", "cards.svg", "did you mean `cart.svg`?"),
        ("icons: { cart: fake.svg }", "E1173", "fake.svg", "<svg xmlns"),
        ("icons: { cart: fake.png }", "E1173", "fake.png", "PNG"),
        ("icons: { cart: cart.jpg }", "E1173", "cart.jpg", ""),
        ("icons: { cart: ../cart.svg }", "E1173", "../cart.svg", ""),
        ("boards: { valley: { background: other.png } }", "E1173", "other.png", "correct the name"),
        ("boards: { valley: { size: [9, 9], positions: { hill: [10, 1] } } }", "E1174", "10", "x is from 0 to 9"),
        ("boards: { valley: { positions: { hill: [1, 1], mill: [1, 1] } } }", "E1174", "1", "another position"),
        ("boards: { valley: { size: [0, 9] } }", "E1174", "0", "from 1"),
        ("icons: { cart: wagon }", "E1175", "wagon", "one or two signs"),
        ("icons: { cart: \"\\u200b\" }", "E1175", "\"\\u200b\"", "one or two signs"),
        ("icons: { cart: \"\\u3164\" }", "E1175", "\"\\u3164\"", "one or two signs"),
        ("icons: { cart: \"  \" }", "E1175", "\"  \"", "one or two signs"),
        ("icons: { cart: \"\\ufe0f\" }", "E1175", "\"\\ufe0f\"", "one or two signs"),
        ("icons: { fame: cart.svg }", "E1175", "fame", "one or two signs"),
        ("boards: { valley: { positions: { hill: [1] } } }", "E1102", "1", "[20, 10]"),
        ("boards: { valley: { pieces: discs } }", "E1102", "discs", "write `figures`"),
        ("boards: { valley: { pieces: ~ } }", "E1102", "~", "write `figures`"),
        ("colors: {}", "E1103", "colors", "did you mean `colours`?"),
    ];
    for (look, code, marked, help) in expected {
        let found = one(look);
        assert_eq!((found.0, found.1.as_str()), (code, marked), "{look}: {}", found.2);
        assert!(found.2.contains(help), "{look}: {}", found.2);
    }
    // In YAML this is a comment, and there is no colour.
    let (code, _, help) = one("colours:\n  hill: #fff\n");
    assert!(code == "E1172" && help.contains("begins a comment"), "{code} {help}");
}

#[test]
fn damaged_pictures_are_found() {
    let finds = |name: &str, text: &str| findings(&format!("icons: {{ cart: {name} }}"), &[(name, text)]);
    let kept = [
        ("cart.png", PNG),
        ("cart.svg", SVG),
        ("cart.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"/>\n"),
        ("cart.svg", "<!DOCTYPE svg [ <!ENTITY a \"b\"> ]>\n<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>"),
    ];
    for (name, text) in kept {
        assert!(finds(name, text).is_empty(), "{text}: {:?}", finds(name, text));
    }
    let cut = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ";
    let empty = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAAAAAAACAYAAAAfFcSJ";
    let open = "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect>";
    for (name, text) in [("cart.png", cut), ("cart.png", empty), ("cart.svg", open)] {
        assert!(matches!(finds(name, text).as_slice(), [("E1173", ..)]), "{text}: {:?}", finds(name, text));
    }
}

/// A browser shows nothing of a file that is no well-formed XML.
#[test]
fn a_picture_is_well_formed() {
    const XLINK: &str = "xmlns:xlink=\"http://www.w3.org/1999/xlink\"";
    let finds = |inside: &str, more: &str| {
        let text = format!("<svg xmlns=\"http://www.w3.org/2000/svg\"{more}>\n{inside}\n</svg>\n");
        let rules = rules(Some("icons: { cart: cart.svg }"), &[("cart.svg", &text)]);
        rules.diagnostics().iter().map(|finding| finding.message.clone()).collect::<Vec<_>>().join("; ")
    };
    let kept = [
        (
            "<g a='1' b = \"&lt;&#65;&#x41;\"><rect/>a &amp; b</g><!-- - > & < --><?x <?><style><![CDATA[a<b&c]]></style>",
            "",
        ),
        ("<use xlink:href=\"#a\" xml:space=\"preserve\"/>", XLINK),
        ("<g xmlns:i=\"x\"><i:view i:name=\"a\"/></g>", ""),
    ];
    for (inside, more) in kept {
        assert_eq!(finds(inside, &format!(" {more}")), "", "{inside}");
    }
    let wrong = [
        "<g><rect></g>",
        "<g><rect/>",
        "</g>",
        "</svg><svg>",
        "</svg>more<svg/>",
        "<rect width=1/>",
        "<rect hidden/>",
        "<rect a=\"1\"b=\"2\"/>",
        "<rect a=\"1\" a=\"2\"/>",
        "<rect a=\"<\"/>",
        "<text>Salt & pepper</text>",
        "<text>&nbsp;</text>",
        "<text>1 < 2</text>",
        "<!-- a -- b -->",
        "<!-- a",
        "<use xlink:href=\"#a\"/>",
    ];
    for inside in wrong {
        let found = finds(inside, "");
        assert!(found.contains("`cart.svg` is not well-formed") && found.contains(" at "), "{inside}: {found}");
    }
}

#[test]
fn a_picture_has_a_limit() {
    let large = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{}</svg>", " ".repeat(256 << 10));
    let found = findings("icons: { cart: cart.svg }", &[("cart.svg", &large)]);
    assert!(matches!(found.as_slice(), [("E1173", ..)]), "{found:?}");
    // A PNG of 70,000 pixels in each direction.
    let wide = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgABEXAAARFwCAYAAAA=";
    let found = findings("icons: { cart: cart.png }", &[("cart.png", wide)]);
    assert!(matches!(found.as_slice(), [("E1173", ..)]), "{found:?}");
}

#[test]
fn a_grid_keeps_its_places() {
    let grid = "game field \"Field\" for 2 players\n\nboard field of Square\n  grid: 3, 3\n\ncomponents\n  | component | count | start |\n  \
                | stone[Player] | 2 | box |\n\nplaces\n  | place | holds |\n  | box | stone |\n  | on[Square] | stone |\n\ntrack fame[Player] 0..\n\n\
                play\n  each p in Player\n    p chooses s in Square \"Where?\"\n    move 1 stone[p] from box to on[s]\n\nwinner p in Player by most fame[p]\n";
    let read = |look: &str| {
        let files = [("field.tavola", grid), ("look.yaml", look)];
        let files = files.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
        Rules::read(&GameFolder { name: "field".to_owned(), files }, None).expect("it can be read")
    };
    let codes = |rules: &Rules| rules.diagnostics().iter().map(|finding| finding.code).collect::<Vec<_>>();
    assert_eq!(codes(&read("boards: { field: { size: [3, 3] } }")), ["E1174"]);
    let fine = read("boards: { field: { background: teal } }");
    assert!(codes(&fine).is_empty(), "{:?}", fine.diagnostics());
    let game = fine.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"));
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.run(&mut state).expect("the rules do not fault");
    let drawn = draw::svg(&Stage::new(&game, BTreeMap::default()).scene(&referee.view(&state, None), None, Vec::new()));
    assert!(drawn.contains("style=\"fill:#008080\"") && drawn.contains("style=\"fill-opacity:0\""), "{drawn}");
}

#[test]
fn names_of_a_variant_are_known() {
    let variant = "variant wide \"Wide\" of valley, house rules\n\nchange kind Spot\n  | id   | name   | at     | colour | worth |\n  | lake | \"Lake\" | (0, 1) | \"tan\"  | 4     |\n";
    let look =
        "colours: { lake: teal }\nboards: { valley: { positions: { hill: [1, 1], mill: [9, 1], lake: [5, 5] } } }";
    assert!(findings(look, &[("variants/wide.tavola", variant)]).is_empty(), "the variant has the lake");
    assert_eq!(findings(look, &[]).iter().map(|found| found.0).collect::<Vec<_>>(), ["E1170", "E1170"]);
    let folder = folder(Some(look), &[("variants/wide.tavola", variant)]);
    let rules = Rules::read(&folder, Some("wide")).expect("it can be read");
    let game = rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(game.look().marks.get("lake").and_then(|mark| mark.colour.as_deref()), Some("#008080"));
}

#[test]
fn editors_report_the_findings() {
    let mut game = Workspace::new("valley");
    game.set("valley.tavola", Some(VALLEY.to_owned()));
    game.set("look.yaml", Some("icons: { cart: cart.svg, gat: X }".to_owned()));
    game.check();
    let found: Vec<&str> = game.findings().iter().map(|finding| finding.code).collect();
    assert_eq!(found, ["E1173", "E1170"]);
    game.set("cart.svg", Some(SVG.to_owned()));
    game.set("look.yaml", Some("icons: { cart: cart.svg, gate: X }".to_owned()));
    game.check();
    assert!(
        game.findings().is_empty(),
        "{:?}",
        game.findings().iter().map(|finding| &finding.message).collect::<Vec<_>>()
    );
}

#[test]
fn a_message_quotes_a_text_on_one_short_line() {
    let long = format!("icons: {{ cart: \"a\\nb{}\" }}", "x".repeat(400));
    let message = rules(Some(&long), &[]).diagnostics()[0].message.clone();
    assert!(message.starts_with("`a\\nbxxx") && message.ends_with("is too long for an icon"), "{message}");
    assert!(message.chars().count() < 80 && message.contains('\u{2026}'), "{message}");
    let joined = format!("icons: {{ cart: \"{}\" }}", "a\u{200d}".repeat(200));
    assert!(findings(&joined, &[])[0].0 == "E1175", "many characters joined to one sign");
    assert!(
        findings("icons: { cart: \u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}, gate: \u{2764}\u{fe0f} }", &[])
            .is_empty(),
        "emoji of several characters"
    );
}

#[cfg(unix)]
#[test]
fn a_picture_outside_of_the_folder_is_refused() {
    let outside = tempfile::tempdir().expect("a folder");
    std::fs::write(outside.path().join("secret.svg"), SVG).expect("written");
    let folder = outside.path().join("valley");
    std::fs::create_dir(&folder).expect("a folder");
    for (name, text) in
        [("valley.tavola", VALLEY), ("look.yaml", "icons: { cart: cart.svg, gate: gate.svg }"), ("own.svg", SVG)]
    {
        std::fs::write(folder.join(name), text).expect("written");
    }
    std::os::unix::fs::symlink("../secret.svg", folder.join("cart.svg")).expect("a link");
    std::os::unix::fs::symlink("own.svg", folder.join("gate.svg")).expect("a link");
    let read = Rules::read(&folder, None).expect("it can be read");
    let found: Vec<_> = read.diagnostics().iter().map(|finding| (finding.code, finding.message.as_str())).collect();
    assert_eq!(found, [("E1173", "the picture `cart.svg` is a link out of the game's folder")]);
    let memory = GameFolder::read(&folder).expect("it can be read");
    assert!(
        memory.files.contains_key("gate.svg") && !memory.files.contains_key("cart.svg"),
        "{:?}",
        memory.files.keys()
    );
}

#[test]
fn positions_far_apart_make_a_picture_that_can_be_seen() {
    let size = |look: &str| {
        let drawn = svg(Some(look), &[]);
        let number = |name: &str| {
            let own = drawn.split_once(&format!(" {name}=\"")).expect("a size").1;
            own.split('"').next().expect("a number").parse::<i64>().expect("a number")
        };
        let corners = ["hill", "mill", "ford"].map(|id| corner(&drawn, id));
        (number("width"), number("height"), corners)
    };
    let far = "boards: { valley: { positions: { hill: [0, 9000], mill: [1, -9000], ford: [9000, 3] } } }";
    let (width, height, [hill, mill, ford]) = size(far);
    assert!(width < 3000 && height < 3000, "{width} x {height}");
    assert!(hill.0 < mill.0 && mill.0 < ford.0 && mill.1 < ford.1 && ford.1 < hill.1, "{hill:?} {mill:?} {ford:?}");
    let narrow =
        "boards: { valley: { size: [1, 9000], positions: { hill: [0, 0], mill: [1, 4000], ford: [0, 9000] } } }";
    let (width, height, _) = size(narrow);
    assert!(width < 3000 && height < 3000, "{width} x {height}");
}

#[test]
fn a_space_has_its_icon_on_its_box() {
    let drawn = svg(Some("icons: { hill: \u{26f0}, mill: mill.svg }"), &[("mill.svg", SVG)]);
    assert!(drawn.contains(">\u{26f0}</text>"), "{drawn}");
    let mill = drawn.split_once("data-id=\"mill\"").expect("the mill").1.split_once("</g>").expect("its end").0;
    assert!(mill.contains("#look-mill.svg"), "{mill}");
}
