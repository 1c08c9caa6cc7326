//! Other sites are kept out of the playground, and levels stay data.

use std::fs;
use std::net::SocketAddr;

use serde_json::{Value, json};

use crate::support::{EASY, get, post, post_request, request, send, server, server_with};

#[test]
fn every_response_has_the_security_headers() {
    let server = server(&[]);
    let to = server.address();
    let mut responses: Vec<_> = [
        "/",
        "/app.js",
        "/palette.css",
        "/api/games",
        "/api/levels",
        "/api/level?id=golf-peaks/01-first-putt.txt",
        "/api/thumbnail?id=golf-peaks/01-first-putt.txt",
        "/nothing",
        "/api/level",
    ]
    .map(|path| get(to, path))
    .into();
    for path in ["/api/play", "/api/picture", "/api/solve", "/api/games"] {
        responses.push(post(to, path, &json!({ "text": EASY })));
        responses.push(post(to, path, &json!({ "text": 1 })));
    }
    responses.push(send(to, b"GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"));
    for response in responses {
        let policy =
            response.header("content-security-policy").unwrap_or_else(|| panic!("{}", response.head));
        assert!(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        let svg = response.header("content-type") == Some("image/svg+xml");
        assert_eq!(policy.contains("unsafe"), svg, "{}", response.head);
        assert!(!svg || !policy.contains("script"), "{policy}");
        assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(response.header("referrer-policy"), Some("no-referrer"));
        assert_eq!(response.header("cross-origin-resource-policy"), Some("same-origin"));
        assert_eq!(response.header("access-control-allow-origin"), None);
    }
}

/// The status and the body of the response to a request that names this host.
fn response_for_host(to: SocketAddr, host: &str) -> (u16, Value) {
    let request = format!("GET /api/level HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    let response = send(to, request.as_bytes());
    (response.status, response.json())
}

#[test]
fn only_expected_hosts_are_answered_and_the_error_names_the_flag() {
    let server = server(&[]);
    for host in ["localhost", "localhost:4321", "127.0.0.1", "127.0.0.1:1", "[::1]:80"] {
        // The request is bad only because it names no level.
        assert_eq!(response_for_host(server.address(), host).0, 400, "{host}");
    }
    for host in [
        "evil.example",
        "evil.example:4321",
        "127.0.0.1.evil.example",
        "192.168.0.1",
        "localhost.evil.example",
    ] {
        let (status, failure) = response_for_host(server.address(), host);
        assert_eq!(status, 403, "{host}");
        let name = host.split(':').next().expect("a name");
        let flag = format!("--allow-host {name}");
        assert!(failure["help"].as_str().is_some_and(|help| help.ends_with(&flag)), "{failure}");
    }
    assert_eq!(response_for_host(server.address(), "no host").0, 403);
}

#[test]
fn an_allowed_host_is_answered_and_its_page_can_send_requests() {
    let server =
        server_with(&[], |playground| playground.allow(["puzzles.example".parse().expect("a host")]));
    assert_eq!(server.hosts().to_string(), "localhost, 127.0.0.1, [::1] and puzzles.example");
    assert_eq!(response_for_host(server.address(), "puzzles.example").0, 400);
    assert_eq!(response_for_host(server.address(), "other.example").0, 403);
    let request = String::from_utf8(post_request("/api/play", &json!({ "text": EASY }).to_string()));
    let request = request.expect("UTF-8").replace("Host: localhost", "Host: puzzles.example");
    for (origin, status) in [("https://puzzles.example", 200), ("https://other.example", 403)] {
        let request = request.replace("Connection:", &format!("Origin: {origin}\r\nConnection:"));
        assert_eq!(send(server.address(), request.as_bytes()).status, status, "{origin}");
    }
}

#[test]
fn another_site_can_only_link_to_the_page() {
    let server = server(&[]);
    let to = server.address();
    let status = |request: &[u8], more: &str| {
        let request = str::from_utf8(request).expect("UTF-8");
        send(to, request.replace("Connection:", &format!("{more}Connection:")).as_bytes()).status
    };
    let play = post_request("/api/play", &json!({ "text": EASY }).to_string());
    let (levels, page) = (request("GET", "/api/levels"), request("GET", "/"));
    let link = "Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\n";
    for more in ["", "Sec-Fetch-Site: same-origin\r\n", "Origin: http://localhost\r\n"] {
        assert_eq!(status(&play, more), 200, "{more}");
        assert_eq!(status(levels.as_bytes(), more), 200, "{more}");
    }
    for more in [
        "Origin: http://evil.example\r\n",
        "Origin: null\r\n",
        "Origin: http://localhost:81\r\n",
        "Sec-Fetch-Site: cross-site\r\n",
        "Sec-Fetch-Site: same-site\r\n",
        &format!("Sec-Fetch-Site: cross-site\r\n{link}"),
    ] {
        assert_eq!(status(&play, more), 403, "{more}");
        assert_eq!(status(levels.as_bytes(), more), 403, "{more}");
    }
    assert_eq!(status(page.as_bytes(), &format!("Sec-Fetch-Site: cross-site\r\n{link}")), 200);
    assert_eq!(status(page.as_bytes(), "Sec-Fetch-Site: cross-site\r\n"), 403);
}

/// A file beside the served ones, and one above, cannot be read under any name.
#[test]
fn no_file_outside_the_served_levels_can_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let levels = folder.path().join("levels");
    fs::create_dir(&levels).expect("a folder");
    fs::write(levels.join("a.txt"), EASY).expect("a file");
    fs::write(levels.join(".hidden.txt"), "secret").expect("a file");
    fs::write(folder.path().join("secret.txt"), "secret").expect("a file");
    let server = server(&[levels]);
    let to = server.address();
    let seen = get(to, "/api/level?id=1:a.txt").json();
    assert_eq!((&seen["text"], &seen["game"]), (&EASY.into(), &"reindeer-maze".into()));
    let above = folder.path().join("secret.txt").display().to_string();
    for id in ["1:../secret.txt", "1:.hidden.txt", "1:./a.txt", "../secret.txt", "1:..%2fsecret.txt", &above]
    {
        for path in [format!("/api/level?id={id}"), format!("/api/thumbnail?id={id}"), format!("/{id}")] {
            let response = get(to, &path);
            assert_eq!(response.status, 404, "{path}");
            assert!(!response.text().contains("secret"), "{path}");
        }
    }
}

#[test]
fn markup_in_a_level_stays_text() {
    let server = server(&[]);
    let evil = json!({ "game": "anima", "text": "{\"name\":\"<script>alert(1)</script>\",\"width\":2,\"height\":1,\
        \"tiles\":[\"r.\"],\"actors\":[{\"color\":\"red\",\"x\":1,\"y\":0}]}" });
    let scene = post(server.address(), "/api/play", &evil);
    assert_eq!(scene.header("content-type"), Some("application/json"));
    assert_eq!(scene.json()["name"], "<script>alert(1)</script>");
    let picture = post(server.address(), "/api/picture", &evil);
    assert_eq!(picture.status, 200);
    assert!(!picture.text().contains("<script"), "{}", picture.text());
}

#[test]
fn unchanged_files_are_not_sent_again() {
    let server = server(&[]);
    for path in ["/", "/palette.css", "/api/games", "/api/thumbnail?id=golf-peaks/01-first-putt.txt"] {
        let first = get(server.address(), path);
        let tag = first.header("etag").unwrap_or_else(|| panic!("{path} has no entity tag"));
        let again =
            request("GET", path).replace("Connection:", &format!("If-None-Match: {tag}\r\nConnection:"));
        let again = send(server.address(), again.as_bytes());
        assert_eq!((again.status, again.body.len()), (304, 0), "{path}");
    }
}
