//! Movement (WISC chapter 6): the nine steps of 6.11.

pub mod arrive;
pub mod chance;
pub mod company;
pub mod harbor;
pub mod odds;
pub mod pursuit;
pub mod river;
pub mod sea;
