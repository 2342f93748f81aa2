-- Schema 2. Programs of schema 1 do not use these tables.

-- When a node could last take moves, by this database's clock: one row for all nodes.
CREATE TABLE alive (
    at_ms     BIGINT NOT NULL, -- the last beat; 0 before the first
    before_ms BIGINT NOT NULL  -- the one before it
) WITH (fillfactor = 50);
INSERT INTO alive VALUES (0, 0);

-- The times in which no node could take a move: clocks stand still then.
CREATE TABLE outage (
    until_ms BIGINT NOT NULL PRIMARY KEY,
    from_ms  BIGINT NOT NULL
);
