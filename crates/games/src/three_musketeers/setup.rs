//! Written positions: writing one, and reading and checking one.

use super::board::{Point, Points, points_of};
use super::endings::LONGEST_WAIT;
use super::{Ending, Rescue, Side, State, ThreeMusketeers};
use kernel::{Fault, Positions};
use serde::{Deserialize, Serialize};

/// A position as written; nothing about it has been checked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Points that attackers stand on.
    pub attackers: Vec<String>,
    /// Points that musketeers stand on.
    pub musketeers: Vec<String>,
    /// `attack` or `musketeers`.
    pub to_act: String,
    /// The musketeer in the middle of a series of jumps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jumper: Option<String>,
    /// Turns of the attack since its last step forward or the last capture.
    #[serde(default)]
    pub quiet: u16,
    /// Turns of the attack without a jump while it waits for a rescue, with `rescue = in_any_way`.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub waited: u8,
    /// Keys of the positions since then, oldest first, for repetition.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<String>,
}

fn is_zero(turns: &u8) -> bool {
    *turns == 0
}

/// The highest number of earlier positions, which [`State::since`] can count.
const MOST_EARLIER: usize = u16::MAX as usize;

impl Positions for ThreeMusketeers {
    type Setup = Setup;

    fn position(&self, state: &State, history: &Vec<u64>) -> Setup {
        let names = |set| points_of(set).map(|point| self.board.name_of(point)).collect();
        let remembered = state.jumper().is_none() && !state.rescue_awaited();
        let past = history.len().saturating_sub(usize::from(remembered));
        let reach = past.saturating_sub(usize::from(state.since));
        Setup {
            attackers: names(state.attackers),
            musketeers: names(state.musketeers),
            to_act: match state.side {
                Side::Attack => "attack".into(),
                Side::Musketeers => "musketeers".into(),
            },
            jumper: state.jumper().map(|point| self.board.name_of(point)),
            quiet: state.quiet,
            waited: state.waited,
            earlier: if state.since == 0 {
                vec![]
            } else {
                history[reach..past].iter().map(|key| format!("{key:016x}")).collect()
            },
        }
    }

    fn place(&self, setup: Setup) -> Result<(State, Vec<u64>), Vec<Fault>> {
        let mut faults = Vec::new();
        let attackers = self.read_points(&setup.attackers, "attackers", &mut faults);
        let musketeers = self.read_points(&setup.musketeers, "musketeers", &mut faults);
        for point in points_of(attackers & musketeers) {
            faults.push(Fault::new("attackers", format!("{} holds a musketeer as well", self.board.name_of(point))));
        }
        if setup.musketeers.len() != 3 {
            faults.push(Fault::new("musketeers", format!("there are {}, not three", setup.musketeers.len())));
        }
        let most = self.net.field().count_ones();
        if attackers.count_ones() > most {
            faults.push(Fault::new("attackers", format!("there are {}, more than {most}", attackers.count_ones())));
        }
        let side = match setup.to_act.as_str() {
            "musketeers" => Side::Musketeers,
            "attack" => Side::Attack,
            other => {
                faults.push(Fault::new("to_act", format!("`{other}` is not attack or musketeers")));
                Side::Attack
            }
        };
        let mut state = State::new(attackers, musketeers, side);
        (state.quiet, state.waited) = (setup.quiet, setup.waited);
        let mut history = read_keys(&setup.earlier, &mut faults);
        state.since = history.len() as u16;
        self.read_jumper(&setup, &mut state, &mut faults);
        self.check_wait(&setup, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        if state.jumper().is_none() {
            self.settle(&mut state, &mut history);
        } else {
            // TM-13 and TM-14 end a match at once, even during a series.
            let reduced = attackers.count_ones() < self.needed;
            state.ending = if reduced { Ending::Reduced } else { self.ending_of_position(&state) };
            if state.ending != Ending::None {
                state.set_jumper(None);
            }
        }
        if state.waited != setup.waited {
            return Err(vec![Fault::new("waited", "the attack does not wait for a rescue in this position")]);
        }
        Ok((state, history))
    }
}

impl ThreeMusketeers {
    fn read_points(&self, names: &[String], place: &str, faults: &mut Vec<Fault>) -> Points {
        let mut set = 0;
        for (index, name) in names.iter().enumerate() {
            let place = format!("{place}[{index}]");
            match self.board.point(name) {
                None => faults.push(Fault::new(place, format!("`{name}` is not a point of the board"))),
                Some(point) if set & point.bit() != 0 => {
                    faults.push(Fault::new(place, format!("{name} is named twice")))
                }
                Some(point) => set |= point.bit(),
            }
        }
        set
    }

    fn read_jumper(&self, setup: &Setup, state: &mut State, faults: &mut Vec<Fault>) {
        let Some(name) = &setup.jumper else { return };
        let jumper = self.board.point(name).filter(|point: &Point| state.musketeers & point.bit() != 0);
        match jumper {
            Some(point) if state.side == Side::Musketeers && self.can_jump(state, point.bit()) => {
                state.set_jumper(Some(point));
            }
            Some(_) => faults.push(Fault::new("jumper", format!("the musketeer on {name} cannot jump on now"))),
            None => faults.push(Fault::new("jumper", format!("there is no musketeer on `{name}`"))),
        }
    }
}

impl ThreeMusketeers {
    /// Turns of waiting belong to one reading of TM-16, and a jump restarts their count.
    fn check_wait(&self, setup: &Setup, faults: &mut Vec<Fault>) {
        let what = match setup.waited {
            0 => return,
            _ if self.options.rescue == Rescue::AtOnce => "turns of waiting count only with rescue = in_any_way".into(),
            _ if setup.jumper.is_some() => "a jump has just restarted the count".into(),
            turns if turns > LONGEST_WAIT => format!("there are {turns} turns, more than {LONGEST_WAIT}"),
            _ => return,
        };
        faults.push(Fault::new("waited", what));
    }
}

fn read_keys(keys: &[String], faults: &mut Vec<Fault>) -> Vec<u64> {
    if keys.len() > MOST_EARLIER {
        faults.push(Fault::new("earlier", format!("there are {} positions, more than can be remembered", keys.len())));
        return Vec::new();
    }
    let mut read = Vec::with_capacity(keys.len());
    for (index, key) in keys.iter().enumerate() {
        match u64::from_str_radix(key, 16) {
            Ok(key) => read.push(key),
            Err(_) => faults.push(Fault::new(format!("earlier[{index}]"), format!("`{key}` is not a position's key"))),
        }
    }
    read
}
