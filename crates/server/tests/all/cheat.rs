//! Attempts to cheat: each is refused and changes nothing.

use super::*;
use std::sync::{Mutex, OnceLock};
use store::{StreamId, Version};

async fn two() -> (Person, Person, Person, String) {
    let app = site();
    let (mut anna, mut bert, mut cheat) = (Person::at(&app), Person::at(&app), Person::at(&app));
    let table = anna.open(json!({ "mode": "friend", "side": "attack", "name": "Anna" })).await;
    bert.form(&format!("{table}/sit"), "name=Bert").await;
    cheat.get("/").await;
    (anna, bert, cheat, table)
}

/// Every command that a seat sends, with the fields that only it has.
fn commands() -> Vec<(&'static str, Value)> {
    vec![
        ("play", json!({ "action": "d6-d7" })),
        ("throw", json!({})),
        ("enter_throw", json!({ "outcome": "1" })),
        ("undo", json!({})),
        ("ask_undo", json!({})),
        ("offer_draw", json!({})),
        ("propose_computer", json!({ "absent": "musketeers", "level": "captain" })),
        ("answer", json!({ "accept": true })),
        ("resign", json!({})),
        ("leave", json!({})),
        ("add_nonce", json!({ "nonce": "0011223344556677" })),
        ("commit", json!({ "anchor": "00".repeat(32) })),
        ("reveal", json!({ "link": "00".repeat(32) })),
        ("new_device", json!({ "anchor": "00".repeat(32) })),
        ("return", json!({})),
        ("resolve_absence", json!({ "choice": "claim" })),
    ]
}

#[tokio::test]
async fn nobody_acts_for_another_seat_by_any_command() {
    let (mut anna, mut bert, mut cheat, table) = two().await;
    for (kind, fields) in commands() {
        let common = json!({ "version": 2, "key": "cheat-0001", "seat": "attack" });
        for person in [&mut bert, &mut cheat] {
            let refused = person.command(&table, kind, with(common.clone(), fields.clone())).await;
            check_details(&refused, StatusCode::FORBIDDEN, "forbidden");
        }
    }
    let hint = cheat.post(&format!("/api/v1{table}/hint"), json!({ "version": 2, "seat": "attack" })).await;
    check_details(&hint, StatusCode::FORBIDDEN, "forbidden");
    for question in ["why?seat=attack&action=d6-d7", "prospects?seat=attack", "along?seat=attack&way=d6,d7"] {
        assert_eq!(cheat.get_json(&format!("/api/v1{table}/{question}")).await.status, StatusCode::FORBIDDEN);
    }
    assert_eq!(anna.view(&table).await["version"], 2, "nothing has changed");
}

#[tokio::test]
async fn an_old_request_sent_again_does_nothing_and_keys_are_per_person() {
    let (mut anna, mut bert, _, table) = two().await;
    let first = json!({ "version": 2, "key": "same-key-1", "seat": "attack", "action": "d6-d7" });
    assert_eq!(anna.command(&table, "play", first.clone()).await.json()["repeated"], false);
    let theirs = json!({ "version": 3, "key": "same-key-1", "seat": "musketeers", "action": "e7-e8" });
    assert_eq!(
        bert.command(&table, "play", theirs).await.json()["repeated"],
        false,
        "the same key of another person is another key"
    );
    let again = anna.command(&table, "play", first.clone()).await.json();
    assert_eq!((&again["repeated"], &again["version"]), (&json!(true), &json!(3)));
    let other = json!({ "version": 4, "key": "same-key-1", "seat": "attack", "action": "d7-d8" });
    let reused = anna.command(&table, "play", other).await;
    assert_eq!(reused.status, StatusCode::UNPROCESSABLE_ENTITY, "a used key does not act anew: {}", reused.text);
    for version in [0, 1, 2, 3, 5, 999, u64::MAX] {
        let edited =
            json!({ "version": version, "key": format!("edited-{version}"), "seat": "attack", "action": "d7-d8" });
        let answer = anna.command(&table, "play", edited).await;
        let wanted = if version > 4 { StatusCode::BAD_REQUEST } else { StatusCode::CONFLICT };
        assert_eq!((answer.status, &answer.json()["version"]), (wanted, &json!(4)), "version {version}");
    }
    assert_eq!(anna.view(&table).await["version"], 4);
}

#[tokio::test]
async fn a_present_player_cannot_lose_their_seat() {
    let (mut anna, _bert, _, table) = two().await;
    let relieve =
        json!({ "version": 2, "key": "relieve-1", "seat": "attack", "absent": "musketeers", "level": "captain" });
    let refused = anna.command(&table, "propose_computer", relieve).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
    assert!(refused.json()["detail"].as_str().unwrap().contains("not been away"));
}

#[tokio::test]
async fn another_sites_page_cannot_change_anything() {
    let (mut anna, _, _, table) = two().await;
    let source = include_str!("../../src/routes.rs");
    let routes = source.split(".route(\"").skip(1).filter(|rest| rest.split("\n").next().unwrap().contains("post("));
    let mut tried = 0;
    for route in routes {
        let path = route
            .split('"')
            .next()
            .unwrap()
            .replace("/tables/{id}", &table)
            .replace("{id}", "x")
            .replace("{link}", "x");
        for (name, value) in [("origin", "https://evil.test"), ("sec-fetch-site", "cross-site")] {
            let request = anna
                .request(Method::POST, &path)
                .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
                .header(name, value)
                .body(Body::from("sure=yes"))
                .unwrap();
            assert_eq!(anna.send(request).await.status, StatusCode::FORBIDDEN, "{path}");
            tried += 1;
        }
    }
    assert!(tried > 20, "{tried}");
    for (method, path) in [(Method::DELETE, "/me".to_owned()), (Method::POST, format!("{table}/commands"))] {
        let request = anna
            .request(method, &format!("/api/v1{path}"))
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ORIGIN, "https://evil.test")
            .body(Body::from("{}"))
            .unwrap();
        check_details(&anna.send(request).await, StatusCode::FORBIDDEN, "forbidden");
    }
    assert_eq!(anna.view(&table).await["mine"], json!(["attack"]));
}

#[tokio::test]
async fn every_page_has_the_security_headers() {
    let (mut anna, _, _, table) = two().await;
    let paths = ["/", "/me", "/login", "/nothing", "/games/three-musketeers", "/rules/three-musketeers", "/api/v1/me"];
    for path in paths.into_iter().chain([table.as_str()]) {
        let page = anna.get(path).await;
        let policy = page.headers["content-security-policy"].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && policy.contains("script-src 'self';"), "{path}");
        assert!(!policy.contains("unsafe") && policy.contains("frame-ancestors 'none'"), "{path}");
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "same-origin"),
            ("x-frame-options", "DENY"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(page.headers[name], value, "{path}");
        }
        for inline in ["<script>", " style=\"", " onclick=", " onload=", "javascript:"] {
            assert!(!page.text.contains(inline), "{path} has {inline}");
        }
    }
}

/// Everything logged in this process.
fn captured() -> &'static Mutex<Vec<u8>> {
    static LOG: OnceLock<Mutex<Vec<u8>>> = OnceLock::new();
    LOG.get_or_init(|| {
        struct Pen;
        impl std::io::Write for Pen {
            fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
                captured().lock().unwrap().extend_from_slice(bytes);
                Ok(bytes.len())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let log = tracing_subscriber::fmt().with_max_level(tracing_subscriber::filter::LevelFilter::TRACE);
        let _ = log.with_ansi(false).with_writer(|| Pen).try_init();
        Mutex::default()
    })
}

/// Plays a little of every game and searches every byte sent for seeds, keys, secrets and tokens.
#[tokio::test]
async fn no_channel_and_no_log_of_any_game_contains_a_secret() {
    captured();
    for game in catalog::games().iter().map(|title| title.info().slug) {
        let store: Arc<dyn EventStore> = Arc::new(Memory::new());
        let app = site_on(store.clone());
        let (mut anna, mut bert, mut carl) = (Person::at(&app), Person::at(&app), Person::at(&app));
        let seats = catalog::game(game).unwrap().open(&Default::default()).unwrap().seats().len();
        let words: Vec<&str> = ["me", "open"].into_iter().chain(std::iter::repeat("private")).take(seats).collect();
        let table =
            anna.open(json!({ "game": game, "mode": "seats", "seats": words, "name": "Anna", "public": true })).await;
        let mut said = bert.command(&table, "sit", json!({ "name": "Bert" })).await.text;
        let token = anna.token(&["play"]).await;
        anna.call(
            Method::POST,
            "/me/claim",
            json!({ "name": format!("Anna {game}").chars().take(20).collect::<String>(), "password": "correct horse" }),
        )
        .await;
        let stream = StreamId::new(table.strip_prefix("/tables/").unwrap()).unwrap();
        let stored = store.read(&stream, Version::NONE).await.unwrap();
        let opened: Value = serde_json::from_str(&stored[0].body).unwrap();
        let seed = opened["chain"].as_str().unwrap().to_owned();
        let secrets = [
            seed,
            anna.secret().to_owned(),
            bert.secret().to_owned(),
            anna.key()[..16].to_owned(),
            bert.key()[..16].to_owned(),
            token,
            "argon2".to_owned(),
            "correct horse".to_owned(),
        ];
        anna.post(&format!("/api/v1{table}/chat"), json!({ "text": "hello", "audience": "everyone" })).await;
        for person in [&mut anna, &mut bert, &mut carl] {
            let view = person.view(&table).await;
            let version = view["version"].clone();
            let seat = view["mine"][0].as_str().unwrap_or("none").to_owned();
            let paths = [
                "",
                "/record",
                "/chat",
                "/luck",
                "/moments",
                "/prospects?seat=",
                "/why?action=nonsense&seat=",
                "/along?way=a,b&seat=",
            ];
            for rest in paths {
                let seat = if rest.ends_with('=') { seat.as_str() } else { "" };
                for prefix in ["", "/api/v1"] {
                    let answer = person.get_json(&format!("{prefix}{table}{rest}{seat}")).await;
                    said += &format!("{:?} {}", answer.headers.get(header::ETAG), answer.text);
                }
            }
            for path in
                ["/", "/me", "/me/export", "/api/v1/me", "/api/v1/me/tables", "/api/v1/tables", "/api/v1/openapi.json"]
            {
                said += &person.get_json(path).await.text;
            }
            for (kind, fields) in commands().into_iter().filter(|(kind, _)| !["resign", "leave"].contains(kind)) {
                let common = json!({ "version": version, "key": format!("look-{kind}"), "seat": seat });
                said += &person.command(&table, kind, with(common, fields)).await.text;
            }
            said +=
                &person.post(&format!("/api/v1{table}/hint"), json!({ "version": version, "seat": seat })).await.text;
            let request =
                person.request(Method::GET, &format!("/api/v1{table}/events?chat=0")).body(Body::empty()).unwrap();
            let mut body = person.app.clone().oneshot(request).await.unwrap().into_body();
            for _ in 0..2 {
                let frame = tokio::time::timeout(Duration::from_secs(5), body.frame()).await.unwrap().unwrap().unwrap();
                said += std::str::from_utf8(frame.data_ref().unwrap()).unwrap();
            }
        }
        assert!(said.contains(opened["commitment"].as_str().unwrap()) && said.contains("hello"), "something was said");
        for secret in &secrets {
            assert!(!said.contains(secret.as_str()), "{game}: {} left the server", &secret[..6]);
        }
        let log = String::from_utf8_lossy(&captured().lock().unwrap()).into_owned();
        for secret in &secrets {
            assert!(!log.contains(secret.as_str()), "{game}: {} is in the log", &secret[..6]);
        }
    }
    tracing::warn!("the log is read");
    assert!(String::from_utf8_lossy(&captured().lock().unwrap()).contains("the log is read"), "the log is captured");
}
