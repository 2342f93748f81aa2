-- Schema 17: the keys with which the site signs receipts. Rows are never deleted.

CREATE TABLE signing_key (
    id         TEXT   NOT NULL PRIMARY KEY,
    public     TEXT   NOT NULL,
    secret     TEXT,           -- NULL once it is retired
    created_ms BIGINT NOT NULL,
    retired_ms BIGINT          -- NULL for the one in use
) WITHOUT ROWID;

-- One key is in use.
CREATE UNIQUE INDEX signing_key_in_use ON signing_key (retired_ms IS NULL) WHERE retired_ms IS NULL;
