//! Earlier positions: as they were seen, in parts, and not sent twice.

use super::*;

#[tokio::test]
async fn earlier_positions_have_the_fields_of_the_view() {
    let mut anna = Person::at(&site());
    for game in catalog::games().iter().map(|title| title.info().slug) {
        let table = anna.open(json!({ "game": game })).await;
        // Throws without a thrower are made by the server.
        let acts = |view: &Value| view["legal_moves"].as_array().is_some_and(|lists| !lists.is_empty());
        let settled = |view: &Value| view["chance"]["thrower"].is_string() || acts(view);
        let mut views = vec![anna.wait(&table, settled).await];
        while views.len() < 6 {
            let view = views.last().unwrap();
            let thrower = view["chance"]["thrower"].as_str();
            let first = anna.all_moves(&table, view).await.into_iter().next().unwrap_or_default();
            let [seat, action] = ["seat", "action"].map(|field| first[field].as_str().unwrap_or(""));
            let common = json!({ "version": view["version"], "key": format!("step-{:08}", views.len()) });
            let (what, fields) = match thrower {
                Some(hand) => ("throw", json!({ "seat": hand })),
                None => ("play", json!({ "seat": seat, "action": action })),
            };
            assert_eq!(anna.command(&table, what, with(common, fields)).await.status, StatusCode::OK);
            views.push(anna.wait(&table, settled).await);
        }
        let past = anna.get_json(&format!("/api/v1{table}/moments?count=4")).await.json();
        assert_eq!((&past["version"], past["moments"].as_array().unwrap().len()), (&views[5]["version"], 4));
        let rest = anna.get_json(&format!("/api/v1{table}/moments?from=4")).await.json();
        let all = [past["moments"].as_array().unwrap().clone(), rest["moments"].as_array().unwrap().clone()].concat();
        assert_eq!(past["steps"], all.len() - 1);
        for view in &views {
            let step = view["log"].as_array().unwrap().last().map_or(0, |entry| entry["step"].as_u64().unwrap());
            let moment = all[step as usize].as_object().unwrap();
            assert_eq!(moment["step"], step);
            for (field, told) in moment.iter().filter(|(field, _)| !["step", "seats"].contains(&field.as_str())) {
                assert_eq!(told, &view[field], "{game}, step {step}: {field}");
            }
            for (seat, then) in moment["seats"].as_array().unwrap().iter().zip(view["seats"].as_array().unwrap()) {
                assert!(["id", "need", "standing"].iter().all(|field| seat[field] == then[field]), "{seat}, {then}");
            }
        }
    }
}

#[tokio::test]
async fn known_positions_are_not_sent_again_until_the_match_goes_on() {
    let app = site();
    let (mut anna, mut bert) = (Person::at(&app), Person::at(&app));
    let table = anna.open(json!({})).await;
    anna.act(&table, 1, "attack", "d6-d7").await;
    let path = format!("/api/v1{table}/moments?from=0&count=16");
    let first = anna.get_json(&path).await;
    let tag = first.headers[header::ETAG].clone();
    let ask = |person: &Person, path: &str| {
        person.request(Method::GET, path).header(header::IF_NONE_MATCH, &tag).body(Body::empty()).unwrap()
    };
    let request = ask(&anna, &path);
    let again = anna.send(request).await;
    assert_eq!((again.status, again.text.as_str()), (StatusCode::NOT_MODIFIED, ""));
    let request = ask(&anna, &format!("/api/v1{table}/moments?from=1&count=16"));
    assert_eq!(anna.send(request).await.status, StatusCode::OK, "another part");
    bert.get(&table).await;
    let request = ask(&bert, &path);
    assert_eq!(bert.send(request).await.status, StatusCode::OK, "another person");
    anna.act(&table, 2, "musketeers", "e7-e8").await;
    let request = ask(&anna, &path);
    let on = anna.send(request).await;
    assert_eq!((on.status, &on.json()["steps"]), (StatusCode::OK, &json!(2)));
}

#[tokio::test]
async fn an_invalid_range_is_empty_or_refused() {
    let mut anna = Person::at(&site());
    let table = anna.open(json!({})).await;
    let past = anna.get_json(&format!("/api/v1{table}/moments?from=5")).await.json();
    assert_eq!((&past["steps"], &past["moments"]), (&json!(0), &json!([])));
    let most =
        anna.get_json(&format!("/api/v1{table}/moments?from=18446744073709551615&count=18446744073709551615")).await;
    assert_eq!((most.status, &most.json()["moments"]), (StatusCode::OK, &json!([])));
    assert_eq!(anna.get_json(&format!("/api/v1{table}/moments?from=-1")).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(anna.get_json("/tables/nowhere/moments").await.status, StatusCode::NOT_FOUND);
}
