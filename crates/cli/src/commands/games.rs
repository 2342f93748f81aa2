//! `boxtop games`.

use crate::common::print;

/// Lists the games with their options
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let text = if args.json { json()? } else { plain() };
    print(text.as_bytes())
}

fn json() -> anyhow::Result<String> {
    let games: Vec<_> = catalog::games()
        .iter()
        .map(|game| {
            let info = game.info();
            serde_json::json!({
                "game": info.slug, "title": info.title, "imprint": info.imprint, "players": info.players,
                "minutes": [info.minutes.0, info.minutes.1], "difficulty": info.difficulty.word(),
                "rules_version": info.rules_version, "playable": true,
            })
        })
        .collect();
    Ok(serde_json::to_string_pretty(&games)? + "\n")
}

fn plain() -> String {
    let mut text = String::new();
    for game in catalog::games() {
        let info = game.info();
        let (players, minutes) = (info.players_in_words(), info.minutes_in_words());
        let difficulty = info.difficulty.word();
        text += &format!("{:<18} {} ({}), {players}, {minutes}, {difficulty}\n", info.slug, info.title, info.imprint);
        for option in game.options() {
            text += &format!("  --option {}={}  {} ({})\n", option.key, option.default, option.about, option.rule);
        }
    }
    text
}
