-- Schema 4. Never edit a schema that has been released: add the next file.
--
-- What nodes tell each other about people who are connected now. Nothing here must survive a crash of the database.

-- Nodes that have people connected. Their rows in `presence` count until `ends`.
CREATE UNLOGGED TABLE node (
    name TEXT        NOT NULL COLLATE "C" PRIMARY KEY,
    ends TIMESTAMPTZ NOT NULL
);

-- Who is connected to which match at which node, or when they left.
CREATE UNLOGGED TABLE presence (
    stream TEXT        NOT NULL COLLATE "C",
    person TEXT        NOT NULL COLLATE "C",
    node   TEXT        NOT NULL COLLATE "C",
    here   BOOLEAN     NOT NULL,
    since  TIMESTAMPTZ NOT NULL,
    PRIMARY KEY (stream, person, node)
) WITH (fillfactor = 70);
CREATE INDEX presence_by_node ON presence (node);
CREATE INDEX presence_by_leaving ON presence (since) WHERE NOT here;

-- Rate limits for all nodes together. Keys are fingerprints.
CREATE UNLOGGED TABLE bucket (
    key        TEXT             NOT NULL COLLATE "C" PRIMARY KEY,
    tokens     DOUBLE PRECISION NOT NULL,
    per_second DOUBLE PRECISION NOT NULL,
    burst      DOUBLE PRECISION NOT NULL,
    refused    BOOLEAN          NOT NULL, -- the last request
    at         TIMESTAMPTZ      NOT NULL,
    full_at    TIMESTAMPTZ      NOT NULL  -- from then on it is as good as a new one
) WITH (fillfactor = 70);
CREATE INDEX bucket_by_full ON bucket (full_at);
