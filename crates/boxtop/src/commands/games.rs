//! `boxtop games`.

use crate::common::print;

/// Lists the games of the box
#[derive(clap::Args)]
pub(crate) struct Args {
    /// For programs
    #[arg(long)]
    json: bool,
}

/// Prints the shelf.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    let text = if args.json { json()? } else { plain() };
    print(text.as_bytes())
}

fn json() -> anyhow::Result<String> {
    let games: Vec<_> = catalog::games()
        .iter()
        .map(|title| {
            let info = title.info();
            serde_json::json!({
                "game": info.slug, "title": info.title, "imprint": info.imprint, "players": info.players,
                "rules_version": info.rules_version, "playable": true,
            })
        })
        .collect();
    Ok(serde_json::to_string_pretty(&games)? + "\n")
}

fn plain() -> String {
    let mut text = String::new();
    for title in catalog::games() {
        let info = title.info();
        let players: Vec<_> = info.players.iter().map(u8::to_string).collect();
        text += &format!("{:<18} {} ({}), {} players\n", info.slug, info.title, info.imprint, players.join(" or "));
        for option in title.options() {
            text += &format!("  --option {}={}  {} ({})\n", option.key, option.default, option.about, option.rule);
        }
    }
    text
}
