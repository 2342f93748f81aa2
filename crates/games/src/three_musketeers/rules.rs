//! Rule numbers, reasons for refusals, and sentences about what an action did.
//!
//! This is a plain reading of the rule book on named points and drawn roads,
//! without the masks of the move generator.

use super::board::{Point, RoadKind, TmBoard, points_of};
use super::endings::LONGEST_WAIT;
use super::moves::is_jump;
use super::{Action, Ending, Repetition, Rescue, Side, State, ThreeMusketeers};
use kernel::{Explain, Game, Refusal, RuleId, Seat, Sentence, Turn, counted};

const fn tm(number: u16) -> RuleId {
    RuleId::new("TM", number)
}

/// The board.
pub const BOARD: RuleId = tm(1);
/// The roads.
pub const ROADS: RuleId = tm(2);
/// Setting up.
pub const SETTING_UP: RuleId = tm(3);
/// Whose turn it is.
pub const TURNS: RuleId = tm(4);
/// The attack steps forward.
pub const FORWARD_STEP: RuleId = tm(5);
/// The attack goes sideways on wide roads.
pub const SIDESTEP: RuleId = tm(6);
/// The attack never goes back and never jumps.
pub const NEVER_BACK: RuleId = tm(7);
/// A musketeer steps along any road.
pub const MUSKETEER_STEP: RuleId = tm(8);
/// A musketeer jumps.
pub const JUMP: RuleId = tm(9);
/// A musketeer must jump.
pub const MUST_JUMP: RuleId = tm(10);
/// A musketeer jumps on.
pub const SERIES: RuleId = tm(11);
/// One man per point.
pub const ONE_A_POINT: RuleId = tm(12);
/// Too few attackers.
pub const REDUCED: RuleId = tm(13);
/// The castle is taken.
pub const STORMED: RuleId = tm(14);
/// The castle is full but for imprisoned musketeers.
pub const CASTLE_FULL: RuleId = tm(15);
/// A rescue keeps the full castle in play, and the attack may pass.
pub const RESCUE: RuleId = tm(16);
/// The attack cannot move.
pub const STUCK: RuleId = tm(17);
/// All three are surrounded.
pub const SURROUNDED: RuleId = tm(18);
/// Repetition.
pub const REPETITION: RuleId = tm(19);
/// Patience.
pub const PATIENCE: RuleId = tm(20);
/// The contest of two games.
pub const CONTEST: RuleId = tm(21);
/// Resigning.
pub const RESIGNING: RuleId = tm(22);
/// Names and notation.
pub const NOTATION: RuleId = tm(23);

impl Explain for ThreeMusketeers {
    fn judge(&self, state: &State, seat: Seat, action: Action) -> Result<(), Refusal> {
        if self.turn(state) == Turn::Over {
            return Err(Refusal::new(TURNS, "The match is over.").instead("Start another one."));
        }
        if state.side.seat() != seat {
            let name = self.seat(state.side.seat()).name;
            return Err(Refusal::new(TURNS, "It is not your turn.").instead(format!("Now {name} must move.")));
        }
        match state.side {
            Side::Attack => self.judge_attack(state, action),
            Side::Musketeers => self.judge_musketeer(state, action),
        }
    }

    fn cite(&self, state: &State, _seat: Seat, action: Action) -> Vec<RuleId> {
        match state.side {
            _ if action == Action::PASS => vec![RESCUE],
            Side::Attack if action.to.row() < action.from.row() => vec![FORWARD_STEP],
            Side::Attack => vec![SIDESTEP],
            Side::Musketeers if !is_jump(action) => vec![MUSKETEER_STEP],
            Side::Musketeers if state.jumper().is_some() => vec![JUMP, SERIES],
            Side::Musketeers => vec![JUMP, MUST_JUMP],
        }
    }

    fn tell(&self, before: &State, seat: Seat, action: Action, after: &State) -> Vec<Sentence> {
        let rules = self.cite(before, seat, action);
        let mut sentences = vec![Sentence::new(self.sentence(before, action, &rules, after), &rules)];
        if let Some(jumper) = after.jumper() {
            sentences.push(Sentence::new(
                format!("The musketeer on {} must jump on.", self.board.name_of(jumper)),
                &[SERIES],
            ));
        }
        sentences.extend(wait_sentence(before, after));
        sentences.extend(self.verdict(after));
        sentences
    }

    fn advantages(&self, state: &State, seat: Seat, better: Action, worse: Action) -> Vec<Sentence> {
        self.advantages_of(state, seat, better, worse)
    }

    fn verdict(&self, state: &State) -> Option<Sentence> {
        let men = state.attackers.count_ones();
        let castle = self.needed;
        let text = match state.ending {
            Ending::None => return None,
            Ending::Reduced => {
                let men = counted(men, "attacker is", "attackers are");
                let castle = counted(castle, "point", "points");
                format!("Only {men} left, and the castle has {castle}: the musketeers win.")
            }
            Ending::Stormed => format!("Attackers stand on all {castle} points of the castle: the attack wins."),
            Ending::Imprisoned => self.imprisoned(state),
            Ending::Unrescued => format!(
                "{LONGEST_WAIT} turns of the attack without a jump, and the imprisoned musketeers are not free: \
                 the attack wins."
            ),
            Ending::Stuck => "The attack cannot move and the castle is not taken: the musketeers win.".into(),
            Ending::SurroundedFull => "All three musketeers are surrounded and every point of the castle is occupied: \
                                       the attack wins."
                .into(),
            Ending::SurroundedOpen => "All three musketeers are surrounded, but the castle is not full: a tie.".into(),
            Ending::Repeated => match self.options.repetition {
                Repetition::Musketeers => {
                    "The same position has come up for the third time; the attack has failed: the musketeers win."
                        .into()
                }
                Repetition::Draw => "The same position has come up for the third time: a tie.".into(),
            },
            Ending::Patience => format!(
                "{} of the attack without a step forward or a capture: the musketeers win.",
                counted(self.options.quiet_limit, "turn", "turns")
            ),
        };
        Some(Sentence::new(text, &[state.ending.rule()?]))
    }
}

/// The sentence about an awaited rescue: when the wait begins, and at each of its turns (TM-16).
fn wait_sentence(before: &State, after: &State) -> Option<Sentence> {
    let text = match (before.waiting, after.waiting) {
        (true, _) => format!("Turns of the attack without a jump: {} of {LONGEST_WAIT}.", after.waited),
        (_, true) if before.waited == 0 => {
            "The castle is full but for imprisoned musketeers; a free one can still reach a jump, so play goes on."
                .into()
        }
        _ => return None,
    };
    Some(Sentence::new(text, &[RESCUE]))
}

impl ThreeMusketeers {
    /// Why the match ended, in words that fit both sides; `None` while it is on.
    pub(super) fn reason(&self, state: &State) -> Option<String> {
        Some(match state.ending {
            Ending::None => return None,
            Ending::Reduced => "too few attackers are left to fill the castle".into(),
            Ending::Stormed => format!("attackers stand on all {} castle points", self.needed),
            Ending::Imprisoned => "the castle is full, and no jump can free the imprisoned musketeers".into(),
            Ending::Unrescued => format!("no jump has freed the imprisoned musketeers in {LONGEST_WAIT} turns"),
            Ending::Stuck => "no attacker can move, and the castle is not taken".into(),
            Ending::SurroundedFull => "all three musketeers are surrounded, and the castle is full".into(),
            Ending::SurroundedOpen => "all three musketeers are surrounded, but the castle is not full".into(),
            Ending::Repeated => "the same position has come up for the third time".into(),
            Ending::Patience => {
                let turns = counted(self.options.quiet_limit, "turn has", "turns have");
                format!("{turns} brought no step forward and no capture")
            }
        })
    }

    /// Why a full castle with prisoners is lost, by the chosen reading of TM-16.
    fn imprisoned(&self, state: &State) -> String {
        let free = points_of(state.musketeers).any(|point| self.can_move(state, point.bit()));
        let hope = match self.options.rescue {
            _ if !free => "no musketeer can move",
            Rescue::AtOnce => "no musketeer can jump now",
            Rescue::InAnyWay => "no free one can reach a jump",
        };
        let attack = if self.options.forward_only { "cannot go further forward" } else { "has no move left" };
        format!("The castle is full but for imprisoned musketeers, {hope}, and the attack {attack}: the attack wins.")
    }

    fn sentence(&self, before: &State, action: Action, rules: &[RuleId], after: &State) -> String {
        let (from, to) = (self.board.name_of(action.from), self.board.name_of(action.to));
        match rules[0] {
            RESCUE if before.waiting => "The attack passes.".into(),
            RESCUE => "The attack has no move and passes.".into(),
            FORWARD_STEP => format!("The attack steps forward, {from} to {to}."),
            SIDESTEP => format!("The attack goes sideways, {from} to {to}."),
            MUSKETEER_STEP => format!("A musketeer moves, {from} to {to}."),
            _ => {
                let over = self.board.name_of(action.over());
                let left = counted(after.attackers.count_ones(), "attacker is", "attackers are");
                format!("A musketeer jumps from {from} over {over} to {to}; {left} left.")
            }
        }
    }

    fn judge_attack(&self, state: &State, action: Action) -> Result<(), Refusal> {
        if action == Action::PASS {
            return self.judge_pass(state);
        }
        let board = &*self.board;
        let (from, to) = self.both_on_board(action)?;
        if !holds(state.attackers, from) {
            return Err(self.no_man_there(state, from, "an attacker"));
        }
        let may = || match &self.attack_ends(state, from)[..] {
            [] => format!("The man on {} cannot move; choose another one.", board.name_of(from)),
            ends => format!("From {} it may go to {}.", board.name_of(from), self.list(ends)),
        };
        if steps_apart(from, to) > 1 {
            let rule = if steps_apart(from, to) == 2 { NEVER_BACK } else { FORWARD_STEP };
            return Err(Refusal::new(rule, "An attacker goes one point at a time and never jumps.").instead(may()));
        }
        if to.row() > from.row() {
            return Err(Refusal::new(NEVER_BACK, "An attacker never goes back.").instead(may()));
        }
        let Some(road) = board.road(from, to) else { return Err(self.no_road(from, to).instead(may())) };
        if to.row() == from.row() && road.kind != RoadKind::Wide {
            return Err(Refusal::new(SIDESTEP, "An attacker goes sideways on wide blue roads only.").instead(may()));
        }
        if road.kind == RoadKind::Green {
            return Err(Refusal::new(FORWARD_STEP, "An attacker keeps to blue roads.").instead(may()));
        }
        self.must_be_empty(state, to).map_err(|refusal| refusal.instead(may()))
    }

    fn judge_pass(&self, state: &State) -> Result<(), Refusal> {
        let can_go = points_of(state.attackers).find(|from| !self.attack_ends(state, *from).is_empty());
        match can_go {
            None => Ok(()),
            Some(_) if state.waiting => Ok(()),
            Some(from) => Err(Refusal::new(RESCUE, self.when_to_pass())
                .instead(format!("For example, the man on {} can move.", self.board.name_of(from)))),
        }
    }

    fn when_to_pass(&self) -> &'static str {
        match self.options.rescue {
            Rescue::AtOnce => "The attack passes only when it has no move at all.",
            Rescue::InAnyWay => "The attack passes only without a move, or while its full castle awaits a rescue.",
        }
    }

    /// Where an attacker may go, read off the drawn roads.
    fn attack_ends(&self, state: &State, from: Point) -> Vec<Point> {
        let may_use = |kind: RoadKind, to: Point| match kind {
            RoadKind::Green => false,
            RoadKind::Blue => to.row() < from.row(),
            RoadKind::Wide => to.row() <= from.row(),
        };
        let ends = roads_from(&self.board, from).filter(|(to, kind)| may_use(*kind, *to) && !holds(state.men(), *to));
        ends.map(|(to, _)| to).collect()
    }

    fn judge_musketeer(&self, state: &State, action: Action) -> Result<(), Refusal> {
        if action == Action::PASS {
            return Err(Refusal::new(RESCUE, "The musketeers never pass."));
        }
        let (from, to) = self.both_on_board(action)?;
        if !holds(state.musketeers, from) {
            return Err(self.no_man_there(state, from, "a musketeer"));
        }
        if let Some(jumper) = state.jumper().filter(|jumper| *jumper != from) {
            let name = self.board.name_of(jumper);
            return Err(Refusal::new(SERIES, "The jumping musketeer must go on first.")
                .instead(format!("From {name} it may jump to {}.", self.list(&self.jump_ends(state, jumper)))));
        }
        if self.jump_ends(state, from).contains(&to) {
            return Ok(());
        }
        self.must_be_empty(state, to)?;
        if let Some(first) = points_of(state.musketeers).find(|point| !self.jump_ends(state, *point).is_empty()) {
            let jumper = state.jumper().unwrap_or(first);
            let (rule, what) = match state.jumper() {
                Some(_) => (SERIES, "The musketeer must jump on as long as it can."),
                None => (MUST_JUMP, "A musketeer can jump, so a musketeer must jump."),
            };
            let ends = self.list(&self.jump_ends(state, jumper));
            return Err(
                Refusal::new(rule, what).instead(format!("Jump from {} to {ends}.", self.board.name_of(jumper)))
            );
        }
        match steps_apart(from, to) {
            1 if self.board.road(from, to).is_some() => Ok(()),
            1 => Err(self.no_road(from, to)),
            2 => Err(Refusal::new(JUMP, "There is no attacker to jump over on a straight road between these points.")),
            _ => Err(Refusal::new(MUSKETEER_STEP, "A musketeer steps to a neighbouring point.")),
        }
    }

    /// Where a musketeer may jump to, read off the drawn roads.
    fn jump_ends(&self, state: &State, from: Point) -> Vec<Point> {
        let beyond = |over: Point| {
            let column = (2 * over.column()).checked_sub(from.column())?;
            let row = (2 * over.row()).checked_sub(from.row())?;
            let lands = roads_from(&self.board, over).map(|(to, _)| to);
            lands.into_iter().find(|to| (to.column(), to.row()) == (column, row))
        };
        let over = roads_from(&self.board, from).map(|(over, _)| over).filter(|over| holds(state.attackers, *over));
        over.filter_map(beyond).filter(|to| !holds(state.men(), *to)).collect()
    }

    fn both_on_board(&self, action: Action) -> Result<(Point, Point), Refusal> {
        let known = |point: Point| self.board.points.contains_key(&point);
        if known(action.from) && known(action.to) && action.from != action.to {
            Ok((action.from, action.to))
        } else {
            Err(Refusal::new(BOARD, "A move goes from one point of the board to another."))
        }
    }

    fn no_man_there(&self, state: &State, from: Point, wanted: &str) -> Refusal {
        let name = self.board.name_of(from);
        let what = match (holds(state.attackers, from), holds(state.musketeers, from)) {
            (true, _) => format!("The man on {name} is an attacker, and it is the musketeers' turn."),
            (_, true) => format!("The man on {name} is a musketeer, and it is the attack's turn."),
            _ => format!("There is no man on {name}."),
        };
        Refusal::new(TURNS, what).instead(format!("Move {wanted}."))
    }

    fn no_road(&self, from: Point, to: Point) -> Refusal {
        Refusal::new(ROADS, format!("No road joins {} and {}.", self.board.name_of(from), self.board.name_of(to)))
    }

    fn must_be_empty(&self, state: &State, to: Point) -> Result<(), Refusal> {
        if holds(state.men(), to) {
            return Err(Refusal::new(ONE_A_POINT, format!("{} is occupied.", self.board.name_of(to))));
        }
        Ok(())
    }

    fn list(&self, points: &[Point]) -> String {
        let names: Vec<_> = points.iter().map(|point| self.board.name_of(*point)).collect();
        match names.split_last() {
            None => "nowhere".into(),
            Some((only, [])) => only.clone(),
            Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        }
    }
}

fn holds(set: u128, point: Point) -> bool {
    set & point.bit() != 0
}

fn steps_apart(a: Point, b: Point) -> usize {
    a.column().abs_diff(b.column()).max(a.row().abs_diff(b.row()))
}

fn roads_from(board: &TmBoard, point: Point) -> impl Iterator<Item = (Point, RoadKind)> {
    board.roads.iter().filter_map(move |road| match point {
        _ if road.from == point => Some((road.to, road.kind)),
        _ if road.to == point => Some((road.from, road.kind)),
        _ => None,
    })
}
