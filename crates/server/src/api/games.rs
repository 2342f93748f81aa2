//! Games, their rules and their boards.

use crate::problem::Problem;
use axum::Json;
use axum::extract::Path;
use catalog::Level;
use kernel::dynamic::{DynGame, MatchConfig};
use kernel::{OptionKind, Rule};
use protocol::{
    BoardFile, GameDetails, GameOption, GameSummary, LevelInfo, OptionChoice, OptionValue, RuleText, SeatsForPlayers,
};
use std::future::{Ready, ready};

/// The result of a handler that does not wait.
type Now<T> = Ready<Result<Json<T>, Problem>>;

fn game(slug: &str) -> Result<&'static dyn DynGame, Problem> {
    catalog::game(slug).ok_or_else(|| Problem::no_game(slug))
}

fn summary(game: &dyn DynGame) -> GameSummary {
    let info = game.info();
    GameSummary {
        slug: info.slug.to_owned(),
        title: info.title.to_owned(),
        imprint: info.imprint.to_owned(),
        summary: info.summary.to_owned(),
        players: info.players.to_vec(),
        rules_version: info.rules_version,
    }
}

fn details(game: &dyn DynGame) -> GameDetails {
    let GameSummary { slug, title, imprint, summary, players, rules_version } = summary(game);
    GameDetails {
        slug,
        title,
        imprint,
        summary,
        rules_version,
        seats: players.iter().filter_map(|players| seats(game, *players)).collect(),
        players,
        options: game.options().into_iter().map(option).collect(),
        levels: Level::ALL.map(|level| LevelInfo { level: level.word().into(), about: level.about().into() }).into(),
    }
}

fn seats(game: &dyn DynGame, players: u8) -> Option<SeatsForPlayers> {
    let opened = game.open(&MatchConfig { players, ..MatchConfig::default() }).ok()?;
    Some(SeatsForPlayers { players, seats: opened.seats().iter().map(|seat| seat.id.to_owned()).collect() })
}

fn option(spec: kernel::OptionSpec) -> GameOption {
    let choice = match spec.kind {
        OptionKind::Switch => OptionChoice::Switch,
        OptionKind::Number { min, max } => OptionChoice::Number { min, max },
        OptionKind::Word(words) => OptionChoice::Word { words: words.iter().map(ToString::to_string).collect() },
    };
    let default = match spec.default {
        kernel::OptionValue::Switch(on) => OptionValue::Switch(on),
        kernel::OptionValue::Number(number) => OptionValue::Number(number),
        kernel::OptionValue::Word(word) => OptionValue::Word(word),
    };
    GameOption { key: spec.key.into(), choice, default, about: spec.about.into(), rule: spec.rule.to_string() }
}

fn rule_text(rule: &Rule) -> RuleText {
    RuleText {
        id: rule.id.clone(),
        title: rule.title.clone(),
        standing: format!("{:?}", rule.standing).to_lowercase(),
        source: rule.source.clone(),
        section: rule.section.clone(),
        text: rule.text.clone(),
    }
}

/// All games
#[cfg_attr(test, utoipa::path(get, path = "/games", tag = "games", responses((status = 200, description = "Success", body = Vec<GameSummary>))))]
pub(super) fn list() -> Ready<Json<Vec<GameSummary>>> {
    ready(Json(catalog::games().iter().map(|game| summary(*game)).collect()))
}

/// One game, with seats, options and levels
#[cfg_attr(test, utoipa::path(get, path = "/games/{game}", tag = "games", params(("game" = String, Path, description = "The game's slug")),
    responses((status = 200, description = "Success", body = GameDetails), (status = 404, description = "Not found", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) fn one(Path(slug): Path<String>) -> Now<GameDetails> {
    ready(game(&slug).map(|game| Json(details(game))))
}

/// The rules of a game, by number
#[cfg_attr(test, utoipa::path(get, path = "/games/{game}/rules", tag = "games", params(("game" = String, Path, description = "The game's slug")),
    responses((status = 200, description = "Success", body = Vec<RuleText>), (status = 404, description = "Not found", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) fn rules(Path(slug): Path<String>) -> Now<Vec<RuleText>> {
    ready(game(&slug).map(|game| Json(game.rule_book().rules.iter().map(rule_text).collect())))
}

/// One rule
#[cfg_attr(test, utoipa::path(get, path = "/games/{game}/rules/{rule}", tag = "games",
    params(("game" = String, Path, description = "The game's slug"), ("rule" = String, Path, description = "Its number, such as `TM-5`")),
    responses((status = 200, description = "Success", body = RuleText), (status = 404, description = "Not found", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) fn rule(Path((slug, id)): Path<(String, String)>) -> Now<RuleText> {
    ready(game(&slug).and_then(|game| one_rule(game, &id).map(Json)))
}

fn one_rule(game: &dyn DynGame, id: &str) -> Result<RuleText, Problem> {
    let missing = || Problem::missing(format!("{} has no such rule.", game.info().title), "See the list of its rules.");
    game.rule_book().get(id).map(rule_text).ok_or_else(missing)
}

/// The standard board
#[cfg_attr(test, utoipa::path(get, path = "/games/{game}/board", tag = "games", params(("game" = String, Path, description = "The game's slug")),
    responses((status = 200, description = "Success", body = BoardFile), (status = 404, description = "Not found", body = protocol::Problem, content_type = "application/problem+json"))))]
pub(super) fn board(Path(slug): Path<String>) -> Now<BoardFile> {
    let file = |board: &str| Json(BoardFile { hash: table::board_hash(board), board: board.to_owned() });
    ready(game(&slug).map(|game| file(game.standard_board())))
}
