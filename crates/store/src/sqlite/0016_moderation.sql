-- Schema 16: bans, hidden and closed tables, removed messages, reports, and the audit log of what the host did.

-- People who may not take part, by their key at seats: guests of whom nothing else is stored too.
CREATE TABLE ban (
    person   TEXT   NOT NULL PRIMARY KEY,
    reason   TEXT   NOT NULL,
    since_ms BIGINT NOT NULL,
    until_ms BIGINT,          -- NULL: for ever
    by_whom  TEXT   NOT NULL
) WITHOUT ROWID;

-- Tables that the host has hidden or closed.
CREATE TABLE restriction (
    stream TEXT    NOT NULL PRIMARY KEY,
    hidden BOOLEAN NOT NULL DEFAULT FALSE,
    closed TEXT                -- why it was closed
) WITHOUT ROWID;

-- What people report to the host. A message is named by its number; its text is not copied.
CREATE TABLE report (
    id      BIGINT NOT NULL PRIMARY KEY,
    stream  TEXT   NOT NULL,
    message BIGINT,
    person  TEXT   NOT NULL,
    reason  TEXT   NOT NULL,
    at_ms   BIGINT NOT NULL,
    state   TEXT   NOT NULL DEFAULT 'open', -- open, handled or dismissed
    note    TEXT   NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX report_by_stream ON report (stream);
CREATE INDEX report_by_person ON report (person);
CREATE INDEX report_by_state ON report (state, id);

-- Every action of the host. Rows are only added.
CREATE TABLE audit (
    number  BIGINT NOT NULL PRIMARY KEY,
    at_ms   BIGINT NOT NULL,
    actor   TEXT   NOT NULL,
    action  TEXT   NOT NULL,
    target  TEXT   NOT NULL,
    details TEXT   NOT NULL -- JSON
) WITHOUT ROWID;

-- Of a removed message only the sender's name is left.
ALTER TABLE message ADD COLUMN removed BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX message_by_removal ON message (stream, number) WHERE removed;
