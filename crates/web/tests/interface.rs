//! Every request of the page, as the page sends it; and every level that comes with the program,
//! played to its end through the interface.

mod support;

use std::fs;

use serde_json::{Value, json};
use support::{EASY, Solve, get, levels, post, server};
use unriddle_web::shelves::Shelves;

#[test]
fn the_page_and_its_files_are_there() {
    let server = server(&[]);
    let page = get(server.address(), "/");
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    // Whatever the page names in its head is served, with a type that browsers take.
    let named: Vec<&str> = page
        .text()
        .split(['"', '\''])
        .filter(|word| word.ends_with(".js") || word.ends_with(".css") || word.ends_with(".svg"))
        .collect();
    assert!(!named.is_empty());
    for name in named {
        let file = get(server.address(), &format!("/{name}"));
        let kind = match name.rsplit_once('.').expect("they end in something").1 {
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            _ => "image/svg+xml",
        };
        assert_eq!((file.status, file.header("content-type")), (200, Some(kind)), "{name}");
    }
    assert!(get(server.address(), "/palette.css").text().contains("prefers-color-scheme"));
}

#[test]
fn games_say_what_a_page_must_know() {
    let server = server(&[]);
    let games = get(server.address(), "/api/games").json();
    let games = games.as_array().expect("a list");
    assert_eq!(games.len(), unriddle_games::GAMES.len());
    for game in games {
        for field in ["id", "name", "about", "format", "notation", "move_word", "handling"] {
            assert!(game[field].as_str().is_some_and(|text| !text.is_empty()), "{field} in {game}");
        }
        assert!(game["settings"].is_array() && game["brushes"].is_array());
    }
}

#[test]
fn the_users_own_levels_have_shelves_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("deep")).expect("a folder");
    for (name, text) in [
        ("10.txt", EASY),
        ("2.txt", EASY),
        ("deep/a.txt", EASY),
        ("broken.txt", "#####\n#S..#\n#####\n"),
        ("notes.md", "no level"),
        ("expected.json", r#"{"2.txt": {"optimal": 2}, "deep/a.txt": {"optimal": 2}}"#),
    ] {
        fs::write(path(name), text).expect("a file");
    }
    fs::write(path("bytes.txt"), [0xff, 0xfe]).expect("a file");
    let server = server(&[folder.path().to_owned(), path("2.txt")]);
    let listing = get(server.address(), "/api/levels").json();
    let shelves = listing["shelves"].as_array().expect("shelves");
    assert_eq!(shelves.len(), unriddle_games::GAMES.len() + 2);
    let own = &shelves[shelves.len() - 2];
    assert_eq!(own["title"], folder.path().display().to_string());
    let names: Vec<&str> =
        own["levels"].as_array().expect("levels").iter().filter_map(|l| l["id"].as_str()).collect();
    assert_eq!(names, ["1:2.txt", "1:10.txt", "1:broken.txt", "1:bytes.txt", "1:deep/a.txt"]);
    let find = |id: &str| {
        let all = own["levels"].as_array().expect("levels");
        all.iter().find(|level| level["id"] == id).expect("it is there").clone()
    };
    assert_eq!((&find("1:2.txt")["par"], &find("1:10.txt")["par"]), (&2.into(), &Value::Null));
    assert_eq!(find("1:deep/a.txt")["par"], 2);
    assert_eq!(find("1:broken.txt")["problem"]["what"], "level");
    assert!(find("1:bytes.txt")["problem"]["message"].as_str().is_some_and(|why| why.contains("UTF-8")));
    assert_eq!(get(server.address(), "/api/level?id=2:2.txt").json()["text"], EASY);
    // A file that changes is read again; one that is gone is said to be.
    fs::write(path("10.txt"), "S..E\n").expect("a file");
    assert_eq!(get(server.address(), "/api/level?id=1:10.txt").json()["text"], "S..E\n");
    fs::remove_file(path("10.txt")).expect("it was there");
    assert!(get(server.address(), "/api/level?id=1:10.txt").json()["problem"].is_object());
    assert_eq!(get(server.address(), "/api/thumbnail?id=1:10.txt").status / 100, 4);
}

#[test]
fn paths_that_lead_nowhere_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let told = |path: &std::path::Path| Shelves::new(&[path.to_owned()]).err().expect("there is nothing");
    assert!(told(folder.path()).contains("no levels"));
    assert!(told(&folder.path().join("missing")).contains("missing"));
}

#[test]
fn a_gesture_is_made_or_refused() {
    let server = server(&[]);
    let play = |moves: &[&str], direction: &str| {
        let gesture = json!({ "kind": "go", "direction": direction });
        let request = json!({ "text": "####\n#SE#\n####", "moves": moves, "gesture": gesture });
        post(server.address(), "/api/play", &request).json()
    };
    let made = play(&[], "right");
    assert_eq!((&made["moves"], &made["solved"]), (&json!(["F"]), &true.into()));
    assert_eq!(made["refused"], Value::Null);
    let refused = play(&["F"], "right");
    assert_eq!(refused["moves"], json!(["F"]));
    assert!(refused["refused"].as_str().is_some_and(|why| !why.is_empty()), "{refused}");
}

#[test]
fn keys_that_do_nothing_are_refused_as_gestures_and_passed_over_in_replays() {
    let server = server(&[]);
    let level = "xxxxx\nxH-hx\nxxxxx\n";
    let play = |request: Value| post(server.address(), "/api/play", &request).json();
    let gesture = json!({ "kind": "go", "direction": "up" });
    let scene = play(json!({ "game": "sokobond", "text": level, "gesture": gesture }));
    assert_eq!(scene["moves"], json!([]), "{scene}");
    assert!(scene["refused"].as_str().is_some_and(|why| !why.is_empty()), "{scene}");
    assert_eq!(scene["remarks"], json!([]));
    let scene = play(json!({ "game": "sokobond", "text": level, "moves": ["W", "D"] }));
    assert_eq!(scene["moves"].as_array().map(Vec::len), Some(1), "{scene}");
    assert_eq!(scene["remarks"].as_array().map(Vec::len), Some(1), "{scene}");
}

#[test]
fn ten_thousand_moves_are_replayed_at_once() {
    let server = server(&[]);
    let turns = vec!["L"; 10_000];
    let begun = std::time::Instant::now();
    let scene = post(server.address(), "/api/play", &json!({ "text": EASY, "moves": turns })).json();
    assert_eq!(scene["moves"].as_array().map(Vec::len), Some(10_000));
    assert!(begun.elapsed().as_secs() < 5, "{:?}", begun.elapsed());
}

#[test]
fn longer_parts_are_taken_apart() {
    let server = server(&[]);
    let scene = post(server.address(), "/api/play", &json!({ "text": EASY, "moves": ["F2"] })).json();
    assert_eq!((&scene["moves"], &scene["history"]), (&json!(["F", "F"]), &"F2".into()));
}

#[test]
fn every_game_can_be_painted_on_and_mended() {
    let server = server(&[]);
    let to = server.address();
    for game in get(to, "/api/games").json().as_array().expect("games") {
        let (id, starter) = (&game["id"], &game["starter"]);
        assert!(game["brushes"].as_array().is_some_and(|brushes| !brushes.is_empty()), "{id}");
        let edit = |text: &Value, edit: Value| {
            let reply = post(to, "/api/edit", &json!({ "game": id, "text": text, "edit": edit }));
            assert_eq!(reply.status, 200, "{id}: {}", reply.text());
            reply.json()
        };
        let looked = edit(starter, Value::Null);
        assert_eq!((&looked["text"], &looked["problem"]), (starter, &Value::Null), "{id}");
        let grown = edit(starter, json!({ "do": "grow", "edge": "right" }));
        let width = |reply: &Value| reply["picture"]["width"].as_u64().expect("a picture");
        assert_eq!(width(&grown), width(&looked) + 1, "{id}");
        let shrunk = edit(&grown["text"], json!({ "do": "shrink", "edge": "right" }));
        assert_eq!((width(&shrunk), &shrunk["problem"]), (width(&looked), &Value::Null), "{id}");
        // What is broken by hand is told at its place, and can still be seen.
        let broken = format!("?!\n{}", starter.as_str().expect("a text"));
        let problem = edit(&broken.into(), Value::Null)["problem"].clone();
        assert!(problem["place"]["line"].as_u64().is_some_and(|line| line > 0), "{id}: {problem}");
        let nowhere = json!({ "do": "paint", "brush": 0, "x": 999, "y": 0 });
        let refused = post(to, "/api/edit", &json!({ "game": id, "text": starter, "edit": nowhere }));
        assert_eq!(refused.status, 400, "{id}");
    }
}

/// Solves every level that comes with the program, makes the moves one by one and in one go, and
/// compares with par; looks at its pictures, and at its film where there is one.
#[test]
fn every_shipped_level_is_won_through_the_interface() {
    let server = server(&[]);
    let to = server.address();
    let all = levels(to);
    assert!(all.len() > 50, "only {} levels", all.len());
    let (mut won, mut at_par) = (0, 0);
    for about in &all {
        let id = about["id"].as_str().expect("an id");
        assert_eq!(about["problem"], Value::Null, "{id}");
        let level = get(to, &format!("/api/level?id={id}")).json();
        let source = json!({ "game": level["game"], "text": level["text"] });
        let with = |more: Value| {
            let mut request = source.clone();
            request.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            request
        };
        let thumbnail = get(to, &format!("/api/thumbnail?id={id}"));
        assert!(thumbnail.text().starts_with("<svg") && thumbnail.body.len() < 2 << 20, "{id}");
        let answer = Solve::ask(to, &with(json!({ "seconds": 300 }))).wait_for("answer");
        if answer["outcome"] == "unsolvable" {
            assert_eq!(level["par"], Value::Null, "{id}");
            continue;
        }
        let moves = answer["moves"].as_array().unwrap_or_else(|| panic!("{id}: {answer}"));
        let scene = post(to, "/api/play", &with(json!({ "moves": moves }))).json();
        assert_eq!((&scene["solved"], &scene["moves"]), (&true.into(), &answer["moves"]), "{id}: {scene}");
        assert_eq!(scene["cost"], answer["cost"], "{id}");
        if let Some(par) = level["par"].as_u64() {
            let cost = answer["cost"].as_u64().expect("a cost");
            let fits = if answer["outcome"] == "optimal" { cost == par } else { cost >= par };
            assert!(fits, "{id}: {cost}, par {par}");
            at_par += 1;
        }
        let whole = post(to, "/api/play", &with(json!({ "moves": [answer["solution"]] }))).json();
        // A drawing of belts has another order.
        let count = |moves: &Value| moves.as_array().map(Vec::len);
        assert_eq!((&whole["solved"], count(&whole["moves"])), (&true.into(), Some(moves.len())), "{id}");
        let drawn = post(to, "/api/picture", &with(json!({ "moves": moves })));
        assert!(drawn.status == 200 && drawn.text().starts_with("<svg"), "{id}");
        let film = post(to, "/api/film", &with(json!({ "moves": moves, "most": 20 }))).json();
        let frames = film["frames"].as_array().expect("frames");
        assert_eq!(!frames.is_empty(), scene["runs"] == true, "{id}");
        let looks = film["base"]["looks"].as_array().expect("looks").len() as u64;
        for piece in frames.iter().flat_map(|frame| frame["pieces"].as_array().expect("pieces")) {
            assert!(piece["look"].as_u64().is_some_and(|look| look < looks), "{id}: {piece}");
        }
        won += 1;
    }
    assert!(won > 50 && at_par > 50, "only {won} levels were won, {at_par} of them with a par");
}
