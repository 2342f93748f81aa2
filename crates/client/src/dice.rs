//! What a device sends to fair dice: anchors, the links of rounds and draws, and the links that go with throws.
//!
//! A [`View`] says what is wanted; the table's [`Device`] has the secrets.

use crate::client::random_secret;
use crate::device::NoLink;
use crate::{ClientError, Device, Table, random_nonce};
use protocol::{Command, CommandResult, LinkWanted, Phase, SeatLink, View};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Called with the device after each change, to store it.
type Keeper = Arc<dyn Fn(&Device) + Send + Sync>;

/// The device of a [`Table`] and of its clones.
#[derive(Clone)]
pub(crate) struct SharedDevice {
    device: Arc<Mutex<Device>>,
    keeper: Option<Keeper>,
    /// The version that the last command reached: what older views want of the device is out of date.
    reached: Arc<AtomicU64>,
}

impl SharedDevice {
    pub(crate) fn new(device: Device) -> SharedDevice {
        SharedDevice { device: Arc::new(Mutex::new(device)), keeper: None, reached: Arc::default() }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, Device> {
        self.device.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the device, and stores it if `change` says that it has changed.
    fn change(&self, change: impl FnOnce(&mut Device) -> bool) {
        let mut device = self.lock();
        if change(&mut device)
            && let Some(keeper) = &self.keeper
        {
            keeper(&device);
        }
    }

    /// Notes what a command led to.
    pub(crate) fn note(&self, result: &CommandResult) {
        self.reached.fetch_max(result.version, Ordering::Relaxed);
        self.keep(result.receipt.as_ref());
    }

    /// Keeps a receipt.
    pub(crate) fn keep(&self, receipt: Option<&protocol::Receipt>) {
        self.change(|device| receipt.is_some_and(|receipt| device.keep(receipt)));
    }

    /// An anchor for this seat, whose secret is stored before it is sent.
    pub(crate) fn anchor(&self, seat: &str) -> Result<String, ClientError> {
        let mut anchor = Err(ClientError::Entropy(String::new()));
        self.change(|device| {
            anchor = device.anchor_for(seat, random_secret);
            anchor.is_ok()
        });
        anchor
    }

    pub(crate) fn settle(&self, anchor: &str) {
        self.change(|device| device.settle(anchor));
    }
}

impl Table {
    /// The same table, with a device that was kept. `keep` is called after every change, to store it again.
    pub fn with_device(self, device: Device, keep: impl Fn(&Device) + Send + Sync + 'static) -> Table {
        let shared = SharedDevice { keeper: Some(Arc::new(keep)), ..SharedDevice::new(device) };
        Table::with_shared(self, shared)
    }

    /// A copy of the device: what it holds and has seen until now.
    pub fn device(&self) -> Device {
        self.device.lock().clone()
    }

    /// The viewer's seats that began with another device, or whose secret is lost. They can go on with
    /// [`Table::new_device`].
    pub fn lost_seats(&self, view: &View) -> Vec<String> {
        self.device.lock().lost_seats(view).into_iter().map(str::to_owned).collect()
    }

    /// Sends everything that the dice want of this device now, without its player: nonces and anchors, and the links of
    /// rounds and draws. Call it with every view. Returns the version that was reached, if anything was sent.
    ///
    /// # Errors
    /// The server does not answer, or asks for what no honest server asks for. Refusals are no errors: the next view
    /// says what is wanted then.
    pub async fn add_to_dice(&self, view: &View) -> Result<Option<u64>, ClientError> {
        if view.phase == Phase::Over {
            self.end().await;
            return Ok(None);
        }
        if view.version < self.device.reached.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let mut sending = Sending { table: self, version: view.version, sent: false };
        let mine = |seat: &&String| view.mine.contains(seat);
        for seat in view.wants_nonce.iter().filter(mine) {
            sending.send(Command::AddNonce { seat: seat.clone(), nonce: random_nonce()? }).await?;
        }
        for seat in view.wants_anchor.iter().filter(mine) {
            if !sending.commit(seat).await? {
                break;
            }
        }
        let now = |link: &&SeatLink| {
            link.now.is_some() && self.device.lock().lost_seats(view).iter().all(|lost| *lost != link.seat)
        };
        let due: Vec<&SeatLink> = view.links.iter().filter(now).collect();
        if due.iter().any(|link| link.now == Some(LinkWanted::Reveal)) {
            // The anchors of all seats, before anything is revealed.
            self.learn().await?;
        }
        for link in due {
            if !sending.send(self.with_link(link, view).await?).await? {
                break;
            }
        }
        Ok(sending.sent.then_some(sending.version))
    }

    /// Gets the receipt of the whole match, once it is over. Without it, the one of the last command remains.
    async fn end(&self) {
        let wanted = !self.device.lock().is_over() && !self.device.lock().is_empty();
        if wanted {
            self.device.keep(self.receipt().await.ok().as_ref());
        }
        self.device.change(Device::end);
    }

    /// Throws for a seat, with the link of its device.
    pub async fn throw(&self, view: &View, seat: &str) -> Result<CommandResult, ClientError> {
        self.command(view.version, self.throw_command(view, seat).await?).await
    }

    /// The command that throws for a seat, with the link of its device if the throw takes one.
    ///
    /// # Errors
    /// [`ClientError::LostSecret`] if the seat began with another device.
    pub async fn throw_command(&self, view: &View, seat: &str) -> Result<Command, ClientError> {
        match view.links.iter().find(|link| link.seat == seat) {
            Some(link) => self.with_link(link, view).await,
            None => Ok(Command::Throw { seat: seat.to_owned(), link: None }),
        }
    }

    /// Goes on with this device, because the one that the seat began with is lost. Other people are asked first.
    pub async fn new_device(&self, version: u64, seat: &str) -> Result<CommandResult, ClientError> {
        let command = self.new_device_command(seat)?;
        self.command_at_any_version(version, command, &mut |_| {}).await
    }

    /// The command that asks for it.
    pub fn new_device_command(&self, seat: &str) -> Result<Command, ClientError> {
        let anchor = self.device.anchor(seat)?;
        // It may be agreed to long after this was answered.
        self.device.settle(&anchor);
        Ok(Command::NewDevice { seat: seat.to_owned(), anchor })
    }

    /// The command that this link goes with.
    async fn with_link(&self, wanted: &SeatLink, view: &View) -> Result<Command, ClientError> {
        let seat = wanted.seat.clone();
        self.device.settle(&wanted.anchor);
        let found = self.device.lock().link(wanted, view);
        let found = match found {
            Err(NoLink::TooEarly) => {
                self.learn().await?;
                self.device.lock().link(wanted, view)
            }
            found => found,
        };
        let link = match found {
            Ok(link) => link.to_string(),
            Err(NoLink::Lost) => return Err(ClientError::LostSecret(seat)),
            Err(NoLink::TooEarly) => return Err(ClientError::EarlyLink(seat)),
        };
        Ok(match wanted.now {
            Some(LinkWanted::Reveal) => {
                let mut may = Ok(());
                self.device.change(|device| {
                    may = device.reveal(&link);
                    may.is_ok()
                });
                may.map_err(ClientError::ChangedAnchor)?;
                Command::Reveal { seat, link }
            }
            Some(LinkWanted::Draw) | None => Command::Throw { seat, link: Some(link) },
        })
    }

    /// Reads the record, to know whose turn it is and to remember the anchors.
    async fn learn(&self) -> Result<(), ClientError> {
        let record = self.record().await?;
        let mut learned = Ok(());
        self.device.change(|device| {
            learned = device.learn(&record);
            learned.is_ok()
        });
        learned.map_err(ClientError::ChangedAnchor)
    }
}

/// Commands that are sent one after another, each for the version that the one before reached.
struct Sending<'a> {
    table: &'a Table,
    version: u64,
    sent: bool,
}

impl Sending<'_> {
    /// Sends a command; `false` if the table was not as expected: then the next view says what is wanted.
    async fn send(&mut self, command: Command) -> Result<bool, ClientError> {
        match self.table.command(self.version, command).await {
            Ok(done) => {
                let next = done.version == self.version + 1;
                (self.version, self.sent) = (self.version.max(done.version), true);
                Ok(next)
            }
            Err(ClientError::Problem(_)) => Ok(false),
            Err(other) => Err(other),
        }
    }

    async fn commit(&mut self, seat: &str) -> Result<bool, ClientError> {
        let anchor = self.table.device.anchor(seat)?;
        let done = self.send(Command::Commit { seat: seat.to_owned(), anchor: anchor.clone() }).await;
        // Unless there was no answer, it is known whether the server has it.
        if done.is_ok() {
            self.table.device.settle(&anchor);
        }
        done
    }
}
