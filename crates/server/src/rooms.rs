//! All rooms: found by id, made from the store when somebody comes, forgotten
//! when nobody is in them.

use crate::attendance;
use crate::brains::Brains;
use crate::builders::Builders;
use crate::computer;
use crate::presence::Presence;
use crate::problem::Problem;
use crate::room::{self, Ask, Done, Room};
use crate::site::Pace;
use crate::timekeeper::Timekeeper;
use kernel::SeatSet;
use kernel::dynamic::DynGame;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use store::{Append, EventStore, StoreError, StreamId, Version};
use table::{Order, Table};
use tokio::sync::OnceCell;

/// So many rooms may stand empty before they are cleared away.
const MOST_ROOMS: usize = 512;

type Cell = Arc<OnceCell<Arc<Room>>>;

/// All rooms.
pub(crate) struct Rooms {
    store: Arc<dyn EventStore>,
    cells: Mutex<HashMap<StreamId, Cell>>,
    /// Those who write views.
    pub(crate) builders: Arc<Builders>,
    /// Where computers think.
    pub(crate) brains: Arc<Brains>,
    pub(crate) pace: Pace,
    pub(crate) timekeeper: Timekeeper,
    /// Who is at which table.
    pub(crate) presence: Arc<Presence>,
}

impl Rooms {
    pub(crate) fn new(store: Arc<dyn EventStore>, pace: Pace) -> Self {
        Rooms {
            store,
            cells: Mutex::default(),
            builders: Arc::default(),
            brains: Arc::default(),
            pace,
            timekeeper: Timekeeper::default(),
            presence: Arc::default(),
        }
    }

    /// The room of this match.
    pub(crate) async fn find(self: &Arc<Self>, id: &str) -> Result<Arc<Room>, Problem> {
        let id = StreamId::new(id).map_err(|_| Problem::no_table())?;
        let cell = self.cell(&id);
        let load = || async {
            let room = Room::load(&*self.store, self.builders.clone(), id.clone()).await?;
            self.timekeeper.note(&id, room.look().await.table.next_deadline());
            Ok(Arc::new(room))
        };
        let room = cell.get_or_try_init(load).await;
        match room {
            Ok(room) => {
                // A restart may have interrupted a computer.
                computer::wake(self, room);
                Ok(room.clone())
            }
            Err(problem) => {
                self.forget(&id, &cell);
                Err(problem)
            }
        }
    }

    /// The room of this match, if it is in memory.
    pub(crate) fn in_memory(&self, id: &StreamId) -> Option<Arc<Room>> {
        let cells = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
        cells.get(id)?.get().cloned()
    }

    fn cell(&self, id: &StreamId) -> Cell {
        let mut cells = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
        if cells.len() >= MOST_ROOMS && !cells.contains_key(id) {
            // Who is in a room holds it; such a room stays.
            let in_use =
                |cell: &Cell| Arc::strong_count(cell) > 1 || cell.get().is_some_and(|room| Arc::strong_count(room) > 1);
            cells.retain(|_, cell| in_use(cell));
        }
        cells.entry(id.clone()).or_default().clone()
    }

    /// Forgets the room if nobody is in it; `false` when somebody is.
    pub(crate) fn forget_empty(&self, id: &StreamId) -> bool {
        let mut cells = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
        let in_use =
            |cell: &Cell| Arc::strong_count(cell) > 1 || cell.get().is_some_and(|room| Arc::strong_count(room) > 1);
        if cells.get(id).is_some_and(in_use) {
            return false;
        }
        cells.remove(id);
        true
    }

    fn forget(&self, id: &StreamId, cell: &Cell) {
        let mut cells = self.cells.lock().unwrap_or_else(PoisonError::into_inner);
        if cells.get(id).is_some_and(|found| Arc::ptr_eq(found, cell)) && cell.get().is_none() {
            cells.remove(id);
        }
    }

    /// Opens a table. The same order with the same key may be given twice: it opens one table.
    /// People who sit there already add to the dice through the house, unless they are to bring their own.
    pub(crate) async fn open(
        &self,
        title: &dyn DynGame,
        order: Order,
        own_nonces: bool,
        key: &str,
    ) -> Result<(), Problem> {
        let stream = StreamId::new(order.id.clone())?;
        let order = Order { clocks_wait: order.pace != table::Pace::Untimed, ..order };
        let order = order.with_house_nonces(crate::entropy::bytes(), !own_nonces);
        let (table, event) = Table::open(title, order, room::now().at)?;
        let acting = room::to_act(table.turn(), table.session().thrower());
        let wanted = table.owing_after(&[]).iter().fold(acting, SeatSet::with);
        let append = Append {
            stream,
            expected: Version::NONE,
            key: Some(key.to_owned()),
            events: vec![serde_json::to_string(&event).map_err(Problem::broken)?],
            head: room::head(table.opened(), table.seats(), !table.is_over(), wanted),
        };
        match self.store.append(append).await {
            Ok(_) => Ok(()),
            Err(StoreError::Conflict { .. }) => Err(Problem::reused_key()),
            Err(error) => Err(error.into()),
        }
    }

    /// Does what is asked of a table. The work has a task of its own: a browser
    /// that goes away half way does not leave it half done.
    pub(crate) async fn ask(self: &Arc<Self>, room: &Arc<Room>, ask: Ask) -> Result<Done, Problem> {
        let (rooms, room) = (self.clone(), room.clone());
        let work = async move {
            let done = room.carry_out(&*rooms.store, ask).await?;
            rooms.timekeeper.note(room.stream(), done.deadline);
            attendance::start_clocks(&rooms, &*rooms.store, &room).await;
            computer::wake(&rooms, &room);
            Ok(done)
        };
        tokio::spawn(work).await.map_err(Problem::broken)?
    }
}
