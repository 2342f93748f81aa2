//! At a table that is not this terminal's own: answers come later, others act meanwhile.

use crate::party::{marines, text, title};
use boxtop_tui::{
    App, ChatLine, ClockFace, Effect, Key, Look, Message, RemoteInfo, Reply, TableSource, TableView, Tone, TuiError,
    lines, perform, screen, table_source,
};
use kernel::dynamic::{DynAction, DynGame, DynMatch, MatchConfig};
use kernel::{Refusal, Seat, SeatSet};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::cell::RefCell;
use std::rc::Rc;
use table::{MatchCommand, Now, Occupant, Order, Table};

/// A table somewhere, with everybody who sits at it.
type House = Rc<RefCell<Table>>;

fn person(key: &str) -> Occupant {
    Occupant::Person { key: key.into(), name: key.to_uppercase() }
}

fn computer() -> Occupant {
    Occupant::Computer { level: "private".into() }
}

fn house(title: &dyn DynGame, seats: Vec<Occupant>) -> House {
    let config = MatchConfig { players: seats.len() as u8, ..MatchConfig::default() };
    let order = Order::plain("remote".repeat(4), config, seats, [7; 32]).with_house_nonces([8; 32], true);
    Rc::new(RefCell::new(Table::open(title, order, 0).expect("a table").0))
}

fn musketeers() -> House {
    house(title(), vec![person("a"), person("b")])
}

/// Somebody does something at the table.
fn happens(house: &House, command: &MatchCommand) -> Result<(), table::Decline> {
    let events = house.borrow().decide(command, Now::at(0))?;
    events.iter().for_each(|event| house.borrow_mut().apply(event).expect("it fits"));
    Ok(())
}

fn act(house: &House, seat: &str, text: &str) {
    happens(house, &MatchCommand::Act { seat: seat.into(), text: text.into() }).expect("it is legal");
}

/// A table that answers only when it is asked for news.
struct Distant {
    key: &'static str,
    house: House,
    news: Vec<Message>,
    owed: bool,
    sent: Vec<MatchCommand>,
    said: Vec<String>,
}

impl Distant {
    fn new(house: &House, key: &'static str) -> Distant {
        Distant { key, house: house.clone(), news: Vec::new(), owed: false, sent: Vec::new(), said: Vec::new() }
    }

    /// Others have done something: it is news here.
    fn ring(&mut self) {
        self.news.push(Message::Changed(Box::new(self.view())));
    }
}

impl TableSource for Distant {
    fn title(&self) -> &'static dyn DynGame {
        catalog::game(self.house.borrow().session().info().slug).expect("it is on the shelf")
    }
    fn place(&self) -> String {
        "http://box.test".into()
    }
    fn view(&self) -> TableView {
        let remote = Some(RemoteInfo { can_hint: false, is_waiting: false, next: None });
        TableView { computers: Vec::new(), remote, ..TableView::of(&self.house.borrow(), self.key) }
    }
    fn version(&self) -> u64 {
        self.house.borrow().version()
    }
    fn command(&mut self, command: &MatchCommand) -> Result<Reply, TuiError> {
        if self.owed {
            return Err(TuiError::AwaitingAnswer);
        }
        self.owed = true;
        self.sent.push(command.clone());
        match happens(&self.house, command) {
            Ok(()) => self.ring(),
            Err(decline) => self.news.push(Message::Refused { text: decline.to_string(), rule: None }),
        }
        Ok(Reply::Later)
    }
    fn play(&mut self, seat: &str, text: &str) -> Result<Reply, TuiError> {
        self.command(&MatchCommand::Act { seat: seat.into(), text: text.into() })
    }
    fn play_thought(&mut self, _: &str, _: &DynAction, _: u64) -> Result<Reply, TuiError> {
        panic!("nobody thinks here")
    }
    fn refusal(&self, seat: &str, attempts: &[String]) -> Option<Refusal> {
        table_source::refusal(self.house.borrow().session(), seat, attempts)
    }
    fn rematch(&mut self) -> Result<Reply, TuiError> {
        Ok(Reply::Later)
    }
    fn say(&mut self, text: &str, everyone: bool) -> Result<Reply, TuiError> {
        self.said.push(text.into());
        self.news.push(Message::Chat(vec![ChatLine { who: "A".into(), text: text.into(), mine: true, everyone }]));
        Ok(Reply::Later)
    }
    fn position(&self) -> Option<Box<dyn DynMatch>> {
        None
    }
    fn hint(&mut self, _: Seat) -> Result<Reply, TuiError> {
        panic!("hints are not given here")
    }
    fn news(&mut self) -> Result<Vec<Message>, TuiError> {
        self.owed = false;
        Ok(std::mem::take(&mut self.news))
    }
    fn awaits_answer(&self) -> bool {
        self.owed
    }
}

/// The application at a distant table.
struct Visitor {
    app: App,
    table: Distant,
}

impl Visitor {
    fn new(house: &House, key: &'static str) -> Visitor {
        let table = Distant::new(house, key);
        let (app, effects) = App::new(table.title(), table.place(), table.view());
        assert_eq!(effects, [], "nobody is asked to think");
        Visitor { app, table }
    }

    fn send(&mut self, message: Message) {
        let mut effects = self.app.update(message);
        while let Some(effect) = effects.pop() {
            let told = perform(&effect, &mut self.table).expect("the table's business");
            told.into_iter().for_each(|message| effects.extend(self.app.update(message)));
        }
    }

    fn line(&mut self, typed: &str) {
        self.send(Message::Key(Key::Char(':')));
        typed.chars().for_each(|letter| self.send(Message::Key(Key::Char(letter))));
        self.send(Message::Key(Key::Enter));
    }

    fn hear(&mut self) {
        for message in self.table.news().expect("it is there") {
            self.send(message);
        }
    }

    fn note(&self) -> &str {
        self.app.note().map_or("", |note| &note.text)
    }

    fn log(&self) -> Vec<&str> {
        self.app.seen().view.log.iter().map(|entry| entry.action.as_str()).collect()
    }

    fn screen(&mut self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(100, 40)).expect("a terminal");
        terminal.draw(|frame| screen::draw(frame, &mut self.app, Look::PLAIN)).expect("a drawing");
        text(terminal.backend().buffer())
    }
}

#[test]
fn an_action_is_shown_when_it_is_answered_and_never_sent_twice() {
    let house = musketeers();
    let mut visitor = Visitor::new(&house, "a");
    visitor.line("d6-d7");
    assert!(visitor.log().is_empty(), "nothing is shown before the table says so");
    visitor.line("d6-d7");
    assert!(visitor.note().contains("not been answered yet"), "{}", visitor.note());
    visitor.hear();
    assert_eq!(visitor.log(), ["d6-d7"]);
    assert_eq!(visitor.table.sent.len(), 1);
    assert_eq!(visitor.app.legal_moves().len(), 0, "it is the turn of somebody else");
    assert!(visitor.screen().contains("It is the turn of B."), "{}", visitor.screen());
}

#[test]
fn the_word_undo_is_sent_once() {
    let house = house(title(), vec![person("a"), person("a")]);
    act(&house, "attack", "d6-d7");
    act(&house, "musketeers", "e7-e8");
    let mut visitor = Visitor::new(&house, "a");
    "undo".chars().for_each(|letter| visitor.send(Message::Key(Key::Char(letter))));
    visitor.hear();
    visitor.send(Message::Key(Key::Enter));
    visitor.hear();
    assert_eq!((visitor.log(), visitor.note()), (vec!["d6-d7"], ""));
    assert!(matches!(&visitor.table.sent[..], [MatchCommand::TakeBack { .. }]), "{:?}", visitor.table.sent);
    let mut output = Vec::new();
    lines::run(Distant::new(&house, "a"), Look::PLAIN, true, &b"undo\n"[..], &mut output).expect("it goes on");
    let told = String::from_utf8(output).expect("text");
    assert_eq!(told.matches("Taken back.").count(), 1, "{told}");
    assert!(house.borrow().session().played().is_empty() && !told.contains('!'), "{told}");
}

#[test]
fn what_others_do_appears_and_the_man_in_the_hand_stays_there() {
    let house = house(marines(), vec![person("a"), person("b"), person("b"), person("b")]);
    let throw = || {
        let table = house.borrow();
        let seat = table.session().thrower().map(|seat| table.session().seats()[seat.index()].id.to_owned());
        MatchCommand::Throw { seat }
    };
    // Until somebody acts together with the one here, who has a man to point at.
    let together = || {
        let seen = Distant::new(&house, "a").view();
        let points = seen.legal_moves(Some(Seat(0))).iter().any(|offer| !offer.gesture.steps.is_empty());
        points && house.borrow().acting().len() > 1
    };
    for _ in 0..400 {
        if together() {
            break;
        }
        let acting: Vec<Seat> = house.borrow().acting().iter().collect();
        match acting.last() {
            None => happens(&house, &throw()).expect("a throw"),
            Some(seat) => {
                let (id, action) = {
                    let table = house.borrow();
                    let offer = table.session().legal_moves(*seat).remove(0).action;
                    (table.session().seats()[seat.index()].id, offer)
                };
                act(&house, id, &action);
            }
        }
    }
    assert!(together(), "several act together at last");
    let mut visitor = Visitor::new(&house, "a");
    visitor.send(Message::Key(Key::Tab));
    visitor.send(Message::Key(Key::Enter));
    let (picked, log) = (visitor.app.picked().to_vec(), visitor.log().len());
    let other = house.borrow().acting().iter().last().expect("somebody else");
    let (id, action) = {
        let table = house.borrow();
        (table.session().seats()[other.index()].id, table.session().legal_moves(other).remove(0).action)
    };
    if visitor.table.sent.is_empty() {
        act(&house, id, &action);
        visitor.table.ring();
        visitor.hear();
        assert_eq!(visitor.log().len(), log + 1);
        assert_eq!(visitor.app.picked(), picked, "nobody takes it out of the hand");
    }
}

#[test]
fn computers_and_the_house_are_the_server_s_business() {
    let house = house(marines(), vec![computer(), person("a"), computer(), computer()]);
    let mut visitor = Visitor::new(&house, "a");
    for _ in 0..30 {
        assert_eq!(visitor.app.update(Message::Tick), [], "nothing is thrown from here");
    }
    assert!(!visitor.app.is_waiting());
    visitor.send(Message::Key(Key::Enter));
    assert!(visitor.table.sent.is_empty());
}

#[test]
fn a_question_is_told_and_answered_in_words() {
    let house = musketeers();
    let (mut asker, mut other) = (Visitor::new(&house, "a"), Visitor::new(&house, "b"));
    other.line("yes");
    assert!(other.note().contains("nothing for you to answer"), "{}", other.note());
    asker.line("draw");
    asker.hear();
    other.table.ring();
    other.hear();
    assert!(other.note().contains("A (attack) offers a draw. Type yes or no."), "{}", other.note());
    assert!(other.screen().contains("offers a draw"), "it stays on the screen");
    other.line("yes");
    other.hear();
    assert!(other.app.seen().is_over());
    assert_eq!(other.table.sent, [MatchCommand::Answer { seat: "musketeers".into(), yes: true }]);
}

#[test]
fn a_rematch_is_offered_and_accepted_in_words() {
    let house = musketeers();
    happens(&house, &MatchCommand::Resign { seat: "attack".into() }).expect("it may");
    let mut other = Visitor::new(&house, "b");
    happens(&house, &MatchCommand::OfferRematch { seat: "attack".into() }).expect("it may");
    assert!(Distant::new(&house, "a").view().awaits_rematch(), "who offered it waits for the others");
    other.table.ring();
    other.hear();
    assert!(
        other.note().contains("A (attack) offers another game, with sides changed. Type yes or no."),
        "{}",
        other.note()
    );
    other.line("yes");
    other.hear();
    assert_eq!(other.table.sent, [MatchCommand::Answer { seat: "musketeers".into(), yes: true }]);
    assert!(house.borrow().rematch_agreed());
}

#[test]
fn who_is_gone_is_told_and_what_follows_is_chosen_in_words() {
    let house = musketeers();
    act(&house, "attack", "d6-d7");
    let mut visitor = Visitor::new(&house, "a");
    let seen = visitor.table.view();
    let from = seen.view.absence.expect("it waits for B").from;
    assert_eq!(seen.choices(from - 1), None, "not before a day has passed");
    let told = seen.choices(from).expect("after a day");
    assert_eq!(told, "B has been away for a day or more. Wait, or type claim, abort, computer, vacate.");
    assert_eq!(Distant::new(&house, "b").view().choices(from), None, "not told to who is gone");
    visitor.line("computer general");
    visitor.hear();
    let choice = table::AbsentChoice::Computer { level: "general".into() };
    assert_eq!(visitor.table.sent, [MatchCommand::Absent { seat: "attack".into(), choice, last_seen: None }]);
    assert!(visitor.note().contains("not been away"), "the table has the last word: {}", visitor.note());
}

#[test]
fn who_asked_may_take_it_back_and_who_looks_on_may_not_ask() {
    let house = musketeers();
    let mut asker = Visitor::new(&house, "a");
    asker.line("draw");
    asker.hear();
    asker.line("no");
    asker.hear();
    assert!(house.borrow().pending().is_none());
    let mut watcher = Visitor::new(&house, "nobody");
    for typed in ["draw", "ask", "resign", "leave", "d6-d7"] {
        watcher.line(typed);
        assert_ne!(watcher.note(), "", "{typed}");
    }
    assert!(watcher.table.sent.is_empty());
}

#[test]
fn what_is_said_is_heard_and_kept() {
    let house = musketeers();
    let mut visitor = Visitor::new(&house, "a");
    visitor.line("say well: hello");
    assert_eq!(visitor.table.said, ["well: hello"]);
    let words = |text: &str| ChatLine { who: "B".into(), text: text.into(), mine: false, everyone: true };
    visitor.send(Message::Chat(vec![words("one"), words("two")]));
    assert_eq!(visitor.note(), "B says to all: two");
    assert!(visitor.screen().contains("B says to all: two"));
    visitor.line("chat");
    let screen = visitor.screen();
    assert!(screen.contains("What was said") && screen.contains("B says to all: one"), "{screen}");
}

#[test]
fn a_lost_line_is_told_in_words_until_it_is_found() {
    let mut visitor = Visitor::new(&musketeers(), "a");
    visitor.send(Message::Connection(Some("The server does not answer.".into())));
    assert_eq!(visitor.app.note().map(|note| note.tone), Some(Tone::Refusal));
    visitor.line("rules 9");
    visitor.send(Message::Key(Key::Esc));
    assert!(visitor.screen().contains("! NOT CONNECTED"));
    visitor.send(Message::Connection(None));
    assert!(visitor.note().contains("Connected again"), "{}", visitor.note());
    assert!(!visitor.screen().contains("NOT CONNECTED"));
}

#[test]
fn clocks_and_hints_are_the_server_s() {
    let mut visitor = Visitor::new(&musketeers(), "a");
    let clock = |seat, left, runs| ClockFace { seat: Seat(seat), left, runs };
    visitor.send(Message::Clocks(vec![clock(0, 61_000, true), clock(1, 600_000, false)]));
    assert!(visitor.screen().contains("Clocks: attack 1:01 (runs), musketeers 10:00"), "{}", visitor.screen());
    assert!(visitor.app.has_running_clock());
    visitor.line("hint");
    assert!(visitor.note().contains("no hints against"), "{}", visitor.note());
}

#[test]
fn words_of_company_are_for_tables_with_company() {
    let mut party = crate::party::Party::begin(&crate::party::both());
    party.keys(":say hello");
    party.key(Key::Enter);
    assert!(party.note().contains("sits at this terminal"), "{}", party.note());
    party.keys(":draw");
    party.key(Key::Enter);
    assert!(party.note().contains("no other person"), "{}", party.note());
    assert!(!party.asked.contains(&Effect::Quit));
}

#[test]
fn the_conversation_waits_for_the_answer_and_tells_what_others_did() {
    let house = musketeers();
    let mut output = Vec::new();
    let script = "d5-d6\nd6-d7\nd7-d8\nsay hello\nchat\nhelp\nask\nno\nwait\n";
    // The others play before it is looked at again.
    let table = lines::run(Distant::new(&house, "a"), Look::PLAIN, true, script.as_bytes(), &mut output);
    let table = table.expect("it goes on");
    let told = String::from_utf8(output).expect("text");
    assert!(told.contains("1. attack d6-d7"), "{told}");
    assert!(told.contains("! It is the turn of B."), "{told}");
    assert!(told.contains("A says: hello"), "{told}");
    assert!(told.contains("A (attack) asks to take the last step back"), "{told}");
    assert!(told.contains("agree to what is asked"), "the words for company are in the help: {told}");
    assert_eq!(table.sent.len(), 4, "{:?}", table.sent);
    act(&house, "musketeers", "e7-d6");
    let mut output = Vec::new();
    let mut table = Distant::new(&house, "a");
    table.ring();
    lines::run(table, Look::PLAIN, true, &b"wait\nlog\n"[..], &mut output).expect("it goes on");
    assert!(String::from_utf8(output).expect("text").contains("2. musketeers e7-d6"));
    assert_eq!(house.borrow().seats_of("a"), SeatSet::only(Seat(0)));
}
