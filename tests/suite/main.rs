//! Fieldpost's tests that look at the program from outside: one binary, one file a subject.

mod autoplay;
mod cases;
mod corpus;
mod daemon;
mod desk;
mod desk_page;
mod event_report;
mod faces;
mod fog;
mod ga;
mod grammar;
mod illustrations;
mod layers;
mod mail;
mod mail_faults;
mod mailstack;
mod map_check;
mod map_random;
mod maps;
mod pictures;
mod post_office;
mod power_cut;
mod reports;
mod scenarios;
mod soak;
mod store;
