-- Schema 18: finished analyses, which can be made again, and uploaded records, which are kept for some days.

CREATE TABLE analysis (
    fingerprint TEXT   NOT NULL,
    version     BIGINT NOT NULL, -- of the calculation
    at_ms       BIGINT NOT NULL,
    bytes       BIGINT NOT NULL, -- the size of what was found
    found       TEXT   NOT NULL, -- JSON, without names of players
    PRIMARY KEY (fingerprint, version)
);
-- The oldest ones are removed, without reading what was found.
CREATE INDEX analysis_by_age ON analysis (at_ms, fingerprint, version, bytes);

CREATE TABLE uploaded_record (
    id     TEXT   NOT NULL PRIMARY KEY,
    at_ms  BIGINT NOT NULL,
    bytes  BIGINT NOT NULL, -- the size of the record
    record TEXT   NOT NULL  -- JSON
);
CREATE INDEX uploaded_record_by_age ON uploaded_record (at_ms, id, bytes);
