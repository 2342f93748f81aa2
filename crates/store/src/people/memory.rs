//! Accounts in memory.

use std::collections::BTreeMap;

use super::{
    Account, AccountData, Audience, Change, Changed, Device, MOST_MESSAGES, Message, PuzzleResult, SecretOwner, Token,
};
use crate::StreamId;
use crate::names::{folded, skeleton};

/// All accounts and messages.
#[derive(Debug, Default)]
pub(crate) struct People {
    persons: BTreeMap<String, Account>,
    /// Fingerprint of a secret to its person.
    secrets: BTreeMap<String, (String, Device)>,
    tokens: Vec<Token>,
    /// Fingerprint of a link to its person and expiry.
    links: BTreeMap<String, (String, i64)>,
    /// The same for links that reset the password.
    resets: BTreeMap<String, (String, i64)>,
    said: BTreeMap<StreamId, Vec<Message>>,
    /// Results of puzzles.
    results: Vec<PuzzleResult>,
    /// Ids of deleted people.
    gone: Vec<String>,
}

impl People {
    pub(crate) fn holder(&self, hash: &str) -> SecretOwner {
        let person = self.secrets.get(hash).and_then(|(id, _)| self.persons.get(id));
        match person {
            Some(person) => SecretOwner::Account(person.clone()),
            None if self.persons.contains_key(hash) || self.gone.iter().any(|id| id == hash) => SecretOwner::Revoked,
            None => SecretOwner::Unknown,
        }
    }

    pub(crate) fn claimant(&self, name: &str) -> Option<Account> {
        let name = folded(name);
        let claimed = |person: &&Account| person.claimed.as_deref().map(folded).as_ref() == Some(&name);
        self.persons.values().find(claimed).cloned()
    }

    pub(crate) fn namesake(&self, name: &str) -> Option<Account> {
        let name = skeleton(name);
        let alike = |person: &&Account| person.claimed.as_deref().map(skeleton).as_ref() == Some(&name);
        self.persons.values().find(alike).cloned()
    }

    pub(crate) fn bearer(&self, hash: &str) -> Option<(Account, Token)> {
        let token = self.tokens.iter().find(|token| token.hash == hash)?;
        Some((self.persons.get(&token.person)?.clone(), token.clone()))
    }

    pub(crate) fn link(&self, hash: &str, now_ms: i64) -> Option<Account> {
        let (id, _) = self.links.get(hash).filter(|(_, end)| now_ms < *end)?;
        self.persons.get(id).cloned()
    }

    pub(crate) fn reset(&self, hash: &str, now_ms: i64) -> Option<Account> {
        let (id, _) = self.resets.get(hash).filter(|(_, end)| now_ms < *end)?;
        self.persons.get(id).cloned()
    }

    pub(crate) fn account_data(&self, id: &str) -> AccountData {
        let devices = self.secrets.values().filter(|(of, _)| of == id);
        let mut devices: Vec<Device> = devices.map(|(_, device)| device.clone()).collect();
        devices.sort_by_key(|device| device.created_ms);
        let mut messages: Vec<Message> =
            self.said.values().flatten().filter(|message| message.person == id).cloned().collect();
        messages.sort_by_key(|message| message.at_ms);
        AccountData {
            person: self.persons.get(id).cloned(),
            devices,
            tokens: self.tokens.iter().filter(|token| token.person == id).cloned().collect(),
            messages,
            puzzles: self.results(id),
        }
    }

    pub(crate) fn results(&self, id: &str) -> Vec<PuzzleResult> {
        let mut results: Vec<_> = self.results.iter().filter(|result| result.person == id).cloned().collect();
        results.sort_by_key(|result| result.at_ms);
        results
    }

    fn add_result(&mut self, result: PuzzleResult, now_ms: i64) -> Changed {
        let same = |old: &PuzzleResult| {
            (&old.person, &old.game, &old.puzzle) == (&result.person, &result.game, &result.puzzle)
        };
        let new = self.persons.contains_key(&result.person) && !self.results.iter().any(same);
        if new {
            self.results.push(PuzzleResult { at_ms: now_ms, ..result });
        }
        done(new)
    }

    pub(crate) fn messages(&self, table: &StreamId, after: u64, limit: u32, all: bool) -> Vec<Message> {
        let said = self.said.get(table).map(Vec::as_slice).unwrap_or_default();
        let fits = |message: &&Message| message.number > after && (all || message.audience == Audience::Everyone);
        said.iter().filter(fits).take(limit as usize).cloned().collect()
    }

    /// Removes the messages of a removed table.
    pub(crate) fn remove_messages(&mut self, table: &StreamId) {
        self.said.remove(table);
    }

    /// Makes a change, except in the matches of a deleted person.
    pub(crate) fn change(&mut self, change: Change, now_ms: i64) -> Changed {
        match change {
            Change::Meet { id, name } => self.meet(id, name, now_ms),
            Change::Rename { id, name } => self.alter(&id, |person| person.name = name),
            Change::Claim { id, name, password, device, secret } => {
                self.claim(&id, name, password, &device, secret, now_ms)
            }
            Change::AddReset { hash, id, lasts_ms } => self.add_reset(hash, id, lasts_ms, now_ms),
            Change::UseReset { hash, password, secret } => self.use_reset(&hash, password, secret, now_ms),
            Change::AddSecret { id, hash } => self.add_secret(id, hash, now_ms),
            Change::DropSecret { hash } => done(self.secrets.remove(&hash).is_some()),
            Change::DropAll { id } => self.drop_all(&id),
            Change::AddToken(token) => self.add_token(token, now_ms),
            Change::DropToken { person, id } => {
                let before = self.tokens.len();
                self.tokens.retain(|token| token.person != person || token.id != id);
                done(self.tokens.len() < before)
            }
            Change::TouchToken { hash } => {
                let token = self.tokens.iter_mut().find(|token| token.hash == hash);
                done(token.map(|token| token.used_ms = Some(now_ms)).is_some())
            }
            Change::AddLink { hash, id, lasts_ms } => {
                self.links.retain(|_, (_, end)| now_ms < *end);
                let known = self.persons.contains_key(&id);
                if known {
                    self.links.insert(hash, (id, now_ms + lasts_ms));
                }
                done(known)
            }
            Change::UseLink { hash, secret } => self.use_link(&hash, secret, now_ms),
            Change::Say(message) => self.say(message, now_ms),
            Change::Puzzle(result) => self.add_result(result, now_ms),
            Change::Forget { id, .. } => self.forget(&id),
            // The store does what concerns more than people.
            Change::Report(_) | Change::Moderate(_) | Change::FirstKey(_) => Changed::Nothing,
            Change::KeepAnalysis(_) | Change::Upload(_) => Changed::Nothing,
        }
    }

    /// Adds a link that resets the password.
    pub(crate) fn add_reset(&mut self, hash: String, id: String, lasts_ms: i64, now_ms: i64) -> Changed {
        self.resets.retain(|_, (of, end)| now_ms < *end && *of != id);
        let known = self.persons.contains_key(&id);
        if known {
            self.resets.insert(hash, (id, now_ms + lasts_ms));
        }
        done(known)
    }

    /// Removes the text of a message; `false` if there is none.
    pub(crate) fn remove_message(&mut self, table: &StreamId, number: u64) -> bool {
        let kept = |message: &&mut Message| message.number == number && !message.removed;
        let Some(message) = self.said.get_mut(table).and_then(|said| said.iter_mut().find(kept)) else { return false };
        message.text.clear();
        message.removed = true;
        true
    }

    /// Removed messages, by table and number.
    pub(crate) fn removed(&self) -> Vec<(StreamId, u64)> {
        let removed = self.said.values().flatten().filter(|message| message.removed);
        removed.map(|message| (message.table.clone(), message.number)).collect()
    }

    /// People with this name, in any case, or whose id begins with it; the newest first.
    pub(crate) fn called(&self, name: &str, limit: u32) -> Vec<Account> {
        let fits = |person: &&Account| folded(&person.name) == folded(name) || person.id.starts_with(name);
        let mut found: Vec<Account> = self.persons.values().filter(fits).cloned().collect();
        found.sort_by_key(|person| std::cmp::Reverse(person.created_ms));
        found.truncate(limit as usize);
        found
    }

    /// The numbers of people with a claimed name, of others, and of messages.
    pub(crate) fn counts(&self) -> (u64, u64, u64) {
        let accounts = self.persons.values().filter(|person| person.claimed.is_some()).count();
        let messages = self.said.values().map(Vec::len).sum::<usize>();
        (accounts as u64, (self.persons.len() - accounts) as u64, messages as u64)
    }

    fn meet(&mut self, id: String, name: String, now_ms: i64) -> Changed {
        if self.persons.contains_key(&id) || self.gone.contains(&id) || self.secrets.contains_key(&id) {
            return Changed::Nothing;
        }
        self.secrets.insert(id.clone(), (id.clone(), Device { created_ms: now_ms }));
        let person = Account { id: id.clone(), name, claimed: None, password: None, created_ms: now_ms };
        self.persons.insert(id, person);
        Changed::Done
    }

    fn alter(&mut self, id: &str, how: impl FnOnce(&mut Account)) -> Changed {
        done(self.persons.get_mut(id).map(how).is_some())
    }

    fn claim(
        &mut self,
        id: &str,
        name: String,
        password: String,
        device: &str,
        secret: String,
        now_ms: i64,
    ) -> Changed {
        let Some(own) = self.persons.get(id) else { return Changed::Nothing };
        let (kept, had_one) = (own.claimed.as_deref().map(folded) == Some(folded(&name)), own.password.is_some());
        let others = |found: Option<Account>| found.is_some_and(|person| person.id != id);
        if others(self.claimant(&name)) || (!kept && others(self.namesake(&name))) {
            return Changed::Taken;
        }
        if had_one {
            self.drop_all(id);
        } else {
            self.secrets.remove(device);
            self.links.retain(|_, (of, _)| of != id);
        }
        self.alter(id, |person| {
            person.name.clone_from(&name);
            person.claimed = Some(name);
            person.password = Some(password);
        });
        self.add_secret(id.to_owned(), secret, now_ms)
    }

    fn use_reset(&mut self, hash: &str, password: String, secret: String, now_ms: i64) -> Changed {
        let Some(person) = self.reset(hash, now_ms) else { return Changed::Nothing };
        self.drop_all(&person.id);
        self.alter(&person.id, |person| person.password = Some(password));
        self.add_secret(person.id.clone(), secret, now_ms);
        Changed::Welcome(person)
    }

    fn add_secret(&mut self, id: String, hash: String, now_ms: i64) -> Changed {
        let known = self.persons.contains_key(&id);
        if known {
            self.secrets.insert(hash, (id, Device { created_ms: now_ms }));
        }
        done(known)
    }

    fn add_token(&mut self, token: Token, now_ms: i64) -> Changed {
        let known = self.persons.contains_key(&token.person);
        if known {
            self.tokens.push(Token { created_ms: now_ms, used_ms: None, ..token });
        }
        done(known)
    }

    fn use_link(&mut self, hash: &str, secret: String, now_ms: i64) -> Changed {
        let Some(person) = self.link(hash, now_ms) else { return Changed::Nothing };
        self.links.remove(hash);
        self.add_secret(person.id.clone(), secret, now_ms);
        Changed::Welcome(person)
    }

    fn say(&mut self, message: Message, now_ms: i64) -> Changed {
        let said = self.said.entry(message.table.clone()).or_default();
        let again =
            |old: &&Message| message.key.is_some() && (&old.person, &old.key) == (&message.person, &message.key);
        if let Some(old) = said.iter().find(again) {
            return if old.is_same(&message) { Changed::Said(old.clone()) } else { Changed::Taken };
        }
        let number = said.last().map_or(0, |last| last.number) + 1;
        let message = Message { number, at_ms: now_ms, ..message };
        said.push(message.clone());
        said.retain(|kept| kept.number + MOST_MESSAGES > number);
        Changed::Said(message)
    }

    fn drop_all(&mut self, id: &str) -> Changed {
        self.secrets.retain(|_, (of, _)| of != id);
        self.links.retain(|_, (of, _)| of != id);
        self.resets.retain(|_, (of, _)| of != id);
        self.tokens.retain(|token| token.person != id);
        done(self.persons.contains_key(id))
    }

    fn forget(&mut self, id: &str) -> Changed {
        self.drop_all(id);
        self.persons.remove(id);
        self.gone.push(id.to_owned());
        self.results.retain(|result| result.person != id);
        for message in self.said.values_mut().flatten().filter(|message| message.person == id) {
            message.person = super::FORGOTTEN.to_owned();
            message.name = super::FORGOTTEN.to_owned();
            message.text.clear();
            message.key = None;
        }
        Changed::Done
    }
}

fn done(was: bool) -> Changed {
    if was { Changed::Done } else { Changed::Nothing }
}
