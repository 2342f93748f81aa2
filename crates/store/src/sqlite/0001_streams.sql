-- Schema 1. Never edit a schema that has been released: add the next file.

-- One row for each match: what lists show of it, and how far it has come.
CREATE TABLE stream (
    id         TEXT    NOT NULL PRIMARY KEY,
    game       TEXT    NOT NULL,
    open       BOOLEAN NOT NULL,
    title      TEXT    NOT NULL,
    owners     TEXT    NOT NULL, -- JSON list, in the order given
    version    BIGINT  NOT NULL,
    created_ms BIGINT  NOT NULL,
    updated_ms BIGINT  NOT NULL
) WITHOUT ROWID;
CREATE INDEX stream_by_update ON stream (updated_ms DESC, id);
CREATE INDEX stream_by_open ON stream (open, updated_ms DESC, id);

-- The owners again, to find the matches of one of them.
CREATE TABLE owner (
    name   TEXT NOT NULL,
    stream TEXT NOT NULL REFERENCES stream (id),
    PRIMARY KEY (name, stream)
) WITHOUT ROWID;
CREATE INDEX owner_by_stream ON owner (stream);

-- The truth. The primary key is what makes two writers of one version impossible.
CREATE TABLE event (
    stream  TEXT   NOT NULL REFERENCES stream (id),
    version BIGINT NOT NULL,
    at_ms   BIGINT NOT NULL,
    key     TEXT,            -- on the last event of an append that had one
    body    TEXT   NOT NULL, -- JSON
    PRIMARY KEY (stream, version)
) WITHOUT ROWID;
CREATE UNIQUE INDEX event_by_key ON event (stream, key) WHERE key IS NOT NULL;
