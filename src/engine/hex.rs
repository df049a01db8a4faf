//! Bytes as people compare them.

/// Two hexadecimal digits a byte, in small letters.
pub fn hex(bytes: impl AsRef<[u8]>) -> String {
    bytes.as_ref().iter().map(|byte| format!("{byte:02x}")).collect()
}
