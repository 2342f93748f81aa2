//! The site in process: requests in, responses out, no socket.
//!
//! [`Person`] is the browser of one person: it keeps cookies and sends requests like one.

mod absence;
mod analyses;
mod api;
mod assets;
mod bad;
mod base_path;
mod cheat;
mod clocks;
mod counters;
mod health;
mod host;
mod learn;
mod life_of_a_move;
mod limits;
mod live;
mod load;
mod lost;
mod me;
mod mistakes;
mod moderation;
mod moments;
mod names;
mod nodes;
mod observe;
mod pacts;
mod page_dice;
mod pages;
mod play;
mod pointing;
mod practice;
mod puzzles;
mod read_only;
mod record;
mod resigning;
mod seats;
mod secrets;
mod sessions;
mod signing;
mod talk;
mod throws;
mod together;
mod types;
mod ways;

use axum::Router;
use axum::body::Body;
use axum::http::{Method, Request, Response, StatusCode, header};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{EventStore, Memory};
use tower::ServiceExt;

pub(crate) const GAME: &str = "three-musketeers";

/// How long a test waits for anything that must come, also on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// How long a test waits to see that nothing comes.
pub(crate) const QUIET: Duration = Duration::from_millis(300);

/// A site whose computers play without pauses.
pub(crate) fn site() -> Router {
    site_on(Arc::new(Memory::new()))
}

pub(crate) fn site_on(store: Arc<dyn EventStore>) -> Router {
    let pace =
        boxtop_server::Timing { between_actions: Duration::ZERO, beat: Duration::from_secs(60), ..Default::default() };
    boxtop_server::app(boxtop_server::Site::with_timing(store, pace))
}

/// The response.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: header::HeaderMap,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) async fn read(response: Response<Body>) -> Self {
        let (head, body) = response.into_parts();
        let bytes = body.collect().await.unwrap().to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        Answer { status: head.status, headers: head.headers, text }
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    pub(crate) fn location(&self) -> String {
        self.headers[header::LOCATION].to_str().unwrap().to_owned()
    }
}

/// One person with one browser.
pub(crate) struct Person {
    pub(crate) app: Router,
    cookies: Vec<(String, String)>,
}

impl Person {
    pub(crate) fn at(app: &Router) -> Self {
        Person { app: app.clone(), cookies: Vec::new() }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> axum::http::request::Builder {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "box.test")
            .header(header::COOKIE, cookies.join("; "))
    }

    pub(crate) async fn send(&mut self, request: Request<Body>) -> Answer {
        let answer = Answer::read(self.app.clone().oneshot(request).await.unwrap()).await;
        for line in answer.headers.get_all(header::SET_COOKIE) {
            let line = line.to_str().unwrap();
            assert!(line.contains("HttpOnly") && line.contains("SameSite=Lax"), "{line}");
            let (name, value) = line.split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.retain(|(known, _)| known != name);
            self.cookies.push((name.to_owned(), value.to_owned()));
        }
        answer
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        let request = self.request(Method::GET, path).header(header::ACCEPT, "text/html").body(Body::empty()).unwrap();
        self.send(request).await
    }

    pub(crate) async fn get_json(&mut self, path: &str) -> Answer {
        let request =
            self.request(Method::GET, path).header(header::ACCEPT, "application/json").body(Body::empty()).unwrap();
        self.send(request).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: Value) -> Answer {
        let request = self
            .request(Method::POST, path)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ORIGIN, "http://box.test")
            .body(Body::from(body.to_string()))
            .unwrap();
        self.send(request).await
    }

    pub(crate) async fn form(&mut self, path: &str, body: &str) -> Answer {
        let request = self
            .request(Method::POST, path)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(header::ACCEPT, "text/html")
            .header("sec-fetch-site", "same-origin")
            .body(Body::from(body.to_owned()))
            .unwrap();
        self.send(request).await
    }

    /// A request to the API with this body, where there is one.
    pub(crate) async fn call(&mut self, method: Method, path: &str, body: Value) -> Answer {
        let request = self
            .request(method, &format!("/api/v1{path}"))
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::ORIGIN, "http://box.test");
        let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
        self.send(request.body(body).unwrap()).await
    }

    /// A token of this person with these scopes.
    pub(crate) async fn token(&mut self, scopes: &[&str]) -> String {
        let made = self.call(Method::POST, "/me/tokens", json!({ "label": "my bot", "scopes": scopes })).await;
        assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
        made.json()["token"].as_str().unwrap().to_owned()
    }

    /// The secret in this browser.
    pub(crate) fn secret(&self) -> &str {
        &self.cookies.iter().find(|(name, _)| name == "boxtop_guest").expect("a cookie").1
    }

    /// The person's key at seats, as long as they have one device.
    pub(crate) fn key(&self) -> String {
        table::fingerprint(self.secret().as_bytes())
    }

    /// Opens a table and returns its path.
    pub(crate) async fn open(&mut self, wanted: Value) -> String {
        let mut body = json!({ "game": GAME, "mode": "home" });
        body.as_object_mut().unwrap().extend(wanted.as_object().unwrap().clone());
        let answer = self.post("/tables", body).await;
        assert_eq!(answer.status, StatusCode::CREATED, "{}", answer.text);
        answer.json()["url"].as_str().unwrap().to_owned()
    }

    /// Throws and passes until somebody has to move; returns the view then.
    pub(crate) async fn thrown(&mut self, table: &str) -> Value {
        loop {
            let view = self.view(table).await;
            let passes = moves(&view).iter().any(|one| one["action"] == "pass");
            let key = format!("throw-{:08}", view["version"].as_u64().unwrap());
            let sent = json!({ "version": view["version"], "key": key });
            let answer = match (&view["chance"]["thrower"], passes) {
                (Value::String(thrower), _) => {
                    self.command(table, "throw", with(sent, json!({ "seat": thrower }))).await
                }
                (_, true) => {
                    let pass = json!({ "seat": view["turn"][0], "action": "pass" });
                    self.command(table, "play", with(sent, pass)).await
                }
                _ => return view,
            };
            assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        }
    }

    /// All legal moves, including long lists that a view leaves out.
    pub(crate) async fn all_moves(&mut self, table: &str, view: &Value) -> Vec<Value> {
        let mut view = view.clone();
        for list in view["legal_moves"].as_array_mut().unwrap().iter_mut().filter(|list| list["moves"].is_null()) {
            let path = format!("/api/v1{table}/legal-moves?seat={}", list["seat"].as_str().unwrap());
            *list = self.get_json(&path).await.json()["legal_moves"].take();
        }
        moves(&view)
    }

    /// The view in the table's page.
    pub(crate) async fn view(&mut self, table: &str) -> Value {
        let page = self.get(table).await;
        assert_eq!(page.status, StatusCode::OK);
        let start = page.text.split_once("<script id=\"view\" type=\"application/json\">").unwrap().1;
        serde_json::from_str(start.split_once("</script>").unwrap().0).unwrap()
    }

    /// Acts with a fresh key.
    pub(crate) async fn act(&mut self, table: &str, version: u64, seat: &str, action: &str) -> Answer {
        let key = table_key(version, seat, action);
        self.command(table, "play", json!({ "version": version, "key": key, "seat": seat, "action": action })).await
    }

    /// Sends a command of this type, written flat: what belongs to every request beside the fields of the command.
    pub(crate) async fn command(&mut self, table: &str, kind: &str, flat: Value) -> Answer {
        self.post(&format!("/api/v1{table}/commands"), request(kind, flat)).await
    }

    /// Offers or accepts a rematch.
    pub(crate) async fn rematch(&mut self, table: &str) -> Answer {
        self.command(table, "offer_rematch", json!({})).await
    }

    /// Reads the view until it fits.
    pub(crate) async fn wait(&mut self, table: &str, wished: impl Fn(&Value) -> bool) -> Value {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let view = self.view(table).await;
            if wished(&view) {
                return view;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("the view never fitted");
    }
}

/// All legal moves in a view, each with its seat and with its default fields.
pub(crate) fn moves(view: &Value) -> Vec<Value> {
    let lists = view["legal_moves"].as_array().unwrap().iter();
    let whole = |list: &Value, one: &Value| {
        let usual = json!({ "seat": list["seat"], "steps": [], "path": [], "tone": "plain" });
        let rules = &list["rules"][one["rules"].as_u64().unwrap_or(0) as usize];
        with(with(usual, one.clone()), json!({ "rules": rules }))
    };
    // A long list is left out of a view.
    lists.flat_map(|list| list["moves"].as_array().into_iter().flatten().map(move |one| whole(list, one))).collect()
}

/// These fields and more.
pub(crate) fn with(mut fields: Value, more: Value) -> Value {
    fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    fields
}

/// The body of a command of this type, from its fields and those that belong to every request.
pub(crate) fn request(kind: &str, flat: Value) -> Value {
    let (mut request, mut command) = (json!({}), json!({ "type": kind }));
    for (name, value) in flat.as_object().unwrap() {
        let part = if ["version", "key", "held"].contains(&name.as_str()) { &mut request } else { &mut command };
        part[name] = value.clone();
    }
    request["command"] = command;
    request
}

/// A program with a token and no cookie, calling from anywhere.
pub(crate) async fn call_with(app: &Router, token: &str, method: Method, path: &str, body: Value) -> Answer {
    let request = Request::builder()
        .method(method)
        .uri(format!("/api/v1{path}"))
        .header(header::HOST, "box.test")
        .header(header::ORIGIN, "https://elsewhere.test")
        .header(header::CONTENT_TYPE, "application/json")
        .header(header::AUTHORIZATION, format!("Bearer {token}"));
    let body = if body.is_null() { Body::empty() } else { Body::from(body.to_string()) };
    Answer::read(app.clone().oneshot(request.body(body).unwrap()).await.unwrap()).await
}

/// Problem details as they should be.
pub(crate) fn check_details(answer: &Answer, status: StatusCode, kind: &str) {
    assert_eq!(answer.status, status, "{}", answer.text);
    assert_eq!(answer.headers[header::CONTENT_TYPE], "application/problem+json");
    let details = answer.json();
    assert_eq!(details["type"], format!("urn:boxtop:problem:{kind}"), "{details}");
    assert_eq!(details["status"], status.as_u16());
    assert!(details["title"].is_string() && details["detail"].as_str().is_some_and(|text| text.len() > 3), "{details}");
}

/// A key for this action.
fn table_key(version: u64, seat: &str, action: &str) -> String {
    table::fingerprint(format!("{version} {seat} {action}").as_bytes())
}
