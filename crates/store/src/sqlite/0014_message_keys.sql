-- Schema 14: idempotency keys of messages.

ALTER TABLE message ADD COLUMN key TEXT;
CREATE UNIQUE INDEX message_by_key ON message (stream, person, key) WHERE key IS NOT NULL;
