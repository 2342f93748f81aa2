-- Schema 6: what people made of puzzles. The first outcome counts: solved, or looked up.

CREATE TABLE puzzle_result (
    person TEXT    NOT NULL COLLATE "C",
    game   TEXT    NOT NULL COLLATE "C",
    puzzle TEXT    NOT NULL COLLATE "C",
    solved BOOLEAN NOT NULL,
    at_ms  BIGINT  NOT NULL,
    PRIMARY KEY (person, game, puzzle)
);
