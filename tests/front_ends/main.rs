//! The program in the hands of other programs: faults, analysis, interrupts, and the front ends themselves.
//!
//! Every row of the table in `docs/front-ends.md` names a test of this file's modules.

mod analysis;
mod by_hand;
mod clients;
mod command_line;
mod console;
mod documents;
mod doors;
mod faults;
mod files;
mod gtp_cases;
mod gtp_fuzz;
mod interrupts;
mod program;
mod queries;
mod records;
mod review;
mod servers;
mod terminal;
mod web;
