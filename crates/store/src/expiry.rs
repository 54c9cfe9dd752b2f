//! What nobody came back for: tables at which no person has ever moved, and guests without a game.
//!
//! A step looks at a stated number of rows and no more, from where the last one ended, so that it costs the same
//! however many there are.

use crate::{GuestId, Store, StoreError};

/// No person has decided anything: what chance and the computer say by themselves has no action key.
const UNPLAYED: &str = "outcome IS NULL AND touched < ?2 \
                        AND NOT EXISTS (SELECT 1 FROM log WHERE log.game = g.id AND log.key IS NOT NULL)";

const IDLE: &str = "since < ?2 AND NOT EXISTS (SELECT 1 FROM holders WHERE holders.guest = g.id)";

/// What a step has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<K> {
    /// Those that may go.
    pub old: Vec<K>,
    /// Where the next step begins; none after the last.
    pub next: Option<K>,
}

impl Store {
    /// Looks at `rows` games after `after` for those that go on without a person's move and were last touched before
    /// `before`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn unplayed(&self, after: &str, before: i64, rows: u32) -> Result<Found<String>, StoreError> {
        let sql = format!(
            "SELECT id, {UNPLAYED} FROM (SELECT id, outcome, touched FROM games WHERE id > ?1 ORDER BY id LIMIT ?3) g"
        );
        let query = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(after).bind(before).bind(rows);
        Ok(found(query.fetch_all(&self.reads).await?, rows))
    }

    /// Erases those of the games that still go on without a person's move since `before`; says which.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn expire_games(&self, games: Vec<String>, before: i64) -> Result<Vec<String>, StoreError> {
        self.writer
            .write(move |conn| {
                Box::pin(async move {
                    let sql = format!("DELETE FROM games AS g WHERE id = ?1 AND {UNPLAYED}");
                    let mut gone = Vec::new();
                    for game in games {
                        let delete = sqlx::query(sqlx::AssertSqlSafe(sql.clone())).bind(&game).bind(before);
                        if delete.execute(&mut *conn).await?.rows_affected() > 0 {
                            gone.push(game);
                        }
                    }
                    Ok(gone)
                })
            })
            .await
    }

    /// Looks at `rows` guests after `after` for those without a game who came before `before`.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn idle_guests(
        &self,
        after: GuestId,
        before: i64,
        rows: u32,
    ) -> Result<Found<GuestId>, StoreError> {
        let sql = format!(
            "SELECT id, {IDLE} FROM (SELECT id, since FROM guests WHERE id > ?1 ORDER BY id LIMIT ?3) g"
        );
        let query = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(after.0).bind(before).bind(rows);
        let Found { old, next } = found::<i64>(query.fetch_all(&self.reads).await?, rows);
        Ok(Found { old: old.into_iter().map(GuestId).collect(), next: next.map(GuestId) })
    }

    /// Erases those of the guests who still have no game; says how many.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn expire_guests(&self, guests: Vec<GuestId>, before: i64) -> Result<u64, StoreError> {
        self.writer
            .write(move |conn| {
                Box::pin(async move {
                    let sql = format!("DELETE FROM guests AS g WHERE id = ?1 AND {IDLE}");
                    let mut gone = 0;
                    for guest in guests {
                        let delete = sqlx::query(sqlx::AssertSqlSafe(sql.clone())).bind(guest.0).bind(before);
                        gone += delete.execute(&mut *conn).await?.rows_affected();
                    }
                    Ok(gone)
                })
            })
            .await
    }
}

fn found<K: Clone>(rows: Vec<(K, bool)>, most: u32) -> Found<K> {
    let next = rows.last().map(|(id, _)| id.clone()).filter(|_| rows.len() == most as usize);
    Found { old: rows.into_iter().filter(|(_, old)| *old).map(|(id, _)| id).collect(), next }
}
