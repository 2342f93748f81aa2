//! Input of line mode: typed lines, and news of the table.

use crate::TuiError;
use std::collections::VecDeque;
use std::io::{BufRead, Read};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Maximum length of a line, in bytes.
const LONGEST: u64 = 400;

/// Something that came in.
pub(super) enum Incoming {
    /// A line was typed.
    Line(String),
    /// The table has news.
    News,
    /// Nothing more will be typed.
    End,
}

/// A source of lines and news.
pub(super) trait Input {
    /// The next line or news.
    fn next(&mut self) -> Result<Incoming, TuiError>;
    /// Waits for news of the table; lines that are typed meanwhile come afterwards. `false` when there will be no more news.
    fn await_news(&mut self) -> Result<bool, TuiError>;
}

/// Lines of a reader, for a table where nothing happens by itself.
pub(super) struct Lines<R>(pub(super) R);

impl<R: BufRead> Input for Lines<R> {
    fn next(&mut self) -> Result<Incoming, TuiError> {
        Ok(read_line(&mut self.0)?.map_or(Incoming::End, Incoming::Line))
    }

    fn await_news(&mut self) -> Result<bool, TuiError> {
        Ok(false)
    }
}

/// Lines and news from other threads.
pub(super) struct LinesAndNews {
    incoming: Receiver<Result<Incoming, TuiError>>,
    later: VecDeque<Incoming>,
}

impl LinesAndNews {
    /// Reads lines in a separate thread. News is sent through the returned sender.
    pub(super) fn start(
        mut input: impl BufRead + Send + 'static,
    ) -> (LinesAndNews, Sender<Result<Incoming, TuiError>>) {
        let (sender, incoming) = channel();
        let news = sender.clone();
        thread::spawn(move || {
            loop {
                let line = read_line(&mut input).map(|line| line.map_or(Incoming::End, Incoming::Line));
                let last = !matches!(line, Ok(Incoming::Line(_)));
                if sender.send(line).is_err() || last {
                    return;
                }
            }
        });
        (LinesAndNews { incoming, later: VecDeque::new() }, news)
    }
}

impl Input for LinesAndNews {
    fn next(&mut self) -> Result<Incoming, TuiError> {
        self.later.pop_front().map_or_else(|| self.incoming.recv().unwrap_or(Ok(Incoming::End)), Ok)
    }

    fn await_news(&mut self) -> Result<bool, TuiError> {
        while let Ok(incoming) = self.incoming.recv() {
            match incoming? {
                Incoming::News => return Ok(true),
                typed => self.later.push_back(typed),
            }
        }
        Ok(false)
    }
}

/// The next line, without control characters, cut off if it is too long. `None` at the end.
fn read_line(input: &mut impl BufRead) -> Result<Option<String>, TuiError> {
    let failed = || TuiError::system("standard input cannot be read");
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST).read_until(b'\n', &mut line).map_err(failed())? == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        input.skip_until(b'\n').map_err(failed())?;
    }
    let line = String::from_utf8_lossy(&line);
    Ok(Some(line.trim().chars().filter(|letter| !letter.is_control()).collect()))
}
