//! Interprets typed lines, for the full screen and for line mode.
//!
//! It reads no keys and draws nothing. It returns [`Action`]s, which the full screen and line mode carry out in their own
//! way: both send the same commands and show the same messages.

use crate::app::{Effect, Note, Tone};
use crate::{TableView, Typed, messages};
use kernel::dynamic::LegalMove;
use kernel::{RuleBook, Seat};
use table::MatchCommand;

/// Something that follows from what was typed.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Action {
    /// Send something to the table or a computer player, or leave.
    Send(Effect),
    /// Resign for the seat. A front end may ask for confirmation.
    Resign(Seat),
    /// Ask this question before the move, which ends something for all players.
    Confirm {
        /// The question.
        question: String,
        /// The seat's name in notation.
        seat: &'static str,
        /// The move.
        text: String,
    },
    /// Nothing can be played now: say why.
    NotNow,
    /// Show a message.
    Say(Note),
    /// Let this seat act first from now on, if several may.
    Choose(Seat),
    /// Show a page.
    Show(Page),
    /// Do nothing until there is something to do.
    Wait,
}

/// A page to show.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Page {
    /// The board.
    Board,
    /// The pieces off the board.
    Trays,
    /// The legal moves, or those with this text in their notation.
    Moves(Option<String>),
    /// The quick rules of the game.
    QuickRules,
    /// The log.
    Log,
    /// A rule by its number, the list of them (`all`), or the rule last mentioned.
    Rule(Option<String>),
    /// Everything that can be typed.
    Help,
    /// The chat.
    Chat,
}

/// Interprets what is typed at a table.
pub(crate) struct Interpreter<'a> {
    /// The table as it is now.
    pub(crate) seen: &'a TableView,
    /// The seat that was chosen to act first.
    pub(crate) chosen: Option<Seat>,
    /// Where the match is saved.
    pub(crate) place: &'a str,
}

impl Interpreter<'_> {
    /// What follows from a line.
    pub(crate) fn interpret(&self, typed: Typed) -> Vec<Action> {
        vec![match typed {
            // An empty line throws, if there is something to throw.
            Typed::Nothing if self.seen.my_throw().is_some() => self.throw(),
            Typed::Nothing => return Vec::new(),
            Typed::For(name, what) => return self.for_seat(&name, *what),
            Typed::Move(text) => self.play(text),
            Typed::Throw => self.throw(),
            Typed::Hint => self.hint(),
            Typed::Undo => self.undo(),
            Typed::Resign => self.resign(None),
            Typed::New => self.rematch(),
            Typed::Analysis if self.seen.is_over() => Action::Send(Effect::Analyse),
            Typed::Analysis => say(Tone::Refusal, messages::NO_ANALYSIS_YET),
            Typed::Save => say(Tone::Plain, messages::saved(self.seen, self.place)),
            Typed::Quit => Action::Send(Effect::Quit),
            Typed::Trays => Action::Show(Page::Trays),
            Typed::Moves(part) => Action::Show(Page::Moves(part)),
            Typed::QuickRules => Action::Show(Page::QuickRules),
            Typed::Log => Action::Show(Page::Log),
            Typed::Rules(id) => Action::Show(Page::Rule(id)),
            Typed::Board => Action::Show(Page::Board),
            Typed::Help => Action::Show(Page::Help),
            others => self.with_others(others),
        }]
    }

    /// Does something for a seat that is named: `red: 8>`. The name alone chooses the seat.
    fn for_seat(&self, name: &str, what: Typed) -> Vec<Action> {
        let seat = match self.seen.own_seat_called(name) {
            Ok(seat) => seat,
            Err(why) => return vec![say(Tone::Refusal, why)],
        };
        if let Some(why) = self.seen.must_wait(seat, &what) {
            return vec![say(Tone::Refusal, why)];
        }
        if what == Typed::Resign {
            return vec![self.resign(Some(seat))];
        }
        if what == Typed::Nothing {
            return vec![Action::Choose(seat)];
        }
        let chosen = Interpreter { chosen: Some(seat), ..*self };
        std::iter::once(Action::Choose(seat)).chain(chosen.interpret(what)).collect()
    }

    fn play(&self, text: String) -> Action {
        let acting = self.seen.acting_seat(self.chosen);
        let Some(player) = acting.and_then(|seat| self.seen.player(seat)) else { return Action::NotNow };
        let typed = |legal: &&LegalMove| legal.action.eq_ignore_ascii_case(text.trim());
        let question = self.seen.legal_moves(acting).iter().find(typed).and_then(|legal| legal.confirm.clone());
        match question {
            Some(question) => Action::Confirm { question, seat: player.id, text },
            None => Action::Send(Effect::Play { seat: player.id, text }),
        }
    }

    fn throw(&self) -> Action {
        match self.seen.my_throw().and_then(|seat| self.seen.player(seat)) {
            Some(player) => command(MatchCommand::Throw { seat: Some(player.id.into()), link: None }),
            None if self.seen.table_throws() => command(MatchCommand::Throw { seat: None, link: None }),
            None if self.seen.is_over() => Action::NotNow,
            None => say(Tone::Plain, messages::NOTHING_TO_THROW),
        }
    }

    fn hint(&self) -> Action {
        match self.seen.acting_seat(self.chosen) {
            None => Action::NotNow,
            Some(_) if !self.seen.can_hint() => say(Tone::Plain, messages::NO_HINTS),
            Some(seat) => Action::Send(Effect::Hint { seat }),
        }
    }

    fn undo(&self) -> Action {
        if self.seen.just_thrown() && !self.seen.is_over() {
            return say(Tone::Refusal, messages::throw_stands(self.seen));
        }
        self.for_player(|seat| MatchCommand::TakeBack { seat })
    }

    fn resign(&self, named: Option<Seat>) -> Action {
        let seat = named.or_else(|| self.seen.seat_for_commands(self.chosen));
        let contends = |seat: &Seat| self.seen.view.contenders.contains(*seat);
        match if named.is_some() { named.filter(contends) } else { self.seen.resigns(seat) } {
            _ if self.seen.is_over() => Action::NotNow,
            Some(seat) => Action::Resign(seat),
            None if seat.is_some() => say(Tone::Plain, messages::ALREADY_OUT),
            None => say(Tone::Plain, messages::not_a_player(self.seen)),
        }
    }

    fn rematch(&self) -> Action {
        let spectator = self.seen.remote.is_some() && self.seen.view.mine.is_empty();
        match self.seen.is_over() {
            _ if spectator && !self.seen.has_next() => say(Tone::Plain, messages::PLAYERS_REMATCH),
            true => Action::Send(Effect::Rematch),
            false => say(Tone::Refusal, messages::NOT_OVER),
        }
    }

    /// Commands that involve other people.
    fn with_others(&self, typed: Typed) -> Action {
        if let Some(why) = self.seen.only_remote(&typed) {
            return say(Tone::Plain, why);
        }
        match typed {
            Typed::Draw => self.for_player(|seat| MatchCommand::OfferDraw { seat }),
            Typed::Ask => self.for_player(|seat| MatchCommand::AskBack { seat, steps: None }),
            Typed::Leave => self.for_player(|seat| MatchCommand::Leave { seat }),
            Typed::Relieve(absent, level) => self.for_player(|seat| MatchCommand::Relieve { seat, absent, level }),
            Typed::Absent(choice) => self.for_player(|seat| MatchCommand::Absent { seat, choice, last_seen: None }),
            Typed::Enter(outcome) => self.for_player(|seat| MatchCommand::ThrowOwn { seat, outcome }),
            Typed::Reply(yes) => match self.seen.replier().and_then(|seat| self.seen.player(seat)) {
                Some(player) => command(MatchCommand::Answer { seat: player.id.into(), yes }),
                None => say(Tone::Plain, messages::NOTHING_TO_ANSWER),
            },
            Typed::Return => match self.seen.view.kept.iter().next().and_then(|seat| self.seen.player(seat)) {
                Some(player) => command(MatchCommand::Return { seat: player.id.into(), key: String::new() }),
                None => say(Tone::Plain, messages::NO_SEAT_KEPT),
            },
            Typed::NewDevice => match self.seen.lost_seat().and_then(|seat| self.seen.player(seat)) {
                // The table of the server makes the chain.
                Some(player) => command(MatchCommand::NewDevice { seat: player.id.into(), anchor: String::new() }),
                None => say(Tone::Plain, messages::NOT_LOST),
            },
            Typed::Say(text, everyone) => Action::Send(Effect::Say { text, everyone }),
            Typed::Chat => Action::Show(Page::Chat),
            _ => Action::Wait,
        }
    }

    /// A command of the seat that acts here.
    fn for_player(&self, what: impl FnOnce(String) -> MatchCommand) -> Action {
        match self.seen.seat_for_commands(self.chosen).and_then(|seat| self.seen.player(seat)) {
            Some(player) => command(what(player.id.into())),
            None => say(Tone::Plain, messages::not_a_player(self.seen)),
        }
    }
}

fn command(command: MatchCommand) -> Action {
    Action::Send(Effect::Do(command))
}

fn say(tone: Tone, text: impl Into<String>) -> Action {
    Action::Say(Note { tone, text: text.into() })
}

/// The index of a rule by its number. Without a number: the rule last mentioned, or that of the last log entry, or the
/// first.
pub(crate) fn rule_at(
    book: &RuleBook,
    seen: &TableView,
    mentioned: Option<&str>,
    wanted: Option<&str>,
) -> Result<usize, String> {
    let place = |id: &str| book.called(id).and_then(|rule| book.rules.iter().position(|other| other == rule));
    let logged = || seen.view.log.last()?.lines.last()?.rules.first().map(ToString::to_string);
    match wanted {
        Some(id) => place(id).ok_or_else(|| messages::no_rule(id)),
        None => Ok(mentioned.map(str::to_owned).or_else(logged).and_then(|id| place(&id)).unwrap_or(0)),
    }
}

/// Does the notation of a move contain this, in upper or lower case?
pub(crate) fn has_part(action: &str, part: &str) -> bool {
    action.to_lowercase().contains(&part.to_lowercase())
}
