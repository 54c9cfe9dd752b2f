-- A store as version 5 of the file wrote it.
-- Who plays: a guest is whoever holds the cookie. Of cookies and seat links only SHA-256 is kept.
CREATE TABLE guests (
    id    INTEGER PRIMARY KEY,
    token BLOB NOT NULL UNIQUE,
    name  TEXT,
    since INTEGER NOT NULL
) STRICT;

-- One game at one table. `seed` is opened when `outcome` is there.
CREATE TABLE games (
    id      TEXT PRIMARY KEY,
    game    TEXT NOT NULL,
    rules   INTEGER NOT NULL,
    options TEXT NOT NULL,
    mode    TEXT NOT NULL,
    level   TEXT,
    listed  INTEGER NOT NULL,
    seed    BLOB NOT NULL,
    began   INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    lines   INTEGER NOT NULL DEFAULT 0,
    outcome TEXT,
    reason  TEXT,
    number  INTEGER NOT NULL DEFAULT 1,
    won_one INTEGER NOT NULL DEFAULT 0,
    won_two INTEGER NOT NULL DEFAULT 0,
    drawn   INTEGER NOT NULL DEFAULT 0,
    next    TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX games_to_watch ON games (touched) WHERE listed = 1 AND outcome IS NULL;

-- The two seats of a game: `occupant` is guest, computer or open; `auto` the windows passed for it.
CREATE TABLE seats (
    game     TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL CHECK (seat IN (1, 2)),
    occupant TEXT NOT NULL,
    auto     TEXT NOT NULL DEFAULT '[]',
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- Who may sit in a seat: one guest, or the same person with several devices.
CREATE TABLE holders (
    game  TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat  INTEGER NOT NULL,
    guest INTEGER NOT NULL REFERENCES guests (id) ON DELETE CASCADE,
    PRIMARY KEY (game, seat, guest)
) STRICT, WITHOUT ROWID;
CREATE INDEX holders_by_guest ON holders (guest, game);

-- One live link a seat at most; gone when it is used.
CREATE TABLE links (
    token BLOB PRIMARY KEY,
    game  TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat  INTEGER NOT NULL,
    UNIQUE (game, seat)
) STRICT, WITHOUT ROWID;

-- What happened, line by line as in a record. Append-only: a take-back is one more line. The primary key is
-- the referee between two that append; the action key makes a retry harmless.
CREATE TABLE log (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq  INTEGER NOT NULL,
    line TEXT NOT NULL,
    key  TEXT,
    at   INTEGER NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX log_keys ON log (game, key) WHERE key IS NOT NULL;

-- What a player adds to the dice after the commitment was shown: empty when nothing was added in time, NULL
-- while it may still come.
ALTER TABLE seats ADD COLUMN nonce BLOB;

-- Clocks. `clock` is how a table counts (5+5, 15+10, day; NULL for none); what One and Two had left at `ticked`,
-- in milliseconds; `due` is when the first of those who are asked runs out. Times in milliseconds since 1970.
ALTER TABLE games ADD COLUMN clock TEXT;
ALTER TABLE games ADD COLUMN left_one INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN left_two INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN ticked INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN due INTEGER;
CREATE INDEX games_due ON games (due) WHERE due IS NOT NULL;

-- What the clock of who decided showed after this line, in tenths of a second.
ALTER TABLE log ADD COLUMN clock INTEGER;

-- When a server was last seen alive: what passed between then and the next start is nobody's time.
CREATE TABLE alive (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    at  INTEGER NOT NULL
) STRICT;

-- What a record of this game carries, by name: home-made teams.
ALTER TABLE games ADD COLUMN luggage TEXT NOT NULL DEFAULT '{}';

-- Who has used a link may use it again with the same claim: an answer that was lost costs nobody a seat. A SHA-256
-- like the link's own; NULL while the link is unused.
ALTER TABLE links ADD COLUMN claim BLOB;
-- Players commit to what they add to the dice before anybody opens it: SHA-256 over the seed's commitment, the seat
-- and the nonce. NULL where nobody has committed, and for nonces that were added in the open. `committed` is when, in
-- milliseconds since 1970.
ALTER TABLE seats ADD COLUMN commitment BLOB;
ALTER TABLE seats ADD COLUMN committed INTEGER;
PRAGMA user_version = 5;

INSERT INTO guests VALUES (1, x'00', 'Ada', 900), (2, x'01', NULL, 901);
INSERT INTO games (id, game, rules, options, mode, listed, seed, began, touched, lines, clock, left_one,
  left_two, ticked, due)
VALUES ('abcdefgh', 'race', 1, '{"length":"20"}', 'link', 0, zeroblob(32), 1000, 1002, 2, '5+5', 300500, 300400, 1002000, 1302500);
INSERT INTO seats (game, seat, occupant) VALUES ('abcdefgh', 1, 'guest'), ('abcdefgh', 2, 'guest');
INSERT INTO holders VALUES ('abcdefgh', 1, 1), ('abcdefgh', 2, 2);
INSERT INTO log (game, seq, line, key, at, clock)
VALUES ('abcdefgh', 0, 'one 1', 'key-0001', 1001, 3005), ('abcdefgh', 1, 'two 2', 'key-0002', 1002, 3004);
INSERT INTO links VALUES (x'02', 'abcdefgh', 2, x'03');
