//! Claimed names, look-alikes and reserved names.

use super::*;

/// A guest whose cookie has this name.
fn guest_called(app: &Router, name: &str) -> Person {
    let mut guest = Person::at(app);
    guest.cookies.push(("boxtop_name".into(), table::hex(name.as_bytes())));
    guest
}

async fn annabel(app: &Router) -> Person {
    let mut anna = Person::at(app);
    let claimed = anna.form("/me/claim", "name=Annabel&password=correct+horse").await;
    assert_eq!(claimed.status, StatusCode::SEE_OTHER, "{}", claimed.text);
    anna
}

async fn seen_as(guest: &mut Person) -> String {
    let table = guest.open(json!({})).await;
    guest.view(&table).await["seats"][0]["who"].as_str().unwrap().to_owned()
}

const ALIKE: [&str; 7] = ["Annabel", "ANNABEL", "Аnnаbеl", "Ａｎｎａｂｅｌ", "Annabe1", "𝐀nnabel", "Anna\u{200b}bel"];

/// The cookie with the name used to be trusted.
#[tokio::test]
async fn a_cookie_with_a_claimed_name_or_its_look_is_marked() {
    let app = site();
    let mut anna = annabel(&app).await;
    for name in ALIKE {
        let seen = seen_as(&mut guest_called(&app, name)).await;
        assert!(seen.ends_with(" (guest)"), "{name} is seen as {seen}");
        let mut guest = Person::at(&app);
        guest.form("/me/name", &format!("name={}", name.replace('\u{200b}', "%E2%80%8B"))).await;
        let seen = seen_as(&mut guest).await;
        assert!(seen.ends_with(" (guest)"), "{name} typed is seen as {seen}");
    }
    assert_eq!(seen_as(&mut anna).await, "Annabel");
    assert_eq!(seen_as(&mut guest_called(&app, "Bert")).await, "Bert");
    assert_eq!(seen_as(&mut guest_called(&app, "Bert (guest)")).await, "Bert", "a typed suffix does not count");
    for name in ["Computer (general)", "Соmputer (captain)", "(guest)"] {
        let seen = seen_as(&mut guest_called(&app, name)).await;
        assert!(seen.starts_with("Guest "), "{name} is seen as {seen}");
    }
}

#[tokio::test]
async fn a_guest_who_had_the_name_first_is_marked_once_it_is_claimed() {
    let app = site();
    let mut bert = guest_called(&app, "Annabel");
    bert.token(&["play"]).await; // something is kept about them, under that name
    assert_eq!(seen_as(&mut bert).await, "Annabel");
    annabel(&app).await;
    assert_eq!(seen_as(&mut bert).await, "Annabel (guest)");
}

#[tokio::test]
async fn a_lookalike_of_a_claimed_name_cannot_be_claimed() {
    let app = site();
    annabel(&app).await;
    let mut registered = 0;
    for name in ALIKE {
        let sent = json!({ "name": name, "password": "zebra crossing" });
        let refused = Person::at(&app).call(Method::POST, "/me/claim", sent).await;
        registered += u32::from(refused.status == StatusCode::NO_CONTENT);
        check_details(&refused, StatusCode::UNPROCESSABLE_ENTITY, "refused");
    }
    assert_eq!(registered, 0);
}

#[tokio::test]
async fn reserved_names_cannot_be_claimed_or_used() {
    let app = site();
    for name in ["Computer (general)", "Сomputer (general)", "Anna (guest)", "Anna (GUEST)", "Anna（guest）"] {
        let mut guest = Person::at(&app);
        let claim = json!({ "name": name, "password": "zebra crossing" });
        check_details(&guest.call(Method::POST, "/me/claim", claim).await, StatusCode::UNPROCESSABLE_ENTITY, "refused");
        let renamed = guest.call(Method::POST, "/me/name", json!({ "name": name })).await;
        check_details(&renamed, StatusCode::UNPROCESSABLE_ENTITY, "refused");
        let opened = guest.post("/tables", json!({ "game": GAME, "mode": "home", "name": name })).await;
        assert_eq!(opened.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}: {}", opened.text);
    }
}
