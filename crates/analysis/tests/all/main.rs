//! Tests of the analysis: laws over random matches, refusals, golden analyses, reasons.

mod golden;
mod laws;
mod reasons;
mod records;
mod refusals;
