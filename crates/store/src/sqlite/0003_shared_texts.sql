-- Long texts that many matches have in common, such as a board, are kept once by their fingerprint. An event names the
-- field it stood in; events of before have their texts in themselves.

CREATE TABLE shared_text (
    hash TEXT NOT NULL PRIMARY KEY, -- SHA-256 of the text
    text TEXT NOT NULL              -- as JSON, quotation marks included
) WITHOUT ROWID;

ALTER TABLE event ADD COLUMN shared_field TEXT;
ALTER TABLE event ADD COLUMN shared_hash TEXT;
CREATE INDEX event_by_shared_text ON event (shared_hash) WHERE shared_hash IS NOT NULL;
