//! Everybody's expectations at the end, and the odds of winning that follow.
//!
//! Once the whistle has sounded nobody decides anything: the odds of every
//! escape and of every race home come from `odds`, those of the counters from
//! `lead`. Before that the rest of the raid comes from `raids`.

use super::RangerCommandos;
use super::lead::Leads;
use super::net::NO_LANDING;
use super::odds::Racer;
use super::raids::{Prospect, Raids, no_alarm};
use super::state::{Berth, COLOURS, Colour, IN_DOCK, Phase, State};
use std::array;

/// Extra turns that landing costs: the one on which the commando goes ashore.
const ASHORE: f32 = 1.0;

/// Tables for evaluation, made when first needed.
pub(super) struct EvalTables {
    pub(super) raids: Raids,
    pub(super) leads: Leads,
}

/// A player's expectations.
#[derive(Copy, Clone, Default)]
struct Standing {
    /// The odds of coming home.
    odds: f32,
    /// Expected unseen counters then.
    unseen: u8,
    /// Other points: counters turned up, fractions of counters, the place if known.
    points: f32,
    /// By night: the odds of landing before the whistle.
    lands: f32,
}

/// The colours that are raiding.
#[derive(Copy, Clone)]
pub(super) struct Raiders {
    by_colour: [bool; 4],
    many: usize,
    /// Barges that have not landed yet.
    at_sea: usize,
}

impl Raiders {
    /// Number of raiders without this one.
    #[inline]
    pub(super) fn others(&self, colour: Colour) -> usize {
        self.many - usize::from(self.by_colour[colour.index()])
    }

    /// Number of raiders this one has to fear: half of those at sea will soon raid too.
    #[inline]
    pub(super) fn feared(&self, colour: Colour) -> usize {
        let at_sea = self.at_sea - usize::from(!self.by_colour[colour.index()]).min(self.at_sea);
        self.others(colour) + at_sea.div_ceil(2)
    }
}

/// Number of turns from colour `from` to this colour.
fn rank(colour: Colour, from: u8) -> u8 {
    (colour as u8 + 8 - (from & 3)) & 3
}

impl RangerCommandos {
    /// The tables for evaluation.
    #[inline]
    pub(super) fn eval_tables(&self) -> &EvalTables {
        self.eval_tables.get_or_init(|| EvalTables { raids: Raids::new(self), leads: Leads::new(&self.board) })
    }

    /// The landing of a barge that lies at one.
    #[inline]
    pub(super) fn landing(&self, state: &State, colour: Colour) -> Option<u8> {
        let barge = state.barges[colour.index()];
        let landing = self.net.landing[usize::from(barge & 63)];
        (barge < IN_DOCK && landing != NO_LANDING).then_some(landing)
    }

    /// The colours that are raiding.
    pub(super) fn raiders(&self, state: &State) -> Raiders {
        let by_colour = COLOURS.map(|colour| self.landing(state, colour).is_some());
        let many = by_colour.iter().filter(|raids| **raids).count();
        Raiders { by_colour, many, at_sea: (state.fleet.count_ones() as usize).saturating_sub(many) }
    }

    /// Number of raiders that move before this colour.
    fn raiders_before(&self, state: &State, colour: Colour, raiders: &Raiders) -> usize {
        let next = state.turn + u8::from(state.phase == Phase::Walk);
        let before = Self::colours_from(next & 3).take_while(|other| *other != colour);
        before.filter(|other| raiders.by_colour[other.index()]).count()
    }

    /// The odds that a colour comes home if the whistle sounds now.
    #[inline]
    pub(super) fn survival(&self, state: &State, colour: Colour) -> f32 {
        match state.barge(colour) {
            Berth::Captured | Berth::Absent => 0.0,
            _ => self.escape_odds(state, colour),
        }
    }

    /// By night, the colour's expectations for the rest of the raid, and the odds that it
    /// lands before the whistle.
    pub(super) fn outlook(&self, state: &State, colour: Colour, raiders: &Raiders) -> (Prospect, f32) {
        let raids = &self.eval_tables().raids;
        let feared = raiders.feared(colour);
        if let Some(landing) = self.landing(state, colour) {
            let (haul, man) = (state.haul(colour), state.men[colour.index()]);
            let after = raids.look(feared, landing, haul, man);
            let before = self.raiders_before(state, colour, raiders);
            let survival = state.ashore(colour).map(|_| self.survival(state, colour));
            return (raids.soon(feared, before, after, survival, haul), 1.0);
        }
        let no_alarm = no_alarm(raiders.others(colour));
        let turns = (ASHORE + self.turns_to_landing(state, colour)) as u32;
        let lands = (0..turns.min(30)).fold(1.0, |lands, _| lands * no_alarm);
        let landed = raids.landed(feared);
        let prospect = Prospect {
            survival: 1.0 - lands * (1.0 - landed.survival),
            gain: lands * landed.gain,
            points: (1.0 - lands) * raids.prize(true) + lands * landed.points,
        };
        (prospect, lands)
    }

    /// Everybody's expectations, by colour.
    fn standings(&self, state: &State) -> [Standing; 4] {
        let by_night = matches!(state.phase, Phase::Night | Phase::Walk);
        let raiders = self.raiders(state);
        array::from_fn(|c| {
            let colour = COLOURS[c];
            let (shown, unseen) = self.carried(state, colour);
            if !state.plays(colour) {
                Standing::default()
            } else if by_night {
                let (outlook, lands) = self.outlook(state, colour, &raiders);
                let more = f32::from(unseen) + outlook.gain / outlook.survival.max(0.05);
                let unseen = (more + 0.5) as u8;
                let points = (more - f32::from(unseen)) * self.mean_counter();
                Standing { odds: outlook.survival, unseen, points, lands }
            } else {
                Standing { odds: self.survival(state, colour), unseen, points: shown, lands: 1.0 }
            }
        })
    }

    /// Points of a colour's counters that have been turned up, and how many have not.
    fn carried(&self, state: &State, colour: Colour) -> (f32, u8) {
        let faces = self.board.faces.iter().zip(state.turned_up(colour));
        let shown: u16 = faces.map(|(face, count)| face.points * u16::from(*count)).sum();
        (f32::from(shown), state.haul(colour).saturating_sub(state.turned(colour)))
    }

    /// The odds that the first colour is home before the second, if both come home.
    pub(super) fn sooner(&self, state: &State, first: Colour, second: Colour, met: f32) -> f32 {
        if let (Some(one), Some(other)) = (state.place(first), state.place(second)) {
            return f32::from(u8::from(one < other));
        }
        match (state.barge(first), state.barge(second)) {
            (Berth::Home, _) => 1.0,
            (_, Berth::Home) => 0.0,
            _ => {
                let from = match state.phase {
                    Phase::Escape | Phase::HeadStart => state.resume,
                    Phase::Night | Phase::Walk => state.turn + 1,
                    _ => state.turn,
                };
                let leads = rank(first, from) < rank(second, from);
                // A barge that will have landed somewhere is assumed to be as far from home as the others.
                met * self.odds.sooner(self.racer(state, first), self.racer(state, second), leads) + (1.0 - met) * 0.5
            }
        }
    }

    /// Where the colour starts its race home, and whether it starts a round late (RC-26).
    fn racer(&self, state: &State, colour: Colour) -> Racer {
        let ashore = state.ashore(colour).is_some();
        let late = match state.phase {
            Phase::Night => ashore,
            Phase::Walk => ashore || colour as u8 == state.turn,
            Phase::Escape | Phase::HeadStart => {
                ashore || rank(colour, state.resume) < rank(Colour::at(state.turn), state.resume)
            }
            _ => false,
        };
        Racer { barge: state.barges[colour.index()], late: late && self.has_head_start() }
    }

    /// Average points for coming home if the whistle sounds now (RC-33).
    pub(super) fn prize_now(&self, state: &State, colour: Colour) -> f32 {
        // By number of others: the odds that this many are home before, and nobody after.
        let mut last = [1.0, 0.0, 0.0, 0.0];
        let mut before = 0.0;
        for other in COLOURS.into_iter().filter(|other| *other != colour && state.plays(*other)) {
            let survival = self.survival(state, other);
            let sooner = survival * self.sooner(state, other, colour, 1.0);
            before += sooner;
            for many in (0..4).rev() {
                let one_less = if many > 0 { last[many - 1] } else { 0.0 };
                last[many] = last[many] * (1.0 - survival) + one_less * sooner;
            }
        }
        let lost = if self.options.last_scores_last { 50.0 * last[1] + 25.0 * last[2] } else { 0.0 };
        100.0 - 25.0 * before - lost
    }

    /// Average difference in points between two colours that come home, if `others` more do (RC-32, RC-33).
    fn apart(&self, others: f32) -> f32 {
        // The later of the two is the last of all in 2 of `home` cases.
        let home = 2.0 + others;
        let last = if self.options.last_scores_last { (200.0 / home - 50.0).max(0.0) } else { 0.0 };
        25.0 * (1.0 + others / 3.0) + last
    }

    /// The odds of winning, by colour, with the colours treated as independent.
    pub(super) fn winning(&self, state: &State) -> [f32; 4] {
        let standings = self.standings(state);
        let back: f32 = standings.iter().map(|standing| standing.odds).sum();
        let mut odds = standings.map(|standing| standing.odds);
        for (c, colour) in COLOURS.into_iter().enumerate().filter(|(_, colour)| state.plays(*colour)) {
            for (r, rival) in COLOURS.into_iter().enumerate().skip(c + 1).filter(|(_, rival)| state.plays(*rival)) {
                let (one, other) = (&standings[c], &standings[r]);
                // Others who come home have their places between the two, or outside.
                let between = back - one.odds - other.odds;
                let apart = self.apart(between.max(0.0));
                let waits = |standing: &Standing, colour| {
                    if self.landing(state, colour).is_some() { 1.0 } else { 1.0 - standing.lands }
                };
                let night = matches!(state.phase, Phase::Night | Phase::Walk);
                let met = if night { waits(one, colour) * waits(other, rival) } else { 1.0 };
                let first = self.sooner(state, colour, rival, met);
                let leads = &self.eval_tables().leads;
                let lead = one.points - other.points;
                let ahead = first * leads.ahead(one.unseen, other.unseen, lead + apart)
                    + (1.0 - first) * leads.ahead(one.unseen, other.unseen, lead - apart);
                odds[c] *= 1.0 - other.odds * (1.0 - ahead);
                odds[r] *= 1.0 - one.odds * ahead;
            }
        }
        let sum: f32 = odds.iter().sum();
        if sum > 0.0 { odds.map(|p| p / sum) } else { odds }
    }
}
