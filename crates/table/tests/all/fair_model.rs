//! A model of dice of version 3, checked exhaustively: nobody chooses a throw, and nobody foresees one, except that a
//! host who plays can foresee their own.
//!
//! **The model.** Seats A and B and the host make two throws, the first one for A and the second one for B. Every party
//! commits to a chain, reveals its first link when all have committed, and sends the next one with its throw; the host
//! answers a throw with a link of its own chain. A coalition of corrupt parties sees everything that is sent, and all
//! that its members know. It also is the network: it decides which message comes next, so every order is tried, and that a
//! message never comes is one of them. [`Model::best`] tries everything that the coalition can do in each situation that it can tell
//! apart. It forgets nothing, so its best choice in one situation does not depend on what it would do in another: this is the
//! same as trying every deterministic strategy, of which each other one is a mixture.
//!
//! **What is idealised.** Links are numbers modulo 3. A link of an honest party is uniform and independent of everything until it is
//! sent (an anchor hides it), and a corrupt party fixes all its links when it commits (an anchor binds). That a link also gives away
//! the ones before it is no loss, because these were sent or skipped. An outcome is the sum of what goes into its key: uniform if any
//! of it is uniform and independent, as with a hash. A sum is worse than a hash for honest parties, because whoever
//! comes last can aim exactly. That each link has one place, and that the record shows the anchors that a device saw, is
//! checked by devices and verifiers; the model takes it for granted, and [`LINKS_AT_WILL`] shows what happens without.
//! Games, moves and undo are left out: no message of theirs carries a link.

use std::collections::{HashMap, HashSet};

/// Outcomes of a throw, and values of a link.
const SIDES: u8 = 3;
/// Links of a corrupt party's chain: for the first round, for another one, and for a throw.
const LINKS: usize = 3;
/// Probability 1. Every link of an honest party divides it by [`SIDES`].
const ONE: u64 = 3_u64.pow(14);
const FAIR: u64 = ONE / SIDES as u64;

type Links = [u8; LINKS];

#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
enum Party {
    A,
    B,
    Host,
}
use Party::{A, B, Host};

/// Who throws: A first, then B.
const THROWERS: [Party; 2] = [A, B];
const EVERYBODY: [Party; 3] = [A, B, Host];
/// Every group of corrupt parties that leaves somebody honest.
const COALITIONS: [&[Party]; 6] = [&[A], &[B], &[A, B], &[Host], &[Host, A], &[Host, B]];

/// A protocol, or one with a part left out.
#[derive(Copy, Clone)]
struct Rules {
    /// Nobody reveals before everybody has committed.
    commit_first: bool,
    /// Seats commit, and throws carry links. Otherwise, each seat sends one number in the open.
    chains: bool,
    /// A link has one place, and no other link of the chain may be sent there.
    fixed_places: bool,
    /// After a new device has committed, everybody reveals another link.
    fresh_links: bool,
    /// The same after a seat was given up.
    fresh_after_giving_up: bool,
}

const VERSION_3: Rules =
    Rules { commit_first: true, chains: true, fixed_places: true, fresh_links: true, fresh_after_giving_up: false };
const VERSION_2: Rules = Rules { chains: false, commit_first: false, ..VERSION_3 };
const REVEAL_AT_ONCE: Rules = Rules { commit_first: false, ..VERSION_3 };
const LINKS_AT_WILL: Rules = Rules { fixed_places: false, ..VERSION_3 };
const RENEWED: Rules = Rules { fresh_after_giving_up: true, ..VERSION_3 };
const STALE_LINKS: Rules = Rules { fresh_links: false, ..VERSION_3 };

/// What may happen to seats, apart from the plain course of the match.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
enum Change {
    Nothing,
    /// One seat goes on with a new device.
    NewDevice,
    /// One seat is out, because it did not reveal or is said not to have; the table throws for it.
    GiveUp,
}

/// The chain of a party, as far as it is still to be sent.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
enum Chain {
    Missing,
    /// An honest party's: uniform until it is sent.
    Hidden,
    /// A corrupt party's: fixed.
    Fixed(Links),
}

/// Everything that the coalition knows.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
struct Situation {
    chains: [Chain; 3],
    /// The newest link of each seat.
    newest: [Option<u8>; 2],
    /// Seats that have revealed in this round.
    revealed: [bool; 2],
    /// Seats that still take part.
    present: [bool; 2],
    /// The link of an honest thrower that a corrupt host has, and has not answered.
    unanswered: Option<u8>,
    /// A link that a seat has sent for a throw that did not happen: the next one that it sends.
    sent_before: [Option<u8>; 2],
    throws: usize,
    changes: Change,
}

/// What can come of a situation by one message.
enum Next {
    /// The coalition chooses among these.
    Goes(Situation),
    /// An honest party sends a link: each of these is as likely.
    Falls([Situation; SIDES as usize]),
    /// The next throw shows one of these, each as likely.
    Shows(Vec<(u8, Situation)>),
}

struct Model {
    rules: Rules,
    corrupt: &'static [Party],
}

impl Model {
    fn is_corrupt(&self, party: Party) -> bool {
        self.corrupt.contains(&party)
    }

    fn start(&self, changes: Change) -> Situation {
        Situation {
            chains: [Chain::Missing; 3],
            newest: [None; 2],
            revealed: [false; 2],
            present: [true; 2],
            unanswered: None,
            sent_before: [None; 2],
            throws: 0,
            changes,
        }
    }

    /// Everything that can come next.
    fn next(&self, now: &Situation) -> Vec<Next> {
        let mut next = Vec::new();
        for party in EVERYBODY {
            self.commit(now, party, &mut next);
        }
        for seat in [A, B] {
            self.reveal(now, seat, &mut next);
            self.change(now, seat, &mut next);
        }
        self.throw(now, &mut next);
        next
    }

    /// The party commits to a chain; a corrupt one to any.
    fn commit(&self, now: &Situation, party: Party, next: &mut Vec<Next>) {
        if now.chains[party as usize] == Chain::Missing && (party == Host || now.present[party as usize]) {
            next.extend(self.any_chain(party).into_iter().map(|chain| Next::Goes(with_chain(now, party, chain))));
        }
    }

    fn any_chain(&self, party: Party) -> Vec<Chain> {
        if !self.is_corrupt(party) {
            return vec![Chain::Hidden];
        }
        // The host sends one link for each throw.
        let last = if party == Host { 1 } else { SIDES };
        let links = |of: u8| (0..last).map(move |third| [of / SIDES, of % SIDES, third]);
        (0..SIDES * SIDES).flat_map(links).map(Chain::Fixed).collect()
    }

    fn reveal(&self, now: &Situation, seat: Party, next: &mut Vec<Next>) {
        let at = seat as usize;
        let missing = |party: &Party| now.chains[*party as usize] == Chain::Missing && now.takes_part(*party);
        let ready = !self.rules.commit_first || !EVERYBODY.iter().any(missing);
        if now.revealed[at] || !now.present[at] || now.chains[at] == Chain::Missing || !ready {
            return;
        }
        let mut then = *now;
        then.revealed[at] = true;
        if let Some(link) = then.sent_before[at].take() {
            then.newest[at] = Some(link);
            return next.push(Next::Goes(then));
        }
        next.extend(self.send(&then, seat, |then, link| then.newest[at] = Some(link)));
    }

    /// The party sends its next link.
    fn send(&self, now: &Situation, party: Party, take: impl Fn(&mut Situation, u8)) -> Vec<Next> {
        let with = |mut then: Situation, link| {
            take(&mut then, link);
            then
        };
        let Chain::Fixed(links) = now.chains[party as usize] else {
            return vec![Next::Falls([0, 1, 2].map(|link| with(*now, link)))];
        };
        if !self.rules.chains && party != Host {
            return (0..SIDES).map(|link| Next::Goes(with(*now, link))).collect();
        }
        let most = if self.rules.fixed_places || party == Host { 1 } else { LINKS };
        let skip = |places: usize| {
            let mut rest = [0; LINKS];
            rest[..LINKS - places].copy_from_slice(&links[places..]);
            with(with_chain(now, party, Chain::Fixed(rest)), links[places - 1])
        };
        (1..=most).map(|places| Next::Goes(skip(places))).collect()
    }

    /// The next throw, if everybody has revealed.
    fn throw(&self, now: &Situation, next: &mut Vec<Next>) {
        let owes = |seat: &Party| now.present[*seat as usize] && !now.revealed[*seat as usize];
        if now.throws == THROWERS.len() || now.chains[Host as usize] == Chain::Missing || [A, B].iter().any(owes) {
            return;
        }
        let thrower = THROWERS[now.throws];
        let at = thrower as usize;
        if let Some(link) = now.unanswered {
            let mut then = *now;
            (then.newest[at], then.unanswered, then.sent_before[at]) = (Some(link), None, None);
            return next.push(self.answer(&then));
        }
        if !self.rules.chains || !now.present[at] {
            return next.push(self.answer(now));
        }
        if let Some(link) = now.sent_before[at] {
            return next.push(Next::Goes(Situation { unanswered: Some(link), ..*now }));
        }
        if self.is_corrupt(Host) && !self.is_corrupt(thrower) {
            return next.extend(self.send(now, thrower, |then, link| then.unanswered = Some(link)));
        }
        for sent in self.send(now, thrower, |then, link| then.newest[at] = Some(link)) {
            match sent {
                Next::Goes(then) => next.push(self.answer(&then)),
                // The host is honest and answers at once, whatever the link is.
                Next::Falls(each) => next.push(Next::Shows(each.iter().flat_map(|then| self.outcomes(then)).collect())),
                Next::Shows(_) => unreachable!(),
            }
        }
    }

    /// The host answers a throw with its next link.
    fn answer(&self, now: &Situation) -> Next {
        Next::Shows(self.outcomes(now))
    }

    fn outcomes(&self, now: &Situation) -> Vec<(u8, Situation)> {
        let brought: u8 = now.newest.iter().flatten().sum();
        let mut then = *now;
        then.throws += 1;
        let shows = |server: u8| (brought + server) % SIDES;
        match then.chains[Host as usize] {
            Chain::Fixed([server, second, _]) => {
                then.chains[Host as usize] = Chain::Fixed([second, 0, 0]);
                vec![(shows(server), then)]
            }
            _ => (0..SIDES).map(|server| (shows(server), then)).collect(),
        }
    }

    /// A seat goes on with a new device, or is given up.
    fn change(&self, now: &Situation, seat: Party, next: &mut Vec<Next>) {
        let at = seat as usize;
        if now.changes == Change::Nothing || !now.present[at] || now.chains[at] == Chain::Missing {
            return;
        }
        let mut then = Situation { changes: Change::Nothing, unanswered: None, ..*now };
        if now.unanswered.is_some() {
            then.sent_before[THROWERS[now.throws] as usize] = now.unanswered;
        }
        then.sent_before[at] = None;
        (then.newest[at], then.chains[at]) = (None, Chain::Missing);
        if now.changes == Change::GiveUp {
            then.present[at] = false;
            then.revealed = if self.rules.fresh_after_giving_up { [false; 2] } else { then.revealed };
            if self.leaves_somebody_honest(&then) {
                next.push(Next::Goes(then));
            }
            return;
        }
        then.revealed = if self.rules.fresh_links { [false; 2] } else { then.revealed };
        then.revealed[at] = false;
        next.extend(self.any_chain(seat).into_iter().map(|chain| Next::Goes(with_chain(&then, seat, chain))));
    }

    /// Nothing is promised to those who are no longer in the match.
    fn leaves_somebody_honest(&self, now: &Situation) -> bool {
        EVERYBODY.iter().any(|party| now.takes_part(*party) && !self.is_corrupt(*party))
    }

    /// The highest probability with which the coalition can get this throw to happen and to show this, from this situation on.
    fn best(&self, now: &Situation, goal: (usize, u8), known: &mut HashMap<Situation, u64>) -> u64 {
        if let Some(best) = known.get(now) {
            return *best;
        }
        // Waiting for ever is always possible: the throw does not happen.
        let mut best = 0;
        for next in self.next(now) {
            let chance = match next {
                Next::Goes(then) => self.best(&then, goal, known),
                Next::Falls(each) => each.iter().map(|then| self.best(then, goal, known) / u64::from(SIDES)).sum(),
                Next::Shows(each) => {
                    let weight = each.len() as u64;
                    let shown = |(side, then): &(u8, Situation)| match now.throws == goal.0 {
                        true => u64::from(*side == goal.1) * ONE,
                        false => self.best(then, goal, known),
                    };
                    each.iter().map(shown).map(|chance| chance / weight).sum()
                }
            };
            best = best.max(chance);
        }
        known.insert(*now, best);
        best
    }

    /// The highest such probability of all throws and outcomes.
    fn worst_throw(&self, changes: Change) -> u64 {
        let goals = (0..THROWERS.len()).flat_map(|throw| (0..SIDES).map(move |side| (throw, side)));
        goals.map(|goal| self.best(&self.start(changes), goal, &mut HashMap::new())).max().unwrap()
    }

    /// The highest probability with which the coalition can ever tell the outcome of this throw while the link of its
    /// thrower is not sent, and if everybody plays on: in the worst of all situations that it can bring about.
    fn foresees(&self, throw: usize, changes: Change) -> u64 {
        let (mut open, mut seen, mut most) = (vec![self.start(changes)], HashSet::new(), 0);
        while let Some(now) = open.pop() {
            if now.throws > throw || !seen.insert(now) {
                continue;
            }
            if let Some(sides) = self.play_on(&now, throw) {
                most = most.max(sides.into_iter().max().unwrap());
            }
            for next in self.next(&now) {
                match next {
                    Next::Goes(then) => open.push(then),
                    Next::Falls(each) => open.extend(each),
                    Next::Shows(each) => open.extend(each.into_iter().map(|(_, then)| then)),
                }
            }
        }
        most
    }

    /// The distribution of a throw if everybody plays on; `None` if somebody has to commit first, or if the thrower's
    /// link was sent.
    fn play_on(&self, now: &Situation, throw: usize) -> Option<[u64; SIDES as usize]> {
        let sent = now.throws == throw && now.unanswered.is_some();
        if sent || EVERYBODY.iter().any(|party| now.takes_part(*party) && now.chains[*party as usize] == Chain::Missing)
        {
            return None;
        }
        let now = Situation { changes: Change::Nothing, ..*now };
        let mut sides = [0; SIDES as usize];
        self.spread(&now, throw, ONE, &mut sides);
        Some(sides)
    }

    fn spread(&self, now: &Situation, throw: usize, weight: u64, sides: &mut [u64; SIDES as usize]) {
        // Everybody has committed, so what comes next is somebody's next link, in whatever order.
        match self.next(now).swap_remove(0) {
            Next::Goes(then) => self.spread(&then, throw, weight, sides),
            Next::Falls(each) => each.iter().for_each(|then| self.spread(then, throw, weight / 3, sides)),
            Next::Shows(each) => {
                let weight = weight / each.len() as u64;
                for (side, then) in each {
                    match now.throws == throw {
                        true => sides[side as usize] += weight,
                        false => self.spread(&then, throw, weight, sides),
                    }
                }
            }
        }
    }
}

impl Situation {
    fn takes_part(&self, party: Party) -> bool {
        party == Host || self.present[party as usize]
    }
}

fn with_chain(now: &Situation, party: Party, chain: Chain) -> Situation {
    let mut then = *now;
    then.chains[party as usize] = chain;
    then
}

/// The highest probability of any outcome of any throw, for each coalition.
fn chosen(rules: Rules, changes: Change) -> [u64; 6] {
    COALITIONS.map(|corrupt| Model { rules, corrupt }.worst_throw(changes))
}

fn foreseen(corrupt: &'static [Party], throw: usize, changes: Change) -> u64 {
    Model { rules: VERSION_3, corrupt }.foresees(throw, changes)
}

#[test]
fn no_coalition_makes_any_outcome_more_likely_by_its_links_its_order_or_by_stopping() {
    assert_eq!(chosen(VERSION_3, Change::Nothing), [FAIR; 6]);
}

#[test]
fn nobody_foresees_a_throw_but_a_host_who_plays_their_own() {
    for (throw, thrower) in THROWERS.into_iter().enumerate() {
        for corrupt in COALITIONS {
            let own = corrupt.contains(&Host) && corrupt.contains(&thrower);
            let wanted = if own { ONE } else { FAIR };
            assert_eq!(foreseen(corrupt, throw, Change::Nothing), wanted, "{corrupt:?}, throw of {thrower:?}");
        }
    }
}

#[test]
fn a_host_foresees_what_the_table_throws_for_a_seat_that_was_given_up() {
    assert_eq!(foreseen(&[Host], 0, Change::GiveUp), ONE);
    assert_eq!(foreseen(&[A], 0, Change::GiveUp), FAIR, "a player does not");
}

/// What remains. Each change makes another throw of the next one, and who foresees the first can decline it: the host, by
/// putting a player out, or together with a player who asks for a new device or does not reveal. Everybody sees it.
#[test]
fn a_change_of_devices_or_seats_is_another_draw_that_only_the_host_can_use() {
    let [new_device, given_up] = [Change::NewDevice, Change::GiveUp].map(|change| chosen(VERSION_3, change));
    assert_eq!([&new_device[..3], &given_up[..3]], [[FAIR; 3], [FAIR; 3]], "players alone");
    let one_of_two = ONE - (ONE - FAIR) / 3 * 2;
    assert_eq!(new_device[3..], [one_of_two; 3], "with fresh links, it is as if they threw twice");
    assert_eq!(given_up[4..], [2 * FAIR; 2], "the throw without the seat is known as well");
    assert_eq!(given_up[3], ONE / 9 * 7, "a host may put out either player");
    let renewed = chosen(RENEWED, Change::GiveUp);
    assert_eq!(renewed[..3], [FAIR; 3]);
    assert_eq!(renewed[3..], [one_of_two; 3], "a round after it would leave one draw that nobody knows");
}

#[test]
fn a_new_device_without_fresh_links_of_the_others_chooses_its_throw() {
    let chosen = chosen(STALE_LINKS, Change::NewDevice);
    assert_eq!(chosen[..3], [FAIR; 3], "players alone do not know the server's links");
    assert_eq!(chosen[4..], [ONE; 2], "a player and the host");
}

#[test]
fn without_committing_first_a_player_and_the_host_choose_a_throw() {
    assert_eq!(chosen(REVEAL_AT_ONCE, Change::Nothing)[4], ONE);
    assert_eq!(chosen(VERSION_2, Change::Nothing)[4..], [ONE; 2], "nonces in the open, one after the other");
}

#[test]
fn a_player_who_may_skip_links_chooses_among_them_with_the_host() {
    let chosen = chosen(LINKS_AT_WILL, Change::Nothing);
    assert_eq!(chosen[4..], [ONE; 2], "{chosen:?}");
}
