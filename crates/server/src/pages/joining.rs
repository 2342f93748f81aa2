//! On the table's page: taking a seat, and what to do if the other player is gone.
//!
//! All elements are always on the page and hidden while they are not needed. Seats become free and are taken while the
//! page is open; `assets/joining.js` and `assets/absence.js` update it.

use crate::guest::Guest;
use crate::site::Site;
use catalog::Level;
use maud::{Markup, html};
use table::{Occupant, Table};

/// The link for friends, the free seats for visitors, and the notice that a seat is already taken.
pub(super) fn seats(site: &Site, table: &Table, guest: &Guest, link: &str, taken: bool) -> Markup {
    let seats = table.game_match().seats();
    let open = |at: &usize| table.seats()[*at] == Occupant::Open && !table.is_over();
    let free: Vec<_> = (0..seats.len()).filter(open).map(|at| &seats[at]).collect();
    let mine = !table.seats_of(&guest.key).is_empty();
    let names: Vec<&str> = free.iter().map(|seat| seat.name).collect();
    html! {
        p #sit-notice .notice role="status" hidden[!taken || mine] { (notice(taken && !mine, free.len())) }
        div #share hidden[free.is_empty() || !mine] {
            h2 { @if free.len() == 1 { "Send this link to a friend" } @else { "Send this link to your friends" } }
            div.copy { input #link readonly value=(link) aria-label="Link to this table"; button #copy type="button" { "Copy" } }
            p { "Anyone with the link can take a seat. The game starts when all seats are taken. Free now: " span #free-now { (names.join(", ")) } "." }
        }
        form #sit method="post" action=(site.url(&format!("/tables/{}/sit", table.opened().id))) hidden[free.is_empty() || mine] {
            h2 { @if free.len() == 1 { "A seat is free" } @else { "Seats are free" } }
            @if table.opened().practice { p #practice-note { "This is a practice table: everybody may ask for hints and see the chances of winning." } }
            input type="hidden" name="nonce" value="";
            input type="hidden" name="anchor" value="";
            label { span { "Your name at the table" } input name="name" maxlength="24" value=(guest.name) autocomplete="nickname"; }
            div #free-seats {
                @for seat in free { button.primary type="submit" name="seat" value=(seat.id) { "Play " (seat.name) } }
            }
        }
    }
}

/// The notice if somebody else took the seat first.
fn notice(taken: bool, free: usize) -> &'static str {
    match free {
        _ if !taken => "",
        0 => "Somebody else took the last seat. You are a spectator.",
        _ => "Somebody else took this seat. Choose one that is still free.",
    }
}

/// What you can choose if the other player is gone.
pub(super) fn banner() -> Markup {
    html! {
        div #absent .banner role="group" aria-label="The other player is gone" hidden {
            p #absent-words {}
            div.buttons {
                button #absent-claim .primary type="button" { "Claim the win" }
                button #absent-abort type="button" { "End without a result" }
                button #absent-open type="button" { "Open the seat to someone else" }
            }
            form #absent-computer {
                label { span { "Level" }
                    select name="level" { @for level in Level::ALL { option value=(level.word()) selected[level == Level::Captain] { (level.word()) } } }
                }
                button type="submit" { "Let a computer play" }
            }
        }
    }
}
