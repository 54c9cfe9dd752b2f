-- Players commit to what they add to the dice before anybody opens it: SHA-256 over the seed's commitment, the seat
-- and the nonce. NULL where nobody has committed, and for nonces that were added in the open. `committed` is when, in
-- milliseconds since 1970.
ALTER TABLE seats ADD COLUMN commitment BLOB;
ALTER TABLE seats ADD COLUMN committed INTEGER;
