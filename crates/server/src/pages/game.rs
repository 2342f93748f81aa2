//! The page of a game: its box top, and the form that opens a table. One button starts a match at once; all choices are folded.

use super::{Page, chip, facts, layout, learn, puzzles_link};
use crate::guest::Guest;
use crate::problem::Problem;
use crate::site::Site;
use catalog::Level;
use kernel::dynamic::{DynGame, MatchConfig};
use kernel::{OptionKind, OptionSpec, OptionValue, SeatInfo};
use maud::{Markup, html};
use std::collections::BTreeMap;

/// The fields of the form as they were filled in.
#[derive(Default)]
pub(crate) struct Draft(pub(crate) BTreeMap<String, String>);

impl Draft {
    /// A field, if it was sent.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Is this the value that was sent, or the default?
    fn chose(&self, name: &str, value: &str, default: &str) -> bool {
        self.get(name).unwrap_or(default) == value
    }
}

/// The page of a game that can be played.
pub(crate) fn page(
    site: &Site,
    game: &'static dyn DynGame,
    guest: &Guest,
    draft: &Draft,
    problem: Option<&Problem>,
) -> Markup {
    let info = game.info();
    let page = Page { title: info.title, kind: "game-page", game: Some(info), style: "game.css", script: "start.js" };
    let art = site.asset(&format!("art/{}.svg", info.slug));
    let body = html! {
        div.box {
            img.box-art src=(art) alt=(format!("Box top of {}", info.title)) width="400" height="300";
            div.about {
                h1 { (info.title) }
                p.imprint { (info.imprint) }
                (facts(info))
                p.lede { (info.summary) }
                (form(site, game, guest, draft, problem))
                p.links {
                    a href=(site.url(&format!("/how-to-play/{}", info.slug))) { "How to play" }
                    a href=(site.url(&format!("/rules/{}", info.slug))) { "All the rules" }
                    a href=(site.url(&format!("/boards/{}", info.slug))) { "How we know the board" }
                }
            }
        }
    };
    layout(site, &page, body)
}

/// What the form needs to know about a game.
struct StartForm<'a> {
    draft: &'a Draft,
    /// The seats for each number of players.
    seats_by_count: Vec<(u8, Vec<SeatInfo>)>,
    /// The number of players.
    players: u8,
}

impl<'a> StartForm<'a> {
    fn new(game: &dyn DynGame, draft: &'a Draft) -> Self {
        let open = |players| game.open(&MatchConfig { players, ..MatchConfig::default() }).ok();
        let counts = game.info().players.iter();
        let seats_by_count = counts.filter_map(|&players| Some((players, open(players)?.seats()))).collect();
        let usual = open(0).map_or(0, |opened| opened.config().players);
        let players = draft.get("players").and_then(|text| text.parse().ok()).unwrap_or(usual);
        StartForm { draft, seats_by_count, players }
    }

    /// Can the number of players be chosen?
    fn varies(&self) -> bool {
        self.seats_by_count.len() > 1
    }

    /// The largest number of seats.
    fn most(&self) -> usize {
        self.seats_by_count.iter().map(|(_, seats)| seats.len()).max().unwrap_or(0)
    }

    fn radio(&self, name: &str, value: &str, default: &str) -> Markup {
        let id = format!("{name}-{value}");
        html! { input type="radio" id=(id) name=(name) value=(value) checked[self.draft.chose(name, value, default)]; }
    }
}

fn form(site: &Site, game: &'static dyn DynGame, guest: &Guest, draft: &Draft, problem: Option<&Problem>) -> Markup {
    let form = StartForm::new(game, draft);
    let info = game.info();
    html! {
        form #start .start method="post" action=(site.url("/tables")) data-testid="start" data-game=(info.slug) {
            input type="hidden" name="game" value=(info.slug);
            @if let Some(problem) = problem { (faults(problem)) }
            p.go { (submit()) (learn(site, info)) (puzzles_link(site, info)) }
            (chosen(&form))
            details #more open[problem.is_some()] {
                summary { "Choose opponents, seats, clock and rules" }
                (choices(site, game, guest, &form, problem))
                p.go { (submit()) }
            }
        }
    }
}

/// The button; what it says depends on whether the match can start at once.
fn submit() -> Markup {
    html! {
        button.button.primary type="submit" { span.at-once { "Play now" } span.later { "Open the table" } }
    }
}

/// What the button does, in a sentence; the style sheet shows the one for what is chosen.
fn chosen(form: &StartForm<'_>) -> Markup {
    let against = |seats: usize| if seats == 2 { "the computer".into() } else { format!("{} computers", seats - 1) };
    html! {
        p.chosen {
            span.if-computer {
                "You play against "
                @for (count, seats) in &form.seats_by_count { span class=(by_count(form, *count)) { (against(seats.len())) } }
                ", level "
                @for level in Level::ALL { span class=(format!("if-level {level}")) { (level.word()) } }
                "."
            }
            span.if-home { "Everyone plays on this device." }
            span.if-friend { "You get a link to send to your friends." }
            span.if-seats { "The match starts when every seat is taken." }
        }
    }
}

/// Everything that can be chosen.
fn choices(
    site: &Site,
    game: &'static dyn DynGame,
    guest: &Guest,
    form: &StartForm<'_>,
    problem: Option<&Problem>,
) -> Markup {
    let (draft, slug) = (form.draft, game.info().slug);
    let chance = game.open(&MatchConfig::default()).is_ok_and(|opened| opened.has_chance());
    html! {
        (modes(form))
        (players(form))
        (sides(form))
        (levels(form))
        (seat_players(form))
        label.name { span { "Your name at the table" }
            input name="name" maxlength="24" autocomplete="nickname" value=(draft.get("name").unwrap_or(&guest.name));
        }
        (publicity(draft))
        (practice(draft))
        (pace(form))
        @if chance { (own_dice(draft)) }
        details open[draft.get("games").is_some_and(|games| games != "1")] {
            summary { "Length" }
            (games(form))
        }
        details open[draft.get("options").is_some() && problem.is_some()] {
            summary { "House rules" }
            input type="hidden" name="options" value="1";
            @for spec in game.options() { (option(site, slug, &spec, draft)) }
        }
        details open[draft.get("board").is_some_and(|text| !text.trim().is_empty())] {
            summary { "Another board" }
            p { "Use your own board file. Start from " a href=(site.url(&format!("/boards/{slug}/board.toml"))) { "the standard board" } "." }
            p { input #board-file type="file" accept=".toml,text/plain" aria-label="Board file"; }
            textarea #board-text name="board" rows="8" spellcheck="false" autocapitalize="off" aria-label="Text of a board file" placeholder="… or paste it here" { (draft.get("board").unwrap_or("")) }
        }
    }
}

/// The class of something that is shown for one number of players.
fn by_count(form: &StartForm<'_>, count: u8) -> String {
    if form.varies() { format!("by-count for-{count}") } else { "by-count".into() }
}

/// For friends only, or listed in the lobby.
fn publicity(draft: &Draft) -> Markup {
    html! {
        label.check.publicity {
            input type="checkbox" name="public" value="1" checked[draft.get("public").is_some()];
            span { "Show it in the lobby: anyone can take an open seat" }
        }
    }
}

/// Hints and the chances of winning for everybody, or for nobody.
fn practice(draft: &Draft) -> Markup {
    html! {
        label.check.practice {
            input type="checkbox" name="practice" value="1" checked[draft.get("practice").is_some()];
            span { "Practice: everybody may ask for hints and see the chances of winning" }
        }
    }
}

/// The time control.
fn pace(form: &StartForm<'_>) -> Markup {
    let draft = form.draft;
    let choice =
        |value: &str, chosen: &str, words: String| html! { option value=(value) selected[value == chosen] { (words) } };
    let field = |name: &str, usual: &str| draft.get(name).unwrap_or(usual).to_owned();
    let (minutes, increment, days) = (field("minutes", "10"), field("increment", "5"), field("days", "3"));
    let plural = |number: &str, word: &str| format!("{number} {word}{}", if number == "1" { "" } else { "s" });
    html! {
        details.paces open[draft.get("pace").is_some_and(|pace| pace != "untimed")] {
            summary { "Time control" }
            fieldset {
                legend.unseen { "Time control" }
                (form.radio("pace", "untimed", "untimed")) label for="pace-untimed" { "No clock" }
                (form.radio("pace", "clock", "untimed")) label for="pace-clock" { "Clock" }
                (form.radio("pace", "days", "untimed")) label for="pace-days" { "Days per move" }
            }
            div.pace-clock {
                label { span { "Time per side" } select name="minutes" { @for number in ["3", "5", "10", "15", "30", "60", "90"] { (choice(number, &minutes, plural(number, "minute"))) } } }
                label { span { "Increment per turn" } select name="increment" { @for number in ["0", "2", "5", "10", "15", "30"] { (choice(number, &increment, plural(number, "second"))) } } }
            }
            div.pace-days {
                label { span { "Time per move" } select name="days" { @for number in ["1", "2", "3", "5", "7", "14"] { (choice(number, &days, plural(number, "day"))) } } }
            }
            p { small { "Only people have clocks. If your time runs out, you lose, or a computer plays on for you." } }
        }
    }
}

/// Playing with real dice.
fn own_dice(draft: &Draft) -> Markup {
    html! {
        label.check.own-dice {
            input type="checkbox" name="dice" value="own" checked[draft.get("dice") == Some("own")];
            span { "We throw real dice and enter the results" }
        }
    }
}

/// The simple choices first, then seat by seat.
fn modes(form: &StartForm<'_>) -> Markup {
    let modes = [
        ("computer", "The computer", "start right away"),
        ("home", "One screen", "everyone on this device"),
        ("friend", "Friends", "send them a link"),
        ("seats", "Custom", "choose each seat"),
    ];
    html! {
        fieldset.modes {
            legend { "Play with" }
            @for (mode, name, about) in modes {
                (form.radio("mode", mode, "computer"))
                label for=(format!("mode-{mode}")) { strong { (name) } small { (about) } }
            }
        }
    }
}

fn players(form: &StartForm<'_>) -> Markup {
    let usual = form.players.to_string();
    html! {
        @if form.varies() {
            fieldset.players {
                legend { "Number of players" }
                @for (count, _) in &form.seats_by_count {
                    (form.radio("players", &count.to_string(), &usual))
                    label for=(format!("players-{count}")) { (count) }
                }
            }
        }
    }
}

fn sides(form: &StartForm<'_>) -> Markup {
    html! {
        fieldset.sides {
            legend { "You play" }
            @for (count, seats) in &form.seats_by_count { (sides_for(form, *count, seats)) }
            (form.radio("side", "either", ""))
            label for="side-either" { @if form.most() > 2 { "any" } @else { "either" } }
        }
    }
}

/// The sides for a number of players; shown when that number is chosen.
fn sides_for(form: &StartForm<'_>, count: u8, seats: &[SeatInfo]) -> Markup {
    let first = seats.first().map_or("", |seat| seat.id);
    let id = |seat: &SeatInfo| {
        if form.varies() { format!("side-{count}-{}", seat.id) } else { format!("side-{}", seat.id) }
    };
    html! {
        div class=(by_count(form, count)) {
            @for seat in seats {
                input type="radio" id=(id(seat)) name="side" value=(seat.id)
                    checked[count == form.players && form.draft.chose("side", seat.id, first)];
                label for=(id(seat)) { (capital(seat.name)) }
            }
        }
    }
}

fn levels(form: &StartForm<'_>) -> Markup {
    html! {
        fieldset.levels {
            legend { "Level" }
            @for level in Level::ALL {
                (form.radio("level", level.word(), Level::Private.word()))
                label for=(format!("level-{level}")) title=(level.about()) { (level.word()) }
            }
            @for level in Level::ALL { p class=(format!("about-level {level}")) { (level.about()) } }
        }
    }
}

/// Who sits where, seat by seat.
fn seat_players(form: &StartForm<'_>) -> Markup {
    html! {
        fieldset.seat-players {
            legend { "Players" }
            @for at in 0..form.most() {
                label class=(format!("seat-player from-{}", at + 1)) {
                    span { (seat_names(form, at)) }
                    (seat_player(form, at))
                }
            }
            p { "You can take several seats. The match starts when all seats are taken." }
        }
    }
}

/// The seat's name for each number of players.
fn seat_names(form: &StartForm<'_>, at: usize) -> Markup {
    let named = form.seats_by_count.iter().filter_map(|(count, seats)| Some((count, seats.get(at)?)));
    html! {
        @for (count, seat) in named {
            span class=(by_count(form, *count)) { (capital(seat.name)) }
        }
    }
}

fn seat_player(form: &StartForm<'_>, at: usize) -> Markup {
    let name = format!("seat-{at}");
    let default = if at == 0 { "me" } else { Level::Private.word() };
    let choice = |value: &str, words: &str| {
        html! { option value=(value) selected[form.draft.chose(&name, value, default)] { (words) } }
    };
    html! {
        select name=(name) {
            (choice("me", "me"))
            (choice("open", "open"))
            @for level in Level::ALL { (choice(level.word(), &format!("computer: {level}"))) }
        }
    }
}

fn games(form: &StartForm<'_>) -> Markup {
    let several = [(2, "two games, switching sides"), (4, "four games, switching sides")];
    let several = several.into_iter().filter(|(games, _)| *games <= form.most());
    html! {
        fieldset.games {
            legend { "Number of games" }
            (form.radio("games", "1", "1"))
            label for="games-1" { "one game" }
            @for (games, words) in several {
                (form.radio("games", &games.to_string(), "1"))
                label for=(format!("games-{games}")) { (words) }
            }
        }
    }
}

/// The name with a capital first letter.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn faults(problem: &Problem) -> Markup {
    html! {
        div #error .faults role="alert" {
            p { strong { "The table was not opened." } }
            @if problem.faults.is_empty() { p { (problem.error) } }
            ul { @for fault in &problem.faults { li { code { (place(&fault.place)) } " " (fault.what) } } }
        }
    }
}

/// Writes `board 12:5` as line and column.
fn place(place: &str) -> String {
    match place.strip_prefix("board ").and_then(|at| at.split_once(':')) {
        Some((line, column)) => format!("board, line {line}, column {column}"),
        None => place.to_owned(),
    }
}

fn option(site: &Site, slug: &str, spec: &OptionSpec, draft: &Draft) -> Markup {
    let name = format!("option.{}", spec.key);
    let default = spec.default.to_string();
    let sent = draft.get("options").is_some();
    let value = draft.get(&name).unwrap_or(&default);
    let label = spec.key.replace('_', " ");
    html! {
        div.option {
            @match spec.kind {
                OptionKind::Switch => label {
                    input type="checkbox" name=(name) value="true"
                        checked[if sent { draft.get(&name).is_some() } else { spec.default == OptionValue::Switch(true) }];
                    span { (label) }
                },
                OptionKind::Number { min, max } => label {
                    span { (label) }
                    input type="number" name=(name) min=(min) max=(max) value=(value);
                },
                OptionKind::Word(words) => label {
                    span { (label) }
                    select name=(name) { @for word in words { option value=(word) selected[*word == value] { (word) } } }
                },
            }
            small { (spec.about) " " (chip(site.settings.base_path, slug, &spec.rule.to_string())) }
        }
    }
}
