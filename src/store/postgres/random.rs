//! Random bytes of the system, for requests and marks.

use ring::rand::{SecureRandom, SystemRandom};

use crate::error::{Result, StoreError};

/// Bytes that nobody can foresee.
///
/// # Errors
/// [`StoreError::Broken`] if the system gives none.
pub fn random<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    let failed = |_| StoreError::Broken("this machine gives no random bytes".into());
    SystemRandom::new().fill(&mut bytes).map_err(failed)?;
    Ok(bytes)
}
