//! Clocks as they stand on disk: enough to know, without waking a table, when somebody runs out of time.

use crate::{Store, StoreError};
use sqlx::SqliteConnection;
use table::{BySeat, Seat};

/// How the clocks of a game stand. Times in milliseconds, moments since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ticks {
    /// What each seat had left.
    pub left: BySeat<i64>,
    /// At this moment.
    pub at: i64,
    /// When the first of those who are asked runs out; none while no clock runs.
    pub due: Option<i64>,
}

impl Store {
    /// Keeps how the clocks of a game stand.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn set_ticks(&self, game: String, ticks: Ticks) -> Result<(), StoreError> {
        self.writer
            .write(move |conn| Box::pin(async move { Ok(write_ticks(conn, &game, &ticks).await?) }))
            .await
    }

    /// Notes that a server is alive.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn alive(&self, now: i64) -> Result<(), StoreError> {
        self.writer.write(move |conn| Box::pin(async move { Ok(note_alive(conn, now).await?) })).await
    }

    /// A server has started: gives every running clock back the time since a server was last seen alive or the
    /// game last written to, whichever is later.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn credit(&self, now: i64) -> Result<(), StoreError> {
        self.writer
            .write(move |conn| {
                Box::pin(async move {
                    let seen: Option<(i64,)> =
                        sqlx::query_as("SELECT at FROM alive").fetch_optional(&mut *conn).await?;
                    let seen = seen.map_or(0, |(at,)| at);
                    sqlx::query(
                        "UPDATE games SET due = due + ?1 - MAX(ticked, ?2), ticked = ticked + ?1 - MAX(ticked, ?2) \
                         WHERE due IS NOT NULL AND outcome IS NULL AND MAX(ticked, ?2) < ?1",
                    )
                    .bind(now)
                    .bind(seen)
                    .execute(&mut *conn)
                    .await?;
                    Ok(note_alive(conn, now).await?)
                })
            })
            .await
    }

    /// Every game whose clock runs, with the moment when somebody runs out.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn running(&self) -> Result<Vec<(String, i64)>, StoreError> {
        let all = sqlx::query_as("SELECT id, due FROM games WHERE due IS NOT NULL AND outcome IS NULL");
        Ok(all.fetch_all(&self.reads).await?)
    }
}

pub(crate) async fn write_ticks(
    conn: &mut SqliteConnection,
    game: &str,
    ticks: &Ticks,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE games SET left_one = ?, left_two = ?, ticked = ?, due = ? WHERE id = ?")
        .bind(ticks.left[Seat::One])
        .bind(ticks.left[Seat::Two])
        .bind(ticks.at)
        .bind(ticks.due)
        .bind(game)
        .execute(conn)
        .await?;
    Ok(())
}

async fn note_alive(conn: &mut SqliteConnection, now: i64) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT OR REPLACE INTO alive (one, at) VALUES (1, ?)").bind(now).execute(conn).await?;
    Ok(())
}
