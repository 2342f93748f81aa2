//! temp
use boxtop_games::conflict::board::CfBoard;
use boxtop_games::conflict::{CfOptions, Conflict, Phase};
use kernel::*;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use std::sync::Arc;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let players: u8 = args[1].parse().unwrap();
    let n: u64 = args[2].parse().unwrap();
    let mut chosen = Chosen::default();
    chosen.insert("throw_limit".into(), OptionValue::Number(600));
    let (options, _) = CfOptions::choose(&chosen).unwrap();
    let game = Conflict::new(Arc::new(CfBoard::load(CfBoard::STANDARD).unwrap()), options, players).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut score = [0.0f32; 2];
    let mut drawn = 0;
    let mut throws = 0u64;
    let mut evals = 0u64;
    let mut spent = 0f64;
    for m in 0..n {
        let mut play = Play::start(&game);
        let mut acts = Vec::new();
        // evaluator sits at seat m % players
        let me = Seat((m % u64::from(players)) as u8);
        loop {
            match game.turn(&play.state) {
                Turn::Over => break,
                Turn::Chance => {
                    let mut l = Vec::new();
                    game.chances(&play.state, &mut l);
                    let sum: u32 = l.iter().map(|x| x.1).sum();
                    let mut k = rng.random_range(0..sum);
                    let c = l
                        .iter()
                        .find(|x| {
                            if k < x.1 {
                                true
                            } else {
                                k -= x.1;
                                false
                            }
                        })
                        .unwrap()
                        .0;
                    play.befall(&game, c);
                }
                Turn::Seats(s) => {
                    let seat = s.iter().next().unwrap();
                    acts.clear();
                    game.legal(&play.state, seat, &mut acts);
                    let mut best = (i64::MIN, acts[0]);
                    let t = std::time::Instant::now();
                    for a in &acts {
                        let v = if seat == me {
                            let mut st = play.state;
                            game.apply(&mut st, &mut (), seat, *a);
                            evals += 1;
                            if let Some(o) = game.outcome(&st) {
                                (o.share(seat) * 1e6) as i64
                            } else {
                                i64::from(game.evaluate(&st, seat)) * 100
                            }
                        } else {
                            i64::from(game.promise(&play.state, seat, *a)) * 100
                        };
                        let v = v + rng.random_range(0..50);
                        if v > best.0 {
                            best = (v, *a);
                        }
                    }
                    if seat == me {
                        spent += t.elapsed().as_secs_f64();
                    }
                    play.apply(&game, seat, best.1);
                }
            }
        }
        throws += u64::from(play.state.throws());
        if play.state.phase() == Phase::Drawn {
            drawn += 1;
        }
        let o = game.outcome(&play.state).unwrap();
        score[0] += o.share(me);
        score[1] += 1.0 - o.share(me);
    }
    println!(
        "players {players}: evaluator {:?} of {n}, others {:?}, drawn {drawn}, throws {:.0}, {:.2} us/eval",
        score[0],
        score[1],
        throws as f64 / n as f64,
        spent / evals as f64 * 1e6
    );
}
