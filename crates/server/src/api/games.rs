//! The shelf: games, their rules, their boards.

use super::ProblemDetails;
use crate::problem::Problem;
use axum::Json;
use axum::extract::Path;
use catalog::Level;
use kernel::dynamic::{DynGame, MatchConfig};
use kernel::{OptionKind, Rule};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// A game in the list.
#[derive(Serialize, ToSchema)]
pub(crate) struct Game {
    /// Its name in addresses.
    #[schema(example = "three-musketeers")]
    slug: &'static str,
    title: &'static str,
    imprint: &'static str,
    summary: &'static str,
    /// How many can play.
    players: &'static [u8],
    rules_version: u32,
}

/// A game with everything that can be chosen when a table is opened.
#[derive(Serialize, ToSchema)]
pub(crate) struct WholeGame {
    #[serde(flatten)]
    game: Game,
    /// The seats for each number of players.
    seats: Vec<Company>,
    /// House rules: key, kind, default, what it changes, and the rule it belongs to.
    options: Vec<Value>,
    /// The levels of computer players.
    levels: Vec<LevelInfo>,
}

/// The seats for a number of players.
#[derive(Serialize, ToSchema)]
struct Company {
    players: u8,
    /// Ids of the seats.
    seats: Vec<&'static str>,
}

/// A level of computer players.
#[derive(Serialize, ToSchema)]
struct LevelInfo {
    level: &'static str,
    about: &'static str,
}

/// A rule.
#[derive(Serialize, ToSchema)]
pub(crate) struct RuleInfo {
    #[schema(example = "TM-5")]
    id: String,
    title: String,
    /// How we know it.
    standing: String,
    source: String,
    section: String,
    /// In Markdown.
    text: String,
}

/// A board file.
#[derive(Serialize, ToSchema)]
pub(crate) struct BoardFile {
    /// Its fingerprint, as records name it.
    hash: String,
    /// TOML.
    board: &'static str,
}

fn title(slug: &str) -> Result<&'static dyn DynGame, Problem> {
    catalog::game(slug).ok_or_else(|| Problem::no_game(slug))
}

fn game(title: &dyn DynGame) -> Game {
    let info = title.info();
    Game {
        slug: info.slug,
        title: info.title,
        imprint: info.imprint,
        summary: info.summary,
        players: info.players,
        rules_version: info.rules_version,
    }
}

fn rule_info(rule: &Rule) -> RuleInfo {
    RuleInfo {
        id: rule.id.clone(),
        title: rule.title.clone(),
        standing: format!("{:?}", rule.standing).to_lowercase(),
        source: rule.source.clone(),
        section: rule.section.clone(),
        text: rule.text.clone(),
    }
}

/// All games
#[utoipa::path(get, path = "/games", tag = "games", responses((status = 200, description = "The answer", body = Vec<Game>)))]
pub(super) async fn list() -> Json<Vec<Game>> {
    Json(catalog::games().iter().map(|title| game(*title)).collect())
}

/// One game, with seats, options and levels
#[utoipa::path(get, path = "/games/{game}", tag = "games", params(("game" = String, Path, description = "The game's slug")),
    responses((status = 200, description = "The answer", body = WholeGame), (status = 404, description = "There is no such thing", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn one(Path(slug): Path<String>) -> Result<Json<WholeGame>, Problem> {
    let title = title(&slug)?;
    let company = |&players: &u8| {
        let session = title.open(&MatchConfig { players, ..MatchConfig::default() }).ok()?;
        Some(Company { players, seats: session.seats().iter().map(|seat| seat.id).collect() })
    };
    let option = |spec: kernel::OptionSpec| {
        let kind = match spec.kind {
            OptionKind::Switch => json!({ "kind": "switch" }),
            OptionKind::Number { min, max } => json!({ "kind": "number", "min": min, "max": max }),
            OptionKind::Word(words) => json!({ "kind": "word", "words": words }),
        };
        json!({
            "key": spec.key, "choice": kind, "default": spec.default, "about": spec.about, "rule": spec.rule.to_string(),
        })
    };
    Ok(Json(WholeGame {
        game: game(title),
        seats: title.info().players.iter().filter_map(company).collect(),
        options: title.options().into_iter().map(option).collect(),
        levels: Level::ALL.map(|level| LevelInfo { level: level.word(), about: level.about() }).into(),
    }))
}

/// The rules of a game, by number
#[utoipa::path(get, path = "/games/{game}/rules", tag = "games", params(("game" = String, Path, description = "The game's slug")),
    responses((status = 200, description = "The answer", body = Vec<RuleInfo>), (status = 404, description = "There is no such thing", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn rules(Path(slug): Path<String>) -> Result<Json<Vec<RuleInfo>>, Problem> {
    Ok(Json(title(&slug)?.rule_book().rules.iter().map(rule_info).collect()))
}

/// One rule
#[utoipa::path(get, path = "/games/{game}/rules/{rule}", tag = "games",
    params(("game" = String, Path, description = "The game's slug"), ("rule" = String, Path, description = "Its number, such as `TM-5`")),
    responses((status = 200, description = "The answer", body = RuleInfo), (status = 404, description = "There is no such thing", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn rule(Path((slug, id)): Path<(String, String)>) -> Result<Json<RuleInfo>, Problem> {
    let title = title(&slug)?;
    let rule = title.rule_book().get(&id).map(rule_info);
    rule.map(Json).ok_or_else(|| {
        Problem::missing(format!("{} has no such rule.", title.info().title), "See the list of its rules.")
    })
}

/// The board in the box
#[utoipa::path(get, path = "/games/{game}/board", tag = "games", params(("game" = String, Path, description = "The game's slug")),
    responses((status = 200, description = "The answer", body = BoardFile), (status = 404, description = "There is no such thing", body = ProblemDetails, content_type = "application/problem+json")))]
pub(super) async fn board(Path(slug): Path<String>) -> Result<Json<BoardFile>, Problem> {
    let board = title(&slug)?.standard_board();
    Ok(Json(BoardFile { hash: table::board_hash(board), board }))
}
