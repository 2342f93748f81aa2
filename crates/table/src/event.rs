//! What can be asked of a table, and what can happen at it.
//!
//! Events are stored for ever: a field may be added with a default, none may
//! change its meaning.

use crate::absence::AbsentChoice;
use crate::clock::Pace;
use crate::{fingerprint, hex};
use kernel::Chosen;
use kernel::dynamic::MatchConfig;
use serde::{Deserialize, Serialize};

/// Who sits at a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Occupant {
    /// Nobody yet: whoever has the link may sit down.
    Open,
    /// A person, known by a key that is a fingerprint of his secret.
    Person {
        /// The fingerprint.
        key: String,
        /// The name others see.
        name: String,
    },
    /// A computer player.
    Computer {
        /// Its level, such as `general`.
        level: String,
    },
}

impl Occupant {
    /// The name others see.
    pub fn name(&self) -> String {
        match self {
            Occupant::Open => "open seat".into(),
            Occupant::Person { name, .. } => name.clone(),
            Occupant::Computer { level } => format!("Computer ({level})"),
        }
    }

    /// Who plays on for somebody who has given up.
    pub fn relief() -> Self {
        Occupant::Computer { level: "captain".into() }
    }

    /// The person's key.
    pub fn key(&self) -> Option<&str> {
        match self {
            Occupant::Person { key, .. } => Some(key),
            _ => None,
        }
    }
}

/// A series of games between the same people, with seats changed each time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Contest {
    /// Which game this is, from 1.
    pub game: u8,
    /// Of how many.
    pub of: u8,
    /// Points won before this game, by seat of this game: points of the game's
    /// account where it keeps one, otherwise games won.
    pub points: Vec<f64>,
}

/// Where the throws of a table come from.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiceFrom {
    /// The house's fair dice.
    #[default]
    House,
    /// People at one screen throw dice of their own and enter what fell. What
    /// computers throw, and what nobody's hand is asked for, is still the house's.
    Own,
}

impl DiceFrom {
    fn is_house(&self) -> bool {
        *self == DiceFrom::House
    }
}

/// The match, and the place in it, that another one was begun from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Branch {
    /// The match's id.
    pub of: String,
    /// So many of its steps stood.
    pub step: u32,
}

/// What is needed to open a table.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// The match's unguessable id.
    pub id: String,
    /// Players, options, board.
    pub config: MatchConfig,
    /// Who sits where, in the order of the seats.
    pub seats: Vec<Occupant>,
    /// The contest it belongs to.
    pub contest: Option<Contest>,
    /// The match before it, when it is a rematch.
    pub previous: Option<String>,
    /// A position to begin from.
    pub start: Option<serde_json::Value>,
    /// Is it shown to strangers while a seat is open?
    pub listed: bool,
    /// Where that position comes from.
    pub branch: Option<Branch>,
    /// How fast it is played.
    pub pace: Pace,
    /// Does each player's first clock wait until the player is present? See [`Command::Arrive`].
    pub clocks_wait: bool,
    /// Where throws come from.
    pub dice: DiceFrom,
    /// What seats add to the dice at once, in the order of the seats; nothing for
    /// those who bring theirs later. See [`Order::with_house_nonces`].
    pub nonces: Vec<String>,
    /// Fresh random bytes: the secret seed of the dice.
    pub entropy: [u8; 32],
}

impl Order {
    /// An order for an untimed match with the house's dice and nothing special.
    pub fn plain(id: String, config: MatchConfig, seats: Vec<Occupant>, entropy: [u8; 32]) -> Self {
        Order {
            id,
            config,
            seats,
            contest: None,
            previous: None,
            start: None,
            listed: false,
            branch: None,
            pace: Pace::Untimed,
            clocks_wait: false,
            dice: DiceFrom::House,
            nonces: Vec::new(),
            entropy,
        }
    }

    /// The same order, in which the house adds to the dice for every computer, and for
    /// people who sit there already when it is to do so for them. `entropy` is fresh
    /// and another than the order's.
    #[must_use]
    pub fn with_house_nonces(mut self, entropy: [u8; 32], people_too: bool) -> Self {
        self.nonces.resize(self.seats.len(), String::new());
        for (seat, (who, nonce)) in self.seats.iter().zip(&mut self.nonces).enumerate() {
            let ours = matches!(who, Occupant::Computer { .. }) || (people_too && who.key().is_some());
            if ours && nonce.is_empty() {
                let text = format!("boxtop nonce {seat} {}", hex(&entropy));
                *nonce = fingerprint(text.as_bytes())[..32].to_owned();
            }
        }
        self
    }
}

/// How a table was opened.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Opened {
    /// Version of the event format.
    pub format: u32,
    /// The match's id.
    pub id: String,
    /// The game's slug.
    pub game: String,
    /// Version of its rules.
    pub rules_version: u32,
    /// Fingerprint of the board file.
    pub board_hash: String,
    /// The board file, when it is not the one in the box.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many play.
    pub players: u8,
    /// All options.
    pub options: Chosen,
    /// Who sits where.
    pub seats: Vec<Occupant>,
    /// The contest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contest: Option<Contest>,
    /// The match before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<String>,
    /// The position it began from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<serde_json::Value>,
    /// Is it shown to strangers while a seat is open? Otherwise it is found by its link only.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub listed: bool,
    /// Where that position comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<Branch>,
    /// How fast it is played.
    #[serde(default, skip_serializing_if = "Pace::is_untimed")]
    pub pace: Pace,
    /// Does each player's first clock wait until the player is present?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub clocks_wait: bool,
    /// Where throws come from.
    #[serde(default, skip_serializing_if = "DiceFrom::is_house")]
    pub dice: DiceFrom,
    /// What seats added to the dice at once; nothing for those who bring theirs later.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nonces: Vec<String>,
    /// The secret seed of the dice: never leaves the server before the end.
    pub seed: String,
    /// Its fingerprint, for everyone.
    pub commitment: String,
}

impl Opened {
    /// The parameters from which the same match is set up again.
    pub fn config(&self) -> MatchConfig {
        MatchConfig {
            players: self.players,
            options: self.options.clone(),
            board: self.board.clone(),
            rules_version: self.rules_version,
        }
    }
}

/// Says which table it is. The seed is in it, and so are the keys of people: neither belongs into a log.
impl std::fmt::Debug for Opened {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Opened { id, game, players, commitment, .. } = self;
        let mut shown = f.debug_struct("Opened");
        shown.field("id", id).field("game", game).field("players", players).field("commitment", commitment);
        shown.finish_non_exhaustive()
    }
}

/// What people ask each other for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "for", rename_all = "snake_case")]
pub enum Motion {
    /// That the last steps be taken back.
    Back {
        /// How many of those that stand.
        steps: u32,
    },
    /// That the match end here, shared by everybody.
    Draw,
    /// That a computer play for somebody who is absent.
    Relief {
        /// His seat.
        absent: String,
        /// The computer's level.
        level: String,
    },
    /// That the same people play another match; only asked when this one is over.
    Rematch,
}

/// An event with its time, as it is stored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Stamped {
    /// When, in milliseconds since 1970 by the server's clock; 0 where nobody wrote it down.
    #[serde(default)]
    pub at: i64,
    /// What counted on the clock of who acted, in milliseconds, when a clock ran:
    /// the time since it began to run without the lag that was forgiven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<i64>,
    /// What happened.
    #[serde(flatten)]
    pub event: Event,
}

impl From<Event> for Stamped {
    fn from(event: Event) -> Self {
        Stamped { at: 0, spent: None, event }
    }
}

/// When something is asked.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Now {
    /// Milliseconds since 1970 by the server's clock.
    pub at: i64,
    /// How long the asker's line takes, in milliseconds, as the caller has measured
    /// it; how much of it is forgiven is the table's business.
    pub lag: u32,
}

impl Now {
    /// This moment, on a line without lag.
    pub fn at(at: i64) -> Self {
        Now { at, lag: 0 }
    }
}

/// Something that happened.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The table was opened.
    Opened(Box<Opened>),
    /// Somebody sat down and added to the dice.
    Sat {
        /// The seat's id.
        seat: String,
        /// Who.
        who: Occupant,
        /// What he adds to the dice.
        nonce: String,
    },
    /// Somebody who sat there already added to the dice.
    Added {
        /// The seat's id.
        seat: String,
        /// What.
        nonce: String,
    },
    /// Somebody went before the match had begun; the seat is open again.
    Left {
        /// The seat's id.
        seat: String,
    },
    /// A seat acted.
    Acted {
        /// The seat's id.
        seat: String,
        /// One action in notation.
        action: String,
    },
    /// Chance came out, by the house's dice.
    Threw {
        /// The outcome in notation.
        outcome: String,
    },
    /// A person threw dice of his own and entered what fell.
    Entered {
        /// The seat whose throw it was.
        seat: String,
        /// The outcome in notation.
        outcome: String,
    },
    /// The last steps were taken back.
    TookBack {
        /// The seat that asked.
        seat: String,
        /// How many steps.
        steps: u32,
    },
    /// A seat gave up.
    Resigned {
        /// The seat's id.
        seat: String,
        /// Who plays the seat from now on; without one the match is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        relief: Option<Occupant>,
        /// The ids of those who share the win, when the match is over; events that name nobody
        /// are of a time when all others shared it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        winners: Vec<String>,
    },
    /// A seat's time ran out.
    Flagged {
        /// The seat's id.
        seat: String,
        /// Who plays the seat from now on; without one the match is over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        relief: Option<Occupant>,
        /// As for [`Event::Resigned`].
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        winners: Vec<String>,
    },
    /// Somebody asked the others for something.
    Asked {
        /// The seat that asks.
        seat: String,
        /// For what.
        motion: Motion,
    },
    /// Somebody answered what was asked; a no ends it, and so does the asker's own.
    Answered {
        /// The seat that answers.
        seat: String,
        /// Whether he agrees.
        yes: bool,
    },
    /// Everybody who is not out agreed to end the match shared.
    Drawn {
        /// The ids of those who share it; events that name nobody are of a time when all seats shared it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        winners: Vec<String>,
    },
    /// A computer plays for somebody who is absent.
    Relieved {
        /// The seat's id.
        seat: String,
        /// The computer.
        who: Occupant,
    },
    /// Somebody who was relieved came back to his seat.
    Returned {
        /// The seat's id.
        seat: String,
    },
    /// Another match follows this one.
    Followed {
        /// Its id.
        by: String,
    },
    /// A player for whom the match waits was seen at the table.
    Arrived {
        /// The seat's id.
        seat: String,
    },
    /// A seat's time ran out, and the other player chooses what follows.
    TimeUp {
        /// The seat's id.
        seat: String,
    },
    /// A player did not come back, and the other one claimed the win.
    Claimed {
        /// The seat that claimed it.
        seat: String,
        /// The seats of the player who was gone.
        absent: Vec<String>,
    },
    /// A player did not come back, and the other one ended the match without a result.
    Aborted {
        /// The seat that ended it.
        seat: String,
    },
    /// A player did not come back, and the other one opened the seat to someone else.
    Vacated {
        /// The seat's id.
        seat: String,
    },
}

/// What can be asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Sit down at an open seat.
    Sit {
        /// The seat's id; `None` for the first that is open.
        seat: Option<String>,
        /// Who.
        who: Occupant,
        /// What he adds to the dice: 16 to 64 hexadecimal digits.
        nonce: String,
    },
    /// Add to the dice, for somebody who sat there when the table was opened.
    AddNonce {
        /// The seat's id.
        seat: String,
        /// What he adds: 16 to 64 hexadecimal digits.
        nonce: String,
    },
    /// Go before the match has begun.
    Leave {
        /// The seat's id.
        seat: String,
    },
    /// Act: one action, or several typed in one go.
    Act {
        /// The seat's id.
        seat: String,
        /// In notation.
        text: String,
    },
    /// Throw: chance is to act, and the table draws.
    Throw {
        /// The seat whose hand throws; nobody for the table's own hand, which
        /// throws for computers and where nobody's hand is asked for.
        seat: Option<String>,
    },
    /// Enter what dice of one's own have shown.
    ThrowOwn {
        /// The seat whose throw it is.
        seat: String,
        /// The outcome in notation.
        outcome: String,
    },
    /// Take back what one may take back without asking.
    TakeBack {
        /// The seat that asks.
        seat: String,
    },
    /// Ask the others to let one take back more than that.
    AskBack {
        /// The seat that asks.
        seat: String,
        /// How many steps; `None` for all since one's own last action, and that.
        steps: Option<u32>,
    },
    /// Offer to end the match shared.
    OfferDraw {
        /// The seat that offers.
        seat: String,
    },
    /// Propose that a computer play for somebody. That he is absent is for the
    /// caller to know.
    Relieve {
        /// The seat that proposes.
        seat: String,
        /// The seat of the absent.
        absent: String,
        /// The computer's level.
        level: String,
    },
    /// Answer what was asked; the asker takes it back with a no.
    Answer {
        /// The seat that answers.
        seat: String,
        /// Whether it agrees.
        yes: bool,
    },
    /// Come back to a seat that a computer plays meanwhile.
    Return {
        /// The seat's id.
        seat: String,
        /// The key of who comes.
        key: String,
    },
    /// See whose time has run out; nothing happens when it is nobody's.
    Flag,
    /// Give up.
    Resign {
        /// The seat's id.
        seat: String,
    },
    /// Go on to another match.
    Follow {
        /// Its id.
        by: String,
    },
    /// Offer another match, or accept the one that was offered. The match must be over.
    OfferRematch {
        /// The seat that offers.
        seat: String,
    },
    /// Note that a player is present. Nothing happens unless the match waits for them.
    Arrive {
        /// The player's key.
        key: String,
    },
    /// Choose what follows when the other player is gone or out of time.
    Absent {
        /// The seat that chooses.
        seat: String,
        /// What follows.
        choice: AbsentChoice,
        /// When the other player was last present, as the caller knows it, in milliseconds since 1970.
        last_seen: Option<i64>,
    },
}
