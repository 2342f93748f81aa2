//! The application on a real terminal: keys, threads, signals, and a terminal
//! that is put back in order whatever happens.

use crate::local::fresh_seed;
use crate::outcome::outcome;
use crate::think::{ADVISER, Question};
use crate::{App, Archive, Choice, Chooser, Effect, Key, Local, Message, Setup, Trouble, screen};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, EnableBracketedPaste, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
};
use ratatui::crossterm::execute;
use ratatui::layout::{Position, Rect};
use shelf::Advice;
use std::io::stdout;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;
use store::Listed;

/// How often something that turns is turned.
const TICK: Duration = Duration::from_millis(100);

/// What is shown first.
pub(crate) enum First {
    /// A match.
    Play(Box<Local>),
    /// A choice of matches, and the time it is.
    Choose(Vec<Listed>, i64),
}

/// What comes from other threads.
enum Incoming {
    Key(Key),
    Paste(String),
    /// Draw again: the size has changed.
    Redraw,
    Thought(u64, Option<Advice>),
    Hinted(u64, Option<Advice>),
    /// The terminal is gone, or a signal says to leave.
    Leave,
    /// A computer player has panicked, and the terminal is restored already.
    Crashed,
}

/// Runs until somebody leaves; the match that was played last.
pub(crate) fn run(
    first: First,
    setup: &Setup,
    archive: &Archive,
    choose: impl FnOnce(Choice) -> Result<Option<Local>, Trouble>,
) -> Result<Option<Local>, Trouble> {
    // Restores the terminal on a panic, too.
    let terminal = ratatui::try_init().map_err(Trouble::system("the terminal cannot be used; try --lines"))?;
    let _ = execute!(stdout(), EnableBracketedPaste);
    let (sender, incoming) = channel();
    listen(sender.clone());
    heed_signals(archive, sender.clone());
    let done = Stage { terminal, setup, sender, incoming }.run(first, choose);
    let _ = execute!(stdout(), DisableBracketedPaste);
    ratatui::restore();
    done
}

struct Stage<'a> {
    terminal: DefaultTerminal,
    setup: &'a Setup,
    sender: Sender<Incoming>,
    incoming: Receiver<Incoming>,
}

impl Stage<'_> {
    fn run(
        mut self,
        first: First,
        choose: impl FnOnce(Choice) -> Result<Option<Local>, Trouble>,
    ) -> Result<Option<Local>, Trouble> {
        let local = match first {
            First::Play(local) => Some(*local),
            First::Choose(matches, now_ms) => choose(self.choose(Chooser::new(matches, now_ms))?)?,
        };
        local.map(|local| self.play(local)).transpose()
    }

    fn choose(&mut self, mut chooser: Chooser) -> Result<Choice, Trouble> {
        let (title, look) = (self.setup.title.info().title, self.setup.look);
        loop {
            let drawn = self.terminal.draw(|frame| screen::draw_chooser(frame, &chooser, title, look));
            drawn.map_err(Trouble::system("the terminal cannot be drawn on"))?;
            match self.incoming.recv() {
                Ok(Incoming::Key(key)) => {
                    if let Some(choice) = chooser.key(key) {
                        return Ok(choice);
                    }
                }
                Ok(Incoming::Leave) | Err(_) => return Ok(Choice::Leave),
                Ok(_) => {}
            }
        }
    }

    fn play(&mut self, mut local: Local) -> Result<Local, Trouble> {
        let place = local.archive().place().to_owned();
        let (mut app, effects) = App::new(local.title(), place, local.seen());
        let mut on = self.carry_out(effects, &mut app, &mut local)?;
        while on {
            let drawn = self.terminal.draw(|frame| screen::draw(frame, &mut app, self.setup.look));
            drawn.map_err(Trouble::system("the terminal cannot be drawn on"))?;
            let message = match self.next(app.is_waiting())? {
                Some(Incoming::Key(key)) => Message::Key(key),
                Some(Incoming::Paste(text)) => Message::Paste(text),
                Some(Incoming::Thought(version, advice)) => {
                    Message::Thought { version, action: advice.map(|advice| advice.action) }
                }
                Some(Incoming::Hinted(version, advice)) => Message::Hinted { version, advice },
                Some(Incoming::Redraw) => {
                    self.wipe()?;
                    continue;
                }
                Some(Incoming::Leave) => break,
                Some(Incoming::Crashed) => {
                    let what = "the computer player failed, which is a fault of ours; the match is kept";
                    return Err(Trouble::Computer(what.into()));
                }
                None => Message::Tick,
            };
            let effects = app.update(message);
            on = self.carry_out(effects, &mut app, &mut local)?;
        }
        Ok(local)
    }

    /// Draws everything anew. (`Terminal::clear` would ask the terminal where its
    /// cursor is, and the answer would go to the thread that reads the keys.)
    fn wipe(&mut self) -> Result<(), Trouble> {
        let size = self.terminal.size();
        let wiped = size.and_then(|size| self.terminal.resize(Rect::from((Position::ORIGIN, size))));
        wiped.map_err(Trouble::system("the terminal cannot be drawn on"))
    }

    /// What comes next; `None` when only time has passed.
    fn next(&self, waiting: bool) -> Result<Option<Incoming>, Trouble> {
        let gone = Incoming::Leave;
        match waiting {
            true => match self.incoming.recv_timeout(TICK) {
                Ok(incoming) => Ok(Some(incoming)),
                Err(RecvTimeoutError::Timeout) => Ok(None),
                Err(RecvTimeoutError::Disconnected) => Ok(Some(gone)),
            },
            false => Ok(Some(self.incoming.recv().unwrap_or(gone))),
        }
    }

    /// Does what the application asks for, and what follows from it; `false` to leave.
    fn carry_out(&self, mut effects: Vec<Effect>, app: &mut App, local: &mut Local) -> Result<bool, Trouble> {
        while let Some(effect) = effects.pop() {
            match effect {
                Effect::Quit => return Ok(false),
                Effect::Think { seat, level } => {
                    self.ask(local, seat, level, Incoming::Thought)?;
                }
                Effect::Hint { seat } => self.ask(local, seat, ADVISER.word().into(), Incoming::Hinted)?,
                Effect::Do(command) => {
                    for message in outcome(local.command(&command), local) {
                        effects.extend(app.update(message));
                    }
                }
                Effect::Rematch => {
                    let next = local.rematch();
                    let done = next.map(|next| *local = next);
                    for message in outcome(done, local) {
                        effects.extend(app.update(message));
                    }
                }
            }
        }
        Ok(true)
    }

    fn ask(
        &self,
        local: &Local,
        seat: kernel::Seat,
        level: String,
        as_what: fn(u64, Option<Advice>) -> Incoming,
    ) -> Result<(), Trouble> {
        let question = Question { session: local.position(), seat, level, seed: fresh_seed()? };
        let (version, sender) = (local.version(), self.sender.clone());
        question.answer_in_thread(move |answer| {
            let incoming = answer.map_or(Incoming::Crashed, |advice| as_what(version, advice));
            let _ = sender.send(incoming);
        })
    }
}

/// Reads keys in a thread of its own, as long as there is a terminal.
fn listen(sender: Sender<Incoming>) {
    let read = move || {
        loop {
            let incoming = match event::read() {
                Ok(Event::Key(key)) => pressed(key),
                Ok(Event::Paste(text)) => vec![Incoming::Paste(text)],
                Ok(Event::Resize(..)) => vec![Incoming::Redraw],
                Ok(_) => Vec::new(),
                Err(_) => vec![Incoming::Leave],
            };
            for one in incoming {
                let last = matches!(one, Incoming::Leave);
                if sender.send(one).is_err() || last {
                    return;
                }
            }
        }
    };
    thread::spawn(read);
}

/// What a key of the keyboard means. Alt and a letter is what terminals make of
/// Esc with a letter close behind it.
fn pressed(key: KeyEvent) -> Vec<Incoming> {
    if key.kind == KeyEventKind::Release {
        return Vec::new();
    }
    let control = key.modifiers.contains(KeyModifiers::CONTROL);
    let alt = key.modifiers.contains(KeyModifiers::ALT) && matches!(key.code, KeyCode::Char(_));
    let before = alt.then_some(Incoming::Key(Key::Esc));
    before.into_iter().chain(plain_key(key.code, control)).collect()
}

fn plain_key(code: KeyCode, control: bool) -> Option<Incoming> {
    let key = match code {
        KeyCode::Char('c' | 'd') if control => Key::Interrupt,
        KeyCode::Char('l') if control => return Some(Incoming::Redraw),
        KeyCode::Char('u' | 'w') if control => Key::Esc,
        KeyCode::Char(_) if control => return None,
        KeyCode::Char(letter) => Key::Char(letter),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Esc,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::F(1) => Key::Char('?'),
        _ => return None,
    };
    Some(Incoming::Key(key))
}

/// Being told to end is leaving: the match is kept and the terminal restored.
#[cfg(unix)]
fn heed_signals(archive: &Archive, sender: Sender<Incoming>) {
    use tokio::signal::unix::{SignalKind, signal};
    for kind in [SignalKind::terminate(), SignalKind::hangup(), SignalKind::interrupt(), SignalKind::quit()] {
        let sender = sender.clone();
        archive.handle().spawn(async move {
            if let Ok(mut signals) = signal(kind) {
                signals.recv().await;
                let _ = sender.send(Incoming::Leave);
            }
        });
    }
}

#[cfg(not(unix))]
fn heed_signals(archive: &Archive, sender: Sender<Incoming>) {
    archive.handle().spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            let _ = sender.send(Incoming::Leave);
        }
    });
}
