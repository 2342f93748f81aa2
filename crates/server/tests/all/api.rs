//! `/api/v1`, and its OpenAPI document.

use super::*;
use std::collections::BTreeSet;

async fn document(app: &Router) -> Value {
    let answer = Person::at(app).call(Method::GET, "/openapi.json", Value::Null).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.headers[header::CONTENT_TYPE], "application/json");
    answer.json()
}

/// Method and path of every operation in the document.
fn described(document: &Value) -> Vec<(Method, String)> {
    let paths = document["paths"].as_object().unwrap();
    let methods = |(path, item): (&String, &Value)| {
        let methods = ["get", "post", "delete", "put", "patch"].into_iter().filter(|name| item.get(name).is_some());
        methods.map(|name| (name.to_uppercase().parse().unwrap(), path.clone())).collect::<Vec<(Method, String)>>()
    };
    paths.iter().flat_map(methods).collect()
}

#[tokio::test]
async fn every_documented_route_exists_and_every_route_is_documented() {
    let app = site();
    let document = document(&app).await;
    assert!(document["openapi"].as_str().unwrap().starts_with("3.1"));
    let routes = described(&document);
    assert!(routes.len() > 28, "{}", routes.len());
    for (method, path) in &routes {
        let operation = &document["paths"][path][method.as_str().to_lowercase()];
        let otherwise = &operation["responses"]["default"]["content"]["application/problem+json"];
        assert!(otherwise.is_object(), "{method} {path} does not say what a problem looks like");
    }
    for (method, path) in &routes {
        let mut anna = Person::at(&app);
        let table = anna.open(json!({})).await;
        let path = path.replace("{table}", table.strip_prefix("/tables/").unwrap());
        let path = path.replace("{game}", GAME).replace("{rule}", "TM-1").replace("{id}", "none");
        let path = path.strip_prefix("/api/v1").expect("all below the prefix").to_owned();
        let body = if *method == Method::POST { json!({}) } else { Value::Null };
        let answer = if path.ends_with("/events") {
            let request = anna.request(Method::GET, &format!("/api/v1{path}")).body(Body::empty()).unwrap();
            let response = app.clone().oneshot(request).await.unwrap();
            assert_eq!(response.status(), StatusCode::OK);
            continue;
        } else {
            anna.call(method.clone(), &path, body).await
        };
        assert_ne!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{method} {path}");
        assert!(!answer.status.is_server_error(), "{method} {path}: {}", answer.text);
        if answer.status == StatusCode::NOT_FOUND {
            assert_ne!(answer.json()["detail"], "There is no page at this address.", "{method} {path}");
        }
        if answer.status.is_client_error() {
            assert_eq!(answer.headers[header::CONTENT_TYPE], "application/problem+json", "{method} {path}");
        }
    }
    // Routes of pages below /tables that are not in the API: pages, a form and a download.
    let source = include_str!("../../src/routes.rs");
    let pages: Vec<&str> =
        source.split("\"/tables/{id}/").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    assert_eq!(pages, ["mistakes/{step}", "mistakes/{step}/why", "sit", "record", "check"]);
}

#[tokio::test]
async fn every_error_is_documented_and_no_example_is_a_secret() {
    let document = document(&site()).await;
    for (method, path) in described(&document) {
        let item = &document["paths"][&path][method.as_str().to_lowercase()];
        assert!(item["summary"].as_str().is_some_and(|text| text.len() > 5), "{method} {path}");
        assert!(item["operationId"].is_string() && item["tags"][0].is_string(), "{method} {path}");
        for parameter in item["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap();
            let in_path = path.contains(&format!("{{{name}}}"));
            assert_eq!(parameter["in"] == "path", in_path, "{method} {path}: {name} is in {}", parameter["in"]);
        }
        for (status, answer) in item["responses"].as_object().unwrap() {
            assert!(answer["description"].as_str().is_some_and(|text| text.len() > 3), "{method} {path} {status}");
            if status.starts_with('4') {
                assert!(answer["content"].get("application/problem+json").is_some(), "{method} {path} {status}");
            }
        }
    }
    let text = document.to_string();
    let long_hex = text.split(|c: char| !c.is_ascii_hexdigit()).find(|word| word.len() >= 32);
    assert_eq!(long_hex, None, "nothing in it looks like a secret");
    let ids: Vec<&Value> = described(&document)
        .iter()
        .map(|(method, path)| &document["paths"][path][method.as_str().to_lowercase()]["operationId"])
        .map(|id| document["paths"].as_object().map(|_| id).unwrap())
        .collect();
    let distinct: BTreeSet<String> = ids.iter().map(|id| id.to_string()).collect();
    assert_eq!(distinct.len(), ids.len(), "every operation has its own id");
}

#[tokio::test]
async fn a_whole_match_by_the_api() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let games = anna.call(Method::GET, "/games", Value::Null).await.json();
    assert_eq!(games.as_array().unwrap().len(), 5);
    for game in games.as_array().unwrap() {
        let slug = game["slug"].as_str().unwrap();
        let whole = anna.call(Method::GET, &format!("/games/{slug}"), Value::Null).await.json();
        assert!(
            !whole["seats"][0]["seats"].as_array().unwrap().is_empty()
                && whole["levels"].as_array().unwrap().len() == 4
        );
        let rules = anna.call(Method::GET, &format!("/games/{slug}/rules"), Value::Null).await.json();
        let id = rules[0]["id"].as_str().unwrap();
        let rule = anna.call(Method::GET, &format!("/games/{slug}/rules/{id}"), Value::Null).await.json();
        assert_eq!(rule, rules[0]);
        let board = anna.call(Method::GET, &format!("/games/{slug}/board"), Value::Null).await.json();
        assert_eq!(board["hash"].as_str().unwrap().len(), 64);
    }
    let order = json!({ "game": GAME, "mode": "friend", "side": "attack", "name": "Anna", "public": true });
    let opened = anna.call(Method::POST, "/tables", order).await;
    assert_eq!(opened.status, StatusCode::CREATED, "{}", opened.text);
    let table = format!("/tables/{}", opened.json()["table"].as_str().unwrap());
    let lobby = bert.call(Method::GET, "/tables", Value::Null).await.json();
    assert_eq!(lobby["tables"][0]["url"], table);
    let sat = bert.command(&table, "sit", json!({ "name": "Bert", "nonce": "00112233445566778899" })).await;
    assert_eq!((sat.status, &sat.json()["version"]), (StatusCode::OK, &json!(2)), "{}", sat.text);
    assert_eq!(bert.view(&table).await["phase"], "playing");
    assert_eq!(
        bert.call(Method::GET, "/tables", Value::Null).await.json()["tables"],
        json!([]),
        "nobody else can sit down"
    );
    let mine = anna.call(Method::GET, "/me/tables", Value::Null).await.json();
    assert_eq!(mine["tables"][0]["waiting"], true, "the attack begins");
    let act = super::request("play", json!({ "version": 2, "seat": "attack", "action": "d6-d7" }));
    let request = |anna: &Person| {
        anna.request(Method::POST, &format!("/api/v1{table}/commands"))
            .header(header::CONTENT_TYPE, "application/json")
            .header("idempotency-key", "\"evening-0001\"")
            .body(Body::from(act.to_string()))
            .unwrap()
    };
    for repeated in [false, true] {
        let sent = request(&anna);
        let acted = anna.send(sent).await.json();
        assert_eq!((&acted["version"], &acted["repeated"]), (&json!(3), &json!(repeated)));
    }
    assert_eq!(anna.call(Method::GET, "/me/tables", Value::Null).await.json()["tables"][0]["waiting"], false);
    let draw = json!({ "version": 3, "key": "offer-001", "seat": "attack" });
    let offered = anna.command(&table, "offer_draw", draw).await;
    assert_eq!(offered.status, StatusCode::OK, "{}", offered.text);
    assert_eq!(bert.view(&table).await["question"]["mine"], true);
    let yes = json!({ "version": 4, "key": "answer-01", "seat": "musketeers", "accept": true });
    let agreed = bert.command(&table, "answer", yes).await;
    assert_eq!(agreed.status, StatusCode::OK, "{}", agreed.text);
    assert_eq!(bert.view(&table).await["phase"], "over");
    let record = anna.call(Method::GET, &format!("{table}/record"), Value::Null).await.json();
    assert!(record["seed"].is_string(), "everyone can check");
    let offered = anna.rematch(&table).await.json();
    assert_eq!(offered["next"], Value::Null);
    let next = bert.rematch(&table).await.json();
    assert_eq!(bert.view(&format!("/tables/{}", next["next"].as_str().unwrap())).await["mine"], json!(["attack"]));
    let from = json!({ "step": 1, "seats": ["me", "captain"] });
    let branch = bert.call(Method::POST, &format!("{table}/branches"), from).await;
    assert_eq!(branch.status, StatusCode::CREATED, "{}", branch.text);
}

#[tokio::test]
async fn tables_and_branches_are_opened_once_for_one_key() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    anna.get("/").await;
    bert.get("/").await;
    async fn send(person: &mut Person, path: &str, key: &str, body: &Value) -> Answer {
        let request = person.request(Method::POST, &format!("/api/v1{path}"));
        let request = request.header(header::CONTENT_TYPE, "application/json").header("idempotency-key", key);
        let request = request.body(Body::from(body.to_string())).unwrap();
        person.send(request).await
    }
    let order = json!({ "game": GAME, "mode": "home", "name": "Anna" });
    let first = send(&mut anna, "/tables", "evening-0001", &order).await;
    assert_eq!(first.status, StatusCode::CREATED, "{}", first.text);
    let again = send(&mut anna, "/tables", "evening-0001", &order).await;
    assert_eq!((again.status, again.json()), (StatusCode::CREATED, first.json()));
    let other = json!({ "game": GAME, "mode": "home", "name": "Anna", "games": 2 });
    let reused = send(&mut anna, "/tables", "evening-0001", &other).await;
    check_details(&reused, StatusCode::UNPROCESSABLE_ENTITY, "refused");
    let stranger = send(&mut bert, "/tables", "evening-0001", &order).await;
    assert_ne!(stranger.json()["table"], first.json()["table"], "keys of different people are different");
    check_details(&send(&mut anna, "/tables", "short", &order).await, StatusCode::BAD_REQUEST, "malformed");
    let table = format!("/tables/{}", first.json()["table"].as_str().unwrap());
    anna.act(&table, 1, "attack", "d6-d7").await;
    let branches = format!("{table}/branches");
    let from = |step: u64| json!({ "step": step, "seats": ["me", "captain"] });
    let branch = send(&mut anna, &branches, "branch-00001", &from(1)).await;
    assert_eq!(branch.status, StatusCode::CREATED, "{}", branch.text);
    let again = send(&mut anna, &branches, "branch-00001", &from(1)).await;
    // The receipt is about the match as it stands: the computer may have moved.
    assert_eq!(again.json()["table"], branch.json()["table"]);
    let reused = send(&mut anna, &branches, "branch-00001", &from(0)).await;
    check_details(&reused, StatusCode::UNPROCESSABLE_ENTITY, "refused");
}

#[tokio::test]
async fn a_token_does_not_rename_its_owner() {
    let app = site();
    let mut anna = Person::at(&app);
    let plays = anna.token(&["play"]).await;
    let name = anna.call(Method::GET, "/me", Value::Null).await.json()["name"].clone();
    let order = json!({ "game": GAME, "mode": "friend", "side": "attack", "name": "Robot" });
    let opened = call_with(&app, &plays, Method::POST, "/tables", order).await;
    assert_eq!(opened.status, StatusCode::CREATED, "{}", opened.text);
    let table = opened.json()["url"].as_str().unwrap().to_owned();
    assert_eq!(anna.view(&table).await["seats"][0]["who"], "Robot", "at the table it has the name it sent");
    assert_eq!(anna.call(Method::GET, "/me", Value::Null).await.json()["name"], name);
}

#[tokio::test]
async fn a_token_does_what_its_scope_says_from_anywhere() {
    let app = site();
    let mut anna = Person::at(&app);
    let table = anna.open(json!({})).await;
    let (reads, plays) = (anna.token(&["read"]).await, anna.token(&["play"]).await);
    let act = super::request("play", json!({ "version": 1, "key": "12345678", "seat": "attack", "action": "d6-d7" }));
    let view = call_with(&app, &reads, Method::GET, &table, Value::Null).await;
    assert_eq!(view.json()["mine"], json!(["attack", "musketeers"]), "it sees what its person sees");
    assert!(!view.headers.contains_key(header::SET_COOKIE), "a program gets no cookie");
    let looked = call_with(&app, &reads, Method::POST, &format!("{table}/commands"), act.clone()).await;
    check_details(&looked, StatusCode::FORBIDDEN, "forbidden");
    let acted = call_with(&app, &plays, Method::POST, &format!("{table}/commands"), act.clone()).await;
    assert_eq!(acted.status, StatusCode::OK, "{}", acted.text);
    for (method, path) in [
        (Method::POST, "/me/tokens"),
        (Method::GET, "/me/tokens"),
        (Method::POST, "/me/link"),
        (Method::POST, "/me/claim"),
        (Method::POST, "/me/name"),
        (Method::GET, "/me/export"),
        (Method::DELETE, "/me"),
    ] {
        let body = json!({ "label": "x", "scopes": ["play"], "name": "Annabel", "password": "correct horse" });
        let refused = call_with(&app, &plays, method, path, body).await;
        check_details(&refused, StatusCode::FORBIDDEN, "forbidden");
    }
    let list = anna.call(Method::GET, "/me/tokens", Value::Null).await;
    assert!(!list.text.contains(&plays) && !list.text.contains(&table::fingerprint(plays.as_bytes())));
    let id = list.json()[1]["id"].as_str().unwrap().to_owned();
    let mut thief = Person::at(&app);
    assert_eq!(
        thief.call(Method::DELETE, &format!("/me/tokens/{id}"), Value::Null).await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(
        anna.call(Method::DELETE, &format!("/me/tokens/{id}"), Value::Null).await.status,
        StatusCode::NO_CONTENT
    );
    for token in [plays.as_str(), "boxtop_none", "", &"0".repeat(64)] {
        let refused = call_with(&app, token, Method::GET, "/me", Value::Null).await;
        check_details(&refused, StatusCode::UNAUTHORIZED, "unknown-token");
        assert_eq!(refused.headers[header::WWW_AUTHENTICATE], "Bearer");
    }
    // With a token the cookie is ignored: another site's page cannot use the cookie by adding a header.
    let request = anna
        .request(Method::POST, &format!("/api/v1{table}/commands"))
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::ORIGIN, "https://evil.test")
        .header(header::AUTHORIZATION, "Bearer nonsense")
        .body(Body::from(act.to_string()))
        .unwrap();
    check_details(&anna.send(request).await, StatusCode::UNAUTHORIZED, "unknown-token");
}

#[tokio::test]
async fn problems_say_what_happened_why_and_what_to_do() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    let act = |version: u64, action: &str| {
        super::request("play", json!({ "version": version, "key": "12345678", "seat": "attack", "action": action }))
    };
    let path = format!("{table}/commands");
    let refused = anna.call(Method::POST, &path, act(1, "d6-d8")).await;
    check_details(&refused, StatusCode::UNPROCESSABLE_ENTITY, "refused");
    assert!(refused.json()["rule"].as_str().unwrap().starts_with("TM-") && refused.json()["instead"].is_string());
    anna.act(&table, 1, "attack", "d6-d7").await;
    let stale = anna.call(Method::POST, &path, act(1, "d7-d8")).await;
    check_details(&stale, StatusCode::CONFLICT, "stale");
    assert_eq!(stale.json()["version"], 2);
    let order = json!({ "game": GAME, "mode": "home", "games": 99, "pace": { "kind": "days", "days": 999 } });
    let faulty = anna.call(Method::POST, "/tables", order).await;
    check_details(&faulty, StatusCode::UNPROCESSABLE_ENTITY, "faulty");
    assert_eq!(faulty.json()["faults"].as_array().unwrap().len(), 2);
    check_details(&anna.call(Method::GET, "/tables/none", Value::Null).await, StatusCode::NOT_FOUND, "missing");
    check_details(&anna.call(Method::GET, "/nothing", Value::Null).await, StatusCode::NOT_FOUND, "missing");
    for path in ["/nothing", "/games/chess", "/tables/none"] {
        let words = anna.call(Method::GET, path, Value::Null).await.text;
        assert!(!words.contains("shelf") && !words.contains("box from"), "{words}");
    }
    check_details(&anna.call(Method::PUT, "/tables", Value::Null).await, StatusCode::METHOD_NOT_ALLOWED, "method");
    check_details(&anna.call(Method::POST, &path, json!([])).await, StatusCode::BAD_REQUEST, "malformed");
    check_details(
        &anna.call(Method::POST, &path, json!("x".repeat(70_000))).await,
        StatusCode::PAYLOAD_TOO_LARGE,
        "too-large",
    );
    let form = anna.request(Method::POST, &format!("/api/v1{path}")).body(Body::from("a=b")).unwrap();
    check_details(&anna.send(form).await, StatusCode::UNSUPPORTED_MEDIA_TYPE, "media-type");
    for query in ["after=nonsense", "limit=0", "limit=101"] {
        let refused = anna.call(Method::GET, &format!("/tables?{query}"), Value::Null).await;
        check_details(&refused, StatusCode::BAD_REQUEST, "malformed");
    }
    let future = anna.call(Method::POST, &path, act(99, "d7-d8")).await;
    check_details(&future, StatusCode::BAD_REQUEST, "malformed");
    assert!(future.text.contains("not reached version 99") && future.json()["version"] == 2, "{}", future.text);
}

#[tokio::test]
async fn an_unchanged_view_is_not_sent_again_and_every_viewer_has_their_own_tag() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let table = anna.open(json!({})).await;
    bert.get("/").await;
    let tag = |answer: &Answer| answer.headers[header::ETAG].to_str().unwrap().to_owned();
    let get = |person: &Person, tags: &str| {
        let request = person.request(Method::GET, &format!("/api/v1{table}")).header(header::IF_NONE_MATCH, tags);
        request.body(Body::empty()).unwrap()
    };
    let first = anna.call(Method::GET, &table, Value::Null).await;
    let other = tag(&bert.call(Method::GET, &table, Value::Null).await);
    assert_ne!(tag(&first), other, "another viewer, another view");
    assert!(!tag(&first).contains(&anna.key()[..8]));
    for tags in [tag(&first), format!("\"x\", W/{}", tag(&first))] {
        let request = get(&anna, &tags);
        let again = anna.send(request).await;
        assert_eq!((again.status, again.text.as_str()), (StatusCode::NOT_MODIFIED, ""));
    }
    let request = get(&bert, &tag(&first));
    assert_eq!(bert.send(request).await.status, StatusCode::OK, "a tag of another viewer does not match");
    anna.act(&table, 1, "attack", "d6-d7").await;
    let request = get(&anna, &tag(&first));
    assert_eq!(anna.send(request).await.status, StatusCode::OK);
}

#[tokio::test]
async fn a_table_is_read_without_its_log_or_from_an_entry_on() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    anna.act(&table, 1, "attack", "d6-d7").await;
    anna.act(&table, 2, "musketeers", "e7-e8").await;
    let mut read = async |query: &str| {
        let answer = anna.call(Method::GET, &format!("{table}{query}"), Value::Null).await;
        let (view, tag) = (answer.json(), answer.headers[header::ETAG].to_str().unwrap().to_owned());
        (view["log_from"].as_u64().unwrap(), view["log"].as_array().unwrap().len(), tag)
    };
    let whole = read("").await;
    assert_eq!((whole.0, whole.1), (0, 2));
    let late = read("?log_from=1").await;
    assert_eq!((late.0, late.1), (1, 1));
    let bare = read("?log=false").await;
    assert_eq!((bare.0, bare.1), (2, 0));
    assert!(whole.2 != late.2 && late.2 != bare.2, "each part has its own tag");
}

#[tokio::test]
async fn lists_are_paged_without_gaps_and_waiting_tables_come_first() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let mut opened = BTreeSet::new();
    for number in 0..7 {
        let order = json!({ "mode": "friend", "side": "attack", "public": number % 2 == 0, "name": "Anna" });
        opened.insert(anna.open(order).await);
    }
    let waiting: BTreeSet<String> = opened.iter().take(3).cloned().collect();
    for table in &waiting {
        bert.form(&format!("{table}/sit"), "name=Bert").await;
    }
    let pages = async |person: &mut Person, path: &str| {
        let (mut rows, mut after) = (Vec::new(), String::new());
        loop {
            let page = person.call(Method::GET, &format!("{path}?limit=2{after}"), Value::Null).await.json();
            assert!(page["tables"].as_array().unwrap().len() <= 2);
            rows.extend(page["tables"].as_array().unwrap().clone());
            match page["next"].as_str() {
                Some(next) => after = format!("&after={next}"),
                None => return rows,
            }
        }
    };
    let mine = pages(&mut anna, "/me/tables").await;
    let urls: BTreeSet<String> = mine.iter().map(|row| row["url"].as_str().unwrap().to_owned()).collect();
    assert_eq!((mine.len(), &urls), (7, &opened), "each once");
    assert!(mine[..3].iter().all(|row| row["waiting"] == true && waiting.contains(row["url"].as_str().unwrap())));
    assert!(mine[3..].iter().all(|row| row["waiting"] == false));
    let lobby = pages(&mut bert, "/tables").await;
    assert!(
        lobby.iter().all(|row| !waiting.contains(row["url"].as_str().unwrap())),
        "full tables are not in the lobby"
    );
    assert_eq!(lobby.len() + waiting.len(), lobby.len() + 3);
    let text = json!([mine, lobby]).to_string();
    assert!(!text.contains(&anna.key()[..16]) && !text.contains(&bert.key()[..16]), "nobody's key is in a list");
}

#[tokio::test]
async fn the_view_has_the_documented_fields() {
    let app = site();
    let mut anna = Person::at(&app);
    let table = anna.open(json!({})).await;
    let view = anna.call(Method::GET, &table, Value::Null).await.json();
    let described = document(&app).await["components"]["schemas"]["View"]["properties"].clone();
    let names = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(names(&view), names(&described));
}
