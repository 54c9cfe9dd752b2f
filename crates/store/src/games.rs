//! Games and their logs.

use sqlx::{AssertSqlSafe, Row, SqliteConnection, sqlite::SqliteRow};
use table::{BySeat, Seat};

use crate::{
    AppendError, Ended, GameRow, GuestId, NewGame, NewLine, SeatRow, Store, StoreError, Stored, StoredLine,
    Summary, Ticks, clocks,
    open::is_taken,
    rows::{self, GAME},
};

impl From<sqlx::Error> for AppendError {
    fn from(error: sqlx::Error) -> AppendError {
        AppendError::Store(error.into())
    }
}

impl Store {
    /// Opens a game with its seats. With `after`, it becomes the next of that game's series.
    ///
    /// # Errors
    /// [`AppendError::Conflict`] when the name is taken or that game has a next one already.
    pub async fn open_game(&self, new: NewGame, after: Option<String>) -> Result<(), AppendError> {
        self.writer
            .write(move |conn| {
                Box::pin(async move {
                    insert_game(conn, &new.row).await?;
                    for (seat, side) in new.seats.iter() {
                        insert_seat(conn, &new.row.id, seat, side).await?;
                    }
                    let Some(after) = after else { return Ok(()) };
                    let set = sqlx::query("UPDATE games SET next = ? WHERE id = ? AND next IS NULL");
                    let done = set.bind(&new.row.id).bind(after).execute(conn).await?;
                    if done.rows_affected() == 1 { Ok(()) } else { Err(AppendError::Conflict) }
                })
            })
            .await
    }

    /// Appends lines to a game's log, the first as number `seq` (from 0), with its end and how its clocks stand.
    ///
    /// # Errors
    /// [`AppendError::Conflict`] when the log is longer or shorter than `seq`, or an action key was used.
    pub async fn append(
        &self,
        game: String,
        seq: u32,
        lines: Vec<NewLine>,
        ended: Option<Ended>,
        ticks: Option<Ticks>,
        now: i64,
    ) -> Result<(), AppendError> {
        self.writer
            .write(move |conn| {
                Box::pin(async move {
                    let set = sqlx::query(
                        "UPDATE games SET lines = ?, touched = ?, outcome = COALESCE(?, outcome), \
                         reason = COALESCE(?, reason) WHERE id = ? AND lines = ?",
                    );
                    let (outcome, reason) = ended.map(|ended| (ended.outcome, ended.reason)).unzip();
                    let done = set
                        .bind(seq + lines.len() as u32)
                        .bind(now)
                        .bind(outcome)
                        .bind(reason)
                        .bind(&game)
                        .bind(seq)
                        .execute(&mut *conn)
                        .await?;
                    if done.rows_affected() != 1 {
                        return Err(AppendError::Conflict);
                    }
                    if let Some(ticks) = &ticks {
                        clocks::write_ticks(conn, &game, ticks).await?;
                    }
                    for (n, line) in lines.into_iter().enumerate() {
                        let add = sqlx::query(
                            "INSERT INTO log (game, seq, line, key, clock, at) VALUES (?, ?, ?, ?, ?, ?)",
                        );
                        let add = add.bind(&game).bind(seq + n as u32).bind(line.line).bind(line.key);
                        add.bind(line.clock).bind(now).execute(&mut *conn).await.map_err(conflict)?;
                    }
                    Ok(())
                })
            })
            .await
    }

    /// States how a game ended that cannot go on by itself.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn end(&self, game: String, ended: Ended) -> Result<(), StoreError> {
        self.writer
            .write(move |conn| {
                Box::pin(async move {
                    sqlx::query("UPDATE games SET outcome = ?, reason = ? WHERE id = ? AND outcome IS NULL")
                        .bind(ended.outcome)
                        .bind(ended.reason)
                        .bind(game)
                        .execute(conn)
                        .await?;
                    Ok(())
                })
            })
            .await
    }

    /// A game with its seats and its log.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(&self, id: &str) -> Result<Option<Stored>, StoreError> {
        let mut conn = self.reads.acquire().await?;
        let sql = format!("SELECT {GAME} FROM games WHERE id = ?");
        let found = sqlx::query(AssertSqlSafe(sql)).bind(id).fetch_optional(&mut *conn).await?;
        let Some(row) = found else { return Ok(None) };
        let seats = seats(&mut conn, id).await?;
        let lines: Vec<(String, Option<String>, Option<u32>)> =
            sqlx::query_as("SELECT line, key, clock FROM log WHERE game = ? ORDER BY seq")
                .bind(id)
                .fetch_all(&mut *conn)
                .await?;
        let line = |(line, key, clock)| StoredLine { line, key, clock };
        let lines = lines.into_iter().map(line).collect();
        Ok(Some(Stored { row: rows::game(&row)?, seats, lines }))
    }

    /// The seats of a game as they stand now.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn seats(&self, id: &str) -> Result<BySeat<SeatRow>, StoreError> {
        let mut conn = self.reads.acquire().await?;
        Ok(seats(&mut conn, id).await?)
    }

    /// The listed games that go on and had a line since `since`, newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn to_watch(&self, since: i64, limit: u32) -> Result<Vec<Summary>, StoreError> {
        let sql = format!(
            "SELECT {GAME} FROM games WHERE listed = 1 AND outcome IS NULL AND touched >= ? \
             ORDER BY touched DESC LIMIT ?"
        );
        self.summaries(sqlx::query(AssertSqlSafe(sql)).bind(since).bind(limit)).await
    }

    /// The games of a guest, finished or not, newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn games_of(&self, guest: GuestId, over: bool, limit: u32) -> Result<Vec<Summary>, StoreError> {
        let sql = format!(
            "SELECT {GAME} FROM games WHERE id IN (SELECT game FROM holders WHERE guest = ?) \
             AND (outcome IS NOT NULL) = ? ORDER BY touched DESC, id LIMIT ?"
        );
        self.summaries(sqlx::query(AssertSqlSafe(sql)).bind(guest.0).bind(over).bind(limit)).await
    }

    /// How many games of a guest go on, and how many there are.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn count(&self, guest: GuestId) -> Result<(u32, u32), StoreError> {
        let counts = sqlx::query_as(
            "SELECT COUNT(*) FILTER (WHERE outcome IS NULL), COUNT(*) FROM games \
             WHERE id IN (SELECT game FROM holders WHERE guest = ?)",
        );
        Ok(counts.bind(guest.0).fetch_one(&self.reads).await?)
    }

    async fn summaries(
        &self,
        query: sqlx::query::Query<'_, sqlx::Sqlite, sqlx::sqlite::SqliteArguments>,
    ) -> Result<Vec<Summary>, StoreError> {
        let mut conn = self.reads.acquire().await?;
        let rows: Vec<SqliteRow> = query.fetch_all(&mut *conn).await?;
        let mut list = Vec::with_capacity(rows.len());
        for row in rows {
            let game = rows::game(&row)?;
            let seats = seats(&mut conn, &game.id).await?;
            let (lines, touched) = (row.try_get("lines")?, row.try_get("touched")?);
            list.push(Summary { row: game, seats, lines, touched });
        }
        Ok(list)
    }
}

fn conflict(error: sqlx::Error) -> AppendError {
    if is_taken(&error) { AppendError::Conflict } else { error.into() }
}

async fn insert_game(conn: &mut SqliteConnection, row: &GameRow) -> Result<(), AppendError> {
    let options = serde_json::to_string(&row.options).expect("strings are plain data");
    let luggage = serde_json::to_string(&row.luggage).expect("strings are plain data");
    sqlx::query(
        "INSERT INTO games (id, game, rules, options, mode, level, listed, seed, began, touched, number, \
         won_one, won_two, drawn, clock, luggage) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(&row.id)
    .bind(&row.game)
    .bind(row.rules)
    .bind(options)
    .bind(&row.mode)
    .bind(&row.level)
    .bind(row.listed)
    .bind(&row.seed[..])
    .bind(row.began)
    .bind(row.began)
    .bind(row.number)
    .bind(row.won[Seat::One])
    .bind(row.won[Seat::Two])
    .bind(row.drawn)
    .bind(&row.clock)
    .bind(luggage)
    .execute(&mut *conn)
    .await
    .map_err(conflict)?;
    Ok(clocks::write_ticks(conn, &row.id, &row.ticks).await?)
}

async fn insert_seat(
    conn: &mut SqliteConnection,
    game: &str,
    seat: Seat,
    side: &crate::NewSeat,
) -> Result<(), AppendError> {
    let seat = rows::number(seat);
    sqlx::query("INSERT INTO seats (game, seat, occupant) VALUES (?, ?, ?)")
        .bind(game)
        .bind(seat)
        .bind(&side.occupant)
        .execute(&mut *conn)
        .await?;
    for guest in &side.holders {
        sqlx::query("INSERT INTO holders (game, seat, guest) VALUES (?, ?, ?)")
            .bind(game)
            .bind(seat)
            .bind(guest.0)
            .execute(&mut *conn)
            .await?;
    }
    if let Some(token) = side.link {
        sqlx::query("INSERT INTO links (token, game, seat) VALUES (?, ?, ?)")
            .bind(&token[..])
            .bind(game)
            .bind(seat)
            .execute(conn)
            .await?;
    }
    Ok(())
}

/// A row of `seats`: seat, occupant, auto, nonce, commitment, committed.
type Side = (i64, String, String, Option<Vec<u8>>, Option<Vec<u8>>, Option<i64>);

async fn seats(conn: &mut SqliteConnection, game: &str) -> Result<BySeat<SeatRow>, sqlx::Error> {
    let mut seats = BySeat::<SeatRow>::default();
    let sides: Vec<Side> =
        sqlx::query_as("SELECT seat, occupant, auto, nonce, commitment, committed FROM seats WHERE game = ?")
            .bind(game)
            .fetch_all(&mut *conn)
            .await?;
    for (seat, occupant, auto, nonce, commitment, committed) in sides {
        let side = &mut seats[rows::seat(seat)];
        side.occupant = occupant;
        side.auto = serde_json::from_str(&auto).unwrap_or_default();
        side.nonce = nonce;
        let damaged = |_| sqlx::Error::Decode("the column commitment is damaged".into());
        side.commitment = commitment.map(|bytes| bytes.try_into().map_err(damaged)).transpose()?;
        side.committed = committed;
    }
    let holders: Vec<(i64, i64, Option<String>)> = sqlx::query_as(
        "SELECT h.seat, g.id, g.name FROM holders h JOIN guests g ON g.id = h.guest WHERE h.game = ? ORDER BY g.id",
    )
    .bind(game)
    .fetch_all(conn)
    .await?;
    for (seat, guest, name) in holders {
        seats[rows::seat(seat)].holders.push((GuestId(guest), name));
    }
    Ok(seats)
}
