//! Finding people, bans, and links for lost passwords.

use super::print::{columns, columns_or, json, safe, short, time};
use super::store::Host;
use super::{must_be_done, words};
use anyhow::bail;
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::Duration;
use store::{Account, Filter, HostAction, Listed, Version};

/// How long a link is valid.
const LASTS: Duration = Duration::from_secs(60 * 60);
/// The shortest beginning of an id that is accepted.
const SHORTEST_ID: usize = 8;
/// Maximum number of people with one name that are listed.
const MOST_PEOPLE: u32 = 50;
/// Number of tables that are read at once.
const A_PAGE: u32 = 500;
/// Maximum number of tables at which a guest is looked for, the newest first.
const MOST_TABLES: usize = 20_000;

/// Bans a person: they can read, but not open tables, play or write
///
/// A name is looked for among accounts and guests. If several guests have it, their ids are listed.
#[derive(clap::Args)]
pub(super) struct Ban {
    #[command(flatten)]
    who: Named,
    /// Why; the person reads it
    #[arg(long, value_parser = words)]
    reason: String,
    /// For this number of days [default: for ever]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    days: Option<u32>,
}

/// A person.
#[derive(clap::Args)]
pub(super) struct Named {
    /// The name, or the id or its first 8 characters or more
    #[arg(value_name = "NAME|ID")]
    person: String,
}

/// Prints a link to set a new password, for a person who lost theirs
///
/// The link works once, for an hour, and replaces earlier ones. Setting the new password logs the person out on all
/// other devices and revokes their tokens. Give it only to the person themselves.
#[derive(clap::Args)]
pub(super) struct ResetLink {
    /// The claimed name
    name: String,
    /// Where people reach the server
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:1943")]
    url: String,
}

/// Somebody who was found.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    id: String,
    name: String,
    claimed: bool,
}

pub(super) async fn ban(host: &Host, args: Ban) -> anyhow::Result<String> {
    let Found { id, name, .. } = find(host, &args.who.person).await?;
    let lasts_ms = args.days.map(|days| i64::from(days) * 86_400_000);
    must_be_done(host.act(HostAction::Ban { person: id.clone(), reason: args.reason, lasts_ms }).await?, || {
        format!("{} could not be banned", safe(&name))
    })?;
    let until = args.days.map_or("for ever".to_owned(), |days| format!("for {days} days"));
    Ok(format!("{} ({}) is banned {until}.\n", safe(&name), short(&id)))
}

pub(super) async fn unban(host: &Host, args: &Named) -> anyhow::Result<String> {
    let bans = host.store.moderation().restrictions().await?.bans;
    let by_id: Vec<_> = bans.iter().filter(|ban| is_id_of(&args.person, &ban.person)).collect();
    let (id, name) = match by_id[..] {
        [ban] => (ban.person.clone(), name_of(host, &ban.person).await?),
        _ => {
            let found = find(host, &args.person).await?;
            (found.id, found.name)
        }
    };
    let not_banned = || format!("{} is not banned; `boxtop admin bans` lists the bans", safe(&name));
    must_be_done(host.act(HostAction::Unban { person: id.clone() }).await?, not_banned)?;
    Ok(format!("{} ({}) is not banned any more.\n", safe(&name), short(&id)))
}

pub(super) async fn bans(host: &Host, as_json: bool) -> anyhow::Result<String> {
    let now = store::Clock::system().now_ms();
    let bans = host.store.moderation().restrictions().await?.bans;
    let (mut rows, mut listed) = (Vec::new(), Vec::new());
    for ban in bans.iter().filter(|ban| ban.is_in_force(now)) {
        let name = name_of(host, &ban.person).await?;
        let until = ban.until_ms.map_or("for ever".to_owned(), time);
        let by = safe(&ban.by);
        rows.push(vec![short(&ban.person), safe(&name), time(ban.since_ms), until, by, safe(&ban.reason)]);
        listed.push(serde_json::json!({
            "person": ban.person, "name": name, "since_ms": ban.since_ms, "until_ms": ban.until_ms, "by": ban.by,
            "reason": ban.reason,
        }));
    }
    if as_json {
        return json(&Value::Array(listed));
    }
    Ok(columns_or(&["ID", "NAME", "SINCE", "UNTIL", "BY", "REASON"], &rows, "Nobody is banned."))
}

pub(super) async fn reset_link(host: &Host, args: &ResetLink) -> anyhow::Result<String> {
    let name = safe(args.name.trim());
    let Some(Account { id: person, .. }) = host.store.people().claimant(args.name.trim()).await? else {
        bail!("nobody has claimed the name {name}; check the spelling (upper and lower case do not matter)");
    };
    let (link, hash) = server::reset_link();
    let action = HostAction::ResetLink { person, hash, lasts_ms: LASTS.as_millis() as i64 };
    must_be_done(host.act(action).await?, || format!("{name} was deleted meanwhile"))?;
    Ok(format!("{}/reset/{link}\nIt works once, within an hour. Give it only to {name}.\n", args.url))
}

/// The name of a person, or a word if it is not stored.
pub(super) async fn name_of(host: &Host, id: &str) -> anyhow::Result<String> {
    let person = host.store.people().account_data(id).await?.person;
    Ok(person.map_or_else(|| "a guest".to_owned(), |person| person.name))
}

/// The id of the person with this name or id.
pub(super) async fn id_of(host: &Host, person: &str) -> anyhow::Result<String> {
    Ok(find(host, person).await?.id)
}

/// The one person with this name or id.
async fn find(host: &Host, person: &str) -> anyhow::Result<Found> {
    let asked = person.trim();
    let mut found: BTreeMap<String, Found> = BTreeMap::new();
    for Account { id, name, claimed, .. } in host.store.moderation().people_called(asked, MOST_PEOPLE).await? {
        let one = Found { id: id.clone(), name, claimed: claimed.is_some() };
        if is_id_of(asked, &id) || is_name(asked, &one.name) || claimed.is_some_and(|claimed| is_name(asked, &claimed))
        {
            found.insert(id, one);
        }
    }
    // A claimed name belongs to one person.
    if let Some(account) = found.values().find(|one| one.claimed && is_name(asked, &one.name)) {
        return Ok(account.clone());
    }
    for one in at_seats(host, asked).await? {
        found.entry(one.id.clone()).or_insert(one);
    }
    let found: Vec<Found> = found.into_values().collect();
    match &found[..] {
        [] => bail!("there is nobody called {}, and no such id; check the spelling", safe(asked)),
        [one] => Ok(one.clone()),
        several => bail!("several people are called {}; give the id of one:\n{}", safe(asked), candidates(several)),
    }
}

fn candidates(found: &[Found]) -> String {
    let kind = |one: &Found| if one.claimed { "account" } else { "guest" }.to_owned();
    let rows: Vec<_> = found.iter().map(|one| vec![short(&one.id), kind(one), safe(&one.name)]).collect();
    columns(&["ID", "KIND", "NAME"], &rows).trim_end().to_owned()
}

fn is_name(asked: &str, name: &str) -> bool {
    asked.to_lowercase() == name.to_lowercase()
}

/// Does the text begin this id, and is it long enough for one?
fn is_id_of(asked: &str, id: &str) -> bool {
    asked.len() >= SHORTEST_ID && id.starts_with(asked)
}

/// People at seats: of guests who only play, nothing else is stored.
async fn at_seats(host: &Host, asked: &str) -> anyhow::Result<Vec<Found>> {
    let name = asked.to_lowercase();
    let (mut found, mut seen, mut after) = (BTreeMap::new(), 0, None);
    while seen < MOST_TABLES {
        let page = host.store.list(Filter { after, limit: A_PAGE, ..Filter::default() }).await?;
        let Some(last) = page.last() else { break };
        (seen, after) = (seen + page.len(), Some((last.updated_ms, last.stream.clone())));
        let may_be_there = |listed: &&Listed| {
            listed.entry.title.to_lowercase().contains(&name)
                || listed.entry.owners.iter().any(|owner| is_id_of(asked, owner))
        };
        for listed in page.iter().filter(may_be_there) {
            for event in host.store.read(&listed.stream, Version::NONE).await? {
                let event = serde_json::from_str(&event.body).unwrap_or_default();
                collect(&event, &mut |id, name| {
                    if is_id_of(asked, id) || is_name(asked, name) {
                        found.insert(id.to_owned(), name.to_owned());
                    }
                });
            }
        }
    }
    Ok(found.into_iter().map(|(id, name)| Found { id, name, claimed: false }).collect())
}

/// All people in an event: objects with a key and a name.
fn collect(value: &Value, each: &mut impl FnMut(&str, &str)) {
    match value {
        Value::Object(fields) => {
            if let (Some(Value::String(id)), Some(Value::String(name))) = (fields.get("key"), fields.get("name")) {
                each(id, name);
            }
            fields.values().for_each(|field| collect(field, each));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, each)),
        _ => {}
    }
}
