//! The land engine of ROTD-EUWOL, ROTD-CWOL and GITM-NWOL: one file a rulebook chapter, one function a rule.
//!
//! A book is a value ([`book::Book`]): chapters ask the policy, never the book's name.
//!
//! From the bottom up: what units, positions, orders and events are, with the [`field`] as rules read it; the running [`turn`],
//! which every chapter changes; the chapters; and on top the [`sequence`], which has a season's turns step by step.

pub mod book;
pub mod bridges;
pub mod cities;
pub mod combat;
pub mod command;
pub mod commanders;
pub mod communications;
pub mod contact;
pub mod control;
pub mod crossings;
pub mod deployment;
pub mod detection;
pub mod edits;
pub mod event;
pub mod exit;
pub mod field;
pub mod inactive;
pub mod language;
pub mod means;
pub mod mergers;
pub mod morale;
pub mod movement;
pub mod muster;
pub mod names;
pub mod orders;
pub mod phase;
pub mod purchase;
pub mod rail;
pub mod rest;
#[cfg(any(test, feature = "sandbox"))]
pub mod sandbox;
pub mod scenario;
pub mod season;
pub mod sequence;
pub mod shattered;
pub mod siege;
pub mod stacking;
pub mod state;
pub mod supply;
pub mod tactics;
pub mod track;
pub mod treasury;
pub mod turn;
pub mod unit;
pub mod upgrade;
pub mod victory;
