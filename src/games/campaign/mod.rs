//! A campaign: land, and where there is one, sea, in one turn (decision T-01).
//!
//! Only the land war is here yet; the naval module brings its rows and the exchanges between the two.
