//! The five boxes: rules, boards, notation and scenes.
