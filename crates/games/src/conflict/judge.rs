//! Why an action is refused: a plain reading of the rule book, square by square and piece by
//! piece, without the tables of the move generator.

use super::Conflict;
use super::board::Terrain;
use super::paths::{Step, Walk};
use super::rules::*;
use super::state::{Action, HOME, KINDS, Kind, Mover, Phase, RESERVE, Square, State, Taken};
use super::turns::ignore_note;
use kernel::{Game, Notation, Refusal, Seat, Turn};

impl Conflict {
    pub(super) fn judge_turn(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        match self.turn(state) {
            Turn::Over => Err(Refusal::new(THROW, "The match is over.").instead("Start another one.")),
            Turn::Chance => Err(Refusal::new(THROW, "The throw comes first.").instead("Throw, then move.")),
            Turn::Seats(seats) if seats.contains(seat) => Ok(()),
            Turn::Seats(_) => Err(Refusal::new(THROW, "It is not your turn.")
                .instead(format!("Now {} must act.", self.actor(state).name()))),
        }
    }

    pub(super) fn judge_bring(&self, state: &State, kind: Kind) -> Result<(), Refusal> {
        if state.count(state.turn, kind, super::Place::Reserve) > 0 {
            return Ok(());
        }
        let what = format!("You have no {} in the reserve.", kind.name());
        Err(Refusal::new(SEVEN, what).instead(self.reserve_hint(state)))
    }

    pub(super) fn reserve_hint(&self, state: &State) -> String {
        let there = KINDS.into_iter().filter(|kind| state.slot_at(state.turn, *kind, RESERVE).is_some());
        let mut words: Vec<_> = there.map(|kind| format!("+{}", kind.word())).collect();
        words.push("pass".into());
        format!("Write {}.", listed(words, "or"))
    }

    pub(super) fn dice_hint(&self, state: &State) -> String {
        let dice: Vec<_> = self.dice_left(state).iter().map(u8::to_string).collect();
        format!("Move a piece by {}.", listed(dice, "or"))
    }

    /// Refuses unless the player has this piece on the map or at home.
    pub(super) fn judge_piece(&self, state: &State, mover: Mover) -> Result<(), Refusal> {
        if self.slot(state, mover).is_some() {
            return Ok(());
        }
        Err(match mover {
            Mover::Home(kind) => Refusal::new(ENTERING, format!("You have no {} at home.", kind.name()))
                .instead(self.waiting_hint(state)),
            Mover::Field(square) => match state.on(square) {
                Some((colour, slot)) => {
                    let what = format!("The piece on {} is {}.", square.name(), Self::piece_name(colour, slot));
                    Refusal::new(THROW, what).instead("Move one of your own pieces.")
                }
                None => Refusal::new(THROW, format!("There is no piece on {}.", square.name()))
                    .instead("Move one of your own pieces."),
            },
        })
    }

    fn waiting_hint(&self, state: &State) -> String {
        let waiting = KINDS.into_iter().filter(|kind| state.slot_at(state.turn, *kind, HOME).is_some());
        let words: Vec<_> = waiting.map(|kind| kind.name().to_owned()).collect();
        if words.is_empty() {
            "Your home field is empty.".into()
        } else {
            format!("Waiting at home: {}.", listed(words, "and"))
        }
    }

    pub(super) fn judge_move(
        &self,
        state: &State,
        die: u8,
        mover: Mover,
        to: Square,
        taken: Taken,
    ) -> Result<(), Refusal> {
        self.judge_die(state, die)?;
        self.judge_piece(state, mover)?;
        if self.moved(state).map(Mover::Field) == Some(mover) {
            return Err(Refusal::new(THROW, "This piece has been moved by the other die.")
                .instead("The second die moves another piece."));
        }
        let Some(walk) = self.walk(state, mover) else {
            return Err(Refusal::new(MOVE, "There is no such piece."));
        };
        self.judge_end(state, &walk, to)?;
        if walk.find(die, to, taken).is_none() {
            return Err(self.no_way(&walk, die, to, taken));
        }
        if state.phase == Phase::Move && !self.alone(state) {
            self.judge_spoiling(state, die, mover, to, taken)?;
        }
        Ok(())
    }

    fn judge_die(&self, state: &State, die: u8) -> Result<(), Refusal> {
        let left = self.dice_left(state);
        if left.contains(&die) {
            return Ok(());
        }
        let words: Vec<_> = left.iter().map(u8::to_string).collect();
        let what = match state.phase == Phase::Second && state.dice.contains(&die) {
            true => format!("The {die} has been played."),
            false => format!("No die shows {die}."),
        };
        Err(Refusal::new(THROW, what).instead(format!("You have {} to play.", listed(words, "and"))))
    }

    /// CF-12, CF-13, CF-19: refuses squares that the piece may not end on.
    fn judge_end(&self, state: &State, walk: &Walk<'_>, to: Square) -> Result<(), Refusal> {
        let name = to.name();
        if to == walk.start {
            return Err(Refusal::new(MOVE, format!("The move starts from {name} and cannot return there.")));
        }
        match walk.step(to) {
            Step::Closed => {
                let ground = match self.board.terrain(to) {
                    Terrain::Land => "land",
                    Terrain::Water => "water",
                    Terrain::Circle => "a circle",
                    Terrain::Reserve => "part of the reserve",
                    Terrain::Camp(_) | Terrain::Dock(_) => "part of a home field",
                };
                Err(Refusal::new(GROUND, format!("{name} is {ground}, and this is {}.", article(walk.kind))))
            }
            Step::Barred => Err(self.barred(state, to)),
            Step::Gun { passed: false } => {
                Err(Refusal::new(GUN, format!("The anti-aircraft gun on {name} stops planes.")))
            }
            Step::Gun { passed: true } => {
                let what = format!("A plane cannot take the anti-aircraft gun on {name}.");
                Err(Refusal::new(GUN, what).instead("You may pass over it, but not end on it."))
            }
            Step::Free { own: true } => {
                let (colour, slot) = state.on(to).unwrap_or((state.turn, 0));
                let what = format!("The piece on {name} is {}.", Self::piece_name(colour, slot));
                Err(Refusal::new(OWN_PIECES, what).instead("You may pass over it, but not end on it."))
            }
            _ => Ok(()),
        }
    }

    /// Why no path of the die ends there with these captures.
    fn no_way(&self, walk: &Walk<'_>, die: u8, to: Square, taken: Taken) -> Refusal {
        let name = to.name();
        if walk.start.apart(to) > die.into() {
            let what = format!("{name} is {} squares away, and the die shows {die}.", walk.start.apart(to));
            return Refusal::new(MOVE, what).instead("A piece goes exactly as far as its die shows.");
        }
        let ways: Vec<Taken> =
            walk.all(die).into_iter().filter(|(end, _)| *end == to).map(|(_, taken)| taken).collect();
        if ways.is_empty() {
            let what = format!("No path of exactly {} leads to {name}.", kernel::counted(die, "square", "squares"));
            return Refusal::new(MOVE, what).instead("A path enters no square twice and stays on its ground.");
        }
        let wanted = listed(self.taken_squares(walk.state, taken).iter().map(|square| square.name()).collect(), "and");
        let what = match taken.is_empty() {
            true => format!("Every path of {die} squares to {name} takes something."),
            false => format!("No path of {die} squares to {name} takes {wanted} and nothing else."),
        };
        let others = ways.iter().take(3).map(|taken| match taken.is_empty() {
            true => "nothing".to_owned(),
            false => listed(self.taken_squares(walk.state, *taken).iter().map(|square| square.name()).collect(), "and"),
        });
        Refusal::new(CAPTURE, what).instead(format!("There are paths that take {}.", listed(others.collect(), "or")))
    }

    /// CF-10: refuses a first move that leaves no move for the other die, if another first move does.
    fn judge_spoiling(&self, state: &State, die: u8, mover: Mover, to: Square, taken: Taken) -> Result<(), Refusal> {
        if self.circle_taken(state, to).is_some() || self.leaves_a_move(state, die, mover, to, taken) {
            return Ok(());
        }
        let Some(better) = self.first_that_leaves(state) else { return Ok(()) };
        let other = other_die(state, die);
        Err(Refusal::new(BOTH_DICE, format!("This would leave no move for the {other}."))
            .instead(format!("{} leaves one.", self.write(state, better))))
    }

    /// Can another piece be moved by the other die after this move, or is the match over?
    fn leaves_a_move(&self, state: &State, die: u8, mover: Mover, to: Square, taken: Taken) -> bool {
        let mut after = *state;
        self.carry_out(&mut after, mover, to, taken, &mut ignore_note);
        let other = other_die(state, die);
        let rest = |mover: Mover| mover != Mover::Field(Square(after.moved));
        self.decided(&after)
            || self
                .movers(&after)
                .into_iter()
                .filter(|mover| rest(*mover))
                .any(|mover| self.walk(&after, mover).is_some_and(|walk| walk.any(other)))
    }

    /// A first move that leaves a move for the other die.
    fn first_that_leaves(&self, state: &State) -> Option<Action> {
        for mover in self.movers(state) {
            let Some(walk) = self.walk(state, mover) else { continue };
            for die in self.dice_left(state) {
                for (to, taken) in walk.all(die) {
                    if self.leaves_a_move(state, die, mover, to, taken) {
                        return Some(Action::Move { die, mover, to, taken });
                    }
                }
            }
        }
        None
    }

    /// Every piece the mover has on the map, and every kind that waits at home.
    pub(super) fn movers(&self, state: &State) -> Vec<Mover> {
        let mut movers = Vec::new();
        for (_, kind, place) in state.pieces(state.turn) {
            match place {
                super::Place::Field(square) => movers.push(Mover::Field(square)),
                super::Place::Home if !movers.contains(&Mover::Home(kind)) => movers.push(Mover::Home(kind)),
                _ => {}
            }
        }
        movers
    }
}

fn other_die(state: &State, die: u8) -> u8 {
    if die == state.dice[0] { state.dice[1] } else { state.dice[0] }
}
