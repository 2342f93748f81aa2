//! A table of a server: its view, its record, its stream, and the commands of a player.

use crate::client::{Call, OnRetry, random_key, random_nonce};
use crate::dice::SharedDevice;
use crate::watch::TableWatch;
use crate::{Client, ClientError, Device, json};
use kernel::record::Record;
use protocol::{
    Analysis, AnalysisStatus, ChatAudience, ChatMessage, ChatMessages, ChatQuery, ChatRequest, Command, CommandRequest,
    CommandResult, Hint, HintRequest, LegalMoves, LegalMovesQuery, Receipt, View,
};
use std::time::Duration;

/// The pause between two questions about an analysis.
const ANALYSIS_ASKED_EVERY: Duration = Duration::from_secs(1);

/// A table of a server, and the [`Device`] by which this client adds to its dice. Clones share the device.
#[derive(Clone)]
pub struct Table {
    client: Client,
    id: String,
    pub(crate) device: SharedDevice,
}

impl Table {
    pub(crate) fn new(client: Client, id: &str) -> Table {
        Table { client, id: id.to_owned(), device: SharedDevice::new(Device::new(id)) }
    }

    pub(crate) fn with_shared(self, device: SharedDevice) -> Table {
        Table { device, ..self }
    }

    /// The table's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The client.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The same table and device, with another client of the same server.
    pub fn with_client(&self, client: Client) -> Table {
        Table { client, ..self.clone() }
    }

    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/api/v1/tables/{}{rest}", self.id)
    }

    /// The table as this client sees it.
    pub async fn view(&self) -> Result<View, ClientError> {
        self.client.get("view", &self.path("")).await
    }

    /// The record of the match; with its seed only when the match is over.
    pub async fn record(&self) -> Result<Record, ClientError> {
        let answer = self.client.send(&Call::get(&self.path("/record")), &mut |_| {}).await?;
        serde_json::from_slice(&answer.body).map_err(ClientError::unreadable("record"))
    }

    /// The server's signed word on the match as it stands, at tables with dice of version 3.
    pub async fn receipt(&self) -> Result<Receipt, ClientError> {
        self.client.get("receipt", &self.path("/receipt")).await
    }

    /// All legal moves of a seat, where there are too many for a view.
    pub async fn legal_moves(&self, seat: &str) -> Result<LegalMoves, ClientError> {
        let query = LegalMovesQuery { seat: seat.to_owned(), ..LegalMovesQuery::default() };
        self.client.get_with("list of moves", &self.path("/legal-moves"), &query).await
    }

    /// Follows the table: a whole view first, then everything that happens.
    pub fn watch(&self) -> TableWatch {
        TableWatch::new(self.clone(), None, 0)
    }

    /// Follows the table from a known view and chat message.
    pub fn watch_from(&self, view: View, chat: u64) -> TableWatch {
        TableWatch::new(self.clone(), Some(view), chat)
    }

    /// Carries out a command of a player who has seen this version. It is sent with one idempotency key until it is
    /// answered, so it is carried out once even when connections break or the server is restarted.
    ///
    /// # Errors
    /// The table refuses it, or has moved on ([`ClientError::newer_version`]), or the retries have ended.
    pub async fn command(&self, version: u64, command: Command) -> Result<CommandResult, ClientError> {
        self.send(&CommandRequest::new(version, random_key()?, command), &mut |_| {}).await
    }

    /// The same for a command that means the same at any version, such as resigning: if the table has moved on, the
    /// command is sent for the new version. `on_retry` is called with the error before each retry.
    pub async fn command_at_any_version(
        &self,
        mut version: u64,
        command: Command,
        on_retry: OnRetry<'_>,
    ) -> Result<CommandResult, ClientError> {
        loop {
            let request = CommandRequest::new(version, random_key()?, command.clone());
            match self.send(&request, on_retry).await {
                Err(error) => match error.newer_version() {
                    Some(Some(newer)) if newer != version => version = newer,
                    _ => return Err(error),
                },
                done => return done,
            }
        }
    }

    /// Sends a command until it is answered, and keeps the receipt. `on_retry` is called with the error before each retry.
    pub async fn send(&self, request: &CommandRequest, on_retry: OnRetry<'_>) -> Result<CommandResult, ClientError> {
        let path = self.path("/commands");
        let body = self.client.send(&Call::post(&path, request)?, on_retry).await?.body;
        let result: CommandResult = json::read("result", &body)?;
        self.device.note(&result);
        Ok(result)
    }

    /// Takes a seat (the first open one, if none is named), and commits this device to its contribution to the dice.
    pub async fn sit(&self, seat: Option<&str>, name: Option<&str>) -> Result<CommandResult, ClientError> {
        // An anchor is not bound to a seat before the server has it.
        let anchor = self.device.anchor(seat.unwrap_or_default())?;
        let (seat, name) = (seat.map(str::to_owned), name.map(str::to_owned));
        let (nonce, sent) = (Some(random_nonce()?), Some(anchor.clone()));
        let done = self.command(0, Command::Sit { seat, name, nonce, anchor: sent }).await;
        if done.is_ok() || done.as_ref().is_err_and(|error| error.problem().is_some()) {
            self.device.settle(&anchor);
        }
        done
    }

    /// The analysis of the match, once it is over: starts it, or joins the one that somebody else has started, and waits
    /// until it is done.
    pub async fn analysis(&self) -> Result<Analysis, ClientError> {
        loop {
            let started = self.client.send(&Call::post(&self.path("/analysis"), &())?, &mut |_| {}).await?;
            let status: AnalysisStatus = json::read("analysis", &started.body)?;
            if let Some(found) = status.analysis {
                return Ok(found);
            }
            tokio::time::sleep(ANALYSIS_ASKED_EVERY).await;
        }
    }

    /// What a general would play for the seat at this version.
    pub async fn hint(&self, version: u64, seat: &str) -> Result<Hint, ClientError> {
        let (path, request) = (self.path("/hint"), HintRequest { version, seat: seat.to_owned() });
        json::read("hint", &self.client.send(&Call::post(&path, &request)?, &mut |_| {}).await?.body)
    }

    /// Every chat message after this number; 0 for all of them.
    pub async fn chat_after(&self, mut after: u64) -> Result<Vec<ChatMessage>, ClientError> {
        let mut messages = Vec::new();
        loop {
            let query = ChatQuery { after: Some(after), limit: None };
            let page: ChatMessages = self.client.get_with("chat", &self.path("/chat"), &query).await?;
            after = page.messages.last().map_or(after, |message| message.number);
            messages.extend(page.messages);
            if page.next.is_none() {
                return Ok(messages);
            }
        }
    }

    /// Sends a chat message. It is sent with one idempotency key until it is answered.
    pub async fn say(&self, text: &str, audience: ChatAudience, on_retry: OnRetry<'_>) -> Result<(), ClientError> {
        let request = ChatRequest { text: text.to_owned(), audience: Some(audience), key: random_key()? };
        self.client.send(&Call::post(&self.path("/chat"), &request)?, on_retry).await.map(drop)
    }
}
