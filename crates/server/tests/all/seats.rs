//! Two to four seats with any mix of local people, friends and computers.

use super::*;

const MARINES: &str = "fighting-marines";

fn kinds(view: &Value) -> Vec<&str> {
    view["seats"].as_array().unwrap().iter().map(|seat| seat["kind"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn seats_are_given_as_in_the_form() {
    let mut anna = Person::at(&site());
    let form = "game=fighting-marines&players=4&seat-0=open&seat-1=me&seat-2=general&seat-3=me&name=Anna";
    let opened = anna.form("/tables", form).await;
    assert_eq!(opened.status, StatusCode::SEE_OTHER, "{}", opened.text);
    let view = anna.view(&opened.location()).await;
    assert_eq!(kinds(&view), ["open", "person", "computer", "person"]);
    assert_eq!((&view["mine"], &view["phase"]), (&json!(["black", "green"]), &json!("waiting")));
    assert_eq!(view["seats"][2]["who"], "Computer (general)");
    assert_eq!(view["chance"], Value::Null, "nobody throws before all seats are taken");
    let three = anna.form("/tables", &form.replace("players=4", "players=3&mode=seats")).await;
    let view = anna.view(&three.location()).await;
    assert_eq!(kinds(&view), ["open", "person", "computer"], "with three players a fourth entry is ignored");
}

#[tokio::test]
async fn the_old_presets_take_a_number_of_players() {
    let mut anna = Person::at(&site());
    for (mode, kind) in [("home", "person"), ("friend", "open"), ("computer", "computer")] {
        for players in 2..=4 {
            let side = if players == 2 { "red-black" } else { "red" };
            let order = json!({ "game": MARINES, "mode": mode, "players": players, "side": side, "level": "private" });
            let table = anna.open(order).await;
            let view = anna.view(&table).await;
            assert_eq!(kinds(&view).len(), players);
            assert!(kinds(&view)[1..].iter().all(|found| *found == kind), "{view}");
        }
    }
}

#[tokio::test]
async fn a_faulty_list_of_seats_says_what_is_wrong() {
    let mut anna = Person::at(&site());
    let mut places = async |order: Value| {
        let mut body = json!({ "game": MARINES });
        body.as_object_mut().unwrap().extend(order.as_object().unwrap().clone());
        let answer = anna.post("/tables", body).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
        let faults = answer.json()["faults"].as_array().unwrap().clone();
        faults.iter().map(|fault| fault["place"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(places(json!({ "players": 4, "seats": ["me", "open"] })).await, ["seats"]);
    assert_eq!(places(json!({ "players": 3, "seats": ["me", "marshal", ""] })).await, ["seat-1", "seat-2"]);
    assert_eq!(places(json!({ "players": 2, "seats": ["captain", "general"] })).await, ["seats"]);
    assert_eq!(places(json!({ "players": 7, "seats": ["me", "me"] })).await, ["players"]);
    assert_eq!(places(json!({ "mode": "seats" })).await, ["seats"]);
    let form = anna.form("/tables", "game=fighting-marines&players=many&seat-0=me").await;
    assert_eq!(form.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn a_friend_with_the_link_gets_the_first_open_seat_or_the_one_they_choose() {
    let app = site();
    let (mut anna, mut bert, mut carl, mut dora) =
        (Person::at(&app), Person::at(&app), Person::at(&app), Person::at(&app));
    let table = anna
        .open(json!({ "game": MARINES, "mode": "seats", "players": 4, "seats": ["open", "me", "open", "open"] }))
        .await;
    carl.form(&format!("{table}/sit"), "seat=yellow&name=Carl").await;
    for _ in 0..2 {
        let sat = bert.form(&format!("{table}/sit"), "name=Bert").await;
        assert_eq!(sat.status, StatusCode::SEE_OTHER, "{}", sat.text);
    }
    let view = bert.view(&table).await;
    assert_eq!((&view["mine"], &view["phase"]), (&json!(["red"]), &json!("waiting")), "pressing twice takes one seat");
    dora.form(&format!("{table}/sit"), "seat=&name=Dora").await;
    let view = dora.view(&table).await;
    assert_eq!((&view["mine"], &view["phase"]), (&json!(["green"]), &json!("playing")));
    let late = Person::at(&app).form(&format!("{table}/sit"), "name=Emil").await;
    assert_eq!((late.status, late.location()), (StatusCode::SEE_OTHER, format!("{table}?taken=1")));
}
