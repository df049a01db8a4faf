//! The store room: see the architecture in [crate].
