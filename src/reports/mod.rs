//! The reports room: see the architecture in [crate].
