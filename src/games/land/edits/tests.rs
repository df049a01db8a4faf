//! One of each edit, its other side, and what is said.
