//! Writes text in lines: wrapped, in columns, and in ASCII if necessary.

use crate::text::{columns_of, pad, wrap};
use crate::{Look, TuiError};
use std::io::Write;

/// Width of the left of two columns.
const LEFT: usize = 10;
/// Width of running text.
pub(super) const WIDTH: usize = 78;

/// Where text goes.
pub(super) struct Output<W> {
    pub(super) to: W,
    pub(super) look: Look,
    /// Is a prompt the last thing that was written?
    prompted: bool,
}

impl<W: Write> Output<W> {
    pub(super) fn new(to: W, look: Look) -> Output<W> {
        Output { to, look, prompted: false }
    }

    /// Writes a paragraph. An empty line follows a text that ends with a line break.
    pub(super) fn say(&mut self, text: &str) -> Result<(), TuiError> {
        let text = self.look.text(text).into_owned();
        let lines = if text.is_empty() { vec![String::new()] } else { wrap(&text, WIDTH) };
        let gap = if text.ends_with('\n') { "\n" } else { "" };
        self.put(&(lines.join("\n") + "\n" + gap))
    }

    /// Writes a refusal or an error.
    pub(super) fn refuse(&mut self, text: &str) -> Result<(), TuiError> {
        self.say(&format!("! {text}"))
    }

    /// Writes a word and its explanation side by side.
    pub(super) fn columns(&mut self, word: &str, what: &str) -> Result<(), TuiError> {
        let text = self.look.text(what).into_owned();
        let left = LEFT.max(columns_of(word) + 2);
        for (index, line) in wrap(&text, WIDTH - left).into_iter().enumerate() {
            let word = self.look.text(if index == 0 { word } else { "" }).into_owned();
            self.put(&format!("{}{line}\n", pad(&word, left)))?;
        }
        Ok(())
    }

    /// Writes text as it is, on a new line after a prompt.
    pub(super) fn put(&mut self, text: &str) -> Result<(), TuiError> {
        let gap = if std::mem::take(&mut self.prompted) { "\n" } else { "" };
        let written = self.to.write_all(gap.as_bytes()).and_then(|()| self.to.write_all(text.as_bytes()));
        written.map_err(TuiError::system("standard output cannot be written"))
    }

    /// Shows the prompt, unless it is already there.
    pub(super) fn prompt(&mut self, prompt: &str) -> Result<(), TuiError> {
        if !self.prompted {
            self.put(prompt)?;
            self.prompted = true;
        }
        self.flush()
    }

    /// Notes that something was typed after the prompt.
    pub(super) fn answered(&mut self) {
        self.prompted = false;
    }

    pub(super) fn flush(&mut self) -> Result<(), TuiError> {
        self.to.flush().map_err(TuiError::system("standard output cannot be written"))
    }
}
