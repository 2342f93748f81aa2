//! Limits that hold for all nodes together: guesses at passwords and opening tables.

use super::*;
use crate::limits::few;
use boxtop_server::{Limit, Limits, Rate};

const MANY: Rate = Rate { per_second: 1000.0, burst: 1000.0 };

async fn strict(change: impl FnOnce(&mut Limits)) -> [Node; 2] {
    let mut limits = Limits { at_home: 1.0, ..Limits::default() };
    change(&mut limits);
    let settings = SiteSettings { trusted_proxy: true, limits, ..SiteSettings::default() };
    two_nodes(Plan { settings, ..Plan::default() }).await.into()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guesses_at_a_name_are_limited_at_all_nodes_together() {
    let nodes = strict(|limits| limits.proving = Limit { person: few(4.0), address: MANY }).await;
    let mut anna = Person::at(&nodes[0].app);
    anna.get("/").await;
    anna.form("/me/claim", "name=Annabel&password=correct+horse").await;
    let mut statuses = Vec::new();
    for attempt in 0..6 {
        let guess = Person::at(&nodes[attempt % 2].app).form("/login", "name=ANNABEL&password=wrong+horse").await;
        statuses.push(guess.status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert_eq!(statuses, [false, false, false, false, true, true]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logins_from_an_address_are_limited_at_all_nodes_together() {
    let nodes = strict(|limits| limits.proving = Limit { person: MANY, address: few(3.0) }).await;
    let mut let_through = 0;
    for attempt in 0..6 {
        let form = format!("name=nobody{attempt}&password=wrong+horse");
        let guess = Person::at(&nodes[attempt % 2].app).form("/login", &form).await;
        let_through += u32::from(guess.status != StatusCode::TOO_MANY_REQUESTS);
    }
    assert_eq!(let_through, 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn opening_tables_is_limited_at_all_nodes_together_and_moving_is_not() {
    let nodes = strict(|limits| {
        limits.opening = Limit { person: few(3.0), address: MANY };
        limits.moving = Limit { person: few(2.0), address: MANY };
    })
    .await;
    let mut anna = Person::at(&nodes[0].app);
    let order = json!({ "game": GAME, "mode": "home" });
    // The first request comes without a cookie, so it is nobody's.
    let table = anna.open(json!({})).await;
    let mut elsewhere = Person { app: nodes[1].app.clone(), cookies: anna.cookies.clone() };
    let mut statuses = Vec::new();
    for attempt in 0..5 {
        let person = if attempt % 2 == 0 { &mut anna } else { &mut elsewhere };
        statuses.push(person.post("/tables", order.clone()).await.status);
    }
    let expected = [StatusCode::CREATED, StatusCode::TOO_MANY_REQUESTS];
    assert_eq!(statuses, [expected[0], expected[0], expected[0], expected[1], expected[1]]);
    for person in [&mut anna, &mut elsewhere] {
        for _ in 0..2 {
            let tried = person.act(&table, 1, "attack", "nonsense").await;
            assert_eq!(tried.status, StatusCode::UNPROCESSABLE_ENTITY, "each node counts moves by itself");
        }
    }
}
