-- Schema 13: events by the people named in them, names by what they look like, links that reset a password, and what shows
-- that a file is still the one that was opened.

-- Which events name a person.
CREATE TABLE mention (
    person  TEXT   NOT NULL,
    stream  TEXT   NOT NULL,
    version BIGINT NOT NULL,
    PRIMARY KEY (person, stream, version)
) WITHOUT ROWID;

-- How far the events from before this table have been looked through, in the order of their key. No row: all of them.
CREATE TABLE unindexed (
    stream  TEXT   NOT NULL,
    version BIGINT NOT NULL
);
INSERT INTO unindexed SELECT '', 0 WHERE EXISTS (SELECT 1 FROM event);

-- People who are being deleted, in small steps; a restart goes on with it.
CREATE TABLE leaving (
    person TEXT NOT NULL PRIMARY KEY,
    alias  TEXT NOT NULL
) WITHOUT ROWID;

-- What a claimed name looks like. Not unique: names from before it may look alike.
ALTER TABLE person ADD COLUMN skeleton TEXT;
CREATE INDEX person_by_skeleton ON person (skeleton) WHERE skeleton IS NOT NULL;

-- Links by which a lost password is replaced, once.
CREATE TABLE reset (
    hash    TEXT   NOT NULL PRIMARY KEY,
    person  TEXT   NOT NULL REFERENCES person (id),
    ends_ms BIGINT NOT NULL
) WITHOUT ROWID;

-- The name of this very store. The row is never written again, so it stays in its page of the file.
CREATE TABLE identity (id TEXT NOT NULL);
INSERT INTO identity VALUES (lower(hex(randomblob(16))));

-- Written and read back to see that the store works.
CREATE TABLE heartbeat (beat BIGINT NOT NULL);
INSERT INTO heartbeat VALUES (0);
