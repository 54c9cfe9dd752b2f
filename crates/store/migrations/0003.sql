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
