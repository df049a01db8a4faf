//! The mail room: see the architecture in [crate].
