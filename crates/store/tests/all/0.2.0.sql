-- Rows as Boxtop 0.2.0 writes them: a timed match with two moves, a guest and a message.
INSERT INTO stream (id, game, open, title, owners, version, created_ms, updated_ms)
    VALUES ('old', 'siege', TRUE, 'a match', '["ann"]', 0, 1000, 1000);
UPDATE stream SET version = 2, updated_ms = 1001, changed_in = pg_current_xact_id() WHERE id = 'old' AND version = 0;
INSERT INTO owner (name, stream) VALUES ('ann', 'old') ON CONFLICT DO NOTHING;
INSERT INTO event (stream, version, at_ms, key, body, shared_field, shared_hash)
    VALUES ('old', 1, 1000, NULL, '{"at":1,"event":"arrived","seat":"attack"}', NULL, NULL),
           ('old', 2, 1001, 'k', '{"at":2,"spent":1,"event":"acted","seat":"attack","action":"d6-d7"}', NULL, NULL);
INSERT INTO person (id, name, created_ms) VALUES ('ann', 'Ann', 1000);
INSERT INTO message (stream, number, person, name, text, everyone, at_ms) VALUES ('old', 1, 'ann', 'Ann', 'hello', TRUE, 1002);
UPDATE heartbeat SET beat = beat + 1;
