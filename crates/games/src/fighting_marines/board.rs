//! The board: reads and checks `board.toml`, then compiles it into tables.
//!
//! Base spaces are counted from 0 here and from 1 on the board; platform spaces
//! are counted from the arrow, which is 0. Both rings are bits of a `u64`, so a
//! board has at most 64 spaces; a section has at most eight circles, so that the
//! men on them are the bits of a byte.

use super::state::{COLOURS, Colour};
use crate::boardfile::{self, At, Faults, Table};
use kernel::scene::Fact;
use kernel::{Board, BoardFault, Evidence};
use std::ops::Range;

/// Minimum number of spaces in a ring: no throw goes more than once round.
pub const LEAST: usize = 12;
/// Maximum number of spaces in a ring.
pub const MOST: usize = 64;
/// Maximum number of circles in a section.
pub const MOST_CIRCLES: usize = 8;

/// The kind of a platform space.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Pad {
    /// The arrow, which nobody enters.
    Arrow,
    /// Open to everybody, and safe.
    Neutral,
    /// A space of one colour.
    Own(Colour),
}

impl Pad {
    /// The letter in the file.
    pub fn letter(self) -> char {
        match self {
            Pad::Arrow => '^',
            Pad::Neutral => 'N',
            Pad::Own(colour) => colour.letter(),
        }
    }

    fn read(letter: char) -> Option<Self> {
        let own = COLOURS.into_iter().map(Pad::Own);
        [Pad::Arrow, Pad::Neutral].into_iter().chain(own).find(|pad| pad.letter() == letter)
    }
}

/// One colour's part of the base.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Section {
    /// The first of its spaces, counted from 1.
    pub from: u8,
    /// The last of them.
    pub to: u8,
    /// How we know it.
    pub evidence: Evidence,
    /// The numbers of its circles, rising.
    pub circles: Vec<u8>,
    /// How we know them.
    pub circles_evidence: Evidence,
}

/// The board of one match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FmBoard {
    /// Its name in the file.
    pub name: String,
    /// Spaces of either ring.
    pub spaces: u8,
    /// The four sections, in the order of the colours.
    pub sections: [Section; 4],
    /// The platform from the arrow, with how we know each space.
    pub platform: Vec<(Pad, Evidence)>,
    /// Further facts, with the evidence for each.
    pub facts: Vec<Fact>,
    /// The tables that the engine uses.
    pub net: Net,
}

/// The board as tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Net {
    /// Spaces of either ring.
    pub spaces: u32,
    /// Bits of all spaces.
    pub all: u64,
    /// Platform spaces that everybody may enter.
    pub neutral: u64,
    /// Platform spaces of each colour.
    pub own: [u64; 4],
    /// For each colour, the set of its circles.
    pub circles: [u8; 4],
    /// For each colour and set of its circles, their base spaces.
    pub spread: Box<[[u64; 256]; 4]>,
    /// For each base space, the colour and place of the circle on it.
    pub circle_at: [Option<(Colour, u8)>; MOST],
    /// For each colour and place of a circle, its base space.
    pub base_of: [[u8; MOST_CIRCLES]; 4],
}

impl Net {
    fn new(spaces: usize, sections: &[Section; 4], platform: &[(Pad, Evidence)]) -> Self {
        let mut net = Net {
            spaces: spaces as u32,
            all: u64::MAX >> (MOST - spaces),
            neutral: 0,
            own: [0; 4],
            circles: [0; 4],
            spread: Box::new([[0; 256]; 4]),
            circle_at: [None; MOST],
            base_of: [[0; MOST_CIRCLES]; 4],
        };
        for (index, (pad, _)) in platform.iter().enumerate() {
            match pad {
                Pad::Arrow => {}
                Pad::Neutral => net.neutral |= 1 << index,
                Pad::Own(colour) => net.own[colour.index()] |= 1 << index,
            }
        }
        for colour in COLOURS {
            let circles = &sections[colour.index()].circles;
            net.circles[colour.index()] = (0..circles.len()).fold(0, |set, place| set | 1 << place);
            for (place, number) in circles.iter().enumerate() {
                net.base_of[colour.index()][place] = number - 1;
                net.circle_at[usize::from(number - 1)] = Some((colour, place as u8));
            }
            for set in 0..256_usize {
                let on = circles.iter().enumerate().filter(|(place, _)| set & 1 << place != 0);
                net.spread[colour.index()][set] = on.fold(0, |bits, (_, number)| bits | 1 << (number - 1));
            }
        }
        net
    }

    /// The platform space in front of a base space.
    #[inline]
    pub fn facing(&self, base: u8, arrow: u8) -> u8 {
        ((u32::from(base) + self.spaces - u32::from(arrow)) % self.spaces) as u8
    }

    /// The base space in front of a platform space.
    #[inline]
    pub fn behind(&self, index: u8, arrow: u8) -> u8 {
        let base = u32::from(index) + u32::from(arrow);
        (if base >= self.spaces { base - self.spaces } else { base }) as u8
    }

    /// Base spaces as the platform spaces in front of them.
    #[inline]
    pub fn front(&self, base: u64, arrow: u8) -> u64 {
        // A shift by all 64 bits gives 0, which is right when the platform is not turned.
        let back = base.checked_shl(self.spaces - u32::from(arrow)).unwrap_or(0);
        (base >> arrow | back) & self.all
    }
}

impl FmBoard {
    /// The section that a base space, counted from 1, belongs to.
    pub fn section_of(&self, number: u8) -> Option<Colour> {
        let inside = |colour: &Colour| {
            let section = &self.sections[colour.index()];
            (section.from..=section.to).contains(&number)
        };
        COLOURS.into_iter().find(inside)
    }
}

impl Board for FmBoard {
    const STANDARD: &'static str = include_str!("board.toml");

    fn load(text: &str) -> Result<Self, Vec<BoardFault>> {
        let mut faults = Faults::default();
        let root = boardfile::parse(text, &mut faults);
        let mut reader = Reader { faults, spaces: None };
        let board = reader.board(Table::new(root.get_ref(), 0..text.len().min(1)));
        reader.faults.or(board)
    }
}

/// One entry for each colour, filled while the file is read.
type EachColour<T> = [Option<T>; 4];

/// First and last space, evidence, and the position of the block in the file.
type Stretch = (u8, u8, Evidence, Range<usize>);

/// Reads the file section by section.
struct Reader {
    faults: Faults,
    /// Number of spaces; `None` if it could not be read, and then faults that
    /// depend on it are not reported.
    spaces: Option<u8>,
}

impl Reader {
    fn board(&mut self, mut root: Table<'_, '_>) -> Option<FmBoard> {
        root.header(super::INFO.slug, &mut self.faults);
        let name = root.text("name", &mut self.faults);
        self.spaces = self.ring_size(&mut root);
        let mut stretches: EachColour<Stretch> = Default::default();
        for table in root.tables("sections", &mut self.faults) {
            self.section(table, &mut stretches);
        }
        self.around(&stretches);
        let mut circles: EachColour<(Vec<u8>, Evidence)> = Default::default();
        for table in root.tables("circles", &mut self.faults) {
            self.circles(table, &stretches, &mut circles);
        }
        let platform = self.platform(&mut root);
        let facts = root.facts(&mut self.faults);
        root.finish(&mut self.faults);
        self.whole(&stretches, &circles, platform.as_deref());
        let spaces = self.spaces?;
        let platform = platform?;
        let mut sections = Vec::new();
        for (stretch, circles) in stretches.into_iter().zip(circles) {
            let ((from, to, evidence, _), (circles, circles_evidence)) = (stretch?, circles?);
            sections.push(Section { from, to, evidence, circles, circles_evidence });
        }
        let sections: [Section; 4] = sections.try_into().ok()?;
        if !self.faults.is_empty() {
            return None;
        }
        let net = Net::new(usize::from(spaces), &sections, &platform);
        Some(FmBoard { name: name?.value, spaces, sections, platform, facts, net })
    }

    fn ring_size(&mut self, root: &mut Table<'_, '_>) -> Option<u8> {
        let spaces = root.number("spaces", &mut self.faults)?;
        let fits = usize::try_from(spaces.value).is_ok_and(|count| (LEAST..=MOST).contains(&count));
        if !fits {
            let hint = format!("From {LEAST} to {MOST}.");
            self.faults.at(&spaces.span, format!("a ring cannot have {} spaces", spaces.value), hint);
        }
        fits.then_some(spaces.value as u8)
    }

    fn colour(&mut self, table: &mut Table<'_, '_>) -> Option<At<Colour>> {
        let word = table.text("colour", &mut self.faults)?;
        let colour = Colour::called(&word.value);
        if colour.is_none() {
            let what = format!("`{}` is not a colour of this game", word.value);
            self.faults.at(&word.span, what, "It is red, black, yellow or green.");
        }
        colour.map(|value| At { value, span: word.span })
    }

    /// Checks that a number is a base space of this board.
    fn base(&mut self, number: &At<i64>) -> Option<u8> {
        let spaces = self.spaces?;
        let known = (1..=i64::from(spaces)).contains(&number.value);
        if !known {
            let hint = format!("Base spaces are 1 to {spaces}.");
            self.faults.at(&number.span, format!("there is no base space {}", number.value), hint);
        }
        known.then_some(number.value as u8)
    }

    fn section(&mut self, mut table: Table<'_, '_>, stretches: &mut EachColour<Stretch>) {
        let colour = self.colour(&mut table);
        let from = table.number("from", &mut self.faults);
        let to = table.number("to", &mut self.faults);
        let evidence = table.evidence(&mut self.faults);
        let span = table.span().clone();
        table.finish(&mut self.faults);
        let (from_at, to_at) = (from.and_then(|from| self.base(&from)), to.and_then(|to| self.base(&to)));
        let (Some(colour), Some(from), Some(to)) = (colour, from_at, to_at) else { return };
        if to < from {
            return self.faults.at(
                &span,
                "this section ends before it begins",
                "Write from the lower number to the higher.",
            );
        }
        if stretches[colour.value.index()].is_some() {
            let what = format!("{} has a section already", colour.value.word());
            return self.faults.at(&colour.span, what, "Each colour has one.");
        }
        stretches[colour.value.index()] = Some((from, to, evidence.unwrap_or(Evidence::Invented), span));
    }

    /// Checks that the sections follow each other in the order of the colours.
    fn around(&mut self, stretches: &EachColour<Stretch>) {
        let known: Vec<_> =
            COLOURS.iter().zip(stretches).filter_map(|(colour, s)| Some((colour, s.as_ref()?))).collect();
        for pair in known.windows(2) {
            let ((before, (_, end, ..)), (colour, (start, _, _, span))) = (pair[0], pair[1]);
            if start <= end {
                let what = format!("{} does not begin after the section of {}", colour.word(), before.word());
                self.faults.at(span, what, "The order round the ring is red, black, yellow, green.");
            }
        }
    }

    fn circles(
        &mut self,
        mut table: Table<'_, '_>,
        stretches: &EachColour<Stretch>,
        circles: &mut EachColour<(Vec<u8>, Evidence)>,
    ) {
        let colour = self.colour(&mut table);
        let numbers = table.numbers("at", &mut self.faults);
        let evidence = table.evidence(&mut self.faults);
        let span = table.span().clone();
        table.finish(&mut self.faults);
        let (Some(colour), Some(numbers)) = (colour, numbers) else { return };
        let (index, word) = (colour.value.index(), colour.value.word());
        let mut read: Vec<u8> = Vec::new();
        for number in &numbers {
            let Some(base) = self.base(number) else { continue };
            if stretches[index].as_ref().is_some_and(|(from, to, ..)| !(from..=to).contains(&&base)) {
                self.faults.at(&number.span, format!("{base} lies outside the section of {word}"), "");
            }
            if read.contains(&base) {
                self.faults.at(&number.span, format!("{base} is named twice"), "Name each circle once.");
            } else {
                read.push(base);
            }
        }
        if circles[index].is_some() {
            return self.faults.at(&colour.span, format!("{word} has circles already"), "Name them in one block.");
        }
        if !(1..=MOST_CIRCLES).contains(&numbers.len()) {
            let what = format!("{word} has {}", kernel::counted(numbers.len(), "circle", "circles"));
            self.faults.at(&span, what, format!("From 1 to {MOST_CIRCLES}."));
        }
        read.sort_unstable();
        circles[index] = Some((read, evidence.unwrap_or(Evidence::Invented)));
    }

    fn platform(&mut self, root: &mut Table<'_, '_>) -> Option<Vec<(Pad, Evidence)>> {
        let mut ring = Vec::new();
        let mut sure = true;
        let mut blocks = 0;
        for mut table in root.tables("platform", &mut self.faults) {
            let letters = table.text("spaces", &mut self.faults);
            let evidence = table.evidence(&mut self.faults).unwrap_or(Evidence::Invented);
            table.finish(&mut self.faults);
            blocks += 1;
            let Some(letters) = letters else {
                sure = false;
                continue;
            };
            for (offset, letter) in letters.value.char_indices() {
                let at = letters.span.start + 1 + offset;
                let span = at..at + letter.len_utf8();
                match Pad::read(letter) {
                    None => {
                        self.faults.at(&span, format!("`{letter}` is not a kind of space"), "It is ^ N R B Y or G.");
                        sure = false;
                    }
                    Some(Pad::Arrow) if !ring.is_empty() => {
                        self.faults.at(&span, "there is one arrow, and it comes first", "");
                        sure = false;
                    }
                    Some(pad) => ring.push((pad, evidence)),
                }
            }
        }
        (sure && blocks > 0).then_some(ring)
    }

    /// Checks that need the whole board.
    fn whole(
        &mut self,
        stretches: &EachColour<Stretch>,
        circles: &EachColour<(Vec<u8>, Evidence)>,
        platform: Option<&[(Pad, Evidence)]>,
    ) {
        let (Some(spaces), Some(platform), true) = (self.spaces, platform, self.faults.is_empty()) else { return };
        for colour in COLOURS {
            let (index, word) = (colour.index(), colour.word());
            if stretches[index].is_none() {
                self.faults.whole(format!("{word} has no section"), "Add a [[sections]] block.");
            }
            if circles[index].is_none() {
                self.faults.whole(format!("{word} has no circles"), "Add a [[circles]] block.");
            }
            if !platform.iter().any(|(pad, _)| *pad == Pad::Own(colour)) {
                self.faults.whole(format!("no platform space is {word}"), "Each colour needs one to enter.");
            }
        }
        if stretches.iter().all(Option::is_some) {
            let covered = |number: &u8| stretches.iter().flatten().any(|(from, to, ..)| (from..=to).contains(&number));
            let uncovered: Vec<_> = (1..=spaces).filter(|n| !covered(n)).map(|n| n.to_string()).collect();
            if !uncovered.is_empty() {
                let what = format!("no section contains {}", uncovered.join(", "));
                self.faults.whole(what, "Every base space belongs to a section.");
            }
        }
        if platform.first().is_none_or(|(pad, _)| *pad != Pad::Arrow) {
            self.faults.whole("the platform does not begin with the arrow", "Write ^ first.");
        }
        if platform.len() != usize::from(spaces) {
            let what = format!(
                "the platform has {} and the base {spaces}",
                kernel::counted(platform.len(), "space", "spaces")
            );
            self.faults.whole(what, "Both rings need the same number.");
        }
    }
}
