//! Failures that are no fault: another daemon wrote meanwhile, and the work is done again by what it left; or the disk is full, and the
//! work is tried again when there is room.

use fieldpost_store::{StoreError, error};

/// Whether another daemon did it meanwhile, or is doing it.
pub(super) fn is_others(error: &anyhow::Error) -> bool {
    let is_fenced = |error: &StoreError| matches!(error, StoreError::Fenced(_));
    is_stale(error) || error.downcast_ref::<StoreError>().is_some_and(is_fenced)
}

/// Whether the same is to be done again by what another daemon left.
pub(super) fn is_stale(error: &anyhow::Error) -> bool {
    error.downcast_ref::<StoreError>().is_some_and(StoreError::is_stale)
}

/// Whether it failed because the disk has no room.
pub(super) fn is_no_room(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        cause.downcast_ref::<StoreError>().is_some_and(StoreError::is_no_room)
            || cause.downcast_ref::<std::io::Error>().is_some_and(error::is_no_room)
    })
}
