//! At a table of a server: answers come later, and others act meanwhile.

use crate::party::{game, marines, text};
use boxtop_tui::{
    Analysing, App, ChatLine, ClockFace, Effect, Key, Look, Message, RemoteInfo, Reply, TableSource, TableView, Tone,
    TuiError, lines, perform, screen, table_source,
};
use kernel::dynamic::{DynAction, DynGame, DynMatch, MatchConfig};
use kernel::{Refusal, Seat, SeatSet};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use std::cell::RefCell;
use std::rc::Rc;
use table::{MatchCommand, Now, Occupant, Order, Table};

/// The table at the server.
pub(crate) type SharedTable = Rc<RefCell<Table>>;

pub(crate) fn person(key: &str) -> Occupant {
    Occupant::Person { key: key.into(), name: key.to_uppercase() }
}

fn computer() -> Occupant {
    Occupant::Computer { level: "private".into() }
}

fn shared_table(game: &dyn DynGame, seats: Vec<Occupant>) -> SharedTable {
    let config = MatchConfig { players: seats.len() as u8, ..MatchConfig::default() };
    let order = Order::plain("remote".repeat(4), config, seats, [7; 32]);
    Rc::new(RefCell::new(Table::open(game, order, 0).expect("a table").0))
}

fn musketeers() -> SharedTable {
    shared_table(game(), vec![person("a"), person("b")])
}

/// Carries out a command at the table.
pub(crate) fn happens(shared: &SharedTable, command: &MatchCommand) -> Result<(), table::Decline> {
    let events = shared.borrow().decide(command, Now::at(0))?;
    events.iter().for_each(|event| shared.borrow_mut().apply(event).expect("it fits"));
    Ok(())
}

fn act(shared: &SharedTable, seat: &str, text: &str) {
    happens(shared, &MatchCommand::Act { seat: seat.into(), text: text.into() }).expect("it is legal");
}

/// A table source that answers only with its news.
pub(crate) struct Distant {
    key: &'static str,
    shared: SharedTable,
    news: Vec<Message>,
    owed: bool,
    /// The seats whose dice began on another device.
    pub(crate) lost: Vec<Seat>,
    pub(crate) sent: Vec<MatchCommand>,
    said: Vec<String>,
}

impl Distant {
    pub(crate) fn new(shared: &SharedTable, key: &'static str) -> Distant {
        Distant {
            key,
            shared: shared.clone(),
            news: Vec::new(),
            owed: false,
            lost: Vec::new(),
            sent: Vec::new(),
            said: Vec::new(),
        }
    }

    /// Adds a change by others to the news.
    pub(crate) fn ring(&mut self) {
        self.news.push(Message::Changed(Box::new(self.view())));
    }
}

impl TableSource for Distant {
    fn game(&self) -> &'static dyn DynGame {
        catalog::game(self.shared.borrow().game_match().info().slug).expect("it is in the catalog")
    }
    fn place(&self) -> String {
        "http://box.test".into()
    }
    fn view(&self) -> TableView {
        let remote = Some(RemoteInfo { lost: self.lost.clone(), ..RemoteInfo::default() });
        TableView { computers: Vec::new(), remote, ..TableView::of(&self.shared.borrow(), self.key) }
    }
    fn version(&self) -> u64 {
        self.shared.borrow().version()
    }
    fn command(&mut self, command: &MatchCommand) -> Result<Reply, TuiError> {
        if self.owed {
            return Err(TuiError::AwaitingAnswer);
        }
        self.owed = true;
        self.sent.push(command.clone());
        match happens(&self.shared, command) {
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
        table_source::refusal(self.shared.borrow().game_match(), seat, attempts)
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
    fn analysis(&mut self) -> Result<Analysing, TuiError> {
        Ok(Box::new(|| Err("This match ended without a result.".into())))
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
pub(crate) struct Visitor {
    app: App,
    pub(crate) table: Distant,
}

impl Visitor {
    pub(crate) fn new(shared: &SharedTable, key: &'static str) -> Visitor {
        let table = Distant::new(shared, key);
        let (app, effects) = App::new(table.game(), table.place(), table.view());
        assert_eq!(effects, [], "nobody is asked to think");
        Visitor { app, table }
    }

    fn send(&mut self, message: Message) {
        let mut effects = self.app.update(message);
        while let Some(effect) = effects.pop() {
            let messages = perform(&effect, &mut self.table).expect("the table's business");
            messages.into_iter().for_each(|message| effects.extend(self.app.update(message)));
        }
    }

    pub(crate) fn line(&mut self, typed: &str) {
        self.send(Message::Key(Key::Char(':')));
        typed.chars().for_each(|letter| self.send(Message::Key(Key::Char(letter))));
        self.send(Message::Key(Key::Enter));
    }

    pub(crate) fn take_news(&mut self) {
        for message in self.table.news().expect("it is there") {
            self.send(message);
        }
    }

    pub(crate) fn note(&self) -> &str {
        self.app.note().map_or("", |note| &note.text)
    }

    fn log(&self) -> Vec<&str> {
        self.app.seen().view.log.iter().map(|entry| entry.action.as_str()).collect()
    }

    pub(crate) fn screen(&mut self) -> String {
        let mut terminal = Terminal::new(TestBackend::new(100, 40)).expect("a terminal");
        terminal.draw(|frame| screen::draw(frame, &mut self.app, Look::PLAIN)).expect("a drawing");
        text(terminal.backend().buffer())
    }
}

#[test]
fn an_action_is_shown_when_it_is_answered_and_never_sent_twice() {
    let shared = musketeers();
    let mut visitor = Visitor::new(&shared, "a");
    visitor.line("d6-d7");
    assert!(visitor.log().is_empty(), "nothing is shown before the table says so");
    visitor.line("d6-d7");
    assert!(visitor.note().contains("not been answered yet"), "{}", visitor.note());
    visitor.take_news();
    assert_eq!(visitor.log(), ["d6-d7"]);
    assert_eq!(visitor.table.sent.len(), 1);
    assert_eq!(visitor.app.legal_moves().len(), 0, "it is the turn of somebody else");
    assert!(visitor.screen().contains("It is the turn of B."), "{}", visitor.screen());
}

#[test]
fn the_word_undo_is_sent_once() {
    let shared = shared_table(game(), vec![person("a"), person("a")]);
    act(&shared, "attack", "d6-d7");
    act(&shared, "musketeers", "e7-e8");
    let mut visitor = Visitor::new(&shared, "a");
    "undo".chars().for_each(|letter| visitor.send(Message::Key(Key::Char(letter))));
    visitor.take_news();
    visitor.send(Message::Key(Key::Enter));
    visitor.take_news();
    assert_eq!((visitor.log(), visitor.note()), (vec!["d6-d7"], ""));
    assert!(matches!(&visitor.table.sent[..], [MatchCommand::TakeBack { .. }]), "{:?}", visitor.table.sent);
    let mut output = Vec::new();
    lines::run(Distant::new(&shared, "a"), Look::PLAIN, true, &b"undo\n"[..], &mut output).expect("it goes on");
    let output = String::from_utf8(output).expect("text");
    assert_eq!(output.matches("Undone.").count(), 1, "{output}");
    assert!(shared.borrow().game_match().played().is_empty() && !output.contains('!'), "{output}");
}

#[test]
fn others_moves_appear_and_the_picked_man_stays_picked() {
    let shared = shared_table(marines(), vec![person("a"), person("b"), person("b"), person("b")]);
    let throw = || {
        let table = shared.borrow();
        let seat = table.game_match().thrower().map(|seat| table.game_match().seats()[seat.index()].id.to_owned());
        MatchCommand::Throw { seat, link: None }
    };
    // Until another seat acts together with ours, which has a man to point at.
    let together = || {
        let seen = Distant::new(&shared, "a").view();
        let points = seen.legal_moves(Some(Seat(0))).iter().any(|legal| !legal.gesture.steps.is_empty());
        points && shared.borrow().acting().len() > 1
    };
    for _ in 0..400 {
        if together() {
            break;
        }
        let acting: Vec<Seat> = shared.borrow().acting().iter().collect();
        match acting.last() {
            None => happens(&shared, &throw()).expect("a throw"),
            Some(seat) => {
                let (id, action) = {
                    let table = shared.borrow();
                    let action = table.game_match().legal_moves(*seat).remove(0).action;
                    (table.game_match().seats()[seat.index()].id, action)
                };
                act(&shared, id, &action);
            }
        }
    }
    assert!(together(), "several act together at last");
    let mut visitor = Visitor::new(&shared, "a");
    visitor.send(Message::Key(Key::Tab));
    visitor.send(Message::Key(Key::Enter));
    let (picked, log) = (visitor.app.picked().to_vec(), visitor.log().len());
    let other = shared.borrow().acting().iter().last().expect("somebody else");
    let (id, action) = {
        let table = shared.borrow();
        (table.game_match().seats()[other.index()].id, table.game_match().legal_moves(other).remove(0).action)
    };
    if visitor.table.sent.is_empty() {
        act(&shared, id, &action);
        visitor.table.ring();
        visitor.take_news();
        assert_eq!(visitor.log().len(), log + 1);
        assert_eq!(visitor.app.picked(), picked, "nobody takes it out of the hand");
    }
}

#[test]
fn computers_and_their_throws_are_left_to_the_server() {
    let shared = shared_table(marines(), vec![computer(), person("a"), computer(), computer()]);
    let mut visitor = Visitor::new(&shared, "a");
    for _ in 0..30 {
        assert_eq!(visitor.app.update(Message::Tick), [], "nothing is thrown from here");
    }
    assert!(!visitor.app.is_waiting());
    visitor.send(Message::Key(Key::Enter));
    assert!(visitor.table.sent.is_empty());
}

#[test]
fn a_question_is_shown_and_answered_with_typed_words() {
    let shared = musketeers();
    let (mut asker, mut other) = (Visitor::new(&shared, "a"), Visitor::new(&shared, "b"));
    other.line("yes");
    assert!(other.note().contains("nothing for you to answer"), "{}", other.note());
    asker.line("draw");
    asker.take_news();
    other.table.ring();
    other.take_news();
    assert!(other.note().contains("A (attack) offers a draw. Type yes or no."), "{}", other.note());
    assert!(other.screen().contains("offers a draw"), "it stays on the screen");
    other.line("yes");
    other.take_news();
    assert!(other.app.seen().is_over());
    assert_eq!(other.table.sent, [MatchCommand::Answer { seat: "musketeers".into(), yes: true }]);
}

#[test]
fn a_rematch_is_offered_and_accepted_with_typed_words() {
    let shared = musketeers();
    happens(&shared, &MatchCommand::Resign { seat: "attack".into() }).expect("it may");
    let mut other = Visitor::new(&shared, "b");
    happens(&shared, &MatchCommand::OfferRematch { seat: "attack".into() }).expect("it may");
    assert!(Distant::new(&shared, "a").view().awaits_rematch(), "who offered it waits for the others");
    other.table.ring();
    other.take_news();
    assert!(
        other.note().contains("A (attack) offers another game, with sides changed. Type yes or no."),
        "{}",
        other.note()
    );
    other.line("yes");
    other.take_news();
    assert_eq!(other.table.sent, [MatchCommand::Answer { seat: "musketeers".into(), yes: true }]);
    assert!(shared.borrow().rematch_agreed());
}

#[test]
fn an_absent_player_is_shown_and_the_choice_is_typed() {
    let shared = musketeers();
    act(&shared, "attack", "d6-d7");
    let mut visitor = Visitor::new(&shared, "a");
    let seen = visitor.table.view();
    let from = seen.view.absence.expect("it waits for B").from;
    assert_eq!(seen.choices(from - 1), None, "not before a day has passed");
    let choices = seen.choices(from).expect("after a day");
    assert_eq!(choices, "B has been away for a day or more. Wait, or type claim, abort, computer, vacate.");
    assert_eq!(Distant::new(&shared, "b").view().choices(from), None, "not shown to the player who is gone");
    visitor.line("computer general");
    visitor.take_news();
    let choice = table::AbsentChoice::Computer { level: "general".into() };
    assert_eq!(visitor.table.sent, [MatchCommand::Absent { seat: "attack".into(), choice, last_seen: None }]);
    assert!(visitor.note().contains("not been away"), "the table has the last word: {}", visitor.note());
}

#[test]
fn the_asker_can_withdraw_and_spectators_cannot_ask() {
    let shared = musketeers();
    let mut asker = Visitor::new(&shared, "a");
    asker.line("draw");
    asker.take_news();
    asker.line("no");
    asker.take_news();
    assert!(shared.borrow().question().is_none());
    let mut watcher = Visitor::new(&shared, "nobody");
    for typed in ["draw", "ask", "resign", "leave", "d6-d7"] {
        watcher.line(typed);
        assert_ne!(watcher.note(), "", "{typed}");
    }
    assert!(watcher.table.sent.is_empty());
}

#[test]
fn chat_messages_are_shown_and_kept() {
    let shared = musketeers();
    let mut visitor = Visitor::new(&shared, "a");
    visitor.line("say well: hello");
    assert_eq!(visitor.table.said, ["well: hello"]);
    let words = |text: &str| ChatLine { who: "B".into(), text: text.into(), mine: false, everyone: true };
    visitor.send(Message::Chat(vec![words("one"), words("two")]));
    assert_eq!(visitor.note(), "B says to all: two");
    assert!(visitor.screen().contains("B says to all: two"));
    visitor.line("chat");
    let screen = visitor.screen();
    assert!(screen.contains("Chat (arrows scroll") && screen.contains("B says to all: one"), "{screen}");
}

#[test]
fn a_lost_connection_is_shown_until_it_is_back() {
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
fn clocks_and_hints_come_from_the_server() {
    let mut visitor = Visitor::new(&musketeers(), "a");
    let clock = |seat, left, runs| ClockFace { seat: Seat(seat), left, runs };
    visitor.send(Message::Clocks(vec![clock(0, 61_000, true), clock(1, 600_000, false)]));
    assert!(visitor.screen().contains("Clocks: attack 1:01 (runs), musketeers 10:00"), "{}", visitor.screen());
    assert!(visitor.app.has_running_clock());
    visitor.line("hint");
    assert!(visitor.note().contains("no hints in this match"), "{}", visitor.note());
}

#[test]
fn words_for_other_people_are_refused_at_a_local_table() {
    let mut party = crate::party::Party::begin(&crate::party::both());
    party.keys(":say hello");
    party.key(Key::Enter);
    assert!(party.note().contains("only possible at a table of a server"), "{}", party.note());
    party.keys(":draw");
    party.key(Key::Enter);
    assert!(party.note().contains("no other person"), "{}", party.note());
    assert!(!party.asked.contains(&Effect::Quit));
}

#[test]
fn line_mode_waits_for_the_answer_and_shows_what_others_did() {
    let shared = musketeers();
    let mut output = Vec::new();
    let script = "d5-d6\nd6-d7\nd7-d8\nsay hello\nchat\nhelp\nask\nno\nwait\n";
    // The others play before the next look.
    let table = lines::run(Distant::new(&shared, "a"), Look::PLAIN, true, script.as_bytes(), &mut output);
    let table = table.expect("it goes on");
    let output = String::from_utf8(output).expect("text");
    assert!(output.contains("1. attack d6-d7"), "{output}");
    assert!(output.contains("! It is the turn of B."), "{output}");
    assert!(output.contains("A says: hello"), "{output}");
    assert!(output.contains("A (attack) asks to undo the last step"), "{output}");
    assert!(output.contains("accept what is asked"), "the words for a table of a server are in the help: {output}");
    assert_eq!(table.sent.len(), 4, "{:?}", table.sent);
    act(&shared, "musketeers", "e7-d6");
    let mut output = Vec::new();
    let mut table = Distant::new(&shared, "a");
    table.ring();
    lines::run(table, Look::PLAIN, true, &b"wait\nlog\n"[..], &mut output).expect("it goes on");
    assert!(String::from_utf8(output).expect("text").contains("2. musketeers e7-d6"));
    assert_eq!(shared.borrow().seats_of("a"), SeatSet::only(Seat(0)));
}
