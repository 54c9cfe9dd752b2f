//! Seats, who holds them, and the links that lead to them.

use sqlx::SqliteConnection;
use table::Seat;

use crate::{GuestId, Store, StoreError, Token, rows};

/// A seat that was taken with its link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The table.
    pub game: String,
    /// The seat.
    pub seat: Seat,
}

/// Why a link leads nowhere.
#[derive(Clone, Debug, thiserror::Error)]
pub enum TakeError {
    /// It was never given, has been used, or has been replaced.
    #[error("the link has been used or replaced")]
    NoLink,
    /// Who holds the other seat cannot take this one too. The link stays good.
    #[error("the other seat of this table is your own")]
    OwnTable(String),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<sqlx::Error> for TakeError {
    fn from(error: sqlx::Error) -> TakeError {
        TakeError::Store(error.into())
    }
}

impl Store {
    /// Makes a link to a seat; an older one stops working.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn link(&self, game: String, seat: Seat, token: Token) -> Result<(), StoreError> {
        self.writer
            .write(move |conn| {
                Box::pin(async move {
                    let set =
                        sqlx::query("INSERT OR REPLACE INTO links (token, game, seat) VALUES (?, ?, ?)");
                    set.bind(&token[..]).bind(game).bind(rows::number(seat)).execute(conn).await?;
                    Ok(())
                })
            })
            .await
    }

    /// Exchanges a link for its seat. It works once; who has lost the answer may ask again with the same claim.
    ///
    /// # Errors
    /// When the link is not good, or the guest sits opposite.
    pub async fn take(&self, token: Token, guest: GuestId, claim: Option<Token>) -> Result<Taken, TakeError> {
        self.writer.write(move |conn| Box::pin(take(conn, token, guest, claim))).await
    }

    /// Keeps what the player of a seat adds to the dice, once and for all.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn set_nonce(&self, game: String, seat: Seat, nonce: Vec<u8>) -> Result<(), StoreError> {
        self.writer
            .write(move |conn| {
                Box::pin(async move {
                    let set = sqlx::query(
                        "UPDATE seats SET nonce = ? WHERE game = ? AND seat = ? AND nonce IS NULL",
                    );
                    set.bind(nonce).bind(game).bind(rows::number(seat)).execute(conn).await?;
                    Ok(())
                })
            })
            .await
    }

    /// Keeps what the player of a seat commits to at `now`, in milliseconds since 1970. An earlier commitment
    /// gives way as long as no nonce of the game is known.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn set_commitment(
        &self,
        game: String,
        seat: Seat,
        commitment: [u8; 32],
        now: i64,
    ) -> Result<(), StoreError> {
        self.writer
            .write(move |conn| {
                Box::pin(async move {
                    let set = sqlx::query(
                        "UPDATE seats SET commitment = ?1, committed = ?2 WHERE game = ?3 AND seat = ?4 \
                         AND nonce IS NULL AND NOT EXISTS (SELECT 1 FROM seats \
                         WHERE game = ?3 AND commitment IS NOT NULL AND nonce IS NOT NULL)",
                    );
                    let set = set.bind(&commitment[..]).bind(now).bind(game).bind(rows::number(seat));
                    set.execute(conn).await?;
                    Ok(())
                })
            })
            .await
    }

    /// Keeps the kinds of windows that are passed for a seat.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn set_auto(&self, game: String, seat: Seat, kinds: &[String]) -> Result<(), StoreError> {
        let kinds = serde_json::to_string(kinds).expect("strings are plain data");
        self.writer
            .write(move |conn| {
                Box::pin(async move {
                    let set = sqlx::query("UPDATE seats SET auto = ? WHERE game = ? AND seat = ?");
                    set.bind(kinds).bind(game).bind(rows::number(seat)).execute(conn).await?;
                    Ok(())
                })
            })
            .await
    }
}

async fn take(
    conn: &mut SqliteConnection,
    token: Token,
    guest: GuestId,
    claim: Option<Token>,
) -> Result<Taken, TakeError> {
    let claim = claim.map(Vec::from);
    let link: Option<(String, i64, Option<Vec<u8>>)> =
        sqlx::query_as("SELECT game, seat, claim FROM links WHERE token = ?")
            .bind(&token[..])
            .fetch_optional(&mut *conn)
            .await?;
    let (game, seat, used) = link.ok_or(TakeError::NoLink)?;
    if used.is_some() && used != claim {
        return Err(TakeError::NoLink);
    }
    let (opposite,): (bool,) = sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM holders h JOIN games g ON g.id = h.game \
         WHERE h.game = ? AND h.guest = ? AND h.seat <> ? AND g.mode <> 'screen')",
    )
    .bind(&game)
    .bind(guest.0)
    .bind(seat)
    .fetch_one(&mut *conn)
    .await?;
    if opposite {
        return Err(TakeError::OwnTable(game));
    }
    let use_up = match claim {
        Some(_) => "UPDATE links SET claim = ?2 WHERE token = ?1",
        None => "DELETE FROM links WHERE token = ?1 AND ?2 IS NULL",
    };
    sqlx::query(use_up).bind(&token[..]).bind(claim).execute(&mut *conn).await?;
    // Two at one screen sit together: the link of one seat restores both.
    sqlx::query(
        "INSERT OR IGNORE INTO holders (game, seat, guest) SELECT s.game, s.seat, ? FROM seats s \
         JOIN games g ON g.id = s.game WHERE s.game = ? AND (s.seat = ? OR g.mode = 'screen')",
    )
    .bind(guest.0)
    .bind(&game)
    .bind(seat)
    .execute(&mut *conn)
    .await?;
    sqlx::query("UPDATE seats SET occupant = 'guest' WHERE game = ? AND seat = ?")
        .bind(&game)
        .bind(seat)
        .execute(conn)
        .await?;
    Ok(Taken { game, seat: rows::seat(seat) })
}
