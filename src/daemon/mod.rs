//! The daemon room: see the architecture in [crate].
