//! The application on a real terminal: keys, threads and signals. The terminal is restored whatever
//! happens.

use crate::local::fresh_seed;
use crate::outcome::perform;
use crate::think::{ADVISER, AdviceRequest};
use crate::{
    Analysing, App, Choice, Chooser, Effect, Key, Look, Menu, Message, TableSource, TuiError, messages, screen,
};
use analysis::Analysis;
use catalog::Advice;
use kernel::Seat;
use ratatui::backend::Backend;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, EnableBracketedPaste, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers,
};
use ratatui::crossterm::execute;
use ratatui::layout::{Position, Rect};
use ratatui::{DefaultTerminal, Terminal};
use std::io::stdout;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;
use tokio::runtime::Handle;

/// Interval of the spinner.
const TICK: Duration = Duration::from_millis(100);

/// Interval of the clocks.
const SECOND: Duration = Duration::from_secs(1);

/// What comes from other threads.
enum Incoming {
    Key(Key),
    Paste(String),
    /// Draw again: the size has changed.
    Redraw,
    Thought(Seat, u64, Option<Advice>),
    Hinted(u64, Option<Advice>),
    Analysed(Result<Box<Analysis>, String>),
    /// The table has news.
    News,
    /// The terminal is gone, or a signal asks the program to end.
    Leave,
    /// A computer player has panicked, and the terminal is already restored.
    Crashed,
}

/// Takes over the screen while `act` runs.
pub(crate) fn run<T>(
    look: Look,
    signals: &Handle,
    act: impl FnOnce(&mut Stage) -> Result<T, TuiError>,
) -> Result<T, TuiError> {
    // Restores the terminal on a panic, too.
    let terminal = ratatui::try_init().map_err(TuiError::system("the terminal cannot be used; try --lines"))?;
    let _ = execute!(stdout(), EnableBracketedPaste);
    let (sender, incoming) = channel();
    listen(sender.clone());
    handle_signals(signals, sender.clone());
    let done = act(&mut Stage { terminal, look, sender, incoming });
    let _ = execute!(stdout(), DisableBracketedPaste);
    ratatui::restore();
    done
}

/// Asks a question on the full screen; `None` to leave.
pub(crate) fn ask(mut menu: Menu, title: &str, look: Look) -> Result<Option<usize>, TuiError> {
    let mut terminal = ratatui::try_init().map_err(TuiError::system("the terminal cannot be used; name the game"))?;
    let answer = loop {
        let keys = "arrows and Enter choose, q leaves";
        if let Err(why) = terminal.draw(|frame| screen::draw_menu(frame, &menu, title, keys, look)) {
            break Err(TuiError::System { what: "the terminal cannot be drawn on", why });
        }
        let pressed = match event::read() {
            Ok(Event::Key(key)) => pressed(key),
            Ok(_) => Vec::new(),
            Err(_) => break Ok(None),
        };
        let keys = pressed.into_iter().filter_map(|one| if let Incoming::Key(key) = one { Some(key) } else { None });
        let decided = keys.into_iter().find_map(|key| menu.key(key));
        if let Some(answer) = decided {
            break Ok(answer);
        }
    };
    ratatui::restore();
    answer
}

/// The full screen.
pub(crate) struct Stage {
    terminal: DefaultTerminal,
    look: Look,
    sender: Sender<Incoming>,
    incoming: Receiver<Incoming>,
}

impl Stage {
    /// Lets the player choose from unfinished matches.
    pub(crate) fn choose(&mut self, mut chooser: Chooser, title: &str) -> Result<Choice, TuiError> {
        loop {
            let drawn = self.terminal.draw(|frame| screen::draw_chooser(frame, &chooser, title, self.look));
            drawn.map_err(TuiError::system("the terminal cannot be drawn on"))?;
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

    /// Plays at the table until the player leaves.
    pub(crate) fn play(&mut self, table: &mut dyn TableSource) -> Result<(), TuiError> {
        let sender = self.sender.clone();
        table.on_news(Box::new(move || {
            let _ = sender.send(Incoming::News);
        }));
        let (mut app, effects) = App::new(table.game(), table.place(), table.view());
        let mut on = self.carry_out(effects, &mut app, table)?;
        while on {
            app.update(Message::Clocks(table.clocks()));
            let drawn = self.terminal.draw(|frame| screen::draw(frame, &mut app, self.look));
            drawn.map_err(TuiError::system("the terminal cannot be drawn on"))?;
            let message = match self.next(&app)? {
                Some(Incoming::Key(key)) => Message::Key(key),
                Some(Incoming::Paste(text)) => Message::Paste(text),
                Some(Incoming::Thought(seat, version, advice)) => {
                    Message::Thought { seat, version, action: advice.and_then(|advice| advice.chosen) }
                }
                Some(Incoming::Hinted(version, advice)) => Message::Hinted { version, advice },
                Some(Incoming::Analysed(found)) => Message::Analysed(found),
                Some(Incoming::News) => {
                    let effects = table.news()?.into_iter().flat_map(|message| app.update(message)).collect();
                    on = self.carry_out(effects, &mut app, table)?;
                    continue;
                }
                Some(Incoming::Redraw) => {
                    let wiped = wipe(&mut self.terminal);
                    wiped.map_err(TuiError::system("the terminal cannot be drawn on"))?;
                    continue;
                }
                Some(Incoming::Leave) => break,
                Some(Incoming::Crashed) => {
                    let what = "the computer player failed, which is a bug in Boxtop; the match is saved";
                    return Err(TuiError::Computer(what.into()));
                }
                None => Message::Tick,
            };
            let effects = app.update(message);
            on = self.carry_out(effects, &mut app, table)?;
        }
        Ok(())
    }

    /// What comes in next; `None` if only time has passed.
    fn next(&self, app: &App) -> Result<Option<Incoming>, TuiError> {
        let gone = Incoming::Leave;
        let pause = match (app.is_waiting(), app.has_running_clock()) {
            (true, _) => TICK,
            (false, true) => SECOND,
            (false, false) => return Ok(Some(self.incoming.recv().unwrap_or(gone))),
        };
        match self.incoming.recv_timeout(pause) {
            Ok(incoming) => Ok(Some(incoming)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Ok(Some(gone)),
        }
    }

    /// Carries out effects, and those that follow from them; `false` to leave.
    fn carry_out(
        &self,
        mut effects: Vec<Effect>,
        app: &mut App,
        table: &mut dyn TableSource,
    ) -> Result<bool, TuiError> {
        while let Some(effect) = effects.pop() {
            for message in perform(&effect, table).unwrap_or_default() {
                effects.extend(app.update(message));
            }
            match effect {
                Effect::Quit => return Ok(false),
                Effect::Think { seat, level, .. } => {
                    self.ask(table, seat, level, AdviceRequest::answer, Incoming::Thought)?;
                }
                Effect::Hint { seat } => {
                    let hinted = |_, version, advice| Incoming::Hinted(version, advice);
                    self.ask(table, seat, ADVISER.word().into(), AdviceRequest::explained, hinted)?;
                }
                Effect::Analyse => {
                    app.update(Message::Said(messages::ANALYSING.to_owned()));
                    let analysing = table.analysis()?;
                    self.analyse(analysing)?;
                }
                _ => {}
            }
        }
        Ok(true)
    }

    /// Analyses the match in another thread.
    fn analyse(&self, analysing: Analysing) -> Result<(), TuiError> {
        let sender = self.sender.clone();
        let analyse = move || {
            let found = catch_unwind(AssertUnwindSafe(analysing));
            let _ = sender.send(found.map_or(Incoming::Crashed, Incoming::Analysed));
        };
        let started = thread::Builder::new().name("analysis".into()).spawn(analyse);
        started.map(drop).map_err(TuiError::system("the analysis cannot be started"))
    }

    /// Lets a computer think, if computers think in this terminal.
    fn ask(
        &self,
        table: &dyn TableSource,
        seat: Seat,
        level: String,
        think: fn(&AdviceRequest) -> Option<Advice>,
        as_what: fn(Seat, u64, Option<Advice>) -> Incoming,
    ) -> Result<(), TuiError> {
        let Some(game_match) = table.position() else { return Ok(()) };
        let request = AdviceRequest { game_match, seat, level, seed: fresh_seed()? };
        let (version, sender) = (table.version(), self.sender.clone());
        request.in_thread(think, move |answer| {
            let incoming = answer.map_or(Incoming::Crashed, |advice| as_what(seat, version, advice));
            let _ = sender.send(incoming);
        })
    }
}

/// Makes the next drawing start from an empty screen. (`Terminal::clear` would ask the terminal for its
/// cursor position, and the answer would go to the thread that reads the keys.)
fn wipe<B: Backend>(terminal: &mut Terminal<B>) -> Result<(), B::Error> {
    let size = terminal.size()?;
    terminal.resize(Rect::from((Position::ORIGIN, size)))
}

/// Reads keys in a separate thread while there is a terminal.
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

/// The keys of a key event. Terminals report Esc followed quickly by a letter as Alt and that letter.
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

/// Leaves on a signal to end: the match is saved and the terminal restored.
#[cfg(unix)]
fn handle_signals(signals: &Handle, sender: Sender<Incoming>) {
    use tokio::signal::unix::{SignalKind, signal};
    for kind in [SignalKind::terminate(), SignalKind::hangup(), SignalKind::interrupt(), SignalKind::quit()] {
        let sender = sender.clone();
        signals.spawn(async move {
            if let Ok(mut signals) = signal(kind) {
                signals.recv().await;
                let _ = sender.send(Incoming::Leave);
            }
        });
    }
}

#[cfg(not(unix))]
fn handle_signals(signals: &Handle, sender: Sender<Incoming>) {
    signals.spawn(async move {
        if tokio::signal::ctrl_c().await.is_ok() {
            let _ = sender.send(Incoming::Leave);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::backend::{ClearType, TestBackend, WindowSize};
    use ratatui::buffer::Cell;
    use ratatui::layout::Size;
    use std::io::{Error, Result};

    /// A terminal that does not report its cursor position: the answer would be swallowed by the
    /// thread that reads the keys.
    struct Mute(TestBackend);

    impl Backend for Mute {
        type Error = Error;

        fn draw<'a, I: Iterator<Item = (u16, u16, &'a Cell)>>(&mut self, content: I) -> Result<()> {
            self.0.draw(content).map_err(Error::other)
        }
        fn hide_cursor(&mut self) -> Result<()> {
            self.0.hide_cursor().map_err(Error::other)
        }
        fn show_cursor(&mut self) -> Result<()> {
            self.0.show_cursor().map_err(Error::other)
        }
        fn get_cursor_position(&mut self) -> Result<Position> {
            Err(Error::other("nobody answers"))
        }
        fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> Result<()> {
            self.0.set_cursor_position(position).map_err(Error::other)
        }
        fn clear(&mut self) -> Result<()> {
            self.0.clear().map_err(Error::other)
        }
        fn clear_region(&mut self, region: ClearType) -> Result<()> {
            self.0.clear_region(region).map_err(Error::other)
        }
        fn size(&self) -> Result<Size> {
            self.0.size().map_err(Error::other)
        }
        fn window_size(&mut self) -> Result<WindowSize> {
            self.0.window_size().map_err(Error::other)
        }
        fn flush(&mut self) -> Result<()> {
            self.0.flush().map_err(Error::other)
        }
    }

    fn write(terminal: &mut Terminal<Mute>, text: &str) {
        terminal.draw(|frame| frame.render_widget(text, frame.area())).expect("a drawing");
    }

    #[test]
    fn a_resized_terminal_is_redrawn_without_asking_for_its_cursor() {
        let mut terminal = Terminal::new(Mute(TestBackend::new(12, 2))).expect("a terminal");
        write(&mut terminal, "twelve wide.");
        for (width, height) in [(6, 3), (14, 1), (14, 1)] {
            terminal.backend_mut().0.resize(width, height);
            // Remains of the old lines are gone afterwards.
            let smear = Cell::new("#");
            terminal.backend_mut().draw((0..width).map(|x| (x, 0, &smear))).expect("smeared");
            wipe(&mut terminal).expect("wiped");
            write(&mut terminal, "new");
            let shown: String = terminal.backend().0.buffer().content.iter().map(Cell::symbol).collect();
            assert_eq!(shown.trim_end(), "new");
            assert_eq!(shown.len(), usize::from(width * height));
        }
    }
}
