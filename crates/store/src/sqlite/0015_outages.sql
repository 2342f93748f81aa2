-- When moves could last be taken, and the times in which they could not: clocks stand still then.
CREATE TABLE alive (
    at_ms   INTEGER NOT NULL, -- the last beat; 0 before the first
    resting INTEGER NOT NULL  -- no clock ran then, so that no beat followed
);
INSERT INTO alive VALUES (0, 0);

CREATE TABLE outage (
    until_ms INTEGER NOT NULL PRIMARY KEY,
    from_ms  INTEGER NOT NULL
);
