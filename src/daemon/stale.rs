//! What another daemon did meanwhile: no fault, and done again by what it left.

use crate::store::StoreError;

/// Whether another daemon did it meanwhile, or is doing it.
pub(super) fn is_others(error: &anyhow::Error) -> bool {
    let is_fenced = |error: &StoreError| matches!(error, StoreError::Fenced(_));
    is_stale(error) || error.downcast_ref::<StoreError>().is_some_and(is_fenced)
}

/// Whether the same is to be done again by what another daemon left.
pub(super) fn is_stale(error: &anyhow::Error) -> bool {
    error.downcast_ref::<StoreError>().is_some_and(StoreError::is_stale)
}
