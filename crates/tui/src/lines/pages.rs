//! The pages of line mode: moves, rules, help, trays, and the odds of a throw.

use super::input::Input;
use super::output::WIDTH;
use super::{LineMode, words};
use crate::interpreter::{Page, has_part, rule_at};
use crate::markdown::plain;
use crate::outcome::sentence;
use crate::text::columns_of;
use crate::throws::{brings, chances, opens, percent, shown};
use crate::typed::{SERVER_WORDS, WORDS};
use crate::{ChatLine, TableView, ThrowPreview, TuiError, clocks, messages};
use kernel::Seat;
use kernel::dynamic::LegalMove;
use kernel::scene::Tone;
use std::io::Write;

/// Maximum number of places that are listed with the chance to reach them.
const PLACES: usize = 30;

impl<W: Write, I: Input> LineMode<'_, W, I> {
    pub(super) fn page(&mut self, page: Page) -> Result<(), TuiError> {
        match page {
            Page::Board => {
                self.shown.clear();
                self.show()
            }
            Page::Trays => self.trays(),
            Page::Moves(part) => self.moves(part.as_deref()),
            Page::QuickRules => self.quick_rules(),
            Page::Log if self.shown_log.is_empty() => self.out.say(messages::NOTHING_PLAYED),
            Page::Log => self.show_log_from(0),
            Page::Rule(id) => self.rule_page(id.as_deref()),
            Page::Help => self.help(),
            Page::Chat if self.chat.is_empty() => self.out.say(messages::NOTHING_SAID),
            Page::Chat => self.chat.iter().map(ChatLine::line).try_for_each(|line| self.out.say(&line)),
        }
    }

    fn moves(&mut self, part: Option<&str>) -> Result<(), TuiError> {
        let seen = self.table.view();
        let seats: Vec<Seat> = seen.acting().collect();
        if seats.is_empty() {
            return self.out.say("There is nothing to play now.");
        }
        for seat in &seats {
            let moves = seen.legal_moves(Some(*seat)).iter();
            let moves: Vec<&LegalMove> =
                moves.filter(|legal| part.is_none_or(|part| has_part(&legal.action, part))).collect();
            let who = seen.player(*seat).filter(|_| seats.len() > 1);
            let who = who.map_or(String::new(), |player| format!("{}: ", player.word));
            match part {
                Some(part) if moves.is_empty() => self.out.refuse(&format!("{who}{}", messages::no_move_with(part)))?,
                Some(_) => self.moves_in_full(&moves)?,
                None => self.moves_by_tone(&who, &moves)?,
            }
        }
        Ok(())
    }

    /// All moves, and which of them win, take, gain or are dangerous.
    fn moves_by_tone(&mut self, who: &str, moves: &[&LegalMove]) -> Result<(), TuiError> {
        self.out.say(&format!("{who}{} legal: {}", moves.len(), words::grouped(moves)))?;
        for tone in [Tone::Win, Tone::Take, Tone::Gain, Tone::Harm] {
            let of_tone: Vec<&LegalMove> = moves.iter().filter(|legal| legal.gesture.tone == tone).copied().collect();
            if !of_tone.is_empty() && of_tone.len() < moves.len() {
                self.out.columns(&format!("  {}", brings(tone)), &words::grouped(&of_tone))?;
            }
        }
        Ok(())
    }

    /// Moves with their label and path.
    fn moves_in_full(&mut self, moves: &[&LegalMove]) -> Result<(), TuiError> {
        for legal in moves {
            let path = &legal.gesture.path;
            let path = if path.len() > 1 { format!(" (by {})", path.join(" ")) } else { String::new() };
            self.out.say(&format!("{}  {}{path}", legal.action, legal.gesture.label))?;
        }
        Ok(())
    }

    fn quick_rules(&mut self) -> Result<(), TuiError> {
        let ids: Vec<String> = self.table.game().info().quick_rules.iter().map(ToString::to_string).collect();
        if ids.is_empty() {
            return self.out.say(messages::NO_QUICK_RULES);
        }
        ids.into_iter().try_for_each(|id| self.rule_page(Some(&id)))
    }

    fn rule_page(&mut self, id: Option<&str>) -> Result<(), TuiError> {
        let book = self.table.game().rule_book();
        if id == Some("all") {
            let list: Vec<String> = book.rules.iter().map(|rule| format!("{} {}", rule.id, rule.title)).collect();
            return self.out.say(&list.join("\n"));
        }
        match rule_at(book, &self.table.view(), self.rule.as_deref(), id) {
            Ok(at) => book.rules.get(at).map_or(Ok(()), |rule| {
                let text = plain(&rule.text);
                self.out.say(&format!("{} · {}\n{} · {}\n\n{text}", rule.id, rule.title, rule.standing, rule.source))
            }),
            Err(why) => self.out.refuse(&why),
        }
    }

    /// The pieces off the board, in sentences.
    fn trays(&mut self) -> Result<(), TuiError> {
        let seen = self.table.view();
        words::needs(&seen).iter().try_for_each(|need| self.out.say(need))?;
        seen.view.scene.trays.iter().try_for_each(|tray| self.out.say(&words::tray(tray)))
    }

    fn help(&mut self) -> Result<(), TuiError> {
        let seen = self.table.view();
        let example = seen.view.legal_moves.iter().flat_map(|(_, moves)| moves).next();
        let example = example.map_or("a move", |legal| &legal.action);
        self.out.columns(example, "a move; you can type several of one turn at once")?;
        if seen.seats.iter().filter(|player| player.mine).count() > 1 {
            let who = format!("{}:", seen.seats[0].word);
            self.out.columns(&who, "does what follows for that seat; alone, it chooses the seat")?;
        }
        WORDS.iter().try_for_each(|(word, what)| self.out.columns(word, what))?;
        let server_words = SERVER_WORDS.iter().filter(|_| seen.remote.is_some());
        server_words.into_iter().try_for_each(|(word, what)| self.out.columns(word, what))
    }

    /// The board, if it has changed, and whose turn it is.
    pub(super) fn show(&mut self) -> Result<(), TuiError> {
        let seen = self.table.view();
        let mood = seen.view.scene.mood;
        if let Some(mood) = mood.filter(|_| mood != self.mood) {
            self.out.say(&format!("\n— {} —", sentence(mood).trim_end_matches('.')))?;
        }
        self.mood = mood;
        let picture = words::picture(&seen, self.out.look, WIDTH);
        if picture != self.shown {
            self.out.put(&picture)?;
            self.shown = picture;
        }
        if let Some(shown) = seen.view.scene.throw.as_ref().and_then(|throw| shown(throw, self.out.look)) {
            self.out.say(&format!("Thrown: {shown}"))?;
        }
        if let Some(verdict) = &seen.view.verdict {
            return self.out.say(&words::result(&seen, verdict));
        }
        self.out.say(&seen.view.headline)?;
        if let Some(clocks) = clocks::in_words(&self.table.clocks(), &seen) {
            self.out.say(&clocks)?;
        }
        self.previews(&seen)
    }

    /// What each outcome of the next throw would open.
    fn previews(&mut self, seen: &TableView) -> Result<(), TuiError> {
        let Some(pending_throw) = &seen.pending_throw else { return Ok(()) };
        let (open, closed): (Vec<&ThrowPreview>, Vec<&ThrowPreview>) =
            pending_throw.previews.iter().partition(|preview| !preview.opens.is_empty());
        let wide =
            pending_throw.previews.iter().map(|preview| columns_of(&preview.chance.outcome)).max().unwrap_or(0).max(3);
        for preview in open {
            let chance = format!("{:>wide$} {:>4}", preview.chance.outcome, percent(preview.chance.p));
            self.out.columns(&chance, &opens(preview, seen))?;
        }
        if !closed.is_empty() {
            let outcomes: Vec<&str> = closed.iter().map(|preview| preview.chance.outcome.as_str()).collect();
            let p = closed.iter().map(|preview| preview.chance.p).sum();
            self.out
                .columns(&format!("{:wide$} {:>4}", "", percent(p)), &format!("nothing: {}", outcomes.join(" ")))?;
        }
        chances(&pending_throw.previews, &seen.view.scene.plan, PLACES).map_or(Ok(()), |chances| self.out.say(&chances))
    }
}
