//! The client against a real server in the same process.

#[path = "../../../examples/bot.rs"]
#[allow(dead_code, unreachable_pub)]
mod bot;

use boxtop_client::protocol::{ChatAudience, Command, CommandRequest, Phase, TableRequest, View};
use boxtop_client::{Client, ClientError, RetryPolicy, Table, TableEvent, TableWatch, random_key};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{oneshot, watch};
use tokio::time::timeout;

/// How long a test waits for anything.
const PATIENCE: Duration = Duration::from_secs(60);

async fn server() -> SocketAddr {
    let (announce, address) = oneshot::channel();
    let config = server::Config { bind: IpAddr::V4(Ipv4Addr::LOCALHOST), port: 0 };
    let store = Arc::new(store::Memory::default());
    tokio::spawn(async move {
        let announce = |address| announce.send(address).expect("somebody waits for it");
        server::serve(config, store, announce, std::future::pending()).await.expect("it runs");
    });
    address.await.expect("the server listens")
}

fn client(address: SocketAddr) -> Client {
    Client::new(&format!("http://{address}")).expect("an address")
}

async fn open(client: &Client, game: &str, seats: &[&str]) -> String {
    let seats: Vec<String> = seats.iter().map(|seat| (*seat).to_owned()).collect();
    let players = u8::try_from(seats.len()).expect("few seats");
    let request = TableRequest { game: game.into(), players, seats, ..TableRequest::default() };
    client.open_table(&request).await.expect("a table").id().to_owned()
}

/// The next view that fits.
async fn view_when(watch: &mut TableWatch, fits: impl Fn(&View) -> bool) -> View {
    let found = async {
        loop {
            if let TableEvent::View(view) = watch.next().await.expect("an event")
                && fits(&view)
            {
                return *view;
            }
        }
    };
    timeout(PATIENCE, found).await.expect("the view comes")
}

/// Two people at a table of Three Musketeers; the attack is to act.
async fn two_players(address: SocketAddr) -> (Table, Table) {
    let (anna, bea) = (client(address), client(address));
    let id = open(&anna, "three-musketeers", &["open", "open"]).await;
    anna.table(&id).sit(Some("attack"), Some("Anna")).await.expect("a seat");
    bea.table(&id).sit(Some("musketeers"), Some("Bea")).await.expect("a seat");
    (anna.table(&id), bea.table(&id))
}

fn play(seat: &str, action: &str) -> Command {
    Command::Play { seat: seat.into(), action: action.into() }
}

#[tokio::test]
async fn two_example_bots_play_a_match_to_its_end() {
    let address = server().await;
    let (one, two) = (client(address), client(address));
    for (game, seats) in [("three-musketeers", 2), ("hit-the-beach", 2)] {
        let id = open(&one, game, &vec!["open"; seats]).await;
        let tables = [one.table(&id), two.table(&id)];
        let both = async { tokio::try_join!(bot::play(&tables[0]), bot::play(&tables[1])) };
        let (first, second) = timeout(PATIENCE * 4, both).await.expect("it ends").expect("nothing fails");
        // Each is told the end in its own words.
        let mut told = [&first, &second].map(|headline| headline.split(':').next().unwrap_or_default());
        told.sort_unstable();
        let shared = told == ["You share the win"; 2];
        assert!(shared || told == ["You lose", "You win"], "{first} / {second}");
        assert!(one.table(&id).record().await.expect("a record").result.is_some());
    }
}

/// The view as it is after everything that this table's device owes to the dice was sent.
async fn settled(tables: &[&Table]) -> View {
    for _ in 0..20 {
        let mut sent = false;
        for table in tables {
            let view = table.view().await.expect("a view");
            sent |= table.add_to_dice(&view).await.expect("nothing is wrong").is_some();
        }
        if !sent {
            break;
        }
    }
    tables[0].view().await.expect("a view")
}

/// Anna opens a table of *Fighting Marines* with a seat of her own, and Bea sits down; both have added to the dice.
async fn with_dice(address: SocketAddr) -> (Table, Table) {
    let (anna, bea) = (client(address), client(address));
    let seats = vec!["me".to_owned(), "open".to_owned()];
    let request = TableRequest { game: "fighting-marines".into(), players: 2, seats, ..TableRequest::default() };
    let anna = anna.open_table(&request).await.expect("a table");
    let bea = bea.table(anna.id());
    bea.sit(None, None).await.expect("a seat");
    settled(&[&anna, &bea]).await;
    (anna, bea)
}

/// Throws for whoever is to throw.
async fn throws(tables: [&Table; 2]) -> Result<(), ClientError> {
    for table in tables {
        let view = table.view().await.expect("a view");
        let Some(throw) = view.chance.as_ref().filter(|throw| throw.mine) else { continue };
        return table.throw(&view, throw.thrower.as_deref().expect("a seat")).await.map(drop);
    }
    panic!("nobody is to throw")
}

#[tokio::test]
async fn who_opens_a_table_and_who_sits_down_bring_chains_and_keep_receipts() {
    let (anna, bea) = with_dice(server().await).await;
    let view = settled(&[&anna, &bea]).await;
    assert!(view.wants_anchor.is_empty() && view.wants_link.is_empty(), "{view:?}");
    assert_eq!(anna.device().anchors().len(), 2, "the anchors of both");
    throws([&anna, &bea]).await.expect("it may");
    let record = anna.record().await.expect("a record");
    let links = record.steps.iter().filter(|step| {
        matches!(step, kernel::record::Step::Chance { link: Some(_), by: Some(_), server: Some(_), .. })
    });
    assert_eq!(links.count(), 1, "{:?}", record.steps);
    let [first, last] = <[_; 2]>::try_from(anna.device().receipts().to_vec()).expect("two receipts");
    assert!(first.steps < last.steps && first.opening == last.opening);
    let keys = anna.client().signing_keys().await.expect("keys").keys;
    assert!(boxtop_client::signature_is_valid(&last, &keys[0].public));
}

#[tokio::test]
async fn a_device_that_comes_back_goes_on_and_one_that_is_lost_is_replaced_by_consent() {
    let (anna, bea) = with_dice(server().await).await;
    let stored = serde_json::to_string(&anna.device()).expect("JSON");
    let back = anna.client().table(anna.id()).with_device(serde_json::from_str(&stored).expect("a device"), |_| {});
    throws([&back, &bea]).await.expect("the stored device can throw");
    let lost = anna.client().table(anna.id());
    let view = lost.view().await.expect("a view");
    let [seat] = &lost.lost_seats(&view)[..] else { panic!("her only seat") };
    assert!(matches!(lost.throw(&view, seat).await, Err(ClientError::LostSecret(_))));
    lost.new_device(view.version, seat).await.expect("it is asked");
    let view = bea.view().await.expect("a view");
    assert!(view.question.as_ref().is_some_and(|question| question.mine), "{:?}", view.question);
    let accept = Command::Answer { seat: view.mine[0].clone(), accept: true };
    bea.command(view.version, accept).await.expect("it is answered");
    let view = settled(&[&lost, &bea]).await;
    assert!(lost.lost_seats(&view).is_empty() && view.wants_link.is_empty(), "{:?}", view.links);
}

#[test]
fn the_example_bot_has_fewer_than_sixty_lines() {
    let text = include_str!("../../../examples/bot.rs");
    assert!(text.lines().count() < 60, "it has {} lines", text.lines().count());
}

#[tokio::test]
async fn a_watch_applies_changes_to_give_the_servers_view() {
    let (anna, bea) = two_players(server().await).await;
    let (mut watch, mut other) = (anna.watch(), bea.watch());
    let mut view = view_when(&mut watch, |view| view.phase == Phase::Playing).await;
    for (table, seat, action) in [(&anna, "attack", "d6-d7"), (&bea, "musketeers", "e7-d6")] {
        let done = table.command(view.version, play(seat, action)).await.expect("it is legal");
        view = view_when(&mut watch, |view| view.version >= done.version).await;
        assert_eq!(view, anna.view().await.expect("a view"));
        let seen = view_when(&mut other, |view| view.version >= done.version).await;
        assert_eq!(seen, bea.view().await.expect("a view"));
    }
    bea.say("well played", ChatAudience::Seats, &mut |_| {}).await.expect("it is said");
    let said = async {
        loop {
            if let TableEvent::Chat(message) = watch.next().await.expect("an event") {
                return message.text;
            }
        }
    };
    assert_eq!(timeout(PATIENCE, said).await.expect("the message arrives"), "well played");
    let messages = anna.chat_after(0).await.expect("the chat");
    assert_eq!(messages.iter().map(|message| &*message.text).collect::<Vec<_>>(), ["well played"]);
}

#[tokio::test]
async fn a_refusal_has_its_rule() {
    let (anna, _bea) = two_players(server().await).await;
    let view = anna.view().await.expect("a view");
    let error = anna.command(view.version, play("attack", "d5-d6")).await.expect_err("it is not legal");
    assert_eq!(error.problem().and_then(|problem| problem.rule.as_deref()), Some("TM-12"), "{error}");
    let error = anna.command(view.version, play("musketeers", "e7-e8")).await.expect_err("not her seat");
    assert!(error.problem().is_some() && !error.is_temporary(), "{error}");
    anna.command(view.version, play("attack", "d6-d7")).await.expect("it is legal");
    let stale = anna.command(view.version, play("attack", "d7-d8")).await.expect_err("the table has moved on");
    assert!(stale.newer_version().is_some_and(|version| version > Some(view.version)), "{stale}");
    let unknown = anna.client().table("nosuchtable").view().await.expect_err("no table");
    assert_eq!(unknown.problem().map(|problem| problem.status), Some(404));
}

/// A whole request, also if it comes in parts; nothing if the sender has gone.
async fn read_request(here: &mut TcpStream) -> String {
    let mut request = Vec::new();
    while here.read_buf(&mut request).await.is_ok_and(|count| count > 0) {
        let text = String::from_utf8_lossy(&request).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = head.to_ascii_lowercase().lines().find_map(|line| {
            line.strip_prefix("content-length:").and_then(|length| length.trim().parse::<usize>().ok())
        });
        if body.len() >= length.unwrap_or(0) {
            return text;
        }
    }
    String::new()
}

/// A proxy that loses everything while `broken` is true, and the first answer to a move.
async fn lossy(server: SocketAddr) -> (SocketAddr, watch::Sender<bool>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let (broken, state) = watch::channel(false);
    tokio::spawn(async move {
        let mut lost = false;
        while let Ok((mut here, _)) = listener.accept().await {
            let mut there = TcpStream::connect(server).await.expect("the server");
            let mut state = state.clone();
            let mut some = vec![0; 64];
            let request = read_request(&mut here).await;
            if *state.borrow() || request.is_empty() {
                continue;
            }
            there.write_all(request.as_bytes()).await.expect("it is sent");
            if !lost && request.contains("\"play\"") {
                // The server has stored the move when it answers.
                lost = there.read(&mut some).await.expect("an answer") > 0;
                continue;
            }
            tokio::spawn(async move {
                tokio::select! {
                    _ = copy_bidirectional(&mut here, &mut there) => {}
                    _ = state.wait_for(|broken| *broken) => {}
                }
            });
        }
    });
    (address, broken)
}

#[tokio::test]
async fn a_command_whose_answer_is_lost_is_carried_out_once() {
    let address = server().await;
    let (anna, bea) = two_players(address).await;
    let view = bea.view().await.expect("a view");
    let (lossy, _broken) = lossy(address).await;
    let quick = RetryPolicy { first: Duration::from_millis(10), ..RetryPolicy::default() };
    let anna = client(lossy).with_cookies(anna.client().cookies()).with_retry(quick).table(anna.id());
    let mut retries = 0;
    let request = CommandRequest::new(view.version, random_key().expect("random"), play("attack", "d6-d7"));
    let done = anna.send(&request, &mut |_| retries += 1).await.expect("it is answered at last");
    assert!(retries > 0 && done.repeated, "{retries} retries, {done:?}");
    assert_eq!(bea.record().await.expect("a record").steps.len(), 1);
}

#[tokio::test]
async fn a_stream_that_breaks_resumes_and_misses_nothing() {
    let address = server().await;
    let (anna, bea) = two_players(address).await;
    let (lossy, broken) = lossy(address).await;
    let quick = RetryPolicy { first: Duration::from_millis(10), ..RetryPolicy::default() };
    let far = client(lossy).with_cookies(bea.client().cookies()).with_retry(quick).table(bea.id());
    let mut watch = far.watch();
    let view = view_when(&mut watch, |view| view.phase == Phase::Playing).await;
    broken.send_replace(true);
    let event = timeout(PATIENCE, watch.next()).await.expect("it is noticed").expect("no error");
    assert!(matches!(event, TableEvent::Reconnecting(ClientError::Unreachable { .. })), "{event:?}");
    let done = anna.command(view.version, play("attack", "d6-d7")).await.expect("it is legal");
    broken.send_replace(false);
    let event = timeout(PATIENCE, watch.next()).await.expect("it comes back").expect("no error");
    assert!(matches!(event, TableEvent::Connected), "{event:?}");
    let view = view_when(&mut watch, |view| view.version >= done.version).await;
    assert_eq!(view, bea.view().await.expect("a view"));
}

#[tokio::test]
async fn an_unreachable_server_is_reported_in_a_sentence() {
    let client = Client::new("http://127.0.0.1:1/boxtop").expect("an address").with_retry(RetryPolicy::never());
    let error = client.account().await.expect_err("nobody answers");
    assert!(error.is_temporary());
    assert!(error.to_string().starts_with("127.0.0.1:1/boxtop does not answer ("), "{error}");
}

#[tokio::test]
async fn a_guest_is_recognised_by_cookies_and_an_owner_by_a_token() {
    let address = server().await;
    let guest = client(address);
    guest.rename("Anna").await.expect("a name");
    let again = client(address).with_cookies(guest.cookies());
    assert_eq!(again.account().await.expect("an account").name, "Anna");
    assert_ne!(client(address).account().await.expect("an account").name, "Anna");
    let wrong = client(address).with_token("boxtop_wrong").expect("a token").account().await.expect_err("unknown");
    assert_eq!(wrong.problem().map(|problem| problem.status), Some(401), "{wrong}");
    assert!(matches!(client(address).with_token("two words"), Err(ClientError::Token)));
}
