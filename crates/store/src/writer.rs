//! The one writer. It takes everything that waits into one transaction and answers after the commit.

use std::{future::Future, pin::Pin, sync::Arc};

use sqlx::{Connection, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use crate::StoreError;

/// How many wishes may wait before who asks has to.
const QUEUE: usize = 1024;

/// How many wishes go into one transaction at most.
const GROUP: usize = 512;

type Doing<'c, T> = Pin<Box<dyn Future<Output = T> + Send + 'c>>;

/// Does its work and gives what to do when the commit has succeeded or failed.
type Work = Box<dyn for<'c> FnOnce(&'c mut SqliteConnection) -> Doing<'c, Done> + Send>;

enum Job {
    Write(Work),
    Close(oneshot::Sender<()>),
}

struct Done {
    /// Whether what it wrote counts.
    keep: bool,
    tell: Box<dyn FnOnce(Option<StoreError>) + Send>,
}

#[derive(Clone, Debug)]
pub(crate) struct Writer(mpsc::Sender<Job>);

impl Writer {
    pub(crate) fn start(writes: SqliteConnection) -> Writer {
        let (sender, jobs) = mpsc::channel(QUEUE);
        tokio::spawn(serve(writes, jobs));
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
        let work: Work = Box::new(move |conn| {
            Box::pin(async move {
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
        });
        self.0.send(Job::Write(work)).await.map_err(|_| E::from(StoreError::Closed))?;
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

async fn serve(mut writes: SqliteConnection, mut jobs: mpsc::Receiver<Job>) {
    let mut waiting = Vec::new();
    while jobs.recv_many(&mut waiting, GROUP).await > 0 {
        let mut group = Vec::with_capacity(waiting.len());
        let mut close = None;
        for job in waiting.drain(..) {
            match job {
                Job::Write(work) => group.push(work),
                Job::Close(closed) => close = Some(closed),
            }
        }
        let mut done = Vec::with_capacity(group.len());
        let result = commit(&mut writes, group, &mut done).await;
        let failed = result.err().map(|error| StoreError::Database(Arc::new(error)));
        done.into_iter().for_each(|done| (done.tell)(failed.clone()));
        if let Some(closed) = close {
            jobs.close();
            let _ = writes.close().await;
            let _ = closed.send(());
            return;
        }
    }
}

async fn commit(
    writes: &mut SqliteConnection,
    group: Vec<Work>,
    done: &mut Vec<Done>,
) -> Result<(), sqlx::Error> {
    if group.is_empty() {
        return Ok(());
    }
    let mut transaction = writes.begin_with("BEGIN IMMEDIATE").await?;
    for work in group {
        // A nested transaction is a savepoint: one wish that fails takes back its own rows only.
        let mut own = transaction.begin().await?;
        let one = work(&mut own).await;
        let keep = one.keep;
        done.push(one);
        if keep { own.commit().await? } else { own.rollback().await? }
    }
    transaction.commit().await
}
