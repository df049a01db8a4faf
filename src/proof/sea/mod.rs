//! How the war at sea is proven: rule cases ([`case`]), and battles by the thousand ([`calibrate`]).

pub mod calibrate;
pub mod case;
