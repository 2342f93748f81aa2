//! The signs of marks, chosen so that none looks like a piece.

use kernel::scene::{Plan, Tone};

/// The signs beside a space.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Signs {
    /// Something was taken here.
    pub taken: char,
    /// Must act.
    pub must: char,
    /// Cannot move.
    pub held: char,
    /// Something is gained at this end.
    pub gain: char,
    /// Something is taken at this end.
    pub take: char,
    /// Something is lost or in danger at this end.
    pub harm: char,
    /// This end wins.
    pub win: char,
    pub(super) plain: bool,
}

impl Signs {
    /// The signs for a board: the first of each list that no piece uses.
    pub fn of(plan: &Plan, plain: bool) -> Self {
        let sign = |glyph: (char, char)| if plain { glyph.1 } else { glyph.0 };
        let pieces: Vec<char> = plan.tokens.iter().map(|art| sign(art.glyph)).collect();
        let free = |wishes: &str| wishes.chars().find(|wish| !pieces.contains(wish)).unwrap_or('?');
        Signs {
            taken: free("*\"%"),
            must: free("!^"),
            held: free("#=_"),
            gain: free("+>"),
            take: free("x*"),
            harm: free("!~"),
            win: free("$&"),
            plain,
        }
    }

    /// The right bracket of a target with this tone.
    pub fn end(&self, tone: Tone) -> char {
        match tone {
            Tone::Plain => ')',
            Tone::Gain => self.gain,
            Tone::Take => self.take,
            Tone::Harm => self.harm,
            Tone::Win => self.win,
        }
    }
}
