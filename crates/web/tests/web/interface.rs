//! Every request of the page, as the page sends it; and every shipped level, solved and played through
//! the HTTP interface.

use std::fs;

use serde_json::{Value, json};
use unriddle_protocol as wire;
use unriddle_web::catalog::Catalog;

use crate::support::{EASY, Solve, get, levels, post, server};

#[test]
fn the_page_and_the_files_it_names_are_served() {
    let server = server(&[]);
    let page = get(server.address(), "/");
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    // Every file that the page names is served, with a media type that browsers accept.
    let named: Vec<&str> = page
        .text()
        .split(['"', '\''])
        .filter(|word| word.ends_with(".js") || word.ends_with(".css") || word.ends_with(".svg"))
        .collect();
    assert!(!named.is_empty());
    for name in named {
        let file = get(server.address(), &format!("/{name}"));
        let kind = match name.rsplit_once('.').expect("an extension").1 {
            "js" => "text/javascript; charset=utf-8",
            "css" => "text/css; charset=utf-8",
            _ => "image/svg+xml",
        };
        assert_eq!((file.status, file.header("content-type")), (200, Some(kind)), "{name}");
    }
    assert!(get(server.address(), "/palette.css").text().contains("prefers-color-scheme"));
}

#[test]
fn every_game_has_the_fields_that_the_page_needs() {
    let server = server(&[]);
    let games = get(server.address(), "/api/games").json();
    let games = games.as_array().expect("a list");
    assert_eq!(games.len(), unriddle_games::GAMES.len());
    for game in games {
        for field in ["id", "name", "about", "cost", "par", "format", "notation", "move_word", "controls"] {
            assert!(game[field].as_str().is_some_and(|text| !text.is_empty()), "{field} in {game}");
        }
        assert!(game["settings"].is_array() && game["brushes"].is_array());
    }
}

#[test]
fn every_request_of_the_protocol_has_a_path_and_its_own_errors() {
    let server = server(&[]);
    for name in wire::names() {
        let response = post(server.address(), &format!("/api/{name}"), &json!(7));
        match wire::dispatch(name, b"7") {
            Ok(_) => assert_eq!(response.status, 200, "{name}"),
            Err(failure) => {
                assert_eq!((response.status, response.json()), (400, json!(failure)), "{name}");
            }
        }
    }
    let lessons = get(server.address(), "/api/lessons?game=anima").json();
    assert_eq!(post(server.address(), "/api/lessons", &json!({ "game": "anima" })).json(), lessons);
    assert_eq!(get(server.address(), "/api/lessons?game=chess").status, 404);
    assert_eq!(get(server.address(), "/api/lessons").status, 400);
}

#[test]
fn the_lessons_of_every_game_are_served() {
    let server = server(&[]);
    for game in unriddle_games::GAMES {
        let reply = get(server.address(), &format!("/api/lessons?game={}", game.id()));
        assert!(reply.header("etag").is_some(), "{} can be cached", game.id());
        let lessons = reply.json();
        let lessons = lessons["lessons"].as_array().expect("a list");
        assert_eq!(lessons.len(), game.info().lessons.len());
        for lesson in lessons {
            assert!(lesson["start"].is_object() && lesson["steps"][0]["changes"].is_object(), "{lesson}");
        }
    }
    assert_eq!(get(server.address(), "/api/lessons?game=chess").status, 404);
    assert_eq!(get(server.address(), "/api/lessons").status, 400);
}

#[test]
fn each_path_of_the_user_has_a_shelf_and_files_are_read_again() {
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
    let name = folder.path().file_name().expect("it has a name").to_string_lossy().into_owned();
    assert_eq!(
        own["title"].as_str().map(str::to_lowercase),
        Some(name.replace(['-', '_'], " ").to_lowercase())
    );
    let above = folder.path().parent().expect("it has one").display().to_string();
    assert!(!listing.to_string().contains(&above), "a client learns where the user's files are");
    let names: Vec<&str> =
        own["levels"].as_array().expect("levels").iter().filter_map(|l| l["id"].as_str()).collect();
    assert_eq!(names, ["1:2.txt", "1:10.txt", "1:broken.txt", "1:bytes.txt", "1:deep/a.txt"]);
    let find = |id: &str| {
        let all = own["levels"].as_array().expect("levels");
        all.iter().find(|level| level["id"] == id).expect("it is there").clone()
    };
    assert_eq!((&find("1:2.txt")["par"], &find("1:10.txt")["par"]), (&2.into(), &Value::Null));
    assert_eq!(find("1:deep/a.txt")["par"], 2);
    let broken = find("1:broken.txt");
    assert_eq!((&broken["problem"]["what"], &broken["game"]), (&"level".into(), &"reindeer-maze".into()));
    assert!(find("1:bytes.txt")["problem"]["message"].as_str().is_some_and(|why| why.contains("UTF-8")));
    assert_eq!(get(server.address(), "/api/level?id=2:2.txt").json()["text"], EASY);
    // A changed file is read again, and a deleted one has a problem.
    fs::write(path("10.txt"), "S..E\n").expect("a file");
    assert_eq!(get(server.address(), "/api/level?id=1:10.txt").json()["text"], "S..E\n");
    fs::remove_file(path("10.txt")).expect("it was there");
    assert!(get(server.address(), "/api/level?id=1:10.txt").json()["problem"].is_object());
    assert_eq!(get(server.address(), "/api/thumbnail?id=1:10.txt").status, 400);
}

#[test]
fn folders_are_chapters_with_titles_in_natural_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    for name in ["10-snow", "2-dark-woods", "2-dark-woods/deep"] {
        fs::create_dir(path(name)).expect("a folder");
    }
    for (name, text) in [
        ("README.md", "Mazes\n\n# My mazes\n"),
        ("10-snow/1.txt", EASY),
        ("2-dark-woods/10.txt", EASY),
        ("2-dark-woods/9.txt", EASY),
        ("2-dark-woods/deep/README.md", "# Deeper still\n"),
        ("2-dark-woods/deep/a.txt", EASY),
        ("2-dark-woods/expected.json", r#"{"9.txt": {"title": "Nine"}}"#),
        ("start.txt", EASY),
    ] {
        fs::write(path(name), text).expect("a file");
    }
    let server = server(&[folder.path().to_owned()]);
    let listing = get(server.address(), "/api/levels").json();
    let own = listing["shelves"].as_array().and_then(|all| all.last()).expect("a shelf");
    assert_eq!(own["title"], "My mazes");
    let levels = own["levels"].as_array().expect("levels").iter();
    let seen: Vec<_> = levels
        .map(|one| [&one["file"], &one["chapter"], &one["title"]].map(|part| part.as_str().unwrap_or("")))
        .collect();
    assert_eq!(
        seen,
        [
            ["2-dark-woods/9.txt", "Dark woods", "Nine"],
            ["2-dark-woods/10.txt", "Dark woods", ""],
            ["2-dark-woods/deep/a.txt", "Dark woods / Deeper still", ""],
            ["10-snow/1.txt", "Snow", ""],
            ["start.txt", "", ""],
        ]
    );
}

#[test]
fn paths_without_levels_are_errors() {
    let folder = tempfile::tempdir().expect("a folder");
    let error = |path: &std::path::Path| Catalog::new(&[path.to_owned()]).err().expect("no levels there");
    assert!(error(folder.path()).contains("no levels"));
    assert!(error(&folder.path().join("missing")).contains("missing"));
}

#[test]
fn a_gesture_is_made_or_refused() {
    let server = server(&[]);
    let play = |moves: &[&str], direction: &str| {
        let gesture = json!({ "kind": "go", "direction": direction });
        let request = json!({ "text": "####\n#SE#\n####", "moves": moves, "action": { "do": "gesture", "gesture": gesture } });
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
fn a_session_travels_with_the_requests() {
    let server = server(&[]);
    let mut session = Value::Null;
    let mut act = |action: Value| {
        let request = json!({ "text": "#####\n#S.E#\n#####", "session": session, "action": action });
        let scene = post(server.address(), "/api/play", &request).json();
        session = scene["session"].clone();
        let can = [&scene["can_undo"], &scene["can_redo"]].map(Value::as_bool);
        (scene["moves"].as_array().map_or(0, Vec::len), can)
    };
    let go =
        |direction: &str| json!({ "do": "gesture", "gesture": { "kind": "go", "direction": direction } });
    assert_eq!(act(go("right")), (1, [Some(true), Some(false)]));
    assert_eq!(act(go("left")), (3, [Some(true), Some(false)]), "a half turn is two moves");
    assert_eq!(act(json!({ "do": "undo" })), (1, [Some(true), Some(true)]));
    assert_eq!(act(json!({ "do": "redo" })), (3, [Some(true), Some(false)]));
    assert_eq!(act(json!({ "do": "restart" })), (0, [Some(true), Some(true)]));
    assert_eq!(act(json!({ "do": "undo" })), (3, [Some(true), Some(false)]), "a restart can be undone");
    assert_eq!(act(json!({ "do": "jump", "line": ["F", "F"], "at": 1 })), (1, [Some(true), Some(true)]));
}

#[test]
fn what_a_search_found_out_is_known_to_the_session() {
    let server = server(&[]);
    let play = |request: Value| post(server.address(), "/api/play", &request).json();
    let level = "#####\n#S.E#\n#####";
    let before = play(json!({ "text": level }));
    assert_eq!((&before["winnable"], &before["line"]), (&json!("unsearched"), &Value::Null));
    let request = json!({ "text": level, "goal": "optimal" });
    let answer = Solve::ask(server.address(), &request).wait_for("answer");
    let learn = json!({ "do": "learn", "fact": answer["fact"] });
    let after = play(json!({ "text": level, "session": before["session"], "action": learn }));
    assert_eq!((&after["winnable"], &after["par"]), (&json!("yes"), &json!(2)));
    assert_eq!((&after["line"]["best"], &after["line"]["next"]), (&json!(true), &json!("step right (→)")));
}

#[test]
fn what_an_answer_and_the_light_rely_on_is_named() {
    let server = server(&[]);
    let level = json!({ "game": "sokobond", "text": "xxxxxxx\nxo-o-Hx\nx---h-x\nxxxxxxx\n" });
    let answer = Solve::ask(server.address(), &level).wait_for("answer");
    assert_eq!(answer["outcome"], "unsolvable", "{answer}");
    let rules = &answer["assumptions"];
    assert_eq!(rules.as_array().map(Vec::len), Some(1), "{answer}");
    let play = |further: Value| {
        let mut request = level.clone();
        request.as_object_mut().expect("an object").extend(further.as_object().expect("an object").clone());
        post(server.address(), "/api/play", &request).json()
    };
    let learn = json!({ "do": "learn", "fact": answer["fact"] });
    let scene = play(json!({ "session": play(json!({}))["session"], "action": learn }));
    assert_eq!((&scene["winnable"], &scene["assumptions"]), (&json!("no"), rules), "{scene}");
}

#[test]
fn idle_moves_are_refused_as_gestures_and_skipped_in_replays() {
    let server = server(&[]);
    let level = "xxxxx\nxH-hx\nxxxxx\n";
    let play = |request: Value| post(server.address(), "/api/play", &request).json();
    let gesture = json!({ "kind": "go", "direction": "up" });
    let scene =
        play(json!({ "game": "sokobond", "text": level, "action": { "do": "gesture", "gesture": gesture } }));
    assert_eq!(scene["moves"], json!([]), "{scene}");
    assert!(scene["refused"].as_str().is_some_and(|why| !why.is_empty()), "{scene}");
    assert_eq!(scene["remarks"], json!([]));
    let scene = play(json!({ "game": "sokobond", "text": level, "moves": ["W", "D"] }));
    assert_eq!(scene["moves"].as_array().map(Vec::len), Some(1), "{scene}");
    assert_eq!(scene["remarks"].as_array().map(Vec::len), Some(1), "{scene}");
}

#[test]
fn ten_thousand_moves_are_replayed_in_one_request() {
    let server = server(&[]);
    let turns = vec!["L"; 10_000];
    let scene = post(server.address(), "/api/play", &json!({ "text": EASY, "moves": turns })).json();
    assert_eq!(scene["moves"], json!(turns));
}

#[test]
fn moves_in_notation_are_split_into_single_ones() {
    let server = server(&[]);
    let scene = post(server.address(), "/api/play", &json!({ "text": EASY, "moves": ["F2"] })).json();
    assert_eq!((&scene["moves"], &scene["history"]), (&json!(["F", "F"]), &"F2".into()));
}

#[test]
fn every_game_can_be_edited_and_errors_have_a_place() {
    let server = server(&[]);
    let to = server.address();
    for game in get(to, "/api/games").json().as_array().expect("games") {
        let (id, starter) = (&game["id"], &game["starter"]);
        let edit = |text: &Value, edit: Value| {
            let reply = post(to, "/api/edit", &json!({ "game": id, "text": text, "edit": edit }));
            assert_eq!(reply.status, 200, "{id}: {}", reply.text());
            reply.json()
        };
        let unchanged = edit(starter, Value::Null);
        assert_eq!((&unchanged["text"], &unchanged["problem"]), (starter, &Value::Null), "{id}");
        // A broken text has a problem with a place. A script may have a few and still be played.
        let broken = format!("{}{}", "?!\n".repeat(9), starter.as_str().expect("a text"));
        let problem = edit(&broken.into(), Value::Null)["problem"].clone();
        assert!(problem["place"]["line"].as_u64().is_some_and(|line| line > 0), "{id}: {problem}");
        if game["brushes"] == json!([]) {
            // It is edited as text alone.
            continue;
        }
        let grown = edit(starter, json!({ "do": "grow", "edge": "right" }));
        let width = |reply: &Value| reply["picture"]["width"].as_u64().expect("a picture");
        assert_eq!(width(&grown), width(&unchanged) + 1, "{id}");
        let shrunk = edit(&grown["text"], json!({ "do": "shrink", "edge": "right" }));
        assert_eq!((width(&shrunk), &shrunk["problem"]), (width(&unchanged), &Value::Null), "{id}");
        let nowhere = json!({ "do": "paint", "brush": 0, "x": 999, "y": 0 });
        let refused = post(to, "/api/edit", &json!({ "game": id, "text": starter, "edit": nowhere }));
        assert_eq!(refused.status, 400, "{id}");
    }
}

/// Asks for every shipped level. Solves every third of those whose par is known, replays the solution as single moves and
/// in notation, and compares its cost with par; checks the pictures and the films of every other of them.
#[test]
fn shipped_levels_of_known_par_are_solved_through_the_interface() {
    let server = server(&[]);
    let to = server.address();
    let all = levels(to);
    assert!(all.len() > 50, "only {} levels", all.len());
    let (mut known, mut solved) = (0, 0);
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
        let Some(par) = level["par"].as_u64() else { continue };
        known += 1;
        if known % 3 != 0 {
            continue;
        }
        let answer = Solve::ask(to, &with(json!({ "seconds": 300 }))).wait_for("answer");
        let moves = answer["moves"].as_array().unwrap_or_else(|| panic!("{id}: {answer}"));
        let scene = post(to, "/api/play", &with(json!({ "moves": moves }))).json();
        assert_eq!((&scene["solved"], &scene["moves"]), (&true.into(), &answer["moves"]), "{id}: {scene}");
        assert_eq!(scene["cost"], answer["cost"], "{id}");
        let cost = answer["cost"].as_u64().expect("a cost");
        let fits = if answer["outcome"] == "optimal" { cost == par } else { cost >= par };
        assert!(fits, "{id}: {cost}, par {par}");
        let whole = post(to, "/api/play", &with(json!({ "moves": [answer["solution"]] }))).json();
        // The notation of belts has another order.
        let count = |moves: &Value| moves.as_array().map(Vec::len);
        assert_eq!((&whole["solved"], count(&whole["moves"])), (&true.into(), Some(moves.len())), "{id}");
        solved += 1;
        if solved % 2 != 0 {
            continue;
        }
        for (format, start) in [("png", &b"\x89PNG"[..]), ("gif", b"GIF89a")] {
            let request = with(json!({ "moves": moves, "format": format, "size": 64, "theme": "dark" }));
            let file = post(to, "/api/picture", &request);
            assert!(file.status == 200 && file.body.starts_with(start), "{id} as {format}: {}", file.text());
        }
        let drawn = post(to, "/api/picture", &with(json!({ "moves": moves })));
        assert!(drawn.status == 200 && drawn.text().starts_with("<svg"), "{id}");
        let film = post(to, "/api/film", &with(json!({ "moves": moves, "most": 20 }))).json();
        let frames = film["frames"].as_array().expect("frames");
        assert_eq!(!frames.is_empty(), scene["runs"] == true, "{id}");
        let looks = film["base"]["looks"].as_array().expect("looks").len() as u64;
        for piece in frames.iter().flat_map(|frame| frame["pieces"].as_array().expect("pieces")) {
            assert!(piece["look"].as_u64().is_some_and(|look| look < looks), "{id}: {piece}");
        }
    }
    assert!(solved > 25, "only {solved} levels were solved");
}
