//! Guests: whoever holds the cookie.

use sqlx::Row;

use crate::{Store, StoreError, Token, rows};
use table::Seat;

/// A guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GuestId(pub i64);

/// A guest with the display name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// Which.
    pub id: GuestId,
    /// The name, if one was chosen.
    pub name: Option<String>,
}

/// What went with an erased guest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Erased {
    /// Games that nobody else sat at: erased with all their lines.
    pub games: Vec<String>,
    /// Seats that were left at tables of others.
    pub left: Vec<(String, Seat)>,
    /// Those of them that nobody holds now while the game goes on.
    pub abandoned: Vec<(String, Seat)>,
}

impl Store {
    /// The guest whose cookie has this hash.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn guest(&self, token: &Token) -> Result<Option<Guest>, StoreError> {
        let found: Option<(i64, Option<String>)> =
            sqlx::query_as("SELECT id, name FROM guests WHERE token = ?")
                .bind(&token[..])
                .fetch_optional(&self.reads)
                .await?;
        Ok(found.map(|(id, name)| Guest { id: GuestId(id), name }))
    }

    /// A new guest.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn welcome(&self, token: Token, now: i64) -> Result<GuestId, StoreError> {
        self.writer
            .write(move |conn| {
                Box::pin(async move {
                    let done = sqlx::query("INSERT INTO guests (token, since) VALUES (?, ?)")
                        .bind(&token[..])
                        .bind(now)
                        .execute(conn)
                        .await?;
                    Ok(GuestId(done.last_insert_rowid()))
                })
            })
            .await
    }

    /// Gives the guest another name, or none.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn rename(&self, guest: GuestId, name: Option<String>) -> Result<(), StoreError> {
        self.writer
            .write(move |conn| {
                Box::pin(async move {
                    let set = sqlx::query("UPDATE guests SET name = ? WHERE id = ?");
                    set.bind(name).bind(guest.0).execute(conn).await?;
                    Ok(())
                })
            })
            .await
    }

    /// Erases the guest with the games that nobody else sat at.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn erase(&self, guest: GuestId) -> Result<Erased, StoreError> {
        self.writer
            .write(move |conn| {
                Box::pin(async move {
                    let held = sqlx::query(
                        "SELECT game, seat, \
                           (SELECT COUNT(*) FROM holders o WHERE o.game = h.game AND o.guest <> h.guest) AS others, \
                           (SELECT COUNT(*) FROM holders o WHERE o.game = h.game AND o.seat = h.seat AND o.guest <> h.guest) AS same, \
                           (SELECT outcome FROM games WHERE id = h.game) IS NULL AS running \
                         FROM holders h WHERE guest = ?",
                    )
                    .bind(guest.0)
                    .fetch_all(&mut *conn)
                    .await?;
                    let mut erased = Erased::default();
                    for row in held {
                        let game: String = row.try_get("game")?;
                        let seat = rows::seat(row.try_get("seat")?);
                        let (others, same): (i64, i64) = (row.try_get("others")?, row.try_get("same")?);
                        if others == 0 {
                            if !erased.games.contains(&game) {
                                erased.games.push(game);
                            }
                            continue;
                        }
                        if same == 0 && row.try_get("running")? {
                            erased.abandoned.push((game.clone(), seat));
                        }
                        erased.left.push((game, seat));
                    }
                    for game in &erased.games {
                        sqlx::query("DELETE FROM games WHERE id = ?").bind(game).execute(&mut *conn).await?;
                    }
                    sqlx::query("DELETE FROM guests WHERE id = ?").bind(guest.0).execute(conn).await?;
                    Ok(erased)
                })
            })
            .await
    }
}
