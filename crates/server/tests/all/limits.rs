//! Rate limits: requests beyond them are refused, with the time to wait.

use super::*;
use boxtop_server::{Limit, Limits, Rate, Site, SiteSettings};

fn strict(change: impl FnOnce(&mut Limits)) -> Router {
    let mut limits = Limits { at_home: 1.0, ..Limits::default() };
    change(&mut limits);
    boxtop_server::app(Site::new(Arc::new(Memory::new())).with_settings(SiteSettings {
        trusted_proxy: true,
        limits,
        ..SiteSettings::default()
    }))
}

/// So slow that nothing comes back during a test, however long it takes.
pub(crate) fn few(burst: f64) -> Rate {
    Rate { per_second: 1e-6, burst }
}

const MANY: Rate = Rate { per_second: 1000.0, burst: 1000.0 };

#[tokio::test]
async fn a_person_is_limited_and_others_are_not() {
    let person = Rate { per_second: 0.01, burst: 3.0 };
    let app = strict(|limits| limits.moving = Limit { person, address: MANY });
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let table = anna.open(json!({})).await;
    let theirs = bert.open(json!({})).await;
    for _ in 0..3 {
        assert_eq!(anna.act(&table, 1, "attack", "nonsense").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
    let late = anna.act(&table, 1, "attack", "d6-d7").await;
    assert_eq!(late.status, StatusCode::TOO_MANY_REQUESTS);
    let wait: u64 = late.headers[header::RETRY_AFTER].to_str().unwrap().parse().unwrap();
    assert!((50..=100).contains(&wait), "{wait}");
    assert!(late.json()["instead"].as_str().unwrap().contains("seconds"));
    assert_eq!(bert.act(&theirs, 1, "attack", "d6-d7").await.status, StatusCode::OK);
    assert_eq!(anna.get(&table).await.status, StatusCode::OK, "reading has its own limit");
    let body = json!({ "version": 1, "key": "12345678", "seat": "attack", "action": "d6-d7" });
    let api = anna.command(&table, "play", body).await;
    check_details(&api, StatusCode::TOO_MANY_REQUESTS, "too-many");
    assert!(api.headers.contains_key(header::RETRY_AFTER));
}

#[tokio::test]
async fn an_address_is_limited_whatever_its_cookies() {
    let app = strict(|limits| limits.opening = Limit { person: MANY, address: few(2.0) });
    let open = async |from: &str| {
        let request = Request::builder()
            .method(Method::POST)
            .uri("/tables")
            .header(header::HOST, "box.test")
            .header("x-forwarded-for", from)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(json!({ "game": GAME, "mode": "home" }).to_string()))
            .unwrap();
        Answer::read(app.clone().oneshot(request).await.unwrap()).await.status
    };
    assert_eq!(open("203.0.113.1").await, StatusCode::CREATED);
    assert_eq!(open("203.0.113.1").await, StatusCode::CREATED);
    assert_eq!(open("203.0.113.1").await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(open("1.2.3.4, 203.0.113.1").await, StatusCode::TOO_MANY_REQUESTS, "forged headers do not help");
    assert_eq!(open("203.0.113.2").await, StatusCode::CREATED);
    for part in 1..=3 {
        let status = open(&format!("2001:db8:0:7::{part}")).await;
        assert_eq!(status == StatusCode::TOO_MANY_REQUESTS, part == 3, "one network of many addresses");
    }
}

#[tokio::test]
async fn a_host_with_many_networks_is_limited_by_the_larger_ones() {
    let app = strict(|limits| limits.proving = Limit { person: MANY, address: few(2.0) });
    let mut let_through = [0, 0];
    for number in 0..300u32 {
        // First all networks of one /56, then of the whole /48: each request comes from a new /64.
        let (at, subnet) = if number < 100 { (0, number) } else { (1, 256 + (number - 100) * 256) };
        let request = Request::builder()
            .method(Method::POST)
            .uri("/login")
            .header(header::HOST, "box.test")
            .header("x-forwarded-for", format!("2001:db8:0:{subnet:x}::1"))
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from(format!("name=nobody{number}&password=wrong+horse")))
            .unwrap();
        let status = Answer::read(app.clone().oneshot(request).await.unwrap()).await.status;
        let_through[at] += u32::from(status != StatusCode::TOO_MANY_REQUESTS);
    }
    assert!((8..=9).contains(&let_through[0]), "a /56 has four times the limit of a /64: {let_through:?}");
    assert!((20..=26).contains(&let_through[1]), "a /48 sixteen times: {let_through:?}");
}

#[tokio::test]
async fn guesses_at_a_name_are_limited_from_all_addresses_together() {
    let app = strict(|limits| limits.proving = Limit { person: few(3.0), address: MANY });
    let mut anna = Person::at(&app);
    anna.get("/").await;
    anna.form("/me/claim", "name=Annabel&password=correct+horse").await;
    for attempt in 0..4 {
        let refused = Person::at(&app).form("/login", "name=ANNABEL&password=wrong+horse").await;
        let expected = if attempt < 3 { StatusCode::FORBIDDEN } else { StatusCode::TOO_MANY_REQUESTS };
        assert_eq!(refused.status, expected, "attempt {attempt}");
    }
}

/// Invisible characters and look-alikes in the name used to avoid the limit.
#[tokio::test]
async fn a_lookalike_name_does_not_avoid_the_limit() {
    let app = strict(|limits| limits.proving = Limit { person: few(10.0), address: MANY });
    Person::at(&app).form("/me/claim", "name=Annabel&password=correct+horse").await;
    let mut let_through = 0;
    for number in 1..=40u32 {
        let hidden: String = (0..number % 8).map(|_| "%E2%80%8B").collect();
        let name = match number % 4 {
            0 => format!("Annabel{hidden}"),
            1 => format!("{hidden}ANN%C2%ADabel"),
            2 => format!("Anna{hidden}bel%CD%8F"),
            _ => format!("annabel{}", "+".repeat(number as usize)),
        };
        let form = format!("name={name}&password=wrong+horse+{number}");
        let status = Person::at(&app).form("/login", &form).await.status;
        let_through += u32::from(status != StatusCode::TOO_MANY_REQUESTS);
    }
    assert_eq!(let_through, 10, "of forty guesses");
}

#[tokio::test]
async fn a_stranger_who_guesses_does_not_lock_the_owner_out() {
    let app = strict(|limits| limits.proving = Limit { person: few(3.0), address: MANY });
    let mut anna = Person::at(&app);
    assert_eq!(anna.form("/me/claim", "name=Annabel&password=correct+horse").await.status, StatusCode::SEE_OTHER);
    for _ in 0..10 {
        Person::at(&app).form("/login", "name=Annabel&password=wrong+horse").await;
    }
    let stranger = Person::at(&app).form("/login", "name=Annabel&password=correct+horse").await;
    assert_eq!(stranger.status, StatusCode::TOO_MANY_REQUESTS, "guesses from elsewhere are refused");
    let changed = anna.form("/me/claim", "name=Annabel&password=better+horse&old=correct+horse").await;
    assert_eq!(changed.status, StatusCode::SEE_OTHER, "the device that is logged in goes on: {}", changed.text);
}

#[tokio::test]
async fn chat_is_limited_more_than_moves() {
    let app = strict(|_| {});
    let mut anna = Person::at(&app);
    let table = anna.open(json!({})).await;
    let (mut said, begun) = (0, Instant::now());
    while anna.post(&format!("/api/v1{table}/chat"), json!({ "text": "la" })).await.status == StatusCode::OK {
        said += 1;
        assert!(said < 60);
    }
    // Half a message comes back each second.
    let most = 8 + (begun.elapsed().as_secs_f64() / 2.0).ceil() as u32;
    assert!((8..=most).contains(&said), "{said} of {most}");
}
