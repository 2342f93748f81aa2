-- Schema 1. Never edit a schema that has been released: add the next file.
--
-- The tables are those of a SQLite store, so that the same statements read both. Names are compared byte by byte.

-- One row for each match: what lists show of it, and how far it has come. An append takes this row first.
CREATE TABLE stream (
    id         TEXT    NOT NULL COLLATE "C" PRIMARY KEY,
    game       TEXT    NOT NULL,
    open       BOOLEAN NOT NULL,
    title      TEXT    NOT NULL,
    owners     TEXT    NOT NULL, -- JSON list, in the order given
    version    BIGINT  NOT NULL,
    created_ms BIGINT  NOT NULL,
    updated_ms BIGINT  NOT NULL,
    changed_in XID8    NOT NULL DEFAULT pg_current_xact_id() -- the transaction of the last append: the store's own order
) WITH (fillfactor = 70);
CREATE INDEX stream_by_update ON stream (updated_ms DESC, id);
CREATE INDEX stream_by_open ON stream (open, updated_ms DESC, id);
CREATE INDEX stream_by_change ON stream (changed_in);

-- The owners again, to find the matches of one of them.
CREATE TABLE owner (
    name   TEXT NOT NULL COLLATE "C",
    stream TEXT NOT NULL COLLATE "C",
    PRIMARY KEY (name, stream)
);
CREATE INDEX owner_by_stream ON owner (stream);

-- Long texts that many matches have in common, such as a board, are kept once by their fingerprint.
CREATE TABLE shared_text (
    hash TEXT NOT NULL COLLATE "C" PRIMARY KEY, -- SHA-256 of the text
    text TEXT NOT NULL                          -- as JSON, quotation marks included
);

-- The truth. The primary key is what makes two writers of one version impossible.
CREATE TABLE event (
    stream       TEXT   NOT NULL COLLATE "C",
    version      BIGINT NOT NULL,
    at_ms        BIGINT NOT NULL,
    key          TEXT COLLATE "C", -- on the last event of an append that had one
    body         TEXT   NOT NULL,  -- JSON
    shared_field TEXT,
    shared_hash  TEXT COLLATE "C" REFERENCES shared_text (hash),
    PRIMARY KEY (stream, version)
);
CREATE UNIQUE INDEX event_by_key ON event (stream, key) WHERE key IS NOT NULL;
CREATE INDEX event_by_shared_text ON event (shared_hash) WHERE shared_hash IS NOT NULL;

-- Which events name a person.
CREATE TABLE mention (
    person  TEXT   NOT NULL COLLATE "C",
    stream  TEXT   NOT NULL COLLATE "C",
    version BIGINT NOT NULL,
    PRIMARY KEY (person, stream, version)
);
CREATE INDEX mention_by_stream ON mention (stream);

-- People. Of secrets, tokens and links only fingerprints are kept.
CREATE TABLE person (
    id         TEXT    NOT NULL COLLATE "C" PRIMARY KEY, -- the key by which seats know the person
    name       TEXT    NOT NULL,
    claimed    TEXT,
    folded     TEXT COLLATE "C", -- the claimed name in small letters
    skeleton   TEXT COLLATE "C", -- what the claimed name looks like
    password   TEXT,             -- what a slow hash made of it
    created_ms BIGINT  NOT NULL,
    gone       BOOLEAN NOT NULL DEFAULT FALSE -- deleted: only the id is left, so that its secret is worth nothing
);
CREATE UNIQUE INDEX person_by_name ON person (folded) WHERE folded IS NOT NULL;
CREATE INDEX person_by_skeleton ON person (skeleton) WHERE skeleton IS NOT NULL;

CREATE TABLE secret (
    hash       TEXT   NOT NULL COLLATE "C" PRIMARY KEY,
    person     TEXT   NOT NULL COLLATE "C" REFERENCES person (id),
    created_ms BIGINT NOT NULL
);
CREATE INDEX secret_by_person ON secret (person);

CREATE TABLE token (
    hash       TEXT   NOT NULL COLLATE "C" PRIMARY KEY,
    id         TEXT   NOT NULL COLLATE "C",
    person     TEXT   NOT NULL COLLATE "C" REFERENCES person (id),
    label      TEXT   NOT NULL,
    scopes     TEXT   NOT NULL,
    created_ms BIGINT NOT NULL,
    used_ms    BIGINT
);
CREATE INDEX token_by_person ON token (person);

-- Links that log in a device, once, and links that replace a lost password, once.
CREATE TABLE link (
    hash    TEXT   NOT NULL COLLATE "C" PRIMARY KEY,
    person  TEXT   NOT NULL COLLATE "C" REFERENCES person (id),
    ends_ms BIGINT NOT NULL
);
CREATE TABLE reset (
    hash    TEXT   NOT NULL COLLATE "C" PRIMARY KEY,
    person  TEXT   NOT NULL COLLATE "C" REFERENCES person (id),
    ends_ms BIGINT NOT NULL
);

CREATE TABLE message (
    stream   TEXT    NOT NULL COLLATE "C",
    number   BIGINT  NOT NULL,
    person   TEXT    NOT NULL COLLATE "C",
    name     TEXT    NOT NULL,
    text     TEXT    NOT NULL,
    everyone BOOLEAN NOT NULL,
    at_ms    BIGINT  NOT NULL,
    key      TEXT COLLATE "C",
    PRIMARY KEY (stream, number)
);
CREATE INDEX message_by_person ON message (person);
CREATE UNIQUE INDEX message_by_key ON message (stream, person, key) WHERE key IS NOT NULL;

-- People who are being deleted, in small steps; any node goes on with it.
CREATE TABLE leaving (
    person TEXT NOT NULL COLLATE "C" PRIMARY KEY,
    alias  TEXT NOT NULL
);

-- Work that one node should do: who has it, and for how long.
CREATE TABLE lease (
    name TEXT        NOT NULL COLLATE "C" PRIMARY KEY,
    node TEXT        NOT NULL,
    ends TIMESTAMPTZ NOT NULL
);

-- Written and read back to see that the store works.
CREATE TABLE heartbeat (beat BIGINT NOT NULL);
INSERT INTO heartbeat VALUES (0);
