-- What a player adds to the dice after the commitment was shown: empty when nothing was added in time, NULL
-- while it may still come.
ALTER TABLE seats ADD COLUMN nonce BLOB;
