-- Schema 18: what people made of puzzles. The first outcome counts: solved, or looked up.

CREATE TABLE puzzle_result (
    person TEXT    NOT NULL,
    game   TEXT    NOT NULL,
    puzzle TEXT    NOT NULL,
    solved BOOLEAN NOT NULL,
    at_ms  BIGINT  NOT NULL,
    PRIMARY KEY (person, game, puzzle)
) WITHOUT ROWID;
