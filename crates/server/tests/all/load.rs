//! The load of one person does not keep others from playing.

use super::*;
use boxtop_server::{Caps, Config, Hosts, Limit, Limits, Rate, Site, SiteSettings};
use std::net::{Ipv4Addr, SocketAddr};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A position of Conflict with all pieces in one crowd: there are more than 80,000 sets of captures.
fn crowded() -> Value {
    serde_json::from_str(include_str!("crowded.json")).expect("a position")
}

#[tokio::test]
async fn a_position_with_more_actions_than_a_view_lists_is_refused() {
    let app = site();
    let mut anna = Person::at(&app);
    let mut about_to_throw = crowded();
    about_to_throw["phase"] = json!("throw");
    about_to_throw["dice"] = json!([]);
    for start in [crowded(), about_to_throw] {
        let order = json!({ "game": "conflict", "mode": "home", "start": start });
        let refused = anna.call(Method::POST, "/tables", order).await;
        check_details(&refused, StatusCode::UNPROCESSABLE_ENTITY, "faulty");
        let faults = refused.json()["faults"].clone();
        assert_eq!(faults[0]["place"], "start");
        let what = faults[0]["what"].as_str().unwrap();
        assert!(what.contains("legal actions, and the limit is 4000"), "{what}");
    }
}

#[tokio::test]
async fn a_custom_position_with_few_actions_opens() {
    let app = site();
    let mut anna = Person::at(&app);
    let mut start = crowded();
    for colour in ["orange", "yellow", "green"] {
        let force = start["pieces"][colour].as_object_mut().unwrap();
        let field = std::mem::replace(&mut force["field"], json!([]));
        let kinds = field.as_array().unwrap().iter().map(|piece| piece.as_str().unwrap().split(' ').next().unwrap());
        let home: Vec<Value> = kinds.map(Value::from).collect();
        force["home"].as_array_mut().unwrap().extend(home);
    }
    let table = anna.open(json!({ "game": "conflict", "start": start })).await;
    let count = anna.view(&table).await["legal_moves"][0]["count"].as_u64().unwrap();
    assert!((1..4_000).contains(&count), "{count}");
}

#[tokio::test]
async fn the_cost_of_a_request_is_charged_to_its_sender() {
    let limits = Limits {
        at_home: 1.0,
        working: Limit { person: Rate { per_second: 0.1, burst: 30.0 }, address: Rate { per_second: 1e6, burst: 1e6 } },
        ..Limits::default()
    };
    let app = boxtop_server::app(
        Site::new(Arc::new(Memory::new())).with_settings(SiteSettings { limits, ..SiteSettings::default() }),
    );
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let table = anna.open(json!({})).await;
    let mut asked = 0;
    let refused = loop {
        let answer = anna.get_json(&format!("/api/v1{table}")).await;
        if answer.status != StatusCode::OK {
            break answer;
        }
        asked += 1;
        assert!(asked < 20, "a cached view costs something, too");
    };
    check_details(&refused, StatusCode::TOO_MANY_REQUESTS, "too-many");
    assert!(refused.headers.contains_key(header::RETRY_AFTER));
    assert_eq!(anna.get("/rules/three-musketeers").await.status, StatusCode::TOO_MANY_REQUESTS, "for any request");
    assert_eq!(bert.get_json(&format!("/api/v1{table}")).await.status, StatusCode::OK, "others have their own bucket");
}

#[tokio::test]
async fn streams_of_one_person_are_counted_and_an_ended_one_is_not() {
    let caps = Caps { streams_per_person: 2, ..Caps::default() };
    let app = boxtop_server::app(
        Site::new(Arc::new(Memory::new())).with_settings(SiteSettings { caps, ..SiteSettings::default() }),
    );
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let table = anna.open(json!({})).await;
    let open = async |person: &Person| {
        let request = person.request(Method::GET, &format!("/api/v1{table}/events")).body(Body::empty()).unwrap();
        app.clone().oneshot(request).await.unwrap()
    };
    let (first, second, third) = (open(&anna).await, open(&anna).await, open(&anna).await);
    assert_eq!([first.status(), second.status()], [StatusCode::OK; 2]);
    let refused = Answer::read(third).await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS, "{}", refused.text);
    assert!(refused.json()["detail"].as_str().unwrap().contains("2 live streams"), "{}", refused.text);
    bert.get("/").await;
    assert_eq!(open(&bert).await.status(), StatusCode::OK);
    drop(first);
    assert_eq!(open(&anna).await.status(), StatusCode::OK);
}

#[tokio::test]
async fn a_request_for_another_host_is_refused_before_its_cookie_is_read() {
    let hosts = Hosts::named(&["play.test".into()]).unwrap();
    let app = boxtop_server::app(Site::new(Arc::new(Memory::new())).with_hosts(hosts));
    let ask = async |host: &str, path: &str| {
        let request = Request::builder().uri(path).header(header::HOST, host).body(Body::empty()).unwrap();
        Answer::read(app.clone().oneshot(request).await.unwrap()).await
    };
    assert_eq!(ask("play.test", "/").await.status, StatusCode::OK);
    let foreign = ask("evil.test", "/").await;
    assert_eq!(foreign.status, StatusCode::MISDIRECTED_REQUEST);
    assert!(foreign.json()["instead"].as_str().unwrap().contains("play.test"), "{}", foreign.text);
    assert!(!foreign.headers.contains_key(header::SET_COOKIE));
    check_details(&ask("evil.test", "/api/v1/games").await, StatusCode::MISDIRECTED_REQUEST, "misdirected");
    assert_eq!(ask("10.0.0.1", "/healthz").await.status, StatusCode::OK);
    let post = async |origin: &str| {
        let request = Request::builder()
            .method(Method::POST)
            .uri("/tables")
            .header(header::HOST, "play.test")
            .header(header::ORIGIN, origin)
            .header(header::CONTENT_TYPE, "application/json");
        let body = Body::from(json!({ "game": GAME, "mode": "home" }).to_string());
        app.clone().oneshot(request.body(body).unwrap()).await.unwrap().status()
    };
    assert_eq!(post("https://play.test").await, StatusCode::CREATED);
    assert_eq!(post("https://evil.test").await, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn requests_through_a_proxy_never_count_as_local() {
    let few = Rate { per_second: 0.01, burst: 2.0 };
    let limits = Limits { opening: Limit { person: few, address: few }, ..Limits::default() };
    let settings = SiteSettings { trusted_proxy: true, limits, ..SiteSettings::default() };
    let app = boxtop_server::app(Site::new(Arc::new(Memory::new())).with_settings(settings));
    let open = async |from: &str| {
        let request = Request::builder()
            .method(Method::POST)
            .uri("/tables")
            .header(header::HOST, "box.test")
            .header("x-forwarded-for", from)
            .header(header::CONTENT_TYPE, "application/json");
        let body = Body::from(json!({ "game": GAME, "mode": "home" }).to_string());
        app.clone().oneshot(request.body(body).unwrap()).await.unwrap().status()
    };
    for same in
        [["127.0.0.1", "127.0.0.1:80", "\"127.0.0.1\""], ["unknown", "_secret", "[::1"], ["::1", "[::1]", "[::1]:8"]]
    {
        let answers = [open(same[0]).await, open(same[1]).await, open(same[2]).await];
        assert_eq!(answers, [StatusCode::CREATED, StatusCode::CREATED, StatusCode::TOO_MANY_REQUESTS], "{same:?}");
    }
}

/// A server with a socket.
struct Listening {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    served: JoinHandle<Result<(), boxtop_server::ServeError>>,
}

impl Listening {
    async fn start(caps: Caps) -> Self {
        let (stop, stopped) = oneshot::channel::<()>();
        let (tell, told) = oneshot::channel();
        let config = Config { bind: Ipv4Addr::UNSPECIFIED.into(), port: 0 };
        let settings = SiteSettings { caps, ..SiteSettings::default() };
        let announce = move |at: boxtop_server::Listening| tell.send(at.address).expect("the test waits for it");
        let stopped = async move { drop(stopped.await) };
        let store: Arc<dyn EventStore> = Arc::new(Memory::new());
        let served = tokio::spawn(boxtop_server::serve_with(config, settings, Hosts::Any, store, announce, stopped));
        let address = SocketAddr::from(([127, 0, 0, 1], told.await.unwrap().port()));
        Listening { address, stop, served }
    }

    async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.unwrap()
    }
}

/// Everything the server sends until it closes the connection.
async fn rest(stream: &mut TcpStream) -> String {
    let mut said = Vec::new();
    // A reset connection is closed as well.
    let _ = stream.read_to_end(&mut said).await;
    String::from_utf8_lossy(&said).into_owned()
}

/// Short for the test, and long enough for a complete request on a busy machine.
const SHORT: Duration = Duration::from_millis(1_500);

#[tokio::test]
async fn half_open_idle_and_slow_connections_are_closed_by_the_server() {
    let caps = Caps { head: SHORT, idle: SHORT, request: SHORT, ..Caps::default() };
    let server = Listening::start(caps).await;
    let (mut silent, mut half, mut idle) = (server.connect().await, server.connect().await, server.connect().await);
    half.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n").await.unwrap();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    assert_eq!(rest(&mut silent).await, "");
    assert!(!rest(&mut half).await.contains("200 OK"));
    assert!(rest(&mut idle).await.starts_with("HTTP/1.1 200 OK"), "answered, and closed when nothing more came");
    let mut slow = server.connect().await;
    let head = "POST /tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{";
    slow.write_all(head.as_bytes()).await.unwrap();
    assert!(rest(&mut slow).await.starts_with("HTTP/1.1 503"), "a body that does not arrive times out");
}

#[tokio::test]
async fn a_slow_head_after_a_first_request_times_out() {
    let caps = Caps { head: SHORT, idle: Duration::from_secs(600), ..Caps::default() };
    let server = Listening::start(caps).await;
    let mut stream = server.connect().await;
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n").await.unwrap();
    let mut first = Vec::new();
    while !first.ends_with(b"ok\n") {
        first.push(stream.read_u8().await.unwrap());
    }
    assert!(first.starts_with(b"HTTP/1.1 200"));
    stream.write_all(b"GET / HT").await.unwrap();
    assert!(!rest(&mut stream).await.contains("HTTP/1.1"), "no second answer");
}

/// One address opens more connections and streams than allowed; another address is still served.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn connections_of_one_address_do_not_lock_out_another() {
    let caps = Caps { connections_per_address: 20, head: Duration::from_secs(600), ..Caps::default() };
    let server = Listening::start(caps).await;
    let mut held = Vec::new();
    for number in 0..60 {
        let mut stream = server.connect().await;
        if number % 2 == 0 {
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n").await;
        }
        held.push(stream);
    }
    let refused = rest(held.last_mut().unwrap()).await;
    assert!(refused.is_empty() || refused.starts_with("HTTP/1.1 503"), "{refused}");
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::from(([127, 0, 0, 2], 0))).unwrap();
    let mut other = socket.connect(server.address).await.unwrap();
    other.write_all(b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").await.unwrap();
    assert!(rest(&mut other).await.starts_with("HTTP/1.1 200 OK"));
}

#[tokio::test]
async fn stopping_ends_the_streams_and_then_the_server() {
    let server = Listening::start(Caps::default()).await;
    let mut stream = server.connect().await;
    let order = json!({ "game": GAME, "mode": "home" }).to_string();
    let head = "POST /tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close";
    stream.write_all(format!("{head}\r\ncontent-length: {}\r\n\r\n{order}", order.len()).as_bytes()).await.unwrap();
    let answer = rest(&mut stream).await;
    let table: Value = serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap();
    let mut listening = server.connect().await;
    let path = table["events"].as_str().unwrap();
    listening.write_all(format!("GET {path} HTTP/1.1\r\nhost: x\r\n\r\n").as_bytes()).await.unwrap();
    let mut some = [0; 15];
    listening.read_exact(&mut some).await.unwrap();
    assert_eq!(&some, b"HTTP/1.1 200 OK");
    server.stop.send(()).unwrap();
    rest(&mut listening).await;
    server.served.await.unwrap().unwrap();
}
