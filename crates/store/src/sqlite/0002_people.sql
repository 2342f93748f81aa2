-- Schema 2: people. Of secrets, tokens and links only fingerprints are kept.

CREATE TABLE person (
    id         TEXT    NOT NULL PRIMARY KEY, -- the key by which seats know the person
    name       TEXT    NOT NULL,
    claimed    TEXT,
    folded     TEXT,                         -- the claimed name in small letters
    password   TEXT,                         -- what a slow hash made of it
    created_ms BIGINT  NOT NULL,
    gone       BOOLEAN NOT NULL DEFAULT FALSE -- forgotten: only the id is left, so that its secret is worth nothing
) WITHOUT ROWID;
CREATE UNIQUE INDEX person_by_name ON person (folded) WHERE folded IS NOT NULL;

CREATE TABLE secret (
    hash       TEXT   NOT NULL PRIMARY KEY,
    person     TEXT   NOT NULL REFERENCES person (id),
    created_ms BIGINT NOT NULL
) WITHOUT ROWID;
CREATE INDEX secret_by_person ON secret (person);

CREATE TABLE token (
    hash       TEXT   NOT NULL PRIMARY KEY,
    id         TEXT   NOT NULL,
    person     TEXT   NOT NULL REFERENCES person (id),
    label      TEXT   NOT NULL,
    scopes     TEXT   NOT NULL,
    created_ms BIGINT NOT NULL,
    used_ms    BIGINT
) WITHOUT ROWID;
CREATE INDEX token_by_person ON token (person);

CREATE TABLE link (
    hash    TEXT   NOT NULL PRIMARY KEY,
    person  TEXT   NOT NULL REFERENCES person (id),
    ends_ms BIGINT NOT NULL
) WITHOUT ROWID;

CREATE TABLE message (
    stream   TEXT    NOT NULL,
    number   BIGINT  NOT NULL,
    person   TEXT    NOT NULL,
    name     TEXT    NOT NULL,
    text     TEXT    NOT NULL,
    everyone BOOLEAN NOT NULL,
    at_ms    BIGINT  NOT NULL,
    PRIMARY KEY (stream, number)
) WITHOUT ROWID;
CREATE INDEX message_by_person ON message (person);
