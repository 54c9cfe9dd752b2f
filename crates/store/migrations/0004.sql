-- Who has used a link may use it again with the same claim: an answer that was lost costs nobody a seat. A SHA-256
-- like the link's own; NULL while the link is unused.
ALTER TABLE links ADD COLUMN claim BLOB;
