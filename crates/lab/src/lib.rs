//! Simulation, arena, statistics, benchmarks, perft.
