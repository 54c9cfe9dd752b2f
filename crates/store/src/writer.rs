//! The one writer. It takes everything that waits into one transaction and answers after the commit.

use std::{collections::VecDeque, future::Future, pin::Pin, sync::Arc};

use sqlx::{Connection, SqliteConnection, sqlite::SqliteConnectOptions};
use tokio::sync::{mpsc, oneshot};

use crate::{Rehearsal, StoreError};

/// How many wishes may wait before who asks has to.
const QUEUE: usize = 1024;

/// How many wishes go into one transaction at most.
const GROUP: usize = 512;

type Doing<'c, T> = Pin<Box<dyn Future<Output = T> + Send + 'c>>;

/// Something to write that waits for its transaction.
trait Wish: Send {
    /// Does the work and gives what to do when the commit has succeeded or failed.
    fn act<'c>(self: Box<Self>, conn: &'c mut SqliteConnection) -> Doing<'c, Done>;

    /// There is no transaction to do it in.
    fn refuse(self: Box<Self>, error: StoreError);
}

struct Waiting<T, E, W> {
    work: W,
    answer: oneshot::Sender<Result<T, E>>,
}

enum Job {
    Write(Box<dyn Wish>),
    Close(oneshot::Sender<()>),
}

struct Done {
    /// Whether what it wrote counts.
    keep: bool,
    tell: Box<dyn FnOnce(Option<StoreError>) + Send>,
}

impl<T, E, W> Wish for Waiting<T, E, W>
where
    T: Send + 'static,
    E: From<StoreError> + Send + 'static,
    W: for<'c> FnOnce(&'c mut SqliteConnection) -> Doing<'c, Result<T, E>> + Send + 'static,
{
    fn act<'c>(self: Box<Self>, conn: &'c mut SqliteConnection) -> Doing<'c, Done> {
        Box::pin(async move {
            let Waiting { work, answer } = *self;
            let result = work(conn).await;
            Done {
                keep: result.is_ok(),
                tell: Box::new(move |failed| {
                    let result = match failed {
                        Some(error) => result.and(Err(error.into())),
                        None => result,
                    };
                    // Whoever has stopped waiting misses nothing: it is stored.
                    let _ = answer.send(result);
                }),
            }
        })
    }

    fn refuse(self: Box<Self>, error: StoreError) {
        let _ = self.answer.send(Err(error.into()));
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Writer(mpsc::Sender<Job>);

impl Writer {
    /// Starts with a connection that is open, and the way to open another one.
    pub(crate) fn start(
        writes: SqliteConnection,
        options: SqliteConnectOptions,
        rehearsal: Rehearsal,
    ) -> Writer {
        let (sender, jobs) = mpsc::channel(QUEUE);
        tokio::spawn(serve(Desk { writes: Some(writes), options, rehearsal }, jobs));
        Writer(sender)
    }

    /// Does `work` inside the next transaction. Its result arrives after the commit; when it is an error,
    /// nothing that it wrote is kept, and the others of the group do not notice.
    pub(crate) async fn write<T, E, W>(&self, work: W) -> Result<T, E>
    where
        T: Send + 'static,
        E: From<StoreError> + Send + 'static,
        W: for<'c> FnOnce(&'c mut SqliteConnection) -> Doing<'c, Result<T, E>> + Send + 'static,
    {
        let (answer, answered) = oneshot::channel::<Result<T, E>>();
        let wish = Job::Write(Box::new(Waiting { work, answer }));
        self.0.send(wish).await.map_err(|_| E::from(StoreError::Closed))?;
        answered.await.map_err(|_| E::from(StoreError::Closed))?
    }

    /// Finishes what waits and closes the connection.
    pub(crate) async fn close(&self) {
        let (closed, gone) = oneshot::channel();
        if self.0.send(Job::Close(closed)).await.is_ok() {
            let _ = gone.await;
        }
    }
}

async fn serve(mut desk: Desk, mut jobs: mpsc::Receiver<Job>) {
    let mut waiting = Vec::new();
    while jobs.recv_many(&mut waiting, GROUP).await > 0 {
        let mut group = VecDeque::with_capacity(waiting.len());
        let mut close = None;
        for job in waiting.drain(..) {
            match job {
                Job::Write(wish) => group.push_back(wish),
                Job::Close(closed) => close = Some(closed),
            }
        }
        desk.take(group).await;
        if let Some(closed) = close {
            jobs.close();
            desk.clear().await;
            let _ = closed.send(());
            return;
        }
    }
}

/// Where the writer sits.
struct Desk {
    /// None after a trouble: then it is opened anew.
    writes: Option<SqliteConnection>,
    options: SqliteConnectOptions,
    rehearsal: Rehearsal,
}

impl Desk {
    /// Writes a group and answers everybody in it.
    async fn take(&mut self, mut group: VecDeque<Box<dyn Wish>>) {
        if group.is_empty() {
            return;
        }
        let mut done = Vec::with_capacity(group.len());
        let result = self.commit(&mut group, &mut done).await;
        let failed = result.err().map(|error| StoreError::Database(Arc::new(error)));
        if failed.is_some() {
            // SQLite may have rolled back by itself, which the connection's count of transactions does not know.
            self.clear().await;
        }
        done.into_iter().for_each(|done| (done.tell)(failed.clone()));
        // Without a failure nobody is left.
        group.into_iter().zip(failed.into_iter().cycle()).for_each(|(wish, error)| wish.refuse(error));
    }

    async fn commit(
        &mut self,
        group: &mut VecDeque<Box<dyn Wish>>,
        done: &mut Vec<Done>,
    ) -> Result<(), sqlx::Error> {
        let writes = match &mut self.writes {
            Some(writes) => writes,
            empty => empty.insert(SqliteConnection::connect_with(&self.options).await?),
        };
        self.rehearsal.set_room(writes).await?;
        let mut transaction = writes.begin_with("BEGIN IMMEDIATE").await?;
        while !group.is_empty() {
            // A nested transaction is a savepoint: one wish that fails takes back its own rows only.
            let mut own = transaction.begin().await?;
            let Some(wish) = group.pop_front() else { break };
            let one = wish.act(&mut own).await;
            let keep = one.keep;
            done.push(one);
            if keep { own.commit().await? } else { own.rollback().await? }
        }
        self.rehearsal.delay().await;
        transaction.commit().await
    }

    async fn clear(&mut self) {
        if let Some(writes) = self.writes.take() {
            let _ = writes.close().await;
        }
    }
}
