//! Dice and dials in characters.

use kernel::scene::Throw;

/// Maximum length of a dial's bars.
const BAR: u32 = 12;

/// The throw, line by line: dice with their pips side by side, or a dial as a list of its sectors with
/// their odds and a pointer. `plain` for ASCII.
pub fn throw(throw: &Throw, plain: bool) -> Vec<String> {
    match throw {
        Throw::Dice(dice) => side_by_side(dice.iter().map(|pips| die(*pips, plain)).collect()),
        Throw::Dial { sectors, at } => dial(sectors, *at, plain),
    }
}

fn side_by_side(dice: Vec<[String; 5]>) -> Vec<String> {
    let row = |row: usize| dice.iter().map(|die| die[row].as_str()).collect::<Vec<_>>().join(" ");
    if dice.is_empty() { Vec::new() } else { (0..5).map(row).collect() }
}

/// A face of a die, nine columns wide; more than nine pips are shown as a number.
fn die(pips: u8, plain: bool) -> [String; 5] {
    let dot = if plain { 'o' } else { '●' };
    // Which pips are there: two corners, the other corners, the sides, top and bottom, the middle.
    let [rising, falling, sides, ends] = [pips > 1, pips > 3, pips > 5, pips > 7];
    let middle = pips % 2 == 1;
    let row = |left: bool, centre: bool, right: bool| {
        let sign = |there: bool| if there { dot } else { ' ' };
        format!(" {} {} {} ", sign(left), sign(centre), sign(right))
    };
    let rows = if pips > 9 {
        [row(false, false, false), format!("{pips:^7}"), row(false, false, false)]
    } else {
        [row(falling, ends, rising), row(sides, middle, sides), row(rising, ends, falling)]
    };
    let [top, centre, foot] = rows.map(|row| if plain { format!("|{row}|") } else { format!("│{row}│") });
    let line = |left, right| format!("{left}{}{right}", if plain { "-" } else { "─" }.repeat(7));
    let (first, last) = if plain { (line('+', '+'), line('+', '+')) } else { (line('╭', '╮'), line('╰', '╯')) };
    [first, top, centre, foot, last]
}

fn dial(sectors: &[(String, u32)], at: Option<usize>, plain: bool) -> Vec<String> {
    let all: u32 = sectors.iter().map(|(_, weight)| weight).sum();
    let most = sectors.iter().map(|(_, weight)| *weight).max().unwrap_or(0).max(1);
    let wide = sectors.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
    let (pointer, bar) = if plain { ('>', "#") } else { ('▶', "■") };
    let line = |(number, (label, weight)): (usize, &(String, u32))| {
        let label: String = label.chars().map(|ch| if plain && !ch.is_ascii() { '.' } else { ch }).collect();
        let here = if Some(number) == at { pointer } else { ' ' };
        let length = (weight * BAR).div_ceil(most).min(BAR) as usize;
        let odds = format!("{weight} of {all}");
        format!("{here} {label:wide$}  {odds:8} {}", bar.repeat(length)).trim_end().to_owned()
    };
    sectors.iter().enumerate().map(line).collect()
}
